"""Invented people, firms and places, and figures as documents print them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from dataset_builder.moments import MONTHS

_FIRST = [
    "Marta",
    "Devon",
    "Ilse",
    "Priya",
    "Oren",
    "Calla",
    "Tobias",
    "Renata",
    "Hugh",
    "Simone",
    "Arjun",
    "Delphine",
    "Wendell",
    "Noor",
    "Bettina",
    "Lucian",
    "Odile",
    "Graham",
    "Yesenia",
    "Pavel",
    "Corinne",
    "Malik",
    "Ingrid",
    "Theo",
    "Rosalind",
    "Emeka",
    "Juno",
    "Darius",
    "Anneke",
    "Felix",
    "Imogen",
    "Rafael",
    "Thea",
    "Quentin",
    "Leocadia",
]
_LAST = [
    "Okafor",
    "Lindqvist",
    "Barrow",
    "Castellan",
    "Whitlock",
    "Nakagawa",
    "Feeney",
    "Dragomir",
    "Pell",
    "Ashworth",
    "Villanueva",
    "Thornbury",
    "Kessler",
    "Adeyemi",
    "Marchetti",
    "Holloway",
    "Szabo",
    "Quimby",
    "Redfern",
    "Larkspur",
    "Tran",
    "Oyelaran",
    "Brandvold",
    "Escobedo",
    "Haverty",
    "Mistry",
    "Colquhoun",
    "Varga",
    "Stroud",
]
_TOWNS = [
    "Alder Falls",
    "Brookmere",
    "Cass Harbor",
    "Dunmore Heights",
    "East Tarrow",
    "Fallon Creek",
    "Greywater",
    "Hollis Junction",
    "Ivy Grove",
    "Kettle Point",
    "Larkhaven",
    "Millrace",
    "North Bexley",
    "Orchard Bend",
    "Pinecrest",
    "Quarry Hill",
    "Rushford",
    "Saddler's Ford",
]
_STREETS = [
    "Tannery Lane",
    "Old Mill Road",
    "Copperfield Avenue",
    "Juniper Court",
    "Wharf Street",
    "Chapel Hill Drive",
    "Beacon Terrace",
    "Foundry Street",
    "Meadowlark Way",
    "Priory Road",
    "Hawthorn Crescent",
    "Ferry Street",
    "Canal Row",
    "Observatory Drive",
]
_POSTAL = {
    "OH": (430, 458), "PA": (150, 196), "IN": (460, 479), "WI": (530, 549), "MN": (550, 567),
    "MO": (630, 658), "VA": (220, 246), "NC": (270, 289), "KY": (400, 427), "CO": (800, 816),
}  # fmt: skip
"""First three digits of postal codes by state, from the least to the greatest (of USPS publication L002)."""
_STATES = tuple(_POSTAL)
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Numbers as words, from zero on."""
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    "twelfth",
)
"""Places as words, from the first on."""


def person(rng: random.Random) -> str:
    """Return a person's name."""
    return f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"


def people(rng: random.Random, count: int) -> list[str]:
    """Return people who share neither first nor last name."""
    return [f"{a} {b}" for a, b in zip(rng.sample(_FIRST, count), rng.sample(_LAST, count), strict=True)]


def initials(name: str) -> str:
    """Return the first letters of a person's names."""
    return "".join(part[0] for part in name.split())


def last_names(rng: random.Random, count: int) -> list[str]:
    """Return different last names."""
    return rng.sample(_LAST, count)


def town(rng: random.Random) -> str:
    """Return a town."""
    return rng.choice(_TOWNS)


def address(rng: random.Random) -> str:
    """Return a street address with town, state and postal code; a town lies in one state, and the code is of it."""
    street = f"{rng.randrange(12, 1980)} {rng.choice(_STREETS)}"
    place = rng.randrange(len(_TOWNS))
    state = _STATES[place % len(_STATES)]
    low, high = _POSTAL[state]
    return f"{street}, {_TOWNS[place]}, {state} {rng.randrange(low, high + 1)}{rng.randrange(1, 100):02d}"


def day_between(rng: random.Random, first: date, last: date) -> date:
    """Return a day from the first to the last."""
    return first + timedelta(days=rng.randrange((last - first).days + 1))


def workday(day: date) -> date:
    """Return the first day from one on that is neither of a weekend nor a holiday on which offices are shut.

    >>> workday(date(2025, 8, 31)), workday(date(2024, 12, 25))
    (datetime.date(2025, 9, 2), datetime.date(2024, 12, 26))
    """
    while (
        day.weekday() > 4
        or (day.month, day.day) in ((1, 1), (7, 4), (12, 24), (12, 25), (12, 31))
        or (day.month == 9 and day.weekday() == 0 and day.day < 8)  # Labor Day
        or (day.month == 5 and day.weekday() == 0 and day.day > 24)  # Memorial Day
        or (day.month == 11 and day.weekday() == 3 and 22 <= day.day <= 28)  # Thanksgiving
    ):
        day += timedelta(days=1)
    return day


def long_day(day: date) -> str:
    """Return a day as ``March 5, 2025``."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def day_first(day: date) -> str:
    """Return a day as ``5 March 2025``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def short_day(day: date) -> str:
    """Return a day as ``03/05/2025``."""
    return f"{day.month:02d}/{day.day:02d}/{day.year}"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: ``Alder, Birch and Cedar``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def money(amount: float, cents: bool = False) -> str:
    """Return an amount of dollars as ``$1,250`` or ``$1,250.00``."""
    return f"${amount:,.2f}" if cents else f"${amount:,.0f}"
