"""What a thick project manual has more: bid form, general requirements, sections of other trades, borings, wages."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from datetime import timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day, workday
from dataset_builder.families.rubrics.domains.construction.manual_text import article, nest
from dataset_builder.families.rubrics.domains.construction.manual_world import ManualWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]
Maker = Callable[[ManualWorld, random.Random], list[str | Markup]]


def extend(world: ManualWorld, rng: random.Random) -> ManualWorld:
    """Return the manual with further sections bound in, before that on concrete and behind its schedule."""
    front = _draw(rng, _FRONT, 4)
    back = _draw(rng, _BACK, 5)
    return dataclasses.replace(
        world,
        front=tuple((title, p.join(make(world, rng))) for title, make in front),
        back=tuple((title, p.join(make(world, rng))) for title, make in back),
    )


def _draw(rng: random.Random, made: Sequence[tuple[str, Maker]], least: int) -> list[tuple[str, Maker]]:
    kept = sorted(rng.sample(range(len(made)), rng.randrange(least, least + 4)))
    return [made[k] for k in kept]


def _number(amount: float, decimals: int = 0) -> Cell:
    return Cell(f"{amount:,.{decimals}f}", kind="n")


def _bid_form(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    sums = ("General conditions", "Demolition and clearing", "Earthwork and drainage", "Paving", "Concrete", "Precast panels", "Structural steel", "Roofing and metal wall panels", "Doors and docks", "Interior finishes", "Scales", "Compactors", "Mechanical and electrical")  # fmt: skip
    units = (
        ("Rock excavation under footings", 60, "cu yd"), ("Removal of soft ground under footings, with fill", rng.randrange(20, 60) * 10, "cu yd"), ("Stone for haul road, placed", rng.randrange(30, 90) * 10, "ton"),
        ("Storm pipe, 15 in., beyond the drawn length", rng.randrange(4, 12) * 10, "ft"), ("Silt fence", rng.randrange(12, 30) * 50, "ft"), ("Asphalt patching of the county road", rng.randrange(8, 30) * 10, "sq yd"),
        ("Conduit, 2 in., in trench", rng.randrange(10, 40) * 10, "ft"), ("Chain-link fence, 8 ft", rng.randrange(20, 60) * 10, "ft"),
    )  # fmt: skip
    rows: list[Row] = [(str(k), name, "lump sum", "", "") for k, name in enumerate(sums, 1)]
    rows += [(str(k), name, f"{count:,} {unit}", "", "") for k, (name, count, unit) in enumerate(units, len(sums) + 1)]
    return [
        p.para(f"To the {world.owner}: the undersigned has visited the site, has read the contract documents of Contract {world.number}, and offers to do the work for the sums written in below. Quantities of unit prices are for comparing bids only; what is placed is what is paid."),
        p.table([["Item", "Work", "Quantity", "Unit price", "Amount"]], rows, "grid blank", widths=("8%", "44%", "16%", "16%", "16%"), foot=["", "Total of items", "", "", ""]),
        article("", "Conditions", [
            "The bid stays open for sixty days. It is accompanied by a bond, or a cashier's check, of five percent of the total.",
            "The total is the sum of the items. Where a product or a sum is wrong, the unit prices and the lump sums written in words hold, and the Authority corrects the rest.",
            "The bidder names the subcontractors for precast panels, steel, scales and electrical work in the table below. A named subcontractor is changed only with the Authority's consent.",
            f"Work begins within ten days of the notice to proceed and is substantially complete in {rng.randrange(38, 56) * 10} calendar days. For each day beyond, ${rng.randrange(9, 19) * 100:,} are withheld as agreed damages.",
            "The Authority may reject all bids, may waive a defect of form, and awards to the lowest bidder who is responsible and whose bid answers the documents.",
        ]),
        p.table([["Trade", "Subcontractor", "Town", "License"]], [(one, "", "", "") for one in ("Precast panels", "Steel, fabricator", "Steel, erector", "Scales", "Electrical", "Mechanical", "Paving")], "grid blank", widths=("24%", "38%", "22%", "16%")),
        p.para("Addenda received (number and date): ______________________________________________"),
        p.signatures([("", "Bidder"), ("", "Title, and seal of a corporation")]),
    ]  # fmt: skip


def _summary(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    start = world.issued + timedelta(days=75)
    stages = (
        ("1", "Fence, erosion control, temporary entrance", "all open", 21),
        ("2", "Site work north of the old scale; drainage to the pond", "entrance by the temporary lane", 60),
        ("3", "Foundations and walls of the new half", "tipping on the south side only", 120),
        ("4", "Steel, panels and roof of the new half", "south side only", 75),
        ("5", "Scales, compactors, power; trial of the new half", "south side only", 60),
        ("6", "Tipping moves to the new half; old half taken down", "north side only", 45),
        ("7", "Office wing, paving, planting", "all open by the end of the stage", 70),
    )
    rows: list[Row] = []
    day = workday(start)
    for number, what, service, length in stages:
        length += rng.randrange(-6, 12)
        end = workday(day + timedelta(days=length))
        rows.append((number, what, service, Cell(long_day(day), kind="n"), Cell(long_day(end), kind="n")))
        day = workday(end + timedelta(days=1))
    return [
        article("1.1", "The work", [
            f"The {world.project} is built on the site of the present station, which stays in service. The work takes in a tipping building with two bays, an office wing with deck, a truck court with scales and fuel island, a wash bay, retaining walls and a pump vault.",
            "The Owner buys loading machines and furniture. The Contractor takes them in, stores them dry and sets them.",
            "The haul road, the pond and the gas wells of the closed landfill are outside the limits of work. Do not drive over the cap.",
        ]),
        article("1.2", "Stages", [
            p.join([p.para("Work goes on in the stages below. Dates are those of the Owner's plan; the Contractor's own schedule may be better and may not be worse."), p.table([["Stage", "Work", "Service meanwhile", Cell("From", kind="n"), Cell("To", kind="n")]], rows, "grid", widths=("9%", "37%", "22%", "16%", "16%"))]),
            "Between stages the operator needs two days without work in the bay that is turned over. They are in the dates.",
        ]),
        article("1.3", "Use of the site", [
            "Hours are 6:30 a.m. to 6 p.m. on weekdays. Work at other times, and any work that makes noise above 70 decibels at the fence, needs two days' notice.",
            "The public queues on the east lane from 7 a.m. Deliveries come by the west gate, and not between 7 and 9 in the morning.",
            nest("Parking, offices and storage:", [
                "Park on the gravel lot behind the pond. Private cars do not pass the fence.",
                "Offices stand where sheet C-2 shows them; one room of 120 square feet, with table and plan rack, is for the agency and the Engineer.",
                "Nothing is stored within twenty feet of a gas well or a monitoring well.",
            ]),
            "Methane is measured each morning in vaults, trenches deeper than four feet and closed rooms. Work stops at a tenth of the lower explosive limit.",
        ]),
    ]  # fmt: skip


def _payment(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    lines = (
        ("Bonds and insurance", 0.021), ("Mobilization, offices, fence", 0.034), ("Clearing and demolition", 0.026), ("Earthwork", 0.062), ("Drainage structures and pipe", 0.041), ("Aggregate base and paving", 0.058),
        ("Forms", 0.071), ("Reinforcement", 0.064), ("Concrete, placed and finished", 0.083), ("Precast panels, made", 0.052), ("Precast panels, set and sealed", 0.019), ("Steel, shop drawings and fabrication", 0.079),
        ("Steel, erection", 0.037), ("Roofing", 0.044), ("Metal wall panels", 0.033), ("Doors, docks and louvers", 0.029), ("Scales and scale house", 0.039), ("Compactors and chutes", 0.048), ("Plumbing and wash bay", 0.031),
        ("Ventilation and gas alarms", 0.027), ("Power and lighting", 0.066), ("Office interior", 0.022), ("Planting", 0.006), ("Record drawings and manuals", 0.008),
    )  # fmt: skip
    total = rng.randrange(840, 1270) * 10_000
    scale = sum(share for _, share in lines)
    amounts = [round(total * share / scale * rng.uniform(0.96, 1.04), -3) for _, share in lines]
    rows: list[Row] = [(f"{k:02d}", name, _number(one), Cell(f"{one / sum(amounts):.1%}", kind="n"), "", "") for k, ((name, _), one) in enumerate(zip(lines, amounts, strict=True), 1)]  # fmt: skip
    return [
        article("1.1", "Schedule of values", [
            "Within ten days of the award submit a schedule of values on the form below. The figures that stand in it are those of the Engineer's estimate and are replaced by the Contractor's; no line is to be more than a tenth of the whole.",
            "Stored materials are paid at their invoice where they are on the site, dry, insured and marked, and in a shop only for steel and panels that the Engineer has seen.",
            "The last two lines are paid when what they name has been accepted, and not before.",
        ]),
        p.table([["Line", "Work", Cell("Estimate, $", kind="n"), Cell("Share", kind="n"), "Contractor, $", "Done to date"]], rows, "grid", widths=("8%", "38%", "15%", "10%", "15%", "14%"), foot=["", "All", _number(sum(amounts)), Cell("100.0%", kind="n"), "", ""]),
        article("1.2", "Applications", [
            "Bring a draft to the meeting of the 20th; send the application by the 25th. The Owner pays by the 20th of the month that follows what the Engineer has certified, less five percent.",
            "With each application send releases of liens for the one before it, payrolls by week, the schedule as it stands, and photographs from the six points marked on sheet G-2.",
            "When half of the work is done and on time, nothing more is withheld. What was withheld is paid with the final certificate.",
        ]),
        article("1.3", "Changes", [
            "A change is priced by lump sum, by unit prices of the bid form, or by cost. For work by cost the daily slips are signed on the day.",
            "Markups: fifteen percent on own labor and material, five percent on subcontractors' work, nothing on taxes.",
            "Time is given only where the change lies on the longest path of the schedule that was current when it was asked for.",
        ]),
    ]  # fmt: skip


def _submittals(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    entries = (
        ("01110", "Schedule of the work, with the longest path", "G", 14), ("01110", "Plan of site traffic and of the queue", "G", 14), ("01290", "Schedule of values", "G", 10), ("01500", "Plan of erosion control, with inspections", "G", 10),
        ("01500", "Plan of dust and odor", "I", 14), ("01500", "Health and safety plan; gas readings form", "I", 10), ("02310", "Sources and gradation of fill", "G", 21), ("02310", "Survey of existing ground", "I", 10), ("02310", "Dewatering plan", "G", 21),
        ("02630", "Pipe, rings and gaskets, data", "G", 28), ("02630", "Structures, shop drawings", "G", 28), ("02630", "Video of finished lines", "I", 240), ("03410", "Panels, shop drawings and pieces", "G", 60), ("03410", "Sample of finish, two square feet", "G", 45),
        ("03410", "Plan of erection and bracing", "I", 75), ("05120", "Connections, calculation sealed by an engineer", "G", 60), ("05120", "Shop drawings of steel", "G", 75), ("05120", "Mill reports and bolts, certificates", "I", 90), ("05120", "Welders' papers", "I", 60),
        ("05120", "Erection plan, crane places and loads", "I", 90), ("07920", "Sealants, data and colors", "G", 120), ("07920", "Adhesion tests on the real surfaces", "G", 130), ("11150", "Scales, drawings with loads on foundations", "G", 45), ("11150", "Certificate of the inspector of weights", "I", 260),
        ("11170", "Compactors, drawings, power and controls", "G", 45), ("11170", "Factory test, protocol", "I", 170), ("15500", "Fans, curves and sound", "G", 90), ("15500", "Gas alarms, layout and set points", "G", 90), ("15400", "Oil and grit separator", "G", 60),
        ("16050", "Switchboard, single-line diagram", "G", 60), ("16050", "Study of short circuits", "I", 120), ("16500", "Light fixtures", "G", 120), ("07410", "Wall panels, colors, fixings", "G", 75), ("07500", "Roof system, warranty form", "G", 75), ("08330", "Rolling doors, opening times", "G", 90),
        ("08700", "Door hardware schedule", "G", 110), ("09900", "Coatings of floors and steel", "G", 130), ("01770", "Manuals and list of spare parts", "G", 280), ("01770", "Record drawings", "G", 330), ("01770", "Warranties, signed", "I", 340),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(entries)), rng.randrange(31, len(entries) + 1)))
    rows: list[Row] = [(str(k), *entries[n][:3], Cell(str(entries[n][3]), kind="n"), "", "") for k, n in enumerate(kept, 1)]  # fmt: skip
    return [
        article("1.1", "Procedure", [
            "Submit by the register below; add what it has left out. Each submittal has one subject, one number, and the Contractor's stamp that says it was checked against the documents and against the work that adjoins it.",
            "The Engineer answers within fifteen working days, for items with calculations within twenty. A submittal that comes back rejected begins anew with the letter A behind its number.",
            "Answers are: no exception; exceptions as noted; revise and send again; rejected. Work may go on after the first two. The answer does not change the contract and does not take over responsibility for dimensions.",
            "Substitutes are looked at for thirty days after the award. Say what would be saved, who would have to change what, and where the product has been in use for five years. After that time only where the named product is no longer made.",
        ]),
        article("1.2", "Register", [
            "G: for the Engineer's answer. I: for information. Days are calendar days after the notice to proceed. Submittals on concrete are named in section 03310 and are not in this register.",
        ]),
        p.table([["No.", "Section", "Submittal", "Kind", Cell("Due, day", kind="n"), "Sent", "Answer"]], rows, "grid", widths=("7%", "10%", "43%", "8%", "12%", "10%", "10%")),
    ]  # fmt: skip


def _temporary(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    points: list[Row] = [
        ("E-1", "Silt fence, lower side of the north cut", "weekly, and after half an inch of rain"),
        ("E-2", "Stone entrance at the west gate", "daily"),
        ("E-3", "Inlet bags, all inlets in paving", "weekly, and after half an inch of rain"),
        ("E-4", "Sediment trap at the pond", "monthly; cleaned at half depth"),
        ("E-5", "Check dams in the swale", "weekly"),
        ("E-6", "Mats on the slope by the retaining wall", "monthly until grass stands"),
        ("E-7", "Tank for wash water of trucks", "daily; emptied at three quarters"),
    ]
    return [
        article("1.1", "Utilities and services", [
            "Power and water may be taken at the points shown on sheet C-2. Meters are the Contractor's; the Owner's bill is repaid each month.",
            "Put up a fence of eight feet with privacy cloth along the public lane, and move it with the stages.",
            "Keep two trailers: one for the Contractor, one divided for the Engineer and the agency, with heat, cooling, and a line for data.",
            "Toilets: one for each ten workers, apart from those of the operator.",
        ]),
        article("1.2", "Protection", [
            nest("Odor, dust and litter:", [
                "Sweep paved ways by machine at the end of each day on which trucks carried soil.",
                "Wet haul ways so that no dust is seen beyond the fence. Use water from the pond, not leachate.",
                "Cover open refuse that is found in digging within the hour; it is loaded by the operator and weighed.",
            ]),
            "Trees inside the line on sheet L-1 are fenced at the drip line. Roots over two inches are cut clean by an arborist.",
            "Monitoring wells and gas heads are ringed with barrels. A head that is hit is closed by the Owner's own people; call them first.",
        ]),
        article("1.3", "Erosion control", [
            p.join([p.para("Keep the measures below until the ground that they guard is paved or grown over. Write down each inspection and what was mended."), p.table([["Mark", "Measure", "Looked at"]], points, "grid", widths=("10%", "50%", "40%"))]),
            "Do not let water from excavations into the pond unless it is clear. A filter bag on a stone bed is enough for sand; for clay, hold it until it settles.",
            "When heavy rain is forecast, close open slopes with straw and crimp it. The Owner may order this by telephone.",
        ]),
        article("1.4", "Traffic", [
            "A person with a flag stands wherever trucks of the work cross the queue. Radios are on the operator's channel.",
            "Signs, cones and lights are put up by the state's manual; the county's permit hangs in the trailer.",
            "Keep twelve feet clear to hydrants and to the pump house at all hours.",
        ]),
    ]  # fmt: skip


def _earthwork(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    shift = rng.randrange(0, 4)
    sieves: list[Row] = [
        ("3 in.", "100", "100", "–", "–"), ("1 1/2 in.", "–", f"{92 + shift}-100", "100", "–"), ("3/4 in.", f"{60 + shift}-100", f"{58 + shift}-88", f"{90 - shift}-100", "100"), ("No. 4", f"{40 + shift}-85", f"{34 + shift}-62", "0-10", f"{92 + shift}-100"),
        ("No. 40", "10-50", "12-30", "–", "30-60"), ("No. 200", f"0-{20 - shift}", "3-9", "0-2", "0-6"),
    ]  # fmt: skip
    density: list[Row] = [
        ("Under footings and within five feet of them", "8", "98", "every lift, 1 for each 1,000 sq ft"),
        ("Under floors and drives, upper two feet", "8", "97", "every lift, 1 for each 2,500 sq ft"),
        ("Behind walls, hand tools", "5", "95", "every second lift, each 50 ft"),
        ("Trenches, above the pipe zone", "10", "95", "each 100 ft, every second lift"),
        ("Other fill", "12", "92", "1 for each 10,000 sq ft"),
    ]
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "Clearing, stripping, excavation, fill, trenches, dewatering, and rock excavation.",
            "Excavation is not classed, other than rock under footings: solid material of more than half a cubic yard that a machine of 250 horsepower with one tooth can not loosen.",
            "Borings that were made for the design are information. They show the ground where they were made and on the day.",
        ]),
        article("1.2", "Tests", [
            "The agency tests density by nuclear gauge, and checks the gauge by sand cone once a week.",
            "Give the agency samples of every fill a week before it is used; a proctor takes four days.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Fill", [
            p.join([p.para("Percent by mass that passes:"), p.table([["Sieve", "Structural fill", "Base course", "Drain stone", "Pipe bedding"]], sieves, "grid", widths=("20%", "20%", "20%", "20%", "20%"))]),
            "Structural fill has a plasticity index below 8 and no ash, wood or refuse. Material of the site may be used where it meets this; the clay of the north cut does not.",
            "Fabric under haul ways and stone: woven, 315 lb grab strength. Fabric around drain stone: not woven, flow of 90 gallons a minute and square foot.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Excavation", [
            "Strip topsoil and keep it in a pile no higher than ten feet, seeded if it lies longer than a month.",
            "Leave the last six inches above footing level until the day on which the footing is formed. What was dug too deep is filled with drain stone in fabric or as the Engineer says, without payment.",
            "Slope or shore by the rules of the state. A shield is drawn up as fill comes in, not left to be buried.",
            "Where refuse is met, stop, cover it, and tell the Owner.",
        ]),
        article("3.2", "Water", [
            "Keep ground water two feet below the bottom of excavations, by sumps in clay and by well points in sand. Pumps have a second source of power.",
            "Do not undermine the old south footings. Read the three settlement points there every morning; stop at a quarter of an inch.",
        ]),
        article("3.3", "Fill and density", [
            p.join([p.para("Place fill in even lifts and roll it to the density below, in percent of the modified proctor, at a moisture within two points of the best."), p.table([["Where", "Loose lift, in.", "Density, %", "Tests"]], density, "grid", widths=("38%", "16%", "14%", "32%"))]),
            "Proof-roll the upper surface under floors and drives with a loaded truck of 20 tons. What moves is dug out and filled again.",
            "No fill on frozen ground, nor frozen fill. Open clay is sealed with a smooth roller before rain.",
        ]),
    ]  # fmt: skip


def _drainage(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = []
    level = rng.randrange(6120, 6180) / 10
    count = rng.randrange(12, 19)
    for k in range(count):
        length = rng.randrange(6, 22) * 10
        slope = rng.choice((0.5, 0.6, 0.8, 1.0, 1.2))
        fall = length * slope / 100
        size = (12, 15, 18, 24, 30)[min(4, k * 5 // count)]
        rim = level + rng.uniform(4.2, 7.5)
        rows.append((f"D-{k + 1}", rng.choice(("inlet", "inlet", "manhole", "trench drain") if k else ("inlet",)), _number(rim, 2), _number(level, 2), f"D-{k + 2}" if k + 1 < count else "pond", Cell(str(size), kind="n"), _number(length), Cell(f"{slope:.1f}", kind="n"), _number(level - fall, 2)))  # fmt: skip
        level = round(level - fall - 0.1, 2)
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "Pipe, inlets, manholes and trench drains from the roof leaders and paved areas to the pond. Water of the tipping floor and of the wash bay goes to the separator and the sewer, by sheets of the P series.",
            "Record line and level of every structure before it is covered, with a survey tied to the two bench marks on sheet C-1.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Pipe and structures", [
            "Pipe up to 24 inches: polyethylene, corrugated outside and smooth inside, with gaskets that hold 10.8 psi. Larger: reinforced pipe of class III, with rubber gaskets.",
            "Manholes and inlets: precast, four feet inside, with steps from four feet of depth on. Boots at pipes are of rubber and bolted.",
            "Frames and grates carry wheel loads of 16,000 lb; in the truck court they are bolted down. Grates have bars across the way of bicycles at the public lane.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Laying", [
            "Begin at the lower end. Bed pipe on six inches, shape the bed for the bells, and bring fill up on both sides at once.",
            "Do not lay pipe in water. Plug the end at the end of the day.",
            "Deflection is measured thirty days after filling with a mandrel of 95 percent of the diameter, drawn by hand.",
        ]),
        article("3.2", "Schedule of lines", [
            "Levels are in feet. Each row has the structure, its rim and its outgoing invert, where its pipe leads, diameter in inches, length in feet, slope in percent, and the invert where the pipe arrives.",
        ]),
        p.table([["Mark", "Kind", Cell("Rim", kind="n"), Cell("Invert out", kind="n"), "To", Cell("In.", kind="n"), Cell("Feet", kind="n"), Cell("%", kind="n"), Cell("Invert in", kind="n")]], rows, "grid", widths=("9%", "15%", "12%", "13%", "9%", "8%", "9%", "9%", "16%")),
    ]  # fmt: skip


def _panels(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    rows: list[Row] = []
    pieces, area = 0, 0.0
    for k in range(rng.randrange(14, 22)):
        wide, high, count = rng.choice((7.5, 8.0, 9.5, 10.0)), rng.choice((18.0, 22.5, 24.0, 28.5, 31.0)), rng.randrange(1, 9)  # fmt: skip
        pieces += count
        area += wide * high * count
        rows.append((f"P-{k + 1}", rng.choice(("north", "east", "south", "west")), Cell(str(count), kind="n"), _number(wide, 1), _number(high, 1), _number(wide * high * count), rng.choice(("none", "door", "louver", "scupper", "none", "none"))))  # fmt: skip
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "Insulated wall panels of the tipping building above the push wall, with their connections, made in a plant that is certified for architectural work and has made panels for five years.",
            "Panels are designed by the maker's engineer for the loads on sheet S-001, for handling, and for a blow of 500 lb at any place up to eight feet above the floor.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Panels", [
            "Ten inches thick in all: three outside, three of insulation, four inside. Ties through the insulation are of glass fiber.",
            "Outside face: light sandblast, from the same sand for all panels. Inside face: smooth from the form, without holes of more than a quarter of an inch.",
            "Embedded plates are galvanized. Lifting points are recessed and are filled after setting.",
        ]),
        article("2.2", "Tolerances", [
            "Length and height: 1/4 inch. Thickness: minus 1/8, plus 1/4 inch. Bow: one in 360 of the length. Openings: 1/4 inch in place and size.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Setting", [
            "Survey plates and ledges a month before, and mend what is off by more than half an inch.",
            "Set panels on shims of plastic, two to a panel. Joints are three quarters of an inch wide; where this can not be kept, spread the difference over five joints.",
            "Brace until connections are welded and seen. Touch up galvanizing with zinc paint, two coats.",
            "Chipped edges are mended in the plant's mixture by its own people. A panel with a crack through its full depth is not mended.",
        ]),
        article("3.2", "Schedule of panels", ["Widths and heights in feet, areas in square feet."]),
        p.table([["Mark", "Face", Cell("Pieces", kind="n"), Cell("Width", kind="n"), Cell("Height", kind="n"), Cell("Area", kind="n"), "Opening"]], rows, "grid", widths=("12%", "16%", "12%", "13%", "13%", "16%", "18%"), foot=["", "All", Cell(str(pieces), kind="n"), "", "", _number(area), ""]),
    ]  # fmt: skip


def _steel(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    shapes = ("W8x31", "W10x49", "W12x26", "W12x65", "W14x90", "W16x31", "W18x50", "W21x62", "W24x76", "W30x99", "HSS6x6x3/8", "HSS8x8x1/2", "L4x4x3/8", "C10x15.3")  # fmt: skip
    weights = (31, 49, 26, 65, 90, 31, 50, 62, 76, 99, 27.5, 48.9, 9.8, 15.3)
    uses = ("posts, office", "columns, wing", "purlins", "columns, bay 1", "columns, bay 2", "purlins, canopy", "beams, deck", "beams, deck", "girders, bay 1", "girders, bay 2", "braces, roof", "braces, walls", "girts", "edge of deck")  # fmt: skip
    rows: list[Row] = []
    total = 0.0
    for shape, weight, use in zip(shapes, weights, uses, strict=True):
        count, length = rng.randrange(6, 48), rng.randrange(9, 34)
        tons = round(count * length * weight / 2000, 1)
        total += tons
        rows.append((shape, use, Cell(str(count), kind="n"), Cell(str(length), kind="n"), _number(tons, 1)))
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "Columns, girders, beams, bracing and girts, with base plates, anchor rods furnished for setting by others, and shop coats.",
            "Connections that the sheets do not show in full are designed by the fabricator's engineer for the forces given, and for at least 10 kips.",
        ]),
        article("1.2", "Quality", [
            "The fabricator is certified for building structures, the erector for building erection. Welders are qualified for the position in which they weld, within the last six months.",
            "The agency looks at all full-penetration welds by ultrasound, at a tenth of fillet welds by magnetic powder, and at bolts as the table of 3.2 says.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Steel and bolts", [
            "W shapes: grade 50. Plates and angles: grade 36. Hollow shapes: grade 50, by the newer of the two standards for them.",
            "Bolts: 3/4 and 7/8 inch, of high strength, with twist-off ends in slip-critical joints. Those left outside are galvanized and tightened by turning the nut.",
            "Shop coat inside: alkyd primer of 2.5 mils. Tipping building up to twelve feet above the floor: zinc-rich primer and epoxy, together 8 mils, since leachate and salt reach it.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Erection", [
            "Survey anchor rods before steel is shipped. Rods are not bent, heated or burned; holes in base plates may be widened by 5/16 inch with washers that cover them.",
            "Brace the frame against wind from any side until roof deck and permanent bracing are in place. The plan says who takes temporary cables off, and when.",
            "Columns: plumb within one in 500. Girders: level within 3/8 inch between ends.",
            "Base plates are leveled on nuts and grouted within five days, before roof deck is laid.",
        ]),
        article("3.2", "Bolted joints", [
            p.join([p.para("Bolts are tightened, and looked at by the agency, as the table says."), p.table([["Joint", "How tight", "Looked at"]], [
                ("Beam to girder, standard holes", "snug", "one in ten"),
                ("Girder to column", "full tension", "all, while being tightened"),
                ("Braces", "full tension, slip-critical", "all, and surfaces before joining"),
                ("Girts and purlins", "snug, nut locked", "by eye"),
                ("Crane rail of compactor hoist", "full tension", "all, and again after a month"),
            ], "grid", widths=("44%", "28%", "28%"))]),
        ]),
        article("3.3", "Bill of main pieces", ["For bidding; the sheets govern. Lengths are averages in feet, weights in tons of 2,000 lb."]),
        p.table([["Shape", "Use", Cell("Pieces", kind="n"), Cell("Feet", kind="n"), Cell("Tons", kind="n")]], rows, "grid", widths=("22%", "36%", "14%", "14%", "14%"), foot=["All", "", "", "", _number(total, 1)]),
    ]  # fmt: skip


def _sealants(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    joints: list[Row] = [
        ("J-1", "Between wall panels, outside", "silicone, 50% movement", "3/4", "two lines, with weeps at the foot"),
        ("J-2", "Between wall panels, inside", "polyurethane, not sagging", "3/4", "may be painted after a week"),
        ("J-3", "Panel to push wall", "silicone on a precompressed foam", "1", "foam from the inside first"),
        ("J-4", "Floor joints, office", "polyurethane, self-leveling", "1/2", "flush, dusted with sand"),
        ("J-5", "Drives and aprons", "silicone, self-leveling, jet-fuel type", "1/2", "1/4 inch below the surface"),
        ("J-6", "Wash bay, floor and wall", "polysulfide, for immersion", "5/8", "primed; seven days before water"),
        ("J-7", "Frames of doors and louvers", "polyurethane, not sagging", "3/8", "inside and outside"),
        ("J-8", "Around pipes through walls", "silicone with mineral wool", "varies", "rated two hours"),
        ("J-9", "Copings and metal edges", "butyl between, silicone at ends", "1/8", "not seen from the ground"),
    ]
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            "Sealants of joints in and between panels, walls, floors, drives, frames and metal edges. Isolation filler is by section 03310, waterstops are not sealants.",
            "Applicators have five years of work with the product and a foreman on the site who has been trained by its maker.",
        ]),
        article("1.2", "Conditions", [
            "Surfaces between 40 and 100 degrees F, no frost, no dew. Do not seal a joint that is narrower than a quarter of an inch; tell the Engineer.",
            "Warranty: five years for adhesion and weather, ten for silicone outside.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Materials", [
            "One maker for joints that meet. Colors from the full range; J-1 in two colors that follow the panels.",
            "Backing: closed-cell rods, a quarter wider than the joint; bond-breaking tape where a rod does not fit. Cleaners and primers as the adhesion test has shown.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Work", [
            "Test adhesion on each pair of surfaces, five places, a month ahead: pull a tail at a right angle; it has to tear before it lets go.",
            "Clean with two cloths, one wet, one dry. Grind away form oil and laitance.",
            "Depth is half the width, not less than a quarter of an inch and not more than half an inch. Tool within five minutes, dry, not with soap.",
            "Cut out one foot in every thousand feet where the Engineer points, and mend it.",
        ]),
        article("3.2", "Schedule of joints", ["Widths in inches, at 60 degrees F."]),
        p.table([["Mark", "Where", "Sealant", "Width", "Remarks"]], joints, "grid", widths=("8%", "26%", "29%", "9%", "28%")),
    ]  # fmt: skip


def _scales(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    capacity = rng.choice((60, 80, 100))
    checks: list[Row] = [
        (f"{load:,}", "each section", f"{max(20, round(load / 1000 / 20) * 20)}")
        for load in (5_000, 10_000, 20_000, 40_000, 60_000)
    ]
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            f"Two truck scales of {capacity} tons in pits, eleven feet wide and seventy feet long, with load cells, indicator, printer, two traffic lights each, and the connection to the Owner's billing system.",
            "The maker has a service place within 120 miles and answers calls within four hours.",
        ]),
        article("1.2", "Papers", [
            "Certificate of conformance for legal trade, the inspector's seal, drawings with loads on foundations, list of spare parts with prices that hold for three years.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Scales", [
            "Steel decks in three modules, checkered plate of 3/8 inch, 4 coats inside and out. Checks are bolted, without rods that need greasing.",
            "Load cells: stainless, sealed against water under one yard for a day, with lightning arrestors and cable in stainless braid.",
            "Indicator: digits an inch high, division of 20 lb, memory of the last 5,000 weighings, power from a unit that bridges two hours.",
            "Remote display for drivers at a height of six feet; readable in sun.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Setting", [
            "Check the pit with a steel tape; diagonals differ by not more than a quarter of an inch. Base plates are set on epoxy and bolted.",
            "Drains of the pit run free, heaters switch on at 36 degrees F, the hatch opens from inside.",
        ]),
        article("3.2", "Trials", [
            p.join([p.para("With test weights, in lb, and the division of 20 lb:"), p.table([["Load", "Where", "Error, at most"]], checks, "grid", widths=("34%", "33%", "33%"))]),
            "Then a week in service with printing to the billing system. A day on which tickets had to be written by hand starts the week again.",
            "Train four scale attendants for a day and two mechanics for half a day.",
        ]),
    ]  # fmt: skip


def _compactors(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    force = rng.randrange(95, 140)
    return [
        p.head(2, "Part 1  General"),
        article("1.1", "Summary", [
            f"Two stationary compactors with a ram of {force} kips, hoppers, chutes from the tipping floor, a bridge that moves containers sidewise, power units and controls.",
            "Machines are the product of one maker who has twenty of the kind in use at stations. The same maker supplies both power units.",
        ]),
        p.head(2, "Part 2  Products"),
        article("2.1", "Compactor", [
            "Chamber of five cubic yards, floor and lower sides of wear plate of 400 Brinell, bolted so that it can be changed.",
            "Full stroke within 52 seconds, of which the last eighteen inches reach into the container. Ram guides can be changed from outside.",
            "Hydraulic pumps with 30 horsepower each, oil heater, filter with a gauge, and hoses of one size and length wherever it can be done.",
        ]),
        article("2.2", "Controls", [
            "Panel beside the chute, covered, with a window. Stop buttons at the panel, both sides of the hopper, the bridge and the power unit.",
            "Lights show full, three quarters full, oil low, oil hot, door open. A signal sounds for ten seconds before the bridge moves.",
            "Signals go to the station's computer: strokes, hours, oil temperature, alarms.",
        ]),
        p.head(2, "Part 3  Execution"),
        article("3.1", "Setting and trials", [
            "Machines come in by the south door, before its frame is set. Rails of the bridge are level within 1/16 inch in ten feet.",
            "Test each machine with eight containers of real waste; each holds at least 18 tons, and no door springs.",
            "Sound at the panel is not more than 82 decibels. Measure it with the fan of the power unit at full speed.",
            nest("Hand over:", ["Wear plates for one chamber, one set of hoses, two filters.", "A lockout drawing framed behind glass at the panel.", "Two days of training, one of them a month after the start."]),
        ]),
    ]  # fmt: skip


def _closeout(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    spare: list[Row] = [
        (name, count, place)
        for name, count, place in (
            ("Filters for fans", "two sets", "mechanical room"), ("Lamps and drivers", "one for each twenty", "electrical room"), ("Roof membrane", "200 sq ft", "stair tower, top"), ("Wall panels, metal", "four of each color", "behind the pond"),
            ("Door springs and slats", "one set", "workshop"), ("Ceiling tiles, office", "two boxes", "locker room"), ("Floor coating", "ten gallons", "paint locker"), ("Keys", "six of each, two masters", "handed to the manager"), ("Gas alarm sensors", "three", "electrical room"), ("Grates", "two of each kind", "behind the pond"),
        )
    ]  # fmt: skip
    return [
        article("1.1", "Substantial completion", [
            "Write that the work, or the stage, can be used, with a list of what is still to be done and by when. The Engineer comes within five days. A list of more than forty points, or one that leaves out what is plain to see, sends the Engineer home.",
            "The Owner moves in on the date of the certificate. Insurance, heat and cleaning pass over on that day.",
            "What is on the list is done within thirty days; for what is not, one and a half times its cost is withheld.",
        ]),
        article("1.2", "Papers at the end", [
            "Record drawings: one set, marked by hand as work went on and looked at each month before payment; then drawn cleanly, with levels and distances of everything that is buried.",
            "Manuals: two sets on paper and one as files that can be searched. For each machine: what it is, how it is started, stopped and serviced, what can go wrong, parts, drawings, the warranty, and whom to call.",
            "Warranties begin on the date of substantial completion of the last stage, also for what was used before.",
        ]),
        article("1.3", "Spare parts", [
            p.join([p.para("Hand over, boxed and marked, to the places named:"), p.table([["Part", "How much", "Where"]], spare, "grid", widths=("40%", "30%", "30%"))]),
        ]),
        article("1.4", "Training and the first year", [
            "Sessions are held on two shifts, are filmed, and have a plan that was sent a week ahead. They are for doing, not for being shown.",
            "Walk the building with the Owner after five and after eleven months. What is found is mended within two weeks, outside tipping hours.",
        ]),
    ]  # fmt: skip


def _borings(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    layers = (
        ("Topsoil, roots", "OL", (2, 6)), ("Fill: brown silty sand, some brick", "fill", (5, 14)), ("Gray-brown lean clay, moist", "CL", (6, 15)), ("Brown silty sand, wet", "SM", (11, 24)),
        ("Gray clay with silt seams, stiff", "CL", (12, 26)), ("Sand and gravel, dense, wet", "GW", (28, 52)), ("Weathered shale", "–", (55, 96)),
    )  # fmt: skip
    blocks: list[str | Markup] = [
        p.para("Borings were made with hollow augers of 4 1/4 inches, with samples by a split spoon and a hammer of 140 lb that falls 30 inches. N is the number of blows for the last foot of a sample of eighteen inches; refusal is more than fifty blows for six inches. Depths are in feet below the ground of the day."),
    ]  # fmt: skip
    count = rng.randrange(5, 9)
    first = world.issued - timedelta(days=rng.randrange(240, 420))
    for k in range(1, count + 1):
        depth = 0.0
        ground = rng.randrange(6180, 6260) / 10
        rows: list[Row] = []
        for n, (name, sign, blows) in enumerate(layers):
            thick = rng.choice((0.5, 1.0)) if n == 0 else rng.choice((1.5, 2.5, 3.0, 4.5, 6.0))
            values = sorted(rng.randrange(*blows) for _ in range(1 if thick < 3 else 2))
            rows.append((f"{depth:.1f} to {depth + thick:.1f}", name, sign, ", ".join(map(str, values)), _number(ground - depth, 1), Cell(f"{rng.randrange(9, 31)}" if sign not in ("–", "OL") else "–", kind="n")))  # fmt: skip
            depth += thick
            if n >= 4 and rng.random() < 0.25:
                break
        water = rng.randrange(50, 110) / 10
        blocks.append(
            p.table([["Depth", "Ground", "Class", "N", Cell("Level of top", kind="n"), Cell("Moisture, %", kind="n")]], rows, "grid keep", widths=("15%", "39%", "9%", "12%", "13%", "12%"),
                    caption=f"Boring B-{k}: ground at {ground:.1f}, {long_day(workday(first + timedelta(days=k // 2)))}; water at {water:.1f} ft after a day, end at {depth:.1f} ft")
        )  # fmt: skip
    return blocks


def _wages(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    trades = ("Asbestos worker", "Boilermaker", "Bricklayer", "Carpenter", "Carpenter, piles", "Cement mason", "Electrician", "Electrician, low voltage", "Elevator constructor", "Glazier", "Ironworker, rods", "Ironworker, structural", "Laborer, general", "Laborer, pipe", "Laborer, flagging", "Millwright",
              "Operator, crane", "Operator, excavator", "Operator, roller", "Operator, oiler", "Painter, brush", "Painter, spray", "Pipefitter", "Plasterer", "Plumber", "Roofer", "Sheet metal worker", "Sprinkler fitter", "Surveyor, party chief", "Tile setter", "Truck driver, two axles", "Truck driver, more axles")  # fmt: skip
    bases = {"Laborer": 27, "Truck": 28, "Operator": 36, "Electrician": 44, "Elevator": 49, "Pipefitter": 45, "Plumber": 44, "Boilermaker": 43, "Painter": 31, "Cement": 33}  # fmt: skip
    rows: list[Row] = []
    for name in trades:
        base = bases.get(name.split(",")[0].split()[0], 37) + rng.randrange(-180, 240) / 100
        fringe = round(base * rng.uniform(0.46, 0.58), 2)
        rows.append((name, *(_number(one, 2) for one in (base, fringe, base + fringe, base * 1.5 + fringe))))
    return [
        p.para(f"Minimum rates an hour, in dollars, for the county in which the work lies, as in force ten days before bids. The contractor posts them at the gate and pays no less, whatever a contract of employment may say. Apprentices are paid their share by year of training, and there is at most one for each three journeymen. Determination no. {rng.randrange(1000, 9999)}-H."),
        p.table([["Trade", Cell("Base", kind="n"), Cell("Fringe", kind="n"), Cell("Together", kind="n"), Cell("Overtime", kind="n")]], rows, "grid", widths=("40%", "15%", "15%", "15%", "15%")),
        p.para("Together is the sum of base and fringe; overtime is one and a half times the base, and the fringe. It is owed after eight hours a day and on Saturdays. Certified payrolls are sent by the week; what was paid too little is withheld from the next payment and paid out by the Authority."),
    ]  # fmt: skip


def _sheets(world: ManualWorld, rng: random.Random) -> list[str | Markup]:
    sheets = (
        ("G-1", "Title, vicinity, list"), ("G-2", "Stages, places of photographs"), ("C-1", "Existing conditions, bench marks"), ("C-2", "Temporary works, offices, power"), ("C-3", "Layout and paving"), ("C-4", "Grading and drainage"), ("C-5", "Fences and gates"), ("C-6", "Profiles of storm lines"), ("C-7", "Site details"), ("L-1", "Trees and planting"),
        ("A-101", "Plan, tipping floor"), ("A-102", "Plan, office wing"), ("A-201", "Elevations"), ("A-301", "Sections"), ("A-501", "Panel and roof details"), ("A-601", "Doors and finishes"), ("S-001", "Loads and general notes"), ("S-101", "Foundations, north"), ("S-102", "Foundations, south"), ("S-103", "Office deck"), ("S-201", "Push wall and retaining walls"),
        ("S-301", "Scale pits"), ("S-304", "Joints and dowels"), ("S-308", "Dock and levelers"), ("S-311", "Pump vault"), ("S-401", "Steel frame"), ("S-402", "Steel details"), ("P-101", "Drains and separator"), ("P-501", "Wash bay"), ("M-101", "Fans and ducts"), ("M-501", "Gas alarms"), ("E-101", "Power, tipping building"), ("E-102", "Site conduits"), ("E-103", "Lighting"), ("E-501", "Single-line diagram"), ("E-601", "Schedules of panels"),
    )  # fmt: skip
    rows: list[Row] = [(sheet, title, long_day(world.issued), "") for sheet, title in sheets]
    return [
        p.para("Sheets are bound apart, at 22 by 34 inches. Half-size sets are not to scale."),
        p.table([["Sheet", "Title", "Date", "Revision"]], rows, "grid", widths=("14%", "46%", "24%", "16%")),
    ]


_FRONT: tuple[tuple[str, Maker], ...] = (
    ("Bid form", _bid_form),
    ("Section 01110  Summary of work", _summary),
    ("Section 01290  Payment", _payment),
    ("Section 01330  Submittals", _submittals),
    ("Section 01500  Temporary works", _temporary),
    ("Section 01770  Closeout", _closeout),
    ("Section 02310  Earthwork", _earthwork),
    ("Section 02630  Storm drainage", _drainage),
)
_BACK: tuple[tuple[str, Maker], ...] = (
    ("Section 03410  Precast wall panels", _panels),
    ("Section 05120  Structural steel", _steel),
    ("Section 07920  Joint sealants", _sealants),
    ("Section 11150  Truck scales", _scales),
    ("Section 11170  Compactors", _compactors),
    ("Appendix A  Borings", _borings),
    ("Appendix B  Wage rates", _wages),
    ("Appendix C  List of sheets", _sheets),
)
