"""Pages joined into strips and kept within what a model takes (SynthDocBench, section 4 and Table 19)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

JPEG_QUALITIES = (95, 90, 85, 75, 65)
"""Tried in this order for an image that is too many bytes; below the last one it is made smaller instead."""

_SHRINK = 0.85
_SMALLEST_SIDE = 28


@dataclass(frozen=True)
class Layout:
    """How page images are shown.

    Attributes:
        concat: pages joined into one image, 1 for none.
        columns: in which they stand side by side, filled row by row.
        max_pages: pages shown at most, None for all.
        max_dimension: longest side of an image in pixels, None for any.
        max_bytes: of an encoded image, None for any.
    """

    concat: int = 1
    columns: int = 1
    max_pages: int | None = None
    max_dimension: int | None = None
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.concat <= 50:
            raise ValueError(f"concat {self.concat} is not within 1..50")
        if not 1 <= self.columns <= self.concat:
            raise ValueError(f"columns {self.columns} is not within 1..{self.concat}, the pages of an image")
        for name, least in (("max_pages", 1), ("max_dimension", _SMALLEST_SIDE), ("max_bytes", 10_000)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"{name} {value} is below {least}")


@lru_cache(maxsize=2)
def lay_out(pages: tuple[bytes, ...], layout: Layout) -> tuple[bytes, ...]:
    """Return the images that a model is shown; a page that stands alone and is within the limits is left as it is.

    Pages keep their sizes: an image is as wide as its widest row, and what a smaller page leaves is white. An image
    over ``max_dimension`` is scaled down. One over ``max_bytes`` is encoded as JPEG, and scaled down if that is too
    little.

    Args:
        pages: encoded images in page order.
        layout: how they are shown.
    """
    shown = pages[: layout.max_pages]
    groups = [shown[start : start + layout.concat] for start in range(0, len(shown), layout.concat)]
    return tuple(_make_image(group, layout) for group in groups)


def _make_image(pages: Sequence[bytes], layout: Layout) -> bytes:
    pictures = [_open(page) for page in pages]
    whole = pictures[0] if len(pictures) == 1 else _join(pictures, layout.columns)
    scaled = _within(whole, layout.max_dimension)
    content = pages[0] if scaled is pictures[0] else _encode(scaled, "PNG")
    return content if layout.max_bytes is None else _squeeze(scaled, content, layout.max_bytes)


def _open(page: bytes) -> Image.Image:
    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # our own pages; a strip may be as large as it is asked
    try:
        return Image.open(io.BytesIO(page))
    finally:
        Image.MAX_IMAGE_PIXELS = most


def _join(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    """Return the pictures in rows of ``columns``, each at its own size, from the upper left."""
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    width = max(sum(picture.width for picture in row) for row in rows)
    heights = [max(picture.height for picture in row) for row in rows]
    whole = Image.new("RGB", (width, sum(heights)), "white")
    top = 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for picture in row:
            whole.paste(picture.convert("RGB"), (left, top))
            left += picture.width
        top += height
    return whole


def _within(picture: Image.Image, most: int | None) -> Image.Image:
    """Return a picture whose longest side is at most ``most`` pixels."""
    longest = max(picture.size)
    return picture if most is None or longest <= most else _scaled(picture, most / longest)


def _scaled(picture: Image.Image, factor: float) -> Image.Image:
    size = [max(1, int(side * factor)) for side in picture.size]
    return picture.convert("RGB").resize((size[0], size[1]), Image.Resampling.LANCZOS)


def _squeeze(picture: Image.Image, content: bytes, most: int) -> bytes:
    """Return the content if it is within ``most`` bytes, else the picture as JPEG, smaller as far as it must be.

    Raises:
        ValueError: it would have to be smaller than a model can take.
    """
    while len(content) > most:
        for quality in JPEG_QUALITIES:
            content = _encode(picture, "JPEG", quality)
            if len(content) <= most:
                return content
        picture = _scaled(picture, _SHRINK)
        if min(picture.size) < _SMALLEST_SIDE:
            raise ValueError(f"an image of {picture.width} by {picture.height} pixels is still over {most} bytes")
    return content


def _encode(picture: Image.Image, kind: str, quality: int | None = None) -> bytes:
    out = io.BytesIO()
    options = {} if quality is None else {"quality": quality}
    (picture if kind == "PNG" else picture.convert("RGB")).save(out, kind, **options)
    return out.getvalue()
