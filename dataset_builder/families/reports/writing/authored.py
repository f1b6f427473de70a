"""The authored texts of a topic: each is used once, with its slots filled."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dataset_builder.families.reports.model import Person, World
from dataset_builder.families.reports.topics import (
    Bridge,
    Composition,
    Distribution,
    Flow,
    Passage,
    Profile,
    Purpose,
    Relation,
    Seasonal,
    Sidebar,
    Topic,
)

_SLOT = re.compile(r"\{(\w+)\}(’s|'s)?")
PULL_QUOTES = 9
Noted = Composition | Distribution | Relation | Flow | Bridge | Profile | Seasonal


def typeset(text: str) -> str:
    """Return a text with typographic quotes and apostrophes.

    >>> typeset("'Soon', he said, isn't \\"never\\".")
    '‘Soon’, he said, isn’t “never”.'
    """
    text = re.sub(r'(^|[\s(\[])"', r"\1“", text).replace('"', "”")
    text = re.sub(r"(^|[\s(\[“])'(?=\w)", r"\1‘", text)
    return text.replace("'", "’")


@dataclass(frozen=True)
class Quote:
    """What a person says."""

    text: str
    person: Person


def _noted(topic: Topic) -> Iterator[Noted]:
    yield from topic.compositions
    yield from topic.distributions
    yield from topic.relations
    yield from topic.flows
    yield from topic.bridges
    yield from topic.profiles
    yield from topic.seasonals


class Shelf:
    """Authored texts that have not been used yet, and how actors and entities are named in them."""

    def __init__(self, world: World, rng: random.Random) -> None:
        """Shuffle what may come in any order."""
        topic = world.topic
        self.world = world
        self._rng = rng
        self.actors = {actor.id: actor for actor in topic.actors}
        self._introduced: set[str] = set()
        self._used: Counter[str] = Counter()
        self._passages: dict[Purpose, list[Passage]] = defaultdict(list)
        for passage in rng.sample(topic.passages, len(topic.passages)):
            self._passages[passage.purpose].append(passage)
        self._traits = {group.name: rng.sample(group.traits, len(group.traits)) for group in topic.entities.groups}
        self._source = 0
        self._theses = rng.sample(topic.theses, len(topic.theses))
        self._notes = {seed.id: list(seed.notes) for seed in _noted(topic)}
        self._sidebars = rng.sample(topic.sidebars, len(topic.sidebars))
        self._quotes: dict[str, list[Quote]] = {}
        self._voices: Counter[str] = Counter()
        for actor in topic.actors:
            people = [person for person in world.people if person.actor == actor.id]
            self._quotes[actor.id] = [
                Quote(typeset(text), people[number % len(people)])
                for number, text in enumerate(rng.sample(actor.quotes, len(actor.quotes)))
            ]
        self.pulled = tuple(self._pull())

    def _pull(self) -> Iterable[Quote]:
        for number in range(PULL_QUOTES):
            actor = list(self._quotes)[number % len(self._quotes)]
            if len(self._quotes[actor]) > 2:
                yield self._quotes[actor].pop()

    def open_chapter(self) -> None:
        """Name actors in full again at their next mention."""
        self._introduced.clear()

    def fill(self, text: str, entities: Sequence[str] = ()) -> str:
        """Return a text with its slots filled: actors in full at first mention in a chapter.

        Args:
            text: as authored.
            entities: those that ``{entity}`` and ``{other}`` may be; all of the world by default.
        """
        chosen = self._choose(entities) if "{entity}" in text or "{other}" in text else ("", "")
        return self._fill(typeset(text), chosen)

    def fill_all(self, texts: Iterable[str], entities: Sequence[str] = ()) -> list[str]:
        """Return texts that belong together, filled with the same entities."""
        found = list(texts)
        whole = " ".join(found)
        chosen = self._choose(entities) if "{entity}" in whole or "{other}" in whole else ("", "")
        return [self._fill(typeset(text), chosen) for text in found]

    def _choose(self, entities: Sequence[str]) -> tuple[str, str]:
        names = [entity.name for entity in self.world.entities]
        wanted = list(entities) or names
        order = self._rng.sample(wanted, len(wanted))
        first = min(order, key=lambda name: self._used[name])
        rest = [name for name in self._rng.sample(names, len(names)) if name != first]
        other = min(rest, key=lambda name: self._used[name])
        self._used[first] += 1
        return first, other

    def _fill(self, text: str, chosen: tuple[str, str]) -> str:
        def put(match: re.Match[str]) -> str:
            slot = match[1]
            if slot in self.actors:
                return self.name_actor(slot) + (match[2] or "")
            found = {"place": self.world.place, "entity": chosen[0], "other": chosen[1]}.get(slot)
            if found is None:
                return match[0]
            if match[2]:
                return found + ("’" if found.endswith("s") else "’s")
            return found

        text = _SLOT.sub(put, text)
        return text

    def name_actor(self, actor: str) -> str:
        """Return an actor's name, in full at its first mention in a chapter."""
        seed = self.actors[actor]
        if actor in self._introduced:
            return seed.short
        self._introduced.add(actor)
        return seed.name

    def take_passage(self, *purposes: Purpose) -> list[str]:
        """Return the sentences of an unused passage of the first purpose that has any left, none if all are used."""
        for purpose in purposes:
            if self._passages[purpose]:
                return self.fill_all(self._passages[purpose].pop().sentences)
        return []

    def take_any_passage(self) -> list[str]:
        """Return the sentences of a passage of the purpose that has most left, none if all are used."""
        purpose = max(self._passages, key=lambda purpose: len(self._passages[purpose]), default=None)
        return self.take_passage(purpose) if purpose else []

    def take_sidebar(self) -> Sidebar | None:
        """Return an unused sidebar, filled, or None."""
        if not self._sidebars:
            return None
        sidebar = self._sidebars.pop()
        title, *sentences = self.fill_all((sidebar.title, *sidebar.sentences))
        return Sidebar(title, tuple(sentences))

    def take_quote(self, actor: str = "") -> Quote | None:
        """Return an unused quote of an actor, or of the one that has spoken least."""
        with_quotes = [name for name in self._quotes if self._quotes[name]]
        if actor not in with_quotes:
            if not with_quotes:
                return None
            actor = min(self._rng.sample(with_quotes, len(with_quotes)), key=lambda name: self._voices[name])
        self._voices[actor] += 1
        quote = self._quotes[actor].pop()
        return Quote(self.fill(quote.text), quote.person)

    def next_source(self) -> tuple[str, str]:
        """Return title and publisher of a source, another each time until all have been named."""
        source = self.world.topic.sources[self._source % len(self.world.topic.sources)]
        self._source += 1
        return typeset(source.title), typeset(source.publisher)

    def take_trait(self, group: str) -> str:
        """Return an unused trait of a group, filled; "" if all are used."""
        return self.fill(self._traits[group].pop()) if self._traits.get(group) else ""

    def take_thesis(self) -> str:
        """Return an unused thesis, filled; "" if all are used."""
        return self.fill(self._theses.pop()) if self._theses else ""

    def take_notes(self, dataset: str, count: int) -> list[str]:
        """Return up to ``count`` unused notes on a dataset that is no panel, filled."""
        seed = dataset.removesuffix("_bins").removesuffix("_boxes")
        found = self._notes[seed][:count]
        del self._notes[seed][:count]
        return self.fill_all(found)

    def stocks(self) -> dict[str, int]:
        """Return how many passages, sidebars and quotes are unused."""
        return {
            "passage": sum(map(len, self._passages.values())),
            "sidebar": len(self._sidebars),
            "quote": sum(map(len, self._quotes.values())),
        }
