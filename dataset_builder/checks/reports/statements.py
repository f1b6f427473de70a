"""The passages on which questions rest, read from the pages: what each says, held against what the manifest tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dataset_builder.checks.drawn import holds, lines_of
from dataset_builder.checks.reports.complex_reading import CLAUSES, Unread, holds_clause, read_stated, spell_counts
from dataset_builder.checks.reports.reading import Report, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_WORDS = {
    "above": r"\b(?:above|exceed\w*|beyond|more than|over|upwards of)\b",
    "below": r"\b(?:below|under|less than|short of|beneath)\b",
}
"""Words for what a statement says, by the word that the manifest has for it."""
_TWO = 2
_WORDED = ("direction", "place", "course", "form", "tie")
"""What is said in words of many kinds, which are read with the question (``saying``)."""


@dataclass(frozen=True)
class Passage:
    """A statement as printed.

    Attributes:
        entry: what the manifest says of it.
        text: of its paragraph, read from the boxes on the pages.
        places: page and box of each part of the paragraph.
    """

    entry: Mapping[str, Any]
    text: str
    places: tuple[tuple[int, tuple[float, ...]], ...]

    @property
    def id(self) -> str:
        """Return its id."""
        return str(self.entry["id"])

    @property
    def ref(self) -> str:
        """Return the reference of its paragraph on the page."""
        return str(self.entry["ref"])

    @cached_property
    def pages(self) -> frozenset[int]:
        """Return the pages on which it stands."""
        return frozenset(page for page, _ in self.places)


def read_passages(report: Report) -> dict[str, Passage]:
    """Return the statements of a report by id, their words taken from the pages."""
    found = {}
    for entry in report.manifest.get("statements", ()):
        parts = [part for part in report.trace["parts"] if part["ref"] == entry["ref"] and part["kind"] == "paragraph"]
        places = tuple((part["page"], tuple(box)) for part in parts for box in part["boxes"])
        text = " ".join(_print_in(report, page, box) for page, box in places)
        found[str(entry["id"])] = Passage(entry, " ".join(text.split()), places)
    return found


def _print_in(report: Report, page: int, box: Sequence[float]) -> str:
    """Return what a page prints in a box, words that a line breaks put together as far as hyphens tell."""
    wide = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    return "\n".join(lines_of([each for each in report.pages[page - 1].printed if holds(wide, each)]))


def check_statements(report: Report) -> Iterator[Violation]:
    """Yield statements that their page doesn't print, that say something else than the manifest has, or double ids."""
    passages = read_passages(report)
    ids = [entry["id"] for entry in report.manifest.get("statements", ())]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield violation("statement", report.name, name, "one statement", f"{ids.count(name)}")
    for passage in passages.values():
        for sentence in passage.entry["sentences"]:
            if _plain(sentence) not in _plain(passage.text):
                yield violation("statement", report.name, passage.id, sentence, passage.text)
        for problem in check_said(passage, report):
            yield violation("statement", report.name, passage.id, problem, passage.text)


def _plain(text: str) -> str:
    return re.sub(r"[\s\u00ad-]", "", text).casefold()


def check_said(passage: Passage, report: Report) -> Iterator[str]:
    """Yield what the manifest has a statement say and its paragraph doesn't."""
    for name, value in passage.entry["said"].items():
        if name in _WORDED:
            continue
        for each in value if isinstance(value, list) else [value]:
            if not says(passage.text, name, each):
                yield f"{name} {each}"


def says(text: str, name: str, value: Any) -> bool:
    """Tell whether a text says something: a number, a year, a name, or a word with its patterns."""
    if name in ("months", "rate", "stance") or (name == "month" and isinstance(value, int)):
        try:
            return read_stated(text, name, (), value) == (value if isinstance(value, str) else Fraction(str(value)))
        except Unread:
            return False
    if name in CLAUSES and isinstance(value, str):
        return holds_clause(text, value)
    if isinstance(value, str):
        if value in _WORDS:
            others = [word for word in _WORDS if word != value and re.search(_WORDS[word], text, re.IGNORECASE)]
            return bool(re.search(_WORDS[value], text, re.IGNORECASE)) and not others
        return bool(find_names(text, [value, value.replace("'", "’")])[0])
    spelt = {Fraction(number) for number in re.findall(r"\d+", spell_counts(text))}
    if value == _TWO and re.search(r"\btwice\b", text):
        return True
    return abs(Fraction(str(value))) in {Fraction(number) for number in numbers_in(text)} | spelt
