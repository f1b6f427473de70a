"""A sheet gives what the page itself gives, drawn and read in whole or in part."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf
import pytest
from PIL import Image

from dataset_builder.pages.images import render_png
from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import align_text, layout_text, plain_text


@pytest.fixture(params=[0, 90])
def page(request: pytest.FixtureRequest) -> Iterator[pymupdf.Page]:
    """Yield a page with print and a comb field, upright and displayed sideways."""
    with pymupdf.open() as document:
        page = document.new_page(width=300, height=200)
        page.insert_text((30, 40), "Account number", fontsize=9)
        page.draw_line((20, 60), (280, 61), width=0.7)
        widget = pymupdf.Widget()
        widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
        widget.field_name, widget.field_value = "account", "40719"
        widget.field_flags, widget.text_maxlen = pymupdf.PDF_TX_FIELD_IS_COMB, 5
        widget.rect = pymupdf.Rect(120.3, 27.7, 220.6, 46.2)
        page.add_widget(widget)
        page.set_rotation(request.param)
        yield page


def test_what_is_drawn_and_read_is_the_page_s_own(page: pymupdf.Page) -> None:
    sheet = Sheet(page)
    assert sheet.png(100) == render_png(page, 100)
    assert sheet.text == plain_text(page)
    assert align_text(sheet) == layout_text(page)
    assert "40719" in layout_text(page)


def test_a_patch_is_that_part_of_the_whole_picture(page: pymupdf.Page) -> None:
    whole = page.get_pixmap(dpi=144, colorspace=pymupdf.csGRAY)
    picture = Image.frombytes("L", (whole.width, whole.height), whole.samples)
    for x, y in ((0.0, 0.0), (101.3, 33.9), (52.2, 120.7)):
        patch = Sheet(page).draw_patch((x, y, x + 60.4, y + 22.1), 144, 4)
        inner = (patch.left + 4, patch.top + 4, patch.left + 40, patch.top + 40)
        assert patch.crop(inner).tobytes() == picture.crop(inner).tobytes()


def test_a_sheet_does_not_see_later_changes(page: pymupdf.Page) -> None:
    sheet = Sheet(page)
    before = sheet.png(50), sheet.text
    page.insert_text((30, 90), "Later", fontsize=20)
    assert (sheet.png(50), sheet.text) == before
    assert render_png(page, 50) != before[0]
