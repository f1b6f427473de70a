"""What the templates of questions have in common: the page they ask about, programs, words and levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

from dataset_builder.families.hops.charting import Figure, find_metric
from dataset_builder.families.hops.model import Column, Metric, Node, Table, Topic, columns_of, list_atoms
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.narrative.patterns import lower_first
from dataset_builder.families.hops.narrative.sets import name_label
from dataset_builder.families.hops.programs import Program, column_json, trace_json
from dataset_builder.families.hops.tables import margin

Size = Literal["one", "several", "three", "any"]
Asks = Literal["none", "one", "pair", "times", "run"]


@dataclass(frozen=True)
class Scene:
    """A page as far as questions go.

    Attributes:
        topic: of the page.
        figures: of the page.
        table: values of all columns.
        entities: all of them.
        trace: what selects the set asked about.
        selected: that set.
        label: what narrative and question call it.
        asked: the columns spared for the question, as its template asked for.
        truth: whether a question to be answered by Yes or No is to be answered by Yes.
    """

    topic: Topic
    figures: tuple[Figure, ...]
    table: Table
    entities: tuple[str, ...]
    trace: Node
    selected: tuple[str, ...]
    label: Label
    asked: tuple[Column, ...]
    truth: bool

    def values(self, column: Column, names: Sequence[str]) -> list[float]:
        """Return the values of some entities in a column."""
        return [self.table[column][name] for name in names]

    def metric(self, column: Column) -> Metric:
        """Return the metric of a column."""
        return find_metric(self.topic, column)

    def draw_other(self, rng: random.Random, column: Column) -> Column:
        """Return another column of the page, if possible of a figure that neither trace nor question reads yet."""
        read = {column, *(read for atom in list_atoms(self.trace) for read in columns_of(atom))}
        fresh = [held for figure in self.figures if read.isdisjoint(figure.columns) for held in figure.columns]
        return rng.choice(fresh or [held for figure in self.figures for held in figure.columns if held != column])

    @property
    def words(self) -> dict[str, str]:
        """Return the slots that every template may use.

        ``members``, ``Members``: all entities of the set, without an article; ``member``: any of them, after "a" or
        "which"; ``one``: the only one; ``whole``: the set; ``inside``: where its members are; ``does``: before the
        set; ``sum``: what a column has for the set, "the total of" unless the label tells that it has one member;
        ``entity``, ``entities``.
        """
        entity, entities, text = self.topic.entity, self.topic.entities, self.label.text
        inside, place = self.label.form == "group", name_label(self.label).place
        return {
            "entity": entity,
            "entities": entities,
            "whole": f"the {text}",
            "inside": f"{place if inside else 'among'} the {text}",
            "does": "do" if self.label.form == "plural" else "does",
            "sum": "the figure for" if self.label.form == "single" else "the total of",
            "members": f"{entities} {place} the {text}" if inside else text,
            "member": f"{entity} {place} the {text}" if inside else f"{entity} among the {text}",
            "one": f"the {entity} {place} the {text}" if inside else f"the {text}",
        }


@dataclass(frozen=True)
class Draft:
    """A question as a template writes it.

    Attributes:
        pattern: text as ``narrative.patterns`` expands it, with the slots of ``Scene.words`` and ``slots``.
        slots: further slots.
        program: what gives the answer.
        answer_type: as the record contract has it.
        decimals: digits after the point of a number that is the answer.
        columns: what is read besides the trace's columns.
        parameters: numbers and words in the question, for those who compute the answer another way.
    """

    pattern: str
    slots: Mapping[str, str]
    program: Program
    answer_type: str
    columns: tuple[Column, ...]
    decimals: int = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Template:
    """One of the ways to ask.

    Attributes:
        name: unique.
        task: of the six.
        size: how many entities the set must have: ``one`` (by a unique atom), ``several`` (2 to 4), ``three`` (3 or
            4), or ``any`` of these.
        asks: which columns are to be spared for it: ``none``, ``one``, a ``pair`` of one unit, a pair of one block at
            two ``times``, or a ``run`` of three or more in one figure that are of one metric.
        write: the question, or None where the page doesn't suit it.
    """

    name: str
    task: str
    size: Size
    asks: Asks
    write: Callable[[Scene, random.Random], Draft | None]


def selected(scene: Scene) -> Program:
    """Return the program of the set asked about."""
    return {"op": "trace", "trace": trace_json(scene.trace)}


def values(column: Column, of: Program) -> Program:
    """Return the program of a column's values for a set."""
    return {"op": "values", "of": of, "column": column_json(column)}


def total(column: Column, of: Program) -> Program:
    """Return the program of their sum."""
    return {"op": "sum", "of": values(column, of)}


def where(of: Program, column: Column, comparison: str, value: Program | float) -> Program:
    """Return the program of those of a set whose value in a column is so compared to ``value``."""
    return {"op": "where", "of": of, "by": values(column, of), "comparison": comparison, "value": value}


def pick(of: Program, by: Program, extreme: str, place: int = 1) -> Program:
    """Return the program of the entity at a place in the order of a row."""
    return {"op": "pick", "of": of, "by": by, "extreme": extreme, "place": place}


def rounded(program: Program, decimals: int) -> Program:
    """Return the program of a rounded number."""
    return {"op": "round", "of": program, "decimals": decimals}


def percent_of(part: Program, whole: Program) -> Program:
    """Return the program of a share in percent, to one decimal."""
    return rounded({"op": "percent", "left": part, "right": whole}, 1)


def name_column(scene: Scene, column: Column, *, time: bool = True) -> str:
    """Return a column in words, such as ``sugar used (gift tin) in Q1 2024``."""
    metric = lower_first(column.metric)
    part = f" ({column.group})" if column.group else ""
    return f"{metric}{part} in {column.time}" if time else f"{metric}{part}"


def write_number(value: float | Fraction, decimals: int) -> str:
    """Return a number with its decimals and no separators.

    >>> write_number(Fraction(5, 2), 2), write_number(70.0, 0)
    ('2.50', '70')
    """
    return f"{float(value):.{decimals}f}"


def write_level(value: float) -> str:
    """Return a number of a question in words for people: separators, no idle decimals.

    >>> write_level(1200.0), write_level(2.5)
    ('1,200', '2.5')
    """
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"


def round_between(low: float, high: float, decimals: int) -> float | None:
    """Return a number strictly between two others, as round as there is one; None if there is none.

    >>> round_between(1180, 1246, 0), round_between(3, 4, 0)
    (1200.0, None)
    """
    for exponent in range(9, -decimals - 1, -1):
        for factor in (5, 2, 1):
            step = factor * 10.0**exponent
            middle = round((low + high) / 2 / step) * step
            if low < middle < high:
                return round(middle, decimals)
    return None


def split_levels(scene: Scene, column: Column, names: Sequence[str], fewest: int, most: int) -> dict[int, float]:
    """Return round numbers that some of ``names`` visibly exceed, by how many they are, ``fewest`` to ``most``.

    Each divides the entities of the page, so that no condition on it is idle, and no one of ``names`` is closer to it
    than half a ``margin``; counts for which there is no such number are left out.
    """
    metric = scene.metric(column)
    ordered = sorted(scene.values(column, names), reverse=True)
    everyone = scene.values(column, scene.entities)
    gap = margin(metric) / 2
    bounds = [max(everyone), *ordered, min(everyone)]
    return {
        count: level
        for count in range(max(fewest, 0), min(most, len(ordered)) + 1)
        if (level := round_between(bounds[count + 1] + gap, bounds[count] - gap, metric.decimals)) is not None
    }


def split_level(
    scene: Scene, rng: random.Random, column: Column, names: Sequence[str], fewest: int, most: int
) -> float | None:
    """Return one of ``split_levels``; None if there is none."""
    levels = split_levels(scene, column, names, fewest, most)
    return rng.choice(list(levels.values())) if levels else None


def apart(scene: Scene, column: Column, names: Sequence[str], extreme: str, place: int = 1) -> bool:
    """Return whether the entity at a place of an order is apart from its neighbours by half a ``margin`` or more."""
    ordered = sorted(scene.values(column, names), reverse=extreme == "highest")
    gap = margin(scene.metric(column)) / 2
    near = ordered[max(place - 2, 0) : place + 1]
    return len(ordered) >= place and all(abs(one - other) >= gap for one, other in pairwise(near))
