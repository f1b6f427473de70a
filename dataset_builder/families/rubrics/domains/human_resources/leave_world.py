"""What a leave policy says, with its annex on other employers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import day_between, people

_EMPLOYERS = (
    "Aldous Rail", "Ashgrove Foods", "Bellhaven Hotels", "Benwick Power", "Brightwater Instruments", "Calder & Sons", "Corran Telecom", "Dovetail Homes", "Drayton Ports", "Ellerby Foods",
    "Elmstead Clinics", "Farrow Lane", "Foxley Water", "Garrick Motors", "Garth Insurance", "Hensall Chemicals", "Hollin Software", "Isley Pharma", "Ivybridge Media", "Juniper Row",
    "Kirkham Bank", "Lorne Paper", "Maddox Steel", "Meridew Resins", "Norbury Airports", "Old Quay Assurance", "Palisade Finishes", "Quillon Grocers", "Rushford Freight", "Stannard Minerals",
    "Tallow & Finch", "Thessaly Metals", "Wexcombe Clays", "Yarrow Design",
)  # fmt: skip


@dataclass(frozen=True)
class Employer:
    """An employer of the annex: day of announcement; days for close family, other family, loss of a pregnancy."""

    name: str
    announced: date
    close: int
    other: int
    loss: int


@dataclass(frozen=True)
class LeaveWorld:
    """A policy.

    Attributes:
        firm: whose policy it is.
        start, away: first day of an employee's service and days of unpaid leave that she took.
        gap: unpaid leave of more than this many days in a row does not count as service.
        certificate: by whom is cared for, the day from which a certificate is asked for: parent or partner, household.
        days: of caregiver, parental (weeks) and bereavement leave.
        employers: of the annex, by name.
        moved: name of the employer whose day a footnote changes, and the day that holds.
        asked: employer in the later part of the annex that a question is about.
    """

    firm: str
    owner: str
    approver: str
    issued: date
    employee: str
    start: date
    away: int
    gap: int
    certificate: tuple[int, int]
    days: Mapping[str, int]
    employers: tuple[Employer, ...]
    moved: tuple[str, date]
    asked: str
    pick: int

    @property
    def first(self) -> list[Employer]:
        """Return the employers of the annex in the order of the days on which they announced, as printed."""
        return sorted(self.employers, key=lambda one: one.announced)

    def employer(self, name: str) -> Employer:
        """Return an employer by name."""
        return next(one for one in self.employers if one.name == name)


def sample_leave(rng: random.Random) -> LeaveWorld:
    """Draw a policy."""
    owner, approver, employee = people(rng, 3)
    issued = day_between(rng, date(2024, 1, 8), date(2025, 6, 30))
    names = sorted(rng.sample(_EMPLOYERS, 27))
    days: set[date] = set()
    while len(days) < 27:
        days.add(day_between(rng, date(2016, 2, 1), date(2023, 9, 30)))
    ordered = sorted(days)
    spread = [ordered[0]]
    for day in ordered[1:]:
        spread.append(max(day, spread[-1] + timedelta(days=9)))
    rng.shuffle(spread)
    employers = []
    for name, day in zip(names, spread, strict=True):
        close = rng.choice((5, 7, 10, 12, 15, 20))
        other = rng.choice([one for one in (1, 2, 3, 4, 5) if one < close])
        loss = rng.choice([one for one in (2, 3, 5, 6, 8, 10, 14) if one not in (close, other)])
        employers.append(Employer(name, day, close, other, loss))
    first = sorted(employers, key=lambda one: one.announced)
    moved = rng.choice(first[1:3])
    late = rng.choice(employers[17:25])
    gap = rng.choice((20, 30, 45))
    return LeaveWorld(
        firm=rng.choice(("Harwell & Pryce", "Ostrander Group", "Lindale Services", "Corrigan Motion")),
        owner=owner,
        approver=approver,
        issued=issued,
        employee=employee,
        start=day_between(rng, date(issued.year - 1, 9, 3), date(issued.year - 1, 12, 20)),
        away=gap + rng.randrange(15, 55),
        gap=gap,
        certificate=rng.choice(((3, 1), (4, 2), (5, 2), (4, 1))),
        days={"caregiver": rng.choice((8, 10, 12)), "parental": rng.choice((14, 16, 18)), "bereavement": rng.choice((5, 6, 8)), "annual": rng.choice((22, 23, 25)), "carry": rng.choice((3, 4, 6))},
        employers=tuple(employers),
        moved=(moved.name, first[9].announced + timedelta(days=rng.randrange(3, 8))),
        asked=late.name,
        pick=rng.randrange(1000),
    )  # fmt: skip
