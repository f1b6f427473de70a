"""The two texts of a record, compared with the characters and lines of the PDF's pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from dataset_builder.checks.documents import Form
from dataset_builder.checks.drawn import DrawnPage, lines_of, squeeze
from dataset_builder.checks.evidence import Place, drawn_lines, places_of, table_columns
from dataset_builder.checks.violations import Violation, violation

_PAGE_BREAK = "\f"


def check_texts(name: str, row: Mapping[str, Any], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where ``text`` is not the pages' words in the PDF's order, or ``layout_text`` not their characters."""
    drawn = [word for page in pages for line in _printed_lines(page) for word in line.split()]
    words = row["text"].split()
    if words != drawn:
        yield violation("text", name, "words", *_first_difference(drawn, words))
    parts = row["layout_text"].split(_PAGE_BREAK)
    if len(parts) != len(pages):
        yield violation("layout", name, "pages", len(pages), len(parts))
        return
    for page, part in zip(pages, parts, strict=True):
        shown = Counter(squeeze("".join(character.text for character in page.characters)))
        given = Counter(squeeze(part))
        if shown != given:
            lost, added = ("".join((a - b).elements()) for a, b in ((shown, given), (given, shown)))
            yield violation(
                "layout", name, f"characters of page {page.number}", f"{lost} as well", f"{added} in excess"
            )
        yield from check_order(name, page, part)


def check_values(form: Form) -> Iterator[Violation]:
    """Yield values that the texts do not hold, and columns of tables whose values the aligned text has out of order."""
    text = " ".join(form.record["text"].split())
    parts = [_collapsed(part) for part in form.record["layout_text"].split(_PAGE_BREAK)]
    found: dict[str, list[tuple[int, int]]] = {}
    places = places_of(form)
    for path, (number, box) in places.items():
        if not isinstance(form.leaves.get(path), str):
            continue
        page = form.pages[number - 1]
        control = page.control_at(box)
        comb = control is not None and control.cells > 0
        pieces = (form.leaves[path],) if comb else drawn_lines(page, box)
        if not comb and " ".join(form.leaves[path].split()) not in text:
            yield violation("text", form.id, path, form.leaves[path], "not in the text")
        for piece in pieces:
            lines = [
                (number_, position)
                for number_, part in enumerate(parts)
                for position, line in enumerate(part)
                if piece in line
            ]
            if not lines:
                yield violation("layout", form.id, path, piece, "on no line of the aligned text")
            found.setdefault(path, lines)
    yield from _check_columns(form.id, found, places)


def _check_columns(
    name: str, found: Mapping[str, Sequence[tuple[int, int]]], places: Mapping[str, Place]
) -> Iterator[Violation]:
    """Yield columns whose values no choice of lines has in the order of the rows, as far as the rows go down a page.

    Args:
        name: id of the record.
        found: by path, the (page, line) of the aligned text that hold the value.
        places: by path, where it stands on the page.
    """
    for column, rows in table_columns({path: (found[path], places[path]) for path in found}).items():
        last, lowest = (0, 0), (0, 0.0)
        for row, (lines, (number, box)) in sorted(rows.items()):
            if (number, box[1]) < lowest:
                last = (0, 0)
            later = [line for line in lines if line >= last]
            if lines and not later:
                yield violation("layout-order", name, f"{column}, row {row}", f"after line {last[1] + 1}", lines)
                break
            last, lowest = min(later, default=last), (number, box[1])


def _collapsed(part: str) -> list[str]:
    return [" ".join(line.split()) for line in part.split("\n")]


def _printed_lines(page: DrawnPage) -> Iterator[str]:
    """Yield the lines of a page in the order of the PDF."""
    for _, line in groupby(page.characters, key=lambda character: character.line):
        yield "".join(character.text for character in line)


def check_order(name: str, page: DrawnPage, part: str) -> Iterator[Violation]:
    """Yield lines of the page that the aligned text has above another one that stands clearly higher.

    Only lines that run the page's main way, and whose words stand together as often in the aligned text, can tell.
    """
    angles = Counter(character.angle for character in page.characters)
    if not angles:
        return
    main = angles.most_common(1)[0][0]
    layout = _collapsed(part)
    printed: dict[str, list[tuple[float, float]]] = {}
    for _, group in groupby(page.characters, key=lambda character: character.line):
        line = list(group)
        if line[0].angle == main:
            printed.setdefault(" ".join(lines_of(line)), []).append((line[0].down, line[0].size))
    placed: list[tuple[float, float, int, str]] = []
    for text, places in printed.items():
        where = [position for position, other in enumerate(layout) for _ in range(other.count(text))] if text else []
        if len(text) > 2 and len(where) == len(places):
            placed += [(*place, position, text) for place, position in zip(sorted(places), where, strict=True)]
    placed.sort()
    for position, (down, size, where_, text) in enumerate(placed):
        for higher, other_size, other_where, other in placed[:position]:
            if down - higher > max(size, other_size) and where_ < other_where:
                yield violation(
                    "layout-order", name, text, f"below {other}", f"line {where_ + 1} above {other_where + 1}"
                )
                return


def _first_difference(expected: Sequence[str], found: Sequence[str]) -> tuple[str, str]:
    pairs = zip(expected, found, strict=False)
    start = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(expected), len(found)))
    return " ".join(expected[start : start + 5]), " ".join(found[start : start + 5])
