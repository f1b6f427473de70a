"""What complex questions know of a report: its series over the years, its people, and words for what they say."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dataset_builder.families.reports.model import Person
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.articles import with_the
from dataset_builder.families.reports.questions.planting import Setting
from dataset_builder.families.reports.questions.scene import Mark, Scene
from dataset_builder.families.reports.receptions import Milestone, find_actor, name_role, sample_milestones
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import find_barred, finish
from dataset_builder.families.reports.writing.ear import Ear, Mask, split_sentences
from dataset_builder.families.reports.writing.grammar import Context, load_grammar
from dataset_builder.families.reports.writing.terms import bare, locate

_CANDIDATES = 12
_AS_FRESH = 3.0
"""By how much one wording may be staler than another and still be as good: more than a name at its start costs."""
_MISREAD = re.compile(
    r"\d|\b(?:above|below|over|under|beyond|beneath|short of|(?:more|less) than|"
    r"high(?:est)?|low(?:est)?|peak|large|small|first|last|two|three)\b",
    re.IGNORECASE,
)
"""What in the name of a figure could be taken for something that a statement says."""
TIMED = ("panel", "composition")
"""Kinds of data that have a value for each year."""


@dataclass(frozen=True)
class Series:
    """An entity's or a part's values in an exhibit that nothing else tells, in order of time.

    Attributes:
        scene: the exhibit.
        entity: whose values: the name of an entity, or of a part of a whole.
        marks: by year.
    """

    scene: Scene
    entity: str
    marks: Mapping[int, Mark]

    @property
    def years(self) -> tuple[int, ...]:
        """Return the years shown, in order."""
        return tuple(self.marks)

    @property
    def metric(self) -> str:
        """Return the id of the dataset."""
        return self.scene.region.dataset.id

    @property
    def ref(self) -> str:
        """Return the id of the exhibit."""
        return self.scene.exhibit.ref

    @property
    def fact_key(self) -> str:
        """Return what no other series has: figure, entity and years."""
        return f"{self.metric}/{self.entity}/{self.years}"

    @property
    def name(self) -> str:
        """Return the name of the figure, such as "connection wait"."""
        name = typeset(self.scene.quantity)
        return name.split(" by ")[0] if self.scene.data == "composition" else name

    @property
    def the(self) -> str:
        """Return the name of the figure with its article where it takes one: "the carer wage"."""
        return self.name if self.scene.data == "composition" else with_the(self.name)

    @property
    def place(self) -> str:
        """Return the entity with its preposition: "in Harrow Vale"."""
        if self.scene.data == "composition":
            return f"of the category “{typeset(self.entity)}”"
        return locate(self.scene.world.topic.entities, self.entity)

    @property
    def words(self) -> str:
        """Return the name of the figure with the entity: "the carer wage in Harrow Vale"."""
        return f"{self.the} {self.place}"

    @property
    def decimals(self) -> int:
        """Return the decimals of the values."""
        return self.scene.region.dataset.decimals

    @property
    def unit(self) -> str:
        """Return the unit of the values."""
        return self.scene.region.dataset.unit

    @property
    def gap_unit(self) -> str:
        """Return the unit of differences between values."""
        return "percentage points" if self.unit.startswith("%") else self.unit

    def value(self, year: int) -> float:
        """Return the value of a year."""
        return self.marks[year].value

    def fact(self, year: int) -> str:
        """Return the id of the fact of a year."""
        return self.marks[year].facts[0]

    def print(self, value: float, decimals: int | None = None) -> str:
        """Return a value with its unit."""
        return self.scene.print(value, decimals)

    def said(self, value: float) -> str:
        """Return a value as a reading: with "about" where it is read against a grid."""
        return f"{'about ' if self.scene.tolerance else ''}{self.print(value)}"

    def point(self, year: int) -> str:
        """Return a value as a data point."""
        return self.scene.point(self.marks[year])


class Stage:
    """A report for which a complex question is being made.

    Everything random comes from ``rng``, which starts anew for every series that is tried: a series gives the same
    question whatever else could have been asked about.
    """

    def __init__(self, setting: Setting, base: int, people: tuple[Person, ...]) -> None:
        """Start with what a template may use, the number from which all choices follow, and those who may speak."""
        self.setting, self.base, self.people = setting, base, people
        self.world, self.plan = setting.world, setting.plan
        self.rng = random.Random(f"{base}")
        world = self.world
        names = [world.place, *(entity.name for entity in world.entities), *(person.name for person in world.people)]
        for actor in world.topic.actors:
            names += [bare(typeset(actor.short)), bare(typeset(actor.name))]
        self._mask = Mask(names)
        self._forget()

    def _forget(self) -> None:
        """Have said nothing but what the statements of the plan say."""
        self.grammar, self.ear = load_grammar(), Ear(self._mask)
        for statement in self.plan.statements:
            for sentence in statement.sentences:
                self.ear.hear(sentence)

    # -- what exhibits show

    def series(self, scene: Scene) -> Iterator[Series]:
        """Yield the series of an exhibit."""
        for row in scene.rows:
            yield Series(scene, row, {int(mark.column): mark for mark in scene.of_row(row)})

    def every(self, least: int = 1, kinds: Sequence[str] = ("panel",)) -> Iterator[Series]:
        """Yield series of at least so many years in data of some kinds, those of one exhibit mixed."""
        for scene in self.setting.scenes:
            if scene.data not in kinds or scene.is_difference:
                continue
            order = sorted(self.series(scene), key=lambda each: random.Random(f"{self.base} {each.fact_key}").random())
            for series in order:
                if len(series.marks) >= least:
                    self.rng = random.Random(f"{self.base} of {series.fact_key}")
                    self._forget()
                    yield series

    def readable(self, least: int = 1, kinds: Sequence[str] = ("panel",)) -> Iterator[Series]:
        """Yield series of at least so many values that can be read closely, with those alone."""
        for series in self.every(least, kinds):
            marks = {year: mark for year, mark in series.marks.items() if series.scene.can_read(mark)}
            if len(marks) >= least:
                yield replace(series, marks=marks)

    def beside(self, series: Series, *years: int) -> list[Series]:
        """Return the other series of an exhibit that have some years."""
        found = [each for each in self.series(series.scene) if each.entity != series.entity]
        return [each for each in found if set(years) <= set(each.years)]

    @cached_property
    def barred(self) -> frozenset[str]:
        """Return the numbers, as printed, that no statement may hold: values that only exhibits show."""
        return find_barred(self.plan, frozenset())

    def may_print(self, value: float, decimals: int, series: Series) -> bool:
        """Tell whether a number is none of those that an exhibit shows, nor one of its figure's, rounded."""
        text = f"{value:,.{decimals}f}"
        data = series.scene.region.dataset
        own = {f"{held:.{places}f}" for held in data.values.values() for places in {0, data.decimals}}
        return text not in self.barred and text.replace(",", "") not in own

    # -- people and words

    def person(self, person: Person) -> dict[str, Any]:
        """Return the terms of a person."""
        actor = find_actor(self.world, person.actor)
        last = person.name.rpartition(" ")[2]
        return {"P": person.name, "L": last, "role": name_role(self.world, person), "A": typeset(actor.short)}

    def milestones(self, *months: int) -> tuple[Milestone, ...]:
        """Return new milestones for months counted from the year 0."""
        taken = {str(statement.said.get("milestone", "")) for statement in self.plan.statements}
        return sample_milestones(self.world, self.rng, months, taken, self._subjects)

    @cached_property
    def _subjects(self) -> dict[str, str]:
        """Return the names by id of figures that the text tells: no exhibit that is asked about shows them."""
        names = {seed.id: typeset(seed.short) for seed in self.world.topic.metrics if seed.id in self.plan.told}
        return {metric: name for metric, name in names.items() if not _MISREAD.search(name)}

    def phrase(self, metric: str) -> str:
        """Return a metric in full, with article."""
        return next(typeset(seed.phrase) for seed in self.world.topic.metrics if seed.id == metric)

    @property
    def kind(self) -> str:
        """Return what entities are, in the singular."""
        return self.world.topic.entities.kind

    @property
    def kinds(self) -> str:
        """Return what entities are, in the plural."""
        return self.world.topic.entities.kinds

    def write(self, rule: str, terms: Mapping[str, Any], *flags: str) -> tuple[str, ...]:
        """Return the freshest of several wordings of a rule, as sentences."""
        context = Context({"kind": self.kind, "kinds": self.kinds, **terms}, frozenset(flags))
        drawn = [self.grammar.expand(rule, context, self.rng) for _ in range(_CANDIDATES)]
        worn = [sum(map(self.ear.staleness, split_sentences(finish(text)))) for text, _ in drawn]
        fresh = [each for each, wear in zip(drawn, worn, strict=True) if wear <= min(worn) + _AS_FRESH]
        text, path = self.rng.choice(fresh)
        self.grammar.commit(path)
        self.ear.hear(finish(text))
        return tuple(split_sentences(finish(text)))


def choose_speakers(setting: Setting, count: int, but: Collection[str] = ()) -> tuple[Person, ...] | None:
    """Return people of different bodies, some bodies aside, who have not spoken, None for too few."""
    found: dict[str, Person] = {}
    for person in setting.speakers:
        if person.actor not in but:
            found.setdefault(person.actor, person)
    return tuple(found.values())[:count] if len(found) >= count else None


def look_up(series: Series, entity: Program | str, year: Program | str) -> Program:
    """Return the operation that reads a figure where statements may say whose, or of which year."""
    return {"op": "lookup", "dataset": series.metric, "keys": [entity, year]}


def value_of(series: Series, year: int) -> Program:
    """Return the operation that reads a figure."""
    return {"op": "value", "fact": series.fact(year)}
