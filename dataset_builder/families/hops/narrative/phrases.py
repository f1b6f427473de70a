"""Columns and conditions in words, in the past tense and with verbs that suit either number."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dataset_builder.families.hops.model import (
    Atom,
    Column,
    Comparison,
    Extremal,
    Metric,
    Threshold,
    Topic,
    Trend,
    Within,
)
from dataset_builder.families.hops.narrative.patterns import expand, join_words, lower_first
from dataset_builder.moments import MONTHS

_WITH_GROUP = (
    "{metric} ({group}) in {time}",
    "{metric} in {time} ({dimension}: {group})",
    "{metric} ({group}, {time})",
    "{metric} ({dimension}: {group}) in {time}",
    "{metric} ({group}, {time})",
    "{metric} in {time} ({group})",
    "{metric} ({time}, {group})",
    "{time} {metric} ({group})",
)
_WITHOUT_GROUP = (
    "{metric} in {time}",
    "{metric} over {time}",
    "{metric} for {time}",
    "{metric} in {time}",
    "{metric} ({time})",
    "{metric} in {time}",
    "{metric} during {time}",
    "{time} {metric}",
)
_SERIES = (
    "{metric} ({group})",
    "{metric} ({dimension}: {group})",
    "{metric} ({group})",
    "{metric} ({dimension}: {group})",
    "{metric} ({group})",
    "{metric} ({group})",
    "{metric} ({group})",
    "{metric} ({group})",
)
COLUMN_MANNERS = len(_SERIES)
"""Ways of naming a column."""

_CAME_TO = "[came to|amounted to]"
_REACHED = "[came to|amounted to|reached]"
_AMOUNT: dict[Comparison, str] = {
    "at least": "[at least {n}|no less than {n}|{n} or more|not less than {n}]",
    "more than": "[more than {n}|over {n}]",
    "at most": "[at most {n}|no more than {n}|{n} or less|not more than {n}]",
    "less than": "[less than {n}|under {n}]",
}
_AMOUNT_IS: dict[Comparison, str] = {
    "at least": f"[{_REACHED} {_AMOUNT['at least']}|did not fall below {{n}}|stood at or above {{n}}]",
    "more than": f"[{_CAME_TO} [more than|over] {{n}}|exceeded {{n}}|stood above {{n}}|went beyond {{n}}]",
    "at most": f"[{_CAME_TO} {_AMOUNT['at most']}|[did not exceed|stayed at or below|did not go above] {{n}}]",
    "less than": f"[{_CAME_TO} [less than|under] {{n}}|[stayed below|fell short of|stayed under] {{n}}]",
}
_MEASURED = re.compile(r"^(?:thousand|million) |(?:tons|hours|minutes|days|liters|meters|grams|hectares|bytes|joules)$")
_OPPOSITE: dict[Comparison, Comparison] = {
    "at least": "less than",
    "less than": "at least",
    "at most": "more than",
    "more than": "at most",
}

_FIGURE = "[the figure|the amount|the value|the entry] [shown |charted |given |recorded |]for {column}"
_SAW = "[recorded|reported|showed|posted|registered|logged]"

_RISE = {
    "rises": "[rose|climbed|grew|increased|went up|moved up]",
    "falls": "[fell|declined|dropped|decreased|went down]",
}
_RISE_BARE = {"rises": "[rise|climb|grow|increase|go up]", "falls": "[fall|decline|drop|decrease|go down]"}
_RISE_NOUN = {"rises": "[a rise|an increase|an upward move]", "falls": "[a fall|a decline|a decrease|a drop]"}
_RISES_NOUN = {"rises": "[an unbroken rise|a rise at every step]", "falls": "[an unbroken fall|a fall at every step]"}

_HIGH = {"highest": "[highest|largest|greatest]", "lowest": "[lowest|smallest]"}
_ORDER = {
    "highest": "[from the highest to the lowest|in descending order|from high to low|with the highest first]",
    "lowest": "[from the lowest to the highest|in ascending order|from low to high|with the lowest first]",
}


@dataclass(frozen=True)
class Wording:
    """Puts columns and conditions into words; ``manner`` is the way of naming a column, below ``COLUMN_MANNERS``."""

    rng: random.Random
    topic: Topic
    manner: int

    def column(self, column: Column) -> str:
        """Return the exact reference to a column: its metric, its group if any, its time."""
        return self._fill((_WITH_GROUP if column.group else _WITHOUT_GROUP)[self.manner], column)

    def amount(self, threshold: Threshold) -> str:
        """Return the threshold's side and value with its unit: ``at least 70 thousand bottles``."""
        return self._level(_AMOUNT, threshold)

    def clause(self, atom: Atom, owner: str = "") -> str:
        """Return a condition as a clause in the past, such as ``its sugar used in 2024 came to 70 tons or more``.

        Args:
            atom: any but an extremal one.
            owner: word before a column that the clause starts with, ``its`` or ``their``.
        """
        return self._clause(atom, owner, figure=True)

    def relative(self, atom: Atom) -> str:
        """Return a condition as a relative clause or phrase that follows a noun of either number."""
        draw = self.rng.random()
        if draw < 0.5 or self.doubles(atom):
            return "whose " + self._clause(atom, "", figure=False)
        return "with " + self.noun(atom) if draw < 0.75 else "that " + self.verb(atom)

    def doubles(self, atom: Atom) -> bool:
        """Return whether an amount before its column would say a word twice, as in ``90 seats for seats sold``."""
        if not isinstance(atom, Threshold):
            return False
        metric = self._metric(atom.column)
        return bool(set(metric.unit.lower().split()) & set(metric.name.lower().split()))

    def noun(self, atom: Atom) -> str:
        """Return a condition as something an entity has: ``a higher figure for A than for B``."""
        if isinstance(atom, Threshold):
            figure = self._say("[a figure|an amount|a value|an entry]")
            return f"{figure} of {self.amount(atom)} for {self.column(atom.column)}"
        if isinstance(atom, Within):
            first, comparative, second = self._compare(atom)
            return f"a {comparative} {self._say('[figure|value|amount]')} for {first} than for {second}"
        if isinstance(atom, Trend):
            noun = (_RISE_NOUN if len(atom.columns) == 2 else _RISES_NOUN)[atom.direction]
            return f"{self._say(noun)} in {self._series(atom)} {self._times(atom, told_each=len(atom.columns) > 2)}"
        raise TypeError(f"{atom!r} is a ranking, not a condition")

    def verb(self, atom: Atom) -> str:
        """Return a condition as what an entity did: ``recorded at least 70 tons for sugar used in 2024``."""
        if isinstance(atom, Threshold):
            return f"{self._say(_SAW)} {self.amount(atom)} for {self.column(atom.column)}"
        if isinstance(atom, Within):
            return f"{self._say(_SAW)} {self.noun(atom)}"
        if isinstance(atom, Trend):
            return f"saw {self._series(atom)} {self._say(_RISE_BARE[atom.direction])} {self._times(atom)}"
        raise TypeError(f"{atom!r} is a ranking, not a condition")

    def failing(self, threshold: Threshold) -> str:
        """Return, as a relative clause, the complement of a threshold."""
        return self.relative(Threshold(threshold.column, _OPPOSITE[threshold.comparison], threshold.value))

    def ranked(self, extremal: Extremal) -> tuple[str, str]:
        """Return the superlative with its column, ``highest figure for A``, and the order, ``A from high to low``."""
        column = self.column(extremal.column)
        high = self._say(_HIGH[extremal.extreme])
        superlative = self._say("{high} [figure|value|amount] for {column}", column, high)
        order = self._say("{column} {high}", self.column(extremal.column), self._say(_ORDER[extremal.extreme]))
        return superlative, order

    def more_than_others(self, extremal: Extremal) -> str:
        """Return the start of a comparison with every other member: ``a higher figure for A than``."""
        comparative = {"highest": "[higher|larger|greater]", "lowest": "[lower|smaller]"}[extremal.extreme]
        return self._say(f"a {comparative} [figure|value] for {{column}} than", self.column(extremal.column))

    def _clause(self, atom: Atom, owner: str, figure: bool) -> str:
        """Return a clause; ``figure`` allows a start with ``the figure for``, which cannot follow ``whose``."""
        if isinstance(atom, Threshold):
            subject = self._owned(atom.column, owner, figure)
            return f"{subject} {self._level(_AMOUNT_IS, atom)}"
        if isinstance(atom, Within):
            if self.rng.random() < 0.65:
                above = self._say("[exceeded|came out higher than|stood above|ran ahead of|came out larger than]")
                return (
                    f"{self._owned(atom.column, owner, False)} {above} {f'{owner} {self.column(atom.other)}'.strip()}"
                )
            below = self._say("[stayed below|came out lower than|stood below|fell short of|remained under]")
            return f"{self._owned(atom.other, owner, False)} {below} {f'{owner} {self.column(atom.column)}'.strip()}"
        if isinstance(atom, Trend):
            series = f"{owner} {self._series(atom)}".strip()
            return f"{series} {self._say(_RISE[atom.direction])} {self._times(atom)}"
        raise TypeError(f"{atom!r} is a ranking, not a condition")

    def _owned(self, column: Column, owner: str, figure: bool) -> str:
        if figure and self.rng.random() < 0.4:
            return self._say(_FIGURE, self.column(column))
        if not figure and not owner and self.rng.random() < 0.25:
            return self._say("[figure|value] for {column}", self.column(column))
        return f"{owner} {self.column(column)}".strip()

    def _compare(self, atom: Within) -> tuple[str, str, str]:
        if self.rng.random() < 0.6:
            return self.column(atom.column), self._say("[higher|larger|greater]"), self.column(atom.other)
        return self.column(atom.other), self._say("[lower|smaller]"), self.column(atom.column)

    def _series(self, trend: Trend) -> str:
        column = trend.columns[0]
        return self._fill(_SERIES[self.manner] if column.group else "{metric}", column)

    def _times(self, trend: Trend, told_each: bool = False) -> str:
        times = [column.time for column in trend.columns]
        if len(times) == 2:
            return self._say(f"[from {times[0]} to {times[1]}|between {times[0]} and {times[1]}]")
        listed = join_words(times, "and")
        if told_each:
            return self._say(f"[through|over|across] {listed}")
        steps = " and again ".join(f"from {one} to {two}" for one, two in pairwise(times))
        each = f"[at every step|each time|without a break] [through|over|across] {listed}"
        if _consecutive(times):
            each += f"|from each {self.topic.period} to the next from {times[0]} through {times[-1]}"
        return self._say(f"[{steps}|{each}]" if len(times) == 3 else f"[{each}]")

    def _level(self, patterns: Mapping[Comparison, str], threshold: Threshold) -> str:
        """Return a side and its value; of what is counted there are fewer, not less."""
        metric = self._metric(threshold.column)
        value = f"{print_value(threshold.value, metric.decimals)} {metric.unit}"
        said = self._say(patterns[threshold.comparison], n=value)
        if _MEASURED.search(metric.unit):
            return said
        return re.sub(r"\bor less\b", "or fewer", re.sub(r"(?<!no )(?<!not )\bless than\b", "fewer than", said))

    def _metric(self, column: Column) -> Metric:
        return next(metric for metric in self.topic.metrics if metric.name == column.metric)

    def _fill(self, pattern: str, column: Column) -> str:
        dimension = self.topic.group
        counts = column.time.isdigit() or column.metric.lower().startswith(self._metric(column).unit.lower())
        if pattern.startswith("{time}") and counts:  # "2022 plums dried" would be read as a count
            pattern = "{metric} in {time}" + pattern.removeprefix("{time} {metric}")
        if set(dimension.split()) & set(column.group.split()):
            pattern = pattern.replace("{dimension}: ", "")
        named = {"metric": lower_first(column.metric), "group": column.group, "time": column.time}
        return expand(self.rng, pattern, {**named, "dimension": dimension})

    def _say(self, pattern: str, column: str = "", high: str = "", n: str = "") -> str:
        return expand(self.rng, pattern, {"column": column, "high": high, "n": n})


def print_value(value: float, decimals: int) -> str:
    """Return a threshold with the metric's decimals, or as many more as it needs, and commas between thousands.

    >>> print_value(1250, 0), print_value(72.5, 0), print_value(3, 1)
    ('1,250', '72.5', '3.0')
    """
    while decimals < 6 and round(value, decimals) != value:
        decimals += 1
    return f"{value:,.{decimals}f}"


_MONTHS = tuple(month[:3] for month in MONTHS)


def _consecutive(times: Sequence[str]) -> bool:
    """Return whether times such as ``March 2024``, ``Q1 2024`` or ``2024`` follow each other without a gap."""
    places = [_place(time) for time in times]
    return all(one is not None and two == one + 1 for one, two in pairwise(places))


def _place(time: str) -> int | None:
    match = re.fullmatch(r"(?:(?P<part>[A-Z][a-z]*\d?) )?(?P<year>\d{4})", time)
    if match is None:
        return None
    part, year = match["part"], int(match["year"])
    if part is None:
        return year
    if re.fullmatch(r"Q[1-4]", part):
        return 4 * year + int(part[1])
    return 12 * year + _MONTHS.index(part[:3]) if part[:3] in _MONTHS else None
