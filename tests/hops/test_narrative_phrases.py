"""Conditions in words, read by the tables of GRAMMAR.md."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from narrative_topics import TIMES, WATER, find_reference

from dataset_builder.families.hops.model import (
    Column,
    Comparison,
    Direction,
    Extremal,
    Metric,
    Threshold,
    Trend,
    Within,
)
from dataset_builder.families.hops.narrative.patterns import expand, finish
from dataset_builder.families.hops.narrative.phrases import COLUMN_MANNERS, Wording
from dataset_builder.seeds import rng_for

_SIDES = {
    "at least": r"did not fall below|stood at or above|at least|(?:no|not) less than|# or more",
    "at most": r"did not exceed|stayed at or below|did not go above|at most|(?:no|not) more than|# or less",
    "less than": r"fell short of|stayed below|stayed under|less than|under",
    "more than": r"exceeded|stood above|went beyond|more than|over|in excess of",
}
"""Words of a threshold's side in GRAMMAR.md, those first that contain others."""


def _phrasings(atom: Threshold | Within | Trend) -> list[str]:
    """Return four hundred phrasings of a condition, with columns of groups as ``glass`` and the like masked."""
    phrases = []
    for index in range(100):
        wording = Wording(rng_for("hops", index, 6, "phrases"), WATER, index % COLUMN_MANNERS)
        ways = (wording.clause(atom, "its"), wording.relative(atom), wording.noun(atom), wording.verb(atom))
        for phrase in ways:
            for sign, column in zip("AB", _columns(atom), strict=False):
                phrase = re.sub(find_reference(column, WATER.group), sign, phrase, flags=re.IGNORECASE)
            phrases.append(phrase.replace("130 thousand bottles", "#"))
    return phrases


def _columns(atom: Threshold | Within | Trend) -> tuple[Column, ...]:
    if isinstance(atom, Trend):
        return ()
    return (atom.column, atom.other) if isinstance(atom, Within) else (atom.column,)


@pytest.mark.parametrize("group", ["", "light plastic"])
@pytest.mark.parametrize("comparison", list(_SIDES))
def test_thresholds_say_their_side(comparison: Comparison, group: str) -> None:
    atom = Threshold(Column("Tonic filled", group, "Q1 2024"), comparison, 130)
    for phrase in _phrasings(atom):
        assert phrase.count("A") == phrase.count("#") == 1, phrase
        read = next(side for side, words in _SIDES.items() if re.search(rf"\b(?:{words})|{words}", phrase))
        assert read == comparison, phrase


@pytest.mark.parametrize(("metric", "unit"), [("Tests run", "tests"), ("Pulp baled", "metric tons")])
def test_what_is_counted_is_fewer_and_what_is_measured_is_less(metric: str, unit: str) -> None:
    topic = replace(WATER, metrics=(Metric(metric, unit, 10, 90, 0),))
    said = set()
    for comparison in ("less than", "at most", "at least"):
        for index in range(60):
            wording = Wording(random.Random(index), topic, 0)
            said |= set(
                re.findall(
                    r"\b(?:no |not |or )?(?:less|fewer)\b(?: than)?",
                    wording.amount(Threshold(Column(metric, "", "2024"), comparison, 40)),
                )
            )
    few = "fewer" if unit == "tests" else "less"
    assert said == {f"{few} than", f"or {few}", "no less than", "not less than"}


def test_an_excluded_threshold_is_the_complement() -> None:
    opposite = {"at least": "less than", "less than": "at least", "at most": "more than", "more than": "at most"}
    for comparison, other in opposite.items():
        atom = Threshold(Column("Tonic filled", "glass", "Q1 2024"), comparison, 130)
        one = Wording(random.Random(5), WATER, 0).failing(atom)
        assert one == Wording(random.Random(5), WATER, 0).relative(Threshold(atom.column, other, 130))


@pytest.mark.parametrize("groups", [("", ""), ("carboy", "glass")])
def test_comparisons_say_which_column_is_greater(groups: tuple[str, str]) -> None:
    atom = Within(Column("Tonic filled", groups[0], "Q1 2024"), Column("Lemonade filled", groups[1], "Q1 2024"))
    up = r"exceeded|came out (?:higher|larger) than|stood above|ran ahead of|a (?:higher|larger|greater) \w+ for"
    down = r"stayed below|remained under|stood below|came out lower than|fell short of|a (?:lower|smaller) \w+ for"
    for phrase in _phrasings(atom):
        assert phrase.count("A") == phrase.count("B") == 1, phrase
        assert bool(re.search(up, phrase)) != bool(re.search(down, phrase)), phrase
        assert (phrase.index("A") < phrase.index("B")) == bool(re.search(up, phrase)), phrase


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("direction", ["rises", "falls"])
def test_trends_say_direction_and_times(direction: Direction, count: int) -> None:
    times = TIMES["quarter"][:count]
    atom = Trend(tuple(Column("Tonic filled", "", time) for time in times), direction)
    up = r"\b(?:rose|rise|climb|climbed|grew|grow|increased?|went up|go up|moved up|upward move)\b"
    down = r"\b(?:fell|fall|declined?|dropped|drop|decreased?|went down|go down)\b"
    last = times[-1]
    ways = [f"from {times[0]} to {last}", f"between {times[0]} and {last}"]
    if count == 3:
        ways = [f"from {times[0]} to {times[1]} and again from {times[1]} to {last}"]
    if count > 2:
        listed = f"{', '.join(times[:-1])} and {last}"
        each = (
            r"(?:at every step|each time|without a break|unbroken (?:rise|fall) in tonic filled)(?: in tonic filled)?"
        )
        ways.append(f"{each} (?:through|over|across) {listed}")
        ways.append(f"from each quarter to the next from {times[0]} through {last}")
    for phrase in _phrasings(atom):
        assert bool(re.search(up, phrase)) == (direction == "rises"), phrase
        assert bool(re.search(down, phrase)) == (direction == "falls"), phrase
        assert re.search(f"(?:{'|'.join(ways)})$", phrase), phrase


def test_rankings_say_their_direction() -> None:
    for extreme, high, order in (
        ("highest", "highest|largest|greatest", "highest to the lowest|descending|high to low|highest first"),
        ("lowest", "lowest|smallest", "lowest to the highest|ascending|low to high|lowest first"),
    ):
        atom = Extremal(Column("Tonic filled", "glass", "Q1 2024"), extreme, 2)
        for index in range(100):
            wording = Wording(rng_for("hops", index, 7, "phrases"), WATER, index % COLUMN_MANNERS)
            best, ranking = wording.ranked(atom)
            column = find_reference(atom.column, WATER.group)
            assert re.fullmatch(rf"(?:{high}) (?:figure|value|amount) for {column}", best, re.IGNORECASE)
            assert re.fullmatch(rf"{column},? (?:from|in|with)(?: the)? (?:{order})(?: order)?", ranking, re.IGNORECASE)
            more = {"highest": "higher|larger|greater", "lowest": "lower|smaller"}[extreme]
            told = wording.more_than_others(atom)
            assert re.fullmatch(rf"a (?:{more}) (?:figure|value) for {column} than", told, re.IGNORECASE)


def test_patterns() -> None:
    drawn = {expand(random.Random(seed), "[a[b|c]|d]{x}", {"x": lambda: "!"}) for seed in range(40)}
    assert drawn == {"ab!", "ac!", "d!"}
    with pytest.raises(ValueError, match="not closed"):
        expand(random.Random(0), "[a|b", {})
    with pytest.raises(ValueError, match="does not match"):
        expand(random.Random(0), "a]", {})
    with pytest.raises(KeyError):
        expand(random.Random(0), "{y}", {"x": ""})
    assert finish("one , or both,; two") == "One, or both; two."
