"""A complex question before it is put into words, and how templates that make such drafts become plantable."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dataset_builder.families.reports.model import Statement
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.stage import Stage, choose_speakers
from dataset_builder.families.reports.questions.model import Category, Draft, WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.writing.desk import printed_numbers


@dataclass(frozen=True)
class ComplexDraft:
    """A question over several pieces of evidence.

    Attributes:
        texts: whole questions, each in other words.
        program: gives the answer.
        short: the answer as printed.
        answer_type: as in the record contract.
        leads: sentences that answer, each in other words and each with all that the core key facts hold.
        more: sentences with what the answer rests on, of which a reference answer has one to three.
        key_facts: for the judge of facts.
        statements: that it plants, in the order of their use.
        exhibits: ids of the charts and tables that it needs, the main one first.
        facts: ids of the facts read in them.
        points: the same in words.
        steps: of the reasoning.
        wrong: what readers who err would say.
        forbidden: numbers, as printed, that the narrative must not have.
    """

    texts: tuple[str, ...]
    program: Program
    short: str
    answer_type: str
    leads: tuple[str, ...]
    more: tuple[str, ...]
    key_facts: tuple[Mapping[str, Any], ...]
    statements: tuple[Statement, ...]
    exhibits: tuple[str, ...]
    facts: tuple[str, ...]
    points: tuple[str, ...]
    steps: tuple[str, ...]
    wrong: tuple[WrongAnswer, ...]
    forbidden: tuple[str, ...] = ()

    def plant(self) -> Planted:
        """Return the draft as plantable: statements come before exhibits."""
        draft = Draft(
            cores=tuple(text.strip() for text in self.texts),
            program=self.program,
            short=self.short,
            answer_type=self.answer_type,
            leads=self.leads,
            more=self.more,
            key_facts=self.key_facts,
            facts=self.facts,
            points=self.points,
            steps=self.steps,
            wrong=self.wrong,
            forbidden=self.forbidden,
        )
        sources = (*(statement.id for statement in self.statements), *self.exhibits)
        return Planted(draft, self.exhibits[0] if self.exhibits else "", self.statements, sources)


def make_template(
    name: str, category: Category, level: str, draft: Callable[[Stage], ComplexDraft | None], *, speakers: int = 0
) -> PlantTemplate:
    """Return a template whose drafts are made on a stage with so many people; there are none where too few are left."""

    def plant(setting: Setting, rng: random.Random) -> Planted | None:
        people = choose_speakers(setting, speakers)
        found = draft(Stage(setting, rng.getrandbits(64), people)) if people is not None else None
        return found.plant() if found is not None and not _is_said(found) else None

    return PlantTemplate(name, category, level, plant)


def _is_said(draft: ComplexDraft) -> bool:
    """Tell whether a statement prints a number of the answer, by chance."""
    printed = {
        number.replace(",", "")
        for each in draft.statements
        for text in each.sentences
        for number in printed_numbers(text)
    }
    numeric = [
        fact for fact in draft.key_facts if fact.get("core", True) and fact["answer_type"] in ("number", "percent")
    ]
    return any(f"{abs(fact['value']):g}" in printed or f"{abs(fact['value']):.1f}" in printed for fact in numeric)
