"""Answers graded by judges, 0 to 10: mean score and ACC, by every axis, and how far judges agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from eval_scripts.scorers.model import Item, Line, percent, score_bounds
from metrics.fact_judge import FactJudge
from metrics.judge_score.scoring import compute
from metrics.stats import judge_agreement

COLUMNS = ("question", "answer", "key_facts", "category", "layout", "chart_type")
AXES = ("split", "level", "category", "position", "layout", "chart_type")
"""What scores are broken down by; ``position`` is the third of the document in which the evidence stands."""

THRESHOLD = 6
"""Least score that counts as right (SynthDocBench, section 4)."""

UNJUDGED = "unjudged"
"""Kind of an answer on which no judge has said anything yet."""


def score_line(item: Item) -> Line:
    """Return what a record's line says of an answer: its state, the first judge's score, and those of all judges."""
    scores = {judge: _read(item, verdict) for judge, verdict in item.verdicts.items()}
    judge = first_judge(scores)
    score, kind = scores[judge] if judge else (None, UNJUDGED)
    if item.reply.text is None:
        score, kind = None, item.reply.failure
    return {
        **{axis: item.record[axis] for axis in ("category", "layout", "chart_type")},
        "position": (item.record["knobs"] or {}).get("position"),
        "state": "unscored" if score is None else "scored",
        "kind": kind,
        "judge": judge,
        "score": score,
        "right": None if score is None else score >= THRESHOLD,
        "judges": {name: held for name, (held, _) in scores.items()},
    }


def first_judge(judges: Mapping[str, Any]) -> str:
    """Return the judge whose scores count where there are several: a model before the judge of facts; "" for none."""
    return min(judges, key=lambda name: (name == FactJudge().name, name), default="")


def _read(item: Item, verdict: Mapping[str, Any]) -> tuple[float | None, str]:
    """Return the score and kind of a stored verdict; one about another answer is ``stale``."""
    (held,) = _compute([item], [verdict])["verdicts"]
    return held["score"], held["kind"]


def _compute(items: Sequence[Item], verdicts: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    return compute(
        [item.reply.text if isinstance(item.reply.text, str) else None for item in items],
        [item.record["answer"] for item in items],
        verdicts=verdicts,
        questions=[item.record["question"] for item in items],
        key_facts=[item.record["key_facts"] for item in items],
        ids=[item.record["id"] for item in items],
        threshold=THRESHOLD,
    )


def summarize(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, Any]:
    """Return mean score and ACC over all records and by each of ``AXES``, and what every judge gave.

    Bounds resample documents; unscored records stand beside every figure by kind.
    """
    figures = _measure(lines)
    names = sorted({name for line in lines for name in line["judges"]})
    figures["judge"] = first_judge(dict.fromkeys(names))
    figures["judges"] = {name: _describe_judge(name, items, lines, figures["judge"]) for name in names}
    figures["groups"] = {
        axis: {value: _measure([line for line in lines if line[axis] == value]) for value in values}
        for axis in AXES
        if (values := sorted({line[axis] for line in lines if line[axis] is not None}))
    }
    return figures


def _describe_judge(name: str, items: Sequence[Item], lines: Sequence[Line], first: str) -> dict[str, Any]:
    """Return a judge's own figures, and how far it agrees with the one whose scores count (appendix C)."""
    result = _compute(items, [item.verdicts.get(name) for item in items])
    found = {key: result[key] for key in ("score", "acc", "counts", "signature")}
    if name != first:
        pairs = [(line["judges"].get(first), line["judges"].get(name)) for line in lines]
        if any(None not in pair for pair in pairs):
            found["agreement"] = asdict(judge_agreement(*zip(*pairs, strict=True), threshold=THRESHOLD))
    return found


def _measure(lines: Sequence[Line]) -> dict[str, Any]:
    scored = [line for line in lines if line["state"] == "scored"]
    documents = [line["doc_id"] for line in scored]
    scores = [float(line["score"]) for line in scored]
    right = [float(line["right"]) for line in scored]
    return {
        "records": len(lines),
        "scored": len(scored),
        "unscored": dict(sorted(Counter(line["kind"] for line in lines if line["state"] == "unscored").items())),
        "score": sum(scores) / len(scores) if scores else None,
        "acc": sum(right) / len(right) if right else None,
        "acc_interval": score_bounds(right, documents),
    }


def describe(figures: Mapping[str, Any]) -> list[str]:
    """Return a small table: a line for each split and one for all; below it the judges."""
    lines = [f"{'':<18}{'records':>9}{'scored':>8}{'ACC':>8}{'score':>8}"]
    for name, group in [*figures["groups"].get("split", {}).items(), ("all", figures)]:
        score = "–" if group["score"] is None else f"{group['score']:.2f}"
        lines.append(f"{name:<18}{group['records']:>9}{group['scored']:>8}{percent(group['acc']):>8}{score:>8}")
    judges = ", ".join(name + (" (counts)" if name == figures["judge"] else "") for name in figures["judges"])
    return [*lines, f"judged by: {judges or 'nobody yet (docassay judge RUN --backend fact)'}"]


def headlines(figures: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the figures that are compared between repetitions."""
    return {"acc": figures["acc"], "score": figures["score"]}
