"""Runs killed at random moments and finished later: no answer is lost, none asked for again, none kept twice."""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import Report, write_repository

pytestmark = pytest.mark.slow

KILLS = 20
FACT = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
REPORTS = tuple(
    Report(f"What share is it in {document}-{split}-{number}?", "42%.", (FACT,), split, document)
    for document in range(3)
    for split in ("chart", "complex")
    for number in range(4)
)


def read_whole_lines(path: Path) -> list[dict[str, Any]]:
    """Return a file's lines, less a last one that is torn."""
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def start(arguments: list[str]) -> Any:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["eval_scripts.cli", "eval_scripts.predict", "eval_scripts.backends.openai"])
    process = context.Process(target=main, args=(arguments,))
    process.start()
    return process


def test_a_run_killed_at_any_moment_is_finished_by_the_same_command(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data", (), (), REPORTS)
    asked: list[str] = []
    rng = random.Random(20)

    def answer(body: dict[str, Any], number: int) -> Reply:
        question = body["messages"][0]["content"][-1]["text"]
        text = next(report.text for report in REPORTS if report.text in question)
        asked.append(text)
        failing = number % 7 == 3  # some requests fail, too, and must be tried again without a trace
        return Reply("", 500, after=0.02) if failing else Reply(completion(text).body, after=0.04)

    killed = Counter[str]()
    with serve(answer) as endpoint:
        ask = ["predict", str(data), "RUN", "--backend", "openai", "--model", "m", "--base-url", endpoint.base_url]
        ask += ["--concurrency", "3", "--attempts", "1", "--batch", "4"]
        for name in ("warm", "whole"):
            begin = time.monotonic()
            process = start([argument.replace("RUN", str(tmp_path / name)) for argument in ask])
            process.join(60)
            duration = time.monotonic() - begin
        for number in range(KILLS):
            run = tmp_path / f"run{number}"
            command = [argument.replace("RUN", str(run)) for argument in ask]
            process = start(command)
            time.sleep(rng.uniform(0, duration))
            process.kill()
            process.join(60)
            kept = read_whole_lines(run / "predictions.jsonl")
            killed["before" if not kept else "amid" if len(kept) < len(REPORTS) else "after"] += 1
            already = len(asked)
            for _ in range(6):
                if main(command) == 0:
                    break
            finished = read_whole_lines(run / "predictions.jsonl")
            assert finished[: len(kept)] == kept
            assert Counter(line["prediction"] for line in finished) == Counter(report.text for report in REPORTS)
            assert len({line["id"] for line in finished}) == len(REPORTS)
            assert (run / "failures.jsonl").read_text() == ""
            assert not {line["prediction"] for line in kept} & set(asked[already:])
    assert killed["amid"] >= 3, f"the moments say little: {killed}"
