"""What reviewers decided about questions on a review sheet (SynthDocBench, appendix F), as the sheet exports it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.agreement import cohen_kappa
from dataset_builder.export import read_object
from dataset_builder.schema import canonical_json

FORMAT = "docassay-question-review-1"

RATINGS = ("answerability", "correctness", "clarity")
"""What is rated of a question: can it be answered from the document, is the answer right, is it unambiguous."""

REVIEWERS = 2
"""Who rate each question, independently of each other."""


@dataclass(frozen=True)
class Review:
    """What one reviewer decided.

    Attributes:
        reviewer: their name.
        ratings: by question and then by rating, whether it holds; what nobody has rated is left out.
        fingerprints: by question, of what was judged.
        notes: by question, what the reviewer wrote.
    """

    reviewer: str
    ratings: Mapping[str, Mapping[str, bool]]
    fingerprints: Mapping[str, str]
    notes: Mapping[str, str]

    def accepts(self, question: str) -> bool | None:
        """Return whether all ratings of a question hold, False if one doesn't, None while neither is known."""
        given = self.ratings.get(question, {})
        return False if not all(given.values()) else True if len(given) == len(RATINGS) else None


@dataclass(frozen=True)
class ReviewFigures:
    """What reviews come to.

    Attributes:
        questions: that a reviewer accepted or rejected.
        twice: those on which two reviewers came to a verdict.
        accepted: of ``questions``, those that no reviewer rejected.
        kappa: Cohen's kappa of two reviewers, by rating and of the verdict ("acceptance"); None where both said the
            same of every question, or no question was rated twice.
        failed: how many questions some reviewer found wanting, by rating.
        rejected: the fingerprint of each rejected question by its id.
    """

    questions: int
    twice: int
    accepted: int
    kappa: Mapping[str, float | None]
    failed: Mapping[str, int]
    rejected: Mapping[str, str]


def fingerprint(question: str, answer: str, evidence: Sequence[Mapping[str, Any]]) -> str:
    """Return a hash of what a reviewer judges.

    Args:
        question: its text.
        answer: the reference answer.
        evidence: as in the record contract.
    """
    places = [[item["page"], [round(float(side), 2) for side in item["bbox"]], item["ref"]] for item in evidence]
    return hashlib.sha256(canonical_json([question, answer, places]).encode()).hexdigest()[:16]


def read_reviews(paths: Sequence[Path]) -> list[Review]:
    """Return the reviews of exported files.

    Raises:
        ValueError: a file is not what a review sheet of questions exports, or two are of one reviewer.
        OSError: one can't be read.
    """
    reviews = [_read_review(path) for path in paths]
    for name, count in Counter(review.reviewer for review in reviews).items():
        if count > 1:
            raise ValueError(f"{count} files are of the reviewer {name!r}; each reviewer exports one")
    if len(reviews) > REVIEWERS:
        raise ValueError(f"{len(reviews)} files of decisions; at most {REVIEWERS} reviewers rate a sample")
    return reviews


def _read_review(path: Path) -> Review:
    held = read_object(path)
    if held.get("format") != FORMAT or not isinstance(held.get("questions"), dict):
        raise ValueError(f"{path} is not a file that a review sheet of questions exports (format {FORMAT!r})")
    reviewer = held.get("reviewer")
    if not isinstance(reviewer, str) or not reviewer.strip():
        raise ValueError(f"{path}: reviewer {reviewer!r} is not a name")
    for name, item in held["questions"].items():
        _check_item(f"{path}: {name}", item)
    items = held["questions"].items()
    return Review(
        reviewer.strip(),
        {name: dict(item["ratings"]) for name, item in items},
        {name: item["fingerprint"] for name, item in items},
        {name: item["note"] for name, item in items if item.get("note")},
    )


def _check_item(name: str, item: Any) -> None:
    if not isinstance(item, dict) or not isinstance(item.get("ratings"), dict):
        raise ValueError(f"{name}: {item!r} is not an object with ratings")
    if not isinstance(item.get("fingerprint"), str):
        raise ValueError(f"{name}: fingerprint {item.get('fingerprint')!r} is not text")
    if not isinstance(item.get("note", ""), str):
        raise ValueError(f"{name}: note {item['note']!r} is not text")
    for rating, value in item["ratings"].items():
        if rating not in RATINGS:
            raise ValueError(f"{name}: rating {rating!r} is not one of {', '.join(RATINGS)}")
        if not isinstance(value, bool):
            raise ValueError(f"{name}: {rating} {value!r} is not true or false")


def list_rejected(reviews: Sequence[Review]) -> dict[str, str]:
    """Return the fingerprint of every question that a reviewer rejected, by its id."""
    return {
        name: review.fingerprints[name]
        for review in reviews
        for name in review.ratings
        if review.accepts(name) is False
    }


def measure_reviews(reviews: Sequence[Review], fingerprints: Mapping[str, str]) -> ReviewFigures:
    """Return what reviews come to.

    Args:
        reviews: of one or two reviewers.
        fingerprints: of the questions as they are, by id; ratings of others don't count.
    """

    def counts(review: Review, name: str) -> bool:
        return name in fingerprints and review.fingerprints.get(name) == fingerprints[name]

    verdicts = [
        {name: said for name in review.ratings if counts(review, name) and (said := review.accepts(name)) is not None}
        for review in reviews
    ]
    judged = dict.fromkeys(name for held in verdicts for name in held)
    rejected = {name for held in verdicts for name, said in held.items() if not said}
    kappa: dict[str, float | None] = {}
    for rating in RATINGS:
        given = [
            {name: held[rating] for name, held in review.ratings.items() if rating in held and counts(review, name)}
            for review in reviews
        ]
        kappa[rating] = _kappa(given)
    kappa["acceptance"] = _kappa(verdicts)
    failed = {
        rating: len(
            {
                name
                for review in reviews
                for name, held in review.ratings.items()
                if counts(review, name) and held.get(rating) is False
            }
        )
        for rating in RATINGS
    }
    twice = len(set.intersection(*map(set, verdicts))) if len(verdicts) > 1 else 0
    return ReviewFigures(
        len(judged), twice, len(judged) - len(rejected), kappa, failed, {name: fingerprints[name] for name in rejected}
    )


def _kappa(given: Sequence[Mapping[str, bool]]) -> float | None:
    """Return Cohen's kappa over what both reviewers rated."""
    if len(given) < REVIEWERS:
        return None
    both = [name for name in given[0] if name in given[1]]
    return cohen_kappa([given[0][name] for name in both], [given[1][name] for name in both]) if both else None
