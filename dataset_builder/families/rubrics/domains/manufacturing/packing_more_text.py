"""The words of a long packing list: how parts are measured and packed, how a container is checked, unloaded and given back."""

from __future__ import annotations

PARTS: dict[str, tuple[tuple[tuple[str, float, float, int, str], ...], str, tuple[int, int], str]] = {
    "Hinge bracket": ((("Bore of the ear, mm", 8.0, 0.05, 2, "Plug gauge"), ("Distance of bores, mm", 42.0, 0.12, 2, "Fixture 31"), ("Thickness of the foot, mm", 4.0, 0.1, 2, "Micrometer"), ("Angle of the foot, °", 90.0, 0.5, 1, "Protractor"), ("Flatness of the foot, mm", 0.08, 0.08, 2, "Feeler"), ("Hardness, HV", 155.0, 15.0, 0, "Tester")), "Pairs are laid ear to ear, so that no foot rests on a bore. A sheet of coated board lies between layers. The last layer is turned and faces down.", (6, 9), "Steel"),
    "Pivot pin, 6 mm": ((("Diameter, mm", 6.0, 0.009, 3, "Snap gauge"), ("Length, mm", 48.0, 0.1, 2, "Caliper"), ("Groove to end, mm", 3.2, 0.08, 2, "Projector"), ("Width of the groove, mm", 0.9, 0.05, 2, "Projector"), ("Roughness Ra, µm", 0.5, 0.2, 2, "Stylus"), ("Hardness, HRC", 57.0, 2.0, 1, "Tester")), "Pins are oiled, rolled in waxed paper by the hundred and stood on end. Rolls are tied with tape that leaves no glue. Empty space is filled with paper, never with chips.", (5, 8), "Steel"),
    "Clevis, forged": ((("Width of the fork, mm", 14.0, 0.2, 2, "Go gauge 14"), ("Bore, mm", 10.0, 0.06, 2, "Plug gauge"), ("Thread, pitch diameter, mm", 8.99, 0.07, 2, "Ring gauge"), ("Length over all, mm", 64.0, 0.4, 1, "Caliper"), ("Bore to axis, mm", 0.1, 0.1, 2, "Fixture 18"), ("Hardness, HB", 230.0, 20.0, 0, "Tester")), "Threads wear a cap of soft plastic. Forks lie alternately left and right. Heavy cartons of this part stand at the bottom of a stack only, and the label says so.", (4, 7), "Steel"),
    "Latch plate": ((("Slot, length, mm", 22.0, 0.1, 2, "Projector"), ("Slot, width, mm", 6.5, 0.08, 2, "Projector"), ("Thickness, mm", 2.5, 0.06, 2, "Micrometer"), ("Burr, mm", 0.05, 0.05, 2, "Stylus"), ("Bend, °", 35.0, 0.7, 1, "Fixture 07"), ("Case depth, mm", 0.3, 0.08, 2, "Section")), "Plates are stacked in magazines of board, burr side up, and the magazines are banded in fours. They slide when tilted: lift cartons by both grips.", (8, 10), "Steel"),
    "Spacer sleeve": ((("Outer diameter, mm", 12.0, 0.05, 2, "Snap gauge"), ("Inner diameter, mm", 8.2, 0.06, 2, "Plug gauge"), ("Length, mm", 18.0, 0.05, 2, "Comparator"), ("Ends parallel, mm", 0.02, 0.02, 3, "Comparator"), ("Chamfer, mm", 0.4, 0.1, 2, "Projector"), ("Wall, mm", 1.9, 0.05, 2, "Micrometer")), "Sleeves go loose into bags that are weighed, not counted one by one; each bag has its own slip. Bags are knotted with the air pressed out and do not fill a carton to more than nine tenths.", (3, 4), "Aluminum"),
    "Yoke, machined": ((("Bearing seat, mm", 22.0, 0.01, 3, "Air gauge"), ("Seat to seat, mm", 58.0, 0.03, 3, "Measuring machine"), ("Seats in line, mm", 0.015, 0.015, 3, "Measuring machine"), ("Key way, width, mm", 5.0, 0.02, 3, "Gauge block"), ("Face to axis, mm", 31.0, 0.05, 2, "Measuring machine"), ("Roughness of seats Ra, µm", 0.6, 0.2, 2, "Stylus")), "Each yoke sits in a cell of a plastic tray, seats covered with a ring of foam. Trays are returned. A yoke that was dropped is put aside, however it looks.", (4, 6), "Ductile iron"),
    "Spring seat": ((("Cup, diameter, mm", 28.0, 0.15, 2, "Caliper"), ("Cup, depth, mm", 5.0, 0.1, 2, "Depth gauge"), ("Center hole, mm", 9.0, 0.08, 2, "Plug gauge"), ("Rim thickness, mm", 1.5, 0.06, 2, "Micrometer"), ("Runout of the rim, mm", 0.1, 0.1, 2, "Fixture 22"), ("Radius at the base, mm", 1.2, 0.2, 1, "Projector")), "Seats are nested in columns, a strip of film through the holes. Columns lie; they do not stand. Ends of the strip are taped to the carton's wall.", (2, 9), "Steel"),
    "Cover, die-cast": ((("Length, mm", 96.0, 0.25, 2, "Caliper"), ("Seal groove, depth, mm", 2.1, 0.07, 2, "Depth gauge"), ("Screw holes, pattern, mm", 0.12, 0.12, 2, "Fixture 44"), ("Flatness of the seal face, mm", 0.06, 0.06, 2, "Plate"), ("Wall at the rib, mm", 2.4, 0.15, 2, "Ultrasonic"), ("Porosity class", 2.0, 1.0, 0, "X-ray")), "Seal faces lie on foam and are never stacked on each other. Covers are separated by cards slotted crosswise. No tape touches a coated face.", (3, 5), "Aluminum"),
    "Guide rail, 120": ((("Length, mm", 120.0, 0.2, 2, "Caliper"), ("Width of the track, mm", 7.0, 0.04, 2, "Go gauge 7"), ("Depth of the track, mm", 3.5, 0.06, 2, "Depth gauge"), ("Straightness, mm", 0.1, 0.1, 2, "Plate"), ("Hole spacing, mm", 100.0, 0.1, 2, "Fixture 12"), ("Coating, µm", 14.0, 4.0, 0, "Magnetic")), "Rails are bundled by tens with paper in the track, the bundles laid lengthwise. The carton is long: two persons, or the vacuum lifter. Ends are protected by caps of board.", (2, 10), "Steel"),
    "Lock lever": ((("Bore, mm", 6.03, 0.03, 3, "Plug gauge"), ("Nose to bore, mm", 37.0, 0.1, 2, "Fixture 29"), ("Thickness, mm", 5.0, 0.08, 2, "Micrometer"), ("Nose radius, mm", 1.5, 0.15, 2, "Projector"), ("Free fall on the pin, s", 0.6, 0.3, 1, "Rig 3"), ("Hardness, HRC", 44.0, 3.0, 1, "Tester")), "Levers hang on rods of cardboard, noses one way, and cannot strike one another. Rods are tied at both ends. The grip is wrapped where it is lacquered.", (5, 6), "Steel"),
}  # fmt: skip
"""By name: what is measured (with nominal value, half of the tolerance, digits, means), how it is packed, rows and columns of a layer, metal."""

HANDLING: tuple[tuple[str, str], ...] = (
    ("Before opening", "Compare the seal with the papers, photograph it closed and cut, and keep it. Open the right-hand door first and stand behind it, since bags and films may push. Let the container air for ten minutes; desiccant and new wood smell, and the smell is no damage."),
    ("First look", "Photograph the load from the sill before anything is moved, then the ceiling and the floor as far as can be seen. Drops under the roof, tracks on films and pallets that touch a wall are written on the receipt while the driver is present. What is written later is worth little to anyone."),
    ("Air bags and lashings", "Bags are let down at the valve and not cut. Lashings are loosened by the ratchet, the hooks taken out of the rings and collected in the sack that hangs at the post. Nobody stands between two pallets while a bag is still hard."),
    ("Fork-lift truck", "Forks of 115 centimeters, spread to the outer channels. Tilt back before lifting, never after. Pallets are not pushed with the mast, and not with one another. The ramp plate must carry truck and load together; if in doubt, unload by hand truck."),
    ("Stacking", "Pallets are not stacked on each other, in the container or in store. Cartons bear five of their own kind. In a rack the lowest level is for those with forged parts. Films stay on until the store has been entered in the system."),
    ("Climate", "Parts are oiled or in corrosion film, and hold for twelve months in a dry hall. Cartons that come from frost are left closed until they are warm, a day as a rule; otherwise water condenses in them and the oil is washed off. Films once opened are closed again with clips."),
    ("Wet or broken cartons", "Put them aside, open and dry them the same day. Parts with red rust are kept with their film and label for us to see. A carton with a crushed corner is often sound inside; count it, measure three parts, and write what you found on the form at the end of this set."),
    ("Labels", "The label is on the short side, bottom left. It stays on the carton until the last part has been used. A second label lies inside on top. Partial quantities are marked by hand on the outer label with date and initials."),
    ("Empties", "Trays, lids and the sack of lashings go back. They are stacked, strapped and put on two pallets at most, and we fetch them with the next empty container. Board and film are yours to recycle; they are of one kind each."),
)  # fmt: skip
"""How the load is handled: title and words."""

CHECKS: tuple[tuple[str, str], ...] = (
    ("Plates and approval", "CSC plate legible and in date"), ("Roof", "No light seen with doors shut"), ("Side walls", "No dents deeper than 30 mm"), ("Front wall", "Corrugation whole"), ("Floor", "Dry, under 18% moisture, no nails"), ("Floor", "No stains that come off on a cloth"), ("Doors", "Swing to 270° and stay"), ("Door seals", "Whole, no gap at the corners"), ("Locking rods", "Turn by hand, cams engage"),
    ("Lashing rings", "All present, not bent"), ("Ventilators", "Free, rain shields in place"), ("Smell", "None of chemicals, fish or hides"), ("Vermin", "None, living or dead"), ("Old placards", "Removed"), ("Cross members", "None broken, seen from the pit"), ("Corner castings", "No cracks"), ("Desiccant", "Sixteen strips hung, foils pulled"), ("Shock and tilt signs", "Two on the doors' side, untriggered"),
)  # fmt: skip
"""What is looked at in an empty container, and what is asked for."""

GAUGES: tuple[tuple[str, str, int], ...] = (
    ("Micrometer 0 to 25", "0.001 mm", 6), ("Caliper 150", "0.01 mm", 12), ("Depth gauge", "0.01 mm", 12), ("Height comparator", "0.001 mm", 12), ("Profile projector", "0.005 mm", 24), ("Measuring machine", "0.0015 mm", 12), ("Air gauge 22", "0.0005 mm", 6), ("Plug gauges, set", "go and no go", 12), ("Snap gauges, set", "go and no go", 12), ("Ring gauge M10", "go and no go", 12),
    ("Surface plate", "grade 0", 36), ("Stylus instrument", "0.01 µm", 12), ("Hardness tester, Rockwell", "0.1 HRC", 6), ("Hardness tester, Vickers", "1 HV", 6), ("Coating meter, magnetic", "1 µm", 12), ("Ultrasonic meter", "0.01 mm", 12), ("Bench scale 60 kg", "0.01 kg", 12), ("Platform scale 1,500 kg", "0.2 kg", 12),
)  # fmt: skip
"""Means of measuring: name, step, months between calibrations."""

METALS: dict[str, tuple[tuple[str, float], ...]] = {
    "Steel": (("C", 0.19), ("Si", 0.24), ("Mn", 0.92), ("P", 0.012), ("S", 0.018), ("Cr", 0.46), ("Ni", 0.11), ("Al", 0.031)),
    "Ductile iron": (("C", 3.58), ("Si", 2.41), ("Mn", 0.22), ("P", 0.021), ("S", 0.009), ("Cr", 0.04), ("Ni", 0.06), ("Al", 0.012)),
    "Aluminum": (("C", 0.0), ("Si", 9.2), ("Mn", 0.31), ("P", 0.003), ("S", 0.0), ("Cr", 0.03), ("Ni", 0.08), ("Al", 86.9)),
}  # fmt: skip
"""Composition in percent by mass, of a usual melt."""
STRENGTH = {"Steel": (520, 355, 24), "Ductile iron": (545, 352, 12), "Aluminum": (262, 158, 3)}
"""Tensile strength and yield strength in MPa, elongation in percent."""

LOG: tuple[tuple[int, str], ...] = (
    (-40, "Container arrives from the depot, driver signs in"), (-32, "Doors opened to air"), (-25, "Moisture of the floor measured at five points"), (-10, "Check of the empty container ended, list signed"), (4, "Benches 1 to 4 manned, scales set to zero and tried with the 10 kg piece"), (19, "First label printed and compared with the order"), (41, "Film of bench 3 replaced, roll ended"), (58, "Weighing of bags stopped: draft from the door, screen moved, tried again"),
    (77, "Oil mist unit refilled"), (95, "Break"), (110, "Work goes on; scale of bench 2 tried again"), (131, "Cards for die-cast parts brought from the store"), (149, "Label printer jammed, one label spoiled and glued into the book"), (171, "Crosswise cards turned on bench 1 after a question from the packer"), (188, "Supervisor draws three cartons for a look at the layers; nothing to correct"), (207, "Forklift battery changed"),
    (226, "Break"), (256, "Work goes on"), (271, "Two trays with broken corners taken out"), (290, "Scale of bench 4 tried again"), (309, "Desiccant taken from sealed drum, time noted"), (327, "Last carton closed, benches cleared, no part left over"), (339, "Films drawn over, straps set"), (356, "Ramp plate laid, loading begins"), (384, "Half of the load in, straps passed over"), (409, "Bags inflated"), (431, "Shock signs fixed and photographed"), (447, "Pressure of the bags looked at again, no change"), (458, "Doors shut, seal pressed home and pulled"), (470, "Papers handed to the office"),
)  # fmt: skip
"""Minutes from the start of work, and what was done."""

MATERIALS: tuple[tuple[str, str], ...] = (
    ("Corrosion oil", "A mineral oil of low viscosity with inhibitors. Not classed as dangerous for transport. Irritates skin on long contact: gloves of nitrile, cream before and after. Rags are kept in a closed bin. Fires are put out with foam or powder, not with a jet of water. Off with alkaline cleaner at 50 °C or with the solvent that your plant uses; it must be off before gluing and painting."),
    ("Film with inhibitor", "Polyethylene of 100 micrometers with a substance that settles on metal as vapor and leaves it when the film is opened. Works for iron and steel; aluminum and brass are wrapped in neutral film. No nitrite, no amines of the second kind. Keep rolls out of the sun. Goes into the bin for films."),
    ("Desiccant strips", "Calcium chloride bound in starch, in a sleeve that lets vapor pass and holds the brine. A strip takes up to its own weight and a half. Full strips are swollen and heavy: cut them down over a bucket. Brine is salty and eats zinc; wipe it from lashing rings. Household waste in most places."),
    ("Foam and trays", "Foam of polyethylene, closed cells, no blowing agent that harms ozone. Trays of polypropylene, electrically neutral. Both are washed at 60 °C before they are used again. Trays that have lost a cell wall are ground up and become trays."),
    ("Label and glue", "Paper of 80 grams, thermal print without bisphenol. The glue holds from −20 to 60 °C and comes off with warm water. A label that has been pulled off does not stick again, by intent."),
)  # fmt: skip
"""Packing materials: what they are and how they are treated."""

PHOTOS: tuple[str, ...] = (
    "Container number, left door", "Approval plate", "Floor from the sill", "Roof from inside, doors shut", "Moisture meter on the floor, middle", "Benches before the first carton", "Scale with test piece", "First label beside the order", "Layer of a tray part, seats with foam", "Rods with levers", "Magazines, banded", "Waxed rolls on end", "Cards slotted crosswise", "Bag with its slip", "Spoiled label in the book", "Carton closed, both strips",
    "Second label inside", "Film over the first pallet", "Straps at the edge board", "Mat under a foot", "Ramp plate", "Load half in", "Bag with gauge at 0.2 bar", "Bag after an hour", "Hooks in the rings", "Beam across the doors", "Shock sign, untriggered", "Tilt sign, untriggered", "Desiccant under the roof", "Doors shut", "Seal, number to be read", "Truck leaving the yard",
)  # fmt: skip
"""What photographs show, in the order in which they were taken."""

SAMPLING: tuple[tuple[str, int, int, int], ...] = (
    ("up to 50", 8, 0, 1), ("51 to 90", 13, 0, 1), ("91 to 150", 20, 1, 2), ("151 to 280", 32, 1, 2), ("281 to 500", 50, 2, 3), ("501 to 1,200", 80, 3, 4), ("over 1,200", 125, 5, 6),
)  # fmt: skip
"""Size of a delivery of one part, pieces to be drawn, accepted up to, refused from."""

LEGS: tuple[tuple[str, str, str, int], ...] = (
    ("Works to inland terminal", "Truck", "Forwarder's dispatch, day and night", 0), ("Inland terminal to port", "Rail", "Terminal gate, 5:00 to 22:00", 2), ("Port, waiting", "Stack", "Line's counter", 4), ("Sea", "Vessel by booking", "Line's agent at the port of loading", 6), ("Port of arrival", "Stack", "Agent at the port of arrival", 19), ("Port to goods-in", "Truck", "Haulier, name with the agent", 22),
)  # fmt: skip
"""Legs of the way, by what, who can be asked, day after collection."""
