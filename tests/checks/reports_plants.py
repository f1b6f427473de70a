"""Ways to spoil a report as a whole, each with the kinds of violation of which one must come of it.

A plant changes a draft and returns True, or returns False where the report has nothing to plant it in. Whatever repeats
what it changes is changed as well, so that only a look at the page, or at the other side of a promise, can find it.
``reports_question_plants`` holds those of questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pymupdf
from reports_drafts import Draft, Json

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


# -- charts


def _chart(draft: Draft, rng: Random) -> Json:
    charts = [entry for entry in draft.exhibits("chart") if not entry["terms"] and not entry["others"]]
    return rng.choice(charts)


@plant("chart-value", "chart-text")
def change_a_value(draft: Draft, rng: Random) -> bool:
    entry = _chart(draft, rng)
    place = rng.randrange(len(entry["facts"]))
    datum = draft.told[entry["ref"]]["data"][place]
    datum["value"] = draft.manifest["facts"][entry["facts"][place]]["value"] = round(datum["value"] * 1.25 + 1, 2)
    return True


@plant("chart-value", "chart-text")
def swap_two_values(draft: Draft, rng: Random) -> bool:
    entry = _chart(draft, rng)
    data, facts = draft.told[entry["ref"]]["data"], draft.manifest["facts"]
    first = rng.randrange(len(data))
    second = max(range(len(data)), key=lambda place: abs(data[place]["value"] - data[first]["value"]))
    for one, other in ((data[first], data[second]), (facts[entry["facts"][first]], facts[entry["facts"][second]])):
        one["value"], other["value"] = other["value"], one["value"]
    return True


@plant("chart")
def change_a_fact(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(draft.exhibits())
    facts = [
        fact for fact in [*entry["facts"], *entry["others"], *(end for pair in entry["terms"] for end in pair)] if fact
    ]
    draft.manifest["facts"][rng.choice(facts)]["value"] += 3
    return True


@plant("chart")
def exchange_two_facts(draft: Draft, rng: Random) -> bool:
    entry = _chart(draft, rng)
    facts, held = entry["facts"], draft.manifest["facts"]
    first, second = rng.sample(range(len(facts)), 2)
    held[facts[first]], held[facts[second]] = held[facts[second]], held[facts[first]]
    facts[first], facts[second] = facts[second], facts[first]
    return True


@plant("chart-mark", "chart-text", "chart")
def rename_a_label(draft: Draft, rng: Random) -> bool:
    data = draft.told[_chart(draft, rng)["ref"]]["data"]
    name = rng.choice(data)["label"]
    for datum in data:
        datum["label"] = "Quagmire" if datum["label"] == name else datum["label"]
    return True


@plant("chart", "chart-mark", "chart-text", "chart-value")
def exchange_the_metadata_of_two_charts(draft: Draft, rng: Random) -> bool:
    first, second = (entry["ref"] for entry in rng.sample(draft.exhibits("chart"), 2))
    draft.told[first]["vizId"], draft.told[second]["vizId"] = second, first
    return True


@plant("chart-text")
def change_a_title(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(draft.exhibits("chart"))
    old = entry["title"]
    draft.told[entry["ref"]]["title"] = entry["title"] = f"New {old}"
    for record in draft.records:
        if record["chart_title"] == old:
            draft.ask(record, record["question"].replace(old, f"New {old}"))
            record["chart_title"] = f"New {old}"
    return True


@plant("chart")
def give_two_exhibits_one_title(draft: Draft, rng: Random) -> bool:
    first, second = rng.sample(draft.exhibits(), 2)
    draft.told[second["ref"]]["title"] = second["title"] = first["title"]
    return True


@plant("chart-mark", "chart-value")
def move_a_mark_of_the_trace(draft: Draft, rng: Random) -> bool:
    mark = rng.choice(draft.trace["charts"][_chart(draft, rng)["ref"]]["marks"])
    mark["box"] = [side + 5 for side in mark["box"]]
    for edge in ("x", "top", "bottom"):
        if edge in mark["geometry"]:
            mark["geometry"][edge] += 5
    return True


@plant("chart-mark")
def move_a_mark_on_the_page(draft: Draft, rng: Random) -> bool:
    charts = [
        (entry, mark["box"])
        for entry in draft.exhibits("chart")
        for mark in draft.trace["charts"][entry["ref"]]["marks"]
        if mark["shape"] == "rect"
    ]
    for entry, (x0, y0, x1, y1) in rng.sample(charts, len(charts)):
        size = rf"({x1 - x0:.2f}\d*|{x1 - x0:.0f}) ({y1 - y0:.2f}\d*|{y1 - y0:.0f})"
        place = rf"(?<![\d.])({x0:.1f}\d*|{x0:.0f}) (-?[\d.]+) {size} re"

        def move(stream: str, place: str = place) -> str:
            return re.sub(
                place,
                lambda found: f"{float(found[1]) + 4:.4f} {float(found[2]) - 3:.4f} {found[3]} {found[4]} re",
                stream,
            )

        if draft.edit_stream(entry["page"], move):
            return True
    return False


def _print_in_chart(draft: Draft, rng: Random, kind: str, text: str) -> bool:
    labels = [
        (entry, label["box"])
        for entry in draft.exhibits("chart")
        for label in draft.trace["charts"][entry["ref"]]["labels"]
        if label["kind"] == kind and not label["rotate"] and label["text"] != text
    ]
    if not labels:
        return False
    entry, box = rng.choice(labels)
    left, top = next(part["boxes"][0][:2] for part in draft.trace["parts"] if part["ref"] == entry["ref"])
    place = tuple(side * _POINTS_PER_PX + (top if n % 2 else left) for n, side in enumerate(box))
    draft.reprint(entry["page"], place, text)
    return True


@plant("chart-text")
def print_another_value(draft: Draft, rng: Random) -> bool:
    return _print_in_chart(draft, rng, "value", "7")


@plant("chart-text", "chart-scale")
def print_another_tick(draft: Draft, rng: Random) -> bool:
    return _print_in_chart(draft, rng, "tick", "7")


@plant("chart-text")
def print_another_name(draft: Draft, rng: Random) -> bool:
    return _print_in_chart(draft, rng, "category", "Quagmire")


@plant("chart-text", "chart-scale")
def claim_that_values_are_printed(draft: Draft, rng: Random) -> bool:
    found = [chart for chart in draft.trace["charts"].values() if chart["exact"] == "tolerance"]
    for chart in found:
        chart["exact"] = "labels"
    return bool(found)


@plant("box")
def shrink_the_box_of_a_chart(draft: Draft, rng: Random) -> bool:
    ref = rng.choice(draft.exhibits("chart"))["ref"]
    part = next(part for part in draft.trace["parts"] if part["ref"] == ref)
    part["boxes"][0][2] -= 20
    for record in draft.records:
        for entry in record["evidence"]:
            if entry["ref"] == ref:
                entry["bbox"][2] -= 20
    return True


# -- tables


@plant("box-text")
def change_a_cell(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(draft.exhibits("table"))
    rows = draft.told[entry["ref"]]["rows"]
    row = rng.randrange(len(rows))
    rows[row]["values"][0] += 2
    fact = entry["facts"][row * len(rows[row]["values"])]
    draft.manifest["facts"][fact]["value"] = rows[row]["values"][0]
    return True


@plant("box-text", "chart")
def exchange_two_headings(draft: Draft, rng: Random) -> bool:
    columns = draft.told[rng.choice(draft.exhibits("table"))["ref"]]["columns"]
    if len(columns) < 2 or not all(column.isdecimal() for column in columns):
        return False
    columns[0], columns[1] = columns[1], columns[0]
    return True


@plant("box-text", "chart")
def exchange_two_rows(draft: Draft, rng: Random) -> bool:
    rows = draft.told[rng.choice(draft.exhibits("table"))["ref"]]["rows"]
    rows[0]["label"], rows[1]["label"] = rows[1]["label"], rows[0]["label"]
    return True


@plant("box-text")
def print_another_cell(draft: Draft, rng: Random) -> bool:
    ref = rng.choice(draft.exhibits("table"))["ref"]
    part = next(part for part in draft.trace["parts"] if part["ref"] == ref)
    x0, _, x1, y1 = part["boxes"][0]
    draft.reprint(part["page"], (x0 + 0.7 * (x1 - x0), y1 - 14, x1, y1 - 3), "7")
    return True


@plant("box-text")
def change_the_unit_of_a_table(draft: Draft, rng: Random) -> bool:
    tables = [draft.told[entry["ref"]] for entry in draft.exhibits("table") if draft.told[entry["ref"]]["unit"]]
    if tables:
        rng.choice(tables)["unit"] = "furlongs"
    return bool(tables)


# -- numbers, channels, places


@plant("copy")
def change_the_channel_of_a_fact(draft: Draft, rng: Random) -> bool:
    facts = draft.manifest["facts"]
    fact = rng.choice(sorted(facts))
    facts[fact]["channel"] = "both" if facts[fact]["channel"] != "both" else "chart"
    return True


@plant("copy", "leak")
def change_the_channel_of_an_exhibit(draft: Draft, rng: Random) -> bool:
    rng.choice(draft.exhibits(shown_only=True))["channel"] = "both"
    return True


@plant("copy", "chart-text")
def exchange_two_numbers(draft: Draft, rng: Random) -> bool:
    first, second = rng.sample(draft.exhibits("chart"), 2)
    first["number"], second["number"] = second["number"], first["number"]
    return True


@plant("chart-text")
def print_another_number(draft: Draft, rng: Random) -> bool:
    entry = rng.choice(draft.exhibits("chart"))
    box = next(part["boxes"][0] for part in draft.trace["parts"] if part["ref"] == entry["ref"])
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        found = document[entry["page"] - 1].search_for(f"{entry['number']}")
        labels = [rect for rect in document[entry["page"] - 1].search_for(f"Figure {entry['number']}")]
    near = [rect for rect in labels if abs(rect.y1 - box[1]) < 30 or (rect.x0 > box[2] and abs(rect.y0 - box[1]) < 30)]
    if not (found and near):
        return False
    draft.reprint(entry["page"], tuple(near[0]), f"Figure {entry['number'] + 1}")
    return True


@plant("pages", "narrative", "copy")
def move_a_paragraph_to_another_page(draft: Draft, rng: Random) -> bool:
    part = draft.part(rng, lambda part: part["kind"] == "paragraph")
    if part is not None:
        part["page"] += 1 if part["page"] < draft.row["num_pages"] else -1
    return part is not None


# -- texts


@plant("text")
def change_a_word_of_the_text(draft: Draft, rng: Random) -> bool:
    words = re.findall(r"\b[a-z]{6,}\b", draft.row["text"])
    word = rng.choice(words)
    for held in (draft.row, *draft.records):
        held["text"] = re.sub(rf"\b{word}\b", word[::-1], held["text"], count=1)
    return word != word[::-1]


@plant("text")
def exchange_two_lines_of_the_text(draft: Draft, rng: Random) -> bool:
    for held in (draft.row, *draft.records):
        lines = held["text"].split("\n")
        lines[40], lines[45] = lines[45], lines[40]
        held["text"] = "\n".join(lines)
    return True


@plant("layout")
def change_a_word_of_the_aligned_text(draft: Draft, rng: Random) -> bool:
    for held in (draft.row, *draft.records):
        held["layout_text"] = re.sub(r"\bthe\b", "a", held["layout_text"], count=1)
    return True


@plant("layout-order")
def turn_the_aligned_text_round(draft: Draft, rng: Random) -> bool:
    for held in (draft.row, *draft.records):
        pages = held["layout_text"].split("\f")
        pages[4] = "\n".join(reversed(pages[4].split("\n")))
        held["layout_text"] = "\f".join(pages)
    return True


@plant("copy")
def change_a_word_of_the_html(draft: Draft, rng: Random) -> bool:
    part = draft.part(rng, lambda part: part["kind"] == "paragraph" and len(part["text"]) > 80)
    if part is None:
        return False
    text = part["text"][20:60].replace("&", "&amp;")
    draft.html = draft.html.replace(text, text[::-1])
    return True


@plant("placeholder")
def leave_a_slot_on_the_page(draft: Draft, rng: Random) -> bool:
    draft.add_line(rng.randint(3, 8), "The matter was put to {entity} in writing.")
    return True


@plant("narrative")
def point_at_a_figure_that_is_not_there(draft: Draft, rng: Random) -> bool:
    part = draft.part(rng, lambda part: re.search(r"\b(?:Figure|Table) \d", part["text"]) is not None)
    if part is not None:
        draft.rewrite(part, re.sub(r"\b(Figure|Table) \d+", r"\1 97", part["text"]))
    return part is not None


# -- leaks


def _dataset(draft: Draft, entry: Json) -> str:
    return next(data["name"] for data in draft.manifest["datasets"] if data["id"] == entry["dataset"])


def _shown(draft: Draft, rng: Random, least: int) -> tuple[Json, str] | None:
    """Return a value with at least so many digits that an exhibit only shows."""
    options = []
    for entry in draft.exhibits(shown_only=True):
        decimals = next(data["decimals"] for data in draft.manifest["datasets"] if data["id"] == entry["dataset"])
        for fact in filter(None, entry["facts"]):
            text = f"{draft.manifest['facts'][fact]['value']:.{decimals}f}".lstrip("-")
            small = "." not in text and (int(text) <= 120 or 1900 <= int(text) <= 2100)
            if sum(character.isdigit() for character in text) >= least and not small:
                options.append((entry, text))
    return rng.choice(options) if options else None


@plant("leak")
def tell_a_value_in_digits(draft: Draft, rng: Random) -> bool:
    found = _shown(draft, rng, 3)
    if found:
        draft.add_line(rng.randint(3, 8), f"It came to {float(found[1]):,.{len(found[1].partition('.')[2])}f} at last.")
    return bool(found)


@plant("leak")
def tell_a_value_in_a_paragraph(draft: Draft, rng: Random) -> bool:
    found = _shown(draft, rng, 3)
    part = draft.part(rng, lambda part: part["kind"] == "paragraph" and len(part["text"]) > 200)
    if found and part:
        draft.rewrite(part, f"{part['text'][:-1]}, and {found[1]} in the end.")
    return bool(found and part)


_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@plant("leak")
def tell_a_value_in_words(draft: Draft, rng: Random) -> bool:
    found = _shown(draft, rng, 3)
    part = draft.part(rng, lambda part: part["kind"] == "paragraph" and len(part["text"]) > 200)
    if not found or not part or not re.fullmatch(r"[2-9][1-9]\.\d", found[1]):
        return False
    words = f"{_TENS[int(found[1][0])]}-{_ONES[int(found[1][1])]} point {_ONES[int(found[1][3])]}"
    draft.rewrite(part, f"{part['text'][:-1]}, and {words} in the end.")
    return True


@plant("leak")
def tell_about_a_value(draft: Draft, rng: Random) -> bool:
    found = _shown(draft, rng, 3)
    part = draft.part(rng, lambda part: part["kind"] == "paragraph" and len(part["text"]) > 200)
    if not found or not part or "." not in found[1] or float(found[1]) < 10:
        return False
    draft.rewrite(part, f"{part['text']} The {_dataset(draft, found[0])} was nearly {round(float(found[1]))} then.")
    return True


@plant("leak")
def tell_a_winner(draft: Draft, rng: Random) -> bool:
    entries = [entry for entry in draft.exhibits(shown_only=True) if not draft.keys(entry)[0][0].isdecimal()]
    part = draft.part(rng, lambda part: part["kind"] == "paragraph" and len(part["text"]) > 200)
    if not entries or not part:
        return False
    entry = rng.choice(entries)
    names = [key for key in draft.keys(entry)[0] if not re.search(r"\d", key)]
    if not names:
        return False
    draft.rewrite(part, f"{part['text']} Of {_dataset(draft, entry)} {names[0]} had the highest.")
    return True


@plant("leak")
def print_metadata(draft: Draft, rng: Random) -> bool:
    draft.add_line(rng.randint(3, 8), "colorEncoding single")
    return True


@plant("leak")
def let_a_paragraph_tell_a_hidden_fact(draft: Draft, rng: Random) -> bool:
    entry = rng.choice([entry for entry in draft.exhibits(shown_only=True) if not entry["terms"]])
    draft.manifest["told"][rng.choice(sorted(draft.manifest["told"]))].append(entry["facts"][0])
    return True


# -- numbers that are told


@plant("narrative")
def change_a_number_that_is_told(draft: Draft, rng: Random) -> bool:
    told = draft.manifest["told"]
    part = draft.part(rng, lambda part: part["ref"] in told and re.search(r"\d\d\.\d", part["text"]) is not None)
    if part is not None:
        draft.rewrite(part, re.sub(r"\b(\d)(\d\.\d+)", lambda found: f"{found[1]}77{found[2]}", part["text"], count=1))
    return part is not None


@plant("narrative")
def change_a_number_of_a_caption(draft: Draft, rng: Random) -> bool:
    part = draft.part(rng, lambda part: part["kind"] == "caption" and re.search(r"\d\.\d", part["text"]) is not None)
    if part is not None:
        draft.rewrite(part, re.sub(r"\d+\.(\d)", r"777.\1", part["text"], count=1))
    return part is not None


@plant("narrative")
def change_a_key_figure(draft: Draft, rng: Random) -> bool:
    figure = rng.choice(draft.manifest["key_figures"])
    figure["value"] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), figure["value"], count=1)
    return True


# -- columns that documents and questions share


@plant("copy")
def change_the_knobs_of_the_document(draft: Draft, rng: Random) -> bool:
    draft.row["knobs"]["style"] = "slate" if draft.row["knobs"]["style"] != "slate" else "signal"
    return True


@plant("copy")
def change_a_knob_everywhere(draft: Draft, rng: Random) -> bool:
    knob = rng.choice(("charts", "tables", "sections", "pages", "words"))
    for held in (draft.row, *draft.records):
        held["knobs"][knob] += 1
    return True


@plant("copy")
def change_the_topic(draft: Draft, rng: Random) -> bool:
    for record in draft.records:
        record["topic"] = record["knobs"]["topic"] = "hydroponics"
    return True


@plant("copy")
def change_the_layout(draft: Draft, rng: Random) -> bool:
    draft.manifest["layout"] = "academic" if draft.manifest["layout"] != "academic" else "magazine"
    return True


@plant("image-first", "image-drawn")
def exchange_two_images(draft: Draft, rng: Random) -> bool:
    page = draft.records[0]["evidence"][0]["page"]
    for record in draft.records:
        images = record["images"]
        images[0], images[page - 1] = images[page - 1], images[0]
    return bool(page > 1)


@plant("image-first")
def look_at_another_page_first(draft: Draft, rng: Random) -> bool:
    record = rng.choice(draft.records)
    record["image"] = record["images"][0]
    return bool(record["evidence"][0]["page"] > 1)
