"""Writes tasks with rubrics in the layout of GDP.pdf."""

from __future__ import annotations

import importlib.metadata
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builder.export import digest_tables
from dataset_builder.layouts import Exported, check_name, new_folder
from dataset_builder.layouts.gdp import COLUMNS as ROW
from dataset_builder.layouts.gdp import FIELDS, PDFS, PREFIX, SLOTS, TABLE, slot, slot_columns, stays_below

FAMILY = "rubrics"
COLUMNS = ("id", "doc_id", "task_id", "domain", "question", "rubric", "pdf_path", "knobs")

_CARD = """\
---
configs:
- config_name: default
  data_files:
  - split: test
    path: data.parquet
  description: data {digest}
tags:
- document-understanding
---

# Tasks in the layout of GDP.pdf

{tasks} tasks with rubrics, written by docassay {version} in the layout of the GDP.pdf benchmark for harnesses that read
it. They are not the tasks of GDP.pdf unless they were imported from there. The layout has no place for axes, gold
answers, traps, worker notes and the checks of criteria, so they are not here.
"""


def export_records(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, folder: Path) -> Exported:
    """Write tasks in the layout; one with more than ``SLOTS`` criteria has no place in it and is left out.

    Args:
        records: (split, record) with ``COLUMNS``.
        root: folder of the repository, for its PDFs.
        folder: new or empty; it appears whole or not at all.

    Raises:
        ValueError: the folder holds something, nothing can be exported, or a task's name stands twice or is no file
            name.
    """
    rows: dict[str, dict[str, Any]] = {}
    left_out: Counter[str] = Counter()
    with new_folder(folder) as stage:
        for _, record in records:
            if len(record["rubric"]) > SLOTS:
                left_out[f"the rubric has more than {SLOTS} criteria"] += 1
                continue
            row = _row(record)
            if row["task_id"] in rows:
                raise ValueError(f"{root}: task_id {row['task_id']!r} stands twice")
            rows[row["task_id"]] = row
            (stage / row["pdf_path"]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / record["pdf_path"], stage / row["pdf_path"])
        if not rows:
            raise ValueError(f"{root} holds no task with a rubric to export")
        pq.write_table(_table(list(rows.values())), stage / TABLE, compression="zstd")
        version = importlib.metadata.version("docassay")
        card = _CARD.format(tasks=len(rows), version=version, digest=digest_tables(stage))
        (stage / "README.md").write_text(card, encoding="utf-8")
    return Exported(len(rows), dict(left_out))


def _row(record: Mapping[str, Any]) -> dict[str, Any]:
    imported = record["doc_id"].startswith(PREFIX)
    name = check_name(record["doc_id"].removeprefix(PREFIX) if imported else record["task_id"] or record["id"])
    published = dict((record["knobs"] or {}).get("published") or {}) if imported else {}
    row = {
        "task_id": name,
        "domain": record["domain"],
        "pdf_path": _checked(published.pop("pdf_path", f"{PDFS}/{name}.pdf"), record["id"]),
        "prompt": record["question"],
        **published,
    }
    criteria = record["rubric"]
    kept = imported and all(str(criterion.get("id", "")).isdecimal() for criterion in criteria)
    for number, criterion in enumerate(criteria, start=1):
        place = int(criterion["id"]) if kept else number
        row |= {slot(place, field): criterion.get(field) for field in FIELDS}
    return row


def _checked(name: str, record: str) -> str:
    if not stays_below(name):
        raise ValueError(f"{record}: pdf_path {name!r} leads out of the folder")
    return name


def _table(rows: list[dict[str, Any]]) -> pa.Table:
    """Return the rows with all columns of the layout, those that only imported rows have between them."""
    others = dict.fromkeys(name for row in rows for name in row if name not in {*ROW, *slot_columns()})
    names = [*ROW, *others, *slot_columns()]
    text = {*ROW, *slot_columns()}
    columns = {name: pa.array([row.get(name) for row in rows], pa.string() if name in text else None) for name in names}
    return pa.table(columns)
