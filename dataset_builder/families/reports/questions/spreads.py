"""Trend and pattern (L2) in samples: where items cluster, which class is spread widest."""

from __future__ import annotations

import random

from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    how_read,
    name_fact,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Scene, items


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


TEMPLATES = tuple(
    Template(name, "trend_pattern", "L2", draft)
    for name, draft in (
        ("densest", _densest),
        ("widest", _widest),
    )
)
