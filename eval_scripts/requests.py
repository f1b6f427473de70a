"""The request made of a record: one place for all back ends, and the key under which its answer is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval_scripts.backends import Request
from eval_scripts.images import Pages, Size, find_pages, image_columns
from eval_scripts.prompts import Settings, digest, prompt_words
from eval_scripts.schema_formats import SchemaFormat, empty_instance, inline_references
from eval_scripts.strips import Layout, fit_layout, lay_out, plan_sizes

_TEXT_COLUMNS = {"plain": "text", "spatial": "layout_text", "spatial+image": "layout_text"}


@dataclass(frozen=True)
class Draft:
    """A request before its images are made: all that determines them and the answer, and nothing drawn or decoded.

    Attributes:
        id, doc_id: the record's.
        instructions: what to do, and the question.
        question: the record's question alone.
        pages: where page images come from; None where none are shown.
        document: the document's text, or None.
        pdf: the PDF to be shown itself, or None.
        schema: the JSON Schema of the answer, where there is one.
        settings: how the request is made.
        repeat: number of the repetition, from 0.
    """

    id: str
    doc_id: str
    instructions: str
    question: str
    pages: Pages | None
    document: str | None
    pdf: Path | None
    schema: Mapping[str, Any] | None
    settings: Settings
    repeat: int = 0

    @property
    def seed(self) -> int | None:
        """Return what the answer is drawn from: another number for every record and repetition, None if greedy."""
        if self.settings.sampling.temperature == 0:
            return None
        return int(hashlib.sha256(f"{self.id}|{self.repeat}".encode()).hexdigest()[:7], 16)

    def layout(self) -> Layout:
        """Return how its pages are laid out: as asked for, in strips of fewer pages where those would be too long."""
        layout = self.settings.layout
        return layout if self.pages is None or layout.concat == 1 else fit_layout(self.pages.sizes(), layout)

    def image_sizes(self) -> tuple[Size, ...]:
        """Return the sizes of the images that will be shown."""
        return () if self.pages is None else plan_sizes(self.pages.sizes(), self.layout())

    def request(self) -> Request:
        """Return the request itself, its images made.

        Raises:
            Unfit: an image can't be read, or not be made small enough.
        """
        return Request(
            id=self.id,
            instructions=self.instructions,
            question=self.question,
            images=() if self.pages is None else lay_out(self.pages.images(), self.layout()),
            document=self.document,
            pdf=None if self.pdf is None else self.pdf.read_bytes(),
            schema=self.schema,
            sampling=self.settings.sampling,
            reply=self.settings.reply,
            seed=self.seed,
        )


def record_columns(family: str, settings: Settings) -> list[str]:
    """Return the columns that ``draft_request`` reads; the reference answer is never among them."""
    columns = ["id", "doc_id", "question", *(["schema"] if family == "forms" else [])]
    if "image" in settings.modality:
        columns += image_columns(family, settings.dpi)
    if settings.modality == "pdf":
        columns.append("pdf_path")
    text = _TEXT_COLUMNS.get(settings.modality)
    return [*columns, text] if text else columns


def draft_request(record: Mapping[str, Any], family: str, settings: Settings, root: Path, repeat: int = 0) -> Draft:
    """Return the draft of the request for one record.

    Args:
        record: a row with the columns of ``record_columns``.
        family: the record's; decides the prompt.
        settings: how the request is made.
        root: folder of the repository.
        repeat: number of the repetition, from 0.

    Raises:
        FileNotFoundError: the document's PDF is needed and isn't there.
        ValueError: the record lacks what the prompt needs, or its schema can't be shown in the format asked for.
    """
    schema, quoted = _quote_schema(record, settings) if family == "forms" else (None, "")
    text = _TEXT_COLUMNS.get(settings.modality)
    return Draft(
        id=record["id"],
        doc_id=record["doc_id"],
        instructions=prompt_words(family, settings).format(question=record["question"], schema=quoted),
        question=record["question"],
        pages=find_pages(record, family, settings.dpi, root) if "image" in settings.modality else None,
        document=record[text][: settings.max_characters] if text else None,
        pdf=_find_pdf(root / record["pdf_path"]) if settings.modality == "pdf" else None,
        schema=schema,
        settings=settings,
        repeat=repeat,
    )


def _quote_schema(record: Mapping[str, Any], settings: Settings) -> tuple[Mapping[str, Any] | None, str]:
    """Return the schema that the back end gets (None for a template), and what the prompt quotes."""
    stored = record["schema"]
    if not isinstance(stored, Mapping):
        raise ValueError(f"{record['id']}: the record holds no schema")
    try:
        schema, shown = _show_schema(stored, settings.schema_format)
    except ValueError as error:
        raise ValueError(f"{record['id']}: {error}; --schema-format defs shows the schema as it is") from error
    return schema, json.dumps(shown, ensure_ascii=False, indent=1)


def _show_schema(stored: Mapping[str, Any], schema_format: SchemaFormat) -> tuple[Mapping[str, Any] | None, Any]:
    """Return the schema that the back end gets (None for a template) and what the prompt quotes."""
    if schema_format == "template":
        return None, empty_instance(stored)
    schema = inline_references(stored) if schema_format == "inline" else stored
    return schema, schema


def fingerprint(draft: Draft, settings_digest: str) -> str:
    """Return the digest of everything that determines the answer: the request's content and the run's settings.

    Numbers of GPUs, shards and open connections have no part in it. Images enter as what they are made of; how they are
    made of it is among the settings.
    """
    content = {
        "id": draft.id,
        "instructions": draft.instructions,
        "document": draft.document,
        "images": None if draft.pages is None else draft.pages.digest(),
        "pdf": None if draft.pdf is None else hashlib.sha256(draft.pdf.read_bytes()).hexdigest(),
        "repeat": draft.repeat,
        "settings": settings_digest,
    }
    return digest(content)


def _find_pdf(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is to be shown, and is not there")
    return path
