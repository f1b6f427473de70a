"""Aligned text as cells: what stands together on a line, and what stands beside, above and below it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from eval_scripts.backends.baseline.words import Words, words_of

_APART = re.compile(r"\S+(?: \S+)*")
_RULED = re.compile(r"[_.▲▼□☐]{3,}|[_▲▼□☐]")
_INLINE = re.compile(r"(?<=[A-Za-z)]):(?= \S)")


@dataclass(frozen=True)
class Cell:
    """A stretch of text without wide gaps: line and columns (0-based, end exclusive) and the text itself."""

    row: int
    start: int
    end: int
    text: str

    @cached_property
    def words(self) -> Words:
        """Return the words that carry meaning."""
        return words_of(self.text)

    def overlap(self, other: Cell, margin: int = 0) -> int:
        """Return how many columns the two share, ``margin`` columns added on either side of this one."""
        return min(self.end + margin, other.end) - max(self.start - margin, other.start)


class Grid:
    """The cells of a document, by line."""

    def __init__(self, layout_text: str) -> None:
        """Read the cells; rules to write on, and what holds neither letter nor digit, are left out."""
        lines = layout_text.replace("\f", "\n").splitlines()
        self.rows: list[list[Cell]] = [_cells(number, line) for number, line in enumerate(lines)]
        self.cells: list[Cell] = [cell for row in self.rows for cell in row]

    def left_of(self, cell: Cell) -> Cell | None:
        """Return the nearest cell on the left, on the same line."""
        before = [other for other in self.rows[cell.row] if other.end <= cell.start]
        return before[-1] if before else None

    def stacked(self, cell: Cell, step: int, reach: int, margin: int = 1) -> list[Cell]:
        """Return the cells above (``step`` -1) or below (1) that share columns with it, nearest first.

        Lines without such a cell are passed over; ``reach`` counts lines that hold text at all.
        """
        found: list[Cell] = []
        row = cell.row + step
        while reach and 0 <= row < len(self.rows):
            if self.rows[row]:
                reach -= 1
                found += [other for other in self.rows[row] if cell.overlap(other, margin) > 0]
            row += step
        return found


def _cells(row: int, line: str) -> list[Cell]:
    line = _RULED.sub(lambda match: " " * len(match.group()), line)
    cells = []
    for match in _APART.finditer(line):
        start = match.start()
        for part in re.split(r"(?<=:) ", match.group()) if _INLINE.search(match.group()) else [match.group()]:
            if re.search(r"\w", part):
                cells.append(Cell(row, start, start + len(part), part))
            start += len(part) + 1
    return cells
