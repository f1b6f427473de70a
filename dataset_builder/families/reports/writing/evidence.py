"""Chapters of evidence: what a figure is, how it moved, what drives it, what it hides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.manuscript import Block, Paragraph, Show, Subheading
from dataset_builder.families.reports.model import Dataset, Exhibit, Section
from dataset_builder.families.reports.topics import Purpose
from dataset_builder.families.reports.writing import cubes, figures, readings, told
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, paragraph
from dataset_builder.families.reports.writing.ear import split_sentences
from dataset_builder.families.reports.writing.events import credited
from dataset_builder.families.reports.writing.findings import find_all, new_heading, partners, write_finding
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.happenings import event_units
from dataset_builder.families.reports.writing.panels import Panel, find_panel
from dataset_builder.families.reports.writing.subjects import words_of_subjects
from dataset_builder.families.reports.writing.terms import Terms, thin_unit
from dataset_builder.families.reports.writing.units import (
    REQUIRED,
    Unit,
    capital,
    essay,
    headed,
    passage,
    plain_unit,
    quotation,
    sidebar,
)
from dataset_builder.families.reports.writing.words import content_words

_BRIDGED = ("evidence", "episode", "cases", "debate", "outlook", "recommendations")
_ASIDE: tuple[Purpose, ...] = ("mechanism", "practice", "comparison", "people", "stakes", "history", "background")
"""Purposes of passages beside data of other kinds, the best first."""
_LEAD, _BESIDE = (0.95, 0.93, 0.9, 0.65, 0.6, 0.5), (0.91, 0.62, 0.48)
"""How much each finding is wanted on the figure that leads a chapter, and on one beside it."""
_NOTES = re.compile(r"(?:\{n:\d+\})+$")
"""Marks of notes behind a sentence."""


def evidence_units(desk: Desk, section: Section) -> list[Unit]:
    """Return the units of a chapter of evidence, subject by subject."""
    world = desk.plan.world
    found: list[Unit] = []
    lead = next((name for name in section.subjects if name in world.datasets), "")
    for subject in section.subjects:
        shows = [exhibit for exhibit in section.exhibits if exhibit.dataset == subject]
        if subject not in world.datasets:
            if any(subject == happening.id for happening in world.happenings):
                found += event_units(desk, subject)
            continue
        found += subject_units(desk, subject, shows, lead)
    if lead in desk.plan.told and world.datasets[lead].kind == "panel":
        return [*found, Unit(0.89, 60, partial(_points, desk, lead)), *_bridge(desk, section, lead)]
    near: frozenset[str] = frozenset().union(*(words_of(desk, name) for name in section.subjects))
    return [
        *found,
        sidebar(desk, 0.72, near),
        passage(desk, 0.7, *_ASIDE, near=near),
        passage(desk, 0.6, *_ASIDE, near=near),
    ]


def _bridge(desk: Desk, section: Section, lead: str) -> list[Unit]:
    """Return a unit that leads to the next chapter and says what that has to do with this one, for most chapters."""
    metrics = {metric.id: metric for metric in desk.plan.world.topic.metrics}
    place = [other.id for other in desk.plan.sections].index(section.id)
    following = desk.plan.sections[place + 1] if place + 1 < len(desk.plan.sections) else None
    if following is None or following.kind not in _BRIDGED or desk.rng.random() < 0.2:
        return []
    other = next((metrics[name] for name in following.subjects if name in metrics), None)
    if following.kind == "evidence" and other is None:
        return []
    if following.kind == "episode" and not _moved_by(desk, lead, following.subjects):
        return []
    terms: Terms = {**find_panel(desk.plan.world, lead).terms, "next": following.title}
    terms |= {"other_the": typeset(other.short)} if other else {}

    def write() -> Paragraph | None:
        return paragraph([told.line(desk, f"link.{following.kind}", Context(terms))], "transition")

    return [plain_unit(0.75, 24, write)]


def _moved_by(desk: Desk, metric: str, events: Sequence[str]) -> bool:
    """Tell whether one of some events shows in a figure."""
    return any(touch.happening.id in events for touch in credited(find_panel(desk.plan.world, metric)))


def _points(desk: Desk, lead: str) -> Sequence[Block]:
    """Return the key points of a chapter."""
    panel = find_panel(desk.plan.world, lead)
    items = told.key_points(desk, panel)
    return [new_heading(desk, "points.title", Context()), items] if items else []


def subject_units(desk: Desk, subject: str, shows: Sequence[Exhibit], lead: str = "") -> list[Unit]:
    """Return the units on one dataset, with its exhibits, under a heading unless it is the ``lead`` of the chapter."""
    data = desk.plan.world.datasets[subject]
    may_tell = subject in desk.plan.told
    if data.kind != "panel" and not shows:
        return []
    if data.kind == "panel":
        write = _told_panel if may_tell else _shown_panel
        units = write(desk, subject, shows, lead=lead == subject)
    else:
        units = _told_cube(desk, data, shows) if may_tell else [_discussed(desk, data.id, shows)]
        units += [essay(desk, 0.86, data.id), passage(desk, 0.46, *_ASIDE, near=words_of(desk, subject))]
    if lead == subject:
        return units
    heading = Subheading(capital(typeset(data.name)))
    return [Unit(REQUIRED, 4, lambda: [heading]), *units]


def words_of(desk: Desk, subject: str) -> frozenset[str]:
    """Return the content words of what the topic says on a dataset, an event or a debate."""
    world = desk.plan.world
    named = content_words((world.datasets[subject].name,)) if subject in world.datasets else frozenset()
    return words_of_subjects(world.topic).get(subject, named)


def ref_of(exhibit: Exhibit) -> str:
    """Return the mark that stands for the printed name of an exhibit."""
    return f"{{{'f' if isinstance(exhibit.spec, ChartSpec) else 't'}:{exhibit.ref}}}"


def point_at(desk: Desk, exhibit: Exhibit) -> Sentence | None:
    """Return the sentence that sends the reader to an exhibit and says what it holds."""
    if desk.plan.world.datasets[exhibit.dataset].kind == "panel":
        return readings.read_panel(desk, exhibit, ref_of(exhibit))
    return readings.read_cube(desk, exhibit, ref_of(exhibit))


def show(desk: Desk, exhibit: Exhibit) -> Show:
    """Return the place of an exhibit with its caption: a value of what may be told, or a note on what is counted."""
    world = desk.plan.world
    if world.datasets[exhibit.dataset].kind == "panel":
        return Show(exhibit, "")
    notes = desk.shelf.take_notes(exhibit.dataset, 1)
    return Show(exhibit, notes[0] if notes else "")


def _shown(desk: Desk, exhibits: Sequence[Exhibit], text: Paragraph | None) -> list[Block]:
    """Return a paragraph that names exhibits in brackets, and these; where it is None, one that points at them."""
    refs = [ref_of(exhibit) for exhibit in exhibits]
    if text is not None and exhibits and (text.move != "passage" or _speaks_of(desk, exhibits[0], text)):
        ends = text.move == "support" and all(len(_years(exhibit)) == 1 for exhibit in exhibits)
        text = replace(text, text=_mark(text.text, refs, -1 if ends else 0))
    elif exhibits:
        said = paragraph([point_at(desk, exhibits[0]), _and_more(desk, exhibits[1:])], "pointer")
        text = replace(said, text=f"{said.text} {text.text}") if said and text else said or text
    return [*([text] if text else []), *(show(desk, exhibit) for exhibit in exhibits)]


def _and_more(desk: Desk, exhibits: Sequence[Exhibit]) -> Sentence | None:
    """Return the sentence that names further exhibits of the same data, None if there are none."""
    if not exhibits:
        return None
    many = frozenset({"many"} if len(exhibits) > 1 else ())
    return desk.say(
        Message("reading.more", Context({"refs": figures.listing([ref_of(item) for item in exhibits])}, many))
    )


def _speaks_of(desk: Desk, exhibit: Exhibit, text: Paragraph) -> bool:
    """Tell whether the first sentence of a text is about what an exhibit holds, so that it can name it in brackets."""
    name = content_words((desk.plan.world.datasets[exhibit.dataset].name,))
    return len(name & content_words(split_sentences(text.text)[:1])) >= min(2, len(name))


def _discussed(desk: Desk, dataset: str, exhibits: Sequence[Exhibit]) -> Unit:
    """Return a required unit: an essay on a dataset, or what there is in its place, with its exhibits."""

    def write() -> Sequence[Block]:
        texts = desk.shelf.take_essay(dataset) or desk.shelf.take_notes(dataset, 3, alone=True)
        return _shown(desk, exhibits, paragraph(desk.quote_text(texts), "passage"))

    return Unit(REQUIRED, 84, write)


def _told_panel(desk: Desk, subject: str, shows: Sequence[Exhibit], *, lead: bool) -> list[Unit]:
    panel = find_panel(desk.plan.world, subject)
    near = words_of(desk, subject)
    opening = plain_unit(REQUIRED if lead else 1.0, 75, lambda: told.open_metric(desk, panel, lead=lead))
    overview = [Unit(REQUIRED, 55 + 4 * len(shows), lambda: _shown(desk, shows, told.overview(desk, panel)))]
    if panel.course:
        overview.append(essay(desk, 0.98, subject, panel.course))
    work = essay(desk, 0.96 if lead else 0.82, subject)
    beside = [sidebar(desk, 0.72, near), quotation(desk, 0.5, near=near)] if lead else []
    after = [
        essay(desk, 0.87 if lead else 0.6, subject),
        *_doubt(desk, panel),
        quotation(desk, 0.77, near=near),
        passage(desk, 0.85, *_ASIDE, near=near),
        passage(desk, 0.7 if lead else 0.5, *_ASIDE, near=near),
        quotation(desk, 0.45, near=near),
        *([passage(desk, 0.6, *_ASIDE, near=near)] if lead else []),
    ]
    return [opening, *_definition(desk, panel), work, *overview, *beside, *_themes(desk, panel, lead=lead), *after]


def _themes(desk: Desk, panel: Panel, *, lead: bool) -> list[Unit]:
    """Return the units on what the values of a figure show, the strongest findings first, and on what drives it."""
    found = tuple(find_all(panel, partners(desk.plan, panel)))
    units = [
        Unit(priority, 95, partial(write_finding, desk, panel, found, headed=lead))
        for priority in (_LEAD if lead else _BESIDE)
    ]
    drive = plain_unit(0.92, 90, lambda: told.drive(desk, panel))
    if lead:
        return [*units, headed(drive, partial(new_heading, desk, "sub.causes", Context(panel.terms)))]
    return units


def _shown_panel(desk: Desk, subject: str, shows: Sequence[Exhibit], *, lead: bool) -> list[Unit]:
    panel = find_panel(desk.plan.world, subject)
    return [
        plain_unit(REQUIRED if lead else 1.0, 75, lambda: told.open_metric(desk, panel, lead=lead)),
        *_definition(desk, panel),
        _discussed(desk, subject, shows),
        essay(desk, 0.9, subject),
        plain_unit(0.92 if lead else 0.44, 90, lambda: told.drive(desk, panel)),
        passage(desk, 0.75, *_ASIDE, near=words_of(desk, subject)),
        *_doubt(desk, panel),
    ]


def _definition(desk: Desk, panel: Panel) -> list[Unit]:
    """Return the unit on what is counted, unless the chapter on methods says it of all figures."""
    if desk.plan.has("methods"):
        return []
    return [plain_unit(0.95, 65, lambda: told.define(desk, panel))]


def _doubt(desk: Desk, panel: Panel) -> list[Unit]:
    """Return the unit on what a figure hides, unless the chapter on limits says it of all figures."""
    return [] if desk.plan.has("limits") else [plain_unit(0.9, 58, lambda: told.doubt(desk, panel))]


def _told_cube(desk: Desk, data: Dataset, shows: Sequence[Exhibit]) -> list[Unit]:
    messages = cubes.messages(desk.plan.world, data)
    half = (len(messages) + 1) // 2

    def part(some: Sequence[Message]) -> Paragraph | None:
        text = paragraph(told.speak(desk, some), "support")
        return replace(text, text=thin_unit(text.text, data.unit)) if text is not None else None

    return [
        Unit(REQUIRED, 46 + 6 * len(shows), lambda: _shown(desk, shows, part(messages[:half]))),
        plain_unit(0.88, 50, lambda: part(messages[half:])),
        essay(desk, 0.96, data.id),
    ]


def _years(exhibit: Exhibit) -> set[str]:
    """Return the years of a panel that an exhibit shows."""
    return {fact.split("/")[-1] for fact in exhibit.behind}


def _mark(text: str, refs: Sequence[str], place: int) -> str:
    """Return a paragraph of which one sentence, the first or the last, names exhibits in brackets.

    >>> _mark("It rose to 3. It fell.", ["{f:viz-1-1}"], 0), _mark("It rose to 3. It fell.", ["{f:viz-1-1}"], -1)
    ('It rose to 3 ({f:viz-1-1}). It fell.', 'It rose to 3. It fell ({f:viz-1-1}).')
    >>> _mark("It rose to 3.{n:1} It fell.", ["{f:viz-1-1}"], 0)
    'It rose to 3 ({f:viz-1-1}).{n:1} It fell.'
    """
    sentences = split_sentences(text)
    body = _NOTES.sub("", sentences[place])[:-1]
    sentences[place] = f"{body} ({figures.listing(refs)}){sentences[place][len(body) :]}"
    return " ".join(sentences)
