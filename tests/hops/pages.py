"""Topics and pages for tests of hops, and a reading of traces that shares nothing with the one under test."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

from dataset_builder.families.hops.content import Cell, Content, list_templates, sample_content
from dataset_builder.families.hops.model import (
    Atom,
    Column,
    Extremal,
    Merge,
    Metric,
    Node,
    Step,
    Table,
    Threshold,
    Topic,
    Trend,
    Within,
)
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.questions import TASKS
from dataset_builder.families.hops.traces import DEPTHS

CHARTS = (2, 3, 4, 6)

TOPIC = Topic(
    topic_id="ferries",
    domain="transport",
    title="Ferry lines",
    entity="ferry line",
    entities="ferry lines",
    names=(
        "Amber Strait", "Bell Sound", "Cobble Reach", "Dunlin", "Eel Passage", "Farne Loop",
        "Gull Run", "Harbour Nine", "Inner Ring", "Jetty Express", "Kestrel", "Lantern Way",
    ),
    group="season ticket",
    groups=("adult", "youth", "senior"),
    metrics=(
        Metric("Passengers carried", "thousand", 40, 420),
        Metric("Bicycles carried", "thousand", 35, 380),
        Metric("Crossings made", "crossings", 300, 2100),
        Metric("Fuel burned", "tons", 3.5, 61.0, 1),
        Metric("Oil burned", "tons", 2.5, 50.0, 1),
    ),
    period="quarter",
)  # fmt: skip


def draw_label(topic: Topic, trace: Node, rng: random.Random) -> Label:
    """Return a label of any form that goes with the trace."""
    unique = isinstance(trace, Step) and isinstance(trace.atom, Extremal) and trace.atom.count == 1
    if rng.random() < 0.5:
        return Label("Signal Group", "group")
    return Label("Lead Line" if unique else "Lead Lines", "single" if unique else "plural")


@functools.cache
def page(number: int, task: str, depth: int, charts: int) -> Content:
    """Return a page of the grid; the same number gives the same page."""
    templates = list_templates(Cell(task, depth, charts))
    rng = random.Random(f"{number} {task} {depth} {charts}")
    template = templates[number % len(templates)]
    return sample_content(rng, Cell(task, depth, charts), template, TOPIC, draw_label, truth=number % 2 == 0)


def pages(each: int) -> list[Content]:
    """Return ``each`` pages of every cell of the grid."""
    return [page(n, task, depth, k) for task in TASKS for depth in DEPTHS for k in CHARTS for n in range(each)]


def meets(atom: Atom, table: Table, name: str, among: set[str]) -> bool:
    """Return whether an entity meets an atom, by counting and comparing one by one."""
    if isinstance(atom, Extremal):
        mine = table[atom.column][name]
        better = [n for n in among if (table[atom.column][n] > mine) == (atom.extreme == "highest") and n != name]
        return len(better) < atom.count
    if isinstance(atom, Threshold):
        value, level = table[atom.column][name], atom.value
        sides = {"at least": value - level >= 0, "more than": value - level > 0, "at most": level - value >= 0}
        return sides.get(atom.comparison, level - value > 0)
    if isinstance(atom, Within):
        return table[atom.column][name] - table[atom.other][name] > 0
    assert isinstance(atom, Trend)
    values = [table[column][name] for column in atom.columns]
    return values == sorted(set(values), reverse=atom.direction == "falls")


def members(node: Node | None, table: Table, among: Sequence[str]) -> set[str]:
    """Return what a trace selects, by sets."""
    if node is None:
        return set(among)
    base = members(node.of, table, among)
    if isinstance(node, Merge):
        found = [members(branch, table, sorted(base)) for branch in node.branches]
        result = found[0]
        for other in found[1:]:
            result = result & other if node.join == "AND" else result | other
        return result
    return {name for name in base if meets(node.atom, table, name, base)}


def column(metric: str, group: str = "", time: str = "Q1 2024") -> Column:
    """Return a column of the test topic."""
    return Column(metric, group, time)
