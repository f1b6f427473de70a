"""The files of a repository, and the counts in ``docassay.json`` and ``templates.csv``."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.checks.violations import Violation, violation

MANIFEST = "docassay.json"
_STAGE = ".build"
_STATUSES = ("used", "skipped", "refused", "failed")


@dataclass(frozen=True)
class Fact:
    """What is kept of a row for the comparisons between documents.

    Attributes:
        id, doc_id, family, split: the row's.
        file: path of its Parquet file.
        truth: digest of what it answers, "" if that says nothing.
        filled: number of values that are not null.
    """

    id: str
    doc_id: str
    family: str
    split: str
    file: str
    truth: str
    filled: int


def read_manifest(root: Path) -> dict[str, Any]:
    """Return the content of ``docassay.json``.

    Raises:
        ValueError: there is none, or it is not that of a repository.
    """
    path = root / MANIFEST
    if not path.is_file():
        raise ValueError(f"{root} holds no {MANIFEST}; name the folder of a finished repository")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("checksums"), dict):
        raise ValueError(f"{path} lists no checksums")
    return manifest


def imported_families(manifest: Mapping[str, Any]) -> frozenset[str]:
    """Return the families whose documents others made and published in a layout of their own."""
    return frozenset(name for name, arguments in manifest.get("arguments", {}).items() if "source" in arguments)


def check_files(root: Path, manifest: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield files that are missing, changed or not named in the manifest."""
    for key in ("docassay", "versions", "arguments", "families", "checksums"):
        if key not in manifest:
            yield violation("manifest", MANIFEST, key, "an entry", "none")
    listed: Mapping[str, str] = manifest["checksums"]
    for path, digest in listed.items():
        if not (root / path).is_file():
            yield violation("file-missing", path, "file", "a file", "none")
            continue
        with (root / path).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != digest:
            yield violation("file-changed", path, "SHA-256", digest, found)
    for file_path in sorted(root.rglob("*")):
        name = file_path.relative_to(root).as_posix()
        own = name == MANIFEST or name.split("/")[0] == _STAGE
        if file_path.is_file() and not own and name not in listed:
            yield violation("file-extra", name, "file", "none", "a file that no build lists")


def check_facts(manifest: Mapping[str, Any], facts: Sequence[Fact], documents: Sequence[str]) -> Iterator[Violation]:
    """Yield what only all rows together show: ids, order, counts and twins.

    Args:
        manifest: content of ``docassay.json``.
        facts: of every row, in the order of the files.
        documents: doc_id of every row of the ``documents`` config.
    """
    for name, count in Counter(fact.id for fact in facts).items():
        if count > 1:
            yield violation("duplicate-id", name, "id", "one row", f"{count} rows")
    yield from _check_order(facts)
    asked, kept = {fact.doc_id for fact in facts}, Counter(documents)
    for name in sorted(asked | set(kept)):
        if kept[name] != 1 and (name not in asked or kept[name] > 1):
            what = "questions" if name not in asked else "rows of the documents config"
            yield violation("documents-row", name, what, "one row and a question", f"{kept[name]} rows")
    yield from _check_counts(manifest, facts)
    imported = imported_families(manifest)
    yield from _check_twins([fact for fact in facts if fact.family not in imported])


def _check_order(facts: Sequence[Fact]) -> Iterator[Violation]:
    seen: set[tuple[str, str]] = set()
    last = ("", "")
    for fact in facts:
        key = (fact.file, fact.doc_id)
        if key != last and key in seen:
            yield violation("scattered", fact.id, "rows of one document", "together", f"{fact.file}, further down")
        seen.add(key)
        last = key


def _check_counts(manifest: Mapping[str, Any], facts: Sequence[Fact]) -> Iterator[Violation]:
    families = manifest.get("families", {})
    for family in sorted({*families, *(fact.family for fact in facts)}):
        told = families.get(family, {})
        rows = Counter(fact.split for fact in facts if fact.family == family)
        held = len({fact.doc_id for fact in facts if fact.family == family})
        if told.get("documents") != held:
            yield violation("counts", MANIFEST, f"documents of {family}", held, told.get("documents"))
        if told.get("rows") != dict(rows):
            yield violation("counts", MANIFEST, f"rows of {family}", dict(rows), told.get("rows"))


def _check_twins(facts: Sequence[Fact]) -> Iterator[Violation]:
    first: dict[str, Fact] = {}
    for fact in facts:
        twin = first.setdefault(fact.truth, fact)
        if fact.truth and twin.doc_id != fact.doc_id:
            yield violation("duplicate-truth", fact.id, "truth", "unlike all others", f"that of {twin.id}")


def check_templates(content: str, facts: Sequence[Fact]) -> Iterator[Violation]:
    """Yield where ``templates.csv`` does not account for the forms."""
    used: dict[str, dict[str, str]] = {}
    for line, row in enumerate(csv.DictReader(io.StringIO(content)), start=2):
        name = f"templates.csv line {line}"
        if row.get("status") not in _STATUSES:
            yield violation("templates", name, "status", f"one of {', '.join(_STATUSES)}", row.get("status"))
        elif row["status"] != "used" and not row.get("reason"):
            yield violation("templates", name, "reason", "why it was not used", row.get("reason"))
        elif row["status"] == "used":
            if row.get("doc_id", "") in used:
                yield violation("templates", name, "doc_id", "each once", row["doc_id"])
            used[row.get("doc_id", "")] = row
    forms = {fact.doc_id: fact for fact in facts if fact.family == "forms"}
    for doc_id in sorted(forms.keys() ^ used.keys()):
        yield violation("templates", doc_id, "line", "one line and one document", "one of the two")
    for doc_id in sorted(forms.keys() & used.keys()):
        fact, row = forms[doc_id], used[doc_id]
        for column, value in {"split": fact.split, "filled": str(fact.filled)}.items():
            if row.get(column) != value:
                yield violation("templates", doc_id, column, value, row.get(column))
