"""Ranking: find the set, then put it in order, or find its place in the order of all."""

from __future__ import annotations

import random

from dataset_builder.families.hops.programs import EVERYONE, Program
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    apart,
    name_column,
    pick,
    selected,
    split_level,
    values,
    where,
    write_level,
)
from dataset_builder.families.hops.tables import margin

TASK = "ranking"


def _name(of: Program) -> Program:
    return {"op": "name", "of": of}


def _end(extreme: str) -> Template:
    def write(scene: Scene, rng: random.Random) -> Draft | None:
        (column,) = scene.asked
        if not apart(scene, column, scene.selected, extreme):
            return None
        return Draft(
            "[Which of the {members} had the {extreme} figure for {column}?"
            "|Which {member} had the {extreme} figure for {column}?] {name}",
            {"column": name_column(scene, column), "extreme": extreme},
            _name(pick(selected(scene), values(column, selected(scene)), extreme)),
            "entity",
            scene.asked,
            parameters={"extreme": extreme},
        )

    return Template(f"name_{extreme}", TASK, "several", "one", write)


def _second(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    extreme = rng.choice(("highest", "lowest"))
    if not apart(scene, column, scene.selected, extreme, 2):
        return None
    return Draft(
        "[Which of the {members} had the second-{extreme} figure for {column}?"
        "|Rank the {members} by {column}. Which one has the second-{extreme} figure?] {name}",
        {"column": name_column(scene, column), "extreme": extreme},
        _name(pick(selected(scene), values(column, selected(scene)), extreme, 2)),
        "entity",
        scene.asked,
        parameters={"extreme": extreme},
    )


def _place(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    own: Program = {"op": "max", "of": values(column, selected(scene))}
    above: Program = {"op": "count", "of": where(EVERYONE, column, "more than", own)}
    return Draft(
        "[Rank all {entities} on this page by {column}, the highest figure first. At which place does {one} stand?"
        "|By {column}, which place does {one} take among all {entities} shown, 1 being the highest?] Answer "
        "with a number.",
        {"column": name_column(scene, column)},
        {"op": "shift", "of": above, "by": 1},
        "number",
        scene.asked,
    )


def _end_where(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    by = scene.draw_other(rng, column)
    extreme = rng.choice(("highest", "lowest"))
    level = split_level(scene, rng, by, scene.selected, 2, len(scene.selected) - 1)
    if level is None:
        return None
    left = [name for name in scene.selected if scene.table[by][name] > level]
    if not apart(scene, column, left, extreme):
        return None
    of = where(selected(scene), by, "more than", level)
    return Draft(
        "[Of those {members} whose figure for {by} was above {level} {unit}, which one had the {extreme} figure for "
        "{column}?|Consider only {members} whose figure for {by} was above {level} {unit}. Which of them had the "
        "{extreme} figure for {column}?] {name}",
        {
            "column": name_column(scene, column),
            "by": name_column(scene, by),
            "extreme": extreme,
            "level": write_level(level),
            "unit": scene.metric(by).unit,
        },
        _name(pick(of, values(column, of), extreme)),
        "entity",
        (column, by),
        parameters={"extreme": extreme, "level": level},
    )


def _difference(scene: Scene, rng: random.Random) -> Draft | None:
    first, last = scene.asked
    changes = {name: scene.table[last][name] - scene.table[first][name] for name in scene.selected}
    direction = "rise" if max(changes.values()) > 0 else "fall"
    sign = 1 if direction == "rise" else -1
    ordered = sorted((sign * change for change in changes.values()), reverse=True)
    gap = margin(scene.metric(first)) / 4
    if ordered[0] <= 0 or ordered[0] - ordered[1] < gap:
        return None
    left, right = (last, first) if direction == "rise" else (first, last)
    by: Program = {
        "op": "subtract",
        "left": values(left, selected(scene)),
        "right": values(right, selected(scene)),
    }
    return Draft(
        "[Which of the {members} saw the largest {direction} (as an amount, not in percent) of {series} from {first} "
        "to {last}?|For which {member} did {series} {direction} the most from {first} to {last}, as an amount and not "
        "in percent?] {name}",
        {
            "series": name_column(scene, first, time=False),
            "first": first.time,
            "last": last.time,
            "direction": direction,
        },
        _name(pick(selected(scene), by, "highest")),
        "entity",
        scene.asked,
        parameters={"direction": direction},
    )


def _combined(scene: Scene, rng: random.Random) -> Draft | None:
    column, other = scene.asked
    extreme = rng.choice(("highest", "lowest"))
    sums = sorted(
        (scene.table[column][name] + scene.table[other][name] for name in scene.selected), reverse=extreme == "highest"
    )
    if abs(sums[0] - sums[1]) < margin(scene.metric(column)) / 2:
        return None
    by: Program = {"op": "add", "left": values(column, selected(scene)), "right": values(other, selected(scene))}
    return Draft(
        "[Add {column} and {other}. Which of the {members} has the {extreme} sum?"
        "|Which {member} has the {extreme} figure when {column} and {other} are added up?] {name}",
        {"column": name_column(scene, column), "other": name_column(scene, other), "extreme": extreme},
        _name(pick(selected(scene), by, extreme)),
        "entity",
        scene.asked,
        parameters={"extreme": extreme},
    )


TEMPLATES = (
    _end("highest"),
    _end("lowest"),
    Template("name_second", TASK, "three", "one", _second),
    Template("place", TASK, "one", "one", _place),
    Template("name_where", TASK, "three", "one", _end_where),
    Template("name_change", TASK, "several", "times", _difference),
    Template("name_combined", TASK, "several", "pair", _combined),
)
