"""The part of a page that asks: blanks in rows, groups, tables, questions and the place to sign, in any design."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.marks import (
    WHITE,
    Block,
    Box,
    Input,
    Line,
    Mark,
    Text,
    Tick,
    Type,
    beside,
    move_all,
    set_lines,
    set_text,
    width_of,
    wrap,
)
from dataset_builder.families.forms.making.spec import Blank, Group, Question, Section, Table, slots_of
from dataset_builder.families.forms.model import Rect

_UNITS = 12
"""Columns that the edges of blanks snap to."""

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


@dataclass(frozen=True)
class Labelled:
    """A blank with all that its cell prints: its path, headings above and number (such as ``"3. "``)."""

    path: str
    blank: Blank
    headings: tuple[str, ...]
    number: str

    def caption(self, design: Design) -> str:
        """Return the caption as printed."""
        text = self.blank.caption.upper() if design.capitals else self.blank.caption
        return f"{self.number}{text}"


@dataclass(frozen=True)
class Setter:
    """Sets items of a section in a design; ``air`` scales heights and gaps, 1.0 is normal."""

    design: Design
    air: float

    @cached_property
    def caption_type(self) -> Type:
        """Return how captions are set."""
        return Type(self.design.face, self.design.caption_size, "bold" if self.design.bold else "plain")

    @cached_property
    def value_height(self) -> float:
        """Return the height of a one-line input."""
        return max(self.design.value_size * 1.3 + 2.0, (self.design.value_size * 1.3 + 4.0) * self.air)

    @cached_property
    def flush(self) -> bool:
        """Return whether cells share borders, with no gap between them."""
        return self.design.caption == "inside" and self.design.box == "border"

    @cached_property
    def row_gap(self) -> float:
        """Return the room between rows of blanks."""
        if self.flush:
            return 0.0
        return {"inside": 3.0, "above": 4.0, "below": 4.5}.get(self.design.caption, 3.5) * self.air

    @cached_property
    def column_gap(self) -> float:
        """Return the room between blanks of a row."""
        return 0.0 if self.flush else (5.0 if self.design.caption == "inside" else 10.0)

    def set_section(self, section: Section, number: int, counter: Counter, width: float) -> list[Block]:
        """Return the blocks of a section: its heading, statement, rows, and the line to sign on."""
        blocks: list[Block] = []
        if section.title:
            blocks.append(self.set_heading(section.title, number, width))
        if section.statement:
            type = Type(self.design.face, max(7.5, self.design.caption_size))
            inset = 4.0 if self.flush else 0.0
            text = set_text(section.statement, type, width - 2 * inset)
            block = Block(text.height, tuple(move_all(text.marks, inset, 0.0)), 4.0, keep=True)
            blocks += [Block(2.0, (), 0.0, keep=True), block] if self.flush else [block]
        by_path = {slot.path: slot for slot in slots_of(section)}
        paths = iter(by_path)
        run: list[Labelled] = []
        column = self._caption_column([slot.blank.caption for slot in by_path.values()], width)
        for item in section.items:
            if isinstance(item, Blank):
                path = next(paths)
                run.append(Labelled(path, item, by_path[path].headings, counter.next_label(self.design, number)))
                continue
            blocks += self._set_rows(run, width, column)
            run = []
            if isinstance(item, Group):
                own = [next(paths) for _ in item.blanks]
                blocks += self._set_group(item, own, by_path[own[0]].headings, counter, number, width, column)
            elif isinstance(item, Table):
                own = [next(paths) for _ in range(item.rows * len(item.columns))]
                if item.title != section.title:
                    blocks.append(self._set_subheading(item.title, width))
                blocks += self._set_table(item, own, by_path[own[0]].headings, width)
            else:
                blocks += self._set_question(item, counter.next_label(self.design, number), width)
        blocks += self._set_rows(run, width, column)
        if section.signature:
            blocks += self._set_signature(section, width)
        if blocks:
            blocks[-1] = replace(
                blocks[-1], gap=(9.0 if not self.design.frame else 0.0) * self.air, keep=False, ends=True
            )
        return blocks

    def set_heading(self, title: str, number: int, width: float) -> Block:
        """Return a section's heading."""
        design = self.design
        part = _part_label(design.part, number)
        size = max(8.5, design.caption_size + 1.5)
        text = f"{part}{title}"
        style = design.heading
        light = Type(design.face, size, "bold", WHITE)
        dark = Type(design.face, size, "bold")
        colored = replace(dark, color=design.accent)
        if style == "tag" and not part:
            style = "rule"
        if style == "tag":
            tag = part.strip(" .:")
            tag_width = width_of(tag, light) + 14.0
            body = set_text(title, dark, width - tag_width - 10.0)
            height = body.height + 4.0
            marks: list[Mark] = [
                Box((0.0, 0.0, tag_width, height), None, design.accent),
                *move_all(set_lines([tag], light, tag_width, "center").marks, 0.0, 2.0),
                *move_all(body.marks, tag_width + 8.0, 2.0),
                Line(tag_width, 0.0, width, 0.0),
                Line(0.0, height, width, height),
            ]
            return Block(height, tuple(marks), 0.0 if self.flush else 4.0 * self.air, keep=True)
        inset = 0.0 if style in ("rule", "plain", "over") else 5.0
        align = "center" if style == "center" else "left"
        text = text.upper() if style in ("center", "over") else text
        type = light if style == "bar" else colored if style in ("plain", "rule") else dark
        if style == "plain":
            type = replace(type, size=size + 1.5)
        body = set_text(text, type, width - 2 * inset, "center" if align == "center" else "left")
        height = body.height + 4.5
        back: list[Mark] = []
        if style == "bar":
            back = [Box((0.0, 0.0, width, height), None, design.accent)]
        elif style == "grey":
            back = [Box((0.0, 0.0, width, height), design.rule, _darker(design.tint))]
        elif style == "center":
            back = [Line(0.0, 0.0, width, 0.0, 1.0), Line(0.0, height, width, height, 1.0)]
        elif style == "rule":
            back = [Line(0.0, height, width, height, 1.2, design.accent)]
        elif style == "over":
            back = [Line(0.0, 0.0, width, 0.0, 2.0, design.accent)]
        elif style == "stripe":
            back = [
                Box((0.0, 0.0, width, height), None, design.tint),
                Box((0.0, 0.0, 3.0, height), None, design.accent),
            ]
            inset = 8.0
        marks = [*back, *move_all(body.marks, inset, 2.5)]
        return Block(height, tuple(marks), 0.0 if self.flush else 4.0 * self.air, keep=True)

    def _set_subheading(self, title: str, width: float) -> Block:
        type = Type(self.design.face, self.design.caption_size + 0.5, "bold")
        if self.flush:
            body = set_text(title, type, width - 6.0)
            box = Box((0.0, 0.0, width, body.height + 4.0), self.design.rule, self.design.tint)
            return Block(body.height + 4.0, (box, *move_all(body.marks, 3.0, 2.0)), 0.0, keep=True)
        body = set_text(title, type, width)
        return Block(body.height, body.marks, 2.0 * self.air, keep=True)

    def _set_group(
        self,
        group: Group,
        paths: Sequence[str],
        headings: tuple[str, ...],
        counter: Counter,
        number: int,
        width: float,
        column: float,
    ) -> list[Block]:
        label = counter.next_label(self.design, number)
        title = f"{label}{group.title}"
        stem = label.rstrip(" .)")
        cells = [
            Labelled(path, blank, headings, f"{stem}{'abcdefghij'[place]}. " if stem.strip("(").isdigit() else "")
            for place, (path, blank) in enumerate(zip(paths, group.blanks, strict=True))
        ]
        rows = self._set_rows(cells, width, column)
        return [self._set_subheading(title, width), *[replace(row, keep=True) for row in rows[:-1]], rows[-1]]

    def _set_rows(self, cells: Sequence[Labelled], width: float, column: float) -> list[Block]:
        """Return blanks in rows: as many side by side as the design and their widths allow.

        ``column`` is the width kept for captions in designs that print them at the left.
        """
        if not cells:
            return []
        if self.design.caption in ("left", "leader"):
            return self._set_left_rows(cells, width, column)
        rows = self._pack(cells, width)
        return [self._set_row(row, width) for row in rows]

    def _need(self, cell: Labelled) -> float:
        """Return the least width of a cell with its caption inside, above or below."""
        caption = cell.caption(self.design)
        words = max(width_of(word, self.caption_type) for word in caption.split())
        half = width_of(caption, self.caption_type) * 0.62
        return max(self._input_width(cell.blank), words + 8.0, half + 8.0)

    def _input_width(self, blank: Blank) -> float:
        """Return the width that a blank's value needs."""
        if blank.comb:
            return blank.comb * 13.0
        share = 0.6 if self.design.value_face == "cour" else 0.54
        return blank.room * self.design.value_size * share + 8.0

    def _pack(self, cells: Sequence[Labelled], width: float) -> list[list[tuple[Labelled, float]]]:
        """Return rows of (cell, width): filled in order, widths snapped to twelfths of the row."""
        gap = self.column_gap
        needs = [self._need(cell) + gap for cell in cells]
        # best[end] is the cheapest way to break the first ``end`` cells: few rows, and little slack in each.
        best: list[tuple[float, int]] = [(0.0, 0)]
        for end in range(1, len(cells) + 1):
            options = []
            for start in range(max(0, end - self.design.per_row), end):
                row = cells[start:end]
                used = sum(needs[start:end]) / (width + gap)
                if len(row) > 1 and (used > 1.0 or any(cell.blank.lines > 1 for cell in row)):
                    continue
                options.append((best[start][0] + (1.0 - min(used, 1.0)) ** 2 + 0.3, start))
            best.append(min(options))
        rows: list[Sequence[Labelled]] = []
        end = len(cells)
        while end:
            start = best[end][1]
            rows.insert(0, cells[start:end])
            end = start
        return [list(zip(row, self._spread(row, width), strict=True)) for row in rows]

    def _spread(self, row: Sequence[Labelled], width: float) -> list[float]:
        """Return widths for the cells of a row that fill it, or leave its end free where that reads better."""
        gap = self.column_gap
        unit = (width + gap) / _UNITS
        needs = [self._need(cell) + gap for cell in row]
        least = [max(1, -int(-need // unit)) for need in needs]
        while sum(least) > _UNITS:
            spare = [units * unit - need for units, need in zip(least, needs, strict=True)]
            least[spare.index(max(spare))] -= 1
        ratio = [need / sum(needs) * _UNITS for need in needs]
        filled = self.flush or row[0].blank.lines > 1 or (len(row) > 1 and sum(needs) > 0.45 * width)
        limit = [_UNITS if filled else max(4, -int(-1.7 * need // unit)) for need in needs]
        while sum(least) < _UNITS:
            open_ = [place for place, units in enumerate(least) if units < limit[place]]
            if not open_:
                break
            place = max(open_, key=lambda place: ratio[place] - least[place])
            least[place] += 1
        if any(units * unit < need - 0.5 for units, need in zip(least, needs, strict=True)):
            total = sum(needs)
            return [need / total * (width + gap) - gap for need in needs]
        return [units * unit - gap for units in least]

    def _set_row(self, row: Sequence[tuple[Labelled, float]], width: float) -> Block:
        captions = [
            wrap(cell.caption(self.design), self.caption_type, cell_width - (6.0 if self._padded else 0.0))
            for cell, cell_width in row
        ]
        lines = max(map(len, captions))
        height = max(self._body_height(cell.blank) for cell, _ in row)
        blocks, x = [], 0.0
        for (cell, cell_width), caption in zip(row, captions, strict=True):
            blocks.append((x, self._set_cell(cell, caption, lines, cell_width, height)))
            x += cell_width + self.column_gap
        return replace(beside(blocks), gap=self.row_gap)

    @property
    def _padded(self) -> bool:
        return self.design.caption == "inside"

    def _body_height(self, blank: Blank) -> float:
        """Return the height of the part of a cell where the value stands."""
        if blank.lines == 1:
            return self.value_height
        return blank.lines * self.design.value_size * 1.2 * max(1.0, self.air) + 6.0

    def _set_cell(self, cell: Labelled, caption: list[str], lines: int, width: float, body: float) -> Block:
        """Return one blank with its caption inside, above or below; all cells of a row are equally high."""
        head = lines * self.caption_type.leading
        if self.design.caption == "inside":
            height = 2.0 + head + body
            text = move_all(set_lines(caption, self.caption_type, width - 6.0).marks, 3.0, 2.0)
            outer: Rect = (0.0, 0.0, width, height)
            inner: Rect = (2.0, 2.0 + head, width - 2.0, height - 1.0)
            return Block(height, (*self._draw_box(outer), *text, *self._draw_input(cell, inner)))
        if self.design.caption == "below":
            area: Rect = (0.0, 0.0, width, body)
            text = move_all(set_lines(caption, self.caption_type, width).marks, 0.0, body + 1.5)
            return Block(body + 1.5 + head, (*self._draw_box(area), *text, *self._draw_input(cell, _inset(area))))
        short = (lines - len(caption)) * self.caption_type.leading
        area = (0.0, head + 1.5, width, head + 1.5 + body)
        text = move_all(set_lines(caption, self.caption_type, width).marks, 0.0, short)
        return Block(area[3], (*self._draw_box(area), *text, *self._draw_input(cell, _inset(area))))

    def _set_left_rows(self, cells: Sequence[Labelled], width: float, column: float) -> list[Block]:
        """Return blanks with their captions at the left, one or two to a row."""
        gap = 16.0
        half = (width - gap) / 2
        rows: list[list[Labelled]] = []
        open_row = False
        for cell in cells:
            small = self.design.per_row > 1 and cell.blank.lines == 1 and self._fits_left(cell, half)
            if small and open_row:
                rows[-1].append(cell)
            else:
                rows.append([cell])
            open_row = small and not open_row
        blocks = []
        for row in rows:
            if len(row) == 2:
                left = self._set_left(row[0], half, half * 0.46, paired=True)
                right = self._set_left(row[1], half, half * 0.46, paired=True)
                blocks.append(replace(beside([(0.0, left), (half + gap, right)]), gap=self.row_gap))
            else:
                blocks.append(replace(self._set_left(row[0], width, column), gap=self.row_gap))
        return blocks

    def _fits_left(self, cell: Labelled, width: float) -> bool:
        return self._input_width(cell.blank) <= width * 0.54

    def _caption_column(self, captions: Sequence[str], width: float) -> float:
        """Return the width of the captions' column: that of the widest, up to 42% of the row."""
        numbered = 0.0 if self.design.numbering == "none" else width_of("00. ", self.caption_type)
        texts = [caption.upper() if self.design.capitals else caption for caption in captions]
        widest = max((width_of(f"{text}:", self.caption_type) for text in texts), default=0.0)
        return min(widest + numbered + 8.0, 0.42 * width)

    def _left_caption(self, cell: Labelled) -> str:
        caption = cell.caption(self.design)
        return caption if self.design.box == "border" else f"{caption}:"

    def _set_left(self, cell: Labelled, width: float, column: float, *, paired: bool = False) -> Block:
        need = self._input_width(cell.blank)
        if self.design.caption == "leader" and cell.blank.lines == 1:
            return self._set_leader(cell, width, need)
        long = cell.blank.lines > 1
        full = width - column
        if not paired and not long and self.design.box != "border":
            full = min(full, max(need * 1.5, full * 0.5))
        text = wrap(self._left_caption(cell), self.caption_type, column - 6.0)
        caption_height = len(text) * self.caption_type.leading
        body = max(self._body_height(cell.blank), caption_height + 2.0)
        top = 2.0 if long else (body - caption_height) / 2
        if self.design.box == "underline" and not long:
            top = body - caption_height - 0.5
        area: Rect = (column, 0.0, column + full, body)
        marks = [
            *self._draw_box(area),
            *move_all(set_lines(text, self.caption_type, column - 6.0).marks, 0.0, top),
            *self._draw_input(cell, _inset(area)),
        ]
        return Block(body, tuple(marks))

    def _set_leader(self, cell: Labelled, width: float, need: float) -> Block:
        """Return a blank at the right end of a dotted line that leads to it from the caption."""
        narrow = width * 0.27
        full = narrow if need <= narrow else max(width * 0.52, need)
        column = width - full
        text = wrap(cell.caption(self.design), self.caption_type, column - 12.0)
        caption_height = len(text) * self.caption_type.leading
        body = max(self.value_height, caption_height + 2.0)
        top = body - caption_height - 2.0
        area: Rect = (column, 0.0, width, body)
        last = width_of(text[-1], self.caption_type)
        baseline = top + caption_height - self.caption_type.size * 0.25
        marks: list[Mark] = [
            *self._draw_box(area),
            *move_all(set_lines(text, self.caption_type, column).marks, 0.0, top),
            *self._draw_input(cell, _inset(area)),
        ]
        if column - last > 24.0:
            marks.append(Line(last + 6.0, baseline, column - 6.0, baseline, 0.8, dash="[0 3.2] 0"))
        return Block(body, tuple(marks))

    def _draw_box(self, area: Rect) -> list[Mark]:
        """Return what shows where to write."""
        design = self.design
        x0, _, x1, y1 = area
        if design.box == "border":
            return [Box(area, design.rule, None)]
        if design.box == "underline":
            return [Line(x0, y1, x1, y1, 0.7, design.rule)]
        shade = Box(area, None, design.tint)
        return [shade] if design.box == "shade" else [shade, Line(x0, y1, x1, y1, 0.8, design.accent)]

    def _draw_input(self, cell: Labelled, area: Rect) -> list[Mark]:
        """Return the widget, and the ticks between the cells of a comb."""
        blank, (x0, y0, x1, y1) = cell.blank, area
        marks: list[Mark] = []
        if blank.comb:
            x1 = min(x1, x0 + max(blank.comb * 13.0, min(x1 - x0, blank.comb * 22.0)))
            step = (x1 - x0) / blank.comb
            top = y1 - (y1 - y0) * (0.45 if self.design.box != "border" else 0.6)
            places = range(1, blank.comb + (1 if x1 < area[2] else 0))
            marks = [Line(x0 + step * place, top, x0 + step * place, y1, 0.5, self.design.rule) for place in places]
        size = self.design.value_size
        if self.design.box == "underline" and blank.lines == 1 and not blank.comb:
            y0 = max(y0, y1 - size * 1.6)  # a value stands on its line, also in a high row
        if blank.kind == "money" and self.design.currency:
            type = Type(self.design.face, size)
            marks.append(Text(x0 + 1.0, (y0 + y1) / 2 + size * 0.35, "$", type))
            x0 += width_of("$", type) + 1.5
        return [*marks, Input((x0, y0, x1, y1), cell.path, blank, cell.headings, self.design.value_face, size)]

    def _set_table(self, table: Table, paths: Sequence[str], headings: tuple[str, ...], width: float) -> list[Block]:
        """Return the heading row and the rows of a table."""
        design = self.design
        side = 18.0 if design.row_numbers else 0.0
        needs = [self._column_need(column) for column in table.columns]
        total = width - side
        if design.table != "grid" or not self.flush:
            wanted = max(sum(needs) * 1.8, 0.55 * width)
            total = wanted if wanted < 0.85 * total else total
        scale = total / sum(needs)
        widths = [need * scale for need in needs]
        type = replace(self.caption_type, style="bold")
        captions = [
            wrap(column.caption.upper() if design.capitals else column.caption, type, column_width - 6.0)
            for column, column_width in zip(table.columns, widths, strict=True)
        ]
        high = max(map(len, captions)) * type.leading + 5.0
        marks: list[Mark] = []
        lined = design.table in ("lines", "zebra")
        if not lined:
            marks.append(Box((0.0, 0.0, side + total, high), design.rule, _darker(design.tint)))
        elif design.table == "zebra":
            marks.append(Line(0.0, high, side + total, high, 1.2, design.accent))
        else:
            marks += [Line(0.0, 0.0, side + total, 0.0, 0.9), Line(0.0, high, side + total, high, 0.9)]
        x = side
        for caption, column_width in zip(captions, widths, strict=True):
            text = set_lines(caption, type, column_width - 6.0)
            marks += move_all(text.marks, x + 3.0, high - text.height - 2.0)
            if not lined and x > 0:
                marks.append(Line(x, 0.0, x, high, 0.6, design.rule))
            x += column_width
        blocks = [Block(high, tuple(marks), 0.0, keep=True)]
        row_height = max(self.value_height, 15.0)
        for row in range(table.rows):
            blocks.append(self._set_table_row(table, row, paths, headings, widths, side, row_height))
        return blocks

    def _column_need(self, column: Blank) -> float:
        type = replace(self.caption_type, style="bold")
        caption = column.caption.upper() if self.design.capitals else column.caption
        words = max(width_of(word, type) for word in caption.split())
        return max(self._input_width(column) * 0.92, words + 9.0, width_of(caption, type) * 0.4 + 9.0)

    def _set_table_row(
        self,
        table: Table,
        row: int,
        paths: Sequence[str],
        headings: tuple[str, ...],
        widths: Sequence[float],
        side: float,
        height: float,
    ) -> Block:
        design = self.design
        right = side + sum(widths)
        marks: list[Mark] = []
        if design.table == "grid":
            marks.append(Box((0.0, 0.0, right, height), design.rule, None))
        elif design.table == "zebra" and row % 2 == 0:
            marks.append(Box((0.0, 0.0, right, height), None, design.tint))
        else:
            marks.append(Line(0.0, height, right, height, 0.4, design.rule))
        if side:
            label = set_lines([str(row + 1)], self.caption_type, side, "center")
            marks += move_all(label.marks, 0.0, (height - label.height) / 2)
        x = side
        for place, (column, column_width) in enumerate(zip(table.columns, widths, strict=True)):
            if design.table == "grid" and x > 0:
                marks.append(Line(x, 0.0, x, height, 0.6, design.rule))
            cell = Labelled(paths[row * len(table.columns) + place], column, headings, "")
            marks += self._draw_input(cell, (x + 2.0, 1.0, x + column_width - 2.0, height - 1.0))
            x += column_width
        return Block(height, tuple(marks))

    def _set_question(self, question: Question, number: str, width: float) -> list[Block]:
        """Return a question and its check boxes, on one line where they fit."""
        type = Type(self.design.face, max(7.5, self.design.caption_size))
        inset = 3.0 if self.flush else 0.0
        options = sum(width_of(option, type) + 26.0 for option in question.options)
        side = options + 24.0 <= width * 0.5
        text_width = width - 2 * inset - (options + 12.0 if side else 0.0)
        text = set_text(f"{number}{question.text}", type, text_width)
        top = 3.0 if self.flush else 1.0
        marks = move_all(text.marks, inset, top)
        x = width - inset - options + 21.0 - type.size if side else inset + 10.0
        y = top if side else top + text.height + 2.0
        for option in question.options:
            size = type.size + 0.5
            marks += [
                Box((x, y, x + size, y + size), self.design.rule, None),
                Tick((x + 0.8, y + 0.8, x + size - 0.8, y + size - 0.8), f"{question.text} {option}"),
                Text(x + size + 4.0, y + type.size * 0.93, option, type),
            ]
            x += width_of(option, type) + 26.0
        height = (top + text.height if side else y + type.leading) + (3.0 if self.flush else 1.0)
        back = [Box((0.0, 0.0, width, height), self.design.rule, None)] if self.flush else []
        return [Block(height, (*back, *marks), self.row_gap)]

    def _set_signature(self, section: Section, width: float) -> list[Block]:
        """Return the line to sign on, with a line for the date where the section has no blank for it."""
        dated = any(slot.blank.kind == "signature_date" for slot in slots_of(section))
        type = Type(self.design.face, max(7.0, self.design.caption_size - 0.5))
        air = max(1.0, min(self.air, 1.2))
        captions = [section.signature] if dated else [section.signature, "Date"]
        edges = [0.0, width] if dated else [0.0, width * 0.68, width]
        marks: list[Mark] = []
        if self.design.signing == "cells":
            height = 30.0 * air
            for caption, x0, x1 in zip(captions, edges, edges[1:], strict=False):
                marks.append(Box((x0, 0.0, x1, height), self.design.rule, None))
                marks += move_all(set_lines([caption], type, x1 - x0).marks, x0 + 3.0, 2.0)
            return [Block(height, tuple(marks))]
        inset = 4.0 if self.flush else 0.0
        y = 20.0 * air
        for caption, x0, x1 in zip(captions, edges, edges[1:], strict=False):
            start = x0 + (inset if x0 == 0.0 else 8.0)
            if x0 == 0.0 and self.design.signing == "cross":
                cross = Type(self.design.face, 11.0, "bold")
                marks.append(Text(start, y - 1.5, "X", cross))
                start += 12.0
            end = x1 - 8.0 if x1 < width else x1 - inset
            marks.append(Line(start, y, end, y, 0.7))
            marks += move_all(set_lines([caption], type, x1 - x0).marks, start, y + 1.5)
        return [Block(y + 3.0 + type.leading, tuple(marks))]


class Counter:
    """Numbers the items of a form as its design does."""

    def __init__(self) -> None:
        self._number = 0
        self._section = 0
        self._in_section = 0

    def next_label(self, design: Design, section: int) -> str:
        """Return what stands before the next caption, with the space after it; "" in designs without numbers."""
        self._number += 1
        if section != self._section:
            self._section, self._in_section = section, 0
        self._in_section += 1
        if design.numbering == "dot":
            return f"{self._number}. "
        if design.numbering == "plain":
            return f"{self._number} "
        if design.numbering == "bracket":
            return f"({self._number}) "
        if design.numbering == "section":
            return f"{max(section, 1)}.{self._in_section} "
        if design.numbering == "letter" and self._in_section <= 26:
            return f"{'abcdefghijklmnopqrstuvwxyz'[self._in_section - 1]}. "
        return ""


def _part_label(style: str, number: int) -> str:
    """Return what stands before a heading's title."""
    if style == "part":
        return f"Part {number}. "
    if style == "section":
        return f"Section {'ABCDEFGHIJKL'[number - 1]}. "
    if style == "roman":
        return f"{_ROMAN[number - 1]}. "
    if style == "letter":
        return f"{'ABCDEFGHIJKL'[number - 1]}. "
    return ""


def _inset(area: Rect) -> Rect:
    x0, y0, x1, y1 = area
    return x0 + 1.5, y0 + 1.0, x1 - 1.5, y1 - 1.0


def _darker(color: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (round(part * 0.93, 3) for part in color)
    return red, green, blue
