"""Every metric as an ``evaluate`` module: from anywhere, offline, side by side, after an edit, with odd values."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import metrics

ROOT = Path(metrics.__file__).resolve().parent
SCRIPT = re.compile(r"import \w[\w.]*|from \w[\w.]* import \w+(?: as \w+)?")

# What to compute for each metric, and the score that comes of it, worked out by hand.
CASES: dict[str, tuple[dict[str, Any], float]] = {
    "field_match": ({"predictions": ['{"a": "1"}', None], "references": ['{"a": 1, "b": 2}', '{"a": 1}']}, 0.5),
    "answer_match": ({"predictions": ["The answer is: 7", None], "references": ["7.0", "8"], "mode": "strict"}, 1.0),
    "anls": ({"predictions": ["abcx", None], "references": [["abcd"], ["y"]]}, 0.75),
    "judge_score": ({"predictions": ["Up.", None], "references": ["Up.", "Down."], "verdicts": [7, None]}, 7.0),
    "rubric_pass_rate": (
        {"predictions": ["Up.", None], "references": [["Says up."], ["Says down."]], "verdicts": [[True], None]},
        1.0,
    ),
}

# evaluate imports transformers wherever it is installed, which takes seconds and serves nothing here.
# There is no network for it, whatever the environment says about being offline.
LOAD = """
import json, socket, sys
def refuse(*_):
    raise OSError("no network")
socket.socket.connect = socket.getaddrinfo = refuse
sys.modules["transformers"] = None
import evaluate
del sys.modules["transformers"]
module = evaluate.load(sys.argv[1])
print(json.dumps(module.compute(**json.loads(sys.argv[2]))["score"]))
"""


def plain_compute(name: str) -> Callable[..., dict[str, Any]]:
    """Return a metric's plain function."""
    function: Callable[..., dict[str, Any]] = import_module(f"metrics.{name}").compute
    return function


def run_load(path: str, inputs: dict[str, Any], folder: Path) -> subprocess.Popen[str]:
    """Start a process that loads a module by ``path`` in ``folder`` and prints the score of ``inputs``."""
    command = [sys.executable, "-c", LOAD, path, json.dumps(inputs)]
    environment = {name: value for name, value in os.environ.items() if name != "HF_HUB_OFFLINE"}
    return subprocess.Popen(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def read_score(process: subprocess.Popen[str]) -> float:
    """Return the score that a process printed last; its errors are shown where it failed."""
    output, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors[-2000:]
    return float(output.strip().splitlines()[-1])


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that copies a metric's folder to where it may be edited."""
    return lambda name: Path(shutil.copytree(ROOT / name, tmp_path / "copy" / name))


@pytest.mark.parametrize("name", metrics.NAMES)
def test_a_metric_has_a_script_that_evaluate_can_scan_and_a_card(name: str) -> None:
    script = (ROOT / name / f"{name}.py").read_text(encoding="utf-8")
    imports = [line.partition("#")[0].strip() for line in script.splitlines() if re.match("import |from ", line)]
    assert all(SCRIPT.fullmatch(line) for line in imports), imports
    ours = [line for line in imports if line.partition(" ")[2].startswith(("docassay", "metrics", "dataset_builder"))]
    assert ours[0] == "import docassay"
    assert re.search(r"^class \w+\(evaluate\.Metric\):", script, re.MULTILINE)
    card = (ROOT / name / "README.md").read_text(encoding="utf-8").lower()
    assert all(word in card for word in ("inputs", "output", "limitations", "citation", ">>>"))


@pytest.mark.parametrize("name", sorted(CASES))
def test_load_by_name_computes_what_the_plain_function_does(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    inputs, score = CASES[name]
    module = metrics.load(name)
    result = module.compute(**inputs)
    plain = plain_compute(name)(**inputs)
    assert result == plain
    assert result["score"] == score
    assert result["scores"][1] is None
    for prediction, reference in zip(inputs["predictions"], inputs["references"], strict=True):
        module.add(prediction=prediction, reference=reference)
    options = {key: value for key, value in inputs.items() if key not in ("predictions", "references")}
    assert module.compute(**options) == plain


def test_every_metric_has_a_case() -> None:
    assert sorted(CASES) == sorted(metrics.NAMES)


@pytest.mark.parametrize("name", sorted(CASES))
def test_two_processes_load_from_another_folder_at_once(name: str, tmp_path: Path) -> None:
    inputs, score = CASES[name]
    first, second = (run_load(str(ROOT / name), inputs, tmp_path) for _ in range(2))
    assert (read_score(first), read_score(second)) == (score, score)


def test_load_by_a_path_from_the_working_folder() -> None:
    inputs, score = CASES["field_match"]
    assert read_score(run_load("./metrics/field_match", inputs, ROOT.parent)) == score


def test_an_edit_of_the_module_is_seen(copied: Callable[[str], Path], tmp_path: Path) -> None:
    inputs, score = CASES["field_match"]
    folder = copied("field_match")
    assert read_score(run_load(str(folder), inputs, tmp_path)) == score
    script = folder / "field_match.py"
    source = script.read_text(encoding="utf-8")
    script.write_text(source.replace("return compute(", 'return {"score": 42} or compute('), encoding="utf-8")
    assert read_score(run_load(str(folder), inputs, tmp_path)) == 42


def test_an_unknown_name_is_refused_and_never_looked_for_on_a_hub() -> None:
    with pytest.raises(ValueError, match="metric 'accuracy' is not one of judge_score"):
        metrics.load("accuracy")


ODD = ["None", "null", "NaN", "nan", "", " ", "N/A", "true", "5.0", "\u22125", "\U0001f642", "a\x00b", "\ud7ff"]


def test_odd_texts_survive_evaluate() -> None:
    replies = [*(json.dumps({"a": text}) for text in ODD), "None", "null", "NaN", "", None]
    truths = [*(json.dumps({"a": text or "x"}) for text in ODD), *['{"a": "None"}'] * 5]
    module = metrics.load("field_match")
    result = module.compute(predictions=replies, references=truths, mode="strict")
    assert result == plain_compute("field_match")(replies, truths, mode="strict")
    assert [score for score, text in zip(result["scores"], ODD, strict=False) if text.strip()] == [1.0] * (len(ODD) - 2)
    assert result["scores"][-5:] == [0.0, 0.0, 0.0, 0.0, None]


def test_odd_answers_survive_evaluate() -> None:
    result = metrics.load("answer_match").compute(
        predictions=["None", "null", "NaN", "", None],
        references=["None", "null", "NaN", "x", "x"],
        mode="strict",
        answer_types=["text"] * 5,
    )
    assert result["scores"] == [1.0, 1.0, 1.0, 0.0, None]
    assert result["counts"]["empty"] == result["counts"]["failed_request"] == 1


def test_long_json_and_mixed_values_survive_evaluate() -> None:
    long = {"rows": [{"a": "x" * 1000, "b": n, "c": n % 2 == 0, "d": None} for n in range(300)]}
    mixed = {"a": 1, "b": "1", "c": True, "d": [1, "1", None, False], "e": 1.5}
    result = metrics.load("field_match").compute(
        predictions=[long, json.dumps(mixed), mixed], references=[json.dumps(long), mixed, mixed], mode="strict"
    )
    assert result["scores"] == [1.0, 1.0, 1.0]
