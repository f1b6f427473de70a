"""Sentences around statements on which questions rest: they name what it is about, and say nothing of it."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import get_args

import pytest

from dataset_builder.families.reports.model import Statement, StatementKind
from dataset_builder.families.reports.topics import load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.statements import around

KINDS = [kind for kind in get_args(StatementKind) if kind != "value"]
RULES = [f"statement.{place}.{kind}" for place, kind in product(("lead", "follow"), KINDS)]
FLAGS = [frozenset(), frozenset({"body"}), frozenset({"about"}), frozenset({"body", "about"})]
TERMS = {"place": "Arn", "kind": "town", "kinds": "towns", "body": "the Board", "L": "Holm", "subject": "the wait"}
SAYING = re.compile(
    r"\d|\b(?:above|below|over|under|exceed\w*|beyond|beneath|short of|more than|less than|rose|fell|rise|fall|grow\w*|"
    r"shrink\w*|highest|lowest|peak|two|three|welcomed|approval|against|opposed|support\w*|reject\w*)\b",
    re.IGNORECASE,
)


def drawn(rule: str, flags: frozenset[str]) -> set[str]:
    """Return the sentences that a rule gives where it knows what the flags say."""
    grammar, rng = load_grammar(), random.Random(rule)
    found = set()
    for _ in range(120):
        text, path = grammar.expand(rule, Context(TERMS, flags), rng)
        grammar.commit(path)
        found.add(text)
    return found


@pytest.mark.parametrize("rule", RULES)
def test_there_is_a_sentence_whatever_is_known_and_none_says_anything(rule: str) -> None:
    for flags in FLAGS:
        found = drawn(rule, flags)
        assert found
        assert [text for text in found if SAYING.search(text)] == []


@pytest.mark.parametrize("rule", RULES)
def test_most_sentences_name_the_figure_the_place_or_the_body(rule: str) -> None:
    found = drawn(rule, FLAGS[-1])
    naming = [text for text in found if any(name in text for name in ("Arn", "the Board", "Holm", "the wait"))]
    assert len(naming) >= 0.6 * len(found)
    assert len(found) >= (12 if rule.rpartition(".")[2] in ("claim", "opinion") and "lead" in rule else 4)


def test_what_may_be_named_is_the_speakers_body_and_the_only_figure_of_the_facts() -> None:
    world = sample_world(load_topic("public-libraries"), random.Random(1))
    person, metric = world.people[0], world.topic.metrics[0]
    fact = f"{metric.id}/{world.entities[0].name}/{world.years[0]}"
    said = around(world, Statement("st-1", "claim", "s1", ("So it is.",), person.name, (fact,)))
    actor = next(actor for actor in world.topic.actors if actor.id == person.actor)
    assert (said.terms["body"], said.flags) == (actor.short, {"body", "about"})
    assert said.terms["subject"] == metric.short
    assert around(world, Statement("st-1", "event", "s1", ("So it was.",))).flags == set()
