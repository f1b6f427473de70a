"""The reward: every metric by hand, both shapes of completions, and what cannot be scored."""

from __future__ import annotations

from typing import Any

import pytest

from docassay import reward

FACT = {"name": "imports", "label": ["imports"], "value": 42, "answer_type": "number"}


@pytest.mark.parametrize(
    ("metric", "completion", "columns", "expected"),
    [
        ("field_match", '{"a": "x", "b": "y"}', {"ground_truth": {"a": "x", "b": "y"}}, 1.0),
        ("field_match", '{"a": "x", "b": "invented"}', {"ground_truth": {"a": "x", "b": None}}, 2 / 3),
        ("field_match", "no JSON at all", {"answer": '{"a": "x"}'}, 0.0),
        ("answer_match", "So the answer is: 2010", {"answer": "2020", "answer_type": "year"}, 0.0),
        ("answer_match", "The answer is: 1.2 million", {"answer": "1200000", "answer_type": "number"}, 1.0),
        ("anls", "abcx", {"answer": "abcd"}, 0.75),
        ("judge_score", "Imports were 42.", {"key_facts": [FACT]}, 1.0),
        ("judge_score", "Imports were 42.", {"key_facts": None}, None),
        (
            "rubric_pass_rate",
            "Clause 4 applies.",
            {"rubric": [{"criterion": "Names clause 4.", "check": {"kind": "contains", "all": ["clause 4"]}}]},
            1.0,
        ),
        ("rubric_pass_rate", "Clause 4 applies.", {"rubric": ["Is polite."]}, None),
    ],
)
def test_by_hand(metric: str, completion: str, columns: dict[str, Any], expected: float | None) -> None:
    single = {name: [value] for name, value in columns.items()}
    assert reward(["?"], [completion], metric=[metric], **single) == [
        pytest.approx(expected) if expected is not None else None
    ]
    messages = [{"role": "user", "content": "?"}, {"role": "assistant", "content": completion}]
    assert reward(["?"], [messages], metric=[metric], **single) == reward(
        ["?"], [completion], metric=[metric], **single
    )


def test_rows_of_different_metrics_in_one_batch_with_extra_arguments() -> None:
    assert reward(
        ["?", "?"],
        ["The answer is: 7", "paris"],
        metric=["answer_match", "anls"],
        answer=["7", "Paris"],
        answer_type=["number", "entity"],
        completion_ids=[[1], [2]],
        trainer_state=object(),
        log_extra=None,
    ) == [1.0, 1.0]


def test_text_parts_of_a_message_are_joined() -> None:
    parts = [{"type": "text", "text": "The answer "}, {"type": "image"}, {"type": "text", "text": "is: 42"}]
    columns = {"answer": ["42"], "answer_type": ["number"], "unit": None}
    assert reward(["?"], [[{"role": "assistant", "content": parts}]], metric=["answer_match"], **columns) == [1.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"prompts": ["?"], "completions": ["x"], "metric": ["bleu"]}, "row 0: metric 'bleu'"),
        (
            {"prompts": ["?"], "completions": ["x"], "metric": ["anls"], "id": ["hops-1-00000-0"]},
            "hops-1-00000-0: column 'answer' is missing",
        ),
        ({"prompts": ["?"], "completions": ["x", "y"], "metric": ["anls"]}, "1 prompts, 2 completions"),
        *(
            (
                {"prompts": ["?"], "completions": [bad], "metric": ["anls"]},
                "row 0: completion .* neither text nor messages",
            )
            for bad in ([], None, 7, ["text"], [{"role": "assistant"}], [{"content": [{"type": "image"}]}])
        ),
        (
            {"prompts": ["?"] * 2, "completions": ["x"] * 2, "metric": ["anls"] * 2, "answer": ["x"]},
            "column 'answer' holds 1 values for 2 completions",
        ),
        (
            {"prompts": ["?"], "completions": ["x"], "metric": ["anls"], "answer": "Paris"},
            "column 'answer' is 'Paris', not a list",
        ),
    ],
)
def test_bad_rows_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reward(**arguments)
