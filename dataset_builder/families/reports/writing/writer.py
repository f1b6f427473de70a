"""Writers of reports, and the one that needs no model."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from dataset_builder.families.reports.manuscript import (
    Block,
    KeyFigure,
    Manuscript,
    Moment,
    Paragraph,
    Quotation,
    WrittenSection,
)
from dataset_builder.families.reports.model import Plan, Section, SectionKind
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.argument import debate_units, recommendation_units
from dataset_builder.families.reports.writing.authored import Shelf, typeset
from dataset_builder.families.reports.writing.cases import case_units
from dataset_builder.families.reports.writing.desk import Desk, find_barred, find_shown, printed_numbers
from dataset_builder.families.reports.writing.episodes import episode_units
from dataset_builder.families.reports.writing.events import find_episode, name_event
from dataset_builder.families.reports.writing.evidence import evidence_units
from dataset_builder.families.reports.writing.frame import (
    background_units,
    glossary_units,
    introduction_units,
    limits_units,
    methods_units,
    outlook_units,
    source_units,
    summary_units,
    told_panels,
)
from dataset_builder.families.reports.writing.units import Unit, choose_units, count_words

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


class Writer(Protocol):
    """Turns a plan into a manuscript."""

    def write(self, plan: Plan, words: int, rng: random.Random, forbidden: frozenset[str]) -> Manuscript:
        """Return the report as written.

        Args:
            plan: what to write; its ``told`` datasets may be told, of others no value, rank or direction.
            words: to be hit within 3%.
            rng: where all choices come from.
            forbidden: numbers as printed that may stand nowhere.
        """
        ...


class GrammarWriter:
    """Writes from authored texts and a grammar."""

    def write(self, plan: Plan, words: int, rng: random.Random, forbidden: frozenset[str]) -> Manuscript:
        """Return the report as written."""
        desk = Desk(plan, rng, Shelf(plan.world, rng), find_barred(plan, forbidden), find_shown(plan))
        sections = []
        planned = written = 0
        for section in plan.sections:
            planned += section.words
            chapter = _write_section(desk, section, planned - written)
            written += count_words(chapter.blocks) + len(chapter.title.split()) + len(chapter.standfirst.split())
            sections.append(chapter)
        return Manuscript(
            title=plan.title,
            subtitle=plan.subtitle,
            publisher=plan.world.publisher,
            issued=f"{figures.MONTHS[plan.issued[1] - 1]} {plan.issued[0]}",
            authors=tuple(person.name for person in rng.sample(plan.world.people, 3)),
            abstract=_abstract(sections),
            sections=tuple(sections),
            key_figures=tuple(_key_figures(desk)),
            timeline=tuple(_timeline(desk)),
            pull_quotes=tuple(_pull_quotes(desk)),
            running_head=plan.title,
        )


def _write_section(desk: Desk, section: Section, words: int) -> WrittenSection:
    desk.shelf.open_chapter()
    desk.notes.clear()
    units = choose_units(_UNITS[section.kind](desk, section), words)
    blocks: list[Block] = [block for unit in units for block in unit.write()]
    return WrittenSection(
        id=section.id,
        kind=section.kind,
        title=section.title,
        short_title=section.title if len(section.title) <= 32 else f"{section.title[:30].rsplit(' ', 1)[0]} …",
        standfirst="",
        blocks=tuple(blocks),
        notes=tuple(desk.notes),
    )


def _abstract(sections: list[WrittenSection]) -> tuple[Paragraph, ...]:
    return tuple(block for block in sections[0].blocks if isinstance(block, Paragraph))


def _key_figures(desk: Desk) -> list[KeyFigure]:
    found = []
    for panel in told_panels(desk):
        year = panel.years[-1]
        ranked = panel.ranked(year)
        for name in (ranked[0], ranked[-1]):
            value = figures.with_unit(figures.plain(panel.at(name, year), panel.data.decimals), panel.data.unit)
            if not set(printed_numbers(value)) & desk.barred:
                found.append(KeyFigure(value, f"{typeset(panel.metric.name)}, {name}, {year}", panel.fact(name, year)))
    return found[:12]


def _timeline(desk: Desk) -> list[Moment]:
    found = []
    for happening in desk.plan.world.happenings:
        text = name_event(desk.plan.world, happening.id)
        found.append(Moment(find_episode(desk.plan.world, happening.id).date, text[:1].upper() + text[1:]))
    return found


def _pull_quotes(desk: Desk) -> list[Quotation]:
    found = []
    for quote in desk.shelf.pulled:
        actor = desk.shelf.actors[quote.person.actor]
        desk.shelf.open_chapter()
        by = f"{quote.person.name}, {quote.person.title}, {actor.name}"
        found.append(Quotation(desk.shelf.fill(quote.text), by))
    return found


__all__ = ["GrammarWriter", "Writer"]
