"""Chapters around the argument: summary, introduction, background, methods, outlook, limits, glossary, sources."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dataset_builder.families.reports.manuscript import Block, Items, Paragraph, Subheading
from dataset_builder.families.reports.model import Plan, Section
from dataset_builder.families.reports.topics import Actor, Metric, Texts
from dataset_builder.families.reports.writing import figures, panels, patterns
from dataset_builder.families.reports.writing.answers import say_answer, take_thesis, weigh_belief
from dataset_builder.families.reports.writing.argument import choose_proposals, one_debate, open_proposals
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, finish, paragraph
from dataset_builder.families.reports.writing.events import credited, name_event, noun_flags
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import told_panels
from dataset_builder.families.reports.writing.statements import tell_boxes
from dataset_builder.families.reports.writing.terms import Terms, place_terms, trait_context
from dataset_builder.families.reports.writing.units import (
    REQUIRED,
    Unit,
    both,
    capital,
    essay,
    headed,
    passage,
    plain_unit,
    quotation,
    sidebar,
    voices,
)

_ITS = re.compile(r"^its (people|\w+s) (?!and\b)")
_PAIRED = 0.3
"""How often two bodies share a sentence."""
_SUMMED = 6
"""Figures in the summary."""
_EARLY = 2
"""Methods whose limits are told at once; those of the others wait for the chapter on limits."""


def _say(desk: Desk, rule: str, **terms: str) -> Sentence | None:
    return desk.say(Message(rule, Context({**place_terms(desk.plan.world), **terms})))


def summary_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the summary: question, answer, findings, first proposal."""
    topic = desk.plan.world.topic
    told = told_panels(desk.plan)
    chapter = next((other for other in desk.plan.sections if other.kind == "recommendations"), None)
    world = desk.plan.world
    proposals_open = choose_proposals(chapter, world) if chapter is not None else open_proposals(world)

    def answer() -> Paragraph | None:
        question = desk.shelf.fill(topic.questions[0])
        found = [_say(desk, "summary.ask", question=question), say_answer(desk, "summary.found")]
        thesis = take_thesis(desk, shown=True)
        return paragraph([*found, *([_say(desk, "summary.answer"), *thesis] if thesis else [])], "thesis")

    def findings() -> Sequence[Block]:
        intro = paragraph([_say(desk, "summary.findings")], "topic")
        items = []
        facts: list[str] = []
        for panel in told[:_SUMMED]:
            trend = panels.trend(panel)
            more = patterns.main_cause(panel) or panels.extremes(panel, panel.years[-1])
            sentences = [desk.say(trend), desk.say(more)] if trend is not None else []
            text = " ".join(sentence.text for sentence in sentences if sentence)
            facts += [fact for sentence in sentences if sentence for fact in sentence.facts]
            if text:
                head = typeset(panel.metric.name)
                items.append((capital(head), text))
        blocks: list[Block] = [intro] if intro else []
        return [*blocks, *([Items(tuple(items), facts=tuple(facts))] if items else [])]

    def advice() -> Paragraph | None:
        seed = proposals_open[0]
        action = desk.shelf.fill(seed.action)
        by = desk.shelf.name_actor(seed.by)
        return paragraph([_say(desk, "summary.advice", by=by, By=by, action=action)], "close")

    def proposals() -> Sequence[Block]:
        intro = paragraph([_say(desk, "summary.proposals")], "topic")
        items = []
        for seed in proposals_open:
            action = desk.shelf.fill(seed.action)
            items.append(("", finish(action)))
        return [*([intro] if intro else []), Items(tuple(items), numbered=True)]

    size = sum(len(seed.action.split()) for seed in proposals_open) + 6
    return [
        plain_unit(REQUIRED, 110, answer),
        Unit(REQUIRED if section.words > 120 else 0.5, 45 * min(_SUMMED, len(told)) + 10, findings),
        plain_unit(0.9, 35, advice) if desk.rng.random() < 0.5 else Unit(0.85, size, proposals),
    ]


def deepest_events(plan: Plan) -> tuple[str, str]:
    """Return the nouns of the two events that moved told figures most, as far as averages bear it out.

    An event counts for a figure where it shows in those that it touched and leads the way that the average of all went
    from the first year to the last. Where fewer than two do, those follow that came last.
    """
    world = plan.world
    sizes = {happening.id: 0.0 for happening in reversed(world.happenings)}
    for panel in told_panels(plan):
        first, last = (panel.mean(panel.names, year) for year in (panel.years[0], panel.years[-1]))
        for touch in credited(panel):
            if first != last and (last > first) == touch.up:
                old, new = (panel.mean(touch.names, year) for year in touch.years)
                share = len(touch.names) / len(panel.names)
                sizes[touch.happening.id] += share * abs(new / old - 1)
    first_event, second = sorted(sizes, key=lambda name: -sizes[name])[:2]
    return name_event(world, first_event), name_event(world, second)


def introduction_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the introduction."""
    topic = desk.plan.world.topic

    def question() -> Paragraph | None:
        texts = desk.shelf.fill_all(topic.questions)
        first, second, third = texts[0], texts[1], texts[2]
        found = [
            _say(desk, "intro.ask", question=first),
            _say(desk, "intro.also", q1=second, q2=third),
            _say(desk, "intro.scope"),
        ]
        return paragraph([*found, *weigh_belief(desk)], "question")

    def route() -> Sequence[Block]:
        parts = _map(desk)
        text = paragraph([_say(desk, "map.open"), *parts], "roadmap") if len(parts) > 1 else None
        return [text] if text else []

    reading = Unit(0.7, 90, route)
    boxes = plain_unit(REQUIRED, 80 if desk.plan.statements else 0, lambda: tell_boxes(desk))
    return [
        passage(desk, REQUIRED if section.words > 250 else 0.7, "stakes", "background", headed=False),
        plain_unit(REQUIRED, 80, question),
        *(essay(desk, priority, "introduction") for priority in (0.84, 0.66)),
        quotation(desk, 0.6),
        passage(desk, 0.8, "stakes", "people"),
        passage(desk, 0.7, "background", "people"),
        headed(both(reading, boxes), lambda: Subheading(capital(desk.phrase("sub.reading")))),
    ]


def _map(desk: Desk) -> list[Sentence | None]:
    """Return sentences on where things stand: chapters on figures first, then the others by their titles."""
    plan = desk.plan
    metrics = {metric.id: typeset(metric.short) for metric in plan.world.topic.metrics}
    evidence = [section for section in plan.sections if section.kind == "evidence"]
    subjects = [next((metrics[name] for name in section.subjects if name in metrics), "") for section in evidence]
    titles = {section.kind: f"“{section.title}”" for section in plan.sections}
    found = []
    if len(evidence) > 1 and all(subjects):
        terms = {"count": figures.count(len(evidence)), "subjects": figures.listing(subjects)}
        found.append(_say(desk, "map.evidence", **terms))
    for rule, first, second in (("map.people", "background", "cases"), ("map.turns", "episode", "debate")):
        if first in titles and second in titles:
            found.append(_say(desk, rule, t0=titles[first], t1=titles[second]))
    if "recommendations" in titles and "limits" in titles:
        found.append(_say(desk, "map.end", t0=titles["recommendations"], t1=titles["limits"]))
    return found


def background_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the background: the field, the entities, the actors."""
    world = desk.plan.world

    def groups() -> Paragraph | None:
        members = []
        for group in world.topic.entities.groups:
            names = [entity.name for entity in world.entities if entity.group == group.name]
            members.append(f"{figures.listing(names)} are {group.name}")
        first = _say(desk, "background.groups", members=". ".join(members[:1]) + "; " + "; ".join(members[1:]))
        found = [first]
        for group in world.topic.entities.groups:
            trait = desk.shelf.take_trait(group.name)
            found.append(desk.say(Message("trait", trait_context(group.name, trait))) if trait else None)
        return paragraph(found, "entities")

    def actors(start: int, stop: int) -> Paragraph | None:
        first = _say(desk, "actor.open") if start == 0 else None
        return paragraph([first, *_interests(desk, world.topic.actors[start:stop])], "actors")

    found = [
        passage(desk, REQUIRED, "background", "history", headed=False),
        plain_unit(0.95, 130, groups),
        *(unit for group in world.topic.entities.groups for unit in _group_units(desk, group.name)),
        headed(plain_unit(0.93, 90, lambda: actors(0, 3)), lambda: Subheading(capital(desk.phrase("sub.actors")))),
        plain_unit(0.92, 80, lambda: actors(3, 8)),
        voices(desk, 0.62),
        passage(desk, 0.9, "history", "background"),
        passage(desk, 0.85, "background", "history"),
        quotation(desk, 0.6),
    ]
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows)
    found += [passage(desk, 0.7, "background", "history"), sidebar(desk, 0.6)]
    return found


def _group_units(desk: Desk, group: str) -> list[Unit]:
    """Return the units on what one sort of entity is like, under its name."""
    first = headed(essay(desk, 0.94, group), lambda: Subheading(capital(group)))
    return [first, essay(desk, 0.8, group)]


def _interests(desk: Desk, actors: Sequence[Actor]) -> list[Sentence | None]:
    """Return sentences on what bodies do and want, some of them on two."""
    left = [say_interest(desk.shelf.name_actor(actor.id), actor, desk.shelf.fill(actor.interest)) for actor in actors]
    found = []
    while left:
        first = left.pop(0)
        if left and desk.rng.random() < _PAIRED:
            found.append(_say(desk, "actor.pair", first=first, second=left.pop(0)))
        else:
            found.append(_say(desk, "actor.interest", first=first))
    return found


def say_interest(name: str, actor: Actor, interest: str) -> str:
    """Return what a body wants as a clause that begins with its name: authored ones begin with "it" or "its".

    >>> from types import SimpleNamespace
    >>> board = SimpleNamespace(short="the Board")
    >>> say_interest("the Board", board, "it sells power"), say_interest("the Board", board, "its members wait")
    ('the Board sells power', 'the members of the Board wait')
    """
    for start in (f"{typeset(actor.short)} ", "it "):
        if interest.startswith(start):
            return f"{name} {interest.removeprefix(start)}"
    found = _ITS.sub(lambda match: f"the {match[1]} of {name} ", interest)
    return found if found != interest else f"as for {name}, {interest}"


def methods_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the chapter on methods."""
    late = desk.plan.has("limits")
    found = [plain_unit(REQUIRED, 45, lambda: paragraph([_say(desk, "methods.figures")], "topic"))]
    for place in range(len(desk.plan.world.topic.methods)):

        def write(number: int = place) -> Paragraph | None:
            seed = desk.plan.world.topic.methods[number]
            terms: Terms = {"name": desk.shelf.fill(seed.name)}
            flags = noun_flags(str(terms["name"])) | ({"later"} if number else frozenset())
            found = [desk.say(Message("method.open", Context(terms, flags)))]
            found += desk.quote_text(desk.shelf.fill_all(seed.work))
            limits = frozenset({"later"} if number else ())
            if number < _EARLY or not late:
                found += [
                    desk.say(Message("method.limits", Context({}, limits))),
                    *desk.quote_text(desk.shelf.fill_all(seed.limits)),
                ]
            return paragraph(found, "method")

        found.append(plain_unit(REQUIRED, 75, write))
    found.append(plain_unit(0.55, 70, lambda: _noise(desk)))
    definitions = {metric.name: metric.definition for metric in _discussed(desk)}
    return [*found, _list_texts(desk, 0.93, "methods.defined", definitions)]


def _discussed(desk: Desk) -> list[Metric]:
    """Return the metrics that have a part of the text to themselves, in its order."""
    subjects = dict.fromkeys(subject for section in desk.plan.sections for subject in section.subjects)
    metrics = {metric.id: metric for metric in desk.plan.world.topic.metrics}
    return [metrics[subject] for subject in subjects if subject in metrics]


def _list_texts(desk: Desk, priority: float, rule: str, texts: Mapping[str, Texts]) -> Unit:
    """Return a unit that lists authored texts by the name of what they are on, behind a line of introduction."""

    def write() -> Sequence[Block]:
        items = {name: desk.quote_text(desk.shelf.fill_all(sentences)) for name, sentences in texts.items()}
        intro = paragraph([_say(desk, rule)], "topic")
        listed = tuple((capital(typeset(name)), " ".join(item.text for item in said)) for name, said in items.items())
        return [*([intro] if intro else []), Items(listed)] if listed else []

    size = sum(len(" ".join((name, *sentences)).split()) for name, sentences in texts.items())
    return Unit(priority, size + 12 if texts else 0, write)


def _noise(desk: Desk) -> Paragraph | None:
    """Return the paragraph on how large ordinary changes are."""
    found = [desk.say(patterns.noise(panel)) for panel in told_panels(desk.plan)[:4]]
    return paragraph([_say(desk, "noise.open"), *found], "method") if any(found) else None


def outlook_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the outlook."""
    world = desk.plan.world

    def turn() -> Paragraph | None:
        found = [_say(desk, "outlook.open")]
        for panel in told_panels(desk.plan)[:2]:
            message = panels.trend(panel)
            if message is not None:
                found.append(desk.say(Message("outlook.turn", message.context.having(*patterns.goes_on(panel)))))
        return paragraph(found, "topic")

    def thesis() -> Paragraph | None:
        said = take_thesis(desk, shown=False)
        return paragraph([_say(desk, "outlook.thesis"), *said], "thesis") if said else None

    def recent() -> Paragraph | None:
        messages = [patterns.recent(panel) for panel in told_panels(desk.plan)]
        return paragraph([desk.say(message) for message in messages if message][:4], "support")

    found = [
        plain_unit(REQUIRED, 70, turn),
        plain_unit(0.72, 75, recent),
        plain_unit(0.9, 36, thesis),
        *(essay(desk, priority, "outlook") for priority in (0.88, 0.76, 0.62)),
        quotation(desk, 0.7),
        passage(desk, 0.95, "outlook"),
        passage(desk, 0.9, "outlook"),
    ]
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows)
    found += [passage(desk, 0.8, "outlook", "stakes"), passage(desk, 0.7, "outlook", "comparison")]
    for subject in section.subjects:
        found += one_debate(desk, subject) if subject not in world.datasets else []
    return found


def limits_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the chapter on limits."""
    return [
        plain_unit(REQUIRED, 30, lambda: paragraph([_say(desk, "limits.open")], "topic")),
        plain_unit(0.95, 50, lambda: paragraph([_say(desk, "limits.causes")], "limit")),
        plain_unit(0.9, 40, lambda: paragraph([_say(desk, "limits.average")], "limit")),
        plain_unit(0.92, 80, lambda: _method_limits(desk)),
        _list_texts(desk, 0.91, "limits.figures", {metric.name: metric.caveats for metric in _discussed(desk)}),
        plain_unit(0.93, 45, lambda: paragraph([_reasons(desk)], "limit")),
        plain_unit(0.6, 22, lambda: paragraph([_say(desk, "limits.period")], "limit")),
    ]


def _method_limits(desk: Desk) -> Paragraph | None:
    """Return the paragraph on the limits of the methods that the chapter on methods left for later."""
    if not desk.plan.has("methods"):
        return None
    found: list[Sentence | None] = []
    for seed in desk.plan.world.topic.methods[_EARLY:]:
        found.append(_say(desk, "limits.method", name=desk.shelf.fill(seed.name)))
        found += desk.quote_text(desk.shelf.fill_all(seed.limits))
    return paragraph(found, "limits")


def _reasons(desk: Desk) -> Sentence | None:
    """Return the sentence on how many of the large yearly changes have an event behind them."""
    world = desk.plan.world
    every = named = 0
    for panel in told_panels(desk.plan):
        for name in panel.names:
            for year in panel.years[1:]:
                if abs(panel.at(name, year) / panel.at(name, year - 1) - 1) > 0.1:
                    every += 1
                    named += bool(world.reasons.get((panel.data.id, name, year)))
    if not named or named == every:
        return None
    return _say(desk, "limits.reasons", all=figures.count(every), named=figures.count(named))


def glossary_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the glossary."""
    terms = sorted(desk.plan.world.topic.glossary, key=lambda term: term.term.lower())

    def write() -> Sequence[Block]:
        return [Items(tuple((typeset(term.term), desk.shelf.fill(term.meaning)) for term in terms))]

    return [Unit(REQUIRED, sum(len(f"{term.term} {term.meaning}".split()) for term in terms), write)]


def source_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the list of sources."""
    year = desk.plan.issued[0]
    sources = desk.plan.world.topic.sources

    def write() -> Sequence[Block]:
        found = []
        for place, item in enumerate(sources):
            edition = desk.phrase(
                f"source.{place % 4}", Context({"publisher": typeset(item.publisher), "year": str(year)})
            )
            found.append((typeset(item.title), finish(edition or typeset(item.publisher))))
        return [Items(tuple(found))]

    size = sum(len(f"{item.title} {item.publisher}".split()) + 1 for item in sources)
    return [Unit(REQUIRED, size, write)]
