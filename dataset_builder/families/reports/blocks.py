"""The blocks of a manuscript as a template takes them: numbered, marks filled in, charts made ready to draw."""

from __future__ import annotations

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, pairwise, zip_longest
from typing import Any

from markupsafe import Markup, escape

from dataset_builder.charts.embed import chart_html
from dataset_builder.charts.spec import ChartSpec
from dataset_builder.families.reports.designs import Design
from dataset_builder.families.reports.emblems import figure_view, icon_of
from dataset_builder.families.reports.looks import Look
from dataset_builder.families.reports.manuscript import (
    MARK,
    Block,
    Box,
    Items,
    Manuscript,
    Paragraph,
    Quotation,
    Show,
    Subheading,
    WrittenSection,
)
from dataset_builder.families.reports.model import Exhibit, Table
from dataset_builder.families.reports.proportions import BROAD, fits_column, heights, is_crowded

View = dict[str, Any]

_ROWS_A_PAGE = 30
_BACK = frozenset({"glossary", "sources"})
"""Kinds of chapter at the end, which run on with small heads."""

_PLAIN = _BACK | {"summary"}
"""Kinds of chapter that nothing is set into."""

_PULLED = frozenset({"background", "evidence", "episode", "debate", "cases", "outlook"})
"""Kinds of chapter in which a quotation is set large."""

_LEAST_STRIP = 2

_BETWEEN = frozenset({"paragraph", "item", "heading", "quotation"})
"""Kinds of block that stand in the column of text where they are written."""

_NEAR = 3
"""Blocks by which what is set off may stand apart from the paragraph that it belongs to."""

_DEFINED = 3
"""Most words that a chapter explains in its margin."""

_FEW_ITEMS, _SHORT_LIST = 5, 640
"""Items, and letters in all of them, of a list that is kept whole."""

_WIDE_HEADS = 36
"""Letters of the longest words of a table's heads that want a smaller face."""

_LONGEST_HEAD = 64


class BlockViews:
    """Makes what a template takes of each chapter, and counts notes, boxes and exhibits through the document."""

    def __init__(self, manuscript: Manuscript, design: Design, look: Look, rng: random.Random) -> None:
        """Prepare; ``rng`` draws what stands at the heads of chapters."""
        self._design, self._look, self._rng = design, look, rng
        self._pulls = list(manuscript.pull_quotes)
        self._all_figures = manuscript.key_figures
        self._key_figures = list(manuscript.key_figures)
        self._glossary = {
            head: text
            for section in manuscript.sections
            if section.kind == "glossary" and design.definitions
            for block in section.blocks
            if isinstance(block, Items)
            for head, text in block.items
        }
        self._timeline = manuscript.timeline
        self._timed = _find_timed(manuscript) if design.timeline else ""
        self._exhibits = list(manuscript.exhibits())
        self._names = {exhibit.ref: self._name(exhibit) for exhibit in self._exhibits}
        self._boxes = count(1)
        self.notes: list[View] = []

    def chapter(self, section: WrittenSection) -> View:
        """Return a chapter with its blocks; its notes are added to ``notes``."""
        first_note = len(self.notes)
        number = int(section.id.removeprefix("s"))
        self.notes += [
            {"number": first_note + n, "html": self._html(note, first_note)}
            for n, note in enumerate(section.notes, start=1)
        ]
        return {
            "id": section.id,
            "number": number,
            "roman": roman(number),
            "kind": section.kind,
            "title": section.title,
            "running_title": section.title if len(section.title) <= _LONGEST_HEAD else section.short_title,
            "standfirst": section.standfirst,
            "figures": self._strip(section),
            "icon": self._icon(section),
            "art": self._look.head_art(self._rng),
            "runs": section.kind in _BACK,
            "blocks": self._with_extras(section, list(self._blocks(section, first_note))),
        }

    def _strip(self, section: WrittenSection) -> list[View]:
        """Return the key figures at the head of a chapter: many over the summary, else of what the chapter is about.

        Each stands at the head of one chapter only.
        """
        most = self._design.strip
        if section.kind == "summary":
            return [figure_view(figure) for figure in self._all_figures[: 2 * most]]
        if section.kind != "evidence":
            return []
        main = _main(section)
        found = [figure for figure in self._key_figures if _dataset(figure.fact) in main][:most]
        if len(found) < _LEAST_STRIP:
            return []
        self._key_figures = [figure for figure in self._key_figures if figure not in found]
        return [figure_view(figure) for figure in found]

    def _icon(self, section: WrittenSection) -> str:
        return (icon_of(section.title) or "evidence") if section.kind == "evidence" else section.kind

    def lists(self) -> list[tuple[str, list[View]]]:
        """Return the lists of figures and of tables, each under its heading; none that would be empty."""
        lists = []
        for heading, kind in ((f"{self._design.figure}s", ChartSpec), (f"{self._design.table}s", Table)):
            entries = [
                {"ref": exhibit.ref, "number": exhibit.number, "title": exhibit.spec.title}
                for exhibit in self._exhibits
                if isinstance(exhibit.spec, kind)
            ]
            if entries:
                lists.append((heading, entries))
        return lists

    def _name(self, exhibit: Exhibit) -> str:
        return f"{self._design.figure if isinstance(exhibit.spec, ChartSpec) else self._design.table} {exhibit.number}"

    def _html(self, text: str, first_note: int) -> Markup:
        """Return a text with its marks filled in."""
        parts, end = [Markup()], 0
        for found in MARK.finditer(text):
            parts.append(escape(text[end : found.start()]))
            kind, key = found.groups()
            if kind == "n":
                number = first_note + int(key)
                parts.append(Markup('<sup data-mark="{0}">{0}</sup>').format(number))
            else:
                parts.append(Markup('<span class="ref">{}</span>').format(self._names[key]))
            end = found.end()
        parts.append(escape(text[end:]))
        return Markup().join(parts)

    def _blocks(self, section: WrittenSection, first_note: int) -> Iterator[View]:
        numbers: dict[str, Iterator[int]] = {kind: count(1) for kind in ("p", "h", "q", "l")}
        opening = True
        for block in self._grouped(section.blocks):
            if isinstance(block, Paragraph):
                view = self._paragraph(block, f"{section.id}-p{next(numbers['p'])}", first_note)
                yield view | {"classes": " first" if opening else ""}
                opening = False
            elif isinstance(block, Subheading):
                number = next(numbers["h"])
                yield {
                    "kind": "heading",
                    "ref": f"{section.id}-h{number}",
                    "text": block.text,
                    "number": number,
                }
            elif isinstance(block, Quotation):
                html = self._html(block.text, first_note)
                yield {"kind": "quotation", "ref": f"{section.id}-q{next(numbers['q'])}", "html": html, "by": block.by}
            elif isinstance(block, Items):
                yield from self._items(block, f"{section.id}-l{next(numbers['l'])}", first_note)
            elif isinstance(block, Box):
                paragraphs = [
                    self._paragraph(paragraph, f"{section.id}-p{next(numbers['p'])}", first_note)
                    for paragraph in block.paragraphs
                ]
                yield {
                    "kind": "box", "style": block.kind, "title": block.title, "number": next(self._boxes),
                    "paragraphs": paragraphs,
                }  # fmt: skip
            elif isinstance(block, Show):
                yield self._table(block)
            else:
                yield self._charts(block)

    def _grouped(self, blocks: Sequence[Block]) -> Iterator[Block | list[Show]]:
        """Yield the blocks, charts as lists of those that stand together: none before the heading of its section."""
        starts = [place for place, block in enumerate(blocks) if isinstance(block, Subheading)]
        for first, end in pairwise([0, *starts, len(blocks)]):
            part = blocks[first:end]
            shows = [block for block in part if isinstance(block, Show) and isinstance(block.exhibit.spec, ChartSpec)]
            groups = {group[0].exhibit.ref: group for group in self._groups(shows)}
            for block in part:
                if not (isinstance(block, Show) and isinstance(block.exhibit.spec, ChartSpec)):
                    yield block
                elif block.exhibit.ref in groups:
                    yield groups[block.exhibit.ref]

    def _groups(self, shows: Sequence[Show]) -> list[list[Show]]:
        """Return the charts of a section as they stand together, in their order."""
        if self._design.grouping == "single":
            return [[show] for show in shows]
        most = {"hero": 3, "grid": 4, "stack": 2}[self._design.grouping]
        groups: list[list[Show]] = []
        for show in shows:
            room = bool(groups) and len(groups[-1]) < min(most, self._design.largest_group)
            if room and self._joins(show) and self._joins(groups[-1][0]):
                groups[-1].append(show)
            else:
                groups.append([show])
        return groups

    def _joins(self, show: Show) -> bool:
        """Return whether a chart may stand beside others."""
        spec = show.exhibit.spec
        if self._design.grouping == "stack" or not isinstance(spec, ChartSpec):
            return True
        return spec.chart_type not in BROAD and not is_crowded(spec)

    def _rows(self, shows: Sequence[Show]) -> list[Sequence[Show]]:
        """Return a group of charts by rows."""
        if self._design.grouping == "hero" and len(shows) == 3:
            return [shows[:1], shows[1:]]
        if self._design.grouping == "stack":
            return [[show] for show in shows]
        odd = len(shows) % 2
        return [*([shows[:1]] if odd else []), *(shows[i : i + 2] for i in range(odd, len(shows), 2))]

    def _with_extras(self, section: WrittenSection, views: list[View]) -> list[View]:
        """Return the blocks of a chapter with what the design sets between two of its paragraphs."""
        if section.kind in _PULLED and self._design.pulls and (found := self._pull(section)):
            pull, place = found
            self._insert(views, place, {"kind": "pull", "text": pull.text, "by": pull.by, "mode": self._design.pulls})
        if section.kind == "evidence":
            main = _main(section)
            tellers = {fact: ref for fact, ref in _tellers(section).items() if _dataset(fact) in main}
            for figure in [figure for figure in self._key_figures if figure.fact in tellers][: self._design.callouts]:
                if self._insert(views, tellers[figure.fact], {"kind": "callout", "figure": figure_view(figure)}):
                    self._key_figures.remove(figure)
        if section.id == self._timed:
            self._insert(views, "", {"kind": "timeline", "moments": self._timeline})
        return list(self._marked(list(self._with_definitions(section, views))))

    def _pull(self, section: WrittenSection) -> tuple[Quotation, str] | None:
        """Return a quotation of someone whose body a chapter speaks of, with the ref of a paragraph that does."""
        texts = _texts(section)
        for pull in self._pulls:
            body = pull.by.rpartition(", ")[2]
            if "," in pull.by and (place := next((ref for ref, text in texts.items() if body in text), "")):
                self._pulls.remove(pull)
                return pull, place
        return None

    def _insert(self, views: list[View], ref: str, view: View) -> bool:
        """Set something between two paragraphs near the one of that ref, or near the start; tells whether it could be.

        Nothing is set next to what was set so before.
        """
        kinds = [each["kind"] for each in views]
        free = [i for i in range(1, len(views)) if kinds[i - 1] == kinds[i] == "paragraph"]
        wanted = next((i for i, each in enumerate(views) if ref and each.get("ref") == ref), len(views) // 5)
        near = [i for i in free if not ref or abs(i - wanted) <= _NEAR]
        if near:
            views.insert(min(near, key=lambda i: abs(i - wanted)), view)
        return bool(near)

    def _with_definitions(self, section: WrittenSection, views: list[View]) -> Iterator[View]:
        """Yield blocks with words of the glossary explained before the paragraphs that first use them."""
        left = 0 if section.kind in _PLAIN else _DEFINED
        for view in views:
            if view["kind"] == "paragraph" and left:
                used = [term for term in self._glossary if f" {term.lower()}" in view["html"].lower()]
                for term in used[:1]:
                    yield {"kind": "definition", "term": term, "text": self._glossary.pop(term)}
                    left -= 1
            yield view

    def _marked(self, views: Sequence[View]) -> Iterator[View]:
        """Yield blocks, those paragraphs that go on from another or lead in a list marked as such."""
        before = ""
        for view, after in zip_longest(views, views[1:]):
            if view["kind"] == before == "paragraph":
                view["classes"] += " follows"
            if view["kind"] == "paragraph":
                view["keep"] = after is not None and after["kind"] == "item"
            if view["kind"] in _BETWEEN:
                before = view["kind"]
            yield view

    def _paragraph(self, paragraph: Paragraph, ref: str, first_note: int) -> View:
        html = self._html(paragraph.text, first_note)
        return {"kind": "paragraph", "ref": ref, "html": html, "classes": "", "keep": False}

    def _items(self, block: Items, ref: str, first_note: int) -> Iterator[View]:
        last = len(block.items)
        whole = last <= _FEW_ITEMS and sum(len(head) + len(text) for head, text in block.items) <= _SHORT_LIST
        for number, (head, text) in enumerate(block.items, start=1):
            classes = (" first" if number == 1 else "") + (" last" if number == last else "")
            yield {
                "kind": "item",
                "ref": f"{ref}-{number}",
                "bullet": f"{number}." if block.numbered else "•",
                "head": self._html(head, first_note),
                "html": self._html(text, first_note),
                "classes": classes,
                "whole": whole,
                "keep": whole and number < last,
            }

    def _charts(self, shows: Sequence[Show]) -> View:
        rows = [[self._chart(show) for show in row] for row in self._rows(shows)]
        span = "" if len(shows) == 1 and fits_column(shows[0].exhibit.spec) else self._design.broad
        return {"kind": "charts", "rows": rows, "span": span, "single": len(shows) == 1}

    def _chart(self, show: Show) -> View:
        spec = show.exhibit.spec
        if not isinstance(spec, ChartSpec):
            raise TypeError(f"{show.exhibit.ref} is no chart")
        drawn = replace(spec, style=self._look.charts)
        marks = f'<figure data-kind="chart" data-ref="{spec.viz_id}" data-need="{json.dumps(heights(spec))}" '
        html = chart_html(drawn, 320, 300).replace("<figure ", marks, 1)
        name = self._names[spec.viz_id]
        return {"ref": spec.viz_id, "name": name, "html": Markup(html), "caption": show.caption}

    def _table(self, show: Show) -> View:
        table = show.exhibit.spec
        if not isinstance(table, Table):
            raise TypeError(f"{show.exhibit.ref} is no table")
        rows = [
            (label, [number(cell, decimals) for cell, decimals in zip(cells, table.decimals, strict=True)])
            for label, cells in table.rows
        ]
        parts = math.ceil(len(rows) / _ROWS_A_PAGE)
        each = math.ceil(len(rows) / parts)
        said = not table.unit or re.search(rf"\b{re.escape(table.unit)}(?=$|[,:])", table.title, re.IGNORECASE)
        unit = "" if said else f" ({table.unit})"
        return {
            "kind": "table",
            "ref": table.table_id,
            "name": self._names[table.table_id],
            "title": table.title + unit,
            "stub": table.stub,
            "columns": table.columns,
            "parts": [rows[i : i + each] for i in range(0, len(rows), each)],
            "source": table.source,
            "caption": show.caption,
            "span": "wide" if len(table.columns) > 2 else "",
            "dense": sum(max(map(len, column.split()), default=0) for column in table.columns) > _WIDE_HEADS,
            "metadata": Markup(_script("table-metadata", table_metadata(table))),
        }


def _find_timed(manuscript: Manuscript) -> str:
    """Return the id of the chapter that the timeline stands in: the first that tells events, or what went before."""
    kinds = {section.kind: section.id for section in reversed(manuscript.sections)}
    return next((kinds[kind] for kind in ("episode", "background", "evidence") if kind in kinds), "")


def _dataset(fact: str) -> str:
    return fact.partition("/")[0]


def _main(section: WrittenSection) -> set[str]:
    """Return the datasets that a chapter is about: one or two of which it tells most."""
    told = Counter(map(_dataset, _facts(section)))
    return {dataset for dataset, number in told.most_common(2) if 2 * number >= max(told.values())}


def _facts(section: WrittenSection) -> Iterator[str]:
    """Yield the facts that a chapter tells."""
    for block in section.blocks:
        if isinstance(block, Paragraph | Items):
            yield from block.facts
        elif isinstance(block, Box):
            for paragraph in block.paragraphs:
                yield from paragraph.facts


def _paragraphs(section: WrittenSection) -> Iterator[tuple[str, Paragraph]]:
    """Yield the running paragraphs of a chapter with their refs, those of boxes counted with them but left out."""
    number = 0
    for block in section.blocks:
        if isinstance(block, Paragraph):
            number += 1
            yield f"{section.id}-p{number}", block
        elif isinstance(block, Box):
            number += len(block.paragraphs)


def _tellers(section: WrittenSection) -> dict[str, str]:
    """Return by fact the ref of the first paragraph that tells it."""
    found: dict[str, str] = {}
    for ref, paragraph in _paragraphs(section):
        for fact in paragraph.facts:
            found.setdefault(fact, ref)
    return found


def _texts(section: WrittenSection) -> dict[str, str]:
    return {ref: paragraph.text for ref, paragraph in _paragraphs(section)}


def table_metadata(table: Table) -> dict[str, Any]:
    """Return what a table says as data, ready for JSON, as a chart's metadata stands beside a chart."""
    return {
        "tableId": table.table_id,
        "title": table.title,
        "stub": table.stub,
        "columns": list(table.columns),
        "rows": [{"label": label, "values": list(cells)} for label, cells in table.rows],
        "unit": table.unit,
        "decimals": list(table.decimals),
        "source": table.source,
    }


def roman(value: int) -> str:
    """Return a whole number of 1 to 39 in Roman figures.

    >>> roman(14)
    'XIV'
    """
    return "X" * (value // 10) + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[value % 10]


def number(value: float, decimals: int) -> str:
    """Return a value as printed in a table.

    >>> number(-1234.5, 1)
    '−1,234.5'
    """
    return f"{value:,.{decimals}f}".replace("-", "−")


def _script(name: str, content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="{name}">{text}</script>'
