"""What a long analyst pack has more: market, stores, formats, estimates, cash, people, and an appendix of data."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import people, town
from dataset_builder.families.rubrics.domains.finance.pack_world import PackWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]
Slide = tuple[str, Markup]
Maker = Callable[[PackWorld, random.Random], tuple[str, list[str | Markup]]]


def extend(world: PackWorld, rng: random.Random) -> PackWorld:
    """Return the pack with slides before the cases, between them and the peers, and an appendix."""
    count = rng.randrange(7, len(_SLIDES) + 1)
    kept = sorted(rng.sample(range(len(_SLIDES)), count))
    slides = tuple((title, p.join(blocks)) for title, blocks in (_SLIDES[k](world, rng) for k in kept))
    third = count // 3
    return dataclasses.replace(world, early=slides[:third], middle=slides[third : 2 * third], late=slides[2 * third :])


def _n(amount: float, decimals: int = 0) -> Cell:
    return Cell(f"{amount:,.{decimals}f}".replace("-", "−"), kind="n")


def _years(world: PackWorld) -> list[str]:
    year = world.published.year % 100
    return [f"FY{year - 2}A", f"FY{year - 1}A", f"FY{year}E", f"FY{year + 1}E"]


def _split(rng: random.Random, total: int, shares: Sequence[float]) -> list[int]:
    parts = [round(total * share * rng.uniform(0.95, 1.05)) for share in shares[:-1]]
    return [*parts, total - sum(parts)]


def _sales(world: PackWorld) -> list[int]:
    """Return sales of two years behind and two ahead; the last is the base case's."""
    base = world.cases["base"].sales
    return [round(base * share) for share in (0.945, 0.957, 0.971, 1.0)]


def _duo(left: Sequence[str | Markup], right: Sequence[str | Markup]) -> Markup:
    return p.box([p.box(left, "wide-col"), p.box(right, "narrow-col")], "duo")


def _market(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    names = (world.firm, "Largest rival", "Second rival", "Third rival", "Other chains", "Independents", "Online only")
    now = [rng.randrange(80, 130), rng.randrange(140, 190), rng.randrange(95, 130), rng.randrange(50, 80), rng.randrange(150, 200)]  # fmt: skip
    now.append(rng.randrange(140, 190))
    now.append(1000 - sum(now))
    then = [one + rng.randrange(-6, 7) for one in now[:-2]]
    then.append(now[5] + rng.randrange(16, 34))
    then.append(1000 - sum(then))
    rows: list[Row] = [
        (name, _n(a / 10, 1), _n(b / 10, 1), Cell(f"{(b - a) / 10:+.1f}".replace("-", "−"), kind="n"))
        for name, a, b in zip(names, then, now, strict=True)
    ]
    return "The market: chains hold, independents thin out", [
        _duo(
            [p.table([["Share of sales in the market, %", Cell("Five years ago", kind="n"), Cell("Last year", kind="n"), Cell("Points", kind="n")]], rows, "peers", foot=["All", _n(100, 1), _n(100, 1), ""])],
            [p.head(3, "What moves it"), p.items(["Household income after rent and energy, with a lag of about a quarter.", "House moves and new leases, which set off larger purchases.", "Weather at the turn of the seasons, in some lines.", "Space: selling area per head has shrunk for four years."])],
        ),
        p.para("Shares are of sales at retail prices, from trade panels and our estimates for companies that do not report. Online only counts sellers without stores; what chains sell through their own sites is theirs.", "small"),
    ]  # fmt: skip


def _stores(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    regions = ("North", "Lakes", "Capital", "Coast", "South", "West")
    rows: list[Row] = []
    sums = [0, 0, 0, 0]
    for name in regions:
        start, opened, shut = rng.randrange(18, 74), rng.randrange(0, 6), rng.randrange(0, 5)
        area = (start + opened - shut) * rng.randrange(14, 23)
        sums = [a + b for a, b in zip(sums, (start, opened, shut, area), strict=True)]
        rows.append((name, _n(start), _n(opened), _n(-shut) if shut else _n(0), _n(start + opened - shut), _n(area), Cell(f"{rng.randrange(2, 8)} yrs", kind="n")))  # fmt: skip
    return "Stores: the estate is stable, leases are short", [
        p.table([["Region", Cell("Start of year", kind="n"), Cell("Opened", kind="n"), Cell("Shut", kind="n"), Cell("End of year", kind="n"), Cell("Thousand sq ft", kind="n"), Cell("Lease left", kind="n")]], rows, "peers", foot=["All", _n(sums[0]), _n(sums[1]), _n(-sums[2]), _n(sums[0] + sums[1] - sums[2]), _n(sums[3]), ""]),
        p.para("About a third of leases come up within three years. Landlords in the regions have begun to take part of the rent as a share of sales, which suits a retailer whose footfall is uncertain. Owned stores are few, and are pledged to the banks. Three in four openings of the last two years took over a site that another chain had left."),
    ]  # fmt: skip


def _channels(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    years, sales = _years(world), _sales(world)
    shares = ((0.72, 0.14, 0.09, 0.05), (0.7, 0.155, 0.095, 0.05), (0.685, 0.165, 0.1, 0.05), (0.67, 0.18, 0.1, 0.05))
    columns = [_split(rng, total, share) for total, share in zip(sales, shares, strict=True)]
    names = ("Stores", "Own site, delivered", "Own site, collected", "Trade and other")
    rows: list[Row] = [(name, *(_n(column[k]) for column in columns)) for k, name in enumerate(names)]
    return "Sales by channel: collection grows without vans", [
        p.table([["$ million", *(Cell(one, kind="n") for one in years)]], rows, "peers", foot=["Sales", *map(_n, sales)]),
        p.para("Collected orders use stock and staff that are there anyway, and one customer in three buys something more at the counter. Delivered orders carry a cost that depends on drop density; management closed the two thinnest delivery areas last autumn and lost less than a tenth of the sales there. Trade sales come with credit and are kept level on purpose."),
    ]  # fmt: skip


def _earned(world: PackWorld) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """Return EBITDA, depreciation, interest, income before tax, and tax, by year."""
    sales, step = _sales(world), (-0.9, -0.6, -0.4, 0.0)
    ebitda = [round(total * (world.cases["base"].margin + more) / 100) for total, more in zip(sales, step, strict=True)]
    down = [round(total * 0.034) for total in sales]
    interest = [round(world.net_debt * one) for one in (0.079, 0.074, 0.068, 0.061)]
    pretax = [a - b - c for a, b, c in zip(ebitda, down, interest, strict=True)]
    return ebitda, down, interest, pretax, [round(one * 0.24) for one in pretax]


def _income(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    years, sales = _years(world), _sales(world)
    ebitda, down, interest, pretax, tax = _earned(world)
    minority = [rng.randrange(4, 9) for _ in pretax]
    net = [a - b - c for a, b, c in zip(pretax, tax, minority, strict=True)]
    lines: list[Row] = [
        ("Sales", *map(_n, sales)), ("EBITDA", *map(_n, ebitda)), ("Depreciation", *(_n(-one) for one in down)), ("Interest", *(_n(-one) for one in interest)),
        (Cell("Before tax"), *map(_n, pretax)), ("Tax", *(_n(-one) for one in tax)), ("Partners' share", *(_n(-one) for one in minority)),
    ]  # fmt: skip
    return "Income: our estimates, base case", [
        p.table([["$ million", *(Cell(one, kind="n") for one in years)]], lines, "peers", foot=["Net income", *map(_n, net)]),
        p.para(f"Earnings a share, on {world.shares} million shares: {', '.join(f'${one / world.shares:.2f}' for one in net[:-1])} and ${net[-1] / world.shares:.2f}. Tax is at 24%. Partners' share is what minority holders earn. Leases are treated as rent, as in the multiples of this pack.", "small"),
    ]  # fmt: skip


def _cash(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    years, sales = _years(world)[1:], _sales(world)[1:]
    ebitda, _, interest, _, tax = (one[1:] for one in _earned(world))
    rows: list[list[int]] = []
    for k, total in enumerate(sales):
        parts = [ebitda[k], rng.randrange(-24, 30), -round(total * rng.uniform(0.031, 0.036)), -tax[k], -interest[k], -rng.randrange(18, 34)]  # fmt: skip
        rows.append([*parts, sum(parts)])
    names = (
        "EBITDA",
        "Working capital",
        "Capital expenditure",
        "Tax",
        "Interest",
        "Dividends",
        "Change in net debt (fall is plus)",
    )
    table: list[Row] = [(name, *(_n(row[k]) for row in rows)) for k, name in enumerate(names[:-1])]
    return "Cash: what is freed goes to the banks", [
        _duo(
            [p.table([["$ million", *(Cell(one, kind="n") for one in years)]], table, "peers", foot=[names[-1], *(_n(row[-1]) for row in rows)])],
            [p.head(3, "Facility"), p.items(["One bank facility, drawn in two currencies, with two tests a year.", "Trade insurers raised their limits twice last year.", "Supplier credit averages eleven weeks and has not lengthened.", "No bonds; one small mortgage on the head office."])],
        ),
        p.para("Net debt at the last balance sheet is on slide 2. It is higher by a third in the weeks before the peak season.", "small"),
    ]  # fmt: skip


def _ranges(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    names = (
        "Core range",
        "Seasonal",
        "Own label, entry",
        "Own label, upper",
        "Licensed brands",
        "Services and warranties",
    )
    total = _sales(world)[1]
    parts = _split(rng, total, (0.41, 0.17, 0.13, 0.09, 0.14, 0.06))
    rows: list[Row] = [(name, _n(part), Cell(f"{part / total:.0%}", kind="n"), _n(rng.randrange(4, 62) * 100), Cell(rng.choice(("weekly", "monthly", "by season")), kind="n"), Cell(rng.choice(("widen", "hold", "prune", "hold")), kind="n")) for name, part in zip(names, parts, strict=True)]  # fmt: skip
    return "Range: fewer lines, bought deeper", [
        p.table([["Group", Cell("Sales, $ million", kind="n"), Cell("Share", kind="n"), Cell("Lines", kind="n"), Cell("Reviewed", kind="n"), Cell("Plan", kind="n")]], rows, "peers", foot=["All", _n(total), Cell("100%", kind="n"), "", "", ""]),
        p.para("The buying team has cut the number of suppliers by a fifth in two years. Lines are now dropped by a rule: one that has not earned its space for two seasons goes, unless the store manager of the year before argues for it in front of the others. Sales are of the last full year."),
    ]  # fmt: skip


def _people(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    names = [one for one in people(rng, 9) if one not in world.analysts][:7]
    posts = ("Chair", "Chief executive", "Finance director", "Buying director", "Operations director", "Digital director", "Property director")  # fmt: skip
    before = ("chair of a parcels group", "ran the discount chain of a larger rival", "auditor, then treasurer here", "bought for two department stores", "store manager here at 24", "payments company", "agent for landlords")  # fmt: skip
    rows: list[Row] = [(name, post, Cell(str(rng.randrange(world.published.year - 11, world.published.year)), kind="n"), past, _n(rng.randrange(4, 410))) for name, post, past in zip(names, posts, before, strict=True)]  # fmt: skip
    return "People: a young team under an old chair", [
        p.table([["Name", "Post", Cell("Since", kind="n"), "Before", Cell("Shares, thousand", kind="n")]], rows, "peers"),
        p.para("Bonuses depend on cash in equal part with earnings, and a third is paid in shares that are kept for three years. Staff turnover in stores was 31%, a little under the trade's average. The founder's family holds no office and has not sold since the listing."),
    ]  # fmt: skip


def _supply(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    parts = [rng.randrange(330, 430), rng.randrange(160, 230), rng.randrange(90, 150), rng.randrange(60, 110)]
    parts.append(1000 - sum(parts))
    weeks = ("1 to 2", "6 to 9", "11 to 14", "13 to 16", "3 to 8")
    rows: list[Row] = [(name, _n(part / 10, 1), Cell(lead, kind="n"), how) for name, part, lead, how in zip(("Home market", "Near countries", "East Asia", "South Asia", "Other"), parts, weeks, ("truck, to warehouse or store", "truck, consolidated twice a week", "sea, four ports", "sea, two ports", "mixed, small lots"), strict=True)]  # fmt: skip
    return "Supply: nearer than it was", [
        p.table([["Origin", Cell("Share of purchases, %", kind="n"), Cell("Weeks from order", kind="n"), "Way in"]], rows, "peers", foot=["All", _n(100, 1), "", ""]),
        p.para("Two of every three orders are now placed in lots that fit one truck or one container. The new warehouse runs two shifts and will run three in the autumn. Freight contracts were signed for two years with a band around a published index; fuel is passed on month by month. Purchases in foreign currency are covered for nine months ahead."),
    ]  # fmt: skip


def _calls(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    towns: list[str] = []
    while len(towns) < 8:
        name = town(rng)
        if name not in towns:
            towns.append(name)
    notes = ("shelves full, one till of four open", "new layout, entrance easier to find", "old fittings, staff know their customers", "queue at the collection point", "price labels missing in one aisle", "service desk moved to the middle", "half of the parking lost to works", "clean, quiet for a Saturday", "returns handled in two minutes", "promotion stands block the view")  # fmt: skip
    rows: list[Row] = [(name, rng.choice(("old", "old", "new format", "outlet")), Cell(str(rng.randrange(2, 6)), kind="n"), Cell(str(rng.randrange(2, 6)), kind="n"), Cell(str(rng.randrange(1, 6)), kind="n"), note) for name, note in zip(towns, rng.sample(notes, 8), strict=True)]  # fmt: skip
    return "Store visits: eight in six weeks", [
        p.table([["Town", "Kind", Cell("Look", kind="n"), Cell("Service", kind="n"), Cell("Stock", kind="n"), "Note"]], rows, "peers"),
        p.para("Marks from 1 to 5, given on the spot by whichever of us was there, unannounced, on weekdays and Saturdays. They are impressions. The new format differs most in service: staff are on the floor and not behind desks."),
    ]  # fmt: skip


def _risks(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    risks = (
        (
            "Consumers",
            "A point of unemployment has cost about two points of like-for-like sales in the past.",
            "Order books for seasonal lines are committed late.",
        ),
        ("Rents", "Leases with steps make up a quarter of the estate.", "Break clauses fall in the next two years."),
        (
            "Systems",
            "The till system is fifteen years old and is patched by its maker on request.",
            "Replacement begins in the outlets.",
        ),
        ("Partners", "Minority holders can ask to be bought out by formula.", "The facility has a line for it."),
        ("Freight", "Sea rates have doubled twice in ten years.", "Two-year contracts; nearer supply."),
        (
            "Law",
            "Rules on returns and on packaging are under review.",
            "Trade body is consulted; cost would be shared.",
        ),
        ("Key staff", "Buyers are courted by rivals.", "Shares that vest over three years."),
    )
    return "Risks, and what stands against them", [
        p.table([["Risk", "Why it matters", "What is done"]], [risks[k] for k in sorted(rng.sample(range(len(risks)), rng.randrange(6, 8)))], "peers", widths=("15%", "48%", "37%")),
        p.para("Order is ours, by weight. None of them is peculiar to the company; what differs is that most fall due in the same eighteen months.", "small"),
    ]  # fmt: skip


def _holders(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    names = (
        "Founder's family",
        "Pension fund of a northern state",
        "Index funds, three houses",
        "Value fund, one house",
        "Employees' trust",
        "Management",
    )
    parts = [rng.randrange(90, 190), rng.randrange(50, 90), rng.randrange(110, 170), rng.randrange(40, 80), rng.randrange(20, 50), rng.randrange(8, 30)]  # fmt: skip
    rows: list[Row] = [(name, _n(part / 10, 1), _n(world.shares * part / 1000, 1), Cell(rng.choice(("up", "level", "down", "level")), kind="n")) for name, part in zip(names, parts, strict=True)]  # fmt: skip
    rest = 1000 - sum(parts)
    rows.append(("Others, each under 3%", _n(rest / 10, 1), _n(world.shares * rest / 1000, 1), ""))
    return "Who holds the shares", [
        p.table([["Holder", Cell("Share, %", kind="n"), Cell("Millions", kind="n"), Cell("In a year", kind="n")]], rows, "peers", foot=["All", _n(100, 1), _n(world.shares, 1), ""]),
        p.para("From filings; small differences come from dates. On an average day a quarter of one percent of the shares changes hands. There is one class of shares and no limit on votes. The employees' trust votes as its members tell it."),
    ]  # fmt: skip


def _questions(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    asked = (
        (
            "How many stores could the country carry?",
            "Management says forty more in the new format. We count on twelve in five years, in towns where a rival has left.",
        ),
        (
            "Why not buy back shares?",
            "Because the partners' right to sell comes first, and a facility that is half empty when it falls due is worth more than a lower count.",
        ),
        (
            "Is the online business profitable?",
            "Collected orders are, delivered ones on four days of the week. The company does not split them; this is our reckoning from wage and van costs.",
        ),
        (
            "What does the pension fund need?",
            "Little. It is closed, nearly funded and mostly in bonds; a payment of a few millions a year runs for three more years.",
        ),
        (
            "Could the company be bought?",
            "The family would have to agree. Two rivals could save costs, and both would have to sell stores in the capital.",
        ),
        (
            "What happens if the chair goes?",
            "A successor from outside is said to have been found. The chief executive is under contract for three more years.",
        ),
    )
    kept = sorted(rng.sample(range(len(asked)), 5))
    return "Questions clients asked", [
        p.box([block for k in kept for block in (p.head(3, asked[k][0]), p.para(asked[k][1]))], "columns")
    ]  # fmt: skip


def _tables(world: PackWorld, rng: random.Random) -> tuple[str, list[str | Markup]]:
    rows: list[Row] = []
    totals = [one for total in _sales(world)[:2] for one in _split(rng, total, (0.232, 0.243, 0.247, 0.278))]
    for k, total in enumerate(totals):
        year = world.published.year % 100 - 2 + k // 4
        rows.append((f"Q{k % 4 + 1} FY{year}", _n(total), Cell(f"{rng.randrange(-18, 20) / 10:+.1f}".replace("-", "−"), kind="n"), Cell(f"{rng.randrange(-40, -2) / 10:+.1f}".replace("-", "−"), kind="n"), _n(rng.randrange(286, 344) / 10, 1), _n(rng.randrange(188, 236) / 10, 1), _n(rng.randrange(31, 64) / 10, 1)))  # fmt: skip
    return "Trading by quarter", [
        p.table([["Quarter", Cell("Sales, $ million", kind="n"), Cell("Like for like, %", kind="n"), Cell("Market, %", kind="n"), Cell("Visits, millions", kind="n"), Cell("Basket, $", kind="n"), Cell("Complaints per thousand", kind="n")]], rows, "peers"),
        p.para("As first reported by the company; not restated for the change of week. Market is the trade panel's figure for the same weeks. Visits are counted by doors in stores that have counters, and scaled up.", "small"),
    ]  # fmt: skip


_SLIDES: tuple[Maker, ...] = (
    _market, _stores, _channels, _ranges, _supply, _people, _calls, _tables, _income, _cash, _holders, _risks, _questions,
)  # fmt: skip
