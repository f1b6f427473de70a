"""Whether the boxes of a table stand as a table does, on boxes set here."""

from __future__ import annotations

import pytest

from dataset_builder.checks.evidence import Place, check_rows


def place(x: float, y: float, width: float = 100.0) -> Place:
    """Return a box of one line on page 1."""
    return 1, (x, y, x + width, y + 12.0)


def faults(places: dict[str, Place]) -> list[str]:
    return [str(found.expected).strip("'") for found in check_rows("form", places)]


def test_a_list_may_run_on_over_lines_as_text_does() -> None:
    assert not faults({"stations[0].name": place(260, 100), "stations[1].name": place(60, 112)})
    assert not faults({"stations[1].name": place(60, 112), "stations[2].name": place(220, 112)})


def test_a_column_of_a_table_stays_in_line() -> None:
    rows = {
        "stations[0].name": place(260, 100),
        "stations[0].year": place(400, 100),
        "stations[1].name": place(60, 112),
        "stations[1].year": place(200, 112),
    }
    assert faults(rows) == ["boxes in line", "boxes in line"]


def test_a_list_that_goes_up_is_out_of_order() -> None:
    assert faults({"names[0].name": place(60, 112), "names[1].name": place(60, 100)}) == [
        "the later row below or to the right"
    ]


@pytest.mark.parametrize(("shift", "count"), [(9.0, 0), (14.0, 0), (17.0, 1)])
def test_high_blocks_may_be_less_even(shift: float, count: int) -> None:
    """Of a step of 200 points 8% are 16."""
    rows = {
        f"claims[{row}].{name}": place(60 + 150 * column, 100 + 200 * row + (shift if row and column == 2 else 0))
        for row in (0, 1)
        for column, name in enumerate(("creditor", "amount", "date"))
    }
    assert len(faults(rows)) == count


def test_low_rows_are_even() -> None:
    rows = {
        f"claims[{row}].{name}": place(60 + 150 * column, 100 + 18 * row + (10 if row and column == 2 else 0))
        for row in (0, 1)
        for column, name in enumerate(("creditor", "amount", "date"))
    }
    assert len(faults(rows)) == 1
