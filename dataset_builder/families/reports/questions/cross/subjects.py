"""What statements speak about, how they name it, and the sentences made of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dataset_builder.families.reports.model import Person, World
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.titles import lower_case
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import finish
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.terms import bare, locate

KINDS = ("panel", "composition", "seasonal")
"""Kinds of data whose values a sentence can name."""


@dataclass(frozen=True)
class Spot:
    """A mark that can be read, in its exhibit."""

    scene: Scene
    mark: Mark

    @property
    def name(self) -> str:
        """Return the figure at the mark, such as "charger availability in Merrowdeane in 2018"."""
        return name_figure(self.scene, self.mark.row, self.mark.column)

    @property
    def own(self) -> str:
        """Return what sets the mark apart, without the figure: "Merrowdeane", "“Home”", "July 2021"."""
        return name_row(self.scene, self.mark)

    def lookup(self, statement: str, *names: str) -> Program:
        """Return the operation that reads the mark, with keys that the statement states.

        Args:
            statement: its id.
            names: under which it states them: ``entity`` for the row, ``year`` (and ``month``) for the column.
        """
        keys = (self.mark.row, self.mark.column)
        places = row_names(self.scene)
        stated = [
            {"op": "stated", "statement": statement, "name": name} if name in names else key
            for name, key in zip(places, keys, strict=True)
        ]
        return {"op": "lookup", "dataset": self.scene.region.dataset.id, "keys": stated}

    def said(self) -> dict[str, str | int]:
        """Return the keys as a statement says them."""
        keys = (self.mark.row, self.mark.column)
        return {name: int(key) if key.isdigit() else key for name, key in zip(row_names(self.scene), keys, strict=True)}


def row_names(scene: Scene) -> tuple[str, str]:
    """Return what row and column of a mark are called in what a statement says."""
    return ("year", "month") if scene.data == "seasonal" else ("entity", "year")


def name_topic(scene: Scene) -> str:
    """Return what an exhibit is about, as a claim about it is pointed at: "charger availability"."""
    name = lower_case(scene.quantity)
    if scene.data == "composition":
        return name.split(" by ")[0]
    return name.removesuffix(" each month")


def name_figure(scene: Scene, row: str, column: str) -> str:
    """Return the figure of a row at a time, as a noun phrase without article."""
    topic = typeset(name_topic(scene))
    if scene.data == "composition":
        return f"{topic} of the category “{typeset(row)}” in {column}"
    if scene.data == "seasonal":
        return f"{topic} in {column} {row}"
    return f"{topic} {locate(scene.world.topic.entities, typeset(row))} in {column}"


def name_row(scene: Scene, mark: Mark) -> str:
    """Return what sets a mark apart within its column."""
    if scene.data == "composition":
        return f"“{typeset(mark.row)}”"
    if scene.data == "seasonal":
        return f"{mark.column} {mark.row}"
    return typeset(mark.row)


def list_spots(setting: Setting, rng: random.Random, wanted: Callable[[Scene], bool] | None = None) -> Iterator[Spot]:
    """Yield marks that can be read, the exhibits in the order of the setting, those of one mixed."""
    for scene in setting.scenes:
        if scene.data not in KINDS or scene.is_difference or (wanted is not None and not wanted(scene)):
            continue
        marks = [mark for mark in scene.marks if scene.can_read(mark) and mark.value]
        rng.shuffle(marks)
        for mark in marks:
            yield Spot(scene, mark)


def name_speaker(world: World, person: Person) -> str:
    """Return a person as a sentence introduces them: name, title and body, with commas around."""
    actor = next(actor for actor in world.topic.actors if actor.id == person.actor)
    title = typeset(person.title)
    if bare(actor.short).lower() in person.title.lower():
        return f"{person.name}, {title}"
    return f"{person.name}, {title} at {typeset(actor.name)}"


def phrase_sentence(rule: str, rng: random.Random, *flags: str, **terms: str) -> str:
    """Return a sentence that a rule of the grammar makes of terms and flags."""
    text, _ = load_grammar().expand(rule, Context(dict(terms), frozenset(flags)), rng)
    return finish(text)


def read_near(scene: Scene, value: float) -> float:
    """Return the least distance that a level must keep from a value to be told from it."""
    return max(2.5 * scene.tolerance, scene.sight, 0.02 * abs(value))


def round_level(value: float, step: float, decimals: int) -> float:
    """Return a number as people say it: a multiple of a round step, at most as exact as the data."""
    return round(round(value / step) * step, decimals)


def round_step(value: float) -> float:
    """Return the step in which people round numbers of a size: 1, 2 or 5 at the second digit."""
    size = abs(value)
    unit = 1.0
    while unit * 10 <= size:
        unit *= 10
    while unit > size:
        unit /= 10
    return unit / 10 if size / unit >= 3 else unit / 20
