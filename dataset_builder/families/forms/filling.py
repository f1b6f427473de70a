"""The writing half of stage 3 (VAREX, section 3.1): put values into widgets, and read back what the page shows.

What is read back comes from the drawn page alone: from the characters that the filled page has and the blank one has
not, each of which must also have changed pixels. White space counts as one space, so a wrapped value is one string.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pymupdf
from PIL import ImageChops

from dataset_builder.families.forms.appearance import Pen, missing_glyphs
from dataset_builder.families.forms.fields import drop_widgets, inherited
from dataset_builder.families.forms.lettering import box_size, collapse, frame_of, set_text
from dataset_builder.families.forms.model import Rect, Template, Widget, Written
from dataset_builder.families.forms.placing import DPI, Ground, clear_of_print, picture_around
from dataset_builder.families.forms.printed import Matrix, turn_box, turn_of, turn_point
from dataset_builder.families.forms.templates import quiet_mupdf
from dataset_builder.pages.sheets import Patch, Sheet

FEWEST_SHOWN = 4
"""A value of which fewer characters show than this is not shown at all, unless it is shown whole."""

MOST_PRINTED = 0.05
"""Share of the area of a value's letters that may have print under it."""

_INK = 40
"""Grey levels by which a pixel must change to count as ink of a character."""

_LINE_GAP = 1.5
"""Points between baselines from which characters stand on different lines."""


def write_values(template: Template, assignments: Mapping[int, str]) -> Written:
    """Return the filled document, and by widget what its pages show; see ``fill``."""
    with fill(template, assignments) as (written, _):
        return written


@contextlib.contextmanager
def fill(template: Template, assignments: Mapping[int, str]) -> Iterator[tuple[Written, list[Sheet]]]:
    """Give the filled document, by widget what its pages show, and the pages, which are open within the block.

    What a box has no room for is cut from the page, too: the text of the page, its picture, the stored field value and
    ``shown`` agree character for character. A value that fails leaves its widget empty. The same arguments give the
    same bytes.

    Args:
        template: the blank form.
        assignments: values by widget index; widgets that are not named stay empty. White space is collapsed.

    Raises:
        ValueError: an index is unknown or its widget is not to be filled, or a value is blank.
    """
    values = {index: collapse(assignments[index]) for index in sorted(assignments)}
    _check(template, values)
    failed: dict[int, str] = {}
    with quiet_mupdf(), _open(template.pdf) as bare, _open(template.pdf) as blank:
        drop_widgets(bare)
        grounds, pages = list(map(Sheet, bare)), _read_blank(template, blank)
        while True:
            planned, pdf = _draw(template, values, failed, grounds)
            with _open(pdf) as filled:
                sheets = list(map(Sheet, filled))
                shown = _read_back(template, pages, sheets)
                unread = {index: text for index, text in planned.items() if shown.get(index) != text}
                if not unread:
                    shown = {index: shown[index] for index in planned}
                    yield Written(pdf, shown, dict(sorted(failed.items()))), sheets
                    return
            for index, text in unread.items():
                failed[index] = f"drawn as {text!r}, read back as {shown.get(index, '')!r}"


def seed_pdf(template: Template) -> bytes:
    """Return the template filled with its placeholders."""
    return write_values(template, {w.index: w.placeholder for w in template.fillable if w.placeholder}).pdf


def trace_placeholders(template: Template, pdf: bytes) -> dict[str, int]:
    """Return the widget index of each placeholder that the pages of a seeded document show."""
    known = {widget.placeholder for widget in template.fillable}
    return {text: index for index, text in read_widgets(template, pdf).items() if text in known}


def _check(template: Template, values: Mapping[int, str]) -> None:
    for index, value in values.items():
        if not 0 <= index < len(template.widgets):
            raise ValueError(f"{template.file}: there is no widget {index}; indexes go to {len(template.widgets) - 1}")
        if template.widgets[index].skip:
            raise ValueError(f"{template.file}: widget {index} is not to be filled: {template.widgets[index].skip}")
        if not value:
            raise ValueError(f"{template.file}: the value of widget {index} is blank; leave the widget out instead")


def _draw(
    template: Template, values: Mapping[int, str], failed: dict[int, str], grounds: Sequence[Sheet]
) -> tuple[dict[int, str], bytes]:
    """Return what was drawn by widget and the document; widgets in ``failed`` stay empty, and new failures join it.

    ``grounds`` are the template's pages without widgets.
    """
    planned: dict[int, str] = {}
    with _open(template.pdf) as document:
        pen = Pen(document)
        pages = list(document)
        for index, value in values.items():
            if index in failed:
                continue
            widget = template.widgets[index]
            kind, alignment = inherited(document, widget.xref, "Q")
            ground = Ground.around(widget, grounds[widget.page - 1])
            side = int(alignment) if kind == "int" and alignment in "012" else 0
            setting = set_text(widget, value, side, ground.find_rules(widget))
            setting, share = clear_of_print(widget, setting, ground)
            reason = _refusal(value, setting.text, missing_glyphs(setting.face, value), share)
            if reason:
                failed[index] = reason
                continue
            pen.draw(pages[widget.page - 1], widget, setting)
            planned[index] = setting.text
        return planned, document.tobytes(garbage=1, deflate=True, no_new_id=True)


def _refusal(value: str, text: str, missing: str, share_printed: float) -> str:
    if missing:
        return f"no glyph for {missing!r}"
    if text != value and len(text) < FEWEST_SHOWN:
        return f"room for {len(text)} of {len(value)} characters"
    if share_printed > MOST_PRINTED:
        return "print runs through it"
    return ""


def _open(pdf: bytes) -> pymupdf.Document:
    return pymupdf.open(stream=pdf, filetype="pdf")


class _Character(NamedTuple):
    """A character in displayed coordinates: where its baseline starts, and the middle of its box and the box itself."""

    text: str
    origin: tuple[float, float]
    middle: tuple[float, float]
    box: Rect


@dataclass(frozen=True)
class _BlankPage:
    """A template's page as a filled one is compared with it: its fillable widgets, the print in them, how they look."""

    widgets: tuple[Widget, ...]
    printed: Counter[tuple[str, float, float]]
    pictures: Mapping[int, Patch]


def _read_blank(template: Template, document: pymupdf.Document) -> list[_BlankPage]:
    pages = []
    for sheet in map(Sheet, document):
        widgets = tuple(widget for widget in template.fillable if widget.page == sheet.page.number + 1)
        printed = Counter(_key(character) for character, _ in _characters(sheet, widgets))
        pictures = {widget.index: picture_around(widget, sheet) for widget in widgets}
        pages.append(_BlankPage(widgets, printed, pictures))
    return pages


def read_widgets(template: Template, pdf: bytes) -> dict[int, str]:
    """Return by index what the drawn pages of a filled document show in the template's fillable widgets.

    Widgets that show nothing are left out. Characters of a comb are read by the cell that they stand in, an empty cell
    between two characters as a space.
    """
    with quiet_mupdf(), _open(template.pdf) as blank, _open(pdf) as filled:
        return _read_back(template, _read_blank(template, blank), list(map(Sheet, filled)))


def _read_back(template: Template, blank: Sequence[_BlankPage], filled: Sequence[Sheet]) -> dict[int, str]:
    found: dict[int, list[_Character]] = defaultdict(list)
    for before, sheet in zip(blank, filled, strict=True):
        for character, widget in _new_characters(before, sheet):
            found[widget.index].append(character)
    texts = {index: _join(template.widgets[index], characters) for index, characters in sorted(found.items())}
    return {index: text for index, text in texts.items() if text}


def _new_characters(blank: _BlankPage, filled: Sheet) -> Iterator[tuple[_Character, Widget]]:
    """Yield the characters in widgets that only the filled page has and that left ink on it."""
    printed = blank.printed.copy()
    changes: dict[int, Patch] = {}
    scale = DPI / 72
    for character, widget in _characters(filled, blank.widgets):
        if printed[_key(character)] > 0:
            printed[_key(character)] -= 1
            continue
        if widget.index not in changes:
            changes[widget.index] = _change(blank.pictures[widget.index], picture_around(widget, filled))
        x0, y0, x1, y1 = (round(side * scale) for side in character.box)
        region = x0, y0, max(x1, x0 + 1), max(y1, y0 + 1)
        if character.text.isspace() or _strongest(changes[widget.index], region) >= _INK:
            yield character, widget


def _change(before: Patch, after: Patch) -> Patch:
    return replace(before, picture=ImageChops.difference(before.picture, after.picture))


def _strongest(change: Patch, region: tuple[int, int, int, int]) -> float:
    extremes = change.crop(region).getextrema()[1]
    return extremes if isinstance(extremes, float | int) else max(extremes)


def _key(character: _Character) -> tuple[str, float, float]:
    return character.text, round(character.origin[0], 1), round(character.origin[1], 1)


def _characters(sheet: Sheet, widgets: Sequence[Widget]) -> Iterator[tuple[_Character, Widget]]:
    """Yield the characters of which the middle stands in a widget, with the widget; most pages are mostly print."""
    turn = turn_of(sheet.page)
    if not any(_near_spans(block, widgets, turn) for block in sheet.spans):
        return
    for block in sheet.characters:
        for span, near in _near_spans(block, widgets, turn):
            for character in span["chars"]:
                box = turn_box(character["bbox"], turn)
                x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
                owner = next((w for w in near if w.rect[0] <= x <= w.rect[2] and w.rect[1] <= y <= w.rect[3]), None)
                if owner is not None and not character["synthetic"]:
                    yield _Character(character["c"], turn_point(character["origin"], turn), (x, y), box), owner


def _near_spans(
    block: Mapping[str, Any], widgets: Sequence[Widget], turn: Matrix
) -> list[tuple[Mapping[str, Any], list[Widget]]]:
    """Return the spans of a block that reach into widgets, with these."""
    return [
        (span, near)
        for line in block.get("lines", ())
        for span in line["spans"]
        if (near := [widget for widget in widgets if _meet(turn_box(span["bbox"], turn), widget.rect)])
    ]


def _meet(first: Rect, second: Rect) -> bool:
    """Return whether two boxes have a point in common."""
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def _join(widget: Widget, characters: list[_Character]) -> str:
    """Return the characters of a widget as one string, line by line along the direction of its text."""
    frame = frame_of(widget)
    if widget.comb:
        cell = box_size(widget)[0] / widget.max_length
        cells = {
            int(frame.measure(character.middle)[0] // cell): character.text
            for character in characters
            if not character.text.isspace()
        }
        return "".join(cells.get(number, " ") for number in range(max(cells, default=-1) + 1))
    places = [(*frame.measure(character.origin), character.text) for character in characters]
    lines: list[tuple[float, list[tuple[float, str]]]] = []
    for along, down, text in sorted(places, key=lambda place: place[1]):
        if not lines or down - lines[-1][0] > _LINE_GAP:
            lines.append((down, []))
        lines[-1][1].append((along, text))
    return collapse(" ".join("".join(text for _, text in sorted(line)) for _, line in lines))
