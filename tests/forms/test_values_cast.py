"""Who is who in a filled form, where they live and when things happened: one cast, consistent in itself."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from itertools import pairwise

from hypothesis import given, settings

from dataset_builder.families.forms.values.places import states
from tests.forms.filled_values import APPLICATION, SEEDS, fill, parse_date

# one cast


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
