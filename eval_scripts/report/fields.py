"""The part of a report on extractions from forms: figures by split and knob, outcomes of fields, malformed replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eval_scripts.report.coverage import count_coverage
from eval_scripts.report.knobs import tabulate_knobs
from eval_scripts.report.runs import ScoredRun, differing_documents
from eval_scripts.report.tables import bounds, table
from eval_scripts.scorers import percent
from eval_scripts.scorers.fields import MODES

TITLE = "extraction from forms"

_MEANINGS = {
    "not_json": "the reply holds no JSON",
    "truncated": "the reply's JSON is cut off",
    "schema_reproduced": "the schema was given back in place of values",
    "envelope": "the values are wrapped in what belongs to a schema",
    "empty": "nothing but nulls and empty values",
    "other_type": "JSON, but not an object",
}
_OUTCOMES = ("right", "wrong", "missing", "invented")

_LEGEND = """\
- EM, ANLS and F1 are pooled over fields.
- *EM* is the figure of the paper (VAREX, Table 2), exact match: the share of fields whose values are the same but for
  case, runs of spaces, a final `.0`, and commas and semicolons at the end; a full stop at the end counts. *ANLS* is the
  mean similarity of the same fields, with 0 for values that differ by half or more.
- *Perfect*: the share of documents with every field right. *EM of compliant*: EM over the documents whose reply is an
  instance of the schema.
- *Strict* is our own reading of the same replies: values are compared by type (a number by its value, a date by its
  day, text with its case), and invented values and surplus rows count against a run. It is not always the lower one:
  the text `$5` is the number 5, and what the schema calls a date is right in any notation.
- Brackets hold 95% bounds from resampling documents, or – where fewer than five documents are scored."""


def write_part(scored: Sequence[ScoredRun]) -> list[str]:
    """Return the part's lines; ``scored`` are runs with lines of this metric alone."""
    return [
        "## Scores",
        "",
        *_scores(scored),
        "",
        *differing_documents(scored),
        *_LEGEND.splitlines(),
        "",
        *tabulate_knobs(scored, "EM", "larger forms have more tables"),
        "## Fields by strict outcome",
        "",
        *_outcomes(scored),
        "",
        "A field is *missing* where the reply leaves out a value of the form, *invented* where it gives one that the "
        "form does not have.",
        "",
        "## What was not scored, and what was scored but malformed",
        "",
        *count_coverage(
            scored,
            [_group(entry, "published", None)["counts"] for entry in scored],
            _MEANINGS,
            ", its fields count as missed",
        ),
        "",
    ]


def signatures(entry: ScoredRun) -> list[str]:
    """Return the signatures of a run's figures."""
    return [_group(entry, mode, None)["signature"] for mode in MODES]


def _group(entry: ScoredRun, mode: str, split: str | None) -> Mapping[str, Any]:
    """Return the figures of one split (of all where None)."""
    figures: Mapping[str, Any] = entry.summary["field_match"][mode]
    found: Mapping[str, Any] = figures if split is None else figures["groups"][split]
    return found


def _outcomes(scored: Sequence[ScoredRun]) -> list[str]:
    rows = []
    for entry in scored:
        counts = Counter(outcome for line in entry.lines for outcome in line["strict"]["outcomes"].values())
        rows.append([entry.name, *(str(counts[outcome]) for outcome in _OUTCOMES)])
    return table(["run", *_OUTCOMES], rows, left=1)


def _scores(scored: Sequence[ScoredRun]) -> list[str]:
    splits = dict.fromkeys(line["split"] for entry in scored for line in entry.lines)
    rows = []
    for entry in scored:
        for split in [*splits, None]:
            if split is not None and split not in _group(entry, "published", None)["groups"]:
                continue
            published, strict = _group(entry, "published", split), _group(entry, "strict", split)
            counts = published["counts"]
            documents = len(entry.documents(split))
            rows.append(
                [
                    entry.name,
                    split or "**all**",
                    f"{counts['scored']} of {counts['scored'] + counts['unscored']}",
                    str(published["fields"]),
                    percent(published["em"]) + bounds(published["em_interval"], documents),
                    percent(published["anls"]),
                    percent(published["perfect_documents"]),
                    percent(published["em_compliant"]),
                    percent(strict["f1"]) + bounds(strict["f1_interval"], documents),
                    percent(strict["perfect_documents"]),
                ]
            )
    heads = [
        "run",
        "split",
        "scored",
        "fields",
        "EM",
        "ANLS",
        "perfect",
        "EM of compliant",
        "strict F1",
        "strict perfect",
    ]
    return table(heads, rows, left=2)
