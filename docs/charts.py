"""Draws docs/charts.png: every chart type in two styles.

Run: ``python docs/charts.py [STYLE ...]``, with names of house styles to see others.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pymupdf

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.examples import examples
from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import HOUSES, sample_style
from dataset_builder.pages.printer import Printer
from dataset_builder.pages.web import d3_scripts

COLUMNS, WIDTH, HEIGHT, GAP = 6, 344, 320, 16
LOOKS = 2
DPI = 96
DRAW = "docassay.drawAll().then(() => docassay.problems)"


def cell(spec: ChartSpec, place: int) -> str:
    """Return the figure of a chart at its place on the sheet."""
    row, column = divmod(place, COLUMNS)
    left, top = GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP)
    figure = chart_html(spec, WIDTH, HEIGHT, with_metadata=False)
    return f'<div style="position:absolute;left:{left}px;top:{top}px">{figure}</div>'


def main() -> None:
    """Draw the sheet beside this file."""
    names = sys.argv[1:] or [house.name for house in HOUSES]
    rng = random.Random(7)
    looks = [sample_style(rng, names[i % len(names)]) for i in range(24 * LOOKS)]
    specs = [examples(looks[i])[i // LOOKS] for i in range(len(looks))]
    rows = -(-len(specs) // COLUMNS)
    width, height = COLUMNS * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP
    style = f"@page {{size: {width}px {height}px; margin: 0}} body {{margin: 0; background: #e9ebee}}"
    cells = "".join(cell(spec, place) for place, spec in enumerate(specs))
    html = f"<!doctype html><style>{style}</style><body><div style='height:{height - 1}px'>{cells}</div></body>"
    with Printer((*d3_scripts(), *runtime_scripts()), DRAW) as printer:
        printed = printer.print_document(html, "charts")
    for viz_id, problems in printed.report.items():
        print(viz_id, *problems, sep="\n  ") if problems else None
    with pymupdf.open(stream=printed.pdf, filetype="pdf") as document:
        document[0].get_pixmap(dpi=DPI).pil_save(Path(__file__).with_name("charts.png"), optimize=True)


if __name__ == "__main__":
    main()
