"""The written bank of subjects that specs are sampled from: JSON files in ``assets/forms``, checked as they are read.

A blank is written ``"Caption / other caption :: kind room xLINES combCELLS {choice; choice}"``; what follows the two
colons is optional, and so is each part of it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from dataset_builder.families.forms.making.spec import Blank, name_key
from dataset_builder.families.forms.values import KINDS

_ROOM: dict[str, int] = {
    "city": 17,
    "city_state_zip": 28,
    "email": 28,
    "first_name": 13,
    "full_address": 46,
    "full_name": 25,
    "job_title": 22,
    "last_first_name": 28,
    "last_name": 15,
    "narrative": 60,
    "organization": 29,
    "street_address": 28,
    "text": 22,
    "website": 28,
}
"""Characters that a blank of a kind must hold, where that is not told by the kind's example."""

_WHOLE = 14
"""Values up to this length, such as dates and numbers, always have room as a whole."""

_VAGUE = frozenset(("text", "reason", "description", "narrative", "item_description"))
"""Kinds that do not say what a fitting value is."""

_DETAIL = re.compile(r"^(?P<kind>[a-z_]+)(?: (?P<room>\d+))?(?: x(?P<lines>\d+))?(?: comb(?P<comb>\d+))?$")


@dataclass(frozen=True)
class Ask:
    """A blank of the bank: the captions it may be printed with, the rest as in ``Blank``."""

    captions: tuple[str, ...]
    kind: str
    room: int
    lines: int
    comb: int
    choices: tuple[str, ...]
    examples: tuple[str, ...] = ()

    def pick(self, rng: random.Random, pattern: str = "{}") -> Blank:
        """Return a blank with one of the captions, set into ``pattern`` (such as ``"Owner's {}"``)."""
        caption = rng.choice(self.captions)
        if pattern != "{}":
            words, bracket, remark = caption.partition(" (")
            words = words if pattern.startswith("{}") or words[:2].isupper() else words[0].lower() + words[1:]
            caption = f"{pattern.format(words)}{bracket}{remark}"
        return Blank(
            name_key(caption), caption, self.kind, self.room, self.lines, self.comb, self.choices, self.examples
        )


@dataclass(frozen=True)
class Topic:
    """Blanks that belong under one heading, or the columns of a table."""

    titles: tuple[str, ...]
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class Role:
    """Somebody the form asks about; ``kind`` is ``person`` or ``organization``."""

    names: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Subject:
    """All that is written about one subject; see the JSON files for examples of each part."""

    id: str
    domain: str
    titles: tuple[str, ...]
    purpose: str
    roles: tuple[Role, ...]
    topics: tuple[Topic, ...]
    tables: tuple[Topic, ...]
    lists: tuple[Topic, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]
    instructions: tuple[str, ...]
    attachments: tuple[str, ...]
    certifications: tuple[str, ...]


def read_ask(text: str) -> Ask:
    """Return the blank written in ``text``.

    Raises:
        ValueError: the text is not of the bank's form, or its kind is unknown.

    >>> read_ask("Hull length / Length of hull :: number 8").captions
    ('Hull length', 'Length of hull')
    """
    captions, _, detail = text.partition(" :: ")
    body, _, choices = (detail or "text").partition("{")
    match = _DETAIL.match(body.strip())
    kind = match["kind"] if match else ""
    if match is None or (kind not in KINDS and kind != "choice"):
        raise ValueError(f"bank entry {text!r}: {body.strip()!r} is not a kind of {', '.join(KINDS)}, choice")
    options = tuple(option.strip() for option in choices.rstrip("} ").split(";") if option.strip())
    if (kind == "choice") != bool(options):
        raise ValueError(f"bank entry {text!r}: choices in braces belong to the kind choice, and it needs some")
    room = int(match["room"] or 0) or (max(map(len, options)) + 4 if options else _room(kind))
    if kind != "choice" and len(KINDS[kind].example) <= _WHOLE:
        room = max(room, len(KINDS[kind].example) + 1)
    lines = int(match["lines"] or (3 if kind == "narrative" else 1))
    return Ask(_variants(captions), "text" if kind == "choice" else kind, room, lines, int(match["comb"] or 0), options)


def _room(kind: str) -> int:
    return _ROOM.get(kind) or max(5, len(KINDS[kind].example) + 3)


def read_topic(parts: Sequence[str]) -> Topic:
    """Return a topic written as its titles followed by its blanks."""
    return Topic(_variants(parts[0]), tuple(read_ask(part) for part in parts[1:]))


@cache
def load_json(name: str) -> Any:
    """Return the content of ``assets/forms/maker_<name>.json``."""
    return json.loads((files("dataset_builder") / "assets" / "forms" / f"maker_{name}.json").read_text("utf-8"))


def load_texts(part: str, language: str = "en") -> Any:
    """Return a part of the bank (``people``, ``notices``, ``agencies``, ``words``) in a language.

    English parts have a file each; another language has one file for all, which says under ``words`` what the fixed
    words of a design are called.
    """
    if language != "en":
        return load_json(language)[part]
    return {} if part == "words" else load_json(part)


@cache
def load_subjects(language: str = "en") -> tuple[Subject, ...]:
    """Return every subject that the bank has in a language, in order of their ids.

    Raises:
        ValueError: an entry is malformed, or an id stands twice.
    """
    if language != "en":
        return tuple(_read_subject(raw) for raw in load_json(language)["subjects"])
    folder = files("dataset_builder") / "assets" / "forms"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.startswith("maker_subjects_"))
    found = [_read_subject(raw) for name in names for raw in load_json(name[len("maker_") : -len(".json")])]
    if len({subject.id for subject in found}) < len(found):
        raise ValueError(f"subject ids of the bank are not unique: {', '.join(sorted(s.id for s in found))}")
    return tuple(sorted(found, key=lambda subject: subject.id))


def _read_subject(raw: dict[str, Any]) -> Subject:
    examples: dict[str, list[str]] = {**load_json("examples")[""], **load_json("examples").get(raw["id"], {})}
    return Subject(
        id=raw["id"],
        domain=raw["domain"],
        titles=_variants(raw["titles"]),
        purpose=raw["purpose"],
        roles=tuple(Role(_variants(name), kind) for name, kind in raw["roles"]),
        topics=tuple(_add_examples(read_topic(topic), examples) for topic in raw["topics"]),
        tables=tuple(_add_examples(read_topic(table), examples) for table in raw["tables"]),
        lists=tuple(_add_examples(read_topic(entry), examples) for entry in raw["lists"]),
        questions=tuple(_read_question(question) for question in raw["questions"]),
        instructions=tuple(raw["instructions"]),
        attachments=tuple(raw["attachments"]),
        certifications=tuple(raw["certifications"]),
    )


def _add_examples(topic: Topic, examples: Mapping[str, Sequence[str]]) -> Topic:
    """Return a topic whose blanks of a vague kind have the examples written for their first caption that fit them."""
    asks = []
    for ask in topic.asks:
        given = examples.get(ask.captions[0], ()) if ask.kind in _VAGUE and not ask.choices else ()
        asks.append(replace(ask, examples=tuple(text for text in given if len(text) <= ask.room * ask.lines)))
    return replace(topic, asks=tuple(asks))


def _read_question(text: str) -> tuple[str, tuple[str, ...]]:
    question, _, options = text.partition(" :: ")
    return question, tuple(option.strip() for option in (options or "Yes; No").split(";"))


def _variants(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" / "))
