"""The field tree of a form: each fillable widget made a field of its own, fields of dropped pages taken out."""

from __future__ import annotations

import re

import pymupdf

_INHERITED = ("FT", "Ff", "V", "DV", "MaxLen", "DA", "Q", "Opt", "TU", "AA")
_DEEPEST = 32


def own_field(document: pymupdf.Document, xref: int, fallback: str, taken: set[str]) -> None:
    """Make a widget a field of its own under a name that no other has, and give its name to ``taken``.

    A widget that is one of several views of a field leaves that field and keeps what it inherited from it.

    Args:
        document: changed in place.
        xref: the widget's object number.
        fallback: the partial name of a widget without one.
        taken: full names already in use.
    """
    name = _text(document, xref, "T")
    parent = _parent(document, xref)
    if not name and parent:
        name = _text(document, parent, "T")
        _leave(document, xref, parent)
        parent = _parent(document, xref)
    name = name or fallback
    prefix = _full_name(document, parent) if parent else ""
    unique, count = name, 1
    while f"{prefix}{unique}" in taken:
        count += 1
        unique = f"{name}#{count}"
    taken.add(f"{prefix}{unique}")
    if unique != _text(document, xref, "T"):
        document.xref_set_key(xref, "T", pymupdf.get_pdf_str(unique))


def _leave(document: pymupdf.Document, xref: int, parent: int) -> None:
    """Move a widget from its field to the field above, with what it inherited directly from the field."""
    for key in _INHERITED:
        if document.xref_get_key(xref, key)[0] == "null":
            kind, value = document.xref_get_key(parent, key)
            if kind == "string":
                value = pymupdf.get_pdf_str(value)
            if kind != "null":
                document.xref_set_key(xref, key, value)
    above = _parent(document, parent)
    document.xref_set_key(xref, "Parent", f"{above} 0 R" if above else "null")
    document.xref_set_key(parent, "Kids", _array([kid for kid in _references(document, parent, "Kids") if kid != xref]))
    if above:
        document.xref_set_key(above, "Kids", _array([*_references(document, above, "Kids"), xref]))


def prune_fields(document: pymupdf.Document, widgets: set[int]) -> None:
    """Reduce the form's field tree to the fields that the given widgets belong to; lost widgets are put back."""
    catalog = document.pdf_catalog()
    kind, value = document.xref_get_key(catalog, "AcroForm")
    if kind == "null":
        document.xref_set_key(catalog, "AcroForm", "<</Fields[]>>")
    owner, key = (int(value.split()[0]), "Fields") if kind == "xref" else (catalog, "AcroForm/Fields")
    kept: set[int] = set()
    roots = [field for field in _references(document, owner, key) if _prune(document, field, widgets, kept)]
    for xref in sorted(widgets - kept):
        if not _parent(document, xref):
            roots.append(xref)
    document.xref_set_key(owner, key, _array(roots))


def inherited(document: pymupdf.Document, xref: int, key: str) -> tuple[str, str]:
    """Return kind and value of a field's entry, from the field itself or the nearest above that has it."""
    for _ in range(_DEEPEST):
        kind, value = document.xref_get_key(xref, key)
        if kind != "null":
            return kind, value
        parent = _parent(document, xref)
        if not parent:
            break
        xref = parent
    return "null", "null"


def format_script(document: pymupdf.Document, xref: int) -> str:
    """Return the script that a field formats its value with, or ""."""
    kind, value = inherited(document, xref, "AA/F/JS")
    if kind == "xref":
        return (document.xref_stream(int(value.split()[0])) or b"").decode("latin-1")
    return str(value) if kind == "string" else ""


def text_turn(document: pymupdf.Document, xref: int) -> int:
    """Return by how many degrees, counterclockwise, a widget turns its text: 0, 90, 180 or 270."""
    kind, value = document.xref_get_key(xref, "MK/R")
    return int(value) % 360 // 90 * 90 if kind == "int" else 0


def drop_widgets(document: pymupdf.Document) -> None:
    """Take the widgets off every page; what other annotations draw is print to a reader and stays.

    Pages must not have been loaded before, since a loaded page keeps its widgets.
    """
    for number in range(document.page_count):
        page = document.page_xref(number)
        annotations = _references(document, page, "Annots")
        kept = [xref for xref in annotations if document.xref_get_key(xref, "Subtype")[1] != "/Widget"]
        document.xref_set_key(page, "Annots", _array(kept))


def _prune(document: pymupdf.Document, xref: int, widgets: set[int], kept: set[int], depth: int = 0) -> bool:
    """Drop the branches under a field that hold no widget of ours; return whether anything is left."""
    if depth > _DEEPEST or xref in kept:
        return False
    kids = _references(document, xref, "Kids")
    if not kids:
        if xref in widgets:
            kept.add(xref)
        return xref in widgets
    left = [kid for kid in kids if _prune(document, kid, widgets, kept, depth + 1)]
    if left != kids:
        document.xref_set_key(xref, "Kids", _array(left))
    return bool(left)


def _references(document: pymupdf.Document, xref: int, key: str) -> list[int]:
    kind, value = document.xref_get_key(xref, key)
    if kind == "xref":
        value = document.xref_object(int(value.split()[0]), compressed=True)
    return [int(number) for number in re.findall(r"(\d+)\s+\d+\s+R", value)] if kind in ("array", "xref") else []


def _array(xrefs: list[int]) -> str:
    return f"[{' '.join(f'{xref} 0 R' for xref in xrefs)}]"


def _parent(document: pymupdf.Document, xref: int) -> int:
    """Return the object number of the field above, or 0."""
    kind, value = document.xref_get_key(xref, "Parent")
    return int(value.split()[0]) if kind == "xref" else 0


def _text(document: pymupdf.Document, xref: int, key: str) -> str:
    kind, value = document.xref_get_key(xref, key)
    return str(value) if kind == "string" else ""


def _full_name(document: pymupdf.Document, xref: int) -> str:
    """Return the name of a field with those above it, each followed by a full stop."""
    parts: list[str] = []
    while xref and len(parts) <= _DEEPEST:
        parts.append(_text(document, xref, "T"))
        xref = _parent(document, xref)
    return "".join(f"{part}." for part in reversed(parts) if part)
