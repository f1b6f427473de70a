"""The bank of topics: every written topic meets every rule, and every rule catches what it is for."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from importlib import import_module
from importlib.resources import files

import pytest

from dataset_builder.families.hops.model import Metric, Topic
from dataset_builder.families.hops.topic_rules import find_clashes, find_violations
from dataset_builder.families.hops.topics import choose_topic, list_domains, load_topics, parse_topics

NAMES = "Alder Fill, Brook, Coldwell, Dene Spring, Elm Source, Fern Works, Gale, Hart, Ivy Bottlers, Jay Well"
TEXT = f"""
["Water bottling"]
entity = "bottling plant"
period = "month"
groups = "bottle format: glass, light plastic, carboy"
names = "{NAMES}"
metrics = {{ "thousand bottles" = "Still water filled 60-240, Tonic filled 45-190", "metric tons" = "Sugar 2.5-9.0" }}
"""
TOPIC = parse_topics("food", TEXT)[0]
STILL, TONIC, SUGAR = TOPIC.metrics


def test_a_file_gives_its_topics() -> None:
    assert (
        Topic(
            topic_id="water-bottling",
            domain="food",
            title="Water bottling",
            entity="bottling plant",
            entities="bottling plants",
            names=tuple(NAMES.split(", ")),
            group="bottle format",
            groups=("glass", "light plastic", "carboy"),
            metrics=(
                Metric("Still water filled", "thousand bottles", 60, 240),
                Metric("Tonic filled", "thousand bottles", 45, 190),
                Metric("Sugar", "metric tons", 2.5, 9.0, 1),
            ),
            period="month",
        )
        == TOPIC
    )
    assert find_violations(TOPIC) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("period =", "span =", "missing or unknown keys period, span"),
        ("format: ", "format ", "not 'what they divide by"),
        ("Tonic filled 45-190", "Tonic filled", "metric 'Tonic filled' does not end in a range"),
    ],
)
def test_a_file_of_another_layout_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"topic 'Water bottling' of food: .*{re.escape(said)}"):
        parse_topics("food", TEXT.replace(old, new))


def _named(*names: str) -> Topic:
    return replace(TOPIC, names=(*names, *TOPIC.names[len(names) :]))


def _measured(*metrics: Metric) -> Topic:
    return replace(TOPIC, metrics=metrics)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        (replace(TOPIC, names=TOPIC.names[:9]), "9 names, 10 to 12 allowed"),
        (_named("Brook Fill"), "name 'Brook' is contained in 'Brook Fill'"),
        (_named("Tonic"), "name 'Tonic' is contained in 'Tonic filled'"),
        (_named("Old Carboy"), "group 'carboy' is contained in the name 'Old Carboy'"),
        (_named("alder"), "name 'alder' has no capital"),
        (_named("Alder of the Hill"), "name 'Alder of the Hill' is longer than 22 characters or three words"),
        (_named("Alder and Sons"), "'Alder and Sons' has an 'and'"),
        (_named("Alder 9"), "'Alder 9' has an 'and', an 'or', a digit or a sign"),
        (_named("Dead Alder"), "'Dead Alder' has the sensitive word 'dead'"),
        (_named("Ash Row", "Birch Row", "Cedar Row", "Dogwood Row"), "word 'row' is in 4 names, 3 allowed"),
        (_named("Elder", "Easel", "Ember"), "names start with 7 different letters, at least 8 wanted"),
        (replace(TOPIC, names=tuple(name.split()[0] for name in TOPIC.names)), "all have the same number of words"),
        (replace(TOPIC, period="week"), "period 'week' is not one of month, quarter, year"),
        (replace(TOPIC, entity="foundry", entities="foundrys"), "plural 'foundrys' of 'foundry' is not English"),
        (replace(TOPIC, entity="Bottling plant"), "'Bottling plant' is not lower case"),
        (replace(TOPIC, groups=("glass", "carboy")), "2 groups, 3 or 4 allowed"),
        (replace(TOPIC, groups=("glass", "brown glass", "carboy")), "group 'glass' is contained in 'brown glass'"),
        (replace(TOPIC, groups=("glass", "carboy", "other")), "group 'other' has the word 'other'"),
        (replace(TOPIC, groups=("spring", "glass", "carboy")), "group 'spring' has the word 'spring'"),
        (replace(TOPIC, group="plant size", groups=("s", "m", "l")), "divides the bottling plant and not what"),
        (
            replace(TOPIC, groups=("glass", "carboy", "tonics")),
            "shares the word 'tonic' with the groups",
        ),
        (_measured(STILL, TONIC), "2 metrics, 3 to 6 allowed"),
        (_measured(STILL, TONIC, replace(SUGAR, name="Refill rate")), "has the word 'rate', so it cannot be summed"),
        (_measured(STILL, TONIC, replace(SUGAR, name="Total sugar")), "has the word 'total', so it may hold"),
        (_measured(STILL, TONIC, replace(SUGAR, unit="tons per day")), "unit 'tons per day' of 'Sugar' is a quotient"),
        (_measured(STILL, TONIC, replace(SUGAR, low=6)), "range 6-9 of 'Sugar' does not grow 2 to 10 times"),
        (_measured(STILL, TONIC, replace(SUGAR, low=0)), "range 0-9 of 'Sugar' does not grow 2 to 10 times"),
        (_measured(STILL, TONIC, replace(SUGAR, low=0.8)), "range 0.8-9 of 'Sugar' does not grow 2 to 10 times"),
        (_measured(STILL, TONIC, replace(SUGAR, decimals=0)), "range 2.5-9 of 'Sugar' has fewer than 40 steps"),
        (
            _measured(STILL, TONIC, replace(SUGAR, unit="bottles")),
            "units 'thousand bottles' and 'bottles' are one unit",
        ),
        (_measured(STILL, replace(TONIC, decimals=1), SUGAR), "metrics in 'thousand bottles' have different decimals"),
        (_measured(STILL, replace(TONIC, name="Water filled"), SUGAR), "'Water filled' is a total of, or the same as"),
        (
            _measured(replace(STILL, name="Bids received"), replace(TONIC, name="Bids approved"), SUGAR),
            "metrics 'Bids received' and 'Bids approved' are stages of one flow",
        ),
        (_measured(STILL, replace(TONIC, low=200, high=900), SUGAR), "no two metrics share a unit and half"),
        (_measured(STILL, replace(TONIC, unit="crates"), SUGAR), "no two metrics share a unit and half"),
    ],
)
def test_a_broken_rule_names_topic_and_value(topic: Topic, said: str) -> None:
    found = find_violations(topic)
    assert any(violation.startswith("water-bottling: ") and said in violation for violation in found), found


def test_topics_may_not_share_what_is_their_own() -> None:
    twin = replace(TOPIC, topic_id="soda-bottling")
    assert find_clashes([TOPIC]) == []
    shared = find_clashes([TOPIC, twin])
    for said in ("entity type 'bottling plant'", "name 'coldwell'", "group 'bottle format'", "groups 'carboy, glass"):
        assert any(clash.startswith(said) and "water-bottling, soda-bottling" in clash for clash in shared)
    assert not any(clash.startswith("metric") for clash in shared)
    elsewhere = [replace(TOPIC, topic_id=f"bottling-{n}", domain=f"domain-{n}") for n in range(4)]
    clashes = find_clashes(elsewhere)
    assert any(clash.startswith("metric 'sugar' is in 4 topics, 3 allowed") for clash in clashes)
    assert not any(clash.startswith("group") for clash in clashes)


def test_the_bank_is_large_and_of_many_fields() -> None:
    topics = load_topics()
    assert len(topics) >= 480
    sizes = Counter(topic.domain for topic in topics)
    assert len(sizes) >= 12
    assert min(sizes.values()) >= 20
    assert {len(topic.metrics) for topic in topics} == {3, 4, 5, 6}
    assert {len(topic.groups) for topic in topics} == {3, 4}
    assert {topic.period for topic in topics} == {"month", "quarter", "year"}
    assert len({metric.name for topic in topics for metric in topic.metrics}) >= 1900
    assert len({metric.unit for topic in topics for metric in topic.metrics}) >= 150
    assert len({tuple(sorted(topic.groups)) for topic in topics}) >= 480


def test_every_topic_of_the_bank_meets_the_rules() -> None:
    topics = load_topics()
    assert [violation for topic in topics for violation in find_violations(topic)] == []
    assert find_clashes(topics) == []


def _real_places() -> set[str]:
    """Countries, states and cities as Faker and the forms family know them, in lower case."""
    table = json.loads(files("dataset_builder").joinpath("assets", "forms", "places.json").read_text(encoding="utf-8"))
    states = table["states"].values()
    found = {state["name"] for state in states} | {city[0] for state in states for city in state["cities"]}
    for locale in ("en", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "nl_BE", "en_IN", "en_IE", "pl_PL", "sv_SE"):
        provider = import_module(f"faker.providers.address.{locale}").Provider
        for kind in ("countries", "cities", "states", "counties", "regions", "departments", "provinces"):
            for place in getattr(provider, kind, ()):
                found.update(place if isinstance(place, tuple) else (place,))
    return {place.strip().lower() for place in found}


def test_no_name_is_that_of_a_real_place() -> None:
    places = _real_places()
    assert {"france", "ohio", "milano", "limburg"} <= places
    assert [name for topic in load_topics() for name in topic.names if name.lower() in places] == []


def test_topics_are_chosen_by_the_generator_alone() -> None:
    one, two = random.Random(5), random.Random(5)
    drawn = [choose_topic(one) for _ in range(400)]
    assert drawn == [choose_topic(two) for _ in range(400)]
    assert {topic.domain for topic in drawn} == set(list_domains())
    assert len({topic.topic_id for topic in drawn}) > 200
    assert {choose_topic(one, "energy").domain for _ in range(50)} == {"energy"}
    with pytest.raises(ValueError, match="domain 'war' is not one of agriculture, construction"):
        choose_topic(one, "war")
