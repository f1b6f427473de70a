"""Pages as text: as PyMuPDF gives it, and aligned by whitespace.

The aligned text is made in four steps: *runs* (words of one printed line that stand close together), *rows* (runs at
one height), a *scale* from points to columns that is the same for every row, and the lines themselves. The scale is
stretched only where some row needs more characters than its width gives, so that what stands at one place on the page
stands in one column of the text.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

import pymupdf

from dataset_builder.pages.sheets import Sheet

_JOIN_WITHIN = 0.8  # of the font size: a wider gap starts a new run
_SAME_ROW_WITHIN = 0.65  # of the smaller font size: runs whose middles differ more are on different rows
_OVERLAP_WITHIN = 0.3  # of the font size: runs of one row may overlap that much
_BLANK_LINE_FROM = 2.2  # row heights: a wider step down leaves a blank line

Box = tuple[float, float, float, float]
Direction = tuple[int, int]

_RIGHT: Direction = (1, 0)
_DEEPEST = 32  # fields above a form field


class _Char(NamedTuple):
    """A printed character; ``baseline`` is a point."""

    text: str
    box: Box
    baseline: tuple[float, float]
    size: float

    @property
    def blank(self) -> bool:
        """Return whether it parts words: spaces, and the control characters that some fonts map them to."""
        return self.text.isspace() or ord(self.text[0]) < 32


@dataclass(frozen=True)
class _Comb:
    """A comb field: its box, its number of equal cells and the characters of its value."""

    box: Box
    cells: int
    value: frozenset[str]

    def holds(self, line: Sequence[_Char]) -> bool:
        """Return whether a printed line is the field's: of its characters, and nowhere outside its box.

        What the page itself prints below the field (often a row of underscores) stays with the page.
        """
        return all(char.text in self.value and _contains(self.box, char.box) for char in line if not char.blank)


@dataclass(frozen=True)
class Run:
    """Words of one line that stand close together.

    Attributes:
        text: the words.
        x0: where they begin, in any unit that is the same for all.
        x1: where they end.
        middle: height of the middle of their capitals, counted downwards.
        size: of the font.
    """

    text: str
    x0: float
    x1: float
    middle: float
    size: float


def plain_text(page: pymupdf.Page) -> str:
    """Return the page's text as PyMuPDF gives it: unsorted, filled form fields included.

    This is the paper's hard mode: the columns of a table come one after another (VAREX, section 3.1, stage 4, "P").
    """
    text: str = page.get_text()
    return text


def layout_text(page: pymupdf.Page) -> str:
    """Return the page's text aligned by whitespace: what stands on one line of the page stands on one line of text.

    Values stand under their headings, the characters of a comb field are one word, no word is lost. The text's own main
    direction decides what a line is, so that a page that is displayed sideways reads like an upright one; text that
    runs in another direction stands on lines of its own (VAREX, section 3.1, stage 4, "S").
    """
    return align_text(Sheet(page))


def align_text(sheet: Sheet) -> str:
    """Return ``layout_text`` of a page that is read for other purposes, too."""
    return _align(sheet, list(_lines(sheet.characters)))


def align_runs(runs: Iterable[Run]) -> str:
    """Return runs that were read by other means, such as from an image, as ``layout_text`` returns those of a page."""
    rows = _rows(runs)
    return _write(rows) if rows else ""


def read_outside(sheet: Sheet, boxes: Sequence[Box]) -> tuple[str, str]:
    """Return the plain and the aligned text of what stands outside boxes (in points), such as those of charts.

    The plain text has a line for every printed one, in the order in which the page was drawn.
    """
    lines = list(_lines(sheet.characters, boxes))
    return "".join("".join(char.text for char in chars) + "\n" for _, chars in lines), _align(sheet, lines)


def _align(sheet: Sheet, lines: Sequence[tuple[Direction, list[_Char]]]) -> str:
    """Return the printed lines of a page, aligned."""
    if not lines:
        return ""
    main = Counter(direction for direction, chars in lines for _ in chars).most_common(1)[0][0]
    upright = [
        chars if main == _RIGHT else [_turn(char, main) for char in chars]
        for direction, chars in lines
        if direction == main
    ]
    runs: list[Run] = []
    for comb in _combs(sheet.page, main):
        inside = [line for line in upright if comb.holds(line)]
        upright = [line for line in upright if not comb.holds(line)]
        runs += _comb_runs(chain.from_iterable(inside), comb)
    rows = _rows(chain(runs, *map(_runs, upright)))
    rows += [[_sideways_run(chars, main)] for direction, chars in lines if direction != main]
    rows.sort(key=lambda row: row[0].middle)
    return _write(rows)


def _lines(
    blocks: Iterable[Mapping[str, Any]], leave_out: Sequence[Box] = ()
) -> Iterator[tuple[Direction, list[_Char]]]:
    """Yield each printed line's direction, as (x, y) of -1, 0 or 1, with its characters, if it has any to see.

    Characters in boxes to be left out are not seen.
    """
    for line in chain.from_iterable(block.get("lines", ()) for block in blocks):
        near = [box for box in leave_out if _meet(box, line["bbox"])]
        chars = [
            _Char(char["c"], char["bbox"], char["origin"], span["size"])
            for span in line["spans"]
            for char in span["chars"]
            if not any(_contains(box, char["bbox"]) for box in near)
        ]
        if not all(char.blank for char in chars):
            yield (round(line["dir"][0]), round(line["dir"][1])), chars


def _turn_point(point: tuple[float, float], direction: Direction) -> tuple[float, float]:
    """Return a point of the page with the axes turned so that ``direction`` points right."""
    (x, y), (dx, dy) = point, direction
    return x * dx + y * dy, y * dx - x * dy


def _turn_box(box: Sequence[float], direction: Direction) -> Box:
    (xa, ya), (xb, yb) = (_turn_point((box[i], box[i + 1]), direction) for i in (0, 2))
    return min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)


def _turn(char: _Char, direction: Direction) -> _Char:
    return _Char(char.text, _turn_box(char.box, direction), _turn_point(char.baseline, direction), char.size)


def _contains(outer: Box, inner: Box) -> bool:
    """Return whether the centre of ``inner`` lies in ``outer``."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _meet(first: Box, second: Box) -> bool:
    """Return whether two boxes overlap."""
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _combs(page: pymupdf.Page, direction: Direction) -> list[_Comb]:
    """Return the filled comb fields of the page."""
    marked = (xref for xref, kind, _ in page.annot_xrefs() if kind == pymupdf.PDF_ANNOT_WIDGET and _is_comb(page, xref))
    return [
        _Comb(_turn_box(widget.rect, direction), widget.text_maxlen, frozenset(widget.field_value))
        for widget in map(page.load_widget, marked)
        if widget.field_type == pymupdf.PDF_WIDGET_TYPE_TEXT
        and widget.text_maxlen
        and widget.field_value
        and not widget.rect.is_empty
    ]


def _is_comb(page: pymupdf.Page, xref: int) -> bool:
    """Return whether the flags of a form field, which it may have from a field above it, make it a comb.

    To look before a field is loaded saves most of the time that it takes to load them all.
    """
    for _ in range(_DEEPEST):
        kind, flags = page.parent.xref_get_key(xref, "Ff")
        if kind == "int":
            return bool(int(flags) & pymupdf.PDF_TX_FIELD_IS_COMB)
        kind, parent = page.parent.xref_get_key(xref, "Parent")
        if kind != "xref":
            break
        xref = int(parent.split()[0])
    return False


def _run(text: str, chars: Sequence[_Char]) -> Run:
    size = statistics.median_high(char.size for char in chars)
    baseline = statistics.median_high(char.baseline[1] for char in chars)
    x0, x1 = min(char.box[0] for char in chars), max(char.box[2] for char in chars)
    return Run(text, x0, x1, baseline - 0.35 * size, size)


def _comb_runs(chars: Iterable[_Char], comb: _Comb) -> Iterator[Run]:
    """Yield the content of a comb field as one run, if it shows any; empty cells between filled ones are spaces."""
    left, _, right, _ = comb.box
    text, last, shown = "", -1, sorted((char for char in chars if not char.blank), key=lambda char: char.box[0])
    for char in shown:
        cell = int(((char.box[0] + char.box[2]) / 2 - left) / (right - left) * comb.cells)
        text += " " * (cell - last - 1 if text else 0) + char.text
        last = cell
    if shown:
        yield _run(text, shown)


def _runs(line: Iterable[_Char]) -> Iterator[Run]:
    """Yield the runs of one printed line."""
    text, held, spaced = "", list[_Char](), False
    for char in line:
        if char.blank:
            spaced = True
            continue
        if held and char.box[0] - held[-1].box[2] > _JOIN_WITHIN * char.size:
            yield _run(text, held)
            text, held = "", []
        text += f" {char.text}" if held and spaced else char.text
        held.append(char)
        spaced = False
    if held:
        yield _run(text, held)


def _sideways_run(line: Sequence[_Char], direction: Direction) -> Run:
    """Return a line that runs in another direction as one run, at its uppermost and leftmost point."""
    boxes = [_turn_box(char.box, direction) for char in line]
    text = " ".join("".join(" " if char.blank else char.text for char in line).split())
    return Run(
        text, min(box[0] for box in boxes), max(box[2] for box in boxes), min(box[1] for box in boxes), line[0].size
    )


def _rows(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs by rows from top to bottom, each from left to right."""
    rows: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (run.middle, run.x0)):
        near = [row for row in rows[-8:] if _fits(run, row)]
        if near:
            min(near, key=lambda row: abs(row[0].middle - run.middle)).append(run)
        else:
            rows.append([run])
    return [sorted(row, key=lambda run: run.x0) for row in rows]


def _fits(run: Run, row: Sequence[Run]) -> bool:
    """Return whether a run stands at the row's height and at a free place in it."""
    if abs(run.middle - row[0].middle) > _SAME_ROW_WITHIN * min(run.size, row[0].size):
        return False
    slack = _OVERLAP_WITHIN * run.size
    return all(run.x1 - slack <= other.x0 or other.x1 - slack <= run.x0 for other in row)


def _scale(rows: Sequence[Sequence[Run]]) -> dict[float, int]:
    """Return the column of every place (in points) where a run of some row starts.

    Columns grow with the place, at least by one for every usual character's width, and by what the rows need: a run
    that another one follows has room for its characters and for one or two spaces (two if they stand apart).
    """
    needs: dict[float, list[tuple[float, int]]] = defaultdict(list)
    for left, right in (pair for row in rows for pair in pairwise(row)):
        needs[min(left.x1, right.x0)].append((left.x0, len(left.text)))
        needs[right.x0].append((left.x0, len(left.text) + (2 if right.x0 - left.x1 > left.size / 2 else 1)))
    places = sorted({run.x0 for row in rows for run in row} | set(needs))
    width = max(1.0, statistics.median((run.x1 - run.x0) / len(run.text) for row in rows for run in row))
    columns = {places[0]: 0.0}
    for before, place in pairwise(places):
        natural = columns[before] + (place - before) / width
        columns[place] = max([natural, *(columns[start] + need for start, need in needs[place] if start < place)])
    return {place: round(column) for place, column in columns.items()}


def _write(rows: Sequence[Sequence[Run]]) -> str:
    """Return the rows as text, with a blank line where the page leaves one or more."""
    columns = _scale(rows)
    height = statistics.median(run.size for row in rows for run in row)
    lines: list[str] = []
    last = rows[0][0].middle
    for row in rows:
        if row[0].middle - last > _BLANK_LINE_FROM * height:
            lines.append("")
        line = ""
        for run in row:
            line = line.ljust(columns[run.x0]) if not line else (line + " ").ljust(columns[run.x0])
            line += run.text
        lines.append(line)
        last = row[0].middle
    return "\n".join(lines) + "\n"
