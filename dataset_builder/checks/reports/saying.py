"""What the statement of a cross-modal question says, read from its printed paragraph."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.reading import find_names, numbers_in

_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?!\d|[.,]\d)")
_NUMBERS = ("level", "hours", "part", "limit")
_NAMES = ("entity", "second", "third")
_TIMES = {"twice": Fraction(2), "double": Fraction(2)}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "relation": {
        "above": r"\b(?:above|exceeded|beyond|more than|over)\b",
        "below": r"\b(?:below|fell short of|less than|under)\b",
    },
    "direction": {
        "rose": r"\b(?:rose|rise|went up|go up|increased)\b",
        "fell": r"\b(?:fell(?! short)|dropped|declined|go down|went down|decreased)\b",
    },
    "place": {"highest": r"\bhighest\b", "lowest": r"\blowest\b"},
    "course": {
        "rise": r"\b(?:rose|went up)\b.*\ball through\b",
        "fall": r"\b(?:fell|went down)\b.*\ball through\b",
        "peak": r"\bpeak\b",
        "dip": r"\blow point\b",
    },
    "form": {
        "right-skewed": r"\btail on the high side\b",
        "left-skewed": r"\btail on the low side\b",
        "bimodal": r"\btwo humps\b",
        "symmetric": r"\b(?:evenly|even) on both sides\b",
    },
    "tie": {
        "positive": r"\bthe higher the\b.*\bthe higher that\b|\bis high, .* usually high\b",
        "negative": r"\bthe higher the\b.*\bthe lower that\b|\bis high, .* usually low\b",
        "none": r"\bno clear link\b",
    },
}
"""Patterns for what is stated in a word, by its name and the word."""


def read_said(passage: Passage, asked: Exhibit) -> tuple[dict[str, Fraction | str], list[str]]:
    """Return what a paragraph says, by the names that its statement uses, and what in it is not as the manifest has.

    Args:
        passage: as printed.
        asked: exhibit of the question, whose keys may be named.
    """
    told: Mapping[str, Any] = passage.entry["said"]
    text = passage.text
    found: dict[str, Fraction | str] = {}
    unit = str(asked.dataset["unit"])
    columns = asked.dims[:1] if asked.dataset["kind"] == "relation" else asked.dims  # not x, y and size
    keys = {key for column in columns for key in column if not _YEAR.fullmatch(key)}
    printed = {key.replace("'", "’"): key for key in keys}
    named = _only_quoted([printed[each] for each in find_names(text, printed)[0]], text, asked)
    rest = find_names(text, [*printed, *([unit] if re.search(r"\d", unit) else [])])[1]
    years = [int(year) for year in _YEAR.findall(rest)]
    numbers = [
        Fraction(number) for number in numbers_in(re.sub(r"\bper [\d,]+", "", rest)) if not _YEAR.fullmatch(number)
    ]
    numbers += [value for word, value in _TIMES.items() if re.search(rf"\b{word}\b", rest)]
    found |= _read_years(told, years)
    for name, value in told.items():
        if name in _NUMBERS and len(numbers) == 1:
            found[name] = numbers[0]
        elif name in _NUMBERS and not numbers and Fraction(str(value)) in set(map(Fraction, years)):
            found[name] = Fraction(str(value))
        elif name == "month":
            found[name] = next((each for each in named), "")
        elif name in _WORDS:
            fitting = [word for word, pattern in _WORDS[name].items() if re.search(pattern, rest, re.IGNORECASE)]
            if len(fitting) == 1:
                found[name] = fitting[0]
    if "month" not in told:
        wanted = [name for name in _NAMES if name in told]
        if len(named) == len(wanted):
            found |= dict(zip(wanted, named, strict=True))
    found |= _read_causes(told, text)
    problems = [
        f"{name}: {value}"
        for name, value in told.items()
        if found.get(name) != (value if isinstance(value, str) else Fraction(str(value)))
    ]
    return found, problems


def _only_quoted(named: Sequence[str], text: str, asked: Exhibit) -> list[str]:
    """Return names once each; of a column of which names stand in quotation marks, only those that do.

    Categories are words as well, such as "Towns" or "Other", and mean nothing where they are no names.
    """
    quoted = {name for name in named if f"“{name}”".replace("'", "’") in text}
    words = {key for column in asked.dims if quoted & set(column) for key in column} - quoted
    return [name for name in dict.fromkeys(named) if name not in words]


def _read_years(told: Mapping[str, Any], years: list[int]) -> dict[str, Fraction | str]:
    """Return the years that a paragraph states: the ends of a span, and one besides them."""
    found: dict[str, Fraction | str] = {}
    left = list(years)
    if "first" in told and len(set(years)) >= 2:
        found |= {"first": Fraction(min(years)), "last": Fraction(max(years))}
        left.remove(min(years))
        left.remove(max(years))
    if "year" in told and len(set(left)) == 1:
        found["year"] = Fraction(left[0])
    return found


def _read_causes(told: Mapping[str, Any], text: str) -> dict[str, Fraction | str]:
    """Return the causes that a paragraph has, if they stand in the order of what they are to explain."""
    plain = text.casefold()
    causes = {name: str(value) for name, value in told.items() if name.startswith("cause")}
    places = [plain.find(cause.casefold()) for cause in causes.values()]
    if -1 in places or places != sorted(places):
        return {}
    return dict(causes)
