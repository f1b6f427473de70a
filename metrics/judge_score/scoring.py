"""Verdicts of 0-10 to a mean score and to ACC, the share of answers at or above a threshold.

Source: SynthDocBench, section 4, equation 1 and Table 6. A verdict that can't be read is left out and counted by kind.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from metrics.fact_judge import FactJudge
from metrics.judge_replies import read_score
from metrics.judging import Chat, Item, Judge, ModelJudge, Verdict, fingerprint_of, name_of
from metrics.results import check_lengths, choose, group_indexes, make_signature

GivenVerdict = str | float | int | Mapping[str, Any] | Verdict | None
"""A judge's reply as text, a number, a stored verdict (``score``, ``kind``, ``judge``, ``fingerprint``), or None."""


_PARSE_FAILURE = -1
"""SynthDocBench's mark of a reply that could not be read (Table 6)."""


def compute(
    predictions: Sequence[str | None],
    references: Sequence[str],
    groups: Sequence[str | None] | None = None,
    *,
    verdicts: Sequence[GivenVerdict] | None = None,
    judge: Judge | Chat | Literal["facts"] | None = None,
    threshold: float = 6,
    questions: Sequence[str | None] | None = None,
    key_facts: Sequence[Sequence[Mapping[str, Any]] | None] | None = None,
    ids: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the mean score, ACC and counts over judged answers.

    Give either ``verdicts``, and nothing is asked, or ``judge``, which is asked first.

    Args:
        predictions: the answers judged; None is a failed request, which is never judged.
        references: the reference answers.
        groups: a label a record (split, level, domain, ...).
        verdicts: a verdict a record. One that names the fingerprint of another answer is stale: unscored.
        judge: a judge (``ModelJudge(...)``), any callable from prompts to replies, or ``facts`` for the judge of facts.
        threshold: least score that counts as correct, 0 to 10.
        questions: a question a record, shown to the judge.
        key_facts: a list of key facts a record, for a judge of facts.
        ids: names of the records, for errors.

    Returns:
        ``score``: mean of 0-10 or None; ``acc``: share at or above the threshold or None; ``scores``: a score a record,
        None where unscored; ``counts``: ``scored``, ``unscored`` and the unscored by kind; ``groups``: the same by
        group; ``verdicts``: what the judge said, as plain data that can be stored and given again; ``signature``.

    Raises:
        ValueError: lengths differ, the threshold is outside 0-10, both or neither of ``verdicts`` and ``judge`` are
            given, a reference is no text, or a number among the verdicts is outside 0-10 (-1, the paper's mark of a
            reply that can't be read, is unscored).
    """
    check_lengths(
        predictions, references, groups=groups, verdicts=verdicts, questions=questions, key_facts=key_facts, ids=ids
    )
    if not 0 <= threshold <= 10:
        raise ValueError(f"threshold {threshold} is not from 0 to 10")
    if (verdicts is None) == (judge is None):
        raise ValueError("give either verdicts= (already judged) or judge= (to be judged now)")
    names = list(ids) if ids is not None else [f"record {position}" for position in range(len(predictions))]
    items = _make_items(predictions, references, questions, key_facts, names)
    if judge is not None:
        read = _ask_judge(judge, items)
    else:
        read = [_read_given(given, item, name) for given, item, name in zip(verdicts or (), items, names, strict=True)]
    return {
        **_summarize(items, read, range(len(read)), threshold),
        "scores": [verdict.score for verdict in read],
        "threshold": threshold,
        "groups": {
            group: _summarize(items, read, positions, threshold) for group, positions in group_indexes(groups).items()
        },
        "verdicts": [asdict(verdict) for verdict in read],
        "signature": make_signature("judge_score", judge=_judge_names(read), threshold=f"{threshold:g}"),
    }


def _make_items(
    predictions: Sequence[str | None],
    references: Sequence[str],
    questions: Sequence[str | None] | None,
    key_facts: Sequence[Sequence[Mapping[str, Any]] | None] | None,
    names: Sequence[str],
) -> list[Item | None]:
    items: list[Item | None] = []
    for position, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        if not isinstance(reference, str):
            raise ValueError(f"{names[position]}: reference {reference!r} is not text")
        facts = key_facts[position] if key_facts is not None else None
        question = questions[position] if questions is not None else None
        item = Item(prediction or "", reference, question, tuple(facts or ()), names[position])
        items.append(None if prediction is None else item)
    return items


_FAILED = Verdict(None, "failed_request", "", "")


def _ask_judge(judge: Judge | Chat | str, items: Sequence[Item | None]) -> list[Verdict]:
    asked = _choose_judge(judge)
    given = iter(list(asked.judge([item for item in items if item is not None])))
    return [_FAILED if item is None else next(given) for item in items]


def _choose_judge(judge: Judge | Chat | str) -> Judge:
    if isinstance(judge, str):
        choose("judge", judge, ("facts",))
        return FactJudge()
    if isinstance(judge, Judge):
        return judge
    return ModelJudge(judge, name_of(judge))


def _read_given(given: GivenVerdict, item: Item | None, name: str) -> Verdict:
    """Return a verdict that a caller brought along, as a verdict about ``item``."""
    if item is None:
        return _FAILED
    if given is None:
        return Verdict(None, "failed_judge", "", fingerprint_of(item))
    if isinstance(given, Verdict):
        given = asdict(given)
    if isinstance(given, Mapping):
        return _read_stored(given, item, name)
    if isinstance(given, str):
        reading = read_score(given)
        score = None if reading.value is None else float(reading.value)
        return Verdict(score, reading.kind, "", fingerprint_of(item), given)
    if given == _PARSE_FAILURE:
        return Verdict(None, "out_of_range", "", fingerprint_of(item))
    return Verdict(_check_number(given, name), "scored", "", fingerprint_of(item))


def _read_stored(given: Mapping[str, Any], item: Item, name: str) -> Verdict:
    judge = str(given.get("judge") or "")
    current = fingerprint_of(item)
    stored = given.get("fingerprint")
    reply = given.get("reply")
    if stored and stored != current:
        return Verdict(None, "stale", judge, current, reply)
    if given.get("score") is None:
        kind = given.get("kind")
        return Verdict(None, str(kind if kind and kind != "scored" else "no_score"), judge, current, reply)
    return Verdict(_check_number(given["score"], name), "scored", judge, current, reply)


def _check_number(score: Any, name: str) -> float:
    if isinstance(score, bool) or not isinstance(score, int | float) or math.isnan(score) or not 0 <= score <= 10:
        raise ValueError(f"{name}: verdict {score!r} is not a number from 0 to 10; give None where there is no score")
    return float(score)


def _judge_names(verdicts: Sequence[Verdict]) -> str:
    return "+".join(sorted({verdict.judge for verdict in verdicts if verdict.judge})) or "unnamed"


def _summarize(
    items: Sequence[Item | None], read: Sequence[Verdict], positions: Iterable[int], threshold: float
) -> dict[str, Any]:
    chosen = [(items[position], read[position]) for position in positions]
    verdicts = [verdict for _, verdict in chosen]
    empty = sum(item is not None and not item.answer.strip() for item, _ in chosen)
    scores = [verdict.score for verdict in verdicts if verdict.score is not None]
    kinds = Counter(verdict.kind for verdict in verdicts if verdict.score is None)
    return {
        "score": math.fsum(scores) / len(scores) if scores else None,
        "acc": sum(score >= threshold for score in scores) / len(scores) if scores else None,
        "counts": {
            "scored": len(scores),
            "unscored": len(verdicts) - len(scores),
            "empty": empty,
            **dict(sorted(kinds.items())),
        },
    }
