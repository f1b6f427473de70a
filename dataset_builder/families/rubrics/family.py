"""Rubrics (GDP.pdf): a professional PDF, a question as a practitioner types it, and a rubric of atomic criteria.

World first: a design draws what its document says; the item computes its truth from that by programs over marked words;
page and rubric are made from both. Example question: "Client's 17-year-old was driving the box truck. Does PIP pay?"
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from dataset_builder.families import BuiltDocument, Refused, Summary, Task, config_from_namespace
from dataset_builder.families.rubrics.dealing import LENGTHS, Cell, deal
from dataset_builder.families.rubrics.domains import list_domains, load_designs
from dataset_builder.families.rubrics.mechanisms import AXES, AXIS_OF, tier_of
from dataset_builder.families.rubrics.model import Item, validate_item
from dataset_builder.families.rubrics.press import Unreadable, press
from dataset_builder.families.rubrics.records import Made, export_item
from dataset_builder.families.rubrics.sanity import Contradiction, verify_item
from dataset_builder.pages.scans import STRENGTHS, sample_scan
from dataset_builder.schema import document_id
from dataset_builder.seeds import rng_for

MOST_DOCUMENTS = 99_999
"""Documents of a build; ids number them with five digits."""

_TRIES = 6
_MOST_PAGES = 60


@dataclass(frozen=True)
class RubricsConfig:
    """What a build of rubrics is asked for.

    Attributes:
        documents: number of documents, one item each.
        seed: of everything random.
        domain: the only domain, None for all.
        mechanism: the only mechanism, None for all; of domains that have it.
        design: the only design, None for all.
        length: ``standard`` or ``long`` only (designs that come long, as they come and with 12 to 40 pages), ``pairs``
            for twins of both lengths with the same item, None for every third document of such a design long.
        scan: strength, 0 to 3, of the scanner that the page images seem to come from; texts and PDF stay as they are.
    """

    documents: int = 100
    seed: int = 0
    domain: str | None = None
    mechanism: str | None = None
    design: str | None = None
    length: str | None = None
    scan: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.documents <= MOST_DOCUMENTS:
            raise ValueError(f"documents {self.documents} is not a number from 1 to {MOST_DOCUMENTS}")
        allowed: dict[str, Sequence[str | int]] = {
            "domain": list_domains(),
            "mechanism": list(AXIS_OF),
            "design": [design.name for name in list_domains() for design in load_designs(name)] if self.design else (),
            "length": LENGTHS,
            "scan": STRENGTHS,
        }
        for name, values in allowed.items():
            value = getattr(self, name)
            if value is not None and value not in values:
                raise ValueError(f"{name} {value!r} is not one of {', '.join(map(str, values))}")
        if not self.domains:
            asked = {name: getattr(self, name) for name in ("domain", "mechanism", "design", "length")}
            told = ", ".join(f"{name} {value!r}" for name, value in asked.items() if value is not None)
            raise ValueError(f"no document is of {told} together")

    @property
    def domains(self) -> tuple[str, ...]:
        """Return the domains that take turns."""
        found = []
        for name in (self.domain,) if self.domain else list_domains():
            try:
                self.deal(0, (name,))
            except ValueError:
                continue
            found.append(name)
        return tuple(found)

    def deal(self, index: int, domains: Sequence[str]) -> Cell:
        """Return what one document is to be, by its index and the domains that take turns."""
        return deal(index, self.seed, domains, self.mechanism, self.design, self.length)


class RubricsFamily:
    """The family behind ``docassay build rubrics``."""

    name = "rubrics"
    config_class = RubricsConfig

    def add_arguments(self, parser: argparse._ArgumentGroup) -> None:
        """Add ``--mechanism``, ``--design`` and ``--length``; ``--domain`` and ``--scan`` are shared."""
        parser.add_argument(
            "--mechanism", metavar="NAME", help="the only mechanism of items, such as footnote_override"
        )
        parser.add_argument("--design", metavar="NAME", help="the only design of documents, such as auto_policy")
        parser.add_argument(
            "--length",
            choices=LENGTHS,
            help="as the design comes, long (12 to 40 pages; designs that come long), or twins of both with one item",
        )

    def config_from_args(self, args: argparse.Namespace) -> RubricsConfig:
        """Return the config that the command line asks for; raises ``ValueError`` naming what is wrong."""
        return cast(RubricsConfig, config_from_namespace(RubricsConfig, args))

    def plan(self, config: RubricsConfig) -> Sequence[Task]:
        """Return one task a document; domains come in turn."""
        domains = config.domains
        cells = [config.deal(index, domains) for index in range(config.documents)]
        return [
            Task(index, f"{cell.domain}, {cell.design.name}, {cell.ask.mechanism}") for index, cell in enumerate(cells)
        ]

    def build(self, config: RubricsConfig, task: Task) -> BuiltDocument | Refused:
        """Return the document of one task with its item, or why there is none.

        Raises:
            ValueError: an item contradicts its own rubric, which is a fault of the domain's module.
        """

        cell = config.deal(task.index, config.domains)

        def rng(stream: str) -> random.Random:
            return rng_for(self.name, cell.seat, config.seed, stream)

        doc_id = document_id(self.name, config.seed, task.index)
        worlds, reason = rng("world"), ""
        for tried in range(_TRIES):
            world = cell.design.sample(worlds)
            item = cell.ask.make(world)
            where = f"{doc_id} ({cell.design.name}, {cell.ask.mechanism})"
            validate_item(item, where)
            try:
                verify_item(item, where)
                prints = {}
                for length in LENGTHS[:2] if config.length == "pairs" else (cell.length,):
                    told = self._extend(cell, world, item, rng(f"more {tried}")) if length == "long" else world
                    prints[length] = told, press(cell.design.paper(told, rng(f"looks {tried}")), doc_id)
            except Unreadable as error:
                reason = str(error)
                continue
            except Contradiction:
                if tried == _TRIES - 1:
                    raise  # no coincidence any more
                continue
            world, pressed = prints[cell.length]
            if pressed.pages > _MOST_PAGES:
                reason = "too many pages"
                continue
            draws = rng("scan")
            scans = [sample_scan(draws, config.scan) for _ in range(pressed.pages)] if config.scan else []
            pair = f"length-{config.seed}-{cell.seat}" if config.length == "pairs" else None
            return export_item(Made(cell, world, item, pressed, tried, pair), task.index, doc_id, scans)
        return Refused(task.index, task.source, reason)

    def _extend(self, cell: Cell, world: Any, item: Item, rng: random.Random) -> Any:
        """Return a world with more matter; raises ``ValueError`` if what is asked of it changes with it."""
        if cell.design.extend is None:
            raise ValueError(f"{cell.design.name} does not come long")
        more = cell.design.extend(world, rng)
        if cell.ask.make(more) != item:
            raise ValueError(f"{cell.design.name}: what {cell.ask.mechanism} asks changes with the document's length")
        return more

    def measure(self, config: RubricsConfig, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return items by domain, axis, tier and mechanism, and criteria and pages in all."""
        notes = [note for summary in summaries for note in summary.notes]
        figures: Counter[str] = Counter()
        for note in notes:
            axes = str(note["axes"]).split()
            figures[f"domain {note['domain']}"] += 1
            figures[f"mechanism {note['mechanism']}"] += 1
            figures[f"design {note['design']}"] += 1
            figures.update(f"axis {axis}" for axis in axes)
            figures.update({f"tier {tier_of(axis)[-1]}" for axis in axes})
            for what in ("criteria", "traps", "pages"):
                figures[what] += int(note[what] or 0)
        order = {f"axis {axis}": place for place, axis in enumerate(AXES)}
        return dict(sorted(figures.items(), key=lambda pair: (pair[0].split()[0], order.get(pair[0], 0), pair[0])))

    def finish(self, config: RubricsConfig, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return no files beside the repository's own."""
        return {}


FAMILY = RubricsFamily()
