from dataclasses import replace

import pytest

from dataset_builder.charts.rules import DATA_LIMITS, MATRIX_TYPES
from dataset_builder.charts.spec import CHART_TYPES, Annotation, Axis, ChartSpec, Datum, nice_step, value_axis
from dataset_builder.charts.styles import HOUSES

CATEGORY = Axis(kind="category")


def chart(chart_type="bar", data=(), **fields):
    """Return a spec; without data, of two bars."""
    data = tuple(data) or (Datum("Cod", 12.0), Datum("Hake", 40.0))
    plain = {"unit": "t", "decimals": 0, "style": HOUSES[0], "x": CATEGORY, "y": Axis("Catch"), "title": "Catch"}
    return ChartSpec(**{"viz_id": "viz-1-1", "chart_type": chart_type, "data": data, **plain, **fields})


def matrix(rows, columns):
    """Return data of the rows by the columns, counted from 1."""
    pairs = [(row, column) for column in columns for row in rows]
    return tuple(Datum(row, float(i), column) for i, (row, column) in enumerate(pairs, start=1))


def box(label, low, q1, median, q3, high):
    return Datum(label, median, extra={"min": low, "q1": q1, "q3": q3, "max": high})


def flow(source, target, value=1.0):
    return Datum(f"{source} to {target}", value, extra={"source": source, "target": target})


def bins(*edges):
    return tuple(Datum(f"{a}-{b}", 1.0, extra={"low": a, "high": b}) for a, b in edges)


FALLS = (
    Datum("Open", 10.0, extra={"kind": "start"}),
    Datum("Sales", -4.0),
    Datum("Close", 7.0, extra={"kind": "total"}),
)

REFUSED = {
    "letters": ({"viz_id": "3 1"}, "viz_id '3 1' is not letters"),
    "type": ({"chart_type": "gantt"}, "chart_type 'gantt' is not one of bar, horizontal_bar"),
    "title": ({"title": " "}, "title is empty"),
    "decimals": ({"decimals": 9}, "decimals 9 is not in 0..6"),
    "exactness": ({"exact": "nearly"}, "exact 'nearly' is not one of labels, grid, tolerance"),
    "one bar": ({"data": [Datum("Cod", 1.0)]}, "bar has 1 data, allowed are 2 to 40"),
    "twice": ({"data": [Datum("Cod", 1.0), Datum("Cod", 2.0)]}, "mark 'Cod' is there twice"),
    "no number": ({"data": [Datum("Cod", float("nan")), Datum("Eel", 2.0)]}, "datum 'Cod': value nan is not finite"),
    "no label": ({"data": [Datum(" ", 1.0), Datum("Eel", 2.0)]}, "a datum has an empty label"),
    "negative part": (
        {"chart_type": "pie", "data": [Datum("Cod", -1.0), Datum("Eel", 2.0)]},
        "datum 'Cod': value -1.0 is negative, a pie allows 0 or more",
    ),
    "empty slice": (
        {"chart_type": "donut", "data": [Datum("Cod", 0.0), Datum("Eel", 2.0)]},
        "value 0 would leave no mark in a donut",
    ),
    "many slices": (
        {"chart_type": "pie", "data": [Datum(str(i), 1.0) for i in range(9)]},
        "pie has 9 data, allowed are 2 to 8",
    ),
    "hole": (
        {"chart_type": "grouped_bar", "data": matrix(["a", "b", "c"], ["x", "y"])[:-1]},
        "grouped_bar has 5 marks for 3 labels and 2 categories",
    ),
    "one series": (
        {"chart_type": "multi_line", "data": matrix(["a", "b", "c", "d"], ["x"])},
        "multi_line has 1 categories, at least 2 are needed",
    ),
    "three dumbbells": (
        {"chart_type": "dumbbell", "data": matrix(["a", "b"], ["x", "y", "z"])},
        "dumbbell has 3 categories, allowed are exactly 2",
    ),
    "three ends": (
        {"chart_type": "slope", "data": matrix(["a", "b", "c"], ["x", "y"])},
        "slope has 3 labels, allowed are exactly 2",
    ),
    "two spokes": (
        {"chart_type": "radar", "data": matrix(["a", "b"], ["x", "y", "z"])},
        "radar has 2 labels, allowed are 3 to 12",
    ),
    "pie of series": (
        {"chart_type": "pie", "data": [Datum("Cod", 1.0, "sea"), Datum("Eel", 2.0, "sea")]},
        "pie has category 'sea', it takes none",
    ),
    "bins apart": (
        {"chart_type": "histogram", "data": bins((0, 5), (5, 10), (11, 15), (15, 20))},
        "bin '11-15' does not start where '5-10' ends",
    ),
    "bin backwards": (
        {"chart_type": "histogram", "data": bins((0, 5), (5, 10), (10, 9), (9, 20))},
        "datum '10-9': low 10.0 is not below high 9.0",
    ),
    "no place": (
        {"chart_type": "scatter", "data": [Datum(name, 1.0) for name in "abcd"]},
        "datum 'a': extra has no number 'x'",
    ),
    "flat bubble": (
        {"chart_type": "bubble", "data": [Datum(name, 1.0, extra={"x": 1.0, "size": 0.0}) for name in "abc"]},
        "datum 'a': size 0.0 is not above 0",
    ),
    "box in disorder": (
        {"chart_type": "box", "data": [box("a", 1, 3, 2, 4, 5), box("b", 1, 2, 3, 4, 5)]},
        "min, q1, median, q3, max .* are not five rising numbers",
    ),
    "outlier inside": (
        {
            "chart_type": "box",
            "data": [box("a", 1, 2, 3, 4, 5), box("b", 1, 2, 3, 4, 5), Datum("a", 4.0, extra={"kind": "outlier"})],
        },
        "outlier 4.0 of 'a' lies within its whiskers",
    ),
    "circle": (
        {"chart_type": "sankey", "data": [flow("a", "b"), flow("b", "c"), flow("c", "b")]},
        "flows run in a circle through 'b'",
    ),
    "wrong total": ({"chart_type": "waterfall", "data": FALLS}, "total 'Close' is 7.0, the changes .* add up to 6.0"),
    "upside down": ({"y": Axis(low=5.0, high=1.0)}, "axis y: low 5.0 is not below high 1.0"),
    "log of bars": ({"y": Axis(kind="log")}, "a bar starts at zero, which a log axis cannot show"),
    "log of zero": (
        {"chart_type": "line", "data": [Datum("a", 0.0), Datum("b", 2.0)], "y": Axis(kind="log")},
        "value 0.0 cannot stand on a log axis",
    ),
    "cut off above": ({"y": Axis(low=0.0, high=30.0)}, "axis y: 40.0 lies above its high end 30.0"),
    "bars not from zero": ({"y": Axis(low=10.0, high=50.0)}, "axis y: 0.0 lies below its low end 10.0"),
    "stack too high": (
        {"chart_type": "stacked_bar", "data": matrix(["a", "b"], ["x", "y"]), "y": Axis(low=0.0, high=5.0)},
        "axis y: 6.0 lies above its high end 5.0",
    ),
    "printed short": (
        {"data": [Datum("Cod", 1.25), Datum("Eel", 2.0)], "decimals": 1},
        "value 1.25 of 'Cod' has more decimals than the 1 printed",
    ),
    "grid without step": ({"exact": "grid"}, "exact 'grid' needs low, high and step of axis y"),
    "off the grid": (
        {"exact": "grid", "y": Axis(low=0.0, high=50.0, step=10.0)},
        "value 12.0 of 'Cod' does not lie on a gridline of step 10.0",
    ),
    "pie read by grid": (
        {"chart_type": "pie", "exact": "tolerance"},
        "exact 'tolerance' needs a value axis, a pie has none; allowed is 'labels'",
    ),
    "strange highlight": ({"highlighted": ("Ling",)}, "highlighted 'Ling' is neither a label nor a category"),
    "strange note": ({"annotations": (Annotation("Storms", "Ling"),)}, "annotation 'Storms' names no mark"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_specs_are_refused(name):
    fields, message = REFUSED[name]
    with pytest.raises(ValueError, match=message):
        chart(**{**fields, "data": tuple(fields.get("data", ()))})


def test_there_are_the_24_types_of_the_paper():
    assert len(CHART_TYPES) == len(set(CHART_TYPES)) == 24
    assert set(CHART_TYPES) >= MATRIX_TYPES
    assert all(low < high for low, high in DATA_LIMITS.values())


def test_an_error_names_the_chart():
    with pytest.raises(ValueError, match=r"^viz-7-2: title is empty$"):
        chart(viz_id="viz-7-2", title="")


def test_good_data_of_every_rule_pass():
    assert chart("waterfall", (*FALLS[:2], replace(FALLS[2], value=6.0)))
    assert chart("sankey", (flow("a", "b"), flow("b", "c"), flow("a", "c")))
    assert chart("histogram", bins((0, 5), (5, 10), (10, 15), (15, 20)))
    outlier = Datum("a", 9.0, extra={"kind": "outlier"})
    assert chart("box", (box("a", 1, 2, 3, 4, 5), box("b", 1, 2, 3, 4, 5), outlier, outlier))
    assert chart(exact="grid", y=Axis(low=0.0, high=40.0, step=4.0))


def test_labels_and_categories_keep_the_order_of_the_data():
    spec = chart("grouped_bar", matrix(["b", "a"], ["y", "x"]))
    assert (spec.labels, spec.categories) == (("b", "a"), ("y", "x"))
    assert spec.value_of("a", "y") == 2.0
    with pytest.raises(KeyError, match="no mark of label 'a' and category 'z'"):
        spec.value_of("a", "z")


def test_tolerance_is_half_of_a_minor_step():
    axis = Axis(low=0.0, high=50.0, step=10.0, minor=2)
    assert chart(exact="tolerance", y=axis).tolerance == 2.5
    assert chart(y=axis).tolerance == 0.0


@pytest.mark.parametrize(
    ("span", "intervals", "step"), [(1000, 5, 200), (1001, 5, 250), (7, 7, 1), (7.1, 7, 2), (0.03, 6, 0.005)]
)
def test_steps_are_round_and_cover_the_span(span, intervals, step):
    assert nice_step(span, intervals) == step


@pytest.mark.parametrize(
    ("values", "from_zero", "ends"),
    [
        ([1, 940], True, (0, 1000, 200)),
        ([-120, 310], True, (-200, 400, 100)),
        ([510, 590], False, (500, 600, 20)),
        ([0, 0], True, (0, 1, 0.2)),
    ],
)
def test_value_axes_end_on_steps_around_the_values(values, from_zero, ends):
    axis = value_axis(values, from_zero=from_zero)
    assert (axis.low, axis.high, axis.step) == ends
