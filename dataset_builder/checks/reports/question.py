"""A question on a report: its columns, its evidence, and its answer computed again from what its exhibit shows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from dataset_builder.checks.reports.answers import Solution, check_answer, check_reasoning
from dataset_builder.checks.reports.asking import check_asking
from dataset_builder.checks.reports.encoded import check_encoding
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.keyfacts import check_facts, check_required, check_wrong, read_facts, tolerance_of
from dataset_builder.checks.reports.modality import check_modality, is_modal
from dataset_builder.checks.reports.planted import PLANTED, check_planted
from dataset_builder.checks.reports.programs import Program, number, run_program
from dataset_builder.checks.reports.reading import Report
from dataset_builder.checks.violations import Violation, violation

LEVELS = {"value_reading": ("L1", "L3"), "comparison": ("L2", "L3"), "trend_pattern": ("L2", "L5")}
OWN_KNOBS = ("position", "level", "modality")
"""Knobs of a question itself, which its document doesn't have."""
WRONG_KINDS = ("neighbouring_mark", "other_series", "other_year", "other_chart", "other_scale")

_VISIBLE = 0.012
"""Share of an axis by which values must differ to be told apart where they are not printed."""


def check_question(report: Report, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield where a record on a report differs from what the report shows."""
    name = str(record["id"])
    program = json.loads(record["program"])
    if record["question_type"] in PLANTED:
        yield from check_planted(report, record)
        return
    if is_modal(record):
        yield from check_modality(report, record)
        yield from _check_manifest(name, record, program, report)
        if record["chart_title"] is None:
            return
    asked = [exhibit for exhibit in report.exhibits if exhibit.title == record["chart_title"]]
    if len(asked) != 1:
        yield violation("copy", name, "chart_title", "the title of one exhibit", record["chart_title"])
        return
    yield from _check_columns(name, record, asked[0], report)
    yield from _check_evidence(name, record, asked[0])
    if not is_modal(record):
        yield from _check_manifest(name, record, program, report)
        yield from _check_answer(name, record, program, asked[0], report)


def _check_columns(name: str, record: Mapping[str, Any], asked: Exhibit, report: Report) -> Iterator[Violation]:
    before = report.exhibits[: report.exhibits.index(asked) + 1]
    ordinal = max(1, len([exhibit for exhibit in before if exhibit.kind == "chart"]))
    knobs = json.loads(record["knobs"])
    words, charts = len((record["text"] or "").split()), len(report.charts)
    position = ordinal / charts
    pairs = {
        "num_charts": (charts, record["num_charts"]),
        "knob charts": (charts, knobs["charts"]),
        "knob tables": (len(report.exhibits) - charts, knobs["tables"]),
        "knob chart_types": ([chart.told["chartType"] for chart in report.charts], knobs["chart_types"]),
        "knob pages": (len(report.pages), knobs["pages"]),
        "knob words": (words, knobs["words"]),
        "knob sections": (len(report.sections), knobs["sections"]),
        "knob topic": (record["topic"], knobs["topic"]),
        "knob position": (third(position), knobs["position"]),
        "knob layout": (record["layout"], knobs["layout"]),
        "num_words": (words, record["num_words"]),
        "chart_index": (ordinal if asked.kind == "chart" else None, record["chart_index"]),
        "chart_type": (asked.told.get("chartType", "table"), record["chart_type"]),
        "difficulty": (record["level"], record["difficulty"]),
        "metric": ("judge_score", record["metric"]),
        "knobs of the document": (
            json.loads(report.row["knobs"]),
            {key: value for key, value in knobs.items() if key not in OWN_KNOBS},
        ),
    }
    for what, (own, copy) in pairs.items():
        if own != copy:
            yield violation("copy", name, what, own, copy)
    if not math.isclose(position, record["position"], abs_tol=1e-6):
        yield violation("copy", name, "position", position, record["position"])
    if record["pair_id"] is not None and record["pair_id"].rpartition("-")[2] != name.rpartition("-")[2]:
        yield violation("copy", name, "pair_id", f"one that ends in -{name.rpartition('-')[2]}", record["pair_id"])
    if record["category"] not in LEVELS:
        yield violation("value", name, "category", f"one of {', '.join(LEVELS)}", record["category"])
    elif record["level"] not in LEVELS[record["category"]]:
        yield violation("value", name, "level", f"one of {', '.join(LEVELS[record['category']])}", record["level"])
    for item in record["wrong_answers"] or ():
        if item["kind"] not in WRONG_KINDS and not is_modal(record):
            yield violation("wrong-answer", name, "kind", f"one of {', '.join(WRONG_KINDS)}", item["kind"])


def third(position: float) -> str:
    """Return in which third of a document's charts a place lies."""
    return "early" if position <= 1 / 3 else "middle" if position <= 2 / 3 else "late"


def _check_manifest(name: str, record: Mapping[str, Any], program: Program, report: Report) -> Iterator[Violation]:
    manifest = report.manifest
    programs = {question["text"]: question["program"] for question in manifest["questions"]}
    if programs.get(record["question"]) != program:
        yield violation("copy", name, "program of the manifest", program, programs.get(record["question"]))
    for what, own, copy in (
        ("topic", manifest["topic"]["id"], record["topic"]),
        ("domain", manifest["topic"]["domain"], record["domain"]),
        ("layout", manifest["layout"], record["layout"]),
    ):
        if own != copy:
            yield violation("copy", name, what, own, copy)


def _check_evidence(name: str, record: Mapping[str, Any], asked: Exhibit) -> Iterator[Violation]:
    """Yield evidence that is not where the exhibit stands."""
    given = [(entry["page"], tuple(entry["bbox"])) for entry in record["evidence"]]
    if len(given) != len(asked.places):
        yield violation("evidence", name, asked.ref, f"{len(asked.places)} boxes", len(given))
    for entry in record["evidence"]:
        if (entry["ref"], entry["kind"]) != (asked.ref, asked.kind):
            yield violation("evidence", name, asked.ref, asked.kind, f"{entry['kind']} {entry['ref']}")
        near = (
            page == entry["page"] and all(abs(a - b) < 0.02 for a, b in zip(box, entry["bbox"], strict=True))
            for page, box in asked.places
        )
        if not any(near):
            yield violation("box", name, asked.ref, asked.places, (entry["page"], entry["bbox"]))


def _check_answer(
    name: str, record: Mapping[str, Any], program: Program, asked: Exhibit, report: Report
) -> Iterator[Violation]:
    facts = read_facts(record)
    tolerance = tolerance_of(facts)
    yield from check_asking(name, record["question"], program, asked, report, tolerance)
    if not asked.shown_only:
        yield violation("leak", name, asked.ref, "an exhibit that nothing else tells", "one that the text tells")
    try:
        found = run_program(program, asked.shown)
    except (KeyError, ValueError, IndexError) as error:
        yield violation("answer", name, "program", "computed from the exhibit", f"{type(error).__name__}: {error}")
        return
    solution = Solution(program, found, asked)
    if program["op"] == "encoding":
        yield from check_encoding(name, program, asked)
    yield from check_answer(name, record["answer"], solution)
    yield from check_reasoning(name, record["reasoning"] or "", solution)
    yield from check_facts(name, facts, solution)
    yield from check_wrong(name, record, tolerance, solution)
    yield from check_required(name, record, solution, report)
    yield from _check_margin(name, solution)
    kinds = _TYPES.get(_kind_of(solution), ())
    if record["answer_type"] not in kinds:
        yield violation("value", name, "answer_type", f"one of {', '.join(kinds)}", record["answer_type"])


_TYPES = {
    "number": ("number", "percent"),
    "boolean": ("boolean",),
    "list": ("list",),
    "year": ("year",),
    "name": ("entity", "text", "list"),
    "word": ("text",),
    "encoding": ("entity", "text", "list", "year"),
}


def _kind_of(solution: Solution) -> str:
    """Return what an answer is."""
    parts, operation = solution.parts, solution.program["op"]
    if operation == "encoding":
        return "encoding"
    if isinstance(solution.found, tuple):
        return "list"
    if isinstance(parts[0], Fraction):
        return "number"
    if operation in ("pick", "larger", "smaller"):
        return "year" if parts[0].isdigit() and len(parts[0]) == 4 else "name"
    return "boolean" if operation == "exceeds" else "word"


def _check_margin(name: str, solution: Solution) -> Iterator[Violation]:
    """Yield a choice between marks that lie too near to each other to be told apart where they are not printed."""
    asked, program = solution.asked, solution.program
    if asked.kind == "table" or asked.trace["exact"] != "tolerance" or program["op"] not in ("pick", "larger"):
        return
    values = sorted((number(item["value"], asked.shown) for item in program["of"]), reverse=True)
    place = program.get("place", 1)
    if program.get("extreme") == "lowest":
        values.reverse()
    axis = asked.told["axes"]["y"].get("range")
    gaps = [abs(a - b) for a, b in pairwise(values)][max(0, place - 2) : place]
    if axis and asked.dataset["kind"] != "relation" and min(gaps) < _VISIBLE * (axis[1] - axis[0]):
        yield violation("question", name, "margin", f"{_VISIBLE:.1%} of the axis", float(min(gaps)))
