from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dataset_builder.schema import question_columns
from eval_scripts.backends import Request, Sampling, chat_messages
from eval_scripts.prompts import MODALITIES, build_request, fingerprint, record_columns, settings_for
from eval_scripts.records import open_repository
from tests.eval.repositories import FLAT, draw_page, write_repository


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_repository(tmp_path_factory.mktemp("data"), [FLAT])


def request_for(data: Path, **given: Any) -> Request:
    settings = settings_for("forms", **given)
    ((_, record),) = open_repository(data).records(record_columns("forms", settings))
    return build_request(record, "forms", settings, data)


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
    [{"id": "other"}, {"instructions": "other"}, {"document": "other"}, {"document": None}, {"images": (b"a", b"c")}],
)
def test_a_fingerprint_changes_with_anything_asked(change: dict[str, Any]) -> None:
    request = Request("a", "?", (b"a", b"b"), "text")
    assert fingerprint(request, "s") == fingerprint(replace(request), "s")
    assert fingerprint(replace(request, **change), "s") != fingerprint(request, "s")
    assert fingerprint(request, "t") != fingerprint(request, "s")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"modality": "video"}, "modality 'video' is not one of image, plain"),
        ({"dpi": 0}, "dpi 0 is not within 10..1200"),
        ({"reply": "xml"}, "reply 'xml' is not one of text, json_object, json_schema"),
        ({"temperature": -1.0}, "temperature must be 0 or more"),
    ],
)
def test_settings_out_of_range_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        settings_for("forms", **given)


def test_a_family_without_a_prompt_is_named() -> None:
    with pytest.raises(ValueError, match="family 'charts' has no prompt"):
        settings_for("charts")
