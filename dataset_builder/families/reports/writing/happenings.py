"""Parts that tell an event: what happened, how it worked, what the figures did, what was learnt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.reports.manuscript import Block, Box, Paragraph, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import Episode, effects, find_episode, name_event, noun_flags
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import find_panel
from dataset_builder.families.reports.writing.paths import group_trends
from dataset_builder.families.reports.writing.terms import Terms, place_terms
from dataset_builder.families.reports.writing.told import opener
from dataset_builder.families.reports.writing.units import REQUIRED, SOMEBODY, Unit, plain_unit
from dataset_builder.families.reports.writing.words import content_words
from dataset_builder.moments import MONTHS

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
_BY_GROUP = 0.4
"""How often an effect on all is told by group as well."""
_PRONOUN = re.compile(r"(?:He|She|They|His|Her|Their)\b")
_REPORTED = re.compile(
    r"\b(?:said|say|says|warned|remarked|noted|complained|argued|asked|pointed out|worried|accused|held that|objected|"
    r"refused|feared|grumbled|called|wrote|admitted|recalled|told|muttered|suspected|claimed|spoke|protested|insisted|"
    r"thought|saw it|predicted|wondered|felt)\b"
)
"""Critics' clauses with one of these report what somebody said; they need no frame that does so again."""


def event_words(desk: Desk, event_id: str) -> frozenset[str]:
    """Return the content words of an event."""
    seed = find_episode(desk.plan.world, event_id).seed
    return content_words((seed.noun, *seed.what, *seed.mechanism, *seed.critics, *seed.lessons))


def event_units(desk: Desk, event_id: str, *, headed: bool) -> list[Unit]:
    """Return the units on an event."""
    episode = find_episode(desk.plan.world, event_id)
    contexts: list[Context] = []

    def opening() -> Sequence[Block]:
        context = _context(desk, episode)
        contexts.append(context)
        first = desk.say(Message("event.open", context), *(("headed",) if headed else ()))
        inside = desk.quote_text(desk.shelf.fill_all(episode.seed.passage, episode.happening.entities))
        joined = bool(_PRONOUN.match(inside[0].text))
        again = desk.say(Message("event.again", context)) if not joined and desk.rng.random() < 0.5 else None
        somebody = paragraph(inside, "passage") if SOMEBODY.match(inside[0].text) else None
        text = paragraph([first, again, *([] if somebody else inside)], "topic")
        noun = str(context.terms["noun"])
        head: list[Block] = [Subheading(noun[:1].upper() + noun[1:])] if headed else []
        portrait: list[Block] = [Box(desk.phrase("box.portrait"), (somebody,))] if somebody else []
        return [*head, *([text] if text else []), *portrait]

    return [
        replace(unit, about=event_id)
        for unit in (
            Unit(REQUIRED, 105, opening),
            plain_unit(0.97, 90, lambda: _working(desk, episode, contexts[0])),
            plain_unit(0.93, 70, lambda: _judging(desk, episode, contexts[0])),
        )
    ]


def _context(desk: Desk, episode: Episode) -> Context:
    world = desk.plan.world
    entities = episode.happening.entities
    seed = episode.seed
    rng = desk.rng
    texts = [
        *rng.sample(seed.what, 2),
        *rng.sample(seed.mechanism, min(4, len(seed.mechanism))),
        *sorted(rng.sample(seed.critics, 2), key=lambda text: bool(_REPORTED.search(text))),
    ]
    what, what2, *rest = desk.shelf.fill_all(texts, entities[:1])
    mechanism, critics = rest[:-2], rest[-2:]
    terms: Terms = {
        **place_terms(world),
        "noun": name_event(world, seed.id),
        "month": MONTHS[episode.happening.month - 1],
        "season": _SEASONS[episode.happening.month - 1],
        "year": str(episode.happening.year),
        "what": what,
        "what2": what2,
        **{f"m{number}": text for number, text in enumerate(mechanism)},
        **{f"k{number}": text for number, text in enumerate(critics)},
    }
    act = any(text.startswith("{") and not text.startswith(("{entity}", "{place}")) for text in seed.what)
    told, two = (bool(_REPORTED.search(text)) for text in critics)
    holding = (("act", act), ("told", told), ("two", not two))
    flags = frozenset(flag for flag, holds in holding if holds)
    return Context(terms, flags | noun_flags(str(terms["noun"])))


def _working(desk: Desk, episode: Episode, context: Context) -> Paragraph | None:
    """Return the paragraph on how an event worked and what figures did, first those of which the mechanism speaks."""
    found: list[Sentence | None] = [
        desk.say(Message("event.mechanism", context)),
        *desk.quote_text(str(context.terms[name]) for name in ("m1", "m2", "m3") if name in context.terms),
    ]
    told = len(found)
    near = content_words([str(context.terms["m0"])])

    def kinship(messages: list[Message]) -> int:
        metric = find_panel(desk.plan.world, str(messages[0].context.terms["id"])).metric
        return -len(near & content_words((metric.name, metric.phrase, *metric.up, *metric.down)))

    for messages in sorted(effects(desk.plan.world, episode, desk.plan.told), key=kinship):
        first = desk.say(messages[0], *(("more",) if len(found) > told else ()))
        found += [first, *(desk.say(message) for message in messages[1:])] if first else []
        if first and messages[0].rule == "effect" and desk.rng.random() < _BY_GROUP:
            found.append(_by_group(desk, episode, messages[0]))
    return paragraph(found, "cause")


def _by_group(desk: Desk, episode: Episode, effect: Message) -> Sentence | None:
    """Return the sentence on how the effect of an event that touched all was felt in the groups."""
    terms = effect.context.terms
    panel = find_panel(desk.plan.world, str(terms["id"]))
    trend = group_trends(panel, int(str(terms["y0"])), int(str(terms["y1"]))) if episode.seed.extent == "all" else None
    return desk.say(Message("event.groups", trend.context)) if trend else None


def _judging(desk: Desk, episode: Episode, context: Context) -> Paragraph | None:
    found = [desk.say(Message("event.critics", context))]
    if desk.is_new(str(context.terms["k1"])):
        found.append(desk.say(Message("event.critics2", context)))
    found.append(opener(desk, "event.lesson", context))
    lessons = desk.shelf.fill_all(episode.seed.lessons, episode.happening.entities)
    return paragraph([*found, *desk.quote_text(lessons)], "close")
