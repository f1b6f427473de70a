"""A packing list of a sea container: cartons by pallet over pages, the state of the order, where pallets stand."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_first
from dataset_builder.families.rubrics.domains.manufacturing.packing_asks import ASKS
from dataset_builder.families.rubrics.domains.manufacturing.packing_more import (
    extend_packing,
    first_sheets,
    last_sheets,
)
from dataset_builder.families.rubrics.domains.manufacturing.packing_world import PackingWorld, sample_packing
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper


def paper(world: PackingWorld, rng: random.Random) -> Paper:
    """Return the list."""
    accent = rng.choice(("#0b3c5d", "#444", "#7a1f1f"))
    body = [
        p.watermark(rng.choice(("COPY 2", "COPY 3", "DUPLICATE"))),
        *_top(world),
        *first_sheets(world),
        _plan(world),
        _cartons(world),
        *_totals(world),
        _status(world),
        p.signatures([(world.packer, f"Packed, {day_first(world.packed)}"), (world.checker, "Checked against labels"), ("", "Driver, name and time")]),
        *last_sheets(world),
    ]  # fmt: skip
    return Paper(
        f"Packing list {world.list_number}",
        p.join(body),
        ("manufacturing/packing_list",),
        {"accent": accent, "body": rng.choice(("IBM Plex Sans", "Roboto Condensed", "Source Sans 3")), "head": "IBM Plex Sans Condensed"},
        {"top-left": world.shipper, "top-right": f"Packing list {world.list_number}", "bottom-left": f"Form SD-14, rev. {world.form}, valid from 01.2023", "bottom-right": "{page}/{pages}"},
        size="a4",
        margin="17mm 14mm 16mm 14mm",
    )  # fmt: skip


def _top(world: PackingWorld) -> list[str | Markup]:
    def party(title: str, name: str, where: str) -> Markup:
        return Markup('<div class="party"><dt>{}</dt><dd>{}</dd><p>{}</p></div>').format(title, name, where)

    return [
        Markup('<div class="top"><h1>Packing list</h1><b>{}</b></div>').format(world.list_number),
        Markup('<div class="parties">{}</div>').format(
            p.join(
                [
                    party("Shipper", world.shipper, world.shipper_address),
                    party("Consignee", world.consignee, world.consignee_address),
                    party("Notify", "Same as consignee", "Goods-in is open 07:00 to 15:30"),
                ]
            )
        ),
        p.strip(
            [("Order", world.order), ("Booking", world.booking), ("Container", world.container), ("Packed", day_first(world.packed)), ("Collected", day_first(world.collected)), ("Pallets", str(len(world.pallets)))]
        ),
        p.para(
            "Cartons are listed pallet by pallet, in the order in which they were stacked, from the bottom. Weights in kilograms. Every carton has a label with list number, carton number, part and lot; report differences within five working days."
        ),
    ]  # fmt: skip


def _cartons(world: PackingWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, pallet in enumerate(world.pallets, 1):
        head = p.join([p.mark(f"pal.{k}", f"Pallet {k}"), p.rich(f": 120 x 80 x {pallet.height} cm, pallet itself "), p.mark(f"tare.{k}", f"{pallet.tare:.1f}")])  # fmt: skip
        rows.append([Cell(head, columns=8, kind="group")])
        for one in pallet.cartons:
            part = world.parts[one.part]
            sign = "^a^" if one.number == world.short[0] else ""
            rows.append(
                [
                    Cell(str(one.number), kind="n"),
                    part.number,
                    p.join([p.rich(f"{part.name}, drawing rev. "), p.mark(f"rev.{one.part}", part.revision)]),
                    p.mark(f"lot.{k}.{one.number}", one.lot),
                    Cell(p.join([p.mark(f"qty.{one.number}", str(one.pieces)), p.rich(sign)]), kind="n"),
                    Cell(f"{one.net:.1f}", kind="n"),
                    Cell(f"{one.gross:.1f}", kind="n"),
                    part.origin,
                ]
            )
        rows.append(
            [
                Cell(f"Cartons of pallet {k}", columns=4, kind="sub"),
                Cell(str(sum(one.pieces for one in pallet.cartons)), kind="n sub"),
                Cell(f"{sum(one.net for one in pallet.cartons):.1f}", kind="n sub"),
                Cell(f"{sum(one.gross for one in pallet.cartons):.1f}", kind="n sub"),
                Cell("", kind="sub"),
            ]
        )
    heads: list[Sequence[str | Markup | Cell]] = [[Cell("Carton", kind="n"), "Part", "Description", "Lot", Cell("Pieces", kind="n"), Cell("Net", kind="n"), Cell("Gross", kind="n"), "Origin"]]  # fmt: skip
    return p.table(heads, rows, "cartons", widths=("8%", "10%", "31%", "10%", "10%", "9%", "10%", "12%"))


def _totals(world: PackingWorld) -> list[str | Markup]:
    every = [one for pallet in world.pallets for one in pallet.cartons]
    _, less = world.short
    return [
        p.notes(
            [
                ("a", f"[[fn.short|Opened for the count at closing and found short by {less} pieces]]; label and column show the number before."),
            ]
        ),
        p.box(
            [
                p.strip(
                    [("Cartons", str(len(every))), ("Pieces", f"{sum(one.pieces for one in every):,}"), ("Net, all cartons", f"{sum(one.net for one in every):,.1f}"), ("Gross, all cartons", p.rich(f"[[gross|{world.gross:,.1f}]]"))]
                ),
                p.para("[[tare.note|Gross weights are of cartons alone. The weight of each pallet stands with its number and is not contained in any sum.]] Corner boards and film are not weighed."),
            ],
            "sums",
        ),
    ]  # fmt: skip


def _status(world: PackingWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, part in enumerate(world.parts):
        here = world.shipped(k)
        rows.append(
            [
                part.number,
                part.name,
                Cell(p.mark(f"ord.{k}", f"{part.ordered:,}"), kind="n"),
                Cell(p.mark(f"before.{k}", f"{part.before:,}"), kind="n"),
                Cell(p.mark(f"here.{k}", f"{here:,}"), kind="n"),
                Cell(p.mark(f"open.{k}", f"{part.ordered - part.before - here:,}"), kind="n"),
            ]
        )
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Part", rows=2), Cell("Description", rows=2), Cell("Ordered", rows=2, kind="n"), Cell("Shipped", columns=2, kind="c"), Cell("Still open", rows=2, kind="n")],
        [Cell("before", kind="n"), Cell("on this list", kind="n")],
    ]  # fmt: skip
    return p.join([p.head(3, f"State of order {world.order}, pieces"), p.table(heads, rows, "status")])


def _plan(world: PackingWorld) -> Markup:
    out = [
        '<svg width="660" height="196" viewBox="0 0 660 196">',
        '<rect x="10" y="14" width="560" height="150" fill="#fff" stroke="#111" stroke-width="2"/>',
    ]
    out.append('<path d="M570 14l26 -8M570 164l26 8" stroke="#111" stroke-width="2.4"/><text x="606" y="92" font-size="11" font-weight="600">DOORS</text><text x="14" y="184" font-size="9">Front wall</text><text x="250" y="184" font-size="9">Seen from above. Not to scale.</text>')  # fmt: skip
    for k, number in enumerate(world.slots):
        row, place = divmod(k, 4) if k < 4 else (1, k - 4)
        x, y = 22 + place * 136 + (0 if row == 0 else 136), 24 + row * 70
        out.append(
            f'<rect x="{x}" y="{y}" width="122" height="58" fill="#efe6d2" stroke="#6b5a33"/><path d="M{x} {y + 19}h122M{x} {y + 39}h122" stroke="#c9b98e" stroke-width=".8"/>'
        )
        out.append(f'<a href="{MARK}slot.{k}"><rect x="{x + 40}" y="{y + 18}" width="42" height="22" fill="#fff" stroke="#111"/><text x="{x + 61}" y="{y + 34}" font-size="14" font-weight="600" text-anchor="middle">P{number}</text></a>')  # fmt: skip
    out.append('<path d="M24 96l120 54M144 96l-120 54" stroke="#888" stroke-width=".8"/><rect x="24" y="96" width="120" height="54" fill="none" stroke="#888" stroke-dasharray="4 3"/><text x="84" y="112" font-size="8.5" text-anchor="middle">air bags</text></svg>')  # fmt: skip
    return p.box([p.head(3, "Where pallets stand in the container"), p.figure(Markup("".join(out)))], "stow")


PACKING = Design("packing_list", sample_packing, paper, ASKS, extend_packing)
