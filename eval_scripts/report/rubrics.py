"""The part of a report on rubrics: pass rate and rubric score, slices, what answers missed, and who graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.report.coverage import count_coverage
from eval_scripts.report.knobs import tabulate_knobs
from eval_scripts.report.runs import ScoredRun, differing_documents
from eval_scripts.report.tables import bounds, table
from eval_scripts.scorers import percent

TITLE = "questions with rubrics"

_SLICES = {
    "domain": "domain",
    "tier": "tier of capabilities",
    "axis": "capability axis",
    "mechanism": "mechanism",
    "style": "style of question",
}
_NO_AXES = frozenset({"design", "mechanism", "axis", "tier", "style", "level", "criteria"})
"""Knobs that are told in tables of their own, follow from others, or have many values."""
_MOST_MISSED = 12

_LEGEND = """\
- *pass rate* is the mean over items of the share of an item's answers that meet every criterion (mean pass@1), *rubric
  score* that of the share of criteria met (GDP.pdf, section 3.1). Models are ranked by the first.
- Brackets hold 95% bounds from resampling documents, or – where fewer than five documents are scored."""

_FAILURES = """\
- `ungraded` (unscored): a criterion has no check, and no model has judged it; `docassay judge` does
- `unjudged` (unscored): the judge that counts hasn't come to every criterion; `docassay judge` goes on
- `stale` (unscored): a verdict is about another answer or criterion; `docassay judge` gives a new one
- `failed_judge` (unscored): a request to the judge failed; `docassay judge` tries it again
- `no_verdict`, `contradictory`, `truncated`, `empty_reply` (unscored): a judge's reply says neither yes nor no"""


def write_part(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the part's lines; ``scored`` are runs with lines of this metric alone."""
    return [
        "## Pass rate and rubric score",
        "",
        *_rates(scored),
        "",
        *differing_documents(scored),
        *_LEGEND.splitlines(),
        "",
        *(line for by, title in _SLICES.items() for line in _slice(scored, by, title)),
        *_missed(scored),
        *_graders(scored),
        *tabulate_knobs(scored, "pass rate", "longer documents have more evidence pages", _NO_AXES),
        "## Answers to rubrics that were not scored",
        "",
        *count_coverage(scored, [{"scored": _figures(entry)["scored"]} for entry in scored], {}, ""),
        *_FAILURES.splitlines(),
        "",
    ]


def signatures(entry: ScoredRun) -> list[str]:
    """Return the signatures of a run's figures."""
    return [grader["signature"] for grader in _figures(entry)["graders"].values()]


def _figures(entry: ScoredRun) -> Mapping[str, Any]:
    figures: Mapping[str, Any] = entry.summary["rubric_pass_rate"]
    return figures


def _rates(scored: Sequence[ScoredRun]) -> list[str]:
    rows = []
    for entry in scored:
        figures = _figures(entry)
        documents = len(entry.documents())
        cells = [
            percent(figures[name]) + bounds(figures[f"{name}_interval"], documents)
            for name in ("pass_rate", "rubric_score")
        ]
        runs = figures["runs"]
        spread = "–" if runs["sd"] is None else f"{100 * runs['sd']:.1f}"
        answers = f"{figures['scored']} of {figures['answers']}"
        rows.append([entry.name, figures["grader"] or "–", str(figures["records"]), answers, *cells, spread])
    return table(
        ["run", "graded by", "items", "scored answers", "pass rate", "rubric score", "sd of runs"], rows, left=2
    )


def _slice(scored: Sequence[ScoredRun], by: str, title: str) -> list[str]:
    """Return the section with both figures at each value; nothing where there are fewer than two."""
    groups = [_figures(entry)["groups"].get(by, {}) for entry in scored]
    values = list(dict.fromkeys(value for held in groups for value in held))
    if len(values) < 2:
        return []
    several = by in ("axis", "tier")
    rows = []
    for value in values if several else sorted(values):
        cells = []
        for held in groups:
            group = held.get(value, {"pass_rate": None, "rubric_score": None, "items": 0})
            cells.append(f"{percent(group['rubric_score'])} ({percent(group['pass_rate'])}) / {group['items']}")
        rows.append([value, *cells])
    foot = "Each cell holds the rubric score, in brackets the pass rate, and after the slash the items."
    if several:
        foot += " An item counts in each that it is tagged with."
    heads = [by, *(entry.name for entry in scored)]
    return [f"## Rubric score by {title}", "", *table(heads, rows, left=1), "", foot, ""]


def _missed(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section on the criteria that answers missed, by the failure mode that each is to catch."""
    counts = [_figures(entry)["missed"] for entry in scored]
    total: Counter[str] = Counter()
    for held in counts:
        total.update(held)
    modes = sorted(total, key=lambda mode: (-total[mode], mode))[:_MOST_MISSED]
    if not modes:
        return []
    rows = [[mode, *(str(held.get(mode, 0)) for held in counts)] for mode in modes]
    return [
        "## What answers missed",
        "",
        *table(["criterion is about", *(entry.name for entry in scored)], rows, left=1),
        "",
        "Each cell counts criteria that scored answers did not meet, by the failure mode that a criterion is to catch, "
        "or by its type where it names none.",
        "",
    ]


def _graders(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section on runs with several graders: what each gave, how far it agrees with the one that counts."""
    rows = []
    for entry in scored:
        for name, grader in _figures(entry)["graders"].items():
            agreement = grader.get("agreement")
            cells = ["counts", "", ""]
            if agreement is not None:
                kappa = "–" if agreement["kappa"] is None else f"{agreement['kappa']:.3f}"
                cells = [str(agreement["criteria"]), percent(agreement["agreement"]), kappa]
            rows.append([entry.name, name, percent(grader["pass_rate"]), percent(grader["rubric_score"]), *cells])
    if len(rows) == len(scored):
        return []
    heads = ["run", "grader", "pass rate", "rubric score", "criteria", "agreement", "kappa"]
    foot = "Agreement on single criteria is with the grader that counts; kappa is Cohen's."
    return ["## Graders side by side", "", *table(heads, rows, left=2), "", foot, ""]
