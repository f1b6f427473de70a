"""The words of a long loss run: what happened in first-party claims, what was seen at locations, how claims are handled."""

from __future__ import annotations

STORIES: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "PD": {
        "Backed into dock bollard": ("Driver of {unit} swung wide at bay 4 in {town} and caught the bollard with the trailer's rear frame. Yard camera footage saved by the shift supervisor.", "Appraiser found a bent rear sill and a torn swing door. Frame is straight by gauge. Two repair quotes requested, one from the insured's own body shop.", "Second quote still awaited; the trailer runs with a temporary door.", "Repaired at the lower quote, paint matched, unit back on the road."),
        "Rollover, exit ramp": ("{unit} lay over on its right side on a posted 25 mph ramp near {town} with a full load. Driver walked out; no other vehicle. Engine data downloaded before towing.", "Speed from the recorder was 41 mph. Tractor's cab shell is crushed and the appraiser calls it a constructive total. Heavy wrecker invoice contested: three rotators were billed and photographs show two.", "Tow invoice in dispute with the recovery firm. Title papers requested from the leasing company.", "Settled at the guide value less the retained parts; wrecker accepted two rotators."),
        "Hail, parked tractors": ("Storm crossed the yard at {town} shortly after 5 p.m. {unit} and two more were counted; this file takes the worst of them.", "Roof cap, hood and both mirrors dented, sleeper skylight broken. Paintless repair quoted for the hood, replacement for the cap.", "Roof cap is on back order with the maker, ten weeks.", "Hood repaired without paint, cap replaced. Owner kept the dents in the fairings for an allowance."),
        "Trailer stolen from drop lot": ("{unit} was dropped on Friday at an unfenced lot outside {town} and was gone on Monday. Kingpin lock had been left in the tractor.", "Police report obtained. Tracker reported for nine minutes and went silent. Found empty behind a closed mill; floor cut and lights stripped.", "Waiting for the sheriff to release the trailer from evidence.", "Floor replaced and lights rewired. The drop lot is no longer used."),
        "Deer strike": ("{unit} struck a deer at 4:40 a.m. on the county road east of {town}. No injury. Radiator lost and the tractor shut itself down.", "Grille, bumper, charge air cooler and radiator to be replaced. Fan blades nicked, clutch within limits.", "Radiator core fitted once and leaked; shop has ordered another.", "Repaired within nine days. No towing beyond the first garage."),
        "Reefer unit fire": ("Nose of {unit} burned while it was on standby power at {town}. A neighbor's driver pulled the plug. Box empty.", "Origin and cause engineer places the start at the contactor in the control box. Harness was replaced in the spring by an outside shop; evidence is kept in storage.", "Letter to the shop's insurer is unanswered; joint examination to be set.", "Refrigeration unit and front wall replaced. Engineer's report on file."),
        "Catalytic converters cut out": ("Four straight trucks were found cut at the {town} yard on a Sunday, {unit} among them. Fence had been lifted at the drain.", "Exhausts rebuilt from the manifold back. Aftermarket converters are not legal for this class, so maker's parts were allowed.", "One converter still missing from the order.", "All parts fitted. Insured has put in a pit-type fence base."),
        "Flooded underpass": ("{unit} stalled in about thirty inches of water under the railroad at {town}. Driver followed a detour sign set by the city.", "Water in axle housings, starter and brake chambers. Oil samples from engine and gearbox came back clear, so the driveline stays.", "Electrical faults keep coming back; shop wants to open the main harness.", "Fluids, starter and chambers replaced, harness dried. City denied notice of the claim."),
    },
    "MC": {
        "Temperature deviation in transit": ("Consignee in {town} probed the pallets at 51°F against a bill of lading of 36°F and refused the tail half of the load on {unit}.", "Downloads of the unit show continuous mode with a defrost that hung for three hours. Surveyor took cores from eleven cases and agreed to condition the front half.", "Lab results of the second draw are due; salvor holds the product in a rented cooler.", "Tail half sold to a processor under bond. Front half was received at full price."),
        "Load shift, crushed cases": ("Hard braking north of {town}. Top tiers in {unit} leaned against the left wall, and 212 cases were crushed or wet.", "Photographs show no load bars behind pallet 16. Shipper loaded and counted; driver signed 'subject to count' only.", "Shipper's counsel asks for the driver's statement before answering.", "Shipper bore the repacking. Broken cases paid by weight at invoice."),
        "Shortage at delivery": ("Receiver at {town} counted 38 pallets against 40 on the bill for {unit}. Seal intact and number as written.", "Scale tickets before and after loading agree with 38 pallets. Warehouse found two of the same lot on its floor at month end.", "Warehouse has not released its cycle count.", "Closed on the scale tickets; freight for the two pallets was paid as a courtesy."),
        "Theft from trailer at truck stop": ("Driver of {unit} slept at a stop outside {town}. Woke to one door open and the last six pallets gone.", "Seal was a plastic strip, the hasp had been cut. Stop's cameras cover the pumps and not the rear row.", "Police have a plate number from a neighboring lot and are following it.", "Paid at invoice without freight. Insured has moved to bolt seals on that lane."),
        "Contamination, leaking drum": ("A drum of sanitizer stood in the nose of {unit} with dry goods. It leaked between terminals, and the receiver in {town} smelled it.", "Chemist found residue on stretch film of nine pallets and inside cases of two. Manufacturer will not let its name be sold as salvage.", "Destruction needs an order from the state; date to be set.", "Two pallets destroyed with a witness, seven wiped and relabeled."),
        "Upset, total load": ("Load spilled when the tractor pulling {unit} left the road near {town}. Highway patrol ordered it cleared before daylight.", "Debris contractor mixed product with soil, so nothing could be saved. Invoice and packing list agree to the case.", "Removal bill under review: disposal was charged by the cubic yard and by the ton.", "Paid at invoice. Removal adjusted to the ton."),
        "Rejected load, broken seal": ("Guard in {town} found the seal of {unit} cut and re-hung. Receiver's policy is to turn such loads away unopened.", "A weigh station officer had cut it, and his report surfaced on day six. Product within temperature throughout.", "Receiver considers a return at a discount; answer pending.", "Product went back into stock after a sort. Paid for the sort and one wasted trip."),
    },
    "EB": {
        "Ammonia compressor seizure": ("Number 2 screw compressor at {town} tripped on high discharge temperature and would not turn. Number 1 carried the docks, not the freezers.", "Tear-down shows a failed thrust bearing and scored rotors. Oil log has a gap of five weeks. Rental skid arrived on day three.", "Rotors are at the maker for an opinion on whether they can be reground.", "Rebuilt with an exchange rotor pair. Oil log is kept daily now."),
        "Evaporator coil leak": ("Operator smelled ammonia in the penthouse over room 3 in {town}. Room cleared, fans off, pumped down within the hour.", "Pinhole on a return bend where condensate drips from a bracket. Product in sealed cases; packaging tested by the lab.", "Insured wants the whole coil replaced. We have offered the bend and a pressure test of the rest.", "Bend replaced and coil tested at 250 psi. Twelve opened cases discarded."),
        "Power interruption, utility": ("Feeder to the {town} plant was out for eleven hours after a crane touched the line two miles away. Generator carried lights and controls.", "Rooms climbed to 31°F. Quality department held all ice cream and let the vegetables go. Utility's outage report agrees with the insured's chart.", "Crane operator's insurer has asked for the hold list by lot.", "Held product was sold as feed. Waiting period of the form applied."),
        "Door left open, alarm muted": ("A dock door in {town} stood open from 10 p.m. to 5 a.m. behind a parked trailer. The alarm had been muted at the panel.", "No equipment broke, so the question is whether the spoilage form answers at all. Panel log shows the mute and the badge.", "Coverage letter drafted and with the home office.", "Paid under the extension for mechanical or operator failure of controls."),
        "Boiler tube failure": ("Process boiler at {town} lost water through a split tube; low-water cutoff worked as it should.", "Jurisdictional inspector found scale of an eighth of an inch. Nine tubes were plugged, four replaced. Water treatment contract lapsed in the summer.", "Inspector wants a hydrostatic test before signing the certificate.", "Re-tubed and certified. Treatment contract renewed."),
        "Conveyor gearbox failure": ("Spiral freezer's main drive at {town} locked with product on the belt.", "Gear teeth sheared after the torque limiter had been set above the maker's figure. Replacement flown in; line down for 61 hours.", "Expediting bills are under audit.", "Gearbox and limiter replaced; setting is now sealed."),
        "Transformer arc": ("A flash in the pad transformer at {town} opened the primary fuses. Nobody near.", "Oil sample from the autumn already showed acetylene. Rewind would take fourteen weeks, a used unit of the same rating was found in two.", "Old unit's core is to be sold; bids are out.", "Used unit installed and tested. Old one scrapped."),
    },
}  # fmt: skip
"""By line and cause: what was first reported, what came next, how it stands while open, how it ended."""

LOCATIONS = (
    ("Cold store and docks", "Insulated metal panel", "Dry pipe, in-rack below 24 ft", "Ammonia system of 9,400 lb with a diffusion tank; charge book is current. Panel joints in room 3 were foamed again after movement at the roof line."),
    ("Packaging plant", "Joisted masonry, 1968, roof 2014", "Wet pipe, ordinary hazard 2", "Flexographic presses use water-based ink. Baled scrap is moved out daily; idle pallets stand twelve feet from the east wall and are to go to forty."),
    ("Distribution center", "Tilt-up concrete, 2009", "ESFR, K-16.8", "Rack storage to 32 ft with flue spaces kept by stops. Lift trucks are charged in a cut-off room with a hydrogen detector, calibrated in March."),
    ("Cross-dock terminal", "Pre-engineered steel, 1997", "None; hydrants on two sides", "Freight stays less than a day. Night count found three drivers on the floor without vests. Dock plates 6 and 11 drop unevenly."),
    ("Ingredient warehouse", "Masonry non-combustible, 1984", "Wet pipe, ordinary hazard 1", "Sugar dust is cleaned by vacuum, not by air. Bucket elevator has a speed switch; its alignment sensor was being repaired when we came."),
    ("Fleet garage and wash", "Masonry non-combustible, 1991", "Wet pipe in shop, none in wash", "Two pits with fans interlocked to the lights. Waste oil tank is double-walled. Tire rack moved away from the heater."),
    ("Bottling hall", "Tilt-up concrete, 2016", "Wet pipe, extra hazard at shrink tunnel", "Shrink tunnel has its own heat detection. Caustic is stored in a diked room with a shower tested weekly."),
    ("Office and laboratory", "Frame, brick veneer, 2002", "Light hazard, wet pipe", "Solvents are kept in one listed cabinet. Server room is on clean agent; door holders release on alarm."),
    ("Overflow warehouse, leased", "Joisted masonry, 1955", "Wet pipe, pipe schedule; 1978 pump", "Lease allows storage to 14 ft and we measured 16 along the south aisle. Pump reached 92% of its rated flow at the annual test."),
)  # fmt: skip
"""Occupancy, construction, protection, and what the engineer noted."""

ADVICE = (
    ("Fit bolt seals and record numbers on both copies of the bill.", "Transit", (0, 2, 3, 6)),
    ("Bring idle pallets forty feet from the wall, or store them inside by the listed method.", "Fire", (1,)),
    ("Set the spiral's torque limiter by the maker's figure and seal it.", "Machinery", (0, 6)),
    ("Fence the drop lot or stop using it for loaded trailers.", "Theft", (3, 5)),
    ("Sample transformer oil twice a year; act on acetylene above 5 ppm.", "Machinery", (0, 1, 6)),
    ("Post maximum storage height on every column of the south aisle.", "Fire", (8,)),
    ("Move the reefer plug-in posts eight feet from parked trailers.", "Fire", (0, 3, 5)),
    ("Have ramp speeds coached from recorder data once a month.", "Fleet", (2, 3, 5)),
    ("Send muted alarms to the on-call phone after ten minutes.", "Cold chain", (0, 6)),
    ("Keep an oil log for each compressor, read by the chief engineer weekly.", "Machinery", (0, 6)),
    ("Place load bars behind every fourth pallet on mixed loads.", "Transit", (2, 3, 8)),
    ("Renew the boiler water treatment contract before the heating season.", "Machinery", (1, 6)),
    ("Level dock plates 6 and 11; take 11 out of use until done.", "Premises", (3,)),
    ("Put converter guards on straight trucks parked outside.", "Theft", (2, 3, 5)),
    ("Test the fire pump again after the impeller is dressed.", "Fire", (8,)),
    ("Carry sanitizers in a separate trailer or in the tail, in a spill tub.", "Transit", (2, 4)),
    ("Give each driver a laminated card with underpass heights and flood points.", "Fleet", (2, 3, 5)),
    ("Replace the penthouse brackets that drip on return bends.", "Cold chain", (0,)),
    ("Calibrate the elevator's alignment sensor and record it with the speed switch.", "Dust", (4,)),
    ("Keep door holders free; two of the laboratory's were wedged.", "Fire", (7,)),
    ("Mark the caustic dike's volume on its wall and drain rain from it weekly.", "Premises", (6,)),
    ("Fit a hydrogen detector of the same make as the first in the second charging bay.", "Fire", (2,)),
)
"""What was recommended, of what kind it is, and places in ``LOCATIONS`` that it suits."""

SERVICE = (
    ("Who does what", "Losses are taken in around the clock at the account desk and set up within one business day. Each file has one adjuster from beginning to end unless you ask for another. The account manager reads every file at ninety days and every half year after that, and puts a dated note in it."),
    ("Authority", "Adjusters settle physical damage and cargo to $15,000 on their own, supervisors to $75,000, the account manager to $150,000. Above that the home office decides in a weekly call, to which the insured's risk manager has a standing invitation."),
    ("What we ask of you", "Photographs before anything is moved, the bill of lading and its exceptions, the download of the refrigeration unit, maintenance records for two years, and a name on site that answers the phone. A file that lacks one of these at thirty days is marked for a call, not for a letter."),
    ("Vendors", "Appraisers and surveyors are taken from the list agreed at inception. Body shops are your choice; we pay posted labor rates of the county. Salvors are paid by the lot and never hold title. Engineers who examine evidence keep it for two years after a file has closed."),
    ("Reviews", "Claim reviews are held in March and September at your office, with the broker. Minutes are sent within ten days. The list of files to be talked about comes from you, three weeks before; we add those that have moved by more than $20,000 since the last review."),
    ("Recoveries", "Money from salvage and from third parties is credited to the file in the month in which it clears. The deductible is returned in the proportion that the recovery bears to the loss. Fees of recovery firms are taken off first and shown as expense."),
    ("Changes to a run", "A run is a picture of our system on the morning of its date. Payments that were issued and have not cleared are counted. Files that were set up twice are merged into the lower number, and files moved from one line to another keep the number of the line they came from until year end."),
)  # fmt: skip

TERMS = (
    ("Actual cash value", "Cost to replace, less depreciation for age and wear, on the day of the loss."), ("Bobtail", "A tractor that is driven without a trailer."),
    ("Constructive total", "Damage whose repair would cost more than the property's value less its salvage."), ("Deviation", "Time outside the temperature band of the bill of lading, counted from the second reading."),
    ("Drop lot", "A place where trailers are left without a tractor, whoever owns the ground."), ("Expediting", "Extra cost of overtime and fast freight to shorten a stoppage."),
    ("Extra expense", "What it costs to go on working elsewhere or with rented machines."), ("Origin and cause", "An engineer's finding where a fire began and why."),
    ("Reefer", "A trailer with its own refrigeration unit, or the unit itself."), ("Salvor", "A firm that sells damaged goods for the account of whom it may concern."),
    ("Subject to count", "A driver's note on a bill that he did not see the cases counted."), ("Waiting period", "Hours that must pass before a spoilage or outage form begins to answer."),
)  # fmt: skip
