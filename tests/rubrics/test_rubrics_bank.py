"""Addresses, days, names and lists that trade documents share."""

from __future__ import annotations

import random
from datetime import date

import pytest

from dataset_builder.families.rubrics.bank import address, day_first, initials, listed, workday

_FIRST_DIGITS = {
    "OH": "4",
    "PA": "1",
    "IN": "4",
    "WI": "5",
    "MN": "5",
    "MO": "6",
    "VA": "2",
    "NC": "2",
    "KY": "4",
    "CO": "8",
}


def test_a_town_lies_in_one_state_and_has_codes_of_it() -> None:
    rng = random.Random(3)
    states: dict[str, set[str]] = {}
    for _ in range(400):
        _, town, rest = address(rng).split(", ")
        state, code = rest.split()
        assert len(code) == 5 and code[0] == _FIRST_DIGITS[state]
        states.setdefault(town, set()).add(state)
    assert len(states) > 10
    assert all(len(found) == 1 for found in states.values())


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        (date(2024, 12, 25), date(2024, 12, 26)),  # Wednesday
        (date(2025, 8, 30), date(2025, 9, 2)),  # Saturday before Labor Day
        (date(2024, 11, 28), date(2024, 11, 29)),  # Thanksgiving
        (date(2025, 5, 26), date(2025, 5, 27)),  # Memorial Day
        (date(2025, 3, 5), date(2025, 3, 5)),
    ],
)
def test_visits_and_packing_fall_on_working_days(day: date, wanted: date) -> None:
    assert workday(day) == wanted


def test_days_names_and_lists_as_documents_write_them() -> None:
    assert day_first(date(2025, 3, 5)) == "5 March 2025"
    assert initials("Marta Okafor") == "MO"
    assert [listed(["Alder", "Birch", "Cedar"][:count]) for count in range(4)] == [
        "",
        "Alder",
        "Alder and Birch",
        "Alder, Birch and Cedar",
    ]
