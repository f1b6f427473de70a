"""Characters as they are read from the print: columns stay apart, letters of ligatures in order."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pymupdf

from dataset_builder.checks.drawn import _read_characters, lines_of, read_pages
from dataset_builder.checks.reports.narrative import _outside, numbers_in


def test_the_end_of_one_column_and_the_start_of_the_next_make_no_number() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "Brackwater, with roughly 3.", fontsize=10)
        page.insert_text((320, 100), "18. Offer refused firms a second look, at 7.25.", fontsize=10)
        (drawn,) = read_pages(document.tobytes())
    assert numbers_in(_outside(drawn, [])) == {"3", "18", "7.25"}


def test_the_second_letter_of_a_ligature_stays_before_what_follows() -> None:
    places = ((172.8, 177.6), (177.6, 183.3), (183.29, 183.29), (183.15, 187.9), (187.9, 191.2))
    chars = [
        {"c": letter, "origin": (left, 198.0), "bbox": (left, 187.4, right, 201.1), "synthetic": False}
        for letter, (left, right) in zip("after", places, strict=True)
    ]
    line = {"dir": (1.0, 0.0), "spans": [{"size": 9.6, "chars": chars}]}
    page = SimpleNamespace(
        rotation_matrix=(1, 0, 0, 1, 0, 0), get_text=lambda *_, **__: {"blocks": [{"lines": [line]}]}
    )
    assert lines_of(_read_characters(cast(Any, page))) == ("after",)
