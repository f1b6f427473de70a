"""Pages joined into strips: what is where, and what the limits do."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from eval_scripts.strips import Layout, lay_out


def page(width: int, height: int, colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


def noise(width: int, height: int) -> bytes:
    pixels = np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def opened(images: Sequence[bytes]) -> list[Image.Image]:
    return [Image.open(io.BytesIO(image)).convert("RGB") for image in images]


PAGES = (page(60, 80, "red"), page(60, 80, "blue"), page(100, 50, "lime"), page(60, 80, "black"))


def test_pages_alone_within_the_limits_stay_the_bytes_they_are() -> None:
    assert lay_out(PAGES, Layout(max_dimension=100, max_bytes=10_000)) == PAGES


def test_a_strip_has_its_pages_below_each_other_at_their_own_sizes() -> None:
    first, second = opened(lay_out(PAGES, Layout(concat=3)))
    assert first.size == (100, 80 + 80 + 50) and second.size == (60, 80)
    assert [first.getpixel(at) for at in ((30, 40), (30, 120), (90, 200))] == [(255, 0, 0), (0, 0, 255), (0, 255, 0)]
    assert first.getpixel((90, 40)) == (255, 255, 255), "beside a narrow page it is white"


def test_columns_are_filled_row_by_row() -> None:
    (whole,) = opened(lay_out(PAGES, Layout(concat=4, columns=2)))
    assert whole.size == (160, 160)
    corners = [whole.getpixel(at) for at in ((10, 10), (70, 10), (10, 90), (110, 90))]
    assert corners == [(255, 0, 0), (0, 0, 255), (0, 255, 0), (0, 0, 0)]


def test_only_the_first_pages_are_shown() -> None:
    assert lay_out(PAGES, Layout(max_pages=2)) == PAGES[:2]


def test_a_longer_side_is_scaled_down_to_the_limit() -> None:
    (strip,) = opened(lay_out(PAGES[:2], Layout(concat=2, max_dimension=80)))
    assert strip.size == (30, 80)
    assert strip.getpixel((15, 20)) == (255, 0, 0) and strip.getpixel((15, 60)) == (0, 0, 255)


def test_too_many_bytes_are_encoded_again_before_the_image_is_made_smaller() -> None:
    picture = noise(400, 300)
    (encoded,) = lay_out((picture,), Layout(max_bytes=150_000))
    assert len(encoded) <= 150_000 and encoded.startswith(b"\xff\xd8") and opened([encoded])[0].size == (400, 300)
    (smaller,) = lay_out((picture,), Layout(max_bytes=20_000))
    assert len(smaller) <= 20_000 and max(opened([smaller])[0].size) < 400


def test_a_tall_strip_of_many_pages_is_no_bomb() -> None:
    tall = tuple(page(1000, 20_000, "red") for _ in range(10))
    (strip,) = lay_out(tall, Layout(concat=10, max_dimension=7_900))
    (width, height) = Image.open(io.BytesIO(strip)).size
    assert (width, height) == (40, 7_900), "39 pixels of pages and a margin of one: not over 200 times as long as wide"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"concat": 0}, "concat 0 is not within 1..50"),
        ({"concat": 2, "columns": 3}, "columns 3 is not within 1..2"),
        ({"max_bytes": 10}, "max_bytes 10 is below 10000"),
    ],
)
def test_what_is_out_of_range_is_named(given: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Layout(**given)
