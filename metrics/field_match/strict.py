"""Our own rules for the fields of one document: invented values cost, order in lists doesn't, kinds must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from dataset_builder.answers import clean, parse_answer
from dataset_builder.quantities import Quantity
from dataset_builder.trees import is_empty, leaves, resolve

_READINGS = 4096
"""Texts whose reading is kept: a table's row meets every other row, and so does each of its texts."""

_clean = lru_cache(_READINGS)(clean)
_parse = lru_cache(_READINGS)(parse_answer)

RIGHT, WRONG, MISSING, INVENTED = "right", "wrong", "missing", "invented"

Outcome = tuple[str, str]
"""A field's path and ``right``, ``wrong``, ``missing`` or ``invented``."""


def compare_documents(
    truth: Mapping[str, Any], prediction: Any, schema: Mapping[str, Any], excluded: Set[str] = frozenset()
) -> dict[str, str]:
    """Return the outcome of every field that the truth or the prediction fills.

    Rows of object lists are assigned so that most fields come out right; rows too many stand at ``rows[+0]`` and on.

    Args:
        truth: the ground truth.
        prediction: the reply's JSON value.
        schema: the record's JSON Schema, empty if unknown.
        excluded: paths, as in the truth, that don't count on either side.

    >>> compare_documents({"a": 5, "b": None, "c": ["x", "y"]}, {"a": "5.00", "b": "?", "c": ["y", "x"]}, {})
    {'a': 'right', 'b': 'invented', 'c': 'right'}
    """
    return dict(_Comparison(schema, excluded).compare(truth, prediction, schema, ""))


class _Comparison:
    """A walk over truth, prediction and schema side by side."""

    def __init__(self, schema: Mapping[str, Any], excluded: Set[str]) -> None:
        self.schema = schema
        self.excluded = excluded

    def compare(self, truth: Any, prediction: Any, node: Mapping[str, Any], path: str) -> Iterator[Outcome]:
        if path in self.excluded:
            return
        if isinstance(truth, Mapping) and truth and isinstance(prediction, Mapping):
            for key in dict.fromkeys((*truth, *prediction)):
                child = f"{path}.{key}" if path else str(key)
                yield from self.compare(truth.get(key), prediction.get(key), self._property(node, key), child)
        elif _holds_objects(truth) and isinstance(prediction, list):
            yield from self._compare_rows(truth, prediction, node, path)
        elif _is_plain(truth) and not is_empty(truth) and not is_empty(prediction):
            yield path, RIGHT if values_match(truth, prediction, self._kind(node)) else WRONG
        else:
            yield from self._all(truth, path, MISSING)
            yield from self._all(prediction, path, INVENTED)

    def _compare_rows(
        self, truth: list[Any], prediction: list[Any], node: Mapping[str, Any], path: str
    ) -> Iterator[Outcome]:
        items = self._resolve(node.get("items"))
        paths = _item_paths(truth, path)
        right = self._count_right(truth, prediction, items, paths)
        assigned = dict(zip(*linear_sum_assignment(right, maximize=True), strict=True))
        for position, at in enumerate(paths):
            if position in assigned:
                yield from self.compare(truth[position], prediction[assigned[position]], items, at)
            else:
                yield from self._all(truth[position], at, MISSING)
        taken = set(assigned.values())
        spare = [row for index, row in enumerate(prediction) if index not in taken]
        for position, row in enumerate(spare):
            yield from self._all(row, f"{path}[+{position}]", INVENTED)

    def _count_right(
        self, truths: Sequence[Any], predictions: Sequence[Any], node: Mapping[str, Any], paths: Sequence[str]
    ) -> NDArray[np.int64]:
        """Return how many fields come out right for each truth (row) against each prediction (column).

        All pairs at once, field by field: what ``compare`` would count pair by pair.
        """
        right = np.zeros((len(truths), len(predictions)), dtype=np.int64)
        counted = [i for i, path in enumerate(paths) if path not in self.excluded]
        objects = [i for i in counted if isinstance(truths[i], Mapping)]
        others = [j for j, value in enumerate(predictions) if isinstance(value, Mapping)]
        for key in dict.fromkeys(key for i in objects for key in truths[i]):
            right[np.ix_(objects, others)] += self._count_right(
                [truths[i].get(key) for i in objects],
                [predictions[j].get(key) for j in others],
                self._property(node, key),
                [f"{paths[i]}.{key}" for i in objects],
            )
        self._count_right_rows(right, truths, predictions, node, {i: paths[i] for i in counted})
        plain = [i for i in counted if _is_plain(truths[i]) and not is_empty(truths[i])]
        filled = [j for j, value in enumerate(predictions) if not is_empty(value)]
        if plain and filled:
            right[np.ix_(plain, filled)] += match_all(
                [truths[i] for i in plain], [predictions[j] for j in filled], self._kind(node)
            )
        return right

    def _count_right_rows(
        self,
        right: NDArray[np.int64],
        truths: Sequence[Any],
        predictions: Sequence[Any],
        node: Mapping[str, Any],
        paths: Mapping[int, str],
    ) -> None:
        """Add to ``right`` what lists of objects have in common once their rows are assigned."""
        lists = [j for j, value in enumerate(predictions) if isinstance(value, list)]
        rows = [row for j in lists for row in predictions[j]]
        ends = np.cumsum([len(predictions[j]) for j in lists])
        for i, path in paths.items():
            if not _holds_objects(truths[i]) or not lists:
                continue
            counts = self._count_right(truths[i], rows, self._resolve(node.get("items")), _item_paths(truths[i], path))
            for j, block in zip(lists, np.split(counts, ends[:-1], axis=1), strict=True):
                right[i, j] += block[linear_sum_assignment(block, maximize=True)].sum()

    def _all(self, tree: Any, path: str, outcome: str) -> Iterator[Outcome]:
        """Yield one outcome for each filled leaf of a tree."""
        for leaf, value in leaves(tree, path):
            if not is_empty(value) and leaf not in self.excluded:
                yield leaf, outcome

    def _property(self, node: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        properties = node.get("properties")
        return self._resolve(properties.get(key)) if isinstance(properties, Mapping) else {}

    def _resolve(self, node: Any) -> Mapping[str, Any]:
        """Return what a schema node or its reference defines: nothing where it is ``true`` or another non-object."""
        return resolve(node, self.schema) if isinstance(node, Mapping) else {}

    def _kind(self, node: Mapping[str, Any]) -> str | None:
        """Return the answer type that a schema node states, None where it leaves it to the values."""
        if node.get("type") == "array":
            node = self._resolve(node.get("items"))
        if node.get("type") in ("number", "integer"):
            return "number"
        if node.get("type") == "boolean":
            return "boolean"
        return node["format"] if node.get("format") in ("date", "time") else None


def values_match(truth: Any, prediction: Any, kind: str | None = None) -> bool:
    """Return whether two values are equal as what they are.

    - Lists: the same items in any order, each as often.
    - A boolean equals a boolean, or a word for it (``Yes``, ``true``).
    - A number equals a number, or text that is that number (``"5.00"``, ``"$5"``); text with a leading zero is none.
    - Text equals text, upper and lower case apart; spaces, typography and full stops at the end don't matter. Two texts
      that are both numbers are compared as numbers.

    Args:
        truth: a plain value or a list of plain values.
        prediction: any JSON value.
        kind: the answer type that the schema states (``number``, ``boolean``, ``date``, ``time``), None if it doesn't.

    >>> values_match(5, "5.00"), values_match(True, "Yes"), values_match(1, True), values_match("007", 7)
    (True, True, False, False)
    """
    if isinstance(truth, list) or isinstance(prediction, list):
        return isinstance(truth, list) and isinstance(prediction, list) and _lists_match(truth, prediction, kind)
    if isinstance(truth, Mapping) or isinstance(prediction, Mapping) or truth is None or prediction is None:
        return False
    if isinstance(truth, bool) or isinstance(prediction, bool):
        return _read_boolean(truth) is not None and _read_boolean(truth) == _read_boolean(prediction)
    if not (isinstance(truth, str) and isinstance(prediction, str)):
        return _numbers_match(truth, prediction)
    text = _clean(truth)
    if text == _clean(prediction) and (text or truth == prediction):
        return True
    if kind in ("boolean", "date", "time"):
        answer = _parse(truth, kind)
        return answer is not None and answer == _parse(prediction, kind)
    return _numbers_match(truth, prediction)


def match_all(truths: Sequence[Any], predictions: Sequence[Any], kind: str | None) -> NDArray[np.bool_]:
    """Return whether each truth (row) matches each prediction (column); only what shares a key is compared.

    The rules are those of ``values_match``; a table's column of many rows costs little more than reading its values.

    >>> match_all([5, "x"], ["x", "5.0", 6], None).tolist()
    [[False, True, False], [True, False, False]]
    """
    expected, rows = _distinct(truths)
    found, columns = _distinct(predictions)
    sharing: dict[object, list[int]] = {}
    for j, value in enumerate(found):
        for key in _keys(value, kind):
            sharing.setdefault(key, []).append(j)
    matches = np.zeros((len(expected), len(found)), dtype=bool)
    for i, value in enumerate(expected):
        for j in {j for key in _keys(value, kind) for j in sharing.get(key, ())}:
            matches[i, j] = values_match(value, found[j], kind)
    return matches[np.ix_(rows, columns)]


def _keys(value: Any, kind: str | None) -> set[object]:
    """Return what a value may be equal by: two that match share one of these, so that the others needn't meet."""
    if isinstance(value, list):
        return {("items", sum(not is_empty(item) for item in value))}
    if value is None or isinstance(value, Mapping):
        return set()
    keys: dict[str, object] = {"boolean": _read_boolean(value)}
    if not isinstance(value, bool):
        number = _read_number(value)
        keys["number"] = number[0] if number else None
    if isinstance(value, str):
        keys["text"] = _clean(value)
        keys["answer"] = _parse(value, kind) if kind in ("date", "time") else None
    return {item for item in keys.items() if item[1] is not None}


def _distinct(values: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """Return the distinct values (1, 1.0 and true are three) and the position among them of each value."""
    kept: dict[str, int] = {}
    positions = [kept.setdefault(repr(value), len(kept)) for value in values]
    first = {position: value for value, position in zip(reversed(values), reversed(positions), strict=True)}
    return [first[position] for position in range(len(kept))], positions


def _item_paths(items: Sequence[Any], path: str) -> list[str]:
    return [f"{path}[{position}]" for position in range(len(items))]


def _lists_match(truth: list[Any], prediction: list[Any], kind: str | None) -> bool:
    expected = [item for item in truth if not is_empty(item)]
    found = [item for item in prediction if not is_empty(item)]
    if len(expected) != len(found):
        return False
    if not expected:
        return True
    equal = match_all(expected, found, kind)
    return bool(equal[linear_sum_assignment(equal, maximize=True)].all())


def _read_boolean(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    answer = _parse(value, "boolean") if isinstance(value, str) else None
    return answer if isinstance(answer, bool) else None


def _numbers_match(truth: Any, prediction: Any) -> bool:
    first, second = _read_number(truth), _read_number(prediction)
    if first is None or second is None or first[0] != second[0]:
        return False
    return first[1] == second[1] or None in (first[1], second[1])


def _read_number(value: Any) -> tuple[Decimal, str | None] | None:
    """Return a number's amount and mark (see ``Quantity``), None if the value is no number."""
    return _read_number_in(value) if isinstance(value, str) else (Decimal(str(value)), None)


@lru_cache(_READINGS)
def _read_number_in(text: str) -> tuple[Decimal, str | None] | None:
    digits = clean(text).lstrip("+-$€£¥₹( ")
    if digits[:1] == "0" and digits[1:2].isdigit():
        return None
    answer = parse_answer(text, "number")
    return (answer.amount, answer.mark) if isinstance(answer, Quantity) else None


def _holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, Mapping) and not _holds_objects(value)
