"""Compare representations: text and exhibit describe the same thing; do they agree, and what if not (Table 14)?

Example: the text has "wait in Corvane rose by about 24% between 2014 and 2019", the chart shows 28.5 and 34.1 months.
The question is "The text gives a percentage for connection wait. Does it overstate, understate or match what Figure 3
shows? Give the two values and the percentage that they make."
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from dataset_builder.families.reports.model import StatementKind
from dataset_builder.families.reports.questions.cross.claims import Shape, state_first
from dataset_builder.families.reports.questions.cross.courses import state_cause, state_course, state_peak
from dataset_builder.families.reports.questions.cross.forms import state_form, state_tie
from dataset_builder.families.reports.questions.cross.ratios import state_change, state_ratio, state_share
from dataset_builder.families.reports.questions.cross.subjects import name_topic, phrase, phrase_sentence
from dataset_builder.families.reports.questions.cross.verify import State, make_statement, plant
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import word_fact

_SAYS = {
    "st.change.S": "by what percentage {topic} changed in one case",
    "st.ratio.S": "what one value of {topic} came to in relation to another",
    "st.share.S": "what share of {topic} two categories had together",
}
_VERDICTS = {
    "higher": ("understates", ("understated", "too low", "lower than the chart")),
    "lower": ("overstates", ("overstated", "too high", "exaggerates", "higher than the chart")),
    "equal": ("matches", ("match", "agrees", "agree", "consistent", "the same")),
}


def _compare(state: State, kind: StatementKind) -> Callable[[Setting, random.Random], Planted | None]:
    """Return what makes a question of what the report itself says, in a shape."""

    def draft(setting: Setting, rng: random.Random) -> Planted | None:
        shape = state(setting, rng)
        if shape is None:
            return None
        clause = phrase(shape.rule, rng, *shape.flags, **shape.terms)
        sentence = phrase_sentence("st.told.S", rng, clause=clause)
        statement = make_statement(setting, shape, sentence, kind)
        topic, wanted = name_topic(shape.scene), shape.wanted
        if shape.stands is not None:
            cores = _ask_standing(shape, topic)
        else:
            cores = _ask_direction(topic, wanted) if shape.rule == "st.cause.S" else _ask_agreement(topic, wanted)
        planted = plant(setting, shape, statement, cores, f"what the text says about {topic}", rng)
        return planted if shape.stands is None else _stand(planted, shape)

    return draft


def _ask_standing(shape: Shape, topic: str) -> tuple[str, ...]:
    """Return ways to ask how a number of the text stands to what the exhibit gives."""
    says, wanted = _SAYS[shape.rule].format(topic=topic), shape.wanted
    return (
        f"the text says {says}. Does it overstate, understate or match what {{figure}} shows? Give {wanted}.",
        f"compare {{figure}} with the passage that says {says}: does the passage overstate, understate or match "
        f"what is shown? Name {wanted}.",
        f"one passage of the text tells {says}. Next to {{figure}}, is that too high, too low or in agreement? "
        f"Report {wanted}.",
    )


def _ask_agreement(topic: str, wanted: str) -> tuple[str, ...]:
    """Return ways to ask whether text and exhibit agree."""
    return (
        f"{topic}: do the words of the text and {{figure}} agree? Give {wanted}.",
        f"one passage of the text is about {topic}, and so is {{figure}}. Do the two agree? State {wanted}.",
        f"hold what the text says of {topic} against {{figure}}. Do they tell the same? Name {wanted}.",
        f"one passage of the text and {{figure}} present {topic}, each in its own way. Do they agree? Add {wanted}.",
    )


def _ask_direction(topic: str, wanted: str) -> tuple[str, ...]:
    """Return ways to ask whether a change that the text explains goes the same way in the exhibit."""
    return (
        f"the text explains a change in {topic}. Whatever its cause, does it go the same way in {{figure}} as in the "
        f"text? Give {wanted}.",
        f"in which direction {topic} moved in one case is told in the text, with a reason. Leaving the reason aside, "
        f"does {{figure}} agree? Name {wanted}.",
        f"hold the direction of the change in {topic} that the text explains against {{figure}}. Do the two agree, "
        f"whatever the cause? State {wanted}.",
    )


def _stand(planted: Planted, shape: Shape) -> Planted:
    """Return a question on a number that the text gives, which may be too high or too low."""
    draft, (word, aliases) = planted.draft, _VERDICTS[shape.standing]
    others = [each for name, each in _VERDICTS.items() if name != shape.standing]
    fact = word_fact("verdict", word, aliases, [text for first, more in others for text in (first, *more)])
    turned = _VERDICTS["lower" if shape.standing == "higher" else "higher"][0]
    verdict = [each for each in draft.wrong if each.kind not in ("reasoning", "incomplete_retrieval")]
    return replace(
        planted,
        draft=replace(
            draft,
            program={"op": "parts", "of": [shape.stands, *shape.found]},
            short=f"{word}; {shape.short}",
            leads=(f"It {word} it. {shape.finding}", f"It {word} what was drawn. {shape.finding}"),
            key_facts=(fact, *shape.facts),
            steps=(*draft.steps[:-1], f"So the text {word} it."),
            wrong=(
                WrongAnswer(f"{turned}; {shape.short}", "reasoning", "verdict turned round"),
                WrongAnswer(word, "incomplete_retrieval", "a verdict without figures"),
                *(
                    WrongAnswer(
                        each.answer.replace("Yes; ", f"{word}; ").replace("No; ", f"{word}; "), each.kind, each.ref
                    )
                    for each in verdict
                ),
            ),
        ),
    )


_STATES: dict[str, tuple[str, StatementKind, State]] = {
    "first": ("L2", "summary", state_first),
    "peak": ("L2", "summary", state_peak),
    "change": ("L3", "summary", partial(state_change, told=True)),
    "ratio": ("L3", "summary", partial(state_ratio, told=True)),
    "share": ("L3", "summary", partial(state_share, told=True)),
    "cause": ("L4", "cause", state_cause),
    "course": ("L5", "summary", state_course),
    "form": ("L5", "summary", state_form),
    "tie": ("L5", "summary", state_tie),
}
TEMPLATES: tuple[PlantTemplate, ...] = tuple(
    PlantTemplate(f"compare-{name}", "compare_representations", level, _compare(state, kind), claims=True)
    for name, (level, kind, state) in _STATES.items()
)
