"""The table of replies was written from the rules before the parser; nothing a reply says may raise or be guessed."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.judge_replies import UNSCORED_KINDS, read_score, read_verdict, strip_reasoning
from metrics.loose_json import CUT, find_objects

TABLE = json.loads((Path(__file__).parent.parent / "data" / "judge_replies.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", TABLE["scores"], ids=lambda row: f"{row['why']}: {row['reply']!r:.40}")
def test_score_table(row: dict[str, Any]) -> None:
    reading = read_score(row["reply"])
    assert (reading.value, reading.kind) == (row["score"], row["kind"])


@pytest.mark.parametrize("row", TABLE["verdicts"], ids=lambda row: f"{row['why']}: {row['reply']!r:.40}")
def test_verdict_table(row: dict[str, Any]) -> None:
    reading = read_verdict(row["reply"])
    assert (reading.value, reading.kind) == (row["met"], row["kind"])


def test_table_is_large_enough_and_covers_every_kind() -> None:
    assert len(TABLE["scores"]) >= 60
    kinds = {row["kind"] for rows in TABLE.values() for row in rows}
    assert kinds == {"scored", *UNSCORED_KINDS}


@given(st.text(alphabet=st.sampled_from("{}[]\"':,.0123456789 -/scoreyn\\\n<>thikI"), max_size=60))
def test_any_text_gives_a_score_in_range_or_a_reason(text: str) -> None:
    for reading, allowed in ((read_score(text), float), (read_verdict(text), bool)):
        if reading.kind == "scored":
            assert isinstance(reading.value, allowed)
            assert 0 <= reading.value <= 10
        else:
            assert reading.value is None
            assert reading.kind in UNSCORED_KINDS


@given(
    score=st.integers(0, 100).map(lambda tenths: tenths / 10),
    reasoning=st.text(max_size=40),
    fenced=st.booleans(),
    before=st.sampled_from(["", "Verdict follows. ", "The answer has 3 of 4 facts.\n"]),
)
def test_a_whole_json_reply_gives_its_score(score: float, reasoning: str, fenced: bool, before: str) -> None:
    reply = json.dumps({"reasoning": reasoning, "score": score}, ensure_ascii=False)
    if fenced:
        reply = f"```json\n{reply}\n```"
    assert read_score(before + reply).value == score


@given(st.integers(0, 10), st.integers(1, 60))
def test_a_cut_reply_gives_the_score_or_nothing(score: int, length: int) -> None:
    reply = json.dumps({"reasoning": "the total is right", "score": score, "note": "x"})[:length]
    assert read_score(reply).value in (None, score)


def test_find_objects_marks_what_was_cut() -> None:
    objects, text, cut = find_objects('before {"a": [1, {"b": "x')
    assert (text, cut) == ("before ", True)
    assert objects == [[("a", [1, [("b", CUT)]])]]


def test_find_objects_reads_literals_and_escapes() -> None:
    (members,), _, cut = find_objects(r"""{"a": "x\n\"y\"", 'b': None, c: [True, -1.5e1], "d": NaN}""")
    assert not cut
    assert members[:3] == [("a", 'x\n"y"'), ("b", None), ("c", [True, -15.0])]
    assert math.isnan(members[3][1])


def test_strip_reasoning_keeps_only_what_follows() -> None:
    assert strip_reasoning("<think>a</think>b<THINK>c</THINK>d") == "d"
    assert strip_reasoning("<thinking>never closed") is None
    assert strip_reasoning("no block") == "no block"


def test_nesting_too_deep_is_text() -> None:
    objects, _, cut = find_objects('{"a":' * 10_000 + "{}" + "}" * 10_000 + ' {"score": 7}')
    assert not cut
    assert objects[-1] == [("score", 7)]
    assert read_score('{"a":' * 10_000).kind == "truncated"
    assert read_score("[" * 10_000).kind == "no_score"
