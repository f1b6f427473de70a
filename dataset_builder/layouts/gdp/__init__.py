"""The layout of GDP.pdf: one row a task, as the Hub dataset ``surgeai/GDP.pdf`` holds it.

What is known of it, from the paper and from harnesses that take it:

- a Parquet file (``TABLE``) with the columns of ``COLUMNS``, and up to ``SLOTS`` criteria a row, each in the columns
  ``rubric - {n}. {field}`` for the fields of ``FIELDS``; slots that a row doesn't need are null or blank;
- the PDFs beside it, where ``pdf_path`` says.

Axes, reference answers and worker notes are not published.
"""

from __future__ import annotations

from pathlib import PurePosixPath

COLUMNS = ("task_id", "domain", "pdf_path", "prompt")
SLOTS = 30
FIELDS = {
    "criterion": "criterion",
    "type": "criterion_type",
    "severity": "criterion_severity",
    "implicitness": "criterion_implicitness",
    "subjectiveness": "criterion_subjectiveness",
    "failure_mode": "criterion_failure_mode",
}
"""Name of each of our criterion's fields in the layout."""

TABLE = "data.parquet"
"""Name of the file that an export writes; an import takes every Parquet file with the columns."""

PDFS = "pdfs"
"""Folder in which an export puts PDFs whose place isn't known from an import."""

PREFIX = "gdp-"
"""What stands before the ids of imported documents; an export takes it off again."""

DPI = 144
"""Dots an inch at which page images are drawn."""


def stays_below(pdf_path: str) -> bool:
    """Return whether a row's ``pdf_path`` names a file below the folder of the table.

    >>> stays_below("pdfs/a lease.pdf"), stays_below("pdfs/../../a.pdf"), stays_below("/a.pdf"), stays_below("")
    (True, False, False, False)
    """
    path = PurePosixPath(pdf_path)
    return bool(pdf_path) and not (path.is_absolute() or ".." in path.parts or "\\" in pdf_path or "\0" in pdf_path)


def slot(number: int, field: str) -> str:
    """Return the column of one of our criterion's fields in a slot, the first slot being 1.

    >>> slot(1, "criterion"), slot(30, "failure_mode")
    ('rubric - 1. criterion', 'rubric - 30. criterion_failure_mode')
    """
    return f"rubric - {number}. {FIELDS[field]}"


def slot_columns() -> tuple[str, ...]:
    """Return the columns of all slots, in order."""
    return tuple(slot(number, field) for number in range(1, SLOTS + 1) for field in FIELDS)
