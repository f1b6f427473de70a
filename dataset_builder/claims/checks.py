"""The kinds of checks, read once: plain JSON to a frozen object, with an error that says what is wrong and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from dataset_builder.claims.lexicon import KINSHIP, PREDICATES, Predicate
from dataset_builder.claims.units import unit_name

CHECKS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "value": (frozenset({"value"}), frozenset({"unit", "about", "rivals", "absolute", "relative", "fact"})),
    "date": (frozenset({"date"}), frozenset({"about", "rivals", "month_only", "fact"})),
    "says": (frozenset({"all"}), frozenset({"denied", "mention", "anywhere", "fact"})),
    "verdict": (frozenset({"predicate", "value"}), frozenset({"subject", "rivals", "fact"})),
    "list": (frozenset({"items"}), frozenset({"ordered", "others", "fact"})),
    "abstain": (frozenset(), frozenset({"about"})),
    "no_value": (frozenset(), frozenset({"unit", "about", "rivals", "allowed"})),
    "no_claim": (frozenset({"claim"}), frozenset({"unless"})),
    "any": (frozenset({"of"}), frozenset()),
    "every": (frozenset({"of"}), frozenset()),
}
"""Keys that a check of each kind must have, and those that it may have, besides ``kind``.

``value``: says the number, in ``unit``, within ``absolute`` or ``relative``, of what ``about`` names (groups of
equivalents; the first group owns the number unless one of ``rivals`` stands nearer). ``date``: the same for a day
(ISO), or its month with ``month_only``. ``says``: one phrase of each group of ``all`` in one sentence or two
neighbouring ones (``anywhere``: in the answer), the last group affirmed (``denied``: denied; ``mention``: however).
``verdict``: what is said of ``subject`` by a ``predicate`` (a name of ``PREDICATES`` or
``{"yes": [...], "no": [...]}``) is true or false.
``list``: names all ``items``, none of ``others``, in order if ``ordered``. ``abstain``: says that the document does not
tell ``about``. ``no_value``: no number (of ``unit``) is given for ``about`` but those ``allowed``. ``no_claim``: the
check ``claim`` is not claimed; a superseded or conceded mention is no claim where ``unless`` is met. ``any``,
``every``: some or all of the checks ``of``. ``fact`` names the fact of the program that the value comes from.
"""

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Check:
    """A check, read. Fields that its kind does not have are empty; see ``CHECKS``."""

    kind: str
    value: float = 0.0
    unit: str = ""
    absolute: float = 0.0
    relative: float = 0.0
    day: date | None = None
    month_only: bool = False
    groups: Groups = ()
    about: Groups = ()
    rivals: tuple[str, ...] = ()
    denied: bool = False
    mention: bool = False
    anywhere: bool = False
    ordered: bool = False
    truth: bool = True
    predicate: Predicate | None = None
    allowed: tuple[float, ...] = ()
    parts: tuple[Check, ...] = ()
    unless: Check | None = None
    fact: str = ""


def read_check(raw: Any, where: str = "check") -> Check:
    """Return a check, read.

    Args:
        raw: the check as JSON gives it.
        where: the check's place, for errors.

    Raises:
        ValueError: the check is not of the form that its kind has; the message tells what is wrong and where.

    >>> read_check({"kind": "value", "value": 5, "unit": "milligrams"}).unit
    'mg'
    """
    if not isinstance(raw, Mapping) or raw.get("kind") not in CHECKS:
        kind = raw.get("kind") if isinstance(raw, Mapping) else raw
        raise ValueError(f"{where}: check kind {kind!r} is not one of {', '.join(CHECKS)}")
    kind = raw["kind"]
    needed, allowed = CHECKS[kind]
    given = set(raw) - {"kind"}
    if missing := sorted(needed - given):
        raise ValueError(f"{where}: check {kind} lacks {', '.join(missing)}")
    if unknown := sorted(given - needed - allowed):
        raise ValueError(f"{where}: check {kind} has no {', '.join(unknown)}; it may have {', '.join(sorted(allowed))}")
    fact = str(raw.get("fact") or "")
    about, rivals = _groups(raw.get("about", ()), where), _phrases(raw.get("rivals", ()), where)
    if kind in ("value", "no_value"):
        numbers = [raw.get(key, 0) for key in ("value", "absolute", "relative")] + list(raw.get("allowed", ()))
        if any(isinstance(one, bool) or not isinstance(one, int | float) for one in numbers):
            raise ValueError(f"{where}: {numbers!r} are not all numbers")
        return Check(
            kind,
            value=float(raw.get("value", 0)),
            unit=unit_name(raw["unit"]) if raw.get("unit") else "",
            absolute=float(raw.get("absolute", 0)),
            relative=float(raw.get("relative", 0)),
            about=about,
            rivals=rivals,
            allowed=tuple(map(float, raw.get("allowed", ()))),
            fact=fact,
        )
    if kind == "date":
        try:
            day = date.fromisoformat(raw["date"])
        except (TypeError, ValueError):
            raise ValueError(f"{where}: date {raw['date']!r} is not as 2024-03-05") from None
        return Check(kind, day=day, about=about, rivals=rivals, month_only=bool(raw.get("month_only")), fact=fact)
    if kind == "verdict":
        subject = _phrases(raw.get("subject", ()), where)
        predicate = _predicate(raw["predicate"], where)
        if not isinstance(raw["value"], bool):
            raise ValueError(f"{where}: value {raw['value']!r} of a verdict is not true or false")
        return Check(
            kind, about=(subject,) if subject else (), rivals=rivals, predicate=predicate, truth=raw["value"], fact=fact
        )
    if kind in ("any", "every"):
        if not isinstance(raw["of"], list | tuple) or not raw["of"]:
            raise ValueError(f"{where}: check {kind} needs a list of checks under 'of'")
        return Check(kind, parts=tuple(read_check(part, where) for part in raw["of"]))
    if kind == "no_claim":
        unless = read_check(raw["unless"], where) if raw.get("unless") else None
        return Check(kind, parts=(read_check(raw["claim"], where),), unless=unless)
    if kind == "abstain":
        return Check(kind, about=about)
    groups = _groups(raw.get("all") or raw.get("items") or (), where)
    if not groups:
        raise ValueError(f"{where}: check {kind} names nothing to look for")
    return Check(
        kind,
        groups=groups,
        denied=bool(raw.get("denied")),
        mention=bool(raw.get("mention")),
        anywhere=bool(raw.get("anywhere")),
        ordered=bool(raw.get("ordered")),
        rivals=_phrases(raw.get("others", ()), where),
        fact=fact,
    )


def _phrases(raw: Any, where: str) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or any(not isinstance(one, str) or not one.strip() for one in raw):
        raise ValueError(f"{where}: {raw!r} is not a list of phrases")
    return tuple(raw)


def _groups(raw: Any, where: str) -> Groups:
    """Return groups of equivalents; a plain list of phrases is one group."""
    if isinstance(raw, Sequence) and raw and all(isinstance(one, str) for one in raw) and not isinstance(raw, str):
        return (_phrases(raw, where),)
    if not isinstance(raw, list | tuple):
        raise ValueError(f"{where}: {raw!r} is not a list of groups of phrases")
    return tuple(_phrases(group, where) for group in raw)


def _predicate(raw: Any, where: str) -> Predicate:
    if isinstance(raw, str):
        if raw not in PREDICATES:
            raise ValueError(f"{where}: predicate {raw!r} is not one of {', '.join(PREDICATES)}")
        return PREDICATES[raw]
    if not isinstance(raw, Mapping) or set(raw) != {"yes", "no"}:
        raise ValueError(f"{where}: predicate {raw!r} is neither a name nor an object with 'yes' and 'no'")
    yes, no = _phrases(raw["yes"], where), _phrases(raw["no"], where)
    for words, family in KINSHIP:
        if words & set(yes):
            yes, no = (*yes, *(one for one in family.yes if one not in no)), (*no, *family.no)
    return Predicate(tuple(dict.fromkeys(yes)), tuple(dict.fromkeys(no)))
