"""Panels simulated year by year: drift, noise, what lasts of an entity and its group, and the effects of events.

A path without events comes first; each event then multiplies what follows from its lag on. What it changed is kept
as a figure and as a reason, so that "why" has a true answer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dataset_builder.families.reports.model import Dataset, Entity, Happening, Key
from dataset_builder.families.reports.topics import Event, Metric

Path = list[float]
Effects = dict[tuple[str, str], tuple[int, float]]
Reasons = dict[tuple[str, str, int], tuple[str, ...]]

_GROUP_SPREAD = 0.18
_SLOPES = {"group": 0.008, "entity": 0.018}
"""Standard deviations of what a group and an entity add to the yearly drift."""
_NOISE = {"common": 0.012, "own": 0.042}
_STRENGTH = (0.5, 1.3)
"""How strongly an event works in one entity, as a multiple of its seed's effect."""
_RAMP = (0.55, 0.8)
"""Share of an effect that shows in its first year where it takes two."""
_PERCENT = (1.0, 97.0)


def sample_panels(
    metrics: Sequence[Metric],
    events: Sequence[Event],
    years: Sequence[int],
    entities: Sequence[Entity],
    happenings: Sequence[Happening],
    rng: random.Random,
) -> tuple[dict[str, Dataset], tuple[Happening, ...], Reasons]:
    """Return a panel for each metric, the happenings with their effects, and the reasons of moved values.

    No two values of one year are equal, nor two of one entity.
    """
    moves = {(event.id, move.metric): move for event in events for move in event.moves}
    effects: dict[str, Effects] = {happening.id: {} for happening in happenings}
    reasons: Reasons = {}
    panels = {}
    for metric in metrics:
        bounds = find_bounds(metric)
        paths = _undisturbed(metric, bounds, len(years), entities, rng)
        for happening in happenings:
            if (move := moves.get((happening.id, metric.id))) is None:
                continue
            first = happening.year + move.lag
            ramp = rng.uniform(*_RAMP) if rng.random() < 0.6 else 1.0
            for name in happening.entities:
                change = _disturb(
                    paths[name], first - years[0], move.effect * rng.uniform(*_STRENGTH), ramp, bounds, metric.decimals
                )
                if not change:
                    continue
                effects[happening.id][metric.id, name] = (move.lag, change)
                for year in (first,) if ramp == 1.0 else (first, first + 1):
                    if year <= years[-1]:
                        reasons[metric.id, name, year] = (*reasons.get((metric.id, name, year), ()), happening.id)
        panels[metric.id] = Dataset(
            id=metric.id,
            kind="panel",
            name=metric.name,
            unit=metric.unit,
            decimals=metric.decimals,
            dims=("entity", "year"),
            keys=(tuple(entity.name for entity in entities), tuple(map(str, years))),
            values=_settle(paths, years, metric.decimals),
        )
    moved = tuple(replace(happening, effects=effects[happening.id]) for happening in happenings)
    return panels, moved, reasons


def find_bounds(metric: Metric) -> tuple[float, float]:
    """Return the least and greatest value that a metric takes anywhere in a report."""
    low, high = metric.low * 0.6, metric.high * 1.4
    if metric.unit.startswith("%"):
        low, high = max(low, _PERCENT[0]), min(high, _PERCENT[1])
    return low, high


def _undisturbed(
    metric: Metric, bounds: tuple[float, float], count: int, entities: Sequence[Entity], rng: random.Random
) -> dict[str, Path]:
    """Return the path of each entity as it would be without events, unrounded."""
    groups = sorted({entity.group for entity in entities})
    level = {group: rng.gauss(0, _GROUP_SPREAD) for group in groups}
    slope = {group: rng.gauss(0, _SLOPES["group"]) for group in groups}
    common = [rng.gauss(0, _NOISE["common"]) for _ in range(count)]
    places = rng.sample(range(len(entities)), len(entities))
    paths = {}
    for place, entity in zip(places, entities, strict=True):
        share = (place + rng.uniform(0.15, 0.85)) / len(entities) + level[entity.group]
        value = metric.low + (metric.high - metric.low) * min(0.99, max(0.01, share)) ** 1.25
        drift = metric.drift + slope[entity.group] + rng.gauss(0, _SLOPES["entity"])
        paths[entity.name] = [value := _step(value, drift + shock, bounds, rng) for shock in common]
    return paths


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


def free_unit(wanted: int, taken: set[int]) -> int:
    """Return the whole number from 1 on nearest to ``wanted`` that isn't taken; of two the greater."""
    distance = 0
    while True:
        for unit in (wanted + distance, wanted - distance):
            if unit >= 1 and unit not in taken:
                return unit
        distance += 1
