"""Ways to spoil a document, each with the kind of violation that must come of it.

A plant changes a draft and returns True, or returns False where the document has nothing to plant it in. Whatever
repeats what it changes is changed as well, so that only a look at the page, or at the other side of a promise, can find
it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pymupdf
from drafts import Draft, set_in
from PIL import Image, ImageDraw, ImageOps

from dataset_builder.trees import format_path, parse_path

Plant = Callable[[Draft, Random], bool]

PLANTS: dict[str, tuple[str, Plant]] = {}
"""Expected kind and plant by name."""


def plant(kind: str) -> Callable[[Plant], Plant]:
    """Enter a plant under its name."""

    def enter(function: Plant) -> Plant:
        PLANTS[function.__name__] = (kind, function)
        return function

    return enter


def pick_shown(draft: Draft, rng: Random, least: int = 1) -> str | None:
    """Return a path whose value has at least that many characters."""
    paths = [path for path, value in draft.shown.items() if len(value) >= least]
    return rng.choice(paths) if paths else None


# -- the truth says something else than the page


@plant("box-text")
def swap_two_values(draft: Draft, rng: Random) -> bool:
    first, second = rng.sample(sorted(draft.shown), 2)
    a, b = draft.shown[first], draft.shown[second]
    draft.set_value(first, b)
    draft.set_value(second, a)
    return a != b


@plant("box-text")
def cut_a_value(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 3)
    if path:
        draft.set_value(path, draft.shown[path][:-1])
    return bool(path)


@plant("box-text")
def change_a_character(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng)
    value = draft.shown[path or ""]
    position = rng.randrange(len(value))
    draft.set_value(path or "", f"{value[:position]}{'7' if value[position] != '7' else '1'}{value[position + 1 :]}")
    return True


@plant("box-text")
def swap_two_characters(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 4)
    if not path:
        return False
    value = draft.shown[path]
    places = [i for i in range(len(value) - 1) if value[i] != value[i + 1] and " " not in value[i : i + 2]]
    if not places:
        return False
    i = rng.choice(places)
    draft.set_value(path, value[:i] + value[i + 1] + value[i] + value[i + 2 :])
    return True


@plant("box-text")
def add_a_word(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng)
    draft.set_value(path or "", f"{draft.shown[path or '']} Jr")
    return True


@plant("evidence")
def fill_a_null(draft: Draft, rng: Random) -> bool:
    if draft.nulls:
        draft.set_value(rng.choice(draft.nulls), "Nash")
        return True
    return False


@plant("box-text")
def fill_a_null_and_give_it_its_box(draft: Draft, rng: Random) -> bool:
    if not draft.nulls:
        return False
    path = rng.choice(draft.nulls)
    draft.set_value(path, "Nash")
    widget = draft.widget(path)
    draft.record["evidence"].append({"page": 1, "bbox": widget["rect"], "kind": "field", "ref": path})
    return True


@plant("evidence")
def empty_a_value(draft: Draft, rng: Random) -> bool:
    draft.set_value(rng.choice(sorted(draft.shown)), None)
    return True


@plant("null-filled")
def empty_a_value_and_take_its_box(draft: Draft, rng: Random) -> bool:
    path = rng.choice(sorted(draft.shown))
    draft.record["evidence"].remove(draft.box(path))
    draft.set_value(path, None)
    return True


@plant("answer")
def change_the_answer_alone(draft: Draft, rng: Random) -> bool:
    answer = draft.record["answer"]
    value = draft.shown[pick_shown(draft, rng, 3) or ""]
    draft.record["answer"] = answer.replace(value, value[::-1] + "x")
    return draft.record["answer"] != answer


@plant("copy")
def change_the_manifest_alone(draft: Draft, rng: Random) -> bool:
    set_in(draft.row["manifest"]["truth"], rng.choice(sorted(draft.shown)), "another")
    return True


# -- tables


def find_rows(draft: Draft) -> dict[tuple[str, int], dict[str, str]]:
    """Return the paths of the shown values of each row of each table, by column."""
    rows: dict[tuple[str, int], dict[str, str]] = {}
    for path in draft.shown:
        steps = parse_path(path)
        if len(steps) >= 3 and isinstance(steps[1], int):
            rows.setdefault((str(steps[0]), steps[1]), {})[format_path(steps[2:])] = path
    return rows


def exchange(draft: Draft, pairs: list[tuple[str, str]], *, boxes: bool) -> None:
    """Exchange the values of pairs of paths, and their boxes and widgets if asked to."""
    for first, second in pairs:
        a, b = draft.shown[first], draft.shown[second]
        if boxes:
            one, other = draft.box(first), draft.box(second)
            one["ref"], other["ref"] = second, first
            traced, others = draft.widget(first), draft.widget(second)
            traced["path"], others["path"] = second, first
        draft.set_value(first, b)
        draft.set_value(second, a)


def pair_rows(draft: Draft, rng: Random) -> list[tuple[str, str]]:
    """Return paths of two rows of a table, column by column, where both show something different."""
    rows = find_rows(draft)
    choices = [
        [(columns[name], rows[table, other][name]) for name in columns if name in rows[table, other]]
        for (table, row), columns in rows.items()
        for other in range(row + 1, row + 3)
        if (table, other) in rows
    ]
    choices = [[pair for pair in pairs if draft.shown[pair[0]] != draft.shown[pair[1]]] for pairs in choices]
    choices = [pairs for pairs in choices if pairs]
    return rng.choice(choices) if choices else []


@plant("box-text")
def swap_two_rows(draft: Draft, rng: Random) -> bool:
    pairs = pair_rows(draft, rng)
    exchange(draft, pairs, boxes=False)
    return bool(pairs)


@plant("rows")
def swap_two_rows_with_their_boxes(draft: Draft, rng: Random) -> bool:
    pairs = pair_rows(draft, rng)
    exchange(draft, pairs, boxes=True)
    return bool(pairs)


@plant("rows")
def swap_two_columns_of_a_row_with_their_boxes(draft: Draft, rng: Random) -> bool:
    tables: dict[str, list[dict[str, str]]] = {}
    for (table, _), columns in find_rows(draft).items():
        tables.setdefault(table, []).append(columns)
    for rows in tables.values():
        shared = sorted(set(rows[0]).intersection(*rows[1:2]))
        if len(rows) > 1 and len(shared) > 1:
            first, second = rng.sample(shared, 2)
            exchange(draft, [(rows[0][first], rows[0][second])], boxes=True)
            return True
    return False


@plant("box-text")
def push_values_down_a_row(draft: Draft, rng: Random) -> bool:
    pairs = pair_rows(draft, rng)
    for first, second in pairs:
        draft.set_value(second, draft.shown[first])
    return bool(pairs)


# -- the schema


def schema_leaves(draft: Draft) -> list[tuple[dict[str, Any], str]]:
    """Return (properties, name) of every leaf of the schema."""
    schema = draft.record["schema"]
    objects = [schema, *schema.get("$defs", {}).values()]
    return [
        (node["properties"], name)
        for node in objects
        for name, leaf in node["properties"].items()
        if leaf.get("type") == "string"
    ]


def leaf_of(draft: Draft, path: str) -> dict[str, Any]:
    """Return the schema of one leaf."""
    schema = draft.record["schema"]
    node = schema
    for step in parse_path(path):
        while "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        node = node["items"] if isinstance(step, int) else node["properties"][step]
    leaf: dict[str, Any] = node
    return leaf


@plant("type")
def change_a_type(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[name]["type"] = rng.choice(("integer", "number", "boolean"))
    draft.tell_schema()
    return True


@plant("path")
def rename_a_property(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[f"{name}_line"] = properties.pop(name)
    draft.tell_schema()
    return True


@plant("path")
def drop_a_property(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    del properties[name]
    draft.tell_schema()
    return True


@plant("path")
def add_a_property(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[f"second_{name}"] = dict(properties[name])
    draft.tell_schema()
    return True


@plant("path")
def rename_a_path_of_the_truth(draft: Draft, rng: Random) -> bool:
    paths = [path for path in sorted(draft.shown) if not path.endswith("]")]
    if not paths:
        return False
    path = rng.choice(paths)
    *steps, last = parse_path(path)
    node: Any = draft.truth
    for step in steps:
        node = node[step]
    node[f"{last}_line"] = node.pop(last)
    draft.box(path)["ref"] = f"{path}_line"
    draft.widget(path)["path"] = f"{path}_line"
    draft.tell_truth()
    return True


@plant("path")
def drop_a_path_of_the_program(draft: Draft, rng: Random) -> bool:
    del draft.record["program"]["fields"][rng.choice(sorted(draft.shown))]
    return True


@plant("path")
def exclude_what_is_no_path(draft: Draft, rng: Random) -> bool:
    draft.record["excluded_fields"] = [f"{rng.choice(sorted(draft.shown))}_line"]
    return True


@plant("limit")
def tighten_a_length(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 2)
    leaf_of(draft, path or "")["maxLength"] = len(draft.shown[path or ""]) - 1
    draft.tell_schema()
    return True


@plant("limit")
def offer_other_choices(draft: Draft, rng: Random) -> bool:
    leaf_of(draft, rng.choice(sorted(draft.shown)))["enum"] = ["North", "South"]
    draft.tell_schema()
    return True


@plant("schema")
def drop_a_description(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    del properties[name]["description"]
    draft.tell_schema()
    return True


@plant("schema")
def break_a_limit(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[name]["maxLength"] = -1
    draft.tell_schema()
    return True


@plant("copy")
def describe_a_property_otherwise_in_the_record_alone(draft: Draft, rng: Random) -> bool:
    properties, name = rng.choice(schema_leaves(draft))
    properties[name]["description"] += " (again)"
    return True


@plant("split")
def file_under_another_split(draft: Draft, rng: Random) -> bool:
    others = [split for split in ("flat", "nested", "table") if split != draft.document.split]
    draft.document = replace(draft.document, split=rng.choice(others))
    return True


@plant("split")
def name_another_category(draft: Draft, rng: Random) -> bool:
    draft.record["category"] = rng.choice([s for s in ("flat", "nested", "table") if s != draft.record["category"]])
    return True


@plant("knobs")
def miscount_something(draft: Draft, rng: Random) -> bool:
    knob = rng.choice(("fields", "filled", "depth", "tables", "rows", "columns"))
    draft.record["knobs"][knob] += 1
    draft.row["knobs"][knob] += 1
    return True


# -- evidence


@plant("box-text")
def move_a_box(draft: Draft, rng: Random) -> bool:
    path = rng.choice(sorted(draft.shown))
    box = draft.box(path)
    x0, y0, x1, y1 = box["bbox"]
    shift = (y1 - y0) * rng.choice((-1, 1)) * 1.5
    box["bbox"] = [x0, y0 + shift, x1, y1 + shift]
    draft.widget(path)["rect"] = box["bbox"]
    return y0 + shift > 0 and y1 + shift < 780


@plant("box-text")
def narrow_a_box(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 6)
    if path:
        x0, y0, x1, y1 = draft.box(path)["bbox"]
        draft.box(path)["bbox"] = [x0, y0, x0 + min(12.0, (x1 - x0) / 8), y1]
    return bool(path)


@plant("box-text")
def widen_a_box_to_the_page(draft: Draft, rng: Random) -> bool:
    draft.box(rng.choice(sorted(draft.shown)))["bbox"] = [0.0, 0.0, 590.0, 780.0]
    return True


@plant("box-text")
def swap_two_boxes(draft: Draft, rng: Random) -> bool:
    first, second = rng.sample(sorted(draft.shown), 2)
    one, other = draft.box(first), draft.box(second)
    one["ref"], other["ref"] = second, first
    return draft.shown[first] != draft.shown[second]


@plant("evidence")
def take_a_box(draft: Draft, rng: Random) -> bool:
    draft.record["evidence"].remove(draft.box(rng.choice(sorted(draft.shown))))
    return True


@plant("evidence")
def double_a_box(draft: Draft, rng: Random) -> bool:
    draft.record["evidence"].append(dict(draft.box(rng.choice(sorted(draft.shown)))))
    return True


@plant("evidence")
def rename_a_ref(draft: Draft, rng: Random) -> bool:
    draft.box(rng.choice(sorted(draft.shown)))["ref"] += "_line"
    return True


@plant("evidence")
def give_a_null_a_box(draft: Draft, rng: Random) -> bool:
    if not draft.nulls:
        return False
    path = rng.choice(draft.nulls)
    rect = draft.widget(path)["rect"]
    draft.record["evidence"].append({"page": 1, "bbox": rect, "kind": "field", "ref": path})
    return True


@plant("box")
def put_a_box_on_another_page(draft: Draft, rng: Random) -> bool:
    draft.box(rng.choice(sorted(draft.shown)))["page"] = rng.choice((0, 2, 7))
    return True


@plant("box")
def put_a_box_off_the_page(draft: Draft, rng: Random) -> bool:
    box = draft.box(rng.choice(sorted(draft.shown)))
    box["bbox"] = [side + 2000 for side in box["bbox"]]
    return True


@plant("box")
def turn_a_box_inside_out(draft: Draft, rng: Random) -> bool:
    box = draft.box(rng.choice(sorted(draft.shown)))
    x0, y0, x1, y1 = box["bbox"]
    box["bbox"] = [x1, y1, x0, y0]
    return True


# -- pictures


def edit_picture(draft: Draft, change: Callable[[Image.Image], Image.Image]) -> None:
    """Put a changed page image in both of its places."""
    picture = Image.open(io.BytesIO(draft.record["image"]["bytes"]))
    out = io.BytesIO()
    change(picture).save(out, "png")
    draft.set_images(out.getvalue())


def whiten(box: list[float]) -> Callable[[Image.Image], Image.Image]:
    """Return a change that paints a box (points) white."""

    def change(picture: Image.Image) -> Image.Image:
        ImageDraw.Draw(picture).rectangle([side * 200 / 72 for side in box], fill="white")
        return picture

    return change


@plant("ink")
def whiten_a_value(draft: Draft, rng: Random) -> bool:
    edit_picture(draft, whiten(draft.box(rng.choice(sorted(draft.shown)))["bbox"]))
    return True


@plant("image-drawn")
def whiten_some_print(draft: Draft, rng: Random) -> bool:
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        words = document[0].get_text("words")
    edit_picture(draft, whiten(list(rng.choice(words)[:4])))
    return True


@plant("image-drawn")
def change_a_pixel(draft: Draft, rng: Random) -> bool:
    place = rng.randrange(1000), rng.randrange(1000)

    def change(picture: Image.Image) -> Image.Image:
        red, green, blue = picture.getpixel(place)
        picture.putpixel(place, (red ^ 128, green, blue))
        return picture

    edit_picture(draft, change)
    return True


@plant("image-drawn")
def turn_the_page_upside_down(draft: Draft, rng: Random) -> bool:
    edit_picture(draft, lambda picture: picture.rotate(180))
    return True


@plant("image-drawn")
def shrink_the_page_instead_of_drawing_it(draft: Draft, rng: Random) -> bool:
    size = Image.open(io.BytesIO(draft.record["image_50dpi"]["bytes"])).size
    out = io.BytesIO()
    Image.open(io.BytesIO(draft.record["image"]["bytes"])).resize(size).save(out, "png")
    draft.record["image_50dpi"] = {"bytes": out.getvalue(), "path": None}
    return True


@plant("image-size")
def store_another_resolution(draft: Draft, rng: Random) -> bool:
    factor = rng.choice((0.5, 0.75, 1.2))
    edit_picture(draft, lambda picture: picture.resize((int(picture.width * factor), int(picture.height * factor))))
    return True


@plant("image-size")
def store_grey(draft: Draft, rng: Random) -> bool:
    edit_picture(draft, ImageOps.grayscale)
    return True


@plant("image-first")
def show_another_picture_first(draft: Draft, rng: Random) -> bool:
    draft.record["image"] = dict(draft.record["image_50dpi"])
    return True


@plant("unreadable")
def cut_a_picture_short(draft: Draft, rng: Random) -> bool:
    content = draft.record["image"]["bytes"]
    draft.set_images(content[: len(content) // 2])
    return True


@plant("pages")
def store_a_page_twice(draft: Draft, rng: Random) -> bool:
    draft.record["images"] = draft.record["images"] * 2
    return True


@plant("pages")
def miscount_the_pages(draft: Draft, rng: Random) -> bool:
    draft.record["num_pages"] = draft.row["num_pages"] = 2
    return True


# -- the page says something else than the truth


def find_widget(page: pymupdf.Page, rect: list[float]) -> pymupdf.Widget:
    """Return the form field that stands at a box of the page as it is displayed."""

    def stands_there(widget: pymupdf.Widget) -> bool:
        return all(abs(a - b) < 0.5 for a, b in zip(widget.rect * page.rotation_matrix, rect, strict=True))

    return next(filter(stands_there, page.widgets()))


def edit_drawn(draft: Draft, path: str, change: Callable[[str], str]) -> bool:
    """Change the appearance stream of the field that stands at a path's box; return whether there was one to change."""
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        page = document[0]
        widget = find_widget(page, draft.box(path)["bbox"])
        kind, stream = document.xref_get_key(widget.xref, "AP/N")
        if kind != "xref":
            return False
        xref = int(stream.split()[0])
        before = document.xref_stream(xref).decode("ascii")
        after = change(before)
        document.update_stream(xref, after.encode("ascii"))
        draft.pdf = document.tobytes(no_new_id=True)
    return before != after


def swap_digits_of_stream(stream: str) -> str:
    """Exchange the first two different characters of the first drawn string."""
    found = re.search(r"<([0-9a-f]+)> Tj", stream)
    codes = re.findall("..", found[1]) if found else []
    other = next((i for i, code in enumerate(codes) if code != codes[0]), 0)
    if not found or not other:
        return stream
    codes[0], codes[other] = codes[other], codes[0]
    return stream[: found.start(1)] + "".join(codes) + stream[found.end(1) :]


@plant("box-text")
def draw_another_value(draft: Draft, rng: Random) -> bool:
    path = rng.choice(sorted(draft.shown))
    changed = edit_drawn(draft, path, swap_digits_of_stream)
    draft.draw_again()
    return changed


@plant("box-text")
def draw_a_cut_value(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng, 3)
    changed = edit_drawn(draft, path or "", lambda stream: re.sub(r"..> Tj", "> Tj", stream))
    draft.draw_again()
    return changed


@plant("box-text")
def draw_nothing(draft: Draft, rng: Random) -> bool:
    changed = edit_drawn(draft, rng.choice(sorted(draft.shown)), lambda stream: re.sub(r"<\w+> Tj", "", stream))
    draft.draw_again()
    return changed


@plant("ink")
def draw_in_white(draft: Draft, rng: Random) -> bool:
    path = rng.choice(sorted(draft.shown))
    changed = edit_drawn(draft, path, lambda stream: re.sub(r"\n0 g\n", "\n1 g\n", stream))
    draft.draw_again()
    return changed


@plant("placeholder")
def leave_a_placeholder(draft: Draft, rng: Random) -> bool:
    path = pick_shown(draft, rng)
    code = b"TXT_007".hex()
    changed = edit_drawn(draft, path or "", lambda stream: re.sub(r"<\w+> Tj", f"<{code}> Tj", stream, count=1))
    draft.draw_again()
    draft.set_value(path or "", "TXT_007")
    return changed


@plant("text")
def change_the_pdf_alone(draft: Draft, rng: Random) -> bool:
    changed = edit_drawn(draft, rng.choice(sorted(draft.shown)), swap_digits_of_stream)
    draft.row["pdf"]["bytes"] = draft.pdf
    return changed


@plant("null-filled")
def draw_into_a_null(draft: Draft, rng: Random) -> bool:
    texts = [path for path in draft.nulls if draft.widget(path)["type"] == "text"]
    if not texts:
        return False
    rect = draft.widget(rng.choice(texts))["rect"]
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        page = document[0]
        widget = find_widget(page, rect)
        widget.field_value = "7"
        widget.update()
        draft.pdf = document.tobytes(no_new_id=True)
    draft.draw_again()
    return True


@plant("stored")
def store_another_value(draft: Draft, rng: Random) -> bool:
    rect = draft.box(rng.choice(sorted(draft.shown)))["bbox"]
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        page = document[0]
        widget = find_widget(page, rect)
        document.xref_set_key(widget.xref, "V", pymupdf.get_pdf_str("Nash"))
        draft.pdf = document.tobytes(no_new_id=True)
    draft.row["pdf"]["bytes"] = draft.pdf
    return True


@plant("stored")
def store_a_value_in_a_null(draft: Draft, rng: Random) -> bool:
    if not draft.nulls:
        return False
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        widget = find_widget(document[0], draft.widget(rng.choice(draft.nulls))["rect"])
        document.xref_set_key(widget.xref, "V", pymupdf.get_pdf_str("Nash"))
        draft.pdf = document.tobytes(no_new_id=True)
    draft.row["pdf"]["bytes"] = draft.pdf
    return True


@plant("unreadable")
def cut_the_pdf_short(draft: Draft, rng: Random) -> bool:
    draft.pdf = draft.pdf[:100]
    return True


@plant("copy")
def keep_another_pdf_in_the_documents_config(draft: Draft, rng: Random) -> bool:
    draft.row["pdf"]["bytes"] += b"\n"
    return True


# -- texts


def change_letter(text: str, rng: Random) -> str:
    places = [i for i, letter in enumerate(text) if letter.isalnum()]
    i = rng.choice(places)
    return f"{text[:i]}{'q' if text[i] != 'q' else 'k'}{text[i + 1 :]}"


@plant("text")
def change_a_letter_of_the_text(draft: Draft, rng: Random) -> bool:
    draft.set_text("text", change_letter(draft.record["text"], rng))
    return True


@plant("text")
def drop_a_line_of_the_text(draft: Draft, rng: Random) -> bool:
    lines = draft.record["text"].splitlines(keepends=True)
    del lines[rng.choice([i for i, line in enumerate(lines) if line.strip()])]
    draft.set_text("text", "".join(lines))
    return True


@plant("text")
def join_two_words_of_the_text(draft: Draft, rng: Random) -> bool:
    draft.set_text("text", re.sub(r"(\w) (\w)", r"\1\2", draft.record["text"], count=1))
    return True


@plant("layout")
def change_a_letter_of_the_layout(draft: Draft, rng: Random) -> bool:
    draft.set_text("layout_text", change_letter(draft.record["layout_text"], rng))
    return True


@plant("layout")
def drop_a_line_of_the_layout(draft: Draft, rng: Random) -> bool:
    lines = draft.record["layout_text"].splitlines(keepends=True)
    del lines[rng.choice([i for i, line in enumerate(lines) if line.strip()])]
    draft.set_text("layout_text", "".join(lines))
    return True


@plant("layout")
def take_a_value_apart_in_the_layout(draft: Draft, rng: Random) -> bool:
    values = [value for value in draft.shown.values() if len(value) > 3 and value in draft.record["layout_text"]]
    if not values:
        return False
    value = rng.choice(values)
    draft.set_text("layout_text", draft.record["layout_text"].replace(value, f"{value[:2]} {value[2:]}"))
    return True


@plant("layout-order")
def swap_two_lines_of_the_layout(draft: Draft, rng: Random) -> bool:
    lines = draft.record["layout_text"].split("\n")
    first, second = sorted(rng.sample([i for i, line in enumerate(lines) if len(line.strip()) > 8], 2))
    lines[first], lines[second] = lines[second], lines[first]
    draft.set_text("layout_text", "\n".join(lines))
    return True


@plant("copy")
def change_the_text_of_the_record_alone(draft: Draft, rng: Random) -> bool:
    draft.record["text"] = change_letter(draft.record["text"], rng)
    return True


# -- the row


@plant("id")
def give_an_id_of_another_form(draft: Draft, rng: Random) -> bool:
    draft.record["id"] = rng.choice(("forms-00001", "form-1-00001-0", f"{draft.record['id']}-x"))
    return True


@plant("id")
def name_another_document(draft: Draft, rng: Random) -> bool:
    draft.record["doc_id"] = "forms-1-99999"
    return True


@plant("value")
def name_another_metric(draft: Draft, rng: Random) -> bool:
    draft.record["metric"] = rng.choice(("exact", "anls"))
    return True


@plant("value")
def name_an_unknown_level(draft: Draft, rng: Random) -> bool:
    draft.record["level"] = "L9"
    return True


@plant("knobs")
def name_another_level(draft: Draft, rng: Random) -> bool:
    draft.record["level"] = rng.choice([f"L{level}" for level in range(1, 6) if f"L{level}" != draft.record["level"]])
    return True


@plant("wrong-answer")
def call_the_answer_wrong(draft: Draft, rng: Random) -> bool:
    rng.choice(draft.record["wrong_answers"])["answer"] = draft.record["answer"]
    return True


@plant("wrong-answer")
def tell_a_wrong_answer_twice(draft: Draft, rng: Random) -> bool:
    draft.record["wrong_answers"].append(rng.choice(draft.record["wrong_answers"]))
    return True


@plant("value")
def drop_the_question(draft: Draft, rng: Random) -> bool:
    draft.record["question"] = rng.choice((None, ""))
    return True


@plant("value")
def name_another_pdf(draft: Draft, rng: Random) -> bool:
    draft.record["pdf_path"] = draft.record["pdf_path"].replace("documents/", "pdf/")
    return True


# -- the trace


@plant("trace")
def tell_another_value_in_the_trace(draft: Draft, rng: Random) -> bool:
    draft.widget(rng.choice(sorted(draft.shown)))["value"] += "."
    return True


@plant("trace")
def tell_another_box_in_the_trace(draft: Draft, rng: Random) -> bool:
    widget = draft.widget(rng.choice(sorted(draft.shown)))
    widget["rect"] = [side + 3 for side in widget["rect"]]
    return True


@plant("trace")
def drop_a_widget_of_the_trace(draft: Draft, rng: Random) -> bool:
    draft.trace["widgets"].remove(rng.choice(draft.trace["widgets"]))
    return True


# -- names exchanged everywhere, so that all files agree with each other and with the page's values


def same_object(draft: Draft) -> list[tuple[str, str]]:
    """Return pairs of shown values that stand in one object, in no list, and have a line of print as their caption."""
    lines = [line.strip(" :.*") for line in draft.record["text"].splitlines()]
    groups: dict[str, list[str]] = {}
    for path in sorted(draft.shown):
        caption = re.sub(r" \([^()]*\)$", "", leaf_of(draft, path)["description"])
        if "[" not in path and sum(line.endswith(caption) for line in lines) == 1:
            groups.setdefault(path.rpartition(".")[0], []).append(path)
    return [(group[0], group[-1]) for group in groups.values() if len(group) > 1]


@plant("caption")
def exchange_two_names(draft: Draft, rng: Random) -> bool:
    pairs = same_object(draft)
    if pairs:
        exchange(draft, [rng.choice(pairs)], boxes=True)
    return bool(pairs)


@plant("caption")
def exchange_two_columns(draft: Draft, rng: Random) -> bool:
    rows = find_rows(draft)
    table = next((table for table, row in rows if row == 0 and len(rows[table, row]) > 2), None)
    if table is None:
        return False
    names = sorted(rows[table, 0], key=lambda name: draft.box(rows[table, 0][name])["bbox"])
    first, second = names[0], names[-1]
    held = [columns for (name, _), columns in rows.items() if name == table]
    exchange(draft, [(c[first], c[second]) for c in held if first in c and second in c], boxes=True)
    return True
