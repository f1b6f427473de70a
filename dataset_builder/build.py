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
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.utils import tqdm
from filelock import FileLock, Timeout

from dataset_builder.card import render_card
from dataset_builder.export import (
    VIEWER_BYTES,
    checksum,
    document_path,
    viewer_bytes,
    write_atomically,
    write_json,
    write_split,
)
from dataset_builder.families import Maker, Summary, Task, load_family
from dataset_builder.schema import SPLITS, canonical_json, document_features, question_features
from dataset_builder.screening import Screening
from dataset_builder.staging import Work, make_documents, read_summary, traceback_path

STAGE = ".build"
MANIFEST = "docassay.json"
PACKAGES = ("pymupdf", "pillow", "pyarrow", "datasets", "faker")
"""Packages that decide the bytes of a build; ``docassay.json`` records their versions."""

NOT_UPLOADED = (f"{STAGE}/*",)
"""Patterns of what may stand in a repository's folder and is no part of it, for an upload to leave out."""

_NOTE, _LOCK = "build.json", "lock"

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


def build_repository(
    configs: Mapping[str, Any],
    out: Path,
    *,
    jobs: int = 1,
    overwrite: bool = False,
    tell: Tell | None = None,
    families: Mapping[str, Maker] | None = None,
    screening: Screening | None = None,
) -> BuildReport:
    """Build the repository of some families, or go on with it, or find it finished.

    The files are the same, byte for byte, for any ``jobs`` and after any interruption.

    Args:
        configs: the config of each family by its name.
        out: folder of the repository; new, empty, or holding a repository or an unfinished build.
        jobs: number of processes; 1 means this one.
        overwrite: replace a finished repository of other arguments, or one whose files were changed.
        tell: called with lines for people; they go to stderr if it is None.
        families: by name, what makes the documents in place of the registered families (an import does).
        screening: what runs say about the items; only those that it keeps are built.

    Raises:
        ValueError: nothing can be planned, ``out`` holds something that must not be replaced, or a run of the
            screening is one of another build.
    """
    tell = tell or (lambda line: print(line, file=sys.stderr))
    families = families or {name: load_family(name) for name in configs}
    plans = {name: tuple(family.plan(configs[name])) for name, family in families.items()}
    identity = describe_build(configs, plans)
    if screening is not None:
        _refuse_other_builds(screening, identity)
        identity["screened"] = screening.identity
        families = screening.sieve(families)
    finished = _find_finished(out, identity, overwrite)
    if finished is not None:
        return BuildReport(finished, kept=sum(map(len, plans.values())))
    stage = out / STAGE
    stage.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(stage / _LOCK, timeout=0):
            _claim_stage(stage, identity, tell)
            work = [
                Work(families[name], configs[name], task, stage / "documents" / name / f"{task.index:05d}")
                for name, plan in plans.items()
                for task in plan
            ]
            summaries, kept = _make_all(work, jobs)
            tell("writing the repository")
            manifest = _write_repository(out, identity, configs, families, summaries)
            _tell_what_the_viewer_cannot_show(out, manifest, tell)
            failures = tuple(
                (item.family.name, item.task.index, summaries[item.folder].reason, traceback_path(item.folder))
                for item in work
                if summaries[item.folder].failed
            )
            if not failures:
                shutil.rmtree(stage)
    except Timeout:
        raise ValueError(f"{out}: another build is at work in this folder") from None
    return BuildReport(manifest, failures, len(work) - kept, kept)


def describe_build(configs: Mapping[str, Any], plans: Mapping[str, Sequence[Task]]) -> dict[str, Any]:
    """Return what makes a build the build it is: versions, source, arguments and inputs, as plain JSON."""
    identity = {
        "docassay": importlib.metadata.version("docassay"),
        "source": source_fingerprint(),
        "versions": {package: importlib.metadata.version(package) for package in PACKAGES},
        "arguments": {name: _arguments(config) for name, config in configs.items()},
        "inputs": {name: plan_digest(plan) for name, plan in plans.items()},
        "screened": None,
    }
    plain: dict[str, Any] = json.loads(canonical_json(identity))
    return plain


def _refuse_other_builds(screening: Screening, identity: Mapping[str, Any]) -> None:
    """Refuse runs of a build that other code, arguments or inputs made, and runs that were not asked about a family."""
    if unasked := [name for name in identity["arguments"] if name not in screening.figures]:
        raise ValueError(f"--screened: the runs have no scores on {', '.join(unasked)}; build the other families alone")
    for run in screening.runs:
        held = dict(run.dataset)
        for part in ("arguments", "inputs"):
            held[part] = {name: value for name, value in held.get(part, {}).items() if name in identity[part]}
        if found := _differences(held, identity):
            raise ValueError(f"--screened: {run.folder} is a run of another build ({'; '.join(found)})")


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
    return hashlib.sha256(canonical_json(tasks).encode(errors="backslashreplace")).hexdigest()[:16]


def _arguments(config: Any) -> dict[str, Any]:
    """Return a config as JSON; of a path only the last part, since a repository is published and content is hashed."""
    return {field.name: _without_folders(getattr(config, field.name)) for field in dataclasses.fields(config)}


def _without_folders(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_without_folders, value))
    if isinstance(value, str | Path) and os.sep in str(value) and Path(value).exists():
        return Path(value).name
    return value


def _find_finished(out: Path, identity: Mapping[str, Any], overwrite: bool) -> dict[str, Any] | None:
    """Return the manifest if ``out`` holds this very build, finished and unchanged; None if it is to be built."""
    if not out.exists():
        return None
    if not out.is_dir():
        raise ValueError(f"{out} is not a folder")
    stage = out / STAGE
    ours = (stage / _NOTE).exists() or (stage.is_dir() and {path.name for path in stage.iterdir()} <= {_LOCK})
    if stage.exists() and not ours:
        raise ValueError(f"{stage} is not of docassay's making; name another folder")
    if not (out / MANIFEST).exists():
        if any(out.iterdir()) and not ours:
            raise ValueError(f"{out} is not empty and holds no docassay repository; name a new or empty folder")
        return None
    manifest = _read_manifest(out)
    differing = _differences(manifest, identity)
    if not differing and manifest.get("failed"):
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


def _read_manifest(out: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{out / MANIFEST} is not JSON ({error}); name another folder") from None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("checksums"), dict):
        raise ValueError(f"{out / MANIFEST} lists no checksums, so it is not of docassay's making; name another folder")
    return manifest


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
    note, documents, dropped = stage / _NOTE, stage / "documents", stage / "dropped"
    shutil.rmtree(dropped, ignore_errors=True)
    held = json.loads(note.read_text(encoding="utf-8")) if note.exists() else None
    if held == identity:
        return
    if held is not None:
        tell(f"{stage} holds another unfinished build ({'; '.join(_differences(held, identity))}): starting afresh")
    if documents.exists():
        documents.rename(dropped)  # at once, so that a stop can't leave half a document under either build's note
    write_json(note, identity)
    shutil.rmtree(dropped, ignore_errors=True)


def _make_all(work: Sequence[Work], jobs: int) -> tuple[dict[Path, Summary], int]:
    """Return what became of every document by its folder, and how many an earlier run had finished."""
    summaries = {item.folder: held for item in work if (held := read_summary(item.folder)) is not None}
    kept = len(summaries)
    todo = [item for item in work if item.folder not in summaries]
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
        for item, summary in make_documents(todo, jobs):
            summaries[item.folder] = summary
            bar.update()
    return summaries, kept


def _write_repository(
    out: Path,
    identity: Mapping[str, Any],
    configs: Mapping[str, Any],
    families: Mapping[str, Maker],
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
        figures = dict(family.measure(configs[name], tuple(held.values())))
        manifest["families"][name] = {**_count(name, tuple(held.values())), "figures": figures}
        failed = {str(item.task.index): item.reason for item in held.values() if item.failed}
        if failed:
            manifest["failed"][name] = failed
    manifest["checksums"] = {path: checksum(new / path) for path in files}
    write_atomically(new / "README.md", render_card(manifest).encode())
    manifest["checksums"] = dict(sorted({**manifest["checksums"], "README.md": checksum(new / "README.md")}.items()))
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


def _tell_what_the_viewer_cannot_show(out: Path, manifest: Mapping[str, Any], tell: Tell) -> None:
    for path in manifest["checksums"]:
        if path.endswith(".parquet") and (size := viewer_bytes(out / path)) > VIEWER_BYTES:
            tell(f"{path}: {size / 1e6:.0f} MB for 100 rows; the Hub viewer reads at most {VIEWER_BYTES / 1e6:.0f}")


def _put_in_place(new: Path, out: Path, manifest: Mapping[str, Any]) -> None:
    """Move the new files in, then remove those of a replaced repository; the manifest goes first and comes last."""
    note = out / STAGE / "placed.json"
    placed = set(manifest["checksums"])
    if note.exists():
        placed |= set(json.loads(note.read_text(encoding="utf-8")))
    if (out / MANIFEST).exists():
        placed |= set(_read_manifest(out)["checksums"])
    write_json(note, sorted(placed))
    (out / MANIFEST).unlink(missing_ok=True)
    for path in manifest["checksums"]:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).replace(out / path)
    for path in placed - set(manifest["checksums"]):
        if (out / path).resolve().is_relative_to(out.resolve()):
            (out / path).unlink(missing_ok=True)
    write_json(new / MANIFEST, manifest)
    (new / MANIFEST).replace(out / MANIFEST)
    note.unlink()
    shutil.rmtree(new)
