"""Whether values stand at the words that their fields are named by: names exchanged everywhere show only here."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, groupby

from dataset_builder.checks.documents import Form
from dataset_builder.checks.drawn import Box, DrawnPage, lines_of
from dataset_builder.checks.evidence import places_of
from dataset_builder.checks.violations import Violation, violation

_NUMBERING = re.compile(r"^\(?(\d{1,3}|[a-z]|\d{1,3}[a-z]|\d+(\.\d+)+)[.)]* +")
_LATER_ROW = re.compile(r"\[[1-9]\d*\]")

_SLACK = 4.0
"""Points by which an exchange of boxes must bring captions nearer to be told of."""


def check_captions(form: Form) -> Iterator[Violation]:
    """Yield pairs of values whose boxes, exchanged, would stand nearer to their captions.

    A caption is a line of print that the page has once and whose words are the field's name. Of tables the first row is
    compared. Only made forms name every field by its caption and put that at its box; real ones have captions in
    between, which belong by their words alone.
    """
    if json.loads(form.record["knobs"]).get("source") != "made":
        return
    for page in form.pages:
        printed = _printed_once(page)
        known: dict[str, tuple[Box, Box]] = {}
        for path, (number, box) in places_of(form).items():
            caption = printed.get(re.split(r"[.\]]", path)[-1])
            if number == page.number and caption and not _LATER_ROW.search(path):
                known[path] = caption, box
        yield from _check_pairs(form.id, known)


def _check_pairs(name: str, known: Mapping[str, tuple[Box, Box]]) -> Iterator[Violation]:
    for first, second in combinations(known, 2):
        (caption, box), (other_caption, other_box) = known[first], known[second]
        own = _gap(caption, box) + _gap(other_caption, other_box)
        crossed = _gap(caption, other_box) + _gap(other_caption, box)
        if own > crossed + _SLACK:
            what = f"{first} and {second}"
            yield violation("caption", name, what, f"{crossed:.0f} points to their captions", f"{own:.0f} points")


def _gap(first: Box, second: Box) -> float:
    """Return the distance between two boxes in points, across and down added up, 0 where they touch."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    down = max(first[1] - second[3], second[1] - first[3], 0.0)
    return across + down


def _name(text: str) -> str:
    """Return a caption as a field is named: its words in lower case, without numbering, remarks and possessives.

    >>> _name("3a. Owner's date of birth (MM/DD/YYYY):"), _name("P.O. box")
    ('owner_date_of_birth', 'po_box')
    """
    plain = unicodedata.normalize("NFKD", text.replace("’", "'")).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"\([^)]*\)?", " ", _NUMBERING.sub("", plain))
    plain = re.sub(r"(?<=[a-z])'s\b|'|(?<=\b[a-z])\.(?=[a-z]\b)", "", plain).replace("no.", "number ")
    words = plain.replace("%", " percent ").replace("&", " and ")
    return "_".join(re.findall(r"[a-z0-9]+", words))


def _printed_once(page: DrawnPage) -> dict[str, Box]:
    """Return where each line of print stands that the page has once, by the name that its words make."""
    lines: list[tuple[str, Box]] = []
    for _, group in groupby(page.printed, key=lambda character: character.line):
        line = list(group)
        sides = list(zip(*(character.box for character in line if not character.blank), strict=True))
        if sides:
            box = min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])
            lines.append((_name(" ".join(lines_of(line))), box))
    counts = Counter(name for name, _ in lines)
    return {name: box for name, box in lines if counts[name] == 1}
