from dataclasses import replace

import pytest

from dataset_builder.charts.insights import insights
from dataset_builder.charts.metadata import metadata
from dataset_builder.charts.spec import Annotation, Axis, ChartSpec, Datum
from dataset_builder.charts.styles import HOUSES, contrast

HARBOUR = HOUSES[0]


def chart(kind, data, **fields):
    plain = {"unit": "t", "decimals": 1, "style": HARBOUR, "x": Axis(kind="category"), "y": Axis("Catch", unit="t")}
    return ChartSpec(viz_id="viz-1-1", chart_type=kind, title="Catch", data=tuple(data), **{**plain, **fields})


def found(spec, kind):
    return [insight for insight in insights(spec) if insight.kind == kind]


BARS = [Datum("Cod", 12.5), Datum("Hake", 40.0), Datum("Eel", 7.2), Datum("Ling", 31.1)]


def test_bars_have_extremes_comparison_and_gap():
    got = {insight.kind: (insight.value, insight.marks) for insight in insights(chart("bar", BARS))}
    assert got == {"maximum": (40.0, (1,)), "minimum": (7.2, (2,)), "comparison": (8.9, (1, 3)), "gap": (32.8, (1, 2))}


def test_ties_have_no_extreme():
    spec = chart("bar", [Datum("A", 3.0), Datum("B", 3.0), Datum("C", 1.0), Datum("D", 1.0)])
    assert [insight.kind for insight in insights(spec)] == ["gap"]


@pytest.mark.parametrize(
    ("values", "change", "direction"),
    [
        ((1.0, 2.0, 4.0), 3.0, "rises"),
        ((4.0, 2.5, 1.0), -3.0, "falls"),
        ((1.0, 3.0, 2.0), 1.0, "ends higher"),
        ((2.0, 3.0, 1.0), -1.0, "ends lower"),
        ((2.0, 3.0, 2.0), 0.0, "ends level"),
    ],
)
def test_trend_of_a_line(values, change, direction):
    spec = chart("line", [Datum(str(2020 + i), value) for i, value in enumerate(values)])
    assert [(t.value, t.direction, t.marks) for t in found(spec, "trend")] == [(change, direction, (0, 2))]


def test_each_series_has_a_trend():
    data = [
        Datum(year, value, name)
        for name, pair in (("N", (1.0, 2.0)), ("S", (5.0, 3.0)))
        for year, value in zip(("2020", "2021"), pair, strict=True)
    ]
    assert [(t.direction, t.marks) for t in found(chart("multi_line", data), "trend")] == [
        ("rises", (0, 1)),
        ("falls", (2, 3)),
    ]


def test_dumbbell_gap_is_within_a_label():
    data = [Datum("A", 1.0, "then"), Datum("A", 9.0, "now"), Datum("B", 20.0, "then"), Datum("B", 22.0, "now")]
    assert [(g.value, g.marks) for g in found(chart("dumbbell", data), "gap")] == [(8.0, (0, 1))]


def test_outlier_lies_beyond_the_fences():
    # Quartiles of 10, 11, 12, 13, 14, 60 (inclusive): 11.25 and 13.75; the upper fence is 13.75 + 1.5 * 2.5 = 17.5.
    data = [Datum(name, value) for name, value in zip("ABCDEF", (10.0, 11.0, 12.0, 13.0, 14.0, 60.0), strict=True)]
    assert [(o.value, o.marks) for o in found(chart("bar", data), "outlier")] == [(60.0, (5,))]
    assert not found(chart("bar", [*data[:5], Datum("F", 17.4)]), "outlier")


def test_proportions():
    assert found(chart("pie", [Datum("A", 30.0), Datum("B", 10.0)]), "proportion")[0].value == 75.0
    flows = [
        Datum("a-m", 6.0, extra={"source": "a", "target": "m"}),
        Datum("b-m", 2.0, extra={"source": "b", "target": "m"}),
        Datum("m-z", 8.0, extra={"source": "m", "target": "z"}),
    ]
    share = found(chart("sankey", flows), "proportion")[0]
    assert (share.value, share.marks) == (75.0, (0,))  # of what enters, not of the flow that passes on
    stack = [
        Datum(label, value, name)
        for label, name, value in (("x", "p", 9.0), ("x", "q", 1.0), ("y", "p", 1.0), ("y", "q", 4.0))
    ]
    share = found(chart("stacked_bar", stack), "proportion")[0]
    assert (share.value, share.marks) == (80.0, (3,))


def test_levels_of_a_waterfall_are_no_changes():
    steps = [("Start", 50.0, "start"), ("Up", 9.0, "change"), ("Down", -4.0, "change"), ("End", 55.0, "total")]
    spec = chart("waterfall", [Datum(label, value, extra={"kind": kind}) for label, value, kind in steps])
    assert found(spec, "maximum")[0].value == 9.0


def test_metadata_has_the_fields_of_table_17():
    spec = chart(
        "bar",
        BARS,
        y=Axis("Catch", unit="t", low=0, high=50),
        highlighted=("Cod",),
        annotations=(Annotation("low", "Eel"),),
        source="Section 2, paragraph 1",
    )
    told = metadata(spec)
    assert list(told) == [
        "vizId",
        "chartType",
        "title",
        "axes",
        "data",
        "insights",
        "visualProperties",
        "sourceContext",
    ]
    assert told["axes"]["y"] == {"label": "Catch", "type": "linear", "unit": "t", "range": [0, 50]}
    assert told["data"][2] == {"label": "Eel", "value": 7.2, "category": "", "metadata": {}}
    assert told["insights"][0] == {
        "type": "maximum",
        "value": 40.0,
        "unit": "t",
        "data": [{"label": "Hake", "category": ""}],
    }
    assert told["visualProperties"] == {
        "colorEncoding": "highlight",
        "colorMap": {"highlighted": HARBOUR.accent, "other": HARBOUR.muted},
        "sortOrder": "given",
        "hasLegend": False,
        "hasGridlines": True,
        "highlightedItems": ["Cod"],
        "annotationCount": 1,
    }
    assert told["sourceContext"] == "Section 2, paragraph 1"


def test_colours_tell_what_the_type_says():
    grid = [Datum(label, value, name) for label in "xy" for name, value in (("p", -1.0), ("q", 4.0))]
    heat = metadata(chart("heatmap", grid))["visualProperties"]
    tones = list(heat["colorMap"].values())
    assert (heat["colorEncoding"], tones[1]) == ("value", HARBOUR.diverging[1])
    assert len(set(tones)) == 3
    assert all(contrast(tone, HARBOUR.ink) >= 6 for tone in tones)  # values are printed on them
    lines = metadata(chart("multi_line", grid))["visualProperties"]
    assert (lines["colorEncoding"], lines["colorMap"]) == (
        "category",
        {"p": HARBOUR.palette[0], "q": HARBOUR.palette[1]},
    )


def test_whether_there_is_a_legend_is_told_by_the_drawing():
    data = [Datum(year, value, name) for name, value in (("N", 1.0), ("S", 5.0)) for year in ("2020", "2021")]
    for legend, wanted in (("top", True), ("direct", False)):
        spec = chart("multi_line", data, style=replace(HARBOUR, legend=legend))
        assert metadata(spec)["visualProperties"]["hasLegend"] is wanted
        assert metadata(spec, {"legend": []})["visualProperties"]["hasLegend"] is False
        assert metadata(spec, {"legend": [{"text": "N"}]})["visualProperties"]["hasLegend"] is True
