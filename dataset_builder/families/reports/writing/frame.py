"""Chapters around the argument: summary, introduction, background, methods, outlook, limits, glossary, sources."""

from __future__ import annotations

from collections.abc import Sequence

from dataset_builder.families.reports.manuscript import Block, Items, Paragraph
from dataset_builder.families.reports.model import Section
from dataset_builder.families.reports.writing import figures, panels
from dataset_builder.families.reports.writing.argument import one_debate
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.evidence import subject_units
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, find_panel
from dataset_builder.families.reports.writing.terms import Terms, place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, quotation, sidebar


def told_panels(desk: Desk) -> list[Panel]:
    """Return the panels that may be told, in the order of the plan's chapters."""
    world = desk.plan.world
    order = [name for section in desk.plan.sections for name in section.subjects]
    names = [name for name in order if name in desk.plan.told and world.datasets[name].kind == "panel"]
    return [find_panel(world, name) for name in dict.fromkeys(names)]


def _say(desk: Desk, rule: str, **terms: str) -> Sentence | None:
    return desk.say(Message(rule, Context({**place_terms(desk.plan.world), **terms})))


def summary_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the summary: question, answer, findings, first proposal."""
    topic = desk.plan.world.topic

    def answer() -> Paragraph | None:
        question = desk.shelf.fill(topic.questions[0])
        thesis = desk.shelf.fill(topic.theses[0])
        found = [_say(desk, "summary.ask", question=question), _say(desk, "summary.answer")]
        return paragraph([*found, *desk.quote_text([thesis])], "thesis")

    def findings() -> Sequence[Block]:
        intro = paragraph([_say(desk, "summary.findings")], "topic")
        items = []
        facts: list[str] = []
        for panel in told_panels(desk)[:6]:
            high, _ = panels.extremes(panel, panel.years[-1])
            sentences = [desk.say(item) for item in (panels.trend(panel), high) if item]
            text = " ".join(sentence.text for sentence in sentences if sentence)
            facts += [fact for sentence in sentences if sentence for fact in sentence.facts]
            if text:
                head = typeset(panel.metric.name)
                items.append((head[:1].upper() + head[1:], text))
        blocks: list[Block] = [intro] if intro else []
        return [*blocks, *([Items(tuple(items), facts=tuple(facts))] if items else [])]

    def advice() -> Paragraph | None:
        seed = topic.recommendations[0]
        action = desk.shelf.fill(seed.action)
        by = desk.shelf.name_actor(seed.by)
        return paragraph([_say(desk, "summary.advice", by=by, By=by, action=action)], "close")

    return [
        plain_unit(REQUIRED, 50, answer),
        Unit(REQUIRED if section.words > 120 else 0.5, 40 * min(6, len(told_panels(desk))) + 10, findings),
        passage(desk, 0.5, "stakes"),
        plain_unit(0.9, 35, advice),
    ]


def introduction_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the introduction."""
    topic = desk.plan.world.topic

    def question() -> Paragraph | None:
        texts = desk.shelf.fill_all(topic.questions)
        first, second, third = texts[0], texts[1], texts[2]
        found = [
            _say(desk, "intro.ask", question=first, question2=first),
            _say(desk, "intro.also", q1=second, q2=third),
            _say(desk, "intro.scope"),
        ]
        thesis = desk.quote_text([desk.shelf.fill(topic.theses[1])])
        return paragraph([*found, *thesis], "question")

    def route() -> Sequence[Block]:
        intro = paragraph([_say(desk, "intro.map")], "roadmap")
        return [intro] if intro else []

    return [
        passage(desk, REQUIRED if section.words > 250 else 0.7, "stakes", "background"),
        plain_unit(REQUIRED, 80, question),
        passage(desk, 0.8, "stakes", "people"),
        Unit(0.3, 15, route),
        quotation(desk, 0.6),
        passage(desk, 0.7, "background", "people"),
    ]


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
            texts = desk.shelf.fill_all(desk.rng.sample(group.traits, 2))
            terms: Terms = {"G": group.name, "t0": texts[0], "t1": texts[1]}
            found += [desk.say(Message("trait", Context(terms))), desk.say(Message("trait2", Context(terms)))]
        return paragraph(found, "entities")

    def actors(start: int, stop: int) -> Paragraph | None:
        found = [_say(desk, "actor.open")] if start == 0 else []
        for actor in world.topic.actors[start:stop]:
            interest = desk.shelf.fill(actor.interest)
            found.append(_say(desk, "actor.interest", A=desk.shelf.name_actor(actor.id), interest=interest))
        return paragraph(found, "actors")

    found = [
        passage(desk, REQUIRED, "background", "history"),
        plain_unit(0.95, 130, groups),
        passage(desk, 0.9, "history", "background"),
        plain_unit(0.93, 90, lambda: actors(0, 3)),
        plain_unit(0.92, 80, lambda: actors(3, 8)),
        passage(desk, 0.85, "background", "history"),
        quotation(desk, 0.6),
    ]
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows, lead=False)
    found += [passage(desk, 0.7, "background", "history"), sidebar(desk, 0.6)]
    return found


def methods_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the chapter on methods."""
    found = [plain_unit(REQUIRED, 45, lambda: paragraph([_say(desk, "methods.figures")], "topic"))]
    for place in range(len(desk.plan.world.topic.methods)):

        def write(number: int = place) -> Paragraph | None:
            seed = desk.plan.world.topic.methods[number]
            first = _say(desk, "method.open", name=desk.shelf.fill(seed.name))
            doubt = _say(desk, "method.limits")
            work = desk.quote_text(desk.shelf.fill_all(seed.work))
            return paragraph([first, *work, doubt, *desk.quote_text(desk.shelf.fill_all(seed.limits))], "method")

        found.append(plain_unit(0.95 - 0.02 * place, 100, write))
    found += [passage(desk, 0.6, "practice"), sidebar(desk, 0.5)]
    return found


def outlook_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the outlook."""
    world = desk.plan.world

    def turn() -> Paragraph | None:
        found = [_say(desk, "outlook.open")]
        for panel in told_panels(desk)[:2]:
            message = panels.trend(panel)
            if message is not None:
                found.append(desk.say(Message("outlook.turn", message.context)))
        return paragraph(found, "topic")

    found = [
        plain_unit(REQUIRED, 70, turn),
        passage(desk, 0.95, "outlook"),
        plain_unit(0.9, 25, lambda: paragraph(desk.quote_text(desk.shelf.fill_all(world.topic.theses[2:4])), "thesis")),
        passage(desk, 0.9, "outlook"),
        quotation(desk, 0.7),
    ]
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject in world.datasets:
            found += subject_units(desk, subject, shows, lead=False)
        else:
            found += one_debate(desk, subject)
    return [*found, passage(desk, 0.8, "outlook", "stakes"), passage(desk, 0.7, "outlook", "comparison")]


def limits_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of the chapter on limits."""
    return [
        plain_unit(REQUIRED, 30, lambda: paragraph([_say(desk, "limits.open")], "topic")),
        plain_unit(0.95, 50, lambda: paragraph([_say(desk, "limits.causes")], "limit")),
        plain_unit(0.9, 40, lambda: paragraph([_say(desk, "limits.average")], "limit")),
        passage(desk, 0.85, "comparison", "mechanism"),
        passage(desk, 0.8, "practice", "comparison"),
        quotation(desk, 0.6),
        passage(desk, 0.5, "practice", "people"),
        passage(desk, 0.45, "practice", "people"),
    ]


def glossary_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the glossary."""
    terms = sorted(desk.plan.world.topic.glossary, key=lambda term: term.term.lower())

    def write() -> Sequence[Block]:
        return [Items(tuple((typeset(term.term), desk.shelf.fill(term.meaning)) for term in terms))]

    return [Unit(REQUIRED, sum(len(f"{term.term} {term.meaning}".split()) for term in terms), write)]


def source_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the list of sources."""
    year = desk.plan.issued[0]

    def write() -> Sequence[Block]:
        return [
            Items(
                tuple(
                    (typeset(item.title), f"{typeset(item.publisher)}, edition of {year}.")
                    for item in desk.plan.world.topic.sources
                )
            )
        ]

    return [
        Unit(
            REQUIRED,
            sum(len(f"{item.title} {item.publisher}".split()) + 3 for item in desk.plan.world.topic.sources),
            write,
        )
    ]
