"""How a question names its exhibit: by number, title, chapter or data, and whether another one fits as well."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from dataset_builder.checks.drawn import squeeze
from dataset_builder.checks.reports.exhibits import Exhibit
from dataset_builder.checks.reports.reading import Report

TITLED = re.compile(r"the (chart|table) (?:titled |headed )?“([^”]+)”")
NUMBERED = re.compile(r"\b(Figure|Fig\.|Chart|Table) (\d+)(?: \(“([^”]+)”\))?")
ONLY = re.compile(r"the only (chart|table) of the chapter “([^”]+)”")
SPAN = r"(\d{4})(?: (?:to|and) (\d{4}))?"


def list_descriptions(asked: Exhibit) -> list[str]:
    """Return patterns of the ways in which the data of an exhibit may stand for it."""
    name = asked.dataset["name"].casefold()
    plain = re.escape(name.removesuffix(" by class"))
    told = [f"the histogram of {plain}", f"the box plot of {plain}"]
    for noun in ("chart", "table"):
        told += [rf"the {noun} that shows {re.escape(name)} for {SPAN}", f"the {noun} on {re.escape(name)}"]
    return told


def without_naming(text: str, asked: Exhibit) -> str:
    """Return a question without the words that name its exhibit."""
    for pattern in (TITLED, ONLY, NUMBERED):
        text = pattern.sub(" ", text)
    for phrase in list_descriptions(asked):
        text = re.sub(phrase, " ", text, flags=re.IGNORECASE)
    return text


def check_naming(text: str, asked: Exhibit, report: Report) -> Iterator[str]:
    """Yield what names another exhibit, or several."""
    named = 0
    for word, given, title in NUMBERED.findall(text):
        named += 1
        kind = "table" if word == "Table" else "chart"
        if (kind, int(given)) != (asked.kind, asked.entry["number"]):
            yield f"names {word} {given}, not {asked.kind} {asked.entry['number']}"
        if title and _plain(title) != _plain(asked.title):
            yield f"names the title {title!r}"
    for kind, title in TITLED.findall(text):
        named += 1
        fitting = [item.ref for item in report.exhibits if _plain(item.title) == _plain(title) and item.kind == kind]
        if fitting != [asked.ref]:
            yield f"names the {kind} {title!r}, which is {fitting}"
    for kind, title in ONLY.findall(text):
        named += 1
        chapters = [ref for ref, given in report.sections.items() if _plain(given) == _plain(title)]
        fitting = [item.ref for item in report.exhibits if item.entry["section"] in chapters and item.kind == kind]
        if fitting != [asked.ref] or len(chapters) != 1:
            yield f"names the only {kind} of {title!r}, which is {fitting}"
    named += yield from _check_description(text, asked, report)
    if named != 1:
        yield f"names its exhibit {named} times"


def _check_description(text: str, asked: Exhibit, report: Report) -> Generator[str, None, int]:
    """Yield what is wrong with a description of an exhibit by its data; return how many there are."""
    plain = text.casefold()
    found = 0
    for kind, drawn in (("histogram", "histogram"), ("box plot", "box")):
        if f"the {kind} of " in plain:
            found += 1
            name = asked.dataset["name"].casefold().removesuffix(" by class")
            if f"the {kind} of {name}" not in plain or asked.told.get("chartType") != drawn:
                yield f"names another {kind}"
            alike = [item for item in report.charts if item.told["chartType"] == drawn and _same_data(item, asked)]
            if len(alike) != 1:
                yield f"fits {len(alike)} exhibits"
    for match in re.finditer(r"the (chart|table) (on|that shows) (.+)", plain):
        found += 1
        names = [dataset["name"].casefold() for dataset in report.manifest["datasets"]]
        fitting = [name for name in names if re.match(rf"{re.escape(name)}(?!\w)", match[3])]
        name = max(fitting, key=len, default="")
        if name != asked.dataset["name"].casefold() or match[1] != asked.kind:
            yield f"names the {match[1]} {match[2]} {name or match[3]!r}"
            continue
        alike = [item for item in report.exhibits if _same_data(item, asked) and item.kind == asked.kind]
        if match[2] == "that shows":
            span = re.match(rf"{re.escape(name)} for {SPAN}", match[3])
            years = [year for year in (span.groups() if span else ()) if year]
            alike = [item for item in alike if _years(item)[:: max(1, len(_years(item)) - 1)] == years]
        if [item.ref for item in alike] != [asked.ref]:
            yield f"fits {[item.ref for item in alike]}"
    return found


def _same_data(item: Exhibit, asked: Exhibit) -> bool:
    return bool(item.dataset["name"] == asked.dataset["name"])


def _years(item: Exhibit) -> list[str]:
    return sorted({key for column in item.dims for key in column if re.fullmatch(r"\d{4}", key)})


def _plain(text: str) -> str:
    return squeeze(text.strip(" .,?")).casefold()
