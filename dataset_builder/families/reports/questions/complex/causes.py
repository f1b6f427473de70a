"""Questions on causes: which event was behind a move, how it worked, what it did and what was held against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dataset_builder.families.reports.model import Person, Statement
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.figuring import (
    direction_fact,
    points,
    readings,
    rounded,
    work_out,
    working_readings,
    wrong,
)
from dataset_builder.families.reports.questions.complex.model import ComplexDraft, make_template
from dataset_builder.families.reports.questions.complex.stage import Series, Stage, look_up
from dataset_builder.families.reports.questions.complex.stating import Statements, stated
from dataset_builder.families.reports.questions.saying import name_fact, number_fact, word_fact
from dataset_builder.families.reports.receptions import (
    Cause,
    find_causes,
    is_welcome,
    list_faults,
    list_workings,
    names_entity,
)
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.units import capital

_PART = 0.4
"""Least share of a step that an event must account for to be told as its cause."""

Told = tuple[Series, Cause]


def _explained(stage: Stage) -> Iterator[tuple[Told, Told]]:
    """Yield two moves in one exhibit, the larger first, that different events were behind, if a reader can tell."""
    for series in stage.every(2):
        shown = {each.entity: each for each in stage.series(series.scene)}
        causes = [
            (each, cause)
            for each in shown.values()
            for cause in find_causes(stage.world, each.metric, each.entity)
            if _shows(each, cause)
        ]
        stage.rng.shuffle(causes)
        pairs = [pair for pair in combinations(causes, 2) if pair[0][1].happening.id != pair[1][1].happening.id]
        for one, two in sorted(pairs, key=lambda pair: pair[0][0].entity != pair[1][0].entity):
            moves = [abs(_move(*one)), abs(_move(*two))]
            if one[1].year != two[1].year and abs(moves[0] - moves[1]) >= 1.5 * series.scene.sight:
                yield (one, two) if moves[0] > moves[1] else (two, one)


def _move(series: Series, cause: Cause) -> float:
    return series.value(cause.year) - series.value(cause.year - 1)


def _shows(series: Series, cause: Cause) -> bool:
    """Tell whether an exhibit shows the move that an event was behind."""
    if cause.year not in series.marks or cause.year - 1 not in series.marks:
        return False
    change = cause.happening.effects[cause.metric, cause.entity][1]
    move = _move(series, cause)
    return change * move > 0 and abs(change) >= _PART * abs(move) and abs(move) >= series.scene.sight


def _behind(stage: Stage) -> ComplexDraft | None:
    """Ask which of two events was behind the larger of two moves, and how it worked."""
    world = stage.world
    for larger, smaller in _explained(stage):
        grounds = [list_workings(world, cause.happening, cause.metric)[:2] for _, cause in (larger, smaller)]
        if not all(grounds):
            continue
        whys = [stage.rng.choice(found) for found in grounds]
        pairs = list(zip((larger, smaller), whys, strict=True))
        stage.rng.shuffle(pairs)
        made, people = Statements(stage), stage.people
        told = [made.cause(who, cause, series, why) for who, ((series, cause), why) in zip(people, pairs, strict=True)]
        at = 0 if pairs[0][0] is larger else 1
        nouns = [str(statement.said["event"]) for statement in told]
        sizes = [
            _size(series, each, up=_move(series, cause) > 0)
            for each, ((series, cause), _) in zip(told, pairs, strict=True)
        ]
        named = [{"name": noun, "value": size} for noun, size in zip(nouns, sizes, strict=True)]
        pick: Program = {"op": "pick", "extreme": "highest", "place": 1, "of": named}
        grounds_said = {noun: stated(each, "ground") for noun, each in zip(nouns, told, strict=True)}
        names, event, rival = f"{people[0].name} and {people[1].name}", nouns[at], nouns[1 - at]
        (series, cause), (weak, minor) = larger, smaller
        sizes_said = [each.print(abs(_move(each, item))) for each, item in (larger, smaller)]
        years = [(each, year) for each, item in (larger, smaller) for year in (item.year - 1, item.year)]
        return ComplexDraft(
            texts=(
                f"{names} each account for a move of {series.the}. Which event lies behind the larger of the two "
                "moves from "
                "one year to the next, and how did it work?",
                f"Two moves of {series.the} are explained in the report, by {names}. Which event made the larger "
                "one from one "
                "year to the next, and why?",
                f"Why did the larger of the two moves of {series.the} that {names} explain come about: which event "
                "was behind "
                "it, and by what means?",
            ),
            program={"op": "parts", "of": [pick, {"op": "said_by", "who": pick, "of": grounds_said}]},
            short=f"{event}: {whys[0]}",
            answer_type="text",
            leads=(f"It was {event}: {whys[0]}.", f"Behind it stood {event}, for {whys[0]}."),
            more=(
                f"In {cause.year} {series.entity} moved by about {sizes_said[0]}, in {minor.year} {weak.entity} by "
                f"about {sizes_said[1]}.",
                f"{told[at].speaker} speaks of {series.entity} in {cause.year}, which is the one with {sizes_said[0]}.",
                f"{capital(rival)} goes with {minor.year}, where the step is only {sizes_said[1]}.",
            ),
            key_facts=(
                name_fact("event", event, ()),
                word_fact("means", whys[0], (), (whys[1],)),
            ),
            statements=tuple(told),
            exhibits=(series.ref,),
            facts=tuple(dict.fromkeys(each.fact(year) for each, year in years)),
            points=tuple(dict.fromkeys(each.point(year) for each, year in years)),
            steps=(
                f"Find which moves {names} explain, and by what.",
                f"Read both: {sizes_said[0]} {series.place} in {cause.year}, {sizes_said[1]} {weak.place} in "
                f"{minor.year}.",
                f"Take the event of the larger one: {event}, because {whys[0]}.",
            ),
            wrong=(
                wrong("cross_modal_grounding", f"{rival}: {whys[1]}", told[1 - at].id),
                wrong("reasoning", f"{event}: {whys[1]}", "the means of the other event"),
            ),
        )
    return None


def _size(series: Series, statement: Statement, *, up: bool) -> Program:
    """Return the operation that gives the size of a move in the year of which a statement speaks."""
    year = stated(statement, "year")
    now = look_up(series, stated(statement, "entity"), year)
    then = look_up(series, stated(statement, "entity"), {"op": "subtract", "left": year, "right": 1})
    return {"op": "subtract", "left": now if up else then, "right": then if up else now}


def _behind_higher(stage: Stage) -> ComplexDraft | None:
    """Ask which event moved the figure of the one of two entities that has the higher or lower value, and how."""
    for series in stage.every():
        people = stage.people
        shown = [each for each in stage.series(series.scene) if set(series.years) & set(each.years)]
        year, most = stage.rng.choice(series.years), stage.rng.random() < 0.5
        for other in stage.rng.sample(shown, len(shown)):
            if other.entity == series.entity or year not in other.years:
                continue
            pairs = [
                (one, two)
                for one in find_causes(stage.world, series.metric, series.entity)
                for two in find_causes(stage.world, other.metric, other.entity)
                if one.happening.id != two.happening.id and one.year != two.year and max(one.year, two.year) <= year
            ]
            if abs(series.value(year) - other.value(year)) >= 1.2 * series.scene.sight and pairs:
                draft = _draft_higher(stage, (series, other), stage.rng.choice(pairs), people, year, most=most)
                if draft is not None:
                    return draft
    return None


def _draft_higher(
    stage: Stage,
    both: tuple[Series, Series],
    causes: tuple[Cause, Cause],
    people: Sequence[Person],
    year: int,
    *,
    most: bool,
) -> ComplexDraft | None:
    """Return the question on two entities and an event that moved each, None where no means can be told."""
    found = [list_workings(stage.world, cause.happening, cause.metric)[:2] for cause in causes]
    if not all(found):
        return None
    whys = [stage.rng.choice(clauses) for clauses in found]
    made = Statements(stage)
    told = [made.cause(who, *each) for who, each in zip(people, zip(causes, both, whys, strict=True), strict=True)]
    at = max((0, 1), key=lambda place: both[place].value(year) * (1 if most else -1))
    right, other, series, rival = told[at], told[1 - at], both[at], both[1 - at]
    named = [
        {"name": each.entity, "value": look_up(each, stated(statement, "entity"), str(year))}
        for each, statement in zip(both, told, strict=True)
    ]
    pick: Program = {"op": "larger" if most else "smaller", "of": named}
    events = {each.entity: stated(statement, "event") for each, statement in zip(both, told, strict=True)}
    grounds = {each.entity: stated(statement, "ground") for each, statement in zip(both, told, strict=True)}
    event, why, word = str(right.said["event"]), whys[at], "higher" if most else "lower"
    names = f"{people[0].name} and {people[1].name}"
    return ComplexDraft(
        texts=(
            f"{names} each explain a move of {series.the}, each in a different {stage.kind}. Take that one of the two "
            f"{stage.kinds} which stood {word} in {year}: which event had moved the figure there, and how did that "
            f"work?",
            f"Of the two {stage.kinds} of which {names} speak, which event is said to have moved {series.the} in "
            "the one "
            f"with the {word} value in {year}, and by what means?",
            f"Why had {series.the} moved in that one of the two {stage.kinds} explained by {names} which had the "
            f"{word} value "
            f"in {year}? Name the event and how it worked.",
        ),
        program={
            "op": "parts",
            "of": [{"op": "said_by", "who": pick, "of": events}, {"op": "said_by", "who": pick, "of": grounds}],
        },
        short=f"{event}: {why}",
        answer_type="text",
        leads=(f"It was {event}: {why}.", f"Behind it stood {event}, for {why}."),
        more=(
            f"{series.entity} had {series.said(series.value(year))}, {rival.entity} {rival.said(rival.value(year))}.",
            f"{right.speaker} speaks of {series.entity}, which had {series.said(series.value(year))}.",
            f"{capital(str(other.said['event']))} belongs to {rival.entity}, with {rival.said(rival.value(year))}.",
        ),
        key_facts=(
            name_fact("event", event, ()),
            word_fact("means", why, (), (whys[1 - at],)),
        ),
        statements=tuple(told),
        exhibits=(series.ref,),
        facts=(series.fact(year), rival.fact(year)),
        points=points((series, year), (rival, year)),
        steps=(
            f"Find of which {stage.kinds} {names} speak: {both[0].entity} and {both[1].entity}.",
            f"Read {series.point(year)} and {rival.point(year)}: {series.entity} is {word}.",
            f"Take what {right.speaker} says of it: {event}, because {why}.",
        ),
        wrong=(
            wrong("cross_modal_grounding", f"{other.said['event']}: {whys[1 - at]}", other.id),
            wrong("reasoning", f"{event}: {whys[1 - at]}", "the means of the other event"),
        ),
    )


def _effect(stage: Stage) -> ComplexDraft | None:
    """Ask what an event did to a figure by the figures themselves, and what somebody held against it."""
    for series in stage.readable(2):
        people = stage.people
        for cause in find_causes(stage.world, series.metric, series.entity):
            before, after = cause.year - 1, cause.year
            faults = list_faults(stage.world, cause.happening)
            workings = list_workings(stage.world, cause.happening, cause.metric)[:2]
            change = cause.happening.effects[cause.metric, cause.entity][1]
            if not (
                faults
                and workings
                and {before, after} <= set(series.years)
                and is_welcome(stage.world, cause.happening)
            ):
                continue
            if names_entity(stage.world, cause.happening) or change * (series.value(after) - series.value(before)) <= 0:
                continue
            why, fault = stage.rng.choice(workings), stage.rng.choice(faults)
            made = Statements(stage)
            told = made.cause(people[0], cause, series, why)
            against = made.stance(people[1], cause.happening, False, fault)
            now = look_up(series, stated(told, "entity"), stated(told, "year"))
            year_before: Program = {"op": "subtract", "left": stated(told, "year"), "right": 1}
            then = look_up(series, stated(told, "entity"), year_before)
            up = series.value(after) > series.value(before)
            program: Program = {"op": "subtract", "left": now if up else then, "right": then if up else now}
            readable = readings(series, before, after)
            gap = work_out(stage, program, series.decimals, series.gap_unit, made.made, readable, loose=0.3)
            if gap is None:
                continue
            noun, way = name_event(stage.world, cause.happening.id), "rose" if up else "fell"
            return ComplexDraft(
                texts=(
                    f"What did {noun} do to {series.the} in the {stage.kind} and the year of which "
                    f"{people[0].name} speaks, by the figures "
                    f"from the year before, and what did {people[1].name} hold against it? {gap.rule}",
                    f"{people[0].name} names the year in which {noun} showed in {series.the}. By how much did the "
                    "figure rise or fall "
                    f"from the year before, and on what ground did {people[1].name} object all the same? {gap.rule}",
                ),
                program={
                    "op": "parts",
                    "of": [
                        {"op": "direction", "of": [then, now]},
                        rounded(program, series.decimals),
                        stated(against, "ground"),
                    ],
                },
                short=f"{way} by {gap.printed}; {fault}",
                answer_type="text",
                leads=(
                    f"It {way} by {'about ' if series.scene.tolerance else ''}{gap.printed}; the objection was that "
                    f"{fault}.",
                    f"{series.entity} {way} by {'about ' if series.scene.tolerance else ''}{gap.printed}, while the "
                    f"critic said that {fault}.",
                ),
                more=(
                    f"The readings are {series.said(series.value(before))} for {before} and "
                    f"{series.said(series.value(after))} for {after}.",
                    f"It worked because {why}.",
                ),
                key_facts=(
                    number_fact("change", gap.value, series.gap_unit, tolerance=gap.tolerance),
                    direction_fact(way),
                    word_fact("ground", fault, (), ()),
                    *working_readings(series, before, after),
                ),
                statements=tuple(made.made),
                exhibits=(series.ref,),
                facts=(series.fact(before), series.fact(after)),
                points=points((series, before), (series, after)),
                steps=(
                    f"Find what {people[0].name} speaks of: {series.entity} in {after}.",
                    f"Read {series.point(before)} and {series.point(after)}: it {way} by {gap.printed}.",
                    f"Find the ground on which {people[1].name} objected: {fault}.",
                ),
                wrong=(
                    wrong(
                        "reasoning", f"{'fell' if up else 'rose'} by {gap.printed}; {fault}", "the direction reversed"
                    ),
                    wrong(
                        "incomplete_retrieval",
                        f"{way} by {gap.printed}; {why}",
                        "how it worked, not what was held against it",
                    ),
                ),
                forbidden=(gap.number,),
            )
    return None


TEMPLATES = (
    make_template("behind", "historical_timeline", "L4", _behind, speakers=2),
    make_template("behind_higher", "historical_timeline", "L4", _behind_higher, speakers=2),
    make_template("effect", "impact_reception", "L4", _effect, speakers=2),
)
