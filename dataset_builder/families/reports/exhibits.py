"""The exhibits of a report: which figures of a world the narrative may tell, which only charts and tables show.

A dataset is either *told* (the narrative may give its figures, exhibits show them too) or *shown only*: then no two
exhibits share a fact of it, so that each of its figures stands in one place of the document. What is told is shown from
the first year to the last, or in the last: that is what the narrative speaks of.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from dataset_builder.charts.rules import DATA_LIMITS
from dataset_builder.charts.spec import CHART_TYPES, ChartSpec
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.reports.drawing import (
    choose_exactness,
    draw,
    find_named,
    make_spec,
    sample_annotations,
    sample_highlight,
    sample_order,
)
from dataset_builder.families.reports.links import find_kin, find_twins
from dataset_builder.families.reports.model import Channel, Dataset, DatasetKind, Exhibit, World, fact_id
from dataset_builder.families.reports.regions import (
    TABLE_WANTS,
    TOLD_TABLE_WANTS,
    TOLD_WANTS,
    WANTS,
    Region,
    Want,
    find_groups,
    sample_region,
    sample_told_region,
)
from dataset_builder.families.reports.tables import make_table
from dataset_builder.families.reports.titles import (
    UNIT_TYPES,
    lower_case,
    with_unit,
    write_finding,
    write_source,
    write_subtitle,
    write_title,
)

CHARTS = (5, 32)
TABLES = (3, 8)
_SHOWN_SHARE = (0.5, 0.64)
_SWAPPABLE_SHARE = (0.68, 0.78)
_MOST_OF_A_TYPE = 3 / 14
_TOLD_PANELS = 3
_BY_COLOUR = frozenset({"multi_line", "stacked_bar", "stacked_area", "grouped_bar"})
"""Types whose rows are told apart by colours."""
_MOST_COLOURS = 9
_FEW = 8
"""Charts below which two told panels are enough to be shown; the narrative may tell others."""
_SHOWN_PANELS = 2
_TRIES = 40
_LIKENESSES = (0, 1, 2, 3)
"""Of an exhibit: the first of its dataset, one with few facts in common with another of the dataset, one with many or
of a dataset that has two, and one that shows the same kind of part as another."""
_UNLIKE = 1
"""The most of these that a chart of told figures has as long as there are others of what is shown only."""
_LEAST_SLICE = 0.06
_FINDING = 0.4
"""Share of charts of told figures whose titles say what they show, where that is plain."""
_NEVER_TOLD = frozenset({"histogram", "box", "scatter", "bubble", "sankey", "radar"})
"""Types of data that are always shown only."""
_ALONE = frozenset({"diverging_bar", "waterfall", "box", "scatter", "bubble", "sankey"})
"""Types that no other type can stand in for."""
_HIGHLIGHT = 0.4
"""Share of charts that are shown only in which the place of an event stands out, of those that could have it."""


@dataclass(frozen=True)
class Split:
    """Ids of the datasets that the narrative may tell and of those that are only shown, in the order of the world."""

    told: tuple[str, ...]
    shown: tuple[str, ...]


def split_datasets(world: World, rng: random.Random) -> Split:
    """Return which datasets are told: about half of the panels, some compositions, often a bridge and a seasonal.

    What shares figures with a told one is not shown alone (see ``links``): one relation is kept clear of that.
    """
    kin = find_kin(world.topic)
    by_kind: dict[DatasetKind, list[str]] = {}
    for dataset in world.datasets.values():
        by_kind.setdefault(dataset.kind, []).append(dataset.id)
    panels = by_kind["panel"]
    kept = kin[rng.choice(by_kind["relation"])]
    free = [name for name in panels if name not in kept]
    told = set(rng.sample(free, min(len(free), rng.choice((len(panels) // 2, len(panels) // 2 + 1)))))
    parted = [name for name in by_kind["composition"] if name not in kept]
    told.update(rng.sample(parted, min(len(parted), rng.choice((1, 1, len(by_kind["composition"]) - 2)))))
    for kind in ("bridge", "seasonal"):
        others = [name for name in by_kind[kind] if name not in kept]
        if len(by_kind[kind]) > 1 and others and rng.random() < 0.6:
            told.add(rng.choice(others))
    clear = {name for name in world.datasets if name in panels or not kin.get(name, frozenset()) & told}
    return Split(
        tuple(name for name in world.datasets if name in told),
        tuple(name for name in world.datasets if name in clear and name not in told),
    )


def plan_exhibits(
    world: World,
    charts: int,
    rng: random.Random,
    types: Sequence[str] = (),
    tables: int = 4,
    *,
    style: ChartStyle,
    swappable: bool = False,
) -> tuple[Exhibit, ...]:
    """Return charts and tables of a report, not yet placed: charts of both sides mixed, then tables.

    At least half of the charts are of datasets that are shown only, three told datasets at least are panels (two where
    there are few charts), and two of those shown only.

    Args:
        world: what they show.
        charts: how many charts.
        rng: decides everything else.
        types: chart types that must be among them, shown only as far as there is room.
        tables: how many tables.
        style: of all charts.
        swappable: besides ``types``, what is shown only is shown by types that another type can stand in for.

    Raises:
        ValueError: a number or a type is out of range, or the world hasn't the data for them.
    """
    _check("charts", charts, CHARTS)
    _check("tables", tables, TABLES)
    if unknown := sorted(set(types) - set(CHART_TYPES)):
        raise ValueError(f"type {unknown[0]!r} is not one of {', '.join(CHART_TYPES)}")
    if len(set(types)) > charts:
        raise ValueError(f"{len(set(types))} types are more than {charts} charts can show")
    for _ in range(_TRIES):
        maker = _Maker(world, split_datasets(world, rng), style, rng, swappable, find_twins(world))
        if maker.make(charts, tuple(dict.fromkeys(types)), tables):
            return maker.finish()
    raise ValueError(
        f"{charts} charts ({', '.join(types) or 'any types'}) and {tables} tables can't be had from the data of topic "
        f"{world.topic.id!r}: at least half of them are to show what nothing else tells"
    )


def _check(name: str, value: int, allowed: tuple[int, int]) -> None:
    if not allowed[0] <= value <= allowed[1]:
        raise ValueError(f"{name} {value} is not from {allowed[0]} to {allowed[1]}")


def find_region(exhibit: Exhibit, world: World) -> Region:
    """Return what an exhibit shows of its dataset."""
    dataset = world.datasets[exhibit.dataset]
    ids = {fact_id(dataset.id, key): key for key in dataset.values}
    keys = [ids[fact] for fact in (*exhibit.shown, *(fact for pair in exhibit.terms for fact in pair))]
    rows, columns = ({key[place] for key in keys if len(key) > place} for place in (0, 1))
    return Region(
        dataset,
        tuple(name for name in dataset.keys[0] if name in rows),
        tuple(name for name in dataset.keys[1] if name in columns) if len(dataset.keys) > 1 else (),
    )


def with_type(exhibit: Exhibit, world: World, chart_type: str, style: ChartStyle) -> Exhibit:
    """Return an exhibit that shows the same facts under the same title as a chart of another type.

    Raises:
        ValueError: it is a table, or its data can't be shown as that type; the message lists the types that can.
    """
    allowed = swappable_types(exhibit, world)
    if chart_type not in allowed or not isinstance(spec := exhibit.spec, ChartSpec):
        raise ValueError(
            f"{exhibit.ref}: chart_type {chart_type!r} is not one of those for its data: {', '.join(allowed) or 'none'}"
        )
    region = find_region(exhibit, world)
    exact, minor = choose_exactness(chart_type, len(exhibit.facts), random.Random(0))
    rows = tuple(dict.fromkeys(fact.split("/")[1] for fact in exhibit.facts))
    drawn = draw(world, region, chart_type, exact, minor, rows)
    known = {datum.label for datum in drawn.data} | {datum.category for datum in drawn.data}
    made = make_spec(
        spec.viz_id,
        chart_type,
        drawn,
        style,
        title=spec.title,
        subtitle=with_unit(spec.subtitle, drawn.unit) if chart_type in UNIT_TYPES else spec.subtitle,
        source=spec.source,
        highlighted=tuple(name for name in spec.highlighted if name in known),
    )
    return replace(exhibit, spec=made, facts=drawn.facts)


def swappable_types(exhibit: Exhibit, world: World) -> tuple[str, ...]:
    """Return the types that a chart can be changed to without a change of its facts, its own among them."""
    if not isinstance(exhibit.spec, ChartSpec) or exhibit.terms:
        return ()
    region = find_region(exhibit, world)
    fixed = ("diverging_bar", "scatter", "bubble")
    return tuple(
        name
        for name in region.types
        if name == exhibit.spec.chart_type or (name not in fixed and _has_room(name, region))
    )


def _has_room(chart_type: str, region: Region) -> bool:
    limits = {"grouped_bar": 18, "heatmap": 54, "bar": 12, "slope": 16}
    if chart_type in _BY_COLOUR and len(region.rows) > _MOST_COLOURS:
        return False
    return len(region.keys) <= min(limits.get(chart_type, 99), DATA_LIMITS[chart_type][1])


@dataclass
class _Maker:
    """Draws exhibits one after another, keeping account of what is taken."""

    world: World
    split: Split
    style: ChartStyle
    rng: random.Random
    swappable: bool
    twins: Mapping[str, str]
    taken: set[str] = field(default_factory=set)
    views: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    uses: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    charts: list[Exhibit] = field(default_factory=list)
    tables: list[Exhibit] = field(default_factory=list)

    def make(self, charts: int, types: tuple[str, ...], tables: int) -> bool:
        """Make all exhibits; return whether they could be had."""
        share = self.rng.uniform(*(_SWAPPABLE_SHARE if self.swappable else _SHOWN_SHARE))
        untold = [name for name in types if name in _NEVER_TOLD]
        shown = max(-(-charts // 2), round(charts * share), min(len(untold), charts - 1))
        left: dict[bool, int] = {True: shown, False: charts - shown}
        shown_tables = -(-tables // 2)
        told_panels = _TOLD_PANELS if charts >= _FEW else _TOLD_PANELS - 1
        for chart_type in (*untold, *(name for name in types if name not in untold)):
            sides = [side for side in (True, False) if left[side]]
            side = next((side for side in sides if self._add_chart((chart_type,), side)), None)
            if side is None:
                return False
            left[side] -= 1
        for side, least in ((False, told_panels), (True, _SHOWN_PANELS)):
            while left[side] and len(self._panels(side)) < least:
                if not self._add_chart(self._ranked(charts, side), side, ("panel",), fresh=True):
                    return False
                left[side] -= 1
        for number in range(tables):
            side = number < shown_tables
            need = len(self._panels(side)) < (_SHOWN_PANELS if side else told_panels)
            if not self._add_table(side, fresh_panel=need):
                return False
        while any(left.values()):
            side = left[True] >= left[False]
            if not side and not self._add_chart(self._ranked(charts, False), False, most=_UNLIKE):
                side = self._add_chart(self._ranked(charts, True), True, most=_UNLIKE)  # rather what nothing else tells
                if side or self._add_chart(self._ranked(charts, False), False):
                    left[False] -= 1
                    continue
                return False
            if side and not self._add_chart(self._ranked(charts, True), True):
                return False
            left[side] -= 1
        return len(self._panels(False)) >= told_panels and len(self._panels(True)) >= _SHOWN_PANELS

    def finish(self) -> tuple[Exhibit, ...]:
        """Return the exhibits with provisional ids, charts in random order."""
        self.rng.shuffle(self.charts)
        charts = [_renamed(exhibit, f"viz-0-{number}") for number, exhibit in enumerate(self.charts, start=1)]
        tables = [_renamed(exhibit, f"tab-0-{number}") for number, exhibit in enumerate(self.tables, start=1)]
        return (*charts, *tables)

    def _panels(self, side: bool) -> set[str]:
        names = self.split.shown if side else self.split.told
        return {name for name in names if self.uses[name] and self.world.datasets[name].kind == "panel"}

    def _ranked(self, charts: int, side: bool) -> tuple[str, ...]:
        """Return the types that may still be used, the least used first."""
        most = max(1, int(charts * _MOST_OF_A_TYPE))
        types = [name for name in CHART_TYPES if not (self.swappable and side and name in _ALONE)]
        free = [name for name in self.rng.sample(types, len(types)) if self.types[name] < most]
        return tuple(sorted(free, key=lambda name: self.types[name]))

    def _sources(
        self, wants: Sequence[Want], side: bool, kinds: Sequence[DatasetKind], fresh: bool
    ) -> Iterator[tuple[Dataset, Want]]:
        """Yield datasets of a side with what is wanted of them, the least used first."""
        names = self.split.shown if side else self.split.told
        found = [
            (dataset, want)
            for name in names
            for want in wants
            if (dataset := self.world.datasets[name]).kind == want.kind
            and (not kinds or dataset.kind in kinds)
            and not (fresh and self.uses[name])
        ]
        self.rng.shuffle(found)
        yield from sorted(found, key=lambda pair: self.uses[pair[0].id])

    def _sample(self, dataset: Dataset, want: Want, side: bool) -> Region | None:
        """Return a part of a dataset: of one that is shown only, one none of whose facts another exhibit shows."""
        if not side:
            return sample_told_region(dataset, want, self.rng)
        return sample_region(
            dataset,
            want,
            lambda key: self._fact(fact_id(dataset.id, key)) not in self.taken,
            self.rng,
            find_groups(self.world),
        )

    def _fact(self, fact: str) -> str:
        """Return the id that a fact has where the same figure stands in two datasets."""
        return self.twins.get(fact, fact)

    def _add_chart(
        self,
        types: Sequence[str],
        side: bool,
        kinds: Sequence[DatasetKind] = (),
        *,
        fresh: bool = False,
        most: int = _LIKENESSES[-1],
    ) -> bool:
        """Add a chart of the first type that can be had, as little as can be like another; return whether one could.

        Args:
            types: that it may be of.
            side: whether it is of what is shown only.
            kinds: of its dataset; none for any.
            fresh: whether its dataset must not have been shown.
            most: how much it may be like another.
        """
        wants = WANTS if side else TOLD_WANTS
        for likeness, chart_type in product(_LIKENESSES[: most + 1], types):
            for dataset, want in self._sources(wants.get(chart_type, ()), side, kinds, fresh):
                region = self._sample(dataset, want, side)
                if region is None or not _suits(chart_type, region) or self._likeness(region) > likeness:
                    continue
                if self._take(region, side):
                    self.charts.append(self._chart(region, chart_type, side))
                    self.types[chart_type] += 1
                    return True
        return False

    def _add_table(self, side: bool, *, fresh_panel: bool) -> bool:
        kinds: tuple[DatasetKind, ...] = ("panel",) if fresh_panel else ()
        all_wants = TABLE_WANTS if side else TOLD_TABLE_WANTS
        wants = self.rng.sample(all_wants, len(all_wants))
        for likeness, (dataset, want) in product(_LIKENESSES, list(self._sources(wants, side, kinds, fresh_panel))):
            region = self._sample(dataset, want, side)
            if region is not None and self._likeness(region) <= likeness and self._take(region, side):
                self.tables.append(self._table(region, side))
                return True
        return False

    def _likeness(self, region: Region) -> int:
        """Return how much a region is like what another exhibit shows, as a place in ``_LIKENESSES``."""
        facts = set(region.facts)
        seen = [(set(shown), shape) for dataset, shape, shown in self.views if dataset == region.dataset.id]
        if any(shape == region.shape for _, shape in seen):
            return 3
        if len(seen) > 1 or any(2 * len(facts & shown) > min(len(facts), len(shown)) for shown, _ in seen):
            return 2
        return len(seen)

    def _take(self, region: Region, side: bool) -> bool:
        """Note that a region is shown, unless another exhibit shows just that."""
        view = (region.dataset.id, region.shape, tuple(sorted(region.facts)))
        if view in self.views:
            return False
        self.views.add(view)
        self.uses[region.dataset.id] += 1
        if side:
            self.taken.update(map(self._fact, region.facts))
        return True

    def _title(self, region: Region, *, change: bool = False, told: bool = False) -> str:
        finding = write_finding(self.world, region, self.rng) if told and self.rng.random() < _FINDING else ""
        if finding and finding not in self.titles:
            self.titles.add(finding)
            return finding
        titles = (write_title(self.world, region, self.rng, change=change) for _ in range(_TRIES))
        title = next((title for title in titles if title not in self.titles), None)
        if title is None:
            raise ValueError(f"no title is left for another exhibit of {region.dataset.id!r}")
        self.titles.add(title)
        return title

    def _chart(self, region: Region, chart_type: str, side: bool) -> Exhibit:
        rng, world = self.rng, self.world
        exact, minor = choose_exactness(chart_type, len(region.keys), rng)
        change = chart_type == "diverging_bar"
        drawn = draw(world, region, chart_type, exact, minor, sample_order(region, chart_type, rng))
        title = self._title(region, change=change, told=not side and not change)
        subtitle = write_subtitle(world, region, chart_type, rng, title)
        highlighted = find_named(region, chart_type, title)
        if side:
            highlighted, reason = sample_highlight(world, region, drawn, chart_type, _HIGHLIGHT, rng)
            subtitle = f"{subtitle}; {lower_case(reason)}" if subtitle and reason else subtitle or reason
        spec = make_spec(
            f"viz-0-{len(self.charts) + 1}",
            chart_type,
            drawn,
            self.style,
            title=title,
            subtitle=subtitle,
            source=write_source(world, region.dataset.id),
            highlighted=highlighted,
            annotations=sample_annotations(world, region, drawn, rng),
        )
        shown = set(drawn.facts)
        return Exhibit(
            dataset=region.dataset.id,
            channel="chart" if side else "both",
            spec=spec,
            facts=drawn.facts,
            terms=drawn.terms,
            others=() if change else tuple(fact for fact in self._others(region, chart_type) if fact not in shown),
        )

    def _others(self, region: Region, chart_type: str) -> tuple[str, ...]:
        if chart_type != "scatter":
            return region.facts
        return tuple(fact for fact, key in zip(region.facts, region.keys, strict=True) if key[1] != "size")

    def _table(self, region: Region, side: bool) -> Exhibit:
        table, facts = make_table(
            self.world,
            region,
            f"tab-0-{len(self.tables) + 1}",
            self._title(region),
            write_source(self.world, region.dataset.id),
            self.rng,
        )
        channel: Channel = "table" if side else "both"
        return Exhibit(region.dataset.id, channel, table, facts)


def _renamed(exhibit: Exhibit, ref: str) -> Exhibit:
    spec = exhibit.spec
    named = replace(spec, viz_id=ref) if isinstance(spec, ChartSpec) else replace(spec, table_id=ref)
    return replace(exhibit, spec=named)


def _suits(chart_type: str, region: Region) -> bool:
    """Tell whether a type can show a region well: a change up and down, slices that have room for their values."""
    if chart_type == "diverging_bar":
        return _is_mixed(region)
    if chart_type in ("pie", "donut"):
        values = [region.value(*key) for key in region.keys]
        return min(values) >= _LEAST_SLICE * sum(values)
    return True


def _is_mixed(region: Region) -> bool:
    """Tell whether some values rose and some fell from the first column to the last, two of each at least."""
    rises = sum(region.value(row, region.columns[-1]) > region.value(row, region.columns[0]) for row in region.rows)
    return 2 <= rises <= len(region.rows) - 2
