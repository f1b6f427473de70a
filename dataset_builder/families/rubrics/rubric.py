"""Short ways to write criteria; each returns a ``Criterion`` whose check is of one kind of ``claims.CHECKS``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from dataset_builder.families.rubrics.model import Criterion

Phrases = Sequence[str]


def _drop_empty(check: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in check.items() if value not in (None, "", (), [], False) or key == "value"}


def value(
    number: float, unit: str = "", about: Sequence[Any] = (), rivals: Phrases = (), **more: Any
) -> dict[str, Any]:
    """Return a check: the answer says the number, in the unit, of ``about`` and not of a rival."""
    held = {"kind": "value", "value": number, "unit": unit, "about": list(about), "rivals": list(rivals), **more}
    return _drop_empty(held)


def day(when: date, about: Sequence[Any] = (), rivals: Phrases = (), **more: Any) -> dict[str, Any]:
    """Return a check: the answer says the day."""
    return _drop_empty({"kind": "date", "date": when.isoformat(), "about": list(about), "rivals": list(rivals), **more})


def says(*groups: Phrases, denied: bool = False, mention: bool = False, anywhere: bool = False) -> dict[str, Any]:
    """Return a check: one phrase of each group near each other, the last affirmed (denied; or however mentioned)."""
    held = {"kind": "says", "all": [list(group) for group in groups], "denied": denied, "mention": mention}
    return _drop_empty({**held, "anywhere": anywhere})


def verdict(
    subject: Phrases, predicate: str | Mapping[str, Phrases], truth: bool, rivals: Phrases = (), fact: str = ""
) -> dict[str, Any]:
    """Return a check: what the answer says of the subject by the predicate is ``truth``."""
    held = {"kind": "verdict", "subject": list(subject), "predicate": predicate, "value": truth, "rivals": list(rivals)}
    return _drop_empty({**held, "fact": fact})


def listing(items: Sequence[Phrases], others: Phrases = (), *, ordered: bool = False, fact: str = "") -> dict[str, Any]:
    """Return a check: the answer lists the items (each its equivalents), none of the others, in order if so wanted."""
    held = {"kind": "list", "items": [list(item) for item in items], "others": list(others), "ordered": ordered}
    return _drop_empty({**held, "fact": fact})


def abstains(*about: Phrases) -> dict[str, Any]:
    """Return a check: the answer says that the document does not tell what is named by the groups."""
    return {"kind": "abstain", "about": [list(group) for group in about]}


def no_value(
    unit: str = "", about: Sequence[Any] = (), allowed: Sequence[float] = (), rivals: Phrases = ()
) -> dict[str, Any]:
    """Return a check: no number of the unit is given for ``about``, but those allowed."""
    held = {"kind": "no_value", "unit": unit, "about": list(about), "allowed": list(allowed), "rivals": list(rivals)}
    return _drop_empty(held)


def no_claim(claim: Mapping[str, Any], unless: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a check: the claim is not made; a superseded or conceded mention is none where ``unless`` is met."""
    return _drop_empty({"kind": "no_claim", "claim": claim, "unless": unless})


def some(*checks: Mapping[str, Any]) -> dict[str, Any]:
    """Return a check: any of the checks."""
    return {"kind": "any", "of": list(checks)}


def lettered(letter: str, *nouns: str) -> tuple[str, ...]:
    """Return phrases for what is known by a letter: with one of the nouns ("type C") or bare ("it's C", "C: 5")."""
    low = letter.lower()
    follows = (
        r" ?(?:[.,;:=/|]|\)|$)| -| (?:has|leads|wins|comes|appears|on|for|with|because|since|in|windows?|units?)\b"
    )
    verbs = "is|are|as|in|into|put|enter|tick|mark|write|choose|pick|it|answer|one|that|the|an?"
    mid = rf"(?:[=:>] ?|(?:\b(?:{verbs})|'s) )"
    named = (
        rf"re:\b(?:{'|'.join(nouns)})s?(?: is| no\.?| letter)?(?:[\s:=.-]+[\"'(]?|[\"'(]){low}(?:'?s)?(?![\w-])"
        if nouns
        else ""
    )
    bare = rf"re:(?m:^)[\"'(]?{low}[\"')]?(?={follows}|[ ,]*\()"
    within = rf"re:{mid}[\"'(]?{low}[\"']?(?={follows if low != 'a' else r' ?(?:[.,;:=)]|$)'})"
    counted = (rf"re:(?<![\w.-])\d+ {low}(?:'?s)?(?= ?(?:[.,;:)]|$)| (?:in|on|of|lie)\b)",) if low != "a" else ()
    return (*((named,) if named else ()), bare, within, f're:(?<![\\w])"{low}"(?![\\w])', *counted)


def sided(side: str) -> tuple[str, ...]:
    """Return phrases for a side by the compass: "west", "westerly", "W line"."""
    return (side, f"{side}ern", f"{side}erly", rf"re:\b{side[0]}\.?(?= (?:side|line|boundary|edge|wall|end)\b|[,;)]|$)")


def every(*checks: Mapping[str, Any]) -> dict[str, Any]:
    """Return a check: all of the checks."""
    return {"kind": "every", "of": list(checks)}


def must(name: str, text: str, check: Mapping[str, Any], **more: Any) -> Criterion:
    """Return a criterion on what the answer says; ``more`` are fields of ``Criterion``."""
    return Criterion(name, text, check, **more)


def must_not(name: str, text: str, check: Mapping[str, Any], mode: str, **more: Any) -> Criterion:
    """Return a criterion on a claim that the answer must not make, by the failure mode that makes it."""
    return Criterion(name, text, check, **{"type": "prohibition", "implicit": True, **more}, failure_mode=mode)


def must_abstain(
    name: str, text: str, check: Mapping[str, Any], mode: str = "fabricated_value", **more: Any
) -> Criterion:
    """Return a criterion on what an abstention has to say."""
    return Criterion(name, text, check, type="abstention", failure_mode=mode, **more)
