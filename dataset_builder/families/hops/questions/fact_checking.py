"""Fact checking: find the set, then say whether a statement about it is true; as many are true as false."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.families.hops.model import Column
from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    apart,
    name_column,
    pick,
    round_between,
    selected,
    split_level,
    total,
    values,
    write_level,
)

TASK = "fact_checking"


def _level_beside(rng: random.Random, value: float, below: bool, decimals: int) -> float | None:
    """Return a round number a little (3 to 20%) below or above a value."""
    near, far = rng.uniform(0.03, 0.06), rng.uniform(0.12, 0.2)
    bounds = (value * (1 - far), value * (1 - near)) if below else (value * (1 + near), value * (1 + far))
    return round_between(*bounds, decimals)


def _total_above(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    metric = scene.metric(column)
    level = _level_beside(rng, sum(scene.values(column, scene.selected)), scene.truth, metric.decimals)
    if level is None:
        return None
    return Draft(
        "[Did {sum} {column} for {whole} exceed {level} {unit}?"
        "|Is it true that {sum} {column} for {whole} was above {level} {unit}?] {yes_no}",
        {"column": name_column(scene, column), "level": write_level(level), "unit": metric.unit},
        {"op": "compare", "left": total(column, selected(scene)), "comparison": "more than", "right": level},
        "boolean",
        scene.asked,
        parameters={"level": level},
    )


def _every_above(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    size = len(scene.selected)
    fewest = size if scene.truth else 1
    level = split_level(scene, rng, column, scene.selected, fewest, size if scene.truth else size - 1)
    if level is None:
        return None
    lowest: Program = {"op": "min", "of": values(column, selected(scene))}
    return Draft(
        "[Did every {member} have a figure for {column} above {level} {unit}?"
        "|Was the figure for {column} above {level} {unit} at each of the {members}?] {yes_no}",
        {"column": name_column(scene, column), "level": write_level(level), "unit": scene.metric(column).unit},
        {"op": "compare", "left": lowest, "comparison": "more than", "right": level},
        "boolean",
        scene.asked,
        parameters={"level": level},
    )


def _any_below(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    size = len(scene.selected)
    level = split_level(scene, rng, column, scene.selected, 1 if scene.truth else size, size - scene.truth)
    if level is None:
        return None
    lowest: Program = {"op": "min", "of": values(column, selected(scene))}
    return Draft(
        "[Did at least one {member} have a figure for {column} below {level} {unit}?"
        "|Was there any {member} whose figure for {column} was below {level} {unit}?] {yes_no}",
        {"column": name_column(scene, column), "level": write_level(level), "unit": scene.metric(column).unit},
        {"op": "compare", "left": lowest, "comparison": "less than", "right": level},
        "boolean",
        scene.asked,
        parameters={"level": level},
    )


def _pair_above(scene: Scene, rng: random.Random) -> Draft | None:
    def sum_of(column: Column) -> float:
        return sum(scene.values(column, scene.selected))

    column, other = sorted(scene.asked, key=sum_of, reverse=scene.truth)
    if abs(sum_of(column) - sum_of(other)) < 0.02 * sum_of(other):
        return None
    return Draft(
        "[For {whole} as a whole, was the figure for {column} higher than that for {other}?"
        "|Did {whole} as a whole have a higher figure for {column} than for {other}?] {yes_no}",
        {"column": name_column(scene, column), "other": name_column(scene, other)},
        {
            "op": "compare",
            "left": total(column, selected(scene)),
            "comparison": "more than",
            "right": total(other, selected(scene)),
        },
        "boolean",
        (column, other),
    )


def _holds_end(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.label.form == "single":
        return None
    options = [
        (column, extreme)
        for column in scene.asked
        for extreme in ("highest", "lowest")
        if (_end_name(scene, column, scene.entities, extreme) in scene.selected) == scene.truth
        and apart(scene, column, scene.entities, extreme)
    ]
    if not options:
        return None
    column, extreme = rng.choice(options)
    return Draft(
        "[Of all {entities} on this page, is the one with the {extreme} figure for {column} part of {whole}?"
        "|{does} {whole} include the {entity} that has the {extreme} figure for {column} of all those shown?] {yes_no}",
        {"column": name_column(scene, column), "extreme": extreme},
        {"op": "contains", "of": selected(scene), "part": pick(EVERYONE, values(column, EVERYONE), extreme)},
        "boolean",
        (column,),
        parameters={"extreme": extreme},
    )


def _end_name(scene: Scene, column: Column, names: Sequence[str], extreme: str) -> str:
    choose = max if extreme == "highest" else min
    return choose(names, key=lambda name: scene.table[column][name])


def _total_after(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask whether a sum is above a level that lies between what it is and what it would be.

    One figure rises and the other falls by the same percentage, so that the question doesn't tell which way the sum
    goes.
    """
    column, other = sorted(scene.asked, key=lambda asked: sum(scene.values(asked, scene.selected)), reverse=scene.truth)
    risen, fallen = (sum(scene.values(asked, scene.selected)) for asked in (column, other))
    before, metric = risen + fallen, scene.metric(column)
    options = []
    for percent in (10, 15, 20, 25, 30, 40):
        change = (risen - fallen) * percent / 100
        low, high = sorted((before + change / 5, before + change * 4 / 5))
        level = round_between(low, high, metric.decimals)
        if level is not None and abs(change) >= 0.03 * before:
            options.append((percent, level))
    if not options:
        return None
    percent, level = rng.choice(options)
    left: Program = {"op": "scale", "of": total(column, selected(scene)), "percent": percent}
    right: Program = {"op": "scale", "of": total(other, selected(scene)), "percent": -percent}
    return Draft(
        "[Suppose that, for {whole}, {column} rose by {percent}% and {other} fell by {percent}%. Would the two then "
        "come to more than {level} {unit} together?"
        "|For {whole}, let {column} rise by {percent}% and {other} fall by {percent}%. Is the sum of the two then "
        "above {level} {unit}?] {yes_no}",
        {
            "column": name_column(scene, column),
            "other": name_column(scene, other),
            "percent": str(percent),
            "level": write_level(level),
            "unit": metric.unit,
        },
        {
            "op": "compare",
            "left": {"op": "add", "left": left, "right": right},
            "comparison": "more than",
            "right": level,
        },
        "boolean",
        (column, other),
        parameters={"percent": percent, "level": level},
    )


TEMPLATES = (
    Template("total_above", TASK, "any", "one", _total_above),
    Template("every_above", TASK, "several", "one", _every_above),
    Template("any_below", TASK, "several", "one", _any_below),
    Template("pair_above", TASK, "any", "pair", _pair_above),
    Template("holds_end", TASK, "any", "one", _holds_end),
    Template("total_after", TASK, "any", "pair", _total_after),
)
