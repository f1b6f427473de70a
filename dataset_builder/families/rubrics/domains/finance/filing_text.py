"""The words of an annual filing: business, risks, properties, discussion."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day
from dataset_builder.families.rubrics.domains.finance.figures import say, show
from dataset_builder.families.rubrics.domains.finance.filing_world import FilingWorld
from dataset_builder.families.rubrics.paper import Cell

_YEAR_END = "December 31"


def business(world: FilingWorld) -> Markup:
    """Return item 1."""
    w = world.profile
    made = sum(one.use.startswith("Manu") for one in world.sites)
    return p.join(
        [
            p.head(2, "Item 1. Business"),
            p.head(3, "General"),
            f"{world.firm} (\"we\" or the \"Company\") makes {w['makes']}: {w['goods']}. We sell to some 1,900 {w['users']} from {made} plants and two distribution centers, all in the United States. "
            f"Net sales in {world.year} were {say(world.sales[0])}.",
            p.head(3, "Products and markets"),
            "Our products are specified early in a customer's design and are costly to replace once qualified. Between a first trial and regular orders a year or more commonly passes. About two thirds "
            "of our sales are made under annual agreements that set prices, or formulas for prices, but no volumes; the remainder is sold order by order. Sales are made by our own force of sixty-two "
            "representatives and, west of the mountain states, by three independent agents who carry no competing lines.",
            "Demand follows industrial production with a lag of about a quarter. It is strongest from April to October. We carry finished stock for the ten busiest weeks of the year and finance it under "
            "our revolving facility, so that borrowings are usually highest in May.",
            p.head(3, "Customers"),
            f"No customer accounted for a tenth or more of net sales in {world.year}. The ten largest together accounted for 38%, and the longest of these relations goes back to 1961. Receivables are "
            "insured where cover can be had at reasonable cost; losses have averaged less than a tenth of one percent of sales over five years.",
            p.head(3, "Raw materials and energy"),
            f"Our largest purchased input is {w['input']}. Since 2019 we have bought most of what we need under a long-term supply agreement with {w['supplier']}, which runs to 2031 "
            f"([[ltsa|the agreement is Exhibit 10.4; its price schedule, Annex B, states the base price per {w['unit']}]]). The base price moves with a published index each January. We also buy packaging, pallets "
            "and refractories from several suppliers and have had no difficulty in obtaining them. Electric power is bought from the utilities that serve each site, at tariffs that are reviewed about every third year.",
            p.head(3, "Competition"),
            "We compete with two national producers, each larger than we are, and with a number of regional ones. Freight limits how far our heavier products travel, and we rarely sell more than four "
            "hundred miles from a plant. Quality, technical service and delivery count for as much as price in most of what we sell. Imports matter in the lightest grades only.",
            p.head(3, "Employees"),
            f"We had 2,{140 + world.pick % 700} employees at year end, of whom about half are represented by unions under seven agreements. Two of these expire in {world.year + 1}. The last stoppage, of nine "
            "days, was in 2014.",
            world.extra("business"),
            p.head(3, "Environmental matters"),
            f"Our plants hold air and storm water permits that fix limits, monitoring and reports. We spent $4.{world.pick % 9 + 1} million on equipment for compliance in {world.year} and expect about as much next "
            "year. Obligations that stem from sites we no longer own are described in Note 9.",
        ]
    )  # fmt: skip


def risks(world: FilingWorld) -> Markup:
    """Return item 1A."""
    w = world.profile
    entries = (
        ("Demand for our products depends on industrial activity that we cannot control.",
         "A fall in orders reaches our plants quickly because customers hold little stock of what we sell. Our costs are largely fixed in the short run, so that a loss of volume weighs on earnings more than "
         "in proportion. In the recession of 2009 our volume fell by a quarter within two quarters and took eleven to come back."),
        (f"The cost and supply of {w['input']} can change abruptly.",
         f"One supplier meets most of our needs. If {w['supplier']} failed to deliver, we would have to buy at spot prices, and at times of shortage we might not be able to buy at all. Formulas in our sales "
         "agreements pass on part of a change in cost only, and with a delay of one to two quarters."),
        ("Closing or converting plants may cost more and save less than we expect.",
         f"We have closed plants in the past and may do so again; the {world.former[0]} works, for one, was sold in 2016. Moving a product to another plant requires customers to qualify it again, and some may use the "
         f"occasion to turn to a competitor. Skilled operators of a {w['asset']} are hard to find, and those whose plant is to close may leave before it does."),
        ("Our credit agreement limits what we can do.",
         "It restricts further debt, liens, dividends and acquisitions and sets a maximum for the Net Leverage Ratio, which is tested each quarter. A breach would allow lenders to demand repayment, and "
         "a default under it would be one under the indenture of our senior notes as well. Terms with capital letters are explained in Note 8."),
        ("We may have to pay more than we have accrued for obligations from former operations.",
         "Amounts accrued are estimates of what is probable. They do not include what is merely possible, and they may be revised when more becomes known about soil, groundwater or the intentions of regulators."),
        ("An unplanned outage could interrupt deliveries.",
         f"Each plant depends on one or two large pieces of equipment. A failed lining idled the {w['asset']} at {world.former[1]} for seven weeks last summer; it was relined, restarted in September and has run at its rated "
         "output since. Insurance covered part of the lost margin after a waiting period of thirty days."),
        ("Our information systems could fail or be attacked.",
         "We run one system for orders, stock and accounts at all sites. In a test in the spring, restoring it from copies took fifty-one hours. During such a time we could ship what is on hand and little else."),
    )  # fmt: skip
    blocks: list[str | Markup] = [p.head(2, "Item 1A. Risk factors")]
    for title, text in entries:
        blocks += [p.tag("h4", title), text]
    return p.join([*blocks[:5], world.extra("risks"), *blocks[5:], world.extra("officers")])


def properties(world: FilingWorld) -> Markup:
    """Return items 2 and 3."""
    first = world.closing[0]
    rows: list[Sequence[str | Markup | Cell]] = []
    for one in world.sites:
        remark: str | Markup = ""
        if one.town == first:
            remark = p.mark("close.0", f"Production ends in the second quarter of {world.year + 1}")
        elif one.town == world.former[1]:
            remark = p.mark("paused", "Relined and restarted in September")
        elif one.use == "Headquarters" and one.held == "Leased":
            remark = "Lease runs to 2029"
        elif one.use == "Distribution" and one.held == "Leased":
            remark = "Two renewal options of five years"
        elif one.area % 5 == 0:
            remark = "Land of 41 acres; third line added in 2021"
        rows.append((one.town, one.use, one.held, Cell(f"{one.area}", kind="n"), remark))
    return p.join(
        [
            p.head(2, "Item 2. Properties"),
            f"Our sites at {_YEAR_END}, {world.year} are listed below. We consider them adequate and in good repair. Plants ran at 71% of capacity on average.",
            p.table([["Location", "Use", "Held", Cell("Thousand sq ft", kind="n"), "Remarks"]], rows, "ruled", widths=("18%", "25%", "10%", "12%", "35%")),
            p.head(2, "Item 3. Legal proceedings"),
            "We are party to suits that arise in the ordinary course, most of them about workplace injuries or commercial terms. None is expected to have a material effect. A claim by a former agent for "
            "commissions, disclosed last year, was dismissed in August, and the time for appeal has run out.",
            p.head(2, "Item 4. Mine safety disclosures"),
            "Not applicable.",
            p.head(2, "Item 5. Market for the registrant's common equity"),
            f"Our common stock had 1,{200 + world.pick % 600} holders of record on {long_day(world.filed)}. We have paid a quarterly dividend without interruption since 1988; in {world.year} it was $0.11 a share in each quarter. "
            "We bought no shares in the fourth quarter. About 640,000 remain under the authorization of 2021, which has no end date.",
            world.extra("market"),
        ]
    )  # fmt: skip


def discussion(world: FilingWorld) -> Markup:
    """Return item 7."""
    s0, s1, s2 = world.sales
    own, way = world.ebitda[1], "rose" if s0 > s1 else "fell"
    heads: list[Sequence[str | Markup | Cell]] = [
        ["In millions, except percent", *(Cell(str(world.year - k), kind="n") for k in range(3))]
    ]
    margins = (own / s0, own / s0 + 0.004, own / s0 - 0.007)
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Net sales", *(Cell(show(one), kind="n") for one in world.sales)),
        ("Adjusted EBITDA (our own measure)", Cell(p.mark("own", show(own)), kind="n"), *(Cell(show(round(one * m, 1)), kind="n") for one, m in zip((s1, s2), margins[1:], strict=True))),
        ("Share of net sales", *(Cell(f"{m:.1%}", kind="n") for m in margins)),
        ("Capital expenditures", *(Cell(show(round(one * 0.043, 1)), kind="n") for one in world.sales)),
    ]  # fmt: skip
    diff = abs(s0 / s1 - 1)
    return p.join(
        [
            p.head(2, "Item 7. Management's discussion and analysis"),
            p.head(3, "Overview"),
            p.table(heads, rows, "ruled", widths=("49%", "17%", "17%", "17%")),
            f"Net sales {way} {diff:.1%} in {world.year}. Selling prices were higher in all product lines as formulas caught up with the cost of {world.profile['input']}; volume was lower in the first half, when customers "
            "ran down stock, and about level in the second. Freight cost per ton fell for the first time in three years.",
            f"The outage at {world.former[1]} cost us volume in July and August that was only partly made up. Savings from purchasing and from shift patterns introduced in the prior year came to about $5 million.",
            world.extra("results"),
            p.head(3, "Liquidity and capital resources"),
            f"Cash was {say(world.cash)} at year end. We had no borrowings due within twelve months other than scheduled installments of the term loan. Unused commitments under the revolving facility were {say(round(120 - world.debt[2] - world.commitments['letters'], 1))} "
            "after letters of credit.",
            f"The Credit Agreement requires a Net Leverage Ratio of [[most|not more than {world.most:.2f}]] to 1.00 at the end of each quarter. How it is computed is set out in Note 8(b). We expect to remain in "
            f"compliance through {world.year + 1}.",
            f"In February {world.year + 1} we settled the obligation described in Note 9(b)(ii) by [[paid|a single payment of {say(world.paid)}]] and have no further liability under it.",
            f"We plan capital expenditures of about {say(round(s0 * 0.046, 1))} next year, a third of it for environmental and safety projects, and expect to pay for them from operations.",
            p.head(3, "Critical accounting estimates"),
            "Estimates that matter most concern goodwill, pensions and environmental accruals. Goodwill was tested in October; the fair value of each reporting unit exceeded its carrying amount by at least a "
            "fifth. A change of half a percentage point in the discount rate would change the pension obligation by about $7 million and annual cost by $0.4 million.",
            p.head(2, "Item 7A. Quantitative and qualitative disclosures about market risk"),
            "The term loan and the revolving facility bear interest at rates that float; a change of one percentage point would change annual interest by about $2.5 million. We do not hedge interest. A tenth "
            f"more or less in the price of {world.profile['input']} changes annual cost by about $6 million before price formulas take effect.",
        ]
    )  # fmt: skip
