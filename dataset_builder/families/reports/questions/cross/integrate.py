"""Integrate sources: the answer takes what the text says and a value that only the exhibit has (Table 14).

Example: the text has "The pilot of the shared register ran in Corvane in 2016"; the question is "How high was
connection wait where the pilot of the shared register ran, in that year? Use Figure 3." Four steps lead to the answer:
find the passage, find the chart, read the value, put both together.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.cross.courses import CAUSES, list_courses
from dataset_builder.families.reports.questions.cross.places import TEMPLATES as PLACES
from dataset_builder.families.reports.questions.cross.stating import CLUBS, TRIALS, make_planted, make_said, take_unused
from dataset_builder.families.reports.questions.cross.subjects import (
    list_columns,
    list_marks,
    list_pairs,
    look_up,
    look_up_stated,
    name_topic,
    phrase_sentence,
    print_level,
    round_level,
    say_keys,
    say_value,
    stated,
    value_fact,
    wrong_readings,
    year_facts,
)
from dataset_builder.families.reports.questions.cross.workings import TEMPLATES as WORKINGS
from dataset_builder.families.reports.questions.forms import COURSES, course_aliases, other_courses
from dataset_builder.families.reports.questions.model import WrongAnswer
from dataset_builder.families.reports.questions.planting import Planted, PlantTemplate, Setting
from dataset_builder.families.reports.questions.saying import (
    answer_type_of,
    join_names,
    list_fact,
    name_fact,
    tolerance_text,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.writing.authored import typeset


def _event(setting: Setting, rng: random.Random) -> Planted | None:
    """The text tells where and when something took place; its value is asked for (L1)."""
    for scene, mark in list_marks(setting, rng, lambda scene: scene.data == "panel"):
        trial, topic, name = take_unused(setting, TRIALS, rng), name_topic(scene), setting.statement_id()
        sentence = phrase_sentence("st.event.S", rng, trial=trial, E=typeset(mark.row), year=mark.column)
        kind = scene.world.topic.entities.kind
        return make_planted(
            setting,
            scene,
            (mark,),
            make_said(setting, (mark,), sentence, say_keys(scene, mark), "event"),
            cores=(
                f"which value does {{figure}} give for the {kind} and the year of {trial}?",
                f"what does {{figure}} show for {topic} where {trial} took place, in the year in which it did?",
                f"look up in {{figure}} the {kind} that had {trial}: how high was {topic} in that year?",
                f"find out where and when {trial} took place. What is the value of {topic} there and then, in "
                f"{{figure}}?",
            ),
            program=look_up_stated(scene, mark, name),
            short=scene.print(mark.value),
            answer_type=answer_type_of(scene.unit),
            leads=(f"It is {say_value(scene, mark)}.", f"The answer is {say_value(scene, mark)}."),
            base=f"The text names {typeset(mark.row)} and {mark.column}.",
            facts=(value_fact(scene, mark),),
            steps=(f"Read {scene.point(mark)}.",),
            wrong=tuple(wrong_readings(scene, mark)),
            tail=tolerance_text(scene, scene.tolerance, rng),
        )
    return None


def _members(setting: Setting, rng: random.Random) -> Planted | None:
    """The text names two that belong to something; which of them is higher in a year is asked (L2)."""
    for scene, column in list_columns(setting, rng, 4):
        if scene.data != "panel":
            continue
        one, two = rng.sample(column, 2)
        if abs(one.value - two.value) < scene.sight:
            continue
        extreme = rng.choice(("higher", "lower"))
        club, topic, name = take_unused(setting, CLUBS, rng), name_topic(scene), setting.statement_id()
        top, other = sorted((one, two), key=lambda mark: mark.value, reverse=extreme == "higher")
        pair = (("entity", one), ("second", two))
        options = [{"name": mark.row, "value": look_up(scene, mark, name, part)} for part, mark in pair]
        pick: Program = {"op": "pick", "extreme": f"{extreme[:-2]}est", "place": 1, "of": options}
        value: Program = {"op": "lookup", "dataset": scene.region.dataset.id, "keys": [pick, top.column]}
        sentence = phrase_sentence("st.members.S", rng, club=club, E=typeset(one.row), F=typeset(two.row))
        members = scene.world.topic.entities.kinds
        return make_planted(
            setting,
            scene,
            (top, other),
            make_said(setting, (one, two), sentence, {"entity": one.row, "second": two.row}, "figure"),
            cores=(
                f"which of the {members} in {club} has the {extreme} value of {topic} in {top.column}, and which "
                f"value is "
                "that? See {figure}.",
                f"two {members} are in {club}. For which is the value in {{figure}} {extreme} in {top.column}, and "
                f"what "
                "is it?",
                f"take the {members} of {club} and find them in {{figure}}: which is {extreme} in {top.column}, and "
                f"at what "
                "value?",
            ),
            program={"op": "parts", "of": [pick, value]},
            short=f"{top.row}, {scene.print(top.value)}",
            answer_type="text",
            leads=(f"It is {typeset(top.row)}, at {say_value(scene, top)}.",),
            base=f"The other member, {typeset(other.row)}, stands at {say_value(scene, other)}.",
            facts=(
                name_fact("member", top.row, [mark.row for mark in column if mark is not top]),
                value_fact(scene, top),
            ),
            steps=(f"Read {scene.point(top)} and {scene.point(other)}.", f"The {extreme} is that of {top.row}."),
            wrong=(
                WrongAnswer(f"{other.row}, {scene.print(other.value)}", "reasoning", "the other of the two"),
                *_extremes(scene, column, (top, other)),
                WrongAnswer(top.row, "incomplete_retrieval", "a name without its value"),
            ),
            tail=tolerance_text(scene, scene.tolerance, rng),
        )
    return None


def _extremes(scene: Scene, column: Sequence[Mark], taken: Sequence[Mark]) -> tuple[WrongAnswer, ...]:
    """Return what is said by those who look at all marks of the exhibit and not at those of the text."""
    top = max(column, key=lambda mark: mark.value)
    if top in taken:
        return ()
    return (WrongAnswer(f"{top.row}, {scene.print(top.value)}", "cross_modal_grounding", "highest of all"),)


def _benchmark(setting: Setting, rng: random.Random) -> Planted | None:
    """The text gives a level from elsewhere; who was beyond it in a year is asked (L2)."""
    for scene, column in list_columns(setting, rng, 6):
        if scene.data != "panel":
            continue
        comparison = rng.choice(("above", "below"))
        ranked = sorted(column, key=lambda mark: mark.value, reverse=comparison == "above")
        count = rng.randrange(1, len(ranked) - 1)
        inner, outer = ranked[count - 1].value, ranked[count].value
        level = round_level((inner + outer) / 2, scene.decimals)
        near = max(scene.sight, 2 * scene.tolerance)
        if min(abs(inner - level), abs(outer - level)) < near or not min(inner, outer) < level < max(inner, outer):
            continue
        beyond, topic, name = ranked[:count], name_topic(scene), setting.statement_id()
        year, members = ranked[0].column, scene.world.topic.entities.kinds
        source = rng.choice(("the country next door", "a comparable region abroad", "the region farther south"))
        sentence = phrase_sentence(
            "st.benchmark.S", rng, source=source, topic=typeset(topic), year=year, value=print_level(scene, level)
        )
        program: Program = {
            "op": "names",
            "comparison": comparison,
            "level": stated(name, "level"),
            "of": [{"name": mark.row, "value": look_up(scene, mark)} for mark in column],
        }
        names = [mark.row for mark in column if mark in beyond]
        return make_planted(
            setting,
            scene,
            tuple(ranked),
            make_said(setting, (), sentence, {"year": int(year), "level": level}, "figure"),
            cores=(
                f"which {members} in {{figure}}, if any, were in {year} {comparison} the value that the text gives for "
                f"{source} in that year? List all of them.",
                f"the text has a value of {topic} for {source}. Which {members} in {{figure}}, if any, lie "
                f"{comparison} "
                f"it in {year}? List them all.",
                f"in {{figure}}, which {members}, if any, are {comparison} what {source} had in {year} by the text? "
                f"List all of them.",
            ),
            program=program,
            short=", ".join(names),
            answer_type="list",
            leads=(f"{join_names(names)}: {len(names)} of {len(column)}.",),
            base=f"The value in the text is {print_level(scene, level)}, and all others are on its other side.",
            facts=(list_fact("names", names),),
            steps=(
                f"Compare every value of {year} with {print_level(scene, level)}.",
                f"{comparison.title()} it: {join_names(names)}.",
            ),
            wrong=(
                WrongAnswer(
                    ", ".join(mark.row for mark in column if mark not in beyond), "reasoning", "the other side"
                ),
                WrongAnswer(join_names([mark.row for mark in ranked[: count + 1]]), "precision", "one too many"),
                *((WrongAnswer(ranked[0].row, "incomplete_retrieval", "the first of several"),) if count > 1 else ()),
            ),
        )
    return None


def _reason(setting: Setting, rng: random.Random) -> Planted | None:
    """The text gives a reason for each of three; that of the one which moved most is asked for (L4)."""
    seen: set[tuple[str, str, str]] = set()
    for scene, one, two in list_pairs(setting, rng, exact=False):
        key = (scene.exhibit.ref, one.column, two.column)
        if key in seen or scene.data != "panel":
            continue
        seen.add(key)
        moves = []
        for row in scene.rows:
            first, last = scene.mark(row, one.column), scene.mark(row, two.column)
            if scene.can_read(first) and scene.can_read(last):
                moves.append((abs(last.value - first.value), first, last))
        if len(moves) < 3:
            continue
        three = rng.sample(moves, 3)
        ranked = sorted(three, key=lambda move: -move[0])
        if ranked[0][0] - ranked[1][0] < 2 * scene.sight or not _is_largest(ranked):
            continue
        causes, name, topic = rng.sample(CAUSES, 3), setting.statement_id(), name_topic(scene)
        parts = ("entity", "second", "third")
        options = []
        for part, (_, first, last) in zip(parts, three, strict=True):
            ends = [look_up(scene, mark, name, part) for mark in (first, last)]
            ends = ends if last.value > first.value else ends[::-1]
            options.append({"name": first.row, "value": {"op": "subtract", "left": ends[1], "right": ends[0]}})
        pick: Program = {"op": "pick", "extreme": "highest", "place": 1, "of": options}
        reasons = {first.row: stated(name, f"cause{number}") for number, (_, first, _) in enumerate(three, start=1)}
        ends = [
            {"op": "lookup", "dataset": scene.region.dataset.id, "keys": [pick, column]}
            for column in (one.column, two.column)
        ]
        _, first, last = ranked[0]
        cause = causes[three.index(ranked[0])]
        rest = [each for each in causes if each != cause]
        others = [
            f"{causes[three.index(move)]}, {scene.print(move[1].value)}, {scene.print(move[2].value)}"
            for move in ranked[1:]
        ]
        unit = "in percentage points" if scene.gap == "percentage points" else "in absolute terms"
        sentence = phrase_sentence(
            "st.reasons.S",
            rng,
            topic=typeset(topic),
            **{letter: typeset(mark.row) for letter, (_, mark, _) in zip("EFG", three, strict=True)},
            **{f"cause{number}": each for number, each in enumerate(causes, start=1)},
        )
        said = {part: mark.row for part, (_, mark, _) in zip(parts, three, strict=True)}
        said |= {f"cause{number}": each for number, each in enumerate(causes, start=1)}
        return make_planted(
            setting,
            scene,
            tuple(mark for _, *both in ranked for mark in both),
            make_said(setting, [mark for _, *both in three for mark in both], sentence, said, "cause"),
            cores=(
                f"the text gives reasons for the changes of {topic} in three {scene.members}. Which reason is given "
                f"for "
                f"the largest of these three changes, {unit}, between {one.column} and {two.column} in {{figure}}, and "
                f"from what to what did the value go there?",
                f"among the three {scene.members} for which the text explains how {topic} changed, which changed most, "
                f"{unit}, from {one.column} to {two.column}? Give the reason from the text and the two values from "
                f"{{figure}}.",
                f"of the {scene.members} whose change in {topic} the text explains, and only of these, find in "
                f"{{figure}} the one that moved most from {one.column} to {two.column}, {unit}: what is held "
                f"responsible, and what are its two values?",
            ),
            program={"op": "parts", "of": [{"op": "said_by", "who": pick, "of": reasons}, *ends]},
            short=f"{cause}, {scene.print(first.value)}, {scene.print(last.value)}",
            answer_type="text",
            leads=(f"It is put down to {cause}.", f"The explanation is {cause}."),
            base=f"This concerns {typeset(first.row)}, which went from {say_value(scene, first)} to "
            f"{say_value(scene, last)}.",
            facts=(
                word_fact("reason", cause, (cause.split(" ", 1)[1],), rest),
                *year_facts(scene, (first, last)),
            ),
            steps=(
                *(f"Read {scene.point(a)} and {scene.point(b)}." for _, a, b in ranked),
                f"{first.row} moved most.",
                f"The text puts that down to {cause}.",
            ),
            wrong=(
                WrongAnswer(others[0], "reasoning", ranked[1][1].row),
                WrongAnswer(others[1], "cross_modal_grounding", ranked[2][1].row),
                WrongAnswer(cause, "incomplete_retrieval", "a reason without values"),
            ),
            tail=tolerance_text(scene, scene.tolerance, rng),
        )
    return None


def _is_largest(ranked: Sequence[tuple[float, Mark, Mark]]) -> bool:
    """Tell whether the largest of some changes is the largest in proportion as well, plainly."""
    shares = [size / abs(first.value) for size, first, _ in ranked if first.value]
    return len(shares) == len(ranked) and shares[0] > 1.1 * max(shares[1:])


def _course(setting: Setting, rng: random.Random) -> Planted | None:
    """The text says where something took place; how the line of that place runs is asked (L5)."""
    found = [each for each in list_courses(setting) if each[0].data == "panel"]
    if not found:
        return None
    scene, marks, course, noise = rng.choice(found)
    trial, topic, name = take_unused(setting, TRIALS, rng), name_topic(scene), setting.statement_id()
    text, last, kind = COURSES[course], marks[-1], scene.world.topic.entities.kind
    sentence = phrase_sentence("st.place.S", rng, trial=trial, E=typeset(marks[0].row))
    program: Program = {"op": "course", "of": [look_up(scene, mark, name, "entity") for mark in marks], "least": noise}
    return make_planted(
        setting,
        scene,
        marks,
        make_said(setting, (), sentence, {"entity": marks[0].row}, "event"),
        cores=(
            f"how does the line run in {{figure}} for the {kind} that had {trial}: rising all through, falling all "
            f"through, "
            "up to a peak and down again, or down to a low and up again? Where does it end?",
            f"describe the line of the {kind} of {trial} in {{figure}} (a steady rise, a steady fall, a peak or a "
            f"low in "
            "between) and give its last value.",
            f"find the {kind} where {trial} took place. Does its line in {{figure}} rise or fall all through, pass a "
            f"peak or "
            f"pass a low, and what is {topic} at the end?",
        ),
        program={"op": "parts", "of": [program, look_up(scene, last, name, "entity")]},
        short=f"{text}, {scene.print(last.value)}",
        answer_type="text",
        leads=(f"It {text}.", f"Small moves aside, it {text}."),
        base=f"That is {typeset(marks[0].row)}, which ends at {say_value(scene, last)}.",
        facts=(word_fact("course", text, course_aliases(course), other_courses(course)), value_fact(scene, last)),
        steps=(f"Follow the line of {marks[0].row}: it {text}.", f"Read {scene.point(last)}."),
        wrong=(
            *(
                WrongAnswer(f"{COURSES[each]}, {scene.print(last.value)}", "reasoning", "course misjudged")
                for each in COURSES
                if each != course
            ),
            WrongAnswer(text, "incomplete_retrieval", "a course without its end"),
            *wrong_readings(scene, last),
        ),
        tail=tolerance_text(scene, scene.tolerance, rng),
    )


TEMPLATES: tuple[PlantTemplate, ...] = (
    PlantTemplate("integrate-event", "integrate_sources", "L1", _event),
    PlantTemplate("integrate-members", "integrate_sources", "L2", _members),
    PlantTemplate("integrate-benchmark", "integrate_sources", "L2", _benchmark),
    *WORKINGS,
    PlantTemplate("integrate-reason", "integrate_sources", "L4", _reason),
    PlantTemplate("integrate-course", "integrate_sources", "L5", _course),
    *PLACES,
)
