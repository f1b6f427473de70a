"""ANLS against values worked out by hand, ANLS* against the public package where the rules agree."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anls_star import anls_score as published_anls_score
from hypothesis import given, settings
from hypothesis import strategies as st

import metrics
from metrics.anls import compute, score_one, score_tree, similarity


def anls_score(reference: Any, prediction: Any) -> float:
    score = published_anls_score(reference, prediction)
    assert isinstance(score, float)
    return score


words = st.text(alphabet="abcXY 19.", max_size=8)
plain = st.one_of(words, st.integers(-99, 99), st.booleans(), st.none())
trees = st.recursive(
    plain,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [
        ("abcd", "abcd", 1.0),
        ("ABCD ", "abcd", 1.0),
        ("abcx", "abcd", 0.75),
        ("abxy", "abcd", 0.0),  # distance exactly half
        ("axyz", "abcd", 0.0),
        ("kitten", "sitting", 1 - 3 / 7),
        ("", "", 1.0),
        ("", "a", 0.0),
        ("None", "none", 1.0),
        ("New  York", "new york", 1.0),
    ],
)
def test_similarity_by_hand(prediction: str, reference: str, expected: float) -> None:
    assert similarity(prediction, reference) == pytest.approx(expected)


def test_the_other_convention_keeps_the_half() -> None:
    assert similarity("abxy", "abcd", boundary="inclusive") == 0.5
    assert similarity("axyz", "abcd", boundary="inclusive") == 0.0


def test_the_maximum_is_taken_of_similarities_not_of_outcomes() -> None:
    # References at similarity 0.6, 0.8 and 0: the answer is worth 0.8, not 1.
    assert score_one("abcde", ["abcxy", "abcdx", "vwxyz"]) == pytest.approx(0.8)


def test_mean_over_records_and_states() -> None:
    result = compute(
        ["abcd", "abcx", None, "zzzz"], [["abcd"], ["q", "abcd"], ["x"], ["abcd"]], groups=["a", "a", "b", None]
    )
    assert result["scores"] == [1.0, 0.75, None, 0.0]
    assert result["score"] == pytest.approx(1.75 / 3)
    assert result["counts"] == {"scored": 3, "unscored": 1, "failed_request": 1, "not_json": 0}
    assert result["groups"]["a"]["score"] == pytest.approx(0.875)
    assert result["groups"]["b"] == {"score": None, "scored": 0, "records": 1}
    assert "boundary:exclusive" in result["signature"]


def test_tree_mode_by_hand() -> None:
    truth = {"name": "Ann Lee", "items": [{"n": "1", "t": "pear"}, {"n": "2", "t": "plum"}]}
    reply = {"items": [{"n": "2", "t": "plum"}, {"n": "1", "t": "peas"}]}
    # Leaves: name missing 0, plum row 1 + 1, pear row 1 + 0.75, of 5.
    assert score_tree(reply, truth) == pytest.approx(3.75 / 5)
    result = compute([json.dumps(reply), "{"], [json.dumps(truth), json.dumps(truth)], mode="tree")
    assert result["scores"] == [pytest.approx(0.75), 0.0]
    assert result["counts"]["not_json"] == 1


def test_invented_parts_cost() -> None:
    assert score_tree({"a": "x", "b": "y"}, {"a": "x"}) == 0.5
    assert score_tree(["a", "b", "c", "d"], ["a", "b"]) == 0.5


def test_where_we_differ_from_the_public_package() -> None:
    # An invented key that holds nothing is neither right nor wrong; the package adds it to the length only.
    assert score_tree({"a": "x", "b": None}, {"a": "x"}) == 1.0
    assert anls_score({"a": "x"}, {"a": "x", "b": None}) == 0.5
    # The package keeps a distance of exactly half; we do so on request.
    assert score_tree("abxy", "abcd") == 0.0
    assert score_tree("abxy", "abcd", boundary="inclusive") == anls_score("abcd", "abxy") == 0.5


def without_void_keys(tree: Any) -> Any:
    """Drop keys and items that hold nothing, on which the two rules differ, and single items that tie."""
    if isinstance(tree, dict):
        kept = {key: without_void_keys(value) for key, value in tree.items()}
        return {key: value for key, value in kept.items() if value not in (None, "", [], {})}
    if isinstance(tree, list):
        return [item for item in map(without_void_keys, tree) if item not in (None, "", [], {})]
    return tree


@settings(max_examples=400, deadline=None)
@given(trees, trees)
def test_agrees_with_the_public_package(reference: Any, prediction: Any) -> None:
    prediction = without_void_keys(prediction)
    if isinstance(reference, list) and isinstance(prediction, str):
        return  # the package then takes the list for alternatives
    ours = score_tree(prediction, reference, boundary="inclusive")
    theirs = anls_score(reference, prediction)
    if has_nested_list(reference) and ours != pytest.approx(theirs):
        # Of equally good assignments each may take another, and nested lengths then differ.
        assert abs(ours - theirs) < 0.5
        return
    assert ours == pytest.approx(theirs)


def has_nested_list(tree: Any, inside: bool = False) -> bool:
    if isinstance(tree, list):
        return inside or any(has_nested_list(item, True) or isinstance(item, dict) for item in tree)
    if isinstance(tree, dict):
        return any(has_nested_list(value, inside) for value in tree.values())
    return False


def test_alternatives_agree_with_the_public_package() -> None:
    reference = {"a": ("hello", "world"), "b": ["this", "is", "a", "test"]}
    prediction = {"a": "hello!", "b": ["a", "test", "this", "be"]}
    assert score_tree(prediction, reference, boundary="inclusive") == pytest.approx(anls_score(reference, prediction))


@given(trees)
def test_identity(tree: Any) -> None:
    assert score_tree(tree, tree) == 1.0


@given(words, words)
def test_text_is_symmetric_and_bounded(first: str, second: str) -> None:
    assert similarity(first, second) == similarity(second, first)
    assert 0.0 <= similarity(first, second) <= 1.0


@given(st.lists(st.tuples(words, st.lists(words, min_size=1, max_size=3)), min_size=1, max_size=6), st.randoms())
def test_order_of_records_does_not_matter(records: list[tuple[str, list[str]]], shuffler: Any) -> None:
    before = compute([p for p, _ in records], [r for _, r in records])
    shuffler.shuffle(records)
    after = compute([p for p, _ in records], [r for _, r in records])
    assert before["score"] == pytest.approx(after["score"])
    assert sorted(before["scores"]) == sorted(after["scores"])


@given(
    st.dictionaries(st.sampled_from("abcd"), words, min_size=1),
    st.dictionaries(st.sampled_from("abcd"), words),
    st.randoms(),
)
def test_order_of_keys_does_not_matter(truth: dict[str, str], reply: dict[str, str], shuffler: Any) -> None:
    keys = list(reply)
    shuffler.shuffle(keys)
    assert score_tree({key: reply[key] for key in keys}, truth) == pytest.approx(score_tree(reply, truth))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compute(["a"], [[]]), "record 0: reference"),
        (lambda: compute(["a"], [[]], ids=["forms-1-00001-0"]), "forms-1-00001-0: reference"),
        (lambda: compute(["a"], ["{"], mode="tree"), "is not JSON"),
        (lambda: compute(["a"], [["a"]], mode="x"), "mode 'x'"),
        (lambda: compute(["a"], [["a"]], boundary="x"), "boundary 'x'"),
        (lambda: compute(["a", "b"], [["a"]]), "references"),
        (lambda: score_one("a", []), "at least one"),
        (lambda: score_tree(("a",), "a"), "alternatives belong in the reference"),
    ],
)
def test_bad_input_is_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_through_evaluate() -> None:
    module = metrics.load("anls")
    result = module.compute(
        predictions=["abcd", "None", None], references=[["abcx", "abcd"], ["none"], ["x"]], groups=["a", "b", "b"]
    )
    assert result["scores"] == [1.0, 1.0, None]
    assert module.compute(predictions=["abcx"], references=["abcd"])["score"] == 0.75
    tree = module.compute(predictions=['{"a": ["x"]}'], references=['{"a": ["x", "y"]}'], mode="tree")
    assert tree["score"] == 0.5


DEEP = '{"a":' * 10_000 + "1" + "}" * 10_000


def test_a_prediction_nested_too_deep_is_not_json() -> None:
    deep: object = 1
    for _ in range(5_000):
        deep = {"a": deep}
    result = compute([DEEP, deep, '{"a": 1}'], ['{"a": 1}'] * 3, mode="tree")
    assert result["scores"] == [0.0, 0.0, 1.0]
    assert result["counts"]["not_json"] == 2


def test_a_reference_nested_too_deep_is_named() -> None:
    with pytest.raises(ValueError, match=r"^record 0: reference"):
        compute(["{}"], [DEEP], mode="tree")
    with pytest.raises(ValueError, match=r"^record 0: reference is nested deeper than 64"):
        compute(["{}"], ["[" * 65 + "]" * 65], mode="tree")
