"""Comparison (L2): which is highest, second lowest, larger of two."""

from __future__ import annotations

import random

from dataset_builder.families.reports.questions.fields import Field, find_sight, find_size, list_fields, rank_marks
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    ORDINALS,
    capital,
    count_word,
    facts_of,
    gap_unit,
    how_read,
    is_estimated,
    name_fact,
    print_mark,
    quote_name,
    type_of_name,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene, items, numbers_only, print_value


def _extreme(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask for the mark at a place from the highest or the lowest on, apart from its neighbours in rank."""
    options = []
    for field in list_fields(scene):
        ranked = rank_marks(scene, field)
        sight = find_sight(scene, field) * 0.999
        for place in range(min(3, len(ranked))):
            for extreme, order in (("highest", ranked), ("lowest", ranked[::-1])):
                near = [order[other] for other in (place - 1, place + 1) if 0 <= other < len(order)]
                apart = all(abs(find_size(scene, order[place]) - find_size(scene, other)) >= sight for other in near)
                if apart and len(order) >= 3 + place:
                    options.append((field, place, extreme, order))
    if not options:
        return None
    field, place, extreme, order = rng.choice(options)
    mark = order[place]
    turned = scene.data == "bridge" and mark.value < 0
    program = {
        "op": "pick",
        "extreme": ("lowest" if extreme == "highest" else "highest") if turned else extreme,
        "place": place + 1,
        "of": items(field.marks, by=field.by),
    }
    word = ORDINALS[place] if extreme == "highest" else ORDINALS[place].replace("highest", "lowest")
    if scene.data in ("bridge", "flow"):
        word = word.replace("highest", "largest").replace("lowest", "smallest")
    right, value = field.name(mark), print_mark(scene, mark)
    runner_up = order[place + 1 if place + 1 < len(order) else place - 1]
    measure = field.measure
    cores = (
        f"which {field.member} has the {word} {measure}",
        f"of the {field.members} shown, which has the {word} {measure}",
        f"which of the {field.members} ranks {_place(word)} by {measure}",
        f"what {field.member} shows the {word} {measure}",
    )
    about = "about " if is_estimated(scene) else ""
    return Draft(
        cores=cores[:2] + cores[3:] if place == 0 else cores,
        program=program,
        short=right,
        answer_type=type_of_name(right),
        leads=(
            f"It is {quote_name(scene, right)}.",
            f"{capital(quote_name(scene, right))} does.",
            f"That is {quote_name(scene, right)}.",
        ),
        more=(
            f"Its reading is {about}{value}.",
            f"That follows from comparing all {count_word(len(order))} of them, and the margin is plain to see.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact(field.member, right, [field.name(other) for other in field.marks if other is not mark]),),
        facts=facts_of(field.marks),
        points=tuple(scene.point(other) for other in (mark, runner_up)),
        steps=(
            f"Find {scene.number}.",
            f"Compare the {field.members} by {measure}.",
            f"Take the {word}: {right} with {value}.",
        ),
        wrong=(
            WrongAnswer(field.name(runner_up), "neighbouring_mark", "next in rank"),
            WrongAnswer(field.name(order[-1 - place]), "other_scale", "ranked from the other end"),
        ),
    )


def _place(word: str) -> str:
    return word if " " in word else f"{word}"


def _two(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which of two marks is larger or smaller."""
    found = _pair(scene, rng, 1.0)
    if found is None:
        return None
    field, first, second = found
    word = (
        rng.choice(("larger", "smaller"))
        if scene.data in ("flow", "bridge", "composition", "bins")
        else rng.choice(("higher", "lower"))
    )
    higher = word in ("higher", "larger")
    bigger, lesser = sorted((first, second), key=lambda mark: -find_size(scene, mark))
    right, other = (bigger, lesser) if higher else (lesser, bigger)
    turned = scene.data == "bridge" and first.value < 0
    program = {"op": "larger" if higher != turned else "smaller", "of": items((first, second), by=field.by)}
    names = [quote_name(scene, field.name(mark)) for mark in (first, second)]
    about = "about " if is_estimated(scene) else ""
    return Draft(
        cores=(
            f"which has the {word} {field.measure}, {names[0]} or {names[1]}",
            f"{'are' if scene.is_plural else 'is'} the {field.measure} {word} for {names[0]} or for {names[1]}",
            f"between {names[0]} and {names[1]}, which shows the {word} {field.measure}",
        ),
        program=program,
        short=field.name(right),
        answer_type=type_of_name(field.name(right)),
        leads=(
            f"The answer is {quote_name(scene, field.name(right))}, with {about}{print_mark(scene, right)}.",
            f"It is {quote_name(scene, field.name(right))}, at {about}{print_mark(scene, right)}.",
        ),
        more=(
            f"The other of the two is {'lower' if higher else 'higher'}, by a margin that can be seen at once.",
            "Both can be compared on one scale.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact(field.member, field.name(right), [field.name(other)]),),
        facts=facts_of((first, second)),
        points=(scene.point(first), scene.point(second)),
        steps=(
            f"Find {scene.number}.",
            f"Read {scene.point(first)} and {scene.point(second)}.",
            f"The {word} of the two is {field.name(right)}.",
        ),
        wrong=(WrongAnswer(field.name(other), "other_series", "the other of the two"),),
        forbidden=(numbers_only(_gap(scene, first, second)),),
    )


def _gap(scene: Scene, first: Mark, second: Mark) -> str:
    gap = abs(first.value - second.value)
    if scene.data == "relation":
        side = scene.side(first.column)
        return print_value(gap, side.decimals, side.unit)
    return print_value(gap, scene.decimals, gap_unit(scene))


def _pair(scene: Scene, rng: random.Random, margins: float) -> tuple[Field, Mark, Mark] | None:
    """Return two marks of a field that differ by some margins, neighbours or not."""
    options = [
        (field, first, second)
        for field in list_fields(scene)
        for place, first in enumerate(field.marks)
        for second in field.marks[place + 1 :]
        if abs(first.value - second.value) >= margins * find_sight(scene, field) * 0.999
        and abs(first.value - second.value) <= 0.75 * max(abs(first.value), abs(second.value))
    ]
    if not options:
        return None
    field, first, second = rng.choice(options)
    return (field, first, second) if rng.random() < 0.5 else (field, second, first)


TEMPLATES = tuple(
    Template(name, "comparison", "L2", draft)
    for name, draft in (
        ("extreme", _extreme),
        ("two", _two),
    )
)
