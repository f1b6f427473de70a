"""A chronicle: the years in which something happened, each with its events."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Items, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import Terms, place_terms
from dataset_builder.families.reports.writing.units import Unit
from dataset_builder.moments import MONTHS


def chronicle_unit(desk: Desk) -> Unit:
    """Return a unit that lists the years that have an event, the year before each entry."""
    years = desk.plan.world.years[1:]

    def write() -> Sequence[Block]:
        items = [(str(year), text) for year in years if (text := _year(desk, year))]
        return [Subheading(desk.phrase("sub.chronicle", Context(place_terms(desk.plan.world)))), Items(tuple(items))]

    return Unit(0.7, 13 * len(desk.plan.world.happenings), write)


def _year(desk: Desk, year: int) -> str:
    """Return what happened in a year, "" if nothing did."""
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
    return " ".join(sentence.text for sentence in found if sentence is not None)
