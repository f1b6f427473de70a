"""Which charts a page has, of which type, and which columns each of them shows (DocHop, section 3, "chart schemas").

A figure shows every entity of the page against one axis: metrics of one unit, groups, times, or a single column. No
column is on two figures. A metric is shown undivided or by its groups throughout a page, since a total beside its parts
would be one more way to the answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dataset_builder.charts.spec import Axis, ChartSpec, Datum
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.hops.model import Column, Metric, Table, Topic
from dataset_builder.families.hops.narrative.patterns import join_words, lower_first
from dataset_builder.moments import MONTHS

Layout = Literal["single", "metrics", "groups", "times"]

LAYOUTS: dict[str, tuple[Layout, ...]] = {
    "bar": ("single",),
    "lollipop": ("single",),
    "grouped_bar": ("metrics", "groups", "times"),
    "stacked_bar": ("groups", "metrics"),
    "heatmap": ("metrics", "groups", "times"),
    "line": ("times",),
    "multi_line": ("times",),
}
"""What each of the seven chart types can show; a line chart has a panel for each entity."""

TIMES = 4
"""Consecutive times that a page knows."""

MOST_LINES = {2: 7, 3: 7, 4: 6, 6: 5}
"""Entities of a multi-line chart by the number of figures on the page; labels of more lines can't be told apart."""

MOST_MARKS = {2: 36, 3: 28, 4: 24, 6: 16}
"""Marks of one figure that can be labelled, by the number of figures on the page."""

MOST_PANELS = 4
"""Figures of a page that has room for a line chart, with its panel for each entity."""

_PREFERENCE = 0.6
"""Chance that a type that seldom fits is taken before the others where it does."""


@dataclass(frozen=True)
class Figure:
    """A chart of the page without its values.

    Attributes:
        viz_id: unique on the page: ``viz-1`` for the first.
        chart_type: a key of ``LAYOUTS``.
        layout: what distinguishes its columns.
        columns: in the order shown.
        entities: in the order shown.
        title: unique on the page; names all that its columns have in common.
        unit: of all its values.
        decimals: of all its values.
    """

    viz_id: str
    chart_type: str
    layout: Layout
    columns: tuple[Column, ...]
    entities: tuple[str, ...]
    title: str
    unit: str
    decimals: int

    def column_label(self, column: Column) -> str:
        """Return what distinguishes a column from the others of the figure, as printed on it."""
        return {"single": "", "metrics": column.metric, "groups": column.group, "times": column.time}[self.layout]


def list_times(rng: random.Random, period: str) -> tuple[str, ...]:
    """Return the ``TIMES`` consecutive times of a page, such as ``Q1 2024``, within two years."""
    year = rng.randrange(2018, 2026)
    if period == "year":
        return tuple(str(year - TIMES + 1 + step) for step in range(TIMES))
    names = MONTHS if period == "month" else tuple(f"Q{number}" for number in range(1, 5))
    first = rng.randrange(len(names) - TIMES + 1)
    return tuple(f"{name} {year}" for name in names[first : first + TIMES])


def sample_figures(
    rng: random.Random, topic: Topic, times: Sequence[str], entities: Sequence[str], count: int, series: int = 1
) -> tuple[Figure, ...] | None:
    """Return ``count`` figures of as many types as fit, None if the topic hasn't the columns for them.

    Args:
        rng: decides everything.
        topic: gives metrics and groups.
        times: of the page.
        entities: of the page; every figure shows them in an order of its own.
        count: a key of ``MOST_MARKS``.
        series: fewest pairs of metric and group that the figures are to show together.
    """
    widest = MOST_MARKS[count] // len(entities)
    divided = {metric.name for metric in topic.metrics if rng.random() < 0.45}
    fits = {"multi_line": len(entities) <= MOST_LINES[count], "line": count <= MOST_PANELS}
    types = [name for name in LAYOUTS if fits.get(name, True)]
    if series > 2 * count:
        types = [name for name in types if {"metrics", "groups"} & set(LAYOUTS[name])]
    rare = [name for name in fits if name in types and rng.random() < _PREFERENCE]
    others = [name for name in types if name not in rare]
    chosen = (rng.sample(rare, len(rare)) + rng.sample(others, len(others)) + rng.sample(types, len(types)))[:count]
    rng.shuffle(chosen)
    taken: set[Column] = set()
    shown: Counter[str] = Counter()
    figures = []
    for number, chart_type in enumerate(chosen, start=1):
        options = {
            layout: runs
            for layout in LAYOUTS[chart_type]
            if (runs := [run for run in _runs(rng, topic, times, divided, layout, widest) if taken.isdisjoint(run)])
        }
        if not options:
            return None
        layout = rng.choice(list(options))
        uses = [sum(shown[metric] for metric in {column.metric for column in run}) for run in options[layout]]
        least = min(uses)  # so that figures spread over the metrics
        columns = rng.choice([run for run, held in zip(options[layout], uses, strict=True) if held == least])
        shown.update(column.metric for column in columns)
        taken.update(columns)
        metric = find_metric(topic, columns[0])
        order = tuple(rng.sample(entities, len(entities)))
        title = _title(topic, layout, columns)
        figures.append(Figure(f"viz-{number}", chart_type, layout, columns, order, title, metric.unit, metric.decimals))
    return tuple(figures) if len({(column.metric, column.group) for column in taken}) >= series else None


def _runs(
    rng: random.Random, topic: Topic, times: Sequence[str], divided: set[str], layout: Layout, widest: int
) -> Iterator[tuple[Column, ...]]:
    """Yield the sets of columns that a figure of a layout can show."""
    series = [
        (metric, group) for metric in topic.metrics for group in (topic.groups if metric.name in divided else ("",))
    ]
    if layout == "single":
        for metric, group in series:
            for time in times:
                yield (Column(metric.name, group, time),)
    elif layout == "times":
        for metric, group in series:
            for length in range(2, min(widest, len(times)) + 1):
                for first in range(len(times) - length + 1):
                    yield tuple(Column(metric.name, group, time) for time in times[first : first + length])
    elif layout == "groups" and len(topic.groups) <= widest:
        for metric in topic.metrics:
            if metric.name in divided:
                for time in times:
                    yield tuple(Column(metric.name, group, time) for group in topic.groups)
    elif layout == "metrics":
        whole = [metric for metric in topic.metrics if metric.name not in divided]
        for unit in dict.fromkeys(metric.unit for metric in whole):
            alike = [metric for metric in whole if metric.unit == unit]
            if (most := min(len(alike), widest, 3)) >= 2:
                for time in times:
                    shown = rng.sample(alike, rng.randint(2, most))
                    yield tuple(Column(metric.name, "", time) for metric in shown)


def _title(topic: Topic, layout: Layout, columns: Sequence[Column]) -> str:
    first, last = columns[0], columns[-1]
    part = f", {first.group}" if first.group else ""
    if layout == "times":
        return f"{first.metric}{part}, {first.time} {'to' if len(columns) > 2 else 'and'} {last.time}"
    if layout == "groups":
        return f"{first.metric} by {topic.group}, {first.time}"
    if layout == "metrics":
        names = [first.metric, *(lower_first(column.metric) for column in columns[1:])]
        return f"{join_words(names, 'and')}, {first.time}"
    return f"{first.metric}{part}, {first.time}"


def find_metric(topic: Topic, column: Column) -> Metric:
    """Return the metric of a column."""
    return next(metric for metric in topic.metrics if metric.name == column.metric)


def chart_spec(figure: Figure, table: Table, style: ChartStyle) -> ChartSpec:
    """Return the figure with its values, ready to be drawn; every value is printed at its mark."""
    cells = [(name, column, table[column][name]) for name in figure.entities for column in figure.columns]
    over_time = figure.chart_type in ("line", "multi_line")
    if over_time:
        data = tuple(Datum(figure.column_label(column), value, name) for name, column, value in cells)
    else:
        data = tuple(Datum(name, value, figure.column_label(column)) for name, column, value in cells)
    return ChartSpec(
        viz_id=figure.viz_id,
        chart_type=figure.chart_type,
        title=figure.title,
        data=data,
        x=Axis(kind="time" if over_time else "category"),
        y=Axis(unit=figure.unit),
        unit=figure.unit,
        decimals=figure.decimals,
        style=style,
    )
