"""What the columns and rows of a table are called."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from dataset_builder.families.forms.model import Widget
from dataset_builder.families.forms.reading.heads import is_generic
from dataset_builder.families.forms.reading.layout import MARKER, Layout, same_row
from dataset_builder.families.forms.reading.naming import Label, name_of, read_label
from dataset_builder.families.forms.reading.tables import Table


def row_labels(layout: Layout, table: Table) -> list[Label | None]:
    """Return the labels of a table's rows; where most have words, the others go by their printed line numbers."""
    labels = [read_label(block.text) if block is not None else None for block in table.labels]
    bare = [row for row, label in enumerate(labels) if label is None or not label.name]
    if 2 * len(bare) < len(labels):
        for row in bare:
            number = _line_number(layout, table.rows[row])
            labels[row] = Label(f"Line {number}", (), f"line_{number}") if number else labels[row]
    return labels


def column_names(table: Table) -> list[str]:
    """Return the name of each column, numbered where several are alike; "" where nothing is printed over one."""
    names = []
    own = [read_label(heading.text).name if heading is not None else "" for heading in table.headings]
    for name, heading, span in zip(own, table.headings, table.spans, strict=True):
        if re.fullmatch(r"[a-z]|column_[a-z]", name):
            name = f"column_{name[-1]}"
        shared = heading is not None and is_generic(heading.text) and own.count(name) > 1
        if name and span is not None and heading is not None and shared and len(span.words) <= 5:
            name = name_of(f"{read_label(span.text).text} {read_label(heading.text).text}")
        names.append(name)
    counts = Counter(names)
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name}_{seen[name]}" if name and counts[name] > 1 else name)
    return numbered


def is_doubled(columns: Sequence[str]) -> bool:
    """Return whether a table's columns are printed twice side by side, so that its rows go on at the right."""
    stems = [re.sub(r"_\d+$", "", column) for column in columns]
    half = len(stems) // 2
    return half > 1 and len(stems) % 2 == 0 and stems[:half] == stems[half:] and len(set(stems[:half])) == half


def _line_number(layout: Layout, row: Sequence[Widget | None]) -> str:
    """Return the number or letter printed right before the first blank of a row, or ""."""
    first = next(widget for widget in row if widget is not None)
    found = [
        block.text.strip("().:").lower()
        for block in layout.blocks
        if block.page == first.page
        and MARKER.match(block.text)
        and same_row(block.rect, first.rect)
        and -2 < first.rect[0] - block.rect[2] < 24
    ]
    return re.sub(r"\W+", "_", found[0]) if len(found) == 1 else ""
