"""Chapters that tell events in order of time."""

from __future__ import annotations

from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing.chronicle import chronicle_units, dates_unit
from dataset_builder.families.reports.writing.desk import Desk
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.happenings import event_units, event_words
from dataset_builder.families.reports.writing.units import Unit, passage, quotation, sidebar

_DATED = 0.35
"""How often the events are listed by date; else the years are told one by one."""


def episode_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter that tells events in order of time."""
    first = section.id == next(other.id for other in desk.plan.sections if other.kind == "episode")
    found = [passage(desk, 0.8, "history", "background")]
    before = ""
    for number, subject in enumerate(section.subjects):
        if any(subject == happening.id for happening in desk.plan.world.happenings):
            found += event_units(desk, subject, headed=True, before=before)
            before = subject
            if number % 2:
                found.append(quotation(desk, 0.7, near=event_words(desk, subject)))
    found.append(passage(desk, 0.75, "history", "practice", "people"))
    for subject in section.subjects:
        if subject in desk.plan.world.datasets:
            shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
            found += subject_units(desk, subject, shows, lead=False)
    if first:
        found += [dates_unit(desk)] if desk.rng.random() < _DATED else chronicle_units(desk)
    found.append(sidebar(desk, 0.6))
    return found
