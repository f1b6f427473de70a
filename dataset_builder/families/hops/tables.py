"""Gives the columns of a page values that make a world true (DocHop, appendix A, "constraint interpretation").

Where a rule divides entities, their values differ by at least the ``margin`` of the metric, so that a reader sees it: a
fiftieth of its highest value (about that share of the chart's axis) or, where the range is narrow, a sixteenth of the
range. Each entity has levels of its own that persist over time. No two entities share a value in a column.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from dataset_builder.families.hops.charting import find_metric
from dataset_builder.families.hops.model import (
    Column,
    Extremal,
    Metric,
    Table,
    Threshold,
    Topic,
    Trend,
    Within,
    columns_of,
)
from dataset_builder.families.hops.traces import Block, Unmeetable, block_of
from dataset_builder.families.hops.worlds import World

_WALKS, _ROWS = 40, 12
"""Tries: of the values of one entity in one block, and of an entity's whole row."""

_OVERSHOOT = 0.12
"""How far, as a share of a metric's range, values may leave it where a rule pushes them."""

Interval = tuple[float, float]


def margin(metric: Metric) -> float:
    """Return by how much values must differ where a rule divides them, in the metric's unit.

    >>> margin(Metric("Sugar used", "metric tons", 10, 100)), margin(Metric("Rye bread baked", "loaves", 80, 112))
    (2.0, 2.0)
    """
    least = 10.0**-metric.decimals
    return max(least, min(metric.high / 50, (metric.high - metric.low) / 16))


@dataclass
class _Row:
    """Values of one entity under way, and the intervals left for those that are missing."""

    intervals: dict[Column, Interval]
    values: dict[Column, float] = field(default_factory=dict)


def fill_table(
    rng: random.Random,
    topic: Topic,
    times: Sequence[str],
    columns: Sequence[Column],
    entities: Sequence[str],
    world: World,
) -> Table:
    """Return a value of every column for every entity, such that each entity meets exactly the atoms it is to meet.

    Args:
        rng: decides everything.
        topic: gives ranges and decimals.
        times: of the page, in order.
        columns: all columns shown.
        entities: all entities.
        world: which entity meets which atom.

    Raises:
        Unmeetable: none was found.
    """
    filler = _Filler(rng, topic, times, columns, world)
    ranked = filler.rank(entities)
    rows = {name: filler.fill(name, ranked) for name in rng.sample(entities, len(entities))}
    return {column: {name: rows[name][column] for name in entities} for column in columns}


class _Filler:
    def __init__(
        self,
        rng: random.Random,
        topic: Topic,
        times: Sequence[str],
        columns: Sequence[Column],
        world: World,
    ) -> None:
        self._rng, self._world, self._columns = rng, world, columns
        self._metric = {column: find_metric(topic, column) for column in columns}
        self._margin = {column: margin(metric) for column, metric in self._metric.items()}
        self._atoms = tuple(world.meeting)
        self._blocks: dict[Block, tuple[Column, ...]] = {
            block: tuple(
                sorted((c for c in columns if block_of(c) == block), key=lambda column: times.index(column.time))
            )
            for block in map(block_of, columns)
        }
        self._taken: dict[Column, set[float]] = {column: set() for column in columns}
        level = {block_of(atom.column) for atom in self._atoms if isinstance(atom, Threshold)}
        held = {block_of(atom.column) for atom in world.ranking if isinstance(atom, Extremal)}
        self._order = sorted(self._blocks, key=lambda block: (block not in held, block not in level))

    def rank(self, entities: Sequence[str]) -> dict[Column, dict[str, float]]:
        """Return values of the columns of extremal atoms, in the order of the world's rankings."""
        found = {}
        for atom, order in self._world.ranking.items():
            (column,) = columns_of(atom)
            values = self._spread(column, len(entities))
            if isinstance(atom, Extremal) and atom.extreme == "highest":
                values.reverse()
            found[column] = dict(zip(order, values, strict=True))
        return found

    def _spread(self, column: Column, count: int) -> list[float]:
        """Return rising values, each a margin or more above the one before."""
        metric, gap = self._metric[column], self._margin[column] + 10.0 ** -self._metric[column].decimals
        room = metric.high - metric.low - gap * (count - 1)
        if room <= 0:
            raise Unmeetable("range too narrow")
        places = sorted(self._rng.uniform(0, room) for _ in range(count))
        return [round(metric.low + place + gap * step, metric.decimals) for step, place in enumerate(places)]

    def fill(self, name: str, ranked: Mapping[Column, Mapping[str, float]]) -> dict[Column, float]:
        """Return the values of one entity.

        Raises:
            Unmeetable: what it is to meet was not met in ``_ROWS`` tries.
        """
        for _ in range(_ROWS):
            row = _Row({column: self._interval(column, name) for column in self._columns})
            for column, values in ranked.items():
                row.intervals[column] = (values[name], values[name])
            if all(self._fill_block(name, row, block) for block in self._order):
                for column, value in row.values.items():
                    self._taken[column].add(value)
                return row.values
        raise Unmeetable("no values found")

    def _interval(self, column: Column, name: str) -> Interval:
        """Return between which values an entity may lie for all thresholds on a column."""
        metric, gap = self._metric[column], self._margin[column]
        low, high = metric.low, metric.high
        for atom in self._atoms:
            if isinstance(atom, Threshold) and atom.column == column:
                above = (atom.comparison in ("at least", "more than")) == (name in self._world.meeting[atom])
                low, high = (max(low, atom.value + gap), high) if above else (low, min(high, atom.value - gap))
        return low, high

    def _fill_block(self, name: str, row: _Row, block: Block) -> bool:
        """Add the values of a block to a row; return whether they were found."""
        columns = self._blocks[block]
        bounds = {column: self._narrowed(name, row, column) for column in columns}
        if any(low > high for low, high in bounds.values()):
            return False
        anchor = min(range(len(columns)), key=lambda place: bounds[columns[place]][1] - bounds[columns[place]][0])
        trends = [atom for atom in self._atoms if isinstance(atom, Trend) and block_of(atom.columns[0]) == block]
        for _ in range(_WALKS):
            values = self._walk(columns, bounds, anchor)
            if self._fits(columns, values, bounds) and all(self._keeps(name, atom, values) for atom in trends):
                row.values.update(values)
                return True
        return False

    def _narrowed(self, name: str, row: _Row, column: Column) -> Interval:
        """Return the interval of a column once the values it is compared with are there."""
        low, high = row.intervals[column]
        for atom in self._atoms:
            if not isinstance(atom, Within) or column not in (atom.column, atom.other):
                continue
            other = atom.other if column == atom.column else atom.column
            if other in row.values:
                gap = max(self._margin[column], self._margin[other])
                above = (name in self._world.meeting[atom]) == (column == atom.column)
                low, high = (
                    (max(low, row.values[other] + gap), high) if above else (low, min(high, row.values[other] - gap))
                )
        return low, high

    def _walk(self, columns: Sequence[Column], bounds: Mapping[Column, Interval], anchor: int) -> dict[Column, float]:
        """Return one course over time: a level in the anchor's interval, and steps away from it in both directions."""
        rng, metric = self._rng, self._metric[columns[0]]
        drift = rng.choice((-1, 0, 1))
        levels = [rng.uniform(*bounds[columns[anchor]])] * len(columns)
        for places, sign in ((range(anchor + 1, len(columns)), 1), (range(anchor - 1, -1, -1), -1)):
            level = levels[anchor]
            for place in places:
                direction = sign * (drift or rng.choice((-1, 1)))
                level += direction * (self._margin[columns[place]] + abs(level) * rng.uniform(0.01, 0.13))
                levels[place] = level
        return {column: round(level, metric.decimals) for column, level in zip(columns, levels, strict=True)}

    def _fits(
        self, columns: Sequence[Column], values: Mapping[Column, float], bounds: Mapping[Column, Interval]
    ) -> bool:
        for column in columns:
            metric, (low, high) = self._metric[column], bounds[column]
            slack = _OVERSHOOT * (metric.high - metric.low)
            low = low - min(slack, low / 2) if low == metric.low else low
            high = high + slack if high == metric.high else high
            if not low <= values[column] <= high or values[column] in self._taken[column]:
                return False
        return True

    def _keeps(self, name: str, atom: Trend, values: Mapping[Column, float]) -> bool:
        """Return whether a course goes the way of a trend, or visibly not, as the world has it."""
        sign = 1 if atom.direction == "rises" else -1
        steps = [sign * (after - before) for before, after in pairwise(values[column] for column in atom.columns)]
        gap = self._margin[atom.columns[0]]
        if any(abs(step) < gap for step in steps):
            return False
        return all(step > 0 for step in steps) == (name in self._world.meeting[atom])
