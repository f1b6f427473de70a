"""How far one gets with the questions of a build without reading its documents: guessers, and shortcuts to answers.

A guesser sees the question alone, with what other questions of the build are answered with, or the answer among the
wrong ones; a shortcut is a place of a chart, such as its highest mark, where answers may stand too often. Each is
tried on all questions to which it has something to say, and compared with the chance of being right by luck.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, median_low
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.checks.reports.reading import NUMBER, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

MARGIN = 0.1
"""By how much a guesser may be better than chance."""

DOUBT = 1e-4
"""Chance of so many hits, were a guesser no better than allowed, below which it is held to be better."""

NEAR = 0.05
"""Relative distance within which a guessed number passes for right (SynthDocBench, appendix F)."""

_COLUMNS = [
    "id",
    "doc_id",
    "pair_id",
    "category",
    "question",
    "answer",
    "answer_type",
    "program",
    "key_facts",
    "wrong_answers",
]
_CHOICES = {"course": 4, "shape": 4, "association": 3}
"""Words that answer a question of such a program: how many there are to choose from."""

_NAMING = ("pick", "larger", "smaller")
_ALL = "all"


@dataclass(frozen=True)
class Asked:
    """A question as guessers have it.

    Attributes:
        id, category: of the record.
        world: documents of one pair have the same: what a twin is answered with is no guess.
        question: its text.
        kind: root operation of its program and type of its answer: questions of one kind can have the same answers.
        answer: the answer alone, without unit; "Yes" or "No" where it is one.
        number: the answer where it is one number, else None; years are names.
        unit: of the number.
        options: what the answer can be where these are few: names, words, Yes and No; () for numbers and lists.
        luck: chance of being right by luck: one over the number of options, or of possible counts.
        printed: the answer as wrong answers are printed.
        wrong: the wrong answers.
        places: whether the answer, or the mark that is read, stands at a place, with the chance of it.
    """

    id: str
    world: str
    category: str
    question: str
    kind: str
    answer: str
    number: float | None
    unit: str
    options: tuple[str, ...]
    luck: float
    printed: str
    wrong: tuple[str, ...]
    places: Mapping[str, tuple[bool, float]]


@dataclass(frozen=True)
class Guess:
    """What one guesser comes to in one category, or in all.

    Attributes:
        guesser: a name of ``GUESSERS`` or a place.
        category: of the questions; "all".
        questions: on which it has something to say.
        right: of these.
        chance: mean chance of being right by luck, from 0 to 1.
    """

    guesser: str
    category: str
    questions: int
    right: int
    chance: float

    @property
    def accuracy(self) -> float:
        """Return the share of right guesses."""
        return self.right / self.questions

    @property
    def beats_chance(self) -> bool:
        """Tell whether it is better than chance by more than ``MARGIN``, beyond ``DOUBT``, where it has a limit."""
        if self.guesser in TOLD_ONLY:
            return False
        from scipy.stats import binom  # takes a second to import

        return bool(binom.sf(self.right - 1, self.questions, min(1.0, self.chance + MARGIN)) < DOUBT)


def read_asked(record: Mapping[str, Any], manifest: Mapping[str, Any]) -> Asked:
    """Return a question as guessers have it; of an answer with a verdict among its parts, the verdict alone.

    Args:
        record: of a report, its JSON columns read or as text.
        manifest: of its document.
    """
    program = _read(record["program"])
    core = [fact for fact in map(_read, record["key_facts"]) if fact.get("core", True)]
    core = [fact for fact in core if isinstance(fact["value"], bool)][:1] or core
    value = core[0]["value"] if core else ""
    single = len(core) == 1 and not isinstance(value, list)
    numeric = single and isinstance(value, int | float) and not isinstance(value, bool)
    numeric = numeric and "year" not in (record["answer_type"], core[0].get("answer_type"))
    answer = {True: "Yes", False: "No"}[value] if isinstance(value, bool) else _join(fact["value"] for fact in core)
    wrong = tuple(item["answer"] for item in record["wrong_answers"])
    options = () if numeric or not single else _options(program, answer, wrong)
    possible = len(program["of"]) + 1 if program["op"] == "count" else _CHOICES.get(program["op"], len(options))
    return Asked(
        id=str(record["id"]),
        world=str(record.get("pair_id") or "").rpartition("-")[0] or str(record["doc_id"]),
        category=str(record["category"]),
        question=record["question"],
        kind=f"{program['op']} {record['answer_type']}",
        answer=answer,
        number=float(value) if numeric else None,
        unit=str(core[0].get("unit", "")) if core else "",
        options=options,
        luck=1 / possible if possible else 0.0,
        printed=_as_printed(record["answer"], float(value)) if numeric else answer,
        wrong=wrong,
        places=dict(_places(program, answer, manifest)),
    )


def _read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def _join(values: Iterable[Any]) -> str:
    return ", ".join(_join(value) if isinstance(value, list) else str(value) for value in values)


def _options(program: Mapping[str, Any], answer: str, wrong: Sequence[str]) -> tuple[str, ...]:
    if answer in ("Yes", "No"):
        return ("Yes", "No")
    if program["op"] in _NAMING:
        return tuple(item["name"] for item in program["of"])
    return tuple(dict.fromkeys((answer, *wrong)))


def _as_printed(text: str, value: float) -> str:
    """Return a number as a reference answer prints it; its plain digits where it doesn't."""
    for found in NUMBER.finditer(text):
        if math.isclose(float(found[0].replace(",", "")), abs(value), rel_tol=1e-9):
            return found[0]
    return f"{value:g}"


def _places(
    program: Mapping[str, Any], answer: str, manifest: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[bool, float]]]:
    """Yield the places at which a picked name, or the one mark that is read off, may stand, and whether it does."""
    if program["op"] in _NAMING:
        names = [item["name"] for item in program["of"]]
        if answer in names and len(names) > 2:
            yield "first of the names", (names[0] == answer, 1 / len(names))
            yield "last of the names", (names[-1] == answer, 1 / len(names))
        plain = all(item["value"]["op"] == "value" for item in program["of"] if isinstance(item["value"], dict))
        if plain and program["op"] == "pick" and program["extreme"] != "nearest" and program["place"] == 1:
            yield "highest, not lowest", (program["extreme"] == "highest", 1 / 2)
    if program["op"] == "value":
        shown = [entry["facts"] for entry in manifest["exhibits"] if program["fact"] in entry["facts"]]
        marks = [fact for fact in (shown[0] if shown else ()) if fact]
        values = [manifest["facts"][fact]["value"] for fact in marks]
        if len(marks) > 2:
            own = manifest["facts"][program["fact"]]["value"]
            yield "first mark", (marks[0] == program["fact"], 1 / len(marks))
            yield "last mark", (marks[-1] == program["fact"], 1 / len(marks))
            yield "highest mark", (own == max(values), values.count(max(values)) / len(marks))
            yield "lowest mark", (own == min(values), values.count(min(values)) / len(marks))


Said = tuple[str | float | None, float]
"""A guess, None where a guesser has nothing to say, and the chance of being right by luck."""


class Others:
    """What questions of one kind, in one category, are answered with."""

    def __init__(self, questions: Sequence[Asked]) -> None:
        """Count answers and sort numbers, those of each unit by themselves."""
        answers = Counter(asked.answer for asked in questions if asked.options)
        self._usual = answers.most_common(1)[0][0] if answers else None
        self._numbers: dict[str, list[float]] = defaultdict(list)
        self._own: dict[str, list[Asked]] = defaultdict(list)
        for asked in questions:
            self._own[asked.world].append(asked)
            if asked.number is not None:
                self._numbers[asked.unit].append(abs(asked.number))
        for numbers in self._numbers.values():
            numbers.sort()

    def usual_answer(self) -> str | None:
        """Return the most frequent answer, the asked question's own among them: a guesser is given every chance."""
        return self._usual

    def usual_value(self, asked: Asked) -> float | None:
        """Return the median of the numbers of questions on other worlds in the same unit."""
        numbers = self._numbers[asked.unit][:]
        for other in self._own[asked.world]:
            if other.number is not None and other.unit == asked.unit:
                numbers.remove(abs(other.number))
        return median_low(numbers) if numbers else None


def _guess_named(asked: Asked, place: int) -> Said:
    """Return the first or last option that the question names, if it names two or more."""
    named = find_names(asked.question, asked.options)[0]
    different = tuple(dict.fromkeys(named))
    return (different[place], 1 / len(different)) if len(different) > 1 else (None, 0.0)


def _guess_number(asked: Asked, _: Others) -> Said:
    """Return the last number of the question that is no year and no number of a figure, as a level would be."""
    text = re.sub(r"\b(?:Figure|Table) \d+|\b(?:19|20)\d\d\b", "", asked.question)
    numbers = numbers_in(text)
    return (float(numbers[-1]), asked.luck) if asked.number is not None and numbers else (None, 0.0)


def _guess_typical(asked: Asked, others: Others) -> Said:
    return (others.usual_value(asked), asked.luck) if asked.number is not None else (None, 0.0)


def _guess_majority(asked: Asked, others: Others) -> Said:
    return (others.usual_answer(), asked.luck) if asked.options else (None, 0.0)


def _guess_alone(asked: Asked, others: Others) -> Said:
    """Return the best that the question alone allows: an option that it names, the usual answer or value."""
    tries: list[Callable[[Asked, Others], Said]] = [
        lambda asked, _: _guess_named(asked, 0),
        _guess_majority,
        _guess_typical,
    ]
    said = next((said for guess in tries if (said := guess(asked, others))[0] is not None), (None, 0.0))
    return said if said[0] is not None else ("", 0.0)


def _choose(asked: Asked, key: Callable[[str], Any]) -> Said:
    """Return the one of the answer and the wrong ones that comes first by a key; nothing where some are alike by it."""
    options = [asked.printed, *asked.wrong]
    if asked.number is not None:
        options = [_digits(option) for option in options]
    if len(options) < 2 or len({key(option) for option in options}) < len(options):
        return None, 0.0
    best = min(options, key=key)
    return (asked.answer if best == options[0] else f"not {asked.answer}"), 1 / len(options)


def _digits(option: str) -> str:
    found = NUMBER.search(option)
    return found[0] if found else option


def _value(option: str) -> float:
    return float(numbers[0]) if (numbers := numbers_in(option)) else math.inf


def _choose_numeric(asked: Asked, key: Callable[[str], Any]) -> Said:
    return _choose(asked, key) if asked.number is not None else (None, 0.0)


def _choose_middle(asked: Asked, _: Others) -> Said:
    """Return the middle one in size of the answer and the wrong ones, where their number is odd."""
    values = [_value(option) for option in (asked.printed, *asked.wrong)]
    if asked.number is None or len(values) < 3 or not len(values) % 2 or len(set(values)) < len(values):
        return None, 0.0
    return (asked.number if median(values) == values[0] else math.inf), 1 / len(values)


def _choose_alike(asked: Asked, _: Others) -> Said:
    """Return the one that shares most words with the question."""
    if asked.number is not None:
        return None, 0.0
    words = set(re.findall(r"\w+", asked.question.casefold()))
    return _choose(asked, lambda option: -len(words & set(re.findall(r"\w+", option.casefold()))))


def _zeros(option: str) -> int:
    """Return how many significant digits a printed number has."""
    return len(option.replace(",", "").replace(".", "").strip("0"))


GUESSERS: dict[str, Callable[[Asked, Others], Said]] = {
    "question alone": _guess_alone,
    "usual answer": _guess_majority,
    "usual value": _guess_typical,
    "number in the question": _guess_number,
    "named first": lambda asked, _: _guess_named(asked, 0),
    "named last": lambda asked, _: _guess_named(asked, -1),
    "longest option": lambda asked, _: _choose(asked, lambda option: -len(option)),
    "shortest option": lambda asked, _: _choose(asked, len),
    "highest option": lambda asked, _: _choose_numeric(asked, lambda option: -_value(option)),
    "lowest option": lambda asked, _: _choose_numeric(asked, _value),
    "middle option": _choose_middle,
    "roundest option": lambda asked, _: _choose_numeric(asked, _zeros),
    "option most like the question": _choose_alike,
}
"""Guessers by name; each is given a question and what those of its kind are answered with."""

TOLD_ONLY = frozenset(name for name in GUESSERS if name.endswith("option") or name.startswith("option"))
"""Guessers that choose among the answer and the wrong ones. No model is shown these, so what they come to is told and
no limit set: it concerns who makes a multiple-choice test of them."""


def guess_all(questions: Sequence[Asked]) -> list[Guess]:
    """Return what every guesser and every place comes to, by category and over all categories."""
    kinds: dict[tuple[str, str], list[Asked]] = defaultdict(list)
    for asked in questions:
        kinds[asked.category, asked.kind].append(asked)
    answers = {kind: Others(held) for kind, held in kinds.items()}
    hits: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    for asked in questions:
        others = answers[asked.category, asked.kind]
        tried = {name: guess(asked, others) for name, guess in GUESSERS.items()}
        found = {name: (_is_right(said, asked), chance) for name, (said, chance) in tried.items() if said is not None}
        for name, hit in {**found, **asked.places}.items():
            hits[name, asked.category].append(hit)
            hits[name, _ALL].append(hit)
    order = [*GUESSERS, *dict.fromkeys(name for name, _ in hits if name not in GUESSERS)]
    ranked = sorted(hits.items(), key=lambda item: (order.index(item[0][0]), item[0][1] != _ALL))
    return [
        Guess(name, category, len(held), sum(right for right, _ in held), fmean(chance for _, chance in held))
        for (name, category), held in ranked
    ]


def _is_right(said: str | float | None, asked: Asked) -> bool:
    if isinstance(said, int | float):
        number = abs(asked.number) if asked.number is not None else math.inf
        return math.isfinite(number) and abs(said - number) <= NEAR * number
    return str(said).casefold() == asked.answer.casefold()


def check_guessing(where: str, questions: Sequence[Asked]) -> Iterator[Violation]:
    """Yield guessers and places that are better than chance by more than is allowed."""
    for guess in guess_all(questions):
        if guess.beats_chance:
            yield violation(
                "guessable",
                where,
                f"{guess.guesser}, {guess.category} questions",
                f"about {guess.chance:.0%} right by chance",
                f"{guess.right} of {guess.questions} right",
            )


def read_questions(root: Path, files: Iterable[str], documents: Iterable[str]) -> list[Asked]:
    """Return the questions on reports of a repository as guessers have them.

    Args:
        root: the repository.
        files: its question files on reports, relative to it.
        documents: the files of its ``documents`` config on reports.
    """
    manifests = {
        str(row["doc_id"]): _trim(json.loads(row["manifest"]))
        for path in documents
        for row in pq.read_table(root / path, columns=["doc_id", "manifest"]).to_pylist()
    }
    rows = (row for path in files for row in pq.read_table(root / path, columns=_COLUMNS).to_pylist())
    return [read_asked(row, manifests[str(row["doc_id"])]) for row in rows if str(row["doc_id"]) in manifests]


def _trim(manifest: Mapping[str, Any]) -> dict[str, Any]:
    return {name: manifest[name] for name in ("exhibits", "facts")}
