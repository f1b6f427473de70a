"""A home inspection in colour: cover with key, findings on two houses side by side, a moisture plan, a re-inspection."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, long_day, people, short_day, workday
from dataset_builder.families.rubrics.domains.real_estate.inspection_asks import ASKS, HAZARDS, HOUSES, InspectionWorld
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper

_SYSTEMS = {
    "Roof covering": ("asphalt shingles", "standing seam steel", "slate", "cedar shakes"),
    "Siding": ("fiber cement boards", "painted clapboards", "brick veneer", "vinyl"),
    "Heating": ("gas boiler with radiators", "heat pump with ducts", "electric baseboards", "propane furnace"),
    "Water heater": ("gas tank of 50 gallons", "electric tank of 40 gallons", "tankless gas heater"),
    "Water pipes": ("copper", "plastic tubing", "galvanized steel"),
    "Windows": ("double-glazed vinyl", "single-glazed wood with storms", "double-glazed wood"),
}
_REMARKS = {
    "Roof covering": (
        "Flashing at the wall is tight. Two places on the north slope want mending.",
        "Nothing broken or missing was seen from the ladder.",
    ),
    "Siding": (
        "Stained near the grade, where rain splashes up.",
        "Sound throughout. Caulk has opened beside one window.",
    ),
    "Heating": (
        "Ran through a full cycle without noise.",
        "Responded to its control; one room lagged behind.",
    ),
    "Water heater": (
        "Relief valve has a pipe to the floor. No leak at the fittings.",
        "Pan is dry and drained outdoors.",
    ),
    "Water pipes": (
        "Flow held with two fixtures open. Main valve turns.",
        "Some noise in the wall when the tub fills.",
    ),
    "Windows": ("Four of those tried are stiff.", "All that were tried open and lock."),
}
_FIRMS = ("Plumbline Home Inspections", "Threshold Inspection Group", "Sill & Ridge Inspectors")
_REPAIRS = ("Deck ledger", "Sewer cleanout", "Attic fan wiring", "Porch footing", "Gas shutoff", "Egress window")
_TOLD = ("septic tank pump-out", "chimney relining", "foundation drain", "attic insulation")
_ROOMS = {"Living room": (14, 14, 300, 190), "Kitchen": (314, 14, 210, 150), "Bath": (314, 164, 210, 120), "Bedroom": (14, 204, 180, 190), "Study": (194, 204, 120, 190), "Laundry": (314, 284, 210, 110)}  # fmt: skip


def sample(rng: random.Random) -> InspectionWorld:
    """Draw an inspection of two houses on one lot."""
    inspector, client, agent = people(rng, 3)
    visited = workday(day_between(rng, date(2023, 3, 1), date(2025, 9, 20)))
    again = workday(visited + timedelta(days=rng.randrange(16, 30)))
    systems = {}
    for name, kinds in _SYSTEMS.items():
        one, two = rng.sample(kinds, 2)
        first, second = rng.sample(range(4, 29), 2)
        systems[name] = ((first, one), (second, two))
    keys = rng.sample(sorted(HAZARDS), 7)
    wet = rng.choice((15, 16, 17, 18))
    readings = {}
    for room in _ROOMS:
        count = rng.randrange(4, 6)
        high = rng.randrange(0, 2)
        values = rng.sample(range(7, wet - 1), count - high) + rng.sample(range(wet + 1, wet + 10), high)
        readings[room] = values
    room = rng.choice(tuple(_ROOMS))
    high = rng.choice((2, 3))
    readings[room] = [*rng.sample(range(8, wet), 2), wet, *rng.sample(range(wet + 2, wet + 9), high)]
    damp = rng.choice([name for name in _ROOMS if name != room])
    readings[damp] = [*rng.sample(range(8, wet), 3), rng.randrange(wet + 1, wet + 9)]
    for values in readings.values():
        rng.shuffle(values)
    items = rng.sample(_REPAIRS, 5)
    statuses = [
        ("COMPLETE", "PENDING"),
        ("COMPLETE", "FINAL"),
        ("PENDING", "FINAL"),
        ("COMPLETE", "NOT NEEDED"),
        ("PENDING", "PENDING"),
    ]
    rng.shuffle(statuses)
    seen = [again - timedelta(days=k) for k in rng.sample(range(0, 12), 5)]
    repairs = tuple((what, *status, when) for what, status, when in zip(items, statuses, seen, strict=True))
    return InspectionWorld(
        firm=rng.choice(_FIRMS),
        inspector=inspector,
        client=client,
        agent=agent,
        address=address(rng),
        year=rng.randrange(1922, 1968),
        visited=visited,
        again=again,
        systems=systems,
        system=rng.choice(tuple(_SYSTEMS)),
        house=rng.randrange(2),
        hazards=tuple(keys[:4]),
        minors=tuple(keys[4:]),
        told=(rng.choice(_TOLD), visited.year - rng.randrange(2, 6)),
        roof=rng.randrange(2, 9),
        readings={name: tuple(values) for name, values in readings.items()},
        wet=wet,
        room=room,
        repairs=repairs,
        row=statuses.index(("COMPLETE", "PENDING")),
        fee=rng.randrange(48, 96) * 10,
    )  # fmt: skip


def paper(world: InspectionWorld, rng: random.Random) -> Paper:
    """Return the report."""
    accent, tint = rng.choice((("#0e6655", "#e8f4f1"), ("#7d3c0a", "#fbf0e6"), ("#274690", "#ebf0fa")))
    return Paper(
        f"Inspection of {world.address}",
        p.join([_cover(world), _houses(world), _findings(world), _again(world)]),
        ("real_estate/inspection",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Source Sans 3", "IBM Plex Sans", "Libre Franklin")), "head": "Barlow"},
        {"bottom-left": f"{world.firm}  |  {world.address}", "bottom-right": "Page {page} of {pages}"},
        size="a4",
        margin="0.6in 0.65in",
    )  # fmt: skip


_SIGNS = {
    "hazard": '<svg class="sign" width="17" height="15" viewBox="0 0 17 15"><path d="M8.5 1 L16 14 H1 Z" fill="#c0261c"/><path d="M8.5 5 v4.5 m0 1.6 v1.4" stroke="#fff" stroke-width="1.6"/></svg>',
    "repair": '<svg class="sign" width="17" height="15" viewBox="0 0 17 15"><path d="M8.5 1 L16 14 H1 Z" fill="#fff" stroke="#b7791f" stroke-width="1.5"/></svg>',
    "watch": '<svg class="sign" width="17" height="15" viewBox="0 0 17 15"><circle cx="8.5" cy="7.5" r="6" fill="#fff" stroke="#2b6cb0" stroke-width="1.5"/></svg>',
}


def _sign(kind: str) -> Markup:
    return Markup(_SIGNS[kind])


def _cover(world: InspectionWorld) -> Markup:
    elevation = Markup(
        '<svg width="640" height="250" viewBox="0 0 640 250"><rect width="640" height="250" fill="var(--tint)"/><g fill="#fff" stroke="var(--accent)" stroke-width="2.2">'
        '<path d="M60 220 V110 L170 50 L280 110 V220 Z"/><path d="M280 220 V140 H340 V220 Z"/><path d="M430 220 V140 L500 100 L570 140 V220 Z"/><rect x="150" y="160" width="38" height="60"/>'
        '<rect x="86" y="130" width="40" height="42"/><rect x="212" y="130" width="40" height="42"/><rect x="456" y="164" width="88" height="56"/><path d="M222 78 V42 H240 V88"/></g>'
        '<path d="M20 220 H620" stroke="var(--accent)" stroke-width="2.2"/><text x="170" y="240" font-size="11" text-anchor="middle">Main house</text><text x="500" y="240" font-size="11" text-anchor="middle">Carriage house</text></svg>'
    )
    key = p.tag(
        "div",
        p.join(
            [
                p.head(3, "How to read this report"),
                Markup('<p>{} <a href="{}key-hazard"><b>Safety hazard.</b></a> May hurt someone; have it seen to before moving in.</p>').format(_sign("hazard"), MARK),
                Markup("<p>{} <b>Repair.</b> Does not work as it should, or soon will not.</p>").format(_sign("repair")),
                Markup("<p>{} <b>Watch.</b> Works; look at it again within a year.</p>").format(_sign("watch")),
                p.para("[[key-italics|//Words in italics// are what the seller told us. We have neither seen nor verified it]]."),
                p.para("Ages are ours, from labels where there were such, and within three years where there were none."),
            ]
        ),
        "key",
    )  # fmt: skip
    scope = p.tag(
        "div",
        p.join(
            [
                p.head(3, "What was looked at"),
                p.para(f"Both houses on the lot, inside and out, in {['dry', 'showery'][world.fee % 20 // 10]} weather, for four hours. Roofs from a ladder at the eaves. Attics from the hatch. Systems were run by their own controls."),
                p.para("Not looked at: what lies behind walls or under floors, the well, the septic field, pests, paint, radon, and the shed, which was locked."),
                p.para(f"**From the seller.** [[told|//The {world.told[0]} was done in {world.told[1]}//]]. //Both houses were rewired when the kitchen was moved.// //No water has come in since the gutters were changed.//"),
                p.para("We are not engineers. What we call a hazard is our judgment on the day, and an owner may see it otherwise. We hold no interest in the sale and take no commission on repairs."),
            ]
        ),
        "scope",
    )  # fmt: skip
    return p.fixed(
        [
            p.tag("div", p.join([p.head(1, "Home inspection report"), p.para(world.firm)]), "banner"),
            p.figure(elevation, "", "elevation"),
            p.strip([("Property", world.address), ("Built", f"{world.year}; carriage house turned into a dwelling {world.year + 41}"), ("Client", world.client), ("Inspected", long_day(world.visited)), ("Inspector", world.inspector), ("Present", f"{world.agent}, for the seller")]),
            p.tag("div", p.join([key, scope]), "pair"),
        ],
        "cover",
        [p.para(f"Prepared for {world.client} alone, who paid ${world.fee} for it. Others who rely on it do so at their own risk. Re-inspection: {long_day(world.again)}, last page.")],
    )  # fmt: skip


def _houses(world: InspectionWorld) -> Markup:
    columns = []
    for house, title in enumerate(HOUSES):
        blocks: list[str | Markup] = [p.mark(f"house.{house}", Markup('<span class="name">{}</span>').format(title))]
        for name, notes in world.systems.items():
            age, kind = notes[house]
            slug = name.lower().replace(" ", "-")
            blocks.append(p.head(4, name))
            blocks.append(
                p.para(
                    Markup("{}, {}. {}").format(
                        p.mark(f"kind.{house}.{slug}", kind[0].upper() + kind[1:]),
                        p.mark(f"age.{house}.{slug}", f"about {age} years old"),
                        _REMARKS[name][(house + world.fee // 10) % 2],
                    )
                )
            )
        columns.append(p.tag("div", p.join(blocks), "house"))
    return p.fixed(
        [
            p.head(2, "1. Systems, by house"),
            p.tag("div", p.join(columns), "houses"),
            p.head(2, "2. Moisture in the floor of the main house"),
            p.tag("div", p.join([_plan(world), p.tag("div", p.join([
                p.para("Readings of a pin meter in the subfloor, in percent of dry weight, taken where the plan has them."),
                p.para(f"[[wet-limit|A reading above {world.wet}% is wet]]; one at the limit or below is not. Wet floors should be opened within weeks."),
                p.para("The meter was checked on its block before and after. It does not read through tile, so that the bath was measured from the hatch below."),
            ]), "beside")]), "moisture"),
        ]
    )  # fmt: skip


def _plan(world: InspectionWorld) -> Markup:
    out = ['<svg width="540" height="410" viewBox="0 0 540 410">']
    for room, (x, y, w, h) in _ROOMS.items():
        out.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" stroke="#222" stroke-width="2.4"/><text x="{x + 9}" y="{y + 20}" font-size="11" font-weight="600">{room}</text>'
        )
        places = (
            ((0.22, 0.42), (0.72, 0.4), (0.48, 0.6), (0.2, 0.82), (0.76, 0.82), (0.5, 0.86))
            if h > 130
            else ((0.16, 0.48), (0.5, 0.46), (0.84, 0.48), (0.3, 0.82), (0.68, 0.82), (0.9, 0.84))
        )
        for k, value in enumerate(world.readings[room]):
            px, py = x + w * places[k][0], y + h * places[k][1]
            out.append(
                f'<circle cx="{px:.1f}" cy="{py - 4:.1f}" r="13" fill="#f4f4f0" stroke="#666"/><a href="{MARK}wet.{room.lower().replace(" ", "-")}.{k}"><text x="{px:.1f}" y="{py:.1f}" font-size="11" text-anchor="middle">{value}</text></a>'
            )
    return Markup("".join(out) + "</svg>")  # fmt: skip


_OTHERS = (
    ("watch", "Main house, outside", "Gutter on the north eave holds leaves above the second downspout", "Owner"),
    ("repair", "Main house, inside", "Bath fan blows into the attic and not outdoors", "Electrician"),
    ("watch", "Main house, inside", "Crack of a hair's width in the cellar wall, dry on the day", "Owner"),
    ("repair", "Main house, inside", "Back door drags on its sill and won't latch without a push", "Carpenter"),
    ("watch", "Main house, outside", "Mortar at the foot of the front steps is soft to the key", "Mason"),
    ("repair", "Main house, outside", "Hose bib at the drive drips when shut", "Plumber"),
    ("watch", "Carriage house", "Insulation lies thin at the eaves, about four inches", "Owner"),
    ("repair", "Carriage house", "Damper of the range hood has lost its handle", "Owner"),
    ("watch", "Carriage house", "Downspout empties onto the doorstep, which will ice in winter", "Owner"),
)
_PLACES = ("Main house, outside", "Main house, inside", "Carriage house")


def _findings(world: InspectionWorld) -> Markup:
    rows = [("hazard", f"haz.{key}", HAZARDS[key]) for key in world.hazards] + [
        ("repair", f"low.{key}", HAZARDS[key]) for key in world.minors
    ]
    found = [(kind, ref, one.place, one.words, one.trade) for kind, ref, one in rows]
    found += [(kind, f"low.{k}", place, words, trade) for k, (kind, place, words, trade) in enumerate(_OTHERS)]
    found.sort(key=lambda one: one[3][::-1])
    blocks: list[str | Markup] = [p.head(2, "3. Findings")]
    count = 0
    for place in _PLACES:
        cells: list[Sequence[str | Markup | Cell]] = []
        for kind, ref, _, words, trade in (one for one in found if one[2] == place):
            count += 1
            cells.append(
                (Markup('<span class="no">{} 3.{}</span>').format(_sign(kind), count), p.mark(ref, words), trade)
            )
        blocks += [p.head(3, place), p.table([], cells, "findings", widths=("11%", "73%", "16%"))]
    blocks.append(
        "The signs are those of the key on the first page; the last column says whom to ask. Findings are numbered as we walked, and not by weight. One that was mended since stays in this report."
    )
    return p.box(blocks, "section")  # fmt: skip


def _again(world: InspectionWorld) -> Markup:
    rows = [
        (str(k + 1), what, Cell(p.mark(f"repair.{k}", repair), kind="c"), Cell(p.mark(f"permit.{k}", permit), kind="c"), p.mark(f"seen.{k}", short_day(seen)))
        for k, (what, repair, permit, seen) in enumerate(world.repairs)
    ]  # fmt: skip
    return p.box(
        [
            p.head(2, "4. Re-inspection"),
            f"{world.inspector} went back on and before {long_day(world.again)} at the client's wish to look at five things that seller and client had agreed on outside this report. What is not in the table was not looked at again. Permits are as the building office told us by telephone.",
            p.table([["No.", "Item", Cell("Repair", kind="c"), Cell("Permit", kind="c"), "Last seen"]], rows, "again", widths=("8%", "38%", "18%", "18%", "18%")),
            p.notes([("", "COMPLETE: done when last seen. PENDING: not done, or not granted. FINAL: signed off by the building office. NOT NEEDED: the office asks for none.")]),
            p.signatures([(world.inspector, f"{world.inspector}, inspector"), (world.client, "Received by the client")]),
        ],
        "section last",
    )  # fmt: skip


INSPECTION = Design("home_inspection", sample, paper, ASKS)
