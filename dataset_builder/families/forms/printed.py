"""The printed page under the widgets: its words, drawn lines and boxes, as displayed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import pymupdf

from dataset_builder.families.forms.model import Rect, Rule, Word

_TEXT_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE

_LEFT_OUT = re.compile("[\u200b-\u200f\u2028-\u202e\u2060\ufeff\x00-\x08\x0e-\x1f]")

_Character = tuple[str, Rect, dict[str, Any]]
"""A character's text, its box on the unturned page, and the span that it is in."""

_THIN = 3.0
"""A filled rectangle at most this thick, in points, is a line and not a shaded area."""

_SHORT = 4.0
"""What is shorter than this, in points, is part of a drawn letter or a dot of a dotted line."""


Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f), which puts (x, y) at (ax + cy + e, bx + dy + f)."""


def turn_of(page: pymupdf.Page) -> Matrix:
    """Return the matrix from the unturned page to the page as displayed."""
    a, b, c, d, e, f = page.rotation_matrix
    return a, b, c, d, e, f


def displayed(rect: Sequence[float], turn: Matrix) -> Rect:
    """Return a rectangle of the unturned page as (x0, y0, x1, y1) of the page as displayed, to a thousandth point."""
    x0, y0, x1, y1 = turn_box(rect, turn)
    return (round(x0, 3), round(y0, 3), round(x1, 3), round(y1, 3))


def turn_point(point: Sequence[float], matrix: Matrix) -> tuple[float, float]:
    """Return where ``matrix`` (a, b, c, d, e, f) puts a point.

    >>> turn_point((10, 20), (0, 1, -1, 0, 612, 0))
    (592, 10)
    """
    (x, y), (a, b, c, d, e, f) = point, matrix
    return x * a + y * c + e, x * b + y * d + f


def turn_box(box: Sequence[float], matrix: Matrix) -> Rect:
    """Return where ``matrix`` puts a box: its sides from left, top, right, bottom.

    >>> turn_box((10, 20, 30, 60), (0, 1, -1, 0, 612, 0))
    (552, 10, 592, 30)
    """
    (xa, ya), (xb, yb) = turn_point(box[:2], matrix), turn_point(box[2:], matrix)
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def read_words(page: pymupdf.Page) -> list[Word]:
    """Return the printed words of a page in the order of its text, without what stands in widgets.

    Ligatures are expanded, soft hyphens shown as hyphens, all kinds of spaces end a word, zero-width characters are
    left out. A word is the characters of one line between spaces, whatever fonts they are in; its size and weight
    are those of its first character.
    """
    words = []
    turn = turn_of(page)
    for block in page.get_text("rawdict", flags=_TEXT_FLAGS)["blocks"]:
        for line_number, line in enumerate(block.get("lines", ())):
            for characters in _split(line):
                word = _word(characters, page.number + 1, turn, block["number"], line_number)
                if word is not None:
                    words.append(word)
    return words


def _split(line: dict[str, Any]) -> Iterator[list[_Character]]:
    """Yield the words of a line as lists of characters."""
    characters: list[_Character] = []
    for span in line["spans"]:
        for character in span["chars"]:
            text = normalize_text(character["c"])
            if text.isspace():
                if characters:
                    yield characters
                characters = []
            elif text:
                characters.append((text, character["bbox"], span))
    if characters:
        yield characters


def normalize_text(text: str) -> str:
    """Return printed text with ligatures expanded, plain spaces and hyphens, and no zero-width characters.

    >>> normalize_text("of\ufb01ce\u00a0co\u00adop")
    'office co-op'
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LEFT_OUT.sub("", text.replace("\u00ad", "-"))
    return "".join(
        " "
        if character.isspace()
        else unicodedata.normalize("NFKC", character)
        if "\ufb00" <= character <= "\ufb06"
        else character
        for character in text
    )


def _word(characters: Sequence[_Character], page: int, turn: Matrix, block: int, line: int) -> Word | None:
    left, top, right, bottom = zip(*(box for _, box, _ in characters), strict=True)
    box = min(left), min(top), max(right), max(bottom)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    span = characters[0][2]
    font, flags = span["font"].lower(), span["flags"]
    return Word(
        text="".join(text for text, _, _ in characters),
        page=page,
        rect=displayed(box, turn),
        size=round(span["size"], 2),
        bold=bool(flags & pymupdf.TEXT_FONT_BOLD) or any(mark in font for mark in ("bold", "black", "heavy", "demi")),
        italic=bool(flags & pymupdf.TEXT_FONT_ITALIC) or "italic" in font or "oblique" in font,
        block=block,
        line=line,
    )


def read_rules(page: pymupdf.Page) -> list[Rule]:
    """Return the drawn straight lines and boxes of a page, each once, from top to bottom and left to right.

    Slanting lines and curves are left out, so is whatever fills in white: it draws nothing a reader sees.
    """
    found: set[tuple[Rect, bool]] = set()
    area, turn = page.rect, turn_of(page)
    for path in page.get_drawings():
        fill = path.get("fill")
        shaded = fill is not None and min(fill) < 0.99
        if not shaded and path.get("color") is None:
            continue
        for item in path["items"]:
            for rect in _straight(item):
                box = displayed(rect, turn)
                sides = (box[2] - box[0], box[3] - box[1])
                outside = box[2] < 0 or box[3] < 0 or box[0] > area.width or box[1] > area.height
                if outside or max(sides) < _SHORT:
                    continue
                thin = min(sides) <= _THIN
                found.add((box, shaded and not thin))
    ordered = sorted(found, key=lambda rule: (rule[0][1], rule[0][0], rule))
    return [Rule(page.number + 1, rect, filled) for rect, filled in ordered]


def _straight(item: tuple[Any, ...]) -> Iterator[pymupdf.Rect]:
    kind = item[0]
    if kind == "re":
        yield pymupdf.Rect(item[1]).normalize()
    elif kind == "qu":
        yield item[1].rect
    elif kind == "l":
        start, end = item[1], item[2]
        if min(abs(start.x - end.x), abs(start.y - end.y)) < 0.5:
            yield pymupdf.Rect(start, end).normalize()
