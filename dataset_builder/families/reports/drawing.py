"""Charts of regions: which mark is which value, the axes, and how exactly a reader can read them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from dataset_builder.charts.rules import ZERO_TYPES
from dataset_builder.charts.spec import Annotation, Axis, ChartSpec, Datum, Exactness, nice_step, value_axis
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.reports.cubes import find_relation
from dataset_builder.families.reports.model import Dataset, World, fact_id
from dataset_builder.families.reports.regions import Region
from dataset_builder.families.reports.samples import bin_edges
from dataset_builder.families.reports.titles import sentence_case
from dataset_builder.moments import MONTHS

Order = Sequence[str]

_BY_COLUMN = frozenset({"multi_line", "stacked_area", "sparkline_grid", "slope", "radar", "stacked_bar"})
"""Types of several series whose series are the rows."""
_OVER_TIME = frozenset({"line", "area", "multi_line", "stacked_area", "sparkline_grid"})
_NO_AXIS = frozenset({"pie", "donut", "treemap", "sankey", "heatmap"})
_FLOATING = frozenset({"line", "multi_line", "sparkline_grid", "slope", "dumbbell", "scatter", "bubble", "box"})
"""Types whose value axis may start above zero."""
_LOW = 0.55
"""Share of the highest value below which the lowest must lie for an axis to start at zero, for those types."""
_BARS = ("bar", "horizontal_bar", "lollipop")
_OF_SERIES = ("multi_line", "sparkline_grid", "slope")
_MINOR = {1: (2, 5), 2: (2, 4), 5: (5,)}
"""Into how many parts a step may be divided, by its first digit (2.5 has that of 5: five parts of a half)."""

MOST_PRINTED = {
    "line": 8,
    "area": 8,
    "multi_line": 16,
    "stacked_area": 20,
    "radar": 12,
    "scatter": 0,
    "bubble": 0,
    "sparkline_grid": 0,
}
"""Most marks that bear their value; none of these types print more, the other types always may."""
_MAY_TOLERATE = frozenset({"bar", "horizontal_bar", "lollipop", "histogram", "box", "dumbbell"})
_RINGS = 20.0


@dataclass(frozen=True)
class Drawn:
    """What of a chart follows from its region and type: marks, facts and terms in the order of the marks, axes.

    ``ranking``: names that have one colour in all charts (see ``ChartSpec``).
    """

    data: tuple[Datum, ...]
    facts: tuple[str, ...]
    terms: tuple[tuple[str, str], ...]
    x: Axis
    y: Axis
    unit: str
    decimals: int
    exact: Exactness
    ranking: tuple[str, ...]


def draw(world: World, region: Region, chart_type: str, exact: Exactness, minor: int, order: Order = ()) -> Drawn:
    """Return the marks and axes of a region as a chart of a type.

    Args:
        world: of the region.
        region: what is shown.
        chart_type: one that the region can be shown as.
        exact: ``labels`` or ``tolerance``.
        minor: into how many parts a step of the value axis is divided at most, where values are read by the grid.
        order: of the rows; their own where there is none.
    """
    rows = order or region.rows
    data, facts = zip(*_marks(world, region, chart_type, rows), strict=True)
    dataset = region.dataset
    terms: tuple[tuple[str, str], ...] = ()
    unit = dataset.unit
    if chart_type == "diverging_bar":
        first, last = (tuple(fact_id(dataset.id, (row, column)) for row in rows) for column in region.columns)
        terms = tuple(zip(last, first, strict=True))
        unit = difference_unit(unit)
    x, y = _axes(world, region, chart_type, data, exact, minor)
    return Drawn(
        data,
        facts,
        terms,
        x,
        replace(y, unit=unit) if y.label else y,
        unit,
        dataset.decimals,
        exact,
        _ranking(world, dataset),
    )


def _ranking(world: World, dataset: Dataset) -> tuple[str, ...]:
    """Return the entities, or the parts of a composition."""
    if dataset.kind in ("panel", "profile"):
        return tuple(entity.name for entity in world.entities)
    return dataset.keys[0] if dataset.kind == "composition" else ()


def difference_unit(unit: str) -> str:
    """Return the unit of a difference of two values.

    >>> difference_unit("%"), difference_unit("months")
    ('percentage points', 'months')
    """
    return unit.replace("%", "percentage points", 1) if unit.startswith("%") else unit


def _marks(world: World, region: Region, chart_type: str, rows: Order) -> Iterable[tuple[Datum, str]]:
    """Yield marks with the ids of their facts."""
    dataset = region.dataset

    def fact(*key: str) -> str:
        return fact_id(dataset.id, key)

    if chart_type == "diverging_bar":
        first, last = region.columns
        for row in rows:
            change = round(region.value(row, last) - region.value(row, first), dataset.decimals)
            yield Datum(row, change), ""
    elif region.shape == "across":
        for row in rows:
            yield Datum(row, region.value(row, region.columns[0])), fact(row, region.columns[0])
    elif region.shape == "along":
        row = region.rows[0]
        for column in region.columns:
            yield Datum(short(column), region.value(row, column)), fact(row, column)
    elif dataset.kind == "bins":
        for row in rows:
            low, high = bin_edges(row)
            extra = {"low": low, "high": high} if chart_type == "histogram" else {}
            yield Datum(row, region.value(row), extra=extra), fact(row)
    elif dataset.kind == "boxes":
        for row in rows:
            others = {name: region.value(row, name) for name in ("min", "q1", "q3", "max")}
            yield Datum(row, region.value(row, "median"), extra=others), fact(row, "median")
    elif dataset.kind == "relation":
        groups = {entity.name: sentence_case(entity.group) for entity in world.entities}
        for row in rows:
            extra = {"x": region.value(row, "x")}
            if chart_type == "bubble":
                extra["size"] = region.value(row, "size")
            yield (
                Datum(row, region.value(row, "y"), "" if chart_type == "bubble" else groups[row], extra),
                fact(row, "y"),
            )
    elif dataset.kind == "flow":
        for source, target in region.keys:
            extra_ends: dict[str, float | str] = {"source": source, "target": target}
            yield Datum(f"{source} to {target}", region.value(source, target), extra=extra_ends), fact(source, target)
    elif dataset.kind == "bridge":
        for place, row in enumerate(region.rows):
            kind = "start" if place == 0 else "total" if place == len(region.rows) - 1 else "change"
            yield Datum(row, region.value(row), extra={"kind": kind}), fact(row)
    elif chart_type in _BY_COLUMN or (dataset.kind in ("composition", "profile") and chart_type == "grouped_bar"):
        for row in rows:
            for column in region.columns:
                yield Datum(short(column), region.value(row, column), row), fact(row, column)
    else:
        for column in region.columns:
            for row in rows:
                yield Datum(row, region.value(row, column), short(column)), fact(row, column)


def short(key: str) -> str:
    """Return a key as charts print it: months are cut to three letters.

    >>> short("September"), short("2019")
    ('Sep', '2019')
    """
    return key[:3] if key in MONTHS else key


def _axes(
    world: World, region: Region, chart_type: str, data: Sequence[Datum], exact: Exactness, minor: int
) -> tuple[Axis, Axis]:
    dataset = region.dataset
    if dataset.kind == "relation":
        seed = find_relation(world, dataset.id)
        sides = (
            (seed.x, [datum.number("x") for datum in data]),
            (seed.y, [datum.value for datum in data]),
        )
        across, up = (
            replace(
                _graded(value_axis(values, from_zero=min(values) < max(values) / 4), minor),
                label=sentence_case(side.name),
                unit=side.unit,
            )
            for side, values in sides
        )
        return across, up
    if chart_type == "radar":
        return Axis(kind="category"), Axis(low=0, high=100, step=_RINGS)
    kind = "time" if chart_type in _OVER_TIME else "category"
    along = Axis(kind="time" if kind == "time" else "category")
    if chart_type == "histogram":
        item = next(seed for seed in world.topic.distributions if f"{seed.id}_bins" == dataset.id)
        along = Axis(unit=item.unit)
    if chart_type in _NO_AXIS:
        return along, Axis()
    reached = _reached(chart_type, data)
    from_zero = chart_type in ZERO_TYPES or min(reached) < _LOW * max(reached) or chart_type not in _FLOATING
    axis = value_axis(reached, 4 if chart_type == "sparkline_grid" else 5, from_zero=from_zero)
    if chart_type == "sparkline_grid":
        axis = value_axis(reached, 3, from_zero=from_zero)
    elif exact == "tolerance":
        axis = _graded(axis, minor)
    label = "" if dataset.kind == "bins" else sentence_case(_axis_name(region))
    return along, replace(axis, label=label, unit=dataset.unit)


def _axis_name(region: Region) -> str:
    """Return what the value axis is called; "" for names that are those of a whole picture."""
    return region.dataset.name if region.dataset.kind == "panel" else ""


def _reached(chart_type: str, data: Sequence[Datum]) -> list[float]:
    if chart_type in ("stacked_bar", "stacked_area"):
        labels = dict.fromkeys(datum.label for datum in data)
        return [sum(datum.value for datum in data if datum.label == label) for label in labels]
    if chart_type == "waterfall":
        levels, level = [], 0.0
        for datum in data:
            level = datum.value if datum.extra["kind"] in ("start", "total") else level + datum.value
            levels.append(level)
        return levels
    if chart_type == "box":
        return [datum.number(end) for datum in data for end in ("min", "max")]
    return [datum.value for datum in data]


def _graded(axis: Axis, most: int) -> Axis:
    """Return an axis with unlabelled gridlines between the labelled ones, at round values."""
    step = axis.step or nice_step((axis.high or 1) - (axis.low or 0), 5)
    digits = f"{step:.6e}"
    first = 5 if digits.startswith("2.5") else int(digits[0])
    fitting = [minor for minor in _MINOR[first] if minor <= most]
    return replace(axis, minor=fitting[-1] if fitting else 1)


def choose_exactness(chart_type: str, marks: int, rng: random.Random) -> tuple[Exactness, int]:
    """Return how values are read off a chart of a type with so many marks, and the finest division of its grid."""
    minor = rng.choice((2, 5, 5))
    if marks > MOST_PRINTED.get(chart_type, marks):
        return "tolerance", minor
    if chart_type in _MAY_TOLERATE and rng.random() < 0.25:
        return "tolerance", 5
    return "labels", minor


def sample_order(region: Region, chart_type: str, rng: random.Random) -> tuple[str, ...]:
    """Return the rows in an order for a type: as they are, or by their values."""
    turn = rng.random()
    if region.shape != "across" or turn < 0.5 or chart_type == "treemap":
        return region.rows

    def value(row: str) -> float:
        return region.value(row, region.columns[0])

    return tuple(sorted(region.rows, key=value, reverse=turn < 0.85))


def sample_annotations(world: World, region: Region, drawn: Drawn, rng: random.Random) -> tuple[Annotation, ...]:
    """Return a remark at the year of an event that moved a single line, for some lines without printed values."""
    if region.dataset.kind != "panel" or region.shape != "along" or drawn.x.kind != "time" or drawn.exact == "labels":
        return ()
    nouns = _name_events(world)
    found = [
        Annotation(sentence_case(noun), str(happening.year))
        for happening in world.happenings
        if (region.dataset.id, region.rows[0]) in happening.effects
        and happening.id in nouns
        and str(happening.year) in region.columns[1:-1]
        and len(noun := nouns[happening.id].removeprefix("the ")) <= _LONGEST_REMARK
    ]
    return (rng.choice(found),) if found and rng.random() < 0.5 else ()


_LONGEST_REMARK = 32


def _name_events(world: World) -> dict[str, str]:
    """Return how events are called beside charts, by id: without the place, which the chart names or is to tell."""
    own = re.compile(r" (?:at|by|for|from|in|of|to) \{entity\}")
    nouns = {event.id: own.sub("", event.noun) for event in world.topic.events}
    return {name: noun for name, noun in nouns.items() if "{" not in noun}


def sample_highlight(
    world: World, region: Region, drawn: Drawn, chart_type: str, chance: float, rng: random.Random
) -> tuple[tuple[str, ...], str]:
    """Return the entity or year of an event that moved what is shown, which then stands out, and a line that says why.

    Some charts have one: never the highest or the lowest, which stand out by themselves.
    """
    along = region.shape == "along"
    if region.dataset.kind != "panel" or chart_type not in (_BARS if along else (*_BARS, *_OF_SERIES)):
        return (), ""
    name: Callable[[Datum], str] = (lambda datum: datum.category) if drawn.data[0].category else (lambda d: d.label)
    ends = {name(find(drawn.data, key=lambda datum: datum.value)) for find in (min, max)}
    inner = [found for found in dict.fromkeys(map(name, drawn.data)) if found not in ends]
    nouns = _name_events(world)
    found = []
    for happening in world.happenings:
        moved = any((region.dataset.id, row) in happening.effects for row in region.rows)
        marked = str(happening.year) if along else happening.entities[0]
        if moved and marked in inner and happening.id in nouns and (along or len(happening.entities) == 1):
            kind = "year" if along else world.topic.entities.kind
            found.append(((marked,), f"Set apart: the {kind} of {nouns[happening.id]}"))
    return rng.choice(found) if found and rng.random() < chance else ((), "")


def find_named(region: Region, chart_type: str, title: str) -> tuple[str, ...]:
    """Return the entities that a title of bars names, which then stand out."""
    if chart_type not in _BARS or region.dataset.kind != "panel" or region.shape != "across":
        return ()
    named = [row for row in region.rows if row in title]
    return tuple(row for row in named if not any(row != other and row in other for other in named))


def make_spec(
    viz_id: str,
    chart_type: str,
    drawn: Drawn,
    style: ChartStyle,
    *,
    title: str,
    subtitle: str,
    source: str,
    highlighted: tuple[str, ...] = (),
    annotations: tuple[Annotation, ...] = (),
) -> ChartSpec:
    """Return the spec of a drawn region."""
    return ChartSpec(
        viz_id=viz_id,
        chart_type=chart_type,
        title=title,
        data=drawn.data,
        x=drawn.x,
        y=drawn.y,
        unit=drawn.unit,
        decimals=drawn.decimals,
        style=style,
        subtitle=subtitle,
        source=source,
        highlighted=highlighted,
        annotations=annotations,
        exact=drawn.exact,
        ranking=drawn.ranking,
    )
