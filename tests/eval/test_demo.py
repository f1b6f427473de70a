from __future__ import annotations

import json
from pathlib import Path

import pytest

from eval_scripts.cli import main


@pytest.mark.slow
def test_the_demo_goes_from_nothing_to_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "demo"
    assert main(["demo", str(folder), "--documents", "6"]) == 0
    summary = json.loads((folder / "run" / "summary.json").read_text())
    assert summary["records"] == 6
    assert summary["unscored"] == {}
    report = (folder / "report" / "report.md").read_text()
    assert "| **all** | 6 of 6 |" in report
    output = capsys.readouterr().out
    assert output.count("all             6") == 1
    assert "Next:" not in output
    assert str(folder / "report" / "report.md") in output.rpartition("[4/4]")[2]
    assert main(["demo", str(folder), "--documents", "6"]) == 0
    assert "Nothing to do: all 6 requests have been done before." in capsys.readouterr().out
