"""Rows under headings: finds the line of a table's column headings, and reads the cells below each."""

from __future__ import annotations

import re
from typing import Any

from eval_scripts.backends.baseline.cells import Cell, Grid
from eval_scripts.backends.baseline.targets import TableTarget, Target, put, value_of
from eval_scripts.backends.baseline.words import Rarity

_LIKE_A_HEADING = 0.35
_EMPTY_LINES = 1
_ROW_NUMBER = re.compile(r"\(?\d{1,2}[.)]?")


def read_table(grid: Grid, table: TableTarget, rarity: Rarity, used: set[Cell]) -> tuple[list[Any], set[Cell]]:
    """Return a table's rows, and the cells that they and the headings were read from.

    Rows are objects by column, or plain values where the table has one nameless column. Cells in ``used`` belong to an
    earlier table and are passed over.
    """
    headings = _find_headings(grid, table, rarity, used)
    if not headings:
        return [], set()
    spans = _spans(headings)
    bottom = max(cell.row for cell in headings.values())
    edge = min(cell.start for cell in headings.values())
    rows: list[Any] = []
    cells = set(headings.values())
    edges: set[tuple[int, str, int]] = set()
    gaps = 0
    for row in range(bottom + 1, len(grid.rows)):
        line = [cell for cell in grid.rows[row] if cell not in used]
        if line and _ROW_NUMBER.fullmatch(line[0].text) and line[0].end <= edge:
            del line[0]
            if not line:
                continue
        found = _cells_by_column(line, spans)
        if not found or _looks_like_labels(line, table, rarity):
            gaps += 1
            if gaps > _EMPTY_LINES or (line and found):
                break
            continue
        if rows and not _aligned(found, edges):
            break
        gaps = 0
        edges |= {(number, "start", cell.start) for number, cell in found.items()}
        edges |= {(number, "end", cell.end) for number, cell in found.items()}
        cells |= set(found.values())
        rows.append(_row(table, {column: cell.text for column, cell in found.items()}))
    return (rows, cells) if rows else ([], set())


def _find_headings(grid: Grid, table: TableTarget, rarity: Rarity, used: set[Cell]) -> dict[int, Cell]:
    """Return the heading of each column (by its number) from the lines that match the columns best."""
    best: dict[int, Cell] = {}
    best_score = 0.0
    for row in range(len(grid.rows)):
        line = [cell for cell in grid.rows[row] if cell not in used]
        found, score = _match_headings(line, table, rarity)
        below = grid.rows[row + 1] if row + 1 < len(grid.rows) else []
        taller, taller_score = _match_headings([cell for cell in [*line, *below] if cell not in used], table, rarity)
        if taller_score > score + 0.3 and len({cell.row for cell in taller.values()}) == 2:
            found, score = taller, taller_score
        if score > best_score + 1e-9:
            best, best_score = found, score
    enough = min(2, len(table.columns))
    return best if len(best) >= enough and best_score >= _LIKE_A_HEADING * len(table.columns) else {}


def _match_headings(line: list[Cell], table: TableTarget, rarity: Rarity) -> tuple[dict[int, Cell], float]:
    """Return headings by column, each cell used once, best matches first, and the sum of their similarities."""
    pairs = sorted(
        (
            (-_likeness(column, cell, rarity), number, position)
            for number, column in enumerate(table.columns)
            for position, cell in enumerate(line)
        ),
    )
    found: dict[int, Cell] = {}
    score = 0.0
    for negative, number, position in pairs:
        if -negative < _LIKE_A_HEADING:
            break
        if number not in found and line[position] not in found.values():
            found[number] = line[position]
            score -= negative
    return found, score


def _likeness(column: Target, cell: Cell, rarity: Rarity) -> float:
    return max(rarity.similarity(column.name, cell.words), rarity.similarity(column.description, cell.words))


def _spans(headings: dict[int, Cell]) -> dict[int, tuple[int, int]]:
    """Return each column's extent: halfway to its neighbours' headings on either side."""
    ordered = sorted(headings, key=lambda number: headings[number].start)
    spans = {}
    for place, number in enumerate(ordered):
        cell = headings[number]
        left = (headings[ordered[place - 1]].end + cell.start) // 2 if place else cell.start - 8
        right = (cell.end + headings[ordered[place + 1]].start) // 2 if place + 1 < len(ordered) else cell.end + 24
        spans[number] = (left, right)
    return spans


def _cells_by_column(line: list[Cell], spans: dict[int, tuple[int, int]]) -> dict[int, Cell]:
    """Return the cell that shares most columns of text with each column's extent."""
    found: dict[int, tuple[int, Cell]] = {}
    for cell in line:
        shared = {number: min(cell.end, end) - max(cell.start, start) for number, (start, end) in spans.items()}
        number = max(shared, key=lambda key: shared[key])
        if shared[number] > 0 and (number not in found or shared[number] > found[number][0]):
            found[number] = (shared[number], cell)
    return {number: cell for number, (_, cell) in found.items()}


def _aligned(found: dict[int, Cell], edges: set[tuple[int, str, int]]) -> bool:
    """Return whether a cell begins or ends in the very column where one of an earlier row does."""
    return any(
        (number, "start", cell.start) in edges or (number, "end", cell.end) in edges for number, cell in found.items()
    )


def _looks_like_labels(line: list[Cell], table: TableTarget, rarity: Rarity) -> bool:
    if any(cell.text.endswith(":") for cell in line):
        return True
    if len(line) == 1 and len(table.columns) > 1 and len(line[0].text) > 40:
        return True
    return any(_likeness(column, cell, rarity) > 0.8 for column in table.columns for cell in line)


def _row(table: TableTarget, texts: dict[int, str]) -> Any:
    if table.columns[0].path == ():
        return value_of(table.columns[0], texts[0])
    row: dict[str, Any] = {}
    for number, column in enumerate(table.columns):
        text = texts.get(number)
        put(row, column.path, None if text is None else value_of(column, text))
    return row
