"""A hops page as rows, manifest and files."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pymupdf

from dataset_builder.families import BuiltDocument, Note
from dataset_builder.families.hops.charting import Figure
from dataset_builder.families.hops.content import Cell, Content
from dataset_builder.families.hops.model import Merge, Table, list_atoms
from dataset_builder.families.hops.narrative import Block, Narrative, list_nodes
from dataset_builder.families.hops.programs import column_json, trace_json
from dataset_builder.families.hops.questions import Question
from dataset_builder.pages.printer import Printed
from dataset_builder.pages.scans import Scan, degrade, move_box
from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import read_outside
from dataset_builder.schema import canonical_json

DPI = 144
"""Resolution of the page images."""

CHART = "chart"
"""Kind of the elements that are charts."""


def table_json(figure: Figure, table: Table) -> dict[str, Any]:
    """Return what a figure shows as a table: its columns, and the values of every entity in their order."""
    columns = [column_json(column) | {"label": figure.column_label(column)} for column in figure.columns]
    rows = [{"entity": name, "values": [table[column][name] for column in figure.columns]} for name in figure.entities]
    return {
        "viz_id": figure.viz_id,
        "chart_type": figure.chart_type,
        "title": figure.title,
        "unit": figure.unit,
        "decimals": figure.decimals,
        "columns": columns,
        "rows": rows,
    }


@dataclass(frozen=True)
class Drawn:
    """A page as it was printed.

    Attributes:
        cell: of the grid.
        content: what it says.
        narrative: in which words.
        design: how it is laid out.
        printed: the print.
    """

    cell: Cell
    content: Content
    narrative: Narrative
    design: str
    printed: Printed


def export_page(page: Drawn, index: int, doc_id: str, scan: Scan | None, notes: tuple[Note, ...]) -> BuiltDocument:
    """Return a page with its questions.

    Args:
        page: as printed.
        index: of the document.
        doc_id: of the document.
        scan: what the page's image looks like it came from, if it is not to look clean.
        notes: for the family's figures.
    """
    printed, content = page.printed, page.content
    with pymupdf.open(stream=printed.pdf, filetype="pdf") as document:
        sheet = Sheet(document[0])
        charts = [box for element in printed.elements if element.kind == CHART for box in element.boxes]
        image, texts = sheet.png(DPI), read_outside(sheet, charts)
        width, height = document[0].rect.width, document[0].rect.height
    knobs = measure_page(page) | {"scan": 0}
    if scan is not None:
        boxes = [move_box(box, scan, width, height) for element in printed.elements for box in element.boxes]
        image = degrade(image, scan, DPI, boxes)
        knobs |= {"scan": scan.strength, "scan_angles": [scan.angle]}
    shared = {"text": texts[0], "layout_text": texts[1], "num_pages": 1, "knobs": knobs}
    rows = tuple(
        (
            "hops",
            {
                **_question_row(page, question),
                **shared,
                "id": f"{doc_id}-{number}",
                "doc_id": doc_id,
                "image": image,
                "images": [image],
            },
        )
        for number, question in enumerate(content.questions)
    )
    files = {".html": printed.html.encode(), ".trace.json": _trace_file(printed)}
    return BuiltDocument(
        index,
        doc_id,
        rows,
        {**shared, "manifest": manifest(content, page.narrative, page.design)},
        printed.pdf,
        files,
        notes,
    )


def manifest(content: Content, narrative: Narrative, design: str) -> dict[str, Any]:
    """Return what a page was made from: topic, tables, trace, narrative and questions."""
    topic = asdict(content.topic)
    return {
        "topic": {key: topic[key] for key in ("topic_id", "domain", "title", "entity", "entities", "group", "period")},
        "times": list(content.times),
        "entities": list(content.entities),
        "tables": [table_json(figure, content.table) for figure in content.figures],
        "trace": trace_json(content.trace),
        "label": asdict(narrative.label),
        "selected": list(content.selected),
        "narrative": {
            "genre": narrative.genre,
            "label_first": narrative.label_first,
            "blocks": [_block_json(block) for block in narrative.blocks],
        },
        "design": design,
        "questions": [
            {"template": question.template, "text": question.text, "program": question.program}
            for question in content.questions
        ],
        "redrawn": dict(content.redrawn),
    }


def _block_json(block: Block) -> dict[str, Any]:
    return {"kind": block.kind, "marker": block.marker, "text": block.text, "states": list(block.states)}


def measure_page(page: Drawn) -> dict[str, Any]:
    """Return the controlled axes of a page."""
    content, narrative = page.content, page.narrative
    return {
        "task": page.cell.task,
        "depth": page.cell.depth,
        "charts": page.cell.charts,
        "entities": len(content.entities),
        "selected": len(content.selected),
        "atoms": len(list_atoms(content.trace)),
        "merges": sum(isinstance(node, Merge) for node in list_nodes(content.trace)),
        "chart_types": [figure.chart_type for figure in content.figures],
        "topic": content.topic.topic_id,
        "genre": narrative.genre,
        "label_first": narrative.label_first,
        "words": narrative.words,
        "design": page.design,
    }


def level(cell: Cell) -> str:
    """Return the level: one less than the depth, and one more from four charts on.

    >>> level(Cell("ranking", 2, 3)), level(Cell("ranking", 5, 6))
    ('L1', 'L5')
    """
    return f"L{cell.depth - 1 + (cell.charts >= 4)}"


def _question_row(page: Drawn, question: Question) -> dict[str, Any]:
    """Return the columns of a question that don't depend on how the page was drawn, and its evidence."""
    content = page.content
    read = content.columns_read(question)
    needed = {figure.viz_id for figure in content.figures if not read.isdisjoint(figure.columns)}
    needed |= {f"block-{number}" for number in _telling_blocks(page.narrative)}
    return {
        "family": "hops",
        "question": question.text,
        "answer": question.answer,
        "answer_type": question.answer_type,
        "level": level(page.cell),
        "category": question.template,
        "domain": content.topic.domain,
        "evidence": [
            {"page": element.page, "bbox": [round(side, 2) for side in box], "kind": element.kind, "ref": element.ref}
            for element in page.printed.elements
            if element.ref in needed
            for box in element.boxes
        ],
        "program": canonical_json(question.program),
        "wrong_answers": [asdict(wrong) for wrong in question.wrong_answers],
        "metric": "answer_match",
        "task": question.task,
        "depth": page.cell.depth,
        "chart_num": page.cell.charts,
        "reference_label": content.label.text,
        "tables": [table_json(figure, content.table) for figure in content.figures],
    }


def _telling_blocks(narrative: Narrative) -> set[int]:
    """Return the places of the blocks that state a rule or name the label."""
    return {
        number
        for number, block in enumerate(narrative.blocks)
        if block.kind not in ("title", "heading") and (block.states or narrative.label.text in block.text)
    }


def _trace_file(printed: Printed) -> bytes:
    """Return the file that says what was drawn where: the trace of every chart, the place of every part of the page."""
    parts = [asdict(element) for element in printed.elements]
    return (canonical_json({"charts": printed.report["trace"], "parts": parts}) + "\n").encode()
