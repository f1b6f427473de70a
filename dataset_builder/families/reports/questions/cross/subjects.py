"""What statements speak about, how they name it, and the sentences made of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.families.reports.model import Person, World
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.articles import with_the
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.saying import number_fact, print_mark
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.receptions import find_actor
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import finish
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.terms import bare, locate

KINDS = ("panel", "composition", "seasonal")
"""Kinds of data whose values a sentence can name."""
LINES = ("line", "area", "multi_line", "sparkline_grid")
_PARTS = (("entity", "year"), ("year", "month"))


def row_names(scene: Scene) -> tuple[str, str]:
    """Return what row and column of a mark are called in what a statement says."""
    return _PARTS[scene.data == "seasonal"]


def say_keys(scene: Scene, mark: Mark) -> dict[str, str | int]:
    """Return the keys of a mark as a statement says them."""
    keys = (mark.row, mark.column)
    return {name: int(key) if key.isdigit() else key for name, key in zip(row_names(scene), keys, strict=True)}


def look_up(scene: Scene, mark: Mark, statement: str = "", row: str = "", column: str = "") -> Program:
    """Return the operation that reads a mark.

    Args:
        scene: of its exhibit.
        mark: to be read.
        statement: id of the statement that says which mark.
        row, column: names under which the statement says the keys, "" for a key that the question gives itself.
    """
    keys = [
        {"op": "stated", "statement": statement, "name": name} if name else key
        for name, key in zip((row, column), (mark.row, mark.column), strict=True)
    ]
    return {"op": "lookup", "dataset": scene.region.dataset.id, "keys": keys}


def look_up_stated(scene: Scene, mark: Mark, statement: str) -> Program:
    """Return the operation that reads a mark both of whose keys a statement says."""
    row, column = row_names(scene)
    return look_up(scene, mark, statement, row, column)


def stated(statement: str, name: str) -> Program:
    """Return the operation that takes what a statement says under a name."""
    return {"op": "stated", "statement": statement, "name": name}


def name_topic(scene: Scene) -> str:
    """Return what an exhibit is about, as a claim about it is pointed at: "charger availability", "the carer wage"."""
    name = scene.quantity
    if scene.data == "composition":
        return name.split(" by ")[0]
    return with_the(name) if scene.data == "panel" else name.removesuffix(" each month").removesuffix(" by month")


def name_series(scene: Scene, row: str) -> str:
    """Return the figure of a row without its time: "charger availability in Merrowdeane"."""
    topic = typeset(name_topic(scene))
    if scene.data == "composition":
        return f"{topic} of the category “{typeset(row)}”"
    return f"{topic} {locate(scene.world.topic.entities, typeset(row))}"


def name_figure(scene: Scene, mark: Mark) -> str:
    """Return the figure at a mark, as a noun phrase."""
    if scene.data == "seasonal":
        return f"{typeset(name_topic(scene))} in {mark.column} {mark.row}"
    return f"{name_series(scene, mark.row)} in {mark.column}"


def name_row(scene: Scene, mark: Mark) -> str:
    """Return what sets a mark apart within its column: "Merrowdeane", "“Home”", "July 2021"."""
    if scene.data == "composition":
        return f"“{typeset(mark.row)}”"
    if scene.data == "seasonal":
        return f"{mark.column} {mark.row}"
    return typeset(mark.row)


def list_marks(
    setting: Setting, rng: random.Random, wanted: Callable[[Scene], bool] | None = None
) -> Iterator[tuple[Scene, Mark]]:
    """Yield marks that can be read, the exhibits in the order of the setting, those of one mixed."""
    for scene in list_scenes(setting, KINDS):
        if wanted is None or wanted(scene):
            marks = [mark for mark in scene.marks if scene.can_read(mark) and mark.value > 0]
            rng.shuffle(marks)
            for mark in marks:
                yield scene, mark


def list_scenes(setting: Setting, kinds: Sequence[str]) -> Iterator[Scene]:
    """Yield the exhibits whose data are of some kinds and no differences."""
    for scene in setting.scenes:
        if scene.data in kinds and not scene.is_difference:
            yield scene


def list_pairs(
    setting: Setting, rng: random.Random, *, exact: bool = True, apart: int = 2
) -> Iterator[tuple[Scene, Mark, Mark]]:
    """Yield an earlier and a later mark of one row that can be read, years ``apart`` or more."""
    for scene in list_scenes(setting, ("panel", "composition")):
        if exact and scene.tolerance:
            continue
        found = []
        for row in scene.rows:
            marks = [mark for mark in scene.of_row(row) if scene.can_read(mark) and mark.value > 0]
            found += [
                (one, two)
                for one in marks
                for two in marks
                if int(two.column) - int(one.column) >= apart and one.value != two.value
            ]
        rng.shuffle(found)
        for one, two in found:
            yield scene, one, two


def list_columns(setting: Setting, rng: random.Random, least: int) -> Iterator[tuple[Scene, list[Mark]]]:
    """Yield the readable marks of a column of panels and compositions, ``least`` of them or more."""
    for scene in list_scenes(setting, ("panel", "composition")):
        for column in rng.sample(scene.columns, len(scene.columns)):
            marks = [mark for mark in scene.of_column(column) if scene.can_read(mark) and mark.value > 0]
            if len(marks) >= least:
                yield scene, marks


def name_speaker(world: World, person: Person) -> str:
    """Return a person as a sentence introduces them: name, title and body, without the commas around."""
    actor = find_actor(world, person.actor)
    title = typeset(person.title)
    if bare(actor.short).lower() in person.title.lower():
        return f"{person.name}, {title}"
    return f"{person.name}, {title} at {typeset(actor.name)}"


@dataclass(frozen=True)
class Wording:
    """A sentence with the rule of the grammar and the terms that made it."""

    text: str
    rule: str
    terms: Mapping[str, str]


def phrase_sentence(rule: str, rng: random.Random, *flags: str, **terms: str) -> Wording:
    """Return a sentence that a rule of the grammar makes of terms and flags."""
    return Wording(finish(phrase(rule, rng, *flags, **terms)), rule, terms)


def phrase(rule: str, rng: random.Random, *flags: str, **terms: str) -> str:
    """Return words that a rule of the grammar makes of terms and flags."""
    text, _ = load_grammar().expand(rule, Context(dict(terms), frozenset(flags)), rng)
    return text


def print_level(scene: Scene, level: float) -> str:
    """Return a level as people say it: with no more decimals than it needs, and its unit if the figure has it not."""
    printed = scene.print(level, len(f"{level:g}".partition(".")[2]))
    return printed.removesuffix(f" {scene.unit}") if scene.unit in name_topic(scene).split() else printed


def about(scene: Scene) -> str:
    """Return "about " where values are estimated."""
    return "about " if scene.tolerance else ""


def say_value(scene: Scene, mark: Mark) -> str:
    """Return a mark's value as an answer gives it."""
    return f"{about(scene)}{scene.print(mark.value)}"


def value_fact(scene: Scene, mark: Mark, name: str = "value", *, core: bool = True) -> dict[str, Any]:
    """Return the key fact of a mark's value."""
    fact = number_fact(
        name, mark.value, scene.unit, tolerance=scene.tolerance, entity=(mark.row,) if scene.data != "seasonal" else ()
    )
    return fact if core else fact | {"core": False}


def year_facts(scene: Scene, marks: Sequence[Mark]) -> tuple[dict[str, Any], ...]:
    """Return the key facts of values of one row, told apart by their years."""
    return tuple(
        number_fact(f"value in {mark.column}", mark.value, scene.unit, tolerance=scene.tolerance, label=(mark.column,))
        for mark in marks
    )


def neighbours(scene: Scene, mark: Mark) -> Iterator[Mark]:
    """Yield marks beside one: another row of the same column, another column of the same row."""
    for line in (scene.of_column(mark.column), scene.of_row(mark.row)):
        if len(line) > 1:
            place = line.index(mark)
            yield line[place - 1 if place else 1]


def wrong_readings(scene: Scene, mark: Mark) -> Iterator[WrongAnswer]:
    """Yield what is said by those who take the right chart and another mark than the statement means, or misread it."""
    for other in neighbours(scene, mark):
        yield WrongAnswer(print_mark(scene, other), "cross_modal_grounding", scene.where(other))
    shifted = mark.value * (1.1 if scene.tolerance else 1.02)
    off = scene.print(shifted)
    if off != scene.print(mark.value):
        yield WrongAnswer(off, "precision", "read less exactly than the exhibit allows")


def wrong_figure(setting: Setting, scene: Scene) -> Iterator[WrongAnswer]:
    """Yield a value of another exhibit: what is said by those who don't find the right one."""
    for other in setting.scenes:
        if other.exhibit.ref != scene.exhibit.ref and other.data == scene.data:
            mark = next((mark for mark in other.marks if other.can_read(mark)), None)
            if mark is not None:
                yield WrongAnswer(print_mark(other, mark), "figure_not_found", other.exhibit.ref)
                return


def read_near(scene: Scene, value: float) -> float:
    """Return the least distance that a level must keep from a value to be told from it."""
    return max(2.5 * scene.tolerance, scene.sight, 0.02 * abs(value))


def round_level(value: float, decimals: int) -> float:
    """Return a number as people say it, at most as exact as the data: 1, 2 or 5 at the second digit.

    >>> round_level(13241, 0), round_level(0.564, 2), round_level(47.3, 1)
    (13000, 0.55, 45.0)
    """
    size, unit = abs(value), 1.0
    while unit * 10 <= size:
        unit *= 10
    while unit > size > 0:
        unit /= 10
    step = unit / 10 if size / unit < 3 else unit / 2 if size / unit >= 5 else unit / 5
    step = max(step if size / unit < 3 else step / 2, 10.0**-decimals)
    rounded = round(round(value / step) * step, decimals)
    return int(rounded) if decimals == 0 else rounded
