"""Findings of a chapter: which of those that a panel bears out are told, and the paragraphs that argue them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dataset_builder.families.reports.manuscript import Block, Paragraph, Subheading
from dataset_builder.families.reports.model import Plan
from dataset_builder.families.reports.topics import Metric, Topic
from dataset_builder.families.reports.writing.desk import Desk, Message
from dataset_builder.families.reports.writing.events import credited
from dataset_builder.families.reports.writing.finding import Finding
from dataset_builder.families.reports.writing.finding_entities import chase, few, leader, odd, stable, still
from dataset_builder.families.reports.writing.finding_groups import gap, groups, halves, together
from dataset_builder.families.reports.writing.finding_years import since, touched, turn, year
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.terms import thin_unit
from dataset_builder.families.reports.writing.units import capital
from dataset_builder.families.reports.writing.words import content_words

USES = 2
"""Times that a report may use a kind of finding, each time with another build of paragraph."""
_AGAIN = 0.6
"""What is left of the strength of a finding whose kind the report has used."""
_BUILDS = 5
_HEADINGS = 24
"""Headings drawn, of which the first is taken that the report does not have yet."""
_YEARS = ("y0", "y1", "start", "before", "at", "after")
"""Terms of a finding that are years whose values it rests on."""
_ALONE = (few, still, chase, leader, stable, odd, gap, halves, groups, turn, year)


def find_all(panel: Panel, others: Sequence[Panel]) -> Iterator[Finding]:
    """Yield every finding on a figure; some on how it moved with others.

    Of the two told figures that bear on the question of the report the relation is one, whatever it is.
    """
    touches = credited(panel)
    for look in _ALONE:
        found = look(panel, touches)
        if found is not None:
            yield found
    yield from touched(panel, touches)
    yield from since(panel, touches)
    told = {panel.data.id, *(other.data.id for other in others)}
    bearing = [name for name in panel.world.topic.answered_by if name in told][:2]
    for other in others:
        tie = together(panel, other, asked={panel.data.id, other.data.id} == {*bearing})
        if tie is not None:
            yield tie


def partners(plan: Plan, panel: Panel) -> list[Panel]:
    """Return the other figures that may be told beside one: those that the topic ties to it where the text may say so.

    They are measured against it, named among its causes, or bear on the question of the report as it does.
    """
    shown = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.asked}
    hidden = [{seed.x.of, seed.y.of} for seed in plan.world.topic.relations if seed.id in shown]
    own = panel.data.id
    told = [other for other in told_panels(plan) if other.data.id != own and {own, other.data.id} not in hidden]
    return [other for other in told if _belong(plan.world.topic, panel.metric, other.metric)]


def _belong(topic: Topic, one: Metric, other: Metric) -> bool:
    """Tell whether it makes sense to ask what two figures have to do with each other."""
    if {one.id, other.id} <= {*topic.answered_by} or any(
        {one.id, other.id} == {r.x.of, r.y.of} for r in topic.relations
    ):
        return True
    common = content_words((topic.entities.kind, topic.entities.kinds))
    return any(
        (content_words((first.name, first.short)) - common) & content_words((*second.up, *second.down, *second.matters))
        for first, second in ((one, other), (other, one))
    )


def write_finding(desk: Desk, panel: Panel, found: Sequence[Finding], *, headed: bool) -> Sequence[Block]:
    """Return a paragraph on the strongest finding that is left, with a heading that states it; nothing if none is.

    No two on a figure share a subject, and two figures are set beside each other once.
    """
    told = _told(desk, panel)
    spent = {subject for finding in found if finding.key in told for subject in finding.subjects}
    spent |= {name for key in desk.told_once if key[0] == "finding" for name in key if name.startswith("pair ")}
    left = [finding for finding in found if not finding.subjects & spent]

    def worth(finding: Finding) -> float:
        used = len(_builds(desk, finding.kind))
        if finding.asked:
            return 1.0 + finding.strength
        return finding.strength * (_AGAIN**used if used < USES else 0.0)

    for finding in sorted(left, key=worth, reverse=True):
        if not worth(finding):
            break
        text = _write(desk, panel, finding)
        if text is None:
            continue
        desk.told_once.add(("finding", panel.data.id, *finding.key))
        head = [new_heading(desk, f"find.{finding.kind}.head", finding.context)] if headed else []
        return [*head, text]
    return []


def told_findings(desk: Desk, panel: Panel) -> list[Finding]:
    """Return the findings on a figure that the report has told, the strongest first."""
    told = _told(desk, panel)
    found = [finding for finding in find_all(panel, partners(desk.plan, panel)) if finding.key in told]
    return sorted(found, key=lambda finding: -finding.strength)


def _told(desk: Desk, panel: Panel) -> set[tuple[str, ...]]:
    return {key[2:] for key in desk.told_once if key[:2] == ("finding", panel.data.id)}


def _builds(desk: Desk, kind: str) -> set[str]:
    """Return the builds of paragraphs on a kind of finding that the report has used."""
    return {key[2] for key in desk.told_once if key[:2] == ("build", kind)}


def _write(desk: Desk, panel: Panel, finding: Finding) -> Paragraph | None:
    """Return the paragraph on a finding in a build that the report has not used; None where it may not be told."""
    context = finding.context.having(cause=_cause(finding))
    names = [f"find.{finding.kind}.{number}" for number in range(1, _BUILDS + 1)]
    builds = [name for name in names if name in desk.grammar.rules and name not in _builds(desk, finding.kind)]
    for build in desk.rng.sample(builds, len(builds)):
        sentence = desk.say(Message(build, context, finding.facts, finding.strength))
        if sentence is not None:
            desk.told_once.add(("build", finding.kind, build))
            return Paragraph(
                thin_unit(sentence.text, panel.data.unit), sentence.facts or _behind(panel, finding), "finding"
            )
    return None


def _behind(panel: Panel, finding: Finding) -> tuple[str, ...]:
    """Return the values of all entities for the years on which a finding rests that tells averages only."""
    named = {str(finding.context.terms.get(term)) for term in _YEARS}
    years = [year for year in panel.years if str(year) in named]
    return panel.facts(*((name, year) for name in panel.names for year in years))


def _cause(finding: Finding) -> Context:
    """Return what may lie behind a finding: the event that it has."""
    flags, terms = finding.context.flags, dict(finding.context.terms)
    if "event" not in flags:
        return Context()
    several = finding.kind == "few" and "many" in flags
    return Context({**terms, "whom": f"these {terms['c']}" if several else str(terms.get("E", ""))}, flags)


def new_heading(desk: Desk, rule: str, context: Context) -> Subheading:
    """Return a heading that the report does not have yet, nor one of its mould, if there is one among those drawn."""
    drawn = [desk.grammar.expand(rule, context, desk.rng) for _ in range(_HEADINGS)]
    drawn = [item for item in drawn if desk.allows(item[0])] or drawn
    moulds = {text: ("heading", rule, str(path[:1])) for text, path in drawn}
    fresh = [item for item in drawn if not {("heading", item[0]), moulds[item[0]]} & desk.told_once]
    text, path = (fresh or drawn)[0]
    desk.grammar.commit(path)
    desk.told_once |= {("heading", text), moulds[text]}
    return Subheading(capital(text))
