"""Reads a dataset repository on disk: its Parquet files a document at a time, never all of it in memory."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Json, List

from dataset_builder.export import data_digest, read_object
from dataset_builder.schema import SPLITS, question_columns
from eval_scripts.runs import dataset_path

_ROWS_AT_A_TIME = 4
_PICTURES = frozenset({"image", "images"})
_JSON_COLUMNS = frozenset(name for name, feature in question_columns().items() if isinstance(feature, Json))
_JSON_LISTS = frozenset(
    name
    for name, feature in question_columns().items()
    if isinstance(feature, List) and isinstance(feature.feature, Json)
)


@dataclass(frozen=True)
class Repository:
    """A repository that ``docassay build`` wrote.

    Attributes:
        root: its folder.
        checksum: digest of the checksums of its data files, from ``docassay.json``; the dataset's identity.
        splits: (family, split, files) of what it holds, in the order of the contract.
    """

    root: Path
    checksum: str
    splits: tuple[tuple[str, str, tuple[Path, ...]], ...]

    @property
    def split_names(self) -> tuple[str, ...]:
        """Return the names of the splits."""
        return tuple(split for _, split, _ in self.splits)

    def check_splits(self, splits: Sequence[str] | None) -> None:
        """Refuse splits that the repository does not have.

        Raises:
            ValueError: one of them is not in it.
        """
        for split in splits or ():
            if split not in self.split_names:
                raise ValueError(f"split {split!r} is not in {self.root}; it has {', '.join(self.split_names)}")

    def records(
        self, columns: Sequence[str], splits: Sequence[str] | None = None, limit: int | None = None
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (split, record) with the columns asked for, a document's rows together.

        Args:
            columns: names of the record contract; ``Json`` columns come as objects, images as ``{"bytes", "path"}``.
            splits: which splits; all where None.
            limit: how many documents of each split at most.

        Raises:
            ValueError: a split is not in the repository.
        """
        self.check_splits(splits)
        for _, split, files in self.splits:
            if splits is None or split in splits:
                for _, rows in _documents(files, columns, limit):
                    for row in rows:
                        yield split, row

    def documents(
        self, family: str, columns: Sequence[str], splits: Sequence[str] | None = None, limit: int | None = None
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (split, record) of one family, a document's rows of all its splits together.

        Documents come in the order of their ids; where a split has another order, only its own rows stand together.

        Args:
            family: whose splits are read.
            columns: as in ``records``.
            splits: which splits; all where None.
            limit: how many documents of each split at most.
        """
        streams = [
            (split, _documents(files, columns, limit))
            for held, split, files in self.splits
            if held == family and (splits is None or split in splits)
        ]
        heads = [next(stream, None) for _, stream in streams]
        while present := [head[0] for head in heads if head is not None]:
            doc_id = min(present)
            for number, (split, stream) in enumerate(streams):
                if (head := heads[number]) is not None and head[0] == doc_id:
                    for row in head[1]:
                        yield split, row
                    heads[number] = next(stream, None)


def open_repository(root: Path) -> Repository:
    """Return the repository in a folder.

    Raises:
        FileNotFoundError: the folder holds no ``docassay.json``, or no question files, or not all that it lists.
        ValueError: ``docassay.json`` is not what a build leaves.
    """
    manifest = root / "docassay.json"
    if not manifest.is_file():
        raise FileNotFoundError(
            f"{root} is not a dataset repository: it holds no docassay.json (make one with docassay build)"
        )
    content = read_object(manifest)
    sums = content.get("checksums")
    if not isinstance(sums, dict):
        raise ValueError(f"{manifest} lists no checksums, so it is not of docassay's making")
    for name in sums:
        if name.startswith("data/") and not (root / name).is_file():
            raise FileNotFoundError(f"{root} lacks {name}, which its docassay.json lists; copy or build it again")
    found = []
    for family, names in SPLITS.items():
        for split in names:
            files = tuple(sorted((root / "data" / family).glob(f"{split}-*.parquet")))
            if files:
                found.append((family, split, files))
    if not found:
        raise FileNotFoundError(f"{root} holds no question files under data/")
    return Repository(root, data_digest(content), tuple(found))


def open_dataset(run: Path, asked: Mapping[str, Any], data: Path | None = None) -> Repository:
    """Return the repository that a run was made with.

    Args:
        run: the run's folder.
        asked: what its ``run.json`` says was asked.
        data: the repository, if it isn't any more where the run found it.

    Raises:
        FileNotFoundError: it isn't there.
        ValueError: it is not the one that the run was made with.
    """
    repository = open_repository(data or dataset_path(run, asked["dataset"]["path"]))
    if repository.checksum != asked["dataset"]["checksum"]:
        raise ValueError(f"{repository.root} is not the dataset of {run}: its files have other checksums")
    return repository


def _documents(
    files: Sequence[Path], columns: Sequence[str], limit: int | None
) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yield (doc_id, its rows) of a split's files; rows must be taken before the next document is."""
    rows = itertools.chain.from_iterable(_rows(path, [*dict.fromkeys(["doc_id", *columns])]) for path in files)
    return itertools.islice(itertools.groupby(rows, key=lambda row: str(row["doc_id"])), limit)


def _rows(path: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    size = 1 if _PICTURES.intersection(columns) else _ROWS_AT_A_TIME
    try:
        with pq.ParquetFile(path) as file:
            if missing := [name for name in columns if name not in file.schema_arrow.names]:
                raise ValueError(f"there is no column {missing[0]!r}")
            for batch in file.iter_batches(batch_size=size, columns=columns):
                for row in batch.to_pylist():
                    yield {name: _decode(name, value) for name, value in row.items()}
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"{path} can't be read: {error}") from error


def _decode(column: str, value: Any) -> Any:
    if column in _JSON_LISTS and value is not None:
        return [json.loads(item) if isinstance(item, str) else item for item in value]
    return json.loads(value) if column in _JSON_COLUMNS and isinstance(value, str) else value
