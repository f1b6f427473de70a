"""How a value is set inside a widget's box: typeface, size, line breaks, and how much of it there is room for.

All measures are PDF points in the box's own system: origin bottom-left, text running to the right. The stages that
estimate room and the one that draws share these rules, so that an estimate cannot drift from the page.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pymupdf

from dataset_builder.families.forms.model import Widget

SIDE = 2.0
"""Room left free at the left and right of a line, as viewers do."""

HEAD = 2.0
"""Room left free above text that wraps, beside ``SIDE``, where the box has it: many boxes reach past their frame."""

ABOVE_RULE = 2.0
"""Distance of a baseline from the printed line that it stands on."""

LEADING = 1.15
"""Distance of two baselines, in font sizes."""

AUTO_SIZE = 10.0
"""Largest size where the form leaves the size to the viewer."""

LEAST_AUTO_SIZE = 7.0
"""Size down to which text is made smaller to fit, where the form leaves the size to the viewer."""

LEAST_SIZE = 4.0
"""Below this size nobody can read a value at 200 DPI."""

ASCENT, DESCENT = 0.74, 0.22
"""How far letters reach above and below the baseline, in font sizes."""

_BODY = ASCENT + DESCENT


@dataclass(frozen=True)
class Line:
    """A run of characters and where its baseline starts."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Setting:
    """A value as it is set: ``text`` is what there was room for, with single spaces."""

    face: str
    size: float
    lines: tuple[Line, ...]
    text: str

    def moved(self, right: float, up: float) -> Setting:
        """Return the setting with its lines moved by so many points."""
        return replace(self, lines=tuple(replace(line, x=line.x + right, y=line.y + up) for line in self.lines))


def box_size(widget: Widget) -> tuple[float, float]:
    """Return width (along the text) and height of a widget's box."""
    x0, y0, x1, y1 = widget.rect
    return (y1 - y0, x1 - x0) if widget.angle % 180 else (x1 - x0, y1 - y0)


@dataclass(frozen=True)
class Frame:
    """Where a box lies on the page as displayed: its corner at the start of the text, and the way the text runs."""

    corner: tuple[float, float]
    along: tuple[int, int]

    def locate(self, x: float, down: float) -> tuple[float, float]:
        """Return the point of the page that lies ``x`` along the text and ``down`` below the box's upper edge."""
        (x0, y0), (ax, ay) = self.corner, self.along
        return x0 + x * ax - down * ay, y0 + x * ay + down * ax

    def measure(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return how far along the text and how far below the upper edge a point of the page lies.

        >>> Frame((100, 50), (0, 1)).measure(Frame((100, 50), (0, 1)).locate(7, 3))
        (7, 3)
        """
        (ax, ay), dx, dy = self.along, point[0] - self.corner[0], point[1] - self.corner[1]
        return dx * ax + dy * ay, dy * ax - dx * ay


def frame_of(widget: Widget) -> Frame:
    """Return the frame of a widget's box."""
    x0, y0, x1, y1 = widget.rect
    return {
        0: Frame((x0, y0), (1, 0)),
        90: Frame((x1, y0), (0, 1)),
        180: Frame((x1, y1), (-1, 0)),
        270: Frame((x0, y1), (0, -1)),
    }[widget.angle]


def typeface(font: str) -> str:
    """Return the standard face nearest to a form's font, by the library's short name.

    >>> typeface("CourierNewPS-BoldMT"), typeface("TimesNewRomanPSMT"), typeface("HeBo"), typeface("MyriadPro")
    ('cobo', 'tiro', 'hebo', 'helv')
    """
    name = font.lower()
    bold = "bold" in name or name in ("hebo", "cobo", "tibo", "tibi")
    if name.startswith("cour") or name == "cobo":
        return "cobo" if bold else "cour"
    if name.startswith("ti"):
        return "tibo" if bold else "tiro"
    return "hebo" if bold else "helv"


@functools.cache
def load_face(face: str) -> pymupdf.Font:
    """Return the metrics and glyphs of a standard face."""
    return pymupdf.Font(face)


@functools.lru_cache(maxsize=10_000)
def _advance(font: pymupdf.Font, character: str, size: float) -> float:
    """Return the width of a character; a value's are asked for at every size that is tried."""
    width: float = font.text_length(character, size)
    return width


def collapse(value: str) -> str:
    """Return ``value`` with every run of white space as one space, none at the ends."""
    return " ".join(value.split())


def visible_length(widget: Widget) -> int:
    """Return about how many characters of ordinary text a widget shows, never more than its ``max_length``.

    The estimate takes a character as wide as a digit; where the form leaves the size to the viewer it holds at the
    smallest size that the writer uses. Wrapped lines are counted nine tenths full.

    >>> visible_length(Widget(0, 0, "zip", 1, (0, 0, 60, 12), "text", font="Helv", font_size=10))
    10
    >>> visible_length(Widget(0, 0, "zip", 1, (0, 0, 60, 12), "text", font="Helv", font_size=10, max_length=5))
    5
    """
    if widget.comb and widget.max_length:
        return widget.max_length
    width, height = box_size(widget)
    size = _sizes(widget)[-1]
    character: float = load_face(typeface(widget.font)).text_length("0", size)
    count = max(0, math.floor((width - 2 * SIDE) / character))
    rows = _rows(widget, height, size)
    if rows > 1:
        count = math.floor(count * rows * 0.9)
    return min(count, widget.max_length) if widget.max_length else count


def set_text(widget: Widget, value: str, alignment: int = 0, rules: Sequence[float] = ()) -> Setting:
    """Return ``value`` as set in the widget, cut after the last character that stands inside the box whole.

    Args:
        widget: the box, its font, size and limits.
        value: what to write; white space is collapsed.
        alignment: 0 left, 1 centred, 2 right (the /Q entry). It does not apply to comb widgets.
        rules: heights above the box's foot of the lines printed in it to write on, from the top; lines of text that
            wrap stand on them where all of the text finds room so.
    """
    text = collapse(value)
    if widget.max_length:
        text = text[: widget.max_length].rstrip()
    if widget.comb and widget.max_length:
        return _set_comb(widget, text)
    if widget.multiline and rules:
        size = _sizes(widget)[0]
        ruled = _set_rows(widget, text, size, alignment, _stand_on(rules, size, box_size(widget)[1]))
        if ruled.text == text:
            return ruled
    settings = (_set_rows(widget, text, size, alignment) for size in _sizes(widget))
    best = next(settings)
    for setting in settings:
        if best.text == text:
            break
        best = setting
    return best


def _sizes(widget: Widget) -> list[float]:
    """Return the sizes to try, largest first: one if the form names it, several if it leaves it to the viewer."""
    height = box_size(widget)[1]
    highest = max((height - 1) / _BODY, 0.1)
    if widget.font_size > 0:
        return [min(widget.font_size, highest)]
    first = min(AUTO_SIZE, 0.8 * height, highest)
    return [*(first - step for step in range(math.ceil(first - LEAST_AUTO_SIZE))), min(first, LEAST_AUTO_SIZE)]


def _rows(widget: Widget, height: float, size: float) -> int:
    """Return how many lines of text the box holds."""
    if not widget.multiline:
        return 1
    return max(1, math.floor((height - 2 * SIDE - size * _BODY) / (size * LEADING)) + 1)


def _set_comb(widget: Widget, text: str) -> Setting:
    width, height = box_size(widget)
    cell = width / widget.max_length
    face = typeface(widget.font)
    font = load_face(face)
    size = min(_sizes(widget)[0], cell / font.text_length("W", 1.0) if face[:2] != "co" else cell / 0.62)
    size = max(size, min(LEAST_SIZE, _sizes(widget)[0]))
    y = _centred(height, size)
    lines = tuple(
        Line(character, (place + 0.5) * cell - font.text_length(character, size) / 2, y)
        for place, character in enumerate(text)
        if character != " "
    )
    return Setting(face, size, lines, text)


def _stand_on(rules: Sequence[float], size: float, height: float) -> list[float]:
    """Return the baselines of text of a size that stands on rules, from the top, at most one a line of text."""
    baselines: list[float] = []
    ceiling = height
    for rule in sorted(rules, reverse=True):
        if ceiling - rule >= size * ASCENT + ABOVE_RULE:
            baselines.append(rule + ABOVE_RULE)
            ceiling = rule
    return baselines


def _set_rows(
    widget: Widget, text: str, size: float, alignment: int, baselines: Sequence[float] | None = None
) -> Setting:
    width, height = box_size(widget)
    face = typeface(widget.font)
    font = load_face(face)
    room = width - 2 * SIDE
    count = _rows(widget, height, size) if baselines is None else len(baselines)
    rows = _break_lines(text, font, size, room, count) if count > 1 else [_cut(text, font, size, room)]
    if baselines is None:
        below = height - 2 * SIDE - size * (_BODY + (len(rows) - 1) * LEADING)
        head = SIDE + min(HEAD, max(0.0, below / 2))
        first = height - head - size * ASCENT if count > 1 else _centred(height, size)
        baselines = [first - number * size * LEADING for number in range(len(rows))]
    lines = []
    for row, baseline in zip(rows, baselines, strict=False):
        spare = room - font.text_length(row, size)
        lines.append(Line(row, SIDE + spare * alignment / 2, baseline))
    return Setting(face, size, tuple(line for line in lines if line.text), " ".join(row for row in rows if row))


def _centred(height: float, size: float) -> float:
    return (height - size * (ASCENT - DESCENT)) / 2


def _cut(text: str, font: pymupdf.Font, size: float, room: float) -> str:
    """Return the longest start of ``text`` that is at most ``room`` wide, without a space at its end."""
    width = 0.0
    for place, character in enumerate(text):
        width += _advance(font, character, size)
        if width > room + 0.01:
            return text[:place].rstrip()
    return text


def _break_lines(text: str, font: pymupdf.Font, size: float, room: float, count: int) -> list[str]:
    """Return at most ``count`` lines; a word wider than a line is cut and ends the text, so that no word is split."""
    rows: list[str] = []
    row = ""
    for word in text.split():
        longer = f"{row} {word}" if row else word
        if font.text_length(longer, size) <= room:
            row = longer
            continue
        if row:
            rows.append(row)
        row = _cut(word, font, size, room)
        if len(rows) == count or row != word:
            break
    rows.append(row)
    return rows[:count]
