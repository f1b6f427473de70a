"""What events did to a figure of a single entity."""

from __future__ import annotations

from dataset_builder.families.reports.writing.desk import Message
from dataset_builder.families.reports.writing.events import (
    credited,
    effect_years,
    event_terms,
    noun_flags,
    visible,
)
from dataset_builder.families.reports.writing.panels import Panel, move_context


def felt(panel: Panel, name: str) -> list[tuple[float, str, Message]]:
    """Return how strongly events moved a figure of an entity, their ids and messages, the strongest first."""
    found = []
    for touch in credited(panel):
        happening = touch.happening
        lag, change = happening.effects.get((panel.data.id, name), (0, 0.0))
        years = effect_years(panel.years, happening, lag)
        if not change or years is None:
            continue
        before, after = touch.base, years[1]
        if not all(
            visible(panel, (name,), year, after, up=change > 0, happened=happening.year) for year in {before, years[0]}
        ):
            continue
        terms = event_terms(panel.world, happening)
        context = move_context(panel, name, before, after).without("small", "flat")
        some = ("some",) if 1 < len(touch.names) < len(panel.names) else ()
        context = context.having(*noun_flags(str(terms["noun"])), *some, **terms)
        message = Message("portrait.event", context, panel.facts((name, before), (name, after)), 0.8, name)
        found.append((abs(panel.at(name, after) / panel.at(name, before) - 1), happening.id, message))
    return sorted(found, key=lambda item: -item[0])
