"""Page images of a record, at the stored resolution or drawn again from its PDF."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

STORED_DPI: dict[str, int] = {"reports": 144, "hops": 144, "forms": 200, "rubrics": 144}
"""Resolution of the column ``images`` by family, in dots per inch."""

_LOW_DPI = {"forms": 50}


def image_columns(family: str, dpi: int) -> list[str]:
    """Return the columns that ``page_images`` reads for one resolution."""
    if dpi == STORED_DPI[family]:
        return ["images"]
    return ["knobs", "pdf_path", *(["image_50dpi", "num_pages"] if _LOW_DPI.get(family) == dpi else [])]


def page_images(record: Mapping[str, Any], family: str, dpi: int, root: Path) -> tuple[bytes, ...]:
    """Return the encoded pages of a record, in order.

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
        images = [image["bytes"] for image in record["images"] or ()]
    elif _LOW_DPI.get(family) == dpi and record["image_50dpi"] and record["num_pages"] == 1:
        images = [record["image_50dpi"]["bytes"]]
    else:
        if (record["knobs"] or {}).get("scan"):
            raise ValueError(f"{record['id']}: pages are scans, which are not stored at {dpi} DPI")
        images = _draw(root / record["pdf_path"], dpi)
    if not images:
        raise ValueError(f"{record['id']}: the record holds no page images")
    return tuple(images)


def _draw(path: Path, dpi: int) -> list[bytes]:
    import pymupdf

    if not path.is_file():
        raise FileNotFoundError(f"{path} is needed to draw pages at {dpi} DPI, and is not there")
    with pymupdf.open(path) as document:
        return [page.get_pixmap(dpi=dpi, alpha=False).tobytes("png") for page in document]
