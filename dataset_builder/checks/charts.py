"""Charts read back from the page: every datum recovered from what is drawn, and compared with the metadata.

The PDF's own vector shapes and characters are the evidence; the trace that the drawing left says only where to look.
A mark's place, length, area, angle or colour goes through the inverse of its scale, the scale is held against the
numbers printed along its axis, a value against the one printed for it, a name against the one at its place.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pymupdf

from dataset_builder.checks.drawn import Box, Character, DrawnPage, holds, read_pages, squeeze
from dataset_builder.checks.scales import is_numeric, name_at, place_of, value_at, value_of_colour
from dataset_builder.checks.vectors import Shape, centroid, read_shapes, turn_of
from dataset_builder.checks.violations import Violation, violation

POINTS_PER_PX = 0.75
_NEAR = 0.75
"""CSS pixels by which the page may differ from the trace: print rounds to fractions of a point."""
_READING = 0.6
"""CSS pixels by which a place on the page may be off when it is read back."""
_TEXT_MARGIN = 1.0
_COLOUR_OFF = 3.0
"""Levels of 255 by which a fill may lie beside the ramp."""

_BROKEN = (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError, AttributeError)
_NUMBER = re.compile(r"(?P<sign>[-−+]?)[$€£¥]?(?P<digits>[0-9][0-9, \u00a0]*(?:\.[0-9]+)?)%?")
_NAMING = frozenset({"category", "legend", "series", "panel", "heading", "key", "label"})
"""Kinds of text that name labels and categories."""


@dataclass(frozen=True)
class _Figure:
    """A chart on its page; shapes are in CSS pixels of the figure, characters in points of the page.

    ``middles`` are of the characters' boxes, ``angles`` of their text in degrees.
    """

    name: str
    trace: Mapping[str, Any]
    told: Mapping[str, Any]
    origin: tuple[float, float]
    shapes: tuple[Shape, ...]
    characters: tuple[Character, ...]
    middles: np.ndarray
    angles: np.ndarray

    def describe(self, index: int) -> str:
        """Return how a datum is called in a report."""
        entry = self.told["data"][index]
        return " / ".join(part for part in (entry["label"], entry["category"]) if part)


def check_charts(
    where: str,
    pdf: bytes,
    places: Mapping[str, tuple[int, Box]],
    traces: Mapping[str, Mapping[str, Any]],
    metadata: Sequence[Mapping[str, Any]],
    pages: Sequence[DrawnPage] = (),
) -> Iterator[Violation]:
    """Yield what the charts of a document show otherwise than their metadata says.

    Args:
        where: the document's id, for the report.
        pdf: the document.
        places: page (from 1) and box (points, origin top-left) of every figure, by ``vizId``.
        traces: what the drawing of every figure left, by ``vizId``.
        metadata: objects of SynthDocBench's Table 17, one for each chart.
        pages: of the document, where they have been read.

    Raises:
        RuntimeError: PyMuPDF cannot open the PDF.
    """
    pages = pages or read_pages(pdf)
    shapes: dict[int, tuple[Shape, ...]] = {}
    ids = [str(told.get("vizId")) for told in metadata]
    for kind, names in (("place", places), ("trace", traces)):
        for viz_id in sorted({*names} ^ {*ids}):
            yield violation("chart", where, f"{viz_id}: {kind} and metadata", "both", "one of them")
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        for viz_id, told in zip(ids, metadata, strict=True):
            if viz_id not in places or viz_id not in traces:
                continue
            number, box = places[viz_id]
            if not 1 <= number <= len(pages):
                yield violation("chart", where, f"{viz_id}: page", f"1 to {len(pages)}", number)
                continue
            if number not in shapes:
                shapes[number] = read_shapes(document[number - 1])
            figure = _cut_out(f"{where}: {viz_id}", pages[number - 1], shapes[number], box, traces[viz_id], told)
            yield from _check_figure(figure)


def _cut_out(
    name: str,
    page: DrawnPage,
    shapes: Sequence[Shape],
    box: Box,
    trace: Mapping[str, Any],
    told: Mapping[str, Any],
) -> _Figure:
    left, top = box[:2]

    def move(x: float, y: float) -> tuple[float, float]:
        return (x - left) / POINTS_PER_PX, (y - top) / POINTS_PER_PX

    own = [s for s in shapes if s.box[2] >= left and s.box[0] <= box[2] and s.box[3] >= top and s.box[1] <= box[3]]
    moved = tuple(
        replace(shape, box=(*move(*shape.box[:2]), *move(*shape.box[2:])), points=tuple(move(*p) for p in shape.points))
        for shape in own
    )
    wide = (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
    characters = tuple(character for character in page.printed if holds(wide, character))
    middles = np.array([character.middle for character in characters]).reshape(-1, 2)
    angles = np.array([character.angle for character in characters])
    return _Figure(name, trace, told, (left, top), moved, characters, middles, angles)


def _check_figure(figure: _Figure) -> Iterator[Violation]:
    for check in (
        _check_belonging,
        _check_texts,
        _check_ticks,
        _check_marks,
        _check_printed,
        _check_names,
        _check_legend,
    ):
        try:
            yield from check(figure)
        except _BROKEN as error:
            yield violation("chart", figure.name, check.__name__.strip("_"), "what a chart has", f"{error!r}")


def _check_belonging(figure: _Figure) -> Iterator[Violation]:
    trace, told = figure.trace, figure.told
    for key, name in (("viz_id", "vizId"), ("chart_type", "chartType")):
        if trace[key] != told[name]:
            yield violation("chart", figure.name, name, told[name], trace[key])
    marked = {mark["index"] for mark in trace["marks"]}
    for index in range(len(told["data"])):
        if index not in marked:
            yield violation("chart-mark", figure.name, figure.describe(index), "a mark", "none")
    for index in sorted(marked - set(range(len(told["data"])))):
        yield violation("chart-mark", figure.name, f"mark {index}", "a datum of the metadata", "none")
    legend = told["visualProperties"]["hasLegend"]
    if legend != bool(trace["legend"]):
        yield violation("chart", figure.name, "hasLegend", bool(trace["legend"]), legend)
    titles = [label["text"] for label in trace["labels"] if label["kind"] == "title"]
    if titles != [told["title"]]:
        yield violation("chart-text", figure.name, "title", told["title"], " ".join(titles))


def _check_texts(figure: _Figure) -> Iterator[Violation]:
    """Yield texts of the trace that the page does not have at their place."""
    for label in figure.trace["labels"]:
        lines = _read_lines(figure, label["box"], label["rotate"])
        found = [squeeze(line) for line in lines]
        if label["rotate"]:  # the box of slanted text holds parts of its neighbours
            same = all(any(squeeze(line) in other for other in found) for line in label["lines"])
        else:
            same = "".join(found) == squeeze(label["text"])
        if not same:
            yield violation("chart-text", figure.name, f"{label['kind']} on the page", label["text"], " ".join(lines))


def _read_lines(figure: _Figure, box: Sequence[float], rotate: float) -> tuple[str, ...]:
    """Return the lines that stand in a box (CSS pixels of the figure), turned by ``rotate`` degrees."""
    low = np.array(figure.origin) + (np.array(box[:2]) - _TEXT_MARGIN) * POINTS_PER_PX
    high = np.array(figure.origin) + (np.array(box[2:]) + _TEXT_MARGIN) * POINTS_PER_PX
    turned = np.abs((figure.angles - rotate + 180) % 360 - 180) < 3
    inside = ((figure.middles >= low) & (figure.middles <= high)).all(axis=1)
    lines: dict[int, list[Character]] = {}
    for i in np.flatnonzero(turned & inside):
        character = figure.characters[i]
        lines.setdefault(character.line, []).append(character)
    ordered = sorted(lines.values(), key=lambda line: (round(line[0].down), line[0].along))
    return tuple("".join(character.text for character in line) for line in ordered)


def parse_number(text: str) -> float | None:
    """Return a number as charts print it, with its sign, its unit if that is one sign, and separators; else None.

    >>> [parse_number(text) for text in ("1,204.5", "−3 000", "$7", "+12%", "about 5")]
    [1204.5, -3000.0, 7.0, 12.0, None]
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    number = float(re.sub(r"[, \u00a0]", "", found["digits"]))
    return -number if found["sign"] in ("-", "−") else number


def _check_ticks(figure: _Figure) -> Iterator[Violation]:
    """Yield ticks whose printed number or name is not what the scale has at their place."""
    scales = figure.trace["scales"]
    for tick in figure.trace["ticks"]:
        scale = scales.get(tick["scale"])
        what = f"tick {tick['text']!r} of {tick['scale']}"
        if scale is None:
            if tick["scale"] != "spoke":
                yield violation("chart-scale", figure.name, what, "a scale", "none")
            continue
        if not is_numeric(scale):
            if abs(scale["positions"][tick["value"]] - tick["position"]) > _NEAR:
                yield violation("chart-scale", figure.name, what, scale["positions"][tick["value"]], tick["position"])
            continue
        if not _same(parse_number(tick["text"]), tick["value"]):
            yield violation("chart-scale", figure.name, what, tick["value"], tick["text"])
        if abs(place_of(scale, tick["value"]) - tick["position"]) > _NEAR:
            yield violation("chart-scale", figure.name, what, place_of(scale, tick["value"]), tick["position"])
        axis = {"bottom": 0, "left": 1}.get(scale.get("axis", ""))
        if axis is not None and not any(_stands_at(label, tick, axis) for label in figure.trace["labels"]):
            yield violation("chart-scale", figure.name, what, "its number at its place", "another or none")
    for name in ("angle", "area"):
        whole = math.fsum(entry["value"] for entry in figure.told["data"])
        if name in scales and not _same(scales[name]["domain"][1], whole):
            yield violation("chart-scale", figure.name, f"whole of {name}", whole, scales[name]["domain"][1])


def _stands_at(label: Mapping[str, Any], tick: Mapping[str, Any], axis: int) -> bool:
    middle = (label["box"][axis] + label["box"][axis + 2]) / 2
    return bool(label["kind"] == "tick" and label["text"] == tick["text"] and abs(middle - tick["position"]) <= 2)


def _same(found: float | None, expected: float) -> bool:
    return found is not None and math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def _check_marks(figure: _Figure) -> Iterator[Violation]:
    for mark in figure.trace["marks"]:
        entry = figure.told["data"][mark["index"]]
        who = figure.describe(mark["index"])
        for field in ("label", "category"):
            if mark[field] != entry[field]:
                yield violation("chart-mark", figure.name, f"{who}: {field}", entry[field], mark[field])
        shape = _find_shape(figure, mark)
        if shape is None:
            paint = mark["fill"] or mark["stroke"]
            yield violation("chart-mark", figure.name, who, f"{mark['shape']} {paint} at {mark['box']}", "")
            continue
        yield from _check_names_at(figure, mark, shape, who)
        for field, (scale_id, *edges) in mark["read"].items():
            scale = figure.trace["scales"][scale_id]
            if scale["kind"] in ("band", "point"):
                name = name_at(scale, _edge(mark, shape, edges[0]))
                if name != entry[field]:
                    yield violation("chart-mark", figure.name, f"{who}: place", entry[field], name)
                continue
            expected = entry["value"] if field == "value" else entry["metadata"][field]
            found, slack = _recover(scale, mark, shape, edges)
            if not abs(found - expected) <= slack + 1e-9 * abs(expected):
                yield violation("chart-value", figure.name, f"{who}: {field}", expected, round(found, 6))


def _find_shape(figure: _Figure, mark: Mapping[str, Any]) -> Shape | None:
    """Return the shape that the page paints where and as the trace has a mark."""
    paints = {"fill": _plain(mark["fill"]), "stroke": _plain(mark["stroke"])}
    for shape in figure.shapes:
        if paints["fill"] not in ("", shape.fill) or (not paints["fill"] and shape.stroke != paints["stroke"]):
            continue
        if mark["shape"] == "band":
            ends = [(mark["geometry"]["x"], mark["geometry"][edge]) for edge in ("top", "bottom")]
            if all(min(math.dist(end, point) for point in shape.points) <= _NEAR for end in ends):
                return shape
        elif all(abs(a - b) <= _NEAR for a, b in zip(shape.box, mark["box"], strict=True)):
            return shape
    x0, y0, x1, y1 = mark["box"]
    flat, low = x0 == x1, y0 == y1
    if (mark["shape"] == "rect" and (flat or low)) or (mark["shape"] == "line" and flat and low):
        return Shape((x0, y0, x1, y1), "", "", ())  # a bar or whisker of nothing leaves no trace on paper
    return None


def _plain(paint: str | None) -> str:
    return "" if paint is None or paint == "none" else paint


def _edge(mark: Mapping[str, Any], shape: Shape, edge: str) -> float:
    """Return what is measured on the page: an edge or length of a shape, in CSS pixels (an angle in radians)."""
    x0, y0, x1, y1 = shape.box
    geometry = mark["geometry"]
    if mark["shape"] == "band":
        near = min(shape.points, key=lambda point: math.dist(point, (geometry["x"], geometry[edge])))
        return near[1]
    hub = geometry.get("hub", (0.0, 0.0))
    middle = centroid(shape.points) if mark["shape"] == "point" else ((x0 + x1) / 2, (y0 + y1) / 2)
    measured = {
        "left": lambda: x0,
        "right": lambda: x1,
        "top": lambda: y0,
        "bottom": lambda: y1,
        "cx": lambda: middle[0],
        "cy": lambda: middle[1],
        "diameter": lambda: x1 - x0,
        "area": lambda: (x1 - x0) * (y1 - y0),
        "radius": lambda: math.dist(hub, middle),
        "sweep": lambda: turn_of(shape.points, hub, geometry["radius"], 0.5),
        "thickness": lambda: _height_at(shape, x0),
    }
    return float(measured[edge]())


def _height_at(shape: Shape, x: float) -> float:
    """Return how tall a shape is at its side ``x``."""
    ys = [point[1] for point in shape.points if abs(point[0] - x) < 0.3]
    return max(ys) - min(ys)


def _recover(
    scale: Mapping[str, Any], mark: Mapping[str, Any], shape: Shape, edges: Sequence[str]
) -> tuple[float, float]:
    """Return the value that a mark on the page stands for, and how far off a reading of it may be."""
    if scale["kind"] == "colour":
        value, off = value_of_colour(scale, shape.fill)
        return (value, 0.02 * (scale["domain"][-1] - scale["domain"][0])) if off <= _COLOUR_OFF else (math.nan, 0.0)
    found, slack = 0.0, 0.0
    for edge, sign in zip(edges, (1, -1), strict=False):
        place = _edge(mark, shape, edge)
        x0, y0, x1, y1 = shape.box
        fuzz = {
            "sweep": _READING / max(1.0, mark["geometry"].get("radius", 1.0)) * 2,
            "area": _READING * (x1 - x0 + y1 - y0),
        }.get(edge, _READING)
        value = value_at(scale, place)
        found += sign * value
        slack += max(abs(value_at(scale, max(place - fuzz, 0.0)) - value), abs(value_at(scale, place + fuzz) - value))
    return found, slack


def _check_names_at(figure: _Figure, mark: Mapping[str, Any], shape: Shape, who: str) -> Iterator[Violation]:
    """Yield a mark that stands at another label than its own, in another panel, or in another category's colour."""
    entry = figure.told["data"][mark["index"]]
    scale = figure.trace["scales"].get(f"x{mark['scale_of']}")
    if scale is not None and scale["kind"] in ("band", "point"):
        place = mark["geometry"].get("x")
        if place is None:
            place = _edge(mark, shape, "cy" if scale.get("axis") == "left" else "cx")
        if name_at(scale, place) != entry["label"]:
            yield violation("chart-mark", figure.name, f"{who}: place", entry["label"], name_at(scale, place))
    panel = _panel_of(figure, shape)
    if panel is not None and panel != entry["category"]:
        yield violation("chart-mark", figure.name, f"{who}: panel", entry["category"], panel)
    colours = figure.told["visualProperties"]
    by = {"category": "category", "label": "label"}.get(colours["colorEncoding"])
    if by and mark["shape"] != "line":
        expected = colours["colorMap"].get(entry[by])
        if expected is not None and shape.fill not in ("", expected):
            yield violation("chart-mark", figure.name, f"{who}: colour", expected, shape.fill)


def _panel_of(figure: _Figure, shape: Shape) -> str | None:
    """Return the category of the small multiple that a shape stands in: the nearest heading above and to its left."""
    x, y = (shape.box[0] + shape.box[2]) / 2, (shape.box[1] + shape.box[3]) / 2
    heads = [label for label in figure.trace["labels"] if label["kind"] == "panel"]
    above = [head for head in heads if head["box"][1] < y and head["box"][0] < x + 1]
    if not above:
        return None
    row = max(head["box"][1] for head in above)
    nearest = max((head for head in above if row - head["box"][1] < 3), key=lambda head: float(head["box"][0]))
    return str(nearest["names"]["category"])


def _check_printed(figure: _Figure) -> Iterator[Violation]:
    """Yield printed values that are not the metadata's, and data whose value is printed nowhere though it must be."""
    printed = set()
    for label in figure.trace["labels"]:
        if label["kind"] != "value":
            continue
        entry = figure.told["data"][label["index"]]
        who = figure.describe(label["index"])
        field = label["names"].get("field", "value")
        parts = label["text"].split(";")
        for name, part in zip(("x", "value", "size") if len(parts) > 1 else (field,), parts, strict=False):
            expected = entry["metadata"].get(name, entry["value"])
            number = parse_number(part)
            if number is None or not abs(number - expected) <= _rounding(part, exact=name == "value"):
                yield violation("chart-text", figure.name, f"{who}: printed {name}", expected, part.strip())
            if name in ("value", "outlier"):
                printed.add(label["index"])
    if figure.trace["exact"] == "labels":
        for index in sorted(set(range(len(figure.told["data"]))) - printed):
            yield violation("chart-text", figure.name, f"{figure.describe(index)}: printed value", "one", "none")


def _rounding(text: str, exact: bool) -> float:
    """Return how far a printed number may be from the datum: not at all, or half of its last digit."""
    return 1e-9 if exact else 0.5 * 10.0 ** -len(text.partition(".")[2].rstrip("% ")) + 1e-9


def _check_names(figure: _Figure) -> Iterator[Violation]:
    """Yield labels and categories that no text names, and texts that name something else than they say.

    A short sign counts where a key explains it.
    """
    texts: dict[str, set[str]] = {}
    for label in figure.trace["labels"]:
        if label["kind"] in _NAMING:
            for field in ("label", "category", "node"):
                if field in label["names"]:
                    texts.setdefault(str(label["names"][field]), set()).add(squeeze(label["text"]))
    for tick in figure.trace["ticks"]:
        for name in tick["names"].values():
            if squeeze(tick["text"]) not in texts.get(str(name), set()):
                yield violation("chart-text", figure.name, f"tick {tick['text']!r}", name, "no such text")
    wanted = _names_of(figure)
    for name in wanted:
        if squeeze(name) not in texts.get(name, set()):
            yield violation("chart-text", figure.name, f"name {name!r}", name, " or ".join(sorted(texts.get(name, ()))))
    for name, found in texts.items():
        for text in found - {squeeze(name)}:
            owners = [other for other in texts if text in texts[other]]
            if len(owners) > 1 or len(text) > 2:
                yield violation("chart-text", figure.name, f"text {text!r}", name, " and ".join(owners))


def _names_of(figure: _Figure) -> tuple[str, ...]:
    """Return the names that a chart has to print."""
    kind, data = figure.told["chartType"], figure.told["data"]
    if kind == "histogram":
        return ()
    if kind == "sankey":
        return tuple(dict.fromkeys(str(entry["metadata"][end]) for entry in data for end in ("source", "target")))
    labels = [entry["label"] for entry in data]
    if figure.told["axes"]["x"]["type"] == "time":
        labels = labels[:1]  # the others follow from it where they are thinned
    return tuple(dict.fromkeys([*labels, *(entry["category"] for entry in data if entry["category"])]))


def _check_legend(figure: _Figure) -> Iterator[Violation]:
    """Yield entries of the legend whose swatch is missing or of another colour than the metadata has for the name."""
    colours = figure.told["visualProperties"]["colorMap"]
    for entry in figure.trace["legend"]:
        x0, y0, x1, y1 = entry["box"]
        inside = [
            shape
            for shape in figure.shapes
            if x0 - 1 <= shape.box[0] and shape.box[2] <= x1 + 1 and y0 - 3 <= shape.box[1] and shape.box[3] <= y1 + 3
        ]
        for field in ("category", "label"):
            name = entry["names"].get(field)
            if name is None:
                continue
            expected = colours.get(name, entry["colour"])
            if entry["text"] != name or entry["colour"] != expected:
                yield violation(
                    "chart-text", figure.name, f"legend {entry['text']!r}", f"{name} {expected}", entry["colour"]
                )
            if not any(expected in (shape.fill, shape.stroke) for shape in inside):
                found = ", ".join(sorted({shape.fill or shape.stroke for shape in inside}))
                yield violation("chart-mark", figure.name, f"swatch of {name!r}", expected, found)
        size = entry["names"].get("size")
        if size is not None:
            wide = value_at(figure.trace["scales"]["size"], x1 - x0)
            if not any(abs(s.box[2] - s.box[0] - (x1 - x0)) < _NEAR for s in inside) or abs(wide - size) > 0.05 * size:
                yield violation("chart-scale", figure.name, f"size {size}", size, round(wide, 3))
