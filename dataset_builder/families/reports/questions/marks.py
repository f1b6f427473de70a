"""Visual interpretation (L5): which marks stand out in direction, width, distance or tilt."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.patterns import FELL, ROSE
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    join_names,
    list_fact,
    name_fact,
    number_fact,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene


def _below_zero(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many bars of a diverging chart, or steps of a waterfall, go one way."""
    if scene.kind not in ("diverging_bar", "waterfall"):
        return None
    marks = scene.marks if scene.kind == "diverging_bar" else scene.marks[1:-1]
    if any(abs(mark.value) < scene.sight for mark in marks):
        return None
    falls = rng.random() < 0.6
    found = [mark.row for mark in marks if (mark.value < 0) == falls]
    if not found:
        return None
    program = {
        "op": "count",
        "of": [dict(mark.program) for mark in marks],
        "comparison": "below" if falls else "above",
        "level": 0,
    }
    if scene.kind == "waterfall":
        cores = (
            f"how many of the coloured steps {'pull the level down' if falls else 'push the level up'}",
            f"judging by their colour, how many steps are {'decreases' if falls else 'increases'}",
        )
    else:
        cores = (
            f"how many bars lie on the {'negative' if falls else 'positive'} side of the zero line",
            f"judging by side and colour of the bars, how many {scene.members} {'lost' if falls else 'gained'}",
        )
    return Draft(
        cores=cores,
        program=program,
        short=str(len(found)),
        answer_type="number",
        leads=(f"{count_word(len(found)).capitalize()} do.", f"There are {count_word(len(found))}."),
        more=(
            f"They belong to {join_names(found)}.",
            f"The other {count_word(len(marks) - len(found))} point the opposite way.",
        ),
        key_facts=(number_fact("count", len(found), ""),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks if mark.row in found),
        steps=(f"Find {scene.number}.", "Sort what is drawn by direction and colour.", f"Count {join_names(found)}."),
        wrong=(
            WrongAnswer(str(len(marks) - len(found)), "other_scale", "the other direction"),
            WrongAnswer(str(len(found) + 1), "neighbouring_mark", "one too many"),
        ),
    )


def _ribbon(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "sankey":
        return None
    ranked = sorted(scene.marks, key=lambda mark: -mark.value)
    best, near = ranked[:2]
    if best.value - near.value < 0.02 * best.value:
        return None
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [{"name": f"{mark.row} to {mark.column}", "value": dict(mark.program)} for mark in scene.marks],
    }
    return Draft(
        cores=(
            "between which two names does the widest ribbon run",
            "which ribbon is the widest, where does it start and where does it end",
        ),
        program=program,
        short=f"{best.row} to {best.column}",
        answer_type="list",
        leads=(
            f"It runs from “{best.row}” to “{best.column}”.",
            f"The broadest starts at “{best.row}” and ends at “{best.column}”.",
        ),
        more=(
            f"Width stands for the amount, here {scene.print(best.value)}.",
            "No other is as broad.",
        ),
        key_facts=(list_fact("ends", (best.row, best.column)),),
        facts=facts_of(scene.marks),
        points=(scene.point(best), scene.point(near)),
        steps=(
            f"Find {scene.number}.",
            "Compare the widths of all ribbons.",
            f"The widest is {best.row} to {best.column}.",
        ),
        wrong=(WrongAnswer(f"{near.row} to {near.column}", "neighbouring_mark", "the next widest"),),
    )


def _apart(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask where two dots, or the outlines of a radar, lie farthest apart."""
    if scene.kind not in ("dumbbell", "radar"):
        return None
    across = scene.rows if scene.kind == "dumbbell" else scene.columns
    sets = {name: scene.of_row(name) if scene.kind == "dumbbell" else scene.of_column(name) for name in across}
    if scene.kind == "radar" and len(scene.rows) != 2:
        return None
    gaps = {name: abs(marks[0].value - marks[-1].value) for name, marks in sets.items()}
    ranked = sorted(gaps, key=lambda name: -gaps[name])
    best, near = ranked[:2]
    axis = scene.spec.y
    if gaps[best] - gaps[near] < 0.04 * ((axis.high or 0.0) - (axis.low or 0.0)):
        return None

    def gap(marks: Sequence[Mark]) -> dict[str, object]:
        first, last = sorted(marks, key=lambda mark: -mark.value)
        return {"op": "subtract", "left": dict(first.program), "right": dict(last.program)}

    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [{"name": name, "value": gap(sets[name])} for name in across],
    }
    member = scene.member if scene.kind == "dumbbell" else "dimension"
    quoted = best if scene.kind == "dumbbell" else f"“{best}”"
    return Draft(
        cores=(
            (
                f"for which {member} are the two dots farthest apart",
                f"whose connecting bar is the longest, among the {scene.members}",
            )
            if scene.kind == "dumbbell"
            else (
                "on which dimension do the two outlines lie farthest apart",
                "along which spoke is the gap between the outlines widest",
            )
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(f"It is {quoted}.", f"That is {quoted}."),
        more=("The distance there is clearly larger than elsewhere.", "None of the others comes near it."),
        key_facts=(name_fact(member, best, [name for name in across if name != best]),),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(mark) for mark in sets[best]),
        steps=(f"Find {scene.number}.", "Compare the distances.", f"The widest is that of {best}."),
        wrong=(
            WrongAnswer(near, "neighbouring_mark", "the next widest"),
            WrongAnswer(ranked[-1], "other_scale", "the narrowest"),
        ),
    )


def _steepest(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "slope":
        return None
    first_time, last_time = scene.columns
    moves = {row: scene.mark(row, last_time).value - scene.mark(row, first_time).value for row in scene.rows}
    ranked = sorted(moves, key=lambda row: -abs(moves[row]))
    best, near = ranked[:2]
    values = [mark.value for mark in scene.marks]
    if abs(moves[best]) - abs(moves[near]) < 0.03 * (max(values) - min(values)):
        return None
    rose = moves[best] > 0
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [
            {
                "name": row,
                "value": {
                    "op": "subtract",
                    "left": dict(scene.mark(row, high).program),
                    "right": dict(scene.mark(row, low).program),
                },
            }
            for row in scene.rows
            for high, low in [(last_time, first_time) if moves[row] > 0 else (first_time, last_time)]
        ],
    }
    quoted = f"“{best}”" if scene.data == "composition" else best
    return Draft(
        cores=(
            "which line is the steepest, and does it slope up or down",
            "whose line is tilted most, and in which direction",
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(
            f"{quoted} has the steepest one, and it goes {'up' if rose else 'down'}.",
            f"It is that of {quoted}, tilted {'up' if rose else 'down'}wards.",
        ),
        more=(
            "All the others are flatter.",
            "Steepness here shows the size of the change between both dates.",
        ),
        key_facts=(
            name_fact(scene.member, best, [row for row in moves if row != best]),
            word_fact(
                "direction",
                "up" if rose else "down",
                ("upwards", "rising", *ROSE) if rose else ("downwards", "falling", *FELL),
                ("down", *FELL) if rose else ("up", *ROSE),
            )
            | {"core": False},
        ),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(scene.mark(best, time)) for time in (first_time, last_time)),
        steps=(f"Find {scene.number}.", "Compare the tilt of the lines.", f"The steepest is that of {best}."),
        wrong=(WrongAnswer(near, "neighbouring_mark", "the next steepest"),),
    )


TEMPLATES = (
    Template("below_zero", "trend_pattern", "L5", _below_zero, visual=True),
    Template("ribbon", "trend_pattern", "L5", _ribbon, visual=True),
    Template("apart", "trend_pattern", "L5", _apart, visual=True),
    Template("steepest", "trend_pattern", "L5", _steepest, visual=True),
)
