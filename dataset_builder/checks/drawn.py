"""What the pages of a PDF show, read from the PDF alone.

Characters that form fields draw are told from print by reading each page twice: as it is, and with its annotations
taken off. Coordinates are points of the page as it is displayed (rotation applied), origin top-left.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import pymupdf

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]

_FLAGS = (
    pymupdf.TEXT_PRESERVE_LIGATURES
    | pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_MEDIABOX_CLIP
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
)
_NO_WIDTH = 0.01
_SAME_LINE_WITHIN = 0.4
"""Of the font size: baselines that differ by less are one line."""

_COMB = 1 << 24


@dataclass(frozen=True)
class Character:
    """A character of a page.

    Attributes:
        text: the character itself.
        box: where it stands.
        along: place of its origin along the direction of its text, in points.
        down: place of its baseline across that direction, in points.
        angle: direction of its text in degrees, 0 from left to right, 90 downwards.
        size: font size in points.
        line: number of the printed line that it belongs to.
        supplied: a space that the PDF does not hold, put in by the library where it leaves a gap.
    """

    text: str
    box: Box
    along: float
    down: float
    angle: int
    size: float
    line: int
    supplied: bool

    @property
    def blank(self) -> bool:
        """Return whether it only parts words."""
        return self.text.isspace() or ord(self.text[0]) < 32

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of its box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


@dataclass(frozen=True)
class Control:
    """A form field's place on a page, as the PDF itself describes it.

    Attributes:
        box: where it stands.
        kind: ``Text``, ``ComboBox``, ``CheckBox``, ... as PyMuPDF names them.
        value: the stored value; of a choice what it shows.
        cells: number of cells of a comb field, else 0.
    """

    box: Box
    kind: str
    value: str
    cells: int


@dataclass(frozen=True)
class DrawnPage:
    """One page: its size in points, all characters, those of print, those that form fields draw, the form fields."""

    number: int
    width: float
    height: float
    characters: tuple[Character, ...]
    printed: tuple[Character, ...]
    filled: tuple[Character, ...]
    controls: tuple[Control, ...]

    def control_at(self, box: Box) -> Control | None:
        """Return the form field that stands at ``box``, within half a point."""
        return next((control for control in self.controls if same_box(control.box, box)), None)


def read_pages(pdf: bytes) -> tuple[DrawnPage, ...]:
    """Return the pages of a PDF.

    Raises:
        RuntimeError: PyMuPDF cannot open it.
    """
    with (
        pymupdf.open(stream=pdf, filetype="pdf") as document,
        pymupdf.open(stream=pdf, filetype="pdf") as bare,
    ):
        for number in range(len(bare)):
            bare.xref_set_key(bare.page_xref(number), "Annots", "[]")
        return tuple(_read_page(page, bare[page.number]) for page in document)


def _read_page(page: pymupdf.Page, bare: pymupdf.Page) -> DrawnPage:
    characters = tuple(_read_characters(page))
    if page.first_annot is None and page.first_widget is None:
        return DrawnPage(page.number + 1, page.rect.width, page.rect.height, characters, characters, (), ())
    bare_characters = Counter(map(_key, _read_characters(bare)))
    printed: list[Character] = []
    filled: list[Character] = []
    for character in characters:
        if bare_characters[_key(character)] > 0:
            bare_characters[_key(character)] -= 1
            printed.append(character)
        elif not character.supplied:
            filled.append(character)
    controls = tuple(_read_control(widget, page) for widget in page.widgets())
    size = page.rect.width, page.rect.height
    return DrawnPage(page.number + 1, *size, characters, tuple(printed), tuple(filled), controls)


def _key(character: Character) -> tuple[str, int, float, float]:
    return character.text, character.angle, round(character.along, 1), round(character.down, 1)


def _read_characters(page: pymupdf.Page) -> Iterator[Character]:
    matrix, number = _displaying(page), 0
    for block in page.get_text("rawdict", flags=_FLAGS)["blocks"]:
        for line in block.get("lines", ()):
            number += 1
            dx, dy = _turn(line["dir"], (*matrix[:4], 0, 0))
            angle = round(math.degrees(math.atan2(dy, dx))) % 360
            last = 0.0
            for span in line["spans"]:
                for char in span["chars"]:
                    x, y = _turn(char["origin"], matrix)
                    box, along, down = _displayed(char["bbox"], matrix), x * dx + y * dy, y * dx - x * dy
                    # The second letter of a ligature has no width and may lie behind the letter that follows it.
                    last = last if min(box[2] - box[0], box[3] - box[1]) < _NO_WIDTH else along
                    yield Character(char["c"], box, last, down, angle, span["size"], number, char["synthetic"])


def _displaying(page: pymupdf.Page) -> Matrix:
    """Return the matrix from the page's own coordinates to those of the page as it is displayed."""
    a, b, c, d, e, f = page.rotation_matrix
    return a, b, c, d, e, f


def _turn(point: Sequence[float], matrix: Matrix) -> tuple[float, float]:
    (x, y), (a, b, c, d, e, f) = point, matrix
    return x * a + y * c + e, x * b + y * d + f


def _displayed(box: Sequence[float], matrix: Matrix) -> Box:
    (xa, ya), (xb, yb) = _turn(box[:2], matrix), _turn(box[2:], matrix)
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def _read_control(widget: pymupdf.Widget, page: pymupdf.Page) -> Control:
    comb = widget.field_type == pymupdf.PDF_WIDGET_TYPE_TEXT and widget.field_flags & _COMB
    value = widget.field_value
    for option in widget.choice_values or ():
        if not isinstance(option, str) and option[0] == value:
            value = option[-1]
    text = value if isinstance(value, str) else ""
    return Control(
        _displayed(tuple(widget.rect), _displaying(page)),
        widget.field_type_string,
        text,
        (widget.text_maxlen or 0) if comb else 0,
    )


def page_lines(page: DrawnPage) -> tuple[tuple[Character, ...], ...]:
    """Return the printed characters of a page by line, in the order of the PDF."""
    return tuple(tuple(line) for _, line in groupby(page.printed, key=lambda character: character.line))


def same_box(first: Box, second: Box) -> bool:
    """Return whether two boxes differ by less than half a point on every side."""
    return all(abs(a - b) < 0.5 for a, b in zip(first, second, strict=True))


def holds(box: Box, character: Character) -> bool:
    """Return whether the middle of a character stands in a box."""
    x, y = character.middle
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def lines_of(characters: Iterable[Character]) -> tuple[str, ...]:
    """Return the lines that characters make, top to bottom in the direction of their text, white space collapsed."""
    lines: list[list[Character]] = []
    for character in sorted(characters, key=lambda character: (character.angle, character.down)):
        last = lines[-1][-1] if lines else None
        if (
            last is None
            or last.angle != character.angle
            or character.down - last.down > _SAME_LINE_WITHIN * character.size
        ):
            lines.append([])
        lines[-1].append(character)
    texts = ("".join(c.text for c in sorted(line, key=lambda c: c.along)) for line in lines)
    return tuple(text for text in (" ".join(text.split()) for text in texts) if text)


def squeeze(text: str) -> str:
    """Return text without white space and control characters.

    >>> squeeze("12 34\\x02 5")
    '12345'
    """
    return "".join(character for character in text if not character.isspace() and ord(character) >= 32)
