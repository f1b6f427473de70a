"""Portraits of entities: each comparison holds in the world, for all topics."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.cases import against_average, beside_group, since_when, standing
from dataset_builder.families.reports.writing.grammar import load_grammar
from dataset_builder.families.reports.writing.panels import Panel, find_panel

TOPICS = [topic for _, topic in list_topics()]


def panels_of(world: World) -> list[Panel]:
    return [find_panel(world, metric.id) for metric in world.topic.metrics]


@pytest.fixture(scope="module", params=TOPICS)
def world(request: pytest.FixtureRequest) -> World:
    return sample_world(load_topic(request.param), random.Random(7))


def average(panel: Panel, year: int, names: list[str] | None = None) -> float:
    return fmean(panel.data.values[name, str(year)] for name in names or panel.names)


def test_an_entity_is_called_better_where_it_is(world: World) -> None:
    panels = panels_of(world)
    seen = 0
    for entity in world.entities:
        message = standing(entity.name, panels)
        if message is None:
            continue
        seen += 1
        for panel in panels:
            last = panel.years[-1]
            above = panel.data.values[entity.name, str(last)] > average(panel, last)
            good = above == (panel.metric.better == "higher")
            listed = [side for side in ("good", "bad") if str(panel.terms["the"]) in str(message.context.terms[side])]
            if panel.metric.better == "neither":
                assert listed == []
            elif listed:
                assert listed[0] == ("good" if good else "bad")
    assert seen


def test_the_place_of_an_entity_is_its_own(world: World) -> None:
    grammar, seen = load_grammar(), set()
    for panel in panels_of(world):
        first, last = panel.years[0], panel.years[-1]
        now = {name: panel.data.values[name, str(last)] for name in panel.names}
        for name in panel.names:
            message = against_average(panel, name)
            if message is None:
                assert abs(now[name] / average(panel, last) - 1) < 0.05
                continue
            flags = message.context.flags
            seen |= flags
            assert ("high" in flags) == (now[name] > average(panel, last))
            assert ("top" in flags) <= (now[name] == max(now.values()))
            assert ("foot" in flags) <= (now[name] == min(now.values()))
            assert grammar.expand(
                "stand.most", message.context.having(**{"N": "nine", **_home(world)}), random.Random(1)
            )
            then = since_when(panel, name)
            if then is not None:
                was = panel.data.values[name, str(first)] > average(panel, first)
                assert ("high" in then.context.flags) == was
                assert ("same" in then.context.flags) == (was == (now[name] > average(panel, last)))
                seen |= then.context.flags
    assert {"high", "low", "top", "foot", "same"} <= seen


def test_who_resembles_the_rest_of_its_group_is_nearer_to_it_than_to_all(world: World) -> None:
    seen = 0
    for panel in panels_of(world):
        last = panel.years[-1]
        for entity in world.entities:
            message = beside_group(panel, entity.name)
            others = [o.name for o in world.entities if o.group == entity.group and o.name != entity.name]
            if message is None:
                continue
            seen += 1
            own, group = panel.data.values[entity.name, str(last)], average(panel, last, others)
            assert ("one" in message.context.flags) == (len(others) == 1)
            nearer = abs(own - group) < abs(own - average(panel, last)) + 10.0**-panel.data.decimals
            assert ("near" in message.context.flags) <= nearer
            if "far" in message.context.flags:
                assert abs(own - group) > abs(own - average(panel, last)) - 10.0**-panel.data.decimals
    assert seen


def _home(world: World) -> dict[str, str]:
    kinds = world.topic.entities
    return {"kind": kinds.kind, "kinds": kinds.kinds, "last": str(world.years[-1]), "first": str(world.years[0])}
