"""How one report of an archetype looks: faces, colours and variants, drawn once and in keeping with its charts."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from markupsafe import Markup

from dataset_builder.charts.colours import mixed
from dataset_builder.charts.styles import ChartStyle, contrast
from dataset_builder.families.reports.art import art, seal
from dataset_builder.families.reports.designs import Design
from dataset_builder.families.reports.manuscript import Manuscript

_LABELS = {
    "Source Serif 4": "Source Sans 3",
    "IBM Plex Serif": "IBM Plex Sans",
    "Lora": "Libre Franklin",
    "Libre Baskerville": "Source Sans 3",
    "Zilla Slab": "Barlow",
    "IBM Plex Mono": "IBM Plex Sans Condensed",
}
"""Faces that are not for small labels, each with one that goes with it and is."""

_SERIES = ("Working Paper", "Discussion Paper", "Research Report", "Occasional Paper", "Review", "Study")


@dataclass(frozen=True)
class Look:
    """What a template is given besides the words. Colours are ``#rrggbb``; fonts are names of families.

    Attributes:
        text, head, label: faces of running text, of headings, and of labels, captions and tables.
        accent: of the charts, dark enough for white text on it.
        deep: the accent, much darker.
        second: another colour of the charts' palette.
        tint: a pale ground of the accent's hue.
        ink, soft: of text, and of what stands back.
        rule: of fine lines.
        ground: of pages.
        wash, paper: pale grounds, greyish and yellowish.
        bright: on dark grounds, from the charts' palette.
        hot: a loud ground for black text.
        moments: of a timeline in a row.
        cover, ornament: variants.
        form, looseness: that are tried first.
        series: such as "Working Paper 24/07".
        keywords: as printed.
        seal: an emblem.
        cover_art: a drawing of 793 by 1122 pixels.
        art: kind of the drawings at the heads of chapters.
        colours: of drawings, from the ground to the front.
        charts: the style of charts, in the page's faces and colours.
    """

    text: str
    head: str
    label: str
    accent: str
    deep: str
    second: str
    tint: str
    ink: str
    soft: str
    rule: str
    ground: str
    wash: str
    paper: str
    bright: str
    hot: str
    moments: int
    cover: str
    ornament: str
    form: int
    looseness: float
    series: str
    keywords: str
    seal: Markup
    cover_art: Markup
    art: str
    colours: tuple[str, ...]
    charts: ChartStyle

    def head_art(self, rng: random.Random) -> Markup:
        """Return a drawing of 793 by 560 pixels for the head of a chapter."""
        return art(self.art, rng, self.colours, 793, 560)


def draw_look(design: Design, style: ChartStyle, manuscript: Manuscript, rng: random.Random) -> Look:
    """Return how a report looks."""
    text, head = rng.choice(design.faces)
    label = next((face for face in (head, text) if face not in _LABELS), _LABELS.get(text, text))
    accent = dark(style.accent)
    deep = mixed(accent, "#0b0d10", 0.55)
    second = next(colour for colour in style.palette if colour != style.accent)
    kind = rng.choice(design.arts)
    colours = (deep, accent, mixed(accent, second, 0.5), mixed(accent, style.ink, 0.4), mixed(second, "#ffffff", 0.15))
    form, looseness = rng.choice(design.starts)
    hot = rng.choice(("#ffe14d", "#ffffff", "#e9e9e4", "#ffd0c2", "#c8f0dc"))
    if design.flat:
        colours = ("#0a0a0a", accent, "#ffffff", hot if hot != "#ffffff" else second, "#0a0a0a")
    paper = rng.choice(("#ffffff", "#fdfbf6", "#fbf9f4"))
    grounds = {"white": "#ffffff", "paper": paper}
    labels = dict.fromkeys(figure.label.partition(",")[0].lower() for figure in manuscript.key_figures)
    return Look(
        text=text,
        head=head,
        label=label,
        accent=accent,
        deep=deep,
        second=second,
        tint=mixed(accent, "#ffffff", 0.93),
        ink=style.ink,
        soft=style.ink_soft,
        rule=mixed(style.ink_soft, "#ffffff", 0.6),
        ground="#ffffff",
        wash=mixed(accent, "#f4f6f8", 0.96),
        paper=paper,
        bright=bright(style),
        hot=hot,
        moments=max(n for n in (3, 4, 5) if n == 3 or not len(manuscript.timeline) % n),
        cover=rng.choice(design.covers),
        ornament=rng.choice(design.ornaments),
        form=form,
        looseness=round(looseness + rng.uniform(-0.18, 0.18), 3),
        series=f"{rng.choice(_SERIES)} {manuscript.issued[-2:]}/{rng.randint(1, 29):02d}",
        keywords="; ".join(list(labels)[:5]),
        seal=seal(rng),
        cover_art=art(kind, rng, colours, 793, 1122),
        art=kind,
        colours=colours,
        charts=in_keeping(style, label, head, grounds[design.chart_ground]),
    )


def in_keeping(style: ChartStyle, label: str, head: str, ground: str) -> ChartStyle:
    """Return a style of charts in the page's faces and on its ground, with the thousands of its text and its frames.

    All have gridlines: some charts can't be read without.
    """
    grid = "lines" if style.grid == "none" else style.grid
    face = "IBM Plex Sans" if head == "IBM Plex Mono" else head
    return replace(
        style,
        font=label,
        title_font=face,
        number_format="comma",
        background=ground,
        frame="none",
        curve="linear",
        grid=grid,
    )


def dark(colour: str) -> str:
    """Return a colour, darkened until white text on it can be read.

    >>> dark("#17486b"), dark("#ffb000") != "#ffb000"
    ('#17486b', True)
    """
    share = 0.0
    while contrast(mixed(colour, "#000000", share), "#ffffff") < 5:
        share += 0.05
    return mixed(colour, "#000000", share)


def bright(style: ChartStyle) -> str:
    """Return the colour of a palette that stands out most on a dark ground, made lighter where it hardly would."""
    colour = max(style.palette, key=lambda colour: (contrast(colour, "#101418"), colour))
    return mixed(colour, "#ffffff", 0.15)
