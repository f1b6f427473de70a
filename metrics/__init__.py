"""The metrics of docassay: plain typed functions under thin ``evaluate`` modules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

NAMES: tuple[str, ...] = ("judge_score", "answer_match", "field_match", "anls", "rubric_pass_rate")


def load(name: str, **options: Any) -> Any:
    """Return the ``evaluate`` module of one of our metrics, from anywhere and without a network.

    ``evaluate.load("field_match")`` would go on to a Hub repository of that name when the working directory has no
    such folder; this always loads the installed module by its absolute path.

    Args:
        name: one of ``NAMES``.
        **options: passed on to ``evaluate.load``.

    Raises:
        ValueError: ``name`` is not one of ``NAMES``.
    """
    if name not in NAMES:
        raise ValueError(f"metric {name!r} is not one of {', '.join(NAMES)}")
    import evaluate

    return evaluate.load(str(Path(__file__).resolve().parent / name), **options)
