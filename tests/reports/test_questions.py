"""Chart-reading questions: one answer each, that of the world, readable in the exhibit, not given away by the text."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import sample_style
from dataset_builder.families.reports.exhibits import plan_exhibits, swappable_types, with_type
from dataset_builder.families.reports.model import Dataset, Exhibit, Plan, Section, World
from dataset_builder.families.reports.programs import Undecided, execute
from dataset_builder.families.reports.questions import (
    TEMPLATES,
    Question,
    Unaskable,
    ask_about,
    ask_again,
    ask_chart_questions,
    find_third,
)
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from metrics.fact_judge import judge_facts, score_facts
from metrics.key_facts import read_key_facts

TOPICS = [topic for _, topic in list_topics()]
LEVELS = {"value_reading": {"L1", "L3"}, "comparison": {"L2", "L3"}, "trend_pattern": {"L2", "L5"}}


def place(world: World, exhibits: tuple[Exhibit, ...]) -> Plan:
    """Return a plan with three exhibits a chapter, numbered in order."""
    numbers = Counter[str]()
    placed = []
    for exhibit in exhibits:
        chart = isinstance(exhibit.spec, ChartSpec)
        numbers["chart" if chart else "table"] += 1
        section = f"s{len(placed) // 3 + 1}"
        placed.append(replace(exhibit, number=numbers["chart" if chart else "table"], section=section))
    sections = tuple(
        Section(f"s{at // 3 + 1}", "evidence", f"Chapter {at // 3 + 1}", (), tuple(placed[at : at + 3]), 900)
        for at in range(0, len(placed), 3)
    )
    return Plan(world, "A report", "On something", (2025, 3), sections)


def make(number: int, charts: int = 20) -> tuple[World, Plan]:
    rng = random.Random(f"questions {number}")
    world = sample_world(load_topic(TOPICS[number * 5 % len(TOPICS)]), rng)
    exhibits = list(plan_exhibits(world, charts, rng, (), 6, style=sample_style(rng)))
    rng.shuffle(exhibits)
    return world, place(world, tuple(exhibits))


def ask_all(number: int) -> list[tuple[World, Plan, Question]]:
    """Return a question of every template about every exhibit that allows one."""
    world, plan = make(number)
    rng = random.Random(number)
    names = [template.name for template in TEMPLATES]
    found = []
    for exhibit in plan.exhibits():
        if exhibit.asked:
            for name in names:
                question = ask_about(world, plan, exhibit, rng, avoided={other for other in names if other != name})
                if question is not None:
                    found.append((world, plan, question))
    return found


@pytest.fixture(scope="module")
def asked() -> list[tuple[World, Plan, Question]]:
    return [one for number in range(12) for one in ask_all(number)]


def test_every_template_asks(asked):
    assert {question.recipe.template for _, _, question in asked} == {template.name for template in TEMPLATES}
    for _, _, question in asked:
        assert question.level in LEVELS[question.category]


def numbers_in(text: str) -> list[float]:
    return [float(found.replace(",", "").replace("−", "-")) for found in re.findall(r"−?\d[\d,]*(?:\.\d+)?", text)]


def test_short_answers_are_what_programs_give(asked):
    for world, _, question in asked:
        answer = execute(question.program, world)
        if isinstance(answer, Fraction):
            assert numbers_in(question.short_answer)[0] == pytest.approx(float(answer), abs=1e-6), question.text
        elif question.program["op"] == "encoding":
            assert all(name in question.short_answer for name in answer)
        elif question.answer_type in ("entity", "year"):
            assert question.short_answer == answer


def test_answers_and_questions_are_of_the_form_asked_for(asked):
    for _, plan, question in asked:
        words = re.findall(r"\w+", question.answer)
        assert len(words) >= 6, question.answer
        ends = re.findall(r"[.!?](?= |$)", re.sub(r"\d\.\d", "", question.answer))
        assert 2 <= len(ends) <= 5, question.answer
        said = re.findall(r"[\w.,%-]*\w%?", question.answer.lower())
        held = set(re.findall(r"[\w.,%-]*\w%?", question.text.lower()))
        assert sum(word in held for word in said) <= 0.4 * len(said)
        assert "?" in question.text
        written = question.text + question.answer + question.reasoning
        assert not re.search(r"[{}]|  ", written)
        parts = {name for dataset in plan.world.datasets.values() for keys in dataset.keys for name in keys}
        assert "None" in parts or not re.search(r"\bNone\b(?! of)", written)
        assert question.answer not in (wrong.answer for wrong in question.wrong_answers)
        assert question.short_answer not in {wrong.answer for wrong in question.wrong_answers}
        assert question.facts
        asked_about = next(exhibit for exhibit in plan.exhibits() if exhibit.ref == question.exhibit)
        known = {*asked_about.shown, *(end for pair in asked_about.terms for end in pair)}
        assert set(question.facts) <= known


def test_the_judge_of_facts_takes_reference_answers_and_no_wrong_ones(asked):
    scores, fooled = [], []
    for _, _, question in asked:
        facts = read_key_facts(question.key_facts)
        scores.append(score_facts(judge_facts(question.answer, facts, question.text)))
        for wrong in question.wrong_answers:
            verdicts = judge_facts(f"It is {wrong.answer}.", facts, question.text)
            fooled.append(score_facts(verdicts) >= 6)
    assert sum(score >= 8 for score in scores) >= 0.97 * len(scores)
    assert sum(fooled) <= 0.02 * len(fooled)


def test_values_asked_for_can_be_read(asked):
    for _, plan, question in asked:
        spec = next(exhibit.spec for exhibit in plan.exhibits() if exhibit.ref == question.exhibit)
        if not isinstance(spec, ChartSpec) or spec.exact == "labels" or question.recipe.template != "one_value":
            continue
        (fact,) = question.key_facts
        allowed = fact["tolerance"]["absolute"]
        assert 0 < allowed <= 0.05 * abs(fact["value"]) + 1e-9
        assert re.search(r"within|true value", question.text)


def test_extremes_are_clear(asked):
    """What ranks first is ahead by more than a reading can be wrong."""
    checked = 0
    for world, plan, question in asked:
        if question.recipe.template != "extreme" or question.program["place"] != 1:
            continue
        spec = next(exhibit.spec for exhibit in plan.exhibits() if exhibit.ref == question.exhibit)
        values = sorted(
            (float(execute(item["value"], world)) for item in question.program["of"]),
            reverse=question.program["extreme"] == "highest",
        )
        tolerance = (
            spec.tolerance if isinstance(spec, ChartSpec) and spec.chart_type not in ("scatter", "bubble") else 0
        )
        if isinstance(spec, ChartSpec) and spec.chart_type == "sparkline_grid":
            tolerance /= 4
        assert abs(values[0] - values[1]) >= 2 * tolerance * 0.99 or tolerance == 0
        assert values[0] != values[1]
        checked += 1
    assert checked > 20


def test_a_name_of_an_exhibit_fits_no_other(asked):
    for _, plan, question in asked:
        exhibits = list(plan.exhibits())
        own = next(exhibit for exhibit in exhibits if exhibit.ref == question.exhibit)
        for title in re.findall("“([^”]*)”", question.text):
            titled = [exhibit for exhibit in exhibits if exhibit.spec.title == title]
            assert not titled or titled == [own]
        for kind, number in re.findall(r"\b(Figure|Table) (\d+)", question.text):
            assert own.number == int(number)
            assert (kind == "Figure") == isinstance(own.spec, ChartSpec)


def test_wanted_kinds_and_thirds_are_met_or_refused():
    wanted = [("value_reading", "L1", "early"), ("comparison", "L3", "middle"), ("trend_pattern", "L5", "late")]
    met = 0
    for number in range(8):
        world, plan = make(number)
        try:
            questions = ask_chart_questions(world, plan, random.Random(1), wanted)
        except Unaskable as error:
            assert re.match(r"no question of category \w+, level L\d in the \w+ part", str(error))
            continue
        met += 1
        for question, (category, level, third) in zip(questions, wanted, strict=True):
            exhibit = next(exhibit for exhibit in plan.exhibits() if exhibit.ref == question.exhibit)
            assert (question.category, question.level, find_third(plan, exhibit)) == (category, level, third)
            assert exhibit.channel != "both"
        assert len({question.exhibit for question in questions}) == 3
    assert met >= 6
    with pytest.raises(Unaskable, match="category comparison, level L5"):
        ask_chart_questions(world, plan, random.Random(1), [("comparison", "L5", None)])


def test_the_same_question_can_be_put_to_another_order_and_chart_type():
    same = changed = 0
    for number in range(8):
        world, plan = make(number)
        other = place(world, tuple(reversed(list(plan.exhibits()))))
        wanted = [("comparison", "L2", None), ("value_reading", "L1", None)]
        for question in ask_chart_questions(world, plan, random.Random(2), wanted, plain=True):
            again = ask_again(question, plan, world, other)
            assert (again.text, again.answer, again.program) == (question.text, question.answer, question.program)
            same += 1
            exhibit = next(each for each in plan.exhibits() if each.ref == question.exhibit)
            for chart_type in swappable_types(exhibit, world):
                swapped = with_type(exhibit, world, chart_type, exhibit.spec.style)
                exhibits = tuple(swapped if each.ref == exhibit.ref else each for each in plan.exhibits())
                try:
                    put = ask_again(question, plan, world, place(world, exhibits))
                except Unaskable:
                    continue
                assert put.program == question.program
                changed += chart_type != exhibit.spec.chart_type
    assert (same, changed >= 4) == (16, True)


CAKES = Dataset(
    "cakes",
    "panel",
    "cakes",
    "cakes",
    0,
    ("entity", "year"),
    (("Ash", "Birch", "Cedar"), ("2020", "2021", "2022")),
    {
        ("Ash", "2020"): 10.0, ("Ash", "2021"): 14.0, ("Ash", "2022"): 9.0,
        ("Birch", "2020"): 20.0, ("Birch", "2021"): 17.0, ("Birch", "2022"): 20.0,
        ("Cedar", "2020"): 5.0, ("Cedar", "2021"): 4.0, ("Cedar", "2022"): 2.0,
    },
)  # fmt: skip


def value(entity: str, year: int) -> dict:
    return {"op": "value", "fact": f"cakes/{entity}/{year}"}


def named(year: int) -> list[dict]:
    return [{"name": name, "value": value(name, year)} for name in ("Ash", "Birch", "Cedar")]


def run(entity: str) -> list[dict]:
    return [value(entity, year) for year in (2020, 2021, 2022)]


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        (value("Ash", 2021), 14),
        ({"op": "subtract", "left": value("Birch", 2020), "right": value("Ash", 2020)}, 10),
        ({"op": "sum", "of": run("Cedar")}, 11),
        ({"op": "round", "of": {"op": "mean", "of": run("Cedar")}, "decimals": 1}, Fraction(37, 10)),
        ({"op": "percent", "left": value("Cedar", 2020), "right": value("Birch", 2020)}, 25),
        ({"op": "count", "of": run("Birch"), "comparison": "above", "level": 18}, 2),
        ({"op": "pick", "extreme": "highest", "place": 2, "of": named(2020)}, "Ash"),
        ({"op": "pick", "extreme": "nearest", "level": 15, "place": 1, "of": named(2021)}, "Ash"),
        ({"op": "larger", "of": named(2022)[:2]}, "Birch"),
        ({"op": "order", "extreme": "lowest", "of": named(2022)}, ("Cedar", "Ash", "Birch")),
        ({"op": "names", "comparison": "below", "level": 10, "of": named(2022)}, ("Ash", "Cedar")),
        ({"op": "direction", "of": run("Cedar")}, "fell"),
        ({"op": "course", "of": run("Ash"), "least": 1}, "peak"),
        ({"op": "course", "of": run("Birch"), "least": 1}, "dip"),
        ({"op": "course", "of": run("Cedar"), "least": 1}, "fall"),
        ({"op": "association", "x": run("Ash"), "y": run("Birch")}, "negative"),
        ({"op": "encoding", "channel": "colour", "legend": ["Ash"]}, ("Ash",)),
    ],
)
def test_programs_by_hand(program, answer):
    world = replace(make(0)[0], datasets={"cakes": CAKES})
    assert execute(program, world) == answer


@pytest.mark.parametrize(
    "program",
    [
        {"op": "direction", "of": run("Birch")},
        {"op": "larger", "of": [{"name": str(year), "value": value("Birch", year)} for year in (2020, 2022)]},
        {"op": "divide", "left": 1, "right": 0},
        {"op": "round", "of": 2.25, "decimals": 1},
    ],
)  # fmt: skip
def test_what_a_tie_would_decide_is_refused(program):
    world = replace(make(0)[0], datasets={"cakes": CAKES})
    with pytest.raises(Undecided):
        execute(program, world)
