"""Facts of a filled form are such as a person would write: relatives, trips, tax years, answers, addresses."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from dataset_builder.families.forms.model import Field
from dataset_builder.families.forms.values.calendar import find_days
from dataset_builder.families.forms.values.leanings import choose_code, lean
from dataset_builder.families.forms.values.people import DEPENDENTS
from dataset_builder.families.forms.values.places import states
from dataset_builder.families.forms.values.printed import find_copies, find_percent_signs, has_printed_decimals
from dataset_builder.families.forms.values.roles import locate_fields
from tests.forms.filled_values import cents, fill, make_widget, money, parse_date, print_words, stand

# relatives


def test_dependents_are_of_an_age_and_name_to_be_what_they_are() -> None:
    columns = (("name", "full_name"), ("relationship_to_you", "relationship"), ("date_of_birth", "birth_date"))
    spec = [("your_last_name", "last_name"), ("your_date_of_birth", "birth_date")]
    spec += [(f"dependents[{row}].{name}", kind) for row in range(2) for name, kind in columns]
    shared = 0
    for seed in range(40):
        values = {path: str(value) for path, value in fill(spec, seed).items()}
        own = parse_date(values["your_date_of_birth"])
        for row in range(2):
            relationship = values[f"dependents[{row}].relationship_to_you"].title()
            born = parse_date(values[f"dependents[{row}].date_of_birth"])
            assert relationship in DEPENDENTS
            assert (born > own) == (relationship not in ("Mother", "Father"))
            if relationship in ("Son", "Daughter"):
                assert (born - own).days > 18 * 365
                shared += values["your_last_name"].upper() in values[f"dependents[{row}].name"].upper()
    assert shared > 20


def test_other_names_are_those_of_the_same_person() -> None:
    spec = [("your_name.given_name", "first_name"), ("your_name.family_name", "last_name")]
    for row in range(2):
        spec += [(f"other_names_used[{row}].given_name", "first_name")]
        spec += [(f"other_names_used[{row}].family_name", "last_name")]
    for seed in range(20):
        values = fill(spec, seed)
        assert {values[path] for path, kind in spec if kind == "first_name"} == {values["your_name.given_name"]}
        assert len({values[path] for path, kind in spec if kind == "last_name"}) == 3


def test_mail_in_care_of_somebody_goes_to_somebody_else() -> None:
    for seed in range(20):
        values = fill([("recipient_name", "full_name"), ("recipient_in_care_of_name", "full_name")], seed)
        assert values["recipient_name"] != values["recipient_in_care_of_name"]


@pytest.mark.parametrize("seed", range(12))
def test_applicant_for_immigration_comes_from_abroad(seed: int) -> None:
    words = "USCIS application of an alien for status of immigrant, petition, naturalization"
    spec = [("applicant_name", "full_name"), ("country_of_citizenship", "nationality"), ("citizenship[1]", "text")]
    assert fill(spec, seed, domain_words=words)["country_of_citizenship"] not in ("United States", "USA", "US")


@pytest.mark.parametrize("name", ["alumno", "estudiante", "eleve", "schuler"])
def test_pupils_are_of_school_age_in_every_language(name: str) -> None:
    for seed in range(6):
        values = fill(
            [(f"{name}.name", "full_name"), (f"{name}.birth", "birth_date"), ("date", "signature_date")], seed
        )
        days = (parse_date(str(values["date"])) - parse_date(str(values[f"{name}.birth"]))).days
        assert 5.9 * 365 < days < 18.1 * 366


# days


def test_form_is_filled_in_after_its_tax_year_or_revision() -> None:
    assert find_days("Schedule SE (Form 1040) 2023 Self-Employment Tax")[0] == date(2024, 1, 20)
    assert find_days("Tax Year Ending December 31, 2019")[1] == date(2020, 10, 15)
    assert find_days("Form 9 (Rev. 3-2020) Exp. 08/31/2022") == (date(2021, 1, 1), date(2022, 12, 31))
    for seed in range(10):
        values = fill([("date_signed", "signature_date")], seed, domain_words="Form 2441 (2022) Dependent Care")
        assert parse_date(str(values["date_signed"])).year == 2023


@pytest.mark.parametrize("seed", range(12))
def test_visits_last_days_of_one_year(seed: int) -> None:
    columns = (("date_arrived", "start_date"), ("date_left", "end_date"))
    spec = [(f"trips[{row}].{name}", kind) for row in range(4) for name, kind in columns]
    values = fill(spec, seed)
    days = [
        (parse_date(str(values[f"trips[{row}].date_arrived"])), parse_date(str(values[f"trips[{row}].date_left"])))
        for row in range(4)
    ]
    assert len({day.year for pair in days for day in pair}) == 1
    assert all(timedelta(0) <= left - arrived <= timedelta(24) for arrived, left in days)
    assert all(left < arrived for (_, left), (arrived, _) in pairwise(sorted(days)))


def test_what_a_tax_form_says_was_sold_was_sold_in_its_year() -> None:
    columns = (("date_acquired", "start_date"), ("date_sold", "end_date"))
    spec = [(f"sales[{row}].{name}", kind) for row in range(3) for name, kind in columns]
    for seed in range(10):
        values = fill(spec, seed, domain_words="Form 4797 (2024) income tax return, deduction, taxable gain")
        for row in range(3):
            bought, sold = (parse_date(str(values[f"sales[{row}].{name}"])) for name, _ in columns)
            assert sold.year == 2024
            assert (sold - bought).days > 365


# what goes with what


def test_old_veterans_served_when_they_were_of_age() -> None:
    spec = [("veteran.date_of_birth", "birth_date"), ("veteran.service_date_entered", "start_date")]
    spec += [("veteran.service_date_released", "end_date")]
    for seed in range(40):
        values = fill(spec, seed, domain_words="Military records of a veteran, DD Form 214")
        born, entered, released = (parse_date(str(values[path])) for path, _ in spec)
        assert 18 * 365 <= (entered - born).days < (released - born).days <= 45 * 365


def test_components_of_the_forces_are_those_of_one_person() -> None:
    paths = [f"service.{component}.branch_of_service" for component in ("active", "reserve", "national_guard")]
    for seed in range(20):
        values = fill([("veteran_name", "full_name"), *((path, "military_branch") for path in paths)], seed)
        active, reserve, guard = (str(values[path]).title() for path in paths)
        assert active == reserve
        assert guard == (active if active in ("Army", "Air Force") else "Army")


def test_quarterly_return_covers_a_quarter() -> None:
    spec = [("period_beginning", "start_date"), ("end_of_period", "end_date")]
    quarters = set()
    for seed in range(20):
        values = fill(spec, seed, domain_words="QUARTERLY SALES AND USE TAX RETURN")
        first, last = (parse_date(str(values[path])) for path, _ in spec)
        after = last + timedelta(days=1)
        assert (first.day, after.day, (after.month - first.month) % 12) == (1, 1, 3)
        quarters.add(first.month)
    assert quarters == {1, 4, 7, 10}


def test_name_stands_in_the_order_that_the_form_prints() -> None:
    spec = [("applicant.full_name", "full_name"), ("applicant.first_name", "first_name")]
    spec += [("applicant.middle_name", "middle_name"), ("applicant.last_name", "last_name")]
    values = fill(spec, 3, labels={"applicant.full_name": "Full name (Last, Middle, First)"})
    whole, first, middle, last = (values[path] for path, _ in spec)
    assert whole == f"{last}, {middle} {first}"


def test_people_live_in_apartments_and_firms_have_suites() -> None:
    units = set()
    for seed in range(60):
        for role in ("applicant", "employer"):
            values = fill([(f"{role}.street", "street_address"), (f"{role}.city", "city")], seed)
            if unit := re.search(r", (\w+) \w+$", str(values[f"{role}.street"])):
                units.add((role, unit.group(1).title()))
    assert units == {("applicant", "Apt"), ("applicant", "Unit"), ("employer", "Suite"), ("employer", "Unit")}


def test_children_are_alive_unless_the_form_is_about_a_death() -> None:
    spec = [("child_name", "full_name"), ("child_date_of_death", "death_date")]
    assert all(fill(spec, seed, empty_share=0.1)["child_date_of_death"] is None for seed in range(20))
    about = [("decedent_name", "full_name"), ("decedent_date_of_death", "death_date")]
    assert any(fill(about, seed, empty_share=0.1)["decedent_date_of_death"] for seed in range(20))


def test_one_number_identifies_a_taxpayer() -> None:
    spec = [("tin.social_security_number.part_1", "ssn_first3"), ("tin.social_security_number.part_2", "ssn_middle2")]
    spec += [("tin.employer_identification_number.part_1", "ein_first2")]
    for seed in range(10):
        values = fill(spec, seed, empty_share=0.1)
        assert values["tin.employer_identification_number.part_1"] is None
        assert values["tin.social_security_number.part_1"]


def test_columns_of_children_that_are_not_listed_stay_empty() -> None:
    spec = [(f"children[{row}].child_first_name", "first_name") for row in range(3)]
    spec += [(f"credit.expenses.child_{number}", "money") for number in (1, 2, 3)]
    counts = set()
    for seed in range(40):
        values = fill(spec, seed, empty_share=0.1)
        listed = sum(bool(values[f"children[{row}].child_first_name"]) for row in range(3))
        counts.add(listed)
        assert all(values[f"credit.expenses.child_{number}"] is None for number in range(listed + 1, 4))
    assert {2, 3} <= counts


@pytest.mark.parametrize("seed", range(20))
def test_no_second_line_of_an_address_without_the_first(seed: int) -> None:
    spec = [("name", "full_name"), ("mailing_address", "street_address"), ("mailing_address_2", "address_line_2")]
    values = fill(spec, seed, empty_share=0.6)
    assert values["mailing_address"] or not values["mailing_address_2"]


def test_county_is_that_of_the_zip_code() -> None:
    counties = {(prefix, county.upper()) for state in states().values() for _, county, prefix, _ in state.cities}
    spec = [("facility_name", "organization"), ("facility_zip_code", "zip"), ("facility_county", "county")]
    for seed in range(20):
        values = fill(spec, seed)
        assert (str(values["facility_zip_code"])[:3], str(values["facility_county"]).upper()) in counties


def test_street_without_a_blank_for_the_town_is_a_whole_address() -> None:
    whole = fill([("next_of_kin_address", "street_address")], 3)["next_of_kin_address"]
    parted = fill([("home_address", "street_address"), ("city", "city"), ("zip", "zip")], 3)["home_address"]
    assert str(whole).count(",") >= 2
    assert str(parted).count(",") <= 1


# answers


def ask(label: str) -> float:
    sites, _ = locate_fields([Field("answer", 0, "", "yes_no", label)])
    return lean(sites[0], 30)


def test_answers_lean_as_they_do_in_life() -> None:
    assert ask("U.S. citizen") > 0.9 > 0.1 > ask("Totally and permanently disabled")
    assert ask("Have you ever been convicted of a felony?") < 0.1
    assert ask("Is there a garage?") == 0.5


def test_student_by_age_and_codes_as_offered() -> None:
    sites, _ = locate_fields([Field("full_time_student", 0, "", "yes_no", "Full-time student")])
    answers = {
        age: [choose_code(random.Random(seed), sites[0], age, ("Y", "N")) for seed in range(200)] for age in (10, 40)
    }
    assert answers[10].count("Y") > 170
    assert answers[40].count("N") > 170
    assert {choose_code(random.Random(seed), sites[0], 10, ("A", "B")) for seed in range(50)} == {"A", "B"}


# amounts that hang together


@pytest.mark.parametrize("seed", range(12))
def test_tax_is_either_owed_or_refunded(seed: int) -> None:
    names = ("total_tax", "federal_income_tax_withheld", "refund", "amount_you_owe")
    values = fill([(name, "money") for name in names], seed)
    left = money(values, "total_tax") - money(values, "federal_income_tax_withheld")
    assert (values["amount_you_owe"] is None) == (left <= 0)
    assert (values["refund"] is None) == (left > 0)
    assert cents(str(values["refund"] or values["amount_you_owe"])) == abs(left)


def test_subtotal_carries_the_one_balance() -> None:
    spec = [("amount_of_loan", "money"), ("balance_at_close_of_this_period", "money")]
    spec += [("subtotal_this_period_this_page", "money"), ("total_this_period", "money")]
    values = fill(spec, 4)
    balance = money(values, "balance_at_close_of_this_period")
    assert money(values, "subtotal_this_period_this_page") == money(values, "total_this_period") == balance


def test_copy_here_copies_blank_by_blank() -> None:
    words = [*print_words("Copy", 250, 104), *print_words("here", 250, 113)]
    places = {"net.a": stand(100, 104), "net.b": stand(170, 104), "sum.a": stand(300, 104), "sum.b": stand(380, 104)}
    widgets = {number: make_widget(number, **place) for number, place in enumerate(places.values())}
    assert find_copies(widgets, words) == {2: 0, 3: 1}
    values = fill([(path, "money") for path in places], 8, widgets=places, printed=words)
    assert (values["sum.a"], values["sum.b"]) == (values["net.a"], values["net.b"])


def test_printed_signs_are_not_written_again() -> None:
    words = print_words("% (apr)", 172, 101)
    place = {"rate": stand(100, 100)}
    assert find_percent_signs({0: make_widget(0, **place["rate"])}, words) == {0}
    assert not str(fill([("rate", "percent")], 2, widgets=place, printed=words)["rate"]).endswith("%")
    assert str(fill([("rate", "percent")], 2, widgets=place)["rate"]).endswith("%")


def test_box_with_a_printed_decimal_point_gets_cents() -> None:
    words = [*print_words(",", 120, 101), *print_words(".", 150, 101)]
    place = {"sum": stand(100, 100)}
    assert has_printed_decimals({0: make_widget(0, **place["sum"])}, words)
    for seed in range(10):
        value = str(fill([("sum", "money")], seed, widgets=place, printed=words)["sum"])
        assert re.fullmatch(r"\$?[\d,]+\.\d\d", value)
