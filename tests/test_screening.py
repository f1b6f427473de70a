"""Builds screened by runs: what is kept, what is counted, the same bytes, and runs of other builds refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from tiny_family import TinyConfig

import dataset_builder.build as build
from dataset_builder.build import build_repository
from dataset_builder.export import write_json
from dataset_builder.families import FAMILIES
from dataset_builder.scored_runs import seal_scores
from dataset_builder.screening import REASON, read_screening
from eval_scripts.cli import main

ITEMS = [f"forms-0-{document:05d}-{question}" for document in range(4) for question in range(3)]
"""Four documents of three questions each."""


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAMILIES, "forms", "tiny_family")
    monkeypatch.setattr(build, "source_fingerprint", lambda: "as it is")


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    build_repository({"forms": TinyConfig()}, tmp_path / "whole")
    return tmp_path / "whole"


def answer(data: Path, run: Path, replies: Mapping[str, str | None]) -> Path:
    """Have canned replies ("right", "wrong"; None is a failed request) run and scored; items without one are asked for
    in vain."""
    truths = {
        row["id"]: row["ground_truth"]
        for path in sorted((data / "data" / "forms").glob("*.parquet"))
        for row in pq.read_table(path, columns=["id", "ground_truth"]).to_pylist()
    }
    lines: list[dict[str, Any]] = []
    for name, reply in replies.items():
        text = truths[name] if reply == "right" else "{}"
        lines.append({"id": name, "error": "timeout"} if reply is None else {"id": name, "text": text})
    answers = run.with_suffix(".jsonl")
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
    main(["predict", str(data), str(run), "--backend", "canned", "--model", str(answers)], hints=False)
    assert main(["score", str(run)], hints=False) == 0
    return run


def runs_of(data: Path) -> list[Path]:
    """Document 0: both wrong, one wrong, both right; document 1: wrong and failed, failed and failed, not asked;
    document 2: all wrong in both; document 3: all right in both."""
    first = ["wrong", "wrong", "right", "wrong", None, None, *["wrong"] * 3, *["right"] * 3]
    second = ["wrong", "right", "right", None, None, None, *["wrong"] * 3, *["right"] * 3]
    folder = data.parent
    return [
        answer(data, folder / name, dict(zip(ITEMS, replies, strict=True)))
        for name, replies in (("first", first), ("second", second))
    ]


def write_scores(run: Path, lines: str) -> None:
    """Give a run other scores."""
    (run / "scores.jsonl").write_text(lines)
    summary = json.loads((run / "summary.json").read_text())
    del summary["scores_digest"]
    write_json(run / "summary.json", seal_scores(summary, lines.encode()))


def screened(out: Path, runs: Sequence[Path], *options: str) -> int:
    return main(["build", "forms", str(out), "--jobs", "1", *options, "--screened", *map(str, runs)])


def ids(data: Path) -> list[str]:
    files = sorted((data / "data" / "forms").glob("*.parquet"))
    return sorted(name for path in files for name in pq.read_table(path, columns=["id"]).column("id").to_pylist())


def contents(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def test_what_two_runs_fail_is_kept_and_all_else_counted(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = runs_of(whole)
    out = tmp_path / "hard"
    assert screened(out, runs) == 0
    assert ids(out) == [ITEMS[0], *ITEMS[6:9]]
    manifest = json.loads((out / "docassay.json").read_text())
    held = manifest["families"]["forms"]
    assert (held["documents"], held["refused"]) == (2, {REASON: 2})
    figures = {name: count for name, count in held["figures"].items() if name.startswith("screening")}
    kept, solved, unscored, *by_run = figures.values()
    assert (kept, solved, unscored) == (4, 5, 3)
    assert sorted(by_run) == [4, 6]
    assert manifest["screened"]["items"] == 4
    assert {run["model"] for run in manifest["screened"]["runs"]} == {"first.jsonl", "second.jsonl"}
    card = (out / "README.md").read_text()
    assert all(name in card for name in figures) and REASON in card
    assert REASON in capsys.readouterr().out
    with (out / "tiny.csv").open() as table:
        assert [row["status"] for row in csv.DictReader(table)] == ["used", "refused", "used", "refused"]


def test_what_is_kept_is_as_it_was(whole: Path, tmp_path: Path) -> None:
    runs = runs_of(whole)
    screened(tmp_path / "hard", runs)
    rows = {
        name: {
            row["id"]: row
            for path in sorted((tmp_path / name / "data" / "forms").glob("*.parquet"))
            for row in pq.read_table(path).to_pylist()
        }
        for name in ("whole", "hard")
    }
    assert all(rows["whole"][name] == row for name, row in rows["hard"].items())


def test_the_order_of_runs_and_where_they_stand_change_nothing(whole: Path, tmp_path: Path) -> None:
    first, second = runs_of(whole)
    assert screened(tmp_path / "one", [first, second]) == 0
    (tmp_path / "moved").mkdir()
    whole.rename(tmp_path / "moved" / "whole")
    moved = [run.rename(tmp_path / "moved" / f"other-{run.name}") for run in (second, first)]
    assert screened(tmp_path / "two", moved) == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_finished_screened_build_is_known_and_another_one_is_not_put_over_it(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = runs_of(whole)
    assert screened(tmp_path / "hard", runs) == 0
    assert screened(tmp_path / "hard", runs) == 0
    assert "4 of 4 were there already" in capsys.readouterr().out
    assert main(["build", "forms", str(tmp_path / "hard"), "--jobs", "1"]) == 2
    assert "of another build (screened was {" in capsys.readouterr().err
    assert screened(whole, runs) == 2
    assert "screened was None" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seed", "1"], "arguments.forms.seed was 0, now 1"),
        (["--documents", "5"], "arguments.forms.documents was 4, now 5"),
    ],
)
def test_runs_of_another_build_are_refused(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert screened(tmp_path / "hard", runs_of(whole), *options) == 2
    errors = capsys.readouterr().err
    assert "is a run of another build" in errors and message in errors
    assert not (tmp_path / "hard").exists()


def test_runs_of_other_code_are_refused(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = runs_of(whole)
    monkeypatch.setattr(build, "source_fingerprint", lambda: "changed")
    assert screened(tmp_path / "hard", runs) == 2
    assert "source was as it is, now changed" in capsys.readouterr().err


def test_a_family_that_no_run_was_asked_about_is_named(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = runs_of(whole)
    for run in runs:
        write_scores(run, (run / "scores.jsonl").read_text().replace('"id": "forms-', '"id": "hops-'))
    assert screened(tmp_path / "hard", runs) == 2
    assert "the runs have no scores on forms" in capsys.readouterr().err


def test_a_screened_build_is_not_screened_again(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    screened(tmp_path / "hard", runs_of(whole))
    again = dict.fromkeys(ids(tmp_path / "hard"), "wrong")
    runs = [answer(tmp_path / "hard", tmp_path / name, again) for name in ("third", "fourth")]
    assert screened(tmp_path / "harder", runs) == 2
    assert "screened was {" in capsys.readouterr().err


def test_what_a_sieve_needs_of_runs_is_told(whole: Path, tmp_path: Path) -> None:
    first, second = runs_of(whole)
    with pytest.raises(ValueError, match="needs at least 2 runs"):
        read_screening([first])
    with pytest.raises(ValueError, match="a run is given twice"):
        read_screening([first, first])
    with pytest.raises(FileNotFoundError, match=r"whole is not a scored run: it holds no run\.json"):
        read_screening([first, whole])
    (second / "scores.jsonl").rename(second / "kept")
    with pytest.raises(FileNotFoundError, match=r"holds no scores\.jsonl \(docassay score"):
        read_screening([first, second])
    (second / "kept").rename(second / "scores.jsonl")
    predictions = (second / "predictions.jsonl").read_bytes()
    (second / "predictions.jsonl").write_bytes(b"")
    with pytest.raises(ValueError, match="second: its scores are older than its predictions"):
        read_screening([first, second])
    (second / "predictions.jsonl").write_bytes(predictions)
    (first / "scores.jsonl").write_text("")
    with pytest.raises(ValueError, match=r"first: scores\.jsonl and summary\.json aren't as they were written"):
        read_screening([first, second])
    write_scores(first, "")
    manifest = json.loads((whole / "docassay.json").read_text())
    name = next(name for name in manifest["checksums"] if name.startswith("data/"))
    write_json(whole / "docassay.json", {**manifest, "checksums": {**manifest["checksums"], name: "0"}})
    with pytest.raises(ValueError, match="is not the one that the run was made with"):
        read_screening([first, second])
    whole.rename(tmp_path / "gone")
    with pytest.raises(FileNotFoundError, match="its dataset is not at"):
        read_screening([first, second])


def test_a_right_repetition_is_no_failure(whole: Path, tmp_path: Path) -> None:
    """Of an item's repetitions one right answer is enough; a failed one says nothing."""
    runs = runs_of(whole)
    for run in runs:
        lines = [json.loads(line) for line in (run / "scores.jsonl").read_text().splitlines()]
        lines += [{**line, "right": right} for line in lines for right in (None, line["id"] == ITEMS[0])]
        write_scores(run, "".join(json.dumps(line) + "\n" for line in lines))
    assert ITEMS[0] not in read_screening(runs).kept
    assert set(ITEMS[6:9]) <= read_screening(runs).kept
