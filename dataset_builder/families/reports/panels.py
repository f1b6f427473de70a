"""Panels simulated year by year: drift, noise, what lasts of an entity and its group, and the effects of events.

A path without events comes first; each event then multiplies what follows from its lag on. What it changed is kept
as a figure and as a reason, so that "why" has a true answer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from dataset_builder.families.reports.links import find_entity_values, parse_reference
from dataset_builder.families.reports.model import Dataset, DatasetKind, Entity, Happening, Key
from dataset_builder.families.reports.scatter import shows, spread_out
from dataset_builder.families.reports.topics import (
    Bridge,
    Composition,
    Event,
    Flow,
    Group,
    Metric,
    Move,
    Relation,
    Seasonal,
    Sign,
)

Path = list[float]
Effects = dict[tuple[str, str], tuple[int, float]]
Order = tuple[Sequence[tuple[Sign, list[float]]], Mapping[str, int]]
"""What lends a metric's values their order: ties to others, and groups that lie above (1) or below (-1) the others."""
Reasons = dict[tuple[str, str, int], tuple[str, ...]]

_TRIES = 400
"""Draws of a metric's panel until it is as its relations and groups say."""
_GROUP_SPREAD = 0.18
_SLOPES = {"group": 0.008, "entity": 0.018}
"""Standard deviations of what a group and an entity add to the yearly drift."""
_NOISE = {"common": 0.012, "own": 0.042}
_STRENGTH = (0.5, 1.3)
"""How strongly an event works in one entity, as a multiple of its seed's effect."""
_RAMP = (0.55, 0.8)
"""Share of an effect that shows in its first year where it takes two."""
_PERCENT = (1.0, 97.0)
_LEAD = 1.6
"""How much of another metric's order one that is tied to it takes over, as a multiple of chance."""
NAMED = frozenset({1_000, 10_000, 100_000, 1_000_000})
"""Numbers that stand in units: as values they would seem to be told by every text that names the unit."""
_LEAN = 0.7
"""How much a group that lies above or below the others is moved in the order, likewise."""
_TURNED: Mapping[Sign, Sign] = {"positive": "negative", "negative": "positive", "none": "none"}


def sample_panels(
    metrics: Sequence[Metric],
    events: Sequence[Event],
    years: Sequence[int],
    entities: Sequence[Entity],
    happenings: Sequence[Happening],
    rng: random.Random,
    relations: Sequence[Relation] = (),
    groups: Sequence[Group] = (),
) -> tuple[dict[str, Dataset], tuple[Happening, ...], Reasons]:
    """Return a panel for each metric, the happenings with their effects, and the reasons of moved values.

    No two values of one year are equal, nor two of one entity. Two metrics that are the sides of a relation show its
    sign in the last year; groups lie above or below others where their seeds say so.

    Raises:
        ValueError: a metric's relations and groups can't be had together.
    """
    moves = {(event.id, move.metric): move for event in events for move in event.moves}
    effects: dict[str, Effects] = {happening.id: {} for happening in happenings}
    reasons: Reasons = {}
    panels: dict[str, Dataset] = {}
    for metric in metrics:
        ties = [tie for relation in relations for tie in _ties(relation, metric.id, panels)]
        leans = {group.name: (metric.id in group.high) - (metric.id in group.low) for group in groups}
        moved = [(one, move) for one in happenings if (move := moves.get((one.id, metric.id))) is not None]
        for _ in range(_TRIES):
            panel, changes, causes = _panel(metric, moved, years, entities, (ties, leans), rng)
            last = find_entity_values(metric.id, {metric.id: panel})
            if all(shows(sign, other, last) for sign, other in ties) and _are_apart(panel, entities, leans):
                break
        else:
            raise ValueError(f"metric {metric.id!r}: its relations and groups can't be had together in {_TRIES} tries")
        panels[metric.id] = panel
        for happening, found in changes.items():
            effects[happening] |= found
        reasons |= causes
    return panels, tuple(replace(happening, effects=effects[happening.id]) for happening in happenings), reasons


def _ties(relation: Relation, metric: str, panels: Mapping[str, Dataset]) -> Iterator[tuple[Sign, list[float]]]:
    """Yield the sign of a relation's tie between a metric and another that has a panel, with that one's values."""
    sides = [parse_reference(side.of) for side in (relation.x, relation.y)]
    for one, other in (sides, sides[::-1]):
        if one.id == metric and other.id in panels:
            turned = (one.aggregate == "rest") != (other.aggregate == "rest")
            yield _TURNED[relation.sign] if turned else relation.sign, find_entity_values(other.id, panels)


def _are_apart(panel: Dataset, entities: Sequence[Entity], leans: Mapping[str, int]) -> bool:
    """Tell whether in the last year the mean of each group that leans lies above or below that of all others."""
    last = panel.keys[1][-1]
    for group, lean in leans.items():
        own = [panel.values[entity.name, last] for entity in entities if entity.group == group]
        others = [panel.values[entity.name, last] for entity in entities if entity.group != group]
        if lean and own and (fmean(own) - fmean(others)) * lean <= 0:
            return False
    return True


def _panel(
    metric: Metric,
    moved: Sequence[tuple[Happening, Move]],
    years: Sequence[int],
    entities: Sequence[Entity],
    order: Order,
    rng: random.Random,
) -> tuple[Dataset, dict[str, Effects], Reasons]:
    """Return a panel, the effects by happening and the reasons of moved values."""
    effects: dict[str, Effects] = {}
    reasons: Reasons = {}
    bounds = find_bounds(metric)
    paths = _undisturbed(metric, bounds, len(years), entities, order, rng)
    for happening, move in moved:
        first = happening.year + move.lag
        ramp = rng.uniform(*_RAMP) if rng.random() < 0.6 else 1.0
        for name in happening.entities:
            change = _disturb(
                paths[name], first - years[0], move.effect * rng.uniform(*_STRENGTH), ramp, bounds, metric.decimals
            )
            if not change:
                continue
            effects.setdefault(happening.id, {})[metric.id, name] = (move.lag, change)
            for year in (first,) if ramp == 1.0 else (first, first + 1):
                if year <= years[-1]:
                    reasons[metric.id, name, year] = (*reasons.get((metric.id, name, year), ()), happening.id)
    panel = Dataset(
        id=metric.id,
        kind="panel",
        name=metric.name,
        unit=metric.unit,
        decimals=metric.decimals,
        dims=("entity", "year"),
        keys=(tuple(entity.name for entity in entities), tuple(map(str, years))),
        values=_settle(paths, years, metric.decimals),
    )
    return panel, effects, reasons


def find_bounds(metric: Metric) -> tuple[float, float]:
    """Return the least and greatest value that a metric takes anywhere in a report."""
    low, high = metric.low * 0.6, metric.high * 1.4
    if metric.unit.startswith("%"):
        low, high = max(low, _PERCENT[0]), min(high, _PERCENT[1])
    return low, high


def _undisturbed(
    metric: Metric,
    bounds: tuple[float, float],
    count: int,
    entities: Sequence[Entity],
    order: Order,
    rng: random.Random,
) -> dict[str, Path]:
    """Return the path of each entity as it would be without events, unrounded."""
    groups = sorted({entity.group for entity in entities})
    level = {group: rng.gauss(0, _GROUP_SPREAD / (1 + abs(order[1].get(group, 0)))) for group in groups}
    slope = {group: rng.gauss(0, _SLOPES["group"]) for group in groups}
    common = [rng.gauss(0, _NOISE["common"]) for _ in range(count)]
    places = _places(entities, order, rng)
    paths = {}
    for place, entity in zip(places, entities, strict=True):
        share = (place + rng.uniform(0.15, 0.85)) / len(entities) + level[entity.group]
        value = metric.low + (metric.high - metric.low) * min(0.99, max(0.01, share)) ** 1.25
        drift = metric.drift + slope[entity.group] + rng.gauss(0, _SLOPES["entity"])
        paths[entity.name] = [value := _step(value, drift + shock, bounds, rng) for shock in common]
    return paths


def _places(entities: Sequence[Entity], order: Order, rng: random.Random) -> list[int]:
    """Return the rank of each entity, 0 for the lowest: any, or one that goes with its group and other values."""
    count = len(entities)
    ties, leans = order
    leading = [_LEAN * leans.get(entity.group, 0) for entity in entities]
    for sign, values in ties:
        for place, share in enumerate(spread_out(values, 0.0, _LEAD)):
            leading[place] += {"positive": share, "negative": -share, "none": 0.0}[sign]
    scores = [lead + rng.random() for lead in leading]
    ranked = sorted(range(count), key=scores.__getitem__)
    return [ranked.index(place) for place in range(count)]


def _step(value: float, drift: float, bounds: tuple[float, float], rng: random.Random) -> float:
    """Return the next year's value: growth slows down towards the bounds and noise turns back at them."""
    low, high = bounds
    place = (value - low) / (high - low)
    room = min(1.0, 3 * (1 - place)) if drift > 0 else min(1.0, 4 * place)
    grown = value * math.exp(drift * room + rng.gauss(0, _NOISE["own"]))
    if grown > high:
        return high - (high - low) * rng.uniform(0.01, 0.06)
    return grown if grown >= low else low + (high - low) * rng.uniform(0.01, 0.06)


def _disturb(path: Path, start: int, effect: float, ramp: float, bounds: tuple[float, float], decimals: int) -> float:
    """Multiply what follows from ``start`` on, by less where it would leave the bounds.

    Returns:
        The change to the first value, rounded; 0 where none shows.
    """
    if start >= len(path):
        return 0.0
    low, high = bounds
    limit = min(high / value - 1 for value in path[start:]) if effect > 0 else max(low / v - 1 for v in path[start:])
    effect = min(effect, max(0.0, limit)) if effect > 0 else max(effect, min(0.0, limit))
    before = path[start]
    for index in range(start, len(path)):
        path[index] *= 1 + effect * (ramp if index == start else 1.0)
    return round(path[start] - before, decimals)


def _settle(paths: Mapping[str, Path], years: Sequence[int], decimals: int) -> dict[Key, float]:
    """Return rounded values by entity and year, each moved by single units until its row and column hold it once."""
    held: dict[Key, int] = {}
    for place, year in enumerate(years):
        column: set[int] = set()
        for name, path in paths.items():
            row = {held[name, str(earlier)] for earlier in years[:place]}
            units = round(path[place] * 10**decimals)
            held[name, str(year)] = free_unit(units, column | row)
            column.add(held[name, str(year)])
    return {
        (name, str(year)): round(held[name, str(year)] / 10**decimals, decimals) for name in paths for year in years
    }


def make_dataset(
    seed: Composition | Flow | Bridge | Seasonal,
    kind: DatasetKind,
    dims: tuple[str, ...],
    keys: tuple[tuple[str, ...], ...],
    units: Mapping[Key, int],
) -> Dataset:
    """Return a dataset from values in whole units of the last decimal."""
    values = {key: round(count / 10**seed.decimals, seed.decimals) for key, count in units.items()}
    return Dataset(seed.id, kind, seed.name, seed.unit, seed.decimals, dims, keys, values)


def free_unit(wanted: int, taken: set[int]) -> int:
    """Return the whole number from 1 on nearest to ``wanted`` that isn't taken; of two the greater.

    Numbers that units name, as in "per 1,000 residents", are never returned.
    """
    distance = 0
    while True:
        for unit in (wanted + distance, wanted - distance):
            if unit >= 1 and unit not in taken and unit not in NAMED:
                return unit
        distance += 1
