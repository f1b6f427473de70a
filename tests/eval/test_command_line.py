from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

from eval_scripts.cli import main
from tests.eval.repositories import write_repository


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"))


def test_the_installed_command_tells_its_version() -> None:
    command = Path(sys.executable).with_name("docassay")
    output = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout
    assert output == f"docassay {importlib.metadata.version('docassay')}\n"


def test_help_waits_for_no_library() -> None:
    """The libraries that take half a second and more are imported by the commands that need them."""
    code = "import sys, eval_scripts.cli as cli; cli.build_parser(); print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    loaded = set(output.split())
    assert "eval_scripts.run_commands" in loaded and "dataset_builder.cli" in loaded
    assert not loaded & {"datasets", "evaluate", "numpy", "pandas", "pyarrow", "pymupdf", "torch", "vllm", "yaml"}


def test_ctrl_c_while_the_command_line_is_read_ends_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A build imports its families then, which takes seconds."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dataset_builder.cli.load_family", stop)
    assert main(["build", "forms", "out"]) == 130
    assert capsys.readouterr().err.startswith("docassay: stopped; ")


def test_a_whole_run_and_its_repetition(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, report = str(tmp_path / "run"), tmp_path / "report"
    assert main(["predict", str(data), run, "--backend", "baseline"]) == 0
    assert "3 answered; 0 failed; 0 done before." in capsys.readouterr().out
    assert main(["predict", str(data), run, "--backend", "baseline"]) == 0
    assert "Nothing to do: all 3 requests have been done before." in capsys.readouterr().out
    assert main(["score", run]) == 0
    assert "all             3   100.0   100.0    100.0      100.0\nunscored: none" in capsys.readouterr().out
    assert main(["report", run, "--out", str(report)]) == 0
    assert (report / "report.md").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["predict", "no/such", "RUN", "--backend", "baseline"], "is not a dataset repository"),
        (["predict", "DATA", "RUN", "--backend", "vllm"], "needs --model"),
        (["predict", "DATA", "RUN", "--backend", "openai", "--model", "m"], "needs --base-url"),
        (["predict", "DATA", "RUN", "--backend", "canned", "--model", "no/such.jsonl"], "no/such.jsonl"),
        (["predict", "DATA", "RUN", "--backend", "baseline", "--split", "chart"], "it has flat, nested, table"),
        (["predict", "DATA", "RUN", "--backend", "baseline", "--option", "x"], "is not of the form KEY=JSON"),
        (["predict", "DATA", "RUN", "--backend", "baseline", "--dpi", "9999"], "dpi 9999 is not within 10..1200"),
        (["predict", "DATA", "RUN", "--backend", "baseline", "--modality", "pdf"], "use --modality spatial or image"),
        (
            ["predict", "DATA", "RUN", "--backend", "baseline", "--schema-format", "template"],
            "forms with a schema",
        ),
        (["predict", "DATA", "RUN", "--backend", "baseline", "--lora", "x"], "are for --backend vllm, not baseline"),
        (["run", "DATA", "RUN", "--backend", "baseline", "--split", "chart"], "it has flat, nested, table"),
        (["score", "no/such"], "is not a run"),
        (["score", "DATA", "--predictions", "no/such.jsonl"], "no/such.jsonl is not a file"),
        (["report", "no/such", "--out", "RUN"], "is not a run"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    places = {"DATA": str(data), "RUN": str(tmp_path / "run")}
    assert main([places.get(argument, argument) for argument in arguments]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("docassay: error: ")
    assert message in errors
    assert errors.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["predict", "a", "b", "--backend", "none"], ["predict", "a"]])
def test_wrong_arguments_exit_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"^2$"):
        main(arguments)


def test_failed_requests_exit_with_3(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"id": "forms-0-00000-0", "text": "{}"}\n')
    code = main(["predict", str(data), str(tmp_path / "run"), "--backend", "canned", "--model", str(answers)])
    assert code == 3
    assert "Failed: 2 no_answer." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "codes"),
    [
        (["predict"], [0, 1, 2, 3, 130]),
        (["judge"], [0, 1, 2, 3, 130]),
        (["run"], [0, 1, 2, 3, 130]),
        (["score"], [0, 2, 130]),
        (["report"], [0, 2, 130]),
        (["export"], [0, 2, 130]),
        (["export", "metric"], [0, 2, 130]),
        (["import"], [0, 1, 2, 130]),
        (["demo"], [0, 1, 2, 130]),
        ([], [0, 1, 2, 3, 130]),
    ],
)
def test_help_shows_the_exit_codes_of_the_command(
    command: list[str], codes: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        main([*command, "--help"])
    lines = capsys.readouterr().out.partition("exit codes:\n")[2].splitlines()
    assert [int(line.split()[0]) for line in lines] == codes
