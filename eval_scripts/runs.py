"""A run's folder: what was asked, and a line for each request as it finishes, so that a kill loses nothing finished."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from dataset_builder.export import encode_json, naming, read_object, write_atomically
from dataset_builder.scored_runs import ANSWERS
from eval_scripts.run_schema import check_line, check_state

PREDICTIONS, FAILURES = ANSWERS

_LINE_KEYS = {
    PREDICTIONS: frozenset({"id", "fingerprint", "settings", "prediction", "truncated"}),
    FAILURES: frozenset({"id", "fingerprint", "settings", "kind"}),
}

Key = tuple[str, int]
"""What names one answer of a run: the record's id, and the number of the repetition, from 0."""


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a run's answers or failures, less a last line that lacks its end, as a kill leaves it.

    Raises:
        ValueError: a line is not an object such as ``predict`` writes; the message names file and line.
    """
    for number, value in number_lines(path, torn_tail=True):
        check_line(value, _LINE_KEYS[path.name], f"{path}, line {number}")
        yield value


def number_lines(path: Path, *, torn_tail: bool = False) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a JSONL file with the numbers of their lines; blank lines are passed over.

    Args:
        path: the file; one that isn't there holds nothing.
        torn_tail: pass over a last line that lacks its end.

    Raises:
        ValueError: a line is not a JSON object; the message names file and line.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if torn_tail and not line.endswith(b"\n"):
                return
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ValueError(f"{path}, line {number}: not JSON ({error})") from error
            if not isinstance(value, dict):
                raise ValueError(f"{path}, line {number}: not a JSON object")
            yield number, value


class LineWriter:
    """Appends JSON lines, each handed to the operating system at once; cuts off a torn last line first."""

    def __init__(self, path: Path) -> None:
        """Open the file for appending."""
        self._path = path
        _cut_torn_line(path)
        self._file: IO[bytes] = path.open("ab")

    def write(self, value: Mapping[str, Any]) -> None:
        """Append one line."""
        with naming(self._path):
            self._file.write(encode_json(value) + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> LineWriter:
        """Return the writer itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def _cut_torn_line(path: Path) -> None:
    if not path.exists():
        return
    content = path.read_bytes()
    if content and not content.endswith(b"\n"):
        os.truncate(path, content.rfind(b"\n") + 1)


def encode_lines(values: Iterable[Mapping[str, Any]]) -> bytes:
    """Return values as the content of a JSONL file."""
    return b"".join(encode_json(value) + b"\n" for value in values)


def write_lines(path: Path, values: Iterable[Mapping[str, Any]]) -> None:
    """Write a JSONL file so that it is there whole or as it was before."""
    write_atomically(path, encode_lines(values))


def is_run(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return (folder / "run.json").is_file()


def read_run(run: Path) -> dict[str, Any]:
    """Return a run's ``run.json``.

    Raises:
        FileNotFoundError: the folder is not a run.
        ValueError: ``run.json`` is not what a run holds.
    """
    path = run / "run.json"
    if not is_run(run):
        raise FileNotFoundError(f"{run} is not a run: it holds no run.json (make one with docassay predict)")
    content = read_object(path)
    check_state(content, str(path))
    return content


def describe_path(run: Path, root: Path) -> str:
    """Return how ``run.json`` names its dataset: from the run's folder if both lie in one folder, else in full.

    >>> describe_path(Path("/work/demo/run"), Path("/work/demo/data"))
    '../data'
    >>> describe_path(Path("/work/runs/floor"), Path("/data/forms"))
    '/data/forms'
    """
    run, root = run.resolve(), root.resolve()
    below = run.parent in root.parents
    return Path(os.path.relpath(root, run)).as_posix() if below else str(root)


def dataset_path(run: Path, described: str) -> Path:
    """Return the folder of a run's dataset from what ``describe_path`` said.

    >>> dataset_path(Path("/moved/demo/run"), "../data").as_posix()
    '/moved/demo/data'
    """
    return (run.resolve() / described).resolve()


@contextlib.contextmanager
def hold_run(run: Path) -> Iterator[None]:
    """Keep other processes from writing into the same run.

    Raises:
        ValueError: another process holds it.
    """
    run.mkdir(parents=True, exist_ok=True)
    with (run / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ValueError(f"another process is writing into {run}") from error
        yield


def current_lines(run: Path, name: str, settings_digest: str) -> dict[Key, dict[str, Any]]:
    """Return by record and repetition the last line that was written under the run's present settings."""
    return {key_of(line): line for line in read_lines(run / name) if line.get("settings") == settings_digest}


def repeats_of(repeats: int | Mapping[str, int], family: str) -> int:
    """Return how often the records of a family are asked about, of a run's ``repeats``: a number, or one a family.

    >>> repeats_of(3, "hops"), repeats_of({"hops": 1, "rubrics": 5}, "rubrics")
    (3, 5)
    """
    if isinstance(repeats, int):
        return repeats
    if family not in repeats:
        raise ValueError(f"it is not known how often {family} were asked about, but {', '.join(repeats) or 'of none'}")
    return repeats[family]


def key_of(line: Mapping[str, Any]) -> Key:
    """Return which answer a run's line is about; the first of several needs no number.

    >>> key_of({"id": "a"}), key_of({"id": "a", "repeat": 2})
    (('a', 0), ('a', 2))
    """
    return line["id"], line.get("repeat", 0)


def name_key(key: Key) -> dict[str, Any]:
    """Return the start of a line about an answer, as ``key_of`` reads it."""
    return {"id": key[0], **({"repeat": key[1]} if key[1] else {})}


def open_state(run: Path) -> dict[str, Any]:
    """Return the content of ``run.json``, or that of a run not begun yet.

    Raises:
        ValueError: the folder holds other things, or ``run.json`` is not what a run holds.
    """
    if (run / "run.json").exists():
        return read_run(run)
    others = sorted(path.name for path in run.iterdir() if not is_trace(path)) if run.exists() else []
    if others:
        raise ValueError(f"{run} holds other things ({others[0]}, ...) and no run.json; give a new folder for the run")
    return {"sessions": []}


def is_trace(path: Path) -> bool:
    """Return whether a file is what a stopped command leaves beside its files: the lock, or one not yet in its place.

    >>> is_trace(Path("run/.lock")), is_trace(Path("run/.run.json.4711.tmp")), is_trace(Path("run/.git"))
    (True, True, False)
    """
    return path.name == ".lock" or (path.name.startswith(".") and path.suffix == ".tmp")
