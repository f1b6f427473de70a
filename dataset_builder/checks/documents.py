"""A document as it lies in a repository, before anything of it is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dataset_builder.checks.drawn import DrawnPage


@dataclass(frozen=True)
class Document:
    """The questions of one document, with all that is kept about the document.

    Attributes:
        doc_id: its id.
        family: folder of the Parquet file.
        splits: names of the Parquet files, one for each question.
        questions: rows as Parquet gives them: ``Json`` columns are text.
        row: row of the ``documents`` config, or None.
        pdf: content of the file at ``pdf_path``, or None.
        files: content of the files beside the PDF, by suffix, such as ``.trace.json``.
    """

    doc_id: str
    family: str
    splits: tuple[str, ...]
    questions: tuple[Mapping[str, Any], ...]
    row: Mapping[str, Any] | None
    pdf: bytes | None
    files: Mapping[str, bytes]

    @property
    def split(self) -> str:
        """Return the only split of a document that has its questions in one, as forms, hops and rubrics have."""
        return self.splits[0]


@dataclass(frozen=True)
class Form:
    """A question of the forms with its JSON read.

    Attributes:
        id: the record's id.
        split: name of its file.
        record: the whole row.
        schema: JSON Schema of the answer.
        truth: the ground truth.
        leaves: value of every leaf of the truth by path, plain lists taken apart.
        fields: paths of the program.
        pages: what the PDF shows.
    """

    id: str
    split: str
    record: Mapping[str, Any]
    schema: Mapping[str, Any]
    truth: Mapping[str, Any]
    leaves: Mapping[str, Any]
    fields: tuple[str, ...]
    pages: tuple[DrawnPage, ...]

    @property
    def shown(self) -> dict[str, Any]:
        """Return the leaves that are not null."""
        return {path: value for path, value in self.leaves.items() if value is not None}


def read_form(split: str, record: Mapping[str, Any], pages: tuple[DrawnPage, ...], *, imported: bool = False) -> Form:
    """Return a question of the forms with its JSON columns read; an imported one has no program, so no fields.

    Raises:
        ValueError: a column holds no JSON, or not an object; the message names it.
    """
    schema, truth = (_read_object(record, name) for name in ("schema", "ground_truth"))
    fields = {} if imported else _read_object(record, "program").get("fields")
    if not isinstance(fields, Mapping):
        raise ValueError(f"program has fields {fields!r}, not an object of paths")
    return Form(record["id"], split, record, schema, truth, dict(walk(truth)), tuple(fields), pages)


def _read_object(record: Mapping[str, Any], column: str) -> dict[str, Any]:
    try:
        value = json.loads(record[column])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{column} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"{column} is {type(value).__name__}, not an object")
    return value


def walk(tree: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of every plain value of a tree; empty lists and objects have none.

    >>> list(walk({"a": None, "rows": [{"b": "1"}], "names": ["x", "y"], "none": []}))
    [('a', None), ('rows[0].b', '1'), ('names[0]', 'x'), ('names[1]', 'y')]
    """
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield from walk(value, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(tree, list):
        for position, value in enumerate(tree):
            yield from walk(value, f"{prefix}[{position}]")
    else:
        yield prefix, tree
