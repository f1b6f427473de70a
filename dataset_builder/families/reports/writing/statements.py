"""Paragraphs that print statements: the sentences of a statement as they are, with others around them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Paragraph
from dataset_builder.families.reports.model import Section, Statement, World
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit

_AROUND = 16
"""Words of the sentences around a statement, on average."""
_SHAPES = ((True, False), (True, False), (True, False), (False, True), (False, True), (True, True), (False, False))
"""Whether a sentence stands before a statement, and whether one behind it; drawn evenly."""

_MISREAD = re.compile(
    r"\d|\b(?:above|below|over|under|beyond|beneath|short of|(?:more|less) than|"
    r"high(?:est)?|low(?:est)?|peak|large|small)\b",
    re.IGNORECASE,
)
"""What in the name of a figure could be taken for something that the statement says."""


def add_statements(desk: Desk, section: Section, units: list[Unit]) -> list[Unit]:
    """Return the units of a chapter with those of its statements, which come behind other running text."""
    found = list(units)
    for statement in desk.plan.statements:
        if statement.section == section.id:
            places = [place + 1 for place, unit in enumerate(found) if unit.stock == "passage"]
            found.insert(desk.rng.choice(places) if places else len(found) // 2, _statement_unit(desk, statement))
    return found


def _statement_unit(desk: Desk, statement: Statement) -> Unit:
    def write() -> Sequence[Block]:
        for sentence in statement.sentences:
            desk.ear.hear(sentence)
        context = around(desk.plan.world, statement)
        before, behind = desk.rng.choice(_SHAPES)
        lead = desk.say(Message(f"statement.lead.{statement.kind}", context), candidates=1) if before else None
        follow = desk.say(Message(f"statement.follow.{statement.kind}", context), candidates=1) if behind else None
        texts = [lead.text if lead else "", *statement.sentences, follow.text if follow else ""]
        return [Paragraph(" ".join(text for text in texts if text), (), "statement", statement.id)]

    words = sum(len(sentence.split()) for sentence in statement.sentences)
    return Unit(REQUIRED, words + _AROUND, write)


def around(world: World, statement: Statement) -> Context:
    """Return what sentences beside a statement may name: the place, the body that speaks, the figure in question."""
    terms, flags = place_terms(world), set()
    person = next((person for person in world.people if person.name == statement.speaker), None)
    if person is not None:
        actor = next(actor for actor in world.topic.actors if actor.id == person.actor)
        terms |= {"body": typeset(actor.short), "L": person.name.split()[-1]}
        flags.add("body")
    datasets = {fact.partition("/")[0] for fact in statement.facts}
    subject = _name_subject(world, datasets.pop()) if len(datasets) == 1 else ""
    if subject and not _MISREAD.search(subject):
        terms["subject"] = subject
        flags.add("about")
    return Context(terms, frozenset(flags))


def _name_subject(world: World, dataset: str) -> str:
    """Return how a figure that each entity has is called, such as "the wait"; "" for other data."""
    return next((typeset(metric.short) for metric in world.topic.metrics if metric.id == dataset), "")
