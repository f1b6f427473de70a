"""Stage 1 of reverse annotation (VAREX, section 3.1): read a blank form, name what can be filled, seed it.

A template is a decrypted copy of the selected pages, without XFA and usage rights, in which every fillable widget is a
field of its own: parts of a shared field are parted, nameless ones named, so that each can show its own value.
"""

from __future__ import annotations

import contextlib
import datetime
import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pymupdf

from dataset_builder.families.forms.fields import drop_widgets, format_script, own_field, prune_fields, text_turn
from dataset_builder.families.forms.grids import find_grids
from dataset_builder.families.forms.lettering import LEAST_SIZE, box_size, set_text, visible_length
from dataset_builder.families.forms.model import (
    Page,
    Template,
    Unusable,
    ValueFormat,
    Widget,
    WidgetType,
)
from dataset_builder.families.forms.printed import displayed, read_rules, read_words, turn_of

__all__ = [
    "LEAST_PAGE",
    "MOST_PAGE",
    "load_template",
    "place_holders",
    "quiet_mupdf",
    "read_template",
    "visible_length",
]

LEAST_PAGE, MOST_PAGE = 72.0, 3400.0
"""Page sides, in points, that a template may have: an inch to the longer side of A0."""

_LEAST_CELL = 2.0
"""Points that a cell of a comb is wide at least; with narrower ones a comb is an ordinary box."""

_TYPES: dict[int, WidgetType] = {
    pymupdf.PDF_WIDGET_TYPE_TEXT: "text",
    pymupdf.PDF_WIDGET_TYPE_COMBOBOX: "choice",
    pymupdf.PDF_WIDGET_TYPE_LISTBOX: "choice",
    pymupdf.PDF_WIDGET_TYPE_CHECKBOX: "checkbox",
    pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON: "radio",
    pymupdf.PDF_WIDGET_TYPE_SIGNATURE: "signature",
}

_READ_ONLY, _MULTILINE, _PASSWORD, _FILE, _COMB = 1 << 0, 1 << 12, 1 << 13, 1 << 20, 1 << 24
_SPECIAL = {"0": "zip", "1": "zip4", "2": "phone", "3": "ssn"}
_PROMPT = re.compile(r"(?i)^\W*$|_{3,}|^\W*(select|choose|pick|click)\b")
_SYMBOLOGY = re.compile(r"(?i)(pdf417|datamatrix|qr|code\d+|[23]d)[ _]?bar[ _]?code")
"""Names of fields that draw a barcode; one that is called just so asks for the number under it."""

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@contextlib.contextmanager
def quiet_mupdf() -> Iterator[None]:
    """Keep MuPDF's remarks on damaged files off the terminal within the block, and restore the setting after it."""
    tools = pymupdf.TOOLS
    errors, warnings = tools.mupdf_display_errors(), tools.mupdf_display_warnings()
    tools.mupdf_display_errors(False)
    tools.mupdf_display_warnings(False)
    try:
        yield
    finally:
        tools.mupdf_display_errors(errors)
        tools.mupdf_display_warnings(warnings)


def load_template(path: Path | str, pages: Literal["first", "all"] = "first", password: str = "") -> Template:
    """Return a blank form as the later stages need it.

    Args:
        path: a PDF file.
        pages: whether the template keeps the first page only, or all.
        password: the password that opens the file, if it needs one.

    Raises:
        Unusable: with a short reason: ``not a file``, ``empty file``, ``not a PDF``, ``needs a password``,
            ``no pages``, ``XFA only``, ``no fillable text widget`` or ``broken: ...``. Nothing that stands in the
            file makes any other error leave this function.
        ValueError: ``pages`` is neither ``first`` nor ``all``.
    """
    path = Path(path)
    return read_template(_read_bytes(path), path.name, pages, password)


def read_template(data: bytes, file: str, pages: Literal["first", "all"] = "first", password: str = "") -> Template:
    """Return a blank form given as the bytes of a PDF; ``file`` is its name, else as ``load_template``.

    Raises:
        Unusable: as ``load_template``.
        ValueError: ``pages`` is neither ``first`` nor ``all``.
    """
    if pages not in ("first", "all"):
        raise ValueError(f"pages {pages!r} is not one of first, all")
    if not data:
        raise Unusable("empty file")
    if b"%PDF-" not in data[:1024]:
        raise Unusable("not a PDF")
    with quiet_mupdf():
        try:
            return _read_template(file, data, pages, password)
        except Unusable:
            raise
        except Exception as error:  # a damaged file can fail anywhere inside the library, with any kind of error
            raise Unusable(f"broken: {_first_line(error)}") from error


def _read_bytes(path: Path) -> bytes:
    if not path.is_file():
        raise Unusable("not a file")
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unusable(f"broken: {error.strerror}") from error


def _first_line(error: Exception) -> str:
    lines = re.sub(r"^code=\d+: ", "", str(error).strip()).splitlines()
    return lines[0][:120] if lines else type(error).__name__


def _read_template(file: str, data: bytes, pages: str, password: str) -> Template:
    with pymupdf.open(stream=data, filetype="pdf") as document:
        if document.needs_pass and not document.authenticate(password):
            raise Unusable("needs a password")
        if document.page_count == 0:
            raise Unusable("no pages")
        xfa = _drop_xfa(document)
        document.select(list(range(document.page_count if pages == "all" else 1)))
        sizes = tuple(_page_size(page) for page in document)
        widgets = _read_widgets(document)
        fillable = [widget for widget in widgets if not widget.skip]
        if not fillable:
            raise Unusable("XFA only" if xfa and not widgets else "no fillable text widget")
        taken: set[str] = {widget.name for widget in widgets if widget.skip}
        for widget in fillable:
            own_field(document, widget.xref, f"field_{widget.index + 1}", taken)
        prune_fields(document, {widget.xref for widget in widgets})
        pdf = document.tobytes(garbage=1, deflate=True, no_new_id=True, encryption=pymupdf.PDF_ENCRYPT_NONE)
    with pymupdf.open(stream=pdf, filetype="pdf") as saved:
        xrefs = [xref for page in saved for xref in _widget_xrefs(page)]
    if len(xrefs) != len(widgets):
        raise Unusable("broken: widgets are lost on saving")
    # Saving numbers the objects afresh, so widgets are bound to the numbers of the saved copy.
    bound = [replace(widget, xref=xref) for widget, xref in zip(widgets, xrefs, strict=True)]
    with pymupdf.open(stream=pdf, filetype="pdf") as bare:
        drop_widgets(bare)
        words = tuple(word for page in bare for word in read_words(page))
        rules = tuple(rule for page in bare for rule in read_rules(page))
    return Template(file, pdf, sizes, tuple(place_holders(find_grids(bound))), words, rules)


def _drop_xfa(document: pymupdf.Document) -> bool:
    """Take out what would hide or forbid the filled values; return whether there was an XFA form."""
    catalog = document.pdf_catalog()
    document.xref_set_key(catalog, "Perms", "null")
    kind, value = document.xref_get_key(catalog, "AcroForm")
    if kind == "null":
        return False
    owner, prefix = (int(value.split()[0]), "") if kind == "xref" else (catalog, "AcroForm/")
    xfa = str(document.xref_get_key(owner, f"{prefix}XFA")[0]) != "null"
    for key in ("XFA", "NeedAppearances", "SigFlags", "CO"):
        document.xref_set_key(owner, prefix + key, "null")
    return xfa


def _page_size(page: pymupdf.Page) -> Page:
    width, height = page.rect.width, page.rect.height
    if not (LEAST_PAGE <= width <= MOST_PAGE and LEAST_PAGE <= height <= MOST_PAGE):
        raise Unusable(f"broken: a page of {width:.6g} x {height:.6g} points")
    return Page(page.number + 1, round(width, 3), round(height, 3))


def _widget_xrefs(page: pymupdf.Page) -> list[int]:
    return [xref for xref, kind, _ in page.annot_xrefs() if kind == pymupdf.PDF_ANNOT_WIDGET]


def _read_widgets(document: pymupdf.Document) -> list[Widget]:
    widgets: list[Widget] = []
    for page in document:
        occupied: list[pymupdf.Rect] = []
        for control in page.widgets():
            widget = _read_widget(page, control, len(widgets))
            if not widget.skip:
                box = pymupdf.Rect(widget.rect)
                if any(_covers(other, box) for other in occupied):
                    widget = replace(widget, skip="overlapping")
                else:
                    occupied.append(box)
            widgets.append(widget)
    return widgets


def _covers(other: pymupdf.Rect, box: pymupdf.Rect) -> bool:
    shared = other & box
    return not shared.is_empty and shared.get_area() > 0.3 * min(other.get_area(), box.get_area())


def _read_widget(page: pymupdf.Page, control: pymupdf.Widget, index: int) -> Widget:
    document, xref = page.parent, control.xref
    flags = control.field_flags
    kind = _TYPES.get(control.field_type, "button")
    value_format, pattern = _read_format(format_script(document, xref))
    rect = displayed(control.rect, turn_of(page))
    limit = max(control.text_maxlen, 0) if kind == "text" else 0
    comb = bool(flags & _COMB) and 0 < limit <= max(rect[2] - rect[0], rect[3] - rect[1]) / _LEAST_CELL
    widget = Widget(
        index=index,
        xref=xref,
        name=control.field_name or "",
        page=page.number + 1,
        rect=rect,
        type=kind,
        format=value_format,
        font=control.text_font or "Helv",
        font_size=round(max(control.text_fontsize, 0.0), 2),
        max_length=limit,
        comb=comb,
        multiline=kind == "text" and bool(flags & _MULTILINE),
        choices=_choices(control),
        read_only=bool(flags & _READ_ONLY),
        tooltip=(control.field_label or "").strip(),
        value=control.field_value if isinstance(control.field_value, str) else "",
        pattern=pattern,
        angle=(page.rotation - text_turn(document, xref)) % 360,
    )
    return replace(widget, skip=_skip_reason(page, control, widget))


def _choices(control: pymupdf.Widget) -> tuple[str, ...]:
    """Return what a choice widget shows of each of its options."""
    options = control.choice_values or ()
    return tuple(option if isinstance(option, str) else option[-1] for option in options)


def _read_format(script: str) -> tuple[ValueFormat, str]:
    """Return the value format that a widget's format script asks for, and its details.

    >>> _read_format('AFDate_FormatEx("mm/dd/yyyy");'), _read_format('AFNumber_Format(2, 0, 0, 0, "", true);')
    (('date', 'mm/dd/yyyy'), ('number', ''))
    >>> _read_format("AFSpecial_Format(3);"), _read_format("")
    (('text', 'ssn'), ('text', ''))
    """
    date = re.search(r"AFDate_Format(?:Ex)?\s*\(\s*(?:\"([^\"]*)\"|'([^']*)'|\d+)", script)
    if date:
        return "date", date.group(1) or date.group(2) or "mm/dd/yyyy"
    if re.search(r"AF(Number|Percent)_Format", script):
        return "number", ""
    special = re.search(r"AFSpecial_Format\s*\(\s*(\d)", script)
    return "text", _SPECIAL.get(special.group(1), "") if special else ""


def _skip_reason(page: pymupdf.Page, control: pymupdf.Widget, widget: Widget) -> str:
    """Return why a widget is not to be filled, or "" if it is."""
    flags = control.field_flags
    if widget.type not in ("text", "choice") or (widget.type == "text" and flags & (_PASSWORD | _FILE)):
        return "not-text"
    if widget.type == "choice" and not widget.choices:
        return "no choices"
    if _is_barcode(page.parent, widget):
        return "barcode"
    if control.field_display not in (0, 2) or _is_invisible(page.parent, widget.xref):
        return "hidden"
    if widget.read_only:
        return "read-only"
    if widget.value.strip() and not (widget.type == "choice" and _PROMPT.search(widget.value)):
        return "prefilled"
    if not page.rect.contains(pymupdf.Rect(widget.rect) + (1, 1, -1, -1)):  # noqa: RUF005
        return "off-page"
    width, height = box_size(widget)
    if width < 2 * LEAST_SIZE or height < 1.5 * LEAST_SIZE:
        return "too-small"
    if control.field_type == pymupdf.PDF_WIDGET_TYPE_LISTBOX and height > 2.5 * max(widget.font_size, 10.0):
        return "list box"
    return ""


def _is_barcode(document: pymupdf.Document, widget: Widget) -> bool:
    marked = any(document.xref_get_key(widget.xref, key)[0] != "null" for key in ("PMD", "Parent/PMD"))
    return marked or bool(_SYMBOLOGY.search(widget.name))


def _is_invisible(document: pymupdf.Document, xref: int) -> bool:
    kind, flags = document.xref_get_key(xref, "F")
    return kind == "int" and bool(int(flags) & 0b100011)


def place_holders(widgets: Sequence[Widget]) -> list[Widget]:
    """Return the widgets with their deterministic placeholders, each traceable to one widget.

    Text and choice widgets hold ``TXT_001``, ``TXT_002`` ...; widgets with a date format 01/01/2099, 01/02/2099 ...;
    widgets with a number format 90001, 90002 ... Where that is longer than the widget shows, ``T001`` (four
    characters), then counters to base 36 of three, two or one character take its place. A widget for which no form is
    left that fits and is unique (more than 36 widgets of one character) has no placeholder.
    """
    taken: set[str] = set()
    counts = {"text": 0, "date": 0, "number": 0}
    result = []
    for widget in widgets:
        if not widget.skip:
            counts[widget.format] += 1
            placeholder = _placeholder(widget, counts[widget.format], taken)
            taken.add(placeholder)
            widget = replace(widget, placeholder=placeholder)
        result.append(widget)
    return result


def _placeholder(widget: Widget, count: int, taken: Collection[str]) -> str:
    if widget.format == "date":
        first = f"{datetime.date(2099, 1, 1) + datetime.timedelta(days=count - 1):%m/%d/%Y}"
    elif widget.format == "number":
        first = str(90000 + count)
    else:
        first = f"TXT_{count:03d}"
    counters = (_counters(size) for size in (3, 2, 1) if _shows(widget, "0" * size))
    for candidate in itertools.chain((first, f"T{count:03d}"), *counters):
        if candidate not in taken and _shows(widget, candidate):
            return candidate
    return ""


def _shows(widget: Widget, text: str) -> bool:
    return set_text(widget, text).text == text


def _counters(size: int) -> Iterator[str]:
    """Yield all numbers to base 36 of so many digits, in order."""
    return ("".join(digits) for digits in itertools.product(_DIGITS, repeat=size))
