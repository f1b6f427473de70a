"""Visual interpretation (L5): what colour, size, shade, emphasis and order stand for in a chart."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.charts.colours import colour_encoding
from dataset_builder.families.reports.drawing import short
from dataset_builder.families.reports.questions.model import Draft, Template, WrongAnswer
from dataset_builder.families.reports.questions.saying import (
    count_word,
    facts_of,
    join_names,
    list_fact,
    name_fact,
    word_fact,
)
from dataset_builder.families.reports.questions.scene import Scene
from dataset_builder.families.reports.titles import lower_case

_LEGENDS = frozenset({"grouped_bar", "stacked_bar", "stacked_area", "multi_line", "scatter", "dumbbell", "radar"})


def _encoding(channel: str, legend: Sequence[str]) -> dict[str, object]:
    return {"op": "encoding", "channel": channel, "legend": list(legend)}


def _highlight(scene: Scene, rng: random.Random) -> Draft | None:
    if scene.kind not in ("bar", "horizontal_bar", "lollipop", "sparkline_grid", "multi_line"):
        return None
    if len(scene.spec.highlighted) != 1:
        return None
    names = scene.spec.categories if scene.kind in ("sparkline_grid", "multi_line") else scene.spec.labels
    name, member = scene.spec.highlighted[0], scene.member
    marks = [mark for mark in scene.marks if mark.row == name]
    if scene.region.shape == "along":
        member = "month" if scene.data == "seasonal" else "year"
        marks = [mark for mark in scene.marks if short(mark.column) == name]
        names = tuple(mark.column for mark in scene.marks)
        name = marks[0].column
    how = "a heavier line" if scene.kind == "multi_line" else "another colour"
    return Draft(
        cores=(
            f"which {member} is set apart from the others by {how}",
            f"one {member} is drawn in {how} than the rest, which one is it"
            if scene.kind != "multi_line"
            else f"which {member} has {how} than the others",
            f"which {member} does the drawing single out by {how}",
        ),
        program=_encoding("highlight", (name,)),
        short=name,
        answer_type="year" if name.isdigit() else "entity",
        leads=(f"It is {name}.", f"{name} stands out.", f"The one picked out is {name}."),
        more=(
            "All others share one muted look." if scene.kind != "multi_line" else "All other lines are equally thin.",
            "The emphasis is one of drawing only and says nothing about its size.",
        ),
        key_facts=(
            name_fact(
                "highlighted", name, [other for other in names if other != name], [short(name)] * (member == "month")
            ),
        ),
        facts=facts_of(marks),
        points=(scene.point(marks[0]),),
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
            f"what do the colours of the {marks} stand for",
        ),
        program=_encoding("colour", names),
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
        program=_encoding("size", (name,)),
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
    word, end = ("darkest", "highest") if darkest else ("palest", "lowest")
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
        base=f"Shade grows with the value, so it marks the {end} one, {scene.print(best.value)}.",
        short=where,
        answer_type="text",
        leads=(f"It is that of {where}.", f"The cell is {where}."),
        more=(
            "Its shade is at the end of the scale.",
            "The bar beside the heading shows how shades and values go together.",
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
        program=_encoding("order", (text,)),
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
        ("order", _order),
    )
)
