"""The agency's emblem: a seal, a shield or a wordmark of drawn shapes, all of our own design."""

from __future__ import annotations

import math
from collections.abc import Callable

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.marks import (
    WHITE,
    Block,
    Box,
    Color,
    Disc,
    Line,
    Mark,
    Shape,
    Type,
    move_all,
    set_lines,
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
