"""Portraits of entities: where one stands among the others, how long that has been so, what may lie behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from statistics import fmean, pstdev

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.singles import felt
from dataset_builder.families.reports.writing.terms import (
    Terms,
    entity_terms,
    merge,
    place_terms,
    thin_unit,
    trait_context,
    value_terms,
)
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, sidebar, voices

_MOST = 8
"""Portraits of a chapter at most."""
_EVENTS = 2
"""Events that a portrait tells."""
_STUB = 55
"""Words of a portrait that is worth printing."""
_CLEAR = 0.03
"""Share of the average by which a figure must differ from it to be called better or worse."""
_LEAST = 3
"""Figures that must differ from the average for a standing among the others."""
_APART = 0.5
"""Standard deviations from the average from which a figure was already, or not yet, as it is now."""


def case_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of portraits: of one entity of each group, then of others."""
    found = [passage(desk, 0.9, "people", "practice", headed=False)]
    world = desk.plan.world
    names = []
    for group in world.topic.entities.groups:
        names.append(desk.rng.choice([entity.name for entity in world.entities if entity.group == group.name]))
    rest = [entity.name for entity in world.entities if entity.name not in names]
    names += desk.rng.sample(rest, len(rest))
    names.sort(key=lambda name: section.title.find(name) if name in section.title else len(section.title))
    found.append(plain_unit(REQUIRED, 24, partial(_choice, desk, len(names))))
    for number, name in enumerate(names[:_MOST]):
        found.append(_portrait(desk, name, REQUIRED if number < 3 else 0.9 - 0.05 * number))
        found.append(passage(desk, 0.85 - 0.05 * number, "people", "practice", "comparison", entity=name, headed=False))
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows)
    return [*found, voices(desk, 0.6), sidebar(desk, 0.65)]


def _choice(desk: Desk, count: int) -> Paragraph | None:
    """Return what readers are told of those that have no portrait, None if all have one."""
    said = desk.say(Message("cases.choice", Context(place_terms(desk.plan.world)))) if count > _MOST else None
    return paragraph([said], "roadmap")


def _portrait(desk: Desk, name: str, priority: float) -> Unit:
    panels = sorted(told_panels(desk.plan), key=lambda panel: -abs(_standing(panel, name, panel.years[-1])))

    def write() -> list[Block]:
        texts = [_place(desk, name, panels), _difference(desk, name, panels)]
        found = [text for text in texts if text is not None]
        told = len(found) == len(texts) and sum(len(text.text.split()) for text in found) >= _STUB
        return [Subheading(name), *found] if told or priority >= REQUIRED else []

    return Unit(priority, 165, write, about=name)


def _standing(panel: Panel, name: str, year: int) -> float:
    """Return how far an entity is above the average of a year, in standard deviations."""
    values = [panel.at(other, year) for other in panel.names]
    return (panel.at(name, year) - fmean(values)) / (pstdev(values) or 1.0)


def _place(desk: Desk, name: str, panels: list[Panel]) -> Paragraph | None:
    """Return what sort of place an entity is, and on what it was better or worse than the average."""
    group = next(entity.group for entity in desk.plan.world.entities if entity.name == name)
    trait = desk.shelf.take_trait(group)
    terms = merge(place_terms(desk.plan.world), entity_terms(desk.plan.world, name), {"t0": trait})
    flags = trait_context(group, trait).flags
    if sum(entity.group == group for entity in desk.plan.world.entities) < 3:
        flags |= {"pair"}
    opening = Message("portrait.open" if trait else "portrait.plain", Context(terms, flags))
    compared = standing(name, panels)
    return paragraph([desk.say(opening), desk.say(compared) if compared is not None else None], "portrait")


def _difference(desk: Desk, name: str, panels: list[Panel]) -> Paragraph | None:
    """Return where an entity differs most from the average, since when, whether its group does; then what it felt."""
    found: list[Sentence | None] = []
    events = _events(name, panels)
    unit = ""
    for panel in panels:
        mark = against_average(panel, name)
        said = desk.say(mark) if mark is not None else None
        if mark is None or said is None:
            continue
        more = [desk.say(message) for message in (since_when(panel, name), beside_group(panel, name)) if message]
        unit = panel.data.unit
        found = [said, *more]
        break
    text = paragraph([*found, *map(desk.say, events)], "portrait")
    return replace(text, text=thin_unit(text.text, unit)) if text is not None else None


def standing(name: str, panels: list[Panel]) -> Message | None:
    """Return on which figures an entity was better than the average in the last year, and on which worse.

    None where too few figures have a better side and clearly differ.
    """
    better: list[str] = []
    worse: list[str] = []
    for panel in panels:
        last = panel.years[-1]
        off = panel.at(name, last) / panel.mean(panel.names, last) - 1
        if panel.metric.better != "neither" and abs(off) >= _CLEAR:
            (better if (off > 0) == (panel.metric.better == "higher") else worse).append(str(panel.terms["the"]))
    if len(better) + len(worse) < _LEAST:
        return None
    flag = "mixed" if better and worse else "better" if better else "worse"
    flags = {flag} | {name for name, some in (("onegood", better), ("onebad", worse)) if len(some) == 1}
    listed: Terms = {"good": figures.listing(better), "bad": figures.listing(worse)}
    world = panels[0].world
    return Message("stand.all", Context(merge(place_terms(world), entity_terms(world, name), listed), frozenset(flags)))


def against_average(panel: Panel, name: str) -> Message | None:
    """Return how far a figure of an entity is from the average of the last year; None where they come out alike."""
    last = panel.years[-1]
    mean = panel.mean(panel.names, last)
    if abs(panel.at(name, last) - mean) < _CLEAR * abs(mean):
        return None
    place = panel.ranked(last).index(name)
    flags = {"high" if panel.at(name, last) > mean else "low"}
    flags |= {0: {"top"}, len(panel.names) - 1: {"foot"}}.get(place, set())
    values = merge(value_terms("1", panel.at(name, last), panel.data), value_terms("2", mean, panel.data))
    terms = merge(panel.terms, entity_terms(panel.world, name), values)
    return Message("stand.most", Context(terms, frozenset(flags)), panel.facts((name, last)), 0.8, name)


def since_when(panel: Panel, name: str) -> Message | None:
    """Return whether a figure of an entity was on the same side of the average in the first year already."""
    first = panel.years[0]
    then, now = _standing(panel, name, first), _standing(panel, name, panel.years[-1])
    mean = panel.mean(panel.names, first)
    if abs(then) < _APART or panel.at(name, first) == mean:
        return None
    flags = {"high" if then > 0 else "low", "same" if (then > 0) == (now > 0) else "other"}
    values = merge(value_terms("1", panel.at(name, first), panel.data), value_terms("2", mean, panel.data))
    terms = merge(panel.terms, entity_terms(panel.world, name), values)
    return Message("stand.since", Context(terms, frozenset(flags)), panel.facts((name, first)), 0.6, name)


def beside_group(panel: Panel, name: str) -> Message | None:
    """Return whether an entity is typical of its group on a figure of the last year; None where nobody could tell."""
    group = next(entity.group for entity in panel.world.entities if entity.name == name)
    others = [entity.name for entity in panel.world.entities if entity.group == group and entity.name != name]
    if not others:
        return None
    last = panel.years[-1]
    mean, rest = panel.mean(others, last), panel.mean(panel.names, last)
    own = panel.at(name, last)
    if len(others) == 1:
        flags, facts, only = {"one"}, panel.facts((others[0], last)), others[0]
    else:
        flags, facts, only = {"many"}, (), ""
    near = abs(own - mean) < 0.5 * abs(own - rest)
    far = abs(own - mean) > abs(own - rest) and (mean - rest) * (own - rest) <= 0
    if own == mean or not (near or far):
        return None
    flags |= {"near" if near else "far"}
    told = mean if only else panel.mean([*others, name], last)
    values: Terms = {**value_terms("2", told, panel.data), "H": only}
    terms = merge(panel.terms, entity_terms(panel.world, name), values)
    return Message("stand.group", Context(terms, frozenset(flags)), facts, 0.5, name)


def _events(name: str, panels: list[Panel]) -> list[Message]:
    """Return messages on the two events that moved told figures of an entity most, of different figures each."""
    found = [
        (strength, panel.data.id, event, message) for panel in panels for strength, event, message in felt(panel, name)
    ]
    told: list[Message] = []
    used: set[str] = set()
    for _, figure, event, message in sorted(found, key=lambda item: -item[0]):
        if len(told) < _EVENTS and not {figure, event} & used:
            told.append(message.having("elsewhere"))
            used |= {figure, event}
    return told
