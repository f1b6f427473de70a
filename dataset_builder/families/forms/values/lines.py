"""Lines of a form computed from other lines, as the form's own words ask: "subtract line 10 from line 9"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dataset_builder.families.forms.values.roles import Site

_LIST = r"((?:\d+[a-z]? (?:(?:and|or) )?(?:line )?)*\d+[a-z]?)\b"
_FROM = r"(?: the amounts?(?: on| from)?)?"
_ADD_RANGE = re.compile(rf"\b(?:add|combine){_FROM} lines? (\d+)([a-z]?) (?:through|thru|to) (?:line )?(\d*)([a-z]?)\b")
_ADD = re.compile(rf"\b(?:add|combine){_FROM} lines? {_LIST}")
_SUBTRACT = re.compile(r"\bsubtract (?:the amount on )?line (\d+[a-z]?) from (?:the amount on )?line (\d+[a-z]?)\b")
_MULTIPLY = re.compile(
    rf"\bmultiply (?:the )?(?:amount on |smaller of )?(?:line )?{_LIST} by (\d*\.?\d+) ?(%|percent)?"
)
_LEAST = re.compile(rf"\b(smaller|smallest|lesser|larger|largest|greater) of (?:the amount on )?lines? {_LIST}")
_COPY = re.compile(r"^(?:enter )?(?:the )?amount (?:from|on) line (\d+[a-z]?)$")


def number_lines(sites: Sequence[Site], printed: Mapping[int, str]) -> dict[tuple[str, str], int]:
    """Return widgets by line number and column.

    The number is printed before the blank, or stands before the label or in the name. Where several blanks share one,
    the last step of the path is the column; else it is "".
    """
    found: dict[str, list[Site]] = {}
    for site in sites:
        label = site.field.label.strip().lower()
        match = re.match(r"(?:line |box )?(\d{1,2}) ?([a-z]?)(?=[\s.:)]|$)", label) or re.search(
            r"\bline_?(\d{1,2})_?([a-z]?)(?=_|$)", str(site.steps[-1])
        )
        line = printed.get(site.field.widget) or (match.group(1) + match.group(2) if match else "")
        if line and (site.row is None or site.field.widget in printed) and site.kind in ("money", "count", "number"):
            found.setdefault(line, []).append(site)
    lines = {}
    for line, places in found.items():
        names = [str(place.steps[-1]) for place in places]
        for name, place in zip(names, places, strict=True):
            if len(places) == 1 or names.count(name) == 1:
                lines[line, "" if len(places) == 1 else name] = place.field.widget
    return lines


def compute_line(site: Site, note: str, lines: Mapping[tuple[str, str], int], amounts: Mapping[int, int]) -> int | None:
    """Return what a line's own instruction makes of the others, or None where it has none that can be followed."""
    text = re.sub(r"(?<=\d),(?=\d{3})|\$", "", f"{site.field.label} {site.field.description} {note}".lower())
    text = re.sub(r"[^a-z0-9%.]+|\.(?!\d)", " ", text)
    text = re.sub(r"^add (\d+) and (\d+)\b", r"add lines \1 and \2", text)
    column = str(site.steps[-1])
    known: dict[str, int] = {}
    filled: set[str] = set()
    for (line, own), widget in lines.items():
        if widget != site.field.widget and own in ("", column):
            known[line] = amounts.get(widget, 0)
            filled |= {line} if widget in amounts else set()

    def read(words: str) -> list[int] | None:
        """Return the amounts of the lines that are named, or None where one is not on the form."""
        named = re.findall(r"\d+[a-z]?", words)
        return [known[line] for line in named] if all(line in known for line in named) else None

    if match := _ADD_RANGE.search(text):
        low, low_letter, high, high_letter = match.groups()
        parts = [known[line] for line in known if _within(line, low, low_letter, high or low, high_letter)]
        return sum(parts) if len(parts) > 1 else None
    if match := _SUBTRACT.search(text):
        both = read(" ".join(match.groups()))
        return max(0, both[1] - both[0]) if both else None
    if match := _MULTIPLY.search(text):
        factors = read(match.group(1))
        return _scale(min(factors), float(match.group(2)) / (100 if match.group(3) else 1)) if factors else None
    if match := _ADD.search(text):
        named = read(match.group(1))
        across = [amounts.get(widget, 0) for (line, own), widget in lines.items() if own and line == match.group(1)]
        return sum(named) if named and len(named) > 1 else sum(across) if across else None
    if match := _LEAST.search(text):
        compared = [known[line] for line in re.findall(r"\d+[a-z]?", match.group(2)) if line in filled]
        if len(compared) > 1:
            return min(compared) if match.group(1).startswith(("small", "less")) else max(compared)
    label = re.sub(r"[^a-z0-9]+", " ", site.field.label.lower()).strip()
    copied = read(match.group(1)) if (match := _COPY.search(label)) else None
    return copied[0] if copied else None


def _scale(hundredths: int, rate: float) -> int:
    """Return an amount times a rate, in whole dollars where the amount is."""
    return round(hundredths * rate / 100) * 100 if hundredths % 100 == 0 else round(hundredths * rate)


def _within(line: str, low: str, low_letter: str, high: str, high_letter: str) -> bool:
    number, letter = int(re.sub(r"\D", "", line)), re.sub(r"\d", "", line)
    if not int(low) <= number <= int(high):
        return False
    if number == int(low) and letter < low_letter:
        return False
    return not (number == int(high) and high_letter and letter > high_letter)
