"""A hops page of a repository taken apart, so that tests can spoil it and put it together again."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pymupdf

from dataset_builder.checks.documents import Document

JSON_COLUMNS = ("knobs", "program")
Json = dict[str, Any]


@dataclass
class Draft:
    """One question of a page with its JSON read, and everything that is kept of the document."""

    document: Document
    record: Json
    row: Json
    trace: Json
    pdf: bytes

    @classmethod
    def of(cls, document: Document) -> Draft:
        """Return a draft that shares nothing with the document."""
        record = copy.deepcopy(dict(document.questions[0]))
        record.update({column: json.loads(record[column]) for column in JSON_COLUMNS})
        record["tables"] = [json.loads(table) for table in record["tables"]]
        row = copy.deepcopy(dict(document.row or {}))
        row.update({column: json.loads(row[column]) for column in ("manifest", "knobs")})
        return cls(document, record, row, json.loads(document.files[".trace.json"]), document.pdf or b"")

    def finish(self) -> Document:
        """Return the document that the draft makes."""
        record = {**self.record, **{column: json.dumps(self.record[column]) for column in JSON_COLUMNS}}
        record["tables"] = [json.dumps(table) for table in self.record["tables"]]
        row = {**self.row, **{column: json.dumps(self.row[column]) for column in ("manifest", "knobs")}}
        row["pdf"] = {"bytes": self.pdf, "path": None}
        files = {".trace.json": json.dumps(self.trace).encode()}
        return replace(self.document, questions=(record,), row=row, pdf=self.pdf, files=files)

    @property
    def manifest(self) -> Json:
        manifest: Json = self.row["manifest"]
        return manifest

    @property
    def asked(self) -> Json:
        """Return the question as the manifest has it."""
        return next(held for held in self.manifest["questions"] if held["text"] == self.record["question"])

    @property
    def telling(self) -> list[int]:
        """Return the places of the blocks that state rules."""
        blocks = enumerate(self.manifest["narrative"]["blocks"])
        return [place for place, block in blocks if block["states"]]

    def ask(self, question: str) -> bool:
        """Put another question, everywhere; return whether it is another."""
        asked = self.asked
        changed: bool = question != self.record["question"]
        self.record["question"] = asked["text"] = question
        return changed

    def tables(self, number: int) -> Iterator[Json]:
        """Yield one table as the record and as the manifest has it."""
        yield self.record["tables"][number]
        yield self.manifest["tables"][number]

    def traces(self) -> Iterator[Json]:
        """Yield the trace wherever it is kept."""
        yield self.manifest["trace"]
        for program in (self.record["program"], self.asked["program"]):
            yield from _find_traces(program)

    def rewrite(self, place: int, text: str, *, on_page: bool) -> None:
        """Change the text of a block in all that is kept of it, and on the page as well if that is wanted."""
        block = self.manifest["narrative"]["blocks"][place]
        part = next(part for part in self.trace["parts"] if part["ref"] == f"block-{place}")
        if on_page:
            self._print(part["boxes"], f"{block['marker']} {text}".strip())
        for record in (self.record, self.row):
            record["text"] = f"{record['text']}\n{text}"
        block["text"] = part["text"] = text

    def _print(self, boxes: list[list[float]], text: str) -> None:
        with pymupdf.open(stream=self.pdf, filetype="pdf") as document:
            page = document[0]
            for box in boxes:
                page.add_redact_annot(pymupdf.Rect(box), fill=False)
            page.apply_redactions(images=0, graphics=0)
            x0, y0, x1, y1 = boxes[0]
            page.insert_htmlbox(pymupdf.Rect(x0 + 1, y0 + 1, x1 - 1, y1 - 1), f"<p style='margin:0'>{text}</p>")
            self.pdf = document.tobytes()

    def reprint(self, box: tuple[float, ...], text: str) -> None:
        """Put other characters where some stand on the page, and tell nobody."""
        with pymupdf.open(stream=self.pdf, filetype="pdf") as document:
            page = document[0]
            page.add_redact_annot(pymupdf.Rect(box), fill=False)
            page.apply_redactions(images=0, graphics=0)
            page.insert_text((box[0], box[3] - 1), text, fontsize=6)
            self.pdf = document.tobytes()


def _find_traces(program: Any) -> Iterator[Json]:
    if isinstance(program, dict):
        if program.get("op") == "trace":
            yield program["trace"]
        for part in program.values():
            yield from _find_traces(part)


def steps(trace: Json | None) -> Iterator[Json]:
    """Yield the steps and merges of a trace."""
    if trace is not None:
        yield trace
        yield from steps(trace["of"])
        for branch in trace.get("branches", ()):
            yield from steps(branch)
