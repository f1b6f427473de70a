"""The head of a form: agency, title, form number and clearance, in sixteen manners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.emblems import set_emblem
from dataset_builder.families.forms.making.marks import (
    BLACK,
    WHITE,
    Block,
    Box,
    Color,
    Line,
    Mark,
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
    clearance = set_lines([f"({spec.say('Rev.')} {spec.revision})", *spec.control], small, width, align)
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
            (0.0, set_lines([spec.number, f"({spec.say('Rev.')} {spec.revision})"], small, width * 0.3)),
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
    corner = set_lines([spec.number, f"{spec.say('Rev.')} {spec.revision}"], small, 92.0)
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
            (0.0, set_lines([f"{spec.number} ({spec.say('Rev.')} {spec.revision})"], small, width)),
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
            set_lines([f"({spec.say('Rev.')} {spec.revision})"], small, left - 8.0),
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


def _header_seal(spec: FormSpec, design: Design, width: float) -> Block:
    size, side = 54.0, 120.0
    space = width - size - 14.0
    agency = [set_text(line.upper(), Type(design.face, 10.0, "bold"), space) for line in _agency_lines(spec)]
    title = _fit(spec.title, Type(design.title_face, 16.0, "bold", design.accent), space - side, 2)
    rule = Block(5.0, (Line(0.0, 2.5, space, 2.5, 0.8, design.accent),))
    right = stack([*agency, rule, set_text(spec.title, title, space - side)])
    ident = _identity(spec, design, side - 6.0, "right")
    marks = [
        *move_all(right.marks, size + 14.0, 0.0),
        *move_all(ident.marks, width - side + 6.0, sum(line.height for line in agency) + 5.0),
        *set_emblem(spec, design, size).marks,
    ]
    height = max(size, right.height, sum(line.height for line in agency) + 5.0 + ident.height)
    return Block(height, tuple(marks))


def _header_memo(spec: FormSpec, design: Design, width: float) -> Block:
    half = width * 0.36
    agency = stack([set_text(line, Type(design.face, 9.0), half, "right") for line in _agency_lines(spec)])
    title = _fit(spec.title, Type(design.title_face, 20.0, "plain", design.accent), width - half - 16.0, 2)
    top = beside([(0.0, set_text(spec.title, title, width - half - 16.0)), (width - half, agency)])
    small = Type(design.face, 7.5)
    labels = beside(
        [
            (
                0.0,
                set_lines(
                    [f"{spec.number}  ({spec.say('Rev.')} {spec.revision})"], replace(small, style="bold"), width * 0.34
                ),
            ),
            (width * 0.34, set_lines([spec.control[0]], small, width * 0.32, "center")),
            (width * 0.66, set_lines([spec.control[1]], small, width * 0.34, "right")),
        ]
    )
    rules = [Line(0.0, y, width, y, 0.6, design.accent) for y in (0.0, labels.height + 4.0)]
    strip = Block(labels.height + 4.0, (*rules, *move_all(labels.marks, 0.0, 2.0)))
    return stack([top, Block(4.0, ()), strip])


def _header_boxed(spec: FormSpec, design: Design, width: float) -> Block:
    small = Type(design.face, 7.0)
    agency = [set_text(line, Type(design.face, 9.5), width - 12.0, "center") for line in _agency_lines(spec)]
    title = _fit(spec.title, Type(design.title_face, 16.0, "bold"), width - 28.0, 2)
    inner = stack([*agency, Block(2.0, ()), set_text(spec.title, title, width - 12.0, "center")])
    foot = beside(
        [
            (
                0.0,
                set_lines(
                    [f"{spec.number} ({spec.say('Rev.')} {spec.revision})"], replace(small, style="bold"), width * 0.5
                ),
            ),
            (width * 0.5, set_lines([", ".join(spec.control)], small, width * 0.5 - 12.0, "right")),
        ]
    )
    height = inner.height + 10.0
    total = height + foot.height + 5.0
    marks = [
        Box((0.0, 0.0, width, total), BLACK, None, 1.4),
        Box((2.5, 2.5, width - 2.5, height), None, design.tint),
        Line(0.0, height, width, height, 0.6),
        *move_all(inner.marks, 6.0, 5.0),
        *move_all(foot.marks, 6.0, height + 2.5),
    ]
    return Block(total, tuple(marks))


def _header_ribbon(spec: FormSpec, design: Design, width: float) -> Block:
    size = 40.0
    space = width - size - 26.0
    title = _fit(spec.title, Type(design.title_face, 18.0, "bold", design.accent), space, 2)
    text = stack(
        [
            set_text(spec.title, title, space),
            set_text(", ".join(_agency_lines(spec)[::-1]), Type(design.face, 9.0), space),
        ],
        2.0,
    )
    height = max(text.height, size) + 12.0
    small = Type(design.face, 7.0)
    line = set_lines([", ".join((f"{spec.number} ({spec.say('Rev.')} {spec.revision})", *spec.control))], small, width)
    marks = [
        Box((0.0, 0.0, width, height), None, design.tint),
        Line(0.0, height, width, height, 2.0, design.accent),
        *move_all(text.marks, 9.0, (height - text.height) / 2),
        *move_all(set_emblem(spec, design, size).marks, width - size - 8.0, (height - size) / 2),
        *move_all(line.marks, 0.0, height + 4.0),
    ]
    return Block(height + 4.0 + line.height, tuple(marks))


def _header_docket(spec: FormSpec, design: Design, width: float) -> Block:
    side = 134.0
    space = width - side - 12.0
    title = _fit(spec.title, Type(design.title_face, 17.0, "bold"), space, 2)
    agency = [set_text(line, Type(design.face, 9.5, "plain", design.accent), space) for line in _agency_lines(spec)]
    left = stack([*agency, Block(3.0, ()), set_text(spec.title, title, space)])
    small = Type(design.face, 6.5)
    labels = [spec.say(label) for label in ("FORM", "REVISION", "APPROVAL")]
    first = max(width_of(label, small) for label in labels) + 7.0
    marks: list[Mark] = []
    y = 0.0
    for label, text in zip(labels, (spec.number, spec.revision, spec.control[0]), strict=True):
        value = Type(design.face, 8.0, "bold")
        marks += [
            Box((width - side, y, width, y + 16.0), design.rule),
            Box((width - side, y, width - side + first, y + 16.0), design.rule, design.tint),
            *move_all(set_lines([label], small, first).marks, width - side + 3.0, y + 4.5),
            *move_all(
                set_lines([text], _fit(text, value, side - first - 8.0, 1), side - first - 4.0).marks,
                width - side + first + 4.0,
                y + 3.5,
            ),
        ]
        y += 16.0
    expiry = set_lines([spec.control[1]], small, side, "right")
    marks += [*left.marks, *move_all(expiry.marks, width - side, y + 2.0)]
    return Block(max(left.height, y + 2.0 + expiry.height), tuple(marks))


def _header_typed(spec: FormSpec, design: Design, width: float) -> Block:
    type = Type(design.face, 8.5)
    title = _fit(spec.title.upper(), Type(design.title_face, 13.0, "bold"), width, 2)
    top = beside(
        [
            (0.0, set_lines(_agency_lines(spec), type, width * 0.6)),
            (
                width * 0.6,
                set_lines(
                    [spec.number, f"{spec.say('Rev.')} {spec.revision}", *spec.control], type, width * 0.4, "right"
                ),
            ),
        ]
    )
    dashes = Block(1.0, (Line(0.0, 0.0, width, 0.0, 0.8, dash="[4 3] 0"),))
    return stack(
        [
            top,
            Block(5.0, ()),
            dashes,
            Block(5.0, ()),
            set_text(spec.title.upper(), title, width, "center"),
            Block(3.0, ()),
            dashes,
        ]
    )


def _header_block(spec: FormSpec, design: Design, width: float) -> Block:
    side = 96.0
    number = _fit(spec.number, Type(design.title_face, 17.0, "bold", WHITE), side - 12.0, 1)
    label = stack(
        [
            set_lines(
                [spec.say("FORM" if not spec.number.startswith(("Form", "Vordruck")) else "No.")],
                Type(design.face, 7.0, "plain", WHITE),
                side - 12.0,
            ),
            set_text(
                spec.number.split()[-1] if spec.number.startswith(("Form", "Vordruck")) else spec.number,
                number,
                side - 12.0,
            ),
            set_lines([f"{spec.say('Rev.')} {spec.revision}"], Type(design.face, 7.0, "plain", WHITE), side - 12.0),
        ],
        1.0,
    )
    space = width - side - 12.0
    title = _fit(spec.title, Type(design.title_face, 16.0, "bold"), space, 2)
    agency = set_text(", ".join(_agency_lines(spec)), Type(design.face, 9.0, "bold"), space)
    control = set_lines(["   ".join(spec.control)], Type(design.face, 7.0), space)
    text = stack([agency, set_text(spec.title, title, space), control], 2.0)
    height = max(label.height + 10.0, text.height + 6.0)
    marks = [
        Box((0.0, 0.0, side, height), None, design.accent),
        *move_all(label.marks, 6.0, (height - label.height) / 2),
        *move_all(text.marks, side + 12.0, (height - text.height) / 2),
        Line(side, 0.5, width, 0.5, 1.0, design.accent),
        Line(side, height - 0.5, width, height - 0.5, 1.0, design.accent),
    ]
    return Block(height, tuple(marks))


def _header_twoseal(spec: FormSpec, design: Design, width: float) -> Block:
    size = 42.0
    space = width - 2 * size - 20.0
    title = _fit(spec.title, Type(design.title_face, 16.0, "bold", design.accent), space, 2)
    small = Type(design.face, 7.5)
    center = stack(
        [
            *[set_text(line, Type(design.face, 10.0, "bold"), space, "center") for line in _agency_lines(spec)],
            Block(2.0, ()),
            set_text(spec.title, title, space, "center"),
            Block(2.0, ()),
            set_lines(
                [f"{spec.number}, {spec.say('revised')} {spec.revision}", ", ".join(spec.control)],
                small,
                space,
                "center",
            ),
        ]
    )
    word = set_emblem(spec, replace(design, emblem="word"), size)
    seal = set_emblem(spec, replace(design, emblem="star") if design.emblem == "word" else design, size)
    return _underline(beside([(0.0, seal), (size + 10.0, center), (width - size, word)]), width, 1.2, design.accent)


_HEADERS: dict[str, Callable[[FormSpec, Design, float], Block]] = {
    "split": _header_split,
    "band": _header_band,
    "stripe": _header_stripe,
    "centered": _header_centered,
    "letter": _header_letter,
    "court": _header_court,
    "left": _header_left,
    "cells": _header_cells,
    "seal": _header_seal,
    "memo": _header_memo,
    "boxed": _header_boxed,
    "ribbon": _header_ribbon,
    "docket": _header_docket,
    "typed": _header_typed,
    "block": _header_block,
    "twoseal": _header_twoseal,
}


def _underline(block: Block, width: float, weight: float, color: Color) -> Block:
    y = block.height + 4.0
    return Block(y + weight, (*block.marks, Line(0.0, y, width, y, weight, color)))
