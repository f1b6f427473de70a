"""Numeric reasoning: find the set, then compute over its values."""

from __future__ import annotations

import random

from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    name_column,
    percent_of,
    rounded,
    selected,
    split_level,
    total,
    values,
    where,
    write_level,
)

TASK = "numeric_reasoning"


def _total(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    return Draft(
        "[What do the figures for {column} of all {members} add up to?"
        "|What was the total of {column} over all {members}?] {give}",
        {"column": name_column(scene, column)},
        total(column, selected(scene)),
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


def _mean(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    return Draft(
        "[What was the average figure for {column} of the {members}?"
        "|On average, how high was the figure for {column} among the {members}?] {give_rounded}",
        {"column": name_column(scene, column)},
        rounded({"op": "mean", "of": values(column, selected(scene))}, 2),
        "number",
        scene.asked,
        2,
    )


def _spread(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    row = values(column, selected(scene))
    return Draft(
        "[How far apart are the highest and the lowest figure for {column} among the {members}?"
        "|Among the {members}, by how much does the highest figure for {column} exceed the lowest?] {give}",
        {"column": name_column(scene, column)},
        {"op": "subtract", "left": {"op": "max", "of": row}, "right": {"op": "min", "of": row}},
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


def _change(scene: Scene, rng: random.Random) -> Draft:
    first, last = scene.asked
    return Draft(
        "[For {whole}, by how much did {sum} {series} change from {first} to {last}?"
        "|By how much did {sum} {series} for {whole} change from {first} to {last}?] "
        "Give a fall as a negative number. {give}",
        {"series": name_column(scene, first, time=False), "first": first.time, "last": last.time},
        {"op": "subtract", "left": total(last, selected(scene)), "right": total(first, selected(scene))},
        "number",
        scene.asked,
        scene.metric(first).decimals,
    )


def _share(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    return Draft(
        "[What percentage of the total of {column} over all {entities} on this page belongs to {whole}?"
        "|Of {column}, summed over every {entity} shown, what share in percent fell to {whole}?] "
        "Round to one decimal.",
        {"column": name_column(scene, column)},
        percent_of(total(column, selected(scene)), total(column, EVERYONE)),
        "percent",
        scene.asked,
        1,
    )


def _ratio(scene: Scene, rng: random.Random) -> Draft:
    column, other = scene.asked
    return Draft(
        "[Divide {sum} {column} by {sum} {other}, both for {whole}. What is the result?"
        "|For {whole} as a whole, what is the ratio of {column} to {other}?] "
        "Give a number rounded to two decimals.",
        {"column": name_column(scene, column), "other": name_column(scene, other)},
        rounded({"op": "divide", "left": total(column, selected(scene)), "right": total(other, selected(scene))}, 2),
        "number",
        scene.asked,
        2,
    )


def _total_where(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    by = scene.draw_other(rng, column)
    size = len(scene.selected)
    level = split_level(scene, rng, by, scene.selected, min(2, size - 1), size - 1)
    if level is None:
        return None
    return Draft(
        "[Count only those {members} whose figure for {by} was above {level} {unit}. What is their total of {column}?"
        "|What is the total of {column} over those {members} whose figure for {by} was above {level} {unit}?] "
        "{give}",
        {
            "column": name_column(scene, column),
            "by": name_column(scene, by),
            "level": write_level(level),
            "unit": scene.metric(by).unit,
        },
        total(column, where(selected(scene), by, "more than", level)),
        "number",
        (column, by),
        scene.metric(column).decimals,
        {"level": level},
    )


def _combined(scene: Scene, rng: random.Random) -> Draft:
    column, other = scene.asked
    program: Program = {"op": "add", "left": total(column, selected(scene)), "right": total(other, selected(scene))}
    return Draft(
        "[What do {column} and {other} come to together for {whole}?"
        "|For {whole}, what is the sum of {column} and {other}?] {give}",
        {"column": name_column(scene, column), "other": name_column(scene, other)},
        program,
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


TEMPLATES = (
    Template("total", TASK, "several", "one", _total),
    Template("mean", TASK, "several", "one", _mean),
    Template("spread", TASK, "several", "one", _spread),
    Template("change", TASK, "any", "times", _change),
    Template("share", TASK, "any", "one", _share),
    Template("ratio", TASK, "any", "pair", _ratio),
    Template("total_where", TASK, "several", "one", _total_where),
    Template("combined", TASK, "any", "pair", _combined),
)
