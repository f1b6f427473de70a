"""Traces that differ from a trace in one place: what a reader who misses a rule, or reads AND as OR, would follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dataset_builder.families.hops.model import Atom, Extremal, Merge, Node, Step, list_atoms


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


def flipped(node: Node) -> Iterator[tuple[Merge, Node]]:
    """Yield each merge with the trace in which AND and OR are exchanged there."""
    if node.of is not None:
        for merge, other in flipped(node.of):
            yield merge, replace(node, of=other)
    if isinstance(node, Step):
        return
    for position, branch in enumerate(node.branches):
        for merge, other in flipped(branch):
            others = (*node.branches[:position], other, *node.branches[position + 1 :])
            yield merge, replace(node, branches=others)
    yield node, replace(node, join="OR" if node.join == "AND" else "AND")


def graft(node: Node | None, base: Node | None) -> Node | None:
    """Return ``node`` applied to the set of ``base``."""
    return base if node is None else replace(node, of=graft(node.of, base))


def _with_branch(merge: Merge, position: int, branch: Node | None) -> Node | None:
    kept = merge.branches[:position] + (() if branch is None else (branch,)) + merge.branches[position + 1 :]
    return replace(merge, branches=kept) if len(kept) > 1 else graft(kept[0], merge.of)


def contrasts(trace: Node) -> Iterator[tuple[Node, Node | None]]:
    """Yield pairs of traces that must select different sets if no part of ``trace`` is to be idle.

    Each part against what it is applied to, each merge against itself without one of its branches, and the whole
    against itself without one atom and with AND and OR exchanged at one merge. Of a trace that ends in a unique atom,
    atoms under an OR may be missed: the one selected passes by one branch, so that no other branch can matter to it.
    """
    yield from _local_contrasts(trace, None)
    unique = isinstance(trace, Step) and isinstance(trace.atom, Extremal) and trace.atom.count == 1
    spared = _atoms_under_or(trace) if unique else frozenset()
    for atom, rest in without_atoms(trace):
        if atom not in spared:
            yield trace, rest
    for _, other in flipped(trace):
        yield trace, other


def _local_contrasts(node: Node, base: Node | None) -> Iterator[tuple[Node, Node | None]]:
    whole = replace(node, of=graft(node.of, base))
    if node.of is not None:
        yield from _local_contrasts(node.of, base)
    yield whole, whole.of
    if isinstance(node, Merge):
        for branch in node.branches:
            yield from _local_contrasts(branch, whole.of)
        for position in range(len(node.branches)):
            yield whole, graft(_with_branch(node, position, None), base)


def _atoms_under_or(node: Node | None) -> frozenset[Atom]:
    if node is None:
        return frozenset()
    found = _atoms_under_or(node.of)
    if isinstance(node, Merge):
        for branch in node.branches:
            found |= frozenset(list_atoms(branch)) if node.join == "OR" else _atoms_under_or(branch)
    return found
