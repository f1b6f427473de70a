"""Numbered lines of a form that follow from other lines, as the form's own words ask: "subtract line 10 from line 9".

A line is known by its number; where several blanks stand on it, those that lie over each other make a column, and a
computed line works within its column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.values.printed import Item, find_item
from dataset_builder.families.forms.values.roles import Site

MOST_PASSES = 12
"""Times that all lines are computed; a line may follow from one further down."""

_REFERENCE = r"(?:lines? )?(\$?\d[\d.]*[a-z]?)"
_LIST = r"((?:\$?\d+[a-z]? (?:(?:and|or) )?(?:lines? )?)*\$?\d+[a-z]?)\b"
_AMOUNTS = r"(?:(?:the |each |all )*(?:amounts?|totals?)(?: shown| reported)? (?:on|from|of|in) )?"
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "range",
        re.compile(
            rf"\b(?:add|combine) (?:the )?{_AMOUNTS}lines? (\d+)([a-z]?) (?:through|thru|to) (?:line )?(\d*)([a-z]?)\b"
        ),
    ),
    (
        "across",
        re.compile(
            r"\badd (?:the |all )*(?:amounts|totals)(?: reported| shown| entered)?"
            r" (?:(?:in|from) column [a-h]? ?)?(?:on|of|from) lines? (\d+[a-z]?)\b(?! (?:and|through|\d))"
        ),
    ),
    ("add", re.compile(rf"\b(?:add|combine) (?:the )?{_AMOUNTS}lines? {_LIST}")),
    ("subtract", re.compile(rf"\bsubtract {_AMOUNTS}{_REFERENCE} from {_AMOUNTS}{_REFERENCE}\b")),
    (
        "multiply",
        re.compile(
            rf"\bmultiply (?:the )?{_AMOUNTS}(?:smaller of )?(?:lines? )?{_LIST} by "
            r"(?:(the decimal)|line (\d+[a-z]?)|\$?(\d*\.?\d+) ?(%|percent)?)"
        ),
    ),
    ("divide", re.compile(rf"\bdivide {_AMOUNTS}line (\d+[a-z]?) by {_REFERENCE}")),
    (
        "least",
        re.compile(rf"\b(smaller|smallest|lesser|larger|largest|greater) of {_AMOUNTS}(?:lines? )?{_LIST}"),
    ),
    (
        "copy",
        re.compile(
            r"\benter (?:the )?amount from line (\d+[a-z]?)(?! (?:of|on|from|or|and|in|\d))\b|"
            r"^(?:enter )?(?:the )?amount (?:from|on) line (\d+[a-z]?)$|\bfrom line (\d+[a-z]?)$|"
            r"^gain if any from line (\d+[a-z]?)"
        ),
    ),
    ("constant", re.compile(r"\benter \$(\d+)\b(?! (?:if|or))|\bfiling status\b.* \$(\d+)$")),
    ("nothing", re.compile(r"\b(?:no|otherwise) enter 0\b(?! on line)|^loss if any from line")),
)
"""What a line may ask for, by what it does; the one that a line's words name first counts."""

_CAP = re.compile(r"\b(?:do not|don't) enter more than \$(\d+)(?: if you had one [a-z ]+ or \$(\d+))?")
_DECIMAL = 0.2
"""What a decimal amount that a form lists in a table of its own is taken to be."""


@dataclass(frozen=True)
class Cell:
    """A blank for an amount on a numbered line; ``left`` and ``right`` are its edges in points."""

    widget: int
    line: str
    text: str
    left: float
    right: float

    def stands_over(self, other: Cell) -> bool:
        """Return whether two blanks lie in one column."""
        shared = min(self.right, other.right) - max(self.left, other.left)
        return shared > 0.6 * min(self.right - self.left, other.right - other.left)


class Worksheet:
    """The numbered lines of a form, and what the printed page says of those that have no blank."""

    def __init__(self, cells: Sequence[Cell], texts: Mapping[str, str]) -> None:
        """Start from the blanks in reading order and the printed text of every line by number."""
        self._cells = cells
        self._texts = texts
        self._lines: dict[str, list[Cell]] = {}
        for cell in cells:
            self._lines.setdefault(cell.line, []).append(cell)

    def settle(self, amounts: dict[int, int]) -> None:
        """Change ``amounts``, hundredths by widget, so that every computed line holds; drop those of lines to skip."""
        skipped: set[int] = set()
        for _ in range(MOST_PASSES):
            before = dict(amounts)
            for cell in self._cells:
                if cell.widget in amounts or cell.widget in skipped:
                    self._settle_cell(cell, amounts, skipped)
            if amounts == before:
                break

    def _settle_cell(self, cell: Cell, amounts: dict[int, int], skipped: set[int]) -> None:
        rule, match = find_rule(cell.text)
        if match is None:
            return
        if any(not self._is_on_page(line) for line in re.findall(r"\bline (\d+[a-z]?)", match.group(0))):
            return
        value = self._apply(rule, match, cell, amounts)
        if value is not None and (cap := _CAP.search(cell.text)):
            several = rule == "across" and cap.group(2) and self._count_filled(match.group(1), amounts) > 1
            value = min(value, 100 * int(cap.group(2) if several else cap.group(1)))
        conditional = rule == "subtract" and re.search(r"\bis line \d+[a-z]? more than\b", cell.text)
        if value is None or (conditional and value <= 0) or cell.text.startswith("loss if any"):
            amounts.pop(cell.widget, None)
            skipped.add(cell.widget)
        else:
            amounts[cell.widget] = max(0, value)
            skipped.discard(cell.widget)

    def _apply(self, rule: str, match: re.Match[str], cell: Cell, amounts: Mapping[int, int]) -> int | None:
        """Return the hundredths that a rule gives, or None where it names a line that nothing is known of."""

        def read(name: str) -> int | None:
            return self._read(name, cell, amounts, 0)

        def read_all(names: str) -> list[int] | None:
            values = [read(name) for name in re.findall(r"\$?\d+[a-z]?", names)]
            return None if None in values else [value for value in values if value is not None]

        if rule == "range":
            low, low_letter, high, high_letter = match.groups()
            lines = [line for line in self._lines if is_within(line, low, low_letter, high or low, high_letter)]
            parts = [self._add_column(line, cell, amounts) for line in lines if line != cell.line]
            return sum(parts) if len(parts) > 1 else None
        if rule == "across":
            return self._add_across(match.group(1), cell, amounts)
        if rule == "add":
            if len(re.findall(r"\d+[a-z]?", match.group(1))) == 1:
                return self._add_across(match.group(1), cell, amounts)
            values = read_all(match.group(1))
            return sum(values) if values else None
        if rule == "subtract":
            taken, whole = read(match.group(1)), read(match.group(2))
            return None if taken is None or whole is None else whole - taken
        if rule == "multiply":
            values = read_all(match.group(1))
            if not values:
                return None
            if line := match.group(3):
                return self._scale_by(min(values), read(line) if self._is_filled(line, amounts) else 0)
            factor = _DECIMAL if match.group(2) else float(match.group(4)) / (100 if match.group(5) else 1)
            return _scale(min(values), factor)
        if rule == "least":
            named = re.findall(r"\$?\d+[a-z]?", match.group(2))
            compared = [read(name) for name in named if name.startswith("$") or self._is_filled(name, amounts)]
            known = [value for value in compared if value is not None]
            smallest = match.group(1).startswith(("small", "less"))
            return (min(known) if smallest else max(known)) if known else None
        if rule == "copy":
            return read(next(filter(None, match.groups())))
        if rule == "constant":
            return 100 * int(next(filter(None, match.groups())))
        return 0 if rule == "nothing" else None

    @staticmethod
    def _scale_by(hundredths: int, factor: int | None) -> int | None:
        return None if factor is None else _scale(hundredths, factor / 100)

    def _add_across(self, line: str, asker: Cell, amounts: Mapping[int, int]) -> int | None:
        """Return the sum of all blanks of a line, of the rows of a table say."""
        cells = [cell for cell in self._lines.get(line, ()) if cell is not asker]
        return sum(amounts.get(cell.widget, 0) for cell in cells) if cells else None

    def _is_on_page(self, line: str) -> bool:
        """Return whether a line is one of these; a form may point to its other pages."""
        return line in self._lines or line in self._texts

    @property
    def computed(self) -> frozenset[int]:
        """Return the widgets of the lines that follow from others."""
        return frozenset(cell.widget for cell in self._cells if find_rule(cell.text)[1] is not None)

    def _add_column(self, line: str, asker: Cell, amounts: Mapping[int, int]) -> int:
        """Return the sum of a line's blanks in the asker's column, as of the rows of a table; of its one blank else."""
        cells = self._lines[line]
        beside = [cell for cell in cells if cell.stands_over(asker)] or (cells if len(cells) == 1 else [])
        return sum(amounts.get(cell.widget, 0) for cell in beside)

    def _count_filled(self, line: str, amounts: Mapping[int, int]) -> int:
        return sum(cell.widget in amounts for cell in self._lines.get(line, ()))

    def _is_filled(self, line: str, amounts: Mapping[int, int]) -> bool:
        return self._count_filled(line, amounts) > 0

    def _read(self, name: str, asker: Cell, amounts: Mapping[int, int], depth: int) -> int | None:
        """Return the amount of a line in the asker's column; what is left blank is nothing, "$500" is itself."""
        if name.startswith("$"):
            return 100 * int(name[1:])
        cells = [cell for cell in self._lines.get(name, ()) if cell is not asker]
        beside = [cell for cell in cells if cell.stands_over(asker)] or cells
        if len(beside) == 1:
            return amounts.get(beside[0].widget, 0)
        if beside or depth > 3 or name not in self._texts:
            return None
        return self._deduce(name, asker, amounts, depth + 1)

    def _deduce(self, name: str, asker: Cell, amounts: Mapping[int, int], depth: int) -> int | None:
        """Return the amount of a line without a blank: a constant, or the total of the lettered lines before it."""
        text = self._texts[name]
        if re.fullmatch(r"(?:sub ?)?totals?", text) and len(name) > 1 and name[-1].isalpha():
            letters = [name[:-1] + letter for letter in "abcdefghijklmnop"[: ord(name[-1]) - ord("a")]]
            parts = [self._read(each, asker, amounts, depth) for each in letters if each in self._lines]
            return sum(part or 0 for part in parts) if parts else None
        rule, match = find_rule(text)
        if match is not None and rule == "constant":
            return 100 * int(next(filter(None, match.groups())))
        stated = re.search(r" (?!(?:19|20)\d\d$)\$?(\d{4,7})$", text)
        return 100 * int(stated.group(1)) if stated else None


def find_rule(text: str) -> tuple[str, re.Match[str] | None]:
    """Return what a line's normalised words ask for first, with the match; ("", None) where they ask for nothing.

    >>> find_rule(normalize_line("Is line 3 more than zero? If so, multiply line 3 by 92.35% (0.9235)."))[0]
    'multiply'
    """
    found = [(match.start(), order, rule) for order, (rule, p) in enumerate(_RULES) if (match := p.search(text))]
    if not found:
        return "", None
    _, order, rule = min(found)
    return rule, _RULES[order][1].search(text)


def normalize_line(text: str) -> str:
    """Return a line's words in lower case, without separators in numbers, leaders and other punctuation.

    >>> normalize_line("Enter the amount from line 11(c) here. If zero, enter -0- . . . .")
    'enter the amount from line 11c here if zero enter 0'
    """
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.lower().replace("’", "'"))
    text = re.sub(r"(?<=\d)\(([a-z])\)", r"\1", text)
    text = re.sub(r"[^a-z0-9%$.']+|\.(?!\d)", " ", text)
    return re.sub(r"^add (\d+) and (\d+)\b", r"add lines \1 and \2", " ".join(text.split()))


def make_worksheet(
    sites: Sequence[Site],
    widgets: Mapping[int, Widget],
    numbers: Mapping[int, str],
    items: Sequence[Item] = (),
    notes: Mapping[int, str] | None = None,
) -> Worksheet:
    """Return the numbered lines of a form.

    Args:
        sites: the document's fields; only those for amounts take part.
        widgets: their widgets.
        numbers: by widget, the line number that is printed beside it.
        items: the numbered items of the printed page.
        notes: by widget, what is printed in parentheses after the label.
    """
    cells = []
    texts = {item.number: normalize_line(item.text) for item in items}
    for site in sites:
        if site.kind not in ("money", "count", "number"):
            continue
        widget = widgets[site.field.widget]
        own = numbers.get(widget.index, "")
        item = find_item(widget, own, items)
        line = item.number if item else own or ("" if site.row is not None else _number_in_label(site))
        printed = normalize_line(item.text) if item else ""
        told = normalize_line(f"{site.field.label} {site.field.description} {(notes or {}).get(widget.index, '')}")
        label = normalize_line(re.sub(r"\(line \d\)$", "", site.field.label))
        plain = find_rule(label)[0] == "copy" and find_rule(told)[0] == "copy"
        printed = printed.replace(f"enter 0 on line {line} ", "enter 0 ")
        text = printed if len(printed.split()) > 2 else label if plain else told
        cells.append(Cell(widget.index, line, text, widget.rect[0], widget.rect[2]))
    return Worksheet(cells, texts)


def _number_in_label(site: Site) -> str:
    label = site.field.label.strip().lower()
    match = re.match(r"(?:line |box )?(\d{1,2}) ?([a-z]?)(?=[\s.:)]|$)", label) or re.search(
        r"\bline_?(\d{1,2})_?([a-z]?)(?=_|$)", str(site.steps[-1])
    )
    return match.group(1) + match.group(2) if match else ""


def _scale(hundredths: int, rate: float) -> int:
    """Return an amount times a rate, in whole dollars where the amount is."""
    return round(hundredths * rate / 100) * 100 if hundredths % 100 == 0 else round(hundredths * rate)


def is_within(line: str, low: str, low_letter: str, high: str, high_letter: str) -> bool:
    """Return whether a line lies from one number and letter to another.

    >>> is_within("2b", "1", "", "2", "c"), is_within("2d", "1", "", "2", "c")
    (True, False)
    """
    if not (match := re.fullmatch(r"(\d+)([a-z]?)", line)):
        return False
    number, letter = int(match.group(1)), match.group(2)
    if not int(low) <= number <= int(high):
        return False
    if number == int(low) and letter < low_letter:
        return False
    return not (number == int(high) and high_letter and letter > high_letter)
