"""The parking plan of an office lease."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics.domains.legal.lease_asks import LeaseWorld
from dataset_builder.families.rubrics.paper import MARK

ROW = 16
"""Stalls in a row; there are three rows."""

_WIDTH, _HEIGHT = 46, 98
_TOPS = (26, 212, 314)
_LEFT = 22


def parking_plan(world: LeaseWorld) -> Markup:
    """Return the plan as SVG; reserved stalls of the suite are marked ``stall.T.in.n`` and ``stall.T.out.n``."""
    right = _LEFT + ROW * _WIDTH
    out = [
        '<svg width="890" height="552" viewBox="0 0 890 552">',
        f'<rect x="4" y="6" width="{right + 14}" height="540" fill="#fbfaf7" stroke="#888"/>',
    ]
    for row, top in enumerate(_TOPS):
        first, last = world.canopy[row]
        upper, lower = (
            (top - 8, top + _HEIGHT + 4)
            if row == 0
            else ((top - 8, top + _HEIGHT) if row == 1 else (top + 1, top + _HEIGHT + 8))
        )
        out.append(
            f'<rect x="{_LEFT + first * _WIDTH - 3}" y="{upper}" width="{(last - first + 1) * _WIDTH + 6}" height="{lower - upper + 1}" fill="#dcdcd4"/>'
        )
    held = {
        place: (symbol, f"{'in' if k == 0 else 'out'}.{n}")
        for symbol, parts in world.stalls.items()
        for k, part in enumerate(parts)
        for n, place in enumerate(part)
    }
    for place in range(3 * ROW):
        row, column = divmod(place, ROW)
        x, top = _LEFT + column * _WIDTH, _TOPS[row]
        out.append(f'<path d="M{x} {top} v{_HEIGHT} M{x + _WIDTH} {top} v{_HEIGHT}" stroke="#333" fill="none"/>')
        label = f'<text x="{x + _WIDTH / 2}" y="{top + (14 if row != 1 else _HEIGHT - 6)}" font-size="9" text-anchor="middle">{(row + 1) * 100 + column + 1}</text>'
        symbol, ref = held.get(place, ("", ""))
        if symbol:
            inner = label + _symbol(symbol, x + _WIDTH / 2, top + (48 if row != 1 else 34))
            out.append(f'<a href="{MARK}stall.{symbol}.{ref}">{inner}</a>')
        else:
            out.append(label)
    out += [
        f'<path d="M{_LEFT} {_TOPS[2]} h{ROW * _WIDTH}" stroke="#333"/>',
        f'<path d="M{_LEFT} {_TOPS[0]} h{ROW * _WIDTH}" stroke="#333"/>',
    ]
    out += [
        _words(_LEFT + 250, 166, "DRIVE AISLE, ONE WAY"),
        '<path d="M470 162 h46 m-9 -5 l9 5 l-9 5" stroke="#555" fill="none"/>',
    ]
    out += [
        _words(_LEFT + 270, 446, "DRIVE AISLE, TWO WAY"),
        f'<rect x="{_LEFT}" y="466" width="{ROW * _WIDTH}" height="62" fill="#fff" stroke="#111" stroke-width="2"/>',
    ]
    out.append(
        f'<text x="{_LEFT + ROW * _WIDTH / 2}" y="502" font-size="14" text-anchor="middle" font-weight="700">{Markup.escape(world.building.upper())}</text>'
    )
    out.append('<text x="786" y="24" font-size="11" font-weight="700">KEY</text>')
    key = (
        ("T", f"Reserved,\nSuite {world.suite}"),
        ("R", f"Reserved,\n{world.neighbour}"),
        ("V", "Visitors"),
        ("E", "Vehicle\ncharging"),
        ("H", "Accessible"),
    )
    for k, (symbol, words) in enumerate(key):
        out.append(_symbol(symbol, 796, 50 + 44 * k))
        out += [
            f'<text x="814" y="{48 + 44 * k + 11 * n}" font-size="9">{Markup.escape(word)}</text>'
            for n, word in enumerate(words.split("\n"))
        ]
    out.append(
        '<rect x="786" y="262" width="20" height="14" fill="#dcdcd4"/><text x="814" y="273" font-size="9">Under the</text><text x="814" y="284" font-size="9">canopy</text>'
    )
    out.append(
        '<path d="M812 372 l8 -34 l8 34 l-8 -7 z" fill="#111"/><text x="816" y="332" font-size="11" font-weight="700">N</text></svg>'
    )
    return Markup("".join(out))  # fmt: skip


def _words(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="9" fill="#555" letter-spacing="2">{text}</text>'


def _symbol(kind: str, x: float, y: float) -> str:
    diamond = f"{x},{y - 10} {x + 9},{y} {x},{y + 10} {x - 9},{y}"
    return {
        "T": f'<polygon points="{diamond}" fill="#111"/>',
        "R": f'<polygon points="{diamond}" fill="#fff" stroke="#111" stroke-width="1.6"/>',
        "V": f'<circle cx="{x}" cy="{y}" r="8.5" fill="#fff" stroke="#111"/><text x="{x}" y="{y + 3.4}" font-size="9.5" text-anchor="middle">V</text>',
        "E": f'<path d="M{x + 3} {y - 10} l-8 12 h5 l-3 9 l9 -12 h-5 z" fill="#111"/>',
        "H": f'<rect x="{x - 8}" y="{y - 8}" width="16" height="16" fill="#fff" stroke="#111"/><text x="{x}" y="{y + 3.6}" font-size="10" font-weight="700" text-anchor="middle">H</text>',
    }[kind]  # fmt: skip
