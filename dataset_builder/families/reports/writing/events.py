"""What an event did, as far as the told figures show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dataset_builder.families.reports.model import Happening, World
from dataset_builder.families.reports.topics import Event
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, find_panel, move_context
from dataset_builder.families.reports.writing.shapes import is_steady, stands_out
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
from dataset_builder.moments import MONTHS

_SLOT = re.compile(r"\{(\w+)\}")
_SECOND_HALF = 7
"""An event from this month on shows in the figures of the next year at the earliest."""
_PART = 0.4
"""Least share of a move that an event must account for to be named as its reason."""
_STILL = 0.3
"""Greatest share of an effect by which a figure may have moved before it, to say that it stood still."""


@dataclass(frozen=True)
class Episode:
    """An event of the topic as it happened."""

    seed: Event
    happening: Happening

    @property
    def date(self) -> str:
        """Return month and year."""
        return f"{MONTHS[self.happening.month - 1]} {self.happening.year}"

    def told_moves(self, told: Sequence[str]) -> list[tuple[str, float, int]]:
        """Return metric, effect and lag of the moves on figures that may be told."""
        return [(move.metric, move.effect, move.lag) for move in self.seed.moves if move.metric in told]


def find_episode(world: World, event_id: str) -> Episode:
    """Return the episode of an event that happened."""
    seed = next(event for event in world.topic.events if event.id == event_id)
    return Episode(seed, next(item for item in world.happenings if item.id == event_id))


@dataclass(frozen=True)
class Touch:
    """How an event may have moved a figure.

    Attributes:
        happening: the event.
        names: of the entities that it touched.
        up: whether it raised their figures.
        years: the one before the effect and the one after it.
        base: the year before the event, from which its figures are told wherever they are.
    """

    happening: Happening
    names: tuple[str, ...]
    up: bool
    years: tuple[int, int]

    @property
    def base(self) -> int:
        return self.happening.year - 1


def effects(world: World, episode: Episode, told: Sequence[str]) -> Iterator[list[Message]]:
    """Yield, for each told figure that an event moved, what it did: first all concerned, then who felt it most.

    Figures in which nothing is to be seen are told only where there are no others.
    """
    moves = [
        _effect(find_panel(world, metric), episode, effect, lag) for metric, effect, lag in episode.told_moves(told)
    ]
    found = [messages for messages in moves if messages]
    yield from [messages for messages in found if messages[0].rule == "effect"] or found[:1]


def effect_years(years: Sequence[int], happening: Happening, lag: int) -> tuple[int, int] | None:
    """Return the years before and after an effect: the next one where the event fell in a year's second half.

    None where the record has none of them.
    """
    late = 1 if lag == 0 and happening.month >= _SECOND_HALF else 0
    before, after = happening.year + lag - 1, happening.year + lag + late
    return (before, after) if years[0] <= before and after <= years[-1] else None


def reach(panel: Panel, happening: Happening, names: Sequence[str], lag: int, *, up: bool) -> tuple[int, int] | None:
    """Return the years before an effect and after it, the latter one more where the average went on that way."""
    years = effect_years(panel.years, happening, lag)
    if years is None:
        return None
    before, after = years
    if after == happening.year + lag < panel.years[-1]:
        now, later = panel.mean(names, after), panel.mean(names, after + 1)
        after += 1 if later != now and (later > now) == up else 0
    return before, after


def visible(
    panel: Panel, names: Sequence[str], before: int, after: int, *, up: bool, happened: int | None = None
) -> bool:
    """Tell whether the average of some entities moved as an event would have it, and more than it does anyway.

    Where the event ``happened`` years before it showed, the move must also lead beyond where the average stood before
    the event: a return from a detour in between is none of its doing.
    """
    old, new = panel.mean(names, before), panel.mean(names, after)
    series = [panel.mean(names, year) for year in panel.years]
    start = panel.mean(names, max(happened - 1, panel.years[0])) if happened is not None else old
    beyond = start != new and (new > start) == up
    return old != new and (new > old) == up and beyond and stands_out(old, new, series)


def _effect(panel: Panel, episode: Episode, effect: float, lag: int) -> list[Message]:
    happening = episode.happening
    names = happening.entities
    moved_any = any((panel.data.id, name) in happening.effects for name in names)
    years = reach(panel, happening, names, lag, up=effect > 0) if moved_any else None
    if years is None:
        return []
    start, after = years
    before = happening.year - 1
    if before < panel.years[0]:
        return []
    alone = len(names) == 1
    old, new = panel.mean(names, before), panel.mean(names, after)
    if old == new:
        return []
    flags = {"one" if alone else "mean"} | ({"lag"} if lag else set())
    if after - before == 1:
        flags.add("quick")
    if lag and abs(panel.mean(names, start) - old) <= _STILL * abs(new - old):
        flags.add("still")
    seen = _shows(panel, Touch(happening, names, effect > 0, years))
    if seen and all(touch.happening.id != happening.id for touch in credited(panel)):
        return []
    flags.add("agrees" if (new > old) == (effect > 0) else "opposes")
    moved, more = change_terms(old, new, panel.data, panel.metric.better)
    where = _where(panel, names)
    more -= {"small", "flat"} if seen else set()
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
    if seen and (lasting := _lasting(panel, names, before, after)) is not None:
        found.append(lasting)
    if seen and len(names) >= 3:
        found += _far_ends(panel, names, before, after, effect)
    return [*found, *(_rival(panel, Touch(happening, names, effect > 0, years)) if seen else [])]


def touches(panel: Panel) -> Iterator[Touch]:
    """Yield how events moved a figure, in order of time."""
    for happening in panel.world.happenings:
        moves = [move for move in find_episode(panel.world, happening.id).seed.moves if move.metric == panel.data.id]
        names = happening.entities
        if not any((panel.data.id, name) in happening.effects for name in names):
            continue
        up = bool(moves) and moves[0].effect > 0
        years = reach(panel, happening, names, moves[0].lag, up=up) if moves else None
        if years is not None:
            yield Touch(happening, names, up, years)


def credited(panel: Panel) -> list[Touch]:
    """Return the touches that the figures bear out, in order of time.

    A move of theirs begins in the year in which the effect sets in, that of the event or the next, and nothing leads
    back on the way. Of two that would explain one move of the same entities, the one of smaller effect is left out.
    """
    kept: dict[str, list[Touch]] = panel.world.kept.setdefault("credited", {})
    if panel.data.id not in kept:
        kept[panel.data.id] = _credit(panel)
    return [*kept[panel.data.id]]


def _credit(panel: Panel) -> list[Touch]:
    found = [touch for touch in touches(panel) if touch.years[0] <= touch.happening.year and _shows(panel, touch)]
    found = [touch for touch in found if _sets_in(panel, touch)]
    found.sort(key=lambda touch: -_strength(panel, touch))
    kept: list[Touch] = []
    for touch in found:
        if not any(_share_move(touch, other) for other in kept):
            kept.append(touch)
    return sorted(kept, key=lambda touch: (touch.happening.year, touch.happening.month))


def _strength(panel: Panel, touch: Touch) -> float:
    """Return how much an event changed a figure, over all entities that it touched."""
    effects_here = (touch.happening.effects.get((panel.data.id, name), (0, 0.0)) for name in touch.names)
    return sum(abs(change) for _, change in effects_here)


def _shows(panel: Panel, touch: Touch) -> bool:
    """Tell whether an effect shows both in its own years and from the year before the event."""
    start, after = touch.years
    return touch.base >= panel.years[0] and all(
        visible(panel, touch.names, year, after, up=touch.up, happened=touch.happening.year)
        for year in {start, touch.base}
    )


def _sets_in(panel: Panel, touch: Touch) -> bool:
    """Tell whether a figure moves as an event would have it in the first year that may show it, and never against it.

    An event of a year's second half may leave that year as it was.
    """
    way = 1 if touch.up else -1
    means = [panel.mean(touch.names, year) for year in range(touch.base, touch.years[1] + 1)]
    steps = [way * (new - old) for old, new in pairwise(means)]
    late = touch.happening.month >= _SECOND_HALF
    first = touch.years[0] - touch.base + (1 if late and touch.years[0] == touch.base else 0)
    return min(steps) >= 0 and steps[min(first, len(steps) - 1)] > 0


def _share_move(one: Touch, other: Touch) -> bool:
    """Tell whether two touches lead the same way in a year of which both are told, for some entity."""
    overlap = max(one.base, other.base) < min(one.years[1], other.years[1])
    return overlap and one.up == other.up and bool({*one.names} & {*other.names})


def _rival(panel: Panel, touch: Touch) -> list[Message]:
    """Return the message on the strongest other event that may have moved a figure the same way at the time."""
    others = [each for each in touches(panel) if each.happening.id != touch.happening.id and _share_move(each, touch)]
    if not others:
        return []
    other = max(others, key=lambda each: _strength(panel, each)).happening
    return [Message("effect.rival", _named(panel.world, other, 0), (), 0.4)]


def name_average(panel: Panel, names: Sequence[str]) -> str:
    """Return how the figure of the entities that an event touched is called."""
    if len(names) == len(panel.names):
        return "the average"
    return f"the figure for {names[0]}" if len(names) == 1 else f"the average of the {_group_of(panel, names)}"


def _group_of(panel: Panel, names: Sequence[str]) -> str:
    """Return the group that some entities make up."""
    return next(entity.group for entity in panel.world.entities if entity.name == names[0])


def fate(old: float, values: Sequence[float]) -> str:
    """Return what became of a move from ``old`` to the first of ``values``, the last being the latest; "" if unclear.

    >>> fate(10, (14, 13, 9)), fate(10, (14, 12, 10)), fate(10, (14, 13, 12)), fate(10, (14, 11, 14))
    ('reversed', 'undone', 'partly', '')
    >>> fate(10, (14, 15, 14)), fate(10, (14, 15, 13.5)), fate(10, (14, 16, 17)), fate(10, (14, 11, 17))
    ('same', 'kept', 'extended', '')
    """
    kept = [(value - old) / (values[0] - old) for value in values]
    last = kept[-1]
    if last < -0.15:
        return "reversed"
    if last < 0.2:
        return "undone"
    if last < 0.65:
        return "partly"
    held = min(kept) >= 0.5
    if held and last <= 1.25 and max(kept) <= 1.6:
        return "same" if values[-1] == values[0] else "kept" if last < 1 and min(kept) >= last - 0.1 else ""
    return "extended" if last > 1.4 and min(kept) >= 0.75 and is_steady(values) else ""


def _lasting(panel: Panel, names: Sequence[str], before: int, after: int) -> Message | None:
    """Return the message on what was left of an effect in the last year; None where that is too near."""
    last = panel.years[-1]
    if last - after < 2:
        return None
    old, new, end = (panel.mean(names, year) for year in (before, after, last))
    flag = fate(old, [panel.mean(names, year) for year in range(after, last + 1)])
    if not flag:
        return None
    terms = merge(
        panel.terms,
        value_terms("0", old, panel.data),
        value_terms("1", new, panel.data),
        value_terms("2", end, panel.data),
        {"y0": str(before), "y1": str(after)},
    )
    flags = {flag, "above" if end > old else "below", "one" if len(names) == 1 else "mean"}
    return Message("effect.lasting", Context(terms, frozenset(flags)), (), 0.5)


def _spread(panel: Panel, names: Sequence[str], before: int, after: int, effect: float) -> Message:
    """Return the message on how many of those concerned moved in the event's direction."""
    moved = sum((panel.at(name, after) > panel.at(name, before)) == (effect > 0) for name in names)
    terms: Terms = {"c": figures.count(moved), "n": figures.count(len(names))}
    flags = frozenset({"all"} if moved == len(names) else {"many"} if moved < len(names) - 1 else ())
    return Message("effect.spread", Context(merge(panel.terms, terms), flags), (), 0.4)


def _where(panel: Panel, names: Sequence[str]) -> str:
    if len(names) == len(panel.names):
        return f"across the {panel.world.topic.entities.kinds}"
    return f"in the {_group_of(panel, names)}"


def _far_ends(panel: Panel, names: Sequence[str], before: int, after: int, effect: float) -> list[Message]:
    """Return messages on who moved most in the event's direction, and on one that hardly moved."""
    sign = 1 if effect > 0 else -1
    change = {name: panel.at(name, after) / panel.at(name, before) - 1 for name in names}
    most = max(names, key=lambda name: sign * change[name])
    furthest = max(names, key=lambda name: sign * (panel.at(name, after) - panel.at(name, before)))
    quiet = {name: _restlessness(panel, name, before, after) for name in names}
    least = min(names, key=lambda name: quiet[name])
    found = []
    if change[most] * effect > 0 and abs(change[most]) > 0.1:
        context = move_context(panel, most, before, after).having(*(("relative",) if most != furthest else ()))
        found.append(Message("effect.most", context, panel.facts((most, before), (most, after)), 0.6, most))
    whole = abs(panel.mean(names, after) / panel.mean(names, before) - 1)
    if quiet[least] < min(0.04, 0.4 * whole) and least != most and len(found):
        context = move_context(panel, least, before, after)
        found.append(Message("effect.least", context, panel.facts((least, before), (least, after)), 0.5, least))
    return found


def _restlessness(panel: Panel, name: str, before: int, after: int) -> float:
    """Return how far an entity strayed in some years from where it stood before, as a share."""
    start = panel.at(name, before)
    return max(abs(panel.at(name, year) / start - 1) for year in range(before, after + 1))


def event_terms(world: World, happening: Happening) -> Terms:
    """Return how an event is named and dated: ``noun``, ``month``, ``year``."""
    noun = name_event(world, happening.id)
    return {"noun": noun, "month": MONTHS[happening.month - 1], "year": str(happening.year)}


def _named(world: World, happening: Happening, lag: int) -> Context:
    terms = event_terms(world, happening)
    terms["lagw"] = {1: "a year", 2: "two years", 3: "three years"}.get(lag, "a while")
    return Context(terms, noun_flags(str(terms["noun"])) | ({"late"} if lag else frozenset()))


def explain_average(world: World, panel: Panel, year: int) -> Message | None:
    """Return the message that an event was behind a move of the average in a year; None if none accounts for it."""
    step = panel.mean(panel.names, year) - panel.mean(panel.names, year - 1)
    return _account(world, panel, panel.names, year, step, "")


def _account(world: World, panel: Panel, names: Sequence[str], year: int, step: float, about: str) -> Message | None:
    """Return the message on the event that made up most of a step, if it made up a good part."""
    best: tuple[float, Happening, int] | None = None
    for touch in credited(panel):
        happening = touch.happening
        moves = [happening.effects[panel.data.id, name] for name in names if (panel.data.id, name) in happening.effects]
        if not moves or effect_years(panel.years, happening, moves[0][0]) != (year - 1, year):
            continue
        part = sum(change for _, change in moves) / len(names)
        if part * step > 0 and abs(part) >= _PART * abs(step) and (best is None or abs(part) > best[0]):
            best = abs(part), happening, moves[0][0]
    return Message("because", _named(world, best[1], best[2]), (), 0.7, about) if best else None


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


def fill_clause(world: World, text: str, happening: Happening) -> str:
    """Return an authored clause on an event with its slots filled."""
    names = {"place": world.place, "entity": happening.entities[0], "other": happening.entities[-1]}
    names |= {actor.id: typeset(actor.short) for actor in world.topic.actors}
    return _SLOT.sub(lambda match: names.get(match[1], match[0]), typeset(text))
