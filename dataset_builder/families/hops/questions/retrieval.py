"""Value retrieval: find the set, then read one mark."""

from __future__ import annotations

import random

from dataset_builder.families.hops.programs import Program, column_json
from dataset_builder.families.hops.questions.scene import (
    Draft,
    Scene,
    Template,
    apart,
    name_column,
    pick,
    selected,
    split_level,
    total,
    values,
    where,
    write_level,
)

TASK = "value_retrieval"


def _read_one(scene: Scene, rng: random.Random) -> Draft:
    (column,) = scene.asked
    return Draft(
        "[What was the figure for {column} of {one}?|What figure does the page show for {column} at {one}?] {give}",
        {"column": name_column(scene, column)},
        total(column, selected(scene)),
        "number",
        scene.asked,
        scene.metric(column).decimals,
    )


def _read_end(extreme: str, op: str) -> Template:
    def write(scene: Scene, rng: random.Random) -> Draft | None:
        (column,) = scene.asked
        if not apart(scene, column, scene.selected, extreme):
            return None
        return Draft(
            "[Among the {members}, what was the {extreme} figure for {column}?"
            "|What is the {extreme} figure for {column} that any {member} has?] {give}",
            {"column": name_column(scene, column), "extreme": extreme},
            {"op": op, "of": values(column, selected(scene))},
            "number",
            scene.asked,
            scene.metric(column).decimals,
            {"extreme": extreme},
        )

    return Template(f"{extreme}_value", TASK, "several", "one", write)


def _read_at_end(extreme: str) -> Template:
    def write(scene: Scene, rng: random.Random) -> Draft | None:
        (column,) = scene.asked
        by = scene.draw_other(rng, column)
        if not apart(scene, by, scene.selected, extreme):
            return None
        found = pick(selected(scene), values(by, selected(scene)), extreme)
        return Draft(
            "[Take the {member} with the {extreme} figure for {by}. What was its figure for {column}?"
            "|Which figure for {column} belongs to the {member} that has the {extreme} figure for {by}?] {give}",
            {"column": name_column(scene, column), "by": name_column(scene, by), "extreme": extreme},
            total(column, found),
            "number",
            (column, by),
            scene.metric(column).decimals,
            {"extreme": extreme},
        )

    return Template(f"value_at_{extreme}", TASK, "several", "one", write)


def _read_where(scene: Scene, rng: random.Random) -> Draft | None:
    (column,) = scene.asked
    by = scene.draw_other(rng, column)
    level = split_level(scene, rng, by, scene.selected, 1, 1)
    if level is None:
        return None
    return Draft(
        "[Exactly one {member} has a figure for {by} above {level} {unit}. What was its figure for {column}?"
        "|What was the figure for {column} of the only {member} whose figure for {by} was above {level} {unit}?] "
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


def _name_peak(scene: Scene, rng: random.Random) -> Draft | None:
    columns = scene.asked
    extreme = rng.choice(("highest", "lowest"))
    times = len({column.time for column in columns}) > 1
    found = sorted((scene.table[column][scene.selected[0]] for column in columns), reverse=extreme == "highest")
    if abs(found[0] - found[1]) < 10.0 ** -scene.metric(columns[0]).decimals:
        return None
    program: Program = {
        "op": "peak",
        "of": selected(scene),
        "columns": [column_json(column) for column in columns],
        "extreme": extreme,
        "part": "time" if times else "group",
    }
    shown = ", ".join(column.time if times else column.group for column in columns)
    first = columns[0]
    series = name_column(scene, first, time=False) if times else ""
    plain = name_column(scene, first).replace(f" ({first.group})", "")
    return Draft(
        "In which {part} did {one} have its {extreme} figure for {series}: {shown}?"
        if times
        else "For which {part} did {one} have its {extreme} figure for {series}: {shown}?",
        {
            "part": scene.topic.period if times else scene.topic.group,
            "extreme": extreme,
            "series": series or plain,
            "shown": shown,
        },
        program,
        "text",
        columns,
        parameters={"extreme": extreme, "part": program["part"]},
    )


TEMPLATES = (
    Template("value", TASK, "one", "one", _read_one),
    _read_end("highest", "max"),
    _read_end("lowest", "min"),
    _read_at_end("highest"),
    _read_at_end("lowest"),
    Template("value_where", TASK, "several", "one", _read_where),
    Template("peak", TASK, "one", "run", _name_peak),
)
