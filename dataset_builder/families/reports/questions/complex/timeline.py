"""Historical and timeline questions on milestones: when they came, what figures were then, how they changed between."""

from __future__ import annotations

from itertools import combinations

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.dating import (
    GAPS,
    date_steps,
    dated_by,
    find_pair,
    months_of,
    say_month,
    year_of,
)
from dataset_builder.families.reports.questions.complex.figuring import (
    direction_fact,
    missing,
    points,
    readings,
    rounded,
    work_out,
    working_readings,
    wrong,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import TIMED, Series, Stage, look_up
from dataset_builder.families.reports.questions.complex.stating import DONE, Statements, span, stated
from dataset_builder.families.reports.questions.saying import answer_type_of, name_fact, number_fact
from dataset_builder.families.reports.writing.units import capital


def _value_then(stage: Stage) -> ComplexDraft | None:
    """Ask for a value in the year by which a person would judge, that of a milestone which is dated elsewhere."""
    for series in stage.readable(2, TIMED):
        people = stage.people
        year, who = stage.rng.choice(series.years), people[0].name
        (one,) = stage.milestones(12 * year + stage.rng.randrange(12))
        made = Statements(stage)
        made.tied(people[0], one)
        date = made.date(one)
        program = look_up(series, series.entity, stated(date, "year"))
        found = work_out(stage, program, series.decimals, series.unit, made.made, readings(series, year))
        if found is None:
            continue
        others = [other for other in series.years if other != year]
        near = min(others, key=lambda other: abs(other - year))
        return ComplexDraft(
            texts=(
                f"What did the figure for {series.words} come to in the year by which {who} would judge? {found.rule}",
                f"{who} would have things judged by one year. Which value does the report show for {series.words} "
                "in that "
                f"year? {found.rule}",
                f"Look at {series.words} in the year that {who} holds decisive: which value does the report show? "
                f"{found.rule}",
            ),
            program=program,
            short=found.printed,
            answer_type=answer_type_of(series.unit),
            leads=(
                f"It was {series.said(series.value(year))}, as {year} was the year.",
                f"The year was {year}, and the value {series.said(series.value(year))}.",
            ),
            more=(
                f"{year} is when {one.noun} {DONE[one.kind]}, to which the judgement is tied.",
                "One chapter ties the judgement to something that happened, another one dates it.",
            ),
            key_facts=(
                number_fact("value", series.value(year), series.unit, tolerance=found.tolerance, label=(series.name,)),
                {**name_fact("year", str(year), ()), "core": False},
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(year),),
            points=points((series, year)),
            steps=(
                f"Find what {who} would judge by: the year in which {one.noun} {DONE[one.kind]}.",
                f"Find the date of that: {say_month(one.month)}.",
                f"Read {series.point(year)}.",
            ),
            wrong=(
                wrong(
                    "incomplete_retrieval",
                    series.print(series.value(series.years[-1])),
                    "the last year, the date not found",
                ),
                wrong("reasoning", series.print(series.value(near)), "a neighbouring year"),
                missing(series),
            ),
            forbidden=(found.number,),
        )
    return None


def _higher(stage: Stage) -> ComplexDraft | None:
    """Ask in which of the years of two milestones a figure was higher."""
    for series in stage.every(2, TIMED):
        options = [
            pair
            for pair in combinations(series.years, 2)
            if abs(series.value(pair[0]) - series.value(pair[1])) >= 1.2 * series.scene.sight
        ]
        if not options:
            continue
        years = stage.rng.sample(stage.rng.choice(options), 2)
        pair = stage.milestones(*(12 * year + stage.rng.randrange(12) for year in years))
        most = stage.rng.random() < 0.5
        made = Statements(stage)
        dates = [made.date(each) for each in pair]
        named = [
            {"name": each.noun, "value": look_up(series, series.entity, stated(date, "year"))}
            for each, date in zip(pair, dates, strict=True)
        ]
        right, other = sorted(pair, key=lambda each: series.value(each.year), reverse=most)
        word, opposite = ("higher", "lower") if most else ("lower", "higher")
        return ComplexDraft(
            texts=(
                f"When was the figure for {series.words} {word}: in the year in which {pair[0].noun} "
                f"{DONE[pair[0].kind]}, or "
                f"in that in which {pair[1].noun} {DONE[pair[1].kind]}?",
                f"{capital(pair[0].noun)} and {pair[1].noun} fell into different years. In which of the two does "
                "the report "
                f"show the {word} value of {series.words}?",
            ),
            program={"op": "larger" if most else "smaller", "of": named},
            short=f"{right.noun} ({right.year})",
            answer_type="entity",
            leads=(
                f"In that of {right.noun}, {right.year}.",
                f"It was {word} in {right.year}, the year of {right.noun}.",
            ),
            more=(
                f"{right.year} has {series.said(series.value(right.year))}, {other.year} "
                f"{series.said(series.value(other.year))}.",
                f"{capital(say_month(right.month))} is to be compared with {say_month(other.month)}.",
                f"With {series.said(series.value(other.year))}, {other.year} is {opposite}.",
            ),
            key_facts=(
                {**name_fact("milestone", right.noun, ()), "aliases": [str(right.year)]},
                {**name_fact("year", str(right.year), ()), "core": False},
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=(series.fact(right.year), series.fact(other.year)),
            points=points((series, right.year), (series, other.year)),
            steps=(
                *(f"Find when {each.noun} {DONE[each.kind]}: {say_month(each.month)}." for each in pair),
                f"Read {series.point(right.year)} and {series.point(other.year)}.",
                f"The {word} is that of {right.year}.",
            ),
            wrong=(wrong("reasoning", f"{other.noun} ({other.year})", "the other of the two years"), missing(series)),
        )
    return None


def _change_between(stage: Stage) -> ComplexDraft | None:
    """Ask by how much a figure changed between the years of two milestones."""
    for series in stage.readable(2, TIMED):
        options = [(one, two) for one, two in combinations(series.years, 2) if two - one <= 3]
        stage.rng.shuffle(options)
        for early, late in options:
            draft = _change(stage, series, early, late)
            if draft is not None:
                return draft
    return None


def _change(stage: Stage, series: Series, early: int, late: int) -> ComplexDraft | None:
    turned = stage.rng.random() < 0.5
    years = (late, early) if turned else (early, late)
    pair = find_pair(stage, years[1], years[0])
    if pair is None:
        return None
    one, two = pair
    made = Statements(stage)
    first, apart = made.date(one), made.apart(two, one)
    of_one, of_two = year_of(months_of(first)), year_of(dated_by(first, apart))
    ends = {years[0]: look_up(series, series.entity, of_one), years[1]: look_up(series, series.entity, of_two)}
    grew = series.value(late) > series.value(early)
    top, bottom = (late, early) if grew else (early, late)
    program: Program = {"op": "subtract", "left": ends[top], "right": ends[bottom]}
    unit = series.gap_unit
    found = work_out(stage, program, series.decimals, unit, made.made, readings(series, early, late), loose=0.2)
    if found is None:
        return None
    before, after = (two, one) if turned else (one, two)
    words, way = series.words, "rose" if grew else "fell"
    return ComplexDraft(
        texts=(
            f"By how much, and in which direction, did {words} move from the year in which {before.noun} "
            f"{DONE[before.kind]} to that in which {after.noun} {DONE[after.kind]}? {found.rule}",
            f"Compare the year in which {before.noun} {DONE[before.kind]} with the one in which {after.noun} "
            f"{DONE[after.kind]}: how far did {words} rise or fall in between? {found.rule}",
        ),
        program={
            "op": "parts",
            "of": [{"op": "direction", "of": [ends[early], ends[late]]}, rounded(program, series.decimals)],
        },
        short=f"{way} by {found.printed}",
        answer_type="number",
        leads=(
            f"It {way} by {'about ' if series.scene.tolerance else ''}{found.printed}.",
            f"Between {early} and {late} it {way} by {'about ' if series.scene.tolerance else ''}{found.printed}.",
        ),
        more=(
            f"The readings are {series.said(series.value(early))} for {early} and {series.said(series.value(late))} "
            f"for {late}.",
            f"{early} and {late} follow from one date and from the {span(abs(two.month - one.month))} that lie "
            "between both.",
        ),
        key_facts=(
            number_fact("change", found.value, unit, tolerance=found.tolerance),
            direction_fact(way),
            *working_readings(series, early, late),
        ),
        statements=tuple(made.made),
        exhibits=(series.ref,),
        facts=(series.fact(early), series.fact(late)),
        points=points((series, early), (series, late)),
        steps=(
            *date_steps(one, two),
            f"Read {series.point(early)} and {series.point(late)}.",
            f"Subtract: {found.printed}.",
        ),
        wrong=(
            wrong("incomplete_retrieval", series.print(series.value(late)), f"the value of {late} alone"),
            wrong(
                "reasoning", f"{'fell' if grew else 'rose'} by {found.printed}", "the years taken in the wrong order"
            ),
            missing(series),
        ),
        forbidden=(found.number,),
    )


def _when(stage: Stage) -> ComplexDraft | None:
    """Ask for the month of a milestone at the end of a chain of two intervals."""
    years = stage.world.years
    for _ in range(30):
        start = 12 * stage.rng.choice(years[2:-3]) + stage.rng.randrange(12)
        gaps = [stage.rng.choice(GAPS[:20]) * stage.rng.choice((-1, 1)) for _ in range(2)]
        months = (start, start + gaps[0], start + sum(gaps))
        if len(set(months)) == 3 and all(12 * years[0] <= month <= 12 * years[-1] + 11 for month in months):
            break
    else:
        return None
    one, two, three = stage.milestones(*months)
    made = Statements(stage)
    first = made.date(one)
    second, third = made.apart(two, one), made.apart(three, two)
    month: Program = {"op": "add", "left": dated_by(first, second), "right": stated(third, "months")}
    answer, done = say_month(three.month), DONE[three.kind]
    back = say_month(two.month - gaps[1])
    return ComplexDraft(
        texts=(
            f"Work out the month and the year in which {three.noun} {done}.",
            f"What are the month and the year in which {three.noun} {done}?",
            f"The report nowhere prints the date at which {three.noun} {done}. Which month and year do its other "
            "dates and "
            "intervals give?",
        ),
        program={"op": "date", "of": month},
        short=answer,
        answer_type="date",
        leads=(f"It was {answer}.", f"Counting from one to the next gives {answer}."),
        more=(
            f"Everything hangs on one date, {say_month(one.month)}, at which {one.noun} {DONE[one.kind]}.",
            f"From there {span(abs(gaps[0]))} lead to {say_month(two.month)}, when {two.noun} {DONE[two.kind]}.",
            f"The last step is one of {span(abs(gaps[1]))}.",
        ),
        key_facts=(
            {"name": "date", "value": answer, "answer_type": "date", "label": [three.noun]},
            *(
                {"name": f"date {number}", "value": say_month(each.month), "answer_type": "date"}
                | {"label": [each.noun], "core": False}
                for number, each in enumerate((one, two), start=1)
            ),
        ),
        statements=tuple(made.made),
        exhibits=(),
        facts=(),
        points=(),
        steps=(
            *date_steps(one, two),
            f"Find that {three.noun} {done} {span(abs(gaps[1]))} {'after' if gaps[1] > 0 else 'before'} that: "
            f"{answer}.",
        ),
        wrong=(
            wrong("incomplete_retrieval", say_month(one.month + gaps[1]), "one interval left out"),
            wrong("reasoning", back, "the last interval counted the other way"),
        ),
    )


TEMPLATES = (
    make_template("value_then", "historical_timeline", "L1", _value_then, speakers=1),
    make_template("higher_then", "historical_timeline", "L2", _higher),
    make_template("when", "historical_timeline", "L3", _when),
    make_template("change_between", "historical_timeline", "L3", _change_between),
)
