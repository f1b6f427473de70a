"""Forms built with ``--scan``: other images of the same documents, which ``check`` holds against their own pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dataset_builder.checks.pictures import check_drawing
from dataset_builder.schema import LEVELS
from eval_scripts.cli import main

SCANNED = ("image", "images", "image_50dpi", "knobs")


def build(out: Path, *options: str) -> dict[str, dict[str, Any]]:
    assert main(["build", "forms", str(out), "--documents", "2", "--seed", "5", "--jobs", "1", *options]) == 0
    files = sorted((out / "data" / "forms").glob("*.parquet"))
    return {row["id"]: row for file in files for row in pq.read_table(file).to_pylist()}


@pytest.fixture(scope="module")
def scanned_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scanned") / "out"


@pytest.fixture(scope="module")
def scanned(scanned_folder: Path) -> dict[str, dict[str, Any]]:
    return build(scanned_folder, "--scan", "3")


def test_only_images_and_knobs_differ_from_the_unscanned_build(
    scanned: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    clean = build(tmp_path / "clean")
    assert list(clean) == list(scanned)
    for name, row in scanned.items():
        left = (*SCANNED, "level")
        same = {column: value for column, value in row.items() if column not in left}
        assert same == {column: value for column, value in clean[name].items() if column not in left}
        harder = LEVELS.index(row["level"]) - LEVELS.index(clean[name]["level"])
        assert harder == (row["num_pages"] == 1)  # several pages count as hard to read before any scan
        assert all(row[column] != clean[name][column] for column in SCANNED)
        knobs, plain = json.loads(row["knobs"]), json.loads(clean[name]["knobs"])
        assert plain["scan"] == 0 and "scan_angles" not in plain
        assert knobs.pop("scan_angles") and knobs == {**plain, "scan": 3}


def test_check_holds_a_scan_against_its_own_page(scanned: dict[str, dict[str, Any]], scanned_folder: Path) -> None:
    assert main(["check", str(scanned_folder)]) == 0
    first, second = scanned.values()
    pdf = (scanned_folder / first["pdf_path"]).read_bytes()
    assert list(check_drawing("x", "forms", first, pdf, exact=True)) == []
    swapped = {**first, **{column: second[column] for column in ("image", "images", "image_50dpi")}}
    found = {item.kind for item in check_drawing("x", "forms", swapped, pdf, exact=True)}
    assert found == {"image-drawn"}


def test_a_wrong_strength_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "forms", str(tmp_path / "out"), "--scan", "4"]) == 2
    assert "scan 4 is not one of 0, 1, 2, 3" in capsys.readouterr().err
