"""A formulary dosing card on one page: doses by kidney function under merged headers, with notes."""

from __future__ import annotations

import itertools
import random

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.healthcare.card_asks import ASKS, CardWorld, Row
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_DRUGS = (
    ("Cefadronam", "beta-lactam"),
    ("Tazomycin", "glycopeptide"),
    ("Levirane", "antiviral"),
    ("Mirocillin", "beta-lactam"),
    ("Oxaprinil", "azole antifungal"),
    ("Brevacin", "aminoglycoside"),
)
_SITES = ("Three Rivers Health", "St. Odile Hospitals", "Brookmere Regional", "Larkhaven University Hospital")


def sample(rng: random.Random) -> CardWorld:
    """Draw a card."""
    drug, family = rng.choice(_DRUGS)
    edges = rng.choice(((90, 50, 30, 15), (80, 50, 30, 10), (90, 60, 30, 15)))
    unit = rng.choice((100, 200))  # the greatest dose is not above the least cap of the loading dose
    top = rng.randrange(5, 9) * unit
    standard, severe = [], []
    low, high = top, top + rng.randrange(1, 3) * unit
    for _ in range(len(edges) + 1):
        standard.append(low)
        severe.append(high)
        low = max(unit, low - rng.randrange(1, 3) * unit)
        high = max(low + unit, high - rng.randrange(1, 3) * unit)
    if len({*standard, *severe[:1]}) < 6 or len(set(severe[:4])) < 4:
        return sample(rng)
    bands = [
        (edges[0], None),
        *[(low, high - 1) for high, low in itertools.pairwise(edges)],
        (0, edges[-1] - 1),
    ]
    hours = rng.choice(((8, 8, 12, 12, 24), (8, 12, 12, 24, 24), (6, 8, 12, 24, 24)))
    rows = tuple(Row(low, high, a, b, h) for (low, high), a, b, h in zip(bands, standard, severe, hours, strict=True))
    return CardWorld(
        drug=drug,
        family=family,
        site=rng.choice(_SITES),
        code=f"FDC-{rng.randrange(100, 999)}",
        version=f"{rng.randrange(3, 9)}.{rng.randrange(0, 9)}",
        rows=rows,
        load=rng.choice((20, 25, 30)),
        cap=rng.choice((2000, 2500, 3000)),
        albumin=rng.choice((2.0, 2.2, 2.5)),
        cut=rng.choice((25, 50)),
        approval=rng.choice(("Infectious Diseases", "Antimicrobial Stewardship")),
        target=1 + rng.randrange(3),
        weight=rng.randrange(112, 148),
        infusion=rng.choice((30, 60, 120)),
        pick=rng.randrange(1000),
    )


def paper(world: CardWorld, rng: random.Random) -> Paper:
    """Return the card."""
    accent, tint = rng.choice(
        (("#0b5563", "#e3f1f3"), ("#5a2a6b", "#f2eaf5"), ("#2b4a1f", "#eaf2e5"), ("#7b1e2b", "#f8e9eb"))
    )
    heads = [
        [Cell("CrCl, mL/min", rows=2), Cell("Standard infection", columns=2), Cell("Severe infection^a^", columns=2)],
        [
            Cell("Dose, mg^d^", kind="low"),
            Cell("Every", kind="low"),
            Cell("Dose, mg^d^", kind="low"),
            Cell("Every", kind="low"),
        ],
    ]
    body: list[list[str | Markup | Cell]] = []
    for number, row in enumerate(world.rows):
        severe: str | Markup = p.mark(
            f"sev.{number}", Markup("<i>{:,}</i>").format(row.severe) if number in world.italic else f"{row.severe:,}"
        )
        body.append(
            [
                Cell(
                    p.mark(f"band.{number}", row.label) + (p.rich("^b^") if number == len(world.rows) - 1 else ""),
                    kind="l",
                ),
                Cell(p.mark(f"std.{number}", f"{row.standard:,}")),
                f"{row.hours} h",
                Cell(severe, kind="shade"),
                Cell(f"{ {24: 12, 12: 8}.get(row.hours, 6) } h", kind="shade"),
            ]
        )
    panels = [
        p.box(
            [
                p.head(3, "Loading dose"),
                p.para(f"[[load|{world.load} mg/kg once]], on actual body weight^c^, whatever the kidney function."),
            ],
            "panel",
        ),
        p.box(
            [
                p.head(3, "Giving it"),
                p.items(
                    [
                        f"Infuse over {world.infusion} minutes",
                        "Do not mix with calcium-containing fluids",
                        "[[food|Give oral doses with a full meal, never fasting]]: absorption halves on an empty stomach",
                        "Round to the nearest vial only above 40 kg",
                    ]
                ),
            ],
            "panel",
        ),
        p.box(
            [
                p.head(3, "Monitoring"),
                p.items(
                    [
                        "Creatinine twice a week",
                        "Platelets weekly after day 10",
                        "Trough level before the fourth dose",
                    ]
                ),
            ],
            "panel",
        ),
    ]
    blocks = [
        p.tag("div", Markup("<h1>{}</h1><span>{}<br>Adult dosing card</span><em>{}<br>{} v{}</em>").format(world.drug, world.family, world.site, world.code, world.version), "cardhead"),
        Markup('<div class="dose"><div>{}</div><div>{}</div></div>').format(
            p.join([p.table(heads, body), p.para("[[legend|//Doses in italics// need approval by " + world.approval + " before the first dose]]. CrCl by Cockcroft-Gault.")]), p.join(panels)
        ),
        p.notes(
            [
                ("a", "Sepsis with organ dysfunction, endocarditis or bone infection."),
                ("b", "Hemodialysis: give the dose of this row after each session, none on other days."),
                ("c", f"[[cap|The loading dose is capped at {world.cap:,} mg]]."),
                ("d", f"[[albumin|If albumin is below {world.albumin:g} g/dL, reduce each maintenance dose by {world.cut}%]]; the interval stays. Applies to every cell of the table."),
            ]
        ),
    ]  # fmt: skip
    return Paper(
        f"{world.drug} dosing card",
        p.fixed(
            blocks,
            "card wide",
            [p.para(f"{world.site} Pharmacy and Therapeutics. Printed copies are uncontrolled after 30 days.")],
        ),
        ("healthcare/dosing_card",),
        {
            "accent": accent,
            "tint": tint,
            "body": "Source Sans 3",
            "head": rng.choice(("IBM Plex Sans", "Roboto Condensed", "Barlow")),
        },
        margin="0.5in",
    )


CARD = Design("dosing_card", sample, paper, ASKS)
