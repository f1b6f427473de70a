"""A report as a whole: its charts, tables and narrative."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from dataset_builder.checks.charts import check_charts
from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.reports.exhibits import check_exhibits, read_exhibits
from dataset_builder.checks.reports.narrative import check_leaks
from dataset_builder.checks.violations import Violation, violation


def check_report(document: Document, pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where a report's pages, its embedded metadata and its manifest disagree."""
    if document.row is None or document.pdf is None:
        return
    name = document.doc_id
    trace, manifest = json.loads(document.files[".trace.json"]), json.loads(document.row["manifest"])
    exhibits = read_exhibits(document, trace, manifest)
    charts = [exhibit for exhibit in exhibits if exhibit.kind == "chart"]
    places = {exhibit.ref: exhibit.places[0] for exhibit in charts}
    yield from check_charts(name, document.pdf, places, trace["charts"], [exhibit.told for exhibit in charts])
    yield from check_exhibits(name, exhibits, manifest, pages)
    yield from check_leaks(name, exhibits, manifest, pages, trace["parts"])
    for part in trace["parts"]:
        if not 1 <= part["page"] <= len(pages):
            yield violation("pages", name, f"page of {part['ref']}", f"1 to {len(pages)}", part["page"])
