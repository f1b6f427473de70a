"""Stage 2 of reverse annotation without a model: what every blank of a form means, read from the printed page.

The words on the page come first, then a blank's tooltip, then its name, because the latter two are often wrong.
Rules that decide the shape of the schema:

- headings of parts and sections, and a caption shared by several blanks ("Name: First ... Last ..."), become objects;
- blanks under column headings become an array of objects if their rows are anonymous or just numbered, and an object
  for each row if every row has a printed label of its own;
- a block of captions printed several times becomes an array of objects, and so does a caption repeated three times or
  more in an even line;
- one number or date split over several blanks is an object of its parts: ``month``, ``day``, ``year``, the printed
  words, or ``part_1``, ``part_2``;
- a blank without a caption right below another one of the same edges continues it: ``remarks``, ``remarks_line_2``;
- a blank whose meaning is not found, is ambiguous, or that only an office fills in stays unread, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from dataset_builder.families.forms.model import SchemaMap, Template, Widget
from dataset_builder.families.forms.reading.captions import (
    OFFICE,
    Unit,
    assign_captions,
    find_units,
    is_caption_text,
    reading_order,
)
from dataset_builder.families.forms.reading.columns import column_names, is_doubled, row_labels
from dataset_builder.families.forms.reading.heads import (
    borrow_heads,
    find_heads,
    find_leaders,
    fits_head,
    is_generic,
    prefer_subcaptions,
)
from dataset_builder.families.forms.reading.layout import Block, Layout, center, same_row
from dataset_builder.families.forms.reading.naming import (
    date_parts,
    listed_parts,
    plural,
    read_label,
    sentence_case,
    singular,
    things_listed,
)
from dataset_builder.families.forms.reading.paths import Reading, Step, Steps, by_path, make_field, order, separate
from dataset_builder.families.forms.reading.repeats import find_repeats, numbered_runs, part_names
from dataset_builder.families.forms.reading.sections import Heading, find_headings, sections_of
from dataset_builder.families.forms.reading.tables import Table, find_tables
from dataset_builder.families.forms.reading.told import told

_ITEM = re.compile(r"\(?(\d{1,2}(?:\.\d{1,2})?)")


class LabelReader:
    """Reads a form's fields from its printed labels, without a model."""

    def read(self, template: Template) -> SchemaMap:
        """Return the fields of a template in reading order, and the widgets left unread with the reason for each."""
        return _Reader(template).read()


class _Reader:
    """One template's evidence, and the readings that are made of it."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.readings: list[Reading] = []
        self.unread: dict[int, str] = {}
        self.arrays: set[tuple[str, ...]] = set()
        self.repeated: set[Unit] = set()
        self.titled: list[Heading] = []
        self.layout = layout = Layout(template)
        units = [unit for unit in find_units(layout) if unit.widgets[0].index not in layout.boxes]
        self.headings, titles = find_headings(layout, units)
        taken = [block for heading in (*self.headings, *titles) for block in heading.blocks]
        split = [widget.index for unit in units if len(unit.widgets) > 1 for widget in unit.widgets]
        self.tables = find_tables(layout, [*layout.boxes, *split], taken)
        taken += [block for table in self.tables for block in table.blocks if not _serves_header(block, units)]
        tabled = {widget.index for table in self.tables for widget in table.widgets}
        self.units = [unit for unit in units if unit.widgets[0].index not in tabled]
        self.runs = numbered_runs(layout, self.units)
        later = {unit for run in self.runs for unit in run[1:]}
        used = set(map(id, taken))
        captions = assign_captions(layout, [unit for unit in self.units if unit not in later], taken)
        self.captions = prefer_subcaptions(layout, self.units, captions, used)
        self.heads = find_heads(layout, self.units, self.captions, used)
        self.leaders = find_leaders(self.units, self.captions)
        self.borrowed = borrow_heads(self.units, self.captions, self.heads)
        self.used = used | {id(caption.block) for caption in self.captions.values()} | set(map(id, self.heads.values()))

    def read(self) -> SchemaMap:
        """Return the fields in reading order, and the widgets left unread with the reason for each."""
        ticked = [widget for widget in self.layout.fillable() if widget.index in self.layout.boxes]
        self._leave(ticked, "used as a check box")
        for table in self.tables:
            self._read_table(table)
        self.headings = [replace(heading, name="") if heading in self.titled else heading for heading in self.headings]
        self._read_units()
        return self._finish()

    def _sections(self, unit: Unit) -> tuple[Heading, ...]:
        """Return the headings that rule a unit, without those that its caption shows to have ended."""
        caption = self.captions.get(unit)
        ruling = sections_of(self.headings, unit)
        if caption is None:
            return ruling
        return tuple(heading for heading in ruling if heading.level == 1 or not self._ended(heading, unit))

    def _ended(self, heading: Heading, unit: Unit) -> bool:
        """Return whether a small heading's group is over, by item numbers or by a caption that does not fit it."""
        number = _ITEM.match(heading.blocks[0].marker)
        mark = _ITEM.match(self.captions[unit].block.marker)
        if number is not None and mark is not None:
            return number[1] != mark[1]
        if heading.level < 3 or not heading.grouping:
            return False
        under = sorted(
            (
                other
                for other in self.captions
                if other.page == unit.page
                and heading.rect[1] < other.rect[1] <= unit.rect[1] + 2
                and heading.x0 <= center(other.rect)[0] <= heading.x1
            ),
            key=reading_order,
        )
        fitting = [fits_head(heading.text, self.captions[other].block.text) for other in under]
        return (True, False) in pairwise(fitting)

    # -- tables -------------------------------------------------------------------------------------------------

    def _read_table(self, table: Table) -> None:
        """Read a grid: an array of objects, or one object a row where every row has its own printed label."""
        first = Unit((table.widgets[0],))
        sections = self._sections(first)
        if any(heading.office for heading in sections):
            self._leave(table.widgets, "office use only")
            return
        columns = column_names(table)
        labels = row_labels(self.layout, table)
        names = [label.name for label in labels if label is not None and label.name]
        stems = {re.sub(r"_?(?:\d+|[a-z])$", "", name) for name in names}
        named = len(names) == len(table.rows) and len(set(names)) == len(names) and len(stems) == len(names)
        base = _names(sections)
        context = _context(sections)
        if not named:
            title, context = self._table_title(table, sections, columns)
            above = base[:-1] if base and title == base[-1] else base
            base = (*above, self._unused_array(above, title))
        half = len(columns) // 2 if is_doubled(columns) and not named else len(columns)
        if half < len(columns):
            columns = [re.sub(r"_\d+$", "", column) for column in columns]
        for r, row in enumerate(table.rows):
            for c, widget in enumerate(row):
                column = columns[c]
                if widget is None:
                    continue
                if not column:
                    self.unread[widget.index] = "no column heading found"
                    continue
                heading = table.headings[c]
                text = read_label(heading.text) if heading is not None else None
                row_label = labels[r]
                row_step: Step = (
                    row_label.name if named and row_label is not None else r + (c // half) * len(table.rows)
                )
                label = text.text if text is not None else ""
                if named and row_label is not None:
                    label = f"{sentence_case(row_label.text)}: {_lower_first(label)}"
                hints = text.hints if text is not None else ()
                self.readings.append(Reading(widget, (*base, row_step, column), label, hints, context))

    def _table_title(self, table: Table, sections: Sequence[Heading], columns: Sequence[str]) -> tuple[str, str]:
        """Return the array's name and the words it comes from."""
        top = min([table.rect[1], *(block.rect[1] for block in (*table.headings, *table.spans) if block is not None)])
        left, right = table.rect[0] - 60, table.rect[2]
        floor = max((heading.rect[1] for heading in sections), default=0.0)
        near = [
            block
            for block in self.layout.blocks
            if block.page == table.page
            and id(block) not in self.used
            and 0 <= top - block.rect[3] + 3 < 40
            and left <= block.rect[0] < right
            and len(block.words) <= 30
            and not block.option
            and (block.marker or block.bold or block.text.isupper())
            and read_label(block.text).name
            and is_caption_text(block)
            and not block.text.endswith("?")
            and block.rect[1] >= floor
            and not any(
                block.rect[3] < center(unit.rect)[1] < top and left < center(unit.rect)[0] < right
                for unit in self.units
            )
        ]
        title = max(near, key=lambda block: block.rect[3], default=None)
        if title is not None:
            self.used.add(id(title))
            label = read_label(title.text)
            return label.name, label.text
        if sections:
            inner = sections[-1]
            before = [unit for unit in self.units if inner in self._sections(unit) and unit.rect[1] < top]
            after = [unit for unit in self.units if inner in self._sections(unit) and unit not in before]
            shared = any(
                other is not table and inner in self._sections(Unit((other.widgets[0],))) for other in self.tables
            )
            alone = not before and not after and not shared
            if not shared and not before and after and (not inner.firm or len(after) < 3):
                self.titled.append(inner)
                alone = True
            if alone and inner.name:
                return inner.name, inner.text
        named = [column for column in columns if column]
        only = plural(named[0]) if len(columns) == len(named) == 1 else ""
        return only or things_listed(named) or "entries", ""

    # -- blanks with captions of their own ----------------------------------------------------------------------

    def _read_units(self) -> None:
        """Read every blank outside tables: numbered lists, repeated blocks, captions, and what is left of them."""
        sections = {unit: self._sections(unit) for unit in self.units}
        units = [unit for unit in self.units if not self._is_for_office(unit, sections[unit])]
        listed = {unit for run in self.runs if self._read_run(run, units) for unit in run}
        units = [unit for unit in units if unit not in listed]
        prefixes, lent = self._place_repeats(units, sections)
        for unit in sorted(units, key=lambda unit: (lent.get(unit, unit) not in self.captions, *_corner(unit))):
            base = prefixes.get(unit) or _names(sections[unit])
            context = "" if unit in prefixes else _context(sections[unit])
            owner = lent.get(unit, unit)
            if owner in self.captions:
                self._read_captioned(unit, owner, base, context)
            elif not (self._listed(unit, units) or self._continues(unit, units)):
                self._fall_back(unit, base, context)

    def _is_for_office(self, unit: Unit, ruling: Sequence[Heading]) -> bool:
        """Leave a blank that only an office fills in, and return whether it is one."""
        caption = self.captions.get(unit)
        office = any(heading.office for heading in ruling)
        if office or (caption is not None and OFFICE.search(caption.block.text)):
            self._leave(unit.widgets, "office use only")
            return True
        return False

    def _read_run(self, run: Sequence[Unit], units: Collection[Unit]) -> bool:
        """Read blanks numbered 1., 2., 3. under one caption as an array; return whether that could be done."""
        if run[0] not in self.captions or not all(unit in units for unit in run):
            return False
        label = read_label(self.captions[run[0]].block.text)
        base = (*_names(self._sections(run[0])), plural(label.name))
        one = singular(label.name)
        leaf = one if "_of_" in one else "_".join(one.split("_")[-2:])
        for position, unit in enumerate(run):
            self.readings.append(Reading(unit.widgets[0], (*base, position, leaf), label.text, label.hints))
        return True

    def _place_repeats(
        self, units: Sequence[Unit], sections: Mapping[Unit, tuple[Heading, ...]]
    ) -> tuple[dict[Unit, Steps], dict[Unit, Unit]]:
        """Return the path above each blank of a repeated block, and whose caption a bare blank of a copy shares."""
        keys = {unit: self._caption_key(unit, sections[unit]) for unit in units if unit in self.captions}
        anchors = {unit: self.captions[unit].block.rect for unit in keys}
        prefixes: dict[Unit, Steps] = {}
        lent: dict[Unit, Unit] = {}
        for repeat in find_repeats(units, keys, anchors):
            self.repeated |= {unit for copy in repeat.copies for unit in copy}
            above, name = self._array_name(repeat.copies, sections)
            name = self._unused_array(above, name)
            titles = self._copy_titles(repeat.copies)
            for position, copy in enumerate(repeat.copies):
                for column, unit in enumerate(copy):
                    here: Steps = (*_names(sections[unit]), titles[position]) if titles else (*above, name, position)
                    prefixes[unit] = here
                    owner = next((other[column] for other in repeat.copies if other[column] in self.captions), None)
                    if unit not in self.captions and owner is not None:
                        lent[unit] = owner
        return prefixes, lent

    def _caption_key(self, unit: Unit, ruling: Sequence[Heading]) -> tuple[str, ...]:
        """Return what makes two captions the same: their words, the headings above, and whom they are about."""
        head = self.heads.get(unit) or self.borrowed.get(unit)
        leader = self.leaders.get(unit)
        return (
            self.captions[unit].block.text.lower(),
            head.text.lower() if head is not None else "",
            self.captions[leader].block.text.lower() if leader is not None else "",
            *_names(ruling),
        )

    def _array_name(
        self, copies: Sequence[Sequence[Unit]], sections: Mapping[Unit, tuple[Heading, ...]]
    ) -> tuple[tuple[str, ...], str]:
        """Return the path above a repeated block and its name."""
        first = sections[copies[0][0]]
        base = _names(first)
        members = {unit for copy in copies for unit in copy}
        if len(copies[0]) == 1:
            return base, plural(read_label(self.captions[copies[0][0]].block.text).name)
        inner = first[-1] if first else None
        if inner is not None and inner.name:
            own = {id(sections[copy[0]][-1]) for copy in copies if sections[copy[0]]}
            alone = all(unit in members for unit in self.units if inner in sections[unit])
            if len(own) == len(copies) or alone:
                return base[:-1], plural(inner.name)
        captioned = [unit for unit in copies[0] if unit in self.captions]
        names = [read_label(self.captions[unit].block.text).name for unit in captioned]
        return base, things_listed([name for name in names if name]) or "entries"

    def _unused_array(self, above: tuple[str, ...], name: str) -> str:
        """Return an array's name, numbered if another array under the same path has it."""
        number = 1
        chosen = name
        while (*above, chosen) in self.arrays:
            number += 1
            chosen = f"{name}_{number}"
        self.arrays.add((*above, chosen))
        return chosen

    def _copy_titles(self, copies: Sequence[Sequence[Unit]]) -> list[str]:
        """Return the name printed above each copy of a block, if every copy has a different one."""
        names: list[str] = []
        bottom = 0.0
        for copy in copies:
            top, left = min(unit.rect[1] for unit in copy), min(unit.rect[0] for unit in copy)
            right = max(unit.rect[2] for unit in copy)
            near = [
                block
                for block in self.layout.blocks
                if block.page == copy[0].page
                and id(block) not in self.used
                and block.bold
                and not block.option
                and bottom - 2 <= block.rect[1]
                and -8 <= top - block.rect[3] < 26
                and block.rect[0] < right
                and block.rect[2] > left - 150
                and len(block.words) <= 12
            ]
            title = max(near, key=lambda block: block.rect[3], default=None)
            names.append(read_label(title.text.split(":")[0]).name if title is not None else "")
            stacked = copies[0][0].rect[1] < copies[-1][0].rect[1] - 5
            bottom = max(unit.rect[3] for unit in copy) if stacked else 0.0
        stems = {re.sub(r"_?\d+$", "", name) for name in names}
        return names if all(names) and len(stems) == len(names) else []

    def _read_captioned(self, unit: Unit, owner: Unit, base: Steps, context: str) -> None:
        block = self.captions[owner].block
        label = read_label(self._option_words(block) if block.option else block.text)
        page = self._page_name(unit, block)
        name = page or label.name
        if page:
            base = ()
        if not name:
            self._leave(unit.widgets, "caption cannot be spelled as a name")
            return
        text = label.text
        head = self.heads.get(owner)
        if head is not None:
            above = read_label(head.text)
            if above.name and not (base and base[-1] == above.name):
                base = (*base, above.name)
                text = f"{sentence_case(above.text)}: {_lower_first(sentence_case(label.text))}"
        if len(unit.widgets) == 1:
            reading = Reading(unit.widgets[0], (*base, name), text, label.hints, context, marker=block.marker)
            self.readings.append(reading)
            return
        parts = self._parts(unit, f"{block.text} {' '.join(label.hints)}")
        for widget, part in zip(unit.widgets, parts, strict=True):
            words = f"{sentence_case(text)}: {part.replace('_', ' ')}"
            self.readings.append(Reading(widget, (*base, name, part), words, (), context))

    def _option_words(self, block: Block) -> str:
        """Return the words of a choice with those of the choices left of it, as in "Apt. / Ste. / Flr. ___"."""
        row = [
            other
            for other in self.layout.blocks
            if other.option
            and other.page == block.page
            and same_row(other.rect, block.rect)
            and other.rect[0] <= block.rect[0]
        ]
        if len(block.words) > 1 or any(len(other.words) > 2 for other in row):
            return block.text
        return " ".join(other.text.strip(".") for other in sorted(row, key=lambda other: other.rect[0]))

    def _page_name(self, unit: Unit, block: Block) -> str:
        """Return the name of a page number or page count, which captions like "Page 1 of" and "of" stand for."""
        if re.fullmatch(r"(?i)page\s*\d*\s*of", block.text.strip()):
            return "total_pages"
        if block.text.strip().lower() == "page":
            return "page"
        if block.text.strip().lower() == "of":
            pages = any(
                caption.block.text.strip().lower() == "page" and same_row(other.rect, unit.rect)
                for other, caption in self.captions.items()
            )
            return "total_pages" if pages else ""
        return ""

    def _parts(self, unit: Unit, caption: str) -> list[str]:
        """Return a name for each part of a split answer."""
        count = len(unit.widgets)
        printed = part_names(self.layout, unit, self.used)
        if printed:
            self.used |= {id(block) for _, block in printed if block is not None}
            return [name for name, _ in printed]
        date = date_parts(caption)
        if len(date) == count:
            return list(date)
        if count == 3 and re.search(r"\bdate\b|\bfecha\b", caption, re.IGNORECASE):
            return ["month", "day", "year"]
        return [f"part_{position + 1}" for position in range(count)]

    def _listed(self, unit: Unit, units: Sequence[Unit]) -> bool:
        """Read a blank as one of the things that its left neighbour's caption lists: "Name (first, middle, last)"."""
        row = [
            other
            for other in units
            if other.page == unit.page and same_row(other.rect, unit.rect) and len(other.widgets) == 1
        ]
        row.sort(key=lambda other: other.rect[0])
        start = row.index(unit) if unit in row else 0
        while start > 0 and row[start] not in self.captions and row[start].rect[0] - row[start - 1].rect[2] < 16:
            start -= 1
        end = start + 1
        while end < len(row) and row[end] not in self.captions and row[end].rect[0] - row[end - 1].rect[2] < 16:
            end += 1
        run = row[start:end]
        if run[0] is unit or run[0] not in self.captions:
            return False
        owner = self._reading_of(run[0])
        label = read_label(self.captions[run[0]].block.text)
        lists = (listed_parts(hint, len(run)) for hint in label.hints if is_generic(hint))
        parts = next((parts for parts in lists if parts), ())
        if owner is None:
            return False
        if not parts:
            return False
        stem = owner.steps if owner.steps[-1] == label.name else owner.steps[:-1]
        if owner.steps[-1] == label.name:
            self.readings[self.readings.index(owner)] = replace(
                owner,
                steps=(*stem, parts[0]),
                label=f"{sentence_case(label.text)}: {parts[0].replace('_', ' ')}",
                hints=(),
            )
        part = parts[run.index(unit)]
        words = f"{sentence_case(label.text)}: {part.replace('_', ' ')}"
        self.readings.append(Reading(unit.widgets[0], (*stem, part), words, (), owner.context))
        return True

    def _reading_of(self, unit: Unit) -> Reading | None:
        return next((reading for reading in self.readings if reading.widget is unit.widgets[0]), None)

    def _continues(self, unit: Unit, units: Sequence[Unit]) -> bool:
        """Read a blank as the next line of the one right above it."""
        above = [
            other
            for other in units
            if other is not unit
            and other.page == unit.page
            and len(other.widgets) == len(unit.widgets) == 1
            and abs(other.rect[0] - unit.rect[0]) < 5
            and abs(other.rect[2] - unit.rect[2]) < 9
            and -4 < unit.rect[1] - other.rect[3] < 14
        ]
        if not above:
            return False
        owner = self._reading_of(above[0])
        if owner is None or not isinstance(owner.steps[-1], str):
            return False
        between = [
            block
            for block in self.layout.blocks
            if block.page == unit.page
            and above[0].rect[3] - 2 < center(block.rect)[1] < unit.rect[1] + 2
            and unit.rect[0] - 2 < center(block.rect)[0] < unit.rect[2]
            and block is not getattr(self.captions.get(above[0]), "block", None)
        ]
        if between:
            return False
        match = re.fullmatch(r"(.*)_line_(\d+)", owner.steps[-1])
        stem, number = (match[1], int(match[2]) + 1) if match else (owner.steps[-1], 2)
        label = re.sub(r" \(line \d+\)$", "", owner.label)
        self.readings.append(
            Reading(
                unit.widgets[0],
                (*owner.steps[:-1], f"{stem}_line_{number}"),
                f"{label} (line {number})",
                (),
                owner.context,
            )
        )
        return True

    def _fall_back(self, unit: Unit, base: Steps, context: str) -> None:
        """Read a blank without a caption from the heading over it alone, its tooltip or its name, if those speak."""
        ruling = self._sections(unit)
        if ruling and ruling[-1].name and not self._shares_heading(unit, ruling[-1]):
            heading = ruling[-1]
            above = base[:-1] if base and base[-1] == heading.name else base
            text = read_label(heading.text).text
            for widget in unit.widgets[:1]:
                self.readings.append(Reading(widget, (*above, heading.name), text, (), ""))
            return
        for widget in unit.widgets:
            words, source = told(widget, self.template)
            label = read_label(words)
            if not label.name:
                self.unread[widget.index] = "no label found"
                continue
            self.readings.append(Reading(widget, (*base, label.name), label.text, label.hints, context, source))

    def _shares_heading(self, unit: Unit, heading: Heading) -> bool:
        """Return whether another blank with a caption, or a table, stands under the heading too."""
        if not 0 <= unit.rect[1] - heading.rect[3] < 24 and unit not in self.repeated:
            return True
        return len(unit.widgets) > 1 or any(
            heading in self._sections(other) and not self._page_name(other, caption.block)
            for other, caption in self.captions.items()
        )

    def _leave(self, widgets: Sequence[Widget], reason: str) -> None:
        for widget in widgets:
            self.unread[widget.index] = reason

    # -- from readings to fields --------------------------------------------------------------------------------

    def _finish(self) -> SchemaMap:
        readings, dropped = separate(self._told_apart(self.readings))
        fields = tuple(make_field(reading) for reading in order(readings, self._place))
        named = {field.widget for field in fields}
        self.unread |= dropped
        for widget in self.template.fillable:
            if widget.index not in named:
                self.unread.setdefault(widget.index, "no label found")
        return SchemaMap(fields, tuple(sorted(self.unread.items())))

    def _told_apart(self, readings: Sequence[Reading]) -> list[Reading]:
        """Return the readings with those of one path put under what leads their row: its address, or its person."""
        leading = {unit.widgets[0].index: leader for unit, leader in self.leaders.items()}
        heads = {unit.widgets[0].index: read_label(head.text).name for unit, head in self.borrowed.items()}
        result = list(readings)
        for members in by_path(readings).values():
            if len(members) < 2:
                continue
            for reading in members:
                head = heads.get(reading.widget.index)
                if head:
                    moved = replace(reading, steps=(*reading.steps[:-1], head, reading.steps[-1]))
                    result[result.index(reading)] = moved
                    continue
                leader = leading.get(reading.widget.index)
                owner = self._reading_of(leader) if leader is not None else None
                if owner is None or not isinstance(owner.steps[-1], str) or not isinstance(reading.steps[-1], str):
                    continue
                name = owner.steps[-1]
                if name.endswith("address"):
                    steps: Steps = (*owner.steps, reading.steps[-1])
                else:
                    stem = [word for word in name.split("_") if not is_generic(word)]
                    steps = (*reading.steps[:-1], "_".join((*stem, reading.steps[-1])))
                result[result.index(reading)] = replace(reading, steps=steps)
        groups = {reading.steps[:-1] for reading in result}
        return [
            replace(reading, steps=(*reading.steps, "street_address"))
            if reading.steps in groups and str(reading.steps[-1]).endswith("address")
            else reading
            for reading in result
        ]

    def _place(self, reading: Reading) -> tuple[float, ...]:
        """Return where a widget stands in reading order: page, heading (left column first), line, place on the line."""
        half = self.template.pages[0].width * 0.4
        headings = sorted(self.headings, key=lambda heading: (heading.page, heading.x0 > half, heading.rect[1]))
        ruling = self._sections(Unit((reading.widget,)))
        rank = headings.index(ruling[-1]) if ruling else -1
        rect = reading.widget.rect
        return reading.widget.page, rank, round(center(rect)[1] / 5), rect[0]


def _names(sections: Sequence[Heading]) -> tuple[str, ...]:
    names: list[str] = []
    for heading in sections:
        if heading.name and (not names or names[-1] != heading.name):
            names.append(heading.name)
    return tuple(names)


def _context(sections: Sequence[Heading]) -> str:
    named = [heading for heading in sections if heading.name]
    return sentence_case(read_label(named[-1].text).text) if named else ""


def _serves_header(block: Block, units: Sequence[Unit]) -> bool:
    """Return whether a column heading is also the caption of a blank right after it, as in "Line # ___"."""
    return any(
        unit.page == block.page and same_row(unit.rect, block.rect) and -3 < unit.rect[0] - block.rect[2] < 12
        for unit in units
    )


def _corner(unit: Unit) -> tuple[float, ...]:
    return unit.page, unit.rect[1], unit.rect[0]


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
