"""Paragraphs on the groups: how each moved beside the whole, who made the move, and who did not follow."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Paragraph
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    difference,
    merge,
    pair_terms,
    year_terms,
)

_FURTHER, _LESS = 1.3, 0.7
"""Multiples of the average move of all from which, and up to which, a group's is told as larger or smaller."""
_WIDER, _NARROWER = 1.15, 0.87
"""Multiples of the first distance within a group from which, and up to which, the last is told as another."""
_NAMED = 2


def groups_by_interest(panel: Panel) -> list[list[str]]:
    """Return the members of each group of two or more, those first whose average moved least like that of all."""
    first, last = panel.years[0], panel.years[-1]
    whole = panel.mean(panel.names, last) - panel.mean(panel.names, first)
    groups = [
        [entity.name for entity in panel.world.entities if entity.group == group.name]
        for group in panel.world.topic.entities.groups
    ]
    off = {names[0]: abs(panel.mean(names, last) - panel.mean(names, first) - whole) for names in groups if names}
    return sorted((names for names in groups if len(names) > 1), key=lambda names: -off[names[0]])


def group_course(desk: Desk, panel: Panel, names: Sequence[str]) -> Paragraph | None:
    """Return the paragraph on a group: its average beside the whole, its farthest member, the exceptions."""
    lead = _lead(panel, names)
    if lead is None:
        return None
    first = desk.say(lead) or desk.say(_without_figures(panel, lead))
    if first is None:
        return None
    sign = 1 if "up" in lead.context.flags else -1
    years = panel.years[0], panel.years[-1]
    move = {name: sign * (panel.at(name, years[1]) - panel.at(name, years[0])) for name in names}
    most = max(names, key=lambda name: move[name])
    found: list[Sentence | None] = [first]
    moved = Message(
        "group.most", move_context(panel, most, *years), panel.facts(*((most, year) for year in years)), 0.5, most
    )
    found.append(desk.say(moved))
    found.append(desk.say(_exceptions(panel, [name for name in names if move[name] <= 0], lead)))
    found.append(desk.say(_width(panel, names)))
    return paragraph(found, "support") if sum(sentence is not None for sentence in found) > 2 else None


def _lead(panel: Panel, names: Sequence[str]) -> Message | None:
    """Return the message on how the average of a group moved beside that of all; None where one came out the same."""
    first, last = panel.years[0], panel.years[-1]
    old, new = panel.mean(names, first), panel.mean(names, last)
    whole = panel.mean(panel.names, last) - panel.mean(panel.names, first)
    if old == new or not whole:
        return None
    share = (new - old) / whole
    flag = "further" if share >= _FURTHER else "against" if share <= 0 else "less" if share <= _LESS else "alike"
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    terms = merge(panel.terms, pair_terms(old, new, panel.data), moved, year_terms(first, last), _named(panel, names))
    return Message("group.lead", Context(terms, frozenset({*flags, flag})), (), 0.8)


def _without_figures(panel: Panel, lead: Message) -> Message:
    terms: Terms = {"G": lead.context.terms["G"]}
    return Message("group.lead.bare", Context(merge(panel.terms, terms), lead.context.flags), (), 0.8)


def _named(panel: Panel, names: Sequence[str]) -> Terms:
    return {"G": next(entity.group for entity in panel.world.entities if entity.name == names[0])}


def _exceptions(panel: Panel, names: Sequence[str], lead: Message) -> Message:
    """Return the message on those that moved against their group, or that none did."""
    years = panel.years[0], panel.years[-1]
    if len(names) == 1 and panel.at(names[0], years[0]) != panel.at(names[0], years[1]):
        facts = panel.facts(*((names[0], year) for year in years))
        return Message("group.against", move_context(panel, names[0], *years).having("one"), facts, 0.5, names[0])
    terms: Terms = {"names": figures.listing(names)}
    return Message("group.against", lead.context.having("many" if names else "all", **terms), (), 0.5)


def _width(panel: Panel, names: Sequence[str]) -> Message:
    """Return the message on how far apart the members of a group are in the first year and the last."""
    first, last = panel.years[0], panel.years[-1]
    ranked = sorted(names, key=lambda name: panel.at(name, last))
    low, high = ranked[0], ranked[-1]
    now = panel.at(high, last) - panel.at(low, last)
    before = sorted(names, key=lambda name: panel.at(name, first))
    then = panel.at(before[-1], first) - panel.at(before[0], first)
    flag = "wider" if now >= _WIDER * then else "narrower" if now <= _NARROWER * then else "same"
    terms: Terms = {
        "Low": low,
        "High": high,
        "d0": difference(then, panel.data),
        "d1": difference(now, panel.data),
        "y0": str(first),
    }
    facts = panel.facts((low, last), (high, last), (before[0], first), (before[-1], first))
    return Message("group.width", Context(merge(panel.terms, terms), frozenset({flag})), facts, 0.5)
