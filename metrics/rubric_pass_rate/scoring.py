"""Per-criterion verdicts to rubric scores, strict passes, mean pass@1 over repeated runs, and slices.

Source: GDP.pdf, sections 3.1 (scores, pass rate; criteria are not weighted), 4 (slices, judging) and 5.1 (five runs an
item, strict pass rate averaged over the runs).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from metrics.judge_prompts import CRITERION_PROMPT, prompt_mark, write_criterion_prompt
from metrics.judge_replies import read_verdict
from metrics.judging import Chat, ask, name_of
from metrics.results import check_lengths, group_indexes, make_signature
from metrics.rubric_pass_rate.criteria import Criterion, RawCriterion, read_rubric, run_check

TIERS: dict[str, tuple[str, ...]] = {
    "tier1": ("correctness_completeness", "grounding", "spatial_awareness"),
    "tier2": ("reading_flow", "typographic_hierarchy", "standard_tables", "charts_multimodal"),
    "tier3": ("complex_tables", "cross_referencing", "artifact_noise", "unsupported_queries"),
}
"""The eleven capability axes by tier (GDP.pdf, Table 4), under our short names."""

AXES: tuple[str, ...] = tuple(axis for axes in TIERS.values() for axis in axes)

GivenVerdict = bool | int | str | None
"""Whether a criterion is met: a truth value, 1 or 0, a judge's reply as text, or None where there is no verdict."""


@dataclass(frozen=True)
class RowScore:
    """One response judged by its rubric.

    Attributes:
        met: a truth value a criterion, None where there is no verdict.
        kind: ``scored``, or why the response is unscored.
        is_empty: whether the response had no text.
    """

    met: tuple[bool | None, ...]
    kind: str
    is_empty: bool = False

    @property
    def rubric(self) -> float | None:
        """Share of criteria met, or None where unscored."""
        return sum(map(bool, self.met)) / len(self.met) if self.kind == "scored" else None

    @property
    def passed(self) -> bool | None:
        """Whether every criterion is met, or None where unscored."""
        return all(self.met) if self.kind == "scored" else None


def compute(
    predictions: Sequence[str | None],
    references: Sequence[str | Sequence[RawCriterion]],
    groups: Sequence[str | None] | None = None,
    *,
    verdicts: Sequence[Sequence[GivenVerdict] | Mapping[str, GivenVerdict] | None] | None = None,
    judge: Chat | None = None,
    item_ids: Sequence[str] | None = None,
    domains: Sequence[str | None] | None = None,
    axes: Sequence[Sequence[str] | None] | None = None,
) -> dict[str, Any]:
    """Return strict pass rate, rubric score, spread over runs and slices.

    A criterion that carries a check is decided by it. The others need ``verdicts`` or ``judge``; a response of which
    one criterion has no verdict is unscored. An empty response meets no criterion and is not sent to the judge.

    Args:
        predictions: the responses; None is a failed request, which is unscored.
        references: a rubric a response (see ``metrics.rubric_pass_rate.criteria``).
        groups: a label a response.
        verdicts: for every response, a verdict a criterion in the rubric's order, or by criterion id.
        judge: any callable from prompts to replies; gets one prompt a criterion, with neither document nor gold answer.
        item_ids: the item that a response answers. The n-th response to an item belongs to run n; without ids every
            response is an item of its own.
        domains: a domain a response, for slices.
        axes: capability axes a response (one of ``AXES``), for slices by axis and tier; it counts in each it names.

    Returns:
        ``score`` and ``pass_rate``: mean pass@1, the mean over items of the share of an item's scored runs that pass;
        ``scores``: 1.0, 0.0 or None a response; ``rubric_score`` and ``rubric_scores``: the share of criteria met, in
        the same manner; ``runs``: number of runs, pass rate of each, ``mean``, ``sd`` (sample), ``min`` and ``max``;
        ``counts``; ``criteria``: the verdicts a response; ``groups``; ``slices`` by ``domain``, ``tier`` and ``axis``;
        ``signature``. Rates are 0 to 1, None where nothing was scored.

    Raises:
        ValueError: lengths differ, a rubric is empty or malformed, an axis is unknown, both ``verdicts`` and ``judge``
            are given, verdicts are not one a criterion, or repeated runs of an item have different rubrics.
    """
    check_lengths(
        predictions,
        references,
        groups=groups,
        verdicts=verdicts,
        item_ids=item_ids,
        domains=domains,
        axes=axes,
    )
    if verdicts is not None and judge is not None:
        raise ValueError("give either verdicts= (already judged) or judge= (to be judged now), not both")
    items = list(item_ids) if item_ids is not None else [str(position) for position in range(len(predictions))]
    names = [f"record {position} (item {item})" for position, item in enumerate(items)]
    rubrics = [read_rubric(reference, name) for reference, name in zip(references, names, strict=True)]
    _check_repeats(items, rubrics)
    if judge is not None:
        replies = _ask_criteria(judge, predictions, rubrics)
    else:
        replies = [
            _given(verdicts[i] if verdicts is not None else None, rubric, names[i]) for i, rubric in enumerate(rubrics)
        ]
    rows = [score_one(*row) for row in zip(predictions, rubrics, replies, strict=True)]
    judged = "none" if judge is None and verdicts is None else "given" if judge is None else name_of(judge)
    prompt = prompt_mark(CRITERION_PROMPT) if judge is not None else None
    return {
        **_summarize(rows, items, range(len(rows))),
        "scores": [None if row.passed is None else float(row.passed) for row in rows],
        "rubric_scores": [row.rubric for row in rows],
        "runs": _spread(rows, items),
        "criteria": [list(row.met) for row in rows],
        "groups": {name: _summarize(rows, items, positions) for name, positions in group_indexes(groups).items()},
        "slices": _slice(rows, items, domains, axes),
        "signature": make_signature("rubric_pass_rate", judge=judged, prompt=prompt),
    }


def tier_of(axis: str) -> str:
    """Return the tier of a capability axis.

    Raises:
        ValueError: the axis is not one of ``AXES``.

    >>> tier_of("cross_referencing")
    'tier3'
    """
    for tier, members in TIERS.items():
        if axis in members:
            return tier
    raise ValueError(f"axis {axis!r} is not one of {', '.join(AXES)}")


def _check_repeats(items: Sequence[str], rubrics: Sequence[tuple[Criterion, ...]]) -> None:
    first: dict[str, tuple[str, ...]] = {}
    for item, rubric in zip(items, rubrics, strict=True):
        texts = tuple(criterion.text for criterion in rubric)
        if first.setdefault(item, texts) != texts:
            raise ValueError(f"item {item}: its runs have different rubrics")


def _ask_criteria(
    judge: Chat, predictions: Sequence[str | None], rubrics: Sequence[tuple[Criterion, ...]]
) -> list[list[GivenVerdict]]:
    """Return a judge's reply for each criterion that no check decides, one request a criterion, in one batch."""
    asked = [
        (row, column)
        for row, rubric in enumerate(rubrics)
        for column, criterion in enumerate(rubric)
        if criterion.check is None and (predictions[row] or "").strip()
    ]
    prompts = [write_criterion_prompt(rubrics[row][column].text, predictions[row] or "") for row, column in asked]
    replies: list[list[GivenVerdict]] = [[None] * len(rubric) for rubric in rubrics]
    for (row, column), reply in zip(asked, ask(judge, prompts), strict=True):
        replies[row][column] = reply
    return replies


def _given(
    verdicts: Sequence[GivenVerdict] | Mapping[str, GivenVerdict] | None, rubric: tuple[Criterion, ...], name: str
) -> list[GivenVerdict]:
    """Return a caller's verdicts in the rubric's order."""
    if verdicts is None:
        return [None] * len(rubric)
    if isinstance(verdicts, Mapping):
        unknown = sorted(set(verdicts) - {criterion.id for criterion in rubric})
        if unknown:
            raise ValueError(f"{name}: verdicts name unknown criteria {', '.join(unknown)}")
        return [verdicts.get(criterion.id) for criterion in rubric]
    if isinstance(verdicts, str) or len(verdicts) != len(rubric):
        raise ValueError(f"{name}: {verdicts!r} is not one verdict for each of {len(rubric)} criteria")
    return list(verdicts)


def score_one(prediction: str | None, rubric: Sequence[Criterion], given: Sequence[GivenVerdict]) -> RowScore:
    """Return what one response is worth: a criterion's check decides, and else the verdict given for it.

    >>> score_one("42", (Criterion("a", "Says 42."), Criterion("b", "Is short.")), (True, False)).rubric
    0.5
    """
    if prediction is None:
        return RowScore((None,) * len(rubric), "failed_request")
    if not prediction.strip():
        return RowScore((False,) * len(rubric), "scored", is_empty=True)
    met: list[bool | None] = []
    kinds: list[str] = []
    for criterion, verdict in zip(rubric, given, strict=True):
        if criterion.check is not None:
            met.append(run_check(criterion.check, prediction))
            continue
        value, kind = _read_given(verdict)
        met.append(value)
        if value is None:
            kinds.append(kind)
    return RowScore(tuple(met), kinds[0] if kinds else "scored")


def _read_given(verdict: GivenVerdict) -> tuple[bool | None, str]:
    if verdict is None:
        return None, "no_verdict"
    if isinstance(verdict, str):
        reading = read_verdict(verdict)
        return (None if reading.value is None else bool(reading.value)), reading.kind
    if verdict in (0, 1):
        return bool(verdict), "scored"
    raise ValueError(f"verdict {verdict!r} is not true, false, 1, 0, a judge's reply or None")


def _summarize(rows: Sequence[RowScore], items: Sequence[str], positions: Sequence[int] | range) -> dict[str, Any]:
    """Return the figures of some responses: items weigh the same however many of their runs were scored."""
    passes: dict[str, list[float]] = {}
    rubrics: dict[str, list[float]] = {}
    for position in positions:
        row = rows[position]
        if row.passed is not None and row.rubric is not None:
            passes.setdefault(items[position], []).append(float(row.passed))
            rubrics.setdefault(items[position], []).append(row.rubric)
    chosen = [rows[position] for position in positions]
    unscored = Counter(row.kind for row in chosen if row.kind != "scored")
    rate = _mean([_mean(values) for values in passes.values()])
    return {
        "score": rate,
        "pass_rate": rate,
        "rubric_score": _mean([_mean(values) for values in rubrics.values()]),
        "counts": {
            "scored": len(chosen) - unscored.total(),
            "unscored": unscored.total(),
            "items": len({items[position] for position in positions}),
            "empty": sum(row.is_empty for row in chosen),
            **dict(sorted(unscored.items())),
        },
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def _spread(rows: Sequence[RowScore], items: Sequence[str]) -> dict[str, Any]:
    """Return the pass rate of every run and how far the runs lie apart; the n-th response to an item is run n."""
    seen: Counter[str] = Counter()
    by_run: dict[int, list[float]] = {}
    for row, item in zip(rows, items, strict=True):
        if row.passed is not None:
            by_run.setdefault(seen[item], []).append(float(row.passed))
        seen[item] += 1
    count = max(seen.values(), default=0)
    rates = [_mean(by_run.get(run, [])) for run in range(count)]
    known = [rate for rate in rates if rate is not None]
    mean = _mean(known)
    sd = None
    if len(known) > 1 and mean is not None:
        sd = math.sqrt(math.fsum((rate - mean) ** 2 for rate in known) / (len(known) - 1))
    return {
        "count": count,
        "pass_rates": rates,
        "mean": mean,
        "sd": sd,
        "min": min(known, default=None),
        "max": max(known, default=None),
    }


def _slice(
    rows: Sequence[RowScore],
    items: Sequence[str],
    domains: Sequence[str | None] | None,
    axes: Sequence[Sequence[str] | None] | None,
) -> dict[str, dict[str, Any]]:
    """Return figures by domain, tier and axis; a response counts once in every tier and axis it is tagged with."""
    by_axis: dict[str, list[int]] = {axis: [] for axis in AXES}
    by_tier: dict[str, list[int]] = {tier: [] for tier in TIERS}
    for position, tags in enumerate(axes or ()):
        for axis in dict.fromkeys(tags or ()):
            tier = tier_of(axis)
            by_axis[axis].append(position)
            if position not in by_tier[tier][-1:]:
                by_tier[tier].append(position)
    slices = {"domain": group_indexes(domains), "tier": by_tier, "axis": by_axis}
    return {
        kind: {name: _summarize(rows, items, positions) for name, positions in members.items() if positions}
        for kind, members in slices.items()
    }
