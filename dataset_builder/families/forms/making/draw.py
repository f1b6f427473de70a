"""From pages of marks to a fillable PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pymupdf

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.layout import SetPage
from dataset_builder.families.forms.making.marks import BLACK, Box, Disc, Input, Line, Mark, Shape, Text, Tick

_SLIP_STEP = 5
"""In a form with slips, every so many widgets one is named like the widget before it."""

_WHOLE_DATES = frozenset(
    ("date", "birth_date", "death_date", "start_date", "end_date", "signature_date", "expiration_date")
)

_WIDGET_FONTS = {"helv": "Helv", "tiro": "TiRo", "cour": "Cour"}


def draw_form(pages: Sequence[SetPage], design: Design) -> tuple[bytes, dict[str, str]]:
    """Return the PDF of a form, and the name of the widget of each path."""
    names: dict[str, str] = {}
    namer = _Namer(design.names)
    before: Input | None = None
    with pymupdf.open() as document:
        for number, page in enumerate(pages, start=1):
            sheet = document.new_page(width=page.width, height=page.height)
            _draw_shapes(sheet, page.marks)
            for mark in page.marks:
                if isinstance(mark, Input):
                    slip = design.slips and before is not None and len(names) % _SLIP_STEP == _SLIP_STEP - 1
                    source = before if slip and before is not None else mark
                    names[mark.path] = namer.name(source.path, source.blank.caption, number)
                    sheet.add_widget(_make_input(mark, names[mark.path], design, _tooltip(source)))
                    before = mark
                elif isinstance(mark, Tick):
                    sheet.add_widget(_make_tick(mark, namer.name(mark.label, mark.label, number), design))
        return document.tobytes(garbage=1, deflate=True, no_new_id=True), names


def _draw_shapes(sheet: pymupdf.Page, marks: Sequence[Mark]) -> None:
    """Draw all but widgets; fills come before the text above them because marks stand in drawing order."""
    shape = sheet.new_shape()
    for mark in marks:
        if isinstance(mark, Text):
            shape.insert_text((mark.x, mark.y), mark.text, fontname=mark.type.font, fontsize=mark.type.size,
                              color=mark.type.color)  # fmt: skip
            continue
        if isinstance(mark, Line):
            shape.draw_line((mark.x0, mark.y0), (mark.x1, mark.y1))
            shape.finish(color=mark.color, width=mark.width, dashes=mark.dash or None, lineCap=1 if mark.dash else 0)
        elif isinstance(mark, Box):
            rect = pymupdf.Rect(mark.rect)
            shape.draw_rect(rect, radius=mark.radius / min(rect.width, rect.height) if mark.radius else None)
            shape.finish(color=mark.stroke, fill=mark.fill, width=mark.width)
        elif isinstance(mark, Disc):
            shape.draw_circle((mark.x, mark.y), mark.radius)
            shape.finish(color=mark.stroke, fill=mark.fill, width=mark.width)
        elif isinstance(mark, Shape):
            shape.draw_polyline([pymupdf.Point(point) for point in mark.points])
            shape.finish(color=mark.stroke, fill=mark.fill, width=mark.width, closePath=True)
    shape.commit()


def _tooltip(mark: Input) -> str:
    return ": ".join((*mark.headings[-1:], mark.blank.caption))


def _make_input(mark: Input, name: str, design: Design, tooltip: str) -> pymupdf.Widget:
    blank = mark.blank
    widget = pymupdf.Widget()
    widget.field_type = pymupdf.PDF_WIDGET_TYPE_COMBOBOX if blank.choices else pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.field_name = name
    widget.rect = pymupdf.Rect(mark.rect)
    widget.text_font = _WIDGET_FONTS[mark.face]
    widget.text_fontsize = mark.size
    widget.text_color = BLACK
    widget.border_width = 0
    if design.tooltips:
        widget.field_label = tooltip
    if design.scripts and blank.kind in _WHOLE_DATES:
        widget.script_stroke = 'AFDate_KeystrokeEx("mm/dd/yyyy");'
        widget.script_format = 'AFDate_FormatEx("mm/dd/yyyy");'
    if blank.choices:
        widget.choice_values = list(blank.choices)
    elif blank.comb:
        widget.text_maxlen = blank.comb
        widget.field_flags = pymupdf.PDF_TX_FIELD_IS_COMB
    elif blank.lines > 1:
        widget.field_flags = pymupdf.PDF_TX_FIELD_IS_MULTILINE
    return widget


def _make_tick(mark: Tick, name: str, design: Design) -> pymupdf.Widget:
    widget = pymupdf.Widget()
    widget.field_type = pymupdf.PDF_WIDGET_TYPE_CHECKBOX
    widget.field_name = name
    widget.rect = pymupdf.Rect(mark.rect)
    widget.border_width = 0
    if design.tooltips:
        widget.field_label = mark.label
    return widget


class _Namer:
    """Gives widgets unique names in one of the manners that real forms have."""

    def __init__(self, style: str) -> None:
        self._make: Callable[[str, str, int], str] = {
            "readable": self._readable,
            "caption": self._caption,
            "numbered": self._numbered,
            "nested": self._nested,
        }[style]
        self._used: dict[str, int] = {}
        self._count = 0

    def name(self, path: str, caption: str, page: int) -> str:
        """Return the next widget's name."""
        self._count += 1
        name = self._make(path, caption, page)
        uses = self._used[name] = self._used.get(name, 0) + 1
        return name if uses == 1 else f"{name}_{uses}"

    def _readable(self, path: str, caption: str, page: int) -> str:
        return "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", path))[:60]

    def _caption(self, path: str, caption: str, page: int) -> str:
        return " ".join(re.findall(r"[A-Za-z0-9]+", caption))[:50]

    def _numbered(self, path: str, caption: str, page: int) -> str:
        return f"Text{self._count}"

    def _nested(self, path: str, caption: str, page: int) -> str:
        return f"topmostSubform[0].Page{page}[0].f{page}_{self._count:02d}[0]"
