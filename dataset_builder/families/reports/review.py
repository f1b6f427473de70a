"""Manual review of questions on reports (SynthDocBench, appendix F): the sheet, and what its decisions come to.

The sheet is one HTML file with a sample of questions, stratified by question type and level, each beside the pages on
which its evidence is marked. Two reviewers rate them; what they export goes to ``docassay build --exclude``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dataset_builder.export import document_path
from dataset_builder.families import Summary
from dataset_builder.families.reports.decisions import (
    FORMAT,
    RATINGS,
    Review,
    ReviewFigures,
    fingerprint,
    list_rejected,
    measure_reviews,
    read_reviews,
)
from dataset_builder.families.reports.records import DPI
from dataset_builder.review_sheets import embed_picture, place_box, render_sheet
from dataset_builder.schema import SPLITS, canonical_json
from dataset_builder.seeds import rng_for

SAMPLE = 100
"""Questions that are reviewed by default, as in the paper."""

_WIDEST = 1100
"""Pixels of a page on the sheet; A4 at 133 DPI."""

_COLUMNS = ["id", "doc_id", "question", "answer", "level", "category", "evidence", "knobs", "num_pages", "reasoning"]
_KINDS = {"chart": "Chart", "table": "Table", "paragraph": "Passage"}
_ASKS = {
    "answerability": ("Answerable", "Does the document alone determine the answer?"),
    "correctness": ("Correct", "Is the reference answer right?"),
    "clarity": ("Clear", "Can the question be understood in one way only?"),
}


@dataclass(frozen=True)
class Reviewable:
    """A question of a repository as far as a review needs it; ``row`` has the columns ``_COLUMNS``."""

    split: str
    row: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Return the record's id."""
        return str(self.row["id"])

    @property
    def fingerprint(self) -> str:
        """Return a hash of what a reviewer judges."""
        return fingerprint(self.row["question"], self.row["answer"], self.row["evidence"])


def read_reviewables(out: Path) -> list[Reviewable]:
    """Return the questions on reports of a repository in the order of its splits.

    Raises:
        ValueError: the folder holds no reports.
    """
    found = [
        Reviewable(split, row)
        for split, path in _files(out)
        for row in pq.read_table(path, columns=_COLUMNS).to_pylist()
    ]
    if not found:
        raise ValueError(f"{out} holds no reports; name a repository that docassay build reports wrote")
    return found


def choose_questions(questions: Sequence[Reviewable], sample: int, seed: int) -> list[Reviewable]:
    """Return a random sample, stratified by split and level, in the order given.

    Every split has the same number of questions, and every level of a split, as far as there are enough.
    """
    strata: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for question in questions:
        strata[question.split][str(question.row["level"])].append(question.id)
    rng = rng_for("reports", 0, seed, "review")
    drawn: set[str] = set()
    shares = share_out(sample, {split: sum(map(len, levels.values())) for split, levels in strata.items()})
    for split, levels in strata.items():
        for level, number in share_out(shares[split], {name: len(ids) for name, ids in levels.items()}).items():
            drawn |= set(rng.sample(sorted(levels[level]), number))
    return [question for question in questions if question.id in drawn]


def share_out(number: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """Return how many are taken of each group: equally many, those of small groups given to the others.

    >>> share_out(10, {"a": 2, "b": 20, "c": 20})
    {'a': 2, 'b': 4, 'c': 4}
    """
    shares = dict.fromkeys(sizes, 0)
    for _ in range(min(number, sum(sizes.values()))):
        least = min((name for name in sizes if shares[name] < sizes[name]), key=lambda name: shares[name])
        shares[least] += 1
    return shares


def make_sheet(out: Path, sheet: Path, *, sample: int = SAMPLE, seed: int = 0) -> tuple[str, Counter[str]]:
    """Return the review sheet of a repository as HTML, and how many questions of each split are on it.

    Args:
        out: the repository.
        sheet: file that will hold it: links to the PDFs are relative to its folder.
        sample: number of questions.
        seed: of the draw.

    Raises:
        ValueError: the folder holds no reports.
    """
    chosen = choose_questions(read_reviewables(out), sample, seed)
    pictures: list[str] = []
    places: dict[tuple[str, int], dict[str, Any]] = {}
    wanted = {(str(item.row["doc_id"]), int(entry["page"])) for item in chosen for entry in item.row["evidence"]}
    for doc_id, page, image in _read_pages(out, wanted):
        source, size = embed_picture(image, _WIDEST)
        places[doc_id, page] = {"picture": len(pictures), "width": size[0], "height": size[1]}
        pictures.append(source)
    folder = Path(os.path.relpath(out, sheet.parent)).as_posix()
    data = {
        "format": FORMAT,
        "name": out.resolve().name,
        "sample": sample,
        "seed": seed,
        "ratings": [{"name": name, "title": _ASKS[name][0], "asks": _ASKS[name][1]} for name in RATINGS],
        "pictures": pictures,
        "items": [_sheet_item(item, places, folder) for item in chosen],
    }
    return render_sheet("reports", data), Counter(item.split for item in chosen)


def _sheet_item(item: Reviewable, places: Mapping[tuple[str, int], Mapping[str, Any]], folder: str) -> dict[str, Any]:
    row = item.row
    doc_id, angles = str(row["doc_id"]), json.loads(row["knobs"]).get("scan_angles")
    pages = sorted({int(entry["page"]) for entry in row["evidence"]})
    evidence = []
    for entry in row["evidence"]:
        place = places[doc_id, entry["page"]]
        angle = angles[entry["page"] - 1] if angles else 0.0
        box = place_box(tuple(entry["bbox"]), (place["width"], place["height"]), DPI, angle)
        name = f"{_KINDS.get(entry['kind'], entry['kind'])}, page {entry['page']}"
        evidence.append({"page": pages.index(entry["page"]), "box": box, "name": name})
    return {
        "id": item.id,
        "fingerprint": item.fingerprint,
        "split": item.split,
        "category": row["category"],
        "level": row["level"],
        "question": row["question"],
        "answer": row["answer"],
        "reasoning": row["reasoning"],
        "length": row["num_pages"],
        "pdf": f"{folder}/{document_path(doc_id)}#page={pages[0]}",
        "pages": [{**places[doc_id, page], "name": f"Page {page} of {row['num_pages']}"} for page in pages],
        "evidence": evidence,
    }


def _read_pages(out: Path, wanted: set[tuple[str, int]]) -> Iterator[tuple[str, int, bytes]]:
    """Yield document, page and picture of the pages wanted, each once."""
    left = set(wanted)
    for _, path in _files(out):
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                names = file.read_row_group(group, columns=["doc_id"])["doc_id"].to_pylist()
                if not {doc_id for doc_id, _ in left} & set(names):
                    continue
                images = file.read_row_group(group, columns=["images"])["images"]
                for doc_id, held in zip(names, images, strict=True):
                    for page in sorted(page for name, page in left if name == doc_id):
                        yield doc_id, page, held[page - 1].as_py()["bytes"]
                        left.discard((doc_id, page))


def _files(out: Path) -> Iterator[tuple[str, Path]]:
    for split in SPLITS["reports"]:
        for path in sorted((out / "data" / "reports").glob(f"{split}-*.parquet")):
            yield split, path


def check_exclude(paths: Sequence[str]) -> None:
    """Raise ``ValueError`` if there is no such file."""
    for path in paths:
        if not Path(path).is_file():
            raise ValueError(f"exclude {path!r} is not a file")


def check_decided(paths: Sequence[str], documents: Collection[str]) -> None:
    """Raise ``ValueError`` if a file decides on no question of these documents."""
    for path, review in zip(paths, _read(paths), strict=True):
        if not any(name.rpartition("-")[0] in documents for name in review.ratings):
            raise ValueError(f"exclude {path!r} decides on no question of this build")


def _read(paths: Sequence[str]) -> tuple[Review, ...]:
    held = [(path, Path(path).stat()) for path in paths]
    return _read_once(tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in held))


@functools.lru_cache(maxsize=4)
def _read_once(files: tuple[tuple[str, int, int], ...]) -> tuple[Review, ...]:
    """Return the reviews in files, each given with what changes when it is written anew."""
    return tuple(read_reviews([Path(path) for path, *_ in files]))


def read_rejected(paths: tuple[str, ...]) -> dict[str, str]:
    """Return the fingerprint of every question that reviewers rejected, by its id."""
    return list_rejected(_read(paths))


def digest_rejected(paths: tuple[str, ...], doc_id: str) -> str:
    """Return a hash of what was rejected of a document, "" where nothing was: what a finished one was made with."""
    held = {name: mark for name, mark in read_rejected(paths).items() if name.startswith(f"{doc_id}-")}
    return hashlib.sha256(canonical_json(dict(sorted(held.items()))).encode()).hexdigest()[:16] if held else ""


def measure_exclude(paths: tuple[str, ...], summaries: Sequence[Summary]) -> dict[str, int | float]:
    """Return what the reviews of a build's questions came to, by the names under which a card tells it."""
    notes = [note for summary in summaries for note in summary.notes if note.get("part") == "question"]
    if not paths:
        return {}
    found = measure_reviews(_read(paths), {str(note["id"]): str(note["fingerprint"]) for note in notes})
    figures: dict[str, int | float] = {
        "questions reviewed": found.questions,
        "questions reviewed by two": found.twice,
        "questions accepted in review (%)": _percent(found.accepted, found.questions),
    }
    figures |= {f"questions found wanting in {rating}": count for rating, count in found.failed.items()}
    figures |= {f"kappa of {rating}": round(kappa, 3) for rating, kappa in found.kappa.items() if kappa is not None}
    return figures


def describe_reviews(out: Path, paths: Sequence[Path]) -> str:
    """Return in lines for people what exported decisions say about a repository's questions."""
    reviews = read_reviews(paths)
    questions = {item.id: item for item in read_reviewables(out)}
    found = measure_reviews(reviews, {name: item.fingerprint for name, item in questions.items()})
    lines = [
        f"{found.questions} questions reviewed by {' and '.join(review.reviewer for review in reviews)}, "
        f"{found.twice} of them by two; accepted in all ratings: {_say_share(found)}",
        *(f"found wanting in {rating}: {count}" for rating, count in found.failed.items()),
        *(f"kappa of {rating}: {_say_kappa(kappa, found.twice)}" for rating, kappa in found.kappa.items()),
    ]
    for name in sorted(found.rejected):
        row = questions[name].row
        said = "; ".join(review.notes[name] for review in reviews if name in review.notes)
        lines.append(f"rejected: {name} ({row['category']}, {row['level']}){': ' if said else ''}{said}")
    stale = {name for review in reviews for name in review.ratings} - {
        name
        for review in reviews
        for name in review.ratings
        if name in questions and review.fingerprints[name] == questions[name].fingerprint
    }
    if stale:
        lines.append(f"{len(stale)} rated questions are not here, or have changed: not counted")
    return "\n".join(lines)


def _say_share(found: ReviewFigures) -> str:
    return f"{found.accepted} ({_percent(found.accepted, found.questions):g}%)"


def _say_kappa(kappa: float | None, twice: int) -> str:
    if kappa is not None:
        return f"{kappa:.2f}"
    return "not defined, since both said the same of all" if twice else "not known, since nothing was rated by two"


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
