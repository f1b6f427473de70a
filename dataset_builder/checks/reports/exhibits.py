"""The exhibits of a report as its HTML keeps them, and the facts that each of their marks and cells shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import Box, DrawnPage, holds, lines_of, squeeze
from dataset_builder.checks.violations import Violation, violation

_EMBEDDED = re.compile(r'<script type="application/json" class="(chart|table)-metadata">(.*?)</script>', re.DOTALL)

Place = tuple[int, Box]


@dataclass(frozen=True)
class Exhibit:
    """A chart or a table.

    Attributes:
        ref: its id.
        kind: ``chart`` or ``table``.
        told: embedded metadata.
        entry: what the manifest says of it.
        places: page and box of each of its parts.
    """

    ref: str
    kind: str
    told: Mapping[str, Any]
    entry: Mapping[str, Any]
    places: tuple[Place, ...]

    @property
    def shown_only(self) -> bool:
        """Tell whether nothing else may give its values."""
        return bool(self.entry["channel"] != "both")

    def printed(self) -> Iterator[tuple[float, int]]:
        """Yield every value that it prints or draws, with its decimals."""
        if self.kind == "table":
            for row in self.told["rows"]:
                yield from zip(row["values"], self.told["decimals"], strict=True)
            return
        values = [entry["value"] for entry in self.told["data"]]
        decimals = max((len(str(value).partition(".")[2].rstrip("0")) for value in values), default=0)
        yield from ((value, decimals) for value in values)
        for fact in self.entry["others"]:
            other = self._other(fact)
            yield other, len(str(other).partition(".")[2].rstrip("0"))

    def values(self) -> Iterator[tuple[str, float]]:
        """Yield the id and the value of every fact that it shows; a difference has no id."""
        if self.kind == "table":
            cells = [value for row in self.told["rows"] for value in row["values"]]
            yield from zip(self.entry["facts"], cells, strict=True)
            return
        yield from zip(self.entry["facts"], (entry["value"] for entry in self.told["data"]), strict=True)
        for fact in self.entry["others"]:
            yield fact, self._other(fact)

    def _other(self, fact: str) -> float:
        """Return what a mark shows besides its value: x or size of a point, a statistic of a box.

        Raises:
            KeyError: no mark shows it.
        """
        label, side = fact.split("/")[-2:]
        for entry in self.told["data"]:
            if entry["metadata"].get("kind") != "outlier" and _means(entry, label) and side in entry["metadata"]:
                return float(entry["metadata"][side])
        raise KeyError(f"{self.ref}: no mark shows {fact}")


def _means(entry: Mapping[str, Any], label: str) -> bool:
    return label in (entry["label"], entry["category"])


def read_exhibits(document: Document, trace: Mapping[str, Any], manifest: Mapping[str, Any]) -> tuple[Exhibit, ...]:
    """Return the exhibits in the order of the manifest.

    Raises:
        ValueError: an embedded block is no JSON, or manifest, HTML and pages have other exhibits.
    """
    places: dict[str, list[Place]] = {}
    for part in trace["parts"]:
        if part["kind"] in ("chart", "table"):
            places.setdefault(part["ref"], []).extend((part["page"], tuple(box)) for box in part["boxes"])
    embedded: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for kind, text in _EMBEDDED.findall(document.files[".html"].decode()):
        told = json.loads(text)
        embedded[told["vizId" if kind == "chart" else "tableId"]] = kind, told
    refs = [entry["ref"] for entry in manifest["exhibits"]]
    if not set(refs) == set(embedded) == set(places):
        raise ValueError(f"exhibits of HTML {sorted(embedded)}, manifest {sorted(refs)}, pages {sorted(places)}")
    return tuple(
        Exhibit(entry["ref"], *embedded[entry["ref"]], entry, tuple(places[entry["ref"]]))
        for entry in manifest["exhibits"]
    )


def check_exhibits(
    name: str, exhibits: Sequence[Exhibit], manifest: Mapping[str, Any], pages: Sequence[DrawnPage]
) -> Iterator[Violation]:
    """Yield where exhibits, the facts of the manifest, their channels and the printed numbers disagree."""
    facts = manifest["facts"]
    for exhibit in exhibits:
        if exhibit.told["title"] != exhibit.entry["title"]:
            yield violation("chart", name, f"{exhibit.ref}: title", exhibit.told["title"], exhibit.entry["title"])
        yield from _check_values(name, exhibit, facts)
        if exhibit.kind == "table":
            yield from _check_cells(name, exhibit, pages)
    yield from _check_channels(name, exhibits, facts)
    yield from _check_numbers(name, exhibits, pages)
    titles = [squeeze(exhibit.told["title"]).casefold() for exhibit in exhibits]
    for exhibit, title in zip(exhibits, titles, strict=True):
        if titles.count(title) > 1:
            yield violation("chart", name, f"{exhibit.ref}: title", "one exhibit of this title", exhibit.told["title"])


def _check_values(name: str, exhibit: Exhibit, facts: Mapping[str, Mapping[str, Any]]) -> Iterator[Violation]:
    terms = exhibit.entry["terms"]
    if terms:
        for entry, (minuend, subtrahend) in zip(exhibit.told["data"], terms, strict=True):
            change = _exact(facts[minuend]["value"]) - _exact(facts[subtrahend]["value"])
            if _exact(entry["value"]) != change:
                yield violation("chart", name, f"{exhibit.ref}: {entry['label']}", float(change), entry["value"])
        return
    for fact, value in exhibit.values():
        if fact and (fact not in facts or _exact(facts[fact]["value"]) != _exact(value)):
            yield violation("chart", name, f"{exhibit.ref}: {fact}", facts.get(fact, {}).get("value"), value)


def _exact(value: float) -> Fraction:
    return Fraction(str(value))


def _check_cells(name: str, exhibit: Exhibit, pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield rows of a table that the page prints otherwise."""
    printed = [squeeze("".join(_lines(pages[page - 1], box))) for page, box in exhibit.places]
    for row in exhibit.told["rows"]:
        cells = [
            f"{value:,.{decimals}f}".replace("-", "−")
            for value, decimals in zip(row["values"], exhibit.told["decimals"], strict=True)
        ]
        wanted = squeeze(row["label"] + "".join(cells))
        if not any(wanted in text for text in printed):
            yield violation("box-text", name, f"{exhibit.ref}: {row['label']}", cells, "not printed so")


def _lines(page: DrawnPage, box: Box) -> tuple[str, ...]:
    return lines_of(character for character in page.printed if holds(box, character))


def _check_channels(
    name: str, exhibits: Sequence[Exhibit], facts: Mapping[str, Mapping[str, Any]]
) -> Iterator[Violation]:
    """Yield facts whose channel is not where they stand; one that is shown only stands in a single exhibit."""
    places: dict[str, list[Exhibit]] = {}
    for exhibit in exhibits:
        own = [
            *exhibit.entry["facts"],
            *exhibit.entry["others"],
            *(end for pair in exhibit.entry["terms"] for end in pair),
        ]
        for fact in dict.fromkeys(own):
            if fact:
                places.setdefault(fact, []).append(exhibit)
    for fact, told in facts.items():
        where = places.get(fact, [])
        kinds = {exhibit.kind for exhibit in where}
        channel = told["channel"]
        fits = {
            "chart": kinds == {"chart"} and len(where) == 1 and where[0].shown_only,
            "table": kinds == {"table"} and len(where) == 1 and where[0].shown_only,
            "both": bool(where) and not any(exhibit.shown_only for exhibit in where),
            "text": not where,
        }
        if not fits.get(channel, False):
            yield violation("copy", name, f"channel of {fact}", channel, [exhibit.ref for exhibit in where])


def _check_numbers(name: str, exhibits: Sequence[Exhibit], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield exhibits that are not numbered in their order, or whose number their page does not print."""
    for kind, word in (("chart", r"(?:Figure|Fig\.|Chart|Exhibit|Graphic|Plate)"), ("table", "Table")):
        own = [exhibit for exhibit in exhibits if exhibit.kind == kind]
        for number, exhibit in enumerate(own, start=1):
            if exhibit.entry["number"] != number:
                yield violation("copy", name, f"number of {exhibit.ref}", number, exhibit.entry["number"])
            text = " ".join(lines_of(pages[exhibit.places[0][0] - 1].printed))
            if not re.search(rf"{word}\s*{number}(?!\d)", text, re.IGNORECASE):
                yield violation("chart-text", name, f"{exhibit.ref}: number", number, "not printed on its page")
