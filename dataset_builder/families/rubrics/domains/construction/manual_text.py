"""The words of a section on cast-in-place concrete."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.construction.manual_world import TEMPERATURES, WINDS, ManualWorld
from dataset_builder.families.rubrics.plots import Axis, Band, Series, plot

Entry = tuple[str, str | Markup]


def nest(text: str, entries: Sequence[str], signs: str = "123456789") -> Markup:
    """Return a paragraph with numbered items under it."""
    return p.join(
        [p.para(text), p.clauses([(f"{sign}.", entry) for sign, entry in zip(signs, entries, strict=False)], "deep")]
    )


def article(number: str, title: str, entries: Sequence[str | Markup]) -> Markup:
    """Return an article: its number and title, paragraphs A, B, C."""
    return p.join(
        [
            p.head(3, f"{number}  {title}"),
            p.clauses([(f"{sign}.", entry) for sign, entry in zip("ABCDEFGHIJK", entries, strict=False)], "spec"),
        ]
    )


def part_one(world: ManualWorld) -> list[str | Markup]:
    """Return part 1."""
    normal, rock = world.notice
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "This section covers concrete placed in forms at the site, its reinforcement, joints, finishes, curing and testing, for all structures shown on the S sheets and for site concrete shown on the C sheets.",
            "Precast wall panels, topping on steel deck of the office roof, and grout under machines are in other sections. Where they meet work of this section, this section governs tolerances of the joint.",
            "Work of this section is paid in the lump sum. Rock and soft ground under footings are paid by unit prices of the bid form.",
        ]),
        article("1.2", "Definitions", [
            "Exposed to view: any surface that a person standing on a finished floor, walk or drive can see, and any surface that gets no other finish.",
            f"[[def.day|Curing day: a day, midnight to midnight, whose mean air temperature at the surface of the concrete is {world.mean} degrees F or more. Other days are not counted and do not break the count.]]",
            "Field-cured cylinder: a cylinder that lies beside the member, under the same covers, until the hour of its test.",
            "Engineer: the engineer of record or a person that the engineer names in writing. The testing agency is not the Engineer.",
            "Hold point: work that does not go on until it has been seen and released in writing.",
        ]),
        article("1.3", "Submittals", [
            nest("Before the meeting of 1.4.B submit, in one package for each mixture:", [
                "Proportions, sources and mill reports not older than 90 days.",
                "Strength records of at least 15 tests, or of three trial batches made at the highest slump.",
                "Data on shrinkage at 28 and 56 days for mixtures of slabs.",
                "The producer's certificate that trucks have working counters and water meters.",
            ]),
            "Shop drawings of reinforcement with bending lists, laps, and the place of every bar support that stays in a surface exposed to view.",
            "A drawing of construction joints for each structure. Joints that are not on an accepted drawing will not be allowed.",
            "A plan for hot and for cold weather, with the names of those who read thermometers on weekends.",
            "Records of each placement within three working days: tickets, temperatures, times, cylinders, weather.",
        ]),
        article("1.4", "Quality assurance", [
            "The testing agency is engaged and paid by the Owner. The Contractor pays for tests that are made again because the first failed.",
            "Hold a meeting at the site at least ten days before the first placement, with producer, pumper, finisher, agency and Engineer.",
            nest("Give notice to the Engineer:", [
                f"{normal} hours before any placement of this section.",
                f"{rock} hours before concrete is placed against rock, and after the rock has been cleaned with air.",
                "At once when a hold point can not be kept.",
            ]),
            "Make a sample panel of each finish of 3.8 on the back side of the retaining wall, four feet square. Accepted panels stay until the work is accepted.",
            "[[strip.release|Taking away forms and shores of elevated slabs is a hold point: the Engineer releases it in writing.]]",
        ]),
        article("1.5", "Delivery and storage", [
            "Store bars on timber, off the ground, sorted by size and tagged. Bars with loose scale or oil go back.",
            "Trucks discharge within 90 minutes of batching, or before the counter shows 300 turns, whichever comes first. In hot weather 60 minutes.",
            "Water is not added at the site, also not where the ticket shows some held back. A load out of range is turned away or taken up by the plant's own chemist, once.",
        ]),
        article("1.6", "Site conditions", [
            "Do not place in rain or snow, or when either is forecast to begin before initial set, without a roof over the work.",
            "The tipping floor stays in service on one side. Keep a barrier and a clear lane of 14 feet; water and slurry must not run into the pit.",
        ]),
    ]  # fmt: skip


def part_two(world: ManualWorld) -> list[str | Markup]:
    """Return part 2."""
    rows = [
        (one.name, one.use, f"{one.strength:,}", f"{one.water:.2f}", f"{one.air:g}" if one.air else "none", str(one.slump), f"{one.aggregate:g}")
        for one in world.mixes
    ]  # fmt: skip
    return [
        p.head(2, "Part 2  Products"),
        article("2.1", "Cement and fines", [
            "Portland cement of one mill for all concrete exposed to view. Fly ash up to 20% and slag up to 35% of the mass of cementitious material; not both in one mixture.",
            "No ash in mixtures placed between November 1 and March 15.",
        ]),
        article("2.2", "Aggregates", [
            "Natural sand and crushed stone from pits that have been used for at least five years. Gravel may be used in footings.",
            "The largest size is given for each mixture. It is not larger than three quarters of the clear space between bars.",
        ]),
        article("2.3", "Admixtures", [
            "Air-entraining, water-reducing and set-controlling admixtures that have been shown to work together in the trial batch. None may hold chlorides on purpose.",
            "Dosage follows the accepted mixture. The field does not change it.",
        ]),
        article("2.4", "Reinforcement", [
            "Deformed bars, grade 60, uncoated. Epoxy-coated bars in the truck court and dock, with the coating mended before placement where it is damaged over more than a quarter of an inch.",
            "Supports: plastic or stainless where they touch a form whose surface is exposed to view; concrete blocks on ground.",
        ]),
        article("2.5", "Mixtures", [
            p.join([
                p.para("[[mixrow|Proportion mixtures to have the following properties and submit proportions.]] Slump is measured where concrete leaves the chute or hose."),
                p.table([["Mix", "Use", "Strength at 28 days, psi", "Most water to cement", "Air, %", "Slump, in.", "Aggregate, in."]], rows, "grid", widths=("9%", "31%", "15%", "13%", "10%", "10%", "12%")),
            ]),
            "Air may differ by 1.5 points, slump by 1 inch. The schedule of placements at the end of this section tells which mixture goes where; it governs over notes on the drawings.",
        ]),
        article("2.6", "Materials for curing and joints", [
            "Wet covers: burlap of at least 9 ounces a square yard, or mats of cotton, kept wet by hoses that drip. White film of 4 mils may lie on top, not instead.",
            "Compound: dissipating resin, only on surfaces that get no other finish and that are not slabs.",
            "Waterstop: ribbed, with a center bulb, welded at the bench; field joints are butt joints only.",
            "Filler for isolation joints: cork, half an inch; sealant in another section.",
        ]),
    ]  # fmt: skip


def part_three(world: ManualWorld) -> list[str | Markup]:
    """Return part 3."""
    share, days, load = world.strip
    fine, medium, coarse, ramp = world.texture
    cure, _, _ = world.cure
    return [
        p.head(2, "Part 3  Execution"),
        article("3.1", "Examination", [
            "Check line, level, embedded items and cover before closing forms. Write the check on the form that was agreed in the meeting of 1.4.B.",
            "Ground under slabs is firm, moist and free of frost. Do not place on a surface that pumps under a loaded truck.",
        ]),
        article("3.2", "Forms and shores", [
            "Design forms for the rate of placing and the temperature that are planned, and for a load of 50 pounds a square foot of men and tools on top.",
            "Chamfer edges exposed to view by three quarters of an inch. Ties leave nothing within an inch of the surface.",
            "Forms of walls and sides of beams may be taken off after 24 hours if this does not hurt the concrete.",
            nest("Forms and shores of elevated slabs stay until all of the following are met:", [
                f"Field-cured cylinders have reached [[strip.strength|{share} percent]] of the strength at 28 days, as the mean of three.",
                f"[[strip.days|At least {days} curing days have passed.]]",
                "What 1.4 and 3.11 ask for in addition.",
            ]),
            "Take shores away from the middle of a span towards its ends, of a cantilever from its tip.",
        ]),
        article("3.3", "Placing reinforcement", [
            "Cover: 3 inches against ground, 2 inches in slabs that trucks use, 1 1/2 inches elsewhere. Ties do not reach into the cover of a surface exposed to view.",
            "Lap bars as drawn. Do not weld, heat or bend bars that are partly embedded.",
        ]),
        article("3.4", "Placing concrete", [
            "Place in layers of not more than 20 inches, each within 30 minutes of the one before it. Drop no more than 5 feet free.",
            "Vibrate every 18 inches, into the layer below by 6 inches. Do not move concrete sideways with the vibrator.",
            "Slabs are placed in strips as drawn. Strike off, float once with a bull float, and keep off until bleed water has gone.",
        ]),
        p.tag("div", p.join([
            p.head(3, "3.5  Construction joints"),
            p.clauses([("A.", "Joints are made where the accepted drawing shows them, in this order:")], "spec"),
            p.items([
                "Bring the first placement half an inch over the line of the joint and strike it off while soft.",
                f"After {world.wait} hours, remove the skin with water under pressure until coarse aggregate stands out by a quarter of an inch.",
                "[[j.clean|Blow the joint out with air that is free of oil, and lift loose stones by hand.]]",
            ], "steps", "1"),
            p.box([
                p.head(4, "Joints with a waterstop"),
                p.items([
                    "Tie the waterstop at both edges every 12 inches before the first placement.",
                    "Fold its free half back and cover it while the joint is blown out.",
                    "[[j.stop|Look at the welds, then straighten the waterstop and wipe it dry.]]",
                ], "steps", "1"),
            ], "callout"),
            Markup('<ol class="steps" type="1" start="4">{}</ol>').format(Markup("").join(p.tag("li", one) for one in (
                "[[j.next|Check dowels and keys against the drawing, and have the joint seen by the agency.]]",
                "Close the form so that it grips the hardened concrete by at least 4 inches.",
                "Place the second lift; put its first layer down in 10 inches, and vibrate it twice.",
            ))),
            p.clauses([("B.", f"[[j.dry|At the time of the second placement the surface of the joint is dry: it has had no water for {world.dry} hours. Do not wet it, and do not use a bonding agent, slurry or mortar bed]]; the pull-off tests made for the Owner at the first station showed dry, rough joints to be the strongest."),
                       ("C.", "A stop of more than 45 minutes makes a joint. Report it, and treat it as such.")], "spec"),
        ]), "joint"),
        article("3.6", "Hot weather and wind", [
            "Concrete is not warmer than 90 degrees F where it leaves the hose. Measure it, and wind 20 inches over the slab, every half hour.",
            p.join([
                p.para("Find the rate of evaporation in figure 3.6-1. In zone 1, set up windbreaks on the side of the wind. In zone 2, set up windbreaks and fog the air over the slab from strike-off until covers are on. Below zone 1 nothing more is needed."),
                p.figure(_figure(world), "Figure 3.6-1  Rate of evaporation from slabs at a relative humidity of 40 percent", "chart"),
            ]),
        ]),
        article("3.7", "Cold weather", [
            "It is cold weather when the air falls below 40 degrees F at any hour within a day of placement. Ground and forms are brought to 40 degrees before, with heat that does not blow on concrete.",
            "Concrete is between 55 and 70 degrees when placed. Protect it with blankets until cylinders show 500 psi, and slabs for three days in any case.",
            "Heaters are vented. Record temperatures on top, at edges and corners, twice a day.",
        ]),
        article("3.8", "Finishes", [
            nest("Formed surfaces:", [
                "F1: as forms leave them; fins off, holes over half an inch filled.",
                "F2: fins ground flush, holes over a quarter of an inch filled, tie holes plugged an eighth back.",
                "F3: as F2, and rubbed with a fine stone within three days until color is even.",
            ]),
            nest("Floors without traffic of vehicles:", [
                "Two passes with a steel trowel, the second by hand at walls.",
                f"Steel trowel, then a soft broom along the long side, texture [[t.b2|{fine}]] mils deep.",
                "Float only, where tile or topping follows.",
            ]),
            nest("Floors and drives for vehicles:", [
                f"Stiff broom across the lane, texture [[t.c1|{medium}]] mils deep.",
                f"Stiff broom across the slope, texture [[t.c2|{ramp}]] mils deep, edges tooled smooth 2 in. wide.",
                f"Rake, texture [[t.c3|{coarse}]] mils deep, only where drawn.",
            ]),
            "[[t.ref|Ramps to the dock and to the scale are finished by 3.8.C.2]] and placed with the slabs that they join; landings and walks of stairs by 3.8.B.2; the truck court by 3.8.C.1.",
        ]),
        article("3.9", "Curing", [
            "Begin as soon as the surface is not marred by it. Do not let it dry at any time.",
            f"Slabs exposed to view and all slabs for vehicles: [[c.slab|wet covers for {cure} days]], with edges closed.",
            f"[[c.wall|Walls and piers: forms left on, or wet covers, for {world.wall} curing days.]]",
            "Footings: backfill or film within a day.",
            "Take covers off in the afternoon. Sealers follow no sooner than a week later.",
        ]),
        article("3.10", "Tolerances", [
            "Walls: plumb within 1/4 inch in 10 feet, and 3/4 inch in all. Line in plan within half an inch.",
            "Floors: a ten-foot straightedge rocks or gaps by not more than 3/16 inch; on ramps by 5/16 inch.",
            "Anchor bolts in a group within an eighth of an inch of each other, tops within a quarter.",
        ]),
        article("3.11", "Loads on new work", [
            "Do not stack block, board or bars on slabs in the first week.",
            f"[[strip.load|While shores of an elevated slab are being taken away, the slab carries no more than {load} pounds a square foot.]]",
            "Trucks stay off new slabs until cylinders have reached the full strength at 28 days.",
        ]),
        article("3.12", "Field tests", [
            "For every 50 cubic yards or part of it, and for each mixture on each day: slump, air, temperature, and five cylinders. Two are broken at 7 days, two at 28, and one is kept.",
            "Strength is accepted when no three tests in a row average less than the strength specified, and no test is more than 500 psi below.",
            "Where a test fails, cores are taken from the place that the cylinder stands for. The Engineer judges the cores.",
            "The agency does not change mixtures, release hold points, or stop trucks. It tells superintendent and Engineer at once what it finds.",
        ]),
        article("3.13", "Repair", [
            "Show defects before mending them. Cut out honeycomb square, to sound concrete, at least an inch deep.",
            "Cracks wider than 10 mils in slabs for vehicles are injected from below where this can be reached.",
            "Repairs exposed to view are made by the hand that made the accepted panel.",
        ]),
    ]  # fmt: skip


def _figure(world: ManualWorld) -> Markup:
    series = [
        Series(f"t{t}", f"Concrete at {t} °F", tuple(zip(WINDS, world.rates[t], strict=True))) for t in TEMPERATURES
    ]
    return plot(
        "evap",
        series,
        Axis("Wind, miles an hour", tuple(map(float, WINDS))),
        Axis("Evaporation, lb/sq ft in an hour", (0.0, 0.1, 0.2, 0.3, 0.4), decimals=1),
        width=520,
        height=290,
        bands=[Band(0.1, 0.2, "Zone 1"), Band(0.2, 0.4, "Zone 2")],
    )
