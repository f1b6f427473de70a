"""The family: pages from plan to row, the same again, and held against their own PDFs."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PIL import Image, ImageChops

from dataset_builder.checks.repository import check_repository
from dataset_builder.families import BuiltDocument
from dataset_builder.families.hops.family import FAMILY, HopsConfig
from dataset_builder.families.hops.page import page_printer
from dataset_builder.families.hops.programs import execute
from dataset_builder.schema import complete_record
from eval_scripts.cli import main
from eval_scripts.records import open_repository
from tests.hops.pages import column


def build(index: int, config: HopsConfig) -> BuiltDocument:
    outcome = FAMILY.build(config, FAMILY.plan(config)[index])
    assert isinstance(outcome, BuiltDocument)
    return outcome


@pytest.fixture(scope="module")
def documents() -> list[BuiltDocument]:
    return [build(index, HopsConfig(documents=5, seed=5, questions=2)) for index in (0, 1, 4)]


def cell(box: list[float]) -> pymupdf.Rect:
    return pymupdf.Rect(box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_rows_keep_the_contract(documents: list[BuiltDocument]) -> None:
    for document in documents:
        assert 1 <= len(document.rows) <= 2
        knobs = document.document["knobs"]
        for number, (split, row) in enumerate(document.rows):
            record = complete_record({**row, "pdf_path": "x"})
            assert (split, record["family"], record["id"]) == ("hops", "hops", f"{document.doc_id}-{number}")
            assert (record["depth"], record["chart_num"]) == (knobs["depth"], knobs["charts"])
            assert len(record["tables"]) == record["chart_num"] == len(knobs["chart_types"])
            assert record["level"] == f"L{record['depth'] - 1 + (record['chart_num'] >= 4)}"
            assert record["reference_label"] in record["question"]
        assert document.rows[0][1]["task"] == knobs["task"]


def test_programs_give_the_answers_over_the_tables_of_the_row(documents: list[BuiltDocument]) -> None:
    for document in documents:
        for _, row in document.rows:
            table = {
                column(held["metric"], held["group"], held["time"]): {
                    entry["entity"]: entry["values"][place] for entry in shown["rows"]
                }
                for shown in row["tables"]
                for place, held in enumerate(shown["columns"])
            }
            found = execute(json.loads(row["program"]), table)
            if isinstance(found, bool):
                assert row["answer"] == ("Yes" if found else "No")
            else:
                assert row["answer"] == found if isinstance(found, str) else float(row["answer"]) == float(found)


def test_evidence_stands_where_it_is_said_to(documents: list[BuiltDocument]) -> None:
    for document in documents:
        blocks = document.document["manifest"]["narrative"]["blocks"]
        with pymupdf.open(stream=document.pdf, filetype="pdf") as pdf:
            assert len(pdf) == 1
            for _, row in document.rows:
                figures = {table["viz_id"]: table for table in row["tables"]}
                found: dict[str, str] = {}
                for place in row["evidence"]:
                    found[place["ref"]] = found.get(place["ref"], "") + pdf[0].get_text(clip=cell(place["bbox"]))
                stated = {f"block-{number}" for number, block in enumerate(blocks) if block["states"]}
                assert stated <= set(found)
                assert {place["kind"] for place in row["evidence"]} <= {
                    "chart",
                    "paragraph",
                    "clause",
                    "item",
                    "question",
                }
                for ref, text in found.items():
                    if ref in figures:
                        printed = squeezed(text).replace(",", "")
                        for entry in figures[ref]["rows"]:
                            for value in entry["values"]:
                                assert f"{value:.{figures[ref]['decimals']}f}" in printed
                    else:
                        block = blocks[int(ref.removeprefix("block-"))]
                        assert squeezed(block["text"])[:40] in squeezed(text)


def test_texts_hold_the_words_and_nothing_of_the_charts(documents: list[BuiltDocument]) -> None:
    for document in documents:
        manifest = document.document["manifest"]
        blocks = [block for block in manifest["narrative"]["blocks"] if block["kind"] != "heading"]
        for name in ("text", "layout_text"):
            text = document.rows[0][1][name]
            told = set(text.split())
            assert not any(entity in text for entity in manifest["entities"])
            assert not any(table["title"] in text for table in manifest["tables"])
            assert all(len(told & set(words)) >= 0.8 * len(set(words)) for words in (b["text"].split() for b in blocks))
        assert all(squeezed(block["text"]) in squeezed(document.rows[0][1]["text"]) for block in blocks)
        assert manifest["label"]["text"] in " ".join(block["text"] for block in blocks)


def test_a_page_comes_out_the_same_in_another_browser(documents: list[BuiltDocument]) -> None:
    page_printer().close()
    again = build(1, HopsConfig(documents=3, seed=5, questions=2))
    assert again == documents[1]
    other = build(1, HopsConfig(documents=3, seed=6))
    assert other.rows[0][1]["question"] != again.rows[0][1]["question"]


def test_one_cell_is_built_and_checked_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--documents", "1", "--seed", "2", "--task", "ranking", "--depth", "4", "--charts", "2", "--scan", "2"]
    assert main(["build", "hops", str(tmp_path / "out"), *arguments, "--jobs", "1"]) == 0
    assert "accuracy of a majority guesser, ranking (%): 100" in capsys.readouterr().out
    assert not check_repository(tmp_path / "out").violations
    columns = ("task", "depth", "chart_num", "image", "pdf_path", "text", "knobs")
    ((_, row),) = open_repository(tmp_path / "out").records(columns)
    assert (row["task"], row["depth"], row["chart_num"], row["knobs"]["scan"]) == ("ranking", 4, 2, 2)
    with pymupdf.open(tmp_path / "out" / row["pdf_path"]) as pdf:
        clean = Image.open(io.BytesIO(pdf[0].get_pixmap(dpi=144).tobytes("png"))).convert("RGB")
    scanned = Image.open(io.BytesIO(row["image"]["bytes"])).convert("RGB")
    assert scanned.size == clean.size and ImageChops.difference(scanned, clean).getbbox() is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"task": "guessing"}, "task 'guessing' is not one of value_retrieval, counting"),
        ({"depth": 6}, "depth 6 is not one of 2, 3, 4, 5"),
        ({"charts": 5}, "charts 5 is not one of 2, 3, 4, 6"),
        ({"domain": "gold"}, "domain 'gold' is not one of agriculture"),
        ({"documents": 0}, "documents 0 is not a number from 1"),
        ({"questions": 7}, "questions 7 is not a number from 1 to 6"),
        ({"scan": 4}, "scan 4 is not one of 0, 1, 2, 3"),
    ],
)
def test_what_is_asked_for_wrongly_is_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HopsConfig(**arguments)
