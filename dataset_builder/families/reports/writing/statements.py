"""Paragraphs that print statements: the sentences of a statement as they are, with others around them."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Paragraph
from dataset_builder.families.reports.model import Section, Statement
from dataset_builder.families.reports.writing.desk import Desk, Message
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit

_AROUND = 24
"""Words of the sentences around a statement."""


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
        context = Context(place_terms(desk.plan.world))
        lead = desk.say(Message(f"statement.lead.{statement.kind}", context))
        follow = desk.say(Message(f"statement.follow.{statement.kind}", context))
        texts = [lead.text if lead else "", *statement.sentences, follow.text if follow else ""]
        return [Paragraph(" ".join(text for text in texts if text), (), "statement", statement.id)]

    words = sum(len(sentence.split()) for sentence in statement.sentences)
    return Unit(REQUIRED, words + _AROUND, write)
