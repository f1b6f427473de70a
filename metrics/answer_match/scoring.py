"""Short answers: the final answer of a reply against the right one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.answers import COMPARED_TYPES, Tolerance, answers_match, infer_answer_type, parse_answer
from metrics.answer_match.extraction import Extraction, extract_answer, extract_published, first_sentence
from metrics.replies import to_json_text
from metrics.results import check_lengths, choose, group_indexes, make_signature

MODES: tuple[str, ...] = ("published", "strict")
KINDS: tuple[str, ...] = ("answered", "empty", "truncated", "other_type", "abstained")

_PREFIX = re.compile(r"answer:\s*", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class AnswerScore:
    """What one reply scored.

    Attributes:
        score: 1.0 or 0.0, None for a failed request.
        kind: one of ``KINDS``, or ``failed_request``.
        answer: the extracted answer, None where there is none.
        marked: whether a marker stood before it.
        changed: whether an earlier marked answer differs from the last.
    """

    score: float | None
    kind: str
    answer: str | None = None
    marked: bool = False
    changed: bool = False


def published_match(answer: str, reference: str) -> bool:
    """Return the published verdict: equal but for case, else the last numbers within 1% or 0.001.

    A leading ``answer:`` is dropped. So loose that 2010 passes for 2020, and "Store 3" for "Region 3".

    >>> published_match("about 405517 units", "405,517"), published_match("Q1 2023", "Q3 2023")
    (True, True)
    """
    found, expected = (_PREFIX.sub("", text.strip(), count=1).lower() for text in (answer, reference))
    if found == expected:
        return True
    numbers, targets = (_NUMBER.findall(text.replace(",", "")) for text in (found, expected))
    if not numbers or not targets:
        return False
    number, target = float(numbers[-1]), float(targets[-1])
    return abs(number - target) <= max(0.01 * abs(target), 0.001)


def score_one(
    prediction: str | None,
    reference: str,
    mode: str = "published",
    *,
    answer_type: str | None = None,
    unit: str | None = None,
    tolerance: Tolerance | Mapping[str, float] | None = None,
    name: str = "record",
) -> AnswerScore:
    """Return what one reply scored.

    Args:
        prediction: the whole reply, None for a failed request; what is not text counts as its JSON text.
        reference: the right answer.
        mode: ``published`` or ``strict``.
        answer_type: strict mode: one of ``COMPARED_TYPES``; None infers it from the reference.
        unit: strict mode: the question's unit.
        tolerance: strict mode: what the question grants, as ``Tolerance`` or ``{"absolute": .., "relative": ..}``.
        name: the record's name in errors.

    Raises:
        ValueError: the reference is blank or not of its type, or an option is unknown; the record is named.

    >>> score_one("The answer is: 2010", "2020").score, score_one("The answer is: 2010", "2020", "strict").score
    (1.0, 0.0)
    """
    choose("mode", mode, MODES)
    if not isinstance(reference, str) or not reference.strip():
        raise ValueError(f"{name}: reference {reference!r} is not the text of an answer")
    answer_type = answer_type or infer_answer_type(reference)
    choose(f"{name}: answer_type", answer_type, COMPARED_TYPES)
    if mode == "strict" and parse_answer(reference, answer_type) is None:
        raise ValueError(f"{name}: reference {reference!r} is not of type {answer_type}")
    prediction = to_json_text(prediction)
    if prediction is None:
        return AnswerScore(None, "failed_request")
    extraction = extract_answer(prediction, as_list=answer_type == "list")
    if mode == "published":
        answer = extract_published(prediction)
        return AnswerScore(
            float(published_match(answer, reference)),
            "answered" if answer else "empty",
            answer or None,
            marked=extraction.marked,
            changed=len({text.lower() for text in extraction.answers}) > 1,
        )
    return _score_strictly(extraction, reference, answer_type, unit, _read_tolerance(tolerance, name))


def _score_strictly(
    extraction: Extraction, reference: str, answer_type: str, unit: str | None, tolerance: Tolerance | None
) -> AnswerScore:
    changed = any(not _same(text, extraction.answers[-1], answer_type) for text in set(extraction.answers[:-1]))
    if extraction.answer is None:
        return AnswerScore(0.0, extraction.kind, None, extraction.marked, changed)
    candidates = [text for text in dict.fromkeys((extraction.answer, first_sentence(extraction.answer))) if text]
    for candidate in candidates:
        if answers_match(candidate, reference, answer_type, unit=unit, tolerance=tolerance):
            return AnswerScore(1.0, "answered", candidate, extraction.marked, changed)
    kind = "answered"
    if any(parse_answer(candidate, "abstain") for candidate in candidates):
        kind = "abstained"
    elif all(parse_answer(candidate, answer_type) is None for candidate in candidates):
        kind = "other_type"
    return AnswerScore(0.0, kind, extraction.answer, extraction.marked, changed)


def _same(first: str, second: str, answer_type: str) -> bool:
    """Return whether two marked answers are one answer; texts that aren't of the type are compared as they are."""
    if parse_answer(second, answer_type) is None:
        return first == second
    return answers_match(first, second, answer_type)


def _read_tolerance(tolerance: Tolerance | Mapping[str, float] | None, name: str) -> Tolerance | None:
    if tolerance is None or isinstance(tolerance, Tolerance):
        return tolerance
    unknown = sorted(set(tolerance) - {"absolute", "relative"})
    if unknown:
        raise ValueError(f"{name}: tolerance {unknown[0]!r} is not one of absolute, relative")
    return Tolerance(**{key: value for key, value in tolerance.items() if value is not None})


def compute(
    predictions: Sequence[str | None],
    references: Sequence[str],
    groups: Sequence[str | None] | None = None,
    mode: str = "published",
    *,
    answer_types: Sequence[str | None] | None = None,
    units: Sequence[str | None] | None = None,
    tolerances: Sequence[Tolerance | Mapping[str, float] | None] | None = None,
    ids: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the result of a run, in the shape that all metrics share.

    Args:
        predictions: whole replies, None for failed requests.
        references: right answers.
        groups: a name for each record, such as its task; figures are given for each.
        mode: ``published`` (the paper's rules) or ``strict`` (typed, ours).
        answer_types: strict mode: for each record its answer type; None infers it from the reference.
        units: strict mode: for each record the question's unit.
        tolerances: strict mode: for each record what the question grants.
        ids: for each record its name in errors.

    Raises:
        ValueError: lengths differ, an option is unknown, or a reference is malformed (the record is named).
    """
    choose("mode", mode, MODES)
    check_lengths(
        predictions,
        references,
        groups=groups,
        answer_types=answer_types,
        units=units,
        tolerances=tolerances,
        ids=ids,
    )
    answers = [
        score_one(
            prediction,
            references[i],
            mode,
            answer_type=answer_types[i] if answer_types is not None else None,
            unit=units[i] if units is not None else None,
            tolerance=tolerances[i] if tolerances is not None else None,
            name=ids[i] if ids is not None else f"record {i}",
        )
        for i, prediction in enumerate(predictions)
    ]
    return {
        **_summarize(answers),
        "scores": [answer.score for answer in answers],
        "answers": [answer.answer for answer in answers],
        "signature": make_signature("answer_match", mode=mode),
        "groups": {name: _summarize([answers[i] for i in indexes]) for name, indexes in group_indexes(groups).items()},
    }


def _summarize(answers: Iterable[AnswerScore]) -> dict[str, Any]:
    answers = list(answers)
    scores = [answer.score for answer in answers if answer.score is not None]
    accuracy = sum(scores) / len(scores) if scores else None
    kinds = Counter(answer.kind for answer in answers)
    counts = {
        "scored": len(scores),
        "unscored": len(answers) - len(scores),
        "failed_request": kinds["failed_request"],
        **{kind: kinds[kind] for kind in KINDS},
        "no_marker": sum(answer.score is not None and not answer.marked for answer in answers),
        "changed_answer": sum(answer.changed for answer in answers),
    }
    return {"score": accuracy, "accuracy": accuracy, "counts": counts}
