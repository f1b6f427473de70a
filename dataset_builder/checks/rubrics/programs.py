"""Programs of rubrics computed from printed words; written from the list of operations, not from the maker's code."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from dataset_builder.moments import parse_date

_NUMBER = re.compile(r"\(?-?[$€£]?\s?-?\d[\d,]*(?:\.\d+)?\)?|(?<![\d.])\.\d+")
_DATES = re.compile(
    r"[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4}|\d{1,2}[/-]\d{1,2}[/-]\d{4}|"
    r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}"
)

Reader = Callable[[Mapping[str, Any]], Any]
"""From a leaf, which names a mark and how it is to be read, to what is printed there."""


class Missing(KeyError):
    """A mark is not there, or says nothing of the wanted kind."""


def read_words(words: str, kind: str) -> Any:
    """Return what printed words say as a number, day (ISO text) or words.

    Raises:
        Missing: there is no such thing in them, or there are several.

    >>> read_words("up to $1,500.50 a year", "number"), read_words("effective March 5, 2024", "date")
    (1500.5, '2024-03-05')
    """
    words = words.replace("\u2212", "-").replace("\u00a0", " ").replace("\u2013", "-")
    if kind == "text":
        return " ".join(words.split())
    if kind == "date":
        found = {
            parse_date(match[0].replace(".", "") if match[0][0].isalpha() else match[0])
            for match in _DATES.finditer(words)
        }
        if len(found) != 1 or None in found:
            raise Missing(f"{words!r} holds no one day")
        return next(iter(found))
    values = {_number(match[0]) for match in _NUMBER.finditer(words)}
    if len(values) != 1:
        raise Missing(f"{words!r} holds no one number")
    return next(iter(values))


def _number(text: str) -> float:
    digits = float(re.sub(r"[^\d.]", "", text))
    return -digits if "-" in text or (text.startswith("(") and text.endswith(")")) else digits


def compute(program: Any, reader: Reader, missed: Sequence[str] = ()) -> Any:
    """Return the value of a program.

    Args:
        program: the program, or a constant.
        reader: what is printed at a mark.
        missed: refs of marks that a reader does not see.

    Raises:
        Missing: a missed mark is read.
        ValueError: an operation is unknown.
    """
    if isinstance(program, list):
        return [compute(part, reader, missed) for part in program]
    if not isinstance(program, Mapping):
        return program
    name = program["op"]
    if name == "read":
        if any(ref == program["ref"] or ref.startswith(f"{program['ref']}.") for ref in missed):
            raise Missing(program["ref"])
        return reader(program)
    if name == "unless":
        seen = not set(program["refs"]) & set(missed)
        return compute(program["value"] if seen else program["otherwise"], reader, missed)
    if name == "absent":
        return "abstain"
    of = [compute(part, reader, missed) for part in program["of"]]
    if name not in _OPERATIONS:
        raise ValueError(f"operation {name!r} is not known")
    return _OPERATIONS[name](of)


def walk(program: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all operations of a program."""
    if isinstance(program, list):
        for part in program:
            yield from walk(part)
    elif isinstance(program, Mapping):
        yield program
        for key in ("of", "value", "otherwise"):
            if program.get("op") != "read":
                yield from walk(program.get(key))


def _product(of: Sequence[float]) -> float:
    result = 1.0
    for value in of:
        result *= value
    return result


def _month(of: Sequence[Any]) -> str:
    start = date.fromisoformat(of[0])
    count = start.year * 12 + start.month - 1 + int(of[1])
    year, month = count // 12, count % 12 + 1
    return date(year, month, min(start.day, calendar.monthrange(year, month)[1])).isoformat()


def _sorted(of: Sequence[Any]) -> list[Any]:
    keys = [pair[1] for pair in of]
    if len(set(keys)) < len(keys):
        raise ValueError("two of a ranking are equal")
    return [name for name, _ in sorted(of, key=lambda pair: pair[1])]


_OPERATIONS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "add": sum,
    "sub": lambda of: of[0] - of[1],
    "mul": _product,
    "div": lambda of: of[0] / of[1],
    "min": min,
    "max": max,
    "round": lambda of: round(of[0], int(of[1])),
    "eq": lambda of: of[0] == of[1],
    "lt": lambda of: of[0] < of[1],
    "le": lambda of: of[0] <= of[1],
    "and": all,
    "or": any,
    "not": lambda of: not of[0],
    "if": lambda of: of[1] if of[0] else of[2],
    "days": lambda of: (date.fromisoformat(of[1]) - date.fromisoformat(of[0])).days,
    "later": lambda of: (date.fromisoformat(of[0]) + timedelta(days=int(of[1]))).isoformat(),
    "months_later": _month,
    "order": _sorted,
    "order_down": lambda of: _sorted(of)[::-1],
    "first": lambda of: of[0][: int(of[1])],
    "all": list,
    "count": lambda of: sum(1 for one in of if one),
}
