"""When points can be read apart and show a tie."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dataset_builder.families.reports.topics import Sign

CORRELATION = (0.6, 0.9)
"""Least and greatest size of a correlation that is plain to see."""
UNRELATED = 0.15
_APART = 0.075
"""Least distance of two points, as a share of the sides of the plot."""


def correlate(left: Sequence[float], right: Sequence[float]) -> float:
    """Return Pearson's correlation of two samples of equal length, neither of them constant.

    >>> round(correlate([1, 2, 3], [2, 4, 7]), 3)
    0.993
    """
    mean_left, mean_right = math.fsum(left) / len(left), math.fsum(right) / len(right)
    across = math.fsum((a - mean_left) * (b - mean_right) for a, b in zip(left, right, strict=True))
    spread = math.fsum((a - mean_left) ** 2 for a in left) * math.fsum((b - mean_right) ** 2 for b in right)
    return across / math.sqrt(spread)


def spread_out(values: Sequence[float], low: float = 0.04, high: float = 0.96) -> list[float]:
    """Return values moved and scaled so that they reach from ``low`` to ``high``.

    >>> spread_out([2.0, 4.0, 3.0], 0.0, 1.0)
    [0.0, 1.0, 0.5]
    """
    least, most = min(values), max(values)
    return [low + (high - low) * (value - least) / (most - least) for value in values]


def shows(sign: Sign, x: Sequence[float], y: Sequence[float]) -> bool:
    """Tell whether points show a tie of a sign, or none, and lie apart."""
    points = list(zip(spread_out(x), spread_out(y), strict=True))
    if any(math.dist(one, other) < _APART for place, one in enumerate(points) for other in points[place + 1 :]):
        return False
    found = correlate(x, y)
    if sign == "none":
        return abs(found) <= UNRELATED
    return (found > 0) == (sign == "positive") and CORRELATION[0] <= abs(found) <= CORRELATION[1]
