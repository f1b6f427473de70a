"""What a print shows, read back from the PDF: every character in a font of ours, every box where the browser had it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pymupdf

from dataset_builder.pages.web import FONTS

_OURS = tuple(family.replace(" ", "") for family in FONTS)
_SLACK = 1.5
"""Points by which a character's middle may lie outside its element's box."""


@dataclass(frozen=True)
class Box:
    """Where an element stands.

    Attributes:
        page: from 1.
        bbox: (x0, y0, x1, y1) in points from the page's top left corner.
        kind: what it is, such as ``paragraph``.
        ref: its name within the document.
        text: what it reads; of a chart, all its labels.
    """

    page: int
    bbox: tuple[float, float, float, float]
    kind: str
    ref: str
    text: str


def verify_print(pdf: bytes, boxes: Sequence[Box], pages: int) -> Iterator[str]:
    """Yield what is wrong with a print, in words.

    Args:
        pdf: the print.
        boxes: elements as laid out; the text of each must stand within its box.
        pages: number of pages laid out; not compared where it is 0.
    """
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        if pages and len(document) != pages:
            yield f"it was laid out on {pages} pages and printed on {len(document)}"
            return
        for number, page in enumerate(document, start=1):
            spans = page.get_texttrace()
            yield from _check_fonts(spans)
            characters = [(chr(char[0]), char[3]) for span in spans for char in span["chars"] if char[0] > 32]
            middles = np.array([((x0 + x1) / 2, (y0 + y1) / 2) for _, (x0, y0, x1, y1) in characters]).reshape(-1, 2)
            for box in boxes:
                if box.page == number:
                    yield from _check_box(box, characters, middles)


def _check_fonts(spans: Sequence[dict[str, object]]) -> Iterator[str]:
    for span in spans:
        font = str(span["font"]).partition("+")[2] or str(span["font"])
        for char in span["chars"]:  # type: ignore[attr-defined]
            if char[1] == 0 or (not font.startswith(_OURS) and char[0] > 32):
                yield f"no font of the page has {chr(char[0])!r} (U+{char[0]:04X}); {font} stands in"


def _check_box(box: Box, characters: Sequence[tuple[str, object]], middles: np.ndarray) -> Iterator[str]:
    x0, y0, x1, y1 = box.bbox
    low, high = np.array([x0, y0]) - _SLACK, np.array([x1, y1]) + _SLACK
    inside = np.flatnonzero(((middles >= low) & (middles <= high)).all(axis=1))
    wanted = Counter(char for char in box.text if not char.isspace())
    if missing := wanted - Counter(characters[index][0] for index in inside):
        yield f"{box.kind} {box.ref!r} lacks {''.join(missing.elements())[:40]!r} where it was laid out on the print"
