"""Scores in a run's folder, read only while they are those of its answers and as ``docassay score`` left them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dataset_builder.export import checksum, encode_json

SCORES, SUMMARY = "scores.jsonl", "summary.json"
ANSWERS = ("predictions.jsonl", "failures.jsonl")
VERDICTS = "verdicts-*.jsonl"


def scored_digest(run: Path, asked: Mapping[str, Any]) -> str:
    """Return the digest of what a run's scores depend on: what was asked, and the files of answers,
    failures and verdicts.

    Args:
        run: its folder.
        asked: of its ``run.json``.
    """
    parts = {name: asked[name] for name in ("backend", "model", "splits", "limit", "settings", "repeats", "shards")}
    parts["dataset"] = asked["dataset"]["checksum"]
    for name in (*ANSWERS, *sorted(path.name for path in run.glob(VERDICTS))):
        path = run / name
        parts[name] = checksum(path) if path.exists() else None
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def seal_scores(summary: Mapping[str, Any], lines: bytes) -> dict[str, Any]:
    """Return a summary with ``scores_digest``, the digest of itself and of the lines that it sums up."""
    return {**summary, "scores_digest": _digest(json.loads(encode_json(summary)), lines)}


def read_scores(run: Path, asked: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the summary of a scored run and its lines.

    Args:
        run: its folder.
        asked: of its ``run.json``.

    Raises:
        FileNotFoundError: the run is not scored.
        ValueError: its scores are older than its answers, or no longer what ``docassay score`` wrote.
    """
    for name in (SCORES, SUMMARY):
        if not (run / name).is_file():
            raise FileNotFoundError(f"{run} is not scored yet: it holds no {name} (docassay score {run})")
    lines = (run / SCORES).read_bytes()
    try:
        summary = json.loads((run / SUMMARY).read_bytes())
        given = summary.pop("scores_digest")
        whole = given == _digest(summary, lines)
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise ValueError(f"{run}: {SCORES} and {SUMMARY} aren't as they were written; run: docassay score {run}")
    if summary["scored_digest"] != scored_digest(run, asked):
        raise ValueError(f"{run}: its scores are older than its predictions; run: docassay score {run}")
    return summary, [json.loads(line) for line in lines.splitlines()]


def _digest(summary: Any, lines: bytes) -> str:
    return hashlib.sha256(json.dumps(summary, sort_keys=True).encode() + b"\n" + lines).hexdigest()
