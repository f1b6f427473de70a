"""Extractions from forms, scored field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.scorers.model import Item, Line, percent, score_bounds
from metrics.field_match import compute, score_one

MODES = ("published", "strict")
COLUMNS = ("ground_truth", "schema", "excluded_fields")

_INTERVALS = {"published": "em_interval", "strict": "f1_interval"}


def score_line(item: Item) -> Line:
    """Return what a record's line says of an extraction: its state, whether all of it is right, and every field."""
    record = item.record
    details = {
        mode: score_one(
            item.reply.text,
            record["ground_truth"],
            mode,
            excluded_fields=record["excluded_fields"] or (),
            schema=record["schema"],
            name=record["id"],
        )
        for mode in MODES
    }
    published, strict = details["published"], details["strict"]
    scored = published.score is not None
    return {
        "state": "scored" if scored else "unscored",
        "kind": published.kind if scored else item.reply.failure or "no_fields",
        "right": published.score == 1 if scored else None,
        "published": {
            "score": published.score,
            "fields": {path: figures.exact_match_normalized for path, figures in published.fields.items()},
        },
        "strict": {"score": strict.score, "outcomes": dict(strict.outcomes)},
    }


def summarize(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, Any]:
    """Return the metric's figures in both modes, over all records and by split, the score of each with its bounds."""
    return {mode: _figures(items, mode) for mode in MODES}


def _figures(items: Sequence[Item], mode: str) -> dict[str, Any]:
    result = compute(
        [item.reply.text for item in items],
        [item.record["ground_truth"] for item in items],
        [item.split for item in items],
        mode,
        excluded_fields=[item.record["excluded_fields"] for item in items],
        schemas=[item.record["schema"] for item in items],
        ids=[item.record["id"] for item in items],
    )
    rows = [
        (score, weight, item.record["doc_id"], item.split)
        for score, weight, item in zip(result.pop("scores"), result.pop("weights"), items, strict=True)
        if score is not None
    ]
    interval = _INTERVALS[mode]
    result[interval] = _bounds(rows)
    for split, group in result["groups"].items():
        group[interval] = _bounds([row for row in rows if row[3] == split])
    return result


def _bounds(rows: Sequence[tuple[float, float, str, str]]) -> list[float] | None:
    return score_bounds([row[0] for row in rows], [row[2] for row in rows], [row[1] for row in rows])


def describe(figures: Mapping[str, Any]) -> list[str]:
    """Return a small table: a line for each split and one for all."""
    heads = f"{'':<8}{'records':>9}{'EM':>8}{'ANLS':>8}{'perfect':>9}{'strict F1':>11}"
    rows = [(name, group, figures["strict"]["groups"][name]) for name, group in figures["published"]["groups"].items()]
    rows.append(("all", figures["published"], figures["strict"]))
    lines = [heads]
    for name, published, strict in rows:
        counts = published["counts"]
        shares = [percent(published["em"]), percent(published["anls"]), percent(published["perfect_documents"])]
        total = counts["scored"] + counts["unscored"]
        lines.append(f"{name:<8}{total:>9}{shares[0]:>8}{shares[1]:>8}{shares[2]:>9}{percent(strict['f1']):>11}")
    return lines


def headlines(figures: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the figures that are compared between repetitions."""
    return {"em": figures["published"]["em"], "strict_f1": figures["strict"]["f1"]}
