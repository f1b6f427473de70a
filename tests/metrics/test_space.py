"""A metric exported as a Space loads and scores where docassay is not installed."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import metrics
from metrics.space import export_metric

ROOT = Path(__file__).resolve().parents[2]

# -S leaves out the .pth files of site-packages, and with them the editable installation of docassay.
SCRIPT = """
import json, runpy, sys
sys.path = [path for path in sys.path if path not in ("", sys.argv[3])] + [sys.argv[1]]
runpy.run_path(sys.argv[2] + "/sitecustomize.py")
try:
    import docassay
except ImportError:
    pass
else:
    sys.exit("docassay can be imported here, so this proves nothing")
import evaluate
module = evaluate.load(sys.argv[4])
print(json.dumps(module.compute(**json.loads(sys.argv[5]))))
"""

EXAMPLES = {
    "anls": {"predictions": ["abcx"], "references": ["abcd"]},
    "field_match": {"predictions": ['{"a": "x", "b": "z"}'], "references": ['{"a": "x", "b": "y"}']},
    "answer_match": {"predictions": ["The answer is: 42"], "references": ["42"]},
    "judge_score": {"predictions": ["It rose."], "references": ["It rose."], "verdicts": ['{"score": 8}']},
    "rubric_pass_rate": {"predictions": ["It rose."], "references": [["Says it rose."]], "verdicts": [["yes"]]},
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_exported_metric_needs_no_docassay(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    files = export_metric(name, folder)
    assert {"README.md", "app.py", "requirements.txt", f"{name}.py"} <= {file.name for file in files}
    example = EXAMPLES[name]
    packages = sysconfig.get_paths()["purelib"]
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-c",
            SCRIPT,
            packages,
            str(ROOT / "tests" / "site"),
            str(ROOT),
            str(folder),
            json.dumps(example),
        ],
        cwd=tmp_path,
        env={"HF_HOME": str(tmp_path / "hf"), "HF_HUB_OFFLINE": "1", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert json.loads(done.stdout.splitlines()[-1]) == json.loads(json.dumps(metrics.load(name).compute(**example)))


def test_requirements_are_the_distributions_that_the_code_imports(tmp_path: Path) -> None:
    export_metric("anls", tmp_path / "anls")
    lines = (tmp_path / "anls" / "requirements.txt").read_text().split()
    assert any(line.startswith("rapidfuzz") for line in lines)
    assert not any("docassay" in line or "pymupdf" in line for line in lines)


def test_unknown_metric_and_wrong_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="metric 'bleu' is not one of"):
        export_metric("bleu", tmp_path / "bleu")
    with pytest.raises(ValueError, match="must be named 'anls'"):
        export_metric("anls", tmp_path / "other")
