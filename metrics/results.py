"""What every metric's result has in common: checked columns, groups and a signature on the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized

VERSION = "0.1.0"
"""Version of the scoring rules; part of every signature."""


def check_lengths(predictions: Sized, references: Sized, **columns: Sized | None) -> None:
    """Check that references and every column given hold one item for each prediction.

    Raises:
        ValueError: a length differs; the message names the column and both lengths.
    """
    for name, column in {"references": references, **columns}.items():
        if column is not None and len(column) != len(predictions):
            raise ValueError(f"{name} holds {len(column)} items for {len(predictions)} predictions")


def choose(name: str, value: str, allowed: Sequence[str]) -> None:
    """Check that an option's value is one of a closed list.

    Raises:
        ValueError: it is not; the message lists the allowed values.
    """
    if value not in allowed:
        raise ValueError(f"{name} {value!r} is not one of {', '.join(allowed)}")


def make_signature(metric: str, **options: object) -> str:
    """Return what a reader needs to get the same number again: metric, options by name, version of the rules.

    >>> make_signature("field_match", mode="strict")
    'field_match|mode:strict|version:0.1.0'
    """
    parts = [f"{name}:{_format_option(options[name])}" for name in sorted(options) if options[name] is not None]
    return "|".join([metric, *parts, f"version:{VERSION}"])


def _format_option(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def group_indexes(groups: Iterable[str | None] | None) -> dict[str, list[int]]:
    """Return the positions of every group's records, groups in order of first appearance; None belongs to no group.

    >>> group_indexes(["flat", "table", None, "flat"])
    {'flat': [0, 3], 'table': [1]}
    """
    indexes: dict[str, list[int]] = {}
    for position, group in enumerate(groups or ()):
        if group is not None:
            indexes.setdefault(group, []).append(position)
    return indexes
