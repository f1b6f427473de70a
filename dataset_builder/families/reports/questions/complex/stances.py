"""Questions on reception: who was for and who against what happened, and on what ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dataset_builder.families.reports.model import Happening, Statement
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.figuring import points, wrong
from dataset_builder.families.reports.questions.complex.forecasts import (
    Forecast,
    come_true,
    foresee,
    list_speakers,
    name_values,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import Series, Stage, choose_speakers
from dataset_builder.families.reports.questions.complex.stating import Statements, stated
from dataset_builder.families.reports.questions.saying import count_word, join_names, name_fact, word_fact
from dataset_builder.families.reports.receptions import (
    is_welcome,
    list_faults,
    list_parties,
    list_workings,
    names_entity,
)
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.terms import bare, is_plural
from dataset_builder.families.reports.writing.units import capital

_STANCES = {
    "approval": (
        "in favour",
        ("for it", "in favour", "supported", "welcomed", "approved", "defended", "support", "approval"),
    ),
    "objection": (
        "against it",
        ("against", "objected", "opposed", "rejected", "criticised", "disapproved", "objection"),
    ),
}


def _debated(stage: Stage) -> Iterator[tuple[Happening, list[str], list[str]]]:
    """Yield welcome events with what spoke for them and what was held against them."""
    for happening in stage.rng.sample(stage.world.happenings, len(stage.world.happenings)):
        if is_welcome(stage.world, happening) and not names_entity(stage.world, happening):
            merits, faults = list_workings(stage.world, happening), list_faults(stage.world, happening)
            if len(merits) >= 2 and faults:
                yield happening, merits, faults


def _voices(stage: Stage, happening: Happening, sides: Sequence[bool]) -> list[Statement] | None:
    """Return statements of people for or against an event, each on another ground; None for too few of either."""
    people = choose_speakers(stage.setting, len(sides), list_parties(stage.world, happening))
    if people is None:
        return None
    grounds = {True: list_workings(stage.world, happening), False: list_faults(stage.world, happening)}
    made = Statements(stage)
    for side in grounds:
        stage.rng.shuffle(grounds[side])
    for person, side in zip(people, sides, strict=True):
        if not grounds[side]:
            return None
        made.stance(person, happening, side, grounds[side].pop())
    return made.made


def _head_count(stage: Stage) -> ComplexDraft | None:
    """Ask how many of four people were for, or against, what happened."""
    for happening, _, _ in _debated(stage):
        count = stage.rng.choice((1, 2, 3))
        sides = stage.rng.sample([True] * count + [False] * (4 - count), 4)
        told = _voices(stage, happening, sides)
        if told is None:
            continue
        asked = stage.rng.choice(("approval", "objection"))
        right = [each for each in told if each.said["stance"] == asked]
        noun, word = name_event(stage.world, happening.id), "in favour of" if asked == "approval" else "against"
        grounds = "; ".join(f"{each.speaker} because {each.said['ground']}" for each in right)
        names = join_names([each.speaker for each in right])
        flags = [{"op": "same", "left": stated(each, "stance"), "right": asked} for each in told]
        count_said = count_word(len(right))
        was, it = ("were", "them") if is_plural(bare(noun)) else ("was", "it")
        return ComplexDraft(
            texts=(
                f"Of {list_speakers(told)}, how many spoke {word} {noun}?",
                f"{capital(noun)} divided opinion. How many of these four were {word} {it}: {list_speakers(told)}?",
                f"How {was} {noun} received by {list_speakers(told)}: how many of the four were {word} {it}?",
            ),
            program={"op": "tally", "of": flags},
            short=str(len(right)),
            answer_type="number",
            leads=(f"{count_said.capitalize()} of the four: {names}.", f"It was {count_said}, namely {names}."),
            more=(
                f"The grounds were these: {grounds}.",
                f"One reason that was given: {right[0].said['ground']}.",
                *(
                    f"{each.speaker} took the other side, since {each.said['ground']}."
                    for each in told
                    if each not in right
                ),
            ),
            key_facts=(
                {"name": "count", "value": len(right), "answer_type": "number"},
                {"name": "people", "value": [each.speaker for each in right], "answer_type": "list", "core": False}
                if len(right) > 1
                else {
                    **name_fact("person", right[0].speaker, [e.speaker for e in told if e not in right]),
                    "core": False,
                },
            ),
            statements=tuple(told),
            exhibits=(),
            facts=(),
            points=(),
            steps=(
                *(f"Find on which side {each.speaker} was: {_STANCES[each.said['stance']][0]}." for each in told),
                f"Count those {word} it: {count_said}.",
            ),
            wrong=(
                wrong("incomplete_retrieval", str(len(right) - 1), "one of them not found"),
                wrong("reasoning", str(4 - len(right)), "the other side"),
            ),
        )
    return None


def _alone(stage: Stage) -> ComplexDraft | None:
    """Ask which of three people stood alone, and on which side."""
    for happening, _, _ in _debated(stage):
        at, side = stage.rng.randrange(3), stage.rng.random() < 0.5
        sides = [side if place == at else not side for place in range(3)]
        told = _voices(stage, happening, sides)
        if told is None:
            continue
        right, rest = told[at], [each for place, each in enumerate(told) if place != at]
        noun, stance = name_event(stage.world, happening.id), str(right.said["stance"])
        word, aliases = _STANCES[stance]
        was, it = ("were", "them") if is_plural(bare(noun)) else ("was", "it")
        others = _STANCES["objection" if stance == "approval" else "approval"][1]
        flags = [{"op": "same", "left": stated(each, "stance"), "right": stance} for each in told]
        named = [
            {"name": each.speaker, "value": {"op": "tally", "of": [flag]}}
            for each, flag in zip(told, flags, strict=True)
        ]
        pick: Program = {"op": "pick", "extreme": "highest", "place": 1, "of": named}
        return ComplexDraft(
            texts=(
                f"Of {list_speakers(told)}, two took one side on {noun} and one the other. Who stood alone, and on "
                "which "
                "side?",
                f"How {was} {noun} received: which of {told[0].speaker}, {told[1].speaker} and {told[2].speaker} "
                "differed from the other two, "
                f"and was that for or against {it}?",
            ),
            program={
                "op": "parts",
                "of": [pick, {"op": "said_by", "who": pick, "of": {e.speaker: stated(e, "stance") for e in told}}],
            },
            short=f"{right.speaker}, {word}",
            answer_type="entity",
            leads=(f"It was {right.speaker}, who was {word}.", f"{right.speaker} stood alone and was {word}."),
            more=(
                f"The ground was that {right.said['ground']}.",
                f"{join_names([each.speaker for each in rest])} took the opposite view.",
                f"One of those who thought otherwise said that {rest[0].said['ground']}.",
            ),
            key_facts=(
                name_fact("person", right.speaker, ()),
                word_fact("side", word, aliases, others),
            ),
            statements=tuple(told),
            exhibits=(),
            facts=(),
            points=(),
            steps=(
                *(f"Find on which side {each.speaker} was: {_STANCES[each.said['stance']][0]}." for each in told),
                f"Take the one that differs: {right.speaker}.",
            ),
            wrong=tuple(
                wrong("incomplete_retrieval", f"{each.speaker}, {_STANCES[each.said['stance']][0]}", each.id)
                for each in rest
            ),
        )
    return None


def _ground(stage: Stage) -> ComplexDraft | None:
    """Ask on which side, and on what ground, the one of two people stood whose forecast came nearer.

    The event is rather one that moved the figure.
    """
    events = list(_debated(stage))
    for near in (True, False):
        for series in stage.every():
            for happening, merits, faults in events:
                people = choose_speakers(stage.setting, 2, list_parties(stage.world, happening))
                years = [year for year in series.years if year > happening.year]
                moved = (series.metric, series.entity) in happening.effects
                year = stage.rng.choice(years) if years and moved == near else 0
                found = foresee(stage, series, year, people) if year and people is not None else None
                if found is None:
                    continue
                sides = stage.rng.sample((True, False), 2)
                made = Statements(stage)
                for each, side in stage.rng.sample(list(zip(found, sides, strict=True)), 2):
                    why = stage.rng.choice(merits if side else faults)
                    made.forecast(each.person, series, year, each.value, happening, (side, why))
                return _grounded(stage, series, year, happening, found, made.made)
    return None


def _grounded(
    stage: Stage, series: Series, year: int, happening: Happening, found: list[Forecast], told: list[Statement]
) -> ComplexDraft:
    """Return the question on two people's sides and forecasts; the first forecast came nearer."""
    right, other = sorted(told, key=lambda each: each.speaker != found[0].person.name)
    noun, stance = name_event(stage.world, happening.id), str(right.said["stance"])
    why, value = str(right.said["ground"]), series.value(year)
    order = sorted(told, key=lambda each: each.speaker)
    pick: Program = {
        "op": "pick",
        "extreme": "nearest",
        "level": come_true(series, right),
        "place": 1,
        "of": name_values(order),
    }
    word, aliases = _STANCES[stance]
    others = _STANCES["objection" if stance == "approval" else "approval"][1]
    sides = {each.speaker: stated(each, "stance") for each in order}
    grounds = {each.speaker: stated(each, "ground") for each in order}
    was = "were" if is_plural(bare(noun)) else "was"
    return ComplexDraft(
        texts=(
            f"{list_speakers(order)} disagreed over {noun}, and each said what {series.the} would be. On which side "
            f"was "
            "the one whose forecast came nearer to the figures, and on what ground?",
            f"How {was} {noun} received by the one of {list_speakers(order)} whose forecast of {series.the} came "
            "nearer to the figures: with approval or "
            "with disapproval, and why?",
            f"Whose forecast of {series.the} came nearer to the figures, that of {order[0].speaker} or of "
            f"{order[1].speaker}, and what had "
            f"that person to say for or against {noun}?",
        ),
        program={
            "op": "parts",
            "of": [
                pick,
                {"op": "said_by", "who": pick, "of": sides},
                {"op": "said_by", "who": pick, "of": grounds},
            ],
        },
        short=f"{right.speaker}, {word}: {why}",
        answer_type="text",
        leads=(
            f"{right.speaker} was nearer and was {word}, on the ground that {why}.",
            f"It was {right.speaker}, who was {word} because {why}.",
        ),
        more=(
            f"{series.print(found[0].value)} had been foreseen, and {series.said(value)} came about {series.place} "
            f"in {year}.",
            f"{other.speaker} had named {series.print(found[1].value)}, which is farther off.",
        ),
        key_facts=(
            name_fact("person", right.speaker, ()),
            word_fact("side", word, aliases, others),
            word_fact("ground", why, (), (str(other.said["ground"]),)),
        ),
        statements=tuple(told),
        exhibits=(series.ref,),
        facts=(series.fact(year),),
        points=points((series, year)),
        steps=(
            f"Find both forecasts for {series.entity} in {year}: {series.print(found[0].value)} by {right.speaker}, "
            f"{series.print(found[1].value)} by {other.speaker}.",
            f"Read {series.point(year)}: {right.speaker} is nearer.",
            f"Take the side and the ground of {right.speaker}: {word}, because {why}.",
        ),
        wrong=(
            wrong(
                "cross_modal_grounding",
                f"{other.speaker}, {_STANCES[str(other.said['stance'])][0]}: {other.said['ground']}",
                other.id,
            ),
            wrong("reasoning", f"{right.speaker}, {word}: {other.said['ground']}", "the ground of the other"),
        ),
    )


TEMPLATES = (
    make_template("alone", "impact_reception", "L2", _alone, speakers=3),
    make_template("head_count", "impact_reception", "L3", _head_count, speakers=4),
    make_template("ground", "impact_reception", "L4", _ground, speakers=2),
)
