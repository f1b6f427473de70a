"""Paragraphs on a figure that may be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dataset_builder.families.reports.manuscript import Items, Paragraph
from dataset_builder.families.reports.titles import find_source
from dataset_builder.families.reports.writing import panels, paths, patterns
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, finish, paragraph
from dataset_builder.families.reports.writing.findings import told_findings
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.terms import is_plural, thin_unit

_LEANING = ("because", "second.S")
"""Rules of sentences that only stand behind another."""
_JOINED = 0.45
"""How often two messages are tried in one sentence."""
_OPENED = 0.3
"""How often a paragraph that could do without has a first line to introduce it."""
_POINTS = 4
"""Key points of a chapter at most."""
_CAUSES, _DRIVES = 3, 12
"""Causes of a rise, and of a fall, that are told, and the builds of a paragraph on them."""
_NOTED = 0.4
"""How often the last sentence of a definition goes into a footnote."""


def line(desk: Desk, rule: str, context: Context | None = None) -> Sentence | None:
    """Return a sentence for a rule that tells no figure."""
    return desk.say(Message(rule, context or Context()))


def opener(desk: Desk, rule: str, context: Context | None = None) -> Sentence | None:
    """Return a first line that introduces a paragraph, in some paragraphs."""
    return line(desk, rule, context) if desk.rng.random() < _OPENED else None


def authored(desk: Desk, texts: Sequence[str]) -> list[Sentence]:
    """Return authored sentences that belong together."""
    return desk.quote_text(desk.shelf.fill_all(texts))


def speak(desk: Desk, messages: Iterable[Message | None]) -> list[Sentence | None]:
    """Return sentences for messages in turn.

    Two short ones may share a sentence, and one on the entity just spoken of may use a pronoun.
    """
    left = [message for message in messages if message is not None]
    found: list[Sentence | None] = []
    before = ""
    while left:
        message = left.pop(0)
        if message.rule.startswith(_LEANING) and (not found or found[-1] is None):
            continue
        if message.about and message.about == before:
            message = message.having("given")
        if left and desk.rng.random() < _JOINED:
            second = left[0].having("given") if left[0].about and left[0].about == message.about else left[0]
            both = desk.say_both(message, second)
            if both is not None:
                before = left.pop(0).about
                found.append(both)
                continue
        sentence = desk.say(message)
        if sentence is not None:
            before = "" if message.rule.startswith("because") else message.about
        found.append(sentence)
    return found


_PLURAL = re.compile(r"(?:They|Them|Their|These|Those)\b(?! who)")
"""A sentence that begins so speaks of several things just named."""
_WORD = re.compile(r"\b(?!the\b|an?\b|of\b)[a-z]{3,}")
_TAKES_UP = re.compile(r"(?:It|They|Its|Their)\b")
"""A sentence that begins so speaks of the figure just named, and stands right behind its name."""
_ENDS_IN_NUMBER = re.compile(r"[\d}][.?!]$")
"""A mark behind these would read as decimals."""


def noted(desk: Desk, sentence: Sentence | None, dataset: str) -> Sentence | None:
    """Return a sentence with a footnote that names the source of a dataset, unless the chapter has that note."""
    source = typeset(find_source(desk.plan.world, dataset))
    if sentence is None or not source or _ENDS_IN_NUMBER.search(sentence.text):
        return sentence
    if any(source in note for note in desk.notes):
        return sentence
    text = desk.phrase("note.source", Context({"source": source}))
    return Sentence(f"{sentence.text}{desk.note(finish(text))}", sentence.facts)


def open_metric(desk: Desk, panel: Panel, *, lead: bool) -> Paragraph | None:
    """Return the paragraph that takes up a figure and says why it matters."""
    flags = frozenset({str(panel.metric.better)})
    if {*_WORD.findall(str(panel.terms["full"]).lower())[:2]} & {*_WORD.findall(str(panel.terms["bare"]).lower())}:
        flags |= {"circular"}
    first = line(desk, "open.metric" if lead else "open.second", Context(panel.terms, flags))
    texts = list(panel.metric.matters)
    if not is_plural(str(panel.terms["bare"])):
        texts = [text for text in texts if not _PLURAL.match(text)] or texts
    desk.rng.shuffle(texts)
    texts.sort(key=lambda text: not _TAKES_UP.match(text))
    return paragraph([first, *authored(desk, texts)], "topic")


def define(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on what is counted."""
    first = opener(desk, "definition.open", Context(panel.terms))
    *texts, last = authored(desk, panel.metric.definition)
    if texts and desk.rng.random() < _NOTED:
        texts[-1] = Sentence(f"{texts[-1].text}{desk.note(last.text)}", texts[-1].facts)
        return paragraph([first, *texts], "definition")
    return paragraph([first, *texts, last], "definition")


def doubt(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on what the figure hides, which begins by naming it."""
    first = line(desk, "caveat.open", Context(panel.terms, _number(panel)))
    return paragraph([first, *authored(desk, panel.metric.caveats)], "caveat")


def _number(panel: Panel) -> frozenset[str]:
    """Return the flag ``plural`` where the name of a figure is plural."""
    return frozenset({"plural"} if is_plural(str(panel.terms["bare"])) else ())


def drive(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on what raises and lowers the figure in general."""
    terms = panel.terms
    for mark, clauses in (("r", panel.metric.up), ("f", panel.metric.down)):
        order = desk.rng.sample(clauses, len(clauses))
        terms |= {f"{mark}{number}": text for number, text in enumerate(desk.shelf.fill_all(order[:_CAUSES]))}
    builds = [f"drivers.{number}" for number in range(1, _DRIVES + 1)]
    left = [build for build in builds if ("build", "drivers", build) not in desk.told_once] or builds
    build = desk.rng.choice(left)
    desk.told_once.add(("build", "drivers", build))
    return paragraph([line(desk, build, Context(terms, _number(panel)))], "explanation")


def overview(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the average, with its first and last value where these may stand, and on the range."""
    whole = panels.overall(panel)
    forms = (desk.say(replace(whole, rule=f"overview.{values}")) for values in ("both", "one", "none"))
    first = next((sentence for sentence in forms if sentence is not None), None)
    found = speak(desk, [panels.breadth(panel), panels.extremes(panel, panel.years[-1])])
    said = [first, *found]
    place = next((place for place, each in enumerate(said) if each and not _ENDS_IN_NUMBER.search(each.text)), 0)
    said[place] = noted(desk, said[place], panel.data.id)
    text = paragraph(said, "support")
    return replace(text, text=thin_unit(text.text, panel.data.unit)) if text is not None else None


def key_points(desk: Desk, panel: Panel) -> Items | None:
    """Return a list of what a chapter found on a figure: its findings, and its steepest year and ends to fill up."""
    found = [Message(f"points.find.{item.kind}", item.context) for item in told_findings(desk, panel)]
    steepest, cause = paths.steepest_year(panel)[0], patterns.main_touch(panel)
    fits = cause is None or cause.base < int(str(steepest.context.terms["y1"])) <= cause.years[1]
    fill = [*([steepest] if fits else []), panels.extremes(panel, panel.years[-1])]
    found += [replace(message, rule=f"points.{message.rule}") for message in fill]
    said = [sentence for point in found[:_POINTS] if (sentence := desk.say(point))]
    if len(said) < 3:
        return None
    facts = tuple(dict.fromkeys(fact for sentence in said for fact in sentence.facts))
    return Items(tuple(("", sentence.text) for sentence in said), facts=facts)
