"""Programs of complex questions computed again, over what exhibits show and what printed statements say."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.programs import course, extreme_of, pick, put_in_order, rank, rounded
from dataset_builder.moments import MONTHS

Program = Mapping[str, Any]
Part = Fraction | str


@dataclass
class Solver:
    """Computes a program and keeps what it read.

    Attributes:
        shown: value of every fact of the exhibits that the question needs.
        stated: reads what a statement says, given its id and the name of what it states.
        read: ids of the facts read so far.
    """

    shown: Mapping[str, Fraction]
    stated: Callable[[str, str], Part]
    read: set[str] = field(default_factory=set)

    def solve(self, program: Program) -> tuple[Part, ...]:
        """Return the answer, part by part.

        Raises:
            ValueError: there is no one answer, or an operation is unknown.
            KeyError: a fact is shown by no exhibit of the question.
        """
        match program["op"]:
            case "parts":
                return tuple(part for each in program["of"] for part in self.solve(each))
            case "order":
                return put_in_order(self._ranked(program))
            case "names":
                level, above = self.number(program["level"]), program["comparison"] == "above"
                return tuple(item["name"] for item in program["of"] if (self.number(item["value"]) > level) == above)
        return (self.one(program),)

    def one(self, program: Program | str | float) -> Part:
        """Return the only part of an answer."""
        if isinstance(program, str):
            return program
        if isinstance(program, int | float):
            return Fraction(str(program))
        match program["op"]:
            case "stated":
                return self.stated(program["statement"], program["name"])
            case "pick" | "larger" | "smaller":
                return self._pick(program)
            case "said_by":
                return self.one(program["of"][str(self.one(program["who"]))])
            case "exceeds":
                return "Yes" if self._apart(program["left"], program["right"]) > 0 else "No"
            case "side":
                return "over" if self._apart(program["left"], program["right"]) > 0 else "under"
            case "direction":
                return "rose" if self._apart(program["of"][-1], program["of"][0]) > 0 else "fell"
            case "same":
                return "Yes" if self.one(program["left"]) == self.one(program["right"]) else "No"
            case "crosses":
                first, last = self.number(program["first"]), self.number(program["last"])
                held = [item["values"] for item in program["of"] if first <= item["year"] <= last]
                ahead = {self._apart(one, other) > 0 for one, other in held}
                return "Yes" if len(ahead) == 2 else "No"
            case "since":
                first = self.number(program["year"])
                of = program["of"]
                return self._pick({**of, "of": [each for each in of["of"] if each["year"] >= first]})
            case "course_from":
                first = self.number(program["year"])
                values = [self.number(item["value"]) for item in program["of"] if int(item["name"]) >= first]
                return course(values, self.number(program["least"]))
            case "date":
                year, month = divmod(int(self.number(program["of"])), 12)
                return f"{MONTHS[month]} {year}"
        return self.number(program)

    def number(self, program: Program | float) -> Fraction:
        """Return the number that a program gives."""
        if isinstance(program, int | float):
            return Fraction(str(program))
        match program["op"]:
            case "value":
                return self._fact(program["fact"])
            case "lookup":
                keys = (self.one(key) for key in program["keys"])
                return self._fact("/".join((program["dataset"], *map(str, keys))))
            case "stated" | "pick":
                found = self.one(program)
                return found if isinstance(found, Fraction) else Fraction(found)
            case "number":
                return Fraction(str(self.one(program["of"])))
            case "tally":
                return Fraction([self.one(each) for each in program["of"]].count("Yes"))
            case "months":
                return 12 * self.number(program["year"]) + self.number(program["month"]) - 1
            case "year":
                return Fraction(math.floor(self.number(program["of"]) / 12))
            case "round":
                return rounded(self.number(program["of"]), program["decimals"])
            case "growth_rate":
                first, last, years = (self.number(program[name]) for name in ("first", "last", "years"))
                return 100 * (_root(last / first, int(years)) - 1)
            case "grow":
                value = self.number(program["of"])
                for _ in range(int(self.number(program["years"]))):
                    value += value * self.number(program["rate"]) / 100
                return value
        left, right = self.number(program["left"]), self.number(program["right"])
        match program["op"]:
            case "add":
                return left + right
            case "subtract":
                return left - right
            case "multiply":
                return left * right
            case "divide":
                return left / right
        raise ValueError(f"operation {program['op']!r} is unknown")

    def _fact(self, fact: str) -> Fraction:
        self.read.add(fact)
        return self.shown[fact]

    def _apart(self, left: Program, right: Program) -> Fraction:
        gap = self.number(left) - self.number(right)
        if not gap:
            raise ValueError("a tie")
        return gap

    def _pick(self, program: Program) -> str:
        return pick(self._ranked(program), int(program.get("place", 1)))

    def _ranked(self, program: Program) -> list[tuple[str, Fraction]]:
        """Return names with their values from an extreme on."""
        extreme = extreme_of(program)
        level = self.number(program["level"]) if extreme == "nearest" else Fraction(0)
        return rank([(str(item["name"]), self.number(item["value"])) for item in program["of"]], extreme, level)


def _root(number: Fraction, degree: int) -> Fraction:
    """Return the root of a positive number, by halving, to twelve decimals."""
    low, high = Fraction(0), max(Fraction(1), number)
    while high - low > Fraction(1, 10**13):
        middle = Fraction(math.floor((low + high) / 2 * 10**15), 10**15)
        low, high = (middle, high) if middle**degree < number else (low, middle)
    return (low + high) / 2
