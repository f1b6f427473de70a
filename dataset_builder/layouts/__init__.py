"""Layouts in which others publish their benchmarks: a repository of ours written in one, and made from one.

A layout is a module with ``export_records`` and ``import_repository``. Adding one touches its module and one line here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from dataset_builder.build import BuildReport


@dataclass(frozen=True)
class Exported:
    """What an export wrote: documents, and how many were left out by reason."""

    documents: int
    left_out: Mapping[str, int]


class Layout(Protocol):
    """What the module of a layout holds: the family and the columns that it takes from records, and both ways."""

    FAMILY: str
    COLUMNS: Sequence[str]

    @staticmethod
    def export_records(records: Iterable[tuple[str, Mapping[str, Any]]], root: Path, folder: Path) -> Exported:
        """Write (split, record) pairs of a repository in ``root`` to ``folder``, which appears whole or not at all."""
        ...

    @staticmethod
    def import_repository(source: Path, out: Path, jobs: int = 1) -> BuildReport:
        """Write the repository ``out`` from what is published in ``source``."""
        ...


LAYOUTS: dict[str, str] = {
    "varex": "dataset_builder.layouts.varex",
}
"""Module of each layout, imported when the layout is asked for."""


def load_layout(name: str) -> Layout:
    """Return the layout of that name.

    Raises:
        ValueError: ``name`` is not in ``LAYOUTS``.
    """
    if name not in LAYOUTS:
        raise ValueError(f"layout {name!r} is not one of {', '.join(LAYOUTS)}")
    return cast(Layout, importlib.import_module(LAYOUTS[name]))
