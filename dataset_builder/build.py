"""Builds a dataset repository: plans, makes documents in processes, keeps what is finished, writes the repository.

While a build runs, ``OUT/.build`` holds one folder for every finished document (its Parquet files, its PDF, what became
of it), each put there by one rename. A build that was stopped in any way goes on from there if version, source,
arguments and inputs agree, and starts afresh if they don't. The repository is written only when every document has been
tried, ``docassay.json`` last of all, and ``.build`` is then removed; it stays where documents failed, so that the same
command tries those again.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.metadata
import json
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.utils import tqdm
from filelock import FileLock, Timeout

from dataset_builder.card import render_card
from dataset_builder.export import (
    checksum,
    document_path,
    document_table,
    question_table,
    write_atomically,
    write_json,
    write_parquet,
    write_split,
)
from dataset_builder.families import BuiltDocument, Family, Refused, Summary, Task, load_family
from dataset_builder.schema import SPLITS, canonical_json, document_features, question_features

STAGE = ".build"
MANIFEST = "docassay.json"
PACKAGES = ("pymupdf", "pillow", "pyarrow", "datasets", "faker")
"""Packages that decide the bytes of a build; ``docassay.json`` records their versions."""

NOT_UPLOADED = (f"{STAGE}/**", "**/.*.tmp")
"""What stands in a repository's folder and is no part of it: an unfinished build, half-written files."""

_SUMMARY = "summary.json"

Tell = Callable[[str], None]


@dataclass(frozen=True)
class BuildReport:
    """What a build made.

    Attributes:
        manifest: content of ``docassay.json``.
        failures: (family, index, error, file with the traceback) of every document that ended with an exception.
        made: documents made or refused in this run.
        kept: documents that an earlier run had finished.
    """

    manifest: dict[str, Any]
    failures: tuple[tuple[str, int, str, Path], ...] = ()
    made: int = 0
    kept: int = 0


@dataclass(frozen=True)
class _Work:
    family: Family
    config: Any
    task: Task
    folder: Path


def build_repository(
    configs: Mapping[str, Any], out: Path, *, jobs: int = 1, overwrite: bool = False, tell: Tell | None = None
) -> BuildReport:
    """Build the repository of some families, or go on with it, or find it finished.

    The files are the same, byte for byte, for any ``jobs`` and after any interruption.

    Args:
        configs: the config of each family by its name.
        out: folder of the repository; new, empty, or holding a repository or an unfinished build.
        jobs: number of processes; 1 means this one.
        overwrite: replace a finished repository of other arguments, or one whose files were changed.
        tell: called with lines for people; they go to stderr if it is None.

    Raises:
        ValueError: nothing can be planned, or ``out`` holds something that must not be replaced.
    """
    tell = tell or (lambda line: print(line, file=sys.stderr))
    families = {name: load_family(name) for name in configs}
    plans = {name: tuple(family.plan(configs[name])) for name, family in families.items()}
    identity = describe_build(configs, plans)
    finished = _find_finished(out, identity, overwrite)
    if finished is not None:
        return BuildReport(finished, kept=sum(map(len, plans.values())))
    stage = out / STAGE
    stage.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(stage / "lock", timeout=0):
            _claim_stage(stage, identity, tell)
            work = [
                _Work(families[name], configs[name], task, stage / "documents" / name / f"{task.index:05d}")
                for name, plan in plans.items()
                for task in plan
            ]
            summaries, kept = _make_all(work, jobs)
            manifest = _write_repository(out, identity, configs, families, summaries)
            failures = tuple(
                (item.family.name, item.task.index, summaries[item.folder].reason, _traceback_path(item.folder))
                for item in work
                if summaries[item.folder].failed
            )
            if not failures:
                shutil.rmtree(stage)
    except Timeout:
        raise ValueError(f"{out}: another build is at work in this folder") from None
    return BuildReport(manifest, failures, len(work) - kept, kept)


# ---------------------------------------------------------------------------------------------- what a build is


def describe_build(configs: Mapping[str, Any], plans: Mapping[str, Sequence[Task]]) -> dict[str, Any]:
    """Return what makes a build the build it is: versions, source, arguments and inputs, as plain JSON."""
    identity = {
        "docassay": importlib.metadata.version("docassay"),
        "source": source_fingerprint(),
        "versions": {package: importlib.metadata.version(package) for package in PACKAGES},
        "arguments": {name: _arguments(config) for name, config in configs.items()},
        "inputs": {name: plan_digest(plan) for name, plan in plans.items()},
    }
    plain: dict[str, Any] = json.loads(canonical_json(identity))
    return plain


@functools.cache
def source_fingerprint() -> str:
    """Return a hash of the source and assets of ``dataset_builder``, which decide what a build makes."""
    root = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root).as_posix()}\0{checksum(path)}\0".encode())
    return digest.hexdigest()[:16]


def plan_digest(plan: Sequence[Task]) -> str:
    """Return a hash of the tasks and so of the inputs that they name."""
    tasks = [[task.index, task.source, task.digest] for task in plan]
    return hashlib.sha256(canonical_json(tasks).encode()).hexdigest()[:16]


def _arguments(config: Any) -> dict[str, Any]:
    """Return a config as JSON; of a path only the last part, since a repository is published and content is hashed."""
    return {
        field.name: value.name if isinstance(value, Path) else value
        for field in dataclasses.fields(config)
        for value in [getattr(config, field.name)]
    }


# ------------------------------------------------------------------------------------------ the folder it goes to


def _find_finished(out: Path, identity: Mapping[str, Any], overwrite: bool) -> dict[str, Any] | None:
    """Return the manifest if ``out`` holds this very build, finished and unchanged; None if it is to be built."""
    if not out.exists() or ((out / STAGE).exists() and not (out / MANIFEST).exists()):
        return None
    if not out.is_dir():
        raise ValueError(f"{out} is not a folder")
    if not (out / MANIFEST).exists():
        if any(out.iterdir()):
            raise ValueError(f"{out} is not empty and holds no docassay repository; name a new or empty folder")
        return None
    manifest: dict[str, Any] = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    differing = _differences(manifest, identity)
    if not differing and manifest["failed"]:
        return None
    changed = [path for path, value in manifest["checksums"].items() if not _has_checksum(out / path, value)]
    if not differing and not changed:
        return manifest
    if overwrite:
        return None
    if differing:
        raise ValueError(
            f"{out} holds a finished repository of another build ({'; '.join(differing)}): "
            "name another folder, or give --overwrite to replace it"
        )
    raise ValueError(
        f"{out} holds this repository, but {changed[0]} is not as it was built ({len(changed)} files in all); "
        "give --overwrite to build it again"
    )


def _differences(held: Mapping[str, Any], wanted: Mapping[str, Any], prefix: str = "") -> list[str]:
    """Return where ``held`` differs from ``wanted``, such as ``arguments.forms.seed was 1, now 2``."""
    found: list[str] = []
    for key in wanted:
        old, new, name = held.get(key), wanted[key], f"{prefix}{key}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            found += _differences({**dict.fromkeys(new), **old}, {**dict.fromkeys(old), **new}, f"{name}.")
        elif old != new:
            found.append(f"{name} was {old}, now {new}")
    return found


def _has_checksum(path: Path, value: str) -> bool:
    return path.is_file() and checksum(path) == value


def _claim_stage(stage: Path, identity: Mapping[str, Any], tell: Tell) -> None:
    """Make the stage ours: keep documents of the same build, drop those of another."""
    note = stage / "build.json"
    held = json.loads(note.read_text(encoding="utf-8")) if note.exists() else None
    if held is not None and held != identity:
        tell(f"{stage} holds another unfinished build ({'; '.join(_differences(held, identity))}): starting afresh")
    if held != identity:
        note.unlink(missing_ok=True)
        shutil.rmtree(stage / "documents", ignore_errors=True)
        write_json(note, identity)


# ------------------------------------------------------------------------------------------------ making documents


def _make_all(work: Sequence[_Work], jobs: int) -> tuple[dict[Path, Summary], int]:
    """Return what became of every document by its folder, and how many an earlier run had finished."""
    summaries = {item.folder: read_summary(item.folder) for item in work if (item.folder / _SUMMARY).exists()}
    kept = len(summaries)
    todo = [item for item in work if item.folder not in summaries]
    run = _in_this_process(todo) if jobs == 1 else _in_processes(todo, jobs)
    bar = tqdm(
        total=len(work),
        initial=kept,
        desc="building",
        unit="document",
        file=sys.stderr,
        mininterval=0.5 if sys.stderr.isatty() else 15,
        disable=False,
    )
    with bar:
        for item, summary in run:
            summaries[item.folder] = summary
            bar.update()
    return summaries, kept


def _in_this_process(work: Sequence[_Work]) -> Iterator[tuple[_Work, Summary]]:
    for item in work:
        yield item, stage_document(item.family, item.config, item.task, item.folder)


def _in_processes(work: Sequence[_Work], jobs: int) -> Iterator[tuple[_Work, Summary]]:
    """Yield what becomes of each document, in the order in which they are finished.

    A process that dies (memory, a crash of a renderer) takes its pool with it: the documents that were under way are
    then tried again, each in a process of its own, and one that ends its process again has failed.
    """
    waiting = deque(work)
    while waiting:
        running: dict[Future[Summary], _Work] = {}
        with _pool(jobs) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) <= jobs:
                        item = waiting.popleft()
                        running[pool.submit(stage_document, item.family, item.config, item.task, item.folder)] = item
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        summary = future.result()
                        yield running.pop(future), summary
            except BrokenProcessPool:
                lost = list(running.values())
            else:
                lost = []
        for item in lost:
            yield item, _alone(item)


def _alone(item: _Work) -> Summary:
    with _pool(1) as pool:
        try:
            return pool.submit(stage_document, item.family, item.config, item.task, item.folder).result()
        except BrokenProcessPool:
            error = "the process that made it died without a word (out of memory, or a crash in a library)"
            write_atomically(_traceback_path(item.folder), f"{error}\n".encode())
            return Summary(item.task, reason=error, failed=True)


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, and end with the parent however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stage_document(family: Family, config: Any, task: Task, folder: Path) -> Summary:
    """Make one document and keep it in ``folder``, which appears whole or not at all; return what became of it.

    An exception of the family ends in a summary that says so and in a traceback beside the folder; it is not kept, so
    that the next run tries again.
    """
    try:
        outcome = family.build(config, task)
        temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
        shutil.rmtree(temporary, ignore_errors=True)
        summary = _write_outcome(family.name, task, outcome, temporary)
        temporary.rename(folder)
        _traceback_path(folder).unlink(missing_ok=True)
    except Exception as error:
        write_atomically(_traceback_path(folder), traceback.format_exc().encode())
        return Summary(task, reason=f"{type(error).__name__}: {error}", failed=True)
    return summary


def _write_outcome(family: str, task: Task, outcome: BuiltDocument | Refused, folder: Path) -> Summary:
    if isinstance(outcome, Refused):
        summary = Summary(task, reason=outcome.reason, notes=outcome.notes)
        write_json(folder / _SUMMARY, dataclasses.asdict(summary))
        return summary
    splits = [split for split, _ in outcome.rows]
    for split in dict.fromkeys(splits):
        if split not in SPLITS[family]:
            raise ValueError(f"{outcome.doc_id}: split {split!r} is not one of {', '.join(SPLITS[family])}")
        table = question_table(outcome.doc_id, [record for name, record in outcome.rows if name == split])
        write_parquet(folder / f"{split}.parquet", [table], question_features())
    row = document_table(outcome.doc_id, outcome.document, outcome.pdf)
    write_parquet(folder / "document.parquet", [row], document_features())
    for suffix, content in {".pdf": outcome.pdf, **outcome.files}.items():
        write_atomically(folder / "files" / suffix, content)
    summary = Summary(task, outcome.doc_id, tuple(splits), notes=outcome.notes)
    write_json(folder / _SUMMARY, dataclasses.asdict(summary))
    return summary


def read_summary(folder: Path) -> Summary:
    """Return what became of the document that ``stage_document`` kept in a folder."""
    held = json.loads((folder / _SUMMARY).read_text(encoding="utf-8"))
    return Summary(
        **{**held, "task": Task(**held["task"]), "splits": tuple(held["splits"]), "notes": tuple(held["notes"])}
    )


def _traceback_path(folder: Path) -> Path:
    return folder.with_suffix(".error.txt")


# ---------------------------------------------------------------------------------------------- writing the whole


def _write_repository(
    out: Path,
    identity: Mapping[str, Any],
    configs: Mapping[str, Any],
    families: Mapping[str, Family],
    summaries: Mapping[Path, Summary],
) -> dict[str, Any]:
    """Write all files in the stage, put them in their places, ``docassay.json`` last, and return its content."""
    stage = out / STAGE
    new = stage / "repository"
    shutil.rmtree(new, ignore_errors=True)
    manifest = {**identity, "families": {}, "failed": {}}
    files: list[str] = []
    for name, family in families.items():
        mine = (pair for pair in summaries.items() if pair[0].parent.name == name)
        held = dict(sorted(mine, key=lambda pair: pair[1].task.index))
        files += _write_documents(new, name, {folder: item for folder, item in held.items() if item.doc_id})
        for path, content in family.finish(configs[name], tuple(held.values())).items():
            write_atomically(new / path, content)
            files.append(path)
        manifest["families"][name] = _count(name, tuple(held.values()))
        failed = {str(item.task.index): item.reason for item in held.values() if item.failed}
        if failed:
            manifest["failed"][name] = failed
    write_atomically(new / "README.md", render_card(manifest).encode())
    manifest["checksums"] = {path: checksum(new / path) for path in sorted([*files, "README.md"])}
    _put_in_place(new, out, manifest)
    return manifest


def _write_documents(new: Path, family: str, documents: Mapping[Path, Summary]) -> list[str]:
    files = []
    for split in SPLITS[family]:
        parts = [folder / f"{split}.parquet" for folder, item in documents.items() if split in item.splits]
        files += write_split(new, family, split, parts, question_features())
    parts = [folder / "document.parquet" for folder in documents]
    files += write_split(new, "documents", family, parts, document_features())
    for folder, item in documents.items():
        for file in sorted((folder / "files").iterdir()):
            path = document_path(item.doc_id, file.name)
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, new / path)
            files.append(path)
    return files


def _count(family: str, summaries: Sequence[Summary]) -> dict[str, Any]:
    rows = Counter(split for item in summaries for split in item.splits)
    reasons = Counter(item.reason for item in summaries if item.reason and not item.failed)
    return {
        "documents": sum(bool(item.doc_id) for item in summaries),
        "rows": {split: rows[split] for split in SPLITS[family] if rows[split]},
        "refused": dict(sorted(reasons.items())),
    }


def _put_in_place(new: Path, out: Path, manifest: Mapping[str, Any]) -> None:
    """Move the new files in, then remove those of a replaced repository; the manifest goes first and comes last."""
    previous = out / STAGE / "previous.json"
    if (out / MANIFEST).exists():
        (out / MANIFEST).replace(previous)
    old = json.loads(previous.read_text(encoding="utf-8"))["checksums"] if previous.exists() else {}
    for path in manifest["checksums"]:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).replace(out / path)
    for path in set(old) - set(manifest["checksums"]):
        if (out / path).resolve().is_relative_to(out.resolve()):
            (out / path).unlink(missing_ok=True)
    write_json(out / MANIFEST, manifest)
    previous.unlink(missing_ok=True)
    shutil.rmtree(new)
