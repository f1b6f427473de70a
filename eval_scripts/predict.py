"""Asks a model about a repository's records, and keeps each answer the moment it is there."""

from __future__ import annotations

import importlib.metadata
import platform
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm

from dataset_builder.export import write_json
from eval_scripts.backends import Backend, BackendError, Completion, Request
from eval_scripts.prompts import Settings, build_request, digest, fingerprint, prompt_id, prompt_words, record_columns
from eval_scripts.records import Repository
from eval_scripts.runs import (
    FAILURES,
    PREDICTIONS,
    LineWriter,
    describe_path,
    hold_run,
    read_lines,
    read_run,
    write_lines,
)

_NOT_TOLD = frozenset({"sampling", "prompt_id", "digest"})
_BATCH_BYTES = 256 * 2**20
_ENDPOINT_TROUBLE = frozenset({"connection", "timeout", "server_error", "rate_limited"})


@dataclass(frozen=True)
class Ask:
    """What one call of ``predict`` asks.

    Attributes:
        backend_name: as the command line names it.
        settings: how requests are made, by family.
        splits: which splits; all where None.
        limit: documents of each split at most.
        batch: requests handed to the back end at a time.
    """

    backend_name: str
    settings: Mapping[str, Settings]
    splits: tuple[str, ...] | None = None
    limit: int | None = None
    batch: int = 256


@dataclass(frozen=True)
class Outcome:
    """What came of it, in requests: answered now (some of them cut off), failed now, and answered by earlier calls."""

    answered: int
    truncated: int
    failed: Mapping[str, int]
    earlier: int


@dataclass(frozen=True)
class _Planned:
    request: Request
    fingerprint: str
    settings: str


def predict(repository: Repository, run: Path, backend: Backend, ask: Ask) -> Outcome:
    """Send every request that the run has no answer for, and return what came of it.

    Finished requests are appended to ``predictions.jsonl`` and ``failures.jsonl`` at once. An answer counts as there
    when one with the same fingerprint is; failures are always tried again.

    Raises:
        ValueError: the folder holds another run, or another process writes into it.
        BackendError: the back end can't answer at all, or an endpoint failed for every request of a batch.
    """
    digests = {family: _settings_digest(backend, family, settings) for family, settings in ask.settings.items()}
    _refuse_other_content(run)
    with hold_run(run):
        state = _open_run(run, repository, backend, ask, digests)
        session = _Session(run)
        with tqdm(desc="predict", unit=" requests", disable=None) as bar:
            try:
                for batch in _batches(_plan(repository, ask, digests, session, bar), ask.batch):
                    session.send(backend, batch, bar)
            finally:
                session.close()
                if session.answered or session.failed:
                    state["sessions"].append(session.figures(backend))
                    write_json(run / "run.json", state)
        _drop_answered_failures(run)
    return Outcome(session.answered, session.truncated, dict(session.failed), session.earlier)


class _Session:
    """The open files and the counts of one call."""

    def __init__(self, run: Path) -> None:
        self.done = {line["fingerprint"] for line in read_lines(run / PREDICTIONS)}
        self.answered = self.truncated = self.earlier = 0
        self.failed: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._seconds = 0.0
        self._start_seconds: float | None = None
        self._predictions = LineWriter(run / PREDICTIONS)
        self._failures = LineWriter(run / FAILURES)

    def send(self, backend: Backend, batch: Sequence[_Planned], bar: tqdm[Any]) -> None:
        if self._start_seconds is None:
            begin = time.perf_counter()
            backend.generate([])
            self._start_seconds = time.perf_counter() - begin

        def keep(position: int, completion: Completion) -> None:
            self._keep(batch[position], completion)
            bar.update()

        begin = time.perf_counter()
        completions = backend.generate([planned.request for planned in batch], keep)
        self._seconds += time.perf_counter() - begin
        kinds = Counter(completion.error for completion in completions)
        if len(batch) > 1 and set(kinds) <= _ENDPOINT_TROUBLE:
            detail = completions[-1].detail
            raise BackendError(
                f"all {len(batch)} requests of a batch failed ({detail}); what was answered before is kept"
            )

    def _keep(self, planned: _Planned, completion: Completion) -> None:
        line: dict[str, Any] = {"id": planned.request.id}
        if completion.text is None:
            self.failed[str(completion.error)] += 1
            line |= {"kind": completion.error, "detail": completion.detail}
        else:
            truncated = completion.finish_reason == "length"
            self.answered += 1
            self.truncated += truncated
            line |= {"prediction": completion.text, "finish_reason": completion.finish_reason, "truncated": truncated}
        usage = {name: count for name, count in asdict(completion.usage).items() if count is not None}
        self._tokens.update(usage)
        line |= {"usage": usage, "fingerprint": planned.fingerprint, "settings": planned.settings}
        (self._failures if completion.text is None else self._predictions).write(line)

    def close(self) -> None:
        self._predictions.close()
        self._failures.close()

    def figures(self, backend: Backend) -> dict[str, Any]:
        """Return the session's throughput: seconds of the engine's start and of work, requests and tokens."""
        requests = self.answered + self.failed.total()
        return {
            "start_seconds": round(self._start_seconds or 0.0, 3),
            "seconds": round(self._seconds, 3),
            "requests": requests,
            "failed": self.failed.total(),
            "requests_per_second": round(requests / self._seconds, 3) if self._seconds else None,
            **dict(self._tokens),
            "versions": {
                "docassay": importlib.metadata.version("docassay"),
                "python": platform.python_version(),
                **backend.versions,
            },
        }


def _settings_digest(backend: Backend, family: str, settings: Settings) -> str:
    prompt = prompt_words(family, settings)
    return digest({"backend": backend.identity, "settings": asdict(settings), "prompt": prompt})


def _plan(
    repository: Repository, ask: Ask, digests: Mapping[str, str], session: _Session, bar: tqdm[Any]
) -> Iterator[_Planned]:
    """Yield the requests that have no answer yet."""
    for family, split, _ in repository.splits:
        if family not in ask.settings or (ask.splits is not None and split not in ask.splits):
            continue
        settings = ask.settings[family]
        for _, record in repository.records(record_columns(family, settings), (split,), ask.limit):
            request = build_request(record, family, settings, repository.root)
            key = fingerprint(request, digests[family])
            if key in session.done:
                session.earlier += 1
                bar.update()
            else:
                yield _Planned(request, key, digests[family])


def _batches(planned: Iterator[_Planned], size: int) -> Iterator[list[_Planned]]:
    """Yield batches of at most ``size`` requests, smaller where their images are large."""
    batch: list[_Planned] = []
    weight = 0
    for item in planned:
        batch.append(item)
        weight += sum(len(image) for image in item.request.images)
        if len(batch) == size or weight >= _BATCH_BYTES:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _refuse_other_content(run: Path) -> None:
    if run.exists() and not (run / "run.json").exists():
        others = sorted(path.name for path in run.iterdir() if path.name != ".lock")
        if others:
            raise ValueError(
                f"{run} holds other things ({others[0]}, ...) and no run.json; give a new folder for the run"
            )


def _open_run(
    run: Path, repository: Repository, backend: Backend, ask: Ask, digests: Mapping[str, str]
) -> dict[str, Any]:
    """Return the content of ``run.json`` after writing what is asked now.

    Raises:
        ValueError: the run was made with another dataset, back end or model, or with other settings.
    """
    asked = {
        "dataset": {"path": describe_path(run, repository.root), "checksum": repository.checksum},
        "backend": ask.backend_name,
        **backend.identity,
        "splits": list(ask.splits or repository.split_names),
        "limit": ask.limit,
        "settings": {
            family: {**asdict(value), "prompt_id": prompt_id(family, value), "digest": digests[family]}
            for family, value in ask.settings.items()
        },
    }
    held: dict[str, Any] = {"sessions": []}
    if (run / "run.json").exists():
        held = read_run(run)
        if differences := _differences(held["asked"], asked):
            raise ValueError(f"{run} was made with another {', '.join(differences)}; give a new folder for this run")
    state = {**held, "asked": asked}
    write_json(run / "run.json", state)
    return state


def _differences(before: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """Return what keeps two calls from sharing a run, with both values; splits and limit may change."""
    pairs = [("dataset", before["dataset"]["checksum"][:12], asked["dataset"]["checksum"][:12])]
    pairs += [(name, before[name], asked[name]) for name in ("backend", "model", "revision", "options")]
    shared = [
        (before["settings"][family], new) for family, new in asked["settings"].items() if family in before["settings"]
    ]
    for old, new in shared:
        flat, wanted = {**old, **old["sampling"]}, {**new, **new["sampling"]}
        pairs += [(name, flat.get(name), wanted[name]) for name in wanted if name not in _NOT_TOLD]
    if all(one == other for _, one, other in pairs):
        pairs = [("prompt", old["prompt_id"], new["prompt_id"]) for old, new in shared]
    return [f"{name.replace('_', '-')} ({one}, now {other})" for name, one, other in pairs if one != other]


def _drop_answered_failures(run: Path) -> None:
    """Keep the last failure of each request that has no answer."""
    answered = {line["fingerprint"] for line in read_lines(run / PREDICTIONS)}
    failures = {line["fingerprint"]: line for line in read_lines(run / FAILURES) if line["fingerprint"] not in answered}
    write_lines(run / FAILURES, list(failures.values()))
