"""The four stages joined: every file accounted for, every stage on disk, truth and page of one mind."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pymupdf
import pytest

from dataset_builder.families import BuiltDocument, Refused, Summary, Task
from dataset_builder.families.forms.family import FAMILY, FormsConfig, FormsFamily
from dataset_builder.families.forms.model import Field, SchemaMap, Template
from dataset_builder.schema import complete_record
from dataset_builder.trees import leaves, split_of_schema, split_of_truth
from eval_scripts.cli import main
from tests.forms.blank_forms import save_form, text

CAPTIONS = ("First name", "Last name", "City", "State", "ZIP code", "Telephone number")


def save_blank(path: Path, captions: tuple[str, ...] = CAPTIONS) -> None:
    """Write a form with a caption before each blank."""
    rows = range(len(captions))
    save_form(
        path,
        [text(f"field{row}", (150, 40 + 30 * row, 380, 58 + 30 * row)) for row in rows],
        [(20, 53 + 30 * row, f"{captions[row]}:") for row in rows],
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    (folder / "more").mkdir(parents=True)
    save_blank(folder / "a.pdf")
    save_blank(folder / "more" / "ü form.pdf", (*CAPTIONS[:4], "Date of birth"))
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "notes.txt").write_text("not a form")
    save_form(folder / "none.pdf", [], [(20, 50, "Nothing to fill in here")])
    save_form(
        folder / "locked.pdf", [text("a", (150, 40, 380, 58))], encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x"
    )
    return folder


def build_all(config: FormsConfig) -> list[tuple[Task, BuiltDocument | Refused]]:
    return [(task, FAMILY.build(config, task)) for task in FAMILY.plan(config)]


def read_table(config: FormsConfig, outcomes: list[tuple[Task, BuiltDocument | Refused]]) -> list[dict[str, str]]:
    summaries = [Summary(task, notes=outcome.notes) for task, outcome in outcomes]
    content = FAMILY.finish(config, summaries)["templates.csv"].decode()
    return list(csv.DictReader(io.StringIO(content)))


def row_of(outcome: BuiltDocument | Refused) -> dict[str, Any]:
    assert isinstance(outcome, BuiltDocument), outcome
    return dict(outcome.rows[0][1])


def test_every_file_of_the_folder_is_accounted_for(folder: Path) -> None:
    config = FormsConfig(templates=str(folder), seed=1)
    table = {row["file"]: row for row in read_table(config, build_all(config))}
    assert {file: row["status"] for file, row in table.items()} == {
        "a.pdf": "used",
        "empty.pdf": "skipped",
        "locked.pdf": "skipped",
        "more/ü form.pdf": "used",
        "none.pdf": "skipped",
        "notes.txt": "skipped",
    }
    assert table["locked.pdf"]["reason"] == "needs a password"
    assert table["notes.txt"]["reason"] == "not a PDF"
    assert table["empty.pdf"]["reason"] == "empty file"
    assert table["none.pdf"]["reason"] == "no fillable text widget"
    assert (table["a.pdf"]["widgets"], table["a.pdf"]["named"]) == ("6", "6")


def test_what_cannot_be_read_is_skipped_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    save_blank(folder / "a.pdf", (*CAPTIONS, "Date of birth", "Street address", "Occupation", "E-mail address"))
    (folder / "link.pdf").symlink_to("nowhere.pdf")
    os.mkfifo(folder / "pipe.pdf")
    (folder / "secret.pdf").write_bytes(b"%PDF-")
    try:
        (folder / os.fsdecode(b"\xff.pdf")).write_bytes(b"%PDF-")
    except OSError:
        pytest.skip("the file system holds UTF-8 names only")
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "secret.pdf":
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    out = tmp_path / "out"
    assert main(["build", "forms", str(out), "--templates", str(folder), "--jobs", "1"]) == 0
    rows = csv.DictReader(io.StringIO((out / "templates.csv").read_text(encoding="utf-8")))
    assert {row["file"]: (row["status"], row["reason"]) for row in rows} == {
        "a.pdf": ("used", ""),
        "link.pdf": ("skipped", "not a file"),
        "pipe.pdf": ("skipped", "not a file"),
        "secret.pdf": ("skipped", "broken: Permission denied"),
        r"\udcff.pdf": ("skipped", "file name is not UTF-8"),
    }
    assert f"What became of each template: {out / 'templates.csv'}" in capsys.readouterr().out


def test_a_repository_among_the_templates_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "forms", str(folder / "more" / "out"), "--templates", str(folder)]) == 2
    assert "is inside the folder of templates" in capsys.readouterr().err
    assert not (folder / "more" / "out").exists()


def test_each_stage_stands_beside_the_filled_form(folder: Path) -> None:
    config = FormsConfig(templates=str(folder), seed=1)
    _, built = build_all(config)[0]
    row = row_of(built)
    assert isinstance(built, BuiltDocument)
    assert set(built.files) == {".widgets.json", ".seed.pdf", ".schema.json", ".trace.json"}
    widgets = json.loads(built.files[".widgets.json"])["widgets"]
    with pymupdf.open(stream=built.files[".seed.pdf"], filetype="pdf") as seeded:
        printed = seeded[0].get_text()
    assert all(widget["placeholder"] in printed for widget in widgets)
    assert len({widget["placeholder"] for widget in widgets}) == 6
    trace = json.loads(built.files[".trace.json"])
    assert trace["template"] == "a.pdf"
    by_path = {entry["path"]: entry for entry in trace["widgets"]}
    assert {path: by_path[path]["value"] for path, _ in leaves(row["ground_truth"])} == dict(
        leaves(row["ground_truth"])
    )
    assert all((entry["value"] is None) == (entry["reason"] is not None) for entry in trace["widgets"])


@pytest.mark.parametrize("index", range(6))
def test_made_forms_agree_with_themselves(index: int) -> None:
    built = FAMILY.build(FormsConfig(seed=9), Task(index))
    row = row_of(built)
    assert isinstance(built, BuiltDocument)
    complete_record(row)
    jsonschema.Draft202012Validator.check_schema(row["schema"])
    assert built.rows[0][0] == split_of_schema(row["schema"]) == split_of_truth(row["ground_truth"]) == row["category"]
    assert json.loads(row["answer"]) == row["ground_truth"]
    values = {path: value for path, value in leaves(row["ground_truth"]) if isinstance(value, str)}
    boxes = {box["ref"]: pymupdf.Rect(box["bbox"]) for box in row["evidence"]}
    assert set(boxes) >= set(values)
    with pymupdf.open(stream=built.pdf, filetype="pdf") as document:
        page = document[0]
        for path, value in values.items():
            inside = page.get_text(clip=boxes[path] + (-2, -2, 2, 2))
            assert "".join(value.split()) in "".join(inside.split()), (path, value, inside)


def test_the_same_seed_and_index_give_the_same_document() -> None:
    config = FormsConfig(seed=4)
    first, second = (FAMILY.build(config, Task(3)) for _ in range(2))
    assert isinstance(first, BuiltDocument) and isinstance(second, BuiltDocument)
    assert (first.rows, first.pdf, first.files) == (second.rows, second.pdf, second.files)
    assert row_of(FAMILY.build(FormsConfig(seed=5), Task(3)))["answer"] != row_of(first)["answer"]


def test_templates_are_taken_again_with_new_values(folder: Path) -> None:
    for name in ("empty.pdf", "notes.txt", "none.pdf", "locked.pdf"):
        (folder / name).unlink()
    outcomes = build_all(FormsConfig(templates=str(folder), seed=2, documents=5))
    assert [task.source for task, _ in outcomes] == ["a.pdf", "more/ü form.pdf"] * 2 + ["a.pdf"]
    assert len({row_of(built)["answer"] for _, built in outcomes}) == 5


def test_another_reader_can_take_the_place_of_ours(folder: Path) -> None:
    class FirstThree:
        def read(self, template: Template) -> SchemaMap:
            first, second, third, *rest = template.fillable
            fields = (
                Field("owner.given", first.index, "Given name"),
                Field("owner.family", second.index, "Family name"),
                Field("town", third.index, "Town"),
            )
            return SchemaMap(fields, tuple((widget.index, "not asked for") for widget in rest))

    built = FormsFamily(FirstThree()).build(FormsConfig(templates=str(folder)), Task(0, "a.pdf"))
    assert isinstance(built, BuiltDocument)
    assert set(row_of(built)["ground_truth"]["owner"]) == {"given", "family"}
    reasons = [entry["reason"] for entry in json.loads(built.files[".trace.json"])["widgets"] if entry["path"] is None]
    assert reasons == ["not asked for"] * 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"documents": 0}, "documents 0 is not a number from 1 to 99999"),
        ({"documents": 100_000}, "documents 100000 is not a number from 1 to 99999"),
        ({"pages": "second"}, "pages 'second' is not one of first, all"),
        ({"templates": "no/such/folder"}, "templates 'no/such/folder' is not a folder"),
        ({"templates": ""}, "templates '' is not a folder"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FormsConfig(**arguments)


@pytest.mark.slow
def test_nine_tenths_of_the_usable_real_forms_make_a_document(shared: Path) -> None:
    config = FormsConfig(templates=str(shared / "forms" / "dev"), seed=1)
    table = read_table(config, build_all(config))
    usable = [row for row in table if row["status"] != "skipped"]
    assert len(table) == 48 and len(usable) == 47
    assert sum(row["status"] == "used" for row in usable) >= 0.9 * len(usable)


@pytest.mark.slow
def test_odd_forms_crash_nothing(shared: Path) -> None:
    config = FormsConfig(templates=str(shared / "forms" / "odd"), seed=1)
    table = {row["file"]: row for row in read_table(config, build_all(config))}
    assert len(table) == 16
    assert table["odd-encrypted-xfa-hybrid.pdf"]["status"] == "used"
    assert not [row for row in table.values() if "password" in row["reason"]]
