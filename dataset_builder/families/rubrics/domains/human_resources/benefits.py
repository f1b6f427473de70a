"""A benefits packet: coloured pages with plans side by side, costs by pay band, accounts with an aside, and a chart."""

from __future__ import annotations

import random
from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import money
from dataset_builder.families.rubrics.domains.human_resources.benefits_asks import ASKS
from dataset_builder.families.rubrics.domains.human_resources.benefits_world import (  # fmt: skip
    CLAIMS,
    PLANS,
    TIERS,
    BenefitsWorld,
    sample_benefits,
)
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Series, plot


def paper(world: BenefitsWorld, rng: random.Random) -> Paper:
    """Return the packet."""
    accent, second, tint = rng.choice((("#0a6e6e", "#f2a03d", "#e6f3f2"), ("#41337a", "#e76f51", "#eeecf6"), ("#1b5e9b", "#8ab833", "#e8f1f9"), ("#9b2743", "#2a9d8f", "#f8eaee")))  # fmt: skip
    pages = [
        _cover(world),
        _dates(world),
        _medical(world),
        _costs(world),
        _accounts(world),
        _choice(world),
        _more(world),
    ]
    return Paper(
        f"Benefits {world.year}, {world.firm}",
        p.join(pages),
        ("human_resources/benefits",),
        {"accent": accent, "second": second, "tint": tint, "body": rng.choice(("Source Sans 3", "Libre Franklin", "IBM Plex Sans")), "head": rng.choice(("Zilla Slab", "Barlow", "Lora"))},
        {"bottom-left": f"{world.firm}   Benefits {world.year}", "bottom-right": "{page}"},
        margin="0.6in 0.7in",
    )  # fmt: skip


def _page(title: str, blocks: Sequence[str | Markup], foot: Sequence[str | Markup] = ()) -> Markup:
    return p.fixed([p.tag("div", title, "band"), *blocks], "page", foot)


def _cover(world: BenefitsWorld) -> Markup:
    return p.fixed(
        [
            Markup('<svg width="816" height="560" viewBox="0 0 816 560"><rect width="816" height="560" fill="var(--accent)"/><circle cx="640" cy="150" r="210" fill="var(--second)"/><circle cx="150" cy="470" r="150" fill="#ffffff30"/><rect x="380" y="330" width="240" height="240" fill="#ffffff22"/></svg>'),
            p.box([p.head(1, f"Your benefits {world.year}"), p.para(f"A guide for employees of {world.firm}", "sub"), p.para(f"Open enrollment runs from October 28 to November 15, {world.year - 1}. Inside: three medical plans, what they cost you, accounts that save tax, and everything else we offer."),
                   p.table([], [("2", "Dates, and how to enroll"), ("3", "Medical plans side by side"), ("4", "What you pay"), ("5", "Accounts that save tax"), ("6", "Which plan suits you"), ("7", "Dental, vision, life, retirement, contacts")], "toc", widths=("8%", "92%"))], "title"),
        ],
        "bare cover",
    )  # fmt: skip


def _dates(world: BenefitsWorld) -> Markup:
    year = world.year
    steps = ("Look up your pay band. It goes by your annual base pay on October 1, without overtime or bonus.", "Compare plans, and check that your doctors are in the network of the plan you have in mind.",
             "List whom you cover. New dependents need a copy of a birth or marriage certificate by November 30.", "Choose in the portal or on paper, and keep the confirmation.", "If you do nothing, you keep your medical plan at the new price. Account elections end with the year and must be made again.")  # fmt: skip
    dates: list[Sequence[str | Markup | Cell]] = [
        (f"October 14, {year - 1}", "Packets go out; the portal shows new prices"),
        (f"October 28, {year - 1}", "Open enrollment starts"),
        (f"November 6, {year - 1}", "Benefits fair, canteen of the main building, 11 to 3"),
        (f"November 15, {year - 1}", "Open enrollment ends at midnight"),
        (f"November 30, {year - 1}", "Last day for proof of dependents"),
        (f"January 1, {year}", "Choices take effect; new cards are valid"),
    ]
    return _page(
        "Dates, and how to enroll",
        [
            p.box([p.box([p.head(3, "Five steps"), p.items(list(steps), ordered="1")], "half"), p.box([p.head(3, "Mark your calendar"), p.table([], dates, "dates", widths=("42%", "58%"))], "half")], "pair"),
            p.head(3, "Who is eligible"),
            "Employees who are scheduled for 30 hours a week or more, from the first of the month after their first 30 days. Spouses, and children up to the end of the month in which they turn 26, can be covered. A spouse who is offered medical coverage at work can join our plans, but the "
            "dental plan only after two years.",
            p.head(3, "What is new"),
            p.items(["The Plus plan now pays for hearing aids, up to $1,500 for each ear every three years.", "Telehealth visits are free in the Basic and Plus plans; in the Saver plan they count toward the deductible.", "Acupuncture moves from the list of exclusions to the list of limited services: twelve visits a year.", "The gym allowance is discontinued. Balances can be used until March 31."]),
            p.head(3, "Changes during the year"),
            "Outside open enrollment you can change a choice within 31 days of a birth, adoption, marriage, divorce, death, move out of the network's area, or loss of other coverage. The change must fit the event. Report it in the portal and add proof; coverage starts on the day of the event, "
            "and so do contributions.",
            p.box([p.para("**Need help?** Advisers answer questions on weekdays from 8 to 6 at the number on the last page, in English and Spanish.")], "callout"),
        ],
    )  # fmt: skip


def _medical(world: BenefitsWorld) -> Markup:
    plans = [world.plans[name] for name in PLANS]
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("", rows=2), *(Cell(name, columns=2, kind="c plan") for name in PLANS)],
        [Cell(side, kind="c") for _ in PLANS for side in ("In network", "Out of network")],
    ]

    def both(amounts: Sequence[tuple[str, str]]) -> list[str | Markup | Cell]:
        return [Cell(one, kind="c") for pair in amounts for one in pair]

    rows: list[Sequence[str | Markup | Cell]] = [
        ["Deductible, one person", *both([(money(one.deductible[0]), money(one.deductible[1])) for one in plans])],
        ["You pay after it", *both([(f"{one.share[0]}%", f"{one.share[1]}%") for one in plans])],
        ["Most you pay in a year, one person", *both([(money(one.most[0]), money(one.most[1])) for one in plans])],
        ["Preventive care", *both([("nothing", "not covered"), ("nothing", "not covered"), ("nothing", "35%")])],
        ["Office visit", *both([("deductible, then 20%", "deductible, then 40%"), ("$30", "deductible, then 45%"), ("$20", "deductible, then 35%")])],
        ["Emergency room", *both([("deductible, then 20%", "as in network"), ("$300", "as in network"), ("$200", "as in network")])],
        ["Hospital stay^1^", *both([("deductible, then 20%", "deductible, then 40%"), ("deductible, then 25%", "deductible, then 45%"), ("deductible, then 10%", "deductible, then 35%")])],
        ["Generic drugs, 30 days", *both([("deductible, then $10", "not covered"), ("$10", "not covered"), ("$8", "not covered")])],
        ["Brand drugs, 30 days^2^", *both([("deductible, then 30%", "not covered"), ("30%, at most $120", "not covered"), ("25%, at most $90", "not covered")])],
    ]  # fmt: skip
    return _page(
        "Medical plans side by side",
        [
            "All three plans use the same network and the same list of drugs. They differ in what you pay from each paycheck, and in what you pay when you need care.",
            p.table(heads, rows, "medical", widths=("19%", "13.5%", "13.5%", "13.5%", "13.5%", "13.5%", "13.5%")),
            p.notes([("1", "Planned stays need approval beforehand; without it you pay $500 more."), ("2", "Where a generic exists, you also pay the difference in price unless your doctor rules it out.")]),
            p.box([p.box([p.head(3, "Saver"), "Lowest cost per paycheck and a high deductible. It comes with an account to which we contribute; see page 5."], "half"),
                   p.box([p.head(3, "Basic"), "Fixed amounts for visits and most drugs. The deductible applies to hospital care, imaging and surgery."], "half"),
                   p.box([p.head(3, "Plus"), "Highest cost per paycheck, lowest when you are ill. The only plan that pays for preventive care outside the network."], "half")], "pair"),
            p.para("For two or more persons, deductibles and yearly limits are double the amounts shown, and no one person has to meet more than the amount for one."),
        ],
    )  # fmt: skip


def _costs(world: BenefitsWorld) -> Markup:
    a, b, c = world.edges
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Plan and whom you cover", rows=2), Cell("Your annual base pay", columns=4, kind="c plan")],
        [Cell(f"up to {money(a)}", kind="c"), Cell(p.mark("edge.1", f"over {money(a)}, up to {money(b)}"), kind="c"), Cell(p.mark("edge.2", f"over {money(b)}, up to {money(c)}"), kind="c"), Cell(f"over {money(c)}", kind="c")],
    ]  # fmt: skip
    rows: list[Sequence[str | Markup | Cell]] = []
    for name in PLANS:
        rows.append([Cell(name, columns=5, kind="group")])
        for n, tier in enumerate(TIERS):
            rows.append(
                [
                    Cell(tier, kind="in"),
                    *(
                        Cell(p.mark(f"cost.{name}.{n}.{k}", str(amount)), kind="c")
                        for k, amount in enumerate(world.costs[name][tier])
                    ),
                ]
            )
    return _page(
        "What you pay",
        [
            f"Amounts in dollars per paycheck, before tax; there are 26 paychecks in {world.year}. Base pay is that of October 1, {world.year - 1}, and stays the measure all year even if your pay changes.",
            p.table(heads, rows, "costs", widths=("32%", "17%", "17%", "17%", "17%")),
            p.head(3, "Two things that change the amount"),
            p.items(["**Tobacco.** If you or a covered spouse use tobacco, add $35 per paycheck, once. It ends with the month after you finish the free course.", "**Spouses with other coverage.** If your spouse has been offered coverage at work, add $40 per paycheck, unless that coverage costs more than a tenth of your spouse's pay."]),
            p.para(f"{world.firm} pays the rest: on average 81% of the cost of coverage for employees and 68% for dependents. Part-time employees pay half as much again."),
        ],
    )  # fmt: skip


def _accounts(world: BenefitsWorld) -> Markup:
    single, family = world.account
    one, more = world.monthly
    aside = p.box(
        [
            p.head(4, "Joining later in the year"),
            p.para(f"If your coverage starts after January 1, our money comes month by month instead: [[late.single|${one} for each full month of coverage]] that is left in the year if you cover yourself, and [[late.family|${more} for each]] if you cover others."),
        ],
        "aside",
    )  # fmt: skip
    text = p.box(
        [
            p.head(3, "Health savings account"),
            f"The account belongs to you and goes with the Saver plan only. [[full.single|We put in {money(single)} in January if you cover yourself]] and {money(family)} if you cover others. What you add is taken from your pay before tax, and you can change it "
            "every month. The balance is carried from year to year, earns interest, and can be invested once it is over $1,000.",
            "You can spend it on deductibles, drugs, glasses, dental work and many other things; the bank's app has a list. For anything else, tax and a penalty are due. Keep receipts. Nobody asks for them when you pay, "
            "but the tax office may do so years later. You cannot have the account if you are also covered by a plan that is not of this kind, a spouse's health care account among them.",
            aside,
            "If you leave, the account goes with you; only the fee of $3 a month, which we pay now, becomes yours. In the year in which you turn 55 you may put in $1,000 more than the legal limit.",
            p.head(3, "Health care account"),
            "For those in the Basic or the Plus plan, or in none. You choose an amount for the year, up to $3,200, and all of it can be used from the first day. What is left at the end of the year is lost, but for $500, which is carried over. Claims for the old year are paid until March 31.",
            p.head(3, "Dependent care account"),
            "For day care, after-school care and summer day camps of children under 13, and for adults who can't be left alone while you work. Up to $5,000 a family, half of that for spouses who file taxes apart. Only what has been paid in can be paid out. Nothing is carried over.",
            p.head(3, "Commuter account"),
            "For transit passes and parking near work, up to the legal limit each month. You can start, change and stop it with a month's notice. The account is closed when you leave, and unused money for parking is lost.",
            p.head(3, "Which goes with which"),
            "The savings account and the health care account exclude each other. The other two go with everything. Amounts that you choose for one can't be moved to another.",
        ],
        "columns",
    )  # fmt: skip
    return _page("Accounts that save tax", [text])


def _choice(world: BenefitsWorld) -> Markup:
    top = max(max(row) for row in world.spent.values())
    ticks = tuple(float(step) for step in range(0, top + 1500, 1500))
    series = [
        Series(name.lower(), name, tuple((float(x), float(y)) for x, y in zip(CLAIMS, world.spent[name], strict=True)))
        for name in PLANS
    ]
    svg = plot(
        "cost",
        series,
        Axis("Cost of care in the year before any plan pays, dollars", tuple(float(x) for x in CLAIMS), minor=False),
        Axis("What it costs you in all, dollars", ticks),
        width=640,
        height=400,
    )
    return _page(
        "Which plan suits you",
        [
            p.para("The chart shows what one employee in the second pay band, who covers nobody else, spends in a year on paychecks and on care in the network. It leaves out tax savings and the money that we put into the Saver plan's account."),
            p.figure(svg, "Lines are told apart by the key below the chart. Drugs count like other care."),
            p.box([p.box([p.head(3, "Rarely ill"), "You pay for little more than check-ups, which are free in the network in every plan. What comes out of each paycheck decides."], "half"),
                   p.box([p.head(3, "Regular care"), "Look at visits and drugs rather than at the deductible. Fixed amounts make a year easier to plan."], "half"),
                   p.box([p.head(3, "Big year ahead"), "Surgery, a birth, a long treatment: the most you pay in a year, plus a year of paychecks, is what counts."], "half")], "pair"),
            p.para("The portal's calculator does the same sums with your own pay band, dependents and drugs."),
        ],
    )  # fmt: skip


def _more(world: BenefitsWorld) -> Markup:
    a, b, c = world.match
    dental = [
        (tier, str(price), p.mark(f"vision.{k}", "see insert V"))
        for k, (tier, price) in enumerate(zip(TIERS, (7, 14, 15, 22), strict=True))
    ]
    match = [("less than 3 years", f"{a}%"), ("3 to less than 8 years", f"{b}%"), ("8 years and more", f"{c}%")]
    return _page(
        "Dental, vision, life, retirement",
        [
            p.box(
                [
                    p.box([p.head(3, "Dental and vision"), "Dental pays for two cleanings a year, 80% of fillings, half of crowns, and braces for children up to $1,800. The vision plan is put out to bid this fall; benefits stay as they are.",
                           p.table([["Per paycheck, dollars", Cell("Dental", kind="c"), Cell("Vision", kind="c")]], [(x, Cell(y, kind="c"), Cell(z, kind="c")) for x, y, z in dental], "small")], "half"),
                    p.box([p.head(3, "Retirement"), "You are enrolled at 5% of pay after 60 days unless you opt out. We match what you put in, dollar for dollar, up to a share of pay that grows with service. The match is yours after two years.",
                           p.table([["Service on January 1", Cell("Match up to", kind="c")]], [(x, Cell(y, kind="c")) for x, y in match], "small")], "half"),
                ],
                "pair",
            ),
            p.head(3, "Life and disability"),
            "Life insurance of one year's base pay costs you nothing. You can buy up to five times your pay, up to $200,000 without questions on health when first eligible. Short-term disability pays 60% of base pay from the eighth day for up to 25 weeks; long-term disability takes over from there.",
            p.head(3, "Also on offer"),
            p.items(["Employee assistance: six visits to a counselor for each issue, for everyone in your household.", "Adoption: up to $6,000 toward costs of each adoption.", "Tuition: 75% of fees for courses agreed beforehand, up to $4,500 a year, with a grade of B or better.", "Pet insurance and home insurance at group rates, by payroll deduction."]),
            p.head(3, "Whom to ask"),
            p.table([["For", "Whom", "Where"]], [("Enrollment, proof of dependents", f"{world.contact}, People office", f"ext. {2100 + world.pick % 700}"), ("Claims, cards, network", "Plan administrator", "number on your card"), ("Accounts", "The bank's app, or its help desk", "weekdays 7 to 9"), ("Retirement", f"{world.second}, People office", f"ext. {2800 + world.pick % 190}")], "small"),
        ],
        [p.para("This guide sums up the plans. Where it differs from plan documents or insurance contracts, those govern. The company may change or end any plan. Notices on privacy, continued coverage and special enrollment are posted in the portal.")],
    )  # fmt: skip


BENEFITS = Design("benefits_packet", sample_benefits, paper, ASKS)
