"""Things that a sentence can state about the figures of an exhibit, right or wrong, and what the exhibit has instead.

A *shape* is one kind of such things. Verify questions have somebody claim it, comparisons have the report say it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.cross.subjects import (
    list_columns,
    list_marks,
    look_up,
    look_up_stated,
    name_figure,
    name_row,
    name_topic,
    print_level,
    read_near,
    round_level,
    say_keys,
    say_value,
    stated,
    value_fact,
    wrong_figure,
    wrong_readings,
)
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.saying import capital, name_fact
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.writing.authored import typeset

_GAPS = (0.06, 0.1, 0.16, 0.25)
"""How far a level that somebody states lies from the value, as a share of it."""
OPPOSITE = {"above": "below", "below": "above"}


@dataclass(frozen=True)
class Shape:
    """Something stated about figures of an exhibit, and what the exhibit has.

    Attributes:
        scene: of the exhibit.
        rule, flags, terms: of the grammar, which make a clause of it.
        said, true: as in ``Statement``.
        marks: that are read, the first one being what it is mostly about.
        holds: gives whether the statement is right.
        found: give what the exhibit has, in order.
        facts: key facts of ``found``.
        short: what the exhibit has, as printed.
        finding: sentence that says it.
        against: sentence that sets it against what is stated: "This lies above 30 months."
        wanted: what a question asks for besides a verdict, such as "the value that decides it".
        steps: of the reasoning, behind finding statement and exhibit.
        wrong: what is said by those who err in reading or computing.
        standing: of a number that the text gives, whether that of the exhibit is ``higher``, ``lower`` or ``equal``.
        stands: gives that, None where the text gives no number.
    """

    scene: Scene
    rule: str
    flags: tuple[str, ...]
    terms: Mapping[str, str]
    said: Mapping[str, Any]
    true: Mapping[str, Any]
    marks: tuple[Mark, ...]
    holds: Program
    found: tuple[Program, ...]
    facts: tuple[Mapping[str, Any], ...]
    short: str
    finding: str
    against: str
    wanted: str
    steps: tuple[str, ...]
    wrong: tuple[WrongAnswer, ...] = ()
    standing: str = ""
    stands: Program | None = None


def state_level(setting: Setting, rng: random.Random) -> Shape | None:
    """State that a value was above or below a level (L2)."""
    for scene, mark in list_marks(setting, rng):
        relation = rng.choice(("above", "below"))
        level = choose_level(scene, mark.value, (relation == "above") != setting.confirmed, rng)
        if level is None:
            continue
        name, printed = setting.statement_id(), print_level(scene, level)
        value = look_up_stated(scene, mark, name)
        side = "above" if mark.value > level else "below"
        return Shape(
            scene,
            "st.level.S",
            (relation,),
            {"figure": name_figure(scene, mark), "value": printed},
            {**say_keys(scene, mark), "relation": relation, "level": level},
            {} if setting.confirmed else {"relation": OPPOSITE[relation]},
            (mark,),
            {"op": "holds", "relation": stated(name, "relation"), "left": value, "right": stated(name, "level")},
            (value,),
            (value_fact(scene, mark),),
            scene.print(mark.value),
            f"For {name_row(scene, mark)} one reads {say_value(scene, mark)}.",
            f"This lies {side} {printed}.",
            "the value that decides it",
            (f"Read {scene.point(mark)}.", f"Compare it with {printed}: it lies {side} that."),
            (*wrong_readings(scene, mark), *wrong_figure(setting, scene)),
        )
    return None


def choose_level(scene: Scene, value: float, over: bool, rng: random.Random) -> float | None:
    """Return a round level over or under a value, none too near."""
    for part in rng.sample(_GAPS, len(_GAPS)):
        reach = max(part * abs(value), read_near(scene, value))
        level = round_level(value + reach if over else value - reach, scene.decimals)
        if level > 0 and abs(level - value) >= read_near(scene, value) and (level > value) == over:
            return level
    return None


def state_first(setting: Setting, rng: random.Random) -> Shape | None:
    """State which of three was highest or lowest in a year (L2)."""
    for scene, column in list_columns(setting, rng, 3):
        three = sorted(rng.sample(column, 3), key=lambda mark: -mark.value)
        if any(one.value - two.value < scene.sight for one, two in pairwise(three)):
            continue
        extreme = rng.choice(("highest", "lowest"))
        ranked = three if extreme == "highest" else three[::-1]
        claimed = ranked[0] if setting.confirmed else rng.choice(ranked[1:])
        others = [mark for mark in ranked if mark is not claimed]
        rng.shuffle(others)
        name, top = setting.statement_id(), ranked[0]
        names = ("entity", "second", "third")
        items = [
            {"name": mark.row, "value": look_up(scene, mark, name, part, "year")}
            for part, mark in zip(names, (claimed, *others), strict=True)
        ]
        pick = {"op": "pick", "extreme": extreme, "place": 1, "of": items}
        value = {
            "op": "lookup",
            "dataset": scene.region.dataset.id,
            "keys": [pick, stated(name, "year")],
        }
        texts = [name_row(scene, mark) for mark in (claimed, *others)]
        return Shape(
            scene,
            "st.first.S",
            (extreme, *(("plural",) if scene.is_plural else ())),
            {
                "topic": typeset(name_topic(scene)),
                "E": texts[0],
                "F": texts[1],
                "G": texts[2],
                "year": top.column,
            },
            {
                "entity": claimed.row,
                "second": others[0].row,
                "third": others[1].row,
                "year": int(top.column),
                "place": extreme,
            },
            {} if setting.confirmed else {"entity": top.row},
            tuple(ranked),
            {"op": "same", "left": pick, "right": stated(name, "entity")},
            (pick, value),
            (
                name_fact(extreme, top.row, [mark.row for mark in ranked[1:]]),
                value_fact(scene, top),
            ),
            f"{top.row}, {scene.print(top.value)}",
            f"{capital(name_row(scene, top))} comes {extreme}, at {say_value(scene, top)}.",
            f"Next comes {name_row(scene, ranked[1])}."
            if setting.confirmed
            else f"{capital(texts[0])} only has {say_value(scene, claimed)}.",
            "the one of the three of which it is true, and its value",
            (*(f"Read {scene.point(mark)}." for mark in ranked), f"The {extreme} is {top.row}."),
            (
                WrongAnswer(
                    f"{ranked[1].row}, {scene.print(ranked[1].value)}", "cross_modal_grounding", "next in rank"
                ),
                WrongAnswer(
                    f"{ranked[-1].row}, {scene.print(ranked[-1].value)}", "reasoning", "ranked from the other end"
                ),
                *wrong_figure(setting, scene),
            ),
        )
    return None
