"""Courses, peaks, forms, causes and targets that a sentence states, and what an exhibit has instead."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

from dataset_builder.families.reports.programs import Program, find_course
from dataset_builder.families.reports.questions.cross.claims import OPPOSITE, Shape, choose_level
from dataset_builder.families.reports.questions.cross.subjects import (
    LINES,
    about,
    list_marks,
    list_pairs,
    list_scenes,
    look_up,
    look_up_stated,
    name_row,
    name_series,
    name_topic,
    print_level,
    say_keys,
    say_value,
    stated,
    value_fact,
    wrong_figure,
    wrong_readings,
    year_facts,
)
from dataset_builder.families.reports.questions.forms import COURSES, course_aliases, other_courses
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.saying import capital, name_fact, number_fact, word_fact
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.writing.authored import typeset

_ROUGH = 0.12
"""Tolerance, as a share of a value, up to which it may be asked for beside a course."""
CAUSES = (
    "the shared register",
    "the new fee schedule",
    "the merger of two offices",
    "the loss of two senior people",
    "the new reporting rule",
    "the training programme",
    "the closure of an old site",
    "the agreement with the neighbours",
    "a change of contractor",
    "the staff agreement",
    "a long dispute over access",
    "the move to new premises",
    "the joint help desk",
    "a new line of credit",
    "the reform of inspections",
    "an ageing workforce",
)
"""Reasons that may be given for a movement of any figure, up or down."""


def list_courses(setting: Setting) -> Iterator[tuple[Scene, tuple[Mark, ...], str, float]]:
    """Yield rows of line charts whose course is plain, with it and the moves that it passes over."""
    for scene in list_scenes(setting, ("panel", "composition")):
        if scene.kind not in LINES:
            continue
        parts = 3 if scene.kind == "sparkline_grid" else 2
        least = max(scene.sight / parts, 10.0**-scene.decimals)
        for row in scene.rows:
            marks = scene.of_row(row)
            ends = [marks[place] for place in (0, -1)]
            if len(marks) < 5 or not all(_is_near(scene, mark) for mark in ends):
                continue
            span = max(mark.value for mark in marks) - min(mark.value for mark in marks)
            noise = round(max(least, 0.12 * span), 6)
            course = find_course([Fraction(str(mark.value)) for mark in marks], Fraction(str(noise)))
            if course != "mixed" and span >= 4 * least:
                yield scene, marks, course, noise


def _is_near(scene: Scene, mark: Mark) -> bool:
    """Tell whether a value can be given with a line's course, which takes less exactness than a value alone."""
    return scene.can_read(mark) or (scene.kind != "sparkline_grid" and scene.tolerance <= _ROUGH * abs(mark.value))


def state_course(setting: Setting, rng: random.Random) -> Shape | None:
    """State how a line runs (L5)."""
    found = list(list_courses(setting))
    if not found:
        return None
    scene, marks, course, noise = rng.choice(found)
    claimed = course if setting.confirmed else rng.choice([each for each in COURSES if each != course])
    name, ends = setting.statement_id(), (marks[0], marks[-1])
    program = {"op": "course", "of": [look_up(scene, mark, name, "entity") for mark in marks], "least": noise}
    text = COURSES[course]
    return Shape(
        scene,
        "st.course.S",
        (claimed,),
        {"series": name_series(scene, marks[0].row), "first": marks[0].column, "last": marks[-1].column},
        {
            "entity": marks[0].row,
            "first": int(marks[0].column),
            "last": int(marks[-1].column),
            "course": claimed,
        },
        {} if setting.confirmed else {"course": course},
        marks,
        {"op": "same", "left": program, "right": stated(name, "course")},
        (
            program,
            *(look_up(scene, mark, name, "entity", part) for mark, part in zip(ends, ("first", "last"), strict=True)),
        ),
        (word_fact("course", text, course_aliases(course), other_courses(course)), *year_facts(scene, ends)),
        f"{text}, {scene.print(ends[0].value)}, {scene.print(ends[1].value)}",
        f"The line of {name_row(scene, marks[0])} {text}, from {say_value(scene, ends[0])} at first "
        f"to {say_value(scene, ends[1])} at last.",
        "Words and line fit together." if setting.confirmed else f"A line that {COURSES[claimed]} looks different.",
        "the course as it is drawn, with its first and last value",
        (
            f"Follow the line of {marks[0].row} from {ends[0].column} to {ends[1].column}: it {text}.",
            f"Read {scene.point(ends[0])} and {scene.point(ends[1])}.",
        ),
        (
            *(
                WrongAnswer(
                    f"{COURSES[each]}, {scene.print(ends[0].value)}, {scene.print(ends[1].value)}",
                    "reasoning",
                    "course misjudged",
                )
                for each in COURSES
                if each not in (course, claimed)
            ),
            *wrong_readings(scene, ends[1]),
            *wrong_figure(setting, scene),
        ),
    )


def state_peak(setting: Setting, rng: random.Random) -> Shape | None:
    """State when a series was at its height or its low (L2)."""
    for scene in list_scenes(setting, ("panel", "composition")):
        for row in rng.sample(scene.rows, len(scene.rows)):
            extreme = rng.choice(("highest", "lowest"))
            ranked = sorted(scene.of_row(row), key=lambda mark: mark.value, reverse=extreme == "highest")
            if len(ranked) < 4 or abs(ranked[0].value - ranked[1].value) < scene.sight or not scene.can_read(ranked[0]):
                continue
            top, name = ranked[0], setting.statement_id()
            claimed = top if setting.confirmed else rng.choice(ranked[1:3])
            options = [
                {"name": mark.column, "value": look_up(scene, mark, name, "entity")} for mark in scene.of_row(row)
            ]
            pick: Program = {"op": "pick", "extreme": extreme, "place": 1, "of": options}
            value: Program = {
                "op": "lookup",
                "dataset": scene.region.dataset.id,
                "keys": [stated(name, "entity"), pick],
            }
            years = [mark.column for mark in scene.of_row(row)]
            return Shape(
                scene,
                "st.peak.S",
                (extreme,),
                {"series": name_series(scene, row), "first": years[0], "last": years[-1], "year": claimed.column},
                {
                    "entity": row,
                    "year": int(claimed.column),
                    "place": extreme,
                    "first": int(years[0]),
                    "last": int(years[-1]),
                },
                {} if setting.confirmed else {"year": int(top.column)},
                tuple(ranked),
                {"op": "same", "left": {"op": "number", "of": pick}, "right": stated(name, "year")},
                (pick, value),
                (name_fact("year", top.column, ()), value_fact(scene, top)),
                f"{top.column}, {scene.print(top.value)}",
                f"{capital(name_row(scene, top))} is {extreme} in {top.column}, at {say_value(scene, top)}.",
                f"Next comes {ranked[1].column}."
                if setting.confirmed
                else f"{claimed.column} only has {say_value(scene, claimed)}.",
                "the year of which it is true, and its value",
                (
                    f"Compare the values of {row} from {years[0]} to {years[-1]}.",
                    f"The {extreme} is {scene.point(top)}.",
                ),
                (
                    WrongAnswer(
                        f"{ranked[-1].column}, {scene.print(ranked[-1].value)}",
                        "reasoning",
                        "ranked from the other end",
                    ),
                    WrongAnswer(f"{ranked[1].column}, {scene.print(ranked[1].value)}", "precision", "next in rank"),
                    *wrong_figure(setting, scene),
                ),
            )
    return None


def state_cause(setting: Setting, rng: random.Random) -> Shape | None:
    """State what made a value go up or down between two years (L4)."""
    for scene, one, two in list_pairs(setting, rng, exact=False):
        if abs(two.value - one.value) < 2 * max(scene.sight, 0.04 * one.value):
            continue
        actual = "rose" if two.value > one.value else "fell"
        claimed = actual if setting.confirmed else {"rose": "fell", "fell": "rose"}[actual]
        name, cause = setting.statement_id(), rng.choice(CAUSES)
        ends = [look_up(scene, mark, name, "entity", part) for mark, part in ((one, "first"), (two, "last"))]
        return Shape(
            scene,
            "st.cause.S",
            ("up" if claimed == "rose" else "down",),
            {"series": name_series(scene, one.row), "first": one.column, "last": two.column, "cause": cause},
            {
                "entity": one.row,
                "first": int(one.column),
                "last": int(two.column),
                "direction": claimed,
                "cause": cause,
            },
            {} if setting.confirmed else {"direction": actual},
            (one, two),
            {"op": "same", "left": {"op": "direction", "of": ends}, "right": stated(name, "direction")},
            (stated(name, "cause"), *ends),
            (
                word_fact("cause", cause, (cause.split(" ", 1)[1],), [each for each in CAUSES if each != cause][:6]),
                *year_facts(scene, (one, two)),
            ),
            f"{cause}, {scene.print(one.value)}, {scene.print(two.value)}",
            f"While {cause} should explain it, {name_row(scene, one)} {actual} from {say_value(scene, one)} "
            f"to {say_value(scene, two)}.",
            "Such a movement fits." if setting.confirmed else "Such a movement points the other way.",
            "the cause that the text names, and the values at both ends of the change",
            (
                f"Take the cause from the text: {cause}.",
                f"Read {scene.point(one)} and {scene.point(two)}: the value {actual}.",
                f"The explanation needs one that {claimed}.",
            ),
            (
                WrongAnswer(
                    f"{scene.print(one.value)}, {scene.print(two.value)}", "incomplete_retrieval", "no cause given"
                ),
                *wrong_readings(scene, two),
                *wrong_figure(setting, scene),
            ),
        )
    return None


def state_target(setting: Setting, rng: random.Random) -> Shape | None:
    """State that a target was met (L3): the gap is asked for."""
    wishes = {metric.id: metric.better for metric in setting.world.topic.metrics}
    for scene, mark in list_marks(
        setting, rng, lambda scene: wishes.get(scene.region.dataset.id) in ("higher", "lower")
    ):
        relation = "above" if wishes[scene.region.dataset.id] == "higher" else "below"
        level = choose_level(scene, mark.value, (relation == "above") != setting.confirmed, rng)
        if level is None:
            continue
        name, printed = setting.statement_id(), print_level(scene, level)
        value = look_up_stated(scene, mark, name)
        gap = round(abs(mark.value - level), scene.decimals)
        met = f"{'over' if mark.value > level else 'under'} {printed}"
        return Shape(
            scene,
            "st.target.S",
            (relation,),
            {"E": name_row(scene, mark), "topic": typeset(name_topic(scene)), "year": mark.column, "value": printed},
            {**say_keys(scene, mark), "relation": relation, "level": level},
            {} if setting.confirmed else {"relation": OPPOSITE[relation]},
            (mark,),
            {"op": "holds", "relation": stated(name, "relation"), "left": value, "right": stated(name, "level")},
            (value, _distance(value, stated(name, "level"), mark.value > level)),
            (value_fact(scene, mark), number_fact("gap", gap, scene.gap, tolerance=scene.tolerance)),
            f"{scene.print(mark.value)}, {scene.print(gap, unit=scene.gap)}",
            f"{name_row(scene, mark)} stood at {say_value(scene, mark)}.",
            f"This is {about(scene)}{scene.print(gap, unit=scene.gap)} {met}.",
            "what was reached and how far from the target that is",
            (f"Read {scene.point(mark)}.", f"Take the distance from {printed}: {scene.print(gap, unit=scene.gap)}."),
            (
                WrongAnswer(f"{scene.print(mark.value)}", "incomplete_retrieval", "value without its distance"),
                *wrong_readings(scene, mark),
                *wrong_figure(setting, scene),
            ),
        )
    return None


def _distance(one: Program, two: Program, first_larger: bool) -> Program:
    left, right = (one, two) if first_larger else (two, one)
    return {"op": "subtract", "left": left, "right": right}
