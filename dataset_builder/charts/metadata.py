"""The metadata object that stands beside each chart (SynthDocBench, Table 17), from the spec that is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dataset_builder.charts.colours import colour_encoding, colour_map
from dataset_builder.charts.insights import Insight, insights

if TYPE_CHECKING:
    from dataset_builder.charts.spec import Axis, ChartSpec, Datum

_NO_GRID = frozenset({"pie", "donut", "sankey", "treemap", "heatmap", "slope"})
_NAMED_AT_MARKS = frozenset({"slope", "sankey", "diverging_bar"})
_NAMED_WHERE_ASKED = frozenset({"multi_line", "stacked_area", "pie", "donut"})
"""Types that name their parts at the marks if the style's legend is ``direct``."""


def metadata(spec: ChartSpec, trace: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the metadata of a chart, ready for JSON.

    ``data`` has one entry a mark, in the spec's order; an insight's ``data`` repeat the entries' label and category.

    Args:
        spec: what the chart shows.
        trace: what its drawing left. Only the drawing knows whether names found room at their marks; without it,
            ``hasLegend`` is what the style asks for.
    """
    return {
        "vizId": spec.viz_id,
        "chartType": spec.chart_type,
        "title": spec.title,
        "axes": {"x": _axis(spec.x), "y": _axis(spec.y)},
        "data": [_entry(datum) for datum in spec.data],
        "insights": [_insight(spec, insight) for insight in insights(spec)],
        "visualProperties": {
            "colorEncoding": colour_encoding(spec),
            "colorMap": colour_map(spec),
            "sortOrder": _order([datum.value for datum in spec.data]),
            "hasLegend": _wants_legend(spec) if trace is None else bool(trace["legend"]),
            "hasGridlines": _has_gridlines(spec),
            "highlightedItems": list(spec.highlighted),
            "annotationCount": len(spec.annotations),
        },
        "sourceContext": spec.source,
    }


def _wants_legend(spec: ChartSpec) -> bool:
    if spec.chart_type in _NAMED_AT_MARKS or colour_encoding(spec) in ("single", "highlight"):
        return spec.chart_type == "bubble"  # its circles explain the sizes
    return spec.chart_type not in _NAMED_WHERE_ASKED or spec.style.legend != "direct"


def _has_gridlines(spec: ChartSpec) -> bool:
    if spec.chart_type in _NO_GRID:
        return False
    if spec.chart_type == "sparkline_grid":
        return spec.exact != "labels"
    return spec.chart_type == "radar" or spec.style.grid != "none" or spec.exact != "labels"


def _axis(axis: Axis) -> dict[str, Any]:
    entry: dict[str, Any] = {"label": axis.label, "type": axis.kind}
    if axis.unit:
        entry["unit"] = axis.unit
    if axis.low is not None and axis.high is not None:
        entry["range"] = [axis.low, axis.high]
    return entry


def _entry(datum: Datum) -> dict[str, Any]:
    return {
        "label": datum.label,
        "value": datum.value,
        "category": datum.category,
        "metadata": dict(datum.extra),
    }


def _insight(spec: ChartSpec, insight: Insight) -> dict[str, Any]:
    marks = [{"label": spec.data[i].label, "category": spec.data[i].category} for i in insight.marks]
    entry: dict[str, Any] = {"type": insight.kind, "value": insight.value, "unit": insight.unit, "data": marks}
    if insight.direction:
        entry["direction"] = insight.direction
    return entry


def _order(values: list[float]) -> str:
    """Return whether the values rise (``ascending``), fall (``descending``), or neither (``given``)."""
    if all(a <= b for a, b in pairwise(values)):
        return "ascending"
    return "descending" if all(a >= b for a, b in pairwise(values)) else "given"
