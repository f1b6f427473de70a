"""The argument plan of a report: chapters with a purpose, what each is about, and where exhibits stand."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.links import list_links, parse_reference
from dataset_builder.families.reports.model import (
    Channel,
    Exhibit,
    Plan,
    Section,
    SectionKind,
    Table,
    World,
    fact_id,
)
from dataset_builder.families.reports.writing.authored import noted, typeset
from dataset_builder.families.reports.writing.events import credited
from dataset_builder.families.reports.writing.headings import title_chapters
from dataset_builder.families.reports.writing.panels import find_panel
from dataset_builder.families.reports.writing.subjects import words_of_subjects
from dataset_builder.families.reports.writing.words import content_words

Third = Literal["early", "middle", "late"]
THIRDS: tuple[Third, ...] = ("early", "middle", "late")
LEAST_WORDS, MOST_WORDS = 2_000, 40_000
_TRIES = 600
_SOUND = 40
"""Orders without a fault, of which the one is taken whose chapters are most of a piece."""
_EXCHANGES = 400
"""Exchanges of datasets between chapters that are tried on it."""
_TIE = 12
"""Words that a reference from one dataset to another is worth, where it is asked which belong in one chapter."""
_WORDS_A_DATASET = 780
"""Of a report, for each dataset that it is about."""
_WEIGHTS: dict[SectionKind, float] = {
    "summary": 0.42,
    "introduction": 0.6,
    "background": 0.95,
    "methods": 0.75,
    "evidence": 1.45,
    "episode": 1.35,
    "debate": 1.15,
    "cases": 1.15,
    "outlook": 0.75,
    "recommendations": 1.0,
    "limits": 0.5,
    "glossary": 0.3,
    "sources": 0.2,
}
_OPENNESS: dict[SectionKind, int] = {"background": 1, "evidence": 3}
"""How many datasets with exhibits a chapter takes, in proportion to others."""


@dataclass(frozen=True)
class _Chapter:
    kind: SectionKind
    subjects: tuple[str, ...] = ()


def make_plan(
    world: World,
    exhibits: Sequence[Exhibit],
    words: int,
    rng: random.Random,
    *,
    pinned: Mapping[str, Third] = {},
) -> Plan:
    """Return the plan of a report.

    Args:
        world: what is true.
        exhibits: charts and tables, not placed yet.
        words: that the report should have, 2,000 to 40,000.
        rng: decides titles, order and places.
        pinned: datasets whose exhibits must all stand in a third of the report, by ordinal k of K charts (or of all
            exhibits, if it has tables only).

    Raises:
        ValueError: words are out of range, or the exhibits cannot be placed as pinned.
    """
    if not LEAST_WORDS <= words <= MOST_WORDS:
        raise ValueError(f"words {words} is not {LEAST_WORDS} to {MOST_WORDS}")
    if unknown := sorted(set(pinned) - {exhibit.dataset for exhibit in exhibits}):
        raise ValueError(f"pinned {', '.join(unknown)} has no exhibit; datasets with exhibits are {_names(exhibits)}")
    asked = {exhibit.dataset for exhibit in exhibits if exhibit.asked}
    panels = sum(data.kind == "panel" and name not in asked for name, data in world.datasets.items())
    kinds = _choose_kinds(words, panels, rng)
    chapters = _arrange(world, exhibits, kinds, asked, pinned, rng)
    chapters = _add_texts(world, chapters, asked, words, rng)
    sections = _number(
        chapters,
        exhibits,
        title_chapters(world, [(chapter.kind, chapter.subjects) for chapter in chapters], rng),
        words,
    )
    told = tuple(
        name for name in world.datasets if any(name in section.subjects for section in sections) and name not in asked
    )
    return Plan(
        world=world,
        title=typeset(rng.choice(world.topic.titles)).replace("{place}", world.place),
        subtitle=typeset(rng.choice(world.topic.subtitles)).replace("{place}", world.place),
        issued=(world.years[-1] + 1, rng.randint(2, 11)),
        sections=sections,
        channels=_channels(world, sections, told),
        told=told,
    )


def _names(exhibits: Sequence[Exhibit]) -> str:
    return ", ".join(dict.fromkeys(exhibit.dataset for exhibit in exhibits))


def _choose_kinds(words: int, told: int, rng: random.Random) -> list[SectionKind]:
    """Return the kinds of chapters in order, no more of evidence than there are ``told`` panels."""
    front: list[SectionKind] = ["summary", "introduction"]
    if words >= 4_000:
        front.append("background")
    methods_late = rng.random() < 0.35
    if words >= 8_000 and not methods_late:
        front.append("methods")
    evidence = max(1, min(8, told, round(words / 3_400 + rng.uniform(-0.4, 0.4))))
    body: list[SectionKind] = ["evidence"] * evidence
    extras: list[SectionKind] = []
    if words >= 6_000:
        extras += ["episode"]
    if words >= 9_000:
        extras += ["cases"]
    if words >= 3_000:
        extras += ["debate"]
    if words >= 24_000:
        extras += ["episode"]
    for kind in extras:
        at = rng.randint(max(1, len(body) // 2), len(body))
        body.insert(at, kind)
    back: list[SectionKind] = []
    if words >= 5_000:
        back.append("outlook")
    back.append("recommendations")
    if words >= 8_000 and methods_late:
        back.append("methods")
    if words >= 7_000:
        back.append("limits")
    if words >= 5_000:
        back.append("glossary")
    if words >= 2_500:
        back.append("sources")
    return [*front, *body, *back]


def _arrange(
    world: World,
    exhibits: Sequence[Exhibit],
    kinds: Sequence[SectionKind],
    asked: set[str],
    pinned: Mapping[str, Third],
    rng: random.Random,
) -> list[_Chapter]:
    """Return chapters whose datasets with exhibits stand as they must: pinned ones in their thirds, asked ones in all.

    Raises:
        ValueError: no order of many tried is as wanted.
    """
    datasets = list(dict.fromkeys(exhibit.dataset for exhibit in exhibits))
    panels = {name for name in datasets if world.datasets[name].kind == "panel"}
    hosts = [place for place, kind in enumerate(kinds) if kind in _OPENNESS]
    best: tuple[tuple[int, int], list[_Chapter]] | None = None
    words, linked = _words_of_data(world), _linked(world)
    sound = 0

    def rate(chapters: Sequence[_Chapter]) -> tuple[int, int]:
        return _count_faults(chapters, exhibits, asked, panels, pinned), -_kinship(words, linked, chapters)

    for _ in range(_TRIES):
        places = {name: _draw_place(pinned.get(name), rng) for name in datasets}
        order = sorted(datasets, key=lambda name: places[name])
        shares = _share_out(len(order), [_OPENNESS[kinds[place]] for place in hosts], rng)
        taken = iter(order)
        given = {place: [next(taken) for _ in range(count)] for place, count in zip(hosts, shares, strict=True)}
        chapters = [
            _Chapter(kind, tuple(sorted(given.get(place, ()), key=lambda name: _rank(world, name, asked))))
            for place, kind in enumerate(kinds)
        ]
        rating = rate(chapters)
        if best is None or rating < best[0]:
            best = rating, chapters
        sound += not rating[0]
        if sound == _SOUND:
            break
    if best is None or best[0][0] >= 1_000:
        thirds = ", ".join(f"{name} {third}" for name, third in pinned.items())
        raise ValueError(
            f"{len(exhibits)} exhibits cannot be placed with {thirds}: no order of {_TRIES} has them there"
        )
    return _exchange(best[1], best[0], rate, lambda name: _rank(world, name, asked), rng)


def _exchange(
    chapters: list[_Chapter],
    rating: tuple[int, int],
    rate: Callable[[Sequence[_Chapter]], tuple[int, int]],
    rank: Callable[[str], int],
    rng: random.Random,
) -> list[_Chapter]:
    """Return chapters after exchanges of two datasets between two of them that made the rating better."""
    hosts = [place for place, chapter in enumerate(chapters) if chapter.kind in _OPENNESS and chapter.subjects]
    for _ in range(_EXCHANGES if len(hosts) > 1 else 0):
        one, two = rng.sample(hosts, 2)
        first, second = rng.choice(chapters[one].subjects), rng.choice(chapters[two].subjects)
        tried = list(chapters)
        for place, out, put in ((one, first, second), (two, second, first)):
            names = [put if name == out else name for name in chapters[place].subjects]
            tried[place] = replace(chapters[place], subjects=tuple(sorted(names, key=rank)))
        if (new := rate(tried)) < rating:
            chapters, rating = tried, new
    return chapters


def _words_of_data(world: World) -> dict[str, frozenset[str]]:
    """Return the content words of what a topic says on each dataset."""
    topic = world.topic
    figures = words_of_subjects(topic)
    notes = {seed.id: seed.notes for seed in noted(topic)}
    found = {}
    for name, data in world.datasets.items():
        labels = () if data.kind in ("bins", "relation", "seasonal") else data.keys[0]
        found[name] = figures.get(name) or content_words((data.name, *labels, *notes.get(_seed_id(name), ())))
    return found


def _seed_id(name: str) -> str:
    return name.removesuffix("_bins").removesuffix("_boxes")


def _linked(world: World) -> frozenset[tuple[str, str]]:
    """Return the pairs of entries of a topic of which one refers to the other, both ways."""
    pairs = {
        (seed.id, parse_reference(reference).id)
        for seed in (*world.topic.metrics, *noted(world.topic))
        for _, reference in list_links(seed)
    }
    return frozenset(pairs | {(other, one) for one, other in pairs})


def _kinship(
    words: Mapping[str, frozenset[str]], linked: frozenset[tuple[str, str]], chapters: Sequence[_Chapter]
) -> int:
    """Return how much the datasets of chapters of evidence have to do with the first of their chapter.

    That is how many words they share with it, and as much as several words where one refers to the other. Two of the
    same items count as much.
    """
    evidence = [chapter.subjects for chapter in chapters if chapter.kind == "evidence" and chapter.subjects]
    pairs = [(first, name) for first, *rest in evidence for name in rest]
    ties = sum((_seed_id(first), _seed_id(name)) in linked for first, name in pairs)
    ties += sum(len(names) - len({*map(_seed_id, names)}) for names in evidence)
    return _TIE * ties + sum(len(words[first] & words[name]) for first, name in pairs)


def _draw_place(third: Third | None, rng: random.Random) -> float:
    """Return where in a report a dataset may stand, 0 to 1."""
    return rng.random() if third is None else (THIRDS.index(third) + rng.random()) / len(THIRDS)


def _share_out(count: int, weights: Sequence[int], rng: random.Random) -> list[int]:
    """Return how many of ``count`` things each place takes, nearly by weight."""
    shares = [0] * len(weights)
    for _ in range(count):
        room = [weight / (1 + 2 * share) ** 2 for weight, share in zip(weights, shares, strict=True)]
        shares[rng.choices(range(len(weights)), room)[0]] += 1
    return shares


def _count_faults(
    chapters: Sequence[_Chapter],
    exhibits: Sequence[Exhibit],
    asked: set[str],
    panels: set[str],
    pinned: Mapping[str, Third],
) -> int:
    """Return how bad an order is: a thousand for what is pinned and elsewhere, less for what is merely unbalanced."""
    thirds = find_thirds([name for chapter in chapters for name in chapter.subjects], exhibits)
    faults = 1_000 * sum(thirds[name] != {third} for name, third in pinned.items())
    drawn = {exhibit.dataset for exhibit in exhibits if isinstance(exhibit.spec, ChartSpec)}
    shown = [third for name in thirds if name in asked & drawn for third in thirds[name]]
    if len(shown) >= 3:
        faults += 20 * sum(third not in shown for third in THIRDS)
    for chapter in chapters:
        if chapter.kind == "evidence" and not (panels - asked) & set(chapter.subjects):
            faults += 5
        if sum(name in panels for name in chapter.subjects) > 2:
            faults += 1
    return faults


def find_thirds(order: Sequence[str], exhibits: Sequence[Exhibit]) -> dict[str, set[Third]]:
    """Return the thirds in which the charts of each dataset stand (its tables, if it has no chart).

    Args:
        order: datasets as the report shows them.
        exhibits: those of one dataset stand together, in this order.
    """
    placed = [exhibit for name in order for exhibit in exhibits if exhibit.dataset == name]
    charts = [exhibit for exhibit in placed if isinstance(exhibit.spec, ChartSpec)]
    found: dict[str, set[Third]] = {}
    for name in order:
        line = charts if any(exhibit.dataset == name for exhibit in charts) else placed
        found[name] = {third_of(place, len(line)) for place, exhibit in enumerate(line, 1) if exhibit.dataset == name}
    return found


def third_of(place: int, count: int) -> Third:
    """Return the third in which the k-th of K stands.

    >>> [third_of(k, 5) for k in range(1, 6)]
    ['early', 'middle', 'middle', 'late', 'late']
    """
    return THIRDS[min(2, 3 * place // count if 3 * place % count else 3 * place // count - 1)]


def _add_texts(
    world: World, chapters: Sequence[_Chapter], asked: set[str], length: int, rng: random.Random
) -> list[_Chapter]:
    """Give chapters what is told without exhibits: panels, events, debates."""
    subjects = [list(chapter.subjects) for chapter in chapters]
    kinds = [chapter.kind for chapter in chapters]
    evidence = [place for place, kind in enumerate(kinds) if kind == "evidence"]
    used = {name for names in subjects for name in names}
    spare = [name for name in world.datasets if name not in used]
    panels = [name for name in spare if world.datasets[name].kind == "panel"]
    rng.shuffle(panels)
    most = max(1, length // _WORDS_A_DATASET)
    words = _words_of_data(world)
    lacking = [place for place in evidence if not _told_panels(world, subjects[place], asked)]
    for place in lacking:
        if panels:
            near: frozenset[str] = frozenset().union(*(words[name] for name in subjects[place]))
            lead = max(panels, key=lambda name: len(words[name] & near))
            panels.remove(lead)
            subjects[place].insert(0, lead)
    for name in panels[: max(0, most - len(used))]:
        place = min(evidence, key=lambda place: (_load(world, subjects[place]), place))
        subjects[place].append(name)
    for place in evidence:
        subjects[place].sort(key=lambda name: _rank(world, name, asked))
    _add_events(world, kinds, subjects, asked, length, rng)
    _add_debates(world, kinds, subjects, length, rng)
    return [_Chapter(kind, tuple(names)) for kind, names in zip(kinds, subjects, strict=True)]


def _told_panels(world: World, names: Sequence[str], asked: set[str]) -> list[str]:
    return [name for name in names if world.datasets[name].kind == "panel" and name not in asked]


def _load(world: World, names: Sequence[str]) -> float:
    return sum(2.5 if world.datasets[name].kind == "panel" else 1.0 for name in names)


def _rank(world: World, name: str, asked: set[str]) -> int:
    panel = world.datasets[name].kind == "panel"
    return (0 if panel else 2) + (1 if name in asked and panel else 0)


def _add_events(
    world: World,
    kinds: Sequence[SectionKind],
    subjects: list[list[str]],
    asked: set[str],
    words: int,
    rng: random.Random,
) -> None:
    """Give every event to a chapter whose first figure may be told and shows it, or to one that tells episodes."""
    episodes = [place for place, kind in enumerate(kinds) if kind == "episode"]
    evidence = [place for place, kind in enumerate(kinds) if kind == "evidence"]
    events = {event.id: event for event in world.topic.events}
    happenings = list(world.happenings)
    if words < 6_000:
        happenings = sorted(rng.sample(happenings, max(1, words // 1_000)), key=lambda item: (item.year, item.month))
    kept: list[str] = []
    seen: dict[str, list[str]] = {happening.id: [] for happening in world.happenings}
    for name, data in world.datasets.items():
        for touch in credited(find_panel(world, name)) if data.kind == "panel" else ():
            seen[touch.happening.id].append(name)
    for happening in happenings:
        homes = [place for place in evidence if {*seen[happening.id]} & {*subjects[place][:1]} - asked]
        homes = [place for place in homes if sum(name in events for name in subjects[place]) < 2]
        if homes and (not episodes or rng.random() < 0.5):
            subjects[min(homes, key=lambda place: sum(name in events for name in subjects[place]))].append(happening.id)
        else:
            kept.append(happening.id)
    hosts = episodes or evidence
    for number, name in enumerate(kept):
        subjects[hosts[number * len(hosts) // len(kept)]].append(name)


def _add_debates(
    world: World, kinds: Sequence[SectionKind], subjects: list[list[str]], words: int, rng: random.Random
) -> None:
    happened = {happening.id for happening in world.happenings}
    debates = [debate.id for debate in world.topic.debates if not happened & {*debate.settled_by}]
    rng.shuffle(debates)
    debates = debates[: max(1, words // 2_500)]
    hosts = [place for place, kind in enumerate(kinds) if kind == "debate"]
    hosts = hosts or [place for place, kind in enumerate(kinds) if kind in ("outlook", "recommendations")][:1]
    subjects[hosts[0]] += debates


def _number(
    chapters: Sequence[_Chapter], exhibits: Sequence[Exhibit], titles: Sequence[str], words: int
) -> tuple[Section, ...]:
    """Return sections with exhibits placed and numbered, and the words shared out by kind and load."""
    weights = [_WEIGHTS[chapter.kind] * (1 + 0.04 * len(chapter.subjects)) for chapter in chapters]
    charts = tables = 0
    found = []
    for number, (chapter, title, weight) in enumerate(zip(chapters, titles, weights, strict=True), 1):
        placed = []
        figures_here = tables_here = 0
        for name in chapter.subjects:
            for exhibit in exhibits:
                if exhibit.dataset != name:
                    continue
                if isinstance(exhibit.spec, ChartSpec):
                    charts, figures_here = charts + 1, figures_here + 1
                    spec: ChartSpec | Table = replace(exhibit.spec, viz_id=f"viz-{number}-{figures_here}")
                    placed.append(replace(exhibit, spec=spec, section=f"s{number}", number=charts))
                else:
                    tables, tables_here = tables + 1, tables_here + 1
                    spec = replace(exhibit.spec, table_id=f"tab-{number}-{tables_here}")
                    placed.append(replace(exhibit, spec=spec, section=f"s{number}", number=tables))
        share = round(words * weight / sum(weights))
        found.append(Section(f"s{number}", chapter.kind, title, chapter.subjects, tuple(placed), share))
    return tuple(found)


def _channels(world: World, sections: Sequence[Section], told: Sequence[str]) -> dict[str, Channel]:
    channels: dict[str, Channel] = {}
    for name, data in world.datasets.items():
        for key in data.values:
            channels[fact_id(name, key)] = "text" if name in told else "hidden"
    for section in sections:
        for exhibit in section.exhibits:
            for fact in exhibit.behind:
                channels[fact] = exhibit.channel
    return channels
