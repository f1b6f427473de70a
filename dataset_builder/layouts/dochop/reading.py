"""Reads DocHop, or what is in its layout, as a repository of hops."""

from __future__ import annotations

import base64
import csv
import functools
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from dataset_builder.answers import infer_answer_type
from dataset_builder.build import BuildReport, build_repository
from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.layouts import check_name
from dataset_builder.layouts.dochop import COLUMNS, DPI, PREFIX
from dataset_builder.pages.images import is_picture, pdf_of_image

FAMILY = "hops"
_DIGITS = 10
_LONGEST = 1 << 28
"""Characters of a picture; the limit of ``csv`` is far below that."""


def import_repository(source: Path, out: Path, jobs: int = 1) -> BuildReport:
    """Write a repository from DocHop's table, or from one that ``export_records`` wrote.

    A row becomes a document, whose id is its ``example_id`` behind ``PREFIX``. Text, tables, evidence and program are
    empty, since the layout lacks them, and the PDF holds nothing but the picture.

    Args:
        source: the table, or a folder with one ``.tsv`` in it.
        out: folder of the repository; new, empty, or one to go on with.
        jobs: number of processes.

    Raises:
        ValueError: there is no such table, or ``out`` holds something else.
    """
    _offsets.cache_clear()  # the file may be another than at an earlier import in this process
    return build_repository({FAMILY: DochopConfig(str(source))}, out, jobs=jobs, families={FAMILY: DochopPages()})


@dataclass(frozen=True)
class DochopConfig:
    """What is imported: the table or its folder, and the layout's name for ``docassay.json`` and the card."""

    source: str
    layout: str = "dochop"


class DochopPages:
    """Takes the place of the family ``hops`` in a build: its documents are read instead of made."""

    name = FAMILY

    def plan(self, config: DochopConfig) -> Sequence[Task]:
        """Return one task a row, in the order of the table.

        Raises:
            ValueError: there is no table, or an id stands twice or is no file name.
        """
        path = find_table(Path(config.source))
        tasks: dict[str, Task] = {}
        for _, row in _walk(path):
            name = check_name(row["example_id"])
            if name in tasks:
                raise ValueError(f"{path}: example_id {name!r} stands twice")
            digest = hashlib.sha256("\0".join(row[column] for column in COLUMNS).encode()).hexdigest()
            tasks[name] = Task(len(tasks), name, digest)
        return list(tasks.values())

    def build(self, config: DochopConfig, task: Task) -> BuiltDocument | Refused:
        """Return the page of one row, or why it can't be read."""
        path = find_table(Path(config.source))
        row = _read_row(path, task.index)
        if not (row["question"].strip() and row["answer"].strip()):
            return Refused(task.index, task.source, "question or answer is blank")
        if not all(row[name].isdecimal() and len(row[name]) < _DIGITS for name in ("depth", "chart_num")):
            return Refused(task.index, task.source, "depth or chart_num is no number")
        image = _read_image(path, row)
        if image is None:
            return Refused(task.index, task.source, "image is no picture in base64")
        return _document(task, row, image)

    def finish(self, config: DochopConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}

    def measure(self, config: DochopConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return nothing."""
        return {}


def find_table(source: Path) -> Path:
    """Return the table of a source.

    Raises:
        ValueError: the source is no table and holds not exactly one, or the table lacks a column.
    """
    tables = [source] if source.is_file() else sorted(source.rglob("*.tsv"))
    if len(tables) != 1:
        raise ValueError(f"{source} holds {len(tables)} files .tsv; name the one to import")
    with tables[0].open("rb") as file:
        header = next(_rows(tables[0], file), [])
    for column in COLUMNS:
        if (count := header.count(column)) != 1:
            told = f"{count or 'no'} column{'s' if count else ''} {column!r}"
            raise ValueError(f"{tables[0]} has {told}; the layout's are {', '.join(COLUMNS)}")
    return tables[0]


def _document(task: Task, row: Mapping[str, str], image: bytes) -> BuiltDocument:
    doc_id = PREFIX + task.source
    depth, charts = int(row["depth"]), int(row["chart_num"])
    knobs = {"task": row["task"], "depth": depth, "charts": charts, "source": "dochop"}
    shared: dict[str, Any] = {"text": "", "layout_text": "", "num_pages": 1, "knobs": knobs}
    record = {
        **shared,
        "id": f"{doc_id}-0",
        "family": FAMILY,
        "doc_id": doc_id,
        "question": row["question"],
        "answer": row["answer"],
        "answer_type": infer_answer_type(row["answer"]),
        "image": image,
        "images": [image],
        "category": row["task"],
        "evidence": [],
        "wrong_answers": [],
        "metric": "answer_match",
        "task": row["task"],
        "depth": depth,
        "chart_num": charts,
    }
    manifest = {"layout": "dochop", "example_id": task.source}
    content = {**shared, "manifest": manifest}
    return BuiltDocument(task.index, doc_id, (("hops", record),), content, pdf_of_image(image, DPI))


def _read_image(path: Path, row: Mapping[str, str]) -> bytes | None:
    """Return the picture of a row, which may stand in another row that is named by its index; None if there is none."""
    text = row["image"]
    if text.isdecimal():
        text = next((other["image"] for _, other in _walk(path) if other["index"] == text), "")
    try:
        image = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return image if is_picture(image) else None


def _read_row(path: Path, index: int) -> dict[str, str]:
    """Return the row at ``index``, 0 being the first below the header."""
    offsets = _offsets(path)
    if index >= len(offsets):
        raise ValueError(f"{path} holds {len(offsets)} rows, so none at {index}: it has changed")
    return next(_walk(path, offsets[index]))[1]


@functools.lru_cache(maxsize=1)
def _offsets(path: Path) -> tuple[int, ...]:
    return tuple(offset for offset, _ in _walk(path))


def _walk(path: Path, start: int = 0) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield each row below the header with its place in bytes, from the one at ``start``, if that is not 0, on."""
    with path.open("rb") as file:
        rows = _rows(path, file)
        header = next(rows)
        if start:
            file.seek(start)
        while True:
            offset = file.tell()
            row = next(rows, None)
            if row is None:
                return
            if row:
                if len(row) != len(header):
                    raise ValueError(
                        f"{path}: the row at byte {offset} has {len(row)} cells under {len(header)} columns"
                    )
                yield offset, dict(zip(header, row, strict=True))


def _rows(path: Path, file: IO[bytes]) -> Iterator[list[str]]:
    """Yield the rows of an open table, of which no more is read than they take."""
    csv.field_size_limit(_LONGEST)
    lines = (line.decode("utf-8-sig") for line in iter(file.readline, b""))
    try:
        yield from csv.reader(lines, delimiter="\t", strict=True)
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a table in UTF-8 with tabs between its cells: {error}") from error
