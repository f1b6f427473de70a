"""What an event did, as far as the told figures show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dataset_builder.families.reports.model import Happening, World
from dataset_builder.families.reports.topics import Event
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, find_panel, move_context
from dataset_builder.families.reports.writing.terms import (
    Terms,
    bare,
    change_terms,
    entity_terms,
    is_plural,
    merge,
    value_terms,
    year_terms,
)


@dataclass(frozen=True)
class Episode:
    """An event of the topic as it happened."""

    seed: Event
    happening: Happening

    @property
    def date(self) -> str:
        """Return month and year."""
        return f"{figures.MONTHS[self.happening.month - 1]} {self.happening.year}"

    def told_moves(self, told: Sequence[str]) -> list[tuple[str, float, int]]:
        """Return metric, effect and lag of the moves on figures that may be told."""
        return [(move.metric, move.effect, move.lag) for move in self.seed.moves if move.metric in told]


def find_episode(world: World, event_id: str) -> Episode:
    """Return the episode of an event that happened."""
    seed = next(event for event in world.topic.events if event.id == event_id)
    return Episode(seed, next(item for item in world.happenings if item.id == event_id))


def effects(world: World, episode: Episode, told: Sequence[str]) -> Iterator[list[Message]]:
    """Yield, for each told figure that an event moved, what it did: first all concerned, then who felt it most."""
    for metric, effect, lag in episode.told_moves(told):
        panel = find_panel(world, metric)
        found = _effect(panel, episode, effect, lag)
        if found:
            yield found


def _effect(panel: Panel, episode: Episode, effect: float, lag: int) -> list[Message]:
    shows = episode.happening.year + lag
    before, after = shows - 1, min(shows + 1, panel.years[-1])
    names = [name for name in episode.happening.entities if name in panel.names]
    if before < panel.years[0] or after > panel.years[-1] or shows > panel.years[-1] or not names:
        return []
    alone = len(names) == 1
    old, new = panel.mean(names, before), panel.mean(names, after)
    if old == new:
        return []
    flags = {"one" if alone else "mean"} | ({"lag"} if lag else set())
    seen = (new > old) == (effect > 0)
    moved, more = change_terms(old, new, panel.data, panel.metric.better)
    where = _where(panel, names)
    terms = merge(
        panel.terms,
        value_terms("0", old, panel.data),
        value_terms("1", new, panel.data),
        moved,
        year_terms(before, after),
        {"where": where, "where_cap": where[:1].upper() + where[1:], "The": str(panel.terms["the"])},
        {"lagw": {1: "a year", 2: "two years", 3: "three years"}.get(lag, "a while")},
    )
    if alone:
        own = entity_terms(panel.world, names[0])
        terms |= merge(own, {"inE_cap": str(own["inE"])})
    facts = panel.facts((names[0], before), (names[0], after)) if alone else ()
    rule = "effect" if seen else "effect.hidden"
    found = [Message(rule, Context(terms, frozenset(flags | more)), facts, 0.9, names[0] if alone else "")]
    if seen and len(names) >= 3:
        found.append(_spread(panel, names, before, after, effect))
        found += _far_ends(panel, names, before, after, effect)
        if (lasting := _lasting(panel, names, before, after)) is not None:
            found.append(lasting)
    return found


def _lasting(panel: Panel, names: Sequence[str], before: int, after: int) -> Message | None:
    """Return the message on what was left of an effect in the last year; None where that is too near."""
    last = panel.years[-1]
    if last - after < 2:
        return None
    old, new, end = (panel.mean(names, year) for year in (before, after, last))
    kept = (end - old) / (new - old)
    flag = "undone" if kept < 0.4 else "extended" if kept > 1.4 else "kept" if 0.75 <= kept <= 1.25 else ""
    if not flag:
        return None
    terms = merge(panel.terms, value_terms("1", new, panel.data), value_terms("2", end, panel.data), {"y1": str(after)})
    return Message("effect.lasting", Context(terms, frozenset({flag})), (), 0.5)


def _spread(panel: Panel, names: Sequence[str], before: int, after: int, effect: float) -> Message:
    """Return the message on how many of those concerned moved in the event's direction."""
    moved = sum((panel.at(name, after) > panel.at(name, before)) == (effect > 0) for name in names)
    terms: Terms = {"c": figures.count(moved), "n": figures.count(len(names))}
    flags = frozenset({"all"} if moved == len(names) else {"many"} if moved < len(names) - 1 else ())
    return Message("effect.spread", Context(merge(panel.terms, terms), flags), (), 0.4)


def _where(panel: Panel, names: Sequence[str]) -> str:
    world = panel.world
    if len(names) == len(world.entities):
        return f"across the {world.topic.entities.kinds}"
    group = next(entity.group for entity in world.entities if entity.name == names[0])
    return f"in the {group}"


def _far_ends(panel: Panel, names: Sequence[str], before: int, after: int, effect: float) -> list[Message]:
    """Return messages on who moved most in the event's direction, and on one that hardly moved."""
    change = {name: panel.at(name, after) / panel.at(name, before) - 1 for name in names}
    most = max(names, key=lambda name: change[name] * (1 if effect > 0 else -1))
    least = min(names, key=lambda name: abs(change[name]))
    found = []
    if change[most] * effect > 0 and abs(change[most]) > 0.1:
        context = move_context(panel, most, before, after)
        found.append(Message("effect.most", context, panel.facts((most, before), (most, after)), 0.6, most))
    if abs(change[least]) < 0.04 and least != most and len(found):
        context = move_context(panel, least, before, after)
        found.append(Message("effect.least", context, panel.facts((least, before), (least, after)), 0.5, least))
    return found


def explanation(world: World, panel: Panel, name: str, year: int, direction: str) -> Message | None:
    """Return the message that an event was behind a move of an entity in a year; None if none pulled that way."""
    for event_id in world.reasons.get((panel.data.id, name, year), ()):
        episode = find_episode(world, event_id)
        effect = next(move.effect for move in episode.seed.moves if move.metric == panel.data.id)
        if (effect > 0) == (direction == "up"):
            terms: Terms = {
                "noun": name_event(world, event_id),
                "month": figures.MONTHS[episode.happening.month - 1],
                "year": str(episode.happening.year),
            }
            return Message("because", Context(terms, noun_flags(str(terms["noun"]))), (), 0.7, name)
    return None


def long_reason(world: World, panel: Panel, name: str, first: int, last: int) -> Message | None:
    """Return the message on the event that pushed an entity most in the direction of its move; None if none did."""
    up = panel.at(name, last) > panel.at(name, first)
    best: tuple[float, Happening] | None = None
    for happening in world.happenings:
        lag, change = happening.effects.get((panel.data.id, name), (0, 0.0))
        if (
            change
            and (change > 0) == up
            and first < happening.year + lag <= last
            and (best is None or abs(change) > best[0])
        ):
            best = abs(change), happening
    if best is None:
        return None
    happening = best[1]
    dates: Terms = {"month": figures.MONTHS[happening.month - 1], "year": str(happening.year)}
    terms = merge(entity_terms(world, name), dates, {"noun": name_event(world, happening.id)})
    return Message("because.long", Context(terms, noun_flags(str(terms["noun"]))), (), 0.7, name)


def noun_flags(noun: str) -> frozenset[str]:
    """Return the flag ``nouns`` where the phrase for an event is plural."""
    return frozenset({"nouns"} if is_plural(bare(noun)) else ())


def name_event(world: World, event_id: str) -> str:
    """Return the noun of an event, with the entity where it happened."""
    event = next(event for event in world.topic.events if event.id == event_id)
    happening = next(item for item in world.happenings if item.id == event_id)
    shorts = {actor.id: actor.short for actor in world.topic.actors}
    text = typeset(event.noun).replace("{place}", world.place).replace("{entity}", happening.entities[0])
    for name, short in shorts.items():
        text = text.replace(f"{{{name}}}", short)
    return text
