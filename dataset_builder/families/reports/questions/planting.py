"""Questions that rest on passages of the text as well as on exhibits: what makes them, and where their passages stand.

A question of this kind plants *statements*: passages that the writer prints word for word in a chapter that is far from
the exhibit. It points at them (who speaks, of what) and never repeats what they say. Templates are registered by type
in ``questions.planted.TEMPLATES_BY_TYPE``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dataset_builder.families.reports.exhibits import find_region
from dataset_builder.families.reports.model import Exhibit, Person, Plan, Section, SectionKind, Statement, World
from dataset_builder.families.reports.questions.model import Category, Draft
from dataset_builder.families.reports.questions.scene import Scene
from dataset_builder.families.reports.writing.relevance import related_panel
from dataset_builder.families.reports.writing.statements import find_named

HOSTS: Mapping[SectionKind, int] = {
    "evidence": 2,
    "debate": 2,
    "cases": 3,
    "episode": 3,
    "background": 3,
    "introduction": 4,
    "outlook": 20,
    "methods": 20,
    "limits": 20,
    "recommendations": 20,
}
"""Kinds of chapters that may print a statement, and how far from home one is there that has nothing to do with it.

The last four are for short reports, where no other chapter is far enough from the chart.
"""
_EASY = 1
"""How many other statements a chapter may print at no cost."""

Spans = Mapping[str, tuple[float, float]]
"""First and last page of each chapter by its id, expected or as printed; of exhibits by their refs where known."""

FRONT = 3.0
"""Pages before the first chapter, as expected before anything is printed."""


@dataclass(frozen=True)
class Setting:
    """What a template may use.

    Attributes:
        world, plan: of the report, with all exhibits placed and numbered.
        free: exhibits that may be asked about, in the order in which they should be tried: no other question is about
            them, and nothing but them gives their figures.
        speakers: people who have not made a statement yet.
        number: of statements made so far.
        plain: name exhibits by their titles only.
        confirmed: whether a claim of this question is to be right; decided outside, so that a build has half of each.
    """

    world: World
    plan: Plan
    free: tuple[Exhibit, ...]
    speakers: tuple[Person, ...]
    number: int = 0
    plain: bool = False
    confirmed: bool = True

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """Return the free exhibits as questions see them."""
        return tuple(
            Scene(self.world, self.plan, exhibit, find_region(exhibit, self.world), self.plain) for exhibit in self.free
        )

    def statement_id(self, offset: int = 0) -> str:
        """Return the id of the next statement, or of one behind it."""
        return f"st-{self.number + offset + 1}"


@dataclass(frozen=True)
class Planted:
    """A draft with the statements that it plants.

    Attributes:
        draft: question and answer. Its ``cores`` are whole questions without the question mark: ``{figure}`` stands for
            the name of the exhibit where they name one.
        exhibit: ref of the main exhibit, "" for none.
        statements: ids from ``Setting.statement_id``, sections left "".
        sources: refs of exhibits and ids of statements that are needed, in the order of their use.
    """

    draft: Draft
    exhibit: str
    statements: tuple[Statement, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class PlantTemplate:
    """A kind of question that plants statements.

    Attributes:
        name: unique among all templates.
        category, level: what its questions are.
        draft: makes one, None where the setting has none to ask.
        claims: whether its questions have something stated that may be wrong, as ``Setting.confirmed`` decides.
    """

    name: str
    category: Category
    level: str
    draft: Callable[[Setting, random.Random], Planted | None]
    claims: bool = False


def expect_spans(plan: Plan, pages: int) -> Spans:
    """Return where chapters will stand if their words and exhibits fill the pages evenly."""
    weights = [section.words + 190 * len(section.exhibits) for section in plan.sections]
    share = (pages - FRONT) / sum(weights)
    spans, at = {}, FRONT + 1
    for section, weight in zip(plan.sections, weights, strict=True):
        spans[section.id] = (at, at + share * weight)
        at += share * weight
    return spans


def place_statements(
    statements: Sequence[Statement],
    sources: Sequence[str],
    plan: Plan,
    spans: Spans,
    distance: int,
    rng: random.Random,
    *,
    near: bool = False,
) -> tuple[Statement, ...] | None:
    """Return statements with the chapters that print them, None where no chapter is far enough away.

    The first stands ``distance`` pages or more from the question's exhibits, or from the other statements where it
    has none, wherever in its chapter; else by the middle of the chapter, which the print then has to bear out.
    Statements of one question stand in different chapters.

    Args:
        statements: of one question.
        sources: what the question needs.
        plan: with exhibits placed; chapters where something is about what a statement names are taken first, then
            those that print none yet.
        spans: where chapters and exhibits stand.
        distance: pages wanted.
        rng: decides among chapters that will do.
        near: take the nearest chapter in place of one that is far enough away.
    """
    shown = {exhibit.ref: exhibit.section for exhibit in plan.exhibits() if exhibit.ref in sources}
    homes = [spans.get(ref, spans[section]) for ref, section in shown.items()]
    taken = [statement.section for statement in plan.statements]
    sections = {section.id: section for section in plan.sections}
    placed: list[Statement] = []
    for number, statement in enumerate(statements):
        others = {each.section for each in placed}
        hosts = [
            section.id
            for section in plan.sections
            if section.kind in HOSTS and section.id not in others and section.id not in shown.values()
        ]
        there = homes if homes else [spans[each.section] for each in placed]
        if not near and (number == 0 or not homes):
            sure = [host for host in hosts if all(gap(spans[host], home) >= distance for home in there)]
            hosts = sure or [
                host for host in hosts if all(gap(_middle(spans[host]), _middle(home)) >= distance for home in there)
            ]
        if not hosts:
            return None
        rng.shuffle(hosts)
        if near and there:
            chosen = min(hosts, key=lambda host: max(gap(spans[host], home) for home in there))
        else:
            chosen = min(
                hosts,
                key=lambda host: (
                    _strangeness(statement, sections[host], plan) + max(0, taken.count(host) - _EASY),
                    taken.count(host),
                ),
            )
        placed.append(replace(statement, section=chosen))
    return tuple(placed)


def _strangeness(statement: Statement, section: Section, plan: Plan) -> int:
    """Return how far from home a statement is in a chapter, 0 where something there is about what it names."""
    portraits = {entity.name for entity in plan.world.entities} if section.kind == "cases" else set()
    if {*section.subjects, *portraits} & {*find_named(plan.world, statement)}:
        return 0
    return 1 if _is_related(statement.subject, section, plan) else HOSTS[section.kind]


def _is_related(dataset: str, section: Section, plan: Plan) -> bool:
    """Tell whether a chapter is about the told figure that has most in common with a dataset."""
    metric = next((each for each in plan.world.topic.metrics if each.id == dataset), None)
    texts = (metric.name, metric.phrase, *metric.up, *metric.down) if metric else ()
    panel = related_panel(plan, texts) if texts else None
    return panel is not None and section.kind == "evidence" and panel.data.id in section.subjects


def _middle(span: tuple[float, float]) -> tuple[float, float]:
    return (sum(span) / 2, sum(span) / 2)


def gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the pages between two spans, 0 where they overlap.

    >>> gap((3.0, 5.5), (9.0, 10.0)), gap((3, 5), (4, 9))
    (3.5, 0)
    """
    return max(0, other[0] - one[1], one[0] - other[1])
