"""Whether values stand at the words that their fields are described by: names exchanged everywhere show only here."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, groupby

from dataset_builder.checks.documents import Form
from dataset_builder.checks.drawn import Box, DrawnPage, lines_of
from dataset_builder.checks.evidence import places_of
from dataset_builder.checks.structure import generalise, leaf_schemas
from dataset_builder.checks.violations import Violation, violation

_NUMBERING = re.compile(r"^\(?(\d{1,3}|[a-z]|\d{1,3}[a-z]|\d+(\.\d+)+)[.)]* +")
_LATER_ROW = re.compile(r"\[[1-9]\d*\]")

_SLACK = 4.0
"""Points by which an exchange of boxes must bring captions nearer to be told of."""


def check_captions(form: Form) -> Iterator[Violation]:
    """Yield pairs of values whose boxes, exchanged, would stand nearer to their captions.

    A caption is the description of a field, less the section in brackets at its end, where it is a line of print that
    the page has once. Of tables the first row is compared. Only made forms put every caption at its box; real ones have
    captions in between, which belong by their words alone.
    """
    if json.loads(form.record["knobs"]).get("source") != "made":
        return
    described = {path: _captions(str(leaf.get("description", ""))) for path, leaf in leaf_schemas(form.schema)}
    for page in form.pages:
        printed = _printed_once(page)
        known: dict[str, tuple[Box, Box]] = {}
        for path, (number, box) in places_of(form).items():
            captions = (printed.get(words) for words in described.get(generalise(path), ()))
            caption = next(filter(None, captions), None)
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


def _captions(description: str) -> tuple[str, str]:
    """Return the words of a description, whole and without the section in brackets at its end.

    >>> _captions("Date (month, year) (Applicant)")
    ('date (month, year) (applicant)', 'date (month, year)')
    """
    return _words(description), _words(re.sub(r" \([^()]*\)$", "", description))


def _words(text: str) -> str:
    """Return a caption's words without numbering, marks and case.

    >>> _words("3a. Date of birth:")
    'date of birth'
    """
    return " ".join(_NUMBERING.sub("", text.lower()).rstrip(":.* ").split())


def _printed_once(page: DrawnPage) -> dict[str, Box]:
    """Return where each line of print stands that the page has once, by its words."""
    lines: list[tuple[str, Box]] = []
    for _, group in groupby(page.printed, key=lambda character: character.line):
        line = list(group)
        sides = list(zip(*(character.box for character in line if not character.blank), strict=True))
        if sides:
            box = min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])
            lines.append((_words(" ".join(lines_of(line))), box))
    counts = Counter(words for words, _ in lines)
    return {words: box for words, box in lines if counts[words] == 1}
