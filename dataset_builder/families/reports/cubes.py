"""Data of a world besides panels: compositions, samples of items, relations, flows, bridges, profiles, seasonals.

All are drawn in whole units of their last decimal, so that parts add up exactly.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from dataset_builder.families.reports.model import Dataset, DatasetKind, Entity, Key, World
from dataset_builder.families.reports.panels import free_unit
from dataset_builder.families.reports.samples import sample_distribution
from dataset_builder.families.reports.topics import (
    Bridge,
    Composition,
    Flow,
    Measure,
    Profile,
    Relation,
    Seasonal,
    Topic,
)
from dataset_builder.moments import MONTHS

_CORRELATION = (0.6, 0.9)
_UNRELATED = 0.15
_APART = 0.075
"""Least distance of two points of a relation, as a share of the sides of the plot."""
_PROFILED = (3, 5)
_SEASONS = (3, 4)


def sample_cubes(
    topic: Topic, years: Sequence[int], entities: Sequence[Entity], rng: random.Random
) -> dict[str, Dataset]:
    """Return every dataset of a topic that is no panel, by id, in the order of the topic."""
    names = [entity.name for entity in entities]
    found = [
        *(_composition(seed, years, rng) for seed in topic.compositions),
        *(dataset for seed in topic.distributions for dataset in sample_distribution(seed, rng)),
        *(_relation(seed, names, rng) for seed in topic.relations),
        *(_flow(seed, rng) for seed in topic.flows),
        *(_bridge(seed, rng) for seed in topic.bridges),
        *(_profile(seed, names, rng) for seed in topic.profiles),
        *(_seasonal(seed, years, rng) for seed in topic.seasonals),
    ]
    return {dataset.id: dataset for dataset in found}


def find_relation(world: World, dataset: str) -> Relation:
    """Return the seed of a relation, which has a unit and decimals for each side."""
    return next(seed for seed in world.topic.relations if seed.id == dataset)


def _dataset(
    seed: Composition | Flow | Bridge | Seasonal,
    kind: DatasetKind,
    dims: tuple[str, ...],
    keys: Iterable[Iterable[str]],
    units: Mapping[Key, int],
) -> Dataset:
    values = {key: round(count / 10**seed.decimals, seed.decimals) for key, count in units.items()}
    return Dataset(seed.id, kind, seed.name, seed.unit, seed.decimals, dims, tuple(map(tuple, keys)), values)


def _composition(seed: Composition, years: Sequence[int], rng: random.Random) -> Dataset:
    """Return parts that drift from the first shares by the shifts of ten years under a total that wanders."""
    scale = 10**seed.decimals
    total = rng.uniform(0.25, 0.6)
    trend = rng.uniform(-0.02, 0.035)
    weights = [math.exp(rng.gauss(0, 0.08)) for _ in seed.parts]
    units: dict[Key, int] = {}
    for index, year in enumerate(years):
        total = min(0.97, max(0.05, total + trend + rng.gauss(0, 0.035)))
        whole = seed.low + (seed.high - seed.low) * total
        shares = [
            max(0.025, share + shift * index / 10) * weight
            for share, shift, weight in zip(seed.shares, seed.shifts, weights, strict=True)
        ]
        weights = [0.8 * weight + 0.2 * math.exp(rng.gauss(0, 0.22)) for weight in weights]
        taken: set[int] = set()
        for part, share in zip(seed.parts, shares, strict=True):
            row = {units[part, str(earlier)] for earlier in years[:index]}
            count = free_unit(round(whole * share / sum(shares) * scale), taken | row)
            taken.add(count)
            units[part, str(year)] = count
    return _dataset(seed, "composition", ("part", "year"), (seed.parts, map(str, years)), units)


def _relation(seed: Relation, names: Sequence[str], rng: random.Random) -> Dataset:
    """Return points whose correlation has the stated sign and that lie apart."""
    while True:
        wanted = {"positive": 1, "negative": -1, "none": 0}[seed.sign] * rng.uniform(*_CORRELATION)
        places = [(place + rng.uniform(0.1, 0.9)) / len(names) for place in range(len(names))]
        rng.shuffle(places)
        spread = math.sqrt(1 - wanted**2)
        heights = [0.5 + wanted * (x - 0.5) + spread * rng.gauss(0, 0.27) for x in places]
        low, high = min(heights), max(heights)
        heights = [0.04 + 0.92 * (height - low) / (high - low) for height in heights]
        if not _is_readable(places, heights):
            continue
        sides = {"x": places, "y": heights, "size": [rng.betavariate(1.2, 2.0) for _ in names]}
        values: dict[Key, float] = {}
        for side, shares in sides.items():
            for name, value in zip(names, _measured(getattr(seed, side), shares), strict=True):
                values[name, side] = value
        correlation = correlate([values[name, "x"] for name in names], [values[name, "y"] for name in names])
        fits = abs(correlation) <= _UNRELATED if seed.sign == "none" else _fits(correlation, wanted)
        if fits:
            keys = (tuple(names), ("x", "y", "size"))
            dims = ("entity", "side")
            return Dataset(seed.id, "relation", seed.name, seed.y.unit, seed.y.decimals, dims, keys, values)


def _fits(correlation: float, wanted: float) -> bool:
    return correlation * wanted > 0 and _CORRELATION[0] <= abs(correlation) <= _CORRELATION[1]


def _is_readable(places: Sequence[float], heights: Sequence[float]) -> bool:
    points = list(zip(places, heights, strict=True))
    return all(math.dist(point, other) >= _APART for index, point in enumerate(points) for other in points[index + 1 :])


def _measured(measure: Measure, shares: Sequence[float]) -> list[float]:
    """Return distinct values of a measure at shares of its range."""
    scale = 10**measure.decimals
    found: list[float] = []
    seen: set[int] = set()
    for share in shares:
        unit = free_unit(round((measure.low + (measure.high - measure.low) * share) * scale), seen)
        seen.add(unit)
        found.append(round(unit / scale, measure.decimals))
    return found


def correlate(left: Sequence[float], right: Sequence[float]) -> float:
    """Return Pearson's correlation of two samples of equal length, neither of them constant.

    >>> round(correlate([1, 2, 3], [2, 4, 7]), 3)
    0.993
    """
    mean_left, mean_right = math.fsum(left) / len(left), math.fsum(right) / len(right)
    across = math.fsum((a - mean_left) * (b - mean_right) for a, b in zip(left, right, strict=True))
    spread = math.fsum((a - mean_left) ** 2 for a in left) * math.fsum((b - mean_right) ** 2 for b in right)
    return across / math.sqrt(spread)


def _flow(seed: Flow, rng: random.Random) -> Dataset:
    """Return flows from sources, through the middle where there is one, to targets; what comes in goes out."""
    scale = 10**seed.decimals
    while True:
        total = round(rng.uniform(seed.low + 0.3 * (seed.high - seed.low), seed.high) * scale)
        layers = [layer for layer in (seed.sources, seed.middle, seed.targets) if layer]
        have = dict(zip(seed.sources, _split(total, len(seed.sources), rng), strict=True))
        units: dict[Key, int] = {}
        for left, right in pairwise(layers):
            gained = dict.fromkeys(right, 0)
            for place, source in enumerate(left):
                targets = _linked(right, place, rng)
                for target, amount in zip(targets, _split(have[source], len(targets), rng), strict=True):
                    units[source, target] = amount
                    gained[target] += amount
            have = gained
        counts = list(units.values())
        if len(set(counts)) == len(counts) and min(counts) >= 0.02 * total and all(have.values()):
            nodes = (
                tuple(dict.fromkeys(source for source, _ in units)),
                tuple(dict.fromkeys(target for _, target in units)),
            )
            return _dataset(seed, "flow", ("source", "target"), nodes, units)


def _linked(right: Sequence[str], place: int, rng: random.Random) -> list[str]:
    """Return the two or three nodes of a layer that a source flows into, another one always among them."""
    sure = right[place % len(right)]
    count = min(len(right), rng.choice((2, 2, 2, 3)))
    others = rng.sample([name for name in right if name != sure], count - 1)
    return [name for name in right if name == sure or name in others]


def _split(total: int, count: int, rng: random.Random) -> list[int]:
    """Return ``count`` whole numbers that add up to ``total``, none of them tiny."""
    weights = [rng.uniform(0.35, 1.3) for _ in range(count)]
    parts = [int(total * weight / sum(weights)) for weight in weights]
    parts[-1] += total - sum(parts)
    return parts


def _bridge(seed: Bridge, rng: random.Random) -> Dataset:
    """Return a level, gains and losses of distinct sizes, and the level that they lead to, all within the range."""
    scale = 10**seed.decimals
    while True:
        start = round(
            rng.uniform(seed.low + 0.2 * (seed.high - seed.low), seed.high - 0.2 * (seed.high - seed.low)) * scale
        )
        sizes = [round(start * rng.uniform(0.03, 0.24)) for _ in (*seed.gains, *seed.losses)]
        changes = [*sizes[: len(seed.gains)], *(-size for size in sizes[len(seed.gains) :])]
        end = start + sum(changes)
        distinct = len(set(sizes)) == len(sizes) and abs(end - start) >= 0.02 * start
        if distinct and seed.low * 0.6 * scale <= end <= seed.high * 1.3 * scale:
            steps = (seed.start, *seed.gains, *seed.losses, seed.end)
            units: dict[Key, int] = {(step,): count for step, count in zip(steps, (start, *changes, end), strict=True)}
            return _dataset(seed, "bridge", ("step",), (steps,), units)


def _profile(seed: Profile, names: Sequence[str], rng: random.Random) -> Dataset:
    """Return scores of a few entities, no two alike of one entity or on one dimension."""
    shown = sorted(rng.sample(names, rng.randint(*_PROFILED)))
    values: dict[Key, float] = {}
    general = {name: rng.uniform(42, 72) for name in shown}
    for dimension in seed.dimensions:
        column: set[int] = set()
        shift = rng.gauss(0, 5)
        for name in shown:
            row = {int(values[name, earlier]) for earlier in seed.dimensions if (name, earlier) in values}
            score = min(90, max(18, round(general[name] + shift + rng.gauss(0, 14))))
            column.add(unit := free_unit(score, column | row))
            values[name, dimension] = float(unit)
    return Dataset(
        seed.id, "profile", seed.name, "points", 0, ("entity", "dimension"), (tuple(shown), seed.dimensions), values
    )


def _seasonal(seed: Seasonal, years: Sequence[int], rng: random.Random) -> Dataset:
    """Return months of the last years: every year the highest at the peak, the lowest about half a year off."""
    scale = 10**seed.decimals
    trough = seed.peak + 6 + rng.choice((-1, 0, 0, 1))
    sharp = rng.uniform(1.0, 1.9)
    base = [_season(month, seed.peak, trough, sharp) + rng.gauss(0, 0.035) for month in range(1, 13)]
    shown = [str(year) for year in years[-rng.randint(*_SEASONS) :]]
    reach = rng.uniform(0.7, 0.85)
    units: dict[Key, int] = {}
    for year in shown:
        reach *= math.exp(rng.gauss(0.01, 0.08))
        shares = [max(0.02, min(0.9, share + rng.gauss(0, 0.045))) * reach for share in base]
        shares[seed.peak - 1] = max(shares) + rng.uniform(0.03, 0.09)
        taken: set[int] = set()
        for month, share in zip(MONTHS, shares, strict=True):
            taken.add(unit := free_unit(round((seed.low + (seed.high - seed.low) * share) * scale), taken))
            units[year, month] = unit
    return _dataset(seed, "seasonal", ("year", "month"), (shown, MONTHS), units)


def _season(month: int, peak: int, trough: int, sharp: float) -> float:
    """Return a share of the range: near 0.95 at the peak, falling to 0.1 at the trough on either side."""
    after = (month - peak) % 12
    down = (trough - peak) % 12
    place = after / down if after <= down else (12 - after) / (12 - down)
    return 0.1 + 0.85 * math.pow((1 + math.cos(math.pi * place)) / 2, sharp)
