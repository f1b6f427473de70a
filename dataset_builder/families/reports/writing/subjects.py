"""The words of what a report can be about: figures, events and debates of a topic."""

from __future__ import annotations

from collections.abc import Iterator

from dataset_builder.families.reports.topics import Topic
from dataset_builder.families.reports.writing.words import content_words


def words_of_subjects(topic: Topic) -> dict[str, frozenset[str]]:
    """Return the content words of what a topic says on each figure, event and debate, by id."""
    return dict(_subjects(topic))


def _subjects(topic: Topic) -> Iterator[tuple[str, frozenset[str]]]:
    for metric in topic.metrics:
        texts = (metric.name, metric.phrase, *metric.definition, *metric.matters, *metric.up, *metric.down)
        yield metric.id, content_words(texts)
    for event in topic.events:
        yield event.id, content_words((event.noun, *event.what, *event.mechanism, *event.critics, *event.lessons))
    for debate in topic.debates:
        texts = (debate.issue, debate.claim, debate.counter, *debate.grounds, *debate.counter_grounds)
        yield debate.id, content_words(texts)
