"""A report as a whole: its charts, tables, texts and narrative, and its questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dataset_builder.checks.charts import check_charts
from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.reports.narrative import check_narrative
from dataset_builder.checks.reports.printing import check_printing
from dataset_builder.checks.reports.question import check_question
from dataset_builder.checks.reports.reading import Report, read_report
from dataset_builder.checks.reports.showing import check_exhibits
from dataset_builder.checks.reports.statements import check_statements
from dataset_builder.checks.violations import Violation, collect, violation


def check_report(document: Document, pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where a report's pages, embedded metadata, manifest, texts and questions disagree."""
    if document.row is None or document.pdf is None:
        return
    report, name = read_report(document, pages), document.doc_id
    checks = {
        "charts": _check_charts(report, document.pdf),
        "exhibits": check_exhibits(name, report.exhibits, report.manifest, pages),
        "printing": check_printing(name, report.row, report.source, report.trace["parts"], report.exhibits, pages),
        "narrative": check_narrative(report),
        "statements": check_statements(report),
        "questions": _check_questions(report),
    }
    for what, check in checks.items():
        yield from collect(name, what, check)
    for record, split in zip(document.questions, document.splits, strict=True):
        if record["question_type"] != split:
            yield violation("copy", str(record["id"]), "question_type", split, record["question_type"])
        yield from collect(str(record["id"]), "question", check_question(report, record))


def _check_charts(report: Report, pdf: bytes) -> Iterator[Violation]:
    places = {exhibit.ref: exhibit.places[0] for exhibit in report.charts}
    told = [exhibit.told for exhibit in report.charts]
    yield from check_charts(report.name, pdf, places, report.trace["charts"], told, report.pages)


def _check_questions(report: Report) -> Iterator[Violation]:
    """Yield questions that a document asks twice, and some of its manifest that it doesn't ask."""
    asked = [record["question"] for record in report.document.questions]
    for text in dict.fromkeys(asked):
        if asked.count(text) > 1:
            yield violation("question", report.name, text, "asked once", f"{asked.count(text)} times")
    entries = report.manifest["questions"]
    told = [entry["text"] for entry in entries if entry["type"] in report.document.splits]
    if sorted(told) != sorted(asked):
        yield violation("copy", report.name, "questions of the manifest", asked, told)
