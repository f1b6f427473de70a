"""Visual interpretation (L5): the form of what a chart shows: a skewed hill, a rising cloud, a turning line."""

from __future__ import annotations

import random
from fractions import Fraction

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
from dataset_builder.families.reports.questions.scene import Scene
from dataset_builder.families.reports.titles import lower_case

_QUARTERED = {"pie": "slices", "donut": "segments", "treemap": "tiles"}
_QUARTER = 25
_CLEAR = 2.5
"""Percentage points by which a share must differ from a quarter."""


SHAPES = {
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
    text, aliases = SHAPES[shape]
    others = [words for name, (first, more) in SHAPES.items() if name != shape for words in (first, *more)]
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
            "how would you describe the shape of the distribution: one even hill, a long tail on the high side, "
            "a long tail on the low side or two humps",
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
            WrongAnswer(words, "other_scale", "form misjudged") for name, (words, _) in SHAPES.items() if name != shape
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
            f"which way does the cloud of {noun} go from left to right: upwards, downwards or in no clear direction",
            f"with growing {x}, do the {noun} tend upwards, downwards or in no clear direction",
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


COURSES = {
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
    text = COURSES[course]
    turn = {"peak": max, "dip": min}.get(course)
    year = turn(marks, key=lambda mark: mark.value).column if turn else ""
    whose = f"the line of {marks[0].row}" if len(scene.rows) > 1 else "the line"
    facts: list[dict[str, object]] = [word_fact("course", text, course_aliases(course), other_courses(course))]
    ranked = sorted((mark.value for mark in marks), reverse=course == "peak")
    if year and abs(ranked[0] - ranked[1]) >= scene.sight:
        facts.append(name_fact("year", year, ()) | {"core": False})
    return Draft(
        cores=(
            f"how does {whose} run: does it rise all through, fall all through, rise to a peak and then fall, "
            "or fall to a low and then recover",
            f"which describes {whose} best: rising all through, falling all through, up to a peak and down again, "
            "or down to a low and up again",
        ),
        program={"op": "course", "of": [dict(mark.program) for mark in marks], "least": float(noise)},
        short=text,
        answer_type="text",
        leads=(f"It {text}.", f"Apart from small wobbles it {text}."),
        more=(
            "No year reverses that in earnest." if not year else "Smaller wobbles on the way do not change that.",
            f"Between {marks[0].column} and {marks[-1].column} small moves are left aside.",
        ),
        key_facts=tuple(facts),
        facts=facts_of(marks),
        points=tuple(scene.point(mark) for mark in (marks[0], marks[-1])),
        steps=(f"Find {scene.number}.", f"Follow {whose} from left to right.", f"It {text}."),
        base=f"The turn comes in {year}." if len(facts) > 1 else "",
        wrong=tuple(
            WrongAnswer(COURSES[other], "other_series", "another line or a misjudged one")
            for other in COURSES
            if other != course
        )[:2],
    )


def course_aliases(course: str) -> tuple[str, ...]:
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


def other_courses(course: str) -> list[str]:
    return [text for name, text in COURSES.items() if name != course]


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
    names = join_names([f"“{row}”" for row in found])
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
            f"{count_word(len(found)).capitalize()}, namely {names}.",
            f"{count_word(len(found)).capitalize()} do so: {names}." if len(found) > 1 else f"Only one does: {names}.",
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


TEMPLATES = (
    Template("shape", "trend_pattern", "L5", _shape),
    Template("association", "trend_pattern", "L5", _association),
    Template("course", "trend_pattern", "L5", _course),
    Template("quarter", "trend_pattern", "L5", _quarter, visual=True),
)
