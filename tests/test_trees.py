"""Paths, leaves, nesting and structural classes, by hand and by properties."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.trees import (
    format_path,
    is_empty,
    leaves,
    nest,
    parse_path,
    resolve,
    split_of_schema,
    split_of_truth,
)

DATA = Path(__file__).parent / "data" / "varex_fields.json"
names = st.text(alphabet="abcxyz_", min_size=1, max_size=5)
steps = st.lists(st.one_of(names, st.integers(0, 12)), min_size=1, max_size=5).filter(lambda s: isinstance(s[0], str))


@given(steps)
def test_paths_come_back(path: list[str | int]) -> None:
    assert list(parse_path(format_path(tuple(path)))) == path


@pytest.mark.parametrize("path", ["", ".", "a.", "a..b", "a[x]", "a[", ".a", "[a]b"])
def test_malformed_paths_are_named(path: str) -> None:
    with pytest.raises(ValueError, match="is not of the form"):
        parse_path(path)


def test_published_classification_and_leaves_in_every_document() -> None:
    documents = json.loads(DATA.read_text(encoding="utf-8"))
    assert len(documents) == 400
    for document in documents:
        truth, excluded = document["ground_truth"], set(document["excluded_fields"])
        assert split_of_truth(truth) == document["split"], document["doc_id"]
        paths = {path for path, value in leaves(truth) if not is_empty(value) and path not in excluded}
        assert paths == set(document["fields"]), document["doc_id"]


def test_nesting_by_hand() -> None:
    values = {"a": "1", "p.q": None, "p.r": "2", "rows[0].x": "3", "rows[1].x": None, "rows[2].x": "4", "n[0]": "5"}
    tree = {"a": "1", "p": {"q": None, "r": "2"}, "rows": [{"x": "3"}, {"x": None}, {"x": "4"}], "n": ["5"]}
    assert nest(values) == tree
    assert nest({"rows[0].x": None, "rows[1].x": None}) == {"rows": []}
    assert nest({"n[0]": "a", "n[1]": None}) == {"n": ["a"]}


@pytest.mark.parametrize(
    "values",
    [
        {"a": "1", "a.b": "2"},
        {"a.b": "2", "a": "1"},
        {"r[1]": "x"},
        {"r[0]": "x", "r.a": "y"},
        {"a": "1", "b": "2", "a[0]": "3"},
    ],
)
def test_contradicting_paths_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"contradicts|stands twice"):
        nest(values)


@given(
    st.dictionaries(
        names,
        st.one_of(st.text(min_size=1), st.dictionaries(names, st.text(min_size=1), min_size=1)),
        min_size=1,
        max_size=5,
    )
)
def test_nest_is_the_inverse_of_leaves(tree: dict[str, Any]) -> None:
    assert nest(dict(leaves(tree))) == tree


def test_schemas_by_hand() -> None:
    text = {"type": "string"}
    row = {"type": "object", "properties": {"x": text}}
    defs = {"Row": row}

    def schema(**properties: Any) -> dict[str, Any]:
        return {"type": "object", "$defs": defs, "properties": properties}

    assert split_of_schema(schema(a=text)) == "flat"
    assert split_of_schema(schema(a=text, l={"type": "array", "items": text})) == "flat"
    assert split_of_schema(schema(a=row)) == "nested"
    assert split_of_schema(schema(a={"$ref": "#/$defs/Row"})) == "nested"
    assert split_of_schema(schema(a={"type": "array", "items": {"$ref": "#/$defs/Row"}})) == "table"
    deep = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
    assert split_of_schema(schema(a=deep)) == "table"


@pytest.mark.parametrize("reference", ["http://x/y", "#/$defs/Missing", "Row"])
def test_references_that_lead_nowhere_are_named(reference: str) -> None:
    with pytest.raises(ValueError, match=r"\$ref"):
        resolve({"$ref": reference}, {"$defs": {}})


def test_a_reference_that_leads_back_to_itself_is_refused() -> None:
    root = {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    with pytest.raises(ValueError, match="leads back to itself"):
        resolve({"$ref": "#/$defs/a"}, root)
