"""Which cell of the grid, template and answer each page gets: dealt to indexes so that every beginning is balanced."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import product

from dataset_builder.families.hops.charting import MOST_MARKS
from dataset_builder.families.hops.content import Cell, list_templates
from dataset_builder.families.hops.questions import TASKS, TEMPLATES
from dataset_builder.families.hops.questions.scene import Template
from dataset_builder.families.hops.traces import DEPTHS
from dataset_builder.seeds import rng_for

CHARTS = tuple(MOST_MARKS)


def deal(
    index: int, seed: int, task: str | None = None, depth: int | None = None, charts: int | None = None
) -> tuple[Cell, Template, bool]:
    """Return the cell, the template and, for a Yes or No, the answer of a page.

    All cells come in turn, in another order each round; in every beginning of a round the tasks, the depths and the
    numbers of charts are as even as they can be. A cell has Yes and No in turn, and in each round as many cells of one
    depth or number of charts have Yes as No. The templates of a task come in turn as well (one that doesn't fit the
    cell gives way to the next), those of Yes and those of No apart from each other.

    Args:
        index: of the page.
        seed: of the build.
        task: the only task wanted, if not all.
        depth: the only depth wanted.
        charts: the only number of charts wanted.
    """
    tasks = TASKS if task is None else (task,)
    depths = DEPTHS if depth is None else (depth,)
    counts = CHARTS if charts is None else (charts,)
    turn, place = divmod(index, len(tasks) * len(depths) * len(counts))
    order = _order(turn, seed, tasks, depths, counts)
    cell = order[place]
    truth = _is_true(cell, turn)
    alike = sum(_is_true(held, turn) == truth for held in order[:place] if held.task == cell.task)
    rounds = [sum(_is_true(held, at) == truth for held in order if held.task == cell.task) for at in (0, 1)]
    ordinal = (turn + 1) // 2 * rounds[0] + turn // 2 * rounds[1] + alike
    templates, fitting = TEMPLATES[cell.task], list_templates(cell)
    number = (ordinal + seed + (0 if truth else len(templates) // 2)) % len(templates)
    template = next(held for held in (*templates[number:], *templates) if held in fitting)
    return cell, template, truth


def _is_true(cell: Cell, turn: int) -> bool:
    return (DEPTHS.index(cell.depth) + CHARTS.index(cell.charts) + turn) % 2 == 0


@functools.lru_cache(maxsize=64)
def _order(
    turn: int, seed: int, tasks: Sequence[str], depths: Sequence[int], counts: Sequence[int]
) -> tuple[Cell, ...]:
    """Return all cells; each next one is of those whose task, depth and number of charts were dealt the least."""
    left = [Cell(*coordinates) for coordinates in product(tasks, depths, counts)]
    rng_for("hops", turn, seed, "cells").shuffle(left)
    order: list[Cell] = []
    dealt = {coordinate: 0 for cell in left for coordinate in _coordinates(cell)}
    while left:
        cell = min(left, key=lambda cell: sum(dealt[coordinate] for coordinate in _coordinates(cell)))
        for coordinate in _coordinates(cell):
            dealt[coordinate] += 1
        left.remove(cell)
        order.append(cell)
    return tuple(order)


def _coordinates(cell: Cell) -> tuple[tuple[str, str | int], ...]:
    return ("task", cell.task), ("depth", cell.depth), ("charts", cell.charts)
