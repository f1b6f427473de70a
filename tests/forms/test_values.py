"""Values of form fields: they fit their boxes, agree among themselves, and are the same on every run."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.families.forms.model import Field, Widget, Word
from dataset_builder.families.forms.values import KINDS, bank, choose_values, infer_kind
from dataset_builder.families.forms.values.amounts import NUMERIC
from dataset_builder.families.forms.values.choose import fit_value
from dataset_builder.families.forms.values.empties import count_rows
from dataset_builder.families.forms.values.identifiers import draw_ein, draw_routing, draw_ssn, draw_vin
from dataset_builder.families.forms.values.places import draw_us_address, states
from dataset_builder.families.forms.values.printed import (
    find_codes,
    find_line_numbers,
    find_notes,
    read_codes,
    read_items,
)
from dataset_builder.families.forms.values.settling import settle_kinds
from dataset_builder.families.forms.values.stories import Scene, tell_story
from dataset_builder.families.forms.values.tables import load_table
from dataset_builder.families.forms.values.writers import WRITERS
from dataset_builder.seeds import rng_for

SEEDS = st.integers(min_value=0, max_value=10_000)


def make_widget(index: int, **changes: object) -> Widget:
    return replace(Widget(index, index, f"w{index}", 1, (0.0, 0.0, 300.0, 14.0), "text"), **changes)  # type: ignore[arg-type]


def fill(
    spec: list[tuple[str, str]],
    seed: int = 0,
    *,
    room: int = 80,
    rooms: dict[str, int] | None = None,
    labels: dict[str, str] | None = None,
    widgets: dict[str, dict[str, object]] | None = None,
    empty_share: float = 0.0,
    domain_words: str = "",
    printed: list[Word] | None = None,
    examples: dict[str, tuple[str, ...]] | None = None,
) -> dict[str, str | None]:
    """Return values by path of a made-up form of (path, kind) fields."""
    fields = [
        Field(path, number, path, kind, (labels or {}).get(path, ""), examples=(examples or {}).get(path, ()))
        for number, (path, kind) in enumerate(spec)
    ]
    made = {number: make_widget(number, **(widgets or {}).get(path, {})) for number, (path, _) in enumerate(spec)}
    wide = {number: (rooms or {}).get(path, room) for number, (path, _) in enumerate(spec)}
    values = choose_values(
        fields,
        made,
        rng_for("forms", seed, 7, "values"),
        visible_length=lambda widget: wide[widget.index],
        empty_share=empty_share,
        domain_words=domain_words,
        printed=printed or (),
    )
    assert set(values) == set(range(len(spec)))
    return {path: values[number] for number, (path, _) in enumerate(spec)}


def print_words(line: str, x: float, y: float) -> list[Word]:
    """Return the words of a printed line, each character five points wide."""
    words = []
    for text in line.split():
        words.append(Word(text, 1, (x, y, x + 5 * len(text), y + 10), 9, False, False, int(y), 0))
        x += 5 * (len(text) + 1)
    return words


def stand(x: float, y: float, width: float = 60) -> dict[str, object]:
    """Return the changes that put a widget somewhere on its page."""
    return {"rect": (x, y, x + width, y + 12)}


def parse_date(text: str) -> date:
    for style in ("%m/%d/%Y", "%m-%d-%Y", "%Y-%m-%d", "%B %d, %Y", "%b %d, %Y", "%m/%d/%y"):
        try:
            return datetime.strptime(text.title(), style).date()
        except ValueError:
            continue
    raise ValueError(f"{text!r} is no date")


def cents(text: str) -> Decimal:
    return Decimal(text.replace("$", "").replace(",", ""))


def money(values: dict[str, str | None], path: str) -> Decimal:
    value = values[path]
    assert value is not None, path
    return cents(value)


# kinds


@pytest.mark.parametrize(
    ("words", "section", "kind"),
    [
        ("Name (Last, First, Middle)", "", "last_first_name"),
        ("Your first name and middle initial", "", "first_and_middle"),
        ("Home address (number, street, and apt. or suite no.)", "", "street_address"),
        ("City or town, state, and ZIP code", "", "city_state_zip"),
        ("Apt. no.", "", "unit_number"),
        ("County", "", "county"),
        ("E-mail address", "", "email"),
        ("Telephone number (include area code)", "", "phone"),
        ("Spouse's social security number", "", "ssn"),
        ("employer_identification_number", "", "ein"),
        ("Alien Registration Number (A-Number)", "", "a_number"),
        ("Attorney State Bar Number", "", "bar_number"),
        ("Date of Birth (mm/dd/yyyy)", "", "birth_date"),
        ("Date signed", "", "signature_date"),
        ("From", "", "start_date"),
        ("To", "", "end_date"),
        ("Number of qualifying children with the required social security number", "", "count"),
        ("Multiply line 10 by 5%", "", "money"),
        ("Mailing address (line 2)", "", "address_line_2"),
        ("Name of person with self-employment income", "", "full_name"),
        ("Parent's name: last", "", "last_name"),
        ("Name", "Employer information", "organization"),
        ("Name", "Applicant", "full_name"),
        ("Contact person", "Company", "full_name"),
        ("Cumulative payment to date", "", "money"),
        ("Beginning cash on hand: column B year-to-date", "", "money"),
        ("Unit price", "", "unit_price"),
        ("qqqq", "", "text"),
    ],
)
def test_infer_kind(words: str, section: str, kind: str) -> None:
    assert infer_kind(words, section) == kind


@pytest.mark.parametrize(
    ("words", "changes", "kind"),
    [
        ("Social security number", {"max_length": 4}, "ssn_last4"),
        ("Telephone", {"max_length": 3}, "area_code"),
        ("ZIP code", {"max_length": 10}, "zip_plus_four"),
        ("Filed on", {"format": "date"}, "date"),
        ("Description", {"multiline": True, "rect": (0.0, 0.0, 400.0, 90.0)}, "narrative"),
    ],
)
def test_widget_settles_the_kind(words: str, changes: dict[str, object], kind: str) -> None:
    assert infer_kind(words, widget=make_widget(0, **changes)) == kind


@given(st.text(max_size=80), st.text(max_size=40))
def test_infer_kind_never_fails(words: str, section: str) -> None:
    assert infer_kind(words, section) in KINDS


def test_every_kind_can_be_written() -> None:
    assert set(KINDS) == set(WRITERS) | NUMERIC | {"money_dollars", "money_cents", "narrative"}


@pytest.mark.parametrize(
    "kind", sorted(set(KINDS) - {"name_suffix", "unit_number", "address_line_2", "province", "postal_code"})
)
def test_every_kind_has_a_value_where_there_is_room(kind: str) -> None:
    for seed in range(5):
        assert fill([("thing", kind)], seed)["thing"]


# fit


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(min_value=1, max_value=60), st.sampled_from(sorted(set(KINDS) - {"narrative"})))
def test_values_fit_the_room(seed: int, room: int, kind: str) -> None:
    value = fill([("thing", kind)], seed, room=room)["thing"]
    assert value is None or 0 < len(value) <= room


def test_narratives_overflow_rarely_and_end_with_a_sentence() -> None:
    values = [fill([("remarks", "narrative")], seed, room=200)["remarks"] for seed in range(600)]
    texts = [value for value in values if value]
    assert len(texts) == 600
    assert sum(len(text) > 200 for text in texts) <= 12  # 1% asked for
    assert all(text.endswith(".") for text in texts)
    assert sum(len(text) for text in texts) / 600 > 100


def test_max_length_binds_even_where_more_would_show() -> None:
    value = fill([("city", "city")], 3, widgets={"city": {"max_length": 5}})["city"]
    assert value is None or len(value) <= 5


@pytest.mark.parametrize(
    ("kind", "cells", "pattern"),
    [
        ("ssn", 9, r"\d{9}"),
        ("ein", 9, r"\d{9}"),
        ("birth_date", 8, r"(0[1-9]|1[0-2])[0-3]\d(19|20)\d\d"),
        ("signature_date", 6, r"(0[1-9]|1[0-2])[0-3]\d[12]\d"),
        ("phone", 10, r"\d{3}55501\d\d"),
        ("zip", 5, r"\d{5}"),
        ("zip_plus_four", 9, r"\d{9}"),
    ],
)
def test_combs_take_bare_digits(kind: str, cells: int, pattern: str) -> None:
    for seed in range(20):
        value = fill([("x", kind)], seed, room=cells, widgets={"x": {"comb": True, "max_length": cells}})["x"]
        assert value is not None
        assert re.fullmatch(pattern, value)


def test_comb_prefers_the_form_that_fills_it() -> None:
    comb = make_widget(0, comb=True, max_length=11)
    assert fit_value(["912-04-5518", "912045518"], comb, 11) == "912-04-5518"
    assert fit_value(["912-04-5518", "912045518"], replace(comb, max_length=9), 9) == "912045518"
    assert fit_value(["Zoë"], replace(comb, max_length=9), 9) == "Zoe"


def test_printed_date_format_is_followed() -> None:
    for seed in range(10):
        value = fill([("date_signed", "signature_date")], seed, labels={"date_signed": "Date (YYYYMMDD)"})[
            "date_signed"
        ]
        assert value is not None
        assert re.fullmatch(r"20[12]\d(0[1-9]|1[0-2])[0-3]\d", value)


def test_choices_are_kept_and_prompts_never_chosen() -> None:
    offered = ("Select one", "", "Minnesota", "Ohio", "Texas")
    for seed in range(30):
        value = fill([("state", "state")], seed, widgets={"state": {"choices": offered, "type": "choice"}})["state"]
        assert value in ("Minnesota", "Ohio", "Texas")


def test_choice_says_the_fact_where_it_is_offered() -> None:
    offered = tuple(state.name for state in states().values())
    for seed in range(20):
        values = fill(
            [("zip", "zip"), ("state", "state")], seed, widgets={"state": {"choices": offered, "type": "choice"}}
        )
        state = next(state for state in states().values() if state.name == values["state"])
        assert state.holds_zip(str(values["zip"]))


# one cast

APPLICATION = [
    ("applicant.first_name", "first_name"),
    ("applicant.last_name", "last_name"),
    ("applicant.date_of_birth", "birth_date"),
    ("applicant.age", "age"),
    ("applicant.email", "email"),
    ("applicant.address.city", "city"),
    ("applicant.address.state", "state"),
    ("applicant.address.zip", "zip"),
    ("applicant.address.county", "county"),
    ("applicant.phone", "phone"),
    ("applicant.ssn", "ssn"),
    ("applicant.ssn_last4", "ssn_last4"),
    ("spouse.first_name", "first_name"),
    ("spouse.last_name", "last_name"),
    ("attorney.name", "full_name"),
    ("employment.hire_date", "start_date"),
    ("employment.end_date", "end_date"),
    ("page_2.name", "full_name"),
    ("certification.printed_name", "full_name"),
    ("certification.date_signed", "signature_date"),
]


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_one_document_has_one_cast(seed: int) -> None:
    values = {path: value or "" for path, value in fill(APPLICATION, seed).items()}
    first, last = values["applicant.first_name"], values["applicant.last_name"]
    for path in ("page_2.name", "certification.printed_name"):
        assert values[path].startswith(first)
        assert last in values[path]
    assert values["spouse.first_name"] != first
    assert not (first in values["attorney.name"] and last in values["attorney.name"])
    plain_last = re.sub(r"[^a-z]", "", last.lower())
    if last.isascii():
        assert plain_last in values["applicant.email"].lower()
    assert values["applicant.ssn"].endswith(values["applicant.ssn_last4"])


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_dates_stand_in_order_and_age_agrees(seed: int) -> None:
    values = {path: value or "" for path, value in fill(APPLICATION, seed).items()}
    born, hired, ended, signed = (
        parse_date(values[path])
        for path in (
            "applicant.date_of_birth",
            "employment.hire_date",
            "employment.end_date",
            "certification.date_signed",
        )
    )
    assert born < hired < ended < signed
    assert date(2015, 12, 1) < signed <= date(2025, 12, 31)
    assert (hired - born).days > 17 * 365
    years = signed.year - born.year - ((signed.month, signed.day) < (born.month, born.day))
    assert int(values["applicant.age"]) - years in (0, 1)  # signing may precede the document's own day by three days


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_city_state_zip_and_area_code_agree(seed: int) -> None:
    values = {path: value or "" for path, value in fill(APPLICATION, seed).items()}
    named = [
        state
        for state in states().values()
        if values["applicant.address.state"].lower() in (state.code.lower(), state.name.lower())
    ]
    assert len(named) == 1
    assert named[0].holds_zip(values["applicant.address.zip"])
    area_codes = {area_code for _, _, _, area_code in named[0].cities}
    assert re.sub(r"\D", "", values["applicant.phone"])[:3] in area_codes


def test_zip_prefixes_of_known_cities() -> None:
    known = {"Seattle": ("WA", "981"), "Buffalo": ("NY", "142"), "Tampa": ("FL", "336"), "Omaha": ("NE", "681")}
    found = {city: (state.code, zip3) for state in states().values() for city, _, zip3, _ in state.cities}
    assert {city: found[city] for city in known} == known
    assert len(states()) == 52
    assert all(state.holds_zip(f"{zip3}01") for state in states().values() for _, _, zip3, _ in state.cities)


def test_no_zip_belongs_to_two_states() -> None:
    owners = Counter(
        prefix for state in states().values() for low, high in state.zip3 for prefix in range(low, high + 1)
    )
    assert [prefix for prefix, count in owners.items() if count > 1] == []


def test_us_address_leaves_foreign_parts_empty_and_the_other_way_round() -> None:
    spec = [(f"a.{kind}", kind) for kind in ("city", "state", "zip", "province", "postal_code", "country")]
    countries = Counter()
    for seed in range(200):
        values = fill(spec, seed)
        abroad = str(values["a.country"]).lower() not in ("united states", "usa", "us")
        countries[abroad] += 1
        assert (values["a.state"] is None) == (values["a.zip"] is None) == abroad
        assert (values["a.province"] is None) == (values["a.postal_code"] is None) == (not abroad)
    assert 15 <= countries[True] <= 70  # a fifth is asked for


def test_split_date_and_phone_are_of_one_piece() -> None:
    spec = [
        ("birth_date.month", "date_month"),
        ("birth_date.day", "date_day"),
        ("birth_date.year", "date_year"),
        ("date_of_birth", "birth_date"),
        ("phone.area_code", "area_code"),
        ("phone.number", "phone_rest"),
        ("telephone", "phone"),
    ]
    for seed in range(40):
        values = fill(spec, seed, widgets={"birth_date.month": {"max_length": 2}})
        whole = parse_date(str(values["date_of_birth"]))
        parts = [int(str(values[f"birth_date.{part}"])) for part in ("year", "month", "day")]
        assert parts == [whole.year, whole.month, whole.day]
        joined = re.sub(r"\D", "", f"{values['phone.area_code']}{values['phone.number']}")
        assert joined == re.sub(r"\D", "", str(values["telephone"]))


def test_periods_of_rows_do_not_overlap() -> None:
    spec = [(f"jobs[{row}].{side}", f"{side}_date") for row in range(5) for side in ("start", "end")]
    for seed in range(40):
        values = fill(spec, seed)
        periods = sorted(
            (parse_date(str(values[f"jobs[{row}].start"])), parse_date(str(values[f"jobs[{row}].end"])))
            for row in range(5)
        )
        assert all(start < end for start, end in periods)
        assert all(earlier[1] < later[0] for earlier, later in pairwise(periods))


def test_rows_are_of_different_people() -> None:
    values = fill([(f"children[{row}].name", "full_name") for row in range(6)], 5)
    assert len(set(values.values())) == 6


def test_same_identifier_in_two_places() -> None:
    spec = [("case_number", "case_number"), ("page_2.case_number", "case_number"), ("claim_number", "claim_number")]
    values = fill(spec, 4)
    assert values["case_number"] == values["page_2.case_number"] != values["claim_number"]


def test_a_field_more_changes_no_other_value() -> None:
    fewer = fill(APPLICATION[:-4], 11)
    more = fill(APPLICATION, 11)
    assert {path: more[path] for path in fewer} == fewer


# amounts


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([0.0, 0.3]))
def test_rows_multiply_and_columns_add_up(seed: int, empty_share: float) -> None:
    kinds = {"quantity": "quantity", "unit_price": "unit_price", "amount": "money"}
    spec = [(f"items[{row}].{name}", kind) for row in range(4) for name, kind in kinds.items()]
    values = fill([*spec, ("total", "money")], seed, empty_share=empty_share)
    amounts = []
    for row in range(4):
        quantity, price, amount = (values[f"items[{row}].{name}"] for name in kinds)
        if amount is not None:
            amounts.append(cents(amount))
        if quantity and price and amount:
            assert Decimal(quantity) * cents(price) == cents(amount)
    if amounts and values["total"]:
        assert cents(str(values["total"])) == sum(amounts)


def test_total_that_could_mean_either_column_is_left_alone() -> None:
    spec = [(f"r[{row}].{name}", "money") for row in range(3) for name in ("rent", "heat")]
    values = fill([*spec, ("total_rent", "money"), ("total", "money")], 9)
    rents = sum(money(values, f"r[{row}].rent") for row in range(3))
    heats = sum(money(values, f"r[{row}].heat") for row in range(3))
    assert money(values, "total_rent") == rents
    assert money(values, "total") not in (rents, heats)


def test_lines_computed_from_lines() -> None:
    labels = {
        "a": "1 Wages",
        "b": "2a Interest",
        "c": "2b Dividends",
        "d": "3 Add lines 1 through 2b",
        "e": "4 Deduction",
        "f": "5 Subtract line 4 from line 3. If zero or less, enter 0",
        "g": "6 Multiply line 5 by 7.5% (0.075)",
        "h": "7 Add lines 3 and 6",
        "i": "8 Multiply line 4 by .5",
    }
    for seed in range(25):
        values = fill([(path, "money") for path in labels], seed, labels=labels)
        wages, interest, dividends, total, deduction, rest, share, both, half = (money(values, path) for path in labels)
        assert total == wages + interest + dividends
        assert rest == max(Decimal(0), total - deduction)
        rounding = Decimal("0.5") if rest == rest.to_integral() else Decimal("0.005")
        assert abs(share - rest * Decimal("0.075")) <= rounding
        assert both == total + share
        assert abs(half - deduction / 2) <= (
            Decimal("0.5") if deduction == deduction.to_integral() else Decimal("0.005")
        )


def test_dollars_and_cents_in_two_boxes() -> None:
    values = fill([("fee.dollars", "money_dollars"), ("fee.cents", "money_cents")], 2)
    assert re.fullmatch(r"\d+", str(values["fee.dollars"]))
    assert re.fullmatch(r"\d\d", str(values["fee.cents"]))


def test_many_narrow_rows_come_to_an_end() -> None:
    spec = [
        (f"r[{row}].{kind}", kind) for row in range(40) for kind in ("money", "organization", "last_name", "start_date")
    ]
    values = fill(spec, 1, rooms={path: 1 for path, kind in spec if kind == "money"})
    assert all(re.fullmatch(r"[1-9]", str(values[f"r[{row}].money"])) for row in range(40))
    assert len({values[f"r[{row}].organization"] for row in range(40)}) == 40


# empties


def table(rows: int) -> list[tuple[str, str]]:
    return [("title", "text"), *((f"rows[{row}].{name}", name) for row in range(rows) for name in ("city", "money"))]


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(min_value=1, max_value=12), st.floats(min_value=0.01, max_value=0.9))
def test_only_last_rows_stay_empty(seed: int, rows: int, share: float) -> None:
    values = fill(table(rows), seed, empty_share=share)
    used = [any(values[f"rows[{row}].{name}"] for name in ("city", "money")) for row in range(rows)]
    assert used[0]
    assert used == sorted(used, reverse=True)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.floats(min_value=0.01, max_value=0.95))
def test_no_object_is_wholly_empty(seed: int, share: float) -> None:
    spec = [
        ("a.b.city", "city"),
        ("a.b.zip", "zip"),
        ("a.date", "date"),
        ("signature", "signature_name"),
        ("n", "count"),
    ]
    values = fill(spec, seed, empty_share=share)
    assert values["a.b.city"] or values["a.b.zip"]


def test_plain_lists_have_no_holes() -> None:
    for seed in range(60):
        values = fill([(f"names[{place}]", "full_name") for place in range(6)], seed, empty_share=0.4)
        filled = [values[f"names[{place}]"] is not None for place in range(6)]
        assert filled[0]
        assert filled == sorted(filled, reverse=True)


def test_share_of_empty_fields() -> None:
    spec = [(f"field_{number}", "county") for number in range(40)]
    empty = sum(value is None for seed in range(50) for value in fill(spec, seed, empty_share=0.12).values())
    assert 0.09 < empty / 2000 < 0.15


def test_signature_lines_are_mostly_empty() -> None:
    spec = [("name", "full_name"), ("signature", "signature_name")]
    signed = sum(fill(spec, seed, empty_share=0.12)["signature"] is not None for seed in range(200))
    assert 25 <= signed <= 80


def test_rows_used_have_a_sensible_spread() -> None:
    counts = Counter(count_rows(random.Random(seed), 12) for seed in range(2000))
    assert set(counts) <= set(range(1, 13))
    assert 0.3 < counts[12] / 2000 < 0.4
    assert counts[2] + counts[3] > counts[8] + counts[9]


def test_empty_share_out_of_range() -> None:
    with pytest.raises(ValueError, match=r"empty_share 1\.5"):
        fill(table(1), empty_share=1.5)


# numbers nobody has


def test_numbers_are_of_ranges_never_issued() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        ssn, ein, routing, vin = draw_ssn(rng), draw_ein(rng), draw_routing(rng), draw_vin(rng)
        assert (ssn[0] == "9" and int(ssn[3:5]) < 50) or ssn[:3] == "666"
        assert ein[:2] in {
            "00",
            "07",
            "08",
            "09",
            "17",
            "18",
            "19",
            "28",
            "29",
            "49",
            "69",
            "70",
            "78",
            "79",
            "89",
            "96",
        }
        assert 33 <= int(routing[:2]) <= 59
        weights = (3, 7, 1) * 3
        assert sum(int(digit) * weight for digit, weight in zip(routing, weights, strict=True)) % 10 == 0
        assert len(vin) == 17
        assert not set(vin) & set("IOQ")
        assert not passes_vin_check(vin)


def passes_vin_check(vin: str) -> bool:
    """Return whether the ninth character is right; worked from the published letter groups."""
    value = {str(digit): digit for digit in range(10)}
    for group, first in (("ABCDEFGH", 1), ("JKLMN", 1), ("STUVWXYZ", 2)):
        value |= {letter: first + place for place, letter in enumerate(group)}
    value |= {"P": 7, "R": 9}
    weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    rest = sum(value[sign] * weight for sign, weight in zip(vin, weights, strict=True)) % 11
    return vin[8] == ("X" if rest == 10 else str(rest))


def test_vin_check_itself() -> None:
    assert passes_vin_check("11111111111111111")
    assert passes_vin_check("1M8GDM9AXKP042788")
    assert not passes_vin_check("1M8GDM9A1KP042788")


def test_mail_and_web_addresses_cannot_exist() -> None:
    for seed in range(60):
        values = fill([("applicant.email", "email"), ("employer.email", "email"), ("employer.web", "website")], seed)
        for value in values.values():
            assert re.search(r"(@|\.)(example\.(com|org|net)|[a-z]+\.example)$", str(value))


# narratives


def test_domains_and_their_size() -> None:
    domains = bank.list_domains()
    assert len(domains) >= 15
    for domain in domains:
        for sort in ("reasons", "items", "phrases", "agencies"):
            texts = bank.list_phrases(domain, sort)
            assert len(texts) == len(set(texts)) >= 5


def test_every_domain_has_its_own_stories() -> None:
    table = load_table("stories")
    assert list(table["domains"]) and set(table["domains"]) == set(bank.list_domains())
    stories = [*(each for told in table["domains"].values() for each in told), *(e["story"] for e in table["asked"])]
    sentences = [sentence for story in stories for entry in story for sentence in entry.split(" | ")]
    assert [text for text, count in Counter(sentences).items() if count > 1] == []
    assert all(re.fullmatch(r"[A-Z{].*[.]", sentence) for sentence in sentences)
    assert all(len(entry.split(" | ")) == 2 for told in table["domains"].values() for s in told for entry in s)


@pytest.mark.parametrize("domain", bank.list_domains())
def test_stories_fit_and_name_days_in_order(domain: str) -> None:
    today = date(2022, 8, 20)
    for seed in range(40):
        text = tell_story(random.Random(seed), Scene(domain, today, "Duluth"), 600, set())
        assert text and "{" not in text
        long_ago = today - timedelta(days=700)
        days = [datetime.strptime(day, "%B %d, %Y").date() for day in re.findall(r"[A-Z][a-z]+ \d+, 20\d\d", text)]
        assert all(long_ago < day < today + timedelta(days=121) for day in days)
        short = tell_story(random.Random(seed), Scene(domain, today, "Duluth"), 120, set())
        assert len(short) <= 120
        assert not short or text.startswith(short.split(". ")[0]) or short[-1] == "."


def test_story_answers_what_the_label_asks() -> None:
    for seed in range(12):
        values = fill(
            [("illness", "narrative"), ("period", "narrative")],
            seed,
            room=300,
            labels={"illness": "Describe the illness or injury", "period": "State the new performance period"},
        )
        assert re.search(r"Treated for a", str(values["illness"]))
        assert "performance period" in str(values["period"])


def test_narratives_rarely_agree() -> None:
    texts = {
        fill([("remarks", "narrative")], seed, room=300, domain_words="tenant lease housing")["remarks"]
        for seed in range(500)
    }
    assert len(texts) >= 497


@pytest.mark.parametrize(
    ("words", "domain"),
    [
        ("Debtor, creditor, secured claim, bankruptcy court", "court"),
        ("Application to register permanent resident, USCIS, alien number", "immigration"),
        ("Committee, candidate, contribution, election", "elections"),
        ("Tenant, landlord, lease, apartment", "housing"),
        ("Crop, acre, livestock, farm", "agriculture"),
        ("Application for disaster assistance: storm damage, displaced persons", "relief"),
        ("Soldier, counseling, squad leader, DA Form 4856", "military"),
        ("Veteran, discharge, VA Form 9", "veterans"),
        ("Infection control assessment of a long-term care facility", "facility"),
        ("Patient, physician, diagnosis", "health"),
        ("Special event permit, food vendor, business license", "licensing"),
        ("nothing of the sort", "general"),
    ],
)
def test_domain_from_words(words: str, domain: str) -> None:
    assert bank.infer_domain(words) == domain


def test_two_remarks_of_a_document_differ() -> None:
    for seed in range(30):
        values = fill([("reason_1", "reason"), ("reason_2", "reason"), ("r1", "narrative"), ("r2", "narrative")], seed)
        assert values["reason_1"] != values["reason_2"]
        assert values["r1"] != values["r2"]


# determinism and spread


def test_same_in_another_process() -> None:
    script = (
        "import json, sys; sys.path[:0] = sys.argv[1:];"
        "from test_values import APPLICATION, fill, table;"
        "print(json.dumps([fill(APPLICATION + table(5), seed, empty_share=0.2) for seed in range(6)]))"
    )
    folder = __file__.rpartition("/")[0]
    runs = [
        subprocess.run(
            [sys.executable, "-c", script, folder],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    here = [fill(APPLICATION + table(5), seed, empty_share=0.2) for seed in range(6)]
    assert json.loads(runs[0]) == json.loads(runs[1]) == here


def test_global_generator_is_left_alone() -> None:
    random.seed(5)
    expected = random.random()
    random.seed(5)
    fill(APPLICATION, 1)
    assert random.random() == expected


def test_values_spread() -> None:
    forms = [fill(APPLICATION, seed) for seed in range(300)]
    names = Counter((form["applicant.first_name"], form["applicant.last_name"]) for form in forms)
    places = Counter(form["applicant.address.state"] for form in forms)
    assert len(names) > 290
    assert len(places) > 35
    assert max(places.values()) < 40


def test_us_streets_rarely_repeat() -> None:
    streets = {draw_us_address(random.Random(seed)).street for seed in range(1000)}
    assert len(streets) > 985


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


# examples, and blanks that are not understood


def test_examples_of_a_field_come_first() -> None:
    given = {
        "rows[0].goods": ("Wool scarf", "Lemonade", "Hot dog"),
        "rows[1].goods": ("Wool scarf", "Lemonade", "Hot dog"),
        "note": ("None", "First visit."),
        "remarks": ("A storm broke the sensor.", "See sheet", "The crew was new."),
    }
    spec = [("rows[0].goods", "text"), ("rows[1].goods", "text"), ("note", "text"), ("remarks", "narrative")]
    for seed in range(20):
        values = fill(spec, seed, examples=given)
        assert {values["rows[0].goods"], values["rows[1].goods"]} < set(given["rows[0].goods"])
        assert values["rows[0].goods"] != values["rows[1].goods"]
        assert values["note"] == "First visit."
        assert values["remarks"] in (
            "A storm broke the sensor. The crew was new.",
            "The crew was new. A storm broke the sensor.",
        )
    assert fill(spec, 1, rooms={"note": 4}, examples=given)["note"] is None


def test_blank_of_unknown_meaning_is_mostly_left_empty() -> None:
    spec = [("name", "full_name"), ("whatever", "text"), ("whatever_line_2", "text")]
    documents = [fill(spec, seed, labels={"whatever": "Zzz"}, empty_share=0.12) for seed in range(200)]
    filled = sum(values["whatever"] is not None for values in documents)
    assert 5 <= filled <= 40
    assert all(values["whatever_line_2"] is None for values in documents)
    assert fill([("only.whatever", "text")], 1, empty_share=0.5)["only.whatever"] is not None


# what stands or falls together


@pytest.mark.parametrize("seed", range(40))
def test_parts_of_a_whole_are_empty_together(seed: int) -> None:
    spec = [
        ("who.name", "full_name"),
        ("who.ssn_1", "ssn_first3"),
        ("who.ssn_2", "ssn_middle2"),
        ("who.ssn_3", "ssn_last4"),
        ("who.birth_month", "date_month"),
        ("who.birth_day", "date_day"),
        ("who.first", "first_name"),
        ("who.last", "last_name"),
        ("who.street", "street_address"),
        ("who.city", "city"),
        ("who.zip", "zip"),
    ]
    values = fill(spec, seed, empty_share=0.5)
    for whole in (
        ("ssn_1", "ssn_2", "ssn_3"),
        ("birth_month", "birth_day"),
        ("first", "last"),
        ("street", "city", "zip"),
    ):
        assert len({values[f"who.{part}"] is None for part in whole}) == 1, whole


@pytest.mark.parametrize("seed", range(30))
def test_a_row_in_use_has_its_key_columns(seed: int) -> None:
    columns = [("note", "reason"), ("name", "full_name"), ("amount", "money")]
    spec = [(f"rows[{row}].{name}", kind) for row in range(4) for name, kind in columns]
    values = fill(spec, seed, empty_share=0.5)
    for row in range(4):
        cells = [values[f"rows[{row}].{name}"] for name, _ in columns]
        assert not any(cells) or (cells[1] and cells[2])


def test_totals_are_never_empty() -> None:
    spec = [("wages", "money"), ("tips", "money"), ("total_income", "money")]
    assert all(fill(spec, seed, empty_share=0.5)["total_income"] for seed in range(40))


# amounts


def test_count_times_an_amount_and_the_smaller_of_two_lines() -> None:
    labels = {
        "a": "Number of children",
        "b": "Multiply line 4 by $2,200",
        "c": "Limit",
        "d": "smaller of line 5 or line 6",
    }
    words = [word for y, line in zip((100, 120, 140, 160), "4567", strict=True) for word in print_words(line, 90, y)]
    places = {path: stand(100, 100 + 20 * number) for number, path in enumerate(labels)}
    spec = [("a", "count"), ("b", "money"), ("c", "money"), ("d", "money")]
    for seed in range(20):
        values = fill(spec, seed, labels=labels, widgets=places, printed=words)
        assert money(values, "b") == money(values, "a") * 2200
        assert money(values, "d") == min(money(values, "b"), money(values, "c"))


def test_lines_are_computed_column_by_column() -> None:
    names = {"opening": "7", "receipts": "8", "sum": "9"}
    labels = {"opening": "Beginning cash", "receipts": "Receipts", "sum": "Add lines 7 and 8"}
    spec, places, words = [], {}, []
    for row, (name, line) in enumerate(names.items()):
        words += print_words(f"{line}. {labels[name]}", 20, 100 + 20 * row)
        for column, x in (("column_a", 200), ("column_b", 300)):
            spec.append((f"{name}.{column}", "money"))
            places[f"{name}.{column}"] = stand(x, 100 + 20 * row)
    captions = {path: labels[path.partition(".")[0]] for path, _ in spec}
    values = fill(spec, 5, labels=captions, widgets=places, printed=words)
    for column in ("column_a", "column_b"):
        parts = money(values, f"opening.{column}") + money(values, f"receipts.{column}")
        assert money(values, f"sum.{column}") == parts


def test_instruction_printed_after_the_label_is_followed() -> None:
    words = [
        *print_words("1. Money received", 20, 100),
        *print_words("2. Money spent", 20, 120),
        *print_words("3. Ending cash on hand (subtract line 2 from line 1)", 20, 140),
    ]
    labels = {"a": "Money received", "b": "Money spent", "c": "Ending cash on hand"}
    places = {path: stand(400, 100 + 20 * number) for number, path in enumerate(labels)}
    for seed in range(10):
        values = fill([(path, "money") for path in labels], seed, labels=labels, widgets=places, printed=words)
        assert money(values, "c") == max(Decimal(0), money(values, "a") - money(values, "b"))


def test_printed_items_run_from_number_to_number() -> None:
    words = [
        *print_words("4 Voter drives", 44, 100),
        *print_words("(a) Registration", 80, 112),
        *print_words("b Lists . . 4b", 80, 124),
        *print_words("5 Enter 3 of line", 44, 136),
        *print_words("5 and so on", 64, 148),
        *print_words("(a) Name (b) Town", 60, 160),
    ]
    items = [(item.number, item.text) for item in read_items(words)]
    assert items == [
        ("4", "Voter drives"),
        ("4a", "Registration"),
        ("4b", "Lists"),
        ("5", "Enter 3 of line 5 and so on (a) Name (b) Town"),
    ]


def work_out(rows: dict[str, str], seed: int, columns: int = 1, blanks: str = "") -> dict[str, str | None]:
    """Return values of a printed worksheet by line number and column, such as ``"3.0"``; ``blanks`` have none."""
    words, places, spec = [], {}, []
    for row, (number, text) in enumerate(rows.items()):
        words += print_words(f"{number} {text}", 40, 100 + 20 * row)
        for column in range(0 if number in blanks.split() else columns):
            spec.append((f"line_{number}.{column}", "money"))
            places[f"line_{number}.{column}"] = stand(600 + 80 * column, 100 + 20 * row)
    values = fill(spec, seed, widgets=places, printed=words)
    return {path.removeprefix("line_"): value for path, value in values.items()}


@pytest.mark.parametrize("seed", range(6))
def test_worksheet_is_worked_out_in_every_column(seed: int) -> None:
    rows = {
        "2": "Most credit per child. Enter $17,280",
        "3": "Did you file for a prior year? No. Enter -0-. Yes. See instructions for the amount to enter",
        "4": "Subtract line 3 from line 2",
        "5": "Qualified expenses",
        "6": "Enter the smaller of line 4 or line 5",
        "7": "Enter the smaller of the amount on line 6 or $5,000",
        "8": "Add the amounts on line 7",
        "9": "Loss, if any, from line 8",
        "10": "Enter the amount from line 8 of your Form 1040",
    }
    values = work_out(rows, seed, columns=2)
    for column in ("0", "1"):
        line = {number: values[f"{number}.{column}"] for number in rows}
        assert [cents(str(line[number])) for number in "234"] == [17280, 0, 17280]
        least = min(Decimal(17280), cents(str(line["5"])))
        assert cents(str(line["6"])) == least
        assert cents(str(line["7"])) == min(least, Decimal(5000))
        assert cents(str(line["8"])) == sum(cents(str(values[f"7.{each}"])) for each in ("0", "1"))
        assert line["9"] is None
        assert cents(str(line["10"])) > 0


def test_line_without_a_blank_is_known_from_the_page() -> None:
    rows = {
        "1a": "Itemized",
        "1b": "Unitemized",
        "1c": "Total . . .",
        "2": "Other receipts",
        "3": "Total receipts (Add Lines 1c and 2)",
        "4": "Most that is taxed in 2025 $176,100",
        "5": "Subtract line 3 from line 4",
    }
    values = work_out(rows, 4, blanks="1c 4")
    itemized, rest, other = (cents(str(values[f"{line}.0"])) for line in ("1a", "1b", "2"))
    assert cents(str(values["3.0"])) == itemized + rest + other
    assert cents(str(values["5.0"])) == 176100 - itemized - rest - other


def test_answer_no_leaves_the_line_blank_and_those_that_need_it() -> None:
    rows = {
        "7": "Income",
        "8": "Is line 7 more than $900,000? No. Enter -0- on line 10. Yes. Subtract $900,000 from line 7",
        "9": "Divide line 8 by $40,000",
        "6": "Expenses",
        "10": "Multiply each amount on line 6 by line 9",
        "11": "Add lines 6 and 10. Don't enter more than $3",
    }
    values = work_out(rows, 2)
    assert (values["8.0"], values["9.0"]) == (None, None)
    assert cents(str(values["10.0"])) == 0
    assert cents(str(values["11.0"])) == 3


@pytest.mark.parametrize("seed", range(8))
def test_year_to_date_holds_the_period(seed: int) -> None:
    names = ("total_this_period", "calendar_year_to_date")
    values = fill([(f"{row}.{name}", "money") for row in ("fees", "gifts") for name in names], seed)
    for row in ("fees", "gifts"):
        assert money(values, f"{row}.calendar_year_to_date") > money(values, f"{row}.total_this_period")


@pytest.mark.parametrize("seed", range(15))
def test_accounts_balance(seed: int) -> None:
    names = ("balance_beginning", "amount_incurred", "payment", "balance_at_close")
    values = fill([(f"debts[{row}].{name}", "money") for row in range(2) for name in names], seed)
    for row in range(2):
        opening, incurred, payment, closing = (money(values, f"debts[{row}].{name}") for name in names)
        assert closing == opening + incurred - payment >= 0


def test_object_that_totals_the_ones_before_it() -> None:
    objects = ("original_funding", "earlier_changes", "this_change", "total_obligation")
    spec = [(f"{name}.{part}", "money") for name in objects for part in ("line_1", "line_2", "total")]
    values = fill(spec, 3)
    for name in objects:
        assert money(values, f"{name}.total") == money(values, f"{name}.line_1") + money(values, f"{name}.line_2")
    for part in ("line_1", "line_2", "total"):
        assert money(values, f"total_obligation.{part}") == sum(money(values, f"{name}.{part}") for name in objects[:3])


def test_net_is_what_the_deduction_leaves() -> None:
    names = ("original_obligation", "advance_amount", "net_amount_due")
    values = fill([(f"{name}.{part}", "money") for name in names for part in ("line_1", "line_2")], 8)
    for part in ("line_1", "line_2"):
        gross, taken, net = (money(values, f"{name}.{part}") for name in names)
        assert net == max(Decimal(0), gross - taken)


def test_gain_of_a_sale() -> None:
    columns = ("gross_sales_price", "depreciation_allowed", "cost_or_other_basis", "gain_or_loss")
    for seed in range(10):
        values = fill([(f"sold[{row}].{name}", "money") for row in range(2) for name in columns], seed)
        for row in range(2):
            price, depreciation, cost, gain = (money(values, f"sold[{row}].{name}") for name in columns)
            assert gain == price + depreciation - cost >= 0


def test_total_of_a_lettered_column() -> None:
    label = "Add the dollar value of your entries in Column B on this page"
    spec = [(f"claims[{row}].{name}", "money") for row in range(3) for name in ("claim", "fee")] + [("sum_b", "money")]
    values = fill(spec, 6, labels={"sum_b": label})
    assert money(values, "sum_b") == sum(money(values, f"claims[{row}].fee") for row in range(3))


def test_multiple_of_a_thousand() -> None:
    for seed in range(10):
        values = fill([("a", "money")], seed, labels={"a": "next multiple of $1,000"})
        assert money(values, "a") % 1000 == 0


def test_unsecured_part_of_a_claim() -> None:
    for seed in range(10):
        values = fill([(f"claims[0].{name}", "money") for name in ("claim", "collateral", "unsecured")], seed)
        claim, collateral, unsecured = (
            money(values, f"claims[0].{name}") for name in ("claim", "collateral", "unsecured")
        )
        assert unsecured == max(Decimal(0), claim - collateral)


def test_printed_dollar_signs_are_not_written_again() -> None:
    words = print_words("$", 95, 101)
    filled = [
        fill([("fee", "money")], seed, widgets={"fee": stand(100, 100)}, printed=words)["fee"] for seed in range(60)
    ]
    assert not any("$" in str(value) for value in filled)
    assert any("$" in str(fill([("fee", "money")], seed)["fee"]) for seed in range(60))


def test_quantities_suit_their_unit() -> None:
    labels = {
        "depth": "Depth of water (inches)",
        "power": "Electric service needed (amperes)",
        "months": "Months lived",
    }
    labels["months"] = "Number of months lived in your home in 2024"
    for seed in range(40):
        values = fill([("depth", "measurement"), ("power", "count"), ("months", "duration")], seed, labels=labels)
        assert 2 <= float(str(values["depth"])) < 49
        assert 15 <= int(str(values["power"])) <= 200
        assert 1 <= int(str(values["months"])) <= 12


# people and places


def test_children_by_number_are_different_people() -> None:
    spec = [
        (f"child_{number}_{part}", kind)
        for number in (1, 2)
        for part, kind in (("name", "full_name"), ("date_of_birth", "birth_date"))
    ]
    values = fill(spec, 4)
    assert len(set(values.values())) == 4


def test_year_of_birth_is_that_of_the_date() -> None:
    values = fill([("patient.birth_date", "birth_date"), ("patient.year_of_birth", "year")], 9)
    assert parse_date(str(values["patient.birth_date"])).year == int(str(values["patient.year_of_birth"]))


def test_foreign_country_is_blank_at_home() -> None:
    spec = [("street", "street_address"), ("city", "city"), ("state", "state"), ("foreign_country_name", "country")]
    labels = {"foreign_country_name": "Foreign country name", "city": "City, town, or post office"}
    for seed in range(40):
        values = fill(spec, seed, labels=labels)
        assert (values["state"] is None) == (values["foreign_country_name"] is not None)


def test_only_one_branch_of_service_is_chosen() -> None:
    spec = [("rank.army", "text"), ("rank.navy", "text"), ("rank.air_force", "text"), ("rank.marine_corps", "text")]
    labels = {
        "rank.army": "ARMY",
        "rank.navy": "NAVY",
        "rank.air_force": "AIR FORCE",
        "rank.marine_corps": "MARINE CORPS",
    }
    offered: dict[str, dict[str, object]] = {path: {"type": "choice", "choices": ("E-3", "E-4")} for path in labels}
    for seed in range(20):
        values = fill(spec, seed, labels=labels, widgets=offered)
        assert sum(value is not None for value in values.values()) <= 1


def test_your_name_is_not_that_of_the_service_member() -> None:
    labels = {"your_name": "Your name", "name_of_covered_military_member": "Name of covered military member"}
    values = fill([(path, "full_name") for path in labels], 2, labels=labels)
    assert len(set(values.values())) == 2


# values that fit their captions


def fill_made(spec: list[tuple[str, str, str]], seed: int, examples: tuple[str, ...] = ()) -> dict[str, str | None]:
    """Return values by path of a made form's (path, kind, caption) blanks."""
    fields = [
        Field(path, number, caption, kind, caption, "maker", examples if kind == "text" else ())
        for number, (path, kind, caption) in enumerate(spec)
    ]
    widgets = {number: make_widget(number) for number in range(len(spec))}
    values = choose_values(
        fields, widgets, rng_for("forms", seed, 7, "values"), visible_length=lambda widget: 40, empty_share=0.0
    )
    return {path: values[number] for number, (path, _, _) in enumerate(spec)}


@pytest.mark.parametrize("caption", ["Name of medicine", "Source of income", "Make of system", "Size of tent"])
def test_text_of_a_made_form_stays_text(caption: str) -> None:
    told = ("Alpha", "Beta")
    assert fill_made([("a", "text", caption)], 3, told)["a"] in told


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_ledger_months_follow_each_other_and_balances_what_was_paid(seed: int) -> None:
    columns = [("month", "month_year"), ("rent_due", "money"), ("rent_paid", "money"), ("balance", "money")]
    spec = [
        (f"arrears[{row}].{key}", kind, key.replace("_", " ").capitalize()) for row in range(4) for key, kind in columns
    ]
    values = fill_made(spec, seed)
    months = [str(values[f"arrears[{row}].month"]).split("/") for row in range(4)]
    numbers = [int(year) * 12 + int(month) for month, year in months]
    assert numbers == list(range(numbers[0], numbers[0] + 4))
    for row in range(4):
        due, paid, balance = (money(values, f"arrears[{row}].{key}") for key in ("rent_due", "rent_paid", "balance"))
        assert due - paid == balance >= 0


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_ordinary_dates_stand_in_the_order_of_their_words(seed: int) -> None:
    captions = ["Date of earlier petition", "Date filed", "Preferred test date", "Alternate test date"]
    spec = [
        (f"a.{number}_{caption.lower().replace(' ', '_')}", "date", caption) for number, caption in enumerate(captions)
    ]
    days = [parse_date(str(value)) for value in fill_made(spec, seed).values()]
    assert days == sorted(days)
    assert (days[-1] - days[0]).days < 900


def test_total_receipts_are_the_receipts_above_them() -> None:
    captions = ["Opening balance", "Individual contributions", "Loans received", "Total receipts", "Largest gift"]
    values = fill_made([(f"r.{caption.lower().replace(' ', '_')}", "money", caption) for caption in captions], 4)
    assert money(values, "r.total_receipts") == money(values, "r.individual_contributions") + money(
        values, "r.loans_received"
    )


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_maiden_name_of_a_mother_is_not_her_present_one(seed: int) -> None:
    spec = [
        ("mother_full_name", "full_name", "Mother's full name"),
        ("mother_maiden_name", "full_name", "Mother's maiden name"),
    ]
    values = fill_made(spec, seed)
    now, before = str(values["mother_full_name"]), str(values["mother_maiden_name"])
    assert now.split()[0] == before.split()[0]
    assert now != before


def test_country_if_abroad_is_empty() -> None:
    spec = [
        ("address", "full_address", "Address for the ballot"),
        ("country_if_abroad", "country", "Country if abroad"),
    ]
    assert all(fill_made(spec, seed)["country_if_abroad"] is None for seed in range(30))


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_layers_lie_on_each_other(seed: int) -> None:
    spec = [(f"layers[{row}].{end}", "measurement", f"{end} (feet)") for row in range(3) for end in ("from", "to")]
    depths = [int(str(value)) for value in fill_made(spec, seed).values()]
    assert depths[0] == 0
    assert depths[1] == depths[2] < depths[3] == depths[4] < depths[5]


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_one_printed_date_format_holds_for_all(seed: int) -> None:
    spec = [
        ("a.birth_date", "birth_date", "Date of birth (MM/DD/YYYY)"),
        ("signed_date", "signature_date", "Date signed"),
    ]
    assert all(re.fullmatch(r"\d\d/\d\d/\d{4}", str(value)) for value in fill_made(spec, seed).values())
