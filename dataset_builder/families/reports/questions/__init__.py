"""Chart-reading questions over the exhibits that nothing else tells (SynthDocBench, section 3.3, Tables 13 and 14).

A question is about one chart or table of channel ``chart`` or ``table``, named so that no other one fits. Its answer is
what its program gives over the world; what a reader is to tell apart is far enough apart to be seen.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.exhibits import find_region, swappable_types
from dataset_builder.families.reports.model import Exhibit, Plan, World
from dataset_builder.families.reports.programs import Undecided, execute
from dataset_builder.families.reports.questions import (
    comparing,
    computing,
    encodings,
    forms,
    marks,
    patterns,
    reading,
    spreads,
    totals,
)
from dataset_builder.families.reports.questions.model import (
    Draft,
    Question,
    Recipe,
    Template,
    Unaskable,
    WrongAnswer,
)
from dataset_builder.families.reports.questions.phrasing import clean_draft, write_question
from dataset_builder.families.reports.questions.scene import Scene

__all__ = [
    "TEMPLATES",
    "Question",
    "Recipe",
    "Template",
    "Unaskable",
    "WrongAnswer",
    "ask_about",
    "ask_again",
    "ask_chart_questions",
    "find_third",
]

_MODULES = (reading, totals, comparing, computing, patterns, spreads, encodings, forms, marks)
TEMPLATES: tuple[Template, ...] = tuple(template for module in _MODULES for template in module.TEMPLATES)

_THIRDS = ("early", "middle", "late")
_TRIES = 12
_TABLES_LAST = 0.6
"""How often a table is asked about only where no chart will do: tables allow nearly every question."""


def ask_chart_questions(
    world: World,
    plan: Plan,
    rng: random.Random,
    wanted: Sequence[tuple[str | None, str | None, str | None]],
    *,
    plain: bool = False,
    swappable: bool = False,
) -> tuple[Question, ...]:
    """Return a question for each wanted category, level and third, each about another exhibit.

    Args:
        world: of the report.
        plan: with all exhibits placed and numbered.
        rng: decides everything else.
        wanted: category, level and third of the charts ("early", "middle", "late"); None where any will do.
        plain: name exhibits by their titles only, and ask about how they are drawn only where nothing else is left, so
            that the same question can be put to another layout, order or chart type of the same world.
        swappable: ask only about charts whose data another type can show, and what it can show.

    Raises:
        Unaskable: there is no such question; the message says which could not be had.
    """
    asked: list[Question] = []
    for category, level, third in wanted:
        taken = {question.exhibit for question in asked}
        templates = {question.recipe.template for question in asked}
        exhibits = [
            exhibit
            for exhibit in plan.exhibits()
            if exhibit.asked and exhibit.ref not in taken and third in (None, find_third(plan, exhibit))
            if not swappable or len(swappable_types(exhibit, world)) > 1
        ]
        rng.shuffle(exhibits)
        exhibits.sort(key=lambda exhibit: not isinstance(exhibit.spec, ChartSpec) and rng.random() < _TABLES_LAST)
        found = next(_try_exhibits(world, plan, exhibits, category, level, rng, plain, templates), None)
        if found is None:
            raise Unaskable(
                f"no question of category {category or 'any'}, level {level or 'any'} in the {third or 'whole'} part: "
                f"{len(exhibits)} exhibits there that only show their figures allow none"
            )
        asked.append(found)
    return tuple(asked)


def _try_exhibits(
    world: World,
    plan: Plan,
    exhibits: Sequence[Exhibit],
    category: str | None,
    level: str | None,
    rng: random.Random,
    plain: bool,
    used: set[str],
) -> Iterator[Question]:
    """Yield questions, one an exhibit, first those of templates that have not been used."""
    drawn = {template.name for template in TEMPLATES if template.visual}
    for avoided in (used | drawn if plain else used, used, set()):
        for exhibit in exhibits:
            found = ask_about(world, plan, exhibit, rng, category=category, level=level, plain=plain, avoided=avoided)
            if found is not None:
                yield found


def ask_about(
    world: World,
    plan: Plan,
    exhibit: Exhibit,
    rng: random.Random,
    *,
    category: str | None = None,
    level: str | None = None,
    plain: bool = False,
    avoided: set[str] | frozenset[str] = frozenset(),
) -> Question | None:
    """Return a question about an exhibit, None where it allows none of the kind."""
    fitting = [
        template
        for template in TEMPLATES
        if category in (None, template.category) and level in (None, template.level) and template.name not in avoided
    ]
    rng.shuffle(fitting)
    for template in fitting:
        for _ in range(_TRIES):
            question = _make(world, plan, exhibit, Recipe(template.name, rng.getrandbits(32), plain))
            if question is not None:
                return question
    return None


def ask_again(question: Question, old: Plan, world: World, plan: Plan) -> Question:
    """Return a question put to another plan of the same world, such as with another layout, order or chart type.

    Raises:
        Unaskable: the plan has no exhibit of the same facts, or its form does not allow the question.
    """
    before = next(exhibit for exhibit in old.exhibits() if exhibit.ref == question.exhibit)
    for exhibit in plan.exhibits():
        if set(exhibit.shown) == set(before.shown) and exhibit.terms == before.terms and exhibit.asked:
            found = _make(world, plan, exhibit, question.recipe)
            if found is not None and found.program == question.program:
                return found
    raise Unaskable(f"question {question.text!r} can't be put to the other plan")


def find_third(plan: Plan, exhibit: Exhibit) -> str:
    """Return in which third of the charts an exhibit stands: k of K charts; a table has the k of the last before it."""
    exhibits = list(plan.exhibits())
    charts = [each for each in exhibits if isinstance(each.spec, ChartSpec)]
    refs = [each.ref for each in exhibits]
    before = exhibits[: refs.index(exhibit.ref) + 1]
    ordinal = max(1, sum(isinstance(each.spec, ChartSpec) for each in before))
    return _THIRDS[min(2, (3 * ordinal - 1) // len(charts))]


def _make(world: World, plan: Plan, exhibit: Exhibit, recipe: Recipe) -> Question | None:
    """Return the question of a recipe about an exhibit, None where it gives none."""
    template = next(template for template in TEMPLATES if template.name == recipe.template)
    rng = random.Random(recipe.seed)
    scene = Scene(world, plan, exhibit, find_region(exhibit, world), recipe.plain)
    draft = template.draft(scene, rng)
    if draft is None or not _is_sound(draft, world) or _is_printed(draft, scene):
        return None
    return write_question(scene, template, clean_draft(draft), recipe, rng)


def _is_sound(draft: Draft, world: World) -> bool:
    """Tell whether the program gives one answer."""
    try:
        execute(draft.program, world)
    except Undecided:
        return False
    return True


def _is_printed(draft: Draft, scene: Scene) -> bool:
    """Tell whether an answer that has to be computed stands in the exhibit by chance, for a reader who errs to find."""
    computed = draft.program["op"] in ("subtract", "round", "sum", "mean", "divide", "percent")
    return computed and draft.short in {scene.print(mark.value) for mark in scene.marks}
