"""Writes forms in the layout of VAREX."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Dataset

from dataset_builder.export import digest_tables, plan_shards, write_atomically, write_json, write_parquet
from dataset_builder.layouts import Exported, check_name, new_folder
from dataset_builder.layouts.varex import (
    DATA,
    DOCUMENTS,
    EXCLUSIONS,
    FEATURES,
    FROM_IMAGE,
    MANIFEST,
    PDF,
    PREFIX,
    SPLIT,
    TRUTH,
)

FAMILY = "forms"
COLUMNS = (
    "doc_id",
    "image",
    "image_50dpi",
    "schema",
    "ground_truth",
    "text",
    "layout_text",
    "excluded_fields",
    "num_pages",
    "pdf_path",
    "knobs",
)

_CARD = """\
---
configs:
- config_name: default
  data_files:
  - split: benchmark
    path: data/benchmark-*.parquet
  description: data {digest}
tags:
- document-understanding
- information-extraction
---

# Forms in the layout of VAREX

{documents} filled forms, written by docassay {version} in the layout of the VAREX benchmark for harnesses that read it.
They are not the documents of VAREX unless they were imported from there.

- `data/benchmark-*.parquet`: `load_dataset(FOLDER, split="benchmark")`
- `documents/`: what the scorer takes as `--data-dir`, and each filled PDF
- `evaluation/`: the scorer's manifest and field exclusions
"""


def export_records(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, folder: Path) -> Exported:
    """Write forms in the layout; documents of several pages have no place in it and are left out.

    Args:
        records: (split, record) with ``COLUMNS``, one a document, as ``Repository.records`` yields them.
        root: folder of the repository, for its PDFs.
        folder: new or empty; it appears whole or not at all.

    Raises:
        ValueError: the folder holds something, nothing can be exported, or an id stands twice or is no file name.
    """
    with new_folder(folder) as stage:
        return _write(records, root, stage)


def _write(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, stage: Path) -> Exported:
    exclusions: dict[str, list[str]] = {}
    parts: dict[str, Path] = {}
    left_out: Counter[str] = Counter()
    for split, record in records:
        if record["num_pages"] != 1:
            left_out["several pages"] += 1
            continue
        name = check_name(record["doc_id"].removeprefix(PREFIX))
        if name in parts:
            raise ValueError(f"doc_id {name!r} stands twice, and the layout has one question a document")
        parts[name] = stage / "parts" / f"{name}.parquet"
        parts[name].parent.mkdir(parents=True, exist_ok=True)
        write_parquet(parts[name], [_table(name, split, record)], FEATURES)
        write_json(stage / DOCUMENTS / name / TRUTH, record["ground_truth"])
        if (record["knobs"] or {}).get("pdf") != FROM_IMAGE:
            write_atomically(stage / DOCUMENTS / name / PDF, (root / record["pdf_path"]).read_bytes())
        if record["excluded_fields"]:
            exclusions[name] = list(record["excluded_fields"])
    if not parts:
        raise ValueError(f"{root} holds no form of one page to export")
    names = sorted(parts)
    shards = plan_shards([parts[name].stat().st_size for name in names])
    for number, shard in enumerate(shards):
        path = stage / DATA / f"{SPLIT}-{number:05d}-of-{len(shards):05d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_parquet(path, (pq.read_table(parts[name]) for name in names[shard]), FEATURES)
    shutil.rmtree(stage / "parts")
    version = importlib.metadata.version("docassay")
    write_json(stage / MANIFEST, {"version": f"docassay {version}", "document_count": len(names), "doc_ids": names})
    totals = {"total_fields": sum(map(len, exclusions.values())), "total_docs": len(exclusions)}
    write_json(stage / EXCLUSIONS, {"exclusions": dict(sorted(exclusions.items())), "_metadata": totals})
    digest = digest_tables(stage)
    write_atomically(stage / "README.md", _CARD.format(documents=len(names), version=version, digest=digest).encode())
    return Exported(len(names), dict(left_out))


def _table(name: str, split: str, record: Mapping[str, Any]) -> pa.Table:
    row = {
        "doc_id": name,
        "split": split.capitalize(),
        "image": {"bytes": record["image"]["bytes"], "path": None},
        "image_50dpi": {"bytes": record["image_50dpi"]["bytes"], "path": None},
        "schema": _json_text(record["schema"]),
        "ground_truth": _json_text(record["ground_truth"]),
        "text_flow": record["text"],
        "text_layout": record["layout_text"],
    }
    return Dataset.from_list([row], features=FEATURES).data.table.combine_chunks()


def _json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
