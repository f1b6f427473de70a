"""What a loss run says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

LINES = {"AL": "Automobile liability", "GL": "General liability", "WC": "Workers' compensation", "PR": "Property"}


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
class LossWorld:
    """A loss run.

    Attributes:
        marked: number of the claim that bears the stamp.
        development: by line, points of age in months and index.
        cap: dollars to which a claim is limited for rating.
        pick: varies what is asked.
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

    def of(self, line: str, year: int) -> list[Claim]:
        """Return the claims of a line and policy year, in order."""
        return [one for one in self.claims if (one.line, one.year) == (line, year)]
