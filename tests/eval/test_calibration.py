"""Graders of rubrics held against people's grades: figures by hand, the sheet, and errors with their lines."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from eval_scripts.calibration import CALIBRATION, SHEET
from eval_scripts.cli import main
from eval_scripts.score import score_run
from tests.eval.rubric_tasks import IDS, write_tasks
from tests.eval.test_rubric_runs import CELLAR, SEVEN, answered, judged, verdict

HEAD = "id,repeat,criterion,rater,grade\n"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of two answers: by the checks all is met but the lamps, by the judge the reason isn't."""
    run = answered(write_tasks(tmp_path / "data"), tmp_path, CELLAR, SEVEN, "--repeats", "1")
    judged(run, {f"{IDS[0]}#no": verdict(True), f"{IDS[0]}#why": verdict(False), f"{IDS[1]}#six": verdict(False)})
    score_run(run)
    return run


def write(run: Path, *rows: str, head: str = HEAD) -> Path:
    path = run.parent / "grades.csv"
    path.write_text(head + "".join(row + "\n" for row in rows))
    return path


def test_agreement_and_kappa_by_hand(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """People: met, met, missed. The checks agree on all three, the judge on two: 2/3, expected 4/9 or 5/9."""
    grades = write(run, f"{IDS[0]},0,no,A,yes", f"{IDS[0]},,why,A,Pass", f"{IDS[1]},0,six,A,0", f"{IDS[1]},0,six,B,1")
    assert main(["calibrate", str(run), str(grades)]) == 0
    result = json.loads((run / CALIBRATION).read_text())
    assert (result["grades"], result["blank"], result["raters"]) == (4, 0, ["A", "B"])
    (judge,) = (name for name in result["graders"] if name != "checks")
    checks, model = result["graders"]["checks"], result["graders"][judge]
    # checks: (met, met), (met, met), (missed, missed), (met, missed): 3/4 agree; expected (3*2 + 1*2) / 16 = 1/2
    assert (checks["criteria"], checks["agreement"], checks["kappa"]) == (4, 0.75, 0.5)
    assert (checks["too_strict"], checks["too_lenient"]) == (1, 0)
    # judge: (met, met), (met, missed), (missed, missed), (met, missed): 1/2 agree; expected (3*1 + 1*3) / 16 = 3/8
    assert (model["agreement"], model["kappa"]) == (0.5, 0.2)
    assert (model["too_strict"], model["too_lenient"]) == (2, 0)
    # answers: A's cellar passes and A's lamps fail, B's lamps pass
    assert (checks["answers"], checks["pass_agreement"]) == (3, pytest.approx(2 / 3))
    assert (model["answers"], model["pass_agreement"]) == (3, pytest.approx(1 / 3))
    assert result["people"]["A and B"] == {"criteria": 1, "agreement": 0.0, "kappa": 0.0}
    output = capsys.readouterr().out
    assert "4 grades by A, B; 0 rows without a grade" in output
    assert "75.0" in output


def test_a_sheet_is_filled_in_and_read_back(run: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    assert main(["calibrate", str(run), "--sheet", str(sheet)]) == 0
    with sheet.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["id"], row["criterion"]) for row in rows] == [(IDS[0], "no"), (IDS[0], "why"), (IDS[1], "six")]
    assert rows[1]["text"] == "Names the exclusion below grade."
    assert (rows[1]["response"], rows[1]["grade"]) == (CELLAR, "")
    with sheet.open("w", newline="") as file:
        writer = csv.DictWriter(file, SHEET)
        writer.writeheader()
        writer.writerows([{**row, "grade": grade} for row, grade in zip(rows, ("yes", "yes", ""), strict=True)])
    assert main(["calibrate", str(run), str(sheet)]) == 0
    result = json.loads((run / CALIBRATION).read_text())
    assert (result["grades"], result["blank"]) == (2, 1)
    assert result["graders"]["checks"]["agreement"] == 1.0
    assert result["graders"]["checks"]["kappa"] is None  # one label throughout
    assert main(["calibrate", str(run), "--sheet", str(sheet)]) == 2  # it holds grades


def test_a_sample_is_the_same_every_time(run: Path, tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        assert main(["calibrate", str(run), "--sheet", str(tmp_path / name), "--sample", "1", "--seed", "3"]) == 0
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    with (tmp_path / "one.csv").open(newline="") as file:
        assert len({row["id"] for row in csv.DictReader(file)}) == 1


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((f"{IDS[0]},0,no,A,perhaps",), "line 2, grade: 'perhaps' is not one of yes"),
        ((f"{IDS[0]},0,no,A,yes", f"{IDS[0]},1,no,A,yes"), "line 3, criterion: the run holds no answer to"),
        ((f"{IDS[0]},0,nope,A,yes",), "criterion 'nope'"),
        ((f"{IDS[0]},x,no,A,yes",), "line 2, repeat: 'x' is not a number"),
        ((f"{IDS[0]},0,no,A,yes", f"{IDS[0]},0,no,A,no"), "line 3: A has graded this in line 2 already"),
        ((f"{IDS[0]},0,no,A,",), "holds no grade"),
    ],
)
def test_what_is_wrong_with_grades_is_told_with_its_line(
    run: Path, capsys: pytest.CaptureFixture[str], rows: tuple[str, ...], message: str
) -> None:
    assert main(["calibrate", str(run), str(write(run, *rows))]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "id;criterion;grade\n",
            "line 1: there is no column 'id'; the columns are id, criterion, grade, and here id;cri",
        ),
        ("", "line 1: there is no column 'id'; the columns are id, criterion, grade, and here there are none"),
        ("id,criterion,grade,grade\n", "line 1: there are 2 columns 'grade'"),
        (f"id,criterion,grade\n{IDS[0]},no,yes,no\n", "line 2: has more cells than the 3 columns"),
        (f'id,criterion,grade\n"{IDS[0]},no,yes\n{IDS[0]},no,no\n', "is not a table in UTF-8 with commas"),
        (f"id,criterion,grade\n{IDS[0]},no,{'x' * (1 << 24)}y\n", "is not a table in UTF-8 with commas"),
        (f"id,criterion,grade\n{IDS[0]},no,yes\n".encode("utf-16"), "is not a table in UTF-8 with commas"),
        (f"id,criterion,grade,repeat\n{IDS[0]},no,yes,{'1' * 5000}\n", "line 2, repeat: '1111"),
        (f"id,criterion,grade,response\n{IDS[0]},no,yes,Of another run.\n", "line 2, response: not what the run holds"),
    ],
)
def test_a_table_that_is_none_is_told(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | bytes, message: str
) -> None:
    file = tmp_path / "hostile.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["calibrate", str(run), str(file)]) == 2
    errors = capsys.readouterr().err
    assert f"{file}" in errors and message in errors
    assert not (run / CALIBRATION).exists()


def test_a_missing_column_and_scores_that_are_old(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", str(run), str(write(run, head="id,grade\n"))]) == 2
    assert "line 1: there is no column 'criterion'" in capsys.readouterr().err
    judged(run, {f"{IDS[0]}#no": verdict(False)}, "other.jsonl")
    assert main(["calibrate", str(run), str(write(run, f"{IDS[0]},0,no,A,yes"))]) == 2
    assert "its scores are older than its predictions" in capsys.readouterr().err
