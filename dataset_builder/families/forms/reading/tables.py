"""Grids of blanks under column headings and beside row labels."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.forms.model import Rect, Widget
from dataset_builder.families.forms.reading.captions import is_caption_text
from dataset_builder.families.forms.reading.layout import (
    MARKER,
    Block,
    Layout,
    center,
    height,
    overlap_x,
    overlap_y,
    same_row,
    union,
    width,
)

_ALIGNED = 5.0
_HEADER_REACH = 34.0
_TALL_HEADER = 70.0
_COLUMN_LETTER = re.compile(r"^\(?(?:[a-z]|column [a-z])\)?$", re.IGNORECASE)


@dataclass(frozen=True)
class Table:
    """Aligned blanks in rows and columns, and the words that name them.

    Attributes:
        rows: widgets by row and column, None where a cell has no fillable widget.
        headings: the printed heading of each column, None where there is none.
        spans: the heading over several columns that stands above each column's own, if any.
        labels: the printed label of each row, None where there is none or just a number.
        blocks: every block that is used by the above.
    """

    rows: tuple[tuple[Widget | None, ...], ...]
    headings: tuple[Block | None, ...]
    spans: tuple[Block | None, ...]
    labels: tuple[Block | None, ...]

    @property
    def page(self) -> int:
        """Return the 1-based page."""
        return self.widgets[0].page

    @property
    def widgets(self) -> list[Widget]:
        """Return the widgets row by row."""
        return [widget for row in self.rows for widget in row if widget is not None]

    @property
    def rect(self) -> Rect:
        """Return the rectangle around the widgets."""
        return union(widget.rect for widget in self.widgets)

    @property
    def blocks(self) -> list[Block]:
        """Return the blocks that name columns and rows."""
        return [block for block in (*self.headings, *self.spans, *self.labels) if block is not None]


def find_tables(layout: Layout, taken: Collection[int], headings: Collection[Block]) -> list[Table]:
    """Return the grids of at least two rows and two columns; widgets whose index is ``taken`` are left out.

    ``headings`` of sections are no column headings.

    Columns are widgets under each other with equal edges and no text between; columns whose rows stand level form a
    grid. A grid whose cells have captions of their own at the left is none.
    """
    widgets = [widget for widget in layout.fillable() if widget.index not in set(taken)]
    columns = _columns(layout, widgets)
    barred = set(map(id, headings))
    tables: list[Table] = []
    for members in _grids(columns):
        for part in _part_by_captions(layout, members):
            rows = _rows(part)
            if len(part) >= 2 and len(rows) >= 2:
                tables.append(_named(layout, rows, tables, barred))
            elif (
                len(part) == 1
                and len(part[0]) > 1
                and not _row_labels(layout, part[0])
                and _ruled_header(layout, part[0][:1], barred)
            ):
                tables.append(_named(layout, [(widget,) for widget in part[0]], tables, barred))
    placed = {widget.index for table in tables for widget in table.widgets}
    for row in _lone_rows([widget for widget in widgets if widget.index not in placed]):
        if _ruled_header(layout, row, barred):
            tables.append(_named(layout, [tuple(row)], tables, barred))
    tables = [table for table in tables if any(table.headings)]
    return sorted(tables, key=lambda table: (table.page, table.rect[1], table.rect[0]))


def _lone_rows(widgets: Sequence[Widget]) -> list[list[Widget]]:
    """Return the rows of at least two widgets that stand close side by side."""
    rows: list[list[Widget]] = []
    for widget in sorted(widgets, key=lambda widget: (widget.page, round(center(widget.rect)[1] / 4), widget.rect[0])):
        last = rows[-1][-1] if rows else None
        near = last is not None and last.page == widget.page and _same_level(last, widget)
        if near and last is not None and -2 < widget.rect[0] - last.rect[2] < 24:
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return [row for row in rows if len(row) > 1]


def _ruled_header(layout: Layout, row: Sequence[Widget], barred: Collection[int]) -> bool:
    """Return whether one line or shaded bar over the whole row parts it from words above, as a table's header is."""
    area = union(widget.rect for widget in row)
    page = row[0].page
    words = [
        block
        for block in layout.blocks
        if block.page == page
        and -2 < area[1] - block.rect[3] < 16
        and overlap_x(block.rect, area) > 0.6 * width(block.rect)
        and is_caption_text(block)
        and not block.marker
        and id(block) not in barred
    ]
    if not words:
        return False
    base = max(block.rect[3] for block in words)
    words = [block for block in words if base - block.rect[3] < 4]
    top = min(block.rect[1] for block in words)
    if not all(any(overlap_x(block.rect, widget.rect) > 0.5 * width(block.rect) for block in words) for widget in row):
        return False
    spanned = any(
        block.page == page and -3 < top - block.rect[3] < 6 and _covers(layout, block, [w.rect for w in row])
        for block in layout.blocks
    )
    over = layout.horizontal_between(page, top - (32 if spanned else 14), top + 1, area[0], area[2])
    under = layout.horizontal_between(page, base - 2.5, area[1] + 2.5, area[0], area[2])
    ground = layout.shade_of(page, area)
    tinted = ground is not None and height(ground) < 2 * height(area) and width(ground) > 0.95 * width(area)
    wide = any(width(rule.rect) > 0.95 * width(area) and (len(row) > 1 or over or tinted) for rule in under)
    shade = layout.shade_of(page, words[0].rect)
    shaded = shade is not None and shade[3] <= area[1] + 3 and width(shade) > 0.9 * width(area) and height(shade) < 34
    return (wide and (bool(over) or tinted)) or shaded


def _columns(layout: Layout, widgets: Sequence[Widget]) -> list[list[Widget]]:
    follower: dict[int, Widget] = {}
    for widget in widgets:
        nearest = min(
            (other for other in widgets if _stacked(widget, other)), key=lambda other: other.rect[1], default=None
        )
        if nearest is not None and not _text_between(layout, widget, nearest):
            follower[widget.index] = nearest
    led = {widget.index for widget in follower.values()}
    columns = []
    for widget in widgets:
        if widget.index in led:
            continue
        column = [widget]
        while column[-1].index in follower:
            column.append(follower[column[-1].index])
        if len(column) > 1:
            columns.append(column)
    return columns


def _stacked(upper: Widget, lower: Widget) -> bool:
    gap = lower.rect[1] - upper.rect[3]
    tall = max(height(upper.rect), height(lower.rect))
    return (
        upper.page == lower.page
        and abs(upper.rect[0] - lower.rect[0]) <= _ALIGNED
        and abs(upper.rect[2] - lower.rect[2]) <= _ALIGNED + 2
        and -5 < gap < max(1.7 * tall, 48)
        and lower.rect[1] > upper.rect[1] + 2
        and min(height(upper.rect), height(lower.rect)) > 0.55 * tall
    )


def _text_between(layout: Layout, upper: Widget, lower: Widget) -> bool:
    y0, y1 = center(upper.rect)[1], center(lower.rect)[1]
    return any(
        block.page == upper.page
        and y0 < center(block.rect)[1] < y1
        and overlap_x(block.rect, upper.rect) > 0.3 * min(width(block.rect), width(upper.rect))
        for block in layout.blocks
    )


def _grids(columns: Sequence[Sequence[Widget]]) -> list[list[list[Widget]]]:
    """Return groups of columns that share at least two levels and stand side by side."""
    groups: list[list[list[Widget]]] = []
    for column in sorted(map(list, columns), key=lambda column: (column[0].page, column[0].rect[0])):
        for group in groups:
            if any(_level(column, other) >= 2 for other in group):
                group.append(column)
                break
        else:
            groups.append([column])
    return groups


def _level(a: Sequence[Widget], b: Sequence[Widget]) -> int:
    if a[0].page != b[0].page:
        return 0
    return sum(any(_same_level(left, right) for right in b) for left in a)


def _same_level(a: Widget, b: Widget) -> bool:
    return abs(center(a.rect)[1] - center(b.rect)[1]) < 0.4 * min(height(a.rect), height(b.rect))


def _part_by_captions(layout: Layout, columns: Sequence[Sequence[Widget]]) -> list[list[list[Widget]]]:
    """Return the columns cut before each one whose cells mostly have a caption at their left."""
    parts: list[list[list[Widget]]] = []
    for position, column in enumerate(columns):
        own = position > 0 and _captioned(layout, columns[position - 1], column)
        if own or not parts:
            parts.append([])
        parts[-1].append(list(column))
    return parts


def _captioned(layout: Layout, before: Sequence[Widget], column: Sequence[Widget]) -> bool:
    start = max(widget.rect[2] for widget in before) - 2
    count = sum(
        any(
            block.page == widget.page
            and start <= center(block.rect)[0] <= widget.rect[0] + 2
            and same_row(block.rect, widget.rect)
            and is_caption_text(block)
            for block in layout.blocks
        )
        for widget in column
    )
    return count * 2 >= len(column)


def _rows(columns: Sequence[Sequence[Widget]]) -> list[tuple[Widget | None, ...]]:
    levels: list[list[Widget]] = []
    for widget in sorted((widget for column in columns for widget in column), key=lambda w: center(w.rect)[1]):
        if levels and _same_level(levels[-1][0], widget):
            levels[-1].append(widget)
        else:
            levels.append([widget])
    column_of = {widget.index: position for position, column in enumerate(columns) for widget in column}
    rows = []
    for level in levels:
        cells: list[Widget | None] = [None] * len(columns)
        for widget in level:
            cells[column_of[widget.index]] = widget
        if len(columns) == 1 or sum(cell is not None for cell in cells) >= 2:
            rows.append(tuple(cells))
    return rows


def _named(
    layout: Layout, rows: list[tuple[Widget | None, ...]], earlier: Sequence[Table], barred: Collection[int]
) -> Table:
    tops = [next((row[c] for row in rows if row[c] is not None), None) for c in range(len(rows[0]))]
    rects = [top.rect for top in tops if top is not None]
    page = next(widget.page for row in rows for widget in row if widget is not None)
    headings: list[Block | None] = []
    spans: list[Block | None] = []
    for rect in rects:
        own, span = _column_heading(layout, page, rect, rects, barred)
        headings.append(own)
        spans.append(span)
    if not any(headings):
        for table in earlier:
            if len(table.rows[0]) == len(rects) and all(
                widget is not None and abs(widget.rect[0] - rect[0]) < _ALIGNED
                for widget, rect in zip(table.rows[0], rects, strict=True)
            ):
                headings, spans = list(table.headings), list(table.spans)
    labels = [_row_label(layout, page, row) for row in rows]
    return Table(tuple(rows), tuple(headings), tuple(spans), tuple(labels))


def _column_heading(
    layout: Layout, page: int, rect: Rect, columns: Sequence[Rect], barred: Collection[int]
) -> tuple[Block | None, Block | None]:
    """Return a column's own heading and one above it that spans several columns."""
    above = [
        block
        for block in layout.blocks
        if block.page == page
        and block.rect[3] <= rect[1] + 0.6 * block.line_height
        and rect[1] - block.rect[3] < 110
        and overlap_x(block.rect, rect) > 0.4 * min(width(block.rect), width(rect))
        and not any(
            widget.page == page
            and overlap_x(widget.rect, rect) > 2
            and block.rect[3] - 1 < center(widget.rect)[1] < rect[1]
            for widget in layout.widgets
            if not widget.skip
        )
    ]
    stack: list[Block] = []
    bottom = rect[1]
    for block in sorted(above, key=lambda block: -block.rect[3]):
        covered = _covers(layout, block, columns)
        ruled = bool(layout.horizontal_between(page, block.rect[3] - 1, bottom - 1, rect[0], rect[2]))
        limit = (1.3 * block.line_height if stack else _HEADER_REACH) if ruled or stack else _TALL_HEADER
        if (
            id(block) in barred
            or block.asks
            or bottom - block.rect[3] > limit
            or covered == len(columns) > 1
            or _precedes_widget(layout, block)
        ):
            break
        if covered or (stack and ruled):
            own = _choose(stack)
            return own, block if own is not None and covered else None
        stack.append(block)
        bottom = min(bottom, block.rect[1])
    return _choose(stack), None


def _precedes_widget(layout: Layout, block: Block) -> bool:
    """Return whether a block is the left caption of some widget."""
    return (
        any(
            widget.page == block.page and same_row(widget.rect, block.rect) and -3 < widget.rect[0] - block.reach < 12
            for widget in layout.fillable()
        )
        and not MARKER.match(block.text)
        and not block.text.endswith("#")
    )


def _covers(layout: Layout, block: Block, columns: Sequence[Rect]) -> int:
    """Return how many columns a block stands over, with the line centred under it if any; 0 if it is just one."""
    lines = layout.horizontal_between(block.page, block.rect[3] - 3, block.rect[3] + 5, block.rect[0], block.rect[2])
    whole = 0.9 * width(union(columns))
    extent = [r.rect for r in lines if abs(center(r.rect)[0] - center(block.rect)[0]) < 4 and width(r.rect) < whole]
    area = union((block.rect, *extent))
    count = sum(overlap_x(area, column) > 0.3 * width(column) for column in columns)
    return count if count >= 2 else 0


def _choose(stack: Sequence[Block]) -> Block | None:
    """Return the topmost block of a heading that says something; its next lines of the same type are joined to it."""
    speaking = [block for block in reversed(stack) if is_caption_text(block) and not _COLUMN_LETTER.match(block.text)]
    if not speaking:
        return next((block for block in stack if _COLUMN_LETTER.match(block.text)), None)
    first = speaking[0]
    for block in speaking[1:]:
        if block.bold == first.bold and abs(block.size - first.size) < 0.2 and not block.text.startswith("("):
            first = replace(
                first,
                words=first.words + block.words,
                rect=union((first.rect, block.rect)),
                lines=first.lines + block.lines,
            )
    return first


def _row_labels(layout: Layout, column: Sequence[Widget]) -> bool:
    """Return whether any blank of a column has words of its own at the left."""
    return any(_row_label(layout, widget.page, [widget]) is not None for widget in column)


def _row_label(layout: Layout, page: int, row: Sequence[Widget | None]) -> Block | None:
    first = next(widget for widget in row if widget is not None)
    near = [
        block
        for block in layout.blocks
        if block.page == page
        and block.rect[2] <= first.rect[0] + 6
        and overlap_y(block.rect, first.rect) > 0.3 * min(block.line_height, height(first.rect))
        and first.rect[0] - max(block.reach, block.rect[2]) < 160
        and not MARKER.match(block.text)
        and (is_caption_text(block) or block.option)
        and not any(
            widget.page == page
            and not widget.skip
            and same_row(widget.rect, first.rect)
            and block.rect[2] - 2 < widget.rect[0] < first.rect[0] - 2
            for widget in layout.widgets
        )
    ]
    return max(near, key=lambda block: block.rect[2], default=None)
