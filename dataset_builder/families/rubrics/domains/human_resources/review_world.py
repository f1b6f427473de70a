"""What a department's people review says: posts, pay against ranges, proposals; pay in thousands of dollars."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from dataset_builder.families.rubrics.bank import day_between, people

_DEPARTMENTS = (
    ("Finance operations", ("Payables", "Payroll", "Receivables")),
    ("Customer service", ("Inbound", "Field support", "Accounts desk")),
    ("Plant engineering", ("Utilities", "Controls", "Projects")),
    ("Information systems", ("Service desk", "Networks", "Applications")),
)
GRADES = (6, 7, 8, 9, 10)


@dataclass(frozen=True)
class Employee:
    """An employee: grade, pay, team (place of its lead), years in grade, rating, proposed increase in percent."""

    name: str
    grade: int
    pay: float
    team: int
    years: int
    rating: str
    rise: float


@dataclass(frozen=True)
class ReviewWorld:
    """A review.

    Attributes:
        leads: names of the leads by team; that of the vacant team is "".
        acting: place of the lead who acts for the vacant team, 0 or 2.
        ranges: lowest and highest pay by grade.
        below: name of the one employee under the range of the grade.
        hidden: name of the employee whose proposed increase is blacked out.
    """

    department: str
    teams: tuple[str, str, str]
    head: str
    leads: tuple[str, str, str]
    acting: int
    day: date
    ranges: Mapping[int, tuple[float, float]]
    staff: tuple[Employee, ...]
    below: str
    hidden: str
    budget: float
    pick: int

    def member(self, name: str) -> Employee:
        """Return an employee by name."""
        return next(one for one in self.staff if one.name == name)


def sample_review(rng: random.Random) -> ReviewWorld:
    """Draw a review."""
    department, teams = rng.choice(_DEPARTMENTS)
    names = people(rng, 12)
    low = float(rng.randrange(44, 52))
    ranges = {}
    for grade in GRADES:
        ranges[grade] = (round(low), round(low * 1.42))
        low *= 1.15
    grades = [6, 6, 7, 7, 8, 8, 9, 10]
    under = rng.choice((2, 3, 4, 5))
    staff = []
    risen = sorted(rng.sample([20, 22, 24, 26, 28, 31, 33, 36, 39, 42], 8))
    ratings = [rng.choice(("Meets", "Meets", "Exceeds", "Partly")) for _ in grades]
    places = sorted(range(8), key=lambda k: ("Partly", "Meets", "Exceeds").index(ratings[k]) + rng.uniform(0, 1.2))
    for k, grade in enumerate(grades):
        least, most = ranges[grade]
        share = rng.uniform(0.12, 0.4) if k % 2 else rng.uniform(0.55, 0.92)
        pay = least - rng.randrange(3, 6) if k == under else round(least + share * (most - least))
        staff.append(
            Employee(
                names[k],
                grade,
                float(pay),
                (0, 0, 1, 1, 1, 2, 2, 2)[k],
                rng.randrange(1, 9),
                ratings[k],
                risen[places.index(k)] / 10,
            )
        )
    rng.shuffle(staff)
    below = names[under]
    return ReviewWorld(
        department=department,
        teams=teams,
        head=names[8],
        leads=(names[9], "", names[10]),
        acting=rng.choice((0, 2)),
        day=day_between(rng, date(2024, 9, 2), date(2025, 11, 20)),
        ranges=ranges,
        staff=tuple(staff),
        below=below,
        hidden=rng.choice([one for one in names[:8] if one != below]),
        budget=rng.choice((2.8, 3.0, 3.2, 3.4)),
        pick=rng.randrange(1000),
    )  # fmt: skip
