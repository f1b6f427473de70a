"""From the bank to a spec: which subject a document gets, and what its form asks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any

from dataset_builder.families.forms.making.bank import Ask, Role, Subject, Topic, load_subjects, load_texts, read_ask
from dataset_builder.families.forms.making.dealing import deal, deal_permuted, deal_with_ordinal
from dataset_builder.families.forms.making.knobs import PLAIN, Knobs
from dataset_builder.families.forms.making.spec import (
    Blank,
    FormSpec,
    Group,
    Item,
    Question,
    Section,
    Table,
    TableShape,
    name_key,
)
from dataset_builder.moments import MONTHS
from dataset_builder.seeds import rng_for

SHARES: dict[str, int] = {"flat": 17, "nested": 64, "table": 19}
"""Documents of each split in a hundred (VAREX, section 3.2)."""

TABLE_SHARES: dict[str, int] = {"columns": 46, "list": 27, "single": 27}
"""Table documents of each shape in a hundred (VAREX, section 3.2)."""

_BUDGETS: dict[str, tuple[float, float, int, int]] = {
    "flat": (8.5, 0.36, 4, 22),
    "nested": (10.2, 0.42, 4, 30),
    "table": (6.0, 0.5, 2, 16),
}
"""Fields outside tables, by split: median, spread (sigma of the logarithm), least, most."""


def compose_spec(
    index: int, seed: int, split: str | None = None, *, knobs: Knobs = PLAIN, size: int | None = None
) -> FormSpec:
    """Return the form of document ``index`` of a build; the same whatever the number of documents.

    Args:
        index: 0-based document index.
        seed: the build's seed.
        split: ``flat``, ``nested`` or ``table``; None deals it by ``SHARES``.
        knobs: axes that are set.
        size: fields to ask for outside tables, drawn also from neighbouring subjects; None draws a number.

    Raises:
        ValueError: ``split`` is not one of those, or the axes do not allow it.
    """
    if split is not None and split not in SHARES:
        raise ValueError(f"split {split!r} is not one of {', '.join(SHARES)}")
    if split is not None and knobs.split(split) != split:
        raise ValueError(f"split {split!r} does not go with {knobs}")
    dealt, ordinal = deal_with_ordinal(SHARES, index)
    wanted = split or knobs.split(dealt)
    if wanted != dealt:
        dealt, ordinal = wanted, index
    subjects = load_subjects(knobs.language)
    place = deal_permuted(len(subjects), index, seed, "subjects")
    subject = subjects[place]
    others = (*subjects[place + 1 :], *subjects[:place]) if size is not None else ()
    near = tuple(sorted(others, key=lambda other: other.domain != subject.domain))
    shape: TableShape = deal(TABLE_SHARES, ordinal)  # type: ignore[assignment]
    if knobs.columns is not None or (knobs.rows is not None and shape == "single"):
        shape = "list" if knobs.columns == 1 else "columns"
    return _Composer(rng_for("forms", index, seed, "spec"), subject, dealt, shape, knobs, size, near).compose()


@dataclass
class _Composer:
    """Draws one spec; the random choices of a form happen here and nowhere else."""

    rng: random.Random
    subject: Subject
    split: str
    shape: TableShape
    knobs: Knobs
    size: int | None = None
    near: tuple[Subject, ...] = ()
    left: int = 0
    keys: set[str] = field(default_factory=set)
    tables: list[Topic] = field(default_factory=list)
    grouped: bool = False

    def compose(self) -> FormSpec:
        rng, subject = self.rng, self.subject
        median, sigma, least, most = _BUDGETS[self.split]
        self.left = max(least, min(most, round(median * rng.lognormvariate(0.0, sigma))))
        sectioned = self.split == "nested" or (self.split == "table" and rng.random() < 0.6)
        if self._deep:
            sectioned, self.left = True, max(self.left, _DEEP_FIELDS)
        self.left = self.size or self.left
        signing = self._sign(sectioned)
        sections = self._sections() if sectioned else [self._root()]
        if self.knobs.depth == 4:
            sections = self._divide(sections)
        if self.split == "table":
            for _ in range(1 if self.knobs.tables is None else self.knobs.tables):
                table = self._table()
                sections.insert(rng.randint(max(1, len(sections) - 1), len(sections)), table)
        sections = self._ask(sections)
        return FormSpec(
            split=self.split,
            subject=subject.id,
            domain=subject.domain,
            sections=(*sections, signing),
            title=rng.choice(subject.titles),
            **self._publisher(),
            **self._notices(),
            words=load_texts("words", self.knobs.language),
        )

    @property
    def _deep(self) -> bool:
        return self.knobs.depth is not None and self.knobs.depth > 2

    def _bank(self, part: str) -> Any:
        return load_texts(part, self.knobs.language)

    def _asks(self, part: str) -> list[Ask]:
        return [read_ask(text) for text in self._bank("people")[part]]

    def _divide(self, sections: Sequence[Section]) -> list[Section]:
        """Return the sections in two larger parts, each an object around theirs."""
        headed = [place for place, section in enumerate(sections) if section.key]
        cut = headed[len(headed) // 2] if len(headed) > 1 else len(sections)
        first, second = self.rng.choice(self._bank("people")["divisions"])
        return [
            replace(section, division=first if place < cut else second) if section.key else section
            for place, section in enumerate(sections)
        ]

    def _sections(self) -> list[Section]:
        """Return headed sections, each an object, until the budget of fields is used up."""
        rng, subject = self.rng, self.subject
        topics = [partial(self._topic, topic) for topic in subject.topics]
        first = topics.pop(rng.randrange(len(topics)))
        rest: list[Callable[[], Section | None]] = [*topics, *(partial(self._person, r) for r in subject.roles[1:])]
        makers: list[Callable[[], Section | None]] = [partial(self._person, subject.roles[0])]
        rng.shuffle(rest)
        makers += [first, *rest]
        for other in self.near:
            makers += [partial(self._topic, topic) for topic in other.topics]
        if rng.random() < 0.25:
            makers[0], makers[1] = makers[1], makers[0]
        sections: list[Section] = []
        if rng.random() < 0.35 and self.left > 6:
            leads = self._take(self._asks("leads"), rng.randint(1, 2), self.keys)
            sections.append(Section("", "", tuple(leads)))
        headed = 0
        for make in makers:
            if self.left <= 1 and headed:
                break
            section = make()
            if section is not None:
                headed += 1
                sections.append(section)
        return sections

    def _root(self) -> Section:
        """Return one section without a heading, its captions saying whom or what they ask about."""
        rng, subject = self.rng, self.subject
        blanks: list[Blank] = []
        if rng.random() < 0.3 and self.left > 5:
            blanks += self._take(self._asks("leads"), 1, self.keys)
        for role in subject.roles[: 2 if rng.random() < 0.4 and self.left > 9 else 1]:
            count = rng.randint(1, max(1, min(5, self.left // 2)))
            blanks += self._contact(role, count, self.keys, self._qualify(role))
        topics = list(subject.topics)
        rng.shuffle(topics)
        for topic in (*topics, *(topic for other in self.near for topic in other.topics)):
            if self.left <= 0:
                break
            blanks += self._take(topic.asks, len(topic.asks) if self.size else rng.randint(2, 6), self.keys)
        return Section("", "", tuple(_narratives_last(blanks)))

    def _person(self, role: Role) -> Section | None:
        """Return a section about a person or body, with name and address as plain blanks or as groups."""
        rng, people = self.rng, self._bank("people")
        must_group = self._deep and not self.grouped
        name = rng.choice(role.names)
        title = rng.choice(people["role_titles"]).format(role=name, role_lower=_lower(name))
        pattern = self._qualify(role, name) if rng.random() < 0.4 else "{}"
        keys: set[str] = set()
        items: list[Item] = []
        short = self.left <= 4
        names, addresses = people[role.kind]["names"], people[role.kind]["addresses"]
        titles = people["name_titles"][role.kind]
        items += self._gather(names[0] if short else rng.choice(names), titles, keys, pattern, rng.random() < 0.25)
        if (self.left > 1 and rng.random() < 0.85) or must_group:
            titles = people["address_titles"][role.kind]
            grouped = rng.random() < 0.4 or must_group
            chosen = addresses[0] if short else rng.choice(addresses)
            chosen = addresses[1] if must_group else chosen
            items += self._gather(chosen, titles, keys, pattern, grouped)
            if grouped and len(chosen) > 1 and self.left > 6 and rng.random() < 0.4:
                items += self._gather(chosen, titles, keys, pattern, grouped)
        details = [read_ask(text) for text in people[role.kind]["details"]]
        plain = self._take(
            details, rng.randint(4, 8) if self.size else rng.randint(1, 4), keys, pattern, keep_order=True
        )
        at = next((place for place, item in enumerate(items) if isinstance(item, Group)), len(items))
        items = [*items, *plain] if rng.random() < 0.6 else [*items[:at], *plain, *items[at:]]
        return self._section(title, items)

    def _qualify(self, role: Role, name: str = "") -> str:
        """Return a pattern that says in a caption whom it asks about, such as ``"Owner's {}"``, preferably ``name``."""
        short = [name for name in role.names if len(name.split()) <= 2] or role.names
        name = name if name in short else self.rng.choice(short)
        pattern: str = self.rng.choice(self._bank("people")["role_patterns"])
        return pattern.format(role=name, role_lower=_lower(name)).replace("s's ", "s' ")

    def _topic(self, topic: Topic) -> Section | None:
        count = len(topic.asks) if self.size else self.rng.randint(2, 7)
        blanks = self._take(topic.asks, count, set(), keep_order=True)
        return self._section(self.rng.choice(topic.titles), _narratives_last(blanks))

    def _section(self, title: str, items: Sequence[Item]) -> Section | None:
        """Return a headed section, or None where it would be empty or its name is taken."""
        key = name_key(title)
        if not items or key in self.keys:
            return None
        self.keys.add(key)
        if self.rng.random() < _SPLIT_SHARE and self.knobs.depth != 2:
            items = self._split(items)
        return Section(key, title, tuple(items))

    def _split(self, items: Sequence[Item]) -> list[Item]:
        """Return the items with one blank in parts, such as month, day and year, where one can be."""
        parts: dict[str, list[str]] = self._bank("people")["parts"]
        able = [place for place, item in enumerate(items) if isinstance(item, Blank) and item.kind in parts]
        split = list(items)
        if able:
            place = self.rng.choice(able)
            blank = items[place]
            if isinstance(blank, Blank) and not blank.comb:
                pieces = tuple(read_ask(text).pick(self.rng) for text in parts[blank.kind])
                split[place] = Group(blank.key, blank.caption, pieces, inline=True)
                self.left -= len(pieces) - 1
        return split

    def _gather(
        self, texts: Sequence[str], titles: Sequence[str], keys: set[str], pattern: str, grouped: bool
    ) -> list[Item]:
        """Return blanks in their given order, or one group of them under a heading of ``titles``."""
        asks = [read_ask(text) for text in texts]
        if not grouped or len(asks) < 2 or self.knobs.depth == 2:
            return list(self._take(asks, len(asks), keys, pattern, keep_order=True))
        captions = {caption for ask in asks for caption in ask.captions}
        title = self.rng.choice([title for title in titles if title not in captions] or titles)
        key = name_key(title)
        if key in keys:
            return []
        keys.add(key)
        self.grouped = True
        return [Group(key, title, tuple(self._take(asks, len(asks), set(), keep_order=True)))]

    def _contact(self, role: Role, count: int, keys: set[str], pattern: str) -> list[Blank]:
        parts = self._bank("people")[role.kind]
        blanks = self._take([read_ask(text) for text in parts["names"][0]], 1, keys, pattern)
        asks = [read_ask(text) for text in [parts["addresses"][0][0], *parts["details"]]]
        return blanks + self._take(asks, count - 1, keys, pattern, keep_order=True)

    def _take(
        self, asks: Sequence[Ask], count: int, keys: set[str], pattern: str = "{}", *, keep_order: bool = False
    ) -> list[Blank]:
        """Return up to ``count`` blanks with keys not yet in ``keys``, charged to the budget."""
        places = self.rng.sample(range(len(asks)), min(count, len(asks)))
        if keep_order or self.rng.random() < 0.7:
            places.sort()
        blanks: list[Blank] = []
        once: set[str] = set()
        for place in places:
            blank = asks[place].pick(self.rng, pattern)
            if blank.key not in keys and blank.kind not in once:
                keys.add(blank.key)
                once |= {blank.kind} & _ONCE
                blanks.append(blank)
        self.left -= len(blanks)
        return blanks

    def _table(self) -> Section:
        """Return the section of the form's table, an array at the root."""
        rng = self.rng
        topics = self.subject.lists if self.shape == "list" else self.subject.tables
        topic = rng.choice([topic for topic in topics if topic not in self.tables] or topics)
        self.tables.append(topic)
        title = rng.choice([title for title in topic.titles if name_key(title) not in self.keys] or topic.titles)
        self.keys.add(name_key(title))
        width = 1 if self.shape == "list" else rng.randint(2, min(5, len(topic.asks)))
        rows = 1 if self.shape == "single" else rng.choice((2, 3, 3, 4, 4, 5, 6) if width < 5 else (2, 3, 3, 4))
        rows = self.knobs.rows or rows
        columns = self._columns(topic, width)
        table = Table(name_key(title), title, tuple(columns), rows)
        if rows > 1 and rng.random() < _TOTAL_SHARE:
            table = self._add_total(table)
        if rng.random() < _SPAN_SHARE:
            table = self._add_span(table)
        return Section("", title, (table,))

    def _columns(self, topic: Topic, width: int) -> list[Blank]:
        """Return the columns of a table; where their number is set, others join those of the topic."""
        if self.knobs.columns is None or self.knobs.columns == 1:
            columns = self._take(topic.asks, width, set(), keep_order=True)
            while sum(column.room for column in columns) > _TABLE_ROOM:
                columns.pop()
            return columns
        rng, count = self.rng, self.knobs.columns
        others = [ask for table in self.subject.tables if table is not topic for ask in table.asks]
        chosen: dict[str, Blank] = {}
        room = _TABLE_ROOM if count < _CROWDED else _CROWDED_ROOM
        for ask in (*topic.asks, *rng.sample(others, len(others)), *self._asks("columns")):
            blank = _narrow(ask.pick(rng)) if count >= _CROWDED else ask.pick(rng)
            ahead = count - len(chosen) - 1
            if ahead >= 0 and blank.key not in chosen and blank.room + _LEAST_ROOM * ahead <= room:
                chosen[blank.key] = blank
                room -= blank.room
        return list(chosen.values())

    def _add_total(self, table: Table) -> Table:
        """Return a table with a total below its last column of amounts, if it has one that is not its first."""
        places = [place for place, column in enumerate(table.columns) if column.kind == "money" and place]
        if not places:
            return table
        column = table.columns[places[-1]]
        pattern: str = self._bank("people")["total"]
        caption = pattern.format(_lower(column.caption))
        key = name_key(caption)
        if key in self.keys:
            return table
        self.keys.add(key)
        return replace(table, total=replace(column, key=key, caption=caption), total_column=places[-1])

    def _add_span(self, table: Table) -> Table:
        """Return a table with a heading over two neighbouring columns of a kind, if it has such."""
        spans: dict[str, list[str]] = self._bank("people")["spans"]
        for place, (one, other) in enumerate(pairwise(table.columns)):
            for group, kinds in _SPANNED.items():
                if one.kind in kinds and other.kind in kinds and len(table.columns) > 2:
                    return replace(table, span=(self.rng.choice(spans[group]), place, place + 2))
        return table

    def _sign(self, sectioned: bool) -> Section:
        """Return the closing section: what is certified, the line to sign on, and its blanks."""
        rng, signing = self.rng, self._bank("people")["signing"]
        statement = rng.choice(self.subject.certifications)
        line = rng.choice(signing["lines"])
        title = rng.choice(signing["titles"])
        if not sectioned:
            dates = [read_ask(text) for text in self._bank("people")["flat_dates"]]
            blanks = self._take(dates, 1, self.keys) if rng.random() < 0.6 else []
            return Section("", "", tuple(blanks), statement, line)
        blanks = []
        if rng.random() < 0.6:
            blanks = self._take([read_ask(text) for text in signing["details"]], rng.randint(0, 2), set())
            blanks += self._take([read_ask(text) for text in signing["dates"]], 1, set())
        key = name_key(title)
        self.keys.add(key)
        return Section(key if blanks else "", title, tuple(blanks), statement, line)

    def _ask(self, sections: list[Section]) -> list[Section]:
        """Return the sections with one or two check-box questions put at the end of some."""
        rng = self.rng
        pool = [Question(text, options) for text, options in self.subject.questions]
        pool += [
            Question(text, tuple(o.strip() for o in options.split(";")))
            for text, _, options in (question.partition(" :: ") for question in self._bank("people")["questions"])
        ]
        rng.shuffle(pool)
        asked: list[Section] = []
        for section in sections:
            extra = pool[: rng.choice((0, 0, 1, 1, 2))]
            if any(isinstance(item, Table) for item in section.items) or not section.items:
                extra = []
            pool = pool[len(extra) :]
            asked.append(replace(section, items=(*section.items, *extra)))
        return asked

    def _publisher(self) -> dict[str, Any]:
        rng, agencies = self.rng, self._bank("agencies")
        fitting = agencies.get("subjects", {}).get(self.subject.id) or agencies["domains"][self.subject.domain]
        agency = rng.choice(fitting)
        place = rng.choice(agencies["places"]) if rng.random() < 0.75 else ""
        initials = "".join(word[0] for word in re.findall(r"[A-Z]\w+", f"{place} {agency}") if word != "The")[-4:]
        number = rng.choice(
            (
                f"{initials} {rng.randint(100, 9899)}",
                f"{initials}-{rng.randint(2, 99)}",
                f"{agencies['form']} {rng.randint(101, 9990)}",
                f"{rng.randint(11, 99)}-{rng.randint(100, 999)}{rng.choice('ABCEFS')}",
                f"{initials[-2:]}-{rng.randint(100, 999)}-{rng.choice('ABCEFSW')}",
            )
        )
        month, year = rng.randint(1, 12), rng.randint(2016, 2025)
        clearance = rng.choice(agencies["control"])
        ends = rng.choice(agencies["expires"])
        control = f"{clearance} {rng.randint(3100, 3999)}-{rng.randint(1, 499):04d}"
        expires = f"{ends} {rng.randint(1, 12):02d}/28/{year + 3}"
        numeric = rng.random() < 0.6 or self.knobs.language != "en"
        return {
            "department": place,
            "agency": agency,
            "initials": initials,
            "number": number,
            "revision": f"{month:02d}/{year}" if numeric else f"{MONTHS[month - 1]} {year}",
            "control": (control, expires),
        }

    def _notices(self) -> dict[str, Any]:
        rng, subject, texts = self.rng, self.subject, self._bank("notices")
        instructions = [rng.choice(texts["openings"]).format(purpose=subject.purpose)]
        instructions += rng.sample(subject.instructions, rng.randint(1, 3))
        notes = [(rng.choice(texts["attach_titles"]), "; ".join(subject.attachments) + ".")]
        for titles, *bodies in rng.sample(texts["notes"], 9):
            minutes = rng.choice((10, 15, 20, 25, 30, 40, 45))
            notes.append((rng.choice(titles.split(" / ")), rng.choice(bodies).format(minutes=minutes)))
        rest = [text for text in subject.instructions if text not in instructions]
        if rest:
            notes.insert(rng.randint(0, 2), (rng.choice(texts["general_titles"]), " ".join(rest)))
        return {
            "instructions": tuple(instructions),
            "notes": tuple(notes),
            "office": tuple(rng.sample(self._bank("people")["office"], 6)),
            "footnote": rng.choice(texts["footnotes"]).format(minutes=rng.choice((8, 12, 15, 20, 25, 30, 45))),
        }


_ONCE = {"ssn", "ein"}
"""Kinds that one person or body has a single value of."""

_TABLE_ROOM = 74
"""Characters that the columns of a table may hold together, so that every design has room for them."""

_LEAST_ROOM = 8
"""Characters that are kept for each further column of a table."""

_CROWDED = 6
"""Columns from which on a table is set in small type, and free text gets narrow columns."""

_CROWDED_ROOM = 84
_NARROW_ROOM = 12

_DEEP_FIELDS = 14
"""Fields that a form with objects in objects has at least, so that there is one."""

_TOTAL_SHARE = 0.4
"""Share of tables with amounts that are followed by a total."""

_SPAN_SHARE = 0.3
"""Share of tables with two like columns that print a heading over both."""

_SPANNED: dict[str, frozenset[str]] = {
    "period": frozenset(("date", "start_date", "end_date", "time", "month_year", "year")),
    "figures": frozenset(("money", "number", "percent", "count", "hours", "unit_price", "quantity")),
}
"""Kinds of columns that a heading may span, by what it is about."""

_SPLIT_SHARE = 0.15
"""Share of sections in which a date or number is asked for in parts."""


def _lower(name: str) -> str:
    """Return a role's name as it reads inside a sentence."""
    return name if name[:2].isupper() else name[0].lower() + name[1:]


def _narrow(blank: Blank) -> Blank:
    """Return a blank for free text with less room, if it has examples that fit there; others unchanged."""
    fitting = tuple(example for example in blank.examples if len(example) <= _NARROW_ROOM)
    if blank.kind != "text" or blank.choices or not fitting:
        return blank
    return replace(blank, room=min(blank.room, _NARROW_ROOM), examples=fitting)


def _narratives_last(blanks: Iterable[Blank]) -> list[Blank]:
    return sorted(blanks, key=lambda blank: blank.lines > 1)
