"""What people decided about documents on a review sheet (VAREX, section 3.3, phase 3), as the sheet exports it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast, get_args

from dataset_builder.export import read_object
from dataset_builder.schema import canonical_json

FORMAT = "docassay-review-1"

Group = Literal["flagged", "sample"]
DocumentVerdict = Literal["keep", "remove"]
FieldVerdict = Literal["ok", "wrong", "ambiguous"]


@dataclass(frozen=True)
class Decision:
    """What was decided about one document.

    Attributes:
        group: ``flagged`` if the screening found something, ``sample`` if it was drawn from the others.
        fingerprint: of the schema and truth that were judged; a decision about others is not applied.
        verdict: on the document; None while nobody has decided.
        fields: verdicts by path; fields that nobody has judged are left out.
    """

    group: Group
    fingerprint: str
    verdict: DocumentVerdict | None = None
    fields: Mapping[str, FieldVerdict] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Return a hash that changes when the decision does."""
        return _hash([self.group, self.fingerprint, self.verdict, dict(self.fields)])


def fingerprint_of(schema: Mapping[str, Any], truth: Mapping[str, Any]) -> str:
    """Return a hash of what a reviewer judges."""
    return _hash([schema, truth])


def _hash(value: Any) -> str:
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()[:16]


def read_decisions(path: Path) -> dict[str, Decision]:
    """Return the decisions of an exported file by document id.

    Raises:
        ValueError: the file is not what a review sheet exports; the message names the document and the value.
        OSError: it can't be read.
    """
    held = read_object(path)
    if held.get("format") != FORMAT or not isinstance(held.get("documents"), dict):
        raise ValueError(f"{path} is not a file that a review sheet exports (format {FORMAT!r})")
    return {doc_id: _read_decision(f"{path}: {doc_id}", item) for doc_id, item in held["documents"].items()}


def _read_decision(name: str, item: Any) -> Decision:
    if not isinstance(item, dict) or not isinstance(item.get("fields"), dict):
        raise ValueError(f"{name}: {item!r} is not an object with fields")
    _check(name, "group", item.get("group"), get_args(Group))
    _check(name, "verdict", item.get("verdict"), (None, *get_args(DocumentVerdict)))
    if not isinstance(item.get("fingerprint"), str):
        raise ValueError(f"{name}: fingerprint {item.get('fingerprint')!r} is not text")
    for path, verdict in item["fields"].items():
        _check(name, f"verdict on {path}", verdict, get_args(FieldVerdict))
    return Decision(cast(Group, item["group"]), item["fingerprint"], item.get("verdict"), dict(item["fields"]))


def _check(name: str, what: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name}: {what} {value!r} is not one of {', '.join(map(str, allowed))}")
