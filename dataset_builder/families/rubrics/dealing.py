"""Which domain, design and mechanism each document gets: evenly, by its index and the seed alone.

Document i is of domain i mod 10 and tests axis (i + a) mod 11, so that a hundred have every axis nine times or more;
where a domain has no ask of an axis, the next axis that it has comes in. Designs of a domain take turns; of those that
come long, every third document is.
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

LENGTHS: tuple[str, ...] = ("standard", "long", "pairs")
"""What lengths can be fixed to; ``pairs`` makes of each world a standard document and a long one, side by side."""


@dataclass(frozen=True)
class Cell:
    """What one document is to be.

    Attributes:
        domain, design, ask: which of them.
        length: standard or long.
        seat: number of its world; documents of one seat are twins.
    """

    domain: str
    design: Design
    ask: Ask
    length: str
    seat: int


def deal(
    index: int,
    seed: int,
    domains: Sequence[str],
    mechanism: str | None = None,
    design: str | None = None,
    length: str | None = None,
) -> Cell:
    """Return the cell of one document.

    Args:
        index: of the document.
        seed: of the build.
        domains: those that take turns.
        mechanism: the only one, None for all; with it only documents that have it are dealt.
        design: the only one, None for all.
        length: one of ``LENGTHS``, None for every third document long; with ``long`` and ``pairs`` only designs that
            come long are dealt.

    Raises:
        ValueError: no design of the domain has what is asked for.
    """
    seat = index // 2 if length == "pairs" else index
    place, rounds = seat % len(domains), seat // len(domains)
    wanted = (mechanism, design, length in ("long", "pairs"))
    one, ask, before = _rounds(domains[place], place, len(domains), seed, wanted, rounds + 1)[rounds]
    if length == "pairs":
        length = LENGTHS[index % 2]
    elif length is None:
        length = "long" if one.extend and before % 3 == 1 else "standard"
    return Cell(domains[place], one, ask, length, seat)


@lru_cache(maxsize=512)
def _rounds(
    domain: str, place: int, domains: int, seed: int, wanted: tuple[str | None, str | None, bool], count: int
) -> tuple[tuple[Design, Ask, int], ...]:
    """Return designs and asks of a domain's first documents, each with how often the design came before.

    Each depends on those before, since designs and asks take turns.
    """
    mechanism, design, extended = wanted
    pairs = [
        (one, ask)
        for one in load_designs(domain)
        for ask in one.asks
        if mechanism in (None, ask.mechanism) and design in (None, one.name) and (one.extend or not extended)
    ]
    if not pairs:
        long = " that comes long" if extended else ""
        raise ValueError(f"{domain} has no design{long} with mechanism {mechanism!r} and design {design!r}")
    rng = rng_for("rubrics", place, seed, f"deal {domain}")
    rng.shuffle(pairs)
    start = rng_for("rubrics", 0, seed, "deal").randrange(len(AXES))
    used: Counter[str] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    cells = []
    for number in range(count):
        turn = start + number * domains + place
        for step in range(len(AXES)):
            axis = AXES[(turn + step) % len(AXES)]
            fitting = [pair for pair in pairs if pair[1].axis == axis]
            if fitting:
                break
        chosen = min(fitting, key=lambda pair: (asked[pair[0].name, pair[1].mechanism], used[pair[0].name]))
        cells.append((*chosen, used[chosen[0].name]))
        used[chosen[0].name] += 1
        asked[chosen[0].name, chosen[1].mechanism] += 1
    return tuple(cells)
