"""What readers of charts complained of: each a chart drawn in the browser, measured on the print or on its trace."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pymupdf
import pytest

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.examples import examples
from dataset_builder.charts.spec import Axis, ChartSpec, Datum
from dataset_builder.charts.styles import HOUSES, ChartStyle, contrast
from dataset_builder.pages.printer import Printed, Printer
from dataset_builder.pages.web import d3_scripts
from tests.charts.test_styles import DEUTERANOPIA, NORMAL, PROTANOPIA, lab

SERIES = ("Wages", "Upkeep", "Rents", "Fuel", "Carriage", "Printing", "Cleaning", "Repairs")
PLACES = ("North", "East", "South", "West", "Centre")
YEARS = ("2019", "2020", "2021", "2022", "2023", "2024")
SHARP = 3
"""Pixels of the print for each CSS pixel."""


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    with Printer([*d3_scripts(), *runtime_scripts()], "docassay.drawAll()") as opened:
        yield opened


def chart(kind: str, data: list[Datum], style: ChartStyle = HOUSES[0], **fields: Any) -> ChartSpec:
    plain = {"title": "Spending", "unit": "crowns", "decimals": 0, "x": Axis(kind="category"), "y": Axis("Spending")}
    return ChartSpec(
        viz_id=f"{kind}-{style.name}", chart_type=kind, data=tuple(data), style=style, **{**plain, **fields}
    )


def print_charts(printer: Printer, specs: list[ChartSpec], width: int, height: int) -> Printed:
    """Return the charts as printed, each in the corner of a page of its own."""
    style = "@page { size: 640px 640px; margin: 0 } body { margin: 0 } div { height: 639px; break-after: page }"
    pages = "".join(f"<div>{chart_html(spec, width, height)}</div>" for spec in specs)
    printed = printer.print_document(f'<!doctype html><meta charset="utf-8"><style>{style}</style>{pages}', "charts")
    assert printed.report["problems"] == {spec.viz_id: [] for spec in specs}
    return printed


def draw_one(printer: Printer, spec: ChartSpec, width: int = 310, height: int = 300) -> tuple[dict[str, Any], str]:
    """Return a chart's trace and its HTML."""
    printed = print_charts(printer, [spec], width, height)
    return printed.report["trace"][spec.viz_id], printed.html


def layer(html: str, name: str) -> str:
    found = re.search(rf'<g class="{name}">(.*?)</g>', html) or re.search(rf'<g class="{name}"/>()', html)
    assert found
    return found[1]


def of_kind(trace: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [label for label in trace["labels"] if label["kind"] == kind]


def filled(style: ChartStyle) -> list[ChartSpec]:
    """Return charts whose values stand on fills: all tones of the ramps, and all colours of the palette."""
    rows, columns = range(7), range(6)
    shades = [Datum(f"R{r}", 20.0 * (6 * r + c), f"C{c}") for c in columns for r in rows]
    signed = [replace(datum, value=datum.value - 410) for datum in shades]
    return [
        chart("heatmap", shades, style),
        replace(chart("heatmap", signed, style), viz_id=f"signed-{style.name}"),
        chart("treemap", [Datum(f"{name} and more", 50.0 + i, name) for i, name in enumerate(SERIES)], style),
        chart("stacked_bar", [Datum(place, 60.0, name) for name in SERIES for place in PLACES[:3]], style),
        chart("pie", [Datum(name, 50.0) for name in SERIES], style),
    ]


def test_values_on_fills_stand_out_in_the_print(printer):
    """Text has 4.5:1 to what it is printed on, and black, which looks weaker than white on mid-tones, nearly 6:1."""
    specs = [spec for style in HOUSES for spec in filled(style)]
    printed = print_charts(printer, specs, 420, 420)
    weak, seen = [], 0
    with pymupdf.open(stream=printed.pdf, filetype="pdf") as document:
        for number, spec in enumerate(specs):
            page = document[number].get_pixmap(dpi=96 * SHARP)
            for label in of_kind(printed.report["trace"][spec.viz_id], "value"):
                x0, y0, x1, y1 = (round(SHARP * edge) for edge in label["box"])
                pixels = Counter(page.pixel(x, y) for x in range(x0, x1) for y in range(y0, y1))
                grounds = [tone for tone, _ in pixels.most_common(2) if tone != tuple(bytes.fromhex(label["fill"][1:]))]
                ratio = contrast(label["fill"], "#{:02x}{:02x}{:02x}".format(*grounds[0]))
                seen += 1
                if ratio < (5.9 if label["fill"] == "#000000" else 4.5):
                    weak.append(f"{spec.viz_id}: {label['text']} {label['fill']} {ratio:.2f}")
    assert seen > 1000
    assert not weak, "\n".join(weak)


def flows(*entries: tuple[str, str, int]) -> list[Datum]:
    return [
        Datum(f"{source} to {target}", float(value), extra={"source": source, "target": target})
        for source, target, value in entries
    ]


def ribbon_at(mark: dict[str, Any], x: float) -> tuple[float, float] | None:
    """Return the upper and the lower edge of a ribbon at x: its middle is a cubic with level ends."""
    geometry = mark["geometry"]
    if not geometry["x0"] <= x <= geometry["x1"]:
        return None
    share = (x - geometry["x0"]) / (geometry["x1"] - geometry["x0"])
    low, high = 0.0, 1.0  # x runs as 1.5 t (1 - t) + t^3 of the way: bisect for t
    for _ in range(40):
        t = (low + high) / 2
        low, high = (t, high) if 1.5 * t * (1 - t) + t**3 < share else (low, t)
    y = geometry["y0"] + (geometry["y1"] - geometry["y0"]) * (3 * t**2 - 2 * t**3)
    return y - geometry["thickness"] / 2, y + geometry["thickness"] / 2


def ribbons_under(trace: dict[str, Any], label: dict[str, Any]) -> set[int]:
    """Return the data whose ribbons a text stands on, wholly or in part."""
    x0, y0, x1, y1 = label["box"]
    under = set()
    for mark, step in itertools.product(trace["marks"], range(11)):
        edges = ribbon_at(mark, x0 + (x1 - x0) * step / 10)
        if edges and edges[0] < y1 - 0.5 and edges[1] > y0 + 0.5:
            under.add(mark["index"])
    return under


HOSPITAL = flows(
    ("Surgery", "Ward A", 310),
    ("Surgery", "Ward B", 22),
    ("Emergency", "Ward A", 41),
    ("Emergency", "Ward B", 200),
    ("Maternity", "Ward B", 9),
    ("Maternity", "Home", 130),
)


@pytest.mark.parametrize("style", HOUSES, ids=lambda style: style.name)
def test_names_of_nodes_hide_no_flow(printer, style):
    spec = next(spec for spec in examples(style) if spec.chart_type == "sankey")
    _, html = draw_one(printer, spec)
    assert "<rect" not in layer(html, "patch")


@pytest.mark.parametrize("size", [(310, 300), (640, 340)])
def test_values_of_flows_stand_on_their_own_ribbons_or_on_none(printer, size):
    trace, _ = draw_one(printer, chart("sankey", HOSPITAL), *size)
    values = of_kind(trace, "value")
    assert {label["index"] for label in values} == set(range(len(HOSPITAL)))
    for label in values:
        assert ribbons_under(trace, label) <= {label["index"]}, label["text"]


def test_thick_flows_bear_their_value_at_both_ends(printer):
    trace, _ = draw_one(printer, chart("sankey", HOSPITAL), 640, 340)
    places = {mark["index"]: mark["geometry"] for mark in trace["marks"]}
    for thick in (0, 3, 5):
        start, end = sorted(label["box"][0] for label in of_kind(trace, "value") if label["index"] == thick)
        assert start < places[thick]["x0"] + 15
        assert end > places[thick]["x1"] - 45


@pytest.mark.parametrize(("kind", "series"), [("bar", 1), ("lollipop", 1), ("grouped_bar", 3), ("stacked_bar", 3)])
def test_values_in_narrow_figures_stand_level(printer, kind, series):
    rng = random.Random(3)
    kinds = SERIES[:series] if series > 1 else ("",)
    places = PLACES if series > 1 else [f"{place} {i}" for i in (1, 2) for place in PLACES]
    data = [Datum(place, float(rng.randint(1000, 99999)), name) for name in kinds for place in places]
    trace, _ = draw_one(printer, chart(kind, data))
    assert {label["rotate"] for label in of_kind(trace, "value")} == {0}


def test_values_stand_upright_where_a_lying_chart_has_no_room(printer):
    data = [Datum(f"Place {i}", 10000.0 + 700 * i, name) for name in SERIES[:3] for i in range(9)]
    trace, _ = draw_one(printer, chart("grouped_bar", data), 600, 260)
    assert {label["rotate"] for label in of_kind(trace, "value")} == {-90}


def crossing(style: ChartStyle, count: int) -> ChartSpec:
    rng = random.Random(5)
    data = [Datum(year, float(rng.randint(100, 990)), name) for name in SERIES[:count] for year in YEARS]
    return chart("multi_line", data, style)


@pytest.mark.parametrize("style", HOUSES, ids=lambda style: style.name)
def test_many_lines_are_named_at_their_ends(printer, style):
    trace, _ = draw_one(printer, crossing(style, 5), 420, 320)
    assert {label["text"] for label in of_kind(trace, "series")} == set(SERIES[:5])
    assert trace["legend"] == []


@pytest.mark.parametrize("style", HOUSES, ids=lambda style: style.name)
def test_lines_of_a_chart_look_unlike(printer, style):
    trace, _ = draw_one(printer, crossing(style, 5), 420, 320)
    colours = {mark["fill"] for mark in trace["marks"]}
    assert len(colours) == 5
    pairs = itertools.combinations(colours, 2)
    eyes = (NORMAL, PROTANOPIA, DEUTERANOPIA)
    assert min(math.dist(lab(a, eye), lab(b, eye)) for (a, b), eye in itertools.product(pairs, eyes)) > 20.5


def gridless(style: ChartStyle) -> ChartStyle:
    return replace(style, grid="none", axis_ticks=False, annotation="plain")


@pytest.mark.parametrize(("low", "lines"), [(28, True), (0, False)])
@pytest.mark.parametrize("kind", ["line", "multi_line"])
def test_an_axis_that_starts_above_zero_has_gridlines(printer, kind, low, lines):
    names = ("",) if kind == "line" else SERIES[:2]
    data = [Datum(year, 30.0 + 2 * i + 3 * s, name) for s, name in enumerate(names) for i, year in enumerate(YEARS)]
    axis = Axis("Spending", low=float(low), high=50.0, step=10.0 if low == 0 else 2.0)
    trace, html = draw_one(printer, chart(kind, data, gridless(HOUSES[0]), y=axis))
    ticks = [tick for tick in trace["ticks"] if tick["scale"] == "y"]
    assert len(ticks) > 2
    assert layer(html, "grid").count("<line") == (len(ticks) if lines else 0)
