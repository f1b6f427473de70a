"""Charts of all types are printed as they are and spoilt in several ways; the check must see each of them."""

import copy
import math
from dataclasses import dataclass

import pytest
from hard_charts import HARD

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.examples import examples
from dataset_builder.charts.metadata import metadata
from dataset_builder.charts.styles import HOUSES
from dataset_builder.checks.charts import check_charts
from dataset_builder.checks.scales import name_at, place_of, value_at, value_of_colour
from dataset_builder.checks.vectors import centroid, turn_of
from dataset_builder.pages.printer import Printer
from dataset_builder.pages.web import d3_scripts

# Each spoils one thing in every figure, after it was drawn and traced.
SPOIL = """
globalThis.spoil = (how) => {
  for (const figure of document.querySelectorAll("figure.chart")) {
    const trace = docassay.trace[figure.dataset.viz];
    const nodes = [...figure.querySelectorAll("g.data > *, g.over > *")];
    const texts = [...figure.querySelectorAll("text")];
    const shift = (node) => {
      const found = /translate\\(([^,]+),([^)]+)\\)/.exec(node.getAttribute("transform") ?? "");
      return found ? [Number(found[1]), Number(found[2])] : [0, 0];
    };
    const isAt = (node, box) => {
      const [{x, y, width, height}, [dx, dy]] = [node.getBBox(), shift(node)];
      return [x + dx, y + dy, x + dx + width, y + dy + height].every((side, i) => Math.abs(side - box[i]) < 0.01);
    };
    const mark = trace.marks.findLast((mark) => mark.shape !== "band" && mark.shape !== "line") ?? trace.marks[0];
    const painted = (node) => node.getAttribute("fill") === mark.fill;
    const node = nodes.find((node) => isAt(node, mark.box)) ?? nodes.find(painted);
    if (how.includes("move")) {
      const [dx, dy] = shift(node);
      node.setAttribute("transform", `translate(${dx + 1.5},${dy - 1.5})`);
    }
    if (how.includes("recolour")) node.setAttribute("fill", "#00ff7f");
    if (how.includes("reprint")) {
      const find = (wanted) => trace.labels.find(({ kind }) => kind === wanted);
      const label = find("value") ?? find("tick");
      const text = texts.find((text) => text.textContent === label.text);
      text.textContent = text.textContent.replace(/[0-9]/, (digit) => (Number(digit) + 1) % 10);
    }
    if (how.includes("rename")) {
      const label = trace.labels.findLast(({ kind }) => ["category", "panel", "legend", "tick"].includes(kind));
      const text = texts.find((text) => text.textContent === label.lines[0]);
      text.textContent = text.textContent.replace(/./, "z");
    }
  }
};
"""
DRAW = (
    "docassay.drawAll().then(() => spoil(document.body.dataset.spoil))"
    ".then(() => ({trace: docassay.trace, problems: docassay.problems}))"
)
STYLE = "@page{size:210mm 297mm;margin:0} body{margin:0} .sheet{width:793px;height:1122px;break-after:page}"
WAYS = ("", "move reprint", "recolour rename")
TYPES = tuple(examples(HOUSES[i % len(HOUSES)])[i] for i in range(24))
SPECS = (*TYPES, *HARD)


@dataclass(frozen=True)
class Shown:
    """A printed document of all charts: its PDF, places and traces."""

    pdf: bytes
    places: dict
    report: dict

    def violations(self, told):
        """Return what the check finds, by chart, as (kind, text) pairs."""
        found = {spec.viz_id: [] for spec in SPECS}
        for violation in check_charts("doc", self.pdf, self.places, self.report["trace"], told):
            owner = next(viz_id for viz_id in found if f"{viz_id}:" in f"{violation.where}: {violation.what}:")
            found[owner].append((violation.kind, str(violation)))
        return found


def document(way):
    figures = [chart_html(spec, 380, 340, most_height_px=350) for spec in SPECS]
    cell = "<div data-kind='chart' data-ref='{}' style='position:absolute;left:{}px;top:{}px;width:380px'>{}</div>"
    sheets = []
    for start in range(0, len(figures), 6):
        cells = (
            cell.format(SPECS[i].viz_id, 8 + i % 2 * 390, 8 + (i - start) // 2 * 360, figures[i])
            for i in range(start, min(start + 6, len(figures)))
        )
        sheets.append(f"<div class='sheet' style='position:relative'>{''.join(cells)}</div>")
    return f"<!doctype html><style>{STYLE}</style><body data-spoil='{way}'>{''.join(sheets)}</body>"


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Return the document as it is and spoilt in each way, by way."""
    script = tmp_path_factory.mktemp("scripts") / "spoil.js"
    script.write_text(SPOIL)
    found = {}
    with Printer((*d3_scripts(), *runtime_scripts(), script), DRAW) as printer:
        for way in WAYS:
            printed = printer.print_document(document(way), way or "clean")
            places = {element.ref: (element.page, element.boxes[0]) for element in printed.elements}
            found[way] = Shown(printed.pdf, places, printed.report)
    return found


@pytest.fixture(scope="module")
def told(shown):
    return [metadata(spec, shown[""].report["trace"][spec.viz_id]) for spec in SPECS]


def test_every_datum_of_every_type_is_recovered(shown, told):
    assert {viz: found for viz, found in shown[""].report["problems"].items() if found} == {}
    assert any(label["rotate"] == -40 for label in shown[""].report["trace"]["bar-slanted"]["labels"])
    assert [found for found in shown[""].violations(told).values() if found] == []


@pytest.mark.parametrize(
    ("way", "kinds"),
    [
        ("move reprint", {"chart-mark", "chart-text"}),
        ("recolour rename", {"chart-mark", "chart-text"}),
    ],
)
def test_a_spoilt_page_is_caught_in_every_chart(shown, told, way, kinds):
    found = shown[way].violations(told)
    missed = [viz_id for viz_id, items in found.items() if not kinds <= {kind for kind, _ in items}]
    assert missed == []


@pytest.mark.parametrize("position", [0, -1])
def test_a_changed_datum_is_caught_by_its_mark_and_by_its_text(shown, told, position):
    changed = copy.deepcopy(told)
    for each in changed:
        values = [entry["value"] for entry in each["data"]]
        each["data"][position]["value"] += 0.1 * (max(values) - min(values)) + 1
        each["data"][position]["label"] += " East"
    found = shown[""].violations(changed)
    printing = {spec.viz_id for spec in SPECS if spec.exact == "labels"}
    for kind, owners in (("chart-value", set(found)), ("chart-text", printing), ("chart-mark", set(found))):
        assert {viz_id for viz_id, items in found.items() if kind in {each for each, _ in items}} >= owners


def violations_of_two(shown, told, traces):
    """Return what the check finds in the first two charts, with other traces."""
    places = {spec.viz_id: shown[""].places[spec.viz_id] for spec in SPECS[:2]}
    return list(check_charts("doc", shown[""].pdf, places, traces, told[:2]))


@pytest.fixture
def traces(shown):
    """Return the traces of the first two charts, to be spoilt."""
    return copy.deepcopy({spec.viz_id: shown[""].report["trace"][spec.viz_id] for spec in SPECS[:2]})


def test_swapped_traces_and_missing_ones_are_caught(shown, told, traces):
    first, second = traces
    swapped = {first: traces[second], second: traces[first]}
    assert any("vizId: expected" in str(v) for v in violations_of_two(shown, told, swapped))
    del traces[first]
    found = [str(v) for v in violations_of_two(shown, told, traces)]
    assert found == [f"chart: doc: {first}: trace and metadata: expected 'both', found 'one of them'"]


def test_a_moved_scale_is_caught(shown, told, traces):
    scale = traces[SPECS[0].viz_id]["scales"]["y"]
    scale["domain"] = [scale["domain"][0], scale["domain"][1] * 1.1]
    assert {v.kind for v in violations_of_two(shown, told, traces)} == {"chart-scale", "chart-value"}


def test_a_broken_trace_is_a_violation_and_no_crash(shown, told, traces):
    traces[SPECS[1].viz_id]["marks"][0]["read"] = {"value": ["nowhere", "top"]}
    assert [(v.kind, v.what) for v in violations_of_two(shown, told, traces)] == [("chart", "check_marks")]


def test_scales_are_inverted():
    down = {"kind": "linear", "domain": [0, 50], "range": [200, 100]}
    assert value_at(down, 150) == 25 and place_of(down, 25) == 150
    log = {"kind": "log", "domain": [1, 1000], "range": [0, 300]}
    assert value_at(log, 200) == pytest.approx(100) and place_of(log, 10) == pytest.approx(100)
    sqrt = {"kind": "sqrt", "domain": [0, 400], "range": [0, 40]}
    assert value_at(sqrt, 20) == pytest.approx(100)
    assert name_at({"positions": {"a": 10, "b": 30}}, 21) == "b"


def test_colours_are_placed_on_their_ramp():
    ramp = {"domain": [0, 10, 20], "range": ["#000000", "#640000", "#64c800"]}
    assert value_of_colour(ramp, "#320000") == (5.0, 0.0)
    assert value_of_colour(ramp, "#646400") == (15.0, 0.0)
    value, off = value_of_colour(ramp, "#320014")
    assert (value, off) == (5.0, 20.0)


def test_angles_run_along_the_circle_only():
    arc = [(10 * math.cos(t), 10 * math.sin(t)) for t in (3.0, 3.2, 3.4, 3.6)]  # across the jump from pi to -pi
    assert turn_of([(0, 0), *arc, (0, 0)], (0, 0), 10, 0.1) == pytest.approx(0.6)
    assert centroid([(0, 0), (6, 0), (3, 9), (0, 0)]) == (3, 3)
