"""Numbers written in words, turned into digits."""

from __future__ import annotations

import re

_TEENS = tuple(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine"))
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_UNITS = (*_DIGITS, "ten", "eleven", "twelve", *_TEENS)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * n for n, word in enumerate(_TENS, start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_WORD = "|".join(sorted({*_VALUES, *_SCALES}, key=len, reverse=True))
_SPELT = re.compile(
    rf"\b(?:{_WORD})\b(?:(?:[\s-]+(?:and\s+)?)(?:{_WORD})\b)*(?:\s+point(?:\s+(?:{'|'.join(_DIGITS)})\b)+)?",
    re.IGNORECASE,
)


def spelt_numbers(text: str) -> tuple[str, ...]:
    """Return the numbers that a text has in words, from thirteen on or with a fraction, in digits.

    >>> spelt_numbers("Two hundred and five days, forty-two point seven hours, three towns")
    ('205', '42.7')
    """
    found = []
    for match in _SPELT.finditer(text):
        whole, _, fraction = match[0].casefold().partition(" point ")
        value = _value(re.split(r"[\s-]+", whole))
        digits = "".join(str(_VALUES[word]) for word in fraction.split())
        if value > 12 or digits:
            found.append(f"{value}.{digits}" if digits else str(value))
    return tuple(found)


def count_words(text: str) -> set[int]:
    """Return the numbers up to twenty that a text has as words, none for zero.

    >>> sorted(count_words("Seven counties were above it in 2009, none in 2022."))
    [0, 7]
    """
    words = re.findall(r"[a-z]+", text.casefold())
    return {_VALUES[word] for word in words if word in _UNITS} | ({0} if "none" in words else set())


def _value(words: list[str]) -> int:
    total = part = 0
    for word in words:
        if word == "hundred":
            part = max(1, part) * 100
        elif word in _SCALES:
            total, part = total + max(1, part) * _SCALES[word], 0
        elif word != "and":
            part += _VALUES[word]
    return total + part
