"""What a report tells outside its charts and tables, searched for what only those may give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.checks.drawn import DrawnPage, holds, lines_of
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.violations import Violation, violation

_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.,])\d+(?:\.\d+)?(?![\w])")
_REFERENCE = re.compile(
    r"\b(?:Figures?|Fig\.|Tables?|Charts?|Exhibits?|Graphics?|Plates?|Box)\s*\d+(?:\.\d{1,2}(?!\d))?"
)
"""A figure or table as the text names it; behind a full stop may follow the number of a footnote."""
_NUMBERED_HEADING = re.compile(r"^\d{1,2}\.\d{1,2}(?= *[A-Z“])", re.MULTILINE)
_IN_A_UNIT = re.compile(r"\bper [\d,]+")
_SENTENCE = re.compile(r"(?<=[.?!])[”\"]?\s+")
_SMALL = 120
"""Whole numbers up to this count pages and other things: they tell a value only where its data are named."""
_METADATA = ("vizId", "chartType", "colorEncoding", "sourceContext", "tableId")
_PROSE = frozenset({"paragraph", "item", "quotation", "caption", "standfirst", "heading"})


def numbers_in(text: str) -> set[str]:
    """Return the numbers of a text as printed, without commas between thousands.

    >>> sorted(numbers_in("It rose from 1,240 to 1,310.5 in Q3 of 2019 (B12)."))
    ['1240', '1310.5', '2019']
    """
    return {found[0].replace(",", "") for found in _NUMBER.finditer(_IN_A_UNIT.sub("", _REFERENCE.sub("", text)))}


def check_leaks(
    name: str,
    exhibits: Sequence[Exhibit],
    manifest: Mapping[str, Any],
    pages: Sequence[DrawnPage],
    parts: Sequence[Mapping[str, Any]],
) -> Iterator[Violation]:
    """Yield values of charts and tables that are shown only and yet stand in the narrative; also hidden metadata."""
    names = {dataset["id"]: dataset["name"] for dataset in manifest["datasets"]}
    prose = [_NUMBERED_HEADING.sub("", part["text"]) for part in parts if part["kind"] in _PROSE]
    outside = [_outside(page, exhibits) for page in pages]
    elsewhere: set[str] = set().union(*(numbers_in(text) for text in (*outside, *prose)))
    for exhibit in exhibits:
        if not exhibit.shown_only:
            continue
        for value in _printed(exhibit):
            if not _is_small(value):
                if value in elsewhere:
                    yield violation("leak", name, f"{exhibit.ref}: {value}", "in the exhibit only", "in the text")
            elif found := _named_with(value, names[exhibit.entry["dataset"]], prose):
                yield violation("leak", name, f"{exhibit.ref}: {value}", "in the exhibit only", found)
    for page, text in zip(pages, outside, strict=True):
        for word in _METADATA:
            if word in text:
                yield violation("leak", name, f"page {page.number}", "no metadata", word)


def _outside(page: DrawnPage, exhibits: Sequence[Exhibit]) -> str:
    """Return a page's text outside charts and tables, without its page number and the numbers of headings."""
    boxes = [box for exhibit in exhibits for number, box in exhibit.places if number == page.number]
    left = [character for character in page.printed if not any(holds(box, character) for box in boxes)]
    text = "\n".join(line for line in lines_of(left) if not line.strip().isdecimal())
    return _NUMBERED_HEADING.sub("", text)


def _printed(exhibit: Exhibit) -> Iterator[str]:
    """Yield the values of an exhibit as a text could print them, each once."""
    yield from dict.fromkeys(f"{abs(value):.{decimals}f}" for value, decimals in exhibit.printed())


def _is_small(value: str) -> bool:
    """Tell whether a number is one that counts, or that could be a year."""
    return "." not in value and (int(value) <= _SMALL or 1900 <= int(value) <= 2100)


def _named_with(value: str, dataset: str, prose: Sequence[str]) -> str:
    """Return a sentence that names the data and has the number, "" where there is none."""
    for text in prose:
        for sentence in _SENTENCE.split(text):
            if dataset.casefold() in sentence.casefold() and value in numbers_in(sentence):
                return sentence
    return ""
