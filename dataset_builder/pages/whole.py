"""A given PDF as pictures and texts: what a record shows of a document that was not made here."""

from __future__ import annotations

from dataclasses import dataclass

import pymupdf

from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import read_outside

_PAGE_BREAK = "\n\f"


class NoPdf(ValueError):
    """What was given is no PDF, is locked, or has no pages."""


@dataclass(frozen=True)
class Drawn:
    """The pages of a PDF: each as PNG, all as plain and as aligned text with a form feed between pages."""

    images: tuple[bytes, ...]
    text: str
    layout_text: str


def open_pdf(pdf: bytes) -> pymupdf.Document:
    """Return a PDF, opened.

    Raises:
        NoPdf: it can't be opened without a password, or has no pages.
    """
    try:
        document = pymupdf.open(stream=pdf, filetype="pdf")
    except (pymupdf.FileDataError, pymupdf.EmptyFileError, RuntimeError) as error:
        raise NoPdf(f"not a PDF that can be opened ({' '.join(str(error).split())})") from error
    if not document.is_pdf:
        raise NoPdf("a file that is no PDF")
    if document.needs_pass:
        raise NoPdf("a PDF that needs a password")
    if not document.page_count:
        raise NoPdf("a PDF without pages")
    return document


def draw_pdf(pdf: bytes, dpi: int) -> Drawn:
    """Return the pages of a PDF, drawn at ``dpi`` dots an inch.

    Raises:
        NoPdf: it can't be opened without a password, or has no pages.
    """
    with open_pdf(pdf) as document:
        images, texts = [], []
        for page in document:
            sheet = Sheet(page)
            texts.append(read_outside(sheet, []))
            images.append(sheet.png(dpi))
    plain, aligned = zip(*texts, strict=True)
    return Drawn(tuple(images), _PAGE_BREAK.join(plain), _PAGE_BREAK.join(aligned))
