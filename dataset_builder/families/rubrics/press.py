"""Prints a paper and finds its marks: HTML in, PDF with the places of all evidence out."""

from __future__ import annotations

import html as entities
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import pymupdf

from dataset_builder.families.rubrics.paper import MARK, Paper
from dataset_builder.pages.printer import shared_printer
from dataset_builder.pages.sheets import Box

_OVERFULL = """(() => {
  const over = [...document.querySelectorAll(".fixed")].filter((page) =>
    page.scrollHeight > page.clientHeight + 1 || page.scrollWidth > page.clientWidth + 1).length;
  const wide = [...document.querySelectorAll("td, th, figure, pre")].filter((cell) =>
    cell.scrollWidth > cell.clientWidth + 3).length;
  return {over, wide};
})()"""
_SIZES = {"letter": ("8.5in", "11in"), "a4": ("210mm", "297mm")}
_LINK = re.compile(rf'<a href="{re.escape(MARK)}([^"]+)">(.*?)</a>', re.DOTALL)
_SLACK = 1.0


class Unreadable(ValueError):
    """A print in which something can't be read; the message says what, without particulars."""


@dataclass(frozen=True)
class Mark:
    """Marked words on a page: boxes in points from the top left corner, one a line."""

    ref: str
    page: int
    boxes: tuple[Box, ...]
    text: str


@dataclass(frozen=True)
class Pressed:
    """A printed paper: PDF without links, its HTML, its marks in the document's order."""

    pdf: bytes
    html: str
    marks: tuple[Mark, ...]
    pages: int


def press(paper: Paper, doc_id: str) -> Pressed:
    """Return a paper, printed.

    Raises:
        Unreadable: a fixed page overflows, a cell is too narrow, or marked words are not where their mark is.
    """
    source = paper_html(paper)
    printed = shared_printer((), _OVERFULL).print_document(source, doc_id)
    if printed.report["over"]:
        raise Unreadable("a page overflows")
    if printed.report["wide"]:
        raise Unreadable("a cell is too narrow")
    texts: dict[str, str] = {}
    for ref, inner in _LINK.findall(source):
        text = entities.unescape(re.sub(r"<br>|</?(?:p|div|td|tr)\b[^>]*>", " ", inner))
        texts[ref] = f"{texts[ref]} {_plain(text)}" if ref in texts else _plain(text)
    with pymupdf.open(stream=printed.pdf, filetype="pdf") as document:
        marks = _read_marks(document, texts)
        for page in document:
            for link in page.get_links():
                page.delete_link(link)
        pdf = bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))
        pages = len(document)
    if missing := set(texts) - {one.ref for one in marks}:
        raise Unreadable(f"marks are not on the print: {len(missing)}")
    return Pressed(pdf, printed.html, marks, pages)


def _plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def _read_marks(document: pymupdf.Document, texts: dict[str, str]) -> tuple[Mark, ...]:
    found: list[Mark] = []
    printed: dict[str, Counter[str]] = defaultdict(Counter)
    for page in document:
        places: dict[str, list[Box]] = {}
        for link in page.get_links():
            uri = str(link.get("uri", ""))
            if uri.startswith(MARK):
                rect = link["from"]
                box = (round(rect.x0, 2), round(rect.y0, 2), round(rect.x1, 2), round(rect.y1, 2))
                if box not in places.setdefault(uri.removeprefix(MARK), []):
                    places[uri.removeprefix(MARK)].append(box)
        if not places:
            continue
        characters = [
            (char[0], (char[3][0] + char[3][2]) / 2, (char[3][1] + char[3][3]) / 2)
            for span in page.get_texttrace()
            for char in span["chars"]
            if char[0] > 32
        ]
        for ref, boxes in places.items():
            inside = Counter(chr(code) for code, x, y in characters if any(_holds(box, x, y) for box in boxes))
            printed[ref] += inside
            found.append(Mark(ref, page.number + 1, tuple(boxes), texts.get(ref, "")))
    for ref, text in texts.items():
        if Counter("".join(text.split())) - printed[ref]:
            raise Unreadable("marked words are not where their mark is")
    order = {ref: place for place, ref in enumerate(texts)}
    return tuple(sorted(found, key=lambda one: (order.get(one.ref, -1), one.page)))


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] - _SLACK <= x <= box[2] + _SLACK and box[1] - _SLACK <= y <= box[3] + _SLACK


def paper_html(paper: Paper) -> str:
    """Return a paper as a whole HTML document."""
    width, height = _SIZES[paper.size]
    faces = {key: value for key, value in paper.variables.items() if key in ("body", "head", "mono")}
    variables = "".join(f"--{name}: {value};" for name, value in paper.variables.items() if name not in faces)
    variables += "".join(f'--{name}: "{value}";' for name, value in faces.items())
    top, right, bottom, left = _sides(paper.margin)
    boxes = "".join(f"@{place} {{ content: {_content(text)}; }}" for place, text in paper.heads.items())
    face = faces.get("head", "IBM Plex Sans")
    page = f"""@page {{ size: {width} {height}; margin: {paper.margin}; font: 7.5pt "{face}"; color: #333; {boxes} }}
@page bare {{ margin: 0; @top-left {{content: none}} @top-center {{content: none}} @top-right {{content: none}}
  @bottom-left {{content: none}} @bottom-center {{content: none}} @bottom-right {{content: none}} }}
@page wide {{ size: {height} {width}; }}
:root {{ {variables} --page-width: calc({width} - {left} - {right}); --page-height: calc({height} - {top} - {bottom});
  --wide-width: calc({height} - {left} - {right}); --wide-height: calc({width} - {top} - {bottom});
  --sheet-width: {width}; --sheet-height: {height}; }}"""
    sheets = "\n".join(_sheet(name) for name in ("base", *paper.styles))
    hidden = "position:absolute;height:0;overflow:hidden;margin:0"
    loaded = "".join(
        f"<p style=\"{hidden};font:{slope} {weight} 8pt '{face}'\">&nbsp;</p>"
        for slope, weight in (("normal", 400), ("normal", 600), ("normal", 700), ("italic", 400))
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{entities.escape(paper.title)}</title>'
        f"<style>\n{page}\n{sheets}\n</style></head><body>{loaded}\n{paper.body}\n</body></html>\n"
    )


def _sides(margin: str) -> tuple[str, str, str, str]:
    parts = margin.split()
    top, right = parts[0], parts[1] if len(parts) > 1 else parts[0]
    bottom = parts[2] if len(parts) > 2 else top
    return top, right, bottom, parts[3] if len(parts) > 3 else right


def _content(text: str) -> str:
    parts = re.split(r"(\{pages?\})", text)
    counters = {"{page}": "counter(page)", "{pages}": "counter(pages)"}
    return " ".join(
        counters.get(part) or '"' + part.replace('"', "'").replace("\n", "\\A ") + '"' for part in parts if part
    )


@cache
def _sheet(name: str) -> str:
    return files("dataset_builder").joinpath("assets", "rubrics", f"{name}.css").read_text(encoding="utf-8")
