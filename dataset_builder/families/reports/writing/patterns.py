"""Still more of what a panel has to say: causes in order, patterns of halves, restlessness, sides of the average."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.events import credited, name_average, name_event, noun_flags
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context, trend
from dataset_builder.families.reports.writing.shapes import is_steady
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    difference,
    entity_terms,
    merge,
    pair_terms,
    year_terms,
)
from dataset_builder.moments import MONTHS

_NAMED = 3
"""Names that a reader will take in; of more only the number is told."""
_LEVEL = 0.04
"""Share by which two must differ to be told apart."""
_MOVED = 0.03
"""Least share by which an entity must have moved in each half of the period to be counted as rising or falling."""


def causes(panel: Panel) -> Iterator[Message]:
    """Yield messages on the events that moved a figure visibly in their direction, in order of time."""
    world = panel.world
    for touch in credited(panel):
        happening, (before, after) = touch.happening, touch.years
        old, new = panel.mean(touch.names, before), panel.mean(touch.names, after)
        moved, flags = change_terms(old, new, panel.data, panel.metric.better)
        terms: Terms = {
            "noun": name_event(world, happening.id),
            "month": MONTHS[happening.month - 1],
            "year": str(happening.year),
        }
        values = pair_terms(old, new, panel.data)
        terms["avg"] = name_average(panel, touch.names)
        flags = (flags - {"small", "flat"}) | noun_flags(str(terms["noun"])) | ({"late"} if touch.late else set())
        terms = merge(panel.terms, terms, values, moved, year_terms(before, after))
        yield Message("causes.S", Context(terms, frozenset(flags)), (), 0.6)


def halves(panel: Panel, divide: int) -> tuple[Message, list[tuple[str, str]]] | None:
    """Return the message on a year as a divide, and who did what before and after it: names where they are few.

    Those that hardly moved on one side of it are left out.
    """
    first, last = panel.years[0], panel.years[-1]
    classes: dict[str, list[str]] = {}
    for name in panel.names:
        parts = [panel.at(name, divide) / panel.at(name, first) - 1, panel.at(name, last) / panel.at(name, divide) - 1]
        if min(map(abs, parts)) >= _MOVED:
            classes.setdefault("".join("up" if part > 0 else "down" for part in parts), []).append(name)
    if len(classes) < 2:
        return None
    order = sorted(classes, key=lambda key: -len(classes[key]))[:2]
    some = {key: figures.listing(names) if len(names) <= _NAMED else "" for key, names in classes.items()}
    found = [(f"pattern.{key}", some[key] or f"{figures.count(len(classes[key]))} of them") for key in order]
    return Message("pattern.S", Context(merge(panel.terms, {"y1": str(divide)})), (), 0.5), found


def restless(panel: Panel) -> Message | None:
    """Return the message on the entity whose series changed direction most often."""
    turns: dict[str, int] = {}
    for name in panel.names:
        steps = [panel.at(name, year) > panel.at(name, before) for before, year in pairwise(panel.years)]
        turns[name] = sum(one != two for one, two in pairwise(steps))
    name = max(turns, key=lambda name: turns[name])
    if list(turns.values()).count(turns[name]) > 1 or turns[name] < 3:
        return None
    terms = merge(panel.terms, entity_terms(panel.world, name), {"k": figures.count(turns[name])})
    return Message("restless.S", Context(terms), (), 0.4, name)


def beside_average(panel: Panel) -> Iterator[Message]:
    """Yield messages on those that were above, or below, the average in every year."""
    for flag, sign in (("high", 1), ("low", -1)):
        names = [
            name
            for name in panel.names
            if all(sign * (panel.at(name, year) - panel.mean(panel.names, year)) > 0 for year in panel.years)
        ]
        if 1 <= len(names) <= _NAMED:
            own = entity_terms(panel.world, names[0])
            terms = merge(panel.terms, own, {"c": figures.count(len(names)), "names": figures.listing(names)})
            yield Message(
                "above_average.S", Context(terms, frozenset({flag, "one" if len(names) == 1 else "many"})), (), 0.4
            )


def duo(panel: Panel, one: str, other: str) -> tuple[Message, bool | None] | None:
    """Return the message on two entities in the last year, and whether the first does better; None if nobody does.

    There is no message on two that are level.
    """
    last = panel.years[-1]
    if abs(panel.at(one, last) / panel.at(other, last) - 1) < _LEVEL:
        return None
    context = move_context(panel, one, panel.years[0], last)
    values = pair_terms(panel.at(one, last), panel.at(other, last), panel.data)
    names: Terms = {
        "F": other,
        "inF": str(entity_terms(panel.world, other)["inE"]),
        "The": str(panel.terms["the"]),
    }
    facts = panel.facts((one, last), (other, last))
    higher = panel.at(one, last) > panel.at(other, last)
    ahead = None if panel.metric.better == "neither" else higher == (panel.metric.better == "higher")
    return Message("duo.S", context.having(**values, **names), facts, 0.5), ahead


def verdict(panel: Panel) -> list[Message]:
    """Return messages that judge a figure by what people want of it: all, then the best and the worst course.

    Courses are compared in proportion to where they began; flag ``furthest`` where that one is the longest as well.
    """
    overall = trend(panel)
    if overall is None:
        return []
    found = [Message("verdict.S", overall.context.having(panel.metric.better), (), 0.7)]
    if panel.metric.better == "neither":
        return found
    first, last = panel.years[0], panel.years[-1]
    sign = 1 if panel.metric.better == "higher" else -1
    gain = {name: sign * (panel.at(name, last) / panel.at(name, first) - 1) for name in panel.names}
    moved = {name: sign * round(panel.at(name, last) - panel.at(name, first), panel.data.decimals) for name in gain}
    best, worst = max(gain, key=lambda name: gain[name]), min(gain, key=lambda name: gain[name])
    for rule, name, fits in (("verdict.best", best, gain[best] > 0.05), ("verdict.worst", worst, gain[worst] < -0.05)):
        if fits:
            longest = (max if name == best else min)(moved.values())
            furthest = moved[name] == longest and list(moved.values()).count(longest) == 1
            flags = (*(("second",) if len(found) > 1 else ()), *(("furthest",) if furthest else ()))
            context = move_context(panel, name, first, last).having(*flags)
            found.append(Message(rule, context, panel.facts((name, first), (name, last)), 0.6, name))
    return found


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
