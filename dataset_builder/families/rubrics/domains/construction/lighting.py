"""A lighting plan on one landscape sheet: reflected ceiling with symbols and a daylight zone, schedule, controls, notes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import short_day
from dataset_builder.families.rubrics.domains.construction.lighting_asks import ASKS
from dataset_builder.families.rubrics.domains.construction.lighting_world import (
    DESCRIPTIONS,
    NAMES,
    ROOMS,
    LightingWorld,
    sample_lighting,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper

_ZONES = {"open": "a", "conference": "b", "huddle": "c", "corridor": "d", "reception": "e", "break": "f", "copy": "g", "server": "g"}  # fmt: skip


def paper(world: LightingWorld, rng: random.Random) -> Paper:
    """Return the sheet."""
    accent, tint = rng.choice((("#b85c00", "#fdf3e4"), ("#0b6e8a", "#e7f3f6"), ("#6d3b91", "#f2ebf7")))
    left = [p.figure(_plan(world, accent, tint)), _schedule(world)]
    sheet = Markup('<div class="rcp"><div class="view">{}</div><div class="margin">{}</div></div>').format(
        p.join(left), p.join(_margin(world))
    )
    return Paper(
        f"Lighting plan {world.sheet}, {world.tenant}",
        p.fixed([sheet], "wide"),
        ("construction/lighting_plan",),
        {"accent": accent, "tint": tint, "body": "IBM Plex Sans Condensed", "head": rng.choice(("IBM Plex Sans Condensed", "Roboto Condensed"))},
        {},
        size="a4",
        margin="9mm 10mm",
    )  # fmt: skip


def _symbol(kind: str, x: float, y: float, length: float = 60) -> str:
    if kind in "AE":
        box = f'<rect x="{x - 17}" y="{y - 8.5}" width="34" height="17" fill="#fff" stroke="#111" stroke-width="1"/>'
        if kind == "A":
            return box + f'<path d="M{x - 17} {y}H{x + 17}" stroke="#111" stroke-width=".6"/>'
        return box + f'<path d="M{x - 17} {y - 8.5}V{y + 8.5}H{x + 17}z" fill="#111"/>'
    if kind == "C":
        return f'<rect x="{x - length / 2:.1f}" y="{y - 3.5}" width="{length:.1f}" height="7" fill="#fff" stroke="#111" stroke-width="1.1"/><path d="M{x - length / 2 + 6:.1f} {y}H{x + length / 2 - 6:.1f}" stroke="#111" stroke-width=".7" stroke-dasharray="5 3"/>'
    if kind == "X":
        return f'<circle cx="{x}" cy="{y}" r="6.5" fill="#fff" stroke="#111"/><path d="M{x - 4.6} {y - 4.6}L{x + 4.6} {y + 4.6}M{x + 4.6} {y - 4.6}L{x - 4.6} {y + 4.6}" stroke="#111" stroke-width="1.3"/>'
    ring = f'<circle cx="{x}" cy="{y}" r="6.5" fill="#fff" stroke="#111" stroke-width="1.1"/>'
    if kind == "D":
        ring += f'<path d="M{x - 6.5} {y}A6.5 6.5 0 0 0 {x + 6.5} {y}z" fill="#111"/>'
    return ring


def _plan(world: LightingWorld, accent: str, tint: str) -> Markup:
    out = ['<svg width="744" height="466" viewBox="0 0 690 432">']
    x, y, w, h = ROOMS["open"]
    columns, rows = world.grid
    low = round(y + 8 + (h - 16) * world.zone[0] / rows)
    edge = round(x + w * world.zone[1] / columns)
    out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff"/>')
    zone = f"M{x} {y}H{x + w - 3}V{low}H{edge}V{y + h - 3}H{x}z"
    out.append(f'<path d="{zone}" fill="{tint}"/>')
    out += [f'<path d="M{x} {y + k}H{x + w}" stroke="#ccc" stroke-width=".5"/>' for k in range(16, h, 21)]
    out += [f'<path d="M{x + k} {y}V{y + h}" stroke="#ccc" stroke-width=".5"/>' for k in range(16, w, 21)]
    out.append(f'<path d="{zone}" fill="none" stroke="{accent}" stroke-width="1.8" stroke-dasharray="9 4"/>')
    for room, (rx, ry, rw, rh) in ROOMS.items():
        out.append(f'<rect x="{rx}" y="{ry}" width="{rw}" height="{rh}" fill="none" stroke="#111" stroke-width="2.4"/>')
        tall = ry + 14 if room != "open" else ry + h - 6
        left = rx + 6 if room != "open" else edge + 6
        high = tall if room != "corridor" else ry + 38
        place = left if room != "corridor" else rx + 40
        out.append(
            f'<rect x="{place - 3}" y="{high - 10}" width="{len(NAMES[room]) * 6 + 48}" height="13" fill="#fff"/>'
        )
        out.append(
            f'<text x="{place}" y="{high}" font-size="9" font-weight="600">{NAMES[room].upper()} {world.number(room)}</text>'
        )
        out.append(
            f'<rect x="{place + len(NAMES[room]) * 6 + 26}" y="{high - 9}" width="13" height="12" fill="#fff" stroke="{accent}" stroke-width="1.1"/><text x="{place + len(NAMES[room]) * 6 + 32.5}" y="{high}" font-size="9" text-anchor="middle" fill="{accent}" font-weight="600">{_ZONES[room]}</text>'
        )
    for room, lights in world.lights.items():
        for k, one in enumerate(lights):
            side = ("in." if one.inside else "out.") if room == "open" else ""
            length = world.length * 9 if room == "conference" else 60
            out.append(f'<a href="{MARK}lum.{room}.{one.kind}.{side}{k}">{_symbol(one.kind, one.x, one.y, length)}</a>')
    pendants = [one for one in world.lights["conference"] if one.kind == "C"]
    out.append(
        f'<a href="{MARK}len.conference"><text x="{pendants[0].x}" y="{pendants[0].y - 8}" font-size="8.5" text-anchor="middle">{world.length} ft</text></a><text x="{pendants[1].x}" y="{pendants[1].y - 8}" font-size="8.5" text-anchor="middle">same</text>'
    )
    only = next(one for one in world.lights["huddle"] if one.kind == "C")
    out.append(f'<text x="{only.x}" y="{only.y - 8}" font-size="8.5" text-anchor="middle">4 ft</text>')
    for k in range(6):
        out.append(
            f'<rect x="{30 + k * 70}" y="{y - 4}" width="54" height="8" fill="#fff" stroke="#111"/><path d="M{30 + k * 70} {y}h54" stroke="#111" stroke-width=".6"/>'
        )
    for k in range(3):
        out.append(f'<rect x="{x - 4}" y="{y + 12 + k * 72}" width="8" height="54" fill="#fff" stroke="#111"/>')
    out.append(
        f'<text x="{x}" y="14" font-size="8.5" fill="{accent}" font-weight="600">DAYLIGHT ZONE INSIDE DASHED LINE</text><text x="668" y="14" font-size="8.5" text-anchor="end">Ceiling 9 ft, except reception 11 ft</text></svg>'
    )
    return Markup("".join(out))


def _schedule(world: LightingWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    finish = {"A": "White", "B": "Satin", "C": "Black", "D": "Satin", "E": "White", "X": "Clear, green"}
    maker = {
        "A": "Contractor",
        "B": "Contractor",
        "C": "Owner",
        "D": "Contractor",
        "E": "Contractor",
        "X": "Contractor",
    }
    for kind, words in DESCRIPTIONS.items():
        wide = 64 if kind == "C" else 44
        swatch = Markup(
            f'<svg width="{wide}" height="19" viewBox="0 0 {wide} 19">{_symbol(kind, wide / 2, 9.5, 56)}</svg>'
        )
        temperature = f"per letter {world.letter}" if kind == "C" else world.warm.get(kind, "-")
        colour = "HOLD" if kind == world.hold else finish[kind]
        rows.append([
            Cell(f"**{kind}**", kind="c"), Cell(swatch, kind="m"), words,
            p.join([p.mark(f"w.{kind}", str(world.watts[kind])), p.rich(" a foot" if kind == "C" else "")]),
            p.mark(f"cct.{kind}", temperature), "277", {"C": "Aircraft cable"}.get(kind, "Recessed" if kind != "X" else "Ceiling"),
            p.mark(f"fin.{kind}", colour), maker[kind],
        ])  # fmt: skip
    return p.table(
        [["Type", "Symbol", "Description", "Watts", "Color temp.", "Volts", "Mounting", "Finish", "Furnished by"]],
        rows,
        "lum",
        caption="Luminaire schedule",
    )


def _margin(world: LightingWorld) -> list[str | Markup]:
    brief, middle, long = world.timeouts
    areas: list[Sequence[str | Markup | Cell]] = [
        ("a", "Open office", "Dimming, 2 sensors, daylight", f"{long} min"),
        ("b", "Conference", "Scene station, 4 buttons", f"{middle} min"),
        ("c", "Huddle", "Wall sensor, dimming", f"{brief} min"),
        ("d", "Corridor", "Ceiling sensors, to 30%", f"{brief} min"),
        ("e", "Reception", "Time clock, 6 am to 8 pm", "none"),
        ("f", "Break room", "Wall sensor", f"{middle} min"),
        ("g", "Copy, server", "Wall switch", "none"),
    ]
    return [
        Markup('<div class="name"><b>{}</b><span>{}<br>{}</span></div>').format(world.sheet, "Lighting plan", "Reflected ceiling"),
        p.strip([("Tenant", world.tenant), ("Building", world.building), ("Engineer", world.engineer), ("Drawn / checked", f"{world.drawn} / {world.checked}"), ("Issued", short_day(world.issued)), ("Revision 1", short_day(world.revised))]),
        p.table([["Zone", "Area", "Control", "Off after"]], areas, "lum", caption="Lighting control"),
        p.head(4, "Notes"),
        p.clauses(
            [
                ("1.", "Circuits of this suite come from panel LP-2. Zones are switched together with their emergency units by a transfer relay."),
                ("2.", f"Load for the allowance: watts of the schedule, pendants by their length. [[n.share|Wall washers are taken at {world.share}% of their watts]], since they light displays. Exit signs are left out."),
                ("3.", "[[n.hold|HOLD under Finish: the owner has not chosen the color of the trim. Housings are released with the rest of the order; trims wait.]]"),
                ("4.", "Dashed line with tint: luminaires inside dim with daylight to 20%. [[n.emergency|Emergency luminaires stay at full output and are not on the daylight sensor, wherever they stand.]]"),
                ("5.", "Aim wall washers before the ceiling is closed. Hang pendants 8 ft above the floor to the underside."),
                ("6.", "Coordinate with diffusers and sprinkler heads; tiles are cut for one device only."),
            ]
        ),
    ]  # fmt: skip


LIGHTING = Design("lighting_plan", sample_lighting, paper, ASKS)
