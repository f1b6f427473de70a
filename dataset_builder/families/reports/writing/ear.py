"""An ear for repetition: what a reader has heard before, with numbers, names and dates left out."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable

_NUMBER = re.compile(r"[0-9][0-9.,]*(?:–[0-9][0-9.,]*)?")
_COUNTED = (
    "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|"
    "eighth|ninth|tenth|half|quarter|quarters|thirds|fifths|tenth|once|twice|thrice"
)
_MONTH = (
    "January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|winter"
)
_WORD = re.compile(r"\{[nft]:[^}]*\}|N|#|[^\W\d_]+(?:[’'-][^\W\d_]+)*|[,.;:?!]")
_SENTENCE = re.compile(r"(?<=[.?!])(?:[”’)]|\{n:\d+\})*\s+(?=[“‘(]?[A-Z0-9{])")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph.

    >>> split_sentences("It rose.{n:1} Did it? Yes: by 3.4 points.")
    ['It rose.{n:1}', 'Did it?', 'Yes: by 3.4 points.']
    """
    found, start = [], 0
    for match in _SENTENCE.finditer(text):
        end = match.start() + len(match[0].rstrip())
        found.append(text[start:end])
        start = match.end()
    return [*found, text[start:]]


class Mask:
    """Takes numbers, names and dates out of sentences."""

    def __init__(self, names: Iterable[str]) -> None:
        """Start with the names that are to be masked also at the start of a sentence."""
        longest_first = sorted(set(names), key=lambda name: (-len(name), name))
        known = "|".join(re.escape(name) for name in longest_first) or r"(?!)"
        self._names = re.compile(rf"(?<!\w)(?:{known})(?!\w)")
        self._dates = re.compile(rf"(?<!\w)(?:{_MONTH})(?!\w)")
        self._counts = re.compile(rf"(?<!\w)(?:{_COUNTED})(?!\w)", re.IGNORECASE)
        self._capital = re.compile(r"(?<=[\w,;:’”)] )[A-Z]\w*(?:[ -][A-Z]\w*)*")

    def skeleton(self, sentence: str) -> str:
        """Return the sentence with ``N`` for names, ``#`` for numbers and dates, in lower case, without marks.

        >>> Mask(["Arlen Vale"]).skeleton("Arlen Vale rose from 3.4 in May 2019 to twice that in Corrin Bay.{n:2}")
        'N rose from # in # to # that in N.'
        """
        text = re.sub(r"\{n:\d+\}", "", sentence)
        text = self._names.sub("\x01", text)
        text = self._dates.sub("\x02", _NUMBER.sub("\x02", text))
        text = self._counts.sub("\x02", self._capital.sub("\x01", text))
        text = re.sub("\x02(?:[ -]\x02)+", "\x02", re.sub("\x01(?: \x01)+", "\x01", text))
        return text.lower().replace("\x01", "N").replace("\x02", "#")


class Ear:
    """What has been heard so far; judges how stale a sentence would sound next."""

    def __init__(self, mask: Mask) -> None:
        """Start with nothing heard."""
        self.mask = mask
        self.skeletons: Counter[str] = Counter()
        self._chains: Counter[tuple[str, ...]] = Counter()
        self._openings: Counter[str] = Counter()
        self._recent: deque[str] = deque(maxlen=7)
        self._lengths: deque[int] = deque(maxlen=3)

    def hear(self, text: str) -> None:
        """Remember every sentence of a text."""
        for sentence in split_sentences(text):
            skeleton = self.mask.skeleton(sentence)
            words = _WORD.findall(skeleton)
            self.skeletons[skeleton] += 1
            self._chains.update(_chains(words))
            self._openings[" ".join(words[:2])] += 1
            self._recent.append(words[0] if words else "")
            self._lengths.append(len(words))

    def staleness(self, sentence: str) -> float:
        """Return how worn a sentence sounds: 0 is fresh, over 100 unbearable."""
        skeleton = self.mask.skeleton(sentence)
        words = _WORD.findall(skeleton)
        if not words:
            return 200.0
        chains = _chains(words)
        worn = sum(min(self._chains[chain], 6) for chain in chains) / (len(chains) or 1)
        opening = self._openings[" ".join(words[:2])]
        again = sum(0.9 if word == words[0] else 0.0 for word in self._recent) + (
            1.5 if self._recent and self._recent[-1] == words[0] else 0.0
        )
        length = len(words)
        rhythm = 0.5 if self._lengths and abs(self._lengths[-1] - length) < 4 else 0.0
        numeral = 2.5 if words[0] == "#" else 0.0
        heavy = max(0, length - 38) * 0.12
        return 60.0 * self.skeletons[skeleton] + 2.4 * worn + 0.12 * opening + again + rhythm + heavy + numeral


def _chains(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[place : place + 4]) for place in range(len(words) - 3)] or [tuple(words)]
