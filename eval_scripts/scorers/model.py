"""What a scorer takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from metrics.stats import bootstrap_interval


@dataclass(frozen=True)
class Reply:
    """What a run holds for one record: the reply (text, or JSON from elsewhere), or a kind of failure in its place."""

    text: str | Mapping[str, Any] | None
    failure: str = ""
    truncated: bool = False


@dataclass(frozen=True)
class Item:
    """A record to be scored, with its split, the reply to it, and by the name of each judge its stored verdict."""

    record: Mapping[str, Any]
    split: str
    reply: Reply
    verdicts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


Line = dict[str, Any]
"""A record's line of ``scores.jsonl``."""


@dataclass(frozen=True)
class Scorer:
    """How the records of one metric are scored.

    Attributes:
        columns: of the record contract that it reads.
        score_line: returns the metric's part of a record's line; in it ``state`` (``scored`` or ``unscored``),
            ``kind``, and ``right`` (in full, by the published rules; None where unscored).
        summarize: returns the metric's figures from all its records and their lines.
        describe: returns these figures as lines for the terminal.
        headlines: returns of these figures the few that are compared between repetitions, by name.
    """

    columns: tuple[str, ...]
    score_line: Callable[[Item], Line]
    summarize: Callable[[Sequence[Item], Sequence[Line]], dict[str, Any]]
    describe: Callable[[Mapping[str, Any]], list[str]]
    headlines: Callable[[Mapping[str, Any]], dict[str, float | None]]


def score_bounds(
    scores: Sequence[float], documents: Sequence[str], weights: Sequence[float] | None = None
) -> list[float] | None:
    """Return the 95% bounds of a mean score, resampling documents; None where nothing is scored."""
    if not scores:
        return None
    interval = bootstrap_interval(scores, documents, weights=weights)
    return [interval.low, interval.high]


def percent(share: float | None) -> str:
    """Return a share of 1 as percent with one digit, and a dash for None.

    >>> percent(0.5), percent(None)
    ('50.0', '–')
    """
    return "–" if share is None else f"{100 * share:.1f}"
