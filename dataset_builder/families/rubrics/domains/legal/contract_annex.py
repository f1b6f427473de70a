"""What a long services agreement has more: parts of its first Order, and schedules from the sixth on."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, long_day, people, workday
from dataset_builder.families.rubrics.domains.legal.contract_world import ContractWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]


def extend(world: ContractWorld, rng: random.Random) -> ContractWorld:
    """Return the agreement with parts of its first Order and further schedules."""
    parts = [one for k, one in enumerate(_PARTS) if k < 2 or rng.random() < 0.7]
    kept = set(rng.sample(range(len(_ANNEXES)), rng.randrange(8, len(_ANNEXES) + 1)))
    return dataclasses.replace(
        world,
        parts=tuple((title, make(world, rng)) for title, make in parts),
        annexes=tuple((title, make(world, rng)) for k, (title, make) in enumerate(_ANNEXES) if k in kept),
    )


def _some(rng: random.Random, rows: Sequence[Row], least: int) -> list[Row]:
    """Return rows in their order, between the least number and all of them."""
    kept = sorted(rng.sample(range(len(rows)), rng.randrange(least, len(rows) + 1)))
    return [rows[k] for k in kept]


def _count(number: int) -> Cell:
    return Cell(f"{number:,}", kind="n")


def _catalog(world: ContractWorld, rng: random.Random) -> Markup:
    groups: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
        ("Running the order platform", (
            ("Watching", "Probes the platform and its interfaces around the clock; opens a ticket when a threshold is passed", "Names thresholds that matter to its business"),
            ("Nightly work", "Starts, watches and repeats the jobs of the night; reports by 6 a.m. which did not end", "Says by noon if a job must be skipped"),
            ("Capacity", "Forecasts storage, memory and lines for two quarters; proposes additions", "Gives its forecast of orders twice a year"),
            ("Copies of data", "Takes a full copy each week and the changes each day; keeps one set in another building", "Says what must be kept longer, and why"),
            ("Releases", "Plans, tests and brings in releases in planned windows; keeps the way back open for five Working Days", "Approves each release by user tests"),
            ("Patches", "Brings in security patches of the makers by their severity; keeps a list of those put off", "Agrees to those that need a stop of work"),
            ("Configuration", "Keeps the record of items and of how they depend on each other; compares it with what is found each month", "Tells of items that it buys or takes away"),
            ("User accounts", "Sets up, changes and shuts accounts on request of those who may ask; reviews dormant ones each quarter", "Keeps the list of those who may ask"),
            ("Licenses", "Counts what is in use against what was bought; warns at nine tenths", "Buys licenses that stand in its own name"),
        )),
        ("Help desk", (
            ("Intake", "Takes calls, mail and portal tickets; gives each a number, a class and an owner", "Trains users to name site and screen"),
            ("First solution", "Solves what the knowledge base covers during the call", "Reviews articles on its own procedures"),
            ("Passing on", "Passes the rest to a group that can solve it; stays the user's contact until the ticket is closed", "Names contacts at depots for work on site"),
            ("Major faults", "Calls a bridge, keeps a log and informs users by the status page", "Joins the bridge with someone who can decide"),
            ("Root causes", "Looks into the causes of repeated faults; lists what would do away with them", "Ranks the list each quarter"),
            ("Knowledge base", "Writes and prunes articles; marks those not used for a year", "Supplies screenshots of its own software"),
            ("Survey of users", "Asks one caller in ten, three questions; reports by site", "None"),
        )),
        ("Further development", (
            ("Backlog", "Keeps requests with their size and value; explains each estimate on demand", "Ranks requests every second Monday"),
            ("Design", "Describes screens, rules and data before building; shows a model where screens are new", "Reads and comments within five Working Days"),
            ("Building", "Codes to the written conventions; has each change read by a second person", "Gives access to test data without names"),
            ("Testing", "Runs the recorded set before each release and adds to it what went wrong", "Runs user tests with its own staff"),
            ("Manuals", "Brings manual and help pages up to date with the release, not after it", "Approves wording that users see"),
            ("Retiring", "Proposes functions that nobody has used for two years for removal", "Decides, and tells its users"),
        )),
        ("Interfaces and reports", (
            ("Trading partners", "Connects new partners in the formats of the interface list; tests with them", "Signs the terms of data exchange"),
            ("Failed messages", "Repairs or returns what was refused within the working day", "Corrects master data that caused it"),
            ("Standing reports", "Runs and sends reports on the days agreed", "Names recipients, and strikes out those who left"),
            ("Extracts on request", "Up to six a month, of no more than two hours each", "Says what the extract is for"),
            ("Reconciliation", "Compares orders, deliveries and invoices each night by count and sum", "Explains differences that are its own"),
        )),
    )  # fmt: skip
    rows: list[Row] = []
    for letter, (name, elements) in zip("ABCD", groups, strict=True):
        rows.append((Cell(name, columns=4, kind="group"),))
        kept = _some(rng, elements, len(elements) - 2)
        rows += [(f"{letter}{k}", *one) for k, one in enumerate(kept, 1)]
    return p.join(
        [
            "The Services of this Order are made up of the elements below. What is needed for an element and is not named is part of it where a firm of the trade would take it to be. An element that is not listed can be added by a Change only.",
            p.table([["No.", "Element", "Supplier", "Customer"]], rows, "grid", widths=("7%", "17%", "45%", "31%")),
            "Supplier shall describe in a book of operations how each element is carried out, who stands in for whom, and what is to be done when the person in charge cannot be reached. It hands over the first edition within sixty days of the date of this Order and revises it at least every half year. Customer may copy the book and use it with others after this Order ends.",
        ]
    )  # fmt: skip


def _volumes(world: ContractWorld, rng: random.Random) -> Markup:
    base = rng.randrange(31, 58) * 1000
    season = (0.86, 0.88, 0.97, 1.0, 1.06, 1.09, 1.02, 0.98, 1.03, 1.08, 1.12, 0.95)
    names = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
    rows: list[Row] = []
    sums = [0, 0, 0, 0, 0]
    for name, factor in zip(names, season, strict=True):
        orders = round(base * factor * rng.uniform(0.98, 1.02), -1)
        held = [int(orders), int(orders * rng.uniform(7.2, 8.1)), int(orders * rng.uniform(2.3, 2.7)), int(orders * rng.uniform(0.031, 0.038)), int(orders * rng.uniform(0.008, 0.011))]  # fmt: skip
        sums = [a + b for a, b in zip(sums, held, strict=True)]
        rows.append((name, *(_count(one) for one in held)))
    sites: list[Row] = []
    users = 0
    kinds = rng.sample(("Head office", "Depot north", "Depot south", "Central warehouse", "Plant 1", "Plant 2", "Cash and invoicing office", "Garage and dispatch", "Training center", "Archive", "Sales office west", "Quality laboratory"), rng.randrange(7, 11))  # fmt: skip
    for k, kind in enumerate(kinds, 1):
        seats = rng.randrange(12, 190)
        users += seats
        sites.append((f"L{k:02d}", kind, address(rng), _count(seats), rng.choice(("Weekdays", "Weekdays and Saturdays", "Every day"))))  # fmt: skip
    return p.join(
        [
            p.head(3, "Volumes of the year before this Order"),
            "The monthly charge was reckoned from these volumes. Customer states them in good faith and without warranty. Where the orders of a whole contract year lie more than a quarter above the year's sum, either party may ask the board to look at the charge; nothing changes without a Change.",
            p.table([["Month", *(Cell(one, kind="n") for one in ("Orders", "Order lines", "Interface messages", "Calls to the desk", "Tickets passed on"))]], rows, "grid", widths=("20%", "14%", "16%", "18%", "16%", "16%"), foot=["Year", *(_count(one) for one in sums)]),
            p.head(3, "Sites and users"),
            "Work on site is done at these premises. Customer may move a site within fifty miles on two months' notice without a Change; a further site needs one.",
            p.table([["No.", "Site", "Address", Cell("Users", kind="n"), "Staffed"]], sites, "grid", widths=("7%", "22%", "38%", "10%", "23%"), foot=["", "All sites", "", _count(users), ""]),
        ]
    )  # fmt: skip


def _takeover(world: ContractWorld, rng: random.Random) -> Markup:
    steps = (
        ("Start", "Kickoff; teams named; plan of the takeover agreed in outline", "Minutes signed by both managers", 5),
        ("Rooms and access", "Badges, accounts and remote access for the takeover team", "Each member has logged on once", 12),
        ("Survey", "Systems, interfaces and open tickets recorded with the outgoing team", "Record compared with a sample of forty items", 30),
        ("Book of operations, draft", "Procedures written up by those who will follow them", "Customer's comments received", 45),
        ("Shadowing", "Supplier's people sit beside the outgoing team, one cycle of month end among the days", "Log of what was seen and by whom", 62),
        ("Reverse shadowing", "Supplier's people do the work, the outgoing team watches and corrects", "List of corrections closed", 84),
        ("Trial of recovery", "Restoring in the second building from copies taken the week before", "Protocol signed by Customer's auditor", 92),
        ("Readiness review", "Board looks at staffing, open risks and the readiness list", "Yes of the board, in writing", 98),
        ("Change of hands", "Telephone numbers, queues and alarms turned over in one weekend", "First shift report", 105),
        ("Close watch", "Daily meeting for twenty Working Days, with the list of open points", "List empty or taken over into daily business", 135),
        ("Close of the takeover", "Lessons recorded; takeover team let go", "Report to the board", 150),
    )  # fmt: skip
    shift = rng.randrange(0, 9)
    rows: list[Row] = [
        (f"T{k}", name, what, proof, Cell(long_day(workday(world.dated + timedelta(days=days + shift))), kind="n"))
        for k, (name, what, proof, days) in enumerate(steps, 1)
    ]
    return p.join(
        [
            "Supplier takes the Services over from the team that now supplies them. Nothing is charged for the takeover beyond the monthly charge, which is first owed for the month after the change of hands.",
            p.table([["No.", "Milestone", "What is done", "Proof", Cell("Date", kind="n")]], rows, "grid", widths=("6%", "18%", "36%", "22%", "18%")),
            "The managers may move the dates of T2 to T6 by up to five Working Days in their minutes. Other dates move by a Change. Where Supplier misses the change of hands for reasons that lie with it, it bears what Customer pays the outgoing team for the time until it happens, and Customer shall show what that was.",
            "Readiness is judged by the list that follows. An answer of no to one marked with an asterisk keeps the change of hands from taking place, unless the board decides otherwise in writing.",
            p.items([
                "Every position of the shift plan is filled for eight weeks ahead. *",
                "Two people at least can carry out each procedure of the book of operations. *",
                "Alarms of all interfaces reach the new desk, shown by a test alarm for each. *",
                "The knowledge base has been moved and the ten most frequent articles were tried out.",
                "Passwords of shared accounts have been changed, and the old ones were tried in vain. *",
                "Vendors of hardware and software have been told in writing who may now call them.",
                "The status page and the telephone greeting bear the new names.",
                "Open tickets have been moved with their history, and their count agrees with that of the old system. *",
            ]),
        ]
    )  # fmt: skip


def _team(world: ContractWorld, rng: random.Random) -> Markup:
    positions = (
        ("Shift lead, operations", "runs a shift; decides on calling others out", "two shifts, seven days"),
        ("Operator", "watches, starts and repeats work; keeps the log", "two shifts, seven days"),
        ("Desk agent", "takes calls and solves what the knowledge base covers", "7 a.m. to 7 p.m., weekdays"),
        ("Field technician", "works at depots; swaps scanners, printers and terminals", "8 a.m. to 5 p.m., weekdays"),
        ("Release coordinator", "plans windows; keeps the calendar of releases", "office hours"),
        ("Problem coordinator", "finds causes of repeated faults", "office hours"),
        ("Interface specialist", "connects partners; repairs messages", "office hours, on call"),
        ("Development lead", "splits work, reads code, answers for estimates", "office hours"),
        ("Developer", "designs and builds changes", "office hours"),
        ("Tester", "writes and runs test cases; keeps test data", "office hours"),
        ("Continuity officer", "keeps plans of recovery; leads exercises", "office hours"),
    )
    rows: list[Row] = []
    total = 0
    for name, task, hours in _some(rng, positions, 9):
        heads = rng.randrange(1, 7)
        total += heads
        rows.append((name, task, hours, _count(heads)))
    return p.join(
        [
            "Supplier shall keep the following positions filled. Numbers are of people in full-time posts; a post may be shared by two.",
            p.table([["Position", "Task", "Hours", Cell("Posts", kind="n")]], rows, "grid", widths=("24%", "42%", "24%", "10%"), foot=["All", "", "", _count(total)]),
            "People new to the Services spend ten Working Days in training before they are counted: two on Customer's business, at a depot; three on the platform; one on safety and conduct at Customer's premises; the rest beside the person whom they are to relieve. Supplier keeps a record of who has had which part, and shows it on request.",
            "No more than a fifth of the posts may be filled by people who have been with the Services for less than six months. Where more leave, the manager for Supplier shall say at the next weekly meeting how knowledge is kept.",
        ]
    )  # fmt: skip


def _security(world: ContractWorld, rng: random.Random) -> Markup:
    subjects: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("Organization", ("Supplier names one officer for security who reports to its management and not to the head of delivery.", "Rules of security are in writing, are reviewed each January and are known to everyone who works on the Services; each confirms so in writing once a year.", "Duties that would let one person both make and hide an error are split between two.")),
        ("People", ("Identity, references of five years and criminal records, as far as the law allows, are looked at before a person is given access.", "Access ends on the last day of work, and on the same hour where someone is dismissed.", "Exercises with false messages are held twice a year. Those who fall for one twice are trained again within a month.")),
        ("Access", ("Rights follow the position and not the person, and are the least with which the work can be done.", "Accounts with wide rights are personal, are used only for work that needs them, and leave a record that their holders cannot change.", "A second factor is asked for on every way in from outside and for every account with wide rights.", "Rights are compared with positions each quarter; what has no reason is taken away within five Working Days.")),
        ("Systems", ("Systems are set up from written patterns in which everything not needed is switched off.", "Patches that close a hole which is being used by attackers come in within three days; other grave ones within fourteen; the rest with the next release.", "Software against harmful code runs on every server and terminal for which there is any, and reports to one console.", "Test and production are apart. Data of production go to test only with names and account numbers replaced.")),
        ("Networks", ("Zones are divided by what is in them; what passes between two zones has been asked for, approved and written down.", "Traffic to and from outside goes through points that are watched, and lists of what may pass are gone through twice a year.", "Wireless networks of visitors have no path to the platform.")),
        ("Records and watching", ("Records of logons, changes of rights, administrative acts and refused attempts are kept for thirteen months where those concerned cannot reach them.", "A team looks at alarms at all hours. It has written steps for the twelve most likely kinds of attack.", "Clocks of all systems are set by the same two sources.")),
        ("Rooms", ("Rooms with servers have two locks of different kind, a record of who entered, and cameras whose pictures are kept for ninety days.", "Visitors are with someone at all times.", "Media that are no longer needed are shredded or overwritten, and a certificate names each by its number.")),
        ("Tests", ("Each year an outside firm, changed at least every third year, tries to get in from outside and from a user's desk. Customer is given the summary within thirty days.", "Supplier scans systems that can be reached from outside every week, and all others every month.", "Findings have an owner and a date. Grave ones that are older than thirty days are listed in the monthly report.")),
        ("Suppliers of Supplier", ("Whoever could touch Customer Data is looked at before a contract and every second year.", "A list of them is kept, with what they do and where, and goes to Customer each quarter.")),
    )  # fmt: skip
    blocks: list[str | Markup] = [
        "These measures are the least that Supplier keeps up while it holds Customer Data. It may replace one by another that protects as well, and tells Customer before it does."
    ]
    for letter, (name, measures) in zip("ABCDEFGHI", subjects, strict=True):
        blocks += [
            p.head(3, f"{letter}. {name}"),
            p.clauses([(f"{letter}{k}", one) for k, one in enumerate(measures, 1)]),
        ]
    return p.join(blocks)


def _reports(world: ContractWorld, rng: random.Random) -> Markup:
    meetings: list[Row] = [
        ("Weekly meeting", "the two managers; others as needed", "Monday, 10 a.m.", "open points, releases of the week, staffing, faults of the week before"),
        ("Release board", "release coordinator, Customer's process owners", "second Wednesday of the month", "what goes into the next release; what is put off"),
        ("Review of problems", "problem coordinator, development lead, desk lead", "last Thursday of the month", "repeated faults and what was done about their causes"),
        ("Architecture circle", "lead architect, Customer's chief engineer", "every second month", "changes that bind the platform for more than a year"),
        ("Board", "two senior people of each party", "third week after quarter end", "as Section 7.2 has it"),
        ("Yearly review", "board and general counsel of both", "within two months of the contract year", "what the agreement should say otherwise; plans for the coming year"),
    ]  # fmt: skip
    reports: tuple[Row, ...] = (
        ("R1", "Monthly report", "Service Levels, tickets by class and site, volumes, staffing", "monthly", "manager, board"),
        ("R2", "Major faults", "what happened, when, who noticed, what was done, what will be", "within 5 Working Days of each", "manager"),
        ("R3", "Capacity", "use and forecast by component", "quarterly", "chief engineer"),
        ("R4", "Account review", "accounts shut, changed and kept, with reasons", "quarterly", "manager, internal audit"),
        ("R5", "Patch status", "patches due, in place and put off", "monthly", "security officers"),
        ("R6", "License count", "bought, in use, free", "half-yearly", "purchasing"),
        ("R7", "Backlog", "requests by age, size and rank", "every second week", "process owners"),
        ("R8", "Survey of users", "answers by site, with the comments", "quarterly", "manager"),
        ("R9", "Risk list", "risks, owners, measures", "monthly", "board"),
        ("R10", "Time sheets", "person, level, day, hours, place", "with each invoice", "accounts payable"),
        ("R11", "Configuration", "items added, changed, gone", "monthly", "chief engineer"),
        ("R12", "Training record", "who has had which part", "half-yearly", "manager"),
        ("R13", "Open findings", "findings of tests and audits with owner and date", "monthly", "security officers"),
        ("R14", "Energy and waste", "power used by servers; equipment disposed of", "yearly", "facilities"),
    )  # fmt: skip
    ladder: list[Row] = [
        ("1", "Shift lead", "Duty contact at the depot", "a step that is late by an hour"),
        ("2", "Head of delivery", f"{world.managers[0]}", "a fault that stops work at more than one site"),
        ("3", f"{world.managers[1]}", "Head of operations", "no agreement at level 2 within a day"),
        ("4", "Managing member", "Chief operating officer", "no agreement at level 3 within three days"),
    ]
    return p.join(
        [
            p.head(3, "A. Meetings"),
            p.table([["Meeting", "Who", "When", "Subjects"]], meetings, "grid", widths=("17%", "26%", "22%", "35%")),
            "Agenda and papers are sent two Working Days ahead. Whoever is in the chair writes the minutes, in turn, and sends them within three Working Days; they count as agreed if nobody objects within five more.",
            p.head(3, "B. Reports"),
            p.table([["No.", "Report", "Content", "How often", "To"]], _some(rng, reports, 11), "grid", widths=("7%", "17%", "38%", "20%", "18%")),
            "Reports are delivered as files from which figures can be taken. Customer may have the figures behind any of them checked at its own desk. A report that is no longer read is struck from the list at the yearly review.",
            p.head(3, "C. Whom to call"),
            p.table([["Step", "Supplier", "Customer", "Reached by"]], ladder, "grid", widths=("8%", "26%", "30%", "36%")),
        ]
    )  # fmt: skip


def _matrix(world: ContractWorld, rng: random.Random) -> Markup:
    tasks = (
        ("Business rules of pricing", "DC--IA"), ("Master data of articles", "DA-I-C"), ("Master data of customers", "DA--CI"), ("Delivery calendars", "DI-C-A"),
        ("User training at depots", "AI--DC"), ("Contracts with trading partners", "AID-C-"), ("Choice of hardware", "-ACDI-"), ("Purchase of hardware", "-ADCI-"),
        ("Setting up servers", "-A-D-C"), ("Firewall rules", "-A-DI-"), ("Certificates and keys", "-AID-C"), ("Password rules", "CD-AI-"), ("Shift plan", "I--AD-"), ("Start of nightly work", "I--D-A"),
        ("Approval of releases", "DA-CIC"), ("User tests", "DA--IC"), ("Test data", "CA-I-D"), ("Rollback of a release", "IA-DIC"), ("Classing of tickets", "CI-AD-"), ("Notice of planned windows", "CI-AD-"),
        ("Notice of faults", "I--AD-"), ("Bridge calls", "CI-DAC"), ("Report on major faults", "IC-DAC"), ("Analysis of causes", "IA-CCD"), ("Ranking of the backlog", "DA--IC"), ("Estimates", "IA-C-D"),
        ("Design documents", "CA-I-D"), ("Reading of code", "-I-A-D"), ("Interface specifications", "CA-C-D"), ("Repair of failed messages", "CI-DIA"), ("Nightly reconciliation", "IA-D-C"), ("Month end", "AI-DC-"),
        ("Year end", "AI-DCC"), ("Archive and erasure", "ACID--"), ("Requests of persons for their data", "AC-ID-"), ("Recovery exercises", "CA-DII"), ("Plan of continuity of the business", "DA-CC-"), ("Physical access at depots", "DA-CI-"),
        ("Disposal of equipment", "-ACDI-"), ("Inventory count", "IAID--"), ("License purchase", "-AD-IC"), ("Forecast of orders", "DAICI-"),
    )  # fmt: skip
    kept = sorted(rng.sample(range(len(tasks)), rng.randrange(32, len(tasks) + 1)))
    rows: list[Row] = [
        (Cell(str(k), kind="n"), tasks[n][0], *(Cell(one.strip("-"), kind="c") for one in tasks[n][1]))
        for k, n in enumerate(kept, 1)
    ]
    heads = ("Process owner", "Chief engineer", "Purchasing", "Operations", "Service desk", "Development")
    return p.join(
        [
            "D does the work; A answers for it and approves it; C is asked before; I is told after. There is one D and one A for each task. The first three columns are of Customer, the others of Supplier.",
            p.table([["", "Task", *(Cell(one, kind="c") for one in heads)]], rows, "grid matrix", widths=("6%", "34%", *("10%",) * 6)),
        ]
    )  # fmt: skip


def _exit(world: ContractWorld, rng: random.Random) -> Markup:
    steps: list[Row] = [
        ("E1", "Plan of exit brought up to date, with names", "10 Working Days", "Supplier"),
        ("E2", "Successor named; declaration of secrecy signed by it", "20 Working Days", "Customer"),
        ("E3", "Inventory of items, licenses and contracts", "25 Working Days", "Supplier"),
        ("E4", "First copy of data for a trial, with description of fields", "30 Working Days", "Supplier"),
        ("E5", "Result of the trial; list of what was missing or unclear", "45 Working Days", "Customer"),
        ("E6", "Handover sessions, recorded, one for each element", "50 to 80 Working Days", "Supplier"),
        ("E7", "Successor's people at the side of Supplier's", "60 to 100 Working Days", "both"),
        ("E8", "Last copy of data; platform closed for entries for one night", "105 Working Days", "Supplier"),
        ("E9", "Successor takes over; Supplier on call", "106 Working Days", "Customer"),
        ("E10", "Accounts of Supplier's people shut; keys and badges returned", "126 Working Days", "both"),
    ]
    return p.join(
        [
            "This plan is for the help that Supplier owes on termination. It is kept ready from the start, is looked at by the board once a year, and is set in motion by notice of Customer. Days count from that notice.",
            p.table([["No.", "Step", "Done by", "Led by"]], steps, "grid", widths=("8%", "54%", "22%", "16%")),
            p.head(3, "What is handed over"),
            p.items([
                "Customer Data, as tables in a text format, with a description of each field, its unit and its allowed values, and with counts and sums by which completeness can be told.",
                "Source and settings of Deliverables, with what is needed to build them, and the history of changes.",
                "The book of operations, the knowledge base, the configuration record and all tickets of the past two years with their text.",
                "Contracts with third parties that serve Customer alone, as far as they can be transferred; for the rest, their terms, so that Customer can make its own.",
                "A list of what is open: faults, requests, findings, promises to users.",
            ]),
            p.head(3, "What does not change meanwhile"),
            "Supplier keeps the people of the Services on them until the successor has taken over, but for those who leave of their own will. It takes no work for others that would need them, brings in no releases other than those agreed in the plan of exit, and goes on with its reports. The weekly meeting takes the plan as its first point.",
            "Customer may speak to people of Supplier who wish to work for the successor once notice has been given; the rule of Section 15.3 on hiring does not keep it from doing so during the exit.",
        ]
    )  # fmt: skip


def _continuity(world: ContractWorld, rng: random.Random) -> Markup:
    functions = (
        ("Order entry by telephone and portal", "paper forms, 400 held at each site"),
        ("Order confirmation", "list read out by telephone"),
        ("Stock on hand", "printed list of the evening before"),
        ("Picking lists", "carbon forms in the depot safe"),
        ("Loading and delivery notes", "carbon forms in the depot safe"),
        ("Driver's sheets", "sheets of the same weekday of last week"),
        ("Returns and empties", "tags, entered later"),
        ("Invoicing", "held back until recovery"),
        ("Messages to trading partners", "portal of the exchange service"),
        ("Prices and discounts", "price book of the quarter"),
        ("Reports to management", "none"),
        ("Archive", "none"),
    )
    rows: list[Row] = [
        (str(k), name, rng.choice(("15 minutes", "30 minutes", "1 hour")) if k < 7 else rng.choice(("4 hours", "end of day before")), meanwhile)
        for k, (name, meanwhile) in enumerate(_some(rng, functions, 9), 1)
    ]  # fmt: skip
    events: list[Row] = [
        ("Loss of one server", "second server takes over without action", "operator", "monthly"),
        ("Loss of the line to a depot", "mobile router in the depot safe", "field technician", "twice a year"),
        ("Loss of the first computer room", "second building, in the order above", "continuity officer", "yearly"),
        ("Harmful code", "zones shut; restored from copies kept apart", "officer for security", "yearly, at the table"),
        ("A third of the staff absent", "reduced list of elements; desk by portal only", "head of delivery", "yearly, at the table"),
        ("Failure of a trading partner's exchange", "messages held, then sent in order", "interface specialist", "as it happens"),
    ]  # fmt: skip
    return p.join(
        [
            "Where the platform is lost as a whole, functions come back in this order. The third column says how much of the latest entries may be lost and must be keyed in again; the fourth, how sites work meanwhile.",
            p.table([["Order", "Function", "Entries lost, at most", "Meanwhile"]], rows, "grid", widths=("9%", "35%", "20%", "36%")),
            p.head(3, "Events for which there is a written plan"),
            p.table([["Event", "First step", "Led by", "Practiced"]], events, "grid", widths=("28%", "34%", "20%", "18%")),
            "An exercise has a script that those who take part do not know, an observer from Customer, and a protocol within ten Working Days. What went wrong is put right before the next. Plans are printed, and copies are kept at the homes of the people who lead, since a plan that lies on a lost server is of no use.",
        ]
    )  # fmt: skip


def _inventory(world: ContractWorld, rng: random.Random) -> Markup:
    kinds = (
        ("APP", "Application server", 6), ("DBS", "Database server", 4), ("WEB", "Portal server", 4), ("INT", "Interface server", 3), ("BKP", "Backup library", 2), ("STO", "Storage array", 3),
        ("SWI", "Core switch", 4), ("RTR", "Depot router", 7), ("FWL", "Firewall", 4), ("PRN", "Label printer group", 7), ("SCN", "Scanner group", 7), ("TST", "Test server", 5),
    )  # fmt: skip
    rows: list[Row] = []
    pieces = 0
    first = world.dated.year
    for code, name, most in kinds:
        for k in range(1, rng.randrange(2, most + 1) + 1):
            count = rng.randrange(4, 40) if code in ("PRN", "SCN") else 1
            pieces += count
            bought = rng.randrange(first - 5, first + 1)
            rows.append((f"{code}-{k:02d}", name, rng.choice(("Room 1", "Room 2")) if code not in ("RTR", "PRN", "SCN") else f"L{k:02d}", _count(count), Cell(str(bought), kind="n"), Cell(str(bought + rng.choice((6, 7))), kind="n"), rng.choice(("Customer", "Customer", "Leased"))))  # fmt: skip
    return p.join(
        [
            "Items that Supplier looks after at the date of this Order. Room 1 and Room 2 are the computer rooms in two buildings of Customer; codes that begin with L are sites of Part C of the Order form. Supplier keeps the list up to date and shows its state each month.",
            p.table([["Item", "Kind", "Place", Cell("Pieces", kind="n"), Cell("Bought", kind="n"), Cell("Support ends", kind="n"), "Owner"]], rows, "grid", widths=("13%", "27%", "12%", "10%", "11%", "14%", "13%"), foot=["All", "", "", _count(pieces), "", "", ""]),
            "Supplier proposes a replacement no later than nine months before support ends. Customer decides and pays; Supplier installs without further charge where like replaces like. Items that Customer keeps in use after the end of support are listed in the monthly report, and faults that stem from their age are not held against Supplier.",
        ]
    )  # fmt: skip


def _interfaces(world: ContractWorld, rng: random.Random) -> Markup:
    names = (
        ("Orders of retail chains", "in", "EDI 850"), ("Order responses", "out", "EDI 855"), ("Changes of orders", "in", "EDI 860"), ("Shipping notices", "out", "EDI 856"), ("Invoices", "out", "EDI 810"),
        ("Payment advice", "in", "EDI 820"), ("Receipts by chains", "in", "EDI 861"), ("Article data to chains", "out", "XML"), ("General ledger", "out", "flat file"), ("Accounts receivable", "both", "database link"),
        ("Payroll, piecework", "out", "flat file"), ("Plant stock", "in", "message queue"), ("Warehouse control", "both", "message queue"), ("Telematics of vehicles", "in", "JSON"), ("Portal of customers", "both", "JSON"),
        ("Sales force tablets", "both", "JSON"), ("Credit bureau", "both", "XML"), ("Tax tables", "in", "flat file"), ("Weather", "in", "JSON"), ("Data warehouse", "out", "database link"), ("Archive", "out", "PDF and index"), ("Deposit and empties system", "both", "flat file"),
    )  # fmt: skip
    rows: list[Row] = []
    total = 0
    kept = sorted(rng.sample(range(len(names)), rng.randrange(15, len(names) + 1)))
    for number, n in enumerate(kept, 1):
        name, way, form = names[n]
        daily = rng.randrange(1, 90) * (40 if form.startswith(("EDI", "JSON", "message")) else 1)
        total += daily
        often = "at once" if form in ("JSON", "message queue", "database link", "XML") else rng.choice(("every 15 minutes", "hourly", "nightly"))  # fmt: skip
        rows.append((f"I{number:02d}", name, way, form, often, _count(daily), rng.choice(("Customer", "partner", "Supplier"))))  # fmt: skip
    return p.join(
        [
            "Supplier runs the interfaces below and keeps a specification of each. Way is as seen from the platform; the last column names who must agree to a change of format.",
            p.table([["No.", "Interface", "Way", "Format", "Runs", Cell("Messages a day", kind="n"), "Format of"]], rows, "grid", widths=("7%", "27%", "8%", "16%", "17%", "13%", "12%"), foot=["", "All", "", "", "", _count(total), ""]),
            p.head(3, "Rules for all interfaces"),
            p.clauses([
                ("1.", "A message is acknowledged or refused as a whole. What is refused goes back with a reason in words and with the number of the field."),
                ("2.", "Each message has a number that is used once. One that comes a second time is answered as the first was and changes nothing."),
                ("3.", "Fields that are not in the specification are ignored and listed; a format is not changed without thirty days' notice to the other side, and the old one is taken for sixty days more."),
                ("4.", "Amounts are in cents, quantities in the unit of the article, times in universal time."),
                ("5.", "What was sent and received is kept for a hundred days in the form in which it passed."),
            ]),
        ]
    )  # fmt: skip


def _tests(world: ContractWorld, rng: random.Random) -> Markup:
    cases = (
        ("Order entry", "order with forty lines, two of them blocked articles", "blocked lines refused with reason, the others kept"),
        ("Order entry", "same order sent twice by the portal within a minute", "one order; second attempt answered as the first"),
        ("Order entry", "order after the cutoff of its route", "next delivery day offered, not set by itself"),
        ("Order entry", "article ordered in pieces and in cases", "both counted in pieces on the picking list"),
        ("Prices", "discount by quantity with a promotion on top", "better of the two, not both"),
        ("Prices", "price change at midnight with an open order", "price of the day of order"),
        ("Prices", "customer moved to another price group", "applies from the next order on"),
        ("Stock", "two orders for the last case at once", "one confirmed, one put on the waiting list"),
        ("Stock", "count below what is promised", "list of orders at risk, oldest first"),
        ("Stock", "return of a batch that is blocked", "booked as blocked, not as free"),
        ("Delivery", "driver without connection for a day", "all stops kept and sent on return"),
        ("Delivery", "part of a stop refused at the door", "credit for that part only, reason kept"),
        ("Delivery", "route changed after loading", "loading list marked, old one void"),
        ("Invoices", "order delivered in two parts", "two invoices, freight on the first only"),
        ("Invoices", "customer exempt from tax with one taxed article", "tax on that article only"),
        ("Invoices", "credit for an invoice of last year", "booked in the open period, refers to the old number"),
        ("Deposits", "empties returned without a note", "booked to the customer of the stop"),
        ("Deposits", "more returned than was delivered", "accepted, listed for review"),
        ("Rights", "user of one depot asks for orders of another", "refused, attempt on record"),
        ("Rights", "account shut while its holder is logged on", "session ends within five minutes"),
        ("Interfaces", "message with an unknown article", "refused as a whole with the field's number"),
        ("Interfaces", "partner's line down for six hours", "messages kept and sent in order"),
        ("Nightly work", "job stops halfway and is started again", "no booking twice, none missing"),
        ("Nightly work", "clock set back in autumn", "each job runs once"),
        ("Load", "orders of the busiest hour times one and a half", "answer within three seconds for 95 of 100"),
        ("Load", "forty depots print at once", "no page lost; order of pages kept"),
        ("Recovery", "power cut during month end", "taken up at the step that was open"),
        ("Recovery", "single order restored from last week's copy", "restored without touching others"),
        ("Reports", "sum of the day by site and by route", "same total both ways"),
        ("Reports", "report of a month that has been closed", "same figures as when it was closed"),
    )  # fmt: skip
    kept = _some(rng, cases, 22)
    rows: list[Row] = [
        (f"A{k:02d}", *one, rng.choice(("each release", "each release", "yearly", "new Deliverable")))
        for k, one in enumerate(kept, 1)
    ]
    return p.join(
        [
            f"The {len(kept)} cases below are part of every test under Section 4 where the Deliverable touches their subject. An Order may add cases. Supplier shall run them first and hand over its protocol; Customer runs those that it chooses with its own data.",
            p.table([["No.", "Subject", "Case", "Expected", "Run for"]], rows, "grid", widths=("7%", "14%", "33%", "32%", "14%")),
            p.head(3, "Classes of faults"),
            p.clauses([
                ("1", "Work stops, data are lost or wrong sums go outside. One such fault is enough to refuse the handover."),
                ("2", "A function of the Order does not work, and there is a way around it that users can be asked to take for a time. More than three refuse the handover."),
                ("3", "Something is awkward, misspelled or slow, and work goes on. Mended with the next release."),
            ]),
            "The tester who found a fault proposes its class; where the parties differ, the higher class holds until the managers have spoken.",
        ]
    )  # fmt: skip


def _data(world: ContractWorld, rng: random.Random) -> Markup:
    kinds = (
        (
            "Buyers at customers",
            "name, telephone, mail, position",
            "taking and confirming orders",
            "3 years after the last order",
        ),
        (
            "Consumers who complain",
            "name, address, complaint, batch",
            "answering; tracing a batch",
            "2 years after the answer",
        ),
        ("Drivers", "name, license class, times and places of stops", "planning; proof of delivery", "18 months"),
        (
            "Users of the platform",
            "name, account, rights, logons",
            "operation; security",
            "13 months after the account is shut",
        ),
        (
            "Applicants for credit",
            "name, owner, rating",
            "deciding on terms of payment",
            "as long as the terms, and 1 year",
        ),
        (
            "Callers to the desk",
            "name, site, recording if agreed to",
            "solving tickets; training of agents",
            "90 days for recordings",
        ),
        ("Visitors of computer rooms", "name, firm, time, picture", "security of rooms", "90 days"),
        ("Partners' contacts", "name, mail, telephone", "running interfaces", "until the partner leaves"),
        ("Night crews", "name, shift, piecework count", "payroll", "7 years"),
    )
    return p.join(
        [
            "Supplier handles data of persons for Customer only, as Customer tells it to in writing, and for the purposes below. It tells Customer if it believes that something it was told to do breaks the law.",
            p.table([["Persons", "Data", "Purpose", "Kept"]], _some(rng, kinds, 7), "grid", widths=("21%", "30%", "27%", "22%")),
            p.clauses([
                ("1.", "Requests of persons to see, correct or erase their data are passed on to Customer within two Working Days. Supplier does not answer them itself, and finds the data within five Working Days of being asked by Customer."),
                ("2.", "Supplier keeps a record of what it does with such data, by whom, and with which systems, and shows it on demand to Customer and to any authority that may ask."),
                ("3.", "Where a new function is likely to touch many persons or matters that they would keep to themselves, the parties weigh in writing before it is built whether the same can be had with fewer data."),
                ("4.", "Data that are past the time in the last column are erased with the next yearly run, in April. Data that a court or an authority wants kept are set aside on Customer's word, and the reason is written beside them."),
                ("5.", "People of Supplier see names only where their task needs them. Figures for reports are drawn without names, and groups of fewer than five persons are shown together with the next."),
            ]),
        ]
    )  # fmt: skip


def _risks(world: ContractWorld, rng: random.Random) -> Markup:
    risks = (
        ("Takeover runs into the busy season", "shadowing shortened, faults in November", "readiness review no later than eight weeks before the season", "Head of delivery"),
        ("Knowledge of pricing rules rests with one person", "slow changes, wrong estimates", "rules written down; second person named", "Process owner"),
        ("Old scanners fail in numbers", "picking by paper", "spares for one in ten; replacement in two lots", "Chief engineer"),
        ("Trading partner changes its format at short notice", "orders refused", "thirty days' notice in partner terms; hand entry practiced", "Interface specialist"),
        ("Test data too small", "faults of load found late", "yearly copy with names replaced", "Tester"),
        ("Line to the southern depots has one path", "site cut off", "mobile routers; second path tendered", "Chief engineer"),
        ("Backlog grows faster than it is worked off", "users build their own lists", "ranking every second week; removal of old requests", "Process owner"),
        ("Turnover at the desk", "fewer solutions at first contact", "share of new people limited; exit talks", "Head of delivery"),
        ("Two releases in one window", "fault cannot be traced", "one release a window", "Release coordinator"),
        ("Price list sent to wrong group", "credits, loss of trust", "second pair of eyes; trial print", "Process owner"),
        ("Clock change", "nightly work twice or not at all", "case in the recorded set", "Development lead"),
        ("Dependence on a maker that ends a product", "forced change", "list of support ends; yearly look ahead", "Lead architect"),
        ("Depot opens earlier than systems are ready", "loading late", "start of the day agreed by site", "Shift lead"),
        ("Printed plans out of date", "wrong numbers called", "exchange of copies each January and July", "Continuity officer"),
    )  # fmt: skip
    rows: list[Row] = []
    for k, (risk, effect, step, owner) in enumerate(_some(rng, risks, 10), 1):
        likely, grave = rng.randrange(1, 5), rng.randrange(1, 5)
        rows.append((f"K{k:02d}", risk, effect, Cell(f"{likely} x {grave} = {likely * grave}", kind="c"), step, owner))
    one, two, three = people(rng, 3)
    seen = day = workday(date(world.dated.year, world.dated.month, 1) - timedelta(days=12))
    return p.join(
        [
            f"State of the list at its last reading before signature, on {long_day(seen)}. Likelihood and effect run from 1 to 4; from a product of 9 on, the owner reports at each weekly meeting.",
            p.table([["No.", "Risk", "Effect", Cell("Rating", kind="c"), "Measure", "Owner"]], rows, "grid", widths=("7%", "22%", "19%", "13%", "24%", "15%")),
            f"Read and agreed by {one} (Customer, internal audit), {two} (Customer, operations) and {three} (Supplier, delivery). The next reading takes place by {long_day(workday(day + timedelta(days=91)))}.",
        ]
    )  # fmt: skip


Maker = Callable[[ContractWorld, random.Random], Markup]
_PARTS: tuple[tuple[str, Maker], ...] = (
    ("Services in detail", _catalog),
    ("Volumes and sites", _volumes),
    ("Takeover", _takeover),
    ("Positions", _team),
)
_ANNEXES: tuple[tuple[str, Maker], ...] = (
    ("Measures of security", _security),
    ("Meetings and reports", _reports),
    ("Who does what", _matrix),
    ("Plan of exit", _exit),
    ("Continuity", _continuity),
    ("Inventory", _inventory),
    ("Interfaces", _interfaces),
    ("Test cases", _tests),
    ("Data of persons", _data),
    ("Risk list", _risks),
)
