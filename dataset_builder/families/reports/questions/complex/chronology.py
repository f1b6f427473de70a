"""Historical and timeline questions on turns of a chart: whether they were over, their order, what followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from dataset_builder.families.reports.programs import Program, execute
from dataset_builder.families.reports.questions.complex.dating import (
    date_steps,
    dated_by,
    find_pair,
    months_of,
    say_month,
)
from dataset_builder.families.reports.questions.complex.figuring import missing, points, wrong
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import TIMED, Series, Stage, value_of
from dataset_builder.families.reports.questions.complex.stating import DONE, Statements, span, stated
from dataset_builder.families.reports.questions.saying import name_fact, word_fact

_DRAWN = frozenset({"line", "multi_line", "area", "stacked_area", "sparkline_grid"})
_TURNS = ("peak", "peaks", "dip", "dips", "low", "trough", "recovers", "again")
_COURSES = {
    "rise": ("it rises", ("rising", "rise", "upwards", "goes up", "increases"), ("falls", "fall", "falling", *_TURNS)),
    "fall": (
        "it falls",
        ("falling", "fall", "downwards", "goes down", "declines"),
        ("rises", "rise", "rising", *_TURNS),
    ),
    "peak": (
        "it rises to a peak and falls again",
        ("peak", "rises and then falls", "up and then down"),
        ("dip", "low", "trough", "recovers"),
    ),
    "dip": (
        "it falls to a low and recovers",
        ("dip", "trough", "falls and then rises", "down and then up"),
        ("peak", "falls again"),
    ),
}


def _peaks(stage: Stage, most: bool) -> Iterator[tuple[Series, int, int]]:
    """Yield series with the year of their highest or lowest value, where that stands out, and of the next one."""
    for series in stage.every(4, TIMED):
        ranked = sorted(series.years, key=series.value, reverse=most)
        gap = abs(series.value(ranked[0]) - series.value(ranked[1]))
        if gap >= series.scene.sight * 0.999:
            yield series, ranked[0], ranked[1]


def _extreme_year(series: Series, most: bool) -> Program:
    """Return the operation that gives the year of a series' highest or lowest value."""
    named = [{"name": str(year), "value": value_of(series, year)} for year in series.years]
    return {"op": "pick", "extreme": "highest" if most else "lowest", "place": 1, "of": named}


def _passed(stage: Stage) -> ComplexDraft | None:
    """Ask whether a figure had passed its highest or lowest value by the year in which a person would judge."""
    most = stage.rng.random() < 0.6
    for series, peak, second in _peaks(stage, most):
        people, yes = stage.people, stage.rng.random() < 0.5
        years = [year for year in stage.world.years if 1 <= (year - peak if yes else peak - year) <= 4]
        if not years:
            continue
        year, who = stage.rng.choice(years), people[0].name
        (one,) = stage.milestones(12 * year + stage.rng.randrange(12))
        made = Statements(stage)
        made.tied(people[0], one)
        date = made.date(one)
        program: Program = {
            "op": "exceeds",
            "left": stated(date, "year"),
            "right": {"op": "number", "of": _extreme_year(series, most)},
        }
        word, answer, order = "highest" if most else "lowest", "Yes" if yes else "No", "after" if yes else "before"
        return ComplexDraft(
            texts=(
                f"Is the year by which {who} would judge later than that of the {word} value charted for "
                f"{series.words}?",
                f"Of the years shown for {series.words}, one has the {word} value. Was it over by the year that "
                f"{who} holds "
                "decisive?",
                f"Had the year of the {word} value of {series.words} shown in the report passed in the year by which "
                f"{who} "
                "would judge?",
            ),
            program=program,
            short=answer,
            answer_type="boolean",
            leads=(
                f"{answer}, {year} lies {order} {peak}.",
                f"{answer}: {peak} is to be set against {year}, which lies {order} it.",
            ),
            more=(
                f"The extreme is reached in {peak}, with {series.said(series.value(peak))}.",
                f"{say_month(one.month)} is the date of {one.noun}, to which the judgement is tied.",
            ),
            key_facts=(
                {"name": "verdict", "value": answer, "answer_type": "boolean"},
                {**name_fact("year of the extreme", str(peak), ()), "label": ["extreme", "peak", word], "core": False},
            ),
            statements=tuple(made.made),
            exhibits=(series.ref,),
            facts=tuple(series.fact(each) for each in series.years),
            points=points((series, peak), (series, second)),
            steps=(
                f"Find what {who} would judge by: the year in which {one.noun} {DONE[one.kind]}.",
                f"Find the date of that: {say_month(one.month)}.",
                f"Find the {word} value of {series.words}: {series.said(series.value(peak))} in {peak}.",
                f"Compare {year} with {peak}: {answer.lower()}.",
            ),
            wrong=(wrong("reasoning", "No" if yes else "Yes", "the order of the years reversed"), missing(series)),
        )
    return None


def _order(stage: Stage, *, dated: bool) -> ComplexDraft | None:
    """Ask for the order in time of two milestones and a turn of a chart; unless dated, one has to be worked out."""
    most = stage.rng.random() < 0.6
    for series, peak, second in _peaks(stage, most):
        draft = _chronology(stage, series, peak, second, most=most, dated=dated)
        if draft is not None:
            return draft
    return None


def _chronology(
    stage: Stage, series: Series, peak: int, second: int, *, most: bool, dated: bool
) -> ComplexDraft | None:
    """Return the question on the order of two milestones and the extreme of a series, if there is room for them."""
    near = [year for year in stage.world.years if 1 <= abs(year - peak) <= 3]
    pair = find_pair(stage, stage.rng.choice(near)) if near else None
    if pair is None or pair[0].year == peak:
        return None
    one, two = pair
    made = Statements(stage)
    first = made.date(one)
    other = made.date(two) if dated else made.apart(two, one)
    word = "highest" if most else "lowest"
    turn = f"the {word} value of {series.words}"
    extreme: Program = {"op": "number", "of": _extreme_year(series, most)}
    items: list[tuple[str, Program, int]] = [
        (one.noun, months_of(first), one.month),
        (two.noun, months_of(other) if dated else dated_by(first, other), two.month),
        (turn, {"op": "months", "year": extreme, "month": 1}, 12 * peak),
    ]
    ranked = [name for name, _, _ in sorted(items, key=lambda item: item[2])]
    sequence = f"{ranked[0]}, {ranked[1]} and {ranked[2]}"
    stage.rng.shuffle(items)
    asked = f"{items[0][0]}, {items[1][0]} and {items[2][0]}"
    steps = (
        date_steps(one, two)
        if not dated
        else tuple(f"Find when {each.noun} {DONE[each.kind]}: {say_month(each.month)}." for each in pair)
    )
    return ComplexDraft(
        texts=(
            f"Put in order of time, the earliest first: {asked}. The charted value counts with its year.",
            f"In which order did these come, the earliest first: {asked}? Take the charted value by its year.",
        ),
        program={
            "op": "order",
            "extreme": "lowest",
            "of": [{"name": name, "value": value} for name, value, _ in items],
        },
        short=sequence,
        answer_type="list",
        leads=(f"The order is {sequence}.", f"They came as {sequence}."),
        more=(
            f"The dates are {say_month(one.month)} and {say_month(two.month)}, and the extreme was reached in {peak}.",
            f"With {series.said(series.value(peak))}, {peak} goes beyond any other year shown, such as {second} "
            f"with {series.said(series.value(second))}.",
            f"To tell so one needs {span(abs(two.month - one.month))} between both dates, and a look at how {peak} "
            "compares "
            f"with {second}, where only {series.said(series.value(second))} was reached.",
            f"As for what is drawn, nothing beyond {series.said(series.value(peak))} is found before or behind "
            f"{peak}, whereas "
            f"{say_month(one.month)} and {say_month(two.month)} are given in words.",
        ),
        key_facts=({"name": "order", "value": sequence, "answer_type": "text", "aliases": list(_sequences(ranked))},),
        statements=tuple(made.made),
        exhibits=(series.ref,),
        facts=tuple(series.fact(year) for year in series.years),
        points=points((series, peak), (series, second)),
        steps=(
            *steps,
            f"Find the {word} value of {series.words}: {peak}.",
            f"Put {one.year}, {two.year} and {peak} in order.",
        ),
        wrong=(
            wrong("reasoning", ", ".join((ranked[1], ranked[0], ranked[2])), "the first two swapped"),
            wrong("incomplete_retrieval", ", ".join((ranked[0], ranked[2], ranked[1])), "a date guessed"),
        ),
    )


def _sequences(names: Sequence[str]) -> Iterator[str]:
    """Yield ways to list three things in order."""
    one, two, three = names
    for link in (", ", ", then ", " then ", ", followed by ", " → "):
        for last in (link, ", and ", ", and then ", ", last ", ", finally ", ", and finally "):
            yield f"{one}{link}{two}{last}{three}"


def _course(stage: Stage) -> ComplexDraft | None:
    """Ask how a line runs from the year on by which a person would judge."""
    for series in stage.every(5, TIMED):
        if series.scene.kind not in _DRAWN:
            continue
        people = stage.people
        who, least = people[0].name, series.scene.sight
        for year in stage.rng.sample(series.years[:-3], len(series.years[:-3])):
            after = [each for each in series.years if each >= year]
            course: Program = {"op": "course", "of": [value_of(series, each) for each in after], "least": least}
            word = str(execute(course, stage.world))
            if word == "mixed":
                continue
            (one,) = stage.milestones(12 * year + stage.rng.randrange(12))
            made = Statements(stage)
            made.tied(people[0], one)
            date = made.date(one)
            says, aliases, others = _COURSES[word]
            short = says.removeprefix("it ")
            return ComplexDraft(
                texts=(
                    f"How does the line for {series.words} run from the year by which {who} would judge to its end: "
                    "does it rise, "
                    "fall, rise to a peak and fall again, or fall to a low and recover?",
                    f"From the year that {who} holds decisive, what course does the line for {series.words} take "
                    "until its end? "
                    "Say whether it rises, falls, peaks in between or dips in between.",
                ),
                program={
                    "op": "course_from",
                    "year": stated(date, "year"),
                    "of": [{"name": str(each), "value": value_of(series, each)} for each in series.years],
                    "least": least,
                },
                short=short,
                answer_type="text",
                leads=(f"From {year} on {says}.", f"The year is {year}; after that {says}."),
                more=(
                    f"It starts from {series.said(series.value(after[0]))} and ends at "
                    f"{series.said(series.value(after[-1]))}.",
                    f"{year} is when {one.noun} {DONE[one.kind]}, and small moves against this course don’t count.",
                    f"Without {say_month(one.month)}, the date of {one.noun}, one would not know where to start.",
                ),
                key_facts=(word_fact("course", short, aliases, others),),
                statements=tuple(made.made),
                exhibits=(series.ref,),
                facts=tuple(series.fact(each) for each in series.years),
                points=points((series, after[0]), (series, after[-1])),
                steps=(
                    f"Find what {who} would judge by: the year in which {one.noun} {DONE[one.kind]}.",
                    f"Find the date of that: {say_month(one.month)}.",
                    f"Follow the line for {series.words} from {year} on: {says}.",
                ),
                wrong=tuple(
                    wrong("reasoning", _COURSES[other][0].removeprefix("it "), "another course")
                    for other in _COURSES
                    if other != word
                ),
            )
    return None


def _steepest(stage: Stage) -> ComplexDraft | None:
    """Ask in which step a line is steepest from the year on by which a person would judge."""
    for series in stage.every(4):
        if series.scene.kind not in _DRAWN:
            continue
        people = stage.people
        who, rises = people[0].name, stage.rng.random() < 0.5
        for year in stage.rng.sample(series.years[:-3], len(series.years[:-3])):
            steps = [pair for pair in pairwise(series.years) if pair[0] >= year]
            sizes = {pair: series.value(pair[1]) - series.value(pair[0]) for pair in steps}
            ranked = sorted(steps, key=lambda pair: sizes[pair], reverse=rises)
            best, second = ranked[:2]
            plain = abs(sizes[best] - sizes[second]) >= 1.2 * series.scene.sight and (sizes[second] > 0) == rises
            if not plain or abs(sizes[best]) < series.scene.sight or (sizes[best] > 0) != rises:
                continue
            (one,) = stage.milestones(12 * year + stage.rng.randrange(12))
            made = Statements(stage)
            made.tied(people[0], one)
            date = made.date(one)
            names = {pair: f"{pair[0]} to {pair[1]}" for pair in pairwise(series.years)}
            named = [
                {
                    "name": name,
                    "year": pair[0],
                    "value": {"op": "subtract", "left": value_of(series, pair[1]), "right": value_of(series, pair[0])},
                }
                for pair, name in names.items()
            ]
            way, extreme = ("climb", "highest") if rises else ("drop", "lowest")
            pick: Program = {"op": "pick", "extreme": extreme, "place": 1, "of": named}
            return ComplexDraft(
                texts=(
                    f"Look at the line for {series.words} from the year by which {who} would judge to its end. "
                    "Between which two "
                    f"neighbouring years does it {way} most steeply?",
                    f"From the year that {who} holds decisive on, in which step from one year shown to the next is "
                    f"the {way} of "
                    f"the line for {series.words} steepest?",
                ),
                program={"op": "since", "year": stated(date, "year"), "of": pick},
                short=names[best],
                answer_type="text",
                leads=(f"From {names[best]}.", f"The steepest {way} is that from {best[0]} to {best[1]}."),
                more=(
                    f"It leads from {series.said(series.value(best[0]))} to {series.said(series.value(best[1]))}.",
                    f"{year} is the first year that counts, since {one.noun} {DONE[one.kind]} then.",
                    f"Less steep is {names[second]}.",
                ),
                key_facts=(
                    {"name": "step", "value": names[best], "answer_type": "text"}
                    | {"aliases": [f"{best[0]}–{best[1]}", f"{best[0]} and {best[1]}", f"{best[0]}-{best[1]}"]},
                ),
                statements=tuple(made.made),
                exhibits=(series.ref,),
                facts=tuple(series.fact(each) for each in series.years),
                points=points((series, best[0]), (series, best[1])),
                steps=(
                    f"Find what {who} would judge by: the year in which {one.noun} {DONE[one.kind]}.",
                    f"Find the date of that: {say_month(one.month)}.",
                    f"Compare the steps of the line for {series.words} from {year} on: {names[best]}.",
                ),
                wrong=(
                    wrong("reasoning", names[second], "the next in steepness"),
                    *(
                        wrong("incomplete_retrieval", names[pair], "before the year that counts")
                        for pair in pairwise(series.years)
                        if pair[0] < year
                        and (series.value(pair[1]) - series.value(pair[0])) * (1 if rises else -1) > abs(sizes[best])
                    ),
                ),
            )
    return None


TEMPLATES = (
    make_template("passed", "historical_timeline", "L2", _passed, speakers=1),
    make_template("order", "historical_timeline", "L2", partial(_order, dated=True)),
    make_template("order_apart", "historical_timeline", "L3", partial(_order, dated=False)),
    make_template("steepest_from", "historical_timeline", "L5", _steepest, speakers=1),
    make_template("course_from", "historical_timeline", "L5", _course, speakers=1),
)
