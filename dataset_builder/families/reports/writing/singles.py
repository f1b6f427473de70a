"""Paragraphs on one thing at a time: the course of an entity and what lies behind it, an event and the years around."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Paragraph
from dataset_builder.families.reports.model import Happening
from dataset_builder.families.reports.writing import figures, paths, stretches
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import long_reason, name_average, name_event, noun_flags
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, turning_point
from dataset_builder.families.reports.writing.paths import group_trends
from dataset_builder.families.reports.writing.terms import Terms, merge, value_terms
from dataset_builder.families.reports.writing.told import is_first
from dataset_builder.moments import MONTHS

_AROUND, _LEAST = 3, 2
"""Years before an event and after it that are looked at, and how few will do."""


def story(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the entity that least was told of: its course, what lies behind it, and one like it."""
    left = [name for name in panel.names if ("story", panel.data.id, name) not in desk.told_once]
    if not left:
        return None
    name = min(left, key=lambda name: desk.count_told(panel.data.id, name))
    desk.told_once.add(("story", panel.data.id, name))
    courses = [turning_point(panel, name), paths.path(panel, name), *stretches.stretches(panel, name)]
    said = next((sentence for course in desk.fresh(courses) if (sentence := desk.say(course))), None)
    if said is None:
        return None
    found: list[Sentence | None] = [said]
    reason = long_reason(desk.plan.world, panel, name, panel.years[0], panel.years[-1])
    if reason is not None and is_first(desk, panel, reason):
        found.append(desk.say(reason))
    rest = [stretches.off_average(panel, name), paths.neighbours(panel, name)]
    found += [desk.say(message.having("given")) for message in desk.fresh(rest)]
    return paragraph(found, "support") if len(found) > 1 else None


def window(desk: Desk, panel: Panel, happening: Happening, names: tuple[str, ...], after: int) -> Paragraph | None:
    """Return the paragraph on a figure in the years before an event and from the year in which it shows.

    Where the two ranges of averages overlap, that is said.
    """
    count = min(_AROUND, happening.year - panel.years[0], panel.years[-1] - after + 1)
    if count < _LEAST:
        return None
    before, since = range(happening.year - count, happening.year), range(after, after + count)
    old, new = ([panel.mean(names, year) for year in years] for years in (before, since))
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
