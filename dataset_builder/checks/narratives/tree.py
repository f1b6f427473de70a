"""What the rules of a narrative select: a chain of conditions, each applied to what the ones before it left.

The meaning is that of DocHop, section 3: conditions on one entity, rankings within a set, and branches from one set
that are joined again by AND or OR.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

Comparison = Literal["at least", "at most", "more than", "less than"]
Direction = Literal["rises", "falls"]
Extreme = Literal["highest", "lowest"]
Join = Literal["AND", "OR"]


class Column(NamedTuple):
    """One metric at one time, of one group or (``group=""``) undivided."""

    metric: str
    group: str
    time: str


Tables = Mapping[Column, Mapping[str, float]]
"""Value of every column that the charts show, by entity."""


@dataclass(frozen=True)
class Threshold:
    """``column`` is on one side of ``value``."""

    column: Column
    comparison: Comparison
    value: float


@dataclass(frozen=True)
class Within:
    """``column`` is above ``other`` of the same entity."""

    column: Column
    other: Column


@dataclass(frozen=True)
class Trend:
    """From each of ``columns`` to the next the value ``direction``."""

    columns: tuple[Column, ...]
    direction: Direction


@dataclass(frozen=True)
class Ranking:
    """The ``count`` entities of the set with the ``extreme`` values of ``column``."""

    column: Column
    extreme: Extreme
    count: int


@dataclass(frozen=True)
class Junction:
    """Two or three ``branches``, each applied to the same set, joined by ``join``."""

    join: Join
    branches: tuple[Chain, ...]


Condition = Threshold | Within | Trend | Ranking
Link = Condition | Junction
Chain = tuple[Link, ...]
"""Conditions in the order in which they are applied."""


def resolve(chain: Chain, tables: Tables, candidates: Sequence[str]) -> tuple[str, ...]:
    """Return those of ``candidates`` that a chain selects, in their order.

    Raises:
        KeyError: the charts show no such column.
        ValueError: a ranking has a tie at its cut.
    """
    names = tuple(candidates)
    for link in chain:
        if isinstance(link, Junction):
            sets = [set(resolve(branch, tables, names)) for branch in link.branches]
            joined = set.intersection(*sets) if link.join == "AND" else set.union(*sets)
            names = tuple(name for name in names if name in joined)
        elif isinstance(link, Ranking):
            names = _first_ranked(link, tables, names)
        else:
            names = tuple(name for name in names if _meets(link, tables, name))
    return names


def _first_ranked(ranking: Ranking, tables: Tables, names: tuple[str, ...]) -> tuple[str, ...]:
    values = tables[ranking.column]
    ordered = sorted(names, key=lambda name: values[name], reverse=ranking.extreme == "highest")
    first, rest = ordered[: ranking.count], ordered[ranking.count :]
    if first and rest and values[first[-1]] == values[rest[0]]:
        raise ValueError(f"{first[-1]} and {rest[0]} tie in {ranking.column}")
    return tuple(name for name in names if name in first)


def _meets(condition: Threshold | Within | Trend, tables: Tables, name: str) -> bool:
    if isinstance(condition, Within):
        return tables[condition.column][name] > tables[condition.other][name]
    if isinstance(condition, Trend):
        values = [tables[column][name] for column in condition.columns]
        return all(a < b if condition.direction == "rises" else a > b for a, b in pairwise(values))
    value = tables[condition.column][name]
    return {
        "at least": value >= condition.value,
        "at most": value <= condition.value,
        "more than": value > condition.value,
        "less than": value < condition.value,
    }[condition.comparison]


def columns_of(chain: Chain) -> frozenset[Column]:
    """Return the columns that a chain reads."""
    found: set[Column] = set()
    for link in chain:
        if isinstance(link, Junction):
            found.update(*(columns_of(branch) for branch in link.branches))
        elif isinstance(link, Trend):
            found.update(link.columns)
        else:
            found.update({link.column, link.other} if isinstance(link, Within) else {link.column})
    return frozenset(found)


def depth(chain: Chain) -> int:
    """Return the number of conditions and junctions on the longest way through a chain (DocHop's D)."""
    inside = (max(map(depth, link.branches)) if isinstance(link, Junction) else 0 for link in chain)
    return sum(1 + extra for extra in inside)


def plain(chain: Chain) -> Chain:
    """Return a chain with every trend of two times as the comparison that it is, so that equal meanings are equal."""
    return tuple(map(_plain, chain))


def _plain(link: Link) -> Link:
    if isinstance(link, Junction):
        return Junction(link.join, tuple(map(plain, link.branches)))
    if isinstance(link, Trend) and len(link.columns) == 2:
        first, last = link.columns
        return Within(last, first) if link.direction == "rises" else Within(first, last)
    return link


def read_trace(data: Mapping[str, Any] | None) -> Chain:
    """Return the chain that a trace in JSON stands for: ``{"atom", "of"}`` or ``{"join", "branches", "of"}``.

    Raises:
        KeyError, TypeError: it is of another shape.
    """
    if data is None:
        return ()
    before = read_trace(data["of"])
    if "join" in data:
        return (*before, Junction(data["join"], tuple(map(read_trace, data["branches"]))))
    return (*before, _read_atom(data["atom"]))


def _read_atom(data: Mapping[str, Any]) -> Condition:
    if data["kind"] == "trend":
        return Trend(tuple(Column(**column) for column in data["columns"]), data["direction"])
    column = Column(**data["column"])
    if data["kind"] == "within":
        return Within(column, Column(**data["other"]))
    if data["kind"] == "threshold":
        return Threshold(column, data["comparison"], data["value"])
    if data["kind"] == "extremal":
        return Ranking(column, data["extreme"], data["count"])
    raise KeyError(data["kind"])
