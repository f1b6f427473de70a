"""Statements that complex questions plant: each says one thing, in the words of the grammar, and knows what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dataset_builder.families.reports.model import Happening, Person, Statement, StatementKind
from dataset_builder.families.reports.programs import Program
from dataset_builder.families.reports.questions.complex.stage import Series, Stage
from dataset_builder.families.reports.receptions import Cause, Milestone, find_occasion
from dataset_builder.families.reports.writing import figures
from dataset_builder.families.reports.writing.events import name_event
from dataset_builder.families.reports.writing.terms import bare, in_text, is_plural
from dataset_builder.moments import MONTHS

DONE = {
    "hearing": "was held",
    "petition": "was handed in",
    "letter": "was published",
    "review": "was completed",
    "charter": "was signed",
    "inquiry": "was opened",
    "conference": "met",
    "survey": "was sent out",
    "memorandum": "was circulated",
    "manifesto": "was printed",
}
"""What became of a milestone, by its kind."""


class Statements:
    """The statements of one draft, in the order in which they are made."""

    def __init__(self, stage: Stage) -> None:
        """Start with none."""
        self.stage = stage
        self.made: list[Statement] = []

    def _add(
        self,
        kind: StatementKind,
        rule: str,
        person: Person | None,
        terms: Mapping[str, Any],
        said: Mapping[str, Any],
        *flags: str,
        before: tuple[str, ...] = (),
        facts: tuple[str, ...] = (),
    ) -> Statement:
        own = self.stage.person(person) if person else {}
        many = ("many",) if is_plural(bare(str(terms.get("the", "")))) else ()
        sentences = (*before, *self.stage.write(rule, {**own, **terms}, *flags, *many))
        speaker = person.name if person else ""
        name = self.stage.setting.statement_id(len(self.made))
        found = Statement(
            name, kind, "", sentences, speaker, facts, dict(said), rule=rule, terms={**terms, "kind": self.stage.kind}
        )
        self.made.append(found)
        return found

    def _level(self, series: Series, value: float) -> dict[str, str]:
        """Return the terms for a figure and a value of it."""
        printed = figures.with_unit(figures.plain(value, series.decimals), in_text(series.unit))
        return {"the": series.the, "v": printed}

    def forecast(
        self,
        person: Person,
        series: Series,
        year: int,
        value: float,
        event: Happening | None = None,
        ground: tuple[bool, str] | None = None,
    ) -> Statement:
        """State what a person foresaw, or ``ground`` (whether for the event, and why) and the figure behind it."""
        terms = {**self._level(series, value), "inE": series.place, "y": str(year)}
        said: dict[str, Any] = {"value": value, "year": year, "entity": series.entity}
        facts = (series.fact(year),) if year in series.marks else ()
        if event is not None:
            terms["noun"] = name_event(self.stage.world, event.id)
        if ground is None:
            flags = ("event",) if event is not None else ()
            return self._add("opinion", "rec.forecast", person, terms, said, *flags, facts=facts)
        welcomes, why = ground
        stance = {**self.stage.person(person), "noun": terms["noun"], "g": why}
        before = self.stage.write("rec.welcome" if welcomes else "rec.object", stance)
        said |= {"event": terms["noun"], "stance": "approval" if welcomes else "objection", "ground": why}
        return self._add("opinion", "rec.forecast.too", person, terms, said, before=before, facts=facts)

    def stance(self, person: Person, event: Happening, welcomes: bool, why: str) -> Statement:
        """State that a person was for or against an event, and on what ground."""
        noun = name_event(self.stage.world, event.id)
        said = {"event": noun, "stance": "approval" if welcomes else "objection", "ground": why}
        rule = "rec.welcome" if welcomes else "rec.object"
        return self._add("opinion", rule, person, {"noun": noun, "g": why}, said)

    def yardstick(self, person: Person, entity: str) -> Statement:
        """State which entity a person would judge by."""
        return self._add("opinion", "rec.yardstick", person, {"E": entity}, {"entity": entity})

    def period(self, person: Person, first: int, last: int) -> Statement:
        """State over which years a person would judge."""
        said = {"first": first, "last": last}
        return self._add("opinion", "rec.period", person, {"y0": str(first), "y1": str(last)}, said)

    def year(self, person: Person, year: int) -> Statement:
        """State by which year a person would judge."""
        return self._add("opinion", "rec.year", person, {"y": str(year)}, {"year": year})

    def date(self, milestone: Milestone) -> Statement:
        """State in which month a milestone fell."""
        month = milestone.month % 12 + 1
        terms = {**_done(milestone), "month": MONTHS[month - 1], "year": str(milestone.year)}
        said = {"milestone": milestone.noun, "year": milestone.year, "month": month}
        found = self._add("event", "rec.date", None, terms, said)
        occasion = find_occasion(self.stage.world, milestone)
        if occasion is None:
            return found
        also = self.stage.write("rec.occasion", {"noun": name_event(self.stage.world, occasion.id)})
        self.made[-1] = replace(found, sentences=(*found.sentences, *also))
        return self.made[-1]

    def tied(self, person: Person, milestone: Milestone) -> Statement:
        """State that a person would judge by the year of a milestone."""
        return self._add("opinion", "rec.tied", person, _done(milestone), {"milestone": milestone.noun})

    def apart(self, milestone: Milestone, anchor: Milestone) -> Statement:
        """State how many months a milestone lay before or behind another."""
        months = milestone.month - anchor.month
        between = span(abs(months))
        terms = {**_done(milestone), "anchor": anchor.noun, "k": between}
        said = {"milestone": milestone.noun, "anchor": anchor.noun, "months": months}
        spelt = () if between[0].isdigit() else ("spelt",)
        return self._add("event", "rec.apart", None, terms, said, "after" if months > 0 else "before", *spelt)

    def line(self, person: Person, series: Series, value: float, *, under: bool) -> Statement:
        """State which side of a value a person wants a figure to be on."""
        side, terms = "under" if under else "over", self._level(series, value)
        said = {"value": value, "relation": "below" if under else "above"}
        return self._add("opinion", "rec.line", person, terms, said, side)

    def price(self, person: Person, one: str, price: int, currency: str) -> Statement:
        """State what each unit of a figure is worth."""
        terms = {"one": one, "price": figures.with_unit(figures.plain(price, 0), currency)}
        return self._add("claim", "rec.price", person, terms, {"value": price})

    def base(self, person: Person, series: Series, year: int, count: int, things: str) -> Statement:
        """State how many things stand behind a rate or a share."""
        terms = {"the": series.the, "inE": series.place, "n": figures.plain(count, 0), "things": things, "y": str(year)}
        return self._add("claim", "rec.base", person, terms, {"value": count, "year": year, "entity": series.entity})

    def target(self, person: Person, series: Series, percent: int, years: tuple[int, int], *, under: bool) -> Statement:
        """State by how much a figure was to lie under or over its level of the first of two years in the second."""
        terms = {"the": series.the, "p": f"{percent}%", "y0": str(years[0]), "y1": str(years[1])}
        said = {"value": percent, "relation": "below" if under else "above", "first": years[0], "last": years[1]}
        return self._add("claim", "rec.target", person, terms, said, "under" if under else "over")

    def assume(self, person: Person, series: Series, rate: float, last: int) -> Statement:
        """State at what yearly rate a figure is taken to change."""
        terms = {"the": series.the, "p": f"{figures.plain(abs(rate), 1)}%", "last": str(last)}
        said = {"rate": rate, "first": last}
        return self._add("claim", "rec.assume", person, terms, said, "grow" if rate > 0 else "shrink")

    def horizon(self, person: Person, year: int) -> Statement:
        """State the last year of a person's plans."""
        return self._add("claim", "rec.horizon", person, {"y": str(year)}, {"year": year})

    def weight(self, person: Person, heavy: str, light: str, times: int) -> Statement:
        """State how many points of one dimension a person holds equal to a point of another."""
        terms = {"d0": heavy, "d1": light, "w": figures.count(times)}
        return self._add("opinion", "rec.weight", person, terms, {"value": times, "heavy": heavy, "light": light})

    def pair(self, person: Person, one: str, other: str) -> Statement:
        """State which two entities are left to choose from."""
        return self._add("opinion", "rec.pair", person, {"E": one, "F": other}, {"one": one, "other": other})

    def sign(self, person: Person, series: Series, value: float, over: str, under: str) -> Statement:
        """State what a figure over a value is a sign of, and what one under it."""
        terms = {**self._level(series, value), "hi": over, "lo": under}
        return self._add("claim", "rec.sign", person, terms, {"value": value, "over": over, "under": under})

    def cause(self, person: Person, cause: Cause, series: Series, why: str) -> Statement:
        """State which event was behind the move of a figure in a year, and how it worked."""
        noun = name_event(self.stage.world, cause.happening.id)
        terms = {"the": series.the, "inE": series.place, "y": str(cause.year)}
        said = {"event": noun, "year": cause.year, "entity": cause.entity, "ground": why}
        facts = (f"{cause.metric}/{cause.entity}/{cause.year}",)
        return self._add("cause", "rec.cause", person, {**terms, "noun": noun, "g": why}, said, facts=facts)


def _done(milestone: Milestone) -> dict[str, str]:
    """Return the terms for a milestone and what became of it."""
    return {"mil": milestone.noun, "done": DONE[milestone.kind]}


def stated(statement: Statement, name: str) -> Program:
    """Return the operation that reads what a statement says."""
    return {"op": "stated", "statement": statement.id, "name": name}


def span(months: int) -> str:
    """Return a number of months in words.

    >>> span(1), span(7), span(19)
    ('one month', 'seven months', '19 months')
    """
    return f"{figures.count(months)} month{'' if months == 1 else 's'}"
