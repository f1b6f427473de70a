"""What a report tells outside its charts and tables: nothing that only those may give, and no number of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from dataset_builder.checks.drawn import Character, DrawnPage, holds, lines_of
from dataset_builder.checks.reports.answers import DOWN, UP
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.programs import run_program
from dataset_builder.checks.reports.reading import NUMBER, Report, find_names
from dataset_builder.checks.reports.spelling import spelt_numbers
from dataset_builder.checks.reports.telling import check_told
from dataset_builder.checks.violations import Violation, violation

REFERENCE = re.compile(
    r"\b(?:Figures?|Fig\.|Tables?|Charts?|Exhibits?|Graphics?|Plates?|Box)\s*\d+(?:\.\d{1,2}(?!\d))?"
)
"""A figure or table as the text names it; behind a full stop may follow the number of a footnote."""
_NAMED = re.compile(r"\b(Figure|Fig\.|Table) (\d+)")
_NUMBERED_HEADING = re.compile(r"^\d{1,2}\.\d{1,2}?(?= *(?:[A-Z“]|(?:19|20)\d\d))", re.MULTILINE)
_CHAPTER_NUMBER = re.compile(r"^\d{1,2}\n")
_IN_A_UNIT = re.compile(r"\bper [\d,]+")
_SENTENCE = re.compile(r"(?<=[.?!])[”\"]?\s+")
_SMALL = 120
"""Whole numbers up to this count pages and other things: they tell a value only where its data are named."""
_METADATA = ("vizId", "chartType", "colorEncoding", "sourceContext", "tableId")
PROSE = frozenset({"paragraph", "item", "quotation", "caption", "standfirst", "heading"})
_RANK = re.compile(rf"\b(?:highest|lowest|largest|smallest)\b|{UP}|{DOWN}", re.IGNORECASE)
_LEAST_DIGITS = 3


def numbers_in(text: str) -> set[str]:
    """Return the numbers of a text as printed or spelt, without commas between thousands, and not those of units.

    >>> sorted(numbers_in("It rose from 1,240 to 1,310.5 in Q3 of 2019 (B12), see Figure 3."))
    ['1240', '1310.5', '2019']
    """
    plain = _IN_A_UNIT.sub("", REFERENCE.sub("", text))
    return {found[0].replace(",", "") for found in NUMBER.finditer(plain)} | set(spelt_numbers(plain))


@dataclass(frozen=True)
class _Narrative:
    """The words of a report.

    Attributes:
        report: as read.
        texts: of each part, those that are split put together, by reference.
        outside: of each page, what stands outside charts and tables.
    """

    report: Report
    texts: dict[str, str]
    outside: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """Return every sentence with the datasets that it names; statements, which questions rest on, are left out."""
        names = {dataset["name"].casefold() for dataset in self.report.manifest["datasets"]}
        found = []
        stated = {entry["ref"] for entry in self.report.manifest.get("statements", ())}
        for text in (text for ref, text in self.texts.items() if ref not in stated):
            for sentence in _SENTENCE.split(text):
                named = find_names(sentence, names)[0]
                found.append((sentence, frozenset(named)))
        return tuple(found)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Return all numbers outside exhibits."""
        return frozenset().union(*(numbers_in(text) for text in (*self.outside, *self.texts.values())))

    def naming(self, exhibit: Exhibit) -> Iterator[str]:
        """Yield the sentences that name the data of an exhibit."""
        name = exhibit.dataset["name"].casefold()
        for sentence, named in self.sentences:
            if name in named:
                yield sentence


def check_narrative(report: Report) -> Iterator[Violation]:
    """Yield what the text tells that only exhibits may show, what nothing explains, and wrong references."""
    texts: dict[str, str] = {}
    for part in report.trace["parts"]:
        if part["kind"] in PROSE:
            text = _NUMBERED_HEADING.sub("", _CHAPTER_NUMBER.sub("", part["text"]))
            texts[part["ref"]] = f"{texts[part['ref']]} {text}" if part["ref"] in texts else text
    narrative = _Narrative(report, texts, tuple(_outside(page, report.exhibits) for page in report.pages))
    yield from _check_values(narrative)
    yield from _check_answers(narrative)
    yield from _check_ranks(narrative)
    yield from _check_captions(narrative)
    yield from _check_references(narrative)
    yield from check_told(report, texts)
    for page, text in zip(report.pages, narrative.outside, strict=True):
        for word in _METADATA:
            if word in text:
                yield violation("leak", report.name, f"page {page.number}", "no metadata", word)


def _outside(page: DrawnPage, exhibits: Sequence[Exhibit]) -> str:
    """Return a page's text outside charts and tables, without its page number and the numbers of headings.

    Lines of two columns stay apart: "3." at the end of one and "18" at the start of the other make no number.
    """
    boxes = [box for exhibit in exhibits for number, box in exhibit.places if number == page.number]
    lines: defaultdict[int, list[Character]] = defaultdict(list)
    for character in page.printed:
        if not any(holds(box, character) for box in boxes):
            lines[character.line].append(character)
    texts = (" ".join(lines_of(line)) for line in lines.values())
    text = "\n".join(line for line in texts if not line.isdecimal())
    return _NUMBERED_HEADING.sub("", text)


def _check_values(narrative: _Narrative) -> Iterator[Violation]:
    """Yield values of exhibits that are shown only and stand in the text, in digits or in words."""
    name = narrative.report.name
    for exhibit in narrative.report.exhibits:
        if not exhibit.shown_only:
            continue
        for value in _printed(exhibit):
            if not _is_small(value):
                if value in narrative.numbers:
                    yield violation("leak", name, f"{exhibit.ref}: {value}", "in the exhibit only", "in the text")
                continue
            for sentence in narrative.naming(exhibit):
                if value in numbers_in(sentence):
                    yield violation("leak", name, f"{exhibit.ref}: {value}", "in the exhibit only", sentence)
        rounded = {value for value, decimals in exhibit.printed() if decimals and abs(value) >= 10}
        whole = {str(round(abs(value))) for value in rounded}
        for sentence in narrative.naming(exhibit):
            if found := sorted(whole & numbers_in(sentence)):
                yield violation("leak", name, f"{exhibit.ref}: about {found[0]}", "in the exhibit only", sentence)


def _check_answers(narrative: _Narrative) -> Iterator[Violation]:
    """Yield computed answers that the text has as well."""
    by_title = {exhibit.title: exhibit for exhibit in narrative.report.exhibits}
    programs = {item["text"]: item["program"] for item in narrative.report.manifest["questions"]}
    for record in narrative.report.document.questions:
        asked = by_title.get(record["chart_title"])
        program = programs.get(record["question"])
        if asked is None or program is None:
            continue
        try:
            found = run_program(program, asked.shown)
        except (KeyError, ValueError, IndexError):
            continue
        for part in found if isinstance(found, tuple) else (found,):
            printed = _print(part) if isinstance(part, Fraction) else ""
            digits = sum(character.isdigit() for character in printed)
            if digits >= _LEAST_DIGITS and not _is_small(printed) and printed in narrative.numbers:
                yield violation(
                    "leak", str(record["id"]), f"the answer {printed}", "in the exhibit only", "in the text"
                )


def _print(value: Fraction) -> str:
    text = f"{float(abs(value)):.6f}".rstrip("0").rstrip(".")
    return text


def _check_ranks(narrative: _Narrative) -> Iterator[Violation]:
    """Yield sentences that say of something how it stands, or which way it went, in data that are shown only."""
    for exhibit in narrative.report.exhibits:
        if not exhibit.shown_only:
            continue
        things = {key for column in exhibit.dims for key in column if not re.fullmatch(r"[\d–-]+", key)}
        own = exhibit.dataset["name"]
        for sentence in narrative.naming(exhibit):
            rest = re.sub(re.escape(own), " ", sentence, flags=re.IGNORECASE)
            named, left = find_names(rest, things)  # a category such as "Declined" is no word of direction
            if named and (rank := _RANK.search(left)):
                what = f"{exhibit.ref}: {named[0]} {rank[0]}"
                yield violation("leak", narrative.report.name, what, "in the exhibit only", sentence)


def _check_captions(narrative: _Narrative) -> Iterator[Violation]:
    """Yield numbers under an exhibit that are none of its values."""
    for exhibit in narrative.report.exhibits:
        text = narrative.texts.get(f"{exhibit.ref}-caption", "")
        keys = {key for column in exhibit.dims for key in column}
        rest = find_names(text, [*keys, exhibit.title, exhibit.dataset["unit"]])[1]
        values = {value for value in _printed(exhibit)} | {f"{abs(value):g}" for value, _ in exhibit.printed()}
        for printed in sorted(numbers_in(rest) - values):
            if not _is_small(printed):
                yield violation(
                    "narrative", narrative.report.name, f"caption of {exhibit.ref}", "a value of it", printed
                )
        ends = sorted(abs(value) for value, _ in exhibit.printed())
        for word, end in (("highest", ends[-1]), ("lowest", ends[0])):
            said = re.search(rf"\b{word}\b[^:;]*: ([\d.,]*\d)", text, re.IGNORECASE)
            if said and float(said[1].replace(",", "")) != end and not exhibit.entry["others"]:
                yield violation("narrative", narrative.report.name, f"caption of {exhibit.ref}", end, said[0])


def _check_references(narrative: _Narrative) -> Iterator[Violation]:
    """Yield references to figures and tables that there are not, or whose data are not those that are named."""
    report = narrative.report
    numbers: dict[tuple[str, int], Exhibit] = {(item.kind, item.entry["number"]): item for item in report.exhibits}
    for sentence, _ in narrative.sentences:
        for word, given in _NAMED.findall(sentence):
            kind = "table" if word == "Table" else "chart"
            if (kind, int(given)) not in numbers:
                yield violation("narrative", report.name, sentence, f"a {kind} of the report", f"{word} {given}")


def _printed(exhibit: Exhibit) -> Iterator[str]:
    """Yield the values of an exhibit as a text could print them, each once."""
    yield from dict.fromkeys(f"{abs(value):.{decimals}f}" for value, decimals in exhibit.printed())


def _is_small(value: str) -> bool:
    """Tell whether a number is one that counts, or that could be a year."""
    return "." not in value and (int(value) <= _SMALL or 1900 <= int(value) <= 2100)
