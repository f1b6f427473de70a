"""Three landscape sheets: two floor plans with window tags and hatched partitions, and a sheet of schedules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import short_day
from dataset_builder.families.rubrics.domains.construction.floor_asks import ASKS
from dataset_builder.families.rubrics.domains.construction.floor_world import (
    PARTITIONS,
    TYPES,
    Floor,
    FloorWorld,
    Window,
    sample_floor,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper

_FILLS = {"open": "#fff", "diagonal": "url(#dia)", "cross": "url(#crs)", "grey": "#8d8d8d"}
_BUILD = (
    ("Metal studs, one layer of board each side", "None"),
    ("Metal studs, one layer of type X board each side, to deck", "1 hr"),
    ("Shaft liner and studs, two layers of type X board, to deck", "2 hr"),
    ("Staggered studs, two layers each side, filled with mineral wool", "None"),
)
_PATTERNS = (
    '<defs><pattern id="dia" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#fff"/><path d="M0 5L5 0" stroke="#111" stroke-width=".9"/></pattern>'
    '<pattern id="crs" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#fff"/><path d="M0 5L5 0M0 0L5 5" stroke="#111" stroke-width=".8"/></pattern></defs>'
)


def paper(world: FloorWorld, rng: random.Random) -> Paper:
    """Return the sheets."""
    head = rng.choice(("Barlow", "Roboto Condensed", "IBM Plex Sans Condensed"))
    sheets = [
        _sheet(world, [_title("1", "First floor plan"), p.figure(_plan(world, 0)), _under(world)], "First floor plan", "A-101"),
        _sheet(world, [_title("1", "Second floor plan"), p.figure(_plan(world, 1)), _notes_second()], "Second floor plan", "A-102"),
        _sheet(world, [_windows(world), _elevations(world), _doors(world)], "Schedules", "A-601"),
    ]  # fmt: skip
    return Paper(
        f"{world.project}, architectural sheets",
        p.join(sheets),
        ("construction/floor_plan",),
        {"accent": "#111", "body": head, "head": head},
        {},
        margin="0.35in 0.4in",
    )


def _title(number: str, words: str) -> Markup:
    return Markup('<div class="view"><b>{}</b><span>{}</span><em>Scale: 1/8" = 1\'-0"</em></div>').format(number, words)


def _sheet(world: FloorWorld, content: list[str | Markup], name: str, number: str) -> Markup:
    def cell(label: str, value: str, kind: str = "") -> Markup:
        return Markup('<div class="{}"><dt>{}</dt><dd>{}</dd></div>').format(kind, label, value)

    first, second = world.revised
    revisions: list[tuple[str, date, str]] = [
        ("1", first, "Permit comments"),
        ("2", second, "Owner changes; door schedule"),
    ]
    block = [
        Markup('<div class="firm">{}</div>').format(world.firm),
        cell("Project", world.project, "big"),
        cell("Address", world.address),
        Markup('<div class="revs"><dt>Revisions</dt>{}</div>').format(
            p.join(
                Markup("<p><b>{}</b> {}<br>{}</p>").format(mark, short_day(day), words)
                for mark, day, words in revisions
            )
        ),
        Markup('<div class="seal">Issued for<br>construction</div>'),
        cell("Issued", short_day(world.issued)),
        cell("Drawn / checked", f"{world.drawn} / {world.checked}"),
        cell("Job", world.number),
        cell("Sheet title", name, "big"),
        cell("Sheet", number, "sheet-number"),
    ]
    return p.fixed(
        [
            Markup('<div class="drawing"><div class="field">{}</div><div class="block">{}</div></div>').format(
                p.join(content), p.join(block)
            )
        ],
        "wide plan",
    )


def _window(number: int, level: int, one: Window) -> str:
    x, y = one.x, one.y
    if one.side in ("north", "south"):
        body = f'<rect x="{x - 17}" y="{y - 4}" width="34" height="8" fill="#fff" stroke="#111" stroke-width="1"/><path d="M{x - 17} {y}H{x + 17}" stroke="#111" stroke-width=".8"/>'
        tx, ty = x, y - 18 if one.side == "north" else y + 18
        lead = f'<path d="M{x} {y}V{ty}" stroke="#111" stroke-width=".5"/>'
    else:
        body = f'<rect x="{x - 4}" y="{y - 14}" width="8" height="28" fill="#fff" stroke="#111" stroke-width="1"/><path d="M{x} {y - 14}V{y + 14}" stroke="#111" stroke-width=".8"/>'
        tx, ty = (x - 20, y) if one.side == "west" else (x + 20, y)
        lead = f'<path d="M{x} {y}H{tx}" stroke="#111" stroke-width=".5"/>'
    hexagon = f'<polygon points="{tx - 9},{ty} {tx - 4.5},{ty - 8} {tx + 4.5},{ty - 8} {tx + 9},{ty} {tx + 4.5},{ty + 8} {tx - 4.5},{ty + 8}" fill="#fff" stroke="#111" stroke-width=".9"/>'
    tag = f'<text x="{tx}" y="{ty + 3.4}" font-size="9.5" font-weight="600" text-anchor="middle">{one.kind}</text>'
    return f'{body}{lead}<a href="{MARK}win.{level}.{one.kind}.{number}">{hexagon}{tag}</a>'


def _plan(world: FloorWorld, level: int) -> Markup:
    floor: Floor = world.floors[level]
    fills = {kind: _FILLS[hatch] for kind, hatch in zip(PARTITIONS, world.hatches, strict=True)}
    out = [
        f'<svg width="800" height="500" viewBox="0 -24 800 504">{_PATTERNS}',
        '<rect x="36" y="36" width="728" height="378" fill="#111"/><rect x="44" y="44" width="712" height="362" fill="#fff"/>',
    ]
    for y in (187, 237):
        out.append(
            f'<rect x="44" y="{y}" width="712" height="6" fill="{fills["P2"]}" stroke="#111" stroke-width=".8"/>'
        )
    for room in floor.rooms:
        x, y, w, h = room.box
        if x + w < 760:
            top, high = (44, 143) if room.row == 0 else (243, 163)
            out.append(
                f'<a href="{MARK}wall.{room.number}"><rect x="{x + w - 4}" y="{top}" width="8" height="{high}" fill="{fills[floor.walls[room.number]]}" stroke="#111" stroke-width=".8"/></a>'
            )
        middle = x + w / 2
        base = y + 44 if room.row == 0 else y + 118
        out.append(
            f'<text x="{middle}" y="{base}" font-size="9.5" font-weight="600" text-anchor="middle">{room.name.upper()}</text><rect x="{middle - 15}" y="{base + 5}" width="30" height="13" fill="#fff" stroke="#111" stroke-width=".8"/><text x="{middle}" y="{base + 15}" font-size="9" text-anchor="middle">{room.number}</text><text x="{middle}" y="{base + 29}" font-size="8" text-anchor="middle">{w * h // 100} SF</text>'
        )
        if room.name == "Stair":
            out += [f'<path d="M{x + 14 + 8 * k} 262V330" stroke="#111" stroke-width=".7"/>' for k in range(9)] + [
                f'<path d="M{x + 10} 296H{x + 84}l-7 -4m7 4l-7 4" fill="none" stroke="#111" stroke-width=".8"/>'
            ]
        out.append(_door(x + 26, room.row, room.number))
    out += [_window(k, level + 1, one) for k, one in enumerate(floor.windows)]
    out.append(
        f'<text x="400" y="219" font-size="9" text-anchor="middle" letter-spacing="2">CORRIDOR {level + 1}00</text>'
    )
    if level == 0:
        out.append(
            '<rect x="34" y="197" width="12" height="36" fill="#fff"/><path d="M40 197H58A18 18 0 0 1 40 215M40 233H58A18 18 0 0 0 40 215" fill="none" stroke="#111" stroke-width=".8"/>'
            '<path d="M4 215H30l-7 -4m7 4l-7 4" fill="none" stroke="#111"/><text x="4" y="207" font-size="8">ENTRY</text>'
        )
    out += _dimensions(floor)
    out.append(
        '<circle cx="786" cy="452" r="11" fill="none" stroke="#111"/><path d="M786 436l5 18l-5 -4l-5 4z" fill="#111"/><text x="786" y="474" font-size="8.5" font-weight="600" text-anchor="middle">N</text></svg>'
    )
    return Markup("".join(out))


def _door(x: int, row: int, number: int) -> str:
    wall = 190 if row == 0 else 240
    up = -1 if row == 0 else 1
    gap = f'<rect x="{x}" y="{wall - 4}" width="28" height="8" fill="#fff"/>'
    leaf = f'<path d="M{x} {wall}V{wall + up * 28}A28 28 0 0 {1 if row == 0 else 0} {x + 28} {wall}" fill="none" stroke="#111" stroke-width=".8"/>'
    tag = f'<ellipse cx="{x + 40}" cy="{wall + up * 16}" rx="12" ry="7" fill="#fff" stroke="#111" stroke-width=".6"/><text x="{x + 40}" y="{wall + up * 16 + 3}" font-size="8" text-anchor="middle">{number}</text>'
    return gap + leaf + tag


def _dimensions(floor: Floor) -> list[str]:
    out = [
        '<path d="M40 -14H760" stroke="#111" stroke-width=".5"/><path d="M40 450H760" stroke="#111" stroke-width=".5"/>'
    ]
    for row, y in ((0, -14), (1, 450)):
        rooms = [room for room in floor.rooms if room.row == row]
        for room in rooms:
            x, _, w, _ = room.box
            out.append(f'<path d="M{x - 3} {y + 3}l6 -6M{x} {y - 4}v8" stroke="#111" stroke-width=".8"/>')
            out.append(f'<text x="{x + w / 2}" y="{y + 11}" font-size="8" text-anchor="middle">{w // 10}\'-0"</text>')
        out.append(f'<path d="M757 {y + 3}l6 -6M760 {y - 4}v8" stroke="#111" stroke-width=".8"/>')
    out.append('<path d="M40 470H760" stroke="#111" stroke-width=".5"/><rect x="372" y="463" width="56" height="14" fill="#fff"/><text x="400" y="474" font-size="9" text-anchor="middle">72\'-0"</text>')  # fmt: skip
    return out


def _swatch(hatch: str) -> Markup:
    return Markup(
        f'<svg width="60" height="11" viewBox="0 0 60 11">{_PATTERNS}<rect x="1" y="1" width="58" height="9" fill="{_FILLS[hatch]}" stroke="#111" stroke-width=".8"/></svg>'
    )


def _under(world: FloorWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        (kind, _swatch(hatch), words, p.mark(f"part.{kind}", rating), p.mark(f"stc.{kind}", str(sound)))
        for kind, hatch, (words, rating), sound in zip(PARTITIONS, world.hatches, _BUILD, world.acoustics, strict=True)
    ]
    legend = p.table([["Type", "Shown", "Construction", "Fire rating", "STC"]], rows, "legend", caption="Partition legend", widths=("7%", "14%", "55%", "15%", "9%"))  # fmt: skip
    notes = [
        p.head(4, "General notes"),
        p.items(
            [
                "Dimensions are to centers of partitions. Do not scale; ask.",
                "Letters in hexagons are window types, see A-601. Numbers in ovals are doors.",
                "Corridor walls are type P2 on both floors.",
                "Seal head, sill and jambs of rated partitions with fire caulk before board is taped.",
                "Casework, blinds and equipment are not in this contract.",
            ],
            ordered="1",
        ),
    ]
    return p.box([p.box([legend], "key"), p.box(notes, "general")], "under")


def _notes_second() -> Markup:
    return p.box(
        [
            p.box(
                [
                    p.head(4, "Second floor notes"),
                    p.items(
                        [
                            "Floor is composite deck with 3 1/4 in. of lightweight topping. Core only after scanning.",
                            "Align plumbing walls with those below within 1/2 in.; report what can't be aligned.",
                            "Stair shaft continues to the roof with the same partition type. See the legend on A-101.",
                            "Provide blocking for grab bars, wall cabinets and wall-hung lavatories.",
                        ],
                        ordered="1",
                    ),
                ],
                "general",
            ),
            p.box(
                [
                    p.head(4, "Symbols"),
                    Markup(
                        '<svg width="330" height="58" viewBox="0 0 330 58"><polygon points="4,14 8.5,6 17.5,6 22,14 17.5,22 8.5,22" fill="#fff" stroke="#111"/><text x="30" y="18" font-size="9">Window type, see window schedule</text>'
                        '<ellipse cx="13" cy="42" rx="12" ry="7" fill="#fff" stroke="#111"/><text x="30" y="45" font-size="9">Door number, see door schedule</text>'
                        '<rect x="205" y="8" width="30" height="13" fill="#fff" stroke="#111"/><text x="242" y="18" font-size="9">Room number</text></svg>'
                    ),
                ],
                "key",
            ),
        ],
        "under",
    )


def _windows(world: FloorWorld) -> Markup:
    wet_kind = next(one.kind for one in world.floors[1].windows if one.room == world.wet)
    rows: list[Sequence[str | Markup | Cell]] = []
    for kind in TYPES:
        unit = world.units[kind]
        sign = "^2^" if kind == wet_kind else ""
        rows.append(
            [
                Cell(f"**{kind}**", kind="c"),
                Cell(p.mark(f"qty.{kind}", str(world.count(kind, 0) + world.count(kind, 1))), kind="c"),
                *(
                    Cell(p.mark(f"{name}.{kind}.{side}", f"{amount:g}"), kind="c")
                    for name, pair in (("unit", unit.size), ("ro", unit.opening))
                    for side, amount in zip("wh", pair, strict=True)
                ),
                Cell(f"{unit.sill}", kind="c"),
                unit.operation,
                Cell(p.join([p.mark(f"gl.{kind}", unit.glazing), p.rich(sign)]), kind="c"),
                f"{'1, 3' if kind in 'AD' else '1'}",
            ]
        )
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            Cell("Type", rows=2, kind="c"),
            Cell("Qty^1^", rows=2, kind="c"),
            Cell("Unit size, in.", columns=2, kind="c"),
            Cell("Rough opening, in.", columns=2, kind="c"),
            Cell("Sill, in.", rows=2, kind="c"),
            Cell("Operation", rows=2),
            Cell("Glazing^3^", rows=2, kind="c"),
            Cell("Details", rows=2),
        ],
        [Cell(side, kind="c") for side in ("W", "H", "W", "H")],
    ]
    return p.join(
        [
            p.table(heads, rows, "schedule", caption="Window schedule"),
            p.notes(
                [
                    ("1", "Quantities are of the whole building."),
                    (
                        "2",
                        f"[[wet|In room {world.wet} glaze with GL-3, laminated and obscure, in place of the glass shown.]] Same unit, same opening.",
                    ),
                    (
                        "3",
                        "GL-1: clear insulating unit. GL-2: insulating unit, low-e on surface 2, tinted outer lite. GL-3: insulating unit, inner lite laminated, obscure.",
                    ),
                ]
            ),
        ]
    )


def _elevations(world: FloorWorld) -> Markup:
    """Return the window types drawn to one scale over their letters."""
    out = ['<svg width="800" height="116" viewBox="0 0 800 116"><path d="M10 96H790" stroke="#111" stroke-width=".7"/>']
    for k, kind in enumerate(TYPES):
        unit = world.units[kind]
        w, h = unit.size[0] * 1.05, unit.size[1] * 1.05
        x, y = 70 + k * 132 - w / 2, 96 - h - 6
        out.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="#fff" stroke="#111" stroke-width="1.4"/><rect x="{x + 3:.1f}" y="{y + 3:.1f}" width="{w - 6:.1f}" height="{h - 6:.1f}" fill="none" stroke="#111" stroke-width=".6"/>'
        )
        left, right, top, low, middle = x + 3, x + w - 3, y + 3, y + h - 3, y + h / 2
        lines = {
            "Casement, left": f"M{right:.1f} {top:.1f}L{left:.1f} {middle:.1f}L{right:.1f} {low:.1f}",
            "Casement, right": f"M{left:.1f} {top:.1f}L{right:.1f} {middle:.1f}L{left:.1f} {low:.1f}",
            "Awning": f"M{left:.1f} {low:.1f}L{x + w / 2:.1f} {top:.1f}L{right:.1f} {low:.1f}",
            "Hopper": f"M{left:.1f} {top:.1f}L{x + w / 2:.1f} {low:.1f}L{right:.1f} {top:.1f}",
            "Slider": f"M{x + w / 2:.1f} {top:.1f}V{low:.1f}M{x + w * 0.6:.1f} {middle:.1f}h{w * 0.25:.1f}l-4 -3m4 3l-4 3",
        }.get(unit.operation, "")
        if lines:
            out.append(f'<path d="{lines}" fill="none" stroke="#111" stroke-width=".6" stroke-dasharray="4 2"/>')
        out.append(
            f'<text x="{70 + k * 132}" y="111" font-size="10" font-weight="600" text-anchor="middle">{kind}</text>'
        )
    return p.join([p.head(4, "Window types, seen from outside"), p.figure(Markup("".join(out) + "</svg>"))])


def _doors(world: FloorWorld) -> Markup:
    heads = ["No.", "Room", "Size, in.", "Mat'l", "Rating, min.", "Hdw. set"]

    rows: list[list[str | Markup | Cell]] = []
    for door in world.doors:
        rating = str(door.rating) if door.rating else "-"
        texts = [door.number, door.room, f"{door.width} x 84", door.material, rating, f"{door.hardware:02d}"]
        if door.struck:
            texts = [f"--{one}--" if len(one) > 1 else one for one in texts]
        cells: list[str | Markup | Cell] = [*texts]
        cells[0] = p.mark(f"door.{door.number}", texts[0])
        cells[4] = Cell(p.mark(f"rate.{door.number}", texts[4]) if door.rating else texts[4], kind="c")
        rows.append(cells)
    half = len(rows) // 2
    tables = [p.table([heads], part, "schedule") for part in (rows[:half], rows[half:])]
    return p.join(
        [
            p.head(4, "Door schedule"),
            p.box(tables, "halves"),
            p.para(
                "HM hollow metal, WD solid-core wood, AL aluminum with glass. Frames follow the door. Ratings in minutes; a dash means not rated. "
                "[[legend|Entries struck through were taken out by revision 2: no leaf is furnished, and the opening stays cased.]]",
                "small",
            ),
        ]
    )


FLOOR = Design("floor_plan", sample_floor, paper, ASKS)
