"""Shares of a dataset's documents, so that several processes or machines can make one run between them."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Shard:
    """The share ``index`` of ``count``, from 1; a document belongs to one by its id, whatever else there is."""

    index: int
    count: int

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not 1 <= self.index <= self.count:
            raise ValueError(f"shard {self} is not one of 1/{self.count} to {self.count}/{self.count}")

    def __str__(self) -> str:
        """Return the shard as the command line has it."""
        return f"{self.index}/{self.count}"

    def holds(self, doc_id: str) -> bool:
        """Return whether a document belongs to the share."""
        number = int(hashlib.sha256(doc_id.encode()).hexdigest()[:16], 16)
        return number % self.count == self.index - 1


def parse_shard(text: str) -> Shard:
    """Return the shard that the command line names.

    Raises:
        ValueError: the text is not of the form i/n, or i is not from 1 to n.

    >>> parse_shard("2/8")
    Shard(index=2, count=8)
    """
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not int(match[2]):
        raise ValueError(f"shard {text!r} is not of the form i/n, such as 1/8")
    return Shard(int(match[1]), int(match[2]))


def are_in(shards: Sequence[str] | None, doc_id: str) -> bool:
    """Return whether a document belongs to one of the shards that ``run.json`` names; None stands for all.

    >>> are_in(None, "forms-0-00000"), are_in(["1/1"], "forms-0-00000"), are_in([], "forms-0-00000")
    (True, True, False)
    """
    return shards is None or any(parse_shard(text).holds(doc_id) for text in shards)


def unite(shards: Sequence[Shard]) -> list[str] | None:
    """Return what several shards come to, as ``run.json`` names it: None where they hold every document.

    >>> unite([Shard(1, 2), Shard(2, 4), Shard(4, 4)]), unite([Shard(2, 3), Shard(1, 3), Shard(2, 3)])
    (None, ['1/3', '2/3'])
    """
    every = range(math.lcm(*(shard.count for shard in shards)))
    if all(any(number % shard.count == shard.index - 1 for shard in shards) for number in every):
        return None
    return [str(shard) for shard in sorted(set(shards), key=lambda shard: (shard.count, shard.index))]
