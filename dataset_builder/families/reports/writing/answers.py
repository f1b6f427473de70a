"""What a report answers to its question, as far as the figures that it tells bear it out."""

from __future__ import annotations

from dataset_builder.families.reports.topics import Thesis
from dataset_builder.families.reports.writing import panels
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, told_panels
from dataset_builder.families.reports.writing.terms import Terms

_PARTS = 3
"""Clauses of an answer at most."""
_NUMBERS = {1: "one", 2: "two", 3: "three"}


def say_answer(desk: Desk, rule: str, most: int = _PARTS) -> Sentence | None:
    """Return the sentence that answers the report's first question by what has come of the figures.

    Figures that bear on the question come first, then those that moved most. Where none has clearly moved, the sentence
    says that.
    """
    topic = desk.plan.world.topic
    moved = [panel for panel in told_panels(desk.plan) if panel.course]
    moved.sort(key=lambda panel: (_rank(topic.answered_by, panel.data.id), -abs(_change(panel))))
    clauses = desk.shelf.fill_all(_meaning(panel) for panel in moved[:most])
    terms: Terms = {f"c{number}": clause for number, clause in enumerate(clauses)}
    return desk.say(Message(rule, Context(terms, frozenset({_NUMBERS.get(len(clauses), "none")}))))


def _rank(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else len(names)


def _change(panel: Panel) -> float:
    first, last = (panel.mean(panel.names, year) for year in (panel.years[0], panel.years[-1]))
    return last / first - 1 if first else 0.0


def _meaning(panel: Panel) -> str:
    """Return what it means that the average of a figure has gone as it has."""
    return panel.metric.risen if panel.course == "up" else panel.metric.fallen


def take_thesis(desk: Desk, *, shown: bool) -> list[Sentence]:
    """Return an unused thesis: the one that most told figures bear out, or one that none could refute; or nothing."""
    courses = {panel.data.id: panel.course for panel in told_panels(desk.plan)}
    left = [item for item in desk.shelf.theses if bool(item.shown) == shown]
    fair = [item for item in left if all(courses.get(name) == way for name, way in item.shown)]
    if not fair:
        return []
    thesis = max(fair, key=lambda item: len(item.shown))
    return desk.quote_text([desk.shelf.use_thesis(thesis)])


def weigh_belief(desk: Desk) -> list[Sentence | None]:
    """Return a thesis that one figure refutes or bears out, as what people believe, with what that figure did."""
    told = {panel.data.id: panel for panel in told_panels(desk.plan)}
    tested = [item for item in desk.shelf.theses if len(item.shown) == 1 and _tests(told, item)]
    refuted = [item for item in tested if told[item.shown[0][0]].course != item.shown[0][1]]
    if not tested:
        return []
    thesis = (refuted or tested)[0]
    trend = panels.trend(told[thesis.shown[0][0]])
    verdict = Message(f"belief.{'refuted' if refuted else 'upheld'}", trend.context) if trend is not None else None
    said = desk.say(verdict) if verdict is not None else None
    if said is None:
        return []
    return [desk.say(Message("intro.thesis", Context({}))), *desk.quote_text([desk.shelf.use_thesis(thesis)]), said]


def _tests(told: dict[str, Panel], thesis: Thesis) -> bool:
    """Tell whether a told figure has gone the way that a thesis needs, or the other."""
    name, _ = thesis.shown[0]
    return name in told and bool(told[name].course)
