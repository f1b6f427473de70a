"""From a trace to statements: which nodes a sentence tells together, and which sets need a name."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Literal

from dataset_builder.families.hops.model import Atom, Extremal, Join, Merge, Node, Step
from dataset_builder.families.hops.narrative.model import list_nodes

StatementKind = Literal["keep", "keep_twice", "pick", "keep_then_pick", "fork", "merge"]

_TOGETHER = 0.4
"""Chance that two serial atoms are told in one sentence."""


@dataclass(frozen=True)
class Statement:
    """What one sentence (or a sentence and its list) states. Its set is known by its index in the plan.

    Attributes:
        kind: ``keep`` one condition, ``keep_twice`` two in turn, ``pick`` an extremal one, ``keep_then_pick``, ``fork``
            conditions joined by AND or OR in the sentence itself, ``merge`` earlier sets joined.
        base: index of the statement whose set this one is applied to; None for all entities of the page.
        atoms: the conditions, in order.
        join: of a fork or merge.
        operands: indexes of the statements whose sets a merge joins, in order.
        states: indexes of the nodes told.
        level: how many branches the statement is inside of.
        start: of a merge, the index of the first statement of its branches.
    """

    kind: StatementKind
    base: int | None
    atoms: tuple[Atom, ...] = ()
    join: Join | None = None
    operands: tuple[int, ...] = ()
    states: tuple[int, ...] = ()
    level: int = 0
    start: int = 0


@dataclass(frozen=True)
class Plan:
    """The statements in the order of execution; the last one's set is the asked one."""

    statements: tuple[Statement, ...]

    def operands(self) -> frozenset[int]:
        """Return the statements whose sets are joined by a merge."""
        return frozenset(index for statement in self.statements for index in statement.operands)

    def needs_name(self, index: int) -> bool:
        """Return whether the set of a statement cannot simply be taken up by the next statement."""
        if index in self.operands():
            return True
        users = [at for at, statement in enumerate(self.statements) if statement.base == index]
        return users != [index + 1]


def plan_statements(trace: Node, rng: random.Random) -> Plan:
    """Return the statements that tell a trace."""
    planner = _Planner({id(node): index for index, node in enumerate(list_nodes(trace))}, rng)
    planner.add(trace, None, 0)
    return Plan(tuple(planner.statements))


def is_simple(node: Node) -> bool:
    """Return whether a branch can be told within a sentence: one condition on an entity by itself."""
    return isinstance(node, Step) and node.of is None and not isinstance(node.atom, Extremal)


@dataclass
class _Planner:
    indexes: dict[int, int]
    rng: random.Random
    statements: list[Statement] = field(default_factory=list)

    def add(self, node: Node, base: int | None, level: int) -> int:
        """Append what tells ``node`` on the set of ``base``; return the index of its last statement."""
        stages: list[Node] = []
        at: Node | None = node
        while at is not None:
            stages.insert(0, at)
            at = at.of
        result = base
        while stages:
            stage = stages.pop(0)
            if isinstance(stage, Merge):
                result = self._add_merge(stage, result, level)
            else:
                follower = stages[0] if stages and isinstance(stages[0], Step) else None
                if isinstance(stage.atom, Extremal) or self.rng.random() > _TOGETHER:
                    follower = None
                if follower is not None:
                    stages.pop(0)
                result = self._add_steps(stage, follower, result, level)
        if result is None:
            raise ValueError("a branch without a step")
        return result

    def _append(self, statement: Statement) -> int:
        self.statements.append(statement)
        return len(self.statements) - 1

    def _add_steps(self, step: Step, follower: Step | None, base: int | None, level: int) -> int:
        steps = (step,) if follower is None else (step, follower)
        atoms = tuple(step.atom for step in steps)
        kind: StatementKind = "pick" if isinstance(atoms[-1], Extremal) else "keep"
        if follower is not None:
            kind = "keep_then_pick" if kind == "pick" else "keep_twice"
        states = tuple(self.indexes[id(step)] for step in steps)
        return self._append(Statement(kind, base, atoms, states=states, level=level))

    def _add_merge(self, merge: Merge, base: int | None, level: int) -> int:
        states = (self.indexes[id(merge)],)
        atoms = tuple(branch.atom for branch in merge.branches if isinstance(branch, Step))
        if all(map(is_simple, merge.branches)):
            inside = tuple(self.indexes[id(branch)] for branch in merge.branches)
            return self._append(Statement("fork", base, atoms, merge.join, states=inside + states, level=level))
        start = len(self.statements)
        operands = tuple(self.add(branch, base, level + 1) for branch in merge.branches)
        return self._append(Statement("merge", base, (), merge.join, operands, states, level, start))
