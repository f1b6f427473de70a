"""Paragraphs on a figure that may be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dataset_builder.families.reports.manuscript import Items, Paragraph
from dataset_builder.families.reports.model import Exhibit
from dataset_builder.families.reports.titles import write_source
from dataset_builder.families.reports.writing import figures, panels, paths, patterns, stretches
from dataset_builder.families.reports.writing.authored import typeset
from dataset_builder.families.reports.writing.desk import Desk, Message, Sentence, finish, paragraph
from dataset_builder.families.reports.writing.events import explain_average, explanation
from dataset_builder.families.reports.writing.grammar import Context
from dataset_builder.families.reports.writing.panels import Panel
from dataset_builder.families.reports.writing.terms import Terms, is_plural, value_terms

_JOINED = 0.45
"""How often two messages are tried in one sentence."""
_OPENED = 0.3
"""How often a paragraph that could do without has a first line to introduce it."""
_ENDS = ("first", "second", "last")
"""Places in an order that a reader has a use for."""
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
    last: Message | None = None
    while left:
        message = left.pop(0)
        if message.rule.startswith("because") and (not found or found[-1] is None):
            continue
        if message.about and message.about == before:
            message = message.having("given")
        if left and desk.rng.random() < _JOINED:
            second = left[0].having("given") if left[0].about and left[0].about == message.about else left[0]
            both = desk.say_both(message, second)
            if both is not None:
                last = left.pop(0)
                before = last.about
                found.append(both)
                continue
        sentence = desk.say(message, after=last)
        if sentence is not None:
            before, last = "" if message.rule.startswith("because") else message.about, message
        found.append(sentence)
    return found


_PLURAL = re.compile(r"(?:They|Them|Their|These|Those)\b(?! who)")
"""A sentence that begins so speaks of several things just named."""
_ENDS_IN_NUMBER = re.compile(r"[\d}][.?!]$")
"""A mark behind these would read as decimals."""


def noted(desk: Desk, sentence: Sentence | None, dataset: str) -> Sentence | None:
    """Return a sentence with a footnote that names the source of a dataset, unless the chapter has that note."""
    source = typeset(write_source(desk.plan.world, dataset).removeprefix("Source: "))
    if sentence is None or not source or _ENDS_IN_NUMBER.search(sentence.text):
        return sentence
    if any(source in note for note in desk.notes):
        return sentence
    text = desk.phrase("note.source", Context({"source": source}))
    return Sentence(f"{sentence.text}{desk.note(finish(text))}", sentence.facts)


def open_metric(desk: Desk, panel: Panel, lead: bool) -> Paragraph | None:
    """Return the paragraph that takes up a figure and says why it matters."""
    context = Context(panel.terms, frozenset({panel.metric.better}))
    first = line(desk, "open.metric" if lead else "open.second", context)
    texts = list(panel.metric.matters)
    if not is_plural(str(panel.terms["bare"])):
        texts = [text for text in texts if not _PLURAL.match(text)] or texts
    desk.rng.shuffle(texts)
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
    """Return the paragraph on what the figure hides."""
    return paragraph(
        [opener(desk, "caveat.open", Context(panel.terms)), *authored(desk, panel.metric.caveats)], "caveat"
    )


def drive(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on what raises and lowers the figure in general."""
    found = []
    for rule, clauses in (("drivers.up", panel.metric.up), ("drivers.down", panel.metric.down)):
        texts = desk.shelf.fill_all(desk.rng.sample(clauses, len(clauses)))
        flags = frozenset({panel.metric.better, *(("plural",) if is_plural(str(panel.terms["bare"])) else ())})
        terms: Terms = {**panel.terms, **{f"c{number}": text for number, text in enumerate(texts)}}
        found.append(line(desk, rule, Context(terms, flags)))
        found.append(line(desk, f"{rule}2", Context(terms, flags)))
    return paragraph(found, "explanation")


def overview(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the average and the range."""
    messages = [panels.trend(panel), panels.breadth(panel), panels.extremes(panel, panel.years[-1])]
    found = speak(desk, messages)
    return paragraph([noted(desk, found[0], panel.data.id), *found[1:]], "support")


def phases(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the years between the first and the last."""
    year = paths.great_year(panel)
    found = speak(desk, [paths.phases(panel), year, _reason(desk, panel, year), paths.longest_streak(panel)])
    return headed(desk, "para.phases", found, panel)


def contrasts(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on entities that moved apart or alike."""
    found = list(desk.fresh(panels.pairs(panel, panel.years[0], panel.years[-1])))[:2]
    told = {message.about for message in found}
    rest = desk.rng.sample([name for name in panel.names if name not in told], 2)
    extra = [stretches.fresh_stretch(desk, panel, name) for name in rest]
    sentences: list[Sentence | None] = []
    for message in found:
        sentences += speak(desk, [message])
    return headed(desk, "para.cases", [*sentences, *speak(desk, extra)], panel)


def steps(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the largest step and the steadiest entity."""
    jump = panels.largest_step(panel)
    messages = [jump, _reason(desk, panel, jump), panels.steadiest(panel), paths.level_pair(panel)]
    return paragraph(speak(desk, messages), "support")


def _reason(desk: Desk, panel: Panel, step: Message) -> Message | None:
    year = int(str(step.context.terms["y1"]))
    whole = step.rule == "year.S"
    world = desk.plan.world
    found = explain_average(world, panel, year) if whole else explanation(world, panel, step.about, year)
    return found if found is not None and is_first(desk, panel, found) else None


def is_first(desk: Desk, panel: Panel, reason: Message) -> bool:
    """Tell whether a figure has not been explained by an event before, and remember that it has."""
    key = ("reason", panel.data.id, str(reason.context.terms["noun"]))
    told_before = key in desk.told_once
    desk.told_once.add(key)
    return not told_before


def compare_groups(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the groups."""
    messages = panels.groups(panel)
    if not messages:
        return None
    found = [desk.say(messages[0])]
    for message in messages[1:]:
        found.append(desk.say(message, *(("told",) if found[0] else ())))
    return headed(desk, "para.groups", found, panel)


def turns(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on entities that turned on the way, and on one that went its own."""
    turning = list(desk.fresh(panels.turning_point(panel, name) for name in panel.names))
    turning.sort(key=lambda message: -message.interest)
    messages: list[Message] = turning[:2]
    spoken = {message.about for message in messages}
    rest = [name for name in panel.names if name not in spoken]
    courses = desk.fresh(paths.path(panel, name) for name in desk.rng.sample(rest, len(rest)))
    messages += list(courses)[: 3 - len(messages)]
    return paragraph(speak(desk, messages), "support")


def order(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on ranks."""
    passed = sorted(desk.fresh(panels.overtaking(panel)), key=lambda message: -message.interest)[:1]
    climbs = [message for message in panels.climbs(panel) if message.context.terms["r1"] in _ENDS]
    climbed = sorted(climbs, key=lambda message: -message.interest)[:2]
    duels = list(desk.fresh(paths.duels(panel)))
    chosen = desk.rng.sample(duels, min(1, len(duels)))
    messages = [*list(panels.reigns(panel))[:2], *passed, *chosen, *climbed[: 2 - len(chosen)]]
    return headed(desk, "para.order", speak(desk, messages), panel)


def podium(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the three highest and the three lowest."""
    messages = paths.podium(panel, panel.years[-1])
    top = desk.say(messages[0])
    found = [top, desk.say(messages[1]) if top else None, desk.say(messages[2])]
    return paragraph(found, "support")


def key_points(desk: Desk, panel: Panel) -> Items | None:
    """Return a list of what a chapter found on a figure."""
    ends = panels.pairs(panel, panel.years[0], panel.years[-1])
    apart = [message for message in ends if message.rule == "contrast.S"][:1]
    most = panels.extremes(panel, panel.years[-1])
    messages = [paths.steepest_year(panel)[0], *apart, most, panels.spread(panel)]
    points = [replace(message, rule=f"points.{message.rule}") for message in messages if message]
    found = [sentence for point in points if (sentence := desk.say(point))]
    if len(found) < 3:
        return None
    facts = tuple(fact for sentence in found for fact in sentence.facts)
    return Items(tuple(("", sentence.text) for sentence in found[:3]), facts=facts)


def field(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the width of the field."""
    messages = [panels.spread(panel), panels.above_mark(panel), paths.middle_value(panel), paths.catching_up(panel)]
    return headed(desk, "para.field", speak(desk, messages), panel)


def judge(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph that says what to make of a figure."""
    found = [sentence for message in patterns.verdict(panel) if (sentence := desk.say(message))]
    return paragraph([opener(desk, "verdict.open", Context(panel.terms)), *found], "close") if len(found) >= 2 else None


def causes(desk: Desk, panel: Panel) -> Paragraph | None:
    """Return the paragraph on the events that moved the figure."""
    messages = list(patterns.causes(panel))
    if len(messages) < 2:
        return None
    found: list[Sentence] = []
    for message in messages:
        sentence = desk.say(message, *(("later",) if found else ()))
        found += [sentence] if sentence else []
    terms: Terms = {**panel.terms, "n": figures.count(len(messages))}
    opening = line(desk, "causes.open" if len(found) == len(messages) else "causes.some", Context(terms))
    return paragraph([opening, *found], "cause") if found else None


def caption(panel: Panel, exhibit: Exhibit) -> Message | None:
    """Return the message on the extremes of what an exhibit shows of a panel that may be told."""
    pairs = shown_pairs(panel, exhibit)
    if len(pairs) < 3:
        return None
    (low, least), (high, most) = (pick(pairs, key=lambda pair: panel.at(*pair)) for pick in (min, max))
    terms: Terms = {**panel.terms, "High": high, "Low": low, "y0": str(least), "y1": str(most)}
    terms |= value_terms("high", panel.at(high, most), panel.data)
    terms |= value_terms("low", panel.at(low, least), panel.data)
    wide = frozenset({"wide"} if len({name for name, _ in pairs}) > 1 else ())
    return Message("caption.panel", Context(terms, wide), panel.facts((high, most), (low, least)))


def shown_pairs(panel: Panel, exhibit: Exhibit) -> list[tuple[str, int]]:
    """Return entity and year of each value of a panel that an exhibit shows."""
    keys = [tuple(fact.split("/")[1:]) for fact in exhibit.facts if fact.startswith(f"{panel.data.id}/")]
    return [(name, int(year)) for name, year in keys]


def compare_figures(desk: Desk, panel: Panel, other: Panel) -> Paragraph | None:
    """Return the paragraph on two figures: whether they go together, and entities that moved on both."""
    opening = line(desk, "cross.open", Context({**panel.terms, "other_the": str(other.terms["the"])}))
    ties = paths.cross(panel, other)
    tie = desk.say(ties[0]) if ties else None
    found = ties[1:] if tie is not None else []
    last = panel.years[-1]
    spoken = {message.about for message in found}
    names = [name for name in (panel.ranked(last)[0], other.ranked(last)[0], *panel.names) if name not in spoken]
    moved = (paths.both_moved(panel, other, name) for name in dict.fromkeys(names))
    found += [message.having("paired") for message in desk.fresh(moved)][: 1 if tie else 2]
    sentences = [tie, *speak(desk, found)]
    return paragraph([opening, *sentences], "comparison") if any(sentences) else None


def headed(desk: Desk, rule: str, sentences: Sequence[Sentence | None], panel: Panel) -> Paragraph | None:
    """Return a paragraph with a first line if it has two sentences or more to follow."""
    found = [sentence for sentence in sentences if sentence is not None]
    opening = opener(desk, rule, Context(panel.terms)) if len(found) >= 2 else None
    return paragraph([opening, *found], "development" if opening else "support")
