"""Values as they stand in running text: numbers with units, years, dates and times, each with its span and readings."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from metrics.fact_text import Span, stem

# fmt: off
_UNITS: dict[str, tuple[str, str]] = {
    "%": ("share", "% percent per-cent pct percentage percentage-point percentage-points percent-point pp ppt ppts"),
    "bp": ("share", "bp bps basis-point basis-points"),
    "USD": ("money", "$ us$ usd dollar dollars us-dollar us-dollars u.s.-dollars buck bucks"),
    "EUR": ("money", "€ eur euro euros"),
    "GBP": ("money", "£ gbp pound-sterling pounds-sterling sterling"),
    "JPY": ("money", "¥ jpy yen"),
    "CNY": ("money", "cny rmb yuan renminbi"),
    "INR": ("money", "₹ inr rupee rupees"),
    "CHF": ("money", "chf franc francs swiss-francs"),
    "CAD": ("money", "cad c$ canadian-dollars"),
    "AUD": ("money", "aud a$ australian-dollars"),
    "NZD": ("money", "nzd nz$ new-zealand-dollars"),
    "HKD": ("money", "hkd hk$"),
    "SGD": ("money", "sgd s$"),
    "SEK": ("money", "sek kronor"),
    "NOK": ("money", "nok"),
    "DKK": ("money", "dkk"),
    "PLN": ("money", "pln zloty zlotys"),
    "ZAR": ("money", "zar rand"),
    "BRL": ("money", "brl r$ reais"),
    "cent": ("money", "cent cents ¢"),
    "times": ("factor", "times x × fold"),
    "mm": ("length", "mm millimetre millimetres millimeter millimeters"),
    "cm": ("length", "cm centimetre centimetres centimeter centimeters"),
    "m": ("length", "m metre metres meter meters"),
    "km": ("length", "km kilometre kilometres kilometer kilometers kms"),
    "mile": ("length", "mi mile miles"),
    "foot": ("length", "ft foot feet"),
    "inch": ("length", "inch inches"),
    "yard": ("length", "yd yard yards"),
    "mg": ("mass", "mg milligram milligrams"),
    "g": ("mass", "g gram grams gramme grammes"),
    "kg": ("mass", "kg kilo kilos kilogram kilograms kgs"),
    "t": ("mass", "t tonne tonnes metric-ton metric-tons mt"),
    "ton": ("mass", "ton tons short-ton short-tons"),
    "pound": ("mass", "lb lbs pound pounds"),
    "ounce": ("mass", "oz ounce ounces"),
    "ms": ("duration", "ms millisecond milliseconds"),
    "s": ("duration", "s sec secs second seconds"),
    "min": ("duration", "min mins minute minutes"),
    "h": ("duration", "h hr hrs hour hours"),
    "day": ("duration", "day days"),
    "week": ("duration", "week weeks wk wks"),
    "month": ("duration", "month months"),
    "year": ("duration", "year years yr yrs"),
    "kJ": ("energy", "kj kilojoule kilojoules"),
    "MJ": ("energy", "mj megajoule megajoules"),
    "GJ": ("energy", "gj gigajoule gigajoules"),
    "kWh": ("energy", "kwh kilowatt-hour kilowatt-hours"),
    "MWh": ("energy", "mwh megawatt-hour megawatt-hours"),
    "GWh": ("energy", "gwh gigawatt-hour gigawatt-hours"),
    "TWh": ("energy", "twh terawatt-hour terawatt-hours"),
    "W": ("power", "w watt watts"),
    "kW": ("power", "kw kilowatt kilowatts"),
    "MW": ("power", "mw megawatt megawatts"),
    "GW": ("power", "gw gigawatt gigawatts"),
    "m2": ("area", "m2 sqm square-metre square-metres square-meter square-meters"),
    "km2": ("area", "km2 square-kilometre square-kilometres square-kilometer square-kilometers"),
    "sqft": ("area", "sqft square-foot square-feet"),
    "ha": ("area", "ha hectare hectares"),
    "acre": ("area", "acre acres"),
    "ml": ("volume", "ml millilitre millilitres milliliter milliliters"),
    "l": ("volume", "l litre litres liter liters"),
    "m3": ("volume", "m3 cubic-metre cubic-metres cubic-meter cubic-meters"),
    "gallon": ("volume", "gal gallon gallons"),
    "barrel": ("volume", "bbl bbls barrel barrels"),
    "°C": ("temperature", "°c celsius degrees-celsius degree-celsius"),
    "°F": ("temperature", "°f fahrenheit degrees-fahrenheit degree-fahrenheit"),
    "km/h": ("speed", "km/h kph kmh kilometres-per-hour kilometers-per-hour"),
    "mph": ("speed", "mph miles-per-hour"),
    "KB": ("data", "kb kilobyte kilobytes"),
    "MB": ("data", "mb megabyte megabytes"),
    "GB": ("data", "gb gigabyte gigabytes"),
    "TB": ("data", "tb terabyte terabytes"),
    "kbps": ("data rate", "kbps kbit/s kb/s kilobits-per-second"),
    "Mbps": ("data rate", "mbps mbit/s mb/s megabits-per-second"),
    "Gbps": ("data rate", "gbps gbit/s gb/s gigabits-per-second"),
    "kB/s": ("data rate", "kilobytes-per-second"),
    "MB/s": ("data rate", "megabytes-per-second"),
    "GB/s": ("data rate", "gigabytes-per-second"),
}
_SCALES: dict[str, float] = {
    "hundred": 1e2, "thousand": 1e3, "thousands": 1e3, "k": 1e3, "million": 1e6, "millions": 1e6, "mn": 1e6,
    "mio": 1e6, "mln": 1e6, "m": 1e6, "mm": 1e6, "billion": 1e9, "billions": 1e9, "bn": 1e9, "b": 1e9, "trillion": 1e12,
    "trillions": 1e12, "tn": 1e12, "t": 1e12, "lakh": 1e5, "crore": 1e7, "dozen": 12.0,
}
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
         "ninety": 90}
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")
# fmt: on
COUNT_STEMS = frozenset(stem(word) for word in _ONES)

_BYTES = re.compile(r"([kKMG])B(?:/s|ps)")
_CODES = "|".join(unit for unit, (dimension, _) in _UNITS.items() if dimension == "money" and unit.isupper())
_SPELLINGS = {spelling: unit for unit, (_, words) in _UNITS.items() for spelling in words.split()}
DIMENSIONS = {unit: dimension for unit, (dimension, _) in _UNITS.items()}
"""What kind of quantity a known unit measures."""


@dataclass(frozen=True)
class Reading:
    """One way to read a number: its amount as written, the scale word's factor, and the unit (None: bare)."""

    number: float
    scale: float = 1.0
    unit: str | None = None


@dataclass(frozen=True)
class Value:
    """A value in a text.

    Attributes:
        span: where it stands, with sign, currency and unit.
        kind: ``number``, ``ordinal``, ``date`` or ``time``.
        readings: of a number, the possible ones, likeliest first.
        shown: of a number, its digits as written ("1,200" has "1200"), for rounding.
        year_like: a plain integer of four digits that may be a year.
        bracketed: it stands alone in parentheses, as accounting writes minus.
        worded: written in letters; small such words often are no values.
        fraction: "half", "a third": a share, given as per cent.
        parts: of a date (year, month, day) readings with None for what is not given; of a time (hour, minute).
        counted: the noun that follows the number directly, as a stem, if it is no unit.
    """

    span: Span
    kind: str
    readings: tuple[Reading, ...] = ()
    shown: str = ""
    year_like: bool = False
    bracketed: bool = False
    worded: bool = False
    fraction: bool = False
    parts: tuple[tuple[int | None, ...], ...] = ()
    counted: str = ""


_COMPOUND = re.compile(r"(?P<top>[^/]+?)(?:\s*/\s*|\s+per\s+)(?!cent\b)(?P<under>[^/]+)")


def dimension_of(unit: str | None) -> str | None:
    """Return what kind of quantity a unit measures ("mass/area" for t/ha), or None where that is not known."""
    if unit and "/" in unit and unit not in DIMENSIONS:
        parts = [DIMENSIONS.get(part, part) for part in unit.split("/")]
        return "/".join(parts)
    return DIMENSIONS.get(unit or "")


def parse_unit(text: str | None) -> tuple[float, str | None]:
    """Return the scale and the unit that a unit's text names; an unknown unit is its own stem.

    >>> parse_unit("million USD"), parse_unit("percentage points"), parse_unit("index points"), parse_unit(None)
    ((1000000.0, 'USD'), (1.0, '%'), (1.0, 'index point'), (1.0, None))
    """
    if not text:
        return 1.0, None
    lowered = text.casefold().strip()
    if size := _BYTES.fullmatch(text.strip()):
        return 1.0, f"{'k' if size[1] in 'kK' else size[1]}B/s"
    if (known := _SPELLINGS.get(lowered.replace(" ", "-"))) is not None:
        return 1.0, known
    if compound := _COMPOUND.fullmatch(lowered):
        scale, top = parse_unit(compound["top"])
        return scale, f"{top}/{parse_unit(compound['under'])[1]}"
    scale = 1.0
    rest: list[str] = []
    for word in re.findall(r"[$€£¥₹%]|[^\s$€£¥₹%]+", lowered):
        factor = _SCALES.get(word)
        if factor is not None and len(word) > 1 and word != "mm":
            scale *= factor
        else:
            rest.append(word)
    joined = "-".join(rest)
    for known_text in (joined, *rest):
        if known_text in _SPELLINGS:
            return scale, _SPELLINGS[known_text]
    return scale, " ".join(stem(word) for word in rest) or None


_LETTERS = r"[^\W\d_]"
_SKIPPED_BEFORE = re.compile(
    r"(?:\b(?:figures?|figs?\.?|charts?|tables?|pages?|pp?\.|sections?|sec\.|steps?|notes?|footnotes?|"
    r"exhibits?|appendix|"
    r"panels?|slides?|questions?|items?|no\.|chapters?|phase|version|level|tier|ranked|rank|ranks|top|group|row|column|"
    r"line|part|bar|developers?|stores?|regions?|models?|articles?|clauses?|annex|grade|zone|district|patient|"
    r"sample|trial|"
    r"flight|scenario|option|stage|round|cluster|site|batch|task|case|type|week|day|route|room|floor|"
    r"building)\s*|#\s?|\b(?:per|every)\s+)$",
    re.IGNORECASE,
)
_DIGITS = re.compile(
    rf"(?P<currency>(?:\b(?:US|C|A|NZ|HK|S|R)\$|[$€£¥₹]|\b(?:{_CODES})\b)\s?)?"
    r"(?P<sign>(?<![\w)])[-+])?(?P<inner>[$€£¥₹]\s?)?"
    r"(?<![\w.])(?<![^\W\d]-)(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}|"
    r"\d+,\d{1,2}(?![\d,])|\d+(?:\.\d+)?"
    r"|\.\d+)(?![\d]*(?:st|nd|rd|th)\b)(?P<exponent>[eE][+-]?\d+)?"
)
_SCALE_AFTER = re.compile(
    r"(?P<gap>\s?-?)(?P<scale>thousands?|millions?|billions?|trillions?|hundred|lakh|crore|dozen|mn|mio|"
    r"mln|bn|tn|mm|[kKmMbBtT])(?![\w/])"
)
_UNIT_WORD = re.compile(r"°\s?[CF]\b|[%¢$€£¥₹°×]|u\.s\.|[^\W\d_]+(?:/[^\W\d_]+)?[23]?", re.IGNORECASE)
_COMPOUND_AFTER = re.compile(
    r"[\s-]?(?:[$€£¥]|[^\W\d_]+)(?:/|\s+per\s+)[^\W\d_]+[23]?(?:[-\s](?:kilo)?met(?:er|re)s?)?"
)
_SMALL_WORDS = "|".join((*_ONES, *_TENS))
_LARGE_WORDS = "hundred|thousand|million|billion|trillion|dozen"
_SPELLED = re.compile(
    rf"\b(?:(?P<half>half\s+an?\s+(?:{_LARGE_WORDS}))|(?:{_SMALL_WORDS}|an?\s+(?:{_LARGE_WORDS}))"
    rf"(?:(?:\s|-)+(?:and\s+)?(?:{_SMALL_WORDS}|{_LARGE_WORDS}|point|a\s+half|a\s+quarter))*)\b(?!-)",
    re.IGNORECASE,
)
_FRACTIONS = re.compile(
    r"\b(?:(?<!and )(?<!and a )(?P<half>(?:a\s+|one\s+)?half)(?!\s+an?\b)|(?<!and )(?P<count>an?|one|two|three|"
    r"four|five|seven|nine)[\s-](?P<part>third|quarter|fifth|sixth|"
    r"eighth|tenth)s?|(?<![\d.,])(?P<share>one|two|three|four|five|six|seven|eight|nine|\d{1,3})(?:/(?!\d{1,2}/)|\s+"
    r"(?:in|out\s+of|of\s+(?:the|all))\s+(?:every\s+)?)"
    r"(?P<whole>two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|\d{1,3}))\b(?!\s+(?:year|million|"
    r"billion|thousand))",
    re.IGNORECASE,
)
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_UNIT_NAMES = "|".join(word for word in _SPELLINGS if len(word) > 2 and word.isalpha())
_PART_OF_UNIT = re.compile(
    r"\b(?P<count>an?|one|two|three|four)\s+(?P<part>half|third|quarter|fifth)s?\s+of\s+an?\s+"
    rf"(?P<unit>{_UNIT_NAMES}|hundred|thousand|million|billion|trillion|dozen)\b|"
    rf"\b(?P<and>and\s+)?(?:a\s+)?(?P<half>half)(?:\s+an?\s+|[\s-](?=hour|day|year|mile|litre|liter|kilo))(?P<what>{_UNIT_NAMES})\b",
    re.IGNORECASE,
)
_HAS_PARTS = re.compile(r"half|third|quarter|fifth", re.IGNORECASE)
_UNIT_AND_HALF = re.compile(
    rf"\b(?P<count>an?|{'|'.join(_ONES[1:11])})\s+(?P<unit>{_UNIT_NAMES})\s+and\s+a\s+(?P<part>half|quarter)\b",
    re.IGNORECASE,
)
_FACTORS = re.compile(
    r"\b(?:(?P<two>doubl(?:ed|es|ing|e)|twice|twofold|two-fold|2-fold)|(?P<three>tripl(?:ed|es|ing|e)|thrice|threefold|"
    r"three-fold)|(?P<four>quadrupl(?:ed|es|ing|e)|fourfold|four-fold)|(?P<five>fivefold|five-fold|quintupled)|"
    r"(?P<ten>tenfold|ten-fold)|(?P<halved>halv(?:ed|es|ing|e)))\b",
    re.IGNORECASE,
)
_FACTOR_VALUES = {"two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "ten": 10.0, "halved": 0.5}

_MONTH = rf"(?P<month>{'|'.join(name[:3] + (f'(?:{name[3:]})?' if name[3:] else '') for name in _MONTHS)}|sept)\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?P<year>\d{4})-(?P<number>\d{1,2})(?:-(?P<day>\d{1,2}))?(?![\d-])",
        r"(?<![\d/.])(?P<number>\d{1,2})/(?P<year>\d{4})(?![\d/])",
        r"\b(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})\b",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+(?:of\s+)?(?P<year>\d{{4}}))?\b",
        rf"\b{_MONTH}\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!,\d{{3}}\b|\.\d)(?:,?\s+(?P<year>\d{{4}}))?",
        rf"\b{_MONTH},?\s+(?:of\s+)?(?P<year>\d{{4}})\b",
    )
)
_TIMES = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?(?::\d{2})?\s*(?P<half>a\.?m\.?|p\.?m\.?)?(?![\d:])|"
    r"\b(?P<word>noon|midnight|midday)\b",
    re.IGNORECASE,
)
_CLOCK_COUNTS = "|".join((*_ONES[1:], "twenty", "twenty-five", r"\d{1,2}"))
_SPOKEN_TIMES = re.compile(
    rf"\b(?:(?P<part>half|(?:a\s+)?quarter|(?:{_CLOCK_COUNTS})(?:\s+minutes)?)\s+(?P<side>past|to|after|before)\s+)?"
    rf"(?P<hour>{'|'.join(_ONES[1:13])}|1[0-2]|[1-9])(?P<whole>\s+o'clock)?\b(?![:.,]?\d|\s?[%$€£])"
    r"(?:\s+(?:in the|at)\s+(?P<day>morning|afternoon|evening|night)|\s*(?P<half>[ap]\.?m\b))?",
    re.IGNORECASE,
)


def find_dates(text: str) -> list[Value]:
    """Return the dates of a text that name at least a month; ambiguous orders have two readings.

    >>> [value.parts for value in find_dates("on March 3rd, 2021, not 03/04/2021")]
    [((2021, 3, 3),), ((2021, 4, 3), (2021, 3, 4))]
    """
    found: list[Value] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            span = Span(*match.span())
            if any(span.overlaps(other.span) for other in found):
                continue
            parts = tuple(part for part in _date_parts(match.groupdict()) if _is_possible(part))
            if parts:
                found.append(Value(span, "date", parts=parts))
    return sorted(found, key=lambda value: value.span.start)


def _date_parts(groups: dict[str, str | None]) -> Iterator[tuple[int | None, int | None, int | None]]:
    written = groups.get("year")
    year = int(written) if written else None
    if groups.get("first"):
        first, second = int(groups["first"] or 0), int(groups["second"] or 0)
        year = year + 2000 if year is not None and year < 100 else year
        yield year, second, first
        if first != second:
            yield year, first, second
        return
    name = groups.get("month")
    month = (
        next(number for number, full in enumerate(_MONTHS, 1) if full.startswith(name[:3].casefold()))
        if name
        else int(groups["number"] or 0)
    )
    yield year, month, int(day) if (day := groups.get("day")) else None


def _is_possible(parts: tuple[int | None, int | None, int | None]) -> bool:
    year, month, day = parts
    try:
        date(year or 2000, month or 1, day or 1)
    except ValueError:
        return False
    return True


def find_times(text: str) -> list[Value]:
    """Return the times of day of a text, on the 24-hour clock; "5:30" without am or pm has one reading.

    >>> [value.parts for value in find_times("at 5:30 pm or 17:30, not noon")]
    [((17, 30),), ((17, 30),), ((12, 0),)]
    """
    found = []
    for match in _TIMES.finditer(text):
        if match["word"]:
            parts = (0 if match["word"].casefold() == "midnight" else 12, 0)
        else:
            if not match["minute"] and not match["half"]:
                continue
            hour, minute = int(match["hour"]), int(match["minute"] or 0)
            if match["half"]:
                hour = hour % 12 + (12 if match["half"].casefold().startswith("p") else 0)
            if hour > 24 or minute > 59:
                continue
            parts = (hour % 24, minute)
        found.append(Value(Span(*match.span()), "time", parts=(parts,)))
    spoken = (_read_spoken_time(match) for match in _SPOKEN_TIMES.finditer(text))
    found += [time for time in spoken if time and not any(time.span.overlaps(one.span) for one in found)]
    return sorted(found, key=lambda time: time.span.start)


def _read_spoken_time(match: re.Match[str]) -> Value | None:
    """Return "a quarter to nine in the evening"; both halves of the day where none is said."""
    part, side, day = match["part"], (match["side"] or "").casefold(), (match["day"] or match["half"] or "").casefold()
    if not (part and (side in ("past", "to") or day or match["whole"])) and not (match["whole"] or day):
        return None
    minutes = 0
    if part:
        word = part.casefold().split()[-1 if part.casefold().endswith("quarter") else 0]
        minutes = {"half": 30, "quarter": 15}.get(word) or (
            int(word) if word.isdigit() else int(_whole(word.split("-")))
        )
        minutes = -minutes if side in ("to", "before") else minutes
    total = (int(match["hour"]) if match["hour"].isdigit() else _ONES.index(match["hour"].casefold())) * 60 + minutes
    early, late = total % 720, total % 720 + 720
    halves = [early] if day in ("morning", "am", "a.m") else [late] if day else [early, late]
    return Value(Span(*match.span()), "time", parts=tuple(divmod(half, 60) for half in halves))


def find_numbers(text: str, extra_units: frozenset[str] = frozenset()) -> list[Value]:
    """Return the numbers of a text: in digits, in words, fractions and factors; not those that only label something.

    Args:
        text: normalized text.
        extra_units: units beside the known ones, as stems.

    >>> for value in find_numbers("Figure 3: $1.2 million, forty-two percent"):
    ...     print(value.readings[0])
    Reading(number=1.2, scale=1000000.0, unit='USD')
    Reading(number=42.0, scale=1.0, unit='%')
    """
    found: list[Value] = []
    if _HAS_PARTS.search(text):
        found += [_read_part_of_unit(match) for match in _PART_OF_UNIT.finditer(text) if not match["and"]]
        found += [_read_unit_and_half(match) for match in _UNIT_AND_HALF.finditer(text)]
    for pattern, read in ((_FRACTIONS, _read_fraction), (_FACTORS, _read_factor)):
        for match in pattern.finditer(text):
            value = read(match)
            if value is not None:
                _add(found, value, text)
    for match in _DIGITS.finditer(text):
        _add(found, _read_digits(text, match, extra_units), text)
    for match in _SPELLED.finditer(text):
        if match[0].casefold() == "one" and re.match(r"\s+of\b", text[match.end() :]):
            continue
        _add(found, _read_spelled(text, match, extra_units), text)
    return _share_scales(text, sorted(found, key=lambda value: value.span.start))


_SHARING = re.compile(r"\s*(?:to|-|–|and|or)\s*", re.IGNORECASE)


def _share_scales(text: str, values: list[Value]) -> list[Value]:
    """Return values where "40 to 45 million" also reads as 40 million, and "40 or 45 km" as 40 km."""
    shared = list(values)
    for position, (value, following) in enumerate(pairwise(values)):
        tail = following.readings[0]
        first = value.readings[0]
        joined = _SHARING.fullmatch(text, value.span.end, following.span.start)
        if joined and first.scale == tail.scale == 1 and first.unit is None and tail.unit and not value.year_like:
            if "and" not in joined[0].casefold():
                shared[position] = replace(value, readings=(replace(first, unit=tail.unit),))
        elif joined and first.scale == 1 and tail.scale > 1 and not value.year_like and first.unit in (None, tail.unit):
            readings = (*value.readings, Reading(first.number, tail.scale, tail.unit))
            shared[position] = replace(value, readings=readings)
    return shared


def _add(found: list[Value], value: Value, text: str) -> None:
    if any(value.span.overlaps(other.span) for other in found):
        return
    if _SKIPPED_BEFORE.search(text[: value.span.start][-14:]):
        return
    found.append(value)


def _read_fraction(match: re.Match[str]) -> Value | None:
    if match["half"]:
        share = 50.0
    elif match["part"]:
        count = match["count"].casefold()
        share = 100.0 * (1 if count in ("a", "an") else _ONES.index(count)) / _PARTS[match["part"].casefold()]
    else:
        share = 100.0 * _small(match["share"]) / max(_small(match["whole"]), 1)
        if not 0 < share < 100:
            return None
    readings = [Reading(share, unit="%")]
    if match["share"]:
        readings.append(Reading(_small(match["share"])))
    return Value(Span(*match.span()), "number", tuple(readings), f"{share:.10g}", worded=True, fraction=True)


def _read_unit_and_half(match: re.Match[str]) -> Value:
    count = match["count"].casefold()
    number = (1 if count in ("a", "an") else _ONES.index(count)) + 1 / _PARTS[match["part"].casefold()]
    reading = Reading(number, 1.0, _SPELLINGS[match["unit"].casefold()])
    return Value(Span(*match.span()), "number", (reading,), f"{number:g}", worded=True)


def _read_part_of_unit(match: re.Match[str]) -> Value:
    count = (match["count"] or "a").casefold()
    share = (1 if count in ("a", "an") else _ONES.index(count)) / _PARTS[(match["part"] or match["half"]).casefold()]
    word = (match["unit"] or match["what"]).casefold()
    unit = _SPELLINGS.get(word)
    reading = Reading(share, 1.0, unit) if unit else Reading(share, _SCALES[word])
    return Value(Span(*match.span()), "number", (reading,), f"{share:.10g}", worded=True)


def _small(text: str) -> int:
    lowered = text.casefold()
    if lowered.isdigit():
        return int(lowered)
    return _ONES.index(lowered) if lowered in _ONES else {"twenty": 20, "hundred": 100}[lowered]


def _read_factor(match: re.Match[str]) -> Value:
    number = next(value for name, value in _FACTOR_VALUES.items() if match[name])
    return Value(Span(*match.span()), "number", (Reading(number, unit="times"),), f"{number:g}", worded=True)


def _read_digits(text: str, match: re.Match[str], extra_units: frozenset[str]) -> Value:
    digits = match["digits"]
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        plain = digits.replace(".", "")
    elif re.fullmatch(r"\d+,\d{1,2}", digits):
        plain = digits.replace(",", ".")
    else:
        plain = digits.replace(",", "")
    number = float(plain + (match["exponent"] or ""))
    start, end = match.start(), match.end()
    negative = "-" in (match["sign"] or "")
    spelled_minus = re.search(r"(?<![\d%] )\b(?:minus|negative)\s+$", text[:start], re.IGNORECASE)
    if spelled_minus:
        negative, start = True, spelled_minus.start()
    currency = match["currency"] or match["inner"]
    before, after = text[:start].rstrip(), text[end:]
    bare = plain.isdigit() and len(plain) == 4 and not currency and 1500 <= number < 2200
    is_decade = bare and re.match(r"'?s\b", after) is not None
    readings, stop, counted = ([(1.0, None)], end, "") if is_decade else _read_tail(text, end, currency, extra_units)
    odds = re.compile(r"\s?:\s?1(?![\d.,]\d|\d)").match(text, stop)
    stop = odds.end() if odds else stop
    bracketed = before.endswith("(") and text[stop:].lstrip().startswith(")")
    year_like = bare and digits == plain and stop == end and not negative and not after.startswith("%")
    return Value(
        Span(start, stop),
        "number",
        tuple(Reading(-number if negative else number, scale, unit) for scale, unit in readings),
        plain,
        year_like=year_like,
        bracketed=bracketed,
        counted=counted,
    )


def _read_spelled(text: str, match: re.Match[str], extra_units: frozenset[str]) -> Value:
    number, scale = _split_spelled(match[0])
    if match["half"]:
        number = number / 2
    readings, stop, counted = _read_tail(text, match.end(), None, extra_units)
    negative = re.search(r"\b(?:minus|negative)\s+$", text[: match.start()], re.IGNORECASE)
    number = -number if negative else number
    start = negative.start() if negative else match.start()
    return Value(
        Span(start, stop),
        "number",
        tuple(Reading(number, scale * factor, unit) for factor, unit in readings),
        f"{abs(number):.10g}",
        worded=True,
        counted=counted,
    )


def spelled_number(text: str) -> float:
    """Return the number that words say.

    >>> spelled_number("thirty-five"), spelled_number("two million")
    (35.0, 2000000.0)
    """
    number, scale = _split_spelled(text)
    return number * scale


def _split_spelled(text: str) -> tuple[float, float]:
    """Return a spelled number and the factor of its last scale word.

    >>> _split_spelled("one point two million"), _split_spelled("three hundred and five")
    ((1.2, 1000000.0), (305.0, 1.0))
    """
    words = re.findall(r"[a-z]+", text.casefold())
    words = [word for word in words if word not in ("and", "a")]
    last = 1.0
    while words and words[-1] in ("thousand", "million", "billion", "trillion"):
        last *= _SCALES[words.pop()]
    if "point" in words:
        at = words.index("point")
        decimals = "".join(str(_ONES.index(word)) for word in words[at + 1 :] if word in _ONES)
        return _whole(words[:at]) + (float(f"0.{decimals}") if decimals else 0.0), last
    spelled = [word for word in words if word not in ("half", "quarter")]
    if not spelled and last > 1.0:
        return 1.0, last
    return _whole(spelled) + {"half": 0.5, "quarter": 0.25}.get(words[-1], 0.0), last


def _whole(words: list[str]) -> float:
    total = current = 0.0
    for word in words:
        if word in _ONES:
            current += _ONES.index(word)
        elif word in _TENS:
            current += _TENS[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * _SCALES[word]
        elif word in _SCALES:
            total += max(current, 1) * _SCALES[word]
            current = 0.0
    return total + current


def _read_tail(
    text: str, end: int, currency: str | None, extra_units: frozenset[str]
) -> tuple[list[tuple[float, str | None]], int, str]:
    """Return (scale, unit) readings of what follows a number, where it ends, and the noun counted if it is no unit."""
    unit = parse_unit(currency.strip())[1] if currency else None
    scale_match = _SCALE_AFTER.match(text, end)
    readings: list[tuple[float, str | None]] = []
    if scale_match:
        word = scale_match["scale"]
        ambiguous = len(word) == 1 or word == "mm"
        spelled = _SPELLINGS.get(word.casefold())
        follows, stop, counted = _read_unit(text, scale_match.end(), extra_units)
        as_scale = (_SCALES[word.casefold()], unit or follows)
        if not ambiguous and not unit and follows == "pound":
            return [as_scale, (as_scale[0], "GBP")], stop, ""
        if not ambiguous:
            return [as_scale], stop, "" if follows else counted
        readings = [as_scale]
        if spelled and not unit and word.islower():
            as_unit = (1.0, spelled)
            readings = [as_unit, as_scale] if word.islower() and scale_match["gap"] else [as_scale, as_unit]
        return readings, stop, "" if follows else counted
    follows, stop, counted = _read_unit(text, end, extra_units)
    readings = [(1.0, unit or follows)]
    return (readings if unit or follows != "pound" else [*readings, (1.0, "GBP")]), stop, counted


def _read_unit(text: str, end: int, extra_units: frozenset[str]) -> tuple[str | None, int, str]:
    """Return the unit after ``end``, where it ends, and the noun there if it is no unit."""
    words: list[tuple[str, int]] = []
    at = end
    while len(words) < 3:
        gap = re.compile(r"\s?-?\s?(?:US\s|U\.S\.\s)?" if not words else r"[\s-]").match(text, at)
        match = _UNIT_WORD.match(text, gap.end()) if gap else None
        if not match:
            break
        words.append((match[0], match.end()))
        at = match.end()
    if any("/" in unit for unit in extra_units) and (compound := _COMPOUND_AFTER.match(text, end)):
        unit = parse_unit(compound[0])[1]
        if unit and (unit in extra_units or set(unit.split("/")) <= DIMENSIONS.keys()):
            return unit, compound.end(), ""
    for length in range(len(words), 0, -1):
        spelled = "-".join(word.casefold().replace("° ", "°") for word, _ in words[:length])
        single = words[0][0]
        if length == 1 and (size := _BYTES.fullmatch(single)):
            return f"{'k' if size[1] in 'kK' else size[1]}B/s", words[0][1], ""
        if spelled in _SPELLINGS and not (length == 1 and single in ("S", "H", "G", "L", "X")):
            return _SPELLINGS[spelled], words[length - 1][1], ""
        stems = " ".join(stem(word) for word, _ in words[:length])
        if stems in extra_units:
            return stems, words[length - 1][1], ""
    noun = words[0][0] if words else ""
    return None, end, stem(noun) if noun.isalpha() else ""


_TEENS = "|".join(_ONES[10:])
_UNITS_SPELLED = "|".join(_ONES[1:10])
_YEAR_WORDS = re.compile(
    rf"\b(?:(?P<century>sixteen|seventeen|eighteen|nineteen|twenty)[\s-](?:hundred\s+(?:and\s+)?)?"
    rf"(?P<rest>(?:oh|o)[\s-](?:{_UNITS_SPELLED})|{_TEENS}|(?:{'|'.join(_TENS)})(?:[\s-](?:{_UNITS_SPELLED}))?)|"
    rf"two\s+thousand\s+(?:and\s+)?(?P<since>{_TEENS}|{_UNITS_SPELLED}|twenty(?:-(?:{_UNITS_SPELLED}))?))\b"
    r"(?![\s-](?:hundred|thousand|million|billion|point|years?)\b)",
    re.IGNORECASE,
)


def write_years(text: str) -> str:
    """Return a text with the years that are told in words in digits.

    >>> write_years("from nineteen eighty-seven to two thousand and eight, twenty-five in all")
    'from 1987 to 2008, twenty-five in all'
    """
    return _YEAR_WORDS.sub(_write_year, text)


def _write_year(match: re.Match[str]) -> str:
    if match["since"]:
        return f"{2000 + spelled_number(match['since']):.0f}"
    rest = re.sub(r"^oh?\b", "", match["rest"], flags=re.IGNORECASE)
    return f"{100 * spelled_number(match['century']) + spelled_number(rest):.0f}"


_ORDINAL_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
                  "eleventh", "twelfth")  # fmt: skip
_ORDINALS = re.compile(
    rf"\b(?:(?P<digits>\d{{1,4}})(?:st|nd|rd|th)|(?P<name>{'|'.join(_ORDINAL_NAMES)})|"
    r"(?:rank(?:s|ed|ing)?|position|place|number|no\.)(?:\s*:|\s+(?:is|was|of|at|as))?\s+(?:number\s+|no\.\s*|#)?(?P<plain>\d{1,4}))\b(?![.,]\d)"
    r"(?!-?\s+(?:quarter|half|year|month|week|time|century|day|row|column|digit|of\s+\w+\s+\d{4}))",
    re.IGNORECASE,
)


def find_ordinals(text: str) -> list[Value]:
    """Return the places in a ranking that a text names.

    >>> [value.readings[0].number for value in find_ordinals("ranked 4th, then third; rank: 2 in the first quarter")]
    [4.0, 3.0, 2.0]
    """
    found = []
    for match in _ORDINALS.finditer(text):
        name = (match["name"] or "").casefold()
        number = _ORDINAL_NAMES.index(name) + 1 if name else int(match["digits"] or match["plain"])
        start = match.start("plain") if match["plain"] else match.start()
        found.append(Value(Span(start, match.end()), "ordinal", (Reading(float(number)),), str(number)))
    return found


def is_close(amount: float, target: float, *, absolute: float = 0.0, relative: float = 0.0) -> bool:
    """Return whether two amounts agree within a tolerance, bounds included, forgiving the last bits of a float."""
    allowed = max(absolute, relative * abs(target))
    return abs(amount - target) <= allowed + 1e-9 * max(1.0, abs(target), abs(amount))


def rounds_to(target: float, shown: float) -> bool:
    """Return whether ``shown`` is ``target`` rounded to two or more significant figures.

    >>> rounds_to(41.7, 42), rounds_to(1234, 1200), rounds_to(42, 40)
    (True, True, False)
    """
    if target == 0 or shown == 0:
        return target == shown
    exponent = math.floor(math.log10(abs(target)))
    for figures in range(2, 8):
        step = 10.0 ** (exponent - figures + 1)
        on_grid = abs(shown / step - round(shown / step)) < 1e-6
        if on_grid and abs(shown - target) <= step / 2 * (1 + 1e-9):
            return True
    return False
