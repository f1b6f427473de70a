"""Milestones in time: how statements date them, and how programs work out dates."""

from __future__ import annotations

from dataset_builder.families.reports.model import Statement
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.stage import Stage
from dataset_builder.families.reports.questions.complex.stating import DONE, span, stated
from dataset_builder.families.reports.receptions import Milestone
from dataset_builder.moments import MONTHS

GAPS = (*range(3, 12), *range(13, 24), *range(25, 35))
"""Months that may lie between two milestones."""


def say_month(month: int) -> str:
    """Return a month counted from the year 0 as "March 2016"."""
    return f"{MONTHS[month % 12]} {month // 12}"


def months_of(statement: Statement) -> Program:
    """Return the operation that counts the months to a stated date."""
    return {"op": "months", "year": stated(statement, "year"), "month": stated(statement, "month")}


def dated_by(first: Statement, apart: Statement) -> Program:
    """Return the operation that dates a milestone by another one and what lies between."""
    return {"op": "add", "left": months_of(first), "right": stated(apart, "months")}


def year_of(months: Program) -> Program:
    """Return the operation that gives the year of a month."""
    return {"op": "year", "of": months}


def find_pair(stage: Stage, later: int, first: int | None = None) -> tuple[Milestone, Milestone] | None:
    """Return a dated milestone and another one in the year ``later`` that is dated by it, in another year.

    Args:
        stage: of the report.
        later: year of the second.
        first: year of the first, None where any will do.
    """
    last = 12 * stage.world.years[-1] + 11
    for _ in range(40):
        month = 12 * later + stage.rng.randrange(12)
        anchor = month + stage.rng.choice(GAPS) * stage.rng.choice((-1, 1))
        if not 12 * stage.world.years[0] <= anchor <= last or anchor // 12 == later:
            continue
        if first is None or anchor // 12 == first:
            one, two = stage.milestones(anchor, month)
            return one, two
    return None


def date_steps(one: Milestone, two: Milestone) -> tuple[str, ...]:
    gap = two.month - one.month
    return (
        f"Find when {one.noun} {DONE[one.kind]}: {say_month(one.month)}.",
        f"Find that {two.noun} {DONE[two.kind]} {span(abs(gap))} {'after' if gap > 0 else 'before'} that: "
        f"{say_month(two.month)}.",
    )
