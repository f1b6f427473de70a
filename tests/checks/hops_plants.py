"""Ways to spoil a hops page, each with the kinds of violation of which one must come of it.

A plant changes a draft and returns True, or returns False where the page has nothing to plant it in. Whatever repeats
what it changes is changed as well, so that only a look at the page, or another answer to the question, can find it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pymupdf
from hops_drafts import Draft, Json, steps

Plant = Callable[[Draft, Random], bool]

PLANTS: dict[str, tuple[frozenset[str], Plant]] = {}
"""Expected kinds and plant by name."""

_POINTS_PER_PX = 0.75


def plant(*kinds: str) -> Callable[[Plant], Plant]:
    """Enter a plant under its name."""

    def enter(function: Plant) -> Plant:
        PLANTS[function.__name__] = (frozenset(kinds), function)
        return function

    return enter


# -- marks and labels


@plant("chart-value", "chart-text")
def change_a_value(draft: Draft, rng: Random) -> bool:
    number = rng.randrange(len(draft.record["tables"]))
    row, column = rng.randrange(len(draft.record["tables"][number]["rows"])), 0
    for table in draft.tables(number):
        values = table["rows"][row]["values"]
        values[column] = round(values[column] * 1.25 + 1, table["decimals"])
    return True


@plant("chart-value", "chart-text")
def swap_two_values(draft: Draft, rng: Random) -> bool:
    number = rng.randrange(len(draft.record["tables"]))
    first, second = rng.sample(range(len(draft.record["tables"][number]["rows"])), 2)
    changed = False
    for table in draft.tables(number):
        one, other = table["rows"][first]["values"], table["rows"][second]["values"]
        changed = one[0] != other[0]
        one[0], other[0] = other[0], one[0]
    return changed


@plant("chart-mark", "chart-text", "chart")
def rename_an_entity(draft: Draft, rng: Random) -> bool:
    name = rng.choice(draft.record["tables"][0]["rows"])["entity"]
    for number in range(len(draft.record["tables"])):
        for table in draft.tables(number):
            for row in table["rows"]:
                row["entity"] = "Quagmire" if row["entity"] == name else row["entity"]
    selected = draft.manifest["selected"]
    draft.manifest["selected"] = ["Quagmire" if held == name else held for held in selected]
    return True


@plant("chart-mark", "chart-text")
def exchange_two_columns(draft: Draft, rng: Random) -> bool:
    wide = [n for n, table in enumerate(draft.record["tables"]) if len(table["columns"]) > 1]
    if not wide:
        return False
    number = rng.choice(wide)
    for table in draft.tables(number):
        table["columns"][0], table["columns"][1] = table["columns"][1], table["columns"][0]
    return True


@plant("chart-text", "chart")
def change_a_title(draft: Draft, rng: Random) -> bool:
    for table in draft.tables(rng.randrange(len(draft.record["tables"]))):
        table["title"] = f"New {table['title']}"
    return True


@plant("chart")
def move_a_column_in_time(draft: Draft, rng: Random) -> bool:
    number = rng.randrange(len(draft.record["tables"]))
    for table in draft.tables(number):
        column = table["columns"][0]
        column["time"] = re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 3) % 10), column["time"])
    return True


@plant("chart-text")
def change_a_unit(draft: Draft, rng: Random) -> bool:
    for table in draft.tables(rng.randrange(len(draft.record["tables"]))):
        table["unit"] = "furlongs"
    return True


@plant("chart-mark")
def move_a_mark_on_the_page(draft: Draft, rng: Random) -> bool:
    boxes = [
        mark["box"] for chart in draft.trace["charts"].values() for mark in chart["marks"] if mark["shape"] == "rect"
    ]
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        page = document[0]
        (xref,) = page.get_contents()
        stream = document.xref_stream(xref).decode("latin1")
        for x0, y0, x1, y1 in rng.sample(boxes, len(boxes)):
            size = rf"({x1 - x0:.2f}\d*|{x1 - x0:.0f}) ({y1 - y0:.2f}\d*|{y1 - y0:.0f})"
            moved, count = re.subn(
                rf"(?<![\d.])({x0:.1f}\d*|{x0:.0f}) (-?[\d.]+) {size} re",
                lambda match: f"{float(match[1]) + 4:.4f} {float(match[2]) - 3:.4f} {match[3]} {match[4]} re",
                stream,
            )
            if count:
                document.update_stream(xref, moved.encode("latin1"))
                draft.pdf = document.tobytes()
                return True
    return False


def _place_of(draft: Draft, viz_id: str, box: list[float]) -> tuple[float, ...]:
    """Return where a box of a chart's trace, in CSS pixels of its figure, stands on the page."""
    left, top = next(part["boxes"][0][:2] for part in draft.trace["parts"] if part["ref"] == viz_id)
    return tuple(side * _POINTS_PER_PX + (top if place % 2 else left) for place, side in enumerate(box))


@plant("chart-text")
def print_another_value(draft: Draft, rng: Random) -> bool:
    return _print_another(draft, rng, "value", "7")


@plant("chart-text")
def print_another_name(draft: Draft, rng: Random) -> bool:
    return _print_another(draft, rng, "category", "Quagmire")


def _print_another(draft: Draft, rng: Random, kind: str, text: str) -> bool:
    labels = [
        (viz_id, label["box"])
        for viz_id, chart in draft.trace["charts"].items()
        for label in chart["labels"]
        if label["kind"] == kind and not label["rotate"] and label["text"] != text
    ]
    if labels:
        viz_id, box = rng.choice(labels)
        draft.reprint(_place_of(draft, viz_id, box), text)
    return bool(labels)


# -- the narrative

_FLIPS: dict[str, str] = {
    r"at least one of(?= (?:the )?[A-Z])": "each of",
    r"each of(?= (?:the )?[A-Z])": "at least one of",
    r"highest(?= [a-z]+ for)": "lowest",
    r"lowest(?= [a-z]+ for)": "highest",
    r"largest": "smallest",
    r"smallest": "largest",
    r"exceeded": "fell short of",
    r"fell short of": "exceeded",
    r"more than(?= \d)": "less than",
    r"less than(?= \d)": "more than",
    r"at least(?= \d)": "at most",
    r"at most(?= \d)": "at least",
    r"stood above": "stayed below",
    r"ran ahead of": "fell short of",
    r"rose(?= from| between)": "fell",
    r"increased": "decreased",
    r"decreased": "increased",
    r"declined": "climbed",
    r"went up": "went down",
    r"from high to low": "from low to high",
    r"in ascending order": "in descending order",
    r"with the highest first": "with the lowest first",
}
"""Words of a rule, and others that tell the opposite."""


def _flip(draft: Draft, rng: Random, *, on_page: bool) -> bool:
    blocks = draft.manifest["narrative"]["blocks"]
    options = [
        (place, changed)
        for place in draft.telling
        for text in [blocks[place]["text"]]
        for word, other in _FLIPS.items()
        if (changed := re.sub(rf"(?<= ){word}(?= )", other, text, count=1)) != text
    ]
    if options:
        place, text = rng.choice(options)
        draft.rewrite(place, text, on_page=on_page)
    return bool(options)


@plant("narrative")
def flip_a_clause_in_what_is_kept(draft: Draft, rng: Random) -> bool:
    return _flip(draft, rng, on_page=False)


@plant("narrative")
def flip_a_clause_on_the_page(draft: Draft, rng: Random) -> bool:
    return _flip(draft, rng, on_page=True)


@plant("narrative")
def change_a_threshold_on_the_page(draft: Draft, rng: Random) -> bool:
    blocks = draft.manifest["narrative"]["blocks"]
    units = {table["unit"] for table in draft.record["tables"]}
    number = rf"(?<![\d,.])(\d)(?=[\d,.]* (?:{'|'.join(map(re.escape, sorted(units)))}))"
    options = [place for place in draft.telling if re.search(number, blocks[place]["text"])]
    if options:
        place = rng.choice(options)
        text = re.sub(number, lambda digit: str(int(digit[0]) % 9 + 1), blocks[place]["text"], count=1)
        draft.rewrite(place, text, on_page=True)
    return bool(options)


@plant("narrative")
def drop_a_clause_on_the_page(draft: Draft, rng: Random) -> bool:
    draft.rewrite(rng.choice(draft.telling), "Nothing else is asked here.", on_page=True)
    return True


@plant("narrative")
def turn_a_condition_of_the_trace(draft: Draft, rng: Random) -> bool:
    turned = {"at least": "less than", "less than": "at least", "at most": "more than", "more than": "at most"}
    found = [n for n, step in enumerate(steps(draft.manifest["trace"])) if "comparison" in step.get("atom", {})]
    return bool(found) and _change(draft, rng.choice(found), "comparison", turned)


@plant("narrative")
def turn_an_end_of_the_trace(draft: Draft, rng: Random) -> bool:
    turned = {"highest": "lowest", "lowest": "highest"}
    found = [n for n, step in enumerate(steps(draft.manifest["trace"])) if "extreme" in step.get("atom", {})]
    return bool(found) and _change(draft, rng.choice(found), "extreme", turned)


def _change(draft: Draft, number: int, key: str, turned: dict[str, str]) -> bool:
    for trace in draft.traces():
        atom = list(steps(trace))[number]["atom"]
        atom[key] = turned[atom[key]]
    return True


@plant("narrative")
def read_and_as_or(draft: Draft, rng: Random) -> bool:
    found = [n for n, step in enumerate(steps(draft.manifest["trace"])) if "join" in step]
    for trace in draft.traces() if found else ():
        step = list(steps(trace))[found[0]]
        step["join"] = "OR" if step["join"] == "AND" else "AND"
    return bool(found)


@plant("narrative")
def pass_over_a_rule(draft: Draft, rng: Random) -> bool:
    found = [n for n, step in enumerate(steps(draft.manifest["trace"])) if step["of"] is not None]
    if not found:
        return False
    number = rng.choice(found)
    for trace in draft.traces():
        step = list(steps(trace))[number]
        rest = step["of"]
        step.clear()
        step.update(rest)
    return True


# -- question and answer


@plant("answer")
def change_the_answer(draft: Draft, rng: Random) -> bool:
    answer = draft.record["answer"]
    if answer in ("Yes", "No"):
        draft.record["answer"] = "No" if answer == "Yes" else "Yes"
    elif re.fullmatch(r"-?[\d.]+", answer):
        draft.record["answer"] = f"{float(answer) + 1:g}"
    else:
        names = [row["entity"] for row in draft.record["tables"][0]["rows"] if row["entity"] != answer]
        draft.record["answer"] = rng.choice(names)
    return draft.record["answer"] not in [item["answer"] for item in draft.record["wrong_answers"]]


@plant("answer")
def give_a_wrong_answer_as_the_answer(draft: Draft, rng: Random) -> bool:
    wrong = draft.record["wrong_answers"]
    if not wrong:
        return False
    item = rng.choice(wrong)
    draft.record["answer"], item["answer"] = item["answer"], draft.record["answer"]
    return True


@plant("question")
def ask_for_the_other_end(draft: Draft, rng: Random) -> bool:
    turned = {"highest": "lowest", "lowest": "highest"}
    ends = set(turned) & set(re.findall(r"\w+", draft.record["question"]))
    if len(ends) != 1 or "place" in draft.record["category"]:
        return False
    return draft.ask(re.sub(r"highest|lowest", lambda word: turned[word[0]], draft.record["question"]))


@plant("question")
def ask_for_another_time(draft: Draft, rng: Random) -> bool:
    return draft.ask(re.sub(r"\b(19|20)\d\d\b", lambda year: str(int(year[0]) + 7), draft.record["question"], count=1))


@plant("question")
def ask_for_another_metric(draft: Draft, rng: Random) -> bool:
    metrics = sorted({column["metric"] for table in draft.record["tables"] for column in table["columns"]})
    text: str = draft.record["question"]
    for metric in metrics:
        small = metric[0].lower() + metric[1:]
        others = [other[0].lower() + other[1:] for other in metrics if other != metric]
        if small in text and others:
            return draft.ask(text.replace(small, rng.choice(others), 1))
    return False


@plant("question")
def ask_with_another_number(draft: Draft, rng: Random) -> bool:
    text: str = draft.record["question"]
    units = {table["unit"] for table in draft.record["tables"]}
    number = rf"(\d[\d,.]*)(?=%| (?:{'|'.join(map(re.escape, sorted(units)))}))"
    return draft.ask(re.sub(number, r"3\1", text, count=1))


@plant("question")
def ask_about_another_set(draft: Draft, rng: Random) -> bool:
    return draft.ask(draft.record["question"].replace(draft.record["reference_label"], "Second Reserve"))


@plant("narrative")
def name_another_label(draft: Draft, rng: Random) -> bool:
    label = draft.record["reference_label"]
    draft.ask(draft.record["question"].replace(label, "Second Reserve"))
    draft.record["reference_label"] = draft.manifest["label"]["text"] = "Second Reserve"
    return True


@plant("wrong-answer")
def write_the_answer_otherwise(draft: Draft, rng: Random) -> bool:
    wrong, answer = draft.record["wrong_answers"], draft.record["answer"]
    if not wrong or not re.fullmatch(r"-?[\d.]+", answer):
        return False
    wrong[0]["answer"] = f"{answer}0" if "." in answer else f"{answer}.0"
    return True


# -- evidence


@plant("box")
def move_a_box(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(draft.record["evidence"])
    entry["bbox"] = [side + 3 for side in entry["bbox"]]
    return True


@plant("evidence")
def take_the_evidence_of_a_chart(draft: Draft, rng: Random) -> bool:
    return _take(draft, rng, "viz-")


@plant("evidence")
def take_the_evidence_of_a_rule(draft: Draft, rng: Random) -> bool:
    return _take(draft, rng, "block-")


def _take(draft: Draft, rng: Random, start: str) -> bool:
    entries: list[Json] = draft.record["evidence"]
    refs = [entry["ref"] for entry in entries if entry["ref"].startswith(start)]
    if start == "block-":
        refs = [ref for ref in refs if int(ref.removeprefix(start)) in draft.telling]
    if refs:
        ref = rng.choice(refs)
        draft.record["evidence"] = [entry for entry in entries if entry["ref"] != ref]
    return bool(refs)


@plant("evidence", "box")
def exchange_two_boxes(draft: Draft, rng: Random) -> bool:
    charts: list[dict[str, Any]] = [entry for entry in draft.record["evidence"] if entry["kind"] == "chart"]
    if len(charts) < 2:
        return False
    first, second = rng.sample(charts, 2)
    first["bbox"], second["bbox"] = second["bbox"], first["bbox"]
    return True
