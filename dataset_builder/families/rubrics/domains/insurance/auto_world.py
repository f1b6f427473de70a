"""What an auto policy says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Vehicle:
    """A vehicle: deductibles and premiums in dollars."""

    number: int
    name: str
    body: str
    collision: int
    comprehensive: int
    premiums: Mapping[str, int]

    @property
    def short(self) -> str:
        """Return what people call it: make and model without the year."""
        return self.name.partition(" ")[2]


@dataclass(frozen=True)
class AutoWorld:
    """A policy.

    Attributes:
        changed: day from which the Part C limits are ``um_new``, before it ``um_old``, dollars a person.
        loss: a day after that.
        rental: dollars a day and at most.
        fee: dollars a vehicle.
        use: which exclusion a question is about.
        school_age: below it, a student away from home is a family member.
        early: days during which the policy is new; ``notice`` holds the days of notice then and later.
        numbers: of forms.
        blank: place of the vehicle of which the Medical Payments premium is not printed.
    """

    insurer: str
    policy: str
    insured: str
    spouse: str
    driver: str
    signer: str
    address: str
    start: date
    changed: date
    loss: date
    vehicles: tuple[Vehicle, ...]
    medical: int
    um_old: int
    um_new: int
    liability: tuple[int, int]
    property_damage: int
    rental: tuple[int, int]
    fee: int
    use: str
    school_age: int
    early: int
    notice: tuple[int, int]
    numbers: tuple[int, ...]
    blank: int

    @property
    def end(self) -> date:
        """Return the last day of the period."""
        return (
            self.start.replace(year=self.start.year + 1)
            if (self.start.month, self.start.day) != (2, 29)
            else date(self.start.year + 1, 3, 1)
        )

    @property
    def blank_vehicle(self) -> int:
        """Return the number of the vehicle of which a premium is not printed."""
        return self.blank + 1
