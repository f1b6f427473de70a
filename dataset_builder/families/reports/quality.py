"""Quality control of questions on reports (SynthDocBench, appendix F): each is screened before it is shipped.

Numbers are computed again from the manifest by the evaluator that ``docassay check`` has, which shares nothing with the
one that gave the answers; four rules hold a question's words against its manifest; people's decisions leave out what
they rejected. A question that fails is left out and counted under the first rule that it breaks. What is legible, told
in one channel only, or unique is seen to before: such a report is laid out again or refused (see ``content`` and
``page``), and ``docassay check`` finds what got by.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.answers import COUNTS
from dataset_builder.checks.reports.cross_programs import CrossSolver
from dataset_builder.checks.reports.guessing import Asked, Guess, guess_all, read_asked
from dataset_builder.checks.reports.programs import run_program
from dataset_builder.checks.reports.reading import numbers_in
from dataset_builder.families import BuiltDocument, Note, Refused, Summary
from dataset_builder.families.reports.composition import report_note
from dataset_builder.families.reports.decisions import fingerprint
from dataset_builder.schema import canonical_json

FURTHEST = Fraction(5, 100)
"""How far a number may be off, relative to the one computed again."""

FEWEST_TOKENS = 6
MOST_SHARED = 0.4
"""Share of an answer's tokens that may stand in its question."""

RULES: dict[str, str] = {
    "number": "the number is over 5% off when computed again",
    "reference": "it is about something that the report doesn't hold",
    "length": f"the answer has fewer than {FEWEST_TOKENS} tokens",
    "overlap": f"over {MOST_SHARED:.0%} of the answer's tokens stand in the question",
    "level": "level and steps disagree",
    "review": "rejected in review",
}
"""Why a question is left out, in the order in which it is tried."""

_READING = frozenset({"value", "values", "parts", "stated", "lookup", "number", "round"})
_COMPUTING = frozenset(
    {"add", "subtract", "divide", "multiply", "percent", "sum", "mean", "count", "tally"}
    | {"growth_rate", "grow", "months"}
)
_STEPS = {"L1": 2, "L2": 3, "L3": 3, "L4": 3, "L5": 2}
"""Fewest steps of the reasoning, finding the place among them: what ends in a full stop, a colon or a semicolon."""


def screen_report(document: BuiltDocument, rejected: Mapping[str, str]) -> BuiltDocument | Refused:
    """Return a report without the questions that fail, with notes on all; refused where none is left.

    Args:
        document: as exported.
        rejected: fingerprint of each question that reviewers rejected, by its id; a question that has another one is
            not the one that they saw, and is kept.
    """
    manifest = document.document["manifest"]
    faults = {
        str(row["id"]): find_fault(row, manifest)
        or ("review" if rejected.get(str(row["id"])) == fingerprint_of(row) else "")
        for _, row in document.rows
    }
    kept = tuple((split, row) for split, row in document.rows if not faults[str(row["id"])])
    domain = str(manifest["topic"]["domain"])
    notes = (
        report_note(document.document["knobs"], document.pdf, domain),
        *(question_note(split, row, manifest, faults[str(row["id"])]) for split, row in document.rows),
    )
    if not kept:
        return Refused(document.index, document.doc_id, "no question is left after quality control", notes)
    texts = {row["question"] for _, row in kept}
    questions = [question for question in manifest["questions"] if question["text"] in texts]
    held = {**document.document, "manifest": {**manifest, "questions": questions}}
    return replace(document, rows=kept, document=held, notes=notes)


def find_fault(row: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    """Return the first of ``RULES`` that a question breaks, "" where it breaks none."""
    program = json.loads(row["program"])
    answer, question = _tokens(row["answer"]), Counter(_tokens(row["question"]))
    if not _is_recomputed(row, program, manifest):
        return "number"
    if not _is_held(row, manifest):
        return "reference"
    if len(answer) < FEWEST_TOKENS:
        return "length"
    if (Counter(answer) & question).total() > MOST_SHARED * len(answer):
        return "overlap"
    return "" if _fits_level(row, program) else "level"


def fingerprint_of(row: Mapping[str, Any]) -> str:
    """Return a hash of what a reviewer judges: question, answer and where its evidence stands."""
    return fingerprint(row["question"], row["answer"], row["evidence"])


def question_note(split: str, row: Mapping[str, Any], manifest: Mapping[str, Any], fault: str) -> Note:
    """Return what is counted of a question over a build, as a flat row."""
    return {
        "part": "question",
        "id": row["id"],
        "split": split,
        "category": row["category"],
        "level": row["level"],
        "third": row["knobs"]["position"],
        "domain": row["domain"],
        "chart_type": row.get("chart_type"),
        "distance": row.get("evidence_distance"),
        "fault": fault,
        "fingerprint": fingerprint_of(row),
        "asked": canonical_json(asdict(read_asked(row, manifest))),
    }


def measure_quality(summaries: Sequence[Summary]) -> dict[str, int | float]:
    """Return what quality control left out by rule, and how far guessers and shortcuts get with what it kept."""
    notes = [note for summary in summaries for note in summary.notes if note.get("part") == "question"]
    faults = Counter(note["fault"] for note in notes if note["fault"])
    figures: dict[str, int | float] = {"questions screened": len(notes), "questions kept": len(notes) - faults.total()}
    figures |= {f"questions left out: {meaning}": faults[rule] for rule, meaning in RULES.items()}
    kept = [_read_asked_note(note) for note in notes if not note["fault"]]
    guesses = guess_all(kept)
    figures["guessers better than chance"] = sum(guess.beats_chance for guess in guesses)
    for title, cell in _TABLES.items():
        figures |= {f"{title} | {guess.guesser} | {guess.category}": cell(guess) for guess in guesses}
    return figures


_TABLES: dict[str, Callable[[Guess], int | float]] = {
    "Guessers and shortcuts: right (%)": lambda guess: round(100 * guess.accuracy, 1),
    "The same, right by chance (%)": lambda guess: round(100 * guess.chance, 1),
    "The same, questions to which they have an answer": lambda guess: guess.questions,
}


def _read_asked_note(note: Note) -> Asked:
    held = json.loads(str(note["asked"]))
    places = {name: (bool(hit), float(chance)) for name, (hit, chance) in held["places"].items()}
    return Asked(**{**held, "options": tuple(held["options"]), "wrong": tuple(held["wrong"]), "places": places})


def _tokens(text: str) -> list[str]:
    """Return the tokens of a text: what stands between white space, without punctuation and capitals.

    >>> _tokens("Harrow has 21.6 km (“low”).")
    ['harrow', 'has', '21.6', 'km', 'low']
    """
    plain = (word.strip(".,;:?!“”‘’\"'()[]").casefold() for word in text.split())
    return [word for word in plain if word]


def _is_recomputed(row: Mapping[str, Any], program: Mapping[str, Any], manifest: Mapping[str, Any]) -> bool:
    """Tell whether the numbers of an answer come out again, within ``FURTHEST``, in the key facts and in the words.

    Numbers beside a name that the program gives, such as its value, are left to ``docassay check``.
    """
    core = [fact["value"] for fact in row["key_facts"] if fact.get("core", True)]
    numbers = [value for value in core if isinstance(value, int | float) and not isinstance(value, bool)]
    held = [abs(Fraction(str(number))) for number in numbers]
    if not held or (len(core) > 1 and program["op"] not in ("parts", "values")):
        return True
    parts = program["of"] if program["op"] == "parts" else [program]
    wanted = [abs(number) for part in parts for number in _recompute(part, manifest)]
    said = [Fraction(text) for text in _numbers(row["answer"])]
    told = [number for number in wanted if any(_near(word, number) for word in said)]
    return all(any(_near(number, each) for each in told) for number in held)


def _recompute(program: Mapping[str, Any], manifest: Mapping[str, Any]) -> tuple[Fraction, ...]:
    """Return the numbers that a program gives, years among them; none where it gives none, or can't be computed."""
    shown = {fact: Fraction(str(entry["value"])) for fact, entry in manifest["facts"].items()}
    said = {entry["id"]: entry["said"] for entry in manifest.get("statements", ())}
    with suppress(KeyError, ValueError, IndexError, ZeroDivisionError):
        answers = map(_number_of, _evaluate(program, shown, said))
        return tuple(answer for answer in answers if isinstance(answer, Fraction))
    return ()


def _evaluate(
    program: Mapping[str, Any], shown: Mapping[str, Fraction], said: Mapping[str, Mapping[str, Any]]
) -> tuple[Fraction | str, ...]:
    """Return the parts of what a program gives, by the evaluator of charts, else by that of complex questions.

    Raises:
        KeyError: a fact or an operand is missing.
        ValueError: both lack an operation, or there is no one answer.
    """

    def stated(statement: str, name: str) -> Fraction | str:
        return _number_of(said[statement][name])

    def bind(part: Any) -> Any:
        """Return a program with what statements say, and the facts that are looked up by it, in their places."""
        if isinstance(part, list):
            return [bind(each) for each in part]
        if not isinstance(part, Mapping):
            return part
        if part.get("op") == "stated":
            return said[part["statement"]][part["name"]]
        if part.get("op") == "lookup":
            keys = [key if isinstance(key, str) else _evaluate(key, shown, said)[0] for key in part["keys"]]
            return {"op": "value", "fact": "/".join((part["dataset"], *map(str, keys)))}
        return {name: bind(each) for name, each in part.items()}

    if program["op"] == "stated":
        return (stated(program["statement"], program["name"]),)
    try:
        found = run_program(bind(program), shown)
    except (KeyError, ValueError, TypeError):
        return CrossSolver(shown, stated).solve(program)
    return found if isinstance(found, tuple) else (found,)


def _number_of(value: Any) -> Fraction | str:
    try:
        return Fraction(str(value))
    except ValueError:
        return str(value)


def _near(number: Fraction, wanted: Fraction) -> bool:
    return abs(number - wanted) <= FURTHEST * wanted


def _numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text without signs; small ones may be words."""
    yield from numbers_in(text)
    for word in _tokens(text):
        if word in COUNTS:
            yield str(COUNTS.index(word))


def _is_held(row: Mapping[str, Any], manifest: Mapping[str, Any]) -> bool:
    """Tell whether all that a question names and rests on is in the manifest."""
    parts = [item for part in manifest.values() if isinstance(part, list) for item in part if isinstance(item, Mapping)]
    names = {str(item[key]) for item in parts for key in ("ref", "id") if key in item}
    numbers = {(item["kind"], int(item["number"])) for item in manifest["exhibits"]}
    figures = {("chart", int(number)) for number in re.findall(r"\bFigure (\d+)", row["question"])}
    tables = {("table", int(number)) for number in re.findall(r"\bTable (\d+)", row["question"])}
    titles = {item["title"] for item in manifest["exhibits"]}
    return (
        bool(row["evidence"])
        and {item["ref"] for item in row["evidence"]} <= names
        and {fact for fact in row["required_facts"] or () if "/" in fact} <= set(manifest["facts"])
        and figures | tables <= numbers
        and (not row.get("chart_title") or row["chart_title"] in titles)
    )


def _fits_level(row: Mapping[str, Any], program: Mapping[str, Any]) -> bool:
    """Tell whether a question's level is what its program and its reasoning do (Table 13).

    L1 reads and does nothing else; L2 does something with what was read; L3 computes; L4 reads chart and text; L5 tells
    what a drawing stands for, or what its readings come to.
    """
    operations = set(_operations(program))
    inferring = operations - _READING
    enough = {
        "L1": not inferring,
        "L2": bool(inferring),
        "L3": bool(operations & _COMPUTING),
        "L4": "stated" in operations,
        "L5": bool(inferring),
    }
    steps = re.findall(r"[.?!:;](?=\s|$)", row["reasoning"] or "")
    return enough.get(row["level"], False) and len(steps) >= _STEPS[row["level"]]


def _operations(program: Any) -> Iterator[str]:
    if isinstance(program, Mapping):
        if "op" in program:
            yield str(program["op"])
        for part in program.values():
            yield from _operations(part)
    elif isinstance(program, list):
        for part in program:
            yield from _operations(part)
