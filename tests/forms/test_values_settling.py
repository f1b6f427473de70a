"""Kinds are settled by the printed page, and what is printed beside a blank is heeded."""

from __future__ import annotations

import pytest

from dataset_builder.families.forms.model import Field
from dataset_builder.families.forms.values.printed import (
    find_codes,
    find_line_numbers,
    find_notes,
    read_codes,
)
from dataset_builder.families.forms.values.settling import settle_kinds
from tests.forms.filled_values import fill, make_widget, print_words, stand

# second thoughts about kinds


def settle(label: str, kind: str, path: str = "a", **changes: object) -> str:
    """Return what becomes of the kind of one field by itself."""
    return settle_kinds([Field(path, 0, "", kind, label)], {0: make_widget(0, **changes)})[0].kind


@pytest.mark.parametrize(
    ("label", "kind", "settled"),
    [
        ("Recipient's Full Name", "middle_name", "full_name"),
        ("Qualifying person's name First", "full_name", "first_name"),
        ("Name and Title of Counselor", "job_title", "name_and_title"),
        ("Apartment Number or Unit Number", "department", "unit_number"),
        ("Responsible Organization/Office Address", "agency", "full_address"),
        ("ZIP Code/Postal Code", "full_address", "zip"),
        ("Address (street, city, state, ZIP code)", "full_address", "full_address"),
        ("Date debt was incurred", "money", "date"),
        ("to enter or generate my PIN", "text", "pin"),
        ("Nature of Debt", "narrative", "item_description"),
        ("Care to Be Provided to the Servicemember", "text", "narrative"),
        ("Care to Be Provided to the Servicemember (line 2)", "text", "text"),
        ("Your 2024 filing status", "money", "marital_status"),
        ("Countries of Residence", "street_address", "nationality"),
        ("Number, street, apt. no., city, state, and ZIP code", "city_state_zip", "full_address"),
        ("Care provider's name (line 2)", "department", "text"),
        ("Mailing address (line 2)", "address_line_2", "address_line_2"),
        ("\u25cfAcute Care Hospital \u25cfOther", "organization", "text"),
        ("Is your mailing address the same as your physical address?", "street_address", "text"),
        ("Employer name", "organization", "organization"),
    ],
)
def test_label_corrects_the_kind(label: str, kind: str, settled: str) -> None:
    assert settle(label, kind) == settled


def test_label_that_names_many_things_is_not_understood() -> None:
    label = (
        "Date of service, place of service, description of illness, description of each service, charge, name and NPI"
    )
    assert settle(label, "npi") == "text"
    assert settle(label, "narrative") == "narrative"


def test_blank_after_a_dollar_sign_holds_money() -> None:
    words = [*print_words("$", 95, 101), *print_words("$______", 196, 201), *print_words("$", 20, 301)]
    fields = [Field(path, number, "", "form_reference", "Line #") for number, path in enumerate("abc")]
    places = (stand(100, 100), stand(200, 200), stand(100, 300))
    widgets = {number: make_widget(number, **place) for number, place in enumerate(places)}
    assert [field.kind for field in settle_kinds(fields, widgets, words)] == ["money", "money", "form_reference"]


def test_vague_blank_in_a_column_of_amounts_is_one() -> None:
    fields = [Field(f"a{number}", number, "", "money", "Amount") for number in range(3)]
    fields += [Field("b", 3, "", "narrative", "Personal credits"), Field("c", 4, "", "date", "Date")]
    widgets = {number: make_widget(number, **stand(500, 100 + 12 * number)) for number in range(5)}
    assert [field.kind for field in settle_kinds(fields, widgets)] == ["money"] * 4 + ["date"]
    widgets[3] = make_widget(3, **stand(300, 136))
    assert settle_kinds(fields, widgets)[3].kind == "narrative"


def test_a_column_has_one_kind() -> None:
    kinds = ["money", "text", "money", "identifier"]
    fields = [Field(f"rows[{row}].amount", row, "", kind, "What") for row, kind in enumerate(kinds)]
    settled = settle_kinds(fields, {row: make_widget(row, **stand(row * 100, 9)) for row in range(4)})
    assert {field.kind for field in settled} == {"money"}


# what is printed beside a blank


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Single or Married (S/M)", ("S", "M")),
        ("Answer Yes or No (Y/N)", ("Y", "N")),
        ("By the volunteer (Yes, No, or N/A)", ("Yes", "No", "N/A")),
        ("LLC (C = C corporation, S = S corporation, P = Partnership)", ("C", "S", "P")),
        ("Date (MM/DD/YYYY)", ()),
        ("Name (city/state)", ()),
        ("Doing business as (d/b/a)", ()),
        ("(number and street)", ()),
    ],
)
def test_codes_are_read(text: str, codes: tuple[str, ...]) -> None:
    assert read_codes(text) == codes


def test_codes_stand_after_the_label_or_over_the_columns() -> None:
    words = [
        *print_words("Answer Yes or No (Y/N)", 200, 50),
        *print_words("Single or married (S/M)", 100, 80),
        *print_words("U.S. citizen", 230, 80),
    ]
    fields = [
        Field("rows[0].married", 0, "", "text", "Single or married"),
        Field("rows[0].citizen", 1, "", "text", "U.S. citizen"),
        Field("rows[0].name", 2, "", "full_name", "Name"),
    ]
    widgets = {0: make_widget(0, **stand(100, 100)), 1: make_widget(1, **stand(230, 100)), 2: make_widget(2)}
    assert find_codes(fields, widgets, words, find_notes(fields, words)) == {0: ("S", "M"), 1: ("Y", "N")}


def test_line_numbers_stand_before_the_blank_or_begin_the_line() -> None:
    words = [
        *print_words("Wages 8a", 50, 101),
        *print_words("9. Total receipts", 50, 201),
        *print_words("in 20", 50, 301),
    ]
    widgets = {
        number: make_widget(number, **stand(x, y)) for number, (x, y) in enumerate([(100, 100), (300, 200), (300, 300)])
    }
    assert find_line_numbers(widgets, words) == {0: "8a", 1: "9"}


@pytest.mark.parametrize("seed", range(12))
def test_answers_are_codes(seed: int) -> None:
    values = fill(
        [("rows[0].married", "text"), ("rows[0].citizen", "yes_no"), ("rows[0].name", "full_name")],
        seed,
        labels={"rows[0].married": "Single or married (S/M)", "rows[0].citizen": "Citizen (Y/N)"},
        room=5,
    )
    assert values["rows[0].married"] in ("S", "M")
    assert values["rows[0].citizen"] in ("Y", "N")
