"""Keep values clear of print: many widgets overlap captions, headings or lines of the page they lie on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image

from dataset_builder.families.forms.lettering import (
    ASCENT,
    DESCENT,
    SIDE,
    Frame,
    Setting,
    box_size,
    frame_of,
    load_face,
)
from dataset_builder.families.forms.model import Widget
from dataset_builder.pages.sheets import Patch, Sheet

DPI = 144
"""Resolution at which pages are looked at."""

_DARK = 110
"""Grey level under which a pixel of the blank page is print and not shade."""

_STEP = 0.5
"""Points by which lines are moved at a time."""

_GAP = 1.0
"""Points between print and the ends of a line."""

_FURTHEST_RIGHT = 12.0
"""Points by which lines are moved to the right at most."""

_WORTHWHILE = 0.7
"""Lines are moved further only for a share of print that is smaller at least by this factor."""


_RULED = 0.8
"""Share of a row of pixels that is dark where a line is printed to write on."""

_FRAME = 6.0
"""Points from the top of a box within which a printed line is its frame."""

_NOTICEABLE = 0.01
"""Lines that can't be moved clear of print stay where they are for less than this share of print."""

_MARGIN = 8
"""Pixels around a widget that are looked at, too."""


def picture_around(widget: Widget, sheet: Sheet) -> Patch:
    """Return what a page shows in and around a widget, in grey, at ``DPI``."""
    return sheet.draw_patch(widget.rect, DPI, _MARGIN)


@dataclass(frozen=True)
class Ground:
    """The blank page around a widget as a picture: where there is print already."""

    patch: Patch

    @classmethod
    def around(cls, widget: Widget, sheet: Sheet) -> Ground:
        """Return the ground of a widget on a page that bears no widgets."""
        patch = picture_around(widget, sheet)
        return cls(replace(patch, picture=patch.picture.point([255 if level < _DARK else 0 for level in range(256)])))

    def find_rules(self, widget: Widget) -> list[float]:
        """Return the heights above a box's foot of the lines printed across it, from the top, in points.

        Lines at the very top are the box's own frame, and so is one alone. Only upright text stands on rules.
        """
        width, height = box_size(widget)
        if widget.angle or not widget.multiline:
            return []
        part = self.patch.crop(self._region(frame_of(widget), SIDE, 0.0, width - SIDE, height))
        rows = part.resize((1, part.height), Image.Resampling.BOX).tobytes()
        dark = {row for row, level in enumerate(rows) if level > _RULED * 255}
        ends = [row for row in sorted(dark) if row + 1 not in dark]
        rules = [height - (row + 0.5) * 72 / DPI for row in ends if row * 72 / DPI > _FRAME]
        return rules if len(rules) > 1 else []

    def share_printed(self, widget: Widget, setting: Setting) -> float:
        """Return which share of the area of a setting's letters, from 0 to 1, has print on it already."""
        frame, height = frame_of(widget), box_size(widget)[1]
        font = load_face(setting.face)
        printed = area = 0
        for line in setting.lines:
            right = line.x + font.text_length(line.text, setting.size)
            top = height - line.y - 0.72 * setting.size
            region = self._region(frame, line.x - _GAP, top, right + _GAP, height - line.y - 0.05 * setting.size)
            part = self.patch.crop(region)
            printed += part.histogram()[255]
            area += part.width * part.height
        return printed / area if area else 0.0

    def _region(self, frame: Frame, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int, int, int]:
        (ax, ay), (bx, by) = frame.locate(x0, y0), frame.locate(x1, y1)
        scale = DPI / 72
        left, top, right, bottom = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        return round(left * scale), round(top * scale), round(right * scale), round(bottom * scale)


def clear_of_print(widget: Widget, setting: Setting, ground: Ground) -> tuple[Setting, float]:
    """Return the setting moved within its box to where there is least print under its letters, and least far.

    Lines are moved up, down, or to the right (past a printed dollar sign, say); those of a comb up and down only.
    Also returns the share of print that is left under the letters.
    """
    best, least = setting, ground.share_printed(widget, setting)
    if least == 0:
        return best, least
    width, height = box_size(widget)
    font = load_face(setting.face)
    lowest = min(line.y for line in setting.lines) - DESCENT * setting.size
    highest = max(line.y for line in setting.lines) + ASCENT * setting.size
    rightmost = max(line.x + font.text_length(line.text, setting.size) for line in setting.lines)
    free = 0.0 if widget.comb else min(width - SIDE - rightmost, _FURTHEST_RIGHT)
    moves = [(0.0, -_STEP * step) for step in range(1, int(lowest / _STEP) + 1)]
    moves += [(0.0, _STEP * step) for step in range(1, int((height - highest) / _STEP) + 1)]
    moves += [(_STEP * step, 0.0) for step in range(1, int(free / _STEP) + 1)]
    for right, up in sorted(moves, key=lambda move: (abs(move[0]) + abs(move[1]), move)):
        moved = setting.moved(right, up)
        share = ground.share_printed(widget, moved)
        if share < _WORTHWHILE * least and (share == 0 or least - share > _NOTICEABLE):
            best, least = moved, share
    return best, least
