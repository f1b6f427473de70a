"""Paragraphs on single entities and single years: what little has been said of so far."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Paragraph
from dataset_builder.families.reports.writing import paths, stretches
from dataset_builder.families.reports.writing.desk import Desk, paragraph
from dataset_builder.families.reports.writing.events import long_reason
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.told import headed, is_first, speak

_SHORT = 0.6
"""How often a year is told in one sentence."""
_AHEAD = 3
"""Years from which the next one to be looked at by itself is chosen: those of a chapter come in order."""


def close_up(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on two entities that little was said of so far."""
    one, other = _least_told(desk, panel)[:2]
    found = speak(
        desk,
        [stretches.fresh_stretch(desk, panel, one), *desk.fresh([paths.neighbours(panel, one)])],
    )
    course = next(desk.fresh([paths.path(panel, other), *stretches.stretches(panel, other)]), None)
    said = desk.say(course) if course is not None else None
    found.append(said)
    if course is not None and said is not None:
        terms = course.context.terms
        last = int(str(terms["y2"] if course.rule == "path.S" else terms["y1"]))
        reason = long_reason(desk.plan.world, panel, other, int(str(terms["y0"])), last)
        if reason is not None and is_first(desk, panel, reason):
            found.append(desk.say(reason))
    return paragraph(found, "support")


def ranges(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the highs and lows of single entities."""
    names = _least_told(desk, panel)
    messages = list(desk.fresh(stretches.own_range(panel, name) for name in names))[:2]
    placed = list(desk.fresh(stretches.places(panel, name) for name in names[2:]))[:1]
    return headed(desk, "para.range", speak(desk, [*messages, *placed]), panel)


def distances(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on who came closer to the average, or to another, and who moved away."""
    names = _least_told(desk, panel)
    beside = list(desk.fresh(stretches.off_average(panel, name) for name in names))[:2]
    apart = list(desk.fresh(stretches.rivals(panel)))[:1]
    return headed(desk, "para.rivals", speak(desk, [*beside, *apart]), panel)


def snapshot(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on one of the years after those that have been looked at in this way."""
    seen = [year for year in panel.years if ("snapshot", panel.data.id, str(year)) in desk.told_once]
    left = [year for year in panel.years[1:] if year > max(seen, default=0)][:_AHEAD]
    views = {year: list(desk.fresh(stretches.snapshot(panel, year))) for year in left}
    views = {year: view for year, view in views.items() if view and view[0].rule == "snapshot.S"}
    if not views:
        return None
    year = max(views, key=lambda year: (len(views[year]), -year))
    desk.told_once.add(("snapshot", panel.data.id, str(year)))
    if len(views[year]) == 3 and desk.rng.random() < _SHORT:
        return paragraph([desk.say(stretches.short_snapshot(views[year]))], "support")
    first = desk.say(views[year][0])
    return paragraph([first, *speak(desk, views[year][1:])], "support") if first else None


def _least_told(desk: Desk, panel: Panel) -> list[str]:
    """Return the entities, those of which least has been told first."""
    return sorted(panel.names, key=lambda name: desk.count_told(panel.data.id, name))
