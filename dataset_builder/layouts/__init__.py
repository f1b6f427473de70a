"""Layouts in which others publish their benchmarks: a repository of ours written in one, and made from one.

A layout is a package with the modules ``writing`` and ``reading``, which are what ``Writer`` and ``Reader`` say. Adding
one touches its package and one line here.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from dataset_builder.build import BuildReport

_LONGEST = 200
"""Bytes of a document's id; systems take 255 for the name of a file, and endings come to it."""


@dataclass(frozen=True)
class Exported:
    """What an export wrote: documents, and how many were left out by reason."""

    documents: int
    left_out: Mapping[str, int]


class Writer(Protocol):
    """Writes records of the family ``FAMILY``, of which it takes ``COLUMNS``."""

    FAMILY: str
    COLUMNS: Sequence[str]

    @staticmethod
    def export_records(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, folder: Path) -> Exported:
        """Write (split, record) pairs of a repository in ``root`` to ``folder``, which appears whole or not at all."""
        ...


class Reader(Protocol):
    """Makes a repository of what is published."""

    @staticmethod
    def import_repository(source: Path, out: Path, jobs: int = 1) -> BuildReport:
        """Write the repository ``out`` from what stands in ``source``."""
        ...


LAYOUTS: dict[str, str] = {
    "dochop": "dataset_builder.layouts.dochop",
    "gdp": "dataset_builder.layouts.gdp",
    "varex": "dataset_builder.layouts.varex",
}
"""Package of each layout; its modules are imported when they are asked for."""


def load_writer(layout: str) -> Writer:
    """Return the writer of a layout in ``LAYOUTS``."""
    return cast(Writer, importlib.import_module(f"{LAYOUTS[layout]}.writing"))


def load_reader(layout: str) -> Reader:
    """Return the reader of a layout in ``LAYOUTS``."""
    return cast(Reader, importlib.import_module(f"{LAYOUTS[layout]}.reading"))


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder to write into that becomes ``folder`` once all is written, and is removed after an exception.

    Raises:
        ValueError: ``folder`` holds something.
    """
    folder = folder.resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already and not an empty folder; name a new one")
    stage = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(parents=True)
    try:
        yield stage
        stage.replace(folder)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def check_name(doc_id: str) -> str:
    """Return a document's id if it can be the name of a file.

    Raises:
        ValueError: it can't, since it is empty, leads elsewhere, is too long, or holds a character that no file name
            should hold.
    """
    if doc_id in ("", ".", "..") or any(
        character in "/\\" or unicodedata.category(character) in ("Cc", "Cs") for character in doc_id
    ):
        raise ValueError(f"doc_id {doc_id!r:.80} can't be the name of a file")
    if (size := len(doc_id.encode())) > _LONGEST:
        raise ValueError(f"doc_id {doc_id!r:.80} can't be the name of a file: {size} bytes, and {_LONGEST} are allowed")
    return doc_id
