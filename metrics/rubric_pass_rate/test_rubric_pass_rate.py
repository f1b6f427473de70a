"""Rubric scores and pass rates against values worked out by hand from GDP.pdf's definitions."""

from __future__ import annotations

import doctest
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import metrics
from metrics.judge_prompts import CRITERION_PROMPT
from metrics.rubric_pass_rate import compute, read_rubric
from metrics.rubric_pass_rate.criteria import run_check
from metrics.rubric_pass_rate.scoring import AXES, TIERS, tier_of

TWO = ["Names the exclusion.", "Says the total is 42."]


def test_scores_by_hand() -> None:
    """Three items of 2, 2 and 4 criteria: s = 1, 1/2, 3/4, of which one passes strictly."""
    result = compute(
        predictions=["a", "b", "c"],
        references=[TWO, TWO, ["1", "2", "3", "4"]],
        verdicts=[[True, True], [True, False], [1, 1, 0, 1]],
    )
    assert result["rubric_scores"] == [1.0, 0.5, 0.75]
    assert result["rubric_score"] == pytest.approx((1 + 0.5 + 0.75) / 3)
    assert result["scores"] == [1.0, 0.0, 0.0]
    assert result["score"] == result["pass_rate"] == pytest.approx(1 / 3)


def test_five_runs_by_hand() -> None:
    """Item A passes in 3 of 5 runs, item B in 1 of 5: mean pass@1 is (0.6 + 0.2) / 2 = 0.4.

    Run by run the rates are 1, 0.5, 0.5, 0 and 0; their sample deviation is the root of 0.7 / 4.
    """
    passes = {"A": [1, 1, 1, 0, 0], "B": [1, 0, 0, 0, 0]}
    rows = [(item, verdict) for run in range(5) for item, verdict in (("A", passes["A"][run]), ("B", passes["B"][run]))]
    result = compute(
        predictions=["x"] * 10,
        references=[["one"]] * 10,
        item_ids=[item for item, _ in rows],
        verdicts=[[verdict] for _, verdict in rows],
    )
    assert result["pass_rate"] == pytest.approx(0.4)
    runs = result["runs"]
    assert (runs["count"], runs["pass_rates"]) == (5, [1.0, 0.5, 0.5, 0.0, 0.0])
    assert runs["mean"] == pytest.approx(0.4)
    assert runs["sd"] == pytest.approx((0.7 / 4) ** 0.5)
    assert (runs["min"], runs["max"]) == (0.0, 1.0)
    assert result["counts"]["items"] == 2


def test_one_item_weighs_the_same_however_many_runs_were_scored() -> None:
    result = compute(
        predictions=["x", "x", None, "y"],
        references=[["one"]] * 4,
        item_ids=["A", "A", "A", "B"],
        verdicts=[[1], [0], [1], [1]],
    )
    assert result["pass_rate"] == pytest.approx((0.5 + 1.0) / 2)
    assert result["counts"]["failed_request"] == 1


def test_a_criterion_without_verdict_leaves_the_response_unscored() -> None:
    result = compute(
        predictions=["a", "b", "c", None, ""],
        references=[TWO] * 5,
        verdicts=[[True, None], [True, "the judge was down"], ["yes", "no"], [True, True], [None, None]],
    )
    assert result["scores"] == [None, None, 0.0, None, 0.0]
    counts = result["counts"]
    assert (counts["scored"], counts["unscored"], counts["no_verdict"]) == (2, 3, 2)
    assert (counts["failed_request"], counts["empty"]) == (1, 1)
    assert result["criteria"] == [[True, None], [True, None], [True, False], [None, None], [False, False]]


def test_nothing_scored_gives_none_and_not_zero() -> None:
    result = compute(predictions=["a"], references=[TWO], verdicts=[[None, None]])
    assert result["score"] is None
    assert result["rubric_score"] is None
    assert result["runs"]["sd"] is None


@pytest.mark.parametrize("rubric", [[], "[]", "not json", '{"a": 1}', [{"id": "x"}], [""], [{"criterion": 3}]])
def test_a_malformed_rubric_is_an_error_naming_the_record(rubric: Any) -> None:
    with pytest.raises(ValueError, match=r"record 1 \(item q7\)"):
        compute(predictions=["a", "b"], references=[TWO, rubric], item_ids=["q6", "q7"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"verdicts": [[True]]}, "one verdict for each of 2"),
        ({"verdicts": [{"9": True}]}, "unknown criteria 9"),
        ({"verdicts": [[True, 7]]}, "verdict 7"),
        ({"verdicts": [[True, True]], "judge": lambda prompts: []}, "not both"),
        ({"judge": lambda prompts: []}, "0 replies to 2 prompts"),
        ({"verdicts": [[True, True]], "axes": [["depth"]]}, "axis 'depth'"),
        ({"verdicts": [[True, True]], "domains": ["a", "b"]}, "domains holds 2"),
    ],
)
def test_wrong_options_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compute(predictions=["a"], references=[TWO], **options)


def test_runs_of_one_item_must_have_one_rubric() -> None:
    with pytest.raises(ValueError, match="item A"):
        compute(predictions=["x", "y"], references=[["one"], ["two"]], item_ids=["A", "A"])


def test_slices_by_hand() -> None:
    result = compute(
        predictions=["a", "b", "c"],
        references=[TWO, TWO, TWO],
        verdicts=[[1, 1], [1, 0], [0, 0]],
        domains=["Legal", "HR", "Legal"],
        axes=[["grounding", "spatial_awareness"], ["cross_referencing", "grounding"], None],
        groups=["x", None, "y"],
    )
    slices = result["slices"]
    assert slices["domain"]["Legal"]["rubric_score"] == 0.5
    assert slices["domain"]["HR"]["pass_rate"] == 0.0
    assert slices["axis"]["grounding"]["rubric_score"] == 0.75
    assert slices["tier"]["tier1"]["counts"]["items"] == 2
    assert slices["tier"]["tier3"]["rubric_score"] == 0.5
    assert set(slices["axis"]) == {"grounding", "spatial_awareness", "cross_referencing"}
    assert result["groups"]["x"]["pass_rate"] == 1.0
    assert set(result["groups"]) == {"x", "y"}


def test_eleven_axes_in_three_tiers() -> None:
    assert len(AXES) == len(set(AXES)) == 11
    assert [len(axes) for axes in TIERS.values()] == [3, 4, 4]
    assert tier_of("unsupported_queries") == "tier3"


def test_the_judge_gets_one_prompt_a_criterion_and_neither_document_nor_gold() -> None:
    seen: list[str] = []

    def judge(prompts: Sequence[str]) -> list[str | None]:
        seen.extend(prompts)
        return ['{"verdict": "yes"}', '{"verdict": "no"}', None]

    rubric: list[Any] = [
        *TWO,
        {"criterion": "Avoids brad-point bits.", "check": {"kind": "excludes", "any": ["brad-point"]}},
    ]
    result = compute(predictions=["The total is 42.", "Nothing."], references=[rubric, ["Names it."]], judge=judge)
    assert len(seen) == 3
    assert all(prompt.startswith(CRITERION_PROMPT) for prompt in seen)
    asked = [json.loads(prompt.removeprefix(CRITERION_PROMPT)) for prompt in seen]
    assert asked[1] == {"criterion": "Says the total is 42.", "response": "The total is 42."}
    assert asked[2] == {"criterion": "Names it.", "response": "Nothing."}
    assert result["criteria"] == [[True, False, True], [None]]
    assert "judge:judge|prompt:" in result["signature"]


@pytest.mark.parametrize(
    ("check", "response", "expected"),
    [
        ({"kind": "contains", "any": ["W+R", "thinning"]}, "Use w+r grinding.", True),
        ({"kind": "contains", "any": ["cat"]}, "The category.", False),
        ({"kind": "contains", "all": ["180°", "thinning"]}, "A 180° chamfer with thinning.", True),
        ({"kind": "contains", "all": ["180°", "thinning"]}, "A 180° chamfer.", False),
        ({"kind": "contains", "any": ["3"]}, "It is 3.5.", False),
        ({"kind": "contains", "any": ["3"]}, "It is 3.", True),
        ({"kind": "excludes", "any": ["brad-point"]}, "Avoid W+R.", True),
        ({"kind": "excludes", "any": ["brad-point"]}, "Take a Brad-point bit.", False),
        ({"kind": "matches", "pattern": r"section\s+4\.2"}, "See Section 4.2.", True),
        ({"kind": "excludes_match", "pattern": r"\bguess"}, "I guess so.", False),
        (
            {"kind": "fact", "fact": {"name": "n", "value": 42, "answer_type": "number", "tolerance": {"absolute": 1}}},
            "It comes to 41.5.",
            True,
        ),
        ({"kind": "fact", "fact": {"name": "n", "value": 42, "answer_type": "number"}}, "It is not 42.", False),
    ],
)
def test_checks_by_hand(check: dict[str, Any], response: str, expected: bool) -> None:
    (criterion,) = read_rubric([{"criterion": "c", "check": check}], "r")
    assert criterion.check is not None
    assert run_check(criterion.check, response) is expected
    assert compute([response], [[{"criterion": "c", "check": check}]])["scores"] == [float(expected)]


@pytest.mark.parametrize(
    "check",
    [
        {},
        {"kind": "equals"},
        {"kind": "contains"},
        {"kind": "contains", "any": [""]},
        {"kind": "excludes", "all": ["a"]},
        {"kind": "matches", "pattern": "("},
        {"kind": "fact"},
        "contains",
    ],
)
def test_a_malformed_check_is_an_error(check: Any) -> None:
    with pytest.raises(ValueError, match="r: criterion 1"):
        read_rubric([{"criterion": "c", "check": check}], "r")


rows = st.lists(st.tuples(st.sampled_from("ABC"), st.tuples(st.booleans(), st.booleans())), min_size=1, max_size=12)


@given(rows, st.randoms(use_true_random=False))
def test_order_of_records_changes_no_figure(given_rows: list[tuple[str, tuple[bool, bool]]], random: Any) -> None:
    shuffled = list(given_rows)
    random.shuffle(shuffled)

    def figures(some: list[tuple[str, tuple[bool, bool]]]) -> tuple[float, float]:
        result = compute(
            ["x"] * len(some), [TWO] * len(some), item_ids=[r[0] for r in some], verdicts=[r[1] for r in some]
        )
        return result["pass_rate"], result["rubric_score"]

    assert figures(given_rows) == pytest.approx(figures(shuffled))


@given(rows)
def test_pass_rate_never_exceeds_the_rubric_score(given_rows: list[tuple[str, tuple[bool, bool]]]) -> None:
    result = compute(
        ["x"] * len(given_rows),
        [TWO] * len(given_rows),
        item_ids=[row[0] for row in given_rows],
        verdicts=[row[1] for row in given_rows],
    )
    assert 0 <= result["pass_rate"] <= result["rubric_score"] + 1e-12 <= 1 + 1e-9
    by_item: dict[str, list[bool]] = {}
    for item, verdicts in given_rows:
        by_item.setdefault(item, []).append(all(verdicts))
    expected = statistics.fmean(statistics.fmean(passed) for passed in by_item.values())
    assert result["pass_rate"] == pytest.approx(expected)


@given(rows)
def test_meeting_one_more_criterion_never_lowers_a_figure(given_rows: list[tuple[str, tuple[bool, bool]]]) -> None:
    items = [row[0] for row in given_rows]
    before = compute(["x"] * len(items), [TWO] * len(items), item_ids=items, verdicts=[row[1] for row in given_rows])
    more = [(True, given_rows[0][1][1]), *[row[1] for row in given_rows[1:]]]
    after = compute(["x"] * len(items), [TWO] * len(items), item_ids=items, verdicts=more)
    assert after["pass_rate"] >= before["pass_rate"]
    assert after["rubric_score"] >= before["rubric_score"]


def test_loads_as_an_evaluate_module() -> None:
    module = metrics.load("rubric_pass_rate")
    rubric = [json.dumps({"criterion": "Says 42.", "check": {"kind": "contains", "any": ["42"]}}), "Is short."]
    result = module.compute(predictions=["42", None], references=[rubric, rubric], verdicts=[[None, "yes"], None])
    assert result["scores"] == [1.0, None]
    assert module.compute(predictions=["42"], references=[json.dumps(rubric)], verdicts=[{"2": True}])["score"] == 1.0


def test_every_example_of_the_card_runs() -> None:
    failed, tried = doctest.testfile(str(Path(__file__).parent / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0
