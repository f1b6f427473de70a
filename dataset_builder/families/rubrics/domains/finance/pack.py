"""An analyst pack: landscape slides with cases side by side, a chart on two axes, the group's structure and peers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.finance.pack_asks import ASKS
from dataset_builder.families.rubrics.domains.finance.pack_more import extend
from dataset_builder.families.rubrics.domains.finance.pack_world import PackWorld, sample_pack
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot
from dataset_builder.moments import MONTHS

_EVENTS = (
    ("Trading statement", 1),
    ("Capital markets day, new store format", 3),
    ("Renewal of the credit facility", 6),
    ("Half-year results", 8),
)
"""What comes up in a year, with its month."""


def paper(world: PackWorld, rng: random.Random) -> Paper:
    """Return the pack."""
    accent, tint, second = rng.choice((("#12355b", "#e9eff6", "#d1603d"), ("#3d1f4e", "#f1ecf4", "#2f8f83"), ("#124b3c", "#e8f2ee", "#b5651d"), ("#7b1e2b", "#f7ecec", "#2b5d8a")))  # fmt: skip
    slides = [
        _cover(world),
        _summary(world),
        *(_slide(title, [p.box([body], "more")]) for title, body in world.early),
        _cases(world),
        _history(world, accent, second),
        *(_slide(title, [p.box([body], "more")]) for title, body in world.middle),
        _structure(world, accent, tint),
        *(_slide(title, [p.box([body], "more")]) for title, body in world.late),
        _peers(world),
        _notices(world),
    ]
    return Paper(
        f"{world.firm}: {world.broker}",
        p.join(slides),
        ("finance/pack",),
        {"accent": accent, "tint": tint, "second": second, "body": rng.choice(("Source Sans 3", "IBM Plex Sans", "Libre Franklin")), "head": rng.choice(("Barlow", "Source Sans 3", "Zilla Slab"))},
        {"bottom-left": f"{world.broker}   {long_day(world.published)}", "bottom-right": "{page}"},
        size=rng.choice(("letter", "a4")),
        margin="0.5in 0.6in",
    )  # fmt: skip


def _slide(title: str, blocks: Sequence[str | Markup], foot: str = "") -> Markup:
    return p.fixed([p.tag("div", title, "title"), *blocks], "wide slide", [p.para(foot)] if foot else ())


def _cover(world: PackWorld) -> Markup:
    return p.fixed(
        [
            p.tag("div", world.broker, "house"),
            p.head(1, world.firm),
            p.tag("div", "Stock control buys time; the next leg has to come from margin", "line"),
            p.tag(
                "div", f"Company update, {long_day(world.published)}\n{world.analysts[0]} and {world.analysts[1]}", "by"
            ),
        ],
        "wide front",
    )


def _summary(world: PackWorld) -> Markup:
    base = world.cases["base"]
    upside = base.value / world.price - 1
    facts = p.strip([("Share price", f"${world.price:,.2f}"), ("Base case value", f"${base.value}"), ("Upside to base", f"{upside:.0%}"), ("Shares, millions", str(world.shares)), ("Net debt, $ million", str(world.net_debt))], "tiles")  # fmt: skip
    text = p.items(
        [
            f"**Sales have held.** {world.firm}, a {world.trade}, has kept like-for-like sales within two points of last year in each of the last six quarters, in a market that shrank.",
            "**Stock is the story so far.** Management rebuilt planning after the overhang of slow lines; what was freed has gone into repaying debt, not into buybacks.",
            f"**Margin has to come next.** Our base case needs an EBITDA margin of {base.margin:.1f}% on sales of ${base.sales:,} million. Shrinkage and returns are the levers; neither depends on demand.",
            f"**Structure is untidy.** Minority partners hold stakes at two levels of the group. Slide {5 + len(world.early) + len(world.middle)} shows who owns what; we value the group on what is attributable.",
            "**What would change our mind.** Two quarters of stock growing faster than sales, or another change of the buying director.",
        ]
    )
    coming = sorted(_EVENTS, key=lambda event: (event[1] - world.published.month - 1) % 12)
    dates = p.table([["What to watch", "When"]], [(name, MONTHS[month - 1]) for name, month in coming], "watch")
    return _slide("Summary: value is there, but it has to be earned in the margin", [facts, p.box([p.box([text], "wide-col"), p.box([dates, p.para("Valuation: EV/EBITDA on next year's estimates, less net debt, divided by shares. Figures in US dollars.", "small")], "narrow-col")], "duo")])  # fmt: skip


def _cases(world: PackWorld) -> Markup:
    cases = world.cases
    bull, bear = cases["bull"], cases["bear"]
    left = [
        p.head(3, "What goes right"),
        "Footfall returns to the renovated stores, and the new format needs fewer staff hours for each sale. Own labels reach a third of the range two years early.",
        p.head(3, "Sales and margin"),
        p.rich(
            f"Sales of ${bull.sales:,} million carry an EBITDA margin of [[bull.margin|{bull.margin:.1f}%]]. Three quarters of the gain over today comes from lower shrinkage and from freight contracts already signed."
        ),
        p.head(3, "What it is worth"),
        p.rich(
            f"At [[bull.multiple|{bull.multiple:.1f}]] times EBITDA, the average of the good years, and with net debt as it stands, the shares come to [[bull.value|${bull.value}]]."
        ),
        p.head(3, "Signs to look for"),
        "Fewer markdown weeks in the spring, and a second format store that opens on plan.",
    ]
    right = [
        p.head(3, "What goes wrong"),
        "Rents step up at the spring quarter days while promotions spread from two competitors to all. The new warehouse takes a year longer to fill, and double running goes on.",
        p.head(3, "Sales and margin"),
        p.rich(
            f"Sales slip to ${bear.sales:,} million, and the EBITDA margin to [[bear.margin|{bear.margin:.1f}%]], which is where it stood before the present team came in. Costs are cut, but after the fact."
        ),
        p.head(3, "What it is worth"),
        p.rich(
            f"A multiple of [[bear.multiple|{bear.multiple:.1f}]] times would be in line with the last trough. With the same net debt that leaves [[bear.value|${bear.value}]] a share."
        ),
        p.head(3, "Signs to look for"),
        "Longer credit from suppliers, and stock days that rise outside the usual season.",
    ]

    def column(name: str, blocks: list[str | Markup]) -> Markup:
        return p.box(
            [
                p.tag("div", name, "case-name"),
                *[p.para(one) if isinstance(one, str) or not one.startswith("<h3") else one for one in blocks],
            ],
            f"case {name.lower()}",
        )

    return _slide("Two ways it could go", [p.box([column("Bull", left), column("Bear", right)], "cases")], "Values per share are rounded to whole dollars.")  # fmt: skip


def _history(world: PackWorld, accent: str, second: str) -> Markup:
    years = [float(world.first_year + k) for k in range(8)]
    series = [
        Series("margin", "Gross margin, % (left axis)", tuple(zip(years, world.margins, strict=True))),
        Series("right", "Days of inventory (right axis)", tuple(zip(years, world.days, strict=True)), right=True),
    ]
    svg = plot(
        "hist", series, Axis("Fiscal year", tuple(years), minor=False, grouped=False), Axis("Gross margin, %", (30.0, 33.0, 36.0, 39.0, 42.0)),
        right=Axis("Days of inventory at year end", (60.0, 80.0, 100.0, 120.0, 140.0)), width=640, height=470, colours=(accent, second),
    )  # fmt: skip
    notes = p.items(
        [
            "Inventory at cost, divided by cost of goods sold of the year, times 365.",
            "Gross margin is before distribution cost.",
            "Fiscal years end on the last Saturday of January and bear the name of the calendar year in which most of their months fall.",
            "Leases were brought on the balance sheet during the period; neither measure is affected.",
        ]
    )
    return _slide(
        "Stock and gross margin over eight years",
        [p.box([p.box([p.figure(svg)], "wide-col"), p.box([p.head(3, "How to read it"), notes], "narrow-col")], "duo")],
    )


def _structure(world: PackWorld, accent: str, tint: str) -> Markup:
    tops, mids = (460, 10), [(150, 140), (460, 140), (770, 140)]
    lows = [(k * 152 + 80, 330) for k in range(6)]
    out = ['<svg width="920" height="390" viewBox="0 0 920 390">']

    def bar(x: float, y: float, text: str, fill: str, ink: str, wide: int) -> None:
        out.append(
            f'<rect x="{x - wide / 2}" y="{y}" width="{wide}" height="46" fill="{fill}" stroke="{accent}" stroke-width="1.2"/>'
        )
        out.append(
            f'<text x="{x}" y="{y + 28}" font-size="13" font-weight="600" text-anchor="middle" fill="{ink}"><tspan>{Markup.escape(text)}</tspan></text>'
        )

    def line(*points: tuple[float, float]) -> None:
        out.append(
            f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}" fill="none" stroke="#333" stroke-width="1.3"/>'
        )

    def label(ref: str, x: float, y: float, text: str) -> None:
        out.append(
            f'<rect x="{x - 18}" y="{y - 11}" width="36" height="15" fill="#fff"/><a href="{MARK}{ref}"><text x="{x}" y="{y}" font-size="12" text-anchor="middle">{text}</text></a>'
        )

    for k, (x, y) in enumerate(mids):
        line((tops[0], tops[1] + 46), (tops[0], 96), (x, 96), (x, y))
        label(f"stake.{k}", x, 124, f"{world.stakes[k]}%")
    for k, (x, y) in enumerate(lows):
        holder = world.holder(k)
        own = [one for one in range(6) if world.holder(one) == holder]
        level = 226 if len(own) == 3 else 258
        mx, my = mids[holder]
        line((mx, my + 46), (mx, level), (x, level), (x, y))
        label(f"share.{k}", x, 310, f"{world.shares_of[k]}%")
    bar(*tops, world.firm, accent, "#fff", 230)
    for (x, y), name in zip(mids, world.holders, strict=True):
        bar(x, y, name, tint, "#111", 180)
    for (x, y), name in zip(lows, world.units, strict=True):
        bar(x, y, name, "#fff", "#111", 140)
    out.append("</svg>")
    text = p.para(
        "Percentages are shares of capital and votes held by the company at the upper end of the line. What is not shown is held by partners and managers. Dormant companies are left out."
    )
    return _slide("Group structure: partners sit at two levels", [p.figure(Markup("".join(out)), kind="tree"), text], "Source: company, last annual report; our drawing.")  # fmt: skip


def _peers(world: PackWorld) -> Markup:
    year = world.published.year
    labels = (f"FY{year % 100 - 1}A", f"FY{year % 100}E", f"FY{year % 100 + 1}E")
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Peer", rows=2), Cell("Price, $", rows=2, kind="n"), Cell("EV/EBITDA, times", columns=3, kind="c"), Cell("Price/earnings, times", columns=3, kind="c"), Cell("Net debt/ EBITDA", rows=2, kind="n")],
        [Cell(one, kind="n") for one in labels * 2],
    ]  # fmt: skip
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, one in enumerate(world.peers):
        cells = [
            Cell(p.mark(f"peer.{k}.{n}", f"{amount:.1f}"), kind="n edge" if n in (0, 3) else "n")
            for n, amount in enumerate(one.ev + one.pe)
        ]
        rows.append([one.name, Cell(f"{one.price:,.2f}", kind="n"), *cells, Cell(f"{one.debt:.1f}", kind="n edge")])
    means = [Cell(p.mark(f"mean.{n}", f"{amount:.1f}"), kind="n") for n, amount in enumerate(world.means)]
    return _slide(
        "Peers: earnings multiples ease as estimates rise",
        [
            p.table(heads, rows, "peers", foot=["Mean of peers", "", *means, ""], widths=("20%", "11%", "9.5%", "9.5%", "9.5%", "9.5%", "9.5%", "9.5%", "12%")),
            p.para("Fiscal years as each company has them. A actual, E our estimates. Prices at the close before publication. Enterprise value is market value plus net debt, with leases and pensions left out throughout.", "small"),
        ],
    )  # fmt: skip


def _notices(world: PackWorld) -> Markup:
    return _slide(
        "How we work, and what to bear in mind",
        [
            p.box(
                [
                    p.head(3, "Valuation and risks"),
                    "We value the group on a multiple of next year's EBITDA, cross-checked with a ten-year cash flow model. Main risks: consumer spending, rents, freight, and the minority partners' right to sell their shares to the group at a formula price from next year.",
                    p.head(3, "Conflicts"),
                    f"{world.broker} has not managed or co-managed an offering of the company's securities in the last twelve months and does not make a market in them. The analysts named on the cover hold none of its shares. Analysts are paid out of the firm's total revenue.",
                    p.head(3, "Distribution"),
                    "This pack is for institutional investors. It was sent to all clients at the same time. It may not be passed on or quoted without consent. It rests on sources we think reliable; we have not verified them all.",
                    p.head(3, "Estimates"),
                    "Estimates are ours. They were last changed in full after the half-year results and in part after the trading statement. Past changes: two up, three down in the last eighteen months.",
                ],
                "columns",
            )
        ],
        f"Contact: {world.analysts[0]}, {world.analysts[1]}",
    )  # fmt: skip


PACK = Design("analyst_pack", sample_pack, paper, ASKS, extend)
