"""Hops pages answered again from what is printed: narrative, charts and question.

The narrative is read by its grammar from the page's characters, the charts' values from their marks; the set that the
one selects from the other is what the program is computed with.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dataset_builder.checks.charts import check_charts
from dataset_builder.checks.documents import Document
from dataset_builder.checks.drawn import Box, DrawnPage, holds, lines_of, squeeze
from dataset_builder.checks.mentions import check_mentions
from dataset_builder.checks.narratives.reading import Paragraph, Selection, read_narrative
from dataset_builder.checks.narratives.references import QUOTED, NarrativeError, Vocabulary
from dataset_builder.checks.narratives.tree import Column, Tables, columns_of, depth, plain, read_trace, resolve
from dataset_builder.checks.programs import answer_program, walk_program
from dataset_builder.checks.violations import Violation, violation

WRONG_KINDS = ("wrong_entity", "global_extreme", "neighbouring_mark", "constraint_ignored", "and_as_or")
_HEADS = ("title", "heading")
_OVER_TIME = ("line", "multi_line")


@dataclass(frozen=True)
class _Block:
    """A part of the narrative: its reference, kind, marker and text."""

    ref: str
    kind: str
    marker: str
    text: str


@dataclass(frozen=True)
class _Page:
    """What is known of a page before it is compared.

    Attributes:
        name: the record's id.
        record: the row.
        manifest: of the document.
        drawn: the page.
        places: where each part stands, its boxes by reference.
        blocks: of the narrative.
        tables: of the record, as they are.
        values: the same by column.
        words: that charts and narrative share.
    """

    name: str
    record: Mapping[str, Any]
    manifest: Mapping[str, Any]
    drawn: DrawnPage
    places: Mapping[str, tuple[Box, ...]]
    blocks: tuple[_Block, ...]
    tables: tuple[Mapping[str, Any], ...]
    values: Tables
    words: Vocabulary


def check_hops(document: Document, record: Mapping[str, Any], pages: Sequence[DrawnPage]) -> Iterator[Violation]:
    """Yield where a record of a hops page differs from what the page shows."""
    if len(pages) != 1 or document.row is None:
        yield violation("pages", str(record["id"]), "pages of a hops document", 1, len(pages))
        return
    trace = json.loads(document.files[".trace.json"])
    page = _open(document, record, pages[0], trace)
    yield from _check_copies(page)
    yield from _check_words(page)
    yield from _check_tables(page, trace, document.pdf or b"")
    try:
        selection = read_narrative(_paragraphs(page.blocks), page.words)
        selected = resolve(selection.chain, page.values, _entities(page))
    except (NarrativeError, KeyError, ValueError) as error:
        yield violation("narrative", page.name, "rules", "a set of entities", str(error))
        return
    yield from _check_selection(page, selection, selected)
    yield from _check_answers(page, selected)
    yield from _check_evidence(page, selection)


def _open(document: Document, record: Mapping[str, Any], drawn: DrawnPage, trace: Mapping[str, Any]) -> _Page:
    manifest = json.loads((document.row or {})["manifest"])
    tables = tuple(json.loads(table) for table in record["tables"])
    values: dict[Column, dict[str, float]] = {}
    units: dict[str, str] = {}
    for table in tables:
        for number, told in enumerate(table["columns"]):
            column = Column(told["metric"], told["group"], told["time"])
            values[column] = {row["entity"]: row["values"][number] for row in table["rows"]}
            units[column.metric] = table["unit"]
    topic = manifest["topic"]
    groups = tuple(sorted({column.group for column in values if column.group}))
    words = Vocabulary(topic["entity"], topic["entities"], topic["group"], groups, units)
    blocks = tuple(
        _Block(f"block-{number}", block["kind"], block["marker"], block["text"])
        for number, block in enumerate(manifest["narrative"]["blocks"])
    )
    places = {part["ref"]: tuple(tuple(box) for box in part["boxes"]) for part in trace["parts"]}
    return _Page(str(record["id"]), record, manifest, drawn, places, blocks, tables, values, words)


def _entities(page: _Page) -> tuple[str, ...]:
    return tuple(sorted(row["entity"] for row in page.tables[0]["rows"]))


def _paragraphs(blocks: Sequence[_Block]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a narrative, each with the list below it."""
    found: list[Paragraph] = []
    for block in blocks:
        if block.kind == "item":
            found[-1] = Paragraph(found[-1].marker, f"{found[-1].text} {block.text}")
        elif block.kind in ("paragraph", "clause"):
            found.append(Paragraph(block.marker, block.text))
    return tuple(found)


def _check_copies(page: _Page) -> Iterator[Violation]:
    """Yield what manifest, knobs and columns of the record say otherwise than each other."""
    record, manifest = page.record, page.manifest
    programs = {question["text"]: question["program"] for question in manifest["questions"]}
    knobs = json.loads(record["knobs"])
    pairs = {
        "tables of the manifest": (list(page.tables), manifest["tables"]),
        "program of the manifest": (json.loads(record["program"]), programs.get(record["question"])),
        "label of the manifest": (record["reference_label"], manifest["label"]["text"]),
        "chart_num": (len(page.tables), record["chart_num"]),
        "knob charts": (len(page.tables), knobs["charts"]),
        "knob chart_types": ([table["chart_type"] for table in page.tables], knobs["chart_types"]),
        "knob entities": (len(_entities(page)), knobs["entities"]),
        "knob depth": (record["depth"], knobs["depth"]),
        "level": (f"L{record['depth'] - 1 + (len(page.tables) >= 4)}", record["level"]),
    }
    for what, (own, copy) in pairs.items():
        if own != copy:
            yield violation("copy", page.name, what, own, copy)
    for item in record["wrong_answers"] or ():
        if item["kind"] not in WRONG_KINDS:
            yield violation("wrong-answer", page.name, "kind", f"one of {', '.join(WRONG_KINDS)}", item["kind"])
        number, own = _number(item["answer"]), _number(record["answer"])
        if number is not None and number == own:
            yield violation("wrong-answer", page.name, "answer", "unlike the answer", item["answer"])


def _number(text: str) -> Fraction | None:
    return Fraction(text) if re.fullmatch(r"-?\d+(?:\.\d+)?", text) else None


# -- what is printed


def _check_words(page: _Page) -> Iterator[Violation]:
    """Yield blocks that the page does not print at their place, or that the record's text lacks."""
    for block in page.blocks:
        boxes = page.places.get(block.ref, ())
        lines = (line for box in boxes for line in _lines(page.drawn, box))
        printed = unicodedata.normalize("NFKC", squeeze("".join(lines)))  # takes ligatures apart
        if block.kind in _HEADS:  # some designs print these in capitals
            printed = printed.casefold()
        wanted = unicodedata.normalize("NFKC", squeeze(block.text))
        if block.kind in _HEADS:
            wanted = wanted.casefold()
        if printed not in (wanted, squeeze(block.marker) + wanted):
            yield violation("narrative", page.name, f"{block.ref} on the page", block.text, printed)
        if block.kind not in _HEADS and squeeze(block.text) not in squeeze(page.record["text"]):
            yield violation("text", page.name, block.ref, block.text, "not in the text")


def _lines(drawn: DrawnPage, box: Box) -> tuple[str, ...]:
    return lines_of(character for character in drawn.printed if holds(box, character))


def _check_tables(page: _Page, trace: Mapping[str, Any], pdf: bytes) -> Iterator[Violation]:
    """Yield where the charts show other tables than the record has."""
    entities = _entities(page)
    told = []
    for table in page.tables:
        chart = trace["charts"].get(table["viz_id"], {"legend": [], "labels": []})
        told.append(_describe(table, chart))
        printed = " ".join([table["title"], *(label["text"] for label in chart["labels"])])
        for column in table["columns"]:
            named = f"{table['title']} {column['label']}"
            for part in ("metric", "group", "time"):
                if column[part] not in named:
                    yield violation("chart", page.name, f"{table['viz_id']}: {part}", column[part], named)
            if column["label"] not in ("", column["metric"], column["group"], column["time"]):
                yield violation("chart", page.name, f"{table['viz_id']}: label", "a part", column["label"])
        if table["unit"] not in printed:
            yield violation("chart-text", page.name, f"{table['viz_id']}: unit", table["unit"], "not printed")
        if tuple(sorted(row["entity"] for row in table["rows"])) != entities:
            yield violation("chart", page.name, f"{table['viz_id']}: entities", entities, "others")
    if sum(len(table["columns"]) for table in page.tables) != len(page.values):
        yield violation("chart", page.name, "columns", "each in one chart", "one in several")
    places = {ref: (1, boxes[0]) for ref, boxes in page.places.items() if ref.startswith("viz-")}
    yield from check_charts(page.name, pdf, places, trace["charts"], told)


def _describe(table: Mapping[str, Any], chart: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table as the metadata that its chart has to bear out; what a colour means is told by the legend."""
    over_time = table["chart_type"] in _OVER_TIME
    data = []
    for row in table["rows"]:
        for column, value in zip(table["columns"], row["values"], strict=True):
            label, category = (column["label"], row["entity"]) if over_time else (row["entity"], column["label"])
            data.append({"label": label, "category": category, "value": value, "metadata": {}})
    colours = {entry["names"]["category"]: entry["colour"] for entry in chart["legend"] if "category" in entry["names"]}
    return {
        "vizId": table["viz_id"],
        "chartType": table["chart_type"],
        "title": table["title"],
        "axes": {"x": {"type": "time" if over_time else "category"}},
        "data": data,
        "visualProperties": {
            "colorMap": colours,
            "colorEncoding": "category" if colours else "single",
            "hasLegend": bool(chart["legend"]),
        },
    }


# -- what it says


def _check_selection(page: _Page, selection: Selection, selected: tuple[str, ...]) -> Iterator[Violation]:
    record = page.record
    if selection.label != record["reference_label"]:
        yield violation("narrative", page.name, "label", record["reference_label"], selection.label)
    if depth(selection.chain) != record["depth"]:
        yield violation("narrative", page.name, "depth", record["depth"], depth(selection.chain))
    if not selected:
        yield violation("narrative", page.name, "set", "some entity", "none")
    if sorted(selected) != sorted(page.manifest["selected"]):
        yield violation("narrative", page.name, "set of the manifest", selected, page.manifest["selected"])
    traces = [part["trace"] for part in walk_program(json.loads(record["program"])) if part.get("op") == "trace"]
    for trace in [page.manifest["trace"], *traces]:
        if plain(read_trace(trace)) != plain(selection.chain):
            yield violation("narrative", page.name, "trace", plain(selection.chain), plain(read_trace(trace)))
            return


def _check_answers(page: _Page, selected: tuple[str, ...]) -> Iterator[Violation]:
    record = page.record
    program = json.loads(record["program"])
    try:
        found = answer_program(program, page.values, selected)
    except (KeyError, ValueError, IndexError) as error:
        yield violation("answer", page.name, "answer", record["answer"], f"{type(error).__name__}: {error}")
        return
    if isinstance(found, bool):
        found = "Yes" if found else "No"
    own = _number(record["answer"]) if isinstance(found, Fraction) else record["answer"]
    if own != found:
        yield violation("answer", page.name, "answer", str(found), record["answer"])
    for difference in check_mentions(record["question"], record["reference_label"], program, page.words, page.values):
        yield violation("question", page.name, record["question"], "", difference)


def _check_evidence(page: _Page, selection: Selection) -> Iterator[Violation]:
    """Yield evidence that does not stand where its part does, and parts needed for the answer that have none."""
    read = set(columns_of(selection.chain))
    for part in walk_program(json.loads(page.record["program"])):
        read.update(Column(**column) for column in part.get("columns", ()))
        if part.get("op") == "values":
            read.add(Column(**part["column"]))
    charts = {
        table["viz_id"]
        for table in page.tables
        if any(Column(told["metric"], told["group"], told["time"]) in read for told in table["columns"])
    }
    heads = [number for number, block in enumerate(page.blocks) if block.kind in ("paragraph", "clause")]
    ends = [*heads[1:], len(page.blocks)]
    needed = set(charts)
    for place, (start, end) in enumerate(zip(heads, ends, strict=True)):
        blocks = [block for block in page.blocks[start:end] if block.kind in ("paragraph", "clause", "item")]
        if place in selection.places:
            needed.update(block.ref for block in blocks)
    needed |= {block.ref for block in page.blocks if selection.label in QUOTED.findall(block.text)}
    given = [entry["ref"] for entry in page.record["evidence"]]
    for ref in sorted(needed - set(given)):
        yield violation("evidence", page.name, ref, "a box", "none")
    kinds = {block.ref: block.kind for block in page.blocks} | {table["viz_id"]: "chart" for table in page.tables}
    for entry in page.record["evidence"]:
        ref, boxes = entry["ref"], page.places.get(entry["ref"], ())
        if ref.startswith("viz-") and ref not in charts:
            yield violation("evidence", page.name, ref, "a chart that is read", "another")
        if entry["kind"] != kinds.get(ref):
            yield violation("evidence", page.name, f"{ref}: kind", kinds.get(ref), entry["kind"])
        near = (all(abs(a - b) < 0.02 for a, b in zip(box, entry["bbox"], strict=True)) for box in boxes)
        if entry["page"] != 1 or not any(near):
            yield violation("box", page.name, ref, boxes, entry["bbox"])
    for ref in needed & set(given):
        if given.count(ref) != len(page.places.get(ref, ())):
            yield violation("evidence", page.name, ref, len(page.places.get(ref, ())), given.count(ref))
