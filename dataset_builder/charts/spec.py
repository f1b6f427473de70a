"""What a chart shows: its data, axes and words, checked once so that whatever is drawn can be read without doubt."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from dataset_builder.charts import rules

if TYPE_CHECKING:
    from dataset_builder.charts.styles import ChartStyle

CHART_TYPES = tuple(rules.DATA_LIMITS)
"""The twenty-four types, in the order of SynthDocBench's list."""

AxisKind = Literal["category", "linear", "log", "time"]
Exactness = Literal["labels", "grid", "tolerance"]

_VIZ_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class Datum:
    """One mark.

    What the fields mean depends on the chart type:

    - bar, horizontal_bar, diverging_bar, lollipop, line, area: ``label`` and ``value``; a ``category``, where all but
      diverging_bar may have one, is the panel of small multiples that the mark stands in.
    - pie, donut: ``label`` and ``value``.
    - grouped_bar, stacked_bar, heatmap, radar, slope (two labels), dumbbell (two categories), multi_line,
      stacked_area, sparkline_grid: ``label`` is the place along the axis (or the row), ``category`` the series (or
      the column).
    - waterfall: ``value`` is the change, or the level where ``extra["kind"]`` is ``start`` or ``total``.
    - histogram: ``value`` is the count between ``extra["low"]`` and ``extra["high"]``.
    - scatter: ``label`` names the point at (``extra["x"]``, ``value``); bubble has ``extra["size"]`` as well.
    - box: ``value`` is the median of ``extra`` min, q1, q3, max; an outlier is a datum of its own, of the box's label,
      with ``extra["kind"] == "outlier"``.
    - sankey: ``value`` flows from ``extra["source"]`` to ``extra["target"]``.
    - treemap: ``label`` is the leaf, ``category`` its parent.
    """

    label: str
    value: float
    category: str = ""
    extra: Mapping[str, float | str] = field(default_factory=dict)

    def number(self, key: str) -> float:
        """Return the number at ``key`` of ``extra``; NaN where there is none."""
        found = self.extra.get(key)
        return float(found) if isinstance(found, int | float) else math.nan


@dataclass(frozen=True)
class Axis:
    """What runs along one side.

    Attributes:
        label: as printed at the axis; may be empty.
        kind: ``category`` and ``time`` show the data's labels in their order, ``linear`` and ``log`` numbers.
        unit: as printed behind the label.
        low: where the axis starts, in its unit; None leaves it to the drawing.
        high: where it ends.
        step: distance of its labelled gridlines; None leaves it to the drawing.
        minor: into how many parts unlabelled gridlines divide a step.
    """

    label: str = ""
    kind: AxisKind = "linear"
    unit: str = ""
    low: float | None = None
    high: float | None = None
    step: float | None = None
    minor: int = 1


@dataclass(frozen=True)
class Annotation:
    """A remark: at the mark of ``label`` and ``category``, or, with a ``value``, at a line drawn across at it."""

    text: str
    label: str = ""
    category: str = ""
    value: float | None = None


@dataclass(frozen=True)
class ChartSpec:
    """A chart before it is drawn.

    Attributes:
        viz_id: unique within a document, such as ``viz-3-1`` (section 3, first chart of it).
        chart_type: one of ``CHART_TYPES``.
        title: as printed.
        data: in the order in which labels and categories are shown.
        x: the axis along which the labels (or ``extra["x"]``) run.
        y: the axis of the values. Types with lying bars turn both on the page.
        unit: unit of the values, scale included, such as ``thousand bottles``, ``%`` or ``$``.
        decimals: digits after the point of a printed value.
        style: how it looks.
        subtitle: a second line under the title.
        source: a line at the foot.
        highlighted: labels or categories that stand out.
        annotations: remarks.
        exact: how a reader gets exact values: printed at every mark (``labels``), from labelled gridlines on which all
            values lie (``grid``), or not at all (``tolerance``, see there).
        ranking: names in the order in which colours are dealt to them, the same for all charts in which a name is to
            have one colour; where there are none, each chart deals them in the order of its data.

    Raises:
        ValueError: for what could not be drawn or not be read without doubt.
    """

    viz_id: str
    chart_type: str
    title: str
    data: tuple[Datum, ...]
    x: Axis
    y: Axis
    unit: str
    decimals: int
    style: ChartStyle
    subtitle: str = ""
    source: str = ""
    highlighted: tuple[str, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    exact: Exactness = "labels"
    ranking: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a spec that breaks a rule of its type."""
        if not _VIZ_ID.fullmatch(self.viz_id):
            raise ValueError(f"viz_id {self.viz_id!r} is not letters, digits, '-' and '_' after a first letter")
        for problem in self._problems():
            raise ValueError(f"{self.viz_id}: {problem}")

    def _problems(self) -> Iterable[str]:
        if self.chart_type not in CHART_TYPES:
            yield f"chart_type {self.chart_type!r} is not one of {', '.join(CHART_TYPES)}"
            return
        if not self.title.strip():
            yield "title is empty"
        if not 0 <= self.decimals <= 6:
            yield f"decimals {self.decimals} is not in 0..6"
        if self.exact not in get_args(Exactness):
            yield f"exact {self.exact!r} is not one of {', '.join(get_args(Exactness))}"
        yield from rules.problems(self)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the distinct labels in the order of the data."""
        return tuple(dict.fromkeys(datum.label for datum in self.data))

    @property
    def categories(self) -> tuple[str, ...]:
        """Return the distinct categories in the order of the data, without the empty one."""
        return tuple(dict.fromkeys(datum.category for datum in self.data if datum.category))

    @property
    def tolerance(self) -> float:
        """Return how far from the truth a careful reading may be, in the values' unit: half of a minor grid step.

        Zero where values are printed or lie on labelled gridlines.
        """
        if self.exact != "tolerance" or self.y.step is None:
            return 0.0
        return self.y.step / self.y.minor / 2

    def value_of(self, label: str, category: str = "") -> float:
        """Return the value of the mark of ``label`` and ``category``.

        Raises:
            KeyError: if there is no such mark.
        """
        for datum in self.data:
            if datum.label == label and datum.category == category and datum.extra.get("kind") != "outlier":
                return datum.value
        raise KeyError(f"{self.viz_id}: no mark of label {label!r} and category {category!r}")


def nice_step(span: float, intervals: int) -> float:
    """Return the smallest of 1, 2, 2.5, 5 times a power of ten that covers ``span`` in at most ``intervals`` steps.

    Args:
        span: length to cover, above 0.
        intervals: most steps wanted, 1 or more.

    >>> nice_step(870, 5), nice_step(0.9, 4), nice_step(100, 4)
    (200.0, 0.25, 25.0)
    """
    if span <= 0 or intervals < 1:
        raise ValueError(f"span {span} must be above 0 and intervals {intervals} at least 1")
    power = 10.0 ** math.floor(math.log10(span / intervals))
    for factor in (1, 2, 2.5, 5, 10, 20):
        if factor * power * intervals >= span * (1 - 1e-12):
            return float(f"{factor * power:.12g}")
    raise AssertionError("unreachable: 10 times the power below the wanted step covers the span")


def value_axis(values: Iterable[float], intervals: int = 5, *, from_zero: bool = True) -> Axis:
    """Return a linear axis with round ends and steps that holds all ``values``.

    Args:
        values: what must lie on it; for stacked types, the sums.
        intervals: labelled steps wanted, 2 or more; one more may be needed.
        from_zero: take zero in (bars and areas need it).

    >>> axis = value_axis([12, 87.5])
    >>> axis.low, axis.high, axis.step
    (0.0, 100.0, 20.0)
    """
    found = [*values, *([0.0] if from_zero else [])]
    low, high = min(found), max(found)
    if low == high:
        low, high = low - abs(low) / 2, high + (abs(high) / 2 or 1)
    step = nice_step(high - low, intervals)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return Axis(low=float(f"{first * step:.12g}"), high=float(f"{last * step:.12g}"), step=step)
