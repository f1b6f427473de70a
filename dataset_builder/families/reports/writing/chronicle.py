"""A chronicle: the years in which something happened, each with its events and the figure that moved most."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Items, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.shapes import stands_out, typical_step
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    merge,
    pair_terms,
    place_terms,
)
from dataset_builder.families.reports.writing.units import Unit
from dataset_builder.moments import MONTHS


def chronicle_unit(desk: Desk) -> Unit:
    """Return a unit that lists the years that have an event or a move that stands out, the year before each entry."""
    years = desk.plan.world.years[1:]

    def write() -> Sequence[Block]:
        items = [(str(year), text) for year in years if (text := _year(desk, year))]
        return [Subheading(desk.phrase("sub.chronicle", Context(place_terms(desk.plan.world)))), Items(tuple(items))]

    return Unit(0.43, 26 * len(years), write)


def _year(desk: Desk, year: int) -> str:
    """Return what happened in a year, and which told average moved more than it does anyway; "" if nothing did."""
    world = desk.plan.world
    found: list[Sentence | None] = []
    for happening in world.happenings:
        if happening.year != year:
            continue
        texts = desk.shelf.fill_all(find_episode(world, happening.id).seed.what, happening.entities[:1])
        fresh = [text for text in texts if desk.is_new(text)]
        terms: Terms = {
            "noun": name_event(world, happening.id),
            "month": MONTHS[happening.month - 1],
            "what": fresh[-1] if fresh else "",
        }
        found.append(desk.say(Message("yearly.event" if fresh else "yearly.known", Context(terms))))
    moved = [panel for panel in told_panels(desk.plan) if _moved(panel, year)]
    if moved:
        found.append(_average(desk, max(moved, key=lambda panel: _prominence(panel, year)), year))
    return " ".join(sentence.text for sentence in found if sentence is not None)


def _means(panel: Panel) -> list[float]:
    return [panel.mean(panel.names, year) for year in panel.years]


def _moved(panel: Panel, year: int) -> bool:
    """Tell whether the average moved more in a year than it does anyway."""
    old, new = panel.mean(panel.names, year - 1), panel.mean(panel.names, year)
    return stands_out(old, new, _means(panel))


def _prominence(panel: Panel, year: int) -> float:
    """Return how many ordinary steps the average moved in a year."""
    means = _means(panel)
    place = panel.years.index(year)
    return abs(means[place] - means[place - 1]) / (typical_step(means) or 1.0)


def _average(desk: Desk, panel: Panel, year: int) -> Sentence | None:
    old, new = panel.mean(panel.names, year - 1), panel.mean(panel.names, year)
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    part = Context(merge(panel.terms, pair_terms(old, new, panel.data), moved), frozenset(flags - {"small", "flat"}))
    return desk.say(Message("yearly.S", Context({"a": part, "y0": str(year - 1), "y1": str(year)})))
