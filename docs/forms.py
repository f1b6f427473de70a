"""Writes ``docs/forms.md``: what a build of made forms is made up of, beside the paper's figures.

Run: ``docassay build forms OUT --synthetic --documents 1000 --seed 1``, then ``python docs/forms.py OUT``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.families.forms.composition import PUBLISHED, SCORED_FIELDS, measure_composition, structure_note
from dataset_builder.families.forms.quality import schema_digest
from dataset_builder.trees import is_empty, leaves, parse_path

COLUMNS = ["ground_truth", "schema", "excluded_fields", "category", "level", "domain", "program"]


def read_rows(repository: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a build of forms, their JSON read."""
    for file in sorted((repository / "data" / "forms").glob("*.parquet")):
        for row in pq.read_table(file, columns=COLUMNS).to_pylist():
            yield {**row, **{column: json.loads(row[column]) for column in ("ground_truth", "schema", "program")}}


def describe(repository: Path) -> str:
    """Return the page as Markdown."""
    rows = list(read_rows(repository))
    scored = [
        sum(not is_empty(v) for p, v in leaves(row["ground_truth"]) if p not in row["excluded_fields"]) for row in rows
    ]
    figures: Mapping[str, float] = {
        **measure_composition([{"split": row["category"], **structure_note(row["ground_truth"])} for row in rows]),
        SCORED_FIELDS: median(scored),
    }
    names = {str(parse_path(path)[-1]) for row in rows for path in row["program"]["fields"]}
    levels = Counter(row["level"] for row in rows)
    arguments = json.loads((repository / "docassay.json").read_text(encoding="utf-8"))["arguments"]["forms"]
    lines = [
        "# What made forms are made up of",
        "",
        f"Counted by `docs/forms.py` in the {len(rows)} documents of",
        f"`docassay build forms OUT --synthetic --documents {arguments['documents']} --seed {arguments['seed']}`;",
        "beside them what VAREX says of itself (section 3.2). Rows and columns are those of the largest list of",
        "objects in a truth.",
        "",
        "| what | this build | VAREX |",
        "|---|---|---|",
        *(f"| {what} | {figures[what]:g} | {published:g} |" for what, published in PUBLISHED.items()),
        "",
        f"Scored fields: {sum(scored):,}. Different schemas: {len({schema_digest(row['schema']) for row in rows}):,}. "
        f"Different field names: {len(names):,}. Domains: {len({row['domain'] for row in rows})}.",
        "",
        "Levels: " + ", ".join(f"{level} {levels[level]}" for level in sorted(levels)) + ".",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / "forms.md").write_text(describe(Path(sys.argv[1])), encoding="utf-8")
