"""The final answer in a model's reply: as the published parser takes it, and by our stricter reading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from dataset_builder.answers import BULLET

_PUBLISHED_MARKER = re.compile(r"the answer is:?", re.IGNORECASE)
_MARKER = re.compile(r"\b(?:the )?(?:final )?answer(?: is\b:?|:)", re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\{([^{}]*)\}")
_CLOSING = re.compile(r"[*`_]+([.!]?)$")
_SENTENCE_END = re.compile(r"[.!](?=[*_`\"]*\s+[^\W\d_a-z])")


@dataclass(frozen=True)
class Extraction:
    """What a reply gives as its answer.

    Attributes:
        answer: the answer's text, None where the reply holds none.
        kind: ``answered``, ``empty`` (nothing, or nothing after the marker) or ``truncated`` (thinking never ends).
        marked: whether a marker such as ``The answer is:`` stood before it.
        answers: every marked answer in order, the last of which counts.
    """

    answer: str | None
    kind: str
    marked: bool = False
    answers: tuple[str, ...] = ()


def extract_published(reply: str) -> str:
    """Return what the published DocHop parser takes as the answer, "" where there is none.

    The line after the last ``the answer is``, less one full stop and markdown around it; without a marker, or with
    nothing after it, the last line that isn't blank. Source: DocHop, appendix E, and the outcomes in our tests.

    >>> extract_published("So 3 + 4.\\nThe answer is: **7**.\\nI hope this helps.")
    '7'
    """
    markers = list(_PUBLISHED_MARKER.finditer(reply))
    tail = reply[markers[-1].end() :].strip() if markers else ""
    if tail:
        return tail.split("\n")[0].strip().removesuffix(".").strip("*` ")
    lines = _lines(reply)
    if not lines:
        return ""
    marker = _PUBLISHED_MARKER.match(lines[-1])
    return lines[-1][marker.end() :].strip() if marker else lines[-1]


def extract_answer(reply: str, *, as_list: bool = False) -> Extraction:
    """Return the final answer of a reply by strict mode's rule.

    Thinking (all up to the last ``</think>``) is dropped. Markers are ``The answer is:``, ``Final answer:``,
    ``Answer:`` (colons optional after "is") and ``\\boxed{...}``; what follows the last one on its line, or on the next
    line that isn't blank, is the answer, up to a next marker: a reply that corrects itself is taken at its last word.
    Without a marker the answer is the last line that isn't blank.

    Args:
        reply: the reply's text.
        as_list: where the answer starts (or, without a marker, ends) with a line that has a bullet or a number before
            it, take all such lines that stand together.

    >>> extract_answer("The answer is: 12\\nWait.\\nThe answer is: 14").answers
    ('12', '14')
    """
    text = reply.rpartition("</think>")[2].strip()
    if "<think>" in text:
        return Extraction(None, "truncated")
    if not text:
        return Extraction(None, "empty")
    found = [(match.start(), match[1].strip()) for match in _BOXED.finditer(text)]
    markers = list(_MARKER.finditer(text))
    for marker, following in zip_longest(markers, markers[1:]):
        end = following.start() if following else len(text)
        lines = _lines(text[marker.end() : end].lstrip("*`_ \n\t"))
        answer = "\n".join(_leading_bullets(lines)) if as_list else ""
        answer = answer or _CLOSING.sub(r"\1", "".join(lines[:1]))
        if (answer or not following) and not _BOXED.search(answer):
            found.append((marker.start(), answer))
    answers = tuple(answer for _, answer in sorted(found))
    if answers and not answers[-1].strip("*`_. "):
        return Extraction(None, "empty", marked=True, answers=answers)
    if answers:
        return Extraction(answers[-1], "answered", marked=True, answers=answers)
    lines = _lines(text)
    bullets = _leading_bullets(lines[::-1])[::-1] if as_list else []
    return Extraction("\n".join(bullets or lines[-1:]), "answered")


def first_sentence(answer: str) -> str:
    """Return an answer up to the end of its first sentence, where another sentence follows on the line.

    >>> first_sentence("42. This follows from the chart."), first_sentence("Acme Inc.")
    ('42', 'Acme Inc.')
    """
    end = _SENTENCE_END.search(answer)
    return answer[: end.start()] if end else answer


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _leading_bullets(lines: list[str]) -> list[str]:
    return list(takewhile(BULLET.match, lines))
