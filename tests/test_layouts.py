"""The layout of VAREX: what stands where for its own readers, and that nothing is lost on the way there and back."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pymupdf
import pytest
from datasets import load_dataset
from PIL import Image

from dataset_builder.checks.repository import check_repository
from dataset_builder.layouts import Exported
from dataset_builder.layouts.varex.reading import import_repository
from dataset_builder.layouts.varex.writing import COLUMNS, export_records
from eval_scripts.cli import main
from eval_scripts.records import open_repository
from tests.eval.repositories import FORMS, TABLE, draw_page, write_repository

NAMES = ["forms-0-00000", "forms-0-00001", "forms-0-00002"]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layouts")
    assert main(["export", "varex", str(write_repository(folder / "data")), str(folder / "varex")]) == 0
    return folder / "varex"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def published(folder: Path, **changes: Any) -> Path:
    """Write two documents as the Hub holds them: no PDFs, other white space in the JSON, JPEG images."""
    picture = io.BytesIO()
    Image.new("RGB", (400, 600), "white").save(picture, "JPEG")
    rows = [
        {
            "doc_id": name,
            "split": "Table",
            "image": {"bytes": picture.getvalue(), "path": None},
            "image_50dpi": {"bytes": draw_page(["small"], 50), "path": None},
            "schema": json.dumps(TABLE.schema),
            "ground_truth": '{"total": 5000.0,\t"items": [{"item": "Rope", "price": null}, {"item": "Hook"}]}',
            "text_flow": "Rope\nHook",
            "text_layout": "Rope   Hook",
            **changes,
        }
        for name in ("FDA-2359c_508(11.15)", "1044")
    ]
    (folder / "data").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(rows), folder / "data" / "benchmark-00000-of-00001.parquet")
    exclusions = {"exclusions": {"1044": ["items[0].item"], "gone": ["x"]}}
    (folder / "field_exclusions.json").write_text(json.dumps(exclusions))
    return folder


def test_the_exported_dataset_loads_as_that_of_the_benchmark(exported: Path) -> None:
    rows = load_dataset(str(exported), split="benchmark")
    assert rows["doc_id"] == NAMES
    assert rows["split"] == ["Flat", "Nested", "Table"]
    assert [json.loads(text) for text in rows["schema"]] == [form.schema for form in FORMS]
    assert [json.loads(text) for text in rows["ground_truth"]] == [form.truth for form in FORMS]
    assert rows["text_layout"] == ["\n".join(form.lines) for form in FORMS]
    assert (rows[0]["image"].size, rows[0]["image_50dpi"].size) == ((400, 400), (100, 100))


def test_the_scorer_finds_its_files(exported: Path) -> None:
    folders = sorted(path for path in (exported / "documents").iterdir())
    assert [folder.name for folder in folders] == NAMES
    assert [json.loads((folder / "ground_truth.json").read_text()) for folder in folders] == [f.truth for f in FORMS]
    assert json.loads((exported / "evaluation" / "manifest.json").read_text())["doc_ids"] == NAMES
    assert json.loads((exported / "evaluation" / "field_exclusions.json").read_text())["exclusions"] == {}
    with pymupdf.open(folders[0] / "document.pdf") as document:
        assert "Maria Alvarez" in document[0].get_text()


def test_nothing_is_lost_there_and_back(exported: Path, tmp_path: Path) -> None:
    assert main(["import", "varex", str(exported), str(tmp_path / "data")]) == 0
    assert main(["export", "varex", str(tmp_path / "data"), str(tmp_path / "again")]) == 0
    assert contents(tmp_path / "again") == contents(exported)
    rows = [record for _, record in open_repository(tmp_path / "data").records(("id", "program", "evidence", "knobs"))]
    assert [row["id"] for row in rows] == [f"varex-{name}-0" for name in NAMES]
    assert [(row["program"], row["evidence"]) for row in rows] == [(None, [])] * 3
    table = {"fields": 7, "filled": 7, "depth": 2, "tables": 1, "rows": 2, "columns": 3}
    assert rows[2]["knobs"] == {**table, "source": "varex", "pdf": "as published"}


def test_a_download_becomes_a_repository(tmp_path: Path) -> None:
    source = published(tmp_path / "hub")
    import_repository(source, tmp_path / "data")
    repository = open_repository(tmp_path / "data")
    columns = ("doc_id", "answer", "images", "ground_truth", "excluded_fields", "pdf_path", "knobs", "layout_text")
    (first, row), (second, other) = repository.records(columns)
    assert (first, second) == ("table", "table")
    assert [row["doc_id"], other["doc_id"]] == ["varex-FDA-2359c_508(11.15)", "varex-1044"]
    assert row["answer"] == '{"total":5000.0,"items":[{"item":"Rope","price":null},{"item":"Hook"}]}'
    assert row["ground_truth"] == {"total": 5000.0, "items": [{"item": "Rope", "price": None}, {"item": "Hook"}]}
    assert (row["excluded_fields"], other["excluded_fields"]) == ([], ["items[0].item"])
    assert row["layout_text"] == "Rope   Hook"
    figures = {"fields": 4, "filled": 3, "depth": 2, "tables": 1, "rows": 2, "columns": 2}
    assert row["knobs"] == {**figures, "source": "varex", "pdf": "drawn from the image"}
    with pymupdf.open(tmp_path / "data" / row["pdf_path"]) as document:
        assert (document[0].rect.width, document[0].rect.height) == (400 * 72 / 200, 600 * 72 / 200)
    card = (tmp_path / "data" / "README.md").read_text()
    assert "license: other" in card
    assert "keep the terms under which they were published" in card
    assert main(["export", "varex", str(tmp_path / "data"), str(tmp_path / "again")]) == 0
    assert not list((tmp_path / "again").rglob("*.pdf"))
    exclusions = json.loads((tmp_path / "again" / "evaluation" / "field_exclusions.json").read_text())
    totals = {"total_fields": 1, "total_docs": 1}
    assert exclusions == {"exclusions": {"1044": ["items[0].item"]}, "_metadata": totals}


def test_an_imported_repository_is_checked_for_what_it_holds(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for source, count in ((exported, 3), (published(tmp_path / "hub"), 2)):
        out = tmp_path / f"{count} documents"
        import_repository(source, out)
        assert main(["check", str(out)]) == 0
        told = capsys.readouterr().out
        assert f"{count} of {count} documents read\nimported documents, so not checked: evidence, program," in told
        assert told.endswith("No violations.\n")


def test_what_is_planted_in_an_imported_repository_is_found(tmp_path: Path) -> None:
    import_repository(published(tmp_path / "hub"), tmp_path / "data")
    path = next((tmp_path / "data" / "data" / "forms").glob("table-*.parquet"))
    table = pq.read_table(path)
    changes = {
        "answer": '{"total":1}',
        "schema": '{"type": "array"}',
        "category": "flat",
        "image_50dpi": {"bytes": b"no picture", "path": None},
    }
    for column, value in changes.items():
        values = [value, *table[column].to_pylist()[1:]]
        changed = pa.array(values, table.schema.field(column).type)
        table = table.set_column(table.schema.get_field_index(column), table.schema.field(column), changed)
    pq.write_table(table, path)
    found = check_repository(tmp_path / "data").violations
    kinds = ["unreadable", "answer", "schema", "split", "copy"]
    assert [item.kind for item in found if item.where == "varex-FDA-2359c_508(11.15)-0"] == kinds
    assert not [item for item in found if item.where == "varex-1044-0"]


def test_a_pdf_of_an_image_shows_its_very_pixels(tmp_path: Path) -> None:
    picture = draw_page(["Rope   85.50"], 200)
    import_repository(published(tmp_path / "hub", image={"bytes": picture, "path": None}), tmp_path / "data")
    (path, _) = sorted((tmp_path / "data" / "documents").rglob("*.pdf"))
    with pymupdf.open(path) as document:
        drawn = document[0].get_pixmap(dpi=200, alpha=False)
    stored = pymupdf.Pixmap(picture)
    assert (drawn.width, drawn.height, drawn.samples) == (stored.width, stored.height, stored.samples)
    assert path.stat().st_size < 2 * len(picture) + 1000


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"schema": "{"}, "schema is not JSON"),
        ({"ground_truth": "[]"}, "ground_truth is not a JSON object"),
        ({"split": "Deep"}, "split is none of Flat, Nested, Table"),
        ({"schema": '{"a":' * 20_000 + "1" + "}" * 20_000}, "schema is not JSON"),
        ({"ground_truth": '{"a": NaN}'}, "ground_truth is not JSON"),
        ({"image": {"bytes": None, "path": "page.png"}}, "an image is missing"),
        ({"image_50dpi": {"bytes": b"no picture", "path": None}}, "an image is no picture"),
    ],
)
def test_rows_that_cannot_be_read_are_refused_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], reason: str
) -> None:
    source = published(tmp_path / "hub", **changes)
    assert main(["import", "varex", str(source), str(tmp_path / "data")]) == 1
    assert f"refused 2: {reason}" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", None, "..", "../escape", "a\\b"])
def test_ids_that_lead_elsewhere_are_refused(tmp_path: Path, name: str | None) -> None:
    source = published(tmp_path / "hub", doc_id=name)
    with pytest.raises(ValueError, match="can't be the name of a file"):
        import_repository(source, tmp_path / "data")


def test_an_id_stands_once(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="doc_id 'a' stands twice"):
        import_repository(published(tmp_path / "hub", doc_id="a"), tmp_path / "data")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"1044": ["items"]}', "holds no 'exclusions'"),
        ('{"exclusions": {"1044": "items"}}', "holds no 'exclusions', an object of lists of paths"),
        ('{"exclusions": {"1044": null}}', "holds no 'exclusions', an object of lists of paths"),
        ('{"exclusions": {"1044": [1]}}', "holds no 'exclusions', an object of lists of paths"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_exclusions_of_another_form_are_refused(tmp_path: Path, content: str, message: str) -> None:
    source = published(tmp_path / "hub")
    (source / "field_exclusions.json").write_text(content)
    with pytest.raises(ValueError, match=rf"field_exclusions\.json {message}"):
        import_repository(source, tmp_path / "data")


def test_a_published_pdf_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = published(tmp_path / "hub")
    (source / "documents" / "1044").mkdir(parents=True)
    (source / "documents" / "1044" / "document.pdf").write_bytes(b"no PDF")
    assert main(["import", "varex", str(source), str(tmp_path / "data")]) == 0
    assert "refused 1: its PDF is not a PDF that can be opened" in capsys.readouterr().out


def test_a_folder_without_the_columns_is_named(tmp_path: Path) -> None:
    pq.write_table(pa.table({"doc_id": ["a"]}), tmp_path / "x.parquet")
    with pytest.raises(ValueError, match="no Parquet file with the columns doc_id, split, image"):
        import_repository(tmp_path, tmp_path / "data")


def test_an_export_replaces_nothing(exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = write_repository(tmp_path / "data", FORMS[:1])
    assert main(["export", "varex", str(data), str(exported)]) == 2
    assert "name a new one" in capsys.readouterr().err


def test_predictions_are_written_in_one_layout_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, run = write_repository(tmp_path / "data", FORMS[:1]), tmp_path / "run"
    assert main(["predict", str(data), str(run), "--backend", "baseline"]) == 0
    capsys.readouterr()
    for layout in ("dochop", "gdp"):
        assert main(["export", layout, str(run), str(tmp_path / "out")]) == 2
        assert f"{run} is a run, and only varex has files of predictions, not {layout}" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_documents_of_several_pages_are_left_out_and_counted(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data")
    records = list(open_repository(data).records(COLUMNS))
    long = [(split, {**record, "num_pages": 2}) for split, record in records[:2]]
    assert export_records([*long, records[2]], data, tmp_path / "varex") == Exported(1, {"several pages": 2})
    assert [path.name for path in (tmp_path / "varex" / "documents").iterdir()] == NAMES[2:]
    with pytest.raises(ValueError, match="no form of one page"):
        export_records(long, data, tmp_path / "none")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "varex"]


def test_a_metric_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "metric", "anls", str(tmp_path / "anls")]) == 0
    assert (tmp_path / "anls" / "anls.py").is_file()
    assert main(["export", "metric", "anls", str(tmp_path / "other")]) == 2
    assert "must be named 'anls'" in capsys.readouterr().err
