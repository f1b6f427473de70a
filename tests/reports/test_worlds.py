"""Worlds from topic seeds: figures that add up, causes that show, the same for the same seed."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from dataset_builder.families.reports.flows import sample_flow
from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.panels import find_bounds
from dataset_builder.families.reports.samples import bin_edges, find_shape
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world

TOPICS = [topic for _, topic in list_topics()]


def make(topic: str, seed: int = 0) -> World:
    return sample_world(load_topic(topic), random.Random(f"{topic} {seed}"))


@pytest.fixture(scope="module", params=TOPICS[::3])
def world(request) -> World:
    return make(request.param)


def of_kind(world: World, kind: str):
    return [dataset for dataset in world.datasets.values() if dataset.kind == kind]


def test_the_same_seed_gives_the_same_world_and_another_another():
    assert make(TOPICS[0], 4) == make(TOPICS[0], 4)
    assert make(TOPICS[0], 4).datasets != make(TOPICS[0], 5).datasets


def test_people_entities_and_years(world):
    assert 8 <= len(world.entities) <= 12
    assert 10 <= len(world.years) <= 14
    assert 2021 <= world.years[-1] <= 2024
    assert list(world.years) == list(range(world.years[0], world.years[-1] + 1))
    assert min(Counter(entity.group for entity in world.entities).values()) >= 2
    assert min(Counter(person.actor for person in world.people).values()) >= 2
    assert set(Counter(person.actor for person in world.people)) == {actor.id for actor in world.topic.actors}
    names = [name for person in world.people for name in person.name.split()]
    assert len(set(names)) == len(names)


def test_panels_have_no_ties_and_stay_in_bounds(world):
    metrics = {metric.id: metric for metric in world.topic.metrics}
    panels = of_kind(world, "panel")
    assert [panel.id for panel in panels] == list(metrics)
    for panel in panels:
        unit = 10**-panel.decimals
        low, high = find_bounds(metrics[panel.id])
        entities, years = panel.keys
        assert len(panel.values) == len(entities) * len(years)
        for entity in entities:
            assert len({panel.values[entity, year] for year in years}) == len(years)
        for year in years:
            column = [panel.values[entity, year] for entity in entities]
            assert len(set(column)) == len(column)
            assert min(column) >= low - 12 * unit
            assert max(column) <= high + 12 * unit
        assert all(round(value, panel.decimals) == value for value in panel.values.values())


def test_series_are_neither_smooth_nor_alike(world):
    smooth = series = 0
    for panel in of_kind(world, "panel"):
        entities, years = panel.keys
        growth = {
            entity: [panel.values[entity, b] / panel.values[entity, a] for a, b in pairwise(years)]
            for entity in entities
        }
        smooth += sum(len({round(step, 3) for step in steps}) <= len(steps) // 2 for steps in growth.values())
        series += len(growth)
        first, second = list(growth.values())[:2]
        assert statistics.pstdev([a - b for a, b in zip(first, second, strict=True)]) > 0.005
    assert smooth <= series / 50


def test_events_move_what_their_seeds_say_and_reasons_tell_of_it(world):
    events = {event.id: event for event in world.topic.events}
    assert 9 <= len(world.happenings) <= 12
    assert [(one.year, one.month) for one in world.happenings] == sorted(
        (one.year, one.month) for one in world.happenings
    )
    for happening in world.happenings:
        event = events[happening.id]
        moves = {move.metric: move for move in event.moves}
        sizes = {"all": len(world.entities), "one": 1}
        assert len(happening.entities) == sizes.get(event.extent, len(happening.entities))
        if event.extent == "group":
            assert len({entity.group for entity in world.entities if entity.name in happening.entities}) == 1
        for (metric, entity), (lag, change) in happening.effects.items():
            assert entity in happening.entities
            assert lag == moves[metric].lag
            assert change * moves[metric].effect > 0
            assert happening.id in world.reasons[metric, entity, happening.year + lag]
    for (metric, entity, year), causes in world.reasons.items():
        for cause in causes:
            happening = next(one for one in world.happenings if one.id == cause)
            lag, _ = happening.effects[metric, entity]
            assert year - happening.year - lag in (0, 1)


def test_most_effects_can_be_seen_in_the_figures(world):
    right = wrong = 0
    for happening in world.happenings:
        for (metric, entity), (lag, change) in happening.effects.items():
            year = happening.year + lag
            before, after = world.value(metric, entity, str(year - 1)), world.value(metric, entity, str(year))
            if len(world.reasons[metric, entity, year]) == 1:
                right += (after - before) * change > 0
                wrong += (after - before) * change <= 0
    assert right > 3 * wrong


def test_compositions_are_positive_without_ties_in_a_year(world):
    for dataset in of_kind(world, "composition"):
        for year in dataset.keys[1]:
            column = [dataset.values[part, year] for part in dataset.keys[0]]
            assert min(column) > 0
            assert len(set(column)) == len(column)


def test_bins_and_boxes_sum_up_one_sample(world):
    for seed in world.topic.distributions:
        bins, boxes = world.datasets[f"{seed.id}_bins"], world.datasets[f"{seed.id}_boxes"]
        counts = [int(bins.values[key,]) for key in bins.keys[0]]
        assert 160 <= sum(counts) <= 600
        assert find_shape(counts) == seed.shape
        edges = [bin_edges(label) for label in bins.keys[0]]
        assert all(left[1] == right[0] for left, right in pairwise(edges))
        least = min(boxes.values[kind, "min"] for kind in boxes.keys[0])
        most = max(boxes.values[kind, "max"] for kind in boxes.keys[0])
        assert edges[0][0] <= least < edges[0][1]
        assert edges[-1][0] <= most < edges[-1][1]
        for kind in boxes.keys[0]:
            five = [boxes.values[kind, name] for name in ("min", "q1", "median", "q3", "max")]
            assert five == sorted(five)


def test_relations_have_the_stated_sign(world):
    for seed in world.topic.relations:
        values = world.datasets[seed.id].values
        names = world.datasets[seed.id].keys[0]
        found = statistics.correlation([values[name, "x"] for name in names], [values[name, "y"] for name in names])
        if seed.sign == "none":
            assert abs(found) < 0.2
        else:
            assert 0.55 <= abs(found) <= 0.92
            assert (found > 0) == (seed.sign == "positive")


def test_flows_conserve_and_bridges_add_up(world):
    for seed in world.topic.flows:
        dataset = world.datasets[seed.id]
        for node in seed.middle:
            into = math.fsum(value for (_, target), value in dataset.values.items() if target == node)
            out = math.fsum(value for (source, _), value in dataset.values.items() if source == node)
            assert into == pytest.approx(out)
        assert {target for _, target in dataset.values} >= set(seed.targets)
    for seed in world.topic.bridges:
        values = world.datasets[seed.id].values
        changes = [values[step,] for step in (*seed.gains, *seed.losses)]
        assert values[seed.start,] + math.fsum(changes) == pytest.approx(values[seed.end,])
        assert all(values[step,] > 0 for step in seed.gains)
        assert all(values[step,] < 0 for step in seed.losses)


def test_seasons_peak_where_the_seed_says(world):
    for seed in world.topic.seasonals:
        dataset = world.datasets[seed.id]
        months = dataset.keys[1]
        for year in dataset.keys[0]:
            assert max(months, key=lambda month: dataset.values[year, month]) == months[seed.peak - 1]


def test_a_flow_whose_nodes_hold_too_little_is_refused() -> None:
    topic = load_topic("urban-tree-canopy")
    known = sample_world(topic, random.Random(1)).datasets
    coarse = replace(next(seed for seed in topic.flows if seed.id == "plantmoney"), decimals=0, times=0.1)
    with pytest.raises(ValueError, match="flow 'plantmoney' can't be drawn with City budget"):
        sample_flow(coarse, known, random.Random(1))
