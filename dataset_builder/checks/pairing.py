"""Twins of a build, held against each other: what they have in common, and the one knob in which they differ."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.checks.violations import Violation, violation

COMMON: Mapping[str, tuple[str, ...]] = {
    "modality": ("question", "answer", "level", "category", "topic", "layout", "num_charts"),
    "length": ("question", "answer", "gold", "rubric", "wrong_answers", "category", "domain"),
    "level": ("category", "chart_title", "chart_type", "position", "text", "num_pages", "num_words", "topic", "layout"),
}
"""Columns that the two rows of a pair share, by the knob in which they differ."""

_COLUMNS = sorted({"id", "doc_id", "pair_id", "knobs", *(name for names in COMMON.values() for name in names)})


@dataclass(frozen=True)
class Twin:
    """A row of a pair: its id, its document's, the pair's, and its columns."""

    id: str
    doc_id: str
    pair_id: str
    columns: Mapping[str, Any]


def read_twins(root: Path, files: Iterable[str]) -> list[Twin]:
    """Return the rows of a repository's question files that belong to a pair of ``COMMON``."""
    found = []
    for path in files:
        for batch in pq.ParquetFile(root / path).iter_batches(batch_size=64, columns=_COLUMNS):
            for row in batch.to_pylist():
                if str(row["pair_id"] or "").partition("-")[0] in COMMON:
                    found.append(Twin(str(row["id"]), str(row["doc_id"]), str(row["pair_id"]), row))
    return found


def check_twins(twins: Iterable[Twin]) -> Iterator[Violation]:
    """Yield rows of one pair that are more than two, of one document, alike in their knob, or different elsewhere.

    A row whose twin was left out, by quality control or by reviewers, stands alone.
    """
    pairs: dict[str, list[Twin]] = defaultdict(list)
    for twin in twins:
        pairs[twin.pair_id].append(twin)
    for pair_id, rows in pairs.items():
        axis = pair_id.partition("-")[0]
        if len(rows) > 2 or len({row.doc_id for row in rows}) < len(rows):
            yield violation("pair", rows[0].id, pair_id, "rows of two documents", [row.id for row in rows])
            continue
        knobs = [json.loads(row.columns["knobs"]).get(axis) for row in rows]
        if None in knobs or len(set(knobs)) < len(knobs):
            yield violation("pair", rows[0].id, f"{pair_id}: {axis}", "another value in each", knobs)
        for name in COMMON[axis]:
            values = [row.columns[name] for row in rows]
            if any(value != values[0] for value in values):
                yield violation("pair", rows[0].id, f"{pair_id}: {name}", values[0], values[-1])
