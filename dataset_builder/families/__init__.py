"""What a generator family is, and the registry of families.

A family plans documents and makes them one at a time; the build (``dataset_builder.build``) runs them in processes,
keeps what is finished, and writes the repository. Adding a family touches the family's own folder and one line here.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Note = Mapping[str, str | int | float | bool | None]


@dataclass(frozen=True)
class Task:
    """One document to make.

    Attributes:
        index: 0-based index of the document within the family's build; also its place in the output.
        source: what it is made from, in words for people, such as the file name of a template.
        digest: hash of the input's content where there is an input; a finished document is made again when it changes.
    """

    index: int
    source: str = ""
    digest: str = ""


@dataclass(frozen=True)
class BuiltDocument:
    """A finished document with its questions.

    Attributes:
        index: the task's.
        doc_id: as ``schema.document_id`` gives it.
        rows: (split, record) of every question in order. Records hold the columns of ``schema.question_columns``
            (absent ones are null): images as PNG bytes, ``Json`` columns as objects or arrays. ``pdf_path`` is filled
            in.
        document: the row of the ``documents`` config without ``doc_id`` and ``pdf``: manifest, text, layout_text,
            num_pages, knobs.
        pdf: the document itself.
        files: sidecar files by the suffix that follows the doc_id, such as ``.trace.json``.
        notes: flat rows for the family's own tables, passed on to ``Family.finish``.
    """

    index: int
    doc_id: str
    rows: tuple[tuple[str, Mapping[str, Any]], ...]
    document: Mapping[str, Any]
    pdf: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Refused:
    """A document that was not made, and why; counted by ``reason``, never shipped.

    Attributes:
        index: the task's.
        source: what it would have been made from.
        reason: short and without particulars, since reasons are counted.
        notes: flat rows for the family's own tables.
    """

    index: int
    source: str
    reason: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Summary:
    """What became of one task, kept when the document itself has left memory.

    Attributes:
        task: what was to be made.
        doc_id: of the finished document; "" if it was refused or failed.
        splits: the split of each of its questions, in order.
        reason: why it was refused, or the error it failed with; "" if it is finished.
        failed: an exception ended it (a fault of ours, not a property of the document).
        notes: what the document or the refusal carried; none after a failure.
    """

    task: Task
    doc_id: str = ""
    splits: tuple[str, ...] = ()
    reason: str = ""
    failed: bool = False
    notes: tuple[Note, ...] = ()


class Maker(Protocol):
    """What a build needs of a family; picklable."""

    name: str

    def plan(self, config: Any) -> Sequence[Task]:
        """Return the tasks in order of their indexes; raises ``ValueError`` if there is nothing to build from."""
        ...

    def build(self, config: Any, task: Task) -> BuiltDocument | Refused:
        """Return the document of one task; called in any process and any order, with the same outcome."""
        ...

    def finish(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return files of the family's own by their path in the repository, such as ``templates.csv``."""
        ...

    def measure(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return figures on the whole build by what they count, for ``docassay.json``, the card and the terminal."""
        ...


class Family(Maker, Protocol):
    """A generator family; its module holds one instance, named ``FAMILY``.

    ``config_class`` is a frozen, picklable dataclass with a default for every field, among them ``documents`` and
    ``seed``; its ``__post_init__`` raises ``ValueError`` with the value and what is allowed.
    """

    config_class: type

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        """Add the family's own options (``--documents`` and ``--seed`` are there already)."""
        ...

    def config_from_args(self, args: argparse.Namespace) -> Any:
        """Return the config that the command line asks for; raises ``ValueError`` naming what is wrong."""
        ...


FAMILIES: dict[str, str] = {
    "reports": "dataset_builder.families.reports.family",
    "hops": "dataset_builder.families.hops.family",
    "forms": "dataset_builder.families.forms.family",
    "rubrics": "dataset_builder.families.rubrics.family",
}
"""Module of each family, imported when the family is asked for."""


def load_family(name: str) -> Family:
    """Return the family of that name.

    Raises:
        ValueError: ``name`` is not in ``FAMILIES``.
    """
    if name not in FAMILIES:
        raise ValueError(f"family {name!r} is not one of {', '.join(FAMILIES)}")
    family: Family = importlib.import_module(FAMILIES[name]).FAMILY
    return family


def config_from_namespace(config_class: type, args: argparse.Namespace) -> Any:
    """Return ``config_class`` with the values of ``args`` that bear its fields' names and are not None.

    >>> @dataclass(frozen=True)
    ... class Config:
    ...     documents: int = 10
    ...     seed: int = 0
    >>> config_from_namespace(Config, argparse.Namespace(documents=None, seed=3, out="x"))
    Config(documents=10, seed=3)
    """
    given = {item.name: getattr(args, item.name, None) for item in dataclasses.fields(config_class)}
    return config_class(**{name: value for name, value in given.items() if value is not None})
