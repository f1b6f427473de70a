"""What a set of floor plans says: rooms on a grid of feet, windows, walls and doors of two floors, schedules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from dataset_builder.families.rubrics.bank import address, day_between, people, town

_BUILDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Family Dental Clinic", ("Reception", "Waiting", "Exam A", "Exam B", "Imaging", "Sterilizing", "Consult", "Records", "Break room", "Office", "Hygiene", "Lab", "Conference", "Billing", "Storage")),
    ("Public Safety Annex", ("Lobby", "Dispatch", "Briefing", "Report room", "Evidence", "Interview", "Training", "Records", "Day room", "Captain", "Fitness", "Gear", "Conference", "IT closet", "Storage")),
    ("Branch Library", ("Entry", "Circulation", "Children", "Story room", "Study A", "Study B", "Local history", "Periodicals", "Staff room", "Office", "Maker space", "Quiet room", "Board room", "Workroom", "Storage")),
)  # fmt: skip
TYPES = "ABCDEF"
PARTITIONS = ("P1", "P2", "P3", "P4")
HATCHES = ("open", "diagonal", "cross", "grey")
_UNITS = ((24, 48), (30, 60), (36, 60), (48, 48), (60, 48), (72, 36), (36, 72), (42, 54), (28, 42))
_OPERATIONS = ("Fixed", "Casement, left", "Casement, right", "Awning", "Hopper", "Slider")


@dataclass(frozen=True)
class Room:
    """A room: number, name, box in pixels of the plan (ten to the foot), row (0 above the corridor, 1 below)."""

    number: int
    name: str
    box: tuple[int, int, int, int]
    row: int


@dataclass(frozen=True)
class Window:
    """A window: its type, where its middle stands on the plan, the side of the building, its room's number."""

    kind: str
    x: int
    y: int
    side: str
    room: int


@dataclass(frozen=True)
class Floor:
    """A floor: rooms in order, windows, and the partition between each room and the next of its row, by room number."""

    rooms: tuple[Room, ...]
    windows: tuple[Window, ...]
    walls: dict[int, str]


@dataclass(frozen=True)
class Unit:
    """A window type: size and rough opening in inches, sill height in inches (no unit is as wide or high), operation, glazing."""

    size: tuple[int, int]
    opening: tuple[float, float]
    sill: int
    operation: str
    glazing: str


@dataclass(frozen=True)
class Door:
    """A door of the schedule; ``rating`` in minutes, 0 for none."""

    number: str
    room: str
    width: int
    material: str
    rating: int
    hardware: int
    struck: bool


@dataclass(frozen=True)
class FloorWorld:
    """Two floor plans and their schedules.

    Attributes:
        hatches: of the partition types in the legend's order.
        acoustics: sound rating of each partition type.
        wet: number of the room with a shower.
        target: type whose rough opening is asked for.
        wall: number of the room whose wall to the next is asked about.
    """

    project: str
    address: str
    firm: str
    drawn: str
    checked: str
    number: str
    issued: date
    revised: tuple[date, date]
    floors: tuple[Floor, Floor]
    units: dict[str, Unit]
    hatches: tuple[str, ...]
    acoustics: tuple[int, int, int, int]
    doors: tuple[Door, ...]
    wet: int
    target: str
    wall: int
    pick: int

    def count(self, kind: str, floor: int) -> int:
        """Return how many windows of a type a floor (0 or 1) shows."""
        return sum(one.kind == kind for one in self.floors[floor].windows)

    @property
    def ranked(self) -> list[str]:
        """Return the window types, the most frequent of the whole building first."""
        return sorted(TYPES, key=lambda kind: -self.count(kind, 0) - self.count(kind, 1))


def _split(rng: random.Random, total: int, parts: int) -> list[int]:
    while True:
        cuts = sorted(rng.sample(range(10, total - 9), parts - 1))
        sizes = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
        if min(sizes) >= 10 and max(sizes) <= 24:
            return sizes


def _floor(rng: random.Random, level: int, names: list[str]) -> Floor:
    rooms: list[Room] = []
    walls: dict[int, str] = {}
    windows: list[Window] = []
    number = level * 100
    for row, (parts, top, high) in enumerate(((5, 40, 150), (4, 240, 170))):
        x = 40
        for place, feet in enumerate(_split(rng, 72, parts)):
            number += 1
            stair = row == 1 and place == 0
            name = "Stair" if stair else names.pop(0)
            box = (x, top, feet * 10, high)
            rooms.append(Room(number, name, box, row))
            walls[number] = "P3" if stair else rng.choice(PARTITIONS)
            count = 1 if feet < 13 else 2 if feet < 19 else 3
            for k in range(0 if stair else count):
                middle = x + round(feet * 10 * (k + 1) / (count + 1))
                windows.append(
                    Window("", middle, top if row == 0 else top + high, "north" if row == 0 else "south", number)
                )
            x += feet * 10
    if level > 1:  # the entrance is there on the first floor
        windows.append(Window("", 40, 215, "west", 0))
    windows.append(Window("", 760, 215, "east", 0))
    kinds = [rng.choice("AABBCCDDEEF") for _ in windows]
    return Floor(
        tuple(rooms),
        tuple(Window(kind, one.x, one.y, one.side, one.room) for kind, one in zip(kinds, windows, strict=True)),
        walls,
    )


def sample_floor(rng: random.Random) -> FloorWorld:
    """Draw a building of two floors."""
    kind, names = rng.choice(_BUILDINGS)
    while True:
        shuffled = list(names)
        rng.shuffle(shuffled)
        shuffled[11] = "Shower"
        floors = (_floor(rng, 1, shuffled[:8]), _floor(rng, 2, [*shuffled[8:], "Electrical"]))
        counts = [Counter(one.kind for one in floor.windows) for floor in floors]
        total = counts[0] + counts[1]
        (first, most), (_, second), *_ = total.most_common()
        here = counts[0].most_common(1)[0]
        wet = next(room for room in floors[1].rooms if room.name == "Shower")
        inside = {one.kind for one in floors[1].windows if one.room == wet.number}
        rated = [room for room in floors[0].rooms[:4] if floors[0].walls[room.number] in ("P2", "P3")]
        if (
            len(total) == len(TYPES)
            and most > second
            and here[0] != first
            and here[1] not in (counts[0][first], most)
            and 1 < counts[0][first] != counts[1][first]
            and len(inside) == 1
            and rated
        ):
            break
    wet_kind = inside.pop()
    units: dict[str, Unit] = {}
    for letter, size in zip(TYPES, rng.sample(_UNITS, len(TYPES)), strict=True):
        glazing = "GL-1" if letter == wet_kind else rng.choice(("GL-1", "GL-2"))
        units[letter] = Unit(
            size,
            (size[0] + rng.choice((0.75, 1.25, 1.5)), size[1] + rng.choice((0.75, 1.25, 1.5))),
            rng.choice((26, 32, 34, 40)),
            rng.choice(_OPERATIONS),
            glazing,
        )
    drawn, checked = people(rng, 2)
    issued = day_between(rng, date(2024, 2, 1), date(2025, 8, 1))
    place = town(rng)
    return FloorWorld(
        project=f"{place} {kind}",
        address=address(rng),
        firm=rng.choice(
            ("Ketterly Moss Architects", "Studio Harrowgate", "Finch & Aldous Architecture", "Dovecote Design Group")
        ),
        drawn="".join(word[0] for word in drawn.split()),
        checked="".join(word[0] for word in checked.split()),
        number=f"{issued.year % 100}-{rng.randrange(101, 989)}",
        issued=issued,
        revised=(issued + timedelta(days=rng.randrange(21, 40)), issued + timedelta(days=rng.randrange(50, 90))),
        floors=floors,
        units=units,
        hatches=tuple(rng.sample(HATCHES, 4)),
        acoustics=(38, 44, 52, 57) if rng.random() < 0.5 else (36, 46, 51, 58),
        doors=_doors(rng, floors),
        wet=wet.number,
        target=rng.choice(TYPES),
        wall=rng.choice(rated).number,
        pick=rng.randrange(1000),
    )


def _doors(rng: random.Random, floors: tuple[Floor, Floor]) -> tuple[Door, ...]:
    rooms = [room for floor in floors for room in floor.rooms]
    rated = {room.number: 90 for room in rooms if room.name == "Stair"}
    others = [room for room in rooms if room.name != "Stair"]
    chosen = rng.sample(others, rng.choice((6, 7, 8)))
    rated |= {room.number: 45 for room in chosen}
    rated |= {room.number: 20 for room in rng.sample([one for one in others if one not in chosen], 3)}
    struck = {room.number for room in rng.sample(chosen, 2)}
    return tuple(
        Door(
            str(room.number),
            room.name,
            rng.choice((36, 36, 36, 32)) if room.name != "Stair" else 42,
            "HM" if rated.get(room.number, 0) >= 45 else rng.choice(("WD", "WD", "AL")),
            rated.get(room.number, 0),
            rng.randrange(1, 7),
            room.number in struck,
        )
        for room in rooms
    )
