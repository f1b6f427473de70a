"""A master services agreement of eleven pages: order form, outline of sections, five schedules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, long_day, money, people
from dataset_builder.families.rubrics.domains.legal.contract_annex import extend
from dataset_builder.families.rubrics.domains.legal.contract_asks import ASKS
from dataset_builder.families.rubrics.domains.legal.contract_text import sections_back, sections_front
from dataset_builder.families.rubrics.domains.legal.contract_world import LEVELS, ROLES, TOOLS, ContractWorld
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper
from dataset_builder.families.rubrics.plots import Axis, Band, Series, plot

_CUSTOMERS = (
    "Three Bridges Foods, Inc.",
    "Northway Bottling Company",
    "Larkhaven Dairy Cooperative",
    "Old Quay Grocers, Inc.",
)
_SUPPLIERS = ("Halden Systems, LLC", "Brio Integration, Inc.", "Tarsus Data Works, Inc.", "Osprey Software Group, LLC")
_VENTURES = (
    "Ferry Point Logistics, LLC",
    "Greywater Cold Chain, LLC",
    "Juniper Route Sales, Inc.",
    "Beacon Fleet Leasing, LLC",
)
_STATES = ("Wessmoor", "Arrenland", "North Calloway", "Tavenna")  # fmt: skip
_BANDS = (
    ((99.9, 0), (99.5, 5), (99.0, 12), (98.0, 25), (0.0, 40)),
    ((99.8, 0), (99.4, 4), (98.9, 10), (98.0, 20), (0.0, 35)),
    ((99.9, 0), (99.6, 6), (99.2, 15), (98.5, 30), (0.0, 50)),
)


def sample(rng: random.Random) -> ContractWorld:
    """Draw an agreement."""
    one, two, three, four = people(rng, 4)
    first = rng.sample(("levels", "certificate", "persons"), 3)
    second = rng.sample(("competitor", "insolvent", "barred"), 3)
    mixed = list(zip(first, second, strict=True))
    swap = rng.randrange(3)
    lists = [
        list(part) for part in zip(*[pair if k != swap else pair[::-1] for k, pair in enumerate(mixed)], strict=True)
    ]
    affiliate = rng.choice((66, 70, 75, 80))
    low, high = rng.choice(((96, 104), (95, 105), (94, 106)))
    index = [rng.randrange(2 * low + 3, 2 * high - 2) / 2 for _ in range(12)]
    index[0] = 100.0
    index[rng.randrange(4, 12)] = rng.choice((high + 3.5, high + 5.0, low - 3.5, low - 4.5))
    rates: dict[str, dict[str, tuple[int, int, int, int]]] = {}
    for role in ROLES:
        base = rng.randrange(58, 104)
        rates[role] = {}
        for level in LEVELS:
            site = base + rng.randrange(0, 6)
            remote = site - rng.randrange(6, 13)
            rates[role][level] = (site, round(site * 1.5), remote, round(remote * 1.35))
            base += rng.randrange(24, 39)
    tools = rng.sample(TOOLS, 5)
    return ContractWorld(
        customer=rng.choice(_CUSTOMERS),
        supplier=rng.choice(_SUPPLIERS),
        venture=rng.choice(_VENTURES),
        state=rng.choice(_STATES),
        signers=(one, two),
        managers=(three, four),
        dated=day_between(rng, date(2020, 2, 1), date(2024, 11, 30)),
        number=f"MSA-{rng.randrange(100, 999)}",
        affiliate=affiliate,
        holding=rng.choice((52, 55, 60, 62)),
        multiple=rng.choice((2, 3, 4)),
        paid=rng.randrange(310, 790) * 1000,
        due=rng.randrange(21, 96) * 1000 + 500,
        grounds=(tuple(lists[0]), tuple(lists[1])),
        asked=(rng.randrange(2), rng.randrange(3)),
        credits=rng.choice(_BANDS),
        edge=rng.choice((1, 2, 3)),
        monthly=rng.randrange(24, 61) * 1000,
        index=tuple(index),
        corridor=(low, high),
        rates=rates,
        row=(rng.choice(ROLES[-3:]), rng.choice(LEVELS)),
        tools=tuple(tools),
        tool=rng.choice(tools),
        insurance=rng.choice((5, 8, 10)),
        renewal=rng.choice((90, 120, 180)),
    )


def paper(world: ContractWorld, rng: random.Random) -> Paper:
    """Return the agreement."""
    accent = rng.choice(("#0b3c5d", "#3d2b56", "#5c1a1b", "#134e4a"))
    body, heading = rng.choice(
        (("Source Serif 4", "Libre Franklin"), ("Lora", "Barlow"), ("IBM Plex Serif", "IBM Plex Sans"))
    )
    return Paper(
        f"Services agreement {world.number}",
        p.join([_order(world, rng), *_parts(world), p.box(sections_front(world) + sections_back(world), "sections"), _levels(world), _rates(world), _prices(world, accent), _lists(world), *_annexes(world)]),
        ("legal/contract",),
        {"accent": accent, "tint": "#f3f4f6", "body": body, "head": heading},
        {"top-left": f"{world.number}  Master services agreement", "top-right": f"{world.customer} / {world.supplier}", "bottom-center": "{page} of {pages}"},
        margin="0.95in 1.05in 0.85in",
    )  # fmt: skip


def _order(world: ContractWorld, rng: random.Random) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        ("Customer", f"{world.customer}, {address(rng)}"),
        ("Supplier", f"{world.supplier}, {address(rng)}"),
        ("Date", long_day(world.dated)),
        (
            "Services",
            "Operation and further development of the order platform; help desk for its users; projects under further Orders",
        ),
        *((f"Part {letter}", title) for letter, (title, _) in zip("BCDE", world.parts, strict=False)),
        ("Service Levels", "Schedule 1"),
        ("Monthly charge", f"{money(world.monthly)}, for the Services other than projects"),
        ("Projects", "Time and materials, at the rate card of Schedule 2"),
        ("Key Persons", "Head of delivery; lead architect"),
        ("Subcontractors", "None at the date of this Order form"),
        ("Law", f"State of {world.state}"),
    ]
    contents = ("Terms", "Services", "Charges and payment", "Deliverables and acceptance", "Rights in what is made", "Records and audit", "Governance", "Confidentiality and data",
                "Term and termination", "Warranties and indemnities", "Liability", "Insurance", "Events beyond control", "Disputes and law", "General")  # fmt: skip
    return p.fixed(
        [
            p.tag("div", p.join([p.head(1, "Master services agreement"), p.para(f"{world.customer}\nand {world.supplier}")]), "title"),
            p.head(2, "Order form no. 1"),
            p.table([], rows, "order", widths=("22%", "78%")),
            p.head(2, "Contents"),
            p.box([p.clauses([(f"{k}.", name) for k, name in enumerate(contents, 1)]), p.clauses([("S1", "Service Levels and credits"), ("S2", "Rate card"), ("S3", "Price review"), ("S4", "Supplier Tools"), ("S5", "Form of Change"), *((f"S{k}", name) for k, (name, _) in enumerate(world.annexes, 6))])], "columns contents"),
            p.para("By signing below, the parties agree to the Sections and Schedules that follow, and to this Order form as the first Order under them."),
        ],
        "front",
        [p.signatures([(world.signers[0], f"{world.customer}, chief operating officer"), (world.signers[1], f"{world.supplier}, managing member")])],
    )  # fmt: skip


def _levels(world: ContractWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = []
    for k, (low, rate) in enumerate(world.credits):
        if k == 0:
            band: str | Markup = p.rich(f"[[low.0|at least {low:.1f}%]]")
        elif low:
            band = p.rich(f"[[low.{k}|at least {low:.1f}%]], less than {world.credits[k - 1][0]:.1f}%")
        else:
            band = f"less than {world.credits[k - 1][0]:.1f}%"
        rows.append(
            (
                band,
                Cell(p.mark(f"credit.{k}", f"{rate}%") if rate else "none", kind="n"),
                (
                    "Target met",
                    "Report at the weekly meeting",
                    "Report to the board within ten days",
                    "Plan of remedy, for the board",
                    "Plan of remedy; counts twice under Section 9.2",
                )[k],
            )
        )
    others: list[Sequence[str | Markup | Cell]] = [
        ("Help desk: calls answered within 40 seconds", "85%", "2% for each full 5 points below"),
        ("Faults that stop work: mended within 8 hours", "95%", "3% for each fault beyond the first that is late"),
        ("Other faults: mended within 5 Working Days", "90%", "1% for each full 5 points below"),
        ("Restoring of data from a copy, tested each quarter", "4 hours", "2% for each test that fails"),
        ("Monthly report: on or before Working Day 6", "yes", "none; three late reports in a row go to the board"),
    ]
    return p.box(
        [
            p.head(1, "Schedule 1: Service Levels and credits"),
            p.head(3, "A. Availability of the order platform"),
            "Availability is the share of the minutes of a calendar month in which the order platform answers Customer's probe within three seconds, planned windows left out. Planned windows are Sundays from 2 to 5 a.m.; others need five Working Days' notice and Customer's consent. The share is rounded to one tenth of a percent.",
            p.table([["Availability in the month", Cell("Credit, share of monthly charge", kind="n"), "Further step"]], rows, "grid", widths=("40%", "22%", "38%")),
            p.head(3, "B. Other Service Levels"),
            p.table([["Service Level, measured by month", "Target", "Credit, share of monthly charge"]], others, "grid", widths=("48%", "14%", "38%")),
            "Credits of one month add up, but to no more than half of the monthly charge. They are taken off the next invoice but one without being claimed, and are a reduction of the price and not a penalty: they don't keep Customer from other remedies, against which they are set off. A Service Level that is missed because Customer held back access that an Order asks for does not count.",
        ],
        "schedule",
    )  # fmt: skip


def _rates(world: ContractWorld) -> Markup:
    heads: list[Sequence[str | Markup | Cell]] = [
        [Cell("Role", rows=2), Cell("Level", rows=2, kind="c"), Cell("On site", columns=2, kind="c"), Cell(p.mark("rate-head", "Remote"), columns=2, kind="c")],
        [Cell("Standard", kind="n"), Cell("After hours", kind="n"), Cell("Standard", kind="n"), Cell("After hours", kind="n")],
    ]  # fmt: skip
    rows: list[Sequence[str | Markup | Cell]] = []
    for role, levels in world.rates.items():
        for level, amounts in levels.items():
            cells = [
                Cell(p.mark(f"rate.{role.replace(' ', '-')}.{level}.{k}", money(one)), kind="n")
                for k, one in enumerate(amounts)
            ]
            rows.append([role, Cell(level, kind="c"), *cells])
    return p.box(
        [
            p.head(1, "Schedule 2: Rate card"),
            "Rates are in dollars an hour, without taxes. Levels: I under three years of practice in the role, II three to seven years, III more. The level is that of the person when the work is done, as the Order has it, and does not rise without a Change.",
            "Standard hours are 8 a.m. to 6 p.m. on Working Days. [[after-hours|All other hours are after hours, Saturdays, Sundays and bank holidays among them]]. After-hours work is charged only where Customer asked for it in advance in writing; standby without work is charged at a tenth of the rate. Work is on site where it is done at premises of Customer at Customer's wish, and otherwise remote.",
            p.table(heads, rows, "rates", repeat=False),
            p.notes([("", "The parties may add roles by a Change. A day has at most ten chargeable hours a person.")]),
        ],
        "schedule",
    )  # fmt: skip


def _prices(world: ContractWorld, accent: str) -> Markup:
    low, high = world.corridor
    points = tuple((float(k), one) for k, one in enumerate(world.index, 1))
    ticks = tuple(float(one) for one in range(88, 116, 4))
    figure = plot(
        "idx", [Series("index", "Index of pay in computing services, start of term = 100", points)], Axis("Contract quarter", tuple(float(k) for k in range(1, 13)), minor=False),
        Axis("Index", ticks), width=600, height=300, colours=(accent,), bands=(Band(float(low), float(high), "corridor"),),
    )  # fmt: skip
    return p.box(
        [
            p.head(1, "Schedule 3: Price review"),
            f"The parties look at the index of pay in computing services at the end of each contract quarter. [[corridor|While the reading lies between {low} and {high} (the corridor), rates stay as they are]]. If it lies outside, in either direction, the party that gains by a change may ask for a review within thirty days, and rates of the next four quarters move by half of the distance between the reading and 100.",
            "No review reaches back, and there is at most one in four quarters. A reading that is later revised by its publisher counts as first published. The figure is kept by the managers and is replaced after each quarter; that below is the state at the end of the term's twelfth.",
            p.figure(figure, "Figure S3. Readings by contract quarter. The shaded band is the corridor."),
        ],
        "schedule on",
    )  # fmt: skip


def _lists(world: ContractWorld) -> Markup:
    uses = {
        "Reporting connector": "moves figures from the platform into spreadsheets",
        "Route solver": "orders stops on a delivery round",
        "Test harness": "runs recorded orders against a new release",
        "Label reader": "reads bar codes and printed dates from photographs",
        "Sync agent": "keeps stock counts of depots in step",
        "Batch scheduler": "starts and watches work that runs at night",
    }
    rows: list[Sequence[str | Markup | Cell]] = [
        (str(k), p.mark("tool" if name == world.tool else f"tool.{k}", name), uses[name], f"{k + 1}.{(k * 3) % 7}")
        for k, name in enumerate(world.tools, 1)
    ]
    blanks: list[Sequence[str | Markup | Cell]] = [
        (name, "")
        for name in (
            "Change no. and date",
            "Asked for by, and why",
            "What changes in the Services",
            "Price, worked out with Schedule 2",
            "Effect on dates and Service Levels",
            "Tests and acceptance",
            "Signed for Customer",
            "Signed for Supplier",
        )
    ]
    return p.box(
        [
            p.head(1, "Schedule 4: Supplier Tools"),
            "Tools that are in use when this Agreement is signed. Supplier shall add others before it first uses them; a tool that is not listed is part of the Deliverable in which it is found.",
            p.table([["No.", "Tool", "What it does", "Release"]], rows, "grid", widths=("8%", "26%", "52%", "14%")),
            p.head(1, "Schedule 5: Form of Change"),
            p.table([], blanks, "blanks", widths=("36%", "64%")),
        ],
        "schedule on",
    )  # fmt: skip


def _parts(world: ContractWorld) -> list[Markup]:
    return [
        p.box(
            [p.head(1, f"Order form no. 1, Part {letter}: {title}"), body],
            "schedule" if letter == "B" else "schedule on",
        )
        for letter, (title, body) in zip("BCDE", world.parts, strict=False)
    ]


def _annexes(world: ContractWorld) -> list[Markup]:
    return [
        p.box([p.head(1, f"Schedule {k}: {title}"), body], "schedule" if k == 6 else "schedule on")
        for k, (title, body) in enumerate(world.annexes, 6)
    ]


CONTRACT = Design("services_agreement", sample, paper, ASKS, extend)
