"""The operations that give an answer: a small tree of JSON objects, computed exactly over a world's facts.

Each operation stands under ``op``. By what they give:

- a number: ``value`` (of ``fact``); ``add``, ``subtract``, ``divide``, ``percent`` (100 times the quotient) of ``left``
  and ``right``; ``sum``, ``mean`` of the numbers ``of``; ``round`` (``of`` to ``decimals``); ``count`` (how many of the
  numbers ``of`` are in ``comparison``, ``above`` or ``below``, to ``level``), ``placed`` (the same of points' places);
- a name: ``pick`` (of ``of``, a list of ``{"name", "value"}``, the one at ``place`` from the ``highest``, ``lowest`` or
  ``nearest`` to ``level`` on, 1 being the first); ``larger`` and ``smaller`` (of two such);
- ``Yes`` or ``No``: ``exceeds`` (whether ``left`` is more than ``right``);
- a list of names: ``order`` (all of ``of`` from the ``extreme`` on); ``names`` (those of ``of`` in ``comparison`` to
  ``level``);
- a word: ``direction`` (``rose``, ``fell`` from the first to the last number of ``of``); ``course`` (of the numbers
  ``of``: ``rise``, ``fall``, ``peak``, ``dip``, or ``mixed``, with moves under ``least`` passed over); ``shape`` (of a
  histogram's counts ``of``); ``association`` (``positive``, ``negative``, ``none``: of the numbers ``x`` and ``y``);
- several numbers: ``values`` (``of``); several answers of any kind: ``parts`` (``of``), in order;
- what a statement of the text says: ``stated`` (the ``name`` in what ``statement`` says), a number, a name or a year;
  a number also ``lookup`` (of ``dataset``, at ``keys``, each a name or an operation that gives one);
- ``Yes`` or ``No``: ``holds`` (whether ``left`` stands to ``right`` as the word of ``relation`` says: ``above``,
  ``below``, ``first`` or ``last`` among ``of``; the word itself may be ``stated``), ``same`` (whether the answers
  ``left`` and ``right`` are equal, numbers to ``decimals`` where given);
- ``left`` or ``right``: ``flank`` (on which side of the ``band``, such as "30–40", the ``limit`` lies);
- ``higher``, ``lower`` or ``equal``: ``standing`` (of ``left`` against ``right``);
- of dates and rates: ``months`` (to ``month`` of ``year``, counted from the year 0), ``year`` and ``date`` (of such
  months ``of``: a number, and "March 2016"); ``multiply`` (``left`` and ``right``); ``growth_rate`` (percent a year
  from ``first`` to ``last`` in ``years``, compounded); ``grow`` (``of`` by ``rate`` percent a year for ``years``);
  ``number`` (that the name ``of`` is); ``tally`` (how many of ``of`` are ``Yes``);
- of people: ``said_by`` (of the answers ``of`` by name, that of ``who``); a word also ``side`` (``over`` or ``under``:
  where ``left`` lies beside ``right``), ``course_from`` (as ``course``, of the values in ``of`` named from ``year``
  on), ``since`` (what ``of`` gives with only its items from ``year`` on), ``crosses`` (``Yes`` if of the pairs of
  values in ``of`` from ``first`` to ``last`` now one is more and now the other);
- what a chart's ``channel`` (``colour``, ``size``, ``highlight``, ``order``) stands for: ``encoding``, whose names are
  in its ``legend``: a property of the chart, not of the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.samples import find_shape
from dataset_builder.families.reports.scatter import correlate
from dataset_builder.moments import MONTHS

Program = Mapping[str, Any]
Answer = Fraction | str | tuple[str, ...] | tuple[Fraction, ...] | tuple[Fraction | str, ...]
Said = Mapping[str, Mapping[str, Any]]

NOTHING: Said = MappingProxyType({})

WEAK = 0.2
"""Correlation below which two measures are said to have no clear association."""
STRONG = 0.55
"""Correlation from which on they are said to have one."""


class Undecided(ValueError):
    """A tie or a division by zero, or nothing plain to see, so that a program has no one answer."""


def execute(program: Program, world: World, said: Said = NOTHING) -> Answer:
    """Return the answer that a program gives over a world's facts, numbers exactly.

    Args:
        program: the operations.
        world: whose facts they read.
        said: what each statement says, by its id (``Statement.said``).

    Raises:
        Undecided: a tie decides, or a divisor is zero.
        KeyError: the world has no such fact.
        ValueError: an operation is unknown.
    """
    match program["op"]:
        case "pick":
            ranked = _ranked(program, world, said)
            return ranked[int(program["place"]) - 1]
        case "larger" | "smaller":
            extreme = "highest" if program["op"] == "larger" else "lowest"
            return _ranked({**program, "extreme": extreme}, world, said)[0]
        case "order":
            return tuple(_ranked(program, world, said))
        case "names":
            level = compute(program["level"], world, said)
            found = [(item["name"], compute(item["value"], world, said)) for item in program["of"]]
            return tuple(name for name, value in found if _is_beyond(value, level, program["comparison"]))
        case "exceeds":
            left, right = compute(program["left"], world, said), compute(program["right"], world, said)
            if left == right:
                raise Undecided("a tie")
            return "Yes" if left > right else "No"
        case "direction":
            first, last = compute(program["of"][0], world, said), compute(program["of"][-1], world, said)
            if first == last:
                raise Undecided("no change")
            return "rose" if last > first else "fell"
        case "course":
            return find_course(
                [compute(item, world, said) for item in program["of"]], compute(program["least"], world, said)
            )
        case "shape":
            shape = find_shape([int(compute(item, world, said)) for item in program["of"]])
            if shape is None:
                raise Undecided("no plain shape")
            return shape
        case "association":
            sides = ([float(compute(item, world, said)) for item in program[side]] for side in ("x", "y"))
            return _association(correlate(*sides))
        case "encoding":
            return tuple(program["legend"])
        case "values":
            return tuple(compute(item, world, said) for item in program["of"])
        case "parts":
            return tuple(_flatten(execute(item, world, said) for item in program["of"]))
        case "stated":
            found = said[program["statement"]][program["name"]]
            return found if isinstance(found, str) else compute(found, world, said)
        case "said_by":
            return execute(program["of"][execute(program["who"], world, said)], world, said)
        case "side":
            left, right = compute(program["left"], world, said), compute(program["right"], world, said)
            if left == right:
                raise Undecided("a tie")
            return "over" if left > right else "under"
        case "date":
            months = int(compute(program["of"], world, said))
            return f"{MONTHS[months % 12]} {months // 12}"
        case "since":
            first = compute(program["year"], world, said)
            items = [item for item in program["of"]["of"] if item["year"] >= first]
            return execute({**program["of"], "of": items}, world, said)
        case "crosses":
            first, last = (compute(program[name], world, said) for name in ("first", "last"))
            pairs = [item["values"] for item in program["of"] if first <= item["year"] <= last]
            gaps = [compute(one, world, said) - compute(other, world, said) for one, other in pairs]
            return "Yes" if min(gaps) < 0 < max(gaps) else "No"
        case "course_from":
            first = compute(program["year"], world, said)
            chosen = [item["value"] for item in program["of"] if int(item["name"]) >= first]
            return execute({"op": "course", "of": chosen, "least": program["least"]}, world, said)
        case "holds":
            return "Yes" if _holds(program, world, said) else "No"
        case "flank":
            low, high = (
                Fraction(end.replace(",", "")) for end in re.split("[–-]", str(execute(program["band"], world, said)))
            )
            limit = compute(program["limit"], world, said)
            if low <= limit <= high:
                raise Undecided("within the band")
            return "left" if limit < low else "right"
        case "standing":
            left, right = compute(program["left"], world, said), compute(program["right"], world, said)
            return "equal" if left == right else "higher" if left > right else "lower"
        case "same":
            both = [_answer(program[side], world, said) for side in ("left", "right")]
            if "decimals" in program:
                both = [round_half(each, program["decimals"]) for each in both if isinstance(each, Fraction)]
            return "Yes" if both[0] == both[1] else "No"
    return compute(program, world, said)


def compute(program: Program | float, world: World, said: Said = NOTHING) -> Fraction:
    """Return the number that a program gives; see ``execute`` for what it raises."""
    if isinstance(program, int | float):
        return Fraction(str(program))
    match program["op"]:
        case "value":
            dataset, *key = program["fact"].split("/")
            return Fraction(str(world.value(dataset, *key)))
        case "stated":
            return compute(said[program["statement"]][program["name"]], world, said)
        case "lookup":
            return Fraction(str(world.value(program["dataset"], *_keys(program, world, said))))
        case "add":
            return compute(program["left"], world, said) + compute(program["right"], world, said)
        case "subtract":
            return compute(program["left"], world, said) - compute(program["right"], world, said)
        case "divide" | "percent":
            left, right = compute(program["left"], world, said), compute(program["right"], world, said)
            if not right:
                raise Undecided("division by zero")
            return left / right * (100 if program["op"] == "percent" else 1)
        case "sum" | "mean":
            numbers = [compute(item, world, said) for item in program["of"]]
            return sum(numbers, Fraction()) / (len(numbers) if program["op"] == "mean" else 1)
        case "count" | "placed":
            level = compute(program["level"], world, said)
            numbers = [compute(item, world, said) for item in program["of"]]
            return Fraction(sum(_is_beyond(number, level, program["comparison"]) for number in numbers))
        case "multiply":
            return compute(program["left"], world, said) * compute(program["right"], world, said)
        case "growth_rate":
            first, last, years = (compute(program[name], world, said) for name in ("first", "last", "years"))
            if first <= 0 or last <= 0 or years <= 0:
                raise Undecided("no growth from or to nought")
            return (_root(last / first, int(years)) - 1) * 100
        case "grow":
            value, rate, years = (compute(program[name], world, said) for name in ("of", "rate", "years"))
            return value * (1 + rate / 100) ** int(years)
        case "months":
            year, month = (compute(program[name], world, said) for name in ("year", "month"))
            return 12 * year + month - 1
        case "year":
            return Fraction(int(compute(program["of"], world, said)) // 12)
        case "number":
            return Fraction(str(execute(program["of"], world, said)))
        case "tally":
            return Fraction(sum(execute(item, world, said) == "Yes" for item in program["of"]))
        case "round":
            return round_half(compute(program["of"], world, said), program["decimals"])
    raise ValueError(f"operation {program['op']!r} gives no number")


def _answer(program: Program | str, world: World, said: Said) -> Answer:
    """Return a name as it is, else what a program gives."""
    return program if isinstance(program, str) else execute(program, world, said)


def _root(number: Fraction, degree: int) -> Fraction:
    """Return the root of a positive number to 30 digits."""
    with localcontext() as context:
        context.prec = 40
        return Fraction((Decimal(number.numerator) / Decimal(number.denominator)) ** (Decimal(1) / degree))


def _keys(program: Program, world: World, said: Said) -> Iterator[str]:
    """Yield the keys of a look-up: names as they are, others as their operation gives them."""
    for key in program["keys"]:
        yield str(_answer(key, world, said))


def _holds(program: Program, world: World, said: Said) -> bool:
    word = str(_answer(program["relation"], world, said))
    if word in ("first", "last"):
        name = str(execute(program["left"], world, said))
        extreme = "highest" if word == "first" else "lowest"
        return _ranked({"of": program["of"], "extreme": extreme, "place": 1}, world, said)[0] == name
    left, right = compute(program["left"], world, said), compute(program["right"], world, said)
    if left == right:
        raise Undecided("a tie")
    return _is_beyond(left, right, word)


def _flatten(answers: Iterable[Answer]) -> Iterator[Fraction | str]:
    for answer in answers:
        if isinstance(answer, tuple):
            yield from answer
        else:
            yield answer


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


def _ranked(program: Program, world: World, said: Said) -> list[str]:
    """Return the names of a program from its extreme on; raises ``Undecided`` for ties."""
    found = [(item["name"], compute(item["value"], world, said)) for item in program["of"]]
    if program["extreme"] == "nearest":
        level = compute(program["level"], world, said)
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
