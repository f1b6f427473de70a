"""Typed answers: a table of pairs written from the rules before the code, and properties."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.answers import COMPARED_TYPES, Tolerance, answers_match, parse_answer

# (answer type, prediction, reference): must match
SAME = [
    # numbers: plain forms, signs, spaces, separators
    ("number", "42", "42"),
    ("number", "42.0", "42"),
    ("number", "42.", "42"),
    ("number", "42..", "42"),
    ("number", " 42 ", "42"),
    ("number", "+42", "42"),
    ("number", ".5", "0.5"),
    ("number", "0.50", "0.5"),
    ("number", "-0", "0"),
    ("number", "10,000", "10,000"),
    ("number", "10,000", "10000"),
    ("number", "1,234", "1234"),
    ("number", "1,234,567.89", "1234567.89"),
    ("number", "1 234 567", "1234567"),
    ("number", "1\u00a0234", "1234"),
    ("number", "1\u202f234", "1234"),
    ("number", "1\u2009234.5", "1234.5"),
    ("number", "1'234", "1234"),
    ("number", "1\u2019234", "1234"),
    ("number", "\u22125", "-5"),
    ("number", "\u2212 5", "-5"),
    ("number", "\uff0d5", "-5"),
    ("number", "\u20135", "-5"),
    ("number", "(3.14)", "-3.14"),
    ("number", "(1,234)", "-1234"),
    ("number", "$5", "5"),
    ("number", "5 %", "5"),
    ("number", "12.5 %", "12.5"),
    ("number", "12.5%", "12.5 %"),
    ("number", "12.5\u00a0%", "12.5%"),
    ("number", "**42**", "42"),
    ("number", "`42`", "42"),
    ("number", '"42"', "42"),
    ("number", "1e3", "1000"),
    ("number", "9" * 40, "9" * 40),
    ("number", f"({'9' * 40})", "-" + "9" * 40),
    ("number", "1.5E-2", "0.015"),
    # numbers in words and scales
    ("number", "1.2 million", "1,200,000"),
    ("number", "1.2 Million", "1200000"),
    ("number", "3 thousand", "3000"),
    ("number", "2.5bn", "2,500,000,000"),
    ("number", "2.5 bn", "2500000000"),
    ("number", "2.5B", "2.5 billion"),
    ("number", "5K", "5000"),
    ("number", "5k", "5,000"),
    ("number", "4M", "4 million"),
    ("number", "1.5 trillion", "1500 billion"),
    ("number", "3 hundred", "300"),
    ("number", "twelve", "12"),
    ("number", "Twelve.", "12"),
    ("number", "zero", "0"),
    ("number", "twenty-one", "21"),
    ("number", "twenty one", "21"),
    ("number", "one hundred and five", "105"),
    ("number", "two thousand three hundred", "2,300"),
    ("number", "one million two hundred thousand", "1.2 million"),
    ("number", "three million", "3,000,000"),
    ("number", "minus five", "-5"),
    ("number", "5 kg", "5 kg"),
    ("number", "5 KG", "5kg"),
    # currency
    ("currency", "$5", "5"),
    ("currency", "$5.00", "$5"),
    ("currency", "5 USD", "$5"),
    ("currency", "USD 5", "US$5"),
    ("currency", "5 dollars", "$5"),
    ("currency", "5 US dollars", "$5"),
    ("currency", "-$5", "$-5"),
    ("currency", "\u2212$5", "-5"),
    ("currency", "($5)", "-$5"),
    ("currency", "$(5)", "-$5"),
    ("currency", "$1.2m", "$1,200,000"),
    ("currency", "$1.2 million", "1200000"),
    ("currency", "\u20ac 3,50".replace(",", "."), "3.50 EUR"),
    ("currency", "\u00a33", "3 pounds"),
    ("currency", "$1,234.50.", "1234.5"),
    # percent
    ("percent", "12.5%", "12.5"),
    ("percent", "12.5 percent", "12.5%"),
    ("percent", "12.5 per cent", "12.50%"),
    ("percent", "(2.5%)", "-2.5%"),
    ("percent", "(2.5)%", "-2.5%"),
    ("percent", "0.125", "0.125%"),
    ("percent", "12.5%.", "12.5%"),
    ("percent", "ten percent", "10%"),
    # years
    ("year", "2008", "2008"),
    ("year", "2008.", "2008"),
    ("year", " 2008", "2008"),
    ("year", "**2008**", "2008"),
    # dates
    ("date", "2024-03-05", "March 5, 2024"),
    ("date", "5 March 2024", "March 5, 2024"),
    ("date", "5th of March, 2024", "2024-03-05"),
    ("date", "March 5th 2024", "2024-03-05"),
    ("date", "Mar 5, 2024", "2024-03-05"),
    ("date", "Mar. 5, 2024.", "2024-03-05"),
    ("date", "05-Mar-2024", "2024-03-05"),
    ("date", "03/05/2024", "2024-03-05"),
    ("date", "3/5/2024", "03/05/2024"),
    ("date", "13/05/2024", "2024-05-13"),
    ("date", "05.03.2024", "2024-03-05"),
    ("date", "2024/03/05", "2024-03-05"),
    ("date", "Tuesday, March 5, 2024", "2024-03-05"),
    ("date", "march 5, 2024", "2024-03-05"),
    ("date", "2024\u201103\u201105", "2024-03-05"),
    ("date", "March 2024", "2024-03"),
    ("date", "Mar 2024", "March 2024"),
    ("date", "Q1 2023", "2023-Q1"),
    ("date", "Q1 2023", "2023 Q1"),
    ("date", "Q1 2023", "first quarter of 2023"),
    ("date", "2023", "2023"),
    # times
    ("time", "7:30", "07:30"),
    ("time", "7:30 AM", "07:30"),
    ("time", "7:30 p.m.", "19:30"),
    ("time", "7:30PM", "19:30:00"),
    ("time", "7 pm", "19:00"),
    ("time", "12:15 am", "00:15"),
    ("time", "noon", "12:00"),
    ("time", "midnight", "00:00"),
    # entities and text
    ("entity", "Northfield Plant", "northfield plant"),
    ("entity", "Northfield Plant.", "Northfield Plant"),
    ("entity", "  Northfield   Plant", "Northfield Plant"),
    ("entity", "Northfield\u00a0Plant", "Northfield Plant"),
    ("entity", "the Northfield Plant", "Northfield Plant"),
    ("entity", "**Northfield Plant**", "Northfield Plant"),
    ("entity", "\u201cNorthfield Plant\u201d", "Northfield Plant"),
    ("entity", "O\u2019Brien & Co.", "O'Brien & Co"),
    ("entity", "Tier\u20112 Line", "Tier-2 Line"),
    ("entity", "caf\u0065\u0301", "caf\u00e9"),
    ("entity", "None", "None"),
    ("entity", "NaN", "NaN"),
    ("entity", "Q1 2023", "Q1 2023."),
    ("text", "Pending review", "pending review."),
    ("text", "null", "null"),
    # booleans
    ("boolean", "Yes", "yes"),
    ("boolean", "Yes.", "Yes"),
    ("boolean", "TRUE", "Yes"),
    ("boolean", "false", "No"),
    ("boolean", "`No`", "No"),
    # lists
    ("list", "a, b, c", "c, a, b"),
    ("list", "a; b; c", "a, b, c"),
    ("list", "a\nb\nc", "a, b, c"),
    ("list", "- a\n- b\n- c", "a, b, c"),
    ("list", "1. a\n2. b", "a, b"),
    ("list", "a, b and c", "a, b, c"),
    ("list", "a, b, and c", "a, b, c"),
    ("list", "a and b", "a, b"),
    ("list", "a & b", "a, b"),
    ("list", '["a", "b"]', "a, b"),
    ("list", "[a, b]", "a, b"),
    ("list", "A, B.", "a, b"),
    ("list", "a,b,c", "a, b, c"),
    ("list", "1,234; 5,678", "5678; 1234"),
    ("list", "1,234, 5,678", "1234; 5678"),
    ("list", "Alder and Sons, Beta", "Beta, Alder and Sons"),
    ("list", "Beta, Alder and Sons", "Alder and Sons, Beta"),
    ("list", "a, a, b", "b, a, a"),
    ("list", "2019,2020", "2020; 2019"),
    ("list", "$5; 1.2 million", "5; 1,200,000"),
    ("list", "Northfield Plant", "northfield plant"),
    # abstention
    ("abstain", "Cannot be determined.", "unanswerable"),
    ("abstain", "not stated in the document", "unanswerable"),
    ("abstain", "The document does not say.", "unanswerable"),
    ("abstain", "N/A", "unanswerable"),
    ("abstain", "I don\u2019t know", "unanswerable"),
    ("abstain", "There is not enough information to answer.", "unanswerable"),
]

# (answer type, prediction, reference): must not match
DIFFERENT = [
    ("number", "~42", "42"),
    ("number", "<42", "42"),
    ("number", ">42", "42"),
    ("number", "\u226442", "42"),
    ("number", "\u224842", "42"),
    ("number", "about 42", "42"),
    ("number", "approximately 42", "42"),
    ("number", "nearly 42", "42"),
    ("number", "42 or so", "42"),
    ("number", "42+", "42"),
    ("number", "40-42", "42"),
    ("number", "40 to 42", "42"),
    ("number", "42 or 43", "42"),
    ("number", "42, 43", "42"),
    ("number", "7:30", "30"),
    ("number", "7:30", "7.30"),
    ("number", "1/2", "2"),
    ("number", "2024-03-05", "5"),
    ("number", "Q1 2023", "2023"),
    ("number", "Store 3", "3"),
    ("number", "3rd", "3"),
    ("number", "42", "-42"),
    ("number", "(3.14)", "3.14"),
    ("number", "42", "43"),
    ("number", "1798.97", "1807.9648"),
    ("number", "42.001", "42"),
    ("number", "0.125", "12.5%"),
    ("number", "12.5%", "0.125"),
    ("number", "1.2", "1.2 million"),
    ("number", "1,23", "123"),
    ("number", "12,34,567", "1234567"),
    ("number", "1.234,56", "1234.56"),
    ("number", "1.2.3", "1.23"),
    ("number", "--5", "5"),
    ("number", "5-", "-5"),
    ("number", "", "0"),
    ("number", "None", "0"),
    ("number", "nan", "0"),
    ("number", "inf", "0"),
    ("number", "True", "1"),
    ("number", "one or two", "2"),
    ("number", "two one", "3"),
    ("number", "5 kg", "5 lb"),
    ("number", "5 kg", "5"),
    ("number", "$5", "\u20ac5"),
    ("number", "$5", "5%"),
    ("number", "5 m", "5,000,000"),
    ("number", "2.5m", "2.5 million"),
    ("number", "5\u00b2", "52"),
    ("number", "O5", "5"),
    ("number", "9" * 40, "9" * 39 + "8"),
    ("number", "9" * 40, "1" + "0" * 40),
    ("number", "-" + "9" * 40, "-1" + "0" * 40),
    ("list", f"{'9' * 40}; 1", f"1{'0' * 40}; 1"),
    ("currency", "$5", "\u20ac5"),
    ("currency", "C$5", "US$5"),
    ("currency", "5%", "5"),
    ("currency", "5 cents", "5"),
    ("currency", "$5 million", "$5"),
    ("currency", "$5-$6", "5"),
    ("percent", "0.125", "12.5%"),
    ("percent", "$12.5", "12.5%"),
    ("percent", "12.5 percentage points", "12.5%"),
    ("percent", "12%", "12.5%"),
    ("year", "2008", "2010"),
    ("year", "2010", "2020"),
    ("year", "2,008", "2008"),
    ("year", "2008.0", "2008"),
    ("year", "208", "2008"),
    ("year", "around 2008", "2008"),
    ("year", "2008-2009", "2008"),
    ("year", "2008 or 2009", "2008"),
    ("year", "08", "2008"),
    ("year", "March 2008", "2008"),
    ("date", "Q1 2023", "Q3 2023"),
    ("date", "Q1 2023", "Q1 2022"),
    ("date", "Q1 2023", "2023"),
    ("date", "March 2024", "2024-03-05"),
    ("date", "2024-03-06", "2024-03-05"),
    ("date", "03/05/2024", "2024-05-03"),
    ("date", "05.03.2024", "2024-05-03"),
    ("date", "3/5/24", "2024-03-05"),
    ("date", "2024-02-30", "2024-03-01"),
    ("date", "Monday, March 5, 2024", "2024-03-05"),
    ("date", "March 5", "2024-03-05"),
    ("date", "before March 5, 2024", "2024-03-05"),
    ("date", "about 2023", "2023"),
    ("time", "30", "00:30"),
    ("time", "7:30 pm", "7:30"),
    ("time", "7:31", "7:30"),
    ("time", "25:00", "01:00"),
    ("time", "13:00 pm", "13:00"),
    ("time", "12:00 am", "12:00"),
    ("entity", "Store 3", "Region 3"),
    ("entity", "Q1 2023", "Q3 2023"),
    ("entity", "Northfield", "Northfield Plant"),
    ("entity", "Not Northfield Plant", "Northfield Plant"),
    ("entity", "Northfield Plant or Alder Group", "Northfield Plant"),
    ("entity", "", "Northfield Plant"),
    ("entity", "None", "Northfield Plant"),
    ("entity", "cafe", "caf\u00e9"),
    ("entity", "Plant the", "Plant"),
    ("text", "1.0", "1"),
    ("text", "the plan", "plan"),
    ("boolean", "Yes", "No"),
    ("boolean", "INCORRECT", "Yes"),
    ("boolean", "1", "Yes"),
    ("boolean", "Yes and no", "Yes"),
    ("boolean", "not true", "Yes"),
    ("boolean", "", "No"),
    ("boolean", "None", "No"),
    ("list", "a, b", "a, b, c"),
    ("list", "a, b, c, d", "a, b, c"),
    ("list", "a, b, b", "a, b"),
    ("list", "a, a, b", "a, b, b"),
    ("list", "", "a"),
    ("list", "a b", "a, b"),
    ("list", "Q1 2023, Q2 2023", "Q1 2023, Q3 2023"),
    ("list", "1,234", "1, 234"),
    ("list", "~5, 6", "5, 6"),
    ("list", "$5; $6", "\u20ac5; \u20ac6"),
    ("list", "5%; 6%", "$5; $6"),
    ("abstain", "42", "unanswerable"),
    ("abstain", "Northfield Plant", "unanswerable"),
    ("abstain", "", "unanswerable"),
    ("abstain", "None", "unanswerable"),
    ("abstain", "It can be determined: 42", "unanswerable"),
    ("abstain", "The information is available", "unanswerable"),
]

# (prediction, reference, unit, whether they match), as numbers
IN_UNITS = [
    ("0.125", "12.5%", "fraction", True),
    ("12.5%", "0.125", "fraction", True),
    ("0", "0.0000012", "million USD", False),
    ("42", "42,000", "thousand units", False),
    ("12.5", "0.125", "fraction", False),
    ("0.125", "12.5", "%", False),
    ("12.5%", "12.5", "%", True),
    ("12.5 percent", "12.5", "percent", True),
    ("$12.5", "12.5", "%", False),
    ("5 kg", "5", "kg", True),
    ("5kg", "5", "kg", True),
    ("5 lb", "5", "kg", False),
    ("5%", "5", "kg", False),
    ("$5", "5", "kg", False),
    ("12 plants", "12", "plant", True),
    ("1 plant", "1", "plants", True),
    ("1.2", "1.2", "million USD", True),
    ("1.2 million", "1.2", "million USD", True),
    ("$1.2 million", "1.2", "million USD", True),
    ("1,200,000", "1.2", "million USD", True),
    ("$1,200,000", "1.2", "million USD", True),
    ("1200 thousand", "1.2", "million USD", True),
    ("1.2 thousand", "1.2", "million USD", False),
    ("1.2 million EUR", "1.2", "million USD", False),
    ("1.3", "1.2", "million USD", False),
    ("1.2 million USD", "1.2", "USD million", True),
    ("42 thousand units", "42", "thousand units", True),
    ("42,000 units", "42", "thousand units", True),
    ("5 percentage points", "5", "percentage points", True),
    ("5%", "5", "percentage points", False),
]


@pytest.mark.parametrize(("answer_type", "prediction", "reference"), SAME)
def test_forms_of_one_answer_match(answer_type: str, prediction: str, reference: str) -> None:
    assert answers_match(prediction, reference, answer_type)


@pytest.mark.parametrize(("answer_type", "prediction", "reference"), DIFFERENT)
def test_other_answers_do_not_match(answer_type: str, prediction: str, reference: str) -> None:
    assert not answers_match(prediction, reference, answer_type)


@pytest.mark.parametrize(("prediction", "reference", "unit", "matches"), IN_UNITS)
def test_units_of_the_question(prediction: str, reference: str, unit: str, matches: bool) -> None:
    assert answers_match(prediction, reference, "number", unit=unit) is matches


@pytest.mark.parametrize(
    ("answer_type", "prediction", "reference", "tolerance", "matches"),
    [
        ("number", "101", "100", Tolerance(absolute=1), True),
        ("number", "101.01", "100", Tolerance(absolute=1), False),
        ("number", "105", "100", Tolerance(relative=0.05), True),
        ("number", "95", "100", Tolerance(relative=0.05), True),
        ("number", "105.1", "100", Tolerance(relative=0.05), False),
        ("number", "-105", "-100", Tolerance(relative=0.05), True),
        ("number", "100", "-100", Tolerance(relative=0.05), False),
        ("number", "0.1", "0", Tolerance(relative=0.05), False),
        ("number", "0.3", "0.1", Tolerance(absolute=0.2), True),
        ("currency", "$1.05 million", "$1,000,000", Tolerance(relative=0.05), True),
        ("percent", "12.6%", "12.5%", Tolerance(absolute=0.1), True),
        ("number", "~100", "100", Tolerance(relative=0.05), False),
        ("year", "2008", "2010", Tolerance(relative=0.05), False),
        ("date", "2023", "2024", Tolerance(absolute=5), False),
    ],
)
def test_tolerance_only_where_the_question_gives_one(
    answer_type: str, prediction: str, reference: str, tolerance: Tolerance, matches: bool
) -> None:
    assert answers_match(prediction, reference, answer_type, tolerance=tolerance) is matches


def test_parsed_values() -> None:
    assert parse_answer("(1,234.50)", "number").value == Decimal("-1234.5")
    assert parse_answer("$2.5bn", "currency").amount == Decimal("2500000000")
    assert parse_answer("Tuesday, March 5, 2024", "date") == "2024-03-05"
    assert parse_answer("7:30 pm", "time") == "19:30:00"
    assert parse_answer("no", "boolean") is False
    assert parse_answer("about 42", "number") is None


def test_a_malformed_reference_is_an_error_not_a_wrong_answer() -> None:
    with pytest.raises(ValueError, match="reference 'about 42' is not a number"):
        answers_match("42", "about 42", "number")
    with pytest.raises(ValueError, match="answer_type 'colour' is not one of"):
        answers_match("red", "red", "colour")
    with pytest.raises(ValueError, match="tolerance"):
        Tolerance(absolute=-1)


NUMBERS = st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**12), max_value=10**12)
SPACES = st.sampled_from(["", " ", "\u00a0", "\u2009", "  ", "\n"])
WORDS = st.text(st.characters(categories=["L"]), min_size=1, max_size=12)


@given(NUMBERS, SPACES, SPACES)
def test_every_way_to_write_a_number_is_that_number(number: Decimal, before: str, after: str) -> None:
    plain = f"{number:f}"
    minus = plain.replace("-", "\u2212")
    accounting = f"({-number:,.2f})" if number < 0 else f"{number:,.2f}"
    for written in (plain, minus, f"{number:,.2f}", accounting, f"{number:,.2f}".replace(",", "\u202f"), plain + "."):
        assert answers_match(before + written + after, plain, "number"), written


@given(NUMBERS, NUMBERS)
def test_numbers_match_if_and_only_if_they_are_equal(first: Decimal, second: Decimal) -> None:
    assert answers_match(f"{first:,f}", f"{second:f}", "number") is (first == second)


@given(st.lists(WORDS, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_lists_match_in_any_order_and_not_with_one_item_more(items: list[str], random: object) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert answers_match("; ".join(shuffled) + ";", "; ".join(items) + ";", "list")
    assert not answers_match("; ".join([*items, items[0]]) + ";", "; ".join(items) + ";", "list")


@pytest.mark.parametrize("answer_type", COMPARED_TYPES)
@given(text=st.text(max_size=30))
def test_no_text_crashes_and_what_parses_matches_itself(answer_type: str, text: str) -> None:
    if parse_answer(text, answer_type) is not None:
        assert answers_match(text, text, answer_type)


@given(st.sampled_from([*SAME, *DIFFERENT]))
def test_matching_is_symmetric(pair: tuple[str, str, str]) -> None:
    answer_type, first, second = pair
    if parse_answer(first, answer_type) is not None and parse_answer(second, answer_type) is not None:
        forward = answers_match(first, second, answer_type)
        assert forward == answers_match(second, first, answer_type)
