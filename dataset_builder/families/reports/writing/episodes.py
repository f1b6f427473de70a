"""Parts that tell an event: what happened, how it worked, what the figures did, what was learnt."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import Episode, effects, find_episode, name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import Terms, place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, quotation, sidebar

_SEASONS = (
    "winter",
    "winter",
    "spring",
    "spring",
    "spring",
    "summer",
    "summer",
    "summer",
    "autumn",
    "autumn",
    "autumn",
    "winter",
)


def episode_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter that tells events in order of time."""
    found = [passage(desk, 0.8, "history", "background")]
    for number, subject in enumerate(section.subjects):
        if any(subject == happening.id for happening in desk.plan.world.happenings):
            found += event_units(desk, subject, headed=True)
            if number % 2:
                found.append(quotation(desk, 0.7))
    found.append(passage(desk, 0.75, "history", "practice", "people"))
    found.append(sidebar(desk, 0.6))
    return found


def event_units(desk: Desk, event_id: str, *, headed: bool) -> list[Unit]:
    """Return the units on an event."""
    episode = find_episode(desk.plan.world, event_id)
    context = _context(desk, episode)
    noun = str(context.terms["noun"])

    def opening() -> Sequence[Block]:
        first = desk.say(Message("event.open", context))
        inside = desk.quote_text(desk.shelf.fill_all(episode.seed.passage, episode.happening.entities))
        text = paragraph([first, *inside], "topic")
        head: list[Block] = [Subheading(noun[:1].upper() + noun[1:])] if headed else []
        return [*head, *([text] if text else [])]

    found = [Unit(REQUIRED, 95, opening)]
    if episode.told_moves(desk.plan.told):
        found.append(plain_unit(0.97, 90, lambda: _working(desk, episode, context)))
    found.append(plain_unit(0.93, 70, lambda: _judging(desk, episode, context)))
    return found


def _context(desk: Desk, episode: Episode) -> Context:
    world = desk.plan.world
    entities = episode.happening.entities
    seed = episode.seed
    rng = desk.rng
    texts = [
        *rng.sample(seed.what, 2),
        *rng.sample(seed.mechanism, min(4, len(seed.mechanism))),
        *rng.sample(seed.critics, 2),
    ]
    what, what2, *rest = desk.shelf.fill_all(texts, entities[:1])
    mechanism, critics = rest[:-2], rest[-2:]
    terms: Terms = {
        **place_terms(world),
        "noun": name_event(world, seed.id),
        "month": figures.MONTHS[episode.happening.month - 1],
        "season": _SEASONS[episode.happening.month - 1],
        "year": str(episode.happening.year),
        "what": what,
        "what2": what2,
        **{f"m{number}": text for number, text in enumerate(mechanism)},
        **{f"k{number}": text for number, text in enumerate(critics)},
    }
    return Context(terms)


def _working(desk: Desk, episode: Episode, context: Context) -> Paragraph | None:
    found: list[Sentence | None] = [
        desk.say(Message("event.mechanism", context)),
        desk.say(Message("event.mechanism2", context)),
    ]
    for messages in effects(desk.plan.world, episode, desk.plan.told):
        found += [desk.say(message) for message in messages]
    return paragraph(found, "cause")


def _judging(desk: Desk, episode: Episode, context: Context) -> Paragraph | None:
    found: list[Sentence | None] = [
        desk.say(Message("event.critics", context)),
        desk.say(Message("event.lesson", Context())),
    ]
    lessons = desk.shelf.fill_all(episode.seed.lessons, episode.happening.entities)
    return paragraph([*found, *desk.quote_text(lessons)], "close")
