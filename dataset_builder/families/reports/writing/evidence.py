"""Chapters of evidence: what a figure is, how it moved, what drives it, what it hides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.manuscript import Block, Paragraph, Show, Subheading
from dataset_builder.families.reports.model import Dataset, Exhibit, Section
from dataset_builder.families.reports.writing import cubes, panels
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.episodes import event_units
from dataset_builder.families.reports.writing.events import explanation
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel, find_panel
from dataset_builder.families.reports.writing.terms import Terms, is_plural, place_terms
from dataset_builder.families.reports.writing.units import REQUIRED, Unit, passage, plain_unit, quotation, sidebar


def evidence_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of evidence, subject by subject."""
    world = desk.plan.world
    found: list[Unit] = []
    for number, subject in enumerate(section.subjects):
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject not in world.datasets:
            if any(subject == happening.id for happening in world.happenings):
                found += event_units(desk, subject, headed=True)
            continue
        found += subject_units(desk, subject, shows, lead=number == 0)
    found.append(sidebar(desk, 0.72))
    found.append(passage(desk, 0.7, "practice", "mechanism", "people"))
    found.append(passage(desk, 0.6, "comparison", "stakes", "practice"))
    return found


def subject_units(desk: Desk, subject: str, shows: Sequence[Exhibit], *, lead: bool) -> list[Unit]:
    """Return the units on one dataset, with its exhibits."""
    data = desk.plan.world.datasets[subject]
    told = subject in desk.plan.told
    if data.kind == "panel":
        units = _told_panel(desk, subject, shows, lead) if told else _shown_panel(desk, subject, shows, lead)
    else:
        units = _told_cube(desk, data, shows) if told else _shown_cube(desk, data, shows)
    if lead:
        return units
    heading = Unit(REQUIRED, 4, lambda: [Subheading(_heading(desk, data))])
    return [heading, *units]


def _heading(desk: Desk, data: Dataset) -> str:
    text = typeset(data.name)
    return text[:1].upper() + text[1:]


def _speak(desk: Desk, messages: Iterable[Message | None]) -> list[Sentence | None]:
    """Return sentences for messages in turn; one on the entity just spoken of may use a pronoun."""
    found: list[Sentence | None] = []
    before = ""
    for message in messages:
        if message is None:
            continue
        flags = ("given",) if message.about and message.about == before else ()
        sentence = desk.say(message, *flags)
        if sentence is not None:
            before = message.about
        found.append(sentence)
    return found


def _line(desk: Desk, rule: str, context: Context | None = None) -> Sentence | None:
    return desk.say(Message(rule, context or Context()))


def _authored(desk: Desk, texts: Sequence[str]) -> list[Sentence]:
    return desk.quote_text(desk.shelf.fill_all(texts))


def _open(desk: Desk, panel: Panel, lead: bool) -> Paragraph | None:
    context = Context(panel.terms, frozenset({panel.metric.better}))
    first = _line(desk, "open.metric" if lead else "open.second", context)
    texts = list(panel.metric.matters)
    desk.rng.shuffle(texts)
    return paragraph([first, *_authored(desk, texts)], "topic")


def _define(desk: Desk, panel: Panel) -> Paragraph | None:
    return paragraph([_line(desk, "definition.open"), *_authored(desk, panel.metric.definition)], "definition")


def _doubt(desk: Desk, panel: Panel) -> Paragraph | None:
    return paragraph([_line(desk, "caveat.open"), *_authored(desk, panel.metric.caveats)], "caveat")


def _drive(desk: Desk, panel: Panel) -> Paragraph | None:
    found = []
    for rule, clauses in (("drivers.up", panel.metric.up), ("drivers.down", panel.metric.down)):
        texts = desk.shelf.fill_all(desk.rng.sample(clauses, len(clauses)))
        plural = frozenset({"plural"}) if is_plural(str(panel.terms["bare"])) else frozenset()
        terms: Terms = {**panel.terms, **{f"c{number}": text for number, text in enumerate(texts)}}
        found.append(_line(desk, rule, Context(terms, plural)))
        found.append(_line(desk, f"{rule}2", Context(terms, plural)))
    return paragraph(found, "explanation")


def _ref(exhibit: Exhibit) -> str:
    return f"{{{'f' if isinstance(exhibit.spec, ChartSpec) else 't'}:{exhibit.ref}}}"


def point_at(desk: Desk, exhibit: Exhibit) -> Sentence | None:
    """Return the sentence that sends the reader to an exhibit."""
    data = desk.plan.world.datasets[exhibit.dataset]
    metric = next((metric for metric in desk.plan.world.topic.metrics if metric.id == data.id), None)
    what = metric.short if metric else typeset(data.name)
    if data.kind == "bridge":
        what = f"the steps from “{typeset(data.keys[0][0])}” to “{typeset(data.keys[0][-1])}”"
    elif data.kind == "flow":
        what = f"the paths of {what}"
    terms: Terms = {**place_terms(desk.plan.world), "ref": _ref(exhibit), "what": what, "the": what}
    flags = frozenset({"plural"} if is_plural(what.removeprefix("the ")) else ())
    if exhibit.asked:
        return _line(desk, "point.shown", Context(terms, flags))
    return _line(desk, "point.told" if metric else "point.told_other", Context(terms, flags))


def show(desk: Desk, exhibit: Exhibit) -> Show:
    """Return the place of an exhibit with its caption."""
    caption = desk.say(
        Message("caption.shown" if exhibit.asked else "caption.told", Context(place_terms(desk.plan.world)))
    )
    return Show(exhibit, caption.text if caption else "")


def _exhibit_unit(desk: Desk, exhibits: Sequence[Exhibit], notes: str = "") -> Unit:
    """Return a required unit: a paragraph that points at exhibits, and these; a note on ``notes``' dataset first."""

    def write() -> Sequence[Block]:
        sentences: list[Sentence | None] = [*desk.quote_text(desk.shelf.take_notes(notes, 1) if notes else [])]
        sentences += [point_at(desk, exhibit) for exhibit in exhibits]
        if any(exhibit.asked for exhibit in exhibits):
            sentences.append(_line(desk, "point.reading"))
        text = paragraph(sentences, "pointer")
        return [*([text] if text else []), *(show(desk, exhibit) for exhibit in exhibits)]

    return Unit(REQUIRED, 30 * len(exhibits) + (15 if notes else 0), write)


def _told_panel(desk: Desk, subject: str, shows: Sequence[Exhibit], lead: bool) -> list[Unit]:
    panel = find_panel(desk.plan.world, subject)
    first, last = panel.years[0], panel.years[-1]
    found = [
        plain_unit(REQUIRED if lead else 1.0, 75, lambda: _open(desk, panel, lead)),
        plain_unit(0.95, 65, lambda: _define(desk, panel)),
        plain_unit(REQUIRED, 90, lambda: _overview(desk, panel)),
    ]
    if shows:
        found.append(_exhibit_unit(desk, shows))
    found += [
        plain_unit(0.9, 80, lambda: _contrasts(desk, panel, first, last)),
        passage(desk, 0.85, "mechanism", "practice"),
        plain_unit(0.8, 75, lambda: _steps(desk, panel)),
        quotation(desk, 0.78),
        plain_unit(0.76, 80, lambda: _compare_groups(desk, panel)),
        plain_unit(0.92, 90, lambda: _drive(desk, panel)),
        plain_unit(0.6, 80, lambda: _turns(desk, panel)),
        plain_unit(0.55, 70, lambda: _order(desk, panel)),
        plain_unit(0.9, 70, lambda: _doubt(desk, panel)),
        plain_unit(0.5, 60, lambda: _field(desk, panel)),
    ]
    return found


def _overview(desk: Desk, panel: Panel) -> Paragraph | None:
    high, ratio = panels.extremes(panel, panel.years[-1])
    return paragraph(_speak(desk, [panels.trend(panel), panels.breadth(panel), high, ratio]), "support")


def _contrasts(desk: Desk, panel: Panel, first: int, last: int) -> Paragraph | None:
    found = list(panels.pairs(panel, first, last))[:2]
    middle = panel.years[len(panel.years) // 2]
    told = {message.about for message in found}
    rest = [name for name in panel.names if name not in told]
    extra = [panels.change(panel, name, first, middle) for name in desk.rng.sample(rest, min(1, len(rest)))]
    return paragraph(_speak(desk, [*found, *extra]), "comparison")


def _steps(desk: Desk, panel: Panel) -> Paragraph | None:
    jump = panels.largest_step(panel)
    found: list[Message | None] = [jump]
    year = int(str(jump.context.terms["y1"]))
    direction = "up" if "up" in jump.context.flags else "down"
    found.append(explanation(desk.plan.world, panel, jump.about, year, direction))
    found.append(panels.steadiest(panel))
    return paragraph(_speak(desk, found), "support")


def _compare_groups(desk: Desk, panel: Panel) -> Paragraph | None:
    found: list[Sentence | None] = []
    messages = panels.groups(panel)
    if not messages:
        return None
    found += _speak(desk, messages)
    high = messages[0].about
    group = next(group for group in desk.plan.world.topic.entities.groups if group.name == high)
    traits = desk.shelf.fill_all(desk.rng.sample(group.traits, 2))
    found.append(_line(desk, "trait", Context({"G": high, "t0": traits[0]})))
    return paragraph(found, "comparison")


def _turns(desk: Desk, panel: Panel) -> Paragraph | None:
    turning = [message for name in panel.names if (message := panels.turning_point(panel, name))]
    turning.sort(key=lambda message: -message.interest)
    return paragraph(_speak(desk, turning[:3]), "support")


def _order(desk: Desk, panel: Panel) -> Paragraph | None:
    passed = sorted(panels.overtaking(panel), key=lambda message: -message.interest)[:1]
    climbed = sorted(panels.climbs(panel), key=lambda message: -message.interest)[:2]
    return paragraph(_speak(desk, [*list(panels.reigns(panel))[:1], *passed, *climbed]), "support")


def _field(desk: Desk, panel: Panel) -> Paragraph | None:
    return paragraph(_speak(desk, [panels.spread(panel), panels.above_mark(panel)]), "support")


def _shown_panel(desk: Desk, subject: str, shows: Sequence[Exhibit], lead: bool) -> list[Unit]:
    panel = find_panel(desk.plan.world, subject)
    return [
        plain_unit(REQUIRED if lead else 1.0, 75, lambda: _open(desk, panel, lead)),
        plain_unit(0.95, 65, lambda: _define(desk, panel)),
        _exhibit_unit(desk, shows),
        plain_unit(0.92, 90, lambda: _drive(desk, panel)),
        passage(desk, 0.75, "mechanism", "practice"),
        plain_unit(0.9, 70, lambda: _doubt(desk, panel)),
    ]


def _told_cube(desk: Desk, data: Dataset, shows: Sequence[Exhibit]) -> list[Unit]:
    messages = cubes.messages(desk.plan.world, data)
    half = (len(messages) + 1) // 2

    def first() -> Paragraph | None:
        return paragraph(
            [*_speak(desk, messages[:half]), *desk.quote_text(desk.shelf.take_notes(data.id, 1))], "support"
        )

    def second() -> Paragraph | None:
        return paragraph(
            [*_speak(desk, messages[half:]), *desk.quote_text(desk.shelf.take_notes(data.id, 2))], "support"
        )

    found = [plain_unit(REQUIRED, 60, first)]
    if shows:
        found.append(_exhibit_unit(desk, shows))
    found.append(plain_unit(0.88, 70, second))
    return found


def _shown_cube(desk: Desk, data: Dataset, shows: Sequence[Exhibit]) -> list[Unit]:
    def rest() -> Paragraph | None:
        return paragraph(desk.quote_text(desk.shelf.take_notes(data.id, 2)), "support")

    return [_exhibit_unit(desk, shows, data.id), plain_unit(0.88, 45, rest)]
