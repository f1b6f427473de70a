"""A report as it is read once for all checks of its questions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.reports.exhibits import Exhibit, read_exhibits
from dataset_builder.checks.reports.passages import Passage, read_passages

STATISTICS = {
    "min": "lowest value",
    "q1": "lower quartile",
    "median": "median",
    "q3": "upper quartile",
    "max": "highest value",
}
"""Words for the statistics of a box."""

NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})++(?:\.\d++)?+(?!\w)|(?<![\w.,])\d++(?:\.\d++)?+(?!\w)")
"""A number as printed; nothing of one that a word follows without a gap, as where columns meet."""


@dataclass(frozen=True)
class Report:
    """A report with its files read.

    Attributes:
        document: as it lies in the repository.
        row: of the documents config.
        source: the HTML.
        trace: what was drawn where.
        manifest: what it was made from.
        pages: of the PDF.
        exhibits: in the order of the manifest.
    """

    document: Document
    row: Mapping[str, Any]
    source: str
    trace: Mapping[str, Any]
    manifest: Mapping[str, Any]
    pages: Sequence[DrawnPage]
    exhibits: tuple[Exhibit, ...]

    @property
    def name(self) -> str:
        """Return the document's id."""
        return self.document.doc_id

    @cached_property
    def charts(self) -> tuple[Exhibit, ...]:
        """Return the charts."""
        return tuple(exhibit for exhibit in self.exhibits if exhibit.kind == "chart")

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """Return the names of all things that are compared."""
        return tuple(entity["name"] for entity in self.manifest["entities"])

    @cached_property
    def passages(self) -> Mapping[str, Passage]:
        """Return the statements on which questions rest by their id."""
        return read_passages(self.trace, self.manifest, self.pages)

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """Return the title of each chapter by its id."""
        return {section["id"]: section["title"] for section in self.manifest["sections"]}


def read_report(document: Document, pages: Sequence[DrawnPage]) -> Report:
    """Return a report with its files read.

    Raises:
        ValueError: a file is not JSON, or files have other exhibits than each other.
        KeyError: a file or an entry is missing.
    """
    row = document.row or {}
    trace, manifest = json.loads(document.files[".trace.json"]), json.loads(row["manifest"])
    source = document.files[".html"].decode()
    return Report(document, row, source, trace, manifest, pages, read_exhibits(document, trace, manifest))


def find_names(text: str, names: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Return the names that a text has, in its order, longer ones first where they overlap, and the text without them.

    >>> find_names("Is Harrow Vale above Harrow in 2019?", ["Harrow", "Harrow Vale", "2019"])
    (('Harrow Vale', 'Harrow', '2019'), 'Is  above  in ?')
    """
    ordered = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
    if not ordered:
        return (), text
    plain = {name.replace("–", "-").casefold(): name for name in reversed(ordered)}
    pattern = "|".join(re.escape(name.replace("–", "-")) for name in ordered)
    one = re.compile(rf"(?<!\w)(?<!\d[.,])(?:{pattern})(?!\w)(?![.,]\d)", re.IGNORECASE)
    same = text.replace("–", "-")
    found = tuple(plain[match[0].casefold()] for match in one.finditer(same))
    return found, one.sub("", same)


def numbers_in(text: str) -> tuple[str, ...]:
    """Return the numbers of a text as printed, without commas between thousands.

    >>> numbers_in("It rose from 1,240 to 1,310.5 in Q3 of 2019 (B12).")
    ('1240', '1310.5', '2019')
    """
    return tuple(found[0].replace(",", "") for found in NUMBER.finditer(text))
