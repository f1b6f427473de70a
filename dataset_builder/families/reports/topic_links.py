"""Rules for the links of topic seeds: references that lead somewhere, and no two unlinked entries that sound alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from dataset_builder.families.reports.links import list_links, parse_reference
from dataset_builder.families.reports.topics import Topic

_IDLE = frozenset(
    re.findall(
        "[a-z]+",
        "a an the of to in on for and or by with from at as that who which is are be each all per mean median monthly "
        "month yearly year sampled what changed moved number total now start first last kind sizes lengths",
    )
)
_AGGREGATES = {"metric": ("sum", "mean", "rest"), "composition": ("",), "seasonal": ("sum", "mean"), "bridge": ()}


def find_link_violations(topic: Topic) -> Iterator[str]:
    """Yield every rule on links that a topic breaks."""
    yield from _check_references(topic)
    yield from _check_twins(topic)
    yield from _check_names(topic)


def list_entries(topic: Topic) -> dict[str, Any]:
    """Return whatever holds data in a topic, by id."""
    cubes = (*topic.compositions, *topic.distributions, *topic.relations, *topic.flows)
    others = (*topic.bridges, *topic.profiles, *topic.seasonals)
    entries: tuple[Any, ...] = (*topic.metrics, *cubes, *others)
    return {entry.id: entry for entry in entries}


def _kind(topic: Topic, name: str) -> str:
    for kind in _AGGREGATES:
        if name in {entry.id for entry in getattr(topic, f"{kind}s")}:
            return kind
    return ""


def _check_references(topic: Topic) -> Iterator[str]:
    """Yield what is wrong with references: metrics, compositions and seasonals have figures to refer to."""
    entries = list_entries(topic)
    for entry in entries.values():
        for field, text in list_links(entry):
            link, where = parse_reference(text), f"{entry.id!r}, {field} {text!r}"
            kind = _kind(topic, link.id)
            allowed = _AGGREGATES.get(kind, ())
            if field in ("x", "y", "size"):
                allowed = ("", "rest") if kind == "metric" else ()
            elif field == "adds_to" and kind == "bridge":
                allowed = ("",)
            elif field == "ranks":
                allowed = ("",) if kind == "metric" else ()
            elif field == "follows":
                allowed = {"metric": ("", "rest"), "composition": ("",)}.get(kind, ())
            if not allowed:
                yield f"{where}: {link.id!r} is nothing that it can be linked to"
                continue
            if link.aggregate not in allowed:
                yield f"{where}: {link.aggregate!r} is not one of {', '.join(map(repr, allowed))} of a {kind}"
            if unknown := sorted(set(link.parts) - set(getattr(entries[link.id], "parts", ()))):
                yield f"{where}: {link.id!r} has no part {unknown[0]!r}"
            if link.aggregate == "rest" and not entries[link.id].unit.startswith("%"):
                yield f"{where}: {link.id!r} is no percentage"
            if link.inverse and field not in ("follows", "ranks"):
                yield f"{where}: only what follows goes against something"
        layers = [getattr(entry, name, ()) for name in ("sources", "middle", "targets")]
        names = set(getattr(entry, "nodes", {}))
        if names and not any(names <= set(layer) for layer in layers):
            yield f"{entry.id!r}: nodes {', '.join(sorted(names))} are not of one layer"
        if unknown := sorted(set(getattr(entry, "parts_of", {})) - set(getattr(entry, "parts", ()))):
            yield f"{entry.id!r} has no part {unknown[0]!r}"
        if unknown := sorted(set(getattr(entry, "ranks", {})) - set(getattr(entry, "dimensions", ()))):
            yield f"{entry.id!r} has no dimension {unknown[0]!r}"
        steps = (*getattr(entry, "gains", ()), *getattr(entry, "losses", ()))
        for field, count in (("weights", len(steps)), ("leans", len(getattr(entry, "classes", ())))):
            if (given := len(getattr(entry, field, ()))) not in (0, count):
                yield f"{entry.id!r}: {given} {field} for {count} names"


def _check_twins(topic: Topic) -> Iterator[str]:
    """Yield pairs of measures in one unit of which one's name says nothing that the other's doesn't, if unlinked."""
    linked = _components(topic)
    for (one, first), (other, second) in combinations(_measures(topic), 2):
        if one == other or linked[one] == linked[other] or first.unit != second.unit:
            continue
        words, others = _content(first.name), _content(second.name)
        if words and others and (words <= others or others <= words):
            names = f"{first.name!r}, {second.name!r} ({first.unit})"
            yield f"{one!r} and {other!r} sound alike: {names}, but are not linked"


def _check_names(topic: Topic) -> Iterator[str]:
    """Yield what groups and sources name wrongly: every entry has one source at most, and most entries have one."""
    entries = list_entries(topic)
    covered = Counter(name for source in topic.sources for name in source.covers)
    metrics = {metric.id for metric in topic.metrics}
    for group in topic.entities.groups:
        if wrong := sorted((set(group.high + group.low) - metrics) | (set(group.high) & set(group.low))):
            yield f"group {group.name!r}: {wrong[0]!r} is no metric, or both high and low"
    for name, count in covered.items():
        if name not in entries or count > 1:
            yield f"{name!r} is covered by {count} sources, or is no data of the topic"
    if len(covered) < 0.8 * len(entries):
        yield f"sources cover {len(covered)} of {len(entries)} data"


def _measures(topic: Topic) -> Iterator[tuple[str, Any]]:
    """Yield entry and measure of whatever has a name and a unit; of relations, only sides that are not linked."""
    for name, entry in list_entries(topic).items():
        if hasattr(entry, "sign"):
            yield from ((name, side) for side in (entry.x, entry.y, entry.size) if not side.of)
        elif hasattr(entry, "unit"):
            yield name, entry


def _content(name: str) -> frozenset[str]:
    """Return the stems of a name's words.

    >>> sorted(_content("Monthly visits by purpose"))
    ['purpos', 'visit']
    """
    words = re.findall("[a-z]+", name.lower())
    return frozenset(re.sub("(?<=..)(?:ing|ed|es|s|e)$", "", word) for word in words if word not in _IDLE)


def _components(topic: Topic) -> dict[str, str]:
    """Return for each entry one that stands for all that are linked to each other."""
    leader = {name: name for name in list_entries(topic)}
    for name, entry in list_entries(topic).items():
        for _, text in list_links(entry):
            old, new = leader[name], leader.get(parse_reference(text).id, name)
            leader = {key: new if value == old else value for key, value in leader.items()}
    return leader
