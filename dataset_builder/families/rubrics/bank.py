"""Invented people, firms and places, and figures as documents print them."""

from __future__ import annotations

import random
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
_STATES = ("OH", "PA", "IN", "WI", "MN", "MO", "VA", "NC", "KY", "CO")


def person(rng: random.Random) -> str:
    """Return a person's name."""
    return f"{rng.choice(_FIRST)} {rng.choice(_LAST)}"


def people(rng: random.Random, count: int) -> list[str]:
    """Return people who share neither first nor last name."""
    return [f"{a} {b}" for a, b in zip(rng.sample(_FIRST, count), rng.sample(_LAST, count), strict=True)]


def last_names(rng: random.Random, count: int) -> list[str]:
    """Return different last names."""
    return rng.sample(_LAST, count)


def town(rng: random.Random) -> str:
    """Return a town."""
    return rng.choice(_TOWNS)


def address(rng: random.Random) -> str:
    """Return a street address with town, state and postal code."""
    street = f"{rng.randrange(12, 1980)} {rng.choice(_STREETS)}"
    return f"{street}, {rng.choice(_TOWNS)}, {rng.choice(_STATES)} {rng.randrange(20000, 69999)}"


def day_between(rng: random.Random, first: date, last: date) -> date:
    """Return a day from the first to the last."""
    return first + timedelta(days=rng.randrange((last - first).days + 1))


def long_day(day: date) -> str:
    """Return a day as ``March 5, 2025``."""
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def short_day(day: date) -> str:
    """Return a day as ``03/05/2025``."""
    return f"{day.month:02d}/{day.day:02d}/{day.year}"


def money(amount: float, cents: bool = False) -> str:
    """Return an amount of dollars as ``$1,250`` or ``$1,250.00``."""
    return f"${amount:,.2f}" if cents else f"${amount:,.0f}"
