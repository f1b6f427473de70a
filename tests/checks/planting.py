"""Ways to spoil a document, each with the kind of violation that must come of it.

A plant changes a draft and returns True, or returns False where the document has nothing to plant it in. Whatever
repeats what it changes is changed as well, so that only a look at the page, or at the other side of a promise, can find
it. ``plants_of_answers`` and ``plants_of_pages`` hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from drafts import Draft

Plant = Callable[[Draft, Random], bool]

PLANTS: dict[str, tuple[str, Plant]] = {}
"""Expected kind and plant by name."""


def plant(kind: str, name: str = "") -> Callable[[Plant], Plant]:
    """Enter a plant under a name, or under its own."""

    def enter(function: Plant) -> Plant:
        PLANTS[name or function.__name__] = (kind, function)
        return function

    return enter


def pick_shown(draft: Draft, rng: Random, least: int = 1) -> str | None:
    """Return a path whose value has at least that many characters."""
    paths = [path for path, value in draft.shown.items() if len(value) >= least]
    return rng.choice(paths) if paths else None
