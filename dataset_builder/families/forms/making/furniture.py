"""What a form prints besides its blanks: emblem, header, instructions, notes, office area, small print and footer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.marks import (
    BLACK,
    WHITE,
    Block,
    Box,
    Color,
    Disc,
    Line,
    Mark,
    Shape,
    Type,
    beside,
    move_all,
    set_lines,
    set_text,
    stack,
    width_of,
    wrap,
)
from dataset_builder.families.forms.making.spec import FormSpec

Point = tuple[float, float]


def set_emblem(spec: FormSpec, design: Design, size: float, color: Color | None = None) -> Block:
    """Return the agency's emblem, a seal or a wordmark of drawn shapes, ``size`` points high and wide."""
    ink = color or design.accent
    paper: Color = WHITE if color is None else design.accent
    middle = size / 2
    if design.emblem == "word":
        type = Type(design.title_face, size * 0.8 / max(2, len(spec.initials)), "bold", paper)
        word = set_lines([spec.initials], type, size, "center")
        marks: list[Mark] = [Box((0.0, 0.0, size, size), None, ink)]
        marks += move_all(word.marks, 0.0, middle - type.size * 0.6)
        marks.append(Box((size * 0.12, size * 0.8, size * 0.88, size * 0.86), None, paper))
        return Block(size, tuple(marks))
    if design.emblem == "shield":
        outline = ((0.1, 0.06), (0.9, 0.06), (0.9, 0.55), (0.75, 0.82), (0.5, 0.98), (0.25, 0.82), (0.1, 0.55))
        shield = Shape(tuple((x * size, y * size) for x, y in outline), ink, None, 1.4)
        band = Shape(
            tuple((x * size, y * size) for x, y in ((0.1, 0.3), (0.9, 0.3), (0.9, 0.42), (0.1, 0.42))), None, ink
        )
        star = _star((middle, size * 0.65), size * 0.17, 5, ink)
        return Block(size, (shield, band, star))
    marks = [
        Disc(middle, middle, middle - 0.7, ink, None, 1.4),
        Disc(middle, middle, middle * 0.74, ink, None, 0.7),
    ]
    beads = 28
    for bead in range(beads):
        angle = 2 * math.pi * bead / beads
        reach = middle * 0.86
        marks.append(Disc(middle + reach * math.cos(angle), middle + reach * math.sin(angle), size * 0.018, None, ink))
    marks += _MOTIFS[design.emblem](middle, middle * 0.62, ink, paper)
    return Block(size, tuple(marks))


def _star(center: Point, radius: float, points: int, ink: Color) -> Shape:
    corners = []
    for corner in range(points * 2):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * corner / points - math.pi / 2
        corners.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
    return Shape(tuple(corners), None, ink)


def _draw_star(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    return [_star((middle, middle), reach, 5, ink)]


def _draw_tree(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    crowns = []
    for level, (top, wide) in enumerate(((-1.0, 0.5), (-0.55, 0.68), (-0.1, 0.85))):
        peak = middle + reach * top
        base = peak + reach * (0.6 + 0.1 * level)
        crowns.append(Shape(((middle, peak), (middle + reach * wide, base), (middle - reach * wide, base)), None, ink))
    trunk = Box((middle - reach * 0.12, middle + reach * 0.6, middle + reach * 0.12, middle + reach), None, ink)
    return [*crowns, trunk]


def _draw_wave(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    marks: list[Mark] = [Disc(middle, middle - reach * 0.35, reach * 0.34, None, ink)]
    for row in range(3):
        y = middle + reach * (0.22 + 0.27 * row)
        half = reach * (0.92 - 0.2 * row)
        xs = [middle - half + 2 * half * step / 16 for step in range(17)]
        upper = [(x, y + reach * 0.07 * math.sin(step * math.pi / 2)) for step, x in enumerate(xs)]
        marks.append(Shape((*upper, *[(x, y + reach * 0.1) for x, y in reversed(upper)]), None, ink))
    return marks


def _draw_scales(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    top, foot = middle - reach * 0.75, middle + reach * 0.8
    marks: list[Mark] = [
        Line(middle, top, middle, foot, 1.6, ink),
        Line(middle - reach * 0.75, top + reach * 0.15, middle + reach * 0.75, top + reach * 0.15, 1.4, ink),
        Line(middle - reach * 0.4, foot, middle + reach * 0.4, foot, 2.2, ink),
    ]
    for side in (-1, 1):
        x = middle + side * reach * 0.7
        y = middle + reach * 0.15
        marks += [
            Line(x, top + reach * 0.15, x - reach * 0.24, y, 0.6, ink),
            Line(x, top + reach * 0.15, x + reach * 0.24, y, 0.6, ink),
            Shape(((x - reach * 0.3, y), (x + reach * 0.3, y), (x, y + reach * 0.22)), None, ink),
        ]
    return marks


def _draw_wheel(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    marks: list[Mark] = [
        Disc(middle, middle, reach * 0.85, ink, None, 2.0),
        Disc(middle, middle, reach * 0.22, None, ink),
    ]
    for spoke in range(8):
        angle = math.pi * spoke / 4
        marks.append(
            Line(
                middle + reach * 0.2 * math.cos(angle),
                middle + reach * 0.2 * math.sin(angle),
                middle + reach * math.cos(angle),
                middle + reach * math.sin(angle),
                1.1,
                ink,
            )
        )
    return marks


def _draw_hill(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    base = middle + reach * 0.6
    far = ((middle - reach * 0.95, base), (middle - reach * 0.25, middle - reach * 0.6), (middle + reach * 0.45, base))
    near = ((middle - reach * 0.2, base), (middle + reach * 0.4, middle - reach * 0.2), (middle + reach * 0.95, base))
    snow = (
        (middle - reach * 0.41, middle - reach * 0.33),
        (middle - reach * 0.25, middle - reach * 0.6),
        (middle - reach * 0.09, middle - reach * 0.33),
        (middle - reach * 0.25, middle - reach * 0.42),
    )
    return [Shape(far, None, ink), Shape(near, paper, ink, 0.8), Shape(snow, None, paper)]


def _draw_sun(middle: float, reach: float, ink: Color, paper: Color) -> list[Mark]:
    return [_star((middle, middle), reach, 12, ink), Disc(middle, middle, reach * 0.36, paper, ink, 1.2)]


_MOTIFS: dict[str, Callable[[float, float, Color, Color], list[Mark]]] = {
    "star": _draw_star,
    "tree": _draw_tree,
    "wave": _draw_wave,
    "scales": _draw_scales,
    "wheel": _draw_wheel,
    "hill": _draw_hill,
    "sun": _draw_sun,
}


def set_header(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the head of the first page in the design's manner.

    Raises:
        ValueError: the design names no known header.
    """
    if design.header not in _HEADERS:
        raise ValueError(f"header {design.header!r} is not one of {', '.join(_HEADERS)}")
    return _HEADERS[design.header](spec, design, width)


def _agency_lines(spec: FormSpec) -> list[str]:
    return [line for line in (spec.department, spec.agency) if line]


def _fit(text: str, type: Type, width: float, lines: int) -> Type:
    """Return the largest size, down to 60%, at which ``text`` takes no more than ``lines`` lines."""
    for share in (1.0, 0.92, 0.84, 0.76, 0.68):
        smaller = replace(type, size=round(type.size * share, 2))
        if len(wrap(text, smaller, width)) <= lines:
            return smaller
    return replace(type, size=round(type.size * 0.6, 2))


def _identity(
    spec: FormSpec, design: Design, width: float, align: Literal["left", "center", "right"], *, color: Color = BLACK
) -> Block:
    """Return form number, revision and clearance, one below the other."""
    small = Type(design.face, 7.0, color=color)
    number = replace(small, size=9.0, style="bold")
    clearance = set_lines([f"(Rev. {spec.revision})", *spec.control], small, width, align)
    return stack([set_text(spec.number, number, width, align), clearance], 1.0)


def _header_split(spec: FormSpec, design: Design, width: float) -> Block:
    size = 46.0
    side = 118.0
    middle = width - size - side - 20.0
    title = _fit(spec.title, Type(design.title_face, 15.0, "bold"), middle, 2)
    center = stack(
        [
            set_text(spec.title, title, middle, "center"),
            Block(2.0, ()),
            *[set_text(line, Type(design.face, 9.5, "bold"), middle, "center") for line in _agency_lines(spec)],
        ]
    )
    row = beside(
        [
            (0.0, set_emblem(spec, design, size)),
            (size + 10.0, center),
            (width - side, _identity(spec, design, side, "center")),
        ]
    )
    return _underline(row, width, 2.2, design.accent)


def _header_band(spec: FormSpec, design: Design, width: float) -> Block:
    height = 40.0
    light = Type(design.face, 9.0, "plain", WHITE)
    lines = _agency_lines(spec)
    agency = stack(
        [
            *[set_text(line, light, width * 0.6) for line in lines[:-1]],
            set_text(lines[-1], replace(light, size=12.5, style="bold"), width * 0.62),
        ],
        1.0,
    )
    ident = _identity(spec, design, width * 0.27, "right", color=WHITE)
    height = max(height, ident.height + 6.0, agency.height + 10.0)
    band = [
        Box((0.0, 0.0, width, height), None, design.accent),
        *move_all(set_emblem(spec, design, 30.0, WHITE).marks, 6.0, (height - 30.0) / 2),
        *move_all(agency.marks, 46.0, (height - agency.height) / 2),
        *move_all(ident.marks, width * 0.73 - 8.0, (height - ident.height) / 2),
    ]
    title = _fit(spec.title, Type(design.title_face, 17.0, "bold", design.accent), width, 2)
    return stack([Block(height, tuple(band), 8.0), set_text(spec.title, title, width)])


def _header_stripe(spec: FormSpec, design: Design, width: float) -> Block:
    inset = 16.0
    side = 120.0
    title = _fit(spec.title, Type(design.title_face, 18.0, "bold", design.accent), width - inset - side, 2)
    left = stack(
        [
            set_text(" · ".join(_agency_lines(spec)), Type(design.face, 9.0), width - inset - side),
            set_text(spec.title, title, width - inset - side),
        ],
        3.0,
    )
    row = beside([(inset, left), (width - side, _identity(spec, design, side, "right"))])
    return Block(row.height + 4.0, (Box((0.0, 0.0, 6.0, row.height + 4.0), None, design.accent), *row.marks))


def _header_centered(spec: FormSpec, design: Design, width: float) -> Block:
    title = _fit(spec.title.upper(), Type(design.title_face, 14.0, "bold"), width, 2)
    small = Type(design.face, 7.5)
    top = beside(
        [
            (0.0, set_lines([spec.number, f"(Rev. {spec.revision})"], small, width * 0.3)),
            (width * 0.7, set_lines(spec.control, small, width * 0.3, "right")),
            (
                width * 0.3,
                stack(
                    [
                        set_text(line, Type(design.face, 10.0, "bold"), width * 0.4, "center")
                        for line in _agency_lines(spec)
                    ]
                ),
            ),
        ]
    )
    return _underline(
        stack([top, Block(3.0, ()), set_text(spec.title.upper(), title, width, "center")]), width, 0.8, design.accent
    )


def _header_letter(spec: FormSpec, design: Design, width: float) -> Block:
    size = 38.0
    emblem = set_emblem(spec, design, size)
    agency = Type(design.title_face, 11.0, "bold", design.accent)
    title = _fit(spec.title, Type(design.title_face, 15.0, "bold"), width * 0.86, 2)
    lines = [
        set_text(line.upper(), _fit(line.upper(), agency, width - 190.0, 1), width, "center")
        for line in _agency_lines(spec)
    ]
    small = Type(design.face, 7.0)
    corner = set_lines([spec.number, f"Rev. {spec.revision}"], small, 92.0)
    right = set_lines(spec.control, small, 92.0, "right")
    head = beside(
        [
            (0.0, corner),
            (width - 92.0, right),
            ((width - size) / 2, emblem),
        ]
    )
    body = stack([head, Block(2.0, ()), *lines, Block(5.0, ()), set_text(spec.title, title, width, "center")])
    return body


def _header_court(spec: FormSpec, design: Design, width: float) -> Block:
    lines = [
        set_text(line.upper(), Type(design.title_face, 11.0, "bold"), width, "center") for line in _agency_lines(spec)
    ]
    small = Type(design.face, 8.0)
    title = _fit(spec.title.upper(), Type(design.title_face, 13.5, "bold"), width - 40.0, 2)
    top = beside(
        [
            (0.0, set_lines([f"{spec.number} (Rev. {spec.revision})"], small, width)),
            (width / 2, set_lines([spec.control[0]], small, width / 2, "right")),
        ]
    )
    body = set_text(spec.title.upper(), title, width, "center")
    ruled = Block(
        body.height + 10.0,
        (
            Line(0.0, 0.0, width, 0.0, 0.7),
            Line(0.0, 2.0, width, 2.0, 0.7),
            *move_all(body.marks, 0.0, 6.0),
            Line(0.0, body.height + 10.0, width, body.height + 10.0, 0.7),
        ),
    )
    return stack([top, Block(4.0, ()), *lines, Block(4.0, ()), ruled])


def _header_left(spec: FormSpec, design: Design, width: float) -> Block:
    side = 124.0
    space = width - side - 12.0
    title = _fit(spec.title, Type(design.title_face, 16.0, "bold"), space, 2)
    left = stack(
        [
            *[
                set_text(line.upper(), Type(design.face, 9.0, "bold", design.accent), space)
                for line in _agency_lines(spec)
            ],
            Block(1.0, ()),
            set_text(spec.title, title, space),
        ]
    )
    right = _identity(spec, design, side - 12.0, "left")
    height = max(left.height, right.height) + 4.0
    row = beside([(0.0, left), (width - side + 12.0, right)])
    rule = Line(width - side + 4.0, 0.0, width - side + 4.0, height, 0.7, design.accent)
    return _underline(Block(height, (*row.marks, rule)), width, 1.4, design.accent)


def _header_cells(spec: FormSpec, design: Design, width: float) -> Block:
    left, right = 112.0, 112.0
    space = width - left - right
    small = Type(design.face, 7.0)
    number = _fit(spec.number, Type(design.title_face, 15.0, "bold"), left - 8.0, 1)
    first = stack(
        [
            set_text(spec.number, number, left - 8.0),
            set_lines([f"(Rev. {spec.revision})"], small, left - 8.0),
            *[set_text(line, small, left - 8.0) for line in _agency_lines(spec)],
        ],
        1.0,
    )
    title = _fit(spec.title, Type(design.title_face, 15.0, "bold"), space - 16.0, 2)
    second = set_text(spec.title, title, space - 16.0, "center")
    third = set_lines([*spec.control], small, right - 8.0, "center")
    height = max(first.height, second.height, third.height, 40.0) + 8.0
    marks: list[Mark] = [
        *move_all(first.marks, 0.0, (height - first.height) / 2),
        *move_all(second.marks, left + 8.0, (height - second.height) / 2),
        *move_all(third.marks, width - right + 8.0, (height - third.height) / 2),
        Line(left, 0.0, left, height, 1.2),
        Line(width - right, 0.0, width - right, height, 1.2),
        Line(0.0, height, width, height, 1.2),
    ]
    return Block(height, tuple(marks))


_HEADERS: dict[str, Callable[[FormSpec, Design, float], Block]] = {
    "split": _header_split,
    "band": _header_band,
    "stripe": _header_stripe,
    "centered": _header_centered,
    "letter": _header_letter,
    "court": _header_court,
    "left": _header_left,
    "cells": _header_cells,
}


def _underline(block: Block, width: float, weight: float, color: Color) -> Block:
    y = block.height + 4.0
    return Block(y + weight, (*block.marks, Line(0.0, y, width, y, weight, color)))


def set_lead(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the paragraph of instructions below the header, beside the office area where that is in the corner."""
    if design.office == "corner":
        side = min(190.0, width * 0.34)
        lead = _set_instructions(spec, design, width - side - 14.0)
        return beside([(0.0, lead), (width - side, _set_corner(spec, design, side))])
    return _set_instructions(spec, design, width)


def _set_instructions(spec: FormSpec, design: Design, width: float) -> Block:
    type = Type(design.face, {"helv": 8.5, "tiro": 9.5, "cour": 8.0}[design.face])
    text = " ".join(spec.instructions)
    if design.lead == "bullets":
        first = set_text(spec.instructions[0], replace(type, style="bold"), width)
        rest = []
        for sentence in spec.instructions[1:]:
            body = set_text(sentence, type, width - 12.0)
            dot = Disc(4.0, type.size * 0.6, 1.2, None, design.accent)
            rest.append(Block(body.height, (dot, *move_all(body.marks, 12.0, 0.0))))
        return stack([first, *rest], 1.0)
    if design.lead == "italic":
        type = replace(type, style="italic")
    if design.lead in ("plain", "italic"):
        return set_text(text, type, width)
    body = set_text(text, type, width - 14.0)
    height = body.height + 9.0
    boxed = design.lead == "boxed"
    back = Box((0.0, 0.0, width, height), design.rule if boxed else None, None if boxed else design.tint)
    return Block(height, (back, *move_all(body.marks, 7.0, 5.0)))


def set_office(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the area where the agency writes, across the page: captions, no widgets."""
    count = 6 if design.columns == 2 else 3 if design.table == "grid" else 4
    captions = spec.office[: 4 if count == 4 else 6]
    title = set_text(design.office_title, Type(design.face, 7.0, "bold"), width - 8.0, "center")
    head = title.height + 4.0
    marks: list[Mark] = [
        Box((0.0, 0.0, width, head), design.rule, (0.85, 0.85, 0.85)),
        *move_all(title.marks, 4.0, 2.0),
    ]
    step, height = width / count, 22.0
    for place, text in enumerate(captions):
        x, y = place % count * step, head + place // count * height
        marks += move_all(_office_cell(text, design, step, height), x, y)
    return Block(head + height * -(-len(captions) // count), tuple(marks))


def _set_corner(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the area where the agency writes as a small box."""
    title = set_text(design.office_title, Type(design.face, 6.5, "bold"), width - 6.0, "center")
    head, height = title.height + 3.0, 18.0
    marks: list[Mark] = [
        Box((0.0, 0.0, width, head), design.rule, (0.85, 0.85, 0.85)),
        *move_all(title.marks, 3.0, 1.5),
    ]
    for place, text in enumerate(spec.office[:4]):
        cell = _office_cell(text, design, width / 2, height)
        marks += move_all(cell, place % 2 * width / 2, head + place // 2 * height)
    return Block(head + 2 * height, tuple(marks))


def _office_cell(text: str, design: Design, width: float, height: float) -> list[Mark]:
    caption = set_text(text, Type(design.face, 6.5), width - 6.0)
    return [
        Box((0.0, 0.0, width, height), design.rule, (0.96, 0.96, 0.96)),
        *move_all(caption.marks, 3.0, 1.5),
    ]


def set_notes(notes: Sequence[tuple[str, str]], design: Design, width: float) -> Block:
    """Return further paragraphs with small headings in the design's manner."""
    type = Type(design.face, {"helv": 7.5, "tiro": 8.5, "cour": 7.2}[design.face])
    bold = replace(type, style="bold", color=design.accent)
    if design.notes == "list":
        return stack([_run_in(head, text, type, bold, width) for head, text in notes], 2.5)
    if design.notes == "boxed":
        inner = _set_columns(notes, type, bold, width - 16.0, 2)
        box = Box((0.0, 0.0, width, inner.height + 13.0), design.rule, None, 0.8)
        return Block(inner.height + 13.0, (box, *move_all(inner.marks, 8.0, 7.0)))
    return _set_columns(notes, type, bold, width, 3 if design.notes == "three" else 2)


def _run_in(head: str, text: str, type: Type, bold: Type, width: float) -> Block:
    """Return a paragraph whose heading stands in its first line."""
    start = width_of(f"{head}.  ", bold)
    first, *rest = wrap(text, type, width - start)
    remaining = text[len(first) :].strip() if rest else ""
    lines = wrap(remaining, type, width) if remaining else []
    opening = beside([(0.0, set_lines([f"{head}."], bold, width)), (start, set_lines([first], type, width))])
    return stack([opening, set_lines(lines, type, width)]) if lines else opening


def _set_columns(notes: Sequence[tuple[str, str]], type: Type, bold: Type, width: float, most: int) -> Block:
    """Return paragraphs in up to ``most`` columns, each put where there is most room."""
    gap = 18.0
    columns = min(most, len(notes))
    step = (width - gap * (columns - 1)) / columns
    piles: list[list[Block]] = [[] for _ in range(columns)]
    for head, text in notes:
        heights = [sum(part.height + 5.0 for part in pile) for pile in piles]
        body = stack([set_text(head, bold, step), set_text(text, type, step)], 1.0)
        piles[heights.index(min(heights))].append(body)
    return beside([(place * (step + gap), stack(pile, 5.0)) for place, pile in enumerate(piles)])


def set_filler(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    """Return what a short form prints in spare room of ``height`` points: captions for the agency, no widgets."""
    if design.filler == "stamp":
        return _set_stamp(design, width, min(height, 96.0))
    if design.filler == "remarks":
        return _set_remarks(design, width, min(height, 130.0))
    return _set_receipt(spec, design, width, min(height, 92.0))


def _set_stamp(design: Design, width: float, height: float) -> Block:
    type = Type(design.face, 7.0)
    side = width * 0.38
    text = set_text("Do not detach this page. Staple attachments behind it.", type, width - side - 20.0)
    box = Box((width - side, 0.0, width, height), design.rule, None)
    caption = set_lines(["Receipt stamp"], type, side)
    return Block(height, (box, *text.marks, *move_all(caption.marks, width - side + 4.0, 3.0)))


def _set_remarks(design: Design, width: float, height: float) -> Block:
    caption = set_lines(["Remarks of the agency"], Type(design.face, 7.0, "bold"), width)
    lines = [Line(8.0, y, width - 8.0, y, 0.4, design.rule) for y in _steps(34.0, height - 6.0, 18.0)]
    return Block(height, (Box((0.0, 0.0, width, height), design.rule), *move_all(caption.marks, 6.0, 4.0), *lines))


def _set_receipt(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    """Return a slip below a dashed line that the filer keeps."""
    type = Type(design.face, 7.0)
    cut = set_lines(["Detach here and keep"], Type(design.face, 6.5, "italic"), width, "center")
    title = set_lines(["RECEIPT OF FILING"], Type(design.face, 9.0, "bold"), width)
    form = set_text(f"{spec.agency}, {spec.number}: {spec.title}", type, width)
    marks: list[Mark] = [
        *cut.marks,
        Line(0.0, cut.height + 2.0, width, cut.height + 2.0, 0.7, dash="[4 3] 0"),
        *move_all(stack([title, form], 2.0).marks, 0.0, cut.height + 10.0),
    ]
    third = width / 3
    for place, caption in enumerate(("Filed by", "Received on", "Received by")):
        x, y = place * third, height - 12.0
        marks.append(Line(x, y, x + third - 14.0, y, 0.6))
        marks += move_all(set_lines([caption], type, third).marks, x, y + 2.0)
    return Block(height, tuple(marks))


def _steps(start: float, stop: float, step: float) -> list[float]:
    return [start + step * place for place in range(int((stop - start) // step) + 1)]


def set_footnote(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the privacy and burden statement in small print."""
    return set_text(spec.footnote, Type(design.face, 6.5 if design.face != "tiro" else 7.0), width)


def set_footer(spec: FormSpec, design: Design, width: float, page: int, pages: int) -> Block:
    """Return the line at the foot of a page: form number, agency, page."""
    type = Type(design.face, 7.0)
    agency = spec.agency if width_of(spec.agency, type) < width * 0.5 else spec.initials
    row = beside(
        [
            (0.0, set_lines([f"{spec.number} (Rev. {spec.revision})"], replace(type, style="bold"), width * 0.3)),
            (width * 0.25, set_lines([agency], type, width * 0.5, "center")),
            (width * 0.7, set_lines([f"Page {page} of {pages}"], type, width * 0.3, "right")),
        ]
    )
    return Block(row.height + 3.0, (Line(0.0, 0.0, width, 0.0, 0.6, design.accent), *move_all(row.marks, 0.0, 3.0)))
