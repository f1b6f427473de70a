"""Agreement of two raters, which reviews of a build and judges of replies both need."""

from __future__ import annotations

from collections.abc import Sequence


def cohen_kappa(first: Sequence[object], second: Sequence[object]) -> float | None:
    """Return Cohen's kappa of two raters' labels; None where both gave one and the same label throughout.

    Raises:
        ValueError: lengths differ or are zero, or a label is a list or another value without a hash.

    >>> cohen_kappa(["y", "y", "n", "n"], ["y", "n", "n", "n"])
    0.5
    """
    if len(first) != len(second) or not first:
        raise ValueError(f"the raters gave {len(first)} and {len(second)} labels; equal, non-zero numbers are needed")
    size = len(first)
    observed = sum(a == b for a, b in zip(first, second, strict=True)) / size
    try:
        labels = {*first, *second}
    except TypeError as error:
        raise ValueError(f"a label cannot be counted ({error}); give text, numbers, booleans or tuples") from error
    expected = sum(first.count(label) * second.count(label) for label in labels) / size**2
    return None if expected == 1 else (observed - expected) / (1 - expected)
