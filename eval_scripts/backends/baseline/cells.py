"""Aligned text as cells: what stands together on a line, and what stands beside, above and below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from eval_scripts.backends.baseline.words import Words, words_of

_APART = re.compile(r"\S+(?: \S+)*")
_RULED = re.compile(r"[_.▲▼□☐]{3,}|[_▲▼□☐]|(?<=\s)\.(?=\s|$)")
_INLINE = re.compile(r"(?<=[A-Za-z)]):(?= \S)")
_FULL_LINE = 70
_CLOSE = 12
_ITEM_CODE = re.compile(r"\(?(\d{1,3} ?[a-z]?|[A-Za-z])[.)]?")


@dataclass(frozen=True)
class Cell:
    """A stretch of text without wide gaps: lines and columns (0-based, ``end`` exclusive) and the text itself.

    A paragraph is one cell; ``last_row`` is the line on which it ends.
    """

    row: int
    start: int
    end: int
    text: str
    last_row: int

    @cached_property
    def words(self) -> Words:
        """Return the words that carry meaning."""
        return words_of(self.text)

    @property
    def is_item_code(self) -> bool:
        """Return whether it reads like the number of an item or a line, such as ``4``, ``1 a`` or ``b.``."""
        return _ITEM_CODE.fullmatch(self.text) is not None

    def overlap(self, other: Cell, margin: int = 0) -> int:
        """Return how many columns the two share, ``margin`` columns added on either side of this one."""
        return min(self.end + margin, other.end) - max(self.start - margin, other.start)


class Grid:
    """The cells of a document, by the line on which they start, and by that on which they end."""

    def __init__(self, layout_text: str) -> None:
        """Read the cells; rules to write on, and what holds neither letter nor digit, are left out."""
        lines = layout_text.replace("\f", "\n").splitlines()
        self.rows = _join_paragraphs([_cells(number, line) for number, line in enumerate(lines)])
        self.cells = [cell for row in self.rows for cell in row]
        self.ending: list[list[Cell]] = [[] for _ in lines]
        for cell in self.cells:
            self.ending[cell.last_row].append(cell)

    def left_of(self, cell: Cell) -> Cell | None:
        """Return the nearest cell on the left, on the same line; numbers of items are passed over."""
        before = [other for row in (self.rows, self.ending) for other in row[cell.row] if other.end <= cell.start]
        named = [other for other in before if not other.is_item_code]
        return max(named, key=lambda other: other.end, default=None)

    def numbers_an_item(self, cell: Cell) -> bool:
        """Return whether a cell is an item's number: close before the line's text, or said again at its end."""
        if not cell.is_item_code:
            return False
        first, *others = self.rows[cell.row]
        if cell is first:
            return bool(others) and others[0].start - cell.end < _CLOSE
        return first.is_item_code and _code(cell).endswith(_code(first)[-1])

    def above(self, cell: Cell, reach: int) -> list[tuple[int, Cell]]:
        """Return the cells above that share columns with it, nearest first, each after its distance in lines."""
        return self._stacked(self.ending, cell, range(cell.row - 1, -1, -1), reach)

    def below(self, cell: Cell, reach: int) -> list[tuple[int, Cell]]:
        """Return the cells below that share columns with it, as ``above`` does."""
        return self._stacked(self.rows, cell, range(cell.last_row + 1, len(self.rows)), reach)

    @staticmethod
    def _stacked(rows: list[list[Cell]], cell: Cell, order: range, reach: int) -> list[tuple[int, Cell]]:
        found: list[tuple[int, Cell]] = []
        distance = 0
        for row in order:
            if rows[row]:
                distance += 1
                if distance > reach:
                    break
                found += [(distance, other) for other in rows[row] if cell.overlap(other, margin=1) > 0]
        return found


def _code(cell: Cell) -> str:
    return cell.text.strip("().").replace(" ", "")


def _cells(row: int, line: str) -> list[Cell]:
    line = _RULED.sub(lambda match: " " * len(match.group()), line)
    cells = []
    for match in _APART.finditer(line):
        start = match.start()
        for part in re.split(r"(?<=:) ", match.group()) if _INLINE.search(match.group()) else [match.group()]:
            if re.search(r"\w", part):
                cells.append(Cell(row, start, start + len(part), part, row))
            start += len(part) + 1
    return cells


def _join_paragraphs(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Return the rows with each line that goes on from a full one above it joined to that."""
    joined: list[list[Cell]] = [[] for _ in rows]
    open_cells: list[Cell] = []
    for row, line in enumerate(rows):
        still_open: list[Cell] = []
        for cell in line:
            upper = next((one for one in open_cells if abs(one.start - cell.start) <= 1), None)
            whole = cell
            numbered = any(other.is_item_code and 0 < cell.start - other.end < _CLOSE for other in line)
            if upper is not None and not numbered:
                joined[upper.row].remove(upper)
                text = f"{upper.text} {cell.text}"
                whole = replace(upper, end=max(upper.end, cell.end), text=text, last_row=row)
            joined[whole.row].append(whole)
            if len(cell.text) >= _FULL_LINE:
                still_open.append(whole)
        open_cells = still_open
    return [sorted(line, key=lambda cell: cell.start) for line in joined]
