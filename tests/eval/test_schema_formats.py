from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from eval_scripts.prompts import settings_for
from eval_scripts.records import open_repository
from eval_scripts.requests import draft_request, record_columns
from eval_scripts.schema_formats import empty_instance, inline_references
from tests.eval.repositories import Form, write_repository

TEXT = {"type": "string"}
ADDRESS = {"type": "object", "properties": {"street": TEXT, "city": TEXT}}
EMPLOYER = {"type": "object", "properties": {"name": TEXT, "address": {"$ref": "#/$defs/Address"}}}
CHARGE = {"type": "object", "properties": {"item": TEXT, "paid_by": {"$ref": "#/$defs/Employer"}}}
SCHEMA = {
    "type": "object",
    "$defs": {"Address": ADDRESS, "Employer": EMPLOYER, "Charge": CHARGE},
    "properties": {
        "title": TEXT,
        "home": {"$ref": "#/$defs/Address", "description": "Home address"},
        "charges": {"type": "array", "items": {"$ref": "#/$defs/Charge"}},
        "languages": {"type": "array", "items": TEXT},
        "employer": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Employer"}]},
    },
}
EMPTY_ADDRESS = {"street": None, "city": None}
EMPTY_EMPLOYER = {"name": None, "address": EMPTY_ADDRESS}
EMPTY = {
    "title": None,
    "home": EMPTY_ADDRESS,
    "charges": [{"item": None, "paid_by": EMPTY_EMPLOYER}],
    "languages": [],
    "employer": EMPTY_EMPLOYER,
}


def schema_leaves(node: Mapping[str, Any], root: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield the paths of a schema's leaves, looking each reference up by its name as it is met."""
    if "$ref" in node:
        yield from schema_leaves(root["$defs"][node["$ref"].rsplit("/", 1)[-1]], root, path)
    elif "properties" in node:
        for name, child in node["properties"].items():
            yield from schema_leaves(child, root, f"{path}/{name}")
    elif "items" in node:
        yield from schema_leaves(node["items"], root, f"{path}/*")
    elif "anyOf" in node:
        for alternative in node["anyOf"]:
            yield from schema_leaves(alternative, root, path)
    elif node["type"] != "null":
        yield path


def instance_leaves(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, child in value.items():
            yield from instance_leaves(child, f"{path}/{name}")
    elif isinstance(value, list):
        for child in value or [None]:
            yield from instance_leaves(child, f"{path}/*")
    else:
        yield path


def test_inline_has_no_references_and_the_same_leaves() -> None:
    inlined = inline_references(SCHEMA)
    assert "$" not in json.dumps(inlined)
    assert list(schema_leaves(inlined, inlined)) == list(schema_leaves(SCHEMA, SCHEMA))
    home = {"description": "Home address", **ADDRESS}
    assert inlined["properties"]["home"] == home
    assert inlined["properties"]["charges"]["items"]["properties"]["paid_by"]["properties"]["address"] == ADDRESS
    assert SCHEMA["$defs"] == {"Address": ADDRESS, "Employer": EMPLOYER, "Charge": CHARGE}


@pytest.mark.parametrize(
    "instance",
    [
        {"title": "x", "home": {"street": "Main St"}, "charges": [{"paid_by": {"address": {"city": "Lund"}}}]},
        {"home": {"street": 4}},
        {"charges": [{"paid_by": {"address": {"city": []}}}]},
        {"employer": None, "languages": ["en"]},
    ],
)
def test_inline_admits_what_the_schema_admits(instance: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator
    assert validator(inline_references(SCHEMA)).is_valid(instance) == validator(SCHEMA).is_valid(instance)


def test_the_template_has_the_leaves_of_the_schema() -> None:
    assert empty_instance(SCHEMA) == EMPTY
    assert set(instance_leaves(EMPTY)) == set(schema_leaves(SCHEMA, SCHEMA))


def test_fields_named_like_keywords_stay() -> None:
    names = {"$defs": TEXT, "items": TEXT, "definitions": TEXT, "enum": TEXT}
    schema = {"type": "object", "properties": names}
    assert inline_references(schema) == schema
    assert empty_instance(schema) == dict.fromkeys(names)


def test_values_are_not_taken_for_schemas() -> None:
    schema = {"properties": {"a": {"enum": [{"$ref": "x"}], "default": {"$ref": "y"}}}}
    assert inline_references(schema) == schema


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ({"$ref": "#/$defs/Loop"}, "'#/\\$defs/Loop' leads back to itself"),
        ({"$ref": "#/$defs/None"}, "'#/\\$defs/None' points nowhere"),
        ({"$ref": "other.json"}, "'other.json' is not local"),
        ({"$ref": "#/$defs/Word"}, "points to 'word', which is no schema"),
    ],
)
def test_references_that_cannot_be_written_out_are_named(node: dict[str, Any], message: str) -> None:
    definitions = {"Loop": {"properties": {"again": {"$ref": "#/$defs/Loop"}}}, "Word": "word"}
    schema = {"$defs": definitions, "properties": {"a": node}}
    with pytest.raises(ValueError, match=message):
        inline_references(schema)
    with pytest.raises(ValueError, match=message):
        empty_instance(schema)


def test_the_prompt_shows_what_was_asked_for(tmp_path: Path) -> None:
    form = Form("table", ("Title: Claim",), SCHEMA, {"title": "Claim"})
    data = write_repository(tmp_path, [form])
    requests = {}
    for name in ("defs", "inline", "template"):
        settings = settings_for("forms", schema_format=name, modality="plain")
        ((_, record),) = open_repository(data).records(record_columns("forms", settings))
        requests[name] = draft_request(record, "forms", settings, data).request()
    shown = {name: request.instructions for name, request in requests.items()}
    assert '"$ref": "#/$defs/Address"' in shown["defs"]
    assert "$" not in shown["inline"]
    assert '"type"' not in shown["template"]
    begin, end = shown["template"].index("{"), shown["template"].rindex("}")
    assert json.loads(shown["template"][begin : end + 1]) == EMPTY
    assert [requests[name].schema for name in shown] == [SCHEMA, inline_references(SCHEMA), None]


def test_a_template_goes_with_no_schema_guided_reply() -> None:
    with pytest.raises(ValueError, match="reply 'json_schema' needs a schema"):
        settings_for("forms", schema_format="template", reply="json_schema")
    with pytest.raises(ValueError, match="schema format 'xml' is not one of defs, inline, template"):
        settings_for("forms", schema_format="xml")
