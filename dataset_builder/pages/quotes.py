"""Single quotation marks in the text of a print.

Where one glyph serves both the apostrophe and a modifier letter that looks like it (Source Serif 4), Chromium's PDF
says that it is the letter, and so would every reader of the text.
"""

from __future__ import annotations

import re

import pymupdf

_MEANT = {b"<02BB>": b"<2018>", b"<02BC>": b"<2019>"}
_LETTER = re.compile(rb"<02B[BC]>(?=\s*\n)")  # what a glyph means ends its line; glyphs stand before it


def restore_quotes(pdf: bytes) -> bytes:
    """Return a PDF whose quotation marks are such; the same bytes where none is a letter."""
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        fonts = {font[0] for page in document for font in page.get_fonts()}
        changed = False
        for font in sorted(fonts):
            kind, value = document.xref_get_key(font, "ToUnicode")
            if kind != "xref":
                continue
            table = int(value.split()[0])
            before = document.xref_stream(table)
            after = _LETTER.sub(lambda found: _MEANT[found[0]], before)
            if after != before:
                document.update_stream(table, after)
                changed = True
        return bytes(document.tobytes(no_new_id=True)) if changed else pdf
