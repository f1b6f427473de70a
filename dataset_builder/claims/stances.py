"""How a mention stands in an answer: given, denied, only supposed, superseded, or conceded before a turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dataset_builder.claims.lexicon import (
    BREAK,
    CONCESSION,
    CONTRAST,
    FORMER_AFTER,
    FORMER_BEFORE,
    NEGATOR,
    NO_NEGATOR,
    SOFT,
    SUPPOSED,
    TURN,
    WRONG_AFTER,
)
from dataset_builder.claims.text import Sentence

Span = tuple[int, int]

_TAKEN_BACK = re.compile(
    r"\b(?:instead of|rather than|as opposed to|in place of|in lieu of|in preference to|"
    r"replac(?:es|ed|ing)|supersed(?:es|ed|ing)|overrid(?:es|ing|den)|overrul(?:es|ed)|delet(?:es|ed)|"
    r"strikes?|amends?|corrects?)"
    r"(?: (?!with\b|by\b|to\b|for\b|on\b|as\b|in\b|it\b)[\w'-]+){0,3}\W*$"
)
_DIRECT_NEGATOR = re.compile(
    r"(?:\bnot|\bnever|\bno longer|\bno|\bneither|\bnor)\b(?! (?:change|alter|affect|only|just|"
    r"merely))(?:\W+[\w'-]+){0,4}\W*$"
)
_WITHOUT = re.compile(r"\bwithout(?: (?:an?|any|the))?\W*$")
_BOUND = re.compile(
    r"\b(?:exceed(?:s|ed|ing)?|over|under|above|beyond|past|surpass|top|(?:more|less|\w+er) than|"
    r"at (?:least|most)|as (?:much|many|long|little) as|up to)"
    r"(?: (?:the|an?|its|that|this|any|maximum|max|minimum|limit|cap|ceiling|threshold|level|figure|total|of|"
    r"permitted|allowed|required)){0,5}\W*$"
)
"""What makes "not" a bound: "may not fall by more than" says the figure that follows."""


def clause_of(text: str, span: Span) -> Span:
    """Return the clause of a sentence in which a span stands."""
    start, end = 0, len(text)
    for found in BREAK.finditer(text):
        if found.end() <= span[0]:
            start = found.end() if not found[0].strip(" ,-–—:") else found.start()
        elif found.start() >= span[1]:
            end = found.start()
            break
    return start, end


def negations(text: str) -> int:
    """Return how many words of a stretch of text negate what follows it.

    >>> [negations(text) for text in ("it does not", "it is not only", "neither is it without", "neither a nor b")]
    [1, 0, 2, 1]
    """
    found = NEGATOR.findall(NO_NEGATOR.sub(" ", text))
    paired = sum(word in ("neither", "nor") for word in found)  # "neither a nor b" denies once
    return len(found) - max(0, paired - 1)


def stance_of(sentences: Sequence[Sentence], place: int, span: Span) -> str:
    """Return ``given``, ``denied``, ``supposed``, ``former``, ``conceded`` or ``soft``.

    Args:
        sentences: of the answer.
        place: of the sentence that holds the mention.
        span: of the mention in that sentence.
    """
    sentence = sentences[place]
    text = sentence.text
    start, end = clause_of(text, span)
    before, after = text[start : span[0]], text[span[1] : end]
    if SUPPOSED.search(text[: span[1]]) and not _turned(text, SUPPOSED, span):
        return "supposed"
    if SUPPOSED.search(text[span[1] :]) and re.match(
        r"\W*(?:is|would|should|looks?|seems?|appears?|may|might)\b", after
    ):
        return "supposed"
    negated = bool(_DIRECT_NEGATOR.search(before)) and not _BOUND.search(before)
    without = _WITHOUT.search(before)
    negated = negated or (without is not None and not negations(before[: without.start()]))
    if _TAKEN_BACK.search(before) or negated or (WRONG_AFTER.match(text[span[1] :]) and not _BOUND.search(before)):
        return "denied"
    if FORMER_AFTER.match(text[span[1] :]) or FORMER_BEFORE.search(before):
        return "former"
    concessive = CONCESSION.search(text[max(0, start - 14) : span[0]])
    contrasted = CONTRAST.search(text, span[1])
    turned = place + 1 < len(sentences) and TURN.match(sentences[place + 1].text)
    if concessive or contrasted or turned:
        return "conceded"
    return "soft" if SOFT.search(before) else "given"


def _turned(text: str, pattern: re.Pattern[str], span: Span) -> bool:
    """Return whether a turn ("but", "however") stands between what supposes and the mention."""
    last = None
    for found in pattern.finditer(text[: span[1]]):
        last = found
    if last is None:
        return True
    between = text[last.end() : span[0]]
    return bool(
        re.search(
            r"\b(?:but|however|yet|in fact|actually|the (?:right|correct|governing|true|real)|should|instead)\b|[;–—]"
            r"|\w+ [^:]*(?<! as)(?<! is)(?<! say)(?<! answer): ",
            between,
        )
    )
