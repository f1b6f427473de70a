"""What a long handbook holds besides: more sections and chapters, and appendices with tables, a plan and forms."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, long_day, money, people, short_day
from dataset_builder.families.rubrics.domains.human_resources.handbook_more_text import (
    CARDS,
    CHAPTERS,
    CHEMICALS,
    SECTIONS,
    START,
)
from dataset_builder.families.rubrics.domains.human_resources.handbook_text import Chapter
from dataset_builder.families.rubrics.domains.human_resources.handbook_world import HandbookMore, HandbookWorld
from dataset_builder.families.rubrics.paper import Cell

Row = Sequence[str | Markup | Cell]

_KINDS = (
    "Plant",
    "Plant",
    "Plant",
    "Warehouse",
    "Warehouse",
    "Warehouse",
    "Plant",
    "Warehouse",
    "Head office and plant",
)
_GRADES = (
    ("1", "Packer, sorter, cleaner"), ("2", "Line operator, order picker, gate"), ("3", "Lift truck driver, blender, lab helper"), ("4", "Machine setter, yard driver, dispatcher's aide"),
    ("5", "Quality technician, boiler attendant"), ("6", "Road driver, storekeeper"), ("7", "Mechanic, refrigeration technician"), ("8", "Electrician, controls technician"),
)  # fmt: skip
_AREAS = (
    ("Receiving and docks", "xx-x-x"), ("Dry storage", "xx---x"), ("Cold storage", "xx--xx"), ("Mixing and blending", "xxxxx-"), ("Filling and packing", "xxxx--"), ("Palletizing", "xx-x-x"),
    ("Wash bay and chemicals", "xxx-x-"), ("Ammonia room", "xxxxx-"), ("Boiler house", "xxxxx-"), ("Workshop", "xxxxx-"), ("Laboratory", "x-x-x-"), ("Battery charging", "xxx-xx"), ("Yard", "xx---x"),
)  # fmt: skip
_ITEMS = ("Glasses", "Toe caps", "Face shield at hand", "Hearing", "Gloves of the area", "Vest")
_TASKS = (
    ("Lift truck, sit-down", 16, "Trainer and leader", 36), ("Lift truck, reach", 12, "Trainer and leader", 36), ("Pallet jack, powered", 4, "Leader", 36), ("Dock plate and trailer restraint", 2, "Leader", 24),
    ("Filler, changeover", 24, "Setter and quality desk", 12), ("Labeler", 8, "Setter", 12), ("Case packer", 10, "Setter", 12), ("Palletizer, reset inside guard", 6, "Mechanic", 12), ("Lockout, own tasks", 4, "Safety desk", 12),
    ("Lockout, group", 8, "Safety desk", 12), ("Metal detector test", 2, "Quality desk", 12), ("Allergen wash and swab", 6, "Quality desk", 12), ("Caustic dosing", 6, "Safety desk", 12), ("Entry into tanks", 16, "Outside trainer", 12),
    ("Work at heights", 8, "Outside trainer", 24), ("Ammonia, operator", 80, "State card", 36), ("Boiler attendant", 60, "State card", 36), ("Batteries and charging", 3, "Leader", 24), ("First aid", 12, "Outside trainer", 24), ("Fire team", 20, "Fire service", 12),
    ("Truck, class A", 160, "License and trainer", 24), ("Yard tractor", 12, "Trainer", 24), ("Forklift maintenance", 40, "Mechanic", 36), ("Sampling for the laboratory", 6, "Quality desk", 24),
)  # fmt: skip
_TONES = (
    ("One long tone", "Fire or danger to all", "Leave by the nearest door; gather at your crew's letter"), ("Two tones, rising", "Ammonia inside", "Leave across the wind; do not use the north stairs"),
    ("Short tones, slow", "Spill in one department", "Stay out of it; the team comes"), ("Short tones, fast", "Person down", "First aiders come; others keep the aisle free"), ("Spoken message, three times", "Shelter inside", "Go to the marked inner rooms, away from glass"),
    ("Even tone of ten seconds", "All clear", "Return when your leader says so"),
)  # fmt: skip
_PLANS = (("Open plan", 286), ("Network plan", 231), ("Teeth", 21), ("Eyes", 7))
_TIERS = (("Employee", 1.0), ("and partner", 2.05), ("and children", 1.8), ("Family", 2.9))
_FORMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Near miss or spill": ("Goes into the green box or to any leader. A name is not needed.", ("Site and department", "Day and time", "What happened, in a few words", "What might have happened", "What was done at once", "What would keep it from happening again", "Name, if you wish")),
    "Swap of shifts": ("Given to the leader of both crews a day before the earlier shift.", ("Name and badge of the first", "Shift that is given", "Name and badge of the second", "Shift that is taken", "Sign-offs that the shift needs", "Leader's initials and time")),
    "Claim for a trip": ("One form a trip; receipts are pictured in the system.", ("Name and badge", "From and to, with days and hours", "Reason for the trip and who approved it", "Miles in own car", "Hotel, name and nights", "Other costs, each with its receipt", "Signature and day")),
    "Request for training": ("To the leader, who answers within three weeks.", ("Name, job and step", "Course or skill step", "When you wish to begin", "Shifts that it takes", "Whom you have asked for advice", "Leader's answer and reason")),
    "Suggestion": ("To the site committee; groups put all names.", ("Place or machine", "How it is now", "How it could be", "What it saves, as far as you can tell", "Who else should be asked", "Names and shares")),
}  # fmt: skip


def extend_handbook(world: HandbookWorld, rng: random.Random) -> HandbookWorld:
    """Add sections to chapters, chapters behind the twelfth, and appendices."""
    size = rng.randrange(3)  # short to full book
    heads = [rng.randrange(60, 290) for _ in range(9)]
    return replace(
        world,
        more=HandbookMore(
            chapters=tuple(sorted(rng.sample(range(len(CHAPTERS)), 6 + size))),
            appendices=tuple(sorted({_COST, *rng.sample(range(len(_APPENDICES)), 11 + size)})),
            sites=tuple(
                (address(rng), manager, round(1_400 * count / sum(heads)))
                for manager, count in zip(people(rng, 9), heads, strict=True)
            ),
            base=rng.randrange(1580, 1890),
            insurance=rng.randrange(60, 85),
            forms=tuple(rng.sample(list(_FORMS), min(3 + size, len(_FORMS)))),
        ),
    )


def with_sections(world: HandbookWorld, chapters: Sequence[Chapter]) -> list[Chapter]:
    """Return the chapters with the sections and chapters that a long book has besides."""
    more = world.more
    if not more:
        return list(chapters)
    longer = [
        (title, [*sections, *((name, [words]) for name, words in SECTIONS[number])])
        for number, (title, sections) in enumerate(chapters, 1)
    ]
    return [*longer, *(CHAPTERS[k] for k in more.chapters)]


def appendix_titles(world: HandbookWorld) -> list[str]:
    """Return the titles of the appendices behind the first, and of the index."""
    more = world.more
    return [f"Appendix {k}: {_APPENDICES[one][0]}" for k, one in enumerate(more.appendices, 2)] if more else []


def appendices(world: HandbookWorld) -> list[Markup]:
    """Return the appendices behind the first."""
    more = world.more
    if not more:
        return []
    return [
        p.tag("div", p.join([p.head(2, title, "chapter"), *_APPENDICES[one][1](world, more)]), "annex")
        for title, one in zip(appendix_titles(world), more.appendices, strict=True)
    ]


def index(world: HandbookWorld, chapters: Sequence[Chapter]) -> list[Markup]:
    """Return the index of sections by their titles."""
    if not world.more:
        return []
    entries = sorted(
        (name, f"{number}.{place}")
        for number, (_, sections) in enumerate(chapters, 1)
        for place, (name, _) in enumerate(sections, 1)
    )
    lines = [p.tag("div", f"{name}  **{where}**") for name, where in entries]
    return [p.new_page(), p.head(2, "Index of sections", "chapter"), p.box(lines, "index")]


def _sites(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = [
        [str(k), kind, where, manager, Cell(str(count), kind="n"), f"ext. {400 + 20 * k}", "24 h" if k % 3 == 1 else "5:00 to 23:00"]
        for k, (kind, (where, manager, count)) in enumerate(zip(_KINDS, more.sites, strict=True), 1)
    ]  # fmt: skip
    heads: list[Row] = [["Site", "Kind", "Address", "Site manager", Cell("People", kind="n"), "Safety desk", "Gate"]]
    return [p.table(heads, rows, "towns", foot=["", "", "All sites", "", Cell(str(sum(one[2] for one in more.sites)), kind="n"), "", ""]),
            p.para("People are counted on the day of this edition, agency workers left out. The number of your site is the first digit of your badge.")]  # fmt: skip


def _pay(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = []
    for k, (grade, jobs) in enumerate(_GRADES):
        base = more.base * 1.062**k / 100
        rows.append([grade, jobs, *(Cell(f"{base * (1 + 0.035 * step):.2f}", kind="n") for step in range(4))])
    heads: list[Row] = [["Grade", "Jobs", *(Cell(f"Step {step}", kind="n") for step in (1, 2, 3, 4))]]
    return [p.table(heads, rows, "towns", widths=("9%", "47%", "11%", "11%", "11%", "11%")),
            p.para("Dollars an hour, base rate, before premiums. Step 1 holds from the first shift, step 2 after the first card of the job, and so on. Who moves to a higher grade starts at the step whose rate is next above the old one. Grades of jobs that are not listed can be asked for in the People office.")]  # fmt: skip


def _rota(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    pattern = "EEEEEEE--LLLLLLL--NNNNNNN---"
    rows: list[Row] = []
    for crew in range(4):
        shifted = pattern[7 * crew :] + pattern[: 7 * crew]
        rows.append([f"Crew {'ABCD'[crew]}", *(Cell(one.replace("-", "·"), kind="c") for one in shifted)])
    heads: list[Row] = [["", *(Cell(f"Week {week}", columns=7, kind="c") for week in (1, 2, 3, 4))], ["", *(Cell(day, kind="c") for _ in range(4) for day in "MTWTFSS")]]  # fmt: skip
    return [p.table(heads, rows, "towns rota"),
            p.para("E early, 6:00 to 14:00; L late, 14:00 to 22:00; N night, 22:00 to 6:00, named for the day on which it begins; · off. After four weeks the pattern begins again. Sites with two shifts leave out the nights and post their own pattern. Each shift of each day has one crew.")]  # fmt: skip


def _protection(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = [[area, *(Cell("X" if one == "x" else "", kind="c") for one in signs)] for area, signs in _AREAS]
    heads: list[Row] = [["Area", *(Cell(one, kind="c") for one in _ITEMS)]]
    return [p.table(heads, rows, "towns", widths=("28%", *("12%",) * 6)),
            p.para("A cross means always, from the door on. Visitors wear what the area asks for. Signs at the door count where they ask for more than this table. Hoods against cold and aprons against acid hang at the places where they are used and are not listed.")]  # fmt: skip


def _signoffs(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = [[task, Cell(str(hours), kind="n"), who, Cell(str(months), kind="n")] for task, hours, who, months in _TASKS]  # fmt: skip
    heads: list[Row] = [
        ["Task", Cell("Hours of practice", kind="n"), "Signed by", Cell("Again after, months", kind="n")]
    ]
    return [p.table(heads, rows, "towns", widths=("42%", "16%", "24%", "18%")), p.para("Hours are the fewest, beside somebody who is signed off. What is signed holds at the machine types named on the card. A task left for a year lapses earlier than the table says, as the chapter on joining tells.")]  # fmt: skip


def _holidays(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    years = (world.issued.year, world.issued.year + 1, world.issued.year + 2)

    def nth(year: int, month: int, weekday: int, number: int) -> date:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))

    def days(year: int) -> list[date]:
        memorial = date(year, 5, 31) - timedelta(days=date(year, 5, 31).weekday())
        thanks = nth(year, 11, 3, 4)
        return [date(year, 1, 1), nth(year, 1, 0, 3), memorial, date(year, 6, 19), date(year, 7, 4), nth(year, 9, 0, 1), thanks, thanks + timedelta(days=1), date(year, 12, 25)]  # fmt: skip

    names = ("New Year's Day", "Martin Luther King Jr. Day", "Memorial Day", "Juneteenth", "Independence Day", "Labor Day", "Thanksgiving Day", "Day after Thanksgiving", "Christmas Day")  # fmt: skip
    heads: list[Row] = [["Holiday", *(Cell(str(year), kind="n") for year in years)]]
    rows: list[Row] = [[name, *(Cell(f"{day:%a} {short_day(day)[:5]}", kind="n") for day in row)] for name, *row in zip(names, *(days(year) for year in years), strict=True)]  # fmt: skip
    weeks = [(str(year), long_day(nth(year, 7, 0, 2)), long_day(nth(year, 12, 0, 4))) for year in years]
    return [p.table(heads, rows, "towns", widths=("40%", "20%", "20%", "20%")), p.head(3, "Weeks in which lines are overhauled, by their Mondays"),
            p.table([["Year", "Summer", "Winter"]], weeks, "towns", widths=("20%", "40%", "40%")),
            p.para("In overhaul weeks crews are split between cleaning, training and time off; who does what is posted six weeks ahead.")]  # fmt: skip


def _paydays(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    year = world.issued.year + 1
    day = date(year, 1, 1) + timedelta(days=(3 - date(year, 1, 1).weekday()) % 7 + 7 * (more.base % 2))
    rows: list[Row] = []
    while day.year == year:
        last = day - timedelta(days=4)
        rows.append([str(len(rows) + 1), short_day(last - timedelta(days=13)), short_day(last), short_day(last + timedelta(days=1)), short_day(day)])  # fmt: skip
        day += timedelta(days=14)
    half = (len(rows) + 1) // 2
    heads: list[Row] = [["No.", "From Monday", "To Sunday", "Leaders sign by", "Payday"]]
    return [p.para(f"Two weeks end on a Sunday, and pay is in your account on the Thursday after. Dates of {year}:"),
            p.tag("div", p.join(p.table(heads, some, "towns") for some in (rows[:half], rows[half:])), "pairs")]  # fmt: skip


def _insurance(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = []
    for name, single in _PLANS:
        for tier, factor in _TIERS:
            total = round(single * factor * more.insurance / 72)
            ours = round(total * (0.84 if tier == "Employee" else 0.71))
            rows.append([name, tier, Cell(money(total), kind="n"), Cell(money(ours), kind="n"), Cell(money(total - ours), kind="n")])  # fmt: skip
    heads: list[Row] = [["Plan", "Who is insured", Cell("Cost", kind="n"), Cell("Company", kind="n"), Cell("Employee", kind="n")]]  # fmt: skip
    return [p.table(heads, rows, "towns", widths=("26%", "29%", "15%", "15%", "15%")), p.para("Dollars a pay period, of which there are twenty-six. Who declares in November not to smoke pays six dollars less in either medical plan. Rates hold for the calendar year after this edition.")]  # fmt: skip


def _alarms(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    out = [
        '<svg width="640" height="330" viewBox="0 0 640 330"><rect x="2" y="2" width="636" height="326" fill="#fbfbf8" stroke="#999"/>'
    ]
    halls = ((40, 60, 150, 120, "Receiving"), (190, 60, 190, 120, "Filling and packing"), (380, 60, 120, 120, "Cold rooms"), (40, 180, 150, 90, "Dry storage"), (190, 180, 110, 90, "Workshop"), (300, 180, 80, 90, "Boilers"), (380, 180, 120, 90, "Docks"))  # fmt: skip
    for x, y, w, h, name in halls:
        out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" stroke="#333" stroke-width="1.4"/><text x="{x + w / 2}" y="{y + h / 2 + 3}" font-size="10" text-anchor="middle">{name}</text>')  # fmt: skip
    for x, y in ((40, 120), (285, 60), (440, 60), (120, 270), (245, 270), (500, 225), (500, 120)):
        out.append(f'<rect x="{x - 6}" y="{y - 6}" width="12" height="12" fill="#2e7d32"/>')
    for (x, y), crew in zip(((560, 40), (560, 290), (110, 300), (110, 32)), "ABCD", strict=True):
        out.append(f'<circle cx="{x}" cy="{y}" r="15" fill="#fff" stroke="#2e7d32" stroke-width="2.4"/><text x="{x}" y="{y + 4.5}" font-size="13" font-weight="600" text-anchor="middle">{crew}</text>')  # fmt: skip
    for x, y in ((210, 165), (395, 165), (60, 200)):
        out.append(f'<path d="M{x - 5} {y}h10M{x} {y - 5}v10" stroke="#b3261e" stroke-width="3"/>')
    out.append('<path d="M520 168h110" stroke="#777" stroke-width="1.4" stroke-dasharray="6 4"/><text x="575" y="160" font-size="9" text-anchor="middle">Gate road</text></svg>')  # fmt: skip
    return [p.table([["Signal", "Means", "Do"]], list(_TONES), "towns", widths=("26%", "26%", "48%")), p.figure(Markup("".join(out)), "Pattern plan of a plant: green squares are exits, circles the places where crews gather, red crosses first aid posts. The plan of your own site hangs at its doors."),
            p.para("Leaders take the list of the shift from the clip at the exit. Whoever is missing is named to the fire service, not searched for. Wardens wear orange vests and have the last word.")]  # fmt: skip


def _forms(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    blocks: list[str | Markup] = [
        p.para("Copy these pages, or ask at the gate for a pad. The forms in the system ask for the same.")
    ]
    for name in more.forms:
        hint, lines = _FORMS[name]
        blocks.append(p.box([p.head(3, name), p.para(hint), p.table([], [[line, ""] for line in lines], "blanks", widths=("38%", "62%"))]))  # fmt: skip
    return blocks


def _cards(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = []
    for job, steps in CARDS:
        rows += [[*([Cell(job, rows=4)] if k == 1 else []), Cell(str(k), kind="c"), words] for k, words in enumerate(steps, 1)]  # fmt: skip
    return [p.para("In short; the card itself, with hours and tests, is with your leader and in the system. A step takes in those before it."),
            p.table([["Job", Cell("Step", kind="c"), "What you can do"]], rows, "towns", widths=("22%", "8%", "70%"))]  # fmt: skip


def _chemicals(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    return [p.table([["Product", "Used for", "Worn", "If it is spilled"]], CHEMICALS, "towns", widths=("22%", "25%", "23%", "30%")), p.para("The sheet in the yellow binder goes before this table. Products that are not listed are not brought in, not even to try them.")]  # fmt: skip


def _start(world: HandbookWorld, more: HandbookMore) -> list[str | Markup]:
    rows: list[Row] = [[when, what, who, ""] for when, what, who in START]
    return [p.para("Tick with your leader. Shifts are those that you have worked, and a step may come earlier."), p.table([["When", "What", "With", "Initials"]], rows, "towns", widths=("13%", "51%", "21%", "15%"))]  # fmt: skip


_APPENDICES: tuple[tuple[str, Callable[[HandbookWorld, HandbookMore], list[str | Markup]]], ...] = (
    ("sites", _sites),
    ("the first ninety shifts", _start),
    ("grades and steps", _pay),
    ("pattern of four crews", _rota),
    ("protection by area", _protection),
    ("sign-offs", _signoffs),
    ("cards of skill steps", _cards),
    ("chemicals in use", _chemicals),
    ("holidays and overhauls", _holidays),
    ("paydays", _paydays),
    ("cost of insurance", _insurance),
    ("alarms and plan", _alarms),
    ("forms", _forms),
)
"""Appendices behind the first: title and what makes the blocks."""
_COST = [title for title, _ in _APPENDICES].index("cost of insurance")  # the chapter on insurance names it
