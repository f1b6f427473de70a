"""Fills a schema from aligned text: rows under headings first, then each field from the cell its label points at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from eval_scripts.backends.baseline.cells import Cell, Grid
from eval_scripts.backends.baseline.labels import PLACES, Label, Place, heading_over, labels_of
from eval_scripts.backends.baseline.tables import read_table
from eval_scripts.backends.baseline.targets import FITS, Path, TableTarget, Target, put, read_targets, value_of
from eval_scripts.backends.baseline.words import Rarity, Words

# Chosen on made and on real forms; answers change little around these.
_THRESHOLD = 0.35
_ORDER = 0.25
_SECTION = 0.3
_HABIT = 0.4
_LABEL_LIKE = 0.6
_SAME_LABEL = 0.8
_MOST_REPETITIONS = 12
_LONGEST_VALUE = 600


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
    answer: dict[str, Any] = {}
    used: set[Cell] = set()
    blocks: dict[Path, list[Target]] = {}
    for table in tables:
        rows, cells = read_table(grid, table, rarity, used)
        used |= cells
        put(answer, table.path, rows)
        blocks[table.path] = [] if rows else _repetitions(grid, table, rarity)
    found = _assign(grid, targets + [target for block in blocks.values() for target in block], rarity, used)
    values = {target.path: value_of(target, text) for target, text in found.items()}
    for target in targets:
        put(answer, target.path, values.get(target.path))
    for table in tables:
        if blocks[table.path]:
            put(answer, table.path, _rows_of(table, values))
    return answer


def _repetitions(grid: Grid, table: TableTarget, rarity: Rarity) -> list[Target]:
    """Return a field for each column of each time that the table's labels stand on the page, as of a repeated block."""
    if table.columns[0].path == ():
        return []
    times = max(sum(_likeness(c, cell.words, rarity) > _SAME_LABEL for cell in grid.cells) for c in table.columns)
    return [
        replace(column, path=(*table.path, number, *column.path))
        for number in range(min(times, _MOST_REPETITIONS))
        for column in table.columns
    ]


def _rows_of(table: TableTarget, values: Mapping[Path, Any]) -> list[dict[str, Any]]:
    """Return the rows of a table that hold any of the values, which are given by path."""
    depth = len(table.path)
    rows = []
    for number in sorted({path[depth] for path in values if path[:depth] == table.path and len(path) > depth}):
        row: dict[str, Any] = {}
        for column in table.columns:
            put(row, column.path, values.get((*table.path, number, *column.path)))
        rows.append(row)
    return rows


@dataclass(frozen=True)
class _Candidate:
    """A cell that may hold a value, with what may name it."""

    cell: Cell
    labels: list[Label]
    heading: Words


def _assign(grid: Grid, targets: list[Target], rarity: Rarity, used: set[Cell]) -> dict[Target, str]:
    """Return the text of each target that has any: the best one-to-one assignment of cells to targets.

    A form keeps to one habit of placing its labels: the places that the clear cases have them in are found out first,
    and trusted more when all is assigned.
    """
    cells = [cell for cell in grid.cells if cell not in used and _may_be_value(grid, cell)]
    if not cells or not targets:
        return {}
    candidates = [_Candidate(cell, labels_of(grid, cell), heading_over(grid, cell)) for cell in cells]
    order = np.abs(np.linspace(0, 1, len(targets))[:, None] - np.linspace(0, 1, len(cells))[None, :])
    label_like = np.array([max(_likeness(target, cell.words, rarity) for target in targets) for cell in cells])
    penalty = _ORDER * order + np.where(label_like > _LABEL_LIKE, label_like, 0.0)[None, :]
    habits: dict[Place, float] = dict.fromkeys(PLACES, 0.0)
    for _ in range(2):
        scores = np.array([[_score(t, one, rarity, habits) for one in candidates] for t in targets]) - penalty
        rows, columns = linear_sum_assignment(-np.maximum(scores, _THRESHOLD))
        found = {
            targets[row]: candidates[column]
            for row, column in zip(rows, columns, strict=True)
            if scores[row, column] > _THRESHOLD
        }
        habits = _habits(found, rarity)
    return {target: candidate.cell.text for target, candidate in found.items()}


def _may_be_value(grid: Grid, cell: Cell) -> bool:
    return not cell.text.endswith((":", "?")) and len(cell.text) <= _LONGEST_VALUE and not grid.numbers_an_item(cell)


def _habits(found: Mapping[Target, _Candidate], rarity: Rarity) -> dict[Place, float]:
    """Return for each place the share of clear cases that have their label there."""
    counts: dict[Place, float] = dict.fromkeys(PLACES, 0.0)
    for target, candidate in found.items():
        likeness, _, label = max(
            (_likeness(target, label.words, rarity), -number, label) for number, label in enumerate(candidate.labels)
        )
        if likeness > _LABEL_LIKE:
            counts[label.place] += 1
    total = sum(counts.values())
    return {place: count / total if total else 0.0 for place, count in counts.items()}


def _score(target: Target, candidate: _Candidate, rarity: Rarity, habits: Mapping[Place, float]) -> float:
    label = max(
        (
            min(1.0, label.trust + _HABIT * habits[label.place]) * _likeness(target, label.words, rarity)
            for label in candidate.labels
        ),
        default=0.0,
    )
    if label == 0.0:
        return -1.0
    section = rarity.coverage(target.section, candidate.heading) if target.section else 0.0
    return label + _SECTION * section + _fit(target, candidate.cell.text)


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
