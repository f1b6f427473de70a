"""Names of measures as they stand in a sentence: with their article where they take one."""

from __future__ import annotations

import re

_COUNTED = frozenset(
    (
        *("rate", "share", "time", "cost", "wait", "price", "delay", "load", "density", "count", "gap", "score"),
        *("ratio", "burden", "spread", "rent", "duration", "charge", "overrun", "age", "concentration", "interval"),
        *("lag", "premium", "fee", "shortfall", "length", "size", "temperature", "volume", "area", "wage", "level"),
        *("yield", "caseload", "debt", "value", "table", "height", "reserve", "dropout", "backlog", "margin", "term"),
        *("speed", "output", "intake", "store", "frequency", "peak", "stock", "figure", "lead", "draw", "subscription"),
    )
)
"""Heads of names that take an article in the singular; others are mass nouns or plural."""
_LINKS = re.compile(
    r" (?:of|per|in|at|on|for|from|to|by|with|as|after|before|between|under|over|among|within|against)\b"
)


def with_the(name: str) -> str:
    """Return a measure's name as a sentence speaks of it.

    >>> with_the("carer wage"), with_the("time to vote"), with_the("container throughput"), with_the("active boats")
    ('the carer wage', 'the time to vote', 'container throughput', 'active boats')
    """
    head = _LINKS.split(name)[0].rpartition(" ")[2]
    return f"the {name}" if head in _COUNTED else name
