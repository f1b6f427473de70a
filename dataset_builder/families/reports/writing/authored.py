"""The authored texts of a topic: each is used once, with its slots filled."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.reports.model import Person, World
from dataset_builder.families.reports.topics import (
    Bridge,
    Composition,
    Distribution,
    Essay,
    Flow,
    Passage,
    Profile,
    Purpose,
    Relation,
    Seasonal,
    Sidebar,
    Texts,
    Thesis,
    Topic,
)
from dataset_builder.families.reports.worlds import list_names
from dataset_builder.families.reports.writing.subjects import words_of_subjects
from dataset_builder.families.reports.writing.terms import locate
from dataset_builder.families.reports.writing.words import content_words

_SLOT = re.compile(r"\{(\w+)\}(’s|'s)?")
_IN_ENTITY = re.compile(r"(?<!born )(?<!live )(?<!lived )\b[Ii]n(?= \{(?:entity|other)\})")
_DRAWN = re.compile(
    r"\b(?:bubbles?|points?|dots?|strands?|bands?|axis|axes|lines?|boxes) (?:is|are|stands?|runs?|shows?|lies?|reach)|"
    r"\b[Bb]ubble|\b[Ee]ach (?:point|dot)|\bto the (?:left|right)\b|\b(?:up|down)wards? of the line"
)
_CLASSES = re.compile(r"\b(?:class|classes)\b", re.IGNORECASE)
_BUBBLES = re.compile(r"\bbubble", re.IGNORECASE)
_RETOLD = 5
"""Words, used nowhere else in a topic, that a box shares with an event whose anecdote it tells."""
_RARE = 3
_REPEATED = 2
"""Words that a note may share with the essays on its data, if it stands beside one."""
PULL_QUOTES = 9
_TO_THE_POINT = 2
"""Words that anybody's quotation must share with what stands around it."""
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


def noted(topic: Topic) -> Iterator[Noted]:
    """Yield what a topic has notes on."""
    yield from topic.compositions
    yield from topic.distributions
    yield from topic.relations
    yield from topic.flows
    yield from topic.bridges
    yield from topic.profiles
    yield from topic.seasonals


def _singular(group: str) -> str:
    """Return the name of one of a group, in lower case.

    >>> _singular("Growth cities"), _singular("town museums"), _singular("midwife-led units")
    ('growth city', 'town museum', 'midwife-led unit')
    """
    return re.sub(r"s$", "", re.sub(r"ies$", "y", group.lower()))


def _retells(sidebar: Sidebar, world: World) -> bool:
    """Tell whether a sidebar tells an anecdote that an event of the world tells too."""
    topic = world.topic
    told = [content_words(passage.sentences) for passage in topic.passages]
    told += [content_words(other.sentences) for other in topic.sidebars]
    told += [content_words(event.passage) for event in topic.events]
    often = Counter(word for words in told for word in words)
    own = {word for word in content_words((sidebar.title, *sidebar.sentences)) if often[word] <= _RARE}
    title = content_words((sidebar.title,))
    happened = {item.id for item in world.happenings}
    for event in topic.events:
        words = content_words((event.noun, *event.what, *event.passage, *event.mechanism, *event.critics))
        if event.id in happened and len(own & words) + (1 if title & words else 0) >= _RETOLD:
            return True
    return False


def _invent_authors(world: World, rng: random.Random) -> tuple[str, ...]:
    """Return two to four names that are nobody else's in the world."""
    taken = {word for person in world.people for word in person.name.split()}
    first, last = ([name for name in names if name not in taken] for names in list_names())
    count = rng.randint(2, 4)
    return tuple(f"{one} {two}" for one, two in zip(rng.sample(first, count), rng.sample(last, count), strict=True))


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
        self._subjects = tuple(words_of_subjects(topic).values())
        self._passages: dict[Purpose, list[Passage]] = defaultdict(list)
        for passage in rng.sample(topic.passages, len(topic.passages)):
            self._passages[passage.purpose].append(passage)
        self._traits = {group.name: rng.sample(group.traits, len(group.traits)) for group in topic.entities.groups}
        self.theses = rng.sample(topic.theses, len(topic.theses))
        self._notes = {seed.id: list(seed.notes) for seed in noted(topic)}
        self._essays: dict[tuple[str, str], list[Essay]] = defaultdict(list)
        for essay in topic.essays:
            self._essays[essay.of, essay.when].append(essay)
        self._sidebars = [item for item in rng.sample(topic.sidebars, len(topic.sidebars)) if not _retells(item, world)]
        self._at = locate(topic.entities, "").startswith("at")
        self._quotes: dict[str, list[Quote]] = {}
        self._voices: Counter[str] = Counter()
        for actor in topic.actors:
            people = [person for person in world.people if person.actor == actor.id]
            self._quotes[actor.id] = [
                Quote(typeset(text), people[number % len(people)])
                for number, text in enumerate(rng.sample(actor.quotes, len(actor.quotes)))
            ]
        self.authors = _invent_authors(world, rng)
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
        chosen = self._choose(entities, text) if "{entity}" in text or "{other}" in text else ("", "")
        return self._fill(typeset(text), chosen)

    def fill_all(self, texts: Iterable[str], entities: Sequence[str] = ()) -> list[str]:
        """Return texts that belong together, filled with the same entities."""
        found = list(texts)
        whole = " ".join(found)
        chosen = self._choose(entities, whole) if "{entity}" in whole or "{other}" in whole else ("", "")
        return [self._fill(typeset(text), chosen) for text in found]

    def _choose(self, entities: Sequence[str], text: str) -> tuple[str, str]:
        """Return two entities for a text: of ``entities``, or of the group that it names in so many words."""
        names = [entity.name for entity in self.world.entities]
        named = [entity.name for entity in self.world.entities if _singular(entity.group) in text.lower()]
        wanted = list(entities) or named or names
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

        if self._at:
            text = _IN_ENTITY.sub(lambda match: "At" if match[0] == "In" else "at", text)
        return _SLOT.sub(put, text)

    def name_actor(self, actor: str) -> str:
        """Return an actor's name, in full at its first mention in a chapter."""
        seed = self.actors[actor]
        if actor in self._introduced:
            return typeset(seed.short)
        self._introduced.add(actor)
        return typeset(seed.name)

    def take_passage(
        self, purposes: Sequence[Purpose], near: frozenset[str] = frozenset(), entity: str = ""
    ) -> tuple[str, list[str]]:
        """Return title and sentences of an unused passage that fits best, none if all of the purposes are used.

        Args:
            purposes: wanted; without ``near`` the first that has any left, and of these the least particular.
            near: content words of what stands around it: a passage that shares many with them is taken, and one that
                would suit another figure, event or debate still better is left for that.
            entity: that the passage must be about: it has a slot for one, and names no other group than its.
        """
        if entity:
            purposes = [purpose for purpose in purposes if any(self._tells(p, entity) for p in self._passages[purpose])]
        if not near:
            purposes = [purpose for purpose in purposes if self._passages[purpose]][:1]
        found = [(purpose, passage) for purpose in purposes for passage in self._passages[purpose]]
        found = [item for item in found if not entity or self._tells(item[1], entity)]
        if not found:
            return "", []
        purpose, best = max(found, key=lambda item: self._suits(item[1], near))
        self._passages[purpose].remove(best)
        return typeset(best.title), self.fill_all(best.sentences, (entity,) if entity else ())

    def _tells(self, passage: Passage, entity: str) -> bool:
        """Tell whether a passage can be told of an entity: it has a slot for one, and names no group but its own."""
        text = " ".join(passage.sentences)
        group = next(item.group for item in self.world.entities if item.name == entity)
        groups = [item.name for item in self.world.topic.entities.groups if item.name != group]
        return "{entity}" in text and not any(_singular(other) in text.lower() for other in groups)

    def _suits(self, passage: Passage, near: frozenset[str]) -> int:
        """Return how well a passage fits its place: twice the words shared with it, less those of its own subject."""
        words = content_words(passage.sentences)
        return 2 * len(near & words) - max(len(words & subject) for subject in self._subjects)

    def take_sidebar(self, near: frozenset[str] = frozenset()) -> Sidebar | None:
        """Return the unused sidebar that shares most words with ``near``, filled, or None."""
        if not self._sidebars:
            return None
        sidebar = max(self._sidebars, key=lambda item: len(near & content_words((item.title, *item.sentences))))
        self._sidebars.remove(sidebar)
        title, *sentences = self.fill_all((sidebar.title, *sidebar.sentences))
        return Sidebar(title, tuple(sentences))

    def take_quote(self, actors: Sequence[str] = (), near: frozenset[str] = frozenset()) -> Quote | None:
        """Return the unused quote that shares most words with ``near``, of actors who have spoken least if many do.

        Args:
            actors: who may speak; anyone by default.
            near: content words of what stands around it, of which the quote must have two, or one where ``actors`` are
                given.
        """
        names = [name for name in actors or self._quotes if self._quotes[name]]
        if not names:
            return None
        order = self._rng.sample(names, len(names))
        choices = [(name, quote) for name in order for quote in self._quotes[name]]
        least = 1 if actors else _TO_THE_POINT
        choices = [item for item in choices if not near or len(near & content_words((item[1].text,))) >= least]
        if not choices:
            return None

        def worth(choice: tuple[str, Quote]) -> float:
            return len(near & content_words((choice[1].text,))) - 0.4 * self._voices[choice[0]]

        name, quote = max(choices, key=worth)
        self._voices[name] += 1
        self._quotes[name].remove(quote)
        return Quote(self.fill(quote.text), quote.person)

    def take_trait(self, group: str) -> str:
        """Return an unused trait of a group, filled; "" if all are used."""
        return self.fill(self._traits[group].pop()) if self._traits.get(group) else ""

    def use_thesis(self, thesis: Thesis) -> str:
        """Return a thesis, filled, and put it away."""
        self.theses.remove(thesis)
        return self.fill(thesis.text)

    def drop_notes(self, undrawn: Iterable[str], flat: Iterable[str]) -> None:
        """Forget notes on points, bubbles and strands of datasets that no chart shows that way.

        Args:
            undrawn: datasets that have no points, bubbles or strands.
            flat: those that have no bubbles.
        """
        for datasets, pattern in ((undrawn, _DRAWN), (flat, _BUBBLES)):
            for dataset in datasets:
                self._notes[dataset] = [note for note in self._notes.get(dataset, ()) if not pattern.search(note)]

    def take_notes(self, dataset: str, count: int, *, alone: bool = False) -> list[str]:
        """Return up to ``count`` unused notes on a dataset that is no panel, filled.

        Unless they stand ``alone``, only those that no essay on it repeats.
        """
        seed = self.seed_of(dataset)
        essays = [essay for essay in self.world.topic.essays if essay.of == seed]
        words = content_words(sentence for essay in essays for sentence in essay.sentences)
        fresh = [note for note in self._notes[seed] if alone or len(content_words((note,)) & words) <= _REPEATED]
        found = fresh[:count]
        self._notes[seed] = [note for note in self._notes[seed] if note not in found]
        return self.fill_all(found)

    def take_essay(self, dataset: str, when: str = "") -> list[str]:
        """Return the next unused essay on a dataset, of those for ``when``, filled; nothing if all are used.

        Items in bands are not kept apart by class, so that no essay on classes will do for them.
        """
        left = self._essays[self.seed_of(dataset), when]
        fit = [
            essay for essay in left if not (dataset.endswith("_bins") and _CLASSES.search(" ".join(essay.sentences)))
        ]
        if not fit:
            return []
        left.remove(fit[0])
        return self.fill_all(fit[0].sentences)

    def seed_of(self, dataset: str) -> str:
        """Return the id of the topic's entry from which a dataset was made: a distribution makes two."""
        return dataset if dataset in self._notes else dataset.removesuffix("_bins").removesuffix("_boxes")

    def withhold(
        self,
        note: Callable[[str, str], bool],
        thesis: Callable[[str], bool],
        trait: Callable[[str], bool],
        essay: Callable[[Essay], Texts],
    ) -> None:
        """Put away what may not be told.

        Args:
            note: tells whether a note, given the id of its dataset, may be told.
            thesis: tells whether a thesis may.
            trait: tells whether a trait of a group may.
            essay: gives those sentences of an essay that may.
        """
        for key, essays in self._essays.items():
            told = [replace(item, sentences=essay(item)) for item in essays]
            self._essays[key] = [item for item in told if item.sentences]
        self._notes = {name: [text for text in texts if note(name, text)] for name, texts in self._notes.items()}
        self.theses = [item for item in self.theses if thesis(item.text)]
        self._traits = {group: [text for text in texts if trait(text)] for group, texts in self._traits.items()}

    def stocks(self) -> dict[str, int]:
        """Return how many passages, sidebars and quotes are unused."""
        return {
            "passage": sum(map(len, self._passages.values())),
            "sidebar": len(self._sidebars),
            "quote": sum(map(len, self._quotes.values())),
        }
