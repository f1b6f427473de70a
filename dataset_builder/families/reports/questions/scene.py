"""What questions know of the exhibit that they are about: its marks with their programs, how exactly they can be read,
and the ways to name it."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.cubes import find_relation
from dataset_builder.families.reports.drawing import difference_unit
from dataset_builder.families.reports.exhibits import find_region
from dataset_builder.families.reports.model import Exhibit, Plan, Table, World
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.regions import Region
from dataset_builder.families.reports.titles import lower_case

_COARSE = 0.05
"""Tolerance, as a share of a value, up to which the value may be asked for."""
_SPARK = 0.14
"""Share of a small panel's axis that an eye tells apart."""
_BANDS = frozenset({"stacked_area", "stacked_bar"})
_HEAD = re.compile(r" (?:of|per|among|for|in|on|to|with|by|at|from|under|without) ")
"""What a noun phrase is cut at: its number is that of the first part's last word."""
_NO_NOUN = frozenset({"from", "how", "what", "where", "who", "why"})
"""First words of names that can't stand behind "the chart on"."""
STATISTICS = {
    "min": "lowest value",
    "q1": "lower quartile",
    "median": "median",
    "q3": "upper quartile",
    "max": "highest value",
}


@dataclass(frozen=True)
class Mark:
    """One value that can be read.

    Attributes:
        row, column: its keys; a column of "" for data of one dimension.
        value: as shown.
        program: that gives it.
        facts: that it rests on.
    """

    row: str
    column: str
    value: float
    program: Program
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """An exhibit as questions see it. ``plan`` has it placed and numbered."""

    world: World
    plan: Plan
    exhibit: Exhibit
    region: Region
    plain: bool = False

    @cached_property
    def kind(self) -> str:
        """Return the chart type, or ``table``."""
        return self.exhibit.spec.chart_type if isinstance(self.exhibit.spec, ChartSpec) else "table"

    @property
    def spec(self) -> ChartSpec:
        """Return the chart; raises ``TypeError`` for a table."""
        if isinstance(self.exhibit.spec, ChartSpec):
            return self.exhibit.spec
        raise TypeError(f"{self.exhibit.ref} is a table")

    @property
    def data(self) -> str:
        """Return the kind of the dataset."""
        return self.region.dataset.kind

    @cached_property
    def is_difference(self) -> bool:
        """Tell whether marks are differences between two columns."""
        return bool(self.exhibit.terms)

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Return all marks by row and column, in the order of the dataset's keys: the same for every chart type."""
        dataset = self.region.dataset
        if self.is_difference:
            first, last = self.region.columns
            return tuple(self._difference(row, first, last) for row in self.region.rows)
        shown = set(self.exhibit.shown)
        return tuple(
            Mark(key[0], key[1] if len(key) > 1 else "", dataset.values[key], {"op": "value", "fact": fact}, (fact,))
            for key, fact in zip(self.region.keys, self.region.facts, strict=True)
            if fact in shown
        )

    def _difference(self, row: str, first: str, last: str) -> Mark:
        dataset = self.region.dataset
        ends = [f"{dataset.id}/{row}/{column}" for column in (last, first)]
        left, right = ({"op": "value", "fact": fact} for fact in ends)
        value = round(dataset.values[row, last] - dataset.values[row, first], dataset.decimals)
        return Mark(row, "", value, {"op": "subtract", "left": left, "right": right}, tuple(ends))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Return the rows that have marks."""
        return tuple(dict.fromkeys(mark.row for mark in self.marks))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that have marks."""
        return tuple(dict.fromkeys(mark.column for mark in self.marks))

    def mark(self, row: str, column: str = "") -> Mark:
        """Return a mark; raises ``KeyError`` where there is none."""
        for mark in self.marks:
            if (mark.row, mark.column) == (row, column):
                return mark
        raise KeyError(f"{self.exhibit.ref}: no mark of {row!r} and {column!r}")

    def of_row(self, row: str) -> tuple[Mark, ...]:
        """Return the marks of a row in the order of the columns."""
        return tuple(mark for mark in self.marks if mark.row == row)

    def of_column(self, column: str) -> tuple[Mark, ...]:
        """Return the marks of a column in the order of the rows."""
        return tuple(mark for mark in self.marks if mark.column == column)

    # How exactly marks can be read

    @cached_property
    def tolerance(self) -> float:
        """Return how far off a careful reading may be, 0 where values are printed."""
        return self.spec.tolerance if self.kind != "table" else 0.0

    @cached_property
    def sight(self) -> float:
        """Return the least difference between two values that a reader can tell."""
        if self.tolerance == 0:
            return float(10**-self.decimals)
        axis = self.spec.y
        span = (axis.high or 0.0) - (axis.low or 0.0)
        if self.kind == "sparkline_grid":
            return float(_SPARK * span)
        return max(2 * self.tolerance, (0.08 if self.kind in _BANDS else 0.02) * span)

    def can_read(self, mark: Mark) -> bool:
        """Tell whether a mark's value can be asked for."""
        if self.tolerance == 0:
            return True
        if self.kind in ("sparkline_grid", "stacked_area", "radar"):
            return False
        return self.tolerance <= _COARSE * abs(mark.value)

    @property
    def decimals(self) -> int:
        """Return the decimals of the values."""
        return self.region.dataset.decimals

    @property
    def unit(self) -> str:
        """Return the unit of the values."""
        unit = self.region.dataset.unit
        return difference_unit(unit) if self.is_difference else unit

    @property
    def gap(self) -> str:
        """Return the unit of a difference of two values."""
        return difference_unit(self.unit)

    def print(self, value: float, decimals: int | None = None, unit: str | None = None) -> str:
        """Return a value with its unit, such as "34.5 months" or "12.1%"."""
        return print_value(value, self.decimals if decimals is None else decimals, self.unit if unit is None else unit)

    # How things are called

    @cached_property
    def is_plural(self) -> bool:
        """Tell whether the name of a panel's metric takes a plural verb, such as "new street trees"."""
        head = _HEAD.split(self.quantity)[0]
        return self.data == "panel" and head.endswith("s") and not head.endswith(("ss", "us", "is"))

    @property
    def quantity(self) -> str:
        """Return what the values are, without article: the dataset's name."""
        return self.region.dataset.name

    def where(self, mark: Mark, *, column: bool = True) -> str:
        """Return how a mark is singled out: "Arlenshaw in 2019", "“Solar” in 2020", "March 2021"."""
        time = f" in {mark.column}" if column and mark.column else ""
        if self.data == "composition":
            return f"“{mark.row}”{time}"
        if self.data == "seasonal":
            return f"{mark.column} {mark.row}"
        if self.data == "profile":
            return f"{mark.row} on “{mark.column}”"
        if self.data == "flow":
            return f"the flow from “{mark.row}” to “{mark.column}”"
        if self.data == "boxes":
            return f"the {STATISTICS[mark.column]} of “{mark.row}”"
        if self.data in ("bridge",):
            return f"“{mark.row}”"
        if self.data == "bins":
            return f"the band {mark.row}"
        if self.data == "relation":
            return mark.row
        return f"{mark.row}{time}"

    def point(self, mark: Mark) -> str:
        """Return a mark as a data point: "label: value unit"."""
        label = ", ".join(part for part in (mark.row, mark.column) if part)
        if self.data == "relation":
            side = self.side(mark.column)
            return f"{mark.row}, {lower_case(side.name)}: {print_value(mark.value, side.decimals, side.unit)}"
        return f"{label}: {self.print(mark.value)}"

    def side(self, column: str) -> Any:
        """Return the measure on a side of a relation."""
        return getattr(find_relation(self.world, self.region.dataset.id), column)

    @property
    def member(self) -> str:
        """Return what rows are, in the singular: "network zone", "part", "year"."""
        if self.data in ("panel", "relation", "profile"):
            return self.world.topic.entities.kind
        return {"composition": "category", "boxes": "class", "bins": "band", "bridge": "step", "seasonal": "year"}.get(
            self.data, "entry"
        )

    @property
    def members(self) -> str:
        """Return what rows are, in the plural."""
        if self.data in ("panel", "relation", "profile"):
            return self.world.topic.entities.kinds
        plural = {"category": "categories", "class": "classes"}
        return plural.get(self.member, f"{self.member}s")

    @property
    def noun(self) -> str:
        """Return "table" or "chart"."""
        return "table" if self.kind == "table" else "chart"

    @property
    def number(self) -> str:
        """Return the printed name of the exhibit, such as "Figure 3"."""
        return f"{'Table' if self.kind == 'table' else 'Figure'} {self.exhibit.number}"

    def name_exhibit(self, rng: random.Random) -> str:
        """Return a phrase for the exhibit that fits no other one of the document."""
        title = self.exhibit.spec.title
        named = f"the {self.noun} [titled |]“{title}”".replace("[titled |]", rng.choice(("titled ", "headed ", "")))
        if self.plain:
            return named
        options = [self.number, self.number, named, f"{self.number} (“{title}”)"]
        section = next(section for section in self.plan.sections if section.id == self.exhibit.section)
        alike = [each for each in section.exhibits if isinstance(each.spec, Table) == (self.kind == "table")]
        titles = [each.title for each in self.plan.sections]
        if len(alike) == 1 and titles.count(section.title) == 1:
            options.append(f"the only {self.noun} of the chapter “{section.title}”")
        if described := self._describe():
            options.append(described)
        return rng.choice(options)

    def _describe(self) -> str:
        """Return a description of what is shown, "" where it might fit another exhibit."""
        others = [
            each
            for each in self.plan.exhibits()
            if each.ref != self.exhibit.ref and each.dataset == self.exhibit.dataset
        ]
        name, region = lower_case(self.quantity), self.region
        if self.data in ("bins", "boxes") and self.kind in ("histogram", "box"):
            return f"the {'histogram' if self.data == 'bins' else 'box plot'} of {name.removesuffix(' by class')}"
        if name.split()[0] in _NO_NOUN:
            return ""
        if not others:
            return f"the {self.noun} on {name}"
        if self.data in ("panel", "composition") and region.columns:
            link = "and" if region.shape == "pair" else "to"
            span = f"{region.columns[0]} {link} {region.columns[-1]}" if len(region.columns) > 1 else region.columns[0]
            spans = [find_region(each, self.world).columns for each in others]
            if region.columns not in spans and region.shape != "along":
                return f"the {self.noun} that shows {name} for {span}"
        return ""


def print_value(value: float, decimals: int, unit: str) -> str:
    """Return a number with its unit as the report prints it.

    >>> print_value(1234.5, 1, "MW"), print_value(12, 0, "%"), print_value(-3.25, 2, "% of studies")
    ('1,234.5 MW', '12%', '−3.25% of studies')
    """
    number = f"{abs(value):,.{decimals}f}"
    sign = "−" if value < 0 and float(number.replace(",", "")) else ""
    return f"{sign}{number}{'' if unit.startswith('%') else ' '}{unit}".strip()


def numbers_only(text: str) -> str:
    """Return the number of a printed value, without sign and unit.

    >>> numbers_only("−1,234.5 MW")
    '1,234.5'
    """
    return "".join(character for character in text.split(" ")[0] if character.isdigit() or character in ",.").strip(
        ",."
    )


def read_number(printed: str) -> float:
    """Return the size of a printed value, NaN where it has none.

    >>> read_number("−1,234.5 MW")
    1234.5
    """
    number = numbers_only(printed).replace(",", "")
    return float(number) if number else math.nan


def items(marks: Sequence[Mark], *, by: str = "row") -> list[dict[str, Any]]:
    """Return marks as the named values of a program."""
    return [{"name": getattr(mark, by), "value": dict(mark.program)} for mark in marks]
