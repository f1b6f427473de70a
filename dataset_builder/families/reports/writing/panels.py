"""What a panel has to say: messages on a figure of every entity for every year, chosen by interest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

from dataset_builder.families.reports.model import Dataset, Plan, World, fact_id
from dataset_builder.families.reports.topics import Metric
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import (
    Terms,
    bare,
    change_terms,
    difference,
    entity_terms,
    merge,
    pair_terms,
    place_terms,
    times_over,
    value_terms,
    with_article,
    year_terms,
)

_CLEAR, _MOST = 0.05, 0.6
"""Least change of an average, as a share of it, that is more than a wobble; least share of entities that go with it."""


@dataclass(frozen=True)
class Panel:
    """A panel of the world with its metric."""

    world: World
    data: Dataset
    metric: Metric

    @property
    def names(self) -> tuple[str, ...]:
        """Return the entities."""
        return self.data.keys[0]

    @property
    def years(self) -> tuple[int, ...]:
        """Return the years."""
        return self.world.years

    def at(self, name: str, year: int) -> float:
        """Return a value."""
        return self.data.values[name, str(year)]

    def mean(self, names: Sequence[str], year: int) -> float:
        """Return the average of some entities, rounded as values are printed."""
        key: tuple[str | int, ...] = (*names, year)
        if key not in self._means:
            values = self.data.values
            self._means[key] = round(fsum(values[name, str(year)] for name in names) / len(names), self.data.decimals)
        return self._means[key]

    @cached_property
    def _means(self) -> dict[tuple[str | int, ...], float]:
        return {}

    @property
    def course(self) -> str:
        """Return ``up`` or ``down`` as the average and most entities have clearly gone, "" where they have not."""
        first, last = self.years[0], self.years[-1]
        old, new = (self.mean(self.names, year) for year in (first, last))
        with_it = sum((self.at(name, last) > self.at(name, first)) == (new > old) for name in self.names)
        if abs(new - old) < _CLEAR * abs(old) or with_it < _MOST * len(self.names):
            return ""
        return "up" if new > old else "down"

    def apart(self, names: Sequence[str], others: Sequence[str], year: int) -> float | None:
        """Return by how much the average of some entities is above that of others; None where roundings disagree."""
        exact = [sum(self.at(name, year) for name in part) / len(part) for part in (names, others)]
        printed = round(self.mean(names, year) - self.mean(others, year), self.data.decimals)
        slack = 0.499 * 10.0**-self.data.decimals
        return printed if abs(exact[0] - exact[1] - printed) < slack else None

    def ranked(self, year: int) -> list[str]:
        """Return the entities from the highest value of a year to the lowest."""
        return sorted(self.names, key=lambda name: -self.at(name, year))

    def fact(self, name: str, year: int) -> str:
        """Return the id of a value."""
        return fact_id(self.data.id, (name, str(year)))

    def facts(self, *pairs: tuple[str, int]) -> tuple[str, ...]:
        """Return the ids of values."""
        return tuple(self.fact(name, year) for name, year in pairs)

    @property
    def terms(self) -> Terms:
        """Return how the metric is named."""
        return dict(self._terms)

    @cached_property
    def _terms(self) -> Terms:
        metric = self.metric
        short, full = typeset(metric.short), typeset(metric.phrase).replace("{place}", self.world.place)
        named: Terms = {"the": short, "bare": bare(short), "full": full, "name": typeset(metric.name), "id": metric.id}
        of = {"The": short[:1].upper() + short[1:], "a_bare": with_article(short)}
        return merge(place_terms(self.world), named, of, {"unit": metric.unit})


def find_panel(world: World, metric_id: str) -> Panel:
    """Return the panel of a metric; without its unit where the metric's name says what is counted."""
    kept: dict[str, Panel] = world.kept.setdefault("panels", {})
    if metric_id not in kept:
        kept[metric_id] = _make_panel(world, metric_id)
    return kept[metric_id]


def _make_panel(world: World, metric_id: str) -> Panel:
    metric = next(metric for metric in world.topic.metrics if metric.id == metric_id)
    data = world.datasets[metric_id]
    counts = {data.unit.lower(), data.unit.lower().removesuffix("s")} & set(metric.short.lower().split())
    return Panel(world, replace(data, unit="") if counts else data, metric)


def move_context(panel: Panel, name: str, first: int, last: int) -> Context:
    """Return what to say of an entity between two years."""
    old, new = panel.at(name, first), panel.at(name, last)
    change, flags = change_terms(old, new, panel.data, panel.metric.better)
    values = pair_terms(old, new, panel.data)
    return Context(
        merge(panel.terms, entity_terms(panel.world, name), values, change, year_terms(first, last)), frozenset(flags)
    )


def trend(panel: Panel) -> Message | None:
    """Return the message on the average of all, first year to last; None if it came out the same."""
    found = overall(panel)
    return None if "level" in found.context.flags else found


def overall(panel: Panel) -> Message:
    """Return the message on the average of all, first year to last; flag ``level`` if it came out the same."""
    first, last = panel.years[0], panel.years[-1]
    old, new = panel.mean(panel.names, first), panel.mean(panel.names, last)
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    values = pair_terms(old, new, panel.data)
    terms = merge(panel.terms, values, moved, year_terms(first, last))
    flags |= {"whole", "level"} if old == new else {"whole"}
    return Message("trend.S", Context(terms, frozenset(flags)), (), 1.0)


def breadth(panel: Panel) -> Message | None:
    """Return the message on how many entities moved which way; None where neither side is small, or one stood still."""
    first, last = panel.years[0], panel.years[-1]
    if any(panel.at(name, last) == panel.at(name, first) for name in panel.names):
        return None
    rose = [name for name in panel.names if panel.at(name, last) > panel.at(name, first)]
    fell = [name for name in panel.names if name not in rose]
    many, few = (rose, fell) if len(rose) >= len(fell) else (fell, rose)
    if len(few) > 3:
        return None
    terms: Terms = {
        "most": figures.count(len(many)),
        "exceptions": figures.listing(few),
    }
    flags = {"up" if many is rose else "down", "some" if few else "all"}
    step = panel.mean(panel.names, last) - panel.mean(panel.names, first)
    if not step:
        flags.add("level")
    elif (step > 0) != (many is rose):
        flags |= {"against", "pulled_down" if many is rose else "pulled_up"}
    facts = panel.facts(*((name, year) for name in few for year in (first, last)))
    return Message("breadth.S", Context(merge(panel.terms, terms), frozenset(flags)), facts, 0.9)


def extremes(panel: Panel, year: int) -> Message:
    """Return the message on the highest and the lowest of a year, with their ratio where it is a plain one."""
    ranked = panel.ranked(year)
    high, low = ranked[0], ranked[-1]
    above, below = panel.at(high, year), panel.at(low, year)
    times = times_over(above, below)
    terms = merge(
        panel.terms,
        {"y1": str(year), "High": high, "Low": low, "dgap": difference(above - below, panel.data)},
        {"inHigh": entity_terms(panel.world, high)["inE"], "inLow": entity_terms(panel.world, low)["inE"]},
        value_terms("high", above, panel.data),
        value_terms("low", below, panel.data),
        {"times": times} if times else {},
    )
    flags = frozenset({"times"} if times else ())
    return Message("extremes.S", Context(terms, flags), panel.facts((high, year), (low, year)), 0.9)


def told_panels(plan: Plan) -> list[Panel]:
    """Return the panels that may be told, in the order of the plan's chapters."""
    world = plan.world
    order = [name for section in plan.sections for name in section.subjects]
    names = [name for name in order if name in plan.told and world.datasets[name].kind == "panel"]
    return [find_panel(world, name) for name in dict.fromkeys(names)]
