"""How much room charts of each type want on a page."""

from __future__ import annotations

import math

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.model import Table

_NARROW = frozenset(
    {"bar", "horizontal_bar", "lollipop", "line", "area", "pie", "donut", "slope", "diverging_bar", "histogram",
     "waterfall", "stacked_bar", "multi_line", "dumbbell", "box"}
)  # fmt: skip
"""Types that can be read in a column of some 320 pixels."""

_NARROW_DATA = 16

_MOST_NARROW = {"slope": 10}
"""Data of a narrow chart of a type, where that is not ``_NARROW_DATA``: slopes have names at both ends."""

_THIN = 0.08
"""Share of the highest stack below which a part's value has no room within it."""

_UPRIGHT = frozenset({"bar", "lollipop", "waterfall", "histogram"})
"""Types whose names stand under their marks."""

_FEW_NAMES = 7
"""Names that have room under the marks of a narrow chart."""

BROAD = frozenset({"sankey", "heatmap", "sparkline_grid", "treemap", "scatter", "bubble"})
"""Types that want the width of a page."""


def fits_column(spec: ChartSpec | Table) -> bool:
    """Return whether a chart can be read in a column of some 320 pixels."""
    return (
        isinstance(spec, ChartSpec)
        and spec.chart_type in _NARROW
        and len(spec.data) <= _MOST_NARROW.get(spec.chart_type, _NARROW_DATA)
        and not is_crowded(spec)
    )


def is_crowded(spec: ChartSpec) -> bool:
    """Return whether a chart has more names or values than a column has room for."""
    if spec.chart_type == "stacked_bar":
        sums = [sum(datum.value for datum in spec.data if datum.label == label) for label in spec.labels]
        return min(datum.value for datum in spec.data) < _THIN * max(sums)
    return spec.chart_type in _UPRIGHT and max(map(len, spec.labels)) > 4 and len(spec.labels) > _FEW_NAMES


def heights(spec: ChartSpec) -> list[tuple[int, int]]:
    """Return heights in CSS pixels that a chart looks well at, each with the width that it is for."""
    rows, series = len(spec.labels), max(1, len(spec.categories))
    lying = 105 + 24 * rows
    wide, narrow = {
        "horizontal_bar": (lying, lying + 15),
        "diverging_bar": (lying, lying + 15),
        "lollipop": (max(230, lying), lying + 15),
        "dumbbell": (lying + 25, lying + 40),
        "box": (max(280, lying), 300),
        "heatmap": (120 + 30 * rows, 140 + 30 * rows),
        "sparkline_grid": (70 + 138 * math.ceil(series / 3), 70 + 124 * math.ceil(series / 2)),
        "radar": (370, 350),
        "scatter": (380, 340),
        "bubble": (410, 370),
        "stacked_bar": (max(300, 96 + 36 * rows), max(300, 110 + 34 * rows)),
        "sankey": (340, 330),
        "treemap": (min(330, 140 + 20 * len(spec.data)), 320),
        "pie": (270, 290),
        "donut": (270, 290),
        "slope": (max(300, 90 + 30 * max(rows, series)), 320),
    }.get(spec.chart_type, (300, 285))
    tallest = 500 if spec.chart_type == "sparkline_grid" else 440
    return [(320, max(230, min(tallest + 30, narrow))), (640, max(210, min(tallest, wide)))]
