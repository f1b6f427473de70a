"""What the passages on which questions rest say, held against what the manifest tells of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.complex_reading import CLAUSES, Unread, holds_clause, read_stated, spell_counts
from dataset_builder.checks.reports.passages import Passage
from dataset_builder.checks.reports.reading import Report, find_names, numbers_in
from dataset_builder.checks.violations import Violation, violation

_WORDS = {
    "above": r"\b(?:above|exceed\w*|beyond|more than|over|upwards of)\b",
    "below": r"\b(?:below|under|less than|short of|beneath)\b",
}
"""Words for what a statement says, by the word that the manifest has for it."""
_QUOTED = re.compile(r"“[^”.,?!]{1,40}”")
"""The name of a part, such as “Under construction”: a word in it says nothing."""
_TWO = 2
_WORDED = ("direction", "place", "course", "form", "tie")
"""What is said in words of many kinds, which are read with the question (``saying``)."""


def check_statements(report: Report) -> Iterator[Violation]:
    """Yield statements that their page doesn't print, that say something else than the manifest has, or double ids."""
    ids = [entry["id"] for entry in report.manifest.get("statements", ())]
    for name in sorted({name for name in ids if ids.count(name) > 1}):
        yield violation("statement", report.name, name, "one statement", f"{ids.count(name)}")
    for passage in report.passages.values():
        for sentence in passage.entry["sentences"]:
            if not holds_clause(passage.text, sentence):
                yield violation("statement", report.name, passage.id, sentence, passage.text)
        for problem in check_said(passage):
            yield violation("statement", report.name, passage.id, problem, passage.text)


def check_said(passage: Passage) -> Iterator[str]:
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
            rest = _QUOTED.sub("", text)
            return [word for word, pattern in _WORDS.items() if re.search(pattern, rest, re.IGNORECASE)] == [value]
        return bool(find_names(text, [value, value.replace("'", "’")])[0])
    spelt = {Fraction(number) for number in re.findall(r"\d+", spell_counts(text))}
    if value == _TWO and re.search(r"\btwice\b", text):
        return True
    return abs(Fraction(str(value))) in {Fraction(number) for number in numbers_in(text)} | spelt
