"""Review sheets: one HTML file each, with everything in it, on which people judge what a build made.

``assets/review`` has what all sheets share (``frame.*``) and what each family adds to it.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from dataset_builder.pages.scans import Scan, move_box
from dataset_builder.schema import canonical_json

WIDEST = 1275
"""Pixels: a Letter page at 150 DPI, enough to read the small print."""

_ASSETS = Path(__file__).resolve().parent / "assets" / "review"


def render_sheet(family: str, data: Mapping[str, Any]) -> str:
    """Return a review sheet as HTML.

    Args:
        family: whose script, style and help are used.
        data: ``format``, ``name``, ``sample``, ``seed``, ``items`` (each with ``id``, ``fingerprint`` and ``pages``),
            and what the family's script asks for.
    """
    parts = {
        "STYLE": _read("frame.css") + _read(f"{family}.css"),
        "HELP": _read(f"{family}.html"),
        "FRAME": _read("frame.js"),
        "SCRIPT": _read(f"{family}.js"),
        "SHEET": canonical_json(data).replace("<", "\\u003c"),
    }
    html = _read("frame.html")
    for name, text in parts.items():
        html = html.replace(f"__{name}__", text, 1)
    return html


def _read(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


def embed_picture(png: bytes, widest: int = WIDEST) -> tuple[str, tuple[int, int]]:
    """Return a page as a data address, made smaller, and its size as stored, in pixels."""
    with Image.open(io.BytesIO(png)) as opened:
        picture, size = opened.convert("RGB"), opened.size
    if picture.width > widest:
        height = round(picture.height * widest / picture.width)
        picture = picture.resize((widest, height), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=78, method=4)
    return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode()}", size


def place_box(
    box: tuple[float, float, float, float], size: tuple[int, int], dpi: int, angle: float = 0.0
) -> list[float]:
    """Return a box as left, top, width, height in percent of the picture.

    Args:
        box: (x0, y0, x1, y1) in points from the top left corner of the page.
        size: of the picture, in pixels.
        dpi: its resolution.
        angle: degrees by which a scanned page lies askew, counter-clockwise.

    >>> place_box((72, 72, 144, 108), (1224, 1584), 144)
    [11.765, 9.091, 11.765, 4.545]
    """
    width, height = (side * 72 / dpi for side in size)
    x0, y0, x1, y1 = move_box(box, Scan(1, angle=angle), width, height) if angle else box
    shares = (x0 / width, y0 / height, (x1 - x0) / width, (y1 - y0) / height)
    return [round(100 * share, 3) for share in shares]
