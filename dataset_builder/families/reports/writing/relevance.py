"""Which told figure a text is about, by the words that they share."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dataset_builder.families.reports.model import Plan
from dataset_builder.families.reports.writing.panels import Panel, told_panels

_COMMON = frozenset(
    re.findall(
        r"\w+",
        "that which with from have been were this they their there where when would should could than then into what "
        "whose more most less other each every some such only also before after year years first last share rate "
        "average median number them will does must make made many much over under between within without because",
    )
)


def content_words(texts: Iterable[str]) -> set[str]:
    """Return the stems of the words that carry meaning: of four letters or more, cut to six.

    >>> sorted(content_words(["The queue positions, dates and milestones."]))
    ['dates', 'milest', 'positi', 'queue']
    """
    words = re.findall(r"[a-z]{4,}", " ".join(texts).lower())
    return {word[:6] for word in words if word not in _COMMON}


def related_panel(plan: Plan, texts: Iterable[str], least: int = 2) -> Panel | None:
    """Return the told panel that shares most words with texts, None where none shares ``least``."""
    wanted = content_words(texts)
    best: tuple[int, Panel] | None = None
    for panel in told_panels(plan):
        metric = panel.metric
        own = content_words((metric.name, metric.phrase, metric.short))
        wider = content_words((*metric.up, *metric.down, *metric.definition)) - own
        score = 2 * len(own & wanted) + len(wider & wanted)
        if score >= least and own & wanted and (best is None or score > best[0]):
            best = score, panel
    return best[1] if best else None
