"""A specification of pump sets of some ten pages: numbered clauses, schedules, steps at site, an amendment at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import day_between, long_day, people, town
from dataset_builder.families.rubrics.domains.engineering.spec_asks import ASKS, LOADS, Nozzle, SpecWorld
from dataset_builder.families.rubrics.domains.engineering.spec_more import extend
from dataset_builder.families.rubrics.domains.engineering.spec_text import chapters
from dataset_builder.families.rubrics.model import Design
from dataset_builder.families.rubrics.paper import Cell, Paper

_TAGS = ("P-101", "P-102", "P-103", "P-104", "P-105", "P-106", "P-111", "P-112", "P-113", "P-114", "P-121", "P-122", "P-123", "P-124", "P-131", "P-132", "P-133", "P-141", "P-142", "P-143", "P-144", "P-151", "P-152", "P-153", "P-161", "P-162", "P-163", "P-164", "P-171", "P-172")  # fmt: skip

_CHAPTERS = tuple(str(k) for k in range(10, 20))
_LETTERS = "CDEFGHIJKLMNOP"
"""Numbers of further chapters and letters of further schedules."""


def sample(rng: random.Random) -> SpecWorld:
    """Draw a station and its pumps."""
    place = town(rng)
    prepared, checked, approved = people(rng, 3)
    issued = day_between(rng, date(2021, 3, 1), date(2024, 6, 1))
    nozzles: list[Nozzle] = []
    for tag in _TAGS:
        for service, sizes in (("suction", (250, 300, 350)), ("discharge", (150, 200, 250))):
            size = rng.choice(sizes)
            base = size / 100
            loads: list[float] = []
            for share in (1.6, 1.3, 2.0, 1.1, 0.85, 0.6):
                load = round(base * share * rng.uniform(0.85, 1.15), 2)
                while any(
                    abs(load - other) < 0.02
                    for other in [*loads, *(one for nozzle in nozzles[-2:] for one in nozzle.loads)]
                ):
                    load = round(load + 0.03, 2)
                loads.append(load)
            nozzles.append(Nozzle(tag, service, size, tuple(loads)))
    pressures = [
        (design, surge, factor)
        for design in (12, 14, 16, 20)
        for surge in (3, 4, 5, 6)
        for factor in (1.3, 1.4, 1.5)
        if abs(factor * design - design - surge) >= 1.2
    ]
    design, surge, factor = rng.choice(pressures)
    wet, dry, weld = rng.choice(((85, 50, 65), (90, 45, 60), (75, 40, 60)))
    return SpecWorld(
        owner=f"{place} Water Undertaking",
        station=f"{place} raw-water intake",
        number=f"TS-{rng.randrange(20, 99)}-{rng.randrange(100, 999)}",
        issued=issued,
        amended=issued + timedelta(days=rng.randrange(60, 240)),
        prepared=prepared,
        checked=checked,
        approved=approved,
        flow=rng.randrange(34, 96) * 10,
        head=rng.randrange(62, 118),
        design=design,
        surge=surge,
        factor=factor,
        hold=rng.choice((25, 35, 40, 45)),
        drop=rng.choice((1, 2)),
        gauge=rng.choice((4, 5, 7, 8)),
        wet=wet,
        dry=dry,
        weld=weld,
        vibration=rng.choice(((4.5, 2.8), (3.5, 2.3), (4.8, 3.2))),
        opening=rng.choice((15, 18, 20, 25)),
        warm=rng.choice((28, 30, 32)),
        minutes=rng.choice((10, 12, 14)),
        nozzles=tuple(nozzles),
        pick=rng.randrange(10_000),
    )  # fmt: skip


def paper(world: SpecWorld, rng: random.Random) -> Paper:
    """Return the specification."""
    accent = rng.choice(("#1f3d2b", "#5a1a1a", "#223a5e", "#3a3a3a"))
    body = [
        _cover(world),
        Markup(world.front),
        *chapters(world),
        *_titled("", _CHAPTERS, world.further),
        *_schedules(world),
        *_titled("Schedule ", _LETTERS, world.schedules),
        _amendment(world),
    ]
    return Paper(
        f"Specification {world.number}",
        p.join(body),
        ("engineering/specification",),
        {"accent": accent, "body": rng.choice(("IBM Plex Serif", "Source Serif 4", "Zilla Slab")), "head": rng.choice(("Libre Franklin", "IBM Plex Sans"))},
        {"top-left": world.owner, "top-right": f"{world.number}: pump sets", "bottom-center": "{page} of {pages}", "bottom-left": f"Issued {long_day(world.issued)}"},
        size="a4",
        margin="22mm 20mm 20mm 25mm",
    )  # fmt: skip


def _titled(kind: str, signs: Sequence[str], parts: Sequence[tuple[str, Markup]]) -> list[Markup]:
    return [
        block
        for sign, (title, body) in zip(signs, parts, strict=False)
        for block in (p.head(2, f"{kind}{sign}  {title}"), body)
    ]


def _cover(world: SpecWorld) -> Markup:
    control: list[Sequence[str | Markup | Cell]] = [
        ("0", long_day(world.issued - timedelta(days=48)), "For comment", world.prepared, "", ""),
        ("1", long_day(world.issued), "For tender and contract", world.prepared, world.checked, world.approved),
    ]
    return p.fixed(
        [
            p.para(world.owner, "owner"),
            p.head(1, "Technical specification"),
            p.para(f"{world.number}\nHorizontal centrifugal pump sets\nfor the {world.station}", "what"),
            p.strip([("Pump sets", str(len({one.tag for one in world.nozzles}))), ("Duty flow each", f"{world.flow} m³/h"), ("Duty head", f"{world.head} m"), ("Drive", "Electric motor, flexible coupling")]),
            p.head(3, "Document control"),
            p.table([["Issue", "Date", "Purpose", "Prepared", "Checked", "Approved"]], control, "boxed"),
            p.head(3, "How to use this document"),
            p.para("Clauses are numbered and are quoted by number. Schedules at the end are part of it. Amendments, where there are such, are bound in after the schedules and have the last word. Where a tenderer departs from a clause, the departure is entered in the list of departures with the number of the clause and a reason."),
            p.head(3, "Contents"),
            Markup('<div class="toc">{}</div>').format(p.join(p.para(one) for one in (*(["T  Tendering"] if world.front else []), "1  Scope and documents", "2  Terms", "3  Site and duty", "4  Pumps", "5  Shafts, bearings, vibration", "6  Surfaces", "7  Coating", "8  Tests at the works", "9  Erection and commissioning", *(f"{k}  {title}" for k, (title, _) in zip(_CHAPTERS, world.further, strict=False)), "Schedule A  Duty and pressures", "Schedule B  Permitted loads on nozzles", *(f"Schedule {k}  {title}" for k, (title, _) in zip(_LETTERS, world.schedules, strict=False))))),
        ],
        "cover full" if world.further else "cover",
    )  # fmt: skip


def _schedules(world: SpecWorld) -> list[str | Markup]:
    duty: list[Sequence[str | Markup | Cell]] = [
        ("Flow", f"{world.flow} m³/h", "Continuous, one set of each group in reserve"),
        ("Head", f"{world.head} m", "At the flow above"),
        ("Design pressure", p.rich(f"[[d.design|{world.design} bar]]"), "At the discharge flange"),
        (
            "Surge allowance",
            p.rich(f"[[d.surge|{world.surge} bar]]"),
            "From the study of transients, pumps tripping together",
        ),
        ("Suction head", "2.1 m to 6.8 m", "By level of the river"),
        ("Liquid", "River water, 0.5 °C to 26 °C", "Sand to 0.4 g/L in floods"),
        ("Speed", "1,485 1/min", "Four-pole motors"),
        ("Efficiency at duty", "not less than 81%", "Counted with seal losses"),
    ]
    heads: list[Sequence[str | Markup | Cell]] = [
        [
            "Pump",
            "Nozzle",
            Cell("DN", kind="n"),
            *(Cell(p.mark(f"nzh.{k}", one), kind="n") for k, one in enumerate(LOADS)),
        ],
    ]
    rows: list[Sequence[str | Markup | Cell]] = [
        [
            one.tag,
            one.service,
            Cell(str(one.size), kind="n"),
            *(Cell(p.mark(f"nz.{k}.{column}", f"{load:.2f}"), kind="n") for column, load in enumerate(one.loads)),
        ]
        for k, one in enumerate(world.nozzles)
    ]
    return [
        p.head(2, "Schedule A  Duty and pressures"),
        p.table([["Item", "Value", "Remark"]], duty, "boxed", widths=("26%", "28%", "46%")),
        p.head(2, "Schedule B  Permitted loads on nozzles"),
        p.para(
            "Forces in kN, moments in kN m, in the axes of the pump: x along the shaft towards the motor, y upwards, z to the right as seen from the motor. Loads act together. Piping is to be anchored so that they are kept with the pump at rest, cold, and at 26 °C."
        ),
        p.table(heads, rows, "loads", repeat=False),
    ]


def _amendment(world: SpecWorld) -> Markup:
    _, new = world.vibration
    return p.tag(
        "div",
        p.join(
            [
                p.head(2, "Amendment 1"),
                p.strip([("To", world.number), ("Date", long_day(world.amended)), ("Approved", world.approved)]),
                p.clauses(
                    [
                        ("A1.1", "In clause 3.4, after the second sentence, add: Cable trays are supplied by others."),
                        (
                            "A1.2",
                            f"In clause 5.4 [[am.vib|the limit at rated flow is changed to {new:g} mm/s]]. The limit at other flows within the working range stays as it is.",
                        ),
                        ("A1.3", "In clause 9.6 the words on training are deleted. Training is ordered apart."),
                    ]
                ),
                p.para(
                    "All other clauses are unchanged. Tenderers acknowledge this amendment in their letter of tender."
                ),
            ]
        ),
        "amendment",
    )


SPECIFICATION = Design("pump_specification", sample, paper, ASKS, extend)
