"""A personal auto policy: declarations, the form in two columns, endorsements behind it."""

from __future__ import annotations

import random
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, long_day, money, people, short_day
from dataset_builder.families.rubrics.domains.insurance.auto_asks import ASKS
from dataset_builder.families.rubrics.domains.insurance.auto_form import exclusion_text, form_pages
from dataset_builder.families.rubrics.domains.insurance.auto_world import AutoWorld, Vehicle
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_INSURERS = (
    "Harrow & Tine Mutual",
    "Lakeshore Casualty",
    "Meridian Plains Indemnity",
    "Old Quay Assurance",
    "Corvane Mutual",
)
_CARS = (
    ("2021 Halden Crosley", "SUV"), ("2018 Marquand 400", "pickup"), ("2023 Brio EV", "hatchback"), ("2016 Tarsus Estate", "wagon"),
    ("2020 Osprey Sedan", "sedan"), ("2019 Kestrel Van", "van"), ("2022 Dunmore Trail", "SUV"), ("2017 Voss Coupe", "coupe"),
)  # fmt: skip
_COLLISION, _COMPREHENSIVE = (250, 500, 750, 1000, 1500), (100, 200, 250, 300, 500)


def sample(rng: random.Random) -> AutoWorld:
    """Draw a policy."""
    insured, spouse, driver, adjuster = people(rng, 4)
    start = day_between(rng, date(2024, 1, 10), date(2025, 9, 20))
    changed = start + timedelta(days=rng.randrange(60, 140))
    vehicles = tuple(
        Vehicle(
            number,
            name,
            body,
            *deductibles,
            {part: rng.randrange(*spread) for part, spread in _PREMIUMS.items()},
        )
        for number, ((name, body), deductibles) in enumerate(
            zip(
                rng.sample(_CARS, 4),
                rng.sample([(a, b) for a in _COLLISION for b in _COMPREHENSIVE if a > b], 4),
                strict=True,
            ),
            1,
        )
    )
    um_old = rng.choice((25_000, 50_000, 100_000))
    return AutoWorld(
        insurer=rng.choice(_INSURERS),
        policy=f"PA-{rng.randrange(1000, 9999)}-{rng.randrange(10, 99)}{rng.choice('KLMRT')}",
        insured=insured,
        spouse=spouse,
        driver=driver,
        signer=adjuster,
        address=address(rng),
        start=start,
        changed=changed,
        loss=changed + timedelta(days=rng.randrange(12, 30)),
        vehicles=vehicles,
        medical=rng.choice((2_000, 5_000, 10_000)),
        um_old=um_old,
        um_new=rng.choice(
            [one for one in (50_000, 100_000, 250_000) if one != um_old and one not in (2 * um_old, um_old / 2)]
        ),
        liability=rng.choice(((100_000, 300_000), (250_000, 500_000))),
        property_damage=rng.choice((50_000, 100_000)),
        rental=rng.choice(((40, 1_200), (50, 1_500), (35, 1_050))),
        fee=rng.choice((12, 18, 24)),
        use=rng.choice(("residence", "delivery", "track", "share")),
        school_age=rng.choice((22, 23, 24)),
        early=rng.choice((60, 75, 90)),
        notice=rng.choice(((10, 30), (12, 45), (15, 40))),
        numbers=tuple(rng.sample(range(101, 980), 6)),
        blank=rng.randrange(4),
    )


_PREMIUMS = {
    "liability": (210, 420),
    "medical": (18, 64),
    "um": (44, 130),
    "collision": (190, 480),
    "comprehensive": (70, 190),
}


def paper(world: AutoWorld, rng: random.Random) -> Paper:
    """Return the policy."""
    accent = rng.choice(("#173f5f", "#5b1f2e", "#1e4d3b", "#3a3a6a", "#7a3b10"))
    body, heading = rng.choice(
        (("Source Serif 4", "Source Sans 3"), ("IBM Plex Serif", "IBM Plex Sans"), ("Source Sans 3", "Barlow"))
    )
    blocks = [_declarations(world), form_pages(world), *_endorsements(world)]
    return Paper(
        f"Personal auto policy {world.policy}",
        p.join(blocks),
        ("insurance/auto_policy",),
        {"accent": accent, "body": body, "head": heading},
        {
            "top-left": f"{world.insurer}",
            "top-right": f"Policy {world.policy}",
            "bottom-left": f"PAP {world.numbers[0]} (07 23)  Includes copyrighted material with permission",
            "bottom-right": "Page {page} of {pages}",
        },
        margin="0.8in 0.75in",
    )


def _declarations(world: AutoWorld) -> Markup:
    vehicles = [
        (str(car.number), car.name, car.body, p.mark(f"coll-{car.number}", money(car.collision)),
         p.mark(f"comp-{car.number}", money(car.comprehensive)), f"{world.numbers[1] * 37 % 9000 + 5000 + 411 * car.number:,}")
        for car in world.vehicles
    ]  # fmt: skip
    limits = (
        ("A", "Liability: bodily injury", f"{money(world.liability[0])} each person / {money(world.liability[1])} each accident", "liability"),
        ("A", "Liability: property damage", f"{money(world.property_damage)} each accident", ""),
        ("B", "Medical Payments", p.join([p.rich(f"[[med-limit|{money(world.medical)}]] each person")]), "medical"),
        ("C", "Uninsured Motorists: bodily injury^2^", p.rich(f"[[um-old|{money(world.um_old)}]] each person / {money(world.um_old * 2)} each accident"), "um"),
        ("D", "Damage to your auto: collision", "Actual cash value less deductible", "collision"),
        ("D", "Damage to your auto: other than collision", "Actual cash value less deductible", "comprehensive"),
    )  # fmt: skip
    rows = []
    for part, name, limit, key in limits:
        cells: list[str | Markup | Cell] = [part, name, limit]
        for car in world.vehicles:
            if not key:
                text: str | Markup = "incl."
            elif key == "medical" and car.number == world.blank_vehicle:
                text = p.mark("blank", "see notice")
            else:
                text = p.mark(f"prem-{key}-{car.number}", str(car.premiums[key]))
            cells.append(Cell(text, kind="n"))
        rows.append(cells)
    heads = [
        [Cell("Part", rows=2), Cell("Coverage", rows=2), Cell("Limit of liability", rows=2), Cell("Annual premium by vehicle ($)^1^", columns=4, kind="c")],
        [Cell(f"Veh. {car.number}", kind="n") for car in world.vehicles],
    ]  # fmt: skip
    blocks = [
        Markup('<div class="brand"><b>{}</b><span>Personal Auto Policy<br>Declarations</span></div>').format(world.insurer),
        p.strip(
            [
                ("Named insured", f"{world.insured} and {world.spouse}"),
                ("Policy number", world.policy),
                ("Policy period, 12:01 a.m. standard time", f"{short_day(world.start)} to {short_day(world.end)}"),
                ("Mailing address", world.address),
                ("Drivers on file", f"{world.insured}; {world.spouse}; {world.driver}"),
                ("Issued", short_day(world.start - timedelta(days=16))),
            ]
        ),
        p.head(2, "Vehicles and deductibles"),
        p.table(
            [[Cell("Veh.", rows=2), Cell("Year and make", rows=2), Cell("Type", rows=2), Cell("Part D deductibles", columns=2, kind="c"), Cell("Annual miles", rows=2)],
             ["Collision", "Other than collision"]],
            vehicles,
        ),
        p.head(2, "Coverages, limits and premiums"),
        p.table(heads, rows),
        p.notes(
            [
                ("1", f"[[fee-note|A policy fee of ${world.fee} per vehicle is charged in addition to the premiums shown]] and is fully earned at inception."),
                ("2", "Coverage is subject to all endorsements listed below; limits shown are those at inception."),
            ]
        ),
        p.head(2, "Forms and endorsements attached at issue or by later change"),
        p.table(
            [["Number", "Title", "Effective"]],
            [
                (f"PAP {world.numbers[0]}", "Personal Auto Policy form", short_day(world.start)),
                (f"END {world.numbers[2]}", "Transportation expense", short_day(world.start)),
                (f"END {world.numbers[3]}", "Change of limits: Part C", short_day(world.changed)),
                (f"END {world.numbers[4]}", "Amendment of policy provisions", short_day(world.start)),
            ],
        ),
    ]  # fmt: skip
    return p.fixed(
        blocks,
        "dec",
        [
            p.para(
                f"Countersigned: {world.signer}, authorized representative. These declarations, with the form and endorsements, complete the policy."
            )
        ],
    )


def _endorsements(world: AutoWorld) -> list[Markup]:
    daily, most = world.rental
    ribbon = p.tag("div", "THIS ENDORSEMENT CHANGES THE POLICY. PLEASE READ IT CAREFULLY.", "ribbon")

    def head(number: int, title: str, since: date) -> list[Markup]:
        return [
            ribbon,
            p.head(1, title),
            p.strip(
                [("Endorsement", f"END {number}"), ("Policy", world.policy), ("Effective, 12:01 a.m.", long_day(since))]
            ),
        ]

    rental = p.box(
        [
            *head(world.numbers[2], "Transportation expense", world.start),
            "When a covered auto is withdrawn from use because of a loss to which Part D applies, we will pay, without a deductible, "
            f"transportation expenses you incur of up to {money(daily)} a day, to a maximum of {money(most)} for any one loss.",
            "We will pay only those expenses incurred beginning 48 hours after a theft, or 24 hours after the auto is withdrawn from use "
            "by any other loss, and ending when the auto is returned to use or we pay for its loss.",
        ],
        "endorsement",
    )
    change = p.box(
        [
            *head(world.numbers[3], "Change of limits: Part C", world.changed),
            "In consideration of an adjusted premium, and with respect only to accidents that occur on or after the effective date of this "
            "endorsement, the limits shown in the Declarations for Part C, Uninsured Motorists, are deleted and replaced by the following:",
            p.table(
                [["Coverage", "Each person", "Each accident"]],
                [("Part C, bodily injury", p.mark("um-new", money(world.um_new)), money(world.um_new * 2))],
            ),
            f"[[um-since|This endorsement takes effect on {long_day(world.changed)}]]. All other terms of the policy stay as they are.",
            p.signatures([(world.signer, "Authorized representative"), (world.insured, "Named insured")]),
        ],
        "endorsement",
    )
    amend = p.box(
        [
            *head(world.numbers[4], "Amendment of policy provisions", world.start),
            p.head(3, "I. Definitions"),
            'In the Definitions section of the form, the following is added to the definition of "occupying": a person who is connected to a '
            "vehicle only by a tow rope, a charging cable or a trailer hitch is not occupying it.",
            p.head(3, "II. Part B: Medical Payments"),
            f"Exclusion 6 of Part B is deleted and replaced by: {exclusion_text('animal')}",
            p.head(3, "III. General provisions"),
            "We may recalculate premium when the garaging address, the listed drivers or the use of a vehicle changes during the policy period.",
        ],
        "endorsement",
    )
    return [rental, change, amend]


AUTO = Design("auto_policy", sample, paper, ASKS)
