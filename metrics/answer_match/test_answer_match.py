"""answer_match: every published outcome, values worked out by hand, properties, and the examples of the card."""

from __future__ import annotations

import doctest
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.answer_match import compute, extract_answer, extract_published, score_one

ROWS = json.loads((Path(__file__).resolve().parents[2] / "tests/data/dochop_answers.json").read_text(encoding="utf-8"))


def test_every_published_outcome() -> None:
    for row in ROWS:
        assert extract_published(row["response"]) == row["extracted"], row
        assert score_one(row["response"], row["reference"]).score == float(row["correct"]), row
    assert len(ROWS) == 600


FINAL_ANSWERS = [
    ("The answer is: 42", "42", "answered"),
    ("the answer is 42", "42", "answered"),
    ("**The answer is:** 42", "42", "answered"),
    ("**Final Answer:** Alder Group", "Alder Group", "answered"),
    ("Final answer:\n\nAlder Group", "Alder Group", "answered"),
    ("Answer: 42\n\nI hope this helps.", "42", "answered"),
    ("Thus \\boxed{42}.", "42", "answered"),
    ("The final answer is \\boxed{42}.", "42", "answered"),
    ("The answer is: 12\nWait.\nThe answer is: 14", "14", "answered"),
    ("\\boxed{12}? No. The answer is: 14", "14", "answered"),
    ("<think>The answer is: 1</think>\nThe answer is: 2", "2", "answered"),
    ("<think>The answer is: 1", None, "truncated"),
    ("First, add.\n42", "42", "answered"),
    ("42", "42", "answered"),
    ("", None, "empty"),
    (" \n ", None, "empty"),
    ("<think>hm</think>", None, "empty"),
    ("The answer is: ", None, "empty"),
    ("The answer is: **.**", None, "empty"),
    ("The answer is: None", "None", "answered"),
    ("The answer is unclear.", "unclear.", "answered"),
    ("My answers are below.\n7", "7", "answered"),
]


@pytest.mark.parametrize(("reply", "answer", "kind"), FINAL_ANSWERS)
def test_the_final_answer_of_a_reply(reply: str, answer: str | None, kind: str) -> None:
    extraction = extract_answer(reply)
    assert (extraction.answer, extraction.kind) == (answer, kind)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("The answer is:\n- a\n- b\n\nDone.", "- a\n- b"),
        ("The answer is:\n1. a\n2. b\nDone.", "1. a\n2. b"),
        ("The answer is: a, b\nDone.", "a, b"),
        ("They are:\n* a\n* b", "* a\n* b"),
        ("They are these.\na, b", "a, b"),
    ],
)
def test_lists_are_taken_with_their_bullets(reply: str, answer: str) -> None:
    assert extract_answer(reply, as_list=True).answer == answer


@pytest.mark.parametrize(
    ("reply", "reference", "answer_type", "score", "kind"),
    [
        ("The answer is: 2010", "2020", "year", 0.0, "answered"),
        ("The answer is: Q1 2023", "Q3 2023", "date", 0.0, "answered"),
        ("The answer is: Store 3", "Region 3", "entity", 0.0, "answered"),
        ("The answer is: **1,234.50**.", "1234.5", "number", 1.0, "answered"),
        ("The answer is: about 42", "42", "number", 0.0, "other_type"),
        ("The answer is: 42 or 43", "42", "number", 0.0, "other_type"),
        ("The answer is: 42. This is the sum of both.", "42", "number", 1.0, "answered"),
        ("The answer is: Alder Group. It grew most.", "Alder Group", "entity", 1.0, "answered"),
        ("The answer is: Alder Inc. of Lund", "Alder Inc. of Lund", "entity", 1.0, "answered"),
        ("The answer is: Alder Group or Birch", "Alder Group", "entity", 0.0, "answered"),
        ("The answer is: True", "Yes", "boolean", 1.0, "answered"),
        ("The answer is: INCORRECT", "Yes", "boolean", 0.0, "other_type"),
        ("The answer is: cannot be determined", "42", "number", 0.0, "abstained"),
        ("The answer is: cannot be determined", "unanswerable", "abstain", 1.0, "answered"),
        ("The answer is: 42", "unanswerable", "abstain", 0.0, "other_type"),
        ("The answer is:\n- Birch\n- Alder\nDone.", "Alder, Birch", "list", 1.0, "answered"),
        ("The answer is: Birch, Alder\nI hope this helps.", "Alder, Birch", "list", 1.0, "answered"),
        ("The answer is: Birch, Alder, Birch", "Alder, Birch", "list", 0.0, "answered"),
        ("The answer is: 7:30", "30", "number", 0.0, "other_type"),
        ("The answer is: 7:30 pm.", "19:30", "time", 1.0, "answered"),
        ("", "42", "number", 0.0, "empty"),
        ("The answer is: 42", "42", None, 1.0, "answered"),
        ("The answer is: alder, BIRCH", "Birch, Alder", None, 1.0, "answered"),
        ("The answer is: no", "False", None, 1.0, "answered"),
    ],
)
def test_strict_scores(reply: str, reference: str, answer_type: str | None, score: float, kind: str) -> None:
    result = score_one(reply, reference, "strict", answer_type=answer_type)
    assert (result.score, result.kind) == (score, kind)


def test_units_and_tolerances_of_the_records() -> None:
    result = compute(
        ["The answer is: 12.5%", "The answer is: 101", "The answer is: 101", "The answer is: $1,200,000"],
        ["0.125", "100", "100", "1.2"],
        mode="strict",
        units=["fraction", None, None, "million USD"],
        tolerances=[None, {"absolute": 1}, {"relative": 0.001}, None],
    )
    assert result["scores"] == [1.0, 1.0, 0.0, 1.0]


def test_counts_and_groups_worked_by_hand() -> None:
    result = compute(
        ["The answer is: 1", "2", None, "The answer is: 5\nThe answer is: 4", ""],
        ["1", "2", "3", "4", "5"],
        groups=["a", "b", "b", "a", None],
        mode="strict",
    )
    assert result["scores"] == [1.0, 1.0, None, 1.0, 0.0]
    assert result["score"] == result["accuracy"] == 3 / 4
    assert result["answers"] == ["1", "2", None, "4", None]
    assert result["counts"] == {
        "scored": 4,
        "unscored": 1,
        "failed_request": 1,
        "answered": 3,
        "empty": 1,
        "truncated": 0,
        "other_type": 0,
        "abstained": 0,
        "no_marker": 2,
        "changed_answer": 1,
    }
    assert {name: group["score"] for name, group in result["groups"].items()} == {"a": 1.0, "b": 1.0}
    assert result["groups"]["b"]["counts"]["unscored"] == 1
    assert result["signature"] == "answer_match|mode:strict|version:0.1.0"
    assert compute([None], ["1"])["score"] is None


@pytest.mark.parametrize(
    ("reference", "options", "message"),
    [
        (
            "about 42",
            {"answer_types": ["number"], "mode": "strict"},
            "hops-1-00000-0: reference .about 42. is not",
        ),
        ("", {}, "hops-1-00000-0: reference '' is not the text of an answer"),
        (None, {}, "hops-1-00000-0: reference None"),
        ("42", {"answer_types": ["colour"], "mode": "strict"}, "hops-1-00000-0: answer_type 'colour' is not one of"),
        ("42", {"tolerances": [{"percent": 5}], "mode": "strict"}, "hops-1-00000-0: tolerance 'percent'"),
        ("42", {"mode": "fair"}, "mode 'fair' is not one of published, strict"),
        ("42", {"units": []}, "units holds 0 items for 1 predictions"),
    ],
)
def test_malformed_input_names_the_record(reference: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compute(["42"], [reference], ids=["hops-1-00000-0"], **options)


WORDS = st.text(st.characters(categories=["L"]), min_size=1, max_size=9)
ANSWERS = st.one_of(
    WORDS.map(lambda word: (word, "entity")),
    st.integers(-(10**9), 10**9).map(lambda n: (f"{n:,}", "number")),
    st.booleans().map(lambda flag: ("Yes" if flag else "No", "boolean")),
    st.lists(WORDS, min_size=2, max_size=4).map(lambda words: ("; ".join(words), "list")),
)
FRAMES = st.sampled_from(
    ["{}", "The answer is: {}", "So.\nThe answer is: **{}**.", "the answer is  {} ", "Final answer: `{}`\nBye."]
)


@given(ANSWERS, FRAMES)
def test_the_reference_itself_is_right_in_any_frame(answer: tuple[str, str], frame: str) -> None:
    text, answer_type = answer
    assert score_one(frame.format(text), text, "strict", answer_type=answer_type).score == 1.0


@given(st.lists(st.tuples(ANSWERS, ANSWERS), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_order_of_records_does_not_matter(pairs: list[Any], rng: random.Random) -> None:
    shuffled = list(pairs)
    rng.shuffle(shuffled)

    def score(rows: list[Any]) -> Any:
        types = [answer_type for _, (_, answer_type) in rows]
        return compute([p for (p, _), _ in rows], [r for _, (r, _) in rows], mode="strict", answer_types=types)

    assert score(shuffled)["counts"] == score(pairs)["counts"]
    assert score(shuffled)["score"] == score(pairs)["score"]


@given(st.text(max_size=40), st.sampled_from(["published", "strict"]))
def test_no_reply_crashes(reply: str, mode: str) -> None:
    assert score_one(reply, "42", mode).score in (0.0, 1.0)


def test_the_examples_of_the_card() -> None:
    results = doctest.testfile(str(Path(__file__).with_name("README.md")), module_relative=False)
    assert results.attempted >= 3
    assert results.failed == 0


def test_a_reply_that_repeats_its_marker_without_end_is_read_in_no_time() -> None:
    """Small models loop up to the token limit; reading from each marker to the end of the text would take minutes."""
    start = time.perf_counter()
    assert score_one("The answer is: " * 20_000, "42", "strict").kind == "empty"
    assert score_one("Answer: 41 " * 20_000 + "Answer: 42", "42", "strict").score == 1.0
    assert time.perf_counter() - start < 20


def test_marked_answers_on_one_line_end_at_the_next_marker() -> None:
    assert extract_answer("Answer: 41, no. Final answer: 42").answers == ("41, no.", "42")
    assert extract_answer("The answer is: 42 Answer: 42").answers == ("42", "42")
    assert not score_one("The answer is: 42 Answer: 42", "42", "strict").changed


@pytest.mark.parametrize("mode", ["published", "strict"])
def test_what_is_not_text_counts_as_its_json_text(mode: str) -> None:
    assert score_one(42, "42", mode).score == 1.0  # type: ignore[arg-type]
    assert score_one(True, "Yes", "strict").score == 1.0  # type: ignore[arg-type]
    assert score_one({"answer": 42}, "43", mode).score == 0.0  # type: ignore[arg-type]


def test_deep_nesting_is_an_answer_like_any_other() -> None:
    assert score_one("[" * 50_000 + "]" * 50_000, "a, b", "strict", answer_type="list").score == 0.0
