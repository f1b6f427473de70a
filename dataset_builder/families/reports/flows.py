"""Flows from sources to targets: what comes into a node goes out of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from dataset_builder.families.reports.links import find_figures
from dataset_builder.families.reports.model import Dataset, Key
from dataset_builder.families.reports.panels import make_dataset
from dataset_builder.families.reports.topics import Flow

_LEAST = 0.02
"""Of the total, in one flow."""
_STRAND = 0.045
"""Of the total, in a flow on average at least: nodes that hold little have few."""
_TRIES = 1_000


def sample_flow(seed: Flow, known: Mapping[str, Dataset], rng: random.Random) -> Dataset:
    """Return flows from sources, through the middle where there is one, to targets.

    They start from the layer whose nodes are linked to figures, else from the sources, and are drawn to both sides.

    Raises:
        ValueError: the figures that nodes are linked to leave too little for the others.
    """
    layers = [layer for layer in (seed.sources, seed.middle, seed.targets) if layer]
    anchor = next((place for place, layer in enumerate(layers) if set(layer) & seed.nodes.keys()), 0)
    for _ in range(_TRIES):
        start = _amounts(seed, layers[anchor], known, rng)
        total = sum(start.values())
        units: dict[Key, int] = {}
        held = dict(start)
        for right in layers[anchor + 1 :]:
            found, held = _pass_on(held, right, total, rng)
            units |= found
        nodes = dict(held)
        held = dict(start)
        for left in layers[:anchor][::-1]:
            found, held = _pass_on(held, left, total, rng)
            units |= {(source, target): amount for (target, source), amount in found.items()}
            nodes |= held
        least = min(_LEAST * total, *start.values())
        amounts = list(units.values())
        if len(set(amounts)) == len(amounts) and min(amounts) >= least and all(nodes.values()):
            break
    else:
        raise ValueError(f"flow {seed.id!r} can't be drawn with {', '.join(f'{n} {v}' for n, v in start.items())}")
    order = {name: place for place, name in enumerate(name for layer in layers for name in layer)}
    units = {key: units[key] for key in sorted(units, key=lambda key: (order[key[0]], order[key[1]]))}
    ends = (tuple(dict.fromkeys(key[0] for key in units)), tuple(dict.fromkeys(key[1] for key in units)))
    return make_dataset(seed, "flow", ("source", "target"), ends, units)


def _amounts(seed: Flow, layer: Sequence[str], known: Mapping[str, Dataset], rng: random.Random) -> dict[str, int]:
    """Return what each node of a layer holds, in whole units."""
    scale = 10**seed.decimals
    last = {name: list(find_figures(link, known).values())[-1] for name, link in seed.nodes.items()}
    given = {name: round(last[name] * seed.times * scale) for name in layer if name in last}
    free = [name for name in layer if name not in given]
    if seed.of:
        rest = round(list(find_figures(seed.of, known).values())[-1] * seed.times * scale) - sum(given.values())
    elif given:
        rest = round(sum(given.values()) * len(free) / len(given) * rng.uniform(0.5, 1.0))
    else:
        rest = round(rng.uniform(seed.low + 0.3 * (seed.high - seed.low), seed.high) * scale)
    amounts = given | dict(zip(free, _split(rest, len(free), rng), strict=True)) if free else given
    return {name: amounts[name] for name in layer}


def _pass_on(
    held: Mapping[str, int], layer: Sequence[str], total: int, rng: random.Random
) -> tuple[dict[Key, int], dict[str, int]]:
    """Return what goes from nodes to those of the next layer, and what these get."""
    units: dict[Key, int] = {}
    gained = dict.fromkeys(layer, 0)
    for place, (name, amount) in enumerate(held.items()):
        others = _linked(layer, place, round(amount / (_STRAND * total)), rng)
        for other, part in zip(others, _split(amount, len(others), rng), strict=True):
            units[name, other] = part
            gained[other] += part
    return units, gained


def _linked(layer: Sequence[str], place: int, most: int, rng: random.Random) -> list[str]:
    """Return the nodes of a layer that a node flows into: up to ``most``, another one always among them."""
    sure = layer[place % len(layer)]
    count = max(1, min(most, len(layer) - rng.choice((0, 0, 1))))
    others = rng.sample([name for name in layer if name != sure], count - 1)
    return [name for name in layer if name == sure or name in others]


def _split(total: int, count: int, rng: random.Random) -> list[int]:
    """Return ``count`` whole numbers that add up to ``total``, none of them tiny."""
    weights = [rng.uniform(0.35, 1.3) for _ in range(count)]
    parts = [int(total * weight / sum(weights)) for weight in weights]
    parts[-1] += total - sum(parts)
    return parts
