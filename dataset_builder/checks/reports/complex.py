"""Complex questions: answers computed again from printed statements and drawn exhibits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.complex_programs import Part, Solver
from dataset_builder.checks.reports.complex_reading import Unread, holds_clause, read_stated
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.keyfacts import read_facts
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.programs import walk_program
from dataset_builder.checks.reports.reading import Report, numbers_in
from dataset_builder.checks.violations import Violation, violation

LEVELS = {
    "historical_timeline": ("L1", "L2", "L3", "L4", "L5"),
    "technical_quantitative": ("L1", "L2", "L3", "L4", "L5"),
    "impact_reception": ("L1", "L2", "L3", "L4"),
}
WRONG_KINDS = ("figure_not_found", "precision", "incomplete_retrieval", "cross_modal_grounding", "reasoning")
_UNITS = (2, 5)
"""How few and how many pieces of evidence a question needs: four statements and a chart at most."""
_COUNTS = ("none", "one", "two", "three", "four")
_LOOSEST = 0.35
"""Greatest tolerance as a share of a number."""
_SAYS = {
    "approval": ("in favour",),
    "objection": ("against",),
    "over": ("over", "lies over"),
    "under": ("under",),
    "rose": ("rose by",),
    "fell": ("fell by",),
    "rise": ("rises",),
    "fall": ("falls",),
    "peak": ("rises to a peak and falls again",),
    "dip": ("falls to a low and recovers",),
}
"""How answers say words that programs give."""
_TURN = re.compile(r"\bto a (?:peak|low)\b")
_PROSE = frozenset({"paragraph", "item", "quotation", "caption", "standfirst", "heading"})


@dataclass(frozen=True)
class Case:
    """A record with the evidence that its question needs.

    Attributes:
        report: as read.
        record: of the question.
        program: that gives its answer.
        passages: statements, by id.
        exhibits: charts and tables.
    """

    report: Report
    record: Mapping[str, Any]
    program: Mapping[str, Any]
    passages: Mapping[str, Passage]
    exhibits: tuple[Exhibit, ...]

    @property
    def question(self) -> str:
        """Return the words of the question."""
        return str(self.record["question"])

    def read(self, statement: str, name: str) -> Part:
        """Return what a printed statement says."""
        passage = self.passages[statement]
        return read_stated(passage.text, name, self.report.entities, passage.entry["said"].get(name))


def check_complex(
    report: Report, record: Mapping[str, Any], needed: Sequence[Passage | Exhibit]
) -> Iterator[Violation]:
    """Yield where a complex record says something else than its printed evidence gives.

    Args:
        report: as read.
        record: of the question.
        needed: its statements and exhibits, in the order of their use.
    """
    passages = {each.id: each for each in needed if isinstance(each, Passage)}
    exhibits = tuple(each for each in needed if isinstance(each, Exhibit))
    case = Case(report, record, json.loads(record["program"]), passages, exhibits)
    name = str(record["id"])
    for kind, problem in (*_check_form(case), *_check_question(case), *_check_places(case), *_check_causes(case)):
        yield violation(kind, name, str(record["question"]), "", problem)
    shown = {fact: value for exhibit in exhibits for fact, value in exhibit.shown.items()}
    solver = Solver(shown, case.read)
    try:
        parts = solver.solve(case.program)
    except (Unread, KeyError, ValueError, IndexError, ZeroDivisionError) as error:
        yield violation("answer", name, "program", "computed from the evidence", f"{type(error).__name__}: {error}")
        return
    for kind, problem in (*_check_answer(case, parts), *_check_facts(case, parts), *_check_leaks(case, parts)):
        yield violation(kind, name, str(record["question"]), [str(part) for part in parts], problem)
    wanted = {*passages, *solver.read}
    if not wanted <= set(record["required_facts"] or ()):
        yield violation("evidence", name, "required_facts", sorted(wanted), record["required_facts"])


def _check_form(case: Case) -> Iterator[tuple[str, str]]:
    record = case.record
    if record["level"] not in LEVELS.get(str(record["category"]), ()):
        yield "value", f"{record['category']} of level {record['level']}"
    if not _UNITS[0] <= len(case.passages) + len(case.exhibits) <= _UNITS[1]:
        yield "evidence", f"{len(case.passages) + len(case.exhibits)} pieces of evidence"
    for item in record["wrong_answers"] or ():
        if item["kind"] not in WRONG_KINDS:
            yield "wrong-answer", f"kind {item['kind']}"
    for exhibit in case.exhibits:
        if not exhibit.shown_only:
            yield "leak", f"{exhibit.ref} is told as well"


def _check_places(case: Case) -> Iterator[tuple[str, str]]:
    """Yield pieces of evidence that stand in one chapter."""
    homes = [passage.entry["section"] for passage in case.passages.values()]
    homes += [str(exhibit.entry["section"]) for exhibit in case.exhibits]
    if len(set(homes)) < len(homes):
        yield "evidence", f"two pieces in one chapter: {', '.join(homes)}"


def _check_causes(case: Case) -> Iterator[tuple[str, str]]:
    """Yield causes that are none: no event moved the figure in the year of which a statement speaks."""
    happenings = case.report.manifest["happenings"]
    for passage in case.passages.values():
        if passage.entry["kind"] != "cause":
            continue
        said, metric = passage.entry["said"], str(passage.entry["facts"][0]).split("/")[0]
        moved = (
            effect
            for happening in happenings
            for effect in happening["effects"]
            if happening["year"] + effect["lag"] == said["year"]
        )
        if not any((each["metric"], each["entity"]) == (metric, said["entity"]) for each in moved):
            yield "statement", f"nothing moved {metric} of {said['entity']} in {said['year']}"


# -- the question


def _check_question(case: Case) -> Iterator[tuple[str, str]]:
    """Yield who or what a question does not name, and what it gives away of its statements."""
    text = case.question
    for passage in case.passages.values():
        speaker = passage.entry["speaker"]
        if speaker and speaker not in text:
            yield "question", f"does not name {speaker}"
    for exhibit in case.exhibits:
        if not holds_clause(text, str(exhibit.dataset["name"]).split(" by ")[0].replace("'", "’")):
            yield "question", f"does not name {exhibit.dataset['name']}"
    for statement, name in _leaves(case.program):
        told = case.passages[statement].entry["said"].get(name) if statement in case.passages else None
        if name in ("entity", "one", "other", "ground", "over", "under") and isinstance(told, str):
            if holds_clause(text, told):
                yield "question", f"says {told}, which {statement} states"
        elif (
            isinstance(told, int | float) and name not in ("value", "months", "month") and str(told) in numbers_in(text)
        ):
            yield "question", f"says {told}, which {statement} states"
    yield from _check_milestones(case)
    literal = set(_literals(case.program))
    years = set(re.findall(r"\b(?:19|20)\d\d\b", text))
    if years - literal:
        yield "question", f"names {', '.join(sorted(years - literal))}, which the program does not read"
    yield from _check_names(case)


def _check_milestones(case: Case) -> Iterator[tuple[str, str]]:
    """Yield dates of milestones to which neither the question nor another statement leads."""
    said = {passage.id: passage.entry["said"] for passage in case.passages.values()}
    for each, told in said.items():
        names = [told[name] for name in ("milestone", "anchor") if name in told]
        for name in names:
            others = (held for other, held in said.items() if other != each)
            linked = any(name in (held.get("milestone"), held.get("anchor")) for held in others)
            if not linked and not holds_clause(case.question, name):
                yield "question", f"{each} speaks of {name}, to which nothing leads"


def _check_names(case: Case) -> Iterator[tuple[str, str]]:
    """Yield names among which a program chooses that no statement says and the question doesn't either."""
    for item in walk_program(case.program):
        if "name" not in item or "value" not in item:
            continue
        name = str(item["name"])
        passages = [case.passages[each] for each, _ in _leaves(item["value"]) if each in case.passages]
        said = any(name == each.entry["speaker"] or holds_clause(each.text, name) for each in passages)
        if passages and not said and not holds_clause(case.question, name):
            yield "question", f"chooses {name}, of which its statements don't speak"


def _leaves(program: Any) -> Iterator[tuple[str, str]]:
    """Yield statement and name of all that a program has stated."""
    for part in walk_program(program):
        if part.get("op") == "stated":
            yield str(part["statement"]), str(part["name"])


def _literals(program: Any) -> Iterator[str]:
    """Yield the keys that a program has in itself: those of facts, of look-ups, and names."""
    for part in walk_program(program):
        if part.get("op") == "value":
            yield from str(part["fact"]).split("/")[1:]
        if part.get("op") == "lookup":
            yield from (key for key in part["keys"] if isinstance(key, str))


# -- the answer


def tells(text: str, part: Part) -> bool:
    """Tell whether a text has a part of an answer: a number, a name or a word.

    >>> tells("It fell by about 31 ms.", Fraction(31)), tells("No, it did not.", "No")
    (True, True)
    """
    plain = text.replace("−", "-")
    if isinstance(part, Fraction):
        if part < 0 and not re.search(r"-\d", plain):
            return False
        if abs(part) in {Fraction(number) for number in numbers_in(plain.replace("-", " "))}:
            return True
        counted = part.denominator == 1 and 0 <= part < len(_COUNTS)
        return counted and bool(re.search(rf"\b{_COUNTS[int(part)]}\b", plain, re.IGNORECASE))
    if part in ("Yes", "No"):
        return bool(re.match(rf"{part}\b", text))
    if part in ("rise", "fall") and _TURN.search(text):
        return False
    return any(holds_clause(text, word) for word in _SAYS.get(part, (part,)))


def _check_answer(case: Case, parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    answer = str(case.record["answer"])
    ordered = case.program["op"] == "order"
    for part in parts:
        if not tells(answer, part):
            yield "answer", f"{part} is not in: {answer}"
    if ordered and not _is_in_order(answer, parts):
        yield "answer", f"in another order: {answer}"
    for item in case.record["wrong_answers"] or ():
        text = str(item["answer"])
        if all(tells(text, part) for part in parts) and (not ordered or _is_in_order(text, parts)):
            yield "wrong-answer", f"right: {text}"


def _is_in_order(text: str, parts: Sequence[Part]) -> bool:
    """Tell whether a text names things first in a given order."""
    places = [text.casefold().find(str(part).casefold()) for part in parts]
    return places == sorted(places) and -1 not in places


def _check_facts(case: Case, parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield core facts that are no part of the answer, and parts that no core fact has."""
    cores = [fact for fact in read_facts(case.record) if fact.get("core", True)]
    whole = next((fact for fact in cores if isinstance(fact.get("value"), list)), None)
    if whole is not None:
        if [str(each) for each in whole["value"]] != [str(part) for part in parts]:
            yield "answer", f"key fact {whole['name']}: {whole['value']}"
        return
    if case.program["op"] == "order":
        if len(cores) != 1 or not _is_in_order(str(cores[0]["value"]), parts):
            yield "answer", f"key facts {cores}"
        return
    for part in parts:
        if not any(_is_part(fact, part) for fact in cores):
            yield "answer", f"no key fact has {part}"
    for fact in cores:
        if not any(_is_part(fact, part) for part in parts):
            yield "answer", f"key fact {fact['name']} is no part of the answer: {fact['value']}"
        reach, value = fact.get("tolerance", {}).get("absolute", 0.0), fact.get("value")
        if isinstance(value, int | float) and reach > max(_LOOSEST * abs(value), 1.0):
            yield "answer", f"key fact {fact['name']}: {value} within {reach}"
        if any(_is_part({**fact, "value": other}, part) for other in fact.get("others", ()) for part in parts):
            yield "answer", f"key fact {fact['name']} has the answer among its others"


def _is_part(fact: Mapping[str, Any], part: Part) -> bool:
    value = fact.get("value")
    if isinstance(part, Fraction):
        return isinstance(value, int | float) and abs(float(part) - value) < 1e-6
    return isinstance(value, str) and (
        value == part or any(word == value or value.startswith(word) for word in _SAYS.get(part, ()))
    )


def _check_leaks(case: Case, parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    """Yield statements that give a number of the answer, and prose that does where it has three digits or more."""
    numbers = {_print(part) for part in parts if isinstance(part, Fraction)}
    for passage in case.passages.values():
        if found := sorted(numbers & set(numbers_in(passage.text))):
            yield "leak", f"{passage.id} says {found[0]}"
    telling = {text for text in numbers if sum(each.isdigit() for each in text) >= 3}
    for part in case.report.trace["parts"]:
        if part["kind"] in _PROSE and (found := sorted(telling & set(numbers_in(part["text"])))):
            yield "leak", f"{part['ref']} says {found[0]}"


def _print(value: Fraction) -> str:
    return f"{float(abs(value)):.6f}".rstrip("0").rstrip(".")
