"""Twins that differ in modality or level: what they share, what they do not, and what a check finds in spoilt ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dataset_builder.build import build_repository
from dataset_builder.checks.documents import Document
from dataset_builder.checks.inspection import Options, inspect_document
from dataset_builder.checks.pairing import Twin, check_twins
from dataset_builder.checks.reports.guessing import guess_all, read_asked
from dataset_builder.checks.repository import check_repository, iterate_documents
from dataset_builder.cli import share_pages
from dataset_builder.families.reports.dealing import LEVELS, deal
from dataset_builder.families.reports.family import ReportsConfig, parse_grid
from dataset_builder.families.reports.page import report_printer

SMALL: dict[str, Any] = {"topic": "public-libraries", "pages": 12, "words": 4_000, "charts": 6, "layout": "academic"}
Row = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def close_the_browser() -> Iterator[None]:
    yield
    report_printer().close()


def build(out: Path, pairs: str) -> tuple[Document, Document]:
    """Return the two reports of a pair in a repository in which a check finds nothing."""
    report = build_repository({"reports": ReportsConfig(documents=2, seed=4, pairs=pairs, **SMALL)}, out)
    assert report.manifest["families"]["reports"]["rows"] == {"chart": 6}
    finding = check_repository(out)
    assert [str(violation) for violation in finding.violations] == [] and finding.read == 2
    first, second = iterate_documents(out)
    return first, second


@pytest.fixture(scope="module")
def modal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Document, Document]:
    return build(tmp_path_factory.mktemp("modality") / "out", "modality")


@pytest.fixture(scope="module")
def leveled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Document, Document]:
    return build(tmp_path_factory.mktemp("level") / "out", "level")


def knob(row: Row, name: str) -> Any:
    return json.loads(row["knobs"])[name]


def test_a_fact_stands_in_a_chart_of_one_twin_and_in_the_text_of_the_other(modal: tuple[Document, Document]) -> None:
    drawn, told = modal
    levels = {(row["category"], row["level"]) for row in drawn.questions}
    assert levels == {("value_reading", "L1"), ("comparison", "L2"), ("comparison", "L3")}
    manifests = [json.loads((document.row or {})["manifest"]) for document in modal]
    for chart, text in zip(drawn.questions, told.questions, strict=True):
        for name in ("pair_id", "question", "answer", "key_facts", "level", "category", "num_charts", "topic"):
            assert chart[name] == text[name], name
        assert (knob(chart, "modality"), knob(text, "modality")) == ("chart", "text")
        assert {entry["kind"] for entry in chart["evidence"]} == {"chart"} and chart["required_data_points"]
        assert {entry["kind"] for entry in text["evidence"]} == {"paragraph"} and text["chart_title"] is None
        facts = [fact for fact in chart["required_facts"] if "/" in fact]
        assert facts and all(fact.startswith("st-") for fact in text["required_facts"])
        for fact in facts:
            assert [manifest["facts"][fact]["channel"] for manifest in manifests] == ["chart", "text"]
            printed = f"{manifests[0]['facts'][fact]['value']:,}"
            number = re.compile(rf"(?<![\d.,]){re.escape(printed)}(?![\d.,]*\d)")
            assert len(number.findall(chart["text"])) == 0 and len(number.findall(text["text"])) == 1


def test_twins_of_modality_have_the_same_passages_but_for_the_figures(modal: tuple[Document, Document]) -> None:
    silent, told = (json.loads((document.row or {})["manifest"])["statements"] for document in modal)
    for one, other in zip(silent, told, strict=True):
        assert one["sentences"][0] == other["sentences"][0] and one["section"] == other["section"]
        assert not [name for name in one["said"] if name.startswith("value")]
        assert one["said"].items() < other["said"].items()


def test_twins_of_level_are_one_document_of_which_two_things_are_asked(leveled: tuple[Document, Document]) -> None:
    low, high = leveled
    assert low.pdf == high.pdf and low.files[".html"] == high.files[".html"] and low.doc_id != high.doc_id
    assert low.files[".trace.json"] == high.files[".trace.json"]
    for one, other in zip(low.questions, high.questions, strict=True):
        for name in ("pair_id", "category", "chart_title", "evidence", "position", "text", "layout_text"):
            assert one[name] == other[name], name
        assert (one["level"], other["level"]) == LEVELS[one["category"]]
        assert (knob(one, "level"), knob(other, "level")) == LEVELS[one["category"]]
        assert one["question"] != other["question"]
    assert {row["category"] for row in low.questions} == {"value_reading", "comparison", "trend_pattern"}


def _say_where(row: Row, manifest: Row) -> None:
    held = next(entry for entry in manifest["questions"] if entry["text"] == row["question"])
    row["question"] = held["text"] = f"According to the chart, {row['question']}"


def _move_the_fact(row: Row, manifest: Row) -> None:
    entry = next(each for each in manifest["statements"] if each["id"] == row["required_facts"][0])
    manifest["facts"][entry["facts"][0]]["channel"] = "chart"


def _other_number(row: Row, manifest: Row) -> None:
    row["answer"] = re.sub(r"\d[\d.,]*\d|\d", lambda found: f"9{found[0]}", row["answer"], count=1)


def _other_statement(row: Row, manifest: Row) -> None:
    row["required_facts"] = ["st-9"]


def _other_box(row: Row, manifest: Row) -> None:
    x0, y0, x1, y1 = row["evidence"][0]["bbox"]
    row["evidence"] = [{**row["evidence"][0], "bbox": [x0, y0 + 5, x1, y1]}]


def _other_level(row: Row, manifest: Row) -> None:
    row["level"] = row["difficulty"] = "L5"


def _no_figure(row: Row, manifest: Row) -> None:
    knobs = json.loads(row["knobs"])
    row["knobs"] = json.dumps({**knobs, "modality": "table"})


def _a_chart(row: Row, manifest: Row) -> None:
    row["chart_type"] = "bar"


@pytest.mark.parametrize(
    ("spoil", "kind"),
    [
        (_say_where, "question"),
        (_move_the_fact, "copy"),
        (_other_number, "answer"),
        (_other_statement, "copy"),
        (_other_box, "box"),
        (_other_level, "value"),
        (_no_figure, "value"),
        (_a_chart, "copy"),
    ],
)
def test_a_spoilt_question_on_the_text_is_found(
    modal: tuple[Document, Document], spoil: Callable[[Row, Row], None], kind: str
) -> None:
    document = modal[1]
    manifest = json.loads((document.row or {})["manifest"])
    rows = [dict(row) for row in document.questions]
    for row in rows:
        spoil(row, manifest)
    spoilt = replace(document, questions=tuple(rows), row={**(document.row or {}), "manifest": json.dumps(manifest)})
    found = [violation.kind for violation in inspect_document(spoilt, Options(draw=False))]
    assert kind in found


def test_a_chart_that_lacks_the_fact_is_found(modal: tuple[Document, Document]) -> None:
    """The question of one twin does not fit the other: its chart has no such mark."""
    drawn, told = modal
    rows = [
        {**text, **{name: chart[name] for name in ("program", "knobs", "chart_title", "evidence")}}
        for chart, text in zip(drawn.questions, told.questions, strict=True)
    ]
    found = inspect_document(replace(told, questions=tuple(rows)), Options(draw=False))
    assert sum(violation.kind == "answer" and "KeyError" in str(violation) for violation in found) == 3


def test_the_answer_of_a_twin_is_no_guess(modal: tuple[Document, Document]) -> None:
    asked = [
        read_asked(row, json.loads((document.row or {})["manifest"]))
        for document in modal
        for row in document.questions
    ]
    assert {each.world for each in asked} == {"modality-4-00000"}
    assert [guess for guess in guess_all(asked) if guess.guesser == "usual value"] == []


def test_twins_that_differ_elsewhere_are_found(leveled: tuple[Document, Document]) -> None:
    rows = [row for document in leveled for row in document.questions]
    twins = [Twin(row["id"], row["doc_id"], row["pair_id"], row) for row in rows]
    assert list(check_twins(twins)) == [] == list(check_twins(twins[1:]))
    alike = [replace(twin, columns={**twin.columns, "knobs": '{"level": "L1"}'}) for twin in twins]
    assert len(list(check_twins(alike))) == 3
    moved = [replace(twins[0], columns={**twins[0].columns, "chart_title": "Another"}), *twins[1:]]
    assert [violation.kind for violation in check_twins(moved)] == ["pair"]
    assert [violation.kind for violation in check_twins([*twins, twins[0]])] == ["pair"]


def test_a_modal_pair_asks_what_a_chart_and_a_sentence_can_tell() -> None:
    first, second = deal(0, 2, {}, pairs="modality"), deal(1, 2, {}, pairs="modality")
    assert replace(first, turn=1) == second and first.planted == ()
    assert [pair[:2] for pair in first.wanted] == [("value_reading", "L1"), ("comparison", "L2"), ("comparison", "L3")]
    settled = deal(0, 2, {"level": "L3"}, pairs="modality")
    assert {pair[:2] for pair in settled.wanted} == {("comparison", "L3")} and len(settled.wanted) == 3


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pairs": "modality", "category": "trend_pattern"}, "which a chart and a sentence tell alike; one of value"),
        ({"pairs": "modality", "category": "verify_with_chart"}, "'verify_with_chart': twins ask for a value"),
        ({"pairs": "modality", "level": "L5"}, "level 'L5': .*, on L1, L2, L3"),
        ({"pairs": "modality", "position": "late"}, "a fact in the text has no position"),
        ({"pairs": "modality", "chart_type": "bar"}, "a fact in the text has no chart_type"),
        ({"pairs": "level", "category": "impact_reception"}, "others plant passages of their own on each level"),
        ({"pairs": "level", "level": "L2"}, "pairs differ in level, which is fixed to 'L2'"),
        ({"pairs": "position", "level": "L4"}, "level 'L4': the evidence of chart questions alone moves.* on L1, L2"),
        ({"pairs": "distance", "category": "comparison"}, "only questions that need a passage and an exhibit"),
        ({"words": 1_500}, "words 1500 is not a number from 2000 to 40000"),
    ],
)
def test_pairs_that_cannot_be_had_are_refused_with_the_reason(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ReportsConfig(**given)


def test_too_few_words_are_refused_at_once_in_a_grid_as_well() -> None:
    with pytest.raises(Exception, match="words 1500 is not a number from 2000 to 40000"):
        parse_grid("words=1500,4000")


def test_pages_go_to_the_family_that_takes_them() -> None:
    every = ["reports", "hops", "forms", "rubrics"]
    assert share_pages("40", every) == {"reports": "40"} and share_pages("all", every) == {"forms": "all"}
    assert share_pages(None, every) == {}
    for pages, families, message in (
        ("40", ["forms"], "pages '40' is not what forms can be built with: first or all for templates of forms"),
        ("all", ["reports"], "pages 'all' is not what reports can be built with: a number from 5 to 120 for reports"),
        ("40", ["hops", "rubrics"], "hops, rubrics can be built with: a number from 5 to 120 for reports, or first"),
        ("some", every, "pages 'some' is not what"),
    ):
        with pytest.raises(ValueError, match=message):
            share_pages(pages, families)
