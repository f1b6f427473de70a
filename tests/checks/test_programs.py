"""Programs computed by hand, and questions that say what their programs compute, or something else."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dataset_builder.checks.mentions import check_mentions
from dataset_builder.checks.narratives.references import Vocabulary
from dataset_builder.checks.narratives.tree import Column
from dataset_builder.checks.programs import answer_program, walk_program

OIL = {"metric": "Oil pressed", "group": "", "time": "2020"}
LATER = {**OIL, "time": "2021"}
NUTS = {"metric": "Nuts cracked", "group": "hazel", "time": "2021"}
TABLES = {
    Column(**OIL): {"Ash": 10.0, "Elm": 4.5, "Fir": 7.0, "Yew": 20.0},
    Column(**LATER): {"Ash": 12.0, "Elm": 4.0, "Fir": 9.0, "Yew": 18.0},
    Column(**NUTS): {"Ash": 1.0, "Elm": 3.0, "Fir": 2.0, "Yew": 0.0},
}
WORDS = Vocabulary("press", "presses", "nut", ("hazel",), {"Oil pressed": "tons", "Nuts cracked": "sacks"})
CHOSEN = ("Ash", "Elm", "Fir")
SET = {"op": "trace", "trace": {"atom": {"kind": "of no account here", "value": 99}, "of": None}}
ALL = {"op": "entities"}


def values(column: dict[str, str], of: Any = SET) -> dict[str, Any]:
    return {"op": "values", "of": of, "column": column}


def total(column: dict[str, str], of: Any = SET) -> dict[str, Any]:
    return {"op": "sum", "of": values(column, of)}


def pick(extreme: str, place: int = 1, of: Any = SET) -> dict[str, Any]:
    return {"op": "pick", "of": of, "by": values(OIL, of), "extreme": extreme, "place": place}


def above(number: float) -> dict[str, Any]:
    return {"op": "where", "of": SET, "by": values(OIL), "comparison": "more than", "value": number}


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        (total(OIL), Fraction("21.5")),
        (total(OIL, {"op": "except", "of": ALL, "drop": SET}), 20),
        ({"op": "round", "of": {"op": "mean", "of": values(OIL)}, "decimals": 2}, Fraction("7.17")),
        ({"op": "subtract", "left": total(LATER), "right": total(OIL)}, Fraction("3.5")),
        ({"op": "percent", "left": total(NUTS), "right": total(NUTS, ALL)}, 100),
        ({"op": "scale", "of": total(OIL), "percent": -10}, Fraction("19.35")),
        ({"op": "max", "of": {"op": "scale", "of": values(OIL), "percent": 20}}, 12),
        ({"op": "shift", "of": {"op": "count", "of": above(7)}, "by": 1}, 2),
        ({"op": "divide", "left": total(NUTS), "right": {"op": "min", "of": values(LATER)}}, Fraction(3, 2)),
        ({"op": "name", "of": pick("lowest")}, "Elm"),
        ({"op": "name", "of": pick("highest", 2)}, "Fir"),
        ({"op": "contains", "of": SET, "part": pick("highest", of=ALL)}, False),
        ({"op": "compare", "left": total(LATER), "comparison": "at least", "right": 25}, True),
        ({"op": "peak", "of": pick("lowest"), "columns": [OIL, LATER], "extreme": "highest", "part": "time"}, "2020"),
    ],
)
def test_programs_are_computed(program: dict[str, Any], answer: Fraction | str | bool) -> None:
    assert answer_program(program, TABLES, CHOSEN) == answer


@pytest.mark.parametrize(
    "program",
    [
        {"op": "name", "of": SET},
        {"op": "mean", "of": values(OIL, above(100))},
        {"op": "divide", "left": 1, "right": 0},
        {"op": "round", "of": 2.5, "decimals": 0},
        {"op": "guess", "of": 1},
        {"op": "count", "of": {"op": "guess", "of": SET, "by": values(OIL)}},
        {"op": "compare", "left": 1, "comparison": "beside", "right": 2},
    ],
)
def test_what_has_no_answer_is_refused(program: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        answer_program(program, TABLES, CHOSEN)


def test_ties_are_refused() -> None:
    with pytest.raises(ValueError, match="tie"):
        answer_program({"op": "name", "of": pick("highest")}, {Column(**OIL): {"Ash": 1.0, "Elm": 1.0}}, ("Ash", "Elm"))


def test_traces_are_passed_over() -> None:
    assert [part["op"] for part in walk_program(total(OIL))] == ["sum", "values", "trace"]


QUESTIONS = (
    ("What was the total of oil pressed in 2020 over all presses in the Ring?", total(OIL)),
    (
        "Which press in the Ring had the second-highest figure for oil pressed in 2020?",
        {"op": "name", "of": pick("highest", 2)},
    ),
    (
        "By how much did the total of oil pressed over the Ring change from 2020 to 2021?",
        {"op": "subtract", "left": total(LATER), "right": total(OIL)},
    ),
    (
        "How many presses in the Ring had a figure above 7 tons for oil pressed in 2020?",
        {"op": "count", "of": above(7)},
    ),
    (
        "Suppose oil pressed in 2020 had been 10% lower throughout the Ring. What would the total be?",
        {"op": "scale", "of": total(OIL), "percent": -10},
    ),
    ("What was the average of nuts cracked (hazel) in 2021 in the Ring?", {"op": "mean", "of": values(NUTS)}),
)


@pytest.mark.parametrize(("question", "program"), QUESTIONS)
def test_questions_that_say_what_is_computed(question: str, program: dict[str, Any]) -> None:
    assert list(check_mentions(question, "Ring", program, WORDS, TABLES)) == []


@pytest.mark.parametrize(
    ("number", "change", "reason"),
    [
        (0, lambda text: text.replace("Ring", "Circle"), "does not name"),
        (0, lambda text: text.replace("2020", "2021"), "the program reads"),
        (0, lambda text: text.replace("total", "average"), "mean is said"),
        (1, lambda text: text.replace("highest", "lowest"), "lowest is said"),
        (1, lambda text: text.replace("second-", ""), "second is not said"),
        (2, lambda text: text.replace("to 2021", "to 2022"), "the program reads"),
        (3, lambda text: text.replace("7 tons", "8 tons"), "the question says"),
        (3, lambda text: text.replace("above", "below"), "less than is said"),
        (4, lambda text: text.replace("10%", "12%"), "the question says"),
        (4, lambda text: text.replace("lower", "higher"), "lowers by"),
        (5, lambda text: text.replace("nuts cracked (hazel)", "oil pressed"), "the program reads"),
        (5, lambda text: text.replace("average", "total"), "mean is not said"),
    ],
)
def test_questions_that_say_something_else(number: int, change: Callable[[str], str], reason: str) -> None:
    question, program = QUESTIONS[number]
    found = list(check_mentions(change(question), "Ring", program, WORDS, TABLES))
    assert any(reason in text for text in found), found
