"""One blank on the page: how large it must be, the box that shows where to write, and its widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.marks import WHITE, Box, Input, Line, Mark, Text, Type, width_of
from dataset_builder.families.forms.making.spec import Blank, Slot
from dataset_builder.families.forms.model import Rect

_PART = Type("helv", 6.5)
"""How the small captions of a date's or number's parts are set."""


@dataclass(frozen=True)
class Cell:
    """What is printed under one caption: a blank, or several for the parts of a date or number.

    ``number`` stands before the caption (such as ``"3. "``) or is "".
    """

    caption: str
    slots: tuple[Slot, ...]
    number: str = ""

    @property
    def lines(self) -> int:
        """Return the lines of text that are asked for."""
        return self.slots[0].blank.lines


@dataclass(frozen=True)
class Setting:
    """The measures of a design; ``air`` scales heights and gaps, 1.0 is normal.

    ``say`` puts fixed words into the form's language.
    """

    design: Design
    air: float
    say: Callable[[str], str] = str

    @cached_property
    def caption_type(self) -> Type:
        """Return how captions are set."""
        return Type(self.design.face, self.design.caption_size, "bold" if self.design.bold else "plain")

    @cached_property
    def value_height(self) -> float:
        """Return the height of a one-line input."""
        return max(self.design.value_size * 1.3 + 2.0, (self.design.value_size * 1.3 + 4.0) * self.air)

    @cached_property
    def flush(self) -> bool:
        """Return whether cells share borders, with no gap between them."""
        return self.design.caption in ("inside", "cell") and self.design.box == "border"

    @cached_property
    def open(self) -> bool:
        """Return whether values stand on a line, with no box around them."""
        return self.design.box in ("underline", "dotted", "bracket")

    @cached_property
    def row_gap(self) -> float:
        """Return the room between rows of blanks."""
        if self.flush:
            return 0.0
        return {"inside": 3.0, "above": 4.0, "below": 4.5}.get(self.design.caption, 3.5) * self.air

    @cached_property
    def column_gap(self) -> float:
        """Return the room between blanks of a row."""
        return 0.0 if self.flush else (5.0 if self.design.caption == "inside" else 10.0)

    def letter_case(self, caption: str) -> str:
        """Return a caption in the design's letter case."""
        return caption.upper() if self.design.capitals else caption

    def caption(self, cell: Cell) -> str:
        """Return the caption of a cell as printed, with its number."""
        return f"{cell.number}{self.letter_case(cell.caption)}"

    def cell_width(self, cell: Cell) -> float:
        """Return the width that the values of a cell need."""
        return sum(self.input_width(slot.blank) for slot in cell.slots)

    def input_width(self, blank: Blank) -> float:
        """Return the width that a blank's value needs."""
        if blank.comb:
            return blank.comb * 13.0
        share = 0.6 if self.design.value_face == "cour" else 0.54
        return blank.room * self.design.value_size * share + 8.0

    def body_height(self, cell: Cell) -> float:
        """Return the height of the part of a cell where the value stands."""
        if len(cell.slots) > 1:
            return self.value_height + _PART.leading
        if cell.lines == 1:
            return self.value_height
        return cell.lines * self.design.value_size * 1.2 * max(1.0, self.air) + 6.0

    def draw_box(self, area: Rect) -> list[Mark]:
        """Return what shows where to write."""
        design = self.design
        x0, y0, x1, y1 = area
        if design.box == "border":
            return [Box(area, design.rule, None)]
        if design.box == "rounded":
            return [Box(area, design.rule, None, radius=3.5)]
        if design.box == "panel":
            return [Box(area, design.accent, WHITE, 0.5)]
        if design.box == "underline":
            return [Line(x0, y1, x1, y1, 0.7, design.rule)]
        if design.box == "dotted":
            return [Line(x0, y1, x1, y1, 0.9, design.rule, "[0 2.4] 0")]
        if design.box == "bracket":
            edge = y1 - min(7.0, (y1 - y0) * 0.45)
            ends = [Line(x, edge, x, y1, 0.7, design.rule) for x in (x0, x1)]
            return [Line(x0, y1, x1, y1, 0.7, design.rule), *ends]
        shade = Box(area, None, design.tint)
        return [shade] if design.box == "shade" else [shade, Line(x0, y1, x1, y1, 0.8, design.accent)]

    def draw_cell(self, cell: Cell, area: Rect) -> list[Mark]:
        """Return the widgets of a cell; parts stand side by side below small captions of their own."""
        if len(cell.slots) == 1:
            return self.draw_input(cell.slots[0], area)
        x0, y0, x1, y1 = area
        scale = (x1 - x0) / self.cell_width(cell)
        marks: list[Mark] = []
        for slot in cell.slots:
            width = self.input_width(slot.blank) * scale
            if x0 > area[0]:
                marks.append(Line(x0, y0 + _PART.leading, x0, y1, 0.5, self.design.rule))
            marks.append(Text(x0 + 2.0, y0 + _PART.size, slot.blank.caption, replace(_PART, face=self.design.face)))
            marks += self.draw_input(slot, (x0 + 1.0, y0 + _PART.leading, x0 + width - 1.0, y1))
            x0 += width
        return marks

    def draw_input(self, slot: Slot, area: Rect) -> list[Mark]:
        """Return the widget, and the ticks between the cells of a comb."""
        blank, (x0, y0, x1, y1) = slot.blank, area
        marks: list[Mark] = []
        if blank.comb:
            x1 = min(x1, x0 + max(blank.comb * 13.0, min(x1 - x0, blank.comb * 22.0)))
            step = (x1 - x0) / blank.comb
            top = y1 - (y1 - y0) * (0.45 if self.design.box != "border" else 0.6)
            places = range(1, blank.comb + (1 if x1 < area[2] else 0))
            marks = [Line(x0 + step * place, top, x0 + step * place, y1, 0.5, self.design.rule) for place in places]
        size = self.design.value_size
        if self.open and blank.lines == 1 and not blank.comb:
            y0 = max(y0, y1 - size * 1.6)  # a value stands on its line, also in a high row
        if blank.kind == "money" and self.design.currency:
            type = Type(self.design.face, size)
            marks.append(Text(x0 + 1.0, (y0 + y1) / 2 + size * 0.35, "$", type))
            x0 += width_of("$", type) + 1.5
        return [*marks, Input((x0, y0, x1, y1), slot.path, blank, slot.headings, self.design.value_face, size)]


def inset(area: Rect) -> Rect:
    """Return the widget's area within a box."""
    x0, y0, x1, y1 = area
    return x0 + 1.5, y0 + 1.0, x1 - 1.5, y1 - 1.0
