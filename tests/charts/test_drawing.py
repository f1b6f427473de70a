"""Charts as the browser draws them: hard data in several sizes and styles, all in one page, read back by inversion."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.spec import Annotation, Axis, ChartSpec, Datum, value_axis
from dataset_builder.charts.styles import HOUSES, sample_style
from dataset_builder.pages.printer import PageError, Printed, Printer
from dataset_builder.pages.web import d3_scripts

LONG = (
    "Directorate for Inland Waterways and Harbours",
    "Bureau of Agricultural Statistics and Prices",
    "Pilotage",
    "Commission on Rural Electrification",
    "Office of the Comptroller of Public Buildings",
    "Salt Monopoly",
    "Fund for Teachers’ Widows and Orphans",
    "Quarantine Service",
    "Registry of Deeds",
    "Inspectorate of Mines",
    "Tramways",
    "Forestry and Game",
    "Naval Stores",
    "Observatory",
)
SERIES = ("Wages", "Upkeep", "Rents and rates", "Fuel", "Carriage", "Printing", "Cleaning", "Repairs", "Postage")
QUARTERS = ("Q1 2024", "Q2 2024", "Q3 2024", "Q4 2024")
YEARS = tuple(str(year) for year in range(1990, 2024))

Case = tuple[ChartSpec, int, int]


def build(name: str, data: list[Datum], size: tuple[int, int], **fields) -> Case:
    """Return a case: `name` is the type, a dot, and what is hard about it."""
    kind, _, hard = name.partition(".")
    plain = {"unit": "thousand crowns", "decimals": 0, "x": Axis(kind="category"), "y": Axis("Spending")}
    style = sample_style(random.Random(name), HOUSES[len(name) % len(HOUSES)].name)
    fields = {"title": f"Spending of public bodies: {hard}", "style": style, **plain, **fields}
    return ChartSpec(viz_id=re.sub(r"[. ]", "-", name), chart_type=kind, data=tuple(data), **fields), *size


def one(names, values) -> list[Datum]:
    return [Datum(name, float(value)) for name, value in zip(names, values, strict=False)]


def table(names, series, low: int, high: int) -> list[Datum]:
    rng = random.Random(len(names) * 100 + len(series))
    return [Datum(name, float(rng.randint(low, high)), kind) for kind in series for name in names]


CHANGES = (-60, 35, 12, -200, 90)
BRIDGE = [
    Datum("Brought forward from the year before", 120.0, extra={"kind": "start"}),
    *one(LONG, CHANGES),
    Datum("Carried over", 120.0 + sum(CHANGES), extra={"kind": "total"}),
]
HUGE = (9_876_543_210, 123_456_789, 5_000_000_000, 1_000_000_001, 7_654_321_098)
TINY = (0.00012, 0.0093, 0.00405, 0.00001, 0.0077)
PANEL_AXIS = replace(value_axis([950]), label="Spending")
READ_BY_GRID = Axis("Spending", low=0.0, high=1000.0, step=200.0, minor=4)

CASES = [
    build("bar.long names", one(LONG, (310, 44, 980, 512, 77)), (340, 220)),
    build("bar.fourteen", one(LONG, range(35, 950, 61)), (620, 260)),
    build("bar.narrow", one(QUARTERS, (4, 17, 9, 12)), (240, 200)),
    build("bar.negative", one(QUARTERS, (-310, 44, 0, 95)), (340, 220), highlighted=("Q2 2024",)),
    build("bar.panels", table(LONG[:5], SERIES[:3], 10, 950), (520, 300), y=PANEL_AXIS),
    build("bar.percent", one(QUARTERS, (12.5, 7.0, 33.1, 99.9)), (340, 220), unit="%", decimals=1),
    build("horizontal_bar.huge", one(LONG, HUGE), (420, 240)),
    build("horizontal_bar.panels", table(LONG[:7], SERIES[:3], 1, 950), (600, 300), y=PANEL_AXIS),
    build("grouped_bar.nine by four", table(LONG[:9], SERIES[:4], 100, 990), (600, 320)),
    build("grouped_bar.signed", table(QUARTERS, SERIES[:3], -90, 90), (340, 260)),
    build("stacked_bar.thin parts", table(LONG[:7], SERIES[:4], 4, 990), (520, 320)),
    build("stacked_bar.small", table(QUARTERS, SERIES[:2], 100, 990), (260, 220)),
    build("diverging_bar.signed", one(LONG, (-31, 44, 0, -120, 77, 5)), (360, 240), unit="$"),
    build("waterfall.below zero", BRIDGE, (420, 280)),
    build("line.tiny", one(QUARTERS, TINY), (340, 220), decimals=5),
    build("line.years", one(YEARS, (i * 37 % 100 for i in range(34))), (560, 240)),
    build("line.panels", table(QUARTERS, SERIES[:4], 100, 990), (520, 320)),
    build("line.one level", one(QUARTERS, (500,) * 4), (300, 200)),
    build(
        "line.by grid", one(YEARS, (i * 370 % 990 for i in range(34))), (560, 240), exact="tolerance", y=READ_BY_GRID
    ),
    build(
        "bar.on gridlines",
        one(QUARTERS, (200, 1000, 0, 600)),
        (340, 260),
        exact="grid",
        y=replace(READ_BY_GRID, minor=1),
    ),
    build("line.log", one(QUARTERS, (3, 45, 800, 12000)), (340, 240), y=Axis("Spending", kind="log")),
    build("multi_line.nine crossing", table(QUARTERS, SERIES, 100, 990), (520, 320)),
    build("multi_line.equal", [Datum(q, 70.0, s) for s in SERIES[:6] for q in QUARTERS[:3]], (360, 280)),
    build("multi_line.long names", table(QUARTERS, LONG[:5], 10, 99), (420, 300)),
    build("area.huge", one(QUARTERS, HUGE), (420, 240)),
    build("area.months", one(YEARS[:12], (410, 250, 90, 400, 610, 330, 80, 60, 95, 300, 700, 720)), (480, 240)),
    build("stacked_area.thin layers", table(QUARTERS, SERIES[:4], 8, 800), (480, 300)),
    build("slope.ten", table(("2014", "2024"), SERIES, 10, 99), (420, 300)),
    build("slope.long names", table(("2014", "2024"), LONG[:5], 10, 999), (340, 280)),
    build("dumbbell.close", [Datum(n, 50.0 + i, s) for i, s in enumerate(SERIES[:2]) for n in LONG[:5]], (340, 240)),
    build("dumbbell.wide", table(LONG[:8], SERIES[:2], 10, 9999), (480, 300)),
    build("lollipop.fourteen", one(LONG, range(35, 950, 61)), (420, 300)),
    build("lollipop.negative", one(QUARTERS, (-31, 44, 95, -7)), (300, 220)),
    build(
        "bar.noted",
        one(LONG[8:13], (41, 25, 90, 40, 61)),
        (460, 280),
        annotations=(Annotation("Closed for repairs", LONG[9]), Annotation("Limit", value=70.0)),
    ),
    build(
        "grouped_bar.noted densely",
        table(LONG[:6], SERIES[:3], 800, 990),
        (420, 320),
        annotations=(Annotation("Two clerks fell ill in the winter and were not replaced", LONG[3], "Upkeep"),),
    ),
    build(
        "multi_line.noted",
        table(QUARTERS, SERIES[:3], 10, 99),
        (480, 300),
        annotations=(Annotation("Strike of the carters", "Q2 2024", "Upkeep"),),
    ),
]
IDS = [spec.viz_id for spec, _, _ in CASES]


def document(cases: list[Case]) -> str:
    """Return a page for every chart."""
    page = '<div class="sheet"><div style="position:absolute" data-kind="chart" data-ref="{}">{}</div></div>'
    sheets = [
        page.format(spec.viz_id, chart_html(spec, width, height, most_height_px=int(height * 1.4)))
        for spec, width, height in cases
    ]
    style = (
        "@page { size: 210mm 297mm; margin: 0 } body { margin: 0 }"
        ".sheet { position: relative; width: 793px; height: 1122px; break-after: page; overflow: hidden }"
    )
    return f'<!doctype html><meta charset="utf-8"><style>{style}</style><body>{"".join(sheets)}'


@pytest.fixture(scope="module")
def printer() -> Iterator[Printer]:
    with Printer([*d3_scripts(), *runtime_scripts()], "docassay.drawAll()") as opened:
        yield opened


@pytest.fixture(scope="module")
def printed(printer: Printer) -> Printed:
    """Return all cases, printed once; the printer has found every text of every chart in the PDF."""
    return printer.print_document(document(CASES), "charts")


def edge_of(mark: dict, edge: str) -> float:
    x0, y0, x1, y1 = mark["box"]
    sides = {"left": x0, "right": x1, "top": y0, "bottom": y1, "cx": (x0 + x1) / 2, "cy": (y0 + y1) / 2}
    return {**sides, **mark["geometry"]}[edge]


def inverse(scale: dict, px: float) -> float:
    low, high = (math.log10(end) if scale["kind"] == "log" else end for end in scale["domain"])
    start, end = scale["range"]
    found = low + (high - low) * (px - start) / (end - start)
    return 10**found if scale["kind"] == "log" else found


def recovered(trace: dict, mark: dict) -> float:
    scale_id, edge, *base = mark["read"]["value"]
    scale = trace["scales"][scale_id]
    value = inverse(scale, edge_of(mark, edge))
    return value - inverse(scale, edge_of(mark, base[0])) if base else value


def number(text: str) -> float:
    return float(re.sub(r"[,\u00a0$%+]", "", text).replace("−", "-"))


@pytest.mark.parametrize("viz_id", IDS)
def test_hard_data_stay_legible(printed, viz_id):
    assert printed.report["problems"][viz_id] == []


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_datum_is_recovered_from_the_drawing(printed, case):
    spec = case[0]
    trace = printed.report["trace"][spec.viz_id]
    assert sorted(mark["index"] for mark in trace["marks"]) == list(range(len(spec.data)))
    for mark in trace["marks"]:
        datum = spec.data[mark["index"]]
        assert (mark["label"], mark["category"]) == (datum.label, datum.category)
        scale = trace["scales"][mark["read"]["value"][0]]
        if scale["kind"] == "log":
            assert recovered(trace, mark) == pytest.approx(datum.value, rel=0.005)
            continue
        # The trace is written to a thousandth of a pixel; a twentieth is far below what an eye sees.
        (low, high), (start, end) = scale["domain"], scale["range"]
        assert recovered(trace, mark) == pytest.approx(datum.value, abs=0.05 * abs((high - low) / (end - start)))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_printed_values_are_the_data(printed, case):
    spec = case[0]
    labels = printed.report["trace"][spec.viz_id]["labels"]
    values = {label["index"]: number(label["text"]) for label in labels if label["kind"] == "value"}
    assert values == ({i: datum.value for i, datum in enumerate(spec.data)} if spec.exact == "labels" else {})


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_name_is_printed(printed, case):
    spec = case[0]
    labels = printed.report["trace"][spec.viz_id]["labels"]
    naming = [label for label in labels if label["kind"] in ("category", "key", "legend", "series", "panel")]
    texts = [re.sub(r"\s+", " ", label["text"]) for label in naming]
    names = {*spec.categories, *(() if spec.viz_id in ("line-years", "line-by-grid") else spec.labels)}
    assert names <= set(texts)


def test_remarks_are_printed_at_their_marks_or_below(printed):
    for spec, _, _ in CASES:
        labels = printed.report["trace"][spec.viz_id]["labels"]
        remarks = [label["text"] for label in labels if label["kind"] == "annotation"]
        assert [text.rpartition(": ")[2] for text in remarks] == [note.text for note in spec.annotations]
    dense = printed.report["trace"]["grouped_bar-noted-densely"]["labels"]
    assert any(label["text"].startswith(f"{LONG[3]}, Upkeep: ") for label in dense)


def test_colours_of_series_are_those_of_the_legend(printed):
    trace = printed.report["trace"]["grouped_bar-nine-by-four"]
    legend = {entry["names"]["category"]: entry["colour"] for entry in trace["legend"]}
    assert set(legend) == set(SERIES[:4])
    assert all(mark["fill"] == legend[mark["category"]] for mark in trace["marks"])


def test_ticks_stand_at_their_values(printed):
    for viz_id, trace in printed.report["trace"].items():
        for tick in trace["ticks"]:
            scale = trace["scales"][tick["scale"]]
            if scale["kind"] == "linear":
                (low, high), (start, end) = scale["domain"], scale["range"]
                place = start + (end - start) * (number(tick["text"]) - low) / (high - low)
                assert place == pytest.approx(tick["position"], abs=0.05), viz_id


def test_values_read_by_the_grid_lie_on_labelled_gridlines(printed):
    trace = printed.report["trace"]["bar-on-gridlines"]
    labelled = {number(tick["text"]): tick["position"] for tick in trace["ticks"] if tick["scale"] == "y"}
    tops = [edge_of(mark, "top") for mark in trace["marks"]]
    assert tops == pytest.approx([labelled[value] for value in (200, 1000, 0, 600)], abs=0.05)


@pytest.mark.parametrize("viz_id", ["bar-panels", "horizontal_bar-panels", "line-panels"])
def test_panels_are_drawn_to_one_scale(printed, viz_id):
    scales = printed.report["trace"][viz_id]["scales"]
    values = [scale for name, scale in scales.items() if name.startswith("y/")]
    assert len(values) >= 3
    assert len({tuple(scale["domain"]) for scale in values}) == 1
    lengths = [abs(scale["range"][1] - scale["range"][0]) for scale in values]
    assert lengths == pytest.approx([lengths[0]] * len(lengths), abs=1)


def test_panels_of_lines_start_at_their_baseline_and_ticks_keep_apart(printed):
    trace = printed.report["trace"]["line-panels"]
    for name, scale in trace["scales"].items():
        if not name.startswith("y/"):
            continue
        ticks = sorted(tick["position"] for tick in trace["ticks"] if tick["scale"] == name)
        panel = name.removeprefix("y/")
        under = [mark["box"][3] for mark in trace["marks"] if mark["category"] == panel]
        assert scale["range"][0] == pytest.approx(ticks[-1])
        assert max(under) <= ticks[-1] + 6
        assert all(below - above >= 12 for above, below in pairwise(ticks))


def test_boxes_of_text_do_not_meet_by_an_independent_count(printed):
    """Upright texts only: their boxes are what the reader sees."""
    for viz_id, trace in printed.report["trace"].items():
        boxes = [label["box"] for label in trace["labels"] if label["rotate"] in (0, -90)]
        for i, (ax0, ay0, ax1, ay1) in enumerate(boxes):
            assert 0 <= ax0 < ax1 <= trace["width"]
            assert 0 <= ay0 < ay1 <= trace["height"]
            for bx0, by0, bx1, by1 in boxes[i + 1 :]:
                assert min(ax1, bx1) - max(ax0, bx0) <= 0 or min(ay1, by1) - max(ay0, by0) <= 0, viz_id


def test_the_drawn_html_holds_no_text_to_speak_aloud(printed):
    assert "aria-" not in printed.html
    assert "<title>" not in printed.html
    assert "chart-spec" not in printed.html


@pytest.mark.parametrize("width", [190, 420])
def test_heatmaps_print_their_unit_however_narrow(printer, width):
    case = build("heatmap.unit", table(LONG[2:9:3], QUARTERS[:2], 10, 70), (width, 220), unit="thousand square meters")
    spec = replace(case[0], y=Axis())
    report = printer.print_document(document([(spec, *case[1:])]), "narrow").report
    assert report["problems"] == {spec.viz_id: []}
    assert "thousand square meters" in [label["text"] for label in report["trace"][spec.viz_id]["labels"]]


def test_thinned_ticks_are_round_numbers_printed_as_they_are(printer):
    halves = Axis("Spending", low=1.5, high=5.0, step=0.5)
    cases = [
        build(f"line.thinned-{height}", one(("Q1", "Q2", "Q3"), (1.6, 3.3, 4.9)), (300, height), decimals=1, y=halves)
        for height in range(110, 260, 10)
    ]
    trace = printer.print_document(document(cases), "thinned").report["trace"]
    ticks = [[tick for tick in found["ticks"] if isinstance(tick["value"], (int, float))] for found in trace.values()]
    assert any(len(found) > 1 and found[1]["value"] - found[0]["value"] == 1 for found in ticks)
    assert all(float(tick["text"]) == tick["value"] for found in ticks for tick in found)


def test_drawing_twice_gives_the_same(printer, printed):
    some = CASES[::6]
    again = printer.print_document(document(some), "again").report["trace"]
    assert again == {spec.viz_id: printed.report["trace"][spec.viz_id] for spec, _, _ in some}


def test_what_cannot_be_read_is_told(printer):
    tight = [
        build("bar.tight", one(LONG, range(10, 24)), (240, 90)),
        build("multi_line.tight", table(QUARTERS, SERIES, 100, 990), (240, 100)),
        build("line.glyph", one(("Q1", "Q2", "漢字"), (1, 2, 3)), (300, 200)),
    ]
    figures = [chart_html(spec, width, height) for spec, width, height in tight]
    text = printer.print_document(f"<!doctype html>{''.join(figures[:2])}", "tight").report["problems"]
    assert any("overlaps" in problem for problem in text["bar-tight"])
    assert any("overlaps" in problem or "too small" in problem for problem in text["multi_line-tight"])
    with pytest.raises(PageError, match=r"漢|字|font"):
        printer.print_document(f"<!doctype html>{figures[2]}", "glyph")
