"""The published VAREX rules for the fields of one document.

Worked out from the outcomes of the published scorer, not from its code; the tests hold every outcome.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein
from scipy.optimize import linear_sum_assignment

_WHOLE_FLOAT = re.compile(r"(-?\d+)\.0+")


@dataclass(frozen=True)
class FieldScore:
    """The six figures of one field: exact match 0 or 1, ANLS 0..1; as written, without case, normalised."""

    exact_match: int
    exact_match_ci: int
    exact_match_normalized: int
    anls: float
    anls_ci: float
    anls_normalized: float


MISSED = FieldScore(0, 0, 0, 0.0, 0.0, 0.0)


def normalize(value: Any) -> str:
    """Return a value's text for comparison: lower case, single spaces, ``5.0`` as ``5``, no comma or semicolon last.

    A full stop at the end stays, and so does ``.0`` before a comma: that is how the published figures come out.

    >>> [normalize(value) for value in ("  Ada   LOVELACE;", 5.0, "5.0,", True)]
    ['ada lovelace', '5', '5.0', 'true']
    """
    text = " ".join(str(value).lower().split())
    whole = _WHOLE_FLOAT.fullmatch(text)
    return (whole.group(1) if whole else text).rstrip(",;")


def similarity(first: str, second: str) -> float:
    """Return 1 minus the normalised edit distance, 0 from a distance of exactly one half on.

    >>> similarity("abcd", "abcx"), similarity("ab", "ax")
    (0.75, 0.0)
    """
    distance = Levenshtein.normalized_distance(first, second)
    return 1.0 - distance if distance < 0.5 else 0.0


def score_fields(truth: Mapping[str, Any], prediction: Any) -> dict[str, FieldScore]:
    """Return the figures of each expected field.

    Args:
        truth: the scored leaves by path.
        prediction: the reply's JSON value, lists of objects aligned (see ``align``); anything but an object misses all.
    """
    found = dict(published_leaves(prediction)) if isinstance(prediction, Mapping) else {}
    return {path: score_field(value, found.get(path)) for path, value in truth.items()}


def score_field(truth: Any, prediction: Any) -> FieldScore:
    """Return the figures of one field; both sides are compared as Python writes them, so True is not ``Yes``."""
    if prediction is None:
        return MISSED
    first, second = str(truth), str(prediction)
    pairs = ((first, second), (first.lower(), second.lower()), (normalize(truth), normalize(prediction)))
    exact = [int(a == b) for a, b in pairs]
    partial = [similarity(a, b) for a, b in pairs]
    return FieldScore(exact[0], exact[1], exact[2], partial[0], partial[1], partial[2])


def published_leaves(tree: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of a prediction's leaves; a list is walked if its *first* item is an object."""
    if isinstance(tree, Mapping) and tree:
        for key, value in tree.items():
            yield from published_leaves(value, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(tree, list) and tree and isinstance(tree[0], Mapping):
        for position, value in enumerate(tree):
            yield from published_leaves(value, f"{prefix}[{position}]")
    else:
        yield prefix, tree


def align(truth: Any, prediction: Any) -> Any:
    """Return the prediction with the rows of its object lists where their counterparts stand in the truth.

    Rows are assigned so that the number of equal leaves (normalised, at the same place in the row) is largest; a row
    that shares no leaf with its counterpart is dropped, as are rows too many. Lists inside rows are aligned after.
    """
    if isinstance(truth, Mapping) and isinstance(prediction, Mapping):
        return {key: align(truth[key], value) if key in truth else value for key, value in prediction.items()}
    if not (_is_object_list(truth) and isinstance(prediction, list) and prediction):
        return prediction
    expected = [dict(_normalized_leaves(row)) for row in truth]
    found = [dict(_normalized_leaves(row)) for row in prediction]
    shared = np.array([[len(row.items() & other.items()) for other in found] for row in expected])
    rows: list[Any] = [{} for _ in truth]
    for position, choice in zip(*linear_sum_assignment(shared, maximize=True), strict=True):
        if shared[position, choice]:
            rows[position] = align(truth[position], prediction[choice])
    return rows


def _is_object_list(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _normalized_leaves(row: Any) -> Iterator[tuple[str, str | None]]:
    if isinstance(row, Mapping):
        for path, value in published_leaves(row):
            yield path, None if value is None else normalize(value)
