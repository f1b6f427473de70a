"""A world from a topic seed: entities, people, events, and figures that the events moved (SynthDocBench, section 3.1).

Panels are simulated year by year (``panels``), the other kinds of data drawn once (``cubes``).
"""

from __future__ import annotations

import math
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from dataset_builder.families.reports.cubes import sample_cubes
from dataset_builder.families.reports.model import Entity, Happening, Person, World
from dataset_builder.families.reports.panels import sample_panels
from dataset_builder.families.reports.topics import Entities, Event, Topic
from dataset_builder.families.reports.units import spell_units

_ENTITIES = (8, 12)
_YEARS = (10, 14)
_LAST_YEARS = (2021, 2024)
_HAPPENINGS = (9, 12)
_SPEAKERS = (2, 3)
_TRIES = 150
_SEASONS = {"winter": (1, 2), "spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11)}
_OFFICES = {
    "chairman": "chair",
    "chairwoman": "chair",
    "spokesman": "spokesperson",
    "spokeswoman": "spokesperson",
    "grandmother": "grandparent",
    "landlady": "keeper",
    "ward sister": "ward nurse",
    "parish sister": "parish nurse",
    "groundsman": "groundskeeper",
    "draftsman": "drafter",
    "fisherman": "fisher",
    "postmaster": "head of a post office",
}
_OFFICE = re.compile(rf"\b(?:{'|'.join(_OFFICES)})\b")
_SEASON = re.compile(r"\b(winter|spring|summer|autumn)\b")
_THAT_SEASON = re.compile(r"\bthat (winter|spring|summer|autumn)\b")


def sample_world(topic: Topic, rng: random.Random) -> World:
    """Return a world of a topic: the same one for the same state of ``rng``."""
    topic = spell_units(topic)
    last = rng.randint(*_LAST_YEARS)
    years = tuple(range(last - rng.randint(*_YEARS) + 1, last + 1))
    entities = _sample_entities(topic.entities, rng)
    place = rng.choice(topic.places)
    taken = {word for name in (place, *topic.entities.names) for word in name.split()}
    people = tuple(_sample_people(topic, taken, rng))
    happenings = _sample_happenings(topic, years, entities, rng)
    panels, happenings, reasons = sample_panels(
        topic.metrics, topic.events, years, entities, happenings, rng, topic.relations, topic.entities.groups
    )
    return World(
        topic=topic,
        place=place,
        publisher=rng.choice(topic.publishers),
        years=years,
        entities=entities,
        people=people,
        happenings=happenings,
        datasets=sample_cubes(topic, years, panels, rng),
        reasons=reasons,
    )


def _sample_entities(seed: Entities, rng: random.Random) -> tuple[Entity, ...]:
    """Return entities in alphabetical order, at least two in each group."""
    count = rng.randint(*_ENTITIES)
    groups = [group.name for group in seed.groups]
    of = groups * 2 + [rng.choice(groups) for _ in range(count - 2 * len(groups))]
    rng.shuffle(of)
    return tuple(Entity(name, group) for name, group in zip(sorted(rng.sample(seed.names, count)), of, strict=True))


@cache
def _names() -> dict[str, list[str]]:
    text = files("dataset_builder").joinpath("assets", "reports", "people.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def list_names() -> tuple[list[str], list[str]]:
    """Return the first and the last names of people."""
    return _names()["first"], _names()["last"]


def _sample_people(topic: Topic, taken: set[str], rng: random.Random) -> Iterator[Person]:
    """Yield the speakers of each actor, no two of the same first or last name."""
    first = rng.sample(_names()["first"], len(_names()["first"]))
    last = [name for name in rng.sample(_names()["last"], len(_names()["last"])) if name not in taken]
    for actor in topic.actors:
        count = min(len(actor.speakers), rng.randint(*_SPEAKERS))
        for title in rng.sample(actor.speakers, count):
            yield Person(f"{first.pop()} {last.pop()}", _name_office(title), actor.id)


def _name_office(title: str) -> str:
    """Return a title that says nothing of who holds it: first names are of either kind.

    >>> _name_office("chairwoman of standards"), _name_office("grandmother"), _name_office("head groundsman")
    ('chair of standards', 'grandparent', 'head groundskeeper')
    """
    return _OFFICE.sub(lambda match: _OFFICES[match[0]], title)


def _sample_happenings(
    topic: Topic, years: Sequence[int], entities: Sequence[Entity], rng: random.Random
) -> tuple[Happening, ...]:
    """Return events spread over the years, without effects yet, in order of time.

    Every effect shows by the last year. Where it can be had, no metric is moved by two events within a year of each
    other, and every metric by one at least.
    """
    count = min(rng.randint(*_HAPPENINGS), len(topic.events))
    best: list[tuple[int, Event]] = []
    fewest = math.inf
    for _ in range(_TRIES):
        dated = list(zip(_spread(years, count, rng), rng.sample(topic.events, count), strict=True))
        faults = _count_faults(topic, years, dated)
        if faults < fewest:
            best, fewest = dated, faults
        if not faults:
            break
    return tuple(
        Happening(event.id, year, month, _touched(event, entities, rng), {}) for year, month, event in _date(best, rng)
    )


def _spread(years: Sequence[int], count: int, rng: random.Random) -> list[int]:
    """Return ``count`` years in order, from the second to the last but one, thinly and evenly spread."""
    inner = years[1:-1]
    return [inner[int((slot + rng.random()) / count * len(inner))] for slot in range(count)]


def _count_faults(topic: Topic, years: Sequence[int], dated: Sequence[tuple[int, Event]]) -> int:
    shown = [(move.metric, year + move.lag) for year, event in dated for move in event.moves]
    late = sum(year > years[-1] for _, year in shown)
    unmoved = len({metric.id for metric in topic.metrics} - {metric for metric, _ in shown})
    near = sum(
        metric == other and abs(year - later) <= 1
        for place, (metric, year) in enumerate(shown)
        for other, later in shown[place + 1 :]
    )
    return 10 * late + 2 * unmoved + near


def _date(dated: Sequence[tuple[int, Event]], rng: random.Random) -> list[tuple[int, int, Event]]:
    """Return year, month and event in order of time; no two share a month."""
    found: list[tuple[int, int, Event]] = []
    for year, event in dated:
        taken = {month for other, month, _ in found if other == year}
        free = [month for month in _months(event) if month not in taken]
        found.append((year, rng.choice(free or [month for month in range(1, 13) if month not in taken]), event))
    return sorted(found, key=lambda item: item[:2])


def _months(event: Event) -> Sequence[int]:
    """Return the months that suit an event: of the season in its texts, else early ones if it works at once.

    What happens late in a year cannot move the figures of that year much.
    """
    match = _SEASON.search("; ".join((event.noun, *event.what))) or _THAT_SEASON.search(" ".join(event.passage))
    if match is not None:
        return _SEASONS[match[1]]
    return range(1, 7) if any(move.lag == 0 for move in event.moves) else range(1, 13)


def _open_to(event: Event, entities: Sequence[Entity]) -> list[str]:
    """Return the groups to which an event can happen: those that its seed or its texts name, or all."""
    if event.befalls:
        return sorted(event.befalls)
    groups = {entity.group for entity in entities}
    texts = " ".join((event.noun, *event.what, *event.mechanism, *event.passage)).lower()
    return sorted(group for group in groups if group.lower() in texts) or sorted(groups)


def _touched(event: Event, entities: Sequence[Entity], rng: random.Random) -> tuple[str, ...]:
    if event.extent == "one":
        groups = _open_to(event, entities)
        return (rng.choice([entity.name for entity in entities if entity.group in groups]),)
    if event.extent == "group":
        group = rng.choice(_open_to(event, entities))
        return tuple(entity.name for entity in entities if entity.group == group)
    return tuple(entity.name for entity in entities)
