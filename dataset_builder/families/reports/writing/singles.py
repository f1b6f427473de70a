"""Paragraphs on one thing at a time: the course of an entity and what lies behind it, an event and the years around."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Paragraph
from dataset_builder.families.reports.model import Happening
from dataset_builder.families.reports.writing import figures, paths, stretches
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import (
    credited,
    effect_years,
    name_average,
    name_event,
    noun_flags,
    visible,
)
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, turning_point
from dataset_builder.families.reports.writing.paths import group_trends
from dataset_builder.families.reports.writing.terms import Terms, merge, value_terms
from dataset_builder.moments import MONTHS

_EVENTS = 2
"""Events that the story of an entity tells."""
_SENTENCES = 4
"""Sentences of a story on course and events."""
_AROUND, _LEAST = 3, 2
"""Years before an event and after it that are looked at, and how few will do."""


def story(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the entity that least was told of: its course, what moved it, and its group beside it.

    There is none on one that no event moved and that went with its group. Where its events have been named often
    enough, more of its course stands in their place.
    """
    left = [name for name in panel.names if ("story", panel.data.id, name) not in desk.told_once]
    if not left:
        return None
    name = min(left, key=lambda name: desk.count_told(panel.data.id, name))
    desk.told_once.add(("story", panel.data.id, name))
    moved = [message.having("given") for _, _, message in felt(panel, name)]
    beside = _beside(panel, name)
    if not moved and (beside is None or "against" not in beside.context.flags):
        return None
    events = list(desk.fresh(moved))[:_EVENTS]
    courses = [
        turning_point(panel, name),
        stretches.off_average(panel, name),
        paths.path(panel, name),
        stretches.own_range(panel, name),
        *stretches.stretches(panel, name),
    ]
    found: list[Sentence | None] = []
    for course in desk.fresh(courses):
        if len(found) + len(events) < _SENTENCES and (sentence := desk.say(course, *(("given",) if found else ()))):
            found.append(sentence)
    if not found:
        return None
    found += map(desk.say, events)
    if beside is not None:
        found.append(desk.say(beside) or desk.say(_bare(beside)))
    return paragraph(found, "development") if sum(sentence is not None for sentence in found) > 1 else None


def felt(panel: Panel, name: str) -> list[tuple[float, str, Message]]:
    """Return how strongly events moved a figure of an entity, their ids and messages, the strongest first."""
    found = []
    for touch in credited(panel):
        happening = touch.happening
        lag, change = happening.effects.get((panel.data.id, name), (0, 0.0))
        years = effect_years(panel.years, happening, lag)
        if not change or years is None:
            continue
        before, after = touch.base, years[1]
        if not all(
            visible(panel, (name,), year, after, up=change > 0, happened=happening.year) for year in {before, years[0]}
        ):
            continue
        noun = name_event(panel.world, happening.id)
        terms: Terms = {"noun": noun, "month": MONTHS[happening.month - 1], "year": str(happening.year)}
        context = move_context(panel, name, before, after).without("small", "flat").having(*noun_flags(noun))
        message = Message(
            "portrait.event", context.having(**terms), panel.facts((name, before), (name, after)), 0.8, name
        )
        found.append((abs(panel.at(name, after) / panel.at(name, before) - 1), happening.id, message))
    return sorted(found, key=lambda item: -item[0])


def _beside(panel: Panel, name: str) -> Message | None:
    """Return the message on how the group of an entity moved meanwhile; None where it is alone or nothing moved."""
    first, last = panel.years[0], panel.years[-1]
    group = next(entity.group for entity in panel.world.entities if entity.name == name)
    names = [entity.name for entity in panel.world.entities if entity.group == group]
    old, new = panel.mean(names, first), panel.mean(names, last)
    own = panel.at(name, last) - panel.at(name, first)
    if len(names) < 2 or old == new or not own:
        return None
    values: Terms = {"G": group, "E": name, "y0": str(first), "y1": str(last)}
    flag = "same" if (new > old) == (own > 0) else "against"
    terms = merge(panel.terms, values, value_terms("0", old, panel.data), value_terms("1", new, panel.data))
    return Message("group.beside", Context(terms, frozenset({flag})), (), 0.5, name)


def _bare(beside: Message) -> Message:
    """Return the message on a group beside one of its own without figures, where those have been told."""
    terms: Terms = {name: beside.context.terms[name] for name in ("G", "E", "y0", "y1")}
    return Message("group.beside.bare", Context(terms, beside.context.flags), (), 0.5)


def window(desk: Desk, panel: Panel, happening: Happening, names: tuple[str, ...], after: int) -> Paragraph | None:
    """Return the paragraph on a figure in the years before an event and from the year in which it shows.

    Where the two ranges of averages overlap, that is said.
    """
    count = min(_AROUND, happening.year - panel.years[0], panel.years[-1] - after + 1)
    if count < _LEAST:
        return None
    before, since = range(happening.year - count, happening.year), range(after, after + count)
    old, new = ([panel.mean(names, year) for year in years] for years in (before, since))
    if min(old) == max(old) or min(new) == max(new):
        return None
    noun = name_event(desk.plan.world, happening.id)
    terms: Terms = {
        "noun": noun,
        "month": MONTHS[happening.month - 1],
        "year": str(happening.year),
        "avg": name_average(panel, names),
        "n": figures.count(count),
        "from0": str(before[0]),
        "to0": str(before[-1]),
        "from1": str(since[0]),
        "to1": str(since[-1]),
    }
    ends = zip(("0", "1", "2", "3"), (min(old), max(old), min(new), max(new)), strict=True)
    terms = merge(panel.terms, terms, *(value_terms(name, value, panel.data) for name, value in ends))
    apart = max(old) < min(new) or max(new) < min(old)
    flags = noun_flags(noun) | {"apart" if apart else "overlap"}
    first = desk.say(Message("window.S", Context(terms, frozenset(flags)), (), 0.6))
    trend = group_trends(panel, before[-1], since[0]) if len(names) == len(panel.names) else None
    groups = desk.say(Message("event.groups", trend.context)) if first and trend else None
    close = desk.say(Message("window.close", Context(terms, frozenset(flags)))) if first else None
    return paragraph([first, groups, close], "cause") if first else None
