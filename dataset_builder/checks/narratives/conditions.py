"""Conditions in a marked sentence: thresholds, comparisons within an entity, trends and rankings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dataset_builder.checks.narratives.references import Marked, NarrativeError
from dataset_builder.checks.narratives.tree import (
    Column,
    Comparison,
    Condition,
    Direction,
    Extreme,
    Ranking,
    Threshold,
    Trend,
    Within,
)

_BEFORE: dict[Comparison, str] = {
    "at least": "at least|(?:no|not) less than|did not fall below|stood at or above",
    "at most": "at most|(?:no|not) more than|did not exceed|stayed at or below|did not go above",
    "more than": "more than|over|exceeded|stood above|went beyond",
    "less than": "(?:less|fewer) than|under|stayed below|stayed under|fell short of",
}
_AFTER: dict[str, Comparison] = {"more": "at least", "less": "at most", "fewer": "at most"}
_ABOVE = "exceeded|came out (?:higher|larger) than|stood above|ran ahead of"
_BELOW = "stayed below|remained under|stood below|came out lower than|fell short of"
_UP = (
    "rose|rise|climbed|climb|grew|grow|increased?|went up|go up|moved up|move up",
    "rise|increase|upward move",
)
_DOWN = (
    "fell|fall|declined?|dropped|drop|decreased?|went down|go down",
    "fall|decline|decrease|drop",
)
_FIGURE = "(?:figure|value|amount|entry)(?: (?:shown|charted|given|recorded))?"
_STEPS = "(?: (?:at every step|each time|without a break))?"
_GREATEST = "highest|largest|greatest"
_LEAST = "lowest|smallest"
_HIGHER = "higher|larger|greater"
_LOWER = "lower|smaller"
_ORDER = {
    "highest": r"from high to low|in descending order|from the highest to the lowest|with the highest first",
    "lowest": r"from low to high|in ascending order|from the lowest to the highest|with the lowest first",
}
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MANY = "two|three|four|five|six"


@dataclass(frozen=True)
class Found:
    """A condition and where it stands in its marked sentence."""

    condition: Condition
    start: int
    end: int

    @property
    def ranks(self) -> bool:
        """Return whether it is a ranking."""
        return isinstance(self.condition, Ranking)


Reader = Callable[[Marked, "re.Match[str]"], Condition]


def _column(marked: Marked, mark: str) -> Column:
    return marked.columns[int(mark[2:-1])]


def _threshold(comparison: Comparison) -> Reader:
    def read(marked: Marked, match: re.Match[str]) -> Condition:
        return Threshold(_column(marked, match["column"]), comparison, marked.quantities[int(match["number"][2:-1])])

    return read


def _within(*, first_above: bool) -> Reader:
    def read(marked: Marked, match: re.Match[str]) -> Condition:
        first, second = _column(marked, match["column"]), _column(marked, match["other"])
        return Within(first, second) if first_above else Within(second, first)

    return read


def _trend(direction: Direction) -> Reader:
    def read(marked: Marked, match: re.Match[str]) -> Condition:
        series = _column(marked, match["series"])
        return Trend(tuple(series._replace(time=time) for time in marked.runs[int(match["run"][2:-1])]), direction)

    return read


def _ranking(extreme: Extreme, *, ordered: bool) -> Reader:
    def read(marked: Marked, match: re.Match[str]) -> Condition:
        count = _count_ordered(marked.text, match) if ordered else _count_named(marked.text[: match.start()])
        return Ranking(_column(marked, match["column"]), extreme, count)

    return read


_COLUMN = r"(?P<column>\{C\d+\})"
_OTHER = r"(?P<other>\{C\d+\})"
_SERIES = r"(?P<series>\{S\d+\})"
_NUMBER = r"(?P<number>\{N\d+\})"
_RUN = r"(?P<run>\{W\d+\})"
_CAME = "(?: (?:(?:came|amounted|ran) to|totalled|reached))?"
_OWN = r"(?:(?:its|their|the|that for|those for) )?(?:" + _FIGURE + " for )?"


def _grammar() -> Iterator[tuple[str, Reader]]:
    for comparison, words in _BEFORE.items():
        yield rf"{_COLUMN}{_CAME} (?:{words}) {_NUMBER}", _threshold(comparison)
        yield rf"(?:{words}) {_NUMBER} for {_COLUMN}", _threshold(comparison)
    for word, comparison in _AFTER.items():
        yield rf"{_COLUMN}{_CAME} {_NUMBER} or {word}(?! than)", _threshold(comparison)
        yield rf"{_NUMBER} or {word} for {_COLUMN}", _threshold(comparison)
    for above, words, degrees in ((True, _ABOVE, _HIGHER), (False, _BELOW, _LOWER)):
        yield rf"{_COLUMN} (?:{words}) {_OWN}{_OTHER}", _within(first_above=above)
        yield rf"(?:{degrees}) {_FIGURE} for {_COLUMN} than for {_OTHER}", _within(first_above=above)
    directions: tuple[tuple[Direction, tuple[str, str]], ...] = (("rises", _UP), ("falls", _DOWN))
    for direction, (verbs, nouns) in directions:
        yield rf"{_SERIES} (?:{verbs}){_STEPS} {_RUN}", _trend(direction)
        yield rf"(?:{nouns}){_STEPS} in {_SERIES}{_STEPS} {_RUN}", _trend(direction)
    extremes: tuple[tuple[Extreme, str, str], ...] = (("highest", _GREATEST, _HIGHER), ("lowest", _LEAST, _LOWER))
    for extreme, superlatives, degrees in extremes:
        yield rf"(?:{superlatives}) {_FIGURE} for {_COLUMN}", _ranking(extreme, ordered=False)
        rest = "(?:any other|every other|each of the rest|each of the others|all the others|all others)"
        yield rf"(?:{degrees}) {_FIGURE} for {_COLUMN} than {rest}", _ranking(extreme, ordered=False)
        yield rf"by {_COLUMN} (?:{_ORDER[extreme]})", _ranking(extreme, ordered=True)


_GRAMMAR = tuple((re.compile(rf"(?<![\w-]){pattern}(?!\w)"), reader) for pattern, reader in _grammar())
_ANY_COUNT = re.compile(
    rf"(?:^|\b(?:the|just|only|its|exactly) )(?:first )?(?P<count>one|{_MANY})(?! by one)\b", re.IGNORECASE
)
_FIRST_ONE = re.compile(
    r"whichever (?:comes|stands|came|stood) first|first of (?:them|these)"
    r"|one (?:at (?:its|the) (?:head|top)|in first place|ranked first|placed first|that came first)"
)
_FIRST_MANY = re.compile(rf"(?:first|leading|ranks one to|places one to) (?P<count>{_MANY})(?![\w-])")


def _count_named(before: str) -> int:
    """Return how many "the two … with the highest figure" are, by what stands before the figure."""
    counts = list(_ANY_COUNT.finditer(before))
    if counts:
        return _COUNTS[counts[-1]["count"].lower()]
    nouns = re.findall(r"\{[EP]\}", before)
    if nouns and nouns[-1] == "{E}":
        return 1
    raise NarrativeError(f"no number of entities before a ranking: {before!r}")


def _count_ordered(text: str, match: re.Match[str]) -> int:
    """Return how many are taken from the start of an order, by the words after it or else before it."""
    for part in (text[match.end() :], text[: match.start()]):
        many, one = _FIRST_MANY.search(part), _FIRST_ONE.search(part)
        if many or one:
            return _COUNTS[many["count"]] if many and (not one or many.start() < one.start()) else 1
    raise NarrativeError(f"no number of entities beside an order: {text!r}")


def find_conditions(marked: Marked) -> list[Found]:
    """Return the conditions of a sentence in their order.

    Raises:
        NarrativeError: a column, a run of times or a quantity stands there with no condition.
    """
    spans: list[tuple[int, int, re.Match[str], Reader]] = []
    for pattern, reader in _GRAMMAR:
        spans += [(match.start(), -match.end(), match, reader) for match in pattern.finditer(marked.text)]
    found: list[Found] = []
    for start, end, match, reader in sorted(spans, key=lambda span: span[:2]):
        if not found or start >= found[-1].end:
            found.append(Found(reader(marked, match), start, -end))
    left = blank_out(marked.text, found)
    strays = re.findall(r"\{[CWN]\d+\}", left)
    if strays:
        raise NarrativeError(f"{len(strays)} references without a condition: {marked.text!r}")
    return found


def blank_out(text: str, found: list[Found]) -> str:
    """Return a marked sentence in which every condition is a hash sign and spaces, of the same length."""
    for each in found:
        text = text[: each.start] + "#".ljust(each.end - each.start) + text[each.end :]
    return text
