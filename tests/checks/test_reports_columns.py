"""Lines of two columns are two lines, however close they stand."""

from __future__ import annotations

import pymupdf

from dataset_builder.checks.drawn import read_pages
from dataset_builder.checks.reports.narrative import _outside, numbers_in


def test_the_end_of_one_column_and_the_start_of_the_next_make_no_number() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "Brackwater, with roughly 3.", fontsize=10)
        page.insert_text((320, 100), "18. Offer refused firms a second look, at 7.25.", fontsize=10)
        (drawn,) = read_pages(document.tobytes())
    assert numbers_in(_outside(drawn, [])) == {"3", "18", "7.25"}
