"""How what happened in a world was received and what it led to: who may speak, on what ground, what was behind a step.

Pure functions over a world, and what is drawn for one report: milestones (a hearing, a petition) that bodies of the
topic set around an event. Statements made of these are planted in the text (``questions.complex``).
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.reports.model import Happening, Person, World
from dataset_builder.families.reports.topics import Actor, Event
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.events import fill_clause, name_event
from dataset_builder.families.reports.writing.terms import bare, link_title
from dataset_builder.families.reports.writing.words import content_words

_TOLD = re.compile(
    r"\b(?:said|say|says|warned|remarked|noted|complained|argued|asked|pointed out|worried|accused|held that|objected|"
    r"refused|feared|grumbled|called|wrote|admitted|recalled|told|muttered|suspected|claimed|spoke|protested|insisted|"
    r"thought|saw it|predicted|wondered|felt|opponents|critics|against|support\w*|oppos\w*|reject\w*|welcom\w*|"
    r"approv\w*|disapprov\w*|prais\w*|defend\w*|attack\w*|critici\w*|favour)\b",
    re.IGNORECASE,
)
"""A clause that tells of somebody's speech or view can't be the ground that another person gives for a view."""
_COUNT = re.compile(r"\d|\b(?:one|two|three|four)\b", re.IGNORECASE)
"""A number in a ground could be taken for one of the answer."""


@dataclass(frozen=True)
class Milestone:
    """Something that a body did about an event.

    Attributes:
        kind: ``hearing``, ``petition``, ...
        noun: names it anywhere, such as "the public hearing of the Council on the repair time".
        actor: id of the body.
        month: counted from the year 0, 12 to a year.
        metric: id of the figure that it is about, "" for none.
    """

    kind: str
    noun: str
    actor: str
    month: int
    metric: str = ""

    @property
    def year(self) -> int:
        """Return its year."""
        return self.month // 12


_DEBATED = 6
"""Words that an event shares with a debate that is much about it."""
_LATELY = 18
"""Months for which an event may be what set something off."""
_MILESTONES = {
    "hearing": "the public hearing of {actor}",
    "petition": "the petition of {actor}",
    "letter": "the open letter of {actor}",
    "review": "the review by {actor}",
    "charter": "the charter of {actor}",
    "inquiry": "the inquiry of {actor}",
    "conference": "the conference of {actor}",
    "survey": "the survey by {actor}",
    "memorandum": "the memorandum of {actor}",
    "manifesto": "the manifesto of {actor}",
}
"""What bodies do about events of any topic."""


def sample_milestones(
    world: World,
    rng: random.Random,
    months: Sequence[int],
    taken: Collection[str] = (),
    subjects: Mapping[str, str] | None = None,
) -> tuple[Milestone, ...]:
    """Return a milestone for each month, of different kinds, bodies and subjects.

    Args:
        world: whose bodies set them.
        rng: decides everything.
        months: counted from the year 0; at most six.
        taken: nouns of milestones that there are already.
        subjects: names of the figures by id that milestones may be about, those first that the last event before them
            moved; where none is left they are about nothing in particular.
    """
    nouns = {
        kind: {actor.id: text.format(actor=typeset(actor.short)) for actor in world.topic.actors}
        for kind, text in _MILESTONES.items()
    }
    while True:
        kinds = rng.sample(sorted(nouns), len(months))
        actors = rng.sample(world.topic.actors, len(months))
        left = {name: on for name, on in (subjects or {}).items() if not any(f" on {on}" in noun for noun in taken)}
        found = []
        for kind, actor, month in zip(kinds, actors, months, strict=True):
            plain = Milestone(kind, nouns[kind][actor.id], actor.id, month)
            metric = _find_subject(world, rng, plain, list(left))
            noun = f"{plain.noun} on {left.pop(metric)}" if metric else plain.noun
            found.append(replace(plain, noun=noun, metric=metric))
        if not {each.noun for each in found} & set(taken):
            return tuple(found)


def _find_subject(world: World, rng: random.Random, milestone: Milestone, metrics: Sequence[str]) -> str:
    """Return one of some figures, rather one that the last event before a milestone moved; "" if there are none."""
    occasion = find_occasion(world, milestone)
    moved = {move.metric for move in find_event(world, occasion).moves} if occasion is not None else set()
    near = [metric for metric in metrics if metric in moved]
    return rng.choice(near or metrics) if metrics else ""


def find_occasion(world: World, milestone: Milestone) -> Happening | None:
    """Return the last event before a milestone, which may have been its occasion.

    None if there is none lately, or if it did not move the figure that the milestone is about.
    """
    ages = {happening.id: milestone.month - 12 * happening.year - happening.month + 1 for happening in world.happenings}
    found = [happening for happening in world.happenings if 1 <= ages[happening.id] <= _LATELY]
    last = min(found, key=lambda happening: ages[happening.id]) if found else None
    if last is None or not milestone.metric:
        return last
    return last if milestone.metric in {move.metric for move in find_event(world, last).moves} else None


def find_actor(world: World, actor_id: str) -> Actor:
    """Return a body of the world's topic."""
    return next(actor for actor in world.topic.actors if actor.id == actor_id)


def find_event(world: World, happening: Happening) -> Event:
    """Return the topic's event that happened."""
    return next(event for event in world.topic.events if event.id == happening.id)


def name_role(world: World, person: Person) -> str:
    """Return a person's title with the body, such as "medical director of the Regional Ambulance Service"."""
    actor = find_actor(world, person.actor)
    title = typeset(person.title)
    named = bare(typeset(actor.short)).lower() in title.lower() or bare(typeset(actor.name)).lower() in title.lower()
    return title if named else f"{title} {link_title(title)} {typeset(actor.name)}"


def list_parties(world: World, happening: Happening) -> frozenset[str]:
    """Return the bodies that have a side already: named by an event's texts, or in a debate that is much about it."""
    event = find_event(world, happening)
    texts = (event.noun, *event.what, *event.mechanism, *event.critics)
    words = content_words((*texts, *event.lessons))
    found = {actor.id for actor in world.topic.actors if f"{{{actor.id}}}" in " ".join(texts)}
    for debate in world.topic.debates:
        said = (debate.issue, debate.claim, debate.counter, *debate.grounds, *debate.counter_grounds)
        if len(words & content_words(said)) >= _DEBATED:
            found |= {debate.claim_by, debate.counter_by}
    return frozenset(found)


def names_entity(world: World, happening: Happening, *but: str) -> bool:
    """Tell whether the phrase for an event names an entity, one of ``but`` aside."""
    noun = name_event(world, happening.id)
    return any(entity.name in noun for entity in world.entities if entity.name not in but)


def is_welcome(world: World, happening: Happening) -> bool:
    """Tell whether all that an event moved, of what people want to move one way, went that way."""
    wanted = {metric.id: metric.better for metric in world.topic.metrics}
    moves = [move for move in find_event(world, happening).moves if wanted[move.metric] != "neither"]
    return bool(moves) and all((move.effect > 0) == (wanted[move.metric] == "higher") for move in moves)


def list_workings(world: World, happening: Happening, metric: str = "") -> list[str]:
    """Return how an event worked: clauses, those first that have most to do with a metric.

    Of a welcome event they are what speaks for it.
    """
    found = _grounds(world, find_event(world, happening).mechanism, happening)
    seeds = [seed for seed in world.topic.metrics if seed.id == metric]
    near = content_words([text for seed in seeds for text in (seed.name, seed.phrase, *seed.up, *seed.down)])
    return sorted(found, key=lambda clause: -len(near & content_words([clause])))


def list_faults(world: World, happening: Happening) -> list[str]:
    """Return what opponents held against an event."""
    return _grounds(world, find_event(world, happening).critics, happening)


def _grounds(world: World, clauses: Sequence[str], happening: Happening) -> list[str]:
    """Return the clauses that a person can give as a ground: with no slots for entities, speech of others or digits."""
    return [
        fill_clause(world, clause, happening)
        for clause in clauses
        if not (_TOLD.search(clause) or _COUNT.search(clause) or "{entity}" in clause or "{other}" in clause)
    ]


@dataclass(frozen=True)
class Cause:
    """That an event was behind the step of a figure from the year before to ``year``."""

    happening: Happening
    metric: str
    entity: str
    year: int


def find_causes(world: World, metric: str, entity: str) -> Iterator[Cause]:
    """Yield the events that alone moved an entity's figure in the first year in which they show, with that year.

    Events that are named by another entity are left out: one who speaks of them would seem to speak of that.
    """
    for happening in world.happenings:
        lag, change = happening.effects.get((metric, entity), (0, 0.0))
        year = happening.year + lag
        alone = world.reasons.get((metric, entity, year)) == (happening.id,)
        if change and alone and not names_entity(world, happening, entity):
            yield Cause(happening, metric, entity, year)
