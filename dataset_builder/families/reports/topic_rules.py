"""Rules for topic seeds, so that every report can be written from them: enough of everything, in the right form.

``python -m dataset_builder.families.reports.topic_rules FILE...`` names every rule that a file breaks.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from dataset_builder.families.reports.topic_links import find_link_violations
from dataset_builder.families.reports.topics import DOMAINS, Purpose, Texts, Topic, parse_topic

LEAST_WORDS = 9_000
"""Words of a topic's texts."""

_COUNTS: dict[str, tuple[int, int]] = {
    "places": (4, 8),
    "titles": (5, 10),
    "subtitles": (4, 10),
    "publishers": (4, 8),
    "questions": (3, 6),
    "theses": (6, 8),
    "actors": (6, 8),
    "metrics": (8, 10),
    "compositions": (3, 4),
    "distributions": (2, 3),
    "relations": (2, 3),
    "flows": (1, 2),
    "bridges": (2, 3),
    "profiles": (1, 2),
    "seasonals": (2, 3),
    "events": (12, 15),
    "debates": (5, 7),
    "methods": (4, 6),
    "recommendations": (8, 10),
    "passages": (32, 60),
    "sidebars": (6, 9),
    "glossary": (10, 16),
    "sources": (12, 18),
}
_COUNTED = re.compile(
    r"\d|\b(?:four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|dozen|dozens|hundreds?|"
    r"thousands?|millions?|billions?|per ?cent|percent|percentage|doubled|tripled|halved|quarters?|two-thirds)\b",
    re.IGNORECASE,
)
_MONTHS = re.compile(r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b")
_SLOT = re.compile(r"\{([^}]*)\}")
_SENTENCE_END = (".", "?", "!", '."', '?"', '!"')


def find_violations(topic: Topic) -> Iterator[str]:
    """Yield every rule that a topic breaks, with the place and the value."""
    if topic.domain not in DOMAINS:
        yield f"domain {topic.domain!r} is not one of {', '.join(DOMAINS)}"
    for name, (least, most) in _COUNTS.items():
        if not least <= (count := len(getattr(topic, name))) <= most:
            yield f"{count} {name}, allowed are {least} to {most}"
    yield from _check_lists(topic)
    yield from _check_references(topic)
    yield from _check_data(topic)
    yield from _check_texts(topic)
    yield from find_link_violations(topic)
    words = sum(len(text.split()) for text in topic.texts)
    if words < LEAST_WORDS:
        yield f"{words} words, at least {LEAST_WORDS} are needed"


def _check_lists(topic: Topic) -> Iterator[str]:
    def wants(where: str, texts: Texts, least: int, most: int = 99) -> Iterator[str]:
        if not least <= len(texts) <= most:
            yield f"{where}: {len(texts)} entries, allowed are {least} to {most}"

    yield from wants("entities, names", topic.entities.names, 18)
    yield from wants("entities, groups", tuple(group.name for group in topic.entities.groups), 2, 3)
    for group in topic.entities.groups:
        yield from wants(f"group {group.name!r}, traits", group.traits, 4)
    for actor in topic.actors:
        yield from wants(f"actor {actor.id!r}, speakers", actor.speakers, 2)
        yield from wants(f"actor {actor.id!r}, quotes", actor.quotes, 5)
    for metric in topic.metrics:
        for name, least in (("definition", 3), ("matters", 3), ("caveats", 3), ("up", 4), ("down", 4)):
            yield from wants(f"metric {metric.id!r}, {name}", getattr(metric, name), least)
    for composition in topic.compositions:
        yield from wants(f"composition {composition.id!r}, parts", composition.parts, 4, 7)
    for distribution in topic.distributions:
        yield from wants(f"distribution {distribution.id!r}, classes", distribution.classes, 4, 6)
    for flow in topic.flows:
        yield from wants(f"flow {flow.id!r}, sources", flow.sources, 3, 4)
        yield from wants(f"flow {flow.id!r}, middle", flow.middle, 0, 3)
        yield from wants(f"flow {flow.id!r}, targets", flow.targets, 3, 4)
    for bridge in topic.bridges:
        yield from wants(f"bridge {bridge.id!r}, gains and losses", bridge.gains + bridge.losses, 5, 8)
    for profile in topic.profiles:
        yield from wants(f"profile {profile.id!r}, dimensions", profile.dimensions, 5, 8)
    for item in _datasets(topic):
        yield from wants(f"{item.id!r}, notes", item.notes, 3)
    for event in topic.events:
        for name, least in (("what", 3), ("mechanism", 4), ("critics", 2), ("passage", 4), ("lessons", 2)):
            yield from wants(f"event {event.id!r}, {name}", getattr(event, name), least)
    for debate in topic.debates:
        for name, least in (("grounds", 4), ("counter_grounds", 4), ("evidence", 2)):
            yield from wants(f"debate {debate.id!r}, {name}", getattr(debate, name), least)
    for method in topic.methods:
        yield from wants(f"method {method.name!r}, work", method.work, 3)
        yield from wants(f"method {method.name!r}, limits", method.limits, 2)
    for advice in topic.recommendations:
        yield from wants(f"recommendation {advice.action!r}, rationale", advice.rationale, 2)
        yield from wants(f"recommendation {advice.action!r}, reply", advice.reply, 1)
    for number, passage in enumerate(topic.passages, 1):
        yield from wants(f"passage {number}", passage.sentences, 4, 8)
        if not 2 <= len(passage.title.split()) <= 8 or passage.title.endswith("."):
            yield f"passage {number}: title {passage.title!r} is not 2 to 8 words without a full stop"
    for number, essay in enumerate(topic.essays, 1):
        yield from wants(f"essay {number} of {essay.of!r}", essay.sentences, 3, 7)
    essays: Counter[tuple[str, str]] = Counter((essay.of, essay.when) for essay in topic.essays)
    for item in topic.metrics:
        for when, wanted in (("", 2), ("up", 1), ("down", 1)):
            if essays.pop((item.id, when), 0) != wanted:
                yield f"metric {item.id!r}: not {wanted} essays {f'when {when!r}' if when else 'without when'}"
    for item in _datasets(topic):
        if essays.pop((item.id, ""), 0) != 2:
            yield f"{item.id!r}: not 2 essays without when"
    named = [(group.name, 2) for group in topic.entities.groups] + [(debate.id, 1) for debate in topic.debates]
    for of, wanted in (*named, ("outlook", 3), ("introduction", 2)):
        if essays.pop((of, ""), 0) != wanted:
            yield f"{of!r}: not {wanted} essays without when"
    for of, when in essays:
        yield f"essay of {of!r}, when {when!r}, is of nothing that has such ones"
    for sidebar in topic.sidebars:
        yield from wants(f"sidebar {sidebar.title!r}", sidebar.sentences, 5, 10)
    purposes = Counter(passage.purpose for passage in topic.passages)
    for purpose in get_args(Purpose):
        if purposes[purpose] < 2:
            yield f"{purposes[purpose]} passages of purpose {purpose!r}, at least 2 are needed"


def _datasets(topic: Topic) -> tuple[Any, ...]:
    """Return what gives data besides metrics."""
    cubes = (*topic.compositions, *topic.distributions, *topic.relations, *topic.flows)
    return (*cubes, *topic.bridges, *topic.profiles, *topic.seasonals)


def _check_references(topic: Topic) -> Iterator[str]:
    actors = {actor.id for actor in topic.actors}
    metrics = {metric.id for metric in topic.metrics}
    groups = {group.name for group in topic.entities.groups}
    events = {event.id for event in topic.events}
    if not topic.answered_by or {*topic.answered_by} - metrics:
        yield f"answered_by is {list(topic.answered_by)}, not some of the metrics {', '.join(sorted(metrics))}"
    for debate in topic.debates:
        if unknown := sorted({*debate.settled_by} - events):
            yield f"debate {debate.id!r} is settled by {', '.join(unknown)}, no events"
    ways = {f"{name} {way}" for name in metrics for way in ("up", "down")}
    for thesis in topic.theses:
        if unknown := sorted({*thesis.shown_by} - ways):
            yield f"thesis {thesis.text!r} is shown by {', '.join(unknown)}, no metric with 'up' or 'down'"
    if sum(not thesis.shown_by for thesis in topic.theses) < 2:
        yield "fewer than 2 theses hold whatever the figures do"
    for event in topic.events:
        if not 1 <= len(event.moves) <= 3:
            yield f"event {event.id!r} has {len(event.moves)} moves, allowed are 1 to 3"
        if unknown := sorted({*event.befalls} - groups):
            yield f"event {event.id!r} befalls {', '.join(unknown)}, of the groups {', '.join(sorted(groups))}"
        if event.befalls and event.extent == "all":
            yield f"event {event.id!r} befalls some groups, but its extent is 'all'"
        for move in event.moves:
            if move.metric not in metrics:
                yield f"event {event.id!r} moves {move.metric!r}, which is not one of {', '.join(sorted(metrics))}"
            if not (0.04 <= abs(move.effect) <= 0.6 and 0 <= move.lag <= 3):
                yield f"event {event.id!r}: effect {move.effect} is not 0.04 to 0.6 up or down, or lag not 0 to 3"
    moved = Counter(move.metric for event in topic.events for move in event.moves)
    for metric in sorted(metrics):
        if moved[metric] < 1:
            yield f"metric {metric!r} is moved by no event"
    for debate in topic.debates:
        for name in (debate.claim_by, debate.counter_by):
            if name not in actors:
                yield f"debate {debate.id!r}: {name!r} is not one of {', '.join(sorted(actors))}"
    for item in topic.recommendations:
        if item.by not in actors:
            yield f"recommendation {item.action!r}: {item.by!r} is not one of {', '.join(sorted(actors))}"
        if unknown := sorted({*item.done_by} - events):
            yield f"recommendation {item.action!r} is done by {', '.join(unknown)}, which are no events"
    named: tuple[Any, ...] = (*topic.actors, *topic.metrics, *topic.events, *topic.debates, *_datasets(topic))
    ids = [item.id for item in named]
    for name, count in Counter(ids).items():
        if count > 1 or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            yield f"id {name!r} is there {count} times, or is not lower-case letters, digits and '_'"
    slots = {"place", "entity", "other"} | actors
    for text in topic.texts:
        for slot in _SLOT.findall(text):
            if slot not in slots:
                yield f"slot {slot!r} in {text!r} is not one of {', '.join(sorted(slots))}"


def _check_data(topic: Topic) -> Iterator[str]:
    ranged = (*topic.metrics, *topic.compositions, *topic.distributions, *topic.flows, *topic.bridges, *topic.seasonals)
    measures = tuple(measure for relation in topic.relations for measure in (relation.x, relation.y, relation.size))
    items: tuple[Any, ...] = (*ranged, *measures)
    for item in items:
        where = f"{getattr(item, 'id', item.name)!r}"
        if not 0 <= item.low < item.high:
            yield f"{where}: low {item.low} and high {item.high} are not rising from 0 or more"
        elif item.decimals not in (0, 1, 2) or (item.high - item.low) * 10**item.decimals < 150:
            yield f"{where}: from {item.low} to {item.high} with {item.decimals} decimals are fewer than 150 values"
        if not item.unit.strip():
            yield f"{where}: unit is empty"
    for metric in topic.metrics:
        if not -0.1 <= metric.drift <= 0.1:
            yield f"metric {metric.id!r}: drift {metric.drift} is not -0.1 to 0.1"
        if metric.unit == "%" and metric.high > 90:
            yield f"metric {metric.id!r}: high {metric.high} leaves a percentage no room to rise"
    for composition in topic.compositions:
        if not len(composition.parts) == len(composition.shares) == len(composition.shifts):
            yield f"composition {composition.id!r}: parts, shares and shifts are not equally many"
        if abs(sum(composition.shares) - 1) > 0.011 or abs(sum(composition.shifts)) > 0.011:
            yield f"composition {composition.id!r}: shares do not add up to 1, or shifts to 0"
        if any(
            share + min(shift, 0) < 0.03 for share, shift in zip(composition.shares, composition.shifts, strict=False)
        ):
            yield f"composition {composition.id!r}: a part falls below 0.03 of the whole"
    for seasonal in topic.seasonals:
        if not 1 <= seasonal.peak <= 12:
            yield f"seasonal {seasonal.id!r}: peak {seasonal.peak} is not a month, 1 to 12"


def _check_texts(topic: Topic) -> Iterator[str]:
    printed = {text for metric in topic.metrics for text in (metric.unit,)}
    texts = [text for text in topic.texts if text not in printed]
    for text in texts:
        if (found := _COUNTED.search(text)) and " " in text and not text.startswith("per "):
            yield f"figure {found[0]!r} in {text!r}: values come from the world only"
        if found := _MONTHS.search(text):
            yield f"month {found[0]!r} in {text!r}: dates come from the world only"
        if "\n" in text or "  " in text or text != text.strip():
            yield f"{text!r} has line breaks or needless spaces"
        if re.search("[‘’“”—–]", text):
            yield f"{text!r}: write ' and \" and commas; typography comes later"
    for text, count in Counter(text for text in texts if len(text.split()) > 4).items():
        if count > 1:
            yield f"{text!r} is there {count} times"
    for text in _sentences(topic):
        if not text.endswith(_SENTENCE_END) or not (text[0].isupper() or text[0] in '{"'):
            yield f"{text!r} is no sentence: it starts with a capital and ends in a full stop"
    for text in _clauses(topic):
        if text.endswith((".", "!", "?")) or re.match(r"(?:The|A|An|It|They|This|These|There|In|When)\b", text):
            yield f"{text!r} is no clause: it starts as inside a sentence and has no full stop"


def _sentences(topic: Topic) -> Iterator[str]:
    for actor in topic.actors:
        yield from actor.quotes
    for metric in topic.metrics:
        yield from metric.definition + metric.matters + metric.caveats
    for item in _datasets(topic):
        yield from item.notes
    for event in topic.events:
        yield from event.passage + event.lessons
    for debate in topic.debates:
        yield from debate.grounds + debate.counter_grounds + debate.evidence
    for method in topic.methods:
        yield from method.work + method.limits
    for recommendation in topic.recommendations:
        yield from recommendation.rationale + recommendation.reply
    for passage in topic.passages:
        yield from passage.sentences
    for sidebar in topic.sidebars:
        yield from sidebar.sentences
    for essay in topic.essays:
        yield from essay.sentences
    for thesis in topic.theses:
        yield thesis.text


def _clauses(topic: Topic) -> Iterator[str]:
    for group in topic.entities.groups:
        yield from group.traits
    for actor in topic.actors:
        yield actor.interest
    for metric in topic.metrics:
        yield from (*metric.up, *metric.down, metric.risen, metric.fallen)
    for event in topic.events:
        yield from event.what + event.mechanism + event.critics
    for debate in topic.debates:
        yield from (debate.claim, debate.counter)
    for recommendation in topic.recommendations:
        yield recommendation.objection
    yield from topic.questions


def main(paths: list[str]) -> int:
    """Print what is wrong with topic files and how long each is; return 1 if something is."""
    broken = 0
    for path in map(Path, paths):
        try:
            topic = parse_topic(path.stem, path.parent.name, path.read_text(encoding="utf-8"))
            violations = list(find_violations(topic))
            size = f"{sum(len(text.split()) for text in topic.texts)} words"
        except ValueError as error:
            violations, size = [str(error)], "not read"
        print(f"{path.stem}: {size}, {len(violations)} violations", *violations, sep="\n  ")
        broken += bool(violations)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
