"""A hops page as HTML: narrative and charts in one of eleven designs, on one A4 sheet.

Each design is a template of ``assets/hops/pages``. What a browser must decide, the size of the text and the places of
the charts, is left to ``assets/pages/fit.js``: ``page_printer`` gives the printer that has it, and ``Printed.report``
then holds ``trace`` and ``problems`` of the charts. A page with problems can't be read without doubt, or does not fit.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import ChartStyle, contrast
from dataset_builder.families.hops.furniture import Furniture
from dataset_builder.families.hops.narrative.model import Narrative
from dataset_builder.pages.printer import Printer, shared_printer
from dataset_builder.pages.web import d3_scripts

SMALLEST_TEXT = 11.34
"""CSS pixels of the narrative, 8.5 points."""

MOST_WORDS_WIDE = {4: 280, 6: 250}
"""Words of a narrative above which the text beside so many charts is set in a condensed face."""

_SIZES = (13.6, 13, 12.5, 12, 11.66, SMALLEST_TEXT)


@dataclass(frozen=True)
class Design:
    """How a page is laid out.

    Attributes:
        fonts: pairs of families, of the text and of headings.
        captions: whether figures are numbered.
        cards: whether figures stand on white cards.
        charts: numbers of charts that it has room for.
        genres: that it suits.
    """

    fonts: tuple[tuple[str, str], ...]
    genres: tuple[str, ...]
    captions: bool = False
    cards: bool = False
    charts: tuple[int, ...] = (2, 3, 4, 6)


_SERIFS = (("Source Serif 4", "Source Serif 4"), ("Lora", "Libre Franklin"), ("IBM Plex Serif", "IBM Plex Sans"))
_SANS = (("Source Sans 3", "Source Sans 3"), ("Libre Franklin", "Libre Franklin"), ("IBM Plex Sans", "IBM Plex Sans"))
_NARROW = (("Roboto Condensed", "Roboto Condensed"), ("IBM Plex Sans Condensed", "IBM Plex Sans Condensed"))

_COMPANIONS = {
    "Source Serif 4": "Source Sans 3",
    "IBM Plex Serif": "IBM Plex Sans",
    "Lora": "Libre Franklin",
    "Libre Baskerville": "Source Sans 3",
    "Zilla Slab": "Barlow",
    "IBM Plex Mono": "IBM Plex Sans",
}
"""Faces that are not for small labels, each with one that goes with it and is."""

DESIGNS: dict[str, Design] = {
    "brief": Design(
        (*_SANS, ("Source Serif 4", "Source Sans 3"), ("Barlow", "Barlow")),
        (
            "policy-memo",
            "grant-call",
            "quality-charter",
            "decision-guide",
            "information-sheet",
            "methodology-note",
            "operating-procedure",
        ),
    ),
    "memo": Design(
        (("IBM Plex Serif", "IBM Plex Sans"), ("Source Serif 4", "Source Sans 3"), ("Barlow", "Barlow")),
        ("policy-memo", "audit-protocol", "board-paper"),
    ),
    "sidebar": Design(
        (*_NARROW, ("Barlow", "Barlow"), ("Source Sans 3", "Zilla Slab")),
        ("information-sheet", "decision-guide", "grant-call", "newsletter-column", "operating-procedure"),
        charts=(2, 3, 4),
    ),
    "letterhead": Design(
        (*_SERIFS, ("Source Serif 4", "Libre Baskerville")),
        ("regulatory-circular", "procurement-notice", "quality-charter", "policy-memo"),
    ),
    "dashboard": Design(
        (*_SANS, *_NARROW), ("decision-guide", "information-sheet", "methodology-note", "board-paper"), cards=True
    ),
    "academic": Design(
        (("Source Serif 4", "Source Serif 4"), ("IBM Plex Serif", "IBM Plex Serif"), ("Lora", "Lora")),
        ("methodology-note", "audit-protocol", "quality-charter"),
        captions=True,
    ),
    "gazette": Design(
        (("Source Serif 4", "Libre Baskerville"), ("Lora", "Libre Baskerville"), ("Source Serif 4", "Source Serif 4")),
        ("regulatory-circular", "procurement-notice", "newsletter-column"),
    ),
    "board": Design(
        (*_SANS, ("Source Serif 4", "Libre Franklin"), ("Roboto Condensed", "Zilla Slab")),
        ("board-paper", "audit-protocol", "decision-guide"),
    ),
    "newsletter": Design(
        (("Source Serif 4", "Zilla Slab"), ("Lora", "Barlow"), ("Source Sans 3", "Source Serif 4")),
        ("newsletter-column", "methodology-note", "quality-charter"),
        cards=True,
    ),
    "notice": Design(
        (*_SERIFS, ("IBM Plex Sans Condensed", "IBM Plex Mono")),
        ("procurement-notice", "regulatory-circular", "grant-call", "information-sheet", "operating-procedure"),
    ),
    "procedure": Design(
        (*_NARROW, ("IBM Plex Sans", "IBM Plex Sans"), ("Source Sans 3", "IBM Plex Mono")),
        ("operating-procedure", "audit-protocol"),
    ),
}

_NEEDS: dict[str, tuple[tuple[int, int], ...]] = {
    "bar": ((216, 195), (345, 185), (420, 182), (700, 168)),
    "lollipop": ((216, 195), (345, 185), (420, 182), (700, 168)),
    "grouped_bar": ((228, 270), (345, 225), (420, 210), (520, 205), (700, 200)),
    "stacked_bar": ((216, 270), (345, 230), (420, 215), (520, 200), (700, 185)),
    "heatmap": ((216, 185), (345, 158), (420, 145), (700, 136)),
    "line": ((420, 260), (520, 260), (700, 165)),
    "multi_line": ((216, 260), (345, 205), (420, 190), (700, 180)),
}
"""Height in CSS pixels that most charts need at a width: measured on 120 charts of pages with four and six."""


def list_designs(genre: str, charts: int) -> tuple[str, ...]:
    """Return the names of the designs that suit a genre and hold a number of charts."""
    return tuple(name for name, design in DESIGNS.items() if charts in design.charts and genre in design.genres)


def page_html(
    narrative: Narrative, charts: Sequence[ChartSpec], furniture: Furniture, design: str, rng: random.Random
) -> str:
    """Return a page as HTML, to be printed by ``page_printer``.

    Blocks of the narrative are elements of their kind with ``data-ref="block-N"``, N from 0; figures of kind ``chart``
    with their viz_id.

    Args:
        narrative: the words.
        charts: 2, 3, 4 or 6 of one style, whose accent the page takes up; they take up its faces.
        furniture: what stands around them.
        design: a key of ``DESIGNS``.
        rng: chooses fonts.

    Raises:
        ValueError: there is no such design, or it does not hold that many charts.
    """
    if design not in DESIGNS:
        raise ValueError(f"design {design!r} is not one of {', '.join(DESIGNS)}")
    chosen = DESIGNS[design]
    if len(charts) not in chosen.charts:
        raise ValueError(f"design {design!r} holds {chosen.charts} charts, not {len(charts)}")
    most_words = MOST_WORDS_WIDE.get(len(charts), narrative.words)
    body, heading = rng.choice(_NARROW if narrative.words > most_words else chosen.fonts)
    accent = _dark(charts[0].style.accent)
    title, *blocks = [
        {"kind": block.kind, "ref": f"block-{number}", "text": block.text, "marker": block.marker}
        for number, block in enumerate(narrative.blocks)
    ]
    longest = max((len(block["marker"]) for block in blocks if block["kind"] == "clause"), default=1)
    look = {
        "accent": accent,
        "tint": _mixed(accent, "#ffffff", 0.92),
        "body": body,
        "heading": heading,
        "indent": round(0.6 + 0.5 * longest, 2),
        "captions": chosen.captions,
    }
    style = _in_keeping(charts[0].style, body, heading, chosen.cards)
    charts = [replace(chart, style=style) for chart in charts]
    figures = [{"html": Markup(_figure(chart)), "need": json.dumps(_needs(chart))} for chart in charts]
    return _template(design).render(
        title=title, blocks=blocks, look=look, figures=figures, furniture=furniture, sizes=json.dumps(_SIZES)
    )


def page_printer() -> Printer:
    """Return this process's printer of hops pages."""
    return shared_printer(_scripts(), "docassay.fitSheet()")


@cache
def _scripts() -> tuple[Path, ...]:
    with as_file(files("dataset_builder").joinpath("assets", "pages", "fit.js")) as fit:
        return (*d3_scripts(), *runtime_scripts(), fit)


@cache
def _template(design: str) -> Template:
    loader = PackageLoader("dataset_builder", "assets/hops/pages")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template(f"{design}.html.j2")


def _in_keeping(style: ChartStyle, body: str, heading: str, cards: bool) -> ChartStyle:
    """Return a style of charts in the page's faces, with the thousands of its text and the ground of its cards."""
    sans = [face for face in (heading, body) if face not in _COMPANIONS]
    return replace(
        style,
        title_font=body if heading == "IBM Plex Mono" else heading,
        font=sans[0] if sans else _COMPANIONS[body],
        number_format="comma",
        background="#ffffff" if cards else style.background,
    )


def _figure(chart: ChartSpec) -> str:
    html = chart_html(chart, 300, 200)
    return html.replace("<figure ", f'<figure data-kind="chart" data-ref="{chart.viz_id}" ', 1)


def _needs(chart: ChartSpec) -> list[tuple[int, float]]:
    """Return the least height of a chart by width.

    It grows with what stands one above the other: rows of a heatmap, rows of panels, values of lines, and, in narrow
    figures, bars of several series, which lie there with their values between them.
    """
    rows = len(chart.labels)
    if chart.chart_type == "multi_line":
        return [(width, max(height, 90 + 22 * len(chart.categories))) for width, height in _NEEDS["multi_line"]]
    if chart.chart_type == "line":
        panel = 60 + 28 * rows
        return [(width, 70 + 105 * math.ceil(len(chart.categories) / (width // panel))) for width, _ in _NEEDS["line"]]
    if chart.chart_type == "stacked_bar":
        return [(width, max(height, _lying_stack(chart, width))) for width, height in _NEEDS["stacked_bar"]]
    stacked = {"heatmap": (700, 62 + 17 * rows), "grouped_bar": (300, 95 + 12.5 * len(chart.data))}
    until, least = stacked.get(chart.chart_type, (0, 0))
    wide = chart.chart_type == "heatmap" and len("".join(chart.categories)) > 55  # names that a narrow table can't head
    table = _NEEDS[chart.chart_type][1 if wide else 0 :]
    more = 15 * (len(chart.categories) - 2) if chart.chart_type == "grouped_bar" else 0  # longer legends
    return [(width, max(height + more, least if width <= until else 0)) for width, height in table]


def _lying_stack(chart: ChartSpec, width: int) -> float:
    """Return the height of bars that lie, 0 where they stand: more where parts are too short for their values."""
    sums = [sum(datum.value for datum in chart.data if datum.label == label) for label in chart.labels]
    shortest = min(datum.value for datum in chart.data) / max(sums)
    if width > 520 and shortest * 100 > 12:
        return 0
    return 96 + (28 if shortest * (width - 130) < 30 else 21) * len(chart.labels)


def _dark(colour: str) -> str:
    """Return a colour, darkened until white text on it can be read."""
    share = 0.0
    while contrast(_mixed(colour, "#000000", share), "#ffffff") < 5:
        share += 0.05
    return _mixed(colour, "#000000", share)


def _mixed(colour: str, other: str, share: float) -> str:
    """Return ``colour`` with a share of ``other`` in it."""
    parts = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)
