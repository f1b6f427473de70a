"""More of what a panel has to say: years, phases, runs, groups over time, and two figures side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dataset_builder.families.reports.model import Happening
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.events import credited, explain_average
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, move_context
from dataset_builder.families.reports.writing.shapes import is_steady, is_turn, stands_out
from dataset_builder.families.reports.writing.terms import (
    Terms,
    change_terms,
    difference,
    entity_terms,
    in_text,
    merge,
    pair_terms,
    value_terms,
    year_terms,
)

_TURN = 0.3
"""How much of a move must be undone to call it a turn."""
_TIED = 0.6
"""Least rank correlation of two figures that is told."""
_ODD = 4
"""Places by which the ranks of an entity on two figures must differ to be told as an exception."""


def phases(panel: Panel) -> Message | None:
    """Return the message on the average in two stretches of years; None if its means print alike.

    A turn is one only where the average went one way to its extreme and the other way from there.
    """
    years = panel.years
    means = [panel.mean(panel.names, year) for year in years]
    inner = range(2, len(years) - 2)
    line = [means[0] + (means[-1] - means[0]) * place / (len(years) - 1) for place in range(len(years))]
    turns = [
        place
        for place in inner
        if is_turn(means, place) and abs(means[-1] - means[place]) >= _TURN * abs(means[place] - means[0])
    ]
    middle = max(turns or inner, key=lambda place: abs(means[place] - line[place]))
    if len({means[0], means[middle], means[-1]}) < 3:
        return None
    moved, flags = change_terms(means[0], means[middle], panel.data, panel.metric.better)
    whole, before = means[-1] - means[0], means[middle] - means[0]
    high, low = means.index(max(means)), means.index(min(means))
    if turns:
        flags.add("turned")
    elif is_steady(means) and is_steady(means[: middle + 1]) and before * whole > 0 and 0 < before / whole < 1:
        early, share = middle / (len(years) - 1), before / whole
        if share <= 0.4 and early >= 0.5:
            flags.add("faster")
        elif share >= 0.6 and early <= 0.5:
            flags.add("slower")
    elif means.count(max(means)) == 1 == means.count(min(means)) and {high, low} != {0, len(means) - 1}:
        flags.add("wave")
    terms = merge(panel.terms, moved, year_terms(years[0], years[middle]), {"y2": str(years[-1])})
    for place, number in enumerate((0, middle, -1)):
        terms |= value_terms(str(place), means[number], panel.data)
    terms |= {"yhigh": str(years[high]), "ylow": str(years[low])}
    terms |= value_terms("high", means[high], panel.data) | value_terms("low", means[low], panel.data)
    return Message("phases.S", Context(terms, frozenset(flags)), (), 0.8)


def great_year(panel: Panel) -> Message:
    """Return the message on the year in which most entities moved in one direction."""
    found = []
    for before, year in pairwise(panel.years):
        steps = {name: panel.at(name, year) - panel.at(name, before) for name in panel.names}
        rose = [name for name in panel.names if steps[name] > 0]
        fell = [name for name in panel.names if steps[name] < 0]
        side = max(rose, fell, key=len)
        found.append((len(side), sum(abs(steps[name]) for name in side), year, max(side, key=lambda n: abs(steps[n]))))
    count, _, year, name = max(found)
    context = move_context(panel, name, year - 1, year)
    kinds, every = panel.world.topic.entities.kinds, figures.count(len(panel.names))
    some = f"all {every} {kinds}" if count == len(panel.names) else f"{figures.count(count)} of the {every} {kinds}"
    terms: Terms = {"cN": some}
    facts = panel.facts((name, year - 1), (name, year))
    return Message("year.S", context.having(**terms).without("big", "small"), facts, 0.7, name)


def path(panel: Panel, name: str) -> Message:
    """Return the message on an entity's first and last year and the one between that lies furthest off their line."""
    first, last = panel.years[0], panel.years[-1]
    inner = panel.years[1:-1]

    def off(year: int) -> float:
        line = panel.at(name, first) + (panel.at(name, last) - panel.at(name, first)) * (year - first) / (last - first)
        return abs(panel.at(name, year) - line)

    middle = max(inner, key=off)
    context = move_context(panel, name, first, middle)
    terms = merge(value_terms("2", panel.at(name, last), panel.data), {"y2": str(last)})
    facts = panel.facts((name, first), (name, middle), (name, last))
    return Message("path.S", context.having(**terms), facts, 0.5, name)


def longest_streak(panel: Panel) -> Message | None:
    """Return the message on the longest run of years in which an entity moved one way; None below four years."""
    best: tuple[int, str, int, int] | None = None
    for name in panel.names:
        start = panel.years[0]
        for before, year in pairwise(panel.years):
            going = panel.at(name, year) > panel.at(name, before)
            if before > start and going != (panel.at(name, before) > panel.at(name, before - 1)):
                start = before
            if best is None or year - start > best[0]:
                best = year - start, name, start, year
    if best is None or best[0] < 4:
        return None
    _, name, start, end = best
    return Message(
        "streak.S", move_context(panel, name, start, end), panel.facts((name, start), (name, end)), 0.6, name
    )


def group_trends(panel: Panel, first: int, last: int) -> Message | None:
    """Return the message on how the averages of the two groups that differ most moved between two years."""
    contexts = []
    for group in panel.world.topic.entities.groups:
        names = [entity.name for entity in panel.world.entities if entity.group == group.name]
        old, new = panel.mean(names, first), panel.mean(names, last)
        if old == new:
            continue
        moved, flags = change_terms(old, new, panel.data, panel.metric.better)
        values = pair_terms(old, new, panel.data)
        contexts.append((new / old, Context(merge(values, moved, {"G": group.name}), frozenset(flags))))
    if len(contexts) < 2:
        return None
    contexts.sort(key=lambda item: item[0])
    a, b = contexts[-1][1], contexts[0][1]
    same = ("up" in a.flags) == ("up" in b.flags)
    terms = merge(panel.terms, year_terms(first, last), {"a": a, "b": b})
    return Message("grouptrend.S", Context(terms, frozenset({"same"} if same else ())), (), 0.7)


def catching_up(panel: Panel) -> Message | None:
    """Return the message on whether the lower half of the first year has come closer to the upper half.

    None where the highest and the lowest moved the other way: two measures of one thing, told together, confuse.
    """
    first, last = panel.years[0], panel.years[-1]
    ranked = panel.ranked(first)
    half = len(ranked) // 2
    moves = []
    for names in (ranked[:half], ranked[-half:]):
        moves.append(round(panel.mean(names, last) - panel.mean(names, first), panel.data.decimals))
    high, low = moves
    if min(high, low) <= 0 or abs(high - low) < 0.2 * max(high, low):
        return None
    terms: Terms = {
        "half": figures.count(half),
        "dhigh": difference(high, panel.data),
        "dlow": difference(low, panel.data),
    }
    now = panel.ranked(last)
    widths = [panel.at(order[0], year) - panel.at(order[-1], year) for order, year in ((ranked, first), (now, last))]
    if (low > high) != (widths[1] < widths[0]):
        return None
    flag = "closing" if low > high else "opening_up"
    flags = frozenset({flag, panel.metric.better})
    return Message("catchup.S", Context(merge(panel.terms, {"y0": str(first)}, terms), flags), (), 0.6)


def middle_value(panel: Panel) -> Message:
    """Return the message on a value of the last year that has as many entities above as below.

    Half of them lie below it, flag ``half``, where their number is even.
    """
    year = panel.years[-1]
    ranked = panel.ranked(year)
    half = len(ranked) // 2
    if len(ranked) % 2:
        value, facts = panel.at(ranked[half], year), panel.facts((ranked[half], year))
    else:
        value, facts = (panel.at(ranked[half - 1], year) + panel.at(ranked[half], year)) / 2, ()
    terms = merge(panel.terms, {"y1": str(year)}, value_terms("mid", round(value, panel.data.decimals), panel.data))
    return Message("middle.S", Context(terms, frozenset(() if len(ranked) % 2 else {"half"})), facts, 0.4)


def level_pair(panel: Panel) -> Message | None:
    """Return the message on the two entities that are closest in the last year."""
    year = panel.years[-1]
    ranked = panel.ranked(year)
    one, two = min(pairwise(ranked), key=lambda pair: panel.at(pair[0], year) / panel.at(pair[1], year))
    if panel.at(one, year) / panel.at(two, year) > 1.02:
        return None
    terms = merge(
        panel.terms,
        entity_terms(panel.world, one),
        {"F": two, "y1": str(year), "d": difference(panel.at(one, year) - panel.at(two, year), panel.data)},
        value_terms("0", panel.at(one, year), panel.data),
        value_terms("1", panel.at(two, year), panel.data),
    )
    return Message("level_pair.S", Context(terms), panel.facts((one, year), (two, year)), 0.4, one)


def duels(panel: Panel) -> Iterator[Message]:
    """Yield messages on entities that passed another for good well inside the period."""
    for one in panel.names:
        for other in panel.names:
            above = [panel.at(one, year) > panel.at(other, year) for year in panel.years]
            if True not in above or above[0]:
                continue
            turn = above.index(True)
            if 3 <= turn <= len(above) - 4 and all(above[turn:]):
                terms = merge(
                    panel.terms,
                    entity_terms(panel.world, one),
                    {"F": other, "y0": str(panel.years[turn - 1]), "y1": str(panel.years[turn])},
                )
                yield Message("duel.S", Context(terms), (), 0.5, one)


def agreement(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the rank correlation of two orders of the same names, -1 to 1.

    >>> [agreement("abcd", other) for other in ("abcd", "dcba", "bacd")]
    [1.0, -1.0, 0.8]
    """
    count = len(one)
    apart = sum((place - other.index(name)) ** 2 for place, name in enumerate(one))
    return 1 - 6 * apart / (count * (count**2 - 1))


def common_events(panel: Panel, other: Panel) -> list[Happening]:
    """Return the events that show in two figures, in order of time."""
    moved = {touch.happening.id for touch in credited(other)}
    return [touch.happening for touch in credited(panel) if touch.happening.id in moved]


def cross(panel: Panel, other: Panel) -> list[Message]:
    """Return messages on how two figures go together in the last year, and on an entity that does not fit.

    None where they hardly do: the heads of two lists have names in common by chance.
    """
    year = panel.years[-1]
    one, two = panel.ranked(year), other.ranked(year)
    strength = agreement(one, two)
    if abs(strength) < _TIED:
        return []
    if strength < 0:
        two = two[::-1]
    names: Terms = {
        "other_the": str(other.terms["the"]),
        "other_bare": str(other.terms["bare"]),
        "other_a_bare": str(other.terms["a_bare"]),
        "The": str(panel.terms["the"]),
    }

    def pair(name: str, end: str) -> Terms:
        own = figures.with_unit(figures.plain(other.at(name, year), other.data.decimals), in_text(other.data.unit))
        return {**value_terms(end, panel.at(name, year), panel.data), f"o{end}": own}

    order = sorted(one, key=lambda name: (one.index(name) + two.index(name), one.index(name)))
    high, low = order[0], order[-1]
    flag = "same" if strength > 0 else "opposite"
    ends: Terms = {"High": high, "Low": low, "y1": str(year)}
    terms = merge(panel.terms, names, ends, pair(high, "high"), pair(low, "low"))
    facts = tuple(each.fact(name, year) for name in (high, low) for each in (panel, other))
    found = [Message("cross.S", Context(terms, frozenset({flag})), facts, 0.8)]
    odd = max(one, key=lambda name: abs(one.index(name) - two.index(name)))
    if abs(one.index(odd) - two.index(odd)) >= _ODD:
        terms = merge(panel.terms, names, entity_terms(panel.world, odd), pair(odd, "0"))
        found.append(Message("odd.S", Context(terms), (panel.fact(odd, year), other.fact(odd, year)), 0.6, odd))
    return found


def both_moved(panel: Panel, other: Panel, name: str) -> Message | None:
    """Return the message on how two figures of an entity moved over the whole period; None if one hardly did."""
    first, last = panel.years[0], panel.years[-1]
    a, b = move_context(panel, name, first, last), move_context(other, name, first, last)
    if "flat" in a.flags | b.flags:
        return None
    agree = frozenset({"agree"} if ("up" in a.flags) == ("up" in b.flags) else ())
    names: Terms = {"other_the": str(other.terms["the"]), "other_bare": str(other.terms["bare"])}
    terms = merge(panel.terms, entity_terms(panel.world, name), names, year_terms(first, last), {"a": a, "b": b})
    facts = (*panel.facts((name, first), (name, last)), *other.facts((name, first), (name, last)))
    return Message("both.S", Context(terms, agree), facts, 0.6, name)


def steepest_year(panel: Panel) -> tuple[Message, Message | None]:
    """Return the message on the year in which the average moved most, and on an event that pulled that way then."""
    means = {year: panel.mean(panel.names, year) for year in panel.years}
    year = max(panel.years[1:], key=lambda year: abs(means[year] - means[year - 1]))
    old, new = means[year - 1], means[year]
    moved, flags = change_terms(old, new, panel.data, panel.metric.better)
    flags -= {"small", "flat"} if stands_out(old, new, [means[year] for year in panel.years]) else set()
    values = pair_terms(old, new, panel.data)
    terms = merge(panel.terms, values, moved, year_terms(year - 1, year))
    found = Message("steepyear.S", Context(terms, frozenset(flags)), (), 0.6)
    reason = explain_average(panel.world, panel, year)
    return found, Message("yearevent.S", reason.context, (), 0.6) if reason is not None else None


def neighbours(panel: Panel, name: str) -> Message | None:
    """Return the message on an entity and the one of its group that differs most from it; None if it is alone."""
    first, last = panel.years[0], panel.years[-1]
    group = next(entity.group for entity in panel.world.entities if entity.name == name)
    others = [entity.name for entity in panel.world.entities if entity.group == group and entity.name != name]
    if not others:
        return None
    other = max(others, key=lambda other: abs(panel.at(other, last) - panel.at(name, last)))
    parts = {"a": move_context(panel, name, first, last), "b": move_context(panel, other, first, last)}
    terms = merge(panel.terms, year_terms(first, last), {"G": group}, parts)
    facts = panel.facts((name, last), (other, last))
    return Message("neighbours.S", Context(terms), facts, 0.5, name)


def podium(panel: Panel, year: int) -> list[Message]:
    """Return messages on the three highest and the three lowest of a year, and on who was so in the first."""
    first, last = panel.years[0], year
    found = []
    for rule, ranked, then in (
        ("podium.S", panel.ranked(last), panel.ranked(first)),
        ("cellar.S", panel.ranked(last)[::-1], panel.ranked(first)[::-1]),
    ):
        names = ranked[:3]
        values = merge(
            *(value_terms(part, panel.at(name, last), panel.data) for part, name in zip("abc", names, strict=True))
        )
        terms: Terms = {"A": names[0], "B": names[1], "C": names[2], "y0": str(first), "y1": str(last)}
        terms = merge(terms, values)
        facts = panel.facts(*((name, last) for name in names))
        found.append(Message(rule, Context(merge(panel.terms, terms)), facts, 0.6))
        stayed = [name for name in names if name in then[:3]]
        if rule == "podium.S":
            flag = ("none", "one", "two", "all")[len(stayed)]
            who: Terms = {"who": stayed[0] if stayed else ""}
            found.append(Message("podium.same", Context(merge(terms, who), frozenset({flag})), (), 0.4))
    return found
