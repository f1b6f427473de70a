"""Trend and pattern (L2) without time: where items cluster, what is spread widest, where gaps open."""

from __future__ import annotations

import random
from itertools import pairwise

from dataset_builder.families.reports.questions.fields import list_fields, rank_marks
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.patterns import FELL, ROSE
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    how_read,
    join_names,
    name_fact,
    quote_name,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Scene, items

_HALF = 50
_SHARES = (30, 40, _HALF, 60, 70, 80, 90)
"""Percentages of a whole that its two largest parts may exceed, so that Yes and No are equally frequent."""
_CLEAR = 3
"""Percentage points by which a share must differ from these."""


def _about(scene: Scene) -> str:
    return "about " if scene.tolerance else ""


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


def _concentration(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask whether the two largest parts of a whole make up more than some share of it, half where that may be."""
    if scene.tolerance or scene.data not in ("composition", "bins"):
        return None
    column = rng.choice(scene.columns)
    marks = sorted(scene.of_column(column), key=lambda mark: -mark.value)
    if len(marks) < 4 or marks[1].value == marks[2].value:
        return None
    total = sum(mark.value for mark in marks)
    share = 100 * (marks[0].value + marks[1].value) / total
    yes = rng.random() < 0.5
    levels = [level for level in _SHARES if abs(share - level) >= _CLEAR and (share > level) == yes]
    if not levels:
        return None
    level = min(levels, key=lambda level: abs(share - level))
    than = "half" if level == _HALF else f"{level} percent"
    top = [dict(mark.program) for mark in marks[:2]]
    whole = {"op": "sum", "of": [dict(mark.program) for mark in marks]}
    program = {
        "op": "exceeds",
        "left": {"op": "percent", "left": {"op": "sum", "of": top}, "right": whole},
        "right": level,
    }
    time = f" in {column}" if column else ""
    plural = "bands" if scene.data == "bins" else "categories"
    names = join_names([f"“{mark.row}”" for mark in marks[:2]])
    larger = (f"taken together, are the two biggest {plural} larger than all others combined{time}",)
    return Draft(
        cores=(
            f"do the two largest {plural} together make up more than {than} of the whole{time}",
            f"is more than {than} of the total concentrated in two {plural}{time}",
            *(larger if level == _HALF else ()),
        ),
        program=program,
        short="Yes" if yes else "No",
        answer_type="boolean",
        leads=(f"{'Yes' if yes else 'No'}, {names} together {'exceed' if yes else 'stay below'} {than} of it.",),
        more=(
            "The remaining ones share out what is left." if yes else "The others weigh too much for that.",
            how_read(scene, rng).replace("The number is", "The numbers are"),
        ),
        key_facts=({"name": f"more than {than}", "value": yes, "answer_type": "boolean"},),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks[:2]),
        steps=(
            f"Find {scene.number}.",
            f"Add up the two largest, {names}, and then all.",
            f"The two are {'more' if yes else 'less'} than {than}.",
        ),
        wrong=(WrongAnswer("No" if yes else "Yes", "other_scale", "sizes misjudged"),),
        tail="",
    )


def _rank_gap(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask where the widest gap opens when marks are put in order of size."""
    if scene.data in ("boxes", "bins", "bridge", "flow", "relation") or scene.is_difference:
        return None
    options = []
    for field in list_fields(scene):
        if field.by != "row" or len(field.marks) < 5:
            continue
        ranked = rank_marks(scene, field)
        gaps = sorted(pairwise(ranked), key=lambda pair: pair[1].value - pair[0].value)
        sizes = [high.value - low.value for high, low in gaps]
        alone = all(
            abs(mark.value - end.value) >= scene.sight * 0.999 for end in gaps[0] for mark in ranked if mark is not end
        )
        if alone and sizes[0] - sizes[1] >= max(2 * scene.sight, 0.05 * (ranked[0].value - ranked[-1].value)):
            options.append((field, ranked, gaps))
    if not options:
        return None
    field, ranked, gaps = rng.choice(options)
    high, low = gaps[0]
    names = [quote_name(scene, mark.row) for mark in (high, low)]
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [
            {
                "name": f"{above.row} and {below.row}",
                "value": {"op": "subtract", "left": dict(above.program), "right": dict(below.program)},
            }
            for above, below in pairwise(ranked)
        ],
    }
    return Draft(
        cores=(
            f"when the {field.members} are put in order by {field.measure}, between which two neighbours in that order "
            "does the widest gap open",
            f"in the ranking of the {field.members} by {field.measure}, which two that follow each other lie farthest "
            "apart",
        ),
        program=program,
        short=f"{high.row} and {low.row}",
        answer_type="list",
        leads=(
            f"The widest gap lies between {names[0]} and {names[1]}.",
            f"It opens between {names[0]} above and {names[1]} below.",
        ),
        more=("All other steps in the ranking are visibly smaller.", how_read(scene, rng)),
        key_facts=tuple(
            name_fact(side, mark.row, [other.row for other in ranked if other not in (high, low)])
            for side, mark in (("upper neighbour", high), ("lower neighbour", low))
        ),
        facts=facts_of(field.marks),
        points=(scene.point(high), scene.point(low)),
        steps=(
            f"Find {scene.number}.",
            f"Put the {field.members} in order by {field.measure}.",
            f"The largest step is from {high.row} to {low.row}.",
        ),
        wrong=(
            WrongAnswer(f"{gaps[1][0].row} and {gaps[1][1].row}", "other_series", "the next widest gap"),
            WrongAnswer(f"{ranked[0].row} and {ranked[-1].row}", "other_scale", "the two ends of the order"),
        ),
    )


def _outcome(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask whether a bridge ends above or below its start."""
    if scene.data != "bridge":
        return None
    first, last = scene.marks[0], scene.marks[-1]
    rose = last.value > first.value
    word, other = ("higher", "lower") if rose else ("lower", "higher")
    return Draft(
        cores=(
            f"taking all steps together, does the level end higher or lower than it began, from “{first.row}” to "
            f"“{last.row}”",
            f"on balance, is the level at “{last.row}” higher or lower than at “{first.row}”",
        ),
        program={"op": "direction", "of": [dict(first.program), dict(last.program)]},
        short=word,
        answer_type="text",
        leads=(f"It ends {word}.", f"All in all the outcome is {word}."),
        more=(
            f"The {'increases' if rose else 'decreases'} outweigh what works against them.",
            how_read(scene, rng).replace("The number is", "Each number is"),
        ),
        key_facts=(word_fact("outcome", word, ROSE if rose else FELL, (other, *(FELL if rose else ROSE))),),
        facts=facts_of((first, last)),
        points=(scene.point(first), scene.point(last)),
        steps=(f"Find {scene.number}.", "Compare its first level with its last.", f"The last is {word}."),
        wrong=(WrongAnswer(other, "other_scale", "direction misjudged"),),
    )


TEMPLATES = tuple(
    Template(name, "trend_pattern", "L2", draft)
    for name, draft in (
        ("densest", _densest),
        ("widest", _widest),
        ("concentration", _concentration),
        ("rank_gap", _rank_gap),
        ("outcome", _outcome),
    )
)
