"""Portraits of entities: what sets one apart on every figure that may be told."""

from __future__ import annotations

from functools import partial

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures, paths, patterns, stretches
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import (
    credited,
    effect_years,
    find_episode,
    name_event,
    noun_flags,
    visible,
)
from dataset_builder.families.reports.writing.evidence import subject_units, under_heading
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, told_panels, turning_point
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
from dataset_builder.moments import MONTHS

_TURNED = 0.45
"""How often the second paragraph of a portrait opens with a link."""

_LAST_LOOKED_AT = 5
"""Figures of which the last one is looked at by itself: its ranks then and now would be told twice."""
_THIRD, _MORE = 0.13, 4
"""How much a third paragraph of a portrait is wanted, and how many figures it takes."""


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
    panels = told_panels(desk.plan)
    panels = desk.rng.sample(panels, len(panels))

    def head() -> list[Block]:
        first = _first(desk, name, panels[:2])
        return [Subheading(name), *([first] if first else [])]

    second = 0.88 if priority >= REQUIRED else priority - 0.02
    return [
        Unit(priority, 66, head),
        plain_unit(second, 90, lambda: _second(desk, name, panels)),
        plain_unit(_THIRD, 60, lambda: _third(desk, name, panels)),
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


def _rank(panel: Panel, name: str) -> Message:
    first, last = panel.years[0], panel.years[-1]
    place = panel.ranked(last).index(name) + 1
    flags = {1: ("top",), len(panel.names): ("foot",)}.get(place, ())
    terms: Terms = {"rank": figures.ordinal(place)}
    context = move_context(panel, name, first, last).having(*flags, **terms)
    return Message("portrait.rank", context, panel.facts((name, last)), 0.5, name)


def _move(panel: Panel, name: str) -> Message:
    first, last = panel.years[0], panel.years[-1]
    facts = panel.facts((name, first), (name, last))
    return Message("portrait.move", move_context(panel, name, first, last), facts, 0.5, name)


def _rank_move(panel: Panel, name: str) -> Message:
    first, last = panel.years[0], panel.years[-1]
    old, new = panel.ranked(first).index(name) + 1, panel.ranked(last).index(name) + 1
    count = len(panel.names)
    terms: Terms = {"r0": figures.place(old, count), "r1": figures.place(new, count)}
    terms |= {f"t{n}": figures.place(rank, count, from_top=True) for n, rank in enumerate((old, new))}
    flag = "same" if old == new else "up" if new < old else "down"
    terms = merge(panel.terms, terms)
    return Message("portrait.rankmove", Context(terms, frozenset({flag})), (), 0.4, name)


def _first(desk: Desk, name: str, told: list[Panel]) -> Paragraph | None:
    group = next(entity.group for entity in desk.plan.world.entities if entity.name == name)
    trait = desk.shelf.take_trait(group)
    rule = "portrait.open" if trait else "portrait.plain"
    terms = merge(place_terms(desk.plan.world), entity_terms(desk.plan.world, name), {"t0": trait})
    opening = desk.say(Message(rule, Context(terms, trait_context(group, trait).flags)))
    found = [opening]
    found += speak(desk, [message.having("elsewhere") for panel in told for message in _view(desk, panel, name)])
    return paragraph(found, "portrait")


def _view(desk: Desk, panel: Panel, name: str) -> list[Message]:
    """Return one of several ways to look at a figure of an entity, of those that have not been told."""
    turn = turning_point(panel, name) or paths.path(panel, name)
    own, off = stretches.own_range(panel, name), stretches.off_average(panel, name)
    ways: list[tuple[Message | None, ...]] = [
        (_rank(panel, name), _move(panel, name)),
        (turn, _rank(panel, name)),
        (_move(panel, name), _rank_move(panel, name)),
        (turn,),
        (own, _rank(panel, name)),
        (off, own),
        (_rank(panel, name), off),
        (_move(panel, name), stretches.places(panel, name)),
    ]
    return max((list(desk.fresh(way)) for way in desk.rng.sample(ways, len(ways))), key=lambda way: min(len(way), 2))


def _second(desk: Desk, name: str, panels: list[Panel]) -> Paragraph | None:
    """Return what an event did to an entity, and more on figures that the first paragraph left out."""
    turn = (
        desk.say(Message("portrait.turn", Context(entity_terms(desk.plan.world, name))))
        if desk.rng.random() < _TURNED
        else None
    )
    found = [turn, _event(desk, name, panels)]
    messages: list[Message | None] = [stretches.fresh_stretch(desk, panel, name) for panel in panels[2:4]]
    if len(panels) > 4:
        ways = [
            paths.both_moved(panels[4], panels[0], name) if paths.common_events(panels[4], panels[0]) else None,
            stretches.off_average(panels[4], name),
            stretches.own_range(panels[4], name),
            _rank(panels[4], name),
        ]
        messages += list(desk.fresh(desk.rng.sample(ways, len(ways))))[:1]
    if len(panels) != _LAST_LOOKED_AT and desk.rng.random() < 0.5:
        messages.append(_rank_move(panels[-1], name))
    found += speak(desk, [message.having("elsewhere") for message in desk.fresh(messages)])
    beside = paths.neighbours(panels[0], name)
    found.append(desk.say(beside, "elsewhere") if beside else None)
    return paragraph(found, "portrait") if sum(item is not None for item in found) > 2 else None


def _third(desk: Desk, name: str, panels: list[Panel]) -> Paragraph | None:
    """Return more on figures of an entity that have not been told, of which little has been said first."""
    found: list[Message] = []
    for panel in sorted(panels, key=lambda panel: desk.count_told(panel.data.id, name)):
        ways = [stretches.own_range(panel, name), stretches.off_average(panel, name), stretches.places(panel, name)]
        found += list(desk.fresh([*desk.rng.sample(ways, len(ways)), stretches.fresh_stretch(desk, panel, name)]))[:1]
    sentences = speak(desk, [message.having("elsewhere") for message in found[:_MORE]])
    return paragraph(sentences, "portrait") if sum(item is not None for item in sentences) > 1 else None


def _event(desk: Desk, name: str, panels: list[Panel]) -> Sentence | None:
    """Return the sentence on the event that moved a told figure of an entity most, as far as the figure shows it."""
    world = desk.plan.world
    best: tuple[float, Message] | None = None
    for panel in panels:
        for touch in credited(panel):
            happening = touch.happening
            lag, change = happening.effects.get((panel.data.id, name), (0, 0.0))
            years = effect_years(panel.years, happening, lag)
            if not change or years is None:
                continue
            before, after = years
            if not visible(panel, (name,), *years, up=change > 0, happened=happening.year):
                continue
            strength = abs(panel.at(name, after) / panel.at(name, before) - 1)
            if best is not None and strength <= best[0]:
                continue
            since = happening.year
            terms: Terms = {
                "noun": name_event(world, happening.id),
                "month": MONTHS[happening.month - 1],
                "year": find_episode(world, happening.id).date.split()[-1],
            }
            context = move_context(panel, name, before, after).without("small", "flat")
            context = context.having(*noun_flags(str(terms["noun"])), *(("late",) if before >= since else ()), **terms)
            best = strength, Message("portrait.event", context, panel.facts((name, before), (name, after)), 0.8, name)
    return desk.say(best[1]) if best else None
