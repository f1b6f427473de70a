"""The part of a report on short answers: accuracy by task, depth and charts, and what the wrong answers come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.report.coverage import count_coverage
from eval_scripts.report.knobs import tabulate_knobs
from eval_scripts.report.runs import ScoredRun, differing_documents
from eval_scripts.report.tables import bounds, table
from eval_scripts.scorers import percent
from metrics.answer_match import MODES

TITLE = "multi-hop questions"

_ALL = "**all**"
_NO_AXES = frozenset({"task", "depth", "charts", "topic"})
"""Knobs that are told in tables of their own, or have hundreds of values."""

_LEGEND = """\
- *Published* is accuracy by the paper's rules (DocHop, appendix E): equal but for case, or last numbers within 1%.
- *Strict* compares answers by their type, and is the one to trust: the published rules pass `May 2025` for `July 2025`.
- Brackets hold 95% bounds from resampling documents, or – where fewer than five documents are scored."""

_ERRORS = {
    "wrong_entity": "the answer with an entity of the set taken for one outside it",
    "global_extreme": "the answer with the extreme of all entities in place of the set's",
    "neighbouring_mark": "the answer with the mark beside the right one read",
    "constraint_ignored": "the answer with one rule of the text passed over",
    "and_as_or": "the answer with two branches of rules joined the other way",
    "published_only": "right by the published rules: with a unit or other words beside it, or a number within 1%",
    "unexplained": "wrong, and none of the known mistakes of its record",
    "yes_no": "the other of Yes and No, at which every mistake arrives",
    "truncated": "wrong, and cut off at the token limit or in thought",
    "empty": "nothing said, or nothing after the marker",
    "other_type": "not of the question's type, such as a name for a number",
    "abstained": "says that there is no answer",
}
_MEANINGS = {
    "no_marker": "there is no `The answer is:`, so the last line was taken",
    "changed_answer": "an earlier marked answer differs from the last, which was taken",
}


def write_part(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the part's lines; ``scored`` are runs with lines of this metric alone."""
    return [
        "## Accuracy",
        "",
        *_accuracy(scored),
        "",
        *differing_documents(scored),
        *_LEGEND.splitlines(),
        "",
        *_grid(scored),
        *_errors(scored),
        *tabulate_knobs(scored, "accuracy", "deeper trees have longer texts", _NO_AXES),
        "## Answers that were not scored, and replies out of form",
        "",
        *count_coverage(scored, [_figures(entry)["strict"]["counts"] for entry in scored], _MEANINGS, ""),
        "",
    ]


def signatures(entry: ScoredRun) -> list[str]:
    """Return the signatures of a run's figures."""
    return [_figures(entry)[mode]["signature"] for mode in MODES]


def _figures(entry: ScoredRun) -> Mapping[str, Any]:
    figures: Mapping[str, Any] = entry.summary["answer_match"]
    return figures


def _accuracy(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the table of both accuracies by answer type, which is where they differ."""
    rows = []
    for entry in scored:
        figures = _figures(entry)
        for name, group in [*figures["groups"]["answer_type"].items(), (_ALL, figures)]:
            documents = len({line["doc_id"] for line in entry.lines if _is_in(line, "answer_type", name)})
            cells = [
                percent(group[mode]["accuracy"]) + bounds(group[mode]["accuracy_interval"], documents) for mode in MODES
            ]
            rows.append([entry.name, name, f"{group['scored']} of {group['records']}", *cells])
    return table(["run", "answer type", "scored", "published", "strict"], rows, left=2)


def _is_in(line: Mapping[str, Any], axis: str, value: str) -> bool:
    return line["state"] == "scored" and (value == _ALL or str(line[axis]) == value)


def _grid(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section with accuracy by task, and of each task by depth and by number of charts."""
    lines = [line for entry in scored for line in entry.lines]
    tasks = sorted({line["task"] for line in lines if line["task"] is not None})
    columns = [
        (axis, value)
        for axis in ("depth", "chart_num")
        for value in sorted({line[axis] for line in lines if line[axis] is not None})
    ]
    if not tasks:
        return []
    rows = []
    for entry in scored:
        for task in [*tasks, _ALL]:
            held = [line for line in entry.lines if _is_in(line, "task", task)]
            cells = [_share([line for line in held if line[axis] == value]) for axis, value in columns]
            rows.append([entry.name, task, *cells, _share(held)])
    heads = [f"{value} charts" if axis == "chart_num" else f"depth {value}" for axis, value in columns]
    return [
        "## Accuracy by task, depth and charts",
        "",
        *table(["run", "task", *heads, "all"], rows, left=2),
        "",
        "Each cell holds published accuracy, and after the slash the questions that are scored.",
        "",
    ]


def _share(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the accuracy of scored lines and their number."""
    right = sum(line["published"]["score"] for line in lines)
    return f"{percent(right / len(lines) if lines else None)} / {len(lines)}"


def _errors(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the section that counts wrong answers by what they come from."""
    counts = [_figures(entry)["errors"] for entry in scored]
    kinds = [kind for kind in _ERRORS if any(kind in held for held in counts)]
    kinds += sorted({kind for held in counts for kind in held} - _ERRORS.keys())
    if not kinds:
        return []
    rows = [
        [entry.name, str(sum(held.values())), *(str(held.get(kind, 0)) for kind in kinds)]
        for entry, held in zip(scored, counts, strict=True)
    ]
    return [
        "## Wrong answers by kind",
        "",
        *table(["run", "wrong", *kinds], rows, left=1),
        "",
        *(f"- `{kind}`: {_ERRORS[kind]}" for kind in kinds if kind in _ERRORS),
        "",
        "Wrong is what strict mode calls so. A reply counts under a kind if it equals the answer that this mistake "
        "leads to; small counts and names can be hit by chance, so compare the kinds between runs.",
        "",
    ]
