"""Which told figure a text is about, by the words that they share."""

from __future__ import annotations

from collections.abc import Iterable

from dataset_builder.families.reports.model import Plan
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.words import content_words


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
