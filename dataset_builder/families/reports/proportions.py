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
        and len(spec.data) <= _NARROW_DATA
        and not is_crowded(spec)
    )


def is_crowded(spec: ChartSpec) -> bool:
    """Return whether a chart has more names under its marks than a column has room for."""
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
        "sparkline_grid": (70 + 114 * math.ceil(series / 3), 70 + 104 * math.ceil(series / 2)),
        "radar": (370, 350),
        "scatter": (380, 340),
        "bubble": (410, 370),
        "stacked_bar": (max(300, 96 + 36 * rows), max(300, 110 + 34 * rows)),
        "sankey": (340, 330),
        "treemap": (330, 320),
        "pie": (270, 290),
        "donut": (270, 290),
        "slope": (max(300, 90 + 30 * max(rows, series)), 320),
    }.get(spec.chart_type, (300, 285))
    return [(320, max(230, min(470, narrow))), (640, max(210, min(440, wide)))]
