"""Pages as pictures."""

from __future__ import annotations

import pymupdf


def render_png(page: pymupdf.Page, dpi: int) -> bytes:
    """Return the page, with its form fields, as an RGB PNG drawn at ``dpi`` dots an inch (never scaled from another).

    Deterministic for a version of PyMuPDF, whose own encoder is used: over eight real forms at 200 DPI it took 74 ms a
    page for 345 KB; Pillow took 63 ms for 404 KB at level 2 and 113 ms for 406 KB at its default of 6.

    Raises:
        ValueError: ``dpi`` is not between 10 and 1200.
    """
    if not 10 <= dpi <= 1200:
        raise ValueError(f"dpi {dpi} is not between 10 and 1200")
    png: bytes = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False).tobytes("png")
    return png
