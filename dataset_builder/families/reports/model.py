"""What the stages of a report hand on: a world, the exhibits that show parts of it, and the plan of the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.topics import Topic

Channel = Literal["chart", "text", "both", "table", "hidden"]
"""Where a fact can be read: in a chart only, in the narrative only, in both, in a table only, nowhere."""

DatasetKind = Literal["panel", "composition", "bins", "boxes", "relation", "flow", "bridge", "profile", "seasonal"]

Key = tuple[str, ...]


@dataclass(frozen=True)
class Entity:
    """One of the things compared; ``group`` is the name of its group."""

    name: str
    group: str


@dataclass(frozen=True)
class Happening:
    """An event of the topic that took place in the world.

    Attributes:
        id: of the topic's event.
        year, month: when it happened.
        entities: names of those it touched, in the order of the world's.
        effects: by metric and entity, its lag in years and the change that it made to the value of the first year in
            which it shows, in the metric's unit. It lasts, and may come in two steps (see ``World.reasons``).
    """

    id: str
    year: int
    month: int
    entities: tuple[str, ...]
    effects: Mapping[tuple[str, str], tuple[int, float]]


@dataclass(frozen=True)
class Person:
    """Someone who speaks: ``title`` as in "chief engineer", ``actor`` the id of the body that they speak for."""

    name: str
    title: str
    actor: str


@dataclass(frozen=True)
class Dataset:
    """Figures of one kind. A fact is one value; its id is ``dataset/key/key`` (see ``fact_id``).

    ``dims`` by kind: panel (entity, year); composition (part, year); bins (bin), counts of items; boxes (class,
    statistic: min, q1, median, q3, max); relation (entity, side: x, y, size); flow (source, target); bridge (step),
    where start and end are levels and the others changes; profile (entity, dimension); seasonal (year, month).

    Attributes:
        id: of the topic's entry; a distribution gives two, ``<id>_bins`` and ``<id>_boxes``.
        name: as in titles, such as "connection wait".
        keys: of each dimension in the order in which it is shown.
        values: by key.
    """

    id: str
    kind: DatasetKind
    name: str
    unit: str
    decimals: int
    dims: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    values: Mapping[Key, float]


@dataclass(frozen=True)
class World:
    """Everything that is true of one report.

    Attributes:
        topic: its seed.
        place: name of the country, region or city.
        publisher: who writes the report.
        years: of panels and compositions, without gaps.
        entities: in the order in which they are listed.
        people: speakers, at least two for each actor.
        happenings: in order of time.
        datasets: by id, in the order of the topic.
        reasons: by (metric, entity, year), the ids of the events that moved the value in that year.
    """

    topic: Topic
    place: str
    publisher: str
    years: tuple[int, ...]
    entities: tuple[Entity, ...]
    people: tuple[Person, ...]
    happenings: tuple[Happening, ...]
    datasets: Mapping[str, Dataset]
    reasons: Mapping[tuple[str, str, int], tuple[str, ...]]

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Return a place for what follows from the world alone and is asked for often, by name."""
        return {}

    def value(self, dataset: str, *key: str) -> float:
        """Return a fact's value; raises ``KeyError`` where the world has none."""
        return self.datasets[dataset].values[key]


def fact_id(dataset: str, key: Key) -> str:
    """Return the id of a fact.

    >>> fact_id("wait", ("Harrow Basin", "2019"))
    'wait/Harrow Basin/2019'
    """
    return "/".join((dataset, *key))


@dataclass(frozen=True)
class Table:
    """A table as printed.

    Attributes:
        table_id: unique in the document, ``tab-{section}-{index}``.
        title: as printed above it.
        stub: heading of the first column.
        columns: headings of the others, with the unit where it differs by column.
        rows: label and one cell a column.
        unit: of all cells, "" where it differs by column.
        decimals: of each column.
        source: a line at the foot.
    """

    table_id: str
    title: str
    stub: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    unit: str
    decimals: tuple[int, ...]
    source: str = ""


@dataclass(frozen=True)
class Exhibit:
    """A chart or a table with the facts that it shows.

    Attributes:
        dataset: id of the dataset that it shows.
        channel: of its facts: ``chart`` (nowhere else), ``table`` (nowhere else) or ``both`` (the narrative may tell
            them). Exhibits of one dataset have one channel, and no two of channel ``chart`` or ``table`` share a fact.
        spec: the chart, or the table.
        facts: ids of the facts, in the order of the chart's data, or of the table's rows, cell by cell; "" for a mark
            that shows none (a difference).
        terms: of a chart of differences, for each mark the ids of minuend and subtrahend; else ().
        others: ids of what marks show besides their values: x and size of points, all but the median of boxes.
        asked: it is meant to be asked about: its channel is not ``both``.
        section: id of the section that shows it, "" until it is placed.
        number: as printed, "Figure 3": charts and tables are numbered apart, from 1; 0 until it is placed.
    """

    dataset: str
    channel: Channel
    spec: ChartSpec | Table
    facts: tuple[str, ...]
    section: str = ""
    number: int = 0
    terms: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()

    @property
    def asked(self) -> bool:
        """Tell whether questions may be about it."""
        return self.channel != "both"

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the ids of all facts that can be read from it."""
        return (*(fact for fact in self.facts if fact), *self.others)

    @property
    def behind(self) -> tuple[str, ...]:
        """Return the ids of all facts that it shows, or shows a difference of."""
        return (*self.shown, *(end for pair in self.terms for end in pair))

    @property
    def ref(self) -> str:
        """Return the id of the chart or table."""
        return self.spec.viz_id if isinstance(self.spec, ChartSpec) else self.spec.table_id


SectionKind = Literal[
    "summary",
    "introduction",
    "background",
    "methods",
    "evidence",
    "episode",
    "debate",
    "cases",
    "outlook",
    "recommendations",
    "limits",
    "glossary",
    "sources",
]


@dataclass(frozen=True)
class Section:
    """A chapter as planned.

    Attributes:
        id: ``s1``, ``s2``, ... in order.
        kind: what it is for.
        title: as printed.
        subjects: ids of datasets, events or debates that it is about, the main one first.
        exhibits: shown in it, in order.
        words: that it should have.
    """

    id: str
    kind: SectionKind
    title: str
    subjects: tuple[str, ...]
    exhibits: tuple[Exhibit, ...]
    words: int


StatementKind = Literal["claim", "figure", "summary", "event", "opinion", "cause", "value"]


@dataclass(frozen=True)
class Statement:
    """A passage of the narrative on which a question rests, made before a word is written and printed as it is.

    Attributes:
        id: ``st-1``, ``st-2``, ... unique in the report.
        kind: ``claim`` (somebody holds that something is so), ``figure`` (a target, a price, a standard, a rule),
            ``summary`` (figures in words), ``event`` (something happened), ``opinion`` (how something was received),
            ``cause`` (why it came about), ``value`` (figures that no exhibit shows, or the same passage without them).
        section: id of the section that prints it.
        sentences: as printed, typeset; the writer puts sentences without figures before or behind them.
        speaker: name of the person who says it, "" for the report itself.
        facts: ids of the facts of the world that it speaks about.
        said: what it states, by name: numbers, names, years, words, or lists of them. Where what is true is something
            else, that stands under the same name in ``true``. A chart-only value may stand in no other place.
        rule, terms: of the grammar, by which it was worded.
        subject: id of the dataset that it is about, "" where it is about none or several.
    """

    id: str
    kind: StatementKind
    section: str
    sentences: tuple[str, ...]
    speaker: str = ""
    facts: tuple[str, ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)
    true: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)
    subject: str = ""


@dataclass(frozen=True)
class Plan:
    """A report before it is written.

    Attributes:
        title, subtitle: as printed.
        issued: (year, month) of the report.
        sections: in order.
        channels: of every fact by id; facts that nothing shows or tells are ``hidden``.
        told: ids of the datasets that the narrative may give figures of.
        statements: passages on which questions rest.
    """

    world: World
    title: str
    subtitle: str
    issued: tuple[int, int]
    sections: tuple[Section, ...]
    channels: Mapping[str, Channel] = field(default_factory=dict)
    told: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()

    def has(self, kind: SectionKind) -> bool:
        """Tell whether there is a chapter of a kind."""
        return any(section.kind == kind for section in self.sections)

    def exhibits(self) -> Iterator[Exhibit]:
        """Yield the exhibits in the order of the document."""
        for section in self.sections:
            yield from section.exhibits
