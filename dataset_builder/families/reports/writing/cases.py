"""Portraits of entities: what sets one apart on every figure that may be told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from statistics import fmean, pstdev

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures, paths, patterns, stretches
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.evidence import subject_units, under_heading
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, told_panels, turning_point
from dataset_builder.families.reports.writing.singles import felt
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    entity_terms,
    locate,
    merge,
    pair_terms,
    place_terms,
    trait_context,
    value_terms,
)
from dataset_builder.families.reports.writing.told import speak
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, quotation, sidebar

_TURNED = 0.45
"""How often the second paragraph of a portrait opens with a link."""

_FIRST = 2
"""Figures of the first paragraph of a portrait, those on which the entity stands out most."""
_EVENTS = 2
"""Events that a portrait tells."""
_APART, _MIDDLE = 0.8, 0.5
"""Standard deviations from the mean from which an entity stands out on a figure, and below which it does not."""


def case_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of portraits: of one entity of each group, then of others."""
    found = [passage(desk, 0.9, "people", "practice")]
    world = desk.plan.world
    names = []
    for group in world.topic.entities.groups:
        names.append(desk.rng.choice([entity.name for entity in world.entities if entity.group == group.name]))
    rest = [entity.name for entity in world.entities if entity.name not in names]
    names += desk.rng.sample(rest, len(rest))
    names.sort(key=lambda name: name not in section.title)
    for number, name in enumerate(names):
        found += _portrait(
            desk, name, REQUIRED if number < 2 else 0.9 - 0.05 * number if number < 6 else 0.36 - 0.01 * number
        )
        found.append(quotation(desk, 0.6 - 0.02 * number))
        if number % 2:
            found.append(passage(desk, 0.7 - 0.05 * number, "people", "practice", "comparison", entity=name))
    groups = [plain_unit(0.53, 75, partial(_group, desk, group.name)) for group in world.topic.entities.groups]
    for group in world.topic.entities.groups:
        groups.append(plain_unit(0.44, 75, partial(_duo, desk, group.name)))
        groups.append(plain_unit(0.27, 75, partial(_duo, desk, group.name)))
    found += under_heading(desk, "sub.groups", place_terms(world), groups)
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows, lead=False)
    found.append(sidebar(desk, 0.65))
    return found


def _portrait(desk: Desk, name: str, priority: float) -> list[Unit]:
    panels = sorted(told_panels(desk.plan), key=lambda panel: -abs(_standing(panel, name)))

    def head() -> list[Block]:
        first = _first(desk, name, panels[:_FIRST])
        return [Subheading(name), *([first] if first else [])]

    second = 0.88 if priority >= REQUIRED else priority - 0.02
    return [
        replace(unit, about=name)
        for unit in (
            Unit(priority, 66, head),
            plain_unit(second, 90, lambda: _second(desk, name, panels)),
        )
    ]


def _duo(desk: Desk, group: str) -> Paragraph | None:
    """Return the paragraph on two entities of a group, set side by side on the told figures."""
    names = [entity.name for entity in desk.plan.world.entities if entity.group == group]
    if len(names) < 2:
        return None
    one, other = desk.rng.sample(names, 2)
    panels = told_panels(desk.plan)
    found: list[Sentence | None] = [desk.say(Message("duo.open", Context({"E": one, "F": other, "G": group})))]
    sides: list[bool] = []
    for panel in desk.rng.sample(panels, min(4, len(panels))):
        beside = patterns.duo(panel, one, other)
        sentence = desk.say(beside[0]) if beside is not None else None
        if beside is not None and sentence is not None:
            ahead = beside[1]
            found.append(sentence)
            sides += [] if ahead is None else [ahead]
    if len(found) < 3:
        return None
    if len(sides) >= 2 and len(sides) == len(found) - 1:
        won = sum(sides)
        winner = one if 2 * won >= len(sides) else other
        flag = "all" if won in (0, len(sides)) else "mostly" if abs(2 * won - len(sides)) >= 2 else "mixed"
        found.append(desk.say(Message("duo.close", Context({"E": winner}, frozenset({flag})))))
    return paragraph(found, "comparison")


def _group(desk: Desk, group: str) -> Paragraph | None:
    """Return the paragraph on a group as a whole."""
    world = desk.plan.world
    first, last = world.years[0], world.years[-1]
    names = [entity.name for entity in world.entities if entity.group == group]
    panels = told_panels(desk.plan)
    panels = desk.rng.sample(panels, len(panels))
    found: list[Sentence | None] = []
    contexts = []
    for panel in panels[:3]:
        old, new = panel.mean(names, first), panel.mean(names, last)
        if old != new:
            moved, flags = change_terms(old, new, panel.data, panel.metric.better)
            values = pair_terms(old, new, panel.data)
            contexts.append(Context(merge(panel.terms, values, moved), frozenset(flags)))
    if len(contexts) < 3:
        return None
    parts: Terms = dict(zip("abc", contexts, strict=True))
    opening = desk.say(Message("groupwide.S", Context(merge(place_terms(world), {"G": group}, parts))))
    if opening is None:
        return None
    found += [opening]
    found.append(desk.say(Message("groupshift.S", contexts[1])))
    panel = panels[0]
    ranked = sorted(names, key=lambda name: -panel.at(name, last))
    if len(ranked) > 1:
        high, low = ranked[0], ranked[-1]
        terms = merge(
            panel.terms,
            {"High": high, "Low": low, "inHigh": locate(world.topic.entities, high)},
            {"inLow": locate(world.topic.entities, low)},
            value_terms("high", panel.at(high, last), panel.data),
            value_terms("low", panel.at(low, last), panel.data),
        )
        found.append(desk.say(Message("groupbest.S", Context(terms), panel.facts((high, last), (low, last)))))
    return paragraph(found, "comparison")


def _rank(desk: Desk, panel: Panel, name: str) -> Message:
    """Return the message on the last value of an entity, with its place if first, second or last, in some."""
    first, last = panel.years[0], panel.years[-1]
    place = panel.ranked(last).index(name) + 1
    plain = Message("portrait.rank", move_context(panel, name, first, last), panel.facts((name, last)), 0.5, name)
    placed = plain.having(*{len(panel.names): ("foot",), 2: ("second",), 1: ("top",)}.get(place, ()))
    return placed if desk.is_fresh(placed) else plain


def _mark(desk: Desk, panel: Panel, name: str) -> Message:
    """Return the message on the figure on which an entity stands out most."""
    return replace(_rank(desk, panel, name), rule="portrait.mark", interest=0.8)


def _move(panel: Panel, name: str) -> Message:
    first, last = panel.years[0], panel.years[-1]
    facts = panel.facts((name, first), (name, last))
    return Message("portrait.move", move_context(panel, name, first, last), facts, 0.5, name)


def _standing(panel: Panel, name: str) -> float:
    """Return how far an entity stands out on a figure in the last year, in standard deviations from the mean."""
    values = [panel.at(other, panel.years[-1]) for other in panel.names]
    return (panel.at(name, panel.years[-1]) - fmean(values)) / (pstdev(values) or 1.0)


def _first(desk: Desk, name: str, told: list[Panel]) -> Paragraph | None:
    """Return what sort of place an entity is, what sets it apart, and how that came about."""
    group = next(entity.group for entity in desk.plan.world.entities if entity.name == name)
    trait = desk.shelf.take_trait(group)
    rule = "portrait.open" if trait else "portrait.plain"
    terms = merge(place_terms(desk.plan.world), entity_terms(desk.plan.world, name), {"t0": trait})
    found = [desk.say(Message(rule, Context(terms, trait_context(group, trait).flags)))]
    for number, panel in enumerate(told):
        standing = list(desk.fresh([_mark(desk, panel, name) if number == 0 else _rank(desk, panel, name)]))
        move = _move(panel, name)
        since = replace(move, rule="portrait.since") if standing else move
        messages = [*standing, *list(desk.fresh((since, turning_point(panel, name), paths.path(panel, name))))[:1]]
        found += speak(desk, [message.having("elsewhere") for message in messages])
    return paragraph(found, "portrait")


def _second(desk: Desk, name: str, panels: list[Panel]) -> Paragraph | None:
    """Return what events did to an entity, where else it stands out and where it does not, and one of its group.

    Where its events have been named often enough, courses of it stand in their place.
    """
    turn = (
        desk.say(Message("portrait.turn", Context(entity_terms(desk.plan.world, name))))
        if desk.rng.random() < _TURNED
        else None
    )
    events = _events(desk, name, panels)
    spoken = {fact.partition("/")[0] for event in events for fact in event.facts}
    courses = [stretches.fresh_stretch(desk, panel, name) for panel in panels if panel.data.id not in spoken]
    more = [message.having("elsewhere") for message in courses if message is not None][: _EVENTS - len(events)]
    spoken |= {fact.partition("/")[0] for message in more for fact in message.facts}
    others = [panel for panel in panels[_FIRST:] if panel.data.id not in spoken]
    apart = [_rank(desk, panel, name) for panel in others if abs(_standing(panel, name)) >= _APART]
    middle = [panel for panel in others if abs(_standing(panel, name)) < _MIDDLE]
    found = [turn, *events, *speak(desk, more)]
    found += speak(desk, [message.having("elsewhere") for message in desk.fresh(apart)])
    if len(middle) > 1:
        listed: Terms = {"list": figures.listing([str(panel.terms["the"]) for panel in middle])}
        found.append(desk.say(Message("portrait.middle", Context(merge(entity_terms(desk.plan.world, name), listed)))))
    beside = paths.neighbours(panels[0], name)
    found.append(desk.say(beside, "elsewhere") if beside else None)
    return paragraph(found, "portrait") if sum(item is not None for item in found) > 1 else None


def _events(desk: Desk, name: str, panels: list[Panel]) -> list[Sentence]:
    """Return sentences on the two events that moved told figures of an entity most, of different figures each."""
    found = [
        (strength, panel.data.id, event, message) for panel in panels for strength, event, message in felt(panel, name)
    ]
    told: list[Sentence] = []
    used: set[str] = set()
    for _, figure, event, message in sorted(found, key=lambda item: -item[0]):
        if len(told) < _EVENTS and not {figure, event} & used and (sentence := desk.say(message, "elsewhere")):
            told.append(sentence)
            used |= {figure, event}
    return told
