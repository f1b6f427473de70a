"""Units as people write them, and how much of one another they are."""

from __future__ import annotations

import re
from fractions import Fraction

_NAMES: dict[str, tuple[str, ...]] = {
    "mg": ("mg", "milligram", "milligrams", "mgs"),
    "g": ("g", "gram", "grams"),
    "mcg": ("mcg", "μg", "ug", "microgram", "micrograms"),
    "kg": ("kg", "kilogram", "kilograms", "kgs", "kilo", "kilos"),
    "lb": ("lb", "lbs", "pound", "pounds"),
    "t": ("t", "tonne", "tonnes", "metric ton", "metric tons"),
    "ng": ("ng", "nanogram", "nanograms"),
    "ml": ("ml", "milliliter", "milliliters", "millilitre", "millilitres", "cc"),
    "l": ("l", "liter", "liters", "litre", "litres"),
    "mm": ("mm", "millimeter", "millimeters", "millimetre", "millimetres"),
    "cm": ("cm", "centimeter", "centimeters", "centimetre", "centimetres"),
    "m": ("m", "meter", "meters", "metre", "metres"),
    "km": ("km", "kilometer", "kilometers", "kilometre", "kilometres"),
    "in": ("in", "inch", "inches", '"'),
    "ft": ("ft", "foot", "feet"),
    "mi": ("mi", "mile", "miles"),
    "sq ft": ("sq ft", "sq. ft", "square feet", "square foot", "sf", "ft2", "ft²"),
    "m2": ("m2", "m²", "sq m", "square meters", "square metres", "square meter", "square metre"),
    "s": ("s", "sec", "secs", "second", "seconds"),
    "min": ("min", "mins", "minute", "minutes"),
    "h": ("h", "hr", "hrs", "hour", "hours"),
    "day": ("day", "days", "d", "calendar days", "calendar day"),
    "business day": ("business day", "business days", "working day", "working days"),
    "week": ("week", "weeks", "wk", "wks"),
    "month": ("month", "months", "mo", "mos"),
    "year": ("year", "years", "yr", "yrs"),
    "%": ("%", "percent", "per cent", "pct", "percentage points", "percentage point", "pp"),
    "na": ("na", "nanoamp", "nanoamps", "nanoampere", "nanoamperes"),
    "μa": ("μa", "ua", "microamp", "microamps", "microampere", "microamperes"),
    "ma": ("ma", "milliamp", "milliamps", "milliampere", "milliamperes"),
    "a": ("a", "amp", "amps", "ampere", "amperes"),
    "μv": ("μv", "uv", "microvolt", "microvolts"),
    "mv": ("mv", "millivolt", "millivolts"),
    "v": ("v", "volt", "volts"),
    "kv": ("kv", "kilovolt", "kilovolts"),
    "mw": ("mw", "milliwatt", "milliwatts"),
    "w": ("w", "watt", "watts"),
    "kw": ("kw", "kilowatt", "kilowatts"),
    "hz": ("hz", "hertz"),
    "khz": ("khz", "kilohertz"),
    "mhz": ("mhz", "megahertz"),
    "°c": ("°c", "c", "celsius", "degrees celsius", "degrees c", "deg c"),
    "°f": ("°f", "f", "fahrenheit", "degrees fahrenheit", "degrees f", "deg f"),
    "°": ("°", "degree", "degrees", "deg"),
    "dose": ("dose", "doses"),
    "tablet": ("tablet", "tablets", "tab", "tabs"),
    "usd": ("usd", "dollar", "dollars", "us dollars", "bucks", "buck", "$"),
    "eur": ("eur", "euro", "euros", "€"),
    "gbp": ("gbp", "pound sterling", "pounds sterling", "£"),
}
_BY_NAME = {name: unit for unit, names in _NAMES.items() for name in names}

_SIZES: dict[str, tuple[str, Fraction]] = {
    **{"mcg": ("mass", Fraction(1)), "mg": ("mass", Fraction(1000)), "g": ("mass", Fraction(10**6))},
    **{"kg": ("mass", Fraction(10**9)), "t": ("mass", Fraction(10**12)), "lb": ("mass", Fraction("453592370"))},
    **{"ng": ("mass", Fraction(1, 1000))},
    **{"ml": ("volume", Fraction(1)), "l": ("volume", Fraction(1000))},
    **{"mm": ("length", Fraction(1)), "cm": ("length", Fraction(10)), "m": ("length", Fraction(1000))},
    **{"km": ("length", Fraction(10**6)), "in": ("length", Fraction("25.4")), "ft": ("length", Fraction("304.8"))},
    **{"mi": ("length", Fraction("1609344"))},
    **{"s": ("time", Fraction(1)), "min": ("time", Fraction(60)), "h": ("time", Fraction(3600))},
    **{"day": ("time", Fraction(86400)), "week": ("time", Fraction(604800))},
    **{"month": ("months", Fraction(1)), "year": ("months", Fraction(12))},
    **{"na": ("current", Fraction(1, 10**6)), "μa": ("current", Fraction(1, 1000))},
    **{"ma": ("current", Fraction(1)), "a": ("current", Fraction(1000))},
    **{
        "μv": ("voltage", Fraction(1, 1000)),
        "mv": ("voltage", Fraction(1)),
        "v": ("voltage", Fraction(1000)),
        "kv": ("voltage", Fraction(10**6)),
    },
    **{"mw": ("power", Fraction(1)), "w": ("power", Fraction(1000)), "kw": ("power", Fraction(10**6))},
    **{"hz": ("frequency", Fraction(1)), "khz": ("frequency", Fraction(1000)), "mhz": ("frequency", Fraction(10**6))},
    **{"sq ft": ("area", Fraction("0.09290304")), "m2": ("area", Fraction(1))},
}

_WORDS = "|".join(re.escape(name) for name in sorted(_BY_NAME, key=len, reverse=True))
_ONE = rf"(?:{_WORDS})(?![a-z0-9²])\.?"
UNIT = re.compile(
    rf"[ -]?(?P<first>{_ONE})(?P<more>(?: ?/ ?| per | a | each )(?:{_ONE})(?:(?: ?/ ?| per )(?:{_ONE}))?)?"
)
"""What may stand behind a number: a unit, and what it is counted by (``mg/kg/day``, ``mg per kg``)."""


def unit_name(text: str) -> str:
    """Return the plain name of a unit, itself where it is unknown.

    >>> unit_name("Milligrams"), unit_name("mg per kg"), unit_name("pounds a square foot"), unit_name("plants")
    ('mg', 'mg/kg', 'lb/sq ft', 'plant')
    """
    parts = re.split(r" ?/ ?| per | each | a ", text.casefold().strip().rstrip("."))
    return "/".join(_single(part) for part in parts)


def _single(part: str) -> str:
    part = part.strip().rstrip(".")
    if part in _BY_NAME:
        return _BY_NAME[part]
    return part[:-1] if len(part) > 3 and part.endswith("s") and not part.endswith("ss") else part


def factor(unit: str, wanted: str) -> Fraction | None:
    """Return how many of the wanted unit one of a unit is, None where they measure different things.

    What a unit is counted by may be left out ("5 mg" for "5 mg/kg" is not the same; "mg" for a wanted "mg" is).

    >>> factor("g", "mg"), factor("week", "day"), factor("mg", "ml"), factor("mcg/l", "ng/ml")
    (Fraction(1000, 1), Fraction(7, 1), None, Fraction(1, 1))
    """
    if unit == wanted:
        return Fraction(1)
    own, *own_by = unit.split("/")
    its, *its_by = wanted.split("/")
    if own_by and its_by and own_by != its_by:
        counted = factor(own_by[0], its_by[0]) if len(own_by) == len(its_by) == 1 else None
        first = factor(own, its) if counted else None
        return first / counted if first and counted else None
    if not own_by and its_by and len(its_by) > 1:
        return None
    if own == its or (own == "°" and its in ("°c", "°f")):  # "3.8 degrees" of a page in degrees Celsius
        return Fraction(1)
    if own not in _SIZES or its not in _SIZES or _SIZES[own][0] != _SIZES[its][0]:
        return None
    return _SIZES[own][1] / _SIZES[its][1]
