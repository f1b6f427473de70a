"""Scores by knob: for every axis that varies in a dataset, the score at each of its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval_scripts.report.runs import ScoredRun
from eval_scripts.report.tables import bounds, table
from eval_scripts.scorers import percent
from metrics.stats import bootstrap_interval

MOST_BINS = 5
"""Bins of a numeric knob, which hold about as many documents each."""

MOST_VALUES = 12
"""Values of any other knob; one with more, such as a name, is no axis."""


@dataclass(frozen=True)
class Bin:
    """A value of a knob, or for numbers an interval with both its ends."""

    knob: str
    low: Any
    high: Any

    @property
    def label(self) -> str:
        """Return the value, or the ends of the interval.

        >>> Bin("rows", 2, 5).label, Bin("source", "made", "made").label
        ('2–5', 'made')
        """
        ends = [f"{end:g}" if _is_number(end) else str(end) for end in (self.low, self.high)]
        return ends[0] if self.low == self.high else "–".join(ends)

    def holds(self, knobs: Mapping[str, Any]) -> bool:
        """Return whether a record with these knobs belongs here."""
        value = knobs.get(self.knob)
        if _is_number(value) and _is_number(self.low):
            return bool(self.low <= value <= self.high)
        return value is not None and bool(value == self.low) and not _is_number(value)


@dataclass(frozen=True)
class Figure:
    """The score over some records.

    Attributes:
        documents: how many are scored.
        score: mean, 0 to 1, over the fields of forms or over answers; None where nothing is scored.
        interval: 95% bounds from resampling documents.
    """

    documents: int
    score: float | None
    interval: tuple[float, float] | None


def knobs_of(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return the knobs of a line of ``scores.jsonl``, its level among them."""
    return {**(line["knobs"] or {}), "level": line["level"]}


def find_bins(knobs: Iterable[Mapping[str, Any]]) -> list[Bin]:
    """Return the bins of every knob that has at least two, knobs in the order in which they first occur.

    >>> [bin.label for bin in find_bins([{"rows": n, "source": "made"} for n in range(1, 11)])]
    ['1–2', '3–4', '5–6', '7–8', '9–10']
    """
    values: dict[str, list[Any]] = {}
    for held in knobs:
        for knob, value in held.items():
            if _is_number(value) or isinstance(value, str | bool):
                values.setdefault(knob, []).append(value)
    found = {knob: _bins_of(knob, held) for knob, held in values.items()}
    return [bin_ for bins in found.values() if len(bins) > 1 for bin_ in bins]


def _bins_of(knob: str, values: Sequence[Any]) -> list[Bin]:
    if not all(map(_is_number, values)):
        distinct = sorted({str(value): value for value in values}.items())
        return [Bin(knob, value, value) for _, value in distinct] if len(distinct) <= MOST_VALUES else []
    counts = sorted(Counter(values).items())
    if len(counts) <= MOST_BINS:
        return [Bin(knob, value, value) for value, _ in counts]
    bins: list[Bin] = []
    held: list[Any] = []
    passed = 0
    for value, count in counts:
        held.append(value)
        passed += count
        if passed * MOST_BINS >= len(values) * (len(bins) + 1):
            bins.append(Bin(knob, held[0], held[-1]))
            held = []
    return bins


def measure_bin(lines: Iterable[Mapping[str, Any]], bin_: Bin) -> Figure:
    """Return the published score of the scored lines that a bin holds; a form counts as often as it has fields."""
    inside = [line for line in lines if line["state"] == "scored" and bin_.holds(knobs_of(line))]
    if not inside:
        return Figure(0, None, None)
    documents = [line["doc_id"] for line in inside]
    scores, weights = zip(*map(_weighed, inside), strict=True)
    interval = bootstrap_interval(scores, documents, weights=weights)
    return Figure(len(set(documents)), interval.mean, (interval.low, interval.high))


def _weighed(line: Mapping[str, Any]) -> tuple[float, int]:
    """Return the score of a line, 0 to 1, and how often it counts."""
    if "published" not in line:
        return float(line["right"]), 1
    return line["published"]["score"], len(line["published"].get("fields", "1"))


def tabulate_knobs(scored: Sequence[ScoredRun], score: str, example: str, skip: Container[str] = ()) -> list[str]:
    """Return the section with the score at each value of each knob; nothing where no knob varies.

    Args:
        scored: the runs, with lines of one metric alone.
        score: name of the score.
        example: of knobs that go together in such a dataset.
        skip: knobs that are told elsewhere.
    """
    knobs = {line["id"]: knobs_of(line) for entry in scored for line in entry.lines}
    bins = [bin_ for bin_ in find_bins(knobs.values()) if bin_.knob not in skip]
    if not bins:
        return []
    rows = []
    for bin_ in bins:
        figures = [measure_bin(entry.lines, bin_) for entry in scored]
        asked = sum(map(bin_.holds, knobs.values()))
        rows.append([bin_.knob, bin_.label, str(asked), *map(_describe, figures)])
    return [
        f"## {score[0].upper()}{score[1:]} by knob",
        "",
        *table(["knob", "value", "records", *(entry.name for entry in scored)], rows, left=2),
        "",
        f"Each cell holds {score} with its 95% bounds, and after the slash the documents that are scored. Numbers that "
        f"take more than {MOST_BINS} values are put into as many bins of about equal size. Knobs of one dataset can go "
        f"together ({example}), so a row tells where scores are low, not why.",
        "",
    ]


def _describe(figure: Figure) -> str:
    return f"{percent(figure.score)}{bounds(figure.interval, figure.documents)} / {figure.documents}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
