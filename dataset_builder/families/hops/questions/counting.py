"""Counting: find the set, then count those that meet one more condition."""

from __future__ import annotations

import random

from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    name_column,
    selected,
    split_level,
    split_levels,
    values,
    where,
    write_level,
)

TASK = "counting"


def _count(of: Program) -> Program:
    return {"op": "count", "of": of}


def _count_all(scene: Scene, rng: random.Random) -> Draft:
    return Draft(
        "[How many {entities} make up {whole}?|How many {entities} are {inside}?]",
        {},
        _count(selected(scene)),
        "number",
        (),
    )


def _count_side(comparison: str, word: str) -> Template:
    def write(scene: Scene, rng: random.Random) -> Draft | None:
        (column,) = scene.asked
        level = split_level(scene, rng, column, scene.selected, 0, len(scene.selected))
        if level is None:
            return None
        return Draft(
            "[How many {members} had a figure for {column} {word} {level} {unit}?"
            "|For how many of the {members} was the figure for {column} {word} {level} {unit}?]",
            {
                "column": name_column(scene, column),
                "word": word,
                "level": write_level(level),
                "unit": scene.metric(column).unit,
            },
            _count(where(selected(scene), column, comparison, level)),
            "number",
            scene.asked,
            parameters={"level": level, "comparison": comparison},
        )

    return Template(f"count_{word}", TASK, "several", "one", write)


def _count_pair(scene: Scene, rng: random.Random) -> Draft:
    column, other = scene.asked
    difference: Program = {
        "op": "subtract",
        "left": values(column, selected(scene)),
        "right": values(other, selected(scene)),
    }
    return Draft(
        "[How many {members} had a higher figure for {column} than for {other}?"
        "|For how many of the {members} was the figure for {column} above that for {other}?]",
        {"column": name_column(scene, column), "other": name_column(scene, other)},
        _count({"op": "where", "of": selected(scene), "by": difference, "comparison": "more than", "value": 0}),
        "number",
        scene.asked,
    )


def _count_outside(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    outside = [name for name in scene.entities if name not in scene.selected]
    level = split_level(scene, rng, column, outside, 1, len(outside) - 1)
    if level is None:
        return None
    rest: Program = {"op": "except", "of": EVERYONE, "drop": selected(scene)}
    return Draft(
        "[Leave out {whole}. How many of the other {entities} [on this page|shown] had a figure for {column} "
        "above {level} {unit}?"
        "|How many {entities} that do not belong to {whole} had a figure for {column} above {level} {unit}?]",
        {"column": name_column(scene, column), "level": write_level(level), "unit": scene.metric(column).unit},
        _count(where(rest, column, "more than", level)),
        "number",
        scene.asked,
        parameters={"level": level},
    )


def _count_both(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    other = scene.draw_other(rng, column)
    size = len(scene.selected)
    lows, highs = (split_levels(scene, read, scene.selected, 0, size) for read in (column, other))
    found: dict[int, tuple[float, float]] = {}
    for above, low in lows.items():
        for beyond, high in highs.items():
            pairs = zip(scene.values(column, scene.selected), scene.values(other, scene.selected), strict=True)
            count = sum(one > low and two < high for one, two in pairs)
            if count < min(above, size - beyond):
                found[count] = (low, high)
    if not found:
        return None
    low, high = found[rng.choice(sorted(found))]
    program = where(where(selected(scene), column, "more than", low), other, "less than", high)
    return Draft(
        "How many {members} had [both|] a figure for {column} above {low} {unit} and [one|a figure] for {other} "
        "below {high} {other_unit}?",
        {
            "column": name_column(scene, column),
            "other": name_column(scene, other),
            "low": write_level(low),
            "high": write_level(high),
            "unit": scene.metric(column).unit,
            "other_unit": scene.metric(other).unit,
        },
        _count(program),
        "number",
        (column, other),
        parameters={"low": low, "high": high},
    )


def _count_beyond(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    leads = max(scene.values(column, scene.selected)) == max(scene.values(column, scene.entities))
    if leads and rng.random() < 0.6:
        return None
    top: Program = {"op": "max", "of": values(column, selected(scene))}
    return Draft(
        "[How many {entities} on this page had a higher figure for {column} than every {member}?"
        "|How many of all {entities} shown were above the highest figure for {column} that any {member} has?]",
        {"column": name_column(scene, column)},
        _count(where(EVERYONE, column, "more than", top)),
        "number",
        scene.asked,
    )


TEMPLATES = (
    Template("count", TASK, "several", "none", _count_all),
    _count_side("more than", "above"),
    _count_side("less than", "below"),
    Template("count_pair", TASK, "several", "pair", _count_pair),
    Template("count_outside", TASK, "several", "one", _count_outside),
    Template("count_both", TASK, "several", "one", _count_both),
    Template("count_beyond", TASK, "several", "one", _count_beyond),
)
