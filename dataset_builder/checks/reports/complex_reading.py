"""What a statement of a complex question says, read from its printed paragraph alone: dates, numbers, names, sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from dataset_builder.checks.reports.reading import find_names, numbers_in
from dataset_builder.moments import MONTHS

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)}) (?=(?:19|20)\d\d\b)")
_APART = re.compile(rf"\b(\d+|{'|'.join(_COUNTS[1:])}) months? (after|before)\b", re.IGNORECASE)
_IN_A_UNIT = re.compile(r"\bper [\d,]*\d")
_POINTS = re.compile(rf"\b({'|'.join(_COUNTS[2:])}) points\b", re.IGNORECASE)
_GROWTH = re.compile(r"\bgrow(?:ing)?\b")
_SHRINKING = re.compile(r"\bshrink(?:ing)?\b")
_APPROVAL = re.compile(
    r"\bwelcomed\b|\bwas for\b|\bPraise for\b|\bdefended\b|\bspoke for\b|\bIn favour of\b|\bapproval\b|\bsupported\b|"
    r"\bsupporters\b"
)
_OBJECTION = re.compile(
    r"\bobjected\b|\bwas against\b|\bCriticism of\b|\battacked\b|\bopposed\b|\bAgainst\b|\bdisapproval\b|"
    r"\bhas (?:always |long )?rejected\b|\bopponents\b"
)
CLAUSES = ("event", "ground", "over", "under", "milestone", "anchor", "heavy", "light")
"""What is stated in so many words: only that it is printed can be read."""


class Unread(ValueError):
    """A paragraph does not say, or says twice, what it should; the message says what."""


def read_number(text: str) -> Fraction:
    """Return the only number of a text that is no year and no part of a unit, or the only count of points in words.

    >>> read_number("In 2019 she put it at 5.9 per 1,000 starts."), read_number("It cost 2,071 crowns in 2014.")
    (Fraction(59, 10), Fraction(2071, 1))
    """
    found = set(numbers_in(_YEAR.sub("", _IN_A_UNIT.sub("", text))))
    if not found:
        found = {str(_COUNTS.index(word.lower())) for word in _POINTS.findall(text)}
    return Fraction(_only(found, "number", text))


def read_rate(text: str) -> Fraction:
    """Return a rate of growth, or of shrinking with its sign."""
    if bool(_GROWTH.search(text)) == bool(_SHRINKING.search(text)):
        raise Unread(f"neither growth nor shrinking: {text}")
    return read_number(text) * (1 if _GROWTH.search(text) else -1)


def read_years(text: str) -> tuple[Fraction, Fraction]:
    """Return the first and the last year of a text, which may be one."""
    years = [int(year) for year in _YEAR.findall(text)]
    if not years or len(set(years)) > 2:
        raise Unread(f"no year, or more than two: {text}")
    return Fraction(min(years)), Fraction(max(years))


def read_year(text: str) -> Fraction:
    """Return the only year of a text."""
    first, last = read_years(text)
    if first != last:
        raise Unread(f"two years: {text}")
    return first


def read_month(text: str) -> Fraction:
    """Return the month, 1 to 12, that stands before a year."""
    return Fraction(MONTHS.index(_only(set(_MONTH.findall(text)), "month", text)) + 1)


def read_interval(text: str) -> Fraction:
    """Return how many months something lies after something else, less than nought where it lies before.

    >>> read_interval("Seven months before the hearing, the petition was handed in.")
    Fraction(-7, 1)
    """
    found = _APART.findall(text)
    if len(found) != 1:
        raise Unread(f"no interval, or several: {text}")
    word, way = found[0]
    months = int(word) if word.isdigit() else _COUNTS.index(word.lower())
    return Fraction(months if way.lower() == "after" else -months)


def read_stance(text: str) -> str:
    """Return whether a text tells of approval or of objection."""
    held = re.sub(r"\bdisapproval\b", "opponents", text)
    sides = bool(_APPROVAL.search(held)), bool(_OBJECTION.search(held))
    if sides[0] == sides[1]:
        raise Unread(f"neither for nor against: {text}")
    return "approval" if sides[0] else "objection"


def spell_counts(text: str) -> str:
    """Return a text with the counts of points in digits.

    >>> spell_counts("It is worth three points.")
    'It is worth 3 points.'
    """
    return _POINTS.sub(lambda match: f"{_COUNTS.index(match[1].lower())} points", text)


def read_entities(text: str, entities: Iterable[str]) -> tuple[str, ...]:
    """Return the entities that a text names, each once, in its order."""
    return tuple(dict.fromkeys(find_names(text, entities)[0]))


def read_stated(text: str, name: str, entities: Sequence[str], told: object) -> Fraction | str:
    """Return what a paragraph says.

    Args:
        text: of the paragraph, as printed.
        name: of what is stated, such as ``year`` or ``entity``.
        entities: names that there are.
        told: what the manifest has, of which clauses are only looked for.

    Raises:
        Unread: it says none, or several.
    """
    if name in _READERS:
        return _READERS[name](text)
    if name in ("first", "last"):
        return read_years(text)[0 if name == "first" else 1]
    if name in ("entity", "one", "other"):
        named = read_entities(text, entities)
        if len(named) != (1 if name == "entity" else 2):
            raise Unread(f"names {', '.join(named) or 'nothing'}: {text}")
        return named[1 if name == "other" else 0]
    if name in CLAUSES and isinstance(told, str) and holds_clause(text, told):
        return told
    raise Unread(f"{name} {told!r} is not in: {text}")


def holds_clause(text: str, clause: str) -> bool:
    """Tell whether a paragraph prints a clause, whatever lines it breaks and capitals it begins with."""
    return _plain(clause) in _plain(text)


def _plain(text: str) -> str:
    return re.sub(r"[\s\u00ad-]", "", text).casefold()


def _only(found: set[str], what: str, text: str) -> str:
    if len(found) != 1:
        raise Unread(f"{len(found)} {what}s: {text}")
    return found.pop()


_READERS: dict[str, Callable[[str], Fraction | str]] = {
    "value": read_number,
    "rate": read_rate,
    "year": read_year,
    "month": read_month,
    "months": read_interval,
    "stance": read_stance,
}
