"""Whole narratives: a genre's sections around the rules, laid out in its way."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from dataset_builder.families.hops.model import Column, Extremal, Node, Topic
from dataset_builder.families.hops.narrative.model import Block, BlockKind, Label, Narrative, Sentence
from dataset_builder.families.hops.narrative.patterns import capitalise, expand, finish, lower_first, with_article
from dataset_builder.families.hops.narrative.phrases import COLUMN_MANNERS, Wording
from dataset_builder.families.hops.narrative.planning import Plan, plan_statements
from dataset_builder.families.hops.narrative.sets import Name, draw_names, load_bank, name_label
from dataset_builder.families.hops.narrative.statements import MANNERS, Teller

LAYOUTS = ("paragraphs", "clauses", "questions")
"""Running text; one block a rule, with a number; a question before each rule."""

_FEWEST_WORDS, _MOST_WORDS = 170, 330
"""Range from which a page's length is drawn; rules that need more words take them."""

_MOST_PRINTED, _DRAFTS = 400, 12
"""A longer page is written again, up to this many times; then the shortest draft is taken."""

_WORDS_A_NODE, _WORDS_A_SENTENCE = 22, 22
"""Rough lengths, by which the sentences around the rules are counted out."""

_MOST_QUESTIONS = 5
"""Rules that get a question each; with more rules an answer may go on for several paragraphs."""

_FIELDS = {"environment": "environmental work", "food": "the food trade", "media": "the media"}
"""Domains whose name needs another word in a sentence."""

_QUESTIONS = {
    "keep": (
        "Which {plants} [come through|are kept|stay in]?",
        "[What is asked of|What awaits|Which test awaits] {these}?",
        "How [does the list get shorter|is the field narrowed][ from here| at this point| here|]?",
        "What [comes next|is the next hurdle|counts] for {these}?",
    ),
    "pick": (
        "How [is a choice made|do you choose][ among {these}| here|]?",
        "Which {plants} [come first|are taken]?",
        "What [settles|decides] the [order|ranking][ of {these}|]?",
    ),
    "merge": (
        "How are the [separate results|results so far|different lines] [brought together|combined|joined]?",
        "What [becomes of|happens with|is done with] {sets}?",
        "How do {sets} [meet|come together]?",
    ),
}


@dataclass(frozen=True)
class Genre:
    """A kind of document with its own voice, sections and way to state rules.

    Attributes:
        name: such as ``board-paper``.
        manners: those of ``MANNERS`` that it may use.
        layout: one of ``LAYOUTS``.
        titles: patterns of the title.
        label_first: patterns that introduce the label before the rules.
        rules_intro: patterns that say what the rules start from.
        headings: of the parts ``front``, ``rules`` and ``back``.
        front: pools of sentences before the rules, in order.
        back: pools of sentences after them.
        numbering: ``all`` paragraphs or ``rules`` only; of clauses.
        markers: patterns of numbers, each with the way to refer to them.
    """

    name: str
    manners: tuple[str, ...]
    layout: str
    titles: tuple[str, ...]
    label_first: tuple[str, ...]
    rules_intro: tuple[str, ...]
    headings: Mapping[str, tuple[str, ...]]
    front: tuple[tuple[str, ...], ...]
    back: tuple[tuple[str, ...], ...]
    numbering: str = "rules"
    markers: tuple[tuple[str, str], ...] = ()


@cache
def load_genres() -> dict[str, Genre]:
    """Return the genres by name.

    Raises:
        ValueError: a genre has an unknown manner or layout, or clauses without numbers.
    """
    genres = {}
    for name, table in load_bank("genres").items():
        genre = Genre(
            name=name,
            manners=tuple(table["manners"]),
            layout=table["layout"],
            titles=tuple(table["titles"]),
            label_first=tuple(table["label_first"]),
            rules_intro=tuple(table["rules_intro"]),
            headings={part: tuple(table[f"{part}_headings"]) for part in ("front", "rules", "back")},
            front=tuple(map(tuple, table["front"])),
            back=tuple(map(tuple, table["back"])),
            numbering=table.get("numbering", "rules"),
            markers=tuple((marker, reference) for marker, reference in table.get("markers", ())),
        )
        if genre.layout not in LAYOUTS or not set(genre.manners) <= set(MANNERS):
            raise ValueError(f"genre {name!r}: {genre.manners} or {genre.layout!r} not of {MANNERS} and {LAYOUTS}")
        if (genre.layout == "clauses") != bool(genre.markers):
            raise ValueError(f"genre {name!r}: layout {genre.layout!r} with markers {genre.markers}")
        genres[name] = genre
    return genres


def write_narrative(
    topic: Topic, trace: Node, label: Label, genre: str, rng: random.Random, shown: Collection[Column] = ()
) -> Narrative:
    """Return the narrative of a page: the trace in words, with no chart value and no entity's name.

    Args:
        topic: what the page is about.
        trace: the tree that selects the asked entities.
        label: what they are called, of ``draw_label`` for this trace.
        genre: a name of ``load_genres()``.
        rng: draws every choice of words.
        shown: columns of the charts, beyond which the sentences around the rules speak of nothing; if there are none,
            they speak of all that the topic has.

    Raises:
        ValueError: there is no such genre.
    """
    genres = load_genres()
    if genre not in genres:
        raise ValueError(f"genre {genre!r} is not one of {', '.join(genres)}")
    drafts: list[Narrative] = []
    while len(drafts) < _DRAFTS and (not drafts or drafts[-1].words > _MOST_PRINTED):
        drafts.append(_Writer.start(topic, trace, label, genres[genre], rng, shown).write())
    return min(reversed(drafts), key=lambda draft: draft.words)


@dataclass
class _Writer:
    """The choices that hold for the whole page, and its blocks so far."""

    topic: Topic
    label: Label
    genre: Genre
    rng: random.Random
    plan: Plan
    manner: str
    label_first: bool
    marker: tuple[str, str]
    shown: Collection[Column] = ()
    blocks: list[Block] = field(default_factory=list)
    number: int = 0

    @classmethod
    def start(
        cls, topic: Topic, trace: Node, label: Label, genre: Genre, rng: random.Random, shown: Collection[Column]
    ) -> _Writer:
        """Return a writer for a new page."""
        plan = plan_statements(trace, rng)
        marker = rng.choice(genre.markers) if genre.markers else ("", "")
        return cls(topic, label, genre, rng, plan, rng.choice(genre.manners), rng.random() < 0.5, marker, shown)

    def write(self) -> Narrative:
        """Return the page."""
        genre = self.genre
        front, back = self._draw_pools()
        if self.label_first:
            front.insert(self.rng.choice((min(1, len(front)), len(front))), genre.label_first)
        self._add("title", self._fill(self.rng.choice(genre.titles)).rstrip("."))
        if genre.layout != "paragraphs" or self.rng.random() < 0.6:
            self._add_heading("front")
        self._add_text(front)
        self._add_heading("rules")
        self._add_text([genre.rules_intro])
        self._add_rules()
        self._add_heading("back")
        self._add_text(back)
        return Narrative(genre.name, self.label, self.label_first, tuple(self.blocks))

    def _draw_pools(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """Return the pools of front and back that the page has room for, the first of each always."""
        front, back = ([self._fitting(pool) for pool in pools] for pools in (self.genre.front, self.genre.back))
        told = sum(len(statement.states) for statement in self.plan.statements)
        spare = self.rng.randint(_FEWEST_WORDS, _MOST_WORDS) - _WORDS_A_NODE * told
        places = [("front", index) for index in range(1, len(front))] + [
            ("back", index) for index in range(1, len(back))
        ]
        count = max(0, min(len(places), spare // _WORDS_A_SENTENCE - 3))
        chosen = {("front", 0), ("back", 0), *self.rng.sample(places, count)}
        return (
            [pool for index, pool in enumerate(front) if pool and ("front", index) in chosen],
            [pool for index, pool in enumerate(back) if pool and ("back", index) in chosen],
        )

    def _fitting(self, pool: tuple[str, ...]) -> tuple[str, ...]:
        """Return the patterns of a pool that speak of groups only if charts show groups."""
        grouped = not self.shown or any(column.group for column in self.shown)
        return pool if grouped else tuple(pattern for pattern in pool if "{group}" not in pattern)

    def _add_text(self, pools: Sequence[tuple[str, ...]]) -> None:
        """Append a sentence of each pool, one or two to a block."""
        sentences = [Sentence(self._fill(self.rng.choice(pool))) for pool in pools]
        numbered = self.genre.layout == "clauses" and self.genre.numbering == "all"
        while sentences:
            count = self.rng.choice((1, 2) if numbered else (2, 3))
            self._add_block("clause" if numbered else "paragraph", sentences[:count])
            sentences = sentences[count:]

    def _add_rules(self) -> None:
        rng, plan = self.rng, self.plan
        defines = self.manner == "definitions"
        names = draw_names(plan, self.topic, self.label, rng, every=defines)
        if self.genre.layout == "clauses" and not defines and rng.random() < 0.45:
            names = self._number_sets()
        teller = Teller(
            rng=rng,
            topic=self.topic,
            wordings=tuple(Wording(rng, self.topic, manner) for manner in rng.sample(range(COLUMN_MANNERS), 2)),
            manner=self.manner,
            label=self.label,
            plan=plan,
            names=names,
            introduced=self.label_first,
            lists=rng.random() < 0.6,
        )
        order = list(range(len(plan.statements)))
        if defines and self.label_first:
            order = rng.choice((order[::-1], sorted(order, key=lambda index: names[index].text)))
        told = {index: self._tell(teller, index, announce=not defines) for index in order}
        if self.genre.layout == "paragraphs" and not defines:
            self._add_running([told[index] for index in order])
            return
        for index in order:
            asks = index == 0 or len(order) <= _MOST_QUESTIONS or rng.random() < 0.4
            if self.genre.layout == "questions" and asks:
                self._add_block("question", [Sentence(self._ask(teller, index))])
            numbered = self.genre.layout == "clauses"
            self._add_block("clause" if numbered else "paragraph", told[index].sentences)
            self._add_items(told[index].items)

    def _number_sets(self) -> dict[int, Name]:
        """Return the label for the last set and, for others that need a name, the number of their rule."""
        last = len(self.plan.statements) - 1
        names = {last: name_label(self.label)}
        for index in range(last):
            if self.plan.needs_name(index):
                reference = self.marker[1].format(n=self.number + index + 1)
                names[index] = Name(reference, "", "in the result of", reference=True)
        return names

    def _tell(self, teller: Teller, index: int, announce: bool) -> _Rule:
        """Return a rule's sentences and list, after the announcement of the tracks that start with it."""
        statement = self.plan.statements[index]
        told = teller.tell(index)
        sentences = []
        for later in self.plan.statements if announce else ():
            if later.kind == "merge" and later.start == index and not teller.names[later.operands[0]].reference:
                if self.rng.random() < 0.6:
                    sentences.append(Sentence(teller.tell_split(later.base, later.operands)))
                break
        if told.items:
            sentences.append(Sentence(told.text, statement.states[-1:]))
            items = [Sentence(item, (node,)) for item, node in zip(told.items, statement.states, strict=False)]
            return _Rule(sentences, items, statement.level)
        return _Rule([*sentences, Sentence(told.text, statement.states)], [], statement.level)

    def _add_running(self, rules: Sequence[_Rule]) -> None:
        """Append rules as running text, two or three to a paragraph, branches and lists apart."""
        sentences: list[Sentence] = []
        level, room = 0, self.rng.choice((2, 3))
        for rule in rules:
            if sentences and (rule.level != level or len(sentences) >= room):
                self._add_block("paragraph", sentences)
                sentences, room = [], self.rng.choice((2, 3))
            sentences += rule.sentences
            level = rule.level
            if rule.items:
                self._add_block("paragraph", sentences)
                self._add_items(rule.items)
                sentences = []
        if sentences:
            self._add_block("paragraph", sentences)

    def _ask(self, teller: Teller, index: int) -> str:
        statement = self.plan.statements[index]
        ranks = any(isinstance(atom, Extremal) for atom in statement.atoms)
        patterns = _QUESTIONS["merge" if statement.kind == "merge" else "pick" if ranks else "keep"]
        return teller.ask(index, patterns)

    def _add_items(self, items: Sequence[Sentence]) -> None:
        if items:
            marks = self.rng.choice((("(a)", "(b)", "(c)"), ("(i)", "(ii)", "(iii)"), ("–", "–", "–"), ("•", "•", "•")))
            for mark, item in zip(marks, items, strict=False):
                self.blocks.append(Block("item", (item,), mark))

    def _add_heading(self, part: str) -> None:
        self._add("heading", self.rng.choice(self.genre.headings[part]))

    def _add(self, kind: BlockKind, text: str) -> None:
        self.blocks.append(Block(kind, (Sentence(text),)))

    def _add_block(self, kind: BlockKind, sentences: Sequence[Sentence]) -> None:
        marker = ""
        if kind == "clause":
            self.number += 1
            marker = self.marker[0].format(n=self.number)
        self.blocks.append(Block(kind, tuple(sentences), marker))

    def _fill(self, pattern: str) -> str:
        topic, rng = self.topic, self.rng
        names = [metric.name for metric in topic.metrics]
        plotted = [name for name in names if any(column.metric == name for column in self.shown)]
        grouped = [name for name in names if any(column.metric == name and column.group for column in self.shown)]
        metric, other = map(lower_first, rng.sample(plotted if len(plotted) > 1 else names, 2))
        field_name = _FIELDS.get(topic.domain, topic.domain.replace("-", " "))
        members = topic.title.endswith("s") or _stems(topic.title) & _stems(topic.entities)
        title = field_name if "{entities}" in pattern and members else topic.title
        slots = {
            "subject": lower_first(title),
            "title": capitalise(title),
            "entity": topic.entity,
            "an_entity": with_article(topic.entity),
            "entities": topic.entities,
            "metric": metric,
            "other_metric": other,
            "divided": lower_first(rng.choice(grouped or names)),
            "group": topic.group,
            "period": topic.period,
            "label": f"the {self.label.text}",
            "label_q": f"the “{self.label.text}”",
            "members": self._members(),
        }
        return finish(expand(rng, pattern, slots))

    def _members(self) -> str:
        """Return those selected as a subject for modal verbs."""
        if self.label.form != "group":
            return f"the {self.label.text}"
        place = name_label(self.label).place
        whole = f"{place} the {self.label.text}"
        return self.rng.choice((f"every {self.topic.entity} {whole}", f"{self.topic.entities} {whole}", f"all {whole}"))


def _stems(text: str) -> set[str]:
    """Return the words of a text without the plural's ending."""
    return {word.removesuffix("s") for word in text.lower().split()}


@dataclass(frozen=True)
class _Rule:
    """A statement in words, with the sentences before it and the lines of its list."""

    sentences: list[Sentence]
    items: list[Sentence]
    level: int
