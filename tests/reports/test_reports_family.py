"""Reports as a build makes them: records of the contract, pairs that differ in one axis, and what a check says."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pymupdf
import pytest
from datasets import load_dataset
from PIL import Image

from dataset_builder.build import build_repository
from dataset_builder.checks.repository import check_repository
from dataset_builder.families import BuiltDocument, Refused
from dataset_builder.families.reports.family import FAMILY, ReportsConfig
from dataset_builder.families.reports.page import report_printer

SMALL: dict[str, Any] = {"topic": "public-libraries", "pages": 12, "words": 4_000, "charts": 6, "layout": "academic"}


@pytest.fixture(scope="module", autouse=True)
def close_the_browser() -> Iterator[None]:
    yield
    report_printer().close()


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("reports") / "out"
    build_repository({"reports": ReportsConfig(documents=2, seed=1, **SMALL)}, out)
    return out


def build(index: int, **given: Any) -> BuiltDocument:
    config = ReportsConfig(documents=10, **given)
    made = FAMILY.build(config, FAMILY.plan(config)[index])
    assert isinstance(made, BuiltDocument), made
    return made


def test_a_build_has_what_was_asked_for_and_a_check_finds_nothing(repository: Path) -> None:
    finding = check_repository(repository)
    assert [str(violation) for violation in finding.violations] == [] and finding.read == 2
    splits = load_dataset(str(repository), "reports")
    rows = splits["chart"]
    assert rows.num_rows == 6 and set(splits) == {"chart", "cross_modal", "complex"}
    for row in splits["cross_modal"]:
        kinds = [entry["kind"] for entry in row["evidence"]]
        assert kinds[0] == "paragraph" and kinds[-1] in ("chart", "table")
        assert row["evidence_distance"] >= row["knobs"]["min_distance"] == 5
    for row in rows:
        assert row["num_pages"] == len(row["images"]) == 12 and row["num_charts"] == 6 and row["layout"] == "academic"
        assert abs(row["knobs"]["asked_words"] - 4_000) == 0 and 3_200 <= row["num_words"] <= 5_600
        page = row["evidence"][0]["page"]
        assert row["image"].tobytes() == row["images"][page - 1].tobytes()
        assert len(row["answer"].split()) >= 6 and row["key_facts"] and row["required_data_points"]


def test_page_images_are_stored_once(repository: Path) -> None:
    (file,) = (repository / "data" / "reports").glob("chart-*.parquet")
    images = pq.read_table(file, columns=["images"]).column("images").to_pylist()
    distinct = {image["bytes"] for row in images for image in row}
    assert len(distinct) == 24
    looked_at = sum(len(image["bytes"]) for image in pq.read_table(file, columns=["image"])["image"].to_pylist())
    assert file.stat().st_size <= 1.05 * (sum(map(len, distinct)) + looked_at)


def test_no_metadata_reaches_text_or_pdf_and_the_html_keeps_it(repository: Path) -> None:
    html = next(repository.glob("documents/*/*.html")).read_text()
    told = [json.loads(text) for text in re.findall(r'class="chart-metadata">(.*?)</script>', html)]
    assert len(told) == 6 and all(chart["data"] for chart in told)
    assert {chart["sourceContext"][:8] for chart in told} in ({"Source: "}, {"Source: ", ""})
    with pymupdf.open(next(repository.glob("documents/*/*.pdf"))) as document:
        text = "".join(page.get_text() for page in document)
        assert "vizId" not in text and document.embfile_count() == 0 and not document.get_toc()
        assert not any("/Alt" in document.xref_object(xref) for xref in range(1, document.xref_length()))


def test_pairs_of_styles_ask_the_same_of_the_same_world() -> None:
    first, second = (build(index, seed=4, pairs="style", **SMALL) for index in (0, 1))
    for (_, one), (_, other) in zip(first.rows, second.rows, strict=True):
        same = ("pair_id", "question", "answer", "program", "level", "category", "chart_title", "position")
        assert {name: one[name] for name in same} == {name: other[name] for name in same}
        assert one["knobs"]["style"] != other["knobs"]["style"] and one["text"] != ""
    assert first.document["manifest"]["facts"] == second.document["manifest"]["facts"]


def test_pairs_of_positions_move_the_evidence() -> None:
    given = {**SMALL, "pages": 24, "words": 12_000, "charts": 12}
    first, second = (build(index, seed=1, pairs="position", **given) for index in (0, 1))
    for (_, one), (_, other) in zip(first.rows, second.rows, strict=True):
        assert (one["pair_id"], one["program"], one["answer"]) == (other["pair_id"], other["program"], other["answer"])
        assert one["knobs"]["position"] != other["knobs"]["position"]


def test_pairs_of_distances_ask_the_same_near_and_far() -> None:
    given = {**SMALL, "pages": 30, "words": 14_000, "charts": 10, "seed": 1, "pairs": "distance"}
    near, far = (build(index, **given) for index in (0, 1))
    assert {split for split, _ in near.rows} == {"cross_modal", "complex"}
    for (_, one), (_, other) in zip(near.rows, far.rows, strict=True):
        same = ("pair_id", "question", "answer", "program")
        assert {name: one[name] for name in same} == {name: other[name] for name in same}
        assert one["evidence_distance"] < other["evidence_distance"] >= 5


def test_scanned_reports_keep_their_text() -> None:
    clean, scanned = build(0, seed=3, **SMALL), build(0, seed=3, scan=2, **SMALL)
    assert clean.pdf == scanned.pdf and clean.document["text"] == scanned.document["text"]
    pages = [Image.open(io.BytesIO(made.rows[0][1]["images"][3])).convert("RGB") for made in (clean, scanned)]
    assert pages[0].size == pages[1].size and pages[0].tobytes() != pages[1].tobytes()
    assert len(scanned.rows[0][1]["knobs"]["scan_angles"]) == 12


def test_pages_that_cannot_be_had_are_refused_with_the_range() -> None:
    config = ReportsConfig(documents=1, seed=0, **{**SMALL, "pages": 5, "words": 12_000, "min_distance": 1})
    refused = FAMILY.build(config, FAMILY.plan(config)[0])
    assert isinstance(refused, Refused)
    assert re.fullmatch(r"it can fill \d+ to \d+ pages, but not 5", refused.reason)
