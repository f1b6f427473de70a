"""What drafts share: how exactly a computed answer must be met, sentences, key facts and wrong answers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dataset_builder.families.reports.model import Statement, World
from dataset_builder.families.reports.programs import Program, Undecided, compute
from dataset_builder.families.reports.questions.complex.stage import Series, Stage
from dataset_builder.families.reports.questions.model import WrongAnswer, WrongKind
from dataset_builder.families.reports.questions.saying import number_fact, word_fact
from dataset_builder.families.reports.questions.scene import numbers_only, print_value

_LOOSE = 0.12
"""Greatest tolerance, as a share of an answer, with which it may be asked for."""
_MOVES = {
    "rose": ("rose", "rise", "increase", "increased", "went up", "higher", "grew"),
    "fell": ("fell", "fall", "decrease", "decreased", "went down", "lower", "declined", "dropped"),
}
MISSING = "The report does not show it."
"""What a reader says who has not found the figure."""


@dataclass(frozen=True)
class Computed:
    """A number that a program gives.

    Attributes:
        value: rounded.
        printed: with its unit.
        tolerance: how far off an answer may be, from how exactly the exhibits can be read.
        rule: a sentence that says how exact an answer must be.
        number: as printed, without unit and sign.
    """

    value: float
    printed: str
    tolerance: float
    rule: str

    @property
    def number(self) -> str:
        """Return the number as printed, without unit and sign."""
        return numbers_only(self.printed)


def rounded(program: Program, decimals: int) -> Program:
    """Return a program whose number is rounded."""
    return {"op": "round", "of": program, "decimals": decimals}


def work_out(
    stage: Stage,
    program: Program,
    decimals: int,
    unit: str,
    statements: Sequence[Statement],
    readings: Mapping[str, float],
    *,
    loose: float = _LOOSE,
) -> Computed | None:
    """Return the number of a program; None where it lies halfway, is nought or can't be told closely enough.

    Args:
        stage: of the report.
        program: not rounded.
        decimals: of the answer.
        unit: of the answer.
        statements: that it reads.
        readings: how far off a careful reading of each fact may be.
        loose: greatest tolerance as a share of the answer.
    """
    said = {statement.id: statement.said for statement in statements}
    try:
        value = float(compute(rounded(program, decimals), stage.world, said))
        exact = float(compute(program, stage.world, said))
    except Undecided:
        return None
    reach = sum(
        abs(float(compute(program, _moved(stage.world, fact, by), said)) - exact) for fact, by in readings.items() if by
    )
    least = 10.0**-decimals
    if not value or reach > loose * abs(value):
        return None
    tolerance = max(reach, least)
    within = print_value(
        tolerance, _decimals(tolerance, decimals), "percentage points" if unit.startswith("%") else unit
    )
    places = ("a whole number", "one decimal", "two decimals", "three decimals")[decimals]
    rule = f"Anything within {within} counts as right." if reach > least else f"Round to {places}."
    if reach <= least and program["op"] in ("value", "lookup"):
        rule = ""  # printed as it is
    return Computed(value, print_value(value, decimals, unit), round(tolerance, 6), rule)


def _moved(world: World, fact: str, by: float) -> World:
    dataset, *key = fact.split("/")
    data = world.datasets[dataset]
    values = {**data.values, tuple(key): data.values[tuple(key)] + by}
    return replace(world, datasets={**world.datasets, dataset: replace(data, values=values)})


def _decimals(tolerance: float, decimals: int) -> int:
    """Return with how many decimals a tolerance is printed: one more than the answer's where it needs them."""
    return decimals if tolerance >= 10.0**-decimals and round(tolerance, decimals) == tolerance else decimals + 1


def readings(series: Series, *years: int) -> dict[str, float]:
    """Return how far off a careful reading of each of some years may be."""
    return {series.fact(year): series.scene.tolerance for year in years}


def wrong(kind: WrongKind, answer: str, ref: str) -> WrongAnswer:
    """Return a wrong answer."""
    return WrongAnswer(answer, kind, ref)


def missing(series: Series) -> WrongAnswer:
    """Return what a reader says who has not found the exhibit."""
    return WrongAnswer(MISSING, "figure_not_found", series.ref)


def direction_fact(way: str) -> dict[str, Any]:
    """Return the key fact that something rose or fell, ``way`` being the one or the other."""
    return word_fact("direction", way, _MOVES[way], _MOVES["fell" if way == "rose" else "rose"])


def sample_years(rng: random.Random, years: Sequence[int], least: int) -> tuple[int, int] | None:
    """Return two of some years at least so far apart, not the ends of all where that can be avoided."""
    pairs = [(one, two) for one in years for two in years if two - one >= least]
    inner = [pair for pair in pairs if pair != (years[0], years[-1])]
    return rng.choice(inner or pairs) if pairs else None


def points(*pairs: tuple[Series, int]) -> tuple[str, ...]:
    """Return data points in words, each with what its figure is."""
    return tuple(series.point(year) for series, year in pairs)


def test_case(stage: Stage, name: str) -> str:
    """Return words for the entity that a person judges by."""
    return f"the {stage.kind} that {name} judges by"


def working(name: str, value: float, unit: str, *labels: str, of: str = "") -> dict[str, Any]:
    """Return a key fact that is no part of the answer: a number on the way to it, so that it isn't taken for one.

    Args:
        name: unique among the key facts.
        value: of the number.
        unit: of the number.
        labels: by which it may be called.
        of: what it belongs to, such as a year.
    """
    return {**number_fact(name, value, unit, label=labels, entity=(of,) if of else ()), "core": False}


def working_readings(series: Series, *years: int) -> list[dict[str, Any]]:
    """Return the readings of some years as facts on the way to an answer."""
    reach = {"tolerance": {"absolute": series.scene.tolerance}} if series.scene.tolerance else {}
    return [working(f"reading of {year}", series.value(year), series.unit, of=str(year)) | reach for year in years]
