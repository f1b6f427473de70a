"""A document of a repository taken apart, so that tests can spoil it and put it together again."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, replace
from typing import Any

import pymupdf

from dataset_builder.checks.documents import Document, walk
from dataset_builder.pages.images import render_png
from dataset_builder.pages.text import layout_text, plain_text
from dataset_builder.trees import parse_path

JSON_COLUMNS = ("knobs", "schema", "ground_truth", "program")


@dataclass
class Draft:
    """One question of a form with its JSON read, and everything that is kept of the document."""

    document: Document
    record: dict[str, Any]
    row: dict[str, Any]
    pdf: bytes
    trace: dict[str, Any]
    schema_file: dict[str, Any]

    @classmethod
    def of(cls, document: Document) -> Draft:
        """Return a draft that shares nothing with the document."""
        record = copy.deepcopy(dict(document.questions[0]))
        record.update({column: json.loads(record[column]) for column in JSON_COLUMNS})
        row = copy.deepcopy(dict(document.row or {}))
        row.update({column: json.loads(row[column]) for column in ("manifest", "knobs")})
        trace, schema = (json.loads(document.files[name]) for name in (".trace.json", ".schema.json"))
        return cls(document, record, row, document.pdf or b"", trace, schema)

    def finish(self) -> Document:
        """Return the document that the draft makes."""
        record = {**self.record, **{column: json.dumps(self.record[column]) for column in JSON_COLUMNS}}
        row = {**self.row, **{column: json.dumps(self.row[column]) for column in ("manifest", "knobs")}}
        files = {".trace.json": json.dumps(self.trace).encode(), ".schema.json": json.dumps(self.schema_file).encode()}
        return replace(self.document, questions=(record,), row=row, pdf=self.pdf, files=files)

    @property
    def truth(self) -> dict[str, Any]:
        truth: dict[str, Any] = self.record["ground_truth"]
        return truth

    @property
    def leaves(self) -> dict[str, Any]:
        return dict(walk(self.truth))

    @property
    def shown(self) -> dict[str, str]:
        return {path: value for path, value in self.leaves.items() if value is not None}

    @property
    def nulls(self) -> list[str]:
        return [path for path, value in self.leaves.items() if value is None]

    def widget(self, path: str) -> dict[str, Any]:
        """Return what the trace tells of a path."""
        return next(widget for widget in self.trace["widgets"] if widget["path"] == path)

    def box(self, path: str) -> dict[str, Any]:
        """Return the evidence of a path."""
        return next(box for box in self.record["evidence"] if box["ref"] == path)

    def set_value(self, path: str, value: Any) -> None:
        """Put a value into the truth, and into all that tells of the truth, but not on the page."""
        set_in(self.truth, path, value)
        self.widget(path).update(value=value, reason=None if value is not None else "left empty")
        self.tell_truth()

    def tell_truth(self) -> None:
        """Make answer, manifest and counts agree with the truth."""
        self.record["answer"] = json.dumps(self.truth, ensure_ascii=False)
        self.row["manifest"]["truth"] = copy.deepcopy(self.truth)
        for knobs in (self.record["knobs"], self.row["knobs"]):
            knobs["filled"] = len(self.shown)

    def tell_schema(self) -> None:
        """Make the copies of the schema agree with it."""
        self.row["manifest"]["schema"] = copy.deepcopy(self.record["schema"])
        self.schema_file = copy.deepcopy(self.record["schema"])

    def set_text(self, column: str, text: str) -> None:
        """Put a text into both of its places."""
        self.record[column] = self.row[column] = text

    def set_images(self, content: bytes) -> None:
        """Put a picture into both of its places."""
        self.record["image"] = {"bytes": content, "path": None}
        self.record["images"] = [{"bytes": content, "path": None}]

    def draw_again(self) -> None:
        """Make pictures and texts of the PDF as it is now, as a build would."""
        with pymupdf.open(stream=self.pdf, filetype="pdf") as document:
            page = document[0]
            self.set_images(render_png(page, 200))
            self.record["image_50dpi"] = {"bytes": render_png(page, 50), "path": None}
            self.set_text("text", plain_text(page))
            self.set_text("layout_text", layout_text(page))
        self.row["pdf"]["bytes"] = self.pdf


def set_in(tree: Any, path: str, value: Any) -> None:
    """Put a value at a path that the tree has."""
    *steps, last = parse_path(path)
    for step in steps:
        tree = tree[step]
    tree[last] = value
