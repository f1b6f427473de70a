"""Asks a model about a repository's records, and keeps each answer the moment it is there."""

from __future__ import annotations

import importlib.metadata
import itertools
import platform
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from dataset_builder.export import write_json
from eval_scripts.backends import Backend, BackendError, Completion, Limits, PlanningBackend, Request, Workload
from eval_scripts.backends.thinking import SETTLED
from eval_scripts.images import Unfit
from eval_scripts.planner import Plan
from eval_scripts.prompts import Settings, digest, prompt_id, prompt_words
from eval_scripts.records import Repository
from eval_scripts.requests import Draft, draft_request, fingerprint, record_columns
from eval_scripts.runs import (
    FAILURES,
    PREDICTIONS,
    LineWriter,
    describe_path,
    hold_run,
    name_key,
    open_state,
    read_lines,
    repeats_of,
    write_lines,
)
from eval_scripts.shards import Shard
from eval_scripts.tokens import open_counter

_NOT_TOLD = frozenset({"sampling", "prompt_id", "digest"})
_CHUNK_BYTES = 256 * 2**20
_ENDPOINT_TROUBLE = frozenset({"connection", "timeout", "server_error", "rate_limited"})


@dataclass(frozen=True)
class Ask:
    """What one call of ``predict`` asks.

    Attributes:
        backend_name: as the command line names it.
        settings: how requests are made, by family.
        splits: which splits; all where None.
        limit: documents of each split at most.
        batch: requests handed to the back end at a time, rounded up to whole documents.
        repeats: how often each request is sent, a number or one a family.
        shard: the share of the documents that is asked about; None for all.
    """

    backend_name: str
    settings: Mapping[str, Settings]
    splits: tuple[str, ...] | None = None
    limit: int | None = None
    batch: int = 256
    repeats: int | Mapping[str, int] = 1
    shard: Shard | None = None


@dataclass(frozen=True)
class Outcome:
    """What came of it, in requests: answered now (some of them cut off), failed now, and done with by earlier calls."""

    answered: int
    truncated: int
    failed: Mapping[str, int]
    earlier: int
    models: Mapping[str, int] = field(default_factory=dict)
    """Who an endpoint says has answered, with the numbers of answers."""


@dataclass(frozen=True)
class _Asked:
    """A draft with the key of its answer, the digest of its settings, and the split that it is from."""

    draft: Draft
    key: str
    settings: str
    split: str


def predict(repository: Repository, run: Path, backend: Backend, ask: Ask) -> Outcome:
    """Send every request that the run has no answer for, and return what came of it.

    Every request is looked at before the first is sent; what can't be sent is set aside as a failure. Finished requests
    are appended to ``predictions.jsonl`` and ``failures.jsonl`` at once. An answer counts as there when one with the
    same fingerprint is; failures are tried again, unless the same request would end in the same (``thinking.SETTLED``).

    Raises:
        ValueError: the folder holds another run, or another process writes into it.
        BackendError: the back end can't answer at all, or an endpoint failed for every request of a batch.
    """
    digests = _digests(backend, ask)
    open_state(run)
    with hold_run(run):
        state = _open_run(run, repository, backend, ask, digests)
        session = _Session(run)
        plan = _look(_drafts(repository, ask, digests), session.done, backend)
        session.plan = plan.figures()
        session.earlier = plan.earlier
        problems = plan.problems()
        total = len(plan.requests) + plan.earlier
        with tqdm(desc="predict", unit=" requests", total=total, initial=plan.earlier, disable=None) as bar:
            try:
                if len(problems) < len(plan.requests):
                    session.start(backend, Workload(*plan.largest()))
                drafts = (asked for asked in _drafts(repository, ask, digests) if asked.key not in session.done)
                for chunk in _chunks(session.fit(drafts, problems, bar), ask.batch):
                    session.send(backend, chunk, bar)
            finally:
                session.close()
                if session.answered or session.failed:
                    state["sessions"].append(session.figures(backend))
                    write_json(run / "run.json", state)
        _drop_answered_failures(run)
    return Outcome(session.answered, session.truncated, dict(session.failed), session.earlier, dict(session.models))


def plan_run(repository: Repository, run: Path, backend: Backend, ask: Ask) -> tuple[Plan, Sequence[Mapping[str, Any]]]:
    """Return what ``predict`` would send, and the sessions of the run so far; nothing is written or sent.

    Raises:
        ValueError: the folder holds another run.
    """
    digests = _digests(backend, ask)
    state = open_state(run)
    asked = _describe(run, repository, backend, ask, digests)
    _refuse_differences(run, state, asked)
    return _look(_drafts(repository, ask, digests), _done(run), backend), state["sessions"]


def _done(run: Path) -> set[str]:
    """Return the fingerprints of the requests that are not to be sent again."""
    settled = {line["fingerprint"] for line in read_lines(run / FAILURES) if line["kind"] in SETTLED}
    return settled.union(line["fingerprint"] for line in read_lines(run / PREDICTIONS))


class _Session:
    """The open files and the counts of one call."""

    def __init__(self, run: Path) -> None:
        self.done = _done(run)
        self.answered = self.truncated = self.earlier = 0
        self.failed: Counter[str] = Counter()
        self.plan: Mapping[str, Any] = {}
        self.models: Counter[str] = Counter()
        self._tokens: Counter[str] = Counter()
        self._seconds = 0.0
        self._start_seconds = 0.0
        self._predictions = LineWriter(run / PREDICTIONS)
        self._failures = LineWriter(run / FAILURES)

    def start(self, backend: Backend, workload: Workload) -> None:
        """Start the back end's engine, if it has one, after telling it what is coming."""
        if isinstance(backend, PlanningBackend):
            backend.prepare(workload)
        begin = time.perf_counter()
        backend.generate([])
        self._start_seconds = time.perf_counter() - begin

    def fit(
        self, asked: Iterator[_Asked], problems: Mapping[str, tuple[str, str]], bar: tqdm[Any]
    ) -> Iterator[tuple[_Asked, Request]]:
        """Yield the requests that can be sent; the others are kept as failures."""
        for one in asked:
            problem = problems.get(one.key)
            if problem is None:
                try:
                    yield one, one.draft.request()
                    continue
                except Unfit as error:
                    problem = (error.kind, str(error))
            self._keep(one, Completion(text=None, error=problem[0], detail=problem[1]))
            bar.update()

    def send(self, backend: Backend, chunk: Sequence[tuple[_Asked, Request]], bar: tqdm[Any]) -> None:
        """Have the back end answer, and keep each answer as it comes."""

        def keep(position: int, completion: Completion) -> None:
            self._keep(chunk[position][0], completion)
            bar.set_postfix(self._rates(time.perf_counter() - begin), refresh=False)
            bar.update()

        begin = time.perf_counter()
        completions = backend.generate([request for _, request in chunk], keep)
        self._seconds += time.perf_counter() - begin
        kinds = Counter(completion.error for completion in completions)
        if len(chunk) > 1 and set(kinds) <= _ENDPOINT_TROUBLE:
            detail = completions[-1].detail
            raise BackendError(
                f"all {len(chunk)} requests of a batch failed ({detail}); what was answered before is kept"
            )

    def _rates(self, seconds: float) -> dict[str, Any]:
        """Return what the progress bar tells: tokens a second, and failures by kind."""
        seconds += self._seconds
        tokens = self._tokens["prompt_tokens"] + self._tokens["completion_tokens"]
        return {**({"tokens/s": round(tokens / seconds)} if tokens and seconds else {}), **self.failed}

    def _keep(self, asked: _Asked, completion: Completion) -> None:
        line: dict[str, Any] = name_key((asked.draft.id, asked.draft.repeat))
        if completion.text is None:
            self.failed[str(completion.error)] += 1
            line |= {"kind": completion.error, "detail": completion.detail}
        else:
            truncated = completion.finish_reason == "length"
            self.answered += 1
            self.truncated += truncated
            self.models.update([completion.model] if completion.model else [])
            line |= {"prediction": completion.text, "finish_reason": completion.finish_reason, "truncated": truncated}
        if completion.thinking is not None:
            line["thinking"] = completion.thinking
        usage = {name: count for name, count in asdict(completion.usage).items() if count is not None}
        self._tokens.update(usage)
        line |= {"usage": usage, "fingerprint": asked.key, "settings": asked.settings}
        (self._failures if completion.text is None else self._predictions).write(line)

    def close(self) -> None:
        """Close the files."""
        self._predictions.close()
        self._failures.close()

    def figures(self, backend: Backend) -> dict[str, Any]:
        """Return the session's plan and throughput: seconds of the engine's start and of work, requests and tokens."""
        requests = self.answered + self.failed.total()
        read, cached = self._tokens["prompt_tokens"], self._tokens["cached_tokens"]
        written = self._tokens["completion_tokens"]
        return {
            "start_seconds": round(self._start_seconds, 3),
            "seconds": round(self._seconds, 3),
            "requests": requests,
            "failed": self.failed.total(),
            "requests_per_second": round(requests / self._seconds, 3) if self._seconds else None,
            "tokens_per_second": round((read + written) / self._seconds, 1) if self._seconds and read else None,
            "cache_hit_rate": round(cached / read, 4) if read and "cached_tokens" in self._tokens else None,
            **dict(self._tokens),
            **({"answered_by": dict(sorted(self.models.items()))} if self.models else {}),
            **({"placement": dict(backend.placement)} if isinstance(backend, PlanningBackend) else {}),
            "plan": self.plan,
            "versions": {
                "docassay": importlib.metadata.version("docassay"),
                "python": platform.python_version(),
                **backend.versions,
            },
        }


def _digests(backend: Backend, ask: Ask) -> dict[str, str]:
    """Return by family the digest of all that its answers depend on, beside the records."""
    return {
        family: digest(
            {"backend": backend.identity, "settings": asdict(settings), "prompt": prompt_words(family, settings)}
        )
        for family, settings in ask.settings.items()
    }


def _look(drafts: Iterator[_Asked], done: set[str], backend: Backend) -> Plan:
    """Return the plan of the requests that have no answer yet."""
    limits = backend.limits if isinstance(backend, PlanningBackend) else Limits()
    plan: Plan | None = None
    earlier = 0
    for asked in drafts:
        if asked.key in done:
            earlier += 1
            continue
        if plan is None:
            shows = asked.draft.pages is not None
            counter = open_counter(limits.model, limits.revision, shows_images=shows, processor=limits.processor)
            plan = Plan(counter, limits)
        plan.add(asked.draft, asked.key, asked.split)
    plan = plan or Plan(open_counter(None), limits)
    plan.earlier = earlier
    return plan


def _drafts(repository: Repository, ask: Ask, digests: Mapping[str, str]) -> Iterator[_Asked]:
    """Yield all requests, a document's together, whatever splits they are in."""
    repository.check_splits(ask.splits)
    for family, settings in ask.settings.items():
        columns = record_columns(family, settings)
        for split, record in repository.documents(family, columns, ask.splits, ask.limit):
            if ask.shard is not None and not ask.shard.holds(record["doc_id"]):
                continue
            for repeat in range(repeats_of(ask.repeats, family)):
                draft = draft_request(record, family, settings, repository.root, repeat)
                yield _Asked(draft, fingerprint(draft, digests[family]), digests[family], split)


def _chunks(asked: Iterator[tuple[_Asked, Request]], size: int) -> Iterator[list[tuple[_Asked, Request]]]:
    """Yield chunks of whole documents: until there are ``size`` requests, or their images are large.

    Questions on a document share its images, which count once.
    """
    chunk: list[tuple[_Asked, Request]] = []
    weight = 0
    for _, document in itertools.groupby(asked, key=lambda pair: pair[0].draft.doc_id):
        held = list(document)
        chunk += held
        weight += sum({id(image): len(image) for _, request in held for image in request.images}.values())
        if len(chunk) >= size or weight >= _CHUNK_BYTES:
            yield chunk
            chunk, weight = [], 0
    if chunk:
        yield chunk


def _open_run(
    run: Path, repository: Repository, backend: Backend, ask: Ask, digests: Mapping[str, str]
) -> dict[str, Any]:
    """Return the content of ``run.json`` after writing what is asked now.

    Raises:
        ValueError: the run was made with another dataset, back end or model, or with other settings.
    """
    held = open_state(run)
    asked = _describe(run, repository, backend, ask, digests)
    _refuse_differences(run, held, asked)
    state = {**held, "asked": asked}
    write_json(run / "run.json", state)
    return state


def _describe(
    run: Path, repository: Repository, backend: Backend, ask: Ask, digests: Mapping[str, str]
) -> dict[str, Any]:
    """Return what is asked, as ``run.json`` keeps it."""
    return {
        "dataset": {"path": describe_path(run, repository.root), "checksum": repository.checksum},
        "backend": ask.backend_name,
        **backend.identity,
        "splits": list(ask.splits or repository.split_names),
        "limit": ask.limit,
        "repeats": ask.repeats if isinstance(ask.repeats, int) else dict(ask.repeats),
        "shards": None if ask.shard is None else [str(ask.shard)],
        "settings": {
            family: {**asdict(value), "prompt_id": prompt_id(family, value), "digest": digests[family]}
            for family, value in ask.settings.items()
        },
    }


def _refuse_differences(run: Path, state: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    if "asked" in state and (found := differences(state["asked"], asked)):
        raise ValueError(f"{run} was made with another {', '.join(found)}; give a new folder for this run")


def differences(before: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """Return what keeps two calls from sharing a run, with both values; splits, limit and repeats may change."""
    pairs = [("dataset", before["dataset"]["checksum"][:12], asked["dataset"]["checksum"][:12])]
    pairs += [(name, before[name], asked[name]) for name in ("backend", "model", "revision", "options", "shards")]
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
