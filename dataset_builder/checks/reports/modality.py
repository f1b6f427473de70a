"""Questions of twins that differ in where a fact stands: in a chart only, or in a passage of the text only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.keyfacts import read_facts
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.programs import facts_read, run_program, walk_program
from dataset_builder.checks.reports.reading import Report, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

MODALITIES = ("chart", "text")
OPERATIONS = {"value": "L1", "larger": "L2", "smaller": "L2", "subtract": "L3"}
"""Level of a question by the operation of its program, once what the text states is put in its place."""

_MEDIUM = re.compile(
    r"\b(?:figures? \d|chart|table|graph|diagram|plot(?:ted)?|drawn|bars?|lines?|shown?|text|passage|paragraph|written|"
    r"stated|narrative|chapter)\b",
    re.IGNORECASE,
)
"""Words that would say where to look."""
_SAID = {
    "larger": r"\b(?:higher|larger)\b",
    "smaller": r"\b(?:lower|smaller)\b",
    "subtract": r"\b(?:differ|difference|far apart)\b",
}
_KINDS = ("neighbouring_mark", "other_series", "incomplete_retrieval")


def check_modality(report: Report, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield where a question differs from what the place of its facts gives, or where another place gives them too."""
    name, program = str(record["id"]), json.loads(record["program"])
    modality = json.loads(record["knobs"])["modality"]
    if modality not in MODALITIES:
        yield violation("value", name, "modality", f"one of {', '.join(MODALITIES)}", modality)
        return
    if found := _MEDIUM.search(record["question"]):
        yield violation("question", name, record["question"], "no word on where to look", found[0])
    passages = report.passages
    try:
        plain, values = (_read_chart if modality == "chart" else _read_text)(program, report, passages, record)
        answer = run_program(plain, values)
    except (KeyError, ValueError, IndexError) as error:
        yield violation("answer", name, "program", f"computed from the {modality}", f"{type(error).__name__}: {error}")
        return
    yield from _check_places(name, plain, report, passages, modality)
    yield from _check_question(name, record, plain)
    yield from _check_answer(name, record, plain, answer, values)
    if modality == "text":
        yield from _check_columns(name, record, report, [passages[each] for each in _stated(program)])


def _read_chart(
    program: Mapping[str, Any], report: Report, passages: Mapping[str, Passage], record: Mapping[str, Any]
) -> tuple[Mapping[str, Any], dict[str, Fraction]]:
    """Return a program and the values of its facts as the chart shows them; raises ``KeyError`` without the chart."""
    charts = {exhibit.title: exhibit for exhibit in report.charts}
    shown = charts[record["chart_title"]].shown
    return program, {fact: shown[fact] for fact in facts_read(program)}


def _read_text(
    program: Mapping[str, Any], report: Report, passages: Mapping[str, Passage], record: Mapping[str, Any]
) -> tuple[Mapping[str, Any], dict[str, Fraction]]:
    """Return a program with facts in the place of what a passage states, and their values as it prints them.

    Raises:
        KeyError: it reads what no passage states.
        ValueError: names and numbers of a passage are not as many as each other.
    """
    values: dict[str, Fraction] = {}

    def bind(part: Any) -> Any:
        if isinstance(part, list):
            return [bind(each) for each in part]
        if not isinstance(part, Mapping):
            return part
        if part.get("op") != "stated":
            return {key: bind(each) for key, each in part.items()}
        passage = passages[part["statement"]]
        number = part["name"].removeprefix("value")
        entity, year = passage.entry["said"][f"entity{number}"], passage.entry["said"]["year"]
        fact = next(fact for fact in passage.entry["facts"] if fact.split("/")[1:] == [entity, str(year)])
        values[fact] = _told(passage, report)[entity]
        return {"op": "value", "fact": fact}

    return bind(program), values


def _told(passage: Passage, report: Report) -> dict[str, Fraction]:
    """Return the number that a passage prints for each thing that it names, both in their order."""
    units = [dataset["unit"] for dataset in report.manifest["datasets"] if re.search(r"\d", dataset["unit"])]
    rest = find_names(passage.text, units)[1]
    names = list(dict.fromkeys(find_names(rest, report.entities)[0]))
    said = [name for name in names if name in passage.entry["said"].values()]
    end = max(match.end() for match in re.finditer(rf"\b{passage.entry['said']['year']}\b", rest))
    last = [find_names(sentence, said) for sentence in re.split(r"(?<=[.!?])\s", rest[end:])]
    order = [name for found, _ in last for name in found]
    numbers = [number for _, sentence in last for number in numbers_in(sentence)]
    if len(order) != len(numbers) or set(order) != set(said):
        raise ValueError(f"{passage.id} names {order} and gives {numbers}")
    return dict(zip(order, map(Fraction, numbers), strict=True))


def _stated(program: Any) -> list[str]:
    """Return the ids of the statements that a program reads, each once."""
    return list(dict.fromkeys(part["statement"] for part in walk_program(program) if part.get("op") == "stated"))


def _check_places(
    name: str, program: Mapping[str, Any], report: Report, passages: Mapping[str, Passage], modality: str
) -> Iterator[Violation]:
    """Yield facts that stand anywhere else than in the one place that the question is for."""
    for fact in dict.fromkeys(facts_read(program)):
        charts = [exhibit.ref for exhibit in report.exhibits if fact in exhibit.shown]
        texts = [passage.id for passage in passages.values() if fact in passage.entry["facts"]]
        told = [ref for ref, facts in report.manifest.get("told", {}).items() if fact in facts]
        wanted = (1, 0, 0) if modality == "chart" else (0, 1, 0)
        if (len(charts), len(texts), len(told)) != wanted:
            yield violation("leak", name, fact, f"in one {modality} only", [*charts, *texts, *told])
        channel = report.manifest["facts"].get(fact, {}).get("channel")
        if channel != modality:
            yield violation("copy", name, f"channel of {fact}", modality, channel)


def _check_question(name: str, record: Mapping[str, Any], program: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield names, years and operations of a program that the question lacks, and a level that is not its own."""
    text, operation = record["question"], program["op"]
    for fact in facts_read(program):
        for key in fact.split("/")[1:]:
            if not find_names(text, [key])[0]:
                yield violation("question", name, text, key, "not named")
    for other, words in _SAID.items():
        if bool(re.search(words, text)) != (other == operation):
            yield violation("question", name, text, operation, other)
    if (level := OPERATIONS.get(operation)) != record["level"]:
        yield violation("value", name, "level", level, record["level"])
    if record["category"] != ("value_reading" if operation == "value" else "comparison"):
        yield violation("value", name, "category", operation, record["category"])


def _check_answer(
    name: str, record: Mapping[str, Any], program: Mapping[str, Any], answer: Any, values: Mapping[str, Fraction]
) -> Iterator[Violation]:
    """Yield an answer, key facts or wrong answers that the program does not give or that it gives."""
    text, number = record["answer"], abs(answer) if isinstance(answer, Fraction) else None
    held = {Fraction(each) for each in numbers_in(find_names(text, [_unit(record)])[1])}
    right = number in held if number is not None else bool(find_names(text.split(",")[0], [answer])[0])
    if not right:
        yield violation("answer", name, "answer", str(answer), text)
    known = {*map(abs, values.values()), *([number] if number is not None else [])}
    for stray in sorted(held - known):
        yield violation("answer", name, "answer", "numbers of its facts", float(stray))
    cores = [fact["value"] for fact in read_facts(record)]
    wanted = [answer] if number is None else [float(number)]
    if cores != wanted:
        yield violation("answer", name, "key_facts", wanted, cores)
    for wrong in record["wrong_answers"] or ():
        numbers = {Fraction(each) for each in numbers_in(find_names(wrong["answer"], [_unit(record)])[1])}
        if wrong["answer"] == answer or (number is not None and numbers == {number}):
            yield violation("wrong-answer", name, "wrong answer", "another than the right one", wrong["answer"])
        if wrong["kind"] not in _KINDS:
            yield violation("wrong-answer", name, "kind", f"one of {', '.join(_KINDS)}", wrong["kind"])
    steps = {Fraction(each) for each in numbers_in(record["reasoning"] or "")}
    for fact in facts_read(program):
        if values[fact] not in steps:
            yield violation("answer", name, "reasoning", float(values[fact]), record["reasoning"])


def _unit(record: Mapping[str, Any]) -> str:
    """Return the unit of a number, where it has digits of its own."""
    found = re.search(r"(?<=\d )per [\d,]+ \w+(?: \w+)*", record["answer"])
    return found[0].rstrip(".") if found else ""


def _check_columns(
    name: str, record: Mapping[str, Any], report: Report, passages: Sequence[Passage]
) -> Iterator[Violation]:
    """Yield columns of a question on the text that are not those of its passage, or that only charts have."""
    for column in ("chart_title", "chart_type", "chart_index", "position"):
        if record[column] is not None:
            yield violation("copy", name, column, None, record[column])
    wanted = [(each.ref, page, "paragraph") for each in passages for page, _ in each.places]
    given = [(entry["ref"], entry["page"], entry["kind"]) for entry in record["evidence"]]
    if wanted != given:
        yield violation("evidence", name, "evidence", wanted, given)
        return
    boxes = [box for each in passages for _, box in each.places]
    for box, entry in zip(boxes, record["evidence"], strict=True):
        if any(abs(a - b) > 0.02 for a, b in zip(box, entry["bbox"], strict=True)):
            yield violation("box", name, entry["ref"], box, entry["bbox"])
    told = {
        "required_facts": [each.id for each in passages],
        "required_facts_text": [" ".join(each.entry["sentences"]) for each in passages],
        "fact_sources": [report.sections[each.entry["section"]] for each in passages],
        "required_data_points": [],
        "knobs of the document": json.loads(report.row["knobs"]),
        "question_type": report.document.split,
    }
    own = {"position", "modality"}
    given_columns = {
        **record,
        "knobs of the document": {key: value for key, value in json.loads(record["knobs"]).items() if key not in own},
    }
    for what, value in told.items():
        given_value = given_columns[what] if value != [] else given_columns[what] or []
        if given_value != value:
            yield violation("copy", name, what, value, given_value)


def is_modal(record: Mapping[str, Any]) -> bool:
    """Tell whether a record is of twins that differ in where a fact stands."""
    return "modality" in json.loads(record["knobs"])
