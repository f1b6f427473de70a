"""The layout of GDP.pdf: rows as they are published become a repository, and a repository such rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pymupdf
import pytest
from datasets import load_dataset

from dataset_builder.checks.repository import check_repository
from dataset_builder.layouts.gdp import slot_columns
from eval_scripts.cli import main
from eval_scripts.records import open_repository
from eval_scripts.score import score_run
from tests.eval.repositories import draw_page
from tests.eval.rubric_tasks import UNCHECKED, write_tasks
from tests.eval.test_judging_runs import write_lines
from tests.eval.test_rubric_runs import judged, verdict


def pdf(*pages: str) -> bytes:
    with pymupdf.open() as document:
        for text in pages:
            document.new_page(width=288, height=432).insert_text((36, 72), text, fontsize=14)
        content: bytes = document.tobytes(no_new_id=True)
    return content


LEASE, PLAN = pdf("Rent: $900", "Amendment: rent is $950"), pdf("WINDOW SCHEDULE")

ROWS: list[dict[str, Any]] = [
    {
        "task_id": "6f1c-01",
        "task_response_id": "r-9",
        "domain": "Real Estate",
        "pdf_path": "pdfs/a lease.pdf",
        "prompt": "What's the rent now?\nBe brief.",
        "rubric - 1. criterion": "Says that the rent is $950.",
        "rubric - 1. criterion_type": "Primary Intent",
        "rubric - 1. criterion_severity": "Certain dealbreaker",
        "rubric - 1. criterion_implicitness": "Explicit",
        "rubric - 1. criterion_subjectiveness": "Objective",
        "rubric - 1. criterion_failure_mode": "Binary",
        "rubric - 2. criterion": " ",
        "rubric - 30. criterion": "Doesn't say that the rent is $900. ",
        "rubric - 30. criterion_type": "Dodged Bullet",
    },
    {
        "task_id": "6f1c-02",
        "task_response_id": None,
        "domain": "Construction",
        "pdf_path": "pdfs/plan.pdf",
        "prompt": "How many W1?",
        "rubric - 1. criterion": "Says four.",
    },
]


def publish(folder: Path, rows: list[dict[str, Any]], files: dict[str, bytes] | None = None) -> Path:
    names = ["task_id", "task_response_id", "domain", "pdf_path", "prompt", *slot_columns()]
    columns = {name: pa.array([row.get(name) for row in rows], pa.string()) for name in names}
    for name, content in (files or {"pdfs/a lease.pdf": LEASE, "pdfs/plan.pdf": PLAN}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    pq.write_table(pa.table(columns), folder / "data.parquet")
    return folder


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gdp")
    assert main(["import", "gdp", str(publish(folder / "source", ROWS)), str(folder / "data"), "--jobs", "2"]) == 0
    return folder / "data"


def test_published_rows_become_a_repository(imported: Path) -> None:
    assert not check_repository(imported).violations
    rows = load_dataset(str(imported), "rubrics", split="rubrics")
    lease, plan = rows
    assert (lease["id"], lease["task_id"], lease["metric"]) == ("gdp-6f1c-01-0", "6f1c-01", "rubric_pass_rate")
    assert lease["question"] == ROWS[0]["prompt"]
    assert (lease["domain"], lease["num_pages"], len(lease["images"])) == ("Real Estate", 2, 2)
    assert lease["images"][1].size == (576, 864)
    assert "Amendment: rent is $950" in lease["layout_text"]
    assert lease["rubric"] == [
        {
            "id": "1",
            "criterion": "Says that the rent is $950.",
            "type": "Primary Intent",
            "severity": "Certain dealbreaker",
            "implicitness": "Explicit",
            "subjectiveness": "Objective",
            "failure_mode": "Binary",
        },
        {"id": "30", "criterion": "Doesn't say that the rent is $900. ", "type": "Dodged Bullet"},
    ]
    assert (lease["gold"], lease["axes"], lease["evidence"]) == (None, [], [])
    assert plan["rubric"] == [{"id": "1", "criterion": "Says four."}]
    assert (imported / lease["pdf_path"]).read_bytes() == LEASE
    card = (imported / "README.md").read_text()
    assert "in the layout of\ngdp" in card
    assert "| domain Real Estate | 1 |" in card


def test_nothing_is_lost_there_and_back(imported: Path, tmp_path: Path) -> None:
    assert main(["export", "gdp", str(imported), str(tmp_path / "again")]) == 0
    table = pq.read_table(tmp_path / "again" / "data.parquet")
    wanted = [{**row, "rubric - 2. criterion": None} for row in ROWS]
    assert [{name: row.get(name) for name in table.column_names} for row in wanted] == table.to_pylist()
    assert (tmp_path / "again" / "pdfs" / "a lease.pdf").read_bytes() == LEASE
    assert main(["import", "gdp", str(tmp_path / "again"), str(tmp_path / "data")]) == 0
    columns = ("id", "question", "domain", "rubric", "knobs", "text")
    first, second = (list(open_repository(root).records(columns)) for root in (imported, tmp_path / "data"))
    assert first == second


def test_our_tasks_go_out_and_come_back(tmp_path: Path) -> None:
    data = write_tasks(tmp_path / "ours")
    assert main(["export", "gdp", str(data), str(tmp_path / "gdp")]) == 0
    row = pq.read_table(tmp_path / "gdp" / "data.parquet").to_pylist()[0]
    assert row["pdf_path"] == "pdfs/insurance-rubrics-0-00000.pdf"
    assert row["rubric - 2. criterion"] == "Names the exclusion below grade."
    assert row["rubric - 2. criterion_failure_mode"] == "stopped_at_grant"
    assert row["rubric - 3. criterion"] is None
    rows = load_dataset(str(tmp_path / "gdp"), split="test")
    assert rows[1]["prompt"] == UNCHECKED[1].question
    assert main(["import", "gdp", str(tmp_path / "gdp"), str(tmp_path / "back")]) == 0
    back = [record for _, record in open_repository(tmp_path / "back").records(("question", "rubric"))]
    assert back[0]["question"] == UNCHECKED[0].question
    assert [criterion["criterion"] for criterion in back[0]["rubric"]] == [
        "Says that the cellar is not covered.",
        "Names the exclusion below grade.",
    ]


def test_imported_tasks_are_asked_and_judged(imported: Path, tmp_path: Path) -> None:
    ids = ("gdp-6f1c-01-0", "gdp-6f1c-02-0")
    answers = write_lines(tmp_path / "answers.jsonl", [{"id": ids[0], "text": "$950"}, {"id": ids[1], "text": "Six."}])
    run = tmp_path / "run"
    predict = ["predict", str(imported), str(run), "--backend", "canned", "--model", str(answers), "--repeats", "1"]
    assert main(predict) == 0
    assert score_run(run)["rubric_pass_rate"]["unscored"] == {"ungraded": 2}
    replies = {f"{ids[0]}#1": verdict(True), f"{ids[0]}#30": verdict(True), f"{ids[1]}#1": verdict(False)}
    assert judged(run, replies) == 0
    figures = score_run(run)["rubric_pass_rate"]
    assert figures["pass_rate"] == 0.5
    assert figures["groups"]["domain"]["Real Estate"]["pass_rate"] == 1.0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"prompt": " "}, "prompt is blank"),
        ({"rubric - 1. criterion": None}, "there is no criterion"),
        ({"pdf_path": "pdfs/none.pdf"}, "the PDF isn't there"),
        ({"pdf_path": "pdfs/picture.pdf"}, "pdf_path names a file that is no PDF"),
        ({"pdf_path": "data.parquet"}, "pdf_path names not a PDF that can be opened"),
    ],
)
def test_rows_that_cannot_be_read_are_refused_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], reason: str
) -> None:
    source = publish(tmp_path / "source", [ROWS[0], {**ROWS[1], **changes}])
    (source / "pdfs" / "picture.pdf").write_bytes(draw_page(["A picture"], 50))
    assert main(["import", "gdp", str(source), str(tmp_path / "data")]) == 0
    assert f"refused 1: {reason}" in capsys.readouterr().out


@pytest.mark.parametrize("path", ["../outside.pdf", "/tmp/x.pdf", "pdfs/../../x.pdf", "", "a\\b.pdf"])
def test_paths_that_lead_elsewhere_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str) -> None:
    source = publish(tmp_path / "source", [{**ROWS[1], "pdf_path": path}])
    assert main(["import", "gdp", str(source), str(tmp_path / "data")]) == 2
    assert "of task '6f1c-02' is no path below" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("rubric - 1. criterion", [1, 2], "column 'rubric - 1. criterion' holds integer, and text is needed"),
        ("rubric - 7. criterion", [1.5, 2.5], "column 'rubric - 7. criterion' holds double, and text is needed"),
        ("prompt", [["a"], ["b"]], "column 'prompt' holds list<"),
        ("task_id", [0.0, float("nan")], "column 'task_id' holds double, and text or integer is needed"),
    ],
)
def test_columns_of_another_kind_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, values: list[Any], message: str
) -> None:
    """A criterion that is no text would be left out of its rubric, without a word."""
    file = publish(tmp_path / "source", ROWS) / "data.parquet"
    table = pq.read_table(file)
    pq.write_table(table.set_column(table.column_names.index(name), name, pa.array(values)), file)
    assert main(["import", "gdp", str(file.parent), str(tmp_path / "data")]) == 2
    assert f"{file}: {message}" in capsys.readouterr().err


def test_numbers_name_tasks_and_what_is_no_number_stands_for_nothing(tmp_path: Path) -> None:
    file = publish(tmp_path / "source", ROWS) / "data.parquet"
    table = pq.read_table(file).set_column(0, "task_id", pa.array([0, 1]))
    pq.write_table(table.append_column("weight", pa.array([float("nan"), 2.0])), file)
    assert main(["import", "gdp", str(file.parent), str(tmp_path / "data")]) == 0
    rows = [row for _, row in open_repository(tmp_path / "data").records(("doc_id", "knobs"))]
    assert [(row["doc_id"], row["knobs"]["published"].get("weight")) for row in rows] == [
        ("gdp-0", None),
        ("gdp-1", 2.0),
    ]


def test_tables_that_cannot_be_read_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = publish(tmp_path / "source", ROWS) / "data.parquet"
    table = pq.read_table(file)
    pq.write_table(table.append_column("prompt", table["prompt"]), file)
    assert main(["import", "gdp", str(file.parent), str(tmp_path / "data")]) == 2
    assert f"{file}: there are 2 columns 'prompt'" in capsys.readouterr().err
    file.write_bytes(file.read_bytes()[:500])
    assert main(["import", "gdp", str(file.parent), str(tmp_path / "data")]) == 2
    assert f"{file} can't be read: " in capsys.readouterr().err


def test_an_id_that_stands_twice_and_a_folder_without_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = publish(tmp_path / "source", [ROWS[1], ROWS[1]])
    assert main(["import", "gdp", str(source), str(tmp_path / "data")]) == 2
    assert "task_id '6f1c-02' stands twice" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert main(["import", "gdp", str(tmp_path / "empty"), str(tmp_path / "data")]) == 2
    assert "holds no Parquet file with the columns" in capsys.readouterr().err
