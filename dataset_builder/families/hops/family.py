"""Hops (DocHop): multi-hop questions over one page whose text selects entities and whose charts hold their values.

Logic first (section 3): topic, figures and trace are drawn, then a table that makes the trace select the intended set,
then the question; narrative and charts are made from these apart from each other. Example question: "What was the
total of crossings made in Q1 2024 over all ferry lines in the Priority Renewal Group?"
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from dataset_builder.charts.styles import sample_style
from dataset_builder.families import BuiltDocument, Refused, Summary, Task, config_from_namespace
from dataset_builder.families.hops.charting import chart_spec
from dataset_builder.families.hops.content import Content, sample_content
from dataset_builder.families.hops.dealing import CHARTS, deal
from dataset_builder.families.hops.furniture import sample_furniture
from dataset_builder.families.hops.guessers import measure, note_guesses
from dataset_builder.families.hops.narrative import Narrative, draw_label, load_genres, write_narrative
from dataset_builder.families.hops.page import list_designs, page_html, page_printer
from dataset_builder.families.hops.questions import TASKS
from dataset_builder.families.hops.records import Drawn, export_page
from dataset_builder.families.hops.topics import choose_topic, list_domains
from dataset_builder.families.hops.traces import DEPTHS, Unmeetable
from dataset_builder.pages.printer import Printed
from dataset_builder.pages.scans import STRENGTHS, sample_scan
from dataset_builder.schema import document_id
from dataset_builder.seeds import rng_for

MOST_DOCUMENTS = 99_999
"""Documents of a build; ids number them with five digits."""

MOST_QUESTIONS = 6
"""Questions of one page; more find no columns of their own on small pages."""

MOST_WORDS = {2: 420, 3: 360, 4: 300, 6: 230}
"""Words of a narrative that leave room for so many charts."""

_TRIES, _GENRES, _DESIGNS = 6, 5, 2
"""Contents that are tried for a page, and of each the genres and the designs."""


@dataclass(frozen=True)
class HopsConfig:
    """What a build of hops is asked for.

    Attributes:
        documents: number of pages, at most ``MOST_DOCUMENTS``; the default has every cell of the grid once.
        seed: of everything random.
        task: the only task asked, None for all six.
        depth: the only depth of traces, None for all four.
        charts: the only number of charts, None for all four.
        domain: the only domain of topics, None for all.
        questions: asked of each page; those after the first are of other templates, whatever their task, and some pages
            have room for fewer.
        scan: strength, 0 to 3, of the scanner that the page images seem to come from; texts and PDF stay as they are.
    """

    documents: int = len(TASKS) * len(DEPTHS) * len(CHARTS)
    seed: int = 0
    task: str | None = None
    depth: int | None = None
    charts: int | None = None
    domain: str | None = None
    questions: int = 1
    scan: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.documents <= MOST_DOCUMENTS:
            raise ValueError(f"documents {self.documents} is not a number from 1 to {MOST_DOCUMENTS}")
        if not 1 <= self.questions <= MOST_QUESTIONS:
            raise ValueError(f"questions {self.questions} is not a number from 1 to {MOST_QUESTIONS}")
        allowed: dict[str, Sequence[str | int]] = {"task": TASKS, "depth": DEPTHS, "charts": CHARTS, "scan": STRENGTHS}
        if self.domain is not None:
            allowed["domain"] = list_domains()
        for name, values in allowed.items():
            value = getattr(self, name)
            if value is not None and value not in values:
                raise ValueError(f"{name} {value!r} is not one of {', '.join(map(str, values))}")


class HopsFamily:
    """The family behind ``docassay build hops``."""

    name = "hops"
    config_class = HopsConfig

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        """Add ``--task`` and ``--questions``; ``--depth``, ``--charts``, ``--domain`` and ``--scan`` are shared."""
        parser.add_argument("--task", choices=TASKS, help="the only task asked (default: all six)")
        parser.add_argument(
            "--questions", type=int, metavar="N", help=f"questions of every page, 1 (default) to {MOST_QUESTIONS}"
        )

    def config_from_args(self, args: argparse.Namespace) -> HopsConfig:
        """Return the config that the command line asks for; raises ``ValueError`` naming what is wrong."""
        return cast(HopsConfig, config_from_namespace(HopsConfig, args))

    def plan(self, config: HopsConfig) -> Sequence[Task]:
        """Return one task a page; cells of the grid come in turn."""
        cells = [
            deal(index, config.seed, config.task, config.depth, config.charts)[0] for index in range(config.documents)
        ]
        return [
            Task(index, f"{cell.task}, depth {cell.depth}, {cell.charts} charts") for index, cell in enumerate(cells)
        ]

    def build(self, config: HopsConfig, task: Task) -> BuiltDocument | Refused:
        """Return the page of one task with its questions, or why there is none."""

        def rng(stream: str) -> random.Random:
            return rng_for(self.name, task.index, config.seed, stream)

        doc_id = document_id(self.name, config.seed, task.index)
        cell, template, truth = deal(task.index, config.seed, config.task, config.depth, config.charts)
        contents, words, looks = rng("content"), rng("narrative"), rng("page")
        redrawn = 0
        for _ in range(_TRIES):
            topic = choose_topic(contents, config.domain)
            try:
                content = sample_content(
                    contents, cell, template, topic, draw_label, truth=truth, questions=config.questions
                )
            except Unmeetable:
                redrawn += 1
                continue
            narrative = _write(content, words)
            page = _print(content, narrative, doc_id, looks)
            if page is None:
                redrawn += 1
                continue
            guesses = rng("guesses")
            notes = [{**note_guesses(content, question, guesses)} for question in content.questions]
            notes[0]["redrawn: page"] = redrawn
            return export_page(
                Drawn(cell, content, narrative, page.design, page.printed),
                task.index,
                doc_id,
                sample_scan(rng("scan"), config.scan) if config.scan else None,
                tuple(notes),
            )
        return Refused(task.index, task.source, "no page in which all can be read")

    def measure(self, config: HopsConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return how far guessers and shortcuts get, and what was drawn again."""
        return measure([note for summary in summaries for note in summary.notes])

    def finish(self, config: HopsConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}


@dataclass(frozen=True)
class _Page:
    design: str
    printed: Printed


def _write(content: Content, rng: random.Random) -> Narrative:
    """Return a narrative that leaves the charts their room, in a genre drawn of all; else the shortest one found."""
    genres = sorted(load_genres())
    found: list[Narrative] = []
    for genre in rng.sample(genres, _GENRES):
        found.append(write_narrative(content.topic, content.trace, content.label, genre, rng, list(content.table)))
        if found[-1].words <= MOST_WORDS[len(content.figures)]:
            return found[-1]
    return min(found, key=lambda narrative: narrative.words)


def _print(content: Content, narrative: Narrative, doc_id: str, rng: random.Random) -> _Page | None:
    """Return the page in the first of ``_DESIGNS`` designs in which all can be read; None if there is none."""
    style = sample_style(rng)
    charts = [chart_spec(figure, content.table, style) for figure in content.figures]
    furniture = sample_furniture(rng, narrative.genre, content.times, content.entities)
    designs = list_designs(narrative.genre, len(charts))
    for design in rng.sample(designs, len(designs))[:_DESIGNS]:
        html = page_html(narrative, charts, furniture, design, rng)
        printed = page_printer().print_document(html, doc_id)
        if not any(printed.report["problems"].values()):
            return _Page(design, printed)
    return None


FAMILY = HopsFamily()
