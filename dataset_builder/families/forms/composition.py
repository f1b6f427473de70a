"""What a build of forms is made up of, in the terms in which VAREX, section 3.2, describes itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from dataset_builder.families import Note
from dataset_builder.trees import leaves

SCORED_FIELDS = "fields scored in a document (median)"

PUBLISHED: dict[str, float] = {
    "flat documents (%)": 17,
    "nested documents (%)": 64,
    "table documents (%)": 19,
    SCORED_FIELDS: 11,
    "of tables: several rows and columns (%)": 46,
    "of tables: one column, several rows (%)": 27,
    "of tables: one row (%)": 27,
    "rows of a table (median)": 3,
}
"""The paper's figures, by the words under which those of a build are told."""


def table_size(truth: Any) -> tuple[int, int]:
    """Return rows and columns of the largest list of objects in a truth, (0, 0) where there is none.

    >>> table_size({"a": "x", "rows": [{"b": "1", "c": {"d": None}}, {"b": "2", "c": {"d": "3"}}], "names": ["y"]})
    (2, 2)
    """
    children = truth.values() if isinstance(truth, Mapping) else truth if isinstance(truth, list) else ()
    sizes = [table_size(child) for child in children]
    if isinstance(truth, list) and any(isinstance(row, Mapping) for row in truth):
        columns = {path for row in truth for path, _ in leaves(row)}
        sizes.append((len(truth), len(columns)))
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def structure_note(truth: Mapping[str, Any]) -> dict[str, int]:
    """Return what ``measure_composition`` needs of a document besides its split, as columns of a note."""
    rows, columns = table_size(truth)
    return {"rows": rows, "columns": columns}


def measure_composition(notes: Sequence[Note]) -> dict[str, int | float]:
    """Return the shares of splits among documents and of shapes among tables, in percent, and the usual size.

    Args:
        notes: of every document: ``split``, and the columns of ``structure_note``.
    """
    splits = [note.get("split") for note in notes]
    tables = [note for note, split in zip(notes, splits, strict=True) if split == "table"]
    sizes = [(int(note["rows"] or 0), int(note["columns"] or 0)) for note in tables]
    figures: dict[str, int | float] = {
        f"{split} documents (%)": _percent(splits.count(split), len(splits)) for split in ("flat", "nested", "table")
    }
    shapes = {
        "several rows and columns": sum(rows > 1 and columns > 1 for rows, columns in sizes),
        "one column, several rows": sum(rows > 1 and columns == 1 for rows, columns in sizes),
        "one row": sum(rows == 1 for rows, _ in sizes),
    }
    figures |= {f"of tables: {shape} (%)": _percent(count, len(sizes)) for shape, count in shapes.items()}
    figures["rows of a table (median)"] = median(rows for rows, _ in sizes) if sizes else 0
    return figures


def _percent(count: int, total: int) -> float:
    return round(100 * count / total, 1) if total else 0.0
