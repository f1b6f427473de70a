"""JSON trees: paths, leaves, and which structural class a schema or a truth belongs to.

A path is ``a``, ``a.b``, ``rows[2].amount`` or ``names[1]``, as VAREX writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def parse_path(path: str) -> tuple[str | int, ...]:
    """Return the steps of a path: keys as strings, list positions as integers.

    Raises:
        ValueError: ``path`` is not of that form.

    >>> parse_path("rows[2].amount")
    ('rows', 2, 'amount')
    """
    steps = tuple(key or int(index) for key, index in _STEP.findall(path))
    if not steps or format_path(steps) != path:
        raise ValueError(f"path {path!r} is not of the form a.b or rows[2].amount")
    return steps


def format_path(steps: tuple[str | int, ...]) -> str:
    """Return the text of a path.

    >>> format_path(("rows", 2, "amount"))
    'rows[2].amount'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def leaves(tree: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of every leaf in document order, as the published VAREX scorer sees leaves.

    A list of plain values is one leaf, and so are empty lists and objects; a list with an object in it is walked.

    >>> list(leaves({"a": None, "rows": [{"b": "1"}, {"b": "2"}], "names": ["x", "y"]}))
    [('a', None), ('rows[0].b', '1'), ('rows[1].b', '2'), ('names', ['x', 'y'])]
    """
    if isinstance(tree, Mapping) and tree:
        for key, value in tree.items():
            yield from leaves(value, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(tree, list) and any(isinstance(value, Mapping) for value in tree):
        for position, value in enumerate(tree):
            yield from leaves(value, f"{prefix}[{position}]")
    else:
        yield prefix, tree


def is_empty(value: Any) -> bool:
    """Return whether a leaf holds nothing: null, an empty string, an empty list or object."""
    return value is None or value in ("", [], {})


def nest(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree that holds ``values`` by path; items that hold nothing at the end of a list are left out.

    Raises:
        ValueError: two paths contradict each other, or a list has a gap.

    >>> nest({"a": "x", "rows[0].b": "1", "rows[0].c": None, "rows[1].b": None})
    {'a': 'x', 'rows': [{'b': '1', 'c': None}]}
    """
    root: dict[str, Any] = {}
    for path, value in values.items():
        steps = parse_path(path)
        node: Any = root
        for step, following in pairwise(steps):
            node = _descend(node, step, [] if isinstance(following, int) else {}, path)
        _descend(node, steps[-1], value, path, last=True)
    _drop_empty_tails(root)
    return root


def _descend(node: Any, step: str | int, fresh: Any, path: str, *, last: bool = False) -> Any:
    """Return the child of ``node`` at ``step``, put there if it is new."""
    if isinstance(node, dict) and isinstance(step, str):
        if last and step in node:
            raise ValueError(f"path {path!r} stands twice, or under a value")
        return node.setdefault(step, fresh)
    if isinstance(node, list) and isinstance(step, int) and step <= len(node):
        if step == len(node):
            node.append(fresh)
        elif last:
            raise ValueError(f"path {path!r} stands twice, or under a value")
        return node[step]
    raise ValueError(f"path {path!r} contradicts an earlier one, or leaves a gap in a list")


def _drop_empty_tails(node: Any) -> None:
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        _drop_empty_tails(child)
    if isinstance(node, list):
        while node and all(is_empty(value) for _, value in leaves(node[-1])):
            node.pop()


def split_of_truth(truth: Any) -> str:
    """Return ``flat``, ``nested`` or ``table`` from the paths of the truth's non-empty leaves.

    As the published VAREX scorer classifies: ``table`` if a path passes through a list of objects, ``nested`` if one
    passes through an object, ``flat`` otherwise.
    """
    paths = [path for path, value in leaves(truth) if not is_empty(value)]
    if any("[" in path for path in paths):
        return "table"
    return "nested" if any("." in path for path in paths) else "flat"


def resolve(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return ``schema`` itself, or what its local ``$ref`` (``#/$defs/Name``) points to in ``root``.

    Raises:
        ValueError: the reference is not local, points nowhere, or leads back to itself.
    """
    passed: list[str] = []
    while (reference := schema.get("$ref")) is not None:
        if reference in passed:
            raise ValueError(f"$ref {reference!r} leads back to itself")
        passed.append(str(reference))
        schema = follow_reference(str(reference), root)
    return schema


def follow_reference(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a local reference points to in ``root``, which may be a reference again.

    Raises:
        ValueError: the reference is not local, or points nowhere.

    >>> follow_reference("#/$defs/Name", {"$defs": {"Name": {"type": "string"}}})
    {'type': 'string'}
    """
    if not reference.startswith("#/"):
        raise ValueError(f"$ref {reference!r} is not local")
    node: Any = root
    for step in reference[2:].split("/"):
        if not isinstance(node, Mapping) or step not in node:
            raise ValueError(f"$ref {reference!r} points nowhere")
        node = node[step]
    if not isinstance(node, Mapping):
        raise ValueError(f"$ref {reference!r} points to {node!r}, which is no schema")
    return node


def split_of_schema(schema: Mapping[str, Any]) -> str:
    """Return ``table`` if a schema has an array of objects, ``nested`` if only objects within it, else ``flat``.

    Source: VAREX, section 3.2.
    """

    def kinds(node: Mapping[str, Any], depth: int) -> Iterator[str]:
        node = resolve(node, schema)
        if node.get("type") == "array":
            items = resolve(node.get("items", {}), schema)
            if "properties" in items:
                yield "table"
            yield from kinds(items, depth + 1)
        elif "properties" in node:
            if depth:
                yield "nested"
            for child in node["properties"].values():
                yield from kinds(child, depth + 1)

    found = set(kinds(schema, 0))
    return "table" if "table" in found else "nested" if "nested" in found else "flat"
