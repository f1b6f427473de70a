"""What the text tells as a fact, for questions that combine it with an exhibit, and the question made of both."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from dataset_builder.families.reports.model import Statement, StatementKind
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.cross.subjects import Wording, wrong_figure
from dataset_builder.families.reports.questions.model import Draft, WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, Setting
from dataset_builder.families.reports.questions.saying import facts_of, how_read
from dataset_builder.families.reports.questions.scene import Mark, Scene

TRIALS = (
    "the pilot of the shared register",
    "the trial of the new reporting form",
    "the first open day",
    "the peer review by visitors from abroad",
    "the training week for new staff",
    "the meeting at which the joint declaration was signed",
    "the audit that was ordered at short notice",
    "the visit of the committee",
    "the travelling exhibition on the subject",
    "the experiment with unannounced inspections",
)
CLUBS = (
    "the joint purchasing circle",
    "the charter on open records",
    "the exchange of staff",
    "the common complaints office",
    "the twinning agreement",
    "the shared training fund",
)


def take_unused(setting: Setting, names: Sequence[str], rng: random.Random) -> str:
    """Return a name that no statement has yet, any where all are taken."""
    told = " ".join(text for statement in setting.plan.statements for text in statement.sentences).casefold()
    free = [name for name in names if name.casefold() not in told]
    return rng.choice(free or names)


def make_planted(
    setting: Setting,
    scene: Scene,
    marks: Sequence[Mark],
    statement: Statement,
    *,
    cores: tuple[str, ...],
    program: Program,
    short: str,
    answer_type: str,
    leads: tuple[str, ...],
    base: str,
    facts: tuple[Mapping[str, Any], ...],
    steps: tuple[str, ...],
    wrong: Sequence[WrongAnswer],
    tail: str = "",
) -> Planted:
    draft = Draft(
        cores=cores,
        program=program,
        short=short,
        answer_type=answer_type,
        leads=leads,
        base=base,
        more=(how_read(scene, random.Random(statement.sentences[0])),),
        key_facts=facts,
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks),
        steps=(f"Find in the text: {statement.sentences[0]}", f"Find {scene.number}.", *steps),
        wrong=(*wrong, *(wrong_figure(setting, scene) if answer_type in ("number", "percent") else ())),
        tail=tail,
    )
    return Planted(draft, scene.exhibit.ref, (statement,), (statement.id, scene.exhibit.ref))


def make_said(
    setting: Setting, marks: Sequence[Mark], sentence: Wording, said: Mapping[str, Any], kind: StatementKind
) -> Statement:
    return Statement(
        id=setting.statement_id(),
        kind=kind,
        section="",
        sentences=(sentence.text,),
        facts=facts_of(marks),
        said=said,
        rule=sentence.rule,
        terms=sentence.terms,
    )
