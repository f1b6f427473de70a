"""Page images of a record, at the stored resolution or drawn again from its PDF, each when it is needed."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image

STORED_DPI: dict[str, int] = {"reports": 144, "hops": 144, "forms": 200, "rubrics": 144}
"""Resolution of the column ``images`` by family, in dots per inch."""

Size = tuple[int, int]
"""Width and height in pixels."""

_LOW_DPI = {"forms": 50}


class Unfit(ValueError):
    """A request that no model could take, and ``kind``, the kind of failure that it is."""

    def __init__(self, kind: str, detail: str) -> None:
        """Keep the kind; ``detail`` says what is wrong."""
        super().__init__(detail)
        self.kind = kind


@dataclass(frozen=True)
class Pages:
    """Where page images come from: ``stored`` as they are, or the PDF at ``path``, drawn at ``dpi``."""

    stored: tuple[bytes, ...] = ()
    path: Path | None = None
    dpi: int = 0

    def sizes(self) -> tuple[Size, ...]:
        """Return the pages' sizes; nothing is drawn, and no picture decoded.

        Raises:
            Unfit: a stored page is no image.
        """
        if self.path is not None:
            return _measure(self.path, self.dpi)
        try:
            return tuple(open_image(page).size for page in self.stored)
        except OSError as error:
            raise Unfit("bad_image", f"a page image can't be read: {error}") from error

    def images(self) -> tuple[bytes, ...]:
        """Return the encoded pages, in order; drawn ones are kept until others are asked for."""
        return self.stored if self.path is None else _draw(self.path, self.dpi)

    def digest(self) -> str:
        """Return the digest of what the pages are made of: stored images, or the PDF and the resolution."""
        total = hashlib.sha256()
        if self.path is not None:
            total.update(f"{self.dpi}\0".encode() + self.path.read_bytes())
        for page in self.stored:
            total.update(hashlib.sha256(page).digest())
        return total.hexdigest()


def image_columns(family: str, dpi: int) -> list[str]:
    """Return the columns that ``find_pages`` reads for one resolution."""
    if dpi == STORED_DPI[family]:
        return ["images"]
    return ["knobs", "pdf_path", *(["image_50dpi", "num_pages"] if _LOW_DPI.get(family) == dpi else [])]


def find_pages(record: Mapping[str, Any], family: str, dpi: int, root: Path) -> Pages:
    """Return where the pages of a record come from.

    A resolution that isn't stored is drawn from the PDF: scaling the stored image up would add pixels and no detail.

    Args:
        record: a row with the columns of ``image_columns``.
        family: the record's.
        dpi: dots per inch.
        root: folder of the repository, to which ``pdf_path`` is relative.

    Raises:
        FileNotFoundError: the PDF is needed and isn't there.
        ValueError: the record holds no images, or its pages are scans, which no PDF can give at another resolution.
    """
    if dpi == STORED_DPI[family]:
        stored = tuple(image["bytes"] for image in record["images"] or ())
        if not stored:
            raise ValueError(f"{record['id']}: the record holds no page images")
        return Pages(stored)
    if _LOW_DPI.get(family) == dpi and record["image_50dpi"] and record["num_pages"] == 1:
        return Pages((record["image_50dpi"]["bytes"],))
    if (record["knobs"] or {}).get("scan"):
        raise ValueError(f"{record['id']}: pages are scans, which are not stored at {dpi} DPI")
    path = root / record["pdf_path"]
    if not path.is_file():
        raise FileNotFoundError(f"{path} is needed to draw pages at {dpi} DPI, and is not there")
    return Pages(path=path, dpi=dpi)


def open_image(content: bytes) -> Image.Image:
    """Return an encoded image, opened and not decoded yet; our own may be of any size."""
    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        return Image.open(io.BytesIO(content))
    finally:
        Image.MAX_IMAGE_PIXELS = most


@lru_cache(maxsize=8)
def _measure(path: Path, dpi: int) -> tuple[Size, ...]:
    import pymupdf

    scale = pymupdf.Matrix(dpi / 72, dpi / 72)
    with pymupdf.open(path) as document:
        boxes = [(page.rect * scale).irect for page in document]
    return tuple((box.width, box.height) for box in boxes)


@lru_cache(maxsize=1)
def _draw(path: Path, dpi: int) -> tuple[bytes, ...]:
    import pymupdf

    with pymupdf.open(path) as document:
        return tuple(page.get_pixmap(dpi=dpi, alpha=False).tobytes("png") for page in document)
