"""Which part of a dataset an exhibit shows, and which chart types can show a part of that shape."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dataset_builder.families.reports.model import Dataset, DatasetKind, Key, World, fact_id

Free = Callable[[Key], bool]
"""Whether a fact of the dataset may still be shown."""


@dataclass(frozen=True)
class Region:
    """Rows and columns of a dataset: keys of its first and its second dimension; no columns where it has but one."""

    dataset: Dataset
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        """Return the keys of the values shown, row by row."""
        if not self.columns:
            return tuple((row,) for row in self.rows)
        found = ((row, column) for row in self.rows for column in self.columns)
        return tuple(key for key in found if key in self.dataset.values)

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the ids of the facts shown, row by row."""
        return tuple(fact_id(self.dataset.id, key) for key in self.keys)

    def value(self, *key: str) -> float:
        """Return a value."""
        return self.dataset.values[key]

    @property
    def is_gapped(self) -> bool:
        """Tell whether columns of the dataset are left out between those shown."""
        if len(self.columns) < 3:
            return False
        places = [self.dataset.keys[1].index(column) for column in self.columns]
        return places[-1] - places[0] >= len(places)

    @property
    def types(self) -> tuple[str, ...]:
        """Return the chart types that can show this part, without anything added or left out."""
        return _TYPES[self.dataset.kind, self.shape]

    @property
    def shape(self) -> str:
        """Return ``whole``, or ``across`` (one column), ``along`` (one row), ``pair`` (two columns), ``block``."""
        if self.dataset.kind in _WHOLE:
            return "whole"
        if len(self.columns) == 1:
            return "across"
        if len(self.rows) == 1:
            return "along"
        return "pair" if len(self.columns) == 2 else "block"


_WHOLE: frozenset[DatasetKind] = frozenset({"bins", "boxes", "relation", "flow", "bridge"})

_BARS = ("bar", "horizontal_bar", "lollipop")
_PARTS = ("pie", "donut", "treemap")

_TYPES: Mapping[tuple[DatasetKind, str], tuple[str, ...]] = {
    ("panel", "across"): _BARS,
    ("panel", "along"): ("line", "area", "bar", "lollipop"),
    ("panel", "pair"): ("slope", "dumbbell", "grouped_bar", "diverging_bar"),
    ("panel", "block"): ("multi_line", "sparkline_grid", "heatmap", "grouped_bar"),
    ("composition", "across"): (*_PARTS, *_BARS),
    ("composition", "along"): ("line", "area", "bar", "lollipop"),
    ("composition", "pair"): ("stacked_bar", "slope", "dumbbell", "grouped_bar"),
    ("composition", "block"): ("stacked_bar", "stacked_area", "multi_line", "grouped_bar", "heatmap"),
    ("profile", "block"): ("radar", "heatmap", "grouped_bar"),
    ("seasonal", "along"): ("line", "area", "bar", "lollipop"),
    ("seasonal", "pair"): (),
    ("seasonal", "block"): ("multi_line", "heatmap"),
    ("bins", "whole"): ("histogram", "bar"),
    ("boxes", "whole"): ("box",),
    ("relation", "whole"): ("scatter", "bubble"),
    ("flow", "whole"): ("sankey",),
    ("bridge", "whole"): ("waterfall",),
}


@dataclass(frozen=True)
class Want:
    """What a chart type asks of a kind of data: how many rows and columns, ``None`` for all that there are."""

    kind: DatasetKind
    rows: tuple[int, int] | None
    columns: tuple[int, int] | None


WANTS: Mapping[str, tuple[Want, ...]] = {
    "bar": (
        Want("panel", (6, 12), (1, 1)),
        Want("composition", (4, 7), (1, 1)),
        Want("seasonal", (1, 1), (12, 12)),
    ),
    "horizontal_bar": (Want("panel", (6, 12), (1, 1)), Want("composition", (4, 7), (1, 1))),
    "lollipop": (Want("panel", (6, 12), (1, 1)),),
    "grouped_bar": (Want("panel", (4, 9), (2, 2)), Want("composition", (4, 5), (2, 3))),
    "stacked_bar": (Want("composition", (4, 5), (4, 6)), Want("composition", (6, 7), (3, 4))),
    "diverging_bar": (Want("panel", (7, 12), (2, 2)),),
    "waterfall": (Want("bridge", None, None),),
    "histogram": (Want("bins", None, None),),
    "line": (Want("panel", (1, 1), (7, 14)), Want("seasonal", (1, 1), (12, 12))),
    "multi_line": (
        Want("panel", (3, 5), (7, 14)),
        Want("seasonal", (3, 4), (12, 12)),
    ),
    "area": (Want("panel", (1, 1), (7, 14)), Want("seasonal", (1, 1), (12, 12))),
    "stacked_area": (Want("composition", (4, 7), (5, 10)),),
    "sparkline_grid": (Want("panel", (6, 9), (6, 14)),),
    "slope": (Want("panel", (5, 8), (2, 2)), Want("composition", (4, 6), (2, 2))),
    "dumbbell": (Want("panel", (6, 12), (2, 2)),),
    "scatter": (Want("relation", (6, 12), (3, 3)),),
    "bubble": (Want("relation", (5, 9), (3, 3)),),
    "box": (Want("boxes", None, None),),
    "heatmap": (
        Want("panel", (6, 12), (4, 4)),
        Want("profile", (3, 5), (3, 12)),
        Want("seasonal", (3, 4), (12, 12)),
    ),
    "pie": (Want("composition", (4, 7), (1, 1)),),
    "donut": (Want("composition", (4, 7), (1, 1)),),
    "radar": (Want("profile", (2, 2), (3, 12)),),
    "sankey": (Want("flow", None, None),),
    "treemap": (Want("composition", (4, 7), (1, 1)),),
}
"""What each type shows of data that are shown only. Parts of a whole are always all shown."""

TOLD_WANTS: Mapping[str, tuple[Want, ...]] = {
    "bar": (
        Want("panel", (6, 12), (1, 1)),
        Want("composition", (4, 7), (1, 1)),
        Want("seasonal", (1, 1), None),
    ),
    "horizontal_bar": (Want("panel", (6, 12), (1, 1)), Want("composition", (4, 7), (1, 1))),
    "lollipop": (Want("panel", (6, 12), (1, 1)),),
    "grouped_bar": (Want("panel", (4, 9), (2, 2)), Want("composition", (4, 5), (2, 3))),
    "stacked_bar": (Want("composition", (4, 5), (4, 6)), Want("composition", (6, 7), (3, 4))),
    "diverging_bar": (Want("panel", (6, 12), (2, 2)),),
    "waterfall": (Want("bridge", None, None),),
    "line": (Want("seasonal", (1, 1), None),),
    "multi_line": (Want("panel", (4, 5), None), Want("seasonal", (3, 4), None)),
    "area": (Want("seasonal", (1, 1), None),),
    "stacked_area": (Want("composition", (4, 7), None),),
    "sparkline_grid": (Want("panel", (6, 6), None),),
    "slope": (Want("panel", (5, 8), (2, 2)), Want("composition", (4, 6), (2, 2))),
    "dumbbell": (Want("panel", (6, 12), (2, 2)),),
    "heatmap": (Want("panel", (6, 12), (4, 4)), Want("seasonal", (3, 4), None)),
    "pie": (Want("composition", (4, 7), (1, 1)),),
    "donut": (Want("composition", (4, 7), (1, 1)),),
    "treemap": (Want("composition", (4, 7), (1, 1)),),
}
"""What types show of data that the narrative tells: the whole time, and all rows or those at the top and the foot."""

TOLD_TABLE_WANTS = (
    Want("panel", (6, 12), (4, 6)),
    Want("panel", (6, 12), (4, 6)),
    Want("composition", (4, 7), (4, 6)),
    Want("seasonal", (3, 4), None),
    Want("bridge", None, None),
)

TABLE_WANTS = (
    Want("panel", (8, 12), (3, 4)),
    Want("panel", (8, 12), (3, 4)),
    Want("composition", (4, 7), (4, 6)),
    Want("seasonal", (3, 4), (12, 12)),
    Want("profile", (3, 5), (3, 12)),
    Want("relation", None, None),
    Want("boxes", None, None),
    Want("bridge", None, None),
)


def find_groups(world: World) -> tuple[frozenset[str], ...]:
    """Return the names of the entities of each group."""
    names = sorted({entity.group for entity in world.entities})
    return tuple(frozenset(entity.name for entity in world.entities if entity.group == name) for name in names)


def sample_region(
    dataset: Dataset, want: Want, free: Free, rng: random.Random, groups: Sequence[frozenset[str]] = ()
) -> Region | None:
    """Return a part of a dataset all of whose facts are free, None if it has none such.

    Times run without gaps to the latest that can be had, as many as can be; pairs are of the first and the last. Where
    not all rows of a panel have room, those of one or two groups are chosen, or as many as can be.
    """
    keys = dataset.keys
    if want.rows is None or want.columns is None:
        whole = Region(dataset, keys[0], keys[1] if len(keys) > 1 else ())
        return whole if all(map(free, whole.keys)) else None
    whole_only = dataset.kind == "profile"
    for columns in [keys[1]] if whole_only else _column_runs(keys[1], want.columns, rng):
        open_rows = [row for row in keys[0] if all(free((row, column)) for column in columns)]
        least, most = want.rows
        if dataset.kind == "composition":
            least = len(keys[0])
        most = min(most, len(open_rows))
        if most < least:
            continue
        if dataset.kind == "seasonal" and most < len(keys[0]):
            runs = [keys[0][start : start + most] for start in range(len(keys[0]) - most, -1, -1)]
            if run := next((run for run in runs if set(run) <= set(open_rows)), None):
                return Region(dataset, run, columns)
            continue
        chosen = set(rng.sample(open_rows, most))
        if most < len(keys[0]):
            free_groups = [group for group in groups if group <= set(open_rows)]
            unions = [one | other for one in free_groups for other in free_groups]
            if fitting := [union for union in unions if least <= len(union) <= most]:
                largest = max(map(len, fitting))
                chosen = set(rng.choice([union for union in fitting if len(union) == largest]))
        return Region(dataset, tuple(row for row in keys[0] if row in chosen), columns)
    return None


def sample_told_region(dataset: Dataset, want: Want, rng: random.Random) -> Region | None:
    """Return a part of a dataset that bears out what the narrative says of all of it, None if it is too small.

    Times are the last one, or go from the first to the last: all of them, or some at nearly even distances. Where not
    all rows of a panel have room, those are there that are highest and lowest at the first and the last time.
    """
    keys = dataset.keys
    if want.rows is None:
        return Region(dataset, keys[0], keys[1] if len(keys) > 1 else ())
    least, most = want.rows
    if dataset.kind == "seasonal":
        return Region(dataset, keys[0][-most:], keys[1]) if len(keys[0]) >= least else None
    if len(keys[0]) < least or (dataset.kind == "composition" and len(keys[0]) > most):
        return None
    columns = keys[1] if want.columns is None else spread(keys[1], rng.randint(*want.columns))
    rows = keys[0] if len(keys[0]) <= most else _telling_rows(dataset, most, rng)
    return Region(dataset, rows, columns)


def spread(columns: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return so many of the columns, the first and the last among them, at nearly even distances; of one the last.

    >>> spread(("2013", "2014", "2015", "2016", "2017"), 3), spread(("2013", "2014"), 1), spread(("2013", "2014"), 4)
    (('2013', '2015', '2017'), ('2014',), ('2013', '2014'))
    """
    if count >= len(columns):
        return columns
    if count == 1:
        return columns[-1:]
    last = len(columns) - 1
    return tuple(columns[round(place * last / (count - 1))] for place in range(count))


def _telling_rows(dataset: Dataset, count: int, rng: random.Random) -> tuple[str, ...]:
    """Return rows in their order: the highest and the lowest of the first and the last column, then any others."""
    rows, columns = dataset.keys
    chosen = dict.fromkeys(
        end(rows, key=lambda row: dataset.values[row, column])
        for column in (columns[-1], columns[0])
        for end in (max, min)
    )
    others = [row for row in rng.sample(rows, len(rows)) if row not in chosen]
    kept = {*list(chosen)[:count], *others[: max(0, count - len(chosen))]}
    return tuple(row for row in rows if row in kept)


def _column_runs(columns: tuple[str, ...], count: tuple[int, int], rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Yield runs of columns, those that end last first, of these the longest; pairs by how far apart they lie."""
    least, most = count[0], min(count[1], len(columns))
    places = range(len(columns))
    if count == (2, 2):
        gap = min(3, len(columns) - 1)
        pairs = [(first, last) for first in places for last in places[first + gap :]]
        rng.shuffle(pairs)
        yield from (
            (columns[first], columns[last]) for first, last in sorted(pairs, key=lambda pair: pair[0] - pair[1])
        )
        return
    for end in range(len(columns), 0, -1):
        for length in range(min(most, end), least - 1, -1):
            yield columns[end - length : end]
