"""Writers of reports, and the one that needs no model."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from dataset_builder.families.reports.manuscript import (
    Block,
    Items,
    KeyFigure,
    Manuscript,
    Moment,
    Paragraph,
    Quotation,
    WrittenSection,
)
from dataset_builder.families.reports.model import Plan, Section, SectionKind
from dataset_builder.families.reports.writing import figures, panels
from dataset_builder.families.reports.writing.answers import say_answer
from dataset_builder.families.reports.writing.argument import debate_units, open_proposals, recommendation_units
from dataset_builder.families.reports.writing.authored import Shelf, typeset
from dataset_builder.families.reports.writing.cases import case_units
from dataset_builder.families.reports.writing.desk import Desk, Message, find_barred, find_shown, paragraph
from dataset_builder.families.reports.writing.episodes import episode_units
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.evidence import evidence_units
from dataset_builder.families.reports.writing.frame import (
    background_units,
    deepest_events,
    glossary_units,
    introduction_units,
    limits_units,
    methods_units,
    outlook_units,
    source_units,
    summary_units,
)
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import told_panels
from dataset_builder.families.reports.writing.statements import add_statements
from dataset_builder.families.reports.writing.terms import place_terms
from dataset_builder.families.reports.writing.units import (
    REQUIRED,
    Unit,
    block_texts,
    capital,
    choose_units,
    count_words,
    drop_bare_headings,
    join_short,
    ration,
    speaker,
)
from dataset_builder.families.reports.writing.words import content_words
from dataset_builder.moments import MONTHS

_UNITS: dict[SectionKind, Callable[[Desk, Section], list[Unit]]] = {
    "summary": summary_units,
    "introduction": introduction_units,
    "background": background_units,
    "methods": methods_units,
    "evidence": evidence_units,
    "episode": episode_units,
    "debate": debate_units,
    "cases": case_units,
    "outlook": outlook_units,
    "recommendations": recommendation_units,
    "limits": limits_units,
    "glossary": glossary_units,
    "sources": source_units,
}


_DRAFTS = 4
_STANDFIRSTS = 8
_TERMS = 6
"""Words that a glossary explains at least."""
_NEAR = 0.02
_GAIN = 1.004
"""A draft that is no longer than this multiple of the one before shows that there is no more to say."""
_YIELD = 0.85
"""Share of the words that units promise which a first draft is thought to have."""
_FIGURES = (8, 16)
"""Key figures that a report should have, and may have."""
TOLERANCE = 0.03
"""How far from the words wanted a report may be."""


class Exhausted(ValueError):
    """A plan in which there is less to say than was wanted; ``most`` are the words that it came to."""

    def __init__(self, message: str, most: int) -> None:
        super().__init__(message)
        self.most = most


class Writer(Protocol):
    """Turns a plan into a manuscript."""

    def write(self, plan: Plan, words: int, rng: random.Random, forbidden: frozenset[str]) -> Manuscript:
        """Return the report as written.

        Args:
            plan: what to write; its ``told`` datasets may be told, of others no value, rank or direction.
            words: to be hit within 3%.
            rng: where all choices come from.
            forbidden: numbers as printed that may stand nowhere.

        Raises:
            Exhausted: there is less to say.
        """
        ...


class GrammarWriter:
    """Writes from authored texts and a grammar: drafts, each with a better notion of how much chapters hold."""

    def write(self, plan: Plan, words: int, rng: random.Random, forbidden: frozenset[str]) -> Manuscript:
        """Return the report as written.

        Raises:
            Exhausted: the topic and the world cannot carry so many words without repeating themselves.
            ValueError: what must be said takes more words.
        """
        state = rng.getstate()
        yields = {section.id: _YIELD for section in plan.sections}
        best = 0
        drafts: list[tuple[float, Manuscript]] = []
        for _ in range(_DRAFTS):
            rng.setstate(state)
            draft = _draft(plan, words, rng, forbidden, yields)
            yields = dict(draft.yields)
            drafts.append((abs(draft.words / words - 1), draft.manuscript))
            spent = draft.words < words and (draft.words <= best * _GAIN or draft.room < words * (1 - TOLERANCE))
            best = max(best, draft.words)
            if drafts[-1][0] <= _NEAR or spent:
                break
        off, nearest = min(drafts, key=lambda draft: draft[0])
        if off <= TOLERANCE:
            return nearest
        count = len(list(plan.exhibits()))
        why = f"words {words} cannot be had from topic {plan.world.topic.id!r} with {count} exhibits: it came to {best}"
        raise Exhausted(why, best) if best < words else ValueError(why)


@dataclass(frozen=True)
class _Draft:
    """A draft.

    Attributes:
        manuscript: as written.
        words: that it has.
        room: words that it would have with all that there is to say.
        yields: by section, share of the words promised by the units chosen that came out.
    """

    manuscript: Manuscript
    words: int
    room: float
    yields: Mapping[str, float]


def _draft(
    plan: Plan, words: int, rng: random.Random, forbidden: frozenset[str], yields: Mapping[str, float]
) -> _Draft:
    """Return a draft of about so many words, where units yield as thought."""
    desk = Desk(plan, rng, Shelf(plan.world, rng), find_barred(plan, forbidden), find_shown(plan))
    every = [
        (section.id, unit)
        for section in plan.sections
        for unit in add_statements(desk, section, _UNITS[section.kind](desk, section))
    ]
    kept = {id(unit) for unit in ration([unit for _, unit in every], desk.shelf.stocks())}
    units: dict[str, list[Unit]] = {section.id: [] for section in plan.sections}
    for section_id, unit in every:
        if id(unit) in kept:
            units[section_id].append(unit)
    budgets = _share_words(plan.sections, units, words, yields)
    sections = []
    planned = written = 0
    found: dict[str, float] = {}
    for section in plan.sections:
        planned += budgets[section.id]
        chosen = choose_units(units[section.id], round((planned - written) / yields[section.id]))
        chapter = _write_section(desk, section, chosen)
        count = count_chapter(chapter)
        found[section.id] = count / (sum(unit.words for unit in chosen) or count)
        written += count
        sections.append(chapter)
    room = sum(found[section.id] * sum(unit.words for unit in units[section.id]) for section in plan.sections)
    return _Draft(_bind(desk, sections), written, room, found)


def _bind(desk: Desk, sections: Sequence[WrittenSection]) -> Manuscript:
    """Return the manuscript of chapters, with what stands before and beside them."""
    plan = desk.plan
    sections = _thin_glossary(sections)
    return Manuscript(
        title=plan.title,
        subtitle=plan.subtitle,
        publisher=plan.world.publisher,
        issued=f"{MONTHS[plan.issued[1] - 1]} {plan.issued[0]}",
        authors=desk.shelf.authors,
        abstract=_abstract(desk),
        sections=tuple(sections),
        key_figures=tuple(_key_figures(desk)),
        timeline=tuple(_timeline(desk)),
        pull_quotes=tuple(_pull_quotes(desk)),
        running_head=plan.title,
    )


def _thin_glossary(sections: Sequence[WrittenSection]) -> list[WrittenSection]:
    """Return chapters whose glossary explains words that occur in them, and some more where these are few."""
    text = " ".join(
        text
        for section in sections
        if section.kind != "glossary"
        for block in section.blocks
        for text in block_texts(block)
    ).lower()

    def thin(block: Block) -> Block:
        if not isinstance(block, Items):
            return block
        order = sorted(block.items, key=lambda item: item[0].lower().rstrip("s") not in text)
        used = sum(item[0].lower().rstrip("s") in text for item in order)
        kept = {*order[: max(used, _TERMS)]}
        return replace(block, items=tuple(item for item in block.items if item in kept))

    return [
        replace(section, blocks=tuple(map(thin, section.blocks))) if section.kind == "glossary" else section
        for section in sections
    ]


def _share_words(
    sections: Sequence[Section], units: Mapping[str, Sequence[Unit]], words: int, yields: Mapping[str, float]
) -> dict[str, int]:
    """Return the words of each section: as planned, but none beyond what its units hold while others have room."""

    def hold(section: Section, some: Iterable[Unit]) -> int:
        return round(yields[section.id] * sum(unit.words for unit in some))

    room = {each.id: hold(each, units[each.id]) for each in sections}
    needed = {each.id: hold(each, (u for u in units[each.id] if u.priority >= REQUIRED)) for each in sections}
    low, high = 0.0, 20.0
    for _ in range(40):
        scale = (low + high) / 2
        shares = {
            section.id: min(room[section.id], max(needed[section.id], round(scale * section.words)))
            for section in sections
        }
        low, high = (scale, high) if sum(shares.values()) < words else (low, scale)
    return shares


def _write_section(desk: Desk, section: Section, units: Sequence[Unit]) -> WrittenSection:
    desk.shelf.open_chapter()
    desk.register.open_chapter(section.kind)
    desk.notes.clear()
    blocks = drop_bare_headings(join_short([block for unit in units for block in unit.write()]))
    return WrittenSection(
        id=section.id,
        kind=section.kind,
        title=section.title,
        short_title=section.title if len(section.title) <= 32 else f"{section.title[:30].rsplit(' ', 1)[0]} …",
        standfirst=_standfirst(desk, section),
        blocks=tuple(blocks),
        notes=tuple(desk.notes),
    )


def _standfirst(desk: Desk, section: Section) -> str:
    """Return the line under a chapter's title: one that the report does not have yet, of other words than the title."""
    drawn = [capital(desk.phrase(f"standfirst.{section.kind}")) for _ in range(_STANDFIRSTS)]
    fresh = [text for text in drawn if ("standfirst", text) not in desk.told_once] or drawn
    title = content_words((section.title,))
    found = min(fresh, key=lambda text: len(title & content_words((text,))))
    desk.told_once.add(("standfirst", found))
    return found


def count_chapter(chapter: WrittenSection) -> int:
    """Return the words of a chapter as printed, with title, standfirst and footnotes."""
    frame = " ".join((chapter.title, chapter.standfirst, *chapter.notes))
    return count_words(chapter.blocks) + len(frame.split())


def _abstract(desk: Desk) -> tuple[Paragraph, ...]:
    """Return two paragraphs: question, scope and findings; causes, doubts and advice."""
    world = desk.plan.world
    scope = place_terms(world)
    desk.shelf.open_chapter()
    desk.register.open_chapter("summary")
    question = desk.shelf.fill(world.topic.questions[0])
    found = [desk.say(Message("abstract.open", Context({**scope, "question": question})))]
    found.append(say_answer(desk, "abstract.answer", 2))
    for panel in told_panels(desk.plan)[:3]:
        message = panels.trend(panel)
        if message is not None:
            found.append(desk.say(Message("abstract.finding", message.context)))
    nouns = dict(zip(("n0", "n1"), deepest_events(desk.plan), strict=False))
    advice = open_proposals(world)[0]
    terms = {"by": desk.shelf.name_actor(advice.by), "action": desk.shelf.fill(advice.action)}
    rest = [
        desk.say(Message("abstract.cause", Context({**scope, **nouns}))),
        desk.say(Message("abstract.method", Context(scope))),
        desk.say(Message("abstract.advice", Context({**scope, **terms}))),
    ]
    return tuple(text for text in (paragraph(found, "abstract"), paragraph(rest, "abstract")) if text)


def _key_figures(desk: Desk) -> list[KeyFigure]:
    """Return the last year's highest and lowest of each told panel in turn, if they may be printed.

    Where these are few, the second highest follow. Labels say which of these they are.
    """
    rows = []
    for panel in told_panels(desk.plan):
        last = panel.years[-1]
        ranked = panel.ranked(last)
        row = []
        for name, reason in ((ranked[0], "highest"), (ranked[-1], "lowest"), (ranked[1], "second highest")):
            value = figures.with_unit(
                figures.plain(panel.at(name, last), panel.data.decimals), typeset(panel.data.unit)
            )
            label = f"{capital(typeset(panel.metric.name))}, {last}, {reason}: {name}"
            row.append(KeyFigure(value, label, panel.fact(name, last)) if desk.allows(value) else None)
        rows.append(row)
    highs, lows, seconds = ([figure for row in rows if (figure := row[place])] for place in range(3))
    found = [*highs, *lows][: _FIGURES[1]]
    return found if len(found) >= _FIGURES[0] else [*found, *seconds]


def _timeline(desk: Desk) -> list[Moment]:
    found = []
    for happening in desk.plan.world.happenings:
        text = name_event(desk.plan.world, happening.id)
        found.append(Moment(find_episode(desk.plan.world, happening.id).date, capital(text)))
    return found


def _pull_quotes(desk: Desk) -> list[Quotation]:
    found = []
    for quote in desk.shelf.pulled:
        desk.shelf.open_chapter()
        found.append(Quotation(desk.shelf.fill(quote.text), speaker(desk, quote.person)))
    return found


__all__ = ["Exhausted", "GrammarWriter", "Writer"]
