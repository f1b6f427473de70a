from __future__ import annotations

import io
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from PIL import Image

from eval_scripts.images import find_pages, image_columns
from eval_scripts.records import open_repository
from tests.eval.repositories import FLAT, FORMS, NESTED, TABLE, draw_page, write_repository


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), [*FORMS, TABLE, FLAT])


def test_records_come_by_split_in_the_contracts_order(data: Path) -> None:
    found = [(split, record["id"]) for split, record in open_repository(data).records(("id",))]
    assert found == [
        ("flat", "forms-0-00000-0"),
        ("flat", "forms-0-00004-0"),
        ("nested", "forms-0-00001-0"),
        ("table", "forms-0-00002-0"),
        ("table", "forms-0-00003-0"),
    ]


def test_json_columns_are_objects(data: Path) -> None:
    ((_, record),) = open_repository(data).records(("ground_truth", "schema", "image"), ["nested"])
    assert record["ground_truth"] == NESTED.truth
    assert record["schema"] == NESTED.schema
    assert record["image"]["bytes"] == draw_page(NESTED.lines, 200)


def test_limit_counts_documents_of_each_split(data: Path) -> None:
    found = [record["id"] for _, record in open_repository(data).records(("id",), limit=1)]
    assert found == ["forms-0-00000-0", "forms-0-00001-0", "forms-0-00002-0"]


def test_wrong_folders_and_splits_are_named(data: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"holds no docassay\.json"):
        open_repository(tmp_path)
    with pytest.raises(ValueError, match=r"split 'chart' is not in .*; it has flat, nested, table"):
        list(open_repository(data).records(("id",), ["chart"]))


def test_a_copy_that_lacks_a_file_is_refused(tmp_path: Path) -> None:
    """A split that is not there would go unasked, without a word."""
    data = write_repository(tmp_path / "data")
    (data / "data" / "forms" / "nested-00000-of-00001.parquet").unlink()
    with pytest.raises(FileNotFoundError, match=r"lacks data/forms/nested-00000-of-00001\.parquet, which its docassay"):
        open_repository(data)


@pytest.mark.parametrize("content", [b"", b"PAR1 and no more", b"half"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    data = write_repository(tmp_path / "data")
    file = data / "data" / "forms" / "nested-00000-of-00001.parquet"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2] if content == b"half" else content)
    with pytest.raises(ValueError, match=f"{file} can't be read: "):
        list(open_repository(data).records(("id",)))


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    data = write_repository(tmp_path / "data")
    file = data / "data" / "forms" / "nested-00000-of-00001.parquet"
    pq.write_table(pq.read_table(file).drop_columns(["question"]), file)
    with pytest.raises(ValueError, match=f"{file} can't be read: there is no column 'question'"):
        list(open_repository(data).records(("id", "question")))


def test_the_checksum_is_of_the_data_alone(tmp_path: Path) -> None:
    one = open_repository(write_repository(tmp_path / "one"))
    two = open_repository(write_repository(tmp_path / "two"))
    other = open_repository(write_repository(tmp_path / "other", FORMS[:2]))
    assert one.checksum == two.checksum != other.checksum


@pytest.mark.parametrize(("dpi", "pixels"), [(200, 400), (50, 100), (100, 200), (300, 600)])
def test_a_page_of_two_inches_has_the_resolution_asked_for(data: Path, dpi: int, pixels: int) -> None:
    columns = ("id", "images", "image_50dpi", "num_pages", "pdf_path", "knobs")
    _, record = next(open_repository(data).records(columns))
    (content,) = find_pages(record, "forms", dpi, data).images()
    with Image.open(io.BytesIO(content)) as image:
        assert image.size == (pixels, pixels)
    stored = {200: record["images"][0]["bytes"], 50: record["image_50dpi"]["bytes"]}
    assert content == stored.get(dpi, content)
    assert (content in stored.values()) == (dpi in stored)


def test_a_missing_pdf_is_named(data: Path, tmp_path: Path) -> None:
    _, record = next(open_repository(data).records(("id", "pdf_path", "knobs")))
    with pytest.raises(FileNotFoundError, match="needed to draw pages at 90 DPI"):
        find_pages(record, "forms", 90, tmp_path)


def test_a_scan_is_never_taken_for_the_clean_page_of_its_pdf(data: Path) -> None:
    _, record = next(open_repository(data).records(("id", *image_columns("forms", 50), "images")))
    scanned = {**record, "knobs": {"scan": 2}}
    assert find_pages(scanned, "forms", 200, data).images() == (record["images"][0]["bytes"],)
    assert find_pages(scanned, "forms", 50, data).images() == (record["image_50dpi"]["bytes"],)
    with pytest.raises(ValueError, match="forms-0-00000-0: pages are scans, which are not stored at 90 DPI"):
        find_pages(scanned, "forms", 90, data)
