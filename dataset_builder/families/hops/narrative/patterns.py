"""Patterns with many small choices, and their expansion into English.

A pattern is text with alternatives in square brackets, which may nest or be empty, and slots in braces::

    [Only|Just] {these} [stay in|remain[ in play|]].
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

Slots = Mapping[str, str | Callable[[], str]]
"""Text of each slot, or what gives it (called once each time the slot is met)."""

_PIECE = re.compile(r"[^\[\]|{}]+|[\[\]|]|\{\w+\}")
_CONSONANT_START = re.compile(r"(?:uni[^n]|us[aeiu]|ut[ei]|eu|ewe|one\b|once)", re.IGNORECASE)
_VOWEL_START = re.compile(r"(?:[aeiou]|heir|hono|hour)", re.IGNORECASE)
_CAPITALISED = re.compile(
    r"(?:Arabic|Chinese|Danish|Dutch|English|French|German|Greek|Italian|Japanese|Latin|Mandarin|Polish|Portuguese|Russian|Spanish"
    r"|Swedish|Turkish|Welsh|Braille|Ferris|Jerry|Santa|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class _Choice:
    """Alternatives, each a row of literal texts, slots in their braces and further choices."""

    alternatives: tuple[tuple[_Choice | str, ...], ...]


def expand(rng: random.Random, pattern: str, slots: Slots) -> str:
    """Return one expansion of ``pattern``: each bracket an alternative drawn evenly, each slot filled.

    Raises:
        ValueError: brackets or braces do not match.
        KeyError: a slot is unknown.

    >>> expand(random.Random(0), "[A|One] {noun}[ of|]", {"noun": "list"})
    'One list of'
    """
    return _fill(rng, _parse(pattern), slots)


def _fill(rng: random.Random, choice: _Choice, slots: Slots) -> str:
    filled = []
    for part in rng.choice(choice.alternatives):
        if isinstance(part, _Choice):
            filled.append(_fill(rng, part, slots))
        elif part.startswith("{"):
            value = slots[part[1:-1]]
            filled.append(value if isinstance(value, str) else value())
        else:
            filled.append(part)
    return "".join(filled)


@cache
def _parse(pattern: str) -> _Choice:
    pieces = _PIECE.findall(pattern)
    choice, end = _parse_choice(pieces, 0)
    if end != len(pieces) or len("".join(pieces)) != len(pattern):
        raise ValueError(f"pattern {pattern!r} has a bracket or brace that does not match")
    return choice


def _parse_choice(pieces: Sequence[str], at: int) -> tuple[_Choice, int]:
    """Return the alternatives from ``at`` to the closing bracket or the end, and where that is."""
    alternatives: list[list[_Choice | str]] = [[]]
    while at < len(pieces) and pieces[at] != "]":
        if pieces[at] == "[":
            inside, at = _parse_choice(pieces, at + 1)
            alternatives[-1].append(inside)
            if at == len(pieces):
                raise ValueError(f"pattern {''.join(pieces)!r} has a bracket that is not closed")
        elif pieces[at] == "|":
            alternatives.append([])
        else:
            alternatives[-1].append(pieces[at])
        at += 1
    return _Choice(tuple(map(tuple, alternatives))), at


def finish(text: str) -> str:
    """Return a sentence with single spaces, a capital and one mark at its end.

    >>> finish("the  figure , as printed")
    'The figure, as printed.'
    """
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:?!])", r"\1", text)
    text = re.sub(r",+([,.;:?!])", r"\1", text)
    text = capitalise(text)
    return text if re.search(r"[.?!:;][”)]?$", text) else text + "."


def capitalise(text: str) -> str:
    """Return the text with its first letter, which may follow a quotation mark, as a capital."""
    return re.sub(r"[^\W\d_]", lambda match: match[0].upper(), text, count=1)


def lower_first(text: str) -> str:
    """Return the text with a small first letter, unless it starts with an abbreviation or a word that has a capital.

    >>> lower_first("Water bottled"), lower_first("LED lamps"), lower_first("French entries")
    ('water bottled', 'LED lamps', 'French entries')
    """
    plain = re.match(r"[^\W\d_](?:[^\W\d_A-Z]| )", text) and not _CAPITALISED.match(text)
    return text[:1].lower() + text[1:] if plain else text


def with_article(noun: str) -> str:
    """Return a noun after ``a`` or ``an``.

    >>> [with_article(noun) for noun in ("plant", "orchard", "university", "hour", "umbrella maker")]
    ['a plant', 'an orchard', 'a university', 'an hour', 'an umbrella maker']
    """
    vowel = _VOWEL_START.match(noun) and not _CONSONANT_START.match(noun)
    return f"{'an' if vowel else 'a'} {noun}"


def count_word(count: int) -> str:
    """Return a small count in words.

    >>> count_word(3)
    'three'
    """
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def join_words(words: Sequence[str], conjunction: str) -> str:
    """Return a list in words, without a comma before the conjunction.

    >>> join_words(["Track A", "Track B", "Track C"], "or")
    'Track A, Track B or Track C'
    """
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
