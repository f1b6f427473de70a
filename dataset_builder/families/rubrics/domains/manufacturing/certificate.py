"""A certificate of conformance on one page: lots with stamps beside them, limits by size, a corrected count, a statement."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, long_day, people, town
from dataset_builder.families.rubrics.domains.manufacturing.certificate_asks import ASKS
from dataset_builder.families.rubrics.domains.manufacturing.certificate_world import CertificateWorld, Lot
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper


def sample(rng: random.Random) -> CertificateWorld:
    """Draw a certificate."""
    signer, inspector = people(rng, 2)
    edge, size = rng.choice(((8, "M8"), (10, "M10")))
    low = rng.choice((4, 5))
    # three bands of coating thickness by diameter; neighbours don't overlap where the measured value lies
    bands = ((edge - 2, low, low + 2), (edge, low + 3, low + 6), (20, low + 7, low + 11))
    letters = rng.sample("ABCDEFGHKM", 5)
    lots = []
    pieces = rng.sample(range(21, 99), 6)
    for k, letter in enumerate(letters):
        coat = round(rng.uniform(bands[1][1] + 0.4, bands[1][2] - 0.4), 1)
        lots.append(
            Lot(
                f"{letter}{rng.randrange(1000, 9999)}",
                f"H-{rng.randrange(20000, 69999)}",
                pieces[k] * 50,
                rng.randrange(340, 372),
                coat,
                rng.randrange(1052, 1098),
            )
        )
    hold = rng.randrange(5)
    first = rng.choice([k for k in range(4) if k != hold and k + 1 != hold])
    made = day_between(rng, date(2024, 3, 1), date(2025, 9, 15))
    corrected = rng.choice([k for k in range(5) if k != hold])
    return CertificateWorld(
        maker=f"{town(rng)} {rng.choice(('Fastener Co.', 'Bolt & Stud', 'Cold Heading Ltd.'))}",
        address=address(rng),
        buyer=f"{town(rng)} {rng.choice(('Turbine Services', 'Crane Works', 'Marine Gearing'))}",
        number=f"CC-{rng.randrange(3000, 9999)}",
        order=f"{rng.randrange(400000, 899999)}",
        part=f"HB-{size}-{rng.choice((45, 55, 70))}",
        size=edge,
        revision=rng.choice("CDEF"),
        made=made,
        shipped=made + timedelta(days=rng.randrange(3, 12)),
        signer=signer,
        inspector=inspector,
        lots=tuple(lots),
        hold=hold,
        bracket=first,
        corrected=(corrected, pieces[corrected] * 50 - rng.choice((120, 160, 240))),
        bands=bands,
        salt=rng.choice((360, 480, 600)),
        stamp=f"QA {rng.randrange(11, 49)}",
        probe=round(low + 2.4, 1),
    )


def paper(world: CertificateWorld, rng: random.Random) -> Paper:
    """Return the certificate."""
    accent = rng.choice(("#1b4d3e", "#3b2f63", "#7b3f00"))
    initials = "".join(word[0] for word in world.inspector.split())
    limits: list[Sequence[str | Markup | Cell]] = []
    lower = 0
    for k, (upper, low, high) in enumerate(world.bands):
        limits.append(
            [
                f"over {lower} mm" if lower else "",
                p.mark(f"upto.{k}", f"up to and including {upper} mm"),
                p.join([p.mark(f"low.{k}", str(low)), p.rich(" to "), p.mark(f"high.{k}", str(high))]),
            ]
        )
        lower = upper
    tests: list[Sequence[str | Markup | Cell]] = [
        ("Hardness", "core, three per lot", "335 to 375 HV"),
        ("Tensile strength", "two per lot, full size", "at least 1,040 MPa"),
        ("Proof load", "one per lot", "no set over 12.5 µm"),
        ("Salt spray", "six per lot", f"{world.salt} h without red rust"),
        ("Head soundness", "one per lot, 10° wedge", "no crack at ten times"),
        ("Thread gauge", "by sampling plan", "go and no-go"),
    ]
    return Paper(
        f"Certificate of conformance {world.number}",
        p.fixed(
            [
                Markup('<div class="head"><div><b>{}</b><span>{}</span></div><div class="no"><small>Certificate of conformance</small>{}</div></div>').format(world.maker, world.address, world.number),
                p.strip([("Customer", world.buyer), ("Order", world.order), ("Part", world.part), ("Description", f"Hexagon bolt, nominal diameter {world.size} mm, zinc flake"), ("Drawing", f"{world.part}, rev. {world.revision}"), ("Shipped", long_day(world.shipped))]),
                p.head(3, "Lots of this shipment"),
                _lots(world, initials),
                p.box([p.box([p.head(3, "Coating thickness required, µm"), p.table([["Nominal diameter", "", "Micrometers"]], limits, "grid")]), p.box([p.head(3, "Tests made on every lot"), p.table([["Test", "Sample", "Requirement"]], tests, "grid")])], "pair"),
                p.head(3, "Material"),
                p.para("Bars of steel grade CH-35 from one melt shop. [[chem|Chemical analysis by heat: see mill certificate, attachment 2, which goes to the customer's materials office by separate cover]]. No mercury, lead or beryllium was used in making or packing these parts."),
                p.head(3, "Statement"),
                p.para("We certify that the parts listed above were made, heat treated, coated and tested under our quality system, that the records are kept for twelve years, and that the lots released above meet the drawing and the order. [[stamps|A stamp in the last column holds for the lots that its bracket spans, and for no others; a lot without one is still in test and travels as goods on loan.]] Struck entries are replaced by those written and initialed beside them."),
                p.signatures([(world.signer, "Quality manager"), (world.inspector, f"Final inspection, {long_day(world.made)}")]),
            ],
            "certificate",
            [p.para("This certificate may be copied only as a whole. It does not replace inspection by the customer.")],
        ),
        ("manufacturing/certificate",),
        {"accent": accent, "body": rng.choice(("Source Serif 4", "Lora", "IBM Plex Serif")), "head": rng.choice(("Barlow", "Source Sans 3"))},
        {},
        margin="0.6in 0.7in",
    )  # fmt: skip


def _lots(world: CertificateWorld, initials: str) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    changed, right = world.corrected
    for k, lot in enumerate(world.lots):
        if k == changed:
            count: str | Markup = p.join(
                [
                    p.mark("qty.old", f"--{lot.pieces:,}--"),
                    Markup(" "),
                    p.tag("i", p.mark("qty.new", f"{right:,}"), "pen"),
                    p.tag("i", f" {initials}", "pen small"),
                ]
            )
        else:
            count = p.mark(f"qty.{k}", f"{lot.pieces:,}")
        cells: list[str | Markup | Cell] = [
            p.mark(f"lot.{k}", lot.number),
            lot.heat,
            Cell(count, kind="n"),
            Cell(str(lot.hardness), kind="n"),
            Cell(f"{lot.strength:,}", kind="n"),
            Cell(p.mark(f"coat.{k}", f"{lot.coating:.1f}"), kind="n"),
        ]
        if k == world.bracket:
            cells.append(
                Cell(
                    p.tag("div", p.tag("span", p.mark("stamp.ok", f"{world.stamp} RELEASED"), "ok"), "bracket"),
                    rows=2,
                    kind="disp",
                )
            )
        elif k == world.hold:
            cells.append(Cell(p.tag("div", p.tag("span", p.mark("stamp.hold", "HOLD"), "no"), "bracket"), kind="disp"))
        elif k != world.bracket + 1:
            cells.append(Cell("", kind="disp"))
        rows.append(cells)
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            "Lot",
            "Heat",
            Cell("Pieces", kind="n"),
            Cell("HV", kind="n"),
            Cell("MPa", kind="n"),
            Cell("Coating, µm", kind="n"),
            "Disposition",
        ]
    ]
    return p.table(heads, rows, "lots", widths=("13%", "13%", "22%", "8%", "10%", "13%", "21%"))


CERTIFICATE = Design("certificate_of_conformance", sample, paper, ASKS)
