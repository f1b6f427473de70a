"""Topic seeds: what people who know a field would write in a report on it, as data (SynthDocBench, section 3.1).

Each file ``assets/reports/topics/<domain>/<topic_id>.toml`` holds one topic; its tables are the classes below, field by
field. Texts hold no figures: those come from the world that is simulated from the seed (``worlds``). Forms of text:

- *sentences*: whole ones, with capital and full stop; those of one list can follow each other in that order;
- *clause*: subject and finite verb, to stand behind "because", "that" or "when": no capital, no full stop;
- *phrase*: a noun phrase as it stands inside a sentence, with its article.

Slots in braces: ``{place}``, an actor's id (its name, later its short name), and in passages, sidebars and events
``{entity}`` and ``{other}``, two entities.

Entries that speak of the same thing are *linked*, so that their figures agree (``links`` reads the references):

- ``of``: these are the figures of another entry: ``"spend"`` (the totals of a composition, or its parts by name,
  ``"spend:Staff+Buildings"``), ``"sum:landings"`` and ``"mean:wait"`` (of a metric over the entities, of the months of
  a seasonal over a year), ``"rest:metered"`` (100 less the mean). ``times`` turns them into the entry's unit. Of a
  relation's side it is a metric, ``"wait"`` or ``"rest:filled"``: each entity's value of the last year.
- ``follows``: these change in proportion to others, ``["visits", "cost"]``, against those with a minus, ``"-load"``.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

DOMAINS = {
    "ai-technology": "AI and technology",
    "economics-finance": "Economics and finance",
    "environment-energy": "Environment and energy",
    "health": "Health",
    "governance-geopolitics": "Governance and geopolitics",
    "society-culture": "Society and culture",
}
"""The six domains of SynthDocBench's Figure 11, by the name of their folder."""

Texts = tuple[str, ...]
Better = Literal["higher", "lower", "neither"]
Shape = Literal["right-skewed", "left-skewed", "bimodal", "symmetric"]
Sign = Literal["positive", "negative", "none"]
Extent = Literal["all", "group", "one"]
_LINKS = frozenset(
    {
        "of",
        "mean_of",
        "follows",
        "adds_to",
        "covers",
        "high",
        "low",
        "befalls",
        "done_by",
        "answered_by",
        "when",
        "shown_by",
        "settled_by",
    }
)
"""Fields that are references, no texts."""
Purpose = Literal["background", "mechanism", "stakes", "people", "history", "practice", "comparison", "outlook"]


@dataclass(frozen=True)
class Group:
    """Some of the entities: ``name`` is a plural phrase without article; ``traits`` clauses on what sets them apart.

    ``high`` and ``low`` are ids of the metrics on which the traits place them above or below the other groups.
    """

    name: str
    traits: Texts
    high: Texts = ()
    low: Texts = ()


@dataclass(frozen=True)
class Entities:
    """What a report compares all through: ``kind`` in the singular, ``kinds`` in the plural, fictional ``names``."""

    kind: str
    kinds: str
    names: Texts
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Actor:
    """A body with a stake.

    Attributes:
        id: as used in slots.
        name: in full, without article where it takes none.
        short: phrase by which it is named later, such as "the Office".
        interest: clause on what it wants and why.
        speakers: titles of people who speak for it, such as "chief engineer".
        quotes: what they say, whole sentences without quotation marks.
    """

    id: str
    name: str
    short: str
    interest: str
    speakers: Texts
    quotes: Texts


@dataclass(frozen=True)
class Metric:
    """A figure that each entity has for each year.

    Attributes:
        id: unique in the topic.
        name: noun phrase without article, as in a chart's title, such as "connection wait".
        phrase: the same in full, with article, such as "the median wait from application to energisation".
        short: how a later sentence takes it up, with article, such as "the wait".
        unit: as printed behind a number or in a title, such as "months", "%", "MW", "per 1,000 residents".
        decimals: of its values, 0 to 2.
        low, high: range of the entities' values in the first year; all values of the report stay near it.
        drift: change in a usual year as a share of the value, -0.1 to 0.1.
        better: which direction people want.
        definition: sentences on what is counted, how and by whom.
        matters: sentences on why it matters.
        caveats: sentences on what it hides.
        up: clauses on what raises it.
        down: clauses on what lowers it.
        risen, fallen: clauses on what it means for the topic's first question that the average of all is higher, or
            lower, than it was.
    """

    id: str
    name: str
    phrase: str
    short: str
    unit: str
    decimals: int
    low: float
    high: float
    drift: float
    better: Better
    risen: str
    fallen: str
    definition: Texts
    matters: Texts
    caveats: Texts
    up: Texts
    down: Texts


@dataclass(frozen=True)
class Composition:
    """A total and its parts over the years: ``shares`` of the parts at first, ``shifts`` their change in ten years.

    ``parts_of`` gives parts of it by reference: the mean of a percentage is the part's share, all else its amount.
    """

    id: str
    name: str
    unit: str
    decimals: int
    low: float
    high: float
    parts: Texts
    shares: tuple[float, ...]
    shifts: tuple[float, ...]
    notes: Texts
    of: str = ""
    times: float = 1.0
    follows: Texts = ()
    parts_of: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Distribution:
    """How single items spread: ``items`` in the plural, ``classes`` the kinds of item that are set side by side.

    ``of`` names a figure of the last year that the middle of the items lies near; ``leans``, where given, is how far
    the items of each class tend to lie above (0.5) or below (-0.5) the others.
    """

    id: str
    name: str
    items: str
    unit: str
    decimals: int
    low: float
    high: float
    shape: Shape
    classes: Texts
    notes: Texts
    of: str = ""
    times: float = 1.0
    leans: tuple[float, ...] = ()


@dataclass(frozen=True)
class Measure:
    """One side of a relation; one that is a metric (``of``) has its unit, decimals, range, and by default its name.

    ``adds_to`` names a figure of the last year that the entities' values add up to, of a bridge its end.
    """

    name: str = ""
    unit: str = ""
    decimals: int = 0
    low: float = 0.0
    high: float = 0.0
    of: str = ""
    adds_to: str = ""
    times: float = 1.0


@dataclass(frozen=True)
class Relation:
    """Two measures of every entity, and a third for the size of bubbles."""

    id: str
    name: str
    x: Measure
    y: Measure
    size: Measure
    sign: Sign
    notes: Texts


@dataclass(frozen=True)
class Flow:
    """What goes from ``sources`` through ``middle`` (which may be empty) to ``targets``.

    ``of`` gives its total of the last year, ``nodes`` the amounts of nodes, all of them sources, middle or targets.
    """

    id: str
    name: str
    unit: str
    decimals: int
    low: float
    high: float
    sources: Texts
    middle: Texts
    targets: Texts
    notes: Texts
    of: str = ""
    times: float = 1.0
    nodes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Bridge:
    """A level and what adds to it (``gains``) or takes from it (``losses``) on the way to another level.

    ``of`` and ``follows`` link the first year to the last; ``weights`` are the usual sizes of gains, then losses.
    """

    id: str
    name: str
    unit: str
    decimals: int
    low: float
    high: float
    start: str
    end: str
    gains: Texts
    losses: Texts
    notes: Texts
    of: str = ""
    times: float = 1.0
    follows: Texts = ()
    weights: tuple[float, ...] = ()


@dataclass(frozen=True)
class Profile:
    """Scores from 0 to 100 of an assessment on several ``dimensions``.

    ``ranks`` names metrics of dimensions: who does better on the metric has the higher score.
    """

    id: str
    name: str
    dimensions: Texts
    notes: Texts
    ranks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seasonal:
    """A monthly figure of the whole place with a high in ``peak`` (1 to 12).

    The months add up to the year's figure that ``of`` names; of figures a day or a week, ``mean_of`` is their mean.
    """

    id: str
    name: str
    unit: str
    decimals: int
    low: float
    high: float
    peak: int
    notes: Texts
    of: str = ""
    mean_of: str = ""
    times: float = 1.0
    follows: Texts = ()


@dataclass(frozen=True)
class Move:
    """An event's effect on a metric: ``effect`` as a share of its value, ``lag`` in years (0 to 3)."""

    metric: str
    effect: float
    lag: int


@dataclass(frozen=True)
class Event:
    """Something that happened and moved metrics.

    Attributes:
        id: unique in the topic.
        noun: phrase for it, such as "the switch to cluster studies".
        what: clauses in the past tense that tell it, each in other words.
        extent: whether it touched all entities, those of a group, or one.
        moves: its effects.
        mechanism: clauses in the past tense on how it worked, each another step or side of it.
        critics: clauses in the past tense on what opponents held against it.
        passage: sentences that tell the episode.
        lessons: sentences on what was learnt.
        befalls: the groups of entities to which alone it can happen; any where there are none.
    """

    id: str
    noun: str
    what: Texts
    extent: Extent
    moves: tuple[Move, ...]
    mechanism: Texts
    critics: Texts
    passage: Texts
    lessons: Texts
    befalls: Texts = ()


@dataclass(frozen=True)
class Debate:
    """What people argue over: two clauses, sentences for each side, and what evidence would settle it.

    ``settled_by`` are ids of events after which nobody would argue over it any more.
    """

    id: str
    issue: str
    claim: str
    claim_by: str
    grounds: Texts
    counter: str
    counter_by: str
    counter_grounds: Texts
    evidence: Texts
    settled_by: Texts = ()


@dataclass(frozen=True)
class Method:
    """How something was found out: a phrase, sentences on the work, sentences on its limits."""

    name: str
    work: Texts
    limits: Texts


@dataclass(frozen=True)
class Recommendation:
    """What should be done: ``action`` as a bare infinitive, such as "publish queue positions every month".

    ``by`` is an actor who can do it, ``done_by`` names events after which it has been done.
    """

    action: str
    by: str
    rationale: Texts
    objection: str
    reply: Texts
    done_by: Texts = ()


@dataclass(frozen=True)
class Passage:
    """A paragraph under a heading of its own: sentences that belong together in this order."""

    title: str
    purpose: Purpose
    sentences: Texts


@dataclass(frozen=True)
class Sidebar:
    """A box that stands beside the argument: a case, an explanation, a portrait."""

    title: str
    sentences: Texts


@dataclass(frozen=True)
class Essay:
    """A paragraph that discusses the metric, dataset, group or debate ``of``, whatever its values are.

    There are some for chapters as well: ``introduction`` and ``outlook``. With ``when`` it interprets that the mean of
    a metric over the entities has risen (``up``) or fallen (``down``).
    """

    of: str
    sentences: Texts
    when: Literal["", "up", "down"] = ""


@dataclass(frozen=True)
class Term:
    """An entry of the glossary: ``meaning`` is one or two sentences."""

    term: str
    meaning: str


@dataclass(frozen=True)
class DataSource:
    """Where figures come from: a fictional publication or register; ``covers`` are ids of the data that it yields."""

    title: str
    publisher: str
    covers: Texts = ()


@dataclass(frozen=True)
class Thesis:
    """A sentence that a report may argue for, where its figures have gone as ``shown_by`` says: ``"wait up"``."""

    text: str
    shown_by: Texts

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Return the metrics that bear it out, and which way their averages have gone then."""
        return [(name, way) for name, way in (item.split(" ") for item in self.shown_by)]


@dataclass(frozen=True)
class Topic:
    """A topic seed.

    Attributes:
        id: name of the file.
        domain: name of the folder, a key of ``DOMAINS``.
        places: fictional names of the country, region or city that a report is about.
        place_kind: noun for it, such as "country".
        titles: of reports; may hold ``{place}``.
        subtitles: likewise.
        publishers: fictional bodies that publish such reports.
        questions: clauses on what the report asks, to stand behind "asks", beginning with a question word or "whether".
        answered_by: the metrics that bear on the first question, the nearest first.
        theses: answers to the first question that a report may argue for.
        voice: how the trade writes.
    """

    id: str
    domain: str
    places: Texts
    place_kind: str
    titles: Texts
    subtitles: Texts
    publishers: Texts
    questions: Texts
    answered_by: Texts
    theses: tuple[Thesis, ...]
    voice: Literal["technical", "plain", "journalistic", "official"]
    entities: Entities
    actors: tuple[Actor, ...]
    metrics: tuple[Metric, ...]
    compositions: tuple[Composition, ...]
    distributions: tuple[Distribution, ...]
    relations: tuple[Relation, ...]
    flows: tuple[Flow, ...]
    bridges: tuple[Bridge, ...]
    profiles: tuple[Profile, ...]
    seasonals: tuple[Seasonal, ...]
    events: tuple[Event, ...]
    debates: tuple[Debate, ...]
    methods: tuple[Method, ...]
    recommendations: tuple[Recommendation, ...]
    passages: tuple[Passage, ...]
    sidebars: tuple[Sidebar, ...]
    glossary: tuple[Term, ...]
    sources: tuple[DataSource, ...]
    essays: tuple[Essay, ...] = ()

    @property
    def texts(self) -> Iterator[str]:
        """Yield every text of the topic that may come into a report, in the order written."""
        yield from _texts(self)


@cache
def list_topics() -> tuple[tuple[str, str], ...]:
    """Return (domain, id) of every topic, domains in the order of ``DOMAINS``, ids in alphabetical order."""
    return tuple(
        (domain, file.name.removesuffix(".toml"))
        for domain in DOMAINS
        if (_folder() / domain).is_dir()
        for file in sorted((_folder() / domain).iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml")
    )


@cache
def load_topic(topic_id: str) -> Topic:
    """Return a topic of the bank.

    Raises:
        ValueError: there is no such topic, or its file is not as ``Topic`` describes.
    """
    found = {name: domain for domain, name in list_topics()}
    if topic_id not in found:
        raise ValueError(f"topic {topic_id!r} is not one of {', '.join(found)}")
    domain = found[topic_id]
    return parse_topic(topic_id, domain, (_folder() / domain / f"{topic_id}.toml").read_text(encoding="utf-8"))


def parse_topic(topic_id: str, domain: str, text: str) -> Topic:
    """Return the topic that a file's text holds.

    Raises:
        ValueError: the text is no TOML, or a key is missing, unknown or of another type; the message says where.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"topic {topic_id!r}: {error}") from None
    return _join(cast(Topic, _read(Topic, {"id": topic_id, "domain": domain, **tables}, f"topic {topic_id!r}")))


def _join(topic: Topic) -> Topic:
    """Return a topic whose relations' sides are measured as the metrics that they are.

    Raises:
        ValueError: there is no such metric.
    """
    metrics = {metric.id: metric for metric in topic.metrics}

    def joined(side: Measure, relation: Relation) -> Measure:
        if not side.of:
            return side
        rest, name = side.of.startswith("rest:"), side.of.removeprefix("rest:")
        if name not in metrics:
            raise ValueError(f"topic {topic.id!r}: relation {relation.id!r} is of {name!r}, not {', '.join(metrics)}")
        metric = metrics[name]
        written = next((other.name for other in (relation.x, relation.y, relation.size) if other.name), "A")
        capital = written[0].isupper()
        return replace(
            side,
            name=side.name or (metric.name[0].upper() + metric.name[1:] if capital else metric.name),
            unit=metric.unit,
            decimals=metric.decimals,
            low=100 - metric.high if rest else metric.low,
            high=100 - metric.low if rest else metric.high,
        )

    relations = tuple(
        replace(seed, x=joined(seed.x, seed), y=joined(seed.y, seed), size=joined(seed.size, seed))
        for seed in topic.relations
    )
    return replace(topic, relations=relations)


def _folder() -> Traversable:
    return files("dataset_builder").joinpath("assets", "reports", "topics")


def _read(kind: Any, value: Any, where: str) -> Any:
    """Return a TOML value as the type of a field."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        if not isinstance(value, dict):
            raise ValueError(f"{where} is {value!r}, not a table")
        hints = get_type_hints(kind)
        if wrong := sorted((set(value) - set(hints)) | (_needed(kind) - set(value))):
            raise ValueError(f"{where}: missing or unknown {', '.join(wrong)}")
        return kind(**{name: _read(hints[name], item, f"{where}, {name}") for name, item in value.items()})
    if get_origin(kind) is Mapping:
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise ValueError(f"{where} is {value!r}, not a table of texts")
        return value
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{where} is {value!r}, not a list")
        return tuple(_read(get_args(kind)[0], item, f"{where} {number}") for number, item in enumerate(value, 1))
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise ValueError(f"{where} {value!r} is not one of {', '.join(get_args(kind))}")
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{where} is {value!r}, not of type {kind.__name__}")
    return value


def _needed(kind: Any) -> set[str]:
    """Return the names of fields without a default."""
    missing = dataclasses.MISSING
    return {one.name for one in dataclasses.fields(kind) if one.default is missing and one.default_factory is missing}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif dataclasses.is_dataclass(value):
        for one in dataclasses.fields(value):
            if one.name not in _LINKS:
                yield from _texts(getattr(value, one.name))
