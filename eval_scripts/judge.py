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
)
from metrics.fact_judge import FactJudge
from metrics.judging import Item, Judge, ModelJudge, Verdict, fingerprint_of

METRIC = "judge_score"
COLUMNS = ("id", "metric", "question", "answer", "key_facts")
SAMPLING = Sampling(temperature=0.0, max_new_tokens=1024)
"""How a model judges (SynthDocBench, Table 20)."""

_PREFIX, _SUFFIX = "verdicts-", ".jsonl"
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
    reference and key facts do; requests that failed are tried again.

    Args:
        run: folder that ``docassay predict`` wrote.
        judge: who judges.
        data: the dataset repository, if it isn't any more where the run found it.

    Raises:
        FileNotFoundError: run or dataset aren't there.
        ValueError: the run has no answers to records whose metric is ``judge_score``, or its dataset has changed.
    """
    with hold_run(run):
        items = dict(_items(run, data))
        if not items:
            raise ValueError(f"{run} holds no answers to be judged: records whose metric is {METRIC}")
        path = run / verdicts_name(judge.name)
        stand = {(key_of(line), line["fingerprint"]) for line in _lines(path) if line["kind"] != "failed_judge"}
        left = [(key, item) for key, item in items.items() if (key, fingerprint_of(item)) not in stand]
        kinds: Counter[str] = Counter()
        begin = time.perf_counter()
        with LineWriter(path) as writer, tqdm(desc="judge", unit=" answers", total=len(left), disable=None) as bar:
            for start in range(0, len(left), _BATCH):
                batch = left[start : start + _BATCH]
                for (key, _), verdict in zip(batch, judge.judge([item for _, item in batch]), strict=True):
                    kinds[verdict.kind] += 1
                    writer.write({**name_key(key), **asdict(verdict)})
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


def has_answers_to_judge(run: Path, data: Path | None = None) -> bool:
    """Return whether a run holds answers to records whose metric is ``judge_score``; ``data`` as in ``judge_run``."""
    return next(_items(run, data), None) is not None


def waits_for_judge(run: Path) -> bool:
    """Return whether a run holds answers that need a judge and no verdicts."""
    return not any(run.glob(f"{_PREFIX}*{_SUFFIX}")) and has_answers_to_judge(run)


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
    """Return every judge's last verdict on each answer of a run: by the judge's name, then by the answer's key."""
    found: dict[str, dict[Key, dict[str, Any]]] = {}
    for path in sorted(run.glob(f"{_PREFIX}*{_SUFFIX}")):
        for line in _lines(path):
            found.setdefault(line["judge"], {})[key_of(line)] = line
    return found


def verdicts_name(judge: str) -> str:
    """Return the name of the file that holds a judge's verdicts.

    >>> verdicts_name("Qwen/Qwen3-8B#1a2b")
    'verdicts-Qwen--Qwen3-8B-1a2b.jsonl'
    """
    return _PREFIX + re.sub(r"[^\w.-]", "-", judge.replace("/", "--")) + _SUFFIX


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in number_lines(path, torn_tail=True):
        if missing := sorted({"id", "judge", "fingerprint", "kind", "score"} - line.keys()):
            raise ValueError(f"{path}, line {number}: lacks {', '.join(missing)}")
        yield line


def _items(run: Path, data: Path | None) -> Iterator[tuple[Key, Item]]:
    asked = read_run(run)["asked"]
    repository = open_dataset(run, asked, data)
    answers: dict[str, dict[int, str]] = {}
    for settings in asked["settings"].values():
        for (name, repeat), line in current_lines(run, PREDICTIONS, settings["digest"]).items():
            answers.setdefault(name, {})[repeat] = line["prediction"]
    for _, record in repository.records(COLUMNS, tuple(asked["splits"]), asked["limit"]):
        if record["metric"] == METRIC:
            for repeat, answer in sorted(answers.get(record["id"], {}).items()):
                if repeat < asked["repeats"]:
                    yield (record["id"], repeat), judged_item(record, answer)


def judged_item(record: Mapping[str, Any], answer: str) -> Item:
    """Return what a judge is handed of a record and the answer to it."""
    return Item(answer, record["answer"], record["question"], tuple(record["key_facts"] or ()), record["id"])


@dataclass(frozen=True)
class BackendJudge:
    """A model behind a back end that scores answers; each request bears the id of the record that it is about."""

    backend: Backend
    sampling: Sampling = SAMPLING

    @property
    def name(self) -> str:
        """The model's name with its revision, the options that change its replies, and the mark of the prompt."""
        return ModelJudge(lambda prompts: prompts, self._model).name

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

        yield from ModelJudge(ask, self._model, max(1, len(items))).judge(items)


def _model_name(identity: Mapping[str, Any]) -> str:
    """Return a judging model's name, another one for every revision and option that changes its replies.

    >>> _model_name({"model": "m", "revision": "0123456789abcdef", "options": {}})
    'm@0123456789ab'
    """
    name = str(identity["model"])
    if identity["revision"]:
        name += f"@{identity['revision'][:12]}"
    return f"{name}+{digest(identity['options'])[:6]}" if identity["options"] else name
