"""Traces: depth, shapes and kinds, and variants worked out by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from dataset_builder.families.hops.charting import list_times, sample_figures
from dataset_builder.families.hops.model import Extremal, Merge, Node, Step, Threshold, depth, list_atoms, resolve
from dataset_builder.families.hops.traces import DEPTHS, Unmeetable, entity_counts, most_selected, sample_trace
from dataset_builder.families.hops.variants import contrasts, flipped, graft, without_atoms
from dataset_builder.families.hops.worlds import has_idle_parts, sample_world
from tests.hops.pages import CHARTS, TOPIC, column, members, pages

FUEL, OIL = column("Fuel burned"), column("Oil burned")
HIGH, LOW = Threshold(FUEL, "at least", 30.0), Threshold(OIL, "less than", 20.0)
TOP = Extremal(FUEL, "highest")
TABLE = {
    FUEL: {"Dunlin": 31.0, "Kestrel": 45.0, "Farne Loop": 12.0, "Gull Run": 50.5},
    OIL: {"Dunlin": 10.0, "Kestrel": 19.5, "Farne Loop": 15.5, "Gull Run": 40.0},
}
NAMES = ("Dunlin", "Farne Loop", "Gull Run", "Kestrel")


def draw(seed: int, wanted: int, charts: int, unique: bool) -> Node | None:
    rng = random.Random(f"{seed} {wanted} {charts}")
    times = list_times(rng, TOPIC.period)
    names = TOPIC.names[: entity_counts(wanted, charts)[1]]
    figures = sample_figures(rng, TOPIC, times, names, charts)
    if figures is None:
        return None
    try:
        return sample_trace(rng, wanted, TOPIC, times, figures, unique=unique, entities=len(names))
    except Unmeetable:
        return None


def ends(node: Node | None, last: bool) -> Iterator[tuple[Step, bool]]:
    """Yield every step with whether nothing follows it in its chain."""
    if node is None:
        return
    yield from ends(node.of, False)
    if isinstance(node, Step):
        yield node, last
        return
    for branch in node.branches:
        yield from ends(branch, node.join == "OR")


def test_traces_are_exactly_as_deep_as_asked_and_unique_atoms_end_chains() -> None:
    shapes: dict[int, Counter[str]] = {wanted: Counter() for wanted in DEPTHS}
    for wanted in DEPTHS:
        for seed in range(100):
            trace = draw(seed, wanted, CHARTS[seed % 4], seed % 2 == 0)
            if trace is None:
                continue
            assert depth(trace) == wanted
            for step, last in ends(trace, True):
                if isinstance(step.atom, Extremal) and step.atom.count == 1:
                    assert last
            assert (isinstance(trace, Step) and trace.atom == list_atoms(trace)[-1]) or isinstance(trace, Merge)
            atoms = list_atoms(trace)
            assert len(set(atoms)) == len(atoms)
            joins = str(trace).count("join=")
            shapes[wanted]["linear" if not joins else "one merge" if joins == 1 else "merges"] += 1
            shapes[wanted].update(type(atom).__name__ for atom in atoms)
    for wanted in DEPTHS:
        assert all(shapes[wanted][kind] >= 10 for kind in ("Threshold", "Within", "Trend", "Extremal"))
        assert all(shapes[wanted][shape] >= 3 for shape in ("linear", "one merge"))
    assert shapes[4]["merges"] >= 3 and shapes[5]["merges"] >= 3


@pytest.mark.parametrize(
    ("wanted", "charts", "counts"), [(2, 2, (5, 9)), (4, 4, (6, 8)), (5, 3, (7, 9)), (5, 6, (7, 7))]
)
def test_pages_have_as_many_entities_as_stated(wanted: int, charts: int, counts: tuple[int, int]) -> None:
    assert entity_counts(wanted, charts) == counts
    for content in pages(1):
        depths = depth(content.trace), len(content.figures)
        low, high = entity_counts(*depths)
        assert 5 <= low <= len(content.entities) <= high <= 12


def test_a_trace_selects_what_its_rules_say() -> None:
    assert resolve(Step(TOP, Step(HIGH)), TABLE, NAMES) == ("Gull Run",)
    both = Merge("AND", (Step(HIGH), Step(LOW)))
    assert resolve(both, TABLE, NAMES) == ("Dunlin", "Kestrel")
    assert resolve(Step(TOP, both), TABLE, NAMES) == ("Kestrel",)
    assert resolve(Merge("OR", (Step(HIGH), Step(LOW))), TABLE, NAMES) == NAMES
    for content in pages(1):
        assert set(content.selected) == members(content.trace, content.table, content.entities)


def test_variants_lack_one_atom_or_exchange_one_merge() -> None:
    both = Merge("AND", (Step(HIGH), Step(LOW)))
    trace = Step(TOP, both)
    assert list(without_atoms(trace)) == [(HIGH, Step(TOP, Step(LOW))), (LOW, Step(TOP, Step(HIGH))), (TOP, both)]
    assert list(flipped(trace)) == [(both, Step(TOP, Merge("OR", both.branches)))]
    assert graft(both, Step(TOP)) == Merge("AND", both.branches, Step(TOP))
    nested = Merge("OR", (Step(HIGH), both), Step(TOP))
    assert [other.branches[1] for _, other in flipped(nested) if isinstance(other, Merge)] == [
        Merge("OR", both.branches),
        both,
    ]


def test_idle_parts_are_found() -> None:
    both = Merge("AND", (Step(HIGH), Step(LOW)))
    assert not has_idle_parts(both, TABLE, NAMES)
    assert has_idle_parts(Merge("OR", (Step(HIGH), Step(LOW))), TABLE, NAMES)  # it selects everyone
    assert has_idle_parts(Step(HIGH, Step(Extremal(FUEL, "highest", 2))), TABLE, NAMES)  # those two meet it anyway
    assert has_idle_parts(Step(Threshold(FUEL, "more than", 60.0), Step(LOW)), TABLE, NAMES)  # it selects no one
    assert len(list(contrasts(both))) == 3 + 2 + 2 + 1


def test_no_search_where_counting_shows_that_there_is_no_world() -> None:
    two = Extremal(FUEL, "lowest", 2)
    assert most_selected(Step(TOP, Step(HIGH, Step(two))), 9) == 0
    assert most_selected(Merge("AND", (Step(HIGH), Step(LOW), Step(two))), 9) == 0
    assert most_selected(Merge("OR", (Step(TOP), Step(two))), 9) == 3
    rng = random.Random(0)
    assert sample_world(rng, Step(TOP, Step(HIGH, Step(two))), NAMES, 1, 1) is None
    world = sample_world(rng, Merge("AND", (Step(HIGH), Step(LOW))), NAMES, 2, 2)
    assert world is not None
    assert world.selected == world.meeting[HIGH] & world.meeting[LOW]
    assert len(world.selected) == 2 and world.meeting[HIGH] != world.meeting[LOW]
