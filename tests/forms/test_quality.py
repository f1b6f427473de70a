"""The screening of filled forms: each kind of fault planted once into a sound form, and what must follow from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dataset_builder.families import Summary, Task
from dataset_builder.families.forms.decisions import Decision, fingerprint_of
from dataset_builder.families.forms.model import Field
from dataset_builder.families.forms.quality import (
    OUTCOMES,
    Candidate,
    findings_note,
    is_english,
    measure_quality,
    schema_digest,
    screen,
)

VALUES = {"name": "Ana Ruiz", "city": "Duluth", "zip": "55802", "rows[0].item": "Shovel", "rows[1].item": "Rake"}
TEXT = "Name Ana Ruiz\nCity Duluth\nZIP 5 5 8 0 2\nItem\nShovel\nRake\n"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "$defs": {"Row": {"type": "object", "properties": {"item": {"type": "string", "description": "Item"}}}},
    "properties": {
        "name": {"type": "string", "description": "Name"},
        "city": {"type": "string", "description": "City", "enum": ["Duluth", "Ely"]},
        "zip": {"type": "string", "description": "ZIP code", "maxLength": 5},
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}},
        "note": {"type": "string", "description": "Note"},
    },
}
TRUTH: dict[str, Any] = {
    "name": "Ana Ruiz",
    "city": "Duluth",
    "zip": "55802",
    "rows": [{"item": "Shovel"}, {"item": "Rake"}],
    "note": None,
}
FIELDS = tuple(Field(path, number, path.split(".")[-1]) for number, path in enumerate([*VALUES, "note"]))
SOUND = Candidate(FIELDS, SCHEMA, TRUTH, VALUES, {}, (TEXT, TEXT), ["Name", "of", "the", "applicant"])


def kinds(candidate: Candidate, **options: Any) -> list[tuple[str, str]]:
    return [(found.kind, found.path) for found in screen(candidate, **options).findings]


def test_a_sound_form_passes() -> None:
    screening = screen(SOUND)
    assert (screening.findings, screening.refused, screening.excluded) == ((), "", ())


@pytest.mark.parametrize("left", ["TXT_014", "01/03/2099", "{{ applicant }}", "Lorem ipsum dolor"])
def test_a_placeholder_left_on_the_page_refuses_the_document(left: str) -> None:
    assert screen(replace(SOUND, texts=(f"{TEXT}{left}\n", TEXT))).refused == "a placeholder is left on the page"


def test_a_value_that_is_its_widgets_placeholder_refuses_the_document() -> None:
    assert screen(replace(SOUND, placeholders={"zip": "55802"})).refused == "a placeholder is left on the page"
    assert screen(replace(SOUND, placeholders={"zip": "90001"})).refused == ""


def test_values_cut_off_are_flagged_excluded_or_refused_by_how_much_is_lost() -> None:
    # The 7 letters of "Ana Ruiz" show: of 9, of 14 (just half), of 15 (under half).
    assert kinds(replace(SOUND, asked={**VALUES, "name": "Ana Ruiz Jo"})) == [("the value is cut off", "name")]
    assert kinds(replace(SOUND, asked={**VALUES, "name": "Ana Ruiz Johnson"})) == [("the value is cut off", "name")]
    half = screen(replace(SOUND, asked={**VALUES, "name": "Ana Ruiz Johnsons"}))
    assert (half.excluded, half.refused) == (("name",), "")
    two_of_five = {**VALUES, "name": "Ana Ruiz Jo", "city": "Duluth MN"}
    assert screen(replace(SOUND, asked=two_of_five)).refused == "over a third of the values are cut off"


def test_values_that_are_not_in_the_text_are_excluded_and_many_refuse_the_document() -> None:
    one = screen(replace(SOUND, texts=(TEXT, TEXT.replace("Rake", "R4ke"))))
    assert (one.excluded, one.refused) == (("rows[1].item",), "")
    two = screen(replace(SOUND, texts=(TEXT.replace("Rake", "").replace("Duluth", ""), TEXT)))
    assert two.refused == "over a third of the values are missing from the text"


def test_an_empty_truth_is_refused() -> None:
    assert screen(replace(SOUND, truth={"name": None, "rows": []})).refused == "no value shows"


def test_an_array_without_items_is_excluded() -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "rows": {"type": "array", "items": {}}}}
    assert screen(replace(SOUND, schema=schema)).excluded == ("rows[0].item", "rows[1].item")


@pytest.mark.parametrize(
    ("change", "excluded"),
    [
        ({"zip": 55802}, ("zip",)),
        ({"zip": "558021"}, ("zip",)),
        ({"city": "Duluth MN"}, ("city",)),
        ({"rows": [{"item": "Shovel"}, {"item": ["Rake"]}]}, ("rows[1].item",)),
        ({"rows": {"item": "Shovel"}}, ("rows.item",)),
        ({"age": "41"}, ("age",)),
        ({"name": {"first": "Ana"}}, ("name.first",)),
    ],
)
def test_a_truth_that_is_not_of_the_schemas_type_is_excluded(change: dict[str, Any], excluded: tuple[str, ...]) -> None:
    text = f"{TEXT} 558021 MN 41"
    screening = screen(replace(SOUND, truth={**TRUTH, **change}, texts=(text, text)))
    assert screening.excluded == excluded and screening.refused == ""
    assert {found.kind for found in screening.findings} == {"the truth is not of the schema's type"}


def test_a_document_needs_three_fields_that_can_be_scored() -> None:
    three = replace(SOUND, truth={"name": "Ana Ruiz", "city": "Duluth", "zip": "55802"})
    assert screen(three).refused == ""
    assert screen(replace(three, asked={"zip": "55802-123456"})).refused == "fewer than 3 fields can be scored"
    assert screen(replace(three, truth={"name": "Ana Ruiz", "zip": "55802"})).refused.startswith("fewer than 3")


def test_printed_text_must_be_english_where_english_is_asked_for() -> None:
    words = "Nombre de la persona que firma y el lugar de su trabajo en los Estados"
    spanish = replace(SOUND, printed=words.split())
    assert screen(spanish).refused == "the printed text is not English"
    assert screen(spanish, english=False).refused == ""


@pytest.mark.parametrize(
    ("words", "english"),
    [
        ("ZIP State Amount", True),
        ("", True),
        ("Заявление на получение паспорта", False),
        ("申请人姓名 Name", False),
        ("Name (姓名) of the applicant for this permit to be granted", True),
        ("Nom de la personne et des enfants pour une demande dans les deux cas", False),
        ("Notice to the public: see the Spanish form 'Solicitud de la persona' for use by those who ask for it", True),
    ],
)
def test_what_passes_for_english(words: str, english: bool) -> None:
    assert is_english(words.split()) is english


def test_two_columns_of_one_description_are_flagged_and_rows_of_one_are_not() -> None:
    fields = (
        Field("a.name", 0, "Name"),
        Field("b.name", 1, "name"),
        Field("rows[0].x", 2, "X"),
        Field("rows[1].x", 3, "X"),
    )
    truth = {"a": {"name": "Ana Ruiz"}, "b": {"name": "Duluth"}, "rows": [{"x": "Shovel"}, {"x": "Rake"}]}
    schema = {"type": "object", "properties": {}}
    found = kinds(replace(SOUND, fields=fields, truth=truth, schema=schema, asked={}))
    shared = [path for kind, path in found if kind == "two fields have one description"]
    assert shared == ["a.name", "b.name"] and OUTCOMES["two fields have one description"] == "flagged"


def test_decisions_of_a_review_are_applied_only_to_what_was_judged() -> None:
    judged = fingerprint_of(SCHEMA, TRUTH)
    fields = Decision("flagged", judged, "keep", {"city": "wrong", "zip": "ambiguous", "name": "ok"})
    assert screen(SOUND, decision=fields).excluded == ("city", "zip")
    assert screen(SOUND, decision=replace(fields, verdict="remove")).refused == "removed in review"
    stale = screen(SOUND, decision=replace(fields, fingerprint="0" * 16, verdict="remove"))
    assert (stale.refused, stale.excluded) == ("", ()) and stale.counts() == {"the review was of another truth": 1}


def test_figures_of_a_build_are_the_sums_of_its_notes() -> None:
    cut = screen(replace(SOUND, asked={**VALUES, "name": "Ana Ruiz Johnsons", "city": "Duluth MN"}))
    assert cut.refused  # two of five are cut: it is counted as refused, its fields are not
    one = screen(replace(SOUND, asked={**VALUES, "name": "Ana Ruiz Johnsons"}))
    renamed = {**SCHEMA, "properties": {"name": SCHEMA["properties"]["name"]}}
    notes = [findings_note(screen(SOUND), SCHEMA, TRUTH), findings_note(one, SCHEMA, TRUTH)]
    notes.append(findings_note(screen(SOUND), renamed, {"name": "x", "city": None}))
    summaries = [Summary(Task(i), f"forms-0-0000{i}", ("nested",), notes=(note,)) for i, note in enumerate(notes)]
    summaries.append(Summary(Task(3), reason=cut.refused, notes=(findings_note(cut, SCHEMA, TRUTH),)))
    summaries.append(Summary(Task(4), reason="not a PDF", notes=({"file": "x.pdf"},)))
    figures = measure_quality(summaries)
    assert figures["documents screened"] == 4 and figures["documents kept"] == 3
    assert figures["fields scored"] == 5 + 4 + 1 and figures["fields scored in a document (median)"] == 4
    assert figures["fields excluded"] == 1 and figures["excluded: under half of the value shows"] == 1
    assert (
        figures["refused: over a third of the values are cut off"] == 1
        and figures["flagged: the value is cut off"] == 0
    )
    assert figures["different schemas"] == 2 and figures["documents whose schema another one has too (kept)"] == 2


def test_two_documents_of_one_id_end_the_build() -> None:
    summaries = [Summary(Task(number), "forms-0-00000") for number in (0, 1)]
    with pytest.raises(ValueError, match="forms-0-00000: 2 documents have this id"):
        measure_quality(summaries)


def test_schemas_are_the_same_whatever_their_wording_and_order() -> None:
    other = {"properties": {**SCHEMA["properties"]}, "type": "object", "$defs": SCHEMA["$defs"]}
    other["properties"]["name"] = {"description": "Full name", "type": "string"}
    described = {"type": "object", "properties": {"description": {"type": "string"}}}
    assert schema_digest(other) == schema_digest(SCHEMA)
    assert schema_digest(described) != schema_digest({"type": "object", "properties": {}})
