"""One typed comparison of answers, used by those who make questions and by the metrics that score them.

An answer is read whole as its type or refused: approximations (``~42``, ``about 42``) and answers with something beside
them are not answers of the type. Only case, spacing, typography, markdown around the answer and full stops at its end
never matter.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from dataset_builder.moments import parse_date, parse_time, parse_year
from dataset_builder.quantities import CURRENCY_CODES, EXACT, Quantity, parse_quantity, parse_unit
from dataset_builder.schema import ANSWER_TYPES

COMPARED_TYPES: tuple[str, ...] = tuple(kind for kind in ANSWER_TYPES if kind != "json")
"""All answer types but ``json``, which is compared field by field (``metrics.field_match``)."""

Answer = Quantity | str | bool | tuple[str, ...]

_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u200e\u200f", None),
    }
)
_OPTIONAL_MARKS = {"number": CURRENCY_CODES | {"%"}, "percent": {"%"}, "currency": CURRENCY_CODES}
_WRAPPERS = ("__", '"', "'")
_BOOLEANS = {"yes": True, "true": True, "no": False, "false": False}
BULLET = re.compile(r"(?:[-*\u2022]|[0-9]{1,2}[.)])[ \t]+")
_COMMA = re.compile(r",(?![0-9]{3}(?![0-9]))|(?<![0-9]),")
_AND = re.compile(r" (?:and|&) ", re.IGNORECASE)
_ABSTENTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        r"unanswerable|not answerable|no answer|unknown|n/?a|not applicable",
        r"not (?:stated|given|specified|provided|mentioned)(?: in the (?:document|text|report|page))?",
        r"(?:(?:it|this|the answer) )?(?:cannot|can't|can not) be (?:determined|answered|inferred)"
        r"(?: from the (?:document|text|report|page|information given))?",
        r"(?:there is )?(?:not enough|insufficient) information(?: to (?:answer|tell|say))?",
        r"i (?:don't|do not) know",
        r"the (?:document|text|report|page) (?:does not|doesn't) (?:say|state|mention|specify|tell)(?: this| it)?",
        r"(?:this|the) (?:question|information) is (?:not |un)(?:answerable|available|given|stated)",
        r"(?:this|the) question (?:cannot|can't|can not) be answered",
    )
)


@dataclass(frozen=True)
class Tolerance:
    """How far a quantity may lie from the reference; the wider of the two counts.

    Attributes:
        absolute: in the question's unit (the reference's, where it names none).
        relative: as a share of the reference, 0.05 for 5%.
    """

    absolute: float = 0.0
    relative: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.absolute < float("inf") and 0 <= self.relative < float("inf")):
            raise ValueError(f"tolerance {self} must hold finite numbers of 0 or more")


def clean(text: str) -> str:
    """Return a text with plain signs, quotes and spaces, without markdown or quotes around it or full stops at its end.

    Asterisks and backticks go from either end, quotes and underscores only in pairs.

    >>> clean(" **\u22125\u00a0%**. ")
    '-5 %'
    """
    text = " ".join(unicodedata.normalize("NFC", text).translate(_TYPOGRAPHY).split())
    while True:
        stripped = text.strip("*` ").rstrip(". ")
        for wrapper in _WRAPPERS:
            if len(stripped) > 2 * len(wrapper) and stripped.startswith(wrapper) and stripped.endswith(wrapper):
                stripped = stripped[len(wrapper) : -len(wrapper)]
        if stripped == text:
            return text
        text = stripped


def parse_answer(text: str, answer_type: str) -> Answer | None:
    """Return an answer in a plain form of its type, None if the text is not (only) an answer of that type.

    Args:
        text: the answer without anything around it.
        answer_type: one of ``COMPARED_TYPES``.

    Returns:
        A ``Quantity`` for numbers, percent and currency; a bool; a sorted tuple of items for a list (``A, B and C`` is
        read as three items); ``"abstain"``; else a string.

    Raises:
        ValueError: ``answer_type`` is not one of ``COMPARED_TYPES``.

    >>> parse_answer("March 5, 2024", "date"), parse_answer("about 42", "number")
    ('2024-03-05', None)
    """
    if answer_type not in _PARSERS:
        raise ValueError(f"answer_type {answer_type!r} is not one of {', '.join(COMPARED_TYPES)}")
    return _PARSERS[answer_type](text)


def infer_answer_type(reference: str) -> str:
    """Return the type of a reference that comes without one: boolean, number, list (with a comma) or entity.

    >>> [infer_answer_type(text) for text in ("Yes", "1,234", "Alder, Birch", "Alder")]
    ['boolean', 'number', 'list', 'entity']
    """
    for answer_type in ("boolean", "number"):
        if parse_answer(reference, answer_type) is not None:
            return answer_type
    return "list" if "," in reference or ";" in reference else "entity"


def answers_match(
    prediction: str,
    reference: str,
    answer_type: str,
    *,
    unit: str | None = None,
    tolerance: Tolerance | None = None,
) -> bool:
    """Return whether two answers are the same answer.

    Args:
        prediction: the answer without anything around it.
        reference: the right answer.
        answer_type: one of ``COMPARED_TYPES``.
        unit: the question's unit, such as ``kg``, ``%``, ``million USD`` or ``fraction`` (then 12.5% is 0.125). A bare
            number is in the question's unit, or written out (1,200,000 for 1.2 million); one with another unit never
            matches. Without a question's unit, percent and currency signs may be left out, other units not.
        tolerance: for quantities only, and only where the question grants one; otherwise numbers must be equal.

    Raises:
        ValueError: ``answer_type`` is unknown, or the reference is not an answer of that type.

    >>> answers_match("1,200,000", "1.2 million", "number"), answers_match("2008", "2010", "year")
    (True, False)
    """
    expected = parse_answer(reference, answer_type)
    if expected is None:
        article = "an" if answer_type[0] in "aeiou" else "a"
        raise ValueError(f"reference {reference!r} is not {article} {answer_type}")
    if answer_type == "list":
        return _lists_match(prediction, reference)
    found = parse_answer(prediction, answer_type)
    if isinstance(found, Quantity) and isinstance(expected, Quantity):
        return _quantities_match(found, expected, answer_type, unit, tolerance or Tolerance())
    return found == expected


def _quantities_match(
    found: Quantity, expected: Quantity, answer_type: str, unit: str | None, tolerance: Tolerance
) -> bool:
    scale, mark = parse_unit(unit) if unit else (1, None)
    if not _marks_agree(found.mark, expected.mark, mark, answer_type):
        return False
    target = _in_unit(expected, scale, mark)
    margin = max(Decimal(str(tolerance.absolute)), Decimal(str(tolerance.relative)) * abs(target))
    readings = [_in_unit(found, scale, mark)]
    if found.scale == 1 and abs(found.value) >= scale:
        readings.append(EXACT.divide(found.value, Decimal(scale)))
    return any(abs(EXACT.subtract(reading, target)) <= margin for reading in readings)


def _marks_agree(found: str | None, expected: str | None, unit: str | None, answer_type: str) -> bool:
    """Return whether what stands beside two numbers lets them be compared."""
    marks = {mark for mark in (found, expected) if mark is not None}
    if unit is not None:
        return marks <= ({"%", "fraction"} if unit == "fraction" else {unit})
    return found == expected or (len(marks) == 1 and marks <= _OPTIONAL_MARKS[answer_type])


def _in_unit(quantity: Quantity, scale: int, mark: str | None) -> Decimal:
    """Return a quantity in the question's unit; a number without a scale of its own is in that unit already."""
    if mark == "fraction" and quantity.mark == "%":
        return EXACT.divide(quantity.amount, Decimal(100))
    return EXACT.divide(quantity.amount, Decimal(scale)) if quantity.scale != 1 else quantity.value


def _parse_quantity(text: str) -> Quantity | None:
    return parse_quantity(clean(text))


def _parse_percent(text: str) -> Quantity | None:
    quantity = _parse_quantity(text)
    return None if quantity is None or quantity.mark in CURRENCY_CODES else quantity


def _parse_currency(text: str) -> Quantity | None:
    quantity = _parse_quantity(text)
    return None if quantity is None or quantity.mark == "%" else quantity


def _parse_entity(text: str) -> str | None:
    return clean(text).casefold().removeprefix("the ") or None


def _parse_text(text: str) -> str | None:
    return clean(text).casefold() or None


def _parse_boolean(text: str) -> bool | None:
    return _BOOLEANS.get(clean(text).lower())


def _parse_abstention(text: str) -> str | None:
    phrase = clean(text).lower()
    return "abstain" if any(pattern.fullmatch(phrase) for pattern in _ABSTENTIONS) else None


def _parse_list(text: str) -> tuple[str, ...] | None:
    return _canonical_items(_split_items(text, split_and=True))[0] or None


def _lists_match(prediction: str, reference: str) -> bool:
    """Return whether two lists match in one of the ways to read each: ``and`` as part of an item, and as a comma."""
    found, expected = (
        [_canonical_items(_split_items(text, split_and=split_and)) for split_and in (False, True)]
        for text in (prediction, reference)
    )
    return any(
        items == others and (marks == other_marks or not marks or not other_marks)
        for items, marks in found
        for others, other_marks in expected
    )


def _split_items(text: str, *, split_and: bool) -> list[str]:
    text = text.strip()
    if text.startswith("[") and text.rstrip(". ").endswith("]"):
        text = text.rstrip(". ")
        try:
            items = json.loads(text)
        except (ValueError, RecursionError):
            text = text[1:-1]
        else:
            if isinstance(items, list) and not any(isinstance(item, list | dict) for item in items):
                return [str(item) for item in items]
    lines = [BULLET.sub("", line, count=1) if BULLET.match(line) else line for line in text.split("\n")]
    lines = [line.strip() for line in lines if line.strip()]
    if len(lines) > 1:
        return [line.rstrip(",;") for line in lines]
    line = "".join(lines)
    if ";" in line:
        return line.split(";")
    items = [part.strip() for part in _COMMA.split(clean(line))]
    last = items.pop()
    if last.lower().startswith("and "):
        last = last[4:]
    return [*items, *(_AND.split(last) if split_and else [last])]


def _canonical_items(items: list[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return items in a plain form and in one order, numbers by value, all else as entities; and the numbers' marks."""
    canonical: list[str] = []
    marks: set[str] = set()
    for item in items:
        quantity = _parse_quantity(item)
        if quantity is not None and (quantity.mark is None or quantity.mark in _OPTIONAL_MARKS["number"]):
            canonical.append(f"{EXACT.normalize(quantity.amount):f}" if quantity.amount else "0")
            marks |= {quantity.mark} if quantity.mark else set()
        elif entity := _parse_entity(item):
            canonical.append(entity)
    return tuple(sorted(canonical)), frozenset(marks)


_PARSERS: dict[str, Callable[[str], Answer | None]] = {
    "number": _parse_quantity,
    "percent": _parse_percent,
    "currency": _parse_currency,
    "year": lambda text: parse_year(clean(text)),
    "date": lambda text: parse_date(clean(text)),
    "time": lambda text: parse_time(clean(text)),
    "entity": _parse_entity,
    "boolean": _parse_boolean,
    "list": _parse_list,
    "text": _parse_text,
    "abstain": _parse_abstention,
}
