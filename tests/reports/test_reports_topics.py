"""The bank of written topics: every file by the rules, and no two topics alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise

import pytest

from dataset_builder.families.reports.topic_rules import find_violations
from dataset_builder.families.reports.topics import DOMAINS, Topic, list_topics, load_topic, parse_topic

COMMON = frozenset(
    re.findall("[a-z]+", "a an the of to in on for and or by with from at as that who which is are be it its new first")
)
ALIKE, MOST_SHARED = 0.6, 0.15


def topics() -> list[Topic]:
    return [load_topic(name) for _, name in list_topics()]


def content(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", re.sub(r"\{[^}]*\}", "", text.lower()))) - COMMON


def shared(first: Iterable[str], second: Iterable[str]) -> float:
    """Return the share of the first's phrases that the second has in about the same words."""
    theirs = [content(text) for text in second]
    alike = [any(len(own & other) >= ALIKE * len(own | other) for other in theirs) for own in map(content, first)]
    return sum(alike) / len(alike)


def test_sixty_topics_over_six_domains_are_by_the_rules() -> None:
    assert len(list_topics()) >= 60
    assert min(Counter(domain for domain, _ in list_topics()).values()) >= 10
    assert {domain for domain, _ in list_topics()} == set(DOMAINS)
    assert {topic.id: list(find_violations(topic)) for topic in topics() if list(find_violations(topic))} == {}


def test_no_two_topics_share_metrics_events_or_arguments() -> None:
    phrases = {
        topic.id: (
            [metric.name for metric in topic.metrics],
            [event.noun for event in topic.events],
            [f"{debate.issue} {debate.claim}" for debate in topic.debates],
        )
        for topic in topics()
    }
    found = [
        (one, other, part)
        for one, other in combinations(phrases, 2)
        for part in range(3)
        if shared(phrases[one][part], phrases[other][part]) >= MOST_SHARED
    ]
    assert found == []


def test_no_two_topics_share_a_run_of_nine_words() -> None:
    seen: dict[tuple[str, ...], str] = {}
    twice = set()
    for topic in topics():
        for text in topic.texts:
            words = re.findall(r"[\w']+", re.sub(r"\{[^}]*\}", "", text.lower()))
            for start in range(len(words) - 8):
                run = tuple(words[start : start + 9])
                if seen.setdefault(run, topic.id) != topic.id:
                    twice.add(" ".join(run))
    assert twice == set()


def test_names_of_a_topic_do_not_hide_in_each_other() -> None:
    for topic in topics():
        names = sorted(topic.entities.names, key=len)
        assert not [(a, b) for a, b in pairwise(names) if a in b], topic.id
        assert len(set(topic.entities.names)) == len(topic.entities.names)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('voice = "', 'voice = "angry'), "voice 'angry"),
        (("place_kind", "place_sort"), "missing or unknown place_kind, place_sort"),
        (("places = [", "places = [[1], "), "places 1 is"),
        (("places = [", "places = "), "topic 'public-libraries': "),
    ],
)
def test_a_file_that_is_not_as_described_is_told(change: tuple[str, str], message: str) -> None:
    from importlib.resources import files

    folder = files("dataset_builder").joinpath("assets", "reports", "topics", "society-culture")
    text = (folder / "public-libraries.toml").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_topic("public-libraries", "society-culture", text.replace(*change, 1))
