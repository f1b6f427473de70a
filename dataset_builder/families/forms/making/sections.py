"""Sections of a form: heading, statement, blanks, groups, tables, questions, and the place to sign."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from dataset_builder.families.forms.making.cells import Cell, Setting
from dataset_builder.families.forms.making.designs import Design, darken
from dataset_builder.families.forms.making.grids import set_table
from dataset_builder.families.forms.making.marks import (
    BLACK,
    WHITE,
    Block,
    Box,
    Disc,
    Line,
    Mark,
    Text,
    Tick,
    Type,
    move_all,
    set_lines,
    set_text,
    width_of,
)
from dataset_builder.families.forms.making.rows import caption_column, set_rows
from dataset_builder.families.forms.making.spec import Blank, Group, Question, Section, Slot, Table, slots_of

_MARGIN_SHARE = 0.19
"""Share of the width that titles in the margin take."""

_PANEL = 6.0
"""Points by which a tinted ground is wider than its section at either side."""

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


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
            return f"{string.ascii_lowercase[self._in_section - 1]}. "
        return ""


def set_section(setting: Setting, section: Section, number: int, counter: Counter, width: float) -> list[Block]:
    """Return the blocks of a section; ``number`` is its place among the headed ones."""
    design = setting.design
    aside = design.heading == "margin" and bool(section.title) and not _tables(section)
    if aside:
        blocks = _set_items(setting, section, number, counter, width * (1.0 - _MARGIN_SHARE))
        blocks = _put_title_aside(setting, section.title, number, blocks, width)
    else:
        blocks = _set_items(setting, section, number, counter, width)
        if section.title:
            blocks.insert(0, _set_heading(setting, section.title, number, width))
    if blocks:
        gap = 0.0 if design.frame else 9.0 * setting.air
        blocks[-1] = replace(blocks[-1], gap=gap, keep=False, ends=True)
    if design.box == "panel" and blocks:
        blocks = [_put_on_panel(design, block, width) for block in (Block(4.0, (), 0.0, keep=True), *blocks)]
    return blocks


def _tables(section: Section) -> list[Table]:
    return [item for item in section.items if isinstance(item, Table)]


def _put_on_panel(design: Design, block: Block, width: float) -> Block:
    """Return a block on a tinted ground that joins that of the next block of its section."""
    height = block.height + (4.0 if block.ends else block.gap)
    back = Box((-_PANEL, -0.5, width + _PANEL, height + 0.5), None, design.tint)
    return replace(block, marks=(back, *block.marks), gap=block.gap + (4.0 if block.ends else 0.0))


def _put_title_aside(setting: Setting, title: str, number: int, blocks: Sequence[Block], width: float) -> list[Block]:
    """Return a section's blocks at the right of its title, below a rule across both."""
    design = setting.design
    side = width * _MARGIN_SHARE
    type = Type(design.face, max(8.5, design.caption_size + 1.0), "bold", design.accent)
    text = set_text(f"{_part_label(setting, number)}{title}", type, side - 10.0)
    rule = Line(0.0, 0.0, width, 0.0, 1.0, design.accent)
    result = [Block(5.0, (rule, *move_all(text.marks, 0.0, 5.0)), 0.0, keep=True)]
    beneath = text.height
    for block in blocks:
        beneath -= block.height + block.gap
        moved = replace(block, marks=tuple(move_all(block.marks, side, 0.0)), keep=block.keep or beneath > 0.0)
        result.append(moved)
    if beneath > 0.0:
        result.append(Block(beneath, ()))
    return result


def _set_items(setting: Setting, section: Section, number: int, counter: Counter, width: float) -> list[Block]:
    """Return the blocks of what a section says and asks, without its heading."""
    design = setting.design
    blocks: list[Block] = []
    if section.statement:
        blocks += _set_statement(setting, section.statement, width)
    slots = slots_of(section)
    column = caption_column(setting, _captions(section), width)
    run: list[Cell] = []
    for item in section.items:
        if isinstance(item, Blank):
            run.append(Cell(item.caption, (next(slots),), counter.next_label(design, number)))
            continue
        if isinstance(item, Group) and item.inline:
            parts = tuple(islice(slots, len(item.blanks)))
            run.append(Cell(item.title, parts, counter.next_label(design, number)))
            continue
        blocks += set_rows(setting, run, width, column)
        run = []
        if isinstance(item, Group):
            own = list(islice(slots, len(item.blanks)))
            blocks += _set_group(setting, item, own, counter.next_label(design, number), width, column)
        elif isinstance(item, Table):
            if item.title != section.title:
                blocks.append(_set_subheading(setting, item.title, width))
            blocks += set_table(setting, item, list(islice(slots, _cells_of(item))), width)
        else:
            blocks.append(_set_question(setting, item, counter.next_label(design, number), width))
    blocks += set_rows(setting, run, width, column)
    if section.signature:
        blocks.append(_set_signature(setting, section, width))
    return blocks


def set_division(setting: Setting, title: str, width: float) -> Block:
    """Return the heading of a larger part of the form, which stands above those of its sections."""
    design = setting.design
    type = Type(design.title_face, max(11.0, design.caption_size + 3.5), "bold", design.accent)
    text = set_text(title.upper(), type, width, "center")
    rules = [Line(0.0, y, width, y, 0.8, design.accent) for y in (1.0, text.height + 7.0)]
    return Block(text.height + 8.0, (*rules, *move_all(text.marks, 0.0, 4.0)), 5.0, keep=True)


def _cells_of(table: Table) -> int:
    """Return how many blanks a table has."""
    return table.rows * len(table.columns) + (1 if table.total else 0)


def _captions(section: Section) -> list[str]:
    """Return the captions of a section's blanks outside tables."""
    captions: list[str] = []
    for item in section.items:
        if isinstance(item, Blank):
            captions.append(item.caption)
        elif isinstance(item, Group):
            captions += [item.title] if item.inline else [blank.caption for blank in item.blanks]
    return captions


def _set_statement(setting: Setting, statement: str, width: float) -> list[Block]:
    type = Type(setting.design.face, max(7.5, setting.design.caption_size))
    inset = 4.0 if setting.flush else 0.0
    text = set_text(statement, type, width - 2 * inset)
    block = Block(text.height, tuple(move_all(text.marks, inset, 0.0)), 4.0, keep=True)
    return [Block(2.0, (), 0.0, keep=True), block] if setting.flush else [block]


def _set_heading(setting: Setting, title: str, number: int, width: float) -> Block:
    design = setting.design
    part = _part_label(setting, number)
    gap = 0.0 if setting.flush else 4.0 * setting.air
    size = max(8.5, design.caption_size + 1.5)
    style = design.heading
    if style == "tag" and part:
        return _set_tag(design, part.strip(" ."), title, Type(design.face, size, "bold"), width, gap)
    if style == "disc":
        return _set_disc(design, number, title, Type(design.face, size + 1.0, "bold", design.accent), width, gap)
    if style in ("tag", "margin"):
        style = "rule"
    inset = {"rule": 0.0, "plain": 0.0, "over": 0.0, "double": 0.0, "stripe": 8.0}.get(style, 5.0)
    text = f"{part}{title}"
    text = text.upper() if style in ("center", "over") else text
    color = WHITE if style in ("bar", "tab") else design.accent if style in ("plain", "rule") else BLACK
    type = Type(design.face, size + 1.5 if style == "plain" else size, "bold", color)
    body = set_text(text, type, width - 10.0 if inset else width, "center" if style == "center" else "left")
    height = body.height + 4.5
    tab = min(width, max(map(_line_width, body.marks)) + 14.0)
    back: dict[str, list[Mark]] = {
        "bar": [Box((0.0, 0.0, width, height), None, design.accent)],
        "grey": [Box((0.0, 0.0, width, height), design.rule, darken(design.tint))],
        "center": [Line(0.0, 0.0, width, 0.0, 1.0), Line(0.0, height, width, height, 1.0)],
        "rule": [Line(0.0, height, width, height, 1.2, design.accent)],
        "over": [Line(0.0, 0.0, width, 0.0, 2.0, design.accent)],
        "stripe": [
            Box((0.0, 0.0, width, height), None, design.tint),
            Box((0.0, 0.0, 3.0, height), None, design.accent),
        ],
        "tab": [
            Box((0.0, 0.0, tab, height), None, design.accent),
            Line(tab, height, width, height, 1.0, design.accent),
        ],
        "outline": [Box((0.0, 0.0, width, height), design.accent, None, 1.0)],
        "double": [Line(0.0, y, width, y, 0.7, design.accent) for y in (height, height + 2.0)],
        "plain": [],
    }
    height += 2.0 if style == "double" else 0.0
    return Block(height, (*back[style], *move_all(body.marks, inset, 2.5)), gap, keep=True)


def _line_width(mark: Mark) -> float:
    return width_of(mark.text, mark.type) if isinstance(mark, Text) else 0.0


def _set_disc(design: Design, number: int, title: str, type: Type, width: float, gap: float) -> Block:
    """Return a heading with its number in a filled circle."""
    radius = type.size * 0.75
    body = set_text(title, type, width - 2 * radius - 8.0)
    height = max(body.height, 2 * radius) + 2.0
    label = set_lines([str(number)], replace(type, size=type.size * 0.9, color=WHITE), 2 * radius, "center")
    marks = [
        Disc(radius, height / 2, radius, None, design.accent),
        *move_all(label.marks, 0.0, (height - label.height) / 2),
        *move_all(body.marks, 2 * radius + 6.0, (height - body.height) / 2),
    ]
    return Block(height, tuple(marks), gap, keep=True)


def _set_tag(design: Design, tag: str, title: str, type: Type, width: float, gap: float) -> Block:
    """Return a heading whose part stands in a filled box at the left."""
    light = replace(type, color=WHITE)
    tag_width = width_of(tag, light) + 14.0
    body = set_text(title, type, width - tag_width - 10.0)
    height = body.height + 4.0
    marks: list[Mark] = [
        Box((0.0, 0.0, tag_width, height), None, design.accent),
        *move_all(set_lines([tag], light, tag_width, "center").marks, 0.0, 2.0),
        *move_all(body.marks, tag_width + 8.0, 2.0),
        Line(tag_width, 0.0, width, 0.0),
        Line(0.0, height, width, height),
    ]
    return Block(height, tuple(marks), gap, keep=True)


def _set_subheading(setting: Setting, title: str, width: float) -> Block:
    type = Type(setting.design.face, setting.design.caption_size + 0.5, "bold")
    if setting.flush:
        body = set_text(title, type, width - 6.0)
        box = Box((0.0, 0.0, width, body.height + 4.0), setting.design.rule, setting.design.tint)
        return Block(body.height + 4.0, (box, *move_all(body.marks, 3.0, 2.0)), 0.0, keep=True)
    body = set_text(title, type, width)
    return Block(body.height, body.marks, 2.0 * setting.air, keep=True)


def _set_group(
    setting: Setting, group: Group, slots: Sequence[Slot], label: str, width: float, column: float
) -> list[Block]:
    """Return a group's small heading and its rows, which stay together; blanks of a numbered group are lettered."""
    stem = label.rstrip(" .)")
    lettered = stem.strip("(").isdigit()
    cells = [
        Cell(slot.blank.caption, (slot,), f"{stem}{letter}. " if lettered else "")
        for slot, letter in zip(slots, string.ascii_lowercase, strict=False)
    ]
    rows = set_rows(setting, cells, width, column)
    heading = _set_subheading(setting, f"{label}{group.title}", width)
    return [heading, *[replace(row, keep=True) for row in rows[:-1]], rows[-1]]


def _set_question(setting: Setting, question: Question, number: str, width: float) -> Block:
    """Return a question and its check boxes, on one line where they fit."""
    type = Type(setting.design.face, max(7.5, setting.design.caption_size))
    inset = 3.0 if setting.flush else 0.0
    options = sum(width_of(option, type) + 26.0 for option in question.options)
    side = options + 24.0 <= width * 0.5
    text_width = width - 2 * inset - (options + 12.0 if side else 0.0)
    text = set_text(f"{number}{question.text}", type, text_width)
    top = 3.0 if setting.flush else 1.0
    marks = move_all(text.marks, inset, top)
    x = width - inset - options + 21.0 - type.size if side else inset + 10.0
    y = top if side else top + text.height + 2.0
    for option in question.options:
        size = type.size + 0.5
        marks += [
            Box((x, y, x + size, y + size), setting.design.rule, None),
            Tick((x + 0.8, y + 0.8, x + size - 0.8, y + size - 0.8), f"{question.text} {option}"),
            Text(x + size + 4.0, y + type.size * 0.93, option, type),
        ]
        x += width_of(option, type) + 26.0
    height = (top + text.height if side else y + type.leading) + (3.0 if setting.flush else 1.0)
    back = [Box((0.0, 0.0, width, height), setting.design.rule, None)] if setting.flush else []
    return Block(height, (*back, *marks), setting.row_gap)


def _set_signature(setting: Setting, section: Section, width: float) -> Block:
    """Return the line to sign on, with a line for the date where the section has no blank for it."""
    dated = any(slot.blank.kind == "signature_date" for slot in slots_of(section))
    type = Type(setting.design.face, max(7.0, setting.design.caption_size - 0.5))
    air = max(1.0, min(setting.air, 1.2))
    captions = [section.signature] if dated else [section.signature, setting.say("Date")]
    edges = [0.0, width] if dated else [0.0, width * 0.68, width]
    marks: list[Mark] = []
    if setting.design.signing == "cells":
        height = 30.0 * air
        for caption, x0, x1 in zip(captions, edges, edges[1:], strict=False):
            marks.append(Box((x0, 0.0, x1, height), setting.design.rule, None))
            marks += move_all(set_lines([caption], type, x1 - x0).marks, x0 + 3.0, 2.0)
        return Block(height, tuple(marks))
    inset = 4.0 if setting.flush else 0.0
    y = 20.0 * air
    for caption, x0, x1 in zip(captions, edges, edges[1:], strict=False):
        start = x0 + (inset if x0 == 0.0 else 8.0)
        if x0 == 0.0 and setting.design.signing == "cross":
            cross = Type(setting.design.face, 11.0, "bold")
            marks.append(Text(start, y - 1.5, "X", cross))
            start += 12.0
        end = x1 - 8.0 if x1 < width else x1 - inset
        marks.append(Line(start, y, end, y, 0.7))
        marks += move_all(set_lines([caption], type, x1 - x0).marks, start, y + 1.5)
    return Block(y + 3.0 + type.leading, tuple(marks))


def _part_label(setting: Setting, number: int) -> str:
    """Return what stands before a heading's title."""
    style = setting.design.part
    if style == "part":
        return f"{setting.say('Part')} {number}. "
    if style == "section":
        return f"{setting.say('Section')} {string.ascii_uppercase[number - 1]}. "
    if style == "roman":
        return f"{_ROMAN[(number - 1) % len(_ROMAN)]}. "
    if style == "letter":
        return f"{string.ascii_uppercase[number - 1]}. "
    return ""
