"""Has a judge grade a run's answers, and keeps each verdict with the fingerprint of the answer that it is about."""

from __future__ import annotations

import importlib.metadata
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from dataset_builder.export import write_json
from eval_scripts.backends import Backend, BackendError, Request, Sampling
from eval_scripts.prompts import digest
from eval_scripts.records import open_dataset
from eval_scripts.run_schema import check_line
from eval_scripts.runs import (
    PREDICTIONS,
    Key,
    LineWriter,
    current_lines,
    hold_run,
    key_of,
    name_key,
    number_lines,
    read_run,
    repeats_of,
)
from metrics.fact_judge import FactJudge
from metrics.judging import CriterionJudge, Item, Judge, ModelJudge, Verdict, fingerprint_of
from metrics.rubric_pass_rate import Criterion, read_rubric

METRIC, RUBRICS = "judge_score", "rubric_pass_rate"
COLUMNS = ("id", "family", "metric", "question", "answer", "key_facts", "rubric")
SAMPLING = Sampling(temperature=0.0, max_new_tokens=1024)
"""How a model judges (SynthDocBench, Table 20)."""

_JUDGED = {False: (METRIC,), True: (METRIC, RUBRICS)}
"""Metrics whose answers a judge of facts is handed, and those for a model."""

_NEEDED = {
    False: f"records whose metric is {METRIC} ({RUBRICS} takes the checks of its criteria, or a model as judge)",
    True: f"records whose metric is {METRIC} or {RUBRICS}",
}
_PREFIX, _SUFFIX = "verdicts-", ".jsonl"
_VERDICT_KEYS = frozenset({"id", "judge", "fingerprint", "kind", "score"})
_BATCH = 256


@dataclass(frozen=True)
class Judged:
    """What came of it, in answers: the judge's name, verdicts given now by kind, and those that stood already."""

    judge: str
    verdicts: Mapping[str, int]
    earlier: int


def judge_run(run: Path, judge: Judge, data: Path | None = None) -> Judged:
    """Have every answer of a run judged that has no verdict of this judge yet.

    Verdicts are appended to ``verdicts-<judge>.jsonl`` as they come. One stands as long as its answer, question,
    reference and key facts do, for rubrics its answer and criterion; requests that failed are tried again. Answers to
    rubrics get a verdict a criterion, and of models only: what rules can say of them, ``score`` finds by itself.

    Args:
        run: folder that ``docassay predict`` wrote.
        judge: who judges.
        data: the dataset repository, if it isn't any more where the run found it.

    Raises:
        FileNotFoundError: run or dataset aren't there.
        ValueError: the run has no answers for this judge, or its dataset has changed.
    """
    with hold_run(run):
        works = _works(run, judge, data)
        if not works:
            raise ValueError(f"{run} holds no answers to be judged: {_NEEDED[isinstance(judge, BackendJudge)]}")
        done = [_do_work(run, work) for work in works]
    kinds: Counter[str] = Counter()
    for judged in done:
        kinds.update(judged.verdicts)
    names = ", ".join(judged.judge for judged in done)
    return Judged(names, dict(kinds), sum(judged.earlier for judged in done))


@dataclass(frozen=True)
class _Work:
    """What one judge is to say: an item by the answer's key and the criterion, "" where there is none."""

    judge: Judge
    items: Mapping[tuple[Key, str], Item]


def _works(run: Path, judge: Judge, data: Path | None) -> list[_Work]:
    whole: dict[tuple[Key, str], Item] = {}
    single: dict[tuple[Key, str], Item] = {}
    by_model = isinstance(judge, BackendJudge)
    for key, record, answer in answers_of(run, data, *_JUDGED[by_model]):
        if record["metric"] == METRIC:
            whole[key, ""] = judged_item(record, answer)
        else:
            for criterion in read_rubric(record["rubric"], record["id"]):
                single[key, criterion.id] = criterion_item(criterion, record["id"], answer)
    works = [_Work(judge, whole)]
    if isinstance(judge, BackendJudge):
        works.append(_Work(replace(judge, criteria=True), single))
    return [work for work in works if work.items]


def _do_work(run: Path, work: _Work) -> Judged:
    judge, items = work.judge, work.items
    path = run / verdicts_name(judge.name)
    stand = {(key_of(line), line["fingerprint"]) for line in read_verdict_lines(path) if line["kind"] != "failed_judge"}
    left = [(key, item) for key, item in items.items() if (key[0], fingerprint_of(item)) not in stand]
    kinds: Counter[str] = Counter()
    begin = time.perf_counter()
    with LineWriter(path) as writer, tqdm(desc="judge", unit=" verdicts", total=len(left), disable=None) as bar:
        for start in range(0, len(left), _BATCH):
            batch = left[start : start + _BATCH]
            for ((key, criterion), _), verdict in zip(batch, judge.judge([item for _, item in batch]), strict=True):
                kinds[verdict.kind] += 1
                named = {"criterion": criterion} if criterion else {}
                writer.write({**name_key(key), **named, **asdict(verdict)})
                bar.update()
    if kinds:
        _tell_run(run, judge, kinds, time.perf_counter() - begin)
    return Judged(judge.name, dict(kinds), len(items) - len(left))


def _tell_run(run: Path, judge: Judge, kinds: Mapping[str, int], seconds: float) -> None:
    """Write into ``run.json`` who judged, and what this session came to."""
    state = read_run(run)
    held = state.setdefault("judges", {}).setdefault(judge.name, {"sessions": []})
    session: dict[str, Any] = {"verdicts": dict(sorted(kinds.items())), "seconds": round(seconds, 3)}
    session["versions"] = {"docassay": importlib.metadata.version("docassay")}
    if isinstance(judge, BackendJudge):
        held |= judge.backend.identity
        session["versions"] |= judge.backend.versions
    held["sessions"].append(session)
    write_json(run / "run.json", state)


def has_answers_to_judge(run: Path, data: Path | None = None, *, by_model: bool = False) -> bool:
    """Return whether a run holds answers for a judge: one of facts, or a model; ``data`` as in ``judge_run``."""
    return any(True for _ in answers_of(run, data, *_JUDGED[by_model]))


def waits_for_judge(run: Path) -> str:
    """Return the back end of the judge that a run's answers need and have no verdicts of, "" where they need none.

    Criteria without a check need a model; ``<backend>`` stands for any.
    """
    if any(run.glob(f"{_PREFIX}*{_SUFFIX}")):
        return ""
    found = ""
    for _, record, _ in answers_of(run, None, METRIC, RUBRICS):
        if record["metric"] == METRIC:
            return "fact"
        if not all(criterion.check for criterion in read_rubric(record["rubric"], record["id"])):
            found = "<backend>"
    return found


def open_judge(name: str, backend: Backend | None, max_new_tokens: int = SAMPLING.max_new_tokens) -> Judge:
    """Return the judge of facts, or a model behind a back end.

    Args:
        name: ``fact``, or the back end's.
        backend: that of a model.
        max_new_tokens: longest reply of a model, in tokens.

    Raises:
        ValueError: a model is needed and no back end is given.
    """
    if name == "fact":
        return FactJudge()
    if backend is None:
        raise ValueError(f"judge {name!r} needs a back end")
    return BackendJudge(backend, replace(SAMPLING, max_new_tokens=max_new_tokens))


def read_verdicts(run: Path) -> dict[str, dict[Key, dict[str, Any]]]:
    """Return every judge's last verdict on each answer of a run: by the judge's name, then by the answer's key.

    Of an answer to a rubric there is one a criterion, by the criterion's id.
    """
    found: dict[str, dict[Key, dict[str, Any]]] = {}
    for path in sorted(run.glob(f"{_PREFIX}*{_SUFFIX}")):
        for line in read_verdict_lines(path):
            held = found.setdefault(line["judge"], {})
            if criterion := line.get("criterion"):
                held.setdefault(key_of(line), {})[criterion] = line
            else:
                held[key_of(line)] = line
    return found


def verdicts_on(
    verdicts: Mapping[str, Mapping[Key, Mapping[str, Any]]], metric: str, key: Key
) -> dict[str, Mapping[str, Any]]:
    """Return by judge the verdict on one answer to a record of a metric; ``verdicts`` are those of ``read_verdicts``.

    A judge of criteria that has not come to an answer yet has an empty one, so that no other's counts in its place.
    """
    if metric != RUBRICS:
        return {judge: held[key] for judge, held in verdicts.items() if key in held}
    by_criterion = {judge: held for judge, held in verdicts.items() if any("kind" not in one for one in held.values())}
    return {judge: held.get(key, {}) for judge, held in by_criterion.items()}


def verdicts_name(judge: str) -> str:
    """Return the name of the file that holds a judge's verdicts.

    >>> verdicts_name("Qwen/Qwen3-8B#1a2b")
    'verdicts-Qwen--Qwen3-8B-1a2b.jsonl'
    """
    return _PREFIX + re.sub(r"[^\w.-]", "-", judge.replace("/", "--")) + _SUFFIX


def read_verdict_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file of verdicts, as ``runs.read_lines`` does those of answers."""
    for number, line in number_lines(path, torn_tail=True):
        check_line(line, _VERDICT_KEYS, f"{path}, line {number}")
        yield line


def answers_of(run: Path, data: Path | None, *metrics: str) -> Iterator[tuple[Key, dict[str, Any], str]]:
    """Yield (key, record, answer) of every answer to records of these metrics; ``data`` as in ``judge_run``."""
    asked = read_run(run)["asked"]
    repository = open_dataset(run, asked, data)
    answers: dict[str, dict[int, str]] = {}
    for settings in asked["settings"].values():
        for (name, repeat), line in current_lines(run, PREDICTIONS, settings["digest"]).items():
            answers.setdefault(name, {})[repeat] = line["prediction"]
    for _, record in repository.records(COLUMNS, tuple(asked["splits"]), asked["limit"]):
        if record["metric"] in metrics:
            for repeat, answer in sorted(answers.get(record["id"], {}).items()):
                if repeat < repeats_of(asked["repeats"], record["family"]):
                    yield (record["id"], repeat), record, answer


def judged_item(record: Mapping[str, Any], answer: str) -> Item:
    """Return what a judge is handed of a record and the answer to it."""
    return Item(answer, record["answer"], record["question"], tuple(record["key_facts"] or ()), record["id"])


def criterion_item(criterion: Criterion, name: str, answer: str) -> Item:
    """Return what a judge is handed of a criterion and an answer; the criterion's id is part of its fingerprint."""
    return Item(answer, criterion.text, criterion.id, name=f"{name}#{criterion.id}")


@dataclass(frozen=True)
class BackendJudge:
    """A model behind a back end that scores answers, or with ``criteria`` says which criteria of a rubric they meet.

    Each request bears the id of the record that it is about, for criteria with ``#`` and the criterion's id.
    """

    backend: Backend
    sampling: Sampling = SAMPLING
    criteria: bool = False

    @property
    def name(self) -> str:
        """The model's name with its revision, the options that change its replies, and the mark of the prompt."""
        return self._kind(lambda prompts: prompts, self._model).name

    @property
    def _kind(self) -> type[ModelJudge] | type[CriterionJudge]:
        return CriterionJudge if self.criteria else ModelJudge

    @property
    def _model(self) -> str:
        options = dict(self.backend.identity["options"])
        if self.sampling != SAMPLING:
            options["max_new_tokens"] = self.sampling.max_new_tokens
        return _model_name({**self.backend.identity, "options": options})

    def judge(self, items: Sequence[Item]) -> Iterator[Verdict]:
        """Yield one verdict an item, in the items' order.

        Raises:
            BackendError: the back end can't answer at all, or failed on every answer.
        """
        names = [item.name for item in items if item.answer.strip()]

        def ask(prompts: Sequence[str]) -> list[str | None]:
            requests = [Request(*pair, sampling=self.sampling) for pair in zip(names, prompts, strict=True)]
            completions = self.backend.generate(requests)
            if len(completions) > 1 and all(completion.text is None for completion in completions):
                raise BackendError(f"the judge failed on all of {len(completions)} answers: {completions[0].detail}")
            return [completion.text for completion in completions]

        yield from self._kind(ask, self._model, max(1, len(items))).judge(items)


def _model_name(identity: Mapping[str, Any]) -> str:
    """Return a judging model's name, another one for every revision and option that changes its replies.

    >>> _model_name({"model": "m", "revision": "0123456789abcdef", "options": {}})
    'm@0123456789ab'
    """
    name = str(identity["model"])
    if identity["revision"]:
        name += f"@{identity['revision'][:12]}"
    return f"{name}+{digest(identity['options'])[:6]}" if identity["options"] else name
