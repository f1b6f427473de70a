"""The operations that give an answer: a small tree of JSON objects, computed exactly over the tables of the manifest.

Each operation stands under ``op``, its operands beside it. By what they give:

- a set of entities, in the order of the tables: ``entities`` (all); ``these`` (its ``names``); ``trace`` (what
  ``trace`` selects); ``except`` (``of`` without ``drop``); ``where`` (of ``of`` those whose number in the row ``by`` is
  in ``comparison`` to ``value``); ``pick`` (the one of ``of`` that is at ``place``, 1 being the ``extreme``, by the row
  ``by``);
- a row, which has one number for each entity of a set: ``values`` (of ``column`` for the set ``of``); ``scale`` (``of``
  changed by ``percent``), ``shift`` (``of`` changed by ``by``), ``add`` and ``subtract`` (``left`` and ``right``);
- a number: ``sum``, ``mean``, ``max``, ``min`` of the row ``of``; ``count`` of the set ``of``; ``scale``, ``shift``,
  ``add``, ``subtract``, ``divide`` and ``percent`` (100 times the quotient) of numbers; ``round`` (``of`` to
  ``decimals``); or a number as it is;
- Yes or No: ``compare`` (``left`` is in ``comparison`` to ``right``), ``contains`` (whether ``part`` is in ``of``);
- a name: ``name`` (of the one entity of ``of``), ``peak`` (the ``part``, such as ``time``, of that one of ``columns``
  in which the one entity of ``of`` has its ``extreme``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.families.hops.model import (
    Atom,
    Column,
    Extremal,
    Merge,
    Node,
    Step,
    Table,
    Threshold,
    Trend,
    Within,
    resolve,
)

Program = Mapping[str, Any]
Entities = tuple[str, ...]
Row = tuple[Fraction, ...]
Answer = Fraction | str | bool

EVERYONE: Program = {"op": "entities"}
"""The set of all entities."""

_COMPARISONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "at least": lambda left, right: left >= right,
    "at most": lambda left, right: left <= right,
    "more than": lambda left, right: left > right,
    "less than": lambda left, right: left < right,
}


class Undecided(ValueError):
    """A tie or a division by zero, so that a program has no one answer."""


def column_json(column: Column) -> dict[str, str]:
    """Return a column as JSON."""
    return {"metric": column.metric, "group": column.group, "time": column.time}


def trace_json(node: Node | None) -> dict[str, Any] | None:
    """Return a trace as JSON: ``{"atom", "of"}`` for a step, ``{"join", "branches", "of"}`` for a merge."""
    if node is None:
        return None
    if isinstance(node, Merge):
        branches = [trace_json(branch) for branch in node.branches]
        return {"join": node.join, "branches": branches, "of": trace_json(node.of)}
    return {"atom": _atom_json(node.atom), "of": trace_json(node.of)}


def _atom_json(atom: Atom) -> dict[str, Any]:
    if isinstance(atom, Trend):
        columns = [column_json(column) for column in atom.columns]
        return {"kind": "trend", "columns": columns, "direction": atom.direction}
    column = column_json(atom.column)
    if isinstance(atom, Within):
        return {"kind": "within", "column": column, "other": column_json(atom.other)}
    if isinstance(atom, Threshold):
        return {"kind": "threshold", "column": column, "comparison": atom.comparison, "value": atom.value}
    return {"kind": "extremal", "column": column, "extreme": atom.extreme, "count": atom.count}


def parse_trace(data: Mapping[str, Any] | None) -> Node | None:
    """Return the trace that ``trace_json`` wrote."""
    if data is None:
        return None
    of = parse_trace(data["of"])
    if "join" in data:
        branches = (parse_trace(branch) for branch in data["branches"])
        return Merge(data["join"], tuple(branch for branch in branches if branch is not None), of)
    return Step(_parse_atom(data["atom"]), of)


def _parse_atom(data: Mapping[str, Any]) -> Atom:
    if data["kind"] == "trend":
        return Trend(tuple(Column(**column) for column in data["columns"]), data["direction"])
    column = Column(**data["column"])
    if data["kind"] == "within":
        return Within(column, Column(**data["other"]))
    if data["kind"] == "threshold":
        return Threshold(column, data["comparison"], data["value"])
    return Extremal(column, data["extreme"], data["count"])


def execute(program: Program, table: Table) -> Answer:
    """Return the answer that a program gives over a table, exactly.

    Raises:
        Undecided: a tie decides, a divisor is zero, or one entity is asked for and there are none or several.
        ValueError: an operation is unknown where it stands.

    >>> sugar = Column("Sugar used", "", "2024")
    >>> total = {"op": "sum", "of": {"op": "values", "of": {"op": "entities"}, "column": column_json(sugar)}}
    >>> execute(total, {sugar: {"Coldwell": 2.5, "Oxbow": 4.1}})
    Fraction(33, 5)
    """
    match program["op"]:
        case "compare":
            left, right = compute_number(program["left"], table), compute_number(program["right"], table)
            return _COMPARISONS[program["comparison"]](left, right)
        case "contains":
            return set(find_entities(program["part"], table)) <= set(find_entities(program["of"], table))
        case "name":
            return _only(find_entities(program["of"], table))
        case "peak":
            name = _only(find_entities(program["of"], table))
            columns = [Column(**column) for column in program["columns"]]
            values = [_exact(table[column][name]) for column in columns]
            place = _places(values, program["extreme"])[0]
            return str(getattr(columns[place], program["part"]))
    return compute_number(program, table)


def find_entities(program: Program, table: Table) -> Entities:
    """Return the set that a program gives; see ``execute`` for what it raises."""
    match program["op"]:
        case "entities":
            return tuple(next(iter(table.values())))
        case "these":
            return tuple(name for name in next(iter(table.values())) if name in program["names"])
        case "trace":
            return resolve(parse_trace(program["trace"]), table, tuple(next(iter(table.values()))))
        case "except":
            drop = set(find_entities(program["drop"], table))
            return tuple(name for name in find_entities(program["of"], table) if name not in drop)
        case "where":
            meets = _COMPARISONS[program["comparison"]]
            value, row = compute_number(program["value"], table), compute_row(program["by"], table)
            names = find_entities(program["of"], table)
            return tuple(name for name, number in zip(names, row, strict=True) if meets(number, value))
        case "pick":
            names, row = find_entities(program["of"], table), compute_row(program["by"], table)
            places = _places(row, program["extreme"])
            if program["place"] > len(places):
                raise Undecided(f"place {program['place']} of {len(places)}")
            return (names[places[program["place"] - 1]],)
    raise ValueError(f"operation {program['op']!r} gives no entities")


def compute_row(program: Program, table: Table) -> Row:
    """Return the row that a program gives; see ``execute`` for what it raises."""
    match program["op"]:
        case "values":
            column = Column(**program["column"])
            return tuple(_exact(table[column][name]) for name in find_entities(program["of"], table))
        case "scale":
            return tuple(_scale(number, program) for number in compute_row(program["of"], table))
        case "shift":
            return tuple(number + _exact(program["by"]) for number in compute_row(program["of"], table))
        case "add" | "subtract":
            sides = zip(compute_row(program["left"], table), compute_row(program["right"], table), strict=True)
            return tuple(left + right if program["op"] == "add" else left - right for left, right in sides)
    raise ValueError(f"operation {program['op']!r} gives no row")


def compute_number(program: Program | float, table: Table) -> Fraction:
    """Return the number that a program gives; see ``execute`` for what it raises."""
    if isinstance(program, int | float):
        return _exact(program)
    match program["op"]:
        case "sum" | "mean" | "max" | "min":
            row = compute_row(program["of"], table)
            if not row:
                raise Undecided(f"{program['op']} of nothing")
            return {
                "sum": sum(row, Fraction()),
                "max": max(row),
                "min": min(row),
                "mean": sum(row, Fraction()) / len(row),
            }[program["op"]]
        case "count":
            return Fraction(len(find_entities(program["of"], table)))
        case "scale":
            return _scale(compute_number(program["of"], table), program)
        case "shift":
            return compute_number(program["of"], table) + _exact(program["by"])
        case "add" | "subtract" | "divide" | "percent":
            left, right = compute_number(program["left"], table), compute_number(program["right"], table)
            if program["op"] in ("divide", "percent"):
                if not right:
                    raise Undecided("division by zero")
                return left / right * (100 if program["op"] == "percent" else 1)
            return left + right if program["op"] == "add" else left - right
        case "round":
            return round_exactly(compute_number(program["of"], table), program["decimals"])
    raise ValueError(f"operation {program['op']!r} gives no number")


def round_exactly(number: Fraction, decimals: int) -> Fraction:
    """Return a number rounded to some decimals.

    Raises:
        Undecided: it lies halfway, where people round differently.

    >>> round_exactly(Fraction(2, 3), 2)
    Fraction(67, 100)
    """
    scaled = number * 10**decimals
    if scaled.denominator == 2:
        raise Undecided(f"{number} lies halfway at {decimals} decimals")
    return Fraction(round(scaled), 10**decimals)


def _exact(number: float) -> Fraction:
    return Fraction(str(number))


def _scale(number: Fraction, program: Program) -> Fraction:
    return number * (100 + _exact(program["percent"])) / 100


def _only(names: Entities) -> str:
    if len(names) != 1:
        raise Undecided(f"{len(names)} entities where one is asked for")
    return names[0]


def _places(row: Sequence[Fraction], extreme: str) -> list[int]:
    """Return the places of the numbers of a row from the extreme on."""
    if len(set(row)) < len(row):
        raise Undecided("a tie")
    return sorted(range(len(row)), key=lambda place: row[place], reverse=extreme == "highest")
