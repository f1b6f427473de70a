"""Schema, truth, answer, program and split of a form, each compared with the others."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from dataset_builder.checks.documents import Form, walk
from dataset_builder.checks.violations import Violation, violation
from dataset_builder.trees import parse_path, resolve, split_of_schema, split_of_truth

_MANY_FIELDS = 20
"""Fields above which a form is a level harder."""

_POSITION = re.compile(r"\[\d+\]")


def check_structure(form: Form) -> Iterator[Violation]:
    """Yield where schema, truth, answer, program, excluded fields, knobs and split of a form contradict each other."""
    schema_leaves = dict(leaf_schemas(form.schema))
    yield from _check_answer(form)
    yield from _check_schema(form, schema_leaves)
    yield from _check_leaf_schemas(form, schema_leaves)
    yield from _check_values(form)
    yield from _check_paths(form, schema_leaves)
    yield from _check_split(form)
    yield from _check_knobs(form)


def check_imported(form: Form) -> Iterator[Violation]:
    """Yield where answer, truth, schema and split of a form that others made contradict each other."""
    yield from _check_answer(form)
    yield from _check_schema(form, dict(leaf_schemas(form.schema)))
    if form.record["category"] != form.split:
        yield violation("split", form.id, "split of the category", form.split, form.record["category"])


def leaf_schemas(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (general path, schema) of every leaf, ``[]`` for any position of an array.

    Raises:
        ValueError: a ``$ref`` points nowhere.

    >>> schema = {"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "string"}}}}
    >>> list(leaf_schemas(schema))
    [('rows[]', {'type': 'string'})]
    """

    def descend(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        node = resolve(node, schema)
        if node.get("type") == "object" or "properties" in node:
            for key, child in node.get("properties", {}).items():
                yield from descend(child, f"{path}.{key}" if path else key)
        elif node.get("type") == "array":
            yield from descend(node.get("items", {}), f"{path}[]")
        else:
            yield path, node

    return descend(schema, "")


def generalise(path: str) -> str:
    """Return a path with its list positions left open.

    >>> generalise("rows[2].amount")
    'rows[].amount'
    """
    return _POSITION.sub("[]", path)


def _check_answer(form: Form) -> Iterator[Violation]:
    try:
        answer = json.loads(form.record["answer"])
    except (TypeError, ValueError) as error:
        yield violation("answer", form.id, f"the answer is not JSON ({error})", form.truth, form.record["answer"])
        return
    if json.dumps(answer) != json.dumps(form.truth):
        given = dict(walk(answer))
        differing = [path for path, value in form.leaves.items() if given.get(path, KeyError) != value]
        path = differing[0] if differing else "order or paths"
        yield violation("answer", form.id, path, form.leaves.get(path, form.truth), given.get(path, answer))


def _check_schema(form: Form, schema_leaves: Mapping[str, Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield where the schema is none, or not that of an object with values."""
    try:
        Draft202012Validator.check_schema(form.schema)
    except SchemaError as error:
        yield violation("schema", form.id, error.json_path, "JSON Schema", error.message)
    if form.schema.get("type") != "object" or not schema_leaves:
        yield violation("schema", form.id, "the root", "an object with properties", form.schema.get("type"))


def _check_leaf_schemas(form: Form, schema_leaves: Mapping[str, Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield leaves of the schema that are of another kind than the paper's (VAREX, appendix B)."""
    for path, leaf in schema_leaves.items():
        if leaf.get("type") != "string":
            yield violation("type", form.id, f"schema of {path}", "string", leaf.get("type"))
        if not isinstance(leaf.get("description"), str) or not leaf["description"].strip():
            yield violation("schema", form.id, f"description of {path}", "some words", leaf.get("description"))


def _check_values(form: Form) -> Iterator[Violation]:
    """Yield values that the schema does not allow; null is the absence of one, and so allowed everywhere."""
    for error in Draft202012Validator(form.schema).iter_errors(form.truth):
        if error.instance is not None:
            kind = "limit" if error.validator in ("maxLength", "enum") else "type"
            yield violation(
                kind, form.id, error.json_path, f"{error.validator} {error.validator_value}", error.instance
            )
    for path, value in form.shown.items():
        if isinstance(value, str) and not value.strip():
            yield violation("type", form.id, path, "null or some text", value)


def _check_paths(form: Form, schema_leaves: Mapping[str, Mapping[str, Any]]) -> Iterator[Violation]:
    """Yield paths that only one of schema, program and truth has.

    The truth leaves out the empty rows at the end of a list, and nothing else.
    """
    asked = {generalise(path) for path in form.fields}
    for path in sorted(asked ^ set(schema_leaves)):
        yield violation("path", form.id, path, *_sides("schema", "program", path in schema_leaves))
    for path in form.leaves:
        if path not in form.fields:
            yield violation("path", form.id, path, *_sides("program", "truth", False))
    for path in form.fields:
        if path not in form.leaves and not _past_the_end(path, form.truth):
            yield violation("path", form.id, path, *_sides("program", "truth", True))
    for path in form.record["excluded_fields"] or ():
        if path not in form.fields and path not in schema_leaves:
            yield violation("path", form.id, f"excluded field {path}", "a path of the schema", path)


def _sides(first: str, second: str, in_first: bool) -> tuple[str, str]:
    return f"in {first} and {second}", f"in {first if in_first else second} alone"


def _past_the_end(path: str, truth: Any) -> bool:
    """Return whether a path leads behind the end of a list of the truth."""
    node = truth
    try:
        steps = parse_path(path)
    except ValueError:
        return False
    for step in steps:
        if isinstance(step, int):
            if not isinstance(node, list):
                return False
            if step >= len(node):
                return True
            node = node[step]
        elif isinstance(node, Mapping) and step in node:
            node = node[step]
        else:
            return False
    return False


def _check_split(form: Form) -> Iterator[Violation]:
    found = {
        "category": form.record["category"],
        "schema": split_of_schema(form.schema),
        "truth": split_of_truth(form.truth),
    }
    for name, split in found.items():
        if split != form.split:
            yield violation("split", form.id, f"split of the {name}", form.split, split)


def _check_knobs(form: Form) -> Iterator[Violation]:
    """Yield knobs that are not those of the form's fields, and a level that does not follow from them."""
    knobs = json.loads(form.record["knobs"] or "{}")
    counted = {"fields": len(form.fields), "filled": len(form.shown), **_shape(form.fields)}
    for name, count in counted.items():
        if knobs.get(name, count) != count:
            yield violation("knobs", form.id, name, count, knobs[name])
    level = form.record["level"]
    if level is not None:
        hard_to_read = len(form.pages) > 1 or knobs.get("scan", 0) >= 2
        large = counted["rows"] >= 2 and counted["columns"] >= 2
        steps = (counted["depth"] >= 2, large, counted["fields"] > _MANY_FIELDS, hard_to_read)
        if level != f"L{1 + sum(steps)}":
            yield violation("knobs", form.id, "level", f"L{1 + sum(steps)}", level)


def _shape(paths: Collection[str]) -> dict[str, int]:
    """Return how deep paths go by name, how many lists they pass through, and rows and columns of the largest one.

    >>> _shape(["a.b", "rows[0].c", "rows[1].c", "rows[1].d"])
    {'depth': 2, 'tables': 1, 'rows': 2, 'columns': 2}
    """
    cells: dict[str, set[tuple[str, str]]] = {}
    for path in paths:
        for position in _POSITION.finditer(path):
            cell = position.group(), path[position.end() :]
            cells.setdefault(path[: position.start()], set()).add(cell)
    sizes = [(len({row for row, _ in table}), len({column for _, column in table})) for table in cells.values()]
    rows, columns = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    depth = max(_POSITION.sub("", path).count(".") + 1 for path in paths)
    return {"depth": depth, "tables": len(cells), "rows": rows, "columns": columns}
