"""A chronicle: events and averages of told figures in one line of time."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Block, Items, Paragraph, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, finish, paragraph
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, told_panels
from dataset_builder.families.reports.writing.shapes import typical_step
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    merge,
    pair_terms,
    place_terms,
)
from dataset_builder.families.reports.writing.units import Unit
from dataset_builder.moments import MONTHS


def chronicle_units(desk: Desk) -> list[Unit]:
    """Return a unit that goes through all years after the first: a chronicle has them all, or there is none."""
    years = desk.plan.world.years[1:]

    def write() -> list[Block]:
        found = [text for year in years if (text := _year(desk, year))]
        return [*_open(desk), *found] if len(found) == len(years) else []

    return [Unit(0.34, 16 + 58 * len(years), write)]


def dates_unit(desk: Desk) -> Unit:
    """Return a unit that lists the events with their dates."""
    happenings = desk.plan.world.happenings

    def write() -> list[Block]:
        items = []
        for happening in happenings:
            episode = find_episode(desk.plan.world, happening.id)
            texts = desk.shelf.fill_all(episode.seed.what, happening.entities[:1])
            fresh = [text for text in texts if desk.is_new(text)]
            items.append((episode.date, finish(fresh[-1] if fresh else name_event(desk.plan.world, happening.id))))
        return [Subheading(desk.phrase("dates.title")), Items(tuple(items))]

    return Unit(0.43, 14 * len(happenings), write)


def _open(desk: Desk) -> list[Block]:
    first = desk.say(Message("chronicle.open", Context(place_terms(desk.plan.world))))
    text = paragraph([first], "topic")
    head = Subheading(desk.phrase("sub.chronicle", Context(place_terms(desk.plan.world))))
    return [head, text] if text else []


def _year(desk: Desk, year: int) -> Paragraph | None:
    """Return the paragraph on what happened in a year and what told figures did."""
    world = desk.plan.world
    years: Terms = {"y0": str(year - 1), "y1": str(year)}
    found: list[Sentence | None] = []
    happened = [happening for happening in world.happenings if happening.year == year]
    for happening in happened[:2]:
        texts = desk.shelf.fill_all(find_episode(world, happening.id).seed.what, happening.entities[:1])
        fresh = [text for text in texts if desk.is_new(text)]
        month = MONTHS[happening.month - 1] + ("" if found else f" {year}")
        terms: Terms = {"noun": name_event(world, happening.id), "month": month, "what": fresh[-1] if fresh else ""}
        rule = "yearly.event" if fresh else "yearly.known"
        found.append(desk.say(Message(rule, Context(merge(years, terms))), *(("second",) if found else ())))
    if not happened:
        found.append(desk.say(Message("yearly.quiet", Context(years))))
    panels = told_panels(desk.plan)
    panels = desk.rng.sample(panels, len(panels))
    chosen = sorted(panels, key=lambda panel: -_prominence(panel, year))[:1]
    chosen += [panel for panel in panels if panel not in chosen][:2]
    for panel in chosen:
        found.append(_average(desk, panel, year))
    if chosen:
        found.append(_mover(desk, chosen[0], year))
    return paragraph(found, "chronicle") if any(found) else None


def _prominence(panel: Panel, year: int) -> float:
    """Return how many ordinary steps the average moved in a year."""
    means = [panel.mean(panel.names, each) for each in panel.years]
    place = panel.years.index(year)
    return abs(means[place] - means[place - 1]) / (typical_step(means) or 1.0)


def _average(desk: Desk, panel: Panel, year: int) -> Sentence | None:
    old, new = panel.mean(panel.names, year - 1), panel.mean(panel.names, year)
    if old == new:
        return None
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    values = pair_terms(old, new, panel.data)
    part = Context(merge(panel.terms, values, moved), frozenset(flags))
    return desk.say(Message("yearly.S", Context({"a": part, "y0": str(year - 1), "y1": str(year)})))


def _mover(desk: Desk, panel: Panel, year: int) -> Sentence | None:
    name = max(panel.names, key=lambda name: abs(panel.at(name, year) / panel.at(name, year - 1) - 1))
    context = move_context(panel, name, year - 1, year)
    return desk.say(Message("yearly.mover", context, panel.facts((name, year - 1), (name, year))))
