"""What can be said of a report's facts in numbers: values, means, ends, shares, differences and ratios."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from statistics import median

from dataset_builder.checks.reports.reading import Report, find_names
from dataset_builder.checks.reports.spelling import count_words

Values = Mapping[tuple[str, ...], float]
Figure = tuple[float, bool]
"""A number, and whether it is a share, a ratio or a change in percent."""

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SMALL_RATIO = 10
_FLAT = ("boxes", "bridge", "flow", "bins", "relation", "seasonal")
"""Kinds of datasets that have few enough values to compare each with each."""


def is_same(printed: str, value: float) -> bool:
    """Tell whether a printed number is a value, rounded to the digits that it has.

    >>> is_same("5,200", 5237), is_same("26", 26.4), is_same("26.0", 26.4)
    (True, True, False)
    """
    plain = printed.replace(",", "")
    digits = len(plain.partition(".")[2])
    zeros = len(plain) - len(plain.rstrip("0")) if "." not in plain else 0
    slack = 0.5 * 10.0 ** (min(zeros, len(plain) - 2) if zeros and len(plain) > 2 else -digits)
    return abs(abs(value) - float(plain)) <= slack * (1 + 1e-6)


class Figures:
    """The values of every dataset, and what can be computed from them."""

    def __init__(self, report: Report) -> None:
        """Read the facts of a report's manifest."""
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
        bounds = {end for key in keys for end in re.split("[–-]", key) if re.fullmatch(r"[\d,.]+", end)}
        bounds |= {f"{int(end):,}" for end in bounds if end.isdecimal()}
        words = {*keys, *units, *bounds}
        self.words = [word for word in words if re.search(r"\d", word) and not re.fullmatch(r"(?:19|20)\d\d", word)]
        self._known: dict[tuple[str, frozenset[str]], list[Figure]] = {}

    def explains(self, printed: str, text: str, facts: Sequence[str], *, relative: bool) -> bool:
        """Tell whether a number is a value of the datasets of some facts, or computed from such values.

        Args:
            printed: the number.
            text: the paragraph in which it stands.
            facts: that the paragraph tells.
            relative: it may be a share, a ratio or a change in percent.
        """
        datasets = {fact.partition("/")[0] for fact in facts}
        names = {dataset["name"].casefold(): key for key, dataset in self._datasets.items() if dataset["told"]}
        datasets |= {names[name] for name in find_names(text, names)[0]}
        keys = {part for fact in facts for part in fact.split("/")[1:]}
        for dataset in sorted(datasets):
            own = {part for key in self._values[dataset] for part in key}
            named = frozenset((set(find_names(text, own)[0]) | keys) & own)
            if _has(self._candidates(dataset, named), printed, relative):
                return True
            told = frozenset(fact.split("/")[1] for fact in facts if fact.startswith(f"{dataset}/"))
            if _has(self._divided(dataset, told, named), printed, False):
                return True
        others = [key for key, dataset in self._datasets.items() if dataset["told"] and dataset["kind"] == "panel"]
        years = frozenset(_YEAR.findall(text)) | {key for key in keys if key.isdecimal()}
        return any(
            _has(self._overall(dataset, years), printed, relative)
            or _has(self._distances(dataset, text, years), printed, False)
            for dataset in others
        )

    def counts_above(self, printed: str, sentence: str, facts: Sequence[str]) -> bool:
        """Tell whether a sentence says rightly how many rows of a panel lie above a number, in each year it names."""
        mark, years = float(printed.replace(",", "")), frozenset(_YEAR.findall(sentence))
        said = {*re.findall(r"\d+", sentence), *map(str, count_words(sentence))}
        panels = {fact.partition("/")[0] for fact in facts}
        return bool(re.search(r"\babove\b|\bmore than\b", sentence)) and any(
            self._datasets[panel]["kind"] == "panel"
            and {
                str(sum(value > mark for key, value in self._values[panel].items() if key[-1] == year))
                for year in years
            }
            <= said
            for panel in panels
        )

    def _divided(self, dataset: str, told: frozenset[str], named: frozenset[str]) -> list[Figure]:
        """Return the mean of the rows of a panel whose values are told, that of the others, and how each changed.

        Of rows that were the highest at first also how far their mean is from that of as many that were the lowest.
        """
        values = self._values[dataset]
        moments = list(dict.fromkeys(key[-1] for key in values))
        rows = {key[0] for key in values}
        if self._datasets[dataset]["kind"] != "panel" or not told or told == rows:
            return []
        found: list[Figure] = []
        for part in (told, rows - told):
            means = [sum(values[name, at] for name in part) / len(part) for at in _in_view(moments, named)]
            found += [(mean, False) for mean in means]
            found += [(a - b, False) for a, b in combinations(means, 2)]
        order = sorted(rows, key=lambda name: values[name, moments[0]])
        if told == set(order[-len(told) :]) and 2 * len(told) <= len(rows):
            ends = order[: len(told)], told
            for at in _in_view(moments, named):
                low, high = (sum(values[name, at] for name in part) / len(told) for part in ends)
                found.append((high - low, False))
        return found

    def _distances(self, dataset: str, text: str, years: frozenset[str]) -> list[Figure]:
        """Return how far the rows that a text names lie from the mean of all, in its years."""
        series = self._series(self._values[dataset])
        named = find_names(text, {name for name in series if not name.startswith("*")})[0]
        mean = series["* mean "]
        return [(abs(series[name][year] - mean[year]), False) for name in named for year in years & series[name].keys()]

    def _overall(self, dataset: str, years: frozenset[str]) -> list[Figure]:
        """Return means, medians, ends and ranges of a dataset in some years, and how they changed."""
        name = (f"{dataset} overall", years)
        if name not in self._known:
            values = self._values[dataset]
            wanted = _in_view(list(dict.fromkeys(key[-1] for key in values)), years)
            rows = [
                [row[moment] for moment in wanted if moment in row]
                for label, row in self._series(values).items()
                if label.startswith("*")
            ]
            digits = self._datasets[dataset]["decimals"]
            rows += [[round(value, digits) for value in row] for row in rows]  # what is printed may be subtracted
            self._known[name] = [value for row in rows for value in (*_plainly(row), *_compared(row))]
        return self._known[name]

    def _candidates(self, dataset: str, named: frozenset[str]) -> list[Figure]:
        if (dataset, named) not in self._known:
            values = self._values[dataset]
            kind = self._datasets[dataset]["kind"]
            found = _compute_flat(values, kind) if kind in _FLAT else self._compute(values, named)
            self._known[dataset, named] = list(found)
        return self._known[dataset, named]

    def _compute(self, values: Values, named: frozenset[str]) -> Iterator[Figure]:
        """Yield values under named keys, means and sums over the others, their shares, differences and ratios."""
        series = self._series(values)
        wanted = _in_view(list(dict.fromkeys(key[-1] for key in values)), named)
        rows = {name for name in series if name in named or name.startswith("*")}
        if not rows & named:
            rows = set(series)
        for name in sorted(rows):
            own = [series[name][moment] for moment in wanted if moment in series[name]]
            yield from _plainly(own)
            yield from _compared(own)
        for moment in wanted:
            column = {name: row[moment] for name, row in series.items() if moment in row}
            yield from _compared([column[name] for name in sorted(rows) if name in column])
            whole = column.get("* whole")
            if whole:
                yield from ((100 * column[name] / whole, True) for name in sorted(rows) if name in column)
        yield from _shifts([series[name] for name in sorted(rows)], series.get("* whole", {}), wanted)

    def _series(self, values: Values) -> dict[str, dict[str, float]]:
        """Return the values by row and moment, with means, medians, ends and sums of all, of groups and of halves."""
        series: dict[str, dict[str, float]] = defaultdict(dict)
        for key, value in values.items():
            series[key[0]][key[-1]] = value
        rows = dict(series)
        moments = list(dict.fromkeys(moment for row in rows.values() for moment in row))
        ranked = sorted((name for name in rows if moments[0] in rows[name]), key=lambda name: rows[name][moments[0]])
        half = len(ranked) // 2
        sets = {"": list(rows), "lower": ranked[:half], "upper": ranked[-half:]} | self._groups
        for label, names in sets.items():
            for moment in moments:
                own = [rows[name][moment] for name in names if name in rows and moment in rows[name]]
                if not own:
                    continue
                series[f"* mean {label}"][moment] = sum(own) / len(own)
                series[f"* median {label}"][moment] = median(own)
                if not label:
                    series["* whole"][moment] = sum(own)
                    series["* highest"][moment], series["* lowest"][moment] = max(own), min(own)
                    series["* range"][moment] = max(own) - min(own)
        return series


def _has(figures: Sequence[Figure], printed: str, relative: bool) -> bool:
    fine = len(printed.partition(".")[2]) > 1  # so exact are no shares, only small ratios
    return any(
        is_same(printed, value)
        for value, is_relative in figures
        if not is_relative or (relative and not (fine and abs(value) >= _SMALL_RATIO))
    )


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


def _compute_flat(values: Values, kind: str) -> Iterator[Figure]:
    """Yield the values of a small dataset, and what can be made of every two, of lines and of runs of them."""
    flat, lines = list(values.values()), list(_lines(values))
    yield from _plainly(flat)
    yield from _compared(flat)
    inner = flat[1:-1] if kind == "bridge" else flat
    sums = [sum(flat), *map(sum, lines), *(sum(part for part in inner if part * sign > 0) for sign in (1, -1))]
    if kind == "flow":
        sources, targets = zip(*values, strict=True)
        sums.append(sum(value for (source, _), value in values.items() if source not in targets))
        sums.append(sum(value for (_, target), value in values.items() if target not in sources))
    if kind in ("bridge", "bins"):
        sums += [sum(inner[a:b]) for a in range(len(inner)) for b in range(a + 1, len(inner) + 1)]
        sums += [a + b for a, b in combinations(inner, 2)]
    yield from _plainly(sums)
    if sum(flat):
        yield from ((100 * value / sum(flat), True) for value in (*flat, *sums))
    for line in lines:
        yield sum(line) / len(line), False
        if sum(line):
            yield from ((100 * value / sum(line), True) for value in line)


def _lines(values: Values) -> Iterator[list[float]]:
    """Yield the values that share a key, for each key."""
    lines: dict[tuple[int, str], list[float]] = defaultdict(list)
    for key, value in values.items():
        for place, part in enumerate(key):
            lines[place, part].append(value)
    yield from lines.values()


def _plainly(values: Sequence[float]) -> Iterator[Figure]:
    yield from ((value, False) for value in values)


def _compared(values: Sequence[float]) -> Iterator[Figure]:
    """Yield differences, ratios and changes in percent of every two values."""
    for a, b in combinations(values, 2):
        yield a - b, False
        for low, high in ((a, b), (b, a)):
            if low:
                yield high / low, True
                yield 100 * (high - low) / low, True
                yield 100 * high / low, True


def _shifts(
    rows: Sequence[Mapping[str, float]], wholes: Mapping[str, float], wanted: Sequence[str]
) -> Iterator[Figure]:
    """Yield by how many points the share of a row changed."""
    for row in rows:
        shares = [100 * row[moment] / wholes[moment] for moment in wanted if moment in row and wholes.get(moment)]
        yield from ((b - a, True) for a, b in combinations(shares, 2))
