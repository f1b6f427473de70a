"""The record contract: one row is one question, and every question file has the same columns.

The eight splits share one union schema (core columns, then every family's own, null where they don't apply), because
the Hub viewer takes a config's features from its first split and refuses a file that differs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from datasets import Features, Image, Json, List, Pdf, Value

FAMILIES: tuple[str, ...] = ("reports", "hops", "forms", "rubrics")

SPLITS: dict[str, tuple[str, ...]] = {
    "reports": ("chart", "cross_modal", "complex"),
    "hops": ("hops",),
    "forms": ("flat", "nested", "table"),
    "rubrics": ("rubrics",),
}
"""Splits of the ``default`` config by family, in the order in which the card lists them."""

ANSWER_TYPES: tuple[str, ...] = (
    "number",
    "year",
    "percent",
    "currency",
    "date",
    "time",
    "entity",
    "boolean",
    "list",
    "text",
    "json",
    "abstain",
)

METRICS: tuple[str, ...] = ("judge_score", "answer_match", "field_match", "anls", "rubric_pass_rate")

LEVELS: tuple[str, ...] = ("L1", "L2", "L3", "L4", "L5")

_EVIDENCE = List(
    {"page": Value("int32"), "bbox": List(Value("float64"), length=4), "kind": Value("string"), "ref": Value("string")}
)

CORE_COLUMNS: dict[str, Any] = {
    "id": Value("string"),
    "family": Value("string"),
    "doc_id": Value("string"),
    "question": Value("string"),
    "answer": Value("string"),
    "answer_type": Value("string"),
    "image": Image(),
    "images": List(Image()),
    "text": Value("string"),
    "layout_text": Value("string"),
    "num_pages": Value("int32"),
    "pdf_path": Value("string"),
    "knobs": Json(),
    "pair_id": Value("string"),
    "level": Value("string"),
    "category": Value("string"),
    "domain": Value("string"),
    "evidence": _EVIDENCE,
    "program": Value("string"),
    "wrong_answers": List({"answer": Value("string"), "kind": Value("string"), "ref": Value("string")}),
    "metric": Value("string"),
}
"""Columns of every row. ``evidence`` boxes are (x0, y0, x1, y1) in PDF points, origin top-left, pages from 1."""

FAMILY_COLUMNS: dict[str, dict[str, Any]] = {
    "reports": {
        "question_type": Value("string"),
        "difficulty": Value("string"),
        "reasoning": Value("string"),
        "required_facts": List(Value("string")),
        "required_facts_text": List(Value("string")),
        "fact_sources": List(Value("string")),
        "chart_index": Value("int32"),
        "chart_title": Value("string"),
        "required_data_points": List(Value("string")),
        "topic": Value("string"),
        "layout": Value("string"),
        "chart_type": Value("string"),
        "position": Value("float32"),
        "evidence_distance": Value("int32"),
        "num_words": Value("int32"),
        "num_charts": Value("int32"),
        "key_facts": List(Json()),
    },
    "hops": {
        "task": Value("string"),
        "depth": Value("int32"),
        "chart_num": Value("int32"),
        "reference_label": Value("string"),
        "tables": List(Json()),
    },
    "forms": {
        "schema": Json(),
        "ground_truth": Json(),
        "excluded_fields": List(Value("string")),
        "image_50dpi": Image(),
    },
    "rubrics": {
        "task_id": Value("string"),
        "axes": List(Value("string")),
        "rubric": List(Json()),
        "gold": Value("string"),
        "worker_note": Value("string"),
    },
}

DOCUMENT_COLUMNS: dict[str, Any] = {
    "doc_id": Value("string"),
    "pdf": Pdf(decode=False),
    "manifest": Json(),
    "text": Value("string"),
    "layout_text": Value("string"),
    "num_pages": Value("int32"),
    "knobs": Json(),
}
"""Columns of the ``documents`` config: one row a document, long things kept once."""

REQUIRED: tuple[str, ...] = ("id", "family", "doc_id", "question", "answer", "answer_type", "metric")


def question_columns() -> dict[str, Any]:
    """Return the union of core and family columns, in the order in which every question file holds them."""
    columns = dict(CORE_COLUMNS)
    for family in FAMILIES:
        columns.update(FAMILY_COLUMNS[family])
    return columns


def question_features() -> Features:
    """Return the features of every question file (core plus all family columns)."""
    return Features(question_columns())


def family_columns(family: str) -> list[str]:
    """Return the column names that the config of one family shows.

    Raises:
        ValueError: ``family`` is not one of ``FAMILIES``.
    """
    if family not in FAMILY_COLUMNS:
        raise ValueError(f"family {family!r} is not one of {', '.join(FAMILIES)}")
    return [*CORE_COLUMNS, *FAMILY_COLUMNS[family]]


def document_features() -> Features:
    """Return the features of the ``documents`` config."""
    return Features(DOCUMENT_COLUMNS)


def record_id(family: str, seed: int, index: int, question: int) -> str:
    """Return a row's id: family, seed, five-digit document index, question number.

    >>> record_id("forms", 1, 12, 0)
    'forms-1-00012-0'
    """
    return f"{document_id(family, seed, index)}-{question}"


def document_id(family: str, seed: int, index: int) -> str:
    """Return a document's id, which is a row's id without the question number.

    >>> document_id("forms", 1, 12)
    'forms-1-00012'
    """
    return f"{family}-{seed}-{index:05d}"


def complete_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``record`` with every column of the contract, absent ones as None.

    Raises:
        ValueError: a column is unknown, a required one is missing, or a value is outside its closed list; the message
            names the record and the allowed values.
    """
    name = record.get("id", "record without id")
    columns = question_columns()
    unknown = sorted(set(record) - set(columns))
    if unknown:
        raise ValueError(f"{name}: unknown columns {', '.join(unknown)}")
    for column in REQUIRED:
        if record.get(column) is None:
            raise ValueError(f"{name}: column {column!r} is missing")
    _check_member(name, "family", record["family"], FAMILIES)
    _check_member(name, "answer_type", record["answer_type"], ANSWER_TYPES)
    _check_member(name, "metric", record["metric"], METRICS)
    if record.get("level") is not None:
        _check_member(name, "level", record["level"], LEVELS)
    return {column: record.get(column) for column in columns}


def _check_member(name: str, column: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}: {column} {value!r} is not one of {', '.join(allowed)}")


def canonical_json(value: Any) -> str:
    """Return JSON text that is the same on every machine: order of keys kept, no spaces, Unicode as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
