"""Short answers, scored right or wrong, and a wrong one compared with the record's known mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.scorers.model import Item, Line, percent, score_bounds
from metrics.answer_match import MODES, AnswerScore, compute, score_one
from metrics.replies import to_json_text

COLUMNS = ("answer", "answer_type", "wrong_answers", "task", "depth", "chart_num")
AXES = ("task", "depth", "chart_num", "answer_type")
"""What accuracy is broken down by."""

YES_NO, PUBLISHED_ONLY, UNEXPLAINED = "yes_no", "published_only", "unexplained"
"""Errors without a known cause: the other of Yes and No, at which every mistake arrives; right by the published rules,
as a number with a unit is; neither these nor one of the record's known mistakes."""


def score_line(item: Item) -> Line:
    """Return what a record's line says of an answer: its state, both verdicts, and the kind of its error."""
    published, strict = (_score(item, item.record["answer"], mode) for mode in MODES)
    scored = strict.score is not None
    return {
        **{axis: item.record[axis] for axis in AXES},
        "state": "scored" if scored else "unscored",
        "kind": strict.kind if scored else item.reply.failure or strict.kind,
        "right": published.score == 1 if scored else None,
        "published": {"score": published.score, "answer": published.answer},
        "strict": {"score": strict.score, "answer": strict.answer},
        "error": _name_error(item, published, strict) if strict.score == 0 else None,
    }


def _score(item: Item, answer: str, mode: str) -> AnswerScore:
    record = item.record
    reply = to_json_text(item.reply.text)
    return score_one(reply, answer, mode, answer_type=record["answer_type"], name=record["id"])


def _name_error(item: Item, published: AnswerScore, strict: AnswerScore) -> str:
    """Return the kind of the known mistake that a wrong reply equals, or what else keeps it from being right."""
    if item.reply.truncated:
        return "truncated"
    if strict.kind != "answered":
        return strict.kind
    if item.record["answer_type"] == "boolean":
        return YES_NO
    for wrong in item.record["wrong_answers"] or ():
        if _score(item, wrong["answer"], "strict").score:
            return str(wrong["kind"])
    return PUBLISHED_ONLY if published.score else UNEXPLAINED


def summarize(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, Any]:
    """Return accuracy in both modes over all records and by each of ``AXES``, and the errors by kind.

    Errors are those of strict mode. Bounds resample documents; unscored records stand beside every accuracy by kind.
    """
    figures = _measure(lines)
    for mode in MODES:
        result = compute(
            [to_json_text(item.reply.text) for item in items],
            [item.record["answer"] for item in items],
            mode=mode,
            answer_types=[item.record["answer_type"] for item in items],
            ids=[item.record["id"] for item in items],
        )
        figures[mode] |= {"counts": result["counts"], "signature": result["signature"]}
    figures["errors"] = _count(line["error"] for line in lines if line["error"])
    figures["groups"] = {
        axis: {str(value): _measure([line for line in lines if line[axis] == value]) for value in values}
        for axis in AXES
        if (values := sorted({line[axis] for line in lines if line[axis] is not None}))
    }
    return figures


def _measure(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the numbers of records, and accuracy with its bounds in both modes."""
    scored = [line for line in lines if line["state"] == "scored"]
    documents = [line["doc_id"] for line in scored]
    figures: dict[str, Any] = {
        "records": len(lines),
        "scored": len(scored),
        "unscored": _count(line["kind"] for line in lines if line["state"] == "unscored"),
    }
    for mode in MODES:
        scores = [line[mode]["score"] for line in scored]
        accuracy = sum(scores) / len(scores) if scores else None
        figures[mode] = {"accuracy": accuracy, "accuracy_interval": score_bounds(scores, documents)}
    return figures


def _count(kinds: Any) -> dict[str, int]:
    return dict(sorted(Counter(kinds).items()))


def describe(figures: Mapping[str, Any]) -> list[str]:
    """Return a small table: a line for each task and one for all; below it the errors by kind."""
    lines = [f"{'':<18}{'records':>9}{'accuracy':>10}{'strict':>8}"]
    for name, group in [*figures["groups"].get("task", {}).items(), ("all", figures)]:
        shares = [percent(group[mode]["accuracy"]) for mode in MODES]
        lines.append(f"{name:<18}{group['records']:>9}{shares[0]:>10}{shares[1]:>8}")
    kinds = ", ".join(f"{count} {kind}" for kind, count in figures["errors"].items())
    return [*lines, f"errors: {kinds or 'none'}"]


def headlines(figures: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the figures that are compared between repetitions."""
    return {"accuracy": figures["published"]["accuracy"], "strict_accuracy": figures["strict"]["accuracy"]}
