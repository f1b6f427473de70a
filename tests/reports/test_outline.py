"""Plans of reports: chapters, places of exhibits, thirds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import sample_style
from dataset_builder.families.reports.exhibits import plan_exhibits
from dataset_builder.families.reports.links import list_links, parse_reference
from dataset_builder.families.reports.model import Exhibit, Plan, World
from dataset_builder.families.reports.outline import make_plan, third_of
from dataset_builder.families.reports.topics import load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.authored import noted
from dataset_builder.seeds import rng_for

TOPICS = ("grid-connection-queues", "public-libraries")


def _world(topic: str, seed: int = 4) -> World:
    return sample_world(load_topic(topic), rng_for("reports", 0, seed, "world"))


def _exhibits(world: World, charts: int, seed: int = 4) -> tuple[Exhibit, ...]:
    style = sample_style(rng_for("reports", 0, seed, "style"))
    return plan_exhibits(world, charts, rng_for("reports", 0, seed, "exhibits"), style=style)


def _plan(world: World, exhibits: Sequence[Exhibit], words: int = 20_000, **pinned: str) -> Plan:
    return make_plan(world, exhibits, words, rng_for("reports", 0, 4, "plan"), pinned=pinned)  # type: ignore[arg-type]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize(("words", "chapters"), [(2_000, range(3, 8)), (20_000, range(10, 20))])
def test_chapters_hold_every_exhibit_once_numbered_in_order(topic: str, words: int, chapters: range) -> None:
    world = _world(topic)
    exhibits = _exhibits(world, 14)
    plan = _plan(world, exhibits, words)
    assert len(plan.sections) in chapters
    assert [section.id for section in plan.sections] == [f"s{number}" for number in range(1, len(plan.sections) + 1)]
    placed = list(plan.exhibits())
    charts = [exhibit for exhibit in placed if isinstance(exhibit.spec, ChartSpec)]
    tables = [exhibit for exhibit in placed if not isinstance(exhibit.spec, ChartSpec)]
    assert [exhibit.number for exhibit in charts] == list(range(1, len(charts) + 1))
    assert [exhibit.number for exhibit in tables] == list(range(1, len(tables) + 1))
    assert sorted(exhibit.facts for exhibit in placed) == sorted(exhibit.facts for exhibit in exhibits)
    for section in plan.sections:
        refs = [exhibit.ref for exhibit in section.exhibits if isinstance(exhibit.spec, ChartSpec)]
        assert refs == [f"viz-{section.id[1:]}-{number}" for number in range(1, len(refs) + 1)]
        assert all(exhibit.section == section.id for exhibit in section.exhibits)
    assert abs(sum(section.words for section in plan.sections) - words) < 20


@pytest.mark.parametrize("topic", TOPICS)
def test_told_and_shown_are_apart(topic: str) -> None:
    world = _world(topic)
    plan = _plan(world, _exhibits(world, 14))
    shown = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.asked}
    assert shown and not shown & set(plan.told)
    for exhibit in plan.exhibits():
        assert all(plan.channels[fact] == exhibit.channel for fact in exhibit.facts if fact)
    for fact, channel in plan.channels.items():
        assert (channel in ("text", "both")) == (fact.split("/")[0] in plan.told)


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("third", ["early", "middle", "late"])
def test_pinned_charts_stand_in_their_third(topic: str, third: str) -> None:
    world = _world(topic)
    exhibits = _exhibits(world, 14)
    dataset = next(exhibit.dataset for exhibit in exhibits if exhibit.asked and isinstance(exhibit.spec, ChartSpec))
    plan = _plan(world, exhibits, **{dataset: third})
    charts = [exhibit for exhibit in plan.exhibits() if isinstance(exhibit.spec, ChartSpec)]
    low, high = {"early": (0.0, 1 / 3), "middle": (1 / 3, 2 / 3), "late": (2 / 3, 1.0)}[third]
    places = [exhibit.number / len(charts) for exhibit in charts if exhibit.dataset == dataset]
    assert places and all(low < place <= high + 1e-9 for place in places)


@pytest.mark.parametrize("topic", TOPICS)
def test_charts_that_are_asked_about_stand_in_every_third(topic: str) -> None:
    world = _world(topic)
    plan = _plan(world, _exhibits(world, 14))
    charts = [exhibit for exhibit in plan.exhibits() if isinstance(exhibit.spec, ChartSpec)]
    thirds = {third_of(exhibit.number, len(charts)) for exhibit in charts if exhibit.asked}
    assert thirds == {"early", "middle", "late"}


@pytest.mark.parametrize("topic", TOPICS)
def test_exhibits_stand_in_chapters_that_are_about_figures(topic: str) -> None:
    world = _world(topic)
    for charts in (5, 14):
        for section in _plan(world, _exhibits(world, charts)).sections:
            assert not section.exhibits or section.kind in ("background", "evidence")


def test_what_cannot_be_is_refused() -> None:
    world = _world(TOPICS[0])
    exhibits = _exhibits(world, 14)
    with pytest.raises(ValueError, match="words 1999 is not 2000 to 40000"):
        _plan(world, exhibits, 1_999)
    with pytest.raises(ValueError, match="pinned nothing has no exhibit"):
        _plan(world, exhibits, nothing="early")
    every = {exhibit.dataset: "early" for exhibit in exhibits}
    with pytest.raises(ValueError, match="cannot be placed"):
        _plan(world, exhibits, **every)


def test_datasets_stand_mostly_in_the_chapter_of_what_they_refer_to() -> None:
    """Where a dataset and a metric that it refers to both stand in chapters on figures: by chance one in five."""
    together = apart = 0
    for topic in ("customs-single-window", "harbour-automation", "public-libraries", "grid-connection-queues"):
        world = _world(topic)
        plan = _plan(world, _exhibits(world, 18))
        home = {
            name: section.id for section in plan.sections if section.kind == "evidence" for name in section.subjects
        }
        leads = {section.subjects[0] for section in plan.sections if section.kind == "evidence"}
        for seed in noted(world.topic):
            for name in {seed.id, f"{seed.id}_bins", f"{seed.id}_boxes"} & set(home):
                for lead in {parse_reference(reference).id for _, reference in list_links(seed)} & leads:
                    together += home[name] == home[lead]
                    apart += home[name] != home[lead]
    assert together > apart, (together, apart)
