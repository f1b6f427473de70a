"""Intervals, comparisons and agreement, against values worked out by hand or by scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from metrics.stats import bootstrap_interval, cohen_kappa, judge_agreement, paired_comparison, ranking_agreement


def test_signatures_tell_how_a_figure_was_computed() -> None:
    assert bootstrap_interval([1, 0], resamples=10).signature == "test:bootstrap|resamples:10|seed:42|confidence:0.95"


def test_interval_agrees_with_scipy_when_every_row_is_its_own_cluster() -> None:
    scores = np.random.default_rng(0).normal(0.6, 0.2, 300)
    ours = bootstrap_interval(scores.tolist())
    theirs = scipy_stats.bootstrap(
        (scores,), np.mean, n_resamples=2000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    assert ours.mean == pytest.approx(scores.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.004)
    assert ours.high == pytest.approx(theirs.high, abs=0.004)


def test_clusters_widen_the_interval_when_rows_of_a_document_agree() -> None:
    scores = [float(document % 2) for document in range(20) for _ in range(10)]
    clusters = [str(document) for document in range(20) for _ in range(10)]
    apart, together = bootstrap_interval(scores), bootstrap_interval(scores, clusters)
    assert together.clusters == 20
    assert (together.high - together.low) > 2.5 * (apart.high - apart.low)


def test_one_cluster_has_no_spread() -> None:
    interval = bootstrap_interval([1, 0, 1, 0], ["a"] * 4)
    assert (interval.low, interval.mean, interval.high) == (0.5, 0.5, 0.5)


def test_a_weight_stands_for_as_many_equal_rows() -> None:
    """Three documents of 4, 1 and 2 fields; what is unscored weighs nothing."""
    shares, weights, documents = [0.75, 1.0, None, 0.0], [4, 1, 9, 2], ["a", "b", "c", "d"]
    fields = [1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0]
    weighted = bootstrap_interval(shares, documents, weights=weights)
    spelled_out = bootstrap_interval(fields, ["a"] * 4 + ["b"] + ["d"] * 2)
    assert weighted.mean == pytest.approx(4 / 7)
    assert (weighted.low, weighted.high) == pytest.approx((spelled_out.low, spelled_out.high))
    assert (weighted.scored, weighted.unscored, weighted.clusters) == (3, 1, 3)


@pytest.mark.parametrize(("weights", "message"), [([1], "2 scores have 1 weights"), ([1, 0], "weight 0 of a scored")])
def test_weights_that_cannot_be_are_named(weights: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bootstrap_interval([1, 0], weights=weights)


def test_unscored_rows_are_left_out_and_counted() -> None:
    interval = bootstrap_interval([1, None, 1, None])
    assert (interval.mean, interval.scored, interval.unscored) == (1.0, 2, 2)


@given(
    st.lists(st.sampled_from([0.0, 0.5, 1.0, None]), min_size=1, max_size=40).filter(
        lambda s: any(x is not None for x in s)
    )
)
def test_interval_holds_the_mean_and_repeats(scores: list[float | None]) -> None:
    first = bootstrap_interval(scores, resamples=200)
    assert (first.low <= first.mean + 1e-9 and first.mean <= first.high + 1e-9) or first.scored < 4
    assert first == bootstrap_interval(scores, resamples=200)


def test_large_inputs_are_drawn_in_chunks_with_the_same_outcome_every_time() -> None:
    scores = [float(i % 3 == 0) for i in range(30_000)]
    first = bootstrap_interval(scores, resamples=300)
    assert first == bootstrap_interval(scores, resamples=300)
    assert first.low < 1 / 3 < first.high


def test_paired_comparison_sees_a_small_constant_gain_that_unpaired_spread_would_hide() -> None:
    base = [float(i % 2) * 0.8 for i in range(60)]
    better = [score + 0.05 for score in base]
    outcome = paired_comparison(better, base)
    assert outcome.difference == pytest.approx(0.05)
    assert outcome.p_value < 0.01
    assert outcome.low == pytest.approx(0.05)
    assert (outcome.first_better, outcome.second_better, outcome.ties) == (60, 0, 0)


def test_equal_runs_differ_by_nothing() -> None:
    outcome = paired_comparison([1, 0, 1], [1, 0, 1])
    assert (outcome.difference, outcome.p_value, outcome.ties) == (0.0, 1.0, 3)


def test_swapping_the_runs_turns_the_sign() -> None:
    a, b = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]
    there, back = paired_comparison(a, b), paired_comparison(b, a)
    assert there.difference == pytest.approx(-back.difference)
    assert there.p_value == back.p_value


def test_judge_agreement_by_hand() -> None:
    outcome = judge_agreement([10, 8, 6, 2, None], [9, 5, 6, 2, 4])
    assert outcome.within_one == 0.75
    assert outcome.acc_change == pytest.approx(2 / 4 - 3 / 4)
    assert outcome.kappa == pytest.approx((0.75 - (3 / 4 * 2 / 4 + 1 / 4 * 2 / 4)) / (1 - 0.5))
    assert outcome.pearson == pytest.approx(np.corrcoef([10, 8, 6, 2], [9, 5, 6, 2])[0, 1])
    assert (outcome.paired, outcome.unpaired) == (4, 1)
    assert outcome.signature == "test:judge-agreement|threshold:6"


def test_constant_judge_has_no_correlation() -> None:
    assert judge_agreement([7, 7, 7], [1, 2, 3]).pearson is None


def test_kappa_by_hand_and_undefined() -> None:
    assert cohen_kappa([1, 1, 0, 0], [1, 1, 0, 0]) == 1.0
    assert cohen_kappa([1, 1, 0, 0], [0, 0, 1, 1]) == -1.0
    assert cohen_kappa([1, 1], [1, 1]) is None


def test_rankings() -> None:
    outcome = ranking_agreement({"a": 1, "b": 2, "c": 3, "x": 9}, {"c": 1, "b": 2, "a": 3})
    assert outcome.names == ("a", "b", "c")
    assert outcome.spearman == pytest.approx(-1)
    assert outcome.signature == "test:ranking-agreement|systems:3"
    assert ranking_agreement({"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 2, "c": 3}).pearson is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bootstrap_interval([None]), "none of 1 rows is scored"),
        (lambda: bootstrap_interval([1], ["a", "b"]), "1 scores have 2 clusters"),
        (lambda: bootstrap_interval([1], resamples=0), "resamples 0"),
        (lambda: bootstrap_interval([1], confidence=1.0), "confidence 1.0"),
        (lambda: paired_comparison([1], [1, 2]), "1 and 2 scores"),
        (lambda: judge_agreement([1], [2], threshold=11), "threshold 11"),
        (lambda: judge_agreement([None], [2]), "none of 1 answers"),
        (lambda: cohen_kappa([], []), "0 and 0 labels"),
        (lambda: cohen_kappa([["y"], ["n"]], [["y"], ["y"]]), "a label cannot be counted .*list"),
        (lambda: ranking_agreement({"a": 1}, {"a": 1}), "share 1 names"),
        (lambda: ranking_agreement({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": np.nan, "c": 3}), "score nan of system 'b'"),
        (lambda: ranking_agreement({"a": 1, "b": 2, "c": None}, {"a": 1, "b": 2, "c": 3}), "score None of system 'c'"),
    ],
)
def test_bad_input_is_named(call, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_scores_that_are_not_finite_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="is not finite; give None"):
        bootstrap_interval([score, 1.0])
