"""An earnings release: text and quotations, statements, segments, outlook, other data, and a correction at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import listed, long_day
from dataset_builder.families.rubrics.domains.finance.figures import say, show
from dataset_builder.families.rubrics.domains.finance.release_asks import ASKS
from dataset_builder.families.rubrics.domains.finance.release_world import PERIODS, ReleaseWorld, sample_release
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_LINES = {
    "sales": "Net sales", "cost": "Cost of goods sold", "gross": "Gross profit", "sga": "Selling, general and administrative expenses",
    "research": "Research and development", "restructuring": "Restructuring charges", "operating": "Operating income", "interest": "Interest expense",
    "other": "Other income, net", "before": "Income before income taxes", "tax": "Income taxes", "net": "Net income",
}  # fmt: skip
_SEGMENT = {"sales": "Net sales", "oi": "Operating income", "dep": "Depreciation", "capex": "Capital expenditures"}


def paper(world: ReleaseWorld, rng: random.Random) -> Paper:
    """Return the release."""
    accent = rng.choice(("#0b3d5c", "#7a1f2b", "#1d4f3f", "#30306b"))
    short = world.firm.split()[0]
    return Paper(
        f"{world.firm} reports third quarter {world.year} results",
        p.join([_letterhead(world), _story(world), _outlook(world), _close(world), _statement(world), _segments(world), _growth(world), _balance(world), _other(world), _correction(world)]),
        ("finance/release",),
        {"accent": accent, "body": rng.choice(("Source Serif 4", "Libre Baskerville", "IBM Plex Serif")), "head": rng.choice(("Libre Franklin", "IBM Plex Sans", "Source Sans 3")), "size": "9.6pt"},
        {"top-right": f"{short} Q3 {world.year}", "bottom-center": "{page}"},
        margin="0.85in 1in",
    )  # fmt: skip


def _letterhead(world: ReleaseWorld) -> Markup:
    q = world.statement
    return p.join(
        [
            p.tag("div", Markup("<b>{}</b><span>NEWS RELEASE<br>For immediate release</span>").format(world.firm), "letterhead"),
            p.head(1, f"{world.firm} reports third quarter {world.year} results and raises full-year outlook"),
            p.items(
                [
                    f"Net sales of {say(q['sales']['q'])}, against {say(q['sales']['qp'])} a year ago",
                    f"Operating income of {say(q['operating']['q'])}, after restructuring charges of {say(q['restructuring']['q'])}",
                    f"Diluted earnings of ${q['net']['q'] / world.shares['q']:.2f} per share",
                    "Full-year outlook for adjusted earnings per share raised at the low end and at the high end",
                ],
                "points",
            ),
        ]
    )  # fmt: skip


def _story(world: ReleaseWorld) -> Markup:
    q = world.statement
    best = max(world.segments, key=lambda one: one.figures["oi"]["q"])
    least = min(world.segments, key=lambda one: one.figures["oi"]["q"])
    change = (q["gross"]["q"] / q["sales"]["q"] - q["gross"]["qp"] / q["sales"]["qp"]) * 1e4
    return p.join(
        [
            f"**{world.town}, {long_day(world.issued)}.** {world.firm} today announced results for its third quarter ended {long_day(world.end)}. "
            f"Gross margin was {q['gross']['q'] / q['sales']['q']:.1%} of net sales, {'up' if change > 0 else 'down'} {abs(change):.0f} basis points from the prior-year quarter.",
            f'"Order intake held up well across most of our end markets, and our plants delivered on schedule," said {world.chief}, president and chief executive officer. '
            f'"{best.name} again contributed the largest share of segment operating income. In {least.name} we are midway through a program that moves two product lines '
            'to a single site, and we expect its benefits to show from the second half of next year."',
            f'"We ended the quarter with a sound balance sheet and generated {say(world.cash["n"])} of cash from operations in the first nine months," added {world.treasurer}, chief '
            'financial officer. "Our priorities for capital are unchanged: invest in the business, complete bolt-on acquisitions, and return cash to shareholders."',
            p.head(2, "Segments in the quarter"),
            *_comments(world),
            p.head(2, "Cash flow and dividend"),
            f"Cash provided by operating activities in the first nine months was {say(world.cash['n'])}, compared with {say(world.cash['np'])} a year earlier; capital expenditures were "
            f"{say(world.spent['n'])} and {say(world.spent['np'])}, including amounts spent at corporate. The board declared a quarterly dividend of ${world.dividend:.2f} per share, payable on "
            f"{long_day(world.issued + timedelta(days=44))} to holders of record on {long_day(world.issued + timedelta(days=23))}.",
        ]
    )  # fmt: skip


def _comments(world: ReleaseWorld) -> list[Markup]:
    """Return a paragraph on each segment."""
    reasons = (
        ("Distributors in North America reordered at normal rates after two quarters of destocking, and lead times are back under six weeks.",
         "Project business was again uneven: two large orders that were expected in the quarter are now likely to be placed in the spring."),
        ("Price increases announced in the spring are fully in effect, while freight and resin costs eased slightly.",
         "The plant that reopened in June ran two shifts throughout the quarter and reached its planned yield in August."),
        ("Demand from original equipment makers in Europe stayed soft; aftermarket and service demand did not.",
         "A customer's line conversion brought one-time tooling revenue, most of it at margins below the segment's average."),
        ("New products introduced within three years made up just over a fifth of the segment's sales.",
         "A labor agreement covering its two largest sites was renewed in September for four years."),
    )  # fmt: skip
    found = []
    for number, one in enumerate(world.segments):
        sales, oi = one.figures["sales"], one.figures["oi"]
        margin, before = oi["q"] / sales["q"] * 100, oi["qp"] / sales["qp"] * 100
        moved = "widened" if margin > before + 0.05 else "narrowed" if margin < before - 0.05 else "held"
        first, second = reasons[(number + world.pick) % 4]
        bought = " Businesses acquired within the last year contributed to growth." if one.acquired else ""
        found.append(
            p.para(
                f"**{one.name}.** {first}{bought} Segment margin {moved} {'at' if moved == 'held' else 'to'} {margin:.1f}% of net sales. {second}"
            )
        )
    return found


def _outlook(world: ReleaseWorld) -> Markup:
    low, high, low_cc, high_cc = world.growth
    a, b, c, d, e, f = world.eps
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Net sales growth at constant currency", f"{low_cc - 0.5:g}% to {high_cc - 0.5:g}%", p.rich(f"[[cc|{low_cc:g}% to {high_cc:g}%]]")),
        ("Net sales growth as reported", f"{low:g}% to {high:g}%", p.rich(f"[[rep|{low:g}% to {high:g}%]]")),
        ("Earnings per diluted share (GAAP)", f"${c - 0.08:.2f} to ${d - 0.03:.2f}", p.rich(f"[[gaap|${c:.2f} to ${d:.2f}]]")),
        ("Adjusted earnings per diluted share", f"${e:.2f} to ${f:.2f}", p.rich(f"[[adj|${a:.2f} to ${b:.2f}]]")),
        ("Capital expenditures, share of net sales", "3.0% to 3.5%", "3.0% to 3.5%"),
    ]  # fmt: skip
    return p.join(
        [
            p.head(2, f"Outlook for fiscal {world.year}"),
            p.para(f"The table sets the company's current expectations beside those given with second quarter results. Exchange rates are those of {long_day(world.end)}."),
            p.table([["", "July outlook", "Current outlook"]], rows, "outlook", widths=("50%", "25%", "25%")),
            p.para("Adjusted earnings exclude restructuring charges, amortization of acquired intangibles and related tax effects.", "small"),
        ]
    )  # fmt: skip


def _close(world: ReleaseWorld) -> Markup:
    return p.join(
        [
            p.head(2, "Conference call"),
            f"Management will discuss these results on a call at 10:00 a.m. Eastern time on {long_day(world.issued + timedelta(days=1))}. A replay and a transcript will be available for thirty days.",
            p.head(2, f"About {world.firm}"),
            f"{world.firm} designs and makes engineered products sold under some thirty brands in four segments: {listed([one.name for one in world.segments])}. "
            f"The company is based in {world.town} and employs about 4,700 people at 31 sites.",
            p.head(2, "Forward-looking statements"),
            p.para("Statements in this release that are not historical, the outlook among them, rest on assumptions about demand, input costs, exchange rates, tariffs and the pace at "
                   "which restructuring takes effect. Actual results may differ materially. The company undertakes no duty to update them except as law requires.", "small"),
            p.para(f"Contact: {world.contact}, investor relations, (555) 0{world.pick % 900 + 100}-{4000 + world.pick}", "small"),
        ]
    )  # fmt: skip


def _heads(year: int) -> list[Sequence[str | Markup | Cell]]:
    return [
        [Cell("", rows=3), Cell("Three months ended", columns=2, kind="c span"), Cell("Nine months ended", columns=2, kind="c span")],
        [Cell("September 30", columns=2, kind="c span"), Cell("September 30", columns=2, kind="c span")],
        [Cell(str(one), kind="n") for one in (year, year - 1, year, year - 1)],
    ]  # fmt: skip


def _statement(world: ReleaseWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for key, name in _LINES.items():
        bold = "n sum" if key in ("gross", "operating", "before", "net") else "n"
        rows.append([Cell(name, kind=bold.removeprefix("n").strip())] + [Cell(p.mark(f"st.{key}.{one}", show(world.statement[key][one])), kind=bold) for one in PERIODS])  # fmt: skip
    net, shares = world.statement["net"], world.shares
    rows.append(
        ["Diluted earnings per share, $"] + [Cell(f"{net[one] / shares[one]:.2f}", kind="n") for one in PERIODS]
    )
    rows.append(["Diluted shares, millions"] + [Cell(f"{shares[one]:.1f}", kind="n") for one in PERIODS])
    return p.box(
        [
            p.head(2, "Consolidated statements of operations (unaudited)"),
            p.para("In millions, except per share data", "small"),
            p.table(_heads(world.year), rows, "figures", widths=("44%", "14%", "14%", "14%", "14%")),
        ],
        "keep",
    )


def _segments(world: ReleaseWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for number, one in enumerate(world.segments):
        rows.append([Cell(p.mark(f"name.{number}", one.name), columns=5, kind="seg")])
        for key, name in _SEGMENT.items():
            rows.append([Cell(name, kind="in")] + [Cell(p.mark(f"seg.{number}.{key}.{period}", show(one.figures[key][period])), kind="n") for period in PERIODS])  # fmt: skip
    rows.append([Cell("Corporate, unallocated", columns=5, kind="seg")])
    rows.append(
        [Cell("Operating expense", kind="in")] + [Cell(show(-world.corporate[one]), kind="n") for one in PERIODS]
    )
    return p.join(
        [
            p.head(2, "Segment information (unaudited)"),
            p.para("In millions. Segment operating income is before corporate expense and restructuring charges.", "small"),
            p.table(_heads(world.year), rows, "figures tight", widths=("44%", "14%", "14%", "14%", "14%")),
        ]
    )  # fmt: skip


def _growth(world: ReleaseWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    name, like = world.early
    for number, one in enumerate(world.segments):
        sign = "^(c)^" if one.name == name else ""
        rows.append(
            [one.name, *(Cell(f"{amount:.1f}%" if amount >= 0 else f"({-amount:.1f})%", kind="n") for amount in (one.reported, one.currency, one.acquired)),
             Cell(p.mark(f"org.{number}", f"{one.organic:.1f}%" if one.organic >= 0 else f"({-one.organic:.1f})%") + p.rich(sign), kind="n")]
        )  # fmt: skip
    shown = f"{like:.1f}%" if like >= 0 else f"({-like:.1f})%"
    return p.box(
        [
            p.head(2, "Components of net sales growth, third quarter"),
            p.table([["", "As reported", "Currency^(a)^", "Acquisitions^(b)^", "Organic"]], rows, "figures growth", widths=("32%", "17%", "17%", "17%", "17%")),
            p.notes(
                [
                    ("(a)", "Prior-year sales translated at current-year average rates."),
                    ("(b)", "Sales in the first twelve months after a business was acquired."),
                    ("(c)", f"Includes orders that customers called forward from the fourth quarter. Without them [[like|like-for-like growth was {shown}]]; in the other segments "
                     "like-for-like growth equals organic growth."),
                ]
            ),
        ],
        "keep",
    )  # fmt: skip


def _balance(world: ReleaseWorld) -> Markup:
    """Return a condensed balance sheet; what is not told elsewhere is a share of the nine months' sales."""
    sales = world.statement["sales"]["n"]
    lines = [("Cash and cash equivalents", 0.071), ("Receivables", 0.182), ("Inventories", 0.156), ("Other current assets", 0.024), ("Property, plant and equipment, net", 0.291),
             ("Goodwill and intangible assets", 0.402), ("Other assets", 0.037)]  # fmt: skip
    owed = [
        ("Accounts payable", 0.118),
        ("Accrued liabilities", 0.094),
        ("Long-term debt, including current portion", 0.338),
        ("Other liabilities", 0.083),
    ]
    year = world.year
    rows: list[Sequence[str | Markup | Cell]] = []

    def add(name: str, amounts: list[float], kind: str = "n") -> None:
        rows.append([Cell(name, kind=kind.removeprefix("n").strip()), *(Cell(show(one), kind=kind) for one in amounts)])

    both = []
    for entries, total in ((lines, "Total assets"), (owed, "Total liabilities")):
        sums = [0.0, 0.0]
        for number, (name, share) in enumerate(entries):
            amounts = [
                round(sales * share * (1 + 0.001 * ((world.pick * (number + 3)) % 60)), 1),
                round(sales * share * (0.98 + 0.001 * ((world.pick * (number + 5)) % 50)), 1),
            ]
            sums = [round(a + b, 1) for a, b in zip(sums, amounts, strict=True)]
            add(name, amounts)
        add(total, sums, "n sum")
        both.append(sums)
    equity = [round(a - b, 1) for a, b in zip(*both, strict=True)]
    add("Shareholders' equity", equity)
    add("Total liabilities and equity", both[0], "n sum")
    heads: list[Sequence[str | Markup | Cell]] = [
        ["", Cell(f"Sept. 30, {year}", kind="n"), Cell(f"Dec. 31, {year - 1}", kind="n")]
    ]
    return p.box(
        [
            p.head(2, "Condensed consolidated balance sheets (unaudited)"),
            p.para("In millions", "small"),
            p.table(heads, rows, "figures", widths=("60%", "20%", "20%")),
        ],
        "keep",
    )


def _other(world: ReleaseWorld) -> Markup:
    _true, before, wrong = world.backlog
    year = world.year
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Order backlog", Cell(p.mark("bl.printed", show(wrong)), kind="n"), Cell(p.mark("bl.before", show(before)), kind="n")),
        ("Cash provided by operating activities, nine months", Cell(p.mark("ocf", show(world.cash["n"])), kind="n"), Cell(show(world.cash["np"]), kind="n")),
        ("Capital expenditures, nine months", Cell(show(world.spent["n"]), kind="n"), Cell(show(world.spent["np"]), kind="n")),
        ("Employees at period end", Cell(f"{4_712 + world.pick % 60:,}", kind="n"), Cell(f"{4_655 + world.pick % 50:,}", kind="n")),
    ]  # fmt: skip
    return p.box(
        [
            p.head(2, "Other data"),
            p.para("In millions, except employees", "small"),
            p.table([["", Cell(f"Sept. 30, {year}", kind="n"), Cell(f"Sept. 30, {year - 1}", kind="n")]], rows, "figures", widths=("60%", "20%", "20%")),
        ],
        "keep",
    )  # fmt: skip


def _correction(world: ReleaseWorld) -> Markup:
    true, _, _ = world.backlog
    return p.box(
        [
            p.para(
                f"**Correction of {long_day(world.corrected)}.** In the release as first distributed on {long_day(world.issued)}, one line was misstated in the table \"Other data\". "
                f"Order backlog at September 30, {world.year} should read [[bl.true|{show(true)}]]. The pages above are reproduced as issued. No other figure is affected."
            ),
            p.para("# # #", "end"),
        ],
        "correction",
    )  # fmt: skip


RELEASE = Design("earnings_release", sample_release, paper, ASKS)
