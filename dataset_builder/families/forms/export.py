"""Stage 4 of reverse annotation (VAREX, section 3.1): a filled form in its modalities, with what stages leave.

The modalities are plain text, aligned text and images at two resolutions, all of the same page, and the PDF itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dataset_builder.families import BuiltDocument, Note, Task
from dataset_builder.families.forms.mistakes import list_wrong_answers
from dataset_builder.families.forms.model import BlankForm, Field, Rect, Widget, Written
from dataset_builder.families.forms.quality import Candidate, Screening
from dataset_builder.families.forms.schema_builder import build_schema
from dataset_builder.pages.scans import Scan, degrade, move_box
from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import align_text
from dataset_builder.schema import canonical_json
from dataset_builder.trees import nest, parse_path, split_of_schema

DPI, LOW_DPI = 200, 50
"""Resolutions of the page images; the lower one is the paper's robustness test (section 4.3)."""

QUESTION = (
    "Give the data filled in on this form as one JSON object that follows the schema. "
    "Copy each value as it stands on the page; a field that is blank is null."
)

MANY_FIELDS = 20
"""Fields above which a form is a long one; the paper's median is 11."""

_PAGE_BREAK = "\n\f"


@dataclass(frozen=True)
class FilledForm:
    """A form with its values.

    Attributes:
        blank: the form before.
        chosen: by widget index, the values that were to be written; None where a field stays empty on purpose.
        written: what the pages show of them.
        schema: JSON Schema.
        truth: the tree of what shows, null where nothing does.
        text, layout_text: of all pages.
    """

    blank: BlankForm
    chosen: Mapping[int, str | None]
    written: Written
    schema: dict[str, Any]
    truth: dict[str, Any]
    text: str
    layout_text: str

    @classmethod
    def of(
        cls, blank: BlankForm, chosen: Mapping[int, str | None], written: Written, sheets: Sequence[Sheet]
    ) -> FilledForm:
        """Return the form with the schema, the truth and the texts that follow from what was written."""
        return cls(
            blank,
            chosen,
            written,
            build_schema(blank.fields, [blank.template.widgets[field.widget] for field in blank.fields]),
            nest({field.path: written.shown.get(field.widget) for field in blank.fields}),
            _PAGE_BREAK.join(sheet.text for sheet in sheets),
            _PAGE_BREAK.join(map(align_text, sheets)),
        )

    @property
    def split(self) -> str:
        """Return ``flat``, ``nested`` or ``table``, as the schema is."""
        return split_of_schema(self.schema)

    @property
    def shown(self) -> tuple[Field, ...]:
        """Return the fields of which the pages show a value."""
        return tuple(field for field in self.blank.fields if field.widget in self.written.shown)

    def candidate(self) -> Candidate:
        """Return the form as the screening sees it."""
        fields, widgets = self.blank.fields, self.blank.template.widgets
        return Candidate(
            fields=fields,
            schema=self.schema,
            truth=self.truth,
            asked={field.path: self.chosen.get(field.widget) or "" for field in fields},
            placeholders={field.path: widgets[field.widget].placeholder for field in fields},
            texts=(self.text, self.layout_text),
            printed=[word.text for word in self.blank.template.words],
        )


def export_document(
    filled: FilledForm,
    task: Task,
    doc_id: str,
    row_id: str,
    screening: Screening,
    sheets: Sequence[Sheet],
    scans: Sequence[Scan],
) -> BuiltDocument:
    """Return the document with its question.

    Args:
        filled: the form, which the screening did not refuse.
        task: of the build.
        doc_id: the document's id.
        row_id: the question's.
        screening: what was found.
        sheets: the filled pages.
        scans: how each page is scanned; none where the images are to look clean.
    """
    form, written = filled.blank, filled.written
    images, low = _draw(filled, sheets, scans)
    widgets = form.template.widgets
    knobs = {**measure_structure(form.fields, len(filled.shown)), "source": "template" if form.seeded else "made"}
    knobs |= {"scan": scans[0].strength, "scan_angles": [scan.angle for scan in scans]} if scans else {"scan": 0}
    row = {
        "id": row_id,
        "family": "forms",
        "doc_id": doc_id,
        "question": QUESTION,
        "answer": canonical_json(filled.truth),
        "answer_type": "json",
        "image": images[0],
        "images": images,
        "text": filled.text,
        "layout_text": filled.layout_text,
        "num_pages": len(images),
        "knobs": knobs,
        "level": level_of(knobs, len(images)),
        "category": filled.split,
        "domain": form.domain,
        "evidence": [_evidence(field, widgets[field.widget]) for field in filled.shown],
        "program": canonical_json({"op": "extract", "fields": {field.path: field.widget for field in form.fields}}),
        "wrong_answers": list_wrong_answers(
            form.fields, widgets, written.shown, filled.schema, frozenset(screening.excluded)
        ),
        "metric": "field_match",
        "schema": filled.schema,
        "ground_truth": filled.truth,
        "excluded_fields": list(screening.excluded),
        "image_50dpi": low,
    }
    findings = screening.as_json()
    note = note_of(task.source, "used", "", form=form, filled=len(filled.shown), split=filled.split, doc_id=doc_id)
    return BuiltDocument(
        index=task.index,
        doc_id=doc_id,
        rows=((filled.split, row),),
        document={
            "manifest": {**form.origin, "schema": filled.schema, "truth": filled.truth, "findings": findings},
            "text": filled.text,
            "layout_text": filled.layout_text,
            "num_pages": len(images),
            "knobs": knobs,
        },
        pdf=written.pdf,
        files=_stage_files(filled),
        notes=(note,),
    )


def _draw(filled: FilledForm, sheets: Sequence[Sheet], scans: Sequence[Scan]) -> tuple[list[bytes], bytes]:
    """Return the pages at ``DPI``, and the first one at ``LOW_DPI``."""
    images, low = [sheet.png(DPI) for sheet in sheets], sheets[0].png(LOW_DPI)
    if not scans:
        return images, low
    values = _value_boxes(filled, scans)
    pages = zip(images, scans, values, strict=True)
    return [degrade(image, scan, DPI, boxes) for image, scan, boxes in pages], degrade(
        low, scans[0], LOW_DPI, values[0]
    )


def _value_boxes(filled: FilledForm, scans: Sequence[Scan]) -> list[list[Rect]]:
    """Return by page where the values stand once the pages are scanned."""
    boxes: list[list[Rect]] = [[] for _ in scans]
    template = filled.blank.template
    for index in filled.written.shown:
        widget = template.widgets[index]
        page = template.pages[widget.page - 1]
        boxes[widget.page - 1].append(move_box(widget.rect, scans[widget.page - 1], page.width, page.height))
    return boxes


def _evidence(field: Field, widget: Widget) -> dict[str, Any]:
    return {"page": widget.page, "bbox": list(widget.rect), "kind": "field", "ref": field.path}


def measure_structure(fields: Sequence[Field], filled: int) -> dict[str, Any]:
    """Return the structural axes of a form: fields, depth, and the size of its largest array."""
    paths = [parse_path(field.path) for field in fields]
    rows: dict[tuple[str | int, ...], set[int]] = {}
    columns: dict[tuple[str | int, ...], set[tuple[str | int, ...]]] = {}
    for path in paths:
        for position, step in enumerate(path):
            if isinstance(step, int):
                rows.setdefault(path[:position], set()).add(step)
                columns.setdefault(path[:position], set()).add(path[position + 1 :])
    largest = max(rows, key=lambda array: len(rows[array]) * len(columns[array]), default=None)
    return {
        "fields": len(fields),
        "filled": filled,
        "depth": max(sum(isinstance(step, str) for step in path) for path in paths),
        "tables": len(rows),
        "rows": len(rows[largest]) if largest is not None else 0,
        "columns": len(columns[largest]) if largest is not None else 0,
    }


def level_of(knobs: Mapping[str, Any], pages: int) -> str:
    """Return how hard a form is to read, from its knobs: L1, and a level more for each of four things it may have.

    They are objects or lists (depth of 2 or more), a table of two rows by two columns or more, more than
    ``MANY_FIELDS`` fields, and pages that are hard to read (several of them, or a scan of strength 2 or 3).

    >>> level_of({"depth": 3, "rows": 4, "columns": 1, "fields": 21, "scan": 0}, 1)
    'L3'
    """
    harder = (
        knobs["depth"] >= 2,
        knobs["rows"] >= 2 and knobs["columns"] >= 2,
        knobs["fields"] > MANY_FIELDS,
        pages > 1 or knobs["scan"] >= 2,
    )
    return f"L{1 + sum(harder)}"


def _trace(filled: FilledForm) -> dict[str, Any]:
    """Return what became of every widget: its placeholder, path and value, or why it has none."""
    form = filled.blank
    fields = {field.widget: field for field in form.fields}
    rows = []
    for widget in form.template.widgets:
        field = fields.get(widget.index)
        value = filled.written.shown.get(widget.index)
        rows.append(
            {
                "name": widget.name,
                "page": widget.page,
                "rect": list(widget.rect),
                "type": widget.type,
                "placeholder": widget.placeholder,
                "path": field.path if field else None,
                "description": field.description if field else None,
                "value": value,
                "reason": None if value is not None else _empty_reason(widget, field, filled),
            }
        )
    return {"template": form.origin["template"], "widgets": rows}


def _empty_reason(widget: Widget, field: Field | None, filled: FilledForm) -> str:
    """Return why a widget shows nothing."""
    if widget.skip:
        return widget.skip
    if field is None:
        return filled.blank.unread.get(widget.index, "no meaning found")
    empty = "left empty" if not filled.chosen.get(widget.index) else "not read back"
    return filled.written.failed.get(widget.index, empty)


def _stage_files(filled: FilledForm) -> dict[str, bytes]:
    """Return what the stages leave on disk beside the filled PDF, by suffix."""
    form = filled.blank
    files: dict[str, dict[str, Any]] = {".trace.json": _trace(filled), ".schema.json": filled.schema}
    if form.seeded is not None:
        files[".widgets.json"] = {
            "pages": [asdict(page) for page in form.template.pages],
            "widgets": [asdict(widget) for widget in form.template.widgets],
        }
    contents = {suffix: (canonical_json(data) + "\n").encode() for suffix, data in files.items()}
    return contents if form.seeded is None else {**contents, ".seed.pdf": form.seeded}


def note_of(
    file: str,
    status: str,
    reason: str,
    *,
    form: BlankForm | None = None,
    filled: int = 0,
    split: str = "",
    doc_id: str = "",
) -> Note:
    """Return a row of ``templates.csv``."""
    return {
        "file": file,
        "status": status,
        "reason": reason,
        "widgets": len(form.template.fillable) if form else 0,
        "filled": filled,
        "named": len(form.fields) if form else 0,
        "split": split,
        "doc_id": doc_id,
    }
