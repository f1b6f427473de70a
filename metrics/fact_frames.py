"""What a record's facts alone say of names: computed once for all answers to the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from metrics.fact_text import Phrase, phrase_of, stems_of
from metrics.fact_values import dimension_of
from metrics.key_facts import KeyFact

CHANGE_STEMS = stems_of(
    "change increase decrease growth grew rise rose fall fell decline drop difference gap reduction jump surge swing "
    "improvement delta cut expansion contraction up down by raised hike lowered reduced"
)
"""Words that name a change and not what changes."""

YEAR = re.compile(r"(?:fy|cy)?(1[5-9]\d\d|2[01]\d\d)")
"""A year as a stem."""
MONTHS = frozenset(
    phrase_of(name)
    for full in (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    )
    for name in (full, full[:3])
)
"""The months' names and short names as phrases."""
QUARTER_NAMES = {name: f"q{number}" for number, name in enumerate(("first", "second", "third", "fourth"), 1)}
"""Short names of quarters, by the stem of their number."""


@dataclass(frozen=True)
class Frame:
    """The names of a record's facts, by fact where they differ.

    Attributes:
        dimensions: what kinds of name each phrase may be: label, entity, year, quarter, month.
        owned: phrases of a fact by kind.
        visible: phrases that can decide about a fact: its own, the rivals, and those of facts of its sort.
        relevant: kinds of name that can decide whether a value is the fact's, in order.
        strangers: labels of facts whose unit measures another kind of quantity.
        words: stems of all words in names and in what may be answered.
        phrases: all names.
    """

    dimensions: Mapping[Phrase, frozenset[str]]
    owned: Mapping[str, Mapping[str, frozenset[Phrase]]]
    visible: Mapping[str, frozenset[Phrase]]
    relevant: Mapping[str, tuple[str, ...]]
    strangers: Mapping[str, frozenset[Phrase]]
    words: frozenset[str]
    phrases: frozenset[Phrase]


@lru_cache(maxsize=4096)
def frame_of(facts: tuple[KeyFact, ...]) -> Frame:
    """Return the names of a record's facts; the same facts (by identity) are read once."""
    dimensions = _collect_dimensions(facts)
    owned = {fact.name: _own_phrases(fact) for fact in facts}
    answers = {word for fact in facts for phrase in fact.answers for word in phrase}
    return Frame(
        dimensions=dimensions,
        owned=owned,
        visible={fact.name: _find_visible(fact, facts, owned) for fact in facts},
        relevant={fact.name: _find_relevant(fact, dimensions, owned[fact.name]) for fact in facts},
        strangers={fact.name: _find_strangers(fact, facts) for fact in facts},
        words=frozenset(word for phrase in dimensions for word in phrase) | answers,
        phrases=frozenset(dimensions),
    )


def _find_visible(
    fact: KeyFact, facts: Sequence[KeyFact], owned: Mapping[str, Mapping[str, frozenset[Phrase]]]
) -> frozenset[Phrase]:
    alike = [other for other in facts if other.sort == fact.sort or "abstain" in (other.sort, fact.sort)]
    labelled = bool({word for phrase in fact.labels for word in phrase} - CHANGE_STEMS)
    return frozenset(
        phrase
        for other in alike
        for name, phrases in owned[other.name].items()
        for phrase in phrases
        if other is fact or name != "label" or (labelled and not set(phrase) <= CHANGE_STEMS)
    ) | frozenset(phrase for other in alike for phrase in other.rivals)


def _find_relevant(
    fact: KeyFact, dimensions: Mapping[Phrase, frozenset[str]], own: Mapping[str, frozenset[Phrase]]
) -> tuple[str, ...]:
    names = {name for name in own if own[name]}
    return tuple(sorted(names | {name for phrase in fact.rivals for name in dimensions.get(phrase, ())}))


def _find_strangers(fact: KeyFact, facts: Sequence[KeyFact]) -> frozenset[Phrase]:
    kind = dimension_of(fact.unit)
    others = [other for other in facts if kind and dimension_of(other.unit) != kind]
    return frozenset(phrase for other in others for phrase in other.labels) - set(fact.labels) - set(fact.rivals)


@lru_cache(maxsize=65536)
def time_dimension(phrase: Phrase) -> str | None:
    """Return which kind of time a phrase names, or None.

    >>> time_dimension(("2019",)), time_dimension(("q3",)), time_dimension(("march",)), time_dimension(("import",))
    ('year', 'quarter', 'month', None)
    """
    joined = "".join(phrase)
    if YEAR.fullmatch(joined):
        return "year"
    if re.fullmatch(r"q[1-4]|(?:first|second|third|fourth)quarter", joined):
        return "quarter"
    return "month" if phrase in MONTHS else None


def _collect_dimensions(facts: Sequence[KeyFact]) -> dict[Phrase, frozenset[str]]:
    """Return the kinds of name that every phrase of the facts may be: label, entity, year, quarter, month."""
    labels = {phrase for fact in facts for phrase in fact.labels}
    entities = {phrase for fact in facts for item in fact.entities for phrase in item}
    rivals = {phrase for fact in facts for phrase in fact.rivals}
    kinds = {phrase: kind for fact in facts for phrase, kind in zip(fact.rivals, fact.rival_kinds, strict=True)}
    dimensions: dict[Phrase, frozenset[str]] = {}
    for phrase in labels | entities | rivals:
        time = time_dimension(phrase)
        kind = kinds.get(phrase)
        if time:
            dimensions[phrase] = frozenset({time})
        elif phrase in labels and phrase not in entities:
            dimensions[phrase] = frozenset({"label"})
        elif phrase in entities and phrase not in labels:
            dimensions[phrase] = frozenset({"entity"})
        else:
            dimensions[phrase] = frozenset({kind} if kind else {"label", "entity"})
    return dimensions


def _own_phrases(fact: KeyFact) -> dict[str, frozenset[Phrase]]:
    own: dict[str, set[Phrase]] = {}
    for phrase in fact.labels:
        own.setdefault(time_dimension(phrase) or "label", set()).add(phrase)
    for item in fact.entities:
        for phrase in item:
            kind = time_dimension(phrase) or "entity"
            own.setdefault(kind, set()).add(phrase)
            if kind == "quarter":
                own[kind].add((QUARTER_NAMES.get(phrase[0], phrase[0]),))
            if kind == "year":
                own[kind].add((phrase[0][-4:],))
    return {name: frozenset(phrases) for name, phrases in own.items()}
