"""Which domain, design and mechanism each document gets: evenly, by its index and the seed alone.

Document i is of domain i mod 10 and tests axis (i + a) mod 11, so that a hundred have every axis nine times or more;
where a domain has no ask of an axis, the next axis that it has comes in. Designs of a domain take turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dataset_builder.families.rubrics.domains import load_designs
from dataset_builder.families.rubrics.mechanisms import AXES
from dataset_builder.families.rubrics.model import Ask, Design
from dataset_builder.seeds import rng_for


@dataclass(frozen=True)
class Cell:
    """What one document is to be."""

    domain: str
    design: Design
    ask: Ask


def deal(
    index: int, seed: int, domains: Sequence[str], mechanism: str | None = None, design: str | None = None
) -> Cell:
    """Return the cell of one document.

    Args:
        index: of the document.
        seed: of the build.
        domains: those that take turns.
        mechanism: the only one, None for all; with it only documents that have it are dealt.
        design: the only one, None for all.

    Raises:
        ValueError: no design of the domain has what is asked for.
    """
    place, rounds = index % len(domains), index // len(domains)
    return _rounds(domains[place], place, len(domains), seed, mechanism, design, rounds + 1)[rounds]


@lru_cache(maxsize=512)
def _rounds(
    domain: str, place: int, domains: int, seed: int, mechanism: str | None, design: str | None, count: int
) -> tuple[Cell, ...]:
    """Return the first cells of a domain; each depends on those before, since designs and asks take turns."""
    pairs = [
        (one, ask)
        for one in load_designs(domain)
        for ask in one.asks
        if mechanism in (None, ask.mechanism) and design in (None, one.name)
    ]
    if not pairs:
        raise ValueError(f"{domain} has no design with mechanism {mechanism!r} and design {design!r}")
    rng = rng_for("rubrics", place, seed, f"deal {domain}")
    rng.shuffle(pairs)
    start = rng_for("rubrics", 0, seed, "deal").randrange(len(AXES))
    used: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    cells = []
    for number in range(count):
        wanted = start + number * domains + place
        for step in range(len(AXES)):
            axis = AXES[(wanted + step) % len(AXES)]
            fitting = [pair for pair in pairs if pair[1].axis == axis]
            if fitting:
                break
        chosen = min(fitting, key=lambda pair: (asked[pair[0].name, pair[1].mechanism], used[pair[0].name]))
        used[chosen[0].name] += 1
        asked[chosen[0].name, chosen[1].mechanism] += 1
        cells.append(Cell(domain, *chosen))
    return tuple(cells)
