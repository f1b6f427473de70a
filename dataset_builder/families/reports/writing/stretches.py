"""More to say on single entities: stretches of years, own highs and lows, distances from the average and each other."""

from __future__ import annotations

from collections.abc import Iterator

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Desk, Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, change
from dataset_builder.families.reports.writing.paths import path
from dataset_builder.families.reports.writing.terms import Terms, difference, entity_terms, merge, value_terms

_SHIFT = 0.2
"""Least share of a distance from the average by which it must have changed to be worth a sentence."""
_WORTH = 0.05
"""Relative change of a stretch of years that is worth a sentence."""


def stretches(panel: Panel, name: str) -> Iterator[Message]:
    """Yield changes of an entity: over the whole period, to and from its own turn, then its longest way up or down."""
    first, last = panel.years[0], panel.years[-1]
    turn = turning_year(panel, name)
    spans = [(first, last), (first, turn), (turn, last), widest_span(panel, name, 1), widest_span(panel, name, -1)]
    for start, end in spans:
        if end - start > 1 and abs(panel.at(name, end) / panel.at(name, start) - 1) >= _WORTH:
            yield change(panel, name, start, end)


def turning_year(panel: Panel, name: str) -> int:
    """Return the inner year in which an entity lies furthest off the line from its first value to its last."""
    first, last = panel.years[0], panel.years[-1]
    slope = (panel.at(name, last) - panel.at(name, first)) / (last - first)
    return max(
        panel.years[1:-1], key=lambda year: abs(panel.at(name, year) - panel.at(name, first) - slope * (year - first))
    )


def widest_span(panel: Panel, name: str, sign: int) -> tuple[int, int]:
    """Return the two years, in order, between which an entity rose (``sign`` 1) or fell (-1) most."""
    spans = [(start, end) for place, start in enumerate(panel.years) for end in panel.years[place + 1 :]]
    return max(spans, key=lambda span: sign * (panel.at(name, span[1]) - panel.at(name, span[0])))


def fresh_stretch(desk: Desk, panel: Panel, name: str) -> Message | None:
    """Return a change of an entity that has not been told, or its path by way of its turn; None if all were."""
    return next(desk.fresh((*stretches(panel, name), path(panel, name))), None)


def own_range(panel: Panel, name: str) -> Message | None:
    """Return the message on the highest and lowest year of an entity; None where several years share one."""
    values = [panel.at(name, year) for year in panel.years]
    high, low = max(values), min(values)
    if values.count(high) > 1 or values.count(low) > 1:
        return None
    years = panel.years[values.index(high)], panel.years[values.index(low)]
    terms = merge(
        panel.terms,
        entity_terms(panel.world, name),
        value_terms("high", high, panel.data),
        value_terms("low", low, panel.data),
        {"yh": str(years[0]), "yl": str(years[1]), "d": difference(high - low, panel.data)},
    )
    flag = "later" if years[0] > years[1] else "earlier"
    facts = panel.facts((name, years[0]), (name, years[1]))
    return Message("own.S", Context(terms, frozenset({flag})), facts, 0.4, name)


def off_average(panel: Panel, name: str) -> Message | None:
    """Return the message on how far an entity lay from the average in the first year and the last; None if on it."""
    first, last = panel.years[0], panel.years[-1]
    gaps = [round(panel.at(name, year) - panel.mean(panel.names, year), panel.data.decimals) for year in (first, last)]
    if 0 in gaps or abs(abs(gaps[1]) - abs(gaps[0])) < _SHIFT * max(map(abs, gaps)):
        return None
    terms: Terms = {"d0": difference(gaps[0], panel.data), "d1": figures.plain(abs(gaps[1]), panel.data.decimals)}
    terms |= {"w0": str(gaps[0]), "w1": str(gaps[1]), "y0": str(first), "y1": str(last)}
    crossed = gaps[0] * gaps[1] < 0
    flags = {"above" if gaps[0] > 0 else "below"}
    flags.add("crossed" if crossed else "further" if abs(gaps[1]) > abs(gaps[0]) else "nearer")
    own = entity_terms(panel.world, name)
    return Message("offaverage.S", Context(merge(panel.terms, own, terms), frozenset(flags)), (), 0.4, name)
