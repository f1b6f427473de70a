"""Linked entries of topics: the same figure wherever it stands, sums that add up, and names that sound alike found."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dataset_builder.families.reports.exhibits import split_datasets
from dataset_builder.families.reports.links import find_kin, find_twins
from dataset_builder.families.reports.model import World
from dataset_builder.families.reports.titles import write_source
from dataset_builder.families.reports.topic_links import find_link_violations
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world

WORLDS = 20


def make(topic: str, seed: int) -> World:
    return sample_world(load_topic(topic), random.Random(f"links {topic} {seed}"))


def year_figure(world: World, reference: str, year: str) -> float:
    """Return a reference's figure of a year, read anew: the text of a reference is taken apart here."""
    for word in ("sum:", "mean:", "rest:"):
        if reference.startswith(word):
            data = world.datasets[reference.removeprefix(word)]
            values = [value for key, value in data.values.items() if year in key]
            total = math.fsum(values)
            found: dict[str, float] = {
                "sum:": total,
                "mean:": total / len(values),
                "rest:": 100 - total / len(values),
            }
            return found[word]
    name, _, parts = reference.partition(":")
    data = world.datasets[name]
    if data.kind == "panel":
        return statistics.fmean(value for (_, at), value in data.values.items() if at == year)
    wanted = parts.split("+") if parts else data.keys[0]
    return math.fsum(data.values[part, year] for part in wanted)


def half_unit(decimals: int) -> float:
    return float(0.5 / 10**decimals + 1e-6)


def totals(world: World, reference: str, times: float) -> Iterator[tuple[str, float]]:
    for year in map(str, world.years):
        yield year, year_figure(world, reference, year) * times


@pytest.mark.parametrize("topic", [name for _, name in list_topics()])
def test_linked_figures_agree(topic: str) -> None:
    for number in range(WORLDS):
        world = make(topic, number)
        check_compositions(world)
        check_bridges(world)
        check_seasonals(world)
        check_flows(world)
        check_relations(world)


def check_compositions(world: World) -> None:
    for seed in world.topic.compositions:
        values = world.datasets[seed.id].values
        fixed = {part: dict(totals(world, link, 1.0)) for part, link in seed.parts_of.items()}
        for year in map(str, world.years):
            total = math.fsum(values[part, year] for part in seed.parts)
            assert len({values[part, year] for part in seed.parts}) == len(seed.parts)
            for part, figures in fixed.items():
                head, _, tail = seed.parts_of[part].partition(":")
                share = head in ("mean", "rest") and world.datasets[tail].unit.startswith("%")
                wanted = figures[year] * total / 100 if share else figures[year]
                assert abs(values[part, year] - wanted) <= 3 * half_unit(seed.decimals), (seed.id, part, year)
            if seed.of and not fixed:
                wanted = year_figure(world, seed.of, year) * seed.times
                assert abs(total - wanted) <= half_unit(seed.decimals), (seed.id, year)
        if seed.follows:
            first, last = (math.fsum(values[part, str(world.years[at])] for part in seed.parts) for at in (0, -1))
            change = change_of(world, seed.follows)
            assert last / first == pytest.approx(change, rel=0.08), seed.id


def change_of(world: World, references: tuple[str, ...]) -> float:
    first, last = str(world.years[0]), str(world.years[-1])
    ratios = (
        (year_figure(world, link.lstrip("-"), last) / year_figure(world, link.lstrip("-"), first), link)
        for link in references
    )
    return math.prod(1 / ratio if link.startswith("-") else ratio for ratio, link in ratios)


def check_bridges(world: World) -> None:
    for seed in world.topic.bridges:
        values = world.datasets[seed.id].values
        start, end = values[seed.start,], values[seed.end,]
        if seed.of:
            for level, year in ((start, world.years[0]), (end, world.years[-1])):
                wanted = year_figure(world, seed.of, str(year)) * seed.times
                assert abs(level - wanted) <= half_unit(seed.decimals), seed.id
        elif seed.follows:
            assert abs(end - start * change_of(world, seed.follows)) <= half_unit(seed.decimals), seed.id


def check_seasonals(world: World) -> None:
    for seed in world.topic.seasonals:
        data = world.datasets[seed.id]
        for year in data.keys[0]:
            months = [data.values[year, month] for month in data.keys[1]]
            if seed.of:
                wanted = year_figure(world, seed.of, year) * seed.times
                assert abs(math.fsum(months) - wanted) <= half_unit(seed.decimals), (seed.id, year)
            elif seed.mean_of:
                wanted = year_figure(world, seed.mean_of, year) * seed.times
                assert abs(statistics.fmean(months) - wanted) <= half_unit(seed.decimals), (seed.id, year)


def check_flows(world: World) -> None:
    last = str(world.years[-1])
    for seed in world.topic.flows:
        values = world.datasets[seed.id].values
        if seed.of:
            out = math.fsum(value for (source, _), value in values.items() if source in seed.sources)
            wanted = year_figure(world, seed.of, last) * seed.times
            assert abs(out - wanted) <= half_unit(seed.decimals), seed.id
        for node, link in seed.nodes.items():
            side = 1 if node in seed.targets else 0
            held = math.fsum(value for key, value in values.items() if key[side] == node)
            wanted = year_figure(world, link, last) * seed.times
            assert abs(held - wanted) <= half_unit(seed.decimals), (seed.id, node)


def check_relations(world: World) -> None:
    last = str(world.years[-1])
    for seed in world.topic.relations:
        values = world.datasets[seed.id].values
        for side in ("x", "y", "size"):
            measure = getattr(seed, side)
            if measure.of:
                metric, rest = measure.of.removeprefix("rest:"), measure.of.startswith("rest:")
                for entity in world.entities:
                    own = world.value(metric, entity.name, last)
                    assert values[entity.name, side] == pytest.approx(100 - own if rest else own), seed.id
            if measure.adds_to:
                total = math.fsum(values[entity.name, side] for entity in world.entities)
                data = world.datasets.get(measure.adds_to)
                wanted = (
                    list(data.values.values())[-1]
                    if data and data.kind == "bridge"
                    else year_figure(world, measure.adds_to, last)
                )
                assert abs(total - wanted * measure.times) <= half_unit(measure.decimals), seed.id


def test_items_lie_about_the_figure_that_they_are_linked_to() -> None:
    near = far = 0
    for _, topic in list_topics():
        world = make(topic, 0)
        for seed in world.topic.distributions:
            if seed.of:
                boxes = world.datasets[f"{seed.id}_boxes"].values
                middle = statistics.fmean(boxes[kind, "median"] for kind in seed.classes)
                wanted = year_figure(world, seed.of, str(world.years[-1])) * seed.times
                near += 0.65 < middle / wanted < 1.5
                far += not 0.65 < middle / wanted < 1.5
    assert near + far >= 20
    assert far <= 0.1 * (near + far)


def test_what_shares_figures_with_a_told_dataset_is_not_shown_alone() -> None:
    for _, topic in list_topics()[::4]:
        world = make(topic, 1)
        kin = find_kin(world.topic)
        panels = {metric.id for metric in world.topic.metrics}
        relations = {relation.id for relation in world.topic.relations}
        for number in range(10):
            split = split_datasets(world, random.Random(number))
            assert not [name for name in split.shown if name not in panels and kin.get(name, set()) & set(split.told)]
            assert relations & set(split.shown)


def test_a_linked_point_is_the_fact_of_a_metric() -> None:
    world = make("public-libraries", 3)
    name, last = world.entities[0].name, world.years[-1]
    assert find_twins(world)[f"hours_visits/{name}/x"] == f"hours/{name}/{last}"


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ({"of": "nothing"}, "'nothing' is nothing that it can be linked to"),
        ({"of": "sum:stock"}, "'sum' is not one of '' of a composition"),
        ({"of": "stock:Poems"}, "'stock' has no part 'Poems'"),
        ({"follows": ("rest:visits",)}, "'visits' is no percentage"),
        ({"parts_of": {"Vans": "mean:digital"}}, "has no part 'Vans'"),
    ],
)
def test_links_that_lead_nowhere_are_told(link: dict[str, Any], message: str) -> None:
    topic = load_topic("public-libraries")
    spend = replace(topic.compositions[0], **{"of": "", "follows": (), **link})
    found = list(find_link_violations(replace(topic, compositions=(spend, *topic.compositions[1:]))))
    assert any(message in text for text in found)


def test_unlinked_entries_that_sound_alike_are_told() -> None:
    topic = load_topic("public-libraries")
    assert list(find_link_violations(topic)) == []
    monthly = replace(topic.seasonals[0], name="monthly visits", unit="visits per day", mean_of="")
    found = list(find_link_violations(replace(topic, seasonals=(monthly, topic.seasonals[1]))))
    assert any("'users' and 'monthvisits' sound alike" in text for text in found)


def test_a_source_yields_the_data_that_it_is_named_for() -> None:
    world = make("public-procurement-reform", 2)
    assert "Payment Delays by Treasurer" not in write_source(world, "small")
    assert write_source(world, "small").endswith("Notices and Awards Register")
    assert write_source(world, "payment_waits_bins").endswith("Register of Public Invoices")


def test_data_with_two_sources_are_told() -> None:
    topic = load_topic("public-libraries")
    twice = replace(topic.sources[0], covers=(*topic.sources[0].covers, "visits"))
    found = list(find_link_violations(replace(topic, sources=(twice, *topic.sources[1:]))))
    assert found == ["'visits' is covered by 2 sources, or is no data of the topic"]


def test_groups_and_scores_stand_as_their_seeds_say() -> None:
    leaning = ranked = 0
    for _, topic in list_topics():
        world = make(topic, 5)
        last = str(world.years[-1])
        for group in world.topic.entities.groups:
            for metric in (*group.high, *group.low):
                own, others = (
                    statistics.fmean(
                        world.value(metric, one.name, last)
                        for one in world.entities
                        if (one.group == group.name) == same
                    )
                    for same in (True, False)
                )
                assert (own > others) == (metric in group.high), (topic, group.name, metric)
                leaning += 1
        for seed in world.topic.profiles:
            data = world.datasets[seed.id]
            for dimension, link in seed.ranks.items():
                by_score = sorted(data.keys[0], key=lambda name: data.values[name, dimension])
                turned = link.startswith("-")
                by_metric = sorted(
                    data.keys[0], key=lambda name: world.value(link.lstrip("-"), name, last), reverse=turned
                )
                assert by_score == by_metric, (topic, dimension)
                ranked += 1
    assert leaning > 200
    assert ranked > 80
