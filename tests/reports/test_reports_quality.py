"""Quality control of questions on reports: faults planted one by one, shortcuts planted, figures worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dataset_builder.card import render_card
from dataset_builder.checks.reports.guessing import Asked, Guess, check_guessing, guess_all, read_asked
from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.families.reports.composition import PUBLISHED, measure_composition
from dataset_builder.families.reports.quality import RULES, find_fault, fingerprint_of, measure_quality, screen_report
from dataset_builder.schema import canonical_json

FACTS = {"wait/Corvane/2018": 30.0, "wait/Corvane/2019": 42.0, "wait/Ostrel/2019": 36.5, "wait/Harrow/2019": 24.0}
ENTITIES = ("Corvane", "Ostrel", "Harrow")


def value(fact: str) -> dict[str, Any]:
    return {"op": "value", "fact": fact}


def manifest(*questions: str) -> dict[str, Any]:
    return {
        "topic": {"id": "grid-connection-queues", "domain": "environment-energy"},
        "facts": {fact: {"value": number, "channel": "chart"} for fact, number in FACTS.items()},
        "exhibits": [
            {"ref": "viz-3-1", "kind": "chart", "number": 2, "title": "Wait by zone", "facts": list(FACTS)},
            {"ref": "tab-4-1", "kind": "table", "number": 1, "title": "Queue", "facts": []},
        ],
        "statements": [
            {"id": "st-1", "ref": "s2-p3", "said": {"value": 40, "entity": "Ostrel", "year": "2019", "span": 1}}
        ],
        "questions": [{"text": text, "program": {}} for text in questions],
    }


def question(**changed: Any) -> dict[str, Any]:
    """Return a question that breaks no rule, with some columns changed."""
    row = {
        "id": "reports-1-00000-0",
        "doc_id": "reports-1-00000",
        "question": "How many months did applicants in Corvane wait in 2019, according to Figure 2?",
        "answer": "It took 42 months there. That can be read off the bar itself.",
        "answer_type": "number",
        "category": "value_reading",
        "level": "L1",
        "domain": "environment-energy",
        "knobs": {"position": "early"},
        "chart_type": "bar",
        "chart_title": "Wait by zone",
        "evidence": [{"page": 7, "bbox": [50.0, 60.0, 500.0, 300.0], "kind": "chart", "ref": "viz-3-1"}],
        "program": canonical_json(value("wait/Corvane/2019")),
        "required_facts": ["wait/Corvane/2019"],
        "reasoning": "Find Figure 2. Find Corvane in 2019 in it. Read its value: 42 months.",
        "key_facts": [{"name": "value", "value": 42.0, "answer_type": "number", "unit": "months"}],
        "wrong_answers": [{"answer": "30 months", "kind": "other_year", "ref": "Corvane in 2018"}],
    }
    return {**row, **changed}


def number_fact(number: float) -> list[dict[str, Any]]:
    return [{"name": "value", "value": number, "answer_type": "number", "unit": "months"}]


STATED = {
    "op": "subtract",
    "left": {
        "op": "lookup",
        "dataset": "wait",
        "keys": [{"op": "stated", "statement": "st-1", "name": "entity"}, "2019"],
    },
    "right": {"op": "stated", "statement": "st-1", "name": "value"},
}

HOLDS = {"op": "holds", "relation": "above", "left": value("wait/Ostrel/2019"), "right": 40}

SOUND = {
    "read off": question(),
    "within the 5%": question(answer="About 43 months were needed in that case.", key_facts=number_fact(43.0)),
    "a count in words": question(
        answer="Two of them lie above it, plain to see.",
        level="L3",
        program=canonical_json({"op": "count", "of": [value(f) for f in FACTS], "comparison": "above", "level": 36}),
        key_facts=number_fact(2.0),
    ),
    "a rounded reading of a year that the text names": question(
        program=canonical_json(
            {
                "op": "round",
                "decimals": 0,
                "of": {
                    "op": "lookup",
                    "dataset": "wait",
                    "keys": ["Corvane", {"op": "stated", "statement": "st-1", "name": "year"}],
                },
            }
        ),
    ),
    "a verdict and a number": question(
        answer="No, since the chart gives 36.5 months for it.",
        level="L2",
        answer_type="text",
        program=canonical_json({"op": "parts", "of": [HOLDS, value("wait/Ostrel/2019")]}),
        key_facts=[{"name": "borne out", "value": False, "answer_type": "boolean"}, *number_fact(36.5)],
    ),
    "a rate": question(
        answer="It grew by 40.0% a year, once compounded.",
        level="L4",
        answer_type="percent",
        program=canonical_json(
            {
                "op": "round",
                "decimals": 1,
                "of": {
                    "op": "growth_rate",
                    "first": value("wait/Corvane/2018"),
                    "last": value("wait/Corvane/2019"),
                    "years": {
                        "op": "subtract",
                        "left": {"op": "stated", "statement": "st-1", "name": "year"},
                        "right": 2018,
                    },
                },
            }
        ),
        key_facts=number_fact(40.0),
    ),
    "a passage and a chart": question(
        answer="It is 3.5 months shorter than he says.",
        level="L4",
        program=canonical_json(STATED),
        key_facts=number_fact(3.5),
    ),
}

FAULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "number in the key fact": ("number", {"key_facts": number_fact(45.0)}),
    "number in the words": ("number", {"answer": "It took 45 months there. That can be read off the bar itself."}),
    "number of nothing known": ("number", {"program": canonical_json(value("wait/Corvane/2020"))}),
    "number beside a verdict": (
        "number",
        {
            "level": "L2",
            "answer": "No, since the chart gives 39.5 months for it.",
            "program": canonical_json({"op": "parts", "of": [HOLDS, value("wait/Ostrel/2019")]}),
            "key_facts": [{"name": "borne out", "value": False, "answer_type": "boolean"}, *number_fact(39.5)],
        },
    ),
    "division by zero": (
        "number",
        {"program": canonical_json({"op": "divide", "left": value("wait/Corvane/2019"), "right": 0})},
    ),
    "figure that is not there": ("reference", {"question": "What does Figure 3 give for Corvane in 2019?"}),
    "table for a figure": ("reference", {"question": "What does Table 2 give for Corvane in 2019?"}),
    "title of nothing": ("reference", {"chart_title": "Wait by year"}),
    "evidence that is not listed": (
        "reference",
        {"evidence": [{"page": 7, "bbox": [0, 0, 1, 1], "kind": "chart", "ref": "viz-9-1"}]},
    ),
    "no evidence": ("reference", {"evidence": []}),
    "fact that is not listed": ("reference", {"required_facts": ["wait/Corvane/2020"]}),
    "short answer": ("length", {"answer": "It is 42 months there."}),
    "answer in the question": (
        "overlap",
        {"answer": "Applicants in Corvane did wait 42 months in 2019, says Figure 2."},
    ),
    "read-off called a computation": ("level", {"level": "L3"}),
    "chart alone called context": ("level", {"level": "L4"}),
    "difference called a read-off": (
        "level",
        {
            "program": canonical_json(
                {"op": "subtract", "left": value("wait/Corvane/2019"), "right": value("wait/Corvane/2018")}
            ),
            "answer": "The two lie 12 months apart, as the bars show.",
            "key_facts": number_fact(12.0),
        },
    ),
    "one step": ("level", {"reasoning": "Read 42 months."}),
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_questions_break_no_rule(name: str) -> None:
    assert find_fault(SOUND[name], manifest()) == ""


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_found_under_their_rule(name: str) -> None:
    rule, changed = FAULTS[name]
    assert find_fault(question(**changed), manifest()) == rule


def test_every_rule_has_a_planted_fault() -> None:
    assert {rule for rule, _ in FAULTS.values()} | {"review"} == set(RULES)


def test_40_percent_of_an_answer_may_stand_in_the_question_and_no_more() -> None:
    told = "one two three four five six alpha beta gamma 42"  # 4 of 10
    asked = "alpha beta gamma 42 delta?"
    assert find_fault(question(question=asked, answer=told), manifest()) == ""
    assert find_fault(question(question=f"one {asked}", answer=told), manifest()) == "overlap"


def report(*rows: dict[str, Any], index: int = 0) -> BuiltDocument:
    knobs = {"pages": 40 + index, "words": 20_000, "charts": 2, "tables": 1, "layout": "academic"}
    knobs |= {"topic": "grid-connection-queues", "chart_types": ["bar", "line"]}
    document = {"manifest": manifest(*(row["question"] for row in rows)), "knobs": knobs}
    return BuiltDocument(
        index, f"reports-1-{index:05d}", tuple(("chart", row) for row in rows), document, b"x" * 500_000
    )


def summary(made: BuiltDocument | Refused, index: int = 0) -> Summary:
    doc_id = made.doc_id if isinstance(made, BuiltDocument) else ""
    return Summary(Task(index), doc_id, notes=made.notes)


def test_what_fails_is_left_out_of_rows_and_manifest_and_counted_by_rule() -> None:
    rows = [
        question(id=f"reports-1-00000-{number}", question=f"{number}: {question()['question']}") for number in range(5)
    ]
    rows[1] |= FAULTS["short answer"][1]
    rows[3] |= FAULTS["one step"][1]
    rejected = {rows[2]["id"]: fingerprint_of(rows[2]), rows[4]["id"]: "another question's"}
    made = screen_report(report(*rows), rejected)
    assert isinstance(made, BuiltDocument)
    assert [row["id"][-1] for _, row in made.rows] == ["0", "4"]
    assert [entry["text"][0] for entry in made.document["manifest"]["questions"]] == ["0", "4"]
    figures = measure_quality([summary(made)])
    assert (figures["questions screened"], figures["questions kept"]) == (5, 2)
    left_out = {rule: figures[f"questions left out: {meaning}"] for rule, meaning in RULES.items()}
    assert left_out == {"number": 0, "reference": 0, "length": 1, "overlap": 0, "level": 1, "review": 1}


def test_a_report_without_questions_is_refused_and_its_faults_are_counted() -> None:
    made = screen_report(report(question(answer="42 months")), {})
    assert isinstance(made, Refused) and "no question is left" in made.reason
    assert measure_quality([summary(made)])[f"questions left out: {RULES['length']}"] == 1


def test_composition_worked_out_by_hand_and_printed_beside_the_papers() -> None:
    second = [question(id="reports-1-00001-0", level="L1"), question(id="reports-1-00001-1", question="B?", level="L5")]
    second[1] |= {"category": "trend_pattern", "knobs": {"position": "late"}, "chart_type": "table"}
    second[1] |= {"program": canonical_json({"op": "encoding", "legend": ["x"]}), "answer_type": "text"}
    second[1] |= {"key_facts": [{"name": "colour", "value": "x", "answer_type": "text"}]}
    made = [screen_report(report(question()), {}), screen_report(report(*second, index=10), {})]
    figures = measure_composition([summary(document, index) for index, document in enumerate(made)])
    pages = {
        column: figures[f"Per report (Table 1) | pages | {column}"] for column in ("mean", "median", "least", "most")
    }
    assert pages == {"mean": 45, "median": 45, "least": 40, "most": 50}
    assert figures["Per report (Table 1) | PDF (MB) | mean"] == 0.5
    assert figures["The whole | charts | number"] == 4 and figures["The whole | questions a report | number"] == 1.5
    assert figures["Level by category | value_reading | L1"] == 2
    assert figures["Level by category | trend_pattern | L5"] == figures["Level by category | all | L5"] == 1
    third = "Third of the charts in which the evidence stands (Table 4)"
    assert (figures[f"{third} | early | chart"], figures[f"{third} | late | all"]) == (2, 1)
    assert (
        figures["Types of charts (Figure 13) | bar | drawn"]
        == figures["Types of charts (Figure 13) | line | drawn"]
        == 2
    )
    assert figures["Types of charts (Figure 13) | bar | share (%)"] == 50
    assert figures["Types of charts (Figure 13) | (tables) | asked about"] == 1
    bands = {name.split(" | ")[1]: count for name, count in figures.items() if name.startswith("Reports by pages")}
    assert bands == {"40 to under 50": 1, "50 to under 60": 1}
    assert (figures["questions of a category (least)"], figures["questions of a category (most)"]) == (1, 2)

    built = {"documents": 2, "rows": {"chart": 3}, "refused": {}, "figures": figures}
    versions = {"docassay": "0", "versions": {}, "failed": {}, "arguments": {"reports": {"seed": 1}}}
    card = render_card({**versions, "families": {"reports": built}})
    assert "| | mean | mean (paper) | median | median (paper) | least | least (paper) | most | most (paper) |" in card
    assert "| pages | 45 | 51.1 | 45 | 49 | 40 | 24 | 50 | 91 |" in card
    assert "| trend_pattern | 0 | 0 | 0 | 0 | 1 | 1 |" in card
    assert "| early | 2 | 184 | 0 | 0 | 2 |" in card


def test_published_figures_are_the_papers() -> None:
    parts = [PUBLISHED[f"The whole | questions: {split} | number"] for split in ("chart", "cross_modal", "complex")]
    assert sum(parts) == PUBLISHED["The whole | questions | number"] == 1_788
    assert PUBLISHED["The whole | charts | number"] / PUBLISHED["The whole | reports | number"] == 16.7
    thirds = [PUBLISHED[name] for name in PUBLISHED if "Table 4" in name]
    assert sum(thirds) == parts[0]


# -- guessers

NAMES = tuple(f"Place {letter}" for letter in "ABCDEFGH")


def asked(place: int, kind: str = "verdict", **given: Any) -> Asked:
    base = Asked(
        id=f"d{place}-0",
        world=f"d{place}",
        category="verify_with_chart",
        question="Is it so?",
        kind=kind,
        answer="Yes",
        number=None,
        unit="",
        options=("Yes", "No"),
        luck=0.5,
        printed="Yes",
        wrong=("No",),
        places={},
    )
    return replace(base, **given)


def verdicts(rng: random.Random, share: float) -> list[Asked]:
    """Return questions of which a share is answered with Yes."""
    return [asked(n, answer="Yes" if rng.random() < share else "No") for n in range(200)]


def picks(rng: random.Random, share: float) -> list[Asked]:
    """Return questions on one of three names, of which a share has the first one named for an answer."""
    found = []
    for number in range(200):
        names = rng.sample(NAMES, 3)
        answer = names[0] if rng.random() < share else rng.choice(names)
        text = f"Which is larger: {names[0]}, {names[1]} or {names[2]}?"
        wrong = tuple(name for name in names if name != answer)
        found.append(
            asked(number, "pick", question=text, answer=answer, options=tuple(sorted(names)), luck=1 / 3, wrong=wrong)
        )
    return found


def readings(rng: random.Random, share: float) -> list[Asked]:
    """Return questions on numbers, of which a share names its answer as a level."""
    found = []
    for number in range(200):
        value = rng.randint(100, 999)
        level = value if rng.random() < share else rng.randint(1_000, 9_999)
        text = f"Figure 3: how high is it in 2019, against a level of {level}?"
        found.append(asked(number, "value", question=text, answer=str(value), number=value, options=(), luck=0.0))
    return found


def usual(rng: random.Random, share: float) -> list[Asked]:
    """Return questions on numbers, of which a share asks for about the same."""
    values = [rng.randint(98, 102) if rng.random() < share else rng.randint(200, 9_000) for _ in range(200)]
    return [
        asked(n, "value", question="How high?", answer=str(value), number=value, options=(), luck=0.0)
        for n, value in enumerate(values)
    ]


def placed(rng: random.Random, share: float) -> list[Asked]:
    """Return questions of which a share is about the highest of five marks."""
    return [
        asked(n, "value", options=(), places={"highest mark": (rng.random() < share + (1 - share) / 5, 0.2)})
        for n in range(200)
    ]


PLANTS: dict[str, tuple[Callable[[random.Random, float], list[Asked]], float, float]] = {
    "usual answer": (verdicts, 0.5, 0.9),
    "named first": (picks, 0.0, 0.6),
    "number in the question": (readings, 0.0, 0.4),
    "usual value": (usual, 0.0, 0.7),
    "highest mark": (placed, 0.0, 0.5),
}
"""By guesser: what makes questions, the share that leaves it at chance, and one that gives it away."""


@pytest.mark.parametrize("guesser", PLANTS)
def test_a_planted_shortcut_is_found_and_a_fair_set_is_not(guesser: str) -> None:
    make, fair, foul = PLANTS[guesser]
    rng = random.Random(7)
    assert list(check_guessing("x", make(rng, fair))) == []
    found = list(check_guessing("x", make(rng, foul)))
    assert any(item.what.startswith(f"{guesser}, ") for item in found), found
    assert {item.kind for item in found} == {"guessable"}


def find(questions: list[Asked], guesser: str) -> Guess:
    return next(guess for guess in guess_all(questions) if guess.guesser == guesser and guess.category != "all")


def test_options_are_chosen_by_length_size_and_words() -> None:
    wrong = ("9.5", "1,000.25", "80")
    numbers = asked(0, answer="120.0", number=120.0, options=(), printed="120", wrong=wrong)
    names = asked(
        1, question="What of the North Bank?", answer="North Bank", printed="North Bank", wrong=("Ely", "Southport")
    )
    results = {guess.guesser: guess for guess in guess_all([numbers, names]) if guess.category == "all"}
    assert (results["longest option"].right, results["longest option"].questions) == (1, 1)  # two numbers are as long
    assert results["highest option"].right == results["lowest option"].right == 0
    assert (
        results["option most like the question"].questions == 0 if "option most like the question" in results else True
    )
    assert results["highest option"].chance == pytest.approx(1 / 4)
    assert not any(guess.beats_chance for guess in results.values())


def test_the_usual_answer_counts_all_questions_and_the_usual_value_those_of_other_documents() -> None:
    assert find([asked(0, answer="Yes"), asked(1, answer="No")], "usual answer").right == 1
    assert find([asked(n, answer="No") for n in range(4)], "usual answer").right == 4
    values = (100.0, 500.0, 505.0, 510.0)
    numbers = [asked(n, number=value, answer=str(value), options=()) for n, value in enumerate(values)]
    assert find(numbers, "usual value").right == 3  # the medians of the others are 505, 505, 500, 500
    assert find(numbers[:2], "usual value").right == 0


def test_a_record_is_read_as_guessers_have_it() -> None:
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [{"name": name, "value": value(f"wait/{name}/2019")} for name in ENTITIES],
    }
    row = question(
        program=canonical_json(program),
        answer_type="entity",
        key_facts=[canonical_json({"name": "zone", "value": "Corvane", "answer_type": "entity"})],
    )
    found = read_asked(row, manifest())
    assert (found.answer, found.options, found.luck) == ("Corvane", ENTITIES, 1 / 3)
    assert found.places["first of the names"] == (True, 1 / 3) and found.places["last of the names"][0] is False
    assert found.places["highest, not lowest"] == (True, 0.5)
    read = read_asked(question(), manifest())
    assert (read.number, read.unit, read.printed, read.luck) == (42.0, "months", "42", 0.0)
    assert read.places == {
        "first mark": (False, 1 / 4),
        "last mark": (False, 1 / 4),
        "highest mark": (True, 1 / 4),
        "lowest mark": (False, 1 / 4),
    }
    verdict = [{"name": "gap", "value": 12.0, "answer_type": "number"}, {"name": "borne out", "value": False}]
    both = read_asked(question(key_facts=verdict, answer_type="text"), manifest())
    assert (both.answer, both.options, both.luck) == ("No", ("Yes", "No"), 0.5)
    year = question(answer_type="year", key_facts=[{"name": "year", "value": 2019, "answer_type": "year"}])
    assert read_asked({**year, "program": canonical_json(program)}, manifest()).number is None
