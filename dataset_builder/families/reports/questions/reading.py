"""Value reading (L1): one value of a chart or table."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    capital,
    how_read,
    number_fact,
    print_mark,
    rank_sentence,
    tolerance_text,
    wrong_values,
)
from dataset_builder.families.reports.questions.scene import STATISTICS, Mark, Scene, numbers_only
from dataset_builder.families.reports.titles import lower_case


def value_cores(scene: Scene, mark: Mark) -> tuple[str, ...]:
    """Return ways to ask for the value of a mark."""
    name, where, unit = lower_case(scene.quantity), scene.where(mark), scene.unit
    if scene.is_difference:
        first, last = scene.region.columns
        return (
            f"what change in {name} is shown for {mark.row}",
            f"by how much did {name} in the case of {mark.row} change from {first} to {last}",
            f"how far did {mark.row} move between {first} and {last}",
        )
    if scene.data == "panel":
        cores = (
            f"which value for {name} belongs to {where}",
            f"what figure for {name} does {mark.row} have in {mark.column}",
            f"what value does {mark.row} show for {name} in {mark.column}",
        )
        singular = (
            f"what {name} is shown for {where}",
            f"what is the {name} given for {where}",
            f"how high is the {name} recorded for {where}",
        )
        return cores if scene.is_plural else (*singular, *cores)
    if scene.data == "bins":
        items = scene.region.dataset.unit
        low, high = mark.row.split("–")
        bands = next(
            seed.unit for seed in scene.world.topic.distributions if f"{seed.id}_bins" == scene.region.dataset.id
        )
        return (
            f"how many {items} fall into the band from {low} to {high} {bands}",
            f"how many {items} are counted between {low} and {high} {bands}",
            f"what is the number of {items} in the band {mark.row} {bands}",
        )
    if scene.data == "boxes":
        name = STATISTICS[mark.column]
        return (
            f"what is the {name} of “{mark.row}”",
            f"what {name} is shown for the class “{mark.row}”",
            f"where does the {name} of “{mark.row}” lie",
        )
    if scene.data == "relation":
        side = scene.side(mark.column)
        return (
            f"what value of “{lower_case(side.name)}” does {mark.row} have",
            f"what does {mark.row} show for “{lower_case(side.name)}”",
            f"how high is the value for “{lower_case(side.name)}” in the case of {mark.row}",
        )
    if scene.data == "flow":
        return (
            f"how much flows from “{mark.row}” to “{mark.column}”",
            f"how large is the flow from “{mark.row}” to “{mark.column}”",
            f"what amount passes from “{mark.row}” to “{mark.column}”",
        )
    if scene.data == "bridge":
        if mark.row in (scene.rows[0], scene.rows[-1]):
            return (f"what level is given for “{mark.row}”", f"how high is the total named “{mark.row}”")
        return (
            f"by how much did “{mark.row}” change the level",
            f"how large is the step “{mark.row}”",
            f"what did “{mark.row}” add or take away",
        )
    if scene.data == "profile":
        return (
            f"what score does {mark.row} get on “{mark.column}”",
            f"how many points does {mark.row} have for “{mark.column}”",
            f"how is {mark.row} rated on “{mark.column}”",
        )
    return (
        f"what value is shown for {where}",
        f"how many {unit} are shown for {where}",
        f"what is the figure for {where}",
        f"what number belongs to {where}",
    )


def _readable(scene: Scene) -> list[Mark]:
    marks = [mark for mark in scene.marks if scene.can_read(mark)]
    if scene.data == "relation":
        grid = {"x": scene.spec.x, "y": scene.spec.y} if scene.kind != "table" else {}
        sides = {"x", "y"} if grid else {"x", "y", "size"}
        marks = [mark for mark in marks if mark.column in sides]
        return [mark for mark in marks if _side_tolerance(scene, mark) <= 0.05 * abs(mark.value)]
    return marks


def _side_tolerance(scene: Scene, mark: Mark) -> float:
    if scene.kind == "table" or scene.data != "relation":
        return scene.tolerance
    axis = scene.spec.x if mark.column == "x" else scene.spec.y
    return (axis.step or 0.0) / axis.minor / 2


def _one_value(scene: Scene, rng: random.Random) -> Draft | None:
    marks = _readable(scene)
    if not marks:
        return None
    mark = rng.choice(marks)
    unit = scene.side(mark.column).unit if scene.data == "relation" else scene.unit
    printed, tolerance = print_mark(scene, mark), _side_tolerance(scene, mark)
    signed = scene.is_difference or (scene.data == "bridge" and mark.row not in (scene.rows[0], scene.rows[-1]))
    column = scene.of_column(mark.column)
    about = "about " if tolerance else ""
    where = scene.where(mark)
    leads = (
        f"It is {about}{printed}.",
        f"The value for {where} is {about}{printed}.",
        f"The {scene.noun} puts {where} at {about}{printed}.",
        f"{capital(where)} comes to {about}{printed}.",
    )
    return Draft(
        cores=value_cores(scene, mark),
        program=mark.program,
        short=printed,
        answer_type=answer_type_of(unit),
        leads=leads,
        more=(
            how_read(scene, rng) if scene.data != "relation" or tolerance == 0 else _read_off(scene, mark),
            *(() if signed or scene.data == "relation" else rank_sentence(scene, mark, column)),
            *_asides(scene, mark),
        ),
        key_facts=(number_fact("value", mark.value, unit, tolerance=tolerance),),
        facts=mark.facts,
        points=(scene.point(mark),),
        steps=(
            f"Find {scene.number}.",
            f"Find {scene.where(mark)} in it.",
            f"Read its value: {printed}.",
        ),
        wrong=wrong_values(scene, mark),
        tail=_signed(rng) if signed else tolerance_text(scene, tolerance, rng, unit=unit),
        forbidden=(),
    )


def _asides(scene: Scene, mark: Mark) -> Iterator[str]:
    """Yield sentences on what stands around a mark, without numbers."""
    yield "No other mark has to be looked at for it."
    if len(scene.columns) > 1 and scene.data in ("panel", "composition"):
        yield "Other years of the same line stand beside it and should not be mixed up with it."
    beside = [other.row for other in scene.of_column(mark.column) if other.row != mark.row]
    if beside and scene.data in ("panel", "composition", "profile"):
        yield f"One has to take care not to slip to a neighbour such as {beside[0]}."


def _read_off(scene: Scene, mark: Mark) -> str:
    axis = "horizontal" if mark.column == "x" else "vertical"
    return f"The position of its mark is taken to the {axis} axis and read against the gridlines there."


def _signed(rng: random.Random) -> str:
    return rng.choice(
        ("Give a decrease as a negative number.", "Mind the sign.", "Say whether it is an increase or a decrease.")
    )


def _two_values(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask for two values of one row or column."""
    if scene.data not in ("panel", "composition", "seasonal", "profile", "boxes") or scene.is_difference:
        return None
    marks = [mark for mark in _readable(scene)]
    options = [
        (first, second)
        for place, first in enumerate(marks)
        for second in marks[place + 1 :]
        if (first.row == second.row) != (first.column == second.column)
        and abs(first.value - second.value) > 4 * scene.tolerance
    ]
    if not options:
        return None
    first, second = rng.choice(options)
    wheres = [scene.where(mark) for mark in (first, second)]
    values = [print_mark(scene, mark) for mark in (first, second)]
    about = "about " if scene.tolerance else ""
    name = f" of {lower_case(scene.quantity)}" if scene.data == "panel" else ""
    by_row = first.row != second.row
    facts = tuple(
        number_fact(
            f"value {number}",
            mark.value,
            scene.unit,
            tolerance=scene.tolerance,
            entity=(mark.row if by_row else STATISTICS.get(mark.column, mark.column),),
        )
        for number, mark in enumerate((first, second), start=1)
    )
    subjects = [mark.row if by_row else _time(scene, mark) for mark in (first, second)]
    return Draft(
        cores=(
            f"what are the values{name} for {wheres[0]} and for {wheres[1]}",
            f"which two values{name} are given for {wheres[0]} and {wheres[1]}",
            f"how high is {wheres[0]}, and how high is {wheres[1]}",
        ),
        program={"op": "values", "of": [dict(mark.program) for mark in (first, second)]},
        short=f"{values[0]} and {values[1]}",
        answer_type="list",
        leads=(
            f"{capital(subjects[0])} has {about}{values[0]}, {subjects[1]} {about}{values[1]}.",
            f"{capital(subjects[0])} stands at {about}{values[0]} and {subjects[1]} at {about}{values[1]}.",
        ),
        more=(
            how_read(scene, rng).replace("The number is", "The numbers are").replace("its ", "its own "),
            "Both can be found without any arithmetic.",
            "The first of the two is the larger one."
            if first.value > second.value
            else "The second one is the larger.",
        ),
        key_facts=facts,
        facts=(*first.facts, *second.facts),
        points=(scene.point(first), scene.point(second)),
        steps=(f"Find {scene.number}.", f"Read {scene.point(first)}.", f"Read {scene.point(second)}."),
        wrong=(WrongAnswer(f"{values[1]} and {values[0]}", "other_series", "the two exchanged"),),
        tail=tolerance_text(scene, scene.tolerance, rng),
        forbidden=tuple(numbers_only(value) for value in values),
    )


def _time(scene: Scene, mark: Mark) -> str:
    return f"the {STATISTICS[mark.column]}" if scene.data == "boxes" else mark.column


TEMPLATES = (
    Template("one_value", "value_reading", "L1", _one_value),
    Template("two_values", "value_reading", "L1", _two_values),
)
