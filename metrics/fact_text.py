"""An answer's text in the form in which facts are looked for: plain characters, words with stems, phrases, segments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

Phrase = tuple[str, ...]
"""A word or phrase as the stems of its words."""


class Word(NamedTuple):
    """One word of a text: its characters' span, its letters as written, and its stem."""

    start: int
    end: int
    letters: str
    stem: str


class Span(NamedTuple):
    """A stretch of a text, ``start`` included and ``end`` not."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Return whether the two share a character."""
        return self.start < other.end and other.start < self.end


_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "‑": "-", "‐": "-", "—": " — ", "→": " to ", "⁄": "/"}
)
_MATH = re.compile(r"\$([^$\n]*[=/×][^$\n]*)\$")
_DASH = re.compile(r" [–-] (?![$€£~]?\s?\d)")
_MARKUP = re.compile(r"\*\*|__|`+|(?m:^\s*(?:#{1,6}|[-*•]|\d{1,2}[.)])\s+)")
_ACCOUNTING = re.compile(
    r"(?:(?<=\bis )|(?<=\bwas )|(?<=\bwere )|(?<=\bare )|(?<=\bof )|(?<=\bat )|(?<=\bto )|(?<=\band )|(?<=: )|^)"
    r"(?:((?:US)?[$€£]) ?)?\(([$€£]?\d[\d.,]*)\)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)*")
_IRREGULAR = {
    "rise": "rise", "rose": "rise", "risen": "rise", "rising": "rise",
    "grow": "grow", "grew": "grow", "grown": "grow", "growth": "grow",
    "fall": "fall", "fell": "fall", "fallen": "fall",
    "lead": "lead", "led": "lead",
    "shrink": "shrink", "shrank": "shrink", "shrunk": "shrink",
    "lose": "lose", "lost": "lose", "loss": "lose",
    "buy": "buy", "bought": "buy", "sell": "sell", "sold": "sell", "spend": "spend", "spent": "spend",
    "countries": "country", "children": "child", "people": "person", "men": "man", "women": "woman",
}  # fmt: skip


_TABLE = re.compile(r"(?m)^[ \t]*(\|?[^|\n]+(?:\|[^|\n]*)+)\n[ \t]*\|?[ \t]*:?-[-:| \t]*\n((?:[^|\n]*\|.*(?:\n|$))+)")
_NOT = re.compile(r"\b(ca|wo|sha)?(n't|nnot)\b|(?<=\w)n't\b", re.IGNORECASE)
_TIME_CELL = re.compile(r"\D*(?:\d{4}(?:\D.*)?|Q[1-4].*)?", re.IGNORECASE)


def _spell_out_not(match: re.Match[str]) -> str:
    stems = {"ca": "can", "wo": "will", "sha": "shall"}
    return f"{stems.get((match[1] or '').casefold(), '')} not"


def _spell_out_table(match: re.Match[str]) -> str:
    """Return a table as lines "column row: cell"; a first column of plain numbers names no rows."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in match[0].splitlines()]
    head, lines = rows[0], []
    for row in rows[2:]:
        named = _TIME_CELL.fullmatch(row[0]) is not None
        for name, cell in list(zip(head, row, strict=False))[named:]:
            lines.append(f"{name} {row[0]}: {cell}." if named else f"{name}: {cell}.")
    return "\n".join(lines) + "\n"


def normalize(text: str) -> str:
    """Return ``text`` in plain characters, without marks of emphasis, bullets and list numbers.

    >>> normalize("**−3.5**\\u00a0% — “yes”")
    '-3.5 %   —   "yes"'
    """
    if "|" in text:
        text = _TABLE.sub(_spell_out_table, text)
    text = re.sub(r"(?<=\d)[\u00a0\u202f\u2009'’](?=\d{3}(?!\d))", "", text)
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN)
    text = _DASH.sub("  —  ", _MATH.sub(r" \1 ", text) if text.count("$") > 1 else text)
    text = re.sub(r"\bper cent\b", "percent", _MARKUP.sub("", text), flags=re.IGNORECASE)
    text = _ACCOUNTING.sub(lambda match: f"-{match[1] or ''}{match[2]}", text)
    return _NOT.sub(_spell_out_not, text)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what inflections of a word have in common.

    >>> [stem(word) for word in ("imports", "Imported", "importing", "rose", "risen", "Germany's")]
    ['import', 'import', 'import', 'rise', 'rise', 'germany']
    """
    word = re.sub(r"'[sS]?$", "", word)
    if len(word) == 1 and word.isupper():
        return word
    word = word.casefold()
    if any(letter.isdigit() for letter in word):
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3:
        for ending, other in (("ies", "y"), ("ness", ""), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
            root = word[: -len(ending)]
            if (
                word.endswith(ending)
                and (ending == "ness" or not word.endswith(("ss", "us", "is", "eed")))
                and re.search("..[aeiouy]|[aeiouy].", root)
            ):
                word = root + other
                break
    if len(word) > 3:
        word = word.removesuffix("e")
        if word[-1] == word[-2] and word[-1] not in "ls":
            word = word[:-1]
    return word


def stems_of(words: str) -> frozenset[str]:
    """Return the stems of words that blanks part."""
    return frozenset(stem(word) for word in words.split())


def words_of(text: str) -> list[Word]:
    """Return the words of a text in order."""
    return [Word(match.start(), match.end(), match[0], stem(match[0])) for match in _WORD.finditer(text)]


@lru_cache(maxsize=65536)
def phrase_of(text: str) -> Phrase:
    """Return a phrase's stems.

    >>> phrase_of("Purchases from abroad")
    ('purchas', 'from', 'abroad')
    """
    return tuple(stem(match[0]) for match in _WORD.finditer(normalize(text)))


@lru_cache(maxsize=16384)
def _index_phrases(phrases: frozenset[Phrase]) -> dict[str, list[Phrase]]:
    """Return phrases by their first word, longer ones first."""
    by_first: dict[str, list[Phrase]] = {}
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        if phrase:
            by_first.setdefault(phrase[0], []).append(phrase)
    return by_first


def find_phrases(words: Sequence[Word], phrases: Iterable[Phrase]) -> list[tuple[Span, Phrase]]:
    """Return where phrases stand, longer ones first: no word belongs to two.

    >>> found = find_phrases(words_of("South Africa and Africa"), [("africa",), ("south", "africa")])
    >>> [phrase for _, phrase in found]
    [('south', 'africa'), ('africa',)]
    """
    by_first = _index_phrases(frozenset(phrases))
    found: list[tuple[Span, Phrase]] = []
    position = 0
    while position < len(words):
        for phrase in by_first.get(words[position].stem, ()):
            inside = words[position : position + len(phrase)]
            if len(phrase) == 1 or tuple(word.stem for word in inside) == phrase:
                found.append((Span(inside[0].start, inside[-1].end), phrase))
                position += len(phrase)
                break
        else:
            position += 1
    return found


_ABBREVIATION = re.compile(
    r"\b(?:approx|ca|vs|fig|e\.g|i\.e|etc|dr|mr|ms|mrs|st|inc|co|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|"
    r"(?P<initial>[A-Za-z]))\.$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)|\n+")
_SEGMENT_BREAK = re.compile(
    r";|\bwhile\b|\bwhereas\b|,?\s\bbut\b|\bhowever\b|\balthough\b|\bthough\b|\byet\b|\s—\s", re.IGNORECASE
)


def split_sentences(text: str) -> list[Span]:
    """Return the sentences and lines of a text.

    >>> text = "It was approx. 4.5. Then 5!"
    >>> [text[span.start : span.end] for span in split_sentences(text)]
    ['It was approx. 4.5.', ' Then 5!']
    """
    spans = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        abbreviation = _ABBREVIATION.search(text, start, match.end()) if match[0] == "." else None
        following = text[match.end() :].lstrip()[:1]
        if abbreviation and following and not (abbreviation["initial"] and following.isupper()):
            continue
        if text[start : match.end()].strip():
            spans.append(Span(start, match.end()))
        start = match.end()
    if text[start:].strip():
        spans.append(Span(start, len(text)))
    return spans


def split_segments(text: str, sentence: Span) -> list[Span]:
    """Return the parts of a sentence that contrast or stand beside each other ("while", "but", a semicolon)."""
    spans = []
    start = sentence.start
    for match in _SEGMENT_BREAK.finditer(text, sentence.start, sentence.end):
        if text[start : match.start()].strip(" ,"):
            spans.append(Span(start, match.start()))
            start = match.start()
    spans.append(Span(start, sentence.end))
    return spans
