"""Runs of the shards of one dataset, put together into one run, as if a single process had made it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dataset_builder.export import encode_json, write_json
from dataset_builder.layouts import new_folder
from dataset_builder.scored_runs import VERDICTS
from eval_scripts.judge import read_verdict_lines
from eval_scripts.predict import differences
from eval_scripts.runs import (
    FAILURES,
    PREDICTIONS,
    dataset_path,
    describe_path,
    key_of,
    read_lines,
    read_run,
    write_lines,
)
from eval_scripts.shards import Shard, parse_shard, unite


@dataclass(frozen=True)
class Merged:
    """What came of it: answers and failures in the merged run, and the shards that it covers, None for all."""

    answers: int
    failures: int
    shards: Sequence[str] | None


def merge_runs(runs: Sequence[Path], out: Path) -> Merged:
    """Put runs together into a new one, each request once, and return what came of it.

    Neither the order of the runs nor their number changes a byte. An answer that several hold stands once; a failure
    stands where none has an answer. Verdicts come along. ``out`` appears whole or not at all.

    Raises:
        FileNotFoundError: a folder is not a run.
        ValueError: a run is named twice, the runs differ in what was asked, or ``out`` holds something.
    """
    if len({run.resolve() for run in runs}) < len(runs):
        raise ValueError(f"a run is named twice among {', '.join(map(str, runs))}")
    states = {run: read_run(run) for run in runs}
    (first, base), *others = states.items()
    for run, state in others:
        if found := _unlike(base["asked"], state["asked"]):
            raise ValueError(f"{run} was not asked the same as {first}: another {', '.join(found)}")
    shards = _shards(state["asked"] for state in states.values())
    root = dataset_path(first, base["asked"]["dataset"]["path"])
    dataset = {**base["asked"]["dataset"], "path": describe_path(out, root)}
    merged: dict[str, Any] = {
        "asked": {**base["asked"], "dataset": dataset, "shards": shards},
        "sessions": _ordered(session for state in states.values() for session in state["sessions"]),
    }
    if judges := {name: held for state in states.values() for name, held in state.get("judges", {}).items()}:
        merged["judges"] = {name: _judge(name, judges[name], states.values()) for name in sorted(judges)}
    answers = _latest(line for run in runs for line in read_lines(run / PREDICTIONS))
    answered = {line["fingerprint"] for line in answers}
    failed = _latest(line for run in runs for line in read_lines(run / FAILURES))
    failures = [line for line in failed if line["fingerprint"] not in answered]
    with new_folder(out) as stage:
        for name in sorted({path.name for run in runs for path in run.glob(VERDICTS)}):
            held = (line for run in runs for line in read_verdict_lines(run / name))
            write_lines(stage / name, _latest(held))
        write_lines(stage / PREDICTIONS, answers)
        write_lines(stage / FAILURES, failures)
        write_json(stage / "run.json", merged)
    return Merged(len(answers), len(failures), shards)


def _unlike(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return what keeps two runs from being merged; their shards may differ, and must."""
    found = differences({**one, "shards": None}, {**other, "shards": None})
    if not found and one["settings"].keys() != other["settings"].keys():
        found = [f"choice of families ({', '.join(one['settings'])}, there {', '.join(other['settings'])})"]
    for name in ("splits", "limit", "repeats"):
        if one[name] != other[name]:
            found.append(f"{name} ({one[name]}, there {other[name]})")
    return [text.replace(", now ", ", there ") for text in found]


def _shards(asked: Iterable[Mapping[str, Any]]) -> list[str] | None:
    held = [Shard(1, 1) if text is None else parse_shard(text) for one in asked for text in one["shards"] or [None]]
    return unite(held)


def _latest(lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines, sorted by record, repetition and content, each request once: of several lines the last so."""
    ordered = sorted(lines, key=lambda line: (*key_of(line), encode_json(line)))
    return list({(key_of(line), line["fingerprint"]): dict(line) for line in ordered}.values())


def _ordered(values: Iterable[Any]) -> list[Any]:
    """Return the values in the order of their JSON, which the order of runs has no part in."""
    return sorted(values, key=encode_json)


def _judge(name: str, held: Mapping[str, Any], states: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    told = [state["judges"][name] for state in states if name in state.get("judges", {})]
    return {**held, "sessions": _ordered(session for one in told for session in one["sessions"])}
