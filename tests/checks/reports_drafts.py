"""A report of a repository taken apart, so that tests can spoil it and put it together again."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pymupdf

from dataset_builder.checks.documents import Document

Json = dict[str, Any]
_JSON_COLUMNS = ("knobs", "program")
_EMBEDDED = re.compile(
    r'(<script type="application/json" class="(?:chart|table)-metadata">)(.*?)(</script>)', re.DOTALL
)


@dataclass
class Draft:
    """A report with its JSON read.

    Attributes:
        document: as built.
        records: its questions.
        row: of the documents config.
        trace: what was drawn where.
        told: embedded metadata by the id of the chart or table.
        html: the file, with the metadata as built.
        pdf: the file.
    """

    document: Document
    records: list[Json]
    row: Json
    trace: Json
    told: dict[str, Json]
    html: str
    pdf: bytes

    @classmethod
    def of(cls, document: Document) -> Draft:
        """Return a draft that shares nothing with the document but its images."""
        records = []
        for question in document.questions:
            kept = {key: value for key, value in question.items() if key not in ("image", "images")}
            record = copy.deepcopy(kept) | {"image": question["image"], "images": list(question["images"])}
            record |= {column: json.loads(record[column]) for column in _JSON_COLUMNS}
            record["key_facts"] = [json.loads(fact) for fact in record["key_facts"]]
            records.append(record)
        row = dict(document.row or {})
        row |= {column: json.loads(row[column]) for column in ("manifest", "knobs")}
        html = document.files[".html"].decode()
        blocks = [json.loads(text) for _, text, _ in _EMBEDDED.findall(html)]
        told = {block.get("vizId") or block["tableId"]: block for block in blocks}
        return cls(document, records, row, json.loads(document.files[".trace.json"]), told, html, document.pdf or b"")

    def finish(self) -> Document:
        """Return the document that the draft makes."""
        records = [
            record
            | {column: json.dumps(record[column]) for column in _JSON_COLUMNS}
            | {"key_facts": [json.dumps(fact) for fact in record["key_facts"]]}
            for record in self.records
        ]
        row = self.row | {column: json.dumps(self.row[column]) for column in ("manifest", "knobs")}
        row["pdf"] = {"bytes": self.pdf, "path": None}
        blocks = iter(self.told.values())
        html = _EMBEDDED.sub(lambda found: found[1] + json.dumps(next(blocks)) + found[3], self.html)
        files = {".trace.json": json.dumps(self.trace).encode(), ".html": html.encode()}
        return replace(self.document, questions=tuple(records), row=row, pdf=self.pdf, files=files)

    # -- parts

    @property
    def manifest(self) -> Json:
        manifest: Json = self.row["manifest"]
        return manifest

    def exhibits(self, kind: str = "", *, shown_only: bool = False) -> list[Json]:
        """Return what the manifest says of charts, of tables, or of both."""
        return [
            entry
            for entry in self.manifest["exhibits"]
            if kind in ("", entry["kind"]) and not (shown_only and entry["channel"] == "both")
        ]

    def entry_of(self, record: Json) -> Json:
        """Return what the manifest says of the exhibit that a question is about."""
        return next(entry for entry in self.exhibits() if entry["title"] == record["chart_title"])

    def asked(self, record: Json) -> Json:
        """Return a question as the manifest has it."""
        return next(held for held in self.manifest["questions"] if held["text"] == record["question"])

    def ask(self, record: Json, text: str) -> bool:
        """Put another question, everywhere; return whether it is another."""
        changed: bool = text != record["question"]
        held = self.asked(record)
        record["question"] = held["text"] = text
        return changed

    def set_program(self, record: Json, program: Json) -> None:
        """Give a question another program, everywhere."""
        self.asked(record)["program"] = record["program"] = program

    def keys(self, entry: Json) -> list[list[str]]:
        """Return the keys of each dimension of an exhibit's facts."""
        facts = [
            fact
            for fact in [*entry["facts"], *entry["others"], *(end for pair in entry["terms"] for end in pair)]
            if fact
        ]
        columns = zip(*(fact.split("/")[1:] for fact in facts), strict=True)
        return [list(dict.fromkeys(column)) for column in columns]

    def part(self, rng: Random, test: Callable[[Json], bool]) -> Json | None:
        """Return a part of the narrative, no passage of a question, that stands in one box and passes a test."""
        stated = {entry["ref"] for entry in self.manifest.get("statements", ())}
        parts = [part for part in self.trace["parts"] if part["ref"] not in stated]
        refs = [part["ref"] for part in parts]
        fitting = [part for part in parts if refs.count(part["ref"]) == 1 and len(part["boxes"]) == 1 and test(part)]
        return rng.choice(fitting) if fitting else None

    # -- the page

    def rewrite(self, part: Json, text: str) -> None:
        """Change the text of a part in all that is kept of it, and on the page."""
        old = part["text"]
        with self._page(part["page"]) as page:
            page.add_redact_annot(pymupdf.Rect(part["boxes"][0]), fill=False)
            page.apply_redactions(images=0, graphics=0)
            x0, y0, x1, y1 = part["boxes"][0]
            box = pymupdf.Rect(x0 + 1, y0 + 1, x1 - 1, y1 - 1)
            page.insert_htmlbox(box, f"<p style='margin:0'>{text}</p>")
        self.html = self.html.replace(_escaped(old), _escaped(text), 1)
        part["text"] = text

    def reprint(self, number: int, box: tuple[float, ...], text: str) -> None:
        """Put other characters where some stand on a page, and tell nobody."""
        with self._page(number) as page:
            page.add_redact_annot(pymupdf.Rect(box), fill=False)
            page.apply_redactions(images=0, graphics=0)
            page.insert_text((box[0], box[3] - 1), text, fontsize=6)

    def add_line(self, number: int, text: str) -> None:
        """Print a line at the foot of a page, and keep it in the texts and in the HTML."""
        with self._page(number) as page:
            page.insert_text((60, page.rect.height - 4), text, fontsize=3)
        for held in (self.row, *self.records):
            for column in ("text", "layout_text"):
                pages = held[column].split("\f")
                pages[number - 1] += f"\n{text}\n"
                held[column] = "\f".join(pages)
        starts = [found.start() for found in re.finditer(r'<section class="[^"]*\bsheet\b[^"]*"', self.html)]
        at = self.html.index(">", starts[number - 1]) + 1
        self.html = f"{self.html[:at]}<p>{_escaped(text)}</p>{self.html[at:]}"

    def _page(self, number: int) -> _Page:
        return _Page(self, number)

    def edit_stream(self, number: int, change: Callable[[str], str]) -> bool:
        """Change the drawing operations of a page; return whether they are others."""
        with pymupdf.open(stream=self.pdf, filetype="pdf") as document:
            for xref in document[number - 1].get_contents():
                stream = document.xref_stream(xref).decode("latin1")
                changed = change(stream)
                if changed != stream:
                    document.update_stream(xref, changed.encode("latin1"))
                    self.pdf = document.tobytes()
                    return True
        return False


class _Page:
    """A page of a draft's PDF, which is kept when it is left."""

    def __init__(self, draft: Draft, number: int) -> None:
        self._draft, self._number = draft, number
        self._document = pymupdf.open(stream=draft.pdf, filetype="pdf")

    def __enter__(self) -> pymupdf.Page:
        return self._document[self._number - 1]

    def __exit__(self, *_: object) -> None:
        self._draft.pdf = self._document.tobytes()
        self._document.close()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def facts_of(program: Any) -> Iterator[Json]:
    """Yield the operations of a program that read a fact."""
    if isinstance(program, dict):
        if program.get("op") == "value":
            yield program
        for part in program.values():
            yield from facts_of(part)
    elif isinstance(program, list):
        for part in program:
            yield from facts_of(part)
