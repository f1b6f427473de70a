"""Questions on two levels about one exhibit, for reports that differ in nothing but what is asked."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.dealing import LEVELS
from dataset_builder.families.reports.model import Exhibit, Plan, World
from dataset_builder.families.reports.questions import ask_about, find_third
from dataset_builder.families.reports.questions.model import Question, Unaskable

_TABLES_LAST = 0.6

Levels = tuple[tuple[Question, ...], tuple[Question, ...]]


def ask_levels(
    world: World,
    plan: Plan,
    rng: random.Random,
    wanted: Sequence[tuple[str, str | None]],
    chart_type: str = "",
) -> Levels:
    """Return questions on the lower level, and as many on the higher one, each about the same exhibit and category.

    Args:
        world: of the report.
        plan: with all exhibits placed and numbered.
        rng: decides everything else.
        wanted: category and third of the charts, None where any will do.
        chart_type: that all are about, about each chart as seldom as can be; "" for any, each about another exhibit.

    Raises:
        Unaskable: no exhibit allows both questions.
    """
    made: list[tuple[Question, Question]] = []
    for category, third in wanted:
        asked = [low.exhibit for low, _ in made]
        here = [
            exhibit
            for exhibit in plan.exhibits()
            if exhibit.asked
            and third in (None, find_third(plan, exhibit))
            and (_type(exhibit) == chart_type if chart_type else exhibit.ref not in asked)
        ]
        rng.shuffle(here)
        late = {exhibit.ref for exhibit in here if not _type(exhibit) and rng.random() < _TABLES_LAST}
        here.sort(key=lambda exhibit: (asked.count(exhibit.ref), exhibit.ref in late))
        used = {question.recipe.template for both in made for question in both}
        texts = {question.text for both in made for question in both}
        found = None
        for avoided in (used, set()):
            for exhibit in here:
                low, high = (
                    ask_about(world, plan, exhibit, rng, category=category, level=level, plain=True, avoided=avoided)
                    for level in LEVELS[category]
                )
                if low is not None and high is not None and not {low.text, high.text} & texts:
                    found = low, high
                    break
            if found is not None:
                break
        if found is None:
            raise Unaskable(f"no exhibit allows questions of category {category} on both its levels")
        made.append(found)
    lows, highs = zip(*made, strict=True)
    return lows, highs


def _type(exhibit: Exhibit) -> str:
    """Return the type of a chart, "" of a table."""
    return exhibit.spec.chart_type if isinstance(exhibit.spec, ChartSpec) else ""
