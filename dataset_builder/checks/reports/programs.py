"""Programs of report questions computed again over the values that charts and tables show."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

Program = Mapping[str, Any]
Shown = Mapping[str, Fraction]
"""The value of every fact by its id, as an exhibit shows it."""

Found = Fraction | str | tuple[Fraction | str, ...]

_CLEAR, _NONE = 0.55, 0.2
"""Correlation from which on two measures go together, and up to which they don't."""


def walk_program(program: Any) -> Iterator[Program]:
    """Yield all objects of a program, itself first and each before its parts."""
    if isinstance(program, Mapping):
        yield program
        for part in program.values():
            yield from walk_program(part)
    elif isinstance(program, list):
        for part in program:
            yield from walk_program(part)


def facts_read(program: Any) -> Iterator[str]:
    """Yield the id of every fact that a program reads."""
    return (part["fact"] for part in walk_program(program) if part.get("op") == "value")


def run_program(program: Program, shown: Shown) -> Found:
    """Return what a program gives.

    Raises:
        ValueError: an operation is unknown, or a tie or a division by zero leaves no answer.
        KeyError: a fact or an operand is missing.
    """
    operation = program["op"]
    if operation in ("pick", "order", "larger", "smaller"):
        return _ranked(program, shown)
    if operation == "names":
        level = number(program["level"], shown)
        return tuple(name for name, value in _named(program, shown) if _beyond(value, level, program["comparison"]))
    if operation == "values":
        return tuple(number(part, shown) for part in program["of"])
    if operation == "exceeds":
        left, right = number(program["left"], shown), number(program["right"], shown)
        if left == right:
            raise ValueError("neither is more")
        return "Yes" if left > right else "No"
    if operation == "direction":
        ends = [number(program["of"][place], shown) for place in (0, -1)]
        if ends[0] == ends[1]:
            raise ValueError("neither a rise nor a fall")
        return "rose" if ends[0] < ends[1] else "fell"
    if operation == "course":
        return course([number(part, shown) for part in program["of"]], number(program["least"], shown))
    if operation == "shape":
        return shape([number(part, shown) for part in program["of"]])
    if operation == "association":
        x, y = ([float(number(part, shown)) for part in program[side]] for side in ("x", "y"))
        together = statistics.correlation(x, y)
        if _NONE < abs(together) < _CLEAR:
            raise ValueError(f"a correlation of {together:.2f} is neither")
        return "none" if abs(together) <= _NONE else "positive" if together > 0 else "negative"
    if operation == "encoding":
        return tuple(program["legend"])
    return number(program, shown)


def number(program: Any, shown: Shown) -> Fraction:
    """Return the number that a program gives; see ``run_program`` for what it raises."""
    if isinstance(program, int | float):
        return Fraction(str(program))
    operation = program["op"]
    if operation == "value":
        return shown[program["fact"]]
    if operation == "round":
        return rounded(number(program["of"], shown), program["decimals"])
    if operation in ("sum", "mean", "count"):
        numbers = [number(part, shown) for part in program["of"]]
        if operation == "count":
            level = number(program["level"], shown)
            return Fraction(len([value for value in numbers if _beyond(value, level, program["comparison"])]))
        return sum(numbers, Fraction()) / (1 if operation == "sum" else len(numbers))
    left, right = number(program["left"], shown), number(program["right"], shown)
    if operation == "add":
        return left + right
    if operation == "subtract":
        return left - right
    if operation in ("divide", "percent"):
        if right == 0:
            raise ValueError("division by zero")
        return left / right * (100 if operation == "percent" else 1)
    raise ValueError(f"operation {operation!r} is unknown")


def _named(program: Program, shown: Shown) -> list[tuple[str, Fraction]]:
    return [(item["name"], number(item["value"], shown)) for item in program["of"]]


def _beyond(value: Fraction, level: Fraction, comparison: str) -> bool:
    return {"above": value > level, "below": value < level}[comparison]


def _ranked(program: Program, shown: Shown) -> Found:
    named, extreme = _named(program, shown), extreme_of(program)
    level = number(program["level"], shown) if extreme == "nearest" else Fraction(0)
    ranked = rank(named, extreme, level)
    return put_in_order(ranked) if program["op"] == "order" else pick(ranked, program.get("place", 1))


def extreme_of(program: Program) -> str:
    """Return from which extreme on a program ranks: "highest", "lowest" or "nearest"."""
    return str({"larger": "highest", "smaller": "lowest"}.get(program["op"]) or program["extreme"])


def rank(named: Sequence[tuple[str, Fraction]], extreme: str, level: Fraction) -> list[tuple[str, Fraction]]:
    """Return names with their values from an extreme on, or with their distances from a level from the nearest on."""
    if extreme == "nearest":
        named = [(name, abs(value - level)) for name, value in named]
    return sorted(named, key=lambda pair: pair[1], reverse=extreme == "highest")


def pick(ranked: Sequence[tuple[str, Fraction]], place: int) -> str:
    """Return the name at a place, counted from 1; raises ``ValueError`` where another has the same value."""
    name, value = ranked[place - 1]
    if [held for _, held in ranked].count(value) > 1:
        raise ValueError("a tie")
    return name


def put_in_order(ranked: Sequence[tuple[str, Fraction]]) -> tuple[str, ...]:
    """Return the names; raises ``ValueError`` where two have the same value."""
    if len({value for _, value in ranked}) < len(ranked):
        raise ValueError("a tie")
    return tuple(name for name, _ in ranked)


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Return a number rounded; raises ``ValueError`` where it lies halfway between two roundings."""
    scaled = value * 10**decimals
    if scaled.denominator == 2:
        raise ValueError("halfway between two roundings")
    return Fraction(round(scaled), 10**decimals)


def course(numbers: Sequence[Fraction], least: Fraction) -> str:
    """Return how a series runs; moves under ``least`` against its course don't count, three times that is a course."""
    backwards = numbers[::-1]

    def climbs(part: Sequence[Fraction]) -> bool:
        highest = part[0]
        for value in part:
            if highest - value > least:
                return False
            highest = max(highest, value)
        return part[-1] - part[0] >= 3 * least

    if climbs(numbers):
        return "rise"
    if climbs(backwards):
        return "fall"
    for turned, name in ((numbers, "peak"), ([-value for value in numbers], "dip")):
        at = turned.index(max(turned))
        if 0 < at < len(turned) - 1 and climbs(turned[: at + 1]) and climbs(turned[at:][::-1]):
            return name
    return "mixed"


def shape(counts: Sequence[Fraction]) -> str:
    """Return the shape of a histogram: two humps with a valley between, a tail on one side, or two equal sides.

    Raises:
        ValueError: it is none of these plainly.
    """
    top = counts.index(max(counts))
    humps = []
    for side in (counts[top + 1 :], list(reversed(counts[:top]))):
        for place, count in enumerate(side):
            valley = min([counts[top], *side[: place + 1]])
            if count >= Fraction(15, 100) * counts[top] and valley <= Fraction(7, 10) * count:
                humps.append(count)
    if humps:
        if max(humps) < Fraction(45, 100) * counts[top]:
            raise ValueError("a second hump that is neither plain nor absent")
        return "bimodal"
    before, after = top, len(counts) - top - 1
    if after >= 2 * before and after - before >= 3:
        return "right-skewed"
    if before >= 2 * after and before - after >= 3:
        return "left-skewed"
    half = counts[top] / 2
    if abs(before - after) > 1 or not 0.7 <= (sum(counts[:top]) + half) / (sum(counts[top + 1 :]) + half) <= 1.43:
        raise ValueError("no plain shape")
    return "symmetric"
