"""The schema builder: shapes as in the paper's appendix B, valid JSON Schema, truths that validate."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from dataset_builder.families.forms.making import make_form
from dataset_builder.families.forms.model import Field, Widget
from dataset_builder.families.forms.schema_builder import build_schema, drop_empty
from dataset_builder.trees import nest, split_of_schema


def field(path: str, widget: int, description: str = "Something") -> Field:
    return Field(path, widget, description)


def widget(index: int, **changes: Any) -> Widget:
    return Widget(index, index + 1, f"w{index}", 1, (0, 0, 100, 12), changes.pop("type", "text"), **changes)


def is_valid(schema: dict[str, Any], instance: Any) -> bool:
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(instance))


def test_flat_schema() -> None:
    schema = build_schema([field("name", 0, "Name of the owner"), field("city", 1)], [widget(0), widget(1)])
    assert schema == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Name of the owner"},
            "city": {"type": "string", "description": "Something"},
        },
    }
    assert split_of_schema(schema) == "flat"


def test_nested_objects_are_references_in_reading_order() -> None:
    fields = [field("provider.name", 0), field("provider.home_address.city", 1), field("note", 2)]
    schema = build_schema(fields, [widget(index) for index in range(3)])
    leaf = {"type": "string", "description": "Something"}
    assert list(schema["properties"]) == ["provider", "note"]
    assert schema["properties"]["provider"] == {"$ref": "#/$defs/Provider"}
    assert schema["$defs"] == {
        "HomeAddress": {"type": "object", "properties": {"city": leaf}},
        "Provider": {
            "type": "object",
            "properties": {"name": leaf, "home_address": {"$ref": "#/$defs/HomeAddress"}},
        },
    }
    assert split_of_schema(schema) == "nested"


def test_equal_objects_share_a_definition_and_others_get_their_own() -> None:
    fields = [
        field("mailing.city", 0, "City"),
        field("home.city", 1, "City"),
        field("spouse.home.city", 2, "City of the spouse"),
    ]
    schema = build_schema(fields, [widget(index) for index in range(3)])
    assert schema["properties"]["mailing"] == schema["properties"]["home"] == {"$ref": "#/$defs/Mailing"}
    assert sorted(schema["$defs"]) == ["Home", "Mailing", "Spouse"]


def test_two_definitions_of_one_name_are_numbered() -> None:
    fields = [field("a.name.first", 0, "First"), field("b.name.last", 1, "Last")]
    schema = build_schema(fields, [widget(0), widget(1)])
    assert sorted(schema["$defs"]) == ["A", "B", "Name", "Name2"]
    assert is_valid(schema, {"a": {"name": {"first": "x"}}, "b": {"name": {"last": "y"}}})


def test_rows_become_an_array_of_one_type() -> None:
    fields = [field(f"test_volumes[{row}].annual_volume", row) for row in range(3)]
    schema = build_schema(fields, [widget(0, max_length=4), widget(1, max_length=9), widget(2, max_length=6)])
    assert schema["properties"]["test_volumes"] == {"type": "array", "items": {"$ref": "#/$defs/TestVolume"}}
    assert schema["$defs"]["TestVolume"]["properties"]["annual_volume"]["maxLength"] == 9
    assert split_of_schema(schema) == "table"


def test_a_row_without_a_limit_lifts_the_limit() -> None:
    fields = [field("rows[0].a", 0), field("rows[1].a", 1)]
    schema = build_schema(fields, [widget(0, max_length=4), widget(1)])
    assert "maxLength" not in schema["$defs"]["Row"]["properties"]["a"]


def test_plain_lists_hold_strings() -> None:
    schema = build_schema([field("names[0]", 0), field("names[1]", 1)], [widget(0), widget(1)])
    assert schema["properties"]["names"] == {"type": "array", "items": {"type": "string", "description": "Something"}}


def test_limits_and_choices_come_from_the_widgets() -> None:
    widgets = [widget(0, max_length=30), widget(1, type="choice", choices=("NY", "NJ", "NY")), widget(2)]
    schema = build_schema([field("a", 0), field("b", 1), field("c", 2)], widgets, visible=lambda w: 12 + 10 * w.index)
    properties = schema["properties"]
    assert properties["a"]["maxLength"] == 12
    assert properties["b"]["enum"] == ["NY", "NJ"]
    assert "maxLength" not in properties["b"]
    assert properties["c"]["maxLength"] == 32


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ([], "at least one field"),
        ([("a", 0), ("a", 1)], "stands twice"),
        ([("a", 0), ("a.b", 1)], "contradicts"),
        ([("a.b", 0), ("a", 1)], "contradicts"),
        ([("a[0].b", 0), ("a.c", 1)], "contradicts"),
        ([("a", 7)], "widget 7"),
    ],
)
def test_fields_that_make_no_schema_are_refused(listed: list[tuple[str, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build_schema([field(path, index) for path, index in listed], [widget(0), widget(1)])


def test_truths_validate_once_their_nulls_are_left_out() -> None:
    values = {"a": None, "owner.name": "x", "rows[0].b": "1", "rows[0].c": None, "rows[1].b": None, "rows[1].c": None}
    fields = [field(path, index) for index, path in enumerate(values)]
    schema = build_schema(fields, [widget(index) for index in range(len(values))])
    truth = nest(values)
    assert truth == {"a": None, "owner": {"name": "x"}, "rows": [{"b": "1", "c": None}]}
    assert not is_valid(schema, truth)
    assert drop_empty(truth) == {"owner": {"name": "x"}, "rows": [{"b": "1"}]}
    assert is_valid(schema, drop_empty(truth))
    assert not is_valid(schema, {"owner": {"name": 3}})


@pytest.mark.parametrize("split", ["flat", "nested", "table"])
def test_schemas_of_made_forms_are_of_their_split(split: str) -> None:
    for index in range(3):
        made = make_form(index, 5, split=split)
        schema = build_schema(made.fields, made.template.widgets)
        assert is_valid(schema, nest({field.path: "1" for field in made.fields if not _chosen(made, field)}))
        assert split_of_schema(schema) == split


def _chosen(made: Any, field: Field) -> bool:
    return any(widget.index == field.widget and widget.choices for widget in made.template.widgets)
