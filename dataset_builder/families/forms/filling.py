"""The writing half of stage 3 (VAREX, section 3.1): put values into widgets, and read back what the page shows.

What is read back comes from the drawn page alone: from the characters that the filled page has and the blank one has
not, each of which must also have changed pixels. White space counts as one space, so a wrapped value is one string.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pymupdf
from PIL import Image, ImageChops

from dataset_builder.families.forms.appearance import Pen, missing_glyphs
from dataset_builder.families.forms.fields import drop_widgets, inherited
from dataset_builder.families.forms.lettering import box_size, collapse, frame_of, set_text
from dataset_builder.families.forms.model import Template, Widget, Written
from dataset_builder.families.forms.placing import DPI, Ground, clear_of_print, grey_picture
from dataset_builder.families.forms.templates import quiet_mupdf

FEWEST_SHOWN = 4
"""A value of which fewer characters show than this is not shown at all, unless it is shown whole."""

MOST_PRINTED = 0.05
"""Share of the area of a value's letters that may have print under it."""

_INK = 40
"""Grey levels by which a pixel must change to count as ink of a character."""

_LINE_GAP = 1.5
"""Points between baselines from which characters stand on different lines."""

_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE


def write_values(template: Template, assignments: Mapping[int, str]) -> Written:
    """Return the filled document, and by widget what its pages show.

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
    shown: dict[int, str] = {}
    failed: dict[int, str] = {}
    with quiet_mupdf():
        while True:
            planned, pdf = _draw(template, values, failed)
            shown = read_widgets(template, pdf)
            unread = {index: text for index, text in planned.items() if shown.get(index) != text}
            if not unread:
                return Written(pdf, {index: shown[index] for index in planned}, dict(sorted(failed.items())))
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


def _draw(template: Template, values: Mapping[int, str], failed: dict[int, str]) -> tuple[dict[int, str], bytes]:
    """Return what was drawn by widget and the document; widgets in ``failed`` stay empty, and new failures join it."""
    planned: dict[int, str] = {}
    with _open(template.pdf) as document, _open(template.pdf) as bare:
        drop_widgets(bare)
        grounds = [Ground.of_page(page) for page in bare]
        pen = Pen(document)
        pages = {page.number: page for page in document.pages()}
        for index, value in values.items():
            if index in failed:
                continue
            widget = template.widgets[index]
            kind, alignment = inherited(document, widget.xref, "Q")
            setting = set_text(widget, value, int(alignment) if kind == "int" and alignment in "012" else 0)
            setting, share = clear_of_print(widget, setting, grounds[widget.page - 1])
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


@dataclass(frozen=True)
class _Character:
    text: str
    origin: pymupdf.Point
    box: pymupdf.Rect


def read_widgets(template: Template, pdf: bytes) -> dict[int, str]:
    """Return by index what the drawn pages of a filled document show in the template's fillable widgets.

    Widgets that show nothing are left out. Characters of a comb are read by the cell that they stand in, an empty cell
    between two characters as a space.
    """
    found: dict[int, list[_Character]] = defaultdict(list)
    with quiet_mupdf(), _open(template.pdf) as blank, _open(pdf) as filled:
        for number, page in enumerate(filled):
            widgets = [widget for widget in template.fillable if widget.page == number + 1]
            for character in _new_characters(blank[number], page):
                owner = _owner(character, widgets)
                if owner is not None:
                    found[owner].append(character)
    texts = {index: _join(template.widgets[index], characters) for index, characters in sorted(found.items())}
    return {index: text for index, text in texts.items() if text}


def _new_characters(blank: pymupdf.Page, filled: pymupdf.Page) -> Iterator[_Character]:
    """Yield the characters, in displayed coordinates, that only the filled page has and that left ink on it."""
    printed = Counter(_key(character) for character in _characters(blank))
    change = ImageChops.difference(grey_picture(blank), grey_picture(filled))
    scale = DPI / 72
    for character in _characters(filled):
        if printed[_key(character)] > 0:
            printed[_key(character)] -= 1
            continue
        x0, y0, x1, y1 = (round(side * scale) for side in character.box)
        region = (max(x0, 0), max(y0, 0), min(max(x1, x0 + 1), change.width), min(max(y1, y0 + 1), change.height))
        inside = region[0] < region[2] and region[1] < region[3]
        if character.text.isspace() or (inside and _strongest(change, region) >= _INK):
            yield character


def _strongest(change: Image.Image, region: tuple[int, int, int, int]) -> float:
    extremes = change.crop(region).getextrema()[1]
    return extremes if isinstance(extremes, float | int) else max(extremes)


def _key(character: _Character) -> tuple[str, float, float]:
    return character.text, round(character.origin.x, 1), round(character.origin.y, 1)


def _characters(page: pymupdf.Page) -> Iterator[_Character]:
    turn = page.rotation_matrix
    for block in page.get_text("rawdict", flags=_FLAGS)["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for character in span["chars"]:
                    if not character["synthetic"]:
                        box = (pymupdf.Rect(character["bbox"]) * turn).normalize()
                        yield _Character(character["c"], pymupdf.Point(character["origin"]) * turn, box)


def _owner(character: _Character, widgets: list[Widget]) -> int | None:
    """Return the index of the widget that holds the middle of a character."""
    x, y = _middle(character.box)
    for widget in widgets:
        x0, y0, x1, y1 = widget.rect
        if x0 <= x <= x1 and y0 <= y <= y1:
            return widget.index
    return None


def _middle(box: pymupdf.Rect) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _join(widget: Widget, characters: list[_Character]) -> str:
    """Return the characters of a widget as one string, line by line along the direction of its text."""
    frame = frame_of(widget)
    if widget.comb:
        cell = box_size(widget)[0] / widget.max_length
        cells = {
            int(frame.measure(_middle(character.box))[0] // cell): character.text
            for character in characters
            if not character.text.isspace()
        }
        return "".join(cells.get(number, " ") for number in range(max(cells, default=-1) + 1))
    places = [(*frame.measure((character.origin.x, character.origin.y)), character.text) for character in characters]
    lines: list[tuple[float, list[tuple[float, str]]]] = []
    for along, down, text in sorted(places, key=lambda place: place[1]):
        if not lines or down - lines[-1][0] > _LINE_GAP:
            lines.append((down, []))
        lines[-1][1].append((along, text))
    return collapse(" ".join("".join(text for _, text in sorted(line)) for _, line in lines))
