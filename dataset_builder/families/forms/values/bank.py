"""Which field of public life a form belongs to, and short texts about it.

``bank.json`` holds, for each domain, ``keywords`` (which words of a form tell the domain) and short texts: ``reasons``,
``items``, ``phrases``, ``agencies``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dataset_builder.families.forms.values.tables import load_table


def list_domains() -> tuple[str, ...]:
    """Return the names of the bank's domains."""
    return tuple(load_table("bank")["domains"])


def infer_domain(words: str) -> str:
    """Return the domain with most keywords in a form's words, each counted thrice at most; ``general`` below two.

    >>> infer_domain("Voluntary petition for individuals filing for bankruptcy: creditor, debtor, chapter 7")
    'court'
    """
    text = " ".join(words.lower().split())
    counts = {
        name: sum(min(3, _count_starts(keyword, text)) for keyword in domain["keywords"])
        for name, domain in load_table("bank")["domains"].items()
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] > 1 else "general"


def _count_starts(keyword: str, text: str) -> int:
    """Return how often a word of the text starts with ``keyword``."""
    return len(re.findall(rf"\b{re.escape(keyword)}", text)) if keyword in text else 0


def list_phrases(domain: str, sort: str) -> Sequence[str]:
    """Return all short texts of one sort in a domain."""
    texts: list[str] = load_table("bank")["domains"][domain][sort]
    return texts
