"""Which told figure a text is about, by the words that they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dataset_builder.families.reports.model import Plan
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.words import content_words

_COMMON = 3
"""A word in the names of so many figures tells them not apart."""


def related_panel(plan: Plan, texts: Iterable[str], least: int = 2, core: Iterable[str] = ()) -> Panel | None:
    """Return the told panel that shares most words with texts, None where none shares ``least``.

    Args:
        plan: of the report.
        texts: that the panel should be about.
        least: score that it must reach; a word of a panel's names counts two, one of its definition one.
        core: the part of the texts that must share a word with the panel's names, or two with its definition.
    """
    wanted = content_words(texts)
    central = content_words(core)
    named = Counter(
        word
        for metric in plan.world.topic.metrics
        for word in content_words((metric.name, metric.phrase, metric.short))
    )
    common = {word for word, count in named.items() if count >= _COMMON}
    best: tuple[int, Panel] | None = None
    for panel in told_panels(plan):
        metric = panel.metric
        own = content_words((metric.name, metric.phrase, metric.short)) - common
        wider = content_words((*metric.up, *metric.down, *metric.definition)) - own - common
        if central and not own & central and len(wider & central) < 2:
            continue
        score = 2 * len(own & wanted) + len(wider & wanted)
        if score >= least and own & wanted and (best is None or score > best[0]):
            best = score, panel
    return best[1] if best else None
