"""References from one entry of a topic to figures of another: what they mean, and which datasets share figures.

See ``topics`` for how they are written.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dataset_builder.families.reports.model import Dataset, Key, World, fact_id
from dataset_builder.families.reports.topics import Topic

Aggregate = Literal["", "sum", "mean", "rest"]


@dataclass(frozen=True)
class Reference:
    """What a reference names: ``parts`` of a composition, or all of it; ``inverse`` where followers go against it."""

    id: str
    aggregate: Aggregate = ""
    parts: tuple[str, ...] = ()
    inverse: bool = False


def parse_reference(text: str) -> Reference:
    """Return a reference as read.

    >>> parse_reference("spend:Staff+Buildings").parts, parse_reference("mean:wait").aggregate
    (('Staff', 'Buildings'), 'mean')
    >>> parse_reference("-load")
    Reference(id='load', aggregate='', parts=(), inverse=True)
    """
    inverse, text = text.startswith("-"), text.removeprefix("-")
    head, colon, tail = text.partition(":")
    aggregate: Aggregate
    for aggregate in ("sum", "mean", "rest"):
        if colon and head == aggregate:
            return Reference(tail, aggregate, (), inverse)
    return Reference(head, "", tuple(tail.split("+")) if tail else (), inverse)


def list_links(seed: Any) -> Iterator[tuple[str, str]]:
    """Yield (field, reference) of every link of a topic's entry, sides of relations as ``x``, ``y``, ``size``."""
    for name in ("of", "mean_of"):
        if reference := getattr(seed, name, ""):
            yield name, reference
    for name in ("x", "y", "size"):
        if reference := getattr(getattr(seed, name, None), "of", ""):
            yield name, reference
        if reference := getattr(getattr(seed, name, None), "adds_to", ""):
            yield "adds_to", reference
    for reference in getattr(seed, "follows", ()):
        yield "follows", reference
    for name in ("parts_of", "nodes", "ranks"):
        for reference in getattr(seed, name, {}).values():
            yield name, reference


def find_figures(reference: str, datasets: Mapping[str, Dataset]) -> dict[str, float]:
    """Return a reference's figure of each year, of a bridge's ends; of a metric the mean where it says nothing else.

    >>> stock = Dataset("a", "composition", "a", "t", 1, ("part", "year"), (("B", "C"), ("2020",)),
    ...                 {("B", "2020"): 1.2, ("C", "2020"): 0.3})
    >>> find_figures("a", {"a": stock}), find_figures("a:C", {"a": stock})
    ({'2020': 1.5}, {'2020': 0.3})
    """
    link = parse_reference(reference)
    data = datasets[link.id]
    if data.kind == "bridge":
        return {step: data.values[step,] for step in (data.keys[0][0], data.keys[0][-1])}
    monthly = data.kind == "seasonal"
    rows, years = data.keys[::-1] if monthly else data.keys
    found = {}
    for year in years:
        keys: list[Key] = [(year, row) if monthly else (row, year) for row in link.parts or rows]
        total = round(math.fsum(data.values[key] for key in keys), data.decimals)
        mean = total / len(keys)
        by_aggregate = {"sum": total, "mean": mean, "rest": 100 - mean}
        found[year] = by_aggregate[link.aggregate or ("mean" if data.kind == "panel" else "sum")]
    return found


def find_changes(references: Sequence[str], datasets: Mapping[str, Dataset]) -> dict[str, float]:
    """Return for each year how many times its first figure the product of references is."""
    changes: dict[str, float] = {}
    for reference in references:
        figures = find_figures(reference.removeprefix("-"), datasets)
        first = next(iter(figures.values()))
        for year, value in figures.items():
            ratio = first / value if reference.startswith("-") else value / first
            changes[year] = changes.get(year, 1.0) * ratio
    return changes


def find_entity_values(reference: str, datasets: Mapping[str, Dataset]) -> list[float]:
    """Return each entity's value of the last year of a metric, or what is left of 100."""
    link = parse_reference(reference)
    data = datasets[link.id]
    values = [data.values[name, data.keys[1][-1]] for name in data.keys[0]]
    return [round(100 - value, data.decimals) for value in values] if link.aggregate == "rest" else values


def find_kin(topic: Topic) -> dict[str, frozenset[str]]:
    """Return for the data of a topic by id which others share figures with it, so that one tells of the other.

    What only follows another shares none, nor do scores that are ranked by it or items that lie near it.
    """
    kin: dict[str, set[str]] = {}
    cubes: tuple[Any, ...] = (*topic.compositions, *topic.relations, *topic.flows, *topic.bridges, *topic.seasonals)
    metrics: tuple[Any, ...] = topic.metrics
    for seed in (*metrics, *cubes):
        kin.setdefault(seed.id, set())
        for name, reference in list_links(seed):
            if name != "follows":
                other = parse_reference(reference).id
                kin[seed.id].add(other)
                kin.setdefault(other, set()).add(seed.id)
    return {name: frozenset(others) for name, others in kin.items()}


def find_twins(world: World) -> dict[str, str]:
    """Return the fact of a metric that a fact of a relation is, by its id."""
    found = {}
    for seed in world.topic.relations:
        for side in ("x", "y", "size"):
            if reference := getattr(seed, side).of:
                metric = parse_reference(reference).id
                for entity in world.entities:
                    found[fact_id(seed.id, (entity.name, side))] = fact_id(metric, (entity.name, str(world.years[-1])))
    return found
