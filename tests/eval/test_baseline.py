from __future__ import annotations

import json
from typing import Any

import pytest

from eval_scripts.backends import BackendOptions, Request, open_backend
from eval_scripts.backends.baseline.extract import extract
from eval_scripts.backends.baseline.words import Rarity, words_of
from tests.eval.repositories import FLAT, FORMS, Form, text_field


def schema_of(**descriptions: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: text_field(text) for name, text in descriptions.items()}}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.split)
def test_reads_the_small_forms(form: Form) -> None:
    assert extract("\n".join(form.lines), form.schema) == form.truth


def test_reads_captions_below_the_line() -> None:
    text = "Maria Alvarez                 218-555-0142\nFull name                     Daytime telephone"
    found = extract(text, schema_of(full_name="Full name", phone="Daytime telephone"))
    assert found == {"full_name": "Maria Alvarez", "phone": "218-555-0142"}


def test_reads_a_value_written_over_a_ruled_line() -> None:
    text = (
        "                  Kestrel Supply LLC\nEmployer name: ______________________\n"
        "                  Ivo Brand\nContact person: _____________________"
    )
    found = extract(text, schema_of(employer_name="Employer name", contact="Contact person"))
    assert found == {"employer_name": "Kestrel Supply LLC", "contact": "Ivo Brand"}


def test_a_blank_is_null() -> None:
    text = "Full name:        Maria Alvarez\nEmail:\nCity:             Duluth"
    found = extract(text, schema_of(full_name="Full name", email="Email", city="City"))
    assert found == {"full_name": "Maria Alvarez", "email": None, "city": "Duluth"}


def test_rows_end_where_the_table_ends() -> None:
    text = "\n".join(
        (
            "     Part        Quantity",
            " 1   Bolt        12",
            " 2   Washer      40",
            " 3",
            "Signature of the person who receives the goods listed on this form",
        )
    )
    items = {"type": "array", "items": schema_of(part="Part", quantity="Quantity")}
    found = extract(text, {"type": "object", "properties": {"parts": items}})
    assert found == {"parts": [{"part": "Bolt", "quantity": "12"}, {"part": "Washer", "quantity": "40"}]}


def test_numbers_of_lines_and_dot_leaders_are_no_values() -> None:
    text = (
        "  1 a   Wages from Form W-2  .   .   .   .    1a      4,210\n"
        "    b   Other income .   .   .   .   .   .    1b        318"
    )
    found = extract(text, schema_of(wages="Wages from Form W-2", other_income="Other income"))
    assert found == {"wages": "4,210", "other_income": "318"}


def test_a_block_that_is_printed_twice_is_two_rows() -> None:
    text = "\n".join(
        ("Unit:  D Company", "Serial number:  SN-80112579", "", "Unit:  F Company", "Serial number:  SN-22795594")
    )
    items = {"type": "array", "items": schema_of(unit="Unit", serial_number="Serial number")}
    found = extract(text, {"type": "object", "properties": {"receipts": items}})
    first = {"unit": "D Company", "serial_number": "SN-80112579"}
    assert found == {"receipts": [first, {"unit": "F Company", "serial_number": "SN-22795594"}]}


def test_a_paragraph_is_one_value() -> None:
    lines = (
        "Reason for the request",
        "The claim was filed in March, before the office moved to its present address, and",
        "no reply has been received since.",
        "",
        "City: Duluth",
    )
    found = extract("\n".join(lines), schema_of(reason="Reason for the request", city="City"))
    assert found == {"reason": f"{lines[1]} {lines[2]}", "city": "Duluth"}


def test_a_list_of_plain_values_is_read_under_its_heading() -> None:
    text = "Languages spoken\nSpanish\nHindi"
    schema = {
        "properties": {"languages": {"type": "array", "description": "Languages spoken", "items": {"type": "string"}}}
    }
    assert extract(text, schema) == {"languages": ["Spanish", "Hindi"]}


def test_numbers_are_numbers_where_the_schema_wants_them() -> None:
    schema = {"properties": {"total": {"type": "number", "description": "Total due"}}}
    assert extract("Total due:   $1,250.50", schema) == {"total": 1250.5}


def test_references_are_followed() -> None:
    schema = {
        "$defs": {"Person": schema_of(name="Name")},
        "properties": {"applicant": {"$ref": "#/$defs/Person", "description": "Applicant"}},
    }
    assert extract("APPLICANT\nName: Ivo Brand", schema) == {"applicant": {"name": "Ivo Brand"}}


@pytest.mark.parametrize("text", ["", "\n\n", "______", "Name:"])
def test_text_without_values_gives_nulls(text: str) -> None:
    assert extract(text, schema_of(name="Name")) == {"name": None}


def test_every_answer_is_a_stretch_of_the_text() -> None:
    """The baseline can't know a value that isn't on the page: without them, it finds none of the truth."""
    blank = "\n".join(FLAT.lines)
    for value in FLAT.truth.values():
        blank = blank.replace(value, " " * len(value))
    found = extract(blank, FLAT.schema)
    assert all(value is None or value in blank for value in found.values())
    assert not set(found.values()) & set(FLAT.truth.values())


def test_refuses_what_it_cannot_read() -> None:
    backend = open_backend("baseline", BackendOptions())
    (answer,) = backend.generate([Request("a", "?", images=(b"",), schema=FLAT.schema)])
    assert (answer.text, answer.error) == (None, "bad_request")
    (answer,) = backend.generate([Request("a", "?", document="City: Lund", schema=schema_of(city="City"))])
    assert json.loads(answer.text or "") == {"city": "Lund"}
    endless = {"$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}}}, "properties": {"a": {"$ref": "#/$defs/A"}}}
    elsewhere = {"properties": {"a": {"$ref": "http://example.com/a"}}}
    answers = backend.generate([Request("a", "?", document="x", schema=schema) for schema in (endless, elsewhere)])
    assert [answer.error for answer in answers] == ["bad_request", "bad_request"]
    with pytest.raises(ValueError, match="neither --model"):
        open_backend("baseline", BackendOptions(model="x"))


def test_similarity_is_the_cosine_of_rarity() -> None:
    """By hand: three texts; ``name`` in all of them weighs ln 2, the others, in one each, ln 4 = 2 ln 2."""
    first, second, third = words_of("employer name"), words_of("employee name"), words_of("name")
    rarity = Rarity([first, second, third])
    assert rarity.similarity(first, second) == pytest.approx(1 / 5)
    assert rarity.similarity(first, third) == pytest.approx(1 / 5**0.5)
    assert rarity.similarity(first, first) == pytest.approx(1)
    assert rarity.coverage(first, second) == pytest.approx(1 / 5)
