"""How a written task came to be admitted (GDP.pdf, section 3.5): what is on record, and the rules that it must meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.authoring.marked import Reader, Value

FAILURES = ("wrong_answer", "dropped_evidence", "fabricated_claim", "none")
"""What a grader says of a screened model's answer: one of three major failures, or none."""

MODELS = 2
"""Models of which each must fail in a major way."""


@dataclass(frozen=True)
class Attempt:
    """What a screening model answered, and what a grader says of it."""

    model: str
    output: str
    failure: str
    grader: str
    note: str = ""

    @property
    def major(self) -> bool:
        """Return whether the answer fails in a way that matters."""
        return self.failure in FAILURES[:-1]


@dataclass(frozen=True)
class Workflow:
    """The record of a task's curation; empty parts belong to drafts.

    Attributes:
        source: who wrote it, why it matters in that work, and whose the document is.
        screening: the models' answers with their grades.
        novelty, ambiguity: the filters' questions, who answered them, and a note.
        sanity: grades that a person gave to gold and bad output where no check decides, by criterion.
    """

    source: Mapping[str, str]
    screening: tuple[Attempt, ...] = ()
    novelty: Mapping[str, Any] | None = None
    ambiguity: Mapping[str, Any] | None = None
    sanity: Mapping[str, Any] | None = None

    @property
    def finished(self) -> bool:
        """Return whether every step is on record."""
        return bool(self.screening and self.novelty and self.ambiguity)


def read_workflow(
    reader: Reader,
    held: Mapping[str, Value],
    rubric: Sequence[Mapping[str, Any]],
    built_around: Sequence[str],
    *,
    draft: bool,
) -> Workflow:
    """Return the record of a task's curation; what breaks its rules is kept by the reader.

    Args:
        reader: of the file.
        held: the file's members.
        rubric: the criteria.
        built_around: the criterion that the bad output fails first.
        draft: steps may be missing; those that are there must be right.
    """
    needed = ("author", "why_it_matters", "rights")
    source = reader.fields(held["source"], needed) if "source" in held else {}
    screening = tuple(_read_attempts(reader, held))
    failed = {attempt.model for attempt in screening if attempt.major}
    if "screening" in held and not draft and len(failed) < MODELS:
        told = f": {', '.join(sorted(failed))}" if failed else ""
        reader.wrong(held["screening"], f"{len(failed)} models failed in a major way{told}; a task needs {MODELS}")
    novelty = _read_filter(reader, held, "novelty", ("answerable_from_priors", "needs_private_context"))
    ambiguity = _read_filter(reader, held, "ambiguity", ("ambiguous",))
    sanity = _read_sanity(reader, held, rubric, built_around, draft=draft)
    return Workflow({name: reader.text(source, name) for name in needed}, screening, novelty, ambiguity, sanity)


def _read_attempts(reader: Reader, held: Mapping[str, Value]) -> list[Attempt]:
    found: list[Attempt] = []
    for item in reader.items(held, "screening"):
        own = reader.fields(item, ("model", "output", "failure", "grader"), ("note",))
        names = ("model", "output", "failure", "grader", "note")
        texts = {name: reader.text(own, name, FAILURES if name == "failure" else ()) for name in names}
        found.append(Attempt(**texts))
    return found


def _read_filter(
    reader: Reader, held: Mapping[str, Value], name: str, questions: Sequence[str]
) -> Mapping[str, Any] | None:
    """Return a filter's answers, each of which must be no for the task to be admitted (section 3.5, step 3)."""
    if name not in held:
        return None
    own = reader.fields(held[name], (*questions, "checked_by", "note"))
    for question in questions:
        if reader.flag(own, question):
            reader.wrong(own[question], "is true, so the task is to be rejected or written anew")
    texts = {one: reader.text(own, one) for one in ("checked_by", "note")}
    return {**{question: reader.flag(own, question) for question in questions}, **texts}


def _read_sanity(
    reader: Reader,
    held: Mapping[str, Value],
    rubric: Sequence[Mapping[str, Any]],
    built_around: Sequence[str],
    *,
    draft: bool,
) -> Mapping[str, Any] | None:
    """Return a person's grades; criteria without a check need them: gold meets all, the bad output not its first."""
    unchecked = [str(one["id"]) for one in rubric if "check" not in one and one["id"]]
    if "sanity" not in held:
        if unchecked and not draft:
            names = ", ".join(unchecked)
            where = held.get("rubric") or Value(None, 1)
            reader.wrong(where, f"{names} have no check, so sanity must hold a person's grades of gold and bad_output")
        return None
    own = reader.fields(held["sanity"], ("grader", "gold", "bad_output"))
    ids = [str(one["id"]) for one in rubric]
    grades: dict[str, dict[str, bool | None]] = {}
    for answer in ("gold", "bad_output"):
        given = reader.fields(own[answer], (), ids) if answer in own else {}
        grades[answer] = {name: reader.flag(given, name) for name in given}
        if answer in own:
            wanted = unchecked if answer == "gold" else [name for name in built_around if name in unchecked]
            for name in (name for name in wanted if name not in given):
                reader.wrong(own[answer], "is missing: no check decides it", name)
            for name, met in grades[answer].items():
                if answer == "gold" and met is False:
                    reader.wrong(given[name], "not met by the gold answer")
                elif answer == "bad_output" and met is True and name in built_around:
                    reader.wrong(given[name], "met, and the bad output was built to fail it")
    return {"grader": reader.text(own, "grader"), **grades}
