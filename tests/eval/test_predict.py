from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.backends import BackendError, BackendOptions, Completion, OnDone, Request, open_backend
from eval_scripts.cli import main
from eval_scripts.predict import Ask, Outcome, predict
from eval_scripts.prompts import FORMS_PROMPTS, settings_for
from eval_scripts.records import open_repository
from eval_scripts.runs import hold_run, read_lines
from tests.eval.endpoints import Reply, completion, serve
from tests.eval.repositories import FLAT, FORMS, write_repository

IDS = ["forms-0-00000-0", "forms-0-00001-0", "forms-0-00002-0"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"))


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """Two answers (one of them cut off) and a planned failure."""
    lines = [
        {"id": IDS[0], "text": '{"city": "Duluth"}'},
        {"id": IDS[1], "text": '{"employer": ', "finish_reason": "length"},
        {"id": IDS[2], "error": "timeout", "detail": "no reply within 1 s"},
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


class Counting:
    """A back end that passes requests on and remembers them."""

    def __init__(self, name: str, **options: Any) -> None:
        self._inner = open_backend(name, BackendOptions(**options))
        self.identity = self._inner.identity
        self.versions = self._inner.versions
        self.asked: list[str] = []

    def generate(self, requests: Sequence[Request], on_done: OnDone | None = None) -> list[Completion]:
        self.asked += [request.id for request in requests]
        return self._inner.generate(requests, on_done)


def run(data: Path, folder: Path, backend: Any, name: str = "canned", **given: Any) -> Outcome:
    limits = {key: given.pop(key) for key in ("splits", "limit", "batch") if key in given}
    ask = Ask(name, {"forms": settings_for("forms", **{"modality": "spatial", **given})}, **limits)
    return predict(open_repository(data), folder, backend, ask)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_answers_and_failures_are_kept_apart(data: Path, tmp_path: Path, answers: Path) -> None:
    outcome = run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    assert outcome == Outcome(answered=2, truncated=1, failed={"timeout": 1}, earlier=0)
    first, second = lines(tmp_path / "run" / "predictions.jsonl")
    assert (first["id"], first["prediction"], first["truncated"]) == (IDS[0], '{"city": "Duluth"}', False)
    assert (second["id"], second["finish_reason"], second["truncated"]) == (IDS[1], "length", True)
    (failure,) = lines(tmp_path / "run" / "failures.jsonl")
    assert (failure["id"], failure["kind"], failure["detail"]) == (IDS[2], "timeout", "no reply within 1 s")
    assert "prediction" not in failure
    (session,) = json.loads((tmp_path / "run" / "run.json").read_text())["sessions"]
    assert (session["requests"], session["failed"]) == (3, 1)


def test_only_failures_are_asked_again(data: Path, tmp_path: Path) -> None:
    with serve(lambda body, number: Reply("", 500) if number == 1 else completion("{}")) as endpoint:
        options = {"model": "m", "base_url": endpoint.base_url, "attempts": 1, "concurrency": 1}
        first = run(data, tmp_path / "run", Counting("openai", **options), "openai")
        assert (first.answered, first.failed) == (2, {"server_error": 1})
        again = Counting("openai", **options)
        second = run(data, tmp_path / "run", again, "openai")
        third = Counting("openai", **options)
        assert run(data, tmp_path / "run", third, "openai") == Outcome(0, 0, {}, 3)
    assert again.asked == [IDS[1]]
    assert (second.answered, second.earlier) == (1, 2)
    assert third.asked == []
    assert lines(tmp_path / "run" / "failures.jsonl") == []
    assert sorted(line["id"] for line in lines(tmp_path / "run" / "predictions.jsonl")) == IDS


def test_a_failure_that_fails_again_stands_once(data: Path, tmp_path: Path, answers: Path) -> None:
    for _ in range(3):
        run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    assert [line["id"] for line in lines(tmp_path / "run" / "failures.jsonl")] == [IDS[2]]
    assert len(lines(tmp_path / "run" / "predictions.jsonl")) == 2


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"modality": "plain"}, r"modality \(spatial, now plain\)"),
        ({"dpi": 50}, r"dpi \(200, now 50\)"),
        ({"temperature": 0.5}, r"temperature \(0\.0, now 0\.5\)"),
        ({"max_new_tokens": 9}, r"max-new-tokens \(4096, now 9\)"),
        ({"reply": "text"}, r"reply \(json_object, now text\)"),
        ({"modality": "plain", "schema_format": "inline"}, r"modality \(.*\), schema-format \(defs, now inline\)"),
    ],
)
def test_other_settings_are_refused(
    data: Path, tmp_path: Path, answers: Path, change: dict[str, Any], named: str
) -> None:
    folder = tmp_path / "run"
    run(data, folder, Counting("canned", model=str(answers)), splits=("flat",))
    before = (folder / "run.json").read_bytes()
    changed = Counting("canned", model=str(answers))
    with pytest.raises(ValueError, match=f"run was made with another {named}; give a new folder"):
        run(data, folder, changed, splits=("flat",), **change)
    assert changed.asked == []
    assert (folder / "run.json").read_bytes() == before


def test_another_prompt_is_refused(data: Path, tmp_path: Path, answers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    monkeypatch.setitem(FORMS_PROMPTS, "defs", "{question} {schema}")
    with pytest.raises(ValueError, match="run was made with another prompt"):
        run(data, tmp_path / "run", Counting("canned", model=str(answers)))


def test_splits_and_limit_may_grow(data: Path, tmp_path: Path, answers: Path) -> None:
    for given, asked in [({"splits": ("flat",), "limit": 1}, IDS[:1]), ({}, IDS[1:])]:
        backend = Counting("canned", model=str(answers))
        run(data, tmp_path / "run", backend, batch=1, **given)
        assert backend.asked == asked


def test_a_changed_image_is_asked_again(tmp_path: Path, answers: Path) -> None:
    """Only the picture of the page differs: as text, and by its id, the record is the same."""
    folder = tmp_path / "run"
    before = write_repository(tmp_path / "one", [FLAT])
    run(before, folder, Counting("canned", model=str(answers)), modality="image")
    after = write_repository(tmp_path / "two", [replace(FLAT, lines=(*FLAT.lines, "Void"))])
    (after / "docassay.json").write_bytes((before / "docassay.json").read_bytes())
    changed = Counting("canned", model=str(answers))
    run(after, folder, changed, modality="image")
    assert changed.asked == [IDS[0]]


def test_splits_and_limits_choose_documents(data: Path, tmp_path: Path, answers: Path) -> None:
    backend = Counting("canned", model=str(answers))
    run(data, tmp_path / "run", backend, splits=("table", "flat"), limit=1)
    assert backend.asked == [IDS[0], IDS[2]]


def test_another_dataset_is_refused(data: Path, tmp_path: Path, answers: Path) -> None:
    run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    other = write_repository(tmp_path / "other", FORMS[:2])
    with pytest.raises(ValueError, match="was made with another dataset"):
        run(other, tmp_path / "run", Counting("canned", model=str(answers)))


def test_another_model_is_refused(data: Path, tmp_path: Path, answers: Path) -> None:
    run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    with pytest.raises(ValueError, match="was made with another backend"):
        run(data, tmp_path / "run", Counting("baseline"), "baseline")
    answers.write_text(answers.read_text() + json.dumps({"id": "x", "text": ""}) + "\n")
    with pytest.raises(ValueError, match="was made with another revision"):
        run(data, tmp_path / "run", Counting("canned", model=str(answers)))


def test_a_folder_with_other_things_is_refused(data: Path, answers: Path) -> None:
    with pytest.raises(ValueError, match=r"no run\.json"):
        run(data, data, Counting("canned", model=str(answers)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id": "a"}', "text None is not text"),
        (b'{"id": "a", "text": null}', "text None is not text"),
        (b'{"id": "a", "text": {"b": 1}}', "text {'b': 1} is not text"),
        (b'{"id": 5, "text": ""}', "id 5 is not text"),
        (b'{"id": "a", "text": "", "thinking": 5}', "thinking 5 is not text"),
        (b'{"id": "a", "text": "", "usage": {"cents": 1}}', "usage {'cents': 1} is not an object of prompt_tokens"),
        (b'{"id": "x", "text": ""}', "id 'x' stands twice"),
        (b"[" * 100_000, "not a JSON object with an id"),
        (b'{"id": "\xff"}', "not a JSON object with an id"),
    ],
)
def test_a_canned_line_that_is_no_answer_is_told(tmp_path: Path, line: bytes, message: str) -> None:
    """A lacking text taken for the word None would be an answer that nobody gave."""
    file = tmp_path / "canned.jsonl"
    file.write_bytes('{"id": "x", "text": "two\u2028lines"}\n'.encode() + line)
    with pytest.raises(ValueError, match=re.escape(f"{file}, line 2: {message}")):
        Counting("canned", model=str(file))


@pytest.mark.parametrize("value", ["nan", "inf", "-1"])
@pytest.mark.parametrize("option", ["--temperature", "--timeout"])
def test_numbers_that_are_none_are_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    try:
        code = main(["predict", str(data), str(tmp_path / "run"), "--backend", "baseline", option, value])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2 and option.removeprefix("--") in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_stopped_before_its_first_file_was_in_its_place_goes_on(
    data: Path, tmp_path: Path, answers: Path
) -> None:
    (tmp_path / "run").mkdir()
    for name in (".lock", ".run.json.4711.tmp"):
        (tmp_path / "run" / name).write_text("{")
    assert run(data, tmp_path / "run", Counting("canned", model=str(answers))).earlier == 0


def test_two_processes_never_write_into_one_run(data: Path, tmp_path: Path, answers: Path) -> None:
    with hold_run(tmp_path / "run"), pytest.raises(ValueError, match="another process"):
        run(data, tmp_path / "run", Counting("canned", model=str(answers)))


def test_a_dead_endpoint_stops_the_run(data: Path, tmp_path: Path) -> None:
    with serve(lambda body, number: completion("{}") if number == 0 else Reply("", 503)) as endpoint:
        options = {"model": "m", "base_url": endpoint.base_url, "attempts": 1, "concurrency": 1}
        run(data, tmp_path / "run", Counting("openai", **options), "openai", splits=("flat",))
        with pytest.raises(BackendError, match="all 2 requests of a batch failed"):
            run(data, tmp_path / "run", Counting("openai", **options), "openai")
    assert [line["id"] for line in lines(tmp_path / "run" / "predictions.jsonl")] == [IDS[0]]
    assert [line["id"] for line in lines(tmp_path / "run" / "failures.jsonl")] == IDS[1:]


def test_a_torn_line_is_cut_and_asked_again(data: Path, tmp_path: Path, answers: Path) -> None:
    run(data, tmp_path / "run", Counting("canned", model=str(answers)))
    path = tmp_path / "run" / "predictions.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    again = Counting("canned", model=str(answers))
    run(data, tmp_path / "run", again)
    assert again.asked == [IDS[1], IDS[2]]
    assert [line["id"] for line in lines(path)] == IDS[:2]


def test_finished_requests_survive_a_kill(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data", [FLAT] * 8)
    command = [sys.executable, "-m", "eval_scripts.cli", "predict", str(data), str(tmp_path / "run"), "--backend"]
    done = tmp_path / "run" / "predictions.jsonl"

    def answer(body: dict[str, Any], number: int) -> Reply:
        return Reply(completion(f"{number}").body, after=0.0 if number < 3 or resumed else 60.0)

    resumed = False
    with serve(answer) as endpoint:
        command += ["openai", "--model", "m", "--base-url", endpoint.base_url, "--concurrency", "1"]
        process = subprocess.Popen(command, env={**os.environ, "OPENAI_API_KEY": "sesame"})
        deadline = time.monotonic() + 60
        while len(list(read_lines(done))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        killed_at = list(read_lines(done))
        resumed = True
        asked_before = len(endpoint.requests)
        subprocess.run(command, check=True, timeout=60)
        asked_after = len(endpoint.requests) - asked_before
    assert [line["id"] for line in killed_at] == [f"forms-0-{index:05d}-0" for index in range(3)]
    assert asked_after == 5
    finished = lines(done)
    assert finished[:3] == killed_at
    assert [line["id"] for line in finished] == [f"forms-0-{index:05d}-0" for index in range(8)]
    kept = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir())
    assert b"sesame" not in kept
