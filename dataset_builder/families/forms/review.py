"""Phase 3 of quality assurance (VAREX, section 3.3): a sheet on which people judge documents, and what it comes to.

The sheet is one HTML file with everything in it: the flagged documents and a random sample of the others, each page
beside its fields. What it exports goes to ``docassay build --exclude`` and to ``measure_review``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.families.forms.decisions import FORMAT, Decision, Group, fingerprint_of
from dataset_builder.families.forms.quality import leaf_of
from dataset_builder.review_sheets import embed_picture, place_box, render_sheet
from dataset_builder.schema import SPLITS
from dataset_builder.seeds import rng_for
from dataset_builder.trees import is_empty, leaves, parse_path, resolve

SAMPLE = 60
"""Unflagged documents that are reviewed by default, as in the paper."""

CONFIDENCE = 0.95

DPI = 200
"""Of the stored images, from which boxes in points become shares of the picture."""

_COLUMNS = ["doc_id", "schema", "ground_truth", "excluded_fields", "evidence", "knobs"]


@dataclass(frozen=True)
class Reviewable:
    """A document of a repository as far as a review needs it.

    Attributes:
        doc_id: its id.
        split: its split.
        schema: JSON Schema.
        truth: the ground truth.
        excluded: leaves that are not scored.
        evidence: page and box of every value by its path.
        angles: by page, the degrees by which the image lies askew.
        findings: what the screening found.
    """

    doc_id: str
    split: str
    schema: Mapping[str, Any]
    truth: Mapping[str, Any]
    excluded: frozenset[str]
    evidence: Mapping[str, tuple[int, tuple[float, float, float, float]]]
    angles: tuple[float, ...]
    findings: tuple[Mapping[str, str], ...]

    @property
    def group(self) -> Group:
        """Return whether the screening flagged the document."""
        return "flagged" if self.findings else "sample"

    def fields(self) -> list[tuple[str, Any]]:
        """Return path and value (null if blank) of every field that is scored; items of plain lists one by one."""
        return [(path, value) for path, value in _fields(self.truth) if leaf_of(path) not in self.excluded]


def read_reviewables(out: Path) -> list[Reviewable]:
    """Return the forms of a repository in the order of its splits.

    Raises:
        ValueError: the folder holds no forms.
    """
    manifests = {
        row["doc_id"]: json.loads(row["manifest"])
        for path in sorted((out / "data" / "documents").glob("forms-*.parquet"))
        for row in pq.read_table(path, columns=["doc_id", "manifest"]).to_pylist()
    }
    found = [
        _reviewable(row, split, manifests.get(row["doc_id"], {}))
        for split, path in _files(out)
        for row in pq.read_table(path, columns=_COLUMNS).to_pylist()
    ]
    if not found:
        raise ValueError(f"{out} holds no forms; name a repository that docassay build forms wrote")
    return found


def choose_documents(documents: Sequence[Reviewable], sample: int, seed: int) -> list[Reviewable]:
    """Return the flagged documents and a random sample of the others, in the order given."""
    others = sorted(document.doc_id for document in documents if document.group == "sample")
    drawn = set(rng_for("forms", 0, seed, "review").sample(others, min(sample, len(others))))
    return [document for document in documents if document.group == "flagged" or document.doc_id in drawn]


def make_sheet(out: Path, *, sample: int = SAMPLE, seed: int = 0) -> tuple[str, dict[Group, int]]:
    """Return the review sheet of a repository as HTML, and how many documents of each group are on it.

    Raises:
        ValueError: the folder holds no forms.
    """
    chosen = choose_documents(read_reviewables(out), sample, seed)
    wanted = {document.doc_id for document in chosen}
    pages = {
        row["doc_id"]: [picture["bytes"] for picture in row["images"]]
        for _, path in _files(out)
        for row in _rows(path, ["doc_id", "images"])
        if row["doc_id"] in wanted
    }
    ordered = sorted(chosen, key=lambda document: document.group)
    data = {
        "format": FORMAT,
        "name": out.resolve().name,
        "sample": sample,
        "seed": seed,
        "items": [_sheet_document(document, pages[document.doc_id]) for document in ordered],
    }
    counts: dict[Group, int] = {"flagged": 0, "sample": 0}
    for document in chosen:
        counts[document.group] += 1
    return render_sheet("forms", data), counts


@dataclass(frozen=True)
class Rate:
    """A share with its interval at ``CONFIDENCE``."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Tally:
    """What a review of one group of documents came to.

    Attributes:
        documents: documents in the repository.
        fields: their scored fields.
        reviewed: documents of which a field or the whole was judged.
        judged: (fields judged, fields wrong) of each reviewed document.
        ambiguous: fields judged ambiguous.
        removed: documents to be removed.
        dropped: fields that ``--exclude`` leaves out: those judged wrong or ambiguous, and all of a removed document.
    """

    documents: int
    fields: int
    reviewed: int
    judged: tuple[tuple[int, int], ...]
    ambiguous: int
    removed: int
    dropped: int

    @property
    def seen(self) -> int:
        """Return how many fields were judged."""
        return sum(fields for fields, _ in self.judged)

    @property
    def wrong(self) -> int:
        """Return how many fields were judged wrong."""
        return sum(wrong for _, wrong in self.judged)

    @property
    def error(self) -> Rate | None:
        """Return the share of wrong fields; None if none was judged."""
        return estimate_rate(self.judged) if self.seen else None


@dataclass(frozen=True)
class ReviewFigures:
    """What the decisions of a review say about a repository.

    Attributes:
        flagged: the flagged documents.
        sample: the others, of which a sample was reviewed.
        stale: decisions about documents that are not there, or not any more as they were judged; they don't count.
        built: estimated share of right fields as built; None if a group has fields and none was judged.
        cleaned: the same once the decisions are excluded.
    """

    flagged: Tally
    sample: Tally
    stale: int
    built: Rate | None
    cleaned: Rate | None


def measure_review(documents: Sequence[Reviewable], decisions: Mapping[str, Decision]) -> ReviewFigures:
    """Return what the decisions say about the documents.

    A removed document counts as wrong in every field that was not judged by itself. Fields that were not judged are
    taken to be wrong at the rate of those judged in their group, so the estimate is right if the sample was random.
    Ambiguous fields count as neither right nor wrong here; ``--exclude`` leaves them out.
    """
    by_id = {document.doc_id: document for document in documents}
    valid = {
        doc_id: decision
        for doc_id, decision in decisions.items()
        if (held := by_id.get(doc_id)) and decision.fingerprint == fingerprint_of(held.schema, held.truth)
    }
    flagged, sample = (
        _tally([document for document in documents if document.group == group], valid)
        for group in ("flagged", "sample")
    )
    stale = len(decisions) - len(valid)
    return ReviewFigures(
        flagged, sample, stale, _accuracy((flagged, sample), cleaned=False), _accuracy((flagged, sample), cleaned=True)
    )


def estimate_rate(clusters: Sequence[tuple[int, int]]) -> Rate:
    """Return the share of wrong fields with Wilson's interval, widened for fields of a document that fail together.

    The number of fields is divided by the design effect: the variance of the ratio estimate over documents, divided by
    that of as many independent fields, and at least 1.

    Args:
        clusters: (fields, wrong fields) of each document, at least one field in all.

    >>> estimate_rate([(10, 0)] * 10).high  # Wilson's upper limit of 0 in 100
    0.037
    >>> estimate_rate([(10, 10)] + [(10, 0)] * 9).high > estimate_rate([(10, 1)] * 10).high
    True
    """
    fields, wrong = sum(n for n, _ in clusters), sum(e for _, e in clusters)
    share = wrong / fields
    effect = 1.0
    if 0 < wrong < fields and len(clusters) > 1:
        spread = sum((e - share * n) ** 2 for n, e in clusters) * len(clusters) / (len(clusters) - 1) / fields**2
        effect = max(1.0, spread * (fields - 1) / (share * (1 - share)))
    size = fields / effect
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    middle = (share + z * z / (2 * size)) / (1 + z * z / size)
    reach = z / (1 + z * z / size) * math.sqrt(share * (1 - share) / size + z * z / (4 * size * size))
    return Rate(share, round(max(0.0, middle - reach), 4), round(min(1.0, middle + reach), 4))


def describe_review(figures: ReviewFigures) -> str:
    """Return the figures in lines for people."""
    lines = [_describe_tally("flagged", figures.flagged), _describe_tally("unflagged", figures.sample)]
    error = figures.sample.error
    if error is not None:
        hit = sum(wrong > 0 for _, wrong in figures.sample.judged)
        lines.append(
            f"false-negative rate: {_percent(error)} of the fields in unflagged documents are wrong; "
            f"a fault in {hit} of {figures.sample.reviewed} documents"
        )
    for name, rate in (("as built", figures.built), ("after --exclude", figures.cleaned)):
        text = _percent(rate) if rate is not None else "not known, since a group was not reviewed"
        lines.append(f"estimated field accuracy {name}: {text}")
    if figures.stale:
        lines.append(f"{figures.stale} decisions are about documents that are not here, or have changed: not counted")
    lines.append(
        f"({CONFIDENCE:.0%} intervals after Wilson, the number of fields divided by the design effect of documents; "
        "fields not judged are taken to be wrong as often as those judged in their group)"
    )
    return "\n".join(lines)


def _describe_tally(name: str, tally: Tally) -> str:
    return (
        f"{name}: {tally.reviewed} of {tally.documents} documents reviewed, {tally.removed} to remove; "
        f"{tally.seen} of {tally.fields} fields judged, {tally.wrong} wrong and {tally.ambiguous} ambiguous"
    )


def _percent(rate: Rate) -> str:
    return f"{rate.value:.2%} ({rate.low:.2%} to {rate.high:.2%})"


def _tally(documents: Sequence[Reviewable], decisions: Mapping[str, Decision]) -> Tally:
    judged, ambiguous, removed, dropped, fields = [], 0, 0, 0, 0
    for document in documents:
        paths = [path for path, _ in document.fields()]
        fields += len(paths)
        decision = decisions.get(document.doc_id)
        if decision is None or not (decision.verdict or decision.fields):
            continue
        gone = decision.verdict == "remove"
        verdicts = [decision.fields.get(path, "wrong" if gone else None) for path in paths]
        judged.append((sum(verdict is not None for verdict in verdicts), verdicts.count("wrong")))
        ambiguous += verdicts.count("ambiguous")
        removed += gone
        dropped += len(paths) if gone else verdicts.count("wrong") + verdicts.count("ambiguous")
    return Tally(len(documents), fields, len(judged), tuple(judged), ambiguous, removed, dropped)


def _accuracy(tallies: Sequence[Tally], *, cleaned: bool) -> Rate | None:
    """Return the share of right fields: known where judged, at the group's rate where not."""
    held = [tally for tally in tallies if tally.fields]
    rates = [rate for tally in held if (rate := tally.error) is not None]
    gone = sum(tally.dropped for tally in held) if cleaned else 0
    found = 0 if cleaned else sum(tally.wrong for tally in held)
    total = sum(tally.fields for tally in held) - gone
    if len(rates) < len(held) or not total:
        return None
    unseen = [tally.fields - tally.seen for tally in held]

    def right(wrong: Iterable[float]) -> float:
        return 1 - (found + sum(fields * share for fields, share in zip(unseen, wrong, strict=True))) / total

    return Rate(
        right(rate.value for rate in rates),
        round(right(rate.high for rate in rates), 4),
        round(right(rate.low for rate in rates), 4),
    )


def _files(out: Path) -> Iterator[tuple[str, Path]]:
    for split in SPLITS["forms"]:
        for path in sorted((out / "data" / "forms").glob(f"{split}-*.parquet")):
            yield split, path


def _rows(path: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            yield from file.read_row_group(group, columns=columns).to_pylist()


def _reviewable(row: Mapping[str, Any], split: str, manifest: Mapping[str, Any]) -> Reviewable:
    return Reviewable(
        doc_id=row["doc_id"],
        split=split,
        schema=json.loads(row["schema"]),
        truth=json.loads(row["ground_truth"]),
        excluded=frozenset(row["excluded_fields"] or ()),
        evidence={item["ref"]: (item["page"], tuple(item["bbox"])) for item in row["evidence"] or ()},
        angles=tuple(json.loads(row["knobs"] or "{}").get("scan_angles", ())),
        findings=tuple(manifest.get("findings", ())),
    )


def _fields(truth: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, value in leaves(truth):
        if isinstance(value, list) and value:
            yield from ((f"{path}[{place}]", item) for place, item in enumerate(value))
        else:
            yield path, None if is_empty(value) else value


def _sheet_document(document: Reviewable, images: Sequence[bytes]) -> dict[str, Any]:
    pages, sizes = [], []
    for image in images:
        source, size = embed_picture(image)
        pages.append({"source": source, "width": size[0], "height": size[1]})
        sizes.append(size)
    reasons: dict[str, list[str]] = {}
    for found in document.findings:
        reasons.setdefault(found["path"], []).append(f"{found['outcome']}: {found['kind']}")
    return {
        "id": document.doc_id,
        "split": document.split,
        "group": document.group,
        "fingerprint": fingerprint_of(document.schema, document.truth),
        "reasons": reasons.get("", []),
        "pages": pages,
        "fields": [
            {
                "path": path,
                "value": value,
                "description": describe_field(document.schema, path),
                "excluded": leaf_of(path) in document.excluded,
                "reasons": reasons.get(path, []),
                **_place(document, sizes, path),
            }
            for path, value in _fields(document.truth)
        ],
    }


def describe_field(schema: Mapping[str, Any], path: str) -> str:
    """Return the schema's description of a field, or "".

    >>> describe_field({"properties": {"rows": {"items": {"properties": {"a": {"description": "A"}}}}}}, "rows[1].a")
    'A'
    """
    node = resolve(schema, schema)
    for step in parse_path(path):
        child = node.get("items") if isinstance(step, int) else node.get("properties", {}).get(step)
        if not isinstance(child, Mapping):
            return ""
        node = resolve(child, schema)
    return str(node.get("description", ""))


def _place(document: Reviewable, sizes: Sequence[tuple[int, int]], path: str) -> dict[str, Any]:
    """Return page (from 0) and box of a value as on the sheet, if it has one."""
    if path not in document.evidence:
        return {"page": None, "box": None}
    page, box = document.evidence[path]
    angle = document.angles[page - 1] if document.angles else 0.0
    return {"page": page - 1, "box": place_box(box, sizes[page - 1], DPI, angle)}
