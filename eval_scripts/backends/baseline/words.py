"""Words of labels and field names, brought to one form, and how rare they are in a document."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

_WORD = re.compile(r"[a-z]+|\d+")
_IGNORED = frozenset(
    {"a", "an", "and", "any", "as", "at", "be", "by", "for", "from", "if", "in", "is", "it", "of", "on", "or", "per"}
    | {"that", "the", "this", "to", "with", "you", "your"}
)
_SAME = {
    "addr": "address",
    "apt": "apartment",
    "dob": "birth",
    "fax": "fax",
    "mi": "middle",
    "no": "number",
    "nr": "number",
    "num": "number",
    "qty": "quantity",
    "tel": "phone",
    "telephone": "phone",
}

Words = frozenset[str]


def words_of(text: str) -> Words:
    """Return the words that carry meaning, in lower case and singular.

    >>> sorted(words_of("Applicant's Tel. No. (cell phones)"))
    ['applicant', 'cell', 'number', 'phone']
    """
    spaced = (
        re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower().replace("e-mail", "email").replace("'s", "").replace("’s", "")
    )
    found = (_SAME.get(word, word) for word in _WORD.findall(spaced))
    return frozenset(_singular(word) for word in found if word not in _IGNORED)


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


class Rarity:
    """Weights of words: the fewer texts of a document hold a word, the more it says."""

    def __init__(self, texts: Iterable[Words]) -> None:
        """Count in how many texts each word stands."""
        counts: Counter[str] = Counter()
        total = 0
        for words in texts:
            counts.update(words)
            total += 1
        self._weights: Mapping[str, float] = {word: math.log(1 + total / count) for word, count in counts.items()}
        self._unseen = math.log(1 + total)

    def weight(self, words: Iterable[str]) -> float:
        """Return the sum of squared weights."""
        return math.fsum(self._weights.get(word, self._unseen) ** 2 for word in sorted(words))

    def similarity(self, first: Words, second: Words) -> float:
        """Return the cosine of two sets of words, from 0 (nothing shared) to 1 (the same words)."""
        if not first & second:
            return 0.0
        return self.weight(first & second) / math.sqrt(self.weight(first) * self.weight(second))

    def coverage(self, wanted: Words, present: Words) -> float:
        """Return how much of ``wanted`` is in ``present``, from 0 to 1."""
        return self.weight(wanted & present) / self.weight(wanted) if wanted else 0.0
