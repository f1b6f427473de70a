"""What makes charts clear beyond legibility: circles large enough and apart, markers in sight, steady colours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import pytest

from dataset_builder.charts.colours import colour_map
from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.spec import Axis, ChartSpec, Datum, value_axis
from dataset_builder.charts.styles import HOUSES, ChartStyle, contrast, luminance
from dataset_builder.charts.vision import difference
from dataset_builder.pages.printer import Printer
from dataset_builder.pages.web import d3_scripts

PURPOSES = ("Build and technics", "Safety and medical", "Staff and office", "Insurance and fees", "Marketing")
DIRECT = next(house for house in HOUSES if house.legend == "direct")


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    with Printer([*d3_scripts(), *runtime_scripts()], "docassay.drawAll()") as opened:
        yield opened


def marks_of(printer: Printer, spec: ChartSpec, width: int, height: int) -> list[dict]:
    printed = printer.print_document(f"<body>{chart_html(spec, width, height)}</body>", spec.viz_id)
    assert not any(printed.report["problems"].values())
    marks: list[dict] = printed.report["trace"][spec.viz_id]["marks"]
    return marks


def chart(kind: str, data: list[Datum], style: ChartStyle = DIRECT, **fields: Any) -> ChartSpec:
    plain: dict[str, Any] = {
        "title": "Spending by purpose",
        "unit": "m soldi",
        "decimals": 0,
        "x": Axis(),
        "y": Axis(),
        "subtitle": "",
    }
    return ChartSpec(viz_id=f"{kind}-craft", chart_type=kind, data=tuple(data), style=style, **{**plain, **fields})


def test_a_pie_keeps_its_size_in_a_narrow_card_whatever_its_names(printer: Printer) -> None:
    data = [Datum(name, value) for name, value in zip(PURPOSES, (21.0, 17.0, 14.0, 30.0, 18.0), strict=True)]
    marks = marks_of(printer, chart("pie", data), 310, 290)
    assert min(mark["geometry"]["radius"] for mark in marks) >= 55


def test_bubbles_do_not_hide_each_other(printer: Printer) -> None:
    places = ((10.0, 12.0, 900.0), (12.0, 12.5, 700.0), (60.0, 40.0, 800.0), (90.0, 20.0, 300.0))
    data = [
        Datum(name, y, extra={"x": x, "size": size})
        for name, (x, y, size) in zip(("Aye", "Bea", "Cid", "Dan"), places, strict=True)
    ]
    spec = chart("bubble", data, exact="tolerance", x=value_axis([90.0]), y=value_axis([40.0]))
    marks = marks_of(printer, spec, 640, 400)
    circles = []
    for mark in marks:
        x0, y0, x1, y1 = mark["box"]
        circles.append(((x0 + x1) / 2, (y0 + y1) / 2, mark["geometry"]["diameter"] / 2))
    for (x, y, r), (u, v, s) in combinations(circles, 2):
        assert math.hypot(x - u, y - v) >= 0.6 * (r + s) or max(r, s) < 9


def test_both_markers_of_a_dumbbell_are_in_sight_where_they_nearly_coincide(printer: Printer) -> None:
    rows = {"Aye": (50.0, 50.4), "Bea": (20.0, 70.0), "Cid": (10.0, 90.0)}
    data = [Datum(name, pair[i], year) for name, pair in rows.items() for i, year in enumerate(("2013", "2022"))]
    marks = marks_of(printer, chart("dumbbell", data, y=value_axis([90.0]), decimals=1), 640, 300)
    sizes = sorted(mark["box"][2] - mark["box"][0] for mark in marks[:2])
    assert sizes[1] - sizes[0] >= 3


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_a_part_has_one_colour_in_charts_of_all_types(house: ChartStyle) -> None:
    parts = [Datum(name, 10.0 + i) for i, name in enumerate(PURPOSES)]
    series = [Datum(year, 10.0 + i, name) for i, name in enumerate(PURPOSES) for year in ("2013", "2022")]
    maps = [
        colour_map(chart("pie", parts, house, ranking=PURPOSES)),
        colour_map(chart("stacked_bar", series, house, ranking=PURPOSES, y=value_axis([70.0]))),
        colour_map(chart("slope", series, house, ranking=PURPOSES, y=value_axis([14.0]))),
        colour_map(chart("multi_line", series, house, ranking=PURPOSES, y=value_axis([14.0]))),
    ]
    for name in PURPOSES:
        assert len({found[name] for found in maps}) == 1
    assert len(set(maps[0].values())) == len(PURPOSES)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_values_are_printed_on_clear_tones(house: ChartStyle) -> None:
    grid = [Datum(row, float(i * j), column) for i, row in enumerate("abc") for j, column in enumerate("xyz")]
    stops = list(colour_map(chart("heatmap", grid, house)).values())
    assert len(stops) >= 2
    assert all(contrast(stop, house.ink) >= 6 for stop in stops)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_every_step_of_a_ramp_with_values_on_it_can_be_seen(house: ChartStyle) -> None:
    """Equal steps of value darken the tone alike, though no tone is as dark as those without values may be."""
    grid = [Datum(row, float(i * j), column) for i, row in enumerate("abc") for j, column in enumerate("xyz")]
    light = [luminance(stop) for stop in colour_map(chart("heatmap", grid, house)).values()]
    steps = [first - second for first, second in pairwise(light)]
    assert min(steps) > 0.08
    assert max(steps) < 3 * min(steps)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: house.name)
def test_arms_of_a_diverging_ramp_with_values_on_it_can_be_told_apart(house: ChartStyle) -> None:
    grid = [Datum(row, float(i - j), column) for i, row in enumerate("abc") for j, column in enumerate("xyz")]
    negative, middle, positive = colour_map(chart("heatmap", grid, house)).values()
    assert all(contrast(stop, house.ink) >= 6 for stop in (negative, middle, positive))
    assert all(luminance(middle) - luminance(end) > 0.2 for end in (negative, positive))
    assert difference(negative, positive) > 8  # and the signs of values are printed as well
