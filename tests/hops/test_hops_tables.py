"""Tables: named entities meet the rules visibly, all others break them, and nothing gives the set away."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from dataset_builder.families.hops.charting import find_metric
from dataset_builder.families.hops.model import Extremal, Metric, Threshold, Trend, Within, list_atoms
from dataset_builder.families.hops.tables import margin
from dataset_builder.families.hops.variants import without_atoms
from tests.hops.pages import TOPIC, members, pages


def test_margins_are_a_fiftieth_of_the_axis_or_a_sixteenth_of_the_range() -> None:
    assert margin(Metric("x", "tons", 10, 100)) == 2
    assert margin(Metric("x", "tons", 80, 112)) == 2
    assert margin(Metric("x", "tons", 2, 9)) == 1  # no less than the last digit


def test_values_that_rules_divide_differ_visibly() -> None:
    for content in pages(1):
        for atom in list_atoms(content.trace):
            table, names = content.table, content.entities
            if isinstance(atom, Threshold):
                gap = margin(find_metric(TOPIC, atom.column))
                assert all(abs(table[atom.column][name] - atom.value) >= gap - 0.051 for name in names)
            elif isinstance(atom, Within):
                gap = margin(find_metric(TOPIC, atom.column))
                assert all(abs(table[atom.column][n] - table[atom.other][n]) >= gap - 0.051 for n in names)
            elif isinstance(atom, Trend):
                gap = margin(find_metric(TOPIC, atom.columns[0]))
                for one, other in pairwise(atom.columns):
                    assert all(abs(table[one][name] - table[other][name]) >= gap - 0.051 for name in names)
            elif isinstance(atom, Extremal):
                values = sorted(table[atom.column].values())
                gap = margin(find_metric(TOPIC, atom.column))
                assert min(b - a for a, b in pairwise(values)) >= gap - 0.051


def test_missing_any_one_rule_leads_elsewhere() -> None:
    for content in pages(1):
        unique = len(content.selected) == 1
        right = members(content.trace, content.table, content.entities)
        missed = [members(rest, content.table, content.entities) for _, rest in without_atoms(content.trace)]
        assert sum(other != right for other in missed) >= 2
        if "OR" not in str(content.trace) or not unique:
            assert all(other != right for other in missed)


def test_numbers_look_like_measured_ones() -> None:
    last: Counter[str] = Counter()
    for content in pages(1):
        for column, values in content.table.items():
            metric = find_metric(TOPIC, column)
            assert len(set(values.values())) == len(values)
            slack = 0.13 * (metric.high - metric.low)
            assert all(max(metric.low / 2, metric.low - slack) <= v <= metric.high + slack for v in values.values())
            for value in values.values():
                text = f"{value:.{metric.decimals}f}"
                assert float(text) == value
                last[text[-1]] += 1
    assert max(last.values()) < 1.3 * min(last.values())


def test_levels_persist_over_time() -> None:
    changes = [
        abs(table[after][name] / table[before][name] - 1)
        for content in pages(1)
        for table in [content.table]
        for figure in content.figures
        if figure.layout == "times"
        for before, after in pairwise(figure.columns)
        for name in content.entities
    ]
    assert len(changes) > 500
    assert sorted(changes)[len(changes) * 9 // 10] < 0.3
