"""Trend and pattern (L2): when a series is at its height, which way it went, which moved most, where items cluster."""

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


def _moment(scene: Scene) -> str:
    return "month" if scene.data == "seasonal" else "year"


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
    extent = "peak" if extreme == "highest" else "low point"
    neighbour = marks[marks.index(best) - 1] if marks.index(best) else marks[1]
    return Draft(
        cores=(
            f"in which {moment} did {whose} reach {'their' if whose.startswith(('the figures', 'the values')) else 'its'} {extent}",
            f"when were {whose} {extreme}"
            if whose.startswith(("the figures", "the values"))
            else f"when was {whose} {extreme}",
            f"which {moment} has the {extreme} of {whose}"
            if scene.data != "panel"
            else f"in which {moment} is {whose} {extreme}",
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
    marks = rng.choice(options)
    first, last = marks[0], marks[-1]
    rose = last.value > first.value
    whose = _whose(scene, first)
    plural = whose.startswith("the values")
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
            f"{'They' if plural else 'It'} {'rose' if rose else 'fell'} over that span.",
            f"Overall {'they' if plural else 'it'} {'rose' if rose else 'fell'}.",
            f"The end lies {'higher' if rose else 'lower'} than the start, so {'they' if plural else 'it'} {'rose' if rose else 'fell'}.",
        ),
        more=(
            f"The start is {_about(scene)}{scene.print(first.value)} and the end {_about(scene)}{scene.print(last.value)}."
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
        leads=(f"{quoted} did.", f"It is {quoted}.", f"The strongest {word[1]} belongs to {quoted}."),
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
            f"In that one step the value goes from {_about(scene)}{scene.print(before.value)} to {_about(scene)}{scene.print(after.value)}."
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


def _densest(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask for the band of a histogram that holds most items."""
    if scene.data != "bins":
        return None
    ranked = sorted(scene.marks, key=lambda mark: -mark.value)
    if ranked[0].value - ranked[1].value < max(scene.sight, 1):
        return None
    best, near = ranked[:2]
    place = scene.marks.index(best)
    beside = scene.marks[place - 1 if place else 1]
    what = scene.region.dataset.unit
    return Draft(
        cores=(
            f"in which band do the {what} pile up most",
            f"which band holds the largest number of {what}",
            f"where does the distribution of {what} have its peak, in which band",
        ),
        program={"op": "pick", "extreme": "highest", "place": 1, "of": items(scene.marks)},
        short=best.row,
        answer_type="text",
        leads=(f"The peak lies in the band {best.row}.", f"It is the band from {best.row.replace('–', ' to ')}."),
        more=(
            f"It holds {_about(scene)}{scene.print(best.value)}.",
            "On either side of it the columns are lower.",
            how_read(scene, rng),
        ),
        key_facts=(
            word_fact(
                "band",
                best.row,
                (best.row.replace("–", " to "), best.row.replace("–", "-"), best.row.replace("–", " and ")),
                [mark.row for mark in scene.marks if mark is not best],
            ),
        ),
        facts=facts_of(scene.marks),
        points=(scene.point(best), scene.point(near)),
        steps=(f"Find {scene.number}.", "Compare the heights of all bands.", f"The highest is {best.row}."),
        wrong=(
            WrongAnswer(near.row, "other_series", "the second highest column"),
            WrongAnswer(beside.row, "neighbouring_mark", "the column beside it"),
        ),
    )


def _widest(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask which class of a box plot is the most, or the least, spread out between its quartiles."""
    if scene.data != "boxes":
        return None
    widths = {row: scene.mark(row, "q3").value - scene.mark(row, "q1").value for row in scene.rows}
    most = rng.random() < 0.6
    ranked = sorted(widths, key=lambda row: -widths[row] if most else widths[row])
    best, near = ranked[:2]
    if abs(widths[best] - widths[near]) < max(1.5 * scene.sight, 0.06 * widths[best]):
        return None
    marks = [scene.mark(row, name) for row in scene.rows for name in ("q1", "q3")]
    program = {
        "op": "pick",
        "extreme": "highest" if most else "lowest",
        "place": 1,
        "of": [
            {
                "name": row,
                "value": {
                    "op": "subtract",
                    "left": dict(scene.mark(row, "q3").program),
                    "right": dict(scene.mark(row, "q1").program),
                },
            }
            for row in scene.rows
        ],
    }
    word = "most" if most else "least"
    return Draft(
        cores=(
            f"in which class do the middle halves of the values spread {word}",
            f"which class has the {'widest' if most else 'narrowest'} range between its quartiles",
            f"for which class does the middle half of values vary {word}",
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(f"It is “{best}”.", f"“{best}” does.", f"That is the class “{best}”."),
        more=(
            f"From its lower to its upper quartile it is {_about(scene)}{scene.print(widths[best])}.",
            f"The other {count_word(len(widths) - 1)} classes differ from it visibly.",
            how_read(scene, rng),
        ),
        key_facts=(name_fact("class", best, [row for row in widths if row != best]),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks if mark.row in (best, near)),
        steps=(
            f"Find {scene.number}.",
            "For each class take the distance from the lower to the upper quartile.",
            f"The {'largest' if most else 'smallest'} is that of {best}.",
        ),
        wrong=(
            WrongAnswer(near, "neighbouring_mark", "next in rank"),
            WrongAnswer(ranked[-1], "other_scale", "the other end"),
        ),
        forbidden=(scene.print(widths[best]).split(" ")[0].rstrip("%"),),
    )


TEMPLATES = (
    Template("peak", "trend_pattern", "L2", _peak),
    Template("direction", "trend_pattern", "L2", _direction),
    Template("how_many", "trend_pattern", "L2", _how_many),
    Template("most_moved", "trend_pattern", "L2", _most_moved),
    Template("jump", "trend_pattern", "L2", _jump),
    Template("densest", "trend_pattern", "L2", _densest),
    Template("widest", "trend_pattern", "L2", _widest),
)
