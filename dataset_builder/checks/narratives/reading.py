"""Reads the rules of a narrative by the grammar of hops pages, from its text and the words of its charts alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from dataset_builder.checks.narratives.conditions import Found, blank_out, find_conditions
from dataset_builder.checks.narratives.fates import tells_who_leaves
from dataset_builder.checks.narratives.references import (
    QUOTED,
    Marked,
    NarrativeError,
    Vocabulary,
    mark_references,
    read_marker,
)
from dataset_builder.checks.narratives.tree import Chain, Comparison, Join, Junction, Link, Threshold

_EVERYONE, _REMAINING = "everyone", "remaining"
"""What a rule may be applied to, besides a name or a number: all entities, or the result of the rule before it."""


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of a page: its printed number, if it has one, and its text, with a list that belongs to it."""

    marker: str
    text: str


@dataclass(frozen=True)
class Selection:
    """What a narrative selects.

    Attributes:
        label: name of the set.
        chain: conditions that lead to it from all entities.
        places: of the paragraphs that state its rules.
    """

    label: str
    chain: Chain
    places: tuple[int, ...]


@dataclass
class _Statement:
    """A sentence that states a rule, with those after it that only say what follows from it."""

    place: int
    key: str
    marked: Marked
    found: list[Found]
    merge: tuple[Join, tuple[str, ...]] | None
    after: list[Marked] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return the marked text with its conditions blanked out."""
        return " ".join([blank_out(self.marked.text, self.found), *(marked.text for marked in self.after)])

    @property
    def quoted(self) -> list[str]:
        """Return the names that it introduces."""
        told = (self.marked, *self.after)
        return [marked.name(mark) for marked in told for mark in re.findall(r"\{Q\d+\}", marked.text)]

    @property
    def defines(self) -> bool:
        """Return whether it stands in a list of definitions."""
        return self.marked.text.startswith("{Q")


@dataclass(frozen=True)
class _Rule:
    """A rule: its clause and name ("" if it has none), what it is applied to, and its conditions or what it merges."""

    key: str
    name: str
    source: str
    links: tuple[Link, ...]
    merge: tuple[Join, tuple[str, ...]] | None


def read_narrative(paragraphs: Sequence[Paragraph], words: Vocabulary) -> Selection:
    """Return what a narrative selects.

    Args:
        paragraphs: of the page, in order, without title, headings and questions.
        words: of the page's charts.

    Raises:
        NarrativeError: a sentence has no meaning by the grammar, or the rules do not lead to one named set.
    """
    names = list(dict.fromkeys(name for paragraph in paragraphs for name in QUOTED.findall(paragraph.text)))
    statements = list(_find_statements(paragraphs, words, names))
    if not statements:
        raise NarrativeError("no sentence states a rule")
    given = [name for statement in statements for name in statement.quoted]
    if len(set(given)) < len(given):
        raise NarrativeError(f"two rules have one name: {given}")
    announced = [name for name in names if name not in given]
    if len(announced) > 1:
        raise NarrativeError(f"names of no set: {announced}")
    rules = [_read_rule(statement, announced) for statement in statements]
    last = _find_last(rules) if any(statement.defines for statement in statements) else len(rules) - 1
    label = rules[last].name or "".join(announced)
    if not label or (rules[last].name and announced):
        raise NarrativeError(f"the last rule is named {rules[last].name!r}, announced is {announced}")
    return Selection(label, _link(rules, last), tuple(statement.place for statement in statements))


# -- from paragraphs to statements

_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z“(])")
_FOLLOWS = re.compile(
    r"(?:If so|If not|Those (?:that|of which|for which)|The (?:ones|others|rest)|All others|Any other)\b"
)


def _find_statements(paragraphs: Sequence[Paragraph], words: Vocabulary, names: Sequence[str]) -> Iterator[_Statement]:
    keys = [key for key in (read_marker(paragraph.marker) for paragraph in paragraphs) if key]
    for place, paragraph in enumerate(paragraphs):
        held: _Statement | None = None
        for sentence in _SENTENCE_END.split(paragraph.text):
            marked = mark_references(sentence, words, names, keys)
            found = find_conditions(marked)
            merge = None if found else _find_merge(marked)
            if found or (merge and not sentence.endswith("?")):
                if held:
                    yield held
                held = _Statement(place, read_marker(paragraph.marker), marked, found, merge)
            elif held and (_FOLLOWS.match(sentence) or "{Q" in marked.text):
                held.after.append(marked)
        if held:
            yield held


_SET = r"(?:(?:in|on|among) )?(?:the )?(?:result of )?(?:the )?\{[LR]\d+\}"
_SETS = rf"{_SET}(?:, {_SET})*,?"
_MERGES: tuple[tuple[Join, re.Pattern[str]], ...] = (
    ("AND", re.compile(rf"\b(?:both|each of|all three of) ({_SETS} and {_SET})")),
    ("AND", re.compile(rf"({_SETS} and {_SET}) alike")),
    ("OR", re.compile(rf"\beither ({_SETS} or {_SET})")),
    ("OR", re.compile(rf"\bat least one of ({_SETS} (?:and|or) {_SET})")),
    ("OR", re.compile(rf"({_SETS} or {_SET}), or [^,;.]*?(?:both|more than one)")),
)


def _find_merge(marked: Marked) -> tuple[Join, tuple[str, ...]] | None:
    """Return how a sentence joins which sets, if it does.

    Raises:
        NarrativeError: it joins sets in two ways.
    """
    found = {
        (join, tuple(map(marked.name, re.findall(r"\{[LR]\d+\}", match[1]))))
        for join, pattern in _MERGES
        for match in pattern.finditer(marked.text)
    }
    if len(found) > 1:
        raise NarrativeError(f"sets are joined in two ways: {marked.text!r}")
    return found.pop() if found else None


# -- from statements to rules

_SOURCE = re.compile(
    r"(?P<everyone>\{A\})|(?P<set>\{[LR]\d+\})"
    r"|(?P<remaining>\b[Rr]emaining \{[EP]\}|\bstill in (?:play|consideration)|\bleft at this point|\b[Tt]hese\b)"
)


def _read_rule(statement: _Statement, announced: Sequence[str]) -> _Rule:
    quoted = statement.quoted
    if len(quoted) > 1:
        raise NarrativeError(f"a rule has two names: {quoted}")
    name = quoted[0] if quoted else ""
    if statement.merge:
        return _Rule(statement.key, name, "", (), statement.merge)
    links = _chain(statement)
    if tells_who_leaves(statement.text):
        if len(links) != 1 or not isinstance(links[0], Threshold):
            raise NarrativeError(f"more than a threshold decides who leaves: {statement.marked.text!r}")
        links = (_invert(links[0]),)
    return _Rule(statement.key, name, _find_source(statement, announced), links, None)


def _find_source(statement: _Statement, announced: Sequence[str]) -> str:
    for match in _SOURCE.finditer(blank_out(statement.marked.text, statement.found)):
        if match["everyone"]:
            return _EVERYONE
        if match["remaining"]:
            return _REMAINING
        name = statement.marked.name(match["set"])
        if name not in announced:
            return name
    raise NarrativeError(f"a rule says of nothing what it is applied to: {statement.marked.text!r}")


_JOINED = re.compile(r"\b(?:(?P<AND>both|all three of)|(?P<OR>either|at least one of))\b[^{}]*$", re.IGNORECASE)
_TOGETHER = re.compile(r" and, (?:at the same time|in addition), ")
_IN_TURN = re.compile(
    r"\b(?:of|among|from|within) (?:these|them|those)\b|\bthen\b|\bsecond\b|\bthese alone\b|\bconfined to these\b"
    r"|^, (?:only those|the (?:one|two|three))\b"
)
_RANKED = re.compile(r"\b(?:rank|ranked|ranking|order|ordered|sort|sorted|line up|lined up|compared)\b")


def _chain(statement: _Statement) -> tuple[Link, ...]:
    """Return the conditions of a sentence as they are applied, those told of one set joined."""
    text, found = statement.marked.text, statement.found
    gaps = [text[before.end : after.start] for before, after in pairwise(found)]
    links: list[Link] = []
    position = 0
    while position < len(found):
        before = gaps[position - 1] if position else text[: found[0].start]
        joined = _JOINED.search(before)
        join: Join | None = None
        if joined:
            join = "AND" if joined["AND"] else "OR"
        elif position < len(gaps) and _TOGETHER.match(gaps[position]):
            join = "AND"
        if position and not (_IN_TURN.search(before) or (found[position].ranks and _RANKED.search(before))):
            raise NarrativeError(f"conditions follow each other without a word that says how: {text!r}")
        end = position + 1
        while join and end < len(found) and not _IN_TURN.search(gaps[end - 1]):
            end += 1
        group = found[position:end]
        if join:
            _check_join(join, gaps[position : end - 1], text)
            links.append(Junction(join, tuple((each.condition,) for each in group)))
        else:
            links.append(group[0].condition)
        position = end
    return tuple(links)


def _check_join(join: Join, gaps: Sequence[str], text: str) -> None:
    """Raise NarrativeError if what stands between joined conditions says another join than what stands before them."""
    told = [set(re.findall(r"\b(?:and|or)\b", gap)) for gap in gaps]
    if not told or told[-1] != {join.lower()} or any(words - {join.lower()} for words in told):
        raise NarrativeError(f"conditions are joined by {join} and otherwise as well: {text!r}")


_OPPOSITES: dict[Comparison, Comparison] = {
    "at least": "less than",
    "less than": "at least",
    "at most": "more than",
    "more than": "at most",
}


def _invert(threshold: Threshold) -> Threshold:
    return Threshold(threshold.column, _OPPOSITES[threshold.comparison], threshold.value)


# -- from rules to one chain


def _find_last(rules: Sequence[_Rule]) -> int:
    """Return the place of the definition that no other one refers to."""
    used = {name for rule in rules for name in (rule.source, *(rule.merge[1] if rule.merge else ()))}
    last = [place for place, rule in enumerate(rules) if rule.name not in used]
    if len(last) != 1:
        raise NarrativeError(f"{len(last)} definitions are referred to by no other")
    return last[0]


def _link(rules: Sequence[_Rule], last: int) -> Chain:
    """Return the conditions that lead from all entities to the result of a rule.

    Raises:
        NarrativeError: a set is referred to that no rule leaves, a rule leads nowhere, or rules lead round in a circle.
    """
    places = {rule.name: place for place, rule in enumerate(rules) if rule.name}
    clauses = {rule.key: place for place, rule in enumerate(rules) if rule.key}
    known: dict[int, tuple[tuple[int, Link], ...]] = {}
    open_places: set[int] = set()

    def find(place: int, source: str) -> int:
        wanted = place - 1 if source == _REMAINING else places.get(source, clauses.get(source, -1))
        if wanted < 0:
            raise NarrativeError(f"no rule leaves {source!r}")
        return wanted

    def follow(place: int) -> tuple[tuple[int, Link], ...]:
        if place in open_places:
            raise NarrativeError(f"rule {place + 1} refers to its own result")
        if place not in known:
            open_places.add(place)
            known[place] = build(place)
            open_places.remove(place)
        return known[place]

    def build(place: int) -> tuple[tuple[int, Link], ...]:
        rule = rules[place]
        if rule.merge is None:
            base = () if rule.source == _EVERYONE else follow(find(place, rule.source))
            return (*base, *((place, link) for link in rule.links))
        join, parts = rule.merge
        branches = [follow(find(place, part)) for part in parts]
        shared = 0
        while all(len(branch) > shared for branch in branches) and len({branch[shared][0] for branch in branches}) == 1:
            shared += 1
        if any(len(branch) == shared for branch in branches):
            raise NarrativeError(f"rule {place + 1} merges a set with what it is part of")
        chains = tuple(tuple(link for _, link in branch[shared:]) for branch in branches)
        return (*branches[0][:shared], (place, Junction(join, chains)))

    chain = follow(last)
    if len(known) < len(rules):
        raise NarrativeError(f"rules lead nowhere: {sorted(set(range(len(rules))) - set(known))}")
    return tuple(link for _, link in chain)
