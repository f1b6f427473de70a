"""What a long loss run holds besides: policies, fleet, vehicle, cargo and equipment lines with payments and notes, locations, frequency."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, initials, people, short_day, workday
from dataset_builder.families.rubrics.domains.insurance.loss_more_text import ADVICE, LOCATIONS, SERVICE, STORIES, TERMS
from dataset_builder.families.rubrics.domains.insurance.loss_world import (
    FURTHER,
    LINES,
    Annex,
    Claim,
    Location,
    LossWorld,
    Payment,
    Vehicle,
)
from dataset_builder.families.rubrics.paper import Cell
from dataset_builder.families.rubrics.plots import Axis, Series, plot
from dataset_builder.moments import MONTHS

Row = Sequence[str | Markup | Cell]

_BODIES = (("Tractor, sleeper", 128), ("Tractor, day cab", 104), ("Reefer trailer, 53 ft", 71), ("Dry van, 53 ft", 38), ("Straight truck, 26 ft", 83), ("Yard tractor", 96))  # fmt: skip
_MAKES = ("Halden", "Norquay", "Brightman", "Stavely", "Corrigan", "Tamarack")
_PAYEES = {
    "PD": (("Lakeside Truck Body", "Repair"), ("Meridian Collision & Frame", "Repair"), ("Two Rivers Diesel", "Repair")),
    "MC": (("Harlan Foods Co-op", "Cargo owner"), ("Pinnacle Grocers", "Cargo owner"), ("Bay Street Market Group", "Cargo owner")),
    "EB": (("Glacier Mechanical", "Repair"), ("Insured, product", "Spoilage"), ("Statewide Industrial Rental", "Rental machine")),
}  # fmt: skip
_SERVICES = {
    "PD": ("Oakes Appraisal", "Appraisal"),
    "MC": ("Tidewater Surveyors", "Survey"),
    "EB": ("Fenn & Dow Engineers", "Engineer's report"),
}
_RETURNS = {"PD": ("Crossroads Salvage", "Salvage"), "MC": ("Crossroads Salvage", "Salvage"), "EB": ("Hollins Recovery", "Third party")}  # fmt: skip
_TERMS = {
    "AL": ("Any auto, each accident", "$1,000,000", (0,)), "GL": ("Occurrence form, each occurrence", "$1,000,000", (1_000, 2_500)), "WC": ("Statutory", "Statutory", (0,)),
    "PR": ("Special form, replacement cost", "As scheduled", (5_000, 10_000)), "PD": ("Actual cash value, scheduled units", "As scheduled", (1_000, 2_500)),
    "MC": ("Legal liability of carrier, any vehicle", "$150,000", (1_000, 2_500)), "EB": ("Comprehensive, with spoilage", "$750,000", (5_000, 7_500)),
}  # fmt: skip


def extend_losses(world: LossWorld, rng: random.Random) -> LossWorld:
    """Add vehicle, cargo and equipment lines with payments and notes, the fleet, locations and terms of policies."""
    size = rng.randrange(5)  # small to large accounts
    locations = [
        Location(
            world.address if k == 0 else address(rng),
            rng.randrange(18, 240) * 1000,
            kind,
            workday(day_between(rng, world.valued - timedelta(days=320), world.valued - timedelta(days=30))),
        )
        for k, kind in enumerate(rng.sample(range(len(LOCATIONS)), 5 + min(size, 4)))
    ]
    vehicles = _fleet(rng, world, 18 + 16 * size, len(locations))
    towns = [one.address.split(", ")[1] for one in locations]
    claims: list[Claim] = []
    units, places, payments = {}, {}, []
    number, check = rng.randrange(70000, 80000), rng.randrange(310000, 480000)
    for line in FURTHER:
        causes = iter(rng.sample(list(STORIES[line]), len(STORIES[line])) * 8)
        for year in world.years:
            for _ in range(rng.randrange(2 + size, 4 + size)):
                number += rng.randrange(3, 90)
                claim = _claim(rng, f"{line}-{number}", line, year, next(causes), world)
                kind = "53 ft" if claim.cause in ("Trailer stolen from drop lot", "Backed into dock bollard") or line == "MC" else "Tractor"  # fmt: skip
                kind = {"Catalytic converters cut out": "Straight", "Reefer unit fire": "Reefer", "Temperature deviation in transit": "Reefer"}.get(claim.cause, kind)  # fmt: skip
                unit = rng.choice([one for one in vehicles if kind in one.body and one.year <= year] or [next(one for one in vehicles if kind in one.body)]).unit  # fmt: skip
                claim = replace(claim, claimant=f"Unit {unit}" if line == "PD" else "Insured" if line == "EB" else rng.choice(_PAYEES["MC"])[0])  # fmt: skip
                claims.append(claim)
                units[claim.number], places[claim.number] = unit, rng.choice(towns)
                payments += _payments(rng, claim, world.valued)
    payments = [replace(one, check=check + 7 * k) for k, one in enumerate(sorted(payments, key=lambda one: one.day))]
    told: dict[str, Claim] = {}
    for one in sorted(claims, key=lambda one: (one.status == "C", -one.incurred)):
        told.setdefault(one.cause, one)
    chosen = sorted(list(told.values())[: 8 + 3 * size], key=lambda one: (list(FURTHER).index(one.line), one.number))
    advice = []
    for place in rng.sample(range(len(ADVICE)), 12 + 2 * size):
        fitting = [k for k, location in enumerate(locations) if location.kind in ADVICE[place][2]]
        if not fitting:
            continue
        k = rng.choice(fitting)
        advice.append(
            (place, k, locations[k].visited, rng.choice(("Done", "Done", "Promised", "No answer", "Declined")))
        )
    policies = tuple(
        (line, year, f"{line}{rng.randrange(100, 999)}-{rng.randrange(1000, 9999)}-{year % 100}", rng.choice(_TERMS[line][2]))
        for line in (*LINES, *FURTHER)
        for year in world.years
    )  # fmt: skip
    annex = Annex(
        claims=tuple(claims),
        units=units,
        towns=places,
        payments=tuple(payments),
        told=tuple(one.number for one in chosen),
        vehicles=tuple(vehicles),
        locations=tuple(locations),
        advice=tuple(sorted(advice, key=lambda said: (said[1], said[0]))),
        policies=policies,
        adjusters=tuple(people(rng, 3)),
    )
    return replace(world, more=annex)


def _fleet(rng: random.Random, world: LossWorld, count: int, locations: int) -> list[Vehicle]:
    fleet = []
    for k, unit in enumerate(sorted(rng.sample(range(101, 980), count))):
        body, value = _BODIES[k % len(_BODIES)]
        age = rng.randrange(1, 12) if k >= len(_BODIES) else rng.randrange(5, 12)
        stated = round(value * 1000 * 0.86**age, -2)
        fleet.append(Vehicle(str(unit), world.valued.year - age, rng.choice(_MAKES), body, rng.randrange(1, locations + 1), rng.choice((50, 200, 200, 500)), int(stated)))  # fmt: skip
    return fleet


def _claim(rng: random.Random, number: str, line: str, year: int, cause: str, world: LossWorld) -> Claim:
    lost = day_between(rng, date(year, 1, 4), min(date(year, 12, 20), world.valued - timedelta(days=120)))
    status = "O" if rng.random() < 0.1 + 0.16 * (year - world.years[0]) else "C"
    size = rng.choice((2, 3, 5, 9, 20))
    paid, expense = rng.randrange(350, 2100) * size, rng.randrange(40, 160) * size
    reserve = rng.randrange(300, 1900) * size if status == "O" else 0
    recovered = rng.randrange(60, 300) * size if rng.random() < 0.25 else 0
    return Claim(number, line, year, lost, lost + timedelta(days=rng.randrange(0, 12)), "", cause, status, paid, expense, reserve, recovered)  # fmt: skip


def _payments(rng: random.Random, claim: Claim, valued: date) -> list[Payment]:
    last = min(valued, claim.reported + timedelta(days=400))
    days = sorted(workday(day_between(rng, claim.reported + timedelta(days=9), last - timedelta(days=5))) for _ in range(4))  # fmt: skip
    first = round(claim.paid * rng.uniform(0.3, 0.7)) if claim.paid > 4000 else claim.paid
    payee, purpose = rng.choice(_PAYEES[claim.line])
    if claim.line == "MC":
        payee = claim.claimant
    found = [Payment(days[1], claim.number, payee, purpose, first, 0)]
    if claim.paid > first:
        found.append(Payment(days[2], claim.number, payee, f"{purpose}, final", claim.paid - first, 0))
    found.append(Payment(days[0], claim.number, *_SERVICES[claim.line], claim.expense, 0))
    if claim.recovered:
        found.append(Payment(days[3], claim.number, *_RETURNS[claim.line], -claim.recovered, 0))
    return found


def before_losses(world: LossWorld) -> list[Markup]:
    """Return what stands before the claims."""
    more = world.more
    if not more:
        return []
    parts = ("Schedule A. Policies", "Schedule B. Locations", "Schedule C. Vehicles", "Claims, all lines", "Exhibit 2. Development", "Exhibit 3. Claims by month of loss", "Schedule D. Payments, vehicle, cargo and equipment lines",
             "Schedule E. Notes on vehicle, cargo and equipment claims", "Schedule F. Recommendations", "Terms")  # fmt: skip
    return [
        p.tag("div", p.join([p.head(2, "In this run"), p.items(parts, "parts"),
                             p.para("Schedules D and E cover three lines only: automobile physical damage, motor truck cargo, and equipment breakdown and spoilage. Notes on claims of other lines are not sent with a run; ask the account desk."), _service(more)]), "opening"),
        _policies(world),
        _locations(more),
        _vehicles(more),
        p.head(2, "Claims, all lines"),
    ]  # fmt: skip


def _policies(world: LossWorld) -> Markup:
    more = world.more
    lines = {**LINES, **FURTHER}
    rows: list[Row] = []
    for line, name in lines.items():
        mine = [one for one in more.policies if one[0] == line] if more else []
        basis, limit, _ = _TERMS[line]
        for k, (_, year, number, deductible) in enumerate(mine):
            cells: list[str | Markup | Cell] = [Cell(name, rows=len(mine), kind="lead"), Cell(basis, rows=len(mine)), Cell(limit, rows=len(mine), kind="n")]  # fmt: skip
            rows.append([*(cells if k == 0 else ()), number, f"01/01/{year} to 01/01/{year + 1}", Cell(f"${deductible:,}" if deductible else "none", kind="n")])  # fmt: skip
    heads: list[Row] = [
        ["Line", "Basis", Cell("Limit of insurance", kind="n"), "Policy", "Term", Cell("Deductible", kind="n")]
    ]
    return p.join([p.head(2, "Schedule A. Policies"), p.table(heads, rows, "losses sched")])


def _locations(more: Annex) -> Markup:
    rows: list[Row] = []
    for k, one in enumerate(more.locations, 1):
        use, built, protection, seen = LOCATIONS[one.kind]
        rows.append([Cell(str(k), kind="n"), one.address, use, Cell(f"{one.area:,}", kind="n"), built, protection, short_day(one.visited), seen])  # fmt: skip
    rows.append([Cell("", kind="sub"), Cell(f"{len(rows)} locations", columns=2, kind="sub"), Cell(f"{sum(one.area for one in more.locations):,}", kind="n sub"), Cell("", columns=4, kind="sub")])  # fmt: skip
    heads: list[Row] = [[Cell("No.", kind="n"), "Address", "Occupancy", Cell("Sq. ft.", kind="n"), "Construction", "Protection", "Visited", "Engineer's note"]]  # fmt: skip
    widths = ("4%", "17%", "11%", "7%", "12%", "12%", "7%", "30%")
    return p.join([p.head(2, "Schedule B. Locations"), p.table(heads, rows, "losses sched", widths=widths)])


def _vehicles(more: Annex) -> Markup:
    half = (len(more.vehicles) + 1) // 2
    heads: list[Row] = [["Unit", "Year", "Make", "Body", Cell("Loc.", kind="n"), Cell("Radius, mi", kind="n"), Cell("Stated value", kind="n")]]  # fmt: skip

    def rows(some: Sequence[Vehicle]) -> list[list[str | Cell]]:
        return [[one.unit, str(one.year), one.make, one.body, Cell(str(one.garage), kind="n"), Cell(str(one.radius), kind="n"), Cell(f"{one.stated:,}", kind="n")] for one in some]  # fmt: skip

    halves = p.tag("div", p.join(p.table(heads, rows(some), "losses sched") for some in (more.vehicles[:half], more.vehicles[half:])), "two")  # fmt: skip
    total = f"{len(more.vehicles)} units. Stated values add up to ${sum(one.stated for one in more.vehicles):,}. Location numbers are those of Schedule B."  # fmt: skip
    return p.join([p.head(2, "Schedule C. Vehicles"), halves, p.notes([("", total)])])


def after_losses(world: LossWorld) -> list[Markup]:
    """Return what stands behind the claims and their exhibit."""
    more = world.more
    if not more:
        return []
    return [_frequency(world, more), _register(more), _notes(world, more), _advice(more), _terms()]


def _frequency(world: LossWorld, more: Annex) -> Markup:
    every = (*world.claims, *more.claims)
    names = {**LINES, **FURTHER}
    counts = Counter((one.line, one.lost.month) for one in every)
    heads: list[Row] = [["Line", *(Cell(month[:3], kind="n") for month in MONTHS), Cell("All", kind="n")]]
    rows: list[Row] = [
        [name, *(Cell(str(counts[line, month]), kind="n") for month in range(1, 13)), Cell(str(sum(one.line == line for one in every)), kind="n")]
        for line, name in names.items()
    ]  # fmt: skip
    months = [sum(one.lost.month == month for one in every) for month in range(1, 13)]
    rows.append([Cell("All lines", kind="sub"), *(Cell(str(one), kind="n sub") for one in (*months, len(every)))])
    lags = ((0, 1), (2, 7), (8, 14), (15, 30), (31, 99))
    lag_heads: list[Row] = [["Days from loss to report", *(Cell("0 to 1" if low == 0 else "over 30" if low == 31 else f"{low} to {high}", kind="n") for low, high in lags), Cell("Mean", kind="n")]]  # fmt: skip
    lag_rows: list[Row] = []
    for line, name in names.items():
        days = [(one.reported - one.lost).days for one in every if one.line == line]
        lag_rows.append([name, *(Cell(str(sum(low <= day <= high for day in days)), kind="n") for low, high in lags), Cell(f"{sum(days) / len(days):.1f}", kind="n")])  # fmt: skip
    top = 5 * (max(months) // 5 + 1)
    svg = plot(
        "freq", [Series("n", "Claims", tuple((float(k), float(one)) for k, one in enumerate(months, 1)))],
        Axis("Month of loss, all years together", tuple(float(k) for k in range(1, 13)), minor=False), Axis("Claims, number", tuple(float(k) for k in range(0, top + 1, 5))),
        width=470, height=200, legend="",
    )  # fmt: skip
    return p.join(
        [
            p.head(2, "Exhibit 3. Claims by month of loss and by days to report"),
            p.table(heads, rows, "losses sched"),
            p.tag("div", p.join([p.figure(svg, "Exhibit 3. Number of claims by month of loss, all lines."), p.table(lag_heads, lag_rows, "losses sched")]), "two entry"),
            p.para("Counts take every claim of the table once, whatever it cost. Claims reported after a month or more are mostly those of third parties, who write first to the wrong firm."),
        ]
    )  # fmt: skip


def _register(more: Annex) -> Markup:
    heads: list[Row] = [["Date", "Claim", "Payee or payer", "For", Cell("Check", kind="n"), Cell("Loss", kind="n"), Cell("Expense", kind="n"), Cell("Received", kind="n")]]  # fmt: skip
    rows: list[Row] = []
    services = {what for _, what in _SERVICES.values()}
    for line, name in FURTHER.items():
        mine = [one for one in more.payments if one.claim.startswith(line)]
        rows.append([Cell(name, columns=8, kind="group")])
        sums = [0, 0, 0]
        for one in mine:
            column = 2 if one.amount < 0 else int(one.purpose in services)
            sums[column] += abs(one.amount)
            rows.append([short_day(one.day), one.claim, one.payee, one.purpose, Cell(str(one.check) if one.amount > 0 else "wire", kind="n"),
                         *(Cell(f"{abs(one.amount):,}" if k == column else "", kind="n") for k in range(3))])  # fmt: skip
        rows.append([Cell(f"{len(mine)} entries", columns=5, kind="sub"), *(Cell(f"{one:,}", kind="n sub") for one in sums)])  # fmt: skip
    return p.join([p.head(2, "Schedule D. Payments and receipts, vehicle, cargo and equipment lines"), p.table(heads, rows, "losses sched", widths=("9%", "10%", "26%", "19%", "9%", "9%", "9%", "9%"))])  # fmt: skip


def _notes(world: LossWorld, more: Annex) -> Markup:
    blocks = []
    for k, number in enumerate(more.told):
        one = next(claim for claim in more.claims if claim.number == number)
        first, second, still, ended = STORIES[one.line][one.cause]
        sign = initials(more.adjusters[list(FURTHER).index(one.line)])
        days = [one.reported, workday(one.reported + timedelta(days=11 + 3 * (k % 5))), workday(one.reported + timedelta(days=48 + 7 * (k % 7)))]  # fmt: skip
        words = {"unit": f"Unit {more.units[number]}", "town": more.towns[number]}
        body = "\n".join(f"**{short_day(day)}** {text.format(**words)} //{sign}//" for day, text in zip(days, (first, second, still if one.status == "O" else ended), strict=True))  # fmt: skip
        blocks.append(p.tag("div", p.join([p.head(4, f"{number}  {one.cause}, loss of {short_day(one.lost)}"), p.para(body)]), "entry"))  # fmt: skip
    return p.join([p.head(2, "Schedule E. Notes on vehicle, cargo and equipment claims"), p.box(blocks, "columns")])


def _advice(more: Annex) -> Markup:
    heads: list[Row] = [["No.", "Location", "Made on", "Kind", "Recommendation", "State"]]
    rows = [
        [f"{day.year % 100:02d}-{k:02d}", f"{place + 1}  {more.locations[place].address.split(', ')[1]}", short_day(day), ADVICE[one][1], ADVICE[one][0], state]
        for k, (one, place, day, state) in enumerate(more.advice, 1)
    ]  # fmt: skip
    return p.join([p.head(2, "Schedule F. Recommendations of the last twelve months"), p.table(heads, rows, "losses sched", widths=("7%", "16%", "9%", "10%", "46%", "12%"))])  # fmt: skip


def _service(more: Annex) -> Markup:
    sections = [p.tag("div", p.join([p.head(4, title), p.para(text)]), "entry") for title, text in SERVICE]
    heads: list[Row] = [["Adjuster", "Initials", "Line"]]
    rows = [[name, initials(name), line] for name, line in zip(more.adjusters, FURTHER.values(), strict=True)]
    return p.join([p.head(2, "How this account is served"), p.box(sections, "columns"), p.table(heads, rows, "losses sched")])  # fmt: skip


def _terms() -> Markup:
    terms = [p.para(f"**{term}.** {meaning}") for term, meaning in TERMS]
    return p.tag("div", p.join([p.head(2, "Terms"), p.box(terms, "three")]), "entry")
