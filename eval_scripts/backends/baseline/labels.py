"""Where a value's label may stand: beside it, above it, below it, or at the left of the line it is written on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from eval_scripts.backends.baseline.cells import Cell, Grid
from eval_scripts.backends.baseline.words import Words

Place = Literal["left", "above", "below", "lower left"]
PLACES: tuple[Place, ...] = ("left", "above", "below", "lower left")


@dataclass(frozen=True)
class Label:
    """Words that may name a value: the place they stand in, and how much that is to be trusted, from 0 to 1."""

    place: Place
    trust: float
    words: Words


def labels_of(grid: Grid, cell: Cell) -> list[Label]:
    """Return what may be the label of a cell."""
    return [*_beside(grid, cell), *_over(grid, cell), *_under(grid, cell)]


def _beside(grid: Grid, cell: Cell) -> Iterator[Label]:
    left = grid.left_of(cell)
    if left is not None:
        trust = 1.0 if left.text.endswith(":") else 0.85
        yield Label("left", trust / (1 + max(0, cell.start - left.end - 4) / 60), left.words)


def _over(grid: Grid, cell: Cell) -> Iterator[Label]:
    above = grid.above(cell, reach=3)
    if not above:
        return
    distance, _ = above[0]
    trust = (1.0, 0.7, 0.5)[distance - 1]
    nearest = _aligned(cell, [other for far, other in above if far == distance])
    if not nearest.text.endswith(":") or abs(nearest.start - cell.start) <= 3:
        yield Label("above", trust, nearest.words)
    wrapped = [other for _, other in above if other.last_row == nearest.row - 1]
    if wrapped:
        upper = _aligned(cell, wrapped)
        yield Label("above", 0.9 * trust, nearest.words | upper.words)
        yield Label("above", 0.6 * trust, upper.words)


def _under(grid: Grid, cell: Cell) -> Iterator[Label]:
    below = grid.below(cell, reach=1)
    if below:
        yield Label("below", 0.75, _aligned(cell, [other for _, other in below]).words)
    elif grid.left_of(cell) is None:
        following = next((row for row in grid.rows[cell.last_row + 1 :] if row), [])
        lower = [other for other in following if other.end <= cell.start + 1]
        if lower:
            yield Label("lower left", 0.95 if lower[-1].text.endswith(":") else 0.75, lower[-1].words)


def _aligned(cell: Cell, others: list[Cell]) -> Cell:
    return min(others, key=lambda other: abs(other.start - cell.start))


def heading_over(grid: Grid, cell: Cell) -> Words:
    """Return the words of the nearest lines above that look like headings: in capitals, or alone at the left edge."""
    found: set[str] = set()
    for row in range(cell.row - 1, max(-1, cell.row - 14), -1):
        line = grid.rows[row]
        capitals = [other for other in line if other.text.upper() == other.text and len(other.text) > 4]
        if capitals:
            return frozenset(found.union(*(other.words for other in capitals)))
        if len(line) == 1 and line[0].start <= 8 and len(line[0].text) < 70:
            found |= line[0].words
    return frozenset(found)
