"""Keeps the items that models fail: a build made again, with scored runs of the first one as the sieve.

GDP.pdf keeps a question that at least two frontier models fail. Here an item is kept where at least two of the given
runs answered it, and were wrong; a request that failed, or a reply that couldn't be scored, is no failure of the model
and counts for nothing. Runs are read as the plain files that they are.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.export import data_digest, read_object
from dataset_builder.families import BuiltDocument, Maker, Note, Refused, Summary, Task
from dataset_builder.schema import canonical_json
from dataset_builder.scored_runs import read_scores

LEAST = 2
"""Runs that must fail an item for it to be kept."""

REASON = f"screened out: no question that at least {LEAST} runs fail"

_FATES = {
    "kept": f"screening: items kept, which at least {LEAST} runs fail",
    "solved": "screening: items left out, which fewer runs fail",
    "unscored": f"screening: items left out, on which fewer than {LEAST} runs are scored",
}


@dataclass(frozen=True)
class SievedRun:
    """A scored run as the sieve sees it.

    Attributes:
        folder: of the run.
        who: back end, model and revision, as ``run.json`` has them.
        right: by item whether an answer to it was right, in any repetition; None where none was scored.
        dataset: content of ``docassay.json`` of the dataset that was asked about.
    """

    folder: Path
    who: Mapping[str, Any]
    right: Mapping[str, bool | None]
    dataset: Mapping[str, Any]


@dataclass(frozen=True)
class Screening:
    """What runs of a build say about its items.

    Attributes:
        kept: ids of the items that at least ``LEAST`` runs fail.
        figures: by family and by what they count, for ``docassay.json``, the card and the terminal.
        runs: the runs, in an order that their folders have no part in.
    """

    kept: frozenset[str]
    figures: Mapping[str, Mapping[str, int]]
    runs: tuple[SievedRun, ...]

    @property
    def identity(self) -> dict[str, Any]:
        """Return what makes the screening the one that it is, as ``docassay.json`` keeps it."""
        digest = hashlib.sha256("\n".join(sorted(self.kept)).encode()).hexdigest()[:16]
        return {"least": LEAST, "runs": [run.who for run in self.runs], "items": len(self.kept), "digest": digest}

    def sieve(self, families: Mapping[str, Maker]) -> dict[str, Maker]:
        """Return families, by name, that make only what is kept."""
        return {name: Sieve(name, family, self.kept, self.figures.get(name, {})) for name, family in families.items()}


def read_screening(folders: Sequence[Path]) -> Screening:
    """Return what scored runs of a build say about its items.

    Raises:
        FileNotFoundError: a folder is no scored run, or its dataset isn't where the run found it.
        ValueError: there are too few runs, a run is given twice, or its dataset has changed.
    """
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise ValueError(f"--screened: a run is given twice among {', '.join(map(str, folders))}")
    if len(folders) < LEAST:
        raise ValueError(f"--screened needs at least {LEAST} runs, of which each kept item fails that many")
    runs = sorted(map(_read_run, folders), key=lambda run: canonical_json([run.who, sorted(run.right.items())]))
    failures = Counter(name for run in runs for name, right in run.right.items() if right is False)
    scored = Counter(name for run in runs for name, right in run.right.items() if right is not None)
    figures: dict[str, Counter[str]] = {}
    for name in sorted({name for run in runs for name in run.right}):
        fate = "kept" if failures[name] >= LEAST else "solved" if scored[name] >= LEAST else "unscored"
        figures.setdefault(_family(name), Counter())[_FATES[fate]] += 1
    for number, run in enumerate(runs, start=1):
        for name, right in run.right.items():
            figures[_family(name)][f"screening: items that run {number} fails ({run.who['model']})"] += right is False
    kept = frozenset(name for name, count in failures.items() if count >= LEAST)
    return Screening(kept, {family: dict(held) for family, held in figures.items()}, tuple(runs))


def _family(name: str) -> str:
    return name.partition("-")[0]


def _read_run(folder: Path) -> SievedRun:
    if not (folder / "run.json").is_file():
        raise FileNotFoundError(f"{folder} is not a scored run: it holds no run.json (docassay score {folder})")
    content = read_object(folder / "run.json")
    try:
        asked = content["asked"]
        who = {name: asked[name] for name in ("backend", "model", "revision")}
        root = (folder.resolve() / asked["dataset"]["path"]).resolve()
        _, lines = read_scores(folder, asked)
    except (KeyError, TypeError) as error:
        told = f"{type(error).__name__}: {error}"
        raise ValueError(f"{folder / 'run.json'} isn't as docassay leaves it ({told})") from error
    right: dict[str, bool | None] = {}
    for line in lines:
        held = right.get(line["id"])
        right[line["id"]] = held if line["right"] is None else bool(held or line["right"])
    if not (root / "docassay.json").is_file():
        raise FileNotFoundError(f"{folder}: its dataset is not at {root} any more, so it can't be compared")
    dataset = read_object(root / "docassay.json")
    if data_digest(dataset) != asked["dataset"]["checksum"]:
        raise ValueError(f"{folder}: the dataset at {root} is not the one that the run was made with")
    return SievedRun(folder, who, right, dataset)


@dataclass
class Sieve:
    """A family whose documents keep only the questions that a screening kept."""

    name: str
    family: Maker
    kept: frozenset[str]
    figures: Mapping[str, int]

    def plan(self, config: Any) -> Sequence[Task]:
        """Return the family's tasks."""
        return self.family.plan(config)

    def build(self, config: Any, task: Task) -> BuiltDocument | Refused:
        """Return the family's document with the questions that are kept; one without any is refused."""
        built = self.family.build(config, task)
        if isinstance(built, Refused):
            return built
        stays = [record["id"] in self.kept for _, record in built.rows]
        if not any(stays):
            return Refused(task.index, task.source, REASON, tuple(map(_refuse, filter(_tells_status, built.notes))))
        notes = built.notes
        if len(notes) == len(stays):  # a note a question
            notes = tuple(note for note, stay in zip(notes, stays, strict=True) if stay)
        rows = tuple(row for row, stay in zip(built.rows, stays, strict=True) if stay)
        return dataclasses.replace(built, rows=rows, notes=notes)

    def finish(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, bytes]:
        """Return the family's own files."""
        return self.family.finish(config, summaries)

    def measure(self, config: Any, summaries: Sequence[Summary]) -> Mapping[str, int | float]:
        """Return the family's figures on what was kept, and those of the screening."""
        return {**self.family.measure(config, summaries), **self.figures}


def _tells_status(note: Note) -> bool:
    return "status" in note


def _refuse(note: Note) -> Note:
    return {**note, "status": "refused", "reason": REASON, "split": "", "doc_id": ""}
