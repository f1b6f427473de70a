"""What a print shows, read back from the PDF: every character in a font of ours, every box where the browser had it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pymupdf
from numpy.typing import NDArray

from dataset_builder.pages.web import FONTS

_OURS = tuple(family.replace(" ", "") for family in FONTS)
_SLACK = 1.5
"""Points by which a character's middle may lie outside its element's box."""


@dataclass(frozen=True)
class Element:
    """Where an element of a page stands.

    Attributes:
        page: from 1.
        boxes: (x0, y0, x1, y1) in points from the page's top left corner; several where it goes on in another column.
        kind: what it is, such as ``paragraph``.
        ref: its name within the document.
        text: what it reads; of a chart, all its labels.
    """

    page: int
    boxes: tuple[tuple[float, float, float, float], ...]
    kind: str
    ref: str
    text: str


def verify_print(pdf: bytes, elements: Sequence[Element], pages: int) -> Iterator[str]:
    """Yield what is wrong with a print, in words.

    Args:
        pdf: the print.
        elements: as laid out; the text of each must stand within its boxes.
        pages: number of pages laid out; not compared where it is 0.
    """
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        if pages and len(document) != pages:
            yield f"it was laid out on {pages} pages and printed on {len(document)}"
            return
        for number, page in enumerate(document, start=1):
            spans = page.get_texttrace()
            yield from _check_fonts(spans)
            characters = [(char[0], *char[3]) for span in spans for char in span["chars"] if char[0] > 32]
            letters, x0, y0, x1, y1 = np.array(characters).reshape(-1, 5).T
            middles = ((x0 + x1) / 2, (y0 + y1) / 2)
            for element in elements:
                if element.page == number:
                    yield from _check_place(element, letters.astype(int), middles)


def _check_fonts(spans: Sequence[dict[str, object]]) -> Iterator[str]:
    for span in spans:
        font = str(span["font"]).partition("+")[2] or str(span["font"])
        for char in span["chars"]:  # type: ignore[attr-defined]
            if char[1] == 0 or (not font.startswith(_OURS) and char[0] > 32):
                yield f"no font of the page has {chr(char[0])!r} (U+{char[0]:04X}); {font} stands in"


def _check_place(
    element: Element, letters: NDArray[np.int_], middles: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> Iterator[str]:
    x, y = middles
    inside = np.zeros(len(letters), bool)
    for x0, y0, x1, y1 in element.boxes:
        inside |= (x0 - _SLACK <= x) & (x <= x1 + _SLACK) & (y0 - _SLACK <= y) & (y <= y1 + _SLACK)
    wanted = Counter("".join(element.text.split()))
    if missing := wanted - Counter(map(chr, letters[inside].tolist())):
        lost = "".join(missing.elements())[:40]
        yield f"{element.kind} {element.ref!r} lacks {lost!r} where it was laid out on the print"
