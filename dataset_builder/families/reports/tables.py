"""Tables of regions, as printed."""

from __future__ import annotations

import random

from dataset_builder.families.reports.cubes import find_relation
from dataset_builder.families.reports.model import Table, World, fact_id
from dataset_builder.families.reports.regions import Region
from dataset_builder.families.reports.titles import sentence_case

_STATISTICS = {
    "min": "Lowest",
    "q1": "Lower quartile",
    "median": "Median",
    "q3": "Upper quartile",
    "max": "Highest",
}


def make_table(
    world: World, region: Region, table_id: str, title: str, source: str, rng: random.Random
) -> tuple[Table, tuple[str, ...]]:
    """Return a region as a table with the ids of the facts in its cells, row by row.

    Rows and columns are those of the region but for months, which are rows; entities stand in the order of the alphabet
    or of the last column's values.
    """
    dataset = region.dataset
    turned = dataset.kind == "seasonal"
    rows, columns = (region.columns, region.rows) if turned else (region.rows, region.columns or ("",))
    if dataset.kind == "panel" and rng.random() < 0.35:
        rows = tuple(sorted(rows, key=lambda row: -region.value(row, columns[-1])))

    def key(row: str, column: str) -> tuple[str, ...]:
        return (column, row) if turned else (row, column) if region.columns else (row,)

    cells = tuple((row, tuple(region.value(*key(row, column)) for column in columns)) for row in rows)
    facts = tuple(fact_id(dataset.id, key(row, column)) for row in rows for column in columns)
    unit, decimals, heads = dataset.unit, (dataset.decimals,) * len(columns), columns
    if dataset.kind == "relation":
        seed = find_relation(world, dataset.id)
        sides = (seed.x, seed.y, seed.size)
        heads = tuple(f"{sentence_case(side.name)} ({side.unit})" for side in sides)
        unit, decimals = "", tuple(side.decimals for side in sides)
    elif dataset.kind == "boxes":
        heads = tuple(_STATISTICS[column] for column in columns)
    elif not region.columns:
        heads = (sentence_case(unit),)
    return Table(table_id, title, _stub(world, region), heads, cells, unit, decimals, source), facts


def _stub(world: World, region: Region) -> str:
    kind = region.dataset.kind
    if kind in ("panel", "relation", "profile"):
        return sentence_case(world.topic.entities.kind)
    return {"seasonal": "Month", "boxes": "Class", "bridge": "Step", "composition": "Part", "bins": "Band"}.get(
        kind, ""
    )
