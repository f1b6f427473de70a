"""Cross-modal questions: what their statement says is read from the page, the answer computed again with the "
"exhibit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.answers import COUNTS, says_word
from dataset_builder.checks.reports.complex_programs import Part
from dataset_builder.checks.reports.cross_programs import CrossSolver, Program
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.keyfacts import read_facts
from dataset_builder.checks.reports.naming import check_naming, without_naming
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.programs import walk_program
from dataset_builder.checks.reports.reading import Report, find_names, numbers_in
from dataset_builder.checks.reports.saying import read_said
from dataset_builder.checks.violations import Violation, violation

KINDS = ("figure_not_found", "precision", "incomplete_retrieval", "cross_modal_grounding", "reasoning")
LEVELS = {
    "verify_with_chart": ("L2", "L3", "L4", "L5"),
    "integrate_sources": ("L1", "L2", "L3", "L4", "L5"),
    "compare_representations": ("L2", "L3", "L4", "L5"),
}
_DRAWN = frozenset({"course", "shape", "association", "flank", "placed"})
_COMPUTED = frozenset({"subtract", "add", "divide", "multiply", "percent", "sum", "mean", "round"})
_JUDGED = frozenset({"holds", "same", "standing", "pick", "names", "count", "order"})
_STANDINGS = {
    "higher": r"\bunderstate",
    "lower": r"\boverstate",
    "equal": r"\bmatch|\bagree",
    "left": r"\bleft\b",
    "right": r"\bright\b",
}
_NEAR = 1e-6


@dataclass(frozen=True)
class _Case:
    report: Report
    record: Mapping[str, Any]
    program: Program
    passage: Passage
    asked: Exhibit
    said: Mapping[str, Part]


def check_cross(report: Report, record: Mapping[str, Any], needed: Sequence[Passage | Exhibit]) -> Iterator[Violation]:
    """Yield where a cross-modal record says something else than its printed statement and its exhibit give.

    Args:
        report: as read.
        record: of the question.
        needed: a statement and an exhibit.
    """
    name, program = str(record["id"]), json.loads(record["program"])
    passages = [each for each in needed if isinstance(each, Passage)]
    exhibits = [each for each in needed if isinstance(each, Exhibit)]
    if len(passages) != 1 or len(exhibits) != 1:
        yield violation("evidence", name, "sources", "a statement and an exhibit", [each.ref for each in needed])
        return
    said, problems = read_said(passages[0], exhibits[0])
    for problem in problems:
        yield violation("statement", name, passages[0].id, problem, passages[0].text)
    case = _Case(report, record, program, passages[0], exhibits[0], said)
    for kind, problem in (*_check_form(case), *_check_question(case), *_check_statement(case)):
        yield violation(kind, name, str(record["question"]), "", problem)
    solver = CrossSolver(exhibits[0].shown, lambda _, key: said[key])
    try:
        parts = solver.solve(program)
    except (KeyError, ValueError, IndexError, ZeroDivisionError) as error:
        yield violation("answer", name, "program", "computed from the evidence", f"{type(error).__name__}: {error}")
        return
    for kind, problem in (*_check_answer(case, parts), *_check_facts(case, parts, solver), *_check_wrong(case, parts)):
        yield violation(kind, name, str(record["question"]), [str(part) for part in parts], problem)
    facts = set(record["required_facts"] or ())
    if not {case.passage.id, *solver.read} <= facts:
        yield violation("evidence", name, "required_facts", sorted(solver.read), sorted(facts))


def _check_form(case: _Case) -> Iterator[tuple[str, str]]:
    record, level = case.record, level_of(case.program, case.passage.entry["said"])
    if record["level"] not in LEVELS.get(str(record["category"]), ()):
        yield "value", f"{record['category']} of level {record['level']}"
    elif record["level"] != level:
        yield "value", f"level {record['level']} of a program of level {level}"
    if record["difficulty"] != record["level"]:
        yield "copy", f"difficulty {record['difficulty']}"
    if not case.asked.shown_only:
        yield "leak", f"{case.asked.ref} is told as well"
    if record["chart_title"] != case.asked.title:
        yield "copy", f"chart_title {record['chart_title']}, not {case.asked.title}"
    for item in record["wrong_answers"] or ():
        if item["kind"] not in KINDS:
            yield "wrong-answer", f"kind {item['kind']}"
    if case.passage.entry["section"] == case.asked.entry["section"]:
        yield "evidence", "statement and exhibit stand in one chapter"
    if len(str(record["answer"]).split()) < 6:
        yield "answer", f"{record['answer']!r} is short"


def level_of(program: Program, said: Mapping[str, Any]) -> str:
    """Return the level of a program: by the hardest thing that it does."""
    operations = {part.get("op") for part in walk_program(program)}
    if operations & _DRAWN:
        return "L5"
    if any(name.startswith("cause") for name in said):
        return "L4"
    if operations & _COMPUTED:
        return "L3"
    return "L2" if operations & _JUDGED else "L1"


def _check_question(case: _Case) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the words of a question: its exhibit, its speaker, what it gives away of its "
    "statement."""
    text = str(case.record["question"])
    for problem in check_naming(text, case.asked, case.report):
        yield "question", problem
    speaker = case.passage.entry["speaker"]
    if speaker and speaker not in text:
        yield "question", f"does not name {speaker}"
    used = {str(each["name"]) for each in walk_program(case.program) if each.get("op") == "stated"}
    if not used:
        yield "question", "does not need its statement"
    core = without_naming(text, case.asked)
    for name in sorted(used):
        told = case.said.get(name)
        if isinstance(told, Fraction):
            if told in {Fraction(number) for number in numbers_in(core)}:
                yield "question", f"says {float(told):g}, which {case.passage.id} states"
        elif told is not None and told in {key for column in case.asked.dims for key in column}:
            if find_names(core, [told])[0]:
                yield "question", f"says {told}, which {case.passage.id} states"
        elif told is not None and name.startswith("cause") and told in core:
            yield "question", f"says {told}, which {case.passage.id} states"
    years = set(re.findall(r"\b(?:19|20)\d\d\b", core))
    if years - set(_constants(case.program)) - {str(case.passage.entry["said"].get("year", ""))}:
        yield "question", f"names {', '.join(sorted(years))}, which the program does not read"


def _constants(program: Any) -> Iterator[str]:
    """Yield the keys that a program names itself."""
    for part in walk_program(program):
        yield from (key for key in part.get("keys", ()) if isinstance(key, str))
        if "fact" in part:
            yield from str(part["fact"]).split("/")[1:]


def _check_statement(case: _Case) -> Iterator[tuple[str, str]]:
    """Yield what a statement gives away: a value of the exhibit, a number that nothing accounts for."""
    said = case.passage.entry["said"]
    own = {Fraction(str(value)) for value in said.values() if isinstance(value, int | float)}
    names = [str(value) for value in said.values() if isinstance(value, str)]
    unit = str(case.asked.dataset["unit"])
    rest = find_names(case.passage.text, [*names, *([unit] if re.search(r"\d", unit) else [])])[1]
    printed = {Fraction(number) for number in numbers_in(re.sub(r"\bper [\d,]+", "", rest))}
    for number in sorted(printed - own):
        yield "statement", f"has {float(number):g}, which it is not to state"
    shown = {abs(value) for value in case.asked.shown.values()}
    for number in sorted(own & shown):
        if number.denominator > 1 or not (number <= 31 or 1900 <= number <= 2100):
            yield "leak", f"{case.passage.id} has {float(number):g}, which only {case.asked.ref} may show"


def _check_answer(case: _Case, parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield parts of the answer that the reference answer lacks."""
    answer = str(case.record["answer"])
    for part in parts:
        if not _tells(answer, part):
            yield "answer", f"{part} is not in {answer!r}"


def _tells(answer: str, part: Part) -> bool:
    if isinstance(part, Fraction):
        words = re.findall(r"[a-z-]+", answer.casefold())  # "two-humped" counts nothing
        small = part.denominator == 1 and 0 <= part < len(COUNTS) and COUNTS[int(part)] in words
        return small or abs(part) in {Fraction(text) for text in numbers_in(answer)}
    if part in ("Yes", "No"):
        return re.match(rf"{part}\b", answer) is not None
    if part in ("higher", "lower") and re.search(r"\b(?:above|below)\b", answer):
        return bool(re.search({"higher": r"\babove\b", "lower": r"\bbelow\b"}[part], answer))
    if part in _STANDINGS:
        return bool(re.search(_STANDINGS[part], answer, re.IGNORECASE))
    if part in _PATTERNS:
        return says_word(answer, part) or _says(part, answer)
    return bool(find_names(answer, [part, part.replace("'", "’")])[0]) or part in answer


_PATTERNS = {
    "rise": r"\brises all through",
    "fall": r"\bfalls all through",
    "peak": r"\brises to a peak",
    "dip": r"\bfalls to a low",
    "positive": r"\bupwards\b",
    "negative": r"\bdownwards\b",
    "none": r"\bno clear direction\b",
    "symmetric": r"\broughly symmetric\b",
    "bimodal": r"\btwo-humped\b",
    "right-skewed": r"\bskewed to the right\b",
    "left-skewed": r"\bskewed to the left\b",
}


def _says(word: str, text: str) -> bool:
    """Tell whether the first sentence on a word of a closed list has it."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    told = next((each for each in sentences if any(re.search(pattern, each) for pattern in _PATTERNS.values())), "")
    return bool(re.search(_PATTERNS[word], told))


def _check_facts(case: _Case, parts: Sequence[Part], solver: CrossSolver) -> Iterator[tuple[str, str]]:
    """Yield key facts that the evidence does not bear out, and parts of the answer that none of them has."""
    facts = read_facts(case.record)
    read = {abs(case.asked.shown[fact]) for fact in solver.read}
    numbers = [abs(part) for part in parts if isinstance(part, Fraction)]
    words = [part for part in parts if isinstance(part, str)]
    error = max(case.asked.reading_error(side) for side in ("", "x"))
    for fact in facts:
        value, kind = fact["value"], fact["answer_type"]
        if kind in ("number", "percent"):
            near = [each for each in (*numbers, *read) if abs(float(each) - abs(value)) < _NEAR]
            if not near:
                yield "answer", f"key fact {fact['name']} {value} is neither read nor computed"
            reach = fact.get("tolerance", {}).get("absolute", 0.0)
            if reach > max(error, 0.011 * abs(value), 0.11) + _NEAR:
                yield "answer", f"key fact {fact['name']} with a tolerance of {reach:g}"
        elif kind == "boolean":
            if ("Yes" if value else "No") not in words:
                yield "answer", f"key fact {fact['name']} {value}"
        elif kind == "list":
            if sorted(map(str, value)) != sorted(words):
                yield "answer", f"key fact {fact['name']} {value}"
        elif not any(_tells(str(value), word) or str(value) == word for word in words):
            yield "answer", f"key fact {fact['name']} {value!r} is no part of the answer"
        for other in fact.get("others", ()):
            if other == value or other in fact.get("aliases", ()):
                yield "answer", f"{other!r} either right or wrong"
    for part in parts:
        if not any(_holds(fact, part) for fact in facts if fact.get("core", True)):
            yield "answer", f"no key fact has {part}"


def _holds(fact: Mapping[str, Any], part: Part) -> bool:
    value = fact["value"]
    if isinstance(part, Fraction):
        return isinstance(value, int | float) and abs(abs(float(part)) - abs(value)) < _NEAR
    if isinstance(value, bool):
        return part == ("Yes" if value else "No")
    if isinstance(value, list):
        return part in value
    return str(value) == part or (isinstance(value, str) and _tells(value, part))


def _check_wrong(case: _Case, parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield wrong answers that say all that the answer says."""
    for item in case.record["wrong_answers"] or ():
        text = str(item["answer"])
        if all(isinstance(part, Fraction) for part in parts):
            given = [Fraction(number) for number in numbers_in(text)][: len(parts)]
            spelt = not given and all(_tells(text, part) for part in parts)
            if spelt or given == [abs(Fraction(str(part))) for part in parts]:
                yield "wrong-answer", f"{text!r} is right"
        elif all(_tells(text, part) for part in parts) and not _has_more(text, parts, case.asked):
            yield "wrong-answer", f"{text!r} is right"


def _has_more(text: str, parts: Sequence[Part], asked: Exhibit) -> bool:
    """Tell whether a list of names has more than the answer."""
    names = {part for part in parts if isinstance(part, str)}
    return len(names) == len(parts) and bool(set(find_names(text, asked.dims[0])[0]) - names)
