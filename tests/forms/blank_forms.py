"""Small blank forms drawn for the tests of stages 1 and 3."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf

COMB, MULTILINE, READ_ONLY = 1 << 24, 1 << 12, 1 << 0


def control(kind: int, name: str, rect: Sequence[float], **settings: Any) -> pymupdf.Widget:
    """Return a widget to be added to a page."""
    widget = pymupdf.Widget()
    widget.field_type, widget.field_name, widget.rect = kind, name, pymupdf.Rect(rect)
    widget.text_font, widget.text_fontsize = "Helv", 10
    for key, value in settings.items():
        setattr(widget, key, value)
    return widget


def text(name: str, rect: Sequence[float], **settings: Any) -> pymupdf.Widget:
    """Return a text widget to be added to a page."""
    return control(pymupdf.PDF_WIDGET_TYPE_TEXT, name, rect, **settings)


def save_form(
    path: Path,
    widgets: Sequence[pymupdf.Widget],
    labels: Sequence[tuple[float, float, str]] = (),
    size: tuple[float, float] = (400, 300),
    **options: Any,
) -> Path:
    """Write a form of one page with the given widgets and labels (x, baseline y, text)."""
    document = pymupdf.open()
    page = document.new_page(width=size[0], height=size[1])
    for x, y, label in labels:
        page.insert_text((x, y), label, fontsize=9)
    for widget in widgets:
        page.add_widget(widget)
    document.save(path, **options)
    return path


def edit(path: Path, change: Any) -> Path:
    """Apply ``change(document)`` to a file, and write it in its place."""
    document = pymupdf.open(stream=path.read_bytes(), filetype="pdf")
    change(document)
    path.write_bytes(document.tobytes())
    return path
