"""Hypothetical reasoning: find the set, then compute what would be if something were otherwise."""

from __future__ import annotations

import random

from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    name_column,
    percent_of,
    pick,
    rounded,
    selected,
    split_level,
    total,
    values,
    write_level,
)

TASK = "hypothetical"
_PERCENTS = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30)


def _scaled_total(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    percent = rng.choice(_PERCENTS) * rng.choice((1, -1))
    return Draft(
        "[Suppose the figure for {column} of every {member} had been {percent}% {word}. What would their total be?"
        "|If each of the {members} had had {percent}% {more} {column}, what would these figures add up to?] "
        "{give_rounded}",
        {
            "column": name_column(scene, column),
            "percent": str(abs(percent)),
            "word": "higher" if percent > 0 else "lower",
            "more": "more" if percent > 0 else "less",
        },
        rounded({"op": "scale", "of": total(column, selected(scene)), "percent": percent}, 2),
        "number",
        scene.asked,
        2,
        {"percent": percent},
    )


def _raised_lowest(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    row = values(column, selected(scene))
    gain: Program = {"op": "subtract", "left": {"op": "max", "of": row}, "right": {"op": "min", "of": row}}
    return Draft(
        "Suppose that, among the {members}, the one with the lowest figure for {column} had [instead reached|matched] "
        "the highest figure among them. What would the total over all {members} be? {give}",
        {"column": name_column(scene, column)},
        {"op": "add", "left": {"op": "sum", "of": row}, "right": gain},
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


def _without_one(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    extreme = rng.choice(("highest", "lowest"))
    row = values(column, selected(scene))
    rest: Program = {"op": "except", "of": selected(scene), "drop": pick(selected(scene), row, extreme)}
    return Draft(
        "[If the {member} with the {extreme} figure for {column} were taken out, what would the average figure of the "
        "remaining ones be?|Suppose {whole} lost the {entity} that has its {extreme} figure for {column}. What "
        "would the average figure of those that remain be?] {give_rounded}",
        {"column": name_column(scene, column), "extreme": extreme},
        rounded({"op": "mean", "of": values(column, rest)}, 2),
        "number",
        scene.asked,
        2,
        {"extreme": extreme},
    )


def _shifted_count(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    level = split_level(scene, rng, column, scene.selected, 0, len(scene.selected) - 1)
    if level is None:
        return None
    percent = rng.choice(_PERCENTS)
    row: Program = {"op": "scale", "of": values(column, selected(scene)), "percent": percent}
    near = [value * (100 + percent) / 100 - level for value in scene.values(column, scene.selected)]
    if min(map(abs, near)) < 0.004 * level:
        return None
    return Draft(
        "[If the figure for {column} of every {member} rose by {percent}%, how many of them would be above {level} "
        "{unit}?"
        "|Raise the figure for {column} of each of the {members} by {percent}%. How many of them then exceed {level} "
        "{unit}?]",
        {
            "column": name_column(scene, column),
            "percent": str(percent),
            "level": write_level(level),
            "unit": scene.metric(column).unit,
        },
        {
            "op": "count",
            "of": {"op": "where", "of": selected(scene), "by": row, "comparison": "more than", "value": level},
        },
        "number",
        scene.asked,
        parameters={"percent": percent, "level": level},
    )


def _share_after(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    percent = rng.choice(_PERCENTS)
    own: Program = {"op": "scale", "of": total(column, selected(scene)), "percent": percent}
    rest = total(column, {"op": "except", "of": EVERYONE, "drop": selected(scene)})
    return Draft(
        "Suppose {column} had been {percent}% higher throughout {whole} and unchanged at all other {entities} shown. "
        "What percentage of the new total over all {entities} would [belong|fall] to {whole}? Round to one decimal.",
        {"column": name_column(scene, column), "percent": str(percent)},
        percent_of(own, {"op": "add", "left": own, "right": rest}),
        "percent",
        scene.asked,
        1,
        {"percent": percent},
    )


def _two_changes(scene: Scene, rng: random.Random) -> Draft:
    column, other = scene.asked
    rise, fall = rng.sample(_PERCENTS, 2)
    left: Program = {"op": "scale", "of": total(column, selected(scene)), "percent": rise}
    right: Program = {"op": "scale", "of": total(other, selected(scene)), "percent": -fall}
    return Draft(
        "For {whole}, let every figure for {column} rise by {rise}% and every figure for {other} fall by {fall}%. "
        "[What is the sum of all these figures then?|What do the changed figures add up to?] {give_rounded}",
        {
            "column": name_column(scene, column),
            "other": name_column(scene, other),
            "rise": str(rise),
            "fall": str(fall),
        },
        rounded({"op": "add", "left": left, "right": right}, 2),
        "number",
        scene.asked,
        2,
        {"rise": rise, "fall": fall},
    )


TEMPLATES = (
    Template("scaled_total", TASK, "several", "one", _scaled_total),
    Template("raised_lowest", TASK, "several", "one", _raised_lowest),
    Template("without_one", TASK, "three", "one", _without_one),
    Template("shifted_count", TASK, "several", "one", _shifted_count),
    Template("share_after", TASK, "any", "one", _share_after),
    Template("two_changes", TASK, "any", "pair", _two_changes),
)
