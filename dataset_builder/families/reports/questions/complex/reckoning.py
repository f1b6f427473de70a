"""Technical and quantitative questions that compute: growth, costs, counts, targets, projections."""

from __future__ import annotations

import re

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.figuring import (
    missing,
    points,
    readings,
    rounded,
    sample_years,
    test_case,
    work_out,
    working,
    working_readings,
    wrong,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.pricing import PRICES, find_currency
from dataset_builder.families.reports.questions.complex.stage import Stage, look_up
from dataset_builder.families.reports.questions.complex.stating import Statements, stated
from dataset_builder.families.reports.questions.saying import answer_type_of, number_fact, word_fact
from dataset_builder.families.reports.questions.scene import print_value

_SHARE = re.compile(r"the (?:share|proportion|percentage) of ")
_SIDES = re.compile(r"\b(?:above|below|over|under|more than|less than)\b")
"""Words in a measure's definition that a reader could take for the side of a target."""
_SLOWEST = 1.2
"""Rate of growth, in percent a year, under which rounding would decide."""
_PER = re.compile(r"per (1,000|10,000|100,000|million) ([a-z][\w -]*)")


def _growth(stage: Stage) -> ComplexDraft | None:
    """Ask for the compound yearly rate of a figure over a period, of an entity, that two people name."""
    for series in stage.readable(2):
        span = sample_years(stage.rng, series.years, 3)
        if span is None:
            continue
        first, last = span
        made, people = Statements(stage), stage.people
        case = made.yardstick(people[0], series.entity)
        period = made.period(people[1], first, last)
        ends = [look_up(series, stated(case, "entity"), stated(period, name)) for name in ("first", "last")]
        years: Program = {"op": "subtract", "left": stated(period, "last"), "right": stated(period, "first")}
        program: Program = {"op": "growth_rate", "first": ends[0], "last": ends[1], "years": years}
        found = work_out(stage, program, 1, "%", made.made, readings(series, first, last), loose=0.25)
        if found is None or abs(found.value) < _SLOWEST:
            continue
        count, change = last - first, 100 * (series.value(last) / series.value(first) - 1)
        simple = print_value(change / count, 1, "%")
        rivals = stage.beside(series, first, last)
        other = [(each.value(last) / each.value(first)) ** (1 / count) - 1 for each in rivals[:1]]
        name, who = series.name, test_case(stage, people[0].name)
        grew = "grew" if found.value > 0 else "shrank"
        return ComplexDraft(
            texts=(
                f"At what compound rate a year, in percent with its sign, did the figure for {name} change in "
                f"{who}, over the "
                "period that "
                f"{people[1].name} wants compared? {found.rule}",
                f"Take {who} and the years between which {people[1].name} would compare. What was the compound "
                "annual growth "
                f"rate of {name}, in percent (negative for a decline)? {found.rule}",
            ),
            program=rounded(program, 1),
            short=found.printed,
            answer_type="percent",
            leads=(f"It comes to {found.printed} a year.", f"The yearly rate is {found.printed}."),
            more=(
                f"{series.entity} went from {series.said(series.value(first))} in {first} to "
                f"{series.said(series.value(last))} in {last}.",
                f"It {grew} over {count} years, and the root of that order gives the rate.",
            ),
            key_facts=(
                number_fact("rate", found.value, "%", tolerance=found.tolerance),
                *working_readings(series, first, last),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(first), series.fact(last)),
            points=points((series, first), (series, last)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the period of {people[1].name}: {first} to {last}.",
                f"Read {series.point(first)} and {series.point(last)}.",
                f"Take the root of order {count} of their quotient, less one: {found.printed}.",
            ),
            wrong=(
                wrong("reasoning", simple, "the total change divided by the years"),
                wrong("incomplete_retrieval", print_value(change, 1, "%"), "the total change"),
                *(wrong("cross_modal_grounding", print_value(100 * rate, 1, "%"), rivals[0].entity) for rate in other),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _cost(stage: Stage) -> ComplexDraft | None:
    """Ask what a figure comes to in money, at a price a unit and in a case that two people name."""
    money = find_currency(stage.world)
    for series in stage.readable(1):
        unit = series.unit
        if unit not in PRICES:
            continue
        one, low, high = PRICES[unit]
        year, price = stage.rng.choice(series.years), stage.rng.randint(low, high)
        if price % 10 == 0 or not stage.may_print(price, 0, series):
            continue
        made, people = Statements(stage), stage.people
        case, rate = made.yardstick(people[0], series.entity), made.price(people[1], one, price, money)
        program: Program = {
            "op": "multiply",
            "left": look_up(series, stated(case, "entity"), str(year)),
            "right": stated(rate, "value"),
        }
        found = work_out(stage, program, 0, money, made.made, readings(series, year))
        if found is None:
            continue
        value, who = series.value(year), test_case(stage, people[0].name)
        rivals = stage.beside(series, year)
        return ComplexDraft(
            texts=(
                f"At the price that {people[1].name} sets on each {one}, what sum, in {money}, does the "
                f"figure for {series.the} in {year} stand for in {who}? {found.rule}",
                f"Convert the figure for {series.the} in {year} in {who} into money, at the price that "
                f"{people[1].name} gives. "
                f"How many {money} are that? {found.rule}",
            ),
            program=rounded(program, 0),
            short=found.printed,
            answer_type="number",
            leads=(f"It comes to {found.printed}.", f"The sum is {found.printed}."),
            more=(
                f"{series.entity} is at {series.said(value)}, and each {one} is priced at {price:,} {money}.",
                f"That is {series.said(value)} times {price:,} {money}.",
            ),
            key_facts=(
                number_fact("sum", found.value, money, tolerance=found.tolerance),
                *working_readings(series, year),
                working("price", price, money, "price", "priced", one),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the price that {people[1].name} gives: {price:,} {money}.",
                f"Read {series.point(year)}.",
                f"Multiply: {found.printed}.",
            ),
            wrong=(
                *(
                    wrong("cross_modal_grounding", print_value(round(each.value(year) * price), 0, money), each.entity)
                    for each in rivals[:1]
                ),
                wrong("precision", print_value(round(value * price / 10), 0, money), "a decimal place lost"),
                wrong("incomplete_retrieval", series.print(value), "not converted"),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _count(stage: Stage) -> ComplexDraft | None:
    """Ask how many a share or a rate stands for, of a number that a person states, in a case that another one names."""
    for series in stage.readable(1):
        unit, phrase = series.unit, stage.phrase(series.metric)
        per = _PER.fullmatch(unit)
        if not (per or (unit.startswith("%") and _SHARE.match(phrase))):
            continue
        size = 100 if per is None else 1_000_000 if per[1] == "million" else int(per[1].replace(",", ""))
        things = per[2] if per else "cases"
        year = stage.rng.choice(series.years)
        count = (
            stage.rng.randrange(312, 4_980)
            if per is None
            else size * stage.rng.randint(4, 40) + 10 * stage.rng.randint(11, 99)
        )
        if not stage.may_print(count, 0, series):
            continue
        made, people = Statements(stage), stage.people
        case = made.yardstick(people[0], series.entity)
        base = made.base(people[1], series, year, count, things)
        part: Program = {
            "op": "multiply",
            "left": look_up(series, stated(case, "entity"), stated(base, "year")),
            "right": stated(base, "value"),
        }
        program: Program = {"op": "divide", "left": part, "right": size}
        found = work_out(stage, program, 0, "", made.made, readings(series, year))
        if found is None or found.value < 8:
            continue
        value, who = series.value(year), test_case(stage, people[0].name)
        rivals = stage.beside(series, year)
        each = "the share" if per is None else "the rate"
        return ComplexDraft(
            texts=(
                f"{people[1].name} gives the number of {things} behind the figure for {series.the} in one year. How "
                f"many of "
                f"these {things} does {each} stand for that the report shows for {who} in that year? {found.rule}",
                f"Turn {series.the} in {who} from {each} into a count of {things}, with the number of all {things} "
                f"that "
                f"{people[1].name} gives for one year. What is the count for that year? {found.rule}",
            ),
            program=rounded(program, 0),
            short=found.printed,
            answer_type="number",
            leads=(f"It stands for about {found.printed}.", f"That makes about {found.printed}."),
            more=(
                f"{each.capitalize()} is that of {series.entity}, which has {series.said(value)}.",
                f"{each.capitalize()} of {series.said(value)} is applied to {count:,} {things}.",
            ),
            key_facts=(
                number_fact("count", found.value, "", tolerance=found.tolerance),
                *working_readings(series, year),
                working("all", count, "", things),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the number that {people[1].name} gives for {year}: {count:,} {things}.",
                f"Read {series.point(year)}.",
                f"Multiply, and divide by {size:,}: {found.printed}.",
            ),
            wrong=(
                *(
                    wrong(
                        "cross_modal_grounding",
                        print_value(round(each_.value(year) * count / size), 0, ""),
                        each_.entity,
                    )
                    for each_ in rivals[:1]
                ),
                wrong("precision", print_value(round(10 * value * count / size), 0, ""), "a decimal place lost"),
                wrong("incomplete_retrieval", f"{count:,}", "the number of all"),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _target(stage: Stage) -> ComplexDraft | None:
    """Ask how far a figure was from a target that is set as a share of an earlier level."""
    wanted = {metric.id: metric.better for metric in stage.world.topic.metrics}
    for series in stage.readable(2):
        span = sample_years(stage.rng, series.years, 2)
        if span is None or wanted[series.metric] == "neither" or _SIDES.search(series.the):
            continue
        first, last = span
        under = wanted[series.metric] == "lower"
        percent = stage.rng.choice([share for share in range(4, 31) if stage.may_print(share, 0, series)] or [0])
        if not percent:
            continue
        made, people = Statements(stage), stage.people
        case = made.yardstick(people[0], series.entity)
        goal = made.target(people[1], series, percent, span, under=under)
        start, end = (look_up(series, stated(case, "entity"), stated(goal, name)) for name in ("first", "last"))
        part: Program = {"op": "subtract" if under else "add", "left": 100, "right": stated(goal, "value")}
        aim: Program = {"op": "divide", "left": {"op": "multiply", "left": start, "right": part}, "right": 100}
        level = series.value(first) * (100 + (-percent if under else percent)) / 100
        over = series.value(last) > level
        program: Program = {"op": "subtract", "left": end if over else aim, "right": aim if over else end}
        found = work_out(
            stage, program, series.decimals, series.gap_unit, made.made, readings(series, first, last), loose=0.2
        )
        if found is None:
            continue
        side, met = ("over" if over else "under"), over != under
        said, who = series.print(level), test_case(stage, people[0].name)
        sides = (
            ("over", "above", "more than", "higher", "exceed"),
            ("under", "below", "less than", "lower", "short of"),
        )
        return ComplexDraft(
            texts=(
                f"By how much was the figure for {series.the} in {who} over or under the target of "
                f"{people[1].name} when it fell "
                f"due? {found.rule}",
                f"How far from the target of which {people[1].name} speaks, and on which side of it, did "
                f"{series.the} end up in "
                f"{who}? {found.rule}",
            ),
            program={
                "op": "parts",
                "of": [rounded(program, series.decimals), {"op": "side", "left": end, "right": aim}],
            },
            short=f"{found.printed} {side} the target",
            answer_type="number",
            leads=(
                f"It was {found.printed} {side} the target.",
                f"In {last} it lay {found.printed} {side} what had been aimed at.",
            ),
            more=(
                f"The aim was about {said} for {last}; {series.entity} had {series.said(series.value(last))}.",
                f"{percent}% is taken from {series.said(series.value(first))}, the level of {first}."
                if under
                else f"{percent}% is added to {series.said(series.value(first))}, the level of {first}.",
                f"So the target was {'met' if met else 'missed'}.",
            ),
            key_facts=(
                number_fact("distance", found.value, series.gap_unit, tolerance=found.tolerance),
                word_fact("side", side, sides[0 if over else 1], sides[1 if over else 0]),
                *working_readings(series, first, last),
                working("aim", round(level, series.decimals), series.unit, "aim", "target"),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(first), series.fact(last)),
            points=points((series, first), (series, last)),
            steps=(
                f"Find the {stage.kind} that {people[0].name} judges by: {series.entity}.",
                f"Find the target: {percent}% {'under' if under else 'over'} {first} by {last}.",
                f"Read {series.point(first)} and {series.point(last)}.",
                f"The target is about {said}; the distance {found.printed}.",
            ),
            wrong=(
                wrong("reasoning", f"{found.printed} {'under' if over else 'over'} the target", "the sides confused"),
                wrong(
                    "incomplete_retrieval",
                    series.print(abs(series.value(last) - series.value(first))),
                    f"the change since {first}",
                ),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _projection(stage: Stage) -> ComplexDraft | None:
    """Ask for a figure some years on, at a rate and to a year that two people state."""
    end = stage.world.years[-1]
    for series in stage.readable(1):
        if end not in series.years:
            continue
        rate, year = stage.rng.choice((-1, 1)) * stage.rng.randint(12, 58) / 10, end + stage.rng.randint(2, 6)
        if not stage.may_print(abs(rate), 1, series):
            continue
        made, people = Statements(stage), stage.people
        base, limit = made.assume(people[0], series, rate, end), made.horizon(people[1], year)
        program: Program = {
            "op": "grow",
            "of": look_up(series, series.entity, stated(base, "first")),
            "rate": stated(base, "rate"),
            "years": {"op": "subtract", "left": stated(limit, "year"), "right": stated(base, "first")},
        }
        decimals = max(1, series.decimals)
        found = work_out(stage, program, decimals, series.unit, made.made, readings(series, end))
        value, years = series.value(end), year - end
        if found is None or (series.unit.startswith("%") and found.value > 99):
            continue
        simple = value * (1 + rate * years / 100)
        return ComplexDraft(
            texts=(
                f"If what {people[0].name} assumes comes true, what will the figure for {series.words} be in the "
                f"last year that {people[1].name} would look at? {found.rule}",
                f"Carry the last value shown for {series.words} forward, at the yearly rate of {people[0].name}, to "
                f"the "
                f"last year that {people[1].name} would look at. Which value results? {found.rule}",
            ),
            program=rounded(program, decimals),
            short=found.printed,
            answer_type=answer_type_of(series.unit),
            leads=(f"In {year} it would be {found.printed}.", f"The result for {year} is {found.printed}."),
            more=(
                f"The starting point is {series.said(value)} in {end}.",
                f"With {'−' if rate < 0 else ''}{abs(rate)}% a year, each year’s change builds on the one before.",
            ),
            key_facts=(
                number_fact("projection", found.value, series.unit, tolerance=found.tolerance, entity=(str(year),)),
                *working_readings(series, end),
                working("rate", abs(rate), "%", "rate", "a year"),
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(end),),
            points=points((series, end)),
            steps=(
                f"Find the rate of {people[0].name}: {rate}% a year from {end} on.",
                f"Find the last year of {people[1].name}: {year}.",
                f"Read {series.point(end)}.",
                f"Apply the rate {years} times: {found.printed}.",
            ),
            wrong=(
                wrong("reasoning", series.print(value * (1 - rate / 100) ** years, decimals), "the sign of the rate"),
                wrong("reasoning", series.print(simple, decimals), "the rate added up, not compounded"),
                wrong("incomplete_retrieval", series.print(value * (1 + rate / 100), decimals), "a single year"),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


TEMPLATES = (
    make_template("growth", "technical_quantitative", "L3", _growth, speakers=2),
    make_template("cost", "technical_quantitative", "L3", _cost, speakers=2),
    make_template("count", "technical_quantitative", "L3", _count, speakers=2),
    make_template("target", "technical_quantitative", "L3", _target, speakers=2),
    make_template("projection", "technical_quantitative", "L3", _projection, speakers=2),
)
