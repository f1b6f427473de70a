"""``docassay run``: what the single commands would have come to, in one go, gone on with after failures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from eval_scripts import run_commands
from eval_scripts.backends import Completion, Limits, OnDone, Request, Workload
from eval_scripts.cli import main
from eval_scripts.prompts import DEFAULTS
from eval_scripts.runs import read_lines, read_run
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import FORMS, Question, Report, write_repository

FACT = {"name": "value", "value": 42, "answer_type": "percent", "unit": "%"}
REPORTS = tuple(
    Report(f"What share is in part {part}?", "42%.", (FACT,), split)
    for part, split in (("a", "chart"), ("b", "cross_modal"), ("c", "complex"))
)
QUESTIONS = (Question("Yes", "boolean", "fact_checking"), Question("12", "number", "counting"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with a record in every split but that of rubrics."""
    return write_repository(tmp_path_factory.mktemp("data"), FORMS, QUESTIONS, REPORTS)


def answer(body: dict[str, Any], number: int = 0) -> Reply:
    """Return the truth on the parts of a report, and the same for all else."""
    text = json.dumps(body["messages"])
    if "What share" in text:
        return completion("It is 42%.")
    return completion("{}" if "schema" in text else "The answer is: Yes")


def figures(run: Path) -> dict[str, Any]:
    summary = json.loads((run / "summary.json").read_text())
    return {name: value for name, value in summary.items() if name not in ("scored_digest", "scores_digest")}


def test_a_run_is_what_its_commands_are_one_by_one(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, steps = tmp_path / "one", tmp_path / "steps"
    with serve(answer) as endpoint:
        how = ["--backend", "openai", "--model", "m", "--base-url", endpoint.base_url]
        assert main(["run", str(data), str(one), *how]) == 0
        output = capsys.readouterr().out
        for command in (
            ["predict", str(data), str(steps), *how],
            ["judge", str(steps), "--backend", "fact"],
            ["score", str(steps)],
            ["report", str(steps), "--out", str(steps / "report")],
        ):
            assert main(command) == 0
    assert figures(one) == figures(steps)
    assert figures(one)["judge_score"]["acc"] == 1
    splits = ("chart", "cross_modal", "complex", "hops", "flat", "nested", "table")
    assert figures(one)["splits"] == {**dict.fromkeys(splits, 1), "hops": 2}
    text = (one / "report" / "report.md").read_text()
    assert all(title in text for title in ("## Scores", "## Accuracy by task", "## Judged accuracy"))
    assert "unscored: none" in output and f"Report: {one}/report/report.md" in output


def test_a_run_is_gone_on_with(data: Path, tmp_path: Path) -> None:
    """A request fails, and one to the judge; the second call asks these two again and nothing else."""
    run, broken = tmp_path / "run", True
    graded = completion(json.dumps({"reasoning": "Right.", "score": 9}))

    def serve_both(body: dict[str, Any], number: int) -> Reply:
        text = json.dumps(body["messages"])
        if body["model"] == "judge":
            return Reply("", 500) if broken and "in part b" in text else graded
        return Reply("", 400) if broken and "in part c" in text else answer(body)

    with serve(serve_both) as endpoint:
        ask = ["run", str(data), str(run), "--backend", "openai", "--model", "m", "--base-url", endpoint.base_url]
        ask += ["--judge", "openai", "--judge-model", "judge", "--judge-base-url", endpoint.base_url]
        ask += ["--judge-attempts", "1", "--report", str(tmp_path / "report")]
        assert main(ask) == 3
        assert figures(run)["unscored"] == {"bad_request": 1, "failed_judge": 1}
        before, broken = len(endpoint.requests), False
        assert main(ask) == 0
        assert sorted(body["model"] for body in endpoint.requests[before:]) == ["judge", "judge", "m"]
        assert figures(run)["unscored"] == {}
        before = len(endpoint.requests)
        assert main(ask) == 0
        assert len(endpoint.requests) == before
    assert (tmp_path / "report" / "report.md").is_file()
    assert figures(run)["judge_score"]["score"] == 9
    assert len(list(read_lines(run / "predictions.jsonl"))) == 8


def test_forms_need_no_judge_and_a_plan_no_run(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask = ["run", str(data), str(tmp_path / "run"), "--backend", "baseline", "--split", "flat"]
    assert main([*ask, "--plan"]) == 0
    assert not (tmp_path / "run").exists()
    assert main(ask) == 0
    assert not list((tmp_path / "run").glob("verdicts-*"))
    assert "judged before" not in capsys.readouterr().out


def test_a_family_without_a_prompt_is_left_out_and_told(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(DEFAULTS, "hops")
    ask = ["run", str(data), str(tmp_path / "run"), "--backend", "baseline"]
    assert main(ask) == 0
    assert "warning: hops are left out, since there is no prompt for them" in capsys.readouterr().err
    assert read_run(tmp_path / "run")["asked"]["splits"] == [
        "chart",
        "cross_modal",
        "complex",
        "flat",
        "nested",
        "table",
    ]
    assert main([*ask, "--split", "hops"]) == 2


def test_without_answers_the_scores_say_so(data: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    ask = ["run", str(data), str(tmp_path / "run"), "--backend", "canned", "--model", str(tmp_path / "empty.jsonl")]
    assert main(ask) == 3
    assert figures(tmp_path / "run")["unscored"] == {"no_answer": 8}
    assert (tmp_path / "run" / "report" / "report.md").is_file()


class Engine:
    """A back end with an engine, and a log of what becomes of it."""

    identity: Mapping[str, Any] = {"model": "m", "revision": None, "options": {}}
    versions: Mapping[str, str] = {}
    limits = Limits()
    placement: Mapping[str, Any] = {"tensor_parallel_size": 8}

    def __init__(self, log: list[str], reply: str) -> None:
        self._log = log
        self._reply = reply

    def prepare(self, workload: Workload) -> None:
        self._log.append("prepare")

    def close(self) -> None:
        self._log.append("close")

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        self._log += [self._reply] if requests else []
        found = [Completion(self._reply, "stop") for _ in requests]
        for position, one in enumerate(found):
            if on_done is not None:
                on_done(position, one)
        return found


def test_the_engine_is_gone_before_the_judges_starts(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[str] = []
    replies = iter(["It is 42%.", '{"score": 7}'])
    monkeypatch.setattr(run_commands, "open_backend", lambda name, options: Engine(log, next(replies)))
    ask = ["run", str(data), str(tmp_path / "run"), "--backend", "vllm", "--model", "m", "--split", "chart"]
    assert main([*ask, "--judge", "vllm", "--judge-model", "other"]) == 0
    assert log == ["prepare", "It is 42%.", "close", '{"score": 7}']
    (session,) = read_run(tmp_path / "run")["sessions"]
    assert session["placement"] == {"tensor_parallel_size": 8}


@pytest.mark.parametrize(
    ("split", "following"), [("chart", "judge RUN --backend fact"), ("hops", "score RUN"), ("flat", "score RUN")]
)
def test_what_needs_a_judge_is_judged_next(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], split: str, following: str
) -> None:
    run = tmp_path / "run"
    with serve(answer) as endpoint:
        how = ["--backend", "openai", "--model", "m", "--base-url", endpoint.base_url, "--split", split]
        for number in (1, 2):
            ask = ["predict", str(data), str(tmp_path / f"part{number}"), *how, "--shard", f"{number}/2"]
            assert main(ask) == 0
        assert main(["predict", str(data), str(run), *how]) == 0
    assert capsys.readouterr().out.endswith(f"Next: docassay {following.replace('RUN', str(run))}\n")
    parts = [str(tmp_path / "part1"), str(tmp_path / "part2")]
    assert main(["merge", *parts, str(tmp_path / "whole")]) == 0
    assert f"Next: docassay {following.replace('RUN', str(tmp_path / 'whole'))}\n" in capsys.readouterr().out
    if split == "chart":
        assert main(["judge", str(run), "--backend", "fact"]) == 0
        assert capsys.readouterr().out.endswith(f"Next: docassay score {run}\n")
