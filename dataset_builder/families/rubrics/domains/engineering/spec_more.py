"""What a full specification of pump sets has more: tendering, chapters from the tenth on, schedules from C on."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from datetime import timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import long_day, workday
from dataset_builder.families.rubrics.domains.engineering.spec_asks import SpecWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]
Maker = Callable[[SpecWorld, random.Random, str], list[str | Markup]]
_RATINGS = (75, 90, 110, 132, 160, 200, 250, 315, 355, 400, 450, 500)


def extend(world: SpecWorld, rng: random.Random) -> SpecWorld:
    """Return the specification with a part on tendering, further chapters and further schedules."""
    chapters = _draw(rng, _CHAPTERS, 5)
    schedules = _draw(rng, _SCHEDULES, 6)
    return dataclasses.replace(
        world,
        front=p.join(_tendering(world, rng)),
        further=tuple((title, p.join(make(world, rng, str(k)))) for k, (title, make) in enumerate(chapters, 10)),
        schedules=tuple(
            (title, p.join(make(world, rng, letter)))
            for letter, (title, make) in zip("CDEFGHIJKLMNOP", schedules, strict=False)
        ),
    )


def _draw(rng: random.Random, made: Sequence[tuple[str, Maker]], least: int) -> list[tuple[str, Maker]]:
    kept = sorted(rng.sample(range(len(made)), rng.randrange(least, len(made) + 1)))
    return [made[k] for k in kept]


def _clauses(number: str, entries: Sequence[str | Markup]) -> Markup:
    return p.clauses([(f"{number}.{k}", one) for k, one in enumerate(entries, 1)], "spec")


def _right(text: str) -> Cell:
    return Cell(text, kind="n")


def _tags(world: SpecWorld) -> list[str]:
    return sorted({one.tag for one in world.nozzles})


def _motor(world: SpecWorld) -> int:
    """Return the motor's rating in kW: power at the duty point with a tenth to spare, rounded up to the next in the list."""
    power = world.flow / 3600 * world.head * 9.81 / 0.81 * 1.1
    return next(one for one in _RATINGS if one >= power)


def _tendering(world: SpecWorld, rng: random.Random) -> list[str | Markup]:
    groups = sorted({tag[:4] for tag in _tags(world)})
    day = workday(world.issued + timedelta(days=rng.randrange(42, 60)))
    calendar: list[Row] = []
    for what, days in (("Visit to the site, not compulsory", -28), ("Last day for questions", -14), ("Answers sent to all", -7), ("Tenders opened", 0), ("Talks with the first three", 21), ("Award", 56), ("Order signed", 70)):  # fmt: skip
        calendar.append((what, _right(long_day(workday(day + timedelta(days=days))))))
    prices: list[Row] = []
    total = 0
    for k, group in enumerate(groups, 1):
        count = sum(tag.startswith(group) for tag in _tags(world))
        total += count
        prices.append((f"{k}", f"Pump sets of group {group}x, delivered", _right(str(count)), "", ""))
    for k, name in enumerate(("Erection and commissioning", "Spare parts by schedule", "Special tools", "Documents", "Visits of the owner to the works, each"), len(groups) + 1):  # fmt: skip
        prices.append((str(k), name, _right("1"), "", ""))
    weights: list[Row] = [
        ("Price", _right("45")), ("Efficiency, over the range, counted at the owner's price of energy", _right("25")), ("Departures, their number and weight", _right("12")), ("Stations in which like pumps run", _right("10")), ("Service within the region", _right("8")),
    ]  # fmt: skip
    return [
        p.head(2, "T  Tendering"),
        p.para("This part ends with the order. It is not part of the contract."),
        _clauses("T", [
            "Tenders are for all sets. Prices of single groups are shown so that the owner can follow them, and are no offer to supply one without the others.",
            "The tender holds for 120 days. It is in one sealed packet and as files; where they differ, paper counts.",
            "A tenderer who finds this specification unclear asks in writing. Answers go to all without naming who asked. What is said at the visit binds nobody.",
            "Alternatives are welcome beside a tender that follows the text. For each, say which clauses would change and what the owner would gain over twenty years.",
            "The tenderer names the works, the foundry, the maker of motors and seals, and the person who will lead the order. Changes after the award need the owner's consent.",
        ]),
        p.table([["Step", _right("Day")]], calendar, "boxed", widths=("66%", "34%")),
        p.head(3, "How tenders are compared"),
        p.table([["What is looked at", _right("Points")]], weights, "boxed", foot=["All", _right("100")], widths=("78%", "22%")),
        p.para("Efficiency is valued at 35%, 100% and 110% of duty flow for 1,900, 4,600 and 300 hours a year. One point less than the best tender costs as many points as the difference in energy over ten years has in price. A departure that the owner would have to mend with his own means is priced at what this costs."),
        p.head(3, "Schedule of prices"),
        p.table([["", "Item", _right("Number"), "Each", "Together"]], prices, "boxed", foot=["", "All sets", _right(str(total)), "", ""], widths=("7%", "47%", "12%", "17%", "17%")),
        p.para("Prices are net of tax, are fixed for deliveries within fourteen months, and include packing, insurance, and unloading in the yard. Payment: a tenth with the order against a bond, six tenths on delivery in lots, two tenths after erection, a tenth at the end of the trial of fourteen days."),
    ]  # fmt: skip


def _motors(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            f"Motors have squirrel cages, four poles, a rating of {_motor(world)} kW or more at 40 °C, and are of efficiency class IE4. Rating covers the whole curve of the pump, so that no flow can overload them.",
            "They are meant for converters: insulation of class F used to class B, phase windings that stand steep pulses, an insulated bearing at the end away from the pump, and a brush for earthing the shaft.",
            "Enclosure is IP55, cooling by own fan. Fans are of metal and run in both directions. Noise at no load is not over 76 dB(A).",
            "Three resistance thermometers lie in the windings and one at each bearing. Heaters keep the inside 5 K over the hall when the motor rests and are switched off by the starting contact.",
            "Bearings can be greased while running; old grease comes out into a cup that can be seen. Life by calculation is 60,000 h.",
            "Terminal boxes can be turned in steps of 90 degrees, have undrilled plates for glands, and are apart for power, heaters and thermometers.",
            "Each motor is tested at its maker's: resistance, no-load current and losses, high voltage. One of each size has a heat run. Results are in the papers of the set.",
            "Eyebolts carry the motor alone, not the set. Jack screws in both directions stand at all feet.",
        ]),
    ]  # fmt: skip


def _instruments(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "Instruments of a set are wired to one box on the frame, made of stainless steel, IP66, with a window, terminals in numbered rows and a fifth of them spare.",
            "Signals are 4 to 20 mA by two wires, or resistance by three. Contacts are free of potential and open on alarm.",
            "Gauges on suction and discharge have dials of 100 mm, are filled with glycerine, and sit behind a cock with a test branch. They are not used for tests at the works.",
            "A flow switch in the flushing line stops the set when flushing fails for more than ten seconds. It can be tried out without stopping.",
            "A level switch in the rim of the frame warns when water stands in it.",
            "Cables within the set lie in tubes of steel or in trays with lids, and are marked at both ends. Shields are earthed at the box only.",
            "The owner's control system reads, counts hours, and starts sets by turns. The contractor supplies the list of signals with ranges, limits and delays in a file, six weeks before delivery, and is present when signals are tried out.",
        ]),
    ]  # fmt: skip


def _spares(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "Spare parts for two years are delivered with the last lot. They are the same as the parts fitted, are preserved for five years, and are packed one to a box with the number of the part outside.",
            "Parts that fit all groups are made in one size, even where a smaller one would do for some.",
            "A spare rotor, complete with bearings and balanced, hangs in a frame in which it can be lifted and stored.",
            "Special tools are in a cabinet with outlines on its walls: pullers, the tool for setting seals, lifting beam, template for the coupling spacer.",
            "The maker undertakes to supply wear rings, seals and bearings for twenty years, and drawings of those that he gives up.",
            "Prices of the schedule hold for three years from delivery and then move with the index of prices of machinery.",
        ]),
    ]  # fmt: skip


def _documents(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "Documents are numbered by the owner's system: station, set, kind, running number, revision. A document without a number is sent back unread.",
            "Files are delivered in the format in which they were made and in one that can be searched. Drawings are to scale, on A1 or A3, and have a list of changes.",
            "The owner returns documents within fifteen days: accepted, accepted with remarks, or not accepted. Silence is not acceptance. Acceptance takes no duty from the contractor.",
            "As-built papers show the set as it stands and not as it was drawn; each is signed by the person who compared the two.",
            "Instructions have one chapter for operators, with pictures and no calculations, and one for fitters, with clearances, torques and weights. They are written for this station and not for a family of pumps.",
            "Certificates of material are of type 3.1 for casings, impellers, shafts and bolts of pressure parts, and 2.2 for the rest.",
        ]),
    ]  # fmt: skip


def _transport(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "Sets travel on their frames, with couplings taken apart and shafts locked. Locks are painted yellow and bear a tag; their number is on the packing list.",
            "Cases are of new wood, treated and stamped, with lining of aluminium foil and bags of desiccant. A card inside the lid turns pink if it has been damp.",
            "Shock recorders ride with each lot. A reading over 3 g is shown to the owner before the case is opened.",
            "Marks on two sides: order, tag, mass, center of gravity, where to sling, keep dry, number of the case out of how many.",
            "The yard takes trucks of 16 m; the last bridge bears 32 t. Unloading needs two days' notice. The contractor brings slings and beams; the owner's crane and its driver may be used without charge.",
            "Delivery is in lots by groups, in the order of the schedule of the station, and no lot comes earlier than two weeks before its day, since there is no room.",
            "What is damaged is photographed before it is moved, is written on the delivery note, and is repaired or replaced as the owner chooses.",
        ]),
    ]  # fmt: skip


def _quality(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "The contractor works by a system of quality that has been certified by a third party. The plan of quality for this order is a list of who does what, by which instruction, with which record.",
            "Welders and welding procedures are qualified for the materials used. The list of welders hangs in the shop.",
            "Castings of pressure parts are examined by magnetic powder at all changes of section, impellers by dye. Limits are those of severity 2; repairs are examined again.",
            "Rotors are balanced in two planes to grade G 2.5, with the weights of trial removed and holes drilled only where the drawing allows.",
            "Dimensions that another supplier's work has to meet are measured on every set and written down: heights of shafts, places of holes, faces of branches.",
            "Nonconformities are reported within three days with a proposal. The owner decides on those that touch clauses of this text, the contractor on the rest.",
            "The owner's inspector may enter works and foundry at all working hours. He may stop nothing, but what he has not been shown he need not accept.",
        ]),
    ]  # fmt: skip


def _safety(world: SpecWorld, rng: random.Random, number: str) -> list[str | Markup]:
    return [
        _clauses(number, [
            "The station supplies water without a break. Only one group may be out of service at a time, from Monday to Thursday, and not in July and August.",
            "Work on a set begins with a permit from the shift engineer, a lock on the converter, a lock on both valves, and a trial start that fails. Each person hangs a lock of his own.",
            "Suction wells are closed rooms: gas is measured, one person stays outside with a line, and rescue gear stands ready.",
            "Products that touch drinking water are certified for it. Oils and greases in the hall are kept in trays that hold a whole drum.",
            "Lifts over running sets are not made. Where there is no other way, the set is stopped for the time of the lift.",
            "The contractor's people wear helmets, shoes and hearing protection in the hall. Welding needs a watch for two hours after its end.",
            "Waste is taken away each Friday. Screens of the river are not a place for it.",
            "An accident that needs a doctor is told to the owner within the hour, and a report with causes follows in five days.",
        ]),
    ]  # fmt: skip


def _pump_list(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    rows: list[Row] = []
    power = _motor(world)
    last = {tag[:4]: tag for tag in _tags(world)}.values()
    for place, tag in enumerate(_tags(world), 1):
        group = tag[2:4]
        rows.append((tag, f"Group {group}x", f"Bay {(place + 1) // 2}, {'river side' if place % 2 else 'town side'}", f"Main {(int(group) % 3) + 1}", _right(str(power)), f"FC-{tag[2:]}", "reserve" if tag in last else "duty"))  # fmt: skip
    return [
        p.para("Places are counted from the stair. Mains are the owner's names of the pipes into which groups deliver."),
        p.table([["Set", "Group", "Place in the hall", "Delivers to", _right("Motor, kW"), "Converter", "Service"]], rows, "boxed", widths=("10%", "13%", "22%", "14%", "13%", "13%", "15%")),
    ]  # fmt: skip


def _water(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    months = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
    shape = (0.55, 0.62, 0.85, 0.97, 0.8, 0.58, 0.36, 0.2, 0.14, 0.28, 0.44, 0.52)
    rows: list[Row] = []
    for name, share in zip(months, shape, strict=True):
        mean = 2.4 + share * 3.6 + rng.uniform(-0.1, 0.1)
        low, high = max(2.1, mean - rng.uniform(0.2, 0.5)), min(6.8, mean + rng.uniform(0.3, 0.9))
        warm = 13 - 11.5 * ((abs(months.index(name) - 6.5) - 3) / 3.5) + rng.uniform(-0.8, 0.8)
        warm = min(25.6, max(0.8, warm))
        rows.append((name, *(_right(f"{one:.1f}") for one in (low, mean, high, warm)), _right(f"{share**3 * 0.34 + rng.uniform(0.005, 0.03):.2f}"), _right(f"{rng.randrange(74, 84) / 10:.1f}"), _right(str(rng.randrange(290, 520))), _right(str(rng.randrange(14, 46)))))  # fmt: skip
    return [
        p.para("Readings of the ten years before the issue, as monthly means unless said otherwise. Suction head is that at the center of the impeller, in metres; temperature in °C; sand in g/L, from samples taken on Mondays; conductivity in µS/cm; chloride in mg/L."),
        p.table([["Month", _right("Head, least"), _right("mean"), _right("most"), _right("Temp."), _right("Sand"), _right("pH"), _right("Cond."), _right("Chloride")]], rows, "boxed"),
        p.para("Sand is quartz, seven tenths of it between 0.1 and 0.3 mm. Zebra mussels have been found on screens since 2016 and are removed by hand in May. Oil was seen twice in ten years."),
    ]  # fmt: skip


def _signals(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    kinds = (
        ("TE-1", "Winding, phase 1", "Pt100", "0 to 200 °C", "130 °C", "145 °C"), ("TE-2", "Winding, phase 2", "Pt100", "0 to 200 °C", "130 °C", "145 °C"), ("TE-3", "Winding, phase 3", "Pt100", "0 to 200 °C", "130 °C", "145 °C"), ("TE-4", "Motor bearing, coupling end", "Pt100", "0 to 150 °C", "90 °C", "100 °C"),
        ("TE-5", "Motor bearing, free end", "Pt100", "0 to 150 °C", "90 °C", "100 °C"), ("TE-6", "Pump bearing, coupling end", "Pt100", "0 to 150 °C", "80 °C", "90 °C"), ("TE-7", "Pump bearing, free end", "Pt100", "0 to 150 °C", "80 °C", "90 °C"), ("VE-1", "Vibration, coupling end", "4-20 mA", "0 to 20 mm/s", "by chapter 5", "set at site"),
        ("VE-2", "Vibration, free end", "4-20 mA", "0 to 20 mm/s", "by chapter 5", "set at site"), ("PT-1", "Suction", "4-20 mA", "−1 to 3 bar", "low", "–"), ("PT-2", "Discharge", "4-20 mA", "0 to 40 bar", "–", "–"), ("FS-1", "Flushing", "contact", "–", "10 s", "10 s"), ("LS-1", "Water in the rim", "contact", "–", "at once", "–"),
        ("LS-2", "Oil, coupling end", "contact", "–", "low", "–"), ("LS-3", "Oil, free end", "contact", "–", "low", "–"), ("ZS-1", "Suction valve open", "contact", "–", "–", "no start"), ("ZS-2", "Discharge valve shut", "contact", "–", "–", "–"), ("ZS-3", "Guard in place", "contact", "–", "–", "no start"), ("HS-1", "Stop at the set", "contact", "–", "–", "stop"), ("SE-1", "Speed, turning backwards", "pulse", "0 to 1,800 1/min", "backwards", "no start"),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(kinds)), rng.randrange(16, len(kinds) + 1)))
    return [
        p.para(f"Each of the {len(_tags(world))} sets has the {len(kept)} signals below. The set's tag is put before the sign, as in {_tags(world)[0]}-TE-1."),
        p.table([["Sign", "What", "Kind", "Range", "Alarm", "Stop"]], [kinds[k] for k in kept], "boxed", widths=("11%", "31%", "13%", "17%", "14%", "14%")),
    ]  # fmt: skip


def _spare_list(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    names = ("Rotor, complete", "Impeller", "Shaft", "Shaft sleeve", "Wear ring, casing", "Wear ring, impeller", "Mechanical seal, complete", "Faces of seal, pair", "O-rings, set", "Bearing, coupling end", "Bearing, free end", "Oil ring", "Constant-level oiler", "Sight glass", "Gasket of casing", "Discs of coupling, set", "Bolts of coupling, set", "Separator for sand", "Flow switch", "Thermometer, bearing", "Vibration sensor", "Level switch", "Gauge", "Motor bearing, pair", "Fan of motor", "Brush for shaft", "Heater", "Terminal block, set")  # fmt: skip
    kept = sorted(rng.sample(range(len(names)), rng.randrange(22, len(names) + 1)))
    rows: list[Row] = []
    pieces = 0
    for k, n in enumerate(kept, 1):
        count = 1 if n < 3 else rng.randrange(2, 16)
        pieces += count
        rows.append((str(k), names[n], _right(str(count)), _right(str(rng.randrange(3, 31))), "", ""))
    return [
        p.para("Weeks are those within which the part must be had after the order, also when the stock of this list is used up. The last two columns are filled in by the tenderer."),
        p.table([["", "Part", _right("Number"), _right("Weeks"), "Maker and number", "Price"]], rows, "boxed", widths=("7%", "35%", "12%", "11%", "22%", "13%"), foot=["", "All", _right(str(pieces)), "", "", ""]),
    ]  # fmt: skip


def _document_list(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    names = (
        ("Curves over the whole range", "tender", "A"), ("Outline drawing with masses", "tender", "A"), ("List of parts with materials", "tender", "I"), ("List of departures", "tender", "A"), ("Foundation drawing with loads", "6 weeks", "A"), ("Terminal plans", "6 weeks", "A"), ("Programme of tests", "6 weeks", "A"), ("Plan of quality", "6 weeks", "A"), ("Instructions for storage", "6 weeks", "I"),
        ("Section with list of parts", "10 weeks", "I"), ("Calculation of shaft and critical speed", "10 weeks", "A"), ("Calculation of bearings", "10 weeks", "I"), ("Seal and flushing, drawing", "10 weeks", "A"), ("Coupling and guard, drawing", "10 weeks", "I"), ("Frame, drawing", "10 weeks", "A"), ("Welding procedures", "12 weeks", "I"), ("Coating, data sheets", "12 weeks", "A"),
        ("Motor, data and curves", "12 weeks", "A"), ("List of signals", "6 weeks before delivery", "A"), ("Box, layout and terminals", "16 weeks", "A"), ("List of lubricants", "16 weeks", "I"), ("Records of tests", "8 days after the test", "A"), ("Certificates of material", "with the lot", "I"), ("Packing lists", "2 weeks before the lot", "I"), ("Lifting plan", "4 weeks before the lot", "A"), ("Instructions, draft", "8 weeks before delivery", "A"), ("Instructions, final", "end of the trial", "A"), ("As-built papers", "end of the trial", "A"),
    )  # fmt: skip
    rows: list[Row] = [(str(k), name, due, kind, rng.choice(("all", "one a group", "all"))) for k, (name, due, kind) in enumerate(names, 1)]  # fmt: skip
    return [
        p.para("Weeks count from the order where nothing else is said. A: for acceptance. I: for information. The last column says for which sets."),
        p.table([["", "Document", "Due", "Kind", "For"]], rows, "boxed", widths=("7%", "43%", "25%", "8%", "17%")),
    ]  # fmt: skip


def _plan(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    steps = (
        ("Order papers clear and complete", "review", "R", "–"), ("Foundry: chemical analysis, each melt", "certificate", "R", "–"), ("Foundry: tensile test, each melt", "certificate", "R", "–"), ("Castings, look and size", "list of checks", "W", "one in five"), ("Castings, magnetic powder", "report", "R", "all"), ("Impellers, dye", "report", "R", "all"), ("Shafts, ultrasound", "report", "R", "all"), ("Welds of frames", "report", "R", "one in five"),
        ("Casing, chapter 8", "protocol", "H", "all"), ("Rotor, balancing", "protocol", "W", "one a group"), ("Motor, tests at its maker's", "protocol", "R", "all"), ("Motor, heat run", "protocol", "W", "one"), ("Assembly, clearances", "list of checks", "W", "one a group"), ("Set, alignment", "list of checks", "R", "all"), ("Set, performance, chapter 8", "protocol", "H", "one a group"), ("Set, run of four hours", "protocol", "W", "all"), ("Surfaces before coating, chapter 6", "readings", "W", "one in five"), ("Coating, thickness", "readings", "R", "all"),
        ("Coating inside, holidays", "readings", "W", "all"), ("Signals, end to end", "list of checks", "W", "all"), ("Marks and packing", "list of checks", "R", "all"), ("Release for the lot", "signed form", "H", "each lot"),
    )  # fmt: skip
    rows: list[Row] = [(str(10 * k), what, record, kind, count) for k, (what, record, kind, count) in enumerate(steps, 1)]  # fmt: skip
    return [
        p.para("H: work does not go on without the owner or his waiver. W: the owner is told and may come. R: the record is shown. The contractor puts his own signs beside those of the owner, and adds steps as his shop has them."),
        p.table([["Step", "What", "Record", "Owner", "Sets"]], rows, "boxed", widths=("9%", "44%", "20%", "10%", "17%")),
    ]  # fmt: skip


def _departures(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    return [
        p.para("One line for each departure. A sentence in a covering letter is not a departure. Where this list is empty, the tenderer follows every clause."),
        p.table([["", "Clause", "What is offered instead", "Reason", "Change in price"]], [(str(k), "", "", "", "") for k in range(1, 9)], "boxed tall", widths=("6%", "12%", "40%", "26%", "16%")),
        p.signatures([("", "For the tenderer"), ("", "Date and stamp")]),
    ]  # fmt: skip


def _sheet(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
        ("Pump", (("Maker and type", "–"), ("Diameter of impeller, fitted and greatest", "mm"), ("Head at shut-off", "m"), ("Efficiency at duty flow", "%"), ("Power at duty flow", "kW"), ("Greatest power on the curve", "kW"), ("Required suction head at 60, 100 and 115%", "m"), ("Clearance of wear rings, new and at change", "mm"), ("First critical speed", "1/min"), ("Deflection of shaft at the seal", "mm"), ("Moment of inertia, with water", "kg m²"), ("Mass of rotor", "kg"), ("Mass of upper half", "kg"))),
        ("Seal and bearings", (("Maker and type of seal", "–"), ("Flow of flushing", "L/min"), ("Bearings, sizes", "–"), ("Life by calculation", "h"), ("Oil, kind and amount", "L"))),
        ("Motor", (("Maker and frame", "–"), ("Efficiency at full, three quarter and half load", "%"), ("Power factor", "–"), ("Current at full load", "A"), ("Noise at no load", "dB(A)"), ("Mass", "kg"))),
        ("Set", (("Length, width, height", "mm"), ("Heaviest part", "kg"), ("Mass with water", "kg"), ("Loads on foundation, still and in short circuit", "kN"), ("Noise at one metre", "dB(A)"))),
    )  # fmt: skip
    rows: list[Row] = []
    for name, lines in parts:
        rows.append((Cell(name, columns=4, kind="group"),))
        rows += [(line, unit, "", "") for line, unit in lines]
    return [
        p.para("Filled in by the tenderer, for each group where groups differ. Values are guaranteed in the column Tender; those in the column As built are measured."),
        p.table([["Value", "Unit", "Tender", "As built"]], rows, "boxed", widths=("52%", "12%", "18%", "18%")),
    ]  # fmt: skip


def _lubricants(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    rows: list[Row] = [
        ("Pump bearings", "oil, ISO VG 46, turbine grade", f"{rng.randrange(12, 22) / 10:.1f} L each", "first after 300 h, then 4,000 h"),
        ("Motor bearings", "grease, polyurea, NLGI 2", f"{rng.randrange(20, 45)} g each", "2,000 h"),
        ("Valve spindles, owner's", "grease, food grade", "as needed", "yearly"),
        ("Coupling", "none", "–", "–"),
        ("Crane, owner's", "gear oil, ISO VG 220", f"{rng.randrange(6, 12)} L", "five years"),
        ("Bolts of casing", "paste with copper, outside only", "–", "at each opening"),
        ("Storage", "oil with vapor inhibitor", "full", "before first running"),
    ]  # fmt: skip
    torque: list[Row] = []
    for size, base in ((12, 79), (16, 195), (20, 380), (24, 660), (30, 1310), (36, 2290)):
        torque.append((f"M{size}", _right(f"{base:,}"), _right(f"{round(base * 0.75):,}"), _right(f"{round(base * 0.6):,}")))  # fmt: skip
    return [
        p.table([["Place", "Lubricant", "Amount", "Changed"]], rows, "boxed", widths=("24%", "34%", "18%", "24%")),
        p.para("Torques in N m for bolts of class 8.8. The tenderer gives those of his own that differ."),
        p.table([["Thread", _right("Dry"), _right("Oiled"), _right("Paste")]], torque, "boxed", widths=("31%", "23%", "23%", "23%")),
    ]  # fmt: skip


def _cables(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    rows: list[Row] = []
    power = _motor(world)
    size = 95 if power < 150 else 150 if power < 240 else 240
    total = 0
    for tag in _tags(world):
        length = rng.randrange(26, 92)
        for sign, use, kind, more in (("W1", "power", f"3 x {size} + 3 x {size // 6}, screened", 0), ("W2", "heater", "3 x 2.5", 1), ("W3", "signals, box", "20 x 2 x 0.75, screened", 6)):  # fmt: skip
            total += length + more
            rows.append((f"{tag[2:]}-{sign}", use, kind, f"FC-{tag[2:]}" if sign != "W3" else f"RP-{int(tag[3]) + 1}", tag, _right(str(length + more))))  # fmt: skip
    return [
        p.para("Cables laid by others up to the terminal boxes. The contractor checks that glands fit and connects at the set. Lengths are in metres along the trays and without the ends."),
        p.table([["Cable", "Use", "Cores, mm²", "From", "To", _right("Length")]], rows, "boxed", widths=("15%", "20%", "29%", "12%", "12%", "12%"), foot=["All", "", "", "", "", _right(f"{total:,}")]),
    ]  # fmt: skip


def _present(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    rows: list[Row] = []
    hours_sum = starts_sum = 0
    for tag in _tags(world):
        hours, starts = rng.randrange(21, 98) * 1000 + rng.randrange(1000), rng.randrange(900, 5200)
        hours_sum, starts_sum = hours_sum + hours, starts_sum + starts
        rows.append((tag, str(rng.randrange(1974, 1996)), _right(f"{hours:,}"), _right(f"{starts:,}"), _right(str(rng.randrange(62, 76))), rng.choice(("seal leaks", "worn rings", "none", "none", "bearing changed 2019", "casing patched", "frame corroded", "cavitation marks"))))  # fmt: skip
    return [
        p.para("Sets that the new ones replace, with the same tags. Hours and starts are those of the counters at the issue; efficiency in percent is from the campaign of measurements of the autumn before."),
        p.table([["Set", "Built", _right("Hours"), _right("Starts"), _right("Efficiency"), "Remarks"]], rows, "boxed", widths=("12%", "12%", "16%", "14%", "16%", "30%"), foot=["All", "", _right(f"{hours_sum:,}"), _right(f"{starts_sum:,}"), "", ""]),
    ]  # fmt: skip


def _foundations(world: SpecWorld, rng: random.Random, letter: str) -> list[str | Markup]:
    rows: list[Row] = []
    for tag in _tags(world):
        long, wide = rng.randrange(285, 330) * 10, rng.randrange(118, 142) * 10
        rows.append((tag, _right(f"{long:,}"), _right(f"{wide:,}"), _right(str(rng.randrange(34, 56) * 10)), _right(str(rng.choice((6, 8)))), _right(f"{rng.randrange(0, 9)}"), rng.choice(("sound", "sound", "cracked at a corner", "oil in the surface", "bolts cut"))))  # fmt: skip
    return [
        p.para("Blocks as surveyed, in millimetres. They stay; the contractor's frames have to sit on them with at least 60 mm of edge all around. The last number is how far the surface is out of level over its length."),
        p.table([["Set", _right("Length"), _right("Width"), _right("Height"), _right("Bolts"), _right("Out of level"), "State"]], rows, "boxed", widths=("13%", "14%", "13%", "13%", "11%", "14%", "22%")),
    ]  # fmt: skip


_CHAPTERS: tuple[tuple[str, Maker], ...] = (
    ("Motors", _motors),
    ("Instruments", _instruments),
    ("Spare parts and tools", _spares),
    ("Documents", _documents),
    ("Packing and transport", _transport),
    ("Quality", _quality),
    ("Work in the station", _safety),
)
_SCHEDULES: tuple[tuple[str, Maker], ...] = (
    ("List of sets", _pump_list),
    ("River", _water),
    ("Signals", _signals),
    ("Spare parts", _spare_list),
    ("Documents", _document_list),
    ("Plan of inspection", _plan),
    ("Lubricants and torques", _lubricants),
    ("Cables", _cables),
    ("Present sets", _present),
    ("Blocks", _foundations),
    ("Data to be given by the tenderer", _sheet),
    ("Departures", _departures),
)
