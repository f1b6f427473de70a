"""The words of a long handbook: sections at the ends of its chapters, and chapters behind the twelfth."""

from __future__ import annotations

from dataset_builder.families.rubrics.domains.human_resources.handbook_text import Chapter

SECTIONS: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("How rules are made", "A new rule begins as a draft of one page. It is posted at every site for three weeks, read by the committee of that site, and comes back with whatever was written on it. The director decides, says why, and puts the reason on the same page. Drafts of the last five years can be read in the People office; about half were changed by what came back."),
        ("Languages", "This book is printed in English and Spanish, and read aloud on request in four more. Where two versions differ, tell us; until it is settled, nobody is held to the harsher one. Safety signs use pictures and the same three colors everywhere.")),
    2: (("Day one", "You are met at the gate by name. The first two hours are paid and spent without tools: badge, locker, uniform, a walk along the whole site in the order in which goods move. After lunch you meet your buddy. Nobody is put on a line on the first day, even in the busiest week of the year."),
        ("Agency workers", "People who come through an agency work under the same safety rules and eat in the same canteen. After six months in the same job they are offered it if it still exists. Leaders may not end an assignment in order to avoid that, and the People office looks at every one that ends in the sixth month.")),
    3: (("Pay slip", "The slip lists each shift with its clocked times, the premium that was paid for it, and what was taken off and why. Read it once a year with somebody from payroll: they sit in the canteen of each site for a day in May. Slips are kept in the system for seven years."),
        ("Advances", "Once in twelve months you may draw up to $400 of pay already earned. It is in your account the next working day and is taken off in two equal parts. Leaders do not see who has asked. For larger trouble the company has a fund, run by three employees and one accountant, that lends without interest.")),
    4: (("Who sees the record", "Your record of attendance is seen by you, your leader, the site manager and payroll. It is not shown on boards. Teams that wish to show how many shifts were full may do so in sums. You can print it yourself at any terminal, and an error that you report is looked into within five working days."),
        ("Coming back", "After a long illness you are met by your leader before the first shift and told what has changed: people, machines, sign-offs that have lapsed. For two weeks you may ask to work shorter shifts, for which only the hours worked are paid. The plan is written on one page and signed by both.")),
    5: (("Planning weeks off", "In January each crew draws up its own plan, and the leader steps in only where two people can't agree. Not more than a fifth of a crew may be away in the same week, a quarter in July and August. Days that were granted are not taken back, save in an emergency, and then your costs are refunded."),
        ("Birthdays and moves", "A shift on your birthday may be swapped with anybody who is signed off for it, at a day's word. When you move house you may ask for an unpaid day with a week's warning; a crew of eight or fewer may need to find you a swap.")),
    6: (("Lifting", "Nobody lifts more than 50 pounds alone, and nobody lifts more than 35 above the shoulder. Vacuum lifters hang at every palletizer. If one is broken, the line is slowed until it works; it is not replaced by people. A physiotherapist walks each site twice a year and may stop a task."),
        ("Chemicals", "Each product has a sheet in the yellow binder at the place where it is used. Nothing is poured into bottles without a label, not for a minute. Caustics and acids stand on different shelves with a wall between. Showers and eye baths are run every Monday, and whoever runs them signs the tag."),
        ("Heat", "From 86°F on the floor there is a paid rest of ten minutes in each hour, and water and salt are brought to the line. New people work half of the first hot day. The reading is that of the meter at the line's middle, not the one at the office door.")),
    7: (("Floods and smoke", "Sites near rivers keep pumps, and a list of what is carried to the upper floor and in which order. When smoke from fires makes outside air worse than the orange mark, dock doors are kept shut between trucks and masks are handed out. Drivers decide for themselves whether a road is safe."),
        ("Making up work", "Production that was lost is made up only by agreement with the crew. Plans for it are posted for two days before they start. A Sunday is never used to make up for a weekday of the same week.")),
    8: (("Visits to customers", "If you are sent to a customer's plant, you follow its rules and ours, whichever ask for more. Take your own glasses and hearing protection. What you see there is not told elsewhere, nor photographed. Thank-you letters that come back are put on the board with your name, if you agree."),
        ("Conferences", "Two people from the floor go to the trade fair each year, drawn by lot from those who have put a question on the list. They report at the next meeting what they saw and what we might try. Registration is paid by the desk; do not pay it yourself.")),
    9: (("Names", "People are called by the name they give. If you are not sure how to say it, ask once and write it down. Jokes on accents stop when the person they are about says so, or anyone else in earshot."),
        ("Prayer and quiet", "Each site has a room with a door, a clean floor and no screen. It may be used in breaks by anybody, for prayer or for ten minutes' silence. Shoes are left outside. The room is not booked for meetings.")),
    10: (("Private parcels", "Parcels for you may come to the gate if they are small enough for a locker and hold nothing that burns. The guard calls you; the company is not liable for them. Goods of ours are bought in the shop at the gate, on Fridays, at cost and ten percent."),
         ("Records about you", "We keep what the law asks for and what is needed to pay you. Health data stay in the clinic. You can ask for a copy of all of it once a year; it comes on paper within a month. Vendors who handle it for us are listed in the People office with what they may do.")),
    11: (("Mediation", "Two people who can't work together may ask for a mediator, who comes from another site and reports to no one. Three talks of an hour are paid. What is said there is not used later. In the last two years eleven pairs tried it, and eight of them still work together."),
         ("Mistakes", "An honest mistake that is told at once is looked at for what the machine, the sheet or the roster had to do with it. The question is asked in that order. What was found is posted, with no name, on the board of every site that has the same machine.")),
    12: (("Retiring", "Tell us as early as you like; it changes nothing until you name a day. In the last year you may drop to four shifts a week at the pay of four. A talk with the firm that keeps the savings plan is paid. Those who retire are asked to the summer party for life."),
         ("Papers", "Within ten days after the last shift you receive a statement of the jobs that you have done, the sign-offs that you held and the hours of training. Tax forms follow in January to the address that we have. Keep it up to date.")),
}  # fmt: skip
"""By chapter, sections that follow its last one: title and words."""

CHAPTERS: tuple[Chapter, ...] = (
    ("Clean goods, safe goods", [
        ("Hands", ["Hands are washed for twenty seconds on entering the floor, after each break and after touching face, phone or floor. The taps count, and the count is read. Cuts are covered with the blue strip that the detector sees, and a glove goes over it. Tell the leader if the strip is gone when you come back."]),
        ("What stays out", ["No glass, no wood, no staples and no pens with caps pass the second door. Pens come from the box. Jewelry is left in the locker, a plain ring under a glove excepted. If something of yours has broken or is missing, stop the line; forty pallets on hold cost less than one letter."]),
        ("Allergens", ["Nuts, milk, soy, wheat and sesame each have a color. Tools of one color do not leave their room. The order of runs in a day goes from fewer to more allergens, and the wash between them is checked with swabs before the first case is packed. Whoever changes the order signs for it with the quality desk."]),
        ("Detectors", ["Metal detectors and X-ray units are tried with three pieces at the start, each hour and at the end. If one is missed, all goods since the last good test are held. The test is done by two people. It is never skipped because the line is late."]),
        ("Labels", ["The first and the last label of each reel are glued to the sheet with time and initials. Reels left over go back the same shift. A label that is older than the recipe is destroyed in the presence of the desk, by count."]),
        ("Recall drills", ["Twice a year the quality desk picks one case from a store and asks where its contents came from and where its sisters went. We have four hours. The record is two hours and five minutes, held by the night crew of the second site."]),
    ]),
    ("Air, water, waste", [
        ("Sorting", ["Film, board, metal and the rest have four bins at every line. Food that is no longer fit for people goes to a farm if it is unpacked and to the digester if it is not. Bins are weighed; the sheet at the canteen shows pounds a crew and week."]),
        ("Water", ["Each site has a limit on what it lets into the sewer: acid, fat, solids, heat. The meters are in a green cabinet. If a lamp on it is red, call the utilities desk before anything is hosed down. Drains in the yard lead to the creek, and nothing but rain goes there."]),
        ("Spills", ["Stop it, ring it, report it. Kits hang every hundred feet. Up to a gallon you may clean up yourself if you have been shown; more is for the team. The report takes two minutes and goes to the same box as a near miss."]),
        ("Refrigerant", ["Rooms with ammonia have a horn with two tones. At the first, leave across the wind; at the second, leave the site. Only people with the red card work on the system. Leaks are written into the log even when they are too small to smell."]),
        ("Energy", ["Doors of cold rooms shut by themselves if nobody props them. Compressed air is the dearest thing in the building: a hole of a tenth of an inch costs about a thousand dollars a year. Tag it, and it is fixed on the Thursday round."]),
        ("Noise outside", ["Trucks do not idle over five minutes. After ten at night horns are not used in the yard; the flagger has a lamp. Neighbors have the number of the shift leader and use it."]),
    ]),
    ("Learning and moving up", [
        ("Skill steps", ["Each job has four steps. What a step asks for is written on a card: tasks, hours, a short test at the machine. You ask for the test when you think that you are ready, and it is held within three weeks by two people of whom one is from another crew."]),
        ("Apprentices", ["We train mechanics, electricians and refrigeration technicians in three years with the college of the county. Ten places a year are for people who already work here, and age is no bar. Pay does not fall below what you had on the floor. Books and tools are ours until you pass and yours afterwards."]),
        ("Courses", ["Courses that serve your work are paid in full, and time in them is worked time. For other courses the company gives up to $900 in a school year once you have passed. If you leave within six months of the last payment, half of that year's sum is paid back."]),
        ("Becoming a leader", ["Leaders are found by posting, a trial day, and a talk with the crew. The crew does not choose, but what it says is written down and weighs. New leaders spend four weeks beside an old one, and one week on a job that they have never done."]),
        ("Trying another job", ["Once a year you may ask to spend up to three shifts in another department. It may be put off for good cause, twice. Some of our planners were drivers, and one of our drivers was a planner."]),
        ("Teaching", ["Trainers are paid two dollars an hour more while they train and half an hour to prepare. They may send somebody back to practice without giving reasons to anyone but that person."]),
    ]),
    ("Insurance and saving", [
        ("Medical plans", ["You choose between two plans when you finish the probationary period, and again each November. The open plan lets you see anyone; the network plan costs less and asks you to begin with one clinic. What each costs you in a pay period stands in the appendix on insurance."]),
        ("Whom you can insure", ["Spouse or partner, children up to twenty-six, and a child of any age who can't support itself. Marriage, birth, adoption and loss of other insurance open the plan for thirty days. Bring the paper; a photograph of it will do."]),
        ("Teeth and eyes", ["Cleaning is free twice a year. Fillings are paid at four fifths, crowns and braces at half, up to $1,600 a person and year, braces $1,500 in a lifetime. One eye test and either lenses or contact lenses a year; frames every other year."]),
        ("When you can't work", ["After ten days of illness short-term insurance pays three fifths of base pay for up to twenty-four weeks. The company pays for it. Long-term insurance begins after that and can be bought through your pay. Claims go to the insurer, not to your leader."]),
        ("Life", ["One year's base pay, paid for by the company; up to four times if you buy more. Name a beneficiary and look at the name every few years. More than one former husband has been surprised."]),
        ("Savings plan", ["From the first pay after the probationary period three percent of pay goes into the savings plan unless you choose otherwise. We add fifty cents for each dollar up to six percent. What we add is yours in fifths over five years. Changes take effect with the next pay."]),
    ]),
    ("Committees and meetings", [
        ("Site committee", ["Seven people are elected for two years, at least one from each shift and one from the offices. The committee sees plans for new lines before they are ordered, and the accounts of the canteen. It meets each month in paid time. Its minutes hang by the clock within a week."]),
        ("Safety walk", ["On the first Wednesday of a month two members of the committee and a mechanic walk one department. They write down what they would not want to work beside. Each point has a name and a day, and the next walk begins with the list of the last."]),
        ("Crew talk", ["Ten minutes at the start of each week, standing. One matter of safety, one of quality, one from the crew. Leaders speak for three of the ten. If there is nothing to say, the line starts early."]),
        ("Director's round", ["The director comes to every site twice a year and spends a night shift there once in two years. Questions may be put on cards without a name. All are answered, the awkward ones first."]),
        ("Suggestions", ["A suggestion is tried or turned down within thirty days, by someone who has stood where you stand. If it saves money, you receive a tenth of the first year's saving, up to $5,000, shared as the group itself decides. Suggestions on safety are paid $75 each, tried or not."]),
        ("Unions", ["You are free to join one or not to. Leaders do not ask. Representatives may use the board, and a room after shifts, on a day's word."]),
    ]),
    ("Visitors, contractors, the gate", [
        ("Badges", ["Blue is for employees, green for contractors, orange for visitors. Orange is never alone past the yellow line. If you meet one who is, ask kindly and walk along. Badges are not lent; a forgotten one costs you ten minutes and nothing else."]),
        ("Contractors", ["Firms sign the same rules before they come. Work with heat, in tanks, at heights or on the roof needs a permit for the day, from the site's safety desk, shown at the place of work. An employee who sees work without a permit may stop it and will be backed."]),
        ("Drivers from outside", ["They hand in their keys, wait in the room with the coffee machine, and go to the dock on foot by the marked path. They do not unload unless the papers say so. Drivers who have been on the road all night are offered a shower, and most of them have told other drivers."]),
        ("Inspectors", ["Officials are met at once, at any hour. Call the shift leader and the quality desk; offer a seat, a coat and the truth. You may answer what you know and say that you don't know the rest. Nothing is cleaned, moved or signed because they are here."]),
        ("Neighbors and schools", ["Classes visit in spring and autumn. Guides are volunteers, with an hour's training. Children wear the small yellow vests, and the forklifts of that aisle stand still while they pass."]),
        ("Searches", ["Bags may be looked at on the way out, by lot and with the lamp at the gate that nobody can steer. You may ask for a witness. Cars are not searched without the police."]),
    ]),
    ("The yard and the road", [
        ("Before you drive", ["Walk round it. Tires, lamps, couplings, load, papers. Faults go into the book with a time, and a vehicle with a red fault stays where it is, whoever is waiting for it. The book of each tractor goes with the tractor."]),
        ("Hours at the wheel", ["Legal limits are limits and not targets. When yours is near, stop at the next safe place and call. Dispatchers may not ask you to go on, and calls with dispatch are recorded for your sake as much as for theirs. Waiting at a customer's dock is worked time."]),
        ("Cameras and recorders", ["Cameras look at the road, not at you, and save twenty seconds before and after a shock. The recorder shows speed and braking. Both are seen by the trainer, by you and after a crash by the insurer. They are not used to count breaks."]),
        ("Backing", ["Nobody backs without a guide if one can be had. The guide stands where you see him in the left mirror; lose him and stop. Two of every three scratches in our yards happen below three miles an hour."]),
        ("Crashes", ["Stop, warn, help, call. Say what happened and not whose fault it was. Take photographs from four corners before anything is moved. The card in the door pocket has the numbers; after a crash with injury somebody comes to you, wherever you are."]),
        ("Cold and hot loads", ["Set the unit before you load, probe three cases, write down the reading. If the alarm sounds on the road, call before you open a door. Loads are refused for a line on a chart, and only the chart can save them."]),
    ]),
    ("Offices and working from home", [
        ("Desks", ["Chairs and screens are set with you by somebody who knows how, within your first month. Standing desks are given on asking. The air in offices is set by a vote held twice a year, which is less peaceful than it sounds."]),
        ("Home", ["Where the job allows it you may work from home up to two days a week, on days agreed for the quarter. Days change by word between you and your leader. Anyone whose job is on a line can't, and that is why offices bring their own share: they cover the gate desk over lunch."]),
        ("Being reached", ["Outside your hours you need not answer. Whoever calls you anyway should have a reason that holds up on the next morning. Leaders who write at night set the mail to go out at seven."]),
        ("Equipment", ["One laptop, one screen, one headset; a chair on loan. The company does not pay for the line or for heat. Papers with names or prices are not printed at home."]),
        ("Meetings", ["Thirty minutes unless there is a reason, and none between twelve and one. Whoever calls it says what is to be decided. If nothing is, it was a letter."]),
        ("Floor days", ["Everybody in an office works a full shift on a line or in a warehouse each year. Most come back with a list. The buyer who spent hers at the labeler changed the glue."]),
    ]),
)  # fmt: skip
"""Chapters behind the twelfth, in their order."""

CARDS: tuple[tuple[str, tuple[str, str, str, str]], ...] = (
    ("Packer, sorter", ("Packs to the sheet, keeps the count, knows the stop button", "Checks seals and codes alone, changes film", "Runs two stations, trains a newcomer for a week", "Stands in for the operator at breaks, finds the cause of three common faults")),
    ("Line operator", ("Starts, stops and cleans by the list", "Changes size with a setter beside", "Changes size alone within the set time, logs every stop with its cause", "Sets up a new product with the planner and signs the first case")),
    ("Order picker", ("Picks by voice at four fifths of the usual rate without error in a sample of fifty", "Full rate, mixed pallets, cold rooms", "Plans a wave, settles shortages with the desk", "Counts cycles, explains differences, trains")),
    ("Lift truck driver", ("Moves and stacks to the second beam", "All beams, trailers, a reach truck", "Loads a mixed truck by stops, secures it, makes out the papers", "Runs the dock for a shift and plans the doors")),
    ("Machine setter", ("Assists at changeovers, names every part", "Sets one line from the sheet", "Sets all lines of a hall, writes a sheet that others can follow", "Cuts a changeover by a tenth and shows how")),
    ("Quality technician", ("Weighs, measures and probes by the plan", "Holds and releases with the desk, swabs and reads plates", "Leads a complaint from letter to answer", "Audits another site and a supplier")),
    ("Mechanic", ("Greases, replaces belts and bearings, locks out", "Finds faults in drives and pneumatics", "Plans an overhaul with parts and hours", "Rebuilds a gearbox, teaches apprentices")),
    ("Electrician", ("Replaces sensors and motors like for like", "Reads the program, finds a fault with a meter in an hour", "Changes a program and documents it", "Plans a panel, commissions it and hands it over")),
    ("Road driver", ("Two weeks with a trainer, all checks", "Own round in daylight, chains and grades", "Nights, winter roads, hazardous papers", "Trains, reviews recordings, plans a round with dispatch")),
    ("Storekeeper", ("Receives, labels and finds", "Counts and orders to the level", "Settles invoices and returns, keeps critical spares", "Sets levels from usage and lead times")),
)  # fmt: skip
"""By job, what each of its four steps asks for."""

CHEMICALS: tuple[tuple[str, str, str, str], ...] = (
    ("Caustic, 25%", "Washing of tanks and bottles", "Goggles, long gloves, apron", "Flush with water; neutralize only by the team"), ("Nitric descaler", "Wash bay, monthly", "Goggles, long gloves, apron", "Never with chlorine; cover drains"), ("Peracetic acid, 5%", "Last rinse", "Goggles, gloves, fan on", "Air the room, rinse away"),
    ("Quat sanitizer", "Floors, tools", "Gloves", "Mop, rinse twice"), ("Chlorine foam", "Walls, weekly", "Goggles, gloves", "Never with acids; rinse"), ("Isopropyl alcohol, 70%", "Swabs, scales", "Gloves, no flame", "Wipe, air"), ("Food-grade grease, white", "Chains above product", "None", "Wipe, bin for oil rags"),
    ("Gear oil 220", "Drives, not above product", "Gloves", "Granules, drum for oil waste"), ("Ammonia", "Refrigeration", "Red card only", "Leave across the wind; second tone"), ("Battery acid", "Charging room", "Face shield, apron", "Soda by the sink, then water"), ("Hot-melt glue", "Case packers", "Heat gloves", "Let it set, then lift"), ("Ink, water-based", "Coders", "Gloves", "Wipe before it dries"),
    ("Make-up solvent", "Coders", "Gloves, no flame", "Kit at the coder; lid on"), ("Boiler treatment, blend", "Boiler house", "Goggles, gloves", "Rinse to the pit, log it"), ("Carbon dioxide", "Filling, storage tank", "Meter on the belt", "Leave at the first beep"), ("Rodent bait", "Outer fence, by contractor", "Do not touch", "Call the contractor"),
)  # fmt: skip
"""Product, where it is used, what is worn, what to do about a spill."""

START: tuple[tuple[str, str, str], ...] = (
    ("Day 1", "Gate, badge, locker, uniform, walk along the site", "People office"), ("Day 1", "Exits, alarms, first aid posts of the own hall", "Leader"), ("Shift 2", "Clean goods: hands, allergens, what stays out", "Quality desk"), ("Shift 2", "First task beside the buddy", "Buddy"), ("Shift 3", "Stop buttons and cords, tried by hand", "Leader"),
    ("Shift 4", "Lockout shown with the own lock", "Safety desk"), ("Shift 5", "Clock, slips, system, expenses", "Payroll"), ("Shift 6", "Talk about the first week", "Leader"), ("Shift 8", "Lifting, with the physiotherapist's film", "Safety desk"), ("Shift 10", "End of time with the buddy; what is still missing", "Buddy"), ("Shift 12", "First sign-off", "Trainer"),
    ("Shift 20", "A shift in the department before the own", "Other leader"), ("Shift 22", "A shift in the department after it", "Other leader"), ("Shift 30", "First long talk", "Leader"), ("Shift 40", "Meeting with the site committee", "Committee"), ("Shift 45", "Second sign-off", "Trainer"), ("Shift 60", "Second long talk, with the crew's view", "Leader"),
    ("Shift 70", "Insurance and savings: choices explained", "People office"), ("Shift 80", "Walk with the safety desk; one thing to mend", "Safety desk"), ("Shift 90", "End of the period, confirmed in writing", "Leader"),
)  # fmt: skip
"""When in the first ninety shifts, what, and with whom."""
