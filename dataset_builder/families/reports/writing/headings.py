"""Titles of chapters."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dataset_builder.families.reports.model import SectionKind, World
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.terms import bare, place_terms
from dataset_builder.families.reports.writing.units import capital

_TITLES = 12
"""Drawn for each chapter, of which one of the form that was used least is taken."""
_LONGEST = 70
_PAIRED = 0.8
"""How often the title of a chapter on two figures names both."""


def title_chapters(
    world: World, chapters: Sequence[tuple[SectionKind, Sequence[str]]], rng: random.Random
) -> list[str]:
    """Return a title for each chapter, given its kind and subjects: all different, of different forms."""
    grammar = load_grammar()
    seen: set[str] = set()
    found = []
    for kind, subjects in chapters:
        context = _context(world, subjects, rng)
        rule = f"title.{kind}"
        if kind == "evidence" and "pair" in context.flags and rng.random() < _PAIRED:
            rule = "title.pair"
        drawn = [grammar.expand(rule, context, rng) for _ in range(_TITLES)]
        fitting = [item for item in drawn if capital(item[0]) not in seen and len(item[0]) <= _LONGEST] or drawn
        title, path = min(fitting, key=lambda item: grammar.taken[item[1][0]])
        title = capital(title)
        grammar.commit(path)
        seen.add(title)
        found.append(title)
    return found


def _context(world: World, subjects: Sequence[str], rng: random.Random) -> Context:
    topic = world.topic
    terms: dict[str, str | tuple[str, ...] | Context] = dict(place_terms(world))
    metrics = {metric.id: metric for metric in topic.metrics}
    debates = {debate.id: debate for debate in topic.debates}
    happened = {happening.id for happening in world.happenings}
    named = [metrics[name] for name in subjects if name in metrics] or [topic.metrics[0]]
    name = typeset(named[0].name)
    terms |= {
        "name": name,
        "Name": capital(name),
        "the": typeset(named[0].short),
        "The": capital(typeset(named[0].short)),
    }
    terms |= {"bare": bare(typeset(named[0].short))}
    flags = set()
    if len(named) > 1:
        terms["other"] = typeset(named[1].short)
        flags.add("pair")
    nouns = [name_event(world, name) for name in subjects if name in happened] or ["the first year", "the last"]
    terms |= {"noun": nouns[0], "Noun": capital(nouns[0]), "other_noun": nouns[-1]}
    issues = [debates[name].issue for name in subjects if name in debates] or [topic.debates[0].issue]
    terms["Issue"] = capital(typeset(issues[0]))
    terms["Question"] = capital(typeset(topic.questions[0]).replace("{place}", world.place))
    first, second = rng.sample([entity.name for entity in world.entities], 2)
    terms |= {"E": first, "F": second}
    return Context(terms, frozenset(flags))
