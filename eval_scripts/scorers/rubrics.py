"""Answers graded by rubrics: strict pass rate and rubric score, by the checks of the criteria or by a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dataset_builder.agreement import cohen_kappa
from eval_scripts.judge import criterion_item
from eval_scripts.scorers.model import Item, Line, percent, score_bounds
from metrics.judging import fingerprint_of
from metrics.results import make_signature
from metrics.rubric_pass_rate import Criterion, RowScore, compute, read_rubric, score_one

COLUMNS = ("rubric", "axes", "domain", "category")
CHECKS = "checks"
"""Name of the grader that decides criteria by their checks, without a model."""

UNGRADED = "ungraded"
"""Kind of an answer with a criterion that has no check, while no model has judged it."""

SLICES = ("domain", "tier", "axis", "mechanism", "style")


def score_line(item: Item) -> Line:
    """Return what a record's line says of an answer: state, criteria met by the grader that counts, every grader's."""
    record = item.record
    rubric = read_rubric(record["rubric"], record["id"])
    answer = item.reply.text if isinstance(item.reply.text, str) else None
    graded = {CHECKS: _by_checks(answer, rubric)} if any(one.check for one in rubric) else {}
    graded |= {judge: _by_judge(answer, rubric, held, record["id"]) for judge, held in item.verdicts.items()}
    grader = first_grader(graded)
    row = graded[grader] if grader else RowScore((None,) * len(rubric), UNGRADED)
    if item.reply.text is None:
        row = replace(row, kind=item.reply.failure)
    ids = [criterion.id for criterion in rubric]
    missed = [raw for raw, met in zip(record["rubric"], row.met, strict=True) if met is False]
    return {
        "domain": record["domain"],
        "axes": list(record["axes"] or ()),
        "mechanism": record["category"],
        "style": (record["knobs"] or {}).get("style"),
        "state": "scored" if row.kind == "scored" else "unscored",
        "kind": row.kind,
        "grader": grader,
        "right": row.passed,
        "score": row.rubric,
        "criteria": dict(zip(ids, row.met, strict=True)),
        "missed": [_mode(raw) for raw in missed] if row.kind == "scored" else [],
        "graders": {name: dict(zip(ids, held.met, strict=True)) for name, held in graded.items()},
    }


def first_grader(graders: Mapping[str, Any]) -> str:
    """Return the grader whose verdicts count where there are several: a model before the checks; "" for none."""
    return min(graders, key=lambda name: (name == CHECKS, name), default="")


def _mode(raw: Any) -> str:
    """Return the failure mode that a criterion is to catch, else its type, "" where it tells neither."""
    return str(raw.get("failure_mode") or raw.get("type") or "") if isinstance(raw, Mapping) else ""


def _by_checks(answer: str | None, rubric: Sequence[Criterion]) -> RowScore:
    row = score_one(answer, rubric, [None] * len(rubric))
    return replace(row, kind=UNGRADED) if row.kind == "no_verdict" else row


def _by_judge(answer: str | None, rubric: Sequence[Criterion], held: Mapping[str, Any], name: str) -> RowScore:
    """Return what a judge's stored verdicts come to; one about another answer or criterion is ``stale``."""
    given: list[bool | None] = []
    kinds = []
    for criterion in rubric:
        verdict = held.get(criterion.id)
        if verdict is None:
            kind = "unjudged"
        elif verdict["fingerprint"] != fingerprint_of(criterion_item(criterion, name, answer or "")):
            kind = "stale"
        else:
            kind = verdict["kind"]
        given.append(bool(verdict["score"]) if verdict is not None and kind == "scored" else None)
        kinds += [kind] if kind != "scored" else []
    row = score_one(answer, [replace(criterion, check=None) for criterion in rubric], given)
    return replace(row, kind=kinds[0]) if row.kind == "no_verdict" else row


def summarize(items: Sequence[Item], lines: Sequence[Line]) -> dict[str, Any]:
    """Return pass rate and rubric score over all answers, by each of ``SLICES``, what answers missed, and the graders.

    An item's answers are averaged before items are; bounds resample documents.
    """
    graders = sorted({name for line in lines for name in line["graders"]})
    first = first_grader(dict.fromkeys(graders))
    figures = _measure(items, lines, [line["criteria"] for line in lines])
    figures["grader"] = first
    figures["missed"] = dict(Counter(mode for line in lines for mode in line["missed"] if mode).most_common())
    figures["graders"] = {name: _describe_grader(name, items, lines, first) for name in graders}
    return figures


def _measure(items: Sequence[Item], lines: Sequence[Line], met: Sequence[Mapping[str, bool | None]]) -> dict[str, Any]:
    """Return the figures that verdicts give, by criterion id an answer."""
    slices: dict[str, Any] = {}
    for by in ("mechanism", "style"):
        result = _compute(items, met, groups=[line[by] for line in lines])
        slices[by] = result["groups"]
    result = _compute(items, met, axes=[line["axes"] for line in lines], domains=[line["domain"] for line in lines])
    slices |= result["slices"]
    scored = [line for line in lines if line["state"] == "scored"]
    return {
        "records": len({line["id"] for line in lines}),
        "answers": len(lines),
        "scored": len(scored),
        "unscored": dict(sorted(Counter(line["kind"] for line in lines if line["state"] == "unscored").items())),
        "pass_rate": result["pass_rate"],
        "pass_rate_interval": _bounds(scored, "right"),
        "rubric_score": result["rubric_score"],
        "rubric_score_interval": _bounds(scored, "score"),
        "runs": result["runs"],
        "groups": {by: _thin(slices[by]) for by in SLICES if slices.get(by)},
    }


def _compute(items: Sequence[Item], met: Sequence[Mapping[str, bool | None]], **options: Any) -> dict[str, Any]:
    """Return what the metric makes of verdicts; checks have had their say and are left out."""
    return compute(
        [item.reply.text if isinstance(item.reply.text, str) else None for item in items],
        [[{"id": name, "criterion": name} for name in held] for held in met],
        verdicts=[dict(held) for held in met],
        item_ids=[item.record["id"] for item in items],
        **options,
    )


def _thin(groups: Mapping[str, Any]) -> dict[str, Any]:
    """Return of each slice what a report shows."""
    return {
        str(name): {
            "pass_rate": group["pass_rate"],
            "rubric_score": group["rubric_score"],
            "items": group["counts"]["items"],
            "scored": group["counts"]["scored"],
        }
        for name, group in groups.items()
    }


def _bounds(scored: Sequence[Line], column: str) -> list[float] | None:
    """Return the 95% bounds of the mean over items, each the mean of its answers."""
    held: dict[tuple[str, str], list[float]] = {}
    for line in scored:
        held.setdefault((line["doc_id"], line["id"]), []).append(float(line[column]))
    return score_bounds([sum(values) / len(values) for values in held.values()], [document for document, _ in held])


def _describe_grader(name: str, items: Sequence[Item], lines: Sequence[Line], first: str) -> dict[str, Any]:
    """Return a grader's own figures, and how far its verdicts on criteria agree with those of the one that counts."""
    result = _compute(items, [line["graders"].get(name, dict.fromkeys(line["criteria"])) for line in lines])
    found = {key: result[key] for key in ("pass_rate", "rubric_score", "counts")}
    found["signature"] = make_signature("rubric_pass_rate", judge=name)
    if name != first:
        found["agreement"] = agree(
            (line["graders"][name][criterion], verdict)
            for line in lines
            if name in line["graders"]
            for criterion, verdict in line["graders"].get(first, {}).items()
        )
    return found


def agree(pairs: Iterable[tuple[bool | None, bool | None]]) -> dict[str, Any]:
    """Return how far two graders agree: criteria that both decided, the share decided alike, and Cohen's kappa.

    >>> agree([(True, True), (False, False), (True, False), (None, True)])
    {'criteria': 3, 'agreement': 0.6666666666666666, 'kappa': 0.4}
    """
    known = [(one, other) for one, other in pairs if one is not None and other is not None]
    if not known:
        return {"criteria": 0, "agreement": None, "kappa": None}
    ones, others = zip(*known, strict=True)
    kappa = cohen_kappa(ones, others)
    share = sum(one == other for one, other in known) / len(known)
    return {"criteria": len(known), "agreement": share, "kappa": None if kappa is None else round(kappa, 6)}


def describe(figures: Mapping[str, Any]) -> list[str]:
    """Return a small table: a line for each domain and one for all; below it who graded."""
    lines = [f"{'':<18}{'items':>7}{'scored':>8}{'pass rate':>11}{'rubric score':>14}"]
    rows = [(name, group["items"], group) for name, group in figures["groups"].get("domain", {}).items()]
    for name, number, group in [*rows, ("all", figures["records"], figures)]:
        shares = f"{percent(group['pass_rate']):>11}{percent(group['rubric_score']):>14}"
        lines.append(f"{name:<18}{number:>7}{group['scored']:>8}{shares}")
    graders = ", ".join(name + (" (counts)" if name == figures["grader"] else "") for name in figures["graders"])
    return [*lines, f"graded by: {graders or 'nobody yet (docassay judge RUN --backend ... --model ...)'}"]


def headlines(figures: Mapping[str, Any]) -> dict[str, float | None]:
    """Return the figures that are compared between repetitions."""
    return {"pass_rate": figures["pass_rate"], "rubric_score": figures["rubric_score"]}
