"""A record's key facts: what a full answer states, checked once when read.

A fact names a quantity (``label``), what it belongs to (``entity``), its value and how exactly it must be met. The card
of ``judge_score`` describes every key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from metrics.fact_text import Phrase, phrase_of
from metrics.fact_values import parse_unit

NUMERIC_TYPES: tuple[str, ...] = ("number", "percent", "currency")
FACT_TYPES: tuple[str, ...] = (
    *NUMERIC_TYPES, "year", "date", "time", "entity", "text", "boolean", "list", "abstain",
)  # fmt: skip
TOTAL_LABELS: tuple[Phrase, ...] = (
    *(("altogether",), ("together",), ("total",), ("combin",), ("overall",), ("in", "all"), ("sum",)),
)
"""Words for a whole, any of which names what one of them names."""
_KEYS = frozenset(
    (
        *("name", "label", "entity", "rivals", "value", "answer_type", "unit"),
        *("conversions", "tolerance", "aliases", "others", "core"),
    )
)


@dataclass(frozen=True, eq=False)
class KeyFact:
    """One fact a full answer states; equal only to itself, so that what follows from it can be kept.

    Attributes:
        name: unique in its record.
        value: the right value; None for ``abstain``.
        answer_type: one of ``FACT_TYPES``.
        labels: phrases by which the quantity may be called.
        entities: what it belongs to, each as phrases that mean the same.
        rivals: phrases of things it must not be taken for.
        rival_kinds: for each rival ``label`` or ``entity``, if its words or capitals show which it competes with.
        scale: size of the unit's scale word ("million USD": 1e6).
        unit: canonical unit, or None where there is none or it does not matter.
        conversions: size of other units in this one, by canonical unit.
        absolute, relative: tolerance, bounds included.
        aliases: other ways to say the value.
        others: values that a wrong answer could name.
        core: whether it belongs to the answer proper.
    """

    name: str
    value: Any
    answer_type: str
    labels: tuple[Phrase, ...] = ()
    entities: tuple[tuple[Phrase, ...], ...] = ()
    rivals: tuple[Phrase, ...] = ()
    rival_kinds: tuple[str | None, ...] = ()
    scale: float = 1.0
    unit: str | None = None
    conversions: Mapping[str, float] | None = None
    absolute: float = 0.0
    relative: float = 0.0
    aliases: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    core: bool = True

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of all words that name the fact: its name, labels, entities and unit."""
        phrases = (*self.labels, *(phrase for item in self.entities for phrase in item), phrase_of(self.name))
        return frozenset(word for phrase in phrases for word in phrase) | frozenset((self.unit or "").split())

    @cached_property
    def answers(self) -> frozenset[Phrase]:
        """Stems of what may be answered: words of the right value, its aliases and others, no numbers."""
        values = self.value if isinstance(self.value, list | tuple) else [self.value]
        texts = (*(one for one in values if isinstance(one, str)), *self.aliases, *self.others)
        return frozenset(phrase_of(str(text)) for text in texts)

    @property
    def sort(self) -> str:
        """What sort of value it has: ``number``, ``year``, ``date``, ``time``, ``name``, ``boolean`` or ``abstain``."""
        if self.answer_type in NUMERIC_TYPES:
            return "number"
        return "name" if self.answer_type in ("entity", "text", "list") else self.answer_type


def read_key_facts(facts: Sequence[Mapping[str, Any]], record: str = "record") -> tuple[KeyFact, ...]:
    """Return a record's facts, checked.

    Args:
        facts: the record's ``key_facts``.
        record: the record's name, for errors.

    Raises:
        ValueError: there is no fact or no core fact, a name stands twice, or a fact is malformed; the message names
            record, fact and what is allowed.
    """
    read = tuple(_read_fact(fact, f"{record}: fact {position}") for position, fact in enumerate(facts))
    if not any(fact.core for fact in read):
        raise ValueError(f"{record}: no core fact among {len(read)} key facts; there is nothing to judge")
    names = [fact.name for fact in read]
    if len(set(names)) < len(names):
        raise ValueError(f"{record}: fact names {names} are not unique")
    return read


def _read_fact(fact: Mapping[str, Any], where: str) -> KeyFact:
    unknown = sorted(set(fact) - _KEYS)
    if unknown:
        raise ValueError(f"{where}: unknown keys {', '.join(unknown)}; allowed are {', '.join(sorted(_KEYS))}")
    for key in ("name", "answer_type"):
        if not isinstance(fact.get(key), str):
            raise ValueError(f"{where}: {key} {fact.get(key)!r} is not text")
    where = f"{where} {fact['name']!r}"
    kind = fact["answer_type"]
    if kind not in FACT_TYPES:
        raise ValueError(f"{where}: answer_type {kind!r} is not one of {', '.join(FACT_TYPES)}")
    _check_value(fact.get("value"), kind, where)
    scale, unit = parse_unit(fact.get("unit"))
    if kind == "percent" and unit is None:
        unit = "%"
    tolerance = fact.get("tolerance") or {}
    if not set(tolerance) <= {"absolute", "relative"} or any(not _is_size(size) for size in tolerance.values()):
        raise ValueError(f"{where}: tolerance {tolerance!r} is not {{'absolute': x}} or {{'relative': x}} with x >= 0")
    return KeyFact(
        name=fact["name"],
        value=fact.get("value"),
        answer_type=kind,
        labels=_labels(fact.get("label"), where),
        entities=tuple(_phrases(item, where, "entity") for item in _list(fact.get("entity"), where, "entity")),
        rivals=_phrases(fact.get("rivals"), where, "rivals"),
        rival_kinds=_rival_kinds(fact),
        scale=scale,
        unit=unit,
        conversions=_conversions(fact.get("conversions"), where),
        absolute=float(tolerance.get("absolute", 0.0)),
        relative=float(tolerance.get("relative", 0.0)),
        aliases=tuple(str(item) for item in _list(fact.get("aliases"), where, "aliases")),
        others=tuple(str(item) for item in _list(fact.get("others"), where, "others")),
        core=fact.get("core") is not False,
    )


def _is_size(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def _check_value(value: Any, kind: str, where: str) -> None:
    allowed: dict[str, tuple[type, ...]] = {
        **dict.fromkeys(NUMERIC_TYPES, (int, float)),
        **{"year": (int,), "boolean": (bool, str), "list": (list, tuple), "abstain": (type(None),)},
    }
    types = allowed.get(kind, (str,))
    if not isinstance(value, types) or (isinstance(value, bool) and kind != "boolean"):
        names = " or ".join(one.__name__ for one in types)
        raise ValueError(f"{where}: value {value!r} is not of type {names}, as {kind} needs")
    if kind == "boolean" and isinstance(value, str) and value.casefold() not in ("yes", "no", "true", "false"):
        raise ValueError(f"{where}: value {value!r} is not Yes or No")
    if kind == "list" and not value:
        raise ValueError(f"{where}: the list is empty")


def _list(value: Any, where: str, key: str) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list | tuple):
        raise ValueError(f"{where}: {key} {value!r} is not a list")
    return list(value)


def _phrases(value: Any, where: str, key: str) -> tuple[Phrase, ...]:
    phrases = [phrase_of(str(item)) for item in _list(value, where, key)]
    return tuple(phrase for phrase in phrases if phrase)


def _labels(value: Any, where: str) -> tuple[Phrase, ...]:
    labels = _phrases(value, where, "label")
    return tuple(dict.fromkeys((*labels, *TOTAL_LABELS))) if set(labels) & set(TOTAL_LABELS) else labels


def _rival_kinds(fact: Mapping[str, Any]) -> tuple[str | None, ...]:
    """Return what each rival competes with: told by a word that it shares, else by its first letter's shape."""
    labels = _texts(fact.get("label"))
    entities = [text for text in _texts(fact.get("entity")) if not re.fullmatch(r"(?:FY ?)?\d{4}|Q[1-4]", text)]
    rivals = [text for text in _texts(fact.get("rivals")) if phrase_of(text)]
    return tuple(_rival_kind(rival, labels, entities) for rival in rivals)


def _rival_kind(rival: str, labels: Sequence[str], entities: Sequence[str]) -> str | None:
    if not entities or not labels:
        return "label" if labels else "entity"
    for of in (_words_of, _shapes_of):
        in_labels, in_entities = bool(of([rival]) & of(labels)), bool(of([rival]) & of(entities))
        if in_labels != in_entities:
            return "label" if in_labels else "entity"
    return None


def _words_of(texts: Sequence[str]) -> set[str]:
    return {word for text in texts for word in phrase_of(text)}


def _shapes_of(texts: Sequence[str]) -> set[str]:
    return {"digit" if text[:1].isdigit() else "capital" if text[:1].isupper() else "small" for text in texts}


def _texts(value: Any) -> list[str]:
    """Return the texts in a list of texts and lists."""
    if isinstance(value, list | tuple):
        return [text for item in value for text in _texts(item)]
    return [] if value is None else [str(value)]


def _conversions(value: Any, where: str) -> dict[str, float]:
    if value is None:
        return {}
    if not isinstance(value, Mapping) or any(not _is_size(size) or size == 0 for size in value.values()):
        raise ValueError(f"{where}: conversions {value!r} is not an object of sizes above 0 by unit")
    sizes: dict[str, float] = {}
    for text, size in value.items():
        scale, unit = parse_unit(text)
        if unit is not None:
            sizes[unit] = float(size) / scale
    return sizes
