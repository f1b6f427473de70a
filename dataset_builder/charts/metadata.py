"""The metadata object that stands beside each chart (SynthDocBench, Table 17), from the spec that is drawn."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from dataset_builder.charts.colours import colour_encoding, colour_map
from dataset_builder.charts.insights import Insight, insights

if TYPE_CHECKING:
    from dataset_builder.charts.spec import Axis, ChartSpec, Datum

_NO_GRID = frozenset({"pie", "donut", "sankey", "treemap", "heatmap", "slope", "sparkline_grid"})


def metadata(spec: ChartSpec) -> dict[str, Any]:
    """Return the metadata of a chart, ready for JSON.

    ``data`` has one entry a mark, in the spec's order; an insight's ``data`` repeat the entries' label and category.
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
            "hasLegend": colour_encoding(spec) not in ("single", "highlight"),
            "hasGridlines": spec.chart_type not in _NO_GRID and (spec.style.grid != "none" or spec.exact != "labels"),
            "highlightedItems": list(spec.highlighted),
            "annotationCount": len(spec.annotations),
        },
        "sourceContext": spec.source,
    }


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
