"""Sentences, key facts and wrong answers that questions of all kinds share."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from dataset_builder.families.reports.drawing import difference_unit
from dataset_builder.families.reports.exhibits import find_region
from dataset_builder.families.reports.questions.model import WrongAnswer, WrongKind
from dataset_builder.families.reports.questions.scene import Mark, Scene, print_value

ORDINALS = ("highest", "second highest", "third highest", "fourth highest", "fifth highest")
_COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_UNSURE = re.compile(r"[²³]|^mm\b")
"""Units that are written in several ways or taken for others: a bare number is then in the unit asked for."""
_READ = {
    "bar": ("at the top of its bar", "from the height of the bar"),
    "horizontal_bar": ("at the end of its bar", "from the length of the bar"),
    "lollipop": ("beside the head of its stem", "from the head of the stem"),
    "grouped_bar": ("at the top of its bar", "from the height of the bar"),
    "stacked_bar": ("inside or beside its segment", "from the length of the segment"),
    "diverging_bar": ("at the end of its bar", "from the length of the bar"),
    "waterfall": ("at the step itself", "from the step"),
    "histogram": ("above the band", "from the height of the band"),
    "line": ("next to its point", "from the point on the line"),
    "multi_line": ("next to its point", "from the point on the line"),
    "area": ("next to its point", "from the upper edge of the area"),
    "stacked_area": ("in the layer", "from the thickness of the layer"),
    "slope": ("at the end of its line", "from the end of the line"),
    "dumbbell": ("beside its dot", "from the position of the dot"),
    "scatter": ("beside the point", "from the position of the point"),
    "bubble": ("beside the bubble", "from the centre of the bubble"),
    "box": ("beside the box", "from the drawn box"),
    "heatmap": ("in its cell", "from the shade of the cell"),
    "pie": ("in or beside its slice", "from the slice"),
    "donut": ("in or beside its segment", "from the segment"),
    "radar": ("in the figure", "from the position on its spoke"),
    "sankey": ("on its ribbon", "from the ribbon"),
    "treemap": ("inside its tile", "from the tile"),
    "sparkline_grid": ("in its small panel", "from the line of its panel"),
    "table": ("in its cell", "in its cell"),
}


def count_word(count: int) -> str:
    """Return a small count as a word, from thirteen on in digits."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in words.

    >>> join_names(["A", "B", "C"])
    'A, B and C'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def how_read(scene: Scene, rng: random.Random) -> str:
    """Return a sentence on how values are read off the exhibit."""
    printed, drawn = _READ[scene.kind]
    if scene.kind == "table":
        return rng.choice(
            (
                "It stands where that line and that column meet.",
                "The cell can be read directly, no arithmetic is needed.",
                "Nothing has to be estimated, since every entry is printed in full.",
            )
        )
    if scene.tolerance == 0:
        return rng.choice(
            (
                f"The number is printed {printed}.",
                f"It can be read directly, because each number is printed {printed}.",
                f"Nothing needs to be estimated: the label stands {printed}.",
            )
        )
    return rng.choice(
        (
            f"No label gives it, so it is judged {drawn} against the gridlines.",
            f"It has to be estimated {drawn} with the help of the grid.",
            f"Read {drawn} against the grid, it can only be approximate.",
        )
    )


def _digits(value: float) -> int:
    text = f"{value:.6f}".rstrip("0")
    return len(text.partition(".")[2])


def tolerance_text(scene: Scene, value: float, rng: random.Random, *, unit: str | None = None) -> str:
    """Return a sentence that says how exact an answer must be, "" where it must be exact."""
    if value == 0:
        return ""
    within = print_value(value, _digits(round(value, 6)), difference_unit(scene.unit if unit is None else unit))
    within = re.sub(r"^1 (\w+ )?(\w*[^s\W])s\b", r"1 \1\2", within)
    return rng.choice(
        (
            f"An answer within {within} counts as right.",
            f"It is enough to be within {within}.",
            f"Estimate it to within {within}.",
            f"Anything within {within} of the true value will do.",
        )
    )


def rank_sentence(scene: Scene, mark: Mark, among: Sequence[Mark]) -> Iterator[str]:
    """Yield a sentence on the place of a mark among others, where every difference is printed."""
    values = [other.value for other in among]
    if scene.tolerance or len(among) < 4 or len(set(values)) < len(values):
        return
    above = sum(value > mark.value for value in values)
    if above < len(ORDINALS):
        yield f"Of the values shown beside each other it is the {ORDINALS[above]}."
    elif above == len(values) - 1:
        yield "Every other value beside it is higher."
    else:
        yield "Values on both sides of it, higher and lower ones, stand beside it."


def answer_type_of(unit: str) -> str:
    """Return the type of a number's answer."""
    return "percent" if unit.startswith("%") else "number"


def number_fact(
    name: str,
    value: float,
    unit: str,
    *,
    tolerance: float = 0.0,
    label: Sequence[str] = (),
    entity: Sequence[str] = (),
    others: Sequence[str] = (),
) -> dict[str, Any]:
    """Return a key fact that is a number."""
    kind = answer_type_of(unit)
    fact: dict[str, Any] = {"name": name, "value": value, "answer_type": kind}
    if unit and not _UNSURE.search(unit):
        fact["unit"] = "%" if kind == "percent" else unit
    if tolerance:
        fact["tolerance"] = {"absolute": round(tolerance, 9)}
    for key, held in (("label", label), ("entity", entity), ("others", others)):
        if held:
            fact[key] = list(held)
    return fact


def name_fact(name: str, value: str, others: Sequence[str], aliases: Sequence[str] = ()) -> dict[str, Any]:
    """Return a key fact that is a name; ``others`` are those that a wrong answer could give."""
    if name == "year" or (value.isdigit() and len(value) == 4):
        return {"name": name, "value": int(value), "answer_type": "year"}
    fact: dict[str, Any] = {"name": name, "value": value, "answer_type": "entity", "others": list(others)}
    if aliases:
        fact["aliases"] = list(aliases)
    return fact


def word_fact(name: str, value: str, aliases: Sequence[str], others: Sequence[str]) -> dict[str, Any]:
    """Return a key fact that is a word or a phrase."""
    return {"name": name, "value": value, "answer_type": "text", "aliases": list(aliases), "others": list(others)}


def list_fact(name: str, values: Sequence[str]) -> dict[str, Any]:
    """Return a key fact that is a list of names."""
    return {"name": name, "value": list(values), "answer_type": "list"}


def wrong_values(scene: Scene, mark: Mark) -> tuple[WrongAnswer, ...]:
    """Return what readers say who look at another mark, series, year, chart or scale."""
    found = [*_beside(scene, mark), *_elsewhere(scene, mark), *_scaled(scene, mark)]
    return tuple(found)


def _beside(scene: Scene, mark: Mark) -> Iterator[WrongAnswer]:
    rows, columns = scene.rows, scene.columns
    same = [other.row for other in scene.of_column(mark.column)]
    if len(same) > 1:
        place = same.index(mark.row)
        other = scene.mark(same[place - 1 if place else 1], mark.column)
        kind: WrongKind = "other_series" if len(columns) > 1 and len(rows) < len(scene.marks) else "neighbouring_mark"
        yield WrongAnswer(print_mark(scene, other), kind, scene.where(other))
    along = [other.column for other in scene.of_row(mark.row)]
    if len(along) > 1 and scene.data != "relation":
        place = along.index(mark.column)
        other = scene.mark(mark.row, along[place - 1 if place else 1])
        is_year = other.column.isdigit() and len(other.column) == 4
        yield WrongAnswer(
            print_mark(scene, other), "other_year" if is_year else "neighbouring_mark", scene.where(other)
        )


def _elsewhere(scene: Scene, mark: Mark) -> Iterator[WrongAnswer]:
    for exhibit in scene.plan.exhibits():
        if exhibit.ref == scene.exhibit.ref or exhibit.dataset == scene.exhibit.dataset or exhibit.terms:
            continue
        region = find_region(exhibit, scene.world)
        dataset = region.dataset
        keys = [key for key in region.keys if key[0] == mark.row]
        keys.sort(key=lambda key: key[-1] != mark.column)  # the same time first
        if keys and dataset.kind == scene.data:
            value = print_value(dataset.values[keys[0]], dataset.decimals, dataset.unit)
            yield WrongAnswer(value, "other_chart", exhibit.ref)
            return


def _scaled(scene: Scene, mark: Mark) -> Iterator[WrongAnswer]:
    if scene.data == "relation":
        other = next((one for one in scene.of_row(mark.row) if one.column != mark.column), None)
        if other is not None:
            yield WrongAnswer(print_mark(scene, other), "other_scale", f"{scene.side(other.column).name}")
    elif scene.kind in ("stacked_bar", "stacked_area"):
        level = 0.0
        for other in scene.of_column(mark.column):
            level += other.value
            if other.row == mark.row:
                break
        if abs(level - mark.value) > 1e-9:
            yield WrongAnswer(scene.print(level), "other_scale", "height of the stack up to the part")
    elif scene.tolerance and scene.spec.y.step:
        yield WrongAnswer(scene.print(mark.value + scene.spec.y.step), "other_scale", "gridline misread by a step")


def print_mark(scene: Scene, mark: Mark) -> str:
    """Return a mark's value with its unit."""
    if scene.data == "relation":
        side = scene.side(mark.column)
        return print_value(mark.value, side.decimals, side.unit)
    return scene.print(mark.value)


def facts_of(marks: Sequence[Mark]) -> tuple[str, ...]:
    """Return the ids of the facts of marks, each once."""
    return tuple(dict.fromkeys(fact for mark in marks for fact in mark.facts))


def is_estimated(scene: Scene) -> bool:
    """Tell whether values are read against a grid."""
    return scene.tolerance > 0 or (scene.data == "relation" and scene.kind != "table")


def quote_name(scene: Scene, name: str) -> str:
    """Return a name as it stands in a sentence: in quotes unless it is a proper name or a year."""
    return name if scene.data in ("panel", "relation", "seasonal") or name.isdigit() else f"“{name}”"


def capital(text: str) -> str:
    """Return a text with its first letter a capital."""
    return text if text.startswith("“") else text[:1].upper() + text[1:]


def type_of_name(name: str) -> str:
    """Return the type of an answer that is a name or a year."""
    return "year" if name.isdigit() and len(name) == 4 else "entity"
