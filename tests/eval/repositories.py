"""Small dataset repositories, written by hand, and requests to ask about them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymupdf
from PIL import Image, ImageDraw

from dataset_builder.export import (
    checksum,
    document_path,
    question_table,
    write_atomically,
    write_json,
    write_parquet,
)
from dataset_builder.schema import canonical_json, question_features


@dataclass(frozen=True)
class Form:
    """A filled form as a test states it."""

    split: str
    lines: tuple[str, ...]
    schema: dict[str, Any]
    truth: dict[str, Any]
    knobs: dict[str, Any] = field(default_factory=dict)
    level: str | None = None


def text_field(description: str) -> dict[str, Any]:
    """Return the schema of a text field."""
    return {"type": ["string", "null"], "description": description}


FLAT = Form(
    "flat",
    ("Full name: Maria Alvarez        Date of birth: 08/02/1979", "", "City             State", "Duluth           MN"),
    {
        "type": "object",
        "properties": {
            "full_name": text_field("Full name"),
            "birth_date": text_field("Date of birth"),
            "city": text_field("City"),
            "state": text_field("State"),
        },
    },
    {"full_name": "Maria Alvarez", "birth_date": "08/02/1979", "city": "Duluth", "state": "MN"},
)
NESTED = Form(
    "nested",
    (
        "EMPLOYER",
        "Name: Kestrel Supply LLC",
        "Phone: (218) 555-0142",
        "EMPLOYEE",
        "Name: Ivo Brand",
        "Phone: 218-555-0199",
    ),
    {
        "type": "object",
        "properties": {
            role: {
                "type": "object",
                "description": role.capitalize(),
                "properties": {"name": text_field("Name"), "phone": text_field("Phone")},
            }
            for role in ("employer", "employee")
        },
    },
    {
        "employer": {"name": "Kestrel Supply LLC", "phone": "(218) 555-0142"},
        "employee": {"name": "Ivo Brand", "phone": "218-555-0199"},
    },
)
TABLE = Form(
    "table",
    (
        "Request number: R-48201",
        "",
        "Item               Quantity      Price",
        "Safety harness     4             120.00",
        "Rope, 50 m         2             85.50",
    ),
    {
        "type": "object",
        "properties": {
            "request_number": text_field("Request number"),
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "item": text_field("Item"),
                        "quantity": text_field("Quantity"),
                        "price": text_field("Price"),
                    },
                },
            },
        },
    },
    {
        "request_number": "R-48201",
        "items": [
            {"item": "Safety harness", "quantity": "4", "price": "120.00"},
            {"item": "Rope, 50 m", "quantity": "2", "price": "85.50"},
        ],
    },
)
FORMS = (FLAT, NESTED, TABLE)


@dataclass(frozen=True)
class Question:
    """A question of the hops as a test states it; ``wrong`` are pairs of answer and kind of mistake."""

    answer: str
    answer_type: str
    task: str
    depth: int = 2
    charts: int = 2
    wrong: tuple[tuple[str, str], ...] = ()
    text: str = "How many does the Lead Panel have?"
    page: int | None = None
    knobs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """A question on a report as a test states it; ``facts`` are key facts, ``document`` numbers the report."""

    text: str
    answer: str
    facts: tuple[dict[str, Any], ...]
    split: str = "chart"
    document: int = 0
    category: str = "value_reading"
    level: str = "L1"
    position: str = "early"
    chart_type: str = "bar"


REPORT_PAGES = (("Loans rose to 42% in 2016.",), ("Visits fell to 30 in 2017.",), ("Staff hours stood at 17.",))
"""What stands on each page of every report."""

PAGE = ("The Lead Panel holds whoever", "had more than 40 visits.")


def write_repository(
    root: Path,
    forms: Sequence[Form] = FORMS,
    questions: Sequence[Question] = (),
    reports: Sequence[Report] = (),
    report_pages: Sequence[Sequence[str]] = REPORT_PAGES,
) -> Path:
    """Write forms and questions as a repository; ids are ``forms-0-00000-0``, ``hops-0-00000-0`` and so on, in order.

    Questions stand on a page each, or on the one that they name, where they are numbered on; those on reports are
    numbered through the splits of their document.
    """
    rows: dict[str, list[Any]] = {}
    for index, form in enumerate(forms):
        record = _form_record(f"forms-0-{index:05d}", form)
        rows.setdefault(f"forms/{form.split}", []).append(question_table(record["doc_id"], [record]))
        write_atomically(root / document_path(record["doc_id"]), _pdf(form.lines))
    pages: dict[str, list[dict[str, Any]]] = {}
    for index, question in enumerate(questions):
        doc_id = f"hops-0-{index if question.page is None else question.page:05d}"
        held = pages.setdefault(doc_id, [])
        held.append(_question_record(doc_id, len(held), question))
    for doc_id, records in pages.items():
        rows.setdefault("hops/hops", []).append(question_table(doc_id, records))
        write_atomically(root / document_path(doc_id), _pdf(PAGE))
    numbers: dict[str, int] = {}
    for split in ("chart", "cross_modal", "complex"):
        held = {}
        for report in (one for one in reports if one.split == split):
            doc_id = f"reports-0-{report.document:05d}"
            held.setdefault(doc_id, []).append(_report_record(doc_id, numbers.get(doc_id, 0), report, report_pages))
            numbers[doc_id] = numbers.get(doc_id, 0) + 1
            write_atomically(root / document_path(doc_id), _pdf(*report_pages))
        for doc_id, records in sorted(held.items()):
            rows.setdefault(f"reports/{split}", []).append(question_table(doc_id, records))
    return write_questions(root, rows)


def write_questions(root: Path, rows: Mapping[str, Sequence[Any]]) -> Path:
    """Write a repository's question files from their tables, by family and split, and what it says of itself."""
    sums = {}
    for split, tables in rows.items():
        name = f"data/{split}-00000-of-00001.parquet"
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        write_parquet(root / name, tables, question_features())
        sums[name] = checksum(root / name)
    write_json(root / "docassay.json", {"checksums": sums})
    return root


def _form_record(doc_id: str, form: Form) -> dict[str, Any]:
    text = "\n".join(form.lines)
    return {
        "id": f"{doc_id}-0",
        "family": "forms",
        "doc_id": doc_id,
        "question": "Extract the form's values.",
        "answer": canonical_json(form.truth),
        "answer_type": "json",
        "image": {"bytes": draw_page(form.lines, 200), "path": None},
        "images": [{"bytes": draw_page(form.lines, 200), "path": None}],
        "image_50dpi": {"bytes": draw_page(form.lines, 50), "path": None},
        "text": " ".join(text.split()),
        "layout_text": text,
        "num_pages": 1,
        "knobs": form.knobs,
        "level": form.level,
        "metric": "field_match",
        "schema": form.schema,
        "ground_truth": form.truth,
        "excluded_fields": [],
    }


def _question_record(doc_id: str, number: int, question: Question) -> dict[str, Any]:
    return {
        "id": f"{doc_id}-{number}",
        "family": "hops",
        "doc_id": doc_id,
        "question": question.text,
        "answer": question.answer,
        "answer_type": question.answer_type,
        "image": {"bytes": draw_page(PAGE, 144), "path": None},
        "images": [{"bytes": draw_page(PAGE, 144), "path": None}],
        "text": " ".join(PAGE),
        "layout_text": "\n".join(PAGE),
        "num_pages": 1,
        "knobs": question.knobs,
        "level": "L1",
        "wrong_answers": [{"answer": answer, "kind": kind, "ref": ""} for answer, kind in question.wrong],
        "metric": "answer_match",
        "task": question.task,
        "depth": question.depth,
        "chart_num": question.charts,
    }


def _report_record(doc_id: str, number: int, report: Report, pages: Sequence[Sequence[str]]) -> dict[str, Any]:
    pages = [(*page, f"Report {report.document}") for page in pages]
    lines = [line for page in pages for line in page]
    return {
        "id": f"{doc_id}-{number}",
        "family": "reports",
        "doc_id": doc_id,
        "question": report.text,
        "answer": report.answer,
        "answer_type": "text",
        "image": {"bytes": draw_page(pages[0], 144), "path": None},
        "images": [{"bytes": draw_page(page, 144), "path": None} for page in pages],
        "text": " ".join(lines),
        "layout_text": "\n".join(lines),
        "num_pages": len(pages),
        "pdf_path": document_path(doc_id),
        "knobs": {"pages": len(pages), "position": report.position},
        "level": report.level,
        "category": report.category,
        "metric": "judge_score",
        "layout": "academic",
        "chart_type": report.chart_type,
        "key_facts": list(report.facts),
    }


def draw_page(lines: Sequence[str], dpi: int) -> bytes:
    """Return a quarter-size page with the lines on it, as PNG."""
    image = Image.new("RGB", (2 * dpi, 2 * dpi), "white")
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        draw.text((dpi // 10, dpi // 10 + number * dpi // 8), line, fill="black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _pdf(*pages: Sequence[str]) -> bytes:
    with pymupdf.open() as document:
        for lines in pages:
            page = document.new_page(width=144, height=144)
            page.insert_text((7, 14), list(lines), fontsize=4)
        content: bytes = document.tobytes(no_new_id=True)
    return content
