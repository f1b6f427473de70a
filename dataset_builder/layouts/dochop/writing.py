"""Writes hops pages in the layout of DocHop."""

from __future__ import annotations

import base64
import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from dataset_builder.layouts import Exported, new_folder
from dataset_builder.layouts.dochop import COLUMNS as FIELDS
from dataset_builder.layouts.dochop import PREFIX, TABLE

FAMILY = "hops"
COLUMNS = ("id", "doc_id", "image", "question", "answer", "task", "depth", "chart_num")


def export_records(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, folder: Path) -> Exported:
    """Write hops pages as one table.

    Args:
        records: (split, record) with ``COLUMNS``, a document's rows together.
        root: folder of the repository, for errors.
        folder: new or empty; it appears whole or not at all.

    Raises:
        ValueError: the folder holds something, or there is nothing to export.
    """
    documents: set[str] = set()
    with new_folder(folder) as stage:
        with (stage / TABLE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(FIELDS)
            for index, (_, record) in enumerate(records):
                documents.add(record["doc_id"])
                writer.writerow(_row(index, record))
        if not documents:
            raise ValueError(f"{root} holds no hops page to export")
    return Exported(len(documents), {})


def _row(index: int, record: Mapping[str, Any]) -> tuple[Any, ...]:
    imported = record["doc_id"].startswith(PREFIX)
    example = record["doc_id"].removeprefix(PREFIX) if imported else record["id"]
    image = base64.b64encode(record["image"]["bytes"]).decode()
    words = (record["question"], record["answer"], example, record["task"])
    return index, image, *words, record["depth"], record["chart_num"]
