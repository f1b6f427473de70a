"""Draws docs/pages.png: a hops page in each of its designs.

Run: ``python docs/pages.py``
"""

from __future__ import annotations

from pathlib import Path

import pymupdf
from PIL import Image

from dataset_builder.families import BuiltDocument
from dataset_builder.families.hops.family import FAMILY, HopsConfig
from dataset_builder.families.hops.page import DESIGNS

COLUMNS, GAP, DPI = 4, 14, 66
DOCUMENTS = 400


def main() -> None:
    """Draw the sheet beside this file."""
    config = HopsConfig(documents=DOCUMENTS, seed=7)
    pages: dict[str, Image.Image] = {}
    for task in FAMILY.plan(config):
        document = FAMILY.build(config, task)
        if isinstance(document, BuiltDocument) and document.document["manifest"]["design"] not in pages:
            with pymupdf.open(stream=document.pdf, filetype="pdf") as pdf:
                drawn = pdf[0].get_pixmap(dpi=DPI, alpha=False)
            page = Image.frombytes("RGB", (drawn.width, drawn.height), drawn.samples)
            pages[document.document["manifest"]["design"]] = page
        if len(pages) == len(DESIGNS):
            break
    width, height = next(iter(pages.values())).size
    rows = -(-len(pages) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP), "#c9ccd1")
    for place, design in enumerate(name for name in DESIGNS if name in pages):
        row, column = divmod(place, COLUMNS)
        sheet.paste(pages[design], (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    sheet.quantize(160).save(Path(__file__).with_name("pages.png"), optimize=True)


if __name__ == "__main__":
    main()
