"""A chronicle: events and averages of told figures in one line of time."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Block, Items, Paragraph, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, finish, paragraph
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, told_panels
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
            items.append((episode.date, finish((fresh or texts)[-1])))
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
        what = desk.shelf.fill(find_episode(world, happening.id).seed.what[-1], happening.entities[:1])
        terms: Terms = {"noun": name_event(world, happening.id), "what": what}
        terms |= {"month": MONTHS[happening.month - 1]}
        found.append(desk.say(Message("yearly.event", Context(merge(years, terms))), *(("second",) if found else ())))
    if not happened:
        found.append(desk.say(Message("yearly.quiet", Context(years))))
    panels = told_panels(desk.plan)
    chosen = desk.rng.sample(panels, min(3, len(panels)))
    for panel in chosen:
        found.append(_average(desk, panel, year))
    if chosen:
        found.append(_mover(desk, chosen[-1], year))
    said = [sentence for sentence in found if sentence is not None]
    dated = [Sentence(_dated(sentence.text, year), sentence.facts) for sentence in said[:1]]
    return paragraph([*dated, *said[1:]], "chronicle")


def _dated(text: str, year: int) -> str:
    """Return a sentence that names its year, in front where it does not."""
    return text if str(year) in text else f"{year}: {text[:1].lower() + text[1:] if text.startswith('In ') else text}"


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
