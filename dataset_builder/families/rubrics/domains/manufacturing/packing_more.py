"""What a long packing list holds besides: handling, container check, packing of parts, labels, inspection records, forms."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_first, initials, people
from dataset_builder.families.rubrics.domains.manufacturing.packing_more_text import (
    CHECKS,
    GAUGES,
    HANDLING,
    LEGS,
    LOG,
    MATERIALS,
    METALS,
    PARTS,
    PHOTOS,
    SAMPLING,
    STRENGTH,
)
from dataset_builder.families.rubrics.domains.manufacturing.packing_world import PackingMore, PackingWorld
from dataset_builder.families.rubrics.paper import Cell
from dataset_builder.families.rubrics.plots import Axis, Series, plot

Row = Sequence[str | Markup | Cell]


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


def extend_packing(world: PackingWorld, rng: random.Random) -> PackingWorld:
    """Add sheets on handling, container, packing of parts, labels and inspection."""
    size = rng.randrange(4)
    pieces = 5 + 2 * size
    measured = []
    for part in world.parts:
        rows = []
        for _, nominal, half, digits, _ in PARTS[part.name][0]:
            middle = nominal + rng.uniform(-0.3, 0.3) * half
            rows.append(tuple(round(middle + rng.uniform(-0.5, 0.5) * half, digits) for _ in range(pieces)))
        measured.append(tuple(rows))
    minutes, serial = 6 * 60 + 45, rng.randrange(400_000, 900_000)
    labels = []
    for pallet in world.pallets:
        for carton in pallet.cartons:
            minutes += rng.randrange(4, 11)
            serial += rng.randrange(1, 9)
            labels.append((carton.number, serial, f"{minutes // 60:02d}:{minutes % 60:02d}", rng.randrange(1, 5), rng.randrange(1, 4)))  # fmt: skip
    melts = tuple((f"{rng.choice('GHMV')}{rng.randrange(10_000, 99_999)}", tuple(round(amount * rng.uniform(0.92, 1.08), 3 if amount < 0.1 else 2) for _, amount in METALS[PARTS[part.name][3]]), tuple(round(one * rng.uniform(0.97, 1.06)) for one in STRENGTH[PARTS[part.name][3]])) for part in world.parts)  # fmt: skip
    return replace(
        world,
        more=PackingMore(
            sheets=tuple(one for one in _SHEETS if one in _ALWAYS or rng.random() < 0.2 + 0.25 * size),
            measured=tuple(measured),
            labels=tuple(labels),
            melts=melts,
            runs=tuple(
                tuple(round(rng.gauss(0, 0.26), 2) for _ in range(20))
                for _ in range(len(world.parts) * (1 + 2 * size // 3))
            ),
            start=6 * 60 + rng.randrange(0, 30),
            forms=4 + size,
            inspectors=tuple(people(rng, 3)),
            gauges=tuple((rng.randrange(1000, 9999), rng.randrange(10, 150)) for _ in GAUGES),
        ),
    )


def first_sheets(world: PackingWorld) -> list[str | Markup]:
    """Return the list of sheets and those that stand before the cartons."""
    if not world.more:
        return []
    names = [f"**{letter}**  {_SHEETS[one][0]}" for letter, one in zip(_LETTERS, world.more.sheets, strict=False)]
    first = sum(one in _FIRST for one in world.more.sheets)
    names.insert(first, "Plan of the container, cartons by pallet, state of the order")
    return [p.head(3, "Sheets of this set"), p.items(names, "sheets"), *_sheets(world, world.more, True)]


def last_sheets(world: PackingWorld) -> list[str | Markup]:
    """Return the sheets that stand behind the list."""
    return _sheets(world, world.more, False) if world.more else []


def _sheets(world: PackingWorld, more: PackingMore, first: bool) -> list[str | Markup]:
    blocks: list[str | Markup] = []
    for letter, one in zip(_LETTERS, more.sheets, strict=False):
        if (one in _FIRST) == first:
            title, make = _SHEETS[one]
            blocks += [p.head(2, f"{letter}  {title}", "set"), *make(world, more)]
    return blocks


def _handling(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    return [
        p.box([p.tag("div", p.join([p.head(4, title), p.para(words)]), "keep") for title, words in HANDLING], "columns")
    ]


def _checks(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = [[str(k), what, asked, Cell("yes", kind="c"), initials(more.inspectors[k % 2])] for k, (what, asked) in enumerate(CHECKS, 1)]  # fmt: skip
    return [
        p.para(f"Empty container {world.container}, looked at on {day_first(world.packed)} before loading, by {more.inspectors[0]} and {more.inspectors[1]}."),
        p.table([["No.", "What", "Asked for", Cell("Met", kind="c"), "By"]], rows, "status flow", widths=("7%", "24%", "47%", "10%", "12%")),
    ]  # fmt: skip


def _packing(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    blocks: list[str | Markup] = [
        p.para(
            "Layers are drawn from above. How many layers a carton holds follows from the quantity on its label; a layer that is not full is filled with paper."
        )
    ]
    for part in world.parts:
        _, words, (rows, columns), metal = PARTS[part.name]
        strip = p.strip([("Layer", f"{rows} by {columns}"), ("Inner wrap", "Film with corrosion inhibitor" if metal != "Aluminum" else "Bag of neutral film"), ("Carton", "Double wall, 600 x 400 mm"), ("Closing", "Paper tape, two strips")])  # fmt: skip
        text = p.tag("div", p.join([p.head(4, f"{part.number}  {part.name}"), p.para(words), strip]))
        blocks.append(p.tag("div", p.join([_layer(rows, columns, metal), text]), "layer keep"))
    return blocks


def _layer(rows: int, columns: int, metal: str) -> Markup:
    out = ['<svg width="170" height="118" viewBox="0 0 170 118"><rect x="2" y="2" width="166" height="114" fill="#f4ead6" stroke="#6b5a33" stroke-width="2"/>']  # fmt: skip
    wide, high = 156 / columns, 104 / rows
    for row in range(rows):
        for column in range(columns):
            x, y = 7 + column * wide, 7 + row * high
            round_ = ' rx="5"' if metal != "Steel" else ""
            out.append(f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{wide - 2:.1f}" height="{high - 2:.1f}" fill="#fff" stroke="#555" stroke-width=".7"{round_}/>')  # fmt: skip
    return Markup("".join(out) + "</svg>")


def _labels(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    third = -(-len(more.labels) // 3)
    heads: list[Row] = [[Cell("Carton", kind="n"), "Label", "Closed", "Bench", "Hand"]]
    rows: list[Row] = [[Cell(str(number), kind="n"), f"L{serial}", when, str(bench), initials((world.packer, *more.inspectors)[hand])] for number, serial, when, bench, hand in more.labels]  # fmt: skip
    return [
        p.para("Each label is printed once. A carton that was opened again would bear two numbers, the first struck out; both would be entered here."),
        p.tag("div", p.join(p.table(heads, rows[k : k + third], "status") for k in range(0, len(rows), third)), "pairs"),
    ]  # fmt: skip


def _inspection(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    blocks: list[str | Markup] = [p.para(f"Pieces were drawn from the line over the whole run, not from cartons, and measured at 20 °C by {more.inspectors[2]}. Limits belong to the drawing named in the list.")]  # fmt: skip
    count = len(more.measured[0][0])
    heads: list[Row] = [["Characteristic", Cell("Limits", kind="n"), *(Cell(str(k), kind="n") for k in range(1, count + 1)), Cell("Mean", kind="n"), "By means of"]]  # fmt: skip
    for part, measured in zip(world.parts, more.measured, strict=True):
        rows: list[Row] = []
        for (name, nominal, half, digits, means), values in zip(PARTS[part.name][0], measured, strict=True):
            low, high = nominal - half, nominal + half
            limits = f"{low:.{digits}f} to {high:.{digits}f}" if low > 1e-9 else f"up to {high:.{digits}f}"
            rows.append([name, Cell(limits, kind="n"), *(Cell(f"{one:.{digits}f}", kind="n") for one in values), Cell(f"{sum(values) / count:.{digits + 1}f}", kind="n"), means])  # fmt: skip
        blocks.append(p.tag("div", p.join([p.head(4, f"{part.number}  {part.name}"), p.table(heads, rows, "status tight")]), "keep"))  # fmt: skip
    return blocks


def _process(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    blocks: list[str | Markup] = [
        p.para(
            "Means of five pieces, taken each half hour on the line, as a share of half the tolerance: 0 is the nominal value, 1 and −1 are the limits. Dates and machines are in the works' own records."
        )
    ]
    heads: list[Row] = [["Part", "Characteristic", Cell("Groups", kind="n"), Cell("Mean of groups", kind="n"), Cell("Least", kind="n"), Cell("Greatest", kind="n")]]  # fmt: skip
    rows: list[Row] = []
    for k, run in enumerate(more.runs):
        part = world.parts[k // (len(more.runs) // len(world.parts))]
        name = PARTS[part.name][0][k % (len(more.runs) // len(world.parts))][0].split(", mm")[0]
        svg = plot(f"run{k}", [Series("m", name, tuple((float(n), one) for n, one in enumerate(run, 1)))], Axis("Group", tuple(float(n) for n in range(1, len(run) + 1)), minor=False),
                   Axis("Share of half the tolerance", (-1.0, -0.5, 0.0, 0.5, 1.0), decimals=1, minor=False), width=660, height=215, legend="", title=f"{part.number}  {part.name}: {name[0].lower()}{name[1:]}")  # fmt: skip
        blocks.append(p.figure(svg))
        rows.append([part.number, name, Cell(str(len(run)), kind="n"), *(Cell(_minus(one), kind="n") for one in (sum(run) / len(run), min(run), max(run)))])  # fmt: skip
    return [*blocks, p.table(heads, rows, "status", widths=("12%", "38%", "11%", "15%", "12%", "12%"))]


def _minus(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")


def _log(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = []
    for k, (after, what) in enumerate(LOG):
        at = more.start + after + 40
        rows.append([f"{at // 60:02d}:{at % 60:02d}", what, initials((world.packer, *more.inspectors)[k % 4])])
    return [p.para(f"{day_first(world.packed)}, from the book at the benches."), p.table([["Time", "Entry", "By"]], rows, "status flow", widths=("12%", "76%", "12%"))]  # fmt: skip


def _materials(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    return [p.tag("div", p.join([p.head(4, title), p.para(words)]), "keep") for title, words in MATERIALS]


def _photos(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    half = -(-len(PHOTOS) // 2)
    first = more.gauges[0][0]
    rows: list[Row] = [[str(k), f"IMG {first + 3 * k:04d}", shows] for k, shows in enumerate(PHOTOS, 1)]
    heads: list[Row] = [["No.", "File", "Shows"]]
    return [p.para("Taken by the supervisor's camera, whose clock was set in the morning. Files are kept for three years."), p.tag("div", p.join(p.table(heads, some, "status") for some in (rows[:half], rows[half:])), "pairs")]  # fmt: skip


def _sampling(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = [[size, *(Cell(str(one), kind="n") for one in numbers)] for size, *numbers in SAMPLING]
    heads: list[Row] = [["Pieces of one part in a delivery", Cell("To be drawn", kind="n"), Cell("Faulty, accepted up to", kind="n"), Cell("Refused from", kind="n")]]  # fmt: skip
    kinds: list[Row] = [["1", "Bores, threads, seats", "measured on every piece drawn"], ["2", "Lengths and angles", "measured on every fifth piece drawn"], ["3", "Burrs, stains, coating", "looked at, compared with the limit samples"]]  # fmt: skip
    return [
        p.para("Agreed for goods-in when the parts were approved. Pieces are drawn from at least a third of the cartons of a part, top and bottom layer in turn. After five deliveries without a fault every second one may be passed on its label; after a refusal everything is measured until two have passed."),
        p.table(heads, rows, "status", widths=("40%", "20%", "22%", "18%")),
        p.table([["Class", "What belongs to it", "How"]], kinds, "status", widths=("10%", "40%", "50%")),
    ]  # fmt: skip


def _route(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = [[leg, by, who, day_first(world.collected + timedelta(days=days + more.start % 3 * (days > 2)))] for leg, by, who, days in LEGS]  # fmt: skip
    return [p.para(f"As planned when booking {world.booking} was confirmed. Days at sea may change; the line tells the consignee."), p.table([["Leg", "By", "Who can be asked", "Begins"]], rows, "status", widths=("28%", "18%", "34%", "20%"))]  # fmt: skip


def _melts(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    signs = [sign for sign, _ in METALS["Steel"]]
    heads: list[Row] = [["Part", "Metal", "Melt", *(Cell(f"{sign}, %", kind="n") for sign in signs), Cell("Rm, MPa", kind="n"), Cell("Re, MPa", kind="n"), Cell("A, %", kind="n")]]  # fmt: skip
    rows: list[Row] = [
        [part.number, PARTS[part.name][3], melt, *(Cell(f"{one:g}" if one else "–", kind="n") for one in amounts), *(Cell(str(one), kind="n") for one in strength)]
        for part, (melt, amounts, strength) in zip(world.parts, more.melts, strict=True)
    ]  # fmt: skip
    return [p.para("Values of the makers' certificates for the melts used, held on file for fifteen years. Copies are sent on request."), p.table(heads, rows, "status tight")]  # fmt: skip


def _gauges(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = []
    for (name, step, months), (number, days) in zip(GAUGES, more.gauges, strict=True):
        last = world.packed - timedelta(days=days)
        rows.append([name, f"G {number}", step, day_first(last), day_first(last + timedelta(days=30 * months)), Cell(str(months), kind="n")])  # fmt: skip
    return [p.table([["Means", "Number", "Step", "Calibrated", "Due again by", Cell("Months", kind="n")]], rows, "status flow", widths=("28%", "12%", "16%", "18%", "18%", "8%"))]  # fmt: skip


def _securing(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    out = ['<svg width="660" height="190" viewBox="0 0 660 190"><rect x="20" y="16" width="600" height="140" fill="#fff" stroke="#111" stroke-width="2"/><path d="M20 156h600" stroke="#111" stroke-width="5"/>']  # fmt: skip
    for k in range(4):
        x = 42 + 140 * k
        out.append(f'<rect x="{x}" y="66" width="112" height="80" fill="#efe6d2" stroke="#6b5a33"/><rect x="{x}" y="146" width="112" height="8" fill="#b79d62"/><path d="M{x - 8} 150L{x + 56} 58L{x + 120} 150" fill="none" stroke="#b3261e" stroke-width="1.6"/>')  # fmt: skip
        if k < 3:
            out.append(
                f'<rect x="{x + 114}" y="84" width="24" height="46" rx="9" fill="#fff" stroke="#555" stroke-dasharray="3 2"/>'
            )
    out.append('<text x="30" y="36" font-size="10">Seen from the side. Red: lashing straps over the load; dashed: air bags.</text><text x="20" y="178" font-size="9">Number and place of bags as found necessary on the day. Not to scale.</text></svg>')  # fmt: skip
    rows: list[Row] = [["Straps, 35 mm, woven", "14", "pulled to 300 daN by hand ratchet"], ["Air bags, level 1", "4", "0.2 bar, checked after an hour"], ["Anti-slip mats, 8 mm", "28", "under each foot, friction 0.6"], ["Edge boards, 1.2 m", "28", "under each strap"], ["Beam across the doors", "1", "timber 80 by 80, in the rear rings"]]  # fmt: skip
    return [p.figure(Markup("".join(out))), p.table([["Means of securing", "Number", "How"]], rows, "status", widths=("32%", "14%", "54%")),
            p.para(f"Loaded and secured on {day_first(world.packed)} for sea and road under the code for cargo transport units, by persons trained in it. {more.inspectors[1]} walked the load and shut the doors.")]  # fmt: skip


def _wood(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    return [
        p.para("Pallets, beams and boards of solid wood in this container are debarked, heat-treated to a core of 56 °C for thirty minutes and marked by the treatment provider on two opposite sides. Dunnage carries the same mark on each piece. Wood fiber blocks and plywood were pressed hot and are not subject to the rule. Repaired pallets are marked anew or not used."),
        p.para("No straw, hay, peat or leaves were used as filling. Paper is new or sorted and dry. The container's floor was swept, and soil that had been carried in on forks was removed before loading."),
    ]  # fmt: skip


def _returns(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    rows: list[Row] = [["Trays, 600 x 400", "Yokes only", "stacked by twenty, lid on top"], ["Lids of pallets", "all pallets", "strapped, face to face"], ["Frames, folding", "where a pallet has one", "folded, pins in the bag"], ["Straps and hooks", "all", "in the sack at the post"], ["Shock and tilt signs", "if not triggered", "in an envelope with the date"]]  # fmt: skip
    return [p.para("What belongs to us is marked with a blue band. It is lent for ninety days from collection; after that we ask where it is before we send an invoice."), p.table([["What", "Where it is found", "How it comes back"]], rows, "status", widths=("28%", "30%", "42%"))]  # fmt: skip


def _differences(world: PackingWorld, more: PackingMore) -> list[str | Markup]:
    lines = ("Carton and label number", "What was found", "Measured or counted by, with what", "Photographs, numbers", "State of film and tape", "What was done with the parts", "Name, day and hour")  # fmt: skip
    blocks: list[str | Markup] = [
        p.para(
            f"One box for each carton; copy the sheet if more are needed. To be sent to {world.checker} within the time named on the first sheet."
        )
    ]
    blocks += [p.box([p.head(4, f"Difference {k}"), p.table([], [[line, ""] for line in lines], "blanks", widths=("34%", "66%"))]) for k in range(1, more.forms + 1)]  # fmt: skip
    return blocks


_SHEETS: dict[str, tuple[str, Callable[[PackingWorld, PackingMore], list[str | Markup]]]] = {
    "handling": ("Handling and unloading", _handling),
    "checks": ("Check of the empty container", _checks),
    "securing": ("Securing of the load", _securing),
    "packing": ("How parts are packed", _packing),
    "log": ("Log of packing and loading", _log),
    "labels": ("Register of labels", _labels),
    "inspection": ("Records of inspection", _inspection),
    "process": ("Records of the process", _process),
    "sampling": ("Sampling at goods-in", _sampling),
    "melts": ("Metals and melts", _melts),
    "gauges": ("Means of measuring", _gauges),
    "materials": ("Packing materials", _materials),
    "photos": ("List of photographs", _photos),
    "route": ("Way of the container", _route),
    "wood": ("Wood and filling", _wood),
    "returns": ("Returnable packaging", _returns),
    "differences": ("Notice of differences", _differences),
}
"""Sheets of a set in their order: title and what makes the blocks."""
_FIRST = ("handling", "checks", "securing", "packing")
_ALWAYS = (
    "handling",
    "packing",
    "checks",
    "securing",
    "log",
    "labels",
    "inspection",
    "process",
    "sampling",
    "gauges",
    "photos",
    "materials",
    "differences",
)
