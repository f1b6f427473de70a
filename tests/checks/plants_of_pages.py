"""Corruptions of what is shown of a page, and where: evidence, pictures, the PDF, texts."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Callable
from random import Random

import pymupdf
from drafts import Draft
from PIL import Image, ImageDraw, ImageOps
from planting import pick_shown, plant

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


def cut_stream(stream: str) -> str:
    return re.sub(r"..> Tj", "> Tj", stream)


def empty_stream(stream: str) -> str:
    return re.sub(r"<\w+> Tj", "", stream)


def whiten_stream(stream: str) -> str:
    return re.sub(r"\n0 g\n", "\n1 g\n", stream)


def draw_otherwise(draft: Draft, rng: Random, *, change: Callable[[str], str]) -> bool:
    """Draw a value of three characters or more in another way, and make pictures and texts of the new page."""
    path = pick_shown(draft, rng, 3)
    changed = path is not None and edit_drawn(draft, path, change)
    draft.draw_again()
    return changed


for name, (kind, change) in {
    "draw_another_value": ("box-text", swap_digits_of_stream),
    "draw_a_cut_value": ("box-text", cut_stream),
    "draw_nothing": ("box-text", empty_stream),
    "draw_in_white": ("ink", whiten_stream),
}.items():
    plant(kind, name)(functools.partial(draw_otherwise, change=change))


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


def store(draft: Draft, rng: Random, *, shown: bool) -> bool:
    """Store another value in a form field than it draws."""
    paths = sorted(draft.shown) if shown else draft.nulls
    if not paths:
        return False
    with pymupdf.open(stream=draft.pdf, filetype="pdf") as document:
        widget = find_widget(document[0], draft.widget(rng.choice(paths))["rect"])
        document.xref_set_key(widget.xref, "V", pymupdf.get_pdf_str("Nash"))
        draft.pdf = document.tobytes(no_new_id=True)
    draft.row["pdf"]["bytes"] = draft.pdf
    return True


plant("stored", "store_another_value")(functools.partial(store, shown=True))
plant("stored", "store_a_value_in_a_null")(functools.partial(store, shown=False))


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


def drop_line(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[rng.choice([i for i, line in enumerate(lines) if line.strip()])]
    return "".join(lines)


def change_text(draft: Draft, rng: Random, *, column: str, change: Callable[[str, Random], str]) -> bool:
    draft.set_text(column, change(draft.record[column], rng))
    return True


for kind, column in (("text", "text"), ("layout", "layout_text")):
    for change in (change_letter, drop_line):
        plant(kind, f"{change.__name__}_of_{column}")(functools.partial(change_text, column=column, change=change))


@plant("text")
def join_two_words_of_the_text(draft: Draft, rng: Random) -> bool:
    draft.set_text("text", re.sub(r"(\w) (\w)", r"\1\2", draft.record["text"], count=1))
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
