"""Integrate sources by how something is drawn (L5): where a point lies in its cloud, on which side of a peak a "
"limit."""

from __future__ import annotations

import random
import re

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.cross.stating import TRIALS, make_planted, make_said, take_unused
from dataset_builder.families.reports.questions.cross.subjects import (
    look_up,
    name_topic,
    phrase_sentence,
    say_value,
    stated,
)
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import count_word, number_fact, tolerance_text, word_fact
from dataset_builder.families.reports.questions.scene import Scene, items
from dataset_builder.families.reports.writing.authored import typeset

_APART = 0.06
"""Share of an axis by which points must differ to be told apart."""


def _point(setting: Setting, rng: random.Random) -> Planted | None:
    """The text says where something took place; where the point of that place lies among the others is asked."""
    for scene in setting.scenes:
        if scene.kind not in ("scatter", "bubble"):
            continue
        plain = [row for row in scene.rows if all(_stands_apart(scene, row, side) for side in ("x", "y"))]
        if not plain:
            continue
        row, trial, name = rng.choice(plain), take_unused(setting, TRIALS, rng), setting.statement_id()
        kind = scene.world.topic.entities.kind
        noun = "points" if scene.kind == "scatter" else "bubbles"
        counts, programs = [], []
        for side in ("x", "y"):
            own = scene.mark(row, side)
            counts.append(sum(mark.value > own.value for mark in scene.of_column(side)))
            program: Program = {
                "op": "placed",
                "comparison": "above",
                "level": look_up(scene, own, name, "entity"),
                "of": [dict(mark.program) for mark in scene.of_column(side)],
            }
            programs.append(program)
        right, high = counts
        sentence = phrase_sentence("st.place.S", rng, trial=trial, E=typeset(row))
        marks = tuple(scene.mark(row, side) for side in ("x", "y"))
        return make_planted(
            setting,
            scene,
            (*marks, *(mark for mark in scene.marks if mark.column in ("x", "y") and mark not in marks)),
            make_said(setting, (), sentence, {"entity": row}, "event"),
            cores=(
                f"find in {{figure}} the {kind} that had {trial}. How many {noun} lie farther right, and how many "
                f"higher?",
                f"where among the {noun} of {{figure}} is the {kind} of {trial}: how many are to the right of it, "
                f"how many "
                "above it?",
                f"count in {{figure}} the {noun} to the right of the {kind} where {trial} took place, and those "
                f"above it.",
            ),
            program={"op": "parts", "of": programs},
            short=f"{right} farther right, {high} higher",
            answer_type="text",
            leads=(f"There are {count_word(right)} on its right side and {count_word(high)} over it.",),
            base=f"The text has {typeset(row)}, {_corner(counts, len(scene.rows))}.",
            facts=(
                number_fact("farther right", right, "", label=("right", "farther right")),
                number_fact("higher", high, "", label=("higher", "above", "over")),
            ),
            steps=(
                f"Find {row} in the cloud.",
                f"Count those farther right: {right}.",
                f"Count those higher: {high}.",
            ),
            wrong=(
                WrongAnswer(f"{high} farther right, {right} higher", "reasoning", "axes exchanged"),
                WrongAnswer(
                    f"{len(scene.rows) - 1 - right} farther right, {len(scene.rows) - 1 - high} higher",
                    "cross_modal_grounding",
                    "the other sides counted",
                ),
                WrongAnswer(f"{right} farther right", "incomplete_retrieval", "one of two counts"),
                WrongAnswer(f"{right + 1} farther right, {high + 1} higher", "precision", "itself counted as well"),
            ),
        )
    return None


def _stands_apart(scene: Scene, row: str, side: str) -> bool:
    own, every = scene.mark(row, side).value, [mark.value for mark in scene.of_column(side)]
    near = _APART * (max(every) - min(every))
    return all(abs(value - own) >= near for other, value in zip(scene.rows, every, strict=True) if other != row)


def _corner(counts: list[int], count: int) -> str:
    """Return a clause on where a point lies, by how many of ``count`` points are farther right and higher."""
    across = (
        "on the right" if counts[0] < (count - 1) / 2 else "on the left" if counts[0] > (count - 1) / 2 else "midway"
    )
    along = "in the upper half" if counts[1] < (count - 1) / 2 else "in the lower half"
    return f"{across} and {along if counts[1] != (count - 1) / 2 else 'at middle height'}"


def _limit(setting: Setting, rng: random.Random) -> Planted | None:
    """The text gives a limit; on which side of a distribution's peak it lies is asked."""
    for scene in setting.scenes:
        if scene.data != "bins" or scene.kind == "table":
            continue
        ranked = sorted(scene.marks, key=lambda mark: -mark.value)
        top = ranked[0]
        bounds = [_bounds(mark.row) for mark in scene.marks]
        if top.value - ranked[1].value < scene.sight or not scene.can_read(top) or None in bounds:
            continue
        own = _bounds(top.row)
        limits = [
            _within(each) for each in bounds if each and own and (each[0] > own[1] or each[1] < own[0]) and each[0] > 0
        ]
        if not limits or own is None:
            continue
        limit, name, topic = rng.choice(limits), setting.statement_id(), name_topic(scene)
        side = "right" if limit > own[1] else "left"
        pick: Program = {"op": "pick", "extreme": "highest", "place": 1, "of": items(scene.marks)}
        value: Program = {"op": "lookup", "dataset": scene.region.dataset.id, "keys": [pick]}
        seed = next(each for each in scene.world.topic.distributions if scene.region.dataset.id == f"{each.id}_bins")
        printed = f"{limit:,.10g} {seed.unit}" if not seed.unit.startswith("%") else f"{limit:g}{seed.unit}"
        sentence = phrase_sentence("st.limit.S", rng, topic=typeset(topic), value=printed)
        return make_planted(
            setting,
            scene,
            (top, *ranked[1:]),
            make_said(setting, (), sentence, {"limit": int(limit) if limit.is_integer() else limit}, "figure"),
            cores=(
                f"where in {{figure}} would the limit run that the text gives for {topic}: left or right of the "
                f"highest "
                "column? And how high is that one?",
                f"mark in {{figure}} the limit on {topic} of which the text speaks. Is it on the left or on the "
                f"right of the "
                "peak, and which value has the peak?",
                f"think of the limit for {topic} as a line through {{figure}}. On which side of the tallest column "
                f"does it "
                "fall, and what is the height of the column?",
            ),
            program={"op": "parts", "of": [{"op": "flank", "limit": stated(name, "limit"), "band": pick}, value]},
            short=f"{side}, {scene.print(top.value)}",
            answer_type="text",
            leads=(f"{side.title()} of it.", f"Further {side}."),
            base=f"{top.row} comes first with {say_value(scene, top)}, while {printed} was stated.",
            facts=(
                word_fact("side", side, (), ("left" if side == "right" else "right",)),
                number_fact("highest count", top.value, scene.unit, tolerance=scene.tolerance),
            ),
            steps=(f"The highest column is {scene.point(top)}.", f"A line at {limit:g} lies to the {side} of it."),
            wrong=(
                WrongAnswer(
                    f"{'left' if side == 'right' else 'right'}, {scene.print(top.value)}",
                    "reasoning",
                    "sides exchanged",
                ),
                WrongAnswer(f"{side}, {scene.print(ranked[1].value)}", "cross_modal_grounding", ranked[1].row),
                WrongAnswer(side, "incomplete_retrieval", "a side without the height"),
            ),
            tail=tolerance_text(scene, scene.tolerance, rng),
        )
    return None


def _within(ends: tuple[float, float]) -> float:
    """Return a number within a band, on none of its ends."""
    return round(ends[0] + 0.6 * (ends[1] - ends[0]), 6)


def _bounds(band: str) -> tuple[float, float] | None:
    """Return the ends of a band such as "30–40", None for one that is open."""
    ends = re.fullmatch(r"([\d.,]+)[–-]([\d.,]+)", band)
    return (float(ends[1].replace(",", "")), float(ends[2].replace(",", ""))) if ends else None


TEMPLATES: tuple[PlantTemplate, ...] = (
    PlantTemplate("integrate-point", "integrate_sources", "L5", _point),
    PlantTemplate("integrate-limit", "integrate_sources", "L5", _limit),
)
