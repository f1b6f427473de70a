"""Hops pages against bare printing and drawing of the same pages, in the same run; and whole documents.

Run: ``python benchmarks/bench_pages.py [--documents N]`` (Linux).

The floor of a page is Playwright printing its finished HTML (charts are SVG already) in a browser page that is kept
open with the fonts loaded, PyMuPDF drawing the PDF at 144 DPI, and the same PNG encoder. Ours draws the charts,
measures them, fits text and charts to the sheet, tries again where something can't be read, prints, verifies the print
and reads both texts. Figures are processor seconds of this process, the driver and the browser together, which other
programs disturb least; they come from ``/proc``.
"""

from __future__ import annotations

import argparse
import base64
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pymupdf
from playwright.sync_api import sync_playwright

from dataset_builder.families import BuiltDocument, Task
from dataset_builder.families.hops.family import FAMILY, HopsConfig
from dataset_builder.families.hops.page import page_printer
from dataset_builder.pages.images import render_png
from dataset_builder.pages.printer import Printer
from dataset_builder.pages.sheets import Sheet
from dataset_builder.pages.text import read_outside
from dataset_builder.pages.web import chromium, font_faces

DPI = 144
SEED = 5
TICK = os.sysconf("SC_CLK_TCK")

LOAD_FONTS = """faces => Promise.all(faces.map(([family, weight, style, unicodeRange, data]) => {
  const face = new FontFace(family, `url(data:font/woff2;base64,${data})`, {weight, style, unicodeRange});
  document.fonts.add(face);
  return face.load();
}))"""


def spent() -> float:
    """Return the processor seconds that this process and all that descend from it have taken so far."""
    parents, seconds = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(path.parent.name)
        parents[process], seconds[process] = int(fields[1]), (int(fields[11]) + int(fields[12])) / TICK

    def ours(process: int) -> bool:
        while process not in (0, os.getpid()):
            process = parents.get(process, 0)
        return process != 0

    return sum(value for process, value in seconds.items() if ours(process))


def measure(label: str, work: Callable[[Any], Any], items: Sequence[Any]) -> float:
    """Do the work on every item, print its processor and wall time for each, and return the first."""
    start, began = spent(), time.perf_counter()
    for item in items:
        work(item)
    cost, wall = (spent() - start) / len(items), (time.perf_counter() - began) / len(items)
    print(f"{label}: {cost * 1000:.0f} ms of processor, {wall * 1000:.0f} ms of wall time a document")
    return cost


def print_ours(page: tuple[str, str]) -> None:
    """Print a page as a build does, draw it and read its texts."""
    printed = page_printer().print_document(*page)
    with pymupdf.open(stream=printed.pdf) as document:
        sheet = Sheet(document[0])
        sheet.png(DPI)
        read_outside(sheet, [box for element in printed.elements if element.kind == "chart" for box in element.boxes])


def measure_floor(documents: Sequence[str]) -> float:
    """Return what bare printing and drawing of a finished document costs, in processor seconds."""
    fonts = [
        [face.family, str(face.weight), face.slope, face.characters, base64.b64encode(face.path.read_bytes()).decode()]
        for face in font_faces()
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        tab = browser.new_page()
        tab.evaluate(LOAD_FONTS, fonts)

        def print_bare(html: str) -> None:
            tab.set_content(html)
            with pymupdf.open(stream=tab.pdf(prefer_css_page_size=True, print_background=True)) as document:
                for page in document:
                    render_png(page, DPI)

        print_bare(documents[0])
        cost = measure("bare printing and drawing", print_bare, documents)
        browser.close()
    return cost


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=48)
    count = parser.parse_args().documents
    tasks = FAMILY.plan(HopsConfig(documents=count, seed=SEED))
    sources: dict[str, str] = {}
    original = Printer.print_document

    def keep(printer: Printer, html: str, name: str) -> Any:
        sources[name] = html
        return original(printer, html, name)

    finished: list[str] = []

    def build(task: Task) -> None:
        document = FAMILY.build(HopsConfig(documents=count, seed=SEED), task)
        if isinstance(document, BuiltDocument):
            finished.append(document.files[".html"].decode())

    with patch.object(Printer, "print_document", keep):
        build(tasks[0])
        whole = measure("whole documents", build, tasks)
    ours = measure("our printing, drawing and reading", print_ours, [(html, name) for name, html in sources.items()])
    page_printer().close()
    floor = measure_floor(finished)
    print(f"{len(finished) - 1} of {count} documents made")
    print(f"printing {ours / floor:.2f} times the floor, whole documents {whole / floor:.2f} times")
    print(f"whole documents a second on two processors: {2 / whole:.1f}")


if __name__ == "__main__":
    main()
