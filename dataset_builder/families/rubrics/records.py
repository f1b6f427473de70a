"""A document with its item as row, manifest and files."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import pymupdf

from dataset_builder.families import BuiltDocument, Note
from dataset_builder.families.rubrics.dealing import Cell
from dataset_builder.families.rubrics.mechanisms import tier_of
from dataset_builder.families.rubrics.model import Item
from dataset_builder.families.rubrics.press import Pressed
from dataset_builder.pages.scans import Scan, degrade, move_box
from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import read_outside
from dataset_builder.schema import canonical_json

DPI = 144
"""Resolution of the page images."""

_PAGE_BREAK = "\n\f"


@dataclass(frozen=True)
class Made:
    """A printed document with its item.

    Attributes:
        cell: what it was to be.
        world: what it says.
        item: the task.
        pressed: the print.
        redrawn: worlds before it that could not be printed readably.
        pair: id that it shares with its twin of another length, None where it has none.
    """

    cell: Cell
    world: Any
    item: Item
    pressed: Pressed
    redrawn: int
    pair: str | None


def export_item(made: Made, index: int, doc_id: str, scans: Sequence[Scan]) -> BuiltDocument:
    """Return a document with its item.

    Args:
        made: the document.
        index: of the document.
        doc_id: of the document.
        scans: what each page's image looks like it came from; none where they are to look clean.
    """
    item, pressed, axis = made.item, made.pressed, made.cell.ask.axis
    images, plain, aligned = _draw(pressed, scans)
    axes = list(dict.fromkeys((axis, *item.axes)))
    evidence = _evidence(made)
    pages = sorted({entry["page"] for entry in evidence})
    knobs: dict[str, Any] = {
        "design": made.cell.design.name,
        "mechanism": made.cell.ask.mechanism,
        "axis": axis,
        "tier": tier_of(axis),
        "style": item.style,
        "length": made.cell.length,
        "pages": pressed.pages,
        "criteria": len(item.rubric),
        "evidence_pages": len(pages),
        "evidence_distance": pages[-1] - pages[0],
        "scan": 0,
    }
    if scans:
        knobs |= {"scan": scans[0].strength, "scan_angles": [scan.angle for scan in scans]}
    shared = {"text": plain, "layout_text": aligned, "num_pages": pressed.pages, "knobs": knobs}
    row = {
        "id": f"{doc_id}-0",
        "family": "rubrics",
        "doc_id": doc_id,
        "question": item.question,
        "answer": item.answer,
        "answer_type": item.answer_type,
        "image": images[pages[0] - 1],
        "images": images,
        "pair_id": made.pair,
        "level": level(made, len(pages)),
        "category": made.cell.ask.mechanism,
        "domain": made.cell.domain,
        "evidence": evidence,
        "program": canonical_json({"facts": item.facts, "decisive": list(item.decisive)}),
        "wrong_answers": [{"answer": trap.text, "kind": trap.kind, "ref": " ".join(trap.fails)} for trap in item.traps],
        "metric": "rubric_pass_rate",
        "task_id": f"{made.cell.domain}-{made.cell.ask.mechanism}-{doc_id.partition('-')[2]}",
        "axes": axes,
        "rubric": [_criterion(criterion) for criterion in item.rubric],
        "gold": item.gold,
        "worker_note": item.note,
        **shared,
    }
    manifest = {
        "design": made.cell.design.name,
        "world": plain_json(made.world),
        "marks": {mark.ref: mark.text for mark in pressed.marks},
        "item": {"mechanism": made.cell.ask.mechanism, "question": item.question, "facts": item.facts},
    }
    places = [dataclasses.asdict(mark) for mark in pressed.marks]
    note: Note = {
        "domain": made.cell.domain,
        "design": made.cell.design.name,
        "mechanism": made.cell.ask.mechanism,
        "axes": " ".join(axes),
        "criteria": len(item.rubric),
        "traps": len(item.traps),
        "pages": pressed.pages,
        "redrawn": made.redrawn,
    }
    return BuiltDocument(
        index,
        doc_id,
        (("rubrics", row),),
        {**shared, "manifest": manifest},
        pressed.pdf,
        {".html": pressed.html.encode(), ".trace.json": (canonical_json({"marks": places}) + "\n").encode()},
        (note,),
    )


def level(made: Made, evidence_pages: int) -> str:
    """Return the level: the tier's number, one more for evidence on several pages, one more from seven criteria on."""
    tier = int(tier_of(made.cell.ask.axis)[-1])
    return f"L{tier + (evidence_pages > 1) + (len(made.item.rubric) >= 7)}"


def plain_json(value: Any) -> Any:
    """Return a world as plain JSON: dataclasses as objects, dates as ISO text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): plain_json(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [plain_json(held) for held in value]
    return value.isoformat() if isinstance(value, date) else value


def _criterion(criterion: Any) -> dict[str, Any]:
    return {
        "id": criterion.id,
        "criterion": criterion.text,
        "type": criterion.type,
        "severity": criterion.severity,
        "implicitness": "implicit" if criterion.implicit else "explicit",
        "subjectiveness": "objective",
        "failure_mode": criterion.failure_mode,
        "check": criterion.check,
    }


def _evidence(made: Made) -> list[dict[str, Any]]:
    """Return the boxes of decisive marks, then of the others that the item needs; a ref names all that it begins."""
    found = []
    for kind, refs in (("decisive", made.item.decisive), ("supporting", made.item.evidence)):
        for ref in refs:
            marks = [one for one in made.pressed.marks if one.ref == ref or one.ref.startswith(f"{ref}.")]
            if not marks:
                raise ValueError(f"{made.cell.design.name}, {made.cell.ask.mechanism}: no mark {ref!r} in the document")
            for mark in marks:
                found += [{"page": mark.page, "bbox": list(box), "kind": kind, "ref": mark.ref} for box in mark.boxes]
    return found


def _draw(pressed: Pressed, scans: Sequence[Scan]) -> tuple[list[bytes], str, str]:
    images, texts = [], []
    with pymupdf.open(stream=pressed.pdf, filetype="pdf") as document:
        for number, page in enumerate(document):
            sheet = Sheet(page)
            texts.append(read_outside(sheet, []))
            image = sheet.png(DPI)
            if scans:
                boxes = [box for mark in pressed.marks if mark.page == number + 1 for box in mark.boxes]
                clear = [move_box(box, scans[number], page.rect.width, page.rect.height) for box in boxes]
                image = degrade(image, scans[number], DPI, clear)
            images.append(image)
    plain, aligned = zip(*texts, strict=True)
    return images, _PAGE_BREAK.join(plain), _PAGE_BREAK.join(aligned)
