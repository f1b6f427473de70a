"""The exhibits of a report as its HTML keeps them, and the facts that each of their marks and cells shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import Box

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
        trace: what the drawing of a chart left, empty for a table.
        dataset: what the manifest says of its data.
    """

    ref: str
    kind: str
    told: Mapping[str, Any]
    entry: Mapping[str, Any]
    places: tuple[Place, ...]
    trace: Mapping[str, Any]
    dataset: Mapping[str, Any]

    @property
    def shown_only(self) -> bool:
        """Tell whether nothing else may give its values."""
        return bool(self.entry["channel"] != "both")

    @property
    def title(self) -> str:
        """Return its printed title."""
        return str(self.told["title"])

    @cached_property
    def page(self) -> int:
        """Return the page on which it begins."""
        return self.places[0][0]

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

    @cached_property
    def shown(self) -> dict[str, Fraction]:
        """Return the value of every fact that it shows; of a difference, ends that differ as the mark shows."""
        found = {fact: exact(value) for fact, value in self.values() if fact}
        if self.entry["terms"]:
            for entry, (minuend, subtrahend) in zip(self.told["data"], self.entry["terms"], strict=True):
                found[subtrahend] = Fraction(0)
                found[minuend] = exact(entry["value"])
        return found

    def keys(self, fact: str) -> tuple[str, ...]:
        """Return the keys of a fact."""
        return tuple(fact.split("/")[1:])

    @cached_property
    def dims(self) -> tuple[tuple[str, ...], ...]:
        """Return the keys of each dimension, in the order in which its facts have them."""
        keys = [self.keys(fact) for fact in self.shown]
        if len(set(map(len, keys))) > 1:
            raise ValueError(f"{self.ref}: facts of different dimensions")
        return tuple(tuple(dict.fromkeys(column)) for column in zip(*keys, strict=True))

    @cached_property
    def words(self) -> str:
        """Return all that it prints besides its values: title, headings, axes, names."""
        told = self.told
        if self.kind == "table":
            parts = [
                told["title"],
                told["stub"],
                *told["columns"],
                told["unit"],
                *(row["label"] for row in told["rows"]),
            ]
        else:
            parts = [told["title"], *(label["text"] for label in self.trace["labels"])]
        return " ".join(str(part) for part in parts)

    @cached_property
    def step(self) -> Mapping[str, float]:
        """Return the distance between two numbered gridlines, by scale."""
        places: dict[str, list[float]] = {}
        for tick in self.trace.get("ticks", ()):
            if isinstance(tick["value"], int | float):
                places.setdefault(tick["scale"], []).append(float(tick["value"]))
        steps = {}
        for scale, values in places.items():
            ordered = sorted(set(values))
            if len(ordered) > 1:
                steps[scale] = min(b - a for a, b in pairwise(ordered))
        return steps

    def reading_error(self, side: str = "") -> float:
        """Return the most by which a careful reading may be off: half the distance of numbered gridlines.

        Args:
            side: ``x`` or ``size`` for what a mark shows besides its value.
        """
        if self.kind == "table" or (side not in ("x", "y") and self.trace["exact"] != "tolerance"):
            return 0.0
        steps = self.step
        own = steps.get("x" if side == "x" else "y")
        return (own if own is not None else max(steps.values(), default=0.0)) / 2

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


def exact(value: float) -> Fraction:
    """Return a decimal number as it is written."""
    return Fraction(str(value))


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
    if not set(refs) == set(embedded) == set(places) or len(refs) != len(set(refs)):
        raise ValueError(f"exhibits of HTML {sorted(embedded)}, manifest {sorted(refs)}, pages {sorted(places)}")
    datasets = {dataset["id"]: dataset for dataset in manifest["datasets"]}
    return tuple(
        Exhibit(
            entry["ref"],
            *embedded[entry["ref"]],
            entry,
            tuple(places[entry["ref"]]),
            trace["charts"].get(entry["ref"], {}),
            datasets[entry["dataset"]],
        )
        for entry in manifest["exhibits"]
    )


def list_facts(exhibit: Exhibit) -> tuple[str, ...]:
    """Return the ids of all facts that can be read from an exhibit, each once."""
    terms: Sequence[Sequence[str]] = exhibit.entry["terms"]
    own = [*exhibit.entry["facts"], *exhibit.entry["others"], *(end for pair in terms for end in pair)]
    return tuple(fact for fact in dict.fromkeys(own) if fact)
