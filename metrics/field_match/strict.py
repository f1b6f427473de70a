"""Our own rules for the fields of one document: invented values cost, order in lists doesn't, kinds must agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from decimal import Decimal
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from dataset_builder.answers import clean, parse_answer
from dataset_builder.quantities import Quantity
from dataset_builder.trees import is_empty, leaves, resolve

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
        items = resolve(node.get("items") or {}, self.schema)
        paths = [f"{path}[{position}]" for position in range(len(truth))]
        pairs = [
            [list(self.compare(row, other, items, at)) for other in prediction]
            for row, at in zip(truth, paths, strict=True)
        ]
        right = np.array([[sum(o == RIGHT for _, o in outcomes) for outcomes in row] for row in pairs])
        assigned = dict(zip(*linear_sum_assignment(right.reshape(len(truth), -1), maximize=True), strict=True))
        for position, at in enumerate(paths):
            if position in assigned:
                yield from pairs[position][assigned[position]]
            else:
                yield from self._all(truth[position], at, MISSING)
        spare = [row for index, row in enumerate(prediction) if index not in assigned.values()]
        for position, row in enumerate(spare):
            yield from self._all(row, f"{path}[+{position}]", INVENTED)

    def _all(self, tree: Any, path: str, outcome: str) -> Iterator[Outcome]:
        """Yield one outcome for each filled leaf of a tree."""
        for leaf, value in leaves(tree, path):
            if not is_empty(value) and leaf not in self.excluded:
                yield leaf, outcome

    def _property(self, node: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        properties = node.get("properties")
        child = properties.get(key) if isinstance(properties, Mapping) else None
        return resolve(child, self.schema) if isinstance(child, Mapping) else {}

    def _kind(self, node: Mapping[str, Any]) -> str | None:
        """Return the answer type that a schema node states, None where it leaves it to the values."""
        if node.get("type") == "array":
            node = resolve(node.get("items") or {}, self.schema)
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
    if clean(truth) == clean(prediction) and (clean(truth) or truth == prediction):
        return True
    if kind in ("boolean", "date", "time"):
        answer = parse_answer(truth, kind)
        return answer is not None and answer == parse_answer(prediction, kind)
    return _numbers_match(truth, prediction)


def _lists_match(truth: list[Any], prediction: list[Any], kind: str | None) -> bool:
    expected = [item for item in truth if not is_empty(item)]
    found = [item for item in prediction if not is_empty(item)]
    if len(expected) != len(found):
        return False
    if not expected:
        return True
    equal = np.array([[values_match(item, other, kind) for other in found] for item in expected])
    return bool(equal[linear_sum_assignment(equal, maximize=True)].all())


def _read_boolean(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    answer = parse_answer(value, "boolean") if isinstance(value, str) else None
    return answer if isinstance(answer, bool) else None


def _numbers_match(truth: Any, prediction: Any) -> bool:
    first, second = _read_number(truth), _read_number(prediction)
    if first is None or second is None:
        return False
    return first.amount == second.amount and (first.mark == second.mark or None in (first.mark, second.mark))


def _read_number(value: Any) -> Quantity | None:
    if not isinstance(value, str):
        return Quantity(Decimal(str(value)))
    digits = clean(value).lstrip("+-$€£¥₹( ")
    if digits[:1] == "0" and digits[1:2].isdigit():
        return None
    answer = parse_answer(value, "number")
    return answer if isinstance(answer, Quantity) else None


def _holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, Mapping) and not _holds_objects(value)
