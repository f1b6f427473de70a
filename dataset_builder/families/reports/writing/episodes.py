"""Chapters that tell events in order of time."""

from __future__ import annotations

from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing.desk import Desk
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.happenings import event_units, event_words
from dataset_builder.families.reports.writing.units import Unit, passage, quotation, sidebar, voices


def episode_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter that tells events in order of time."""
    found = [passage(desk, 0.8, "history", "background", headed=False)]
    for number, subject in enumerate(section.subjects):
        if any(subject == happening.id for happening in desk.plan.world.happenings):
            found += event_units(desk, subject)
            if number % 2:
                found.append(quotation(desk, 0.7, near=event_words(desk, subject)))
    found.append(passage(desk, 0.75, "history", "practice", "people"))
    for subject in section.subjects:
        if subject in desk.plan.world.datasets:
            shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
            found += subject_units(desk, subject, shows)
    return [*found, voices(desk, 0.57), sidebar(desk, 0.6)]
