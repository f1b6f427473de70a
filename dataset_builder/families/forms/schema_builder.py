"""From named fields to the JSON Schema that a document is asked for (VAREX, section 3.1 and appendix B).

Every leaf is ``"type": "string"`` with a description; the widget's limits follow as ``maxLength`` and ``enum``. As in
the paper the type is plain, and a blank left empty is null in the truth: null is the absence of an answer, which the
prompt asks for, and not a value of the field (``drop_empty`` gives the instance to validate). No property is
``required``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dataset_builder.families.forms.model import Field, VisibleLength, Widget
from dataset_builder.families.forms.reading.naming import singular
from dataset_builder.schema import canonical_json
from dataset_builder.trees import is_empty, parse_path

Schema = dict[str, Any]


def build_schema(fields: Sequence[Field], widgets: Sequence[Widget], visible: VisibleLength | None = None) -> Schema:
    """Return the schema of ``fields``: properties in the order of the fields, objects as ``$ref`` into ``$defs``.

    Equal objects share a definition. The items of an array have one definition, whose ``maxLength`` is the largest of
    its rows' (absent if a row has none) and whose ``enum`` holds the choices of all rows.

    Args:
        fields: leaves with their paths; a path's list positions only say that it passes through an array.
        widgets: the template's widgets; those of the fields are looked up by ``index``.
        visible: how many characters a widget shows; it limits ``maxLength`` as the widget's own limit does.

    Raises:
        ValueError: there is no field, a path stands twice or contradicts another, or a widget is missing.
    """
    if not fields:
        raise ValueError("a schema needs at least one field")
    by_index = {widget.index: widget for widget in widgets}
    root = _Node()
    seen: set[str] = set()
    for field in fields:
        if field.path in seen:
            raise ValueError(f"path {field.path!r} stands twice")
        if field.widget not in by_index:
            raise ValueError(f"path {field.path!r}: widget {field.widget} is not among the template's widgets")
        seen.add(field.path)
        root.add(field, parse_path(field.path), _leaf(field, by_index[field.widget], visible))
    definitions: dict[str, Schema] = {}
    properties = {name: child.schema(name, definitions) for name, child in root.children.items()}
    schema: Schema = {"type": "object"}
    if definitions:
        schema["$defs"] = dict(sorted(definitions.items()))
    return {**schema, "properties": properties}


def drop_empty(truth: Any) -> Any:
    """Return a truth without its null leaves, which is what validates against the schema.

    >>> drop_empty({"a": None, "rows": [{"b": "1", "c": None}]})
    {'rows': [{'b': '1'}]}
    """
    if isinstance(truth, Mapping):
        return {key: drop_empty(value) for key, value in truth.items() if value is not None}
    if isinstance(truth, list):
        return [drop_empty(value) for value in truth if not is_empty(value)]
    return truth


def definition_name(name: str) -> str:
    """Return the CamelCase name of a property's object type.

    >>> definition_name("housing_provider"), definition_name("address_2")
    ('HousingProvider', 'Address2')
    """
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^0-9A-Za-z]+", name) if word) or "Object"


def _leaf(field: Field, widget: Widget, visible: VisibleLength | None) -> Schema:
    leaf: Schema = {"type": "string", "description": field.description}
    choices = [" ".join(choice.split()) for choice in widget.choices]  # as values are written
    if any(choices):
        leaf["enum"] = list(dict.fromkeys(filter(None, choices)))
        return leaf
    limits = [limit for limit in (widget.max_length, visible(widget) if visible else 0) if limit > 0]
    if limits:
        leaf["maxLength"] = min(limits)
    return leaf


class _Node:
    """An object, array or leaf of the schema while fields are added to it."""

    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.items: _Node | None = None
        self.leaf: Schema | None = None

    def add(self, field: Field, steps: tuple[str | int, ...], leaf: Schema) -> None:
        if not steps:
            self._add_leaf(field, leaf)
            return
        step = steps[0]
        contradicts = self.leaf is not None or (self.children if isinstance(step, int) else self.items)
        if contradicts:
            raise ValueError(f"path {field.path!r} contradicts an earlier one")
        if isinstance(step, int):
            self.items = self.items or _Node()
            self.items.add(field, steps[1:], leaf)
        else:
            self.children.setdefault(step, _Node()).add(field, steps[1:], leaf)

    def _add_leaf(self, field: Field, leaf: Schema) -> None:
        if self.children or self.items is not None:
            raise ValueError(f"path {field.path!r} contradicts an earlier one")
        self.leaf = leaf if self.leaf is None else _widen(self.leaf, leaf)

    def schema(self, name: str, definitions: dict[str, Schema]) -> Schema:
        """Return this node's schema; objects go into ``definitions``, under the name of their property."""
        if self.leaf is not None:
            return self.leaf
        if self.items is not None:
            return {"type": "array", "items": self.items.schema(singular(name), definitions)}
        properties = {key: child.schema(key, definitions) for key, child in self.children.items()}
        return {"$ref": f"#/$defs/{_define({'type': 'object', 'properties': properties}, name, definitions)}"}


def _define(schema: Schema, name: str, definitions: dict[str, Schema]) -> str:
    """Return the name under which ``schema`` stands in ``definitions``; equal ones share it."""
    for known, other in definitions.items():
        if canonical_json(other) == canonical_json(schema):
            return known
    base = definition_name(name)
    chosen, number = base, 2
    while chosen in definitions:
        chosen, number = f"{base}{number}", number + 1
    definitions[chosen] = schema
    return chosen


def _widen(first: Schema, second: Schema) -> Schema:
    """Return the leaf that allows what either of two rows allows."""
    wide = {key: value for key, value in first.items() if key not in ("enum", "maxLength")}
    if "enum" in first and "enum" in second:
        wide["enum"] = list(dict.fromkeys([*first["enum"], *second["enum"]]))
    if "maxLength" in first and "maxLength" in second:
        wide["maxLength"] = max(first["maxLength"], second["maxLength"])
    return wide
