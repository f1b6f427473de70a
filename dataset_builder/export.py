"""Records as Parquet, as a dataset repository holds them.

Every question file has the same schema (``schema.question_features``) with the metadata from which ``datasets``
restores images, lists and JSON. Questions of a document share its images: a dictionary page stores each of them once,
provided that the writer's limit for dictionary pages is raised from 1 MiB, above which it silently repeats them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features, Json, List
from datasets.arrow_writer import OptimizedTypedSequence

from dataset_builder.schema import canonical_json, complete_record, document_features, question_features

ROW_GROUP_BYTES = 256_000_000
"""Decoded bytes of a row group that holds more than one document."""

ROW_GROUP_ROWS = 100

SHARD_BYTES = 500_000_000
"""Encoded bytes from which on a split is spread over several files."""

VIEWER_BYTES = 300_000_000
"""Encoded bytes that the Hub viewer reads at most to show 100 rows."""

_LARGEST_ROW_GROUP = 1 << 30  # pyarrow reads no nested column of more than 2 GiB
_DICTIONARY_BYTES = 1 << 30


def document_path(doc_id: str, suffix: str = ".pdf") -> str:
    """Return where a document's file stands in the repository: in one of 256 folders, by a hash of its id.

    >>> document_path("forms-1-00012")
    'documents/f7/forms-1-00012.pdf'
    """
    return f"documents/{hashlib.sha256(doc_id.encode()).hexdigest()[:2]}/{doc_id}{suffix}"


def question_table(doc_id: str, records: Sequence[Mapping[str, Any]]) -> pa.Table:
    """Return the questions of one document as a table of the contract, ``pdf_path`` filled in.

    Raises:
        ValueError: a record breaks the contract, belongs to another document, or has an id that another one has.
    """
    ids = Counter(record.get("id") for record in records)
    for record in records:
        if record.get("doc_id") != doc_id or not str(record.get("id")).startswith(f"{doc_id}-"):
            raise ValueError(f"{record.get('id')}: doc_id {record.get('doc_id')!r} is not that of document {doc_id}")
        if ids[record["id"]] > 1:
            raise ValueError(f"{record['id']}: {ids[record['id']]} questions of the document have this id")
    pdf_path = document_path(doc_id)
    return _table([complete_record({**record, "pdf_path": pdf_path}) for record in records], question_features())


def document_table(doc_id: str, row: Mapping[str, Any], pdf: bytes) -> pa.Table:
    """Return the one row of a document in the ``documents`` config.

    Raises:
        ValueError: the row lacks a column or has one too many.
    """
    features = document_features()
    full = {"doc_id": doc_id, "pdf": {"bytes": pdf, "path": f"{doc_id}.pdf"}, **row}
    if set(full) != set(features):
        raise ValueError(f"{doc_id}: document columns {', '.join(sorted(full))} are not {', '.join(sorted(features))}")
    return _table([{column: full[column] for column in features}], features)


def _table(rows: list[dict[str, Any]], features: Features) -> pa.Table:
    """Return the rows as ``Dataset.from_list`` holds them, without the hash of the whole content that it makes."""
    schema = features.arrow_schema
    columns = {}
    for column, feature in features.items():
        values = [_encode(row[column], feature, column, row) for row in rows]
        if all(value is None for value in values):
            columns[column] = pa.nulls(len(values), schema.field(column).type)
        else:
            encoded = features.encode_column(values, column)
            columns[column] = pa.array(OptimizedTypedSequence(encoded, type=feature, col=column))
    return pa.Table.from_pydict(columns).cast(schema)


def _encode(value: Any, feature: Any, column: str, row: Mapping[str, Any]) -> Any:
    """Return ``value`` with JSON objects and arrays as text; a JSON scalar would change its type on the way."""
    if value is None:
        return None
    if isinstance(feature, List) and isinstance(feature.feature, Json):
        return [_encode(item, feature.feature, column, row) for item in value]
    if not isinstance(feature, Json):
        return value
    if not isinstance(value, Mapping | list | tuple):
        raise ValueError(
            f"{row.get('id', row.get('doc_id'))}: {column} {value!r} is neither a JSON object nor an array"
        )
    return canonical_json(value)


def write_parquet(path: Path, tables: Iterable[pa.Table], features: Features) -> None:
    """Write the tables of whole documents to one file, atomically."""
    temporary = _temporary(path)
    with pq.ParquetWriter(
        temporary,
        features.arrow_schema,
        compression="zstd",
        dictionary_pagesize_limit=_DICTIONARY_BYTES,
        write_page_index=True,
    ) as writer:
        for group in row_groups(tables):
            writer.write_table(group, row_group_size=group.num_rows)
    temporary.replace(path)


def row_groups(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the row groups for the tables of whole documents.

    A group holds as many documents as come to ``ROW_GROUP_ROWS`` rows and ``ROW_GROUP_BYTES`` decoded, so that a reader
    needs little memory and the Hub viewer, which reads whole groups, stays under its limit. A document larger than that
    has a group of its own; only one over 1 GiB, or over ``ROW_GROUP_ROWS`` rows, is cut.
    """
    held: list[pa.Table] = []
    for table in _cut(tables):
        rows = sum(part.num_rows for part in held) + table.num_rows
        if held and (rows > ROW_GROUP_ROWS or sum(part.nbytes for part in held) + table.nbytes > ROW_GROUP_BYTES):
            yield pa.concat_tables(held)
            held = []
        held.append(table)
    if held:
        yield pa.concat_tables(held)


def _cut(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    for table in tables:
        parts = max(1, -(-table.num_rows // ROW_GROUP_ROWS), -(-table.nbytes // _LARGEST_ROW_GROUP))
        step = -(-table.num_rows // parts)
        yield from (table.slice(start, step) for start in range(0, table.num_rows, step or 1))


def viewer_bytes(path: Path) -> int:
    """Return the most encoded bytes that the Hub viewer reads for any 100 rows: it reads whole row groups."""
    with pq.ParquetFile(path) as file:
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
    sizes = [sum(group.column(i).total_compressed_size for i in range(group.num_columns)) for group in groups]
    most, first, rows = 0, 0, 0
    for last, group in enumerate(groups):
        rows += group.num_rows
        while rows - groups[first].num_rows - group.num_rows > ROW_GROUP_ROWS - 2:
            rows -= groups[first].num_rows
            first += 1
        most = max(most, sum(sizes[first : last + 1]))
    return most


def plan_shards(sizes: Sequence[int]) -> list[slice]:
    """Return which documents go into which file, given the encoded size of each in bytes.

    >>> plan_shards([200_000_000, 200_000_000, 200_000_000])
    [slice(0, 2, None), slice(2, 3, None)]
    """
    starts: list[int] = []
    filled = 0
    for position, size in enumerate(sizes):
        if not starts or filled + size > SHARD_BYTES:
            starts.append(position)
            filled = 0
        filled += size
    return [slice(start, stop) for start, stop in pairwise([*starts, len(sizes)])]


def write_split(root: Path, folder: str, split: str, parts: Sequence[Path], features: Features) -> list[str]:
    """Write one split from the files that hold its documents, and return the paths written, relative to ``root``.

    Args:
        root: the repository.
        folder: folder below ``data``: a family, or ``documents``.
        split: its name.
        parts: a Parquet file of one document each, in the order of the split.
        features: what all of them have.
    """
    shards = plan_shards([part.stat().st_size for part in parts])
    names = [f"data/{folder}/{split}-{number:05d}-of-{len(shards):05d}.parquet" for number in range(len(shards))]
    for name, shard in zip(names, shards, strict=True):
        write_parquet(root / name, (pq.read_table(part) for part in parts[shard]), features)
    return names


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all; missing folders are made."""
    temporary = _temporary(path)
    try:
        with naming(path):
            temporary.write_bytes(content)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    temporary.replace(path)


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in an error of the system that names none, such as that of a full disk."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_json(path: Path, value: Any) -> None:
    """Write JSON for people and programs, atomically."""
    write_atomically(path, encode_json(value, indent=2) + b"\n")


def read_object(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file.

    Raises:
        ValueError: the file holds no JSON object; the message names it.
    """
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON ({error})") from error
    if not isinstance(content, dict):
        raise ValueError(f"{path} holds no JSON object")
    return content


def encode_json(value: Any, indent: int | None = None) -> bytes:
    r"""Return JSON in UTF-8; half a surrogate pair, which UTF-8 can't hold and models' replies may, is escaped.

    >>> encode_json(["\ud800"])
    b'["\\ud800"]'
    """
    return json.dumps(value, ensure_ascii=False, indent=indent).encode(errors="backslashreplace")


def _temporary(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def data_digest(manifest: Mapping[str, Any]) -> str:
    """Return a digest of the data files' checksums in a ``docassay.json``; other entries have no part in it."""
    sums = manifest.get("checksums", manifest)
    data = {name: value for name, value in sums.items() if name.startswith("data/")} or sums
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_tables(folder: Path) -> str:
    """Return a digest of the Parquet files below a folder, for its card: see ``dataset_builder.card.card_configs``."""
    paths = sorted(folder.rglob("*.parquet"))
    return data_digest({path.relative_to(folder).as_posix(): checksum(path) for path in paths})
