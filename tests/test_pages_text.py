"""Text of pages: nothing lost, rows on one line, columns aligned."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import layout_text, plain_text, read_outside


def page_with(*texts: tuple[float, float, str, float], rotate: int = 0) -> pymupdf.Page:
    """Return a US-letter page with (x, baseline y, text, font size) drawn in that order."""
    page = pymupdf.open().new_page(width=612, height=792)
    for x, y, text, size in texts:
        page.insert_text((x, y), text, fontsize=size, rotate=rotate)
    return page


def add_text_field(page: pymupdf.Page, name: str, rect: tuple[float, ...], value: str, cells: int = 0) -> None:
    field = pymupdf.Widget()
    field.field_name, field.field_type, field.rect = name, pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.Rect(rect)
    field.text_fontsize, field.field_value = 9, value
    if cells:
        field.text_maxlen, field.field_flags = cells, pymupdf.PDF_TX_FIELD_IS_COMB
    page.add_widget(field)


def words_of(page: pymupdf.Page) -> Counter[str]:
    return Counter(word[4] for word in page.get_text("words"))


def test_plain_text_keeps_the_order_of_drawing_and_holds_filled_fields() -> None:
    page = page_with((72, 300, "second on the page", 10), (72, 100, "first on the page", 10))
    add_text_field(page, "name", (72, 400, 300, 418), "Ada Lovelace")
    assert plain_text(page) == "second on the page\nfirst on the page\nAda Lovelace\n"


def test_a_row_stands_on_one_line_under_its_headings() -> None:
    places = {"Item": 60.0, "Quantity": 180.0, "Unit price": 300.0, "Amount due": 460.0}
    rows = [
        ("Lamp, with a shade of green glass", "2", "10.50", "21.00"),
        ("Chair", "12", "104.00", "1,248.00"),
        ("Desk", "3", "99.95", "299.85"),
    ]
    texts = [(x, 100.0, heading, 12.0) for heading, x in places.items()]
    for number, row in enumerate(rows):
        texts += [(x, 120.0 + 14 * number, value, 7.0) for x, value in zip(places.values(), row, strict=True)]
    lines = [line for line in layout_text(page_with(*texts)).splitlines() if line]
    starts = [lines[0].index(heading) for heading in places]
    assert starts == sorted(starts) and len(lines) == 4
    for line, row in zip(lines[1:], rows, strict=True):
        for start, value in zip(starts, row, strict=True):
            assert abs(line.index(f" {value}" if start else value) + bool(start) - start) <= 2


def test_text_smaller_than_the_scale_does_not_push_later_columns_out_of_line() -> None:
    small = "a caption in very small print that has many more characters than room"
    lines = layout_text(
        page_with((50, 100, small, 4), (300, 100, "Total", 10), (50, 130, "x", 10), (300, 130, "77", 10))
    ).splitlines()
    assert lines[0].index("Total") == lines[-1].index("77")
    assert lines[0].startswith(small)


def test_two_columns_of_running_text_stay_apart() -> None:
    left = ["The left column holds", "running text of its own", "in three lines."]
    right = ["Beside it stands", "another column of", "three short lines."]
    texts = [(50.0, 100.0 + 12 * i, line, 9.0) for i, line in enumerate(left)]
    texts += [(330.0, 102.0 + 12 * i, line, 9.0) for i, line in enumerate(right)]
    lines = layout_text(page_with(*texts)).splitlines()
    assert [[part.strip() for part in line.split("   ") if part.strip()] for line in lines] == [
        [a, b] for a, b in zip(left, right, strict=True)
    ]
    assert len({line.index(part) for line, part in zip(lines, right, strict=True)}) == 1


def test_a_comb_field_is_one_word_and_its_empty_cells_are_spaces() -> None:
    page = page_with((72, 95, "Account", 9))
    add_text_field(page, "account", (72, 100, 312, 118), "4071 2256", cells=12)
    page.insert_text((80, 112), "_ _ _ _", fontsize=9)
    assert plain_text(page).split() == ["Account", *"____", *"40712256"]
    assert {line.strip() for line in layout_text(page).splitlines()} == {"Account", "_ _ _ _", "4071 2256"}


def test_a_sideways_page_reads_along_its_text() -> None:
    upright = page_with((100, 100, "Name", 10), (300, 100, "Born", 10), (100, 120, "Ada", 10), (300, 120, "1815", 10))
    turned = page_with(
        (100, 500, "Name", 10), (100, 300, "Born", 10), (120, 500, "Ada", 10), (120, 300, "1815", 10), rotate=90
    )
    assert layout_text(turned) == layout_text(upright)
    turned.set_rotation(90)
    assert layout_text(turned) == layout_text(upright)


def test_text_in_another_direction_stands_on_its_own_line() -> None:
    page = page_with((100, 100, "Most of the text runs to the right", 10), (100, 400, "and so does this", 10))
    page.insert_text((30, 300), "margin note", fontsize=8, rotate=90)
    assert [line.strip() for line in layout_text(page).splitlines() if line] == [
        "Most of the text runs to the right",
        "margin note",
        "and so does this",
    ]


def test_overlapping_words_are_both_there() -> None:
    text = layout_text(page_with((100, 100, "underneath", 12), (104, 101, "above", 12)))
    assert sorted(text.split()) == ["above", "underneath"]


def test_wide_steps_leave_one_blank_line() -> None:
    assert layout_text(page_with((72, 100, "top", 10), (72, 112, "next", 10), (72, 600, "bottom", 10))) == (
        "top\nnext\n\nbottom\n"
    )


def test_an_empty_page_gives_no_text() -> None:
    assert layout_text(page_with()) == ""


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(20, 400),
            st.floats(40, 760),
            st.text("abcXYZ019-.,$ ", min_size=1, max_size=25).filter(str.strip),
            st.sampled_from([5.0, 8.0, 11.0, 20.0]),
            st.sampled_from([0, 0, 0, 90, 180]),
        ),
        min_size=1,
        max_size=25,
    )
)
def test_no_word_is_lost_wherever_it_stands(texts: list[tuple[float, float, str, float, int]]) -> None:
    page = page_with()
    for x, y, text, size, rotate in texts:
        page.insert_text((x, y), text, fontsize=size, rotate=rotate)
    assert Counter("".join(layout_text(page).split())) == Counter("".join(page.get_text().split()))
    missing = words_of(page) - Counter(layout_text(page).split())
    assert sum(missing.values()) <= sum(words_of(page).values()) * 0.2  # words that another one is drawn over may join


@pytest.mark.parametrize("folder", ["dev", "odd"])
def test_no_word_of_a_real_form_is_lost(shared: Path, folder: str) -> None:
    checked = 0
    for path in sorted((shared / "forms" / folder).glob("*.pdf")):
        with pymupdf.open(path) as document:
            if document.needs_pass:
                continue
            got, expected = (
                Counter(layout_text(document[0]).split()),
                Counter(re.sub(r"[\x00-\x1f]", " ", document[0].get_text()).split()),
            )
            lost = {word: count for word, count in (expected - got).items() if not is_right_to_left(word)}
            assert not lost, path.name
            checked += 1
    assert checked >= 10


def is_right_to_left(word: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in word)


def test_what_stands_in_boxes_left_out_is_in_neither_text() -> None:
    page = page_with(
        (60, 100, "Sales rose in the north", 10),
        (330, 100, "North 12", 10),
        (330, 120, "South 9", 10),
        (60, 120, "and fell in the south.", 10),
    )
    plain, aligned = read_outside(Sheet(page), [(320, 80, 420, 130)])
    assert plain == "Sales rose in the north\nand fell in the south.\n"
    assert " ".join(aligned.split()) == "Sales rose in the north and fell in the south."


def test_a_line_that_reaches_into_a_box_keeps_what_is_outside() -> None:
    page = page_with((60, 100, "Total 55", 10))
    start = next(word[0] for word in page.get_text("words") if word[4] == "55")
    assert read_outside(Sheet(page), [(start - 1, 80, 300, 130)]) == ("Total \n", "Total\n")


def test_where_nothing_is_left_out_both_texts_are_the_usual_ones() -> None:
    page = page_with((72, 300, "second on the page", 10), (72, 100, "first on the page", 10))
    assert read_outside(Sheet(page), []) == (plain_text(page), layout_text(page))
