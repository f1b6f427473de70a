"""Still more of what a panel has to say: the main cause, where help is needed, verdicts, ordinary changes."""

from __future__ import annotations

from statistics import median

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.events import (
    Touch,
    credited,
    event_terms,
    name_average,
    noun_flags,
)
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.shapes import is_steady
from dataset_builder.families.reports.writing.terms import (
    Terms,
    bare_value,
    change_terms,
    difference,
    merge,
    pair_terms,
    value_terms,
    year_terms,
)

_LEVEL = 0.04
"""Share by which two must differ to be told apart."""


def _cause(panel: Panel, touch: Touch) -> Context:
    """Return what to say of an event that moved a figure: before and after."""
    happening, before, after = touch.happening, touch.base, touch.years[1]
    old, new = panel.mean(touch.names, before), panel.mean(touch.names, after)
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    terms = event_terms(panel.world, happening)
    terms["avg"] = name_average(panel, touch.names)
    values = pair_terms(old, new, panel.data)
    flags = (flags - {"small", "flat"}) | noun_flags(str(terms["noun"]))
    return Context(merge(panel.terms, terms, values, moved, year_terms(before, after)), frozenset(flags))


def main_cause(panel: Panel) -> Message | None:
    """Return the message on the event that moved the average of a figure most; None where none shows.

    Flag ``against`` where it led the other way than the average went from the first year to the last.
    """
    way = panel.mean(panel.names, panel.years[-1]) - panel.mean(panel.names, panel.years[0])
    best = main_touch(panel)
    if best is None:
        return None
    against = ("against",) if (way > 0) != best.up else ()
    return Message("summary.cause", _cause(panel, best).having(*against), (), 0.9)


def main_touch(panel: Panel) -> Touch | None:
    """Return the event that moved the average of a figure most, with those that it touched; None where none shows."""
    return max(credited(panel), key=lambda touch: _weigh(panel, touch), default=None)


def _weigh(panel: Panel, touch: Touch) -> float:
    """Return by how much the average of all moved with those whom an event touched."""
    before, after = touch.years
    return abs(sum(panel.at(name, after) - panel.at(name, before) for name in touch.names))


def need(panel: Panel) -> Message | None:
    """Return the message on the group with the worst average of the last year, beside the best one.

    None where nobody wants a figure higher or lower, or no two groups lie apart.
    """
    last = panel.years[-1]
    members: dict[str, list[str]] = {}
    for entity in panel.world.entities:
        members.setdefault(entity.group, []).append(entity.name)
    level = {group: panel.mean(names, last) for group, names in members.items()}
    high, low = max(level, key=lambda group: level[group]), min(level, key=lambda group: level[group])
    if panel.metric.better == "neither" or level[high] <= (1 + _LEVEL) * level[low]:
        return None
    worst, best = (low, high) if panel.metric.better == "higher" else (high, low)
    values = {**value_terms("0", level[worst], panel.data), "w1": bare_value(level[best], panel.data)}
    return Message("advice.where", Context(merge(panel.terms, values, {"G": worst, "H": best})), (), 0.5)


def recent(panel: Panel) -> Message | None:
    """Return the message on the average of the last three years; None if it hardly moved."""
    last = panel.years[-1]
    old, new = panel.mean(panel.names, last - 3), panel.mean(panel.names, last)
    if old == new:
        return None
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    if "flat" in flags:
        return None
    count = sum((panel.at(name, last) > panel.at(name, last - 3)) == (new > old) for name in panel.names)
    every = figures.count(len(panel.names))
    kinds = panel.world.topic.entities.kinds
    some: Terms = {
        "cN": f"all {every} {kinds}" if count == len(panel.names) else f"{figures.count(count)} of {every} {kinds}"
    }
    terms = merge(panel.terms, pair_terms(old, new, panel.data), moved, year_terms(last - 3, last), some)
    return Message("recent.S", Context(terms, frozenset(flags)), (), 0.6)


def goes_on(panel: Panel) -> tuple[str, ...]:
    """Return the flag ``steady`` where the average moved one way, ``against`` where the last three years do not."""
    means = [panel.mean(panel.names, year) for year in panel.years]
    whole, late = means[-1] - means[0], means[-1] - means[-4]
    if whole * late <= 0:
        return ("against",)
    return ("steady",) if is_steady(means) else ()


def noise(panel: Panel) -> Message:
    """Return the message on the median size of yearly changes beside the range of the last year."""
    steps = [abs(panel.at(name, year) - panel.at(name, year - 1)) for name in panel.names for year in panel.years[1:]]
    ranked = panel.ranked(panel.years[-1])
    width = panel.at(ranked[0], panel.years[-1]) - panel.at(ranked[-1], panel.years[-1])
    terms: Terms = {"typical": difference(median(steps), panel.data), "range": difference(width, panel.data)}
    return Message("noise.S", Context(merge(panel.terms, terms)), (), 0.5)
