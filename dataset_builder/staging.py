"""Makes documents, here or in processes of their own, and keeps each in a folder that appears whole or not at all."""

from __future__ import annotations

import dataclasses
import gc
import json
import multiprocessing
import os
import shutil
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.export import document_table, question_table, write_atomically, write_json, write_parquet
from dataset_builder.families import FAMILIES, BuiltDocument, Maker, Refused, Summary, Task
from dataset_builder.schema import SPLITS, document_features, question_features

_SUMMARY = "summary.json"


@dataclass(frozen=True)
class Work:
    """A task with what it takes to do it, and the folder in which the document is kept."""

    family: Maker
    config: Any
    task: Task
    folder: Path


def make_documents(work: Sequence[Work], jobs: int) -> Iterator[tuple[Work, Summary]]:
    """Yield what becomes of each document, in the order in which they are finished.

    Args:
        work: what is to be made.
        jobs: number of processes; 1 means this one.
    """
    return _in_this_process(work) if jobs == 1 else _in_processes(work, jobs)


def _in_this_process(work: Sequence[Work]) -> Iterator[tuple[Work, Summary]]:
    gc.freeze()
    try:
        for item in work:
            yield item, stage_document(item.family, item.config, item.task, item.folder)
    finally:
        gc.unfreeze()


def _in_processes(work: Sequence[Work], jobs: int) -> Iterator[tuple[Work, Summary]]:
    """Spread the work over processes.

    A process that dies (memory, a crash of a renderer) takes its pool with it: the documents that were under way are
    then tried again, each in a process of its own, and one that ends its process again has failed.
    """
    waiting, strangers = deque(work), set(multiprocessing.active_children())
    while waiting:
        running: dict[Future[Summary], Work] = {}
        with _pool(jobs) as pool:
            try:
                while waiting or running:
                    while waiting and len(running) <= jobs:
                        future = _submit(pool, waiting[0])
                        running[future] = waiting.popleft()
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        summary = future.result()
                        yield running.pop(future), summary
            except BrokenProcessPool:
                lost = list(running.values())
                for process in set(multiprocessing.active_children()) - strangers:
                    process.terminate()  # one that was being started when the pool broke would be waited for for ever
            else:
                lost = []
        for item in lost:
            yield item, _alone(item)


def _alone(item: Work) -> Summary:
    with _pool(1) as pool:
        try:
            return _submit(pool, item).result()
        except BrokenProcessPool:
            error = "the process that made it died without a word (out of memory, or a crash in a library)"
            write_atomically(traceback_path(item.folder), f"{error}\n".encode())
            return Summary(item.task, reason=error, failed=True)


def _submit(pool: ProcessPoolExecutor, item: Work) -> Future[Summary]:
    return pool.submit(stage_document, item.family, item.config, item.task, item.folder)


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool whose processes start from one that has the imports behind it, where the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_start_worker)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *FAMILIES.values()])
    return ProcessPoolExecutor(jobs, context, initializer=_start_worker)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, end with the parent however it ends, and keep imports out of garbage collections.

    Reading pages makes so many small objects that these took an eighth of the time.
    """
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def stage_document(family: Maker, config: Any, task: Task, folder: Path) -> Summary:
    """Make one document, unless ``folder`` holds it, and keep it there; return what became of it.

    The folder appears whole or not at all. An exception of the family ends in a summary that says so and in a traceback
    beside the folder; it is not kept, so that the next run tries again.
    """
    kept = read_summary(folder)
    if kept is not None:
        return kept
    try:
        outcome = family.build(config, task)
        temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
        shutil.rmtree(temporary, ignore_errors=True)
        summary = _write_outcome(family.name, task, outcome, temporary)
        temporary.rename(folder)
        traceback_path(folder).unlink(missing_ok=True)
    except Exception as error:
        write_atomically(traceback_path(folder), traceback.format_exc().encode())
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


def read_summary(folder: Path) -> Summary | None:
    """Return what became of the document that ``stage_document`` kept in a folder; None if it kept none."""
    if not (folder / _SUMMARY).exists():
        return None
    held = json.loads((folder / _SUMMARY).read_text(encoding="utf-8"))
    return Summary(
        **{**held, "task": Task(**held["task"]), "splits": tuple(held["splits"]), "notes": tuple(held["notes"])}
    )


def traceback_path(folder: Path) -> Path:
    """Return the file that holds the traceback of a document that failed."""
    return folder.with_suffix(".error.txt")
