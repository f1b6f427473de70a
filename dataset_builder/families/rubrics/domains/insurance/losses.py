"""A commercial loss run: claims of four lines and several years in one long table, with a development exhibit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, last_names, long_day, money, short_day, town
from dataset_builder.families.rubrics.domains.insurance.loss_asks import ASKS
from dataset_builder.families.rubrics.domains.insurance.loss_more import after_losses, before_losses, extend_losses
from dataset_builder.families.rubrics.domains.insurance.loss_world import FURTHER, LINES, Claim, LossWorld
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot

_CAUSES = {
    "AL": ("Rear-end, insd vehicle struck OV", "Backing, struck parked vehicle", "Lane change, sideswipe", "Intersection, disputed light",
           "Struck pedestrian in yard", "Jackknife, ice", "Cargo door opened, struck cyclist"),
    "GL": ("Slip and fall, loading dock", "Product mislabeled, reaction", "Struck by falling pallet, visitor", "Water damage at neighbor's dock",
           "Trip on hose, vendor", "Customer's truck struck by lift", "Damage to customer goods"),
    "WC": ("Strain, low back, lifting", "Laceration, slicer", "Fall from ladder", "Burn, steam line", "Repetitive motion, wrist", "Foreign body, eye",
           "Crush injury, dock plate"),
    "PR": ("Water, burst sprinkler main", "Wind, roof membrane", "Theft, copper", "Compressor failure, stock", "Fire, electrical panel", "Hail, skylights"),
}  # fmt: skip
_FIRMS = (
    "Alder & Pike Provisions",
    "Kettle Point Cold Storage",
    "Brandvold Packaging",
    "Three Bridges Foods",
    "Saddler Dry Goods",
    "Northway Bottling",
)
_CARRIERS = ("Corvane Mutual", "Harrow & Tine Commercial", "Old Quay Assurance", "Lakeshore Casualty")


def sample(rng: random.Random) -> LossWorld:
    """Draw a loss run."""
    valued = day_between(rng, date(2024, 6, 1), date(2025, 11, 30))
    last_year = valued.year - 1
    years = tuple(range(last_year - 3, last_year + 1))
    names = iter(last_names(rng, 26) * 4)
    claims = []
    number = rng.randrange(21000, 68000)
    for line in LINES:
        for year in years:
            for _ in range(rng.randrange(3, 7)):
                number += rng.randrange(3, 240)
                lost = day_between(rng, date(year, 1, 4), date(year, 12, 20))
                status = "O" if rng.random() < (0.15 + 0.18 * (year - years[0])) else "C"
                size = rng.choice((1, 1, 1, 4, 4, 16, 40))
                paid, expense = rng.randrange(180, 2400) * size, rng.randrange(0, 600) * (size if size > 1 else 0)
                reserve = rng.randrange(900, 5200) * size if status == "O" else 0
                recovered = rng.randrange(100, 900) * size if rng.random() < 0.16 else 0
                claims.append(
                    Claim(f"{line}-{number}", line, year, lost, lost + timedelta(days=rng.randrange(0, 41)), next(names) if line != "PR" else "Insured",
                          rng.choice(_CAUSES[line]), status, paid, expense, reserve, min(recovered, paid))
                )  # fmt: skip
    marked = rng.choice([one for one in claims if one.status == "O" and one.line != "PR"] or claims)
    ages = (12, 24, 36, 48)
    lines = {}
    for key in ("AL", "GL", "WC"):
        level = rng.randrange(18, 42) * 10
        points = []
        for age in ages:
            points.append((float(age), float(level)))
            level = level + rng.randrange(3, 12) * 10
        lines[key] = tuple(points)
    return LossWorld(
        carrier=rng.choice(_CARRIERS),
        firm=rng.choice(_FIRMS),
        address=address(rng),
        office=town(rng),
        account=f"{rng.randrange(100, 999)}-{rng.randrange(10000, 99999)}",
        valued=valued,
        years=years,
        claims=tuple(claims),
        marked=marked.number,
        development=lines,
        cap=rng.choice((25_000, 50_000)),
        pick=rng.randrange(1000),
    )


def paper(world: LossWorld, rng: random.Random) -> Paper:
    """Return the loss run."""
    accent, tint = rng.choice(
        (("#26456e", "#eef2f7"), ("#3c3c3c", "#f2f2ef"), ("#0f5257", "#eaf3f3"), ("#6b2d2d", "#f6efee"))
    )
    masthead = Markup('<div class="masthead"><h1>{}</h1><div>{}</div></div>').format(
        "Loss run: all lines",
        p.rich(f"{world.carrier}\nAccount services, {world.office}\nRun {short_day(world.valued)}  08:14"),
    )
    blocks = [
        masthead,
        p.strip(
            [
                ("Account", world.firm),
                ("Account number", world.account),
                ("Policy years", f"{world.years[0]} to {world.years[-1]}"),
                ("Valuation date", p.mark("valued", long_day(world.valued))),
                ("Location", world.address),
            ]
        ),
        *before_losses(world),
        _table(world),
        p.notes(
            [
                (
                    "a",
                    "[[incurred-note|Incurred is paid loss plus paid expense plus outstanding reserve, less recoveries]].",
                ),
                (
                    "b",
                    f"[[cap-note|For experience rating, incurred on any one claim is limited to {money(world.cap)}]]; amounts in the table are not limited.",
                ),
                ("c", "O open, C closed. A claim reopened after closing is shown as open."),
            ]
        ),
        _exhibit(world),
        *after_losses(world),
    ]
    return Paper(
        f"Loss run {world.account}",
        p.box(blocks, "run"),
        ("insurance/loss_run",),
        {"accent": accent, "tint": tint, "body": "Source Sans 3", "head": rng.choice(("Roboto Condensed", "IBM Plex Sans Condensed", "Barlow"))},
        {
            "top-left": f"{world.carrier}",
            "top-right": f"Confidential: prepared for {world.firm}",
            "bottom-left": f"LR-7 rev. 11  Valued {short_day(world.valued)}",
            "bottom-right": "{page} / {pages}",
        },
        margin="0.6in 0.55in",
    )  # fmt: skip


def _table(world: LossWorld) -> Markup:
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Claim", rows=2), Cell("Date of loss", rows=2), Cell("Reported", rows=2), Cell("Claimant", rows=2), Cell("Description", rows=2), Cell("St.^c^", rows=2),
         Cell("Paid", columns=2), Cell("Outstanding", rows=2), Cell("Recovered", rows=2), Cell("Incurred^a,b^", rows=2)],
        ["Loss", "Expense"],
    ]  # fmt: skip
    rows: list[Sequence[str | Markup | Cell]] = []
    more = world.more.claims if world.more else ()
    names = {"PD": FURTHER["PD"], **LINES, **FURTHER} if more else LINES
    for line, name in names.items():
        for year in world.years:
            mine = [one for one in (*world.claims, *more) if (one.line, one.year) == (line, year)]
            rows.append([Cell(p.mark(f"group.{line}.{year}", f"{name}, policy year {year}"), columns=11, kind="group")])
            for one in mine:
                figures: list[tuple[str, int]] = [
                    ("paid", one.paid), ("expense", one.expense), ("reserve", one.reserve), ("recovered", one.recovered), ("incurred", one.incurred),
                ]  # fmt: skip
                number: str | Markup = one.number
                if one.number == world.marked:
                    number = p.rich(one.number) + p.mark("stamp", Markup('<span class="tag">DISPUTED</span>'))
                rows.append(
                    [
                        number, p.mark(f"lost.{one.number}", short_day(one.lost)), short_day(one.reported), one.claimant, one.cause,
                        Cell(p.mark(f"status.{one.number}", one.status), kind="c"),
                        *(Cell(p.mark(f"{key}.{one.number}", f"{amount:,}" if amount else "0"), kind="n") for key, amount in figures),
                    ]
                )  # fmt: skip
            totals = [
                sum(getattr(one, key) for one in mine)
                for key in ("paid", "expense", "reserve", "recovered", "incurred")
            ]
            rows.append(
                [Cell(f"{len(mine)} claims", columns=6, kind="sub")]
                + [Cell(f"{amount:,}", kind="n sub") for amount in totals]
            )
    return p.table(heads, rows, "losses", repeat=False)


def _exhibit(world: LossWorld) -> Markup:
    series = [Series(key, LINES[key], points) for key, points in world.development.items()]
    top = max(value for points in world.development.values() for _, value in points)
    y = Axis(
        "Incurred per unit of exposure, index",
        tuple(float(step) for step in range(0, int(top) + 101, 100)),
        decimals=0,
    )
    svg = plot(
        "dev", series, Axis("Age of policy year, months", (0.0, 12.0, 24.0, 36.0, 48.0)), y, width=560, height=300
    )
    return p.join(
        [
            p.head(2, "Exhibit 2. Development of incurred losses by line, average of the policy years shown"),
            p.figure(
                svg, "Exhibit 2. Lines are told apart by marker and dash; see the key. Property is not developed."
            ),
        ]
    )


LOSSES = Design("loss_run", sample, paper, ASKS, extend_losses)
