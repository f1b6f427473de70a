"""Questions: every template's answer against plain arithmetic, wording, balance and wrong answers; programs by hand."""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dataset_builder.answers import answers_match, parse_answer
from dataset_builder.families.hops.charting import Figure
from dataset_builder.families.hops.content import Cell, Content, list_templates, sample_content
from dataset_builder.families.hops.model import Column, Extremal, Merge, Step, Table, Threshold, Trend, Within
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.programs import (
    EVERYONE,
    Undecided,
    column_json,
    compute_number,
    execute,
    find_entities,
    parse_trace,
    trace_json,
)
from dataset_builder.families.hops.questions import TASKS, TEMPLATES
from dataset_builder.families.hops.questions.scene import Scene, Template, round_between, selected, total, values
from dataset_builder.families.hops.questions.wrong import KINDS, list_errors
from tests.hops.pages import TOPIC, column, draw_label, members, pages

ALL = [template for templates in TEMPLATES.values() for template in templates]
Values = dict[str, float]
Formula = Callable[[Values, Values, dict[str, Any]], object]
"""What a question asks for, from the set's values in its one or two columns and what else there is to know."""


def _top(values: Values, extreme: str, place: int = 1) -> str:
    return sorted(values, key=lambda name: values[name], reverse=extreme == "highest")[place - 1]


def _above(values: Values, level: float) -> list[str]:
    return [name for name, value in values.items() if value > level]


FORMULAS: dict[str, Formula] = {
    "value": lambda a, b, p: next(iter(a.values())),
    "highest_value": lambda a, b, p: max(a.values()),
    "lowest_value": lambda a, b, p: min(a.values()),
    "value_at_highest": lambda a, b, p: a[max(b, key=lambda name: b[name])],
    "value_at_lowest": lambda a, b, p: a[min(b, key=lambda name: b[name])],
    "value_where": lambda a, b, p: a[_above(b, p["level"])[0]],
    "peak": lambda a, b, p: _top(p["run"], p["extreme"]),
    "count": lambda a, b, p: p["size"],
    "count_above": lambda a, b, p: len(_above(a, p["level"])),
    "count_below": lambda a, b, p: p["size"] - len(_above(a, p["level"])),
    "count_pair": lambda a, b, p: sum(a[name] > b[name] for name in a),
    "count_outside": lambda a, b, p: len(_above(p["outside"], p["level"])),
    "count_both": lambda a, b, p: len([name for name in _above(a, p["low"]) if b[name] < p["high"]]),
    "count_beyond": lambda a, b, p: len(_above(p["outside"], max(a.values()))),
    "total": lambda a, b, p: sum(a.values()),
    "mean": lambda a, b, p: statistics.fmean(a.values()),
    "spread": lambda a, b, p: max(a.values()) - min(a.values()),
    "change": lambda a, b, p: sum(b.values()) - sum(a.values()),
    "share": lambda a, b, p: 100 * sum(a.values()) / (sum(a.values()) + sum(p["outside"].values())),
    "ratio": lambda a, b, p: sum(a.values()) / sum(b.values()),
    "total_where": lambda a, b, p: sum(a[name] for name in _above(b, p["level"])),
    "combined": lambda a, b, p: sum(a.values()) + sum(b.values()),
    "name_highest": lambda a, b, p: _top(a, "highest"),
    "name_lowest": lambda a, b, p: _top(a, "lowest"),
    "name_second": lambda a, b, p: _top(a, p["extreme"], 2),
    "place": lambda a, b, p: 1 + len(_above(p["outside"], *a.values())),
    "name_where": lambda a, b, p: _top({name: a[name] for name in _above(b, p["level"])}, p["extreme"]),
    "name_change": lambda a, b, p: _top(
        {name: b[name] - a[name] for name in a}, "highest" if p["direction"] == "rise" else "lowest"
    ),
    "name_combined": lambda a, b, p: _top({name: a[name] + b[name] for name in a}, p["extreme"]),
    "scaled_total": lambda a, b, p: sum(a.values()) * (1 + p["percent"] / 100),
    "raised_lowest": lambda a, b, p: sum(a.values()) - min(a.values()) + max(a.values()),
    "without_one": lambda a, b, p: statistics.fmean(a[name] for name in a if name != _top(a, p["extreme"])),
    "shifted_count": lambda a, b, p: len([v for v in a.values() if v + v * p["percent"] / 100 > p["level"]]),
    "share_after": lambda a, b, p: (
        100 * (grown := sum(a.values()) * (1 + p["percent"] / 100)) / (grown + sum(p["outside"].values()))
    ),
    "two_changes": lambda a, b, p: sum(a.values()) * (1 + p["rise"] / 100) + sum(b.values()) * (1 - p["fall"] / 100),
    "total_above": lambda a, b, p: sum(a.values()) > p["level"],
    "every_above": lambda a, b, p: all(value > p["level"] for value in a.values()),
    "any_below": lambda a, b, p: any(value < p["level"] for value in a.values()),
    "pair_above": lambda a, b, p: sum(a.values()) > sum(b.values()),
    "holds_end": lambda a, b, p: _top({**p["outside"], **a}, p["extreme"]) in a,
    "total_after": lambda a, b, p: (
        sum(a.values()) * (1 + p["percent"] / 100) + sum(b.values()) * (1 - p["percent"] / 100) > p["level"]
    ),
}


def expected(content: Content) -> object:
    draft, table = content.question.draft, content.table
    chosen = sorted(members(content.trace, table, content.entities))
    rows = [{name: table[read][name] for name in chosen} for read in draft.columns] + [{}, {}]
    facts: dict[str, Any] = {**draft.parameters, "size": len(chosen)}
    if draft.columns:
        first = table[draft.columns[0]]
        facts["outside"] = {name: first[name] for name in content.entities if name not in chosen}
        if draft.answer_type == "text":
            facts["run"] = {getattr(read, draft.parameters["part"]): table[read][chosen[0]] for read in draft.columns}
    return FORMULAS[content.question.template](rows[0], rows[1], facts)


@pytest.mark.parametrize("template", ALL, ids=[template.name for template in ALL])
def test_answers_are_what_plain_arithmetic_gives(template: Template) -> None:
    for number in range(4):
        rng = random.Random(f"{template.name} {number}")
        cell = Cell(template.task, 2 + number % 2, 3 + number % 2)
        content = sample_content(rng, cell, template, TOPIC, draw_label, truth=number % 2 == 0)
        question = content.question
        found = expected(content)
        if isinstance(found, bool):
            assert question.answer == ("Yes" if found else "No") == ("Yes" if number % 2 == 0 else "No")
        elif isinstance(found, str):
            assert question.answer == found
        else:
            assert float(question.answer) == pytest.approx(
                float(found), abs=0.5 * 10.0**-question.draft.decimals + 1e-9
            )
            assert len(question.answer.partition(".")[2]) == question.draft.decimals


@pytest.mark.parametrize("name", ["total_after", "shifted_count", "raised_lowest", "without_one", "two_changes"])
def test_suppositions_change_the_answer(name: str) -> None:
    """Without the supposition the answer is the other one, or off by 3% of it or more."""
    template = next(template for template in ALL if template.name == name)
    for number in range(4):
        rng = random.Random(f"{name} {number}")
        cell = Cell(template.task, 2 + number % 3, 3)
        content = sample_content(rng, cell, template, TOPIC, draw_label, truth=number % 2 == 0)
        facts = content.question.draft.parameters
        own = [[content.table[read][name] for name in content.selected] for read in content.question.draft.columns]
        everything = sum(map(sum, own))
        if name == "total_after":
            assert ("Yes" if everything > facts["level"] else "No") != content.question.answer
        elif name == "shifted_count":
            assert str(sum(value > facts["level"] for value in own[0])) != content.question.answer
        else:
            before = statistics.fmean(own[0]) if name == "without_one" else everything
            after = float(content.question.answer)
            assert abs(after - before) >= 0.0299 * after


@pytest.mark.parametrize(
    "name", ["value_where", "count_above", "count_below", "count_outside", "count_both", "total_where", "every_above"]
)
def test_conditions_divide_the_page(name: str) -> None:
    """Some entities meet a condition of the question and some do not."""
    template = next(template for template in ALL if template.name == name)
    for number in range(3):
        rng = random.Random(f"{name} {number}")
        content = sample_content(rng, Cell(template.task, 3, 3), template, TOPIC, draw_label, truth=number % 2 == 0)
        draft = content.question.draft
        levels = [draft.parameters[key] for key in ("level", "low", "high") if key in draft.parameters]
        for read, level in zip(draft.columns[-len(levels) :], levels, strict=True):
            shown = content.table[read].values()
            assert min(shown) < level < max(shown)


def test_there_are_41_templates_over_six_tasks() -> None:
    assert [len(TEMPLATES[task]) for task in TASKS] == [7, 7, 8, 7, 6, 6]
    assert TASKS == ("value_retrieval", "counting", "numeric_reasoning", "ranking", "hypothetical", "fact_checking")
    assert {template.name for template in ALL} == set(FORMULAS)
    assert len(list_templates(Cell("value_retrieval", 5, 2))) == 6


def test_questions_name_the_set_by_its_label_alone() -> None:
    for content in pages(1):
        question = content.question
        assert content.label.text in question.text
        assert not any(name in question.text for name in content.entities)
        assert not re.search(r"[{}\[\]|]|  | ,|\bof of\b|\bthe the\b", question.text)
        assert question.text.endswith((".", "?"))
        for read in question.draft.columns:
            assert read.metric.lower() in question.text.lower() and read.time in question.text
            assert not read.group or read.group in question.text


def test_wrong_answers_are_wrong_in_ways_of_their_own() -> None:
    kinds: dict[str, int] = dict.fromkeys(KINDS, 0)
    for content in pages(1):
        question = content.question
        assert parse_answer(question.answer, question.answer_type) is not None
        told = [question.answer]
        for wrong in question.wrong_answers:
            assert not any(answers_match(wrong.answer, other, question.answer_type) for other in told)
            told.append(wrong.answer)
            kinds[wrong.kind] += 1
            assert wrong.ref
    assert min(kinds.values()) >= 8


FUEL, OIL = column("Fuel burned"), column("Oil burned")
TABLE: Table = {
    FUEL: {"Dunlin": 31.5, "Farne Loop": 12.0, "Gull Run": 50.5, "Kestrel": 45.0},
    OIL: {"Dunlin": 10.0, "Farne Loop": 15.5, "Gull Run": 40.0, "Kestrel": 19.5},
}
LITTLE_OIL = Step(Threshold(OIL, "less than", 20.0))


def test_programs_compute_exactly() -> None:
    chosen = {"op": "trace", "trace": trace_json(LITTLE_OIL)}
    row = {"op": "values", "of": chosen, "column": column_json(FUEL)}
    assert find_entities(chosen, TABLE) == ("Dunlin", "Farne Loop", "Kestrel")
    assert execute({"op": "sum", "of": row}, TABLE) == Fraction("88.5")
    assert execute({"op": "mean", "of": row}, TABLE) == Fraction("29.5")
    assert execute({"op": "max", "of": {"op": "scale", "of": row, "percent": 10}}, TABLE) == Fraction("49.5")
    best = {"op": "pick", "of": chosen, "by": row, "extreme": "highest", "place": 2}
    assert execute({"op": "name", "of": best}, TABLE) == "Dunlin"
    assert find_entities({"op": "except", "of": EVERYONE, "drop": chosen}, TABLE) == ("Gull Run",)
    assert execute({"op": "contains", "of": chosen, "part": {"op": "these", "names": ["Gull Run"]}}, TABLE) is False
    assert compute_number({"op": "percent", "left": 1, "right": 8}, TABLE) == Fraction("12.5")
    assert execute({"op": "round", "of": {"op": "divide", "left": 2, "right": 3}, "decimals": 2}, TABLE) == Fraction(
        "0.67"
    )
    gap = {"op": "subtract", "left": row, "right": {"op": "values", "of": chosen, "column": column_json(OIL)}}
    assert execute({"op": "min", "of": gap}, TABLE) == Fraction("-3.5")


@pytest.mark.parametrize(
    "program",
    [
        {"op": "round", "of": 0.125, "decimals": 2},
        {"op": "divide", "left": 1, "right": 0},
        {"op": "name", "of": EVERYONE},
        {"op": "mean", "of": {"op": "values", "of": {"op": "these", "names": []}, "column": column_json(FUEL)}},
    ],
)
def test_programs_refuse_what_has_no_one_answer(program: dict[str, Any]) -> None:
    with pytest.raises(Undecided):
        execute(program, TABLE)
    with pytest.raises(ValueError, match="'guess'"):
        execute({"op": "guess"}, TABLE)


def test_traces_survive_json() -> None:
    trace = Step(
        Extremal(FUEL, "lowest", 2),
        Merge("OR", (LITTLE_OIL, Step(Within(FUEL, OIL), Step(Trend((FUEL, OIL), "falls")))), LITTLE_OIL),
    )
    assert parse_trace(trace_json(trace)) == trace


def test_wrong_answers_by_hand() -> None:
    """The line with the most fuel of those with little oil is Kestrel; without that rule, or of all, it is Gull Run."""
    carried = column("Passengers carried")
    table = {**TABLE, carried: {"Dunlin": 100, "Farne Loop": 200, "Gull Run": 300, "Kestrel": 400}}
    names = tuple(table[carried])
    order = ("Dunlin", "Kestrel", "Gull Run", "Farne Loop")
    figures = (
        Figure("viz-1", "bar", "single", (carried,), order, "Passengers", "thousand", 0),
        Figure("viz-2", "grouped_bar", "metrics", (FUEL, OIL), order, "Fuel and oil", "tons", 1),
    )
    trace = Step(Extremal(FUEL, "highest"), LITTLE_OIL)
    scene = Scene(TOPIC, figures, table, names, trace, ("Kestrel",), Label("Lead Line", "single"), (carried,), True)
    program = total(carried, selected(scene))
    assert execute(program, table) == 400
    found = [
        (kind, ref, execute(other, changed))
        for kind, ref, other, changed in list_errors(scene, program, (carried,), random.Random(0))
    ]
    assert found[0][0] == "wrong_entity" and found[0][2] in (100, 200, 300)
    assert found[1:] == [
        ("global_extreme", "rule 2: extremal", 300),
        ("neighbouring_mark", "viz-1: Dunlin for Kestrel", 100),
        ("constraint_ignored", "rule 1: threshold", 300),
        ("constraint_ignored", "rule 2: extremal", 700),
    ]
    both = Merge("AND", (LITTLE_OIL, Step(Threshold(FUEL, "more than", 40.0))))
    scene = replace(scene, trace=both)
    read = {"op": "sum", "of": values(FUEL, selected(scene))}
    joined = {
        kind: execute(other, changed) for kind, _, other, changed in list_errors(scene, read, (FUEL,), random.Random(0))
    }
    assert joined["and_as_or"] == Fraction("139")
    assert joined["neighbouring_mark"] == Fraction("19.5")  # oil beside fuel


@pytest.mark.parametrize(
    ("low", "high", "decimals", "found"),
    [(1180, 1246, 0, 1200), (3, 4, 0, None), (3, 4, 1, 3.5), (90, 230, 0, 200), (0, 3, 0, 2)],
)
def test_levels_are_as_round_as_can_be(low: float, high: float, decimals: int, found: float | None) -> None:
    assert round_between(low, high, decimals) == found


def test_labels_are_spoken_of_as_groups_members_or_one() -> None:
    def words(label: Label) -> dict[str, str]:
        read: tuple[Column, ...] = (FUEL,)
        return Scene(TOPIC, (), TABLE, tuple(TABLE[FUEL]), LITTLE_OIL, ("Dunlin",), label, read, True).words

    assert words(Label("Signal Group", "group"))["members"] == "ferry lines in the Signal Group"
    assert words(Label("Lead Lines", "plural"))["members"] == "Lead Lines"
    assert words(Label("Lead Lines", "plural"))["member"] == "ferry line among the Lead Lines"
    assert words(Label("Lead Line", "single"))["one"] == "the Lead Line"
