"""Figures: types, layouts, titles, and the specs they become."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dataset_builder.charts.styles import sample_style
from dataset_builder.families.hops.charting import LAYOUTS, MOST_MARKS, Figure, chart_spec, list_times
from dataset_builder.families.hops.model import Column
from tests.hops.pages import CHARTS, pages


@pytest.mark.parametrize(
    ("period", "form"), [("year", r"20\d\d"), ("quarter", r"Q[1-4] 20\d\d"), ("month", r"[A-Z][a-z]+ 20\d\d")]
)
def test_times_follow_each_other(period: str, form: str) -> None:
    for seed in range(30):
        times = list_times(random.Random(seed), period)
        assert len(set(times)) == 4
        if period == "year":
            assert [int(time) - int(times[0]) for time in times] == [0, 1, 2, 3]
        else:
            assert len({time.split()[1] for time in times}) == 1
    assert list_times(random.Random(1), "quarter")[0].startswith("Q1")


def test_every_column_is_on_one_figure_and_every_title_is_its_own() -> None:
    types: Counter[str] = Counter()
    layouts: set[str] = set()
    for content in pages(1):
        columns = [column for figure in content.figures for column in figure.columns]
        assert len(set(columns)) == len(columns)
        assert set(content.table) == set(columns) >= content.columns_read(content.question)
        assert len({figure.title for figure in content.figures}) == len(content.figures)
        whole = {column.metric for column in columns if not column.group}
        assert whole.isdisjoint(column.metric for column in columns if column.group)
        for figure in content.figures:
            types[figure.chart_type] += 1
            layouts.add(figure.layout)
            assert figure.layout in LAYOUTS[figure.chart_type]
            assert sorted(figure.entities) == list(content.entities)
            assert len(figure.columns) * len(figure.entities) <= MOST_MARKS[len(content.figures)]
    assert set(types) == set(LAYOUTS)
    assert min(types.values()) >= 8
    assert layouts == {"single", "metrics", "groups", "times"}


def test_nearly_every_figure_is_needed() -> None:
    shares: dict[int, list[float]] = {charts: [] for charts in CHARTS}
    for content in pages(1):
        used = sum(not content.columns_read(content.question).isdisjoint(figure.columns) for figure in content.figures)
        shares[len(content.figures)].append(used / len(content.figures))
    means = {charts: sum(found) / len(found) for charts, found in shares.items()}
    assert means[2] > 0.97 and means[3] > 0.93 and means[4] > 0.85 and means[6] > 0.75


def test_figures_become_specs_that_print_every_value() -> None:
    style = sample_style(random.Random(0))
    for content in pages(1)[::7]:
        for figure in content.figures:
            spec = chart_spec(figure, content.table, style)
            assert (spec.exact, spec.title, spec.unit) == ("labels", figure.title, figure.unit)
            assert len(spec.data) == len(figure.columns) * len(figure.entities)
    first, last = (Column("Fuel burned", "adult", time) for time in ("Q1 2024", "Q2 2024"))
    lines = Figure("viz-1", "multi_line", "times", (first, last), ("Dunlin", "Kestrel"), "Fuel", "tons", 1)
    table = {first: {"Dunlin": 4.0, "Kestrel": 5.5}, last: {"Dunlin": 4.5, "Kestrel": 5.0}}
    data = [(datum.label, datum.category, datum.value) for datum in chart_spec(lines, table, style).data]
    assert data[:2] == [("Q1 2024", "Dunlin", 4.0), ("Q2 2024", "Dunlin", 4.5)]
