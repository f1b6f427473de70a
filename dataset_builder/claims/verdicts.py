"""What an answer says of a subject by a predicate: yes, no, or both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dataset_builder.claims.checks import Check
from dataset_builder.claims.lexicon import CONCESSION, CONCLUSION, CONTRAST, GENERALLY, SUPPOSED, TURN
from dataset_builder.claims.owners import find_owner
from dataset_builder.claims.stances import clause_of, negations
from dataset_builder.claims.text import Sentence, find

_PLAIN = re.compile(
    r"(?:^|[:\-–—?(]\s*|,\s|\b(?:unfortunately|sadly|sorry|regrettably|alas|so|basically) )"
    r"(?P<word>yes|no|yep|yeah|yup|nope|nah|negative|affirmative)(?=\s*(?:[,.;:!)\-–—]|$))"
)
_ANSWERED = re.compile(
    r"\b(?:answer|response|it|that|this)(?: to (?:that|this|the question))? (?:\w+ ){0,2}?(?:is|be)"
    r"(?: an?| simply| therefore| thus| still| clearly| then)* (?P<word>yes|no)(?=\s*[,.;:!)]|$| from\b)"
)
_LABEL = re.compile(r"(?:^|; |- )[^:;]{1,60}: (?P<word>yes|no|none)\b(?! [a-z])")
_REPLY = re.compile(r"\W*(?:\w+: )?(yes|no|yep|yeah|yup|nope|nah)\b")
_ELLIPSIS = re.compile(r"\b(?:do|does|did|is|are|will|would|can|may)(?: (?P<not>not))?(?=\s*(?:[,.;!)]|$))")
_CONDITION = re.compile(r"\b(?:if|whether|unless|in case|provided that|to the extent)\b[^,;:]*$")
_ONLY_IF = re.compile(r"^[^,;.]{0,24}\b(?:only (?:if|when|where|after|once)|provided that)\b")
_LIMITED = re.compile(r"[^,;.]{0,32}?\b(?:only|solely|exclusively)\b(?! just)")
_ONLY = re.compile(r"\bonly\b(?! (?:just|slightly|barely|marginally|narrowly|a (?:bit|little|hair)))[^,;:.]{0,40}$")
"""What makes a denial one of other things: "prohibits only shorter terms"."""
_REFUSED = re.compile(
    r"\b(?:afraid|unfortunately|sorry|of course|certainly|definitely|absolutely|probably|surely),? not"
    r"(?=\s*(?:[,.;:!)–—-]|$))"
)
_SAID_NO = re.compile(
    r"^(?:(?:sorry|no|well|unfortunately|i am afraid|afraid|alas|sadly|frankly|honestly)\W+)?(?:\w+'?\w* ){0,4}?"
    r"(?:can|may|must|should|will|could|is|are|would|\w+'s) not\b"
    r"(?! (?:\w+ )?(?:tell|say|find|see|determine|know|read|sure|clear|be (?:read|told|determined)))"
    r"|^(?:(?:better|probably|sorry|sadly|i am afraid|afraid|certainly|definitely|really)\W+)*not"
    r"(?= (?:right now|any ?more|any longer|really|quite|yet|at the moment|today|now|as things stand|under|fully|"
    r"entirely|completely|by|according|so fast|with|for|at|on|until)\b|\W*$|[.,;:!])"
    r"|^(?:almost|negative|no (?:can do|way|chance|dice|go|luck)|out of the question|forget it)\b"
)
_SAID_YES = re.compile(
    r"^(?:sure|of course|by all means|absolutely|certainly|definitely|indeed|go(?: right)? ahead|correct|affirmative|"
    r"that is right|happily)\b(?! not)"
)
"""How an answer begins that says no or yes without a word of the predicate; counts where nothing else does."""
_REACH = 7
"""Words over which a negator reaches the predicate."""


@dataclass(frozen=True)
class Verdict:
    """A verdict in an answer: its sign, whether it is only conceded, whether it concludes."""

    sign: bool
    conceded: bool
    concludes: bool


def meets_verdict(check: Check, sentences: Sequence[Sentence]) -> bool:
    """Return whether an answer's verdict on the check's subject is the wanted one.

    Where it says both, what it concludes counts; without a conclusion, what it says first.
    """
    found = list(find_verdicts(check, sentences))
    if not found and not check.rivals and sentences:
        first = sentences[0].text
        if (said := bool(_SAID_YES.match(first))) or _SAID_NO.match(first):
            found = [Verdict(said, False, False)]
    firm = [one for one in found if not one.conceded] or found
    if not firm:
        return False
    signs = {one.sign for one in firm}
    if len(signs) == 1:
        return firm[0].sign is check.truth
    concluding = [one for one in firm if one.concludes]
    return (concluding[-1] if concluding else firm[0]).sign is check.truth


def find_verdicts(check: Check, sentences: Sequence[Sentence]) -> Iterator[Verdict]:
    """Yield the verdicts on the check's subject, in order."""
    subject = check.about[0] if check.about else ()
    asked: list[bool] = []
    for place, sentence in enumerate(sentences):
        if sentence.text.endswith("?"):  # "OK? No", "Anything open? Yes"
            asked = [sign for _, sign in _hits(check, sentence.text, find((*subject, *check.rivals), sentence.text))]
            continue
        question, asked = asked, []
        names = find((*subject, *check.rivals), sentence.text)
        hits = _hits(check, sentence.text, names)
        replied = _REPLY.match(sentence.text)
        if replied and len(set(question)) == 1 and len(question) < 3:
            yield Verdict(question[0] is (replied[1][0] == "y"), False, False)
            hits = [one for one in hits if one[0][0] >= replied.end()]
        for span, sign in hits:
            if _CONDITION.search(sentence.text[: span[0]]) or _ONLY_IF.match(sentence.text[span[1] :]):
                continue
            owner = find_owner(subject, check.rivals, sentences, place, span) if subject else True
            if owner is False or (owner is None and (check.rivals or place)):
                continue
            if SUPPOSED.search(sentence.text[: span[1]]):
                continue
            yield Verdict(sign, _conceded(sentences, place, span), bool(CONCLUSION.search(sentence.text[: span[0]])))


def _hits(check: Check, text: str, names: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, int], bool]]:
    """Return where something is said by the predicate, and its sign; not within names ("pay" of "med pay")."""
    if check.predicate is None:
        return []

    def free(span: tuple[int, int]) -> bool:
        return all(span[1] <= start or span[0] >= end for start, end in names)

    found: list[tuple[tuple[int, int], bool]] = []
    negative = [span for span in find(check.predicate.no, text) if free(span)]
    negative = [one for one in negative if not _LIMITED.match(text[one[1] :]) and not _ONLY.search(text[: one[0]])]
    for span in negative:
        found.append((span, _flips(text, span)))
    for span in find(check.predicate.yes, text):
        if not free(span) or any(span[0] < b and span[1] > a for a, b in negative):
            continue
        if re.match(
            r"\s*(?:exclusion|part|form|agreement|section|territory|period|question|a\b|b\b|c\b|d\b)", text[span[1] :]
        ):
            continue
        found.append((span, not _flips(text, span)))
    for label in _LABEL.finditer(text):  # "Covered: no", "Excluded: yes"
        named = [one for one in found if label.start() <= one[0][0] and one[0][1] <= label.end()]
        if len(named) == 1:
            found.remove(named[0])
            sign = named[0][1] is (label["word"][0] == "y")
            return sorted([*(one for one in found if one[0][0] >= label.end()), (label.span("word"), sign)])
    found += [(refused.span(), False) for refused in _REFUSED.finditer(text)]
    for plain in (*_PLAIN.finditer(text), *_ANSWERED.finditer(text)):
        yes, (start, end) = plain["word"][0] in "ya", plain.span("word")
        turned = [one for one, sign in found if not sign and one[0] >= end and not CONTRAST.search(text[end : one[0]])]
        if not (yes and turned):  # "yes, something is still open"
            found.append(((start, end), yes))
    if not found or len(found) == 1:
        for short in _ELLIPSIS.finditer(text):
            if all(short.end() <= a or short.start() >= b for (a, b), _ in found):
                found.append((short.span(), short["not"] is None))
    return sorted(found)


def _flips(text: str, span: tuple[int, int]) -> bool:
    """Return whether negators turn a word round: those before it in its clause, and "not" right behind a verb."""
    start, _ = clause_of(text, span)
    words = text[start : span[0]].split()
    count = negations(" ".join(words[-_REACH:]))
    if not count and re.match(r"neither\b", text[start:].lstrip()):
        count = 1
    behind = re.match(
        r"\s*(?:is|are|was|will be|would be|does|do|can be)?\s*(?:not\b|nothing\b|none\b|neither\b|"
        r"no longer\b|zero\b|nil\b)",
        text[span[1] :],
    )
    return bool((count + (1 if behind else 0)) % 2)


def _conceded(sentences: Sequence[Sentence], place: int, span: tuple[int, int]) -> bool:
    text = sentences[place].text
    start, end = clause_of(text, span)
    if CONCESSION.search(text[max(0, start - 14) : span[0]]) or GENERALLY.search(text[start:end]):
        return True
    if CONTRAST.search(text, span[1]):
        return True
    return place + 1 < len(sentences) and bool(TURN.match(sentences[place + 1].text))
