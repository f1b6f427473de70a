"""Statistics over ``scores``: intervals, paired comparisons, agreement of judges, of raters and of rankings.

Every function takes scores in input order with None where a row is unscored; unscored rows are left out and counted.
Rows of one document are not independent, so intervals and paired tests resample whole documents (``clusters``).
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dataset_builder.agreement import cohen_kappa

Scores = Sequence[float | None]

_CELLS = 4_000_000
"""Random draws held in memory at once."""


@dataclass(frozen=True)
class Interval:
    """A mean with its bootstrap interval.

    Attributes:
        mean: over scored rows.
        low, high: percentile bounds.
        scored, unscored: numbers of rows.
        clusters: number of documents resampled.
        signature: how it was computed, in sacrebleu's manner.
    """

    mean: float
    low: float
    high: float
    scored: int
    unscored: int
    clusters: int
    signature: str


@dataclass(frozen=True)
class Comparison:
    """A paired comparison of two runs over the rows that both scored.

    Attributes:
        difference: mean of ``first`` minus mean of ``second``.
        low, high: bootstrap bounds of the difference.
        p_value: two-sided, from random sign flips of whole clusters.
        first_better, second_better, ties: numbers of rows.
        paired, unpaired: rows scored by both, and rows that either left unscored.
        clusters: number of documents resampled.
        signature: how it was computed.
    """

    difference: float
    low: float
    high: float
    p_value: float
    first_better: int
    second_better: int
    ties: int
    paired: int
    unpaired: int
    clusters: int
    signature: str


@dataclass(frozen=True)
class JudgeAgreement:
    """How far two judges agree on 0-10 verdicts (SynthDocBench reports the first three).

    Attributes:
        pearson: correlation of verdicts; None if either judge gave one verdict throughout.
        within_one: share of rows on which they differ by at most one point.
        acc_change: ACC of ``second`` minus ACC of ``first`` at the threshold, from -1 to 1.
        kappa: Cohen's kappa of the two pass verdicts; None where undefined.
        paired, unpaired: rows with both verdicts, and the rest.
        signature: how it was computed.
    """

    pearson: float | None
    within_one: float
    acc_change: float
    kappa: float | None
    paired: int
    unpaired: int
    signature: str


@dataclass(frozen=True)
class RankingAgreement:
    """How far two scorings of the same systems agree.

    Attributes:
        spearman, pearson: correlations; None where one side is constant.
        names: the systems that both score, sorted.
        signature: how it was computed.
    """

    spearman: float | None
    pearson: float | None
    names: tuple[str, ...]
    signature: str


@dataclass(frozen=True)
class Spread:
    """One figure over repeated runs.

    Attributes:
        values: in the runs' order, None where a run has none.
        mean: over the runs that have one; None where none has.
        deviation: their standard deviation (n - 1); None where fewer than two have one.
    """

    values: tuple[float | None, ...]
    mean: float | None
    deviation: float | None


def spread(values: Sequence[float | None]) -> Spread:
    """Return mean and standard deviation of a figure over repeated runs.

    >>> spread([0.25, 0.75, None])
    Spread(values=(0.25, 0.75, None), mean=0.5, deviation=0.3535533905932738)
    """
    known = [value for value in values if value is not None]
    mean = statistics.fmean(known) if known else None
    return Spread(tuple(values), mean, statistics.stdev(known) if len(known) > 1 else None)


def bootstrap_interval(
    scores: Scores,
    clusters: Sequence[str] | None = None,
    *,
    weights: Sequence[float] | None = None,
    resamples: int = 2000,
    seed: int = 42,
    confidence: float = 0.95,
) -> Interval:
    """Return the mean of ``scores`` with a percentile bootstrap interval over whole clusters.

    Args:
        scores: one a row, None where unscored.
        clusters: the document of each row; None takes every row for itself.
        weights: what each row counts in the mean, such as its fields; None weighs rows alike.
        resamples: number of bootstrap samples.
        seed: of the bootstrap's own generator.
        confidence: between 0 and 1.

    Raises:
        ValueError: lengths differ, nothing is scored, a weight is not above 0, or an option is out of range.

    >>> interval = bootstrap_interval([1, 0, None, 1, 1], ["a", "a", "b", "b", "c"])
    >>> interval.mean, interval.scored, interval.unscored, interval.clusters
    (0.75, 4, 1, 3)
    >>> bootstrap_interval([1, 0], weights=[3, 1]).mean
    0.75
    """
    _check_options(resamples, confidence)
    values, labels, unscored = _scored(scores, clusters)
    shares = _weights_of_scored(scores, weights)
    sums, counts = _by_cluster(values * shares, labels, shares)
    means = _resampled_means(sums, counts, resamples, seed)
    low, high = _bounds(means, confidence)
    return Interval(
        float(np.average(values, weights=shares)),
        low,
        high,
        len(values),
        unscored,
        len(sums),
        _signature("bootstrap", resamples=resamples, seed=seed, confidence=f"{confidence:g}"),
    )


def paired_comparison(
    first: Scores,
    second: Scores,
    clusters: Sequence[str] | None = None,
    *,
    resamples: int = 2000,
    seed: int = 42,
    confidence: float = 0.95,
) -> Comparison:
    """Return how two runs over the same rows differ; rows that either left unscored are left out and counted.

    Raises:
        ValueError: lengths differ, no row is scored by both, or an option is out of range.

    >>> outcome = paired_comparison([1, 1, 1, None], [0, 1, 1, 1])
    >>> round(outcome.difference, 3), outcome.first_better, outcome.ties, outcome.unpaired
    (0.333, 1, 2, 1)
    """
    _check_options(resamples, confidence)
    if len(first) != len(second):
        raise ValueError(f"the runs have {len(first)} and {len(second)} scores; they must cover the same rows")
    differences = [None if a is None or b is None else a - b for a, b in zip(first, second, strict=True)]
    values, labels, unpaired = _scored(differences, clusters)
    sums, counts = _by_cluster(values, labels, np.ones_like(values))
    low, high = _bounds(_resampled_means(sums, counts, resamples, seed), confidence)
    return Comparison(
        difference=float(values.mean()),
        low=low,
        high=high,
        p_value=_sign_flip_p_value(sums, resamples, seed),
        first_better=int((values > 0).sum()),
        second_better=int((values < 0).sum()),
        ties=int((values == 0).sum()),
        paired=len(values),
        unpaired=unpaired,
        clusters=len(sums),
        signature=_signature(
            "paired-bootstrap+sign-flip", resamples=resamples, seed=seed, confidence=f"{confidence:g}"
        ),
    )


def judge_agreement(first: Scores, second: Scores, *, threshold: float = 6) -> JudgeAgreement:
    """Return how far two judges' 0-10 verdicts on the same answers agree.

    Args:
        first, second: verdicts in the same order, None where a judge gave none.
        threshold: a verdict of at least this passes.

    Raises:
        ValueError: lengths differ, no row has both verdicts, or the threshold is outside 0-10.

    >>> agreement = judge_agreement([9, 2, 6, None], [8, 4, 5, 7])
    >>> round(agreement.within_one, 3), round(agreement.acc_change, 3), agreement.paired
    (0.667, -0.333, 3)
    """
    if not 0 <= threshold <= 10:
        raise ValueError(f"threshold {threshold!r} is not within 0 to 10")
    a, b, unpaired = _paired(first, second)
    passes_a, passes_b = a >= threshold, b >= threshold
    return JudgeAgreement(
        pearson=_correlation("pearsonr", a, b),
        within_one=float((np.abs(a - b) <= 1).mean()),
        acc_change=float(passes_b.mean() - passes_a.mean()),
        kappa=cohen_kappa(passes_a.tolist(), passes_b.tolist()),
        paired=len(a),
        unpaired=unpaired,
        signature=_signature("judge-agreement", threshold=f"{threshold:g}"),
    )


def ranking_agreement(first: Mapping[str, float], second: Mapping[str, float]) -> RankingAgreement:
    """Return the rank and linear correlation of two scorings of the same systems (names in both count).

    Raises:
        ValueError: fewer than three names are shared, or one of their scores is None or not finite.

    >>> ranking_agreement({"a": 1, "b": 2, "c": 3}, {"a": 10, "b": 20, "c": 90}).spearman
    1.0
    """
    names = tuple(sorted(first.keys() & second.keys()))
    if len(names) < 3:
        raise ValueError(f"the rankings share {len(names)} names; at least 3 are needed")
    for name in names:
        for score in (first[name], second[name]):
            if score is None or not np.isfinite(score):
                raise ValueError(f"score {score} of system {name!r} is not a finite number; leave the system out")
    a = np.array([first[name] for name in names], dtype=float)
    b = np.array([second[name] for name in names], dtype=float)
    return RankingAgreement(
        _correlation("spearmanr", a, b),
        _correlation("pearsonr", a, b),
        names,
        _signature("ranking-agreement", systems=len(names)),
    )


def _check_options(resamples: int, confidence: float) -> None:
    if resamples < 1:
        raise ValueError(f"resamples {resamples!r} is not at least 1")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence!r} is not between 0 and 1")


def _scored(scores: Scores, clusters: Sequence[str] | None) -> tuple[NDArray[np.float64], NDArray[np.intp], int]:
    """Return the scored values, the cluster number of each, and how many rows are unscored."""
    if clusters is not None and len(clusters) != len(scores):
        raise ValueError(f"{len(scores)} scores have {len(clusters)} clusters; one a score is needed")
    kept = [position for position, score in enumerate(scores) if score is not None]
    if not kept:
        raise ValueError(f"none of {len(scores)} rows is scored")
    values = np.array([scores[position] for position in kept], dtype=float)
    if not np.isfinite(values).all():
        raise ValueError(f"score {values[~np.isfinite(values)][0]} is not finite; give None where a row is unscored")
    if clusters is None:
        return values, np.arange(len(kept)), len(scores) - len(kept)
    numbers: dict[str, int] = {}
    labels = np.array([numbers.setdefault(clusters[position], len(numbers)) for position in kept])
    return values, labels, len(scores) - len(kept)


def _weights_of_scored(scores: Scores, weights: Sequence[float] | None) -> NDArray[np.float64]:
    """Return the weight of each scored row, 1 where none are given."""
    if weights is None:
        return np.ones(sum(score is not None for score in scores))
    if len(weights) != len(scores):
        raise ValueError(f"{len(scores)} scores have {len(weights)} weights; one a score is needed")
    shares = np.array([weight for score, weight in zip(scores, weights, strict=True) if score is not None], dtype=float)
    if not (shares > 0).all():
        raise ValueError(f"weight {shares.min():g} of a scored row is not above 0")
    return shares


def _paired(first: Scores, second: Scores) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    if len(first) != len(second):
        raise ValueError(f"the judges gave {len(first)} and {len(second)} verdicts; they must cover the same answers")
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not pairs:
        raise ValueError(f"none of {len(first)} answers has a verdict of both judges")
    a, b = np.array(pairs, dtype=float).T
    return a, b, len(first) - len(pairs)


def _by_cluster(
    values: NDArray[np.float64], labels: NDArray[np.intp], shares: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by cluster the sum of the values and that of the shares, which it is to be divided by."""
    return np.bincount(labels, weights=values).astype(np.float64), np.bincount(labels, weights=shares).astype(
        np.float64
    )


def _resampled_means(
    sums: NDArray[np.float64], counts: NDArray[np.float64], resamples: int, seed: int
) -> NDArray[np.float64]:
    generator = np.random.default_rng(seed)
    means = []
    for size in _chunks(resamples, len(sums)):
        drawn = generator.integers(0, len(sums), (size, len(sums)))
        means.append(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    return np.concatenate(means)


def _sign_flip_p_value(sums: NDArray[np.float64], resamples: int, seed: int) -> float:
    """Return the share of random sign flips whose total is at least as far from 0, the observed one counted too."""
    generator = np.random.default_rng(seed)
    observed = abs(sums.sum())
    extreme = 1
    for size in _chunks(resamples, len(sums)):
        signs = generator.integers(0, 2, (size, len(sums)), dtype=np.int8) * 2 - 1
        extreme += int((np.abs(signs @ sums) >= observed - 1e-12).sum())
    return extreme / (resamples + 1)


def _chunks(resamples: int, width: int) -> list[int]:
    size = max(1, _CELLS // width)
    return [min(size, resamples - start) for start in range(0, resamples, size)]


def _bounds(means: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    tail = (1 - confidence) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return float(low), float(high)


def _correlation(name: str, a: NDArray[np.float64], b: NDArray[np.float64]) -> float | None:
    """Return a correlation of ``scipy.stats``, which takes a second to import and is needed for these alone."""
    from scipy import stats

    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    return float(getattr(stats, name)(a, b).statistic)


def _signature(test: str, **options: object) -> str:
    return "|".join([f"test:{test}", *(f"{name}:{value}" for name, value in options.items())])
