"""A report as rows, manifest and files (SynthDocBench, appendix L.3 and L.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, count
from typing import Any

import pymupdf

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families import BuiltDocument
from dataset_builder.families.reports.dealing import Cell
from dataset_builder.families.reports.manuscript import Box as Sidebar
from dataset_builder.families.reports.manuscript import Items, Manuscript, Paragraph
from dataset_builder.families.reports.model import Exhibit, Plan
from dataset_builder.families.reports.questions import Question, find_third
from dataset_builder.pages.inspection import Element
from dataset_builder.pages.printer import Printed
from dataset_builder.pages.scans import Scan, degrade, move_box
from dataset_builder.pages.sheets import Box, Sheet
from dataset_builder.pages.text import read_outside
from dataset_builder.schema import canonical_json

DPI = 144
"""Resolution of the page images (Table 19)."""

MEASURED = ("pages", "words", "charts", "tables")
"""Knobs whose medians a build tells (Table 1)."""

_PAGE_BREAK = "\n\f"
_EVIDENCE = ("chart", "table", "paragraph")
_WORDING = ("rule", "terms", "subject")
"""What a statement is worded and placed by, which its words tell."""


@dataclass(frozen=True)
class Report:
    """A report as it was printed.

    Attributes:
        cell: what was asked for.
        plan: of its chapters.
        questions: about its exhibits.
        manuscript: its words.
        style: name of the house style of its charts.
        printed: the print.
    """

    cell: Cell
    plan: Plan
    questions: tuple[Question, ...]
    manuscript: Manuscript
    style: str
    printed: Printed


@dataclass(frozen=True)
class _Pages:
    images: tuple[bytes, ...]
    text: str
    layout_text: str


def export_report(report: Report, index: int, doc_id: str, scans: Sequence[Scan]) -> BuiltDocument:
    """Return a report with its questions.

    Args:
        report: as printed.
        index: of the document.
        doc_id: of the document.
        scans: what each page's image looks like it came from; none where they are to look clean.
    """
    pages = _draw(report.printed, scans)
    knobs = measure_report(report, len(pages.images), len(pages.text.split())) | {"scan": 0}
    if scans:
        knobs |= {"scan": scans[0].strength, "scan_angles": [scan.angle for scan in scans]}
    shared = {
        "text": pages.text,
        "layout_text": pages.layout_text,
        "num_pages": len(pages.images),
        "knobs": knobs,
    }
    rows = []
    for number, question in enumerate(report.questions):
        row = _question_row(report, question) | shared
        first = row["evidence"][0]["page"]
        row |= {
            "id": f"{doc_id}-{number}",
            "doc_id": doc_id,
            "image": pages.images[first - 1],
            "images": list(pages.images),
            "num_words": knobs["words"],
            "knobs": knobs | _question_knobs(report, question),
            "pair_id": f"{report.cell.pair}-{number}" if report.cell.pair else None,
        }
        rows.append((question.question_type, row))
    files = {".html": report.printed.html.encode(), ".trace.json": _trace_file(report.printed)}
    notes = ({name: knobs[name] for name in MEASURED},)
    return BuiltDocument(
        index, doc_id, tuple(rows), {**shared, "manifest": manifest(report)}, report.printed.pdf, files, notes
    )


def _draw(printed: Printed, scans: Sequence[Scan]) -> _Pages:
    """Return the pages as pictures and as text without what stands inside charts."""
    images, texts = [], []
    with pymupdf.open(stream=printed.pdf, filetype="pdf") as document:
        for number, page in enumerate(document):
            sheet = Sheet(page)
            charts = [box for element in _on(printed, number + 1) if element.kind == "chart" for box in element.boxes]
            texts.append(read_outside(sheet, charts))
            image = sheet.png(DPI)
            if scans:
                boxes = [box for element in _on(printed, number + 1) for box in element.boxes]
                clear = [move_box(box, scans[number], page.rect.width, page.rect.height) for box in boxes]
                image = degrade(image, scans[number], DPI, clear)
            images.append(image)
    plain, aligned = zip(*texts, strict=True)
    return _Pages(tuple(images), _PAGE_BREAK.join(plain), _PAGE_BREAK.join(aligned))


def _on(printed: Printed, page: int) -> list[Element]:
    return [element for element in printed.elements if element.page == page]


def measure_report(report: Report, pages: int, words: int) -> dict[str, Any]:
    """Return the controlled axes of a report as it came out."""
    charts = [exhibit.spec for exhibit in report.plan.exhibits() if isinstance(exhibit.spec, ChartSpec)]
    tables = sum(1 for exhibit in report.plan.exhibits()) - len(charts)
    return {
        "pages": pages,
        "words": words,
        "charts": len(charts),
        "tables": tables,
        "layout": report.cell.layout,
        "style": report.style,
        "chart_types": [spec.chart_type for spec in charts],
        "topic": report.plan.world.topic.id,
        "sections": len(report.plan.sections),
        "asked_pages": report.cell.pages,
        "asked_words": report.cell.words,
    }


def manifest(report: Report) -> dict[str, Any]:
    """Return what a report was made from: world, facts with their channels, exhibits, chapters and questions."""
    plan, world = report.plan, report.plan.world
    pages = {element.ref: element.page for element in reversed(report.printed.elements)}
    printed = find_statements(report.manuscript)
    return {
        "topic": {"id": world.topic.id, "domain": world.topic.domain, "title": plan.title},
        "place": world.place,
        "years": list(world.years),
        "entities": [asdict(entity) for entity in world.entities],
        "layout": report.cell.layout,
        "datasets": [
            {
                "id": dataset.id,
                "kind": dataset.kind,
                "name": dataset.name,
                "unit": dataset.unit,
                "decimals": dataset.decimals,
                "dims": list(dataset.dims),
                "told": dataset.id in plan.told,
            }
            for dataset in world.datasets.values()
        ],
        "facts": {
            fact: {"value": dataset.values[key], "channel": plan.channels[fact]}
            for dataset in world.datasets.values()
            for key in dataset.values
            if (fact := "/".join((dataset.id, *key))) and plan.channels[fact] != "hidden"
        },
        "happenings": [
            {
                "id": happening.id,
                "year": happening.year,
                "month": happening.month,
                "entities": list(happening.entities),
                "effects": [
                    {"metric": metric, "entity": entity, "lag": lag, "change": round(change, 6)}
                    for (metric, entity), (lag, change) in happening.effects.items()
                ],
            }
            for happening in world.happenings
        ],
        "exhibits": [_exhibit_json(exhibit) | {"page": pages[exhibit.ref]} for exhibit in plan.exhibits()],
        "sections": [
            {"id": section.id, "kind": section.kind, "title": section.title} for section in report.manuscript.sections
        ],
        "told": {ref: list(facts) for ref, facts in _list_told(report.manuscript) if facts},
        "statements": [
            {name: value for name, value in asdict(statement).items() if name not in _WORDING}
            | {"ref": printed[statement.id], "page": pages[printed[statement.id]]}
            for statement in plan.statements
        ],
        "key_figures": [
            {"value": figure.value, "label": figure.label, "fact": figure.fact}
            for figure in report.manuscript.key_figures
        ],
        "questions": [
            {
                "text": question.text,
                "type": question.question_type,
                "program": question.program,
                "sources": list(question.needed),
            }
            for question in report.questions
        ],
    }


def _list_told(manuscript: Manuscript) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the reference of each paragraph and list, as on the page, with the ids of the facts that it tells."""
    for number, paragraph in enumerate(manuscript.abstract, start=1):
        yield f"abstract-p{number}", paragraph.facts
    for ref, block in _list_texts(manuscript):
        yield ref, block.facts


def _list_texts(manuscript: Manuscript) -> Iterator[tuple[str, Paragraph | Items]]:
    """Yield the paragraphs and lists of the sections with their references on the page."""
    for section in manuscript.sections:
        paragraphs, lists = count(1), count(1)
        for block in section.blocks:
            if isinstance(block, Items):
                yield f"{section.id}-l{next(lists)}", block
            elif isinstance(block, Paragraph | Sidebar):
                for paragraph in block.paragraphs if isinstance(block, Sidebar) else (block,):
                    yield f"{section.id}-p{next(paragraphs)}", paragraph


def find_statements(manuscript: Manuscript) -> dict[str, str]:
    """Return the reference on the page of the paragraph that prints each statement, by the statement's id."""
    return {
        text.statement: ref for ref, text in _list_texts(manuscript) if isinstance(text, Paragraph) and text.statement
    }


def measure_distance(needed: Sequence[str], manuscript: Manuscript, printed: Printed) -> int | None:
    """Return the pages between the farthest of the evidence of a question, None where it is one piece.

    Evidence that is parted between pages, or a table that goes on, counts from its nearest page.

    Args:
        needed: ids of exhibits and statements.
        manuscript: as written.
        printed: the print.
    """
    if len(needed) < 2:
        return None
    refs = find_statements(manuscript)
    pages = [{element.page for element in _find_elements(printed, refs.get(each, each))} for each in needed]
    return max(min(abs(one - two) for one in first for two in second) for first, second in combinations(pages, 2))


def _find_elements(printed: Printed, ref: str) -> list[Element]:
    found = [element for element in printed.elements if element.ref == ref and element.kind in _EVIDENCE]
    if not found:
        raise KeyError(f"{ref} is printed nowhere")
    return found


def _exhibit_json(exhibit: Exhibit) -> dict[str, Any]:
    chart = isinstance(exhibit.spec, ChartSpec)
    return {
        "ref": exhibit.ref,
        "kind": "chart" if chart else "table",
        "number": exhibit.number,
        "title": exhibit.spec.title,
        "section": exhibit.section,
        "dataset": exhibit.dataset,
        "channel": exhibit.channel,
        "facts": list(exhibit.facts),
        "terms": [list(pair) for pair in exhibit.terms],
        "others": list(exhibit.others),
    }


def _question_row(report: Report, question: Question) -> dict[str, Any]:
    """Return the columns of a question that don't depend on its place in the document."""
    exhibits = list(report.plan.exhibits())
    charts = [exhibit for exhibit in exhibits if isinstance(exhibit.spec, ChartSpec)]
    asked = next((exhibit for exhibit in exhibits if exhibit.ref == question.exhibit), None)
    row: dict[str, Any] = {
        "family": "reports",
        "question": question.text,
        "answer": question.answer,
        "answer_type": question.answer_type,
        "level": question.level,
        "category": question.category,
        "domain": report.plan.world.topic.domain,
        "evidence": _evidence(report, question),
        "program": canonical_json(question.program),
        "wrong_answers": [asdict(wrong) for wrong in question.wrong_answers],
        "metric": "judge_score",
        "question_type": question.question_type,
        "difficulty": question.level,
        "reasoning": question.reasoning,
        **_required_facts(report, question),
        "required_data_points": list(question.data_points),
        "topic": report.plan.world.topic.id,
        "layout": report.cell.layout,
        "evidence_distance": measure_distance(question.needed, report.manuscript, report.printed),
        "num_charts": len(charts),
        "key_facts": [dict(fact) for fact in question.key_facts],
    }
    if asked is not None:
        before = exhibits[: exhibits.index(asked) + 1]
        ordinal = max(1, sum(isinstance(exhibit.spec, ChartSpec) for exhibit in before))
        row |= {
            "chart_index": ordinal if isinstance(asked.spec, ChartSpec) else None,
            "chart_title": asked.spec.title,
            "chart_type": asked.spec.chart_type if isinstance(asked.spec, ChartSpec) else "table",
            "position": ordinal / len(charts),
        }
    return row


def _required_facts(report: Report, question: Question) -> dict[str, list[str]]:
    """Return the statements and the facts of exhibits that are needed, their words, and the chapter of each."""
    titles = {section.id: section.title for section in report.manuscript.sections}
    homes: dict[str, str] = {}
    for exhibit in report.plan.exhibits():
        if exhibit.ref in question.needed:
            homes |= dict.fromkeys(exhibit.behind, titles[exhibit.section])
    stated = [statement for statement in report.plan.statements if statement.id in question.needed]
    return {
        "required_facts": [*(statement.id for statement in stated), *question.facts],
        "required_facts_text": [*(" ".join(statement.sentences) for statement in stated), *question.data_points],
        "fact_sources": [*(titles[statement.section] for statement in stated), *map(homes.__getitem__, question.facts)],
    }


def _question_knobs(report: Report, question: Question) -> dict[str, Any]:
    """Return the axes of a question itself."""
    asked = [exhibit for exhibit in report.plan.exhibits() if exhibit.ref == question.exhibit]
    knobs: dict[str, Any] = {"position": find_third(report.plan, asked[0]) if asked else None}
    if report.cell.varied == ("level",):
        knobs["level"] = question.level
    if report.cell.varied == ("modality",):
        knobs["modality"] = "chart" if question.exhibit else "text"
    if question.question_type != "chart":
        knobs["min_distance"] = 0 if report.cell.near else report.cell.min_distance
    return knobs


def _asked(plan: Plan, question: Question) -> Exhibit:
    return next(exhibit for exhibit in plan.exhibits() if exhibit.ref == question.exhibit)


def _evidence(report: Report, question: Question) -> list[dict[str, Any]]:
    """Return the places of everything that a question needs, in the order of its use."""
    refs = find_statements(report.manuscript)
    found: list[tuple[Element, Box]] = [
        (element, box)
        for each in question.needed
        for element in _find_elements(report.printed, refs.get(each, each))
        for box in element.boxes
    ]
    return [
        {"page": element.page, "bbox": [round(side, 2) for side in box], "kind": element.kind, "ref": element.ref}
        for element, box in found
    ]


def _trace_file(printed: Printed) -> bytes:
    """Return the file that says what was drawn where: the trace of every chart, the place of every part."""
    parts = [asdict(element) for element in printed.elements]
    return (canonical_json({"charts": printed.report["trace"], "parts": parts}) + "\n").encode()
