"""Questions on facts that stand in a chart in one report, and in the text only in its twin.

The twin's chart is the same without the rows that are asked about, and the same passage stands in both reports: in the
chart's report it has no figure, in the other it tells the fact. The question names neither medium and fits both.
Example: "Which value for connection wait belongs to Corvane in 2019?"
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from dataset_builder.charts.rules import DATA_LIMITS
from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.exhibits import find_region
from dataset_builder.families.reports.links import find_twins
from dataset_builder.families.reports.model import Exhibit, Plan, Statement, World
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.model import Category, Draft, Question, Recipe, Unaskable, WrongAnswer
from dataset_builder.families.reports.questions.phrasing import clean_draft, write_alike
from dataset_builder.families.reports.questions.planting import Spans, place_statements
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    facts_of,
    name_fact,
    number_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.titles import lower_case
from dataset_builder.families.reports.writing.desk import find_barred, printed_numbers

_TRIES = 12
_FEWEST_ROWS = 3
"""Rows that a chart keeps when those that are asked about are taken out of it."""
_COUNTED = ("four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

Report = tuple[Plan, tuple[Question, ...]]


@dataclass(frozen=True)
class _Both:
    """A fact or two, as the chart of one report and the passage of the other give them.

    Attributes:
        scene: the chart that shows them.
        marks: one of each row asked about, in the same column.
        beside: another one of that column, which both charts show.
        statement: the passage that tells them.
        silent: the same passage without figures.
    """

    scene: Scene
    marks: tuple[Mark, ...]
    beside: Mark
    statement: Statement
    silent: Statement


def ask_modal(
    world: World, plan: Plan, rng: random.Random, wanted: Sequence[tuple[str, str]], spans: Spans
) -> tuple[Report, Report]:
    """Return a plan with questions whose facts its charts show, and its twin, whose passages tell them.

    Args:
        world: of both reports.
        plan: with all exhibits placed and numbered.
        rng: decides everything else.
        wanted: category and level of each question.
        spans: where chapters are expected.

    Raises:
        Unaskable: there are no such facts.
    """
    shown, told = plan, plan
    asked: list[tuple[Question, Question]] = []
    for category, level in wanted:
        found = None
        for exhibit in _list_charts(world, plan, told, [chart.exhibit for chart, _ in asked], rng):
            for _ in range(_TRIES):
                found = _ask(world, shown, told, exhibit, category, level, len(asked), rng, spans)
                if found is not None:
                    break
            if found is not None:
                break
        if found is None:
            raise Unaskable(
                f"no question of category {category}, level {level} whose facts a chart or the text can tell"
            )
        asked.append(found[0])
        shown, told = found[1:]
    _refuse_leaks(told, [question for both in asked for question in both])
    charts, texts = zip(*asked, strict=True)
    return (shown, charts), (told, texts)


def _list_charts(world: World, plan: Plan, told: Plan, used: Sequence[str], rng: random.Random) -> list[Exhibit]:
    """Return the charts that can do without a row, those of which least is asked first."""
    names = [dataset.name.casefold() for dataset in world.datasets.values()]
    names += [
        getattr(relation, side).name.casefold() for relation in world.topic.relations for side in ("x", "y", "size")
    ]
    left = {exhibit.ref: exhibit for exhibit in told.exhibits()}
    found = [
        exhibit
        for exhibit in plan.exhibits()
        if exhibit.channel == "chart"
        and isinstance(exhibit.spec, ChartSpec)
        and world.datasets[exhibit.dataset].kind == "panel"
        and names.count(world.datasets[exhibit.dataset].name.casefold()) == 1
        and not (exhibit.terms or exhibit.spec.annotations or exhibit.spec.tolerance or exhibit.spec.highlighted)
        and len(_rows(left[exhibit.ref])) > _FEWEST_ROWS
        and exhibit.spec.chart_type != "sparkline_grid"
        and not _is_counted(exhibit)
    ]
    rng.shuffle(found)
    found.sort(key=lambda exhibit: used.count(exhibit.ref))
    return found


def _rows(exhibit: Exhibit) -> list[str]:
    return list(dict.fromkeys(fact.split("/")[1] for fact in exhibit.shown))


def _is_counted(exhibit: Exhibit) -> bool:
    """Tell whether the title says how many rows there are."""
    words = f"{exhibit.spec.title} {getattr(exhibit.spec, 'subtitle', '')}".casefold().split()
    return any(word in words for word in (*_COUNTED, str(len(_rows(exhibit)))))


def _ask(
    world: World,
    shown: Plan,
    told: Plan,
    exhibit: Exhibit,
    category: str,
    level: str,
    number: int,
    rng: random.Random,
    spans: Spans,
) -> tuple[tuple[Question, Question], Plan, Plan] | None:
    """Return a question for both reports and their plans with its passage, None where the chart has none to ask."""
    scene = Scene(world, shown, exhibit, find_region(exhibit, world), plain=True)
    left = next(each for each in told.exhibits() if each.ref == exhibit.ref)
    rows = _rows(left)
    count = 1 if category == "value_reading" else 2
    if len(rows) - count < _FEWEST_ROWS:
        return None
    column = rng.choice(scene.columns)
    marks = tuple(scene.mark(row, column) for row in rng.sample(rows, count))
    if not _may_move(marks, world, told) or (count > 1 and not _are_apart(scene, marks)):
        return None
    cut = _without(left, [mark.row for mark in marks])
    if cut is None:
        return None
    both = _say(scene, marks, scene.mark(_rows(cut)[0], column), number, rng)
    placed = place_statements((both.statement,), (both.statement.id, exhibit.ref), told, spans, 0, rng)
    if placed is None:
        return None
    silent = replace(both.silent, section=placed[0].section)
    seed = rng.getrandbits(32)
    drafts = [_draft(both, category, level, random.Random(seed), in_text=in_text) for in_text in (False, True)]
    questions = write_alike(
        [clean_draft(draft) for draft in drafts],
        cast(Category, category),
        level,
        Recipe("modal", seed, True),
        ((exhibit.ref, ()), ("", (both.statement.id,))),
        random.Random(seed),
    )
    if questions is None:
        return None
    plans = (
        replace(shown, statements=(*shown.statements, silent)),
        replace(_swap(told, cut, marks), statements=(*told.statements, *placed)),
    )
    try:
        _refuse_leaks(plans[1], questions)
    except Unaskable:
        return None
    return (questions[0], questions[1]), *plans


def _may_move(marks: Sequence[Mark], world: World, plan: Plan) -> bool:
    """Tell whether nothing else of a report gives the figures of marks, under another id either."""
    twins = find_twins(world)
    same = {name for pair in twins.items() for name in pair if set(pair) & set(facts_of(marks))}
    places = [exhibit.ref for exhibit in plan.exhibits() if set(exhibit.shown) & ({*facts_of(marks)} | same)]
    return len(places) == 1 and all(mark.value > 0 for mark in marks)


def _are_apart(scene: Scene, marks: Sequence[Mark]) -> bool:
    return abs(marks[0].value - marks[1].value) >= 2 * scene.sight


def _without(exhibit: Exhibit, rows: Sequence[str]) -> Exhibit | None:
    """Return a chart without some of its rows, on the same axes; None where it can't be drawn so."""
    spec = exhibit.spec
    if not isinstance(spec, ChartSpec):
        return None
    gone = {fact for fact in exhibit.shown if fact.split("/")[1] in rows}
    kept = [(datum, fact) for datum, fact in zip(spec.data, exhibit.facts, strict=True) if fact not in gone]
    if len(kept) < DATA_LIMITS[spec.chart_type][0]:
        return None
    data, facts = zip(*kept, strict=True)
    try:
        drawn = replace(spec, data=data)
    except ValueError:
        return None
    others = tuple(fact for fact in exhibit.others if fact not in gone)
    return replace(exhibit, spec=drawn, facts=facts, others=others)


def _swap(plan: Plan, exhibit: Exhibit, marks: Sequence[Mark]) -> Plan:
    """Return a plan with a chart in the place of another one that shows more, and marks told in the text."""
    before = next(each for each in plan.exhibits() if each.ref == exhibit.ref)
    gone = set(before.shown) - set(exhibit.shown)
    sections = tuple(
        replace(
            section,
            exhibits=tuple(exhibit if each.ref == exhibit.ref else each for each in section.exhibits),
        )
        for section in plan.sections
    )
    channels = dict(plan.channels)
    for fact in gone:
        channels[fact] = "text" if fact in facts_of(marks) else "hidden"
    return replace(plan, sections=sections, channels=channels)


def _refuse_leaks(told: Plan, questions: Sequence[Question]) -> None:
    """Raise ``Unaskable`` where a passage has a number that only charts may show, or that has to be computed."""
    computed = {number for question in questions for number in question.forbidden if question.level == "L3"}
    said = {number for statement in told.statements for text in statement.sentences for number in printed_numbers(text)}
    if said & find_barred(told, frozenset(computed)):
        raise Unaskable("a passage has a number of a chart")


# -- words


def _say(scene: Scene, marks: tuple[Mark, ...], beside: Mark, number: int, rng: random.Random) -> _Both:
    """Return the facts of marks with the passages of both reports."""
    name, year = lower_case(scene.quantity), marks[0].column
    values = [scene.print(mark.value) for mark in marks]
    rows = [mark.row for mark in marks]
    whom = " and ".join(rows)
    opening = rng.choice(
        (
            f"Whoever compares {scene.members} by {name} will want to look at {whom} in {year} as well.",
            f"Among the cases that came up in our talks about {name} was that of {whom} in {year}.",
            f"We were asked more than once about {name} in the case of {whom} in {year}.",
            f"Of all that was said to us about {name}, much concerned {whom} in {year}.",
        )
    )
    told = rng.choice(
        (
            f"For {rows[0]}, the figure of that year was {values[0]}.",
            f"That year’s figure for {rows[0]} was {values[0]}.",
            f"In that year, {rows[0]} had a figure of {values[0]}.",
        )
        if len(marks) == 1
        else (
            f"The figures of that year were {values[0]} for {rows[0]} and {values[1]} for {rows[1]}.",
            f"In that year, {rows[0]} had a figure of {values[0]} and {rows[1]} one of {values[1]}.",
            f"That year’s figures were {values[0]} in the case of {rows[0]} and {values[1]} in that of {rows[1]}.",
        )
    )
    silent = rng.choice(
        (
            "Such questions are natural, and a report should be able to answer them.",
            "It is a case that people who know the field like to bring up.",
            "Interest in it has not waned since.",
        )
    )
    said = {"year": int(year), **_number("entity", rows)}
    values_said = _number("value", [mark.value for mark in marks])
    told_id, about = f"st-{number + 1}", scene.region.dataset.id
    return _Both(
        scene,
        marks,
        beside,
        Statement(
            told_id,
            "value",
            "",
            (opening, told),
            "",
            facts_of(marks),
            {**said, **values_said},
            rule="value",
            subject=about,
        ),
        Statement(told_id, "value", "", (opening, silent), "", (), said, rule="value", subject=about),
    )


def _number(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return values by a name that is numbered from the second on.

    >>> _number("value", [3, 5])
    {'value': 3, 'value_2': 5}
    """
    return {name if place == 1 else f"{name}_{place}": value for place, value in enumerate(values, start=1)}


def _draft(both: _Both, category: str, level: str, rng: random.Random, *, in_text: bool) -> Draft:
    """Return the question for one of the reports: its words are the same in both, its program and steps are not."""
    scene, marks = both.scene, both.marks
    sources: list[Program] = [dict(mark.program) for mark in marks]
    if in_text:
        keys = list(_number("value", marks))
        sources = [{"op": "stated", "statement": both.statement.id, "name": key} for key in keys]
    place = f"Find in the text: {' '.join(both.statement.sentences)}" if in_text else f"Find {scene.number}."
    points = tuple(scene.point(mark) for mark in marks)
    draft = (
        _one(scene, marks[0], both.beside, sources[0])
        if category == "value_reading"
        else _two(scene, marks, sources, level, rng)
    )
    return replace(
        draft,
        facts=() if in_text else facts_of(marks),
        points=() if in_text else points,
        steps=(place, *(f"Read {point}." for point in points), *draft.steps),
    )


def _one(scene: Scene, mark: Mark, beside: Mark, source: Program) -> Draft:
    name, value = lower_case(scene.quantity), scene.print(mark.value)
    return Draft(
        cores=(
            f"Which value for {name} belongs to {mark.row} in {mark.column}?",
            f"What figure for {name} does the report give for {mark.row} in {mark.column}?",
            f"In {mark.column}, what value did {mark.row} have for {name}?",
            f"What was the value for {name} in the case of {mark.row} in {mark.column}?",
        ),
        program=source,
        short=value,
        answer_type=answer_type_of(scene.unit),
        leads=(f"It is {value}.", f"The answer is {value}.", f"It comes to {value}."),
        more=(
            "Nothing has to be computed for it.",
            "This can be taken over as it stands, without any arithmetic.",
            "No other number is needed to say so.",
        ),
        key_facts=(number_fact("value", mark.value, scene.unit),),
        facts=(),
        points=(),
        steps=(f"The value is {value}.",),
        wrong=(WrongAnswer(scene.print(beside.value), "neighbouring_mark", scene.where(beside)),),
    )


def _two(scene: Scene, marks: Sequence[Mark], sources: Sequence[Program], level: str, rng: random.Random) -> Draft:
    name, (first, second), year = lower_case(scene.quantity), marks, marks[0].column
    bigger, lesser = sorted(marks, key=lambda mark: -mark.value)
    values = {mark.row: scene.print(mark.value) for mark in marks}
    if level == "L3":
        gap = round(bigger.value - lesser.value, scene.decimals)
        printed = scene.print(gap, unit=scene.gap)
        left, right = sorted(sources, key=lambda source: sources.index(source) != list(marks).index(bigger))
        return Draft(
            cores=(
                f"By how much did {first.row} and {second.row} differ in {name} in {year}?",
                f"What is the difference between {first.row} and {second.row} in {name} in {year}?",
                f"How far apart were {first.row} and {second.row} in {name} in {year}?",
            ),
            program={"op": "subtract", "left": left, "right": right},
            short=printed,
            answer_type=answer_type_of(scene.gap),
            leads=(f"It is {printed}.", f"The gap is {printed}.", f"They lie {printed} from each other."),
            base=f"{bigger.row} has {values[bigger.row]}, the other one {values[lesser.row]}.",
            more=("It takes one subtraction.",),
            key_facts=(number_fact("difference", gap, scene.gap, label=("difference", "gap", "distance", "lie")),),
            facts=(),
            points=(),
            steps=(f"Subtract {values[lesser.row]} from {values[bigger.row]}: {printed}.",),
            wrong=(WrongAnswer(values[bigger.row], "incomplete_retrieval", bigger.row),),
        )
    higher = rng.random() < 0.5
    word, (right_one, other) = ("higher", (bigger, lesser)) if higher else ("lower", (lesser, bigger))
    return Draft(
        cores=(
            f"Which had the {word} value for {name} in {year}, {first.row} or {second.row}?",
            f"In {year}, whose value for {name} was {word}, that of {first.row} or that of {second.row}?",
            f"Who had the {word} figure for {name} in {year}: {first.row} or {second.row}?",
        ),
        program={
            "op": "larger" if higher else "smaller",
            "of": [{"name": mark.row, "value": source} for mark, source in zip(marks, sources, strict=True)],
        },
        short=right_one.row,
        answer_type="entity",
        leads=(
            f"It is {right_one.row}, with {values[right_one.row]}.",
            f"The answer is {right_one.row}, with {values[right_one.row]}.",
        ),
        base=f"The other one comes to {values[other.row]}.",
        more=("Comparing the two is enough.",),
        key_facts=(name_fact(scene.member, right_one.row, [other.row]),),
        facts=(),
        points=(),
        steps=(f"The {word} of the two is {right_one.row}.",),
        wrong=(WrongAnswer(other.row, "other_series", "the other of the two"),),
    )
