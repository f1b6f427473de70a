"""How far apart colours look, to readers of normal and of defective colour vision."""

from __future__ import annotations

import math
from collections.abc import Sequence

_Matrix = tuple[tuple[float, float, float], ...]

_XYZ: _Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)
_EYES: tuple[_Matrix, ...] = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
)
"""Normal vision, protanopia and deuteranopia (Machado, Oliveira and Fernandes 2009, severity 1.0), for linear RGB."""


def linear(channel: float) -> float:
    """Return the light that a channel of sRGB stands for, both 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def difference(first: str, second: str) -> float:
    """Return how far apart two ``#rrggbb`` look: their distance in CIELAB, to the eye that sees least of it.

    >>> round(difference("#000000", "#ffffff"))
    100
    """
    return min(math.dist(_lab(first, eye), _lab(second, eye)) for eye in _EYES)


def _lab(colour: str, eye: _Matrix) -> tuple[float, float, float]:
    """Return lightness, red-green and yellow-blue of a colour (D65) as an eye sees it."""
    rgb = [linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    seen = [min(1.0, max(0.0, light)) for light in _times(eye, rgb)]
    fx, fy, fz = (_root(value / white) for value, white in zip(_times(_XYZ, seen), _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(share: float) -> float:
    return math.cbrt(share) if share > 0.008856 else 7.787 * share + 16 / 116


def _times(matrix: _Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
