"""Numbers of paragraphs that tell facts: each is a value, a mean, a share or a difference of the report's data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dataset_builder.checks.reports.figures import Figures, is_same
from dataset_builder.checks.reports.reading import NUMBER, Report, find_names
from dataset_builder.checks.violations import Violation, violation

_REFERENCE = re.compile(r"\b(?:Figures?|Fig\.|Tables?|Box|chapter)\s*\d+(?:\.\d{1,2}(?!\d))?")
_SENTENCE = re.compile(r"(?<=[.?!;])(?:(?:(?<!\d\.)|(?<=\b(?:19|20)\d\d\.))\d{1,2})?\s+(?=[A-Z“•])")
"""Ends of sentences, behind which the number of a footnote may stand; behind a number these are its decimals."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?:[–-]\d\d)?")
_COUNTED = 31
"""Whole numbers up to this count things, or are days of a month."""


def check_told(report: Report, texts: Mapping[str, str]) -> Iterator[Violation]:
    """Yield numbers of paragraphs and key figures that the facts they tell don't explain.

    Args:
        report: as read.
        texts: of the parts of the narrative by reference.
    """
    told = report.manifest.get("told", {})
    tables = Figures(report)
    for ref, facts in told.items():
        own = [text for part, text in texts.items() if part == ref or part.startswith(f"{ref}-")]
        if not own:
            yield violation("copy", report.name, f"told in {ref}", "a part of the report", "none")
            continue
        for fact in facts:
            if report.manifest["facts"].get(fact, {}).get("channel") not in ("both", "text"):
                yield violation("leak", report.name, f"{ref}: {fact}", "a fact that the text may tell", "another")
        text = " ".join(own)
        for sentence in _SENTENCE.split(text):
            relative = bool(re.search(r"%|\btimes\b|\bpercent", sentence))
            for number in _numbers(sentence, tables):
                if not (
                    tables.explains(number, text, facts, relative=relative)
                    or tables.counts_above(number, sentence, facts)
                ):
                    yield violation("narrative", report.name, f"{number} in {ref}", "a figure of its facts", sentence)
    for figure in report.manifest.get("key_figures", ()):
        value = report.manifest["facts"].get(figure["fact"], {}).get("value")
        given = NUMBER.search(figure["value"])
        if value is None or given is None or not is_same(given[0], float(value)):
            yield violation("narrative", report.name, f"key figure {figure['label']}", value, figure["value"])


def _numbers(text: str, tables: Figures) -> list[str]:
    """Return the numbers of a text that are no years, references, small counts, or parts of names and units."""
    rest = _YEAR.sub(" ", _REFERENCE.sub(" ", find_names(text, tables.words)[1]))
    found = [match[0] for match in NUMBER.finditer(rest)]
    return [text for text in found if "." in text or float(text.replace(",", "")) > _COUNTED]
