"""A written report: sections of blocks, apart from how they look. What writers give and page designs take.

Texts are plain, with typographic quotes and dashes; a ``{n:3}`` in a paragraph is the mark of footnote 3 of its section
(``Section.notes``, counted from 1), ``{f:viz-2-1}`` and ``{t:tab-3-1}`` the printed name of a figure or table ("Figure
4"), which designs fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dataset_builder.families.reports.model import Exhibit, SectionKind

MARK = re.compile(r"\{([nft]):([^}]*)\}")


@dataclass(frozen=True)
class Paragraph:
    """Running text.

    ``facts`` are the ids of the facts that it tells; ``move`` says what it does, such as "support"; ``statement`` is
    the id of the statement that it prints.
    """

    text: str
    facts: tuple[str, ...] = ()
    move: str = ""
    statement: str = ""


@dataclass(frozen=True)
class Subheading:
    """A heading inside a section (level 2)."""

    text: str


@dataclass(frozen=True)
class Quotation:
    """What someone says, set off; ``by`` as printed, such as "Ilse Varga, chief engineer, the Office"."""

    text: str
    by: str


@dataclass(frozen=True)
class Items:
    """A list, numbered or not. Each item has a head ("" for none) and a text."""

    items: tuple[tuple[str, str], ...]
    numbered: bool = False
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Show:
    """The place of an exhibit; ``caption`` is a sentence under it ("" for none), with values of told data only."""

    exhibit: Exhibit
    caption: str = ""


@dataclass(frozen=True)
class Box:
    """A sidebar: something told beside the argument."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    kind: Literal["case", "explainer", "voices"] = "case"


Block = Paragraph | Subheading | Quotation | Items | Show | Box


@dataclass(frozen=True)
class WrittenSection:
    """A chapter: ``standfirst`` is a sentence under its title, ``notes`` the texts of its footnotes."""

    id: str
    kind: SectionKind
    title: str
    short_title: str
    standfirst: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeyFigure:
    """A number worth showing large: ``value`` as printed with its unit, ``label`` what it is, ``fact`` its id."""

    value: str
    label: str
    fact: str


@dataclass(frozen=True)
class Moment:
    """An entry of a timeline."""

    date: str
    text: str


@dataclass(frozen=True)
class Manuscript:
    """A report as written.

    Attributes:
        title, subtitle, publisher, issued: of the cover; ``issued`` such as "March 2024".
        authors: names of those who wrote it.
        abstract: paragraphs of a summary of 120 to 220 words, for designs that have such a box.
        sections: in order, the first being the summary.
        key_figures: 8 or more, all of told facts, for strips and callouts.
        timeline: 6 or more, in order of time.
        pull_quotes: 8 or more sentences of people that stand in no section, with who said them.
        running_head: short title for the head of pages.
    """

    title: str
    subtitle: str
    publisher: str
    issued: str
    authors: tuple[str, ...]
    abstract: tuple[Paragraph, ...]
    sections: tuple[WrittenSection, ...]
    key_figures: tuple[KeyFigure, ...]
    timeline: tuple[Moment, ...]
    pull_quotes: tuple[Quotation, ...]
    running_head: str

    def exhibits(self) -> Iterator[Exhibit]:
        """Yield the exhibits in the order of the document."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Show):
                    yield block.exhibit

    def paragraphs(self) -> Iterator[Paragraph]:
        """Yield every paragraph of the sections, those of boxes too, in the order of the document."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Paragraph):
                    yield block
                elif isinstance(block, Box):
                    yield from block.paragraphs
