"""ANLS of short answers with several references, and ANLS* of nested values.

Sources: ANLS as first defined for ST-VQA (Biten et al., 2019); ANLS* (Peer et al., 2024). The maximum over references
is taken of the similarities, each already cut off at the threshold, never of 0/1 outcomes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein
from scipy.optimize import linear_sum_assignment

from dataset_builder.trees import is_empty
from metrics.replies import MAX_DEPTH, is_too_deep
from metrics.results import check_lengths, choose, group_indexes, make_signature

MODES = ("text", "tree")
BOUNDARIES = ("exclusive", "inclusive")
THRESHOLD = 0.5


def similarity(prediction: str, reference: str, *, boundary: str = "exclusive") -> float:
    """Return 1 minus the Levenshtein distance over the longer length, or 0 where the two differ too much.

    Case is folded to lower and runs of white space count as one space.

    Args:
        prediction: what the model said.
        reference: what is right.
        boundary: ``exclusive``, as first defined: a distance of exactly half scores 0; ``inclusive``: it scores 0.5.

    Returns:
        0.0 to 1.0.

    >>> round(similarity("Anaheim Ducks", "anaheim  duck"), 3)
    0.923
    >>> similarity("abxy", "abcd"), similarity("abxy", "abcd", boundary="inclusive")
    (0.0, 0.5)
    """
    choose("boundary", boundary, BOUNDARIES)
    return _similarity(_normalise(prediction), _normalise(reference), boundary == "inclusive")


def score_one(prediction: str, references: Sequence[str], *, boundary: str = "exclusive") -> float:
    """Return the best similarity over the references.

    Raises:
        ValueError: ``references`` is empty.

    >>> score_one("two thousand", ["2000", "two thousands"])
    0.9230769230769231
    """
    if not references:
        raise ValueError("references: at least one answer is needed")
    return max(similarity(prediction, reference, boundary=boundary) for reference in references)


def score_tree(prediction: Any, reference: Any, *, boundary: str = "exclusive") -> float:
    """Return ANLS* of nested values: objects by key, lists by the best assignment, leaves by similarity.

    Missing and invented parts both cost. A tuple in the reference lists alternatives, of which the best counts.

    Args:
        prediction: JSON value (object, list, string, number, boolean, null).
        reference: the same, with tuples for alternatives.
        boundary: as for ``similarity``.

    Returns:
        0.0 to 1.0; 1.0 for two empty values.

    Raises:
        ValueError: a value is not JSON, an alternative list is empty, or the prediction holds a tuple.

    >>> score_tree({"name": "Ann", "items": ["b", "a"]}, {"name": ("Anne", "Ann"), "items": ["a", "b", "c"]})
    0.75
    """
    choose("boundary", boundary, BOUNDARIES)
    return _share(*_compare(reference, prediction, boundary == "inclusive"))


def compute(
    predictions: Sequence[Any],
    references: Sequence[Any],
    groups: Sequence[str | None] | None = None,
    mode: str = "text",
    *,
    boundary: str = "exclusive",
    ids: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the mean ANLS and the score of each record, in the common result shape.

    Args:
        predictions: answers; JSON text or values in ``tree`` mode; None is a failed request and unscored.
        references: for each record one answer or a list of acceptable answers; JSON texts in ``tree`` mode.
        groups: a label a record, such as the split; None leaves the record out of the groups.
        mode: ``text`` (ANLS of strings) or ``tree`` (ANLS* of nested values; text that is not JSON, or
            nested deeper than ``MAX_DEPTH``, scores 0 and is counted as ``not_json``).
        boundary: as for ``similarity``.
        ids: names of the records in errors.

    Raises:
        ValueError: lengths differ, an option is unknown, or a reference is empty or malformed; the record is named.

    >>> compute(["Paris", "Rom", None], [["paris"], ["Rome", "Roma"], ["x"]])["scores"]
    [1.0, 0.75, None]
    """
    choose("mode", mode, MODES)
    choose("boundary", boundary, BOUNDARIES)
    check_lengths(predictions, references, groups=groups, ids=ids)
    score = _score_tree_record if mode == "tree" else _score_text_record
    counts = {"scored": 0, "unscored": 0, "failed_request": 0, "not_json": 0}
    scores: list[float | None] = []
    for position, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        name = ids[position] if ids else f"record {position}"
        value, kind = score(prediction, reference, boundary, name)
        scores.append(value)
        counts["unscored" if value is None else "scored"] += 1
        if kind:
            counts[kind] += 1
    return {
        "score": _mean(scores),
        "scores": scores,
        "anls": _mean(scores),
        "counts": counts,
        "signature": make_signature("anls", mode=mode, boundary=boundary, threshold=THRESHOLD),
        "groups": {
            label: {
                "score": _mean(members),
                "scored": sum(score is not None for score in members),
                "records": len(members),
            }
            for label, indexes in group_indexes(groups).items()
            for members in [[scores[index] for index in indexes]]
        },
    }


def _score_text_record(prediction: Any, reference: Any, boundary: str, name: str) -> tuple[float | None, str]:
    references = [reference] if isinstance(reference, str) else reference
    if not references or not all(isinstance(text, str) for text in references):
        raise ValueError(f"{name}: reference {reference!r} is not an answer or a list of answers")
    if prediction is None:
        return None, "failed_request"
    return score_one(str(prediction), references, boundary=boundary), ""


def _score_tree_record(prediction: Any, reference: Any, boundary: str, name: str) -> tuple[float | None, str]:
    alternatives = (
        reference if isinstance(reference, list) and all(isinstance(r, str) for r in reference) else [reference]
    )
    try:
        trees = tuple(json.loads(text) if isinstance(text, str) else text for text in alternatives)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name}: reference {str(reference)[:80]!r} is not JSON: {error}") from error
    if not trees:
        raise ValueError(f"{name}: reference {reference!r} holds no answer")
    if any(is_too_deep(tree) for tree in trees):
        raise ValueError(f"{name}: reference is nested deeper than {MAX_DEPTH}")
    if prediction is None:
        return None, "failed_request"
    if isinstance(prediction, str):
        try:
            prediction = json.loads(prediction)
        except (ValueError, RecursionError):
            return 0.0, "not_json"
    if is_too_deep(prediction):
        return 0.0, "not_json"
    return score_tree(prediction, trees, boundary=boundary), ""


def _normalise(text: str) -> str:
    return " ".join(text.lower().split())


def _similarity(prediction: str, reference: str, inclusive: bool) -> float:
    longer = max(len(prediction), len(reference))
    if longer == 0:
        return 1.0
    value = 1 - Levenshtein.distance(prediction, reference) / longer
    return value if value > THRESHOLD or (inclusive and value == THRESHOLD) else 0.0


def _compare(reference: Any, prediction: Any, inclusive: bool) -> tuple[float, int]:
    """Return the summed similarity of all leaves of the two trees and their number (both may be 0)."""
    if isinstance(prediction, tuple):
        raise ValueError(f"prediction {prediction!r}: alternatives belong in the reference")
    if isinstance(reference, tuple):
        if not reference:
            raise ValueError("reference: an empty tuple names no alternative")
        # Of equally good alternatives the one that is the prediction itself goes first, as in the published package.
        outcomes = [(_compare(option, prediction, inclusive), option == prediction) for option in reference]
        return max(outcomes, key=lambda outcome: (_share(*outcome[0]), outcome[1]))[0]
    if isinstance(reference, Mapping):
        if not isinstance(prediction, Mapping):
            return 0.0, max(_size(reference), _size(prediction))
        invented = [key for key in prediction if key not in reference and not is_empty(prediction[key])]
        pairs = [_compare(reference[key], prediction.get(key), inclusive) for key in reference]
        pairs += [_compare(None, prediction[key], inclusive) for key in invented]
        return sum(total for total, _ in pairs), sum(size for _, size in pairs)
    if isinstance(reference, list):
        if not isinstance(prediction, list):
            return 0.0, max(_size(reference), _size(prediction))
        return _compare_lists(reference, prediction, inclusive)
    if reference is None:
        return float(is_empty(prediction)), max(1, _size(prediction))
    if isinstance(prediction, Mapping | list) or prediction is None:
        return 0.0, max(1, _size(prediction))
    return _similarity(_normalise(_leaf_text(prediction)), _normalise(_leaf_text(reference)), inclusive), 1


def _compare_lists(reference: list[Any], prediction: list[Any], inclusive: bool) -> tuple[float, int]:
    outcomes = [[_compare(wanted, given, inclusive) for given in prediction] for wanted in reference]
    shares = np.array([[_share(*outcome) for outcome in row] for row in outcomes]).reshape(
        len(reference), len(prediction)
    )
    for row, wanted in enumerate(reference):
        for column, given in enumerate(prediction):
            if wanted == given:
                shares[row, column] = math.nextafter(shares[row, column], math.inf)
    rows, columns = linear_sum_assignment(shares, maximize=True)
    matched = [outcomes[row][column] for row, column in zip(rows, columns, strict=True)]
    missing = sum(_size(item) for row, item in enumerate(reference) if row not in set(rows))
    invented = sum(_size(item) for column, item in enumerate(prediction) if column not in set(columns))
    return sum(total for total, _ in matched), sum(size for _, size in matched) + missing + invented


def _size(tree: Any) -> int:
    """Return the number of leaves: null and plain values are one, empty objects and lists none."""
    if isinstance(tree, Mapping):
        return sum(_size(value) for value in tree.values())
    if isinstance(tree, list):
        return sum(_size(value) for value in tree)
    if isinstance(tree, tuple):
        return max(_size(value) for value in tree)
    return 1


def _leaf_text(value: Any) -> str:
    if not isinstance(value, str | int | float | bool):
        raise ValueError(f"value {value!r} of type {type(value).__name__} is not a JSON value")
    return str(value)


def _share(total: float, size: int) -> float:
    return total / size if size else 1.0


def _mean(scores: Sequence[float | None]) -> float | None:
    scored = [score for score in scores if score is not None]
    return sum(scored) / len(scored) if scored else None
