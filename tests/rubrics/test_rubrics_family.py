"""Documents from plan to row, the same again, and held against their own prints; spoiled ones are found out."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from typing import Any

import pymupdf
import pytest
from PIL import Image

from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import read_pages
from dataset_builder.checks.rubrics import check_rubrics
from dataset_builder.families import BuiltDocument
from dataset_builder.families.rubrics.family import FAMILY, RubricsConfig
from dataset_builder.schema import complete_record

ASKED = (
    ("auto_policy", "superseded_amendment"),
    ("loss_run", "carried_group"),
    ("risk_survey", "symbol_count"),
    ("review_article", "log_axis"),
    ("climate_report", "dual_axis"),
    ("type_test", "range_band"),
)


def build(design: str, mechanism: str, **more: Any) -> BuiltDocument:
    config = RubricsConfig(documents=1, seed=5, design=design, mechanism=mechanism, **more)
    outcome = FAMILY.build(config, FAMILY.plan(config)[0])
    assert isinstance(outcome, BuiltDocument)
    return outcome


@pytest.fixture(scope="module")
def documents() -> dict[str, BuiltDocument]:
    return {design: build(design, mechanism) for design, mechanism in ASKED}


def stored(built: BuiltDocument, row: dict[str, Any] | None = None) -> tuple[Document, dict[str, Any]]:
    """Return a document as a repository holds it: JSON columns as text."""
    record = complete_record({**(row or built.rows[0][1]), "pdf_path": "x"})
    record |= {"knobs": json.dumps(record["knobs"]), "rubric": [json.dumps(one) for one in record["rubric"]]}
    kept = {"manifest": json.dumps(built.document["manifest"])}
    return Document(built.doc_id, "rubrics", ("rubrics",), (record,), kept, built.pdf, dict(built.files)), record


def violations(built: BuiltDocument, row: dict[str, Any] | None = None) -> list[str]:
    document, record = stored(built, row)
    return [one.kind for one in check_rubrics(document, record, read_pages(built.pdf))]


def test_rows_keep_the_contract(documents: dict[str, BuiltDocument]) -> None:
    for (design, mechanism), built in zip(ASKED, documents.values(), strict=True):
        ((split, row),) = built.rows
        record = complete_record({**row, "pdf_path": "x"})
        assert (split, record["category"], record["knobs"]["design"]) == ("rubrics", mechanism, design)
        assert record["metric"] == "rubric_pass_rate"
        assert record["axes"][0] == record["knobs"]["axis"]
        assert len(record["images"]) == record["num_pages"] == len(pymupdf.open(stream=built.pdf, filetype="pdf"))
        assert all(
            {"id", "criterion", "type", "severity", "implicitness", "check"} <= set(one) for one in record["rubric"]
        )


def test_documents_are_clean_of_links_and_found_right(documents: dict[str, BuiltDocument]) -> None:
    for built in documents.values():
        with pymupdf.open(stream=built.pdf, filetype="pdf") as pdf:
            assert not any(page.get_links() for page in pdf)
        assert b"mark.invalid" not in built.pdf
        assert violations(built) == []


def test_the_same_seed_gives_the_same_bytes(documents: dict[str, BuiltDocument]) -> None:
    again = build(*ASKED[0])
    held = documents[ASKED[0][0]]
    assert (again.pdf, again.rows[0][1]["question"], again.files) == (held.pdf, held.rows[0][1]["question"], held.files)


def test_scans_change_pictures_only(documents: dict[str, BuiltDocument]) -> None:
    scanned, clean = build(*ASKED[2], scan=2), documents[ASKED[2][0]]
    assert scanned.pdf == clean.pdf
    assert scanned.rows[0][1]["text"] == clean.rows[0][1]["text"]
    pictures = [Image.open(io.BytesIO(one.rows[0][1]["images"][0])) for one in (scanned, clean)]
    assert pictures[0].size == pictures[1].size
    assert pictures[0].tobytes() != pictures[1].tobytes()


def _edit_answer(row: dict[str, Any]) -> None:
    row["answer"] = "$1"


def _edit_gold(row: dict[str, Any]) -> None:
    row["gold"] = row["wrong_answers"][0]["answer"]


def _forgive_trap(row: dict[str, Any]) -> None:
    row["wrong_answers"][0]["ref"] = row["rubric"][-1]["id"]


def _edit_criterion(row: dict[str, Any]) -> None:
    check = next(one["check"] for one in row["rubric"] if one["check"].get("fact"))
    check["value"] = 12_345
    row["gold"] += " 12,345 dollars."


def _move_box(row: dict[str, Any]) -> None:
    row["evidence"][0]["bbox"] = [side + 40 for side in row["evidence"][0]["bbox"]]


def _edit_leaf(row: dict[str, Any]) -> None:
    row["program"] = row["program"].replace(row["answer"].strip("$").replace(",", ""), "77777")


def _call_idle_decisive(row: dict[str, Any]) -> None:
    program = json.loads(row["program"])
    program["decisive"].append("med-limit")
    row["program"] = json.dumps(program)


def _swap_axis(row: dict[str, Any]) -> None:
    row["axes"] = ["grounding"]


PLANTS: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("answer", _edit_answer),
    ("rubric", _edit_gold),
    ("rubric", _forgive_trap),
    ("answer", _edit_criterion),
    ("evidence", _move_box),
    ("answer", _edit_leaf),
    ("support", _call_idle_decisive),
    ("knobs", _swap_axis),
]


@pytest.mark.parametrize(("kind", "spoil"), PLANTS, ids=[plant.__name__ for _, plant in PLANTS])
def test_what_is_planted_is_found(
    documents: dict[str, BuiltDocument], kind: str, spoil: Callable[[dict[str, Any]], None]
) -> None:
    built = documents["auto_policy"]
    row = copy.deepcopy({key: held for key, held in built.rows[0][1].items() if key not in ("image", "images")})
    spoil(row)
    assert kind in violations(built, row)


def test_words_changed_on_the_page_are_found(documents: dict[str, BuiltDocument]) -> None:
    built = documents["auto_policy"]
    entry = next(one for one in built.rows[0][1]["evidence"] if one["ref"] == "um-new")
    with pymupdf.open(stream=built.pdf, filetype="pdf") as pdf:
        page = pdf[entry["page"] - 1]
        page.add_redact_annot(pymupdf.Rect(entry["bbox"]))
        page.apply_redactions()
        spoiled = pdf.tobytes()
    document, record = stored(built)
    kinds = {one.kind for one in check_rubrics(document, record, read_pages(spoiled))}
    assert kinds & {"box-text", "unreadable"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"design": "odyssey"}, "design 'odyssey' is not one of .*auto_policy"),
        (
            {"design": "auto_policy", "domain": "legal"},
            "no document is of domain 'legal', design 'auto_policy' together",
        ),
        ({"length": "short"}, "length 'short' is not one of standard, long, pairs"),
    ],
)
def test_what_no_design_has_is_refused_by_name(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RubricsConfig(**given)
