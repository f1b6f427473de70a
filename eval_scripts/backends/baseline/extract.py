"""Fills a schema from aligned text: rows under headings first, then each field from the cell its label points at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from eval_scripts.backends.baseline.cells import Cell, Grid
from eval_scripts.backends.baseline.tables import read_table
from eval_scripts.backends.baseline.targets import FITS, Path, Target, read_targets, value_of
from eval_scripts.backends.baseline.words import Rarity, Words

_THRESHOLD = 0.45
_ORDER = 0.25
_LONGEST_VALUE = 160


def extract(layout_text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return an instance of ``schema`` with the values found, null where none was.

    The same text and schema always give the same answer.

    >>> schema = {"properties": {"full_name": {"description": "Full name"}, "city": {"description": "City"}}}
    >>> extract("Full name                City\\nMaria Alvarez            Duluth", schema)
    {'full_name': 'Maria Alvarez', 'city': 'Duluth'}
    """
    grid = Grid(layout_text)
    targets, tables = read_targets(schema)
    rarity = Rarity([cell.words for cell in grid.cells])
    answer = _empty(targets)
    used: set[Cell] = set()
    for table in tables:
        rows, cells = read_table(grid, table, rarity, used)
        used |= cells
        _put(answer, table.path, rows)
    for target, text in _assign(grid, targets, rarity, used).items():
        _put(answer, target.path, value_of(target, text))
    return answer


def _empty(targets: list[Target]) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for target in targets:
        _put(answer, target.path, None)
    return answer


def _put(answer: dict[str, Any], path: Path, value: Any) -> None:
    node: Any = answer
    for step in path[:-1]:
        node = node.setdefault(step, {})
    node[path[-1]] = value


def _assign(grid: Grid, targets: list[Target], rarity: Rarity, used: set[Cell]) -> dict[Target, str]:
    """Return the text of each target that has any: the best one-to-one assignment of cells to targets."""
    cells = [cell for cell in grid.cells if cell not in used and _may_be_value(cell)]
    if not cells or not targets:
        return {}
    contexts = [_labels(grid, cell) for cell in cells]
    headings = [_heading(grid, cell) for cell in cells]
    scores = np.array(
        [
            [
                _score(target, cell, labels, heading, rarity)
                + _ORDER * (1 - abs(position / len(targets) - place / len(cells)))
                for place, (cell, labels, heading) in enumerate(zip(cells, contexts, headings, strict=True))
            ]
            for position, target in enumerate(targets)
        ]
    )
    label_like = np.array([max(_likeness(target, cell.words, rarity) for target in targets) for cell in cells])
    scores -= np.where(label_like > 0.6, label_like, 0.0)[None, :]
    rows, columns = linear_sum_assignment(-np.maximum(scores, _THRESHOLD))
    taken = {cells[column] for column in columns}
    return {
        targets[row]: _with_continuation(grid, targets[row], cells[column], taken)
        for row, column in zip(rows, columns, strict=True)
        if scores[row, column] > _THRESHOLD
    }


def _may_be_value(cell: Cell) -> bool:
    return not cell.text.endswith((":", "?")) and not cell.text.startswith("(see") and len(cell.text) <= _LONGEST_VALUE


def _labels(grid: Grid, cell: Cell) -> list[tuple[float, Words]]:
    """Return what may be the cell's label, with how much each place is to be trusted."""
    found: list[tuple[float, Words]] = []
    left = grid.left_of(cell)
    if left is not None:
        gap = cell.start - left.end
        trust = 1.0 if left.text.endswith(":") else 0.85
        found.append((trust / (1 + max(0, gap - 4) / 60), left.words))
    above = grid.stacked(cell, -1, 3)
    if above:
        nearest = above[0].row
        level = [other for other in above if other.row == nearest]
        distance = sum(bool(grid.rows[row]) for row in range(nearest, cell.row))
        trust = {1: 1.0, 2: 0.7, 3: 0.5}.get(distance, 0.4)
        best = min(level, key=lambda other: abs(other.start - cell.start))
        if not best.text.endswith(":") or abs(best.start - cell.start) <= 3:
            found.append((trust, best.words))
        wrapped = [other for other in above if other.row == nearest - 1]
        if wrapped:
            upper = min(wrapped, key=lambda other: abs(other.start - cell.start))
            found.append((0.9 * trust, best.words | upper.words))
            found.append((0.6 * trust, upper.words))
    below = grid.stacked(cell, 1, 1)
    if below:
        found.append((0.6, below[0].words))
    if left is None and cell.row + 1 < len(grid.rows):
        lower = [other for other in grid.rows[cell.row + 1] if other.start <= cell.start]
        if lower and lower[-1].text.endswith(":"):
            found.append((0.95, lower[-1].words))
    return found


def _heading(grid: Grid, cell: Cell) -> Words:
    """Return the words of the nearest lines above that look like headings: alone on their line, or in capitals."""
    found: set[str] = set()
    for row in range(cell.row - 1, max(-1, cell.row - 14), -1):
        line = grid.rows[row]
        headings = [other for other in line if other.text.upper() == other.text and len(other.text) > 4]
        if headings or (len(line) == 1 and line[0].start <= 8 and len(line[0].text) < 70):
            for other in headings or line:
                found |= other.words
            if headings:
                break
    return frozenset(found)


def _score(target: Target, cell: Cell, labels: list[tuple[float, Words]], heading: Words, rarity: Rarity) -> float:
    label = max((trust * _likeness(target, words, rarity) for trust, words in labels), default=0.0)
    if label == 0.0:
        return -1.0
    section = rarity.coverage(target.section, heading) if target.section else 0.0
    return label + 0.3 * section + _fit(target, cell.text)


def _likeness(target: Target, words: Words, rarity: Rarity) -> float:
    """Return how well words of a label agree with a target's name or description, from 0 to 1."""
    return max(
        rarity.similarity(target.description, words),
        rarity.similarity(target.name, words),
        0.9 * rarity.similarity(target.name | target.section, words),
    )


def _fit(target: Target, text: str) -> float:
    """Return a bonus for text that looks like the target's kind of value, and a malus for text that can't be it."""
    if target.choices:
        return 0.5 if text in target.choices else -0.5
    if target.max_length is not None and len(text) > target.max_length:
        return -0.6
    if not target.kind:
        return 0.0
    return 0.2 if FITS[target.kind].fullmatch(text) else -0.5


def _with_continuation(grid: Grid, target: Target, cell: Cell, taken: set[Cell]) -> str:
    """Return the cell's text, with the lines that go on below it where the target is a long text."""
    if target.kind or len(cell.text) < 30:
        return cell.text
    parts = [cell.text]
    row = cell.row + 1
    while row < len(grid.rows) and len(grid.rows[row]) == 1:
        (below,) = grid.rows[row]
        if abs(below.start - cell.start) > 2 or below in taken or below.text.endswith(":"):
            break
        parts.append(below.text)
        row += 1
    return " ".join(parts)
