"""Technical and quantitative questions on cases, trade-offs and rules of thumb that people name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.figuring import (
    missing,
    points,
    readings,
    test_case,
    work_out,
    wrong,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import Series, Stage, look_up
from dataset_builder.families.reports.questions.complex.stating import Statements, stated
from dataset_builder.families.reports.questions.saying import answer_type_of, name_fact, number_fact, word_fact
from dataset_builder.families.reports.questions.scene import Scene
from dataset_builder.families.reports.titles import lower_case

_TIMES = (2, 3, 4)
_LINES = frozenset({"multi_line", "slope"})


def _looked_up(stage: Stage) -> ComplexDraft | None:
    """Ask for the value of a case and a year that two people name."""
    for series in stage.readable(2):
        year = stage.rng.choice(series.years)
        made, people = Statements(stage), stage.people
        case, when = made.yardstick(people[0], series.entity), made.year(people[1], year)
        program = look_up(series, stated(case, "entity"), stated(when, "year"))
        found = work_out(stage, program, series.decimals, series.unit, made.made, readings(series, year))
        if found is None:
            continue
        who = test_case(stage, people[0].name)
        rivals = stage.beside(series, year)
        beside = min((each for each in series.years if each != year), key=lambda each: abs(each - year))
        return ComplexDraft(
            texts=(
                f"What does the report show for {series.the} in {who}, in the year by which {people[1].name} would "
                f"judge? {found.rule}",
                f"Which value does the report show for {series.the} in {who} in the year that {people[1].name} wants "
                f"looked "
                f"at? {found.rule}",
            ),
            program=program,
            short=found.printed,
            answer_type=answer_type_of(series.unit),
            leads=(
                f"{series.entity} had {series.said(series.value(year))}.",
                f"It is {series.said(series.value(year))}.",
            ),
            more=(
                f"That is the reading of {series.entity} for {year}.",
                f"{people[0].name} means {series.entity}, and {people[1].name} the year {year}.",
            ),
            key_facts=(
                number_fact(
                    "value", series.value(year), series.unit, tolerance=found.tolerance, entity=(series.entity,)
                ),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the year of {people[1].name}: {year}.",
                f"Read {series.point(year)}.",
            ),
            wrong=(
                *(wrong("cross_modal_grounding", each.print(each.value(year)), each.entity) for each in rivals[:1]),
                wrong("incomplete_retrieval", series.print(series.value(beside)), f"{beside}, the year not looked up"),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _ahead(stage: Stage) -> ComplexDraft | None:
    """Ask which of two entities that a person names has the higher or lower value in the year of another."""
    for series in stage.every():
        year, most = stage.rng.choice(series.years), stage.rng.random() < 0.5
        rivals = [
            other
            for other in stage.beside(series, year)
            if abs(other.value(year) - series.value(year)) >= 1.2 * series.scene.sight
        ]
        if not rivals:
            continue
        pair = [series, stage.rng.choice(rivals)]
        stage.rng.shuffle(pair)
        made, people = Statements(stage), stage.people
        left, when = made.pair(people[0], pair[0].entity, pair[1].entity), made.year(people[1], year)
        named = [
            {"name": each.entity, "value": look_up(each, stated(left, name), stated(when, "year"))}
            for each, name in zip(pair, ("one", "other"), strict=True)
        ]
        right, other = sorted(pair, key=lambda each: each.value(year), reverse=most)
        word, kind = "higher" if most else "lower", stage.kind
        return ComplexDraft(
            texts=(
                f"Of the two {stage.kinds} that {people[0].name} would choose between, which had the {word} value "
                f"of {series.the} "
                f"in the year by which {people[1].name} would judge?",
                f"By {series.the} in the year that {people[1].name} wants looked at, which of the two {stage.kinds} "
                f"that "
                f"{people[0].name} still considers stands {word}?",
            ),
            program={"op": "larger" if most else "smaller", "of": named},
            short=right.entity,
            answer_type="entity",
            leads=(f"It is {right.entity}.", f"{right.entity} does."),
            more=(
                f"In {year} it had {right.said(right.value(year))}, against {other.said(other.value(year))} for "
                f"{other.entity}.",
                f"The year to be read is {year}.",
            ),
            key_facts=(name_fact(kind, right.entity, ()),),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(right.fact(year), other.fact(year)),
            points=points((right, year), (other, year)),
            steps=(
                f"Find the two of {people[0].name}: {pair[0].entity} and {pair[1].entity}.",
                f"Find the year of {people[1].name}: {year}.",
                f"Read {right.point(year)} and {other.point(year)}.",
                f"The {word} is {right.entity}.",
            ),
            wrong=(wrong("reasoning", other.entity, "the other of the two"), missing(series)),
        )
    return None


def _crossing(stage: Stage) -> ComplexDraft | None:
    """Ask whether the lines of two entities that a person names cross, over the years that another one names."""
    wanted = stage.rng.random() < 0.5
    for series in stage.every(2):
        if series.scene.kind not in _LINES:
            continue
        for other in stage.beside(series, *series.years):
            gaps = {year: series.value(year) - other.value(year) for year in series.years}
            spans = [
                pair
                for pair in combinations(series.years, 2)
                if all(abs(gaps[year]) >= series.scene.sight for year in series.years if pair[0] <= year <= pair[1])
                and (len({gaps[year] > 0 for year in series.years if pair[0] <= year <= pair[1]}) > 1) == wanted
            ]
            if not spans:
                continue
            first, last = max(spans, key=lambda pair: pair[1] - pair[0])
            if last - first < 2:
                continue
            pair = stage.rng.sample((series, other), 2)
            made, people = Statements(stage), stage.people
            left = made.pair(people[0], pair[0].entity, pair[1].entity)
            period = made.period(people[1], first, last)
            answer = "Yes" if wanted else "No"
            ahead = series if gaps[last] > 0 else other
            behind = other if ahead is series else series
            return ComplexDraft(
                texts=(
                    f"Do the lines for {series.the} of the two {stage.kinds} that {people[0].name} would choose "
                    f"between cross "
                    "anywhere in the "
                    f"years that {people[1].name} wants compared?",
                    f"Follow the lines for {series.the} of the two {stage.kinds} that {people[0].name} still "
                    f"considers, "
                    "over the period "
                    f"of {people[1].name}. Do they cross?",
                ),
                program={
                    "op": "crosses",
                    "first": stated(period, "first"),
                    "last": stated(period, "last"),
                    "of": [
                        {
                            "year": year,
                            "values": [
                                look_up(each, stated(left, name), str(year))
                                for each, name in zip(pair, ("one", "other"), strict=True)
                            ],
                        }
                        for year in series.years
                    ],
                },
                short=answer,
                answer_type="boolean",
                leads=(
                    f"{answer}, {'they change places' if wanted else f'{ahead.entity} stays above throughout'}.",
                    f"{answer}: {ahead.entity} ends above "
                    f"{behind.entity}{', where it did not begin' if wanted else ' as it began'}.",
                ),
                more=(
                    f"In {first} it is {series.said(series.value(first))} for {series.entity} and "
                    f"{other.said(other.value(first))} for {other.entity}.",
                    f"By {last} {series.entity} is at {series.said(series.value(last))} and {other.entity} at "
                    f"{other.said(other.value(last))}.",
                ),
                key_facts=({"name": "verdict", "value": answer, "answer_type": "boolean"},),
                statements=tuple(made.made),
                exhibits=(series.ref,),
                facts=tuple(each.fact(year) for each in pair for year in series.years),
                points=points(*((each, year) for each in pair for year in (first, last))),
                steps=(
                    f"Find the two of {people[0].name}: {pair[0].entity} and {pair[1].entity}.",
                    f"Find the period of {people[1].name}: {first} to {last}.",
                    f"Follow both lines: they {'cross' if wanted else 'don’t cross'}.",
                ),
                wrong=(wrong("reasoning", "No" if wanted else "Yes", "the lines confused"), missing(series)),
            )
    return None


def _trade_off(stage: Stage) -> ComplexDraft | None:
    """Ask which of two entities comes out ahead when points of two dimensions are weighed as a person does."""
    for scene in stage.setting.scenes:
        options = list(_balances(scene)) if scene.data == "profile" else []
        if not options:
            continue
        heavy, light, times, best, rest = stage.rng.choice(options)
        made, people = Statements(stage), stage.people
        rule = made.weight(people[0], heavy, light, times)
        order = stage.rng.sample((best, rest), 2)
        left = made.pair(people[1], *order)
        named = [
            {"name": name, "value": _weigh(scene, stated(left, key), heavy, light, stated(rule, "value"))}
            for name, key in zip(order, ("one", "other"), strict=True)
        ]
        sums = {name: times * scene.mark(name, heavy).value + scene.mark(name, light).value for name in order}
        marks = [scene.mark(name, each) for name in order for each in (heavy, light)]
        kind, quantity = stage.kind, lower_case(scene.quantity)
        return ComplexDraft(
            texts=(
                f"Weighed as {people[0].name} weighs “{heavy}” against “{light}”, which of the two {stage.kinds} "
                f"that {people[1].name} would choose between comes out ahead, by the scores of {quantity}?",
                f"{people[1].name} would choose between two {stage.kinds}. Which of them wins the trade-off between "
                f"“{heavy}” and "
                f"“{light}” by the "
                f"weights of {people[0].name} and the scores of {quantity}?",
            ),
            program={"op": "larger", "of": named},
            short=best,
            answer_type="entity",
            leads=(f"It is {best}.", f"{best} comes first."),
            more=(
                f"It reaches about {sums[best]:g} weighted points, {rest} about {sums[rest]:g}.",
                "Without weights the order would be the other way round.",
            ),
            key_facts=(name_fact(kind, best, ()),),
            statements=tuple(made.made),
            exhibits=(scene.exhibit.ref,),
            facts=tuple(fact for mark in marks for fact in mark.facts),
            points=tuple(scene.point(mark) for mark in marks),
            steps=(
                f"Find the weights of {people[0].name}: a point of “{heavy}” counts {times} of “{light}”.",
                f"Find the two of {people[1].name}: {order[0]} and {order[1]}.",
                f"Read both scores of each and add them up with the weights: {sums[order[0]]:g} and "
                f"{sums[order[1]]:g}.",
                f"The larger sum is that of {best}.",
            ),
            wrong=(wrong("reasoning", rest, "added up without weights"),),
        )
    return None


def _weigh(scene: Scene, who: Program, heavy: str, light: str, weight: Program) -> Program:
    """Return the operation that adds up two scores of an entity, one of them with a weight."""
    scores: list[Program] = [
        {"op": "lookup", "dataset": scene.region.dataset.id, "keys": [who, each]} for each in (heavy, light)
    ]
    return {"op": "add", "left": {"op": "multiply", "left": scores[0], "right": weight}, "right": scores[1]}


def _balances(scene: Scene) -> Iterator[tuple[str, str, int, str, str]]:
    """Yield two dimensions, a weight, and two entities of which the weight turns the order, the one ahead first."""
    for heavy, light in permutations(scene.columns, 2):
        for best, rest in permutations(scene.rows, 2):
            up = scene.mark(best, heavy).value - scene.mark(rest, heavy).value
            down = scene.mark(rest, light).value - scene.mark(best, light).value
            for times in _TIMES:
                gap = 1.5 * scene.sight * (1 + 0.3 * times)
                if times * up - down >= gap and down - up >= scene.sight:
                    yield heavy, light, times, best, rest


def _sign(stage: Stage) -> ComplexDraft | None:
    """Ask what is to be inferred of a case by a rule of thumb on what a figure over or under a line means."""
    seeds = {metric.id: metric for metric in stage.world.topic.metrics}
    for series in stage.every():
        ups, downs = (_clauses(texts) for texts in (seeds[series.metric].up, seeds[series.metric].down))
        if not ups or not downs:
            continue
        year, over = stage.rng.choice(series.years), stage.rng.random() < 0.5
        line = _line_beside(stage, series, year, over=over)
        if line is None:
            continue
        made, people = Statements(stage), stage.people
        case = made.yardstick(people[0], series.entity)
        high, low = stage.rng.choice(ups), stage.rng.choice(downs)
        rule = made.sign(people[1], series, line, high, low)
        value = look_up(series, stated(case, "entity"), str(year))
        program: Program = {
            "op": "said_by",
            "who": {"op": "side", "left": value, "right": stated(rule, "value")},
            "of": {"over": stated(rule, "over"), "under": stated(rule, "under")},
        }
        right, other, side = (high, low, "over") if over else (low, high, "under")
        who = test_case(stage, people[0].name)
        return ComplexDraft(
            texts=(
                f"By the rule of thumb of {people[1].name}, what does the figure for {series.the} in {year} say "
                f"about {who}?",
                f"What is to be inferred about {who} from the figure for {series.the} in {year}, if "
                f"{people[1].name} is right "
                "about what such "
                "a figure is a sign of?",
                f"By the rule of thumb of {people[1].name}, what lies behind the figure that {who} had for "
                f"{series.the} in "
                f"{year}?",
            ),
            program=program,
            short=right,
            answer_type="text",
            leads=(f"That {right}.", f"The inference is that {right}."),
            more=(
                f"{series.entity} is meant, and with {series.said(series.value(year))} it lies {side} the line.",
                f"The line is drawn at {series.print(line)}.",
            ),
            key_facts=(
                word_fact("inference", right, (), (other,)),
                {
                    **word_fact(
                        "side",
                        side,
                        ("above", "over") if over else ("below", "under"),
                        ("below", "under") if over else ("above", "over"),
                    ),
                    "core": False,
                },
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the line of {people[1].name}: {series.print(line)}.",
                f"Read {series.point(year)}: {side} it.",
                f"So, by the rule, {right}.",
            ),
            wrong=(wrong("reasoning", other, "the other side of the line"), missing(series)),
        )
    return None


def _clauses(texts: Sequence[str]) -> list[str]:
    return [text.replace("'", "’") for text in texts if "{" not in text and not re.search(r"\d", text)]


def _line_beside(stage: Stage, series: Series, year: int, *, over: bool) -> float | None:
    """Return a value that the figure of a year is over or under, plainly, and that no exhibit shows."""
    value, least = series.value(year), max(series.scene.sight, 0.04 * abs(series.value(year)))
    for _ in range(30):
        gap = stage.rng.uniform(1.2 * least, 1.2 * least + 0.15 * abs(value))
        line = round(value - gap if over else value + gap, series.decimals)
        far = abs(line - value) >= least and line > 0 and not (series.unit.startswith("%") and line >= 100)
        if far and stage.may_print(line, series.decimals, series):
            return line
    return None


TEMPLATES = (
    make_template("looked_up", "technical_quantitative", "L1", _looked_up, speakers=2),
    make_template("ahead", "technical_quantitative", "L2", _ahead, speakers=2),
    make_template("trade_off", "technical_quantitative", "L3", _trade_off, speakers=2),
    make_template("crossing", "technical_quantitative", "L5", _crossing, speakers=2),
    make_template("sign", "technical_quantitative", "L4", _sign, speakers=2),
)
