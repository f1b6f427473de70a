"""Cross-modal and complex questions of a report: chosen after its chart questions, before a word is written."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.model import Exhibit, Plan, Statement, World
from dataset_builder.families.reports.programs import Undecided, execute
from dataset_builder.families.reports.questions.complex import COMPLEX
from dataset_builder.families.reports.questions.cross import CROSS_MODAL
from dataset_builder.families.reports.questions.model import Question, QuestionType, Recipe, Unaskable
from dataset_builder.families.reports.questions.phrasing import clean_draft, write_planted
from dataset_builder.families.reports.questions.planting import (
    Planted,
    PlantTemplate,
    Setting,
    Spans,
    place_statements,
)
from dataset_builder.families.reports.writing.desk import find_barred, printed_numbers

TEMPLATES_BY_TYPE: Mapping[str, tuple[PlantTemplate, ...]] = {"cross_modal": CROSS_MODAL, "complex": COMPLEX}

_TRIES = 6
_TABLES_LAST = 0.75

Wanted = Sequence[tuple[str, str, str, bool]]
"""Type, category and level of each question, and whether what it has somebody claim is to be right."""


def ask_planted(
    world: World,
    plan: Plan,
    rng: random.Random,
    wanted: Wanted,
    asked: Sequence[Question],
    spans: Spans,
    distance: int,
    *,
    plain: bool = False,
    any_level: bool = False,
    share: bool = False,
) -> tuple[tuple[Question, ...], Plan]:
    """Return a question for each type, category and level, and the plan with the statements that they plant.

    Args:
        world: of the report.
        plan: with all exhibits placed and numbered.
        rng: decides everything else.
        wanted: what to ask.
        asked: questions that there are; their exhibits are left alone.
        spans: where chapters are expected, or stand in print.
        distance: least pages between a statement and the exhibit that is needed with it.
        plain: name exhibits by their titles only.
        any_level: ask on another level where there is no question of the one wanted.
        share: several questions may be about different figures of one exhibit.

    Raises:
        Unaskable: there is no such question; the message says which could not be had.
    """
    made: list[Question] = []
    used: set[str] = set()
    for kind, category, level, confirmed in wanted:
        fitting = [
            template
            for template in TEMPLATES_BY_TYPE.get(kind, ())
            if template.category == category and (template.level == level or any_level)
        ]
        rng.shuffle(fitting)
        fitting.sort(key=lambda template: (template.level != level, template.name in used))
        found = None
        for template in fitting:
            for _ in range(_TRIES):
                recipe = Recipe(template.name, rng.getrandbits(32), plain, confirmed)
                found = make_planted(world, plan, (*asked, *made), recipe, spans, distance, share=share)
                if found is not None:
                    break
            if found is not None:
                used.add(template.name)
                break
        if found is None:
            raise Unaskable(f"no question of category {category}, level {level}, {distance} pages from its exhibit")
        question, plan = found
        made.append(question)
    return tuple(made), plan


def make_planted(
    world: World,
    plan: Plan,
    asked: Sequence[Question],
    recipe: Recipe,
    spans: Spans,
    distance: int,
    exhibit: str = "",
    share: bool = False,
) -> tuple[Question, Plan] | None:
    """Return the question of a recipe with the plan that has its statements, None where it gives none.

    Args:
        world, plan, spans, distance, share: as in ``ask_planted``.
        asked: questions that there are.
        recipe: template and seed.
        exhibit: ref of the main exhibit, where it is settled.
    """
    template = find_template(recipe.template)
    rng = random.Random(recipe.seed)
    setting = make_setting(world, plan, asked, recipe, random.Random(f"{recipe.seed} setting"), exhibit, share)
    planted = template.draft(setting, rng)
    if planted is None or not _is_sound(planted, world) or _is_asked(planted, asked, plan):
        return None
    places = random.Random(f"{recipe.seed} places")
    written = [replace(each, subject=_find_subject(each, planted, plan)) for each in planted.statements]
    statements = place_statements(written, planted.sources, plan, spans, distance, places)
    if statements is None:
        return None
    kind = next(name for name, templates in TEMPLATES_BY_TYPE.items() if template in templates)
    question = write_planted(
        setting, template, replace(planted, draft=clean_draft(planted.draft)), recipe, cast(QuestionType, kind), rng
    )
    if question is None or _tells(statements, (*asked, question), plan):
        return None
    return question, replace(plan, statements=(*plan.statements, *statements))


def _find_subject(statement: Statement, planted: Planted, plan: Plan) -> str:
    """Return the dataset that a statement is about: that of its facts, or of the question's main exhibit."""
    datasets = {fact.partition("/")[0] for fact in statement.facts}
    shown = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.ref == planted.exhibit}
    found = datasets or shown
    return found.pop() if len(found) == 1 else ""


def _is_asked(planted: Planted, asked: Sequence[Question], plan: Plan) -> bool:
    """Tell whether another question reads some of the same figures, or points at the text on the same data as well."""
    figures = {*planted.draft.facts, *(fact for statement in planted.statements for fact in statement.facts)}
    if any(figures & set(question.facts) for question in asked):
        return True
    datasets = {exhibit.ref: exhibit.dataset for exhibit in plan.exhibits()}
    unspoken = {statement.id for statement in plan.statements if not statement.speaker}
    pointed_at = {datasets.get(question.exhibit) for question in asked if unspoken & set(question.needed)}
    return (
        any(not statement.speaker for statement in planted.statements) and datasets.get(planted.exhibit) in pointed_at
    )


def _tells(statements: Sequence[Statement], asked: Sequence[Question], plan: Plan) -> bool:
    """Tell whether statements have a number that only an exhibit may show, or that answers a question."""
    said = {number for each in statements for text in each.sentences for number in printed_numbers(text)}
    every = {number for each in plan.statements for text in each.sentences for number in printed_numbers(text)}
    answers = {number for question in asked for number in question.forbidden}
    return bool(said & find_barred(plan, frozenset(answers)) or every & {*asked[-1].forbidden})


def find_template(name: str) -> PlantTemplate:
    """Return the template of a name; raises ``KeyError`` where there is none."""
    for templates in TEMPLATES_BY_TYPE.values():
        for template in templates:
            if template.name == name:
                return template
    raise KeyError(name)


def make_setting(
    world: World,
    plan: Plan,
    asked: Sequence[Question],
    recipe: Recipe,
    rng: random.Random,
    exhibit: str = "",
    share: bool = False,
) -> Setting:
    """Return what a template may use: exhibits of which nothing is asked yet, people who have not spoken."""
    taken = {ref for question in asked for ref in question.needed}
    planted = {ref for question in asked if question.question_type != "chart" for ref in question.needed}
    spoken_of = {each.dataset for each in plan.exhibits() if each.ref in planted}
    free = [
        each
        for each in plan.exhibits()
        if each.asked and exhibit in ("", each.ref) and (share or not {each.ref, each.dataset} & (taken | spoken_of))
    ]
    spoken = {statement.speaker for statement in plan.statements}
    speakers = [person for person in world.people if person.name not in spoken]
    rng.shuffle(speakers)
    free.sort(key=lambda each: (each.dataset, each.shown))
    rng.shuffle(free)
    free.sort(key=lambda each: _is_table(each) and rng.random() < _TABLES_LAST)
    return Setting(world, plan, tuple(free), tuple(speakers), len(plan.statements), recipe.plain, recipe.confirmed)


def _is_table(exhibit: Exhibit) -> bool:
    return not isinstance(exhibit.spec, ChartSpec)


def _is_sound(planted: Planted, world: World) -> bool:
    """Tell whether the program gives one answer from what the exhibits and the statements say."""
    try:
        execute(planted.draft.program, world, said_by(planted.statements))
    except Undecided:
        return False
    return True


def said_by(statements: Sequence[Statement]) -> dict[str, Mapping[str, object]]:
    """Return what each statement says, by its id, as programs take it."""
    return {statement.id: statement.said for statement in statements}
