"""The operations that give an answer: a small tree of JSON objects, computed exactly over a world's facts.

Each operation stands under ``op``. By what they give:

- a number: ``value`` (of ``fact``); ``add``, ``subtract``, ``divide``, ``percent`` (100 times the quotient) of ``left``
  and ``right``; ``sum``, ``mean`` of the numbers ``of``; ``round`` (``of`` to ``decimals``); ``count`` (how many of the
  numbers ``of`` are in ``comparison``, ``above`` or ``below``, to ``level``);
- a name: ``pick`` (of ``of``, a list of ``{"name", "value"}``, the one at ``place`` from the ``highest``, ``lowest`` or
  ``nearest`` to ``level`` on, 1 being the first); ``larger`` and ``smaller`` (of two such);
- ``Yes`` or ``No``: ``exceeds`` (whether ``left`` is more than ``right``);
- a list of names: ``order`` (all of ``of`` from the ``extreme`` on); ``names`` (those of ``of`` in ``comparison`` to
  ``level``);
- a word: ``direction`` (``rose``, ``fell`` from the first to the last number of ``of``); ``course`` (of the numbers
  ``of``: ``rise``, ``fall``, ``peak``, ``dip``, or ``mixed``, with moves under ``least`` passed over); ``shape`` (of a
  histogram's counts ``of``); ``association`` (``positive``, ``negative``, ``none``: of the numbers ``x`` and ``y``);
- several numbers: ``values`` (``of``);
- what a chart's ``channel`` (``colour``, ``size``, ``highlight``, ``order``) stands for: ``encoding``, whose names are
  in its ``legend``: a property of the chart, not of the world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.families.reports.cubes import correlate
from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.samples import find_shape

Program = Mapping[str, Any]
Answer = Fraction | str | tuple[str, ...] | tuple[Fraction, ...]

WEAK = 0.2
"""Correlation below which two measures are said to have no clear association."""
STRONG = 0.55
"""Correlation from which on they are said to have one."""


class Undecided(ValueError):
    """A tie or a division by zero, or nothing plain to see, so that a program has no one answer."""


def execute(program: Program, world: World) -> Answer:
    """Return the answer that a program gives over a world's facts, numbers exactly.

    Raises:
        Undecided: a tie decides, or a divisor is zero.
        KeyError: the world has no such fact.
        ValueError: an operation is unknown.
    """
    match program["op"]:
        case "pick":
            ranked = _ranked(program, world)
            return ranked[int(program["place"]) - 1]
        case "larger" | "smaller":
            extreme = "highest" if program["op"] == "larger" else "lowest"
            return _ranked({**program, "extreme": extreme}, world)[0]
        case "order":
            return tuple(_ranked(program, world))
        case "names":
            level = compute(program["level"], world)
            found = [(item["name"], compute(item["value"], world)) for item in program["of"]]
            return tuple(name for name, value in found if _is_beyond(value, level, program["comparison"]))
        case "exceeds":
            left, right = compute(program["left"], world), compute(program["right"], world)
            if left == right:
                raise Undecided("a tie")
            return "Yes" if left > right else "No"
        case "direction":
            first, last = compute(program["of"][0], world), compute(program["of"][-1], world)
            if first == last:
                raise Undecided("no change")
            return "rose" if last > first else "fell"
        case "course":
            return find_course([compute(item, world) for item in program["of"]], compute(program["least"], world))
        case "shape":
            shape = find_shape([int(compute(item, world)) for item in program["of"]])
            if shape is None:
                raise Undecided("no plain shape")
            return shape
        case "association":
            sides = ([float(compute(item, world)) for item in program[side]] for side in ("x", "y"))
            return _association(correlate(*sides))
        case "encoding":
            return tuple(program["legend"])
        case "values":
            return tuple(compute(item, world) for item in program["of"])
    return compute(program, world)


def compute(program: Program | float, world: World) -> Fraction:
    """Return the number that a program gives; see ``execute`` for what it raises."""
    if isinstance(program, int | float):
        return Fraction(str(program))
    match program["op"]:
        case "value":
            dataset, *key = program["fact"].split("/")
            return Fraction(str(world.value(dataset, *key)))
        case "add":
            return compute(program["left"], world) + compute(program["right"], world)
        case "subtract":
            return compute(program["left"], world) - compute(program["right"], world)
        case "divide" | "percent":
            left, right = compute(program["left"], world), compute(program["right"], world)
            if not right:
                raise Undecided("division by zero")
            return left / right * (100 if program["op"] == "percent" else 1)
        case "sum" | "mean":
            numbers = [compute(item, world) for item in program["of"]]
            return sum(numbers, Fraction()) / (len(numbers) if program["op"] == "mean" else 1)
        case "count":
            level = compute(program["level"], world)
            numbers = [compute(item, world) for item in program["of"]]
            return Fraction(sum(_is_beyond(number, level, program["comparison"]) for number in numbers))
        case "round":
            return round_half(compute(program["of"], world), program["decimals"])
    raise ValueError(f"operation {program['op']!r} gives no number")


def round_half(number: Fraction, decimals: int) -> Fraction:
    """Return a number rounded to some decimals.

    Raises:
        Undecided: it lies halfway, where people round differently.

    >>> round_half(Fraction(2, 3), 2)
    Fraction(67, 100)
    """
    scaled = number * 10**decimals
    if scaled.denominator == 2:
        raise Undecided(f"{number} lies halfway at {decimals} decimals")
    return Fraction(round(scaled), 10**decimals)


def find_course(numbers: Sequence[Fraction], least: Fraction) -> str:
    """Return how a series runs: ``rise`` or ``fall`` throughout, to a ``peak`` or a ``dip`` within and back, ``mixed``.

    Moves against the course that are smaller than ``least`` are passed over; the course itself must be three times it.

    >>> find_course([Fraction(n) for n in (10, 14, 22, 21, 15, 9)], Fraction(2))
    'peak'
    """
    top, bottom = numbers.index(max(numbers)), numbers.index(min(numbers))

    def runs(part: Sequence[Fraction], sign: int) -> bool:
        """Tell whether a part goes one way, and far enough."""
        best = part[0]
        for number in part:
            if sign * (number - best) < -least:
                return False
            best = max(best, number) if sign > 0 else min(best, number)
        return sign * (part[-1] - part[0]) >= 3 * least

    last = len(numbers) - 1
    if runs(numbers, 1):
        return "rise"
    if runs(numbers, -1):
        return "fall"
    if 0 < top < last and runs(numbers[: top + 1], 1) and runs(numbers[top:], -1):
        return "peak"
    if 0 < bottom < last and runs(numbers[: bottom + 1], -1) and runs(numbers[bottom:], 1):
        return "dip"
    return "mixed"


def _ranked(program: Program, world: World) -> list[str]:
    """Return the names of a program from its extreme on; raises ``Undecided`` for ties."""
    found = [(item["name"], compute(item["value"], world)) for item in program["of"]]
    if program["extreme"] == "nearest":
        level = compute(program["level"], world)
        found = [(name, abs(value - level)) for name, value in found]
    values = [value for _, value in found]
    if len(set(values)) < len(values) and program.get("place", 0) == 0:
        raise Undecided("a tie")
    ranked = sorted(found, key=lambda pair: pair[1], reverse=program["extreme"] == "highest")
    place = program.get("place")
    if place:
        beside = [ranked[other][1] for other in (place - 2, place) if 0 <= other < len(ranked)]
        if place > len(ranked) or ranked[place - 1][1] in beside:
            raise Undecided("a tie")
    return [name for name, _ in ranked]


def _is_beyond(value: Fraction, level: Fraction, comparison: str) -> bool:
    if comparison not in ("above", "below"):
        raise ValueError(f"comparison {comparison!r} is not one of above, below")
    return value > level if comparison == "above" else value < level


def _association(correlation: float) -> str:
    if abs(correlation) >= STRONG:
        return "positive" if correlation > 0 else "negative"
    if abs(correlation) <= WEAK:
        return "none"
    raise Undecided(f"a correlation of {correlation:.2f} is neither weak nor strong")
