"""Walks through a repository, a row group at a time, and gathers what its checks find."""

from __future__ import annotations

import functools
import hashlib
import json
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from datasets.utils import tqdm

from dataset_builder.checks.contract import check_columns, pdf_path_of
from dataset_builder.checks.documents import Document, walk
from dataset_builder.checks.files import (
    MANIFEST,
    Fact,
    check_facts,
    check_files,
    check_templates,
    imported_families,
    read_manifest,
)
from dataset_builder.checks.inspection import Options, inspect_document
from dataset_builder.checks.pairing import check_twins, read_twins
from dataset_builder.checks.reports.guessing import check_guessing, read_questions
from dataset_builder.checks.violations import SAMPLE, Finding, Violation, collect, violation
from dataset_builder.schema import FAMILIES, SPLITS, document_features, question_features

_PORTION = 20
"""Documents that a process reads at a time."""

PASSED_OVER = (
    "evidence, program, the texts, size and drawing of images, whether truths fit their schemas, and equal truths"
)
"""What is not checked of documents that were imported: their layout holds no evidence, and others drew them."""

_DOCUMENTS = "data/documents/"
_SIDE_FILES = (".trace.json", ".schema.json", ".html")


@dataclass(frozen=True)
class _Portion:
    """Some documents of a family whose first questions stand in one row group, to be read together."""

    root: Path
    homes: tuple[tuple[str, int], ...]
    doc_ids: tuple[str, ...]
    options: Options
    index: Mapping[str, tuple[str, int]]


def check_repository(root: Path, *, fast: bool = False, jobs: int = 1) -> Finding:
    """Return what is wrong with a repository that was built.

    Args:
        root: its folder.
        fast: read at most ``SAMPLE`` documents, and don't draw pages again; files, columns and ids are checked in full.
        jobs: number of processes.

    Raises:
        ValueError: ``root`` holds no repository.
    """
    manifest = read_manifest(root)
    violations = list(check_files(root, manifest))
    files = [path for path in manifest["checksums"] if path.endswith(".parquet") and (root / path).is_file()]
    readable: list[str] = []
    kept: list[str] = []
    for path in files:
        found = list(_check_file(root, path))
        violations += found
        if not found:
            (kept if path.startswith(_DOCUMENTS) else readable).append(path)
    facts = [fact for path in readable for fact in _read_facts(root, path)]
    documents = [(doc_id, path, number) for path in kept for doc_id, number in _read_index(root, path)]
    ids = list(dict.fromkeys(fact.doc_id for fact in facts))
    wanted = frozenset(ids[:: -(-len(ids) // SAMPLE) or 1] if fast else ids)
    index = {doc_id: (path, number) for doc_id, path, number in documents}
    portions = list(_portions(root, readable, wanted, functools.partial(_options, manifest, fast=fast), index))
    for found in _inspect_all(portions, jobs):
        violations += found
    violations += check_facts(manifest, facts, [doc_id for doc_id, _, _ in documents])
    violations += collect(MANIFEST, "pairs", check_twins(read_twins(root, readable)))
    if "reports" not in imported_families(manifest):
        asked = [path for path in readable if path.startswith("data/reports/")]
        told = [path for path in kept if path.startswith(f"{_DOCUMENTS}reports-")]
        violations += collect(MANIFEST, "guessers", check_guessing(MANIFEST, read_questions(root, asked, told)))
    if (root / "templates.csv").is_file():
        content = (root / "templates.csv").read_text(encoding="utf-8")
        violations += check_templates(content, facts)
    passed_over = PASSED_OVER if imported_families(manifest) else ""
    return Finding(len(ids), len(wanted), tuple(violations), passed_over)


def _check_file(root: Path, path: str) -> Iterator[Violation]:
    """Yield what makes a Parquet file unreadable: its place or its columns."""
    folder, _, name = path.removeprefix("data/").partition("/")
    split = name.rsplit("-", 3)[0]
    allowed = FAMILIES if folder == "documents" else SPLITS.get(folder, ())
    if split not in allowed:
        yield violation("split", path, "folder and split", f"one of {', '.join(allowed) or FAMILIES}", split)
        return
    try:
        yield from check_columns(root, path, document_features() if folder == "documents" else question_features())
    except (OSError, ValueError) as error:
        yield violation("unreadable", path, "file", "Parquet", str(error))


def _read_facts(root: Path, path: str) -> Iterator[Fact]:
    columns = ["id", "doc_id", "ground_truth"]
    _, family, name = path.split("/")
    for row in pq.read_table(root / path, columns=columns).to_pylist():
        filled: list[Any] = []
        if row["ground_truth"] is not None:
            try:
                filled = [leaf for leaf in walk(json.loads(row["ground_truth"])) if leaf[1] is not None]
            except ValueError:
                filled = []
        truth = hashlib.sha256(json.dumps(filled).encode()).hexdigest() if filled else ""
        yield Fact(str(row["id"]), str(row["doc_id"]), family, name.rsplit("-", 3)[0], path, truth, len(filled))


def _read_index(root: Path, path: str) -> Iterator[tuple[str, int]]:
    with pq.ParquetFile(root / path) as file:
        for number in range(file.num_row_groups):
            for doc_id in file.read_row_group(number, columns=["doc_id"])["doc_id"].to_pylist():
                yield str(doc_id), number


def _read_groups(root: Path, path: str) -> dict[int, list[str]]:
    """Return the documents of each row group of a file."""
    groups: dict[int, dict[str, None]] = {}
    for doc_id, group in _read_index(root, path):
        groups.setdefault(group, {})[doc_id] = None
    return {group: list(doc_ids) for group, doc_ids in groups.items()}


def _options(manifest: Mapping[str, Any], family: str, fast: bool) -> Options:
    arguments = manifest.get("arguments", {}).get(family, {})
    exact = manifest.get("versions", {}).get("pymupdf") == version("pymupdf")
    return Options(arguments.get("seed"), draw=not fast, exact=exact, imported=family in imported_families(manifest))


def _portions(
    root: Path,
    paths: Sequence[str],
    wanted: frozenset[str],
    options: Callable[[str], Options],
    index: Mapping[str, tuple[str, int]],
) -> Iterator[_Portion]:
    """Yield all wanted documents, each once with its questions of all splits."""
    homes: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for path in paths:
        for group, held in _read_groups(root, path).items():
            for doc_id in held:
                if doc_id in wanted:
                    homes.setdefault((path.split("/")[1], doc_id), []).append((path, group))
    together: dict[tuple[str, tuple[str, int]], list[str]] = {}
    for (family, doc_id), places in homes.items():
        together.setdefault((family, places[0]), []).append(doc_id)
    for (family, _), doc_ids in together.items():
        for start in range(0, len(doc_ids), _PORTION):
            part = tuple(doc_ids[start : start + _PORTION])
            places = sorted({place for doc_id in part for place in homes[family, doc_id]})
            rows = {name: index[name] for name in part if name in index}
            yield _Portion(root, tuple(places), part, options(family), rows)


def _inspect_all(portions: Sequence[_Portion], jobs: int) -> Iterator[list[Violation]]:
    """Yield what is found in each portion, in order."""
    bar = tqdm(
        total=sum(len(portion.doc_ids) for portion in portions),
        desc="checking",
        unit="document",
        file=sys.stderr,
        mininterval=0.5 if sys.stderr.isatty() else 15,
        disable=False,
    )
    with bar:
        if jobs == 1 or len(portions) < 2:
            for portion in portions:
                yield _inspect_portion(portion)
                bar.update(len(portion.doc_ids))
            return
        with ProcessPoolExecutor(min(jobs, len(portions)), multiprocessing.get_context("spawn")) as pool:
            for portion, found in zip(portions, pool.map(_inspect_portion, portions), strict=True):
                yield found
                bar.update(len(portion.doc_ids))


def _inspect_portion(portion: _Portion) -> list[Violation]:
    found: list[Violation] = []
    for document in read_documents(portion.root, portion.homes, portion.doc_ids, portion.index):
        found += inspect_document(document, portion.options)
    return found


def read_documents(
    root: Path, homes: Sequence[tuple[str, int]], doc_ids: Sequence[str], index: Mapping[str, tuple[str, int]]
) -> Iterator[Document]:
    """Yield documents of a family with their questions of some splits, and what else the repository keeps of them.

    Args:
        root: the repository.
        homes: question files, relative to it, and the number of the row group that holds questions of the documents.
        doc_ids: which documents.
        index: file and row group of their rows in the ``documents`` config.
    """
    held: dict[str, list[tuple[str, pa.Table, int]]] = {}
    for path, group in homes:
        with pq.ParquetFile(root / path) as file:
            table = file.read_row_group(group)
        for position, doc_id in enumerate(map(str, table["doc_id"].to_pylist())):
            if doc_id in doc_ids:
                held.setdefault(doc_id, []).append((path, table, position))
    family = homes[0][0].split("/")[1]
    for doc_id, rows in held.items():
        pdf = root / pdf_path_of(doc_id)
        files = {suffix: pdf.with_suffix(suffix) for suffix in _SIDE_FILES}
        yield Document(
            doc_id,
            family,
            tuple(path.split("/")[2].rsplit("-", 3)[0] for path, _, _ in rows),
            tuple(table.slice(position, 1).to_pylist()[0] for _, table, position in rows),
            _document_rows(root, *index[doc_id]).get(doc_id) if doc_id in index else None,
            pdf.read_bytes() if pdf.is_file() else None,
            {suffix: file.read_bytes() for suffix, file in files.items() if file.is_file()},
        )


def iterate_documents(root: Path) -> Iterator[Document]:
    """Yield all documents of a repository, split by split."""
    files = [path for path in read_manifest(root)["checksums"] if path.endswith(".parquet")]
    kept = [path for path in files if path.startswith(_DOCUMENTS)]
    index = {doc_id: (path, group) for path in kept for doc_id, group in _read_index(root, path)}
    for path in files:
        if path not in kept:
            for group, doc_ids in _read_groups(root, path).items():
                yield from read_documents(root, [(path, group)], doc_ids, index)


@functools.lru_cache(maxsize=2)
def _document_rows(root: Path, path: str, group: int) -> dict[str, dict[str, Any]]:
    """Return the rows of the ``documents`` config in a row group, by document."""
    with pq.ParquetFile(root / path) as file:
        return {str(row["doc_id"]): row for row in file.read_row_group(group).to_pylist()}
