"""Visual interpretation (L5): what colour, size, order and form stand for in a chart, and the form of what it shows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from dataset_builder.charts.colours import colour_encoding
from dataset_builder.families.reports.programs import Undecided, execute, find_course
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.patterns import FELL, ROSE
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    join_names,
    list_fact,
    name_fact,
    number_fact,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.titles import lower_case

_LEGENDS = frozenset({"grouped_bar", "stacked_bar", "stacked_area", "multi_line", "scatter", "dumbbell", "radar"})
_QUARTERED = {"pie": "slices", "donut": "segments", "treemap": "tiles"}
_QUARTER = 25
_CLEAR = 2.5
"""Percentage points by which a share must differ from a quarter."""


def _encoding(scene: Scene, channel: str, legend: Sequence[str]) -> dict[str, object]:
    return {"op": "encoding", "ref": scene.exhibit.ref, "channel": channel, "legend": list(legend)}


def _highlight(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind not in ("bar", "horizontal_bar", "lollipop", "sparkline_grid", "multi_line"):
        return None
    if len(scene.spec.highlighted) != 1:
        return None
    name = scene.spec.highlighted[0]
    names = scene.spec.categories if scene.kind in ("sparkline_grid", "multi_line") else scene.spec.labels
    how = "a heavier line" if scene.kind == "multi_line" else "another colour"
    member = scene.member if scene.data != "seasonal" else "year"
    return Draft(
        cores=(
            f"which {member} is set apart from the others by {how}",
            f"one {member} is drawn in {how} than the rest, which one is it"
            if scene.kind != "multi_line"
            else f"which {member} has {how} than the others",
            f"which {member} does the drawing single out by {how}",
        ),
        program=_encoding(scene, "highlight", (name,)),
        short=name,
        answer_type="year" if name.isdigit() else "entity",
        leads=(f"It is {name}.", f"{name} stands out.", f"The one picked out is {name}."),
        more=(
            "All others share one muted look." if scene.kind != "multi_line" else "All other lines are equally thin.",
            "The emphasis is one of drawing only and says nothing about its size.",
        ),
        key_facts=(name_fact("highlighted", name, [other for other in names if other != name]),),
        facts=facts_of([mark for mark in scene.marks if mark.row == name]),
        points=tuple(scene.point(mark) for mark in scene.marks if mark.row == name)[:1],
        steps=(f"Find {scene.number}.", "Look for what differs in colour or weight.", f"It bears the name {name}."),
        wrong=tuple(WrongAnswer(other, "neighbouring_mark", "beside it") for other in _beside(names, name)),
    )


def _beside(names: Sequence[str], name: str) -> list[str]:
    place = list(names).index(name)
    return [names[other] for other in (place - 1, place + 1) if 0 <= other < len(names)]


def _legend(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind not in _LEGENDS or colour_encoding(scene.spec) != "category":
        return None
    names = scene.spec.categories
    years = all(name.isdigit() for name in names)
    what = (
        "years"
        if years
        else "groups"
        if scene.kind == "scatter"
        else scene.members
        if scene.data != "composition"
        else "categories"
    )
    marks = {"grouped_bar": "bars", "scatter": "points", "dumbbell": "dots", "stacked_bar": "segments"}.get(
        scene.kind, "lines"
    )
    marks = "layers" if scene.kind == "stacked_area" else "outlines" if scene.kind == "radar" else marks
    return Draft(
        cores=(
            f"what do the colours of the {marks} tell apart, and what are they called",
            f"which {what} do the different colours stand for",
            f"what does each colour of the {marks} represent, name them all",
        ),
        program=_encoding(scene, "colour", names),
        short=join_names(names),
        answer_type="list",
        leads=(
            f"They separate {count_word(len(names))} {what}: {join_names(names)}.",
            f"Each stands for one of {count_word(len(names))} {what}, namely {join_names(names)}.",
        ),
        more=(
            "The key beside the plot, or the names at the marks, says so.",
            f"No {_singular(what)} shares its colour with another.",
        ),
        key_facts=(list_fact("colours", names),),
        facts=facts_of(scene.marks),
        points=tuple(names),
        steps=(f"Find {scene.number}.", "Read the key of its colours.", f"List the names: {join_names(names)}."),
        wrong=(WrongAnswer(join_names(scene.spec.labels[:6]), "other_series", "the names along the axis"),),
    )


def _singular(what: str) -> str:
    return {"years": "year", "groups": "group", "categories": "category"}.get(what, "one of them")


def _bubble(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "bubble":
        return None
    side, x, y = (scene.side(name) for name in ("size", "x", "y"))
    name = lower_case(side.name)
    return Draft(
        cores=(
            "what does the area of a bubble stand for",
            "what is encoded by the size of the bubbles",
            "what makes a bubble large or small",
        ),
        program=_encoding(scene, "size", (name,)),
        short=name,
        answer_type="text",
        leads=(f"It stands for {name}.", f"The measure behind it is {name}."),
        more=(
            "Position is used for two other measures, one along each axis.",
            "A line under the heading says so, and two empty circles give the scale.",
        ),
        key_facts=(word_fact("size", name, (side.name, f"the {name}"), (lower_case(x.name), lower_case(y.name))),),
        facts=facts_of([mark for mark in scene.marks if mark.column == "size"]),
        points=(name,),
        steps=(f"Find {scene.number}.", "Read the line under its title.", f"Area stands for {name}."),
        wrong=(
            WrongAnswer(x.name, "other_scale", "horizontal axis"),
            WrongAnswer(y.name, "other_scale", "vertical axis"),
        ),
    )


def _darkest(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "heatmap":
        return None
    ranked = sorted(scene.marks, key=lambda mark: -mark.value)
    span = ranked[0].value - ranked[-1].value
    if ranked[0].value - ranked[1].value < 0.01 * span:
        return None
    darkest = rng.random() < 0.65
    order = ranked if darkest else ranked[::-1]
    if abs(order[0].value - order[1].value) < 0.01 * span:
        return None
    best, near = order[:2]
    word = "darkest" if darkest else "palest"
    program = {
        "op": "pick",
        "extreme": "highest" if darkest else "lowest",
        "place": 1,
        "of": [{"name": scene.where(mark), "value": dict(mark.program)} for mark in scene.marks],
    }
    where = scene.where(best)
    return Draft(
        cores=(
            f"which cell is the {word}, and what does that say about its value",
            f"where is the {word} cell, and does its shade mean a high or a low value",
        ),
        program=program,
        short=where,
        answer_type="text",
        leads=(f"It is that of {where}.", f"The cell is {where}."),
        more=(
            f"Shade grows with the value, so it marks the {'highest' if darkest else 'lowest'} one, {scene.print(best.value)}.",
            "Its shade is at the end of the scale.",
        ),
        key_facts=(
            name_fact("row", best.row, [row for row in scene.rows if row != best.row]),
            _column_fact(scene, best.column),
            word_fact(
                "meaning",
                "highest" if darkest else "lowest",
                ("high", "largest", "greatest", "maximum") if darkest else ("low", "smallest", "least", "minimum"),
                (),
            )
            | {"core": False},
        ),
        facts=facts_of(scene.marks),
        points=(scene.point(best),),
        steps=(f"Find {scene.number}.", f"Look for the {word} cell.", f"It stands at {where}; darker means higher."),
        wrong=(WrongAnswer(scene.where(near), "neighbouring_mark", "next in shade"),),
    )


def _column_fact(scene: Scene, column: str) -> dict[str, object]:
    if column.isdigit():
        return name_fact("year", column, ())
    aliases = (column[:3],) if scene.data == "seasonal" else ()
    return name_fact("column", column, [other for other in scene.columns if other != column], aliases)


def _below_zero(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many bars of a diverging chart, or steps of a waterfall, go one way."""
    if scene.kind not in ("diverging_bar", "waterfall"):
        return None
    marks = scene.marks if scene.kind == "diverging_bar" else scene.marks[1:-1]
    if any(abs(mark.value) < scene.sight for mark in marks):
        return None
    falls = rng.random() < 0.6
    found = [mark.row for mark in marks if (mark.value < 0) == falls]
    if not found:
        return None
    program = {
        "op": "count",
        "of": [dict(mark.program) for mark in marks],
        "comparison": "below" if falls else "above",
        "level": 0,
    }
    if scene.kind == "waterfall":
        cores = (
            f"how many of the coloured steps {'pull the level down' if falls else 'push the level up'}",
            f"judging by their colour, how many steps are {'decreases' if falls else 'increases'}",
        )
    else:
        cores = (
            f"how many bars lie on the {'negative' if falls else 'positive'} side of the zero line",
            f"judging by side and colour of the bars, how many {scene.members} {'lost' if falls else 'gained'}",
        )
    return Draft(
        cores=cores,
        program=program,
        short=str(len(found)),
        answer_type="number",
        leads=(f"{count_word(len(found)).capitalize()} do.", f"There are {count_word(len(found))}."),
        more=(
            f"They belong to {join_names(found)}.",
            f"The other {count_word(len(marks) - len(found))} point the opposite way.",
        ),
        key_facts=(number_fact("count", len(found), ""),),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in marks if mark.row in found),
        steps=(f"Find {scene.number}.", "Sort what is drawn by direction and colour.", f"Count {join_names(found)}."),
        wrong=(
            WrongAnswer(str(len(marks) - len(found)), "other_scale", "the other direction"),
            WrongAnswer(str(len(found) + 1), "neighbouring_mark", "one too many"),
        ),
    )


_SHAPES = {
    "right-skewed": (
        "skewed to the right",
        (
            "right-skewed",
            "right skewed",
            "positively skewed",
            "long tail to the right",
            "long tail on the high side",
            "skewed right",
        ),
    ),
    "left-skewed": (
        "skewed to the left",
        (
            "left-skewed",
            "left skewed",
            "negatively skewed",
            "long tail to the left",
            "long tail on the low side",
            "skewed left",
        ),
    ),
    "bimodal": ("two-humped", ("bimodal", "two humps", "two peaks", "two-peaked", "twin peaks")),
    "symmetric": ("roughly symmetric", ("symmetric", "symmetrical", "bell-shaped", "even on both sides")),
}


def _shape(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.data != "bins" or scene.kind == "table":
        return None
    program = {"op": "shape", "of": [dict(mark.program) for mark in scene.marks]}
    try:
        shape = str(execute(program, scene.world))
    except Undecided:
        return None
    text, aliases = _SHAPES[shape]
    others = [words for name, (first, more) in _SHAPES.items() if name != shape for words in (first, *more)]
    top = max(scene.marks, key=lambda mark: mark.value)
    reason = {
        "right-skewed": "From its peak it falls off slowly towards large values and steeply towards small ones.",
        "left-skewed": "It climbs slowly from small values and breaks off soon after its peak.",
        "bimodal": "A clear valley parts one hill of columns from the other.",
        "symmetric": "On either side of the middle the columns shrink at about the same pace.",
    }[shape]
    return Draft(
        cores=(
            "what form does the distribution have: symmetric, skewed to the right, skewed to the left or two-humped",
            "how would you describe the shape of the distribution: one even hill, a long tail on the high side, a long tail on the low side or two humps",
            "is the distribution symmetric, does it have a long tail on one side (which?) or does it have two peaks",
        ),
        program=program,
        short=text,
        answer_type="text",
        leads=(f"It is {text}.", f"The shape is {text}."),
        more=(reason, f"The tallest column is the band {top.row}."),
        key_facts=(word_fact("shape", text, aliases, others),),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(mark) for mark in scene.marks),
        steps=(f"Find {scene.number}.", "Compare the columns left and right of the peak.", f"The form is {text}."),
        wrong=tuple(
            WrongAnswer(words, "other_scale", "form misjudged") for name, (words, _) in _SHAPES.items() if name != shape
        )[:2],
    )


def _association(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind not in ("scatter", "bubble"):
        return None
    sides = {side: [dict(scene.mark(row, side).program) for row in scene.rows] for side in ("x", "y")}
    program = {"op": "association", **sides}
    try:
        found = str(execute(program, scene.world))
    except Undecided:
        return None
    x, y = (lower_case(scene.side(side).name) for side in ("x", "y"))
    text, aliases, others = {
        "positive": (
            "upwards",
            ("positive", "rise", "rising", "increases", "higher", "goes up", "go up", "larger"),
            ("downwards", "negative", "no clear direction"),
        ),
        "negative": (
            "downwards",
            ("negative", "fall", "falling", "decreases", "lower", "goes down", "go down", "smaller"),
            ("upwards", "positive", "no clear direction"),
        ),
        "none": (
            "no clear direction",
            ("no clear pattern", "none", "no relationship", "no association", "scattered", "neither"),
            ("upwards", "downwards"),
        ),
    }[found]
    lead = {
        "positive": "They run upwards from left to right.",
        "negative": "They run downwards from left to right.",
        "none": "They show no clear direction.",
    }[found]
    say = {
        "positive": "Where one measure is large the other tends to be large too.",
        "negative": "Where one measure is large the other tends to be small.",
        "none": "A large value of one measure goes with small and large ones of the other alike.",
    }[found]
    noun = "points" if scene.kind == "scatter" else "bubbles"
    return Draft(
        cores=(
            f"taken together, do the {noun} run upwards, downwards or in no clear direction from left to right",
            f"what direction does the cloud of {noun} take from left to right: upwards, downwards or no clear direction",
            f"as {x} grows, do the {noun} tend upwards, downwards or in no clear direction",
        ),
        program=program,
        short=text,
        answer_type="text",
        leads=(lead,),
        more=(
            say,
            f"The cloud is loose, so single {noun} depart from it.",
            "No line is drawn through them; it has to be judged by eye.",
        ),
        key_facts=(word_fact("direction", text, aliases, others),),
        facts=facts_of([mark for mark in scene.marks if mark.column in ("x", "y")]),
        points=(f"{x} against {y}",),
        steps=(f"Find {scene.number}.", "Follow the cloud from left to right.", f"It runs: {text}."),
        wrong=tuple(
            WrongAnswer(other, "other_scale", "direction misjudged")
            for other in others
            if other in ("upwards", "downwards", "no clear direction")
        )[:2],
    )


_COURSES = {
    "rise": "rises all through",
    "fall": "falls all through",
    "peak": "rises to a peak and then falls",
    "dip": "falls to a low and then recovers",
}


def _course(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how a line runs, where its course is plain."""
    if scene.kind not in ("line", "area", "multi_line", "sparkline_grid") or scene.data == "seasonal":
        return None
    least = max(scene.sight / 2 if scene.kind != "sparkline_grid" else scene.sight / 3, 10.0**-scene.decimals)
    options = []
    for row in scene.rows:
        marks = scene.of_row(row)
        span = max(mark.value for mark in marks) - min(mark.value for mark in marks)
        noise = Fraction(str(round(max(least, 0.12 * span), 6)))
        course = find_course([Fraction(str(mark.value)) for mark in marks], noise)
        if course != "mixed" and span >= 4 * least:
            options.append((marks, course, noise))
    if not options:
        return None
    marks, course, noise = rng.choice(options)
    text = _COURSES[course]
    turn = {"peak": max, "dip": min}.get(course)
    year = turn(marks, key=lambda mark: mark.value).column if turn else ""
    whose = f"the line of {marks[0].row}" if len(scene.rows) > 1 else "the line"
    facts: list[dict[str, object]] = [word_fact("course", text, _course_aliases(course), _other_courses(course))]
    ranked = sorted((mark.value for mark in marks), reverse=course == "peak")
    if year and abs(ranked[0] - ranked[1]) >= scene.sight:
        facts.append(name_fact("year", year, ()) | {"core": False})
    return Draft(
        cores=(
            f"how does {whose} run: does it rise all through, fall all through, rise to a peak and then fall, or fall to a low and then recover",
            f"which describes {whose} best: rising all through, falling all through, up to a peak and down again, or down to a low and up again",
        ),
        program={"op": "course", "of": [dict(mark.program) for mark in marks], "least": float(noise)},
        short=text,
        answer_type="text",
        leads=(f"It {text}.", f"Apart from small wobbles it {text}."),
        more=(
            f"The turn comes around {year}." if year else "No year reverses that in earnest.",
            f"Between {marks[0].column} and {marks[-1].column} small moves are left aside.",
        ),
        key_facts=tuple(facts),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in (marks[0], marks[-1])),
        steps=(f"Find {scene.number}.", f"Follow {whose} from left to right.", f"It {text}."),
        wrong=tuple(
            WrongAnswer(_COURSES[other], "other_series", "another line or a misjudged one")
            for other in _COURSES
            if other != course
        )[:2],
    )


def _course_aliases(course: str) -> tuple[str, ...]:
    return {
        "rise": ("rising all through", "rises throughout", "rising throughout", "steadily rises", *ROSE),
        "fall": ("falling all through", "falls throughout", "falling throughout", "steadily falls", *FELL),
        "peak": ("peak", "peaks", "up to a peak and down again", "rises and then falls", "rises then falls"),
        "dip": (
            "low",
            "down to a low and up again",
            "falls and then recovers",
            "falls then rises",
            "dips and recovers",
        ),
    }[course]


def _other_courses(course: str) -> list[str]:
    return [text for name, text in _COURSES.items() if name != course]


def _quarter(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how many parts of a whole take more than a quarter of it."""
    if scene.kind not in _QUARTERED:
        return None
    total = sum(mark.value for mark in scene.marks)
    shares = {mark.row: 100 * mark.value / total for mark in scene.marks}
    if any(abs(share - _QUARTER) < _CLEAR for share in shares.values()):
        return None
    found = [row for row, share in shares.items() if share > _QUARTER]
    if not found:
        return None
    whole = {"op": "sum", "of": [dict(mark.program) for mark in scene.marks]}
    program = {
        "op": "count",
        "of": [{"op": "percent", "left": dict(mark.program), "right": whole} for mark in scene.marks],
        "comparison": "above",
        "level": _QUARTER,
    }
    parts, shape = _QUARTERED[scene.kind], {"pie": "circle", "donut": "ring", "treemap": "area"}[scene.kind]
    return Draft(
        cores=(
            f"how many {parts} take up more than a quarter of the whole {shape}, and which",
            f"which {parts} are larger than a quarter of the {shape}, and how many are there",
        ),
        program=program,
        short=str(len(found)),
        answer_type="number",
        leads=(
            f"{count_word(len(found)).capitalize()}, namely {join_names([f'“{row}”' for row in found])}.",
            f"There {'is' if len(found) == 1 else 'are'} {count_word(len(found))}: {join_names([f'“{row}”' for row in found])}.",
        ),
        more=(
            "Every other one covers visibly less.",
            "A right angle at the centre, or a fourth of the space, is the yardstick.",
        ),
        key_facts=(number_fact("count", len(found), ""), list_fact("parts", found) | {"core": False}),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(mark) for mark in scene.marks),
        steps=(
            f"Find {scene.number}.",
            f"Compare each of the {parts} with a quarter.",
            f"Larger: {join_names(found)}.",
        ),
        wrong=(WrongAnswer(str(len(found) + 1), "neighbouring_mark", "one too many"),),
    )


def _ribbon(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "sankey":
        return None
    ranked = sorted(scene.marks, key=lambda mark: -mark.value)
    best, near = ranked[:2]
    if best.value - near.value < 0.02 * best.value:
        return None
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [{"name": f"{mark.row} to {mark.column}", "value": dict(mark.program)} for mark in scene.marks],
    }
    return Draft(
        cores=(
            "between which two names does the widest ribbon run",
            "which ribbon is the widest, where does it start and where does it end",
        ),
        program=program,
        short=f"{best.row} to {best.column}",
        answer_type="list",
        leads=(
            f"It runs from “{best.row}” to “{best.column}”.",
            f"The broadest starts at “{best.row}” and ends at “{best.column}”.",
        ),
        more=(
            f"Width stands for the amount, here {scene.print(best.value)}.",
            "No other is as broad.",
        ),
        key_facts=(list_fact("ends", (best.row, best.column)),),
        facts=facts_of(scene.marks),
        points=(scene.point(best), scene.point(near)),
        steps=(
            f"Find {scene.number}.",
            "Compare the widths of all ribbons.",
            f"The widest is {best.row} to {best.column}.",
        ),
        wrong=(WrongAnswer(f"{near.row} to {near.column}", "neighbouring_mark", "the next widest"),),
    )


def _apart(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask where two dots, or the outlines of a radar, lie farthest apart."""
    if scene.kind not in ("dumbbell", "radar"):
        return None
    across = scene.rows if scene.kind == "dumbbell" else scene.columns
    sets = {name: scene.of_row(name) if scene.kind == "dumbbell" else scene.of_column(name) for name in across}
    if scene.kind == "radar" and len(scene.rows) != 2:
        return None
    gaps = {name: abs(marks[0].value - marks[-1].value) for name, marks in sets.items()}
    ranked = sorted(gaps, key=lambda name: -gaps[name])
    best, near = ranked[:2]
    axis = scene.spec.y
    if gaps[best] - gaps[near] < 0.04 * ((axis.high or 0.0) - (axis.low or 0.0)):
        return None

    def gap(marks: Sequence[Mark]) -> dict[str, object]:
        first, last = sorted(marks, key=lambda mark: -mark.value)
        return {"op": "subtract", "left": dict(first.program), "right": dict(last.program)}

    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [{"name": name, "value": gap(sets[name])} for name in across],
    }
    member = scene.member if scene.kind == "dumbbell" else "dimension"
    quoted = best if scene.kind == "dumbbell" else f"“{best}”"
    return Draft(
        cores=(
            (
                f"for which {member} are the two dots farthest apart",
                f"whose connecting bar is the longest, among the {scene.members}",
            )
            if scene.kind == "dumbbell"
            else (
                "on which dimension do the two outlines lie farthest apart",
                "along which spoke is the gap between the outlines widest",
            )
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(f"It is {quoted}.", f"That is {quoted}."),
        more=("The distance there is clearly larger than elsewhere.", "None of the others comes near it."),
        key_facts=(name_fact(member, best, [name for name in across if name != best]),),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(mark) for mark in sets[best]),
        steps=(f"Find {scene.number}.", "Compare the distances.", f"The widest is that of {best}."),
        wrong=(
            WrongAnswer(near, "neighbouring_mark", "the next widest"),
            WrongAnswer(ranked[-1], "other_scale", "the narrowest"),
        ),
    )


def _steepest(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind != "slope":
        return None
    first_time, last_time = scene.columns
    moves = {row: scene.mark(row, last_time).value - scene.mark(row, first_time).value for row in scene.rows}
    ranked = sorted(moves, key=lambda row: -abs(moves[row]))
    best, near = ranked[:2]
    values = [mark.value for mark in scene.marks]
    if abs(moves[best]) - abs(moves[near]) < 0.03 * (max(values) - min(values)):
        return None
    rose = moves[best] > 0
    program = {
        "op": "pick",
        "extreme": "highest",
        "place": 1,
        "of": [
            {
                "name": row,
                "value": {
                    "op": "subtract",
                    "left": dict(scene.mark(row, high).program),
                    "right": dict(scene.mark(row, low).program),
                },
            }
            for row in scene.rows
            for high, low in [(last_time, first_time) if moves[row] > 0 else (first_time, last_time)]
        ],
    }
    quoted = f"“{best}”" if scene.data == "composition" else best
    return Draft(
        cores=(
            "which line is the steepest, and does it slope up or down",
            "whose line is tilted most, and in which direction",
        ),
        program=program,
        short=best,
        answer_type="entity",
        leads=(
            f"{quoted} has the steepest one, and it goes {'up' if rose else 'down'}.",
            f"It is that of {quoted}, tilted {'up' if rose else 'down'}wards.",
        ),
        more=(
            "All the others are flatter.",
            "Steepness here shows the size of the change between both dates.",
        ),
        key_facts=(
            name_fact(scene.member, best, [row for row in moves if row != best]),
            word_fact(
                "direction",
                "up" if rose else "down",
                ("upwards", "rising", *ROSE) if rose else ("downwards", "falling", *FELL),
                ("down", *FELL) if rose else ("up", *ROSE),
            )
            | {"core": False},
        ),
        facts=facts_of(scene.marks),
        points=tuple(scene.point(scene.mark(best, time)) for time in (first_time, last_time)),
        steps=(f"Find {scene.number}.", "Compare the tilt of the lines.", f"The steepest is that of {best}."),
        wrong=(WrongAnswer(near, "neighbouring_mark", "the next steepest"),),
    )


def _order(scene: Scene, rng: random.Random) -> Draft | None:
    """Ask how bars are arranged, where that is plain."""
    if (
        scene.kind not in ("bar", "horizontal_bar", "lollipop")
        or scene.region.shape != "across"
        or len(scene.marks) < 5
    ):
        return None
    values = [datum.value for datum in scene.spec.data]
    labels = [datum.label for datum in scene.spec.data]
    orders = {
        "by value, from high to low": values == sorted(values, reverse=True),
        "by value, from low to high": values == sorted(values),
        "by name, in alphabetical order": scene.data == "panel" and labels == sorted(labels),
    }
    found = [name for name, holds in orders.items() if holds]
    if len(found) != 1:
        return None
    text = found[0]
    aliases = {
        "by value, from high to low": (
            "descending",
            "high to low",
            "highest to lowest",
            "largest to smallest",
            "decreasing",
        ),
        "by value, from low to high": (
            "ascending",
            "low to high",
            "lowest to highest",
            "smallest to largest",
            "increasing",
        ),
        "by name, in alphabetical order": ("alphabetical", "alphabetically", "alphabet", "by name"),
    }
    marks = "stems" if scene.kind == "lollipop" else "bars"
    ends = (labels[0], labels[-1])
    return Draft(
        cores=(
            f"in what order are the {marks} arranged, by name or by value, and in which direction",
            f"how are the {marks} sorted: alphabetically, from high to low or from low to high",
        ),
        program=_encoding(scene, "order", (text,)),
        short=text,
        answer_type="text",
        leads=(f"They stand {text}.", f"The arrangement is {text}."),
        more=(
            f"The first is {ends[0]} and the last {ends[1]}.",
            f"All {count_word(len(labels))} follow that rule without exception.",
        ),
        key_facts=(
            word_fact(
                "order",
                text,
                aliases[text],
                [word for name, words in aliases.items() if name != text for word in words],
            ),
        ),
        facts=facts_of(scene.marks),
        points=tuple(labels),
        steps=(f"Find {scene.number}.", f"Follow the {marks} from first to last.", f"They are arranged {text}."),
        wrong=tuple(WrongAnswer(name, "other_scale", "order misjudged") for name in orders if name != text),
    )


TEMPLATES = tuple(
    Template(name, "trend_pattern", "L5", draft, visual=True)
    for name, draft in (
        ("highlight", _highlight),
        ("legend", _legend),
        ("bubble", _bubble),
        ("darkest", _darkest),
        ("below_zero", _below_zero),
        ("shape", _shape),
        ("association", _association),
        ("course", _course),
        ("quarter", _quarter),
        ("ribbon", _ribbon),
        ("apart", _apart),
        ("steepest", _steepest),
        ("order", _order),
    )
)
