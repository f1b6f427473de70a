"""JSON out of replies: what each reply must give, written from the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.replies import MAX_DEPTH, Reply, parse_json_reply, to_json_text

ADA = {"name": "Ada"}

REPLIES: list[tuple[str, Any, str, bool]] = [
    ('{"name": "Ada"}', ADA, "object", False),
    ('  {"name": "Ada"}\n', ADA, "object", False),
    ('```json\n{"name": "Ada"}\n```', ADA, "object", True),
    ('```\n{"name": "Ada"}\n```', ADA, "object", True),
    ('```json\n{"name": "Ada"}', ADA, "object", True),
    ('Sure!\n```json\n{"name": "Ada"}\n```\nAnything else?', ADA, "object", True),
    ('The form says {"name": "Ada"}.', ADA, "object", True),
    ('First {"name": "Bob"}, no: {"name": "Ada"}', ADA, "object", True),
    ('{"name": "Ada"} where {x} is the name', ADA, "object", True),
    ('<think>{"name": "Bob"}</think>{"name": "Ada"}', ADA, "object", False),
    ('{"name": "</think>"}', {"name": "</think>"}, "object", False),
    ('{"name": "A}d{a"}', {"name": "A}d{a"}, "object", False),
    ('So {"name": "a \\" } b"} it is', {"name": 'a " } b'}, "object", True),
    ('{"name": NaN}', {"name": None}, "object", False),
    ("[1, 2]", [1, 2], "other_type", False),
    ('[{"name": "Ada"}]', [ADA], "other_type", False),
    ('"Ada"', "Ada", "other_type", False),
    ("null", None, "other_type", False),
    ("5", 5, "other_type", False),
    ('{"name": "Ad', None, "truncated", False),
    ('{"name": "Ada", "rows": [{"a": 1}, {"a"', None, "truncated", False),
    ('[{"a": 1}, ', None, "truncated", False),
    ('```json\n{"name": "Ada", "city": "Lu', None, "truncated", True),
    ('{"name": "Bob"} or rather {"name": "A', None, "truncated", False),
    ("", None, "empty", False),
    (" \n ", None, "empty", False),
    ("<think>no idea</think>", None, "empty", False),
    ("I cannot read this form.", None, "not_json", False),
    ("{'name': 'Ada'}", None, "not_json", False),
    ('{"name": "Ada",}', None, "not_json", False),
    ("name: Ada", None, "not_json", False),
    ("None", None, "not_json", False),
    ('{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1), None, "not_json", False),
    ("[" * 100_000 + "]" * 100_000, None, "not_json", False),
]


@pytest.mark.parametrize(("text", "value", "kind", "in_text"), REPLIES, ids=lambda part: repr(part)[:40])
def test_a_reply_gives_its_value_and_kind(text: str, value: Any, kind: str, in_text: bool) -> None:
    assert parse_json_reply(text) == Reply(value, kind, in_text)


@given(st.dictionaries(st.text(max_size=5), st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=9))))
def test_an_object_survives_prose_and_fences(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    assert parse_json_reply(text).value == value
    assert parse_json_reply(f"Here:\n```json\n{text}\n```").value == value
    assert parse_json_reply(f"Here it is: {text}. Done").value == value


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=9), min_size=1), st.data())
def test_a_cut_object_is_truncated_wherever_it_is_cut(value: dict[str, Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    assert parse_json_reply(text[: data.draw(st.integers(1, len(text) - 1))]).kind == "truncated"


def test_values_become_json_text_and_texts_stay() -> None:
    assert [to_json_text(value) for value in ({"a": "é"}, [None], "None", "", None)] == [
        '{"a": "é"}',
        "[null]",
        "None",
        "",
        None,
    ]
