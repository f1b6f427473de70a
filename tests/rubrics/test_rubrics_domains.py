"""The contract of every domain: designs, asks, and items that agree with themselves in world after world."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dataset_builder.families.rubrics.dealing import deal
from dataset_builder.families.rubrics.domains import DOMAINS, list_domains, load_designs
from dataset_builder.families.rubrics.mechanisms import AXES, AXIS_OF, FAILURE_MODES, MECHANISMS, TIERS, tier_of
from dataset_builder.families.rubrics.model import Ask, Design, validate_item
from dataset_builder.families.rubrics.records import plain_json
from dataset_builder.families.rubrics.sanity import Contradiction, verify_item
from dataset_builder.seeds import rng_for
from metrics.rubric_pass_rate.criteria import read_rubric
from metrics.rubric_pass_rate.scoring import AXES as SCORED_AXES

WORLDS = 20
ALLOWED = 2
"""Worlds of ``WORLDS`` in which a coincidence may make an item contradict itself, so that another world is drawn."""

ASKED = [
    pytest.param(design, ask, id=f"{design.name}-{ask.mechanism}")
    for domain in list_domains()
    for design in load_designs(domain)
    for ask in design.asks
]


def world_of(design: Design, number: int) -> object:
    return design.sample(rng_for("rubrics", number, 7, f"test {design.name}"))


def test_axes_are_those_of_the_metric_and_have_three_mechanisms_each() -> None:
    assert AXES == SCORED_AXES
    assert [len(axes) for axes in TIERS.values()] == [3, 4, 4]
    assert all(len(MECHANISMS[axis]) >= 3 for axis in AXES)
    assert len(AXIS_OF) == sum(map(len, MECHANISMS.values()))
    assert tier_of("cross_referencing") == "tier3"


def test_domains_have_three_designs_of_their_own_names() -> None:
    names = [design.name for domain in list_domains() for design in load_designs(domain)]
    assert len(set(names)) == len(names)
    for domain in list_domains():
        designs = load_designs(domain)
        assert len(designs) >= 3, domain
        assert all(design.asks for design in designs)
        axes = {ask.axis for design in designs for ask in design.asks}
        assert len(axes) >= 8, (domain, sorted(set(AXES) - axes))


@pytest.mark.parametrize(("design", "ask"), ASKED)
def test_items_agree_with_themselves(design: Design, ask: Ask) -> None:
    contradictions = 0
    for number in range(WORLDS):
        item = ask.make(world_of(design, number))
        where = f"{design.name}, {ask.mechanism}, world {number}"
        validate_item(item, where)
        try:
            verify_item(item, where)
        except Contradiction:
            contradictions += 1
            if contradictions > ALLOWED:
                raise
    kinds = {trap.kind for trap in item.traps}
    assert kinds <= set(FAILURE_MODES)
    assert len(kinds) >= 2
    rubric = [{"id": one.id, "criterion": one.text, "check": one.check} for one in item.rubric]
    assert len(read_rubric(rubric, where)) == len(item.rubric)


@pytest.mark.parametrize(("design", "ask"), ASKED)
def test_criteria_and_questions_are_whole_sentences_without_leftovers(design: Design, ask: Ask) -> None:
    item = ask.make(world_of(design, 1))
    for text in (
        item.question,
        item.gold,
        item.note,
        *(one.text for one in item.rubric),
        *(one.text for one in item.traps),
    ):
        assert not re.search(r"\bNone\b|\{|\}|\[\[|  ", text), text
        assert text.strip() == text
    assert all(one.text.endswith(".") for one in item.rubric)
    assert item.gold not in (trap.text for trap in item.traps)


@pytest.mark.parametrize(
    "design", [pytest.param(one, id=one.name) for name in list_domains() for one in load_designs(name)]
)
def test_worlds_differ_and_repeat(design: Design) -> None:
    worlds = [plain_json(world_of(design, number)) for number in range(8)]
    assert all(one != other for k, one in enumerate(worlds) for other in worlds[:k])
    assert plain_json(world_of(design, 3)) == worlds[3]


def test_documents_are_dealt_evenly() -> None:
    domains = list_domains()
    cells = [deal(index, 2, domains) for index in range(100)]
    by_domain = Counter(cell.domain for cell in cells)
    assert max(by_domain.values()) - min(by_domain.values()) <= 1
    by_axis = Counter(cell.ask.axis for cell in cells)
    offered = {ask.axis for domain in domains for design in load_designs(domain) for ask in design.asks}
    assert set(by_axis) == offered
    if domains == DOMAINS:
        assert min(by_axis[axis] for axis in AXES) >= 8
        assert set(by_domain.values()) == {10}
    assert [deal(index, 2, domains) for index in range(50)] == cells[:50]
    assert [deal(index, 3, domains) for index in range(100)] != cells
