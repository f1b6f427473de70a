"""What every row must be, whatever its family: columns, ids, closed lists, and the row of the ``documents`` config."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.violations import Violation, violation
from dataset_builder.schema import ANSWER_TYPES, FAMILIES, LEVELS, METRICS, REQUIRED

_CLOSED: dict[str, tuple[str, ...]] = {
    "family": FAMILIES,
    "answer_type": ANSWER_TYPES,
    "metric": METRICS,
    "level": LEVELS,
}
_JSON_OBJECTS = ("knobs", "schema", "ground_truth")


def check_columns(root: Path, path: str, features: Features) -> Iterator[Violation]:
    """Yield where a Parquet file differs from ``features``: names, order, types, and the metadata of ``datasets``."""
    wanted, found = features.arrow_schema, pq.read_schema(root / path)
    if found.names != wanted.names:
        differing = sorted({*wanted.names} ^ {*found.names}) or "order"
        yield violation("columns", path, "names", wanted.names, differing)
        return
    for name in wanted.names:
        if found.field(name).type != wanted.field(name).type:
            yield violation("columns", path, name, str(wanted.field(name).type), str(found.field(name).type))
    if _metadata(found) != _metadata(wanted):
        yield violation("columns", path, "metadata 'huggingface'", _metadata(wanted), _metadata(found))


def _metadata(schema: pa.Schema) -> Any:
    content = (schema.metadata or {}).get(b"huggingface")
    return json.loads(content) if content else None


def check_record(document: Document, record: Mapping[str, Any], seed: int | None) -> Iterator[Violation]:
    """Yield values of one row that the contract does not allow.

    Args:
        document: what the row belongs to.
        record: the row.
        seed: the build's seed, or None where the ids are not of docassay's making.
    """
    name = str(record["id"])
    for column in REQUIRED:
        if record[column] is None or record[column] == "":
            yield violation("value", name, column, "a value", record[column])
    for column, allowed in _CLOSED.items():
        if record[column] is not None and record[column] not in allowed:
            yield violation("value", name, column, f"one of {', '.join(allowed)}", record[column])
    yield from _check_wrong_answers(name, record)
    if record["family"] != document.family:
        yield violation("value", name, "family", document.family, record["family"])
    if document.family == "forms":
        for column, wanted in {"answer_type": "json", "metric": "field_match"}.items():
            if record[column] in _CLOSED[column] and record[column] != wanted:
                yield violation("value", name, column, wanted, record[column])
    start = f"{document.family}-{seed}-" if seed is not None else ""
    pattern = rf"{re.escape(start)}\d{{5,}}-\d+" if start else r".+-\d+"
    if not re.fullmatch(pattern, name):
        yield violation("id", name, "form", f"{start}<index>-<question>" if start else "<document>-<question>", name)
    if name.rpartition("-")[0] != record["doc_id"]:
        yield violation("id", name, "doc_id", name.rpartition("-")[0], record["doc_id"])
    for column in _JSON_OBJECTS:
        if record[column] is not None:
            yield from _check_object(name, column, record[column])


def _check_wrong_answers(name: str, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield wrong answers that are right, that stand twice, or of which the mistake has no name."""
    given = [item["answer"] for item in record["wrong_answers"] or ()]
    for position, item in enumerate(record["wrong_answers"] or ()):
        what = f"wrong answer {position}"
        if not item["kind"] or item["answer"] is None:
            yield violation("wrong-answer", name, what, "an answer and its kind", item)
        elif item["answer"] == record["answer"] or item["answer"] in given[:position]:
            yield violation("wrong-answer", name, what, "unlike the answer and the ones before", item["answer"])


def _check_object(name: str, column: str, text: str) -> Iterator[Violation]:
    try:
        value = json.loads(text)
    except ValueError as error:
        yield violation("unreadable", name, column, "JSON", str(error))
        return
    if not isinstance(value, dict):
        yield violation("value", name, column, "a JSON object", value)


def pdf_path_of(doc_id: str) -> str:
    """Return where the contract puts a document's PDF: ``documents/<2 hex>/<doc_id>.pdf``, hex of the id's SHA-256."""
    return f"documents/{hashlib.sha256(doc_id.encode()).hexdigest()[:2]}/{doc_id}.pdf"


def check_document(document: Document, pages: tuple[DrawnPage, ...]) -> Iterator[Violation]:
    """Yield where the rows of a document, its PDF and its row in the ``documents`` config disagree."""
    for record in document.questions:
        if record["pdf_path"] != pdf_path_of(document.doc_id):
            yield violation("value", record["id"], "pdf_path", pdf_path_of(document.doc_id), record["pdf_path"])
        if record["num_pages"] != len(pages):
            yield violation("pages", record["id"], "num_pages", len(pages), record["num_pages"])
    row = document.row
    if row is None:
        yield violation("documents-row", document.doc_id, "row of the documents config", "one row", "no row")
        return
    if row["num_pages"] != len(pages):
        yield violation("pages", document.doc_id, "num_pages of the documents config", len(pages), row["num_pages"])
    if row["pdf"] is None or row["pdf"]["bytes"] != document.pdf:
        yield violation("copy", document.doc_id, "pdf of the documents config", "the bytes of the file")
    for record in document.questions:
        for column in ("text", "layout_text"):
            if record[column] != row[column]:
                yield violation("copy", record["id"], column, row[column], record[column])
    yield from _check_object(document.doc_id, "knobs of the documents config", row["knobs"])


def check_copies(document: Document) -> Iterator[Violation]:
    """Yield where a form's schema, truth or knobs differ from those kept beside the PDF or in the manifest."""
    manifest = json.loads(document.row["manifest"]) if document.row else {}
    knobs = json.loads(document.row["knobs"]) if document.row else None
    for record in document.questions:
        pairs = [
            ("schema", "schema of the manifest", manifest.get("schema")),
            ("ground_truth", "truth of the manifest", manifest.get("truth")),
            ("knobs", "knobs of the documents config", knobs),
        ]
        if ".schema.json" in document.files:
            pairs.append(("schema", "schema.json", json.loads(document.files[".schema.json"])))
        for column, what, copy in pairs:
            own = json.loads(record[column])
            if copy is not None and json.dumps(copy) != json.dumps(own):
                yield violation("copy", record["id"], what, own, copy)
