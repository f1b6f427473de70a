"""Draw a set value into a widget: one appearance stream of its own, in a standard face.

The library's own widget update cannot serve here: it refuses nameless widgets, leaves the settings of widgets with a
parent as they are, draws every value in one face and lets text run over the edge.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pymupdf

from dataset_builder.families.forms.fields import text_turn
from dataset_builder.families.forms.lettering import Setting, box_size, load_face
from dataset_builder.families.forms.model import Widget

_RICH_TEXT = 1 << 25
_MATRICES = {
    0: "[1 0 0 1 0 0]",
    90: "[0 1 -1 0 {w:.3f} 0]",
    180: "[-1 0 0 -1 {w:.3f} {h:.3f}]",
    270: "[0 -1 1 0 0 {h:.3f}]",
}


def missing_glyphs(face: str, text: str) -> str:
    """Return the characters of ``text`` that a face cannot draw, each once, in order."""
    font = load_face(face)
    return "".join(dict.fromkeys(character for character in text if not font.has_glyph(ord(character))))


@dataclass
class Pen:
    """Draws values into the widgets of one open document and keeps the fonts that it has put there."""

    document: pymupdf.Document
    fonts: dict[tuple[str, bool], int] = field(default_factory=dict)

    def draw(self, page: pymupdf.Page, widget: Widget, setting: Setting) -> None:
        """Give a widget the value ``setting.text`` and an appearance that shows it.

        The widget's background and border are drawn again as its appearance characteristics (/MK) ask.
        """
        document, xref = self.document, widget.xref
        wide = not _fits_winansi(setting.text)
        font = self._font(page, setting.face, wide)
        width, height = box_size(widget)
        commands = [
            *_background(document, widget, width, height),
            "/Tx BMC",
            "q",
            f"0 0 {width:.3f} {height:.3f} re W n",
        ]
        commands += ["BT", f"/Value {setting.size:.3f} Tf", "0 g"]
        for line in setting.lines:
            shown = _encode(load_face(setting.face), line.text, wide)
            commands.append(f"1 0 0 1 {line.x:.3f} {line.y:.3f} Tm {shown} Tj")
        commands += ["ET", "Q", "EMC"]
        turn = text_turn(document, xref)
        across = (height, width) if turn % 180 else (width, height)
        stream = document.get_new_xref()
        document.update_object(
            stream,
            f"<</Type/XObject/Subtype/Form/BBox[0 0 {width:.3f} {height:.3f}]"
            f"/Matrix{_MATRICES[turn].format(w=across[0], h=across[1])}/Resources<</Font<</Value {font} 0 R>>>>>>",
        )
        document.update_stream(stream, "\n".join(commands).encode("ascii"))
        document.xref_set_key(xref, "AP", f"<</N {stream} 0 R>>")
        self._set_value(page, widget, setting.text)

    def _set_value(self, page: pymupdf.Page, widget: Widget, text: str) -> None:
        document, xref = self.document, widget.xref
        stored = text
        if widget.type == "choice":
            for option in page.load_widget(xref).choice_values or ():
                if not isinstance(option, str) and option[-1] == text:
                    stored = option[0]
        document.xref_set_key(xref, "V", pymupdf.get_pdf_str(stored))
        for key in ("RV", "DS", "I"):
            if document.xref_get_key(xref, key)[0] != "null":
                document.xref_set_key(xref, key, "null")
        flags = _number(document, xref, "Ff")
        if flags & _RICH_TEXT:
            document.xref_set_key(xref, "Ff", str(flags & ~_RICH_TEXT))

    def _font(self, page: pymupdf.Page, face: str, wide: bool) -> int:
        """Return the object number of a face: by its standard name, or embedded for text outside WinAnsi."""
        key = (face, wide)
        if key not in self.fonts:
            font = load_face(face)
            if wide:
                self.fonts[key] = page.insert_font(fontname=f"Wide{face}", fontbuffer=font.buffer)
            else:
                xref = self.document.get_new_xref()
                self.document.update_object(
                    xref, f"<</Type/Font/Subtype/Type1/BaseFont/{font.name}/Encoding/WinAnsiEncoding>>"
                )
                self.fonts[key] = xref
        return self.fonts[key]


def _fits_winansi(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _encode(font: pymupdf.Font, text: str, wide: bool) -> str:
    """Return the hexadecimal string that shows ``text``: bytes of WinAnsi, or two-byte glyph numbers."""
    if wide:
        return f"<{''.join(f'{font.has_glyph(ord(character)):04x}' for character in text)}>"
    return f"<{text.encode('cp1252').hex()}>"


def _background(document: pymupdf.Document, widget: Widget, width: float, height: float) -> list[str]:
    """Return the commands that fill and frame the box as /MK and /BS ask, with the dividers of a comb."""
    commands = []
    fill, frame = _colour(document, widget.xref, "MK/BG"), _colour(document, widget.xref, "MK/BC")
    if fill:
        commands += ["q", f"{fill[0]}", f"0 0 {width:.3f} {height:.3f} re f", "Q"]
    thick = _real(document, widget.xref, "BS/W", 1.0)
    if frame and thick > 0:
        half = thick / 2
        commands += ["q", f"{frame[1]} {thick:g} w"]
        commands.append(f"{half:.3f} {half:.3f} {width - thick:.3f} {height - thick:.3f} re S")
        if widget.comb:
            cell = width / widget.max_length
            for place in range(1, widget.max_length):
                commands.append(f"{place * cell:.3f} {half:.3f} m {place * cell:.3f} {height - half:.3f} l S")
        commands.append("Q")
    return commands


def _colour(document: pymupdf.Document, xref: int, key: str) -> tuple[str, str] | None:
    """Return the fill and stroke commands of a colour array, or None where there is no colour."""
    kind, value = document.xref_get_key(xref, key)
    parts = value.strip("[] ").split() if kind == "array" else []
    operators = {1: ("g", "G"), 3: ("rg", "RG"), 4: ("k", "K")}.get(len(parts))
    if operators is None:
        return None
    numbers = " ".join(parts)
    return f"{numbers} {operators[0]}", f"{numbers} {operators[1]}"


def _number(document: pymupdf.Document, xref: int, key: str) -> int:
    kind, value = document.xref_get_key(xref, key)
    return int(value) if kind == "int" else 0


def _real(document: pymupdf.Document, xref: int, key: str, default: float) -> float:
    kind, value = document.xref_get_key(xref, key)
    return float(value) if kind in ("int", "real", "float") else default
