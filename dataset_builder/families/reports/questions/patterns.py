"""Trend and pattern (L2) over time: when a series is at its height, which way it went, which moved most."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    how_read,
    join_names,
    name_fact,
    number_fact,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene, items
from dataset_builder.families.reports.titles import lower_case

ROSE = ("rose", "increased", "went up", "grew", "higher", "climbed", "risen", "an increase", "a rise")
FELL = ("fell", "decreased", "went down", "shrank", "lower", "declined", "dropped", "fallen", "a decrease", "a decline")


def _series(scene: Scene, least: int) -> list[tuple[Mark, ...]]:
    """Return the rows that run over time in at least so many steps."""
    if scene.data not in ("panel", "composition", "seasonal") or scene.is_difference:
        return []
    return [marks for row in scene.rows if len(marks := scene.of_row(row)) >= least]


def _whose(scene: Scene, mark: Mark) -> str:
    """Return the series of a mark in words."""
    if scene.data == "seasonal":
        return f"the figures for {mark.row}"
    if scene.data == "composition":
        return f"the values of “{mark.row}”"
    return f"the {lower_case(scene.quantity)} of {mark.row}"


def _is_plural(scene: Scene) -> bool:
    return scene.data != "panel" or scene.is_plural


def _moment(scene: Scene) -> str:
    return "month" if scene.data == "seasonal" else "year"


def _from_to(scene: Scene, first: Mark, last: Mark) -> str:
    """Return a sentence with the two ends of a move."""
    ends = [f"{_about(scene)}{scene.print(mark.value)}" for mark in (first, last)]
    return f"The start is {ends[0]} and the end {ends[1]}."


def _about(scene: Scene) -> str:
    return "about " if scene.tolerance else ""


def _peak(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask when a series is at its highest or lowest."""
    options = []
    for marks in _series(scene, 4):
        ranked = sorted(marks, key=lambda mark: -mark.value)
        for extreme, order in (("highest", ranked), ("lowest", ranked[::-1])):
            if abs(order[0].value - order[1].value) >= scene.sight * 0.999:
                options.append((marks, extreme, order))
    if not options:
        return None
    marks, extreme, order = rng.choice(options)
    best, near = order[0], order[1]
    moment = _moment(scene)
    program = {"op": "pick", "extreme": extreme, "place": 1, "of": items(marks, by="column")}
    whose = _whose(scene, best)
    plural = _is_plural(scene)
    extent = "peak" if extreme == "highest" else "low point"
    neighbour = marks[marks.index(best) - 1] if marks.index(best) else marks[1]
    return Draft(
        cores=(
            f"in which {moment} did {whose} reach {'their' if plural else 'its'} {extent}",
            f"when {'were' if plural else 'was'} {whose} {extreme}",
            f"in which {moment} {'are' if plural else 'is'} {whose} {extreme}",
        ),
        program=program,
        short=best.column,
        answer_type="year" if moment == "year" else "entity",
        leads=(
            f"The {extent} comes in {best.column}.",
            f"It is in {best.column} that the {extent} is reached.",
            f"That was in {best.column}.",
        ),
        more=(
            f"The value there is {_about(scene)}{scene.print(best.value)}.",
            f"No other {moment} comes up to it." if extreme == "highest" else f"No other {moment} lies as low.",
            how_read(scene, rng),
        ),
        key_facts=(_month_fact(best.column, marks) if moment == "month" else name_fact("year", best.column, ()),),
        facts=facts_of(marks),
        points=(scene.point(best), scene.point(near)),
        steps=(
            f"Find {scene.number}.",
            f"Follow {whose} over all {count_word(len(marks))} {moment}s.",
            f"Take the {moment} of the {extreme} value: {best.column}.",
        ),
        wrong=(
            WrongAnswer(near.column, "neighbouring_mark" if moment == "month" else "other_year", "next in rank"),
            WrongAnswer(neighbour.column, "neighbouring_mark", "beside it"),
            WrongAnswer(order[-1].column, "other_scale", "the other end of the range"),
        ),
    )


def _month_fact(month: str, marks: Sequence[Mark]) -> dict[str, object]:
    others = [mark.column for mark in marks if mark.column != month]
    return name_fact("month", month, others, aliases=(month[:3],))


def _direction(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask whether a series ended higher or lower than it began."""
    options = [
        marks
        for marks in _series(scene, 2)
        if abs(marks[-1].value - marks[0].value) >= max(1.5 * scene.sight, 0.05 * abs(marks[0].value))
        and scene.data != "seasonal"
    ]
    if not options:
        return None
    wanted = rng.random() < 0.5  # most series rise, which would be a safe guess
    marks = rng.choice([marks for marks in options if (marks[-1].value > marks[0].value) == wanted] or options)
    first, last = marks[0], marks[-1]
    rose = last.value > first.value
    whose = _whose(scene, first)
    plural = _is_plural(scene)
    they, went = "they" if plural else "it", "rose" if rose else "fell"
    return Draft(
        cores=(
            f"did {whose} rise or fall between {first.column} and {last.column}",
            f"{'were' if plural else 'was'} {whose} higher or lower in {last.column} than in {first.column}",
            f"which way did {whose} go from {first.column} to {last.column}, up or down",
        ),
        program={"op": "direction", "of": [dict(first.program), dict(last.program)]},
        short="rose" if rose else "fell",
        answer_type="text",
        leads=(
            f"{they.capitalize()} {went} over that span.",
            f"Overall {they} {went}.",
            f"The end lies {'higher' if rose else 'lower'} than the start, so {they} {went}.",
        ),
        more=(
            _from_to(scene, first, last)
            if scene.can_read(first) and scene.can_read(last)
            else "The distance between the two ends is plain to see, even without exact readings.",
            how_read(scene, rng),
        ),
        key_facts=(
            word_fact("direction", "rose" if rose else "fell", ROSE[1:] if rose else FELL[1:], FELL if rose else ROSE),
        ),
        facts=facts_of((first, last)),
        points=(scene.point(first), scene.point(last)),
        steps=(
            f"Find {scene.number}.",
            f"Compare {scene.point(first)} with {scene.point(last)}.",
            f"The later value is {'higher' if rose else 'lower'}.",
        ),
        wrong=(WrongAnswer("fell" if rose else "rose", "other_series", "another line is followed"),),
    )


def _how_many(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many series rose or fell from their first to their last mark."""
    ends: list[tuple[Mark, Mark]] = []
    if scene.is_difference:
        changes = {mark.row: mark.value for mark in scene.marks}
        if any(abs(change) < scene.sight for change in changes.values()):
            return None
    else:
        ends = [(marks[0], marks[-1]) for marks in _series(scene, 2)]
        changes = {first.row: last.value - first.value for first, last in ends}
        if (
            len(ends) < 4
            or scene.data == "seasonal"
            or any(abs(last.value - first.value) < scene.sight for first, last in ends)
        ):
            return None
    rose = rng.random() < 0.5
    found = [row for row, change in changes.items() if (change > 0) == rose]
    if not 1 <= len(found) < len(changes):
        return None
    first_time, last_time = scene.region.columns[0], scene.region.columns[-1]
    verb = ("rise", "a higher value", "rose") if rose else ("fall", "a lower value", "fell")
    marks = scene.marks if scene.is_difference else [mark for pair in ends for mark in pair]
    numbers = [
        dict(scene.mark(row).program)
        if scene.is_difference
        else {
            "op": "subtract",
            "left": dict(scene.mark(row, last_time).program),
            "right": dict(scene.mark(row, first_time).program),
        }
        for row in changes
    ]
    program = {"op": "count", "of": numbers, "comparison": "above" if rose else "below", "level": 0}
    name = lower_case(scene.quantity)
    return Draft(
        cores=(
            f"in how many of the {scene.members} did {name} {verb[0]} from {first_time} to {last_time}"
            if scene.data == "panel"
            else f"how many {scene.members} have {verb[1]} in {last_time} than in {first_time}",
            f"how many of the {scene.members} shown {verb[2]} between {first_time} and {last_time}",
            f"for how many {scene.members} is {last_time} {'higher' if rose else 'lower'} than {first_time}",
        ),
        program=program,
        short=str(len(found)),
        answer_type="number",
        leads=(f"{count_word(len(found)).capitalize()} did.", f"It is true of {count_word(len(found))}."),
        more=(
            f"{'They are' if len(found) > 1 else 'The one is'} {join_names(found)}.",
            f"The other {count_word(len(changes) - len(found))} moved the opposite way.",
        ),
        key_facts=(number_fact("count", len(found), ""),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks if mark.row in found),
        steps=(
            f"Find {scene.number}.",
            f"Compare {first_time} with {last_time} for each of the {count_word(len(changes))} {scene.members}.",
            f"Count those that {verb[2]}: {join_names(found)}.",
        ),
        wrong=(
            WrongAnswer(str(len(changes) - len(found)), "other_scale", "the other direction is counted"),
            WrongAnswer(str(len(found) + 1), "neighbouring_mark", "one too many is counted"),
        ),
    )


def _most_moved(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which series changed most from its first to its last mark, in size or in one direction."""
    if scene.is_difference:
        moves = {mark.row: mark.value for mark in scene.marks}
    else:
        rows = _series(scene, 2)
        if len(rows) < 3 or scene.data == "seasonal":
            return None
        moves = {marks[0].row: marks[-1].value - marks[0].value for marks in rows}
    sign = rng.choice((1, -1))
    ranked = sorted(moves, key=lambda row: -sign * moves[row])
    best, near = ranked[0], ranked[1]
    if sign * moves[best] < 2 * scene.sight or sign * (moves[best] - moves[near]) < 1.5 * scene.sight:
        return None
    first_time, last_time = scene.region.columns[0], scene.region.columns[-1]

    def move(row: str) -> dict[str, object]:
        if scene.is_difference:
            return dict(scene.mark(row).program)
        return {
            "op": "subtract",
            "left": dict(scene.mark(row, last_time).program),
            "right": dict(scene.mark(row, first_time).program),
        }

    program = {
        "op": "pick",
        "extreme": "highest" if sign > 0 else "lowest",
        "place": 1,
        "of": [{"name": row, "value": move(row)} for row in moves],
    }
    word = ("rose", "rise", "increase") if sign > 0 else ("fell", "fall", "decrease")
    marks = [mark for mark in scene.marks if mark.column in (first_time, last_time, "")]
    quoted = f"“{best}”" if scene.data == "composition" else best
    change = scene.print(abs(moves[best])).replace("%", " percentage points")
    readable = scene.tolerance == 0
    return Draft(
        cores=(
            f"which {scene.member} {word[0]} most between {first_time} and {last_time}",
            f"which of the {scene.members} shows the strongest {word[1]} from {first_time} to {last_time}",
            f"where was the {word[2]} from {first_time} to {last_time} greatest",
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(f"It was {quoted}.", f"It is {quoted}.", f"The strongest {word[1]} belongs to {quoted}."),
        more=(
            f"Its values are {change} apart."
            if readable
            else "Its two ends lie visibly farther apart than any others.",
            f"None of the other {count_word(len(moves) - 1)} comes near it.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact(scene.member, best, [row for row in moves if row != best]),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks if mark.row in (best, near)),
        steps=(
            f"Find {scene.number}.",
            f"Compare {first_time} with {last_time} for each of the {scene.members}.",
            f"The largest {word[2]} is that of {best}.",
        ),
        wrong=(
            WrongAnswer(near, "other_series", "the next largest move"),
            WrongAnswer(ranked[-1], "other_scale", "the strongest move the other way"),
        ),
        tail=""
        if scene.is_difference
        else rng.choice(
            (
                "Go by the absolute change, not by the change in percent.",
                "What counts is the difference, not the growth rate.",
                "Compare differences, not rates of change.",
            )
        ),
        forbidden=() if not readable else (change.split(" ")[0],),
    )


def _jump(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask between which two neighbouring years a series changed most."""
    if scene.data == "seasonal":
        return None
    options = []
    for marks in _series(scene, 5):
        if any(int(after.column) - int(before.column) != 1 for before, after in pairwise(marks)):
            continue
        steps = sorted(pairwise(marks), key=lambda step: -abs(step[1].value - step[0].value))
        sizes = [abs(after.value - before.value) for before, after in steps]
        if sizes[0] - sizes[1] >= 1.5 * scene.sight:
            options.append((marks, steps))
    if not options:
        return None
    marks, steps = rng.choice(options)
    before, after = steps[0]
    rose = after.value > before.value
    whose = _whose(scene, before)
    program = {
        "op": "pick",
        "extreme": "highest" if rose else "lowest",
        "place": 1,
        "of": [
            {
                "name": f"{a.column} to {b.column}",
                "value": {"op": "subtract", "left": dict(b.program), "right": dict(a.program)},
            }
            for a, b in pairwise(marks)
        ],
    }
    word = "rise" if rose else "fall"
    return Draft(
        cores=(
            f"between which two consecutive years did {whose} {word} most",
            f"from which year to the next is the steepest {word} of {whose}",
            f"where does the sharpest {word} of {whose} lie, between which two years",
        ),
        program=program,
        short=f"{before.column} to {after.column}",
        answer_type="list",
        leads=(
            f"The steepest {word} runs from {before.column} to {after.column}.",
            f"It lies between {before.column} and {after.column}.",
        ),
        more=(
            _from_to(scene, before, after)
            if scene.can_read(before) and scene.can_read(after)
            else "That stretch is visibly steeper than every other one.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact("year", before.column, ()), name_fact("year", after.column, ()) | {"name": "next year"}),
        facts=facts_of(marks),
        points=(scene.point(before), scene.point(after)),
        steps=(
            f"Find {scene.number}.",
            f"Compare each year of {whose} with the next.",
            f"The largest {word} is from {before.column} to {after.column}.",
        ),
        wrong=(WrongAnswer(f"{steps[1][0].column} to {steps[1][1].column}", "other_year", "the next largest step"),),
    )


TEMPLATES = tuple(
    Template(name, "trend_pattern", "L2", draft)
    for name, draft in (
        ("peak", _peak),
        ("direction", _direction),
        ("how_many", _how_many),
        ("most_moved", _most_moved),
        ("jump", _jump),
    )
)
