"""Value reading with aggregation (L3): a mean, a sum or a count of several values of one exhibit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from dataset_builder.families.reports.programs import Program, Undecided, compute
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    count_word,
    facts_of,
    how_read,
    join_names,
    number_fact,
    tolerance_text,
    wrong_values,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene, numbers_only, print_value
from dataset_builder.families.reports.titles import lower_case


def _groups(scene: Scene) -> Iterator[tuple[str, tuple[Mark, ...]]]:
    """Yield sets of marks that may be added up or averaged, with what they have in common."""
    if scene.data in ("relation", "boxes", "bridge", "flow") or scene.is_difference:
        return
    for column in scene.columns:
        marks = scene.of_column(column)
        if len(marks) >= 3:
            yield column, marks
    if scene.data in ("panel", "seasonal", "composition"):
        for row in scene.rows:
            marks = scene.of_row(row)
            if len(marks) >= 3:
                yield row, marks


def _mean(scene: Scene, rng: random.Random) -> Draft | None:
    groups = [(name, marks) for name, marks in _groups(scene) if all(map(scene.can_read, marks))]
    if not groups or scene.data == "bins":
        return None
    name, marks = rng.choice(groups)
    count = rng.randint(2, min(4, len(marks)))
    chosen = (
        sorted(rng.sample(range(len(marks)), count)) if rng.random() < 0.75 or len(marks) > 8 else range(len(marks))
    )
    picked = [marks[place] for place in chosen]
    places = max(1, scene.decimals)
    program = {"op": "round", "of": {"op": "mean", "of": [dict(mark.program) for mark in picked]}, "decimals": places}
    try:
        value = float(compute(program, scene.world))
    except Undecided:
        return None
    everything = len(picked) == len(marks)
    who = _listed(scene, name, picked, everything)
    printed = scene.print(value, places)
    quantity = f" of {lower_case(scene.quantity)}" if scene.data == "panel" else ""
    return _computed(
        scene,
        rng,
        picked,
        cores=(
            f"what is the average{quantity} for {who}",
            f"what is the mean of the values for {who}",
            f"what do the values for {who} average",
        ),
        program=program,
        value=value,
        decimals=places,
        leads=(
            f"They average {printed}.",
            f"On average it is {printed}.",
            f"The mean comes to {printed}.",
        ),
        sums=f"{'Both' if len(picked) == 2 else f'All {count_word(len(picked))}'} readings enter with the same weight.",
        averaged=True,
        tail="" if scene.tolerance else f"Round to {count_word(places)} decimal{'s' if places > 1 else ''}.",
    )


def _listed(scene: Scene, name: str, marks: Sequence[Mark], everything: bool) -> str:
    """Return several marks of a row or column in words."""
    by_row = len({mark.row for mark in marks}) == 1
    if by_row:
        columns = [mark.column for mark in marks]
        times = f"{columns[0]} to {columns[-1]}" if everything else join_names(columns)
        row = f"“{marks[0].row}”" if scene.data == "composition" else marks[0].row
        return f"{times} of {row}" if scene.data == "seasonal" else f"{row} in {times}"
    rows = [mark.row for mark in marks]
    if scene.data == "seasonal":
        return f"{name} of {join_names(rows)}"
    time = f" in {name}" if name and scene.data != "profile" else f" on “{name}”" if name else ""
    quoted = [f"“{row}”" for row in rows] if scene.data == "composition" else rows
    return f"all {count_word(len(rows))} {scene.members} shown{time}" if everything else f"{join_names(quoted)}{time}"


def _sum(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask for a sum: of parts, counts, flows or steps, which can sensibly be added up."""
    groups = list(_addable(scene))
    groups = [group for group in groups if all(map(scene.can_read, group[2]))]
    if not groups:
        return None
    cores, leads, marks = rng.choice(groups)
    program: Program = {"op": "sum", "of": [dict(mark.program) for mark in marks]}
    if scene.data == "bridge" and marks[0].value < 0:
        program = {"op": "subtract", "left": 0, "right": program}
    value = float(compute(program, scene.world))
    printed = scene.print(value)
    return _computed(
        scene,
        rng,
        marks,
        cores=cores,
        program=program,
        value=value,
        decimals=scene.decimals,
        leads=tuple(lead.format(value=printed) for lead in leads),
        sums=f"It adds up {count_word(len(marks))} separate readings.",
        tail="",
        averaged=False,
    )


Addable = tuple[tuple[str, ...], tuple[str, ...], tuple[Mark, ...]]


def _addable(scene: Scene) -> Iterator[Addable]:
    together = ("Together they make {value}.", "The sum is {value}.", "In all that is {value}.")
    if scene.data == "composition":
        for column in scene.columns:
            parts = scene.of_column(column)
            yield (
                (
                    f"what do all {count_word(len(parts))} categories add up to in {column}",
                    f"what is the total over all categories for {column}",
                    f"how many {scene.unit} are there altogether in {column}",
                ),
                together,
                parts,
            )
            for place, part in enumerate(parts[:-1]):
                pair = (part, parts[place + 1])
                names = f"“{pair[0].row}” and “{pair[1].row}”"
                yield (
                    (
                        f"what do {names} come to together in {column}",
                        f"how many {scene.unit} do {names} make up between them in {column}",
                    ),
                    together,
                    pair,
                )
    elif scene.data == "bins":
        items = scene.region.dataset.unit
        for end in range(2, len(scene.marks) - 1):
            low = scene.marks[:end]
            bound = low[-1].row.split("–")[1]
            yield (
                (f"how many {items} lie below {bound}", f"how many {items} are in bands that end at {bound} or lower"),
                together,
                low,
            )
        yield (
            (f"how many {items} are counted altogether", f"how many {items} does the sample hold"),
            together,
            scene.marks,
        )
    elif scene.data == "flow":
        for node in scene.columns:
            into = scene.of_column(node)
            if len(into) > 1:
                yield (
                    (f"how much flows into “{node}” in total", f"what does “{node}” receive altogether"),
                    together,
                    into,
                )
        for node in scene.rows:
            out = scene.of_row(node)
            if len(out) > 1:
                yield (
                    (f"how much leaves “{node}” in total", f"what amount starts from “{node}” altogether"),
                    together,
                    out,
                )
    elif scene.data == "bridge":
        for sign, word, verb, move in ((1, "increases", "add", "raise"), (-1, "decreases", "take away", "lower")):
            steps = tuple(mark for mark in scene.marks[1:-1] if mark.value * sign > 0)
            if len(steps) > 1:
                yield (
                    (
                        f"how much do the {word} {verb} in total",
                        f"by how much do all {word} together {move} the level",
                    ),
                    together,
                    steps,
                )
    elif scene.data == "seasonal" and not scene.tolerance:
        for row in scene.rows:
            marks = scene.of_row(row)
            for name, first in (("first", 0), ("second", 3), ("third", 6), ("last", 9)):
                quarter = marks[first : first + 3]
                if len(quarter) == 3:
                    yield (
                        (
                            f"what do the three months from {quarter[0].column} to {quarter[2].column} {row} add up to",
                            f"what is the total of the {name} three months of {row}",
                        ),
                        together,
                        quarter,
                    )


def _computed(
    scene: Scene,
    rng: random.Random,
    marks: Sequence[Mark],
    *,
    cores: tuple[str, ...],
    program: Program,
    value: float,
    decimals: int,
    leads: tuple[str, ...],
    sums: str,
    tail: str,
    averaged: bool,
) -> Draft | None:
    """Return a draft of a number computed from several marks; None where readings would add up to too much error."""
    tolerance = scene.tolerance * (1 if averaged else len(marks))
    label = ("average", "mean") if averaged else ("sum", "total")
    if tolerance > 0.06 * abs(value):
        return None
    printed = print_value(value, decimals, scene.unit)
    about = f"about {printed}" if tolerance else printed
    points = tuple(scene.point(mark) for mark in marks)
    wrong = [answer for answer in wrong_values(scene, marks[0]) if answer.kind != "other_chart"][:1]
    if len(marks) > 2:
        less = sum(mark.value for mark in marks[:-1])
        less = less / (len(marks) - 1) if averaged else less
        without = print_value(less, decimals, scene.unit)
        wrong.append(WrongAnswer(without, "neighbouring_mark", f"without {scene.where(marks[-1])}"))
    whole = sum(mark.value for mark in marks)
    greatest = max(mark.value for mark in marks)
    if averaged:
        wrong.append(WrongAnswer(scene.print(whole), "other_scale", "the sum instead of the mean"))
    else:
        wrong.append(WrongAnswer(scene.print(greatest), "other_scale", "the largest alone"))
    return Draft(
        cores=cores,
        program=program,
        short=printed,
        answer_type=answer_type_of(scene.unit),
        leads=tuple(lead.replace(printed, about) for lead in leads),
        more=(sums, how_read(scene, rng).replace("It can", "Each can").replace("The number is", "The numbers are")),
        key_facts=(number_fact("result", round(value, 6), scene.unit, tolerance=tolerance, label=label),),
        facts=facts_of(marks),
        points=points,
        steps=(f"Find {scene.number}.", f"Read {'; '.join(points)}.", f"Compute the result: {printed}."),
        wrong=tuple(wrong),
        tail=" ".join(part for part in (tail, tolerance_text(scene, tolerance, rng)) if part),
        forbidden=(numbers_only(printed), numbers_only(scene.print(sum(mark.value for mark in marks)))),
    )


def _count(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many marks of a column lie beyond a level between two of them."""
    if scene.data in ("relation", "boxes", "flow", "bridge", "bins", "seasonal") or scene.is_difference:
        return None
    options = []
    for column in scene.columns:
        marks = sorted(scene.of_column(column), key=lambda mark: mark.value)
        for place in range(1, len(marks) - 1):
            low, high = marks[place].value, marks[place + 1].value
            if high - low >= 2.2 * scene.sight and len(marks) - place - 1 >= 2 and len(marks) >= 5:
                options.append((column, marks, (low + high) / 2))
    if not options:
        return None
    column, marks, middle = rng.choice(options)
    level = _round_level(middle, marks, scene)
    if level is None:
        return None
    word = rng.choice(("above", "below"))
    found = [mark for mark in marks if (mark.value > level if word == "above" else mark.value < level)]
    if not 2 <= len(found) < len(marks):
        return None
    program = {"op": "count", "of": [dict(mark.program) for mark in marks], "comparison": word, "level": level}
    time = f" in {column}" if column and scene.data != "profile" else f" on “{column}”" if column else ""
    threshold = scene.print(level, _level_digits(level))
    quantity = f"a {lower_case(scene.quantity)}" if scene.data == "panel" else "a value"
    names = join_names([mark.row for mark in found])
    return Draft(
        cores=(
            f"how many of the {scene.members} shown have {quantity} {word} {threshold}{time}",
            f"how many {scene.members} lie {word} {threshold}{time}",
            f"in how many {scene.members} is the value {word} {threshold}{time}",
        ),
        program=program,
        short=str(len(found)),
        answer_type="number",
        leads=(f"{count_word(len(found)).capitalize()} do.", f"There are {count_word(len(found))} of them."),
        more=(
            f"They are {names}.",
            f"The remaining {count_word(len(marks) - len(found))} stay on the other side of that line.",
        ),
        key_facts=(number_fact("count", len(found), ""),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in found),
        steps=(
            f"Find {scene.number}.",
            f"Compare every value{time} with {threshold}.",
            f"Count those {word} it: {names}.",
        ),
        wrong=(
            WrongAnswer(str(len(found) + 1), "neighbouring_mark", "one mark on the other side is counted as well"),
            WrongAnswer(str(len(marks) - len(found)), "neighbouring_mark", "the other side is counted"),
        ),
    )


def _level_digits(level: float) -> int:
    return len(f"{level:.6f}".rstrip("0").partition(".")[2])


def _round_level(middle: float, marks: Sequence[Mark], scene: Scene) -> float | None:
    """Return a level near the middle of a gap, as round as the gap allows."""
    below = max(mark.value for mark in marks if mark.value < middle) + scene.sight
    above = min(mark.value for mark in marks if mark.value > middle) - scene.sight
    for digits in range(-4, 4):
        level = round(middle, digits)
        if below <= level <= above and level > 0 and float(f"{level:.1e}") == level:
            return float(level)
    return None


TEMPLATES = tuple(
    Template(name, "value_reading", "L3", draft)
    for name, draft in (
        ("mean", _mean),
        ("sum", _sum),
        ("count", _count),
    )
)
