"""Reads GDP.pdf, or what is in its layout, as a repository of rubrics."""

from __future__ import annotations

import functools
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.build import BuildReport, build_repository
from dataset_builder.export import checksum
from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.layouts import check_name
from dataset_builder.layouts.gdp import COLUMNS, DPI, FIELDS, PREFIX, SLOTS, slot, slot_columns, stays_below
from dataset_builder.layouts.tables import find_tables, reading
from dataset_builder.pages.whole import NoPdf, draw_pdf

FAMILY = "rubrics"


def import_repository(source: Path, out: Path, jobs: int = 1) -> BuildReport:
    """Write a repository from GDP.pdf as downloaded from the Hub, or from what ``export_records`` wrote.

    A row becomes a document, whose id is its ``task_id`` behind ``PREFIX``. Criteria keep the number of their slot as
    id. Texts and page images come from the PDF. Axes, evidence, gold and program, which the layout lacks, are empty;
    ``answer`` holds the criteria, since no reference answer is published. Other columns of a row are kept in ``knobs``.

    Args:
        source: folder with the Parquet file and the PDFs in it.
        out: folder of the repository; new, empty, or one to go on with.
        jobs: number of processes.

    Raises:
        ValueError: no Parquet file in ``source`` has the columns, a name or path can't be taken, or ``out`` holds
            something else.
    """
    _rows.cache_clear()  # the files may be others than at an earlier import in this process
    return build_repository({FAMILY: GdpConfig(str(source))}, out, jobs=jobs, families={FAMILY: GdpTasks()})


@dataclass(frozen=True)
class GdpConfig:
    """What is imported: the folder, and the layout's name for ``docassay.json`` and the card."""

    source: str
    layout: str = "gdp"


class GdpTasks:
    """Takes the place of the family ``rubrics`` in a build: its documents are read instead of made."""

    name = FAMILY

    def plan(self, config: GdpConfig) -> Sequence[Task]:
        """Return one task a row, in the order of the files.

        Raises:
            ValueError: there is no such file, an id stands twice or is no file name, or a path leads elsewhere.
        """
        source = Path(config.source)
        tasks: dict[str, Task] = {}
        for path, row in _rows(source):
            name = check_name("" if row["task_id"] is None else str(row["task_id"]))
            if name in tasks:
                raise ValueError(f"{path}: task_id {name!r} stands twice")
            pdf = _pdf_of(path, row)
            parts = [json.dumps(row, default=str, sort_keys=True), checksum(pdf) if pdf.is_file() else ""]
            tasks[name] = Task(len(tasks), name, hashlib.sha256("\0".join(parts).encode()).hexdigest())
        return list(tasks.values())

    def build(self, config: GdpConfig, task: Task) -> BuiltDocument | Refused:
        """Return the document of one row, or why it can't be read."""
        path, row = _rows(Path(config.source))[task.index]
        if not str(row["prompt"] or "").strip():
            return Refused(task.index, task.source, "prompt is blank")
        rubric = list(read_criteria(row))
        if not rubric:
            return Refused(task.index, task.source, "there is no criterion")
        pdf = _pdf_of(path, row)
        if not pdf.is_file():
            return Refused(task.index, task.source, "the PDF isn't there")
        try:
            return _document(task, row, rubric, pdf.read_bytes())
        except NoPdf as error:
            return Refused(task.index, task.source, f"pdf_path names {error}")

    def finish(self, config: GdpConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}

    def measure(self, config: GdpConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return items by domain, and criteria and pages in all."""
        figures: Counter[str] = Counter()
        for note in (note for summary in summaries for note in summary.notes):
            figures[f"domain {note['domain']}"] += 1
            for what in ("criteria", "pages"):
                figures[what] += int(note[what] or 0)
        return dict(sorted(figures.items()))


def read_criteria(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the criteria of a row; blank slots are none, blank fields are left out."""
    for number in range(1, SLOTS + 1):
        text = row.get(slot(number, "criterion"))
        if isinstance(text, str) and text.strip():
            fields = {field: row.get(slot(number, field)) for field in FIELDS}
            yield {"id": str(number), **{field: value for field, value in fields.items() if value is not None}}


def _document(task: Task, row: Mapping[str, Any], rubric: Sequence[Mapping[str, Any]], pdf: bytes) -> BuiltDocument:
    doc_id = PREFIX + task.source
    drawn = draw_pdf(pdf, DPI)
    pages = len(drawn.images)
    known = {*COLUMNS, *slot_columns()} - {"pdf_path"}
    published = {name: value for name, value in row.items() if name not in known and value is not None}
    knobs = {"pages": pages, "criteria": len(rubric), "source": "gdp", "published": json.loads(_plain(published))}
    shared = {"text": drawn.text, "layout_text": drawn.layout_text, "num_pages": pages, "knobs": knobs}
    record = {
        **shared,
        "id": f"{doc_id}-0",
        "family": FAMILY,
        "doc_id": doc_id,
        "question": row["prompt"],
        "answer": "\n".join(str(criterion["criterion"]) for criterion in rubric),
        "answer_type": "text",
        "image": drawn.images[0],
        "images": list(drawn.images),
        "domain": row["domain"],
        "evidence": [],
        "wrong_answers": [],
        "metric": "rubric_pass_rate",
        "task_id": task.source,
        "axes": [],
        "rubric": list(rubric),
    }
    manifest = {"layout": "gdp", "task_id": task.source, "pdf_path": row["pdf_path"]}
    note = {"domain": row["domain"], "criteria": len(rubric), "pages": pages}
    content = {**shared, "manifest": manifest}
    return BuiltDocument(task.index, doc_id, (("rubrics", record),), content, pdf, notes=(note,))


def _plain(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)


def _pdf_of(table: Path, row: Mapping[str, Any]) -> Path:
    """Return the file that a row's ``pdf_path`` names, from the folder of the table.

    Raises:
        ValueError: the path leads out of that folder.
    """
    name = str(row["pdf_path"] or "")
    if not stays_below(name):
        raise ValueError(f"{table}: pdf_path {name!r} of task {row['task_id']!r} is no path below {table.parent}")
    return table.parent / name


@functools.lru_cache(maxsize=1)
def _rows(source: Path) -> tuple[tuple[Path, dict[str, Any]], ...]:
    """Return (file, row) of every task.

    Raises:
        ValueError: no Parquet file in ``source`` has the columns, or one can't be read or holds other things than text.
    """
    first, *others = (slot(number, "criterion") for number in range(1, SLOTS + 1))
    needed = {**dict.fromkeys((*COLUMNS, first), ("text",)), "task_id": ("text", "integer")}
    found: list[tuple[Path, dict[str, Any]]] = []
    for path in find_tables(source, needed, dict.fromkeys(others, ("text",))):
        with reading(path):
            table = pq.read_table(path)
        found += [(path, {name: _settle(value) for name, value in row.items()}) for row in table.to_pylist()]
    return tuple(found)


def _settle(value: Any) -> Any:
    """Return a cell; what is no number stands for nothing, as some writers have it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
