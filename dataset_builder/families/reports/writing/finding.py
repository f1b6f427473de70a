"""What a finding is: one claim that a panel bears out, with the values that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.events import Touch, event_terms, noun_flags
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.terms import Terms, difference, entity_terms, merge, value_terms

_PARTS = (
    (3 / 4, "three-quarters"),
    (2 / 3, "two-thirds"),
    (1 / 2, "half"),
    (1 / 3, "a third"),
    (1 / 4, "a quarter"),
    (1 / 10, "a tenth"),
)


@dataclass(frozen=True)
class Finding:
    """One claim on a figure.

    Attributes:
        kind: which claim; its rules are ``find.<kind>``, ``find.<kind>.head`` and ``points.find.<kind>``.
        strength: how clear it is, 0 to 1.
        context: what its sentences need.
        facts: values of entities that it tells; the others that it speaks of are all that these leave.
        subjects: what it is about, as entities, groups or years: no two findings of a chapter share one.
        asked: whether the question of the report is about it.
    """

    kind: str
    strength: float
    context: Context
    facts: tuple[str, ...]
    subjects: frozenset[str]
    asked: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        """Return what tells it from the other findings on a figure."""
        return self.kind, *sorted(self.subjects)


def make_finding(
    kind: str,
    panel: Panel,
    strength: float,
    terms: Iterable[Terms],
    flags: Iterable[str],
    facts: Iterable[tuple[str, int]],
    subjects: Iterable[str],
) -> Finding:
    """Return a finding with the terms of its panel and of the whole period."""
    first, last = panel.years[0], panel.years[-1]
    own = merge(panel.terms, {"y0": str(first), "y1": str(last), "K": figures.count(last - first)}, *terms)
    context = Context(own, frozenset({*flags, panel.metric.better}))
    return Finding(kind, min(1.0, strength), context, panel.facts(*facts), frozenset(subjects))


def mean(panel: Panel, names: Sequence[str], year: int) -> float:
    """Return the average of some entities, not rounded."""
    return sum(panel.at(name, year) for name in names) / len(names)


def gone(panel: Panel, names: Sequence[str], first: int, last: int) -> float:
    """Return by how much the average of some entities moved, from one printed average to the other."""
    return round(panel.mean(names, last) - panel.mean(names, first), panel.data.decimals)


def sized(name: str, value: float, panel: Panel) -> Terms:
    """Return the size of a difference: ``d<name>`` with its unit, ``n<name>`` as it follows another."""
    return {
        f"d{name}": difference(value, panel.data),
        f"n{name}": figures.plain(abs(value), panel.data.decimals),
    }


def way(change: float) -> str:
    """Return the flag of a direction."""
    return "up" if change > 0 else "down"


def entity_part(panel: Panel, name: str, first: int, last: int) -> Context:
    """Return an entity with its values of two years, their difference and its direction."""
    old, new = panel.at(name, first), panel.at(name, last)
    terms = merge(
        entity_terms(panel.world, name),
        value_terms("0", old, panel.data),
        value_terms("1", new, panel.data),
        sized("", new - old, panel),
    )
    return Context(terms, frozenset({way(new - old)} if new != old else ()))


def count_of(number: int, panel: Panel) -> str:
    """Return how many of the entities."""
    every, kinds = figures.count(len(panel.names)), panel.world.topic.entities.kinds
    return f"all {every} {kinds}" if number == len(panel.names) else f"{figures.count(number)} of the {every} {kinds}"


def part_of(number: int, every: int) -> str:
    """Return how many of a few.

    >>> part_of(2, 2), part_of(3, 3), part_of(1, 3)
    ('both', 'all three', 'one of the three')
    """
    if number == every:
        return "both" if every == 2 else f"all {figures.count(every)}"
    return f"{figures.count(number)} of the {figures.count(every)}"


def share_words(share: float) -> tuple[str, ...]:
    """Return true ways to say a share as a plain fraction, or the fraction that it exceeds.

    >>> share_words(0.5), share_words(0.56), share_words(0.9), share_words(0.03)
    (('half',), ('more than half',), ('more than three-quarters',), ('less than a tenth',))
    """
    if near := figures.fraction(share):
        return near
    below = next((name for value, name in _PARTS if share > value), "")
    return (f"more than {below}",) if below else ("less than a tenth",)


def name_touch(panel: Panel, touch: Touch) -> tuple[Terms, frozenset[str]]:
    """Return how an event is named and dated, with the flag ``nouns`` where its name is plural."""
    terms = event_terms(panel.world, touch.happening)
    return terms, noun_flags(str(terms["noun"]))


def find_cause(panel: Panel, touches: Sequence[Touch], names: Sequence[str], up: bool) -> tuple[Terms, frozenset[str]]:
    """Return the event that moved some entities and not all, in a direction; flag ``event`` where there is one."""
    for touch in touches:
        if touch.up == up and {*names} <= {*touch.names} and len(touch.names) < len(panel.names):
            terms, flags = name_touch(panel, touch)
            others = len(touch.names) - len(names)
            kind = panel.world.topic.entities.kind
            more = "one other" if others == 1 else f"{figures.count(others)} others"
            besides = more if others else f"no other {kind}"
            return merge(terms, {"besides": besides}), flags | {"event"}
    return {}, frozenset()
