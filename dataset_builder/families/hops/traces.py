"""Draws traces: stochastic recursive trees of a given depth over the columns of a page.

Source: DocHop, section 3 ("symbolic reasoning trace") and appendix B.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from dataset_builder.families.hops.charting import Figure, find_metric
from dataset_builder.families.hops.model import (
    Atom,
    Column,
    Extremal,
    Extreme,
    Join,
    Merge,
    Metric,
    Node,
    Step,
    Threshold,
    Topic,
    Trend,
    Within,
    columns_of,
)

DEPTHS = (2, 3, 4, 5)
MOST_ATOMS = 7
"""Rules of one page; more of them leave no room for the charts."""

_KINDS = {Threshold: 4, Within: 4, Trend: 4, Extremal: 3}
"""Weights of the kinds of atoms; of extremal ones here those that keep two or three."""

_CHAIN, _STEP, _THIRD_BRANCH, _UNIQUE_BRANCH = 0.3, 0.4, 0.2, 0.3
"""Chances: of a trace without merges, else of a step where a merge could stand; of a third branch; of a branch of an OR
that ends in a unique atom."""

Block = tuple[str, str]
"""Metric and group: the columns of a block differ in time only."""


class Unmeetable(Exception):
    """What was drawn so far can't be carried on; it is drawn again."""


def block_of(column: Column) -> Block:
    """Return the block of a column."""
    return column.metric, column.group


def entity_counts(depth: int, charts: int) -> tuple[int, int]:
    """Return the fewest and the most entities of a page.

    A trace of ``depth`` needs an entity for each step to exclude besides those it ends with; figures of a fuller page
    have room for fewer.

    >>> entity_counts(2, 2), entity_counts(5, 6)
    ((5, 9), (7, 7))
    """
    return max(5, depth + 2), {2: 9, 3: 9, 4: 8, 6: 7}[charts]


def sample_trace(
    rng: random.Random,
    depth: int,
    topic: Topic,
    times: Sequence[str],
    figures: Sequence[Figure],
    *,
    unique: bool,
    spared: Collection[Column] = (),
    entities: int = 12,
) -> Node:
    """Return a trace of exactly ``depth``.

    Its columns are spread over the figures as far as they go. An extremal atom shares its column with no other atom,
    and no two thresholds or extremal atoms stand on one block, so that tables stay natural.

    Args:
        rng: decides everything.
        depth: one of ``DEPTHS``.
        topic: gives ranges and units.
        times: of the page, in order.
        figures: of the page.
        unique: the trace ends in a unique atom; otherwise it doesn't.
        spared: columns that no atom reads, nor any other of their blocks.
        entities: their number.

    Raises:
        Unmeetable: the figures' columns or the entities don't suffice.
    """
    source = _Atoms(rng, topic, times, figures, {block_of(column) for column in spared})
    trace = _grow(source, rng, depth, unique, 1.0 if rng.random() < _CHAIN else _STEP)
    if most_selected(trace, entities) < (1 if unique else 2):
        raise Unmeetable("too few entities")
    return trace


def most_selected(node: Node | None, entities: int) -> int:
    """Return the most entities that a trace can select if no part of it is idle; less than one if that can't be.

    Every step excludes an entity. Of a merge, every branch excludes one that all others let pass (AND), or lets one
    pass that all others exclude (OR, which excludes one more).

    >>> column = Column("Sugar used", "", "2024")
    >>> most_selected(Step(Extremal(column, "highest"), of=Step(Extremal(column, "lowest", 2))), 9)
    1
    """
    if node is None:
        return entities
    base = most_selected(node.of, entities)
    if isinstance(node, Step):
        return min(base - 1, node.atom.count if isinstance(node.atom, Extremal) else base)
    branches = [most_selected(branch, base) for branch in node.branches]
    if min(branches) < 1 or base <= len(branches):
        return 0
    if node.join == "AND":
        return min(min(branches) - len(branches) + 1, base - len(branches))
    return min(base - 1, sum(branches))


def _grow(source: _Atoms, rng: random.Random, depth: int, unique: bool, step: float, outer: Join | None = None) -> Node:
    """Return a tree of a depth; ``step`` is the chance of a step, ``outer`` the join of the merge it is a branch of."""
    if depth == 1:
        return Step(source.draw(unique))
    if unique or rng.random() < step:
        return Step(source.draw(unique), _grow(source, rng, depth - 1, False, step, outer))
    longest = rng.randint(1, depth - 1)
    of = _grow(source, rng, depth - 1 - longest, False, step) if longest < depth - 1 else None
    join: Join = rng.choice(("AND", "OR"))
    if of is None and outer == join:
        join = "OR" if join == "AND" else "AND"
    lengths = [longest, *(rng.randint(1, longest) for _ in range(2 if rng.random() < _THIRD_BRANCH else 1))]
    rng.shuffle(lengths)
    ends = [join == "OR" and rng.random() < _UNIQUE_BRANCH for _ in lengths]
    branches = tuple(_grow(source, rng, length, end, step, join) for length, end in zip(lengths, ends, strict=True))
    return Merge(join, branches, of)


class _Atoms:
    """Gives out atoms, those first that read figures that no atom has read yet."""

    def __init__(
        self,
        rng: random.Random,
        topic: Topic,
        times: Sequence[str],
        figures: Sequence[Figure],
        spared: Collection[Block],
    ) -> None:
        self._rng, self._topic, self._times = rng, topic, times
        self._figure = {column: figure.viz_id for figure in figures for column in figure.columns}
        self._free = [column for column in self._figure if block_of(column) not in spared]
        self._pairs = [pair for pair in combinations(self._free, 2) if self._comparable(*pair)]
        self._series = list(self._runs())
        self._drawn: list[Atom] = []

    def draw(self, unique: bool) -> Atom:
        """Return an atom that no earlier one rules out.

        Raises:
            Unmeetable: there is none.
        """
        if len(self._drawn) == MOST_ATOMS:
            raise Unmeetable("too many atoms")
        read = {self._figure[column] for atom in self._drawn for column in columns_of(atom)}
        options = [atom for atom in self._options(unique) if self._allows(atom)]
        if not options:
            raise Unmeetable("no column is left")
        news = [len({self._figure[column] for column in columns_of(atom)} - read) for atom in options]
        best = [atom for atom, new in zip(options, news, strict=True) if new == max(news)]
        kinds = [kind for kind in _KINDS if any(isinstance(atom, kind) for atom in best)]
        kind = self._rng.choices(kinds, [_KINDS[kind] for kind in kinds])[0]
        atom = self._rng.choice([atom for atom in best if isinstance(atom, kind)])
        self._drawn.append(atom)
        return atom

    def _options(self, unique: bool) -> Iterator[Atom]:
        rng = self._rng
        for column in self._free:
            extreme: Extreme = rng.choice(("highest", "lowest"))
            yield Extremal(column, extreme, 1 if unique else rng.choice((2, 2, 3)))
        if unique:
            return
        for column in self._free:
            value = sample_level(rng, find_metric(self._topic, column))
            yield Threshold(column, rng.choice(("at least", "at most", "more than", "less than")), value)
        for pair in self._pairs:
            yield Within(*rng.sample(pair, 2))
        for run in self._series:
            yield Trend(run, rng.choice(("rises", "falls")))

    def _comparable(self, column: Column, other: Column) -> bool:
        if column.time != other.time or (column.metric != other.metric and column.group != other.group):
            return False
        first, second = (find_metric(self._topic, item) for item in (column, other))
        shared = min(first.high, second.high) - max(first.low, second.low)
        return first.unit == second.unit and shared >= 0.4 * max(first.high - first.low, second.high - second.low)

    def _runs(self) -> Iterator[tuple[Column, ...]]:
        for metric, group in dict.fromkeys(map(block_of, self._free)):
            for length in range(2, len(self._times) + 1):
                for first in range(len(self._times) - length + 1):
                    run = tuple(Column(metric, group, time) for time in self._times[first : first + length])
                    if all(column in self._free for column in run):
                        yield run

    def _allows(self, atom: Atom) -> bool:
        mine = set(columns_of(atom))
        for other in self._drawn:
            theirs = columns_of(other)
            levels = isinstance(atom, Threshold | Extremal) and isinstance(other, Threshold | Extremal)
            if levels and block_of(columns_of(atom)[0]) == block_of(theirs[0]):
                return False
            if (isinstance(atom, Extremal) or isinstance(other, Extremal)) and not mine.isdisjoint(theirs):
                return False
            if type(atom) is type(other) and len(mine & set(theirs)) > 1:
                return False
        return True


def sample_level(rng: random.Random, metric: Metric) -> float:
    """Return a round number in the middle of a metric's range, such as a rule would name."""
    span = metric.high - metric.low
    step = _round_step(span / 12, metric.decimals)
    level = metric.low + span * rng.uniform(0.32, 0.68)
    return round(round(level / step) * step, metric.decimals)


def _round_step(about: float, decimals: int) -> float:
    power = 10.0 ** math.floor(math.log10(about))
    step = max(factor * power for factor in (1, 2, 5) if factor * power <= about * (1 + 1e-9))
    return float(max(step, 10.0**-decimals))
