"""The criteria of a rubric, checked once when read, and the checks that decide some of them without a judge.

A criterion is text, or an object with ``criterion`` (text) and, if wanted, ``id`` and ``check``. A check is one of

- ``{"kind": "contains", "any": [...]}`` or ``"all": [...]``: words or phrases the response has;
- ``{"kind": "excludes", "any": [...]}``: words or phrases of which it has none;
- ``{"kind": "matches", "pattern": ...}`` and ``{"kind": "excludes_match", "pattern": ...}``: a regular expression;
- ``{"kind": "fact", "fact": {...}}``: a key fact that the fact judge finds, for values with tolerance and units;
- a claim (``dataset_builder.claims``): a value, day, phrase, verdict, list or abstention that the response asserts, or
  a claim that it must not make, whatever the wording.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dataset_builder.claims import CHECKS as CLAIM_KINDS
from dataset_builder.claims import Check as Claim
from dataset_builder.claims import meets, read_check
from metrics.fact_judge import judge_facts
from metrics.fact_text import normalize
from metrics.key_facts import KeyFact, read_key_facts

CHECK_KINDS: tuple[str, ...] = ("contains", "excludes", "matches", "excludes_match", "fact", *CLAIM_KINDS)

RawCriterion = str | Mapping[str, Any]


@dataclass(frozen=True)
class Check:
    """A deterministic check: what the response must or must not have."""

    kind: str
    any_of: tuple[str, ...] = ()
    all_of: tuple[str, ...] = ()
    pattern: re.Pattern[str] | None = None
    fact: KeyFact | None = None
    claim: Claim | None = None


@dataclass(frozen=True)
class Criterion:
    """One atomic yes/no criterion."""

    id: str
    text: str
    check: Check | None = None


def read_rubric(rubric: str | Sequence[RawCriterion], name: str) -> tuple[Criterion, ...]:
    """Return a record's criteria, checked.

    Args:
        rubric: JSON text of a list, or a list of criteria; a criterion that is JSON text of an object is read as such.
        name: the record's name, for errors.

    Raises:
        ValueError: there is no criterion, an id stands twice, or a criterion or check is malformed; the message names
            the record.

    >>> [criterion.id for criterion in read_rubric(["Names the clause.", {"id": "b", "criterion": "Says 42."}], "r")]
    ['1', 'b']
    """
    if isinstance(rubric, str):
        try:
            rubric = json.loads(rubric)
        except ValueError as error:
            raise ValueError(f"{name}: the rubric is not JSON: {error}") from None
    if not isinstance(rubric, list | tuple):
        raise ValueError(f"{name}: the rubric {rubric!r} is not a list of criteria")
    if not rubric:
        raise ValueError(f"{name}: the rubric has no criteria; nothing to meet is not a pass")
    criteria = tuple(_read_criterion(raw, position, name) for position, raw in enumerate(rubric, 1))
    ids = [criterion.id for criterion in criteria]
    if len(set(ids)) < len(ids):
        raise ValueError(f"{name}: criterion ids {ids} are not unique")
    return criteria


def run_check(check: Check, response: str) -> bool:
    """Return whether a response passes a deterministic check.

    >>> run_check(Check("excludes", any_of=("brad-point",)), "Use a Brad-Point bit.")
    False
    """
    if check.claim is not None:
        return meets(check.claim, response)
    if check.kind == "fact" and check.fact is not None:
        return judge_facts(response, (check.fact,))[0].status == "found"
    if check.pattern is not None:
        return bool(check.pattern.search(response)) is (check.kind == "matches")
    text = _fold(response)
    some = any(_has(text, phrase) for phrase in check.any_of) if check.any_of else True
    if check.kind == "excludes":
        return not some
    return some and all(_has(text, phrase) for phrase in check.all_of)


def _fold(text: str) -> str:
    return " ".join(normalize(text).casefold().split())


def _has(text: str, phrase: str) -> bool:
    """Return whether a phrase stands in a text as whole words."""
    folded = _fold(phrase)
    left = r"(?<!\w)" if folded[:1].isalnum() else ""
    right = r"(?!\w)(?![.,]\d)" if folded[-1:].isalnum() else ""
    return bool(re.search(left + re.escape(folded) + right, text))


def _read_criterion(raw: RawCriterion, position: int, name: str) -> Criterion:
    where = f"{name}: criterion {position}"
    if isinstance(raw, str) and raw.lstrip().startswith("{"):
        try:
            raw = json.loads(raw)
        except ValueError as error:
            raise ValueError(f"{where} is not JSON: {error}") from None
    if isinstance(raw, str):
        raw = {"criterion": raw}
    if not isinstance(raw, Mapping) or not isinstance(raw.get("criterion"), str) or not raw["criterion"].strip():
        raise ValueError(f"{where} {raw!r} is neither text nor an object with the text 'criterion'")
    check = raw.get("check")
    return Criterion(
        str(raw.get("id") or position), raw["criterion"], None if check is None else _read_check(check, where)
    )


def _read_check(raw: Any, where: str) -> Check:
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if kind not in CHECK_KINDS:
        raise ValueError(f"{where}: check kind {kind!r} is not one of {', '.join(CHECK_KINDS)}")
    if kind in CLAIM_KINDS:
        return Check(kind, claim=read_check(raw, where))
    if kind == "fact":
        return Check(kind, fact=read_key_facts([raw.get("fact") or {}], where)[0])
    if kind in ("matches", "excludes_match"):
        try:
            return Check(kind, pattern=re.compile(raw.get("pattern", ""), re.IGNORECASE))
        except (re.error, TypeError) as error:
            raise ValueError(f"{where}: pattern {raw.get('pattern')!r} is no regular expression: {error}") from None
    any_of, all_of = (tuple(raw.get(key) or ()) for key in ("any", "all"))
    phrases = (*any_of, *all_of)
    if not phrases or any(not isinstance(phrase, str) or not _fold(phrase) for phrase in phrases):
        raise ValueError(f"{where}: check {kind} needs a list of phrases under 'any' or 'all'")
    if kind == "excludes" and all_of:
        raise ValueError(f"{where}: check excludes takes 'any' only")
    return Check(kind, any_of, all_of)
