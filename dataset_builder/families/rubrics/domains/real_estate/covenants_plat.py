"""The plat of a subdivision: two rows of lots along a street, easements, setback lines, key and title block."""

from __future__ import annotations

from markupsafe import Markup, escape

from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.real_estate.covenants_asks import COLUMNS, CovenantsWorld
from dataset_builder.families.rubrics.paper import MARK

_LEFT, _TOP, _DEPTH, _STREET = 70, 52, 214, 58
_SCALE = 1.0


def _edges(world: CovenantsWorld) -> list[float]:
    """Return the sides of the lots: frontages in feet are drawn at one pixel a foot."""
    edges = [float(_LEFT)]
    for feet in world.frontages:
        edges.append(edges[-1] + feet * _SCALE)
    return edges


def plat(world: CovenantsWorld) -> Markup:
    """Return the drawing; the lots' numbers are marked ``lot.N``."""
    edges = _edges(world)
    right, low = edges[-1], _TOP + 2 * _DEPTH + _STREET
    street = _TOP + _DEPTH
    out = [
        '<svg width="936" height="672" viewBox="0 0 936 672">',
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0 V7" stroke="#3d6f8f" stroke-width="1.6"/></pattern></defs>',
        f'<path d="M{_LEFT} {low + 62} Q{(_LEFT + right) / 2} {low + 26} {right} {low + 58}" fill="none" stroke="#3d6f8f" stroke-width="1.4"/><text x="{(_LEFT + right) / 2}" y="{low + 74}" font-size="12" fill="#3d6f8f" text-anchor="middle" letter-spacing="4">{escape(world.lake.upper())}</text>',
        f'<text x="{(_LEFT + right) / 2}" y="{low + 31}" font-size="9" text-anchor="middle">COMMON AREA (SHORE, PATH, DOCK)</text>',
    ]
    out.append(_drain(world, edges, street, low))
    for row in (0, 1):
        top = _TOP if row == 0 else street + _STREET
        for column in range(COLUMNS):
            out.append(_lot(world, row, column, edges[column], edges[column + 1], top))
    for y in (_TOP + 12, low - 12):
        out.append(
            f'<path d="M{_LEFT} {y} H{right}" stroke="#111" stroke-width=".8" stroke-dasharray="1.5 3.5" fill="none"/>'
        )
    for y in (street - world.setbacks[0], street + _STREET + world.setbacks[0]):
        out.append(
            f'<path d="M{_LEFT + 34} {y} H{right - 12}" stroke="#777" stroke-width=".8" stroke-dasharray="8 5" fill="none"/>'
        )
    for x in edges:
        for y in (_TOP, street, street + _STREET, low):
            out.append(f'<circle cx="{x}" cy="{y}" r="2.6" fill="#fff" stroke="#111"/>')
    out.append(
        f'<text x="{(_LEFT + right) / 2}" y="{street + 34}" font-size="13" text-anchor="middle" font-weight="600" letter-spacing="5">{escape(world.street.upper())}</text>'
    )
    middle = (_TOP + low) / 2
    out.append(
        f'<path d="M{_LEFT - 58} {_TOP - 16} V{low + 16}" stroke="#111" stroke-width="1.2"/><text x="{_LEFT - 30}" y="{middle}" font-size="13" text-anchor="middle" font-weight="600" letter-spacing="5" transform="rotate(-90 {_LEFT - 30} {middle})">{escape(world.cross.upper())}</text>'
    )
    out.append(_margin(world, right + 34))
    return Markup("".join(out) + "</svg>")  # fmt: skip


def _drain(world: CovenantsWorld, edges: list[float], street: float, low: float) -> str:
    def centre(column: int) -> float:
        return (edges[column] + edges[column + 1]) / 2

    turn, wide = centre(world.upper[1]), 9
    start, end = centre(world.upper[0]), centre(world.lower[1])
    points = [(start, _TOP), (turn, street), (turn, street + _STREET), (end, low)]
    left = " ".join(f"{x - wide},{y}" for x, y in points)
    back = " ".join(f"{x + wide},{y}" for x, y in reversed(points))
    name = f'<text x="{turn + 14}" y="{street + 50}" font-size="8.5" fill="#1f4a66" font-weight="600">{world.widths[0]} FT DRAINAGE EASEMENT</text>'
    return f'<polygon points="{left} {back}" fill="url(#hatch)" stroke="#3d6f8f" stroke-width=".9"/><a href="{MARK}drain">{name}</a>'


def _lot(world: CovenantsWorld, row: int, column: int, x0: float, x1: float, top: float) -> str:
    number = world.number(row, column)
    index = number - world.first
    middle, y = (x0 + x1) / 2, top + (76 if row == 0 else 132)
    front = top + _DEPTH - 6 if row == 0 else top + 13
    return (
        f'<rect x="{x0}" y="{top}" width="{x1 - x0}" height="{_DEPTH}" fill="none" stroke="#111" stroke-width="1.3"/>'
        f'<circle cx="{middle}" cy="{y - 6}" r="15" fill="#fff" stroke="#111"/><a href="{MARK}lot.{number}"><text x="{middle}" y="{y - 1}" font-size="14" font-weight="700" text-anchor="middle">{number}</text></a>'
        f'<rect x="{middle - 31}" y="{y + 12}" width="62" height="12" fill="#fff"/><text x="{middle}" y="{y + 21}" font-size="8.5" text-anchor="middle">{world.areas[index]:,} sq ft</text>'
        f'<rect x="{middle - 19}" y="{front - 8}" width="38" height="10" fill="#fff"/>'
        f'<text x="{middle}" y="{front}" font-size="8.5" text-anchor="middle">{world.frontages[column]}.00&#39;</text>'
    )


def _margin(world: CovenantsWorld, x: float) -> str:
    rows = [
        (
            '<rect x="{x}" y="{y}" width="26" height="12" fill="url(#hatch)" stroke="#3d6f8f" stroke-width=".8"/>',
            "Drainage easement",
        ),
        (
            '<path d="M{x} {m} h26" stroke="#111" stroke-dasharray="1.5 3.5" fill="none"/>',
            f"Limit of {world.widths[1]} ft utility easement",
        ),
        ('<path d="M{x} {m} h26" stroke="#777" stroke-dasharray="8 5" fill="none"/>', f"Setback from {world.street}"),
        ('<circle cx="{c}" cy="{m}" r="2.6" fill="#fff" stroke="#111"/>', "Iron pin set"),
    ]
    out = [f'<text x="{x}" y="74" font-size="11" font-weight="700">LEGEND</text>']
    for k, (shape, words) in enumerate(rows):
        y = 88 + 24 * k
        out.append(
            shape.format(x=x, y=y, m=y + 6, c=x + 13)
            + f'<text x="{x + 34}" y="{y + 10}" font-size="9">{escape(words)}</text>'
        )
    out.append(
        f'<path d="M{x + 14} 240 l9 -40 l9 40 l-9 -9 z" fill="#111"/><text x="{x + 18}" y="194" font-size="12" font-weight="700">N</text><path d="M{x + 60} 230 h100 m-100 -4 v8 m50 -8 v8 m50 -8 v8" stroke="#111" fill="none"/><text x="{x + 60}" y="222" font-size="8.5">0</text><text x="{x + 150}" y="222" font-size="8.5">100 ft</text>'
    )
    lines = (
        (world.name.upper(), 13, 700), ("Plat of a subdivision of lots", 9.5, 400), (f"{world.county} County, State of {world.state}", 9.5, 400), ("", 9, 400),
        (f"Surveyed for {world.developer}", 9, 400), (f"by {world.surveyor}, land surveyor", 9, 400), (f"Recorded {long_day(world.dated)}", 9, 400), (f"Plat book {world.book[0]}, sheet {world.book[1]}", 9, 400), ("", 9, 400),
        ("Subject to the declaration of covenants", 9, 400), ("recorded with this plat. Bearings and", 9, 400), ("corner ties are on sheet 2.", 9, 400),
    )  # fmt: skip
    base = 300.0
    out.append(f'<rect x="{x - 8}" y="270" width="212" height="234" fill="none" stroke="#111" stroke-width="1.2"/>')
    for words, size, weight in lines:
        out.append(f'<text x="{x}" y="{base:.0f}" font-size="{size}" font-weight="{weight}">{escape(words)}</text>')
        base += 16.5
    return "".join(out)
