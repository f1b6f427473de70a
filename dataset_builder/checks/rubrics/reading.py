"""What a document of rubrics prints at its marks, and what is left of it without some of them."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import Box, Character, DrawnPage, holds, lines_of
from dataset_builder.checks.rubrics.programs import Missing, read_words


@dataclass(frozen=True)
class Place:
    """Where marked words stand on one page, and the words as told."""

    ref: str
    page: int
    boxes: tuple[Box, ...]
    text: str


@dataclass(frozen=True)
class Print:
    """A document's marks and pages."""

    places: tuple[Place, ...]
    pages: Sequence[DrawnPage]

    def of(self, ref: str) -> list[Place]:
        """Return the places of a mark, or of all that its ref begins."""
        return [one for one in self.places if one.ref == ref or one.ref.startswith(f"{ref}.")]

    def characters(self, place: Place) -> list[Character]:
        """Return the characters that stand in a place's boxes."""
        page = self.pages[place.page - 1]
        return [one for one in page.characters if not one.blank and any(holds(box, one) for box in place.boxes)]

    def words(self, place: Place) -> str:
        """Return what a place prints, line after line."""
        page = self.pages[place.page - 1]
        parts: list[str] = []
        for box in place.boxes:
            parts += lines_of(one for one in page.characters if holds(box, one))
        return " ".join(parts)

    def read(self, leaf: Mapping[str, Any]) -> Any:
        """Return what a leaf's mark prints, read as a number, day, words, the number of marks, or a point of a plot.

        Raises:
            Missing: it is not there or can't be read so.
        """
        places = self.of(leaf["ref"])
        if leaf["as"] == "count":
            return len(places)
        exact = [one for one in places if one.ref == leaf["ref"]]
        if not exact:
            raise Missing(f"no mark {leaf['ref']!r}")
        if leaf["as"] == "plot":
            read = self._read_point(exact[0])
            near = abs(read - leaf["value"]) <= leaf["within"] * abs(leaf["value"])
            return leaf["value"] if near else read
        return read_words(" ".join(self.words(one) for one in exact), leaf["as"])

    def _read_point(self, place: Place) -> float:
        """Return the height of a point on the labelled axis of its plot, linear or logarithmic as the ticks lie."""
        figure = place.ref.partition(".pt.")[0]
        axes = [[one for one in self.of(f"{figure}.{side}") if one.page == place.page] for side in ("y", "r")]
        middle = _middle(place)
        ticks = [
            (_middle(tick), read_words(self.words(tick), "number"))
            for tick in (axes[1] if ".pt.right" in place.ref else axes[0])
        ]
        if len(ticks) < 2:
            raise Missing(f"{figure} has no labelled axis")
        (y0, first), (y1, last) = ticks[0], ticks[-1]
        share = (middle - y0) / (y1 - y0)
        inner = [(y - y0) / (y1 - y0) for y, _ in ticks[1:-1]]
        straight = [(value - first) / (last - first) for _, value in ticks[1:-1]]
        if all(abs(a - b) < 0.02 for a, b in zip(inner, straight, strict=True)):
            return float(first + share * (last - first))
        return float(first * (last / first) ** share)

    def squeezed(self, without: Sequence[str] = ()) -> str:
        """Return the characters of all pages without blanks, those of some marks left out."""
        gone = {id(one) for ref in without for place in self.of(ref) for one in self.characters(place)}
        pages = (one.text for page in self.pages for one in page.characters if not one.blank and id(one) not in gone)
        return squeeze("".join(pages))


def _middle(place: Place) -> float:
    return (place.boxes[0][1] + place.boxes[0][3]) / 2


def squeeze(text: str) -> str:
    """Return a text without blanks, ligatures taken apart, in small letters."""
    return unicodedata.normalize("NFKC", "".join(text.split())).casefold()


def letters(text: str) -> Counter[str]:
    """Return how often each character stands in a text."""
    return Counter(squeeze(text))


def read_print(document: Document, pages: Sequence[DrawnPage]) -> Print:
    """Return the marks of a document as its trace tells them, with its pages."""
    trace: Mapping[str, Any] = json.loads(document.files[".trace.json"])
    places = tuple(
        Place(mark["ref"], mark["page"], tuple(tuple(box) for box in mark["boxes"]), mark["text"])
        for mark in trace["marks"]
    )
    return Print(places, pages)
