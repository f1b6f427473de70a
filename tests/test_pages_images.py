"""Pages as pictures: their size, colours and sameness."""

from __future__ import annotations

import io

import pymupdf
import pytest
from PIL import Image

from dataset_builder.pages.images import render_png


@pytest.fixture
def page() -> pymupdf.Page:
    """Return an A5 page (420 x 595 points) with a red square of 72 points, 36 points from the top left corner."""
    page = pymupdf.open().new_page(width=420, height=595)
    page.draw_rect((36, 36, 108, 108), color=None, fill=(1, 0, 0))
    return page


@pytest.mark.parametrize(("dpi", "size"), [(200, (1167, 1653)), (50, (292, 414))])
def test_the_picture_has_the_size_that_dpi_gives_and_plain_rgb_colours(
    page: pymupdf.Page, dpi: int, size: tuple[int, int]
) -> None:
    image = Image.open(io.BytesIO(render_png(page, dpi)))
    assert (image.format, image.mode) == ("PNG", "RGB")
    assert all(abs(got - expected) <= 1 for got, expected in zip(image.size, size, strict=True))
    assert image.getpixel((dpi, dpi)) == (255, 0, 0)
    assert image.getpixel((dpi * 2, dpi)) == (255, 255, 255)


def test_the_picture_is_what_the_renderer_drew_pixel_by_pixel(page: pymupdf.Page) -> None:
    page.insert_text((50, 300), "Ståhl & Sons", fontsize=31, color=(0.1, 0.4, 0.9))
    drawn = page.get_pixmap(dpi=113, alpha=False)
    image = Image.open(io.BytesIO(render_png(page, 113)))
    image.load()
    assert image.tobytes() == drawn.samples
    assert image.info["dpi"] == pytest.approx((113, 113), abs=0.1)
    assert set(image.info) == {"dpi"}


def test_the_same_page_gives_the_same_bytes(page: pymupdf.Page) -> None:
    again = pymupdf.open(stream=page.parent.tobytes(no_new_id=True))[0]
    assert render_png(page, 72) == render_png(again, 72)


def test_form_fields_are_drawn(page: pymupdf.Page) -> None:
    blank = render_png(page, 72)
    field = pymupdf.Widget()
    field.field_name, field.field_type, field.rect = (
        "name",
        pymupdf.PDF_WIDGET_TYPE_TEXT,
        pymupdf.Rect(50, 200, 250, 220),
    )
    field.field_value = "Ada"
    page.add_widget(field)
    assert render_png(page, 72) != blank


def test_a_resolution_out_of_range_is_named(page: pymupdf.Page) -> None:
    with pytest.raises(ValueError, match="dpi 5 is not between 10 and 1200"):
        render_png(page, 5)
