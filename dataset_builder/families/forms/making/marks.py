"""What stands on a page: marks in points from the page's top-left corner, and text measured before it is set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import pymupdf

from dataset_builder.families.forms.making.spec import Blank
from dataset_builder.families.forms.model import Rect

Color = tuple[float, float, float]
Face = Literal["helv", "tiro", "cour"]
Style = Literal["plain", "bold", "italic"]

BLACK: Color = (0.0, 0.0, 0.0)
WHITE: Color = (1.0, 1.0, 1.0)
LEADING = 1.18
"""Distance of two baselines, in font sizes."""

_FONTS: dict[tuple[Face, Style], str] = {
    ("helv", "plain"): "helv",
    ("helv", "bold"): "hebo",
    ("helv", "italic"): "heit",
    ("tiro", "plain"): "tiro",
    ("tiro", "bold"): "tibo",
    ("tiro", "italic"): "tiit",
    ("cour", "plain"): "cour",
    ("cour", "bold"): "cobo",
    ("cour", "italic"): "coit",
}


@dataclass(frozen=True)
class Type:
    """How a run of text is set: one of the base-14 fonts, its size and colour."""

    face: Face
    size: float
    style: Style = "plain"
    color: Color = BLACK

    @property
    def font(self) -> str:
        """Return the library's short name of the font."""
        return _FONTS[self.face, self.style]

    @property
    def leading(self) -> float:
        """Return the height of a line in points."""
        return self.size * LEADING


@dataclass(frozen=True)
class Text:
    """A line of text; ``y`` is its baseline."""

    x: float
    y: float
    text: str
    type: Type


@dataclass(frozen=True)
class Line:
    """A straight stroke; ``dash`` is a PDF dash pattern or ""."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 0.6
    color: Color = BLACK
    dash: str = ""


@dataclass(frozen=True)
class Box:
    """A rectangle, stroked, filled or both; ``radius`` rounds its corners, in points."""

    rect: Rect
    stroke: Color | None = BLACK
    fill: Color | None = None
    width: float = 0.6
    radius: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    stroke: Color | None = BLACK
    fill: Color | None = None
    width: float = 0.6


@dataclass(frozen=True)
class Shape:
    """A closed polygon."""

    points: tuple[tuple[float, float], ...]
    stroke: Color | None = None
    fill: Color | None = BLACK
    width: float = 0.6


@dataclass(frozen=True)
class Input:
    """A text or drop-down widget for the blank at ``path``."""

    rect: Rect
    path: str
    blank: Blank
    headings: tuple[str, ...]
    face: Face
    size: float


@dataclass(frozen=True)
class Tick:
    """A check-box widget; ``label`` says what ticking it means."""

    rect: Rect
    label: str


Mark = Text | Line | Box | Disc | Shape | Input | Tick


@dataclass(frozen=True)
class Block:
    """Marks that move together, from (0, 0) down.

    Attributes:
        height: room that it takes, in points.
        marks: what it draws.
        gap: room below it before the next block.
        keep: it must not be the last on a page or in a column (a heading).
        ends: a section ends with it; spare room of a page goes below.
        repeat: what comes before it again where it is the first on a page, such as the headings of its table.
    """

    height: float
    marks: tuple[Mark, ...]
    gap: float = 0.0
    keep: bool = False
    ends: bool = False
    repeat: Block | None = None


def move(mark: Mark, dx: float, dy: float) -> Mark:
    """Return ``mark`` shifted."""
    if isinstance(mark, Box | Input | Tick):
        x0, y0, x1, y1 = mark.rect
        return replace(mark, rect=(x0 + dx, y0 + dy, x1 + dx, y1 + dy))
    if isinstance(mark, Line):
        return replace(mark, x0=mark.x0 + dx, y0=mark.y0 + dy, x1=mark.x1 + dx, y1=mark.y1 + dy)
    if isinstance(mark, Shape):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def move_all(marks: Iterable[Mark], dx: float, dy: float) -> list[Mark]:
    """Return all of ``marks`` shifted."""
    return [move(mark, dx, dy) for mark in marks]


@cache
def _load_font(name: str) -> pymupdf.Font:
    return pymupdf.Font(name)


@cache
def _advance(character: str, font: str) -> float:
    """Return the width of a character at size 1; the library takes a line's width as the sum of these."""
    return float(_load_font(font).text_length(character, fontsize=1))


def width_of(text: str, type: Type) -> float:
    """Return the width of a line of text in points."""
    font = type.font
    return type.size * sum(_advance(character, font) for character in text)


def wrap(text: str, type: Type, width: float) -> list[str]:
    """Return ``text`` broken at spaces into lines no wider than ``width``, unless a single word is.

    >>> wrap("Number and street", Type("helv", 8), 50)
    ['Number and', 'street']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", type) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def set_lines(
    lines: Iterable[str], type: Type, width: float, align: Literal["left", "center", "right"] = "left"
) -> Block:
    """Return ``lines`` set one below the other."""
    marks: list[Mark] = []
    y = 0.0
    for text in lines:
        slack = width - width_of(text, type)
        x = {"left": 0.0, "center": slack / 2, "right": slack}[align]
        marks.append(Text(x, y + type.size * 0.93, text, type))
        y += type.leading
    return Block(y, tuple(marks))


def set_text(text: str, type: Type, width: float, align: Literal["left", "center", "right"] = "left") -> Block:
    """Return ``text`` wrapped to ``width`` and set."""
    return set_lines(wrap(text, type, width), type, width, align)


def stack(blocks: Iterable[Block], gap: float = 0.0) -> Block:
    """Return blocks put one below the other as one block; ``gap`` is added to each block's own."""
    marks: list[Mark] = []
    y = last = 0.0
    for block in blocks:
        marks += move_all(block.marks, 0.0, y)
        last = block.gap + gap
        y += block.height + last
    return Block(y - last, tuple(marks), last)


def beside(blocks: Iterable[tuple[float, Block]]) -> Block:
    """Return blocks put side by side at their x positions as one block."""
    marks: list[Mark] = []
    height = 0.0
    for x, block in blocks:
        marks += move_all(block.marks, x, 0.0)
        height = max(height, block.height)
    return Block(height, tuple(marks))
