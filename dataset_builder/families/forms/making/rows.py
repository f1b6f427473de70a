"""Blanks in rows: side by side with captions inside, above or below, or one to a line with captions at the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.forms.making.cells import Cell, Setting, inset
from dataset_builder.families.forms.making.marks import (
    Block,
    Box,
    Line,
    Mark,
    beside,
    move_all,
    set_lines,
    width_of,
    wrap,
)
from dataset_builder.families.forms.model import Rect

_UNITS = 12
"""Columns that the edges of blanks snap to."""

_NARROW = 0.27
"""Share of the width of a short blank at the end of a dotted line."""


def set_rows(setting: Setting, cells: Sequence[Cell], width: float, column: float) -> list[Block]:
    """Return blanks in rows: as many side by side as the design and their widths allow.

    ``column`` is the width kept for captions in designs that print them at the left.
    """
    if not cells:
        return []
    if setting.design.caption in ("left", "leader", "cell"):
        return _set_left_rows(setting, cells, width, column)
    rows = _pack(setting, cells, width)
    return [_set_row(setting, row) for row in rows]


def _need(setting: Setting, cell: Cell) -> float:
    """Return the least width of a cell with its caption inside, above or below."""
    caption = setting.caption(cell)
    words = max(width_of(word, setting.caption_type) for word in caption.split())
    half = width_of(caption, setting.caption_type) * 0.62
    return max(setting.cell_width(cell), words + 8.0, half + 8.0)


def _pack(setting: Setting, cells: Sequence[Cell], width: float) -> list[list[tuple[Cell, float]]]:
    """Return rows of (cell, width): filled in order, widths snapped to twelfths of the row."""
    gap = setting.column_gap
    needs = [_need(setting, cell) + gap for cell in cells]
    # best[end] is the cheapest way to break the first ``end`` cells: few rows, and little slack in each.
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(cells) + 1):
        options = []
        for start in range(max(0, end - setting.design.per_row), end):
            row = cells[start:end]
            used = sum(needs[start:end]) / (width + gap)
            if len(row) > 1 and (used > 1.0 or any(cell.lines > 1 for cell in row)):
                continue
            options.append((best[start][0] + (1.0 - min(used, 1.0)) ** 2 + 0.3, start))
        best.append(min(options))
    rows: list[Sequence[Cell]] = []
    end = len(cells)
    while end:
        start = best[end][1]
        rows.insert(0, cells[start:end])
        end = start
    return [list(zip(row, _spread(setting, row, width), strict=True)) for row in rows]


def _spread(setting: Setting, row: Sequence[Cell], width: float) -> list[float]:
    """Return widths for the cells of a row that fill it, or leave its end free where that reads better."""
    gap = setting.column_gap
    unit = (width + gap) / _UNITS
    needs = [_need(setting, cell) + gap for cell in row]
    least = [max(1, -int(-need // unit)) for need in needs]
    while sum(least) > _UNITS:
        spare = [units * unit - need for units, need in zip(least, needs, strict=True)]
        least[spare.index(max(spare))] -= 1
    ratio = [need / sum(needs) * _UNITS for need in needs]
    filled = setting.flush or row[0].lines > 1 or (len(row) > 1 and sum(needs) > 0.45 * width)
    limit = [_UNITS if filled else max(4, -int(-1.7 * need // unit)) for need in needs]
    while sum(least) < _UNITS:
        open_ = [place for place, units in enumerate(least) if units < limit[place]]
        if not open_:
            break
        place = max(open_, key=lambda place: ratio[place] - least[place])
        least[place] += 1
    if any(units * unit < need - 0.5 for units, need in zip(least, needs, strict=True)):
        total = sum(needs)
        return [need / total * (width + gap) - gap for need in needs]
    return [units * unit - gap for units in least]


def _set_row(setting: Setting, row: Sequence[tuple[Cell, float]]) -> Block:
    captions = [
        wrap(
            setting.caption(cell),
            setting.caption_type,
            cell_width - (6.0 if setting.design.caption == "inside" else 0.0),
        )
        for cell, cell_width in row
    ]
    lines = max(map(len, captions))
    height = max(setting.body_height(cell) for cell, _ in row)
    blocks, x = [], 0.0
    for (cell, cell_width), caption in zip(row, captions, strict=True):
        blocks.append((x, _set_cell(setting, cell, caption, lines, cell_width, height)))
        x += cell_width + setting.column_gap
    return replace(beside(blocks), gap=setting.row_gap)


def _set_cell(setting: Setting, cell: Cell, caption: list[str], lines: int, width: float, body: float) -> Block:
    """Return one blank with its caption inside, above or below; all cells of a row are equally high."""
    head = lines * setting.caption_type.leading
    if setting.design.caption == "inside":
        height = 2.0 + head + body
        text = move_all(set_lines(caption, setting.caption_type, width - 6.0).marks, 3.0, 2.0)
        outer: Rect = (0.0, 0.0, width, height)
        inner: Rect = (2.0, 2.0 + head, width - 2.0, height - 1.0)
        return Block(height, (*setting.draw_box(outer), *text, *setting.draw_cell(cell, inner)))
    if setting.design.caption == "below":
        area: Rect = (0.0, 0.0, width, body)
        text = move_all(set_lines(caption, setting.caption_type, width).marks, 0.0, body + 1.5)
        return Block(body + 1.5 + head, (*setting.draw_box(area), *text, *setting.draw_cell(cell, inset(area))))
    short = (lines - len(caption)) * setting.caption_type.leading
    area = (0.0, head + 1.5, width, head + 1.5 + body)
    text = move_all(set_lines(caption, setting.caption_type, width).marks, 0.0, short)
    return Block(area[3], (*setting.draw_box(area), *text, *setting.draw_cell(cell, inset(area))))


def _set_left_rows(setting: Setting, cells: Sequence[Cell], width: float, column: float) -> list[Block]:
    """Return blanks with their captions at the left, one or two to a row."""
    gap = 0.0 if setting.flush else 16.0
    half = (width - gap) / 2
    rows: list[list[Cell]] = []
    open_row = False
    for cell in cells:
        small = setting.design.per_row > 1 and cell.lines == 1 and setting.cell_width(cell) <= half * 0.54
        if small and open_row:
            rows[-1].append(cell)
        else:
            rows.append([cell])
        open_row = small and not open_row
    blocks = []
    for row in rows:
        if len(row) == 2:
            body = max(_left_height(setting, cell, half * 0.46) for cell in row) if setting.flush else 0.0
            left = _set_left(setting, row[0], half, half * 0.46, paired=True, least=body)
            right = _set_left(setting, row[1], half, half * 0.46, paired=True, least=body)
            blocks.append(replace(beside([(0.0, left), (half + gap, right)]), gap=setting.row_gap))
        else:
            blocks.append(replace(_set_left(setting, row[0], width, column), gap=setting.row_gap))
    return blocks


def caption_column(setting: Setting, captions: Sequence[str], width: float) -> float:
    """Return the width of the captions' column: that of the widest, up to 42% of the row."""
    numbered = 0.0 if setting.design.numbering == "none" else width_of("00. ", setting.caption_type)
    texts = [setting.letter_case(caption) for caption in captions]
    widest = max((width_of(f"{text}:", setting.caption_type) for text in texts), default=0.0)
    return min(widest + numbered + 8.0, 0.42 * width)


def _left_caption(setting: Setting, cell: Cell) -> str:
    caption = setting.caption(cell)
    return caption if setting.design.box in ("border", "rounded") else f"{caption}:"


def _left_height(setting: Setting, cell: Cell, column: float) -> float:
    """Return the height of a row with its caption at the left."""
    lines = len(wrap(_left_caption(setting, cell), setting.caption_type, column - 6.0))
    return max(setting.body_height(cell), lines * setting.caption_type.leading + 2.0)


def _set_left(
    setting: Setting, cell: Cell, width: float, column: float, *, paired: bool = False, least: float = 0.0
) -> Block:
    """Return a blank with its caption at the left; ``least`` is a height that it has at least."""
    need = setting.cell_width(cell)
    if setting.design.caption == "leader" and cell.lines == 1:
        return _set_leader(setting, cell, width, need)
    long = cell.lines > 1
    full = width - column
    if not paired and not long and setting.design.box not in ("border", "rounded"):
        full = min(full, max(need * 1.5, full * 0.5))
    text = wrap(_left_caption(setting, cell), setting.caption_type, column - 6.0)
    caption_height = len(text) * setting.caption_type.leading
    body = max(_left_height(setting, cell, column), least)
    top = 2.0 if long else (body - caption_height) / 2
    if setting.open and not long:
        top = body - caption_height - 0.5
    area: Rect = (column, 0.0, column + full, body)
    celled = setting.design.caption == "cell"
    marks = [
        *([Box((0.0, 0.0, column, body), setting.design.rule, setting.design.tint)] if celled else []),
        *setting.draw_box(area),
        *move_all(set_lines(text, setting.caption_type, column - 6.0).marks, 3.0 if celled else 0.0, top),
        *setting.draw_cell(cell, inset(area)),
    ]
    return Block(body, tuple(marks))


def _set_leader(setting: Setting, cell: Cell, width: float, need: float) -> Block:
    """Return a blank at the right end of a dotted line that leads to it from the caption."""
    narrow = width * _NARROW
    full = narrow if need <= narrow else max(width * 0.52, need)
    column = width - full
    text = wrap(setting.caption(cell), setting.caption_type, column - 12.0)
    caption_height = len(text) * setting.caption_type.leading
    body = max(setting.body_height(cell), caption_height + 2.0)
    top = body - caption_height - 2.0
    area: Rect = (column, 0.0, width, body)
    last = width_of(text[-1], setting.caption_type)
    baseline = top + caption_height - setting.caption_type.size * 0.25
    marks: list[Mark] = [
        *setting.draw_box(area),
        *move_all(set_lines(text, setting.caption_type, column).marks, 0.0, top),
        *setting.draw_cell(cell, inset(area)),
    ]
    if column - last > 24.0:
        marks.append(Line(last + 6.0, baseline, column - 6.0, baseline, 0.8, dash="[0 3.2] 0"))
    return Block(body, tuple(marks))
