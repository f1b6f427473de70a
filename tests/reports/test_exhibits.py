"""Exhibits: the split of what is told and what is only shown, and charts that can be read at the sizes of a page."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from dataset_builder.charts.colours import colour_map
from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.examples import examples
from dataset_builder.charts.spec import CHART_TYPES, ChartSpec, Datum
from dataset_builder.charts.styles import HOUSES, sample_style
from dataset_builder.families.reports.exhibits import find_region, plan_exhibits, swappable_types, with_type
from dataset_builder.families.reports.model import Exhibit, Table, World
from dataset_builder.families.reports.proportions import fits_column
from dataset_builder.families.reports.topics import list_topics, load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.pages.printer import Printer
from dataset_builder.pages.web import d3_scripts

TOPICS = [topic for _, topic in list_topics()]
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
SIZES = ((640, 340), (310, 300))


def make(
    number: int, charts: int = 14, tables: int = 4, types: tuple[str, ...] = ()
) -> tuple[World, tuple[Exhibit, ...]]:
    rng = random.Random(f"exhibits {number}")
    world = sample_world(load_topic(TOPICS[number * 7 % len(TOPICS)]), rng)
    style = sample_style(rng, HOUSES[number % len(HOUSES)].name)
    return world, plan_exhibits(world, charts, rng, types, tables, style=style)


def charts_of(exhibits: tuple[Exhibit, ...]) -> list[ChartSpec]:
    return [exhibit.spec for exhibit in exhibits if isinstance(exhibit.spec, ChartSpec)]


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(("charts", "tables"), [(5, 3), (14, 4), (32, 8)])
def test_the_split_of_told_and_shown(number, charts, tables):
    world, exhibits = make(number, charts, tables)
    drawn = [exhibit for exhibit in exhibits if isinstance(exhibit.spec, ChartSpec)]
    assert (len(drawn), len(exhibits) - len(drawn)) == (charts, tables)
    assert sum(exhibit.channel == "chart" for exhibit in drawn) >= charts / 2
    told = {exhibit.dataset for exhibit in exhibits if exhibit.channel == "both"}
    shown = {exhibit.dataset for exhibit in exhibits if exhibit.channel in ("chart", "table")}
    assert not told & shown
    panels = {name for name, dataset in world.datasets.items() if dataset.kind == "panel"}
    assert len(told & panels) >= (3 if charts >= 8 else 2)
    assert len(shown & panels) >= 2
    facts = Counter(
        fact
        for exhibit in exhibits
        if exhibit.asked
        for fact in {*exhibit.shown, *(end for pair in exhibit.terms for end in pair)}
    )
    assert max(facts.values()) == 1
    titles = [exhibit.spec.title for exhibit in exhibits]
    assert len(set(titles)) == len(titles)


def test_every_mark_and_cell_is_its_fact(number=3):
    world, exhibits = make(number, 32, 8)
    for exhibit in exhibits:
        dataset = world.datasets[exhibit.dataset]
        known = {"/".join((dataset.id, *key)): value for key, value in dataset.values.items()}
        spec = exhibit.spec
        if isinstance(spec, Table):
            cells = [cell for _, row in spec.rows for cell in row]
            assert cells == [known[fact] for fact in exhibit.facts]
        elif exhibit.terms:
            for datum, (left, right) in zip(spec.data, exhibit.terms, strict=True):
                assert datum.value == pytest.approx(known[left] - known[right])
                assert datum.label == left.split("/")[1] == right.split("/")[1]
        else:
            assert [datum.value for datum in spec.data] == [known[fact] for fact in exhibit.facts]


def test_required_types_appear_and_types_vary():
    for number in range(6):
        types = tuple(random.Random(number).sample(CHART_TYPES, 4))
        _, exhibits = make(number, 14, 4, types)
        counts = Counter(spec.chart_type for spec in charts_of(exhibits))
        assert set(types) <= set(counts)
        assert max(counts.values()) <= 3


def test_all_24_types_can_be_required():
    for chart_type in CHART_TYPES:
        _, exhibits = make(1, 8, 3, (chart_type,))
        found = [exhibit for exhibit in exhibits if exhibit.asked]
        assert chart_type in {spec.chart_type for spec in charts_of(tuple(found))}


def test_what_is_out_of_range_is_refused():
    with pytest.raises(ValueError, match="charts 4 is not from 5 to 32"):
        make(0, 4)
    with pytest.raises(ValueError, match="tables 9 is not from 3 to 8"):
        make(0, 14, 9)
    with pytest.raises(ValueError, match="type 'gauge' is not one of bar"):
        make(0, 14, 4, ("gauge",))


def test_no_title_tells_a_value_of_what_is_only_shown():
    for number in range(6):
        world, exhibits = make(number, 20)
        years = {str(year) for year in world.years}
        for exhibit in (exhibit for exhibit in exhibits if exhibit.asked):
            words = exhibit.spec.title.replace("–", " ").replace(",", " ").replace(":", " ").split()
            assert all(word in years for word in words if word.isdigit())
            assert not {"rises", "falls", "highest", "lowest", "most", "leads"} & set(
                exhibit.spec.title.lower().split()
            )


def test_charts_can_be_changed_in_type_only():
    swapped = 0
    for number in range(4):
        world, exhibits = make(number, 20)
        for exhibit in exhibits:
            for chart_type in swappable_types(exhibit, world):
                other = with_type(exhibit, world, chart_type, exhibit.spec.style)
                assert other.spec.chart_type == chart_type
                assert (other.spec.title, other.dataset, set(other.shown)) == (
                    exhibit.spec.title,
                    exhibit.dataset,
                    set(exhibit.shown),
                )
                swapped += chart_type != exhibit.spec.chart_type
    assert swapped > 40
    table = next(exhibit for exhibit in exhibits if isinstance(exhibit.spec, Table))
    with pytest.raises(ValueError, match="chart_type 'bar' is not one of those for its data: none"):
        with_type(table, world, "bar", exhibits[0].spec.style)


def test_titles_of_told_figures_say_what_is_true():
    """Findings in titles, read back from their words."""
    checked = 0
    for number in range(24):
        world, exhibits = make(number, 20)
        for exhibit in exhibits:
            dataset, title = world.datasets[exhibit.dataset], exhibit.spec.title
            if found := re.fullmatch(r"(.+) has the (highest|lowest) (.+), (\d{4})", title):
                name, extreme, _, year = found.groups()
                best = {"highest": max, "lowest": min}[extreme]
                assert name == best(dataset.keys[0], key=lambda row: dataset.values[row, year])
            elif found := re.search(r"(rose|fell) in (\w+) of the (\w+) .*?, (\d{4}) to (\d{4})$", title):
                verb, some, count, first, last = found.groups()
                rows = {fact.split("/")[1] for fact in exhibit.facts}
                rises = sum(dataset.values[row, last] > dataset.values[row, first] for row in rows)
                assert WORDS.index(some) == (rises if verb == "rose" else len(rows) - rises)
                assert WORDS.index(count) == len(rows)
            else:
                continue
            assert exhibit.channel == "both"
            checked += 1
    assert checked > 5


def test_remarks_stand_at_the_year_of_their_event():
    checked = 0
    for number in range(30):
        world, exhibits = make(number, 20)
        nouns = {event.id: event.noun.removeprefix("the ").lower() for event in world.topic.events}
        for spec in charts_of(exhibits):
            for note in spec.annotations:
                assert "{" not in note.text
                years = [item.year for item in world.happenings if nouns[item.id].startswith(note.text.lower())]
                assert [int(note.label)] == years
                assert spec.exact == "tolerance"
                checked += 1
    assert checked > 5


def test_accounts_have_the_years_of_the_record_where_they_span_it():
    dated = undated = 0
    for number in range(20):
        world, exhibits = make(number, 14, 4, ("waterfall",))
        for exhibit in exhibits:
            if world.datasets[exhibit.dataset].kind != "bridge":
                continue
            words = f"{exhibit.spec.title} {getattr(exhibit.spec, 'subtitle', '')}"
            start = next(seed.start for seed in world.topic.bridges if seed.id == exhibit.dataset)
            years = re.findall(r"\b(?:19|20)\d\d\b", words)
            spans = start.endswith(("at the start", "at first", "then", "in the first year"))
            assert years == ([str(world.years[0]), str(world.years[-1])] if spans else []), words
            dated, undated = dated + spans, undated + (not spans)
    assert dated and undated


def test_what_stands_out_of_told_figures_is_named_and_subtitles_start_with_capitals():
    named = 0
    for number in range(16):
        _, exhibits = make(number, 20)
        for exhibit in exhibits:
            if not isinstance(spec := exhibit.spec, ChartSpec):
                continue
            assert not spec.subtitle[:1].islower(), spec.subtitle
            if exhibit.channel == "both":
                assert all(name in spec.title for name in spec.highlighted)
                named += len(spec.highlighted)
    assert named > 0


@pytest.mark.parametrize("charts", [8, 14, 24])
def test_no_two_told_exhibits_show_mostly_the_same_facts(charts):
    same = alike = 0
    for number in range(8):
        world, exhibits = make(number, charts)
        told = [exhibit for exhibit in exhibits if exhibit.channel == "both"]
        for one, two in combinations(told, 2):
            facts, other = (set(exhibit.shown).union(*exhibit.terms) for exhibit in (one, two))
            alike += 2 * len(facts & other) > min(len(facts), len(other))
            same += one.dataset == two.dataset and find_region(one, world).shape == find_region(two, world).shape
    assert same <= (0 if charts <= 14 else 4)
    assert alike <= {8: 1, 14: 8, 24: 40}[charts]


def test_sources_are_of_what_is_shown():
    """An exhibit names the one source of the topic that yields its data, else who publishes the report."""
    named = every = 0
    for number in range(12):
        world, exhibits = make(number, 20)
        covers = {
            name: f"Source: {item.publisher}, {item.title}" for item in world.topic.sources for name in item.covers
        }
        for exhibit in exhibits:
            every += 1
            seed = exhibit.dataset.removesuffix("_bins").removesuffix("_boxes")
            own = "assessment" if world.datasets[exhibit.dataset].kind == "profile" else "compilation"
            assert exhibit.spec.source == covers.get(seed, f"Source: {world.publisher}, own {own}")
            named += seed in covers
    assert named > 0.8 * every


def test_names_keep_their_colours_through_a_report():
    """Filled charts agree on the parts of a whole; names of one chart differ."""
    repeated = 0
    for number in range(10):
        _, exhibits = make(number, 28)
        seen: dict[tuple[str, str], str] = {}
        for exhibit in exhibits:
            if isinstance(spec := exhibit.spec, ChartSpec) and set(colours := colour_map(spec)) <= set(spec.ranking):
                assert len(set(colours.values())) == len(colours)
                if spec.chart_type in ("pie", "donut", "treemap", "stacked_bar", "stacked_area", "grouped_bar"):
                    for name, colour in colours.items():
                        repeated += (exhibit.dataset, name) in seen
                        assert seen.setdefault((exhibit.dataset, name), colour) == colour
    assert repeated > 20


@pytest.fixture(scope="module")
def report():
    """Return the exhibits drawn, by id, and what the drawing says of each."""
    drawn: dict[str, ChartSpec] = {}
    sheets = []
    for number in range(6):
        _, exhibits = make(number, 24, types=CHART_TYPES[number * 4 : number * 4 + 4])
        for spec in charts_of(exhibits):
            for width, height in SIZES:
                name = f"{spec.viz_id}-{number}-{width}"
                drawn[name] = replace(spec, viz_id=name)
                figure = chart_html(drawn[name], width, height)
                sheets.append(f'<div class="sheet"><div data-kind="chart" data-ref="{name}">{figure}</div></div>')
    style = (
        "@page { size: A4; margin: 0 } body { margin: 0 } .sheet { width: 793px; height: 1122px; break-after: page }"
    )
    document = f'<!doctype html><meta charset="utf-8"><style>{style}</style><body>{"".join(sheets)}'
    with Printer([*d3_scripts(), *runtime_scripts()], "docassay.drawAll()") as printer:
        return drawn, printer.print_document(document, "exhibits").report


def test_charts_are_legible_on_a_page_and_nearly_all_in_half_a_column(report):
    drawn, found = report
    problems = {name: found["problems"][name] for name in drawn if found["problems"][name]}
    assert {spec.chart_type for spec in drawn.values()} == set(CHART_TYPES)
    assert [name for name in problems if name.endswith("-640")] == []
    assert len(problems) <= 0.03 * len(drawn) / 2, problems


def test_printed_values_are_the_data(report):
    drawn, found = report
    for name, spec in drawn.items():
        if spec.exact != "labels" or spec.chart_type in ("box", "radar", "histogram") or found["problems"][name]:
            continue
        labels = [label for label in found["trace"][name]["labels"] if label["kind"] == "value"]
        printed = {label["index"]: _number(label["text"]) for label in labels}
        assert len(printed) == len(spec.data)
        for index, value in printed.items():
            assert math.isclose(value, spec.data[index].value), name


def _number(text: str) -> float:
    return float("".join(c for c in text.replace("−", "-") if c.isdigit() or c in ".-"))


@pytest.mark.parametrize("number", range(10))
def test_told_exhibits_bear_out_what_is_told_of_the_whole_time(number):
    """Readers who are sent to an exhibit of told figures find the last year there, or first and last, and extremes."""
    world, exhibits = make(number, 16, 5)
    seen = 0
    for exhibit in exhibits:
        dataset = world.datasets[exhibit.dataset]
        if exhibit.asked or dataset.kind not in ("panel", "composition"):
            continue
        region = find_region(exhibit, world)
        years = dataset.keys[1]
        assert region.columns[-1] == years[-1]
        assert len(region.columns) == 1 or region.columns[0] == years[0]
        if dataset.kind == "panel":
            last = {row: dataset.values[row, years[-1]] for row in dataset.keys[0]}
            assert {max(last, key=last.__getitem__), min(last, key=last.__getitem__)} <= set(region.rows)
        seen += 1
    assert seen > 2


@pytest.mark.parametrize("number", range(8))
def test_few_exhibits_show_the_same_kind_of_part_of_a_dataset(number):
    """Neither a second chart of the same breakdown in another year nor a relation that is split over two charts."""
    world, exhibits = make(number, 14, 4)
    parts = Counter((exhibit.dataset, find_region(exhibit, world).shape) for exhibit in exhibits)
    assert sum(count - 1 for count in parts.values()) <= 1


def test_what_is_only_shown_is_of_the_latest_years_and_one_exhibit_a_dataset_as_long_as_there_are_others():
    """The first exhibit of a breakdown over time reaches the last year; a second one shows what the first left over."""
    late = first = again = third = 0
    for number in range(10):
        world, exhibits = make(number, 14, 4)
        uses = Counter(exhibit.dataset for exhibit in exhibits)
        again += sum(count > 1 for count in uses.values())
        third += sum(count > 2 for count in uses.values())
        for exhibit in exhibits:
            dataset = world.datasets[exhibit.dataset]
            if exhibit.asked and dataset.kind in ("panel", "composition") and uses[dataset.id] == 1:
                first += 1
                late += find_region(exhibit, world).columns[-1] == dataset.keys[1][-1]
    assert first > 20 and late > 0.9 * first  # some figures stand in two datasets
    assert again <= 20 and third == 0


def test_an_exhibit_says_which_of_all_it_shows_and_nothing_twice():
    named = counted = 0
    for number in range(12):
        world, exhibits = make(number, 20)
        for exhibit in exhibits:
            if not isinstance(spec := exhibit.spec, ChartSpec):
                continue
            region = find_region(exhibit, world)
            text = f"{spec.title}. {spec.subtitle}"
            assert "selected" not in spec.subtitle.lower()
            assert not re.search(r"\bfrom\b.*, from\b|^The course of", spec.title)
            assert spec.subtitle.count(str(world.years[-1])) <= (str(world.years[-1]) not in spec.title) or (
                spec.chart_type == "diverging_bar"
            )
            if region.dataset.kind not in ("panel", "relation"):
                continue
            some = len(region.rows) < len(region.dataset.keys[0])
            assert not some or world.place not in spec.subtitle, text
            if some and len(region.rows) > 1:
                groups = {entity.group for entity in world.entities if entity.name in region.rows}
                named += all(group.lower() in spec.subtitle.lower() for group in groups)
                counted += f"{WORDS[len(region.rows)]} of the" in spec.subtitle.lower()
                assert f"{WORDS[len(region.rows)]} of the {WORDS[len(region.dataset.keys[0])]}" in (
                    spec.subtitle.lower()
                ) or {entity.name for entity in world.entities if entity.group in groups} == set(region.rows), text
    assert named > 5 and counted > 5


def test_what_stands_out_of_what_is_only_shown_is_the_place_or_the_year_of_an_event():
    seen = 0
    for number in range(24):
        world, exhibits = make(number, 24)
        nouns = {event.id: event.noun for event in world.topic.events}
        for exhibit in exhibits:
            spec = exhibit.spec
            if not isinstance(spec, ChartSpec) or exhibit.channel != "chart" or not spec.highlighted:
                continue
            (marked,) = spec.highlighted
            reason = re.search(r"(?i)set apart: the .+? of ([^{]+)$", spec.subtitle)[1]
            happening = next(one for one in world.happenings if nouns[one.id].startswith(reason))
            assert marked not in reason and marked in (*happening.entities[:1], str(happening.year))
            seen += 1
    assert seen > 1


def test_stacks_with_thin_parts_and_many_slopes_have_the_width_of_a_page():
    style = sample_style(random.Random(1), HOUSES[1].name)
    spec = next(spec for spec in examples(style) if spec.chart_type == "stacked_bar")
    stacks = [Datum(year, value, part) for part, value in (("A", 60.0), ("B", 40.0)) for year in ("2019", "2020")]
    plain = replace(spec, data=tuple(stacks), ranking=("A", "B"))
    assert fits_column(plain)
    thin = replace(plain, data=(*plain.data, Datum("2019", 3.0, "C"), Datum("2020", 3.0, "C")), ranking=("A", "B", "C"))
    assert not fits_column(thin)
    slope = next(spec for spec in examples(style) if spec.chart_type == "slope")
    lines = [Datum(year, float(10 * n + k), f"E{n}") for n in range(8) for k, year in enumerate(("2019", "2020"))]
    assert fits_column(replace(slope, data=tuple(lines[:10]), ranking=(), highlighted=()))
    assert not fits_column(replace(slope, data=tuple(lines), ranking=(), highlighted=()))
