"""Comparison (L2): which is highest, second lowest, larger of two."""

from __future__ import annotations

import random

from dataset_builder.families.reports.questions.fields import (
    Field,
    find_sight,
    find_size,
    is_signed,
    list_fields,
    rank_marks,
)
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    ORDINALS,
    capital,
    count_word,
    facts_of,
    how_read,
    is_estimated,
    join_names,
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
    turned = is_signed(scene) and mark.value < 0
    program = {
        "op": "pick",
        "extreme": ("lowest" if extreme == "highest" else "highest") if turned else extreme,
        "place": place + 1,
        "of": items(field.marks, by=field.by),
    }
    word = ORDINALS[place] if extreme == "highest" else ORDINALS[place].replace("highest", "lowest")
    if is_signed(scene) or scene.data == "flow":
        word = word.replace("highest", "largest").replace("lowest", "smallest")
    right, value = field.name(mark), print_mark(scene, mark)
    runner_up = order[place + 1 if place + 1 < len(order) else place - 1]
    measure = field.measure
    cores = (
        f"which {field.member} has the {word} {measure}",
        f"of the {field.members} shown, which has the {word} {measure}",
        f"which of the {field.members} ranks {word} by {measure}",
        f"which {field.member} shows the {word} {measure}",
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


def _two(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which of two marks is larger or smaller."""
    found = _pair(scene, rng, 1.0)
    if found is None:
        return None
    field, first, second = found
    word = (
        rng.choice(("larger", "smaller"))
        if is_signed(scene) or scene.data in ("flow", "composition", "bins")
        else rng.choice(("higher", "lower"))
    )
    higher = word in ("higher", "larger")
    opposite = {"higher": "lower", "lower": "higher", "larger": "smaller", "smaller": "larger"}[word]
    bigger, lesser = sorted((first, second), key=lambda mark: -find_size(scene, mark))
    right, other = (bigger, lesser) if higher else (lesser, bigger)
    turned = is_signed(scene) and first.value < 0
    program = {"op": "larger" if higher != turned else "smaller", "of": items((first, second), by=field.by)}
    names = [quote_name(scene, field.name(mark)) for mark in (first, second)]
    about = "about " if is_estimated(scene) else ""
    return Draft(
        cores=(
            f"which has the {word} {field.measure}, {names[0]} or {names[1]}",
            f"{'are' if scene.is_plural else 'is'} the {field.measure} {word} for {names[0]} or for {names[1]}",
            f"which of the two, {names[0]} or {names[1]}, shows the {word} {field.measure}",
        ),
        program=program,
        short=field.name(right),
        answer_type=type_of_name(field.name(right)),
        leads=(
            f"The answer is {quote_name(scene, field.name(right))}, with {about}{print_mark(scene, right)}.",
            f"It is {quote_name(scene, field.name(right))}, at {about}{print_mark(scene, right)}.",
        ),
        more=(
            f"The second of the pair is {opposite}, by a margin that can be seen at once.",
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
    return print_value(gap, scene.decimals, scene.gap)


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


def _nearest(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which printed value comes closest to a level, the next closest being clearly farther off."""
    if scene.tolerance or scene.data in ("relation", "bridge", "flow", "bins") or scene.is_difference:
        return None
    options = []
    for field in list_fields(scene):
        values = [mark.value for mark in field.marks]
        if len(values) < 4:
            continue
        for mark in field.marks:
            level = float(f"{mark.value:.1e}")
            gaps = sorted((abs(other.value - level), field.name(other)) for other in field.marks)
            near = abs(mark.value - level)
            if gaps[0][1] == field.name(mark) and near > 0 and gaps[1][0] >= 2 * near:
                options.append((field, mark, level, gaps[1][1]))
    if not options:
        return None
    field, mark, level, second = rng.choice(options)
    right, goal = field.name(mark), scene.print(level, len(f"{level:.6f}".rstrip("0").partition(".")[2]))
    program = {"op": "pick", "extreme": "nearest", "place": 1, "level": level, "of": items(field.marks, by=field.by)}
    opposite = max(field.marks, key=lambda other: abs(other.value - level))
    return Draft(
        cores=(
            f"which {field.member} comes closest to {goal} by {field.measure}",
            f"in which {field.member} is the {field.measure} nearest to {goal}",
            f"of the {field.members} shown, which one comes nearest to {goal} by {field.measure}",
        ),
        program=program,
        short=right,
        answer_type=type_of_name(right),
        leads=(f"It is {quote_name(scene, right)}.", f"The nearest is {quote_name(scene, right)}."),
        more=(
            f"All the other {count_word(len(field.marks) - 1)} {field.members} lie farther away, above or below.",
            "Its distance from that level is small.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact(field.member, right, [field.name(other) for other in field.marks if other is not mark]),),
        facts=facts_of(field.marks),
        points=(scene.point(mark),),
        steps=(
            f"Find {scene.number}.",
            f"Compare the {field.measure} of all {field.members} with {goal}.",
            f"The nearest is {scene.point(mark)}.",
        ),
        wrong=(
            WrongAnswer(second, "neighbouring_mark", "the next nearest"),
            WrongAnswer(field.name(opposite), "other_scale", "the farthest"),
        ),
    )


def _middle(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which of three marks is neither the highest nor the lowest."""
    fields = []
    for field in list_fields(scene):
        ranked = rank_marks(scene, field)
        kept = ranked[:1]
        for mark in ranked[1:]:
            if find_size(scene, kept[-1]) - find_size(scene, mark) >= find_sight(scene, field) * 0.999:
                kept.append(mark)
        if len(kept) >= 3 and not is_signed(scene):
            fields.append((field, kept))
    if not fields:
        return None
    field, kept = rng.choice(fields)
    chosen = [kept[place] for place in sorted(rng.sample(range(len(kept)), 3))]
    shuffled = rng.sample(chosen, 3)
    listed = join_names([quote_name(scene, field.name(mark)) for mark in shuffled])
    high, middle, low = (field.name(mark) for mark in chosen)
    right = quote_name(scene, middle)
    return Draft(
        cores=(
            f"of {listed}, which lies between the other two by {field.measure}",
            f"when {listed} are put in order by {field.measure}, which stands in the middle",
        ),
        program={"op": "pick", "extreme": "highest", "place": 2, "of": items(shuffled, by=field.by)},
        short=middle,
        answer_type=type_of_name(middle),
        leads=(f"It is {right}.", f"In the middle stands {right}.", f"That is {right}."),
        more=(
            "One of the others is higher and one is lower, each by a step that can be seen.",
            how_read(scene, rng),
            "Which of them is the highest does not matter for that.",
        ),
        key_facts=(name_fact(field.member, middle, (high, low)),),
        facts=facts_of(chosen),
        points=tuple(scene.point(mark) for mark in chosen),
        steps=(
            f"Find {scene.number}.",
            f"Read {join_names([scene.point(mark) for mark in shuffled])}.",
            f"Put them in order: {high}, {middle}, {low}.",
        ),
        wrong=(
            WrongAnswer(high, "other_series", "the highest of the three"),
            WrongAnswer(low, "other_series", "the lowest of the three"),
        ),
    )


TEMPLATES = (
    Template("extreme", "comparison", "L2", _extreme),
    Template("two", "comparison", "L2", _two),
    Template("nearest", "comparison", "L2", _nearest),
    Template("middle", "comparison", "L2", _middle),
)
