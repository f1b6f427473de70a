"""The blocks of a manuscript as a template takes them: numbered, marks filled in, charts made ready to draw."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from markupsafe import Markup, escape

from dataset_builder.charts.embed import chart_html
from dataset_builder.charts.spec import ChartSpec
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.reports.designs import Design
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

View = dict[str, Any]

_ROWS_A_PAGE = 30
_NARROW = frozenset(
    {"bar", "horizontal_bar", "lollipop", "line", "area", "pie", "donut", "slope", "diverging_bar", "histogram",
     "waterfall", "stacked_bar", "multi_line", "dumbbell", "box"}
)  # fmt: skip
"""Types that can be read in a column of some 320 pixels."""

_NARROW_DATA = 16


class BlockViews:
    """Makes what a template takes of each chapter, and counts notes, boxes and exhibits through the document."""

    def __init__(self, manuscript: Manuscript, design: Design, style: ChartStyle) -> None:
        """Prepare; ``style`` is what all charts are drawn in."""
        self._design, self._style = design, style
        self._exhibits = list(manuscript.exhibits())
        self._names = {exhibit.ref: self._name(exhibit) for exhibit in self._exhibits}
        self._boxes = count(1)
        self.notes: list[View] = []

    def chapter(self, section: WrittenSection) -> View:
        """Return a chapter with its blocks; its notes are added to ``notes``."""
        first_note = len(self.notes)
        self.notes += [
            {"number": first_note + n, "html": self._html(note, first_note)}
            for n, note in enumerate(section.notes, start=1)
        ]
        return {
            "id": section.id,
            "number": int(section.id.removeprefix("s")),
            "kind": section.kind,
            "title": section.title,
            "short_title": section.short_title,
            "standfirst": section.standfirst,
            "blocks": list(self._blocks(section, first_note)),
        }

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
                yield {"kind": "heading", "ref": f"{section.id}-h{number}", "text": block.text, "number": number}
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
                    "paragraphs": paragraphs, "span": "",
                }  # fmt: skip
            elif isinstance(block, Show):
                yield self._table(block)
            else:
                yield self._charts(block)

    def _grouped(self, blocks: Sequence[Block]) -> Iterator[Block | list[Show]]:
        """Yield the blocks, charts as lists of those that stand together."""
        for block in blocks:
            if isinstance(block, Show) and isinstance(block.exhibit.spec, ChartSpec):
                yield [block]
            else:
                yield block

    def _paragraph(self, paragraph: Paragraph, ref: str, first_note: int) -> View:
        return {"kind": "paragraph", "ref": ref, "html": self._html(paragraph.text, first_note), "classes": ""}

    def _items(self, block: Items, ref: str, first_note: int) -> Iterator[View]:
        last = len(block.items)
        for number, (head, text) in enumerate(block.items, start=1):
            classes = (" first" if number == 1 else "") + (" last" if number == last else "")
            yield {
                "kind": "item",
                "ref": f"{ref}-{number}",
                "bullet": f"{number}." if block.numbered else "•",
                "head": head,
                "html": self._html(text, first_note),
                "classes": classes,
            }

    def _charts(self, shows: Sequence[Show]) -> View:
        cells = [self._chart(show) for show in shows]
        span = "" if len(shows) == 1 and fits_column(shows[0].exhibit.spec) else "wide"
        return {"kind": "charts", "rows": [cells], "span": span, "classes": ""}

    def _chart(self, show: Show) -> View:
        spec = show.exhibit.spec
        if not isinstance(spec, ChartSpec):
            raise TypeError(f"{show.exhibit.ref} is no chart")
        drawn = replace(spec, style=self._style)
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
        unit = f" ({table.unit})" if table.unit else ""
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
            "metadata": Markup(_script("table-metadata", table_metadata(table))),
        }


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


def number(value: float, decimals: int) -> str:
    """Return a value as printed in a table.

    >>> number(-1234.5, 1)
    '−1,234.5'
    """
    return f"{value:,.{decimals}f}".replace("-", "−")


def fits_column(spec: ChartSpec | Table) -> bool:
    """Return whether a chart can be read in a column of some 320 pixels."""
    return isinstance(spec, ChartSpec) and spec.chart_type in _NARROW and len(spec.data) <= _NARROW_DATA


def heights(spec: ChartSpec) -> list[tuple[int, int]]:
    """Return heights in CSS pixels that a chart looks well at, each with the width that it is for."""
    rows, series = len(spec.labels), max(1, len(spec.categories))
    lying = 105 + 24 * rows
    wide, narrow = {
        "horizontal_bar": (lying, lying + 15),
        "diverging_bar": (lying, lying + 15),
        "lollipop": (max(230, lying), lying + 15),
        "dumbbell": (lying + 25, lying + 40),
        "box": (max(280, lying), 300),
        "heatmap": (120 + 30 * rows, 140 + 30 * rows),
        "sparkline_grid": (70 + 92 * math.ceil(series / 3), 70 + 88 * math.ceil(series / 2)),
        "radar": (370, 350),
        "scatter": (370, 330),
        "bubble": (370, 340),
        "sankey": (340, 330),
        "treemap": (330, 320),
        "pie": (270, 290),
        "donut": (270, 290),
        "slope": (max(300, 90 + 30 * max(rows, series)), 320),
    }.get(spec.chart_type, (300, 285))
    return [(320, max(230, min(460, narrow))), (640, max(210, min(430, wide)))]


def _script(name: str, content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="{name}">{text}</script>'
