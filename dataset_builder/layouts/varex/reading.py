"""Reads VAREX, or what is in its layout, as a repository of forms."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builder.build import BuildReport, build_repository
from dataset_builder.export import checksum, read_object
from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.families.forms.export import QUESTION
from dataset_builder.layouts import check_name
from dataset_builder.layouts.tables import find_tables, reading
from dataset_builder.layouts.varex import (
    DOCUMENTS,
    DPI,
    EXCLUSIONS,
    FEATURES,
    FROM_IMAGE,
    PDF,
    PREFIX,
)
from dataset_builder.pages.images import is_picture, pdf_of_image
from dataset_builder.pages.whole import NoPdf, open_pdf
from dataset_builder.schema import SPLITS, canonical_json
from dataset_builder.trees import is_empty

FAMILY = "forms"
_SPLITS = {split.capitalize(): split for split in SPLITS[FAMILY]}


def import_repository(source: Path, out: Path, jobs: int = 1) -> BuildReport:
    """Write a repository from VAREX as downloaded from the Hub, or as ``export_records`` wrote it.

    Ids get ``PREFIX``. Evidence and program, which the layout lacks, are empty; exclusions are taken from
    ``EXCLUSIONS`` (or the file of that name in ``source`` itself), PDFs from ``DOCUMENTS``, where they are there. A
    document without a PDF gets one with its 200 DPI image as the only content, and ``knobs`` say so: other resolutions
    drawn from that show no more than the image does.

    Args:
        source: folder with the Parquet files in it, at any depth.
        out: folder of the repository; new, empty, or one to go on with.
        jobs: number of processes.

    Raises:
        ValueError: no Parquet file in ``source`` has the columns, or ``out`` holds something else.
    """
    _row_groups.cache_clear()  # the files may be others than at an earlier import in this process
    _read_group.cache_clear()
    return build_repository({FAMILY: VarexConfig(str(source))}, out, jobs=jobs, families={FAMILY: VarexForms()})


@dataclass(frozen=True)
class VarexConfig:
    """What is imported: the folder, and the layout's name for ``docassay.json`` and the card."""

    source: str
    layout: str = "varex"


class VarexForms:
    """Takes the place of the family ``forms`` in a build: its documents are read instead of made."""

    name = FAMILY

    def plan(self, config: VarexConfig) -> Sequence[Task]:
        """Return one task a row, in the order of the files.

        Raises:
            ValueError: there is no such file, or an id stands twice or is no file name.
        """
        source = Path(config.source)
        exclusions = _read_exclusions(source)
        tasks: dict[str, Task] = {}
        for path in _data_files(source):
            digest = checksum(path)
            with reading(path):
                names = pq.read_table(path, columns=["doc_id"]).column("doc_id").to_pylist()
            for name in names:
                if check_name(name or "") in tasks:
                    raise ValueError(f"{path}: doc_id {name!r} stands twice")
                pdf = _pdf_path(source, name)
                parts = [digest, *exclusions.get(name, ()), checksum(pdf) if pdf.is_file() else ""]
                tasks[name] = Task(len(tasks), name, hashlib.sha256("\0".join(parts).encode()).hexdigest())
        return list(tasks.values())

    def build(self, config: VarexConfig, task: Task) -> BuiltDocument | Refused:
        """Return the document of one row, or why it can't be read."""
        source = Path(config.source)
        row = _read_row(source, task.index)
        trees = {}
        for column in ("schema", "ground_truth"):
            try:
                trees[column] = json.loads(row[column] or "")
                canonical_json(trees[column]).encode()
            except (ValueError, RecursionError):
                return Refused(task.index, task.source, f"{column} is not JSON")
            if not isinstance(trees[column], dict):
                return Refused(task.index, task.source, f"{column} is not a JSON object")
        if row["split"] not in _SPLITS:
            return Refused(task.index, task.source, f"split is none of {', '.join(_SPLITS)}")
        images = [(row[column] or {}).get("bytes") for column in ("image", "image_50dpi")]
        if not all(images):
            return Refused(task.index, task.source, "an image is missing")
        if not all(image and is_picture(image) for image in images):
            return Refused(task.index, task.source, "an image is no picture")
        pdf = _pdf_path(source, task.source)
        if pdf.is_file():
            try:
                open_pdf(pdf.read_bytes()).close()
            except NoPdf as error:
                return Refused(task.index, task.source, f"its PDF is {error}")
        excluded = _read_exclusions(source).get(task.source, [])
        return _document(task, row, trees["schema"], trees["ground_truth"], excluded, pdf)

    def finish(self, config: VarexConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}

    def measure(self, config: VarexConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return how many fields of the documents are excluded from scoring."""
        exclusions = _read_exclusions(Path(config.source))
        excluded = sum(len(exclusions.get(summary.task.source, ())) for summary in summaries if summary.doc_id)
        return {"fields excluded from scoring": excluded}


def _document(
    task: Task,
    row: Mapping[str, Any],
    schema: Mapping[str, Any],
    truth: Mapping[str, Any],
    excluded: Sequence[str],
    pdf: Path,
) -> BuiltDocument:
    doc_id, split = PREFIX + task.source, _SPLITS[row["split"]]
    image, low = row["image"]["bytes"], row["image_50dpi"]["bytes"]
    knobs = {**_knobs(truth), "source": "varex", "pdf": "as published" if pdf.is_file() else FROM_IMAGE}
    shared = {"text": row["text_flow"], "layout_text": row["text_layout"], "num_pages": 1, "knobs": knobs}
    record = {
        **shared,
        "id": f"{doc_id}-0",
        "family": FAMILY,
        "doc_id": doc_id,
        "question": QUESTION,
        "answer": canonical_json(truth),
        "answer_type": "json",
        "image": image,
        "images": [image],
        "category": split,
        "evidence": [],
        "wrong_answers": [],
        "metric": "field_match",
        "schema": schema,
        "ground_truth": truth,
        "excluded_fields": list(excluded),
        "image_50dpi": low,
    }
    manifest = {"layout": "varex", "doc_id": task.source, "schema": schema, "truth": truth}
    content = pdf.read_bytes() if pdf.is_file() else pdf_of_image(image, DPI)
    return BuiltDocument(task.index, doc_id, ((split, record),), {**shared, "manifest": manifest}, content)


def _knobs(truth: Mapping[str, Any]) -> dict[str, int]:
    """Return the structural axes that a truth shows: values, depth, and the size of its largest array of objects."""
    values = list(_values(truth))
    tables = list(_tables(truth))
    largest = max(tables, key=lambda rows: sum(map(len, rows)), default=[])
    return {
        "fields": len(values),
        "filled": sum(not is_empty(value) for _, value in values),
        "depth": max((depth for depth, _ in values), default=0),
        "tables": len(tables),
        "rows": len(largest),
        "columns": max(map(len, largest), default=0),
    }


def _values(node: Any, depth: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield (keys above it, value) of every plain value."""
    if isinstance(node, Mapping):
        for child in node.values():
            yield from _values(child, depth + 1)
    elif isinstance(node, list):
        for child in node:
            yield from _values(child, depth)
    else:
        yield depth, node


def _tables(node: Any) -> Iterator[list[Mapping[str, Any]]]:
    """Yield every array of objects."""
    if isinstance(node, list) and (rows := [row for row in node if isinstance(row, Mapping)]):
        yield rows
    for child in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        yield from _tables(child)


def _pdf_path(source: Path, name: str) -> Path:
    return source / DOCUMENTS / name / PDF


def _data_files(source: Path) -> list[Path]:
    return find_tables(source, {name: ("picture" if "image" in name else "text",) for name in FEATURES})


def _read_exclusions(source: Path) -> dict[str, list[str]]:
    for path in (source / EXCLUSIONS, source / Path(EXCLUSIONS).name):
        if path.is_file():
            exclusions = read_object(path).get("exclusions")
            if not isinstance(exclusions, dict) or not all(map(_are_paths, exclusions.values())):
                raise ValueError(f"{path} holds no 'exclusions', an object of lists of paths by document")
            return exclusions
    return {}


def _are_paths(fields: Any) -> bool:
    return isinstance(fields, list) and all(isinstance(path, str) for path in fields)


def _read_row(source: Path, index: int) -> dict[str, Any]:
    """Return the row that stands at ``index`` over all files."""
    first = 0
    for path, group, rows in _row_groups(source):
        if index < first + rows:
            row: dict[str, Any] = _read_group(path, group).slice(index - first, 1).to_pylist()[0]
            return row
        first += rows
    raise ValueError(f"{source} holds {first} rows, so none at {index}: its files have changed")


@functools.lru_cache(maxsize=1)
def _row_groups(source: Path) -> tuple[tuple[Path, int, int], ...]:
    """Return (file, number, rows) of every row group."""
    groups = []
    for path in _data_files(source):
        metadata = pq.read_metadata(path)
        groups += [(path, group, metadata.row_group(group).num_rows) for group in range(metadata.num_row_groups)]
    return tuple(groups)


@functools.lru_cache(maxsize=1)
def _read_group(path: Path, group: int) -> pa.Table:
    """Return one row group; documents are asked for in order, so that each group is read once a process."""
    with reading(path), pq.ParquetFile(path) as file:
        return file.read_row_group(group, columns=list(FEATURES))
