"""Drawings of a regulator's datasheet: typical circuit, pins from both sides, outline of the package."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics.domains.engineering.datasheet_asks import SheetWorld
from dataset_builder.families.rubrics.paper import MARK


def circuit() -> Markup:
    """Return the typical circuit."""
    return Markup(
        '<svg width="330" height="128" viewBox="0 0 330 128" fill="none" stroke="#111" stroke-width="1.3">'
        '<rect x="112" y="18" width="106" height="76" fill="#fff"/><path d="M20 36 H112 M218 36 H310 M58 36 V62 M270 36 V62 M50 62 H66 M50 67 H66 M58 67 V104 M262 62 H278 M262 67 H278 M270 67 V104 M165 94 V104 M20 104 H310 M84 36 V74 H112 M218 74 H238 V82 M230 82 H246 M230 87 H246 M238 87 V104"/>'
        '<g fill="#111" stroke="none" font-size="9"><text x="116" y="39">VIN</text><text x="188" y="39">VOUT</text><text x="116" y="77">EN</text><text x="200" y="77">NR</text><text x="152" y="90">GND</text>'
        '<text x="18" y="30">Input</text><text x="286" y="30">Output</text><text x="28" y="68">1 µF</text><text x="282" y="68">1 µF</text><text x="249" y="98">10 nF</text></g></svg>'
    )


def pinout(world: SheetWorld) -> Markup:
    """Return the pins in top and bottom view, which are mirror images; marks ``top.1``, ``bot.1`` and so on."""
    out = ['<svg width="322" height="150" viewBox="0 0 322 150">']
    for x0, side in ((46, "top"), (212, "bot")):
        out.append(
            f'<rect x="{x0}" y="8" width="64" height="132" fill="{"#fff" if side == "top" else "#ddd"}" stroke="#111" stroke-width="1.4"/>'
        )
        if side == "bot":
            out.append(f'<rect x="{x0 + 17}" y="30" width="30" height="88" fill="#bbb" stroke="#111"/>')
        dot = x0 + 10 if side == "top" else x0 + 54
        out.append(f'<circle cx="{dot}" cy="18" r="3.4" fill="#111"/>')
        for k, name in enumerate(world.pins):
            number = k + 1
            row = k if k < 4 else 7 - k
            on_left = (k < 4) == (side == "top")
            y = 33 + 28 * row
            pad = x0 - 7 if on_left else x0 + 57
            out.append(
                f'<rect x="{pad}" y="{y - 5}" width="14" height="10" fill="#fff" stroke="#111"/><text x="{pad + 7}" y="{y + 3.2}" font-size="8.5" text-anchor="middle">{number}</text>'
            )
            anchor, x = ("end", x0 - 11) if on_left else ("start", x0 + 75)
            out.append(
                f'<a href="{MARK}{side}.{number}"><text x="{x}" y="{y + 3.4}" font-size="9.5" text-anchor="{anchor}" font-weight="600">{name}</text></a>'
            )
    return Markup("".join(out) + "</svg>")


def outline() -> Markup:
    """Return the package from below and from the side."""
    return Markup(
        '<svg width="330" height="170" viewBox="0 0 330 170" fill="none" stroke="#111" stroke-width="1.2">'
        '<rect x="40" y="30" width="110" height="110"/><rect x="68" y="46" width="54" height="78" fill="#ddd"/><path d="M40 48 h14 M40 74 h14 M40 100 h14 M40 126 h14 M136 48 h14 M136 74 h14 M136 100 h14 M136 126 h14" stroke-width="7"/>'
        '<path d="M40 14 H150 M40 9 V26 M150 9 V26 M20 30 V140 M15 30 H36 M15 140 H36" stroke-width=".7"/><path d="M158 74 H176 M158 100 H176 M170 74 V100" stroke-width=".7"/>'
        '<rect x="208" y="72" width="104" height="28"/><path d="M208 104 H222 M298 104 H312" stroke-width="5"/><path d="M320 72 V106 M314 72 H326 M314 106 H326" stroke-width=".7"/>'
        '<g fill="#111" stroke="none" font-size="10"><text x="95" y="10" text-anchor="middle">D</text><text x="8" y="89">E</text><text x="174" y="91">e</text><text x="328" y="66" text-anchor="end">A</text></g></svg>'
    )
