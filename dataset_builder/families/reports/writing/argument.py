"""Chapters that argue: debates, and proposals with their objections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Section, World
from dataset_builder.families.reports.topics import Debate, Recommendation
from dataset_builder.families.reports.writing import figures, panels, patterns
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.relevance import related_panel
from dataset_builder.families.reports.writing.terms import Terms, bare, is_plural, place_terms
from dataset_builder.families.reports.writing.units import (
    REQUIRED,
    Unit,
    essay,
    passage,
    plain_unit,
    quotation,
    sidebar,
    voices,
)
from dataset_builder.families.reports.writing.words import content_words

_REPORTED = re.compile(r"\b(?:fear|say|argue|object|worry|warn|claim|think|complain|doubt)s?\b")
"""Objections with one of these name who has them; they need no frame that does so again."""
_PROPOSAL, _LEAST = 72, 50
"""Words of a proposal, on average, and the least room for one."""
_ASKED = re.compile(
    r"(?:(?:against|to|for|by|from|with|in|on) )?(?:whether|who|whom|whose|how|what|which|when|where|why)\b"
)
"""A matter of dispute that is a question."""
_RELATED = 5
"""Score from which a proposal is about a figure."""


def debate_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of debates."""
    found: list[Unit] = []
    for subject in section.subjects:
        found += one_debate(desk, subject)
    return [*found, sidebar(desk, 0.5), passage(desk, 0.6, "comparison", "stakes"), voices(desk, 0.58)]


def one_debate(desk: Desk, debate_id: str) -> list[Unit]:
    """Return the units on a debate: each side, then what would settle it."""
    debate = next((item for item in desk.plan.world.topic.debates if item.id == debate_id), None)
    if debate is None:
        return []
    issue = typeset(debate.issue)
    near = content_words((debate.issue, debate.claim, debate.counter, *debate.grounds, *debate.counter_grounds))

    def claim() -> Sequence[Block]:
        context = _context(desk, debate)
        first = desk.say(Message("debate.claim", context))
        text = paragraph([first, *desk.quote_text(desk.shelf.fill_all(debate.grounds))], "claim")
        return [Subheading(issue[:1].upper() + issue[1:]), *([text] if text else [])]

    def counter() -> Paragraph | None:
        first = desk.say(Message("debate.counter", _context(desk, debate)))
        return paragraph([first, *desk.quote_text(desk.shelf.fill_all(debate.counter_grounds))], "counter")

    def evidence() -> Paragraph | None:
        first = desk.say(Message("debate.evidence", Context(place_terms(desk.plan.world))))
        texts = desk.quote_text(desk.shelf.fill_all(debate.evidence))
        return paragraph([first, *texts], "close")

    for_it, against = (quotation(desk, 0.65, side, near=near) for side in (debate.claim_by, debate.counter_by))
    quoted = desk.rng.random() < 0.5
    return [
        Unit(REQUIRED, 85, claim),
        *([for_it] if quoted else []),
        plain_unit(REQUIRED, 65, counter),
        *([] if quoted else [against]),
        plain_unit(0.95, 50, evidence),
        replace(essay(desk, 0.9, debate.id), ends=True),
    ]


def _context(desk: Desk, debate: Debate) -> Context:
    claim, counter, issue = desk.shelf.fill_all((debate.claim, debate.counter, debate.issue))
    sides = {"A": desk.shelf.name_actor(debate.claim_by), "B": desk.shelf.name_actor(debate.counter_by)}
    flags = issue_flags(issue)
    shorts = {"A": desk.shelf.actors[debate.claim_by].short, "B": desk.shelf.actors[debate.counter_by].short}
    flags |= {f"many{side}" for side, name in shorts.items() if is_plural(bare(name))}
    terms: Terms = {**place_terms(desk.plan.world), "claim": claim, "counter": counter, "issue": issue, **sides}
    return Context(terms, frozenset(flags))


def open_proposals(world: World) -> list[Recommendation]:
    """Return the proposals of a topic that no event of the world has carried out."""
    happened = {happening.id for happening in world.happenings}
    return [seed for seed in world.topic.recommendations if not happened & {*seed.done_by}]


def issue_flags(issue: str) -> set[str]:
    """Return what a sentence on a matter of dispute must know of it: it is a question, a choice, or a plural.

    >>> [sorted(issue_flags(issue)) for issue in ("who pays for repair", "near partners or far ones", "free entry")]
    [['whether'], ['choice', 'many'], []]
    """
    asked = bool(_ASKED.match(issue))
    holding = (("whether", asked), ("choice", " or " in issue), ("many", not asked and is_plural(issue)))
    return {flag for flag, holds in holding if holds}


def choose_proposals(section: Section, world: World) -> list[Recommendation]:
    """Return the proposals for which a chapter has room, in the order in which they are told everywhere."""
    proposals = open_proposals(world)
    return proposals[: max(2, round((section.words - 40) / _LEAST))]


def recommendation_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of proposals."""
    world = desk.plan.world
    seeds = choose_proposals(section, world)
    headed = desk.rng.random() < 0.5
    found = [plain_unit(REQUIRED, 35, lambda: _intro(desk, len(seeds)))]
    for number, seed in enumerate(seeds):
        found.append(_proposal(desk, seed, number if headed else None))
        if number == 2:
            found.append(quotation(desk, 0.5, near=content_words((seed.action, *seed.rationale, *seed.reply))))
    for subject in section.subjects:
        found += one_debate(desk, subject)
    return found


def _intro(desk: Desk, count: int) -> Paragraph | None:
    return paragraph([desk.say(Message("advice.intro", Context({"count": figures.count(count)})))], "topic")


def _proposal(desk: Desk, seed: Recommendation, number: int | None) -> Unit:
    """Return the unit on a proposal, under a heading of its own if it has a number."""

    def write() -> Sequence[Block]:
        by = desk.shelf.name_actor(seed.by)
        action, objection = desk.shelf.fill_all((seed.action, seed.objection))
        feared = frozenset({"told"} if _REPORTED.search(objection) else ())
        context = Context({"by": by, "By": by, "action": action, "objection": objection}, feared)
        heading: list[Block] = []
        if number is not None:
            heading = [Subheading(desk.phrase("advice.head", context.having(no=figures.count(number + 1))))]
        first = desk.say(Message("advice.open", context)) if number is None else None
        reasons = desk.quote_text(desk.shelf.fill_all(seed.rationale))
        figures_too = _weight(desk, seed)
        said = desk.say(Message("advice.objection", context))
        against = [said, *desk.quote_text(desk.shelf.fill_all(seed.reply))] if said else []
        text = paragraph([first, *reasons, figures_too, *against], "proposal")
        return [*heading, *([text] if text else [])]

    return Unit(REQUIRED, _PROPOSAL, write)


def _weight(desk: Desk, seed: Recommendation) -> Sentence | None:
    """Return a sentence on the told figure that a proposal is about: its course, or who needs it where that is told."""
    panel = related_panel(desk.plan, (seed.action, *seed.rationale), _RELATED, (seed.action,))
    if panel is None or not content_words((panel.metric.name, panel.metric.short)) & content_words((seed.action,)):
        return None
    message = panels.trend(panel)
    if message is None or "flat" in message.context.flags or ("advice", panel.data.id) in desk.told_once:
        where = patterns.need(panel)
        if where is None or ("need", panel.data.id) in desk.told_once:
            return None
        desk.told_once.add(("need", panel.data.id))
        return desk.say(where)
    desk.told_once.add(("advice", panel.data.id))
    years = figures.count(panel.years[-1] - panel.years[0])
    return desk.say(Message("advice.figures", message.context.having(Yspan=years)))
