"""A fund's factsheet: one dense A4 page with facts, returns by year, holdings, classes and notes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_first
from dataset_builder.families.rubrics.domains.finance.factsheet_asks import ASKS
from dataset_builder.families.rubrics.domains.finance.factsheet_world import FactsheetWorld, sample_factsheet
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_REGIONS = (("North America", 52), ("Continental Europe", 19), ("Japan", 11), ("United Kingdom", 8), ("Other", 10))
_RATINGS = (("AA and better", 18), ("A", 31), ("BBB", 38), ("BB", 9), ("Not rated", 4))


def _split(title: str, parts: Sequence[tuple[str, int]], pick: int) -> Markup:
    """Return a small table of shares in percent; two of them trade some points."""
    move = pick % 6 - 3
    shares = [share + (move if k == 0 else -move if k == 1 else 0) for k, (_, share) in enumerate(parts)]
    rows = [(name, Cell(str(share), kind="n")) for (name, _), share in zip(parts, shares, strict=True)]
    return p.table([[title, Cell("%", kind="n")]], rows, "grid")


def paper(world: FactsheetWorld, rng: random.Random) -> Paper:
    """Return the factsheet."""
    accent, tint = rng.choice(
        (("#005f73", "#e6f1f3"), ("#6a1b4d", "#f6ebf1"), ("#31572c", "#edf3ea"), ("#8a4b08", "#f8f0e4"))
    )
    month = day_first(world.month)
    top = Markup(
        '<div class="bar"><div><b>{}</b><span>Class A shares, accumulating, in US dollars</span></div><em>Factsheet<br>{}</em></div>'
    ).format(world.fund, month)
    shares = 50 + world.pick % 12
    left = [
        p.head(3, "Aim"),
        p.para("To grow capital and earn a rising income over five years or more by holding shares and bonds of companies in developed markets. Between 40% and 70% is held in shares."),
        p.head(3, "Facts"),
        p.strip(_facts(world), "facts"),
        p.head(3, "Split by asset"),
        _bars([("Shares", shares), ("Corporate bonds", 86 - shares), ("Government bonds", 11), ("Cash", 3)]),
        p.head(3, "Risk"),
        Markup('<div class="scale">{}</div>').format(Markup("").join(Markup('<span class="{}">{}</span>').format("on" if k == 4 else "", k) for k in range(1, 8))),
        p.para("Lower risk on the left, higher on the right. The class may change. Bonds may default; shares may fall sharply; currencies move. Income is not guaranteed."),
    ]  # fmt: skip
    right = [
        p.head(3, "Managers' comment"),
        p.para(f"{_comment(world)}"),
        p.head(3, "Return by calendar year, percent^1^"),
        _returns(world),
        p.head(3, "Ten largest positions, percent of net assets^2^"),
        _holdings(world),
        p.head(3, "Share classes and charges, percent a year"),
        _classes(world),
        p.box(
            [_split("Shares by region", _REGIONS, world.pick), _split("Bonds by rating", _RATINGS, world.pick + 3)],
            "pair",
        ),
    ]
    notes = p.notes(
        [
            (
                "1",
                "After charges, income reinvested. [[legend|Figures in italics are simulated: they stand for the strategy's model before the fund was launched]] and were not earned by any investor.",
            ),
            (
                "2",
                "By security. For its limits and in its reports to the board [[rule|the fund adds up all positions in one issuer, and counts a secured bond at half its weight]].",
            ),
            (
                "3",
                "A performance fee of a tenth of what exceeds the benchmark may be added for Class P. Transaction costs are not included.",
            ),
        ]
    )
    legal = p.para(
        "Past performance does not predict future returns. This document is marketing material and not advice; read the prospectus before you invest. Issued by the fund's management company."
    )
    return Paper(
        f"{world.fund}, factsheet",
        p.fixed([top, p.box([p.box(left, "side"), p.box(right, "main")], "sheet")], "bare fact", [notes, legal]),
        ("finance/factsheet",),
        {"accent": accent, "tint": tint, "body": rng.choice(("IBM Plex Sans", "Source Sans 3", "Libre Franklin")), "head": rng.choice(("Barlow", "IBM Plex Sans Condensed", "Roboto Condensed"))},
        size="a4",
    )  # fmt: skip


def _facts(world: FactsheetWorld) -> list[tuple[str, str | Markup]]:
    return [
        ("Launched", day_first(world.launch)),
        ("Managers", f"{world.managers[0]}, {world.managers[1]}"),
        ("Net assets", f"${world.size} million"),
        ("Benchmark", "60% world shares, 40% corporate bonds"),
        ("Dealing", "Daily, 12:00 noon"),
        ("Smallest first investment", "$1,000"),
        ("Positions", str(88 + world.pick % 40)),
        ("Yield, last twelve months", f"{2 + world.pick % 17 / 10:.1f}%"),
    ]


def _comment(world: FactsheetWorld) -> str:
    added = world.holdings[5][0]
    cut = world.holdings[7][0]
    return (
        f"Shares gave up some of the gains of the quarter as bond yields rose, and credit spreads hardly moved. We added to {added} after a weak trading statement, in our view a matter of timing, and "
        f"reduced {cut}, which had reached our estimate of its worth. Two bonds were called early; we put the proceeds into secured issues of utilities. "
        "Duration stays below that of the benchmark. Cash is held for the rights issues that we expect in the autumn."
    )


def _bars(parts: list[tuple[str, int]]) -> Markup:
    total = sum(share for _, share in parts)
    out = ['<svg width="196" height="76" viewBox="0 0 196 76">']
    for k, (name, share) in enumerate(parts):
        share = round(share * 100 / total)
        out.append(
            f'<rect x="0" y="{k * 19 + 2}" width="{share * 1.05:.1f}" height="12" fill="var(--accent)"/><text x="{share * 1.05 + 4:.1f}" y="{k * 19 + 12}" font-size="9">{name} {share}</text>'
        )
    return Markup("".join(out) + "</svg>")


def _returns(world: FactsheetWorld) -> Markup:
    years = range(world.first_year, world.first_year + 9)
    cells: list[str | Markup | Cell] = ["Class A"]
    others: list[str | Markup | Cell] = ["Benchmark"]
    for k, amount in enumerate(world.returns):
        text = f"{amount:.1f}"
        cells.append(Cell(p.mark(f"ret.{k}", f"//{text}//" if k < world.simulated else text), kind="n"))
        others.append(Cell(f"{world.benchmark[k]:.1f}", kind="n"))
    heads: list[Sequence[str | Markup | Cell]] = [["", *(Cell(str(year), kind="n") for year in years)]]
    return p.table(heads, [cells, others], "grid")


def _holdings(world: FactsheetWorld) -> Markup:
    rows = [
        (str(k + 1), name, kind, Cell(p.mark(f"hold.{k}", f"{weight:.1f}"), kind="n"))
        for k, (name, kind, weight) in enumerate(world.holdings)
    ]
    total = sum(weight for _, _, weight in world.holdings)
    return p.table(
        [["", "Issuer", "Instrument", Cell("Weight", kind="n")]],
        rows,
        "grid",
        widths=("6%", "40%", "36%", "18%"),
        foot=["", "Ten largest", "", Cell(f"{total:.1f}", kind="n")],
    )


def _classes(world: FactsheetWorld) -> Markup:
    a, i, q = world.charges
    rows: list[Sequence[str | Markup | Cell]] = [
        ("A accumulating", Cell("up to 3.00", kind="n"), Cell(f"{a:.2f}", kind="n"), "no"),
        ("A distributing", Cell("up to 3.00", kind="n"), Cell(f"{a:.2f}", kind="n"), "no"),
        ("I institutional", Cell("none", kind="n"), Cell(f"{i:.2f}", kind="n"), "no"),
        ("P platform", Cell("none", kind="n"), Cell(f"{q:.2f}", kind="n"), "yes^3^"),
    ]
    return p.table(
        [["Class", Cell("Entry", kind="n"), Cell("Ongoing", kind="n"), "Performance fee"]],
        rows,
        "grid",
        widths=("36%", "20%", "20%", "24%"),
    )


FACTSHEET = Design("fund_factsheet", sample_factsheet, paper, ASKS)
