"""Decides which entities meet which atoms before there is any number, so that every part of a trace counts.

In a world no rule is idle: without any one atom, or with AND and OR exchanged at any one merge, the trace selects
another set. So a reader who misses a single rule is always found out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from dataset_builder.families.hops.model import Atom, Extremal, Node, Step, Table, list_atoms, resolve
from dataset_builder.families.hops.variants import contrasts

_STARTS, _MOVES = 4, 250
_SHARE = 0.65
"""Share of the entities that meet an atom at the start of a search."""


@dataclass(frozen=True)
class World:
    """Which entities meet each atom.

    Attributes:
        meeting: of each atom that isn't extremal, all entities that meet it.
        ranking: of each extremal atom, all entities from the one it prefers to the one it likes least.
        selected: what the trace selects.
    """

    meeting: Mapping[Atom, frozenset[str]]
    ranking: Mapping[Atom, tuple[str, ...]]
    selected: frozenset[str]


def has_idle_parts(trace: Node, table: Table, entities: Sequence[str]) -> bool:
    """Return whether some part of a trace selects nothing, or could be missed without another set being selected."""
    return any(
        not (found := resolve(part, table, entities)) or found == resolve(other, table, entities)
        for part, other in contrasts(trace)
    )


def sample_world(rng: random.Random, trace: Node, entities: Sequence[str], least: int, most: int) -> World | None:
    """Return a world in which no part of the trace is idle and it selects ``least`` to ``most`` entities.

    It is found by local search from random starts; None if the search ends without one.
    """
    atoms = list_atoms(trace)
    places = {atom: place for place, atom in enumerate(atoms)}
    select = _compile(trace, places)
    pairs = [(_compile(part, places), _compile(other, places)) for part, other in contrasts(trace)]
    everyone = (1 << len(entities)) - 1

    def count_faults(state: _State, enough: int) -> int:
        """Return the number of faults, or any above ``enough`` if there are more than that."""
        size = select(state, everyone).bit_count()
        faults = max(least - size, size - most, 0)
        for part, other in pairs:
            if faults > enough:
                break
            found = part(state, everyone)
            faults += not found or found == other(state, everyone)
        return faults

    for _ in range(_STARTS):
        state = [_start(rng, atom, len(entities)) for atom in atoms]
        faults = count_faults(state, len(pairs) + len(entities))
        for _ in range(_MOVES):
            if not faults:
                return _name(state, atoms, entities, select(state, everyone))
            place = rng.randrange(len(state))
            kept, state[place] = state[place], _move(rng, state[place], atoms[place], len(entities))
            found = count_faults(state, faults)
            if found > faults:
                state[place] = kept
            faults = min(found, faults)
    return None


_State = list[tuple[int, ...]]
"""By atom: the bits of all entities in the order of an extremal atom's preference, or one number that holds the bits of
the entities that meet it."""


def _start(rng: random.Random, atom: Atom, count: int) -> tuple[int, ...]:
    if isinstance(atom, Extremal):
        return tuple(1 << place for place in rng.sample(range(count), count))
    return (sum(1 << place for place in range(count) if rng.random() < _SHARE),)


def _move(rng: random.Random, held: tuple[int, ...], atom: Atom, count: int) -> tuple[int, ...]:
    """Return what holds of an atom with two entities exchanged in its ranking, or with one that meets it or not."""
    if not isinstance(atom, Extremal):
        return (held[0] ^ 1 << rng.randrange(count),)
    first, second = rng.sample(range(count), 2)
    order = list(held)
    order[first], order[second] = order[second], order[first]
    return tuple(order)


def _compile(node: Node | None, places: Mapping[Atom, int]) -> Callable[[_State, int], int]:
    """Return a function of a state and the bits of some entities that gives the bits of those selected."""
    if node is None:
        return lambda state, bits: bits
    of = _compile(node.of, places)
    if not isinstance(node, Step):
        branches = [_compile(branch, places) for branch in node.branches]
        join = and_ if node.join == "AND" else or_

        def merge(state: _State, bits: int) -> int:
            base = of(state, bits)
            return reduce(join, [branch(state, base) for branch in branches])

        return merge
    place = places[node.atom]
    if not isinstance(node.atom, Extremal):
        return lambda state, bits: of(state, bits) & state[place][0]
    wanted = node.atom.count

    def best(state: _State, bits: int) -> int:
        base, found, left = of(state, bits), 0, wanted
        for bit in state[place]:
            if base & bit:
                found |= bit
                left -= 1
                if not left:
                    break
        return found

    return best


def _name(state: _State, atoms: Sequence[Atom], entities: Sequence[str], selected: int) -> World:
    def names(bits: int) -> frozenset[str]:
        return frozenset(name for place, name in enumerate(entities) if bits >> place & 1)

    held = dict(zip(atoms, state, strict=True))
    return World(
        meeting={atom: names(bits[0]) for atom, bits in held.items() if not isinstance(atom, Extremal)},
        ranking={
            atom: tuple(entities[bit.bit_length() - 1] for bit in bits)
            for atom, bits in held.items()
            if isinstance(atom, Extremal)
        },
        selected=names(selected),
    )
