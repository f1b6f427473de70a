from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dataset_builder.schema import question_columns
from eval_scripts.backends import Request, Sampling, chat_messages
from eval_scripts.images import Pages
from eval_scripts.prompts import MODALITIES, settings_for
from eval_scripts.records import open_repository
from eval_scripts.requests import Draft, draft_request, fingerprint, record_columns
from tests.eval.repositories import FLAT, draw_page, write_repository


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), [FLAT])


def request_for(data: Path, **given: Any) -> Request:
    settings = settings_for("forms", **given)
    ((_, record),) = open_repository(data).records(record_columns("forms", settings))
    return draft_request(record, "forms", settings, data).request()


def test_forms_are_asked_as_the_paper_says(data: Path) -> None:
    request = request_for(data)
    assert request.images == (draw_page(FLAT.lines, 200),)
    assert request.document is None
    assert (request.sampling, request.reply) == (Sampling(0.0, 4096), "json_object")
    assert '"description": "Date of birth"' in request.instructions


@pytest.mark.parametrize("modality", MODALITIES)
def test_each_modality_shows_what_it_says(data: Path, modality: str) -> None:
    request = request_for(data, modality=modality)
    layout = "\n".join(FLAT.lines)
    expected = {"image": None, "pdf": None, "plain": " ".join(layout.split())}.get(modality, layout)
    assert request.document == expected
    assert len(request.images) == (1 if "image" in modality else 0)


def test_the_reference_answer_is_never_read() -> None:
    hidden = {"answer", "ground_truth", "evidence", "program", "wrong_answers", "excluded_fields"}
    assert hidden <= set(question_columns())
    for modality in MODALITIES:
        for dpi in (50, 144, 200):
            assert not hidden & set(record_columns("forms", settings_for("forms", modality=modality, dpi=dpi)))


def test_what_belongs_to_the_document_comes_first(data: Path) -> None:
    (message,) = chat_messages(request_for(data, modality="spatial+image"))
    kinds = [part["type"] for part in message["content"]]
    assert kinds == ["image_url", "text", "text"]
    assert "Maria Alvarez" in message["content"][1]["text"]
    assert "schema" in message["content"][2]["text"]
    (message,) = chat_messages(request_for(data, modality="plain"))
    assert message["content"].index("Maria Alvarez") < message["content"].index("schema")


@pytest.mark.parametrize(
    "change",
    [
        {"id": "other"},
        {"instructions": "other"},
        {"document": "other"},
        {"document": None},
        {"pages": Pages((b"a", b"c"))},
        {"pages": Pages((b"ab",))},
        {"pages": None},
        {"repeat": 1},
    ],
)
def test_a_fingerprint_changes_with_anything_asked(change: dict[str, Any]) -> None:
    draft = Draft("a", "d", "Which?", "?", Pages((b"a", b"b")), "text", None, None, settings_for("forms"))
    assert fingerprint(draft, "s") == fingerprint(replace(draft), "s")
    assert fingerprint(replace(draft, **change), "s") != fingerprint(draft, "s")
    assert fingerprint(draft, "t") != fingerprint(draft, "s")


def test_a_page_drawn_from_a_pdf_is_another_where_the_pdf_or_the_resolution_is(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(b"one")
    digests = [Pages(path=path, dpi=72).digest(), Pages(path=path, dpi=50).digest()]
    path.write_bytes(b"two")
    assert len({*digests, Pages(path=path, dpi=72).digest()}) == 3


def test_every_sampled_answer_has_a_seed_of_its_own() -> None:
    draft = Draft("a", "d", "Which?", "?", None, "text", None, None, settings_for("forms", temperature=0.7))
    seeds = {replace(draft, **change).seed for change in ({}, {"repeat": 1}, {"repeat": 2}, {"id": "b"})}
    assert len(seeds) == 4 and draft.seed == replace(draft, doc_id="other").seed
    assert replace(draft, settings=settings_for("forms")).seed is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"modality": "video"}, "modality 'video' is not one of image, plain"),
        ({"dpi": 0}, "dpi 0 is not within 10..1200"),
        ({"reply": "xml"}, "reply 'xml' is not one of text, json_object, json_schema"),
        ({"temperature": -1.0}, "temperature -1.0 is not a number of 0 or more"),
        ({"temperature": float("nan")}, "temperature nan is not a number of 0 or more"),
    ],
)
def test_settings_out_of_range_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings_for("forms", **given)


def test_a_family_without_a_prompt_is_named() -> None:
    with pytest.raises(ValueError, match="family 'charts' has no prompt"):
        settings_for("charts")
