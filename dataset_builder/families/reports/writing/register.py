"""A register of the figures that a report has told, so that none is told over and over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from dataset_builder.families.reports.model import SectionKind
from dataset_builder.families.reports.writing.grammar import Context

Figure = tuple[str, ...]
_SUMMING_UP: tuple[SectionKind, ...] = ("summary", "outlook", "recommendations", "limits", "methods")
"""Chapters that may come back to what others tell, and do not count for those."""
_TELLINGS = 2
"""Chapters that may tell one and the same pair of figures."""
_MENTIONS = 8
"""Sentences of a report that may tell one and the same fact."""
_REPEATING = ("points.", "because", "overview.", "find.")
"""Rules that may come back to what their chapter told."""
_VALUES = ("v", "w")
_BY_EVENT = ("portrait.event", "summary.cause")
_MOULDS = {"event": 2}
"""Sentences of a report that may come from one mould, for each event."""


def name_mould(rule: str, context: Context) -> tuple[str, ...]:
    """Return the mould of a sentence that readers tire of: kind and what it is about; () of any other.

    >>> name_mould("summary.cause", Context({"noun": "the strike"})), name_mould("trend.S", Context())
    (('event', 'the strike'), ())
    """
    return ("event", str(context.terms["noun"])) if rule in _BY_EVENT else ()


def name_figures(rule: str, context: Context, facts: tuple[str, ...]) -> tuple[Figure, ...]:
    """Return what a message tells: its facts, or averages by measure and printed value, or both of a finding.

    An effect of an event is named by its values, since it is the same thing of one entity and of many.
    """
    told = tuple((fact,) for fact in facts)
    if told and rule != "effect" and not rule.startswith("find."):
        return told
    measure = str(context.terms.get("id", context.terms.get("name", "")))
    averages = tuple(dict.fromkeys(_averages(context, measure)))
    return (*told, *averages) if rule.startswith("find.") else averages


def _averages(context: Context, measure: str) -> Iterator[Figure]:
    measure = str(context.terms.get("id", measure))
    for name, term in context.terms.items():
        if isinstance(term, Context):
            yield from _averages(term, measure)
        elif isinstance(term, str) and name[:1] in _VALUES and len(name) == 2:
            yield "average", measure, term


class Register:
    """Pairs of figures, with how many chapters told them."""

    def __init__(self) -> None:
        """Start with nothing told."""
        self._chapters: Counter[tuple[Figure, ...]] = Counter()
        self._here: set[tuple[Figure, ...]] = set()
        self._mentions: Counter[Figure] = Counter()
        self._moulds: Counter[tuple[str, ...]] = Counter()
        self._kind: SectionKind = "evidence"

    def open_chapter(self, kind: SectionKind) -> None:
        """Begin a chapter: what it tells is not yet spent in it."""
        self._kind = kind
        self._here.clear()

    def is_spent(self, rule: str, figures: tuple[Figure, ...]) -> bool:
        """Tell whether a message would repeat a pair in its chapter or in too many, or a figure too often."""
        if rule.startswith(_REPEATING):
            return False
        pairs = _pairs(figures)
        if any(pair in self._here for pair in pairs) or any(self._mentions[it] >= _MENTIONS for it in figures):
            return True
        return self._kind not in _SUMMING_UP and any(self._chapters[pair] >= _TELLINGS for pair in pairs)

    def is_worn(self, mould: tuple[str, ...]) -> bool:
        """Tell whether a mould has made as many sentences as it may."""
        return bool(mould) and self._moulds[mould] >= _MOULDS[mould[0]]

    def cast(self, mould: tuple[str, ...]) -> None:
        """Remember that a mould made a sentence."""
        self._moulds[mould] += 1

    def enter(self, figures: tuple[Figure, ...]) -> None:
        """Remember what a message told."""
        self._mentions.update(figures)
        for pair in _pairs(figures):
            if pair not in self._here and self._kind not in _SUMMING_UP:
                self._chapters[pair] += 1
            self._here.add(pair)


def _pairs(figures: tuple[Figure, ...]) -> list[tuple[Figure, ...]]:
    """Return the pairs of what a message tells; a single figure stands for itself.

    Of several averages in a row only those that follow each other make a pair.
    """
    if len(figures) == 1:
        return [figures]
    if len(figures) > 2 and all(figure[0] == "average" for figure in figures):
        return list(pairwise(figures))
    return list(combinations(sorted(figures), 2))
