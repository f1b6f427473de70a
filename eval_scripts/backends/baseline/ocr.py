"""Page images read by RapidOCR, a small recogniser whose models come with its package, as aligned text."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dataset_builder.pages.text import Run, align_runs
from eval_scripts.backends import BackendError

PAGES_KEPT = 256
"""Pages whose text is kept, so that all questions about a document read it once."""

_LONGEST_SIDE = 10_000  # pixels; RapidOCR's own limit of 2,000 would blur a page of 200 DPI
_FONT_SIZE = 0.7  # of the height of a box, which goes a little beyond ascenders and descenders
_WIDE = 4.0  # boxes that many times as wide as high tell how a page is turned

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """Words that were found in one box; its corners clockwise from the upper left, in pixels."""

    text: str
    corners: tuple[Point, Point, Point, Point]

    @property
    def width(self) -> float:
        """Return the length of the upper side."""
        return math.dist(self.corners[0], self.corners[1])

    @property
    def height(self) -> float:
        """Return the length of the left side."""
        return math.dist(self.corners[0], self.corners[3])

    @property
    def angle(self) -> float:
        """Return how far the upper side falls to the right, in radians."""
        (xa, ya), (xb, yb) = self.corners[:2]
        return math.atan2(yb - ya, xb - xa)


def read_pages(images: Iterable[bytes]) -> str:
    """Return the aligned text of page images, a form feed between pages.

    Raises:
        BackendError: RapidOCR is not installed.
        ValueError: an image can't be decoded.
    """
    return "\f".join(map(_read_page, images))


def versions() -> Mapping[str, str]:
    """Return the versions of the packages that read images, where they are installed."""
    names = [name for name in ("rapidocr", "onnxruntime") if importlib.util.find_spec(name) is not None]
    return {name: importlib.metadata.version(name) for name in names}


@lru_cache(maxsize=PAGES_KEPT)
def _read_page(image: bytes) -> str:
    return align_lines(_recognise(image))


def align_lines(lines: Sequence[Line]) -> str:
    """Return lines found on an image as text aligned by whitespace, with the page set upright first.

    >>> box = lambda x, y, width: ((x, y), (x + width, y), (x + width, y + 20), (x, y + 20))
    >>> found = [Line("Duluth", box(100, 36, 60)), Line("City", box(10, 10, 40)), Line("Name", box(100, 11, 40))]
    >>> print(align_lines(found), end="")
    City     Name
             Duluth
    """
    wide = [line.angle for line in lines if line.width > _WIDE * line.height]
    angle = statistics.median(wide) if wide else 0.0
    return align_runs(_run(line, -angle) for line in lines if line.text.strip())


def _run(line: Line, angle: float) -> Run:
    turned = [_turn(corner, angle) for corner in line.corners]
    across = [x for x, _ in turned]
    middle = statistics.fmean(y for _, y in turned)
    return Run(" ".join(line.text.split()), min(across), max(across), middle, _FONT_SIZE * line.height)


def _turn(point: Point, angle: float) -> Point:
    (x, y), sine, cosine = point, math.sin(angle), math.cos(angle)
    return x * cosine - y * sine, x * sine + y * cosine


def _recognise(image: bytes) -> list[Line]:
    engine = _engine()
    try:
        found = engine(image, use_cls=False)  # pages stand upright: no line is tried upside down
    except Exception as error:  # RapidOCR has no class for what it raises on a damaged image
        raise ValueError(f"the image can't be read: {' '.join(str(error).split())[:200]}") from error
    if found.boxes is None:
        return []
    return [_line(text, box) for text, box in zip(found.txts, found.boxes, strict=True)]


def _line(text: str, box: Sequence[Sequence[float]]) -> Line:
    first, second, third, fourth = ((float(x), float(y)) for x, y in box)
    return Line(text, (first, second, third, fourth))


@lru_cache(maxsize=1)
def _engine() -> Any:
    try:
        from rapidocr import RapidOCR
    except ImportError as error:
        raise BackendError(
            "reading images without a model needs RapidOCR: pip install 'docassay[ocr]' (or use --modality spatial)"
        ) from error
    return RapidOCR(params={"Global.log_level": "error", "Global.max_side_len": _LONGEST_SIDE})
