"""Pages as pictures."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pymupdf
from PIL import Image

_LEVEL = 3
"""Of zlib's compression. Over eight real forms at 200 DPI, unfiltered rows at this level took 39 ms a page for 372 KB,
level 1 39 ms for 392 KB, level 4 79 ms for 351 KB, PyMuPDF's own encoder 105 ms for 339 KB; filters made pages grow."""


def render_png(page: pymupdf.Page, dpi: int) -> bytes:
    """Return the page, with its form fields, as an RGB PNG drawn at ``dpi`` dots an inch (never scaled from another).

    Deterministic for a version of PyMuPDF and of zlib.

    Raises:
        ValueError: ``dpi`` is not between 10 and 1200.
    """
    if not 10 <= dpi <= 1200:
        raise ValueError(f"dpi {dpi} is not between 10 and 1200")
    drawn = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False)
    return encode_png(drawn.samples, drawn.width, drawn.height, dpi)


def encode_png(samples: bytes, width: int, height: int, dpi: int) -> bytes:
    """Return a picture as PNG.

    Args:
        samples: red, green and blue of every pixel by rows from the top, a byte each.
        width: in pixels.
        height: in pixels.
        dpi: dots an inch, for programs that ask how large it is on paper.
    """
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # before each row stands its filter: 0, none
    rows[:, 1:] = np.frombuffer(samples, np.uint8).reshape(height, 3 * width)
    metre = round(dpi / 0.0254)
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        (b"IDAT", zlib.compress(rows.data, _LEVEL)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def is_picture(content: bytes) -> bool:
    """Return whether a file is a picture that can be drawn to the end, and not too large for it."""
    try:
        Image.open(io.BytesIO(content)).verify()
        Image.open(io.BytesIO(content)).load()
    except (ValueError, OSError, SyntaxError, Image.DecompressionBombError):
        return False
    return True


def pdf_of_image(image: bytes, dpi: int) -> bytes:
    """Return a PDF of one page that shows a picture and nothing else.

    Args:
        image: a picture file.
        dpi: dots an inch, which decides the size of the page.
    """
    with Image.open(io.BytesIO(image)) as picture:
        width, height = (pixels * 72 / dpi for pixels in picture.size)
    with pymupdf.open() as document:
        page = document.new_page(width=width, height=height)
        page.insert_image(page.rect, stream=image)
        content: bytes = document.tobytes(no_new_id=True, deflate=True, deflate_images=True)
    return content
