"""Grid patterns: aligned, equally repeated widgets (VAREX, section 3.1: array grouping patterns)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.forms.model import Grid, Widget

_CLOSE = 2.0
"""Points by which edges that count as aligned may differ."""


def find_grids(widgets: Sequence[Widget]) -> list[Widget]:
    """Return the widgets with their places in grids.

    A grid is at least two rows, one below the other at an even distance, of text or choice widgets that share the left
    and right edges and the height of their column in every row. Rows end the grid where a column ends or the distance
    changes. A grid of one column may be a list, or just lines under each other: the words around it decide.
    """
    rows = _rows([widget for widget in widgets if not widget.skip])
    placed: dict[int, Grid] = {}
    number = 0
    start = 0
    while start < len(rows) - 1:
        run = _run(rows, start)
        if len(run) < 2:
            start += 1
            continue
        for row, members in enumerate(run):
            for column, widget in enumerate(members):
                placed[widget.index] = Grid(number, row, column)
        number += 1
        start += len(run)
    return [replace(widget, grid=placed.get(widget.index)) for widget in widgets]


def _rows(widgets: Sequence[Widget]) -> list[list[Widget]]:
    """Return the widgets of each line of the page from left to right, lines from top to bottom."""
    rows: list[list[Widget]] = []
    for widget in sorted(widgets, key=lambda widget: (widget.page, widget.rect[3], widget.rect[0])):
        last = rows[-1][0] if rows else None
        if last is not None and last.page == widget.page and abs(last.rect[3] - widget.rect[3]) <= _CLOSE:
            rows[-1].append(widget)
        else:
            rows.append([widget])
    return [sorted(row, key=lambda widget: widget.rect[0]) for row in rows]


def _run(rows: list[list[Widget]], start: int) -> list[list[Widget]]:
    """Return the grid rows that begin at ``rows[start]``: the widgets of the columns that the first two rows share."""
    columns = [widget for widget in rows[start] if _below(widget, rows[start + 1]) is not None]
    if not columns:
        return []
    run = [columns]
    step = rows[start + 1][0].rect[3] - rows[start][0].rect[3]
    for above, row in zip(rows[start:], rows[start + 1 :], strict=False):
        members = [_below(widget, row) for widget in columns]
        found = [widget for widget in members if widget is not None]
        same_page = row[0].page == columns[0].page
        if len(found) < len(columns) or not same_page or abs(row[0].rect[3] - above[0].rect[3] - step) > 2 * _CLOSE:
            break
        run.append(found)
    return run


def _below(widget: Widget, row: list[Widget]) -> Widget | None:
    """Return the member of ``row`` that shares the widget's column, if there is one."""
    height = widget.rect[3] - widget.rect[1]
    for other in row:
        aligned = abs(other.rect[0] - widget.rect[0]) <= _CLOSE and abs(other.rect[2] - widget.rect[2]) <= _CLOSE
        if aligned and abs(other.rect[3] - other.rect[1] - height) <= _CLOSE and other.page == widget.page:
            return other
    return None
