"""A recorded warranty deed on one page: stamps in the recorder's space, a tract by metes and bounds, changes by hand."""

from __future__ import annotations

import random
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, initials, long_day, people, short_day, town
from dataset_builder.families.rubrics.domains.legal.deed_asks import ASKS, DeedWorld
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Paper

_STATES = ("Wessmoor", "Arrenland", "North Calloway", "Tavenna")
_COUNTIES = ("Harlow", "Dunmore", "Quill", "Marchbank", "Ostrander", "Fallon")
_TOWNSHIPS = ("Cedar Fork", "Plum Run", "Blackwater", "Stony Ridge", "Three Oaks")
_ROADS = ("Kettle Creek Road", "Lantry Road", "Old Quarry Pike", "Sparrow Hollow Road")


def sample(rng: random.Random) -> DeedWorld:
    """Draw a deed of a four-sided tract."""
    first, wife, grantee, preparer, notary = people(rng, 5)
    signed = day_between(rng, date(2019, 2, 1), date(2025, 9, 30))
    if (signed.month, signed.day) == (2, 29):
        signed += timedelta(days=1)
    entered = signed + timedelta(days=rng.randrange(6, 16))
    recorded = entered + timedelta(days=rng.randrange(2, 9))
    tilt, east = rng.randrange(0, 3), rng.randrange(12, 59)
    long_, short = rng.randrange(70_000, 139_000) / 100, rng.randrange(38_000, 66_000) / 100
    skew = rng.randrange(120, 900) / 100
    calls = (
        (f"N {tilt + 1:02d}° {rng.randrange(10, 59)}' E", long_),
        (f"S {88 - tilt}° {east}' E", short),
        (f"S {tilt + 1:02d}° {rng.randrange(10, 59)}' W", round(long_ - skew, 2)),
        (f"N {87 - tilt}° {rng.randrange(10, 59)}' W", round(short + 0.6, 2)),
    )
    return DeedWorld(
        state=rng.choice(_STATES),
        county=rng.choice(_COUNTIES),
        township=rng.choice(_TOWNSHIPS),
        grantors=(first, wife),
        grantee=grantee,
        grantee_town=town(rng),
        preparer=preparer,
        notary=notary,
        signed=signed,
        entered=entered,
        recorded=recorded,
        clock=f"{rng.choice((9, 10, 11))}:{rng.randrange(10, 59)} AM",
        entry=f"{rng.randrange(1000, 9999)}",
        instrument=f"{recorded.year}-{rng.randrange(10000, 99999):06d}",
        volume=(rng.randrange(210, 980), rng.randrange(11, 870)),
        parcel=f"{rng.randrange(10, 60)}-{rng.randrange(100, 999)}-{rng.randrange(1000, 9999)}.00",
        calls=calls,
        acres=round(long_ * short / 43_560, 3),
        section=rng.randrange(2, 36),
        road=rng.choice(_ROADS),
        depth=rng.choice((300, 400, 500, 600)),
        term=rng.choice((20, 25, 30)),
        widths=rng.choice(((20, 30), (24, 16), (30, 22), (15, 25))),
        lines=rng.choice((("north", "east"), ("east", "west"), ("south", "west"), ("west", "north"))),
        fee=rng.randrange(34, 78),
    )


def paper(world: DeedWorld, rng: random.Random) -> Paper:
    """Return the deed."""
    ink = rng.choice(("#1f3f94", "#22305e", "#114b5f"))
    seal = rng.choice(("#8c1d18", "#27408b", "#3d3d3d"))
    body = rng.choice(("IBM Plex Serif", "Libre Baskerville", "Source Serif 4"))
    return Paper(
        f"Warranty deed, instrument {world.instrument}",
        p.fixed([_top(world), *_text(world), _closing(world)], "deed"),
        ("legal/deed",),
        {"accent": seal, "ink": ink, "body": body, "head": body, "size": "8.2pt" if body == "Libre Baskerville" else "9.1pt"},
        margin="0.55in 0.8in",
    )  # fmt: skip


def _top(world: DeedWorld) -> Markup:
    left = p.tag(
        "div",
        f"Prepared by and return to:\n{world.preparer}, Attorney\nCourthouse Square, {world.county}\n\nParcel no. {world.parcel}\nSend tax bills to: {world.grantee}, {world.grantee_town}",
        "prepared",
    )
    entered = p.tag(
        "div",
        f"**TRANSFERRED**\nNo. {world.entry}\n[[entered-day|{short_day(world.entered)}]]\n[[exempt|Transfer tax: exempt]]\nAuditor, {world.county} County",
        "office auditor",
    )
    recorded = p.tag(
        "div",
        f"**RECORDED**\nInstrument [[rec-number|{world.instrument}]]\n[[rec-day|{short_day(world.recorded)}]]  [[rec-clock|{world.clock}]]\nVol. {world.volume[0]}, page {world.volume[1]}  Fee ${world.fee}.00\nRecorder, {world.county} County",
        "office recorder",
    )
    return p.tag("div", p.join([left, entered, recorded]), "top")  # fmt: skip


def _text(world: DeedWorld) -> list[str | Markup]:
    (old, new), (old_line, new_line) = world.widths, world.lines
    first, second = world.grantors
    (b1, d1), (b2, d2), (b3, d3), (b4, d4) = world.calls
    marks = Markup('<span class="hand small">{}</span>').format(f"{initials(first)}  {initials(second)}")

    def by_hand(ref: str, words: str) -> Markup:
        return Markup('<span class="hand">{}</span>').format(p.mark(ref, words))

    changed = Markup(
        "{} the right to pass and repass, on foot and with vehicles, over a strip {}{} feet in width along the {}{} line of the tract {}, so that "
        "their remaining land may be reached from {}. The strip may be crossed by fences only where gates are set in them."
    ).format(
        p.rich("**Second:**"),
        p.rich(f"--[[old-width|{old}]]-- "),
        by_hand("new-width", str(new)),
        p.rich(f"--[[old-line|{old_line}]]-- "),
        by_hand("new-line", new_line),
        marks,
        world.road,
    )
    return [
        p.head(1, "General Warranty Deed"),
        f"**KNOW ALL PERSONS BY THESE PRESENTS,** that on [[signed|{long_day(world.signed)}]] **{first} and {second}**, married to each other, of {world.township} Township, "
        f"{world.county} County, State of {world.state} (the “Grantors”), [[consideration|for ten dollars and other good and valuable consideration]], the receipt of which they "
        f"acknowledge, do hereby grant, bargain, sell and convey, with general warranty covenants, to **{world.grantee}**, unmarried, of {world.grantee_town} (the “Grantee”), the "
        f"following tract in the northeast quarter of Section {world.section}, {world.township} Township:",
        p.tag(
            "div",
            f"Beginning at an iron pin set in the south line of said quarter section, at its intersection with the center of {world.road}; thence {b1}, {d1:.2f} feet, with said center line, to a railroad "
            f"spike; thence {b2}, {d2:.2f} feet, to a stone found, passing a pin at 30.00 feet; thence {b3}, {d3:.2f} feet, along lands now or formerly of {world.notary.split()[-1]}, to an iron pin; thence "
            f"{b4}, {d4:.2f} feet, with the quarter section line, to the place of beginning, containing {world.acres:.3f} acres, more or less, as surveyed in {world.signed.year - 1}; be the same subject to all legal highways.",
            "tract",
        ),
        "**TO HAVE AND TO HOLD** the same, [[grant|together with all that stands on, grows upon or lies in or under it, and all rights and appurtenances thereto belonging]], to the Grantee, "
        "and the Grantee's heirs and assigns forever. The Grantors covenant that they are lawfully seized of the tract in fee simple, that it is free of encumbrances except as set out "
        "here, and that they will warrant and defend it against the lawful claims of all persons.",
        "**SUBJECT TO** taxes and assessments not yet due, which the Grantee assumes and agrees to pay; the rights of the public in the road; zoning; and utility easements of record. The "
        "Grantee takes the buildings as they stand, and the Grantors have until the first of the month after next to remove the hay and the two gravity wagons now in the lower barn.",
        "**EXCEPTING AND RESERVING,** however:",
        f"**First:** [[reservation|the Grantors reserve to themselves, their heirs and assigns all oil and gas]] lying below a depth of [[depth|{world.depth} feet]], with the right to lease the same, "
        f"for a term of [[term|{world.term} years]] from the date of this deed and no longer. No well, pad or road for them shall stand on the surface of the tract. Coal, stone, sand, gravel and "
        "water at any depth are not reserved.",
        p.para(changed),
        p.para(Markup('Changes in the second reservation were made, and <span class="hand small">{}</span> set beside them, before signing. Prior instrument: Volume {}, page {}, deed records of {} County.').format(
            f"{initials(first)}  {initials(second)}", world.volume[0] - 61, world.volume[1] + 14, world.county)),
    ]  # fmt: skip


def _closing(world: DeedWorld) -> Markup:
    first, second = world.grantors
    seal = Markup(
        '<svg width="92" height="92" viewBox="0 0 92 92"><g fill="none" stroke="var(--accent)"><circle cx="46" cy="46" r="43" stroke-width="2"/>'
        '<circle cx="46" cy="46" r="33" stroke-width="1"/><circle cx="46" cy="46" r="40" stroke-width="3" stroke-dasharray="1.5 3"/></g>'
        '<g fill="var(--accent)" text-anchor="middle" font-size="8.5"><text x="46" y="37" font-weight="700">NOTARY</text><text x="46" y="49" font-weight="700">PUBLIC</text>'
        '<text x="46" y="61" font-size="8">{}</text></g></svg>'
    ).format(world.state)
    notary = p.tag(
        "div",
        p.join(
            [
                p.para(
                    f"State of {world.state}, County of {world.county}, ss. Before me, a notary public, appeared the above named {first} and {second}, who acknowledged that they did sign this deed and that it is "
                    f"their free act. In witness whereof I set my hand and seal in the month of the deed."
                ),
                p.tag("i", world.notary, "hand"),
                p.tag("span", f"Notary Public. My commission expires {world.signed.year + 3}.", "under"),
            ]
        ),
    )  # fmt: skip
    return p.join(
        [
            p.para("**IN WITNESS WHEREOF** the Grantors, each releasing all rights of dower in the tract, have set their hands on the day first written."),
            p.signatures([(first, first), (second, second)]),
            p.tag("div", p.join([notary, seal]), "notary"),
        ]
    )  # fmt: skip


DEED = Design("warranty_deed", sample, paper, ASKS)
