"""Inverse scales: from a place, a length or a colour on the page to the value that it stands for."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Scale = Mapping[str, Any]
"""``kind``, ``domain`` and ``range`` of a trace's scale; of names also their ``positions``."""


_BENDS: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
    "linear": (float, float),
    "log": (math.log10, lambda power: 10**power),
    "sqrt": (math.sqrt, lambda root: root**2),
}
"""What makes each kind of scale straight, and its inverse."""


def is_numeric(scale: Scale) -> bool:
    """Return whether a scale maps numbers to places or lengths."""
    return scale["kind"] in _BENDS


def place_of(scale: Scale, value: float) -> float:
    """Return where a numeric scale puts a value."""
    bend, _ = _BENDS[scale["kind"]]
    (d0, d1), (r0, r1) = map(bend, scale["domain"]), scale["range"]
    return float(r0 + (bend(value) - d0) / (d1 - d0) * (r1 - r0))


def value_at(scale: Scale, place: float) -> float:
    """Return the value that a numeric scale puts at a place.

    >>> round(value_at({"kind": "log", "domain": [1, 100], "range": [0, 200]}, 50), 4)
    3.1623
    """
    bend, unbend = _BENDS[scale["kind"]]
    (d0, d1), (r0, r1) = map(bend, scale["domain"]), scale["range"]
    return float(unbend(d0 + (place - r0) / (r1 - r0) * (d1 - d0)))


def name_at(scale: Scale, place: float) -> str:
    """Return the name whose position on a scale of names is nearest to a place."""
    positions: Mapping[str, float] = scale["positions"]
    return min(positions, key=lambda name: abs(positions[name] - place))


def value_of_colour(scale: Scale, colour: str) -> tuple[float, float]:
    """Return the value that a ramp of colours gives a colour, and how far off the ramp the colour is.

    Args:
        scale: ``domain`` has a value for each colour (``#rrggbb``) of ``range``.
        colour: ``#rrggbb``.

    Returns:
        The value, and the distance of the colour from the ramp, in levels of 0 to 255.
    """
    wanted = _levels(colour)
    best = (math.inf, 0.0)
    for (v0, c0), (v1, c1) in pairwise(zip(scale["domain"], map(_levels, scale["range"]), strict=True)):
        along = [b - a for a, b in zip(c0, c1, strict=True)]
        t = sum(d * (w - a) for d, w, a in zip(along, wanted, c0, strict=True)) / (sum(d * d for d in along) or 1)
        t = min(1.0, max(0.0, t))
        off = math.dist(wanted, [a + t * d for a, d in zip(c0, along, strict=True)])
        best = min(best, (off, v0 + t * (v1 - v0)))
    return best[1], best[0]


def _levels(colour: str) -> Sequence[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
