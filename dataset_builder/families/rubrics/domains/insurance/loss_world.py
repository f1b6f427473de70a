"""What a loss run says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

LINES = {"AL": "Automobile liability", "GL": "General liability", "WC": "Workers' compensation", "PR": "Property"}
FURTHER = {"PD": "Automobile physical damage", "MC": "Motor truck cargo", "EB": "Equipment breakdown and spoilage"}
"""Lines of long loss runs, of which nothing is asked."""


@dataclass(frozen=True)
class Claim:
    """A claim; amounts in dollars."""

    number: str
    line: str
    year: int
    lost: date
    reported: date
    claimant: str
    cause: str
    status: str
    paid: int
    expense: int
    reserve: int
    recovered: int

    @property
    def incurred(self) -> int:
        """Return paid loss and expense and reserve less recoveries."""
        return self.paid + self.expense + self.reserve - self.recovered


@dataclass(frozen=True)
class Vehicle:
    """A vehicle: unit, model year, make, body, number of the location that garages it, radius in miles, stated value."""

    unit: str
    year: int
    make: str
    body: str
    garage: int
    radius: int
    stated: int


@dataclass(frozen=True)
class Location:
    """A location: address, area in square feet, its place in ``LOCATIONS``, day of the engineer's visit."""

    address: str
    area: int
    kind: int
    visited: date


@dataclass(frozen=True)
class Payment:
    """What was paid on a claim, or came back (less than nothing): day, claim, payee, what for, dollars, check."""

    day: date
    claim: str
    payee: str
    purpose: str
    amount: int
    check: int


@dataclass(frozen=True)
class Annex:
    """What a long loss run holds besides.

    Attributes:
        claims: of ``FURTHER`` lines; ``units`` and ``towns`` tell where each struck, by its number.
        told: numbers of the claims whose notes are printed.
        advice: places in ``ADVICE``, each with location, day and state.
        policies: by line and year, number of the policy, and dollars of its deductible.
    """

    claims: tuple[Claim, ...]
    units: Mapping[str, str]
    towns: Mapping[str, str]
    payments: tuple[Payment, ...]
    told: tuple[str, ...]
    vehicles: tuple[Vehicle, ...]
    locations: tuple[Location, ...]
    advice: tuple[tuple[int, int, date, str], ...]
    policies: tuple[tuple[str, int, str, int], ...]
    adjusters: tuple[str, ...]


@dataclass(frozen=True)
class LossWorld:
    """A loss run.

    Attributes:
        marked: number of the claim that bears the stamp.
        development: by line, points of age in months and index.
        cap: dollars to which a claim is limited for rating.
        pick: varies what is asked.
        more: what a long loss run holds besides.
    """

    carrier: str
    firm: str
    address: str
    office: str
    account: str
    valued: date
    years: tuple[int, ...]
    claims: tuple[Claim, ...]
    marked: str
    development: Mapping[str, tuple[tuple[float, float], ...]]
    cap: int
    pick: int
    more: Annex | None = None

    def of(self, line: str, year: int) -> list[Claim]:
        """Return the claims of a line and policy year, in order."""
        return [one for one in self.claims if (one.line, one.year) == (line, year)]
