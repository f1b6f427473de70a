"""Where statements are printed: in boxes that say what they are about, near what they name.

A report has two sorts of them, each under a name of its own: what people said, unchecked, and small facts. Its
introduction tells readers of both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.reports.manuscript import Block, Box, Paragraph
from dataset_builder.families.reports.model import Section, Statement, StatementKind, World
from dataset_builder.families.reports.titles import lower_case
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit

_AROUND = 18
"""Words of what stands around a statement, on average."""
_HEARD: tuple[StatementKind, ...] = ("claim", "opinion", "cause", "summary")
"""Kinds of statements that somebody makes; the others are facts."""

_MISREAD = re.compile(
    r"\d|\b(?:above|below|over|under|beyond|beneath|short of|(?:more|less) than|"
    r"high(?:est)?|low(?:est)?|peak|large|small)\b",
    re.IGNORECASE,
)
"""What in the name of a figure could be taken for something that the statement says."""


def find_named(world: World, statement: Statement) -> tuple[str, ...]:
    """Return the ids of the events that a statement names, and the entity if it names just one besides."""
    text = " ".join(statement.sentences)
    nouns = {happening.id: name_event(world, happening.id) for happening in world.happenings}
    events = [name for name, noun in nouns.items() if noun in text]
    for name in events:
        text = text.replace(nouns[name], "")
    entities = [entity.name for entity in world.entities if re.search(rf"\b{re.escape(entity.name)}\b", text)]
    return (*events, *(entities if len(entities) == 1 else ()))


def add_statements(desk: Desk, section: Section, units: list[Unit]) -> list[Unit]:
    """Return the units of a chapter with those of its statements.

    Each stands in a box behind what its chapter has under the heading of an event or an entity that it names, which
    then has to be written; else behind other running text.
    """
    found = list(units)
    for statement in desk.plan.statements:
        if statement.section != section.id:
            continue
        named = find_named(desk.plan.world, statement)
        home = [place for place, unit in enumerate(found) if unit.about and unit.about in named]
        if home:
            home = [place for place in home if found[place].about == found[home[0]].about]
            found[home[0]] = replace(found[home[0]], priority=REQUIRED)
            found.insert(home[-1] + 1, _unit(desk, statement))
        else:
            places = [place + 1 for place, unit in enumerate(found) if unit.ends or unit.stock == "passage"]
            found.insert(desk.rng.choice(places) if places else len(found) // 2, _unit(desk, statement))
    return found


def _unit(desk: Desk, statement: Statement) -> Unit:
    def write() -> Sequence[Block]:
        for sentence in statement.sentences:
            desk.ear.hear(sentence)
        context = around(desk.plan.world, statement)
        heard = statement.kind in _HEARD
        after = None if heard else _say(desk, f"after.{statement.rule}", context)
        texts = [*statement.sentences, *([after.text] if after else [])]
        text = Paragraph(" ".join(texts), (), "statement", statement.id)
        return [Box(f"{desk.boxes[heard]}: {desk.phrase(f'head.{statement.rule}', context)}", (text,))]

    words = sum(len(sentence.split()) for sentence in statement.sentences)
    return Unit(REQUIRED, words + _AROUND, write)


def tell_boxes(desk: Desk) -> Paragraph | None:
    """Return a paragraph on the boxes that the report has, None if it has none."""
    kinds = {statement.kind in _HEARD for statement in desk.plan.statements}
    rules = {True: "boxes.tell.heard", False: "boxes.tell.facts"}
    said = [
        desk.say(Message(rules[heard], Context({"boxes": f"“{desk.boxes[heard]}”"})))
        for heard in (True, False)
        if heard in kinds
    ]
    others = desk.say(Message("boxes.tell.others", Context())) if said else None
    return paragraph([*said, others], "roadmap")


def _say(desk: Desk, rule: str, context: Context) -> Sentence | None:
    """Return a sentence that names the figure in question; None where there is no rule or the name could mislead."""
    subject = str(context.terms.get("subject", ""))
    if rule not in desk.grammar.rules or not subject or _MISREAD.search(subject):
        return None
    return desk.say(Message(rule, context), candidates=2)


def around(world: World, statement: Statement) -> Context:
    """Return what is said beside a statement: its terms, the body that speaks, the figure in question."""
    terms, flags = {**statement.terms, **place_terms(world)}, set()
    person = next((person for person in world.people if person.name == statement.speaker), None)
    if person is not None:
        actor = next(actor for actor in world.topic.actors if actor.id == person.actor)
        terms |= {"body": typeset(actor.short), "L": person.name.split()[-1]}
        flags.add("body")
    subject = name_subject(world, statement.subject)
    if subject:
        terms["subject"] = subject
        flags.add("about")
    return Context(terms, frozenset(flags))


def name_subject(world: World, dataset: str) -> str:
    """Return how a dataset is called in running text, such as "the wait" or "audit findings"; "" if there is none."""
    short = next((typeset(metric.short) for metric in world.topic.metrics if metric.id == dataset), "")
    if short or dataset not in world.datasets:
        return short
    return lower_case(typeset(world.datasets[dataset].name)).split(" by ")[0].removesuffix(" each month")
