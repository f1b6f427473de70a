"""Which class a document gets: dealt to indexes in an order of which every beginning is balanced."""

from __future__ import annotations

from collections.abc import Mapping

from dataset_builder.seeds import rng_for


def deal(shares: Mapping[str, int], position: int) -> str:
    """Return the class of the ``position``-th of a sequence whose every prefix is as near to ``shares`` as it can be.

    Each step takes the class that lags furthest behind its share; the sequence repeats after ``sum(shares)`` steps.

    >>> [deal({"a": 2, "b": 1}, position) for position in range(6)]
    ['a', 'b', 'a', 'a', 'b', 'a']
    """
    return deal_with_ordinal(shares, position)[0]


def deal_with_ordinal(shares: Mapping[str, int], position: int) -> tuple[str, int]:
    """Return the class at ``position`` and how often that class was dealt before."""
    total = sum(shares.values())
    rounds, place = divmod(position, total)
    counts = dict.fromkeys(shares, 0)
    name = ""
    for step in range(1, place + 2):
        name = max(shares, key=lambda candidate: shares[candidate] * step - counts[candidate] * total)
        counts[name] += 1
    return name, rounds * shares[name] + counts[name] - 1


def deal_permuted(count: int, index: int, seed: int, stream: str) -> int:
    """Return a number below ``count`` for ``index`` so that each run of ``count`` indexes holds every number once."""
    turn, place = divmod(index, count)
    order = list(range(count))
    rng_for("forms", turn, seed, stream).shuffle(order)
    return order[place]
