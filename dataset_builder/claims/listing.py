"""Whether an answer lists the wanted things, in the wanted order, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dataset_builder.claims.checks import Check
from dataset_builder.claims.stances import stance_of
from dataset_builder.claims.text import Sentence, find

_DROPPED = ("denied", "supposed")
_LEFT = re.compile(
    r"(?:\b(?:skip|drop|omit|exclud|ignor|remov|strik|discard)(?:e|es|s|ed|d|ing|ping|ped|ting|ted)?|"
    r"\b(?:leav(?:e|es|ing)|left|tak(?:e|es|ing)|keep(?:s|ing)?) (?:out|off)|\bminus|\bnot counting|\bapart from|"
    r"\bother than|\bexcept(?: for)?|\bbut not|\bwithout|\ball but)\W+(?:(?:the|lot|number|unit|station|item)\W+)?$"
)
_OUT = re.compile(r"\W*(?:\w+\W+){0,2}?(?:(?:is|was|are|stays?|goes|falls|drops|comes) )?(?:out|off)\b(?! of)")
_LEAVE = re.compile(r"\b(?:leav(?:e|es|ing)|left|keep(?:s|ing)?|tak(?:e|es|ing)|cross(?:es|ed)?)\W+(?:\w+\W+){0,2}?$")


def meets_list(check: Check, sentences: Sequence[Sentence]) -> bool:
    """Return whether a list has all items, none of the others, and the order where there is one.

    Looked for in runs of list items, then in single sentences, then in the answer as a whole.
    """
    wanted = list(range(len(check.groups)))
    for region in _regions(sentences):
        named = _names(check, sentences, region)
        order = [one for one in named if one is not None]
        if set(order) != set(wanted):
            continue
        first = list(dict.fromkeys(order))
        if (
            None in named[: _last(named) + 1]
            or _runs_on(check, sentences, region)
            or (None in named and len(region) > 1 and sentences[region[0]].bullet)
        ):
            return False
        return not check.ordered or first == wanted
    return False


def _left_out(text: str, span: tuple[int, int]) -> bool:
    """Return whether a thing is named only to be left out ("skip Alder", "leave Alder out")."""
    before, after = text[: span[0]], text[span[1] :]
    return bool(_LEFT.search(before) or (_LEAVE.search(before) and _OUT.match(after)))


_JOINED = re.compile(r"\s*(?:\([^()]*\)\s*)?(?:, and|, plus|,|and|plus|&|\+|as well as)\s*(?:the |also )?")


def _runs_on(check: Check, sentences: Sequence[Sentence], region: Sequence[int]) -> bool:
    """Return whether one of the others goes on a list in a sentence ("Alder, Birch and Dogwood")."""
    for place in region:
        text = sentences[place].text
        ends = {end for group in check.groups for _, end in find(group, text)}
        for start, end in find(check.rivals, text):
            if stance_of(sentences, place, (start, end)) in _DROPPED or _left_out(text, (start, end)):
                continue
            if any(end_of < start and _JOINED.fullmatch(text[end_of:start]) for end_of in ends):
                return True
    return False


def _last(named: Sequence[int | None]) -> int:
    """Return the place at which the last item is named for the first time."""
    seen: dict[int, int] = {}
    for place, one in enumerate(named):
        if one is not None:
            seen.setdefault(one, place)
    return max(seen.values())


def _regions(sentences: Sequence[Sentence]) -> Iterator[list[int]]:
    """Yield the places of sentences that may be a list: heads of list items, each sentence, the whole answer."""
    run: list[int] = []
    for place, sentence in enumerate(sentences):
        if sentence.bullet and (not run or sentences[run[-1]].above == sentence.above):
            run.append(place)
        elif sentence.bullet or not run or sentence.line != sentences[place - 1].line:
            if len(run) > 1:
                yield run
            run = [place] if sentence.bullet else []
    if len(run) > 1:
        yield run
    for place in range(len(sentences)):
        yield [place]
    yield list(range(len(sentences)))


def _names(check: Check, sentences: Sequence[Sentence], region: Sequence[int]) -> list[int | None]:
    """Return the items named in a region in order, None for one of the others; a list item gives its first name."""
    found: list[int | None] = []
    heads = len(region) > 1 and all(sentences[place].bullet for place in region)
    for place in region:
        text = sentences[place].text
        spans: list[tuple[int, int, int | None]] = []
        for number, group in enumerate(check.groups):
            spans += [(start, end, number) for start, end in find(group, text)]
        spans += [(start, end, None) for start, end in find(check.rivals, text)]
        spans = [
            one
            for one in sorted(spans, key=lambda one: (one[0], -one[1]))
            if stance_of(sentences, place, one[:2]) not in _DROPPED and not _left_out(text, one[:2])
        ]
        found += [one[2] for one in (spans[:1] if heads else spans)]
    return found
