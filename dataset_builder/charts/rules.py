"""The rules that the data of each chart type obey, so that every mark can be drawn, named and read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataset_builder.charts.spec import Axis, ChartSpec, Datum

DATA_LIMITS = {
    "bar": (2, 40),
    "horizontal_bar": (2, 40),
    "grouped_bar": (4, 60),
    "stacked_bar": (4, 60),
    "diverging_bar": (2, 24),
    "waterfall": (3, 16),
    "histogram": (4, 24),
    "line": (2, 60),
    "multi_line": (4, 120),
    "area": (3, 40),
    "stacked_area": (6, 112),
    "sparkline_grid": (6, 160),
    "slope": (4, 24),
    "dumbbell": (4, 32),
    "lollipop": (2, 40),
    "scatter": (4, 80),
    "bubble": (3, 30),
    "box": (2, 40),
    "heatmap": (4, 144),
    "pie": (2, 8),
    "donut": (2, 8),
    "radar": (6, 48),
    "sankey": (2, 24),
    "treemap": (3, 24),
}
"""Fewest and most data of each type."""

PANEL_TYPES = frozenset({"bar", "horizontal_bar", "lollipop", "line", "area"})
"""Types of one series that categories divide into small multiples."""
MATRIX_TYPES = frozenset(
    {
        "grouped_bar",
        "stacked_bar",
        "heatmap",
        "radar",
        "slope",
        "dumbbell",
        "multi_line",
        "stacked_area",
        "sparkline_grid",
    }
)
"""Types with a mark for each pair of a label and a category."""
PART_TYPES = frozenset({"pie", "donut", "treemap", "stacked_bar", "stacked_area", "sankey", "histogram"})
"""Types whose lengths or areas add up, so that no value may be negative."""
ZERO_TYPES = frozenset(
    {
        "bar",
        "horizontal_bar",
        "grouped_bar",
        "stacked_bar",
        "diverging_bar",
        "waterfall",
        "histogram",
        "area",
        "stacked_area",
        "lollipop",
    }
)
"""Types whose lengths stand for values, so that their axis holds zero."""

_MOST_SERIES = {"slope": 12, "dumbbell": 2, "radar": 5, "heatmap": 16, "sparkline_grid": 16}
_MOST_PANELS = 9


def problems(spec: ChartSpec) -> Iterator[str]:
    """Yield what is wrong with the data and axes of a spec whose type is known, the first thing first."""
    yield from _check_counts(spec)
    for datum in spec.data:
        yield from _check_datum(spec, datum)
    yield from _check_categories(spec)
    yield from _check_whole(spec)
    for name, axis in (("x", spec.x), ("y", spec.y)):
        yield from _check_axis(name, axis)
    yield from _check_value_axis(spec)
    yield from _check_exactness(spec)
    yield from _check_references(spec)


def _check_counts(spec: ChartSpec) -> Iterator[str]:
    low, high = DATA_LIMITS[spec.chart_type]
    if not low <= len(spec.data) <= high:
        yield f"{spec.chart_type} has {len(spec.data)} data, allowed are {low} to {high}"
    counts = Counter(_key(spec, datum) for datum in spec.data if datum.extra.get("kind") != "outlier")
    twice = [" / ".join(part for part in key if part) for key, count in counts.items() if count > 1]
    if twice:
        yield f"mark {twice[0]!r} is there twice"


def _key(spec: ChartSpec, datum: Datum) -> tuple[str, str]:
    if spec.chart_type == "sankey":
        return str(datum.extra.get("source", "")), str(datum.extra.get("target", ""))
    if spec.chart_type in ("scatter", "bubble"):
        return datum.label, ""
    return datum.label, datum.category


def _check_datum(spec: ChartSpec, datum: Datum) -> Iterator[str]:
    where = f"datum {datum.label!r}" + (f" / {datum.category!r}" if datum.category else "")
    if not datum.label.strip():
        yield "a datum has an empty label"
    numbers = {"value": datum.value, **{k: v for k, v in datum.extra.items() if not isinstance(v, str)}}
    for name, number in numbers.items():
        if not math.isfinite(number):
            yield f"{where}: {name} {number} is not finite"
    if spec.chart_type in PART_TYPES and datum.value < 0:
        yield f"{where}: value {datum.value} is negative, a {spec.chart_type} allows 0 or more"
    if spec.chart_type in ("pie", "donut", "treemap", "sankey") and datum.value == 0:
        yield f"{where}: value 0 would leave no mark in a {spec.chart_type}"
    for key in {"scatter": ("x",), "bubble": ("x", "size"), "histogram": ("low", "high")}.get(spec.chart_type, ()):
        if math.isnan(datum.number(key)):
            yield f"{where}: extra has no number {key!r}"
    if spec.chart_type == "bubble" and datum.number("size") <= 0:
        yield f"{where}: size {datum.number('size')} is not above 0"
    if spec.chart_type == "histogram" and datum.number("low") >= datum.number("high"):
        yield f"{where}: low {datum.number('low')} is not below high {datum.number('high')}"
    if spec.chart_type == "box" and datum.extra.get("kind") != "outlier":
        five = [datum.number("min"), datum.number("q1"), datum.value, datum.number("q3"), datum.number("max")]
        if any(math.isnan(number) for number in five) or five != sorted(five):
            yield f"{where}: min, q1, median, q3, max {five} are not five rising numbers"
    if spec.chart_type == "waterfall" and datum.extra.get("kind", "change") not in ("start", "change", "total"):
        yield f"{where}: kind {datum.extra['kind']!r} is not one of start, change, total"
    if spec.chart_type == "sankey":
        for key in ("source", "target"):
            if not str(datum.extra.get(key, "")).strip():
                yield f"{where}: extra has no {key!r}"


def _check_categories(spec: ChartSpec) -> Iterator[str]:
    kind, labels, categories = spec.chart_type, spec.labels, spec.categories
    matrix = kind in MATRIX_TYPES or (kind in PANEL_TYPES and bool(categories))
    if matrix and len(spec.data) != len(labels) * len(categories):
        yield (
            f"{kind} has {len(spec.data)} marks for {len(labels)} labels and {len(categories)} categories, "
            "it needs one for each pair"
        )
    least = 1 if kind in ("radar", "sparkline_grid") else 2
    if kind in MATRIX_TYPES and len(categories) < least:
        yield f"{kind} has {len(categories)} categories, at least {least} are needed"
    if kind == "dumbbell" and len(categories) != 2:
        yield f"dumbbell has {len(categories)} categories, allowed are exactly 2"
    if kind == "slope" and len(labels) != 2:
        yield f"slope has {len(labels)} labels, allowed are exactly 2"
    if kind == "radar" and not 3 <= len(labels) <= 12:
        yield f"radar has {len(labels)} labels, allowed are 3 to 12"
    if len(categories) > _MOST_SERIES.get(kind, _MOST_PANELS):
        yield f"{kind} has {len(categories)} categories, allowed are {_MOST_SERIES.get(kind, _MOST_PANELS)} at most"
    if categories and kind in ("pie", "donut", "diverging_bar", "waterfall", "histogram", "box", "sankey"):
        yield f"{kind} has category {categories[0]!r}, it takes none"


def _check_whole(spec: ChartSpec) -> Iterator[str]:
    if spec.chart_type == "histogram":
        for left, right in zip(spec.data, spec.data[1:], strict=False):
            if left.number("high") != right.number("low"):
                yield f"bin {right.label!r} does not start where {left.label!r} ends"
    if spec.chart_type == "waterfall":
        yield from _check_waterfall(spec)
    if spec.chart_type == "box":
        boxes = {datum.label: datum for datum in spec.data if datum.extra.get("kind") != "outlier"}
        for datum in spec.data:
            box = boxes.get(datum.label)
            if box is None:
                yield f"outlier of {datum.label!r} has no box"
            elif datum is not box and box.number("min") <= datum.value <= box.number("max"):
                yield f"outlier {datum.value} of {datum.label!r} lies within its whiskers"
    if spec.chart_type == "sankey" and (cycle := _find_cycle(spec.data)):
        yield f"flows run in a circle through {cycle!r}"


def _check_waterfall(spec: ChartSpec) -> Iterator[str]:
    level = 0.0
    for index, datum in enumerate(spec.data):
        kind = datum.extra.get("kind", "change")
        if kind == "start" and index > 0:
            yield f"start {datum.label!r} is not the first mark"
        if kind == "total" and not math.isclose(datum.value, level, rel_tol=1e-9, abs_tol=1e-9):
            yield f"total {datum.label!r} is {datum.value}, the changes before it add up to {level}"
        level = datum.value if kind in ("start", "total") else level + datum.value


def _find_cycle(data: Iterable[Datum]) -> str | None:
    """Return a node of a circle of flows, None where there is none: strip nodes that nothing flows into."""
    flows = {(str(datum.extra.get("source")), str(datum.extra.get("target"))) for datum in data}
    while flows:
        targets = {target for _, target in flows}
        left = {(source, target) for source, target in flows if source in targets}
        if left == flows:
            return min(source for source, _ in flows)
        flows = left
    return None


def _check_axis(name: str, axis: Axis) -> Iterator[str]:
    ends = [end for end in (axis.low, axis.high) if end is not None]
    if any(not math.isfinite(end) for end in ends) or (len(ends) == 2 and ends[0] >= ends[1]):
        yield f"axis {name}: low {axis.low} is not below high {axis.high}"
    if axis.kind == "log" and any(end <= 0 for end in ends):
        yield f"axis {name}: a log axis allows ends above 0 only, not {min(ends)}"
    if axis.step is not None and not axis.step > 0:
        yield f"axis {name}: step {axis.step} is not above 0"
    if axis.minor < 1:
        yield f"axis {name}: minor {axis.minor} is not 1 or more"


def _check_value_axis(spec: ChartSpec) -> Iterator[str]:
    axis = spec.y
    if axis.kind == "log":
        if spec.chart_type in ZERO_TYPES:
            yield f"axis y: a {spec.chart_type} starts at zero, which a log axis cannot show"
        if (least := min(datum.value for datum in spec.data)) <= 0:
            yield f"axis y: value {least} cannot stand on a log axis"
    reached = _reached(spec)
    if reached and axis.low is not None and min(reached) < axis.low:
        yield f"axis y: {min(reached)} lies below its low end {axis.low}"
    if reached and axis.high is not None and max(reached) > axis.high:
        yield f"axis y: {max(reached)} lies above its high end {axis.high}"


def _reached(spec: ChartSpec) -> list[float]:
    """Return the positions along the value axis that marks reach."""
    kind = spec.chart_type
    zero = [0.0] if kind in ZERO_TYPES else []
    if kind in ("pie", "donut", "treemap", "sankey", "heatmap"):
        return []
    if kind in ("stacked_bar", "stacked_area"):
        return zero + [sum(d.value for d in spec.data if d.label == label) for label in spec.labels]
    if kind == "waterfall":
        level, levels = 0.0, zero
        for datum in spec.data:
            level = datum.value if datum.extra.get("kind") in ("start", "total") else level + datum.value
            levels.append(level)
        return levels
    ends = [datum.number(key) for datum in spec.data for key in ("min", "max")] if kind == "box" else []
    return zero + [datum.value for datum in spec.data] + [end for end in ends if not math.isnan(end)]


def _check_exactness(spec: ChartSpec) -> Iterator[str]:
    if spec.exact == "labels":
        for datum in spec.data:
            if not math.isclose(round(datum.value, spec.decimals), datum.value, rel_tol=1e-12, abs_tol=1e-12):
                yield f"value {datum.value} of {datum.label!r} has more decimals than the {spec.decimals} printed"
        return
    if not _reached(spec):
        yield f"exact {spec.exact!r} needs a value axis, a {spec.chart_type} has none; allowed is 'labels'"
    elif spec.y.step is None or spec.y.low is None or spec.y.high is None:
        yield f"exact {spec.exact!r} needs low, high and step of axis y"
    elif spec.exact == "grid":
        for datum in spec.data:
            steps = (datum.value - spec.y.low) / spec.y.step
            if spec.chart_type in ("stacked_bar", "stacked_area", "waterfall"):
                steps = datum.value / spec.y.step
            if not math.isclose(steps, round(steps), abs_tol=1e-6):
                yield f"value {datum.value} of {datum.label!r} does not lie on a gridline of step {spec.y.step}"


def _check_references(spec: ChartSpec) -> Iterator[str]:
    known = {*spec.labels, *spec.categories}
    if spec.chart_type == "sankey":
        known |= {str(datum.extra.get(key)) for datum in spec.data for key in ("source", "target")}
    for name in spec.highlighted:
        if name not in known:
            yield f"highlighted {name!r} is neither a label nor a category"
    for note in spec.annotations:
        if not note.text.strip():
            yield "an annotation has no text"
        if note.value is None and not any((d.label, d.category) == (note.label, note.category) for d in spec.data):
            yield f"annotation {note.text!r} names no mark: label {note.label!r}, category {note.category!r}"
