"""Decides checks: ``meets`` is the one function that others call."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from dataset_builder.claims.checks import Check
from dataset_builder.claims.lexicon import ABSTAINED, CONCLUSION
from dataset_builder.claims.listing import meets_list
from dataset_builder.claims.owners import owns
from dataset_builder.claims.stances import stance_of
from dataset_builder.claims.text import Sentence, find, sentences_of
from dataset_builder.claims.units import factor
from dataset_builder.claims.values import Number, find_dates, find_numbers
from dataset_builder.claims.verdicts import meets_verdict

_MADE = ("given", "soft", "conceded", "former")
"""Stances of a mention that says what it says; ``denied`` and ``supposed`` ones don't."""

_LABELLED = re.compile(
    r"(?:\b(?:number|no\.|section|sec\.|article|amendment|note|step|figure|fig\.|table|page|exhibit|phase|room|lot|item|"
    r"endorsement|schedule|appendix|chapter|clause|rev\.|revision|version|vehicle|line) ?|[#§] ?)$"
)
"""What makes a bare number a name, which says nothing in dollars or months ("amendment no. 1")."""

_FALLS = (
    r"(?:down|f[ae]ll\w*|slip\w*|los[est]\w*|loss|declin\w*|drop\w*|decreas\w*|shr[aiu]nk\w*|contract\w*|lower\w*|"
    r"reduc\w*|negative|minus|went back|backwards|gave up|shed|subtract\w*|deduct\w*|below)"
)
_FALLEN = re.compile(rf"\b{_FALLS}\W+(?:(?!and\b|or\b)[a-z']+\W+){{0,3}}$")
_FALLING = re.compile(rf"^,? ?(?:\w+ )?(?:{_FALLS})\b")
"""What makes a number without its sign a negative one ("slipped 0.3%", "a 0.3% decline")."""

_BARE = re.compile(
    r"^(?:(?:sorry|afraid|no|unfortunately)\W+)?(?:(?:it|that|this) (?:is )?|(?:it|that)'s )?(?:simply |just )?"
    r"(?:not (?:\w+ )?(?:specified|stated|given|shown|listed|disclosed|provided|reported|available|known|there|here)"
    r"|there is not (?:one|any)|there(?: is|'s) none"
    r"|(?:the \w+|it|they) (?:gives?|states?|has|have|lists?) (?:neither|none)"
    r"|none(?: is)?(?: given| stated| listed)?|neither|unknown|undisclosed|unstated|n/a)\W*$"
)
"""An answer's first sentence that says no more than that the document doesn't tell."""

_NEAR = 2
"""Sentences by which parts of one statement may lie apart."""


def meets(check: Check, answer: str) -> bool:
    """Return whether an answer meets a check; an empty answer meets none.

    >>> from dataset_builder.claims.checks import read_check
    >>> limit = read_check({"kind": "value", "value": 5000, "unit": "usd", "about": ["medical payments", "med pay"]})
    >>> [meets(limit, text) for text in ("MedPay is $5k a person.", "Med pay isn't $5,000.", "UM is $5,000.")]
    [True, False, False]
    """
    sentences = sentences_of(answer)
    return bool(sentences) and _decide(check, sentences)


def _decide(check: Check, sentences: Sequence[Sentence]) -> bool:
    if check.kind == "every":
        return all(_decide(part, sentences) for part in check.parts)
    if check.kind == "any":
        return any(_decide(part, sentences) for part in check.parts)
    if check.kind == "no_claim":
        return not _claims(check, sentences)
    if check.kind == "verdict":
        return meets_verdict(check, sentences)
    if check.kind == "list":
        return meets_list(check, sentences)
    if check.kind == "abstain":
        return _abstains(check, sentences)
    if check.kind == "no_value":
        return not any(stance in ("given", "soft", "conceded") for stance in _free_values(check, sentences))
    stances = set(_mentions(check, sentences))
    if check.kind == "says" and (check.denied or check.mention):
        return bool(stances) if check.mention else "denied" in stances
    return bool(stances & set(_MADE))


def _claims(check: Check, sentences: Sequence[Sentence]) -> bool:
    """Return whether the claim of a ``no_claim`` is made."""
    claim = check.parts[0]
    if claim.kind == "any":
        return any(_claims(replace(check, parts=(part,)), sentences) for part in claim.parts)
    if claim.kind not in ("value", "date", "says"):
        return _decide(claim, sentences)
    if check.unless is None or not _decide(check.unless, sentences):
        made = (*_MADE, "denied") if claim.mention else _MADE
        return any(stance in made for stance in _mentions(claim, sentences))
    concluding = [
        replace(one, text=one.text[conclusion.start() :])
        for one in sentences
        if (conclusion := CONCLUSION.search(one.text)) and not _decide(check.unless, [one])
    ]
    return any(stance == "given" for one in concluding for stance in _mentions(claim, [one]))


def _mentions(check: Check, sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield the stance of every mention of what a check looks for."""
    if check.kind == "says":
        yield from _said(check, sentences)
        return
    for place, sentence in enumerate(sentences):
        for start, end in _matching(check, sentence.text):
            if not check.about or owns(check, sentences, place, (start, end)):
                yield stance_of(sentences, place, (start, end))


def _matching(check: Check, text: str) -> Iterator[tuple[int, int]]:
    if check.day is not None:
        for moment in find_dates(text):
            if moment.fits(check.day, month_only=check.month_only):
                yield moment.start, moment.end
        return
    for number in numbers_of(text):
        if check.unit and not number.unit and _LABELLED.search(text[: number.start]):
            continue
        if _equals(number, check) or (
            check.value < 0
            and number.value > 0
            and _equals(replace(number, value=-number.value), check)
            and (_FALLEN.search(text[: number.start].rstrip("$€£")) or _FALLING.match(text[number.end :]))
        ):
            yield number.start, number.end


@lru_cache(maxsize=8192)
def numbers_of(text: str) -> tuple[Number, ...]:
    """Return the numbers of a plain text; kept, since every check of a rubric asks for them."""
    return tuple(find_numbers(text))


def _equals(number: Number, check: Check) -> bool:
    """Return whether a number is the check's: in its unit or one that converts, within tolerance or rounded to it."""
    size = 1.0
    if check.unit and number.unit:
        found = factor(number.unit, check.unit)
        if found is None:
            return False
        size = float(found)
    elif number.unit and not check.unit:
        return False
    value, wanted = number.value * size, check.value
    slack = max(check.absolute, check.relative * abs(wanted), 1e-9 * abs(wanted), 1e-12)
    if abs(value - wanted) <= slack:
        return True
    if number.digits is None or size != 1 or abs(value - wanted) > 0.01 * abs(wanted):
        return False
    return wanted != round(wanted, number.digits) and abs(value - wanted) <= 0.5 * 10.0**-number.digits + 1e-9


def _said(check: Check, sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield the stance of the last group wherever all groups are found near each other."""
    *context, claim = check.groups
    for place, sentence in enumerate(sentences):
        for span in find(claim, sentence.text):
            near = sentences if check.anywhere else sentences[max(0, place - _NEAR + 1) : place + _NEAR]
            text = "\n".join([sentence.above, *(one.text for one in near)])
            if all(find(group, text) for group in context):
                yield stance_of(sentences, place, span)


def _abstains(check: Check, sentences: Sequence[Sentence]) -> bool:
    for place, sentence in enumerate(sentences):
        if not ABSTAINED.search(sentence.text):
            continue
        near = sentences[max(0, place - _NEAR) : place + _NEAR]
        text = " ".join([sentence.above, *(one.text for one in near)])
        if all(find(group, text) for group in check.about) or (not place and _BARE.match(sentence.text)):
            return True
    return False


def _free_values(check: Check, sentences: Sequence[Sentence]) -> Iterator[str]:
    """Yield the stance of every number that is given for something that has none."""
    for place, sentence in enumerate(sentences):
        for number in numbers_of(sentence.text):
            size = factor(number.unit, check.unit) if check.unit else None
            if check.unit and (size is None or not 1e-3 <= size <= 1e3):
                continue  # a patient's kilograms are no milligrams of a drug
            value = number.value * float(size or 1)
            if any(abs(value - one) <= 1e-9 * max(1.0, abs(one)) for one in check.allowed):
                continue
            if ABSTAINED.search(sentence.text) and not check.unit:
                continue
            if not check.about or owns(check, sentences, place, (number.start, number.end)):
                yield stance_of(sentences, place, (number.start, number.end))
