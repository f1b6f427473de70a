"""Sets in words: their names on a page, what their members are called, and the reference label."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dataset_builder.families.hops.model import Extremal, Node, Step, Topic
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.narrative.planning import Plan


@dataclass(frozen=True)
class Name:
    """What a set is called.

    Attributes:
        text: without an article: ``Long List``, ``Track A``, ``clause 3``.
        article: ``the `` or nothing, as the name needs.
        place: what a member is in relation to the name: ``on``, ``in``, ``left by``.
        reference: whether the name is the number of the block that states the rule, so that nothing introduces it.
    """

    text: str
    article: str
    place: str
    reference: bool = False

    def plain(self) -> str:
        """Return the name as it is used: ``the Long List``."""
        return self.article + self.text

    def quoted(self) -> str:
        """Return the name as it is introduced: ``the “Long List”``."""
        return f"{self.article}“{self.text}”"


@cache
def load_bank(name: str) -> dict[str, Any]:
    """Return one of the written banks of ``dataset_builder/assets/hops/narrative``."""
    path = files("dataset_builder").joinpath("assets", "hops", "narrative", f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def draw_label(topic: Topic, trace: Node, rng: random.Random) -> Label:
    """Return a reference label: of the group, of its members or, after a unique atom, of the one it selects."""
    bank = load_bank("names")["label"]
    unique = isinstance(trace, Step) and isinstance(trace.atom, Extremal) and trace.atom.count == 1
    if rng.random() < 0.7:
        second = [word for word in bank["second"] if word.lower() not in _spoken(topic)]
        return Label(f"{rng.choice(bank['first'])} {rng.choice(second)} {rng.choice(bank['head'])}", "group")
    entity = (topic.entity if unique else topic.entities).title()
    return Label(f"{rng.choice(bank['member'])} {entity}", "single" if unique else "plural")


def name_label(label: Label) -> Name:
    """Return the label as the name of a set."""
    return Name(label.text, "the ", "on" if label.text.endswith(("List", "list", "Roster", "Register")) else "in")


def draw_names(plan: Plan, topic: Topic, label: Label, rng: random.Random, every: bool) -> dict[int, Name]:
    """Return names for the sets that need one, and for a third of the others, by index of their statement.

    The last set bears the label; no other name uses a word of the topic or the label.

    Args:
        plan: the statements.
        topic: its words are kept out of the names.
        label: the reference label.
        rng: draws the names.
        every: whether every set gets a name.
    """
    taken = _spoken(topic) | frozenset(label.text.lower().replace("-", " ").split())
    bank = load_bank("names")
    pools = [Name(text, "the ", place) for place in ("on", "in") for text in bank[place] if _is_free(text, taken)]
    rng.shuffle(pools)
    tracks, inner_tracks = _draw_tracks(bank["tracks"], taken, rng)
    last = len(plan.statements) - 1
    names = {last: name_label(label)}
    operands = plan.operands()
    for index in range(last):
        if index in operands:
            names[index] = (tracks if plan.statements[index].level == 1 else inner_tracks).pop(0)
        elif every or plan.needs_name(index) or rng.random() < 0.35:
            names[index] = pools.pop(0)
    return names


def _draw_tracks(bank: dict[str, Any], taken: frozenset[str], rng: random.Random) -> tuple[list[Name], list[Name]]:
    """Return names for the branches of outer merges and for those of inner ones, each list of one scheme."""
    kinds = [kind.split() for kind in bank["kinds"] if _is_free(kind.split()[1], taken)]
    heads = [head.split() for head in bank["family_heads"] if _is_free(head.split()[1], taken)]
    families = [family for family in bank["families"] if all(_is_free(word, taken) for word in family)]
    schemes = [
        [Name(f"{kind} {mark}", "", place) for mark in marks]
        for (place, kind), marks in zip(rng.sample(kinds, 2), rng.sample(bank["marks"], 2), strict=True)
    ]
    if families and heads:
        place, head = rng.choice(heads)
        family = rng.choice(families)
        schemes.append([Name(f"{word} {head}", "the ", place) for word in rng.sample(family, len(family))])
    outer, inner = rng.sample(schemes, 2)
    return outer, inner


def _is_free(text: str, taken: frozenset[str]) -> bool:
    return not set(text.lower().split()) & taken


def _spoken(topic: Topic) -> frozenset[str]:
    """Return the words of a topic that a name must not repeat."""
    metrics = [metric.name for metric in topic.metrics]
    texts = (topic.title, topic.entity, topic.entities, topic.group, *topic.groups, *topic.names, *metrics)
    return frozenset(word for text in texts for word in text.lower().replace("-", " ").split())
