"""Addresses whose parts agree: city, county, state, ZIP code and area code in the US; city, region and code abroad."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from dataset_builder.families.forms.values.tables import load_table

FICTIONAL_CITY_SHARE = 0.35
UNIT_SHARE = 0.3


@dataclass(frozen=True)
class State:
    """A US state, district or territory: ``zip3`` holds the ranges of the first three digits of its ZIP codes."""

    code: str
    name: str
    zip3: tuple[tuple[int, int], ...]
    cities: tuple[tuple[str, str, str, str], ...]

    def holds_zip(self, zip_code: str) -> bool:
        """Return whether a ZIP code lies in this state.

        >>> states()["MN"].holds_zip("55804"), states()["MN"].holds_zip("10001")
        (True, False)
        """
        return any(low <= int(zip_code[:3]) <= high for low, high in self.zip3)


@dataclass(frozen=True)
class Address:
    """One postal address. US addresses have state and ZIP code; foreign ones province and postal code."""

    street: str
    unit: str
    po_box: str
    city: str
    county: str
    state: str
    state_name: str
    zip: str
    zip_extension: str
    province: str
    postal_code: str
    country: str
    area_code: str

    @property
    def foreign(self) -> bool:
        """Return whether the address lies outside the US."""
        return not self.state

    @property
    def city_line(self) -> str:
        """Return the line with city, state and ZIP code, or their foreign counterparts."""
        if self.foreign:
            return f"{self.city}, {self.province} {self.postal_code}"
        return f"{self.city}, {self.state} {self.zip}"

    @property
    def street_line(self) -> str:
        """Return street and unit."""
        return f"{self.street}, {self.unit}" if self.unit else self.street


@cache
def states() -> dict[str, State]:
    """Return the states by their two letters."""
    return {
        code: State(
            code,
            row["name"],
            tuple((low, high) for low, high in row["zip3"]),
            tuple((city, county, prefix, area) for city, county, prefix, area in row["cities"]),
        )
        for code, row in load_table("places")["states"].items()
    }


@cache
def _cities() -> tuple[tuple[State, tuple[str, str, str, str]], ...]:
    return tuple((state, city) for state in states().values() for city in state.cities)


def draw_us_address(rng: random.Random, *, office: bool = False) -> Address:
    """Return a US address: a real city with its county, area code and ZIP prefix, or a made-up town beside it.

    Args:
        rng: the address's own generator.
        office: whether a firm is there, in a suite, or somebody lives there, in an apartment.
    """
    state, (city, county, prefix, area_code) = rng.choice(_cities())
    if rng.random() < FICTIONAL_CITY_SHARE and state.code != "DC":
        towns = load_table("words")["towns"]
        city = rng.choice(towns["first"]) + rng.choice(towns["last"])
    return Address(
        street=draw_street(rng),
        unit=rng.choice((*["Suite" if office else "Apt"] * 3, "Unit")) + f" {_draw_unit(rng)}"
        if rng.random() < UNIT_SHARE
        else "",
        po_box=f"PO Box {rng.randint(12, 9899)}",
        city=city,
        county=county,
        state=state.code,
        state_name=state.name,
        zip=f"{prefix}{rng.randint(1, 98):02d}",
        zip_extension=f"{rng.randint(1001, 9899)}",
        province="",
        postal_code="",
        country="United States",
        area_code=area_code,
    )


def draw_foreign_address(rng: random.Random, country: str = "") -> Address:
    """Return an address abroad, in ``country`` if one is named."""
    table = load_table("places")["countries"]
    country = country or rng.choice(list(table))
    city, province, pattern = rng.choice(table[country]["cities"])
    letters = "ABCEGHJKLMNPRSTVXY"
    code = "".join(str(rng.randint(0, 9)) if sign == "#" else sign for sign in pattern)
    if country == "Canada":
        code = "".join(rng.choice(letters) if sign.isalpha() and place else sign for place, sign in enumerate(code))
    return Address(
        street=_draw_street_abroad(rng, country),
        unit="",
        po_box=f"PO Box {rng.randint(12, 989)}",
        city=city,
        county="",
        state="",
        state_name="",
        zip="",
        zip_extension="",
        province=province,
        postal_code=code,
        country=country,
        area_code=table[country]["calling_code"],
    )


def _draw_street_abroad(rng: random.Random, country: str) -> str:
    """Return a street with its number as they are written in a country."""
    patterns: dict[str, list[str]] = load_table("places")["streets"]
    if country not in patterns:
        return draw_street(rng)
    return rng.choice(patterns[country]).replace("#", str(rng.randint(3, 248)))


def draw_street(rng: random.Random) -> str:
    """Return a house number and street."""
    words = load_table("words")
    number = rng.choice((rng.randint(11, 989), rng.randint(1000, 9899), rng.randint(10000, 28999)))
    way = rng.choice(words["street_types"])
    heading = rng.choice(("", "", "", "", "N ", "S ", "E ", "W "))
    if rng.random() < 0.15:
        street = rng.randint(3, 98)
        ending = "th" if 10 <= street % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(street % 10, "th")
        return f"{number} {heading}{street}{ending} {rng.choice(('Street', 'Avenue'))}"
    name = rng.choice([name for name in words["street_names"] if not heading or not name.startswith("North")])
    return f"{number} {heading}{name} {way}"


def shorten_street(street: str) -> str:
    """Return a street with its usual postal abbreviation.

    >>> shorten_street("1418 N Alder Court")
    '1418 N Alder Ct'
    """
    short = {
        "Street": "St",
        "Avenue": "Ave",
        "Road": "Rd",
        "Drive": "Dr",
        "Lane": "Ln",
        "Court": "Ct",
        "Place": "Pl",
        "Boulevard": "Blvd",
        "Terrace": "Ter",
        "Circle": "Cir",
    }
    head, _, last = street.rpartition(" ")
    return f"{head} {short.get(last, last)}"


def _draw_unit(rng: random.Random) -> str:
    number = rng.choice((rng.randint(1, 48), rng.randint(101, 899)))
    return f"{number}{rng.choice('ABCD')}" if number < 30 and rng.random() < 0.4 else str(number)
