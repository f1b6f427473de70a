"""What a written narrative consists of, ready to be set on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dataset_builder.families.hops.model import Merge, Node

BlockKind = Literal["title", "heading", "paragraph", "clause", "question", "item"]
LabelForm = Literal["group", "plural", "single"]


@dataclass(frozen=True)
class Label:
    """The reference label: what the narrative and the questions call the set that the trace selects.

    Attributes:
        text: as printed, without an article: ``Priority Renewal Group``, ``Tier-A Bottling Plants``.
        form: ``group`` for a name of the whole set, ``plural`` for a name of its members, ``single`` for a name of the
            one member of a set whose trace ends in a unique atom.
    """

    text: str
    form: LabelForm


@dataclass(frozen=True)
class Sentence:
    """One sentence and the nodes it states: indexes into ``list_nodes(trace)``, none where it states no rule."""

    text: str
    states: tuple[int, ...] = ()


@dataclass(frozen=True)
class Block:
    """A piece of the narrative that is set by itself.

    Attributes:
        kind: ``title`` once, first; ``heading`` of a section; ``paragraph`` of running text; ``clause``, a paragraph
            with a number; ``question``, which the paragraph after it answers; ``item``, a line of a list that belongs
            to the block before it.
        sentences: in order, joined by spaces.
        marker: the number or letter printed before the text (``3.``, ``Step 2``, ``(a)``). Other blocks refer to it, so
            it must be printed as given.
    """

    kind: BlockKind
    sentences: tuple[Sentence, ...]
    marker: str = ""

    @property
    def text(self) -> str:
        """The text without the marker."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def states(self) -> tuple[int, ...]:
        """Indexes of the nodes that the block states, in the order of its sentences."""
        return tuple(index for sentence in self.sentences for index in sentence.states)


@dataclass(frozen=True)
class Narrative:
    """The words of a page.

    Attributes:
        genre: name of the genre, such as ``board-paper``.
        label: the reference label.
        label_first: whether the label is introduced before the rules instead of by the last of them.
        blocks: in reading order.
    """

    genre: str
    label: Label
    label_first: bool
    blocks: tuple[Block, ...]

    @property
    def words(self) -> int:
        """Number of words, markers left out."""
        return sum(len(block.text.split()) for block in self.blocks)


def list_nodes(trace: Node) -> tuple[Node, ...]:
    """Return the nodes of a trace in the order of execution, the root last.

    Before a node comes the set it is applied to, and before a merge come its branches in order.
    """
    return tuple(_walk(trace))


def _walk(node: Node | None) -> Iterator[Node]:
    if node is None:
        return
    yield from _walk(node.of)
    if isinstance(node, Merge):
        for branch in node.branches:
            yield from _walk(branch)
    yield node
