"""The one place where randomness starts."""

from __future__ import annotations

import hashlib
import random


def rng_for(family: str, index: int, seed: int, stream: str) -> random.Random:
    """Return the generator for one stream of one document.

    All four arguments are hashed together, so that neither seeds nor indexes overlap: document 1 of seed 42 shares
    nothing with document 0 of seed 43, and one stream (say ``"values"``) does not move when another draws more.

    Args:
        family: name of the family, such as ``"forms"``.
        index: 0-based index of the document within its build.
        seed: the build's seed.
        stream: what is drawn, such as ``"values"``.

    >>> rng_for("forms", 0, 1, "values").random() == rng_for("forms", 0, 1, "values").random()
    True
    >>> rng_for("forms", 1, 42, "values").random() == rng_for("forms", 0, 43, "values").random()
    False
    """
    key = "\x1f".join((family, str(int(index)), str(int(seed)), stream))
    return random.Random(int.from_bytes(hashlib.sha256(key.encode()).digest()[:16], "big"))
