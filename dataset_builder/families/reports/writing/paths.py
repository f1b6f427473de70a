"""More of what a panel has to say: orders, the steepest year."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.events import explain_average
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.shapes import stands_out
from dataset_builder.families.reports.writing.terms import (
    change_terms,
    merge,
    pair_terms,
    year_terms,
)


def agreement(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the rank correlation of two orders of the same names, -1 to 1.

    >>> [agreement("abcd", other) for other in ("abcd", "dcba", "bacd")]
    [1.0, -1.0, 0.8]
    """
    count = len(one)
    apart = sum((place - other.index(name)) ** 2 for place, name in enumerate(one))
    return 1 - 6 * apart / (count * (count**2 - 1))


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
