"""What a row of figures did on the way: whether it went one way, and how large its ordinary steps are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

_STEADY = 0.75
"""Least share of the way gone that must lead in one direction."""
_VISIBLE = 1.5
"""How many ordinary steps make a move that stands out."""
_LEAST = 0.03
"""Least share of the first value that a move must come to."""


def is_steady(values: Sequence[float]) -> bool:
    """Tell whether values went (nearly) one way from the first to the last.

    >>> is_steady((1, 2, 2, 4)), is_steady((4, 5, 6, 3)), is_steady((1, 1))
    (True, False, False)
    """
    gone = sum(abs(new - old) for old, new in pairwise(values))
    return gone > 0 and abs(values[-1] - values[0]) >= _STEADY * gone


def typical_step(values: Sequence[float]) -> float:
    """Return the median size of the steps between values.

    >>> typical_step((1, 2, 4, 1))
    2
    """
    return median(abs(new - old) for old, new in pairwise(values))


def stands_out(old: float, new: float, values: Sequence[float]) -> bool:
    """Tell whether a move is larger than what values do anyway.

    >>> stands_out(10, 12, (10, 11, 10, 12)), stands_out(10, 10.2, (10, 10.1, 10.2))
    (True, False)
    """
    return abs(new - old) >= _VISIBLE * typical_step(values) and abs(new - old) >= _LEAST * abs(old)


def is_turn(values: Sequence[float], place: int) -> bool:
    """Tell whether values went one way to the extreme at ``place``, and the other way from there.

    >>> is_turn((1, 2, 4, 3, 1), 2), is_turn((3, 1, 4, 3, 2), 2), is_turn((1, 2, 4, 4, 1), 2)
    (True, False, False)
    """
    before, after = values[place] - values[0], values[-1] - values[place]
    if before * after >= 0 or values.count(values[place]) > 1 or values[place] not in (min(values), max(values)):
        return False
    return is_steady(values[: place + 1]) and is_steady(values[place:])
