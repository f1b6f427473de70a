"""The part of a report on judged answers: ACC and mean score by split, category, level and position, and the judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.report.coverage import count_coverage
from eval_scripts.report.knobs import tabulate_knobs
from eval_scripts.report.runs import ScoredRun, differing_documents
from eval_scripts.report.tables import bounds, table
from eval_scripts.scorers import percent

TITLE = "questions on reports"

_ALL = "**all**"
_TABLES = (("category", "Accuracy by category"), ("level", "Accuracy by level"), ("position", "Accuracy by position"))
_NO_AXES = frozenset({"topic", "level", "position", "asked_pages", "asked_words", "charts", "sections"})
"""Knobs that are told in tables of their own, follow from others, or have many values."""
_ORDER = {"early": 0, "middle": 1, "late": 2}

_LEGEND = """\
- *ACC* is the share of answers that the judge gave 6 or more of 10 (SynthDocBench, equation 1); *score* is their mean.
- Brackets hold 95% bounds from resampling documents, or – where fewer than five documents are scored."""

_FAILURES = """\
- `unjudged` (unscored): no judge has graded the answer; `docassay judge` does
- `stale` (unscored): the verdict is about another answer; `docassay judge` gives a new one
- `failed_judge` (unscored): the request to the judge failed; `docassay judge` tries it again
- `no_score`, `out_of_range`, `contradictory`, `other_scale` (unscored): the judge's reply holds no score of 0 to 10"""


def write_part(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the part's lines; ``scored`` are runs with lines of this metric alone."""
    return [
        "## Judged accuracy",
        "",
        *_accuracy(scored),
        "",
        *differing_documents(scored),
        *_LEGEND.splitlines(),
        "",
        *(line for axis, title in _TABLES for line in _by_axis(scored, axis, title)),
        *_judges(scored),
        *tabulate_knobs(scored, "ACC", "longer reports have more charts", _NO_AXES),
        "## Answers that were not scored",
        "",
        *count_coverage(scored, [{"scored": _figures(entry)["scored"]} for entry in scored], {}, ""),
        *_FAILURES.splitlines(),
        "",
    ]


def signatures(entry: ScoredRun) -> list[str]:
    """Return the signatures of a run's figures."""
    return [judge["signature"] for judge in _figures(entry)["judges"].values()]


def _figures(entry: ScoredRun) -> Mapping[str, Any]:
    figures: Mapping[str, Any] = entry.summary["judge_score"]
    return figures


def _accuracy(scored: Sequence[ScoredRun]) -> list[str]:
    rows = []
    for entry in scored:
        figures = _figures(entry)
        for name, group in [*figures["groups"].get("split", {}).items(), (_ALL, figures)]:
            lines = [line for line in entry.lines if name in (_ALL, line["split"])]
            documents = len({line["doc_id"] for line in lines if line["state"] == "scored"})
            score = "–" if group["score"] is None else f"{group['score']:.2f}"
            acc = percent(group["acc"]) + bounds(group["acc_interval"], documents)
            rows.append([entry.name, name, f"{group['scored']} of {group['records']}", acc, score])
    return table(["run", "split", "scored", "ACC", "score"], rows, left=2)


def _by_axis(scored: Sequence[ScoredRun], axis: str, title: str) -> list[str]:
    """Return the section with ACC at each value of an axis; nothing where there are fewer than two."""
    groups = [_figures(entry)["groups"].get(axis, {}) for entry in scored]
    values = sorted({value for held in groups for value in held}, key=lambda value: (_ORDER.get(value, 0), value))
    if len(values) < 2:
        return []
    rows = []
    for entry, held in zip(scored, groups, strict=True):
        cells = [held.get(value, {"acc": None, "scored": 0}) for value in values]
        rows.append([entry.name, *(f"{percent(cell['acc'])} / {cell['scored']}" for cell in cells)])
    foot = "Each cell holds ACC, and after the slash the questions that are scored."
    return [f"## {title}", "", *table(["run", *values], rows, left=1), "", foot, ""]


def _judges(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section on runs with several judges: what each gave, how far it agrees with the one that counts."""
    rows = []
    for entry in scored:
        figures = _figures(entry)
        for name, judge in figures["judges"].items():
            agreement = judge.get("agreement")
            cells = (
                ["counts", "", ""]
                if agreement is None
                else [
                    "–" if agreement["pearson"] is None else f"{agreement['pearson']:.3f}",
                    percent(agreement["within_one"]),
                    f"{100 * agreement['acc_change']:+.1f}",
                ]
            )
            score = "–" if judge["score"] is None else f"{judge['score']:.2f}"
            rows.append([entry.name, name, percent(judge["acc"]), score, *cells])
    if len(rows) == len(scored):
        return []
    heads = ["run", "judge", "ACC", "score", "r", "within 1", "ΔACC"]
    return [
        "## Judges side by side",
        "",
        *table(heads, rows, left=2),
        "",
        "Agreement is with the judge that counts: Pearson's r of scores, share within a point, difference in ACC "
        "(SynthDocBench, appendix C).",
        "",
    ]
