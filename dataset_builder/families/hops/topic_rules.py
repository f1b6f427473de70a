"""The rules a topic must meet so that its numbers can be added, compared and told apart (DocHop, appendix A)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from dataset_builder.families.hops.model import Metric, Topic

LONGEST_NAME = 22
"""Characters of an entity's name, which stands under marks."""

LONGEST_METRIC = 36
"""Characters of a metric's name, which stands in titles and legends."""

FEWEST_STEPS = 40
"""Different values a metric's range must allow, so that a dozen entities stand apart."""

WIDEST_SPREAD = 10
"""How many times the low end of a metric's range its high end may be, so that the smallest mark is still seen."""

MOST_TOPICS_WITH_METRIC = 3
"""Topics that may share one metric's name."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNSUMMABLE = _words(
    "rate percent percentage average mean median index ratio share score rating level density margin efficiency "
    "productivity temperature price speed frequency utilization utilisation intensity quality duration proportion "
    "occupancy coverage satisfaction headcount backlog inventory population stock opening closing outstanding "
    "remaining cumulative maximum minimum peak per"
)
"""Words of metrics that cannot be added over groups and times."""

_COMPUTED = _words(
    "total overall net gross balance profit surplus deficit growth change difference combined sum all revenue turnover"
)
"""Words of metrics that hold, or are worked out from, others."""

_UNIT_OF_QUOTIENT = _words("per percent % points degrees index score ratio km/h kph mph bps")

_SCALES = re.compile(r"^(hundred|thousand|million|billion) ")

_OUTCOMES = _words(
    "received submitted lodged approved accepted rejected refused granted declined completed started begun finished "
    "abandoned resolved closed opened passed failed sold unsold attempted successful won lost"
)
"""Words of stages of one flow, where one metric limits or holds another."""

_VAGUE = _words("other others all total mixed miscellaneous general unknown any overall various rest combined")

_TIMES = _words(
    "january february march april june july august september october november december spring summer autumn winter "
    "quarter month year season seasonal quarterly monthly yearly annual"
)
"""Words that would clash with the steps of time."""

_SENSITIVE = _words(
    "blood bloody urine saliva semen sweat plasma kill killed killing death dead murder suicide war weapon weapons gun "
    "guns rifle bomb bombs ammunition military army troops police prison prisoner prisoners crime crimes criminal "
    "victim victims drug drugs opioid narcotic narcotics tobacco cigarette cigarettes alcohol casino gambling betting "
    "religion religious church mosque synagogue ethnic racial refugee refugees migrant migrants asylum abortion "
    "sexual gender political election slaughter abuse assault injury injuries tumour cancer disease"
)
"""Words that appendix A's safety rules keep out."""

_SMALL = _words("of in for to by from on the a with at into out off over under")


def find_violations(topic: Topic) -> list[str]:
    """Return every rule that a topic breaks by itself, in words that name the topic and the value."""
    found = [*_check_words(topic), *_check_entity(topic), *_check_names(topic), *_check_groups(topic)]
    found += [*_check_metrics(topic), *_check_pairs(topic)]
    return [f"{topic.topic_id}: {violation}" for violation in found]


def find_clashes(topics: Sequence[Topic]) -> list[str]:
    """Return what topics share that should be a topic's own."""
    found = [
        *_find_shared("topic_id", 1, [(topic.topic_id, topic) for topic in topics]),
        *_find_shared("entity type", 1, [(topic.entity, topic) for topic in topics]),
        *_find_shared("name", 1, [(name.lower(), topic) for topic in topics for name in topic.names]),
        *_find_shared(
            "metric", MOST_TOPICS_WITH_METRIC, [(m.name.lower(), topic) for topic in topics for m in topic.metrics]
        ),
    ]
    for domain in dict.fromkeys(topic.domain for topic in topics):
        members = [topic for topic in topics if topic.domain == domain]
        found += _find_shared("group", 1, [(topic.group, topic) for topic in members])
        found += _find_shared("groups", 1, [(", ".join(sorted(topic.groups)), topic) for topic in members])
    return found


def _find_shared(what: str, limit: int, owners: Sequence[tuple[str, Topic]]) -> Iterator[str]:
    counts = Counter(value for value, _ in owners)
    for value, count in counts.items():
        if count > limit:
            sharers = ", ".join(topic.topic_id for owned, topic in owners if owned == value)
            yield f"{what} {value!r} is in {count} topics, {limit} allowed: {sharers}"


def _check_words(topic: Topic) -> Iterator[str]:
    metrics = [metric.name for metric in topic.metrics]
    for text in (topic.title, topic.entity, topic.group, *topic.names, *topic.groups, *metrics):
        for word in sorted(_split(text) & _SENSITIVE):
            yield f"{text!r} has the sensitive word {word!r}"
    for text in (topic.entity, topic.group, *topic.names, *topic.groups, *metrics):
        if re.search(r"\b(and|or)\b|[^\w '-]|[\d_]", text):
            yield f"{text!r} has an 'and', an 'or', a digit or a sign, which would blur the prose around it"


def _check_entity(topic: Topic) -> Iterator[str]:
    if topic.period not in ("month", "quarter", "year"):
        yield f"period {topic.period!r} is not one of month, quarter, year"
    for text in (topic.entity, topic.entities, topic.group, *topic.groups):
        if text != text.lower():
            yield f"{text!r} is not lower case"
    if re.search(r"([^aeiou]ys|chs|shs|xs|sss|mans)$", topic.entities) or topic.entities == topic.entity:
        yield f"plural {topic.entities!r} of {topic.entity!r} is not English"


def _check_names(topic: Topic) -> Iterator[str]:
    names = topic.names
    if not 10 <= len(names) <= 12:
        yield f"{len(names)} names, 10 to 12 allowed"
    if len({name[0] for name in names}) < 8:
        yield f"names start with {len({name[0] for name in names})} different letters, at least 8 wanted"
    if len({len(name.split()) for name in names}) < 2:
        yield "names all have the same number of words"
    for word, count in Counter(word for name in names for word in name.lower().split()).items():
        if count > 3:
            yield f"word {word!r} is in {count} names, 3 allowed"
    for name in names:
        if len(name) > LONGEST_NAME or not 1 <= len(name.split()) <= 3:
            yield f"name {name!r} is longer than {LONGEST_NAME} characters or three words"
        if not name[0].isupper():
            yield f"name {name!r} has no capital"
    for inner, outer in permutations(names, 2):
        if inner.lower() in outer.lower():
            yield f"name {inner!r} is contained in {outer!r}"
    shown = (topic.title, topic.entity, topic.entities, topic.group, *topic.groups, *(m.name for m in topic.metrics))
    for name in names:
        for text in shown:
            if _holds_phrase(text, name):
                yield f"name {name!r} is contained in {text!r}"
        for group in topic.groups:
            if _holds_phrase(name, group):
                yield f"group {group!r} is contained in the name {name!r}"


def _check_groups(topic: Topic) -> Iterator[str]:
    if not 3 <= len(topic.groups) <= 4:
        yield f"{len(topic.groups)} groups, 3 or 4 allowed"
    for inner, outer in permutations(topic.groups, 2):
        if _content(inner) <= _content(outer):
            yield f"group {inner!r} is contained in {outer!r}"
    for group in topic.groups:
        for word in sorted(_split(group) & (_VAGUE | _TIMES)):
            yield f"group {group!r} has the word {word!r}, which holds others or clashes with time"
    if topic.entity.split()[-1] in _split(topic.group):
        yield f"group {topic.group!r} divides the {topic.entity} and not what it counts"


def _check_metrics(topic: Topic) -> Iterator[str]:
    if not 3 <= len(topic.metrics) <= 6:
        yield f"{len(topic.metrics)} metrics, 3 to 6 allowed"
    group_words = frozenset(word for text in (topic.group, *topic.groups) for word in _content(text))
    for metric in topic.metrics:
        for word in sorted(_split(metric.name) & _UNSUMMABLE):
            yield f"metric {metric.name!r} has the word {word!r}, so it cannot be summed"
        for word in sorted(_split(metric.name) & _COMPUTED):
            yield f"metric {metric.name!r} has the word {word!r}, so it may hold or follow from others"
        for word in sorted(_content(metric.name) & group_words):
            yield f"metric {metric.name!r} shares the word {word!r} with the groups"
        if frozenset(metric.unit.lower().split()) & _UNIT_OF_QUOTIENT or "/" in metric.unit:
            yield f"unit {metric.unit!r} of {metric.name!r} is a quotient or a scale"
        if len(metric.name) > LONGEST_METRIC or not metric.name[0].isupper():
            yield f"metric {metric.name!r} has no capital or more than {LONGEST_METRIC} characters"
        if not 0 < 2 * metric.low <= metric.high <= WIDEST_SPREAD * metric.low:
            yield f"range {metric.low:g}-{metric.high:g} of {metric.name!r} does not grow 2 to {WIDEST_SPREAD} times"
        if (metric.high - metric.low) * 10**metric.decimals < FEWEST_STEPS:
            yield f"range {metric.low:g}-{metric.high:g} of {metric.name!r} has fewer than {FEWEST_STEPS} steps"


def _check_pairs(topic: Topic) -> Iterator[str]:
    for unit in dict.fromkeys(metric.unit for metric in topic.metrics):
        if len({metric.decimals for metric in topic.metrics if metric.unit == unit}) > 1:
            yield f"metrics in {unit!r} have different decimals"
    for unit, other in combinations(dict.fromkeys(metric.unit for metric in topic.metrics), 2):
        if _SCALES.sub("", unit) == _SCALES.sub("", other):
            yield f"units {unit!r} and {other!r} are one unit in two scales"
    for part, whole in permutations(topic.metrics, 2):
        if _content(whole.name) <= _content(part.name):
            yield f"metric {whole.name!r} is a total of, or the same as, {part.name!r}"
    for one, two in combinations(topic.metrics, 2):
        if one.unit == two.unit and _content(one.name) - _OUTCOMES == _content(two.name) - _OUTCOMES:
            yield f"metrics {one.name!r} and {two.name!r} are stages of one flow"
    if not any(_comparable(one, two) for one, two in combinations(topic.metrics, 2)):
        yield "no two metrics share a unit and half of the narrower range"


def _comparable(one: Metric, two: Metric) -> bool:
    shared = min(one.high, two.high) - max(one.low, two.low)
    return one.unit == two.unit and 2 * shared >= min(one.high - one.low, two.high - two.low)


def _holds_phrase(text: str, phrase: str) -> bool:
    return f" {phrase.lower()} " in f" {text.lower()} "


@cache
def _split(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", text.lower()))


@cache
def _content(text: str) -> frozenset[str]:
    """Return the words that carry meaning, without the plural's s."""
    return frozenset(word.removesuffix("s") for word in _split(text) - _SMALL)
