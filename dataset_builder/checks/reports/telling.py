"""Numbers of paragraphs that tell facts: each is a value, a mean, a share or a difference of the report's data."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from dataset_builder.checks.reports.reading import Report, find_names
from dataset_builder.checks.violations import Violation, violation

_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.,])\d+(?:\.\d+)?(?![\w])")
_REFERENCE = re.compile(r"\b(?:Figures?|Fig\.|Tables?|Box|chapter)\s*\d+(?:\.\d{1,2}(?!\d))?")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?:[–-]\d\d)?")
_COUNTED = 31
"""Whole numbers up to this count things, or are days of a month."""

Values = Mapping[tuple[str, ...], float]


def check_told(report: Report, texts: Mapping[str, str]) -> Iterator[Violation]:
    """Yield numbers of paragraphs and key figures that the facts they tell don't explain.

    Args:
        report: as read.
        texts: of the parts of the narrative by reference.
    """
    told = report.manifest.get("told", {})
    tables = _Tables(report)
    for ref, facts in told.items():
        own = [text for part, text in texts.items() if part == ref or part.startswith(f"{ref}-")]
        if not own:
            yield violation("copy", report.name, f"told in {ref}", "a part of the report", "none")
            continue
        for fact in facts:
            if report.manifest["facts"].get(fact, {}).get("channel") not in ("both", "text"):
                yield violation("leak", report.name, f"{ref}: {fact}", "a fact that the text may tell", "another")
        text = " ".join(own)
        for number in _numbers(text, tables):
            if not tables.explains(number, text, facts):
                yield violation("narrative", report.name, f"{number} in {ref}", "a value or a figure of it", text)
    for figure in report.manifest.get("key_figures", ()):
        value = report.manifest["facts"].get(figure["fact"], {}).get("value")
        given = _NUMBER.search(figure["value"])
        if value is None or given is None or not _same(given[0], float(value)):
            yield violation("narrative", report.name, f"key figure {figure['label']}", value, figure["value"])


def _numbers(text: str, tables: _Tables) -> list[str]:
    """Return the numbers of a text that are no years, references, small counts, or parts of names and units."""
    rest = _YEAR.sub(" ", _REFERENCE.sub(" ", find_names(text, tables.words)[1]))
    found = [match[0] for match in _NUMBER.finditer(rest)]
    return [text for text in found if "." in text or float(text.replace(",", "")) > _COUNTED]


def _same(printed: str, value: float) -> bool:
    """Tell whether a number is a value rounded to the digits that it has."""
    plain = printed.replace(",", "")
    digits = len(plain.partition(".")[2])
    zeros = len(plain) - len(plain.rstrip("0")) if "." not in plain else 0
    slack = 0.5 * 10.0 ** (min(zeros, len(plain) - 2) if zeros and len(plain) > 2 else -digits)
    return abs(abs(value) - float(plain)) <= slack * (1 + 1e-6)


class _Tables:
    """The values of every dataset, and what can be computed from them."""

    def __init__(self, report: Report) -> None:
        self._values: dict[str, dict[tuple[str, ...], float]] = defaultdict(dict)
        for fact, told in report.manifest["facts"].items():
            dataset, *key = fact.split("/")
            self._values[dataset][tuple(key)] = float(told["value"])
        self._datasets = {dataset["id"]: dataset for dataset in report.manifest["datasets"]}
        self._groups: dict[str, list[str]] = defaultdict(list)
        for entity in report.manifest["entities"]:
            self._groups[entity["group"]].append(entity["name"])
        keys = {part for values in self._values.values() for key in values for part in key}
        units = {dataset["unit"] for dataset in self._datasets.values()}
        self.words = [word for word in (*keys, *units) if re.search(r"\d", word) and not re.fullmatch(r"\d+", word)]
        self._known: dict[tuple[str, frozenset[str]], list[float]] = {}

    def explains(self, printed: str, text: str, facts: Sequence[str]) -> bool:
        """Tell whether a number is a value of the datasets of some facts, or computed from it."""
        datasets = {fact.partition("/")[0] for fact in facts}
        names = {dataset["name"].casefold(): key for key, dataset in self._datasets.items() if dataset["told"]}
        datasets |= {names[name] for name in find_names(text, names)[0]}
        keys = {part for fact in facts for part in fact.split("/")[1:]}
        for dataset in sorted(datasets):
            values = self._values[dataset]
            own = {part for key in values for part in key}
            named = frozenset((set(find_names(text, own)[0]) | keys) & own)
            if any(_same(printed, value) for value in self._candidates(dataset, named)):
                return True
        return False

    def _candidates(self, dataset: str, named: frozenset[str]) -> list[float]:
        known = self._known.get((dataset, named))
        if known is None:
            known = self._known[dataset, named] = list(self._compute(dataset, named))
        return known

    def _compute(self, dataset: str, named: frozenset[str]) -> Iterator[float]:
        """Yield values under named keys, means and sums over the others, their shares, differences and ratios."""
        values = self._values[dataset]
        series = self._series(values)
        if self._datasets[dataset]["kind"] in ("boxes", "bridge", "flow", "bins", "relation"):
            flat = [value for value in values.values()]
            yield from flat
            yield from _compared(flat)
            yield from _sums(values)
            return
        moments = [key for key in dict.fromkeys(key[-1] for key in values)]
        wanted = _in_view(moments, named)
        for row in series.values():
            own = [row[moment] for moment in wanted if moment in row]
            yield from own
            yield from _compared(own)
        for moment in wanted:
            column = {name: row[moment] for name, row in series.items() if moment in row}
            near = [value for name, value in column.items() if name in named or name.startswith("*")]
            yield from _compared(near if len(near) > 1 else list(column.values()))
            whole = sum(value for name, value in column.items() if not name.startswith("*"))
            if whole:
                yield from (100 * value / whole for value in column.values())
                yield whole
        yield from self._shares(series, wanted)

    def _series(self, values: Values) -> dict[str, dict[str, float]]:
        """Return the values by row and moment, with means and medians of all and of every group."""
        series: dict[str, dict[str, float]] = defaultdict(dict)
        for key, value in values.items():
            series[key[0]][key[-1]] = value
        rows = dict(series)
        sets = {"": list(rows)} | {
            group: [name for name in names if name in rows] for group, names in self._groups.items()
        }
        for label, names in sets.items():
            for moment in dict.fromkeys(moment for row in rows.values() for moment in row):
                own = [rows[name][moment] for name in names if moment in rows[name]]
                if own:
                    series[f"* mean {label}"][moment] = sum(own) / len(own)
                    series[f"* median {label}"][moment] = median(own)
                    if not label:
                        series["* whole"][moment] = sum(own)
        return series

    def _shares(self, series: Mapping[str, Mapping[str, float]], wanted: Sequence[str]) -> Iterator[float]:
        """Yield by how many points the share of a row changed."""
        rows = {name: row for name, row in series.items() if not name.startswith("*")}
        wholes = {moment: sum(row.get(moment, 0.0) for row in rows.values()) for moment in wanted}
        for row in rows.values():
            shares = [100 * row[moment] / wholes[moment] for moment in wanted if moment in row and wholes[moment]]
            yield from (b - a for a, b in combinations(shares, 2))


def _in_view(moments: Sequence[str], named: frozenset[str]) -> list[str]:
    """Return the moments that are named, those just before, and both ends; all where none is named."""
    if not named & set(moments):
        return list(moments)
    last = len(moments) - 1
    return [
        moment
        for place, moment in enumerate(moments)
        if place in (0, last) or moment in named or moments[place + 1] in named
    ]


def _compared(values: Sequence[float]) -> Iterator[float]:
    """Yield differences, ratios and changes in percent of every two values."""
    for a, b in combinations(values, 2):
        yield a - b
        for low, high in ((a, b), (b, a)):
            if low:
                yield high / low
                yield 100 * (high - low) / low
                yield 100 * high / low


def _sums(values: Mapping[tuple[str, ...], float]) -> Iterator[float]:
    """Yield sums of what shares a key, sums along the order, and their shares of the whole."""
    flat = list(values.values())
    whole = sum(flat)
    totals = [whole, sum(value for value in flat if value > 0), sum(value for value in flat if value < 0)]
    by_key: dict[tuple[int, str], float] = defaultdict(float)
    for key, value in values.items():
        for place, part in enumerate(key):
            by_key[place, part] += value
    running: Any = 0.0
    for value in flat:
        running += value
        totals.append(running)
    totals += by_key.values()
    yield from totals
    if whole:
        yield from (100 * value / whole for value in (*flat, *totals))
    for total in by_key.values():
        if total:
            yield from (100 * value / total for value in flat)
