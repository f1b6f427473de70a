"""The clauses of the specification of pump sets, chapter by chapter."""

from __future__ import annotations

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.domains.engineering.spec_asks import SpecWorld


def chapters(world: SpecWorld) -> list[str | Markup]:
    """Return chapters 1 to 9."""
    return [
        *_scope(world), *_site(), *_pumps(), *_shafts(world), *_surfaces(world), *_coating(world), *_tests(world), *_erection(world)
    ]  # fmt: skip


def _scope(world: SpecWorld) -> list[str | Markup]:
    return [
        p.head(2, "1  Scope and documents"),
        p.clauses(
            [
                ("1.1", f"This specification covers design, making, testing, delivery, erection and commissioning of pump sets for the {world.station}. A set consists of pump, coupling with guard, motor, base frame and the instruments named in chapter 5."),
                ("1.2", "Not covered are foundations, switchgear, cables beyond the terminal boxes, and piping beyond the first flange. Counterflanges, gaskets and bolts of that flange belong to the set."),
                ("1.3", "Drawings show arrangements and main sizes. Where a drawing and this text differ, the contractor asks before work goes on; the question and its answer are filed with the drawing."),
                ("1.4", "With the tender are submitted: curves of head, power, efficiency and required suction head over the whole range; an outline drawing with masses; a list of parts with materials; a list of special tools; a list of departures; names of three stations in which like pumps have run for two years."),
                ("1.5", "Within six weeks of the order are submitted: foundation drawing with loads, terminal plans, a programme of tests, the plan of quality, and instructions for storage. Work starts at the contractor's risk until the owner has returned them with his stamp."),
            ],
            "spec",
        ),
        p.head(2, "2  Terms"),
        p.clauses(
            [
                ("2.1", "**Duty point**: flow and head of Schedule A."),
                ("2.2", "**Working range**: flows from 60% to 115% of that at the duty point."),
                ("2.3", "**Design pressure**: the pressure of Schedule A under that name. It holds for steady running at any flow, the valve being shut included."),
                ("2.4", "[[d.rated|**Rated pressure**: design pressure with the surge allowance of Schedule A added to it.]] It is what pressure parts are built and tested for."),
                ("2.5", "**Wetted**: touched by the liquid in running or at rest, condensation left aside."),
                ("2.6", "**Works**: the place at which sets are put together and tested."),
                ("2.7", "**Day**: a working day by the calendar of the works."),
            ],
            "spec",
        ),
    ]  # fmt: skip


def _site() -> list[str | Markup]:
    return [
        p.head(2, "3  Site and duty"),
        p.clauses(
            [
                ("3.1", "The pump hall lies 4 m under the yard and is reached by a lift of 2 t and a stair. The heaviest part brought in must not exceed 1.8 t, or must come through the hatch, which is opened on two days in advance. An overhead crane of 5 t serves the hall."),
                ("3.2", "The river carries sand in floods and leaves in autumn. Screens of 6 mm stand before the suction wells. Pumps must stand fibres without clogging; openings in impellers are at least 45 mm wide."),
                ("3.3", "The hall is humid, with condensation on cold parts in summer. Ambient temperature is from 4 °C to 34 °C. The noise of all running sets together must stay under 84 dB(A) in the middle of the hall; where hoods are needed for this, they are part of the set and must lift off with the crane."),
                ("3.4", "Supply is 400 V, 50 Hz. Motors are started by frequency converters, which are supplied by others. Heaters are fed at 230 V."),
                ("3.5", "Sets in one group must run in parallel without hunting. Curves of head fall steadily from shut-off to the end of the range, the rise to shut-off being from 12% to 28% of the head at the duty point."),
            ],
            "spec",
        ),
    ]  # fmt: skip


def _pumps() -> list[str | Markup]:
    return [
        p.head(2, "4  Pumps"),
        p.clauses(
            [
                ("4.1", "Pumps are of the single-stage volute type with double-entry impeller, the casing being split along the shaft. The upper half lifts off without moving the motor or breaking a pipe joint."),
                ("4.2", "Impellers are of bronze or duplex steel, cast in one piece, balanced with the coupling half fitted. Wear rings are renewable on both sides; their clearance when new is told in the instructions, together with that at which they are to be changed."),
                ("4.3", "Casings are of ductile iron with a corrosion allowance of 3 mm. Feet stand at the height of the shaft. Vents and drains end in ball valves with plugs. Lifting lugs carry the whole casing."),
                ("4.4", "Seals are single mechanical seals of one size for all sets, with faces of silicon carbide, flushed from the discharge through a separator for sand. They can be changed with the casing closed."),
                ("4.5", "Required suction head at 115% of duty flow is at least 1.2 m under what Schedule A offers at the lowest level of the river."),
                ("4.6", "Base frames are welded, with a rim for drips and a drain of 25 mm. Machined pads are at least 25 mm thick after machining. Frames are filled with grout, for which they have openings of 120 mm and vents in each bay."),
                ("4.7", "Guards are of sheet, not mesh, and can be taken off by one person. Openings let the coupling be seen with a stroboscope."),
            ],
            "spec",
        ),
    ]  # fmt: skip


def _shafts(world: SpecWorld) -> list[str | Markup]:
    old, _ = world.vibration
    return [
        p.head(2, "5  Shafts, bearings, vibration"),
        p.clauses(
            [
                (
                    "5.1",
                    "Shafts are of steel with 13% chromium, ground over the whole length between bearings. Deflection at the seal faces is under 0.05 mm at any flow of the working range. The first critical speed lies at least 25% above the highest running speed.",
                ),
                (
                    "5.2",
                    "Bearings run in oil, on rings, with sight glasses on both sides and constant-level oilers. Life is 50,000 h by calculation at the worst point of the range. Housings can be opened without taking off the coupling hub.",
                ),
                (
                    "5.3",
                    "Every housing bears a resistance thermometer and two bosses for vibration sensors, at right angles. One sensor a housing is fitted and wired to the box on the frame.",
                ),
                (
                    "5.4",
                    f"Vibration is measured at the housings as r.m.s. velocity from 10 Hz to 1 kHz. [[c.vib|At rated flow it may reach {old:g} mm/s]]; at other flows within the working range 1.3 mm/s more. Values are read at the works on a rigid bed and again at site.",
                ),
                (
                    "5.5",
                    "Alignment is checked cold and after four hours of running. Shims are of stainless steel, not more than three under a foot. Dowels are set after the second check.",
                ),
                (
                    "5.6",
                    "Couplings have a spacer long enough to take seals out. Elements are flexible discs; rubber is not allowed. Hubs are fitted with keys and light interference.",
                ),
            ],
            "spec",
        ),
    ]


def _surfaces(world: SpecWorld) -> list[str | Markup]:
    return [
        p.head(2, "6  Surfaces"),
        p.head(3, "6.1 General"),
        p.clauses(
            [
                ("6.1.1", "Castings are freed of sand, scale and risers. Repairs by welding are agreed beforehand and shown on a sketch; plugs and putty are not allowed on pressure parts."),
                ("6.1.2", "Edges that will be coated are rounded to at least 2 mm. Abrasive must be dry and free of copper slag. Profiles are measured with replica tape, five readings a square metre."),
            ],
            "spec",
        ),
        p.head(3, "6.2 Frames, guards and supports"),
        p.clauses(
            [
                ("6.2.1", "Welds are continuous and sealed. Spatter is ground off."),
                ("6.2.2", "Hollow sections are closed by welded plates and tested with soap and air at 0.2 bar."),
                ("6.2.3", p.join([p.rich("Before coating:"), p.clauses([("(a)", "grease is taken off with steam or detergent, and the surface is rinsed;"), ("(b)", f"surfaces are blasted to bright metal with a [[p.623b|profile of {world.dry} µm]];"), ("(c)", "the first coat follows within four hours, or six where air is under 50% humidity.")])])),
            ],
            "spec",
        ),
        p.head(3, "6.3 Pressure parts"),
        p.clauses(
            [
                ("6.3.1", "Machined faces are protected by plates of steel and rubber until piping is joined. Threads are plugged with plastic of bright colour."),
                ("6.3.2", p.join([p.rich("Before coating:"), p.clauses([("(a)", f"welds and a strip of 50 mm on both sides of them are blasted by hand nozzle to a [[p.632a|profile of {world.weld} µm]];"), ("(b)", f"cast surfaces are blasted to bright metal with a [[p.632b|profile of {world.wet} µm]], the nozzle being led across the flow lines of the casting;"), ("(c)", "dust is drawn off, and salts are measured; not more than 20 mg a square metre may remain.")])])),
                ("6.3.3", "Shafts, wear rings and seal faces are covered during all of this."),
            ],
            "spec",
        ),
    ]  # fmt: skip


def _coating(world: SpecWorld) -> list[str | Markup]:
    rows = [
        ("Base frames, guards", "Zinc epoxy, micaceous epoxy, polyurethane", "60 + 120 + 60", "Grey"),
        ("Casings outside", "Epoxy, polyurethane", "150 + 60", "Blue"),
        ("Casings inside", "Epoxy for drinking water, no solvent", "2 x 250", "Ivory"),
        ("Motors", "Maker's own for humid halls", "not less than 160", "Blue"),
    ]
    return [
        p.head(2, "7  Coating"),
        p.clauses(
            [
                ("7.1", "Systems are those of the table. Thickness is of the dry film, in micrometres, and is a mean; single readings may be under it by a fifth, one reading in ten. The maker of the paint has one person at the works on the first day of coating."),
                ("7.2", "[[ref.in|Wetted inner surfaces of casings are prepared as in 6.3.2 (b)]], outer surfaces of casings as in 6.1, frames as in 6.2.3. Coating inside is tested for holidays at 2.5 kV and is repaired by the maker's instructions."),
                ("7.3", f"[[t.bare|Casings are coated only after the pressure test; a casing that was painted before is stripped and tested again.]] A wash primer against rust in store counts as paint. Gaps between coats are not over {world.minutes} days."),
                ("7.4", "Name plates, sight glasses, and rods of gauges are not painted. Damage in transport is repaired at site with the same products, which are delivered in sets of one litre."),
            ],
            "spec",
        ),
        p.table([["Part", "System", "Film", "Colour"]], rows, "boxed", widths=("24%", "42%", "20%", "14%")),
    ]  # fmt: skip


def _tests(world: SpecWorld) -> list[str | Markup]:
    return [
        p.head(2, "8  Tests at the works"),
        p.clauses(
            [
                (
                    "8.1",
                    f"[[t.gauge|Gauges used in tests have been calibrated within the last {world.gauge} months]], and their certificates lie ready. The owner is asked ten days before a test whether he will attend. Tests that he has waived are recorded all the same.",
                ),
                (
                    "8.2",
                    f"Casings are tested with water at [[t.factor|{world.factor:g} times rated pressure]]. Both halves are bolted with the gasket of the contract. Pressure is raised in three steps and is held at each for two minutes.",
                ),
                (
                    "8.3",
                    p.join(
                        [
                            p.rich("The test is passed if"),
                            p.clauses(
                                [
                                    (
                                        "(a)",
                                        f"test pressure is held for [[t.hold|{world.hold} minutes]] with the pump for filling shut off;",
                                    ),
                                    ("(b)", f"it drops by [[t.drop|not more than {world.drop}%]] in that time;"),
                                    (
                                        "(c)",
                                        "[[t.weep|no weeping is seen at joints or through walls]], a lamp being used.",
                                    ),
                                ]
                            ),
                        ]
                    ),
                ),
                (
                    "8.4",
                    "Performance of one set a group is measured at seven flows from shut-off to 115%, with the motor of the contract. Head at duty flow may differ from the guaranteed one by 3% either way; efficiency may be under it by 2% of its value.",
                ),
                (
                    "8.5",
                    "The required suction head is measured on one pump by throttling at 60%, 100% and 115% of duty flow. The drop of head that counts is 3%.",
                ),
                (
                    "8.6",
                    "Each set runs for four hours at duty point. Temperatures of bearings must have settled by the end and may be 45 K over ambient. Seals may drip twice a minute in the first hour and not at all in the last.",
                ),
                (
                    "8.7",
                    "Pumps that fail are repaired and tested again as a whole. A second failure lets the owner ask for all sets of the group to be tested. Costs of his second visit are the contractor's.",
                ),
                (
                    "8.8",
                    "Records hold readings as taken, not only results. They are handed over within eight days, signed by both sides if both were there.",
                ),
            ],
            "spec",
        ),
    ]


def _erection(world: SpecWorld) -> list[str | Markup]:
    return [
        p.head(2, "9  Erection and commissioning"),
        p.clauses(
            [
                ("9.1", "Sets are delivered with openings closed, bearings filled for storage, and a card that tells when shafts were last turned. They are stored indoors and turned by hand every second week, a quarter more than full turns."),
                ("9.2", "Frames are set on plates, levelled to 0.2 mm a metre, and grouted with a product that does not shrink. Bolts are tightened after seven days. Piping is brought to the flanges free of force: with bolts out, flanges are parallel to 0.3 mm and holes fall in line."),
                ("9.3", "The first start of each set follows the steps below, in the presence of the owner's operator. A copy is signed and kept at the set."),
            ],
            "spec",
        ),
        p.tag(
            "ol",
            Markup("").join(
                p.tag("li", text)
                for text in (
                    "Check that the motor turns the right way with the coupling open.",
                    "Fill bearings to the middle of the sight glass and close the coupling and its guard.",
                    "Open the suction valve fully and wait until the gauge stands still.",
                    "Vent the casing at its highest point until water runs without bubbles for half a minute.",
                )
            ),
            "steps",
        ),
        p.box(
            [
                p.head(4, "In cold weather"),
                p.para("If the hall is under 8 °C, before anything else on the day:"),
                p.items([f"warm the oil to {world.warm} °C with the heaters;", "turn the shaft by hand five times;", "look for ice in the flushing line and thaw it with water, not with a flame."], ordered="1"),
            ],
            "box cold",
        ),
        Markup('<ol class="steps" start="5">{}</ol>').format(
            Markup("").join(
                p.tag("li", text)
                for text in (
                    f"[[st.5|Open the discharge valve to {world.opening}% of its travel.]]",
                    "Start the motor and raise speed to the full within twenty seconds; stop if current is over that of the plate for longer than five.",
                    f"Open the discharge valve fully within {world.minutes} minutes while reading current and vibration at four points.",
                    "Run for two hours, then stop, check alignment and oil, and sign the card.",
                )
            )
        ),
        p.clauses(
            [
                ("9.4", "A trial of fourteen days follows, in which each group runs as the station needs it. Stops by faults of the set start the trial anew. Stops by others do not count."),
                ("9.5", "At site the contractor measures vibration, noise and temperatures of all sets at three flows. Efficiency is measured again only if the owner doubts it; costs are borne by the side that was wrong."),
                ("9.6", "Two operators a shift are trained for a day at the sets and half a day on seals. Instructions are in three copies and as files, with curves as measured, and list spare parts with the numbers of their makers, not only of the contractor."),
                ("9.7", "The period for defects is 24 months from the end of the trial. Seals that leak and bearings that run hot within it are replaced as sets, on all pumps of the group if a third of them is affected."),
            ],
            "spec",
        ),
    ]  # fmt: skip
