"""Whether exhibits show the manifest's facts under their own names, and stand where they are numbered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dataset_builder.checks.drawn import Box, Character, DrawnPage, holds, lines_of, page_lines, squeeze
from dataset_builder.checks.reports.exhibits import Exhibit, exact, list_facts
from dataset_builder.checks.violations import Violation, violation

_NUMBER = {"chart": r"(?:Figure|Fig\.|Chart|Exhibit|Graphic|Plate)", "table": "(?:Table|Tab\\.)"}
_BESIDE = 90.0
"""Points between an exhibit and its printed number, at most."""
_OWN = {"relation": "y", "boxes": "median"}
"""Statistic or side that is a mark's value, by kind of dataset: no name of a mark says so."""


def check_exhibits(
    name: str, exhibits: Sequence[Exhibit], manifest: Mapping[str, Any], pages: Sequence[DrawnPage]
) -> Iterator[Violation]:
    """Yield where exhibits, the facts of the manifest, their channels and the printed numbers disagree."""
    facts = manifest["facts"]
    for exhibit in exhibits:
        if exhibit.title != exhibit.entry["title"]:
            yield violation("chart", name, f"{exhibit.ref}: title", exhibit.title, exhibit.entry["title"])
        yield from _check_values(name, exhibit, facts)
        yield from _check_keys(name, exhibit)
        if exhibit.kind == "table":
            yield from _check_cells(name, exhibit, pages)
        else:
            yield from _check_exactness(name, exhibit)
            yield from _check_frame(name, exhibit)
    yield from _check_channels(name, exhibits, facts)
    yield from _check_numbers(name, exhibits, pages)
    titles = [squeeze(exhibit.title).casefold() for exhibit in exhibits]
    for exhibit, title in zip(exhibits, titles, strict=True):
        if titles.count(title) > 1:
            yield violation("chart", name, f"{exhibit.ref}: title", "one exhibit of this title", exhibit.title)


def _check_values(name: str, exhibit: Exhibit, facts: Mapping[str, Mapping[str, Any]]) -> Iterator[Violation]:
    terms = exhibit.entry["terms"]
    if terms:
        for entry, (minuend, subtrahend) in zip(exhibit.told["data"], terms, strict=True):
            change = exact(facts[minuend]["value"]) - exact(facts[subtrahend]["value"])
            if exact(entry["value"]) != change:
                yield violation("chart", name, f"{exhibit.ref}: {entry['label']}", float(change), entry["value"])
        return
    for fact, value in exhibit.values():
        if fact and (fact not in facts or exact(facts[fact]["value"]) != exact(value)):
            yield violation("chart", name, f"{exhibit.ref}: {fact}", facts.get(fact, {}).get("value"), value)


def _check_keys(name: str, exhibit: Exhibit) -> Iterator[Violation]:
    """Yield facts that stand under other names than their keys."""
    for fact in list_facts(exhibit):
        if fact.partition("/")[0] != exhibit.entry["dataset"]:
            yield violation("chart", name, f"{exhibit.ref}: {fact}", f"a fact of {exhibit.entry['dataset']}", fact)
    for names, fact in _named(exhibit):
        for place, key in enumerate(exhibit.keys(fact)):
            alone = len(exhibit.dims[place]) == 1
            said = any(_is_short(given, key) for given in names) or key == _OWN.get(exhibit.dataset["kind"])
            if not (said or (alone and _is_said(key, exhibit))):
                yield violation("chart", name, f"{exhibit.ref}: {fact}", key, " / ".join(names))
    sides: dict[str, set[str]] = {}
    if exhibit.kind == "table" and exhibit.dataset["kind"] in _OWN:
        for (_, column), fact in _named(exhibit):
            sides.setdefault(column, set()).add(exhibit.keys(fact)[-1])
        if any(len(keys) > 1 for keys in sides.values()):
            yield violation("chart", name, f"{exhibit.ref}: columns", "one measure each", sides)


def _named(exhibit: Exhibit) -> Iterator[tuple[list[str], str]]:
    """Yield the names that stand at each mark or cell, and its fact."""
    if exhibit.kind == "table":
        cells = [[str(row["label"]), str(column)] for row in exhibit.told["rows"] for column in exhibit.told["columns"]]
        measures = exhibit.dataset["kind"] in _OWN
        for names, fact in zip(cells, exhibit.entry["facts"], strict=True):
            yield (names, fact) if not measures else ([names[0], exhibit.keys(fact)[-1]], fact)
        return
    for entry, fact, *pair in zip(
        exhibit.told["data"],
        exhibit.entry["facts"],
        *([exhibit.entry["terms"]] if exhibit.entry["terms"] else []),
        strict=True,
    ):
        names = [str(entry["label"]), str(entry["category"])]
        names += [value for value in entry["metadata"].values() if isinstance(value, str)]
        for end in pair[0] if pair else ():
            yield [*names, *re.findall(r"\d{4}", exhibit.title)], end
        if fact:
            yield names, fact


def _is_short(given: str, key: str) -> bool:
    """Tell whether a name is a key, or a month's first letters."""
    return given == key or (len(given) == 3 and key.isalpha() and key.startswith(given) and key[:1].isupper())


def _is_said(key: str, exhibit: Exhibit) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(key)}(?!\w)", exhibit.words, re.IGNORECASE))


def _check_exactness(name: str, exhibit: Exhibit) -> Iterator[Violation]:
    """Yield charts that claim to print every value, or to have it on a gridline, and don't."""
    trace = exhibit.trace
    if trace["exact"] == "labels":
        printed = {label["index"] for label in trace["labels"] if label["kind"] == "value"}
        for index in sorted(set(range(len(exhibit.told["data"]))) - printed):
            if exhibit.told["data"][index]["metadata"].get("kind") != "outlier":
                yield violation("chart-text", name, f"{exhibit.ref}: value of mark {index}", "printed", "not printed")
    elif trace["exact"] == "grid":
        ticks = {tick["value"] for tick in trace["ticks"]}
        for entry in exhibit.told["data"]:
            if entry["value"] not in ticks:
                yield violation("chart-scale", name, f"{exhibit.ref}: {entry['label']}", "a gridline", entry["value"])


def _check_frame(name: str, exhibit: Exhibit) -> Iterator[Violation]:
    """Yield charts whose box on the page is not as large as their drawing."""
    (x0, y0, x1, y1), trace = exhibit.places[0][1], exhibit.trace
    size = (0.75 * trace["width"], 0.75 * trace["height"])
    if len(exhibit.places) != 1 or any(abs(a - b) > 1.0 for a, b in zip((x1 - x0, y1 - y0), size, strict=True)):
        yield violation("box", name, exhibit.ref, size, exhibit.places)


def _check_cells(name: str, exhibit: Exhibit, pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield a title, headings and rows of a table that the page prints otherwise."""
    printed = [squeeze("".join(_lines(pages[page - 1], box))) for page, box in exhibit.places]
    for row in exhibit.told["rows"]:
        cells = [
            f"{value:,.{decimals}f}".replace("-", "−")
            for value, decimals in zip(row["values"], exhibit.told["decimals"], strict=True)
        ]
        wanted = squeeze(row["label"] + "".join(cells))
        if not any(wanted in text for text in printed):
            yield violation("box-text", name, f"{exhibit.ref}: {row['label']}", cells, "not printed so")
    for heading in (exhibit.told["stub"], *exhibit.told["columns"]):
        if not all(_in_any_order(heading, text) for text in printed):
            yield violation("box-text", name, f"{exhibit.ref}: heading", heading, "not printed so")
    whole = squeeze("".join(character.text for character in pages[exhibit.page - 1].printed)).casefold()
    if squeeze(exhibit.title).casefold() not in whole:
        yield violation("box-text", name, f"{exhibit.ref}: title", exhibit.title, "not printed on its page")
    unit = exhibit.told["unit"]
    said = re.search(rf"\b{re.escape(unit)}(?=$|[,:])", exhibit.title, re.IGNORECASE)
    if unit and not said and squeeze(f"({unit})").casefold() not in whole:
        yield violation("box-text", name, f"{exhibit.ref}: unit", unit, "not printed on its page")


def _in_any_order(heading: str, text: str) -> bool:
    """Tell whether a text has all words of a heading, which may run over several lines beside those of others."""
    return all(squeeze(word).casefold() in text.casefold() for word in heading.split())


def _lines(page: DrawnPage, box: Box) -> tuple[str, ...]:
    return lines_of(character for character in page.printed if holds(box, character))


def _check_channels(
    name: str, exhibits: Sequence[Exhibit], facts: Mapping[str, Mapping[str, Any]]
) -> Iterator[Violation]:
    """Yield facts whose channel is not where they stand; one that is shown only stands in a single exhibit."""
    places: dict[str, list[Exhibit]] = {}
    for exhibit in exhibits:
        for fact in list_facts(exhibit):
            places.setdefault(fact, []).append(exhibit)
    for fact in sorted(places.keys() - facts.keys()):
        yield violation("copy", name, f"channel of {fact}", "one", "none")
    for fact, told in facts.items():
        where = places.get(fact, [])
        kinds = {exhibit.kind for exhibit in where}
        channel = told["channel"]
        fits = {
            "chart": kinds == {"chart"} and len(where) == 1 and where[0].shown_only,
            "table": kinds == {"table"} and len(where) == 1 and where[0].shown_only,
            "both": bool(where) and not any(exhibit.shown_only for exhibit in where),
            "text": not where,
        }
        if not fits.get(channel, False):
            yield violation("copy", name, f"channel of {fact}", channel, [exhibit.ref for exhibit in where])
    for exhibit in exhibits:
        if exhibit.shown_only and exhibit.entry["channel"] != exhibit.kind:
            yield violation("copy", name, f"channel of {exhibit.ref}", exhibit.kind, exhibit.entry["channel"])


def _check_numbers(name: str, exhibits: Sequence[Exhibit], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield exhibits that are not numbered in their order, or that stand beside another number than theirs."""
    for kind, word in _NUMBER.items():
        own = [exhibit for exhibit in exhibits if exhibit.kind == kind]
        last = 0
        for number, exhibit in enumerate(own, start=1):
            if exhibit.entry["number"] != number:
                yield violation("copy", name, f"number of {exhibit.ref}", number, exhibit.entry["number"])
            beside = _number_beside(exhibit, pages[exhibit.page - 1], word)
            if beside != exhibit.entry["number"]:
                yield violation("chart-text", name, f"{exhibit.ref}: number", exhibit.entry["number"], beside)
            if exhibit.page < last:
                yield violation("pages", name, f"page of {exhibit.ref}", f"{last} or later", exhibit.page)
            last = exhibit.page


def _number_beside(exhibit: Exhibit, page: DrawnPage, word: str) -> int | None:
    """Return the number that stands above an exhibit or beside its upper edge, None where there is none."""
    box = exhibit.places[0][1]
    found: list[tuple[float, int]] = []
    for line in page_lines(page):
        text = "".join(character.text for character in line).strip()
        match = re.match(rf"{word}\s*0*(\d+)[.:|]?(?!\d)", text, re.IGNORECASE)
        if not match:
            continue
        rest, title = (squeeze(part).casefold() for part in (text[match.end() :], exhibit.title))
        gap = _gap(box, _span(line))
        if (title.startswith(rest) or rest.startswith(title)) and gap <= _BESIDE:
            found.append((gap, int(match[1])))
    return min(found)[1] if found else None


def _span(line: Sequence[Character]) -> Box:
    x0, y0, x1, y1 = zip(*(character.box for character in line), strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _gap(box: Box, line: Box) -> float:
    """Return how far a line stands from the upper edge of a box, across and down added up."""
    across = max(box[0] - line[2], line[0] - box[2], 0.0)
    return across + abs(box[1] - (line[1] + line[3]) / 2)
