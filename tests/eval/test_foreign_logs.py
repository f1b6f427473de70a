"""Logs of other harnesses, written here in the layouts that they write (lmms-eval 0.7, VLMEvalKit, Inspect 0.3)."""

from __future__ import annotations

import csv
import json
import struct
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow as pa
import pytest

from eval_scripts.cli import main
from eval_scripts.foreign_logs import read_replies
from eval_scripts.records import open_repository
from eval_scripts.score import score_file
from eval_scripts.scorers import Reply
from tests.eval.repositories import FORMS, Question, write_repository

IDS = ["hops-0-00000-0", "hops-0-00001-0", "hops-0-00002-0", "hops-0-00003-0"]
QUESTIONS = [f"How many does the panel of {place} have?" for place in ("Lund", "Malmö", "Ystad", "Kivik")]
LONG = "All work and no play. " * 1819  # 40,018 characters
FORM_IDS = [f"forms-0-0000{number}-0" for number in range(3)]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    questions = [Question(str(number), "number", "counting", text=text) for number, text in enumerate(QUESTIONS)]
    return write_repository(tmp_path_factory.mktemp("data"), (), questions)


def read(data: Path, file: Path) -> dict[str, Reply]:
    replies = read_replies(file, open_repository(data))
    assert {repeat for _, repeat in replies} <= {0}
    return {name: reply for (name, _), reply in replies.items()}


def lmms_sample(number: int, replies: Any, **metrics: Any) -> dict[str, Any]:
    """Return a sample as ``EvaluationTracker.save_results_samples`` leaves it: without its document."""
    return {
        "doc_id": number,
        "target": str(number),
        "filtered_resps": replies,
        "token_counts": [{"output_tokens": 5}],
        "doc_hash": "4f6c",
        **metrics,
        "input": f"Answer this question about the page above.\n\n{QUESTIONS[number % 4]}\n",
    }


def write_lmms(path: Path, *samples: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(sample, ensure_ascii=False) + "\n" for sample in samples), encoding="utf-8")
    return path


def test_samples_of_lmms_eval(data: Path, tmp_path: Path) -> None:
    """Newer versions flatten lists of one; a failed request is a marked reply; thinking is in ``resps`` alone."""
    file = write_lmms(
        tmp_path / "20261101_101500_samples_docassay_hops.jsonl",
        lmms_sample(2, "None"),
        lmms_sample(0, ["12"], resps=[["<think>well</think>12"]]),
        lmms_sample(1, "[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error."),
        lmms_sample(3, LONG),
    )
    replies = read(data, file)
    assert replies == {
        IDS[2]: Reply("None"),
        IDS[0]: Reply("12"),
        IDS[1]: Reply(None, "harness_error"),
        IDS[3]: Reply(LONG),
    }


def test_an_id_in_a_sample_counts_before_its_place(data: Path, tmp_path: Path) -> None:
    """``process_results`` may hand on the record's id, at the top or in one of its values."""
    first = lmms_sample(3, "a", id=IDS[0], accuracy=1.0)
    second = lmms_sample(3, "b", submission={"id": IDS[1], "prediction": "b"})
    assert read(data, write_lmms(tmp_path / "samples_x.jsonl", first, second)) == {
        IDS[0]: Reply("a"),
        IDS[1]: Reply("b"),
    }


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ([lmms_sample(0, "a"), lmms_sample(0, "b")], "line 2: id 'hops-0-00000-0' stands twice"),
        ([lmms_sample(4, "a")], r"line 1: there is no row 4 \(from 0\) in split 'hops', which has 4"),
        ([{**lmms_sample(1, "a"), "doc_id": 2}], "line 1: what was asked is not the question of row 2"),
        ([lmms_sample(0, ["a", "b"])], "line 1: holds 2 replies"),
        ([{"filtered_resps": "a"}], "line 1: a sample of lmms-eval needs 'doc_id'"),
    ],
)
def test_faulty_samples_are_named(data: Path, tmp_path: Path, samples: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(data, write_lmms(tmp_path / "samples_docassay.jsonl", *samples))


def test_a_row_number_needs_the_split(tmp_path: Path) -> None:
    """Of three splits with a form each, the task's name tells the one; without it nothing is guessed."""
    data = write_repository(tmp_path / "data")
    sample = {**lmms_sample(0, json.dumps(FORMS[1].truth)), "input": "Extract the form's values. The schema: ..."}
    file = write_lmms(tmp_path / "1_samples_docassay_forms-nested.jsonl", sample)
    assert list(read(data, file)) == [FORM_IDS[1]]
    other = write_lmms(tmp_path / "1_samples_docassay.jsonl", sample)
    with pytest.raises(ValueError, match="'1_samples_docassay' ends in none of flat, nested, table"):
        read(data, other)
    summary = score_file(data, file, tmp_path / "run")
    assert summary["field_match"]["published"]["em"] == 1
    assert summary["unscored"] == {"missing": 2}


ROWS = [
    (0, "12"),
    (1, "Failed to obtain answer via API. "),
    (2, ""),
    (3, "=1+1"),
]


def write_table(path: Path, heading: Sequence[str], rows: Sequence[Sequence[Any]]) -> Path:
    """Write a table as ``vlmeval.smp.dump`` does: every field quoted, or the first sheet of a workbook."""
    if path.suffix == ".xlsx":
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        for row in (heading, *rows):
            values = [value.replace("\r", "_x000D_") if isinstance(value, str) else value for value in row]
            sheet.append([None if value == "" else value for value in values])
            for cell in sheet[sheet.max_row]:
                cell.data_type = "s" if isinstance(cell.value, str) else cell.data_type  # no formulas
        book.save(path)
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            delimiter = "," if path.suffix == ".csv" else "\t"
            csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([heading, *rows])
    return path


@pytest.mark.parametrize("suffix", ["xlsx", "tsv", "csv"])
def test_tables_of_vlmevalkit(data: Path, tmp_path: Path, suffix: str) -> None:
    """An empty cell is an empty answer, which is wrong; a failure is told in words, and is none."""
    rows = [(index, QUESTIONS[index], answer) for index, answer in ROWS]
    file = write_table(tmp_path / f"Model_docassay.{suffix}", ("index", "question", "prediction"), rows)
    assert read(data, file) == {
        IDS[0]: Reply("12"),
        IDS[1]: Reply(None, "harness_error"),
        IDS[2]: Reply(""),
        IDS[3]: Reply("=1+1"),
    }


@pytest.mark.parametrize("suffix", ["xlsx", "tsv", "csv", "json"])
def test_tables_with_ids_of_records(data: Path, tmp_path: Path, suffix: str) -> None:
    """Literal None, and ids in ``id`` beside a running index, or in ``index`` itself."""
    file = tmp_path / f"Model_docassay.{suffix}"
    rows = [(7, IDS[2], "None"), (8, IDS[0], 'a\tb,\r\n"c"')]
    heading = ("index", "id", "prediction")
    if suffix == "json":
        file.write_text(json.dumps([dict(zip(heading, row, strict=True)) for row in rows]))
    else:
        write_table(file, heading, rows)
    assert read(data, file) == {IDS[2]: Reply("None"), IDS[0]: Reply('a\tb,\r\n"c"')}
    if suffix != "json":
        write_table(file, ("index", "prediction"), [(IDS[1], "nan")])
        assert read(data, file) == {IDS[1]: Reply("nan")}


@pytest.mark.parametrize("suffix", ["tsv", "csv"])
def test_long_cells_are_whole(data: Path, tmp_path: Path, suffix: str) -> None:
    huge = LONG * 5  # over the 131,072 characters that Python's reader takes by default
    rows = [(IDS[0], LONG), (IDS[1], huge)]
    replies = read(data, write_table(tmp_path / f"long.{suffix}", ("id", "prediction"), rows))
    assert replies == {IDS[0]: Reply(LONG), IDS[1]: Reply(huge)}


def test_a_full_cell_of_a_workbook_counts_as_cut_off(data: Path, tmp_path: Path) -> None:
    """Workbooks hold 32,767 characters a cell; writers cut there. One that wrote more is read whole."""
    file = write_table(tmp_path / "long.xlsx", ("id", "prediction"), [(IDS[0], LONG), (IDS[1], "MARK")])
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content.replace(b"MARK", LONG.encode()))
    replies = read(data, file)
    assert replies == {IDS[0]: Reply(LONG[:32767], truncated=True), IDS[1]: Reply(LONG)}


@pytest.mark.parametrize(
    ("heading", "rows", "message"),
    [
        (("index", "answer"), [], "needs columns 'prediction', and 'index' or 'id'; it has index, answer"),
        (("question", "prediction"), [], "it has question, prediction"),
        (("id", "prediction"), [(IDS[0], "a"), (IDS[0], "b")], "row 3: id 'hops-0-00000-0' stands twice"),
        (("id", "prediction"), [("other", "a")], "row 2: id 'other' is not in"),
        (("id", "prediction"), [("", "a")], "row 2: id '' is not in"),
        (("index", "prediction"), [(0, "a")], "row 2: what was asked is not the question of row 0"),
        (("id", "prediction"), [(IDS[0], "a", "b")], "row 2: has 3 cells under 2 headings"),
    ],
)
def test_faulty_tables_are_named(data: Path, tmp_path: Path, heading: Any, rows: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(data, write_table(tmp_path / "table.tsv", heading, rows))


def inspect_sample(name: str | int, content: Any, stop: str = "stop", **more: Any) -> dict[str, Any]:
    """Return a sample as Inspect logs it, less its events; None for content where no model was called."""
    message = {"id": "x", "content": content, "source": "generate", "role": "assistant", "model": "mockllm/model"}
    choices = [] if content is None else [{"message": message, "stop_reason": stop}]
    completion = content if isinstance(content, str) else ""
    return {
        "id": name,
        "epoch": 1,
        "input": "Look.",
        "target": "3",
        "messages": [],
        "output": {"model": "mockllm/model", "choices": choices, "completion": completion},
        "scores": {},
        "metadata": {},
        "uuid": "5hY",
        **more,
    }


SAMPLES = [
    inspect_sample(IDS[0], "None", "max_tokens"),
    inspect_sample(IDS[1], None, error={"message": "RuntimeError('x')", "traceback": "..."}),
    inspect_sample(IDS[2], "", "content_filter"),
    inspect_sample(IDS[3], LONG),
]
EXPECTED = {
    IDS[0]: Reply("None", truncated=True),
    IDS[1]: Reply(None, "harness_error"),
    IDS[2]: Reply(None, "content_filter"),
    IDS[3]: Reply(LONG),
}
HEADER = {"version": 2, "status": "success", "eval": {"task": "docassay/hops", "model": "mockllm/model"}}


def write_json_log(path: Path, samples: Sequence[dict[str, Any]]) -> Path:
    path.write_text(json.dumps({**HEADER, "samples": samples}))
    return path


def write_eval(path: Path, samples: Sequence[dict[str, Any]], compression: int) -> Path:
    """Write Inspect's zip: deflated as of old, or by Zstandard (93), the default since 2026."""
    entries = {"_journal/start.json": HEADER, "summaries.json": [{"id": "of no use"}], "header.json": HEADER}
    entries |= {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in samples}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED if compression == 93 else compression) as archive:
        for name, value in entries.items():
            content = json.dumps(value).encode()
            if compression == 93:
                content = pa.Codec("zstd").compress(content, asbytes=True)
            archive.writestr(name, content)
    if compression == 93:
        _call_zstandard(path)
    return path


def _call_zstandard(path: Path) -> None:
    """Set the method of all entries to 93; sizes before compression aren't looked at."""
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = content.find(signature)
        while place >= 0:
            content[place + offset : place + offset + 2] = struct.pack("<H", 93)
            place = content.find(signature, place + 1)
    path.write_bytes(content)


@pytest.mark.parametrize("kind", ["json", "deflated", "zstandard"])
def test_logs_of_inspect(data: Path, tmp_path: Path, kind: str) -> None:
    if kind == "json":
        file = write_json_log(tmp_path / "log.json", SAMPLES)
    else:
        file = write_eval(tmp_path / "log.eval", SAMPLES, 93 if kind == "zstandard" else zipfile.ZIP_DEFLATED)
    assert read(data, file) == EXPECTED


def test_thinking_is_no_part_of_an_answer(data: Path, tmp_path: Path) -> None:
    parts = [{"type": "reasoning", "reasoning": "It says 4."}, {"type": "text", "text": "12"}]
    replies = read(data, write_json_log(tmp_path / "log.json", [inspect_sample(IDS[0], parts)]))
    assert replies == {IDS[0]: Reply("12")}


def test_samples_of_inspect_without_ids_go_by_their_number(data: Path, tmp_path: Path) -> None:
    """It counts from 1. The record's id in a sample's metadata counts before that."""
    asked = [{"role": "user", "content": [{"type": "image", "image": "..."}, {"type": "text", "text": QUESTIONS[1]}]}]
    samples = [inspect_sample(2, "a", input=asked), inspect_sample(9, "b", metadata={"id": IDS[3]})]
    assert read(data, write_json_log(tmp_path / "log.json", samples)) == {IDS[1]: Reply("a"), IDS[3]: Reply("b")}


def test_a_limit_cuts_an_answer_off(data: Path, tmp_path: Path) -> None:
    limit = {"type": "time", "limit": 60}
    samples = [inspect_sample(IDS[0], "The answer", limit=limit), inspect_sample(IDS[1], "", limit=limit)]
    samples.append(inspect_sample(IDS[2], None))
    assert read(data, write_json_log(tmp_path / "log.json", samples)) == {
        IDS[0]: Reply("The answer", truncated=True),
        IDS[1]: Reply(None, "harness_error"),
        IDS[2]: Reply(None, "no_prediction"),
    }


def test_epochs_are_repetitions(data: Path, tmp_path: Path) -> None:
    """Of four records, whose answers are 0 to 3, the first is answered rightly in one epoch of two."""
    samples = [inspect_sample(IDS[0], "The answer is: 0"), inspect_sample(IDS[0], "The answer is: 7", epoch=2)]
    summary = score_file(data, write_json_log(tmp_path / "log.json", samples), tmp_path / "run")
    assert summary["unscored"] == {"missing": 6}
    assert {tuple(held["values"]) for held in summary["answer_match"]["repeats"].values()} == {(1.0, 0.0)}
    with pytest.raises(ValueError, match="sample 'hops-0-00000-0', epoch 2: id 'hops-0-00000-0' stands twice"):
        read_replies(write_json_log(tmp_path / "log.json", [*samples, samples[1]]), open_repository(data))


def test_files_that_are_no_logs_are_named(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chunked = tmp_path / "chunked.eval"
    with zipfile.ZipFile(chunked, "w") as archive:
        archive.writestr("header.json", json.dumps(HEADER))
        archive.writestr(f"samples/{IDS[0]}_epoch_1/sample.json", "{}")
    contents = {
        "x.parquet": "no answers are read from .parquet files; read are JSONL lines",
        "x.xlsx": "is not an xlsx workbook",
        "x.eval": "is not a log of Inspect",
        "x.json": "is not JSON",
        "chunked.eval": "samples in chunks",
    }
    for name, message in contents.items():
        file = tmp_path / name
        if file != chunked:
            file.write_text("none of these")
        assert main(["score", str(data), "--predictions", str(file), "--out", str(tmp_path / "run")]) == 2
        errors = capsys.readouterr().err
        assert message in errors
        assert errors.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_workbooks_need_a_package(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_table(tmp_path / "table.xlsx", ("id", "prediction"), [(IDS[0], "a")])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert main(["score", str(data), "--predictions", str(file)]) == 2
    assert "pip install 'docassay[xlsx]'" in capsys.readouterr().err
