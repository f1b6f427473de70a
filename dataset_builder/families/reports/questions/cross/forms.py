"""Forms of distributions and ties of two measures that a sentence states, and those that an exhibit has (L5)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dataset_builder.families.reports.programs import Program, Undecided, execute
from dataset_builder.families.reports.questions.cross.claims import Shape
from dataset_builder.families.reports.questions.cross.subjects import (
    about,
    look_up,
    name_topic,
    say_value,
    stated,
    wrong_readings,
)
from dataset_builder.families.reports.questions.forms import SHAPES
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.saying import number_fact, word_fact
from dataset_builder.families.reports.questions.scene import Mark, Scene, print_value
from dataset_builder.families.reports.titles import lower_case
from dataset_builder.families.reports.writing.authored import typeset

TIES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "positive": ("upwards", ("positive", "rising", "goes up", "go up", "increase together")),
    "negative": ("downwards", ("negative", "falling", "goes down", "go down", "inverse")),
    "none": ("in no clear direction", ("no clear direction", "no clear pattern", "no relationship", "scattered")),
}
"""How a cloud of points runs from left to right, and other words for it."""

_BAND = re.compile(r"[\d.,]+[–-][\d.,]+")
"""A band with two ends."""


def state_form(setting: Setting, rng: random.Random) -> Shape | None:
    """State what form a distribution has (L5)."""
    for scene in setting.scenes:
        if scene.data != "bins" or scene.kind == "table":
            continue
        top = max(scene.marks, key=lambda mark: mark.value)
        program: Program = {"op": "shape", "of": [dict(mark.program) for mark in scene.marks]}
        bands = [mark for mark in scene.marks if mark is not top and _BAND.fullmatch(mark.row) and scene.can_read(mark)]
        try:
            form = str(execute(program, scene.world))
        except Undecided:
            continue
        bands = [mark for mark in bands if mark.value > 0]
        if not bands:
            continue
        band = rng.choice(bands)
        claimed = form if setting.confirmed else rng.choice([each for each in SHAPES if each != form])
        name = setting.statement_id()
        value: Program = {"op": "lookup", "dataset": scene.region.dataset.id, "keys": [stated(name, "entity")]}
        text, aliases = SHAPES[form]
        others = [word for each, (first, more) in SHAPES.items() if each != form for word in (first, *more)]
        return Shape(
            scene,
            "st.form.S",
            (claimed,),
            {"topic": typeset(name_topic(scene)), "E": _say_band(scene, band)},
            {"form": claimed, "entity": band.row},
            {} if setting.confirmed else {"form": form},
            (band, *(mark for mark in scene.marks if mark is not band)),
            {"op": "same", "left": program, "right": stated(name, "form")},
            (program, value),
            (
                word_fact("shape", text, aliases, others),
                number_fact("height of the band", band.value, scene.unit, tolerance=scene.tolerance),
            ),
            f"{text}, {scene.print(band.value)}",
            f"One sees columns that are {text}, with {say_value(scene, band)} in {band.row}.",
            "Words and columns fit together."
            if setting.confirmed
            else f"Were it {SHAPES[claimed][0]}, it would look different.",
            "the form as it is drawn and the height of the band that the text singles out",
            (f"Look at the columns on both sides of the highest: the form is {text}.", f"Read {scene.point(band)}."),
            (
                *(
                    WrongAnswer(f"{SHAPES[each][0]}, {scene.print(band.value)}", "reasoning", "form misjudged")
                    for each in SHAPES
                    if each not in (form, claimed)
                ),
                WrongAnswer(f"{text}, {scene.print(top.value)}", "cross_modal_grounding", "the fullest band"),
                *wrong_readings(scene, band),
            ),
        )
    return None


def _say_band(scene: Scene, band: Mark) -> str:
    """Return a band with the unit of what is measured: "2–3 days"."""
    seeds = scene.world.topic.distributions
    unit = next(each.unit for each in seeds if scene.region.dataset.id == f"{each.id}_bins")
    return f"{band.row}%" if unit.startswith("%") else f"{band.row} {typeset(unit)}"


def state_tie(setting: Setting, rng: random.Random) -> Shape | None:
    """State how two measures go together (L5)."""
    for scene in setting.scenes:
        if scene.kind not in ("scatter", "bubble"):
            continue
        sides = {side: [dict(scene.mark(row, side).program) for row in scene.rows] for side in ("x", "y")}
        program: Program = {"op": "association", **sides}
        try:
            tie = str(execute(program, scene.world))
            if any(str(execute({"op": "association", **rest}, scene.world)) != tie for rest in _leave_one(sides)):
                continue
        except Undecided:
            continue
        heights = [scene.mark(row, "y") for row in scene.rows]
        told = [mark for mark in heights if scene.can_read(mark) and mark.value > 0]
        if not told:
            continue
        top = rng.choice(told)
        rest = sorted((mark for mark in heights if mark is not top), key=lambda mark: abs(mark.value - top.value))
        side = scene.side("y")
        printed, unlike = (print_value(mark.value, side.decimals, side.unit) for mark in (top, rest[-1]))
        claimed = tie if setting.confirmed else rng.choice([each for each in TIES if each != tie])
        name, (text, aliases) = setting.statement_id(), TIES[tie]
        others = [word for each, (first, more) in TIES.items() if each != tie for word in (first, *more)]
        value = look_up(scene, top, name, "entity")
        points = tuple(mark for mark in scene.marks if mark.column in ("x", "y"))
        return Shape(
            scene,
            "st.tie.S",
            (claimed,),
            {each: typeset(lower_case(scene.side(each).name)) for each in ("x", "y")} | {"E": typeset(top.row)},
            {"tie": claimed, "entity": top.row},
            {} if setting.confirmed else {"tie": tie},
            (top, *(mark for mark in points if mark is not top)),
            {"op": "same", "left": program, "right": stated(name, "tie")},
            (program, value),
            (
                word_fact("direction", text, aliases, others),
                number_fact("value of the example", top.value, side.unit, tolerance=scene.tolerance, entity=(top.row,)),
            ),
            f"{text}, {printed}",
            f"The cloud goes {text}, and {typeset(top.row)} comes to {about(scene)}{printed}.",
            "The drawing bears that out." if setting.confirmed else f"Points {_expect(claimed)} were to be expected.",
            f"which way the points run from left to right, and the value of {lower_case(side.name)} for the "
            f"{scene.member} "
            "that the text gives as the example",
            (f"Follow the cloud from left to right: it runs {text}.", f"Read {scene.point(top)}."),
            (
                *(
                    WrongAnswer(f"{TIES[each][0]}, {printed}", "reasoning", "direction misjudged")
                    for each in TIES
                    if each not in (tie, claimed)
                ),
                WrongAnswer(f"{text}, {unlike}", "cross_modal_grounding", rest[-1].row),
            ),
        )
    return None


def _leave_one(sides: Mapping[str, list[Any]]) -> Iterator[dict[str, list[Any]]]:
    """Yield the points of a cloud without each in turn: no direction may hang on a single point."""
    for place in range(len(sides["x"])):
        yield {side: points[:place] + points[place + 1 :] for side, points in sides.items()}


def _expect(tie: str) -> str:
    return {"positive": "that climb", "negative": "that sink", "none": "without any slope"}[tie]
