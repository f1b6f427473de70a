"""Wrong answers with a cause: what a reader who errs in one named way would say.

- ``wrong_entity``: one entity of the set is taken for another that isn't in it;
- ``global_extreme``: the extreme of all entities instead of the extreme of the set;
- ``neighbouring_mark``: the mark beside the right one is read;
- ``constraint_ignored``: one rule of the narrative is passed over;
- ``and_as_or``: two branches are joined the other way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from dataset_builder.families.hops.charting import Figure
from dataset_builder.families.hops.model import Atom, Column, Extremal, Node, Step, Table, list_atoms
from dataset_builder.families.hops.programs import EVERYONE, Program, trace_json
from dataset_builder.families.hops.questions.scene import Scene
from dataset_builder.families.hops.variants import flipped, without_atoms

KINDS = ("wrong_entity", "global_extreme", "neighbouring_mark", "constraint_ignored", "and_as_or")


def list_errors(
    scene: Scene, program: Program, columns: tuple[Column, ...], rng: random.Random
) -> Iterator[tuple[str, str, Program, Table]]:
    """Yield kind, reference, and what an erring reader would compute: another program or over another table."""
    trace = trace_json(scene.trace)
    yield from _wrong_entities(scene, program, trace, rng)
    if isinstance(scene.trace, Step) and isinstance(scene.trace.atom, Extremal):
        other = trace_json(Step(scene.trace.atom))
        yield "global_extreme", _refer(scene.trace, scene.trace.atom), _exchange(program, trace, other), scene.table
    if _has_extreme(program):
        yield "global_extreme", "all entities", _widen(program), scene.table
    found: Program = {"op": "these", "names": list(scene.selected)}
    for column in columns:
        for figure in scene.figures:
            if column in figure.columns:
                ref, table = _neighbour(scene, figure, column, rng)
                yield "neighbouring_mark", ref, exchange_set(program, trace, found), table
    for atom, rest in without_atoms(scene.trace):
        if rest is not None:
            yield (
                "constraint_ignored",
                _refer(scene.trace, atom),
                _exchange(program, trace, trace_json(rest)),
                scene.table,
            )
    for number, (merge, flip) in enumerate(flipped(scene.trace), start=1):
        ref = f"merge {number}: {merge.join}"
        yield "and_as_or", ref, _exchange(program, trace, trace_json(flip)), scene.table


def _wrong_entities(
    scene: Scene, program: Program, trace: Mapping[str, Any] | None, rng: random.Random
) -> Iterator[tuple[str, str, Program, Table]]:
    outside = [name for name in scene.entities if name not in scene.selected]
    if not outside:
        return
    taken, left = rng.choice(outside), rng.choice(scene.selected)
    names = [name for name in scene.entities if name == taken or (name in scene.selected and name != left)]
    these = {"op": "these", "names": names}
    yield "wrong_entity", f"{taken} for {left}", exchange_set(program, trace, these), scene.table


def _neighbour(scene: Scene, figure: Figure, column: Column, rng: random.Random) -> tuple[str, Table]:
    """Return the table of a reader who reads the column, or for one entity the mark, beside the right one."""
    place = figure.columns.index(column)
    if len(figure.columns) > 1:
        beside = figure.columns[place - 1 if place else 1]
        return f"{figure.viz_id}: {figure.column_label(beside)}", {**scene.table, column: scene.table[beside]}
    name = rng.choice(scene.selected)
    position = figure.entities.index(name)
    beside_name = figure.entities[position - 1 if position else 1]
    changed = {**scene.table[column], name: scene.table[column][beside_name]}
    return f"{figure.viz_id}: {beside_name} for {name}", {**scene.table, column: changed}


def _refer(trace: Node, atom: Atom) -> str:
    return f"rule {list_atoms(trace).index(atom) + 1}: {type(atom).__name__.lower()}"


def exchange_set(program: Program, trace: Mapping[str, Any] | None, other: Program) -> Program:
    """Return a program with another set in place of the one that a trace selects."""
    part = {"op": "trace", "trace": trace}

    def walk(node: Any) -> Any:
        if node == part:
            return other
        return {key: walk(value) for key, value in node.items()} if isinstance(node, Mapping) else node

    exchanged: Program = walk(program)
    return exchanged


def _exchange(program: Program, trace: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> Program:
    return exchange_set(program, trace, {"op": "trace", "trace": other})


def _has_extreme(program: Any) -> bool:
    if not isinstance(program, Mapping) or program.get("op") == "trace":
        return False
    return program.get("op") in ("pick", "max", "min") or any(_has_extreme(part) for part in program.values())


def _widen(program: Program) -> Program:
    """Return a program with all entities in place of the set wherever an extreme is sought."""

    def walk(part: Any, inside: bool) -> Any:
        if not isinstance(part, Mapping):
            return part
        if part.get("op") == "trace":
            return EVERYONE if inside else part
        inside = inside or part.get("op") in ("pick", "max", "min")
        return {key: walk(value, inside) for key, value in part.items()}

    widened: Program = walk(program, False)
    return widened
