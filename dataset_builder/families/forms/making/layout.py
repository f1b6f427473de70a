"""From a spec and a design to pages of marks: blocks are set, spaced to fill the page, and flow on where they must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dataset_builder.families.forms.making.cells import Setting
from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.furniture import (
    set_filler,
    set_footer,
    set_footnote,
    set_lead,
    set_notes,
    set_office,
)
from dataset_builder.families.forms.making.headers import set_header
from dataset_builder.families.forms.making.marks import Block, Box, Mark, beside, move_all, stack
from dataset_builder.families.forms.making.sections import Counter, set_division, set_section
from dataset_builder.families.forms.making.spec import FormSpec, Section, Table

_AIRS: tuple[float, ...] = (1.55, 1.4, 1.28, 1.18, 1.08, 1.0, 0.92, 0.84, 0.76, 0.68)
"""Spacings that are tried, from loose to tight; 1.0 is normal."""

_LEAST_NOTES = 5
"""Notes that come before looser spacing."""

_SPARE = 110.0
"""Points of spare height from which on a page is filled with something for the agency."""

_GUTTER = 20.0
_BROKEN = 60.0
"""Points of column height that it is worth to keep a section whole in one column."""

_FOOT = 26.0
"""Distance of the footer's top from the bottom of the body's room."""


@dataclass(frozen=True)
class SetPage:
    """One page: its size in points and its marks in drawing order."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def lay_out(spec: FormSpec, design: Design, *, flow: bool = False) -> list[SetPage]:
    """Return the pages of a form: one, in the loosest spacing that fits, or as many as a compact setting needs.

    Args:
        spec: what the form asks.
        design: how it looks.
        flow: set in the design's normal spacing on as many pages as that takes.

    Raises:
        ValueError: a single block is higher than a page.
    """
    if flow:
        return _lay_out_pages(spec, replace(design, columns=1))
    for variant in (design, _compact(design)):
        head, end = _set_ends(spec, variant)
        for air in _AIRS:
            page = _try_page(spec, variant, head, end, air)
            if page:
                return [page]
    return _lay_out_pages(spec, replace(_compact(design), columns=1))


def _lay_out_pages(spec: FormSpec, design: Design) -> list[SetPage]:
    """Return the form on as many pages as it takes."""
    head, end = _set_ends(spec, design)
    width = design.paper[0] - 2 * design.margin
    return _flow(spec, design, head, _set_body(spec, design, width, 1.0), end, _room(design))


def _compact(design: Design) -> Design:
    """Return the design with smaller type, more blanks to a row and no area for office use."""
    return replace(
        design,
        office="none",
        per_row=design.per_row + 1,
        caption_size=max(7.0, min(design.caption_size - 0.5, 9.0)),
        value_size=min(design.value_size, 9.0),
        margin=min(design.margin, 40.0),
    )


def _set_ends(spec: FormSpec, design: Design) -> tuple[Block, Block]:
    """Return what stands above the body of the form, and what stands below it."""
    width = design.paper[0] - 2 * design.margin
    head = [replace(set_header(spec, design, width), gap=8.0), replace(set_lead(spec, design, width), gap=8.0)]
    if design.office == "top":
        head.append(replace(set_office(spec, design, width), gap=8.0))
    tail = [replace(set_office(spec, design, width), gap=6.0)] if design.office == "bottom" else []
    return stack(head), stack([*tail, set_footnote(spec, design, width)])


def _try_page(spec: FormSpec, design: Design, head: Block, end: Block, air: float) -> SetPage | None:
    """Return the form as a single page with as many notes as fit, or None where it does not fit.

    In loose settings several notes must fit, so that a page is not spread out at their cost.
    """
    width = design.paper[0] - 2 * design.margin
    body = _set_body(spec, design, width, air)
    free = _room(design) - head.height - end.height - _height(body) - 18.0
    least = min(len(spec.notes), _LEAST_NOTES) if air > 1.0 else 0
    for count in range(len(spec.notes), least - 1, -1):
        notes = set_notes(spec.notes[:count], design, width) if count else None
        need = notes.height + 10.0 if notes else 0.0
        if need <= free:
            return _compose(spec, design, head, body, notes, end, free - need)
    return None


def _room(design: Design) -> float:
    """Return the height between the top margin and the footer."""
    return design.paper[1] - 2 * _top(design) - _FOOT


def _top(design: Design) -> float:
    return 34.0 if design.margin < 50 else 42.0


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height + block.gap for block in blocks)


def _set_body(spec: FormSpec, design: Design, width: float, air: float) -> list[Block]:
    """Return the blocks of all sections; a two-column part comes as one block."""
    setting = Setting(design, air, spec.say)
    counter = Counter()
    numbered: list[tuple[int, Section]] = []
    number = 0
    for section in spec.sections:
        number += 1 if section.title else 0
        numbered.append((number, section))
    blocks: list[Block] = []
    division = ""
    if design.columns == 1:
        for number, section in numbered:
            if section.division and section.division != division:
                blocks.append(set_division(setting, section.division, width))
            division = section.division or division
            blocks += set_section(setting, section, number, counter, width)
        return blocks
    narrow: list[Block] = []
    column = (width - _GUTTER) / 2
    for number, section in numbered:
        if section.division and section.division != division:
            blocks += _balance(narrow, column)
            narrow = []
            blocks.append(set_division(setting, section.division, width))
            division = section.division
        if section.signature or any(isinstance(item, Table) for item in section.items):
            blocks += _balance(narrow, column)
            narrow = []
            blocks += set_section(setting, section, number, counter, width)
        else:
            narrow += set_section(setting, section, number, counter, column)
    return blocks + _balance(narrow, column)


def _balance(blocks: Sequence[Block], column: float) -> list[Block]:
    """Return blocks set in two columns of nearly equal height, as one block."""
    if not blocks:
        return []
    if len(blocks) == 1:
        return [*blocks]
    cuts = [cut for cut in range(1, len(blocks)) if not blocks[cut - 1].keep]

    def cost(cut: int) -> float:
        broken = 0.0 if blocks[cut - 1].ends else _BROKEN
        return max(_height(blocks[:cut]), _height(blocks[cut:])) + broken

    cut = min(cuts, key=cost, default=len(blocks))
    left, right = stack(blocks[:cut]), stack(blocks[cut:])
    return [replace(beside([(0.0, left), (column + _GUTTER, right)]), gap=9.0, ends=True)]


def _compose(
    spec: FormSpec, design: Design, head: Block, body: Sequence[Block], notes: Block | None, end: Block, slack: float
) -> SetPage:
    """Return a single page; some of the slack goes between sections, the rest above the small print."""
    left, y = design.margin, _top(design)
    width = design.paper[0] - 2 * left
    filler = set_filler(spec, design, width, slack - 34.0) if slack > _SPARE else None
    slack -= filler.height + 24.0 if filler else 0.0
    marks: list[Mark] = move_all(head.marks, left, y)
    y += head.height + 8.0
    breaks = [block.ends for block in body[:-1]]
    extra = min(12.0, slack * 0.5 / sum(breaks)) if any(breaks) and not design.frame else 0.0
    start = y
    for block, parted in zip(body, [*breaks, False], strict=True):
        marks += move_all(block.marks, left, y)
        y += block.height + block.gap + (extra if parted else 0.0)
    if design.frame:
        marks.append(Box((left, start, left + width, y), width=1.6))
    y += 10.0
    if notes:
        marks += move_all(notes.marks, left, y)
    bottom = design.paper[1] - _top(design) - _FOOT
    marks += move_all(end.marks, left, bottom - end.height)
    if filler:
        marks += move_all(filler.marks, left, bottom - end.height - filler.height - 12.0)
    marks += move_all(set_footer(spec, design, width, 1, 1).marks, left, bottom + 8.0)
    return SetPage(*design.paper, tuple(marks))


def _flow(spec: FormSpec, design: Design, head: Block, body: Sequence[Block], end: Block, room: float) -> list[SetPage]:
    """Return as many pages as the body needs; a heading stays with what follows it."""
    chunks: list[list[Block]] = [[]]
    for block in body:
        if chunks[-1] and chunks[-1][-1].keep:
            chunks[-1].append(block)
        elif chunks[-1]:
            chunks.append([block])
        else:
            chunks[-1].append(block)
    pages: list[list[Block]] = [[replace(head, gap=8.0)]]
    for chunk in chunks:
        if _height(chunk) > room:
            raise ValueError(f"form {spec.number!r}: a block of {_height(chunk):.0f} points is higher than a page")
        if _height(pages[-1]) + _height(chunk) > room:
            repeat = chunk[0].repeat
            pages.append([repeat] if repeat else [])
        pages[-1] += chunk
    if _height(pages[-1]) + end.height + 10.0 > room:
        pages.append([])
    for count in range(len(spec.notes), 0, -1):
        notes = replace(set_notes(spec.notes[:count], design, design.paper[0] - 2 * design.margin), gap=10.0)
        if _height(pages[-1]) + notes.height + end.height + 20.0 <= room:
            pages[-1].append(notes)
            break
    pages[-1].append(end)
    left, top = design.margin, _top(design)
    width = design.paper[0] - 2 * left
    result = []
    for number, blocks in enumerate(pages, start=1):
        marks = move_all(stack(blocks).marks, left, top)
        footer = set_footer(spec, design, width, number, len(pages))
        marks += move_all(footer.marks, left, design.paper[1] - top - _FOOT + 8.0)
        result.append(SetPage(*design.paper, tuple(marks)))
    return result
