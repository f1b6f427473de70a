"""A question on a report answered again from what its chart or table shows."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage, squeeze
from dataset_builder.checks.reports.exhibits import Exhibit, read_exhibits
from dataset_builder.checks.reports.programs import Found, facts_read, run_program
from dataset_builder.checks.violations import Violation, violation

LEVELS = {"value_reading": ("L1", "L3"), "comparison": ("L2", "L3"), "trend_pattern": ("L2", "L5")}
WRONG_KINDS = ("neighbouring_mark", "other_series", "other_year", "other_chart", "other_scale")

_FEWEST_TOKENS = 6
_WORDED = ("encoding", "course", "shape", "association", "direction")
"""Operations whose results answers put into other words."""
_NUMBERED = re.compile(r"\b(?:Figure|Fig\.|Chart|Table)\s+(\d+)\b")
_QUOTED = re.compile(r"“([^”]+)”")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UP, _DOWN = (
    ("ris", "rose", "up", "increas", "climb", "higher", "grow"),
    ("fall", "fell", "down", "declin", "lower", "drop"),
)
_WORDS = {
    "rise": _UP,
    "rose": _UP,
    "positive": _UP,
    "fall": _DOWN,
    "fell": _DOWN,
    "negative": _DOWN,
    "peak": ("peak", "then fall", "down again", "and fall"),
    "dip": ("low", "dip", "recover", "up again", "trough"),
    "none": ("no ", "neither", "not "),
    "symmetric": ("even", "symmetr", "both sides", "same on"),
    "bimodal": ("two",),
    "right-skewed": ("right", "high side", "higher", "upper"),
    "left-skewed": ("left", "low side", "lower"),
}
"""Words of which the first sentence of an answer has one, by what the program gives."""


def check_question(document: Document, record: Mapping[str, Any], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where a record on a report differs from what the report shows."""
    if document.row is None:
        return
    name = str(record["id"])
    trace, manifest = json.loads(document.files[".trace.json"]), json.loads(document.row["manifest"])
    exhibits = read_exhibits(document, trace, manifest)
    program = json.loads(record["program"])
    asked = [exhibit for exhibit in exhibits if exhibit.told["title"] == record["chart_title"]]
    if len(asked) != 1:
        yield violation("copy", name, "chart_title", "the title of one exhibit", record["chart_title"])
        return
    yield from _check_columns(name, record, asked[0], exhibits, pages, document)
    yield from _check_manifest(name, record, program, manifest)
    yield from _check_evidence(name, record, asked[0])
    yield from _check_naming(name, record["question"], asked[0], exhibits, manifest)
    yield from _check_answer(name, record, program, asked[0])


def _check_columns(
    name: str,
    record: Mapping[str, Any],
    asked: Exhibit,
    exhibits: Sequence[Exhibit],
    pages: Sequence[DrawnPage],
    document: Document,
) -> Iterator[Violation]:
    charts = [exhibit for exhibit in exhibits if exhibit.kind == "chart"]
    before = exhibits[: exhibits.index(asked) + 1]
    ordinal = max(1, len([exhibit for exhibit in before if exhibit.kind == "chart"]))
    knobs = json.loads(record["knobs"])
    words = len((record["text"] or "").split())
    position = ordinal / len(charts)
    pairs = {
        "num_charts": (len(charts), record["num_charts"]),
        "knob charts": (len(charts), knobs["charts"]),
        "knob tables": (len(exhibits) - len(charts), knobs["tables"]),
        "knob chart_types": ([chart.told["chartType"] for chart in charts], knobs["chart_types"]),
        "knob pages": (len(pages), knobs["pages"]),
        "knob words": (words, knobs["words"]),
        "knob position": (_third(position), knobs["position"]),
        "knob layout": (record["layout"], knobs["layout"]),
        "num_words": (words, record["num_words"]),
        "chart_index": (ordinal if asked.kind == "chart" else None, record["chart_index"]),
        "chart_type": (asked.told.get("chartType", "table"), record["chart_type"]),
        "difficulty": (record["level"], record["difficulty"]),
        "metric": ("judge_score", record["metric"]),
        "question_type": (document.split, record["question_type"]),
    }
    for what, (own, copy) in pairs.items():
        if own != copy:
            yield violation("copy", name, what, own, copy)
    if not math.isclose(position, record["position"], abs_tol=1e-6):
        yield violation("copy", name, "position", position, record["position"])
    if record["category"] not in LEVELS:
        yield violation("value", name, "category", f"one of {', '.join(LEVELS)}", record["category"])
    elif record["level"] not in LEVELS[record["category"]]:
        yield violation("value", name, "level", f"one of {', '.join(LEVELS[record['category']])}", record["level"])
    for item in record["wrong_answers"] or ():
        if item["kind"] not in WRONG_KINDS:
            yield violation("wrong-answer", name, "kind", f"one of {', '.join(WRONG_KINDS)}", item["kind"])


def _third(position: float) -> str:
    return "early" if position <= 1 / 3 else "middle" if position <= 2 / 3 else "late"


def _check_manifest(
    name: str, record: Mapping[str, Any], program: Mapping[str, Any], manifest: Mapping[str, Any]
) -> Iterator[Violation]:
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


def _check_naming(
    name: str, question: str, asked: Exhibit, exhibits: Sequence[Exhibit], manifest: Mapping[str, Any]
) -> Iterator[Violation]:
    """Yield numbers, titles and chapters in the question that are not those of its exhibit alone."""
    for found in _NUMBERED.findall(question):
        if int(found) != asked.entry["number"]:
            yield violation("question", name, question, asked.entry["number"], found)
    chapters = {_plain(section["title"]): section["id"] for section in manifest["sections"]}
    own = _plain(json.dumps(asked.told, ensure_ascii=False))
    for found in _QUOTED.findall(question):
        chapter = chapters.get(_plain(found))
        if chapter is not None and _plain(found) not in own:
            alike = [item.ref for item in exhibits if (item.entry["section"], item.kind) == (chapter, asked.kind)]
            if alike != [asked.ref]:
                yield violation("question", name, question, asked.ref, alike)
        elif _plain(found) not in own:
            yield violation("question", name, question, asked.told["title"], found)


def _plain(text: str) -> str:
    return squeeze(text.strip(" .,?")).casefold()


def _check_answer(
    name: str, record: Mapping[str, Any], program: Mapping[str, Any], asked: Exhibit
) -> Iterator[Violation]:
    shown = {fact: Fraction(str(value)) for fact, value in asked.values() if fact}
    if asked.entry["terms"]:
        shown |= _shown_ends(asked, program)
    try:
        found = run_program(program, shown)
    except (KeyError, ValueError, IndexError) as error:
        yield violation("answer", name, "program", "computed from the exhibit", f"{type(error).__name__}: {error}")
        return
    if not set(facts_read(program)) <= set(record["required_facts"]):
        yield violation("evidence", name, "required_facts", sorted(facts_read(program)), record["required_facts"])
    answer = record["answer"]
    if len(answer.split()) < _FEWEST_TOKENS:
        yield violation("answer", name, "answer", f"{_FEWEST_TOKENS} words or more", answer)
    if not _tells(answer, found):
        yield violation("answer", name, "answer", _show(found), answer)
    facts = [json.loads(fact) if isinstance(fact, str) else fact for fact in record["key_facts"] or ()]
    parts = found if isinstance(found, tuple) else (found,)
    if not facts:
        yield violation("answer", name, "key_facts", "one or more", "none")
    elif program["op"] not in _WORDED and not all(any(_is_fact(fact, part) for fact in facts) for part in parts):
        yield violation("answer", name, "key_facts", _show(found), facts)


def _shown_ends(asked: Exhibit, program: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return, for a chart of differences, ends of every pair that differ as the mark shows."""
    ends: dict[str, Fraction] = {}
    for entry, (minuend, subtrahend) in zip(asked.told["data"], asked.entry["terms"], strict=True):
        ends[subtrahend] = Fraction(0)
        ends[minuend] = Fraction(str(entry["value"]))
    return ends


def _tells(answer: str, found: Found) -> bool:
    """Tell whether an answer has what the program gives."""
    if isinstance(found, tuple):
        return all(_tells(answer, part) for part in found)
    plain = answer.replace(",", "").replace("−", "-").casefold()
    if isinstance(found, Fraction):
        numbers = {Fraction(text) for text in re.findall(r"\d+(?:\.\d+)?", plain)}
        spelt = (
            found.denominator == 1 and 0 <= found < len(_COUNTS) and _COUNTS[int(found)] in re.findall(r"\w+", plain)
        )
        return spelt or abs(found) in numbers
    if found in _WORDS:
        first = plain.partition(". ")[0]
        return any(word in first for word in _WORDS[found])
    name = found.replace(",", "").casefold()
    return name in plain or (bool(re.search(r"\d–\d", name)) and all(end in plain for end in name.split("–")))


def _is_fact(fact: Mapping[str, Any], found: Found) -> bool:
    value = fact.get("value")
    if isinstance(found, Fraction):
        return isinstance(value, int | float) and abs(Fraction(str(value))) == abs(found)
    if isinstance(value, bool):
        return found == ("Yes" if value else "No")
    return str(value) == found


def _show(found: Found) -> str:
    return str(float(found)) if isinstance(found, Fraction) else str(found)
