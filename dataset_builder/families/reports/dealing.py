"""What each report of a build is to be: the controlled axes, dealt to indexes so that every beginning is balanced.

Axes that are not fixed are drawn from the distributions of SynthDocBench's Table 1 and Figure 4. Reports of one round
of a grid, or of one pair, share everything that is drawn, and so their worlds: they differ in the grid's axes only.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from dataset_builder.charts.spec import CHART_TYPES
from dataset_builder.families.reports.designs import ARCHETYPES, draw_archetype
from dataset_builder.families.reports.outline import LEAST_WORDS, MOST_WORDS
from dataset_builder.families.reports.topics import DOMAINS, list_topics, load_topic
from dataset_builder.seeds import rng_for

POSITIONS = ("early", "middle", "late")
TYPES: dict[str, tuple[str, ...]] = {
    "chart": ("value_reading", "comparison", "trend_pattern"),
    "cross_modal": ("verify_with_chart", "integrate_sources", "compare_representations"),
    "complex": ("historical_timeline", "technical_quantitative", "impact_reception"),
}
"""Categories of questions (Table 14) by type: a report asks one question of each."""

CATEGORIES = tuple(category for categories in TYPES.values() for category in categories)

LEVELS: dict[str, tuple[str, ...]] = {
    "value_reading": ("L1", "L3"),
    "comparison": ("L2", "L3"),
    "trend_pattern": ("L2", "L5"),
    "verify_with_chart": ("L2", "L3", "L4", "L5"),
    "integrate_sources": ("L1", "L2", "L3", "L4", "L5"),
    "compare_representations": ("L2", "L3", "L4", "L5"),
    "historical_timeline": ("L1", "L2", "L3", "L4", "L5"),
    "technical_quantitative": ("L1", "L2", "L3", "L4", "L5"),
    "impact_reception": ("L1", "L2", "L3", "L4"),
}
"""Levels (Table 13) that questions of each category can have, by the same rule for all.

L1 is one read-off; L2 a comparison, ranking or verdict on what is read; L3 a computation with it; L4 an inference over
figures and text together: a cause, a reception, a context; L5 an interpretation of how something is drawn, such as the
course of a line or the shape of a distribution. The highest that a question takes is its level. So a claim can't be
verified by one read-off (L1), nor can two representations be compared; and how something was received is told in words,
never drawn (L5). What has to be found in the text first, such as whose figure or of which year, is no step of its own.
"""

FRAME_PAGES = 4
"""Pages of a report on which no evidence stands: cover, contents, summary, sources."""
RANGES = {"pages": (5, 120), "words": (LEAST_WORDS, MOST_WORDS), "charts": (5, 32), "min_distance": (0, 60)}
MIN_DISTANCE = 5
"""Pages between a passage of the text and the chart that a question needs with it, unless another number is asked for.
"""
"""What may be asked for."""

PAIRED = ("layout", "pages", "position", "chart_type", "style", "distance", "modality", "level")
"""Axes in which the two reports of a pair may differ.

Position and chart type are those of chart questions, which alone are asked; distance is between a passage and its
exhibit, so that only questions which need both are asked. Modality is where a fact stands that one place tells, in a
chart or in the text; level that of a question about one exhibit, asked of the same document byte for byte. Both are of
the split ``chart`` only: a cross-modal or complex question needs chart and text alike, and on another level it would
plant other passages, so that its twin would be another document.
"""

PAIR_TYPES: dict[str, tuple[str, ...]] = {
    "position": ("chart",),
    "chart_type": ("chart",),
    "distance": ("cross_modal", "complex"),
    "modality": ("chart",),
    "level": ("chart",),
}
"""Types of questions that are asked of such pairs; of the others all."""

MODAL_LEVELS: dict[str, tuple[str, ...]] = {"value_reading": ("L1",), "comparison": ("L2", "L3")}
"""Levels of the questions that a sentence of the text can answer as well as a chart, by category."""

_REASONS = {
    "position": "the evidence of chart questions alone moves, passages stand where chapters have room for them",
    "chart_type": "only chart questions are about one chart, whose type can change",
    "distance": "only questions that need a passage and an exhibit have evidence apart",
    "modality": "twins ask for a value, or compare two, which a chart and a sentence tell alike",
    "level": "twins ask chart questions; others plant passages of their own on each level, and so another document",
}
"""Why only some questions are asked of pairs that differ in an axis."""

_BLOCK = 12
"""Reports among which every archetype and every chart type comes."""

_LONG = 45
"""Pages from which on the other report of a pair is the shorter one."""

_DENSEST = 520
"""Words a page that leave room for charts in every archetype."""

_TYPICAL = {"pages": (24, 91, 2.2, 3.6), "words": (17_367, 25_138, 3.0, 4.2), "charts": (5, 32, 1.5, 2.5)}
"""Least and most (Table 1), and the two parameters of a beta distribution between them."""


@dataclass(frozen=True)
class Cell:
    """One report as asked for.

    Attributes:
        base: index from which all that pairs share is drawn.
        topic: id of the topic.
        layout: archetype.
        pages, words, charts: numbers wanted.
        types: chart types that must be among the charts.
        asked_type: that all questions are about, "" for any.
        wanted: category, level and third of each chart question.
        planted: type, category and level of each question that rests on passages of the text as well.
        confirmed: of each planted question, whether what it has somebody claim is to be right.
        near: passages stand as near to their exhibits as other chapters can be.
        least_pages: of the shorter report of a pair that differs in pages, 0 for others.
        min_distance: least pages between a passage and the exhibit that such a question needs.
        moved: the thirds in the second report of a pair whose evidence moves.
        settled: names of the axes that were asked for; others give way where a report can't be had.
        turn: 0, or 1 for the second report of a pair.
        pair: "" if the report shares no world with another one that differs in one axis.
        varied: the axes in which the reports of its round differ.
    """

    base: int
    topic: str
    layout: str
    pages: int
    words: int
    charts: int
    types: tuple[str, ...]
    wanted: tuple[tuple[str, str, str], ...]
    planted: tuple[tuple[str, str, str], ...] = ()
    confirmed: tuple[bool, ...] = ()
    min_distance: int = MIN_DISTANCE
    near: bool = False
    least_pages: int = 0
    asked_type: str = ""
    moved: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    turn: int = 0
    pair: str = ""
    varied: tuple[str, ...] = ()


def check_pairs(axis: str, fixed: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` where no twins that differ in an axis can have what is settled, with the reason."""
    if axis == "modality":
        levels = MODAL_LEVELS
        for name in ("position", "chart_type"):
            if name in fixed:
                raise ValueError(f"pairs modality and {name} {fixed[name]!r}: a fact in the text has no {name}")
    else:
        types = PAIR_TYPES.get(axis, tuple(TYPES))
        levels = {category: LEVELS[category] for kind in types for category in TYPES[kind]}
    category, level = fixed.get("category"), fixed.get("level")
    if category is not None and category not in levels:
        raise ValueError(f"pairs {axis} and category {category!r}: {_REASONS[axis]}; one of {', '.join(levels)}")
    able = sorted({each for name, held in levels.items() for each in held if category in (None, name)})
    if level is not None and level not in able:
        raise ValueError(f"pairs {axis} and level {level!r}: {_REASONS[axis]}, on {', '.join(able)}")


def deal(
    index: int,
    seed: int,
    fixed: Mapping[str, Any],
    grid: Sequence[tuple[str, tuple[Any, ...]]] = (),
    pairs: str | None = None,
) -> Cell:
    """Return what a report is to be.

    Args:
        index: of the report.
        seed: of the build.
        fixed: values of axes that are the same in all reports, by name: topic, domain, layout, pages, words, charts,
            position, chart_type, level, category.
        grid: axes with the values that are dealt in turn, the last one fastest.
        pairs: axis in which two neighbours differ.
    """
    if pairs:
        base, turn = divmod(index, 2)
        cell = _vary(_draw(base, seed, fixed), seed, pairs, turn)
        return replace(cell, turn=turn, pair=f"{pairs}-{seed}-{base:05d}", varied=(pairs,))
    cells = list(product(*(values for _, values in grid)))
    base, place = divmod(index, len(cells))
    names = tuple(name for name, _ in grid)
    for name in ("words", "charts"):  # what follows from the pages is the same in a whole round
        if "pages" in names and name not in (*fixed, *names):
            drawn = [_draw(base, seed, {**fixed, "pages": pages}) for pages in dict(grid)["pages"]]
            fixed = {**fixed, name: min(getattr(cell, name) for cell in drawn)}
    cell = _draw(base, seed, {**fixed, **dict(zip(names, cells[place], strict=True))})
    shared = names in (("layout",), ("pages",))
    return replace(cell, pair=f"{names[0]}-{seed}-{base:05d}" if shared else "", varied=names)


def _draw(base: int, seed: int, fixed: Mapping[str, Any]) -> Cell:
    """Return a report's axes; each that is not fixed has a stream of its own, so that fixing one moves no other."""
    block, place = divmod(base, _BLOCK)
    topic = fixed.get("topic") or _topics(seed, fixed.get("domain"), base)
    drawn = {
        name: round(low + (high - low) * rng_for("reports", base, seed, name).betavariate(a, b))
        for name, (low, high, a, b) in _TYPICAL.items()
    }
    words = fixed.get("words") or drawn["words"]
    pages = fixed.get("pages") or drawn["pages"]
    charts = fixed.get("charts") or min(drawn["charts"], max(RANGES["charts"][0], round(0.55 * pages)))
    if not fixed.get("words"):
        words = max(RANGES["words"][0], min(words, _DENSEST * pages))
    types = _types(block, seed)[place]
    if fixed.get("chart_type"):
        types = (fixed["chart_type"],)
    wanted = tuple(
        (
            category,
            fixed.get("level") or LEVELS[category][(base // 3 + number) % 2],
            fixed.get("position") or POSITIONS[(base + number) % 3],
        )
        for number, category in enumerate(_categories("chart", fixed))
    )
    planted = tuple(
        (kind, category, fixed.get("level") or _deal_level(category, base, number))
        for kind in TYPES
        if kind != "chart"
        for number, category in enumerate(_categories(kind, fixed))
    )
    layout = fixed.get("layout") or _layouts(block, seed, fixed.get("topic"), fixed.get("domain"))[place]
    return Cell(
        base,
        topic,
        layout,
        pages,
        words,
        charts,
        types,
        wanted,
        planted,
        tuple(_is_confirmed(base, seed, number) for number in range(len(planted))),
        fixed.get("min_distance", MIN_DISTANCE),
        asked_type=fixed.get("chart_type", ""),
        settled=tuple(fixed),
    )


def _categories(kind: str, fixed: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the categories of a report's questions of a type: none where another type is asked for alone.

    Where the level is settled, categories that never have it give way to those that have.
    """
    category, level = fixed.get("category"), fixed.get("level")
    if category:
        return (category,) * len(TYPES[kind]) if category in TYPES[kind] else ()
    able = [name for name in TYPES[kind] if level is None or level in LEVELS[name]]
    return tuple(able[number % len(able)] for number in range(len(TYPES[kind]))) if able else ()


def _deal_level(category: str, base: int, number: int) -> str:
    """Return the level of a planted question: all come in turn, those of a report's questions out of step."""
    return LEVELS[category][(base + number) % len(LEVELS[category])]


def _is_confirmed(base: int, seed: int, number: int) -> bool:
    """Tell whether a claim is right: of two neighbouring reports in one, of a report's claims mostly not in all."""
    return rng_for("reports", base // 2, seed, f"claim {number}").choice((0, 1)) == base % 2


def _vary(cell: Cell, seed: int, axis: str, turn: int) -> Cell:
    """Return the cell of one report of a pair. Where content is varied, both know how the second is."""
    rng = rng_for("reports", cell.base, seed, "pair")
    if axis == "position":
        shift = rng.choice((1, 2))
        moved = tuple(POSITIONS[(POSITIONS.index(third) + shift) % 3] for _, _, third in cell.wanted)
        cell = replace(cell, planted=(), confirmed=())
        return replace(cell, moved=moved, settled=(*cell.settled, "position"))
    if axis == "layout" and turn:
        return replace(cell, layout=rng.choice([name for name in ARCHETYPES if name != cell.layout]))
    if axis == "pages":
        other = round(cell.pages * (1.5 if cell.pages <= _LONG else 1 / 1.5))
        cell = replace(cell, settled=(*cell.settled, "pages"), least_pages=min(cell.pages, other))
        return replace(cell, pages=other) if turn else cell
    if axis == "distance":
        return replace(cell, wanted=(), near=not turn)
    if axis in ("chart_type", "level"):
        return replace(cell, planted=(), confirmed=())
    if axis == "modality":
        return replace(cell, wanted=_modal(cell.wanted, "level" in cell.settled), planted=(), confirmed=())
    return cell


def _modal(wanted: Sequence[tuple[str, str, str]], settled: bool) -> tuple[tuple[str, str, str], ...]:
    """Return what a pair that differs in modality asks: each category on each level that it has there, in turn."""
    held = {category for category, _, _ in wanted}
    able = [(category, level) for category, levels in MODAL_LEVELS.items() for level in levels if category in held]
    if settled:
        able = [pair for pair in able if pair[1] == wanted[0][1]]
    return tuple((*able[number % len(able)], third) for number, (_, _, third) in enumerate(wanted))


@functools.lru_cache(maxsize=64)
def _topics(seed: int, domain: str | None, base: int) -> str:
    """Return the topic of a report: all come in turn, in another order each round, neighbours of unlike domains."""
    domains = [name for name in DOMAINS if domain in (None, name) and any(name == held for held, _ in list_topics())]
    turn, place = divmod(base, len(domains))
    order = domains[:]
    rng_for("reports", turn, seed, "domains").shuffle(order)
    held = [topic for name, topic in list_topics() if name == order[place]]
    again, number = divmod(turn, len(held))
    rng_for("reports", again, seed, f"topics of {order[place]}").shuffle(held)
    return held[number]


@functools.lru_cache(maxsize=16)
def _types(block: int, seed: int) -> tuple[tuple[str, ...], ...]:
    """Return chart types for each report of a block: every type twice, four to a report."""
    rng = rng_for("reports", block, seed, "chart types")
    dealt: list[list[str]] = [[] for _ in range(_BLOCK)]
    for _ in range(2):
        order = list(CHART_TYPES)
        rng.shuffle(order)
        for number, name in enumerate(order):
            free = [held for held in dealt if name not in held]
            min(free, key=lambda held: (len(held), (dealt.index(held) - number) % _BLOCK)).append(name)
    return tuple(map(tuple, dealt))


@functools.lru_cache(maxsize=16)
def _layouts(block: int, seed: int, topic: str | None, domain: str | None) -> tuple[str, ...]:
    """Return the archetypes of a block, drawn one by one; one that is missing takes the place of the most frequent."""
    rng = rng_for("reports", block, seed, "layouts")
    bases = range(block * _BLOCK, (block + 1) * _BLOCK)
    drawn = [draw_archetype(load_topic(topic or _topics(seed, domain, base)), rng) for base in bases]
    for layout in ARCHETYPES:
        if layout not in drawn:
            most = Counter(drawn).most_common(1)[0][0]
            drawn[rng.choice([place for place, name in enumerate(drawn) if name == most])] = layout
    return tuple(drawn)
