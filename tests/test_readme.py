"""Every command and every Python example of the README runs, in the order in which it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from tests.eval.endpoints import completion, serve
from tests.models import save_smollm2, save_tiny_vision_model

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(bash|python)\n(.*?)```", README, re.DOTALL)


def write_blank_forms(folder: Path) -> None:
    """Draw two fillable forms with a few captioned blanks each."""
    folder.mkdir()
    for number, title in enumerate(("Permit Application", "Change of Address"), start=1):
        with pymupdf.open() as document:
            page = document.new_page()
            page.insert_text((72, 72), title, fontsize=16)
            for row, caption in enumerate(("First name", "Last name", "City", "State", "Telephone number")):
                page.insert_text((72, 120 + 40 * row), caption + ":", fontsize=10)
                widget = pymupdf.Widget()
                widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
                widget.field_name = f"field{row}"
                widget.rect = pymupdf.Rect(180, 105 + 40 * row, 420, 125 + 40 * row)
                page.add_widget(widget)
            document.save(folder / f"form{number}.pdf")


def write_predictions(folder: Path) -> None:
    """Write what another harness might have said of the forms built before."""
    import pyarrow.parquet as pq

    ids = [
        row
        for file in sorted((folder / "out" / "forms" / "data" / "forms").glob("*.parquet"))
        for row in pq.read_table(file, columns=["id"]).column("id").to_pylist()
    ]
    lines = [json.dumps({"id": row, "prediction": "{}"}) for row in ids]
    (folder / "theirs.jsonl").write_text("\n".join(lines) + "\n")


@pytest.mark.slow
@pytest.mark.xdist_group("vllm")
def test_commands_and_examples(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    folder.mkdir()
    write_blank_forms(folder / "my-forms")

    def answer(body: dict[str, Any], attempt: int) -> Any:
        return completion('{"first_name": "Ana"}')

    with serve(answer) as endpoint:
        environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "VISION_MODEL": str(save_tiny_vision_model(tmp_path / "vision")),
            "TEXT_MODEL": str(save_smollm2(tmp_path / "smollm2")),
            "BASE_URL": endpoint.base_url,
            "SERVED_MODEL": "served",
            "OPENAI_API_KEY": "none",
            "VLLM_CPU_KVCACHE_SPACE": "1",
            "TORCH_COMPILE_DISABLE": "1",  # what vLLM compiles for a CPU is used for three requests a run here
        }
        done = 0
        for language, block in BLOCKS:
            if language == "python":
                commands = [[sys.executable, "-c", block]]
            else:
                commands = [["bash", "-c", line] for line in block.strip().splitlines()]
            for command in commands:
                if "theirs.jsonl" in command[-1]:
                    write_predictions(folder)
                ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=1200)
                assert ran.returncode == 0, f"{command[-1]}\n{ran.stdout[-2000:]}\n{ran.stderr[-3000:]}"
                done += 1
    assert done >= 15
    report = (folder / "report" / "report.md").read_text()
    assert all(run in report for run in ("floor", "vision", "text", "api"))


@pytest.mark.slow
def test_make_demo(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["make", "demo", f"DEMO={tmp_path / 'demo'}"], cwd=ROOT, capture_output=True, text=True, timeout=900
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "EM" in ran.stdout
    assert (tmp_path / "demo" / "report" / "report.md").exists()


def test_every_link_of_the_readme_leads_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(targets) >= 9
    missing = [target for target in targets if not target.startswith("http") and not (ROOT / target).exists()]
    assert not missing
