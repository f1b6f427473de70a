"""An ear for repetition: what a reader has heard before, with numbers, names and dates left out."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"[0-9][0-9.,]*(?:–[0-9][0-9.,]*)?")
_COUNTED = (
    "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|"
    "eighth|ninth|tenth|half|quarter|quarters|thirds|fifths|tenth|once|twice|thrice"
)
_MONTH = (
    "January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|winter"
)
_NOTE = re.compile(r"\{n:\d+\}")
_CAPITAL = re.compile(r"[A-Z](?<=[\w,;:’”)] [A-Z])\w*(?:[ -][A-Z]\w*)*")
_MANY_NAMES = re.compile("\x01(?: \x01)+")
_MANY_NUMBERS = re.compile("\x02(?:[ -]\x02)+")
_WORD = re.compile(r"[^\W\d_N][^\W\d_]*(?:[’'-][^\W\d_]+)*|[N#,.;:?!]|\{[nft]:[^}]*\}")
_SENTENCE = re.compile(r"[.?!](?:[”’)]|\{n:\d+\})*\s+(?=[“‘(]?[A-Z0-9{])")


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of any of some words, the first that fits.

    Words that begin alike are one branch: a search then looks for their first letters only.
    """
    branches: dict[str, list[str]] = {}
    for word in words:
        branches.setdefault(word[0], []).append(re.escape(word[1:]))
    starts = {re.escape(letter): "|".join(rests) for letter, rests in branches.items()}
    found = "|".join(rf"{start}(?<!\w{start})(?:{rests})" for start, rests in starts.items())
    return re.compile(rf"(?:{found or '(?!)'})(?!\w)")


_DATES = _any_of(_MONTH.split("|"))
_COUNTS = _any_of(_COUNTED.split("|"))


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
        self._names = _any_of(longest_first)
        self._known: dict[str, str] = {}

    def skeleton(self, sentence: str) -> str:
        """Return the sentence with ``N`` for names, ``#`` for numbers and dates, in lower case, without marks.

        >>> Mask(["Arlen Vale"]).skeleton("Arlen Vale rose from 3.4 in May 2019 to twice that in Corrin Bay.{n:2}")
        'N rose from # in # to # that in N.'
        """
        if sentence not in self._known:
            self._known[sentence] = self._take_out(sentence)
        return self._known[sentence]

    def _take_out(self, sentence: str) -> str:
        text = _NOTE.sub("", sentence) if "{" in sentence else sentence
        text = self._names.sub("\x01", text)
        text = _DATES.sub("\x02", _NUMBER.sub("\x02", text))
        text = _COUNTS.sub("\x02", _CAPITAL.sub("\x01", text).lower())
        text = _MANY_NUMBERS.sub("\x02", _MANY_NAMES.sub("\x01", text))
        return text.replace("\x01", "N").replace("\x02", "#")


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
    return list(zip(words, words[1:], words[2:], words[3:], strict=False)) or [tuple(words)]
