"""Tables: a row of column headings and rows of blanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    width_of,
    wrap,
)
from dataset_builder.families.forms.making.spec import Blank, Slot, Table


def set_table(setting: Setting, table: Table, slots: Sequence[Slot], width: float) -> list[Block]:
    """Return the heading row and the rows of a table; ``slots`` are its blanks row by row."""
    design = setting.design
    side = 18.0 if design.row_numbers else 0.0
    needs = [_column_need(setting, column) for column in table.columns]
    total = width - side
    if design.table != "grid" or not setting.flush:
        wanted = max(sum(needs) * 1.8, 0.55 * width)
        total = wanted if wanted < 0.7 * total else total
    scale = total / sum(needs)
    widths = [need * scale for need in needs]
    type = replace(setting.caption_type, style="bold")
    captions = [
        wrap(setting.letter_case(column.caption), type, column_width - 6.0)
        for column, column_width in zip(table.columns, widths, strict=True)
    ]
    high = max(map(len, captions)) * type.leading + 5.0
    marks: list[Mark] = []
    lined = design.table in ("lines", "zebra")
    if not lined:
        marks.append(Box((0.0, 0.0, side + total, high), design.rule, darken(design.tint)))
    elif design.table == "zebra":
        marks.append(Line(0.0, high, side + total, high, 1.2, design.accent))
    else:
        marks += [Line(0.0, 0.0, side + total, 0.0, 0.9), Line(0.0, high, side + total, high, 0.9)]
    x = side
    for caption, column_width in zip(captions, widths, strict=True):
        text = set_lines(caption, type, column_width - 6.0)
        marks += move_all(text.marks, x + 3.0, high - text.height - 2.0)
        if not lined and x > 0:
            marks.append(Line(x, 0.0, x, high, 0.6, design.rule))
        x += column_width
    blocks = [Block(high, tuple(marks), 0.0, keep=True)]
    count = len(table.columns)
    row_height = max(setting.value_height, 15.0)
    for row in range(table.rows):
        blocks.append(_set_table_row(setting, row, slots[row * count : (row + 1) * count], widths, side, row_height))
    return blocks


def _column_need(setting: Setting, column: Blank) -> float:
    type = replace(setting.caption_type, style="bold")
    caption = setting.letter_case(column.caption)
    words = max(width_of(word, type) for word in caption.split())
    return max(setting.input_width(column) * 0.92, words + 9.0, width_of(caption, type) * 0.4 + 9.0)


def _set_table_row(
    setting: Setting,
    row: int,
    slots: Sequence[Slot],
    widths: Sequence[float],
    side: float,
    height: float,
) -> Block:
    design = setting.design
    right = side + sum(widths)
    marks: list[Mark] = []
    if design.table == "grid":
        marks.append(Box((0.0, 0.0, right, height), design.rule, WHITE if design.box == "panel" else None))
    elif design.table == "zebra" and row % 2 == 0:
        marks.append(Box((0.0, 0.0, right, height), None, design.tint))
    else:
        marks.append(Line(0.0, height, right, height, 0.4, design.rule))
    if side:
        label = set_lines([str(row + 1)], setting.caption_type, side, "center")
        marks += move_all(label.marks, 0.0, (height - label.height) / 2)
    x = side
    for slot, column_width in zip(slots, widths, strict=True):
        if design.table == "grid" and x > 0:
            marks.append(Line(x, 0.0, x, height, 0.6, design.rule))
        marks += setting.draw_input(slot, (x + 2.0, 1.0, x + column_width - 2.0, height - 1.0))
        x += column_width
    return Block(height, tuple(marks))
