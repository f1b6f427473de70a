"""The vector shapes of a page, from its PDF alone: where each lies, its colours, the corners it runs through."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pymupdf

from dataset_builder.checks.drawn import Box

Point = tuple[float, float]

_BEND = 8
"""Straight pieces that stand for one curve."""


@dataclass(frozen=True)
class Shape:
    """A path as it is painted, in points of the page, origin top-left.

    Attributes:
        box: what its line encloses, without the width of its stroke.
        fill: ``#rrggbb``, ``""`` for none.
        stroke: likewise.
        points: along the path, curves in short pieces; a new part of a path follows without a mark.
    """

    box: Box
    fill: str
    stroke: str
    points: tuple[Point, ...]


def read_shapes(page: pymupdf.Page) -> tuple[Shape, ...]:
    """Return the shapes of a page in the order in which they are painted."""
    return tuple(shape for drawing in page.get_drawings() if (shape := _read_shape(drawing)) is not None)


def _read_shape(drawing: dict) -> Shape | None:
    points = tuple(_walk(drawing["items"]))
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    box = (min(xs), min(ys), max(xs), max(ys))
    return Shape(box, _hex(drawing.get("fill")), _hex(drawing.get("color")), points)


def _walk(items: Sequence[tuple]) -> Iterator[Point]:
    last: Point | None = None
    for kind, *parts in items:
        if kind == "re":
            x0, y0, x1, y1 = parts[0]
            corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
        elif kind == "qu":
            quad = parts[0]
            corners = [(point.x, point.y) for point in (quad.ul, quad.ur, quad.lr, quad.ll, quad.ul)]
        elif kind == "c":
            corners = list(_bend([(point.x, point.y) for point in parts]))
        else:
            corners = [(point.x, point.y) for point in parts]
        yield from corners[1:] if corners[0] == last else corners
        last = corners[-1]


def _bend(control: Sequence[Point]) -> Iterator[Point]:
    """Yield points along a cubic Bézier curve, both ends among them."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = control
    for step in range(_BEND + 1):
        t = step / _BEND
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy


def _hex(colour: Sequence[float] | None) -> str:
    if colour is None:
        return ""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def turn_of(points: Sequence[Point], centre: Point, radius: float, slack: float) -> float:
    """Return the angle, in radians, that a path runs along the circle of ``radius`` around ``centre``.

    Only steps with both ends on the circle count, within ``slack``.
    """
    angle = 0.0
    on_circle = [abs(math.dist(point, centre) - radius) <= slack for point in points]
    for i, (first, second) in enumerate(pairwise(points)):
        if on_circle[i] and on_circle[i + 1]:
            start, end = (math.atan2(y - centre[1], x - centre[0]) for x, y in (first, second))
            angle += math.remainder(end - start, math.tau)
    return abs(angle)


def centroid(points: Sequence[Point]) -> Point:
    """Return the middle of a symbol, by its corners: that of a triangle is not the middle of its box."""
    corners = {(round(x, 3), round(y, 3)) for x, y in points}
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
