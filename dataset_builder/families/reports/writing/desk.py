"""The writer's desk: what has been said so far in a report, and how the next sentence is chosen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.manuscript import Paragraph
from dataset_builder.families.reports.model import Exhibit, Plan
from dataset_builder.families.reports.writing.authored import Shelf
from dataset_builder.families.reports.writing.ear import Ear, Mask, split_sentences
from dataset_builder.families.reports.writing.figures import article, plain, spell_start
from dataset_builder.families.reports.writing.grammar import Context, Grammar, load_grammar
from dataset_builder.families.reports.writing.register import Figure, Register, name_figures, name_mould
from dataset_builder.families.reports.writing.silence import (
    may_tell_note,
    may_tell_thesis,
    may_tell_trait,
    tellable,
)
from dataset_builder.families.reports.writing.terms import place_terms
from dataset_builder.moments import MONTHS

_CANDIDATES = 9
_TRIES = 40
_UNBEARABLE = 60.0
_LONG = 34
"""Words of a sentence made of two."""
_BROKEN = re.compile(r"[.;:?“(]|, (?:and|while|but|so|as|where|when)\b")
_JOINTS = {"apart": (", while ", ", but ", "; "), "alike": (", and ", "; ", "; ")}
_AGAIN = 18.0
"""How bad it is to print a value that the sentence before has: worse than a worn turn of phrase."""
_YEAR = re.compile(r"(?:19|20)\d\d|\d")
_FIGURE_FIRST = re.compile(r"(?!(?:19|20)\d\d\b)−?\d")
_SMALL = 31
"""Whole numbers up to it are too common to be told apart by their digits."""
_ENDS_IN_ZERO = re.compile(r"\.\d*[1-9]0+$")
_TOKEN = re.compile(r"\d(?<![\w.,]\d)[\d,]*(?:\.\d+)?")
_MARK = re.compile(r"\{[nft]:[^}]*\}")
_DOUBLED = re.compile(r"\b(\w+) \1\b")
_ALIKE = re.compile(r" (?<=(\w) )(?=\w*\1\b)")
"""Between words that end in one letter, as doubled ones do."""
_LOOSE = re.compile(r" +([,.;:?!])")
_MARKS = re.compile(r"([,;:])(?:\s*[,;:])+")
_QUOTES = re.compile(r"[“‘(]*")
_ENDS = (".", "?", "!", ".”", "?”", "!”", ".’", "?’", "!’")
_ARTICLE = re.compile(r"([Aa])(?<![\w’-][Aa])(n?) (?=([“‘(]?[\w][\w.,’-]*))")
_INNER_START = re.compile(r"([.?!]”? )([a-z])")
_TAKES_ARTICLE = re.compile(r"(?:the|an?) ")


@dataclass(frozen=True)
class Sentence:
    """A finished sentence and the ids of the facts that it tells."""

    text: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Message:
    """Something to say: a rule of the grammar, what it needs, and the facts told.

    Attributes:
        rule: name of the rule that makes a sentence of it.
        context: its terms and flags.
        facts: ids of the facts told.
        interest: how much it is worth telling, 0 to 1.
        about: entity, group or part that it is about, "" if about all.
    """

    rule: str
    context: Context
    facts: tuple[str, ...] = ()
    interest: float = 0.5
    about: str = ""

    def having(self, *flags: str, **terms: str | tuple[str, ...] | Context) -> Message:
        """Return the message with more flags and terms."""
        return Message(self.rule, self.context.having(*flags, **terms), self.facts, self.interest, self.about)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return what it tells, for the register."""
        return name_figures(self.rule, self.context, self.facts)

    @property
    def mould(self) -> tuple[str, ...]:
        """Return which mould makes its sentence, for the register."""
        return name_mould(self.rule, self.context)


def printed_numbers(text: str) -> list[str]:
    """Return the numbers in a text as printed, thousands set apart or not.

    >>> printed_numbers("By 2019, 1,200 of them ({f:viz-2-1}) had 3.4.")
    ['2019', '1,200', '3.4']
    """
    return [token.rstrip(",") for token in _TOKEN.findall(_MARK.sub("", text) if "{" in text else text)]


def _right_article(match: re.Match[str]) -> str:
    """Return the indefinite article that goes with the word behind it."""
    found = article(match[3])
    return f"{found if match[1] == 'a' else found.title()} "


def finish(text: str) -> str:
    """Return a text as a sentence: with capital and full stop, right articles and no doubled words.

    >>> finish("a outage is an harm to a 80-year-old the the")
    'An outage is a harm to an 80-year-old the.'
    """
    text = " ".join(text.split())
    text = _DOUBLED.sub(r"\1", text) if _ALIKE.search(text) else text
    text = _MARKS.sub(r"\1", _LOOSE.sub(r"\1", text))
    text = _ARTICLE.sub(_right_article, text)
    text = _INNER_START.sub(lambda match: match[1] + match[2].upper(), text)
    start = _QUOTES.match(text)
    at = start.end() if start else 0
    text = spell_start(text[:at] + text[at : at + 1].upper() + text[at + 1 :])
    return text if text.endswith(_ENDS) else f"{text}."


@dataclass
class Desk:
    """State of a report that is being written.

    Attributes:
        plan: what is to be written.
        rng: where all choices come from.
        shelf: authored texts.
        barred: numbers as printed that no sentence may hold.
        shown: names of datasets that only exhibits show, in lower case: no sentence has both such a name and a number.
        notes: texts of the footnotes of the chapter that is being written.
        register: of the figures told so far.
        boxes: what boxes are called that hold what people said (True), and those that hold facts (False).
    """

    plan: Plan
    rng: random.Random
    shelf: Shelf
    barred: frozenset[str]
    shown: tuple[str, ...]
    grammar: Grammar = field(default_factory=load_grammar)
    notes: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    told_once: set[tuple[str, ...]] = field(default_factory=set)
    register: Register = field(default_factory=Register)

    def __post_init__(self) -> None:
        """Learn the names of the world, and put away what would give exhibits away."""
        world = self.plan.world
        names = [world.place, world.publisher, *(entity.name for entity in world.entities)]
        names += [person.name for person in world.people]
        for actor in world.topic.actors:
            names += [_TAKES_ARTICLE.sub("", actor.name), _TAKES_ARTICLE.sub("", actor.short)]
        self.ear = Ear(Mask(names))
        drawn = {exhibit.dataset for exhibit in self.plan.exhibits() if _is_drawing(exhibit)}
        topic = world.topic
        seeds = [*(seed.id for seed in topic.relations), *(seed.id for seed in topic.flows)]
        bubbles = {exhibit.dataset for exhibit in self.plan.exhibits() if _is_drawing(exhibit, ("bubble",))}
        self.shelf.drop_notes(set(seeds) - drawn, set(seeds) - bubbles)
        self.shelf.withhold(
            partial(may_tell_note, self.plan),
            partial(may_tell_thesis, self.plan),
            partial(may_tell_trait, self.plan),
            partial(tellable, self.plan),
        )
        kinds = ((True, "boxes.heard"), (False, "boxes.facts"))
        self.boxes = {heard: self.grammar.expand(rule, Context(), self.rng)[0] for heard, rule in kinds}
        self._home = place_terms(world)
        self._proper = (*names, *MONTHS, "“")
        self._before: frozenset[str] = frozenset()

    def allows(self, text: str) -> bool:
        """Tell whether a text gives away nothing of what only exhibits show."""
        return self._allows(text, printed_numbers(text))

    def _allows(self, text: str, numbers: Sequence[str]) -> bool:
        """Tell whether a text with some numbers gives nothing away."""
        if not self.barred.isdisjoint(numbers):
            return False
        low = text.lower()
        if not numbers or not any(name in low for name in self.shown):
            return True
        return not any(
            printed_numbers(sentence) and any(name in sentence.lower() for name in self.shown)
            for sentence in split_sentences(text)
        )

    def is_fresh(self, message: Message) -> bool:
        """Tell whether a message does not tell again what has been told often enough."""
        worn = self.register.is_worn(message.mould)
        return not worn and not self.register.is_spent(message.rule, message.figures)

    def fresh(self, messages: Iterable[Message | None]) -> Iterator[Message]:
        """Yield those messages that there are and that have not been told often enough, with barred values last."""
        found = [item for item in messages if item is not None and self.is_fresh(item)]
        yield from sorted(found, key=lambda item: not self._may_print(item.context))

    def _may_print(self, context: Context) -> bool:
        """Tell whether none of the values of a context is barred."""
        for name, term in context.terms.items():
            if isinstance(term, Context):
                if not self._may_print(term):
                    return False
            elif name[:1] in "vw" and isinstance(term, str) and term.rstrip("%") in self.barred:
                return False
        return True

    def say(self, message: Message, *flags: str, candidates: int = _CANDIDATES) -> Sentence | None:
        """Return the freshest of several sentences for a message, None where it was told or gives something away.

        The choice is remembered.

        Args:
            message: what to say.
            flags: more flags for it.
            candidates: sentences among which the freshest is taken; 1 where that would be the same in most reports.
        """
        if not self.is_fresh(message):
            return None
        context = message.context.having(*flags) if flags else message.context
        found = self._draw(message.rule, context, candidates)
        if found is None:
            return None
        self.register.enter(message.figures)
        self.register.cast(message.mould)
        return Sentence(found, message.facts)

    def say_both(self, first: Message, second: Message) -> Sentence | None:
        """Return one sentence for two messages, joined by how they relate; None where neither is short or plain."""
        if not (self.is_fresh(first) and self.is_fresh(second)) or set(first.figures) & set(second.figures):
            return None
        apart = {"up", "down"} <= (first.context.flags | second.context.flags)
        best: tuple[float, str, tuple[tuple[int, int], ...]] | None = None
        for _ in range(_CANDIDATES):
            one, path = self.grammar.expand(first.rule, first.context, self.rng)
            two, more = self.grammar.expand(second.rule, second.context, self.rng)
            twins = bool(path and more) and path[0] == more[0]
            if twins or _BROKEN.search(one) or _BROKEN.search(two) or len((one + two).split()) > _LONG:
                continue
            if not (_names_figure(one, first.context) and _names_figure(two, second.context)):
                continue
            text = finish(one + self.rng.choice(_JOINTS["apart" if apart else "alike"]) + self._inside(two))
            if not self.allows(text):
                continue
            staleness = self.ear.staleness(text)
            if best is None or staleness < best[0]:
                best = staleness, text, (*path, *more)
        if best is None or best[0] >= _UNBEARABLE:
            return None
        self._keep(best[1], best[2])
        facts = tuple(dict.fromkeys((*first.facts, *second.facts)))
        self.register.enter(first.figures)
        self.register.enter(second.figures)
        self.register.cast(first.mould)
        self.register.cast(second.mould)
        return Sentence(best[1], facts)

    def _at_home(self, context: Context) -> Context:
        """Return a context with the terms that are the same all through a report."""
        return Context({**self._home, **context.terms}, context.flags)

    def _inside(self, text: str) -> str:
        """Return a sentence as it stands behind another: with a small letter, unless a name begins it."""
        return text if text.startswith(self._proper) else text[:1].lower() + text[1:]

    def phrase(self, rule: str, context: Context | None = None) -> str:
        """Return words for a rule, no sentence of their own; "" where none are allowed."""
        context = self._at_home(context or Context())
        for _ in range(_TRIES):
            text, path = self.grammar.expand(rule, context, self.rng)
            if self.allows(text):
                self.grammar.commit(path)
                return _ARTICLE.sub(_right_article, text)
        return ""

    def _draw(self, rule: str, context: Context, candidates: int) -> str | None:
        context = self._at_home(context)
        best: tuple[float, str, tuple[tuple[int, int], ...]] | None = None
        judged: dict[str, tuple[float, str] | None] = {}
        found = 0
        for _ in range(_TRIES):
            raw, path = self.grammar.expand(rule, context, self.rng)
            if raw not in judged:
                judged[raw] = self._judge(raw, context)
            candidate = judged[raw]
            if candidate is None:
                continue
            found += 1
            if best is None or candidate[0] < best[0]:
                best = *candidate, path
            if found >= candidates and best[0] < _UNBEARABLE:
                break
        if best is None or best[0] >= 2 * _UNBEARABLE:
            self.dropped.append(rule)
            return None
        self._keep(best[1], best[2])
        return best[1]

    def _keep(self, text: str, path: Sequence[tuple[int, int]]) -> None:
        """Remember a sentence that was chosen."""
        self.grammar.commit(path)
        self.ear.hear(text)
        self._before = frozenset(printed_numbers(text))

    def _judge(self, raw: str, context: Context) -> tuple[float, str] | None:
        """Return how stale a candidate would sound, and the candidate finished; None where it may not stand."""
        text = finish(raw)
        numbers = printed_numbers(text)
        if not self._allows(text, numbers) or not _names_figure(text, context):
            return None
        return sum(map(self.ear.staleness, split_sentences(text))) + self._echo(text, numbers), text

    def _echo(self, text: str, numbers: Sequence[str]) -> float:
        """Return how bad it is that a sentence has values of the one before it, or begins with a figure."""
        again = [number for number in self._before.intersection(numbers) if not _YEAR.fullmatch(number)]
        return _AGAIN * len(again) + (_UNBEARABLE if _FIGURE_FIRST.match(text) else 0.0)

    def quote_text(self, texts: Iterable[str]) -> list[Sentence]:
        """Return authored sentences as such, remembered."""
        found = [Sentence(finish(text)) for text in texts]
        for sentence in found:
            self.ear.hear(sentence.text)
        return found

    def note(self, text: str) -> str:
        """Add a footnote to the chapter and return its mark."""
        self.notes.append(text)
        return f"{{n:{len(self.notes)}}}"


def _names_figure(text: str, context: Context) -> bool:
    """Tell whether a sentence that stands outside the chapter on its figure names it."""
    return "elsewhere" not in context.flags or str(context.terms.get("bare", "")).lower() in text.lower()


def _is_drawing(exhibit: Exhibit, types: Sequence[str] = ("scatter", "bubble", "sankey")) -> bool:
    """Tell whether an exhibit has points or strands of which a note may speak."""
    return isinstance(exhibit.spec, ChartSpec) and exhibit.spec.chart_type in types


def paragraph(sentences: Sequence[Sentence | None], move: str = "") -> Paragraph | None:
    """Return a paragraph of the sentences that there are, None if there are none."""
    found = [sentence for sentence in sentences if sentence is not None]
    if not found:
        return None
    facts = tuple(dict.fromkeys(fact for sentence in found for fact in sentence.facts))
    return Paragraph(" ".join(sentence.text for sentence in found), facts, move)


def find_barred(plan: Plan, forbidden: frozenset[str]) -> frozenset[str]:
    """Return the printed numbers that may not stand in the text: ``forbidden``, and values that only exhibits show.

    A number is also barred with its last zeros left out.
    """
    barred = {*forbidden, *(number.rstrip("0") for number in forbidden if _ENDS_IN_ZERO.search(number))}
    for exhibit in plan.exhibits():
        if exhibit.asked:
            barred |= _printed_values(exhibit, plan)
    return frozenset(barred)


def _printed_values(exhibit: Exhibit, plan: Plan) -> set[str]:
    values: list[tuple[float, int]] = []
    if isinstance(exhibit.spec, ChartSpec):
        for datum in exhibit.spec.data:
            values.append((datum.value, exhibit.spec.decimals))
            sides = (value for value in datum.extra.values() if isinstance(value, int | float))
            values += [(side, len(f"{side:.6f}".rstrip("0").partition(".")[2])) for side in sides]
    else:
        for _, cells in exhibit.spec.rows:
            values += list(zip(cells, exhibit.spec.decimals, strict=True))
    data = plan.world.datasets.get(exhibit.dataset)
    if data is not None:
        for fact in exhibit.facts:
            key = tuple(fact.split("/")[1:])
            if key in data.values:
                values.append((data.values[key], data.decimals))
    years = {*plan.world.years, plan.issued[0]}
    found = set()
    for value, decimals in values:
        if value != value:
            continue
        for places in range(decimals + 1):
            counts = places == 0 and (abs(value) <= _SMALL or int(value) in years)
            if round(value, places) == round(value, decimals) and not counts:
                text = plain(abs(value), places)
                found |= {text, text.replace(",", "")}
    return found


def find_shown(plan: Plan) -> tuple[str, ...]:
    """Return the names, in lower case, of datasets that only exhibits show."""
    ids = {exhibit.dataset for exhibit in plan.exhibits() if exhibit.asked}
    metrics: Mapping[str, str] = {metric.id: metric.short for metric in plan.world.topic.metrics}
    told = {metrics[name].lower() for name in plan.told if name in metrics}
    found = []
    for name in sorted(ids):
        if name in plan.world.datasets:
            found.append(plan.world.datasets[name].name.lower())
            if name in metrics and metrics[name].lower() not in told:
                found.append(metrics[name].lower())
    return tuple(found)
