"""What a judge's reply says: a score of 0-10, or whether a criterion is met; None where it does not say.

A reply that can't be read is unscored, never 0, and no number is taken only because it stands first. The rules:

1. Of a reasoning model's reply only what follows the reasoning block counts; a block never closed is a cut reply.
2. JSON objects come first, wherever they stand: fenced or not, with single quotes, bare keys, trailing commas, Python's
   literals, or full-width punctuation. The outer key counts before a nested one. An object that is cut at the token
   limit counts as far as its values are complete: ``{"score": 1`` may have been a 10 and says nothing.
3. Text beside the objects counts where they say nothing: a labelled value ("Score: 7", "7/10", "I give 7"), a final
   score before others; a reply that is nothing but the number.
4. Two statements of one rank that differ contradict each other, and so do a range and a choice ("6-7", "6 or 7").
5. Values outside 0-10, of another scale ("7/5", "70%"), null, NaN, truth values and lists are no scores.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from metrics.loose_json import CUT, Members, find_objects

UNSCORED_KINDS: tuple[str, ...] = (
    "empty_reply",
    "truncated",
    "contradictory",
    "out_of_range",
    "other_scale",
    "no_score",
    "no_verdict",
)
"""Why a reply gives nothing; ``scored`` is the kind of a reply that gives something."""


@dataclass(frozen=True)
class Reading:
    """What one reply says: ``value`` is None unless ``kind`` is ``scored``."""

    value: float | bool | None
    kind: str


def read_score(reply: str | None) -> Reading:
    """Return the score of 0-10 that a judge's reply gives.

    >>> read_score('```json\\n{"score": "7/10", "reasoning": "the year is missing"}\\n```')
    Reading(value=7.0, kind='scored')
    >>> read_score("on a scale of 0-10, I give 7").value
    7.0
    >>> read_score('{"reasoning": "right", "score": 1').kind
    'truncated'
    """
    return _read(reply, _SCORE_KEYS, _score_of_value, _scores_in_text, "no_score")


def read_verdict(reply: str | None) -> Reading:
    """Return whether a judge's reply says that a criterion is met.

    >>> read_verdict('{"verdict": "not met"}')
    Reading(value=False, kind='scored')
    >>> read_verdict("GRADE: CI")
    Reading(value=None, kind='no_verdict')
    """
    return _read(reply, _VERDICT_KEYS, _verdict_of_value, _verdicts_in_text, "no_verdict")


def strip_reasoning(reply: str) -> str | None:
    """Return what follows a reasoning model's last closed block, or None where a block was never closed.

    >>> strip_reasoning("<think>perhaps 3</think> Score: 8")
    ' Score: 8'
    """
    rest = re.split(r"</(?:think|thinking|reasoning)>", reply, flags=re.IGNORECASE)[-1]
    return None if re.search(r"<(?:think|thinking|reasoning)>", rest, re.IGNORECASE) else rest


def _read(
    reply: str | None,
    keys: frozenset[str],
    of_value: Callable[[Any], Reading],
    in_text: Callable[[str], list[Reading]],
    nothing: str,
) -> Reading:
    if reply is None or not reply.strip():
        return Reading(None, "empty_reply")
    visible = strip_reasoning(reply)
    if visible is None:
        return Reading(None, "truncated")
    objects, text, cut = find_objects(visible)
    if not any(_values(item, keys) for item in objects):
        plain = _plain(visible)
        if plain != visible:
            objects, text, cut = find_objects(plain)
    found = [of_value(value) for item in objects for value in _values(item, keys) if value is not CUT]
    decided = _agree(found)
    if decided is None or decided.kind == nothing:
        decided = _agree(in_text(_plain(text))) or decided
    if decided is None or (decided.kind == nothing and cut):
        return Reading(None, "truncated" if cut else nothing)
    return decided


def _agree(readings: list[Reading]) -> Reading | None:
    """Return what readings of one rank say together: the common value, or why there is none."""
    if not readings:
        return None
    telling = [reading for reading in readings if reading.kind not in ("no_score", "no_verdict")]
    if not telling:
        return readings[0]
    first = telling[0]
    return first if all(reading == first for reading in telling) else Reading(None, "contradictory")


_SCORE_KEYS = frozenset(
    ["score", "finalscore", "overallscore", "totalscore", "judgescore", "rating", "finalrating", "overallrating"]
)
_VERDICT_KEYS = frozenset(("verdict", "finalverdict", "result", "judgment", "judgement", "decision", "correct")) | {
    *("met", "criterionmet", "ismet", "pass", "passed", "satisfied", "fulfilled")
}
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_POINTS = re.compile(
    rf"(?P<between>between\s+)?(?:an?\s+)?(?P<value>-?\d+(?:[.,]\d+)?|\b(?:{'|'.join(_WORDS)})\b)"
    r"(?:\s*(?P<join>-|–|to|or|and)\s*(?P<other>\d+(?:[.,]\d+)?))?"
    r"(?:\s*(?:/|out\s+of)\s*(?P<of>\d+(?:\.\d+)?))?(?P<percent>\s*(?:%|per\s?cent))?",
    re.IGNORECASE,
)

_MET = frozenset(["yes", "y", "true", "pass", "passed", "met", "satisfied", "fulfilled", "correct"])
_UNMET = frozenset(
    ["no", "n", "false", "fail", "failed", "unmet", "unsatisfied", "unfulfilled", "incorrect", "wrong"]
    + [f"not {word}" for word in ("met", "satisfied", "fulfilled", "correct", "passed", "true")]
)
_VERDICT_WORDS = "|".join(sorted((word for word in _MET | _UNMET if len(word) > 1), key=len, reverse=True))


def _points(match: re.Match[str]) -> Reading:
    """Return the reading of one ``_POINTS`` match."""
    value = _to_float(match["value"])
    if match["other"]:
        other = _to_float(match["other"])
        joined = match["join"].casefold()
        if joined == "or" or (joined == "and" and match["between"]) or (joined in ("-", "–", "to") and other > value):
            return Reading(None, "contradictory")
    if match["percent"] or (match["of"] and float(match["of"]) != 10):
        return Reading(None, "other_scale")
    return _bounded(value)


def _bounded(value: float) -> Reading:
    if math.isnan(value):
        return Reading(None, "no_score")
    return Reading(value, "scored") if 0 <= value <= 10 else Reading(None, "out_of_range")


def _to_float(text: str) -> float:
    lowered = text.casefold()
    return float(_WORDS.index(lowered)) if lowered in _WORDS else float(text.replace(",", "."))


def _score_of_value(value: Any) -> Reading:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _bounded(float(value))
    if isinstance(value, str):
        match = _POINTS.fullmatch(_plain(value).strip())
        if match:
            return _points(match)
    return Reading(None, "no_score")


def _verdict_of_value(value: Any) -> Reading:
    if isinstance(value, str):
        word = " ".join(_plain(value).casefold().strip(" .!").split())
        value = True if word in _MET else False if word in _UNMET else None
    return Reading(bool(value), "scored") if value in (True, False) else Reading(None, "no_verdict")


_MARKUP = re.compile(r"[*_`#>]+")
_SCALE = re.compile(r"\(?\b(?:from\s+)?0\s*(?:-|–|to)\s*10\b\)?", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|never|cannot)\b|n't\b", re.IGNORECASE)
_FINAL_LABEL = re.compile(r"\b(?:final|overall|total)\s+(?:score|rating)\b[\"']?\s*(?:[:=]|is|of)?\s*", re.IGNORECASE)
_LABEL = re.compile(r"\b(?:score|rating)\b[\"']?\s*(?:[:=]|\n)\s*[\"']?", re.IGNORECASE)
_MENTIONS = (
    re.compile(r"\b(?:score|rating)\s+(?:is|of|would\s+be|at)\s+", re.IGNORECASE),
    re.compile(
        r"\bI(?:\s+would|\s+will|'d|'ll)?\s+(?:give|assign|award|rate|score)\b[^.\d\n]{0,40}?\s(?=-?\d)", re.IGNORECASE
    ),
)
_AFTER_MENTION = re.compile(r"\s*(?:$|[.,;:!)\n]|[-–—]|(?:points?|because|since|as|for|to)\b)", re.IGNORECASE)
_OUT_OF_TEN = re.compile(r"(?<![\d./])(-?\d+(?:[.,]\d+)?)\s*(?:/|out\s+of)\s*10\b(?![./]\d)", re.IGNORECASE)
_VERDICT_LABEL = re.compile(
    r"\b(?:verdict|grade|result|judge?ment|decision)\b[\"']?\s*(?:[:=]|\n)\s*[\"']?((?:not\s+)?[A-Za-z]+)",
    re.IGNORECASE,
)
_VERDICT_SENTENCE = re.compile(
    r"\bcriterion\s+(?:is|was|has\s+been)(?P<no>\s+not\b|n't\b)?\s+(?P<word>unmet|met|satisfied|unsatisfied|fulfilled)\b",
    re.IGNORECASE,
)
_VERDICT_LEADING = re.compile(rf"\s*({_VERDICT_WORDS})\s*(?:$|[.,;:!\n。，]|[-–—])", re.IGNORECASE)


_PLAIN_FORMS = str.maketrans("“”„‘’−", '"""\'\'-')


def _plain(text: str) -> str:
    """Return ``text`` with full-width characters, curly quotes and the Unicode minus in their plain forms."""
    folded = unicodedata.normalize("NFKC", text)
    return folded.translate(_PLAIN_FORMS)


def _scores_in_text(text: str) -> list[Reading]:
    """Return the statements of the highest rank in ``text``: final scores, labelled ones, mentions, a lone number."""
    text = _SCALE.sub(" ", _MARKUP.sub("", text))
    for label in (_FINAL_LABEL, _LABEL):
        labelled = [_points(match) for end in _ends(label, text) if (match := _POINTS.match(text, end))]
        if labelled:
            return labelled
    mentions = [
        _points(match)
        for label in _MENTIONS
        for end in _ends(label, text)
        if (match := _POINTS.match(text, end)) and _AFTER_MENTION.match(text, match.end())
    ]
    mentions += [
        _bounded(_to_float(match[1]))
        for match in _OUT_OF_TEN.finditer(text)
        if not _NEGATED.search(re.split(r"[.\n]", text[: match.start()])[-1])
    ]
    lone = re.fullmatch(r"\s*(-?\d+(?:[.,]\d+)?)\s*\.?\s*", text)
    return mentions or ([_bounded(_to_float(lone[1]))] if lone else [])


def _ends(label: re.Pattern[str], text: str) -> Iterator[int]:
    return (match.end() for match in label.finditer(text))


def _verdicts_in_text(text: str) -> list[Reading]:
    text = _MARKUP.sub("", text)
    readings = []
    leading = _VERDICT_LEADING.match(text)
    if leading:
        readings.append(_verdict_of_value(leading[1]))
    for match in _VERDICT_LABEL.finditer(text):
        letter = {"C": True, "I": False}.get(match[1])
        readings.append(Reading(letter, "scored") if letter is not None else _verdict_of_value(match[1]))
    for match in _VERDICT_SENTENCE.finditer(text):
        met = match["word"].casefold() in _MET
        readings.append(Reading(met is not bool(match["no"]), "scored"))
    return readings


def _values(members: Any, keys: frozenset[str]) -> list[Any]:
    """Return the values under ``keys``, of the object itself or else of the objects in it."""
    own = [value for key, value in members if re.sub(r"[\W_]", "", key).casefold() in keys]
    return own or [value for _, child in members for inner in _objects_in(child) for value in _values(inner, keys)]


def _objects_in(value: Any) -> list[Members]:
    if isinstance(value, Members):
        return [value]
    return [found for item in value for found in _objects_in(item)] if isinstance(value, list) else []
