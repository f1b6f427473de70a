"""The words of a long valuation: scope of work, town and county, rooms and parts of the house, annexes."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.real_estate.valuation_text import Part

SCOPE: tuple[Part, ...] = (
    ("Steps", ("The assignment came by letter; a copy stands among the appendices. Deeds, tax bills and permits were read first, so that questions could be asked on the spot. The visit took two hours and a half. Sales were searched afterwards, agents called, and the grid drawn up. A draft lay for two days before it was read again from the end.",)),
    ("What was seen", ("All rooms, the attic through its hatch, the cellar, the roof from the ground with glasses and from a dormer, the lot on foot along its lines. Furniture was not moved, nor carpets lifted. Windows were opened in every second room, taps run on each floor, and the boiler was started and left on for twenty minutes.",)),
    ("What was not done", ("No tests of air, water, soil or paint. No engineer was called in. Chimneys were not looked into. The drains were not filmed. Where something was seen that a specialist should judge, it is named under the parts of the house.",)),
    ("Sources", ("Register of deeds and assessor's files, read in the office and not on line; the listing service of the county, in which closed sales are entered within ten days; the building department for permits; the planning office for zoning; the school board for district lines; agents, builders and two neighbors for what papers do not tell.",)),
    ("Reliance", ("Where two sources differed, the deed went before the listing and the tape before both. Of eleven differences found, nine were of dates and two of bathrooms. Agents who would not speak of terms are not quoted. Nothing in this report rests on one source alone save the year of construction, which is the assessor's.",)),
)  # fmt: skip

TOWN: tuple[Part, ...] = (
    ("Lie of the land", ("The town lies where two valleys meet, forty miles from the nearest large city and nine from the highway. The river divides it into an older half on the terrace and a flat one that was drained for mills. Three bridges carry all traffic; on weekday mornings the middle one sets the pace.",)),
    ("Work", ("Most people work in health care, in schools and for the county, and a fifth drive or ride to the city. The largest private employers are a maker of paper goods, a dairy and a firm that repairs rail cars. None employs more than one in twelve. The paper maker shortened hours two years ago and has gone back to full weeks since.",)),
    ("People", ("Numbers have grown slowly, by newcomers in their thirties and by people who come back. Households are a little older and a little smaller than the state's. School rolls fell for ten years and have been level for three; one of the five elementary schools was shut and is now lived in.",)),
    ("Building", ("In the last five years between thirty and fifty permits a year were given for new houses, most of them on the western edge, where water mains were laid. On the terrace there is next to nothing to build on. Repairs and kitchens kept small firms busy; waiting times for carpenters are ten weeks.",)),
    ("Public money", ("The town's debt is low. A new fire station is being paid for over twelve years, and the sewage works was renewed with state money. Taxes on houses are reckoned at ninety-four hundredths of what the assessor takes for the market, and all houses are looked at again every fourth year.",)),
    ("Getting about", ("Trains to the county seat run twice an hour, to the city six times a day. Sidewalks are on one side in most of the older streets. A bridge for bicycles has cut the way from the flat to the square to eight minutes. Snow is cleared by six, and on side streets by eight.",)),
)  # fmt: skip

TERMS_OF_SALE: tuple[Part, ...] = (
    ("Buyers", ("Three kinds were met in talks with agents: families from within the county who want a yard and stay in the school line; people from the city who look for a train and a porch; and couples over sixty who come down from larger houses. The first look at bedrooms, the second at kitchens, the third at stairs.",)),
    ("Terms", ("Loans are the usual ones at thirty years. Sellers were asked for repairs in about half of the sales, mostly to roofs and wiring, and gave way in a third. Two sales fell through in the quarter, one over a well, one because the buyer's own house did not sell. Auctions are unknown here.",)),
    ("Seasons", ("Listings come in two waves, in March and after Labor Day. Houses that are still for sale at Thanksgiving tend to be taken off and shown again in spring under a new number, so that counts of the service run a little high. Snow does not stop viewings; mud does.",)),
    ("Outlook", ("Two tracts on the western edge are to bring ninety houses within four years, smaller and newer than this one. Agents expect them to draw from the flat rather than from the terrace. Nothing else is in sight that would change what buyers can choose from.",)),
)  # fmt: skip

TITLE: tuple[tuple[int, str, str], ...] = (
    (0, "Lot 14 cut from a farm, to a carpenter", "Deed"), (3, "To a dentist, with the house", "Deed"), (22, "To his widow", "Probate"), (31, "To a teacher and her sister", "Deed"), (55, "To the survivor", "Affidavit"), (61, "Easement of the shared drive, with the lot on the west", "Agreement"), (68, "To a railway clerk and his wife", "Deed"), (90, "To their three children", "Probate"), (91, "To one of them, by the others", "Quitclaim"),
)  # fmt: skip
"""Years after the lot was cut, what passed, by what paper."""

PERMITS: tuple[tuple[int, str, str], ...] = (
    (38, "Sewer, tie-in", "Closed"), (33, "Wiring, second floor", "Closed"), (29, "Chimney, front, taken down to the roof", "Closed"), (25, "Garage, new door and slab", "Closed"), (21, "Storm windows, whole house", "None needed"), (19, "Gutters, painted steel", "None needed"), (17, "Boiler, gas, with liner", "Closed"), (15, "Family room in the cellar", "Closed"), (12, "Kitchen", "Closed"), (11, "Half bath moved", "Closed"), (8, "Drain tile on the north", "Closed"), (6, "Water heater", "Closed"), (4, "Flashing and forty slates", "None needed"), (2, "Panel of 150 amperes", "Closed"),
)  # fmt: skip
"""Years before the date of value, what was done, state of the permit."""

ROOMS: tuple[tuple[str, str, str, str, str], ...] = (
    ("Entrance hall", "Oak, old", "Plaster, papered", "Door with side lights", "Stair sound, two spindles loose"), ("Front parlor", "Oak, old", "Plaster", "Three, sash", "Hearth closed, flue not seen"), ("Back parlor", "Oak, old", "Plaster", "Two, sash", "Filled crack across the ceiling"), ("Dining room", "Pine, stained", "Plaster, wainscot", "Two, sash", "Built-in cupboard"), ("Kitchen", "Vinyl plank", "Drywall, tile", "Two, casement", "Cabinets of birch, counter worn at the sink"), ("Pantry", "Vinyl plank", "Beadboard", "One, fixed", "Shelves"), ("Half bath, first floor", "Tile", "Plaster", "None, fan", "Fan weak"),
    ("Landing", "Pine", "Plaster", "One, stained glass", "A pane cracked"), ("Bedroom, front left", "Pine", "Plaster, papered", "Two, sash", "Paper loose at the chimney"), ("Bedroom, front right", "Pine, carpet", "Plaster", "Two, sash", "Sound"), ("Bedroom, back left", "Pine", "Drywall", "Two, replaced", "Redone after a leak, dry"), ("Bedroom, back right", "Pine, carpet", "Plaster", "One, sash", "Sash does not stay up"), ("Bath, second floor", "Tile", "Tile, plaster", "One, frosted", "Tub from the forties, enamel good"), ("Attic", "Boards", "Rafters open", "Two, gable", "Insulation between joists, uneven"),
    ("Cellar stair", "Treads", "Stone, painted", "None", "Rail on one side"), ("Family room", "Carpet tile", "Drywall", "Two, high", "Dry on the day, smell of none"), ("Boiler room", "Concrete", "Stone", "One, high", "Drain in the floor"),
)  # fmt: skip
"""Room, floor, walls, windows, what was noticed."""

STATE: tuple[tuple[str, str, str, str], ...] = (
    ("Foundation", "Original", "Good", "Pointed anew on the north; no movement at the marks set by a mason"), ("Sills and framing", "Original", "Average", "One sill replaced at the back door"), ("Clapboards", "Mixed", "Average", "South side to be painted within two years"), ("Slate", "Original", "Good", "Eleven slates slipped or broken, flashing of the chimney renewed"), ("Gutters", "About 20 years", "Fair", "Seams weep, paint gone"), ("Chimneys", "Original", "Average", "Crown of the rear one cracked; a sweep should look"), ("Windows", "Two thirds original", "Average", "Cords missing in five, storms on all"),
    ("Exterior doors", "Front original", "Good", "Weather strip new"), ("Insulation", "Attic and two walls", "Fair", "Thin over the dining room"), ("Wiring", "Renewed in stages", "Average", "Panel of 150 amperes, some old runs in the attic, not live"), ("Water pipes", "Copper, some lead joints cut out", "Good", "Pressure steady with two taps open"), ("Drains", "Iron and plastic", "Average", "Slow at the tub"), ("Boiler", "About 17 years", "Average", "Serviced each autumn, tags on the door"), ("Radiators", "Original", "Good", "One valve stuck"), ("Water heater", "6 years", "Good", "Pan and drain in place"),
    ("Kitchen fittings", "About 12 years", "Average", "Range and hood stay, refrigerator does not"), ("Baths", "Mixed", "Average", "Tile sound, grout dark"), ("Walks and steps", "Stone", "Good", "One step tilted"), ("Fences", "Wood, west side", "Fair", "Belongs to the neighbor"),
)  # fmt: skip
"""Part of the house, age, state, note."""

ENGAGEMENT: tuple[str, ...] = (
    "We ask you to value the property named below for a loan secured by a first mortgage, and to report in writing and in one copy that can be read on a screen. You will be paid a flat fee that has been agreed apart from this letter and is due whatever you find.",
    "Please see the inside. The owner will open; call two days before and leave a number. Take photographs of what you rely on and keep them in your file.",
    "Use the sales that you think best. We have not sent any and do not wish to hear of the figure before the report. Should the file hold a price that somebody has named to you, say so in the report and say by whom.",
    "You may use an assistant for the measurements if you name the person and what was done. You alone sign. Drafts are not shown to the owner, to an agent or to our own loan officer.",
    "The report goes to underwriting and, if the loan is sold, to whoever buys it. The owner receives a copy on asking, as the law has it, through us and not through you.",
    "We need it within fifteen working days. If you can't see the property by the tenth, tell us on the ninth. Corrections of fact are asked for in writing; we do not ask for corrections of opinion.",
)  # fmt: skip

ZONING: tuple[tuple[str, str, str], ...] = (
    ("Use", "One house, with one accessory dwelling", "One house"), ("Smallest lot", "9,000 square feet", "Larger"), ("Least frontage", "70 feet", "88 feet"), ("Front yard", "20 feet, or as the neighbors'", "24 feet"), ("Side yards", "10 feet each", "14 and 22 feet"), ("Rear yard", "25 feet", "More than 60 feet"), ("Cover by buildings", "30% of the lot at most", "Under"), ("Height", "35 feet", "31 feet to the ridge"), ("Parking", "Two places", "Garage and drive"), ("Trees over 24 inches", "Permit to fell", "Four on the lot"), ("Fences", "6 feet, 4 in front", "Complies"), ("Home business", "One room, no signs over a square foot", "None seen"),
)  # fmt: skip
"""Rule of the zone, what it asks for, what is there."""

RENT_NOTES = (
    "Upper floor only",
    "Furnished, by the month",
    "With use of garden",
    "Half of a double",
    "Let to a relative",
    "Includes heat",
    "Shop below",
    "Students, by the room",
    "Carriage house",
    "Short lease before a sale",
)
OFFER_NOTES = (
    "Needs a roof",
    "New kitchen",
    "On the railroad",
    "Estate, being cleared",
    "Corner lot",
    "Asked price cut once",
    "Cut twice",
    "Under contract",
    "With a barn",
    "Ranch, one story",
    "Half finished upstairs",
    "Pool",
    "Builder's own",
)
STREETS = ("Alder Way", "Birch Hill", "Cobble Lane", "Dairy Road", "Elm Court", "Forge Lane", "Garden Street", "Harbor Row", "Icehouse Lane", "Kiln Road", "Ledge Street", "Market Row", "North Bridge Street", "Pasture Lane", "Quince Street", "Ropewalk", "Spring Street", "Terrace Road", "Weaver Street", "Yarn Street")  # fmt: skip
"""Streets of listings, rents and land, none of which is a street of the sales."""
PRICES = (
    ("under $250,000", 0.14),
    ("$250,000 to $349,999", 0.27),
    ("$350,000 to $449,999", 0.25),
    ("$450,000 to $549,999", 0.18),
    ("$550,000 and over", 0.16),
)
"""Bands of asked prices, and their shares."""
SHARES = (
    ("Earth, foundation", 11.5),
    ("Frame", 19.0),
    ("Roof", 7.5),
    ("Outer walls, windows, doors", 14.0),
    ("Inner walls, ceilings", 10.5),
    ("Floors, stairs", 7.0),
    ("Kitchen, baths", 11.0),
    ("Heat", 6.5),
    ("Pipes", 5.0),
    ("Wiring", 4.5),
    ("Paint, cleaning", 3.5),
)
"""Parts of replacement cost, percent."""
