"""Axes of reports: what is dealt, what pairs and grids share, and what can't be asked for."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from itertools import product
from statistics import mean, median
from typing import Any

import pytest

from dataset_builder.charts.spec import CHART_TYPES
from dataset_builder.families import load_family
from dataset_builder.families.reports.dealing import LEVELS, POSITIONS, TYPES, deal
from dataset_builder.families.reports.designs import ARCHETYPES
from dataset_builder.families.reports.family import FAMILY, ReportsConfig, parse_grid
from eval_scripts.cli import build_parser


@pytest.mark.parametrize("seed", [0, 3, 4])
def test_twelve_reports_have_every_archetype_chart_type_and_position(seed: int) -> None:
    cells = [deal(index, seed, {}) for index in range(12)]
    assert {cell.layout for cell in cells} == set(ARCHETYPES)
    assert Counter(name for cell in cells for name in cell.types) == Counter(dict.fromkeys(CHART_TYPES, 2))
    asked = Counter((category, third) for cell in cells for category, _, third in cell.wanted)
    assert asked == Counter(dict.fromkeys(product(TYPES["chart"], POSITIONS), 4))


def test_planted_questions_have_all_levels_in_turn_and_half_of_their_claims_are_right() -> None:
    cells = [deal(index, 3, {}) for index in range(240)]
    planted = Counter((category, level) for cell in cells for _, category, level in cell.planted)
    for category in (*TYPES["cross_modal"], *TYPES["complex"]):
        counts = [planted[category, level] for level in LEVELS[category]]
        assert sum(counts) == 240 and max(counts) - min(counts) <= 1
    rights = list(zip(*(cell.confirmed for cell in cells), strict=True))
    assert len(rights) == 6 and all(sum(right) == 120 for right in rights)
    assert len(set(rights)) == 6, "claims of one report are not right or wrong together"


def test_a_category_asked_for_is_the_only_one_and_a_level_leaves_out_those_without_it() -> None:
    alone = deal(5, 0, {"category": "integrate_sources", "level": "L1"})
    assert alone.wanted == () and alone.planted == (("cross_modal", "integrate_sources", "L1"),) * 3
    hard = deal(5, 0, {"level": "L5"})
    assert {category for category, _, _ in hard.wanted} == {"trend_pattern"} and len(hard.wanted) == 3
    assert all("L5" in LEVELS[category] for _, category, _ in hard.planted)


def test_lengths_are_distributed_as_published() -> None:
    cells = [deal(index, 0, {}) for index in range(400)]
    pages, words, charts = ([getattr(cell, name) for cell in cells] for name in ("pages", "words", "charts"))
    assert min(pages) >= 24 and max(pages) <= 91 and 45 <= median(pages) <= 53 and 46 <= mean(pages) <= 55
    assert max(words) <= 25_138 and 18_500 <= median(words) <= 21_500
    assert min(charts) >= 5 and max(charts) <= 32 and 11 <= median(charts) <= 17


def test_fixing_an_axis_moves_no_other() -> None:
    free, fixed = deal(7, 1, {}), deal(7, 1, {"layout": "brutalist", "charts": 9})
    assert replace(free, layout="brutalist", charts=9, settled=("layout", "charts")) == fixed


@pytest.mark.parametrize("axis", ["layout", "pages", "position", "chart_type", "style"])
def test_a_pair_differs_in_its_axis_only(axis: str) -> None:
    for index in range(0, 12, 2):
        first, second = deal(index, 2, {}, pairs=axis), deal(index + 1, 2, {}, pairs=axis)
        assert (first.base, first.pair, first.turn, second.turn) == (second.base, second.pair, 0, 1)
        moved = {"layout": {"layout": second.layout}, "pages": {"pages": second.pages}}.get(axis, {})
        assert all(getattr(first, name) != value for name, value in moved.items())
        assert replace(first, turn=1, **moved) == second
        if axis == "position":
            assert all(old[2] != new for old, new in zip(first.wanted, first.moved, strict=True))


def test_a_grid_is_dealt_in_turn_and_a_round_shares_its_world() -> None:
    grid = (parse_grid("pages=25,50,75"), parse_grid("position=early,late"))
    cells = [deal(index, 0, {}, grid) for index in range(12)]
    assert [cell.pages for cell in cells[:6]] == [25, 25, 50, 50, 75, 75]
    assert [cell.wanted[0][2] for cell in cells[:6]] == ["early", "late"] * 3
    assert [cell.base for cell in cells] == [0] * 6 + [1] * 6
    assert len({(cell.topic, cell.layout, cell.words, cell.charts) for cell in cells[:6]}) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pages": 4}, "pages 4 is not a number from 5 to 120"),
        ({"layout": "zine"}, "layout 'zine' is not one of magazine, "),
        ({"level": "L1", "category": "comparison"}, "level 'L1' and category 'comparison': such questions are L2, L3"),
        ({"pages": 8}, "pages 8 and min_distance 5: passages and charts stand on 4 pages"),
        ({"min_distance": 61}, "min_distance 61 is not a number from 0 to 60"),
        ({"topic": "public-libraries", "domain": "health"}, "topic 'public-libraries' is not of domain 'health'"),
        ({"pairs": "pages", "pages": 30}, "pairs differ in pages, which is fixed to 30"),
        ({"grid": (("pages", (30,)),)}, "grid pages=30 needs two or more different values"),
        ({"grid": (("pages", (30, 40)),), "pages": 30}, "pages is fixed to 30 and is an axis of the grid"),
        ({"grid": (("pages", (30, 40)), ("pages", (50, 60)))}, "pages is an axis of the grid 2 times"),
        ({"documents": 0}, "documents 0 is not a number from 1"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ReportsConfig(**given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pages", "'pages' is not AXIS=VALUE,VALUE with an axis of topic, "),
        ("colour=red,blue", "'colour=red,blue' is not AXIS=VALUE,VALUE with an axis of topic, "),
        ("pages=3,50", "pages 3 is not a number from 5 to 120"),
        ("pages=10,many", "pages 'many' is not a number from 5 to 120"),
        ("pages=10,20,", "pages '' is not a number from 5 to 120"),
        ("layout=zine,magazine", "layout 'zine' is not one of magazine, "),
    ],
)
def test_a_grid_that_is_none_is_refused(text: str, message: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=message):
        parse_grid(text)


def test_tasks_do_not_depend_on_how_many_there_are() -> None:
    assert FAMILY.plan(ReportsConfig(documents=30, seed=5))[:12] == FAMILY.plan(ReportsConfig(documents=12, seed=5))


@pytest.mark.parametrize(
    ("command", "family", "pages"),
    [
        ("build reports out --pages 12", "reports", 12),
        ("build reports out", "reports", None),
        ("build forms out --pages all", "forms", "all"),
        ("build forms out", "forms", "first"),
    ],
)
def test_pages_are_a_number_of_reports_and_a_choice_of_forms(command: str, family: str, pages: object) -> None:
    args = build_parser().parse_args(command.split())
    assert load_family(family).config_from_args(args).pages == pages


def test_reports_take_no_choice_of_pages() -> None:
    args = build_parser().parse_args(["build", "reports", "out", "--pages", "all"])
    with pytest.raises(ValueError, match="pages 'all' is not a number from 5 to 120"):
        FAMILY.config_from_args(args)
