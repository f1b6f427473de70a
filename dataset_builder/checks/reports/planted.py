"""Questions that rest on passages and exhibits: evidence, distance, and answers computed from what is printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from dataset_builder.checks.reports.complex import check_complex
from dataset_builder.checks.reports.crossing import check_cross
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.reading import Report
from dataset_builder.checks.violations import Violation, violation

PLANTED = ("cross_modal", "complex")


def check_planted(report: Report, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield where a cross-modal or complex record differs from what the report prints."""
    name = str(record["id"])
    entry = next((each for each in report.manifest["questions"] if each["text"] == record["question"]), None)
    if entry is None or entry["type"] != record["question_type"]:
        yield violation("copy", name, "question of the manifest", record["question"], entry)
        return
    if entry["program"] != json.loads(record["program"]):
        yield violation("copy", name, "program of the manifest", entry["program"], record["program"])
    exhibits = {exhibit.ref: exhibit for exhibit in report.exhibits}
    sources = [report.passages.get(ref) or exhibits.get(ref) for ref in entry["sources"]]
    if None in sources or len(sources) < 2:
        yield violation("evidence", name, "sources", "two or more that are printed", entry["sources"])
        return
    needed = [source for source in sources if source is not None]
    yield from _check_evidence(name, record, needed)
    yield from _check_distance(name, record, needed)
    if record["question_type"] == "complex":
        yield from check_complex(report, record, needed)
    else:
        yield from check_cross(report, record, needed)


def _check_evidence(name: str, record: Mapping[str, Any], needed: list[Passage | Exhibit]) -> Iterator[Violation]:
    """Yield evidence that is not, in this order, where passages and exhibits stand."""
    wanted = [(source.ref, page, box) for source in needed for page, box in source.places]
    given = [(entry["ref"], entry["page"], tuple(entry["bbox"])) for entry in record["evidence"]]
    if [each[:2] for each in wanted] != [each[:2] for each in given]:
        yield violation("evidence", name, "evidence", [each[:2] for each in wanted], [each[:2] for each in given])
        return
    for (ref, _, box), (_, _, other) in zip(wanted, given, strict=True):
        if any(abs(a - b) > 0.02 for a, b in zip(box, other, strict=True)):
            yield violation("box", name, ref, box, other)


def _check_distance(name: str, record: Mapping[str, Any], needed: list[Passage | Exhibit]) -> Iterator[Violation]:
    """Yield a distance that is not that of the pages, or less than what was asked for."""
    pages = [{page for page, _ in source.places} for source in needed]
    own = max(min(abs(a - b) for a in one for b in other) for one, other in combinations(pages, 2))
    if record["evidence_distance"] != own:
        yield violation("evidence", name, "evidence_distance", own, record["evidence_distance"])
    least = json.loads(record["knobs"])["min_distance"]
    if own < least:
        yield violation("evidence", name, "distance", f"{least} pages or more", own)
