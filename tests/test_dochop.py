"""The layout of DocHop: a table as it is published becomes a repository, and a repository such a table."""

from __future__ import annotations

import base64
import csv
import io
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from dataset_builder.checks.repository import check_repository
from dataset_builder.layouts.dochop import COLUMNS
from eval_scripts.cli import main
from eval_scripts.records import open_repository


def picture(colour: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (288, 432), colour).save(file, "PNG")
    return file.getvalue()


RED, BLUE = picture("red"), picture("blue")
ROWS = [
    ("0", base64.b64encode(RED).decode(), "How many?", "3", "a-1", "counting", "2", "4"),
    ("1", base64.b64encode(BLUE).decode(), 'Which is the "Lead\nLine"?\tSay', "Alder", "a-2", "ranking", "5", "6"),
    ("2", "0", "Is it so?", "True", "b.3", "fact_checking", "3", "2"),
]  # fmt: skip


def write_table(path: Path, rows: list[tuple[str, ...]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerows([COLUMNS, *rows])
    return path


def read_table(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(1 << 20)
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_a_published_table_becomes_a_repository(tmp_path: Path) -> None:
    source = write_table(tmp_path / "source" / "test.tsv", ROWS)
    assert main(["import", "dochop", str(source.parent), str(tmp_path / "data"), "--jobs", "2"]) == 0
    assert not check_repository(tmp_path / "data").violations
    names = ("id", "question", "answer", "answer_type", "image", "task", "depth", "chart_num", "metric", "pdf_path")
    rows = [row for _, row in open_repository(tmp_path / "data").records(names)]
    assert [row["id"] for row in rows] == ["dochop-a-1-0", "dochop-a-2-0", "dochop-b.3-0"]
    assert [row["answer_type"] for row in rows] == ["number", "entity", "boolean"]
    assert [row["image"]["bytes"] for row in rows] == [RED, BLUE, RED]
    assert rows[1]["question"] == 'Which is the "Lead\nLine"?\tSay'
    assert (rows[1]["task"], rows[1]["depth"], rows[1]["chart_num"], rows[1]["metric"]) == (
        "ranking",
        5,
        6,
        "answer_match",
    )
    with pymupdf.open(tmp_path / "data" / rows[0]["pdf_path"]) as document:
        assert (document[0].rect.width, document[0].rect.height) == (144, 216)


def test_nothing_is_lost_there_and_back(tmp_path: Path) -> None:
    source = write_table(tmp_path / "table.tsv", ROWS)
    assert main(["import", "dochop", str(source), str(tmp_path / "data")]) == 0
    assert main(["export", "dochop", str(tmp_path / "data"), str(tmp_path / "again")]) == 0
    found = [tuple(row.values()) for row in read_table(tmp_path / "again" / "DocHop.tsv")]
    assert found[:2] == ROWS[:2]
    assert found[2] == (ROWS[2][0], ROWS[0][1], *ROWS[2][2:])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({1: "no base64!"}, "image is no picture in base64"),
        ({1: base64.b64encode(b"no picture").decode()}, "image is no picture in base64"),
        ({1: "7"}, "image is no picture in base64"),
        ({1: "é"}, "image is no picture in base64"),
        ({1: base64.b64encode(RED[:-30]).decode()}, "image is no picture in base64"),
        ({3: " "}, "question or answer is blank"),
        ({6: "deep"}, "depth or chart_num is no number"),
        ({6: "9" * 30}, "depth or chart_num is no number"),
    ],
)
def test_rows_that_cannot_be_read_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[int, str], reason: str
) -> None:
    broken = tuple(changes.get(place, value) for place, value in enumerate(ROWS[1]))
    source = write_table(tmp_path / "table.tsv", [ROWS[0], broken])
    assert main(["import", "dochop", str(source), str(tmp_path / "data")]) == 0
    assert f"refused 1: {reason}" in capsys.readouterr().out


def test_a_table_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_table(tmp_path / "two" / "a.tsv", ROWS)
    write_table(tmp_path / "two" / "b.tsv", ROWS)
    (tmp_path / "other.tsv").write_text("index\tpicture\n")
    twice = write_table(tmp_path / "twice.tsv", [ROWS[0], ROWS[0]])
    cases = {"two": "holds 2 files .tsv", "other.tsv": "no column 'image'", twice.name: "'a-1' stands twice"}
    for name, message in cases.items():
        assert main(["import", "dochop", str(tmp_path / name), str(tmp_path / "data")]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("\t".join(COLUMNS).encode("utf-16"), "is not a table in UTF-8 with tabs between its cells"),
        ("\t".join([*COLUMNS, "question"]).encode(), "has 2 columns 'question'"),
        ("\t".join([*COLUMNS, "\n0", "x"]).encode(), "the row at byte 61 has 2 cells under 9 columns"),
        ("\t".join([*COLUMNS, '\n"0', *COLUMNS]).encode(), "is not a table in UTF-8 with tabs between its cells"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    source = tmp_path / "table.tsv"
    source.write_bytes(content)
    assert main(["import", "dochop", str(source), str(tmp_path / "data")]) == 2
    assert f"{source}" in (errors := capsys.readouterr().err) and message in errors


def test_a_byte_order_mark_and_a_table_without_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write_table(tmp_path / "table.tsv", ROWS)
    source.write_bytes(b"\xef\xbb\xbf" + source.read_bytes())
    assert main(["import", "dochop", str(source), str(tmp_path / "data")]) == 0
    capsys.readouterr()
    assert main(["import", "dochop", str(write_table(tmp_path / "none.tsv", [])), str(tmp_path / "none")]) == 1
    shown = capsys.readouterr()
    assert "No document could be imported" in shown.err and "Next:" not in shown.out


@pytest.mark.parametrize("name", ["a\nb", "x" * 201, "é" * 101])
def test_ids_that_make_no_names_of_files_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    source = write_table(tmp_path / "table.tsv", [(*ROWS[0][:4], name, *ROWS[0][5:])])
    assert main(["import", "dochop", str(source), str(tmp_path / "data")]) == 2
    assert "can't be the name of a file" in capsys.readouterr().err
