"""field_match: every published outcome, values worked out by hand, properties, and the examples of the card."""

from __future__ import annotations

import doctest
import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.trees import is_empty, leaves, split_of_truth
from metrics.field_match import compute, score_one
from metrics.field_match.strict import compare_documents, match_all, values_match

ROWS = json.loads((Path(__file__).resolve().parents[2] / "tests/data/varex_fields.json").read_text(encoding="utf-8"))

SCHEMA = {
    "type": "object",
    "$defs": {"Row": {"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}},
    "properties": {
        "name": {"type": "string", "description": "Name of the laboratory"},
        "count": {"type": "integer"},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
    },
}
TRUTH = {"name": "Parker Labs", "count": 12, "rows": [{"day": "2024-03-05"}]}


def test_every_published_outcome() -> None:
    fields = 0
    for row in ROWS:
        prediction = json.dumps(row["prediction"], ensure_ascii=False)
        document = score_one(prediction, row["ground_truth"], excluded_fields=row["excluded_fields"])
        assert list(document.fields) == list(row["fields"]), row["doc_id"]
        assert split_of_truth(row["ground_truth"]) == row["split"], row["doc_id"]
        for path, figures in row["fields"].items():
            ours = {name: getattr(document.fields[path], name) for name in figures}
            assert ours == pytest.approx(figures, abs=1e-12), (row["doc_id"], path)
            fields += 1
    assert (len(ROWS), fields) == (400, 7171)


def test_figures_are_pooled_over_fields() -> None:
    """Worked by hand: 3 of 4 fields and 0 of 1; "Lunds" is one edit of five letters from "Lund"."""
    truths = [{"a": "1", "b": "2", "c": "3", "d": "Lund"}, {"a": "x"}]
    replies = ['{"a": "1", "b": 2, "c": " 3 ", "d": "Lunds"}', '{"a": "y"}']
    result = compute(replies, truths, groups=["flat", None])
    assert result["score"] == result["em"] == 3 / 5
    assert result["anls"] == pytest.approx(3.8 / 5)
    assert result["scores"] == [0.75, 0.0]
    assert result["perfect_documents"] == 0.0
    assert result["fields"] == 5
    assert result["signature"] == "field_match|mode:published|version:0.1.0"
    assert list(result["groups"]) == ["flat"]
    assert result["groups"]["flat"]["em"] == 0.75


@pytest.mark.parametrize("mode", ["published", "strict"])
def test_the_weighted_mean_of_scores_is_the_score(mode: str) -> None:
    result = compute(
        [json.dumps(row["prediction"]) for row in ROWS[:60]], [row["ground_truth"] for row in ROWS[:60]], mode=mode
    )
    pairs = [(s, w) for s, w in zip(result["scores"], result["weights"], strict=True) if s is not None]
    assert sum(s * w for s, w in pairs) / sum(w for _, w in pairs) == pytest.approx(result["score"])


def test_weights_are_numbers_of_fields() -> None:
    """Two fields are expected; the reply fills both, and in strict mode one more, which the truth leaves empty."""
    truth, reply = {"a": "1", "b": "2", "c": None}, '{"a": "1", "b": "9", "c": "9"}'
    assert compute([reply, None], [truth, truth])["weights"] == [2, 0]
    assert compute([reply, None], [truth, truth], mode="strict")["weights"] == [(2 + 3) / 2, 0]


@pytest.mark.parametrize(
    ("truth", "prediction", "em", "anls"),
    [
        ("abcd", "abxy", 0, 0.0),  # a distance of exactly one half
        ("abcde", "abcxy", 0, 0.6),
        ("Lund", "lund ", 1, 1.0),
        ("Lund", "Lund;", 1, 1.0),
        ("Lund", "Lund.", 0, 0.8),
        (True, "Yes", 0, 0.0),
        (True, "true", 1, 1.0),
        (5, "5.0", 1, 1.0),
        (5.0, "5", 1, 1.0),
        ("1,234", "1234", 0, 0.8),
        ("$5", "5", 0, 0.0),
        ("None", "None", 1, 1.0),
        (["x", "y"], ["y", "x"], 0, 0.8),  # as written: two of ten characters differ
        (7, None, 0, 0.0),
    ],
)
def test_published_rules_on_one_field(truth: Any, prediction: Any, em: int, anls: float) -> None:
    document = score_one({"f": prediction}, {"f": truth})
    assert document.fields["f"].exact_match_normalized == em
    assert document.fields["f"].anls_normalized == pytest.approx(anls)


REPLIES = [
    (json.dumps(TRUTH), "compliant"),
    ('{"name": "Parker Labs"}', "compliant"),
    ('{"surname": "Parker"}', "compliant"),
    (json.dumps(SCHEMA), "schema_reproduced"),
    (json.dumps(SCHEMA["properties"]), "schema_reproduced"),
    ('{"$defs": {"Row": {"type": "object"}}}', "schema_reproduced"),
    ('{"name": {"type": "string", "description": "Name of the laboratory"}}', "schema_reproduced"),
    ('{"name": {"type": ["string", "null"]}, "rows": {"$ref": "#/$defs/Row"}}', "schema_reproduced"),
    (json.dumps({"type": "object", "properties": TRUTH}), "envelope"),
    (json.dumps({"properties": TRUTH}), "envelope"),
    ('{"type": "object", "properties": {"name": "Parker Labs", "count": {"type": "integer"}}}', "envelope"),
    ('{"name": {"type": "string", "value": "Parker Labs"}, "count": {"value": 12}}', "envelope"),
    (json.dumps({"data": TRUTH}), "envelope"),
    ('{"name": {"value": "Parker Labs"}, "count": 12}', "compliant"),
    ("{}", "empty"),
    ('{"name": null, "count": "", "rows": []}', "empty"),
    ("[]", "empty"),
    ("null", "empty"),
    ("", "empty"),
    (json.dumps([TRUTH]), "other_type"),
    ("12", "other_type"),
    ('"Parker Labs"', "other_type"),
    ("no form here", "not_json"),
    ("None", "not_json"),
    ('{"name": "Parker La', "truncated"),
]


@pytest.mark.parametrize(("reply", "kind"), REPLIES)
def test_the_kind_of_a_reply(reply: str, kind: str) -> None:
    result = compute([reply], [TRUTH], schemas=[SCHEMA])
    assert [name for name, count in result["counts"].items() if count] == ["scored", kind]
    assert (result["scores"][0] > 0) is (kind == "compliant" and "surname" not in reply)


def test_field_names_that_are_schema_keywords_are_fields() -> None:
    truth = {"type": "Permit", "properties": {"lot": "7", "area": "40"}, "description": "Shed"}
    document = score_one(json.dumps(truth), truth)
    assert (document.kind, document.score) == ("compliant", 1.0)


def test_em_of_compliant_documents() -> None:
    truths = [{"a": "1", "b": "2"}] * 3
    replies = ['{"a": "1", "b": "x"}', '{"type": "object", "properties": {"a": "1", "b": "2"}}', "?"]
    result = compute(replies, truths)
    assert (result["em"], result["em_compliant"]) == (1 / 6, 1 / 2)


def test_what_cannot_be_scored_is_counted_and_left_out() -> None:
    result = compute([None, '{"a": "1"}', '{"a": "1"}'], [{"a": "1"}, {"a": None}, {"a": "1"}], groups=["g", "g", "h"])
    assert result["scores"] == [None, None, 1.0]
    assert result["counts"]["failed_request"] == result["counts"]["no_fields"] == 1
    assert (result["counts"]["scored"], result["counts"]["unscored"]) == (1, 2)
    assert result["groups"]["g"]["score"] is None


def test_excluded_fields_do_not_count_on_either_side() -> None:
    truth = {"a": "1", "rows": [{"b": "2", "c": None}]}
    prediction = {"a": "1", "rows": [{"b": "9", "c": "9"}]}
    assert score_one(prediction, truth, excluded_fields=["rows[0].b"]).score == 1.0
    assert score_one(prediction, truth, "strict", excluded_fields=["rows[0].b", "rows[0].c"]).score == 1.0
    assert score_one(prediction, truth, "strict", excluded_fields=["rows[0].b"]).outcomes == {
        "a": "right",
        "rows[0].c": "invented",
    }


@pytest.mark.parametrize("reference", ["not json", "[]", '"text"', [], "{'a': 1}"])
def test_a_malformed_reference_names_the_record(reference: Any) -> None:
    with pytest.raises(ValueError, match="forms-1-00012-0: reference is not"):
        compute(["{}"], [reference], ids=["forms-1-00012-0"])


def test_wrong_options_are_named() -> None:
    with pytest.raises(ValueError, match="mode 'fair' is not one of published, strict"):
        compute([], [], mode="fair")
    with pytest.raises(ValueError, match="groups holds 1 items for 2 predictions"):
        compute(["{}", "{}"], [{}, {}], groups=["flat"])


def test_strict_outcomes_worked_by_hand() -> None:
    truth = {
        "name": "Ada Byron",
        "fax": None,
        "tags": ["x", "y"],
        "paid": True,
        "rows": [{"item": "nut", "qty": 2}, {"item": "bolt", "qty": 4}],
    }
    prediction = {
        "name": "ada byron",
        "fax": "555",
        "tags": ["y", "x"],
        "paid": "Yes",
        "rows": [{"item": "bolt", "qty": "4.0"}, {"item": "nut"}, {"item": "screw", "qty": None}],
        "note": "",
    }
    document = score_one(prediction, truth, "strict")
    assert document.outcomes == {
        "name": "wrong",
        "fax": "invented",
        "tags": "right",
        "paid": "right",
        "rows[0].item": "right",
        "rows[0].qty": "missing",
        "rows[1].item": "right",
        "rows[1].qty": "right",
        "rows[+0].item": "invented",
    }
    # 5 right; 7 expected (5 + 1 wrong + 1 missing); 8 claimed (5 + 1 wrong + 2 invented)
    result = compute([prediction], [truth], mode="strict")
    assert result["precision"] == 5 / 8
    assert result["recall"] == result["em"] == 5 / 7
    assert result["score"] == result["f1"] == pytest.approx(10 / 15)


@pytest.mark.parametrize(
    ("truth", "prediction", "right"),
    [
        ({"a": {"b": "1"}}, {"a": "1"}, 0),
        ({"a": "1"}, {"a": {"value": "1"}}, 0),
        ({"a": "1"}, {"a": ["1"]}, 0),
        ({"a": ["1"]}, {"a": "1"}, 0),
        ({"a": ["1", "1", "2"]}, {"a": ["1", "2", "2"]}, 0),
        ({"a": ["1", "", "2"]}, {"a": ["2", "1"]}, 1),
        ({"rows": [{"b": "1"}]}, {"rows": {"b": "1"}}, 0),
        ({"rows": [{"b": "1", "sub": [{"c": "2"}, {"c": "3"}]}]}, {"rows": [{"sub": [{"c": "3"}, {"c": "2"}]}]}, 2),
        ({"rows": [{"b": "1"}]}, {"rows": []}, 0),
        ({"rows": []}, {"rows": [{"b": "1"}]}, 0),
    ],
)
def test_strict_shapes(truth: Any, prediction: Any, right: int) -> None:
    assert list(score_one(prediction, truth, "strict").outcomes.values()).count("right") == right


@pytest.mark.parametrize(
    ("truth", "prediction", "equal"),
    [
        (5, 5.0, True),
        (5, "5.00", True),
        ("5.00", "5", True),
        ("1,234", 1234, True),
        ("$1,234.50", "1234.5", True),
        ("\u22125", -5, True),
        ("$5", "\u20ac5", False),
        (True, "true", True),
        (True, "Yes", True),
        ("No", False, True),
        (True, 1, False),
        (1, True, False),
        (1, "true", False),
        ("1", True, False),
        (True, "X", False),
        (0, False, False),
        (0, "", False),
        ("007", 7, False),
        ("007", "7", False),
        ("07030", "7030", False),
        ("0.5", 0.5, True),
        (0.125, "12.5%", False),
        ("Ada", "ada", False),
        ("Ada  Byron", " Ada\u00a0Byron", True),
        ("Acme Inc.", "Acme Inc", True),
        ("None", "None", True),
        ("None", None, False),
        ("~42", 42, False),
        ("Q1 2023", "Q3 2023", False),
        ("03/05/2024", "2024-03-05", False),
        (".", "*", False),
        ("1" * 40, "1" * 39 + "2", False),
        (10**40, "9" * 40, False),
    ],
)
def test_strict_values(truth: Any, prediction: Any, equal: bool) -> None:
    assert values_match(truth, prediction) is equal
    assert values_match(prediction, truth) is equal


def test_the_schema_tells_the_kind() -> None:
    schema = {"properties": {"day": {"type": "string", "format": "date"}, "ok": {"type": ["boolean"]}}}
    assert score_one({"day": "March 5, 2024"}, {"day": "2024-03-05"}, "strict", schema=schema).score == 1.0
    assert score_one({"day": "March 6, 2024"}, {"day": "2024-03-05"}, "strict", schema=schema).score == 0.0
    nested = score_one({"rows": [{"day": "5 March 2024"}]}, {"rows": [{"day": "2024-03-05"}]}, "strict", schema=SCHEMA)
    assert nested.score == 1.0


@pytest.mark.parametrize("node", [True, False, [{"type": "string"}], "string", None])
def test_a_schema_node_that_is_no_object_tells_no_kind(node: Any) -> None:
    schema = {"properties": {"tags": {"type": "array", "items": node}, "rows": {"items": node}, "note": node}}
    truth = {"tags": ["x", "y"], "rows": [{"b": "1"}], "note": "n"}
    assert score_one(truth, truth, "strict", schema=schema).score == 1.0


@pytest.mark.parametrize("reference", ["#/$defs/Day", "other.json#/Day", 5])
def test_a_reference_that_leads_nowhere_names_the_record(reference: Any) -> None:
    schema = {"properties": {"day": {"$ref": reference}}}
    with pytest.raises(ValueError, match=r"^forms-1-00012-0: schema: \$ref"):
        compute(["{}"], [{"day": "x"}], mode="strict", schemas=[schema], ids=["forms-1-00012-0"])


KEYS = st.text("abcdeé", min_size=1, max_size=3)
TEXTS = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.floats(-1e6, 1e6, allow_nan=False), TEXTS
)
FLAT_ROWS = st.lists(st.dictionaries(KEYS, SCALARS, min_size=1, max_size=3), min_size=1, max_size=4)
TREES = st.dictionaries(
    KEYS,
    st.one_of(SCALARS, st.lists(SCALARS, max_size=4), FLAT_ROWS, st.dictionaries(KEYS, SCALARS, max_size=3)),
    max_size=5,
)


@given(TREES, st.sampled_from(["published", "strict"]))
def test_the_truth_itself_is_perfect(truth: dict[str, Any], mode: str) -> None:
    filled = any(not is_empty(value) for _, value in leaves(truth))
    assert score_one(json.dumps(truth), truth, mode).score == (1.0 if filled else None)


@given(TREES, st.sampled_from(["published", "strict"]), st.randoms(use_true_random=False))
def test_order_of_keys_and_rows_does_not_matter(truth: dict[str, Any], mode: str, rng: random.Random) -> None:
    shuffled = _shuffle(truth, rng, plain_lists=mode == "strict")
    assert score_one(shuffled, truth, mode).score == score_one(truth, truth, mode).score


@given(TREES, TREES, st.randoms(use_true_random=False))
def test_strict_score_does_not_depend_on_order(truth: Any, prediction: Any, rng: random.Random) -> None:
    shuffled = _shuffle(prediction, rng, plain_lists=True)
    assert score_one(shuffled, truth, "strict").score == score_one(prediction, truth, "strict").score


@given(TREES, TREES)
def test_strict_score_is_symmetric(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert score_one(first, second, "strict").score == score_one(second, first, "strict").score


@given(TREES, st.lists(TREES, min_size=1, max_size=3), st.lists(st.one_of(TREES, SCALARS), min_size=1, max_size=3))
def test_strict_assigns_the_rows_by_what_each_pair_scores(
    extra: dict[str, Any], truth: list[Any], prediction: list[Any]
) -> None:
    """All pairs are counted at once; here each pair is scored for itself and every assignment tried."""
    truth, prediction = [*truth, extra], [*prediction, extra]
    alone = [[list(compare_documents(row, other, {}).values()).count("right") for other in prediction] for row in truth]
    slots = [*range(len(prediction)), *[None] * len(truth)]
    best = max(
        sum(row[j] for row, j in zip(alone, choice, strict=True) if j is not None)
        for choice in permutations(slots, len(truth))
    )
    together = compare_documents({"rows": truth}, {"rows": prediction}, {})
    assert list(together.values()).count("right") == best


@given(TREES)
def test_spaces_around_text_do_not_matter(truth: dict[str, Any]) -> None:
    spaced = _map_texts(truth, lambda text: f"  {text}\u00a0 ")
    filled = any(not is_empty(value) for _, value in leaves(truth))
    if filled and not any(isinstance(value, str) and not value.strip() for value in _scalars(truth)):
        assert score_one(spaced, truth, "strict").score == 1.0


PLAIN = st.one_of(
    SCALARS, st.sampled_from(["5", "5.00", "$5", "Yes", "true", "March 5, 2024", "2024-03-05", "2:30 PM"])
)


@given(st.lists(PLAIN, min_size=1), st.lists(PLAIN, min_size=1), st.sampled_from([None, "number", "boolean", "date"]))
def test_columns_match_as_their_values_do(truths: list[Any], predictions: list[Any], kind: str | None) -> None:
    one_by_one = [[values_match(truth, other, kind) for other in predictions] for truth in truths]
    assert match_all(truths, predictions, kind).tolist() == one_by_one


@given(SCALARS.filter(lambda value: not is_empty(value)), SCALARS, st.booleans())
def test_strict_never_matches_across_kinds(truth: Any, prediction: Any, in_list: bool) -> None:
    if not _kinds(truth) & _kinds(prediction):
        assert not values_match(truth, prediction)
        assert not values_match([truth], [prediction])
    assert not values_match(truth, [prediction])
    assert not values_match(truth, {"value": prediction})


def _kinds(value: Any) -> set[str]:
    """Return what a value may be taken for, told independently of the code under test."""
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int | float):
        return {"number"}
    if value is None:
        return {"null"}
    kinds = {"text"}
    if any(character.isdigit() for character in value):
        kinds.add("number")
    if value.strip(" .'\"*`_\u2018\u2019\u201c\u201d").lower() in ("yes", "no", "true", "false"):
        kinds.add("boolean")
    return kinds


def _shuffle(tree: Any, rng: random.Random, *, plain_lists: bool) -> Any:
    if isinstance(tree, dict):
        items = [(key, _shuffle(value, rng, plain_lists=plain_lists)) for key, value in tree.items()]
        rng.shuffle(items)
        return dict(items)
    if isinstance(tree, list):
        values = [_shuffle(value, rng, plain_lists=plain_lists) for value in tree]
        if plain_lists or any(isinstance(value, dict) for value in values):
            rng.shuffle(values)
        return values
    return tree


def _map_texts(tree: Any, change: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _map_texts(value, change) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_map_texts(value, change) for value in tree]
    return change(tree) if isinstance(tree, str) else tree


def _scalars(tree: Any) -> list[Any]:
    if isinstance(tree, dict | list):
        return [leaf for child in (tree.values() if isinstance(tree, dict) else tree) for leaf in _scalars(child)]
    return [tree]


def test_the_examples_of_the_card() -> None:
    results = doctest.testfile(str(Path(__file__).with_name("README.md")), module_relative=False)
    assert results.attempted >= 3
    assert results.failed == 0


@pytest.mark.parametrize("mode", ["published", "strict"])
def test_nesting_too_deep_is_counted_in_predictions_and_named_in_references(mode: str) -> None:
    deep: Any = 1
    for _ in range(5_000):
        deep = {"a": deep}
    result = compute([deep], [{"a": "1"}], mode=mode)
    assert result["counts"]["not_json"] == 1
    assert result["scores"] == [0.0]
    for reference in (deep, '{"a":' * 10_000 + "1" + "}" * 10_000):
        with pytest.raises(ValueError, match=r"^r1: reference is"):
            compute(["{}"], [reference], mode=mode, ids=["r1"])
