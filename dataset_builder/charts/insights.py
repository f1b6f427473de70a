"""What a chart shows at a glance, computed from its data: the typed facts of SynthDocBench's Table 17."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import quantiles
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from dataset_builder.charts.spec import ChartSpec, Datum

InsightKind = Literal["maximum", "minimum", "comparison", "gap", "trend", "outlier", "proportion"]

_ORDERED = frozenset({"line", "area", "multi_line", "stacked_area", "sparkline_grid", "slope"})
_PARTS = frozenset({"pie", "donut", "treemap", "stacked_bar", "stacked_area", "sankey", "histogram"})
_PAIRS = frozenset({"dumbbell", "slope"})
_NO_FENCE = _ORDERED | {"pie", "donut", "waterfall", "histogram", "treemap", "sankey"}


@dataclass(frozen=True)
class Insight:
    """One fact.

    Attributes:
        kind: ``maximum`` and ``minimum``: the largest and the smallest value, where one mark alone has it;
            ``comparison``: by how much the largest is above the next; ``gap``: the widest distance within a pair
            of a slope or dumbbell, elsewhere from the largest to the smallest; ``trend``: change of a series from its
            first to its last mark; ``outlier``: a value beyond Tukey's fences; ``proportion``: share of the largest
            part in the whole.
        value: what was computed.
        unit: the values' own; ``%`` for a proportion.
        marks: indexes of the data it speaks of, into the spec's.
        direction: of a trend: ``rises`` or ``falls`` at every step, ``ends higher``, ``ends lower``, ``ends level``.
    """

    kind: InsightKind
    value: float
    unit: str
    marks: tuple[int, ...]
    direction: str = ""


def insights(spec: ChartSpec) -> tuple[Insight, ...]:
    """Return the facts of a chart, in the order of ``InsightKind``."""
    marks = [(i, datum) for i, datum in enumerate(spec.data) if _compares(spec, datum)]
    ranked = sorted(marks, key=lambda mark: -mark[1].value)
    found = [*_extremes(spec, ranked), *_gap(spec, ranked)]
    if spec.chart_type in _ORDERED:
        found += _trends(spec)
    found += _outliers(spec, marks)
    if spec.chart_type in _PARTS:
        found.append(_proportion(spec))
    return tuple(found)


def _compares(spec: ChartSpec, datum: Datum) -> bool:
    """Return whether a mark's value can be set beside the others': not levels among changes, nor outliers."""
    levels = ("start", "total") if spec.chart_type == "waterfall" else ("outlier",)
    return datum.extra.get("kind") not in levels


def _difference(spec: ChartSpec, high: float, low: float) -> float:
    """Return a difference without what binary fractions add to it."""
    return round(high - low, spec.decimals + 2)


def _extremes(spec: ChartSpec, ranked: Sequence[tuple[int, Datum]]) -> Iterator[Insight]:
    if len(ranked) < 2:
        return
    (first, top), (second, next_one) = ranked[:2]
    if top.value > next_one.value:
        yield Insight("maximum", top.value, spec.unit, (first,))
    (last, bottom), (_, above) = ranked[-1], ranked[-2]
    if bottom.value < above.value:
        yield Insight("minimum", bottom.value, spec.unit, (last,))
    if top.value > next_one.value and (len(ranked) == 2 or next_one.value > ranked[2][1].value):
        yield Insight("comparison", _difference(spec, top.value, next_one.value), spec.unit, (first, second))


def _gap(spec: ChartSpec, ranked: Sequence[tuple[int, Datum]]) -> Iterator[Insight]:
    if spec.chart_type not in _PAIRS:
        if len(ranked) > 1 and ranked[0][1].value > ranked[-1][1].value:
            value = _difference(spec, ranked[0][1].value, ranked[-1][1].value)
            yield Insight("gap", value, spec.unit, (ranked[0][0], ranked[-1][0]))
        return
    pairs: dict[str, list[int]] = {}
    for i, datum in enumerate(spec.data):
        pairs.setdefault(datum.label if spec.chart_type == "dumbbell" else datum.category, []).append(i)
    widths = {name: abs(spec.data[i].value - spec.data[j].value) for name, (i, j) in pairs.items()}
    widest, *others = sorted(widths, key=lambda name: -widths[name])
    if not others or not math.isclose(widths[widest], widths[others[0]], rel_tol=1e-9, abs_tol=1e-9):
        i, j = pairs[widest]
        high, low = sorted((spec.data[i].value, spec.data[j].value), reverse=True)
        yield Insight("gap", _difference(spec, high, low), spec.unit, (i, j))


def _trends(spec: ChartSpec) -> Iterator[Insight]:
    for name in spec.categories or ("",):
        marks = [i for i, datum in enumerate(spec.data) if datum.category == name]
        values = [spec.data[i].value for i in marks]
        steps = [after - before for before, after in pairwise(values)]
        change = _difference(spec, values[-1], values[0])
        if all(step > 0 for step in steps):
            direction = "rises"
        elif all(step < 0 for step in steps):
            direction = "falls"
        else:
            direction = "ends higher" if change > 0 else "ends lower" if change < 0 else "ends level"
        yield Insight("trend", change, spec.unit, (marks[0], marks[-1]), direction)


def _outliers(spec: ChartSpec, marks: Sequence[tuple[int, Datum]]) -> Iterator[Insight]:
    if spec.chart_type == "box":
        for i, datum in enumerate(spec.data):
            if datum.extra.get("kind") == "outlier":
                yield Insight("outlier", datum.value, spec.unit, (i,))
        return
    if spec.chart_type in _NO_FENCE or len(marks) < 6:
        return
    low, _, high = quantiles((datum.value for _, datum in marks), n=4, method="inclusive")
    reach = 1.5 * (high - low)
    for i, datum in marks:
        if datum.value < low - reach or datum.value > high + reach:
            yield Insight("outlier", datum.value, spec.unit, (i,))


def _proportion(spec: ChartSpec) -> Insight:
    """Return the share of the largest part: of all marks, or, where marks stack up, of the last label's."""
    stacked = spec.chart_type in ("stacked_bar", "stacked_area")
    of = [i for i, datum in enumerate(spec.data) if not stacked or datum.label == spec.labels[-1]]
    if spec.chart_type == "sankey":
        targets = {datum.extra["target"] for datum in spec.data}
        of = [i for i in of if spec.data[i].extra["source"] not in targets]
    whole = math.fsum(spec.data[i].value for i in of)
    largest = max(of, key=lambda i: spec.data[i].value)
    share = 100 * spec.data[largest].value / whole if whole else 0.0
    return Insight("proportion", round(share, 2), "%", (largest,))
