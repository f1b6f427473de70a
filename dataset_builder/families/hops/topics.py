"""The bank of written topics that hops pages are about (DocHop, section 3 and appendix A).

Each file of ``dataset_builder/assets/hops/topics`` holds one domain, and each of its tables one topic::

    ["Water bottling"]
    entity = "bottling plant"
    period = "month"
    groups = "bottle format: glass, light plastic, large carboy"
    names = "Coldwell, Arden Spring, ..."
    metrics = { "thousand bottles" = "Still water filled 60-240, Tonic filled 45-190", "metric tons" = "Sugar 2.5-9.0" }

The plural of the entity type is given as ``entities`` where it is not the singular and an s. A range printed with one
decimal gives the metric one decimal.
"""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from dataset_builder.families.hops.model import Metric, Topic
from dataset_builder.families.hops.topic_rules import find_clashes, find_violations

_METRIC = re.compile(r"(?P<name>.+) (?P<low>\d+(?:\.\d)?)-(?P<high>\d+(?:\.\d)?)")
_KEYS = frozenset({"entity", "entities", "period", "groups", "names", "metrics"})


@cache
def load_topics() -> tuple[Topic, ...]:
    """Return every topic of the bank, by domain and in the order written.

    Raises:
        ValueError: a topic breaks a rule of ``topic_rules``; every broken rule is named.
    """
    topics: list[Topic] = []
    folder = files("dataset_builder").joinpath("assets", "hops", "topics")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        topics += parse_topics(file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))
    violations = [violation for topic in topics for violation in find_violations(topic)] + find_clashes(topics)
    if violations:
        raise ValueError("topics:\n" + "\n".join(violations))
    return tuple(topics)


def list_domains() -> tuple[str, ...]:
    """Return the names of the domains in alphabetical order."""
    return tuple(dict.fromkeys(topic.domain for topic in load_topics()))


def choose_topic(rng: random.Random, domain: str | None = None) -> Topic:
    """Return a topic drawn from the bank: the domain first, unless it is given, then one of its topics.

    Raises:
        ValueError: there is no such domain.
    """
    if domain is not None and domain not in list_domains():
        raise ValueError(f"domain {domain!r} is not one of {', '.join(list_domains())}")
    drawn = rng.choice(list_domains()) if domain is None else domain
    return rng.choice([topic for topic in load_topics() if topic.domain == drawn])


def parse_topics(domain: str, text: str) -> list[Topic]:
    """Return the topics written in one file, unchecked but for the layout.

    Raises:
        ValueError: the text is no TOML, a key is missing or unknown, or a metric has no range.
    """
    return [_parse_topic(domain, title, table) for title, table in tomllib.loads(text).items()]


def _parse_topic(domain: str, title: str, table: dict[str, Any]) -> Topic:
    where = f"topic {title!r} of {domain}"
    wrong = (set(table) ^ _KEYS) - {"entities"}
    if wrong:
        raise ValueError(f"{where}: missing or unknown keys {', '.join(sorted(wrong))}")
    group, colon, values = table["groups"].partition(": ")
    if not colon:
        raise ValueError(f"{where}: groups {table['groups']!r} are not 'what they divide by: value, value, value'")
    return Topic(
        topic_id=re.sub(r"[^a-z]+", "-", title.lower()),
        domain=domain,
        title=title,
        entity=table["entity"],
        entities=table.get("entities", table["entity"] + "s"),
        names=tuple(table["names"].split(", ")),
        group=group,
        groups=tuple(values.split(", ")),
        metrics=tuple(
            _parse_metric(where, unit, metric)
            for unit, metrics in table["metrics"].items()
            for metric in metrics.split(", ")
        ),
        period=table["period"],
    )


def _parse_metric(where: str, unit: str, text: str) -> Metric:
    match = _METRIC.fullmatch(text)
    if match is None:
        raise ValueError(f"{where}: metric {text!r} does not end in a range such as 20-140 or 2.0-9.5")
    decimals = int("." in match["low"] or "." in match["high"])
    return Metric(match["name"], unit, float(match["low"]), float(match["high"]), decimals)
