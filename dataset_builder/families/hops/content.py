"""Draws what a page says before it is written or set: topic, figures, trace, values and question."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.hops.charting import MOST_MARKS, Figure, list_times, sample_figures
from dataset_builder.families.hops.model import Column, Node, Table, Topic, columns_of, list_atoms, resolve
from dataset_builder.families.hops.narrative.model import Label
from dataset_builder.families.hops.questions import TEMPLATES, Question, ask, choose_asked
from dataset_builder.families.hops.questions.scene import Scene, Template
from dataset_builder.families.hops.tables import fill_table
from dataset_builder.families.hops.traces import Unmeetable, block_of, entity_counts, sample_trace
from dataset_builder.families.hops.worlds import has_idle_parts, sample_world

_DRAWS = 800
"""Draws of figures and trace before a page is given up."""

_UNIQUE = 0.4
"""Share of traces with a unique end where the question takes both kinds."""

_SIZES = {"one": (1, 1), "several": (2, 4), "three": (3, 4), "any": (2, 4)}


@dataclass(frozen=True)
class Cell:
    """Coordinates of a page in the benchmark's grid.

    Attributes:
        task: of the six.
        depth: of the trace, one of ``traces.DEPTHS``.
        charts: number of figures, a key of ``charting.MOST_MARKS``.
    """

    task: str
    depth: int
    charts: int


@dataclass(frozen=True)
class Content:
    """What a page says.

    Attributes:
        topic: of the page.
        times: it knows, in order.
        entities: all entities, in alphabetical order.
        figures: in the order in which they are numbered.
        trace: what selects the set.
        label: what the set is called.
        table: value of every column shown.
        selected: the set.
        questions: what is asked; the first is the cell's.
        redrawn: how often something was drawn again, by the reason.
    """

    topic: Topic
    times: tuple[str, ...]
    entities: tuple[str, ...]
    figures: tuple[Figure, ...]
    trace: Node
    label: Label
    table: Table
    selected: tuple[str, ...]
    questions: tuple[Question, ...]
    redrawn: Mapping[str, int]

    @property
    def question(self) -> Question:
        """Return the cell's question."""
        return self.questions[0]

    def columns_read(self, question: Question) -> frozenset[Column]:
        """Return the columns that the trace and a question read."""
        return _columns_of_trace(self.trace) | frozenset(question.draft.columns)


def list_templates(cell: Cell) -> tuple[Template, ...]:
    """Return the templates of a cell's task whose columns leave enough for a trace of its depth.

    Two figures can't bear five steps if a whole run of columns or two times of one block are spared; and a run of three
    columns needs a figure that has room for so many marks.
    """
    tight = cell.charts == 2 and cell.depth == 5
    fewest, _ = entity_counts(cell.depth, cell.charts)
    unfit = {"times": tight, "run": tight or fewest > _most_entities("run", cell)}
    return tuple(held for held in TEMPLATES[cell.task] if not unfit.get(held.asks, False))


def _most_entities(asks: str, cell: Cell) -> int:
    most = entity_counts(cell.depth, cell.charts)[1]
    return min(most, MOST_MARKS[cell.charts] // 3) if asks == "run" else most


def sample_content(
    rng: random.Random,
    cell: Cell,
    template: Template,
    topic: Topic,
    draw_label: Callable[[Topic, Node, random.Random], Label],
    *,
    truth: bool,
    questions: int = 1,
) -> Content:
    """Return the content of one page.

    Args:
        rng: decides everything.
        cell: task, depth and number of charts.
        template: of the question.
        topic: what the page is about.
        draw_label: gives the set its name.
        truth: the answer where the template asks for Yes or No.
        questions: asked of the page; those after the first are of other templates, whatever their task, and fewer than
            wanted where no more fit.

    Raises:
        Unmeetable: nothing fits in ``_DRAWS`` draws.
    """
    redrawn: Counter[str] = Counter()
    times = list_times(rng, topic.period)
    fewest, most = entity_counts(cell.depth, cell.charts)[0], _most_entities(template.asks, cell)
    unique = template.size == "one" or (template.size == "any" and rng.random() < _UNIQUE)
    least, largest = _SIZES["one" if unique else template.size]
    if template.task == "counting":
        least = rng.randint(least, largest)
    entities = tuple(
        sorted(rng.sample(topic.names, min(max(rng.randint(fewest, most), least + 3), most, len(topic.names))))
    )
    for _ in range(_DRAWS):
        figures = sample_figures(rng, topic, times, entities, cell.charts, cell.depth)
        asked = choose_asked(rng, times, figures, template.asks) if figures else None
        if figures is None or asked is None:
            redrawn["figures"] += 1
            continue
        try:
            trace = sample_trace(
                rng, cell.depth, topic, times, figures, unique=unique, spared=asked, entities=len(entities)
            )
            world = sample_world(rng, trace, entities, least, largest)
            if world is None:
                raise Unmeetable("no world")
            columns = [column for figure in figures for column in figure.columns]
            table = fill_table(rng, topic, times, columns, entities, world)
        except Unmeetable as reason:
            redrawn[str(reason)] += 1
            continue
        selected = resolve(trace, table, entities)
        if set(selected) != world.selected or has_idle_parts(trace, table, entities):
            redrawn["world missed"] += 1
            continue
        label = draw_label(topic, trace, rng)
        scene = Scene(topic, figures, table, entities, trace, selected, label, asked, truth)
        question = ask(template, scene, rng)
        if question is None:
            redrawn["question"] += 1
            continue
        asked_all = (question, *_ask_more(rng, scene, times, template, questions - 1))
        return Content(topic, times, entities, figures, trace, label, table, selected, asked_all, dict(redrawn))
    raise Unmeetable("no page fits")


def _ask_more(
    rng: random.Random, scene: Scene, times: Sequence[str], first: Template, count: int
) -> Iterator[Question]:
    """Yield questions of other templates about the same set, of columns that no rule reads."""
    read = {block_of(column) for column in _columns_of_trace(scene.trace)}
    templates = [held for group in TEMPLATES.values() for held in group if held.name != first.name]
    size = len(scene.selected)
    for template in rng.sample(templates, len(templates)):
        low, high = (1, size) if template.size == "any" else _SIZES[template.size]
        if not count or not low <= size <= high:
            continue
        asked = choose_asked(rng, times, scene.figures, template.asks)
        if asked is None or any(block_of(column) in read for column in asked):
            continue
        question = ask(template, replace(scene, asked=asked, truth=rng.random() < 0.5), rng)
        if question is not None:
            count -= 1
            yield question


def _columns_of_trace(trace: Node) -> frozenset[Column]:
    return frozenset(column for atom in list_atoms(trace) for column in columns_of(atom))
