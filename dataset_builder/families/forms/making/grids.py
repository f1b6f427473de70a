"""Tables: rows of column headings, rows of blanks, and a total below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dataset_builder.families.forms.making.cells import Setting
from dataset_builder.families.forms.making.designs import darken
from dataset_builder.families.forms.making.marks import (
    WHITE,
    Block,
    Box,
    Line,
    Mark,
    move_all,
    set_lines,
    set_text,
    stack,
    width_of,
    wrap,
)
from dataset_builder.families.forms.making.spec import Blank, Slot, Table

_SIDE = 18.0
"""Width of the column of row numbers, in points."""


def set_table(setting: Setting, table: Table, slots: Sequence[Slot], width: float) -> list[Block]:
    """Return the headings and the rows of a table; ``slots`` are its blanks row by row, then that of the total.

    On a new page the rows are preceded by their headings again.
    """
    grid = _fit_grid(setting, table, width)
    head = _set_head(grid, table)
    title = f"{table.title} ({setting.say('continued')})"
    caption = set_text(title, replace(setting.caption_type, style="italic"), width)
    again = stack([replace(caption, gap=2.0), head])
    count = len(table.columns)
    rows = [_set_row(grid, row, slots[row * count : (row + 1) * count]) for row in range(table.rows)]
    blocks = [replace(head, keep=True), *[replace(row, repeat=again) for row in rows]]
    if table.rows > 1:
        blocks[1] = replace(blocks[1], keep=True)
    if table.total:
        blocks[-1] = replace(blocks[-1], keep=True)
        blocks.append(_set_total(grid, table, slots[-1]))
    return blocks


@dataclass(frozen=True)
class _Grid:
    """The measures of a table: widths of its columns behind that of the row numbers."""

    setting: Setting
    side: float
    widths: tuple[float, ...]

    @cached_property
    def edges(self) -> list[float]:
        """Return where columns begin, and where the last one ends."""
        return [self.side + sum(self.widths[:place]) for place in range(len(self.widths) + 1)]

    @cached_property
    def height(self) -> float:
        """Return the height of a row."""
        return max(self.setting.value_height, 15.0)


def _fit_grid(setting: Setting, table: Table, width: float) -> _Grid:
    """Return the measures of a table in ``width``, in smaller type where it is crowded."""
    design = setting.design
    side = _SIDE if design.row_numbers else 0.0
    total = width - side
    needs = [_column_need(setting, column) for column in table.columns]
    if sum(needs) > total:
        small = replace(design, caption_size=6.5, value_size=8.0, capitals=False, currency=False)
        setting = replace(setting, design=small)
        needs = [_column_need(setting, column) for column in table.columns]
    elif design.table != "grid" or not setting.flush:
        wanted = max(sum(needs) * 1.8, 0.55 * width)
        total = wanted if wanted < 0.7 * total else total
    return _Grid(setting, side, tuple(need * total / sum(needs) for need in needs))


def _column_need(setting: Setting, column: Blank) -> float:
    type = replace(setting.caption_type, style="bold")
    caption = setting.letter_case(column.caption)
    words = max(width_of(word, type) for word in caption.split())
    return max(setting.input_width(column) * 0.92, words + 9.0, width_of(caption, type) * 0.4 + 9.0)


def _set_head(grid: _Grid, table: Table) -> Block:
    """Return the column headings, below those that span several columns."""
    setting, design, edges = grid.setting, grid.setting.design, grid.edges
    type = replace(setting.caption_type, style="bold")
    captions = [
        wrap(setting.letter_case(column.caption), type, width - 6.0)
        for column, width in zip(table.columns, grid.widths, strict=True)
    ]
    above = type.leading + 3.0 if table.span else 0.0
    high = max(map(len, captions)) * type.leading + 5.0 + above
    right = edges[-1]
    marks: list[Mark] = []
    lined = design.table in ("lines", "zebra")
    if not lined:
        marks.append(Box((0.0, 0.0, right, high), design.rule, darken(design.tint)))
    elif design.table == "zebra":
        marks.append(Line(0.0, high, right, high, 1.2, design.accent))
    else:
        marks += [Line(0.0, 0.0, right, 0.0, 0.9), Line(0.0, high, right, high, 0.9)]
    first, last = (table.span[1], table.span[2]) if table.span else (0, 0)
    if table.span:
        x0, x1 = edges[first], edges[last]
        text = set_lines([setting.letter_case(table.span[0])], type, x1 - x0, "center")
        marks += move_all(text.marks, x0, 1.5)
        inset = 3.0 if lined else 0.0
        marks.append(Line(x0 + inset, above, x1 - inset, above, 0.6, design.rule))
    for place, (caption, width) in enumerate(zip(captions, grid.widths, strict=True)):
        text = set_lines(caption, type, width - 6.0)
        marks += move_all(text.marks, edges[place] + 3.0, high - text.height - 2.0)
        if not lined and edges[place] > 0:
            marks.append(
                Line(edges[place], above if first < place < last else 0.0, edges[place], high, 0.6, design.rule)
            )
    return Block(high, tuple(marks))


def _set_row(grid: _Grid, row: int, slots: Sequence[Slot]) -> Block:
    setting, design, edges, height = grid.setting, grid.setting.design, grid.edges, grid.height
    right = edges[-1]
    marks: list[Mark] = []
    if design.table == "grid":
        marks.append(Box((0.0, 0.0, right, height), design.rule, WHITE if design.box == "panel" else None))
    elif design.table == "zebra" and row % 2 == 0:
        marks.append(Box((0.0, 0.0, right, height), None, WHITE if design.box == "panel" else design.tint))
    else:
        marks.append(Line(0.0, height, right, height, 0.4, design.rule))
    if grid.side:
        label = set_lines([str(row + 1)], setting.caption_type, grid.side, "center")
        marks += move_all(label.marks, 0.0, (height - label.height) / 2)
    for slot, x, width in zip(slots, edges, grid.widths, strict=False):
        if design.table == "grid" and x > 0:
            marks.append(Line(x, 0.0, x, height, 0.6, design.rule))
        marks += setting.draw_input(slot, (x + 2.0, 1.0, x + width - 2.0, height - 1.0))
    return Block(height, tuple(marks))


def _set_total(grid: _Grid, table: Table, slot: Slot) -> Block:
    """Return the row of the total: its caption, and a blank below the column that it adds up."""
    setting, design, height = grid.setting, grid.setting.design, grid.height + 1.0
    x0, x1 = grid.edges[table.total_column], grid.edges[table.total_column + 1]
    type = replace(setting.caption_type, style="bold")
    caption = setting.letter_case(slot.blank.caption)
    if width_of(caption, type) > x0 - 6.0:
        caption = setting.letter_case(setting.say("Total"))
    text = set_lines([caption], type, x0 - 6.0, "right")
    marks: list[Mark] = [*move_all(text.marks, 0.0, (height - text.height) / 2)]
    if design.table == "grid":
        marks.append(Box((x0, 0.0, x1, height), design.rule, WHITE if design.box == "panel" else None, 1.0))
    else:
        marks += [Line(x0, y, x1, y, 0.7, design.rule) for y in (height, height + 1.5)]
    marks += setting.draw_input(slot, (x0 + 2.0, 1.0, x1 - 2.0, height - 1.0))
    return Block(height + 2.0, tuple(marks))
