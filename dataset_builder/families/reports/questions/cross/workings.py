"""Integrate sources by a computation (L3): a rule, a goal, a correction or a membership of the text, a value of the
exhibit."""

from __future__ import annotations

import random
import re
from fractions import Fraction

from dataset_builder.families.reports.programs import Program, Undecided, round_half
from dataset_builder.families.reports.questions.cross.stating import CLUBS, make_planted, make_said, take_unused
from dataset_builder.families.reports.questions.cross.subjects import (
    list_columns,
    list_marks,
    look_up,
    look_up_stated,
    name_row,
    name_topic,
    neighbours,
    phrase_sentence,
    print_level,
    read_near,
    round_level,
    say_keys,
    say_value,
    stated,
    value_fact,
)
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    join_names,
    number_fact,
    tolerance_text,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.writing.authored import typeset

_COUNTED = re.compile(r"[a-z]+s$")
"""Units of things that are counted, such as "calls"."""


def _hours(setting: Setting, rng: random.Random) -> Planted | None:
    """The text says how much work one of what is counted takes; the work for all is asked for (L3)."""
    for scene, mark in list_marks(
        setting, rng, lambda scene: not scene.tolerance and scene.decimals == 0 and bool(_COUNTED.match(scene.unit))
    ):
        hours = rng.choice((1.5, 2.5, 3.5, 0.5, 4.5, 1.2, 2.4))
        topic, name = name_topic(scene), setting.statement_id()
        total = float(Fraction(str(mark.value)) * Fraction(str(hours)))
        where = name_row(scene, mark) if scene.data == "seasonal" else f"{name_row(scene, mark)} in {mark.column}"
        sentence = phrase_sentence("st.hours.S", rng, topic=typeset(topic), unit=scene.unit, value=f"{hours:g} hours")
        printed = f"{total:,.1f}".rstrip("0").rstrip(".")
        return make_planted(
            setting,
            scene,
            (mark,),
            make_said(setting, (), sentence, {"hours": hours}, "figure"),
            cores=(
                f"how many hours of paperwork did the {scene.unit} of {where} in {{figure}} take, by the rule of the "
                f"text?",
                f"work out from {{figure}} and from the rule in the text how many hours of paperwork {where} meant.",
                f"with the number for {where} in {{figure}} and the hours that the text reckons for one, what is the "
                f"total?",
            ),
            program={"op": "multiply", "left": look_up(scene, mark), "right": stated(name, "hours")},
            short=f"{printed} hours",
            answer_type="number",
            leads=(f"They come to {printed} hours.", f"That makes {printed} hours."),
            base=f"It is {scene.print(mark.value)} times {hours:g}.",
            facts=(number_fact("total", total, "hours"), value_fact(scene, mark, "count", core=False)),
            steps=(f"Read {scene.point(mark)}.", f"Multiply it by {hours:g}: {printed} hours."),
            wrong=(
                WrongAnswer(scene.print(mark.value), "incomplete_retrieval", "the number without the rule"),
                WrongAnswer(f"{mark.value / hours:,.1f} hours", "reasoning", "divided in place of multiplied"),
                *_scaled(scene, mark, hours),
            ),
        )
    return None


def _scaled(scene: Scene, mark: Mark, hours: float) -> tuple[WrongAnswer, ...]:
    return tuple(
        WrongAnswer(f"{other.value * hours:,.1f} hours", "cross_modal_grounding", scene.where(other))
        for other in neighbours(scene, mark)
    )


def _target(setting: Setting, rng: random.Random) -> Planted | None:
    """The text gives somebody's target; the distance from it is asked for (L3)."""
    for scene, mark in list_marks(setting, rng, lambda scene: scene.data == "panel"):
        over = rng.random() < 0.5
        level = round_level(mark.value * (1 + rng.choice((0.08, 0.15, 0.25)) * (1 if over else -1)), scene.decimals)
        if level <= 0 or abs(level - mark.value) < read_near(scene, mark.value):
            continue
        topic, name = name_topic(scene), setting.statement_id()
        actor = typeset(rng.choice(scene.world.topic.actors).name)
        gap = round(abs(mark.value - level), scene.decimals)
        value, right = look_up_stated(scene, mark, name), stated(name, "level")
        ends = (value, right) if mark.value > level else (right, value)
        shown = scene.print(gap, unit=scene.gap)
        side = "above" if mark.value > level else "below"
        sentence = phrase_sentence(
            "st.goal.S",
            rng,
            actor=actor,
            E=typeset(mark.row),
            topic=typeset(topic),
            year=mark.column,
            value=print_level(scene, level),
        )
        standing: Program = {"op": "standing", "left": value, "right": right}
        return make_planted(
            setting,
            scene,
            (mark,),
            make_said(setting, (mark,), sentence, {**say_keys(scene, mark), "level": level}, "figure"),
            cores=(
                f"how far from the goal that {actor} had set for {topic} was the outcome in {{figure}}, and on which "
                f"side?",
                f"{actor} set one goal for {topic}. By how much does {{figure}} show it exceeded or undershot?",
                f"measure the value in {{figure}} against the goal of {actor} for {topic}: what is the difference, "
                "upwards or downwards?",
            ),
            program={"op": "parts", "of": [standing, {"op": "subtract", "left": ends[0], "right": ends[1]}]},
            short=f"{shown} {side}",
            answer_type="text",
            leads=(f"It lay {shown} {side} it.",),
            base=f"For {typeset(mark.row)} one reads {say_value(scene, mark)}, "
            f"after {print_level(scene, level)} as an aim.",
            facts=(
                number_fact("gap", gap, scene.gap, tolerance=scene.tolerance),
                word_fact(
                    "side",
                    side,
                    ("exceeded", "over", "higher", "more")
                    if side == "above"
                    else ("undershot", "under", "lower", "less"),
                    ("below", "undershot") if side == "above" else ("above", "exceeded"),
                ),
            ),
            steps=(f"Read {scene.point(mark)}.", f"Take the difference from {print_level(scene, level)}: {shown}."),
            wrong=(
                WrongAnswer(f"{shown} {'below' if side == 'above' else 'above'}", "reasoning", "sides exchanged"),
                WrongAnswer(scene.print(mark.value), "incomplete_retrieval", "the value without the goal"),
                *(
                    WrongAnswer(
                        scene.print(abs(other.value - level), unit=scene.gap),
                        "cross_modal_grounding",
                        scene.where(other),
                    )
                    for other in neighbours(scene, mark)
                ),
            ),
            tail=tolerance_text(scene, scene.tolerance, rng),
        )
    return None


def _correction(setting: Setting, rng: random.Random) -> Planted | None:
    """The text says by what percentage somebody's figures must be raised; the corrected value is asked for (L3)."""
    for scene, mark in list_marks(setting, rng, lambda scene: scene.data == "panel" and not scene.tolerance):
        part = rng.choice((5, 10, 15, 20, 25, 30, 40))
        exact = Fraction(str(mark.value)) * (100 + part) / 100
        try:
            total = float(round_half(exact, scene.decimals))
        except Undecided:
            continue
        topic, name = name_topic(scene), setting.statement_id()
        raised: Program = {
            "op": "divide",
            "left": {
                "op": "multiply",
                "left": look_up(scene, mark, name, "entity"),
                "right": {"op": "add", "left": 100, "right": stated(name, "part")},
            },
            "right": 100,
        }
        sentence = phrase_sentence("st.correction.S", rng, E=typeset(mark.row), topic=typeset(topic), value=f"{part}%")
        return make_planted(
            setting,
            scene,
            (mark,),
            make_said(setting, (mark,), sentence, {"entity": mark.row, "part": part}, "figure"),
            cores=(
                f"the returns of one {scene.member} for {topic} are known to be too low. What does the value of "
                f"{mark.column} in {{figure}} become once it is raised as the text says?",
                f"apply the correction that the text demands for {topic} to the value of {mark.column} in "
                f"{{figure}}. What "
                "is the result?",
                f"the text calls the figures of one {scene.member} for {topic} too low. What would {{figure}} have to "
                f"show for it in {mark.column}, once they are raised as it says?",
            ),
            program={"op": "round", "of": raised, "decimals": scene.decimals},
            short=scene.print(total),
            answer_type=answer_type_of(scene.unit),
            leads=(f"It becomes {scene.print(total)}.", f"Corrected, it is {scene.print(total)}."),
            base=f"{typeset(mark.row)} has {scene.print(mark.value)} before {part}% are added.",
            facts=(
                number_fact("result", total, scene.unit),
                value_fact(scene, mark, core=False),
            ),
            steps=(f"Read {scene.point(mark)}.", f"Add {part}% to it: {scene.print(total)}."),
            wrong=(
                WrongAnswer(scene.print(mark.value), "incomplete_retrieval", "not corrected"),
                WrongAnswer(scene.print(mark.value * (100 - part) / 100), "reasoning", "taken off in place of added"),
                *(
                    WrongAnswer(
                        scene.print(other.value * (100 + part) / 100), "cross_modal_grounding", scene.where(other)
                    )
                    for other in neighbours(scene, mark)
                ),
            ),
            tail=f"Round to {('a whole number', 'one decimal', 'two decimals')[scene.decimals]}.",
        )
    return None


def _average(setting: Setting, rng: random.Random) -> Planted | None:
    """The text names three that share something; their average in a year is asked for (L3)."""
    for scene, column in list_columns(setting, rng, 5):
        if scene.data != "panel" or scene.tolerance:
            continue
        three = rng.sample(column, 3)
        decimals = min(2, scene.decimals + 1)
        try:
            mean = float(round_half(sum((Fraction(str(mark.value)) for mark in three), Fraction()) / 3, decimals))
        except Undecided:
            continue
        club, topic, name = take_unused(setting, CLUBS, rng), name_topic(scene), setting.statement_id()
        parts = ("entity", "second", "third")
        of = [look_up(scene, mark, name, part) for part, mark in zip(parts, three, strict=True)]
        sentence = phrase_sentence(
            "st.three.S", rng, club=club, E=typeset(three[0].row), F=typeset(three[1].row), G=typeset(three[2].row)
        )
        shown, year = scene.print(mean, decimals), three[0].column
        readings = join_names([f"{typeset(mark.row)} {scene.print(mark.value)}" for mark in three])
        every = sum(mark.value for mark in column) / len(column)
        members = scene.world.topic.entities.kinds
        return make_planted(
            setting,
            scene,
            tuple(three),
            make_said(
                setting, three, sentence, {part: mark.row for part, mark in zip(parts, three, strict=True)}, "figure"
            ),
            cores=(
                f"what is the average for the {members} that belong to {club}, {year}, in {{figure}}?",
                f"take the members of {club} and average their values for {year} in {{figure}}. What is the result?",
                f"how high was {topic} in {year} on average over the {members} in {club}? Use {{figure}}.",
            ),
            program={"op": "round", "of": {"op": "mean", "of": of}, "decimals": decimals},
            short=shown,
            answer_type=answer_type_of(scene.unit),
            leads=(f"It comes to {shown}.", f"The mean is {shown}."),
            base=f"The readings are {readings}.",
            facts=(number_fact("mean", mean, scene.unit, tolerance=1.01 * 10.0**-decimals),),
            steps=(*(f"Read {scene.point(mark)}." for mark in three), f"Average them: {shown}."),
            wrong=(
                WrongAnswer(scene.print(every, decimals), "cross_modal_grounding", "average of all"),
                WrongAnswer(
                    scene.print((three[0].value + three[1].value) / 2, decimals), "incomplete_retrieval", "two of three"
                ),
                WrongAnswer(scene.print(3 * mean, decimals), "reasoning", "sum in place of the average"),
            ),
            tail=f"Round to {('a whole number', 'one decimal', 'two decimals')[decimals]}.",
        )
    return None


TEMPLATES: tuple[PlantTemplate, ...] = (
    PlantTemplate("integrate-hours", "integrate_sources", "L3", _hours),
    PlantTemplate("integrate-target", "integrate_sources", "L3", _target),
    PlantTemplate("integrate-correction", "integrate_sources", "L3", _correction),
    PlantTemplate("integrate-average", "integrate_sources", "L3", _average),
)
