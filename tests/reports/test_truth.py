"""What messages claim of figures, checked on the figures themselves over several topics and seeds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from dataset_builder.families.reports.manuscript import Manuscript
from dataset_builder.families.reports.model import Plan, World
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing import events, panels, patterns
from dataset_builder.families.reports.writing.ear import split_sentences
from dataset_builder.families.reports.writing.measures import write_sample
from dataset_builder.families.reports.writing.panels import Panel, find_panel

TOPICS = [topic for _, topic in list_topics()][::4]
WORLDS = [(topic, seed) for topic in TOPICS for seed in (0, 1)]


@pytest.fixture(scope="module")
def worlds() -> list[World]:
    return [sample_world(load_topic(topic), random.Random(f"{topic} {seed}")) for topic, seed in WORLDS]


def panels_of(worlds: list[World]) -> Iterator[Panel]:
    for world in worlds:
        for metric in world.topic.metrics:
            yield find_panel(world, metric.id)


def averages(panel: Panel, names: tuple[str, ...] | None = None) -> list[float]:
    chosen = names or panel.names
    return [
        round(sum(panel.data.values[name, str(year)] for name in chosen) / len(chosen), panel.data.decimals)
        for year in panel.years
    ]


def backtrack(values: list[float]) -> float:
    """Return the share of all movement that went against the whole."""
    steps = [new - old for old, new in pairwise(values)]
    whole = values[-1] - values[0]
    return sum(abs(step) for step in steps if step * whole < 0) / (sum(map(abs, steps)) or 1)


def test_what_became_of_an_effect_looks_at_all_years_since():
    rng = random.Random(5)
    for _ in range(4_000):
        old, new = rng.sample(range(10, 30), 2)
        values = [new, *(rng.randint(8, 32) for _ in range(rng.randint(2, 6)))]
        flag = events.fate(old, values)
        up, last = new > old, values[-1]
        if flag == "reversed":
            assert last < old if up else last > old
        elif flag in ("undone", "partly"):
            assert last < new if up else last > new
            assert abs(last - old) < abs(new - old)
        elif flag == "same":
            assert last == new
        elif flag in ("kept", "extended"):
            assert (last != new) and all((value > old) == up for value in values)
            assert ((last > new) == up) == (flag == "extended")


def test_effects_are_told_from_the_year_in_which_they_can_show(worlds):
    told = hidden = 0
    for world in worlds:
        for happening in world.happenings:
            episode = events.find_episode(world, happening.id)
            lags = {move.metric: move.lag for move in episode.seed.moves}
            for messages in events.effects(world, episode, list(lags)):
                terms = messages[0].context.terms
                metric = str(terms["id"])
                panel, before, after = find_panel(world, metric), int(str(terms["y0"])), int(str(terms["y1"]))
                assert before < happening.year + lags[metric] <= after
                if lags[metric] == 0 and happening.month >= 7:
                    assert after > happening.year
                values = averages(panel, happening.entities)
                old, new = values[panel.years.index(before)], values[panel.years.index(after)]
                steps = sorted(abs(b - a) for a, b in pairwise(values))
                if messages[0].rule == "effect":
                    told += 1
                    assert abs(new / old - 1) >= 0.03 and abs(new - old) > steps[len(steps) // 2]
                else:
                    hidden += 1
                    assert len(messages) == 1
    assert told > 100 and hidden > 5


def test_events_that_work_at_once_come_early_and_in_the_season_that_they_name(worlds):
    for world in worlds:
        for happening in world.happenings:
            seed = events.find_episode(world, happening.id).seed
            if "winter" in seed.noun:
                assert happening.month in (1, 2, 12)
            elif "summer" in seed.noun:
                assert happening.month in (6, 7, 8)
        places = [(happening.year, happening.month) for happening in world.happenings]
        assert places == sorted(set(places))


def test_events_happen_to_those_to_whom_they_can(worlds):
    seen = 0
    for world in worlds:
        groups = {entity.name: entity.group for entity in world.entities}
        for happening in world.happenings:
            befalls = events.find_episode(world, happening.id).seed.befalls
            seen += bool(befalls)
            assert not befalls or {groups[name] for name in happening.entities} <= {*befalls}
    assert seen > 10


def test_one_move_has_one_cause_and_an_event_one_base_year(worlds):
    seen = 0
    for panel in panels_of(worlds):
        touches = events.credited(panel)
        seen += len(touches)
        for one, other in combinations(touches, 2):
            shared = {*range(one.years[0], one.years[1])} & {*range(other.years[0], other.years[1])}
            assert not shared or one.up != other.up or not {*one.names} & {*other.names}
        assert all(touch.years[0] <= touch.happening.year for touch in touches)
    assert seen > 100


def test_majority_and_average(worlds):
    against = 0
    for panel in panels_of(worlds):
        values = averages(panel)
        message = panels.breadth(panel)
        if message is not None:
            rose = sum(panel.at(name, panel.years[-1]) > panel.at(name, panel.years[0]) for name in panel.names)
            assert ("up" in message.context.flags) == (2 * rose >= len(panel.names))
            level = "level" in message.context.flags
            opposed = not level and (values[-1] > values[0]) != ("up" in message.context.flags)
            assert opposed == ("against" in message.context.flags)
            against += opposed
        goes = patterns.goes_on(panel)
        if "steady" in goes:
            assert backtrack(values) < 0.15 and (values[-1] - values[0]) * (values[-1] - values[-4]) > 0
    assert against


@pytest.fixture(scope="module")
def reports() -> list[tuple[Plan, Manuscript]]:
    return [write_sample("maternity-unit-networks", 3), write_sample("harbour-automation", 4)]


def test_portraits_name_the_figures_that_they_give(reports):
    """The first sentence with values names their figure; those behind it may take it up."""
    seen = 0
    for plan, manuscript in reports:
        names = [str(panel.terms["bare"]).lower() for panel in panels.told_panels(plan)]
        for paragraph in manuscript.paragraphs():
            if paragraph.move != "portrait":
                continue
            for sentence in split_sentences(re.sub(r"“[^”]*”", "", paragraph.text)):
                values = set(re.findall(r"\d[\d,.]*\d|\d", sentence)) - {str(year) for year in plan.world.years}
                if values:
                    seen += 1
                    assert any(name in sentence.lower() for name in names), sentence
                    break
    assert seen > 6


def test_own_high_and_low_points_are_those_of_the_record(reports):
    said = re.compile(r"([A-Z][\w ]+?)’s? own (high|low) point came in (\d{4}), with ([\d.,]+\d)")
    for plan, manuscript in reports:
        for paragraph in manuscript.paragraphs():
            for name, side, year, value in said.findall(paragraph.text):
                rows = [
                    {key[1]: number for key, number in panel.data.values.items() if key[0] == name}
                    for panel in panels.told_panels(plan)
                ]
                pick = max if side == "high" else min
                number = float(value.replace(",", ""))
                assert any(row and row[year] == number == pick(row.values()) for row in rows), paragraph.text


def test_offices_fit_either_sex():
    for topic, seed in WORLDS:
        world = sample_world(load_topic(topic), random.Random(f"{topic} {seed}"))
        assert not [person for person in world.people if re.search(r"(?:wo)?man\b|mother|lady|sister", person.title)]


def test_groups_that_texts_name_are_those_of_their_entities(reports):
    for plan, manuscript in reports:
        groups = {entity.name: entity.group for entity in plan.world.entities}
        singular = {group: re.sub(r"s$", "", group) for group in groups.values()}
        for paragraph in manuscript.paragraphs():
            for name, group in groups.items():
                for other, word in singular.items():
                    if re.search(rf"\b{word} of {name}\b", paragraph.text):
                        assert other == group, paragraph.text


def test_an_event_of_a_group_happens_to_one_that_its_texts_name(worlds):
    named = 0
    for world in worlds:
        groups = {entity.name: entity.group for entity in world.entities}
        for happening in world.happenings:
            seed = events.find_episode(world, happening.id).seed
            texts = " ".join((seed.noun, *seed.what, *seed.mechanism, *seed.passage)).lower()
            said = {group for group in groups.values() if group.lower() in texts}
            if seed.extent == "group" and said:
                named += 1
                assert groups[happening.entities[0]] in said
    assert named > 5
