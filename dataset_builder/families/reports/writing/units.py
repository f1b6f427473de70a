"""Units of a chapter: pieces of text that may be written or left out, and how many fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dataset_builder.families.reports.manuscript import (
    MARK,
    Block,
    Box,
    Items,
    Paragraph,
    Quotation,
    Show,
    Subheading,
)
from dataset_builder.families.reports.model import Person
from dataset_builder.families.reports.topics import Purpose
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, paragraph
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.terms import bare, place_terms

REQUIRED = 2.0
_EXPLAINS = re.compile(r"(?:How|What|Why|Reading|Words|A short guide)\b")
SOMEBODY = re.compile(r"(?:He|She|His|Her)\b")
"""A passage that begins so is a portrait of somebody unnamed."""
_VOICES = 3


_COMPUTED = ("support", "pointer", "limit")
_DEFINING = ("definition", "topic")
"""Moves of paragraphs that a short pointer to the exhibit of the same figure may join."""
_OF_FIGURES = (*_COMPUTED, "finding", "comparison", "cause")
"""Moves of paragraphs that are computed from figures."""
_FEW, _MANY, _SCRAP = 42, 150, 19


@dataclass(frozen=True)
class Unit:
    """A piece of a chapter.

    Attributes:
        priority: ``REQUIRED``, or how much it is wanted, 0 to 1.
        words: about as many as it will have.
        write: writes it; gives nothing where nothing can be said.
        stock: what it takes one of, of which there may be too few: ``passage``, ``sidebar``, ``quote``.
        about: name of the entity or id of the event under whose heading it stands.
        ends: whether a part of the chapter ends with it, so that a box may stand behind it.
    """

    priority: float
    words: int
    write: Callable[[], Sequence[Block]]
    stock: str = ""
    about: str = ""
    ends: bool = False


def choose_units(units: Sequence[Unit], words: int) -> list[Unit]:
    """Return the units that fit in ``words``, in their order: required ones, then the most wanted."""
    chosen = {place for place, unit in enumerate(units) if unit.priority >= REQUIRED}
    left = words - sum(units[place].words for place in chosen)
    for place in sorted(range(len(units)), key=lambda place: (-units[place].priority, place)):
        if place not in chosen and units[place].words <= left + 25:
            chosen.add(place)
            left -= units[place].words
    return [unit for place, unit in enumerate(units) if place in chosen]


def ration(units: Sequence[Unit], stocks: Mapping[str, int]) -> list[Unit]:
    """Return the units without those for which nothing would be left: the least wanted of each stock go."""
    kept = set(range(len(units)))
    for stock, count in stocks.items():
        takers = [place for place, unit in enumerate(units) if unit.stock == stock]
        takers.sort(key=lambda place: (-units[place].priority, place))
        kept -= set(takers[count:])
    return [unit for place, unit in enumerate(units) if place in kept]


def count_words(blocks: Iterable[Block]) -> int:
    """Return the words of blocks as printed; a mark of a figure counts two, that of a note none."""
    return sum(len(_spell_marks(text).split()) for block in blocks for text in block_texts(block))


def _spell_marks(text: str) -> str:
    return MARK.sub(lambda match: "" if match[1] == "n" else "Figure 1", text)


def block_texts(block: Block) -> list[str]:
    """Return the texts of a block."""
    if isinstance(block, Paragraph | Subheading):
        return [block.text]
    if isinstance(block, Quotation):
        return [block.text, block.by]
    if isinstance(block, Items):
        return [text for item in block.items for text in item if text]
    if isinstance(block, Show):
        return [block.caption] if block.caption else []
    return [block.title, *(item.text for item in block.paragraphs)]


def passage(
    desk: Desk,
    priority: float,
    *purposes: Purpose,
    near: frozenset[str] = frozenset(),
    entity: str = "",
    headed: bool = True,
) -> Unit:
    """Return a unit that is a passage of one of the purposes, under its title or in a box that has it.

    Args:
        desk: the writer's.
        priority: how much it is wanted.
        purposes: the best first.
        near: content words of what stands around it.
        entity: under whose heading it stands: only a passage that can be told of it will do.
        headed: whether it has a title; else it opens a chapter or belongs to the heading before it.
    """

    def write() -> Sequence[Block]:
        title, texts = desk.shelf.take_passage(purposes, near, entity)
        found = paragraph(desk.quote_text(texts), "passage")
        if found is None:
            return []
        if SOMEBODY.match(found.text):
            return [Box(title, (found,), "case")]
        return [Subheading(title), found] if headed else [found]

    return Unit(priority, 82, write, "passage")


def essay(desk: Desk, priority: float, dataset: str, when: str = "") -> Unit:
    """Return a unit that discusses a dataset, or what it means that a metric has gone ``when``, up or down."""

    def write() -> Sequence[Block]:
        found = paragraph(desk.quote_text(desk.shelf.take_essay(dataset, when)), "passage")
        return [found] if found else []

    return Unit(priority, 84, write)


def headed(unit: Unit, heading: Callable[[], Subheading]) -> Unit:
    """Return a unit with a heading over what it writes, drawn only if it writes something."""

    def write() -> Sequence[Block]:
        blocks = unit.write()
        return [heading(), *blocks] if blocks else []

    return replace(unit, write=write)


def both(first: Unit, second: Unit) -> Unit:
    """Return one unit for two that stand under one heading, wanted as much as the more wanted of them."""
    priority = max(first.priority, second.priority)
    return Unit(priority, first.words + second.words, lambda: [*first.write(), *second.write()])


def sidebar(desk: Desk, priority: float, near: frozenset[str] = frozenset()) -> Unit:
    """Return a unit that is a box beside the text."""

    def write() -> Sequence[Block]:
        found = desk.shelf.take_sidebar(near)
        if found is None:
            return []
        inner = paragraph(desk.quote_text(found.sentences), "box")
        kind: Literal["case", "explainer"] = "explainer" if _EXPLAINS.match(found.title) else "case"
        return [Box(found.title, (inner,), kind)] if inner else []

    return Unit(priority, 85, write, "sidebar")


def quotation(desk: Desk, priority: float, *actors: str, near: frozenset[str] = frozenset()) -> Unit:
    """Return a unit that is a quotation, set off."""

    def write() -> Sequence[Block]:
        quote = desk.shelf.take_quote(actors, near)
        if quote is None:
            return []
        desk.ear.hear(quote.text)
        return [Quotation(quote.text, speaker(desk, quote.person))]

    return Unit(priority, 28, write, "quote")


def voices(desk: Desk, priority: float) -> Unit:
    """Return a unit that is a box of what several people say."""

    def write() -> Sequence[Block]:
        found = []
        for _ in range(_VOICES):
            quote = desk.shelf.take_quote()
            if quote is not None:
                desk.ear.hear(quote.text)
                found.append(Paragraph(f"“{quote.text}” – {speaker(desk, quote.person)}", (), "voice"))
        title = desk.phrase("box.voices", Context(place_terms(desk.plan.world)))
        return [Box(title, tuple(found), "voices")] if len(found) == _VOICES else []

    return Unit(priority, 27 * _VOICES, write)


def _names_own(desk: Desk, person: Person) -> bool:
    """Tell whether a person's title already names the body."""
    return bare(desk.shelf.actors[person.actor].short).lower() in person.title.lower()


def speaker(desk: Desk, person: Person) -> str:
    """Return a person with title and body, as under a quotation."""
    if _names_own(desk, person):
        return f"{person.name}, {typeset(person.title)}"
    return f"{person.name}, {typeset(person.title)}, {bare(typeset(desk.shelf.actors[person.actor].name))}"


def join_short(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks in which short paragraphs have joined the one before them, if that is not long.

    What is too short to stand alone is left out.
    """
    found: list[Block] = []
    for block in blocks:
        before = found[-1] if found else None
        if not isinstance(block, Paragraph) or not isinstance(before, Paragraph) or before.statement:
            found.append(block)
            continue
        sizes = len(before.text.split()), len(block.text.split())
        alike = block.move in _COMPUTED and before.move in (*_COMPUTED, "development")
        alike = alike or (block.move == "pointer" and before.move in _DEFINING)
        if alike and min(sizes) < _FEW and sum(sizes) < _MANY:
            facts = tuple(dict.fromkeys((*before.facts, *block.facts)))
            found[-1] = Paragraph(f"{before.text} {block.text}", facts, before.move)
        else:
            found.append(block)
    return [block for block in found if not _is_scrap(block)]


def _is_scrap(block: Block) -> bool:
    """Tell whether a computed paragraph without marks is too short to stand alone."""
    computed = isinstance(block, Paragraph) and block.move in _OF_FIGURES
    return computed and isinstance(block, Paragraph) and "{" not in block.text and len(block.text.split()) < _SCRAP


def drop_bare_headings(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks without headings that nothing stands under."""
    return [
        block
        for place, block in enumerate(blocks)
        if not isinstance(block, Subheading)
        or (place + 1 < len(blocks) and not isinstance(blocks[place + 1], Subheading))
    ]


def plain_unit(priority: float, words: int, write: Callable[[], Paragraph | None]) -> Unit:
    """Return a unit of one paragraph."""

    def blocks() -> Sequence[Block]:
        found = write()
        return [found] if found is not None else []

    return Unit(priority, words, blocks)


def capital(text: str) -> str:
    """Return a text with a capital."""
    return text[:1].upper() + text[1:]
