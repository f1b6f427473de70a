"""What a check can find: one named kind for each promise of the record contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

KINDS: dict[str, str] = {
    # files
    "manifest": "docassay.json lacks something, or is not JSON",
    "file-missing": "a file of docassay.json is not there",
    "file-extra": "a file stands in the repository that docassay.json does not name",
    "file-changed": "a file is not the one that was built",
    "counts": "docassay.json or templates.csv counts what the questions don't show",
    "templates": "templates.csv does not account for a document",
    # rows
    "columns": "a Parquet file has other columns, types or metadata than the contract",
    "value": "a value is outside the contract's closed list, or missing",
    "id": "an id is not of the contract's form, or contradicts its document",
    "duplicate-id": "an id stands twice",
    "scattered": "rows of one document stand apart",
    "documents-row": "the documents config has no row for a document, or one too many",
    "copy": "what is kept in two places differs",
    "unreadable": "a cell, a PDF or a picture cannot be read",
    # pictures
    "image-size": "a picture is not of the page's size at its resolution",
    "image-first": "the picture to look at first is not a page image",
    "image-drawn": "a picture is not what the PDF's page draws",
    "pages": "page numbers disagree",
    # text
    "text": "the text is not the page's",
    "layout": "the aligned text is not the page's",
    "layout-order": "the aligned text has lines in another order than the page",
    # truth and schema
    "answer": "the answer is not the ground truth",
    "wrong-answer": "a wrong answer is the right one, stands twice, or has no kind",
    "path": "a path of the truth, the program or the excluded fields is not in the schema, or the other way round",
    "type": "a value is not of the schema's type",
    "limit": "a value breaks maxLength or enum",
    "schema": "the schema breaks the contract",
    "split": "directory, category, schema and truth are of different splits",
    "knobs": "a knob is not what the document shows",
    "duplicate-truth": "two documents have the same truth",
    # evidence
    "evidence": "a value has no box, two boxes, or a box has no value",
    "box": "a box is off the page or empty",
    "box-text": "what is drawn in a box is not the value",
    "ink": "a value's characters leave no mark in the picture",
    "rows": "the boxes of a table do not stand in the order of its rows and columns",
    "caption": "two boxes stand nearer to each other's captions than to their own",
    # charts
    "chart": "a chart's trace, metadata and figure do not belong together, or cannot be read",
    "chart-mark": "a mark is not drawn where the trace has it, or in another colour or place than its names'",
    "chart-value": "a mark's place, length, area or colour gives another value than the metadata",
    "chart-text": "a text of a chart is not on the page, or names or prints something else than the metadata",
    "chart-scale": "an axis and the numbers printed along it disagree",
    # hops
    "narrative": "the narrative is not what the page prints, has no meaning by its rules, or tells of another set",
    "question": "a question says something else than its program computes",
    # reports
    "statement": "a passage on which a question rests is not printed, or says something else than is told of it",
    "leak": "the text tells what only a chart or a table may show",
    "guessable": "a category's questions can be guessed without the document, or without reading what they ask about",
    "pair": "the two rows of a pair differ in more than its knob, or not in it",
    # rubrics
    "rubric": "a rubric, its gold answer and its traps do not agree",
    "support": "the truth does not hang on what is called decisive, or the document says it elsewhere too",
    # widgets
    "null-filled": "the page shows something where the truth is null",
    "stray": "a form field shows something that no value explains",
    "stored": "the value stored in the PDF is not the one drawn",
    "trace": "trace.json disagrees with the truth or with the PDF",
    "placeholder": "a placeholder was left on the page",
}
"""Kinds of violation, in the order of the report."""

SAMPLE = 50
"""Documents that a fast check reads, evenly spread."""

_SHOWN = 160


@dataclass(frozen=True)
class Violation:
    """One broken promise.

    Attributes:
        kind: one of ``KINDS``.
        where: id of the record or document, or path of the file.
        what: the thing that is wrong, such as a path of the truth.
        expected: what was to be found there.
        found: what was found.
    """

    kind: str
    where: str
    what: str
    expected: str = ""
    found: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} is not one of {', '.join(KINDS)}")

    def __str__(self) -> str:
        text = f"{self.kind}: {self.where}: {self.what}"
        if self.expected or self.found:
            text += f": expected {self.expected or 'nothing'}, found {self.found or 'nothing'}"
        return text


@dataclass(frozen=True)
class Finding:
    """What a check of a repository found.

    Attributes:
        documents: number of documents with questions.
        read: how many of them were read and compared.
        violations: all of them: of files, of documents in the order of the files, of all rows together.
        passed_over: what could not be checked, since others made the data, in words; "" if nothing.
    """

    documents: int
    read: int
    violations: tuple[Violation, ...]
    passed_over: str = ""


def violation(kind: str, where: str, what: str, expected: Any = "", found: Any = "") -> Violation:
    """Return a violation with its values as short text; strings are quoted.

    >>> print(violation("value", "forms-1-00000-0", "metric", "field_match", None))
    value: forms-1-00000-0: metric: expected 'field_match', found None
    """
    return Violation(kind, where, what, _show(expected), _show(found))


def _show(value: Any) -> str:
    if value == "":
        return ""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


BROKEN = (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError, OSError)
"""What reading a cell that is not of the expected shape may raise."""


def collect(where: str, what: str, check: Iterator[Violation]) -> list[Violation]:
    """Return what a check finds; that it cannot read its input is a finding as well."""
    found: list[Violation] = []
    try:
        found.extend(check)
    except BROKEN as error:
        reason = f"{type(error).__name__}: {error}"
        found.append(violation("unreadable", where, what, "data of the contract's shape", reason))
    return found


def count_kinds(violations: Iterable[Violation]) -> dict[str, int]:
    """Return the number of violations by kind, in the order of ``KINDS``; kinds that did not occur are left out."""
    kinds = [item.kind for item in violations]
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}
