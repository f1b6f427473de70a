"""What a hops page is made of: the topic, the columns its charts show, and the trace that defines the asked entities.

Every chart of a page is a matrix of entities by columns, and a *column* is one metric of one group at one time. A trace
is a tree (DocHop, section 3 and appendix B): *steps* narrow a set of entities by one atomic constraint, *merges* join
the sets of several branches by AND or OR.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Direction = Literal["rises", "falls"]
Extreme = Literal["highest", "lowest"]
Join = Literal["AND", "OR"]
Comparison = Literal["at least", "at most", "more than", "less than"]


@dataclass(frozen=True)
class Metric:
    """A summable quantity.

    Attributes:
        name: as printed in titles and prose, such as ``Mineral water bottled``.
        unit: as printed, scale included, such as ``thousand bottles``.
        low: smallest plausible value of one entity, group and time.
        high: largest one.
        decimals: digits after the point, 0 or 1.
    """

    name: str
    unit: str
    low: float
    high: float
    decimals: int = 0


@dataclass(frozen=True)
class Topic:
    """What a page is about (DocHop, appendix A): fictional, with independent and summable metrics.

    Attributes:
        topic_id: unique, such as ``water-bottling``.
        domain: broad field, such as ``manufacturing``.
        title: the topic in a few words, for headings.
        entity: the entity type in the singular, lower case: ``bottling plant``.
        entities: its plural.
        names: at least ten names of entities, fictional, none contained in another.
        group: what the groups divide by, such as ``bottle format``.
        groups: three or four values of it, which apply to every metric.
        metrics: three to six.
        period: length of one step of time.
    """

    topic_id: str
    domain: str
    title: str
    entity: str
    entities: str
    names: tuple[str, ...]
    group: str
    groups: tuple[str, ...]
    metrics: tuple[Metric, ...]
    period: Literal["month", "quarter", "year"]


@dataclass(frozen=True)
class Column:
    """One metric at one time, of one group or (``group=""``) undivided; what a mark of a chart stands for."""

    metric: str
    group: str
    time: str


Table = Mapping[Column, Mapping[str, float]]
"""Value of every column shown on the page, by entity."""


@dataclass(frozen=True)
class Threshold:
    """``column`` is on one side of ``value``."""

    column: Column
    comparison: Comparison
    value: float


@dataclass(frozen=True)
class Within:
    """Within an entity, ``column`` is above ``other`` (two columns of one unit)."""

    column: Column
    other: Column


@dataclass(frozen=True)
class Trend:
    """From each of ``columns`` to the next one in time, the value ``direction`` (two columns or more)."""

    columns: tuple[Column, ...]
    direction: Direction


@dataclass(frozen=True)
class Extremal:
    """Of the set it is applied to, the ``count`` entities with the ``extreme`` values of ``column``; one is unique."""

    column: Column
    extreme: Extreme
    count: int = 1


Atom = Threshold | Within | Trend | Extremal


@dataclass(frozen=True)
class Step:
    """``atom`` applied to the set of ``of``; None is the set that reaches this part of the tree from outside."""

    atom: Atom
    of: Node | None = None


@dataclass(frozen=True)
class Merge:
    """Two or three ``branches``, each applied to the set of ``of`` (None as in ``Step``), joined by ``join``."""

    join: Join
    branches: tuple[Node, ...]
    of: Node | None = None


Node = Step | Merge


def satisfying(atom: Atom, table: Table, candidates: Sequence[str]) -> tuple[str, ...]:
    """Return the candidates that meet ``atom``, in their order."""
    if isinstance(atom, Extremal):
        values = table[atom.column]
        ordered = sorted(candidates, key=lambda name: values[name], reverse=atom.extreme == "highest")
        chosen = set(ordered[: atom.count])
        return tuple(name for name in candidates if name in chosen)
    return tuple(name for name in candidates if _meets(atom, table, name))


def _meets(atom: Threshold | Within | Trend, table: Table, name: str) -> bool:
    if isinstance(atom, Within):
        return table[atom.column][name] > table[atom.other][name]
    if isinstance(atom, Trend):
        values = [table[column][name] for column in atom.columns]
        pairs = list(pairwise(values))
        return all(a < b for a, b in pairs) if atom.direction == "rises" else all(a > b for a, b in pairs)
    value = table[atom.column][name]
    return {
        "at least": value >= atom.value,
        "at most": value <= atom.value,
        "more than": value > atom.value,
        "less than": value < atom.value,
    }[atom.comparison]


def resolve(node: Node | None, table: Table, candidates: Sequence[str]) -> tuple[str, ...]:
    """Return the entities that the tree selects from ``candidates``, in their order."""
    return select(node, lambda atom, names: satisfying(atom, table, names), tuple(candidates))


def select(
    node: Node | None, meet: Callable[[Atom, tuple[str, ...]], tuple[str, ...]], candidates: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the entities that the tree selects if ``meet`` tells which of some meet an atom, in their order."""
    if node is None:
        return candidates
    base = select(node.of, meet, candidates)
    if isinstance(node, Step):
        return meet(node.atom, base)
    sets = [set(select(branch, meet, base)) for branch in node.branches]
    joined = set.intersection(*sets) if node.join == "AND" else set.union(*sets)
    return tuple(name for name in base if name in joined)


def list_atoms(node: Node | None) -> tuple[Atom, ...]:
    """Return the atoms of a tree in the order of execution, the last one applied last."""
    if node is None:
        return ()
    if isinstance(node, Step):
        return (*list_atoms(node.of), node.atom)
    return (*list_atoms(node.of), *(atom for branch in node.branches for atom in list_atoms(branch)))


def columns_of(atom: Atom) -> tuple[Column, ...]:
    """Return the columns that an atom reads."""
    if isinstance(atom, Trend):
        return atom.columns
    return (atom.column, atom.other) if isinstance(atom, Within) else (atom.column,)


def depth(node: Node | None) -> int:
    """Return the number of steps and merges on the longest path through the tree (DocHop's D).

    >>> column = Column("Water bottled", "", "Q1 2024")
    >>> depth(Step(Extremal(column, "highest"), of=Step(Threshold(column, "at least", 70))))
    2
    """
    if node is None:
        return 0
    inside = max((depth(branch) for branch in node.branches), default=0) if isinstance(node, Merge) else 0
    return 1 + depth(node.of) + inside
