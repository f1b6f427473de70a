"""What a reader feels in a text, in figures: how often shapes of sentences return, and how much is said.

``python -m dataset_builder.families.reports.writing.measures --topic ID --seed N`` writes a report and measures it.
"""

from __future__ import annotations

import argparse
import gzip
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from dataset_builder.charts.styles import sample_style
from dataset_builder.families.reports.exhibits import plan_exhibits
from dataset_builder.families.reports.manuscript import Items, Manuscript
from dataset_builder.families.reports.model import Plan, World
from dataset_builder.families.reports.outline import make_plan
from dataset_builder.families.reports.topics import load_topic
from dataset_builder.families.reports.worlds import sample_world
from dataset_builder.families.reports.writing.ear import Mask, split_sentences
from dataset_builder.families.reports.writing.terms import bare
from dataset_builder.families.reports.writing.units import block_texts
from dataset_builder.families.reports.writing.writer import GrammarWriter, count_chapter
from dataset_builder.seeds import rng_for


@dataclass(frozen=True)
class Measures:
    """Of one report.

    Attributes:
        words: of chapters, with titles, captions and footnotes.
        sentences: of paragraphs, boxes and lists.
        openings: distinct pairs of first words per hundred sentences.
        most_repeated: how often the commonest skeleton stands.
        gzip_ratio: bytes of the text per byte compressed.
        facts: share of sentences in paragraphs that tell facts.
        skeletons: of sentences, with how often each stands.
    """

    words: int
    sentences: int
    openings: float
    most_repeated: int
    gzip_ratio: float
    facts: float
    skeletons: Counter[str]


def world_names(world: World) -> list[str]:
    """Return every name of a world that is masked."""
    found = [world.place, world.publisher, *(entity.name for entity in world.entities)]
    found += [person.name for person in world.people]
    for actor in world.topic.actors:
        found += [bare(actor.name), bare(actor.short)]
    return found


def measure(manuscript: Manuscript, names: Iterable[str]) -> Measures:
    """Return the measures of a report."""
    mask = Mask(names)
    texts = [text for section in manuscript.sections for block in section.blocks for text in block_texts(block)]
    paragraphs = list(manuscript.paragraphs())
    lists = [block for section in manuscript.sections for block in section.blocks if isinstance(block, Items)]
    sentences = [sentence for item in paragraphs for sentence in split_sentences(item.text)]
    sentences += [sentence for block in lists for _, text in block.items for sentence in split_sentences(text)]
    skeletons = Counter(mask.skeleton(sentence) for sentence in sentences)
    whole = "\n".join(texts).encode()
    openings = {" ".join(skeleton.split()[:2]) for skeleton in skeletons}
    telling = sum(len(split_sentences(item.text)) for item in paragraphs if item.facts)
    return Measures(
        words=sum(map(count_chapter, manuscript.sections)),
        sentences=len(sentences),
        openings=100 * len(openings) / len(sentences),
        most_repeated=max(skeletons.values()),
        gzip_ratio=len(whole) / len(gzip.compress(whole, 9)),
        facts=telling / sum(len(split_sentences(item.text)) for item in paragraphs),
        skeletons=skeletons,
    )


def shared(one: Measures, other: Measures) -> float:
    """Return the share of the skeletons of the shorter report that the other has as well."""
    both = set(one.skeletons) & set(other.skeletons)
    return len(both) / min(len(one.skeletons), len(other.skeletons))


def write_sample(topic_id: str, seed: int, words: int = 17_500, charts: int = 14) -> tuple[Plan, Manuscript]:
    """Return a report of a topic with a world of its own."""
    world = sample_world(load_topic(topic_id), rng_for("reports", 0, seed, "world"))
    style = sample_style(rng_for("reports", 0, seed, "style"))
    exhibits = plan_exhibits(world, charts, rng_for("reports", 0, seed, "exhibits"), style=style)
    plan = make_plan(world, exhibits, words, rng_for("reports", 0, seed, "plan"))
    return plan, GrammarWriter().write(plan, words, rng_for("reports", 0, seed, "text"), frozenset())


def main() -> None:
    """Write and measure a report, or two and what they share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--topic", required=True, help="id of a topic")
    parser.add_argument("--other", help="id of a topic to be compared with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--words", type=int, default=17_500)
    args = parser.parse_args()
    found = []
    for topic in filter(None, (args.topic, args.other)):
        plan, manuscript = write_sample(topic, args.seed, args.words)
        measures = measure(manuscript, world_names(plan.world))
        found.append(measures)
        print(f"{topic}: {measures.words} words, {measures.sentences} sentences, gzip ratio {measures.gzip_ratio:.2f}")
        print(
            f"  {measures.openings:.1f} openings per hundred sentences, {measures.facts:.0%} beside facts; skeletons:"
        )
        for skeleton, count in measures.skeletons.most_common(8):
            print(f"  {count}  {skeleton}")
    if len(found) == 2:
        print(f"shared skeletons: {shared(*found):.1%}")


if __name__ == "__main__":
    main()
