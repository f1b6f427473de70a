"""To which subject a value or a verdict in an answer belongs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dataset_builder.claims.checks import Check
from dataset_builder.claims.text import Sentence, find

Span = tuple[int, int]

_OF = re.compile(
    r"^\s*(?:more |others? |of (?:them|those|these) )?"
    r"(?:(?:paid |working |business |full |calendar )*(?:days? |weeks? ))?(?:\([^)]*\)\s*)?(?:is |are |was )?"
    r"(?:(?:per|a|each) \w+ )?(?:for|of|in|under|on|as|from|at|to|goes to|applies to|after|following|upon|"
    r"if|when|where|should|in case of)\s+"
    r"(?:[\w']+\s+){0,4}$"
)
_AND = re.compile(r"\s*(?:\([^)]*\)\s*)?(?:,|and|or|nor|&|/|as well as|, and|, or)\s*(?:the |for )?")
_VALUED = re.compile(r"(?<![\w-])[$-]?\d[\d.,]*%?(?: [a-z]{1,4})? $")
"""A number right before a name, which is that name's own: "13% on average, and the best got to 12"."""
_BACK = 3
"""Sentences that a subject is carried over."""


def owns(check: Check, sentences: Sequence[Sentence], place: int, span: Span) -> bool:
    """Return whether what stands at a span belongs to the first group of a check's ``about`` and is near the others.

    The owner is, of the group and the check's rivals: what is named right behind by "for", "of" and the like; the
    nearest before in the sentence; the nearest behind in it; else the last of the sentences before, or the heading.
    """
    sentence = sentences[place]
    first, *others = check.about
    owner = find_owner(first, check.rivals, sentences, place, span)
    if owner is not True:
        return False
    near = sentences[max(0, place - _BACK) : place + 2]
    text = " ".join([sentence.above, *(one.text for one in near)])
    return all(find(group, text) for group in others)


def find_owner(
    subject: Sequence[str], rivals: Sequence[str], sentences: Sequence[Sentence], place: int, span: Span
) -> bool | None:
    """Return True if the subject owns the span, False if a rival does, None if neither is named."""
    sentence = sentences[place]
    named = _named(subject, rivals, sentence.text)
    paired = _respectively(named, sentence.text, span)
    if paired is not None:
        return paired
    bracketed = _bracketed(named, sentence.text, span)
    if bracketed is not None:
        return bracketed
    behind = [one for one in named if one[0] >= span[1]]
    if behind and _OF.match(sentence.text[span[1] : behind[0][0]]):
        return behind[0][2]
    before = [one for one in named if one[1] <= span[0]]
    if before:
        return any(one[2] for one in _joined(before, sentence.text))
    inside = [one for one in named if one[0] < span[1] and one[1] > span[0]]
    if inside:
        return inside[0][2]
    if behind and ";" not in sentence.text[span[1] : behind[0][0]]:
        return behind[0][2]
    above = _named(subject, rivals, sentence.above)
    if sentence.bullet and above:
        return above[-1][2]
    for back in range(place - 1, max(-1, place - 1 - _BACK), -1):
        if found := _named(subject, rivals, sentences[back].text):
            return found[-1][2] if not any(one[2] for one in found) else True
    return above[-1][2] if above else None


def _joined(named: Sequence[tuple[int, int, bool]], text: str) -> list[tuple[int, int, bool]]:
    """Return the last name with those that it is joined to ("neither A nor B", "A and B")."""
    found = [named[-1]]
    linked = False
    for one in reversed(named[:-1]):
        link = _AND.fullmatch(text[one[1] : found[-1][0]])
        linked = linked or bool(link and link[0].strip() != ",")
        if not link or not linked or _VALUED.search(text[: one[0]]):
            break
        found.append(one)
    return found


def _named(subject: Sequence[str], rivals: Sequence[str], text: str) -> list[tuple[int, int, bool]]:
    mine = [(start, end, True) for start, end in find(subject, text)]
    theirs = [
        (start, end, False)
        for start, end in find(rivals, text)
        if not any(start < other[1] and end > other[0] and other[1] - other[0] >= end - start for other in mine)
    ]
    kept = [one for one in mine if not any(one[0] < b[1] and one[1] > b[0] for b in theirs)]
    return sorted(kept + theirs)


_BRACKETS = re.compile(r"\d[\d.,]*%? ?[(\[]-?\d[\d.,]*%?[)\]]")
_IN_BRACKETS = re.compile(r"\b(?:bracket|parenthes|second)\w*")


def _bracketed(named: Sequence[tuple[int, int, bool]], text: str, span: Span) -> bool | None:
    """Return whose a number of a pair such as "40% [44%]" is, where the sentence tells what stands in brackets."""
    pair = next((one for one in _BRACKETS.finditer(text) if one.start() <= span[0] and span[1] <= one.end() + 1), None)
    told = _IN_BRACKETS.search(text)
    if pair is None or told is None or not any(one[2] for one in named) or all(one[2] for one in named):
        return None
    mine = min(named, key=lambda one: abs(one[0] - told.start()))[2]
    inside = text[pair.start() : span[0]].find("(") >= 0 or text[pair.start() : span[0]].find("[") >= 0
    return mine is inside


def _respectively(named: Sequence[tuple[int, int, bool]], text: str, span: Span) -> bool | None:
    if "respectively" not in text:
        return None
    from dataset_builder.claims.values import find_numbers

    names = [one for one in named if one[1] <= span[0]]
    values = [one.start for one in find_numbers(text) if names and one.start >= names[-1][1]]
    if len(names) < 2 or len(values) < 2 or span[0] not in values:
        return None
    place = values.index(span[0])
    return names[place][2] if place < len(names) else None
