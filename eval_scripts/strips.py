"""Pages joined into strips and kept within what a model takes (SynthDocBench, section 4 and Table 19)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from eval_scripts.images import Size, Unfit, open_image

JPEG_QUALITIES = (95, 90, 85, 75, 65)
"""Tried in this order for an image that is too many bytes; below the last one it is made smaller instead."""

MIN_SIDE = 28
"""Least side of an image in pixels; processors of Qwen's models refuse a smaller one."""

MAX_ASPECT = 200
"""How many times as long as wide an image may be; the same processors refuse a longer one."""

MAX_PIXELS = 178_956_970
"""Above this, image readers suspect a bomb (Pillow's own limit)."""

_SHRINK = 0.85
_PNG_LEVEL = 3
"""Of strips of five report pages, half as fast again as Pillow's own level, and smaller."""


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
        for name, least in (("max_pages", 1), ("max_dimension", MIN_SIDE), ("max_bytes", 10_000)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"{name} {value} is below {least}")


def fit_layout(sizes: Sequence[Size], layout: Layout) -> Layout:
    """Return the layout with as many pages a strip as keep every strip within what image readers and processors take.

    Strips over ``MAX_ASPECT`` times as long as wide, or over ``MAX_PIXELS``, are re-made with half as many pages.
    """
    while layout.concat > 1:
        shown = _unpadded_sizes(sizes, layout)
        if all(_aspect(size) <= MAX_ASPECT and size[0] * size[1] <= MAX_PIXELS for size in shown):
            return layout
        fewer = layout.concat // 2
        layout = replace(layout, concat=fewer, columns=min(layout.columns, fewer))
    return layout


def plan_sizes(sizes: Sequence[Size], layout: Layout) -> tuple[Size, ...]:
    """Return the sizes of the images that ``lay_out`` makes of pages of these sizes.

    An image that is over ``max_bytes`` even as JPEG comes out smaller than said here.
    """
    return tuple(_padded_size(size) for size in _unpadded_sizes(sizes, layout))


@lru_cache(maxsize=2)
def lay_out(pages: tuple[bytes, ...], layout: Layout) -> tuple[bytes, ...]:
    """Return the images that a model is shown; a page that stands alone and is within the limits is left as it is.

    Pages keep their sizes: an image is as wide as its widest row, and what a smaller page leaves is white. An image
    over ``max_dimension`` is scaled down. One with a side below ``MIN_SIDE``, or longer than ``MAX_ASPECT`` times its
    width, gets a white margin. One over ``max_bytes`` is encoded as JPEG, and scaled down if that is too little.

    Args:
        pages: encoded images in page order.
        layout: how they are shown.

    Raises:
        Unfit: an image can't be read, or would have to be smaller than a model can take.
    """
    shown = pages[: layout.max_pages]
    groups = [shown[start : start + layout.concat] for start in range(0, len(shown), layout.concat)]
    return tuple(_make_image(group, layout) for group in groups)


def _unpadded_sizes(sizes: Sequence[Size], layout: Layout) -> tuple[Size, ...]:
    shown = sizes[: layout.max_pages]
    groups = [shown[start : start + layout.concat] for start in range(0, len(shown), layout.concat)]
    return tuple(_bounded_size(_joined_size(group, layout.columns), layout) for group in groups)


def _aspect(size: Size) -> float:
    return max(size) / min(size)


def _rows(sizes: Sequence[Size], columns: int) -> list[Sequence[Size]]:
    return [sizes[start : start + columns] for start in range(0, len(sizes), columns)]


def _joined_size(sizes: Sequence[Size], columns: int) -> Size:
    rows = _rows(sizes, columns)
    width = max(sum(size[0] for size in row) for row in rows)
    return width, sum(max(size[1] for size in row) for row in rows)


def _bounded_size(size: Size, layout: Layout) -> Size:
    most = layout.max_dimension
    return size if most is None or max(size) <= most else _scaled_size(size, most / max(size))


def _scaled_size(size: Size, factor: float) -> Size:
    return max(1, int(size[0] * factor)), max(1, int(size[1] * factor))


def _padded_size(size: Size) -> Size:
    least = max(MIN_SIDE, -(-max(size) // MAX_ASPECT))
    return max(size[0], least), max(size[1], least)


def _make_image(pages: Sequence[bytes], layout: Layout) -> bytes:
    try:
        pictures = [open_image(page) for page in pages]
        sizes = [picture.size for picture in pictures]
        size = _bounded_size(_joined_size(sizes, layout.columns), layout)
        if len(pages) == 1 and size == sizes[0] == _padded_size(size):
            if layout.max_bytes is None or len(pages[0]) <= layout.max_bytes:
                return pages[0]
            return _squeeze(pictures[0], pages[0], layout.max_bytes)
        whole = pictures[0] if len(pictures) == 1 else _join(pictures, layout.columns)
        whole = whole if whole.size == size else whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        whole = _pad(whole)
        content = _encode(whole, "PNG")
        return content if layout.max_bytes is None else _squeeze(whole, content, layout.max_bytes)
    except OSError as error:
        raise Unfit("bad_image", f"a page image can't be read: {error}") from error


def _pad(picture: Image.Image) -> Image.Image:
    size = _padded_size(picture.size)
    if size == picture.size:
        return picture
    padded = Image.new("RGB", size, "white")
    padded.paste(picture.convert("RGB"), (0, 0))
    return padded


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


def _squeeze(picture: Image.Image, content: bytes, most: int) -> bytes:
    """Return the content if it is within ``most`` bytes, else the picture as JPEG, smaller as far as it must be.

    Raises:
        Unfit: it would have to be smaller than a model can take.
    """
    while len(content) > most:
        for quality in JPEG_QUALITIES:
            content = _encode(picture, "JPEG", quality)
            if len(content) <= most:
                return content
        size = _scaled_size(picture.size, _SHRINK)
        if min(size) < MIN_SIDE:
            told = f"{picture.width} by {picture.height} pixels"
            raise Unfit("too_large", f"an image of {told} is over {most} bytes, and smaller ones can't be read")
        picture = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return content


def _encode(picture: Image.Image, kind: str, quality: int | None = None) -> bytes:
    out = io.BytesIO()
    options = {"compress_level": _PNG_LEVEL} if kind == "PNG" else {"quality": quality or JPEG_QUALITIES[0]}
    (picture if kind == "PNG" else picture.convert("RGB")).save(out, kind, **options)
    return out.getvalue()
