"""How a form looks, as a set of choices apart from what it asks: house styles, and what varies within each."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from dataset_builder.families.forms.making.bank import load_json
from dataset_builder.families.forms.making.dealing import deal_permuted
from dataset_builder.families.forms.making.marks import BLACK, WHITE, Color, Face
from dataset_builder.seeds import rng_for

LETTER: tuple[float, float] = (612.0, 792.0)
A4: tuple[float, float] = (595.0, 842.0)


@dataclass(frozen=True)
class Design:
    """One look.

    Attributes:
        house: the house style that it belongs to.
        paper: width and height in points.
        margin: left and right margin in points.
        face: typeface of captions and text.
        title_face: typeface of the title.
        value_face: typeface that widgets use.
        header: ``band``, ``split``, ``centered``, ``cells``, ``letter``, ``left``, ``stripe``, ``court``, ``seal``,
            ``memo``, ``boxed``, ``ribbon``, ``docket``, ``typed``, ``block``, ``twoseal``.
        caption: where captions stand: ``inside``, ``above``, ``below``, ``left``, ``leader``, ``cell`` (at the left, in
            a shaded cell of its own).
        box: how a blank is drawn: ``border``, ``rounded``, ``panel`` (white on a tinted section), ``underline``,
            ``dotted``, ``bracket`` (a line with upturned ends), ``shade``, ``shade_line``.
        heading: ``bar``, ``grey``, ``rule``, ``tag``, ``plain``, ``center``, ``over``, ``stripe``, ``tab``, ``disc``,
            ``outline``, ``double``, ``margin`` (in a column of its own at the left).
        part: what stands before a heading: ``part``, ``section``, ``roman``, ``letter``, ``none``.
        numbering: ``none``, ``dot``, ``bracket``, ``section``, ``letter``.
        columns: 1 or 2.
        per_row: most blanks side by side (1 or 2 for captions at the left).
        accent: colour of bars, rules and the emblem.
        tint: light fill.
        rule: colour of box outlines.
        caption_size: points.
        value_size: points of widget text.
        capitals: captions in capitals.
        bold: captions in bold.
        frame: a heavy border around the body.
        table: ``grid``, ``lines``, ``zebra``.
        row_numbers: table rows are numbered.
        lead: how the instructions are set: ``plain``, ``boxed``, ``italic``, ``tinted``, ``bullets``.
        office: where the area for office use stands: ``top``, ``bottom``, ``corner`` (beside the text), ``none``.
        office_title: its heading.
        notes: how further paragraphs are set: ``two`` or ``three`` columns, ``list``, ``boxed``.
        filler: what fills a short page: ``receipt`` (a slip to detach), ``stamp``, ``remarks``.
        signing: what to sign in: ``line``, ``cells``, ``cross``.
        currency: amounts of money stand behind a printed dollar sign.
        emblem: motif of the emblem, or ``word`` for a wordmark.
        names: how widgets are named: ``readable``, ``caption``, ``numbered``, ``nested``.
        tooltips: widgets say what they mean.
        slips: some widgets carry the name and tooltip of the one before, as on real forms that were copied together.
        scripts: whole dates have a format script.
    """

    house: str
    header: str
    caption: str
    box: str
    heading: str
    face: Face = "helv"
    title_face: Face = "helv"
    value_face: Face = "helv"
    paper: tuple[float, float] = LETTER
    margin: float = 40.0
    part: str = "none"
    numbering: str = "none"
    columns: int = 1
    per_row: int = 3
    accent: Color = BLACK
    tint: Color = (0.92, 0.92, 0.92)
    rule: Color = BLACK
    caption_size: float = 7.5
    value_size: float = 9.5
    capitals: bool = False
    bold: bool = False
    frame: bool = False
    table: str = "grid"
    row_numbers: bool = False
    lead: str = "plain"
    office: str = "bottom"
    office_title: str = "FOR OFFICE USE ONLY"
    notes: str = "two"
    filler: str = "remarks"
    signing: str = "line"
    currency: bool = False
    emblem: str = "star"
    names: str = "readable"
    tooltips: bool = True
    slips: bool = False
    scripts: bool = False

    @property
    def name(self) -> str:
        """Return a name that tells the visible choices, such as ``ledger/split-inside-border-bar-helv-dot``."""
        parts = [self.header, self.caption, self.box, self.heading, self.face, self.numbering]
        parts += ["two-columns"] if self.columns == 2 else []
        parts += ["black"] if self.accent == BLACK else ["colour"]
        return f"{self.house}/{'-'.join(parts)}"


INKS: tuple[Color, ...] = (
    (0.10, 0.22, 0.42),
    (0.05, 0.35, 0.33),
    (0.42, 0.10, 0.16),
    (0.20, 0.33, 0.15),
    (0.30, 0.20, 0.42),
    (0.13, 0.13, 0.13),
    (0.00, 0.32, 0.52),
    (0.45, 0.26, 0.06),
)
"""Accent colours, dark enough for white text."""

HOUSES: dict[str, dict[str, Any]] = load_json("houses")
"""What each house style allows, by attribute of ``Design``: lists to choose from."""

_COMMON: dict[str, list[Any]] = {
    "paper": [LETTER, LETTER, LETTER, A4],
    "emblem": ["star", "tree", "wave", "scales", "wheel", "hill", "sun", "word", "shield"],
    "row_numbers": [True, False],
    "names": ["readable", "readable", "caption", "numbered", "nested"],
    "tooltips": [True, True, True, False],
    "slips": [True, False, False, False, False, False, False, False],
    "scripts": [True, False, False],
    "table": ["grid"],
    "office": ["bottom", "top", "none", "none", "corner", "corner"],
    "office_title": [
        "FOR OFFICE USE ONLY",
        "AGENCY USE ONLY",
        "DO NOT WRITE IN THIS SPACE",
        "OFFICIAL USE",
        "TO BE COMPLETED BY THE AGENCY",
    ],
    "notes": ["two", "two", "three", "list", "boxed"],
    "lead": ["plain", "boxed", "bullets"],
    "filler": ["receipt", "stamp", "remarks"],
    "signing": ["line", "line", "cross", "cells"],
    "currency": [True, False, False],
}


def choose_design(index: int, seed: int, attempt: int = 0) -> Design:
    """Return the design of document ``index``: houses are dealt in turn, the rest is drawn within the house.

    ``attempt`` asks for another one, in the house that follows by as many places.
    """
    houses = list(HOUSES)
    house = houses[(deal_permuted(len(houses), index, seed, "houses") + attempt) % len(houses)]
    return draw_design(house, rng_for("forms", index, seed, f"design-{attempt}" if attempt else "design"))


def draw_design(house: str, rng: random.Random) -> Design:
    """Return a design of one house.

    Raises:
        ValueError: there is no such house.
    """
    if house not in HOUSES:
        raise ValueError(f"house {house!r} is not one of {', '.join(HOUSES)}")
    allowed = {**_COMMON, **HOUSES[house]}
    chosen = {name: rng.choice(allowed[name]) for name in sorted(allowed)}
    ink = rng.choice(INKS)
    accent = ink if chosen["accent"] == "ink" else BLACK
    chosen["accent"] = accent
    chosen["rule"] = _mix(accent, WHITE, 0.25) if chosen.get("rule") == "ink" else BLACK
    if chosen["signing"] == "cells" and chosen["box"] != "border":
        chosen["signing"] = "line"
    chosen["tint"] = _mix(accent, WHITE, 0.90 if accent != BLACK else 0.91)
    return Design(house=house, **chosen)


def _mix(color: Color, other: Color, share: float) -> Color:
    """Return ``color`` with ``share`` of ``other`` in it."""
    red, green, blue = (round(a + (b - a) * share, 3) for a, b in zip(color, other, strict=True))
    return red, green, blue


def darken(color: Color) -> Color:
    """Return a fill a little darker than ``color``."""
    red, green, blue = (round(part * 0.93, 3) for part in color)
    return red, green, blue
