"""The forms in which a prompt shows a JSON Schema: as stored, with its references resolved, or as an empty instance.

``$defs`` lead small models to give the schema back in place of values (VAREX, section 4.4): ``inline`` shows the same
schema without them, and ``template`` shows no schema at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from dataset_builder.trees import follow_reference

SchemaFormat = Literal["defs", "inline", "template"]
SCHEMA_FORMATS: tuple[SchemaFormat, ...] = get_args(SchemaFormat)

_DEFINITIONS = ("$defs", "definitions")
_DATA = ("const", "default", "enum", "examples", "example")
_NAMED = ("properties", "patternProperties", "dependentSchemas")


def inline_references(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema with every local ``$ref`` replaced by what it points to, and without definitions.

    What stands beside a ``$ref``, such as a description, goes over what the reference brings.

    Raises:
        ValueError: a reference is not local, points nowhere, or leads back to itself.

    >>> inline_references({"$defs": {"Name": {"type": "string"}}, "properties": {"name": {"$ref": "#/$defs/Name"}}})
    {'properties': {'name': {'type': 'string'}}}
    """
    inlined: dict[str, Any] = _inline(schema, schema, ())
    return inlined


def _inline(node: Any, root: Mapping[str, Any], above: tuple[str, ...]) -> Any:
    if isinstance(node, list):
        return [_inline(item, root, above) for item in node]
    if not isinstance(node, Mapping):
        return node
    if "$ref" in node:
        reference = str(node["$ref"])
        if reference in above:
            raise ValueError(f"$ref {reference!r} leads back to itself, so that it can't be written out")
        own = {key: value for key, value in node.items() if key != "$ref"}
        return _inline({**follow_reference(reference, root), **own}, root, (*above, reference))
    inlined: dict[str, Any] = {}
    for key, value in node.items():
        if key in _NAMED and isinstance(value, Mapping):
            inlined[key] = {name: _inline(child, root, above) for name, child in value.items()}
        elif key not in _DEFINITIONS:
            inlined[key] = value if key in _DATA else _inline(value, root, above)
    return inlined


def empty_instance(schema: Mapping[str, Any]) -> Any:
    """Return the instance of a schema that holds nothing: null for values, one empty row for an array of objects.

    An array of anything else is empty. Of alternatives (``anyOf``, ``oneOf``) the first that is not null counts.

    Raises:
        ValueError: a reference is not local, points nowhere, or leads back to itself.

    >>> row = {"type": "object", "properties": {"item": {"type": "string"}}}
    >>> names = {"type": "array", "items": {"type": "string"}}
    >>> empty_instance({"properties": {"rows": {"type": "array", "items": row}, "names": names}})
    {'rows': [{'item': None}], 'names': []}
    """
    return _empty(inline_references(schema))


def _empty(node: Any) -> Any:
    if not isinstance(node, Mapping):
        return None
    if isinstance(node.get("properties"), Mapping):
        return {name: _empty(child) for name, child in node["properties"].items()}
    if "items" in node:
        row = _empty(node["items"])
        return [row] if isinstance(row, Mapping) else []
    for alternative in (*node.get("anyOf", ()), *node.get("oneOf", ())):
        if isinstance(alternative, Mapping) and alternative.get("type") != "null":
            return _empty(alternative)
    return [] if node.get("type") == "array" else {} if node.get("type") == "object" else None
