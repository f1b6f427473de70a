"""What stands around the narrative of a page: who issues it, what kind of document it is, its reference and date."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dataset_builder.moments import MONTHS


@dataclass(frozen=True)
class Furniture:
    """Words of a page that are not its narrative; they state no rule and name no entity.

    Attributes:
        organisation: that issues it, invented.
        label: kind of document, such as ``Board paper``.
        fields: name and value of what stands in its head.
        footer: at its foot.
    """

    organisation: str
    label: str
    fields: tuple[tuple[str, str], ...]
    footer: str


def sample_furniture(rng: random.Random, genre: str, times: Sequence[str], names: Sequence[str]) -> Furniture:
    """Return furniture for a page.

    Args:
        rng: decides everything.
        genre: of the narrative.
        times: that the page knows; it is dated in the year after the last.
        names: of entities, none of which the organisation's name may recall.

    Raises:
        ValueError: there is no such genre.
    """
    bank = _load_bank()
    if genre not in bank["genres"]:
        raise ValueError(f"genre {genre!r} is not one of {', '.join(bank['genres'])}")
    held = bank["genres"][genre]
    taken = {word.lower() for name in names for word in name.split()}
    places = [place for place in bank["places"] if taken.isdisjoint(place.lower().split())]
    month = f"{rng.choice(MONTHS[:6])} {int(times[-1].split()[-1]) + 1}"
    slots = {
        "place": rng.choice(places),
        "unit": rng.choice(bank["units"]),
        "month": month,
        "date": f"{rng.randint(2, 27)} {month}",
        "reference": f"{rng.randint(11, 98)}/{rng.randint(102, 987)}",
        "issue": str(rng.randint(12, 96)),
    }
    organisation = rng.choice(held["organisations"]).format(**slots)
    label = rng.choice(held["labels"])
    patterns = [(name, rng.choice(values)) for name, values in held["fields"]]
    fields = tuple((name, pattern.format(**slots)) for name, pattern in patterns)
    reference = next(pattern for _, pattern in patterns if "{reference}" in pattern or "{issue}" in pattern)
    return Furniture(organisation, label, fields, f"{organisation} · {label} · {reference.format(**slots)}")


@cache
def _load_bank() -> dict[str, Any]:
    text = files("dataset_builder").joinpath("assets", "hops", "pages", "furniture.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
