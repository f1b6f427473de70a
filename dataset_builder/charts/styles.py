"""How a chart looks, apart from what it shows: house styles of publishers, and what varies within each.

Every style is legible by construction: text stands out from its ground (at least 4.5:1, WCAG 2 contrast), is at least
7.5 points in print; palettes keep their colours apart for colour-blind readers and, next to each other, in grey. None
has tones on which black and white text both look weak (white below 4.5:1 and black below 6:1).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Literal, get_args, get_type_hints

from dataset_builder.charts.vision import linear

MIN_TEXT = 10.0
"""CSS pixels of the smallest text: 7.5 points in print."""

MIN_CONTRAST = 4.5

Frame = Literal["none", "rule", "box", "bar"]
Grid = Literal["lines", "dotted", "dashed", "none"]
LegendPlace = Literal["top", "bottom", "right", "direct"]
ValueLabels = Literal["all", "ends", "none"]
NumberFormat = Literal["comma", "space", "plain"]
Marker = Literal["shapes", "dots", "none"]
Curve = Literal["linear", "monotone"]
Annotation = Literal["callout", "arrow", "plain"]


@dataclass(frozen=True)
class ChartStyle:
    """One look. Colours are ``#rrggbb``, lengths CSS pixels.

    Attributes:
        name: the house style that it belongs to.
        palette: colours of series and categories, in the order of use.
        ramp: colours of rising magnitude, from low to high.
        diverging: colours of negative, neutral and positive.
        accent: colour of a single series and of what is highlighted.
        muted: colour of what stands back behind a highlight.
        ink: colour of titles and labels.
        ink_soft: colour of subtitles, axes and notes.
        background: the figure's ground.
        panel: ground of the plot area, ``""`` for none of its own.
        grid_colour: gridlines.
        axis_colour: axis lines and ticks.
        font: CSS family of labels.
        title_font: CSS family of the title.
        title_size: of the title.
        title_weight: CSS weight of the title.
        label_size: of labels, ticks and legend.
        note_size: of the source line and other small print.
        title_align: where the title and subtitle stand.
        frame: around the figure: nothing, a ``rule`` above, a ``box``, or a short thick ``bar`` at the top left.
        grid: how gridlines are drawn.
        axis_line: whether the category axis has a line.
        axis_ticks: whether ticks have strokes.
        legend: where the legend goes; ``direct`` names series at their marks where they fit.
        value_labels: which marks bear their value, where the chart's exactness does not ask for all.
        number_format: what parts thousands.
        minus: sign of negative numbers, U+2212 or the hyphen.
        bar_width: share of a step that a bar takes, 0 to 1.
        corner: radius of the corners of bars and tiles.
        outline: colour of the line around fills, ``""`` for none.
        line_width: of lines that are data.
        marker: of points on lines: a shape a series, dots, or none.
        marker_size: their diameter.
        curve: how points are joined.
        fill_opacity: of areas, 0 to 1.
        annotation: how notes point at marks.
    """

    name: str
    palette: tuple[str, ...]
    ramp: tuple[str, ...]
    diverging: tuple[str, str, str]
    accent: str
    muted: str
    ink: str = "#1c1c1c"
    ink_soft: str = "#565656"
    background: str = "#ffffff"
    panel: str = ""
    grid_colour: str = "#dcdcdc"
    axis_colour: str = "#4a4a4a"
    font: str = "Source Sans 3"
    title_font: str = "Source Sans 3"
    title_size: float = 15.0
    title_weight: Literal[400, 600, 700] = 700
    label_size: float = 11.0
    note_size: float = 10.0
    title_align: Literal["left", "center"] = "left"
    frame: Frame = "none"
    grid: Grid = "lines"
    axis_line: bool = True
    axis_ticks: bool = False
    legend: LegendPlace = "top"
    value_labels: ValueLabels = "all"
    number_format: NumberFormat = "comma"
    minus: Literal["−", "-"] = "−"
    bar_width: float = 0.68
    corner: float = 0.0
    outline: str = ""
    line_width: float = 2.2
    marker: Marker = "dots"
    marker_size: float = 7.0
    curve: Curve = "linear"
    fill_opacity: float = 0.85
    annotation: Annotation = "callout"

    def __post_init__(self) -> None:
        for ground in {self.background, self.panel or self.background}:
            for name in ("ink", "ink_soft"):
                ratio = contrast(getattr(self, name), ground)
                if ratio < MIN_CONTRAST:
                    raise ValueError(f"style {self.name!r}: {name} on {ground} has contrast {ratio:.2f}, below 4.5")
        for name in ("title_size", "label_size", "note_size"):
            if getattr(self, name) < MIN_TEXT:
                raise ValueError(f"style {self.name!r}: {name} {getattr(self, name)} is below {MIN_TEXT} px")
        if len(set(self.palette)) != len(self.palette) or len(self.palette) < 8:
            raise ValueError(f"style {self.name!r}: palette {self.palette} needs eight or more distinct colours")
        if not (0.3 <= self.bar_width <= 1 and 0 < self.fill_opacity <= 1):
            raise ValueError(f"style {self.name!r}: bar_width is not in 0.3..1 or fill_opacity not in 0..1")
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"style {self.name!r}: {name} {getattr(self, name)!r} is not one of {allowed}")


_CHOICES = {
    name: get_args(hint)
    for name, hint in get_type_hints(ChartStyle).items()
    if getattr(hint, "__origin__", None) is Literal
}


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2).

    >>> luminance("#ffffff"), luminance("#000000")
    (1.0, 0.0)
    """
    red, green, blue = (linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


_HARBOUR = ("#17486b", "#e3a02b", "#5c8fba", "#ddb5a5", "#632807", "#8dc9dd", "#916058", "#b58d4a")
_MINISTRY = ("#7a1f2b", "#c9b37e", "#3d5a73", "#9cc9ea", "#886301", "#d3afb1", "#648ac7", "#4f6b4a")
_ATLAS = ("#0b6e6e", "#f0a04b", "#14405a", "#89c4ee", "#96610b", "#dfb69c", "#51370f", "#8ec7c0")
_LEDGER = ("#2f4160", "#8fb8de", "#b5563f", "#e6bea5", "#7e82d1", "#ecb164", "#51342f", "#609393")
_ORCHARD = ("#2f5d3a", "#f2b134", "#b5562a", "#60b6e2", "#226977", "#95cd9c", "#4a3324", "#c9b3d2")
_PRESS = ("#b3122a", "#8a9aa8", "#2b2b2b", "#f2b888", "#6f8ad6", "#2a5381", "#a18874", "#94c8ed")
_SURVEY = ("#006ba2", "#e9a17c", "#8b1e3f", "#86cfd8", "#a45b14", "#6fb0f0", "#b5798c", "#e9c25a")
_SLATE = ("#43556b", "#d8a47f", "#7a4a3a", "#8dc5e9", "#6e4c04", "#dabeba", "#6571ad", "#b3a08a")
_PLUM = ("#5b2a6e", "#e5a0b0", "#2c6f8f", "#f0b27a", "#553812", "#9db9dc", "#c4736e", "#d9c4a0")
_SIGNAL = ("#1d3fbb", "#ffb000", "#d13b2a", "#5fcbd8", "#690f29", "#72cd92", "#412b68", "#3998e6")

HOUSES: tuple[ChartStyle, ...] = (
    ChartStyle(
        name="harbour",
        palette=_HARBOUR,
        ramp=("#eef4f8", "#a9c9de", "#396b93", "#123a57"),
        diverging=("#b5651d", "#f2efe9", "#17486b"),
        accent="#17486b",
        muted="#a9bac8",
        frame="rule",
        axis_colour="#17486b",
        font="Source Sans 3",
        title_font="Source Sans 3",
    ),
    ChartStyle(
        name="ministry",
        palette=_MINISTRY,
        ramp=("#f8f1ea", "#dfbfae", "#a04e4e", "#5f1220"),
        diverging=("#3d5a73", "#f4efe6", "#7a1f2b"),
        accent="#7a1f2b",
        muted="#c4b6a4",
        ink="#23201d",
        ink_soft="#5c554d",
        background="#fdfbf7",
        grid_colour="#ddd5c8",
        font="IBM Plex Sans",
        title_font="Source Serif 4",
        title_size=16.0,
        grid="dotted",
        legend="bottom",
        marker="shapes",
    ),
    ChartStyle(
        name="atlas",
        palette=_ATLAS,
        ramp=("#eaf5f2", "#a3d3cb", "#267170", "#0a4347"),
        diverging=("#b4611a", "#f3f1ea", "#0b6e6e"),
        accent="#0b6e6e",
        muted="#a8c2c0",
        background="#f1f6f6",
        ink_soft="#4c5a5c",
        grid_colour="#cfdcdc",
        frame="bar",
        axis_line=True,
        font="Libre Franklin",
        title_font="Libre Franklin",
        title_size=14.0,
        label_size=10.5,
    ),
    ChartStyle(
        name="ledger",
        palette=_LEDGER,
        ramp=("#f0f4fa", "#b9cce6", "#4d6792", "#1d2c4a"),
        diverging=("#b5563f", "#f3f1ef", "#2f4160"),
        accent="#2f4160",
        muted="#b3bccb",
        frame="box",
        font="IBM Plex Sans",
        title_font="IBM Plex Sans",
        title_size=14.0,
        title_weight=600,
        grid="dashed",
        axis_ticks=True,
        legend="right",
        number_format="space",
    ),
    ChartStyle(
        name="orchard",
        palette=_ORCHARD,
        ramp=("#f3f7e9", "#c0d99a", "#45713e", "#20452b"),
        diverging=("#d08c1c", "#f5f2e6", "#2f5d3a"),
        accent="#2f5d3a",
        muted="#b5c4ae",
        background="#fbfbf5",
        ink="#1f2a20",
        ink_soft="#535c50",
        grid_colour="#dbe0d0",
        corner=3.0,
        font="Source Sans 3",
        title_font="Source Serif 4",
        title_size=16.0,
    ),
    ChartStyle(
        name="press",
        palette=_PRESS,
        ramp=("#fbeeea", "#eeb3a4", "#b33e3c", "#7d0c1e"),
        diverging=("#2a5381", "#f2f0ee", "#b3122a"),
        accent="#b3122a",
        muted="#b9c1c8",
        frame="bar",
        grid_colour="#d5d9dc",
        font="Libre Franklin",
        title_font="Libre Franklin",
        title_size=15.0,
        title_weight=700,
        legend="direct",
        bar_width=0.74,
    ),
    ChartStyle(
        name="survey",
        palette=_SURVEY,
        ramp=("#edf5fa", "#a9d0e6", "#206c97", "#024a73"),
        diverging=("#b0552c", "#f4f2ee", "#006ba2"),
        accent="#006ba2",
        muted="#b4c6d0",
        background="#fff6ec",
        ink="#26211c",
        ink_soft="#5f564b",
        grid_colour="#e4d6c4",
        axis_colour="#5f564b",
        font="Source Sans 3",
        title_font="Source Serif 4",
        title_weight=600,
        title_size=16.0,
        legend="direct",
    ),
    ChartStyle(
        name="slate",
        palette=_SLATE,
        ramp=("#f1f3f6", "#bfc9d6", "#58687d", "#2b394b"),
        diverging=("#a6623c", "#f2f0ed", "#43556b"),
        accent="#43556b",
        muted="#c1c8d0",
        panel="#f2f4f6",
        grid_colour="#ffffff",
        axis_line=False,
        font="IBM Plex Sans",
        title_font="IBM Plex Sans",
        title_size=14.0,
        title_weight=600,
        label_size=10.5,
        title_align="left",
        outline="#ffffff",
        legend="bottom",
    ),
    ChartStyle(
        name="plum",
        palette=_PLUM,
        ramp=("#f7f0f7", "#d5b6da", "#875394", "#42194f"),
        diverging=("#c98235", "#f3f0f2", "#5b2a6e"),
        accent="#5b2a6e",
        muted="#c6b9cb",
        frame="rule",
        axis_colour="#5b2a6e",
        font="Source Serif 4",
        title_font="Source Serif 4",
        title_size=15.0,
        title_align="center",
        grid="dotted",
        marker="shapes",
        legend="bottom",
        minus="-",
    ),
    ChartStyle(
        name="signal",
        palette=_SIGNAL,
        ramp=("#eef1fd", "#b3c0f5", "#465fc4", "#14298a"),
        diverging=("#d13b2a", "#f3f3f3", "#1d3fbb"),
        accent="#1d3fbb",
        muted="#b9bfd0",
        ink="#0d0d0d",
        ink_soft="#444444",
        axis_colour="#0d0d0d",
        frame="box",
        font="IBM Plex Mono",
        title_font="IBM Plex Mono",
        title_size=13.5,
        label_size=10.0,
        grid="none",
        axis_ticks=True,
        number_format="plain",
        bar_width=0.8,
        line_width=2.6,
        marker="shapes",
    ),
)
"""Ten looks, each coherent in itself; ``sample_style`` varies them."""

FACES = (
    ("Source Sans 3", "Source Serif 4"),
    ("IBM Plex Sans", "IBM Plex Serif"),
    ("IBM Plex Sans Condensed", "IBM Plex Sans"),
    ("Libre Franklin", "Libre Baskerville"),
    ("Roboto Condensed", "Roboto Condensed"),
    ("Barlow", "Zilla Slab"),
    ("Barlow", "Barlow"),
    ("Source Sans 3", "Lora"),
)
"""Families of labels and of titles that go together, besides those of the houses."""


def sample_style(rng: random.Random, house: str | None = None) -> ChartStyle:
    """Return a style for one document: a house style with its details drawn anew.

    Args:
        rng: draws the house and the details.
        house: name of the house style, if it is settled.

    Raises:
        ValueError: there is no such house.
    """
    names = [style.name for style in HOUSES]
    if house is not None and house not in names:
        raise ValueError(f"house {house!r} is not one of {', '.join(names)}")
    drawn = rng.choice(HOUSES)
    base = drawn if house is None else HOUSES[names.index(house)]
    first = base.palette.index(base.accent) if base.accent in base.palette else 0
    order = _reordered(base.palette, first, rng)
    font, title_font = rng.choice((*FACES, *((base.font, base.title_font),) * len(FACES)))
    return replace(
        base,
        palette=order,
        font=font,
        title_font=title_font,
        grid=rng.choice((base.grid, base.grid, "lines", "dotted", "none" if not base.panel else "lines")),
        legend=rng.choice((base.legend, base.legend, "top", "bottom", "right", "direct")),
        value_labels=rng.choice(("all", "all", "ends", "none")),
        bar_width=round(rng.uniform(0.56, 0.82), 2),
        corner=rng.choice((base.corner, base.corner, 0.0, 2.0)),
        line_width=rng.choice((1.6, 2.0, 2.4, 2.8)),
        marker=rng.choice(("shapes", "dots", base.marker)),
        marker_size=rng.choice((6.0, 7.0, 8.0)),
        curve=rng.choice(("linear", "linear", "linear", "monotone")),
        axis_ticks=rng.random() < 0.35,
        number_format=rng.choice((base.number_format, base.number_format, "comma", "space")),
        annotation=rng.choice(("callout", "arrow", "plain")),
    )


def _reordered(palette: tuple[str, ...], first: int, rng: random.Random) -> tuple[str, ...]:
    """Return the palette started at its accent, or read backwards: neighbours stay neighbours."""
    turned = palette[first:] + palette[:first]
    return turned if rng.random() < 0.6 else (turned[0], *reversed(turned[1:]))
