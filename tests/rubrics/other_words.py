"""Items of a domain's designs, and which of their criteria an answer fails."""

from __future__ import annotations

from typing import Any

from dataset_builder.claims import meets, read_check
from dataset_builder.families.rubrics.domains import load_designs
from dataset_builder.families.rubrics.model import Item
from dataset_builder.seeds import rng_for

WORLDS = (3, 11)
"""Numbers of the worlds that answers are written for."""


def draw_item(domain: str, design: str, mechanism: str, number: int) -> tuple[Any, Item]:
    """Return a world of a design and the item that the mechanism makes of it."""
    drawn = next(one for one in load_designs(domain) if one.name == design)
    world = drawn.sample(rng_for("rubrics", number, 5, f"test {design}"))
    return world, next(one for one in drawn.asks if one.mechanism == mechanism).make(world)


def failed_by(text: str, item: Item) -> set[str]:
    """Return the ids of the criteria that an answer fails."""
    return {one.id for one in item.rubric if not meets(read_check(one.check), text)}
