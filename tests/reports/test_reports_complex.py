"""Complex questions: true, not told by their statements alone, read back by code that shares nothing with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from dataset_builder.charts.styles import sample_style
from dataset_builder.checks.reports.complex_programs import Solver
from dataset_builder.checks.reports.complex_reading import Unread, read_stated
from dataset_builder.families.reports.dealing import LEVELS, TYPES
from dataset_builder.families.reports.exhibits import plan_exhibits
from dataset_builder.families.reports.model import Plan, World
from dataset_builder.families.reports.outline import make_plan
from dataset_builder.families.reports.programs import execute
from dataset_builder.families.reports.questions.complex import COMPLEX
from dataset_builder.families.reports.questions.model import Question, Recipe
from dataset_builder.families.reports.questions.phrasing import clean_draft, write_planted
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.receptions import find_causes, is_welcome
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.desk import printed_numbers
from metrics.fact_judge import judge_facts, score_facts
from metrics.key_facts import read_key_facts

TOPICS = [topic for _, topic in list_topics()]
WORLDS = 9
RARE = {"trade_off", "crossing", "effect", "behind", "cost", "course_from", "steepest_from"}
"""Templates that need data which not every report has."""


@cache
def make(number: int) -> tuple[World, Plan]:
    rng = random.Random(f"complex {number}")
    world = sample_world(load_topic(TOPICS[number * 7 % len(TOPICS)]), rng)
    exhibits = plan_exhibits(world, 18, rng, ("multi_line", "slope"), 4, style=sample_style(rng))
    return world, make_plan(world, exhibits, 20_000, rng)


def set_up(number: int) -> Setting:
    world, plan = make(number)
    rng = random.Random(f"setting {number}")
    free = [exhibit for exhibit in plan.exhibits() if exhibit.asked]
    return Setting(world, plan, tuple(rng.sample(free, len(free))), tuple(rng.sample(world.people, len(world.people))))


Asked = tuple[Setting, PlantTemplate, Planted, Question]


@cache
def ask_all() -> tuple[Asked, ...]:
    found = []
    for number in range(WORLDS):
        setting = set_up(number)
        for template in COMPLEX:
            for turn in range(3):
                rng = random.Random(f"{number} {template.name} {turn}")
                planted = template.draft(setting, rng)
                if planted is None:
                    break
                planted = replace(planted, draft=clean_draft(planted.draft))
                recipe = Recipe(template.name, 0, False, True)
                question = write_planted(setting, template, planted, recipe, "complex", rng)
                if question is not None:
                    found.append((setting, template, planted, question))
                    break
    return tuple(found)


def read_print(setting: Setting, planted: Planted) -> Solver:
    """Return the check's own solver, over values as shown and sentences as printed."""
    texts = {each.id: " ".join(each.sentences) for each in planted.statements}
    said = {each.id: each.said for each in planted.statements}
    names = [entity.name for entity in setting.world.entities]
    shown = {
        fact: Fraction(str(setting.world.value(*fact.split("/"))))
        for exhibit in setting.plan.exhibits()
        if exhibit.ref in planted.sources
        for fact in exhibit.shown
    }
    return Solver(shown, lambda statement, name: read_stated(texts[statement], name, names, said[statement].get(name)))


def test_every_cell_of_the_matrix_has_a_template_and_no_other_one() -> None:
    cells = {(template.category, template.level) for template in COMPLEX}
    assert cells == {(category, level) for category in TYPES["complex"] for level in LEVELS[category]}


def test_every_category_has_five_templates_or_more_and_each_asks_of_some_report() -> None:
    for category in TYPES["complex"]:
        assert sum(template.category == category for template in COMPLEX) >= 5
    names = [template.name for _, template, _, _ in ask_all()]
    for template in COMPLEX:
        assert names.count(template.name) >= (1 if template.name in RARE else WORLDS // 2), template.name


def test_answers_come_out_again_from_printed_sentences_and_shown_values() -> None:
    for setting, template, planted, question in ask_all():
        said = {each.id: each.said for each in planted.statements}
        own = execute(question.program, setting.world, said)
        parts = own if isinstance(own, tuple) else (own,)
        read = read_print(setting, planted).solve(question.program)
        for one, other in zip(parts, read, strict=True):
            close = isinstance(one, Fraction) and isinstance(other, Fraction) and abs(one - other) < Fraction(1, 10**9)
            assert close or one == other, (template.name, question.text)


def test_two_to_five_pieces_of_evidence_are_needed() -> None:
    for _, _, planted, question in ask_all():
        assert 2 <= len(planted.sources) <= 5
        assert question.needed == planted.sources
        assert {each.id for each in planted.statements} <= set(planted.sources)
        assert len({each.id for each in planted.statements}) == len(planted.statements)


def leaves(program: object) -> Iterator[dict[str, object]]:
    if isinstance(program, dict):
        yield program
        for part in program.values():
            yield from leaves(part)
    elif isinstance(program, list):
        for part in program:
            yield from leaves(part)


def test_every_statement_decides_an_answer_or_points_at_one_that_does() -> None:
    for _, template, planted, question in ask_all():
        read = {part["statement"] for part in leaves(question.program) if part.get("op") == "stated"}
        pointing = {each.id for each in planted.statements if set(each.said) == {"milestone"}}
        assert read | pointing == {each.id for each in planted.statements}, template.name


def test_reference_answers_satisfy_the_judge_of_facts_and_wrong_answers_do_not() -> None:
    for _, template, _, question in ask_all():
        facts = read_key_facts(question.key_facts, template.name)
        assert score_facts(judge_facts(question.answer, facts, question.text)) >= 6, (question.text, question.answer)
        for wrong in question.wrong_answers:
            text = f"{wrong.answer.removesuffix('.')}."
            assert score_facts(judge_facts(text, facts, question.text)) < 6, (question.text, text, question.answer)


def test_statements_give_no_answer_and_no_value_that_only_exhibits_show() -> None:
    for setting, template, planted, question in ask_all():
        numbers = {number for each in planted.statements for text in each.sentences for number in printed_numbers(text)}
        for fact in question.key_facts:
            if fact.get("core", True) and fact["answer_type"] in ("number", "percent") and fact["name"] != "count":
                assert f"{fact['value']:,.1f}" not in numbers, (template.name, question.text)
        for fact in question.facts:
            value = setting.world.value(*fact.split("/"))
            if not float(value).is_integer():
                assert f"{value:,}" not in numbers, (template.name, fact)


def test_questions_name_who_speaks_and_not_what_they_say() -> None:
    for _, _, planted, question in ask_all():
        for statement in planted.statements:
            assert not statement.speaker or statement.speaker in question.text
            for name in ("entity", "one", "other", "ground"):
                if name in statement.said:
                    read = any(
                        part.get("name") == name for part in leaves(question.program) if part.get("op") == "stated"
                    )
                    assert not read or str(statement.said[name]) not in question.text, question.text


def test_the_same_series_gives_the_same_question_whatever_else_is_free() -> None:
    setting = set_up(0)
    for template in COMPLEX:
        planted = template.draft(setting, random.Random(5))
        if planted is None or not planted.exhibit:
            continue
        alone = replace(setting, free=tuple(each for each in setting.free if each.ref == planted.exhibit))
        assert template.draft(alone, random.Random(5)) == planted, template.name


def test_causes_are_those_of_the_world() -> None:
    world, _ = make(1)
    for (metric, entity, year), reasons in world.reasons.items():
        causes = {(cause.happening.id, cause.year) for cause in find_causes(world, metric, entity)}
        for happening in world.happenings:
            if (happening.id, year) in causes:
                assert reasons == (happening.id,)
                assert happening.effects[metric, entity][1] != 0


def test_a_welcome_event_moved_everything_the_way_people_want() -> None:
    world, _ = make(2)
    wanted = {metric.id: metric.better for metric in world.topic.metrics}
    for happening in filter(lambda each: is_welcome(world, each), world.happenings):
        for (metric, _), (_, change) in happening.effects.items():
            if wanted[metric] != "neither":
                assert (change > 0) == (wanted[metric] == "higher")


STATED = {"st-1": {"year": 2016, "month": 3, "months": -7, "rate": -10, "entity": "Arlen"}}


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ({"op": "growth_rate", "first": 100, "last": 121, "years": 2}, Fraction(10)),
        (
            {"op": "grow", "of": 50, "rate": {"op": "stated", "statement": "st-1", "name": "rate"}, "years": 2},
            Fraction(81, 2),
        ),
        ({"op": "multiply", "left": 1.5, "right": 4}, Fraction(6)),
        ({"op": "year", "of": {"op": "months", "year": 2016, "month": 12}}, Fraction(2016)),
        (
            {
                "op": "date",
                "of": {
                    "op": "add",
                    "left": {
                        "op": "months",
                        "year": {"op": "stated", "statement": "st-1", "name": "year"},
                        "month": {"op": "stated", "statement": "st-1", "name": "month"},
                    },
                    "right": {"op": "stated", "statement": "st-1", "name": "months"},
                },
            },
            "August 2015",
        ),
        ({"op": "side", "left": 3, "right": 4}, "under"),
        (
            {
                "op": "crosses",
                "first": 2011,
                "last": 2012,
                "of": [
                    {"year": 2010, "values": [1, 2]},
                    {"year": 2011, "values": [3, 2]},
                    {"year": 2012, "values": [4, 3]},
                ],
            },
            "No",
        ),
        (
            {
                "op": "said_by",
                "who": {
                    "op": "pick",
                    "extreme": "nearest",
                    "level": 7,
                    "place": 1,
                    "of": [{"name": "A", "value": 9}, {"name": "B", "value": 6}],
                },
                "of": {"A": {"op": "multiply", "left": 1, "right": 1}, "B": {"op": "multiply", "left": 2, "right": 1}},
            },
            Fraction(2),
        ),
        (
            {
                "op": "since",
                "year": 2012,
                "of": {
                    "op": "pick",
                    "extreme": "highest",
                    "place": 1,
                    "of": [
                        {"name": "first", "year": 2011, "value": 9},
                        {"name": "then", "year": 2012, "value": 4},
                        {"name": "last", "year": 2013, "value": 2},
                    ],
                },
            },
            "then",
        ),
        (
            {
                "op": "tally",
                "of": [
                    {"op": "same", "left": {"op": "stated", "statement": "st-1", "name": "entity"}, "right": name}
                    for name in ("Arlen", "Corvane", "Arlen")
                ],
            },
            Fraction(2),
        ),
    ],
)
def test_operations_give_what_is_worked_out_by_hand(program: dict[str, object], answer: Fraction | str) -> None:
    world, _ = make(0)

    def stated(statement: str, name: str) -> Fraction | str:
        held = STATED[statement][name]
        return held if isinstance(held, str) else Fraction(held)

    for found in (execute(program, world, STATED), Solver({}, stated).one(program)):
        close = (
            isinstance(found, Fraction) and isinstance(answer, Fraction) and abs(found - answer) < Fraction(1, 10**9)
        )
        assert close or found == answer


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("By the calendar, the survey met 14 months after the hearing.", "months", Fraction(14)),
        ("Seven months before the hearing, the petition was handed in.", "months", Fraction(-7)),
        ("People may remember May 2016, for that was when it met.", "month", Fraction(5)),
        ("A fair period runs from 2013 to 2019.", "last", Fraction(2019)),
        ("Hold me to 1,240.5 per 1,000 homes in 2016.", "value", Fraction(2481, 2)),
        ("A point on “Care” is worth three points on “Cost”.", "value", Fraction(3)),
        ("The wait is taken to shrink by 3.4% with each year after 2021.", "rate", Fraction(-17, 5)),
        ("Asked about it, Ida Moss had nothing but disapproval.", "stance", "objection"),
        ("Among the supporters of the move was Ida Moss.", "stance", "approval"),
        ("It comes down to Corvane and Arlen.", "other", "Arlen"),
    ],
)
def test_statements_are_read_as_people_read_them(text: str, name: str, value: Fraction | str) -> None:
    assert read_stated(text, name, ["Arlen", "Corvane"], None) == value


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The hearing was held in 2016.", "month"),
        ("It moved from 5 days to 6 days.", "value"),
        ("Ida Moss welcomed the move and opposed it.", "stance"),
        ("For Ida Moss, the test case is somewhere.", "entity"),
        ("It was read from 2013 to 2019.", "year"),
    ],
)
def test_what_is_not_said_or_said_twice_is_not_read(text: str, name: str) -> None:
    with pytest.raises(Unread):
        read_stated(text, name, ["Arlen", "Corvane"], None)
