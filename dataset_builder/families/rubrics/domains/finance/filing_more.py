"""What a long annual filing has more: further items, statements, and the notes that an extract leaves out."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day, people
from dataset_builder.families.rubrics.domains.finance.figures import say, show
from dataset_builder.families.rubrics.domains.finance.filing_statements import Books, Row, keep_books, statements
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld
from dataset_builder.families.rubrics.paper import Cell


def extend(world: FilingWorld, rng: random.Random) -> FilingWorld:
    """Return the filing with its statements, all notes, and further items of which some come and some don't."""
    books = keep_books(world, rng)
    while min(one["cash"] for one in books.balances) < 40:
        books = keep_books(world, rng)
    more = {
        "business": _business(world, rng),
        "risks": _risks(world, rng),
        "officers": p.join(_officers(world, rng) if rng.random() < 0.7 else []),
        "market": p.join([_market(world, rng)] if rng.random() < 0.6 else []),
        "results": _results(world, books, rng),
        "audit": p.join(_audit(world, rng) if rng.random() < 0.7 else []),
        "statements": statements(world, books),
        "notes 2": _notes_2(world, books, rng),
        "notes 10": _notes_10(world, books, rng),
        "note 12": _note_12(world, books, rng),
        "notes 13": _notes_13(world, books, rng),
        "controls": _controls(world, rng),
        "exhibits": _exhibits(world, rng),
    }
    return dataclasses.replace(world, more=more)


def _pick(rng: random.Random, entries: Sequence[tuple[str, str]], least: int) -> list[str | Markup]:
    """Return headed paragraphs in their order, between the least number and all of them."""
    kept = sorted(rng.sample(range(len(entries)), rng.randrange(least, len(entries) + 1)))
    return [block for k in kept for block in (p.head(3, entries[k][0]), entries[k][1])]


def _tenths(amount: int) -> Cell:
    return Cell(show(amount / 10) if amount else "–", kind="n")


def _split(rng: random.Random, total: int, shares: Sequence[float]) -> list[int]:
    """Return a total in parts of about the given shares."""
    parts = [round(total * share * rng.uniform(0.97, 1.03)) for share in shares[:-1]]
    return [*parts, total - sum(parts)]


def _goods(world: FilingWorld) -> list[str]:
    first, last = world.profile["goods"].split(" and ")
    return [one.capitalize() for one in (*first.split(", "), last)]


def _business(world: FilingWorld, rng: random.Random) -> Markup:
    w = world.profile
    entries = (
        ("How we make our products",
         f"Each plant is built around one {w['asset']} or two. Material is received by rail or truck, sampled, blended to a recipe that is kept for each product, and passed through the {w['asset']} in campaigns of three to "
         "twelve days. Changes from one product to the next cost between four hours and two days of output, and the order in which campaigns run is planned six weeks ahead at headquarters. Finished product is tested before it "
         "leaves; about one lot in ninety is held back for blending or sold as a lower grade. Plants run around the clock with four crews, and stop for planned maintenance once a year, most of them in December."),
        ("Research and development",
         "Forty-one people work in development, most of them at one laboratory. Their task is to adapt products to the equipment of customers and to find uses for what is now sold as a lower grade. Products introduced in the last five "
         "years brought in about a sixth of net sales. A trial line, put up in 2022, lets us make quantities of up to two tons for customers' tests without taking a plant out of its campaign."),
        ("Patents and trademarks",
         "We own nineteen patents in the United States and forty-four elsewhere, which end between next year and 2039. No single patent, or group of patents that end together, is material to us. We rely more on knowledge of processes, which "
         "we protect by agreements with employees and by limiting who may enter parts of our plants. Our principal trademarks are registered and can be renewed as long as they are used."),
        ("Backlog",
         "Orders that were firm and not yet shipped came to about five weeks of sales at year end, compared with six a year before. Because most customers order from week to week under annual agreements, we do not consider the backlog a good "
         "sign of sales to come."),
        ("Transportation",
         "About three fifths of our tonnage leaves by truck and the rest by rail. We lease 214 covered hopper cars, of which 60 come up for renewal next year. Two of our plants are served by a single railroad. Freight is charged to customers on "
         "most sales; where it is included in the price, a change in fuel cost is passed on with the next month's invoice."),
        ("Quality and technical service",
         "All plants are certified to the quality standard that customers in our markets ask for, and are audited every year. Technical service is provided by nineteen engineers who spend most of their time at customers' plants. They helped "
         "with 640 trials in the year, of which about half led to an order. Claims for defective product came to less than a quarter of one percent of sales."),
        ("Safety",
         f"The rate of recordable injuries was {rng.randrange(14, 24) / 10:.1f} for each two hundred thousand hours worked, against {rng.randrange(24, 31) / 10:.1f} five years ago. Burns and strains make up most of them. Every supervisor spends an hour a week "
         "observing work and talking about what could go wrong, and part of each manager's bonus depends on how many of the hazards found in this way have been dealt with."),
        ("Where to find more",
         "Our reports are available free of charge on our website on the day on which they are filed. The charters of the committees of the board, the code of conduct and the guidelines of governance can be found there too. What stands on the "
         "website is not part of this report."),
    )  # fmt: skip
    return p.join(_pick(rng, entries, 3))


def _risks(world: FilingWorld, rng: random.Random) -> Markup:
    w = world.profile
    entries = (
        ("Our pension plans may need more cash than we plan for.",
         "Obligations grow when discount rates fall, and assets fall with the markets; both happened together in 2008. Contributions are set by rules that look back over two years, so that a bad year reaches our cash with a delay. Rules "
         "of funding may also be tightened."),
        ("Agreements with unions come up for renewal at different times.",
         "Strikes at a customer or at a railroad can hurt us as much as one of our own. Where an agreement has ended and no new one is signed, we go on under the old terms from month to month, and either side may then stop."),
        ("Imports may rise.",
         "Ocean freight has come down from its peak, and producers overseas have capacity that their home markets do not use. Duties that now apply to two of our products are reviewed every five years and may be lowered or ended."),
        ("Customers merge and buy centrally.",
         "When two customers merge, the lower of two prices tends to become the price for both. In the last three years, five of our thirty largest customers took part in a merger. We cannot always offer the combined volume that they then ask for."),
        ("Our products could be replaced.",
         f"Our customers look for ways to use less of what we sell or to do without it. Light-weighting, recycling and changes of fashion have each taken volume from one of our lines in the past. New uses among {w['users']} have so far made up for it."),
        ("Goodwill and equipment may lose value.",
         "A lasting fall in the earnings of a reporting unit would lead to a charge, which would not affect cash but would lower equity and might weigh on how lenders and rating agencies see us."),
        ("Rules on emissions may become stricter.",
         "Three states in which we operate are considering limits on oxides of nitrogen from high-temperature processes. Equipment to meet the strictest of the drafts would cost about $4 million for each plant and would raise its use of power."),
        ("We depend on people who are hard to replace.",
         "A third of our maintenance staff could retire within five years. We have begun to train apprentices again, but it takes four years until they can work on their own, and some leave for employers in larger towns."),
        ("Higher interest rates raise our cost.",
         "More than half of our debt bears interest that moves with the market. The interest period is usually one month, so that a change reaches us almost at once. Fixed rates that banks have offered for longer periods have not seemed worth their price."),
        ("Our insurance may not cover a loss in full.",
         "Deductibles have risen in each of the last four renewals, and insurers have withdrawn cover for flood at one location. We carry part of the risk of workers' compensation ourselves, up to a limit for each accident."),
        ("Product liability claims could be larger than in the past.",
         "What we make becomes part of goods that are sold to consumers or built into structures. A defect that is found late may lead to the recall of goods worth many times the price of our product. Our terms of sale limit what we owe, but "
         "courts do not always uphold such terms."),
        ("Weather can interrupt production and freight.",
         "Low water, floods and ice have each stopped deliveries in the past ten years. In the cold spell of two winters ago, gas was curtailed for three days at three locations, and lines froze at one of them."),
        ("The price of our shares can swing widely.",
         "Trading is thin. Four holders together own about a third of the shares and could sell at the same time. Few analysts follow us, and a change of view by one of them has moved the price by more than a tenth in a day."),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(entries)), rng.randrange(5, len(entries) + 1)))
    return p.join([block for k in kept for block in (p.tag("h4", entries[k][0]), entries[k][1])])


def _officers(world: FilingWorld, rng: random.Random) -> list[str | Markup]:
    others = [one for one in people(rng, 9) if one not in (world.chair, world.chief, world.treasurer, world.counsel)][
        :4
    ]
    names = (world.chief, world.treasurer, world.counsel, *others)
    offices = ("President and chief executive officer", "Chief financial officer and treasurer", "General counsel and secretary", "Vice president, operations", "Vice president, sales", "Vice president, people", "Controller")  # fmt: skip
    rows: list[Row] = [
        (name, Cell(str(rng.randrange(43, 64)), kind="n"), office, Cell(str(rng.randrange(2008, world.year)), kind="n"))
        for name, office in zip(names, offices, strict=True)
    ]
    return [
        p.head(2, "Item 1C. Cybersecurity"),
        "Risks of information security are part of the register of risks that management goes through each quarter. An outside firm watches our networks at all hours and calls a manager on duty when something looks wrong; what it finds is put in one of "
        "four classes, and the two upper ones are reported to the general counsel on the same day. The audit committee receives a report twice a year. We have not had an incident that was material to our business, results or financial condition.",
        "Employees are trained when they join and each year after. Access to the controls of our plants from outside is possible only through a gate that records what is done. Suppliers who have such access fill in a questionnaire, and the larger ones are visited.",
        p.head(3, "Information about our executive officers"),
        p.table([["Name", Cell("Age", kind="n"), "Office", Cell("Since", kind="n")]], rows, "ruled", widths=("28%", "10%", "48%", "14%")),
        "Officers are elected each year by the board after the annual meeting. None is related to another or to a director. All have held their present or a similar office for five years or more, other than the vice president for people, who came from a maker of farm equipment.",
    ]  # fmt: skip


def _market(world: FilingWorld, rng: random.Random) -> Markup:
    start = rng.randrange(90, 150) / 10
    rows: list[Row] = []
    for k in range(8):
        low = round(start * rng.uniform(0.9, 0.97), 2)
        high = round(start * rng.uniform(1.04, 1.13), 2)
        start = round(start * rng.uniform(0.94, 1.08), 2)
        year = world.year - 1 + k // 4
        paid = "$0.105" if year < world.year else "$0.110"
        rows.append((f"{('First', 'Second', 'Third', 'Fourth')[k % 4]} quarter {year}", Cell(f"${high:.2f}", kind="n"), Cell(f"${low:.2f}", kind="n"), Cell(paid, kind="n")))  # fmt: skip
    index = [100.0, 100.0, 100.0]
    growth: list[Row] = []
    for k in range(6):
        growth.append((f"December 31, {world.year - 5 + k}", *(Cell(f"{one:.1f}", kind="n") for one in index)))
        index = [one * rng.uniform(*span) for one, span in zip(index, ((0.84, 1.24), (0.95, 1.19), (0.88, 1.2)), strict=True)]  # fmt: skip
    return p.join(
        [
            "The table shows the highest and the lowest price at which our shares changed hands, and the dividends declared.",
            p.table([["", Cell("High", kind="n"), Cell("Low", kind="n"), Cell("Dividend", kind="n")]], rows, "ruled", widths=("46%", "18%", "18%", "18%")),
            "What $100 would have become if it had been invested five years ago and dividends had been put back in, in our shares, in an index of small companies, and in an index of makers of materials:",
            p.table([["", Cell("The Company", kind="n"), Cell("Small companies", kind="n"), Cell("Materials", kind="n")]], growth, "ruled", widths=("37%", "21%", "21%", "21%")),
            p.head(2, "Item 6. [Reserved]"),
        ]
    )  # fmt: skip


def _results(world: FilingWorld, books: Books, rng: random.Random) -> Markup:
    goods = _goods(world)
    now, before = books.income[0], books.income[1]
    parts = [_split(rng, one["sales"], (0.44, 0.33, 0.23)) for one in (now, before)]
    rows: list[Row] = [(name, _tenths(a), _tenths(b), Cell(f"{a / b - 1:+.1%}".replace("-", "−"), kind="n")) for name, a, b in zip(goods, *parts, strict=True)]  # fmt: skip
    total: Row = ["Net sales", _tenths(now["sales"]), _tenths(before["sales"]), Cell(f"{now['sales'] / before['sales'] - 1:+.1%}".replace("-", "−"), kind="n")]  # fmt: skip
    flow = books.flows[0]
    working = -(flow["receivables"] + flow["inventories"] + flow["prepaid"] + flow["payables"] + flow["accrued"])
    grew = [round(100 * one["gross"] / one["sales"], 1) for one in (now, before)]
    return p.join(
        [
            p.head(3, "Net sales by product line"),
            p.table([["In millions, except percent", Cell(str(world.year), kind="n"), Cell(str(world.year - 1), kind="n"), Cell("Change", kind="n")]], rows, "ruled", widths=("49%", "17%", "17%", "17%"), foot=total),
            f"{goods[0]} are our oldest line, are sold in all regions and follow the general course of industry. {goods[1]} depend more on a few large customers, whose stocks were high when the year began. {goods[2]} are specified for "
            "single uses and carry the highest prices; their volume moves in steps, as programs of customers begin and end.",
            p.head(3, "Gross profit and expenses"),
            f"Gross profit was {grew[0]:.1f}% of net sales, compared with {grew[1]:.1f}% in {world.year - 1}. Charges for restructuring are shown below gross profit. Selling and administrative expenses were {say(now['selling'] / 10)}; wages rose by 3.6% "
            f"on average in April, and the cost of health care by 7%. Research and development cost {say(now['research'] / 10)}. The share of earnings of our affiliate, {world.profile['partner']}, was {say(now['partner'] / 10)}.",
            p.head(3, "Interest and taxes"),
            f"Interest expense was {say(now['interest'] / 10)}, against {say(before['interest'] / 10)} in {world.year - 1}. The effective rate of income tax is explained in Note 11.",
            p.head(3, "Cash flows"),
            f"Operations brought in {say(flow['operations'] / 10)}. Working capital {'took up' if working > 0 else 'set free'} {say(abs(working) / 10)}. We spent {say(-flow['capital'] / 10)} on plant and equipment, paid {say(-flow['dividends'] / 10)} in dividends "
            "and made the four installments of the term loan. The statements of cash flows in Item 8 show the details.",
        ]
    )  # fmt: skip


def _audit(world: FilingWorld, rng: random.Random) -> list[str | Markup]:
    firm = rng.choice(("Harrow Lisle & Brandt LLP", "Coldwater Audit Group LLP", "Mercer Pym LLP"))
    return [
        p.head(3, "Report of independent registered public accounting firm"),
        f"To the shareholders and board of directors of {world.firm}",
        p.tag("h4", "Opinion"),
        f"We have audited the consolidated balance sheets of the Company at December 31, {world.year} and {world.year - 1}, and the consolidated statements of income, of cash flows and of shareholders' equity for each of the three years ended December 31, {world.year}, "
        "with the related notes. In our opinion they present fairly, in all material respects, its financial position and the results of its operations and its cash flows, in conformity with accounting principles generally accepted in the United States.",
        p.tag("h4", "Basis for opinion"),
        "The statements are the responsibility of management. Ours is to express an opinion on them. We are independent of the Company. We planned and performed our audits to obtain reasonable assurance that the statements are free of material "
        "misstatement, whether due to error or fraud. We examined evidence on a test basis and judged the principles used and the estimates made.",
        p.tag("h4", "Critical audit matter: valuation of goodwill"),
        "Goodwill is tested each October. The fair values of reporting units rest on forecasts of sales and margin and on a discount rate, and small changes in them have large effects. We tested the controls over the forecasts, compared earlier forecasts with what "
        "came of them, had specialists work out a range of discount rates of their own, and looked at how far each assumption could move before a charge would be needed.",
        f"{firm}, auditor since {rng.randrange(1994, 2015)}. {long_day(world.filed)}.",
    ]  # fmt: skip


def _notes_2(world: FilingWorld, books: Books, rng: random.Random) -> Markup:
    now, before = books.balances[:2]
    kinds = (
        "Raw materials", "Work in process", "Finished goods", "Stores and spare parts",
    )  # fmt: skip
    stock = [_split(rng, one["inventories"], (0.27, 0.14, 0.47, 0.12)) for one in (now, before)]
    inventories: list[Row] = [(name, _tenths(a), _tenths(b)) for name, a, b in zip(kinds, *stock, strict=True)]
    land, works = rng.randrange(190, 280), rng.randrange(1350, 1800)
    under = (rng.randrange(110, 240), rng.randrange(110, 240))
    machines = (rng.randrange(6900, 8200), 0)
    machines = (machines[0], machines[0] - rng.randrange(160, 260))
    gross = (land + works + machines[0] + under[0], land + works - 31 + machines[1] + under[1])
    plant: list[Row] = [
        ("Land", _tenths(land), _tenths(land)),
        ("Buildings", _tenths(works), _tenths(works - 31)),
        ("Machinery and equipment", *map(_tenths, machines)),
        ("Construction in progress", *map(_tenths, under)),
        ("Less accumulated depreciation", _tenths(now["plant"] - gross[0]), _tenths(before["plant"] - gross[1])),
    ]
    goods = _goods(world)
    good = _split(rng, now["goodwill"], (0.5, 0.3, 0.2))
    bought = rng.randrange(430, 520)
    marks = rng.randrange(38, 71)
    intangible: list[Row] = [
        ("Customer relations", _tenths(bought), _tenths(now["intangible"] - marks - bought), _tenths(now["intangible"] - marks)),
        ("Trademarks, not amortized", _tenths(marks), _tenths(0), _tenths(marks)),
    ]  # fmt: skip
    parts = [_split(rng, one["sales"], (0.38, 0.29, 0.21, 0.12)) for one in books.income[:2]]
    regions: list[Row] = [(name, _tenths(a), _tenths(b)) for name, a, b in zip(("Midwest", "Northeast", "South", "West and export"), *parts, strict=True)]  # fmt: skip
    years = [Cell(str(world.year - k), kind="n") for k in range(2)]
    wide = ("64%", "18%", "18%")
    lives: list[Row] = [
        ("Buildings", "20 to 40 years"), ("Linings", "4 to 9 years"), ("Other machinery", "8 to 20 years"), ("Vehicles and computers", "3 to 6 years"),
    ]  # fmt: skip
    return p.join(
        [
            p.head(3, "Note 2. New accounting standards"),
            "A standard on the disclosure of expenses by nature will apply from the year after next. It will change what we disclose and not what we report as income. A standard on income tax disclosures was adopted in the year for periods ahead; Note 11 follows it. "
            "Other standards that were issued and do not apply yet are not expected to affect us.",
            p.head(3, "Note 3. Revenue"),
            "Nearly all revenue comes from the sale of products and is recognized at a point in time. Rebates for volume are estimated each quarter and taken off revenue. Payment is due within thirty to sixty days. Net sales by the region to which products were shipped were, in millions:",
            p.table([["", *years]], regions, "ruled", widths=wide, foot=["Net sales", *(_tenths(one["sales"]) for one in books.income[:2])]),
            f"Accruals for rebates were $3.{rng.randrange(1, 9)} million at year end and $3.{rng.randrange(1, 9)} million a year before. No contract has a term of payment of more than a year.",
            p.head(3, "Note 4. Inventories"),
            p.table([["In millions", *years]], inventories, "ruled", widths=wide, foot=["Inventories", _tenths(now["inventories"]), _tenths(before["inventories"])]),
            "Stores and spare parts are charged to expense when they are used. Write-downs to net realizable value, most of them on grades for which customers had changed their specification, came to less than a million dollars in each year.",
            p.head(3, "Note 5. Property, plant and equipment"),
            p.table([["In millions", *years]], plant, "ruled", widths=wide, foot=["Net", _tenths(now["plant"]), _tenths(before["plant"])]),
            "Assets are depreciated in equal amounts over the lives below. Cost of planned maintenance is expensed as it is incurred. Interest capitalized was not material.",
            p.table([["Class", "Life"]], lives, "ruled short", widths=("60%", "40%")),
            p.head(3, "Note 6. Goodwill and other intangible assets"),
            "Goodwill did not change in the two years. By product line it was, in millions:",
            p.table([["", Cell("Goodwill", kind="n")]], [(name, _tenths(one)) for name, one in zip(goods, good, strict=True)], "ruled short", widths=("70%", "30%"), foot=["All", _tenths(now["goodwill"])]),
            p.table([["In millions", Cell("Cost", kind="n"), Cell("Amortized", kind="n"), Cell("Net", kind="n")]], intangible, "ruled", widths=("49%", "17%", "17%", "17%"), foot=["", _tenths(bought + marks), _tenths(now["intangible"] - marks - bought), _tenths(now["intangible"])]),
            "Amortization was $2.4 million in each of the last three years and will be about the same in each of the next five.",
        ]
    )  # fmt: skip


def _due(rng: random.Random, world: FilingWorld, owed: int, years: int) -> tuple[list[Row], int]:
    """Return payments by year that come to a liability and its interest, and the interest."""
    interest = round(owed * rng.uniform(0.09, 0.13))
    weights = [1.0, 0.88, 0.74, 0.6, 0.45, 0.8][: years + 1]
    parts = _split(rng, owed + interest, [one / sum(weights) for one in weights])
    rows: list[Row] = [(str(world.year + 1 + k), _tenths(one)) for k, one in enumerate(parts[:-1])]
    return [*rows, ("Later", _tenths(parts[-1])), ("Less interest", _tenths(-interest))], interest


def _notes_10(world: FilingWorld, books: Books, rng: random.Random) -> Markup:
    now = books.balances[0]
    rented, _ = _due(rng, world, now["rented"], 5)
    leased, _ = _due(rng, world, now["leases"], 5)
    rows: list[Row] = [(a[0], a[1], b[1]) for a, b in zip(rented, leased, strict=True)]
    pretax = [one["pretax"] for one in books.income]
    taxes = [one["current"] + one["deferred"] for one in books.income]
    statutory = [round(one * 0.21) for one in pretax]
    state = [round(one * 0.031) for one in pretax]
    credit = [-rng.randrange(2, 7) for _ in pretax]
    other = [t - a - b - c for t, a, b, c in zip(taxes, statutory, state, credit, strict=True)]
    years = [Cell(str(world.year - k), kind="n") for k in range(3)]
    wide = ("52%", "16%", "16%", "16%")
    tax: list[Row] = [
        ("At the federal rate of 21%", *map(_tenths, statutory)),
        ("State taxes, net of federal benefit", *map(_tenths, state)),
        ("Credits for research", *map(_tenths, credit)),
        ("Other", *map(_tenths, other)),
    ]
    half: list[Row] = [
        ("Current", *(_tenths(one["current"]) for one in books.income)),
        ("Deferred", *(_tenths(one["deferred"]) for one in books.income)),
    ]
    pension, stock = round(now["pension"] * 0.25), rng.randrange(38, 64)
    due = now["taxes"] + pension + stock
    later: list[Row] = [
        ("Depreciation", _tenths(due - 44)),
        ("Intangible assets", _tenths(44)),
        ("Pensions", _tenths(-pension)),
        ("Inventories and accruals", _tenths(-stock)),
    ]
    return p.join(
        [
            p.head(3, "Note 10. Leases"),
            "We lease rail cars, lift trucks, two offices and part of our distribution space. Leases of twelve months or less are expensed as paid. Payments under leases in force at year end, in millions, are:",
            p.table([["", Cell("Operating", kind="n"), Cell("Finance", kind="n")]], rows, "ruled", widths=("60%", "20%", "20%"), foot=["Liability", _tenths(now["rented"]), _tenths(now["leases"])]),
            f"Operating lease cost was $7.{rng.randrange(1, 9)} million. The average remaining term is 5.{rng.randrange(1, 9)} years for operating and 4.{rng.randrange(1, 9)} years for finance leases; the average discount rates are 5.6% and 4.5%. Options to extend are counted where we are reasonably certain to use them.",
            p.head(3, "Note 11. Income taxes"),
            p.table([["In millions", *years]], half, "ruled", widths=wide, foot=["Income taxes", *map(_tenths, taxes)]),
            "The amount differs from what the federal rate would give as follows:",
            p.table([["In millions", *years]], tax, "ruled", widths=wide, foot=["Income taxes", *map(_tenths, taxes)]),
            f"The effective rate was {', '.join(f'{t / a:.1%}' for t, a in zip(taxes[:2], pretax[:2], strict=True))} and {taxes[2] / pretax[2]:.1%}. Deferred taxes at December 31, {world.year} stem from, in millions:",
            p.table([["", Cell("Liability (asset)", kind="n")]], later, "ruled short", widths=("70%", "30%"), foot=["Net liability", _tenths(now["taxes"])]),
            f"Federal returns are open to examination from {world.year - 3} on. Positions that may not be sustained are not material. No valuation allowance was needed.",
        ]
    )  # fmt: skip


def _note_12(world: FilingWorld, books: Books, rng: random.Random) -> Markup:
    now = books.balances[0]
    end, held = now["obligation"], now["obligation"] - now["pension"]
    service, interest, paid = rng.randrange(11, 19), round(end * 0.05), rng.randrange(70, 88)
    loss = rng.randrange(25)
    begin = end - service - interest + paid - loss
    funds = begin - books.balances[1]["pension"]
    gain = held - funds - 40 + paid
    rows: list[Row] = [
        ("Obligation, beginning of year", _tenths(begin)),
        ("Service cost", _tenths(service)),
        ("Interest cost", _tenths(interest)),
        ("Actuarial loss (gain)", _tenths(loss)),
        ("Benefits paid", _tenths(-paid)),
        (Cell("Obligation, end of year", kind="sum"), Cell(show(end / 10), kind="n sum")),
        ("Assets, beginning of year", _tenths(funds)),
        ("Return on assets", _tenths(gain)),
        ("Contributions", _tenths(40)),
        ("Benefits paid", _tenths(-paid)),
        (Cell("Assets, end of year", kind="sum"), Cell(show(held / 10), kind="n sum")),
    ]
    mix = _split(rng, held, (0.36, 0.49, 0.1, 0.05))
    kinds = ("Shares", "Bonds", "Real estate funds", "Cash")
    return p.join(
        [
            p.table([["In millions", Cell(str(world.year), kind="n")]], rows, "ruled short", widths=("70%", "30%"), foot=["Shortfall", _tenths(end - held)]),
            p.table([["Plan assets, in millions", Cell(str(world.year), kind="n")]], [(name, _tenths(one)) for name, one in zip(kinds, mix, strict=True)], "ruled short", widths=("70%", "30%"), foot=["All", _tenths(held)]),
            "A committee of three officers and an outside adviser sets the mix of assets. It moves from shares to bonds as the plans become better funded. Bonds are chosen to have about the same duration as the obligation. Real estate funds are valued at the net asset value that "
            "their managers report, with a delay of a quarter.",
        ]
    )  # fmt: skip


def _notes_13(world: FilingWorld, books: Books, rng: random.Random) -> Markup:
    start, granted, vested, lost = rng.randrange(640, 910), rng.randrange(260, 380), rng.randrange(200, 330), rng.randrange(12, 60)  # fmt: skip
    units: list[Row] = [
        (f"Outstanding, January 1, {world.year}", Cell(f"{start},000", kind="n"), Cell(f"${rng.randrange(980, 1240) / 100:.2f}", kind="n")),
        ("Granted", Cell(f"{granted},000", kind="n"), Cell(f"${rng.randrange(1010, 1340) / 100:.2f}", kind="n")),
        ("Vested", Cell(f"({vested},000)", kind="n"), Cell(f"${rng.randrange(930, 1190) / 100:.2f}", kind="n")),
        ("Forfeited", Cell(f"({lost},000)", kind="n"), Cell(f"${rng.randrange(980, 1240) / 100:.2f}", kind="n")),
    ]  # fmt: skip
    left = start + granted - vested - lost
    quarters: list[Row] = []
    for k in range(2):
        one = books.income[k]
        shares = (0.235, 0.266, 0.257, 0.242)
        sales = _split(rng, one["sales"], shares)
        gross = _split(rng, one["gross"], (0.22, 0.276, 0.261, 0.243))
        net = _split(rng, one["net"], (0.17, 0.34, 0.29, 0.2))
        for n in range(4):
            quarters.append((f"{('First', 'Second', 'Third', 'Fourth')[n]} quarter {world.year - k}", _tenths(sales[n]), _tenths(gross[n]), _tenths(net[n])))  # fmt: skip
        quarters.append((Cell(f"Year {world.year - k}", kind="sum"), *(Cell(show(one[name] / 10), kind="n sum") for name in ("sales", "gross", "net"))))  # fmt: skip
    award = books.flows[0]["award"]
    return p.join(
        [
            p.head(3, "Note 13. Stock-based compensation"),
            f"Directors and some two hundred managers receive stock units, which vest over three years if they stay. Cost is spread over that time and was {say(award / 10)} in {world.year}. Half of what the executive officers receive depends on how our total return compares with that of twenty peers.",
            p.table([["", Cell("Units", kind="n"), Cell("Average value at grant", kind="n")]], units, "ruled", widths=("50%", "22%", "28%"), foot=[f"Outstanding, December 31, {world.year}", Cell(f"{left:,},000", kind="n"), ""]),
            f"Cost not yet recognized was $5.{rng.randrange(1, 9)} million and will be over some 1.{rng.randrange(6, 9)} years. The plan was approved by shareholders in 2019; 1.{rng.randrange(2, 9)} million shares are left under it.",
            p.head(3, "Note 14. Quarterly data and concentrations (unaudited)"),
            p.table([["In millions", Cell("Net sales", kind="n"), Cell("Gross profit", kind="n"), Cell("Net income", kind="n")]], quarters, "ruled", widths=("49%", "17%", "17%", "17%")),
            "We have one reportable segment. The chief executive decides on the use of resources by product line, and lines share plants, sales force and customers. All long-lived assets are in the United States. Cash is held with four banks, above the sums that are insured.",
        ]
    )  # fmt: skip


def _controls(world: FilingWorld, rng: random.Random) -> Markup:
    start = [rng.randrange(8, 20) for _ in range(2)]
    rows: list[Row] = []
    for name, one in zip(("Doubtful receivables", "Rebates and returns"), start, strict=True):
        added, used = rng.randrange(3, 12), rng.randrange(3, 8)
        rows.append((name, _tenths(one), _tenths(added), _tenths(-used), _tenths(one + added - used)))
    return p.join(
        [
            p.head(2, "Item 9. Changes in and disagreements with accountants"),
            "None.",
            p.head(2, "Item 9A. Controls and procedures"),
            f"Management, with the chief executive and the chief financial officer, judged at December 31, {world.year} whether our disclosure controls and our internal control over financial reporting were effective, and concluded that they were. The judgment rests on a framework of 2013 that is in general use. "
            "Controls can give reasonable assurance only: people make mistakes, two of them can act together, and what was sound last year may not be next year.",
            "In the fourth quarter we moved the payroll of hourly employees at all locations to one provider and changed the controls that go with it. There was no other change that has materially affected, or is likely to affect, our internal control.",
            p.head(2, "Item 9B. Other information"),
            "No director or officer adopted or ended a plan for trading in our shares in the fourth quarter.",
            p.head(2, "Schedule II. Valuation accounts"),
            p.table([["In millions", Cell("Beginning", kind="n"), Cell("Added", kind="n"), Cell("Used", kind="n"), Cell("End", kind="n")]], rows, "ruled", widths=("40%", "15%", "15%", "15%", "15%")),
        ]
    )  # fmt: skip


def _exhibits(world: FilingWorld, rng: random.Random) -> Markup:
    """Return exhibits that are filed with the report: none, some or all of those that the index calls filed herewith."""
    made = {
        "10.7": ("Employment agreement", _employment(world, rng)),
        "21": ("Subsidiaries of the registrant", _subsidiaries(world, rng)),
        "31": ("Certifications", _certifications(world)),
    }
    kept = rng.choice(((), ("21",), ("21", "31"), tuple(made)))
    return p.join(
        p.box([p.head(2, f"Exhibit {number}. {made[number][0]}"), *made[number][1]], "exhibit") for number in kept
    )


def _employment(world: FilingWorld, rng: random.Random) -> list[str | Markup]:
    salary = rng.randrange(62, 92) * 10_000
    return [
        f"This agreement is between {world.firm} (the \"Company\") and {world.chief} (the \"Executive\").",
        p.clauses([
            ("1.", "Office. The Executive serves as president and chief executive officer and reports to the board. The Executive gives the office full working time, and may sit on the board of one other company that does not compete and of charities, as long as the duties under this agreement do not suffer."),
            ("2.", "Term. The agreement runs for three years and is then renewed for a year at a time unless one side tells the other six months ahead that it shall end."),
            ("3.", f"Salary. The salary is ${salary:,} a year. The board reviews it each February and does not lower it unless the salaries of all executive officers are lowered by the same share."),
            ("4.", f"Yearly bonus. The target is {rng.randrange(85, 111)}% of salary, and no more than twice the target is paid. Three fifths depend on earnings, one fifth on cash, and one fifth on safety, by goals that the compensation committee sets before the end of March."),
            ("5.", "Stock units. Each year in May the committee considers a grant under the plan in force. Units vest as their terms say. The Executive shall come to hold shares worth five times the salary within five years, and until then keeps half of what is left of vested units after tax."),
            ("6.", "Benefits. The Executive takes part in plans for salaried employees, has five weeks of vacation, and is repaid reasonable expenses. There is no car, no club and no allowance for taxes."),
            ("7.", "Termination by the Company without cause. The Executive receives salary and target bonus for eighteen months, in equal parts on paydays, and the Company's share of the cost of health insurance for that time. Payment depends on a release of claims that has become final within sixty days."),
            ("8.", "Change in control. If the Company ends the employment without cause within two years after a change in control, the time in paragraph 7 is twenty-four months and payment is made at once. Nothing is paid merely because control has changed."),
            ("9.", "Cause means a crime involving dishonesty, a willful failure to do what the board has lawfully asked, gross misconduct that harms the Company, or a material breach of the code of conduct, in each case after written notice and, where it can be cured, thirty days to do so."),
            ("10.", "Death or disability. The Executive or the estate receives the bonus of the year in proportion to the time worked, when the bonuses of others are paid."),
            ("11.", f"After employment. For twelve months the Executive does not work for anyone who makes {world.profile['makes']} in North America, and does not hire or solicit people who were employed by the Company in the last half year. Secrets stay secret without limit in time; nothing here keeps anyone from speaking to an authority."),
            ("12.", "Repayment. Bonus and stock units that were paid on figures which had to be restated are repaid as far as they would have been lower, whether or not the Executive was to blame."),
            ("13.", "Disputes are settled by one arbitrator in the town of the principal office. The Company bears the fees of the arbitrator. The law of Delaware governs. This agreement replaces that of an earlier date and can be changed only in writing."),
        ]),
        p.signatures([(world.chair, f"For {world.firm}"), (world.chief, "Executive")]),
    ]  # fmt: skip


def _subsidiaries(world: FilingWorld, rng: random.Random) -> list[str | Markup]:
    name = " ".join(world.firm.split()[:2])
    kinds = ("Sales, Inc.", "Logistics, LLC", "Properties, LLC", "Receivables Funding, LLC", "International, Inc.", "Technology, LLC", "Insurance, Ltd.", "Canada ULC", "Export, Inc.", "Holdings I, Inc.")  # fmt: skip
    kept = sorted(rng.sample(range(len(kinds)), rng.randrange(6, 10)))
    where = {"Insurance, Ltd.": "Vermont", "Canada ULC": "Alberta"}
    rows: list[Row] = [(f"{name} {kinds[k]}", where.get(kinds[k]) or rng.choice(("Delaware", "Delaware", "Ohio", "Pennsylvania"))) for k in kept]  # fmt: skip
    return [
        f"Subsidiaries at December 31, {world.year}, each owned in full, directly or through another. Companies that would not be significant taken together are left out.",
        p.table([["Name", "State or province of organization"]], rows, "ruled", widths=("60%", "40%")),
    ]


def _certifications(world: FilingWorld) -> list[str | Markup]:
    return [
        f"We, {world.chief} and {world.treasurer}, each certify of ourselves:",
        p.clauses([
            ("1.", f"I have reviewed this annual report of {world.firm} for the year {world.year}."),
            ("2.", "To my knowledge it contains no untrue statement of a material fact and leaves out none that would be needed for its statements not to mislead."),
            ("3.", "To my knowledge the financial statements and other financial information in it fairly present, in all material respects, the financial condition, results and cash flows for the periods shown."),
            ("4.", "The other certifying officer and I are responsible for disclosure controls and for internal control over financial reporting. We have designed them, or had them designed under our supervision, have judged the disclosure controls at the end of the year, and have disclosed changes of the fourth quarter in internal control."),
            ("5.", "We have told the auditor and the audit committee of all significant deficiencies that we know of, and of any fraud that involves people with a significant part in internal control."),
        ]),
        p.signatures([(world.chief, f"Chief Executive Officer, {long_day(world.filed)}"), (world.treasurer, f"Chief Financial Officer, {long_day(world.filed)}")]),
    ]  # fmt: skip
