"""A page that is interpreted once, however often it is drawn and read.

Interpreting a page's contents, fonts and form fields costs as much as drawing it small. A stage that draws a page at
several resolutions, or reads and draws it, does so through one ``Sheet``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pymupdf
from PIL import Image

from dataset_builder.pages.images import encode_png

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Patch:
    """A part of a page's grey picture.

    Attributes:
        left, top: of its upper left corner on the picture of the whole page, in pixels.
        picture: mode ``L``.
    """

    left: int
    top: int
    picture: Image.Image

    def crop(self, region: tuple[int, int, int, int]) -> Image.Image:
        """Return a region (left, top, right, bottom, in pixels of the whole page), black where the patch has nothing.

        >>> Patch(10, 20, Image.new("L", (4, 4), 9)).crop((12, 21, 15, 23)).tobytes().hex()
        '090900090900'
        """
        x0, y0, x1, y1 = region
        return self.picture.crop((x0 - self.left, y0 - self.top, x1 - self.left, y1 - self.top))


class Sheet:
    """A page as it is now; what is drawn and read of it is kept, and does not see later changes."""

    def __init__(self, page: pymupdf.Page) -> None:
        """Take a page of an open document; texts can be read while that is open, and drawn at any time."""
        self.page = page

    @cached_property
    def _drawing(self) -> pymupdf.DisplayList:
        return self.page.get_displaylist()

    @cached_property
    def _reading(self) -> pymupdf.TextPage:
        return self.page.get_textpage(flags=pymupdf.TEXTFLAGS_TEXT)

    @cached_property
    def text(self) -> str:
        """Return the text as PyMuPDF gives it, unsorted, with what form fields show."""
        return str(self.page.get_text(textpage=self._reading))

    @cached_property
    def spans(self) -> list[dict[str, Any]]:
        """Return the blocks of text by lines and spans ("dict" of PyMuPDF)."""
        blocks: list[dict[str, Any]] = self.page.get_text("dict", textpage=self._reading)["blocks"]
        return blocks

    @cached_property
    def characters(self) -> list[dict[str, Any]]:
        """Return the blocks of text by lines, spans and characters ("rawdict" of PyMuPDF)."""
        blocks: list[dict[str, Any]] = self.page.get_text("rawdict", textpage=self._reading)["blocks"]
        return blocks

    def draw(self, dpi: int, colorspace: pymupdf.Colorspace, clip: Box | None = None) -> pymupdf.Pixmap:
        """Return the page as displayed, with its form fields, or the part of it within ``clip`` (in points)."""
        scale = dpi / 72
        return self._drawing.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=colorspace, clip=clip)

    def draw_patch(self, box: Box, dpi: int, margin: int) -> Patch:
        """Return the grey picture of what is around a box, in points, with ``margin`` more pixels on each side."""
        scale = dpi / 72
        left, top = (max(0, math.floor(side * scale) - margin) for side in box[:2])
        right, bottom = (math.ceil(side * scale) + margin for side in box[2:])
        pixels = self.draw(dpi, pymupdf.csGRAY, (left / scale, top / scale, right / scale, bottom / scale))
        return Patch(pixels.x, pixels.y, Image.frombytes("L", (pixels.width, pixels.height), pixels.samples))

    def png(self, dpi: int) -> bytes:
        """Return the page as ``images.render_png`` does."""
        drawn = self.draw(dpi, pymupdf.csRGB)
        return encode_png(drawn.samples, drawn.width, drawn.height, dpi)
