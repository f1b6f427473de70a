"""An office lease as filed: basic information, two pages of two columns, two amendments, a parking plan."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, long_day, money, people, short_day
from dataset_builder.families.rubrics.domains.legal.lease_asks import ASKS, REPAIRS, LeaseWorld
from dataset_builder.families.rubrics.domains.legal.lease_form import first_page, second_page
from dataset_builder.families.rubrics.domains.legal.lease_plan import ROW, parking_plan
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_BUILDINGS = ("Ferris Yard", "Lantern Works", "The Granary", "Harbor Mill", "Quarry Row")
_LANDLORDS = (
    "Ostrander Holdings, LLC",
    "Bexley Row Partners, L.P.",
    "Tarrow Property Trust",
    "Millrace Realty Company",
)
_TENANTS = ("Kestrel Dental Supply, Inc.", "Northlight Mapping, LLC", "Alder & Pike Provisions, Inc.", "Corvane Analytics, Inc.", "Brightwater Optical, Inc.")  # fmt: skip
_NEIGHBOURS = ("Pell Audio", "Stroud Imaging", "Varga Fitness", "Quimby Title")


def sample(rng: random.Random) -> LeaseWorld:
    """Draw a lease."""
    year = rng.randrange(2016, 2020)
    starts = date(year, rng.randrange(1, 13), 1)
    old_end = starts.replace(year=year + 5) - timedelta(days=1)
    extra = rng.choice((3, 4, 5))
    first = starts.replace(year=year + 3) + timedelta(days=rng.randrange(20, 140))
    from_day = starts.replace(year=year + 4)
    new_end = from_day.replace(year=from_day.year + 1 + extra) - timedelta(days=1)
    areas = (rng.randrange(48, 92) * 100, rng.randrange(14, 34) * 100)
    rate = rng.randrange(2000, 2900) / 100
    rise = rng.choice((0.55, 0.6, 0.75, 0.8))
    steps = tuple(
        (
            from_day.replace(year=from_day.year + k),
            round(areas[0] * (rate + rise * k) / 12),
            round(areas[1] * (rate + 1.5 + rise * k) / 12),
        )
        for k in range(1 + extra)
    )
    canopy = tuple((first_, first_ + length) for first_, length in ((rng.randrange(2, 6), 6), (rng.randrange(5, 8), 7)))
    canopy = (canopy[0], canopy[1], canopy[1])
    places = list(range(3 * ROW))
    rng.shuffle(places)

    def covered(place: int) -> bool:
        low, high = canopy[place // ROW]
        return low <= place % ROW <= high

    inside, outside = [one for one in places if covered(one)], [one for one in places if not covered(one)]
    t_in, t_out = rng.choice(((4, 2), (5, 3), (6, 2), (4, 3), (5, 2)))
    wanted = {"T": (t_in, t_out), "R": (3 if t_out != 3 else 4, 4), "V": (2, 5), "E": (2, 3), "H": (1, 3)}
    stalls = {}
    for symbol, (a, b) in wanted.items():
        stalls[symbol] = (tuple(sorted(inside[:a])), tuple(sorted(outside[:b])))
        inside, outside = inside[a:], outside[b:]
    return LeaseWorld(
        building=rng.choice(_BUILDINGS),
        place=address(rng),
        landlord=rng.choice(_LANDLORDS),
        manager=people(rng, 1)[0],
        tenant=rng.choice(_TENANTS),
        neighbour=rng.choice(_NEIGHBOURS),
        suite=rng.randrange(11, 39) * 10,
        signers=tuple(people(rng, 2)),  # type: ignore[arg-type]
        dated=starts - timedelta(days=rng.randrange(30, 90)),
        starts=starts,
        first=first,
        second=first + timedelta(days=rng.randrange(190, 300)),
        ends=(old_end, new_end),
        months=rng.choice(((9, 12), (6, 10), (9, 15), (12, 18), (6, 9))),
        areas=areas,
        steps=steps,
        step=rng.randrange(1, len(steps)),
        stalls=stalls,
        moving=rng.choice((3, 4, 5, 6)),
        repair=rng.choice(tuple(REPAIRS)),
        payer=rng.choice(("Tenant", "Tenant", "Landlord")),
        deposit=rng.randrange(12, 40) * 1000,
        share=rng.randrange(610, 1890) / 100,
        late=rng.choice(((5, 4), (7, 5), (10, 6))),
        canopy=canopy,
    )


def paper(world: LeaseWorld, rng: random.Random) -> Paper:
    """Return the lease with its amendments and exhibits."""
    accent = rng.choice(("#5a4632", "#2d4a3e", "#43304f", "#20445c"))
    return Paper(
        f"Office lease, {world.building}, Suite {world.suite}",
        p.join([_basics(world), *_columns(world), _amend_first(world), _amend_second(world), _exhibit(world)]),
        ("legal/lease",),
        {"accent": accent, "tint": "#f4f1ec", "body": "Source Serif 4", "head": rng.choice(("Zilla Slab", "Libre Franklin", "Barlow"))},
        {"bottom-left": f"{world.building} / Suite {world.suite}", "bottom-right": "{page}"},
        margin="0.75in 0.8in",
    )  # fmt: skip


def _basics(world: LeaseWorld) -> Markup:
    rows: list[Sequence[str | Markup | Cell]] = [
        ("1", "Landlord", f"{world.landlord}, {world.place}"),
        ("2", "Tenant", world.tenant),
        ("3", "Building", f"{world.building}, with the land, parking areas and landscaping that serve it (the “Project”)"),
        ("4", "Premises", f"Suite {world.suite}, {world.areas[0]:,} rentable square feet, as outlined on Exhibit A"),
        ("5", "Commencement Date", long_day(world.starts)),
        ("6", "Expiration Date", p.mark("end-old", long_day(world.ends[0]))),
        ("7", "Base Rent", f"{money(world.steps[0][1] - 1350)} a month for the first rent year, rising by two and one half percent on each anniversary"),
        ("8", "Tenant's Share", f"{world.share:.2f} percent of Operating Expenses over those of calendar year {world.starts.year}"),
        ("9", "Security Deposit", f"{money(world.deposit)}, in cash or by letter of credit in the form of Exhibit E"),
        ("10", "Permitted Use", "General office, with a showroom of no more than one fifth of the Premises, and for no other purpose"),
        ("11", "Parking", f"Unreserved parking in common with others, and the stalls marked for Suite {world.suite} on Exhibit B"),
        ("12", "Renewal", "One option for five years, on the terms of Section 3.2"),
        ("13", "Brokers", f"{world.signers[0].split()[1]} & Partners for Landlord; none for Tenant"),
        ("14", "Notices", f"To Landlord in care of {world.manager}, at the management office of the Building; to Tenant at the Premises, with a copy to its registered agent. A notice by electronic mail is good only when a copy follows by courier on the next business day."),
    ]  # fmt: skip
    exhibits: list[Sequence[str | Markup | Cell]] = [
        ("A", "Outline of Premises", "With Landlord's original"),
        ("B", "Parking plan", "Attached, last sheet"),
        ("C", "Rules and Regulations", "Posted in the lobby"),
        ("D", "Work Letter", p.mark("to-follow", "To follow on approval of plans")),
        ("E", "Form of letter of credit", "With Landlord's original"),
    ]
    return p.fixed(
        [
            p.tag("div", p.join([p.head(1, "Office Lease"), p.para(f"{world.building}\nSuite {world.suite}")]), "title"),
            p.para(f"This Lease is made as of {long_day(world.dated)}. The Basic Lease Information below is part of it; where a term below is used in the Articles that follow, it has the meaning given here."),
            p.table([[Cell("Basic Lease Information", columns=3)]], rows, "basics", widths=("5%", "22%", "73%")),
            p.table([["Exhibit", "Title", "Where"]], exhibits, "exhibits", widths=("12%", "48%", "40%")),
        ],
        "cover",
        [p.signatures([(world.signers[0], f"{world.landlord}, by {world.signers[0]}, its authorized agent"), (world.signers[1], f"{world.tenant}, by {world.signers[1]}, its president")])],
    )  # fmt: skip


def _columns(world: LeaseWorld) -> list[Markup]:
    def page(left: list[str | Markup], right: list[str | Markup]) -> Markup:
        return p.fixed([p.tag("div", p.join([p.box(left, "side"), p.box(right, "side")]), "sides")], "form")

    return [page(*first_page(world)), page(*second_page(world))]


def _parties(world: LeaseWorld) -> str:
    return f"{world.landlord} (“Landlord”) and {world.tenant} (“Tenant”)"


def _hands(world: LeaseWorld) -> Markup:
    return p.signatures(
        [(world.signers[0], f"Landlord: {world.landlord}"), (world.signers[1], f"Tenant: {world.tenant}")]
    )


def _amend_first(world: LeaseWorld) -> Markup:
    heads = [
        [Cell("Rent year beginning", rows=2), Cell("Original Premises", columns=2, kind="c"), Cell("Expansion Premises", columns=2, kind="c")],
        [Cell("Monthly", kind="n"), Cell("Annual", kind="n"), Cell("Monthly", kind="n"), Cell("Annual", kind="n")],
    ]  # fmt: skip
    rows = [
        (
            p.mark(f"rent.{k}.start", long_day(start)),
            Cell(p.mark(f"rent.{k}.original", money(original)), kind="n"),
            Cell(money(12 * original), kind="n"),
            Cell(p.mark(f"rent.{k}.expansion", money(expansion)), kind="n"),
            Cell(money(12 * expansion), kind="n"),
        )
        for k, (start, original, expansion) in enumerate(world.steps)
    ]
    return p.fixed(
        [
            p.head(1, "First Amendment to Office Lease"),
            f"This First Amendment is made as of {long_day(world.first)} between {_parties(world)}, who are parties to an Office Lease dated {long_day(world.dated)} of Suite {world.suite} in {world.building} "
            "(the “Lease”). Tenant has asked for more room and for a longer term, and Landlord is willing to grant both. The parties therefore agree:",
            p.clauses(
                [
                    ("1.", f"**Expansion Premises.** From {long_day(world.steps[0][0])} (the “Expansion Date”) the Premises shall include, besides the space first leased (the “Original Premises”), {world.areas[1]:,} rentable square feet next to it on the same floor (the “Expansion Premises”). Landlord shall deliver the Expansion Premises broom clean, with demising walls in place, and otherwise as they are."),
                    ("2.", f"**Term.** [[end-new|The Expiration Date is extended to {long_day(world.ends[1])}]]. The term of the Original Premises and that of the Expansion Premises end together."),
                    ("3.", "**Base Rent.** From the Expansion Date, item 7 of the Basic Lease Information is deleted, and Base Rent shall be as follows, payable in advance on the first of each month:"),
                ]
            ),
            p.table(heads, rows, "rents"),
            p.clauses(
                [
                    ("4.", f"**Moving allowance.** Landlord shall pay Tenant, within thirty days of invoices, its cost of moving into the Expansion Premises, but no more than [[moving|{money(world.moving)} per square foot]] of the Expansion Premises. Furniture, cabling and signs don't count."),
                    ("5.", "**Option.** Section 3.2 of the Lease stays in effect and applies to the Original Premises and the Expansion Premises together, not to either alone."),
                    ("6.", f"**Tenant's Share.** From the Expansion Date, Tenant's Share is {world.share * 1.34:.2f} percent. The base year does not change."),
                    ("7.", "**Brokers.** Each party states that it has dealt with no broker on this amendment, and holds the other harmless from the claim of any who says otherwise."),
                    ("8.", "**Ratification.** Except as amended here, the Lease stands as it was written. Terms defined in the Lease have the same meaning here. This amendment may be signed in counterparts."),
                ]
            ),
        ],
        "amendment",
        [_hands(world)],
    )  # fmt: skip


def _amend_second(world: LeaseWorld) -> Markup:
    old, new = world.months
    return p.fixed(
        [
            Markup('<div class="memo"><span>Second Amendment</span><span>{}, Suite {}</span><span>{}</span></div>').format(world.building, world.suite, short_day(world.second)),
            f"Landlord, {world.landlord}, and Tenant, {world.tenant}, agree on {long_day(world.second)} to amend their Office Lease dated {long_day(world.dated)}, which was amended once before, on {long_day(world.first)} (as so amended, the “Lease”).",
            p.head(3, "Background"),
            "Landlord intends to refinance the Building, and its lender has asked for longer warning of vacancies than the Lease gives. Tenant has asked to place a generator on the roof and a sign on the east face of the Building. Each side is willing to meet the other.",
            p.head(3, "Notice of renewal"),
            f"In the first sentence of Section 3.2, “{old} months” is replaced with “[[months-new|{new} months]]”. Nothing else in Section 3.2 changes, and no notice of renewal has been given so far.",
            p.head(3, "Rooftop generator"),
            "Tenant may install one generator of no more than 60 kilowatts on the pad shown to it by Landlord, at its own cost and under permits that it obtains. It shall be run for tests on weekday mornings only, for no longer than half an hour. Tenant shall insure it, and shall take it down and mend the roof when the Lease ends. Fuel is not to be stored inside the Building.",
            p.head(3, "Sign"),
            "Tenant may place one sign with its name on the east face of the Building, below the parapet and no higher than thirty inches. Design and fixings need Landlord's written approval, which shall be given or refused, with reasons, within ten business days of a full set of drawings. The right is personal to Tenant and ends with any assignment of the Lease other than to an affiliate.",
            p.head(3, "Estoppel and subordination"),
            "Within ten business days of a request, and no more than twice in a calendar year, Tenant shall sign a statement of the dates, rent and deposit of the Lease and of any default known to it. The Lease is subordinate to the mortgage of the lender named by Landlord if that lender agrees in recordable form not to disturb Tenant while it is not in default beyond a period of cure.",
            p.head(3, "Operating Expenses"),
            "Costs of refinancing, points, fees of the lender and its counsel, and any rise in real estate taxes that follows from a sale within two years of this amendment are not Operating Expenses. Tenant waives its audit for years before the one in which this amendment is signed.",
            p.head(3, "General"),
            "The Lease is otherwise unchanged. If this amendment and the Lease differ, this amendment governs. It binds successors and assigns, and each person who signs it states that the signature is authorized.",
        ],
        "second",
        [_hands(world)],
    )  # fmt: skip


def _exhibit(world: LeaseWorld) -> Markup:
    return p.fixed(
        [
            p.tag("div", p.join([p.head(1, "Exhibit B: Parking plan"), p.para(f"{world.building}. Stalls as striped; revised with the Second Amendment, {short_day(world.second)}.")]), "caption"),
            p.figure(parking_plan(world), ""),
        ],
        "wide exhibit",
        [p.para("Landlord may restripe stalls that are not reserved. Overnight parking needs the manager's consent. Not to scale.")],
    )  # fmt: skip


LEASE = Design("office_lease", sample, paper, ASKS)
