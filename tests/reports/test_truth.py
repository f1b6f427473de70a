"""What messages claim of figures, checked on the figures themselves over several topics and seeds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from dataset_builder.families.reports.manuscript import Items, Manuscript
from dataset_builder.families.reports.model import Plan, World
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing import events, panels, paths, patterns
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


def test_a_turn_is_the_extreme_and_the_ways_to_and_from_it_are_nearly_straight(worlds):
    seen = 0
    for panel in panels_of(worlds):
        message = paths.phases(panel)
        if message is None:
            continue
        values = averages(panel)
        place = panel.years.index(int(message.context.terms["y1"]))
        flags = message.context.flags
        if "turned" in flags:
            seen += 1
            assert values[place] in (min(values), max(values))
            assert (values[place] > values[0]) == (values[place] > values[-1]) == ("up" in flags)
            assert backtrack(values[: place + 1]) < 0.15 and backtrack(values[place:]) < 0.15
        elif flags & {"faster", "slower"}:
            assert min(values[0], values[-1]) < values[place] < max(values[0], values[-1])
            assert backtrack(values) < 0.15
        elif "wave" in flags:
            assert values[panel.years.index(int(message.context.terms["yhigh"]))] == max(values)
            assert values[panel.years.index(int(message.context.terms["ylow"]))] == min(values)
    assert seen > 5


def test_halves_are_told_where_the_ends_went_the_same_way(worlds):
    seen = 0
    for panel in panels_of(worlds):
        message = paths.catching_up(panel)
        if message is not None:
            seen += 1
            columns = [[panel.at(name, year) for name in panel.names] for year in (panel.years[0], panel.years[-1])]
            before, now = (max(column) - min(column) for column in columns)
            assert ("closing" in message.context.flags) == (now < before)
    assert seen > 5


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
    assert told > 100 and hidden > 20


def test_reasons_account_for_what_they_explain(worlds):
    seen = 0
    for panel in panels_of(worlds):
        for name in panel.names:
            for year in panel.years[1:]:
                reason = events.explanation(panel.world, panel, name, year)
                if reason is None:
                    continue
                seen += 1
                dated = int(str(reason.context.terms["year"]))
                assert dated <= year <= dated + 1
                if dated == year:
                    assert any(h.year == year and h.month < 7 for h in panel.world.happenings)
                step = panel.at(name, year) - panel.at(name, year - 1)
                found = [
                    happening.effects[panel.data.id, name][1]
                    for happening in panel.world.happenings
                    if happening.year == dated and (panel.data.id, name) in happening.effects
                ]
                assert any(change * step > 0 and abs(change) >= 0.4 * abs(step) for change in found)
    assert seen > 100


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


def test_two_figures_go_together_or_nothing_is_said(worlds):
    """The rank correlation by its other formula: the covariance of ranks over their variance."""
    told = odd = 0
    for world in worlds:
        found = [find_panel(world, metric.id) for metric in world.topic.metrics]
        for panel, other in combinations(found, 2):
            year, count = panel.years[-1], len(panel.names)
            one, two = panel.ranked(year), other.ranked(year)
            middle = (count - 1) / 2
            shared = sum((one.index(name) - middle) * (two.index(name) - middle) for name in one)
            strength = shared / sum((place - middle) ** 2 for place in range(count))
            messages = paths.cross(panel, other)
            if abs(abs(strength) - 0.6) < 1e-9:
                continue
            assert bool(messages) == (abs(strength) > 0.6)
            if not messages:
                continue
            told += 1
            high, low = (str(messages[0].context.terms[end]) for end in ("High", "Low"))
            assert ("same" in messages[0].context.flags) == (strength > 0)
            assert panel.at(high, year) > panel.at(low, year)
            assert (other.at(high, year) > other.at(low, year)) == (strength > 0)
            for message in messages[1:]:
                odd += 1
                places = [order.index(message.about) for order in (one, two if strength > 0 else two[::-1])]
                assert abs(places[0] - places[1]) >= 4 and message.about not in (high, low)
    assert told > 10 and odd > 5


def test_one_move_has_one_cause_and_an_event_one_base_year(worlds):
    seen = 0
    for panel in panels_of(worlds):
        touches = events.credited(panel)
        seen += len(touches)
        for one, other in combinations(touches, 2):
            shared = {*range(one.years[0], one.years[1])} & {*range(other.years[0], other.years[1])}
            assert not shared or one.up != other.up or not {*one.names} & {*other.names}
        for message, touch in zip(patterns.causes(panel), touches, strict=True):
            terms, flags = message.context.terms, message.context.flags
            assert int(str(terms["y0"])) == touch.happening.year - 1
            assert touch.years[0] <= touch.happening.year
            assert not flags & {"small", "flat"}
            groups = {entity.group for entity in panel.world.entities if entity.name in touch.names}
            if 1 < len(touch.names) < len(panel.names):
                assert [f"the average of the {group}" for group in groups] == [str(terms["avg"])]
    assert seen > 100


def test_no_event_outside_its_figures_credit_is_named_as_a_reason(worlds):
    for panel in panels_of(worlds):
        nouns = {events.name_event(panel.world, touch.happening.id) for touch in events.credited(panel)}
        for name in panel.names:
            reasons = [events.explanation(panel.world, panel, name, year) for year in panel.years[1:]]
            assert {str(reason.context.terms["noun"]) for reason in reasons if reason is not None} <= nouns


def test_who_moved_furthest_is_said_only_of_the_longest_way(worlds):
    seen = 0
    for panel in panels_of(worlds):
        first, last = panel.years[0], panel.years[-1]
        for message in patterns.verdict(panel)[1:]:
            ways = {name: round(1000 * (panel.at(name, last) - panel.at(name, first))) for name in panel.names}
            own = ways.pop(message.about)
            rivals = [abs(way) for way in ways.values() if way * own > 0]
            assert ("furthest" in message.context.flags) == (abs(own) > max(rivals, default=0))
            seen += "furthest" not in message.context.flags
    assert seen > 10


def test_half_of_an_odd_number_is_none(worlds):
    for panel in panels_of(worlds):
        assert ("half" in paths.middle_value(panel).context.flags) == (len(panel.names) % 2 == 0)


def test_majority_average_and_quiet_ones(worlds):
    against = quiet = 0
    for panel in panels_of(worlds):
        values = averages(panel)
        message = panels.breadth(panel)
        if message is not None:
            rose = sum(panel.at(name, panel.years[-1]) > panel.at(name, panel.years[0]) for name in panel.names)
            assert ("up" in message.context.flags) == (2 * rose >= len(panel.names))
            opposed = (values[-1] > values[0]) != ("up" in message.context.flags)
            assert opposed == ("against" in message.context.flags)
            against += opposed
        steady = panels.steadiest(panel)
        if steady is not None:
            quiet += 1
            row = [panel.at(steady.about, year) for year in panel.years]
            assert max(row) <= 1.12 * min(row)
        goes = patterns.goes_on(panel)
        if "steady" in goes:
            assert backtrack(values) < 0.15 and (values[-1] - values[0]) * (values[-1] - values[-4]) > 0
    assert against and quiet


@pytest.fixture(scope="module")
def reports() -> list[tuple[Plan, Manuscript]]:
    return [write_sample("maternity-unit-networks", 3), write_sample("harbour-automation", 4)]


def test_portraits_name_the_figures_that_they_give(reports):
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
    assert seen > 40


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


def test_a_chronicle_names_its_years_and_only_those_in_which_something_happened():
    plan, manuscript = write_sample("harbour-automation", 4, 18_000)
    years = {str(year) for year in plan.world.years}
    lists = [block for section in manuscript.sections for block in section.blocks if isinstance(block, Items)]
    chronicle = next(block for block in lists if block.items[0][0] in years)
    told = [year for year, _ in chronicle.items]
    assert told == sorted(set(told)) and set(told) <= years
    assert {str(happening.year) for happening in plan.world.happenings} <= set(told) | {str(plan.world.years[0])}
    assert all(text for _, text in chronicle.items)


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
