"""Puts drafts into words: the question with the exhibit named, the reference answer of two to four sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from dataset_builder.families.reports.questions.model import (
    Category,
    Draft,
    Question,
    QuestionType,
    Recipe,
    Template,
    WrongAnswer,
)
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.scene import Scene, numbers_only, read_number

MOST_ECHOED = 0.4
"""Share of an answer's tokens that the question may hold (SynthDocBench, appendix F, rule 3)."""
LEAST_TOKENS = 6

_FORMS = (
    "According to {figure}, {core}?",
    "{Core}, according to {figure}?",
    "In {figure}, {core}?",
    "Going by {figure}, {core}?",
    "Look at {figure}: {core}?",
    "Please consult {figure}. {Core}?",
    "{Core}? Use {figure}.",
    "Judging from {figure}, {core}?",
    "With the help of {figure}: {core}?",
    "Turn to {figure}. {Core}?",
    "As can be seen in {figure}, {core}?",
    "{Core}? The answer is in {figure}.",
)


def write_question(
    scene: Scene, template: Template, draft: Draft, recipe: Recipe, rng: random.Random
) -> Question | None:
    """Return a draft as a question, None where its answer would repeat too much of it."""
    figure, core = scene.name_exhibit(rng), rng.choice(draft.cores)
    forms = [form for form in _FORMS if "," not in core or not form.startswith("{Core},")]
    text = rng.choice(forms).format(figure=figure, core=core, Core=_capital(core))
    text = " ".join(part for part in (text, draft.tail) if part)
    answer = next(_answers(draft, text, rng), None)
    if answer is None:
        return None
    return _make_question(draft, text, answer, template.category, template.level, scene.exhibit.ref, recipe)


def write_planted(
    setting: Setting,
    template: PlantTemplate,
    planted: Planted,
    recipe: Recipe,
    question_type: QuestionType,
    rng: random.Random,
) -> Question | None:
    """Return a planted draft as a question, None where its answer would repeat too much of it."""
    draft = planted.draft
    scene = next((scene for scene in setting.scenes if scene.exhibit.ref == planted.exhibit), None)
    figure = scene.name_exhibit(rng) if scene is not None else ""
    core = rng.choice(draft.cores)
    text = " ".join(part for part in (_capital(core.replace("{figure}", figure)), draft.tail) if part)
    answer = next(_answers(draft, text, rng), None)
    if answer is None:
        return None
    question = _make_question(draft, text, answer, template.category, template.level, planted.exhibit, recipe)
    return replace(question, question_type=question_type, sources=planted.sources)


def _make_question(
    draft: Draft, text: str, answer: str, category: Category, level: str, exhibit: str, recipe: Recipe
) -> Question:
    """Return the question that a draft, its words and those of its answer make."""
    return Question(
        text=text,
        category=category,
        level=level,
        exhibit=exhibit,
        program=draft.program,
        answer=answer,
        short_answer=draft.short,
        answer_type=draft.answer_type,
        key_facts=draft.key_facts,
        facts=draft.facts,
        data_points=draft.points,
        reasoning=" ".join(draft.steps),
        wrong_answers=draft.wrong,
        forbidden=tuple(sorted({number for number in (*draft.forbidden, _own(draft)) if _is_telling(number)})),
        recipe=recipe,
    )


def write_alike(
    drafts: Sequence[Draft],
    category: Category,
    level: str,
    recipe: Recipe,
    places: Sequence[tuple[str, tuple[str, ...]]],
    rng: random.Random,
) -> tuple[Question, ...] | None:
    """Return drafts that differ in where their facts stand as questions of the same words and the same answer.

    Args:
        drafts: with the same whole questions as ``cores``, and the same answers.
        category, level: of all.
        recipe: of all.
        places: the exhibit of each, and what it needs besides.
        rng: decides the words.

    Returns:
        None where the answer would repeat too much of the question.
    """
    text = rng.choice(drafts[0].cores)
    answer = next(_answers(drafts[0], text, rng), None)
    if answer is None:
        return None
    return tuple(
        replace(_make_question(draft, text, answer, category, level, exhibit, recipe), sources=sources)
        for draft, (exhibit, sources) in zip(drafts, places, strict=True)
    )


def _own(draft: Draft) -> str:
    """Return the number of the answer itself, "" where it is no number."""
    return numbers_only(draft.short) if draft.answer_type in ("number", "percent") else ""


def _is_telling(number: str) -> bool:
    """Tell whether a number has so many digits that it would hardly stand in a text for another reason."""
    return sum(character.isdigit() for character in number) >= 3


def _answers(draft: Draft, question: str, rng: random.Random) -> Iterator[str]:
    """Yield answers of two to four sentences that don't repeat too much of the question."""
    leads = rng.sample(draft.leads, len(draft.leads))
    more = list(dict.fromkeys(draft.more))
    most = 2 if draft.base else 3
    sets = [found for count in range(0 if draft.base else 1, most + 1) for found in combinations(more, count)]
    first = rng.choice((0, 1)) if draft.base else rng.choice((1, 1, 2))
    sets.sort(key=lambda found: (len(found) < first, len(found), rng.random()))
    for added in sets:
        for lead in leads:
            answer = " ".join(part for part in (lead, draft.base, *added) if part)
            if len(tokens(answer)) >= LEAST_TOKENS and echo(question, answer) <= MOST_ECHOED:
                yield answer


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case."""
    return re.findall(r"[\w.,%-]*\w%?", text.lower())


def echo(question: str, answer: str) -> float:
    """Return the share of an answer's tokens that stand in the question.

    >>> echo("How high is the wait in Corvane?", "It is 12 months.")
    0.25
    """
    asked, said = set(tokens(question)), tokens(answer)
    return sum(token in asked for token in said) / len(said)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def clean_draft(draft: Draft) -> Draft:
    """Return a draft without wrong answers that are right, or nearly, or given twice."""
    first = draft.key_facts[0]
    reach = first.get("tolerance", {}).get("absolute", 0.0) if draft.answer_type in ("number", "percent") else 0.0
    held = {draft.short.casefold()}
    kept: list[WrongAnswer] = []
    for wrong in draft.wrong:
        near = bool(reach) and abs(read_number(wrong.answer) - abs(first["value"])) <= 1.5 * reach
        if wrong.answer.casefold() not in held and not near:
            held.add(wrong.answer.casefold())
            kept.append(wrong)
    return replace(draft, wrong=tuple(kept))
