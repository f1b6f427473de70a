"""Comparison with a computation (L3): by how much, how many times, what share."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from dataset_builder.families.reports.programs import Program, Undecided, compute
from dataset_builder.families.reports.questions.fields import Field, find_size, list_fields, rank_marks
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    capital,
    count_word,
    facts_of,
    how_read,
    join_names,
    number_fact,
    print_mark,
    quote_name,
    tolerance_text,
)
from dataset_builder.families.reports.questions.scene import STATISTICS, Mark, Scene, numbers_only, print_value
from dataset_builder.families.reports.titles import lower_case


def _difference(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask by how much two marks of a field differ."""
    if scene.data == "relation" or scene.is_difference:
        return None
    options = [
        (field, first, second)
        for field in list_fields(scene)
        for place, first in enumerate(field.marks)
        for second in field.marks[place + 1 :]
        if abs(first.value - second.value) >= max(scene.sight, 6 * scene.tolerance)
        and scene.can_read(first)
        and scene.can_read(second)
    ]
    if not options:
        return None
    field, first, second = rng.choice(options)
    bigger, lesser = sorted((first, second), key=lambda mark: -find_size(scene, mark))
    sides = [
        dict(mark.program)
        for mark in ((lesser, bigger) if scene.data == "bridge" and first.value < 0 else (bigger, lesser))
    ]
    names = [quote_name(scene, field.name(mark)) for mark in (bigger, lesser)]
    return _gap(
        scene,
        rng,
        (bigger, lesser),
        cores=(
            f"by how much does {names[0]} exceed {names[1]}{field.among}",
            f"how far apart are {names[0]} and {names[1]}{field.among}",
            f"what is the difference between {names[0]} and {names[1]}{field.among}",
            f"how much less is shown for {names[1]} than for {names[0]}{field.among}",
        ),
        sides=(sides[0], sides[1]),
        label=("difference", "gap", "distance"),
        leads=(
            "The gap is {gap}.",
            "They are {gap} apart.",
            "The difference comes to {gap}.",
        ),
    )


def _spread(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask for the distance from the lowest to the highest of a field, or between the quartiles of a box."""
    if scene.data in ("relation", "bridge", "flow") or scene.is_difference:
        return None
    if scene.data == "boxes":
        row = rng.choice(scene.rows)
        low, high = scene.mark(row, "q1"), scene.mark(row, "q3")
        who = f"the upper and the lower quartile of “{row}”"
    else:
        fields = [field for field in list_fields(scene) if len(field.marks) >= 4]
        if not fields:
            return None
        field = rng.choice(fields)
        ranked = rank_marks(scene, field)
        if ranked[0].value == ranked[1].value or ranked[-1].value == ranked[-2].value:
            return None  # several are highest or lowest, of which the answer could name but one
        high, low = ranked[0], ranked[-1]
        who = f"the highest and the lowest {'value for ' if scene.data == 'panel' else ''}{field.measure}"
    if high.value - low.value < max(3 * scene.sight, 6 * scene.tolerance) or not (
        scene.can_read(low) and scene.can_read(high)
    ):
        return None
    return _gap(
        scene,
        rng,
        (high, low),
        cores=(
            f"what is the distance between {who}",
            f"how far apart are {who}",
            f"how wide is the gap between {who}",
        ),
        sides=(high.program, low.program),
        label=("difference", "gap", "distance"),
        leads=(
            "They lie {gap} apart.",
            "The distance is {gap}.",
            "It amounts to {gap}.",
        ),
    )


def _over_time(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how far one row moved between two columns."""
    if scene.data not in ("panel", "composition") or scene.is_difference or len(scene.columns) < 2:
        return None
    options = [
        (first, last)
        for row in scene.rows
        for place, first in enumerate(scene.of_row(row))
        for last in scene.of_row(row)[place + 1 :]
        if abs(last.value - first.value) >= max(scene.sight, 6 * scene.tolerance)
        and scene.can_read(first)
        and scene.can_read(last)
    ]
    if not options:
        return None
    first, last = rng.choice(options)
    rose = last.value > first.value
    bigger, lesser = (last, first) if rose else (first, last)
    row = quote_name(scene, first.row)
    name = f"the {lower_case(scene.quantity)} of {row}" if scene.data == "panel" else f"the value of {row}"
    moved = "up" if rose else "down"
    return _gap(
        scene,
        rng,
        (first, last),
        cores=(
            f"by how much did {name} change between {first.column} and {last.column}",
            f"how large is the difference between the values of {row} in {first.column} and in {last.column}",
            f"how far did {name} move from {first.column} to {last.column}",
        ),
        sides=(bigger.program, lesser.program),
        label=("change", "difference", "move"),
        leads=(f"It went {moved} by {{gap}}.", f"The move was {{gap}}, and it was {moved}ward."),
    )


def _gap(
    scene: Scene,
    rng: random.Random,
    marks: Sequence[Mark],
    *,
    cores: tuple[str, ...],
    sides: tuple[Program, Program],
    label: tuple[str, ...],
    leads: tuple[str, ...],
) -> Draft:
    """Return a draft of the difference between two marks, the larger of ``sides`` first; leads have it at ``{gap}``."""
    program = {"op": "subtract", "left": dict(sides[0]), "right": dict(sides[1])}
    value, unit, error = float(compute(program, scene.world)), scene.gap, 2 * scene.tolerance
    printed = f"{'about ' if error else ''}{print_value(value, scene.decimals, unit)}"
    return _numeric(
        scene,
        rng,
        marks,
        cores=cores,
        program=program,
        value=value,
        unit=unit,
        decimals=scene.decimals,
        error=error,
        label=label,
        leads=tuple(lead.replace("{gap}", printed) for lead in leads),
    )


def _numeric(
    scene: Scene,
    rng: random.Random,
    marks: Sequence[Mark],
    *,
    cores: tuple[str, ...],
    program: Program,
    value: float,
    unit: str,
    decimals: int,
    error: float,
    leads: tuple[str, ...],
    label: tuple[str, ...],
    tail: str = "",
    wrong: tuple[WrongAnswer, ...] = (),
) -> Draft:
    """Return a draft of a number that is computed from two marks."""
    first, second = marks[0], marks[-1]
    printed = print_value(value, decimals, unit)
    about = "about " if error else ""
    beside = _next_to(scene, second)
    if beside is not None and not wrong:
        other = abs(first.value - beside.value)
        wrong = (WrongAnswer(print_value(other, decimals, unit), "neighbouring_mark", scene.where(beside)),)
    if len(marks) == 2:
        wrong += (WrongAnswer(print_mark(scene, first), "other_scale", "one reading instead of the result"),)
    return Draft(
        cores=cores,
        program=program,
        short=printed,
        answer_type=answer_type_of(unit),
        leads=leads,
        more=(how_read(scene, rng).replace("The number is", "Each number is").replace("its ", "its own "),),
        key_facts=(
            number_fact("result", round(value, 6), unit, tolerance=error, label=label),
            *_operands(scene, marks),
        ),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks),
        steps=(
            f"Find {scene.number}.",
            f"Read {join_names([scene.point(mark) for mark in marks])}.",
            f"Compute the result: {printed}.",
        ),
        wrong=wrong,
        tail=" ".join(part for part in (tail, tolerance_text(scene, error, rng, unit=unit)) if part),
        forbidden=(numbers_only(printed),),
        base=_readings(scene, first, second, about) if len(marks) == 2 else "",
    )


def _readings(scene: Scene, first: Mark, second: Mark, about: str) -> str:
    """Return a sentence with two readings."""
    values = [f"{about}{print_mark(scene, mark)}" for mark in (first, second)]
    if first.row == second.row:
        if scene.data == "boxes":
            names = [STATISTICS[mark.column] for mark in (first, second)]
            return f"The {names[0]} is {values[0]} and the {names[1]} {values[1]}."
        if scene.data in ("profile", "flow"):
            return f"“{first.column}” has {values[0]} and “{second.column}” {values[1]}."
        return f"The reading is {values[0]} in {first.column} and {values[1]} in {second.column}."
    names = [quote_name(scene, mark.row) for mark in (first, second)]
    return f"{capital(names[0])} has {values[0]} and {names[1]} {values[1]}."


def _operands(scene: Scene, marks: Sequence[Mark]) -> Iterator[dict[str, object]]:
    """Yield details for the judge of facts: what was read to compute the result."""
    if len(marks) != 2:
        return
    by_row = marks[0].row != marks[1].row
    for number, mark in enumerate(marks, start=1):
        name = mark.row if by_row else STATISTICS.get(mark.column, mark.column)
        fact = number_fact(f"reading {number}", mark.value, scene.unit, tolerance=scene.tolerance, entity=(name,))
        yield fact | {"core": False}


def _next_to(scene: Scene, mark: Mark) -> Mark | None:
    """Return a mark beside another one in its column, or in its row."""
    for marks in (scene.of_column(mark.column), scene.of_row(mark.row)):
        if len(marks) > 2:
            place = marks.index(mark)
            return marks[place - 1] if place else marks[1]
    return None


def _ratio(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many times as large one printed value is as another."""
    if scene.tolerance or scene.data in ("relation", "profile", "bridge", "boxes", "seasonal") or scene.is_difference:
        return None
    options: list[tuple[Field, Mark, Mark]] = [
        (field, max(first, second, key=lambda mark: mark.value), min(first, second, key=lambda mark: mark.value))
        for field in list_fields(scene)
        for place, first in enumerate(field.marks)
        for second in field.marks[place + 1 :]
        if min(first.value, second.value) > 0
        and 1.25 <= max(first.value, second.value) / min(first.value, second.value) <= 9
    ]
    if not options:
        return None
    field, bigger, lesser = rng.choice(options)
    program = {
        "op": "round",
        "of": {"op": "divide", "left": dict(bigger.program), "right": dict(lesser.program)},
        "decimals": 2,
    }
    try:
        value = float(compute(program, scene.world))
    except Undecided:
        return None
    names = [quote_name(scene, field.name(mark)) for mark in (bigger, lesser)]
    printed = f"{value:.2f}"
    return _numeric(
        scene,
        rng,
        (bigger, lesser),
        cores=(
            f"how many times as large as {names[1]} is {names[0]}{field.among}",
            f"what is the ratio of {names[0]} to {names[1]}{field.among}",
        ),
        program=program,
        value=value,
        unit="",
        decimals=2,
        error=0.0,
        label=("ratio", "times as large"),
        leads=(f"It is {printed} times as large.", f"The ratio is {printed}."),
        tail="Round to two decimals.",
        wrong=(WrongAnswer(f"{1 / value:.2f}", "other_scale", "the ratio turned round"),),
    )


def _share(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask what share of a total a part has."""
    if scene.tolerance or scene.data not in ("composition", "bins", "flow"):
        return None
    groups: list[tuple[str, tuple[Mark, ...]]] = []
    if scene.data == "composition":
        groups = [(f"the total for {column}", scene.of_column(column)) for column in scene.columns]
    elif scene.data == "bins":
        groups = [(f"all {scene.region.dataset.unit}", scene.marks)]
    else:
        groups = [(f"all that leaves “{row}”", scene.of_row(row)) for row in scene.rows if len(scene.of_row(row)) > 1]
    whole, marks = rng.choice(groups)
    mark = rng.choice([each for each in marks if each.value > 0])
    program = {
        "op": "round",
        "of": {
            "op": "percent",
            "left": dict(mark.program),
            "right": {"op": "sum", "of": [dict(each.program) for each in marks]},
        },
        "decimals": 1,
    }
    try:
        value = float(compute(program, scene.world))
    except Undecided:
        return None
    part = {"flow": f"“{mark.column}”", "bins": f"the band {mark.row}"}.get(scene.data, f"“{mark.row}”")
    printed = f"{value:.1f}%"
    total = scene.print(sum(each.value for each in marks))
    draft = _numeric(
        scene,
        rng,
        marks,
        cores=(
            f"what share of {whole} goes to {part}"
            if scene.data == "flow"
            else f"what share of {whole} falls to {part}",
            f"what percentage of {whole} is {part}",
            f"how much of {whole}, in percent, belongs to {part}",
        ),
        program=program,
        value=value,
        unit="%",
        decimals=1,
        error=0.0,
        label=("share", "percentage"),
        leads=(f"Its share is {printed}.", f"That is {printed}.", f"It makes up {printed}."),
        tail="Round to one decimal.",
        wrong=(WrongAnswer(scene.print(mark.value), "other_scale", "the value instead of its share"),),
    )
    more = (
        f"The part is set against the sum of all {count_word(len(marks))} entries that make up the whole.",
        draft.more[-1],
        "A share says how the whole divides, not how large it is.",
    )
    return Draft(**{**draft.__dict__, "more": more, "forbidden": (numbers_only(printed), numbers_only(total))})


TEMPLATES = tuple(
    Template(name, "comparison", "L3", draft)
    for name, draft in (
        ("difference", _difference),
        ("spread", _spread),
        ("over_time", _over_time),
        ("ratio", _ratio),
        ("share", _share),
    )
)
