"""Manuscripts for tests of page designs: the words of a topic that people wrote, and invented charts and tables."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from dataset_builder.charts.examples import examples
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.reports.manuscript import (
    Block,
    Box,
    Items,
    KeyFigure,
    Manuscript,
    Moment,
    Paragraph,
    Quotation,
    Show,
    Subheading,
    WrittenSection,
)
from dataset_builder.families.reports.model import Exhibit, Table
from dataset_builder.families.reports.topics import Topic, load_topic

KINDS = (
    "summary",
    "introduction",
    "background",
    "methods",
    *("evidence",) * 6,
    "episode",
    "debate",
    "cases",
    "outlook",
)


def manuscript(
    topic_id: str, style: ChartStyle, words: int = 20_000, charts: int = 14, tables: int = 5, first_chart: int = 0
) -> Manuscript:
    """Return a report of about so many words in 4 to 16 chapters with charts and tables spread over them."""
    topic = load_topic(topic_id)
    count = max(4, min(16, words // 1250))
    text = _paragraphs(topic)
    kinds = [*KINDS, "limits", "recommendations"][:count]
    shows = _shared(_charts(style, charts, first_chart), _tables(topic, tables), count)
    titles = [event.noun.removeprefix("the ").capitalize() for event in topic.events] + [
        d.name.capitalize() for d in topic.distributions
    ]
    sections = []
    for number, (kind, placed) in enumerate(zip(kinds, shows, strict=True), start=1):
        title = "Summary" if number == 1 else titles[(number - 2) % len(titles)]
        placed = [_placed(exhibit, number, index) for index, exhibit in enumerate(placed, start=1)]
        budget = words // count
        blocks, notes = _blocks(topic, text, placed, budget, number)
        sections.append(
            WrittenSection(
                f"s{number}", kind, title, title[:40], topic.theses[number % len(topic.theses)], blocks, notes
            )  # type: ignore[arg-type]
        )
    sections = _numbered(sections)
    return Manuscript(
        title=_filled(topic.titles[0], topic),
        subtitle=_filled(topic.subtitles[0], topic),
        publisher=topic.publishers[0],
        issued="March 2024",
        authors=("Ilse Varga", "Tomas Okoye", "Renate Lindqvist"),
        abstract=(next(text), next(text)),
        sections=tuple(sections),
        key_figures=tuple(
            KeyFigure(
                f"{metric.low:.{metric.decimals}f} {metric.unit}",
                metric.name.capitalize() + ", all zones, 2022",
                f"{metric.id}/x/2022",
            )
            for metric in topic.metrics[:8]
        ),
        timeline=tuple(
            Moment(f"{2011 + n}", _filled(event.what[0], topic).capitalize() + ".")
            for n, event in enumerate(topic.events[:9])
        ),
        pull_quotes=tuple(
            Quotation(actor.quotes[-1], f"Ana Brandt, {actor.speakers[0]}, {actor.name}") for actor in topic.actors
        )
        + tuple(Quotation(actor.quotes[-2], f"Piotr Salo, {actor.speakers[-1]}") for actor in topic.actors),
        running_head=_filled(topic.titles[0], topic),
    )


def _filled(text: str, topic: Topic) -> str:
    slots = {"place": topic.places[0], "entity": topic.entities.names[0], "other": topic.entities.names[1]}
    slots |= {actor.id: actor.short for actor in topic.actors}
    text = re.sub(r"\{(\w+)\}", lambda found: slots[found[1]], text)
    return re.sub(r"'", "’", re.sub(r'"([^"]*)"', r"“\1”", text))


def _paragraphs(topic: Topic) -> Iterator[Paragraph]:
    """Yield the topic's own paragraphs, again and again."""
    own = [passage.sentences for passage in topic.passages] + [event.passage + event.lessons for event in topic.events]
    own += [metric.definition + metric.matters + metric.caveats for metric in topic.metrics]
    for sentences in itertools.cycle(own):
        yield Paragraph(_filled(" ".join(sentences), topic))


def _charts(style: ChartStyle, count: int, first: int) -> list[Exhibit]:
    specs = examples(style)
    return [Exhibit("d", "chart", specs[(first + 5 * n) % 24], ()) for n in range(count)]


def _tables(topic: Topic, count: int) -> list[Exhibit]:
    tables = []
    for number in range(count):
        metrics = topic.metrics[number : number + 4]
        rows = tuple(
            (
                name,
                tuple(
                    round(m.low + (m.high - m.low) * ((7 * i + 3 * j) % 11) / 11, m.decimals)
                    for j, m in enumerate(metrics)
                ),
            )
            for i, name in enumerate(topic.entities.names[: 8 + 2 * number])
        )
        columns = tuple(f"{m.name.capitalize()} ({m.unit})" for m in metrics)
        title = f"Four figures of each {topic.entities.kind}, {2018 + number}"
        source = f"Source: {topic.sources[number].title}"
        spec = Table(
            "tab-0-0",
            title,
            topic.entities.kind.capitalize(),
            columns,
            rows,
            "",
            tuple(m.decimals for m in metrics),
            source,
        )
        tables.append(Exhibit("t", "table", spec, ()))
    return tables


def _shared(charts: list[Exhibit], tables: list[Exhibit], count: int) -> list[list[Exhibit]]:
    shows: list[list[Exhibit]] = [[] for _ in range(count)]
    for exhibits in (charts, tables):
        for n, exhibit in enumerate(exhibits):
            shows[1 + (n * (count - 2)) // max(1, len(exhibits))].append(exhibit)
    return shows


def _placed(exhibit: Exhibit, section: int, index: int) -> Exhibit:
    if isinstance(exhibit.spec, Table):
        return replace(exhibit, spec=replace(exhibit.spec, table_id=f"tab-{section}-{index}"), section=f"s{section}")
    return replace(exhibit, spec=replace(exhibit.spec, viz_id=f"viz-{section}-{index}"), section=f"s{section}")


def _numbered(sections: list[WrittenSection]) -> list[WrittenSection]:
    counts = {"viz": 0, "tab": 0}
    result = []
    for section in sections:
        blocks: list[Block] = []
        for block in section.blocks:
            if isinstance(block, Show):
                kind = block.exhibit.ref[:3]
                counts[kind] += 1
                block = replace(block, exhibit=replace(block.exhibit, number=counts[kind]))
            blocks.append(block)
        result.append(replace(section, blocks=tuple(blocks)))
    return result


def _blocks(
    topic: Topic, text: Iterator[Paragraph], shows: list[Exhibit], budget: int, number: int
) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    blocks: list[Block] = []
    notes: list[str] = []
    written = paragraphs = 0
    left = list(shows)
    while written < budget or left:
        paragraph = next(text)
        paragraphs += 1
        words = paragraph.text
        if paragraphs % 4 == 1:
            source = topic.sources[(number + paragraphs) % len(topic.sources)]
            notes.append(f"{source.title}, {source.publisher}, table {number}.")
            head, _, rest = words.partition(". ")
            words = f"{head}.{{n:{len(notes)}}} {rest}"
        if left and (paragraphs % 2 == 0 or written > budget):
            mark = "f" if left[0].ref.startswith("viz") else "t"
            words += f" What the returns say is in {{{mark}:{left[0].ref}}}."
        blocks.append(Paragraph(words))
        written += len(words.split())
        if left and (paragraphs % 2 == 0 or written > budget):
            blocks.append(Show(left.pop(0), "Counted at the end of each year; late returns are left out."))
        if paragraphs % 5 == 0:
            blocks.append(Subheading(f"What the {topic.metrics[paragraphs % len(topic.metrics)].name} can tell"))
        elif paragraphs % 7 == 2:
            actor = topic.actors[(number + paragraphs) % len(topic.actors)]
            blocks.append(
                Quotation(
                    _filled(actor.quotes[number % len(actor.quotes)], topic),
                    f"Maren Holt, {actor.speakers[0]}, {actor.name}",
                )
            )
        elif paragraphs % 9 == 4:
            blocks.append(
                Items(
                    tuple(("", _filled(r.action.capitalize() + ".", topic)) for r in topic.recommendations[:4]),
                    numbered=number % 2 == 0,
                )
            )
        elif paragraphs % 11 == 6:
            side = topic.sidebars[(number + paragraphs) % len(topic.sidebars)]
            blocks.append(Box(side.title, (Paragraph(_filled(" ".join(side.sentences), topic)),)))
    if isinstance(blocks[-1], Subheading):
        blocks.pop()
    return tuple(blocks), tuple(notes)
