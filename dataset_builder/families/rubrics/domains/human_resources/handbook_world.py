"""What an employee handbook says."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import day_between, people

GROUPS = ("A", "B", "C")
_TOWNS = (
    "Alder Falls", "Brookmere", "Cass Harbor", "Dunmore Heights", "East Tarrow", "Fallon Creek", "Greywater", "Hollis Junction", "Ivy Grove", "Kettle Point", "Larkhaven", "Millrace",
    "North Bexley", "Orchard Bend", "Pinecrest", "Quarry Hill", "Rushford", "Saddler's Ford",
)  # fmt: skip
EXCUSED = {
    "blood": ("donating blood", ("blood", "donation", "donating", "blood donor")),
    "snow": (
        "a closure for weather that the site manager has declared",
        ("weather", "closure", "snow", "storm", "closed", "closing"),
    ),
    "injury": (
        "absence because of an injury at work",
        ("injury", "injured", "work injury", "accident", "hurt at work"),
    ),
    "jury": ("jury service", ("jury", "juror", "court")),
    "fire": ("a call-out as a volunteer firefighter", ("fire", "firefighter", "fire service", "volunteer")),
}
"""Absences that a handbook may excuse: how it names them, and how others would."""


@dataclass(frozen=True)
class HandbookMore:
    """What a long handbook holds besides.

    Attributes:
        chapters: which chapters follow the twelfth.
        appendices: which follow the first.
        sites: address, manager and number of people of each.
        base: cents an hour of the lowest grade's first step.
        insurance: level of contributions, 72 for those of the lists.
        forms: names of the forms.
    """

    chapters: tuple[int, ...]
    appendices: tuple[int, ...]
    sites: tuple[tuple[str, str, int], ...]
    base: int
    insurance: int
    forms: tuple[str, ...]


@dataclass(frozen=True)
class HandbookWorld:
    """A handbook.

    Attributes:
        threshold: hours a week from which overtime is paid, at ``premium`` times the rate.
        hours, rate: of an employee that a question is about.
        excused: keys of ``EXCUSED`` in the places where the handbook names them: attendance, safety, weather, community.
        boots: allowance for shoes as printed, and as the notice of change has it, dollars.
        meals: a full day's meals by group of towns; ``hotel`` a night; ``towns`` of each group.
        trip: town and days of a trip.
        notice: weeks of notice of hourly and of salaried employees, after the probationary period and after five years.
        more: what a long handbook holds besides.
    """

    firm: str
    trade: str
    director: str
    manager: str
    issued: date
    changed: date
    threshold: float
    premium: float
    hours: int
    rate: int
    excused: tuple[str, str, str, str]
    boots: tuple[int, int]
    meals: Mapping[str, int]
    hotel: Mapping[str, int]
    towns: Mapping[str, tuple[str, ...]]
    trip: tuple[str, int]
    notice: tuple[int, int, int, int]
    pick: int
    more: HandbookMore | None = None

    @property
    def group(self) -> str:
        """Return the group of the trip's town."""
        return next(group for group, towns in self.towns.items() if self.trip[0] in towns)


def sample_handbook(rng: random.Random) -> HandbookWorld:
    """Draw a handbook."""
    director, manager = people(rng, 2)
    issued = day_between(rng, date(2022, 2, 1), date(2024, 3, 1))
    towns = rng.sample(_TOWNS, 15)
    groups = {group: tuple(sorted(towns[k * 5 : k * 5 + 5])) for k, group in enumerate(GROUPS)}
    meals = dict(zip(GROUPS, sorted(rng.sample((44, 48, 52, 56, 64, 68, 72, 76), 3), reverse=True), strict=True))
    old, new = rng.sample((90, 110, 125, 140, 160, 175), 2)
    keys = rng.sample([one for one in EXCUSED if one not in ("snow", "injury")], 2)
    group = rng.choice(GROUPS[:2])
    return HandbookWorld(
        firm=rng.choice(("Brandvold Packaging", "Three Bridges Foods", "Northway Bottling", "Saddler Dry Goods", "Alder & Pike Provisions")),
        trade=rng.choice(("plants and warehouses", "plants and distribution centers")),
        director=director,
        manager=manager,
        issued=issued,
        changed=issued + timedelta(days=rng.randrange(70, 260)),
        threshold=rng.choice((36, 37, 38)),
        premium=rng.choice((1.6, 1.75, 1.8)),
        hours=rng.choice((43, 44, 46, 47)),
        rate=rng.choice((20, 22, 24, 25)),
        excused=(keys[0], "injury", "snow", keys[1]),
        boots=(old, new),
        meals=meals,
        hotel=dict(zip(GROUPS, sorted(rng.sample((118, 126, 134, 148, 159, 172, 185), 3), reverse=True), strict=True)),
        towns=groups,
        trip=(rng.choice(groups[group]), rng.choice((3, 4, 5))),
        notice=rng.choice(((1, 2, 4, 8), (2, 3, 6, 10), (1, 3, 4, 12))),
        pick=rng.randrange(1000),
    )  # fmt: skip
