"""Traces that differ from a trace in one place: what a reader who misses a rule, or reads AND as OR, would follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dataset_builder.families.hops.model import Atom, Merge, Node, Step


def without_atoms(node: Node) -> Iterator[tuple[Atom, Node | None]]:
    """Yield each atom with the trace that lacks it (None if nothing is left), in the order of execution.

    A branch that loses its only atom is gone; a merge that is left with one branch is that branch.
    """
    if node.of is not None:
        for atom, rest in without_atoms(node.of):
            yield atom, replace(node, of=rest)
    if isinstance(node, Step):
        yield node.atom, node.of
        return
    for position, branch in enumerate(node.branches):
        for atom, rest in without_atoms(branch):
            yield atom, _with_branch(node, position, rest)


def without_branches(merge: Merge) -> Iterator[Node | None]:
    """Yield the merge without each of its branches."""
    for position in range(len(merge.branches)):
        yield _with_branch(merge, position, None)


def flipped(node: Node) -> Iterator[tuple[Merge, Node]]:
    """Yield each merge with the trace in which AND and OR are exchanged there."""
    if node.of is not None:
        for merge, other in flipped(node.of):
            yield merge, replace(node, of=other)
    if isinstance(node, Step):
        return
    for position, branch in enumerate(node.branches):
        for merge, other in flipped(branch):
            others = node.branches[:position] + (other,) + node.branches[position + 1 :]
            yield merge, replace(node, branches=others)
    yield node, replace(node, join="OR" if node.join == "AND" else "AND")


def graft(node: Node | None, base: Node | None) -> Node | None:
    """Return ``node`` applied to the set of ``base``."""
    return base if node is None else replace(node, of=graft(node.of, base))


def _with_branch(merge: Merge, position: int, branch: Node | None) -> Node | None:
    kept = merge.branches[:position] + (() if branch is None else (branch,)) + merge.branches[position + 1 :]
    return replace(merge, branches=kept) if len(kept) > 1 else graft(kept[0], merge.of)
