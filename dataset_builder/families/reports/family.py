"""Reports (SynthDocBench): chart questions on long visual reports whose text never says what the charts show.

A topic seed gives a world; parts of it become exhibits, told or shown only; questions are chosen before a word is
written, so that the writer keeps their answers out of the narrative. Example question: "According to the chart of
connection wait by network zone, how many months did applicants in Corvane wait in 2019?"
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dataset_builder.charts.spec import CHART_TYPES
from dataset_builder.families import BuiltDocument, Refused, Summary, Task, config_from_namespace
from dataset_builder.families.reports.composition import measure_composition
from dataset_builder.families.reports.content import Content, Unbuildable, compose
from dataset_builder.families.reports.dealing import (
    CATEGORIES,
    FRAME_PAGES,
    LEVELS,
    MIN_DISTANCE,
    PAIRED,
    POSITIONS,
    RANGES,
    TYPES,
    Cell,
    check_pairs,
    deal,
)
from dataset_builder.families.reports.designs import ARCHETYPES
from dataset_builder.families.reports.page import report_html, report_printer
from dataset_builder.families.reports.quality import measure_quality, screen_report
from dataset_builder.families.reports.questions.planting import Spans
from dataset_builder.families.reports.records import Report, export_report, measure_distance
from dataset_builder.families.reports.review import (
    check_decided,
    check_exclude,
    digest_rejected,
    measure_exclude,
    read_rejected,
)
from dataset_builder.families.reports.topics import DOMAINS, list_topics
from dataset_builder.pages.printer import Printed
from dataset_builder.pages.scans import STRENGTHS, sample_scan
from dataset_builder.schema import document_id
from dataset_builder.seeds import rng_for

_PRINTS = 6
"""Prints of a report at most: where a passage proves too near to its chart, the next knows where chapters stand."""
MOST_DOCUMENTS = 99_999
"""Documents of a build; ids number them with five digits."""

Grid = tuple[tuple[str, tuple[Any, ...]], ...]


@dataclass(frozen=True)
class ReportsConfig:
    """What a build of reports is asked for.

    Attributes:
        documents: number of reports, at most ``MOST_DOCUMENTS``.
        seed: of everything random.
        topic: id of the only topic, None for all.
        domain: the only domain of topics.
        layout: the only archetype.
        pages: of every report, 5 to 120; None draws as Table 1 has them.
        words: of every report; None draws them, fewer where pages are few.
        charts: of every report, 5 to 32.
        position: third of the document in which all evidence stands.
        chart_type: that all questions are about, as far as there are enough of it.
        level: of all questions.
        category: of all questions.
        grid: axes with the values that are dealt in turn.
        min_distance: least pages between a passage and the exhibit that a question needs together, as printed.
        pairs: axis in which two neighbours differ that are the same otherwise.
        scan: strength, 0 to 3, of the scanner that the page images seem to come from; texts and PDF stay as they are.
        exclude: files of decisions that reviewers exported: questions to leave out.
    """

    documents: int = 12
    seed: int = 0
    topic: str | None = None
    domain: str | None = None
    layout: str | None = None
    pages: int | None = None
    words: int | None = None
    charts: int | None = None
    position: str | None = None
    chart_type: str | None = None
    level: str | None = None
    category: str | None = None
    min_distance: int | None = None
    grid: Grid = ()
    pairs: str | None = None
    scan: int = 0
    exclude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_exclude(self.exclude)
        if not 1 <= self.documents <= MOST_DOCUMENTS:
            raise ValueError(f"documents {self.documents} is not a number from 1 to {MOST_DOCUMENTS}")
        if self.scan not in STRENGTHS:
            raise ValueError(f"scan {self.scan!r} is not one of {', '.join(map(str, STRENGTHS))}")
        for name in AXES:
            check_axis(name, getattr(self, name))
        for name, count in Counter(name for name, _ in self.grid).items():
            if count > 1:
                raise ValueError(f"{name} is an axis of the grid {count} times; name all its values at once")
        for name, values in self.grid:
            if getattr(self, name) is not None:
                raise ValueError(f"{name} is fixed to {getattr(self, name)!r} and is an axis of the grid")
            if len(set(values)) != len(values) or len(values) < 2:
                raise ValueError(f"grid {name}={','.join(map(str, values))} needs two or more different values")
        if self.pairs is not None and self.pairs not in PAIRED:
            raise ValueError(f"pairs {self.pairs!r} is not one of {', '.join(PAIRED)}")
        if self.pairs is not None and self.grid:
            raise ValueError("pairs and grid can't be had together: a grid of one axis gives matched reports as well")
        if self.pairs in AXES and getattr(self, str(self.pairs)) is not None:
            raise ValueError(f"pairs differ in {self.pairs}, which is fixed to {getattr(self, str(self.pairs))!r}")
        for fixed in self.cells():
            check_together(fixed)
        if self.pairs is not None:
            check_pairs(self.pairs, self.cells()[0])

    def cells(self) -> list[dict[str, Any]]:
        """Return the values of all axes that are settled, for each cell of the grid."""
        fixed = {name: value for name in AXES if (value := getattr(self, name)) is not None}
        found = [fixed]
        for name, values in self.grid:
            found = [{**cell, name: value} for cell in found for value in values]
        return found


def _allowed() -> dict[str, tuple[Any, ...]]:
    return {
        "topic": tuple(name for _, name in list_topics()),
        "domain": tuple(DOMAINS),
        "layout": tuple(ARCHETYPES),
        "position": POSITIONS,
        "chart_type": CHART_TYPES,
        "level": tuple(sorted({level for levels in LEVELS.values() for level in levels})),
        "category": CATEGORIES,
    }


_PAIRS_HELP = (
    "make twins that differ in this only: layout, pages or style, with all questions; position, chart_type, modality "
    "(a fact in a chart, or in the text only) or level (two questions about one exhibit of the same document), with "
    "chart questions; distance, with the others"
)

AXES = (
    "topic",
    "domain",
    "layout",
    "pages",
    "words",
    "charts",
    "position",
    "chart_type",
    "level",
    "category",
    "min_distance",
)
"""Names of the controlled axes."""


def check_axis(name: str, value: Any) -> None:
    """Raise ``ValueError`` if an axis is given a value that it can't have."""
    if value is None:
        return
    if name in RANGES:
        low, high = RANGES[name]
        if not (isinstance(value, int) and low <= value <= high):
            raise ValueError(f"{name} {value!r} is not a number from {low} to {high}")
    elif value not in (allowed := _allowed()[name]):
        raise ValueError(f"{name} {value!r} is not one of {', '.join(allowed)}")


def check_together(fixed: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` where settled axes exclude each other, with the reason."""
    level, category = fixed.get("level"), fixed.get("category")
    if level and category and level not in LEVELS[category]:
        raise ValueError(f"level {level!r} and category {category!r}: such questions are {', '.join(LEVELS[category])}")
    pages, distance = fixed.get("pages"), fixed.get("min_distance", MIN_DISTANCE)
    if pages and category not in TYPES["chart"] and distance > pages - FRAME_PAGES:
        raise ValueError(
            f"pages {pages} and min_distance {distance}: passages and charts stand on {pages - FRAME_PAGES} pages of "
            f"such a report at most; ask for a lower --min-distance, or for chart questions only with --category"
        )
    topic, domain = fixed.get("topic"), fixed.get("domain")
    if topic and domain and (domain, topic) not in list_topics():
        raise ValueError(f"topic {topic!r} is not of domain {domain!r}")


class ReportsFamily:
    """The family behind ``docassay build reports``."""

    name = "reports"
    config_class = ReportsConfig

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        """Add the axes; ``--pages``, ``--charts``, ``--domain`` and ``--scan`` are shared."""
        parser.add_argument("--topic", metavar="NAME", help="the only topic, such as public-libraries")
        parser.add_argument("--layout", choices=tuple(ARCHETYPES), help="the only archetype of pages")
        parser.add_argument("--words", type=int, metavar="N", help="words of every report (default: 17,000 to 25,000)")
        parser.add_argument("--position", choices=POSITIONS, help="third of the report in which all evidence stands")
        parser.add_argument("--chart-type", metavar="NAME", help="chart type that questions are about")
        parser.add_argument("--level", help="level of all questions, L1 to L5")
        parser.add_argument("--category", choices=CATEGORIES, help="category of all questions")
        parser.add_argument(
            "--grid",
            type=parse_grid,
            action="append",
            metavar="AXIS=V,V",
            help="axis with values dealt in turn, such as pages=25,50,75; may be given several times",
        )
        parser.add_argument(
            "--min-distance",
            type=int,
            metavar="N",
            help=f"least pages between a passage and the chart that a question needs with it (default: {MIN_DISTANCE})",
        )
        parser.add_argument("--pairs", choices=PAIRED, help=_PAIRS_HELP)

    def config_from_args(self, args: argparse.Namespace) -> ReportsConfig:
        """Return the config that the command line asks for; raises ``ValueError`` naming what is wrong."""
        given = {**vars(args), **{name: tuple(getattr(args, name) or ()) for name in ("grid", "exclude")}}
        if given["pages"] is not None:
            if not given["pages"].isdecimal():
                raise ValueError(f"pages {given['pages']!r} is not a number from 5 to 120, as reports have them")
            given["pages"] = int(given["pages"])
        args = argparse.Namespace(**given)
        return cast(ReportsConfig, config_from_namespace(ReportsConfig, args))

    def plan(self, config: ReportsConfig) -> Sequence[Task]:
        """Return one task a report; cells of the grid come in turn.

        Raises:
            ValueError: a file of decisions can't be read, or is about none of these reports.
        """
        cells = [self._cell(config, index) for index in range(config.documents)]
        names = [document_id(self.name, config.seed, index) for index in range(config.documents)]
        check_decided(config.exclude, set(names))
        return [
            Task(
                index,
                f"{cell.topic}, {cell.layout}, {cell.pages} pages, {cell.charts} charts",
                digest_rejected(config.exclude, name),
            )
            for index, (cell, name) in enumerate(zip(cells, names, strict=True))
        ]

    def build(self, config: ReportsConfig, task: Task) -> BuiltDocument | Refused:
        """Return the report of one task with its questions, or why there is none."""
        cell = self._cell(config, task.index)

        def rng(stream: str) -> random.Random:
            return rng_for(self.name, cell.base, config.seed, stream)

        doc_id = document_id(self.name, config.seed, task.index)
        try:
            content, printed = self._make(cell, config.seed, doc_id, rng)
        except (Unbuildable, Unprintable) as error:
            return Refused(task.index, task.source, str(error))
        scans = [sample_scan(rng(f"scan {page}"), config.scan) for page in range(printed.report["pages"])]
        report = Report(cell, content.plan, content.questions, content.manuscript, content.style.name, printed)
        made = export_report(report, task.index, doc_id, scans if config.scan else ())
        return screen_report(made, read_rejected(config.exclude))

    def _make(self, cell: Cell, seed: int, doc_id: str, rng: Callable[[str], random.Random]) -> tuple[Content, Printed]:
        """Return a report and its print, in which all passages are far enough from their charts.

        Where one proves too near, they are placed again by the pages that the print had; then another report is made,
        unless it has a twin that would stay behind.

        Raises:
            Unbuildable: there is no such report.
            Unprintable: it can't be laid out.
        """
        distance = 0 if cell.near else cell.min_distance
        content = compose(cell, seed)
        for number in range(_PRINTS):
            printed = _print(content, cell, doc_id, rng)
            if not find_short(content, printed, distance):
                return content, printed
            moved = number % 2 == 0
            if not moved and cell.pair:
                break
            try:
                spans = measure_spans(content, printed) if moved else None
                content = compose(cell, seed, after=content, spans=spans)
            except Unbuildable:
                if cell.pair or not moved:
                    break
                content = compose(cell, seed, after=content)
        pages = printed.report["pages"]
        raise Unbuildable(
            f"a passage can't be had {distance} pages from its chart in {pages} pages: ask for a lower "
            "--min-distance, or for more pages"
        )

    def measure(self, config: ReportsConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return what the build is made up of, what quality control and reviewers found, and how far guessers get."""
        return {
            **measure_composition(summaries),
            **measure_quality(summaries),
            **measure_exclude(config.exclude, summaries),
        }

    def finish(self, config: ReportsConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}

    def _cell(self, config: ReportsConfig, index: int) -> Cell:
        fixed = {name: value for name in AXES if (value := getattr(config, name)) is not None}
        return deal(index, config.seed, fixed, config.grid, config.pairs)


class Unprintable(ValueError):
    """A report that can't be laid out; the message says why."""


def _print(content: Content, cell: Cell, doc_id: str, rng: Callable[[str], random.Random]) -> Printed:
    """Return the print of a report, of several looks the first with no page left half empty, else the fullest.

    Raises:
        Unprintable: charts or pages can't be laid out in any of them.
    """
    found: list[Printed] = []
    for number, pages in enumerate((cell.pages, cell.pages, cell.pages if "pages" in cell.settled else None)):
        look = rng(f"pages {number}" if number else "pages")
        html = report_html(content.manuscript, cell.layout, content.style, look, pages=pages)
        printed = report_printer().print_document(html, doc_id)
        problems = {name: told for name, told in printed.report["problems"].items() if told}
        if not problems:
            found.append(printed)
            if not printed.report["holes"]:
                return printed
    if found:
        return min(found, key=lambda printed: sum(printed.report["holes"]))
    raise Unprintable(_say_problems(problems))


def find_short(content: Content, printed: Printed, distance: int) -> list[str]:
    """Return the questions whose pieces of evidence stand nearer to each other than wanted."""
    return [
        question.text
        for question in content.questions
        if (measure_distance(question.needed, content.manuscript, printed) or 0) < distance
        and question.question_type != "chart"
    ]


def measure_spans(content: Content, printed: Printed) -> Spans:
    """Return the first and the last page of chapters and exhibits as printed, by their ids."""
    pages: dict[str, list[int]] = {}
    refs = {exhibit.ref for exhibit in content.plan.exhibits()}
    for element in printed.elements:
        section = element.ref if element.ref in refs else element.ref.partition("-")[0]
        pages.setdefault(section, []).append(element.page)
    return {name: (min(found), max(found)) for name, found in pages.items()}


def _say_problems(problems: Mapping[str, Sequence[str]]) -> str:
    """Return why a report can't be laid out, without particulars of its charts."""
    if set(problems) == {"layout"}:
        return problems["layout"][-1]
    return "a chart can't be made legible"


def parse_grid(text: str) -> tuple[str, tuple[Any, ...]]:
    """Return an axis with its values.

    Raises:
        argparse.ArgumentTypeError: the text is not an axis, ``=`` and values with commas between them.

    >>> parse_grid("pages=25,50")
    ('pages', (25, 50))
    """
    name, equals, values = text.partition("=")
    name = name.replace("-", "_")
    if not equals or name not in AXES:
        raise argparse.ArgumentTypeError(f"{text!r} is not AXIS=VALUE,VALUE with an axis of {', '.join(AXES)}")
    found = tuple(_number(value) if name in RANGES else value.strip() for value in values.split(","))
    try:
        for value in found:
            check_axis(name, value)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name, found


def _number(text: str) -> int | str:
    """Return the number that a text is, or else the text."""
    try:
        return int(text)
    except ValueError:
        return text.strip()


FAMILY = ReportsFamily()
