"""Verify with chart: somebody states something quantitative, the exhibit confirms or refutes it (Table 14).

Example: the text has "Ilse Varga holds that the wait in Corvane exceeded 30 months in 2019"; the question is "Does
Figure 3 bear out what Ilse Varga says about connection wait? Give the value that decides it." Which place, which year
and which level are meant only the text tells; what is true only the chart, and the answer takes its value as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from dataset_builder.families.reports.model import Statement, StatementKind
from dataset_builder.families.reports.questions.cross.claims import Shape, state_first, state_level
from dataset_builder.families.reports.questions.cross.courses import (
    state_cause,
    state_course,
    state_peak,
    state_target,
)
from dataset_builder.families.reports.questions.cross.forms import state_form, state_tie
from dataset_builder.families.reports.questions.cross.ratios import state_change, state_ratio, state_share
from dataset_builder.families.reports.questions.cross.subjects import (
    Wording,
    name_speaker,
    name_topic,
    phrase,
    phrase_sentence,
)
from dataset_builder.families.reports.questions.model import Draft, WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import facts_of, how_read, tolerance_text

State = Callable[[Setting, random.Random], Shape | None]


def _verify(state: State) -> Callable[[Setting, random.Random], Planted | None]:
    """Return what makes a question of claims of a shape."""

    def draft(setting: Setting, rng: random.Random) -> Planted | None:
        shape = state(setting, rng)
        if shape is None or not setting.speakers:
            return None
        person = setting.speakers[0]
        clause = phrase(shape.rule, rng, *shape.flags, **shape.terms)
        sentence = phrase_sentence("st.claim.S", rng, who=name_speaker(setting.world, person), clause=clause)
        statement = make_statement(setting, shape, sentence, "claim", person.name)
        topic, wanted = name_topic(shape.scene), shape.wanted
        if shape.rule == "st.cause.S":
            return plant(
                setting, shape, statement, _ask_cause(person.name, topic, wanted), f"what {person.name} says", rng
            )
        cores = (
            f"does {{figure}} bear out what {person.name} says about {topic}? Give {wanted}.",
            f"{person.name} makes a claim about {topic}. Is it confirmed by {{figure}}? State {wanted}.",
            f"judging from {{figure}}, is {person.name} right in what is said about {topic}? Name {wanted}.",
            f"check against {{figure}} what {person.name} says about {topic}: is that so? Add {wanted}.",
            f"the report quotes {person.name} on {topic}. Does {{figure}} show that what is said is right? Report "
            f"{wanted}.",
            f"put the statement of {person.name} about {topic} to the test of {{figure}}. Does it hold? Give {wanted}.",
        )
        return plant(setting, shape, statement, cores, f"what {person.name} says", rng)

    return draft


def _ask_cause(name: str, topic: str, wanted: str) -> tuple[str, ...]:
    """Return ways to ask of an explanation what figures can show: whether the change that it is for went that way."""
    return (
        f"{name} says what lay behind a change in {topic}. Whether or not that was the cause, does {{figure}} show a "
        f"change in the direction that is said? Give {wanted}.",
        f"leave aside whether the cause that {name} names for a change in {topic} is the true one. Did the change go, "
        f"by {{figure}}, in the direction that is said? State {wanted}.",
        f"test by {{figure}} only the direction of the change in {topic} that {name} explains, not its cause. Is the "
        f"direction right? Name {wanted}.",
    )


def make_statement(
    setting: Setting, shape: Shape, sentence: Wording, kind: StatementKind, speaker: str = ""
) -> Statement:
    """Return the statement that a sentence makes of a shape."""
    return Statement(
        id=setting.statement_id(),
        kind=kind,
        section="",
        sentences=(sentence.text,),
        speaker=speaker,
        facts=facts_of(shape.marks),
        said=shape.said,
        true=shape.true,
        rule=shape.rule if shape.rule == "st.cause.S" else sentence.rule,
        terms=sentence.terms,
    )


def plant(
    setting: Setting, shape: Shape, statement: Statement, cores: tuple[str, ...], where: str, rng: random.Random
) -> Planted:
    """Return a question whether a statement is right, with what the exhibit has instead."""
    scene, right = shape.scene, setting.confirmed
    verdict, other = ("Yes", "No") if right else ("No", "Yes")
    draft = Draft(
        cores=cores,
        program={"op": "parts", "of": [shape.holds, *shape.found]},
        short=f"{verdict}; {shape.short}",
        answer_type="text",
        leads=(
            f"{verdict}. {shape.finding}",
            f"{verdict}, they {'go together' if right else 'contradict each other'}. {shape.finding}",
        ),
        base=shape.against,
        more=(how_read(scene, rng),),
        key_facts=({"name": "agrees", "value": right, "answer_type": "boolean"}, *shape.facts),
        facts=facts_of(shape.marks),
        points=tuple(scene.point(mark) for mark in shape.marks),
        steps=(
            f"Find {where}: {statement.sentences[0]}",
            f"Find {scene.number}.",
            *shape.steps,
            f"So the statement is {'right' if right else 'wrong'}.",
        ),
        wrong=(
            WrongAnswer(f"{other}; {shape.short}", "reasoning", "verdict turned round"),
            WrongAnswer(verdict, "incomplete_retrieval", "a verdict without figures"),
            *(
                WrongAnswer(each.answer, each.kind, each.ref)
                if each.kind in ("figure_not_found", "incomplete_retrieval")
                else WrongAnswer(f"{verdict}; {each.answer}", each.kind, each.ref)
                for each in shape.wrong
            ),
        ),
        tail=tolerance_text(scene, scene.tolerance if any("tolerance" in fact for fact in shape.facts) else 0, rng),
    )
    return Planted(draft, scene.exhibit.ref, (statement,), (statement.id, scene.exhibit.ref))


_STATES: dict[str, tuple[str, State]] = {
    "level": ("L2", state_level),
    "first": ("L2", state_first),
    "peak": ("L2", state_peak),
    "change": ("L3", state_change),
    "ratio": ("L3", state_ratio),
    "share": ("L3", state_share),
    "target": ("L3", state_target),
    "cause": ("L4", state_cause),
    "course": ("L5", state_course),
    "form": ("L5", state_form),
    "tie": ("L5", state_tie),
}
TEMPLATES: tuple[PlantTemplate, ...] = tuple(
    PlantTemplate(f"verify-{name}", "verify_with_chart", level, _verify(state), claims=True)
    for name, (level, state) in _STATES.items()
)
