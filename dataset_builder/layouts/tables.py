"""Parquet files as others publish them: found by their columns, and refused by name where they can't be read."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Name the file where Arrow can't read it, as a ``ValueError``."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        raise ValueError(f"{path} can't be read: {error}") from error


def find_tables(
    source: Path, columns: Mapping[str, Sequence[str]], others: Mapping[str, Sequence[str]] | None = None
) -> list[Path]:
    """Return the Parquet files below a folder that have all columns of a layout.

    Args:
        source: the folder.
        columns: what each may hold, as ``kind_of`` names it.
        others: columns that may be there, too.

    Raises:
        ValueError: there is none, one can't be read, or a column stands twice or holds something else.
    """
    found = []
    for path in sorted(source.rglob("*.parquet")):
        with reading(path):
            schema = pq.read_schema(path)
        if not columns.keys() <= set(schema.names):
            continue
        for name, kinds in {**columns, **(others or {})}.items():
            if (count := schema.names.count(name)) > 1:
                raise ValueError(f"{path}: there are {count} columns {name!r}")
            if count and (kind := kind_of(schema.field(name).type)) not in kinds:
                raise ValueError(f"{path}: column {name!r} holds {kind}, and {' or '.join(kinds)} is needed")
        found.append(path)
    if not found:
        raise ValueError(f"{source} holds no Parquet file with the columns {', '.join(columns)}")
    return found


def kind_of(held: pa.DataType) -> str:
    """Return what a column holds, in a word; one without any value is as good as text.

    >>> kind_of(pa.large_string()), kind_of(pa.null()), kind_of(pa.int8()), kind_of(pa.list_(pa.string()))
    ('text', 'text', 'integer', 'list<item: string>')
    """
    inner = held.value_type if pa.types.is_dictionary(held) else held
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)
    if any(is_text(inner) for is_text in texts):
        return "text"
    return "integer" if pa.types.is_integer(inner) else "picture" if pa.types.is_struct(inner) else str(inner)
