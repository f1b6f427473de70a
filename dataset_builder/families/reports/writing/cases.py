"""Portraits of entities: what sets one apart on every figure that may be told."""

from __future__ import annotations

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, find_panel, move_context
from dataset_builder.families.reports.writing.terms import Terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, quotation, sidebar


def case_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of portraits: three or four entities, one of each group first."""
    found = [passage(desk, 0.9, "people", "practice")]
    world = desk.plan.world
    groups = [group.name for group in world.topic.entities.groups]
    members = {group: [entity.name for entity in world.entities if entity.group == group] for group in groups}
    names = [desk.rng.choice(members[group]) for group in groups]
    rest = [entity.name for entity in world.entities if entity.name not in names]
    names += desk.rng.sample(rest, min(2, len(rest)))
    for number, name in enumerate(names):
        found += _portrait(desk, name, REQUIRED if number < 2 else 0.9 - 0.04 * number)
        if number % 2 == 0:
            found.append(quotation(desk, 0.6))
        found.append(passage(desk, 0.7 - 0.05 * number, "people", "practice", "comparison"))
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows, lead=False)
    found.append(sidebar(desk, 0.65))
    return found


def _portrait(desk: Desk, name: str, priority: float) -> list[Unit]:
    def head() -> list[Block]:
        first = _first(desk, name)
        return [Subheading(name), *([first] if first else [])]

    return [
        Unit(priority, 100, head),
        plain_unit(priority - 0.02 if priority < 1 else 0.95, 80, lambda: _second(desk, name)),
    ]


def _told(desk: Desk) -> list[Panel]:
    world = desk.plan.world
    return [find_panel(world, name) for name in desk.plan.told if world.datasets[name].kind == "panel"]


def _context(desk: Desk, panel: Panel, name: str) -> Context:
    first, last = panel.years[0], panel.years[-1]
    place = panel.ranked(last).index(name) + 1
    terms: Terms = {"rank": figures.ordinal(place)}
    return move_context(panel, name, first, last).having(*({"top"} if place == 1 else ()), **terms)


def _rank_and_move(desk: Desk, panel: Panel, name: str) -> list[Sentence | None]:
    first, last = panel.years[0], panel.years[-1]
    context = _context(desk, panel, name)
    return [
        desk.say(Message("portrait.rank", context, panel.facts((name, last)))),
        desk.say(Message("portrait.move", context, panel.facts((name, first), (name, last)))),
    ]


def _first(desk: Desk, name: str) -> Paragraph | None:
    world = desk.plan.world
    group = next(entity.group for entity in world.entities if entity.name == name)
    traits = next(seed.traits for seed in world.topic.entities.groups if seed.name == group)
    trait = desk.shelf.fill(desk.rng.choice(traits))
    panels = _told(desk)
    opening = desk.say(Message("portrait.open", Context({"E": name, "G": group, "t0": trait})))
    found = [opening]
    for panel in desk.rng.sample(panels, min(2, len(panels))):
        found += _rank_and_move(desk, panel, name)
    return paragraph(found, "portrait")


def _second(desk: Desk, name: str) -> Paragraph | None:
    panels = _told(desk)
    found: list[Sentence | None] = []
    for panel in desk.rng.sample(panels, min(3, len(panels))):
        found += _rank_and_move(desk, panel, name)[1:]
    return paragraph(found, "portrait")
