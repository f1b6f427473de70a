"""What a blank form prints around its blanks: dollar signs, line numbers, and the codes that an answer may be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.forms.model import Field, Widget, Word

DOLLAR_GAP = 16.0
"""Points between a printed dollar sign and the blank after it, at most."""

NUMBER_GAP = 40.0
"""Points between a line number and the blank after it, at most, unless the number begins its line."""

_LINE = re.compile(r"(\d{1,2})([a-z]{0,2})[.)]?")
_SAME_ROW = 0.5
"""Share of a word's height by which its middle may lie outside the blank's."""

_DATE_PICTURES = (
    (r"\(?(?i:mm/dd/yyyy)\)?", "%m/%d/%Y"),
    (r"\(?(?i:mm-dd-yyyy)\)?", "%m-%d-%Y"),
    (r"\(?(?i:yyyymmdd)\)?", "%Y%m%d"),
)
_PICTURE_GAP = 16.0
"""Points between a blank and the picture of a date that belongs to it, at most."""

_ROW_HEIGHT = 4.0
"""Points by which the middles of the words of one row may differ."""

_MARGIN_SLACK = 18.0
"""Points by which a number may stand further right than the leftmost and still begin an item."""

_NOTE = r"(\([^()]{1,160}\)|(?:add|combine|subtract|multiply) [^.]{3,80})"
_PAIR = re.compile(r"\b([A-Z]) ?= ?\w+")
_CODE = re.compile(r"[A-Z]{1,2}|Yes|No|N/A")
_NOT_CODES = frozenset(["MM", "DD", "YY", "A", "K", "C", "O"])
_HEADING_REACH = 330.0
"""Points above a table's first row within which a heading spanning several columns is looked for."""

_HEADING_ASIDE = 200.0
"""Points to the side of a column within which such a heading may stand."""


@dataclass(frozen=True)
class Item:
    """A numbered item of a printed page with all its words up to the next: where it begins, in points, and its text."""

    page: int
    number: str
    left: float
    top: float
    text: str


def read_items(words: Sequence[Word]) -> list[Item]:
    """Return the numbered items of the pages in reading order.

    An item begins with a number, or a letter that goes on with the number before it, at the start of a row: "2a", "b",
    "(c)". Leaders and the number that tax forms print again before the blank are no part of its text.
    """
    items: list[Item] = []
    texts: list[list[str]] = []
    rows = _read_rows(words)
    margin: dict[int, float] = {}
    for first in (row[0] for row in rows):
        if _LINE.fullmatch(first.text):
            margin[first.page] = min(first.rect[0], margin.get(first.page, first.rect[0]))
    for row in rows:
        first, rest = row[0], row[1:]
        heads = sum(bool(re.fullmatch(r"\([a-z]\)", word.text)) for word in row)
        number = _item_number(first.text, items[-1] if items and items[-1].page == first.page else None)
        outside = first.text[0].isdigit() and first.rect[0] > margin.get(first.page, 0) + _MARGIN_SLACK
        if number and not outside and not (heads > 1 and first.text.startswith("(")):
            items.append(Item(first.page, number, first.rect[0], first.rect[1], ""))
            texts.append([])
            if rest and rest[0].text == "a" and number.isdigit():
                items[-1] = replace(items[-1], number=f"{number}{rest.pop(0).text}")
        elif items and items[-1].page == first.page:
            rest = row
        else:
            continue
        texts[-1] += [word.text for word in rest if not re.fullmatch(r"[._…]+", word.text)]
    return [replace(item, text=_strip_number(text, item.number)) for item, text in zip(items, texts, strict=True)]


def _strip_number(words: Sequence[str], number: str) -> str:
    """Return the words without the item's own number wherever it is not named as a line."""
    kept = [
        word
        for place, word in enumerate(words)
        if word != number or words[max(place - 1, 0)].lower().startswith("line")
    ]
    return " ".join(kept)


def _item_number(text: str, before: Item | None) -> str:
    if match := _LINE.fullmatch(text):
        return match.group(1) + match.group(2) if len(match.group(2)) < 2 else ""
    letter = re.fullmatch(r"\(?([a-z])\)?", text)
    if letter and before is not None:
        number = re.sub(r"\D", "", before.number)
        follows = before.number[len(number) :]
        if letter.group(1) == (chr(ord(follows) + 1) if follows else "a"):
            return number + letter.group(1)
    return ""


def _read_rows(words: Sequence[Word]) -> list[list[Word]]:
    """Return the words row by row from the top of every page, each row from the left."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.page, word.rect[1] + word.rect[3], word.rect[0])):
        middle = (word.rect[1] + word.rect[3]) / 2
        if rows and rows[-1][0].page == word.page:
            last = (rows[-1][0].rect[1] + rows[-1][0].rect[3]) / 2
            if middle - last < _ROW_HEIGHT:
                rows[-1].append(word)
                continue
        rows.append([word])
    return [sorted(row, key=lambda word: word.rect[0]) for row in rows]


def find_dollar_signs(widgets: Mapping[int, Widget], words: Sequence[Word]) -> set[int]:
    """Return the indexes of widgets that stand right after, or upon, a printed dollar sign."""
    signs = [word for word in words if re.fullmatch(r"\$_*", word.text)]
    return {
        index
        for index, widget in widgets.items()
        for sign in signs
        if _in_row(sign, widget) and -6 < widget.rect[0] - sign.rect[0] < DOLLAR_GAP
    }


def find_percent_signs(widgets: Mapping[int, Widget], words: Sequence[Word]) -> set[int]:
    """Return the indexes of widgets that stand right before a printed percent sign."""
    signs = [word for word in words if word.text.startswith("%")]
    return {
        index
        for index, widget in widgets.items()
        for sign in signs
        if _in_row(sign, widget) and -6 < sign.rect[0] - widget.rect[2] < DOLLAR_GAP
    }


def find_date_styles(widgets: Mapping[int, Widget], words: Sequence[Word]) -> dict[int, str]:
    """Return by widget the style of ``strftime`` that is printed right over or under it, as "MM/DD/YYYY"."""
    told = [(word, style) for word in words for pattern, style in _DATE_PICTURES if re.fullmatch(pattern, word.text)]
    found: dict[int, str] = {}
    for index, widget in widgets.items():
        x0, top, x1, bottom = widget.rect
        for word, style in told:
            gap = max(word.rect[1] - bottom, top - word.rect[3])
            if word.page == widget.page and x0 <= (word.rect[0] + word.rect[2]) / 2 <= x1 and gap < _PICTURE_GAP:
                found.setdefault(index, style)
    return found


def find_skippable(widgets: Mapping[int, Widget], items: Sequence[Item]) -> frozenset[int]:
    """Return the widgets of items that are filled in only where something rare is the case."""
    rare = [item for item in items if re.search(r"\botherwise, skip this line\b", item.text, re.IGNORECASE)]
    return frozenset(
        index for index, widget in widgets.items() for item in rare if find_item(widget, "", items) is item
    )


def find_item(widget: Widget, number: str, items: Sequence[Item]) -> Item | None:
    """Return the item that a blank belongs to: the one of its number, else the last that begins above its foot.

    Args:
        widget: the blank.
        number: what is printed beside the blank, or "".
        items: of the printed pages.
    """
    x0, _, _, bottom = widget.rect
    above = [item for item in items if item.page == widget.page and item.top < bottom - 3 and item.left < x0]
    nearest = max(above, key=lambda item: item.top, default=None)
    if nearest is not None and (not number or nearest.number.startswith(number)):
        return nearest
    return next((item for item in items if item.page == widget.page and item.number == number), None)


def find_copies(widgets: Mapping[int, Widget], words: Sequence[Word]) -> dict[int, int]:
    """Return, by widget after a printed "Copy here", the widget of its row that it is copied from.

    The first blank after the words copies the first of the blanks before them, the second the second.
    """
    heres = [word for word in words if word.text.lower().startswith("here")]
    copied: dict[int, int] = {}
    for word in words:
        near = [here for here in heres if here.page == word.page and abs(here.rect[0] - word.rect[0]) < 4]
        if word.text != "Copy" or not any(0 < here.rect[1] - word.rect[1] < 14 for here in near):
            continue
        row = [
            widget
            for widget in widgets.values()
            if widget.page == word.page and widget.rect[1] - 8 < word.rect[3] < widget.rect[3] + 8
        ]
        row.sort(key=lambda widget: widget.rect[0])
        before = [widget for widget in row if widget.rect[2] < word.rect[2]]
        after = [widget for widget in row if widget.rect[0] > word.rect[0]]
        copied |= {target.index: source.index for target, source in zip(after, before, strict=False)}
    return copied


def has_printed_decimals(widgets: Mapping[int, Widget], words: Sequence[Word]) -> bool:
    """Return whether a blank bears printed separators, so that an amount without cents would be misread."""
    marks = [word for word in words if re.fullmatch(r"[,.▲]", word.text)]
    return any(
        sum(_lies_in(mark, widget) for mark in marks if mark.page == widget.page) > 1 for widget in widgets.values()
    )


def _lies_in(word: Word, widget: Widget) -> bool:
    x, y = (word.rect[0] + word.rect[2]) / 2, (word.rect[1] + word.rect[3]) / 2
    return widget.rect[0] <= x <= widget.rect[2] and widget.rect[1] - 2 <= y <= widget.rect[3] + 2


def find_line_numbers(widgets: Mapping[int, Widget], words: Sequence[Word]) -> dict[int, str]:
    """Return by widget the number of the line it stands on, such as ``"8a"``, where one is printed.

    A number counts when it stands just before the blank, as in the amount column of a tax form, or begins the line.
    """
    starts = _find_line_starts(words)
    numbers = [(word, match) for word in words if (match := _LINE.fullmatch(word.text))]
    found = {}
    for index, widget in widgets.items():
        before = [
            (word, match)
            for word, match in numbers
            if _in_row(word, widget)
            and word.rect[2] <= widget.rect[0] + 2
            and (widget.rect[0] - word.rect[2] < NUMBER_GAP or id(word) in starts)
        ]
        if before:
            _, match = max(before, key=lambda pair: pair[0].rect[2])
            found[index] = match.group(1) + match.group(2)
    return found


def find_notes(fields: Sequence[Field], words: Sequence[Word]) -> dict[int, str]:
    """Return by widget what is printed right after its label: "(S/M)", "(subtract line 10 from line 9)"."""
    text = " ".join(word.text for word in words)
    notes = {}
    for field in fields:
        for label in (field.label, field.label.rpartition(": ")[0]):
            if note := _read_after(label, text):
                notes[field.widget] = note
                break
    return notes


def find_codes(
    fields: Sequence[Field], widgets: Mapping[int, Widget], words: Sequence[Word], notes: Mapping[int, str]
) -> dict[int, tuple[str, ...]]:
    """Return by widget the codes that its answer is one of, as "(S/M)" or "(Y/N)" asks.

    The codes stand in the label or description, in the note after the label, or, for a table's column that only states
    something, in a heading over several columns.
    """
    headings = _find_headings(words)
    text = " ".join(word.text for word in words)
    found = {}
    for field in fields:
        codes = read_codes(f"{field.label} {field.description}") or read_codes(notes.get(field.widget, ""))
        if not codes and 0 < widgets[field.widget].max_length < 3:
            codes = read_codes(_read_after(" ".join(field.label.split()[-2:]), text))
        if not codes and "[" in field.path and _is_statement(field):
            codes = _find_heading(widgets[field.widget], headings)
        if codes:
            found[field.widget] = codes
    return found


def read_codes(text: str) -> tuple[str, ...]:
    """Return the codes that the first telling parenthesis of a text lists, or none.

    >>> read_codes("Single or married (S/M)"), read_codes("Tax class (C = C corporation, P = Partnership)")
    (('S', 'M'), ('C', 'P'))
    >>> read_codes("Support (Yes, No, or N/A)"), read_codes("Date (MM/DD/YYYY)")
    (('Yes', 'No', 'N/A'), ())
    """
    for inside in re.findall(r"\(([^()]*)\)", text):
        if len(pairs := _PAIR.findall(inside)) > 1:
            return tuple(dict.fromkeys(pairs))
        parts = re.split(r", or |, | or |/(?!A\b)", inside.strip())
        codes = tuple(part.strip() for part in parts)
        if len(codes) > 1 and all(map(_CODE.fullmatch, codes)) and not set(codes) & _NOT_CODES:
            return codes
    return ()


def _is_statement(field: Field) -> bool:
    return field.kind in ("text", "yes_no") or bool(
        re.search(r"\b(this person|taxpayers?\)?) (provided|had|has|paid|is|was)\b", field.label.lower())
    )


def _in_row(word: Word, widget: Widget) -> bool:
    _, top, _, bottom = word.rect
    slack = (bottom - top) * (_SAME_ROW - 0.5)
    return word.page == widget.page and widget.rect[1] - slack <= (top + bottom) / 2 <= widget.rect[3] + slack


def _find_line_starts(words: Sequence[Word]) -> set[int]:
    """Return the identities of the words that begin a printed line."""
    first: dict[tuple[int, int, int], Word] = {}
    for word in words:
        key = (word.page, word.block, word.line)
        if key not in first or word.rect[0] < first[key].rect[0]:
            first[key] = word
    return {id(word) for word in first.values()}


def _read_after(label: str, text: str) -> str:
    """Return the parenthesis or instruction printed after a label of several words, or ""."""
    if len(label.split()) < 2:
        return ""
    match = re.search(rf"{re.escape(' '.join(label.split()))}[.:?]* {_NOTE}", text, re.IGNORECASE)
    return match.group(1) if match else ""


def _find_headings(words: Sequence[Word]) -> list[tuple[Word, tuple[str, ...]]]:
    """Return (a word of it, its codes) for every parenthesis on the pages that asks for yes or no."""
    found = []
    for start, word in enumerate(words):
        if word.text.startswith("("):
            codes = read_codes(" ".join(each.text for each in words[start : start + 6]))
            if {code[0] for code in codes} >= {"Y", "N"}:
                found.append((word, codes))
    return found


def _find_heading(widget: Widget, headings: Sequence[tuple[Word, tuple[str, ...]]]) -> tuple[str, ...]:
    x0, top, x1, _ = widget.rect
    near = [
        (abs((word.rect[0] + word.rect[2]) / 2 - (x0 + x1) / 2), codes)
        for word, codes in headings
        if word.page == widget.page and 0 < top - word.rect[1] < _HEADING_REACH
    ]
    distance, codes = min(near, default=(_HEADING_ASIDE, ()))
    return codes if distance < _HEADING_ASIDE else ()
