"""Draws docs/reports.png: cover and a page with charts of a report in each of the six designs.

Run: ``python docs/reports.py``
"""

from __future__ import annotations

from pathlib import Path

import pymupdf
from PIL import Image

from dataset_builder.families import BuiltDocument
from dataset_builder.families.reports.designs import ARCHETYPES
from dataset_builder.families.reports.family import FAMILY, ReportsConfig
from dataset_builder.families.reports.page import report_printer

GAP, DPI = 14, 62
DOCUMENTS = 24


def main() -> None:
    """Draw the sheet beside this file."""
    config = ReportsConfig(documents=DOCUMENTS, seed=7)
    pages: dict[str, list[Image.Image]] = {}
    for task in FAMILY.plan(config):
        if task.source.split(", ")[1] in pages:
            continue
        document = FAMILY.build(config, task)
        if not isinstance(document, BuiltDocument):
            continue
        manifest = document.document["manifest"]
        charts = [exhibit["page"] for exhibit in manifest["exhibits"] if exhibit["kind"] == "chart"]
        shown = max(charts[1:], key=lambda page: (charts.count(page), page))
        with pymupdf.open(stream=document.pdf, filetype="pdf") as pdf:
            drawn = [pdf[number].get_pixmap(dpi=DPI, alpha=False) for number in (0, shown - 1)]
        pages[manifest["layout"]] = [Image.frombytes("RGB", (page.width, page.height), page.samples) for page in drawn]
        if len(pages) == len(ARCHETYPES):
            break
    report_printer().close()
    width, height = next(iter(pages.values()))[0].size
    columns = len(ARCHETYPES)
    sheet = Image.new("RGB", (columns * (width + GAP) + GAP, 2 * (height + GAP) + GAP), "#c9ccd1")
    for column, layout in enumerate(name for name in ARCHETYPES if name in pages):
        for row, page in enumerate(pages[layout]):
            sheet.paste(page, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    sheet.quantize(200).save(Path(__file__).with_name("reports.png"), optimize=True)


if __name__ == "__main__":
    main()
