"""The questions of hops pages: 41 templates over six tasks (DocHop, section 3 and appendix B).

Every question names its set by the reference label alone, so that it can't be answered without the narrative. Its
answer is what its program gives; a page on which a tie or a halfway rounding would leave room for two answers is not
asked about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dataset_builder.answers import answers_match
from dataset_builder.families.hops.charting import Figure
from dataset_builder.families.hops.model import Column
from dataset_builder.families.hops.narrative.patterns import expand, finish
from dataset_builder.families.hops.programs import Answer, Program, Undecided, execute
from dataset_builder.families.hops.questions import (
    counting,
    fact_checking,
    hypothetical,
    numeric,
    ranking,
    retrieval,
)
from dataset_builder.families.hops.questions.scene import Asks, Draft, Scene, Template, write_number
from dataset_builder.families.hops.questions.wrong import list_errors

TEMPLATES: dict[str, tuple[Template, ...]] = {
    module.TASK: module.TEMPLATES for module in (retrieval, counting, numeric, ranking, hypothetical, fact_checking)
}
"""Templates of each task."""

TASKS = tuple(TEMPLATES)


@dataclass(frozen=True)
class WrongAnswer:
    """What a reader who errs would say: the answer, the kind of error (``wrong.KINDS``), and where the error lies."""

    answer: str
    kind: str
    ref: str


@dataclass(frozen=True)
class Question:
    """A question with all that a row tells of it.

    Attributes:
        template: name of the template.
        task: its task.
        text: what is asked.
        program: what gives the answer.
        answer: the answer as text.
        answer_type: as the record contract has it.
        wrong_answers: all different from the answer and from each other.
        draft: as the template wrote it.
    """

    template: str
    task: str
    text: str
    program: Program
    answer: str
    answer_type: str
    wrong_answers: tuple[WrongAnswer, ...]
    draft: Draft


def choose_asked(
    rng: random.Random, times: Sequence[str], figures: Sequence[Figure], asks: Asks
) -> tuple[Column, ...] | None:
    """Return columns to be spared for a question, pairs in the order of ``times``; None if none suit."""
    columns = [column for figure in figures for column in figure.columns]
    unit = {column: figure.unit for figure in figures for column in figure.columns}
    if asks == "one":
        return (rng.choice(columns),)
    if asks == "run":
        runs = [
            figure.columns for figure in figures if len(figure.columns) >= 3 and figure.layout in ("times", "groups")
        ]
        return rng.choice(runs) if runs else None
    pairs = [
        (column, other)
        for place, column in enumerate(columns)
        for other in columns[place + 1 :]
        if unit[column] == unit[other]
    ]
    if asks == "times":
        pairs = [(a, b) for a, b in pairs if (a.metric, a.group) == (b.metric, b.group)]
    if asks == "none":
        return ()
    return tuple(sorted(rng.choice(pairs), key=lambda column: times.index(column.time))) if pairs else None


def ask(template: Template, scene: Scene, rng: random.Random) -> Question | None:
    """Return the question that a template asks about a page; None if the page doesn't suit it.

    It doesn't where a tie or a halfway rounding leaves room for two answers, or where every other set would have the
    same answer, so that the narrative need not be understood.
    """
    draft = template.write(scene, rng)
    if draft is None:
        return None
    try:
        answer = write_answer(execute(draft.program, scene.table), draft)
    except Undecided:
        return None
    wrong_answers = _write_wrong_answers(scene, draft, answer, rng)
    if all(wrong.kind == "neighbouring_mark" for wrong in wrong_answers):
        return None
    unit = scene.metric(draft.columns[0]).unit if draft.columns else ""
    slots = {
        **scene.words,
        **draft.slots,
        "give": f"Give the number in {unit}.",
        "give_rounded": f"Give the number in {unit}, rounded to two decimals.",
        "name": f"Give the name of the {scene.topic.entity}.",
        "yes_no": "Answer Yes or No.",
    }
    return Question(
        template=template.name,
        task=template.task,
        text=finish(expand(rng, draft.pattern, slots)),
        program=draft.program,
        answer=answer,
        answer_type=draft.answer_type,
        wrong_answers=wrong_answers,
        draft=draft,
    )


def write_answer(answer: Answer, draft: Draft) -> str:
    """Return an answer as text."""
    if isinstance(answer, bool):
        return "Yes" if answer else "No"
    return write_number(answer, draft.decimals) if isinstance(answer, Fraction) else answer


def _write_wrong_answers(scene: Scene, draft: Draft, answer: str, rng: random.Random) -> tuple[WrongAnswer, ...]:
    found: list[WrongAnswer] = []
    for kind, ref, program, table in list_errors(scene, draft.program, draft.columns, rng):
        try:
            wrong = write_answer(execute(program, table), draft)
        except Undecided:
            continue
        known = [answer, *(held.answer for held in found)]
        if not any(answers_match(wrong, held, draft.answer_type) for held in known):
            found.append(WrongAnswer(wrong, kind, ref))
    return tuple(found)
