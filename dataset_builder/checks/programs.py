"""Programs of hops questions computed again over the tables that the charts show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dataset_builder.checks.narratives.tree import Column, Tables

Program = Mapping[str, Any]
Row = dict[str, Fraction]
"""A number for each entity of a set."""


def answer_program(program: Program, tables: Tables, selected: tuple[str, ...]) -> Fraction | str | bool:
    """Return what a program gives if the set that the page describes is ``selected``.

    Raises:
        ValueError: an operation is unknown, or a tie, a division by zero or a set of another size leaves no answer.
        KeyError: a column or an operand is missing.
    """
    return _Reader(tables, selected).answer(program)


def walk_program(program: Any) -> Iterator[Program]:
    """Yield a program's operations, without the traces inside."""
    if isinstance(program, Mapping):
        if "op" in program:
            yield program
        for key, part in program.items():
            if key != "trace":
                yield from walk_program(part)


class _Reader:
    def __init__(self, tables: Tables, selected: tuple[str, ...]) -> None:
        self.tables = tables
        self.everyone = tuple(next(iter(tables.values())))
        self.selected = selected

    def answer(self, program: Program) -> Fraction | str | bool:
        operation = program["op"]
        if operation == "compare":
            left, right = self.number(program["left"]), self.number(program["right"])
            return _compare(left, program["comparison"], right)
        if operation == "contains":
            return set(self.names(program["part"])) <= set(self.names(program["of"]))
        if operation == "name":
            return self.only(program["of"])
        if operation == "peak":
            name = self.only(program["of"])
            columns = [Column(**column) for column in program["columns"]]
            values = [_exact(self.tables[column][name]) for column in columns]
            end = max(values) if program["extreme"] == "highest" else min(values)
            if values.count(end) > 1:
                raise ValueError("a tie between columns")
            return str(getattr(columns[values.index(end)], program["part"]))
        return self.number(program)

    def only(self, program: Program) -> str:
        names = self.names(program)
        if len(names) != 1:
            raise ValueError(f"{len(names)} entities where one is asked for")
        return names[0]

    def names(self, program: Program) -> tuple[str, ...]:
        operation = program["op"]
        if operation == "entities":
            return self.everyone
        if operation == "trace":
            return self.selected
        names = self.names(program["of"])
        if operation == "except":
            dropped = self.names(program["drop"])
            return tuple(name for name in names if name not in dropped)
        row = self.row(program["by"])
        if operation == "where":
            value = self.number(program["value"])
            return tuple(name for name in names if _compare(row[name], program["comparison"], value))
        if operation == "pick":
            ordered = sorted((row[name] for name in names), reverse=program["extreme"] == "highest")
            if len(set(ordered)) < len(ordered):
                raise ValueError("a tie between entities")
            return tuple(name for name in names if row[name] == ordered[program["place"] - 1])
        raise ValueError(f"operation {operation!r} gives no entities")

    def row(self, program: Program) -> Row:
        operation = program["op"]
        if operation == "values":
            values = self.tables[Column(**program["column"])]
            return {name: _exact(values[name]) for name in self.names(program["of"])}
        if operation in ("add", "subtract"):
            sign = 1 if operation == "add" else -1
            left, right = self.row(program["left"]), self.row(program["right"])
            return {name: value + sign * right[name] for name, value in left.items()}
        row = self.row(program["of"])
        if operation == "scale":
            return {name: value * (1 + _exact(program["percent"]) / 100) for name, value in row.items()}
        if operation == "shift":
            return {name: value + _exact(program["by"]) for name, value in row.items()}
        raise ValueError(f"operation {operation!r} gives no row")

    def number(self, program: Any) -> Fraction:
        if not isinstance(program, Mapping):
            return _exact(program)
        operation = program["op"]
        if operation in ("sum", "mean", "max", "min"):
            values = list(self.row(program["of"]).values())
            if not values:
                raise ValueError(f"{operation} of nothing")
            if operation in ("max", "min"):
                return max(values) if operation == "max" else min(values)
            return sum(values, Fraction()) / (len(values) if operation == "mean" else 1)
        if operation == "count":
            return Fraction(len(self.names(program["of"])))
        if operation in ("add", "subtract", "divide", "percent"):
            left, right = self.number(program["left"]), self.number(program["right"])
            if operation in ("add", "subtract"):
                return left + right if operation == "add" else left - right
            if not right:
                raise ValueError("division by zero")
            return left / right * (100 if operation == "percent" else 1)
        number = self.number(program["of"])
        if operation == "scale":
            return number * (1 + _exact(program["percent"]) / 100)
        if operation == "shift":
            return number + _exact(program["by"])
        if operation == "round":
            scaled = number * 10 ** program["decimals"]
            if scaled.denominator == 2:
                raise ValueError(f"{number} lies halfway")
            return Fraction(round(scaled), 10 ** program["decimals"])
        raise ValueError(f"operation {operation!r} gives no number")


def _exact(number: float) -> Fraction:
    return Fraction(str(number))


def _compare(left: Fraction, comparison: str, right: Fraction) -> bool:
    if comparison == "at least":
        return left >= right
    if comparison == "at most":
        return left <= right
    if comparison not in ("more than", "less than"):
        raise ValueError(f"comparison {comparison!r}")
    return left > right if comparison == "more than" else left < right
