"""What a report says, before it is laid out: world, exhibits, plan, questions and words."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import HOUSES, ChartStyle, sample_style
from dataset_builder.families.reports.dealing import Cell
from dataset_builder.families.reports.exhibits import plan_exhibits, swappable_types, with_type
from dataset_builder.families.reports.manuscript import Manuscript
from dataset_builder.families.reports.model import Exhibit, Plan, World
from dataset_builder.families.reports.outline import Third, make_plan
from dataset_builder.families.reports.questions import (
    Question,
    Unaskable,
    ask_about,
    ask_again,
    ask_chart_questions,
    find_third,
)
from dataset_builder.families.reports.questions.leveled import ask_levels
from dataset_builder.families.reports.questions.modal import ask_modal
from dataset_builder.families.reports.questions.planted import ask_planted, make_planted
from dataset_builder.families.reports.questions.planting import Spans, expect_spans, place_statements
from dataset_builder.families.reports.topics import load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.writer import Exhausted, GrammarWriter, Writer
from dataset_builder.seeds import rng_for

_TRIES = 30
_ANYWHERE = 8
"""Tries after which evidence may stand anywhere, where its place is not settled."""

_LEVELS_WANTED = 2
"""Tries after which questions on passages may be of another level, where that is not settled."""
_PLANTINGS = 3
"""Ways of choosing questions on passages at each try: each on an exhibit of its own, then on shared ones."""

_FEWER = 0.97
"""Of the words that a plan came to are wanted of it then, where the number is not settled."""

_VARIED_HERE = ("position", "chart_type", "style")
_SAME_WORDS = ("level", "modality")
"""Pairs whose two texts keep quiet about the answers of both."""
_TABLES = (4, 8)
_CHARTS_A_TABLE = 2.5


class Unbuildable(ValueError):
    """No report of the cell can be made; the message says why, without particulars."""


@dataclass(frozen=True)
class Content:
    """A report without its looks, and the style of its charts.

    Attributes:
        attempt: number of the try that made it.
        words: that were wanted of it.
        drafts: what it was made from, and its twin if it has one.
    """

    plan: Plan
    questions: tuple[Question, ...]
    manuscript: Manuscript
    style: ChartStyle
    attempt: int = 0
    words: int = 0
    drafts: tuple[_Draft, ...] = ()


def compose(
    cell: Cell, seed: int, writer: Writer | None = None, *, after: Content | None = None, spans: Spans | None = None
) -> Content:
    """Return the content of a report.

    Reports of one pair have the same world, exhibits and questions; the second differs in its pair's axis only. Both
    are made here, so that neither is taken without the other.

    Args:
        cell: what it is to be.
        seed: of the build.
        writer: puts the plan into words; ``GrammarWriter`` where None.
        after: a report of the same cell that did not do: another one is made, the next that there is.
        spans: where its print had chapters and exhibits: the same one is made, with its passages elsewhere.

    Raises:
        Unbuildable: no plan has the questions wanted.
    """
    why = "no exhibits for the questions wanted"
    first = after.attempt + (0 if spans else 1) if after else 0
    for attempt in range(first, first + 1 if spans else _TRIES):

        def rng(stream: str, number: int = attempt) -> random.Random:
            return rng_for("reports", cell.base, seed, f"{stream} {number}" if number else stream)

        try:
            if after is not None and spans is not None:
                drafts = [_place_again(draft, cell, spans) for draft in after.drafts]
                return _write_all(drafts, cell, after.words, writer or GrammarWriter(), rng, attempt)
            drafts = _make_drafts(cell, rng, attempt)
            return _write_all(drafts, cell, cell.words, writer or GrammarWriter(), rng, attempt)
        except Unaskable as error:
            why = str(error) if cell.planted else why
        except ValueError as error:
            why = str(error)
    raise Unbuildable(why)


def _make_drafts(cell: Cell, rng: Callable[[str], random.Random], attempt: int) -> list[_Draft]:
    """Return the draft of a report, of both reports where it has a twin, with all their questions."""
    anywhere = "position" not in cell.settled and attempt >= _ANYWHERE
    drafts = [_draft(cell, cell.words, rng, 0 < attempt < _ANYWHERE, anywhere)]
    if cell.varied and cell.varied[0] in _VARIED_HERE and cell.pair:
        drafts.append(_vary(drafts[0], cell, cell.words, rng))
    elif cell.pair and cell.varied == ("level",):
        drafts = _ask_levels(drafts[0], cell, rng, attempt)
    elif cell.pair and cell.varied == ("modality",):
        drafts = _ask_modal(drafts[0], cell, rng)
    return _plant(drafts, cell, rng, attempt)


def _write_all(
    drafts: Sequence[_Draft],
    cell: Cell,
    words: int,
    writer: Writer,
    rng: Callable[[str], random.Random],
    attempt: int,
) -> Content:
    """Return the report of a cell in words: in as many as wanted, or nearly all that there are if that is not settled.

    Twins are both written, to see that both can be.
    """
    silent = drafts if cell.varied and cell.varied[0] in _SAME_WORDS else []
    once = cell.pair and cell.varied == ("level",)  # one document, of which different things are asked
    try:
        written = [_write(draft, words, writer, rng("writing"), silent) for draft in (drafts[:1] if once else drafts)]
    except Exhausted as error:
        if "words" in cell.settled:
            raise
        return _write_all(drafts, cell, round(error.most * _FEWER), writer, rng, attempt)
    turn = cell.turn if len(drafts) > 1 else 0
    found = written[0 if once else turn]
    return replace(found, questions=drafts[turn].questions, attempt=attempt, words=words, drafts=tuple(drafts))


def _ask_about_type(
    cell: Cell, world: World, plan: Plan, rng: random.Random, wanted: Sequence[tuple[str, str, str | None]]
) -> tuple[Question, ...]:
    """Return questions about charts of the cell's type, about each as seldom as can be.

    Level and category give way, in this order, where they are not settled and the type allows no such question.

    Raises:
        Unaskable: there is no such chart in the third, or none that allows a question.
    """
    charts = [
        exhibit
        for exhibit in plan.exhibits()
        if exhibit.asked and isinstance(exhibit.spec, ChartSpec) and exhibit.spec.chart_type == cell.asked_type
    ]
    asked: list[Question] = []
    for category, level, third in wanted:
        here = [exhibit for exhibit in charts if third in (None, find_third(plan, exhibit))]
        here.sort(key=lambda exhibit: sum(question.exhibit == exhibit.ref for question in asked))
        any_level = level if "level" in cell.settled else None
        any_category = category if "category" in cell.settled else None
        drafts = (
            ask_about(
                world,
                plan,
                chart,
                rng,
                category=kind,
                level=hardness,
                plain=bool(cell.pair),
                avoided={question.recipe.template for question in asked},
            )
            for kind, hardness in ((category, level), (category, any_level), (any_category, any_level))
            for chart in here
        )
        found = next((question for question in drafts if question is not None), None)
        if found is None:
            raise Unaskable(f"no question of category {category}, level {level} about a {cell.asked_type}")
        asked.append(found)
    return tuple(asked)


@dataclass(frozen=True)
class _Draft:
    """What a report is made of before it is written."""

    world: World
    exhibits: tuple[Exhibit, ...]
    plan: Plan
    questions: tuple[Question, ...]
    style: ChartStyle
    pinned: Mapping[str, Third]


def _write(draft: _Draft, words: int, writer: Writer, rng: random.Random, silent: Sequence[_Draft] = ()) -> Content:
    """Return a draft in words, which have no answer of its questions or of those of drafts that are to be silent."""
    forbidden = frozenset(
        number for each in (draft, *silent) for question in each.questions for number in question.forbidden
    )
    manuscript = writer.write(draft.plan, words, rng, forbidden)
    return Content(draft.plan, draft.questions, manuscript, draft.style)


def _draft(cell: Cell, words: int, rng: Callable[[str], random.Random], pin: bool, anywhere: bool) -> _Draft:
    """Return a draft.

    Args:
        cell: what it is to be.
        words: how many.
        rng: a generator for every stage.
        pin: see to it that every third has something to ask about, which short reports may lack.
        anywhere: let evidence stand in any third.
    """
    try:
        world = sample_world(load_topic(cell.topic), rng("world"))
    except ValueError as error:  # its linked figures do not go together; another world's do
        raise Unaskable(str(error)) from None
    style = sample_style(rng("style"))
    tables = min(_TABLES[1], max(_TABLES[0], round(cell.charts / _CHARTS_A_TABLE)))
    swappable = bool(cell.pair) and cell.varied == ("chart_type",)
    exhibits = plan_exhibits(world, cell.charts, rng("exhibits"), cell.types, tables, style=style, swappable=swappable)
    pinned: dict[str, Third] = {}
    if pin:
        shown = list(dict.fromkeys(exhibit.dataset for exhibit in exhibits if exhibit.channel == "chart"))
        rng("pins").shuffle(shown)
        thirds = dict.fromkeys(third for _, _, third in cell.wanted)
        pinned = {dataset: cast(Third, third) for dataset, third in zip(shown, thirds, strict=False)}
    plan = make_plan(world, exhibits, words, rng("plan"), pinned=pinned)
    wanted = [(category, level, None if anywhere else third) for category, level, third in cell.wanted]
    if cell.pair and cell.varied[0] in _SAME_WORDS:
        questions: tuple[Question, ...] = ()
    elif cell.asked_type:
        questions = _ask_about_type(cell, world, plan, rng("questions"), wanted)
    else:
        questions = ask_chart_questions(
            world, plan, rng("questions"), wanted, plain=bool(cell.pair), swappable=swappable
        )
    return _Draft(world, exhibits, plan, questions, style, pinned)


def _ask_levels(draft: _Draft, cell: Cell, rng: Callable[[str], random.Random], attempt: int) -> list[_Draft]:
    """Return a draft twice, with the questions of each level."""
    anywhere = "position" not in cell.settled and attempt >= _ANYWHERE
    wanted = [(category, None if anywhere else third) for category, _, third in cell.wanted]
    both = ask_levels(draft.world, draft.plan, rng("questions"), wanted, cell.asked_type)
    return [replace(draft, questions=questions) for questions in both]


def _ask_modal(draft: _Draft, cell: Cell, rng: Callable[[str], random.Random]) -> list[_Draft]:
    """Return two drafts with the same questions, whose facts charts show in one and the text tells in the other."""
    wanted = [(category, level) for category, level, _ in cell.wanted]
    spans = expect_spans(draft.plan, cell.pages)
    both = ask_modal(draft.world, draft.plan, rng("questions"), wanted, spans)
    return [replace(draft, plan=plan, questions=questions) for plan, questions in both]


def _plant(drafts: Sequence[_Draft], cell: Cell, rng: Callable[[str], random.Random], attempt: int) -> list[_Draft]:
    """Return drafts with the questions that plant statements: the same ones in both of a pair.

    Raises:
        Unaskable: there are no such questions, or no chapters far enough away from their exhibits.
    """
    wanted = [(*each, right) for each, right in zip(cell.planted, cell.confirmed, strict=True)]
    questions, plan = _ask_planted(drafts[0], cell, rng, wanted, attempt)
    found = [replace(drafts[0], plan=plan, questions=(*drafts[0].questions, *questions))]
    for draft in drafts[1:]:
        made, plan = [*draft.questions], draft.plan
        for question in questions:
            ref = _match(question.exhibit, drafts[0].plan, draft.plan)
            expected = expect_spans(draft.plan, cell.least_pages or cell.pages)
            again = make_planted(draft.world, plan, made, question.recipe, expected, cell.min_distance, share=True)
            if again is None or again[0].program != question.program or again[0].exhibit != ref:
                raise Unaskable(f"question {question.text!r} can't be put to the other report of a pair")
            made.append(again[0])
            plan = again[1]
        found.append(replace(draft, plan=plan, questions=tuple(made)))
    if not cell.near:
        return found
    return [_place_again(draft, cell, expect_spans(draft.plan, cell.pages)) for draft in found]


def _ask_planted(
    draft: _Draft,
    cell: Cell,
    rng: Callable[[str], random.Random],
    wanted: Sequence[tuple[str, str, str, bool]],
    attempt: int,
) -> tuple[tuple[Question, ...], Plan]:
    any_level = "level" not in cell.settled and attempt >= _LEVELS_WANTED
    for planting in range(_PLANTINGS):
        try:
            return ask_planted(
                draft.world,
                draft.plan,
                rng(f"planted questions {planting}"),
                wanted,
                draft.questions,
                expect_spans(draft.plan, cell.least_pages or cell.pages),
                cell.min_distance,
                plain=bool(cell.pair),
                any_level=any_level,
                share=planting > 0 or bool(cell.pair),
            )
        except Unaskable as error:
            why = error
    raise why


def _place_again(draft: _Draft, cell: Cell, spans: Spans) -> _Draft:
    """Return a draft whose statements stand where they are far enough from their exhibits, or near, by given pages."""
    plan = replace(draft.plan, statements=())
    for question in draft.questions:
        own = [statement for statement in draft.plan.statements if statement.id in question.needed]
        places = random.Random(f"{question.recipe.seed} places")
        placed = place_statements(own, question.needed, plan, spans, cell.min_distance, places, near=cell.near)
        if placed is None:
            raise Unaskable(f"a passage can't be had {cell.min_distance} pages from its chart")
        plan = replace(plan, statements=(*plan.statements, *placed))
    return replace(draft, plan=plan)


def _match(ref: str, old: Plan, new: Plan) -> str:
    """Return the ref in one plan of the exhibit that shows what another does in another; "" for ""."""
    if not ref:
        return ""
    own = _identity(_find(old, ref))
    return next((exhibit.ref for exhibit in new.exhibits() if _identity(exhibit) == own), ref)


def _vary(draft: _Draft, cell: Cell, words: int, rng: Callable[[str], random.Random]) -> _Draft:
    """Return the other report of a pair, of which everything is the same but the axis in which they differ.

    Raises:
        ValueError: what is to be different leaves no room for the same questions.
    """
    axis = cell.varied[0]
    exhibits, style = draft.exhibits, draft.style
    pinned = dict(draft.pinned)
    if axis == "style":
        others = [house.name for house in HOUSES if house.name != style.name]
        style = sample_style(rng("other style"), rng("other house").choice(others))
        exhibits = tuple(_restyled(exhibit, style) for exhibit in exhibits)
    elif axis == "chart_type":
        asked = {_identity(_find(draft.plan, question.exhibit)) for question in draft.questions}
        exhibits = tuple(
            _retyped(exhibit, draft.world, rng("other type")) if _identity(exhibit) in asked else exhibit
            for exhibit in exhibits
        )
    else:
        pinned = {}
        for question, third in zip(draft.questions, cell.moved, strict=True):
            dataset = _find(draft.plan, question.exhibit).dataset
            if pinned.get(dataset, third) != third:
                raise Unaskable("two questions on one dataset can't move to different places")
            pinned[dataset] = cast(Third, third)
    plan = make_plan(draft.world, exhibits, words, rng("plan"), pinned=pinned)
    questions = tuple(ask_again(question, draft.plan, draft.world, plan) for question in draft.questions)
    return replace(draft, exhibits=exhibits, plan=plan, questions=questions, style=style)


def _identity(exhibit: Exhibit) -> tuple[str, ...]:
    """Return what is the same of an exhibit before and after it is placed: the facts that it shows."""
    return (exhibit.dataset, *exhibit.behind)


def _find(plan: Plan, ref: str) -> Exhibit:
    return next(exhibit for exhibit in plan.exhibits() if exhibit.ref == ref)


def _restyled(exhibit: Exhibit, style: ChartStyle) -> Exhibit:
    return replace(exhibit, spec=replace(exhibit.spec, style=style)) if isinstance(exhibit.spec, ChartSpec) else exhibit


def _retyped(exhibit: Exhibit, world: World, rng: random.Random) -> Exhibit:
    """Return an exhibit as a chart of another type; raises ``Unaskable`` where its data allow none."""
    if not isinstance(exhibit.spec, ChartSpec):
        raise Unaskable("a table can't be another type of chart")
    others = [name for name in swappable_types(exhibit, world) if name != exhibit.spec.chart_type]
    if not others:
        raise Unaskable("no other type shows the data")
    return with_type(exhibit, world, rng.choice(others), exhibit.spec.style)
