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
        start: where chapters begin: where the last one ended, on a new page, or after a page of their title.
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
    notes: int = 16


@dataclass(frozen=True)
class Design:
    """An archetype.

    Attributes:
        faces: pairs of families, of the text and of headings.
        forms: from the densest to the loosest.
        form: index of the one that it has where no number of pages is asked for.
        looseness: of that form, from 0 to 1.
        figure, table: how both are named.
        largest_group: how many charts stand in one row or stack at most.
        covers: variants of the cover.
        ornaments: variants of its details.
    """

    faces: tuple[Pair, ...]
    forms: tuple[Form, ...]
    form: int
    looseness: float
    largest_group: int
    covers: tuple[str, ...]
    ornaments: tuple[str, ...]
    figure: str = "Figure"
    table: str = "Table"


def _steps(
    size: tuple[float, float], lead: tuple[float, float], space: tuple[float, float]
) -> dict[str, tuple[float, float, str]]:
    """Return the properties that all forms have: type size in px, line height as its multiple, and space."""
    return {"--size": (*size, "px"), "--lead": (*lead, ""), "--space": (*space, "")}


ARCHETYPES: dict[str, Design] = {
    "academic": Design(
        faces=(
            ("Source Serif 4", "Source Serif 4"),
            ("IBM Plex Serif", "IBM Plex Serif"),
            ("Lora", "Lora"),
            ("Source Serif 4", "Libre Franklin"),
        ),
        forms=(
            Form(
                "two-columns", 2, 25, 58, 58, 78, 74, "run", "wide", ("title", "contents"),
                _steps((11.5, 14), (1.3, 1.5), (0.7, 1.3)), (0.85, 1.15),
            ),
            Form(
                "one-column", 1, 0, 118, 118, 96, 92, "page", "column", ("title", "contents", "figures"),
                _steps((12, 16.4), (1.38, 1.62), (0.7, 1.5)), (0.85, 1.45), notes=20,
            ),
            Form(
                "one-column own", 1, 0, 128, 128, 106, 104, "own", "wide", ("cover", "title", "contents", "figures"),
                _steps((13.5, 16.6), (1.5, 1.8), (1, 2.2)), (1.1, 1.9), notes=20,
            ),
        ),
        form=1,
        looseness=0.32,
        largest_group=2,
        covers=("ruled", "centred", "crest"),
        ornaments=("rule", "none", "small-caps"),
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
