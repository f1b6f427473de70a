"""A verifiable reward for training: each row scored by its own metric, with the signature that TRL's trainers call.

Only rules decide, never a model: rows that could be scored only by a judge get None, which TRL leaves out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from metrics import NAMES, anls, answer_match, field_match, rubric_pass_rate
from metrics.fact_judge import judge_facts, score_facts
from metrics.key_facts import read_key_facts

Completion = str | Sequence[Mapping[str, Any]]
"""A completion as text, or as messages of which the last holds it (its content is text, or parts with text in them)."""

_READ = frozenset(
    (
        "id",
        "ground_truth",
        "schema",
        "excluded_fields",
        "answer",
        "answer_type",
        "unit",
        "tolerance",
        "key_facts",
        "rubric",
    )
)
"""Columns that some metric reads; a trainer passes others, and arguments that are no columns."""


def reward(
    prompts: Sequence[Any], completions: Sequence[Completion], *, metric: Sequence[str], **columns: Any
) -> list[float | None]:
    """Return a reward of 0 to 1 for each completion, None where its row cannot be scored by rules.

    Strict rules apply where a metric has them, since a model in training finds every gap of lenient ones. Pass it as
    ``reward_funcs`` to a TRL trainer on a dataset with the columns of a docassay repository; ``prompts`` is not read.

    - ``field_match``: strict F1 over fields, against ``ground_truth`` (or ``answer``) with ``schema``.
    - ``answer_match``: 1 or 0 against ``answer`` with ``answer_type``.
    - ``anls``: similarity to ``answer``.
    - ``judge_score``: the fact judge's score over 10 where the row lists ``key_facts``.
    - ``rubric_pass_rate``: share of the ``rubric`` met where every criterion carries a check.

    Args:
        prompts: the prompts, one a completion.
        completions: texts, or lists of messages (conversational).
        metric: name of the metric of each row.
        columns: the dataset's other columns, one value a row; what no metric reads is ignored.

    Raises:
        ValueError: lengths differ, a metric is unknown, or a row lacks what its metric needs; the row is named.

    >>> reward(["?", "?"], ["The answer is: 42", [{"role": "assistant", "content": "The answer is: 41"}]],
    ...        metric=["answer_match", "answer_match"], answer=["42", "42"], answer_type=["number", "number"])
    [1.0, 0.0]
    """
    if not len(prompts) == len(completions) == len(metric):
        sizes = f"{len(prompts)} prompts, {len(completions)} completions and {len(metric)} metrics"
        raise ValueError(f"{sizes}: one of each a row is needed")
    by_row = _read_columns(columns, len(completions))
    rewards: list[float | None] = []
    for position, (completion, name) in enumerate(zip(completions, metric, strict=True)):
        row = {column: values[position] for column, values in by_row.items()}
        label = str(row.get("id") or f"row {position}")
        if name not in _SCORERS:
            raise ValueError(f"{label}: metric {name!r} is not one of {', '.join(NAMES)}")
        rewards.append(_SCORERS[name](_text_of(completion, label), row, label))
    return rewards


def _read_columns(columns: Mapping[str, Any], size: int) -> dict[str, Sequence[Any]]:
    """Return the columns that metrics read; None stands for a column that isn't there."""
    read: dict[str, Sequence[Any]] = {}
    for name, values in columns.items():
        if name not in _READ or values is None:
            continue
        if not isinstance(values, Sequence) or isinstance(values, str):
            raise ValueError(f"column {name!r} is {values!r}, not a list of one value for each of {size} completions")
        if len(values) != size:
            raise ValueError(f"column {name!r} holds {len(values)} values for {size} completions")
        read[name] = values
    return read


def _text_of(completion: Completion, label: str) -> str:
    content: Any = completion
    if isinstance(completion, list | tuple) and completion and isinstance(completion[-1], Mapping):
        content = completion[-1].get("content")
        if isinstance(content, list | tuple):
            parts = [
                part["text"] for part in content if isinstance(part, Mapping) and isinstance(part.get("text"), str)
            ]
            content = "".join(parts) if parts else None
    if not isinstance(content, str):
        raise ValueError(f"{label}: completion {completion!r} is neither text nor messages that end in text")
    return content


def _need(row: Mapping[str, Any], label: str, *columns: str) -> Any:
    """Return the row's first column of these that holds something."""
    for column in columns:
        if row.get(column) is not None:
            return row[column]
    raise ValueError(f"{label}: column {' or '.join(repr(column) for column in columns)} is missing")


def _score_fields(text: str, row: Mapping[str, Any], label: str) -> float | None:
    return field_match.score_one(
        text,
        _need(row, label, "ground_truth", "answer"),
        "strict",
        excluded_fields=row.get("excluded_fields") or (),
        schema=row.get("schema"),
        name=label,
    ).score


def _score_answer(text: str, row: Mapping[str, Any], label: str) -> float | None:
    answer = _need(row, label, "answer")
    return answer_match.score_one(
        text,
        answer,
        "strict",
        answer_type=row.get("answer_type"),
        unit=row.get("unit"),
        tolerance=row.get("tolerance"),
        name=label,
    ).score


def _score_text(text: str, row: Mapping[str, Any], label: str) -> float | None:
    answer = _need(row, label, "answer")
    return anls.score_one(text, [answer] if isinstance(answer, str) else answer)


def _score_facts(text: str, row: Mapping[str, Any], label: str) -> float | None:
    facts = [json.loads(fact) if isinstance(fact, str) else fact for fact in row.get("key_facts") or ()]
    return score_facts(judge_facts(text, read_key_facts(facts, label))) / 10 if facts else None


def _score_rubric(text: str, row: Mapping[str, Any], label: str) -> float | None:
    scored = rubric_pass_rate.compute([text], [_need(row, label, "rubric")])["rubric_scores"][0]
    return None if scored is None else float(scored)


_SCORERS: dict[str, Callable[[str, Mapping[str, Any], str], float | None]] = {
    "field_match": _score_fields,
    "answer_match": _score_answer,
    "anls": _score_text,
    "judge_score": _score_facts,
    "rubric_pass_rate": _score_rubric,
}
