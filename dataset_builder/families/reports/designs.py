"""The six archetypes of reports (SynthDocBench, Table 16) as data: geometry, faces, and what varies within each."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dataset_builder.families.reports.topics import Topic

Pair = tuple[str, str]
Step = tuple[float, float, str]


@dataclass(frozen=True)
class Wide:
    """Where what goes across columns stands: ``x`` from the left edge of the page and ``width``, in CSS pixels."""

    x: int
    width: int


@dataclass(frozen=True)
class Form:
    """One way to set a document in pages; all lengths CSS pixels of a page of 793 by 1122.

    Attributes:
        name: classes of the body in which it is set.
        columns: of text.
        gutter: between them.
        left, right, top, bottom: margins of the text.
        start: where chapters begin: where the last one ended, on a new page (or, under a plain head, on one of which
            much would be left empty), or after a page of their title, if they are not short.
        opener: how wide the head of a chapter is.
        plates: whole pages around the chapters, in their order.
        vars: CSS properties, each from tight to loose, with its unit.
        figure: height of figures from tight to loose, as a multiple of what they need.
        wide: place of what is wider than a column; None for the text's.
        aside: place of what stands beside the text.
        notes: room above footnotes.
    """

    name: str
    columns: int
    gutter: int
    left: int
    right: int
    top: int
    bottom: int
    start: Literal["run", "page", "own"]
    opener: Literal["column", "wide", "bleed"]
    plates: tuple[str, ...]
    vars: Mapping[str, Step]
    figure: tuple[float, float] = (0.88, 1.3)
    wide: Wide | None = None
    aside: Wide | None = None
    notes: int = 24


@dataclass(frozen=True)
class Design:
    """An archetype.

    Attributes:
        faces: pairs of families, of the text and of headings.
        forms: from the densest to the loosest.
        starts: forms, by index, with the looseness, from 0 to 1, that it has where no number of pages is asked for.
        grouping: how the charts of a chapter stand together: each alone, a large one over smaller ones, a grid of two a
            row, or a stack of the full width.
        largest_group: how many charts stand together at most.
        covers: variants of the cover.
        ornaments: variants of its details.
        arts: kinds of drawing on covers and chapter heads (``art.KINDS``).
        pulls: what sets off the quotations of ``Manuscript.pull_quotes``, "" where there are none in the text.
        strip: key figures at the head of a chapter.
        callouts: key figures that stand in the text of a chapter.
        definitions: whether words of the glossary are explained where they first stand.
        timeline: whether there is a band of the timeline.
        flat: whether drawings are of pure colours, black and white among them.
        broad: how wide broad charts are.
        chart_ground: what charts stand on: white, or the page's paper.
        figure, table: how both are named.
    """

    faces: tuple[Pair, ...]
    forms: tuple[Form, ...]
    starts: tuple[tuple[int, float], ...]
    grouping: Literal["single", "hero", "grid", "stack"]
    largest_group: int
    covers: tuple[str, ...]
    ornaments: tuple[str, ...]
    arts: tuple[str, ...] = ("contours",)
    pulls: Literal["", "block", "margin", "wide"] = ""
    strip: int = 0
    callouts: int = 0
    definitions: bool = False
    timeline: bool = False
    flat: bool = False
    broad: Literal["wide", "bleed"] = "wide"
    chart_ground: Literal["white", "paper"] = "white"
    figure: str = "Figure"
    table: str = "Table"


def _steps(
    size: tuple[float, float], lead: tuple[float, float], space: tuple[float, float]
) -> dict[str, tuple[float, float, str]]:
    """Return the properties that all forms have: type size in px, line height as its multiple, and space."""
    return {"--size": (*size, "px"), "--lead": (*lead, ""), "--space": (*space, "")}


ARCHETYPES: dict[str, Design] = {
    "magazine": Design(
        faces=(
            ("Lora", "Libre Baskerville"),
            ("Source Serif 4", "Libre Franklin"),
            ("Source Serif 4", "Source Serif 4"),
            ("Lora", "Barlow"),
        ),
        forms=(
            Form(
                "three-columns short", 3, 19, 46, 46, 60, 54, "run", "wide", ("front",),
                _steps((11.5, 12.6), (1.25, 1.42), (0.5, 1)), (0.76, 1.05),
            ),
            Form(
                "three-columns run-on", 3, 21, 56, 56, 70, 66, "run", "wide", ("cover", "contents"),
                _steps((11.5, 14), (1.3, 1.56), (0.7, 1.6)), (0.82, 1.4),
            ),
            Form(
                "three-columns", 3, 21, 56, 56, 78, 78, "page", "bleed", ("cover", "contents"),
                _steps((11.9, 13.8), (1.36, 1.52), (0.8, 1.4)), (0.9, 1.3),
            ),
            Form(
                "two-columns", 2, 25, 76, 76, 88, 92, "page", "bleed", ("cover", "contents"),
                _steps((13, 15.6), (1.44, 1.62), (1, 1.8)), (1, 1.55),
            ),
            Form(
                "two-columns own", 2, 27, 92, 92, 110, 110, "own", "bleed", ("cover", "contents"),
                _steps((14, 16.6), (1.5, 1.7), (1.1, 2)), (1.2, 1.9),
            ),
        ),
        starts=((2, 0.6), (2, 0.6), (3, 0.3)),
        grouping="hero",
        largest_group=3,
        covers=("hero", "panel", "masthead"),
        ornaments=("bars", "quotes", "centred"),
        arts=("ridges", "arcs", "field", "beams", "contours"),
        pulls="wide",
    ),
    "dashboard": Design(
        faces=(
            ("IBM Plex Sans", "IBM Plex Sans"),
            ("Source Sans 3", "Source Sans 3"),
            ("Libre Franklin", "Libre Franklin"),
            ("Source Sans 3", "Barlow"),
        ),
        forms=(
            Form(
                "short", 2, 21, 92, 40, 58, 50, "run", "wide", ("front",),
                _steps((11.5, 13), (1.27, 1.44), (0.5, 1)), (0.76, 1.05),
            ),
            Form(
                "run-on", 2, 21, 92, 40, 64, 56, "run", "wide", ("cover", "contents"),
                _steps((11.5, 14.6), (1.3, 1.6), (0.6, 1.6)), (0.82, 1.4),
            ),
            Form(
                "paged", 2, 21, 92, 40, 70, 62, "page", "wide", ("cover", "contents"),
                _steps((12.2, 16), (1.4, 1.62), (0.8, 1.6)), (0.88, 1.5),
            ),
            Form(
                "airy own", 1, 0, 190, 92, 96, 92, "own", "wide", ("cover", "contents"),
                _steps((13, 16.6), (1.48, 1.7), (0.9, 2)), (0.9, 1.8), Wide(92, 661),
            ),
        ),
        starts=((2, 0.45),),
        grouping="grid",
        largest_group=4,
        covers=("panel", "tiles", "split"),
        ornaments=("rounded", "square", "edge"),
        arts=("field", "blocks", "beams"),
        strip=4,
    ),
    "academic": Design(
        faces=(
            ("Source Serif 4", "Source Serif 4"),
            ("IBM Plex Serif", "IBM Plex Serif"),
            ("Lora", "Lora"),
            ("Source Serif 4", "Libre Franklin"),
        ),
        forms=(
            Form(
                "two-columns short", 2, 25, 54, 54, 64, 60, "run", "wide", ("front",),
                _steps((11.5, 12.2), (1.25, 1.36), (0.5, 0.9)), (0.72, 1),
            ),
            Form(
                "two-columns", 2, 25, 58, 58, 78, 74, "run", "wide", ("cover", "title", "contents"),
                _steps((11.5, 14.6), (1.3, 1.6), (0.7, 1.6)), (0.82, 1.4),
            ),
            Form(
                "one-column running", 1, 0, 118, 118, 96, 92, "run", "column", ("cover", "title", "contents"),
                _steps((12, 15.4), (1.38, 1.6), (0.7, 1.5)), (0.85, 1.35),
            ),
            Form(
                "one-column", 1, 0, 118, 118, 96, 92, "page", "column", ("cover", "title", "contents"),
                _steps((13, 16.4), (1.44, 1.62), (0.8, 1.6)), (0.85, 1.5),
            ),
            Form(
                "one-column own", 1, 0, 128, 128, 106, 104, "own", "wide", ("cover", "title", "contents"),
                _steps((13.5, 16.6), (1.5, 1.7), (1, 2)), (1.1, 1.9),
            ),
        ),
        starts=((2, 0.55), (2, 0.55), (1, 0.6)),
        grouping="single",
        largest_group=2,
        covers=("ruled", "centred", "crest"),
        ornaments=("rule", "none", "bar"),
    ),
    "editorial": Design(
        faces=(
            ("Lora", "Lora"),
            ("Source Serif 4", "Libre Baskerville"),
            ("Libre Baskerville", "Libre Baskerville"),
            ("Lora", "Zilla Slab"),
        ),
        forms=(
            Form(
                "two-columns short", 2, 25, 60, 60, 70, 64, "run", "wide", ("front",),
                _steps((11.5, 14.2), (1.27, 1.54), (0.5, 1.2)), (0.76, 1.2),
            ),
            Form(
                "breakout run-on", 1, 0, 226, 72, 84, 76, "run", "column", ("cover", "contents"),
                _steps((11.6, 14.6), (1.36, 1.62), (0.7, 1.6)), (0.8, 1.35), Wide(64, 657), Wide(64, 138),
            ),
            Form(
                "breakout", 1, 0, 238, 104, 92, 92, "page", "column", ("cover", "contents"),
                _steps((12.4, 15.6), (1.46, 1.62), (0.9, 1.6)), (0.85, 1.4), Wide(58, 631), Wide(58, 150),
            ),
            Form(
                "breakout own", 1, 0, 236, 112, 108, 112, "own", "bleed", ("cover", "contents"),
                _steps((13.6, 16.6), (1.56, 1.7), (1.1, 2)), (1.1, 1.8), Wide(72, 609), Wide(72, 138),
            ),
        ),
        starts=((2, 0.3),),
        grouping="single",
        largest_group=2,
        covers=("frame", "band", "plain"),
        ornaments=("roman", "circle", "fleuron"),
        arts=("contours", "ridges", "arcs"),
        pulls="margin",
        callouts=3,
        definitions=True,
        chart_ground="paper",
    ),
    "infographic": Design(
        faces=(
            ("Source Sans 3", "Barlow"),
            ("Libre Franklin", "Libre Franklin"),
            ("Source Sans 3", "Roboto Condensed"),
            ("Barlow", "Zilla Slab"),
        ),
        forms=(
            Form(
                "short", 2, 25, 48, 48, 56, 54, "run", "bleed", ("front",),
                _steps((11.5, 13), (1.27, 1.44), (0.5, 1)), (0.76, 1.05),
            ),
            Form(
                "run-on", 2, 25, 48, 48, 60, 58, "run", "bleed", ("cover", "contents"),
                _steps((11.5, 14.6), (1.3, 1.6), (0.6, 1.6)), (0.82, 1.4),
            ),
            Form(
                "paged", 2, 25, 48, 48, 64, 72, "page", "bleed", ("cover", "contents"),
                _steps((12.4, 16), (1.42, 1.62), (0.8, 1.6)), (0.9, 1.5),
            ),
            Form(
                "airy own", 1, 0, 150, 110, 92, 92, "own", "bleed", ("cover", "contents"),
                _steps((13, 16.6), (1.48, 1.7), (0.9, 2)), (0.9, 1.8), Wide(66, 661),
            ),
        ),
        starts=((2, 0.4),),
        grouping="stack",
        largest_group=4,
        covers=("wheel", "poster", "strips"),
        ornaments=("discs", "tiles", "tabs"),
        arts=("blocks", "arcs", "field", "beams"),
        strip=3,
        callouts=3,
        timeline=True,
    ),
    "brutalist": Design(
        faces=(
            ("IBM Plex Mono", "IBM Plex Mono"),
            ("IBM Plex Sans", "IBM Plex Mono"),
            ("IBM Plex Mono", "Barlow"),
            ("IBM Plex Sans Condensed", "Roboto Condensed"),
        ),
        forms=(
            Form(
                "two-columns short", 2, 27, 40, 40, 60, 54, "run", "wide", ("front",),
                _steps((11.5, 14), (1.24, 1.54), (0.45, 1.4)), (0.76, 1.2),
            ),
            Form(
                "slab run-on", 1, 0, 168, 40, 64, 58, "run", "bleed", ("cover", "contents"),
                _steps((11.5, 14.4), (1.28, 1.6), (0.55, 1.6)), (0.8, 1.4), Wide(40, 713), Wide(40, 108),
            ),
            Form(
                "slab", 1, 0, 168, 40, 66, 66, "page", "bleed", ("cover", "contents"),
                _steps((12.2, 15.2), (1.42, 1.62), (0.8, 1.5)), (0.88, 1.35), Wide(40, 713), Wide(40, 108),
            ),
            Form(
                "slab own", 1, 0, 168, 64, 80, 88, "own", "bleed", ("cover", "contents"),
                _steps((13.4, 16.6), (1.5, 1.7), (1, 2)), (1.1, 1.8), Wide(40, 713), Wide(40, 108),
            ),
        ),
        starts=((2, 0.42),),
        grouping="single",
        largest_group=2,
        covers=("number", "blocks", "bars"),
        ornaments=("stamp", "slash", "cross"),
        arts=("blocks", "stripes"),
        flat=True,
        broad="bleed",
        pulls="wide",
        callouts=3,
        definitions=True,
    ),
}  # fmt: skip
"""Every archetype by name, in the order of Table 16."""


_LIKING = {
    "technical": {"academic": 4, "dashboard": 3, "brutalist": 1, "infographic": 2, "magazine": 1, "editorial": 1},
    "plain": {"infographic": 4, "magazine": 3, "dashboard": 2, "editorial": 2, "brutalist": 1, "academic": 1},
    "journalistic": {"magazine": 4, "editorial": 4, "brutalist": 2, "infographic": 1, "dashboard": 1, "academic": 1},
    "official": {"academic": 3, "dashboard": 3, "editorial": 2, "infographic": 2, "magazine": 1, "brutalist": 1},
}
"""How well archetypes suit the way in which a trade writes."""


def draw_archetype(topic: Topic, rng: random.Random) -> str:
    """Return an archetype: with probability 0.6 as the topic likes it, else any (SynthDocBench, section 3.1)."""
    names = list(ARCHETYPES)
    if rng.random() < 0.6:
        return rng.choices(names, [_LIKING[topic.voice][name] for name in names])[0]
    return rng.choice(names)
