"""Words that carry meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_LONG = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "that which with from have been were this they their there where when would should could than then into what "
        "whose more most less other each every some such only also before after year years first last share rate "
        "average median number them will does must make made many much over under between within without because",
    )
)


def content_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words that carry meaning: of four letters or more, cut to six.

    >>> sorted(content_words(["The queue positions, dates and milestones."]))
    ['dates', 'milest', 'positi', 'queue']
    """
    return frozenset().union(*map(_stems, texts))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:6] for word in _LONG.findall(text.lower()) if word not in _COMMON)
