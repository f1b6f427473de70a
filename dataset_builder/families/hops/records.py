"""A hops page as rows, manifest and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from dataset_builder.families.hops.charting import Figure
from dataset_builder.families.hops.content import Cell, Content
from dataset_builder.families.hops.model import Merge, Table, list_atoms
from dataset_builder.families.hops.narrative import Block, Narrative, list_nodes
from dataset_builder.families.hops.programs import column_json, trace_json
from dataset_builder.families.hops.questions import Question
from dataset_builder.pages.inspection import Element
from dataset_builder.schema import canonical_json

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


def knobs(cell: Cell, content: Content, narrative: Narrative, design: str) -> dict[str, Any]:
    """Return the controlled axes of a page."""
    nodes = list_nodes(content.trace)
    return {
        "task": cell.task,
        "depth": cell.depth,
        "charts": cell.charts,
        "entities": len(content.entities),
        "selected": len(content.selected),
        "atoms": len(list_atoms(content.trace)),
        "merges": sum(isinstance(node, Merge) for node in nodes),
        "chart_types": [figure.chart_type for figure in content.figures],
        "topic": content.topic.topic_id,
        "genre": narrative.genre,
        "label_first": narrative.label_first,
        "words": narrative.words,
        "design": design,
    }


def level(cell: Cell) -> str:
    """Return the level: one less than the depth, and one more from four charts on.

    >>> level(Cell("ranking", 2, 3)), level(Cell("ranking", 5, 6))
    ('L1', 'L5')
    """
    return f"L{cell.depth - 1 + (cell.charts >= 4)}"


def question_row(cell: Cell, content: Content, question: Question, elements: Sequence[Element]) -> dict[str, Any]:
    """Return the columns of a question that don't depend on how the page was drawn, and its evidence."""
    read = content.columns_read(question)
    needed = {figure.viz_id for figure in content.figures if not read.isdisjoint(figure.columns)}
    return {
        "family": "hops",
        "question": question.text,
        "answer": question.answer,
        "answer_type": question.answer_type,
        "level": level(cell),
        "category": question.template,
        "domain": content.topic.domain,
        "evidence": [
            place for element in elements if element.kind != CHART or element.ref in needed for place in places(element)
        ],
        "program": canonical_json(question.program),
        "wrong_answers": [asdict(wrong) for wrong in question.wrong_answers],
        "metric": "answer_match",
        "task": question.task,
        "depth": cell.depth,
        "chart_num": cell.charts,
        "reference_label": content.label.text,
        "tables": [table_json(figure, content.table) for figure in content.figures],
    }


def places(element: Element) -> list[dict[str, Any]]:
    """Return where an element stands in the form of the column ``evidence``."""
    boxes = [[round(side, 2) for side in box] for box in element.boxes]
    return [{"page": element.page, "bbox": box, "kind": element.kind, "ref": element.ref} for box in boxes]


def trace_file(charts: Mapping[str, Any], elements: Sequence[Element]) -> bytes:
    """Return the file that says what was drawn where: the trace of every chart, the place of every part of the page."""
    parts = [asdict(element) for element in elements]
    return (canonical_json({"charts": charts, "parts": parts}) + "\n").encode()
