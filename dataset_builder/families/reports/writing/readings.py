"""What can be said of any exhibit, also of one about which the text keeps silent: what it holds."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.model import Dataset, Exhibit, World
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.cubes import small_name
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import Terms
from dataset_builder.families.reports.writing.units import capital

_NAMED = 4
"""Entities that are named one by one; of more only the number is told."""


def read_panel(desk: Desk, exhibit: Exhibit, ref: str) -> Sentence | None:
    """Return the sentence on which entities and which years of a figure an exhibit has."""
    pairs = [key for key in _keys(exhibit) if len(key) == 2]
    names, years = (list(dict.fromkeys(key[side] for key in pairs)) for side in (0, 1))
    if not names:
        return None
    terms: Terms = {"ref": ref, "scope": name_entities(desk.plan.world, names), "when": say_years(years)}
    single = frozenset({"single"} if len(names) == 1 else ())
    return desk.say(Message("reading.change" if exhibit.terms else "reading.panel", Context(terms, single)))


def read_cube(desk: Desk, exhibit: Exhibit, ref: str) -> Sentence | None:
    """Return the sentence on what an exhibit of other data divides or follows."""
    world = desk.plan.world
    data = world.datasets[exhibit.dataset]
    terms: Terms = {
        "ref": ref,
        "what": typeset(data.name),
        "what_cap": capital(typeset(data.name)),
        **_seed_terms(world, data),
    }
    if data.kind in ("relation", "profile"):
        terms["scope"] = name_entities(world, list(dict.fromkeys(key[0] for key in _keys(exhibit))))
    return desk.say(Message(f"reading.{data.kind}", Context(terms)))


def name_entities(world: World, names: Sequence[str]) -> str:
    """Return entities as a phrase: all of them, a whole group, or by name, or how many."""
    kinds = world.topic.entities.kinds
    if len(names) == len(world.entities):
        return f"all {figures.count(len(names))} {kinds}"
    for group in world.topic.entities.groups:
        if set(names) == {entity.name for entity in world.entities if entity.group == group.name} and len(names) > 1:
            return f"the {group.name}"
    if len(names) <= _NAMED:
        return figures.listing(names)
    left = [entity.name for entity in world.entities if entity.name not in names]
    if len(left) <= _NAMED:
        return f"all {kinds} but {figures.listing(left)}"
    return f"{figures.count(len(names))} of the {figures.count(len(world.entities))} {kinds}"


def say_years(years: Sequence[str]) -> str:
    """Return years as a phrase.

    >>> say_years(["2012"]), say_years(["2015", "2014"]), say_years(["2011", "2012", "2013"])
    ('in 2012', 'in 2014 and 2015', 'from 2011 to 2013')
    >>> say_years(["2011", "2014", "2017"])
    'in 2011, 2014 and 2017'
    """
    found = sorted(set(years))
    whole = int(found[-1]) - int(found[0]) + 1 == len(found)
    return f"from {found[0]} to {found[-1]}" if whole and len(found) > 2 else f"in {figures.listing(found)}"


def _keys(exhibit: Exhibit) -> list[tuple[str, ...]]:
    """Return the keys of the values that an exhibit shows, those of differences too."""
    return [tuple(fact.split("/")[1:]) for fact in exhibit.behind if fact.startswith(f"{exhibit.dataset}/")]


def _seed_terms(world: World, data: Dataset) -> Terms:
    """Return the terms that the topic has for data of a kind."""
    topic = world.topic
    kinds: Terms = {"kind": topic.entities.kind, "kinds": topic.entities.kinds}
    if data.kind in ("bins", "boxes"):
        seed = next(seed for seed in topic.distributions if f"{seed.id}_{data.kind}" == data.id)
        return {**kinds, "items": typeset(seed.items), "what": typeset(seed.name)}
    if data.kind == "relation":
        link = next(seed for seed in topic.relations if seed.id == data.id)
        x, y = (small_name(side.name) for side in (link.x, link.y))
        return {**kinds, "xname": x, "yname": y, "xname_cap": capital(x)}
    if data.kind == "bridge":
        steps = next(seed for seed in topic.bridges if seed.id == data.id)
        return {**kinds, "start": typeset(steps.start), "end": typeset(steps.end)}
    return kinds
