"""What is drawn in the evidence boxes of a form, compared with the truth; and whether tables stand as tables."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pymupdf
from PIL import Image, ImageChops, ImageStat

from dataset_builder.checks.documents import Form
from dataset_builder.checks.drawn import Box, Character, DrawnPage, holds, lines_of, squeeze
from dataset_builder.checks.pictures import open_picture, scan_angles, straighten
from dataset_builder.checks.violations import Violation, violation
from dataset_builder.trees import format_path, parse_path

Place = tuple[int, Box]
"""A page number and a box on it."""

_CONTRAST = 40
"""Grey levels by which a visible character stands out."""

_STEADY = 9.0
"""Points by which the columns of a row may differ in their step from the row before."""

_UNEVEN = 0.08
"""Share of that step by which they may differ where it is more."""


def check_evidence(form: Form) -> Iterator[Violation]:
    """Yield leaves without exactly one box, boxes that are nowhere, and boxes in which something else is drawn."""
    refs = [box["ref"] for box in form.record["evidence"]]
    for path in form.shown:
        if refs.count(path) != 1:
            yield violation("evidence", form.id, path, "one box", f"{refs.count(path)} boxes")
    for box in form.record["evidence"]:
        path = box["ref"]
        if path not in form.leaves:
            yield violation("evidence", form.id, path, "a path of the truth")
        elif form.leaves[path] is None:
            yield violation("evidence", form.id, path, "no box, since the truth is null", box["bbox"])
        if not 1 <= box["page"] <= len(form.pages):
            yield violation("box", form.id, path, f"a page of 1 to {len(form.pages)}", box["page"])
            continue
        page = form.pages[box["page"] - 1]
        if not _inside(box["bbox"], page):
            yield violation("box", form.id, path, f"within {page.width:g} by {page.height:g} points", box["bbox"])
        elif form.leaves.get(path) is not None:
            yield from _check_text(form, path, page, tuple(box["bbox"]))
    yield from _check_overlaps(form)
    yield from check_rows(form.id, places_of(form))


def places_of(form: Form) -> dict[str, Place]:
    """Return where each value stands; boxes off the pages, and all but the first of a path, are left out."""
    places: dict[str, Place] = {}
    for box in form.record["evidence"]:
        if 1 <= box["page"] <= len(form.pages):
            places.setdefault(box["ref"], (box["page"], tuple(box["bbox"])))
    return places


def drawn_lines(page: DrawnPage, box: Box) -> tuple[str, ...]:
    """Return the lines that form fields draw in a box."""
    return lines_of(character for character in page.filled if holds(box, character))


def _inside(box: Sequence[float], page: DrawnPage) -> bool:
    x0, y0, x1, y1 = box
    return -1 <= x0 < x1 <= page.width + 1 and -1 <= y0 < y1 <= page.height + 1


def _check_text(form: Form, path: str, page: DrawnPage, box: Box) -> Iterator[Violation]:
    value, lines = form.leaves[path], drawn_lines(page, box)
    control = page.control_at(box)
    if control is not None and control.cells:
        same = squeeze("".join(lines)) == squeeze(str(value))
    else:
        same = " ".join(lines) == value
    if not same:
        yield violation("box-text", form.id, path, value, " ".join(lines))


def _check_overlaps(form: Form) -> Iterator[Violation]:
    """Yield pairs of boxes that share over half of the smaller one: a value has a place of its own."""
    places = list(places_of(form).items())
    for position, (path, (number, box)) in enumerate(places):
        for other, (other_number, other_box) in places[position + 1 :]:
            if number == other_number and _overlap(box, other_box, 0) > 0.5 and _overlap(box, other_box, 1) > 0.5:
                yield violation("box", form.id, path, "a box of its own", f"over the box of {other}")


def _overlap(first: Box, second: Box, axis: int) -> float:
    """Return the share of the shorter side that two boxes have in common along an axis (0 across, 1 down)."""
    shared = min(first[axis + 2], second[axis + 2]) - max(first[axis], second[axis])
    shorter = min(first[axis + 2] - first[axis], second[axis + 2] - second[axis])
    return shared / shorter if shorter > 0 else 0.0


def check_rows(name: str, places: Mapping[str, Place]) -> Iterator[Violation]:
    """Yield columns of tables whose boxes do not follow the rows.

    From one row to the next a column goes down on the page and stays in line, or goes on at the same height or
    higher up to the right, or on a later page. A list of one column may also run on over lines as text does.
    """
    columns = table_columns(places)
    widths = Counter(column.rpartition("[]")[0] for column in columns)
    for column, rows in columns.items():
        running = widths[column.rpartition("[]")[0]] == 1
        ordered = sorted(rows.items())
        for (row, (number, box)), (following, (next_number, next_box)) in pairwise(ordered):
            if next_number > number:
                continue
            what = f"{column}, rows {row} and {following}"
            below = (next_box[1] + next_box[3]) / 2 > box[3] - (box[3] - box[1]) * 0.25
            beside = next_box[0] >= box[2] - 1
            if next_number < number or not (below or beside):
                yield violation("rows", name, what, "the later row below or to the right", [*next_box])
            elif below and _overlap(box, next_box, 0) < 0.5 and not (running and next_box[0] < box[0]):
                yield violation("rows", name, what, "boxes in line", [*next_box])
    yield from _check_shifts(name, places)


def _check_shifts(name: str, places: Mapping[str, Place]) -> Iterator[Violation]:
    """Yield cells that do not stand where the rest of their row does, by the row before it.

    Between two rows of a table all columns move by about the same step, also where a row fills a block of lines; the
    higher the block, the less even real forms are.
    """
    steps: dict[tuple[str, int, int], dict[str, tuple[float, float]]] = defaultdict(dict)
    for column, rows in table_columns(places).items():
        for (row, (number, box)), (following, (next_number, next_box)) in pairwise(sorted(rows.items())):
            if number == next_number:
                step = next_box[0] - box[0], next_box[1] - box[1]
                steps[column.rpartition("[]")[0], row, following][column] = step
    for (table, row, following), columns in steps.items():
        across, down = (statistics.median(step[axis] for step in columns.values()) for axis in (0, 1))
        for column, (x, y) in columns.items():
            if abs(x - across) > _STEADY or abs(y - down) > max(_STEADY, _UNEVEN * abs(down)):
                what = f"{column}, rows {row} and {following} of {table}"
                yield violation(
                    "rows", name, what, f"a step of about ({across:.1f}, {down:.1f}) points", (round(x, 1), round(y, 1))
                )


def table_columns(values: Mapping[str, Any]) -> dict[str, dict[int, Any]]:
    """Return what stands in each column of each list, by row.

    >>> table_columns({"a": 0, "rows[0].b": 1, "rows[1].b": 2, "names[0]": 3})
    {'rows[].b': {0: 1, 1: 2}, 'names[]': {0: 3}}
    """
    columns: dict[str, dict[int, Any]] = defaultdict(dict)
    for path, value in values.items():
        try:
            steps = parse_path(path)
        except ValueError:
            continue
        for position, step in enumerate(steps):
            if isinstance(step, int):
                rest = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in steps[position + 1 :])
                columns[f"{format_path(steps[:position])}[]{rest}"][step] = value
    return dict(columns)


def check_ink(form: Form, pdf: bytes) -> Iterator[Violation]:
    """Yield values of which a character leaves no mark in the stored page image.

    A mark stands out from what is around it, and is not there on the page without form fields.

    Args:
        form: what is checked.
        pdf: the document.
    """
    places, angles = places_of(form), scan_angles(form.record)
    with pymupdf.open(stream=pdf, filetype="pdf") as bare:
        for page in form.pages:
            bare.xref_set_key(bare.page_xref(page.number - 1), "Annots", "[]")
            content = form.record["images"][page.number - 1]["bytes"]
            angle = angles[page.number - 1] if page.number <= len(angles) else 0.0
            picture = (straighten(content, angle) if angle else open_picture(content)).convert("L")
            scale = picture.width / page.width
            blank = bare[page.number - 1].get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY)
            print_ = Image.frombytes("L", (blank.width, blank.height), blank.samples)
            change = ImageChops.difference(picture, print_.resize(picture.size))
            for path, box in ((path, box) for path, (number, box) in places.items() if number == page.number):
                letters = [character for character in page.filled if holds(box, character) and not character.blank]
                pale = [letter.text for letter in letters if not _marks(picture, change, letter, scale)]
                if pale:
                    yield violation("ink", form.id, path, "a mark for each character", "".join(pale))


def _marks(picture: Image.Image, change: Image.Image, character: Character, scale: float) -> bool:
    x0, y0, x1, y1 = (side * scale for side in character.box)
    region = (max(int(x0) - 1, 0), max(int(y0), 0), min(int(x1) + 2, picture.width), min(int(y1) + 1, picture.height))
    if region[0] >= region[2] or region[1] >= region[3]:
        return False
    around = ImageStat.Stat(picture.crop(region)).extrema[0]
    changed = ImageStat.Stat(change.crop(region)).extrema[0]
    return around[1] - around[0] >= _CONTRAST and changed[1] >= _CONTRAST
