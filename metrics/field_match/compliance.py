"""Whether a reply is an instance of the schema, and in which way it fails where it is not.

Source: VAREX, section 4.4 and appendix C (schema reproduction, schema-wrapped extraction).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dataset_builder.trees import is_empty, leaves

KINDS: tuple[str, ...] = (
    "compliant",
    "not_json",
    "truncated",
    "schema_reproduced",
    "envelope",
    "empty",
    "other_type",
)

_TYPE_NAMES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_SCHEMA_KEYWORDS = frozenset({"$schema", "$id", "$defs", "definitions", "type", "title", "description", "required"})


def classify_value(value: Any, names: frozenset[str]) -> str:
    """Return the kind of a JSON value: one of ``KINDS`` but ``not_json`` and ``truncated``.

    - ``empty``: nothing in it, at any depth, but nulls, empty strings, lists and objects;
    - ``other_type``: not an object;
    - ``schema_reproduced``: an object whose fields (or those under ``properties``) are all schema definitions;
    - ``envelope``: values under ``properties``, or each field's value inside ``{"value": ...}``, or all fields inside
      one object under a name that the record doesn't have;
    - ``compliant``: anything else.

    Args:
        value: the reply's JSON value.
        names: the record's own top-level field names, which are never taken for schema keywords.

    >>> classify_value({"type": "object", "properties": {"city": {"type": "string"}}}, frozenset({"city"}))
    'schema_reproduced'
    >>> classify_value({"type": "object", "properties": {"city": "Lund"}}, frozenset({"city"}))
    'envelope'
    """
    if all(is_empty(leaf) for _, leaf in leaves(value)):
        return "empty"
    if not isinstance(value, Mapping):
        return "other_type"
    if "properties" in value and "properties" not in names and isinstance(value["properties"], Mapping):
        return "schema_reproduced" if all(_is_definition(v) for v in value["properties"].values()) else "envelope"
    entries = {name: entry for name, entry in value.items() if name in names or name not in _SCHEMA_KEYWORDS}
    if all(_is_definition(entry) for entry in entries.values()):
        return "schema_reproduced" if entries or "$defs" in value or "definitions" in value else "compliant"
    if all(_holds_value(entry) or _is_definition(entry) for entry in entries.values()):
        return "envelope"
    if len(entries) == 1 and not names & entries.keys():
        (inner,) = entries.values()
        if isinstance(inner, Mapping) and names & inner.keys():
            return "envelope"
    return "compliant"


def _is_definition(node: Any) -> bool:
    """Return whether a node reads as a JSON Schema definition, not as data."""
    if not isinstance(node, Mapping) or "value" in node:
        return False
    kind = node.get("type")
    named = isinstance(kind, str) and kind in _TYPE_NAMES
    listed = isinstance(kind, list) and bool(kind) and all(isinstance(k, str) and k in _TYPE_NAMES for k in kind)
    return named or listed or isinstance(node.get("$ref"), str) or isinstance(node.get("anyOf"), list)


def _holds_value(node: Any) -> bool:
    """Return whether a node is a field's value with schema metadata around it."""
    return isinstance(node, Mapping) and "value" in node and node.keys() <= {"value", "type", "description", "title"}
