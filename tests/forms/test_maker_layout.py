"""Every page of the form maker is checked as drawn: nothing overlaps, nothing is cut, every blank has room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

import pymupdf
import pytest

from dataset_builder.families.forms.making.compose import compose_spec
from dataset_builder.families.forms.making.designs import HOUSES, choose_design, draw_design
from dataset_builder.families.forms.making.draw import draw_form
from dataset_builder.families.forms.making.layout import lay_out
from dataset_builder.families.forms.making.spec import Blank, slots
from dataset_builder.families.forms.values import KINDS
from dataset_builder.seeds import rng_for

Box = tuple[float, float, float, float]

EDGE = 22.0
"""Points at each side of the page that stay free."""

FONTS = {"Helv": "helv", "TiRo": "tiro", "Cour": "cour"}


def _spans(page: pymupdf.Page) -> list[tuple[str, Box]]:
    """Return the runs of text with the boxes of their letters (capital height above the baseline, descender below)."""
    found = []
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                if span["text"].strip():
                    y, size = span["origin"][1], span["size"]
                    found.append((span["text"], (span["bbox"][0], y - 0.72 * size, span["bbox"][2], y + 0.21 * size)))
    return found


def _segments(page: pymupdf.Page) -> Iterator[Box]:
    """Yield the stroked horizontal and vertical segments of the page."""
    for drawing in page.get_drawings():
        if drawing["color"] is None:
            continue
        for item in drawing["items"]:
            if item[0] == "l":
                (x0, y0), (x1, y1) = item[1], item[2]
                if abs(x0 - x1) < 0.01 or abs(y0 - y1) < 0.01:
                    yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
            elif item[0] == "re":
                x0, y0, x1, y1 = item[1]
                yield from ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1))


def _overlap(one: Box, other: Box, slack: float) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > slack and min(one[3], other[3]) - max(one[1], other[1]) > slack
    )


def _crosses(segment: Box, box: Box) -> bool:
    """Return whether a thin segment runs through the inside of a box."""
    x0, y0, x1, y1 = segment
    thick = (x0, y0, x1 + 0.02, y1 + 0.02)
    inner = (box[0] + 0.6, box[1] + 0.6, box[2] - 0.6, box[3] - 0.6)
    return _overlap(thick, inner, 0.0)


@cache
def _text_length(text: str, font: str, size: float) -> float:
    return float(pymupdf.get_text_length(text, fontname=font, fontsize=size))


def _fault_of_room(widget: pymupdf.Widget, blank: Blank) -> str | None:
    """Return what is wrong with the room for a plausible value."""
    size = widget.text_fontsize
    height = widget.rect.height
    if not 8.0 <= size <= 11.0:
        return f"text of {size} points"
    if height < (0.95 if blank.lines == 1 else 1.15 * blank.lines) * size:
        return f"height {height:.1f} for {blank.lines} lines of {size}"
    if blank.comb:
        return f"comb cells of {widget.rect.width / blank.comb:.1f}" if widget.rect.width / blank.comb < 9.0 else None
    longest = max(blank.choices, key=len) if blank.choices else KINDS[blank.kind].example
    if blank.lines > 1 or blank.kind in ("narrative", "text", "description", "reason"):
        longest = "a few words"
    elif blank.kind == "item_description" and blank.examples:
        longest = max(blank.examples, key=len)
    need = _text_length(longest, FONTS[widget.text_font], size) + 4.0
    return f"width {widget.rect.width:.1f} for {longest!r}" if widget.rect.width < need else None


def find_faults(pdf: bytes, blanks: dict[str, Blank]) -> list[str]:
    """Return what a reviewer would mark on the drawn form; ``blanks`` are by widget name."""
    faults = []
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        for page in document:
            spans = _spans(page)
            widgets = [(widget.field_name, tuple(widget.rect), widget) for widget in page.widgets()]
            inside = (EDGE, EDGE, page.rect.width - EDGE, page.rect.height - EDGE)
            for name, box in [*spans, *[(name, box) for name, box, _ in widgets]]:
                if box[0] < inside[0] or box[1] < inside[1] or box[2] > inside[2] or box[3] > inside[3]:
                    faults.append(f"{name!r} stands in the margin: {box}")
            for (one, box), (other, second) in itertools.combinations(spans, 2):
                if _overlap(box, second, 0.3):
                    faults.append(f"text {one!r} overlaps {other!r}")
            for (one, box, _), (other, second, _) in itertools.combinations(widgets, 2):
                if _overlap(box, second, 0.05):
                    faults.append(f"widget {one!r} overlaps {other!r}")
            for (text, box), (name, second, _) in itertools.product(spans, widgets):
                if _overlap(box, second, 0.2):
                    faults.append(f"text {text!r} overlaps widget {name!r}")
            for (text, box), segment in itertools.product(spans, list(_segments(page))):
                if _crosses(segment, box):
                    faults.append(f"a line {segment} crosses {text!r}")
            for name, _, widget in widgets:
                fault = _fault_of_room(widget, blanks[name]) if name in blanks else None
                if fault:
                    faults.append(f"{name!r} has {fault}")
    return faults


def _draw(index: int, seed: int, house: str | None = None) -> tuple[bytes, dict[str, Blank]]:
    spec = compose_spec(index, seed)
    design = draw_design(house, rng_for("forms", index, seed, "design")) if house else choose_design(index, seed)
    pdf, names = draw_form(lay_out(spec, design), design)
    return pdf, {names[slot.path]: slot.blank for slot in slots(spec)}


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_nothing_overlaps_or_is_cut(start: int) -> None:
    faults = {index: find_faults(*_draw(index, 3)) for index in range(start, start + 20)}
    assert not {index: found for index, found in faults.items() if found}


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_draws_every_split(house: str) -> None:
    for index in (0, 1, 3, 7, 21):
        assert not find_faults(*_draw(index, 5, house))


def test_checker_finds_planted_faults() -> None:
    pdf, blanks = _draw(0, 3)
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        page = document[0]
        widget = next(page.widgets())
        page.insert_text((widget.rect.x0 + 2, widget.rect.y0 + 8), "planted", fontsize=8)
        page.insert_text((5, 300), "margin", fontsize=8)
        title = _spans(page)[0][1]
        page.draw_line(((title[0] + title[2]) / 2, title[1]), ((title[0] + title[2]) / 2, title[3]))
        faults = find_faults(document.tobytes(), blanks)
    assert any("'planted' overlaps widget" in fault for fault in faults)
    assert any("'margin' stands in the margin" in fault for fault in faults)
    assert any("crosses" in fault for fault in faults)
