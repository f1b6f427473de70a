from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eval_scripts.cli import main
from eval_scripts.score import score_folder, score_run
from tests.eval.repositories import FORMS, write_repository

NAMES = ["forms-0-00000", "forms-0-00001", "forms-0-00002"]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"))


@pytest.fixture
def run(data: Path, tmp_path: Path) -> Path:
    """A run with a fenced answer, one that is cut off, and a failed request."""
    lines = [
        {"id": f"{NAMES[0]}-0", "text": f"```json\n{json.dumps(FORMS[0].truth)}\n```"},
        {"id": f"{NAMES[1]}-0", "text": '{"employer": {"name": "Kes', "finish_reason": "length"},
        {"id": f"{NAMES[2]}-0", "error": "timeout"},
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
    folder = tmp_path / "run"
    model = ["--backend", "canned", "--model", str(answers), "--modality", "image", "--dpi", "50"]
    assert main(["predict", str(data), str(folder), *model]) == 3
    return folder


def write_files(folder: Path, contents: dict[str, Any]) -> Path:
    folder.mkdir(parents=True)
    for name, content in contents.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{name}.pred.json").write_text(text)
    return folder


def test_a_run_as_files(run: Path, tmp_path: Path) -> None:
    assert main(["export", "varex", str(run), str(tmp_path / "results")]) == 0
    files = sorted((tmp_path / "results" / "answers.jsonl" / "image_only_50dpi").iterdir())
    assert [file.name for file in files] == [f"{name}.pred.json" for name in NAMES]
    assert [json.loads(file.read_text()) for file in files] == [
        FORMS[0].truth,
        {"_error": "truncated", "_raw": '{"employer": {"name": "Kes'},
        {"_error": "timeout"},
    ]
    assert main(["export", "varex", str(run), str(tmp_path / "results")]) == 2


def test_files_score_as_the_run_they_came_from(data: Path, run: Path, tmp_path: Path) -> None:
    main(["export", "varex", str(run), str(tmp_path / "results")])
    own = score_run(run)
    ((place, theirs),) = score_folder(data, tmp_path / "results", tmp_path / "theirs").items()
    assert place == tmp_path / "theirs" / "answers.jsonl" / "image_only_50dpi"
    for mode in ("published", "strict"):
        figures = [summary["field_match"][mode] for summary in (own, theirs)]
        assert {name: value for name, value in figures[0].items() if name not in ("counts", "groups")} == {
            name: value for name, value in figures[1].items() if name not in ("counts", "groups")
        }
    assert own["field_match"]["published"]["em"] == pytest.approx(4 / 8)
    assert theirs["field_match"]["published"]["counts"]["truncated"] == 1
    assert (own["unscored"], theirs["unscored"]) == ({"timeout": 1}, {"no_prediction": 1})


def test_each_model_and_mode_is_a_run(data: Path, tmp_path: Path) -> None:
    for number, place in enumerate(("a/image_only", "a/text_flow", "b/image_only")):
        write_files(tmp_path / "results" / place, {NAMES[number]: FORMS[number].truth})
    summaries = score_folder(data, tmp_path / "results", tmp_path / "runs")
    names = [run.relative_to(tmp_path / "runs").as_posix() for run in summaries]
    assert names == ["a/image_only", "a/text_flow", "b/image_only"]
    splits = [
        [split for split, group in summary["field_match"]["published"]["groups"].items() if group["em"] == 1]
        for summary in summaries.values()
    ]
    assert splits == [["flat"], ["nested"], ["table"]]
    assert all(summary["unscored"] == {"missing": 2} for summary in summaries.values())


def test_what_is_no_object_is_a_wrong_answer(data: Path, tmp_path: Path) -> None:
    contents = {NAMES[0]: "no JSON at all", NAMES[1]: [FORMS[1].truth], NAMES[2]: {"_error": "x", "_raw": "none"}}
    folder = write_files(tmp_path / "results", contents)
    ((run, summary),) = score_folder(data, folder, tmp_path / "run").items()
    assert run == tmp_path / "run"
    assert summary["field_match"]["published"]["em"] == 0
    counts = summary["field_match"]["published"]["counts"]
    assert (counts["scored"], counts["not_json"], counts["other_type"]) == (3, 2, 1)


def test_imported_documents_go_by_their_published_names(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["export", "varex", str(data), str(tmp_path / "varex")])
    main(["import", "varex", str(tmp_path / "varex"), str(tmp_path / "imported")])
    truths = {name: form.truth for name, form in zip(NAMES, FORMS, strict=True)}
    write_files(tmp_path / "results" / "model" / "image_only", truths)
    assert main(["score", str(tmp_path / "imported"), "--predictions", str(tmp_path / "results")]) == 0
    run = tmp_path / "results-runs" / "model" / "image_only"
    assert f"docassay report {run} --out report" in capsys.readouterr().out
    summary = json.loads((run / "summary.json").read_text())
    assert summary["field_match"]["published"]["em"] == 1
    assert summary["unscored"] == {}


def test_faults_are_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_files(tmp_path / "results", {"other": {}})
    assert main(["score", str(data), "--predictions", str(folder), "--out", str(tmp_path / "run")]) == 2
    assert "document 'other' is not in" in capsys.readouterr().err
    (tmp_path / "none").mkdir()
    assert main(["score", str(data), "--predictions", str(tmp_path / "none"), "--out", str(tmp_path / "run")]) == 2
    assert "holds no files of the form DOC_ID.pred.json" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    lines = tmp_path / "replies.jsonl"
    lines.write_text(json.dumps({"id": f"{NAMES[0]}-0", "prediction": "{}"}) + "\n")
    assert main(["score", str(data), "--predictions", str(lines)]) == 0
    assert main(["export", "varex", str(tmp_path / "replies"), str(tmp_path / "out")]) == 2
    assert "is not a run of a model on forms" in capsys.readouterr().err
