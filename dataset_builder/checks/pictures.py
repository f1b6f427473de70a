"""The page images of a record, compared with the page's size and with the page drawn again."""

from __future__ import annotations

import functools
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pymupdf
from PIL import Image, ImageChops, ImageStat

from dataset_builder.checks.drawn import DrawnPage
from dataset_builder.checks.violations import Violation, violation

PAGE_DPI = {"forms": 200, "reports": 144, "hops": 144, "rubrics": 144}
LOW_DPI = 50

_MEAN_DIFFERENCE, _CLEAR_DIFFERENCE, _CLEAR_SHARE = 4.0, 96, 0.01
"""What another version of the renderer may change: grey levels on average, and the share of pixels that differ much."""

_SCAN_DPI, _SCAN_LIKENESS = 36, 0.6
"""Resolution at which a scan is compared with its page, and least correlation: the worst scans have 0.76 with their own
page, and no page had over 0.26 with the scan of another."""


def check_pictures(
    name: str, family: str, record: Mapping[str, Any], pages: Sequence[DrawnPage]
) -> Iterator[Violation]:
    """Yield pictures that cannot be read, are not of their page's size, or are missing."""
    contents = [image["bytes"] for image in record["images"] or []]
    if len(contents) != len(pages):
        yield violation("pages", name, "number of images", len(pages), len(contents))
    yield from check_first(name, family, record)
    for page, content in zip(pages, contents, strict=False):
        yield from _check_size(name, f"page {page.number}", content, page, PAGE_DPI[family])
    if family == "forms":
        low = record["image_50dpi"]
        if low is None:
            yield violation("pages", name, "image_50dpi", "a picture", None)
        elif pages:
            yield from _check_size(name, "image_50dpi", low["bytes"], pages[0], LOW_DPI)


def check_imported_pictures(name: str, family: str, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield pictures, drawn by others in a way of their own, that cannot be read or are missing."""
    yield from check_first(name, family, record)
    pictures = {f"page {number}": image for number, image in enumerate(record["images"] or [], start=1)}
    if family == "forms":
        pictures["image_50dpi"] = record["image_50dpi"]
    for what, picture in pictures.items():
        if picture is None:
            yield violation("pages", name, what, "a picture", None)
            continue
        try:
            open_picture(picture["bytes"])
        except OSError as error:
            yield violation("unreadable", name, what, "a picture", str(error))


def check_first(name: str, family: str, record: Mapping[str, Any]) -> Iterator[Violation]:
    """Yield a picture to look at first that is none of the pages, or not the one of the evidence."""
    contents = [image["bytes"] for image in record["images"] or []]
    if record["image"] is None or record["image"]["bytes"] not in contents:
        yield violation("image-first", name, "image", "one of images")
    elif family == "forms" and record["image"]["bytes"] != contents[0]:
        yield violation("image-first", name, "image", "the first of images")
    elif family == "reports" and record["evidence"]:
        page = record["evidence"][0]["page"]
        if not 1 <= page <= len(contents) or record["image"]["bytes"] != contents[page - 1]:
            yield violation("image-first", name, "image", f"page {page}, that of the evidence")


def _check_size(name: str, what: str, content: bytes, page: DrawnPage, dpi: int) -> Iterator[Violation]:
    try:
        picture = open_picture(content)
    except OSError as error:
        yield violation("unreadable", name, what, "a picture", str(error))
        return
    wanted = (page.width * dpi / 72, page.height * dpi / 72)
    if picture.mode != "RGB" or any(abs(a - b) > 1 for a, b in zip(picture.size, wanted, strict=True)):
        size = f"RGB, {wanted[0]:.1f} by {wanted[1]:.1f}"
        yield violation("image-size", name, what, size, f"{picture.mode}, {picture.width} by {picture.height}")


def check_drawing(name: str, family: str, record: Mapping[str, Any], pdf: bytes, *, exact: bool) -> Iterator[Violation]:
    """Yield pictures that are not what the PDF's pages draw.

    Args:
        name: id of the record.
        family: decides the resolution.
        record: the row.
        pdf: the document.
        exact: compare pixel by pixel; otherwise allow for what another version of the renderer changes.
    """
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        wanted = [(f"page {page.number + 1}", page.number, PAGE_DPI[family]) for page in document]
        contents = [image["bytes"] for image in record["images"] or []]
        if family == "forms" and record["image_50dpi"] is not None:
            wanted = [*wanted[: len(contents)], ("image_50dpi", 0, LOW_DPI)]
            contents = [*contents[: len(wanted) - 1], record["image_50dpi"]["bytes"]]
        angles = scan_angles(record)
        for (what, number, dpi), content in zip(wanted, contents, strict=False):
            if number < len(angles):
                yield from _check_scan(name, what, content, document[number], angles[number])
            else:
                yield from _check_pixels(name, what, content, document[number], dpi, exact=exact)


def scan_angles(record: Mapping[str, Any]) -> tuple[float, ...]:
    """Return by page the degrees, counter-clockwise, by which the images of a scanned record lie askew."""
    knobs = json.loads(record["knobs"] or "{}")
    return tuple(map(float, knobs.get("scan_angles") or ()))


def straighten(content: bytes, angle: float) -> Image.Image:
    """Return a scanned picture laid straight again.

    Raises:
        OSError: it cannot be decoded.
    """
    return open_picture(content).convert("RGB").rotate(-angle, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255))


def _check_scan(name: str, what: str, content: bytes, page: pymupdf.Page, angle: float) -> Iterator[Violation]:
    """Yield a scan that does not look like its page once it is straight and both are made coarse."""
    try:
        stored = straighten(content, angle)
    except OSError:
        return
    pixmap = page.get_pixmap(dpi=_SCAN_DPI, colorspace=pymupdf.csGRAY)
    drawn = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.width)
    coarse = np.asarray(stored.convert("L").resize((pixmap.width, pixmap.height), Image.Resampling.BOX))
    likeness = float(np.corrcoef(drawn.ravel(), coarse.ravel())[0, 1])
    if not likeness >= _SCAN_LIKENESS:
        yield violation("image-drawn", name, what, "a scan of the page that the PDF draws", f"likeness {likeness:.2f}")


def _check_pixels(
    name: str, what: str, content: bytes, page: pymupdf.Page, dpi: int, *, exact: bool
) -> Iterator[Violation]:
    try:
        stored = open_picture(content).convert("RGB")
    except OSError:
        return
    pixmap = page.get_pixmap(dpi=dpi)
    drawn = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)
    if drawn.size != stored.size:
        yield violation("image-drawn", name, what, drawn.size, stored.size)
        return
    difference = ImageChops.difference(drawn, stored)
    region = difference.getbbox()
    if region is None:
        return
    if exact or not _alike(difference.convert("L")):
        points = tuple(round(side * 72 / dpi, 1) for side in region)
        yield violation("image-drawn", name, what, "the page as the PDF draws it", f"differs in {points} (points)")


def _alike(difference: Image.Image) -> bool:
    clear = sum(difference.histogram()[_CLEAR_DIFFERENCE:]) / (difference.width * difference.height)
    return ImageStat.Stat(difference).mean[0] <= _MEAN_DIFFERENCE and clear <= _CLEAR_SHARE


@functools.lru_cache(maxsize=4)
def open_picture(content: bytes) -> Image.Image:
    """Return a decoded picture.

    Raises:
        OSError: it cannot be decoded.
    """
    try:
        with Image.open(io.BytesIO(content)) as picture:
            picture.load()
            return picture
    except SyntaxError as error:  # what Pillow raises for a broken PNG
        raise OSError(str(error)) from None
