"""Numbers and dates in running text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from dataset_builder.claims.units import UNIT, unit_name
from dataset_builder.moments import MONTHS
from dataset_builder.quantities import parse_quantity

_SCALES = {
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "k": 1e3,
    "m": 1e6,
    "mm": 1e6,
    "mil": 1e6,
    "mill": 1e6,
    "bn": 1e9,
    "mn": 1e6,
}
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?: \d{3})+(?![\d,])|\d+(?:\.\d+)?|\.\d+"
_NUMBER = re.compile(
    rf"(?<![\w.,/])(?P<open>\()?(?P<sign>[-+]|minus |negative )?(?P<currency>(?:us|ca|a)?\$|€|£|usd |"
    rf"eur |gbp )?\s?(?P<sign2>-)?"
    rf"(?P<digits>{_DIGITS})(?P<frac>[ -]\d/\d(?!\d)|/\d{{1,2}}(?![\d/]))?"
    r"(?:[\s-]?(?P<scale>thousand|million|billion|bn|mn|(?:mill?|[km])(?=[\s,.;:)]|$)))?(?P<ordinal>st|nd|rd|th)?(?![\d])"
)
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
_WORD = (
    rf"(?:{_ONES.replace(' ', '|')}|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    r"|hundred|thousand|million)"
)
_WORDS = re.compile(rf"(?<![\w-])(?:a (?=hundred|thousand|million))?{_WORD}(?:[ -](?:and )?{_WORD})*(?![\w])(?!-)")
_WORDS_SPECIAL = {"none": 0.0, "once": 1.0, "twice": 2.0, "half": 0.5}
_SPANNED = re.compile(r"[\d%)°](?: - |-[^ ])$")
"""What makes a minus a dash ("2.5% - 3.5%")."""
_FEET = re.compile(
    r"(?<![\w.,])(?P<feet>\d{1,3}) ?(?:'|ft\.?|feet|foot)[ ,-]*(?:and )?(?P<inches>\d{1,2}(?:\.\d+)?)"
    r" ?(?:\"|''|in\b\.?|inch(?:es)?\b|(?!['\w.]))(?! ?(?:x|by)\b)"
)
"""Feet with inches ("5'-6\"", "five foot six"), which are one length."""
_SPECIAL = re.compile(r"(?<![\w-])(?:none|once|twice|half)(?![\w-])")
_A_UNIT = re.compile(
    r"\b(?:than|least|most|under|of|is|still|within|inside|for|every) an? (?:full |single )?"
    r"(?P<unit>hour|day|week|month|year)\b"
)
_PARTS = {"thirds": 3, "quarters": 4, "fifths": 5, "sixths": 6, "eighths": 8, "tenths": 10}
_SHARE = re.compile(r"(?<![\w.])(?P<of>\d)[ -](?P<parts>thirds|quarters|fifths|sixths|eighths|tenths)(?= of\b)")
_COMPOUND = re.compile(r"(?<=\d)-(?=[a-z])")

_BELOW_ZERO = re.compile(r"(?: (?:degrees?|celsius|centigrade))? ?(?:below (?:zero|0(?!\.?\d)|freezing)|of frost)")

_AMBIGUOUS = ("in", "a", "m", "min", "v", "w", "l", "h")
_MONEY = re.compile(r" ?(?:us )?(?:dollars?|usd|euros?|eur|pounds?|gbp)\b")
_DIMENSIONS = r" (?:x|by|wide|high|deep|long|thick|tall|in diameter|of)\b"

_MONTHS = {name.casefold()[:3]: number for number, name in enumerate(MONTHS, 1)}
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DATES = (
    re.compile(rf"(?<!\w){_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,? (?P<year>\d{{4}}))?(?![\d])"),
    re.compile(rf"(?<![\d])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -]{_MONTH}(?:,?[ -](?P<year>\d{{4}}))?(?![\w])"),
    re.compile(r"(?<!\d)(?P<year>\d{4})[-/.](?P<number>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)"),
    re.compile(r"(?<![\d/.])(?P<number>\d{1,2})[-/](?P<day>\d{1,2})[-/](?P<year>\d{4}|\d{2})(?![\d/])"),
    re.compile(r"(?<![\d/.])(?P<day>\d{1,2})\.(?P<number>\d{1,2})\.(?P<year>\d{4})(?!\d)"),
)
_MONTH_YEAR = re.compile(rf"(?<!\w){_MONTH},? (?:of )?(?P<year>\d{{4}})(?!\d)")


@dataclass(frozen=True)
class Number:
    """A number in a text.

    Attributes:
        start, end: of its characters, unit included.
        value: with its scale and sign.
        digits: digits after the point as written, for what was rounded; None where it was not written in digits.
        unit: plain name of the unit; "" where none is written.
    """

    start: int
    end: int
    value: float
    digits: int | None = None
    unit: str = ""


@dataclass(frozen=True)
class Moment:
    """A date in a text; ``year`` is 0 where none is written, ``day`` 0 where only a month is."""

    start: int
    end: int
    year: int
    month: int
    day: int

    def fits(self, wanted: date, *, month_only: bool = False) -> bool:
        """Return whether this may be the wanted day (or its month)."""
        if self.month != wanted.month or self.year not in (0, wanted.year):
            return False
        return self.day == wanted.day or (month_only and self.day == 0)


def find_dates(text: str) -> list[Moment]:
    """Return the dates of a plain text; numbers with slashes are month first.

    >>> [(one.year, one.month, one.day) for one in find_dates("from 5 march 2024 to 4/1/24 or june 2025")]
    [(2024, 3, 5), (2024, 4, 1), (2025, 6, 0)]
    >>> find_dates("declare 2,867 kg, mark 5 cartons")
    []
    """
    found: list[Moment] = []
    for pattern in (*_DATES, _MONTH_YEAR):
        for match in pattern.finditer(text):
            part = match.groupdict()
            month = int(part["number"]) if part.get("number") else _MONTHS[part["month"][:3]]
            year, day = int(part.get("year") or 0), int(part.get("day") or 0)
            year += 2000 if 0 < year < 100 else 0
            if not 1 <= month <= 12 or day > 31:
                continue
            if all(match.end() <= one.start or match.start() >= one.end for one in found):
                found.append(Moment(match.start(), match.end(), year, month, day))
    return sorted(found, key=lambda one: one.start)


def find_numbers(text: str) -> list[Number]:
    """Return the numbers of a plain text that stand in no date, in digits or words.

    >>> [(one.value, one.unit) for one in find_numbers("$1.5 million, twenty-five mg/kg, 3 1/2 hours, 12%")]
    [(1500000.0, 'usd'), (25.0, 'mg/kg'), (3.5, 'h'), (12.0, '%')]
    >>> [(one.value, one.unit) for one in find_numbers('38-1/2" by 60-3/4 in.')]
    [(38.5, 'in'), (60.75, 'in')]
    """
    taken = [(one.start, one.end) for one in find_dates(text) if one.day]
    found: list[Number] = []

    def free(start: int, end: int) -> bool:
        return all(end <= a or start >= b for a, b in taken)

    for match in _FEET.finditer(text):
        if float(match["inches"]) < 12 and free(*match.span()):
            length = int(match["feet"]) + float(match["inches"]) / 12
            found.append(Number(match.start(), match.end(), length, None, "ft"))
            taken.append(match.span())
    for match in _NUMBER.finditer(text):
        if not free(match.start("digits"), match.end()) or match["ordinal"]:
            continue
        if text[match.end() : match.end() + 1] == ":" and re.match(r":\d\d", text[match.end() :]):
            continue
        value = float(re.sub("[, ]", "", match["digits"]))
        decimals = len(match["digits"].partition(".")[2])
        if match["frac"]:
            above, below = match["frac"][1:].split("/") if match["frac"][0] in " -" else ("", "")
            if not above and len(match["frac"]) == 3:  # "6/12" of answers: six of twelve
                for start, part in (
                    (match.start("digits"), match["digits"]),
                    (match.start("frac") + 1, match["frac"][1:]),
                ):
                    found.append(Number(start, start + len(part), float(part.replace(",", "")), 0))
            if not above:
                continue
            value += float(above) / float(below)
        currency = (match["currency"] or "").strip()
        scale, after = match["scale"], match.end()
        if scale in ("k", "m") and not currency and text[match.end("digits")] == " " and not _MONEY.match(text, after):
            scale, after = None, match.end("digits")  # kelvins, metres
        if (
            scale in ("mil", "mill") and not currency and not _MONEY.match(text, after)
        ):  # millions, or thousandths of an inch
            found.append(Number(match.start("digits"), match.end("digits"), value, decimals))
        if scale:
            value *= _SCALES[scale]
        accounting = match["open"] and currency and text[match.end() : match.end() + 1] == ")" and not match["sign"]
        spanned = match["sign"] == "-" and _SPANNED.search(text[: match.end("sign") + 1])
        minus = match["sign2"] or (not spanned and (match["sign"] or "").strip() in ("-", "minus", "negative"))
        if minus or (accounting and re.search(r"(?:is|of|was|:|at) $", text[: match.start()])):
            value = -value
        end, unit = _unit_after(text, after, currency)
        if below := _BELOW_ZERO.match(text, end):
            value, end = -abs(value), below.end()
            taken.append((match.start(), end))
        found.append(Number(match.start("digits"), end, value, None if scale else decimals, unit))
        taken.append((match.start(), match.end()))
    for match in _WORDS.finditer(text):
        quantity = parse_quantity(re.sub(r"^a ", "one ", match[0]))
        if quantity is not None and free(*match.span()):
            end, unit = _unit_after(text, match.end(), "")
            found.append(Number(match.start(), end, float(quantity.amount), None, unit))
    for match in _A_UNIT.finditer(text):
        found.append(Number(match.start("unit"), match.end(), 1.0, None, unit_name(match["unit"])))
    for match in _SHARE.finditer(text):
        found.append(Number(match.start(), match.end(), 100 * int(match["of"]) / _PARTS[match["parts"]], None, "%"))
    for match in _SPECIAL.finditer(text):
        found.append(Number(match.start(), match.end(), _WORDS_SPECIAL[match[0]]))
    return sorted(found, key=lambda one: one.start)


def _unit_after(text: str, start: int, currency: str) -> tuple[int, str]:
    if currency:
        return start, unit_name(currency[-1] if currency[-1] in "$€£" else currency)
    rest = text[start:]
    again = re.match(r" \(\d+\)", rest)  # "thirty (30) days"
    offset = again.end() if again else 0
    match = UNIT.match(rest, offset)
    if match is None:
        return start, ""
    first, end = match["first"], start + match.end()
    if first in _AMBIGUOUS and re.match(r" [a-z]", text[end:]) and not re.match(_DIMENSIONS, text[end:]):
        return start, ""
    if (
        first in ("a", "s", "t", "f", "c", "d")
        and rest[match.start() : match.start("first")].strip() != rest[: match.start("first")]
        and not re.match(r"[,.;]|$", text[end:])
    ):
        return start, ""
    return end, unit_name((first + (match["more"] or "")).strip())
