"""Scored runs as a report reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dataset_builder.scored_runs import read_scores
from eval_scripts.runs import read_run


@dataclass(frozen=True)
class ScoredRun:
    """A run with its scores, under the name that the report's tables use.

    Attributes:
        name: of the run in the report.
        folder: of the run.
        run: content of ``run.json``.
        summary: content of ``summary.json``.
        lines: of ``scores.jsonl``.
    """

    name: str
    folder: Path
    run: Mapping[str, Any]
    summary: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]

    def only(self, metric: str) -> ScoredRun:
        """Return the run with the lines of one metric alone."""
        return replace(self, lines=[line for line in self.lines if line["metric"] == metric])

    def documents(self, split: str | None = None) -> frozenset[str]:
        """Return the documents that are scored, of one split or of all."""
        return frozenset(
            line["doc_id"] for line in self.lines if line["state"] == "scored" and split in (None, line["split"])
        )


def read_runs(runs: Sequence[Path]) -> list[ScoredRun]:
    """Return the scored runs in these folders.

    Raises:
        FileNotFoundError: a folder is not a run, or not scored yet.
        ValueError: a run's scores are older than its predictions, or no longer as they were written.
    """
    names = [folder.resolve().name for folder in runs]
    scored = []
    for name, folder in zip(names, runs, strict=True):
        run = read_run(folder)
        summary, lines = read_scores(folder, run["asked"])
        scored.append(ScoredRun(name if names.count(name) == 1 else str(folder), folder, run, summary, lines))
    return scored


def differing_documents(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the sentence that warns of runs over different documents; nothing where they cover the same."""
    covered = [entry.documents() for entry in scored]
    if len(set(covered)) == 1:
        return []
    counts = ", ".join(f"{len(documents)} by {entry.name}" for entry, documents in zip(scored, covered, strict=True))
    common = len(frozenset.intersection(*covered))
    return [
        f"**The runs cover different documents** (scored: {counts}), so their figures can't be compared as they stand. "
        f"Documents scored in every run: {common}.",
        "",
    ]
