"""Hypothetical reasoning: find the set, then compute what would be if something were otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    name_column,
    percent_of,
    pick,
    round_between,
    rounded,
    selected,
    total,
    values,
    write_level,
)

TASK = "hypothetical"
_PERCENTS = (4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
_FELT = 0.03
"""Least change, as a share of what it leads to, that is worth a supposition."""


def _is_felt(before: float, after: float) -> bool:
    return abs(after - before) >= _FELT * abs(after)


def _scaled_total(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    percent = rng.choice(_PERCENTS) * rng.choice((1, -1))
    return Draft(
        "[Suppose the figure for {column} of every {member} had been {percent}% {word}. What would their total be?"
        "|If the figure for {column} of each of the {members} had been {percent}% {word}, what would these figures "
        "add up to?] "
        "{give_rounded}",
        {
            "column": name_column(scene, column),
            "percent": str(abs(percent)),
            "word": "higher" if percent > 0 else "lower",
        },
        rounded({"op": "scale", "of": total(column, selected(scene)), "percent": percent}, 2),
        "number",
        scene.asked,
        2,
        {"percent": percent},
    )


def _raised_lowest(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    own = scene.values(column, scene.selected)
    if not _is_felt(sum(own), sum(own) - min(own) + max(own)):
        return None
    row = values(column, selected(scene))
    gain: Program = {"op": "subtract", "left": {"op": "max", "of": row}, "right": {"op": "min", "of": row}}
    return Draft(
        "Suppose that, among the {members}, the one with the lowest figure for {column} had [instead reached|matched] "
        "the highest figure among them. What would the figures of all {members} then add up to? {give}",
        {"column": name_column(scene, column)},
        {"op": "add", "left": {"op": "sum", "of": row}, "right": gain},
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


def _without_one(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    extreme = rng.choice(("highest", "lowest"))
    ordered = sorted(scene.values(column, scene.selected), reverse=extreme == "highest")
    if not _is_felt(fmean(ordered), fmean(ordered[1:])):
        return None
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
    percent = rng.choice([percent for percent in _PERCENTS if percent >= 8]) * rng.choice((1, -1))
    own = scene.values(column, scene.selected)
    level = _level_crossed(rng, own, percent, scene.metric(column).decimals)
    if level is None:
        return None
    row: Program = {"op": "scale", "of": values(column, selected(scene)), "percent": percent}
    return Draft(
        "[If the figure for {column} of every {member} {rose} by {percent}%, how many of them would be above {level} "
        "{unit}?"
        "|Let the figure for {column} of each of the {members} {rise} by {percent}%. How many of them then exceed "
        "{level} {unit}?]",
        {
            "column": name_column(scene, column),
            "rose": "rose" if percent > 0 else "fell",
            "rise": "rise" if percent > 0 else "fall",
            "percent": str(abs(percent)),
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


def _level_crossed(rng: random.Random, own: Sequence[float], percent: int, decimals: int) -> float | None:
    """Return a round number that a change in percent makes some of ``own`` cross, none of them ending up close to it.

    The number of those that end up above it is drawn evenly of those that can be; None if there is no such number.
    """
    after = [value * (100 + percent) / 100 for value in own]
    bounds = sorted((*own, *after))
    levels: dict[int, float] = {}
    for low, high in pairwise(bounds):
        near = 0.004 * high
        level = round_between(low + near, high - near, decimals)
        if level is None:
            continue
        count = sum(value > level for value in after)
        if count != sum(value > level for value in own):
            levels[count] = level
    return levels[rng.choice(sorted(levels))] if levels else None


def _share_after(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    percent = rng.choice(_PERCENTS)
    part, whole = (sum(scene.values(column, names)) for names in (scene.selected, scene.entities))
    gain = part * percent / 100
    if not _is_felt(part / whole, (part + gain) / (whole + gain)):
        return None
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


def _two_changes(scene: Scene, rng: random.Random) -> Draft | None:
    column, other = scene.asked
    rise, fall = rng.sample(_PERCENTS, 2)
    first, second = (sum(scene.values(asked, scene.selected)) for asked in scene.asked)
    if not _is_felt(first + second, first * (100 + rise) / 100 + second * (100 - fall) / 100):
        return None
    left: Program = {"op": "scale", "of": total(column, selected(scene)), "percent": rise}
    right: Program = {"op": "scale", "of": total(other, selected(scene)), "percent": -fall}
    return Draft(
        "[Suppose that, for {whole}, {column} rose by {rise}% and {other} fell by {fall}%. What would the two then "
        "come to together?"
        "|For {whole}, let {column} rise by {rise}% and {other} fall by {fall}%. What is the sum of the two then?] "
        "{give_rounded}",
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
