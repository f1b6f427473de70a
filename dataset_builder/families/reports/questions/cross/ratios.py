"""Percentages, ratios and shares that a sentence states, and those that an exhibit gives when they are worked out."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from dataset_builder.families.reports.programs import Program, Undecided, round_half
from dataset_builder.families.reports.questions.cross.claims import OPPOSITE, Shape
from dataset_builder.families.reports.questions.cross.subjects import (
    list_columns,
    list_pairs,
    look_up,
    name_figure,
    name_row,
    name_series,
    name_topic,
    stated,
    value_fact,
    wrong_figure,
    wrong_readings,
    year_facts,
)
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.saying import number_fact
from dataset_builder.families.reports.questions.scene import Mark
from dataset_builder.families.reports.writing.authored import typeset

_MISSES = (0.2, 0.3, 0.45)
"""How far a percentage that somebody states lies from the true one, as a share of it."""


def state_change(setting: Setting, rng: random.Random, told: bool = False) -> Shape | None:
    """State by what percentage, or by more or less than what, a value went up or down between two years (L3)."""
    for scene, one, two in list_pairs(setting, rng):
        up = two.value > one.value
        name = setting.statement_id()
        ends = [look_up(scene, one, name, "entity", "first"), look_up(scene, two, name, "entity", "last")]
        difference = {"op": "subtract", "left": ends[1 if up else 0], "right": ends[0 if up else 1]}
        share = {"op": "percent", "left": difference, "right": ends[0]}
        actual = Fraction(str(abs(two.value - one.value))) / Fraction(str(one.value)) * 100
        found = _round(actual, 1)
        if found is None or not 6 <= found <= 180:
            continue
        verb = "rose" if up else "fell"
        shape = _relate(
            setting,
            rng,
            Shape(
                scene,
                "change",
                ("up" if up else "down",),
                {"series": name_series(scene, one.row), "first": one.column, "last": two.column},
                {
                    "entity": one.row,
                    "first": int(one.column),
                    "last": int(two.column),
                    "direction": verb,
                },
                {},
                (one, two),
                {},
                (ends[0], ends[1], {"op": "round", "of": share, "decimals": 1}),
                (*year_facts(scene, (one, two)), number_fact("change", found, "%", tolerance=0.1)),
                f"{scene.print(one.value)}, {scene.print(two.value)}, {found}%",
                f"{name_row(scene, one)} {verb} from {scene.print(one.value)} to {scene.print(two.value)}, "
                f"which makes {found}%.",
                "",
                "both values and the resulting percentage",
                (
                    f"Read {scene.point(one)} and {scene.point(two)}.",
                    f"Divide the difference by the first value: {found}%.",
                ),
                (
                    WrongAnswer(f"{_share(one, two, two):.1f}%", "reasoning", "divided by the last value"),
                    WrongAnswer(
                        scene.print(abs(two.value - one.value)), "reasoning", "difference in place of the percentage"
                    ),
                    *wrong_readings(scene, two),
                    *wrong_figure(setting, scene),
                ),
            ),
            share,
            float(actual),
            told,
        )
        if shape is not None:
            return shape
    return None


def _share(one: Mark, two: Mark, base: Mark) -> float:
    return abs(two.value - one.value) / base.value * 100


def _round(number: Fraction, decimals: int) -> float | None:
    try:
        return float(round_half(number, decimals))
    except Undecided:
        return None


def _relate(
    setting: Setting, rng: random.Random, shape: Shape, program: Program, actual: float, told: bool
) -> Shape | None:
    """Return a shape with a number stated: what a value was more or less than, or, where told, what it was about.

    Args:
        setting: says whether it is to be right.
        rng: decides number and relation.
        shape: without what is stated.
        program: gives the number.
        actual: the number: a percentage, or a ratio.
        told: the number is given as such.
    """
    name, ratio = setting.statement_id(), shape.rule == "ratio"
    over = rng.random() < 0.5
    relation = "about" if told else "above" if over != setting.confirmed else "below"
    level = _choose_stated(actual, over, ratio, told and setting.confirmed, rng)
    if level is None or (ratio and level == 1):  # nobody says "more than 1 times"
        return None
    decimals = 1 if ratio else 0
    printed = "twice" if ratio and level == 2 else f"{level:g} times" if ratio else f"{level:g}%"
    side = "more" if actual > level else "less"
    against = f"So it comes to {side} than {printed}."
    if told and setting.confirmed:
        against = f"Rounded, it makes {printed}."
    number = {"op": "round", "of": program, "decimals": decimals}
    equal = {"op": "same", "left": program, "right": stated(name, "level"), "decimals": decimals}
    right = stated(name, "level")
    return replace(
        shape,
        rule=f"st.{shape.rule}.S",
        flags=(*shape.flags, relation),
        terms={**shape.terms, "value": printed},
        said={**shape.said, "level": level} | ({} if told else {"relation": relation}),
        true=_tell_true(setting.confirmed, told, relation, round(actual, decimals)),
        holds=equal if told else {"op": "holds", "relation": stated(name, "relation"), "left": program, "right": right},
        against=against,
        standing="equal" if told and setting.confirmed else "higher" if actual > level else "lower",
        stands={"op": "standing", "left": number, "right": right},
    )


def _tell_true(confirmed: bool, told: bool, relation: str, actual: float) -> dict[str, object]:
    """Return what is true in place of what is stated, nothing where that is true."""
    if confirmed:
        return {}
    return {"level": actual} if told else {"relation": OPPOSITE[relation]}


def _choose_stated(actual: float, over: bool, ratio: bool, exact: bool, rng: random.Random) -> float | None:
    """Return a number to be stated: the rounded one, or one over or under it that differs plainly."""
    if exact:
        level = round(actual, 1) if ratio else round(actual)
        near = abs(actual * (10 if ratio else 1) % 1 - 0.5) < 0.02
        return None if near else level
    if ratio:
        return _halves(actual, over)
    reach = max(rng.choice(_MISSES) * actual, 3)
    level = round(actual + reach if over else actual - reach)
    return level if level > 0 and (level > actual) == over else None


def _halves(actual: float, over: bool) -> float | None:
    """Return a multiple of a half over or under a ratio, at least a sixth of it away."""
    steps = [number / 2 for number in range(2, 21)]
    fitting = [step for step in steps if (step > actual) == over and 0.12 <= abs(step / actual - 1) <= 0.6]
    return min(fitting, key=lambda step: abs(step - actual)) if fitting else None


def state_ratio(setting: Setting, rng: random.Random, told: bool = False) -> Shape | None:
    """State how many times as large as another a value was (L3)."""
    for scene, column in list_columns(setting, rng, 2):
        if scene.tolerance:
            continue
        pairs = [(one, two) for one in column for two in column if 1.3 <= one.value / two.value <= 8]
        if not pairs:
            continue
        one, two = rng.choice(pairs)
        name = setting.statement_id()
        ends = [look_up(scene, mark, name, part, "year") for mark, part in ((one, "entity"), (two, "second"))]
        ratio = {"op": "divide", "left": ends[0], "right": ends[1]}
        actual = Fraction(str(one.value)) / Fraction(str(two.value))
        found = _round(actual, 2)
        if found is None:
            continue
        shape = _relate(
            setting,
            rng,
            Shape(
                scene,
                "ratio",
                (),
                {
                    "figure": name_figure(scene, one),
                    "F": name_row(scene, two) if scene.data == "composition" else typeset(two.row),
                },
                {"entity": one.row, "second": two.row, "year": int(one.column)},
                {},
                (one, two),
                {},
                (ends[0], ends[1], {"op": "round", "of": ratio, "decimals": 2}),
                (
                    value_fact(scene, one, "first value"),
                    value_fact(scene, two, "second value"),
                    number_fact("ratio", found, "", tolerance=0.051),
                ),
                f"{scene.print(one.value)}, {scene.print(two.value)}, {found:g} times",
                f"{name_row(scene, one)} has {scene.print(one.value)} and {name_row(scene, two)} "
                f"{scene.print(two.value)}, a ratio of {found:g}.",
                "",
                "both values and their ratio to two decimals",
                (
                    f"Read {scene.point(one)} and {scene.point(two)}.",
                    f"Divide the first by the second: {found:g}.",
                ),
                (
                    WrongAnswer(f"{two.value / one.value:.2f} times", "reasoning", "divided the wrong way round"),
                    *wrong_readings(scene, one),
                    *wrong_figure(setting, scene),
                ),
            ),
            ratio,
            float(actual),
            told,
        )
        if shape is not None:
            return shape
    return None


def state_share(setting: Setting, rng: random.Random, told: bool = False) -> Shape | None:
    """State what share of the whole two parts made up together (L3)."""
    for scene, column in list_columns(setting, rng, 4):
        if scene.tolerance or scene.data != "composition" or len(column) != len(scene.rows):
            continue
        one, two = rng.sample(column, 2)
        name = setting.statement_id()
        ends = [look_up(scene, mark, name, part, "year") for mark, part in ((one, "entity"), (two, "second"))]
        every = [look_up(scene, mark, name, "", "year") for mark in column]
        share = {"op": "percent", "left": {"op": "sum", "of": ends}, "right": {"op": "sum", "of": every}}
        total = sum(Fraction(str(mark.value)) for mark in column)
        actual = (Fraction(str(one.value)) + Fraction(str(two.value))) / total * 100
        found = _round(actual, 1)
        if found is None or not 12 <= found <= 75:
            continue
        shape = _relate(
            setting,
            rng,
            Shape(
                scene,
                "share",
                (),
                {
                    "topic": typeset(name_topic(scene)),
                    "E": name_row(scene, one),
                    "F": name_row(scene, two),
                    "year": one.column,
                },
                {"entity": one.row, "second": two.row, "year": int(one.column)},
                {},
                (one, two, *(mark for mark in column if mark not in (one, two))),
                {},
                (ends[0], ends[1], {"op": "round", "of": share, "decimals": 1}),
                (
                    value_fact(scene, one, "first value"),
                    value_fact(scene, two, "second value"),
                    number_fact("share", found, "%", tolerance=0.1),
                ),
                f"{scene.print(one.value)}, {scene.print(two.value)}, {found}%",
                f"With {scene.print(one.value)} and {scene.print(two.value)} the two reach {found}% of the whole.",
                "",
                "both values and their joint share",
                (
                    f"Read {scene.point(one)} and {scene.point(two)}.",
                    f"Add up all {len(column)} parts of {one.column} and divide: {found}%.",
                ),
                (
                    WrongAnswer(
                        f"{float(one.value / float(total) * 100):.1f}%", "incomplete_retrieval", "one part only"
                    ),
                    *wrong_readings(scene, one),
                    *wrong_figure(setting, scene),
                ),
            ),
            share,
            float(actual),
            told,
        )
        if shape is not None:
            return shape
    return None
