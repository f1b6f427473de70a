"""The passages on which questions rest, as the pages print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.checks.drawn import DrawnPage, holds, lines_of

_SPLIT_BAND = re.compile(r"(?<=\d–) (?=\d)")


@dataclass(frozen=True)
class Passage:
    """A statement as printed.

    Attributes:
        entry: what the manifest says of it.
        text: of its paragraph, read from the boxes on the pages.
        places: page and box of each part of the paragraph.
    """

    entry: Mapping[str, Any]
    text: str
    places: tuple[tuple[int, tuple[float, ...]], ...]

    @property
    def id(self) -> str:
        """Return its id."""
        return str(self.entry["id"])

    @property
    def ref(self) -> str:
        """Return the reference of its paragraph on the page."""
        return str(self.entry["ref"])


def read_passages(
    trace: Mapping[str, Any], manifest: Mapping[str, Any], pages: Sequence[DrawnPage]
) -> dict[str, Passage]:
    """Return the statements of a report by id, their words taken from the pages."""
    found = {}
    for entry in manifest.get("statements", ()):
        parts = [part for part in trace["parts"] if part["ref"] == entry["ref"] and part["kind"] == "paragraph"]
        places = tuple((part["page"], tuple(box)) for part in parts for box in part["boxes"])
        text = join_lines(_print_in(pages[page - 1], box) for page, box in places)
        found[str(entry["id"])] = Passage(entry, text, places)
    return found


def join_lines(texts: Iterable[str]) -> str:
    """Return what stands in boxes as one line; a band of numbers that a line breaks behind its dash is put together.

    >>> join_lines(["most lie between 10–\\n15 days,", "or so"])
    'most lie between 10–15 days, or so'
    """
    return _SPLIT_BAND.sub("", " ".join(" ".join(texts).split()))


def _print_in(page: DrawnPage, box: Sequence[float]) -> str:
    """Return what a page prints in a box, words that a line breaks put together as far as hyphens tell."""
    wide = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    return "\n".join(lines_of([each for each in page.printed if holds(wide, each)]))
