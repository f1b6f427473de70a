"""Parts that tell an event: what happened, how it worked, what the figures did, what was learnt.

They come in several orders, so that events do not all run the same course.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from dataset_builder.families.reports.manuscript import Block, Box, Subheading
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import (
    Episode,
    effects,
    event_terms,
    fill_clause,
    find_episode,
    noun_flags,
)
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import find_panel
from dataset_builder.families.reports.writing.terms import Terms, place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, SOMEBODY, Unit
from dataset_builder.families.reports.writing.words import content_words

_SAID = 0.6
"""How often critics and advice have a line before them."""
_LED = 0.35
"""How often a paragraph of steps has a line before it."""
_BOUND = re.compile(
    r"\b(?:he|she|they|it|him|her|them|his|their|its|this|that|these|those|then|there|since|at first|"
    r"the (?:first|second))\b",
    re.IGNORECASE,
)
"""An anecdote whose first sentence has one of these stands right behind what happened."""
_SIZES = {"open": 25, "anecdote": 65, "mechanism": 50, "effects": 55, "critics": 32, "lessons": 32}
"""Words of each part, on average."""
_Order = tuple[tuple[str, ...], ...]
_ORDERS: tuple[_Order, ...] = (
    (("open", "anecdote"), ("mechanism", "effects"), ("critics",), ("lessons",)),
    (("open", "mechanism"), ("effects",), ("anecdote",), ("critics",), ("lessons",)),
    (("open", "mechanism"), ("anecdote",), ("effects",), ("critics",), ("lessons",)),
    (("open", "anecdote"), ("effects",), ("mechanism",), ("critics",), ("lessons",)),
    (("open", "mechanism", "effects"), ("anecdote",), ("critics",), ("lessons",)),
)
"""Paragraphs by their parts: those who tell, criticise and advise have one each."""


def event_words(desk: Desk, event_id: str) -> frozenset[str]:
    """Return the content words of an event."""
    seed = find_episode(desk.plan.world, event_id).seed
    return content_words((seed.noun, *seed.what, *seed.mechanism, *seed.critics, *seed.lessons))


def event_units(desk: Desk, event_id: str) -> list[Unit]:
    """Return the units on an event, one a paragraph, the first under its name."""
    world = desk.plan.world
    telling = _Telling(desk, find_episode(world, event_id))
    bound = bool(_BOUND.search(telling.episode.seed.passage[0]))
    orders = [order for order in _ORDERS if not bound or "anecdote" in order[0]]
    order = orders[[happening.id for happening in world.happenings].index(event_id) % len(orders)]

    def unit(place: int, parts: tuple[str, ...]) -> Unit:
        size = sum(_SIZES[part] for part in parts)
        priority = REQUIRED if place == 0 else 0.98 - 0.02 * place
        return Unit(priority, size, lambda: telling.write(parts), about=event_id)

    return [unit(place, parts) for place, parts in enumerate(order)]


@dataclass(frozen=True)
class _Telling:
    """An event as it is told in one report."""

    desk: Desk
    episode: Episode

    @cached_property
    def context(self) -> Context:
        """Return its terms; they are drawn when the event is written."""
        return _context(self.desk, self.episode)

    def write(self, parts: Sequence[str]) -> Sequence[Block]:
        """Return a paragraph of some parts, with the heading before it and a box behind it where they belong."""
        tell: dict[str, Callable[[], list[Sentence | None]]] = {
            "open": self._open,
            "anecdote": self._anecdote,
            "mechanism": self._mechanism,
            "effects": self._effects,
            "critics": self._critics,
            "lessons": self._lessons,
        }
        blocks: list[Block] = []
        if "open" in parts:
            noun = str(self.context.terms["noun"])
            blocks.append(Subheading(noun[:1].upper() + noun[1:]))
        boxed = "anecdote" in parts and SOMEBODY.match(self.episode.seed.passage[0])
        told = [part for part in parts if not (boxed and part == "anecdote")]
        found = {part: tell[part]() for part in told}
        move = "cause" if any(found.get("effects", ())) else "close" if "lessons" in parts else "topic"
        text = paragraph([sentence for part in told for sentence in found[part]], move)
        if text:
            blocks.append(text)
        somebody = paragraph(self._anecdote(), "passage") if boxed else None
        return [*blocks, *([Box(self.desk.phrase("box.portrait"), (somebody,))] if somebody else [])]

    def _open(self) -> list[Sentence | None]:
        """Return what happened and when, in another form where one sentence may not hold both."""
        first = self.desk.say(Message("event.open", self.context))
        return [first or self.desk.say(Message("event.open.apart", self.context))]

    def _anecdote(self) -> list[Sentence | None]:
        texts = self.desk.shelf.fill_all(self.episode.seed.passage, self.episode.happening.entities)
        return [*self.desk.quote_text(texts)]

    def _mechanism(self) -> list[Sentence | None]:
        return self._clauses("mechanism", self.episode.seed.mechanism)

    def _critics(self) -> list[Sentence | None]:
        return self._clauses("critics", self.episode.seed.critics)

    def _clauses(self, kind: str, clauses: Sequence[str]) -> list[Sentence | None]:
        """Return clauses as sentences of their own, but for those that a statement gives as somebody's ground."""
        desk, happening = self.desk, self.episode.happening
        grounds = {statement.said.get("ground") for statement in desk.plan.statements}
        left = [clause for clause in clauses if fill_clause(desk.plan.world, clause, happening) not in grounds]
        texts = desk.shelf.fill_all(left, happening.entities[:1])
        texts[:1] = [self._name_it(text) for text in texts[:1]]
        several = ("several",) if len(texts) > 1 else ()
        lead = texts and desk.rng.random() < (_SAID if kind == "critics" else _LED)
        first = desk.say(Message(f"event.{kind}", self.context), *several) if lead else None
        return [first, *desk.quote_text(texts)]

    def _name_it(self, text: str) -> str:
        """Return a clause with the event in place of the pronoun that begins it, where that can mean nothing else."""
        plural = "nouns" in self.context.flags
        if text.startswith("they " if plural else "it "):
            return f"{self.context.terms['noun']} {text.partition(' ')[2]}"
        return text

    def _lessons(self) -> list[Sentence | None]:
        """Return advice, in some cases behind a line that says whose it is."""
        desk = self.desk
        lessons = desk.shelf.fill_all(self.episode.seed.lessons, self.episode.happening.entities)
        lead = desk.rng.random() < _SAID
        return [desk.say(Message("event.lesson", self.context)) if lead else None, *desk.quote_text(lessons)]

    def _effects(self) -> list[Sentence | None]:
        """Return what figures did, first those of which the mechanism speaks."""
        desk, episode = self.desk, self.episode
        near = content_words(episode.seed.mechanism)

        def kinship(messages: list[Message]) -> int:
            metric = find_panel(desk.plan.world, str(messages[0].context.terms["id"])).metric
            return -len(near & content_words((metric.name, metric.phrase, *metric.up, *metric.down)))

        found: list[Sentence | None] = []
        for messages in sorted(effects(desk.plan.world, episode, desk.plan.told), key=kinship):
            first = desk.say(messages[0], *(("more",) if any(found) else ()))
            found += [first, *(desk.say(message) for message in messages[1:])] if first else []
        return [self._scope(), *found] if any(found) else found

    def _scope(self) -> Sentence | None:
        """Return whom an event of one group concerned, unless what happened says so."""
        names = self.episode.happening.entities
        group = next(entity.group for entity in self.desk.plan.world.entities if entity.name == names[0])
        told = group.lower() in " ".join((*self.episode.seed.what, *self.episode.seed.passage)).lower()
        if self.episode.seed.extent != "group" or told:
            return None
        return self.desk.say(Message("event.scope", Context({"G": group})))


def _context(desk: Desk, episode: Episode) -> Context:
    world = desk.plan.world
    happening, seed = episode.happening, episode.seed
    retold = content_words(seed.passage)
    order = desk.rng.sample(seed.what, len(seed.what))
    what = desk.shelf.fill(min(order, key=lambda text: len(content_words((text,)) & retold)), happening.entities[:1])
    terms: Terms = {
        **place_terms(world),
        **event_terms(world, happening),
        "what": what,
    }
    act = any(text.startswith("{") and not text.startswith(("{entity}", "{place}")) for text in seed.what)
    return Context(terms, frozenset({"act"} if act else ()) | noun_flags(str(terms["noun"])))
