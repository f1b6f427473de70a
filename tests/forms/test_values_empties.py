"""What a filled form leaves empty, and what stands or falls together."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.families.forms.values.empties import count_rows
from tests.forms.filled_values import SEEDS, fill, table

# empties


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
    assert set(counts) <= set(range(2, 13))
    assert 0.45 < counts[12] / 2000 < 0.55
    assert counts[2] + counts[3] > counts[8] + counts[9]
    assert count_rows(random.Random(0), 1) == 1


def test_empty_share_out_of_range() -> None:
    with pytest.raises(ValueError, match=r"empty_share 1\.5"):
        fill(table(1), empty_share=1.5)


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
