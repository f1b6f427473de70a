"""Questions on reception: what people foresaw, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dataset_builder.families.reports.model import Happening, Person, Statement
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.figuring import (
    missing,
    points,
    readings,
    rounded,
    work_out,
    working,
    working_readings,
    wrong,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import Series, Stage, look_up
from dataset_builder.families.reports.questions.complex.stating import Statements, stated
from dataset_builder.families.reports.questions.saying import answer_type_of, join_names, name_fact, number_fact
from dataset_builder.families.reports.receptions import find_causes, names_entity

_FARTHEST = 0.4
"""How far from what came a forecast may lie, as a share of it: nobody foresees five times as much."""


@dataclass(frozen=True)
class Forecast:
    """What a person foresaw, and how far off that was."""

    person: Person
    value: float
    miss: float


def foresee(stage: Stage, series: Series, year: int, people: Sequence[Person]) -> list[Forecast] | None:
    """Return forecasts of a value by people, no two as far from it as each other, on both sides where there are three.

    None where no such numbers may be printed, or other people have foreseen that series for another question.
    """
    own = f"{series.metric}/{series.entity}/"
    foreseen = (fact for each in stage.plan.statements if each.rule.startswith("rec.forecast") for fact in each.facts)
    if any(fact.startswith(own) for fact in foreseen):
        return None
    value, sight = series.value(year), series.scene.sight
    step = max(1.2 * sight, 0.045 * abs(value), 10.0**-series.decimals)
    sizes = sorted(stage.rng.sample(range(1, 5), len(people)))
    if step * sizes[-1] > _FARTHEST * abs(value):
        sizes = list(range(1, len(people) + 1))
    if step * sizes[-1] > _FARTHEST * abs(value):
        return None
    signs = [stage.rng.choice((-1, 1)) for _ in people]
    if len(set(signs)) == 1 and len(people) > 2:
        signs[stage.rng.randrange(len(people))] *= -1
    found = []
    for person, size, sign in zip(stage.rng.sample(people, len(people)), sizes, signs, strict=True):
        tries = (round(value + sign * step * (size + stage.rng.uniform(-0.2, 0.2)), series.decimals) for _ in range(12))
        held = next((each for each in tries if stage.may_print(each, series.decimals, series)), None)
        if held is None or held <= 0 or (series.unit.startswith("%") and held >= 100):
            return None
        found.append(Forecast(person, held, abs(held - value)))
    misses = sorted(each.miss for each in found)
    if any(later - one < max(sight, 0.3 * step) for one, later in pairwise(misses)):
        return None
    return found


def _event_of(stage: Stage, series: Series, year: int) -> Happening | None:
    """Return an event before a year that moved the figure of an entity, None if there was none."""
    found = [cause.happening for cause in find_causes(stage.world, series.metric, series.entity)]
    found = [each for each in found if each.year < year and not names_entity(stage.world, each)]
    return stage.rng.choice(found) if found else None


def _forecasts(
    stage: Stage, series_list: Iterator[Series]
) -> Iterator[tuple[Series, int, list[Forecast], list[Statement]]]:
    """Yield a series, a year, forecasts by everyone, nearest first, and their statements in mixed order."""
    for series in series_list:
        years = [year for year in series.years if year > stage.world.years[0] + 1]
        year = stage.rng.choice(years) if years else 0
        found = foresee(stage, series, year, stage.people) if year else None
        if found is None:
            continue
        event, made = _event_of(stage, series, year), Statements(stage)
        for each in stage.rng.sample(found, len(found)):
            made.forecast(each.person, series, year, each.value, event)
        yield series, year, sorted(found, key=lambda each: each.miss), made.made


def name_values(statements: Sequence[Statement]) -> list[dict[str, object]]:
    return [{"name": each.speaker, "value": stated(each, "value")} for each in statements]


def list_speakers(statements: Sequence[Statement]) -> str:
    return join_names([each.speaker for each in statements])


def come_true(series: Series, statement: Statement) -> Program:
    """Return the operation that reads what came of a forecast."""
    return look_up(series, stated(statement, "entity"), stated(statement, "year"))


def _nearest(stage: Stage) -> ComplexDraft | None:
    """Ask whose forecast came nearest to what the figures show, or missed them by most."""
    for series, year, found, told in _forecasts(stage, stage.every()):
        best = stage.rng.random() < 0.7
        right, other = (found[0], found[1]) if best else (found[-1], found[-2])
        place, value = (1 if best else 3), series.value(year)
        program: Program = {
            "op": "pick",
            "extreme": "nearest",
            "level": come_true(series, told[0]),
            "place": place,
            "of": name_values(told),
        }
        who, names = right.person.name, [each.person.name for each in found if each is not right]
        return ComplexDraft(
            texts=(
                f"{list_speakers(told)} each foresaw a value of {series.the} for the same year. Whose forecast "
                f"{'came nearest to' if best else 'was farthest from'} what the figures later showed?",
                f"Whose forecast of {series.the} {'came nearest to' if best else 'was farthest from'} the figures: "
                f"that of "
                f"{told[0].speaker}, of {told[1].speaker} or of {told[2].speaker}?",
            ),
            program=program,
            short=who,
            answer_type="entity",
            leads=(
                f"It was {who}, with {series.print(right.value)} against {series.said(value)}.",
                f"{who} {'came closest' if best else 'was farthest off'}, with {series.print(right.value)}.",
            ),
            more=(
                f"What {series.entity} had in {year} was {series.said(value)}.",
                f"The next after that was {other.person.name}, with {series.print(other.value)}.",
            ),
            key_facts=(name_fact("person", who, ()),),
            statements=tuple(told),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find what each foresaw for {series.entity} in {year}: "
                + "; ".join(f"{each.person.name} {series.print(each.value)}" for each in found)
                + ".",
                f"Read {series.point(year)}.",
                f"Compare the distances: {who}.",
            ),
            wrong=(
                wrong("reasoning", other.person.name, "the next in distance"),
                *(wrong("cross_modal_grounding", name, "another of the three") for name in names),
            ),
        )
    return None


def _overshot(stage: Stage) -> ComplexDraft | None:
    """Ask which of three people expected more, or less, than came."""
    for series, year, found, told in _forecasts(stage, stage.every()):
        value, above = series.value(year), stage.rng.random() < 0.5
        sides = {each.person.name: (each.value > value) == above for each in found}
        right = [each.speaker for each in told if sides[each.speaker]]
        rest = [each.speaker for each in told if not sides[each.speaker]]
        word, opposite = ("more", "less") if above else ("less", "more")
        size = "higher" if above else "lower"
        return ComplexDraft(
            texts=(
                f"Which of {told[0].speaker}, {told[1].speaker} and {told[2].speaker}, one or more, expected a "
                f"{size} value of "
                f"{series.the} than the figures came to show?",
                f"{list_speakers(told)} put numbers to {series.the} in advance. Who of them, one or more, had named a "
                f"{size} value than the one that came about?",
            ),
            program={
                "op": "names",
                "comparison": "above" if above else "below",
                "level": come_true(series, told[0]),
                "of": name_values(told),
            },
            short=join_names(right),
            answer_type="list" if len(right) > 1 else "entity",
            leads=(f"{join_names(right)} did.", f"That was {join_names(right)}."),
            more=(
                f"{series.entity} had {series.said(value)} in {year}.",
                "The numbers were "
                f"{join_names([series.print(each.value) for each in found if each.person.name in right])}.",
                f"{join_names(rest)} had expected {opposite} than that.",
            ),
            key_facts=({"name": "people", "value": right, "answer_type": "list"},)
            if len(right) > 1
            else (name_fact("person", right[0], ()),),
            statements=tuple(told),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find what each foresaw for {series.entity} in {year}: "
                + "; ".join(f"{each.person.name} {series.print(each.value)}" for each in found)
                + ".",
                f"Read {series.point(year)}.",
                f"Take those with {word}: {join_names(right)}.",
            ),
            wrong=(
                wrong("reasoning", join_names(rest), "the other side"),
                *(wrong("incomplete_retrieval", name, "one of several") for name in right[:1] if len(right) > 1),
                missing(series),
            ),
        )
    return None


def _miss(stage: Stage) -> ComplexDraft | None:
    """Ask by how much the better or the worse of two forecasts missed."""
    for series, year, found, told in _forecasts(stage, stage.readable()):
        best = stage.rng.random() < 0.5
        right = found[0] if best else found[-1]
        statement = next(each for each in told if each.speaker == right.person.name)
        value, over = series.value(year), right.value > series.value(year)
        came = come_true(series, statement)
        guess = stated(statement, "value")
        program: Program = {"op": "subtract", "left": guess if over else came, "right": came if over else guess}
        gap = work_out(stage, program, series.decimals, series.gap_unit, told, readings(series, year), loose=0.3)
        if gap is None:
            continue
        pick: Program = {
            "op": "pick",
            "extreme": "nearest",
            "level": came,
            "place": 1 if best else 2,
            "of": name_values(told),
        }
        who, other = right.person.name, (found[-1] if best else found[0])
        return ComplexDraft(
            texts=(
                f"{list_speakers(told)} each put a figure to {series.the} in advance. By how much was the "
                f"{'better' if best else 'worse'} of the two "
                f"forecasts off, and whose was it? {gap.rule}",
                f"Of the forecasts that {list_speakers(told)} made for {series.the}, take the one that was "
                f"{'nearer to' if best else 'farther from'} what came "
                f"about: whose is it, and how far off was it? {gap.rule}",
            ),
            program={"op": "parts", "of": [pick, rounded(program, series.decimals)]},
            short=f"{who}, by {gap.printed}",
            answer_type="number",
            leads=(f"It was that of {who}, off by {gap.printed}.", f"{who} missed by {gap.printed}."),
            more=(
                f"{series.print(right.value)} had been named, and {series.said(value)} came about {series.place} in "
                f"{year}.",
                f"{other.person.name} had said {series.print(other.value)}.",
            ),
            key_facts=(
                name_fact("person", who, ()),
                number_fact("miss", gap.value, series.gap_unit, tolerance=gap.tolerance),
                *working_readings(series, year),
                working("forecast", right.value, series.unit, "named", "forecast", of=who),
                working("other forecast", other.value, series.unit, "named", "forecast", of=other.person.name),
            ),
            statements=tuple(told),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find both forecasts for {series.entity} in {year}: {series.print(found[0].value)} by "
                f"{found[0].person.name}, "
                f"{series.print(found[1].value)} by {found[1].person.name}.",
                f"Read {series.point(year)}.",
                f"Subtract: {who} was off by {gap.printed}.",
            ),
            wrong=(
                wrong(
                    "reasoning",
                    f"{other.person.name}, by {series.scene.print(other.miss, None, series.gap_unit)}",
                    "the other forecast",
                ),
                missing(series),
            ),
            forbidden=(gap.number,),
        )
    return None


def _foreseen(stage: Stage) -> ComplexDraft | None:
    """Ask what came about in the year for which a person foresaw something, but in the case that another one names."""
    for series in stage.readable():
        people = stage.people
        years = [year for year in series.years if year > stage.world.years[0] + 1]
        year = stage.rng.choice(years) if years else 0
        rivals = stage.beside(series, year) if year else []
        rival = stage.rng.choice(rivals) if rivals else None
        found = foresee(stage, rival, year, people[:1]) if rival else None
        if found is None or rival is None:
            continue
        made = Statements(stage)
        told = made.forecast(people[0], rival, year, found[0].value, _event_of(stage, rival, year))
        case = made.yardstick(people[1], series.entity)
        program = look_up(series, stated(case, "entity"), stated(told, "year"))
        gap = work_out(stage, program, series.decimals, series.unit, made.made, readings(series, year))
        if gap is None:
            continue
        value = series.value(year)
        return ComplexDraft(
            texts=(
                f"{people[0].name} foresaw a value of {series.the} for a certain year. What did the figures of "
                "that year show "
                f"in the {stage.kind} that {people[1].name} judges by? {gap.rule}",
                f"In the year for which {people[0].name} named a figure in advance, what did the figure for "
                f"{series.the} come to "
                f"in the {stage.kind} that {people[1].name} judges by? {gap.rule}",
            ),
            program=program,
            short=gap.printed,
            answer_type=answer_type_of(series.unit),
            leads=(f"{series.entity} had {series.said(value)}.", f"It came to {series.said(value)}."),
            more=(
                f"The reading is that of {series.entity} for {year}.",
                f"{series.entity} is meant, and {year}, although the forecast was for {rival.entity}.",
            ),
            key_facts=(number_fact("value", value, series.unit, tolerance=gap.tolerance),),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find the year of the forecast of {people[0].name}: {year}.",
                f"Find the {stage.kind} that {people[1].name} judges by: {series.entity}.",
                f"Read {series.point(year)}.",
            ),
            wrong=(
                wrong(
                    "cross_modal_grounding",
                    rival.print(rival.value(year)),
                    f"{rival.entity}, of which the forecast was",
                ),
                wrong("incomplete_retrieval", series.print(found[0].value), "the forecast itself"),
                missing(series),
            ),
            forbidden=(gap.number,),
        )
    return None


TEMPLATES = (
    make_template("foreseen", "impact_reception", "L1", _foreseen, speakers=2),
    make_template("nearest", "impact_reception", "L2", _nearest, speakers=3),
    make_template("overshot", "impact_reception", "L2", _overshot, speakers=3),
    make_template("miss", "impact_reception", "L3", _miss, speakers=2),
)
