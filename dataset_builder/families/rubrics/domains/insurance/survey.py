"""A property risk survey of two pages: a site plan with its key, recommendations in two columns with an aside."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from dataset_builder.families.rubrics import paper as p
from dataset_builder.families.rubrics.bank import address, day_between, long_day, people, workday
from dataset_builder.families.rubrics.model import Ask, Design, Item, Trap
from dataset_builder.families.rubrics.paper import MARK, Cell, Paper
from dataset_builder.families.rubrics.programs import op, read, unless
from dataset_builder.families.rubrics.rubric import (
    day,
    lettered,
    must,
    must_not,
    no_claim,
    says,
    sided,
    some,
    value,
    verdict,
)

_USES = ("Warehouse", "Office", "Bottling hall", "Workshop", "Cold store", "Packing")
_KINDS = {
    "E": "Portable extinguisher",
    "V": "Sprinkler control valve",
    "H": "Private hydrant",
    "A": "Alarm pull station",
}


@dataclass(frozen=True)
class Building:
    """A building of the plan: letter, use, box in plan units, floor area in square feet, symbols by kind with places."""

    letter: str
    use: str
    box: tuple[int, int, int, int]
    area: int
    symbols: Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(frozen=True)
class SurveyWorld:
    """A survey.

    Attributes:
        tank: place of the fuel tank: the letter of the building nearest to it, and on which side of that it stands.
        days: for critical and for advisory recommendations, and for critical ones at unsprinklered locations.
        sprinklered: letters of buildings with sprinklers.
    """

    firm: str
    surveyor: str
    host: str
    address: str
    visited: date
    buildings: tuple[Building, ...]
    tank: tuple[str, str]
    tank_box: tuple[int, int, int, int]
    days: tuple[int, int, int]
    sprinklered: tuple[str, ...]
    target: int


def sample(rng: random.Random) -> SurveyWorld:
    """Draw a site of four buildings."""
    surveyor, host = people(rng, 2)
    uses = rng.sample(_USES, 4)
    letters = rng.sample("ABCD", 4)
    boxes = [(30, 40, 210, 130), (330, 30, 190, 150), (40, 250, 170, 120), (300, 260, 230, 120)]
    buildings = []
    for letter, use, (x, y, w, h) in zip(letters, uses, boxes, strict=True):
        spots = [(x + 20 + i * 31, y + 42 + j * 27) for i in range((w - 26) // 31) for j in range((h - 50) // 27 + 1)]
        rng.shuffle(spots)
        symbols: dict[str, tuple[tuple[int, int], ...]] = {}
        for kind, most in (("E", 6), ("V", 3), ("A", 4)):
            count = rng.randrange(1 if kind != "E" else 3, most)
            symbols[kind] = tuple(spots[:count])
            spots = spots[count:]
        buildings.append(Building(letter, use, (x, y, w, h), rng.randrange(38, 210) * 100, symbols))
    index = rng.randrange(4)
    x, y, w, h = boxes[index]
    side = (
        {0: "east", 1: "west", 2: "east", 3: "north"}[index]
        if rng.random() < 0.6
        else {0: "south", 1: "south", 2: "north", 3: "west"}[index]
    )
    place = {
        "east": (x + w + 12, y + h // 3),
        "west": (x - 50, y + h // 3),
        "south": (x + w // 3, y + h + 12),
        "north": (x + w // 3, y - 36),
    }[side]
    critical = rng.choice((30, 45))
    return SurveyWorld(
        firm=rng.choice(
            ("Three Bridges Foods", "Kettle Point Cold Storage", "Northway Bottling", "Brandvold Packaging")
        ),
        surveyor=surveyor,
        host=host,
        address=address(rng),
        visited=workday(day_between(rng, date(2024, 3, 1), date(2025, 10, 30))),
        buildings=tuple(buildings),
        tank=(buildings[index].letter, side),
        tank_box=(*place, 38, 24),
        days=(critical, critical * 3, rng.choice((10, 14, 21))),
        sprinklered=tuple(sorted(rng.sample(letters, 2))),
        target=rng.randrange(4),
    )


def paper(world: SurveyWorld, rng: random.Random) -> Paper:
    """Return the survey."""
    accent, tint = rng.choice((("#8a2b0e", "#fbf1ec"), ("#1f4e79", "#edf3f9"), ("#2f5d34", "#eef5ee")))
    rows = [
        (
            one.letter,
            one.use,
            Cell(p.mark(f"area.{one.letter}", f"{one.area:,}"), kind="n"),
            "Yes" if one.letter in world.sprinklered else "No",
        )
        for one in sorted(world.buildings, key=lambda one: one.letter)
    ]
    first = [
        p.tag("div", Markup("<h1>Property risk survey</h1><span>{}<br>{}</span>").format(world.firm, world.address), "top"),
        p.strip(
            [("Visited", long_day(world.visited)), ("Surveyor", world.surveyor), ("Met with", world.host), ("Report due", long_day(world.visited + timedelta(days=14)))]
        ),
        p.head(2, "1. Site plan as surveyed"),
        p.figure(_plan(world), "Plan not to scale. North is up. Only equipment seen on the day is shown.", "plan"),
        p.table([["Bldg.", "Use", "Floor area, sq ft", "Sprinklered"]], rows, widths=("12%", "38%", "25%", "25%")),
    ]  # fmt: skip
    second = [p.head(2, "2. Findings and recommendations"), _recommendations(world)]
    return Paper(
        f"Risk survey, {world.firm}",
        p.join([p.fixed(first, "survey", [p.para("Sheet 1 of 2. Observations are advisory and do not amend any policy.")]), p.fixed(second, "survey", [p.para("Sheet 2 of 2. Observations are advisory and do not amend any policy.")])]),
        ("insurance/risk_survey",),
        {"accent": accent, "tint": tint, "body": rng.choice(("Libre Franklin", "IBM Plex Sans", "Source Sans 3")), "head": rng.choice(("Barlow", "Zilla Slab", "Libre Franklin"))},
        {"bottom-right": "{page}", "bottom-left": "RS-2 field report"},
        margin="0.6in 0.7in",
    )  # fmt: skip


def _symbol(kind: str, x: float, y: float) -> str:
    shape = {
        "E": f'<circle cx="{x}" cy="{y}" r="7.5" fill="#fff" stroke="#111"/>',
        "V": f'<polygon points="{x - 9},{y - 7} {x + 9},{y + 7} {x + 9},{y - 7} {x - 9},{y + 7}" fill="#fff" stroke="#111"/>',
        "A": f'<rect x="{x - 7}" y="{y - 7}" width="14" height="14" fill="#fff" stroke="#111"/>',
        "H": f'<polygon points="{x},{y - 9} {x + 9},{y + 7} {x - 9},{y + 7}" fill="#fff" stroke="#111"/>',
    }[kind]
    inner = (
        ""
        if kind == "V"
        else f'<text x="{x}" y="{y + 3.2}" font-size="8.5" text-anchor="middle" font-weight="600">{kind}</text>'
    )
    return shape + inner


def _plan(world: SurveyWorld) -> Markup:
    out = [
        '<svg width="650" height="420" viewBox="0 0 650 420">',
        '<rect x="2" y="2" width="556" height="406" fill="#f7f7f2" stroke="#777" stroke-dasharray="6 4"/>',
    ]
    for one in world.buildings:
        x, y, w, h = one.box
        out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#fff" stroke="#111" stroke-width="2"/>')
        out.append(
            f'<text x="{x + 8}" y="{y + 18}" font-size="12" font-weight="700">{one.letter}</text><text x="{x + 24}" y="{y + 18}" font-size="10">{one.use}</text>'
        )
        for kind, places in one.symbols.items():
            for k, (px, py) in enumerate(places):
                out.append(f'<a href="{MARK}sym.{one.letter}.{kind}.{k}">{_symbol(kind, px, py)}</a>')
    for k, (hx, hy) in enumerate(((268, 60), (270, 225), (548, 210))):
        out.append(f'<a href="{MARK}hydrant.{k}">{_symbol("H", hx, hy)}</a>')
    x, y, w, h = world.tank_box
    out.append(
        f'<a href="{MARK}tank"><rect x="{x}" y="{y}" width="{w}" height="{h}" rx="11" fill="#ddd" stroke="#111"/><text x="{x + w / 2}" y="{y + 15.5}" font-size="8" text-anchor="middle" font-weight="600">TANK</text></a>'
    )
    out.append('<text x="570" y="20" font-size="10" font-weight="700">KEY</text>')
    for k, kind in enumerate(_KINDS):
        out.append(_symbol(kind, 578, 42 + 40 * k))
        words = _KINDS[kind].split(" ", 1)
        out += [f'<text x="592" y="{40 + 40 * k + 11 * n}" font-size="8">{word}</text>' for n, word in enumerate(words)]
    out.append(
        '<path d="M600 380 l8 -34 l8 34 l-8 -7 z" fill="#111"/><text x="604" y="342" font-size="11" font-weight="700">N</text></svg>'
    )
    return Markup("".join(out))


def _recommendations(world: SurveyWorld) -> Markup:
    critical, advisory, bare = world.days
    names = {one.letter: one.use.lower() for one in world.buildings}
    dry = [letter for letter in sorted(names) if letter not in world.sprinklered]
    return p.box(
        [
            p.head(3, "2.1 Housekeeping"),
            f"Aisles in the {names[world.buildings[0].letter]} were clear on the day. Idle pallets stood against the outside wall of building {world.buildings[1].letter} "
            "to a height of about eight feet and should be moved at least fifteen feet off, or stored in a ventilated rack.",
            p.head(3, "2.2 Hot work"),
            "Permits are kept by shift leaders, and the book showed no gaps over the last two months. Contractors sign the same book. The cutting bench in "
            f"building {world.buildings[2].letter} has no spark curtain.",
            p.head(3, "2.3 Due dates"),
            f"[[general|A recommendation graded critical is to be completed within {critical} days of the date of this survey]]; one graded advisory within {advisory} days. "
            "The grade stands at the end of each recommendation, and completion is confirmed in writing with photographs.",
            p.tag(
                "div",
                p.join(
                    [
                        p.head(4, "Buildings without sprinklers"),
                        p.para(
                            f'For a building marked "No" in the last column of the table on sheet 1, [[bare|critical recommendations fall due {bare} days from the survey instead]].'
                        ),
                    ]
                ),
                "aside",
            ),
            p.head(3, "2.4 Electrical"),
            f"Infrared scanning was last done two years ago. Panel covers were missing in building {dry[0]} and must be replaced. **Critical.**",
            f"Extension cords serve fixed equipment in building {world.sprinklered[0]}; provide permanent outlets. **Advisory.**",
            p.head(3, "2.5 Flammable liquids"),
            "The above-ground tank carries no vehicle protection on its open side. Install two bollards at four-foot spacing. **Advisory.**",
            p.head(3, "2.6 Water supply"),
            f"Private hydrants are flushed each spring. Valve tags in building {world.sprinklered[1]} were illegible and must be replaced. **Critical.**",
            p.head(3, "2.7 Surveillance"),
            "Central station alarm is tested monthly. Grounds are fenced on three sides; the rail side is open and lit.",
        ],
        "columns",
    )


def _count(world: SurveyWorld) -> Item:
    building = world.buildings[world.target]
    kind = ("E", "A", "V")[world.days[2] % 3]
    count = len(building.symbols[kind])
    name = _KINDS[kind].lower()
    other = max(
        (k for k in building.symbols if k != kind),
        key=lambda k: (len(building.symbols[k]) != count, len(building.symbols[k])),
    )
    swapped = len(building.symbols[other]) if len(building.symbols[other]) != count else count + 2
    total = sum(len(one.symbols[kind]) for one in world.buildings)
    plural = {"E": ("extinguisher",), "A": ("pull station", "alarm", "pull"), "V": ("valve",)}[kind]
    right = value(count, about=[plural], rivals=("square feet", "sheet", "figure"), fact="answer")
    return Item(
        question=f"Filling in the protection schedule: how many {name}s does the plan show inside building {building.letter}?",
        answer=str(count),
        answer_type="number",
        gold=f"The plan shows {count} {name}{'s' * (count != 1)} inside building {building.letter} ({building.use.lower()}).",
        rubric=(
            must("count", f"States that there {'is' if count == 1 else 'are'} {count} {name}{'s' * (count != 1)}.", right, failure_mode="miscounted"),
            must("building", f"Ties the count to building {building.letter}.", says((*_building(building.letter), building.use), mention=True)),
            must_not("not-total", f"Does not give {total}, the number on the whole site, as the answer.", no_claim(value(total, about=[plural]), right), "misplaced", severity="major"),
        ),
        traps=(
            Trap("miscounted", f"Building {building.letter} shows {count + 1} {name}s.", ("count",) if count + 1 != total else ("count", "not-total")),
            Trap("misplaced", f"I count {total} {name}s on the plan.", ("count", "building", "not-total")),
            Trap("misread_chart", f"There are {swapped + (1 if swapped == total else 0)} {name}s in building {building.letter}.", ("count",)),
        ),
        note="Small look-alike symbols must be told apart by the key and counted within one outline.",
        facts={"answer": read(f"sym.{building.letter}.{kind}", count, "count")},
        decisive=(f"sym.{building.letter}.{kind}",),
        axes=("charts_multimodal",),
        style="lookup",
    )  # fmt: skip


def _building(letter: str) -> tuple[str, ...]:
    return (*lettered(letter, "building", "bldg\\.?"), f"re:\\b(?:side|north|south|east|west) of {letter.lower()}\\b")


def _tank(world: SurveyWorld) -> Item:
    letter, side = world.tank
    building = next(one for one in world.buildings if one.letter == letter)
    other = next(one for one in world.buildings if one.letter != letter)
    opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}[side]
    sprinklers = letter in world.sprinklered
    mine = says((*_building(letter), building.use))
    return Item(
        question="Exposure note for the fuel tank: which building is it up against, on which side, and is that building sprinklered?",
        answer=letter,
        answer_type="entity",
        gold=f"The tank stands against building {letter} ({building.use.lower()}), on its {side} side. Building {letter} is {'' if sprinklers else 'not '}sprinklered.",
        rubric=(
            must("building", f"Identifies building {letter} ({building.use.lower()}) as the one next to the tank.", mine, failure_mode="misplaced"),
            must("side", f"Says that the tank is on its {side} side.", says(sided(side))),
            must("sprinklers", f"Says that this building is {'' if sprinklers else 'not '}sprinklered.",
                 verdict((), {"yes": ["sprinklered", "has sprinklers", "sprinklers", "sprinkler protection", "protected"], "no": ["unsprinklered", "unprotected", "lacks"]}, sprinklers), type="fact"),
            must_not("not-other", f"Does not name building {other.letter} as the one next to the tank.", no_claim(says(_building(other.letter)), mine), "misplaced", severity="major"),
        ),
        traps=(
            Trap("misplaced", f"It is next to building {other.letter}, on its {side} side, which is {'' if sprinklers else 'not '}sprinklered.", ("building", "not-other")),
            Trap("misread_chart", f"The tank is on the {opposite} side of building {letter}, which is {'' if sprinklers else 'not '}sprinklered.", ("side",)),
            Trap("wrong_row", f"It stands on the {side} side of building {letter}, and that building is {'not ' if sprinklers else ''}sprinklered.", ("sprinklers",)),
        ),
        note="Where the tank stands can be seen on the plan only; the sprinkler column is in the table below it.",
        facts={"answer": unless(["tank"], letter, other.letter)},
        decisive=("tank",),
        evidence=(f"area.{letter}",),
        axes=("standard_tables",),
        style="lookup",
    )  # fmt: skip


def _due(world: SurveyWorld) -> Item:
    critical, _advisory, bare = world.days
    dry = sorted(one.letter for one in world.buildings if one.letter not in world.sprinklered)[0]
    due, late = world.visited + timedelta(days=bare), world.visited + timedelta(days=critical)
    right = day(due, fact="answer")
    return Item(
        question=f"By what date do the missing panel covers in building {dry} have to be fixed?",
        answer=due.isoformat(),
        answer_type="date",
        gold=f"By {long_day(due)}. The finding is graded critical, which would normally allow {critical} days, but building {dry} has no sprinklers, and for those the "
        f"box on due dates gives {bare} days from the survey of {long_day(world.visited)}.",
        rubric=(
            must("date", f"States that the covers are due by {long_day(due)}.", right, failure_mode="reading_order"),
            must("days", f"Says that {bare} days are allowed.", value(bare, "day"), type="reasoning", severity="major"),
            must("why", f"Says that the shorter period applies because building {dry} is not sprinklered.",
                 some(says(("no sprinklers", "without sprinklers", "unsprinklered", "not sprinklered", "lacks sprinklers", "non-sprinklered", "no sprinkler", "without sprinkler", "not protected", "unprotected", "no sprinkler system", "bare building"), mention=True),
                      says(("sprinklers", "sprinklered"), denied=True)), type="reasoning", implicit=True),
            must_not("not-late", f"Does not give {long_day(late)} as the due date.", no_claim(day(late), right), "reading_order"),
        ),
        traps=(
            Trap("reading_order", f"By {long_day(late)}: the finding is critical, and critical recommendations are due within {critical} days of the survey.", ("date", "days", "why", "not-late")),
            Trap("wrong_row", f"It has to be done within {bare} days because the building has no sprinklers, that is by {long_day(due + timedelta(days=3))}.", ("date",)),
            Trap("dropped_item", f"{long_day(due)}, which is {bare} days after the survey.", ("why",)),
        ),
        note="A boxed aside that interrupts the column changes the due date for buildings that the table on the first sheet marks as unsprinklered.",
        facts={"answer": op("later", world.visited.isoformat(), unless(["bare"], read("bare", bare), read("general", critical)))},
        decisive=("bare",),
        evidence=("general",),
        axes=("cross_referencing",),
        style="calculation",
    )  # fmt: skip


SURVEY = Design(
    "risk_survey",
    sample,
    paper,
    (Ask("symbol_count", _count), Ask("neighbour_place", _tank), Ask("sidebar_aside", _due)),
)
