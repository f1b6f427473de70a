"""Single items of a distribution, and the two datasets that sum them up: counts in bins, and boxes by class."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import quantiles

from dataset_builder.charts.spec import nice_step
from dataset_builder.families.reports.model import Dataset, Key
from dataset_builder.families.reports.topics import Distribution, Shape

_ITEMS = (160, 600)
_BINS = (8, 12)
_LEAST_ITEMS = 18
"""Of one class."""
_MIDDLES: dict[Shape, float] = {"right-skewed": 0.215, "left-skewed": 0.785, "bimodal": 0.49, "symmetric": 0.5}
"""Share of the range below which about half of the items lie."""
STATISTICS = ("min", "q1", "median", "q3", "max")


def sample_distribution(seed: Distribution, rng: random.Random) -> tuple[Dataset, Dataset]:
    """Return the bins and the boxes of one sample, whose histogram has the shape that the seed states."""
    while True:
        items = _sample_items(seed, rng)
        edges, counts = _count(seed, [value for _, value in items], rng)
        boxes = _boxes(seed, items)
        if boxes is not None and find_shape(counts) == seed.shape and counts.count(max(counts)) == 1:
            break
    bins = tuple(label_bin(low, high, seed.decimals) for low, high in pairwise(edges))
    counted: dict[Key, float] = {(label,): float(count) for label, count in zip(bins, counts, strict=True)}
    return (
        Dataset(f"{seed.id}_bins", "bins", seed.name, seed.items, 0, ("bin",), (bins,), counted),
        Dataset(
            f"{seed.id}_boxes",
            "boxes",
            f"{seed.name} by class",
            seed.unit,
            seed.decimals,
            ("class", "statistic"),
            (seed.classes, STATISTICS),
            boxes,
        ),
    )


def center(seed: Distribution, middle: float) -> Distribution:
    """Return a distribution over a range that is moved so that the middle of its items lies near a value."""
    times = middle / (seed.low + (seed.high - seed.low) * _MIDDLES[seed.shape])
    high = min(seed.high * times, 100.0) if seed.unit == "%" else seed.high * times
    return replace(seed, low=round(seed.low * times, seed.decimals), high=round(high, seed.decimals))


def label_bin(low: float, high: float, decimals: int) -> str:
    """Return how a bin is named.

    >>> label_bin(20.0, 30.0, 1), label_bin(2.5, 5.0, 2)
    ('20–30', '2.5–5')
    """
    return f"{_edge(low, decimals)}–{_edge(high, decimals)}"


def _edge(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def bin_edges(label: str) -> tuple[float, float]:
    """Return the ends of a bin from its name."""
    low, high = label.split("–")
    return float(low), float(high)


def _sample_items(seed: Distribution, rng: random.Random) -> list[tuple[str, float]]:
    """Return the class and the value of each item."""
    weights = [rng.uniform(0.6, 1.4) for _ in seed.classes]
    leanings = [index / (len(seed.classes) - 1) - 0.5 for index in range(len(seed.classes))]
    rng.shuffle(leanings)
    leanings = list(seed.leans or leanings)
    lean = dict(zip(seed.classes, leanings, strict=True))
    split = rng.uniform(0.4, 0.6)
    found = []
    for kind in rng.choices(seed.classes, weights, k=rng.randint(*_ITEMS)):
        share = _share(seed.shape, lean[kind], split, rng)
        value = round(seed.low + (seed.high - seed.low) * min(0.998, max(0.002, share)), seed.decimals)
        found.append((kind, value))
    return found


def _share(shape: Shape, lean: float, split: float, rng: random.Random) -> float:
    if shape == "bimodal":
        upper = rng.random() < split + 0.7 * lean
        return rng.gauss(0.72, 0.085) if upper else rng.gauss(0.26, 0.085)
    if shape == "symmetric":
        return rng.gauss(0.5 + 0.13 * lean, 0.145)
    share = rng.betavariate(1.9, 6.5) * (1 + 0.55 * lean)
    return share if shape == "right-skewed" else 1 - share


def _count(seed: Distribution, values: Sequence[float], rng: random.Random) -> tuple[list[float], list[int]]:
    """Return round edges that hold all values, and how many lie from each edge to below the next."""
    step = nice_step(max(values) - min(values), rng.randint(*_BINS))
    first, last = math.floor(min(values) / step), math.floor(max(values) / step) + 1
    counts = [0] * (last - first)
    for value in values:
        counts[math.floor(value / step) - first] += 1
    return [round((first + index) * step, 9) for index in range(last - first + 1)], counts


def _boxes(seed: Distribution, items: Sequence[tuple[str, float]]) -> dict[Key, float] | None:
    """Return five numbers of each class; None where a class has few items or two classes share a number."""
    boxes: dict[Key, float] = {}
    for kind in seed.classes:
        values = sorted(value for found, value in items if found == kind)
        if len(values) < _LEAST_ITEMS:
            return None
        middle = (round(number, seed.decimals) for number in quantiles(values, n=4, method="inclusive"))
        for name, number in zip(STATISTICS, (values[0], *middle, values[-1]), strict=True):
            boxes[kind, name] = number
    for name in STATISTICS[1:4]:
        if len({boxes[kind, name] for kind in seed.classes}) < len(seed.classes):
            return None
    return boxes


def find_shape(counts: Sequence[int]) -> Shape | None:
    """Return the shape of a histogram where it is plain to see, else None.

    Two humps are separated by a bin of at most 0.7 times the lower; skewed is one whose tail on one side of its highest
    bin is twice as long as on the other.

    >>> find_shape([3, 20, 31, 18, 12, 7, 4, 1]), find_shape([4, 19, 8, 3, 9, 24, 11])
    ('right-skewed', 'bimodal')
    """
    top = counts.index(max(counts))
    if (second := _second_hump(counts, top)) is not None:
        return "bimodal" if second >= 0.45 * counts[top] else None
    before, after = top, len(counts) - 1 - top
    if after >= 2 * before and after - before >= 3:
        return "right-skewed"
    if before >= 2 * after and before - after >= 3:
        return "left-skewed"
    left, right = sum(counts[:top]), sum(counts[top + 1 :])
    even = 0.7 <= (left + counts[top] / 2) / (right + counts[top] / 2) <= 1.43
    return "symmetric" if abs(before - after) <= 1 and even else None


def _second_hump(counts: Sequence[int], top: int) -> int | None:
    """Return the height of the highest bin beyond a valley on either side of the top, None where there is none."""
    best: int | None = None
    for side in (counts[top + 1 :], counts[:top][::-1]):
        least = counts[top]
        for count in side:
            least = min(least, count)
            if count >= 0.15 * counts[top] and least <= 0.7 * count and (best is None or count > best):
                best = count
    return best
