"""Programs: small trees of operations over what a document prints, which the truth of an item is computed with.

A leaf ``read`` names a mark, how its words are to be read and the value that the spec has; ``execute`` takes the spec's
values, ``docassay check`` reads them from the print. ``unless`` holds what a reader concludes who misses a mark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

Program = Mapping[str, Any]

READINGS = ("number", "date", "text", "count", "plot")
"""How marked words are read: the one number in them, the one date, the words themselves, the number of marks whose
refs are this one or begin with it and a dot, the height of a plot's point on its axis."""


def read(ref: str, value: float | str | date, kind: str = "number", within: float = 0.02) -> Program:
    """Return a leaf: what the mark prints.

    Args:
        ref: of the mark; for ``count`` the start of the refs.
        value: what the spec has.
        kind: one of ``READINGS``.
        within: of a plot, how far from the value (as a share of it) what is drawn may lie.
    """
    if kind not in READINGS:
        raise ValueError(f"reading {kind!r} is not one of {', '.join(READINGS)}")
    leaf = {"op": "read", "ref": ref, "as": kind, "value": value.isoformat() if isinstance(value, date) else value}
    return leaf | {"within": within} if kind == "plot" else leaf


def unless(refs: Sequence[str], value: Any, otherwise: Any) -> Program:
    """Return ``value``, which holds because of the marks, and would be ``otherwise`` to a reader who misses them."""
    return {"op": "unless", "refs": list(refs), "value": value, "otherwise": otherwise}


def op(name: str, *of: Any) -> Program:
    """Return an operation on programs or constants; ``OPERATIONS`` names them."""
    if name not in OPERATIONS:
        raise ValueError(f"operation {name!r} is not one of {', '.join(OPERATIONS)}")
    return {"op": name, "of": list(of)}


def absent(*phrases: str) -> Program:
    """Return the program of an abstention: no line of the document holds all of the phrases."""
    return {"op": "absent", "phrases": list(phrases)}


def execute(program: Any, missed: Sequence[str] = ()) -> Any:
    """Return the value of a program from the spec's values.

    Args:
        program: a program, or a constant, which is its own value.
        missed: refs of marks that are not seen.

    Raises:
        LookupError: a missed mark is read.

    >>> execute(op("add", read("a", 2), unless(["note"], 3, 0))), execute(unless(["note"], 3, 0), ["note"])
    (5, 0)
    """
    if isinstance(program, list | tuple):
        return [execute(part, missed) for part in program]
    if not isinstance(program, Mapping):
        return program
    if program["op"] == "read":
        if any(ref == program["ref"] or ref.startswith(program["ref"] + ".") for ref in missed):
            raise LookupError(program["ref"])
        return program["value"]
    if program["op"] == "unless":
        return execute(program["otherwise" if set(program["refs"]) & set(missed) else "value"], missed)
    if program["op"] == "absent":
        return "abstain"
    return OPERATIONS[program["op"]](*(execute(part, missed) for part in program["of"]))


def _days(first: str, second: str) -> int:
    return (date.fromisoformat(second) - date.fromisoformat(first)).days


def _later(day: str, days: float) -> str:
    return (date.fromisoformat(day) + timedelta(days=int(days))).isoformat()


def _months_later(day: str, months: float) -> str:
    start = date.fromisoformat(day)
    years, month = divmod(start.month - 1 + int(months), 12)
    for last in (start.day, 30, 29, 28):
        try:
            return date(start.year + years, month + 1, last).isoformat()
        except ValueError:
            continue
    raise ValueError(f"no day {months} months after {day}")


def _order(pairs: Sequence[Sequence[Any]]) -> list[Any]:
    return [pair[0] for pair in sorted(pairs, key=lambda pair: pair[1])]


OPERATIONS: dict[str, Any] = {
    "add": lambda *of: sum(of),
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "min": lambda *of: min(of),
    "max": lambda *of: max(of),
    "round": lambda a, digits: round(a, int(digits)),
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "and": lambda *of: all(of),
    "or": lambda *of: any(of),
    "not": lambda a: not a,
    "if": lambda test, yes, no: yes if test else no,
    "days": _days,
    "later": _later,
    "months_later": _months_later,
    "order": lambda *pairs: _order(pairs),
    "order_down": lambda *pairs: _order(pairs)[::-1],
    "first": lambda items, count: items[: int(count)],
    "all": lambda *of: list(of),
    "count": lambda *of: sum(map(bool, of)),
}
"""Operations by name: numbers, tests, days (ISO text), lists. ``order`` takes pairs of a name and what it sorts by."""
