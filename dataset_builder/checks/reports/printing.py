"""Whether a report's pages, its two texts, its HTML and the parts of its trace print the same words."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dataset_builder.checks.drawn import Box, DrawnPage, holds, page_lines, squeeze
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.texts import check_order
from dataset_builder.checks.violations import Violation, violation

_PAGE_BREAK = "\f"
_SHEET = re.compile(r'<section class="[^"]*\bsheet\b[^"]*"')
_NOT_TEXT = re.compile(r"<(svg|script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_LEFT_OVER = re.compile(r"\{[^}\n]*\}|\b(?:undefined|NaN)\b|[�□]")
"""What a template leaves on a page when something was not filled in."""


def check_printing(
    name: str,
    row: Mapping[str, Any],
    source: str,
    parts: Sequence[Mapping[str, Any]],
    exhibits: Sequence[Exhibit],
    pages: Sequence[DrawnPage],
) -> Iterator[Violation]:
    """Yield where texts, HTML and parts of the trace are not what the pages print.

    Args:
        name: of the document.
        row: of the documents config.
        source: the HTML.
        parts: what the trace says stands where.
        exhibits: of the document.
        pages: of the PDF.
    """
    charts: dict[int, list[Box]] = {}
    for exhibit in exhibits:
        if exhibit.kind == "chart":
            for number, box in exhibit.places:
                charts.setdefault(number, []).append(box)
    outside = [cut_out(page, charts.get(page.number, ())) for page in pages]
    yield from _check_text(name, row["text"], outside)
    yield from _check_layout(name, row["layout_text"], outside)
    yield from _check_html(name, source, parts, outside)
    yield from _check_parts(name, parts, pages)
    for page in outside:
        for line in _lines(page):
            if found := _LEFT_OVER.search(line):
                yield violation("placeholder", name, f"page {page.number}", "none", f"{found[0]} in {line}")


def cut_out(page: DrawnPage, boxes: Sequence[Box]) -> DrawnPage:
    """Return a page without what stands in boxes."""
    left = tuple(character for character in page.printed if not any(holds(box, character) for box in boxes))
    return replace(page, characters=left, printed=left)


def _lines(page: DrawnPage) -> list[str]:
    return ["".join(character.text for character in line) for line in page_lines(page)]


def _check_text(name: str, text: str, outside: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield the first page whose plain text is not its words in the order of the PDF."""
    parts = text.split(_PAGE_BREAK)
    if len(parts) != len(outside):
        yield violation("text", name, "pages", len(outside), len(parts))
        return
    for page, part in zip(outside, parts, strict=True):
        drawn, words = " ".join(_lines(page)).split(), part.split()
        if drawn != words:
            start = next((i for i, (a, b) in enumerate(zip(drawn, words, strict=False)) if a != b), 0)
            where = slice(start, start + 5)
            yield violation(
                "text", name, f"words of page {page.number}", " ".join(drawn[where]), " ".join(words[where])
            )


def _check_layout(name: str, text: str, outside: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield pages whose aligned text has other characters, or lines in another order."""
    parts = text.split(_PAGE_BREAK)
    if len(parts) != len(outside):
        yield violation("layout", name, "pages", len(outside), len(parts))
        return
    for page, part in zip(outside, parts, strict=True):
        shown, given = Counter(squeeze("".join(c.text for c in page.printed))), Counter(squeeze(part))
        if shown != given:
            lost, added = ("".join((a - b).elements()) for a, b in ((shown, given), (given, shown)))
            what = f"characters of page {page.number}"
            yield violation("layout", name, what, f"{lost} as well", f"{added} in excess")
        yield from check_order(name, page, part)


def _check_html(
    name: str, source: str, parts: Sequence[Mapping[str, Any]], outside: Sequence[DrawnPage]
) -> Iterator[Violation]:
    """Yield pages that print what their HTML lacks; it may hold words that are not printed."""
    starts = [found.start() for found in _SHEET.finditer(source)]
    if len(starts) != len(outside):
        yield violation("copy", name, "pages of the HTML", len(outside), len(starts))
        return
    for page, start, end in zip(outside, starts, [*starts[1:], len(source)], strict=True):
        words = _plain(html.unescape(_TAG.sub(" ", _NOT_TEXT.sub(" ", source[start:end]))))
        missing = Counter(_plain("".join(c.text for c in page.printed))) - Counter(words)
        if missing:
            yield violation("copy", name, f"HTML of page {page.number}", "".join(missing.elements()), "not in it")
        for part in parts:
            if part["page"] == page.number and part["kind"] != "chart" and _plain(part["text"]) not in words:
                yield violation("copy", name, f"HTML of {part['ref']}", part["text"], "not in it")


def _plain(text: str) -> str:
    """Return text without white space, in lower case, ligatures taken apart."""
    return unicodedata.normalize("NFKC", squeeze(text)).casefold()


def _check_parts(name: str, parts: Sequence[Mapping[str, Any]], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield parts of the narrative that their page does not print at their place."""
    for part in parts:
        what = f"{part['ref']} on page {part['page']}"
        if not 1 <= part["page"] <= len(pages):
            yield violation("pages", name, f"page of {part['ref']}", f"1 to {len(pages)}", part["page"])
            continue
        if part["kind"] in ("chart", "table"):
            continue
        page = pages[part["page"] - 1]
        printed = _plain("".join(_in_boxes(page, part["boxes"])))
        wanted = _plain(part["text"])
        if Counter(printed) != Counter(wanted) and wanted not in printed:
            yield violation("narrative", name, what, part["text"], printed)


def _in_boxes(page: DrawnPage, boxes: Sequence[Sequence[float]]) -> Iterator[str]:
    for x0, y0, x1, y1 in boxes:
        wide = (x0 - 1, y0 - 1, x1 + 1, y1 + 1)
        for character in page.printed:
            if holds(wide, character):
                yield character.text
